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
from rulesets.universal_battle.heroes import points

HIGHEST = max(ev.D6)
PART, NO = "bend", "0"


class BendData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice of a side, and what each must show; whose activation it is, "" for the die of a smoke marker."""

    side: str
    faces: tuple[int, ...]
    need: int
    unit: str = ""
    smoke: bool = False


BEND: FrameOf[BendData, tuple[int, ...]] = FrameOf("usb.bend", BendData, tuple[int, ...])


def payer(view: State, data: BendData) -> str:
    """The hero who may bend these dice: he whose activation it is; for smoke the side's first with points (USB-R50)."""
    if data.smoke:
        return next(iter(points.able(view, data.side)), "")
    if view.own.acting != data.unit:
        return ""
    hero = points.hero_unit(view, data.unit)
    return hero if points.power(view, data.unit) else ""


def bent(data: BendData, spent: int) -> tuple[int, ...]:
    """The dice after so many points: the failed ones nearest to success are raised, smoke's succeeding one lowered.

    >>> bent(BendData("south", (1, 2, 2), 3), 2)
    (1, 3, 3)
    >>> bent(BendData("south", (5, 4), 7), 1)
    (6, 4)
    """
    need, faces, left = min(data.need, HIGHEST), list(data.faces), spent
    if data.smoke and faces[0] >= need:
        return (faces[0] - spent,) if spent else data.faces
    for k in sorted((k for k, face in enumerate(faces) if face < need), key=lambda k: need - faces[k]):
        if need - faces[k] <= left:
            left -= need - faces[k]
            faces[k] = need
    return tuple(faces)


def prices(data: BendData, power: int) -> tuple[int, ...]:
    """Numbers of points that would change the outcome, each by one die more; none where none would."""
    need = min(data.need, HIGHEST)
    costs = sorted(need - face for face in data.faces if face < need)
    if data.smoke and not costs:
        costs = [data.faces[0] - need + 1]
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
        for n in prices(data, decision.args["power"]):
            after = sum(a != b for a, b in zip(bent(data, n), data.faces, strict=True))
            label = TN("Turn {n} die for {points} PP", "Turn {n} dice for {points} PP", after, points=n)
            found.append(Choice(str(n), label))
        return tuple(found)


BEND_LUCK = Posed("bend_luck", BendQuestion())


@BEND.step
def _begin(run: Run, data: BendData, got: Any) -> Outcome:
    hero = payer(run.state, data)
    power = run.state.units[hero].own.power if hero else 0
    if not hero or not prices(data, power):
        return Done(data.faces)
    shown = ", ".join(map(str, data.faces))
    words = {"hero": Thing(hero), "dice": shown, "need": data.need, "power": power}
    message = T("{hero} ({power} PP): bend the dice {dice}? Needed: {need}+", **words)
    args = {"dice": msgspec.to_builtins(data), "power": power, "hero": hero}
    return BEND_LUCK.ask(data.side, message, args, ("USB-PWR-03", "USB-R50"), then="chosen", data=data)


@BEND.step
def _chosen(run: Run, data: BendData, got: Reply) -> Outcome:
    spent = int(got.parts[PART])
    if not spent:
        return Done(data.faces)
    points.spend(run, payer(run.state, data), spent, T("luck is bent"), "USB-PWR-03", "luck_bent")
    return Done(bent(data, spent))
