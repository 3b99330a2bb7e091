"""Where a general sends his units: candidates of the rules, weighed by reach, danger, facing and the line."""

from __future__ import annotations

import math
from itertools import islice

from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer, Reply
from game.engine.ruleset import Goal
from game.engine.state import State
from game.engine.text import T
from game.kit import situation
from game.kit.general.shell import left, said
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.general.motives import motive
from rulesets.ancient_battles.general.standing import answered, place_value
from rulesets.ancient_battles.general.worth import (
    Temper,
    chance,
    frights,
    leads,
    points,
    threat,
)
from rulesets.ancient_battles.move import ideas, judging, plans
from rulesets.ancient_battles.move.moves import DONE

GOALS: tuple[tuple[Goal, int], ...] = (("towards", 7), ("range", 2), ("face", 2), ("away", 1))
"""Goals, and how many moves are looked at for each."""
LEADS: tuple[tuple[Goal, int], ...] = (("towards", 6), ("range", 2), ("away", 6))
"""Goals of leaders, who have somebody to run from."""
GAIN = 0.5
"""Points that a move must gain on standing still."""
CLOSELY = 6
"""Moves that are weighed by exact odds."""
WEIGHED, CLOSER = 1, 3
"""Work of weighing a move of a unit roughly, and by exact odds."""
HASTE = 50
"""Work, more than a unit takes, that must be left for another one to be thought about."""


def choose(seat: Seat, temper: Temper) -> Choice:
    """The first unit of the line that stands better elsewhere, and its best move; done where nobody does."""
    view = seat.view
    for unit in order(view, plans.movers(view, seat.side)):
        if temper.ranks and own(view, unit).character and unit != facts.general(view, seat.side):
            join = _join(view, unit)
            if join is not None and seat.check(Reply(join)).legal:
                return said(join, T("a character fights better in a unit"))
        found: list[tuple[float, MoveAnswer | None]] = [(place_value(view, unit, temper, ""), None)]
        for goal, most in LEADS if leads(view, unit) else GOALS:
            found += [(worth(view, answer, temper), answer) for answer in islice(ideas.legal(view, unit, goal), most)]
        seat.work.spend(WEIGHED * len(found) + CLOSER * min(len(found), CLOSELY + 1))
        best = _weighed(view, unit, found, temper)
        if best is not None and seat.check(Reply(best)).legal:
            return said(best, motive(view, _moved(view, best), best, temper))
        if seat.work.left < HASTE:
            break
    return left(DONE, T("no move improves any unit's place"))


def _weighed(view: State, unit: str, found: list[tuple[float, MoveAnswer | None]], temper: Temper) -> MoveAnswer | None:
    """The best of the few moves that look best, now by the odds of the charges that they invite and prepare."""
    few = sorted(found, key=lambda f: -f[0])[:CLOSELY]
    if all(answer is not None for _, answer in few):
        few.append(found[0])
    if len(few) == 1:
        return few[0][1]

    best, chosen = -math.inf, few[0][1]
    for exact, answer in few:
        there, gain = (view, 0.0) if answer is None else (_moved(view, answer), GAIN)
        hoped = 0.5 * chance(there, unit, temper) if view.own.turn < view.own.limit else 0.0
        # what the enemy may do to it only takes off: whose hope is no better than another's worth need not be looked at
        if exact + hoped - gain <= best:
            continue
        if answered(view):
            exact -= temper.danger * 1.5 * threat(there, unit, temper) + frights(there, unit, temper)
        if exact + hoped - gain > best:
            best, chosen = exact + hoped - gain, answer
    return chosen


def _moved(view: State, answer: MoveAnswer) -> State:
    poses = judging.plan(view, answer).poses
    return view.with_poses(dict(poses)) if poses else view


def _join(view: State, character: str) -> MoveAnswer | None:
    """The dearest unit that a lone character can join."""
    among = ideas.joins(view, character)
    return max(among, key=lambda a: (points(view, a.mark), -facts.place_in_list(view, a.mark)), default=None)


def order(view: State, units: tuple[str, ...]) -> list[str]:
    """Lone characters, who may join; those nearest to the enemy, who make room; the General, who sees where all are."""

    def far(unit: str) -> float:
        return round(min((facts.gap(view, unit, e) for e in facts.foes(view, unit)), default=0.0), 1)

    free = [u for u in units if not own(view, u).joined]
    last = {u: u == facts.general(view, situation.side_of(view, u)) for u in free}
    return sorted(free, key=lambda u: (last[u], not facts.lone(view, u), far(u), facts.place_in_list(view, u)))


def worth(view: State, answer: MoveAnswer, temper: Temper) -> float:
    """What a move is worth, in points."""
    return place_value(_moved(view, answer), answer.subject, temper, answer.mode)
