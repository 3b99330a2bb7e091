"""Where bodies may be deployed, and where they usually are: a line of brigades, the reserve behind (NAP-S02).

Places are those of the middle of a body's front edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import Base, State
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Footprint, Pose, corners, norm_deg
from game.kit.deploy import in_reserve
from game.kit.front import facing_across, ground_of
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.deploy.scenarios import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of as land_of
from rulesets.napoleonic_wars.measures import SLACK, cm
from rulesets.napoleonic_wars.own import Formation

Ring = tuple[tuple[float, float], ...]
Outlines = dict[str, Shape]
Place = tuple[Formation, Pose]
FORMATIONS: tuple[Formation, ...] = (
    *("line", "double_line", "irregular", "closed_column", "closed_divisional", "open_column", "open_divisional"),
    *("march_column", "square", "double_square", "open", "circle", "deployed", "limbered", "single"),
)
USUAL: tuple[Formation, ...] = (
    *("line", "irregular", "deployed", "closed_column", "closed_divisional", "limbered", "march_column"),
)
"""How bodies usually form up, what has room first."""
STEP, FARTHEST = 20.0, 40
"""mm between places that are tried, and how many steps off at most."""
NEAR, BY_FAR = 8, 1.0
"""Places that are tried before all others; mm beyond a zone, and mm² of taken ground, that rounding never makes."""


def waiting(view: State, side: str) -> tuple[str, ...]:
    """The bodies of a side that are to be deployed, generals last."""
    found = [u.id for u in in_reserve(view, side)]
    return tuple(sorted(found, key=lambda u: facts.own(view, u).arm == "general"))


def zone(view: State, side: str) -> tuple[Ring, ...]:
    """The ground where a side deploys (NAP-S02)."""
    return tuple(ring for who, ring in view.own.zones if who == side)


def facing(view: State, side: str) -> float:
    """Towards the enemy."""
    return facing_across(view.own.zones, side, view.table)


def middle(view: State, side: str) -> Pose:
    """The middle of a zone, looking at the enemy."""
    spot = ground_of(zone(view, side)).centroid
    return Pose(round(spot.x, 3), round(spot.y, 3), facing(view, side))


def size_of(view: State, base: Base, formation: Formation) -> Footprint:
    """The base on which a figure stands in a formation."""
    return bases.footprint(view, base, formation)


def formations(view: State, body: str) -> tuple[Formation, ...]:
    """The formations that a body may be deployed in, the usual ones first (NAP-FRM-03 to -29)."""
    return tuple(f for f in FORMATIONS if rights.may_form(view, body, f) is None)


def outline(view: State, body: str, formation: Formation, poses: Mapping[str, Pose]) -> Shape:
    """The ground that a body covers: the hull of its figures."""
    points = [corners(bases.footprint(view, view.bases[b], formation), pose) for b, pose in poses.items()]
    return shapely.LineString(np.concatenate(points)).convex_hull  # faster made than so many points


def bar(view: State, body: str, told: Place, taken: Mapping[str, Shape]) -> Bar | None:
    """Why a body may not be deployed so, beside those whose ground is taken; None where it may."""
    formation, at = told
    wrong = rights.may_form(view, body, formation)
    if wrong is not None:
        return wrong
    ground = outline(view, body, formation, shape.poses(view, body, formation, at))
    if not ground_of(zone(view, view.units[body].side), SLACK).covers(ground):
        return Bar(T("Outside the deployment zone. Move the body inside."), "NAP-S02")
    for piece in land_of(view).met(ground):
        if piece.kind.move in ("forbidden", "building") and _shared(piece.shape, ground) > SLACK:
            return Bar(T("{piece} cannot be occupied. Place the body elsewhere.", piece=Thing(piece.id)), "NAP-S49")
    for other, covered in taken.items():
        if other != body and _shared(ground, covered) > SLACK:
            return Bar(T("This place overlaps {unit}. Move the body aside.", unit=Thing(other)), "NAP-S50")
    return None


def houses(view: State, side: str) -> tuple[str, ...]:
    """The buildings of a side's zone, in which foot may begin (NAP-TER-04)."""
    ground = ground_of(zone(view, side), SLACK)
    return tuple(p.id for p in land_of(view).buildings if ground.covers(p.shape))


def house_bar(view: State, body: str, house: str, inside: int) -> Bar | None:
    """Why a body may not begin in a building, beside so many figures that do (NAP-TER-04)."""
    if house not in houses(view, view.units[body].side):
        return Bar(T("{piece} is not a building in the deployment zone.", piece=Thing(house)), "NAP-S02")
    if facts.own(view, body).arm != "foot":
        return Bar(T("Only figures on foot can enter a building."), "NAP-TER-04")
    most = land_of(view).by_id[house].room()
    if inside + facts.strength(view, body) > most:
        return Bar(T("{piece} is too small. Figures it can hold: {n}", piece=Thing(house), n=most), "NAP-TER-04")
    return None


