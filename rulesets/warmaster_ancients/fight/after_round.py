"""What winners do: stay, fall back, pursue or announce an advance, each in its owner's order; where a pursuer goes.

WMA-RES-10, WMA-RES-11, WMA-RES-15, WMA-PUR-01 to WMA-PUR-04, WMA-ADV-05, WMA-R31, WMA-R36, WMA-R37, WMA-R39, WMA-R40,
WMA-S28, WMA-S29, WMA-S33, WMA-S42 (6).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes as marks
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Roll, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Point, Pose
from game.kit import situation
from game.kit.verdicts import ghosts
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.stand_places import Placement, place_charge
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.field.formations import Refusal, Way, sweep_refusal
from rulesets.warmaster_ancients.field.scene import board, what_if
from rulesets.warmaster_ancients.fight import odds, retreats
from rulesets.warmaster_ancients.fight.advance import limit_for
from rulesets.warmaster_ancients.fight.fights import Group
from rulesets.warmaster_ancients.fight.retreats import WITHDRAW, WithdrawData
from rulesets.warmaster_ancients.measures import count, length
from rulesets.warmaster_ancients.move.moves import shift_poses, touched_enemies
from rulesets.warmaster_ancients.own import UnitOwn

STAY, FALL_BACK, ADVANCE, PURSUE = "stay", "fall_back", "advance", "pursue:"
EXTRA = length("pursuit_extra_travel")


class Beaten(msgspec.Struct, frozen=True):
    """A beaten unit that still lives: by how much it has moved (mm), and how far it retreated (mm)."""

    dx: float
    dy: float
    distance: float


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A winning unit before its choice: the round, its rounds in this combat, its enemies, the way back from them."""

    unit: str
    number: int
    fought: int
    enemies: tuple[str, ...]
    way: tuple[float, ...]
    beaten: dict[str, Beaten] = {}


class AfterData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Winners of a group still to act; what has been chosen so far."""

    group: Group
    number: int
    fought: dict[str, int]
    units: tuple[str, ...]
    moved: dict[str, tuple[float, float, float]] = {}
    unit: str = ""
    pursuers: tuple[str, ...] = ()
    announced: tuple[tuple[str, float], ...] = ()


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes after a round: who pursues, and the advances that are announced, each unit with its reach (mm)."""

    pursuers: tuple[str, ...] = ()
    announced: tuple[tuple[str, float], ...] = ()


WINNERS = FrameOf("wma.winners", AfterData, Settled)


def standing(data: AfterData, unit: str) -> Standing:
    """What the choice of one winning unit rests on."""
    enemies = data.group.enemies[unit]
    beaten = {e: Beaten(*data.moved[e]) for e in enemies if e in data.moved}
    return Standing(unit, data.number, data.fought[unit], enemies, data.group.ways[unit], beaten)


def may_pursue(view: State, unit: str, target: str) -> Refusal | None:
    """Why a unit may not pursue a beaten one whatever the ground (WMA-PUR-01, WMA-PUR-03, WMA-S33), or None."""
    kind, other = profile(view, unit), profile(view, target)
    if kind.artillery:
        return Refusal(T("Artillery does not pursue"), "WMA-S33", "", unit)
    if kind.type == "infantry" and other.mounted:
        text = T("Infantry cannot pursue {target}: cavalry and chariots outrun it", target=Thing(target))
        return Refusal(text, "WMA-PUR-01", "", target)
    if kind.type == "infantry" and facts.fort_of(view, unit):
        return Refusal(T("Fortified infantry does not pursue"), "WMA-PUR-03", "", unit)
    return None


def pursuit(view: State, unit: str, target: str, vector: Point) -> Placement:
    """Where a unit that pursues another ends, which has moved by a vector (mm) in its retreat; or why it cannot.

    The way of all its stands is that vector's length; there is a lead stand where its contact had to be renewed.
    """
    barred = may_pursue(view, unit, target)
    if barred is None and not situation.on_table(view, target):
        barred = Refusal(T("{target}: gone", target=Thing(target)), "WMA-RES-10", "", target)
    if barred is not None:
        return Placement(target, barred)
    starts = facts.poses(view, unit)
    ends = shift_poses(starts, *vector)
    if refusal := _hindrance(view, unit, target, starts, ends):
        return Placement(target, refusal)
    found = Placement(target, ends=ends, touched=touched_enemies(view, unit, ends))
    if target not in found.touched:
        found = place_charge(what_if(view, ends), unit, target, lead_limit=EXTRA, other_limit=EXTRA)
    return replace(found, travel=dict.fromkeys(found.ends, math.hypot(*vector)))


