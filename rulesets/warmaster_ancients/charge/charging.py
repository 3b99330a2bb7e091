"""Charges: declared at a seen enemy, shot at by him, placed by the rules, or failed.

WMA-RCT-01 to WMA-RCT-05, WMA-INI-04, WMA-R22, WMA-R29, WMA-S10, WMA-S11, WMA-S13, WMA-S33. Row 10 of the player
decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Choice,
    Decision,
    Ghost,
    Kind,
    Mode,
    MoveAnswer,
    OptionAnswer,
    OptionSpace,
    Reason,
    Reply,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Discrete, Forecast
from game.engine.state import State, other_sides
from game.engine.text import Length, T, Thing
from rulesets.warmaster_ancients import marks
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.places import Placement, place_charge
from rulesets.warmaster_ancients.field import contacts, facts, sight, status
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, count, length
from rulesets.warmaster_ancients.move import courses, forced, moves
from rulesets.warmaster_ancients.move.courses import CourseError, Leg
from rulesets.warmaster_ancients.own import UnitOwn
from rulesets.warmaster_ancients.shoot import shot_odds
from rulesets.warmaster_ancients.shoot.volley import VolleyData

REACT = "reaction"


class ChargeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge declared and found possible: who, at whom, the legs before the last; what the target's shooting did."""

    unit: str
    target: str
    legs: tuple[Leg, ...] = ()
    volley: int = 0


CHARGE = FrameOf("wma.charge", ChargeData)


# --- may it charge? ----------------------------------------------------------------------------------------------


def unit_bar(view: State, unit: str) -> Bar | None:
    """Why a unit can charge nobody now, or None."""
    own: UnitOwn = view.units[unit].own
    if profile(view, unit).artillery:
        return Bar(T("Artillery does not charge"), "WMA-S33")
    if own.charged:
        return Bar(T("It has charged this turn already"), "WMA-S10")
    if facts.engaged(view, unit):
        return Bar(T("It is engaged in combat"), "WMA-CMD-06")
    return None


def target_bar(view: State, unit: str, target: str, initiative: bool) -> Bar | None:
    """Why a unit cannot charge this enemy, straight from where it stands, or None."""
    bar = unit_bar(view, unit)
    if bar is not None:
        return bar
    if target not in facts.enemy_units(view, view.units[unit].side):
        return Bar(T("There is no such enemy on the table"), "WMA-S10")
    distance = facts.distance(view, unit, target)
    limit = length("initiative_reach")
    if initiative and MEASURES.more_than(distance, limit):
        return Bar(
            T(
                "{target}: {distance} away; on initiative only enemies within {limit} are charged",
                target=Thing(target),
                distance=Length(distance),
                limit=Length(limit),
            ),
            "WMA-R29",
        )
    found = placed(view, unit, target)
    return None if found.refusal is None else Bar(found.refusal.text, found.refusal.clause)


def placed(view: State, unit: str, target: str, legs: tuple[Leg, ...] = ()) -> Placement:
    """Where the stands of a charger would end (WMA-S11), or why they cannot; a straight charge is worked out once."""
    if legs:
        return place_charge(view, unit, target, legs)
    memo = board(view).memo
    key = ("charge", unit, target)
    if key not in memo:
        memo[key] = place_charge(view, unit, target)
    found = memo[key]
    assert isinstance(found, Placement)
    return found


def targets(view: State, unit: str, initiative: bool) -> list[tuple[str, Bar | None]]:
    """The enemies that a unit might charge, nearest first, with the reason where it may not.

    Enemies so far off that no course could matter are left out.
    """
    return [(e, target_bar(view, unit, e, initiative)) for e in _near(view, unit, initiative)]


def possible(view: State, unit: str, initiative: bool) -> Iterator[str]:
    """The enemies that a unit may charge straight from where it stands, nearest first, looked for one by one."""
    if unit_bar(view, unit) is None:
        yield from (e for e in _near(view, unit, initiative) if target_bar(view, unit, e, initiative) is None)


def _near(view: State, unit: str, initiative: bool) -> list[str]:
    """Enemies near enough for a charge to be thought of, nearest first."""
    enemies = facts.enemy_units(view, view.units[unit].side)
    distances = facts.unit_distances(view, unit, enemies)
    limit = length("initiative_reach") if initiative else moves.allowance(view, unit, "charge").mm
    order = sorted(enemies, key=lambda e: (distances[e], enemies.index(e)))
    return [e for e in order if MEASURES.within(distances[e], limit + 50.0)]


