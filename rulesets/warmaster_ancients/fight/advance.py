"""Advances after destroying the enemy (WMA-S30): a charge at a new enemy near by, straight ahead, or nothing.

WMA-ADV-01 to WMA-ADV-05, WMA-RES-14, WMA-R22, WMA-R37, WMA-R38, WMA-R56, WMA-S30, WMA-S33, WMA-S42 (8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from game.engine import changes as marks
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Outcome, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose, forward, to_local
from game.geometry.steps import Advance
from game.kit import situation
from game.kit.verdicts import ghosts
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.stand_places import Placement, place_charge
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.field.formations import Refusal
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.measures import MEASURES, SAME, count, length
from rulesets.warmaster_ancients.move import courses, forced
from rulesets.warmaster_ancients.move.courses import CourseError
from rulesets.warmaster_ancients.own import UnitOwn

CHARGE, AHEAD, HOLD = "charge", "advance", "hold"
ONE_ROUND, MORE_ROUNDS = length("advance_one_round"), length("advance_more_rounds")
ASTRAY = 0.5
"""A drawn way that leaves straight ahead by no more than this (mm) counts as straight."""


class AdvanceData(msgspec.Struct, frozen=True):
    """An advance of ``unit``, up to ``reach`` mm."""

    unit: str
    reach: float


ADVANCE = FrameOf("wma.advance", AdvanceData, bool)


def limit_for(rounds: int) -> float:
    """How far (mm) a unit may advance that fought so many rounds in the combat (WMA-ADV-03, WMA-ADV-04, WMA-R56)."""
    return ONE_ROUND if rounds <= 1 else MORE_ROUNDS


def advance_charge(view: State, unit: str, target: str, limit: float) -> Placement:
    """Where an advance charge ends, or why it is not possible: ``limit`` mm to the target and for the lead stand."""
    kind = profile(view, unit)
    if kind.artillery:
        return Placement(target, Refusal(T("Artillery does not advance"), "WMA-S33", "", unit))
    apart = facts.distance(view, unit, target)
    if MEASURES.more_than(apart, limit):
        how_far = {"distance": Length(apart), "limit": Length(limit)}
        text = T("{target}: {distance} away, the advance reaches {limit}", target=Thing(target), **how_far)
        clause = "WMA-ADV-03" if limit > MORE_ROUNDS else "WMA-ADV-04"
        return Placement(target, Refusal(text, clause, "", target, round(apart - limit, 3)))
    return place_charge(view, unit, target, lead_limit=limit, other_limit=max(limit, kind.move))


def advance_targets(view: State, unit: str, limit: float) -> Iterator[Placement]:
    """The advance charges of a unit at every enemy within the limit, in order, impossible ones with their reasons."""
    enemies = facts.enemies(view, view.units[unit].side)
    near = [e for e in enemies if MEASURES.within(facts.distance(view, unit, e), limit)]
    return (advance_charge(view, unit, e, limit) for e in near)


def plain_advance(view: State, unit: str, limit: float) -> tuple[float, forced.Met | None]:
    """How far (mm) a unit may go straight ahead along its facing (WMA-S30), and what stops it; artillery stays."""
    if profile(view, unit).artillery:
        return 0.0, None
    return forced.chosen_way(view, unit, forward(facts.facing(view, unit)), limit)


def advanced(view: State, unit: str, mm: float) -> dict[str, Pose]:
    """Where a unit's stands are after a plain advance."""
    if not mm:
        return facts.poses(view, unit)
    return forced.shifted(view, unit, forward(facts.facing(view, unit)), mm)


