"""Bend Luck: dice turned for Power Points, with the odds of what each would change (USB-PWR-03, USB-R50, USB-S15)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Answer, Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit.sums import spread_row
from game.kit.which_next import OneOf
from rulesets.universal_battle.attack.blessing import rest
from rulesets.universal_battle.attack.throws import BendData
from rulesets.universal_battle.attack.volley import hopes
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.heroes.points import spend

PART, NO = "bend", "no"
GAIN = 1e-9
"""What makes no difference to the odds."""
BEND: FrameOf[BendData, ev.Rolled] = FrameOf("usb.bend", BendData, ev.Rolled)


def courses(data: BendData, power: int, smoke: bool) -> dict[str, tuple[int, int]]:
    """What a face may become with so many points, by the name of the course; like faces are one.

    >>> courses(BendData("h", "u", (1, 2, 2, 5), 3), 2, False)
    {'1>3': (1, 3), '2>3': (2, 3)}
    >>> [*courses(BendData("h", "u", (4,), 4), 1, True)]
    ['4>3']
    """
    found: dict[str, tuple[int, int]] = {}
    brings = data.brings
    for face in sorted(set(data.faces)):
        wanted = [f for f in ev.D6[face:] if brings[f - 1] != brings[f - 2]]
        wanted += [data.need - 1] if smoke and not wanted else []
        found |= {f"{face}>{new}": (face, new) for new in wanted if abs(new - face) <= power}
    return found


def turned(data: BendData, face: int, new: int) -> BendData:
    """The dice with one of them turned."""
    at = data.faces.index(face)
    return replace(data, faces=(*data.faces[:at], new, *data.faces[at + 1 :]))


def outcome(data: BendData) -> Spread:
    """What the dice come to as they lie: the Standfast that is lost by them, or the tests that are passed."""
    total, after = Spread.certain(0), data.stake and data.stake.after
    if after is not None:
        kept = sum(face >= data.need for face in data.faces)
        return rest(kept, len(data.faces), data.again, after).capped(data.left)
    for face in data.faces:
        total = total + data.brings[face - 1]
    return total.capped(data.left)


def at_best(data: BendData, power: int) -> BendData:
    """The dice with so many points spent on as many of them as they turn, the cheapest first."""
    while found := courses(data, power, False):
        face, new = min(found.values(), key=lambda one: one[1] - one[0])
        data, power = turned(data, face, new), power - (new - face)
    return data


def matters(data: BendData, power: int) -> bool:
    """Whether so many points, spent on as many dice as they turn, would change what the dice come to."""
    return abs(outcome(at_best(data, power)).mean - outcome(data).mean) > GAIN


def _courses(view: State, data: BendData) -> dict[str, tuple[int, int]]:
    """A die thrown outside every activation is a smoke marker's, and may be turned either way."""
    power, smoke = facts.own(view, data.hero).power, not view.own.acting
    return courses(data, power, smoke) if smoke or matters(data, power) else {}


def _turned(face: int, new: int) -> Text:
    """What a course does, and what it costs."""
    points, words = abs(new - face), {"face": face, "new": new}
    return TN(
        "Turn a {face} into a {new}: {n} Power Point", "Turn a {face} into a {new}: {n} Power Points", points, **words
    )


def roll_text(data: BendData) -> Text:
    """The odds of what the dice come to as they lie."""
    found, stake = outcome(data), data.stake
    if stake is not None:
        return hopes(stake.unit, found.mean, found.at_least(stake.left))
    return T("passed: {percent}%", percent=round(100 * found.at_least(1), 1))


def _data(decision: Decision) -> BendData:
    return msgspec.convert(decision.args["dice"], BendData)


def _turns(view: State, decision: Decision) -> tuple[Choice, ...]:
    """To leave the dice, or each course, with the odds of what follows."""
    data, found = _data(decision), []
    for name, faces in _courses(view, data).items():
        best = _further(view, data, faces)
        now, best_of_it = roll_text(turned(data, *faces)), best and roll_text(best)
        note = now if best_of_it is None else T("{odds}; with all points: {best}", odds=now, best=best_of_it)
        found.append(Choice(name, _turned(*faces), note=note))
    return (Choice(NO, T("Keep the dice"), note=roll_text(data)), *found)


def _further(view: State, data: BendData, faces: tuple[int, int]) -> BendData | None:
    """The dice after a course with the points that are left spent on them too, None where that changes nothing."""
    then, left = turned(data, *faces), facts.own(view, data.hero).power - abs(faces[1] - faces[0])
    return at_best(then, left) if view.own.acting and matters(then, left) else None


class BendQuestion(OneOf):
    """Which die is turned, and to which face; to leave them is the usual answer.

    Asked before the next dice are thrown, where his points are enough to change what comes of these, and only so: to
    turn a failure into a success, or a die that is read off as D2 or D3 into more, while there is anything left to
    lose; a smoke marker's die either way.
    """

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The odds of what the dice cost somebody, with the points and without them; exact as far as dice decide."""
        data, name = _data(decision), self.chosen(decision, answer)
        stake, found = data.stake, {NO: None} | _courses(view, data)
        if stake is None or name not in found:
            return None
        faces, who = found[name], {"unit": Thing(stake.unit)}
        rows: list[ForecastRow] = []
        if faces is not None:
            rows += [*_rows(turned(data, *faces), T("Standfast lost by {unit}", **who), T("{unit} destroyed", **who))]
            best = _further(view, data, faces)
            if best is not None:
                lost, gone = T("Standfast lost by {unit}, all points", **who), T("{unit} destroyed, all points", **who)
                rows += [*_rows(best, lost, gone)]
        lies = T("Standfast lost by {unit}, the dice left", **who), T("{unit} destroyed, the dice left", **who)
        return Forecast((*rows, *_rows(data, *lies)))


def _rows(data: BendData, lost: Text, gone: Text) -> tuple[ForecastRow, ...]:
    found = outcome(data)
    return spread_row(lost, found), ForecastRow(gone, found.at_least(data.left))


BEND_LUCK = Posed("bend_luck", BendQuestion(PART, drafted=True, courses=_turns))


@BEND.named("begin")
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


@BEND.named("chosen")
def _chosen(run: Run, data: BendData, got: Reply) -> Outcome:
    """A die that is turned lies so; there may be more of them (USB-PWR-03)."""
    if got.parts[PART] == NO:
        return Done(ev.Rolled((data.faces,)))
    face, new = _courses(run.state, data)[got.parts[PART]]
    spend(run, data.hero, abs(new - face), T("a {face} became a {new}", face=face, new=new), "USB-PWR-03", "luck_bent")
    return Goto("begin", turned(data, face, new))
