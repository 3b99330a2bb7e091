"""Arcs and facings (WAB-S04), and sight (WAB-S05)."""

from __future__ import annotations

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import State
from game.geometry.arcs import RAY_SLACK, corner_arc, part_in_arc
from game.geometry.arcs import zone_of as base_zone
from game.geometry.crossing import crossings, quad_sides, ring_edges, through_sides
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, to_local
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field.blocks import Block, block_of, bounds, far_off, outline, quads
from rulesets.ancient_battles.field.facts import (
    arm,
    centre,
    fielded,
    fleeing,
    front_centre,
    height,
    kinds,
    land,
    loose,
    of_land,
    skirmishers,
)
from rulesets.ancient_battles.field.memory import Stance, among, settled, standing_so
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.own import Facing

ARC = NUMBERS.arc.value
WOOD_SEEN = NUMBERS.wood_seen.value
"""Inches of wood through which one sees (WAB-S05)."""
_SAMPLES = np.linspace(0.0, 1.0, 9)
_NEAR = 1e-5
"""mm within which a length is measured again by the exact overlay."""


@standing_so(2)
def in_front(view: State, unit: str, other: str) -> bool:
    """Whether any part of another unit lies in the front arc of a unit; who has no facing sees all round (WAB-S04)."""
    if loose(view, unit):
        return True
    block = block_of(view, unit)
    arc = corner_arc(block.footprint, block.centre, ARC)
    return any(part_in_arc(q, arc) for q in quads(view, other))


def zone(view: State, unit: str, point: Point) -> Facing:
    """The side of a unit on which a point lies, on a line the better one (WAB-S04); "front" of who has no flanks."""
    if loose(view, unit) or fleeing(view, unit):
        return "front"
    return block_zone(block_of(view, unit), point)


def block_zone(block: Block, point: Point) -> Facing:
    """The side of a block on which a point lies (WAB-S04)."""
    found = base_zone(block.footprint, block.centre, point, ARC)
    u, v = to_local(block.centre, point)
    aside, ahead, behind = abs(u) - block.width / 2.0, v - block.depth / 2.0, -v - block.depth / 2.0
    if found == "rear" and aside > 0.0 and abs(aside - behind) <= max(RAY_SLACK, SLACK):
        return "left" if u < 0.0 else "right"
    if found in ("left", "right") and ahead >= 0.0 and aside <= ahead + SLACK:
        return "front"
    return found


def facing_charged(view: State, charger: str, target: str) -> Facing:
    """Which side of a target a charge hits: where the charger's front centre stands (WAB-S04)."""
    return zone(view, target, front_centre(view, charger))


@standing_so(1)
def _starts(view: State, unit: str) -> Floats:
    """Points (n, 2) from which a unit looks: along its front edge, or about every skirmisher."""
    if not loose(view, unit):
        a, b = block_of(view, unit).corners[:2]
        along: Floats = a + _SAMPLES[:, None] * (b - a)
        return along
    found = quads(view, unit)
    middles = (found + np.roll(found, -1, axis=1)) / 2.0
    return np.concatenate((found.reshape(-1, 2), middles.reshape(-1, 2)))


def _ends(view: State, unit: str, seen_from: Point) -> Floats:
    """Points (n, 2) of a unit at which one looks: along the edges turned to the viewer."""
    found = quads(view, unit)
    if len(found) > 1:
        return np.concatenate((found.reshape(-1, 2), found.mean(axis=1)))
    four, (x, y) = found[0].tolist(), seen_from
    edges = zip(four, (*four[1:], four[0]), strict=True)
    turned = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0 for (ax, ay), (bx, by) in edges]
    return _along(view, unit)[turned].reshape(-1, 2) if any(turned) else found[0]


@standing_so(1)
def _along(view: State, unit: str) -> Floats:
    """Points (4, n, 2) along the edges of a block."""
    four = quads(view, unit)[0]
    along: Floats = four[:, None] + _SAMPLES[:, None] * (np.roll(four, -1, axis=0) - four)[:, None]
    return along


class _Look(msgspec.Struct, frozen=True):
    """From where to where (n, 2) a unit looks, in a box, past walls and woods; what it saw past who stood between."""

    starts: Floats
    ends: Floats
    low: Floats
    high: Floats
    walls: tuple[_Screen, ...]
    woods: tuple[_Screen, ...]
    found: dict[tuple[Stance, ...], bool]


