"""What the prompt says to do with mouse and keys, for a kind of question and for what it offers."""

from __future__ import annotations

import pytest

from game.client.keymap import Keys
from game.client.panels.battle_prompt import hint
from game.engine.decision import Bar, Choice, Decision, Kind, PickSpace, PlaceSpace, Space
from game.engine.text import T

THING = Choice("a", T("A"))
BARRED = Choice("b", T("B"), Bar(T("no")))


@pytest.mark.parametrize(
    ("kind", "space", "said"),
    [
        ("pick", PickSpace((THING, BARRED)), "Pick on the table or in the list, then Enter"),
        ("pick", PickSpace((BARRED,)), ""),
        ("pick", PickSpace(()), ""),
        ("place", PlaceSpace((THING,)), "Drag it, the wheel turns it, then Enter"),
        ("place", PlaceSpace((THING,), facings=(0.0, 90.0)), "Drag it, the wheel turns it, then Enter"),
        ("place", PlaceSpace((THING,), facings=(0.0,)), "Drag it, then Enter"),
        ("move", None, "Drag it, the wheel turns it, then Enter"),
    ],
)
def test_it_says_only_what_can_be_done(kind: Kind, space: Space | None, said: str) -> None:
    assert hint(Decision("1", "q", "s", kind, T("?")), Keys({}), space) == said
