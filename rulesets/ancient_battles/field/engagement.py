"""Base contact: which models touch which, along which edge, and what a combat is made of at the start of a round.

Who charged, who has Momentum, who fights in one combat: WAB-CMB-01, WAB-FMR-10, WAB-S10, WAB-S21, WAB-S26, WAB-S36.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from game.engine.state import State, Tie, other_sides
from game.geometry.measure import signed_matrix
from game.geometry.shapes import Floats, Pose, bearing, corners, to_local, to_world, turn_between
from game.kit import situation
from game.kit.situation import linked
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, bounds, far_off, formed, middle, models, pose_of
from rulesets.ancient_battles.field.facts import centre, fielded, opponents, place_in_list
from rulesets.ancient_battles.field.memory import remembered, standing_so, tied
from rulesets.ancient_battles.measures import CONTACT
from rulesets.ancient_battles.own import Facing

EDGES: tuple[Facing, ...] = ("front", "right", "rear", "left")
STRAIGHT = 1.0
"""Degrees by which a front may be off an edge and still lie along it."""


@standing_so(1)
def reach_of(view: State, unit: str) -> tuple[tuple[str, ...], Floats]:
    """Models of a unit and their corners (n, 4, 2); the rearmost of each file reaches to the rear edge (WAB-S10)."""
    ids = models(view, unit)
    found = [corners(view.bases[b].shape, pose_of(view, b)) for b in ids]
    if formed(view, unit) and not own(view, unit).snake and ids:
        _extend(view, unit, found)
    return ids, np.stack(found) if found else np.empty((0, 4, 2))


def _extend(view: State, unit: str, found: list[Floats]) -> None:
    """Draw the last models of files that end before an incomplete rear rank out to the rear edge."""
    block = block_of(view, unit)
    last = block.count - (block.ranks - 1) * block.files
    if block.ranks < 2 or last == block.files:
        return
    rear = [_across(block.front, f) for f in found[block.count - last :]]
    for k in range(block.count - last - block.files, block.count - last):
        low, high = _across(block.front, found[k])
        if not any(a <= (low + high) / 2.0 <= b for a, b in rear):
            left, right = to_world(block.front, (low, -block.depth)), to_world(block.front, (high, -block.depth))
            found[k] = np.array((found[k][0], found[k][1], right, left))


def _across(front: Pose, four: Floats) -> tuple[float, float]:
    us = [to_local(front, (float(x), float(y)))[0] for x, y in four]
    return min(us), max(us)


@standing_so(2)
def pairs(view: State, a: str, b: str) -> tuple[tuple[str, str], ...]:
    """Pairs (model of a, model of b) in base contact, corners included; in the order of their slots."""
    here, there = models(view, a), models(view, b)
    if not here or not there or far_off(bounds(view, a), bounds(view, b), 1.0):
        return ()
    (ids_a, quads_a), (ids_b, quads_b) = reach_of(view, a), reach_of(view, b)
    gaps = signed_matrix(quads_a, quads_b)
    return tuple((ids_a[i], ids_b[j]) for i, j in np.argwhere(gaps <= CONTACT + 1e-6).tolist())


def touch(view: State, a: str, b: str) -> bool:
    """Whether any model of one unit is in base contact with any of another."""
    return bool(pairs(view, a, b))


@standing_so(2)
def edge(view: State, a: str, b: str) -> Facing | None:
    """The edge of ``b`` along which the front of ``a`` lies, None where it lies along none (WAB-R42).

    Of skirmishers and lone characters any base counts with its nearest edge. Fronts that meet at a corner do not lie
    along each other. Skirmishers and lone characters as ``b`` have only a front.
    """
    if not formed(view, b):
        return "front" if touch(view, a, b) else None
    four = block_of(view, b).corners
    best: tuple[float, Facing | None] = (0.0, None)
    for start, end in _fronts(view, a):
        for k, name in enumerate(EDGES):
            shared = _along(four[k], four[(k + 1) % 4], start, end)
            if shared > max(CONTACT, best[0] + 1e-6):
                best = (shared, name)
    return best[1]


def _fronts(view: State, unit: str) -> list[tuple[Floats, Floats]]:
    """Front edges (left, right) of a unit; all edges of each base of skirmishers and lone characters."""
    if formed(view, unit):
        four = block_of(view, unit).corners
        return [(four[0], four[1])]
    return [(four[k], four[(k + 1) % 4]) for four in reach_of(view, unit)[1] for k in range(4)]


def _along(a: Floats, b: Floats, start: Floats, end: Floats) -> float:
    """Length (mm) that two edges share, facing each other, no farther apart than base contact."""
    way, other = b - a, end - start
    length, size = math.hypot(*way), math.hypot(*other)
    if length == 0.0 or size == 0.0:
        return 0.0
    turn = turn_between(bearing(*way.tolist()), bearing(*(-other).tolist()))
    if abs(turn) > STRAIGHT:
        return 0.0
    unit = way / length
    normal = np.array((-unit[1], unit[0]))
    if max(abs(float((p - a) @ normal)) for p in (start, end)) > CONTACT + size * math.sin(math.radians(abs(turn))):
        return 0.0
    s, e = float((start - a) @ unit), float((end - a) @ unit)
    return min(length, max(s, e)) - max(0.0, min(s, e))


@tied
def combats(view: State) -> tuple[tuple[str, ...], ...]:
    """Groups of units joined by chains of contact (WAB-S36), each by the army lists, from left (west) to right."""
    groups = linked({unit: met for unit in fielded(view) if (met := opponents(view, unit))})
    order = {g: (min(centre(view, u)[0] for u in g), place_in_list(view, g[0])) for g in groups if len(g) > 1}
    return tuple(sorted(order, key=order.__getitem__))


CHARGES = ("charge", "counter", "pursuit", "overrun", "follow_up")
LEAST_RANK = NUMBERS.rank.value
"""Models of the narrowest rank that counts (WAB-S22)."""
_EDGES: tuple[Facing, ...] = ("front", "left", "right", "rear")


def number(view: State) -> int:
    """Number of the Close combat phase in progress, or of the next one."""
    found: int = view.own.fight + (view.own.phase != "combat")
    return found


def in_order(view: State, units: Iterable[str]) -> tuple[str, ...]:
    """Units in the order of their dice, each once: the active player's first, then by the army list (WAB-S30)."""
    active = view.own.active
    return tuple(sorted(situation.in_order(view, set(units)), key=lambda u: view.units[u].side != active))