def _hindrance(
    view: State, unit: str, target: str, starts: Mapping[str, Pose], ends: Mapping[str, Pose]
) -> Refusal | None:
    """What lies in the way of the shift (WMA-PUR-04, WMA-S09); the pursued does not hinder it but is not overlapped."""
    kind, side = profile(view, unit), view.units[unit].side
    way, place = Way(board(view), kind.type, side, unit, (target,)), Way(board(view), kind.type, side, unit)
    for stand, pose in ends.items():
        found = sweep_refusal(way, kind.footprint, stand, starts[stand], pose, charging=True)
        found = found or sweep_refusal(place, kind.footprint, stand, pose, pose, charging=True)
        if found is not None:
            return replace(found, clause="WMA-PUR-04" if found.clause.startswith("WMA-TER") else "WMA-S29")
    return None


def _first(*rows: tuple[object, Text, str]) -> ask.Bar | None:
    """The bar of the first row (whether it is so, why, clause) that holds, or None."""
    return next((ask.Bar(text, clause) for so, text, clause in rows if so), None)


def _spent(view: State, unit: str) -> tuple[bool, Text, str]:
    """A unit that has fought four rounds in this phase neither pursues nor advances (WMA-R37, WMA-RES-15)."""
    own: UnitOwn = view.units[unit].own
    most = count("rounds_per_phase")
    return own.rounds >= most, T("{unit}: {n} rounds fought in this phase", unit=Thing(unit), n=most), "WMA-R37"


def advance_bar(view: State, at: Standing) -> ask.Bar | None:
    """Why a winning unit may not advance, or None (WMA-RES-10, WMA-R39)."""
    unit, left = at.unit, [Thing(e) for e in at.enemies if situation.on_table(view, e)]
    own: UnitOwn = view.units[unit].own
    return _first(
        (left, T("Not all its enemies are destroyed: {units}", units=left), "WMA-R39"),
        (profile(view, unit).artillery, T("Artillery does not advance"), "WMA-S33"),
        (own.advanced, T("{unit} advanced already this turn", unit=Thing(unit)), "WMA-ADV-05"),
        _spent(view, unit),
    )


def pursuit_bar(view: State, at: Standing, enemy: str) -> ask.Bar | None:
    """Why a winning unit may not pursue a beaten enemy, or None."""
    last = at.number >= count("rounds_per_combat")
    bar = _first((last, T("After the second round no unit pursues"), "WMA-R36"), _spent(view, at.unit))
    if bar is not None:
        return bar
    return _pursuit(view, at, enemy).bar