@standing_so(2)
def _look(view: State, unit: str, other: str) -> _Look:
    starts, ends = _starts(view, unit), _ends(view, other, front_centre(view, unit))
    points = np.concatenate((starts, ends))
    low, high = points.min(axis=0), points.max(axis=0)
    rows, boxes = _screens(view)
    near = _boxed(boxes, low, high)
    met: list[_Screen] = []
    if near:
        field = shapely.convex_hull(shapely.linestrings(points))  # a line is made faster than many points
        met = [rows[k] for k in near if shapely.intersects(rows[k].shape, field)]
    return _Look(starts, ends, low, high, tuple(s for s in met if not s.wood), tuple(s for s in met if s.wood), {})


def _boxed(boxes: Floats, low: Floats, high: Floats) -> list[int]:
    """Which of some boxes (n, 2, 2) another meets."""
    found: list[int] = np.flatnonzero((boxes[:, 0] <= high).all(axis=1) & (boxes[:, 1] >= low).all(axis=1)).tolist()
    return found


class _Screen(msgspec.Struct, frozen=True):
    """A piece of terrain that hinders looks; ``inner`` is what of it lies within its outline."""

    name: str
    wood: bool
    shape: Shape
    inner: Shape


@of_land
def _screens(view: State) -> tuple[tuple[_Screen, ...], Floats]:
    """The terrain that hinders looks, and its boxes (n, 2, 2)."""
    found = []
    for name, kind, shape in land(view):
        sort = kinds()[kind].sight
        if sort != "clear":
            inner = shape.buffer(-SLACK / 2.0, join_style="mitre")
            shapely.prepare(inner)
            found.append(_Screen(name, sort != "block", shape, inner))
    return tuple(found), np.array([s.shape.bounds for s in found]).reshape(-1, 2, 2)


@of_land
def _thicket(view: State, names: tuple[str, ...]) -> tuple[Shape, Floats]:
    """Some woods as one area, and its edges (m, 2, 2)."""
    area = shapely.union_all([s.shape for s in _screens(view)[0] if s.name in names])
    shapely.prepare(area)
    return area, ring_edges(area)


def sight(view: State, unit: str, other: str) -> tuple[bool, tuple[str, ...]]:
    """Whether a unit sees another, and the ids of what stands in the way of the straightest look (WAB-S05).

    Looks go from nine points of the front edge to nine points of every edge turned to it; of skirmishers, to corners.
    """
    seen = sees(view, unit, other)
    return seen, () if seen else _culprits(view, unit, other)


@settled
def sees(view: State, unit: str, other: str) -> bool:
    """Whether there is a line of sight from a unit to another (WAB-S05), arcs left aside."""
    look = _look(view, unit, other)
    blockers = _blockers(view, unit, other, look.low, look.high)
    if not look.walls and not look.woods and not blockers:
        return True
    key = among(view, blockers)
    if key not in look.found:
        look.found[key] = _seen(view, _straightest(view, unit, other)[None], look, [_sides(view, b) for b in blockers])
    return look.found[key]


def _straightest(view: State, unit: str, other: str) -> Floats:
    """The ends (2, 2) of the straightest look."""
    return np.array([front_centre(view, unit), centre(view, other)])


