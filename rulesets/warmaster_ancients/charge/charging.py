"""Charges: declared at a seen enemy, shot at by him, placed by the rules, or failed.

WMA-RCT-01 to WMA-RCT-05, WMA-INI-04, WMA-R22, WMA-R29, WMA-S10, WMA-S11, WMA-S13, WMA-S33. Row 10 of the player
decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes as marks
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, Question
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.kit import situation
from game.kit.verdicts import barred
from game.kit.which_next import OneOf
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.stand_places import LEGS_BEFORE, Placement, place_charge
from rulesets.warmaster_ancients.field import facts, sight, status
from rulesets.warmaster_ancients.field.scene import remembered
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, length
from rulesets.warmaster_ancients.move import courses, forced, moves
from rulesets.warmaster_ancients.move.courses import CourseError, Leg
from rulesets.warmaster_ancients.shoot.volley import VOLLEY, VolleyData, volley_forecast

REACH = length("initiative_reach")


class ChargeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge declared and found possible: who, at whom, the legs before the last; what the target's shooting did."""

    unit: str
    target: str
    legs: tuple[Leg, ...] = ()
    volley: int = 0


CHARGE = FrameOf("wma.charge", ChargeData)


def unit_bar(view: State, unit: str) -> ask.Bar | None:
    """Why a unit can charge nobody now, or None."""
    if profile(view, unit).artillery:
        return ask.Bar(T("Artillery does not charge"), "WMA-S33")
    if view.units[unit].own.charged:
        return ask.Bar(T("It has already charged this turn"), "WMA-S10")
    if facts.engaged(view, unit):
        return ask.Bar(T("It is engaged in combat"), "WMA-CMD-06")
    return None


def target_bar(view: State, unit: str, target: str, initiative: bool) -> ask.Bar | None:
    """Why a unit cannot charge this enemy, straight from where it stands, or None."""
    if bar := unit_bar(view, unit):
        return bar
    if target not in facts.enemies(view, view.units[unit].side):
        return ask.Bar(T("That enemy is not on the table"), "WMA-S10")
    distance = facts.distance(view, unit, target)
    if initiative and MEASURES.more_than(distance, REACH):
        names = {"target": Thing(target), "distance": Length(distance), "limit": Length(REACH)}
        text = T("{target}: {distance} away; on initiative a unit charges only enemies within {limit}", **names)
        return ask.Bar(text, "WMA-R29")
    return placed(view, unit, target).bar


def placed(view: State, unit: str, target: str, legs: tuple[Leg, ...] = ()) -> Placement:
    """Where the stands of a charger would end (WMA-S11), or why they cannot; a straight charge is worked out once."""
    return place_charge(view, unit, target, legs) if legs else _straight(view, unit, target)


_straight = remembered(place_charge)


def targets(view: State, unit: str, initiative: bool) -> list[tuple[str, ask.Bar | None]]:
    """The enemies that a unit might charge, nearest first, with the reason where it may not.

    Enemies so far off that no course could matter are left out.
    """
    return [(e, target_bar(view, unit, e, initiative)) for e in targets_near(view, unit, initiative)]


def possible(view: State, unit: str, initiative: bool) -> Iterator[str]:
    """The enemies that a unit may charge straight from where it stands, nearest first, looked for one by one."""
    if unit_bar(view, unit) is None:
        yield from (e for e in targets_near(view, unit, initiative) if target_bar(view, unit, e, initiative) is None)


def targets_near(view: State, unit: str, initiative: bool) -> list[str]:
    """Enemies near enough for a charge to be thought of, nearest first."""
    enemies = facts.enemies(view, view.units[unit].side)
    distances = facts.unit_distances(view, unit, enemies)
    limit = REACH if initiative else moves.allowance(view, unit, "charge").mm
    return [e for e in sorted(enemies, key=distances.__getitem__) if MEASURES.within(distances[e], limit + 50.0)]