def sides_of(view: State) -> tuple[str, ...]:
    """The active side, then the other."""
    return (view.own.active, *other_sides(view, view.own.active))


def group_of(view: State, unit: str) -> tuple[str, ...]:
    """The units of the combat that a unit (or a character's unit) is in; nothing where it is in none (WAB-S36)."""
    at = facts.host(view, unit) or unit
    return next((g for g in combats(view) if at in g), ())


def contact_ties(view: State, unit: str) -> tuple[Tie, ...]:
    """The ties of a unit to the enemies it touches."""
    return tuple(t for t in view.ties.values() if t.kind == "contact" and unit in (t.a, t.b))


def fresh(view: State, tie: Tie) -> bool:
    """Whether the two have not fought in an earlier Close combat phase."""
    return tie.own.since in (0, number(view))


def charged(view: State, unit: str) -> bool:
    """Whether a unit charged or counter-charged into this combat since the last phase, or counts as having done so.

    WAB-CMB-04, WAB-S21. A counter-charge is a charge of both.
    """
    at = facts.host(view, unit) or unit
    ties, now = contact_ties(view, at), number(view)
    return any((t.a == at and t.own.again == now) or (fresh(view, t) and _came(t, at)) for t in ties)


def _came(tie: Tie, unit: str) -> bool:
    """Whether a unit made a contact by its charge; a counter-charge is a charge of both."""
    return tie.own.how == "counter" or (tie.a == unit and tie.own.how in CHARGES)


def first_round(view: State, unit: str) -> bool:
    """Whether this is the unit's first Close combat phase in this combat (WAB-S36)."""
    ties = contact_ties(view, facts.host(view, unit) or unit)
    return bool(ties) and all(fresh(view, t) for t in ties)


def won_before(view: State, group: Sequence[str], side: str) -> bool:
    """Whether a side won the previous round of a combat (WAB-S36)."""
    ours, last = [own(view, u) for u in group if view.units[u].side == side], number(view) - 1
    return last > 0 and any(mine.won == last and set(mine.beat) & set(group) for mine in ours)


def momentum(view: State, unit: str, group: Sequence[str] | None = None) -> bool:
    """Whether a unit has Momentum (WAB-S21)."""
    units = group_of(view, unit) if group is None else group
    return charged(view, unit) or won_before(view, units, view.units[unit].side)


def momentum_counts(view: State, unit: str, group: Sequence[str] | None = None) -> bool:
    """Whether a unit's Momentum gives its bonus: not to cavalry and chariots in difficult terrain (WAB-RES-08)."""
    heavy = facts.is_cavalry(view, unit) or facts.is_chariots(view, unit)
    return momentum(view, unit, group) and not (heavy and facts.in_rough(view, unit))


