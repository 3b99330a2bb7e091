"""Deployment: the usual array, with an eye for the ground.

WMA-S34. Row 3 of the player decisions.
"""

from __future__ import annotations

from game.engine.decision import Asked, PlaceAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing


def deploy(view: State, asked: Asked) -> tuple[PlaceAnswer, Text]:
    """The next unit's place."""
    answer = asked.default.answer
    assert isinstance(answer, PlaceAnswer)
    unit = answer.places[0].thing
    return answer, T("{unit} takes its place in the array", unit=Thing(unit))
