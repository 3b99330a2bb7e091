"""Objective markers: how many, who places first, where they may lie (row 3 of the decisions).

AFS-MIS-01 to AFS-MIS-03, AFS-R14, AFS-S17, AFS-S20.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Goal
from game.engine.state import Marker, State, other_sides
from game.engine.tells import Sketch
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Floats, Footprint, Point, Pose, rounded
from game.geometry.tolerance import EPSILON
from game.kit.at_will import OnePlace, lying
from game.kit.rolloff import higher, roll_off
from rulesets.age_of_fantasy_skirmish.data_files import number, whole
from rulesets.age_of_fantasy_skirmish.deploy import set_up
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, MM_PER_INCH, inch, more_than
from rulesets.age_of_fantasy_skirmish.turn import seizing

NAMES = (T("Marker 1"), T("Marker 2"), T("Marker 3"), T("Marker 4"), T("Marker 5"))
STEP = inch(0.5)
"""mm between the places that a search tries."""


class MarkersData(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many markers are placed, how many have been, and whose turn it is."""

    count: int = 0
    placed: int = 0
    due: str = ""


MARKERS = FrameOf("afs.markers", MarkersData)


def bar_of(view: State, point: Point) -> ask.Bar | None:
    """Why a marker cannot lie at a point (mm), or None (AFS-MIS-03, AFS-S20)."""
    size, pose, strip = inch(number("marker_size")), Pose(*point), set_up.between(view)
    if not set_up.whole(view).holds(Footprint("circle", size, size), pose):
        return ask.Bar(T("The marker must lie wholly on the table"), "AFS-S20")
    free = strip.low - 1e-6 < pose.y < strip.high + 1e-6
    if not free or not bool(strip.about(np.array([[pose.x, pose.y]]))[0]):
        return ask.Bar(T("A marker must lie outside both deployment zones"), "AFS-MIS-03")
    gap = number("marker_gap")
    for other, at in _laid(view).items():
        far = math.dist(point, at)
        if not more_than(far, gap):
            apart, least, marker = Length(far), Length(gap * MM_PER_INCH), Thing(other)
            text = T("{distance} from {marker}: it must be more than {gap}", distance=apart, marker=marker, gap=least)
            return ask.Bar(text, "AFS-MIS-03")
    return ground_of(view).marker_bar(point)


def _laid(view: State) -> dict[str, Point]:
    return {m.id: (m.pose.x, m.pose.y) for m in seizing.markers(view) if m.pose is not None}


def _grid(view: State) -> Iterator[Point]:
    """Points between the zones, those of the centre line first."""
    strip = set_up.between(view)
    rows = _outwards((strip.low + strip.high) / 2.0, (strip.high - strip.low) / 2.0)
    columns = _outwards(view.table.width / 2.0, view.table.width / 2.0)
    return ((round(x, 3), round(y, 3)) for y, x in product(rows, columns))


def _outwards(middle: float, far: float) -> list[float]:
    """Places along a line (mm), nearest to its middle first."""
    return [middle, *(middle + way * k * STEP for k in range(1, int(far / STEP + 1e-6) + 1) for way in (1, -1))]


def _open_ground(view: State) -> Floats:
    """The points (n, 2) of the grid where a marker could lie if it were the only one; the same in every view."""
    bare = replace(view, markers={})
    land = ("open ground", bare.own.zone, bare.own.zones)
    return ground_of(bare).kept.once(
        land, lambda: np.array([p for p in _grid(bare) if bar_of(bare, p) is None]).reshape(-1, 2)
    )


def d3(face: int) -> int:
    """Half a six-sided die rounded up (AFS-S17).

    >>> d3(1), d3(2), d3(5)
    (1, 1, 3)
    """
    return (face + 1) // 2


def free_points(view: State) -> Iterator[Point]:
    """The points of the grid where a marker may be laid now, in a fixed order."""
    return ((x, y) for x, y in _free(view)[0].tolist())


def _free(view: State) -> tuple[Floats, Floats]:
    """These points (n, 2), and how far (n,) each is off the nearest marker; 0 where none lies."""
    points, laid = _open_ground(view), np.array([*_laid(view).values()]).reshape(-1, 2)
    if not len(laid):
        return points, np.zeros(len(points))
    off = np.hypot(*(points[:, None] - laid).transpose(2, 0, 1)).min(axis=1)
    free = off > MEASURES.reach(MEASURES.mm(number("marker_gap"))) + EPSILON
    return points[free], off[free]


def usual(view: State) -> Point | None:
    """The usual place of the next marker: near the centre line, far from those that lie there; None without room.

    A marker near a table edge can be reached from one side only: it is laid there last.
    """
    points, apart = _free(view)
    laid, width, middle = _laid(view).values(), view.table.width, view.table.depth / 2.0
    off = np.abs(points[:, 1] - middle)
    cramped = np.maximum(0.0, inch(6.0) - np.minimum(points[:, 0], width - points[:, 0]))
    rough = np.minimum(apart, inch(14.0)) - off - 2.0 * cramped
    best = points[rough > rough.max(initial=-math.inf) - 1e-6]

    def worth(p: list[float]) -> tuple[float, float, float]:
        apart = min((math.dist(p, q) for q in laid), default=0.0)
        off = abs(p[1] - middle)
        cramped = max(0.0, inch(6.0) - min(p[0], width - p[0]))
        return (min(apart, inch(14.0)) - off - 2.0 * cramped, -off, -abs(p[0] - width / 2.0))

    found = max(best.tolist(), key=worth, default=None)
    return None if found is None else (found[0], found[1])


