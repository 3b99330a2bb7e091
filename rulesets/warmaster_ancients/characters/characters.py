"""Characters ride: after the orders and before the shooting, each once, up to three straight legs.

WMA-CHR-01 to WMA-CHR-04, WMA-MOV-02, WMA-R25, WMA-R26, WMA-S41. Row 12 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import shapely

from game.engine import changes as marks
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.decision import Exit
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.tells import Sketch, sketched
from game.engine.text import Length, T, Thing
from game.geometry.crossing import area_depths, ring_edges
from game.geometry.measure import point_base_distance
from game.geometry.shapes import Floats, Point, Pose, bearing, forward, rounded
from game.geometry.steps import Path
from game.kit.at_will import AtWill, or_leave
from game.kit.situation import side_of
from game.kit.verdicts import judged, points_of
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.field.formations import EDGE_SLACK, Refusal
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.measures import MEASURES, length

END = Exit("end_phase", T("End the phase"))
"""The way out of what a side may do in a phase: to end it is the least act, and always the first way out."""
ENEMY_NEAR = length("token_enemy_gap")
CROSSED = 0.1
"""A path that runs less than this (mm) through something only touches it (WMA-S01)."""
FAN = 12
SHARES = (1.0, 0.5, 0.2)


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
    path = (facts.point_of(view, character), *((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points))
    travel = round(sum(math.dist(a, b) for a, b in pairwise(path)), 3)
    return Ride(path, travel, _refusal(view, character, path, travel))


def _refusal(view: State, character: str, path: tuple[Point, ...], travel: float) -> Refusal | None:
    most, allowance = data_files.load_characters().legs, profile(view, character).move
    if len(path) - 1 > most:
        return Refusal(T("A character's move has at most {n} legs", n=most), "WMA-S41", "", character)
    if MEASURES.more_than(travel, allowance):
        far = MEASURES.round(travel)
        over = round(far - allowance, 3)
        told = {"travel": Length(far), "over": Length(over), "allowance": Length(allowance)}
        return Refusal(
            T("{travel} is {over} more than the {allowance} allowed", **told), "WMA-MOV-02", "", character, over
        )
    terrain = board(view).land.terrain
    for x, y in path[1:]:
        if not (-EDGE_SLACK <= x <= terrain.width + EDGE_SLACK and -EDGE_SLACK <= y <= terrain.depth + EDGE_SLACK):
            return Refusal(T("That place is off the table"), "WMA-S41", "", character)
    found = _on_the_way(view, character, path) if travel > 0.0 else None
    if found is not None:
        return found
    enemy = enemy_near(view, side_of(view, character), path[-1])
    if enemy:
        text = T("The character must end more than {gap} from {enemy}", gap=Length(ENEMY_NEAR), enemy=Thing(enemy))
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


def token_pose(view: State, character: str, point: Point) -> Pose:
    """The pose of a token at a point, as it is recorded; it keeps its facing."""
    pose = view.bases[view.units[character].bases[0]].pose
    return rounded(Pose(point[0], point[1], pose.facing if pose is not None else 0.0))


class RidesData(msgspec.Struct, frozen=True):
    """The moves of the characters."""


CHARACTERS = FrameOf("wma.characters", RidesData)


def unmoved(view: State, side: str) -> tuple[str, ...]:
    """The characters of a side that have not moved this turn, in the order of the list."""
    return tuple(c for c in facts.characters(view, side) if not view.units[c].own.moved)


@CHARACTERS.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    side = run.state.own.active
    if not unmoved(run.state, side):
        return Done()
    message = T("{side}: move your characters", side=Thing(side))
    return RIDE.ask(side, message, clauses=("WMA-CHR-01",), then="ridden", data=RidesData())


@CHARACTERS.step
def _ridden(run: Run, data: RidesData, got: ask.Reply) -> Outcome:
    if got.exit:
        return Done()
    answer = got.answer
    assert isinstance(answer, ask.MoveAnswer)
    character = answer.subject
    found = check_ride(run.state, character, points_of(answer))
    base = run.state.units[character].bases[0]
    pose = ev.SetPose(base, token_pose(run.state, character, found.end))
    text = T("{character} rode {distance}", character=Thing(character), distance=Length(found.travel))
    changes, clauses = (pose, *marks.unit(run.state, character, moved=True)), ("WMA-CHR-01", "WMA-S41")
    run.tell(character, "rode", "move", text, clauses, *changes, unit=character, travel=found.travel)
    return Goto("begin", data)


class RideQuestion(AtWill, Unforced):
    """Which character rides where."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The characters that have not moved; ending the phase is the least act."""
        legs = data_files.load_characters().legs
        movers = []
        for character in facts.characters(view, decision.side):
            mode = ask.Mode("ride", T("Ride"), ("path",), profile(view, character).move, legs)
            bar = ask.Bar(T("Has moved this turn"), "WMA-S41") if view.units[character].own.moved else None
            movers.append(ask.Mover(character, T("{unit}", unit=Thing(character)), (mode,), bar))
        return ask.Asked(ask.MoveSpace(tuple(movers)), self.default(view, decision), self.exits(view, decision))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a ride; where it is too long, the nearest legal one is cut from it."""
        if not isinstance(answer, ask.MoveAnswer):
            return ask.refused(T("That answer does not fit this question"))
        character = answer.subject
        if character not in facts.characters(view, decision.side):
            return ask.refused(T("Only your own characters ride"), "WMA-CHR-01")
        if view.units[character].own.moved:
            return ask.refused(T("{unit} moved already this turn", unit=Thing(character)), "WMA-S41")
        if answer.mode != "ride":
            return ask.refused(T("Unknown kind of move: {mode}", mode=answer.mode))
        base = view.units[character].bases[0]
        for course in answer.courses:
            if course.who not in (character, base) or not all(isinstance(s, Path) for s in course.steps):
                return ask.refused(T("A character moves along a path"), "WMA-S41")
        allowed = profile(view, character).move
        points = points_of(answer)
        if not points:
            return ask.unfinished(T("Drag him to his new place"), "WMA-CHR-01", allowance=allowed)
        ride = check_ride(view, character, points)
        reason = None if ride.refusal is None else ask.Reason(ride.refusal.text, ride.refusal.clause, character)
        ends = {base: token_pose(view, character, ride.end)}
        shorter = partial(_shortened, view, character, points, allowed)
        return judged(ends, (ride.path,), ride.travel, allowed, reason, shorter)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """For each character the places behind the units, then a fan of rides; then ending the phase."""
        rides = ((c, answer) for c in unmoved(view, decision.side) for answer in ideas(view, c, goal))
        legal = (a for c, a in rides if check_ride(view, c, points_of(a)).legal)
        return or_leave(legal, self.default(view, decision), limit)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same rides, none of them judged yet."""
        rides = (answer for c in unmoved(view, decision.side) for answer in ideas(view, c, "any"))
        return sketched(self, view, decision, rides, limit)