class AdvanceQuestion:
    """Charge a seen enemy in reach, go straight ahead, or stay (decision 23)."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the targets, the free way ahead, and doing nothing, which is the default."""
        unit, reach = decision.args["unit"], float(decision.args["reach"])
        found = advance_targets(view, unit, reach)
        listed = tuple(ask.Choice(p.target, T("{unit}", unit=Thing(p.target)), p.bar) for p in found)
        nobody = listed[0].bar if listed else ask.Bar(T("No enemy within {reach}", reach=Length(reach)), "WMA-ADV-01")
        bar = None if any(c.bar is None for c in listed) else nobody
        duty = T("No charge bonus, and no enemy shoots at it")
        straight = T("Along its facing, formation kept")
        most = plain_advance(view, unit, reach)[0]
        modes = (
            ask.Mode(CHARGE, T("Charge"), allowance=reach, ends="placed", marks=listed, duty=duty, bar=bar),
            ask.Mode(AHEAD, T("Straight ahead"), ("advance",), most, duty=straight),
            ask.Mode(HOLD, T("Stay")),
        )
        mover = ask.Mover(unit, T("{unit}", unit=Thing(unit)), modes)
        return ask.Asked(ask.MoveSpace((mover,)), self.default(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """To stay."""
        return ask.Reply(ask.MoveAnswer(decision.args["unit"], HOLD))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a charge, a way ahead or a halt; the nearest legal one where it is refused."""
        unit, reach = decision.args["unit"], float(decision.args["reach"])
        if not isinstance(answer, ask.MoveAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if answer.subject != unit:
            return ask.refused(T("{unit} must make the advance", unit=Thing(unit)), "WMA-S42")
        if answer.mode == HOLD:
            return ask.Verdict("legal", ghosts=ghosts(facts.poses(view, unit)), cost=0.0)
        if answer.mode == AHEAD:
            return _ahead_verdict(view, answer, reach)
        if answer.mode != CHARGE:
            return ask.refused(T("Unknown kind of move: {mode}", mode=answer.mode))
        if not answer.mark:
            return ask.unfinished(T("Choose the enemy to charge"), "WMA-ADV-01", allowance=reach)
        if answer.mark not in facts.enemies(view, view.units[unit].side):
            return ask.refused(T("That enemy is not on the table"), "WMA-ADV-01")
        return advance_charge(view, unit, answer.mark, reach).judged(reach)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Charges, the whole and half the way ahead, and staying, looked for one by one."""
        return islice(self._ideas(view, decision.args["unit"], float(decision.args["reach"])), limit)

    def _ideas(self, view: State, unit: str, reach: float) -> Iterator[ask.Reply]:
        for found in advance_targets(view, unit, reach):
            if found.possible:
                yield ask.Reply(ask.MoveAnswer(unit, CHARGE, found.target))
        most = plain_advance(view, unit, reach)[0]
        for way in (most, most / 2.0):
            if way > 0.0:
                yield ask.Reply(_ahead(unit, way))
        yield ask.Reply(ask.MoveAnswer(unit, HOLD))

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the combat that an advance charge would begin."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode != CHARGE:
            return None
        unit, reach = decision.args["unit"], float(decision.args["reach"])
        found = advance_charge(view, unit, answer.mark, reach)
        if not found.possible:
            return None
        return odds.combat_forecast(odds.charge_odds(view, unit, answer.mark, found.ends, how="advance"))

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """Staying, where nothing else is possible."""
        if plain_advance(view, decision.args["unit"], float(decision.args["reach"]))[0] > 0.0:
            return None
        only = list(self.candidates(view, decision, "any", 2))
        return only[0] if len(only) == 1 else None


ADVANCE_QUESTION = Posed("advance", AdvanceQuestion())


def _ahead(unit: str, mm: float) -> ask.MoveAnswer:
    return ask.MoveAnswer(unit, AHEAD, courses=(ask.Course(unit, (Advance(round(mm, 3)),)),))


def drawn_way(view: State, answer: ask.MoveAnswer) -> tuple[float, float]:
    """How far ahead and aside (mm) a drawn course takes a unit's first stand. Raises CourseError."""
    legs = courses.legs_of(view, answer.subject, answer.courses)
    stand, start = next(iter(facts.poses(view, answer.subject).items()))
    if not legs:
        return 0.0, 0.0
    end = legs[-1][stand]
    aside, ahead = to_local(start, (end.x, end.y))
    return round(ahead, 3), round(aside, 3)


def _ahead_verdict(view: State, answer: ask.MoveAnswer, reach: float) -> ask.Verdict:
    unit = answer.subject
    if not answer.courses:
        return ask.unfinished(T("Give the distance"), "WMA-S30", allowance=reach)
    try:
        ahead, aside = drawn_way(view, answer)
    except CourseError as wrong:
        return ask.refused(wrong.text, "WMA-S30")
    most, stop = plain_advance(view, unit, reach)
    nearest = _ahead(unit, min(max(ahead, 0.0), most))
    if abs(aside) > ASTRAY or ahead < 0.0:
        return ask.refused(T("A plain advance goes straight ahead"), "WMA-S30", nearest=nearest, allowance=most)
    if ahead > most + SAME:
        text = T("It may go {way} at most", way=Length(most))
        if most < reach and stop is not None and stop.thing:
            text = T("It may go {way}; then the way is barred by {thing}", way=Length(most), thing=Thing(stop.thing))
        return ask.refused(text, "WMA-S30", nearest=nearest, allowance=most, cost=ahead)
    return ask.Verdict("legal", ghosts=ghosts(advanced(view, unit, ahead)), cost=ahead, allowance=most)


@ADVANCE.step
def _begin(run: Run, data: AdvanceData, got: Any) -> Outcome:
    """An announced advance is made if it still can be (WMA-R37)."""
    view, unit = run.state, data.unit
    if not situation.on_table(view, unit):
        return ADVANCE.done(False)
    own: UnitOwn = view.units[unit].own
    if facts.engaged(view, unit) or own.advanced or own.rounds >= count("rounds_per_phase"):
        _not_after_all(run, unit)
        return ADVANCE.done(False)
    side = view.units[unit].side
    message = T("{side}: advance {unit}, up to {reach}", side=Thing(side), unit=Thing(unit), reach=Length(data.reach))
    args = {"unit": unit, "reach": data.reach}
    return ADVANCE_QUESTION.ask(side, message, args, ("WMA-ADV-01", "WMA-R38"), then="chosen")


@ADVANCE.step
def _chosen(run: Run, data: AdvanceData, got: ask.Reply) -> Outcome:
    answer = got.answer
    assert isinstance(answer, ask.MoveAnswer)
    if answer.mode == CHARGE:
        _charge(run, data, advance_charge(run.state, data.unit, answer.mark, data.reach))
        return ADVANCE.done(True)
    if answer.mode == AHEAD:
        _go_ahead(run, data.unit, drawn_way(run.state, answer)[0])
    else:
        _not_after_all(run, data.unit)
    return ADVANCE.done(False)


def _not_after_all(run: Run, unit: str) -> None:
    run.tell(unit, "held", "move", T("{unit}: no advance after all", unit=Thing(unit)), ("WMA-S42",))


def _charge(run: Run, data: AdvanceData, found: Placement) -> None:
    """Into a new enemy: no modifiers, nobody shoots (WMA-ADV-02, WMA-R22); a new combat at once (WMA-RES-14)."""
    view, unit = run.state, data.unit
    own = status.met(view, unit, found.touched, "advance")
    names = {"unit": Thing(unit), "distance": Length(found.farthest), "target": Thing(found.target)}
    text = T("{unit} advanced {distance} into {target}", **names)
    changes: list[ev.Change] = [ev.SetPose(base, pose) for base, pose in found.ends.items()]
    changes += (*marks.unit(view, unit, advanced=True, attacked=True), *status.made_contact(run, unit, own))
    to: dict[str, Any] = {"target": found.target, "distance": found.farthest, "reached": list(found.touched)}
    clauses = ("WMA-ADV-01", "WMA-RES-14", "WMA-S30")
    run.tell(unit, "advance_charged", "move", text, clauses, *changes, also=found.touched, unit=unit, **to)


def _go_ahead(run: Run, unit: str, mm: float) -> None:
    text = T("{unit} advanced {distance}", unit=Thing(unit), distance=Length(mm))
    changes: list[ev.Change] = [ev.SetPose(base, pose) for base, pose in advanced(run.state, unit, mm).items()]
    changes += marks.unit(run.state, unit, advanced=True, attacked=True)
    run.tell(unit, "advanced", "move", text, ("WMA-R38", "WMA-S30"), *changes, unit=unit, distance=mm)
