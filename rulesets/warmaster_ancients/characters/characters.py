"""Characters ride: after the orders and before the shooting, each once, up to three straight legs.

WMA-CHR-01 to WMA-CHR-04, WMA-R25, WMA-R26, WMA-S41. Row 12 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Course,
    Decision,
    Kind,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    Reason,
    Reply,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Goal, Sketch, sketched
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, bearing, forward
from game.geometry.steps import Path
from rulesets.warmaster_ancients import data_files, marks
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.characters import character_moves
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.questions import PhaseQuestion, judged, or_end

FAN = 12
SHARES = (1.0, 0.5, 0.2)


class RidesData(msgspec.Struct, frozen=True):
    """The moves of the characters."""


CHARACTERS = FrameOf("wma.characters", RidesData)


def unmoved(view: State, side: str) -> tuple[str, ...]:
    """The characters of a side that have not moved this turn, in the order of the list."""
    return tuple(c for c in facts.characters(view, side) if not view.units[c].own.moved)


# --- steps -------------------------------------------------------------------------------------------------------


@CHARACTERS.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    side = run.state.own.active
    if not unmoved(run.state, side):
        return Done()
    message = T("{side}: move your characters", side=Thing(side))
    return RIDE.ask(side, message, clauses=("WMA-CHR-01",), then="ridden", data=RidesData())


@CHARACTERS.step
def _ridden(run: Run, data: RidesData, got: Reply) -> Outcome:
    if got.exit:
        return Done()
    answer = got.answer
    assert isinstance(answer, MoveAnswer)
    character = answer.subject
    found = character_moves.check_ride(run.state, character, points_of(answer))
    base = run.state.units[character].bases[0]
    pose = ev.SetPose(base, character_moves.token_pose(run.state, character, found.end))
    text = T("{character} rode {distance}", character=Thing(character), distance=Length(found.travel))
    changes, clauses = (pose, *marks.unit(run.state, character, moved=True)), ("WMA-CHR-01", "WMA-S41")
    run.tell(character, "rode", "move", text, clauses, *changes, unit=character, travel=found.travel)
    return Goto("begin", data)


def points_of(answer: MoveAnswer) -> tuple[Point, ...]:
    """The points of a character's path, its start left out."""
    return tuple(p for course in answer.courses for step in course.steps if isinstance(step, Path) for p in step.points)


class RideQuestion(PhaseQuestion):
    """Which character rides where."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The characters that have not moved; ending the phase is the least act."""
        legs = data_files.load_characters().legs
        movers = []
        for character in facts.characters(view, decision.side):
            mode = Mode("ride", T("Ride"), ("path",), profile(view, character).move, legs)
            bar = Bar(T("Has moved this turn"), "WMA-S41") if view.units[character].own.moved else None
            movers.append(Mover(character, T("{unit}", unit=Thing(character)), (mode,), bar))
        return Asked(MoveSpace(tuple(movers)), self.default(view, decision), self.exits(view, decision))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a ride; where it is too long, the nearest legal one is cut from it."""
        if not isinstance(answer, MoveAnswer):
            return refused(T("This is no answer to that question"))
        character = answer.subject
        if character not in facts.characters(view, decision.side):
            return refused(T("Only your own characters ride"), "WMA-CHR-01")
        if view.units[character].own.moved:
            return refused(T("{unit} moved already this turn", unit=Thing(character)), "WMA-S41")
        if answer.mode != "ride":
            return refused(T("There is no way of moving called {mode}", mode=answer.mode))
        base = view.units[character].bases[0]
        for course in answer.courses:
            if course.who not in (character, base) or not all(isinstance(s, Path) for s in course.steps):
                return refused(T("A character moves along a path"), "WMA-S41")
        allowed = profile(view, character).move
        points = points_of(answer)
        if not points:
            return unfinished(T("Show where he goes"), "WMA-CHR-01", allowance=allowed)
        ride = character_moves.check_ride(view, character, points)
        reason = None if ride.refusal is None else Reason(ride.refusal.text, ride.refusal.clause, character)
        ends = {base: character_moves.token_pose(view, character, ride.end)}
        shorter = partial(_shortened, view, character, points, allowed)
        return judged(ends, (ride.path,), ride.travel, allowed, reason, shorter)

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """For each character the places behind the units, then a fan of rides; then ending the phase."""
        rides = ((c, answer) for c in unmoved(view, decision.side) for answer in ideas(view, c, goal))
        return or_end((a for c, a in rides if character_moves.check_ride(view, c, points_of(a)).legal), limit)

    def sketches(self, view: State, decision: Decision, limit: int) -> Iterable[Sketch]:
        """The same rides, none of them judged yet."""
        rides = (answer for c in unmoved(view, decision.side) for answer in ideas(view, c, "any"))
        return sketched(self, view, decision, rides, limit)


RIDE = Posed("ride", RideQuestion())


def ride_to(character: str, *points: Point) -> MoveAnswer:
    """A ride along some points (mm)."""
    rounded = tuple((round(x, 3), round(y, 3)) for x, y in points)
    return MoveAnswer(character, "ride", courses=(Course(character, (Path(rounded),)),))


def _shortened(view: State, character: str, points: tuple[Point, ...], limit: float) -> MoveAnswer | None:
    """The longest beginning of a refused ride that is allowed, None where there is none."""
    whole = [facts.point_of(view, character), *points[: data_files.load_characters().legs]]
    low, high = 0.0, min(sum(math.dist(a, b) for a, b in pairwise(whole)), limit)
    middle = high
    best: MoveAnswer | None = None
    while high > 0.0:
        cut = _cut(whole, middle)
        if cut and character_moves.check_ride(view, character, cut).legal:
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


def ideas(view: State, character: str, goal: Goal) -> Iterator[MoveAnswer]:
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