RIDE = Posed("ride", RideQuestion(END))


def ride_to(character: str, *points: Point) -> ask.MoveAnswer:
    """A ride along some points (mm)."""
    rounded = tuple((round(x, 3), round(y, 3)) for x, y in points)
    return ask.MoveAnswer(character, "ride", courses=(ask.Course(character, (Path(rounded),)),))


def _shortened(view: State, character: str, points: tuple[Point, ...], limit: float) -> ask.MoveAnswer | None:
    """The longest beginning of a refused ride that is allowed, None where there is none."""
    whole = [facts.point_of(view, character), *points[: data_files.load_characters().legs]]
    low, high = 0.0, min(sum(math.dist(a, b) for a, b in pairwise(whole)), limit)
    middle = high
    best: ask.MoveAnswer | None = None
    while high > 0.0:
        cut = _cut(whole, middle)
        if cut and check_ride(view, character, cut).legal:
            best, low = ride_to(character, *cut), middle
        else:
            high = middle - 0.05 if middle == high else middle
        if high - low < 0.1:
            break
        middle = (low + high) / 2.0
    return best


def _cut(points: list[Point], length: float) -> tuple[Point, ...]:
    """The first ``length`` mm of a polyline, its start left out."""
    found: list[Point] = []
    for a, b in pairwise(points):
        leg = math.dist(a, b)
        if leg >= length:
            t = length / leg if leg else 0.0
            found.append((math.floor((a[0] + (b[0] - a[0]) * t) * 1000) / 1000, round(a[1] + (b[1] - a[1]) * t, 3)))
            return tuple(found)
        found.append(b)
        length -= leg
    return tuple(found)


def ideas(view: State, character: str, goal: Goal) -> Iterator[ask.MoveAnswer]:
    """Rides worth thinking of: onto and behind own units, then a fan of bearings."""
    at = facts.point_of(view, character)
    limit = profile(view, character).move
    if goal in ("any", "towards", "onto", "cover"):
        for unit in facts.troops(view, view.units[character].side):
            places = list(facts.poses(view, unit).values())
            middle = formations.centre_of(places)
            fx, fy = forward(places[0].facing)
            for back in (0.0, 60.0):
                spot = (middle[0] - fx * back, middle[1] - fy * back)
                far = math.dist(at, spot)
                if far > limit:
                    dx, dy = forward(bearing(spot[0] - at[0], spot[1] - at[1]))
                    spot = (at[0] + dx * (limit - 0.01), at[1] + dy * (limit - 0.01))
                if far >= 1.0:
                    yield ride_to(character, spot)
    if goal in ("any", "towards", "away"):
        for k in range(FAN):
            dx, dy = forward(360.0 / FAN * k)
            for share in SHARES:
                way = limit * share - 0.01
                yield ride_to(character, (at[0] + dx * way, at[1] + dy * way))
