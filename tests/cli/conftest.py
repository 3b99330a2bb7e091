"""A small ruleset in a package of its own, installed by nothing but its entry point."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENTRY = "[tabula_belli.rulesets]\nXYZ = xyz_rules:RULESET\n"

CODE = '''
"""A ruleset of nothing, see XYZ-A-01."""
from types import SimpleNamespace as _S

from game.engine.ruleset import Meta, Problem
from game.engine.text import T, TN
from game.geometry.tolerance import Measures

INTERFACE = 1
PROBLEMS = []


def _begin(setup):
    return T("The battle of {place} begins", place="X"), TN("{n} wound", "{n} wounds", 2)


RULESET = _S(
    meta=Meta("XYZ", "Nothing", "1", Measures(), None, chapters={"area": T("Area")}),
    scenarios=lambda: [_S(id="plain", sizes=(1000, 2000))],
    armies=lambda size: [],
    default_setup=lambda scenario, size: (scenario, size),
    check_setup=lambda setup: [Problem(p, T("too many {what}", what="elephants")) for p in PROBLEMS],
    begin=_begin,
    **dict.fromkeys(("frames", "steps", "reactors", "questions", "entries", "owns"), {}),
    **dict.fromkeys(("position", "bots", "overlays", "card", "status", "upgrade"), _begin),
)
'''

CLAUSES = """
[[clause]]
id = "XYZ-A-01"
kind = "clause"
phase = "area"
title = "Marching"
text = "A unit marches in its turn."

[[clause]]
id = "XYZ-A-02"
kind = "clause"
phase = "area"
title = "Halting"
text = "A unit that may not go on halts."

[[clause]]
id = "XYZ-R01"
kind = "ruling"
phase = "area"
title = "Halting twice"
text = "It is still one halt."
"""

POLISH = """
[[clause]]
id = "XYZ-A-01"
title = "Marsz"
text = "Oddział maszeruje w swojej turze."

[[clause]]
id = "XYZ-A-02"
title = "Postój"
text = "Oddział, który nie może iść dalej, staje."

[[clause]]
id = "XYZ-R01"
title = "Podwójny postój"
text = "To wciąż jeden postój."
"""

DATA = '[[troop]]\nid = "foot"\nname = "Foot"\n'


@pytest.fixture
def xyz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the ruleset XYZ, whole and without fault but for its translation, which is not yet made."""
    folder = tmp_path / "xyz_rules"
    (folder / "locale").mkdir(parents=True)
    (folder / "data").mkdir()
    (folder / "__init__.py").write_text(CODE, encoding="utf-8")
    (folder / "clauses.toml").write_text(CLAUSES, encoding="utf-8")
    (folder / "locale" / "clauses.pl.toml").write_text(POLISH, encoding="utf-8")
    (folder / "data" / "troops.toml").write_text(DATA, encoding="utf-8")
    info = tmp_path / "xyz_rules-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: xyz-rules\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRY)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("game.check.program_folder", lambda: tmp_path / "program")  # these tests cite XYZ too
    monkeypatch.delitem(sys.modules, "xyz_rules", raising=False)
    yield folder
    sys.modules.pop("xyz_rules", None)
