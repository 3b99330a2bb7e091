"""Where the stands of a charging unit go, or why the charge is not possible: WMA-S10, and step by step WMA-S11.

WMA-CMB-02, WMA-MOV-03, WMA-S10, WMA-S11, WMA-S33.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

import msgspec
import numpy as np

from game.engine.decision import Answer, Bar, Reason, Verdict
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.arcs import Zone, zone_of
from game.geometry.convex import Poly, box_of, gap, hull, point_segment_distance, rectangle, shared_area
from game.geometry.measure import point_base_distance
from game.geometry.shapes import EDGES, Footprint, Point, Pose, edge_normal, eye, moved, rounded
from game.kit.situation import side_of
from game.kit.verdicts import ghosts
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.slides import PoseAt, slide
from rulesets.warmaster_ancients.field import sight
from rulesets.warmaster_ancients.field.facts import footprint, poses, raw_distance
from rulesets.warmaster_ancients.field.formations import Refusal, Way
from rulesets.warmaster_ancients.field.scene import Box, board, grown, remembered
from rulesets.warmaster_ancients.measures import EDGE, MEASURES, count
from rulesets.warmaster_ancients.move.moves import Legs, check_legs, paths, touched_enemies, travels, whole_legs

LEGS_BEFORE = count("charge_legs_before")
TIE_ORDER: tuple[Zone, ...] = ("front", "rear", "left", "right")


class Placement(msgspec.Struct, frozen=True):
    """Where a charge of a unit at a target ends, or why it cannot be made.

    The lead stand strikes an edge of the target stand ``mark``; ``ends``, ``travel`` (mm) and ``paths`` (mm) are of all
    stands, in the order of their numbers; ``touched`` are all enemy units touched in the end, in order.
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

    @property
    def possible(self) -> bool:
        """Whether the charge can be made."""
        return self.refusal is None

    @property
    def farthest(self) -> float:
        """Mm that the stand goes that goes farthest."""
        return max(self.travel.values(), default=0.0)

    @property
    def bar(self) -> Bar | None:
        """Why it cannot be made, as a bar."""
        return None if self.refusal is None else Bar(self.refusal.text, self.refusal.clause)

    def judged(self, allowance: float, nearest: Answer | None = None) -> Verdict:
        """The verdict on it, with how far (mm) the unit may go, and the nearest legal answer where it is refused."""
        if self.refusal is not None:
            why = Reason(self.refusal.text, self.refusal.clause, self.target)
            return Verdict("refused", (why,), nearest, allowance=allowance)
        there, cost = ghosts(self.ends), self.farthest
        return Verdict("legal", ghosts=there, paths=self.paths, cost=cost, allowance=allowance, reaches=self.touched)


def place_charge(
    view: State,
    unit: str,
    target: str,
    legs: Legs = (),
    *,
    lead_limit: float | None = None,
    other_limit: float | None = None,
) -> Placement:
    """Where a charge of a unit at a target ends (WMA-S10, WMA-S11), or why it is not possible.

    Up to two ``legs`` (poses by stand) come before the last, chosen by the owner. The lead stand and any other may
    travel so many mm in all; the full allowance unless told.
    """
    kind = profile(view, unit)
    lead = kind.move if lead_limit is None else lead_limit
    others = kind.move if other_limit is None else other_limit
    if kind.artillery:
        return Placement(target, Refusal(T("Artillery does not charge"), "WMA-S33", "", unit))
    apart = raw_distance(view, unit, target)
    # a stand's centre may travel less than its base is away, by its diagonal at most
    if not legs and MEASURES.more_than(apart, lead + math.hypot(kind.footprint.width, kind.footprint.depth)):
        over = round(MEASURES.round(apart) - lead, 3)
        text = T("Out of reach: {distance} away, the move is {limit}", distance=Length(apart), limit=Length(lead))
        return Placement(target, Refusal(text, "WMA-S11", "", "", over))
    seen = sight.seen_stands(view, unit, target)
    if not seen:
        why = sight.look_at_unit(view, unit, target)
        text = why.text or T("{target} cannot be seen by {unit}", unit=Thing(unit), target=Thing(target))
        thing = why.blockers[0].id if why.blockers else ""
        thing = view.bases[thing].unit if thing in view.bases else thing
        return Placement(target, Refusal(text, "WMA-S10", "", thing))
    before: list[dict[str, Pose]] = []
    if legs:
        checked = check_legs(view, unit, legs, lead, target, LEGS_BEFORE)
        if checked.refusal is not None:
            return Placement(target, checked.refusal)
        before = whole_legs(poses(view, unit), legs)
    return Solver(view, unit, target, before, lead, others).solve(seen)


