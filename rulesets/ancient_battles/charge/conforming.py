"""Coming into contact: closing the door, skirmishers lining up, sliding onto figures (WAB-S09, WAB-S10).

All of it is free. What is worked out first are the poses; :func:`bring` then makes them an event with its ties.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
import shapely

from game.engine.changes import own_field
from game.engine.event import AddTie, Change, SetPose, Untie
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Text, Thing
from game.geometry.shapes import (
    Floats,
    Footprint,
    Point,
    Pose,
    bearing,
    corners,
    forward,
    moved,
    rounded,
    shifted,
    turned_about,
)
from game.geometry.shapes import turn_between as turn
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.barriers import fits, make_way, stands_on, yields
from rulesets.ancient_battles.field.blocks import block_at, block_of, formed, models, pose_of, quads, shapes, slots
from rulesets.ancient_battles.field.engagement import EDGES
from rulesets.ancient_battles.measures import BRUSH, CONTACT
from rulesets.ancient_battles.own import ContactOwn, Facing

How = Literal["charge", "counter", "pursuit", "overrun", "follow_up"]
ON_EDGE = 0.5
"""mm from an edge within which a contact lies on it."""
SLIDE = 0.5
"""Steps (mm) in which a charger who met no figure slides along the edge."""


class Closed(msgspec.Struct, frozen=True):
    """Poses of all figures that move as two units come together; who turned ("flush": charger, "touch": nobody)."""

    poses: dict[str, Pose]
    how: Literal["flush", "target", "touch", "lined"]


def close(
    view: State, charger: str, target: str, front: Pose | None, point: Point, edge: Facing | None = None
) -> Closed:
    """Where the figures of two units stand after their contact at a point (mm).

    ``front`` is that of a formed charger at first contact, None for those who have none; ``edge`` is the facing
    charged, by default the edge of the target that the point lies nearest to.
    """
    if own(view, target).snake:  # it is drawn up behind its leader (WAB-S13)
        first = view.bases[models(view, target)[0]]
        view = view.with_poses(slots(view, target, moved(pose_of(view, first.id), first.shape.depth / 2.0)))
    if formed(view, charger):
        assert front is not None
        if formed(view, target):
            return _door(view, charger, target, front, point, edge)
        poses = slots(view, charger, front)
        there = view.with_poses(poses)
        if not facts.engaged(view, target):
            row = lined_up(there, target, side(block_at(view, charger, front).corners, 0), point)
            if _first_open(there, target, row, (target,)):
                return Closed({**poses, **row}, "lined")
        return Closed(slots(view, charger, _aside(view, charger, target, front)), "touch")
    if formed(view, target):
        four = block_of(view, target).corners
        return Closed(lined_up(view, charger, side(four, EDGES.index(edge or edge_at(four, point))), point), "lined")
    lines = _beside if facts.engaged(view, target) else _facing_lines
    return Closed(lines(view, charger, target, point), "lined")


def side(four: Floats, k: int) -> tuple[Floats, Floats]:
    """The ends of edge ``k`` of a block, clockwise round it."""
    return four[k], four[(k + 1) % 4]


def edge_at(four: Floats, point: Point, wish: Facing | None = None) -> Facing:
    """The edge of a block that a point lies nearest to; the one wished for where the point lies on it."""
    far = [float(shapely.LineString(side(four, k)).distance(shapely.Point(point))) for k in range(4)]
    if wish is not None and far[EDGES.index(wish)] <= ON_EDGE:
        return wish
    return EDGES[min(range(4), key=lambda k: round(far[k], 2))]


def flush_front(front: Pose, edge: tuple[Floats, Floats], point: Point) -> Pose:
    """A front turned about a point until it lies along an edge of a block, and set squarely onto it."""
    start, end = edge
    way = (end - start) / math.hypot(*(end - start))
    facing = bearing(float(way[1]), float(-way[0]))
    turned = turned_about(front, point, turn(front.facing, facing))
    foot = start + way * float((np.array((turned.x, turned.y)) - start) @ way)
    return Pose(float(foot[0]), float(foot[1]), facing)


def _door(view: State, charger: str, target: str, front: Pose, point: Point, edge: Facing | None) -> Closed:
    """A block comes flush; else its target turns to it, unless engaged; else they fight as they touch (WAB-S09)."""
    four = block_of(view, target).corners
    k = EDGES.index(edge or edge_at(four, point))
    flush = flush_front(front, side(four, k), point)
    if fits(view, block_at(view, charger, flush), (charger, target), yielding=True):
        return Closed(slots(view, charger, _onto(view, charger, target, flush, k)), "flush")
    if not facts.engaged(view, target):
        there = _turned_target(view, target, front, k, point)
        if fits(view, block_at(view, target, there), (charger, target), yielding=True):
            turned = slots(view, target, there)
            onto = _onto(view.with_poses(turned), charger, target, front, k)
            return Closed({**slots(view, charger, onto), **turned}, "target")
    return Closed(slots(view, charger, _aside(view, charger, target, front)), "touch")


def _turned_target(view: State, target: str, front: Pose, k: int, point: Point) -> Pose:
    """Front of the target turned about the contact point until its edge lies along a charger's front."""
    block = block_of(view, target)
    turned = turned_about(block.front, point, turn(block.front.facing, front.facing + 180.0 - 90.0 * k))
    ahead = np.array(forward(front.facing))
    gap = min(float((end - np.array((front.x, front.y))) @ ahead) for end in side(block.at(turned).corners, k))
    return Pose(turned.x - float(ahead[0]) * gap, turned.y - float(ahead[1]) * gap, turned.facing)


