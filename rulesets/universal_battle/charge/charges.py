"""A charge from its declaration to contact, or to where it is broken or falls short (USB-CMB-06, steps 1 to 5).

And what a unit that is charged may do: move aside, shoot, dig in, or nothing. USB-CHG-01 to -08, USB-FRM-09,
USB-FRM-10, USB-R12, USB-R18, USB-R24, USB-R25, USB-S11.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.paths import length_of
from game.geometry.shapes import Point
from rulesets.universal_battle import calls
from rulesets.universal_battle.attack.hidden import HIDDEN, Found, HiddenData, begins_attack, is_hidden
from rulesets.universal_battle.charge import reach
from rulesets.universal_battle.charge.reach import planned
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations, near, sight, spacing, terrain
from rulesets.universal_battle.field.formations import formation, in_front
from rulesets.universal_battle.measures import SLACK, inch, more_than
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import immobile
from rulesets.universal_battle.move.ideas import reaches
from rulesets.universal_battle.move.movement import Drawing, mode
from rulesets.universal_battle.move.moving import CROSS, MOVE, Moved, MoveData, crossing, note_slow, put
from rulesets.universal_battle.move.plans import Plan
from rulesets.universal_battle.own import Formation

NONE, REACTIONS = "none", ("shoot", "entrench", "react")


def dug_in(view: State, unit: str, charger: str) -> bool:
    """Whether a unit is Entrenched when it is charged, by action or by terrain; a monster never is (USB-MON-09)."""
    if facts.monster(view, unit):
        return False
    by_engineers = any("engineers" in facts.model(b).specs for b in facts.left(view, charger))
    by_ground = terrain.effects(view, unit, charger, by_engineers)
    return by_ground.entrenched or (facts.own(view, facts.host(view, unit)).entrenched and not by_ground.no_entrench)


def may_react(view: State, unit: str, charger: str) -> bool:
    """Whether a unit has any reaction to a charge (USB-R24)."""
    if facts.is_locked(view, unit) or not facts.models(view, unit):
        return False
    return any(react_bar(view, unit, charger, name) is None for name in REACTIONS)


def react_bar(view: State, unit: str, charger: str, name: str) -> ask.Bar | None:
    """Why a charged unit may not react in a way, or None (USB-CHG-04 to -06, USB-R24)."""
    own, me, dug = facts.own(view, facts.host(view, unit)), Thing(unit), dug_in(view, unit, charger)
    spent = ask.Bar(T("{unit}: activated already", unit=me), "USB-CHG-04") if own.activated else None
    panicked = ask.Bar(T("{unit}: Panicked", unit=me), "USB-R24") if own.status == "panicked" else None
    if name == "react":
        if dug:
            return ask.Bar(T("{unit}: Entrenched, so it cannot move", unit=me), "USB-CHG-06")
        return spent or (ask.Bar(T("{unit} cannot move", unit=me), "USB-MON-04") if immobile(view, unit) else None)
    if name == "entrench":
        if dug:
            return ask.Bar(T("{unit}: Entrenched already", unit=me), "USB-CHG-06")
        column = formations.formation(view, unit) == "column"
        return (
            spent
            or panicked
            or (ask.Bar(T("A Column cannot Entrench: change its formation first"), "USB-FRM-03") if column else None)
        )
    return panicked or (None if dug else spent or _too_near(view, unit, charger)) or _no_shot(view, unit, charger)


def _too_near(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why a charger is too near to be shot at by who is not Entrenched, or None (USB-CHG-05)."""
    if more_than(near.distance(view, unit, charger), number("react_apart")):
        return None
    words = {"unit": Thing(charger), "limit": Length(inch(number("react_apart")))}
    return ask.Bar(T("{unit} is too near: more than {limit} is needed", **words), "USB-CHG-05")


def _no_shot(view: State, unit: str, charger: str) -> ask.Bar | None:
    """Why no model can shoot at a charger, or None."""
    if formations.formation(view, unit) == "phalanx" and not formations.in_front(view, unit, charger):
        return ask.Bar(T("A Phalanx attacks to its front only"), "USB-FRM-07")
    far = near.distance(view, unit, charger)
    if not any(far <= reach + SLACK for b in sight.seers(view, unit, charger) for reach in reaches(view, b)):
        return ask.Bar(T("{unit}: no weapon that reaches", unit=Thing(unit)), "USB-S26")
    return None


class ReactQuestion(Drawing):
    """The reaction of a charged unit (``args``: unit, charger, the formation in which the charge goes)."""

    modes = (NONE, *REACTIONS)

    def bar(self, view: State, decision: ask.Decision, name: str) -> ask.Bar | None:
        """What it may not do (USB-R24)."""
        args = decision.args
        return react_bar(view, args["unit"], args["charger"], name) if name in REACTIONS else None


REACT = Posed("react", ReactQuestion())


class ChargeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge on its way: who charges whom, along which ``courses``; none: as it goes best.

    ``arrival``: as it enters the table (USB-SPC-07). ``formation`` is that in which it moves, ``before`` and ``theirs``
    the Standfast of both when it was declared (USB-R25), ``leader`` and ``line`` who leads and how he goes, ``front``
    who had the other before the front of its Phalanx then (USB-S10).
    """

    unit: str
    target: str
    courses: tuple[ask.Course, ...] = ()
    arrival: bool = False
    formation: Formation = "skirmish"
    before: int = 0
    theirs: int = 0
    leader: str = ""
    line: tuple[Point, ...] = ()
    front: tuple[str, ...] = ()

    @property
    def comes_as(self) -> Formation:
        """The formation in which it ends: who attacks is Hidden no longer (USB-FRM-10)."""
        return "skirmish" if self.formation == "hidden" else self.formation


CHARGE = FrameOf("usb.charge", ChargeData)


@CHARGE.step
def _begin(run: Run, data: ChargeData, got: Any) -> Outcome:
    """It is declared: that is an attack, which ends the Hidden state and a False Flag (USB-FRM-10, USB-R53)."""
    state, unit, target = run.state, facts.host(run.state, data.unit), facts.host(run.state, data.target)
    rush = planned(state, unit, target, data.courses)
    fronts = {unit: rush.formation == "phalanx"}  # which it has to touch with, formed now or before
    fronts[target] = formation(state, target) == "phalanx" and in_front(state, target, unit)
    data = replace(
        data,
        unit=unit,
        target=target,
        formation=rush.formation,
        before=facts.strength(state, unit),
        theirs=facts.strength(state, target),
        leader=rush.leader,
        line=rush.lines.get(rush.leader, ()),
        front=tuple(u for u, there in fronts.items() if there),
    )
    text = T("{unit} charged {target}", unit=Thing(unit), target=Thing(target))
    run.tell(unit, "charge", "order", text, ("USB-ACT-04", "USB-CHG-02"), also=(target,), target=target)
    begins_attack(run, unit)
    if is_hidden(run.state, target):
        return HIDDEN.call(HiddenData(unit, target), "tested", data)
    return Goto("react", data)


@CHARGE.step
def _tested(run: Run, data: ChargeData, got: Found) -> Outcome:
    """The charge is no move where the target is not found (USB-R12)."""
    return Goto("react", data) if got.passed else CHARGE.done(None)


@CHARGE.step
def _react(run: Run, data: ChargeData, got: Any) -> Outcome:
    """The target's side is asked for a reaction, where it has any."""
    if not may_react(run.state, data.target, data.unit):
        return Goto("go", data)
    side = run.state.units[data.target].side
    words = {"side": Thing(side), "unit": Thing(data.target), "charger": Thing(data.unit)}
    message = T("{side}: a charge of {charger} on {unit}", **words)
    args = {"unit": data.target, "charger": data.unit, "formation": data.formation}
    return REACT.ask(side, message, args, ("USB-CHG-05", "USB-R24"), then="reacted", data=data)


@CHARGE.step
def _reacted(run: Run, data: ChargeData, got: ask.Reply) -> Outcome:
    """What the reaction is; a shot is at the charger, and at nobody else."""
    answer = got.answer
    if not isinstance(answer, ask.MoveAnswer) or answer.mode == NONE:
        return Goto("go", data)
    if answer.mode == "shoot":
        return calls.SHOOT.call(calls.Shoots(data.target, reaction_at=data.unit), "go", data)
    if answer.mode == "entrench":
        text = T("{unit} dug in", unit=Thing(data.target))
        deeds = changes.unit(run.state, data.target, entrenched=True)
        run.tell(data.target, "entrenched", "flow", text, ("USB-CHG-05", "USB-ACT-06"), *deeds, unit=data.target)
        return Goto("go", data)
    return MOVE.call(MoveData(data.target, "react", answer.courses), "aside", data)


@CHARGE.step
def _aside(run: Run, data: ChargeData, got: Moved) -> Outcome:
    """A new way to the same target, which need not be seen any more (USB-S11)."""
    state = run.state
    if got.ended or not data.courses or planned(state, data.unit, data.target, (), data.formation).bar is not None:
        return Goto("go", replace(data, courses=()))
    side = state.units[data.unit].side
    message = T("{side}: a new way for the charge of {unit}", side=Thing(side), unit=Thing(data.unit))
    args = {"unit": data.unit, "target": data.target, "formation": data.formation}
    return PATH.ask(side, message, args, ("USB-S11",), then="redrawn", data=data)


@CHARGE.step
def _redrawn(run: Run, data: ChargeData, got: ask.Reply) -> Outcome:
    courses = got.answer.courses if isinstance(got.answer, ask.MoveAnswer) else ()
    return Goto("go", replace(data, courses=courses))


