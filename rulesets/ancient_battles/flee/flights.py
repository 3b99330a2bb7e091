"""Flight: how far, which way, where it ends, off the table; rallying, and the moves of those who still flee.

The geometry is worked out first, from a view; frame ``wab.flee`` rolls and moves. Lengths are mm unless told.
WAB-TRN-05, WAB-FLE-01 to WAB-FLE-06, WAB-RAL-01 to WAB-RAL-05, WAB-R22, WAB-R53, WAB-S14, WAB-S15, WAB-S27.
"""

from __future__ import annotations

import math
from typing import Any, Literal

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import unit as of_unit
from game.engine.decision import Bar, Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.halving import halved
from game.geometry.measure import group_distance, signed_matrix
from game.geometry.shapes import Floats, Pose, forward, to_world, turn_between
from game.geometry.sweep import hull_sweeps
from game.geometry.travel import way_to_edge
from game.kit.shown.words import unit_name
from game.kit.sums import Row
from game.kit.which_next import WhichNext, picked
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.attack.casualties import destroy
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.barriers import fits
from rulesets.ancient_battles.field.blocks import block_of, bounds, changes_to, far_off, formed, quads, shapes, shift
from rulesets.ancient_battles.field.facts import kinds
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData

Cause = Literal["charge", "combat", "terror", "panic", "compulsory"]
CLEAR = NUMBERS.flight_clear.value
"""Inches by which a flight ends clear of units (WAB-S14), and by which a chosen way keeps off enemies."""
_STEPS = int(NUMBERS.flight_turn_most.value / NUMBERS.flight_turn.value)
TURNS = (0.0, *(sign * k * NUMBERS.flight_turn.value for k in range(1, _STEPS + 1) for sign in (1.0, -1.0)))
"""Degrees by which the way to the edge is turned until it is clear: right before left (WAB-S14)."""


class FleeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flight ``away`` from an enemy ("" for the nearest), by one die ``less`` after shots (WAB-FLE-04).

    ``bearing`` (degrees) and inches ``rolled`` where they are settled already.
    """

    unit: str
    cause: Cause
    away: str = ""
    less: bool = False
    bearing: float | None = None
    rolled: int = 0


FLEE_FRAME = FrameOf("wab.flee", FleeData)


class FlightEnd(msgspec.Struct, frozen=True):
    """Where a flight ends: the displacement (mm), or off the table."""

    dx: float = 0.0
    dy: float = 0.0
    way: float = 0.0
    off: bool = False


def bearing_away(view: State, unit: str, enemy: str) -> float:
    """From an enemy's middle through the unit's own; to its base line where the two coincide (WAB-S14, WAB-S37)."""
    side = view.units[unit].side
    if not enemy:
        return facts.homeward(view, side)
    return facts.direction(view, facts.centre(view, enemy), facts.centre(view, unit), side)


def nearest_edge(view: State, unit: str) -> float:
    """Bearing from a unit's middle to the nearest point of any table edge; of several its own base line first."""
    x, y = facts.centre(view, unit)
    gaps = {180.0: y, 0.0: view.table.depth - y, 270.0: x, 90.0: view.table.width - x}
    home = facts.homeward(view, view.units[unit].side)
    return min(gaps, key=lambda b: (round(gaps[b], 3), b != home, b))


def compulsory_bearing(view: State, unit: str, mm: float) -> float:
    """The direction of a compulsory move: to the nearest edge, turned until the way is clear (WAB-FLE-01, WAB-S14)."""
    straight = nearest_edge(view, unit)
    ways = ((straight + turn) % 360.0 for turn in TURNS)
    return next((round(way, 3) for way in ways if clear_way(view, unit, way, mm)), straight)