def _onto(view: State, charger: str, target: str, front: Pose, k: int) -> Pose:
    """The front slid along an edge of a block, the least way, until a base meets a base (WAB-S10)."""
    start, end = side(block_of(view, target).corners, k)
    return _slid(view, charger, target, front, end - start, (charger, target))


def _aside(view: State, charger: str, target: str, front: Pose) -> Pose:
    """The front slid to its side, the least way, until a base meets a loose figure, or a block's corner (WAB-S10)."""
    ahead = np.array(forward(front.facing))
    right = np.array((ahead[1], -ahead[0]))
    across = quads(view, target).reshape(-1, 2) @ right
    return _slid(view, charger, target, front, right * float(across.max() - across.min()), (charger,))


def _slid(view: State, charger: str, target: str, front: Pose, way: Floats, but: Sequence[str]) -> Pose:
    """The front slid one way or the other along a line as long as the target's side, as little as will do."""

    def touches(there: Pose) -> bool:
        return engagement.touch(view.with_poses(slots(view, charger, there)), charger, target)

    if touches(front):
        return front
    length = math.hypot(*way)
    dx, dy = float(way[0]) / length, float(way[1]) / length
    for n in range(1, math.ceil((length + block_of(view, charger).width) / SLIDE)):
        for by in (n * SLIDE, -n * SLIDE):
            there = shifted(front, by * dx, by * dy)
            if touches(there) and fits(view, block_at(view, charger, there), but, yielding=True):
                return there
    return front


