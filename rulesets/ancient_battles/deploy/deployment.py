"""Deployment (WAB-S31, WAB-S03): a die each for the edge, units in turn, the loser first, a die for the first turn.

In the usual array foot stands in the middle, horse on the wings, no block before another where there is room for all;
skirmishers in front: beside the blocks where there is room, else before them. Lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace
from numpy.typing import NDArray

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.ruleset import Unforced
from game.engine.state import State, other_sides
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Pose, corners, rounded, shifted
from game.kit import situation
from game.kit.deploy import OneByOne, SetUp, in_reserve
from game.kit.front import Ring, ground_of
from game.kit.rolloff import higher, roll_off
from game.kit.shown.words import unit_name
from game.kit.which_next import OneOf
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.deploy import setup
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.barriers import NEARNESS, Barrier, sentence
from rulesets.ancient_battles.field.blocks import files_words, formed, gap_of, laid_out, loose_group, quads, shared
from rulesets.ancient_battles.field.memory import settled
from rulesets.ancient_battles.measures import BRUSH, SLACK, inch

GAP = 1.0
"""Inches between neighbours in the usual array."""
ROWS = {"skirmish": 0.0, "line": 3.5, "leader": 9.0}
"""Inches behind the front of the zone at which the fronts of the usual array stand."""
TIGHT = 0.2
"""Inches between neighbours where there is no room for more."""
STEP = 0.5
"""Inches between the places that are tried."""
BESIDE = 12.0
"""Inches from the middle within which skirmishers stand beside the blocks, where they do not stop their advance."""
Rect = tuple[float, float, float, float]


def zone(view: State, side: str) -> tuple[Ring, ...]:
    """Outlines of the parts of a side's deployment zone: one strip, or the polygons of a table of the players' own."""
    edge = view.sides[side].own.edge or side
    if view.own.zones:
        return tuple(ring for owner, ring in view.own.zones if owner == edge)
    if view.own.deep:
        return (setup.strip(view.table, view.own.deep, edge),)
    return (setup.load_scenario(view.own.scenario).zone(edge),)


def frontages(view: State, unit: str) -> tuple[int, ...]:
    """Frontages that a unit may stand in, the usual one first (WAB-S03)."""
    if not formed(view, unit):
        return ()
    usual, models = own(view, unit).files, len(view.units[unit].bases)
    return (usual, *(n for n in range(1, models + 1) if n != usual))


def poses_about(view: State, unit: str, middle: Pose, files: int | None = None) -> dict[str, Pose]:
    """Poses of all models of a unit in reserve whose rectangle or group has its middle at a pose, rounded."""
    ids, mine, shape = view.units[unit].bases, own(view, unit), profile(view, unit).footprint
    if mine.character:
        return {ids[0]: rounded(middle)}
    if formed(view, unit):
        poses = laid_out(shape, len(ids), files or mine.files, gap_of(mine.order, shape), middle, about=True)
    else:
        poses = loose_group(shape, len(ids), middle)
    return dict(zip(ids, poses, strict=True))


def shape_of(view: State, unit: str, poses: Mapping[str, Pose], files: int | None = None) -> Shape:
    """What a unit covers there: a formed one the hull of its figures, which its rectangle is but for the last rank."""
    fours = np.stack([corners(view.bases[b].shape, p) for b, p in poses.items()])
    if len(fours) > 1 and formed(view, unit):
        return shapely.MultiPoint(fours.reshape(-1, 2)).minimum_rotated_rectangle
    return shapely.union_all(shapely.polygons(fours))


def place_bar(view: State, unit: str, poses: Mapping[str, Pose]) -> ask.Bar | None:
    """Why a unit may not be deployed there: outside the zone, on impassable ground, on another unit, beside an enemy.

    WAB-S31, WAB-S07.
    """
    side = view.units[unit].side
    shape = shape_of(view, unit, poses)
    if not ground_of(zone(view, side), 2.0 * SLACK).covers(shape):
        return ask.Bar(T("The unit must stand wholly inside the deployment zone"), "WAB-S31")
    if any(shared(shape, ground) > BRUSH for _, ground in facts.at_rate(view, "impassable")):
        return ask.Bar(T("The ground there is impassable"), "WAB-S08")
    names, areas = _areas(view)
    for k in shapely.intersects(areas, shape).nonzero()[0] if names else ():
        if names[k] != unit and shared(shape, areas[k]) > BRUSH:
            return ask.Bar(T("{unit} stands there: choose a free place", unit=Thing(names[k])), "WAB-S07")
    for k in shapely.dwithin(areas, shape, inch(NEARNESS) - SLACK).nonzero()[0] if names else ():
        if situation.side_of(view, names[k]) != side:
            return ask.Bar(sentence(Barrier("enemy", names[k], areas[k], "WAB-S07")), "WAB-S07")
    return None


@settled
def _areas(view: State) -> tuple[tuple[str, ...], NDArray[np.object_]]:
    """Whose outlines lie on the table, in order, and the outlines."""
    found = [(u, four) for u in facts.fielded(view) for four in quads(view, u)]
    return tuple(u for u, _ in found), shapely.polygons([four for _, four in found]) if found else np.empty(0, object)


def nearest(view: State, unit: str, poses: Mapping[str, Pose]) -> dict[str, Pose] | None:
    """The poses displaced by the least way found to a place that is allowed."""
    points = np.concatenate([corners(view.bases[b].shape, p) for b, p in poses.items()])
    (west, south), (east, north) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    x0, y0, x1, y1 = ground_of(zone(view, view.units[unit].side), 2.0 * SLACK).buffer(SLACK).bounds
    ways = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    for dx, dy in ((wx * n * inch(STEP), wy * n * inch(STEP)) for n in range(1, 40) for wx, wy in ways):
        if x0 <= west + dx and east + dx <= x1 and y0 <= south + dy and north + dy <= y1:
            there = {b: rounded(shifted(p, dx, dy)) for b, p in poses.items()}
            if place_bar(view, unit, there) is None:
                return there
    return None


def _row(view: State, unit: str) -> str:
    if own(view, unit).character:
        return "leader"
    return "line" if formed(view, unit) else "skirmish"


def _starts(view: State, unit: str, width: float) -> Iterable[float]:
    """Middles along a base line so wide that are tried, in order, by the troops' place in the line."""
    middle = width / 2.0
    if facts.is_infantry(view, unit) or own(view, unit).character:
        yield middle
        for k in range(1, int(middle / inch(STEP))):
            yield from (middle - k * inch(STEP), middle + k * inch(STEP))
        return
    wing = width / 4.0
    left = _mounted(view, unit) % 2 == 0
    signs = (-1.0, 1.0) if left else (1.0, -1.0)
    for k, sign, way in product(range(int(width / inch(STEP))), signs, (1.0, -1.0)):
        x = middle + sign * (middle - wing) + way * k * inch(STEP)
        if 0.0 < x < width:
            yield x