class AfterQuestion(OneOf):
    """Stay, which is usual, fall back, pursue or advance (decision 21)."""

    def choices(self, view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
        """It stays, falls back (WMA-S28), pursues or advances, each with its bar."""
        at = _at(decision)
        room = retreats.free_cm(view, at.unit, at.way, 1)
        no_room = _first((room < 1, T("No room for {unit} to fall back", unit=Thing(at.unit)), "WMA-S28"))
        found = [ask.Choice(STAY, T("Stay")), ask.Choice(FALL_BACK, T("Fall back"), no_room)]
        for enemy, beaten in at.beaten.items():
            if situation.on_table(view, enemy):
                note = T("it went {distance}", distance=Length(beaten.distance))
                label = T("Pursue {enemy}", enemy=Thing(enemy))
                found.append(ask.Choice(PURSUE + enemy, label, pursuit_bar(view, at, enemy), note))
        note = T("up to {reach}", reach=Length(limit_for(at.fought)))
        return (*found, ask.Choice(ADVANCE, T("Advance"), advance_bar(view, at), note))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the course; a pursuit shows where it would end."""
        verdict, at = super().check(view, decision, answer), _at(decision)
        enemy = self._prey(decision, answer)
        if not verdict.legal or not enemy:
            return verdict
        found = _pursuit(view, at, enemy)
        return replace(verdict, ghosts=ghosts(found.ends), cost=found.farthest, reaches=found.touched)

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the round that a pursuit would bring."""
        at, enemy = _at(decision), self._prey(decision, answer)
        if not enemy or not self.check(view, decision, answer).legal:
            return None
        found = _pursuit(view, at, enemy)
        met = status.met(view, at.unit, found.touched, "pursuit", impetus=at.beaten[enemy].distance)
        return odds.combat_forecast(odds.pursuit_odds(view, at.unit, found.ends, met))

    def _prey(self, decision: ask.Decision, answer: ask.Answer) -> str:
        """The enemy that an answer would pursue, or ""."""
        course = self.chosen(decision, answer)
        return course.removeprefix(PURSUE) if course.startswith(PURSUE) else ""


AFTER_ROUND = Posed("after_round", AfterQuestion(by="unit"))


def _at(decision: ask.Decision) -> Standing:
    return msgspec.convert(decision.args, Standing)


def _pursuit(view: State, at: Standing, enemy: str) -> Placement:
    return pursuit(view, at.unit, enemy, (at.beaten[enemy].dx, at.beaten[enemy].dy))


@WINNERS.step
def _begin(run: Run, data: AfterData, got: Any) -> Outcome:
    units = tuple(u for u in data.units if situation.on_table(run.state, u))
    if not units:
        return WINNERS.done(Settled(data.pursuers, data.announced))
    side = run.state.units[units[0]].side
    message = T("{side}: which winning unit acts next?", side=Thing(side))
    return WINNER.ask(
        side, message, {"units": list(units)}, ("WMA-S42", "WMA-RES-10"), then="picked", data=replace(data, units=units)
    )


@WINNERS.step
def _picked(run: Run, data: AfterData, got: ask.Reply) -> Outcome:
    unit = picked(got)
    side = run.state.units[unit].side
    args: dict[str, Any] = msgspec.to_builtins(standing(data, unit))
    message = T("{side}: {unit} won; what next?", side=Thing(side), unit=Thing(unit))
    rest = replace(data, unit=unit, units=tuple(u for u in data.units if u != unit))
    return AFTER_ROUND.ask(side, message, args, ("WMA-RES-10",), then="chosen", data=rest)


@WINNERS.step
def _chosen(run: Run, data: AfterData, got: ask.Reply) -> Outcome:
    unit, course = data.unit, got.parts[data.unit]
    side = run.state.units[unit].side
    if course == STAY:
        run.tell(unit, "stays", "order", T("{unit} stayed", unit=Thing(unit)), ("WMA-RES-11",), unit=unit)
        return Goto("begin", data)
    if course == FALL_BACK:
        why = T("Fall-back of {unit}", unit=Thing(unit))
        row = ev.DiceRow(side, count("fall_back_dice"))
        return Roll(ev.Request((row,), why, "WMA-S28", about=(unit,)), "rolled")
    if course == ADVANCE:
        reach = limit_for(data.fought[unit])
        clause = "WMA-ADV-03" if data.fought[unit] <= 1 else "WMA-ADV-04"
        text = T("{unit} will advance, up to {reach}", unit=Thing(unit), reach=Length(reach))
        run.tell(unit, "advance_announced", "order", text, (clause, "WMA-S42"), unit=unit)
        return Goto("begin", replace(data, announced=(*data.announced, (unit, reach))))
    _pursue(run, standing(data, unit), course.removeprefix(PURSUE))
    return Goto("begin", replace(data, pursuers=(*data.pursuers, unit)))


def _pursue(run: Run, at: Standing, enemy: str) -> None:
    """The pursuer follows; its contacts are renewed (WMA-S29) and tied with the way the enemy went (WMA-R44)."""
    unit = at.unit
    found = _pursuit(run.state, at, enemy)
    own = status.met(run.state, unit, found.touched, "pursuit", impetus=at.beaten[enemy].distance)
    text = T("{unit} pursued {enemy}", unit=Thing(unit), enemy=Thing(enemy))
    changes: list[ev.Change] = [ev.SetPose(base, pose) for base, pose in found.ends.items()]
    changes += (*marks.unit(run.state, unit, attacked=True), *status.made_contact(run, unit, own))
    how: dict[str, Any] = {"target": enemy, "distance": round(found.farthest, 3), "reached": list(found.touched)}
    clauses = ("WMA-RES-12", "WMA-S29")
    run.tell(unit, "pursued", "move", text, clauses, *changes, also=found.touched, unit=unit, **how)
    status.cut_contacts(run)


@WINNERS.step
def _rolled(run: Run, data: AfterData, got: ev.Rolled) -> Outcome:
    return WITHDRAW.call(WithdrawData(data.unit, data.group.ways[data.unit], got.total, True), "begin")


WINNER = Posed("winner", WhichNext())
