"""Remaining moves judged: every way of moving by its own geometry."""

from __future__ import annotations

from msgspec.structs import replace

from game.engine.decision import Course, MoveAnswer
from game.engine.state import State
from game.geometry.shapes import bearing, forward
from game.geometry.steps import Advance, Path, Step
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import formed
from rulesets.ancient_battles.field.board import remembered
from rulesets.ancient_battles.move import joining, loose_moves, manoeuvre, plans, snakes
from rulesets.ancient_battles.move.plans import Dear, Plan


@remembered
def plan(view: State, answer: MoveAnswer) -> Plan:
    """Judge a move: whether the unit may move so at all, then its course."""
    unit, mode = answer.subject, answer.mode
    steps = steps_of(answer)
    if mode == "disengage" and not steps:
        steps = steps_of(straight_out(view, unit))
    if mode == "reform":
        return (manoeuvre.reformed if formed(view, unit) else loose_moves.regroup_plan)(view, unit, steps)
    if snakes.snakes(view, unit, mode, steps):
        return snakes.judge(view, unit, steps)
    if own(view, unit).character:
        return joining.judge(view, unit, mode, steps, answer.mark)
    if facts.loose(view, unit):
        return loose_moves.judge(view, unit, mode, steps)
    cramped = snakes.straight_bar(view, unit)
    return Plan(unit, mode, bar=cramped) if cramped is not None else manoeuvre.judge(view, unit, mode, steps)


def reckoned(view: State, answer: MoveAnswer, found: Plan) -> Plan:
    """A plan that costs too much, with the cost of the whole of it: the judge stops at the step that is too dear."""
    unit, steps = answer.subject, steps_of(answer)
    if not isinstance(found.bar, Dear) or found.front is None or snakes.snakes(view, unit, answer.mode, steps):
        return found
    whole = max(found.bar.whole, manoeuvre.whole_cost(view, unit, answer.mode, steps))
    return replace(found, bar=plans.too_far(whole, found.allowance, found.bar.clause, found.nearest))


def steps_of(answer: MoveAnswer) -> tuple[Step, ...]:
    """The steps of the one body that moves."""
    return answer.courses[0].steps if answer.courses else ()


def straight_out(view: State, unit: str) -> MoveAnswer:
    """The whole way straight out of a combat (WAB-S16)."""
    answer = MoveAnswer(unit, "disengage", courses=(Course(unit, (_away(view, unit),)),))
    found = plan(view, answer)
    if found.legal:
        return answer
    return replace(answer, courses=(Course(unit, found.nearest),) if found.nearest else ())


def _away(view: State, unit: str) -> Step:
    """Straight away from its enemies by its movement rate."""
    rate = facts.rate(view, unit)
    if not facts.loose(view, unit):
        return Advance(rate)
    x, y = facts.centre(view, unit)
    foes = facts.foes(view, unit) or facts.enemies(view, unit)
    ex, ey = facts.centre(view, foes[0]) if foes else (x, y - 1.0)
    dx, dy = forward(bearing(x - ex, y - ey))
    return Path(((round(x + dx * rate, 3), round(y + dy * rate, 3)),))