def _mounted(view: State, unit: str) -> int:
    """How many units that are no foot stand before this one in its army's list: they take the wings in turn."""
    army = view.units_of(view.units[unit].side)
    return [u.id for u in army if not (u.own.character or facts.is_infantry(view, u.id))].index(unit)


def usual(view: State, unit: str) -> dict[str, Pose] | None:
    """The place of a unit in the usual array, None where its zone has no room left.

    Everybody stands upright here, so upright rectangles are compared, and only the place found is looked at exactly.
    """
    side = view.units[unit].side
    facing = facts.facing_of(view, side)
    # the base line runs along x where the army looks north or south, along y where it looks east or west
    along, ahead = (0, 1) if facing in (0.0, 180.0) else (1, 0)
    size = (view.table.width, view.table.depth)
    deep = [point[ahead] for ring in zone(view, side) for point in ring]
    front, back = (max(deep), -1.0) if facing in (0.0, 90.0) else (min(deep), 1.0)
    bounds = shape_of(view, unit, poses_about(view, unit, Pose(0.0, 0.0, facing))).bounds
    low, high = bounds[ahead], bounds[ahead + 2]
    friends = [r for u in facts.fielded(view, side) for r in _rects(view, u)]
    shut = [s.bounds for _, s in facts.at_rate(view, "impassable")]
    steps = tuple(float(n) for n in range(int((max(deep) - min(deep)) / inch(1.0))))
    row = ROWS[_row(view, unit)]
    # who finds no room in the line stands behind it rather than before it
    rows = [row, 6.0, 9.0, 0.0, *steps] if _row(view, unit) == "line" else [row, 0.0, 6.0, 9.0, *steps]
    tries = [(gap, r, "") for gap in (inch(GAP), inch(TIGHT)) for r in rows]
    blocks = [r for u in facts.fielded(view, side) if formed(view, u) for r in _rects(view, u)]
    if _row(view, unit) == "skirmish" and blocks:
        tries.insert(0, (inch(GAP), row, "beside"))
    if _row(view, unit) == "line":
        tries = [(gap, r, "abreast") for r in rows[:4] for gap in (inch(GAP), inch(TIGHT))] + tries
    for gap, row, where in tries:
        v = round(front + back * (inch(row) + (high - low) / 2.0 + SLACK), 3)
        if not min(deep) <= v + low <= v + high <= max(deep):
            continue
        for u in _starts(view, unit, size[along]):
            x, y = (u, v) if along == 0 else (v, u)
            rect = (x + bounds[0], y + bounds[1], x + bounds[2], y + bounds[3])
            if rect[along] < 0.0 or rect[along + 2] > size[along]:
                continue
            if where == "beside" and abs(u - size[along] / 2.0) > inch(BESIDE):
                continue
            if where and any(_before(rect, r, along, gap) for r in blocks):
                continue
            if any(_is_near(rect, r, gap) for r in friends) or any(_is_near(rect, r, 0.0) for r in shut):
                continue
            poses = poses_about(view, unit, Pose(round(x, 3), round(y, 3), facing))
            if place_bar(view, unit, poses) is None:
                return poses
    return None