def nearest(view: State, body: str, told: Place, taken: Mapping[str, Shape]) -> Pose | None:
    """The nearest free place for a body in the same formation and facing, looked for on a grid; None: there is none."""
    return next((at for at in _likely(view, body, told, taken) if bar(view, body, (told[0], at), taken) is None), None)


def _likely(view: State, body: str, told: Place, taken: Mapping[str, Shape]) -> Iterator[Pose]:
    """The places of the grid, the nearest first, without those that are taken by far: many are looked at together."""
    formation, at = told
    if rights.may_form(view, body, formation) is not None:
        return
    hull = shapely.get_coordinates(outline(view, body, formation, shape.poses(view, body, formation, at)))
    ground = ground_of(zone(view, view.units[body].side), BY_FAR)
    off = [p.shape for p in land_of(view).pieces if p.kind.move in ("forbidden", "building")]
    off += [covered for other, covered in taken.items() if other != body]
    for steps in np.split(_about(), (NEAR,)):
        outlines = np.asarray(shapely.polygons(hull + steps[:, None]))
        free = np.asarray(shapely.covers(ground, outlines))
        for covered in off:
            free[free] = shapely.area(shapely.intersection(outlines[free], covered)) <= BY_FAR
        for dx, dy in steps[free].tolist():
            yield Pose(round(at.x + dx, 3), round(at.y + dy, 3), at.facing)