def mode(view: State, unit: str, initiative: bool) -> Mode:
    """Charging as a mode of a move: its targets with their bars."""
    bar = unit_bar(view, unit)
    listed = () if bar else tuple(Choice(t, T("{unit}", unit=Thing(t)), b) for t, b in targets(view, unit, initiative))
    if bar is None and not any(c.bar is None for c in listed):
        bar = listed[0].bar if listed else Bar(T("No enemy is near enough"), "WMA-S10")
    allowed = moves.allowance(view, unit, "charge")
    return Mode(
        "charge",
        T("Charge"),
        courses.VERBS,
        allowed.mm,
        count("charge_legs_before"),
        "placed",
        listed,
        duty=T("Straight into contact; up to {n} legs may come before", n=count("charge_legs_before")),
        bar=bar,
    )


def verdict(view: State, answer: MoveAnswer, initiative: bool) -> Verdict:
    """Judge a charge: where its stands would end, or why it is refused, with numbers."""
    unit = answer.subject
    bar = unit_bar(view, unit)
    if bar is not None:
        return _barred(bar, unit)
    if not answer.mark:
        return unfinished(T("Choose the enemy to charge"), "WMA-S10")
    try:
        legs = courses.legs_of(view, unit, answer.courses)
    except CourseError as wrong:
        return refused(wrong.text, "WMA-S10")
    most = count("charge_legs_before")
    if len(legs) > most:
        return refused(T("At most {n} legs may come before a charge", n=most), "WMA-S10")
    if not legs or (
        initiative and MEASURES.more_than(facts.distance(view, unit, answer.mark), length("initiative_reach"))
    ):
        bar = target_bar(view, unit, answer.mark, initiative)
        if bar is not None:
            return _barred(bar, answer.mark)
    allowed = moves.allowance(view, unit, "charge").mm
    found = placed(view, unit, answer.mark, legs)
    if found.refusal is not None:
        why = Reason(found.refusal.text, found.refusal.clause, answer.mark)
        straight = replace(answer, courses=())
        nearest = straight if legs and target_bar(view, unit, answer.mark, initiative) is None else None
        return Verdict("refused", (why,), nearest, allowance=allowed)
    return Verdict(
        "legal",
        ghosts=tuple(Ghost(b, p) for b, p in found.ends.items()),
        paths=found.paths,
        cost=found.farthest,
        allowance=allowed,
        reaches=found.touched,
    )


def _barred(bar: Bar, part: str) -> Verdict:
    return Verdict("refused", (Reason(bar.text, bar.clause, part),))


def forecast(view: State, answer: MoveAnswer) -> Forecast | None:
    """The odds of a charge, by the functions that fight it: the target's volley, then the first round."""
    unit, target = answer.subject, answer.mark
    found = placed(view, unit, target, courses.legs_of(view, unit, answer.courses))
    if not found.possible:
        return None
    shots = tuple(stand for stand, _ in reaction_aims(view, target, unit))
    return odds.charge_forecast(view, unit, target, found.ends, shots)


# --- shooting at chargers ----------------------------------------------------------------------------------------


def reaction_aims(view: State, target: str, charger: str) -> tuple[tuple[str, str], ...]:
    """The stands of a charged unit that may shoot at the charger, as aims (WMA-S13); none where it may not shoot."""
    own: UnitOwn = view.units[target].own
    if profile(view, target).range is None or facts.engaged(view, target) or own.reacted:
        return ()
    return tuple(
        (stand.id, charger) for stand in facts.stands(view, target) if sight.stand_sees_unit(view, stand.id, charger)
    )


