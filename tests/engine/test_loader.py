"""Packages that bring rulesets: what is found of them, and that a broken one is named and left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.i18n import Speaker
from game.engine.loader import PARTS, UnknownRuleset, first_offered, load_ruleset, offered, ruleset_ids
from game.engine.packages import packages
from game.engine.ruleset import Setup, SideSetup
from game.engine.setups import faults
from tests.packages_made import ENTRY, Break, installed, replaced

OURS = ("WMA", "AFS", "WAB", "USB", "NAP")


def test_a_package_that_is_whole_is_offered_after_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with installed(tmp_path, monkeypatch) as folder:
        here = offered()
        assert [r.meta.id for r in here.rulesets] == [*OURS, "SHW"]
        assert here.faults == {}
        assert packages()["SHW"].folder == folder
        assert first_offered().meta.id == "WMA"
        with pytest.raises(
            UnknownRuleset, match="there is no ruleset called 'shw' here; installed: AFS, NAP, SHW, USB, WAB, WMA"
        ):
            load_ruleset("shw")
    assert "SHW" not in ruleset_ids()


FAULTS: dict[str, tuple[str, Break | None, str]] = {
    "no line of the interface": (
        ENTRY,
        replaced("__init__.py", "INTERFACE = 1\n", ""),
        "shield_walls has no line INTERFACE = 1",
    ),
    "another interface": (
        ENTRY,
        replaced("__init__.py", "INTERFACE = 1\n", "raise ImportError\nINTERFACE: int = 2\n"),
        "it was written for version 2 of the interface, and this program has version 1",
    ),
    "raises": (ENTRY, replaced("__init__.py", "CHAPTERS", "1 / 0\nCHAPTERS"), "ZeroDivisionError: division by zero"),
    "leaves": (ENTRY, replaced("__init__.py", "CHAPTERS", "raise SystemExit(3)\nCHAPTERS"), "SystemExit: 3"),
    "says much": (ENTRY, replaced("__init__.py", "CHAPTERS", "raise OSError('a\\nb')\nCHAPTERS"), "OSError: a"),
    "data that is broken": (
        ENTRY,
        replaced("data/shield_walls.toml", "[numbers]", "[numbers"),
        "DataError: shield_walls.toml, line 12: “[numbers” is not valid TOML: expected ']' at the end of a table"
        " declaration",
    ),
    "imports what is not there": (
        ENTRY,
        replaced("battle.py", "import leader", "import leaders"),
        "ImportError: cannot import name 'leaders' from 'game.engine.endings'",
    ),
    "another name": (
        "SHW = shield_walls:RULES",
        None,
        "AttributeError: module 'shield_walls' has no attribute 'RULES'",
    ),
    "no ruleset": ("SHW = shield_walls:CHAPTERS", None, f"it lacks {', '.join(PARTS)}"),
    "no module": ("SHW = shield_wall:RULESET", None, "there is no module shield_wall"),
    "no object": ("SHW = shield walls", None, "“shield walls” is not an object"),
    "a single file": ("SHW = shield_walls.muster:RULESET", None, "shield_walls.muster is a single file, not a package"),
    "its own id": (ENTRY, replaced("__init__.py", '"SHW"', '"SHV"'), "its id is SHV"),
    "no Meta": (ENTRY, lambda f: (f / "__init__.py").write_text(f"INTERFACE = 1\n{PARTIAL}"), "its meta is not a Meta"),
    "small letters": ("shw = shield_walls:RULESET", None, "its id must be two to eight capital letters and digits"),
    "an id that is taken": (
        "WMA = shield_walls:RULESET",
        None,
        "several packages have a ruleset with this name: rulesets.warmaster",
    ),
    "no scenario": (
        ENTRY,
        replaced("muster.py", "    return (ScenarioInfo", "    return () and (ScenarioInfo"),
        "it has no scenario",
    ),
    "a scenario that raises": (
        ENTRY,
        replaced("muster.py", 'NUMBERS["points"],)', 'NUMBERS["size"],)'),
        "reading its scenarios and armies fails (KeyError: 'size')",
    ),
}
PARTIAL = f"""
class RULESET: pass
for part in {PARTS!r}:
    setattr(RULESET, part, None)
"""


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_package_is_named_and_left_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry, fault, why = FAULTS[name]
    broken = entry.partition(" ")[0]
    with installed(tmp_path, monkeypatch, entry=entry, fault=fault):
        here = offered()
        assert [r.meta.id for r in here.rulesets] == [i for i in OURS if i != broken]
        said = Speaker().say(here.faults[broken])
        assert said.startswith(f"the ruleset {broken} cannot be loaded: {why}")
        assert list(here.faults) == [broken]
        polish = Speaker("pl").say(here.faults[broken])
        assert polish.startswith(f"nie da się wczytać zasad {broken}: ")


def test_of_another_interface_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "was_run"
    fault = replaced("__init__.py", "INTERFACE = 1\n", f"INTERFACE = 2\nopen({str(mark)!r}, 'w')\n")
    with installed(tmp_path, monkeypatch, fault=fault):
        assert "SHW" in offered().faults
        assert not mark.exists()


def test_the_same_package_twice_on_the_path_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with installed(tmp_path / "one", monkeypatch), installed(tmp_path / "two", monkeypatch):
        assert packages()["SHW"].fault is None


@pytest.mark.parametrize(
    ("counts", "where", "said"),
    [
        ({"HEARTH": 2, "OARS": 3}, "", ""),
        ({"HEARTH": 3}, "", ""),
        ({"HEARTH": 4}, ".HEARTH", "Hearth guard: from 0 to 3"),
        ({"HEARTH": 3, "OARS": 1}, "", "The list costs 62 of 60 points"),
        ({"THANES": 1}, ".THANES", "There is no THANES in Raiders"),
        ({}, "", "The list is empty"),
    ],
)
def test_a_system_that_checks_no_lists_has_them_checked(
    counts: dict[str, int], where: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed(tmp_path, monkeypatch):
        system = load_ruleset("SHW")
        usual = system.default_setup("meadow", 60)
        assert system.check_setup(usual) == []
        chosen = Setup("SHW", "meadow", {**usual.sides, "south": SideSetup("raiders", counts)}, usual.options)
        found = [(p.where, Speaker("en", system).say(p.text), p.clause) for p in system.check_setup(chosen)]
        assert found[:1] == ([(f"sides.south.counts{where}", said, "SHW-SET-02")] if said else [])
        other = Setup("SHW", "meadow", {**usual.sides, "south": SideSetup("horde")})
        assert [p.where for p in faults(system, other)] == ["sides.south.army"]
