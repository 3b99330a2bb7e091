"""Stands in formation (WMA-S04), and what may hinder them on their way or in their place.

Telling line, column and the rest apart, and their poses anywhere; the table's edge, terrain, other units, enemies
within 1 cm. WMA-MOV-08, WMA-MOV-09, WMA-TER-01 to WMA-TER-07, WMA-S02 to WMA-S05, WMA-S09.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import combinations, pairwise, permutations
from typing import Literal

import msgspec
import shapely

from game.engine.text import Length, T, Text, Thing
from game.geometry.contact import connected_groups
from game.geometry.convex import Poly, box_of, gap, hull, rectangle, shared_area
from game.geometry.shapes import Footprint, Point, Pose, forward, right, rounded, turn_between
from rulesets.warmaster_ancients.field.scene import Board, Box, grown
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, length, value

Formation = Literal["line", "column", "single", "irregular"]
SLACK = length("formation_slack")
ANGLE = value("formation_angle")
SURE = 0.01
"""Mm by which stands may be apart, or in each other, that touch for sure: less than a rounded pose is off."""


def formation_poses(formation: str, footprint: Footprint, count: int, at: Point, facing: float) -> list[Pose]:
    """Poses of ``count`` stands about the block's centre: in line from the left, in column from the front.

    Raises
    ------
    ValueError
        If ``formation`` is neither "line" nor "column".
    """
    if formation not in ("line", "column"):
        raise ValueError(f"no regular formation {formation!r}")
    (dx, dy), step = (right(facing), footprint.width) if formation == "line" else (forward(facing), -footprint.depth)
    steps = [k - (count - 1) / 2.0 for k in range(count)]
    return [rounded(Pose(at[0] + dx * step * n, at[1] + dy * step * n, facing)) for n in steps]


def assigned(poses: Sequence[Pose], starts: Mapping[str, Pose]) -> dict[str, Pose]:
    """Which stand takes which place: the assignment with the least greatest travel, then the least sum, then by number.

    ``starts`` holds where the stands are, in the order of their numbers.
    """

    def cost(order: tuple[int, ...]) -> tuple[float, float, tuple[int, ...]]:
        ways = [
            ((poses[k].x - start.x) ** 2 + (poses[k].y - start.y) ** 2) ** 0.5
            for start, k in zip(starts.values(), order, strict=True)
        ]
        return round(max(ways, default=0.0), 2), round(sum(ways), 2), order

    best = min(permutations(range(len(starts))), key=cost)
    return {i: poses[k] for i, k in zip(starts, best, strict=True)}


def formation_of(footprint: Footprint, poses: Sequence[Pose]) -> Formation:
    """The formation of stands given in the order of their numbers (WMA-S04)."""
    if len(poses) == 1:
        return "single"
    lead = poses[0]
    if any(abs(turn_between(lead.facing, p.facing)) > ANGLE for p in poses[1:]):
        return "irregular"
    rx, ry = right(lead.facing)
    fx, fy = forward(lead.facing)
    local = [((p.x - lead.x) * rx + (p.y - lead.y) * ry, (p.x - lead.x) * fx + (p.y - lead.y) * fy) for p in poses]
    if _in_row(local, footprint.width):
        return "line"
    return "column" if _in_row([(v, u) for u, v in local], footprint.depth) else "irregular"


def _in_row(points: Sequence[Point], step: float) -> bool:
    """Whether points follow one another at a step along the first axis, level along the second."""
    return all(
        MEASURES.within(abs(b[0] - a[0] - step), SLACK) and MEASURES.within(abs(b[1] - a[1]), SLACK)
        for a, b in pairwise(sorted(points))
    )


def connected(footprint: Footprint, poses: Sequence[Pose]) -> bool:
    """Whether stands form one chain of touching stands (WMA-S03)."""
    outlines = [rectangle(footprint, p) for p in poses]
    pairs = [
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(outlines), 2)
        if gap(a, b, 2.0 * MEASURES.gap) <= MEASURES.gap
    ]
    return len(connected_groups(len(poses), pairs)) <= 1


def in_order(footprint: Footprint, poses: Sequence[Pose]) -> bool:
    """Whether stands that face alike hang together side by side or one behind another, told at a glance.

    Where this is so, each touches the one before and none overlaps another; where it is not, nothing is said.
    """
    lead = poses[0]
    rx, ry = right(lead.facing)
    fx, fy = forward(lead.facing)
    local: list[Point] = []
    for p in poses:
        if p.facing != lead.facing:
            return False
        dx, dy = p.x - lead.x, p.y - lead.y
        u, v = dx * rx + dy * ry, dx * fx + dy * fy
        for k, (i, j) in enumerate(local):
            aside, behind = abs(u - i) - footprint.width, abs(v - j) - footprint.depth
            if aside < -SURE and behind < -SURE:
                return False
            if k == len(local) - 1 and (aside > SURE or behind > SURE):
                return False
        local.append((u, v))
    return True


def centre_of(poses: Sequence[Pose]) -> Point:
    """The middle of the stands' centres: the centre point of a line or column."""
    n = len(poses)
    return sum(p.x for p in poses) / n, sum(p.y for p in poses) / n


