"""Duties that last into this move, and whether all the lines of a sheet together keep them (NAP-S92, NAP-S94).

A double that was begun goes on; the parts of a unit stay together, led horses with their riders; who carries factors
reforms, and firearms are loaded at rest. What a body owes is data: a sentence, its clause and the move by which it is
due.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from game.engine.decision import Bar, Reason
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.planar import Shape
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.charge import threats
from rulesets.napoleonic_wars.clock import quarters
from rulesets.napoleonic_wars.command import doubling
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import timing
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import sending
from rulesets.napoleonic_wars.march.planned_way import Planned
from rulesets.napoleonic_wars.measures import SLACK, TICK, cm
from rulesets.napoleonic_wars.orders import drafting, judging

Lines = Mapping[str, Mapping[str, Any]]
DO = "do"
"""The field of a line in which its actions stand."""
ENDS = ("goal", "shut")
"""Marks of a plan at which a double ends of itself (NAP-S92)."""


class Duty(msgspec.Struct, frozen=True):
    """What a body owes: in a sentence, by its clause, in which move."""

    body: str
    text: Text
    clause: str
    due: int


class Tie(msgspec.Struct, frozen=True):
    """A part of a unit, the part that it must stay with, how far off (cm) it may be, and the clause (NAP-S94)."""

    part: str
    other: str
    far: float
    clause: str


class Told(msgspec.Struct, frozen=True):
    """A line of the sheet, read: its actions, and the way they come to."""

    actions: act.Actions
    plan: Planned

    @property
    def fights(self) -> bool:
        """Whether it charges or attacks: where it ends is not known."""
        return any(isinstance(one, act.FIGHTING) for one in self.actions)

    @property
    def doubles(self) -> bool:
        """Whether it is a move at the double."""
        return any(isinstance(one, act.Advance) and one.pace == "double" for one in self.actions)


def of(view: State, body: str) -> tuple[Duty, ...]:
    """What a body owes in this move."""
    told, now = facts.own(view, body), view.own.move
    found: list[Duty] = []
    if must_double(view, body):
        found.append(Duty(body, T("must continue at the double"), "NAP-DBL-02", now))
    elif told.engagement.renew:
        found.append(Duty(body, T("must charge {unit} again", unit=Thing(told.engagement.renew)), "NAP-CSQ-07", now))
    elif told.nerve.carried and reform.must_reform(view, body):
        found.append(Duty(body, T("must reform: disorganisation {n}", n=told.nerve.carried), "NAP-DIS-13", now))
    for tie in ties(view, view.units[body].side):
        if tie.part == body and not board_of(view).within(tie.part, tie.other, _far(view, tie)):
            text = T("must come within {far} cm of {unit}", far=_far(view, tie), unit=Thing(tie.other))
            found.append(Duty(body, text, tie.clause, now))
    if (loading := _loading(view, body)) is not None:
        found.append(loading)
    return tuple(found)


def _loading(view: State, body: str) -> Duty | None:
    """What a body whose firearms are not loaded must do before it fires with full effect (NAP-SMA-01 to -03, -07)."""
    weapons = {s.weapon for s in facts.own(view, body).subs} - {"", "bow"}
    if not weapons or timing.is_loaded(view, body) or facts.is_artillery(view, body):
        return None
    if timing.is_spent(view, body):
        text, clause = T("not loaded: reforms first"), "NAP-SMA-07"
    elif weapons <= {*timing.SLOW}:
        text, clause = T("not loaded: a whole move at rest loads"), "NAP-SMA-03"
    else:
        text, clause = T("not loaded: half a move at rest loads"), "NAP-SMA-02"
    return Duty(body, text, clause, view.own.move)


def bars(view: State, side: str, lines: Lines, taken: Mapping[str, str]) -> list[Reason]:
    """What is wrong with the lines of a sheet together; ``taken`` are bodies that a general leads in person."""
    told = {body: _written(view, body, lines.get(body, {}).get(DO, ())) for body in _mine(view, side)}
    found = [
        Reason(
            T("A double move must continue along its route for the whole move. March on at the double, or charge."),
            "NAP-DBL-02",
            body,
        )
        for body, one in told.items()
        if body not in taken and not _doubles_on(one) and (one.doubles or must_double(view, body))
    ]
    for tie in ties(view, side):
        bar = _torn(view, tie, told)
        if bar is not None:
            moved = tie.other if told[tie.other].plan.moved and not told[tie.part].plan.moved else tie.part
            found.append(Reason(bar.text, bar.clause, moved))
    return [*found, *_sent_too_far(view, told)]


def _mine(view: State, side: str) -> list[str]:
    return [
        b for b in facts.bodies(view, side) if not facts.is_forced(view, b) and not facts.own(view, b).captivity.captors
    ]


def _written(view: State, body: str, line: Any) -> Told:
    read = act.read(line)
    actions = () if isinstance(read, Bar) else read
    return Told(actions, judging.planned(view, body, actions))


# --- the double ------------------------------------------------------------------------------------------------------


def must_double(view: State, body: str) -> bool:
    """Whether a body must double in this move: it is bound, and a line by which it does so is legal (NAP-S92).

    That it stays together with the parts of its unit goes before: a part goes as its main body does, which is bound if
    the parts can keep up with it.
    """
    if quarters.is_played(view) or not doubling.is_bound(view, body) or facts.own(view, body).march.doing is not None:
        return False
    mine = [tie for tie in ties(view, view.units[body].side) if body in (tie.part, tie.other)]
    line = drafting.doubling_on(view, body)
    if any(tie.part == body for tie in mine) or not line or judging.line_bars(view, body, line):
        return False
    told = {tie.part: _written(view, tie.part, drafting.drafted(view, tie.part)) for tie in mine}
    told[body] = _written(view, body, line)
    return all(_torn(view, tie, told) is None for tie in mine)


def _doubles_on(told: Told) -> bool:
    """Whether a line goes on at the double for the whole move or to where the double ends, or charges (NAP-CTC-07)."""
    if any(isinstance(one, act.Charge) for one in told.actions):
        return True
    return told.doubles and (told.plan.time >= 1.0 - TICK or any(mark.what in ENDS for mark in told.plan.marks))


# --- the parts of a unit ---------------------------------------------------------------------------------------------


def ties(view: State, side: str) -> Iterator[Tie]:
    """Which parts of the side's units have to stay with which (NAP-ORG-11, NAP-R143, NAP-HRS-01)."""
    mine = [b for b in _mine(view, side) if b in board_of(view).sides]
    guards = {facts.own(view, u).captivity.captors for u in view.units}
    for body in mine:
        main = facts.main_body(view, facts.unit_of(view, body))
        if body == main or facts.own(view, body).detachment or body in guards or main not in mine:
            continue
        riders = _riders(view, body, mine)
        if riders:
            yield Tie(body, riders, number("horses_held"), "NAP-HRS-01")
        if riders != main:
            yield Tie(body, main, number("parts_together"), "NAP-ORG-11")


