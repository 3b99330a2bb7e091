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
from rulesets.ancient_battles.charge.solver import charge_reach
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import in_front, sees
from rulesets.ancient_battles.field.blocks import formed
from rulesets.ancient_battles.general.worth import (
    BOLTS,
    Temper,
    alarms,
    chance,
    chargers,
    danger,
    frights,
    leads,
    might,
    points,
    runs_past,
    threat,
)
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.move import ideas, judging, plans
from rulesets.ancient_battles.move.moves import DONE
from rulesets.ancient_battles.nerve import leadership, psychology
from rulesets.ancient_battles.nerve.leadership import COMMAND
from rulesets.ancient_battles.shoot import missiles

GOALS: tuple[tuple[Goal, int], ...] = (("towards", 7), ("range", 2), ("face", 2), ("away", 1))
"""Goals, and how many moves are looked at for each."""
PREY, SHUN = 20.0, 6.0
"""Points that a hundred points of troops make of going for what all others must test for, and of others going."""
QUARRY = 4.0
"""The same for going for a lone leader, whose fall counts a hundred points besides his own."""
LEADS: tuple[tuple[Goal, int], ...] = (("towards", 6), ("range", 2), ("away", 6))
"""Goals of leaders, who have somebody to run from."""
GAIN = 0.5
"""Points that a move must gain on standing still."""
ALOOF, EDGE = 14.0, 17.0
"""Inches that a leader keeps from enemies who might charge or terrify him, and from the edge, one failed test away."""
FRIGHT, REACHED = 25.0, 20.0
"""Points that he would give not to stand where somebody terrible may charge him, and for every enemy less who can."""
LED, HELP = 2.0, 0.25
"""Points for every unit near a General, and the share of its points for each test that he would save it."""
NEAR = 2.0
"""How much more a unit gives for the General's Leadership where it stands than he for lending it: he moves last."""
WITHIN = 0.5
"""Inches by which a unit keeps within his range."""
RALLY = 3.0
"""How much more he is needed by those who run."""
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
                return said(join, T("his place is among his men"))
        found: list[tuple[float, MoveAnswer | None]] = [(place_value(view, unit, temper, ""), None)]
        for goal, most in LEADS if leads(view, unit) else GOALS:
            found += [(worth(view, answer, temper), answer) for answer in islice(ideas.legal(view, unit, goal), most)]
        seat.work.spend(WEIGHED * len(found) + CLOSER * min(len(found), CLOSELY + 1))
        best = _weighed(view, unit, found, temper)
        if best is not None and seat.check(Reply(best)).legal:
            return said(best, T("it stands better there"))
        if seat.work.left < HASTE:
            break
    return left(DONE, T("every unit stands well"))


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


def place_value(view: State, unit: str, temper: Temper, mode: str) -> float:
    """What it is worth that a unit stands where it stands, having moved in some mode."""
    value = _place(view, unit)
    if answered(view):
        value -= danger(view, unit, temper)
    if view.own.turn < view.own.limit:
        value += _approach(view, unit, temper) - alarms(view, unit, temper)
    if facts.skirmishers(view, unit):
        value -= BOLTS * runs_past(view, unit, temper)
    if missiles.weapon_of(view, unit) is not None:
        value += _shots(view, unit, mode)
    return value


def answered(view: State) -> bool:
    """Whether the enemy has another turn after this one (WAB-S31): who moves last of all has nothing to fear."""
    return bool(view.own.turn < view.own.limit or view.own.active == view.own.first)


