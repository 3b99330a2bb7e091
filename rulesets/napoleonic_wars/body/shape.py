"""Bodies as they stand: the place of every figure in a formation, front edge, ranks, width, depth (NAP-FRM, NAP-S12).

A place is told by the middle of the front edge and the facing. The figures in a building have no pose; a limbered gun
rides on the base of its team (NAP-R47).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
import shapely

from game.engine import changes
from game.engine import event as ev
from game.engine.state import Base, State
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Point, Pose, corners, norm_deg, sin_cos, to_world
from game.kit.block.front import Front
from game.kit.block.outlines import extents
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import layouts
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.own import Formation

Poses = dict[str, Pose]
Triples = tuple[tuple[float, float, float], ...]
IN_RANK = 0.5
"""mm by which the front edges of figures of one rank may differ: they are turned and rounded."""


class Standing(msgspec.Struct, frozen=True):
    """The outline of a body along its facing.

    Attributes
    ----------
    front
        Middle of the front edge of its first rank, with the facing.
    left, right
        Ends of that edge (mm).
    width, depth
        Of the rectangle about all its figures (mm).
    centre
        Middle of that rectangle: where the body is, where paths are told (NAP-S73).
    """

    front: Pose
    left: Point
    right: Point
    width: float
    depth: float
    centre: Point

    @property
    def edge(self) -> Front:
        """The front edge of its first rank."""
        return Front(self.left, self.right, self.front.facing)


def order(view: State, body: str) -> tuple[Base, ...]:
    """The figures of a body in the order of its formation: company by company; guns and teams in their own order."""
    if len(facts.own(view, body).subs) > 1:
        return tuple(base for company in facts.companies(view, body).values() for base in company)
    return facts.left(view, body)


def poses(view: State, body: str, formation: Formation, at: Pose, abreast: int = 0, *, inverted: bool = False) -> Poses:
    """The pose of every figure of a body in a formation, by base; ``at`` is the middle of its front edge (NAP-S12).

    Parameters
    ----------
    abreast
        Files of irregulars and open order, teams abreast of a limbered battery, mm between
        deployed guns, companies of a column; 0 for the usual.
    inverted
        The last company leads a column, or the first stands at the left of a line.
    """
    members = order(view, body)
    if formation == "garrison":
        return {}
    if facts.own(view, body).arm in ("guns", "rockets") and formation in ("deployed", "limbered"):
        return _battery(view, members, formation, at, abreast)
    if not members:
        return {}
    size = bases.footprint(view, members[0], formation)
    found = layouts.slots(formation, company_sizes(view, body), size, abreast, inverted)
    return {base.id: _set(at, slot) for base, slot in zip(members, found, strict=True)}


def company_sizes(view: State, body: str) -> tuple[int, ...]:
    """How many figures each company has left; a base of ten figures is one by itself (NAP-MIC-06)."""
    if bases.scale(view) == "micro":
        return (1,) * len(facts.left(view, body))
    return tuple(len(company) for company in facts.companies(view, body).values())


def _set(at: Pose, slot: layouts.Slot) -> Pose:
    x, y = to_world(at, (slot[0], slot[1]))
    return Pose(round(x, 3), round(y, 3), norm_deg(at.facing + slot[2]), at.level)


def _battery(view: State, members: Sequence[Base], formation: Formation, at: Pose, abreast: int) -> Poses:
    guns = [b for b in members if facts.figure(b).role == "gun"]
    teams = [b for b in members if facts.figure(b).role == "team"]
    if formation == "limbered" and teams:
        size = max((bases.footprint(view, t, formation) for t in teams), key=lambda f: f.depth)
        found = layouts.slots("limbered", (1,) * len(teams), size, abreast, False)
        out = {t.id: _set(at, s) for t, s in zip(teams, found, strict=True)}
        by_sub = {facts.figure(t).sub: out[t.id] for t in teams}
        return out | {g.id: by_sub.get(facts.figure(g).sub, out[teams[-1].id]) for g in guns}
    sizes = tuple(tuple(bases.footprint(view, b, formation) for b in group) for group in (guns, teams))
    front, behind = layouts.battery(sizes[0], sizes[1], float(abreast))
    return {b.id: _set(at, s) for b, s in zip([*guns, *teams], [*front, *behind], strict=True)}


def placed(
    view: State,
    body: str,
    formation: Formation,
    at: Pose,
    abreast: int = 0,
    *,
    inverted: bool = False,
    building: str = "",
) -> tuple[ev.Change, ...]:
    """The changes that set a body down in a formation: poses, bases of its order, who rides or stands inside."""
    found = poses(view, body, formation, at, abreast, inverted=inverted)
    out: list[ev.Change] = []
    for base in facts.left(view, body):
        size = bases.footprint(view, base, formation)
        if size != base.shape:
            out.append(ev.SetField("base", base.id, "shape", size))
        if base.id in found:
            out.append(ev.SetPose(base.id, found[base.id]))
        elif base.where != "inside" or base.place != (building or body):
            out.append(ev.SetPose(base.id, None, "inside", building or body))
    out += changes.unit(view, body, formation=formation, abreast=abreast, inside=building)
    return tuple(out)


# --- as it stands ----------------------------------------------------------------------------------------------------


def fighters(view: State, body: str) -> tuple[Base, ...]:
    """The figures that make a body's front: all on the table, but of a battery its guns or its teams (NAP-S28)."""
    found = facts.figures(view, body)
    leads = {"deployed": "gun", "limbered": "team"}.get(facts.own(view, body).stance.formation)
    return (leads and tuple(b for b in found if facts.figure(b).role == leads)) or found