def mode(view: State, unit: str, initiative: bool) -> ask.Mode:
    """Charging as a mode of a move: its targets with their bars."""
    bar = unit_bar(view, unit)
    listed = (
        () if bar else tuple(ask.Choice(t, T("{unit}", unit=Thing(t)), b) for t, b in targets(view, unit, initiative))
    )
    if bar is None and not any(c.bar is None for c in listed):
        bar = listed[0].bar if listed else ask.Bar(T("No enemy is near enough"), "WMA-S10")
    allowed = moves.allowance(view, unit, "charge").mm
    duty = T("Straight into contact; up to {n} legs may come before", n=LEGS_BEFORE)
    return ask.Mode("charge", T("Charge"), courses.VERBS, allowed, LEGS_BEFORE, "placed", listed, duty=duty, bar=bar)


def verdict(view: State, answer: ask.MoveAnswer, initiative: bool) -> ask.Verdict:
    """Judge a charge: where its stands would end, or why it is refused, with numbers."""
    unit, target = answer.subject, answer.mark
    if bar := unit_bar(view, unit):
        return barred(bar, unit)
    if not target:
        return ask.unfinished(T("Choose the enemy to charge"), "WMA-S10")
    try:
        legs = courses.legs_of(view, unit, answer.courses)
    except CourseError as wrong:
        return ask.refused(wrong.text, "WMA-S10")
    if len(legs) > LEGS_BEFORE:
        return ask.refused(T("At most {n} legs may come before a charge", n=LEGS_BEFORE), "WMA-S10")
    straight = not legs or (initiative and MEASURES.more_than(facts.distance(view, unit, target), REACH))
    if straight and (bar := target_bar(view, unit, target, initiative)):
        return barred(bar, target)
    allowed = moves.allowance(view, unit, "charge").mm
    found = placed(view, unit, target, legs)
    astray = found.refusal is not None and legs and target_bar(view, unit, target, initiative) is None
    return found.judged(allowed, replace(answer, courses=()) if astray else None)