def _before(a: Rect, b: Rect, along: int, gap: float) -> bool:
    """Whether one rectangle stands in the way of another that goes ahead and a little aside, along the base line."""
    return a[along] < b[along + 2] + gap - SLACK and b[along] < a[along + 2] + gap - SLACK


def _rects(view: State, unit: str) -> list[Rect]:
    """Upright rectangles about what a unit covers."""
    return [(*four.min(axis=0).tolist(), *four.max(axis=0).tolist()) for four in quads(view, unit)]


def _is_near(a: Rect, b: Rect, gap: float) -> bool:
    """Whether two upright rectangles are nearer to each other than a gap, both ways."""
    dx, dy = max(a[0] - b[2], b[0] - a[2]), max(a[1] - b[3], b[1] - a[3])
    return max(dx, dy) < gap - SLACK


PLACE, EDGE = "wab.deploy", "wab.edge"


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Deployment: who won the edge, whose placing is due, sides that let the rest be placed."""

    winner: str = ""
    due: str = ""
    auto: tuple[str, ...] = ()


DEPLOYMENT = FrameOf("wab.deployment", DeployData)


def unplaced(view: State, side: str) -> tuple[str, ...]:
    """Units of a side in reserve, troops before characters."""
    return tuple(u.id for u in sorted(in_reserve(view, side), key=lambda u: u.own.character))


@DEPLOYMENT.step
def _begin(run: Run, data: DeployData | None, got: Any) -> Outcome:
    turns.deployment_begins(run, "WAB-S31")
    return roll_off(T("Roll-off for the table edge: the higher die chooses"), "WAB-S31", "rolled", DeployData())


@DEPLOYMENT.step
def _rolled(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    winner = higher(got)
    message = T("{side}: which edge is yours?", side=Thing(winner))
    return EDGE_QUESTION.ask(winner, message, clauses=("WAB-S31",), then="edged", data=replace(data, winner=winner))


@DEPLOYMENT.step
def _edged(run: Run, data: DeployData, got: ask.Reply) -> Outcome:
    mine, loser = got.parts["edge"], other_sides(run.state, data.winner)[0]
    edges = {data.winner: mine, loser: "north" if mine == "south" else "south"}
    text = T("{side} stands in the south", side=Thing(data.winner if mine == "south" else loser))
    changes = [own_field("side", side, edge=edge) for side, edge in edges.items()]
    run.emit("edges", "flow", text, *changes, clauses=("WAB-S31",), side=data.winner, data=edges)
    return Goto("place", replace(data, due=loser))


@DEPLOYMENT.step
def _first(run: Run, data: DeployData, got: Any) -> Outcome:
    return roll_off(T("Roll-off for the first turn: the higher die has it"), "WAB-S31", "first_rolled")


@DEPLOYMENT.step
def _first_rolled(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    turns.first_turn_goes(run, higher(got), "WAB-S31")
    return Done()


def files_of(view: State, standing: ask.Standing) -> int:
    """The frontage that an answer gives a unit."""
    if formed(view, standing.thing) and standing.formation.isdigit():
        return int(standing.formation)
    return own(view, standing.thing).files


def _frontages(view: State, unit: str) -> tuple[ask.Choice, ...]:
    """The frontages of a formed unit with their depth: the usual one, the wider, then the narrower; none for others."""
    count, usual = len(view.units[unit].bases), own(view, unit).files
    order = sorted(frontages(view, unit), key=lambda n: (n < usual, n))
    return tuple(ask.Choice(str(n), files_words(n, count)) for n in order)


class PlaceQuestion(SetUp, Unforced):
    """Which unit is placed next, where, on which frontage."""

    clause = "WAB-S31"
    missing = T("Place all its models")

    waiting = staticmethod(unplaced)

    def space(self, view: State, side: str, waiting: Sequence[str]) -> ask.PlaceSpace:
        """The units left, the zone, the frontages."""
        things = tuple(ask.Choice(u, unit_name(u)) for u in waiting)
        return ask.PlaceSpace(things, zone(view, side), shapes={u: _frontages(view, u) for u in waiting})

    def usual(self, view: State, unit: str) -> ask.Standing | None:
        """Its place in the usual array."""
        poses, files = usual(view, unit), own(view, unit).files
        return None if poses is None else ask.Standing(unit, poses, str(files) if files else "")

    def about(self, view: State, standing: ask.Standing, middle: Pose) -> dict[str, Pose]:
        """The poses of its models about the whole unit's middle."""
        return poses_about(view, standing.thing, middle, files_of(view, standing))

    def unknown(self, view: State, standing: ask.Standing) -> ask.Verdict | None:
        """Refuse a frontage that the unit cannot have."""
        unit = standing.thing
        if not formed(view, unit):
            return None
        if standing.formation and not standing.formation.isdigit():
            return ask.refused(T("Unknown formation: {name}", name=standing.formation), "WAB-S03")
        if files_of(view, standing) not in frontages(view, unit):
            text = T("{unit}: from 1 to {n} files", unit=Thing(unit), n=len(view.units[unit].bases))
            return ask.refused(text, "WAB-S03")
        return None

    def bar(self, view: State, standing: ask.Standing, poses: dict[str, Pose]) -> ask.Verdict | ask.Bar | None:
        """Refuse figures of a formed unit that do not stand in its ranks and files; else why it may not stand there."""
        unit = standing.thing
        if formed(view, unit) and not _in_order(view, unit, files_of(view, standing), poses):
            return ask.refused(T("{unit}: in ranks and files only", unit=Thing(unit)), "WAB-S03")
        return place_bar(view, unit, poses)

    def nearest(self, view: State, standing: ask.Standing, poses: dict[str, Pose]) -> dict[str, Pose] | None:
        """The nearest free place in the same ranks and files."""
        return nearest(view, standing.thing, poses)

    def variants(self, view: State, standing: ask.Standing) -> Iterator[ask.Standing]:
        """The same unit a little to the sides."""
        for dx in (-150.0, 150.0, -300.0, 300.0):
            poses = {b: rounded(shifted(p, dx, 0.0)) for b, p in standing.poses.items()}
            yield replace(standing, poses=poses)

    def marks(self, view: State, standing: ask.Standing) -> list[ev.Change]:
        """Another frontage than its usual one."""
        files = files_of(view, standing)
        usual = files == own(view, standing.thing).files
        return [] if usual else [own_field("unit", standing.thing, files=files)]


