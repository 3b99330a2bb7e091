"""The reason that the general gives for a move is what the new place gains most."""

from __future__ import annotations

import pytest

from game.engine.decision import MoveAnswer
from game.engine.i18n import Speaker
from game.engine.state import Frame
from rulesets.ancient_battles import RULESET
from tests.rules.ancient_battles.table import table, unit
from tests.rules.ancient_battles.test_general_exams import asked


@pytest.mark.parametrize(
    ("units", "english", "polish"),
    [
        ((("SEL", (36, 12), 0), ("WAR", (36, 44), 180)), "closer to Warband", "bliżej wroga: Hufiec"),
        ((("SEL", (36, 30), 0), ("WAR", (36, 12), 0)), "to face Warband", "frontem do wroga: Hufiec"),
        (
            (("SJA", (36, 24), 0), ("NOB", (36, 38), 180)),
            "out of charge reach of Noble cavalry",
            "poza zasięgiem szarży wroga: Szlachetna jazda",
        ),
    ],
)
def test_a_move_is_explained_by_what_it_gains(
    units: tuple[tuple[str, tuple[int, int], int], ...], english: str, polish: str
) -> None:
    state = table(*(unit(code, at, facing) for code, at, facing in units), turn=1)
    choice = asked(state, Frame("wab.moves"))
    assert isinstance(choice.reply.answer, MoveAnswer)
    assert Speaker("en", RULESET).say(choice.why, state) == english
    assert Speaker("pl", RULESET).say(choice.why, state) == polish