@MARKERS.step
def _begin(run: Run, data: MarkersData | None, got: Any) -> Outcome:
    request = ev.Request((ev.DiceRow(next(iter(run.state.sides)), 1),), T("How many markers: D3 and 2"), "AFS-MIS-01")
    return Roll(request, "counted", MarkersData())


@MARKERS.step
def _counted(run: Run, data: MarkersData, got: ev.Rolled) -> Outcome:
    face = got.faces[0][0]
    count = d3(face) + whole("markers_added")
    text = T("{n} objective markers are placed", n=count)
    run.emit("marker_count", "flow", text, clauses=("AFS-MIS-01", "AFS-S17"), data={"face": face, "count": count})
    return roll_off(T("Roll-off for the first marker"), "AFS-MIS-02", "won", MarkersData(count), tie="AFS-S17")


@MARKERS.step
def _won(run: Run, data: MarkersData, got: dict[str, int]) -> Outcome:
    first = higher(got)
    text = T("{side} places the first marker", side=Thing(first))
    run.emit("marker_first", "flow", text, clauses=("AFS-MIS-02",), side=first)
    return Goto("next", replace(data, due=first))


@MARKERS.step
def _next(run: Run, data: MarkersData, got: Any) -> Outcome:
    """Alternately one each, as long as there is room (AFS-S20)."""
    if data.placed >= data.count:
        return Done()
    if not len(_free(run.state)[0]):
        text = T("There is no place left for a marker: the rest are not placed")
        run.emit("no_room", "place", text, clauses=("AFS-S20",), data={"left": data.count - data.placed})
        return Done()
    message = T("{side}: place marker {n} of {count}", side=Thing(data.due), n=data.placed + 1, count=data.count)
    args = {"marker": f"M{data.placed + 1}"}
    return PLACE.ask(data.due, message, args, ("AFS-MIS-03", "AFS-S20"), then="placed", data=data)


@MARKERS.step
def _placed(run: Run, data: MarkersData, got: ask.Reply) -> Outcome:
    standing = got.places[0]
    at = standing.poses[standing.thing]
    pose = rounded(Pose(at.x, at.y, 0.0, ground_of(run.state).level_at(at.x, at.y)))
    marker = Marker(standing.thing, "objective", pose=pose, name=NAMES[data.placed].key)
    text, told = T("{side} placed {marker}", side=Thing(data.due), marker=Thing(marker.id)), {"marker": marker.id}
    about, put = (marker.id,), ev.Put(marker=marker)
    run.emit("marker_placed", "place", text, put, clauses=("AFS-MIS-03",), about=about, side=data.due, data=told)
    return Goto("next", replace(data, placed=data.placed + 1, due=other_sides(run.state, data.due)[0]))


class MarkerQuestion(OnePlace):
    """Where a marker lies (decision 3): markers are laid as long as there is room, so there is no way out."""

    def label(self, view: State, decision: ask.Decision) -> Text:
        """Its number."""
        return NAMES[len(seizing.markers(view))]

    def ground(self, view: State, decision: ask.Decision) -> tuple[tuple[Point, ...], ...]:
        """The ground between the zones."""
        return set_up.between(view).outlines

    def free(self, view: State, decision: ask.Decision) -> Iterable[Point]:
        """The points of the grid that are free."""
        return free_points(view)

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The usual place."""
        point = usual(view)
        assert point is not None
        return ask.Reply(lying(decision.args["marker"], point))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a place, of a marker by itself."""
        marker = decision.args["marker"]
        if isinstance(answer, ask.PlaceAnswer) and (
            len(answer.places) > 1 or any(one.thing != marker or one.inside for one in answer.places)
        ):
            return ask.refused(T("Place one marker at a time"), "AFS-MIS-03")
        return super().check(view, decision, answer)

    def bar(self, view: State, decision: ask.Decision, at: Pose) -> ask.Bar | None:
        """What is against a place."""
        return bar_of(view, (round(at.x, 3), round(at.y, 3)))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The usual place, then points spread over the free ground."""
        first = self.default(view, decision)
        yield first
        replies = (ask.Reply(lying(decision.args["marker"], p)) for p in _spread(view, limit - 1))
        yield from (reply for reply in replies if reply != first)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same places; the usual one is not looked for yet."""
        others = [partial(ask.Reply, lying(decision.args["marker"], p)) for p in _spread(view, limit - 1)]
        return [partial(self.default, view, decision), *others]


def _spread(view: State, most: int) -> list[Point]:
    """So many points spread over the free ground."""
    free = _free(view)[0]
    return [(x, y) for x, y in free[:: max(1, len(free) // max(1, most))][:most].tolist()]


PLACE = Posed(
    "place_marker",
    MarkerQuestion("marker", T("Choose a place for the marker"), "AFS-MIS-03", facings=(0.0,)),
)