def _in_order(view: State, unit: str, files: int, poses: Mapping[str, Pose]) -> bool:
    """Whether figures stand in ranks and files as a unit's do on a frontage."""
    first = poses[view.units[unit].bases[0]]
    block = poses_about(view, unit, Pose(0.0, 0.0, first.facing), files)
    origin = block[view.units[unit].bases[0]]
    dx, dy = first.x - origin.x, first.y - origin.y
    both = [(shifted(there, dx, dy), poses[base]) for base, there in block.items()]
    return all(max(abs(a.x - b.x), abs(a.y - b.y)) <= 0.01 and a.facing == b.facing for a, b in both)


class EdgeQuestion(OneOf):
    """Which long edge the winner of the roll-off takes: by default its own."""

    def usual(self, view: State, decision: ask.Decision, choices: Sequence[ask.Choice]) -> str:
        """That of its name."""
        return decision.side


EDGES = {"south": T("The southern edge"), "north": T("The northern edge")}
EDGE_QUESTION = Posed(EDGE, EdgeQuestion("edge", EDGES))


PLACING = PlaceQuestion()
PLACE_QUESTION = Posed(PLACE, PLACING)
DEPLOYMENT.also(OneByOne(PLACE_QUESTION, PLACING, Goto("first"), ("WAB-S31", "WAB-S03")).steps)
