"""Blocks: a formed unit as one rectangle of files and ranks, and where each of its figures stands in it.

The living figures fill the slots by number, rank by rank, each from left to right, an incomplete rear rank centred
(WAB-S03), joined characters amid the front (WAB-S27): so the middle of the front edge and its facing tell all places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import shapely

from game.engine.event import Change, SetPose
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import TN, Text
from game.geometry.convex import rectangle
from game.geometry.formed import body_size
from game.geometry.formed import slots as local_slots
from game.geometry.planar import Shape, polygons_from
from game.geometry.shapes import Floats, Footprint, Point, Pose, corners, moved, rounded, rounded_at, shifted, to_world
from game.geometry.steps import Hand
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field.memory import array, standing_so
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import Order

SPREAD = 0.7
"""Inches between skirmishers who are put down by the place of their group alone."""


class Block:
    """The full rectangle of a unit: middle of its front edge and facing, files, models with characters, size (mm)."""

    def __init__(self, unit: str, front: Pose, files: int, count: int, width: float, depth: float) -> None:
        self.unit, self.front = unit, front
        self.files, self.count = files, count
        self.width, self.depth = width, depth

    @property
    def ranks(self) -> int:
        """Ranks, the incomplete one counted."""
        return math.ceil(self.count / self.files) if self.files else 1

    @property
    def footprint(self) -> Footprint:
        """The rectangle's size."""
        return Footprint("rect", self.width, self.depth)

    @cached_property
    def centre(self) -> Pose:
        """Pose of the rectangle's middle."""
        return moved(self.front, -self.depth / 2.0)

    @cached_property
    def corners(self) -> Floats:
        """Corners (4, 2) in mm: front-left, front-right, rear-right, rear-left."""
        return corners(self.footprint, self.centre)

    @cached_property
    def polygon(self) -> shapely.Polygon:
        """The rectangle as a polygon."""
        return shapely.Polygon(self.corners)

    def at(self, front: Pose) -> Block:
        """The same block with its front elsewhere."""
        return Block(self.unit, front, self.files, self.count, self.width, self.depth)


def corner(front: Pose, width: float, hand: Hand) -> Point:
    """The front corner of a hand of a front so wide (mm): a wheel goes about it."""
    return to_world(front, (-width / 2.0 if hand == "left" else width / 2.0, 0.0))


def gap_of(order: Order, footprint: Footprint) -> float:
    """Gap (mm) between neighbours in rank and file: half a base in open order (WAB-S03)."""
    return footprint.width * NUMBERS.open_order.value if order == "open" else 0.0


def laid_out(footprint: Footprint, count: int, files: int, gap: float, at: Pose, *, about: bool = False) -> list[Pose]:
    """Poses of models in ranks and files, rounded: the middle of their front at a pose, or they all ``about`` it."""
    local = _laid_out(footprint, count, min(files, count), gap)
    shift = (float(local[:, 1].min()) + float(local[:, 1].max())) / 2.0 if about else 0.0
    return [rounded(Pose(*to_world(at, (float(u), float(v) - shift)), at.facing)) for u, v in local]


def loose_group(footprint: Footprint, count: int, middle: Pose, files: int = 5) -> list[Pose]:
    """Poses of skirmishers about a middle: rows with gaps well within their 2 inches (WAB-S03)."""
    return laid_out(footprint, count, files, inch(SPREAD), middle, about=True)


def formed(view: State, unit: str) -> bool:
    """Whether a unit stands in ranks and files: not skirmishers, not a character."""
    mine = own(view, unit)
    return mine.order != "skirmish" and not mine.character


def files_words(files: int, count: int) -> Text:
    """A frontage in words, with the depth that so many models have in it."""
    return TN("{n} file, {ranks} deep", "{n} files, {ranks} deep", files, ranks=math.ceil(count / files))


def joined_to(view: State, unit: str) -> tuple[str, ...]:
    """Characters on the table who stand in a unit of their side, in the order of the army list."""
    return array(view).passengers.get(unit, ())


@standing_so(1)
def models(view: State, unit: str, files: int | None = None) -> tuple[str, ...]:
    """Bases of a unit on the table in the order of its slots, characters amid the front rank of so many files."""
    ids = [b.id for b in view.bases_of(unit)]
    if not formed(view, unit):
        return tuple(ids)
    among = joined_to(view, unit)
    place = min(own(view, unit).files if files is None else files, len(ids) + len(among)) // 2
    for character in among:
        ids.insert(min(place, len(ids)), view.bases_of(character)[0].id)
        place += 1
    return tuple(ids)


def pose_of(view: State, base: str) -> Pose:
    """Where a model stands that is on the table."""
    pose = view.bases[base].pose
    assert pose is not None
    return pose


def size(view: State, unit: str, files: int, count: int) -> tuple[float, float]:
    """Width and depth (mm) of so many models of a unit in so many files."""
    footprint = profile(view, unit).footprint
    gap = gap_of(own(view, unit).order, footprint)
    return body_size(footprint, count, files, gap, gap)


def _local(view: State, unit: str, files: int, count: int) -> Floats:
    footprint = profile(view, unit).footprint
    return _laid_out(footprint, count, files, gap_of(own(view, unit).order, footprint))