@lru_cache(maxsize=1)
def _about() -> Floats:
    """Steps from a place, the nearest first."""
    span = range(-FARTHEST, FARTHEST + 1)
    found = [(i * STEP, j * STEP) for i in span for j in range(-FARTHEST // 2, FARTHEST // 2 + 1)]
    return np.array(sorted(found, key=lambda p: (p[0] ** 2 + p[1] ** 2, p)))


# --- the usual array -------------------------------------------------------------------------------------------------


def array(view: State, side: str) -> dict[str, Place]:
    """The usual place of every body of a side that finds room: brigades beside each other, each in two lines.

    Horse stands on both wings in the second line, nobody before it; behind the foot where that leaves no room there.
    Batteries stand in the first line, generals behind their brigades; for whom there is no room there, anywhere in any
    formation.
    """
    ahead, frame, anywhere = facing(view, side), _Frame(view, side), middle(view, side)
    taken: Outlines = {}
    found: dict[str, Place] = {}
    for body, wish in _wishes(view, side, frame):
        usual = ((formation, frame.pose(at, ahead)) for formation, at in wish)
        for formation, at in chain(usual, ((f, anywhere) for f in formations(view, body))):
            place = nearest(view, body, (formation, at), taken)
            if place is not None:
                found[body] = (formation, place)
                taken[body] = outline(view, body, formation, shape.poses(view, body, formation, place))
                break
    return found


class _Frame:
    """A zone as its side sees it: to the right along its front, and back from it (mm)."""

    def __init__(self, view: State, side: str) -> None:
        ground = ground_of(zone(view, side))
        self.turn = math.radians(facing(view, side))
        sine, cosine = math.sin(self.turn), math.cos(self.turn)
        spots = shapely.get_coordinates(ground)
        right, ahead = spots @ [cosine, -sine], spots @ [sine, cosine]
        self.left, self.width = float(right.min()), float(right.max() - right.min())
        self.front, self.depth = float(ahead.max()), float(ahead.max() - ahead.min())

    def pose(self, at: tuple[float, float], ahead: float) -> Pose:
        """The place so far from the left end of the front, and so far behind it."""
        u, v = self.left + at[0], self.front - at[1]
        sine, cosine = math.sin(self.turn), math.cos(self.turn)
        return Pose(round(u * cosine + v * sine, 3), round(v * cosine - u * sine, 3), norm_deg(ahead))


Wish = tuple[str, tuple[tuple[Formation, tuple[float, float]], ...]]


def _wishes(view: State, side: str, frame: _Frame) -> Iterator[Wish]:
    """Every body with the places where it would stand, the best first."""
    own = {u: facts.own(view, u) for u in waiting(view, side)}
    gap, deep = cm(number("brigade_gap")), cm(number("rank_gap")) + 30.0
    brigades: dict[str, list[str]] = {}
    for body, told in own.items():
        if told.arm in ("foot", "guns", "rockets"):
            brigades.setdefault(told.brigade, []).append(body)
    lines = {b: _in_lines(view, mine) for b, mine in brigades.items()}
    wide = {b: max(_length(view, row, gap) for row in rows) for b, rows in lines.items()}
    least = sum(wide.values()) + gap * max(0, len(wide) - 1)
    horse = [b for b, told in own.items() if told.arm == "horse"]
    wings = _wings(view, horse, gap, frame.width - least)
    start, end = (gap + _broadest(view, rows, gap) if rows else 0.0 for rows in wings)
    room = frame.width - start - end
    between = max(gap, (room - sum(wide.values())) / (len(wide) + 1)) if wide else gap
    middles: dict[str, float] = {}
    at = start + max(0.0, (room - sum(wide.values()) - between * (len(wide) - 1)) / 2.0)
    for brigade, rows in lines.items():
        middles[brigade] = at + wide[brigade] / 2.0
        for k, row in enumerate(rows):
            yield from _row(view, row, middles[brigade], 10.0 + k * deep, gap)
        at += wide[brigade] + between
    if any(wings):
        ends = (start - gap) / 2.0, frame.width - (end - gap) / 2.0
        for rows, middle in zip(wings[::-1], ends[::-1], strict=True):
            for k, row in enumerate(rows):
                yield from _row(view, row, middle, 10.0 + (k + 1) * deep, gap)
                for body in row:
                    middles.setdefault(own[body].brigade, middle)
    else:
        for body, x in _behind(horse, frame):
            yield body, tuple((f, (x, frame.depth * 0.6)) for f in _usual(view, body))
            middles.setdefault(own[body].brigade, x)
    for body, told in own.items():
        if told.arm == "general":
            x = middles[told.brigade] if told.brigade and told.brigade in middles else frame.width / 2.0
            yield body, (("single", (x, frame.depth * (0.75 if told.brigade in brigades else 0.85))),)


Rows = tuple[tuple[str, ...], ...]


def _wings(view: State, horse: Sequence[str], gap: float, spare: float) -> tuple[Rows, Rows]:
    """The horse of the left and the right wing in as few lines as there is room for beside the foot; else nobody."""
    for n in range(1, len(horse) + 1):
        sides = (horse[1::2], horse[0::2])
        found = tuple(tuple(tuple(some[k::n]) for k in range(n) if some[k::n]) for some in sides)
        left, right = found
        if sum(gap + _broadest(view, rows, gap) for rows in found if rows) <= spare:
            return left, right
    return (), ()


def _behind(horse: Sequence[str], frame: _Frame) -> Iterator[tuple[str, float]]:
    """How far from the left those stand who have no room beside the foot: behind it, from both ends."""
    for k, body in enumerate(horse):
        yield body, frame.width * (0.08 + 0.1 * (k // 2)) if k % 2 else frame.width * (0.92 - 0.1 * (k // 2))


def _row(view: State, row: Sequence[str], middle: float, back: float, gap: float) -> Iterator[Wish]:
    """Bodies beside each other about a middle, so far behind the front."""
    x = middle - _length(view, row, gap) / 2.0
    for body in row:
        here = _width(view, body)
        spot = (x + here / 2.0, back)
        yield body, tuple((f, spot) for f in _usual(view, body))
        x += here + gap


def _broadest(view: State, rows: Rows, gap: float) -> float:
    return max(_length(view, row, gap) for row in rows)


def _usual(view: State, body: str) -> tuple[Formation, ...]:
    """The formations in which a body usually forms up, the first that has room."""
    may = formations(view, body)
    return tuple(f for f in USUAL if f in may)


def _in_lines(view: State, bodies: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The bodies of a brigade in two lines, the larger half and the batteries in front."""
    guns = [b for b in bodies if facts.own(view, b).arm in ("guns", "rockets")]
    foot = [b for b in bodies if b not in guns]
    half = -(-len(foot) // 2)
    return tuple(row for row in ((*foot[:half], *guns), tuple(foot[half:])) if row)


def _width(view: State, body: str) -> float:
    """The front (mm) of a body as it usually forms up."""
    formation = _usual(view, body)[0]
    found = shape.poses(view, body, formation, Pose(0.0, 0.0, 0.0))
    left, _, right, _ = outline(view, body, formation, found).bounds
    return float(right - left)


def _length(view: State, row: Sequence[str], gap: float) -> float:
    return sum(_width(view, b) for b in row) + gap * (len(row) - 1)


def _shared(one: Shape, other: Shape) -> float:
    """Mm² that two outlines share, base by base: bases that touch along an edge are no valid shape together."""
    each = shapely.intersection(shapely.get_parts(one)[:, None], shapely.get_parts(other)[None, :])
    return float(shapely.area(each).sum())