def _seen(view: State, straight: Floats, look: _Look, blockers: list[tuple[Floats, Floats]]) -> bool:
    """Whether any look is free: the straight one (1, 2, 2), some, the outermost, all."""
    starts, ends = look.starts, look.ends
    found = blockers or [(np.empty((0, 4, 2)), np.empty((0, 4)))]
    sides = np.concatenate([normals for normals, _ in found]), np.concatenate([rims for _, rims in found])
    some = np.concatenate((straight, _rays(starts[:: max(1, len(starts) // 4)], ends[:: max(1, len(ends) // 4)])))
    hidden = through_sides(some[:, 0], some[:, 1], *sides)
    if _any_clear(view, some[~hidden.any(axis=1)], look):
        return True
    outer = _rays(_hull_points(starts), _hull_points(ends))
    unseen = through_sides(outer[:, 0], outer[:, 1], *sides)
    if _any_clear(view, outer[~unseen.any(axis=1)], look):
        return True
    if _screened(outer, unseen, sides):
        return False
    widest = np.argsort(-hidden.sum(axis=0), kind="stable").tolist()
    return _any_clear(view, _unhidden(_rays(starts, ends), sides, widest), look)


def _culprits(view: State, unit: str, other: str) -> tuple[str, ...]:
    """What stands in the way of the straightest look."""
    look = _look(view, unit, other)
    line = shapely.LineString(_straightest(view, unit, other))
    units = ((b, outline(view, b)) for b in _blockers(view, unit, other, look.low, look.high))
    walls = [*((s.name, s.shape) for s in look.walls), *units]
    culprits = [name for name, shape in walls if shapely.length(shapely.intersection(line, shape)) > SLACK]
    return (*culprits, *(s.name for s in look.woods if shapely.intersects(line, s.shape)))


def _rays(starts: Floats, ends: Floats) -> Floats:
    lines = np.empty((len(starts), len(ends), 2, 2))
    lines[:, :, 0] = starts[:, None]
    lines[:, :, 1] = ends[None]
    return lines.reshape(-1, 2, 2)


def _hull_points(points: Floats) -> Floats:
    """The corners (k, 2) of the convex hull of points."""
    return shapely.get_coordinates(shapely.convex_hull(shapely.linestrings(points)))


@standing_so(1)
def _sides(view: State, unit: str) -> tuple[Floats, Floats]:
    """The sides of what a unit covers, drawn in by half the slack, for looks to run through."""
    return quad_sides(quads(view, unit), SLACK / 2.0)


def _screened(outer: Floats, unseen: NDArray[np.bool_], sides: tuple[Floats, Floats]) -> bool:
    """Whether one unit alone hides all looks.

    What a convex outline hides from a point is convex, and so is the whole of points from which it hides one: it hides
    all looks if it hides, by a hair and more, the outer ones, between the corners of the starts' hull and the ends'.
    """
    normals, rims = sides
    alone = unseen.all(axis=0)
    return bool(
        alone.any() and through_sides(outer[:, 0], outer[:, 1], normals[alone], rims[alone] + _NEAR).all(axis=0).any()
    )


def _unhidden(rays: Floats, sides: tuple[Floats, Floats], order: list[int]) -> Floats:
    """The rays that no unit hides; the units are looked at one after the other, each by the rays still left."""
    normals, rims = sides
    for k in order:
        if not len(rays):
            break
        rays = rays[~through_sides(rays[:, 0], rays[:, 1], normals[k : k + 1], rims[k : k + 1])[:, 0]]
    return rays


def _any_clear(view: State, clear: Floats, look: _Look) -> bool:
    """Whether one of some rays (n, 2, 2) that no unit hides crosses no more terrain than one sees through."""
    if not len(clear) or not (look.walls or look.woods):
        return bool(len(clear))
    lines = np.asarray(shapely.linestrings(clear))
    for wall in look.walls:
        free = ~shapely.intersects(wall.inner, lines)
        clear, lines = clear[free], lines[free]
        if not len(clear):
            return False
    if not look.woods:
        return True
    area, edges = _thicket(view, tuple(s.name for s in look.woods))
    if not bool(shapely.intersects(area, lines).all()):
        return True
    most = inch(WOOD_SEEN) + SLACK
    inside, sure = _inside(clear, edges)
    if bool((sure & (inside < most - _NEAR)).any()):
        return True
    doubtful = ~(sure & (inside > most + _NEAR))
    return bool((shapely.length(shapely.intersection(lines[doubtful], area)) <= most).any())


def _inside(rays: Floats, edges: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Length (mm, (n,)) of rays within an area by its edges, and where that is sure: no edge lies along the ray."""
    starts, ends = rays[:, 0], rays[:, 1]
    way = ends - starts
    length = np.hypot(way[:, 0], way[:, 1])
    shares = crossings(starts, ends, edges)
    inside: Floats = (shares[:, 1::2].sum(axis=1) - shares[:, 0::2].sum(axis=1)) * length
    off = np.abs((edges[None] - starts[:, None, None]) @ np.stack((way[:, 1], -way[:, 0]), axis=1)[:, None, :, None])
    beside = off[..., 0].max(axis=2).min(axis=1) <= _NEAR * np.maximum(length, 1.0)
    sure: NDArray[np.bool_] = ~beside & (length > 0.0)
    return inside, sure


@settled
def _hiding(view: State) -> tuple[tuple[str, tuple[float, float, float, float]], ...]:
    """The units that can hide others (neither skirmishers nor lone characters), and their boxes."""
    return tuple((u, bounds(view, u)) for u in fielded(view) if not (loose(view, u) or skirmishers(view, u)))


def _blockers(view: State, unit: str, other: str, low: Floats, high: Floats) -> list[str]:
    """Units in a box that hide another: not from or to higher ground, and no elephants."""
    if arm(view, other) == "elephant":
        return []
    box = (*low.tolist(), *high.tolist())
    aside = (unit, other, own(view, unit).joined, own(view, other).joined)
    found = [u for u, there in _hiding(view) if not far_off(box, there, 0.0) and u not in aside]
    if not found:
        return []
    high_ground = max(height(view, unit), height(view, other))
    return [u for u in found if height(view, u) >= high_ground]