def clear_way(view: State, unit: str, way: float, mm: float) -> bool:
    """Whether a straight flight touches no impassable or very difficult ground and keeps 1 inch off enemies."""
    mine = quads(view, unit)
    by = np.array(forward(way)) * min(mm, to_edge(view, mine, way))
    both = np.concatenate((mine, mine + by)).reshape(-1, 2)
    box = (*both.min(axis=0).tolist(), *both.max(axis=0).tolist())
    bad = [g for _, kind, g in facts.land(view) if kinds()[kind].rate in ("impassable", "very_difficult")]
    bad = [ground for ground in bad if not far_off(box, ground.bounds, 0.0)]
    enemies = [e for e in facts.foes(view, unit) if not facts.fleeing(view, e)]
    enemies = [e for e in enemies if not far_off(box, bounds(view, e), inch(CLEAR))]
    if not bad and not enemies:
        return True
    hulls = hull_sweeps(mine, mine + by).tolist()
    swept = shapely.union_all(hulls).buffer(-2.0 * SLACK)
    if any(shapely.intersects(swept, ground) for ground in bad):
        return False
    outlines = (s for e in enemies for s in shapes(view, e))
    return all(shapely.distance(swept, shape) >= inch(CLEAR) - 4.0 * SLACK for shape in outlines)


def to_edge(view: State, mine: Floats, way: float) -> float:
    """Way (mm) until any part of some rectangles (n, 4, 2) touches the table's edge."""
    return way_to_edge(mine, forward(way), view.table.width, view.table.depth)


def flight_end(view: State, unit: str, way: float, mm: float) -> FlightEnd:
    """Where a flight ends (WAB-S14): through everybody, 1 inch clear of units, off at the edge (WAB-S15)."""
    mine = quads(view, unit)
    edge = to_edge(view, mine, way)
    d = np.array(forward(way))
    others = facts.all_corners(view, tuple(u for u in facts.fielded(view) if u != unit))
    far = mm

    def near(far: float) -> float:
        return inch(CLEAR) - SLACK - group_distance(mine + d * far, others)

    if len(others) and far < edge - SLACK and signed_matrix(mine + d * far, others, 0.0).min() < -SLACK:
        others = _in_lane(mine + d * far, d, others)
        while far < edge - SLACK and (short := near(far)) > 0.0:
            for _ in range(max(1, math.ceil(short - SLACK))):  # a millimetre of way parts them by no more
                far += 1.0
        _, far = halved(far - 1.0, far, 0.001, lambda way: near(way) > 0.0)
        far = math.ceil(far * 1000.0 - 1e-6) / 1000.0
    if far >= edge - SLACK:
        return FlightEnd(way=edge, off=True)
    dx, dy = (float(c) for c in d * far)
    return FlightEnd(round(dx, 3), round(dy, 3), far)


def _in_lane(mine: Floats, d: Floats, others: Floats) -> Floats:
    """Those of many rectangles that some, going on in a direction, may come within the inch of (WAB-S14)."""
    found = np.ones(len(others), dtype=np.bool_)
    for axis, most in ((d, math.inf), (d[::-1] * (1.0, -1.0), inch(CLEAR))):
        here, there = mine @ axis, others @ axis
        found &= (there.max(axis=1) >= here.min() - inch(CLEAR)) & (there.min(axis=1) <= here.max() + most)
    return others[found]


def dice_of_run(view: State, unit: str, why: Text, clause: str, less: bool = False) -> ev.Request:
    """The dice of a flight or a pursuit, by the rate of who runs (WAB-FLE-03)."""
    dice = charts.flight_dice(facts.rate(view, unit), less)
    return ev.Request((ev.DiceRow(view.units[unit].side, dice),), why, clause, about=(unit,))


@FLEE_FRAME.step
def _begin(run: Run, data: FleeData, got: Any) -> Outcome:
    """The direction is settled before the dice fall, except where the ground decides (compulsory moves)."""
    view = run.state
    if data.bearing is None and data.cause != "compulsory":
        away = data.away or facts.nearest(view, data.unit, facts.foes(view, data.unit))
        data = replace(data, away=away, bearing=bearing_away(view, data.unit, away))
    if data.rolled:
        return Goto("run", data)
    why, clause = T("Flight of {unit}", unit=Thing(data.unit)), "WAB-FLE-04" if data.less else "WAB-FLE-03"
    return Roll(dice_of_run(view, data.unit, why, clause, data.less), "rolled", data)


