"""Base contact: which models touch which (WAB-S10), along which edge, and who fights in one combat (WAB-S36)."""

from __future__ import annotations

import math

import numpy as np

from game.engine.state import State
from game.geometry.measure import signed_matrix
from game.geometry.shapes import Floats, Pose, corners, to_local, to_world, turn_between
from game.kit.situation import linked
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field.blocks import block_of, formed, models, pose_of
from rulesets.ancient_battles.field.board import standing_so, tied
from rulesets.ancient_battles.field.facts import centre, fielded, opponents, place_in_list
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
    ids_a, quads_a = reach_of(view, a)
    ids_b, quads_b = reach_of(view, b)
    if not ids_a or not ids_b:
        return ()
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
    turn = turn_between(math.degrees(math.atan2(way[0], way[1])), math.degrees(math.atan2(-other[0], -other[1])))
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
