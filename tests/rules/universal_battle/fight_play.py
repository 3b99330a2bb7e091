"""Fights played from their first die: what they come to, and who scores what."""

from __future__ import annotations

from typing import Any

from game.engine.decision import OptionAnswer, PickAnswer
from game.engine.state import State
from game.kit.situation import OfUnit
from rulesets.universal_battle.fight.melee import FIGHT_ON, MELEE, MeleeData
from tests.rules.universal_battle.attack_play import Called
from tests.rules.universal_battle.table import Made, troops

FIGHT, FLEE = OptionAnswer({"duel": "fight"}), OptionAnswer({"duel": "flee"})
DESTRUCT, STRIKE = OptionAnswer({"attack": "destruct"}), OptionAnswer({"attack": "blows"})
SHIELD, KEEP = OptionAnswer({"shield": "use"}), OptionAnswer({"shield": "keep"})


def fight(state: State, *dice: int, unit: str = "A", target: str = "B", **more: Any) -> Called:
    """One unit fights another, as a charger unless told otherwise."""
    return Called(state, MELEE, MeleeData(unit, target, **{"charge": True, **more}), *dice)


def fight_on(state: State, *dice: int, unit: str = "A") -> Called:
    """A locked unit is activated."""
    return Called(state, FIGHT_ON, OfUnit(unit), *dice)


def pick(one: str) -> PickAnswer:
    """An answer that picks one."""
    return PickAnswer((one,))


def result(played: Called) -> tuple[str, str, int, int]:
    """Who came out ahead, what happens to the other, and both scores, the first striker's first."""
    (event,) = [e for e in played.events if e.type == "result"]
    mine, theirs = event.sums
    return event.data["winner"], event.data["band"], int(mine.total), int(theirs.total)


def rows(played: Called, which: int) -> dict[str, float]:
    """What a score is made of: the sentences and their points."""
    (event,) = [e for e in played.events if e.type == "result"]
    return {text.key: value for text, value, _ in event.sums[which].rows}


def line(unit: str, y: float, n: int, rank: Any = "regular", *items: str, **more: Any) -> Made:
    """Troops side by side about the middle of the table; lines one inch apart touch."""
    return troops(unit, (18, y), n, rank, *items, **more)