class Solver:
    """One charge of one unit at one target, its steps: pair, contact edge, lead stand, others beside or behind it."""

    def __init__(
        self, view: State, unit: str, target: str, before: Sequence[Mapping[str, Pose]], lead: float, others: float
    ) -> None:
        self.view, self.unit, self.target, self.before = view, unit, target, before
        kind = profile(view, unit)
        self.here = board(view)
        self.shape, self.target_shape = kind.footprint, footprint(view, target)
        self.starts, self.marks = poses(view, unit), poses(view, target)
        self.mids = dict(before[-1]) if before else self.starts
        self.before_last = {stand: rectangle(self.shape, pose) for stand, pose in self.mids.items()}
        self.spent = travels(self.starts, before)
        self.lead_limit, self.other_limit = lead, others
        self.target_rows = set(self.here.rows(target).tolist())
        self.numbers = {stand: k for k, stand in enumerate(self.starts)}
        points = [p for outline in self.before_last.values() for p in outline]
        points += [p for pose in self.marks.values() for p in rectangle(self.target_shape, pose)]
        # no place and no sweep of this charge lies farther off
        reach = grown(box_of(points), (len(self.starts) + 1) * max(self.shape.width, self.shape.depth))
        self.way = Way(self.here, kind.type, side_of(view, unit), unit).about(reach)

    def travel(self, stand: str, pose: Pose) -> float:
        """Mm that a stand goes in all if its last leg ends at a pose."""
        mid = self.mids[stand]
        return self.spent[stand] + math.hypot(pose.x - mid.x, pose.y - mid.y)

    def sweep(self, stand: str, pose: Pose) -> list[Point]:
        """The ground over which a stand goes on its last leg to a pose."""
        return hull((*self.before_last[stand], *rectangle(self.shape, pose)))

    def on_the_way(self, box: Box) -> list[int]:
        """Rows of stands near a sweep's box that hinder it; those of the target do not."""
        return [r for r in self.way.near(box) if r not in self.target_rows]

    def hindrance(self, stand: str, pose: Pose, placed: Sequence[Poly]) -> Refusal | None:
        """Why a place is not free: what the base would overlap, or what lies in its way (WMA-S11)."""
        outline = rectangle(self.shape, pose)
        box = box_of(outline)
        if not self.way.on_table(box):
            over = round(self.way.beyond(box), 3)
            return Refusal(T("The table ends {over} too soon", over=Length(over)), "WMA-S11", stand, "", over)
        if unit := self.way.unit_in(outline, self.way.near(box)):
            return Refusal(T("{unit} leaves no room", unit=Thing(unit)), "WMA-S11", stand, unit)
        if any(MEASURES.overlapping(area=shared_area(outline, other)) for other in placed):
            return Refusal(T("Its own stands leave no room"), "WMA-S11", stand, self.unit)
        corners = (*self.before_last[stand], *outline)
        box = box_of(corners)
        if not self.way.on_table(box):
            over = round(self.way.beyond(box), 3)
            text = T("The charge would leave the table by {over}", over=Length(over))
            return Refusal(text, "WMA-S09", stand, "", over)
        rows = self.on_the_way(box)
        if not rows and not self.way.rough(box):
            return None
        sweep = hull(corners)
        if unit := self.way.unit_in(sweep, rows):
            return Refusal(T("The way is blocked by {unit}", unit=Thing(unit)), "WMA-MOV-08", stand, unit)
        if feature := self.way.terrain_in(sweep, box):
            return Refusal(T("The way is barred by {feature}", feature=Thing(feature)), "WMA-TER-07", stand, feature)
        return None

    def hindered(self, stand: str, pose: Pose) -> bool:
        """Whether a place is not free, whatever hinders: :meth:`hindrance` where none of its own stands is placed."""
        outline = rectangle(self.shape, pose)
        box = box_of(outline)
        if not self.way.on_table(box) or self.way.unit_in(outline, self.way.near(box)):
            return True
        corners = (*self.before_last[stand], *outline)
        box = box_of(corners)
        if not self.way.on_table(box):
            return True
        rows, rough = self.on_the_way(box), self.way.rough(box)
        if not rows and not rough:
            return False
        sweep = hull(corners)
        return bool(self.way.unit_in(sweep, rows)) or (rough and self.way.barred(sweep))

    def pairs(self, seen: Sequence[str]) -> list[tuple[str, str]]:
        """Pairs of charging and target stand in the order of WMA-S11 (1)."""

        def nearness(pair: tuple[str, str]) -> tuple[float, float]:
            pose, other = self.starts[pair[0]], self.marks[pair[1]]
            near = point_base_distance(eye(self.shape, pose), self.target_shape, other)
            return MEASURES.round(near), MEASURES.round(math.hypot(pose.x - other.x, pose.y - other.y))

        return sorted(product(self.starts, (mark for mark in self.marks if mark in seen)), key=nearness)

    def edge(self, lead: str, mark: str) -> Zone | None:
        """The contact edge (WMA-S11 (2)); None where stands of the target's side cover all of them."""
        pose, start = self.marks[mark], self.starts[lead]
        zone = zone_of(self.target_shape, pose, (start.x, start.y))
        if covered(self.view, mark, zone) <= 0.5:
            return zone
        dx, dy = start.x - pose.x, start.y - pose.y
        far = math.hypot(dx, dy) or 1.0

        def turned_away(edge: Zone) -> float:
            nx, ny = edge_normal(pose, edge)
            return -round((nx * dx + ny * dy) / far, 6)

        free = (edge for edge in TIE_ORDER if edge != zone and covered(self.view, mark, edge) <= 0.5)
        return min(free, key=turned_away, default=None)

    def lead_pose(self, lead: str, mark: str, edge: Zone) -> Pose | Refusal:
        """Where the lead stand is placed, or why it cannot be (WMA-S11 (3))."""
        start, (ax, ay), normal, length = edge_line(self.target_shape, self.marks[mark], edge)
        ex, ey = eye(self.shape, self.starts[lead])
        at = min(length, max(0.0, (ex - start[0]) * ax + (ey - start[1]) * ay))
        facing = (self.marks[mark].facing + 90.0 * EDGES.index(edge) + 180.0) % 360.0
        half = self.shape.depth / 2.0

        def pose_at(e: float) -> Pose:
            x, y = start[0] + ax * e + normal[0] * half, start[1] + ay * e + normal[1] * half
            return rounded(Pose(x, y, facing))

        if reach := self._out_of_reach(lead, pose_at, length):
            return reach
        hindered = self.hindrance(lead, pose_at(at), ())
        if hindered is None:
            return pose_at(at)
        return slide(self, lead, at, length, (ax, ay), pose_at) or hindered

    def _out_of_reach(self, lead: str, pose_at: PoseAt, length: float) -> Refusal | None:
        """A refusal if no place along the edge, the nearest to the lead included, is in reach."""
        mid = self.mids[lead]
        low, high = -self.shape.width / 2.0 + EDGE, length + self.shape.width / 2.0 - EDGE
        a, b = pose_at(low), pose_at(high)
        best = point_segment_distance((mid.x, mid.y), (a.x, a.y), (b.x, b.y)) + self.spent[lead]
        return self.too_far(lead, best, self.lead_limit) if MEASURES.more_than(best, self.lead_limit) else None

    def too_far(self, stand: str, travel: float, limit: float) -> Refusal:
        """The refusal of a place out of reach, with the missing distance."""
        travel = MEASURES.round(travel)
        over = round(travel - limit, 3)
        lengths = {"travel": Length(travel), "over": Length(over), "limit": Length(limit)}
        text = T("Out of reach: {travel} to go, {over} more than the {limit} allowed", **lengths)
        return Refusal(text, "WMA-S11", stand, "", over)

    def others(self, lead: str, pose: Pose) -> dict[str, Pose] | Refusal:
        """Places of the stands beside or behind the lead (WMA-S11 (4)), the lead's included; or the refusal."""
        ends = {lead: pose}
        outlines: list[Poly] = [rectangle(self.shape, pose)]
        line = [pose, pose]
        at, width = self.starts[lead], self.shape.width

        def apart(stand: str) -> float:
            return MEASURES.round(math.hypot(self.starts[stand].x - at.x, self.starts[stand].y - at.y))

        for stand in sorted((s for s in self.starts if s != lead), key=apart):
            sides = [rounded(moved(line[0], aside=-width)), rounded(moved(line[1], aside=width))]
            end = self._beside(stand, sides, outlines)
            if isinstance(end, int):
                ends[stand] = line[end] = sides[end]
            elif behind := self._behind(stand, ends, outlines):
                ends[stand] = behind
            else:
                return end
            outlines.append(rectangle(self.shape, ends[stand]))
        return {s: ends[s] for s in self.starts}

    def _beside(self, stand: str, sides: Sequence[Pose], placed: Sequence[Poly]) -> int | Refusal:
        """Which end of the line a stand takes (0 left, 1 right), or why not the better one."""
        order = sorted(
            (not self.touches_target(p), MEASURES.round(self.travel(stand, p)), k) for k, p in enumerate(sides)
        )
        refusals: list[Refusal] = []
        for _, travel, k in order:
            far = MEASURES.more_than(travel, self.other_limit)
            why = self.too_far(stand, travel, self.other_limit) if far else self.hindrance(stand, sides[k], placed)
            if why is None:
                return k
            refusals.append(why)
        return refusals[0]

    def _behind(self, stand: str, ends: Mapping[str, Pose], placed: Sequence[Poly]) -> Pose | None:
        """A place directly behind a placed stand: least travel first, then the lower number."""
        numbered = sorted(ends, key=self.numbers.__getitem__)
        places = [rounded(moved(ends[other], ahead=-self.shape.depth)) for other in numbered]
        near = [place for place in places if MEASURES.within(self.travel(stand, place), self.other_limit)]
        near.sort(key=lambda place: MEASURES.round(self.travel(stand, place)))
        return next((place for place in near if self.hindrance(stand, place, placed) is None), None)

    def touches_target(self, pose: Pose) -> bool:
        """Whether a stand placed here touches the target unit."""
        outline = rectangle(self.shape, pose)
        return any(MEASURES.touching(gap(outline, rectangle(self.target_shape, p), 2.0)) for p in self.marks.values())

    def solve(self, seen: Sequence[str]) -> Placement:
        """Try the pairs in order; the first refusal tells why, if none will do (WMA-S11 (5))."""
        refusals: list[Refusal] = []
        for lead, mark in self.pairs(seen):
            found = self.attempt(lead, mark)
            if isinstance(found, Placement):
                return found
            refusals.append(found)
        return Placement(self.target, refusals[0])

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
        ways = {s: round(mm, 3) for s, mm in travels(self.starts, legs).items()}
        touched = touched_enemies(self.view, self.unit, ends)
        return Placement(self.target, None, lead, mark, edge, ends, ways, paths(self.starts, legs), touched)


@remembered
def covered(view: State, mark: str, edge: Zone) -> float:
    """Share of an edge of a stand along which stands of its own side touch it."""
    here = board(view)
    own = here.scene.index[mark]
    start, along, normal, length = edge_line(here.scene.bases.footprint(own), here.scene.bases.pose(own), edge)
    friendly = np.flatnonzero(here.sides == here.sides[own])
    spans = []
    for row in (r for r in here.near(friendly, box_of(here.polys[own]), 1.0) if r != own):
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


def edge_line(shape: Footprint, pose: Pose, edge: Zone) -> tuple[Point, Point, Point, float]:
    """Where an edge starts, its unit vector clockwise round the base, its outward unit normal, and its length (mm)."""
    four = rectangle(shape, pose)
    k = EDGES.index(edge)
    (ax, ay), (bx, by) = four[k], four[(k + 1) % 4]
    length = math.hypot(bx - ax, by - ay)
    return (ax, ay), ((bx - ax) / length, (by - ay) / length), edge_normal(pose, edge), length
