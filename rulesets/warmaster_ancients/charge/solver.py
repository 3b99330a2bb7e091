"""The steps by which a charge is placed (WMA-S11): pair, contact edge, lead stand, the others beside or behind it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.arcs import Zone, zone_of
from game.geometry.convex import Poly, box_of, gap, hull, rectangle, shared_area
from game.geometry.measure import point_base_distance
from game.geometry.shapes import EDGES, Footprint, Point, Pose, eye, forward, right, rounded
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.slides import PoseAt, slide
from rulesets.warmaster_ancients.field.facts import footprint, poses, side_of
from rulesets.warmaster_ancients.field.hindrances import Refusal, Way
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.measures import EDGE, MEASURES
from rulesets.warmaster_ancients.move.moves import travels

Box = tuple[float, float, float, float]
TIE_ORDER: tuple[Zone, ...] = ("front", "rear", "left", "right")


class Placement(msgspec.Struct, frozen=True):
    """Where a charge ends, or why it cannot be made.

    Attributes
    ----------
    refusal
        None where it is possible.
    target
        The unit charged.
    lead, mark, edge
        Lead stand, target stand and the edge of it that is struck.
    ends, travel, paths
        Final poses, mm and polylines (mm) of all stands, in the order of their numbers.
    touched
        All enemy units touched in the end, in order.
    limit
        mm that the lead stand may travel.
    """

    target: str
    refusal: Refusal | None = None
    lead: str = ""
    mark: str = ""
    edge: Zone = "front"
    ends: dict[str, Pose] = {}
    travel: dict[str, float] = {}
    paths: tuple[tuple[Point, ...], ...] = ()
    touched: tuple[str, ...] = ()
    limit: float = 0.0

    @property
    def possible(self) -> bool:
        """Whether the charge can be made."""
        return self.refusal is None

    @property
    def farthest(self) -> float:
        """Mm that the stand goes that goes farthest."""
        return max(self.travel.values(), default=0.0)


class Solver:
    """One charge of one unit at one target: what the steps of WMA-S11 need, looked up once."""

    def __init__(
        self, view: State, unit: str, target: str, before: Sequence[Mapping[str, Pose]], lead: float, others: float
    ) -> None:
        self.view, self.unit, self.target = view, unit, target
        kind = profile(view, unit)
        self.here = board(view)
        self.shape = kind.footprint
        self.target_shape = footprint(view, target)
        self.starts = poses(view, unit)
        self.before = before
        self.legs = list(before)
        self.mids = dict(before[-1]) if before else dict(self.starts)
        self.spent = travels(self.starts, before)
        self.marks = poses(view, target)
        self.lead_limit, self.other_limit = lead, others
        self.way = Way(self.here, kind.type, side_of(view, unit), unit)
        self.target_rows = set(self.here.rows(target).tolist())
        self.nearby = self._nearby()
        self.numbers = {stand: k for k, stand in enumerate(self.starts)}
        self._covered: dict[tuple[str, Zone], float] = {}

    def _nearby(self) -> list[tuple[int, Box]]:
        """Rows and boxes of all other stands that any place or sweep of this charge could meet."""
        points = [p for pose in self.mids.values() for p in rectangle(self.shape, pose)]
        points += [p for pose in self.marks.values() for p in rectangle(self.target_shape, pose)]
        margin = (len(self.starts) + 1) * max(self.shape.width, self.shape.depth)
        rows = self.way.near(box_of(points), margin)
        return [(row, tuple(self.here.boxes[row].tolist())) for row in rows]

    def near(self, box: Box, margin: float = 0.0) -> list[int]:
        """Rows of other stands whose box comes within a margin (mm) of a box."""
        low_x, low_y, high_x, high_y = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
        return [r for r, b in self.nearby if b[0] < high_x and low_x < b[2] and b[1] < high_y and low_y < b[3]]

    # -- free and in reach ------------------------------------------------------------------------------------

    def travel(self, stand: str, pose: Pose) -> float:
        """Mm that a stand goes in all if its last leg ends at a pose."""
        mid = self.mids[stand]
        return self.spent[stand] + math.hypot(pose.x - mid.x, pose.y - mid.y)

    def in_reach(self, stand: str, pose: Pose, limit: float) -> bool:
        """Whether a stand's travel to a pose is within a limit (mm)."""
        return MEASURES.within(self.travel(stand, pose), limit)

    def hindrance(self, stand: str, pose: Pose, placed: Sequence[Poly]) -> Refusal | None:
        """Why a place is not free: what the base would overlap, or what lies in its way (WMA-S11)."""
        outline = rectangle(self.shape, pose)
        box = box_of(outline)
        if not self.way.on_table(box):
            over = round(self.way.beyond(box), 3)
            return Refusal(T("There is no room on the table, by {over}", over=Length(over)), "WMA-S11", stand, "", over)
        unit = self.way.unit_in(outline, self.near(box))
        if unit:
            return Refusal(T("No room because of {unit}", unit=Thing(unit)), "WMA-S11", stand, unit)
        if any(MEASURES.overlapping(area=shared_area(outline, other)) for other in placed):
            return Refusal(T("Its own stands leave no room"), "WMA-S11", stand, self.unit)
        mid = self.mids[stand]
        sweep = hull((*rectangle(self.shape, mid), *outline))
        box = box_of(sweep)
        if not self.way.on_table(box):
            over = round(self.way.beyond(box), 3)
            text = T("The charge would leave the table by {over}", over=Length(over))
            return Refusal(text, "WMA-S09", stand, "", over)
        unit = self.way.unit_in(sweep, [r for r in self.near(box) if r not in self.target_rows])
        if unit:
            return Refusal(T("The way is blocked by {unit}", unit=Thing(unit)), "WMA-MOV-08", stand, unit)
        feature = self.way.terrain_in(sweep, box)
        if feature:
            return Refusal(T("The way is barred by {feature}", feature=Thing(feature)), "WMA-TER-07", stand, feature)
        return None

    def hindered(self, stand: str, pose: Pose) -> bool:
        """Whether a place is not free, whatever hinders: :meth:`hindrance` where none of its own stands is placed."""
        outline = rectangle(self.shape, pose)
        box = box_of(outline)
        if not self.way.on_table(box) or self.way.unit_in(outline, self.near(box)):
            return True
        sweep = hull((*rectangle(self.shape, self.mids[stand]), *outline))
        box = box_of(sweep)
        if not self.way.on_table(box):
            return True
        rows = [r for r in self.near(box) if r not in self.target_rows]
        return bool(self.way.unit_in(sweep, rows)) or self.way.barred(sweep, box)

    # -- (1) and (2): pair and edge ---------------------------------------------------------------------------

    def pairs(self, seen: Sequence[str]) -> list[tuple[str, str]]:
        """Pairs of charging and target stand in the order of WMA-S11 (1)."""
        found = []
        for a, (stand, pose) in enumerate(self.starts.items()):
            at = eye(self.shape, pose)
            for b, (mark, other) in enumerate(self.marks.items()):
                if mark in seen:
                    near = MEASURES.round(point_base_distance(at, self.target_shape, other))
                    centre = MEASURES.round(math.hypot(pose.x - other.x, pose.y - other.y))
                    found.append((near, centre, a, b, stand, mark))
        return [(row[4], row[5]) for row in sorted(found)]

    def edge(self, lead: str, mark: str) -> Zone | None:
        """The contact edge (WMA-S11 (2)); None where stands of the target's side cover all of them."""
        pose, start = self.marks[mark], self.starts[lead]
        zone = zone_of(self.target_shape, pose, (start.x, start.y))
        if self.covered(mark, zone) <= 0.5:
            return zone
        dx, dy = start.x - pose.x, start.y - pose.y
        far = math.hypot(dx, dy) or 1.0
        best: tuple[float, int, Zone] | None = None
        for k, edge in enumerate(TIE_ORDER):
            if edge == zone or self.covered(mark, edge) > 0.5:
                continue
            nx, ny = forward(pose.facing + 90.0 * EDGES.index(edge))
            now = (-round((nx * dx + ny * dy) / far, 6), k, edge)
            if best is None or now < best:
                best = now
        return None if best is None else best[2]

    def covered(self, mark: str, edge: Zone) -> float:
        """Share of an edge of a target stand along which stands of its own side touch it."""
        key = (mark, edge)
        if key not in self._covered:
            self._covered[key] = self._cover(mark, edge)
        return self._covered[key]

    def _cover(self, mark: str, edge: Zone) -> float:
        start, end, normal = edge_line(self.target_shape, self.marks[mark], edge)
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        here = self.here
        own = here.scene.index[mark]
        box = box_of(here.polys[own])
        near = (here.boxes[:, 0] < box[2] + 1.0) & (here.boxes[:, 2] > box[0] - 1.0)
        near &= (here.boxes[:, 1] < box[3] + 1.0) & (here.boxes[:, 3] > box[1] - 1.0)
        near &= here.sides == here.sides[own]
        spans = []
        for row in np.flatnonzero(near).tolist():
            if row == own:
                continue
            on = [
                (p[0] - start[0]) * along[0] + (p[1] - start[1]) * along[1]
                for p in here.polys[row]
                if abs((p[0] - start[0]) * normal[0] + (p[1] - start[1]) * normal[1]) <= MEASURES.gap
            ]
            if len(on) > 1:
                spans.append((max(min(on), 0.0), min(max(on), length)))
        total, reached = 0.0, 0.0
        for low, high in sorted(spans):
            total += max(0.0, high - max(low, reached))
            reached = max(reached, high)
        return round(total / length, 6)

    # -- (3) the lead stand -----------------------------------------------------------------------------------

    def lead_pose(self, lead: str, mark: str, edge: Zone) -> Pose | Refusal:
        """Where the lead stand is placed, or why it cannot be (WMA-S11 (3))."""
        start, end, normal = edge_line(self.target_shape, self.marks[mark], edge)
        length = math.hypot(end[0] - start[0], end[1] - start[1])
        ax, ay = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        ex, ey = eye(self.shape, self.starts[lead])
        at = min(length, max(0.0, (ex - start[0]) * ax + (ey - start[1]) * ay))
        facing = (self.marks[mark].facing + 90.0 * EDGES.index(edge) + 180.0) % 360.0
        half = self.shape.depth / 2.0

        def pose_at(e: float) -> Pose:
            x, y = start[0] + ax * e + normal[0] * half, start[1] + ay * e + normal[1] * half
            return rounded(Pose(x, y, facing))

        reach = self._out_of_reach(lead, pose_at, length)
        if reach is not None:
            return reach
        first = pose_at(at)
        hindered = self.hindrance(lead, first, ())
        if hindered is None:
            return first
        slid = slide(self, lead, at, length, (ax, ay), pose_at)
        return hindered if slid is None else slid

    def _out_of_reach(self, lead: str, pose_at: PoseAt, length: float) -> Refusal | None:
        """A refusal if no place along the edge, the nearest to the lead included, is in reach."""
        mid = self.mids[lead]
        low, high = -self.shape.width / 2.0 + EDGE, length + self.shape.width / 2.0 - EDGE
        a, b = pose_at(low), pose_at(high)
        way = math.hypot(b.x - a.x, b.y - a.y)
        t = min(1.0, max(0.0, ((mid.x - a.x) * (b.x - a.x) + (mid.y - a.y) * (b.y - a.y)) / (way * way)))
        best = math.hypot(a.x + (b.x - a.x) * t - mid.x, a.y + (b.y - a.y) * t - mid.y) + self.spent[lead]
        return self.too_far(lead, best, self.lead_limit) if MEASURES.more_than(best, self.lead_limit) else None

    def too_far(self, stand: str, travel: float, limit: float) -> Refusal:
        """The refusal of a place out of reach, with the missing distance."""
        over = round(MEASURES.round(travel) - limit, 3)
        text = T(
            "Out of reach: {travel} to go, {over} more than {limit}",
            travel=Length(MEASURES.round(travel)),
            over=Length(over),
            limit=Length(limit),
        )
        return Refusal(text, "WMA-S11", stand, "", over)

    # -- (4) the other stands ---------------------------------------------------------------------------------

    def others(self, lead: str, pose: Pose) -> dict[str, Pose] | Refusal:
        """Places of the stands beside or behind the lead (WMA-S11 (4)), the lead's included; or the refusal."""
        ends = {lead: pose}
        outlines: list[Poly] = [rectangle(self.shape, pose)]
        rx, ry = right(pose.facing)
        left, right_end = pose, pose
        at = self.starts[lead]
        rest = sorted(
            (s for s in self.starts if s != lead),
            key=lambda s: (
                MEASURES.round(math.hypot(self.starts[s].x - at.x, self.starts[s].y - at.y)),
                self.numbers[s],
            ),
        )
        width = self.shape.width
        for stand in rest:
            sides = [
                rounded(Pose(left.x - rx * width, left.y - ry * width, pose.facing)),
                rounded(Pose(right_end.x + rx * width, right_end.y + ry * width, pose.facing)),
            ]
            found, why = self._beside(stand, sides, outlines)
            if found is None:
                behind = self._behind(stand, ends, outlines)
                if behind is None:
                    return why
                ends[stand] = behind
            else:
                ends[stand] = sides[found]
                if found == 0:
                    left = sides[0]
                else:
                    right_end = sides[1]
            outlines.append(rectangle(self.shape, ends[stand]))
        return {s: ends[s] for s in self.starts}

    def _beside(self, stand: str, sides: Sequence[Pose], placed: Sequence[Poly]) -> tuple[int | None, Refusal]:
        """Which end of the line a stand takes (0 left, 1 right, None neither), and why not the better one."""
        order = sorted(
            (0 if self.touches_target(p) else 1, MEASURES.round(self.travel(stand, p)), k) for k, p in enumerate(sides)
        )
        why: Refusal | None = None
        for _, _, k in order:
            pose = sides[k]
            travel = self.travel(stand, pose)
            if MEASURES.more_than(travel, self.other_limit):
                why = why or self.too_far(stand, travel, self.other_limit)
                continue
            hindered = self.hindrance(stand, pose, placed)
            if hindered is None:
                return k, Refusal(T("placed"), "WMA-S11")
            why = why or hindered
        assert why is not None
        return None, why

    def _behind(self, stand: str, ends: Mapping[str, Pose], placed: Sequence[Poly]) -> Pose | None:
        """A place directly behind a placed stand: least travel first, then the lower number."""
        tried = []
        for other, pose in ends.items():
            fx, fy = forward(pose.facing)
            behind = rounded(Pose(pose.x - fx * self.shape.depth, pose.y - fy * self.shape.depth, pose.facing))
            tried.append((MEASURES.round(self.travel(stand, behind)), self.numbers[other], behind))
        for travel, _, behind in sorted(tried, key=lambda row: row[:2]):
            if MEASURES.within(travel, self.other_limit) and self.hindrance(stand, behind, placed) is None:
                return behind
        return None

    def touches_target(self, pose: Pose) -> bool:
        """Whether a stand placed here touches the target unit."""
        outline = rectangle(self.shape, pose)
        return any(MEASURES.touching(gap(outline, rectangle(self.target_shape, p), 2.0)) for p in self.marks.values())

    def touched(self, ends: Mapping[str, Pose]) -> tuple[str, ...]:
        """The enemy units that the placed stands touch, in order."""
        found = set()
        for pose in ends.values():
            outline = rectangle(self.shape, pose)
            for row in self.near(box_of(outline), 1.0):
                if int(self.here.sides[row]) != self.way.friendly and MEASURES.touching(
                    gap(outline, self.here.polys[row], 2.0)
                ):
                    found.add(self.here.unit_of_row(row))
        return tuple(sorted(found, key=self.here.order.__getitem__))

    # -- all together -----------------------------------------------------------------------------------------

    def solve(self, seen: Sequence[str]) -> Placement:
        """Try the pairs in order; the first refusal tells why, if none will do (WMA-S11 (5))."""
        why: Refusal | None = None
        for lead, mark in self.pairs(seen):
            found = self.attempt(lead, mark)
            if isinstance(found, Placement):
                return found
            why = why or found
        return Placement(self.target, why, limit=self.lead_limit)

    def attempt(self, lead: str, mark: str) -> Placement | Refusal:
        """One pair of stands."""
        edge = self.edge(lead, mark)
        if edge is None:
            return Refusal(T("Its own side covers every edge of that stand"), "WMA-S11", lead, self.target)
        pose = self.lead_pose(lead, mark, edge)
        if isinstance(pose, Refusal):
            return pose
        travel = self.travel(lead, pose)
        if MEASURES.more_than(travel, self.lead_limit):
            return self.too_far(lead, travel, self.lead_limit)
        ends = self.others(lead, pose)
        if isinstance(ends, Refusal):
            return ends
        legs = [*self.before, ends]
        return Placement(
            self.target,
            None,
            lead,
            mark,
            edge,
            ends,
            {s: round(t, 3) for s, t in travels(self.starts, legs).items()},
            tuple(tuple((p.x, p.y) for p in (self.starts[s], *(leg[s] for leg in legs))) for s in self.starts),
            self.touched(ends),
            self.lead_limit,
        )


def edge_line(shape: Footprint, pose: Pose, edge: Zone) -> tuple[Point, Point, Point]:
    """Start and end of an edge, running clockwise round the base, and its outward unit normal."""
    four = rectangle(shape, pose)
    k = EDGES.index(edge)
    return four[k], four[(k + 1) % 4], forward(pose.facing + 90.0 * k)
