"""The action of a unit: Hold, Advance, Rush or Charge, and the way of every model.

AFS-ACT-02 to -06, AFS-ACT-09, AFS-MOV-04, AFS-R33, AFS-S12. Rows 10 to 12 of the player decisions; how the move is
carried out is told in `moving`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import Posed
from game.engine.odds import Pool, spread
from game.engine.ruleset import Forecast, ForecastRow, Goal
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.steps import Path
from game.kit.attack import reaches
from game.kit.figures.board import poses_of
from game.kit.figures.moves import Idea, Moves
from game.kit.sums import spread_row
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack import casualties, numbers
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.fight import melee
from rulesets.age_of_fantasy_skirmish.magic import casting
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.move import ideas, plans
from rulesets.age_of_fantasy_skirmish.move.plans import charge_bar, charge_marks, mode
from rulesets.age_of_fantasy_skirmish.walk.ways import Way, jump_need


class ActQuestion(Moves):
    """Hold, Advance, Rush or Charge, with the way of every model (decisions 10 to 12)."""

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the four actions."""
        unit = decision.args["unit"]
        hold = ask.Mode("hold", T("Hold"), duty=T("May shoot"), allowance=0.0)
        charge = mode(view, unit, "charge", charge_marks(view, unit))
        modes = (hold, mode(view, unit, "advance"), mode(view, unit, "rush"), charge)
        space = ask.MoveSpace((ask.Mover(unit, T("{unit}", unit=Thing(unit)), modes),))
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """To hold."""
        return ask.Reply(ask.MoveAnswer(decision.args["unit"], "hold"))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """A spell first (AFS-R33)."""
        return casting.exits(view, decision.args["unit"])

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge an action and its ways."""
        unit = decision.args["unit"]
        if not isinstance(answer, ask.MoveAnswer) or answer.subject != unit:
            return ask.refused(T("{unit} must act", unit=Thing(unit)), "AFS-ACT-01")
        if answer.mode == "hold":
            if answer.courses:
                return ask.refused(T("A unit that Holds does not move"), "AFS-ACT-03")
            return ask.Verdict("legal", cost=0.0, allowance=0.0)
        bar = action_bar(view, answer)
        if bar is not None:
            return ask.refused(bar.text, bar.clause)
        if answer.mode == "charge" and not answer.mark:
            return ask.unfinished(T("Choose the unit to charge"), "AFS-ACT-06")
        return plans.verdict(view, answer, plan_of(view, answer))

    def instead(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Iterator[ask.Answer]:
        """A Rush where an Advance is too short; a Charge at whom a model was led to (AFS-ACT-04 to AFS-ACT-06)."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode not in ("advance", "rush") or not answer.courses:
            return
        if answer.mode == "advance":
            yield replace(answer, mode="rush")
        target = met(view, answer)
        if target:
            drawn = replace(answer, mode="charge", mark=target)
            yield drawn if plan_of(view, drawn).bar is None else ask.MoveAnswer(answer.subject, "charge", target)

    def ideas(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[Idea]:
        """Charges and moves."""
        return ideas.ideas(view, decision.args["unit"], goal)

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """What the dice on the ways come to; for a charge, the odds of where it ends, or why nobody gets there."""
        if not isinstance(answer, ask.MoveAnswer) or answer.subject != decision.args["unit"] or answer.mode == "hold":
            return None
        if answer.mode != "charge":
            found = plan_of(view, answer)
            return None if found.bar is not None else ways_forecast(view, found.ways)
        if not answer.mark:
            return None
        bar = action_bar(view, answer)
        if bar is not None:
            return Forecast((), bar=bar)
        plan = plan_of(view, answer)
        if plan.bar is not None:
            return None
        return melee.charge_forecast(view, answer.subject, answer.mark, plan.ends)

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """An Immobile unit can only hold."""
        models = view.bases_of(decision.args["unit"])
        stuck = all(specials.has(view, b.id, "immobile") for b in models)
        return self.default(view, decision) if stuck and not self.exits(view, decision) else None


ACT = Posed("act", ActQuestion())


def ways_forecast(view: State, ways: Iterable[Way]) -> Forecast | None:
    """Wounds of dangerous terrain (AFS-DAN-02, AFS-DAN-03) and Jumps that succeed (AFS-JUMP-04); None without dice."""
    walked = tuple(ways)
    rows = []
    dice = sum(way.dangers * casualties.toughness(view, way.base) for way in walked)
    if dice:
        rows.append(spread_row(T("Wounds in dangerous terrain"), spread(Pool(dice, reaches(6)))))  # a 1, as likely
    for way in walked:
        need = jump_need(view, way.base)
        each = sum(numbers.succeeds(face, need) for face in ev.D6) / len(ev.D6)
        thrown = sum(leap.dice for leap in way.leaps)
        if thrown:
            rows.append(ForecastRow(T("{model} makes the Jump", model=Thing(way.base)), each**thrown))
    return Forecast(tuple(rows)) if rows else None


def action_bar(view: State, answer: ask.MoveAnswer) -> ask.Bar | None:
    """Why a unit cannot have an action, whatever ways its models go; None where it can (AFS-ACT-02, AFS-MOV-04)."""
    if answer.mode not in ("advance", "rush", "charge"):
        return ask.Bar(T("Unknown action: {name}", name=answer.mode), "AFS-ACT-02")
    kind: plans.Kind = answer.mode  # type: ignore[assignment]
    bar = mode(view, answer.subject, kind).bar
    if bar is not None and (kind != "charge" or bar.clause == "AFS-IMMO-01"):
        return bar
    if kind != "charge" or not answer.mark:
        return None
    if answer.mark not in facts.foes(view, answer.subject):
        return ask.Bar(T("{thing} cannot be charged", thing=answer.mark), "AFS-MOV-04")
    return charge_bar(view, answer.subject, answer.mark)


def met(view: State, answer: ask.MoveAnswer) -> str:
    """The enemy unit within an inch of where the models of a move are led to, the nearest; "" where there is none."""
    found: list[tuple[float, str]] = []
    for course in answer.courses:
        last = next((s for s in reversed(course.steps) if isinstance(s, Path)), None)
        if last is None or course.who not in view.bases:
            continue
        mine, spot = view.bases[course.who].shape, last.points[-1]
        for enemy in facts.foes(view, answer.subject):
            for base, pose in poses_of(view, enemy).items():
                theirs = view.bases[base].shape
                reach = (max(mine.width, mine.depth) + max(theirs.width, theirs.depth)) / 2.0
                gap = math.dist(spot, (pose.x, pose.y)) - reach
                if gap <= inch(1.0):
                    found.append((round(gap, 3), enemy))
    return min(found)[1] if found else ""


def plan_of(view: State, answer: ask.MoveAnswer) -> plans.Plan:
    """What an answer comes to; a charge without ways is planned by the rules."""
    kind: plans.Kind = answer.mode  # type: ignore[assignment]
    courses = answer.courses
    if not courses and kind in plans.ATTACKS:
        courses = plans.into_contact(view, answer.subject, kind, answer.mark)
    return plans.judge(view, answer.subject, kind, answer.mark, courses)