@remembered
def fighting(view: State, unit: str) -> dict[str, tuple[str, ...]]:
    """Models of a unit (and of characters in it) that may fight, with the enemies each may strike.

    The default comes first: the unit to its front, and the unit rather than a character in it (WAB-S20, WAB-S27). A
    fast-marching unit fights with its front rank alone (WAB-FMR-10).
    """
    met: dict[str, set[str]] = {}
    ahead: dict[str, set[str]] = {}
    for foe in facts.opponents(view, unit):
        ids, quads = reach_of(view, foe)
        at = dict(zip(ids, quads, strict=True))
        for model, other in pairs(view, unit, foe):
            marks = {foe, view.bases[other].unit}
            met.setdefault(model, set()).update(marks)
            if not formed(view, unit) or _before(view, model, at[other]):
                ahead.setdefault(model, set()).update(marks)
    allowed = models(view, unit)
    if own(view, unit).fast and formed(view, unit):
        allowed = allowed[: block_of(view, unit).files]

    def usual(model: str) -> tuple[str, ...]:
        listed = situation.in_order(view, met[model])
        return tuple(sorted(listed, key=lambda m: (m not in ahead.get(model, ()), bool(facts.host(view, m)))))

    return {model: usual(model) for model in allowed if model in met}


def _before(view: State, model: str, quad: Floats) -> bool:
    """Whether what touches a model lies before its front edge."""
    pose, depth = pose_of(view, model), view.bases[model].shape.depth
    return min(to_local(pose, (float(x), float(y)))[1] for x, y in quad) >= depth / 2.0 - 0.3


@remembered
def side_struck(view: State, striker: str, target: str) -> Facing:
    """The side of a target from which a unit strikes it: that which the striker's front lies along, or is nearest."""
    by, at = facts.host(view, striker) or striker, facts.host(view, target) or target
    along = edge(view, by, at)
    touched = [pose_of(view, a) for a, _ in pairs(view, by, at)]
    if along is not None or not formed(view, at) or not touched:
        return along or "front"
    block = block_of(view, at)
    u, v = middle(to_local(block.front, (p.x, p.y)) for p in touched)
    beyond = {"front": v, "left": -block.width / 2.0 - u, "right": u - block.width / 2.0, "rear": -block.depth - v}
    return max(_EDGES, key=lambda e: round(beyond[e], 2))


def uphill(view: State, group: Sequence[str], side: str) -> bool:
    """Whether a side of a combat stands uphill of its enemies (WAB-S26): more of its models higher than not."""
    higher = 0
    for unit in (u for u in group if view.units[u].side == side):
        heights: dict[str, list[int]] = {}
        for foe in facts.opponents(view, unit):
            for model, other in pairs(view, unit, foe):
                heights.setdefault(model, []).append(_height(view, other))
        higher += sum(1 if _height(view, model) > max(others) else -1 for model, others in heights.items())
    return higher > 0


def _height(view: State, base: str) -> int:
    pose = pose_of(view, base)
    return facts.height_at(view, pose.x, pose.y)


def complete_ranks(view: State, unit: str) -> int:
    """Complete ranks of at least 4 models behind the first, of foot in ranks (WAB-S22); characters count (WAB-S27)."""
    if not formed(view, unit) or not facts.is_infantry(view, unit) or own(view, unit).snake:
        return 0
    block = block_of(view, unit)
    return max(0, block.count // block.files - 1) if block.files >= LEAST_RANK else 0


def close_order_foot(view: State, unit: str) -> bool:
    """Whether a unit is infantry in close order (WAB-RES-03)."""
    return formed(view, unit) and own(view, unit).order == "close" and facts.is_infantry(view, unit)


def has_standard(view: State, unit: str) -> bool:
    """Whether a unit has a standard; the bearer of the army's is none (WAB-R45)."""
    return profile(view, unit).row.standard


def defended(view: State, unit: str) -> bool:
    """Whether a unit is in a defended position: no charger, an obstacle before every enemy it touches (WAB-S26)."""
    foes = facts.opponents(view, unit)
    if not foes or any(_came(t, unit) for t in contact_ties(view, unit)):
        return False
    return all(_across_obstacle(view, unit, foe) for foe in foes)


def _across_obstacle(view: State, unit: str, foe: str) -> bool:
    """Whether an obstacle lies between two units in contact: the line of any pair of models crosses it."""
    walls = [shape for _, shape in facts.at_rate(view, "obstacle")]
    for a, b in pairs(view, unit, foe) if walls else ():
        p, q = pose_of(view, a), pose_of(view, b)
        if not any(shapely.intersects(shapely.LineString([(p.x, p.y), (q.x, q.y)]), w) for w in walls):
            return False
    return bool(walls)