@FLEE_FRAME.step
def _rolled(run: Run, data: FleeData, got: ev.Rolled) -> Outcome:
    return Goto("run", replace(data, rolled=got.total))


@FLEE_FRAME.step
def _run(run: Run, data: FleeData, got: Any) -> Outcome:
    view = run.state
    mm = inch(float(data.rolled))
    way = compulsory_bearing(view, data.unit, mm) if data.bearing is None else data.bearing
    end = flight_end(view, data.unit, way, mm)
    marks = flags(view, data.unit, way)
    if end.off:
        run.emit("flees", "flow", None, *marks, clauses=("WAB-S15",), about=(data.unit,))
        destroy(run, data.unit, "fled", data.away, ("WAB-S15",))
        return Done()
    text = T("{unit} fled {distance}", unit=Thing(data.unit), distance=Length(end.way))
    clause = {"compulsory": "WAB-FLE-01", "combat": "WAB-FLE-05", "charge": "WAB-RCT-05"}.get(data.cause, "WAB-FLE-06")
    about, clauses = (data.unit, data.away) if data.away else (data.unit,), (clause, "WAB-S14")
    told = {"unit": data.unit, "inches": data.rolled, "way": round(end.way, 3), "cause": data.cause}
    shift(run, data.unit, end.dx, end.dy, text, *marks, type="fled", clauses=clauses, about=about, data=told)
    return Done()


def flags(view: State, unit: str, way: float) -> list[ev.Change]:
    """What is marked on a unit that runs: its contacts and its charge are over (WAB-FLE-02, WAB-R53)."""
    mine = own(view, unit)
    began = mine.fled_turn if mine.fleeing else view.own.player_turn
    now = {"fleeing": True, "fled_to": way, "disengaging": False, "snake": False, "fast": False, "fled_turn": began}
    over = (t for t in view.ties.values() if t.a == unit or (t.kind == "contact" and t.b == unit))
    return [*of_unit(view, unit, **now), *(ev.Untie(t.id) for t in over)]


RALLY, DONE = "wab.rally", "done"
LEAST = NUMBERS.rally.value
"""Models without which a unit cannot rally (WAB-RAL-02)."""


class RallyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 2: units that have tried, and the one whose test is being taken."""

    tried: tuple[str, ...] = ()
    unit: str = ""


RALLY_FRAME = FrameOf("wab.rally", RallyData)
RALLY_FRAME.ends_at("over")


class CompulsoryData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 3: units that have moved."""

    moved: tuple[str, ...] = ()


COMPULSORY = FrameOf("wab.compulsory", CompulsoryData)
COMPULSORY.ends_at("over")


def runs_on(view: State, side: str) -> tuple[str, ...]:
    """Fleeing units of a side that did not begin to flee in this player turn (WAB-R53)."""
    now = view.own.player_turn
    return tuple(u for u in facts.fielded(view, side) if own(view, u).fleeing and own(view, u).fled_turn != now)


def no_rally(view: State, unit: str) -> Bar | None:
    """Why a fleeing unit may not try to rally: too few models; a lone character may (WAB-RAL-02, WAB-R22, WAB-S27)."""
    if facts.lone(view, unit) or facts.count(view, unit) >= LEAST:
        return None
    return Bar(T("{unit}: fewer than {n} models", unit=Thing(unit), n=LEAST), "WAB-RAL-02")


