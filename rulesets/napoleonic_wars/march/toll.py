"""What a way costs in order: which rows of table 8A a body met, and what of it accumulates (NAP-S16, NAP-DIS-08).

Asked of the way that a body has really gone, when the move is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from game.engine.memo import Bounded
from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.planar import Shape, Shapes, hulls_from
from game.geometry.shapes import Footprint, Pose
from game.geometry.sweep import turned_points
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field.ground import Ground, Piece, ground_of
from rulesets.napoleonic_wars.march import going
from rulesets.napoleonic_wars.own import Deed, Leg, Track

BAD: tuple[str, ...] = ("dense_wood", "marsh", "mud")
"""Ground after which factors accumulate when it is left (NAP-DIS-08, NAP-DIS-10)."""
AT_FRONT = 1.5
"""mm from the edge of a body at which an obstacle lies before it, not under it."""
ARC = 10.0
"""Degrees of a wheel that are looked at as if gone straight."""


class Swept(msgspec.Struct, frozen=True):
    """What the figures of a body go over in a leg: a shape or more of each, and the box (mm) about them all."""

    shapes: Shapes
    box: tuple[float, float, float, float]

    def is_near(self, piece: Piece, far: float = 0.0) -> bool:
        """Whether the box comes within so many mm of that of a piece; of nothing swept it does not."""
        west, south, east, north = self.box
        left, low, right, high = piece.box
        return west <= right + far and east >= left - far and south <= high + far and north >= low - far


_NOTHING = Swept(np.empty(0, dtype=object), (np.inf, np.inf, -np.inf, -np.inf))
_known: Bounded[int, tuple[Leg, Sequence[Footprint], Swept]] = Bounded(512)
"""What was swept in the latest legs, by the identity of each."""


class Toll(msgspec.Struct, frozen=True):
    """What a body met: rows of table 8A, each once, "obstacle" apart; obstacles are counted by who saw them begun.

    ``did`` has what matters for reforming: "crossed" of fords and rivers, "left_bad" of bad ground.
    """

    rows: tuple[str, ...]
    did: tuple[Deed, ...]


def toll(
    view: State, track: Track, sizes: Sequence[Footprint], counts: Callable[[Leg], bool] = lambda leg: True
) -> Toll:
    """The rows that figures met on those legs of a way that count, whose bases had these sizes at its start."""
    ground = ground_of(view)
    areas = [p for p in ground.areas if p.kind.disorder and p.kind.move != "building"]
    rows: set[str] = set()
    did: set[Deed] = set()
    inside: set[str] = set()
    for leg in track.legs:
        for piece in _met(ground, areas, _swept(leg, sizes)) if counts(leg) else ():
            rows.add(piece.kind.disorder)
            inside.add(piece.id)
            if piece.kind.accumulates and piece.kind.id not in BAD and leg.goes:
                did.add("crossed")
        if counts(leg) and leg.goes and any(_climbs_steep(hill, leg) for hill in ground.hills):
            rows.add("steep")
        if leg.sizes:
            sizes = [Footprint("rect", *size) for size in leg.sizes]
    bad = {p.id for p in areas if p.kind.id in BAD} & inside
    if bad and track.legs:
        last = track.legs[-1]
        stands = shapely.multipolygons([*_outlines(last.ends, sizes)])
        if any(not shapely.intersects(ground.bare[name], stands) for name in bad):
            did.add("left_bad")
    return Toll(tuple(sorted(rows)), tuple(sorted(did)))


def obstacles(view: State, track: Track, sizes: Sequence[Footprint]) -> tuple[tuple[str, int], ...]:
    """The linear obstacles whose crossing a body began on a way, each with the number of the leg (NAP-S16, NAP-S39).

    One that it stood across already, or whose crossing went on from the move before, was begun earlier.
    """
    bare = ground_of(view).bare
    lines = [p for p in ground_of(view).lines if p.kind.disorder]
    if not lines or not track.legs:
        return ()
    first = track.legs[0]
    near = [p for p in lines if _swept(first, sizes).is_near(p, AT_FRONT)]
    old = _crossed_before(first, near, bare, sizes) if near else set()
    found: dict[str, int] = {}
    for number, leg in enumerate(track.legs):
        swept = _swept(leg, sizes)
        for piece in lines:
            is_new = piece.id not in old and piece.id not in found
            if is_new and swept.is_near(piece, AT_FRONT) and _begun(bare[piece.id], leg, swept.shapes):
                found[piece.id] = number
        if leg.sizes:
            sizes = [Footprint("rect", *size) for size in leg.sizes]
    return tuple(found.items())


def _crossed_before(
    first: Leg, lines: Sequence[Piece], bare: Mapping[str, Shape], sizes: Sequence[Footprint]
) -> set[str]:
    """The obstacles among some whose crossing had begun when a body set out on its first leg (NAP-S39)."""
    stands = _outlines(first.poses, sizes)
    inner = shapely.buffer(stands, -AT_FRONT)
    resumed = first.what == "cross" and first.action < 0
    return {
        p.id
        for p in lines
        if (shapely.dwithin(bare[p.id], stands, AT_FRONT) if resumed else shapely.intersects(bare[p.id], inner)).any()
    }


def _begun(line: Shape, leg: Leg, swept: Shapes) -> bool:
    """Whether a leg is the time of a crossing before an obstacle, or leads over it."""
    if not len(swept):
        return False
    if (
        leg.what in ("cross", "charge", "attack", "evade") and not leg.goes
    ):  # chargers and evaders stand for nothing else
        return bool(shapely.dwithin(line, swept, 0.5).any())
    inner = shapely.buffer(swept[shapely.intersects(line, swept)], -0.5)
    return bool(shapely.intersects(line, inner).any())


def swept(track: Track) -> Shapes:
    """What each figure goes over in each leg of a way that was kept."""
    sizes = [Footprint("rect", *size) for size in track.sizes]
    found: list[Shapes] = []
    for leg in track.legs:
        found.append(_swept(leg, sizes).shapes)
        if leg.sizes:
            sizes = [Footprint("rect", *size) for size in leg.sizes]
    return np.concatenate(found) if found else np.empty(0, dtype=object)


def _bases(places: shape.Triples, sizes: Sequence[Footprint]) -> Bases:
    return Bases.of(list(sizes), [Pose(*place) for place in places])


def _outlines(places: shape.Triples, sizes: Sequence[Footprint]) -> Shapes:
    return _bases(places, sizes).polygons


def _swept(leg: Leg, sizes: Sequence[Footprint]) -> Swept:
    """What the figures go over in a leg, worked out once for it."""
    if not leg.poses:
        return _NOTHING
    known = _known.get(id(leg))
    if known is not None and known[0] is leg and known[1] == sizes:
        return known[2]
    shapes = _shapes_swept(leg, sizes)
    bounds = shapely.bounds(shapes)
    west, south = bounds[:, :2].min(axis=0).tolist()
    east, north = bounds[:, 2:].max(axis=0).tolist()
    found = Swept(shapes, (west, south, east, north))
    _known[id(leg)] = (leg, sizes, found)
    return found


def _shapes_swept(leg: Leg, sizes: Sequence[Footprint]) -> Shapes:
    """What each figure goes over in a leg."""
    start = _bases(leg.poses, sizes).corners
    if not leg.goes or leg.sizes:
        return _outlines(leg.poses, sizes)
    end = _bases(leg.after, sizes).corners
    if leg.pivot is None:
        return hulls_from(np.concatenate([start, end], axis=1))
    turn = (leg.after[0][2] - leg.poses[0][2] + 180.0) % 360.0 - 180.0
    steps = max(1, int(abs(turn) / ARC) + 1)
    between = []
    for k in range(steps + 1):
        between.append(turned_points(start, leg.pivot, turn * k / steps))
    parts = [hulls_from(np.concatenate([a, b], axis=1)) for a, b in pairwise(between)]
    return np.concatenate(parts)


def _met(ground: Ground, areas: Sequence[Piece], swept: Swept) -> list[Piece]:
    """The areas among some in which any figure was."""
    near = [p for p in areas if swept.is_near(p)]
    if not near:
        return []
    box = shapely.box(*swept.box)
    return [p for p in near if shapely.intersects(ground.bare[p.id], box) and _inside(ground, p, swept.shapes)]


def _inside(ground: Ground, piece: Piece, swept: Shapes) -> bool:
    """Whether any figure was in an area, not only along its edge."""
    bare = ground.bare[piece.id]
    hit = swept[shapely.intersects(bare, swept)]
    return bool(len(hit)) and bool((shapely.area(shapely.intersection(bare, hit)) > 1.0).any())


def _climbs_steep(hill: Piece, leg: Leg) -> bool:
    """Whether the middle of any figure goes over steep ground."""
    starts = np.array([(x, y) for x, y, _ in leg.poses])
    ends = np.array([(x, y) for x, y, _ in leg.after])
    far = float(np.hypot(*(ends - starts).T).max())
    west, south, east, north = hill.box
    low, high = np.minimum(starts, ends).min(axis=0) - far, np.maximum(starts, ends).max(axis=0) + far
    if low[0] > east or low[1] > north or high[0] < west or high[1] < south:
        return False
    if not shapely.dwithin(hill.shape, shapely.multipoints(np.concatenate([starts, ends])), far):
        return False
    n = max(1, int(far / going.CELL) + 1)
    marks = starts[None] + (ends - starts)[None] * np.linspace(0.0, 1.0, n + 1)[:, None, None]
    rows = going.slope_rows(hill, marks[:-1].reshape(-1, 2), marks[1:].reshape(-1, 2))
    return bool((rows >= going.ROWS.index("steep")).any())