@CHARGE.step
def _go(run: Run, data: ChargeData, got: Any) -> Outcome:
    """Losses so far, the way, what is crossed on it (USB-CMB-06, steps 4 and 5)."""
    state = run.state
    if not facts.models(state, data.unit) or not facts.models(state, data.target):
        return Goto("tell", data)
    if _broken(state, data):
        return _halt(run, data, True)
    rush = _way(state, data)
    if rush.bar is not None:
        return _halt(run, data, False)
    assert rush.metered is not None
    data = replace(data, leader=rush.leader, line=rush.lines[rush.leader])
    note_slow(run, data.unit, rush.metered.inside[rush.leader])
    return CROSS.call(crossing(state, data.unit, rush.metered.dangers, rush.metered.falls), "crossed", data)


def _way(view: State, data: ChargeData, limited: bool = True) -> Plan:
    """How it goes: as it was told, those who are lost left out, or as it goes best where that leads nowhere."""
    left = {b.id for b in facts.models(view, data.unit)} | {data.unit}
    told = tuple(c for c in data.courses if c.who in left)
    rush = planned(view, data.unit, data.target, told, data.formation, limited)
    if rush.bar is None or not data.courses:
        return rush
    return planned(view, data.unit, data.target, (), data.formation, limited)


def _broken(view: State, data: ChargeData) -> bool:
    """Whether a quarter of what it began the battle with was lost since the declaration (USB-R25)."""
    return 4 * (data.before - facts.strength(view, data.unit)) >= facts.initial(view, data.unit)


@CHARGE.step
def _crossed(run: Run, data: ChargeData, got: Any) -> Outcome:
    """Broken on the way, or in contact; one model's reach is everybody's, whoever fell (USB-CHG-01)."""
    state = run.state
    if not facts.models(state, data.unit):
        return Goto("tell", data)
    if _broken(state, data):
        return _halt(run, data, True)
    rush = _way(state, data, limited=False)
    if rush.bar is not None:
        return _halt(run, data, False)
    words = {"unit": Thing(data.unit), "target": Thing(data.target)}
    text, clauses = T("{unit} came into contact with {target}", **words), ("USB-CHG-08", "USB-S11")
    put(run, data.unit, "contact", text, clauses, rush.ends, data.comes_as, rush.lines, target=data.target)
    fight = calls.Fights(data.unit, data.target, charge=True, front=data.front)
    return calls.MELEE.call(fight, "tell", replace(data, before=0, theirs=0))


def _halt(run: Run, data: ChargeData, broken: bool) -> Outcome:
    """It stops halfway, or as near as its allowance leads it (USB-CHG-07, USB-S11)."""
    state, unit = run.state, data.unit
    leader, line = data.leader, data.line
    if not broken or leader not in spacing.poses_of(state, unit):
        leader, line = reach.approach(state, unit, data.target, data.formation)
    ends = reach.halted(state, unit, leader, line, length_of(line) / 2.0 if broken else length_of(line))
    words = {"unit": Thing(unit), "target": Thing(data.target)}
    text = T("The charge of {unit} was broken", **words) if broken else T("{unit} did not reach {target}", **words)
    clauses = ("USB-CHG-07", "USB-R25") if broken else ("USB-S11",)
    put(run, unit, "charge_broken" if broken else "charge_short", text, clauses, ends, data.comes_as)
    return Goto("tell", data)


@CHARGE.step
def _tell(run: Run, data: ChargeData, got: Any) -> Outcome:
    """Without a melee losses are tested where the charge has ended, the active side's first (USB-R18)."""
    both = ((data.unit, data.before), (data.target, data.theirs))
    hurt = [u for u, n in both if 0 < facts.strength(run.state, u) < n]
    told = replace(data, before=0, theirs=0)
    return calls.MORALE.call(calls.Tested(tuple(hurt)), "tell", told) if hurt else CHARGE.done(None)


def drawn_charge(view: State, answer: ask.MoveAnswer, rush: Plan) -> ask.Verdict:
    """What a check says of a charge; where it is refused as it was drawn, it may go as it goes best."""
    shown = replace(plans.verdict(view, answer, "charge", rush), reaches=(answer.mark,))
    drawn = rush.bar is not None and answer.courses
    best = drawn and planned(view, answer.subject, answer.mark).bar is None
    return replace(shown, nearest=replace(answer, courses=()) if best else None)


class PathQuestion(Drawing):
    """The new way of a charge after the target has moved aside (USB-S11)."""

    modes = ("charge",)

    def mode(self, view: State, decision: ask.Decision, name: str) -> ask.Mode:
        """The charge at its one mark."""
        marks = (ask.Choice(decision.args["target"], T("{unit}", unit=Thing(decision.args["target"]))),)
        return replace(mode(view, decision.args["unit"], "charge", marks), formations=())

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """As it goes best."""
        return ask.Reply(ask.MoveAnswer(decision.args["unit"], "charge", decision.args["target"]))

    def judged(self, view: State, decision: ask.Decision, answer: ask.MoveAnswer) -> ask.Verdict:
        """Judge the way."""
        args = decision.args
        answer = replace(answer, mark=args["target"])
        return drawn_charge(view, answer, planned(view, args["unit"], answer.mark, answer.courses, args["formation"]))


PATH = Posed("charge_path", PathQuestion())