def standing(view: State, body: str) -> Standing:
    """The outline of a body as it stands. Raises ValueError where nothing of it is on the table."""
    found = fighters(view, body)
    return outline(tuple(b.shape for b in found), triples(b.pose for b in found if b.pose), turn(view, body))


def turn(view: State, body: str) -> float:
    """From the facing of figures to that of their body: strips march with a flank ahead (NAP-MIC-06)."""
    turned = facts.own(view, body).stance.formation == "march_column" and bases.scale(view) == "micro"
    return 90.0 if turned else 0.0


def triples(found: Iterable[Pose]) -> Triples:
    """Poses as plain numbers, for what is remembered by them."""
    return tuple((p.x, p.y, p.facing) for p in found)


@lru_cache(maxsize=4096)
def outline(shapes: tuple[Footprint, ...], places: Triples, turn: float = 0.0) -> Standing:
    """The outline of figures, with the facing of the first; ``turn`` is from it to the body's (NAP-MIC-06)."""
    if not places:
        raise ValueError("a body of which nothing is on the table has no front")
    facing = norm_deg(places[0][2] + turn)
    figures = extents(shapes, places, facing)
    top, bottom = max(f.front for f in figures), min(f.rear for f in figures)
    low, high = min(f.left for f in figures), max(f.right for f in figures)
    first = [f for f in figures if f.front >= top - IN_RANK]
    left, right = min(f.left for f in first), max(f.right for f in first)

    def world(u: float, v: float) -> Point:
        x, y = to_world(Pose(0.0, 0.0, facing), (u, v))
        return round(x, 6), round(y, 6)

    middle = world((left + right) / 2.0, top)
    centre = world((low + high) / 2.0, (top + bottom) / 2.0)
    return Standing(
        Pose(*middle, facing), world(left, top), world(right, top), round(high - low, 6), round(top - bottom, 6), centre
    )


def front(view: State, body: str) -> Pose:
    """The middle of a body's front edge, and its facing."""
    return standing(view, body).front


def width(view: State, body: str) -> float:
    """The width (mm) of a body as it stands."""
    return standing(view, body).width


def depth(view: State, body: str) -> float:
    """The depth (mm) of a body as it stands."""
    return standing(view, body).depth