def modifiers(view: State, unit: str) -> tuple[Row, ...]:
    """What a rally test is modified by: half strength, an enemy near (WAB-RAL-03, WAB-RAL-04)."""
    rows: list[Row] = []
    for row in data_files.modifiers().rally:
        reach = row.within or 0.0
        if row.id == "half" and facts.at_half(view, unit) and not facts.lone(view, unit):
            rows.append((Text(row.name), float(row.value), row.clause))
        if row.id == "enemy" and facts.units_within(view, unit, reach, facts.foes(view, unit)):
            rows.append((Text(row.name, {"within": Length(inch(reach))}), float(row.value), row.clause))
    return tuple(rows)


@RALLY_FRAME.named("begin")
@RALLY_FRAME.step
def _ask(run: Run, data: RallyData | None, got: Any) -> Outcome:
    data, side = data or RallyData(), run.state.own.active
    left = [u for u in runs_on(run.state, side) if u not in data.tried]
    if not any(no_rally(run.state, u) is None for u in left):
        return PANIC.call(PanicData(), "over", data)
    message = T("{side}: rally which unit?", side=Thing(side))
    return RALLY_QUESTION.ask(side, message, {"units": left}, ("WAB-RAL-01",), then="picked", data=data)


@RALLY_FRAME.step
def _picked(run: Run, data: RallyData, got: Reply) -> Outcome:
    if got.exit == DONE:
        return PANIC.call(PanicData(), "over", data)
    unit = picked(got)
    test = TestData(unit, "rally", modifiers(run.state, unit), clause="WAB-RAL-01")
    return TEST.call(test, "tested", replace(data, unit=unit, tried=(*data.tried, unit)))


@RALLY_FRAME.step
def _tested(run: Run, data: RallyData, got: Tested) -> Outcome:
    view, unit = run.state, data.unit
    if not got.passed:
        run.tell(unit, "flees_on", "test", T("{unit} fled on", unit=Thing(unit)), ("WAB-RAL-01",))
        return Goto("ask", data)
    stands = of_unit(view, unit, fleeing=False, rallied=True)
    text = T("{unit} rallied", unit=Thing(unit))
    run.tell(unit, "rallied", "status", text, ("WAB-RAL-01", "WAB-S14"), *stands, *faced(view, unit))
    return Goto("ask", data)


def faced(view: State, unit: str) -> list[ev.Change]:
    """A rallied block faces with the side nearest to the direction of its last flight (WAB-S14).

    Its rectangle turns about its middle and keeps its files; where it has no room for that, the next nearest side
    will do. Facing on and facing about always have the room it stands in.
    """
    if not formed(view, unit):
        return []
    block, way = block_of(view, unit), own(view, unit).fled_to
    off = {t: round(abs(turn_between(block.front.facing + t, way)), 3) for t in (0.0, 90.0, 180.0, 270.0)}
    for turn in sorted(off, key=lambda t: (off[t], t)):
        middle = Pose(block.centre.x, block.centre.y, (block.front.facing + turn) % 360.0)
        front = Pose(*to_world(middle, (0.0, block.depth / 2.0)), middle.facing)
        if turn == 0.0:
            break
        if turn == 180.0 or fits(view, block.at(front), (unit,)):
            return changes_to(view, unit, front)
    return []


class RallyQuestion(WhichNext):
    """Which fleeing unit tries to rally next (WAB-RAL-01)."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A fleeing unit; the small ones are barred."""
        return Choice(row, unit_name(row), no_rally(view, row))


RALLY_QUESTION = Posed(RALLY, RallyQuestion(exits=(Exit(DONE, T("Rally no other units")),)))


@COMPULSORY.named("begin")
def _flee_next(run: Run, data: CompulsoryData | None, got: Any) -> Outcome:
    data = data or CompulsoryData()
    left = [u for u in runs_on(run.state, run.state.own.active) if u not in data.moved]
    if not left:
        return PANIC.call(PanicData(), "over", data)
    return FLEE_FRAME.call(FleeData(left[0], "compulsory"), "begin", CompulsoryData((*data.moved, left[0])))
