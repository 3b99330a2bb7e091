"""Which events a system can tell, as they are read from the source of its modules."""

from __future__ import annotations

import ast
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from game.engine.positions.events_told import Told, events_of

SOURCE = """
FAMILY = {"shooting": "shot", "melee": "blow"}

def tell_of(run, base, type, family, text, /, *deeds, side="", **data):
    run.emit(type, family, text, *deeds, side=side, data=data)

def _step(run, how):
    told = {"unit": 1}
    told = {**told, "more": 2}
    run.emit("attack", FAMILY[how], T("{unit} attacks"), data=told)
    text = T("{model} fell")
    tell_of(run, 1, "fell", "move", text, side="south", base=1, height=2.0)
    run.tell(1, "won" if how else "lost", "score", T("Which of both?"), (), points=3)
"""


def test_tables_helpers_and_what_is_built_upon_itself_are_read(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(SOURCE, encoding="utf-8")
    assert events_of(tmp_path) == {
        "attack": Told("attack", {"blow", "shot"}, {"unit", "more"}, False, {"{unit} attacks"}),
        "fell": Told("fell", {"move"}, {"base", "height"}, False, {"{model} fell"}),
        "won": Told("won", {"score"}, {"points"}, False, set()),
        "lost": Told("lost", {"score"}, {"points"}, False, set()),
    }


def test_two_threads_never_parse_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 fails with a SystemError where a second thread parses while a first has not finished."""
    alone, met, parse = threading.Lock(), [], ast.parse

    def slow(source: str) -> Any:
        if not alone.acquire(blocking=False):
            met.append(source)
            return parse("")
        time.sleep(0.05)
        alone.release()
        return parse(source)

    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
        (folder / "module.py").write_text(SOURCE, encoding="utf-8")
    with monkeypatch.context() as patched, ThreadPoolExecutor(2) as pool:
        patched.setattr(ast, "parse", slow)
        one, other = pool.map(events_of, folders)
    assert met == []
    assert one == other
    assert set(one) == {"attack", "fell", "won", "lost"}
