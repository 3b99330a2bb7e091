"""Bend Luck: a hero turns his own dice by a point each (USB-PWR-03, USB-R50).

Asked where so many points as he has can make a die succeed that failed, and only so; which dice those are is told by
the number to be shown, the cheapest first. Of a smoke marker's die either way may matter.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.decision import Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit.which_next import OneOf
from rulesets.universal_battle.attack.throws import BendData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes import points

STEPS = (3, 5)
"""Faces at which a die read off as D3 comes to more (USB-S15)."""
PART, NO = "bend", "0"


BEND: FrameOf[BendData, ev.Rolled] = FrameOf("usb.bend", BendData, ev.Rolled)


def _smoke(view: State) -> bool:
    """Whether the die is a smoke marker's: it is thrown outside every activation (USB-R50)."""
    return not view.own.acting


def bent(data: BendData, spent: int, *, lower: bool = False) -> tuple[int, ...]:
    """The dice after so many points: the failed ones nearest to success are raised.

    Plain numbers (a need of 0) are raised where they lie lowest; ``lower``: one that has succeeded is spoilt.

    >>> bent(BendData("h", "u", (1, 2, 2), 3), 2)
    (1, 3, 3)
    >>> bent(BendData("h", "u", (5, 4), 6), 1)
    (6, 4)
    """
    faces, left = list(data.faces), spent
    if lower:
        return (faces[0] - spent, *faces[1:]) if spent else data.faces
    for k, wanted in _wanted(data):
        if wanted - faces[k] <= left:
            left -= wanted - faces[k]
            faces[k] = wanted
    return tuple(faces)


def _wanted(data: BendData) -> list[tuple[int, int]]:
    """The dice that could come to more, the cheapest first, and the face at which each does."""
    found = []
    for k, face in enumerate(data.faces):
        wanted = data.need or next((f for f in STEPS if f > face), face)
        if face < wanted:
            found.append((k, wanted))
    return sorted(found, key=lambda one: one[1] - data.faces[one[0]])


def prices(data: BendData, power: int, *, lower: bool = False) -> tuple[int, ...]:
    """Numbers of points that would change the outcome, each by one die more; none where none would."""
    costs = [wanted - data.faces[k] for k, wanted in _wanted(data)]
    if lower and not costs:
        costs = [data.faces[0] - data.need + 1]
    sums = [sum(costs[: k + 1]) for k in range(len(costs))]
    return tuple(n for n in sums if n <= power)


class BendQuestion(OneOf):
    """How many points to bend dice with."""

    def __init__(self) -> None:
        super().__init__(PART, drafted=True)

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        """To leave them, or so many points for so many dice."""
        data = msgspec.convert(decision.args["dice"], BendData)
        found = [Choice(NO, T("Leave the dice as they lie"))]
        for n in prices(data, decision.args["power"], lower=decision.args["smoke"]):
            after = sum(
                a != b
                for a, b in zip(
                    bent(data, n, lower=decision.args["smoke"] and data.faces[0] >= data.need), data.faces, strict=True
                )
            )
            label = TN("Turn {n} die for {points} PP", "Turn {n} dice for {points} PP", after, points=n)
            found.append(Choice(str(n), label))
        return tuple(found)


BEND_LUCK = Posed("bend_luck", BendQuestion())


@BEND.step
def _begin(run: Run, data: BendData, got: Any) -> Outcome:
    power, smoke = facts.own(run.state, data.hero).power, _smoke(run.state)
    if not prices(data, power, lower=smoke):
        return Done(ev.Rolled((data.faces,)))
    words: dict[str, Any] = {"hero": Thing(data.hero), "dice": ", ".join(map(str, data.faces)), "power": power}
    message = T("{hero} ({power} PP): bend the dice {dice}?", **words)
    if data.need:
        message = T("{hero} ({power} PP): bend the dice {dice}? Needed: {need}+", **words, need=data.need)
    args = {"dice": msgspec.to_builtins(data), "power": power, "smoke": smoke}
    side = run.state.units[data.hero].side
    return BEND_LUCK.ask(side, message, args, ("USB-PWR-03", "USB-R50"), then="chosen", data=data)


@BEND.step
def _chosen(run: Run, data: BendData, got: Reply) -> Outcome:
    spent = int(got.parts[PART])
    if not spent:
        return Done(ev.Rolled((data.faces,)))
    points.spend(run, data.hero, spent, T("luck is bent"), "USB-PWR-03", "luck_bent")
    lower = _smoke(run.state) and data.faces[0] >= data.need
    return Done(ev.Rolled((bent(data, spent, lower=lower),)))
