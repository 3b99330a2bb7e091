"""Which events a system can tell, as they are read from the source of its modules."""

from __future__ import annotations

from pathlib import Path

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
