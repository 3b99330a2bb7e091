"""Steps 2 and 3 of the Movement phase: rallying, and the moves of those who still flee.

WAB-TRN-05, WAB-RAL-01 to WAB-RAL-05, WAB-FLE-01, WAB-R22, WAB-R53, WAB-S14, WAB-S27.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import unit as of_unit
from game.engine.decision import Bar, Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Pose, to_world, turn_between
from game.kit.shown.words import unit_name
from game.kit.sums import Row
from game.kit.which_next import WhichNext, picked
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.barriers import fits
from rulesets.ancient_battles.field.blocks import block_of, changes_to, formed
from rulesets.ancient_battles.flee.flights import FLEE_FRAME, FleeData
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData

RALLY, DONE = "wab.rally", "done"
LEAST = NUMBERS.rally.value
"""Models without which a unit cannot rally (WAB-RAL-02)."""


class RallyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 2: units that have tried, and the one whose test is being taken."""

    tried: tuple[str, ...] = ()
    unit: str = ""


RALLY_FRAME = FrameOf("wab.rally", RallyData)


class CompulsoryData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 3: units that have moved."""

    moved: tuple[str, ...] = ()


COMPULSORY = FrameOf("wab.compulsory", CompulsoryData)


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
        if row.id == "enemy" and facts.near(view, unit, reach, facts.foes(view, unit)):
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


@RALLY_FRAME.step
@COMPULSORY.step
def _over(run: Run, data: Any, got: Any) -> Outcome:
    return Done()


class RallyQuestion(WhichNext):
    """Which fleeing unit tries to rally next (WAB-RAL-01)."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A fleeing unit; the small ones are barred."""
        return Choice(row, unit_name(row), no_rally(view, row))


RALLY_QUESTION = Posed(RALLY, RallyQuestion(exits=(Exit(DONE, T("Rally nobody else")),)))


@COMPULSORY.named("begin")
def _flee_next(run: Run, data: CompulsoryData | None, got: Any) -> Outcome:
    data = data or CompulsoryData()
    left = [u for u in runs_on(run.state, run.state.own.active) if u not in data.moved]
    if not left:
        return PANIC.call(PanicData(), "over", data)
    return FLEE_FRAME.call(FleeData(left[0], "compulsory"), "begin", CompulsoryData((*data.moved, left[0])))
