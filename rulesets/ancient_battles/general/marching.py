"""Where a general sends his units: candidates of the rules, weighed by reach, danger, facing and the line."""

from __future__ import annotations

import math
from itertools import islice

from game.bots.seat import Choice, Seat
from game.engine.decision import MoveAnswer, Reply, Verdict
from game.engine.ruleset import Goal
from game.engine.state import State
from game.engine.text import T
from rulesets.ancient_battles import facts, missiles
from rulesets.ancient_battles.arcs import in_front
from rulesets.ancient_battles.blocks import formed
from rulesets.ancient_battles.charge_solver import charge_reach
from rulesets.ancient_battles.general.temper import Temper
from rulesets.ancient_battles.general.worth import danger, might, points
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.profiles import profile

GOALS: tuple[Goal, ...] = ("towards", "face", "range", "away", "hold")
EACH = 6
"""Candidates looked at for each goal."""


def choose(seat: Seat, temper: Temper) -> Choice:
    """The best move of the unit that is next in the line, or none."""
    best: tuple[float, Reply] | None = None
    first = ""
    for goal in GOALS:
        for reply in islice(seat.candidates(goal, EACH), EACH):
            if not isinstance(reply.answer, MoveAnswer):
                continue
            first = first or reply.answer.subject
            if reply.answer.subject != first or seat.seconds_left() < 0.05:
                continue
            value = worth(seat.view, reply.answer, seat.check(reply), temper)
            if best is None or value > best[0] + 1e-9:
                best = (value, reply)
    if best is None:
        return Choice(seat.asked.default, T("everybody stands as he should"))
    return Choice(best[1], T("it stands better there"))


def worth(view: State, answer: MoveAnswer, verdict: Verdict, temper: Temper) -> float:
    """What a move is worth, in points."""
    unit = answer.subject
    there = view.with_poses({g.base: g.pose for g in verdict.ghosts}) if verdict.ghosts else view
    value = -danger(there, unit, temper) + _approach(there, unit, temper) + _place(there, unit)
    if missiles.weapon_of(view, unit) is not None:
        value += _shots(there, unit, answer.mode)
    return value


def _approach(view: State, unit: str, temper: Temper) -> float:
    """Nearer to what it can beat, and facing it; near to the reach of a charge but not far inside the enemy's."""
    mine = might(view, unit)
    share = points(view, unit) / 100.0
    best = -math.inf
    shooter = facts.skirmishers(view, unit) and missiles.weapon_of(view, unit) is not None
    wish = inch(missiles.armed(view, unit).range) * 0.8 if shooter else charge_reach(view, unit) * 0.9
    for enemy in facts.enemies(view, unit):
        if facts.lone(view, enemy):
            continue
        gap = facts.gap(view, unit, enemy)
        far = abs(gap - wish) if shooter else max(0.0, gap - wish)
        ratio = min(1.6, mine / max(0.5, might(view, enemy)))
        value = -far / 25.0 * temper.push * share * 0.9 + ratio * 6.0 * share
        if not in_front(view, unit, enemy):
            value -= 7.0 * share
        elif gap <= charge_reach(view, unit) and not shooter:
            value += 5.0 * share
        best = max(best, value)
    return best if best > -math.inf else 0.0


def _place(view: State, unit: str) -> float:
    """The line holds together; formed troops keep out of woods; leaders stay near their troops and out of reach."""
    value = 0.0
    near = [facts.gap(view, unit, f) for f in facts.friends(view, unit) if not facts.lone(view, f)]
    if near:
        value -= 0.3 * max(0.0, min(near) / 25.0 - 6.0)
    if formed(view, unit) and facts.in_rough(view, unit):
        value -= 8.0
    if facts.lone(view, unit) and profile(view, unit).row.character and near:
        value -= 2.0 * max(0.0, min(near) / 25.0 - 3.0)
    return value


def _shots(view: State, unit: str, mode: str) -> float:
    """A target in range and sight is worth something to those who shoot; who marched shoots nobody."""
    if mode in ("march", "fast_march", "reform"):
        return 0.0
    reach = inch(missiles.armed(view, unit).range)
    marks = [e for e in facts.enemies(view, unit) if facts.gap(view, unit, e) <= reach and in_front(view, unit, e)]
    return 4.0 if marks else 0.0