def lined_up(view: State, unit: str, line: tuple[Floats, Floats], point: Point) -> dict[str, Pose]:
    """Models without formation side by side along an enemy's edge, the rest in rows behind (WAB-S10).

    ``line`` are the ends (mm) of the edge, clockwise round its owner. The row is centred about the first contact as far
    as the edge reaches; where somebody else stands in the way the place beside is taken.
    """
    start, end = line
    length = math.hypot(*(end - start))
    way = (end - start) / length
    out = np.array((-way[1], way[0]))
    facing = bearing(float(-out[0]), float(-out[1]))
    shape, waiting = profile(view, unit).footprint, list(models(view, unit))
    room = max(1, math.floor(length / shape.width + 1e-6))
    abreast = min(room, len(waiting))
    half = abreast * shape.width / 2.0
    middle = float((np.array(point) - start) @ way)
    middle = min(max(middle, half), length - half) if length >= 2.0 * half else length / 2.0
    spots = [middle - half + (k + 0.5) * shape.width for k in range(abreast)]
    for k in range(1, room):
        more = (middle - half - (k - 0.5) * shape.width, middle + half + (k - 0.5) * shape.width)
        spots += [s for s in more if shape.width / 2.0 - 1e-6 <= s <= length - shape.width / 2.0 + 1e-6]

    def pose_at(along: float, row: int) -> Pose:
        spot = start + way * along + out * (shape.depth * (row + 0.5) + row * CONTACT)
        return rounded(Pose(float(spot[0]), float(spot[1]), facing))

    taken = _others(view, (unit,))
    found: dict[str, Pose] = {}
    for row in range(30):
        places = (p for p in (pose_at(s, row) for s in spots) if _open(view, shape, p, taken))
        free = list(itertools.islice(places, min(abreast, len(waiting))))
        if row == 0 and not free:
            free = [pose_at(spots[abreast // 2], 0)]
        for pose in free:
            found[waiting.pop(0)] = pose
    return found


def has_room(view: State, charger: str, target: str, point: Point, edge: Facing) -> bool:
    """Whether a loose unit finds a place beside the enemy that it would charge."""
    found = close(view, charger, target, None, point, edge).poses
    moves_too = any(b in found for b in models(view, target))
    return _first_open(view, charger, found, (charger, target) if moves_too else (charger,))


def _first_open(view: State, unit: str, found: dict[str, Pose], but: Sequence[str]) -> bool:
    """Whether the first figure of a unit finds room where it is to stand."""
    first = models(view, unit)[0]
    return _open(view, view.bases[first].shape, found[first], _others(view, but))


def _others(view: State, but: Sequence[str]) -> list[shapely.Polygon]:
    """Outlines of everybody else who does not make way for the first of them."""
    among = [u for u in facts.fielded(view) if u not in but and not yields(view, u, but[0])]
    return [s for u in among for s in shapes(view, u)]


def _open(view: State, shape: Footprint, pose: Pose, taken: Sequence[shapely.Polygon]) -> bool:
    """Whether a figure finds room there."""
    points = corners(shape, pose)
    if facts.off_table(view, points):
        return False
    four, others = shapely.Polygon(points), np.array(taken)
    near = others[shapely.intersects(four, others)] if taken else ()
    if len(near) and float(shapely.area(shapely.intersection(four, near)).max()) > BRUSH:
        return False
    return not any(shapely.intersects(four, s) for _, s in facts.at_rate(view, "impassable"))


def _beside(view: State, charger: str, target: str, point: Point) -> dict[str, Pose]:
    """A loose unit at a loose enemy who stays as he is, engaged or without room: before the figure met (WAB-S10)."""
    spot, home = shapely.Point(point), np.array(facts.centre(view, charger))
    met = min(quads(view, target), key=lambda four: float(shapely.Polygon(four).distance(spot)))
    edges = [side(met, k) for k in range(4)]
    edges.sort(key=lambda e: round(float(np.hypot(*((e[0] + e[1]) / 2.0 - home))), 3))
    row = lined_up(view, charger, edges[0], point)
    return row if _first_open(view, charger, row, (charger,)) else lined_up(view, charger, edges[1], point)


def _facing_lines(view: State, charger: str, target: str, point: Point) -> dict[str, Pose]:
    """Two loose units in facing lines centred on the contact, as many in contact as the smaller has (WAB-S10).

    Where somebody else stands in the way of a file, its figures stand farther back or beside; where no file finds room
    the target stays as it is.
    """
    ahead = np.array(facts.centre(view, target)) - np.array(facts.centre(view, charger))
    size = math.hypot(*ahead)
    ahead = ahead / size if size > 0.0 else np.array((0.0, 1.0))
    right = np.array((ahead[1], -ahead[0]))
    abreast = min(len(models(view, charger)), len(models(view, target)))
    shapes = {u: profile(view, u).footprint for u in (charger, target)}
    width = max(s.width for s in shapes.values())
    taken = _others(view, (charger, target))

    def pose_at(unit: str, place: int, row: int) -> Pose:
        back = ahead if unit == target else -ahead
        spot = np.array(point) + right * ((place - (abreast - 1) / 2.0) * width)
        spot = spot + back * shapes[unit].depth * (row + 0.5)
        return rounded(Pose(float(spot[0]), float(spot[1]), bearing(float(-back[0]), float(-back[1]))))

    files = [k for k in range(abreast) if all(_open(view, s, pose_at(u, k, 0), taken) for u, s in shapes.items())]
    if not files:
        return _beside(view, charger, target, point)
    found: dict[str, Pose] = {}
    for unit, shape in shapes.items():
        waiting = list(models(view, unit))
        for row, place in itertools.product(range(30), files):
            if waiting and (row == 0 or _open(view, shape, pose_at(unit, place, row), taken)):
                found[waiting.pop(0)] = pose_at(unit, place, row)
    return found


def bring(
    run: Run,
    charger: str,
    target: str,
    how: How,
    front: Pose | None,
    point: Point,
    edge: Facing | None = None,
    text: Text | None = None,
    clauses: tuple[str, ...] = ("WAB-S09",),
) -> Closed:
    """Let a unit come into contact with an enemy: one event with the poses of both and the ties of all it touches."""
    view = run.state
    facing = edge or ("front" if not formed(view, target) else edge_at(block_of(view, target).corners, point))
    found = close(view, charger, target, front, point, edge)
    changes: list[Change] = [SetPose(base, pose) for base, pose in found.poses.items()]
    if own(view, target).snake:
        changes.append(own_field("unit", target, snake=False))
    there = view.with_poses(found.poses)
    near = [u for u in facts.foes(there, charger) if not facts.fleeing(there, u)]
    met = {u for u in near if engagement.touch(there, charger, u) and not stands_on(there, u, target)} - {target}
    for enemy in (target, *situation.in_order(view, met)):
        if enemy not in facts.opponents(view, charger):
            at: Facing = facing if enemy == target else engagement.edge(there, charger, enemy) or "front"
            mine = ContactOwn(how, at, view.own.fight + 1, (round(point[0], 3), round(point[1], 3)))
            changes.append(AddTie(Tie(run.new_id("c"), "contact", charger, enemy, mine)))
    over = [t for t in view.ties.values() if t.kind == "charge" and t.a == charger and t.b in (target, *met)]
    changes += [Untie(t.id) for t in over]
    said = text or T("{unit} came to blows with {enemy}", unit=Thing(charger), enemy=Thing(target))
    told: dict[str, Any] = {"how": how, "edge": facing, "closed": found.how}
    run.tell(charger, "contact", "move", said, clauses, *changes, also=(target,), **told)
    make_way(run, (charger, target))
    return found
