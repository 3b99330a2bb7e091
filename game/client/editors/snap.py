"""Snapping: a block dragged near a friend's line, side or rear, or the edge of its zone, comes to lie exactly there.

Only the place is offered here, with words for what it snapped to; whether it may stand there is the ruleset's to say.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from game.client.editors.whereabouts import all_bases, poses_of
from game.client.words import Words, _
from game.engine.state import State
from game.geometry.shapes import Pose, corners_of, forward, right, turn_between

REACH_MM = 8.0
"""As far as this, a place is drawn to its neighbour."""
NEAR_MM = 90.0
"""Only neighbours nearer than this are looked at."""
SAME_DEG = 0.5
"""Facings that differ by less than this count as the same."""


class Extent(NamedTuple):
    """A block in a frame of its facing: from left to right, from rear to front, mm."""

    left: float
    right: float
    rear: float
    front: float


class Snap(NamedTuple):
    """Where to shift by (mm, on the table), and what it then stands to."""

    dx: float
    dy: float
    words: str


def extent(view: State, poses: Mapping[str, Pose], facing: float) -> Extent:
    """The extent of bases in the frame of a facing."""
    bases = all_bases(view)
    ids = [b for b in poses if b in bases]
    at = [poses[b] for b in ids]
    sizes = [bases[b].shape for b in ids]
    points = corners_of(
        [s.width for s in sizes], [s.depth for s in sizes], [p.x for p in at], [p.y for p in at], [p.facing for p in at]
    ).reshape(-1, 2)
    return _framed([(float(x), float(y)) for x, y in points], facing)


def _framed(points: Iterable[tuple[float, float]], facing: float) -> Extent:
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    found = list(points)
    across = [x * rx + y * ry for x, y in found]
    ahead = [x * fx + y * fy for x, y in found]
    return Extent(min(across), max(across), min(ahead), max(ahead))


def snaps(
    view: State,
    words: Words,
    unit: str,
    poses: Mapping[str, Pose],
    others: Mapping[str, Mapping[str, Pose]],
    zone: Sequence[Collection[tuple[float, float]]] = (),
) -> Iterator[Snap]:
    """Places near the one that ``unit`` stands at by ``poses``, the most exact first: both ways, then one way alone.

    Parameters
    ----------
    others
        Poses of the friends that it may be aligned to, by unit.
    zone
        Rings (mm) whose front edge it may be put to.
    """
    if not poses:
        return
    facing = next(iter(poses.values())).facing
    if any(abs(turn_between(facing, p.facing)) > SAME_DEG for p in poses.values()):
        return
    mine = extent(view, poses, facing)
    across: list[tuple[float, str]] = []
    ahead: list[tuple[float, str]] = []
    for other, theirs in others.items():
        if other == unit or not theirs or any(abs(turn_between(facing, p.facing)) > SAME_DEG for p in theirs.values()):
            continue
        it = extent(view, theirs, facing)
        if _gap(mine, it) > NEAR_MM:
            continue
        name = words.name(other, view)
        beside = _("beside {unit}").format(unit=name)
        middle = (it.left + it.right - mine.left - mine.right) / 2
        across += [(it.right - mine.left, beside), (it.left - mine.right, beside)]
        across.append((middle, _("centred on {unit}").format(unit=name)))
        ahead.append((it.front - mine.front, _("in line with {unit}").format(unit=name)))
        ahead.append((it.rear - mine.front, _("close behind {unit}").format(unit=name)))
        ahead.append((it.front - mine.rear, _("close in front of {unit}").format(unit=name)))
    for ring in zone:
        edge = _framed(ring, facing)
        ahead.append((edge.front - mine.front, _("at the front edge of the zone")))
    best_across, best_ahead = _best(across), _best(ahead)
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    for a, b in ((best_across, best_ahead), (None, best_ahead), (best_across, None)):
        if a is None and b is None:
            continue
        r, f = (a[0] if a else 0.0), (b[0] if b else 0.0)
        said = ", ".join(dict.fromkeys(x[1] for x in (a, b) if x))
        yield Snap(round(r * rx + f * fx, 3), round(r * ry + f * fy, 3), said)


def friends(view: State, unit: str) -> dict[str, dict[str, Pose]]:
    """Where the other units of a unit's side stand on the table."""
    side = view.units[unit].side if unit in view.units else ""
    return {u.id: poses_of(view, u.id) for u in view.units.values() if u.side == side and u.id != unit}


def _gap(a: Extent, b: Extent) -> float:
    """How far two extents are apart, mm; 0 where they overlap."""
    across = max(0.0, a.left - b.right, b.left - a.right)
    ahead = max(0.0, a.rear - b.front, b.rear - a.front)
    return math.hypot(across, ahead)


def _best(found: list[tuple[float, str]]) -> tuple[float, str] | None:
    near = [x for x in found if abs(x[0]) <= REACH_MM]
    return min(near, key=lambda x: abs(x[0])) if near else None