def centre(view: State, body: str) -> Point:
    """The middle of a body (NAP-S73); of a garrison the middle of its house.

    Raises ValueError where nothing of it is on the table and it is in no house.
    """
    house = ground_of(view).by_id.get(facts.own(view, body).inside)
    if house is not None and not facts.figures(view, body):
        return house.whole.centroid.x, house.whole.centroid.y
    return standing(view, body).centre


def rows(view: State, body: str) -> tuple[int, ...]:
    """How many figures stand in each rank of a body, front to rear, as it stands and faces; one of a circle."""
    found = fighters(view, body)
    if facts.own(view, body).stance.formation == "circle":
        return (len(found),)
    return rows_in(tuple(b.shape for b in found), triples(b.pose for b in found if b.pose))


@lru_cache(maxsize=4096)
def rows_in(shapes: tuple[Footprint, ...], places: Triples) -> tuple[int, ...]:
    """How many figures stand in each rank, seen along the facing of the first."""
    found = rank_of(shapes, places)
    return tuple(found.count(rank) for rank in range(max(found, default=-1) + 1))


def rank_of(shapes: tuple[Footprint, ...], places: Triples, facing: float | None = None) -> tuple[int, ...]:
    """In which rank each figure stands, 0 the foremost, seen along a facing, by default that of the first."""
    if not places:
        return ()
    sine, cosine = sin_cos(places[0][2] if facing is None else facing)
    ahead = [x * sine + y * cosine for x, y, _ in places]
    apart = min(shape.depth for shape in shapes) / 2.0
    out = [0] * len(places)
    rank, first = 0, max(ahead)
    for k in sorted(range(len(places)), key=lambda k: -ahead[k]):
        if first - ahead[k] > apart:
            rank, first = rank + 1, ahead[k]
        out[k] = rank
    return tuple(out)


def fixed_ranks(view: State, body: str) -> int:
    """The ranks that a square or a mass counts, however it stands (NAP-FRM-13, NAP-R71); 0 of other bodies."""
    if facts.is_square(view, body):
        return whole("square_ranks")
    return whole("mass_ranks") if facts.own(view, body).stance.formation == "mass" else 0


def ranks(view: State, body: str) -> int:
    """How many ranks a body has."""
    return fixed_ranks(view, body) or max(1, len(rows(view, body)))


def is_inverted(view: State, body: str) -> bool:
    """Whether the last company leads, or the first stands at the left."""
    found = [b for b in order(view, body) if b.where == "table" and b.pose is not None]
    if len(found) < 2:
        return False
    (a, b) = (base.pose or Pose(0.0, 0.0) for base in (found[0], found[-1]))
    return runs_back(a, b, turn(view, body))


def runs_back(first: Pose, last: Pose, turn: float = 0.0) -> bool:
    """Whether the last figure of a body is ahead of its first, or to the right of it; ``turn`` as for the outline.

    Of a column that bends each looks its own way.
    """
    aside = ahead = 0.0
    for pose in (first, last):
        sine, cosine = sin_cos(pose.facing + turn)
        aside += ((last.x - first.x) * cosine - (last.y - first.y) * sine) / 2.0
        ahead += ((last.x - first.x) * sine + (last.y - first.y) * cosine) / 2.0
    return ahead > 1.0 or (abs(ahead) <= 1.0 and aside > 1.0)


def cover(sizes: Iterable[Footprint], places: Iterable[tuple[float, float, float]]) -> Shape:
    """What figures of these sizes cover at some places, base by base."""
    boxes = [shapely.Polygon(corners(f, Pose(*place))) for f, place in zip(sizes, places, strict=True)]
    found: Shape = shapely.MultiPolygon(boxes)
    return found


def line(a: Point, b: Point) -> Shape:
    """A stretch between two points."""
    return shapely.LineString((a, b))


def side_of_square(count: int, formation: Formation, size: Footprint) -> float:
    """The outer side (mm) of a square of so many figures (NAP-S12)."""
    deep = 2 if formation == "double_square" else 1
    return layouts.wall(count, deep) * size.width + deep * size.depth