EDGE_SLACK = 0.01
"""A base may stand this far (mm) over the table's edge: recorded poses are rounded."""
ACCESS = {"infantry": "WMA-TER-01", "cavalry": "WMA-TER-03", "elephants": "WMA-TER-03"}
ACCESS |= {"chariots": "WMA-TER-05", "artillery": "WMA-TER-05"}
"""The clause that says what a type may not enter."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a move or a place is not allowed: to which stand, what unit or feature is in the way, mm missing or too many.

    ``stand`` and ``thing`` are "" and ``over`` is 0 where none is concerned.
    """

    text: Text
    clause: str
    stand: str = ""
    thing: str = ""
    over: float = 0.0


class Way:
    """What may lie in the way of a unit's stands on a board, looked up for one sweep after another.

    Its own stands are no obstacles, nor are those of ``ignored`` units: the target of a charge.
    """

    def __init__(self, here: Board, type_id: str, side: str, unit: str, ignored: Sequence[str] = ()) -> None:
        self.here = here
        self.type = type_id
        self.friendly = here.side_names.index(side)
        self.others = here.other_rows((unit, *ignored))
        self.width, self.depth = here.land.terrain.width, here.land.terrain.depth
        self.even = not len(here.land.terrain)
        self._few: list[tuple[int, list[float]]] | None = None

    def about(self, box: Box) -> Way:
        """The same for sweeps that stay within an upright box: what lies farther off is not looked at any more."""
        made = copy(self)
        rows = self.near(box, ENEMY_GAP)
        made._few = list(zip(rows, self.here.boxes[rows].tolist(), strict=True))
        made.even = not self.rough(box)
        return made

    def near(self, box: Box, margin: float = 0.0) -> list[int]:
        """Rows of others whose upright box comes within a margin (mm) of a box."""
        if self._few is None:
            return self.here.near(self.others, box, margin)
        left, below, right, above = grown(box, margin)
        return [r for r, b in self._few if b[0] < right and b[2] > left and b[1] < above and b[3] > below]

    def on_table(self, box: Box) -> bool:
        """Whether an upright box lies on the table."""
        far = box[2] <= self.width + EDGE_SLACK and box[3] <= self.depth + EDGE_SLACK
        return far and box[0] >= -EDGE_SLACK and box[1] >= -EDGE_SLACK

    def open(self, box: Box) -> bool:
        """Whether an upright box is on the table, clear of all others (by the gap to enemies) and of barred terrain."""
        return self.on_table(box) and not self.rough(box) and not self.near(box, ENEMY_GAP)

    def rough(self, box: Box) -> bool:
        """Whether barred terrain lies near an upright box."""
        return not self.even and self.here.land.barred_near(self.type, box)

    def beyond(self, box: Box) -> float:
        """How far (mm) a box sticks out over the table's edge."""
        return max(-box[0], -box[1], box[2] - self.width, box[3] - self.depth, 0.0)

    def unit_in(self, sweep: Poly, rows: Sequence[int]) -> str:
        """The unit whose stand, among some rows, a sweep overlaps, or ""."""
        polys = self.here.polys
        hit = next((r for r in rows if MEASURES.overlapping(area=shared_area(sweep, polys[r]))), None)
        return "" if hit is None else self.here.unit_of_row(hit)

    def terrain_in(self, sweep: Poly, box: Box) -> str:
        """The feature barred to the unit's type that a sweep enters or crosses, or ""."""
        return self.here.land.obstacle(self.type, shapely.Polygon(sweep)) if self.rough(box) else ""

    def barred(self, sweep: Poly) -> bool:
        """Whether there is such a feature: :meth:`terrain_in` without a name, where it is :meth:`rough`."""
        return self.here.land.obstructs(self.type, shapely.Polygon(sweep))