def _riders(view: State, horses: str, mine: list[str]) -> str:
    """The nearest dismounted part of its unit whose horses a body holds; "" where it holds none (NAP-HRS-01)."""
    if not groups.holds_horses(view, horses):
        return ""
    unit = facts.unit_of(view, horses)
    afoot = [
        b for b in mine if b != horses and facts.unit_of(view, b) == unit and not facts.own(view, b).stance.mounted
    ]
    return min(afoot, key=lambda b: (board_of(view).gap(b, horses), facts.natural(b)), default="")


def _far(view: State, tie: Tie) -> float:
    return tie.far * bases.longer(view)


def _torn(view: State, tie: Tie, told: Mapping[str, Told]) -> Bar | None:
    """Why two parts may not end so: too far from each other, whichever of them moved (NAP-S94)."""
    one, other = told[tie.part], told[tie.other]
    if one.fights or other.fights:
        return None
    before, limit = board_of(view).gap(tie.part, tie.other), cm(_far(view, tie)) + SLACK
    after = float(_end(view, tie.part, one).distance(_end(view, tie.other, other)))
    if after <= limit or after < before - SLACK:
        return None
    if before > limit and after <= before + SLACK and not _could_come(view, tie):
        return None
    if tie.clause == "NAP-HRS-01":
        text = T("Too far from the riders: led horses stay within {far} cm of them.", far=_far(view, tie))
    else:
        text = T("Too far from the unit: parts that are not detached stay within {far} cm of it.", far=_far(view, tie))
    return Bar(text, tie.clause)


def _could_come(view: State, tie: Tie) -> bool:
    """Whether a part that is too far off has a way by which it comes nearer."""
    line = drafting.rejoining(view, tie.part)
    if not line or judging.line_bars(view, tie.part, line):
        return False
    there = _end(view, tie.part, _written(view, tie.part, line))
    return board_of(view).to_shape(tie.other, there) < board_of(view).gap(tie.part, tie.other) - SLACK


def _end(view: State, body: str, told: Told) -> Shape:
    return threats.end_of(view, body, told.plan) if told.plan.moved else board_of(view).outline(body)


def _sent_too_far(view: State, told: Mapping[str, Told]) -> Iterator[Reason]:
    """Sub-units that are sent out end within reach of where their unit ends (NAP-S94, NAP-S74)."""
    for body, one in told.items():
        for sent in one.actions:
            if not isinstance(sent, act.SendOut) or sent.detach or not one.plan.moved or one.fights:
                continue
            far = number("parts_together") * bases.longer(view)
            if sending.distance_to(view, body, sent, _end(view, body, one)) > cm(far) + SLACK:
                text = T("Too far from the unit: parts that are not detached stay within {far} cm of it.", far=far)
                yield Reason(text, "NAP-ORG-11", body)


# --- mending ---------------------------------------------------------------------------------------------------------


def kept(view: State, side: str, lines: Lines) -> dict[str, dict[str, Any]]:
    """The lines with those changed that break a duty: doubles go on, the parts of torn units stand or rejoin."""
    found = {body: dict(fields) for body, fields in lines.items()}
    for _ in range(2):
        reasons = bars(view, side, found, {})
        if not reasons:
            break
        for reason in reasons:
            if reason.clause == "NAP-DBL-02":
                found[reason.part] = {DO: drafting.doubling_on(view, reason.part)}
                continue
            for part in facts.parts(view, facts.unit_of(view, reason.part)):
                if not must_double(view, part):
                    found.pop(part, None)
    for reason in bars(view, side, found, {}):
        line = drafting.rejoining(view, reason.part)
        if line and not judging.line_bars(view, reason.part, line):
            found[reason.part] = {DO: line}
    return found
