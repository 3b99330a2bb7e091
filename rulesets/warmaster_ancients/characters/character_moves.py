"""How characters move (WMA-S41), and where a token goes that an enemy comes upon (WMA-S32).

WMA-CHR-01 to WMA-CHR-04, WMA-MOV-02, WMA-R25, WMA-R26, WMA-S02, WMA-S32, WMA-S41.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.crossing import area_depths, ring_edges
from game.geometry.measure import point_base_distance
from game.geometry.shapes import Floats, Point, Pose, rounded
from game.kit.situation import side_of
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_files import load_characters
from rulesets.warmaster_ancients.field.facts import characters, enemy_of, footprint, point_of, poses, troops
from rulesets.warmaster_ancients.field.hindrances import EDGE_SLACK, Refusal
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.measures import MEASURES, length

ENEMY_NEAR = length("token_enemy_gap")
ESCAPE = length("token_escape")
CROSSED = 0.1
"""A path that runs less than this (mm) through something only touches it (WMA-S01)."""


class Ride(msgspec.Struct, frozen=True):
    """A character's move: its polyline (mm, the start included) and its length, or why it is refused."""

    path: tuple[Point, ...]
    travel: float
    refusal: Refusal | None = None

    @property
    def legal(self) -> bool:
        """Whether it is allowed."""
        return self.refusal is None

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.path[-1]


def check_ride(view: State, character: str, points: Sequence[Point]) -> Ride:
    """Whether a character may move along some points (mm), the present place not among them (WMA-S41)."""
    path = (point_of(view, character), *((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points))
    travel = round(sum(math.dist(a, b) for a, b in pairwise(path)), 3)
    return Ride(path, travel, _refusal(view, character, path, travel))


def _refusal(view: State, character: str, path: tuple[Point, ...], travel: float) -> Refusal | None:
    most, allowance = load_characters().legs, profile(view, character).move
    if len(path) - 1 > most:
        return Refusal(T("A character's move has at most {n} legs", n=most), "WMA-S41", "", character)
    if MEASURES.more_than(travel, allowance):
        far = MEASURES.round(travel)
        over = round(far - allowance, 3)
        told = {"travel": Length(far), "over": Length(over), "allowance": Length(allowance)}
        return Refusal(T("{travel} is {over} more than {allowance}", **told), "WMA-MOV-02", "", character, over)
    terrain = board(view).land.terrain
    for x, y in path[1:]:
        if not (-EDGE_SLACK <= x <= terrain.width + EDGE_SLACK and -EDGE_SLACK <= y <= terrain.depth + EDGE_SLACK):
            return Refusal(T("That is off the table"), "WMA-S41", "", character)
    found = _on_the_way(view, character, path) if travel > 0.0 else None
    if found is not None:
        return found
    enemy = enemy_near(view, side_of(view, character), path[-1])
    if enemy:
        text = T("It must end more than {gap} from {enemy}", gap=Length(ENEMY_NEAR), enemy=Thing(enemy))
        return Refusal(text, "WMA-S41", "", enemy)
    return None


def _on_the_way(view: State, character: str, path: tuple[Point, ...]) -> Refusal | None:
    """An enemy base or forbidden ground that the path crosses (WMA-S41, WMA-CHR-03, WMA-CHR-04)."""
    points = np.array(path)
    low, high = points.min(axis=0), points.max(axis=0)
    here = board(view)
    rows = here.enemy_rows(side_of(view, character))
    boxes = here.boxes[rows]
    for row in rows[(boxes[:, :2] < high).all(axis=1) & (boxes[:, 2:] > low).all(axis=1)].tolist():
        ring = here.corners[row]
        if _inside(points, np.stack((ring, np.roll(ring, -1, axis=0)), axis=1)) > CROSSED:
            enemy = here.unit_of_row(row)
            return Refusal(T("The way is blocked by {enemy}", enemy=Thing(enemy)), "WMA-S41", "", enemy)
    kind, land = profile(view, character), here.land
    barring = []
    if _inside(points, land.bars(kind.type).edges) > CROSSED:
        areas = [f.id for f in land.terrain.features if not f.line and not land.kind[f.id].allows(kind.type)]
        barring = [max(areas, key=lambda f: _inside(points, ring_edges(land.terrain.geometry(f))))]
    line = shapely.LineString(path)
    barring += [feature for feature, wall in land.bars(kind.type).lines if shapely.intersects(line, wall)]
    if not barring:
        return None
    clause = "WMA-CHR-03" if kind.type == "infantry" else "WMA-CHR-04"
    return Refusal(T("The way is barred by {feature}", feature=Thing(barring[0])), clause, "", barring[0])


def _inside(path: Floats, edges: Floats) -> float:
    """Length (mm) of a path inside an area given by its edges; running along an outline is not inside."""
    return float(area_depths(path[:-1], path[1:], edges).sum()) if len(edges) else 0.0


def enemy_near(view: State, side: str, point: Point) -> str:
    """An enemy unit of a side that stands over a point or within 1 cm of it, or "" (WMA-S32)."""
    here = board(view)
    rows = here.enemy_rows(side)
    boxes, reach = here.boxes[rows], 2.0 * ENEMY_NEAR
    near = (boxes[:, 0] - reach < point[0]) & (point[0] < boxes[:, 2] + reach)
    near &= (boxes[:, 1] - reach < point[1]) & (point[1] < boxes[:, 3] + reach)
    for row in rows[near].tolist():
        gap = point_base_distance(point, here.scene.bases.footprint(row), here.scene.bases.pose(row))
        if MEASURES.within(gap, ENEMY_NEAR):
            return here.unit_of_row(row)
    return ""


# --- tokens that must go -----------------------------------------------------------------------------------------


class Escape(msgspec.Struct, frozen=True):
    """Where a token may go that an enemy has come upon: stands equally near, with their centres (mm), and how far.

    ``stands`` is empty where there is none in reach: the character is lost.
    """

    stands: tuple[str, ...]
    points: tuple[Point, ...]
    distance: float


def ridden_down(view: State, mover: str) -> tuple[str, ...]:
    """Enemy characters on whom a unit stands, or within 1 cm of whom, where its move has ended (WMA-S32), in order."""
    shape, own = footprint(view, mover), list(poses(view, mover).values())

    def upon(at: Point) -> bool:
        return any(MEASURES.within(point_base_distance(at, shape, p), ENEMY_NEAR) for p in own)

    enemies = characters(view, enemy_of(view, side_of(view, mover)))
    return tuple(character for character in enemies if upon(point_of(view, character)))


def escape(view: State, character: str) -> Escape:
    """Where a token goes: the nearest stand of the nearest friendly unit within 60 cm (WMA-S32)."""
    at = point_of(view, character)
    ways = [
        (MEASURES.round(point_base_distance(at, footprint(view, unit), pose)), stand, (pose.x, pose.y))
        for unit in troops(view, side_of(view, character))
        for stand, pose in poses(view, unit).items()
    ]
    near = min((far for far, _, _ in ways), default=math.inf)
    ties = [way for way in ways if way[0] == near and MEASURES.within(near, ESCAPE)]
    return Escape(tuple(stand for _, stand, _ in ties), tuple(point for _, _, point in ties), near)


def token_pose(view: State, character: str, point: Point) -> Pose:
    """The pose of a token at a point, as it is recorded; it keeps its facing."""
    pose = view.bases[view.units[character].bases[0]].pose
    return rounded(Pose(point[0], point[1], pose.facing if pose is not None else 0.0))
