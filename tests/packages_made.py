"""Packages of rulesets as somebody else would install them: the sample of the docs, whole or broken in some way."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.client.art.files import folders_of_rulesets
from game.client.sound.cues import cues_of
from game.client.tabletop.looks import _table
from game.engine.loader import load_ruleset, ruleset_ids

SAMPLE = Path(__file__).resolve().parents[1] / "docs" / "sample_ruleset"
ENTRY = "SHW = shield_walls:RULESET"

Break = Callable[[Path], None]


def replaced(file: str, old: str, new: str) -> Break:
    """A fault: other words in a file of the package."""

    def work(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    return work


def forget() -> None:
    """Let the program look anew at what is installed."""
    for known in (load_ruleset, ruleset_ids, folders_of_rulesets, cues_of, _table):
        known.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] == "shield_walls"]:
        del sys.modules[module]


@contextmanager
def installed(
    home: Path, monkeypatch: pytest.MonkeyPatch, *, entry: str = ENTRY, fault: Break | None = None
) -> Iterator[Path]:
    """The sample as an installed package; gives its folder, in which ``fault`` has broken something."""
    folder = home / "shield_walls"
    shutil.copytree(SAMPLE / "shield_walls", folder, ignore=shutil.ignore_patterns("__pycache__"))
    if fault is not None:
        fault(folder)
    info = home / "shield_walls-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shield-walls\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[tabula_belli.rulesets]\n{entry}\n")
    forget()
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(home))
        yield folder
    forget()