def forecast(asks: Question, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
    """The odds of a charge that may be made, by the functions that fight it: the target's volley, the first round."""
    if (
        not isinstance(answer, ask.MoveAnswer)
        or answer.mode != "charge"
        or not asks.check(view, decision, answer).legal
    ):
        return None
    unit, target = answer.subject, answer.mark
    found = placed(view, unit, target, courses.legs_of(view, unit, answer.courses))
    shots = tuple(stand for stand, _ in reaction_aims(view, target, unit))
    return odds.charge_forecast(view, unit, target, found.ends, shots)


def reaction_aims(view: State, target: str, charger: str) -> tuple[tuple[str, str], ...]:
    """The stands of a charged unit that may shoot at the charger, as aims (WMA-S13); none where it may not shoot."""
    reacted = view.units[target].own.reacted
    if profile(view, target).range is None or facts.engaged(view, target) or reacted:
        return ()
    stands = (stand.id for stand in facts.stands(view, target))
    return tuple((stand, charger) for stand in stands if sight.stand_sees_unit(view, stand, charger))


class ReactionQuestion(OneOf):
    """Shoot at the charger, which is usual, or hold (decision 10)."""

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the volley."""
        if self.chosen(decision, answer) != "shoot":
            return None
        unit, charger = decision.args["unit"], decision.args["charger"]
        return volley_forecast(view, unit, reaction_aims(view, unit, charger), True)


REACT = Posed("reaction", ReactionQuestion("reaction", {"shoot": T("Shoot"), "hold": T("Hold")}))


@CHARGE.step
def _begin(run: Run, data: ChargeData, got: Any) -> Outcome:
    """The charge is declared; the target may shoot."""
    unit, target = data.unit, data.target
    text = T("{unit} set out to charge {target}", unit=Thing(unit), target=Thing(target))
    charged = marks.unit(run.state, unit, charged=True)
    run.tell(unit, "charge_declared", "order", text, ("WMA-S10",), *charged, also=(target,), unit=unit, target=target)
    if not reaction_aims(run.state, target, unit):
        return Goto("place", data)
    side = run.state.units[target].side
    names = {"side": Thing(side), "unit": Thing(target), "charger": Thing(unit)}
    message = T("{side}: a charge by {charger} on {unit}; shoot?", **names)
    return REACT.ask(
        side, message, {"unit": target, "charger": unit}, ("WMA-RCT-01", "WMA-S13"), then="reacted", data=data
    )


@CHARGE.step
def _reacted(run: Run, data: ChargeData, got: ask.Reply) -> Outcome:
    if got.parts["reaction"] != "shoot":
        return Goto("place", data)
    aims = reaction_aims(run.state, data.target, data.unit)
    changes = marks.unit(run.state, data.target, reacted=True)
    run.tell(data.target, "reaction", "shot", None, ("WMA-RCT-01", "WMA-RCT-02"), *changes, also=(data.unit,))
    return VOLLEY.call(VolleyData(data.target, aims, True), "shot", data)


@CHARGE.step
def _shot(run: Run, data: ChargeData, got: dict[str, int]) -> Outcome:
    dealt = int(got.get(data.unit, 0)) if got else 0
    if not situation.on_table(run.state, data.unit):
        return Done()
    return Goto("place", replace(data, volley=dealt))


@CHARGE.step
def _place(run: Run, data: ChargeData, got: Any) -> Outcome:
    """The survivors are placed by WMA-S11; where that is no longer possible the charge has failed."""
    view, unit, target = run.state, data.unit, data.target
    legs = tuple({b: p for b, p in leg.items() if view.bases[b].where == "table"} for leg in data.legs)
    found = placed(view, unit, target, legs)
    if found.refusal is not None:
        return Goto("fail", data)
    own = status.met(view, unit, found.touched, "charge", volley=data.volley, shot_by=target)
    names = {"unit": Thing(unit), "distance": Length(found.farthest), "target": Thing(target)}
    text = T("{unit} charged {distance} into {target}", **names)
    changes: list[ev.Change] = [ev.SetPose(base, pose) for base, pose in found.ends.items()]
    ties = status.made_contact(run, unit, own)
    changes += (*marks.unit(view, unit, attacked=True), *ties)
    to: dict[str, Any] = {"target": target, "travel": found.farthest, "reached": list(found.touched)}
    clauses = ("WMA-S11", "WMA-CMB-02")
    run.tell(unit, "charged", "move", text, clauses, *changes, also=found.touched, unit=unit, **to)
    return Done()


def failed_charge(view: State, unit: str, target: str) -> tuple[Leg, float]:
    """Where the survivors of a charge that is no longer possible end, and how far they go (mm): WMA-S13."""
    way = facts.between(view, unit, target)
    most = min(way.distance - ENEMY_GAP, moves.allowance(view, unit, "charge").mm)
    if most <= 0.0:
        return {}, 0.0
    direction = ((way.b[0] - way.a[0]) / way.distance, (way.b[1] - way.a[1]) / way.distance)
    distance = forced.free_way(view, unit, direction, most)
    return forced.shifted(view, unit, direction, distance), distance


@CHARGE.step
def _fail(run: Run, data: ChargeData, got: Any) -> Outcome:
    """The survivors go straight towards the target until 1 cm from it, their allowance or an obstacle (WMA-S13)."""
    unit, target = data.unit, data.target
    ends, travel = failed_charge(run.state, unit, target)
    text = T("The charge of {unit} failed after {distance}", unit=Thing(unit), distance=Length(travel))
    moved = [ev.SetPose(base, pose) for base, pose in ends.items()]
    way: dict[str, Any] = {"unit": unit, "target": target, "travel": round(travel, 3)}
    run.tell(unit, "charge_failed", "move", text, ("WMA-S13",), *moved, also=(target,), **way)
    return Done()