class ReactionQuestion(Discrete):
    """Shoot at the charger, or hold (decision 10)."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Shoot or hold; shooting is the default."""
        choices = (Choice("shoot", T("Shoot")), Choice("hold", T("Hold")))
        return Asked(OptionSpace({"reaction": choices}), Reply(OptionAnswer({"reaction": "shoot"})))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the volley."""
        if not isinstance(answer, OptionAnswer) or answer.parts.get("reaction") != "shoot":
            return None
        unit, charger = decision.args["unit"], decision.args["charger"]
        return shot_odds.volley_forecast(view, unit, reaction_aims(view, unit, charger), True)


# --- steps -------------------------------------------------------------------------------------------------------


@CHARGE.step
def _begin(run: Run, data: ChargeData, got: Any) -> Outcome:
    """The charge is declared; the target may shoot."""
    side = run.state.units[data.unit].side
    run.emit(
        "charge_declared",
        "order",
        T("{unit} set out to charge {target}", unit=Thing(data.unit), target=Thing(data.target)),
        *marks.unit(run.state, data.unit, charged=True),
        clauses=("WMA-S10",),
        about=(data.unit, data.target),
        side=side,
        data={"unit": data.unit, "target": data.target},
    )
    aims = reaction_aims(run.state, data.target, data.unit)
    if not aims:
        return Goto("place", data)
    other = other_sides(run.state, side)[0]
    message = T(
        "{side}: a charge by {charger} on {unit}; shoot?",
        side=Thing(other),
        unit=Thing(data.target),
        charger=Thing(data.unit),
    )
    args = {"unit": data.target, "charger": data.unit}
    return Ask((Question(REACT, other, message, args, ("WMA-RCT-01", "WMA-S13")),), "reacted", data)


@CHARGE.step
def _reacted(run: Run, data: ChargeData, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    if got.answer.parts["reaction"] != "shoot":
        return Goto("place", data)
    run.emit(
        "reaction",
        "shot",
        None,
        *marks.unit(run.state, data.target, reacted=True),
        clauses=("WMA-RCT-01", "WMA-RCT-02"),
        about=(data.target, data.unit),
        side=run.state.units[data.target].side,
    )
    aims = reaction_aims_now(run.state, data)
    return Call("wma.volley", VolleyData(data.target, aims, True), "shot", data)


def reaction_aims_now(view: State, data: ChargeData) -> tuple[tuple[str, str], ...]:
    """The aims of a reaction that is being carried out: the mark that it has reacted is set already."""
    return tuple(
        (stand.id, data.unit)
        for stand in facts.stands(view, data.target)
        if sight.stand_sees_unit(view, stand.id, data.unit)
    )


@CHARGE.step
def _shot(run: Run, data: ChargeData, got: dict[str, int]) -> Outcome:
    dealt = int(got.get(data.unit, 0)) if got else 0
    if not facts.alive(run.state, data.unit):
        return Done()
    return Goto("place", replace(data, volley=dealt))


@CHARGE.step
def _place(run: Run, data: ChargeData, got: Any) -> Outcome:
    """The survivors are placed by WMA-S11; where that is no longer possible the charge has failed."""
    state = run.state
    legs = tuple({b: p for b, p in leg.items() if state.bases[b].where == "table"} for leg in data.legs)
    found = placed(state, data.unit, data.target, legs)
    if found.refusal is not None:
        return Goto("fail", data)
    turn = state.own.turn
    ties = contacts.made(
        run,
        data.unit,
        {
            enemy: status.contact_own(
                state, data.unit, enemy, "charge", data.volley if enemy == data.target else 0, turn
            )
            for enemy in found.touched
        },
    )
    run.emit(
        "charged",
        "move",
        T(
            "{unit} charged {distance} into {target}",
            unit=Thing(data.unit),
            distance=Length(found.farthest),
            target=Thing(data.target),
        ),
        *(ev.SetPose(base, pose) for base, pose in found.ends.items()),
        *marks.unit(state, data.unit, attacked=True),
        *ties,
        clauses=("WMA-S11", "WMA-CMB-02"),
        about=(data.unit, *found.touched),
        side=state.units[data.unit].side,
        data={"unit": data.unit, "target": data.target, "travel": found.farthest, "reached": list(found.touched)},
    )
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
    state = run.state
    poses, travel = failed_charge(state, data.unit, data.target)
    run.emit(
        "charge_failed",
        "move",
        T("The charge of {unit} failed after {distance}", unit=Thing(data.unit), distance=Length(travel)),
        *(ev.SetPose(base, pose) for base, pose in poses.items()),
        clauses=("WMA-S13",),
        about=(data.unit, data.target),
        side=state.units[data.unit].side,
        data={"unit": data.unit, "target": data.target, "travel": round(travel, 3)},
    )
    return Done()


QUESTIONS = {REACT: ReactionQuestion()}