def _approach(view: State, unit: str, temper: Temper) -> float:
    """Nearer to what it can beat, and facing it; near to the reach of a charge but not far inside the enemy's."""
    if facts.lone(view, unit):
        return 0.0
    mine, share = might(view, unit), points(view, unit) / 100.0
    best = -math.inf
    shooter = facts.skirmishers(view, unit) and missiles.weapon_of(view, unit) is not None
    wish = inch(missiles.armed(view, unit).range) * 0.8 if shooter else charge_reach(view, unit) * 0.9
    for enemy in facts.foes(view, unit):
        if facts.lone(view, enemy) and not leads(view, enemy):
            continue
        gap = facts.gap(view, unit, enemy)
        far = abs(gap - wish) if shooter else max(0.0, gap - wish)
        ratio = min(1.6, mine / max(0.5, might(view, enemy)))
        value = -far / 25.0 * temper.push * share * 0.9 + ratio * 6.0 * share
        if facts.lone(view, enemy):
            value += QUARRY * share
        if facts.causes(view, enemy, "terror"):
            value += PREY * share if leadership.exempt(view, unit, "terror") else -SHUN * share
        if not in_front(view, unit, enemy):
            value -= 7.0 * share
        elif gap <= charge_reach(view, unit) and not shooter:
            value += 5.0 * share
        best = max(best, value)
    return best if best > -math.inf else 0.0


def _place(view: State, unit: str) -> float:
    """The line holds together; formed troops keep out of woods; leaders stay near their troops and out of reach."""
    value = 0.0
    if near := [facts.gap(view, unit, f) for f in facts.friends(view, unit) if not facts.lone(view, f)]:
        value -= 0.3 * max(0.0, min(near) / 25.0 - 6.0)
    if formed(view, unit) and facts.in_rough(view, unit):
        value -= 8.0
    if facts.lone(view, unit) and near:
        value -= 2.0 * max(0.0, min(near) / 25.0 - 3.0)
    chief = facts.general(view, situation.side_of(view, unit))
    if chief and not own(view, unit).character and _led(view, chief, unit):
        value += NEAR * lent(view, chief, unit)
    if unit == chief:
        base = view.bases_of(unit)[0].id
        for f in facts.friends(view, unit):
            if not facts.skirmishers(view, f) and facts.base_gap(view, base, f) <= inch(COMMAND):
                value += lent(view, unit, f) * (RALLY if facts.fleeing(view, f) else 1.0)
    if facts.lone(view, unit) and leads(view, unit):
        value -= exposed(view, unit)
    return value


def _led(view: State, general: str, unit: str) -> bool:
    """Whether a unit stands well within a General's range (WAB-CMD-01), or he can still follow it: he moves last."""
    reach = inch(COMMAND - WITHIN)
    if plans.unit_bar(view, general) is None:
        reach += facts.rate(view, general)
    return facts.base_gap(view, view.bases_of(general)[0].id, unit) <= reach


def lent(view: State, general: str, unit: str) -> float:
    """Points that a General's Leadership may save of a unit's near him."""
    more = leadership.chance(facts.leadership(view, general)) - leadership.chance(facts.leadership(view, unit))
    return LED + HELP * points(view, unit) * max(0.0, more)


def exposed(view: State, unit: str) -> float:
    """Points that a leader risks by himself: enemies who reach or frighten him, and an edge he may flee across."""
    gap = min((facts.gap(view, unit, e) for e in facts.foes(view, unit) if not facts.fleeing(view, e)), default=9e9)
    at = view.bases_of(unit)[0].pose
    edge = min(at.x, at.y, view.table.width - at.x, view.table.depth - at.y) if at is not None else 0.0
    near = [e for e in chargers(view, unit) if sees(view, e, unit)]
    close = 3.0 * max(0.0, ALOOF - gap / 25.0) + 2.0 * max(0.0, EDGE - edge / 25.0)
    return close + FRIGHT * len(psychology.terrifying(view, unit, near)) + REACHED * len(near)


def _shots(view: State, unit: str, mode: str) -> float:
    """A target in range and sight is worth something to those who shoot; who marched shoots nobody."""
    reach = inch(missiles.armed(view, unit).range)
    near = (e for e in facts.foes(view, unit) if facts.gap(view, unit, e) <= reach)
    return 4.0 if mode not in ("march", "fast_march", "reform") and any(in_front(view, unit, e) for e in near) else 0.0