def sweep_refusal(way: Way, shape: Footprint, stand: str, start: Pose, end: Pose, charging: bool) -> Refusal | None:
    """What hinders one stand on one straight leg: the table's edge, terrain, other units, enemies within 1 cm."""
    before, after = rectangle(shape, start), rectangle(shape, end)
    # who only turns where it stands sweeps nothing: its new place is what counts
    still = start.x == end.x and start.y == end.y
    corners = after if still else (*before, *after)
    box = box_of(corners)
    if not way.on_table(box):
        over = round(way.beyond(box), 3)
        text = T("The move would leave the table by {over}", over=Length(over))
        return Refusal(text, "WMA-S09", stand, "", over)
    rows = way.near(box, 0.0 if charging else ENEMY_GAP)
    if not rows and not way.rough(box):
        return None
    sweep = list(after) if still else hull(corners)
    if feature := way.terrain_in(sweep, box):
        text = T("The way is barred by {feature}", feature=Thing(feature))
        return Refusal(text, ACCESS[way.type], stand, feature)
    if unit := way.unit_in(sweep, rows):
        return Refusal(T("The way is blocked by {unit}", unit=Thing(unit)), "WMA-MOV-08", stand, unit)
    return None if charging else _too_near(way, rows, stand, before, sweep)


def _too_near(way: Way, rows: Sequence[int], stand: str, before: Poly, sweep: Poly) -> Refusal | None:
    """An enemy to which the sweep comes nearer than 1 cm, unless it began nearer and only goes away (WMA-S05)."""
    for row in (r for r in rows if int(way.here.sides[r]) != way.friendly):
        poly = way.here.polys[row]
        nearest = gap(sweep, poly, 2.0 * ENEMY_GAP)
        if MEASURES.at_least(nearest, ENEMY_GAP) or MEASURES.at_least(nearest, MEASURES.round(gap(before, poly))):
            continue
        enemy = way.here.unit_of_row(row)
        nearest = MEASURES.round(nearest)
        names = {"gap": Length(nearest), "enemy": Thing(enemy), "least": Length(ENEMY_GAP)}
        text = T("This comes within {gap} of {enemy}; {least} must be kept", **names)
        return Refusal(text, "WMA-S05", stand, enemy, round(ENEMY_GAP - nearest, 3))
    return None


def arrangement_refusal(shape: Footprint, ends: Mapping[str, Pose]) -> Refusal | None:
    """What is wrong with where a unit's stands end: overlaps among them, no connected group (WMA-S03, WMA-S05)."""
    if in_order(shape, list(ends.values())):
        return None
    placed: list[Poly] = []
    for stand, pose in ends.items():
        outline = rectangle(shape, pose)
        for other in placed:
            shared = shared_area(outline, other)
            if MEASURES.overlapping(area=shared):
                return Refusal(T("Two of its stands would overlap"), "WMA-S05", stand, "", shared)
        placed.append(outline)
    if not connected(shape, list(ends.values())):
        return Refusal(T("The unit's stands must touch one another"), "WMA-S03")
    return None
