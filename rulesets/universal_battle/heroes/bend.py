"""Bend Luck: a hero turns his own dice by a point each, before the next are thrown (USB-PWR-03, USB-R50).

Asked die by die, where his points are enough to turn a failure into a success, and only so; of dice that are read off
as D2 or D3 up to the faces at which they come to more; of a smoke marker's die either way.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit.which_next import OneOf
from rulesets.universal_battle.attack.throws import BendData
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes import points

STEPS = (3, 4, 5)
"""Faces at which a die that is read off as D2 or D3 comes to more (USB-S15)."""
PART, NO = "bend", "no"
BEND: FrameOf[BendData, ev.Rolled] = FrameOf("usb.bend", BendData, ev.Rolled)


def courses(data: BendData, power: int, smoke: bool) -> dict[str, tuple[int, int]]:
    """What a face may become with so many points, by the name of the course; like faces are one.

    >>> courses(BendData("h", "u", (1, 2, 2, 5), 3), 2, False)
    {'1>3': (1, 3), '2>3': (2, 3)}
    >>> [*courses(BendData("h", "u", (4,), 4), 1, True)], [*courses(BendData("h", "u", (2,), 0), 2, False)]
    (['4>3'], ['2>3', '2>4'])
    """
    found: dict[str, tuple[int, int]] = {}
    for face in sorted(set(data.faces)):
        wanted = [f for f in ((data.need,) if data.need else STEPS) if f > face]
        wanted += [data.need - 1] if smoke and not wanted else []
        found |= {f"{face}>{new}": (face, new) for new in wanted if abs(new - face) <= power}
    return found


def _courses(view: State, data: BendData) -> dict[str, tuple[int, int]]:
    """A die thrown outside every activation is a smoke marker's."""
    return courses(data, facts.own(view, data.hero).power, not view.own.acting)


def _turned(face: int, new: int) -> Text:
    """What a course does, and what it costs."""
    points, words = abs(new - face), {"face": face, "new": new}
    return TN(
        "Turn a {face} into a {new}: {n} Power Point", "Turn a {face} into a {new}: {n} Power Points", points, **words
    )


class BendQuestion(OneOf):
    """Which die is turned, and to which face; to leave them is the usual answer."""

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        """To leave them, or a die."""
        found = _courses(view, msgspec.convert(decision.args["dice"], BendData))
        return (
            Choice(NO, T("Leave the dice as they lie")),
            *(Choice(name, _turned(face, new)) for name, (face, new) in found.items()),
        )


BEND_LUCK = Posed("bend_luck", BendQuestion(PART, drafted=True))


@BEND.step
def _begin(run: Run, data: BendData, got: Any) -> Outcome:
    if not _courses(run.state, data):
        return Done(ev.Rolled((data.faces,)))
    hero = run.state.units[data.hero]
    words: dict[str, Any] = {"hero": Thing(hero.id), "power": hero.own.power, "dice": ", ".join(map(str, data.faces))}
    message = T("{hero} ({power} PP): bend the dice {dice}?", **words)
    if data.need:
        message = T("{hero} ({power} PP): bend the dice {dice}? Needed: {need}+", need=data.need, **words)
    side, args = hero.side, {"dice": msgspec.to_builtins(data), "smoke": not run.state.own.acting}
    return BEND_LUCK.ask(side, message, args, ("USB-PWR-03", "USB-R50"), then="chosen", data=data)


@BEND.step
def _chosen(run: Run, data: BendData, got: Reply) -> Outcome:
    """A die that is turned lies so; there may be more of them (USB-PWR-03)."""
    if got.parts[PART] == NO:
        return Done(ev.Rolled((data.faces,)))
    face, new = _courses(run.state, data)[got.parts[PART]]
    points.spend(
        run, data.hero, abs(new - face), T("a {face} became a {new}", face=face, new=new), "USB-PWR-03", "luck_bent"
    )
    at = data.faces.index(face)
    return Goto("begin", replace(data, faces=(*data.faces[:at], new, *data.faces[at + 1 :])))