@lru_cache(maxsize=512)
def _laid_out(footprint: Footprint, count: int, files: int, gap: float) -> Floats:
    """Slots of so many bases; never to be changed in place."""
    return local_slots(footprint, count, files, gap, gap)


@standing_so(1)
def block_of(view: State, unit: str) -> Block:
    """The block of a formed unit or of a lone character (a block of one).

    Raises
    ------
    ValueError
        For a unit without models on the table, and for skirmishers: they have no front.
    """
    ids = models(view, unit)
    if not ids:
        raise ValueError(f"{unit} has no models on the table")
    lead = view.bases[ids[0]]
    assert lead.pose is not None
    if own(view, unit).character:
        return Block(unit, moved(lead.pose, lead.shape.depth / 2.0), 1, 1, lead.shape.width, lead.shape.depth)
    if own(view, unit).order == "skirmish":
        raise ValueError(f"{unit} is in skirmish order: it has no front")
    abreast = _abreast(view, unit, None, len(ids))
    u, v = _local(view, unit, abreast, len(ids))[0]
    return block_at(view, unit, moved(lead.pose, -float(v), -float(u)))


def _abreast(view: State, unit: str, files: int | None, count: int) -> int:
    """Files of a unit that is to stand in so many, by default in those it has: no more than it has models."""
    return max(1, min(own(view, unit).files if files is None else files, count))


def slots(view: State, unit: str, front: Pose, files: int | None = None) -> dict[str, Pose]:
    """Where every figure of a formed unit or lone character stands if its front stands there, rounded as recorded."""
    ids = models(view, unit, files)
    if own(view, unit).character:
        return {ids[0]: rounded(moved(front, -view.bases[ids[0]].shape.depth / 2.0))}
    places = _local(view, unit, _abreast(view, unit, files, len(ids)), len(ids))
    return dict(zip(ids, rounded_at(front, places.tolist()), strict=True))


def block_at(view: State, unit: str, front: Pose, files: int | None = None) -> Block:
    """The block of a formed unit with its front, and perhaps its frontage, elsewhere."""
    if own(view, unit).character:
        return block_of(view, unit).at(front)
    count = len(models(view, unit))
    abreast = _abreast(view, unit, files, count)
    return Block(unit, front, abreast, count, *size(view, unit, abreast, count))


def posed(poses: Mapping[str, Pose]) -> list[Change]:
    """The changes of state that put figures somewhere."""
    return [SetPose(base, pose) for base, pose in poses.items()]


def changes_to(view: State, unit: str, front: Pose) -> list[Change]:
    """The changes of state that put a unit's front somewhere."""
    return posed(slots(view, unit, front))


def place(run: Run, unit: str, front: Pose, text: Text | None, *more: Change, type: str, **event: Any) -> None:
    """Let a unit stand with its front somewhere: one event for all its figures."""
    run.emit(type, "move", text, *changes_to(run.state, unit, front), *more, **_about(run, unit) | event)


def shift(run: Run, unit: str, dx: float, dy: float, text: Text | None, *more: Change, type: str, **event: Any) -> None:
    """Let all figures of any unit be displaced alike by (dx, dy) mm: one event."""
    poses = {b: rounded(shifted(pose_of(run.state, b), dx, dy)) for b in models(run.state, unit)}
    run.emit(type, "move", text, *posed(poses), *more, **_about(run, unit) | event)


def _about(run: Run, unit: str) -> dict[str, Any]:
    return {"about": (unit,), "side": run.state.units[unit].side}


@standing_so(1)
def quads(view: State, unit: str) -> Floats:
    """Corners (n, 4, 2) of what a unit covers: its block, or each base of skirmishers and of a snaking column."""
    if formed(view, unit) and not own(view, unit).snake:
        return block_of(view, unit).corners[None]
    found = [rectangle(b.shape, b.pose) for b in map(view.bases.__getitem__, models(view, unit)) if b.pose is not None]
    return np.array(found) if found else np.empty((0, 4, 2))


@standing_so(1)
def shapes(view: State, unit: str) -> tuple[shapely.Polygon, ...]:
    """What a unit covers, as polygons: its rectangle, or the bases of a loose one."""
    return tuple(polygons_from(quads(view, unit)).tolist())


@standing_so(1)
def bounds(view: State, unit: str) -> tuple[float, float, float, float]:
    """Least and greatest x and y of a unit: west, south, east, north."""
    points = quads(view, unit).reshape(-1, 2)
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def far_off(a: Sequence[float], b: Sequence[float], reach: float) -> bool:
    """Whether two boxes (west, south, east, north) are more than a reach apart along an axis."""
    return a[0] - b[2] > reach or b[0] - a[2] > reach or a[1] - b[3] > reach or b[1] - a[3] > reach


@standing_so(1)
def outline(view: State, unit: str) -> Shape:
    """What a unit covers as one geometry."""
    return shapely.union_all(shapes(view, unit))


def middle(points: Iterable[Point]) -> Point:
    """Mean of some points."""
    found = list(points)
    return sum(p[0] for p in found) / len(found), sum(p[1] for p in found) / len(found)


def shared(a: Shape, b: Shape) -> float:
    """mm2 that two outlines share."""
    return float(shapely.area(shapely.intersection(a, b))) if shapely.intersects(a, b) else 0.0
