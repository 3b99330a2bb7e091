"""The battle and the player turn: the end of the battle, the phases in their order, what a turn's end takes away.

The end: broken armies, the time limit, the reckoning in points, places held; the scenario's numbers stand in its file.
WMA-TRN-01 to WMA-TRN-03, WMA-VIC-01, WMA-VIC-02, WMA-SET-06, WMA-R01, WMA-R08, WMA-S20, WMA-S35.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

import msgspec
import shapely

from game.engine import changes as marks
from game.engine.changes import own_field
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.endings import battle_ends, leader, points_of
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.planar import Shape
from game.kit.sums import Row, sum_of
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_files import Objective, Scenario, Score
from rulesets.warmaster_ancients.field import facts, status
from rulesets.warmaster_ancients.own import FRESH, BattleOwn, Phase, SideOwn

PLAIN = "open_field"
"""The scenario whose reckoning holds where a situation names none: that of WMA-S35."""


def scenario_of(view: State) -> Scenario:
    """The scenario played."""
    own: BattleOwn = view.own
    return data_files.load_scenario(own.scenario if own.scenario in data_files.scenarios() else PLAIN)


def _down_to(view: State, side: str, left: int, character: bool = False) -> tuple[str, ...]:
    """The units of a side, or its characters, that have lost all bases but so many, in order."""
    return tuple(
        u.id
        for u in view.units_of(side)
        if u.own.character == character
        and len(u.bases) > left
        and sum(view.bases[b].where != "gone" for b in u.bases) == left
    )


def destroyed(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that have lost all their stands, in order; characters are not counted (WMA-S35)."""
    return _down_to(view, side, 0)


def lost_characters(view: State, side: str) -> tuple[str, ...]:
    """The characters of a side that are lost (WMA-S32)."""
    return _down_to(view, side, 0, character=True)


def reduced(view: State, side: str) -> tuple[str, ...]:
    """The units of a side of more than one stand that are down to a single one."""
    return _down_to(view, side, 1)


def initial(view: State, side: str) -> int:
    """How many units a side began with (WMA-S35); those for which deployment found no room took no part."""
    own: SideOwn = view.sides[side].own
    troops = [u for u in view.units_of(side) if not u.own.character]
    left_out = sum(all(view.bases[b].where == "off" for b in u.bases) for u in troops)
    return (own.began or len(troops)) - left_out


def broken(view: State, side: str) -> bool:
    """Whether a side has lost so many units that it must withdraw (WMA-VIC-01, WMA-S35)."""
    return scenario_of(view).break_point(side).reached(len(destroyed(view, side)), initial(view, side))


def units_to_break(view: State, side: str) -> int:
    """How many units more a side must lose before it withdraws; 0 where it is broken."""
    point = scenario_of(view).break_point(side)
    lost, began = len(destroyed(view, side)), initial(view, side)
    return next((n for n in range(began - lost + 1) if point.reached(lost + n, began)), 0)


def _worth(view: State, row: Score, thing: str) -> int:
    """Points of one unit in a row of the reckoning: the factor times its cost, rounded down (WMA-S35)."""
    whole = math.floor(abs(row.factor) * profile(view, thing).points + 1e-9)
    return whole if row.factor > 0 else -whole


@cache
def area_of(scenario: str, objective: str) -> Shape:
    """The area (mm) of a place that is worth points; prepared."""
    row = data_files.load_scenario(scenario)
    area = shapely.Polygon(row.outline_of(next(o for o in row.objectives if o.id == objective)))
    shapely.prepare(area)
    return area


def holder(view: State, objective: Objective) -> str:
    """The side that alone holds a place, or "" (WMA-SET-06)."""
    area = area_of(scenario_of(view).id, objective.id)

    def holds(unit: str) -> bool:
        places = facts.poses(view, unit).values()
        return facts.half(sum(bool(shapely.intersects_xy(area, p.x, p.y)) for p in places), len(places))

    found = [side for side in view.sides if any(holds(unit) for unit in facts.troops(view, side))]
    return found[0] if len(found) == 1 else ""


def score(view: State, side: str) -> Sum:
    """The points of a side, row by row (WMA-VIC-02, WMA-SET-06, WMA-S35)."""
    rules, enemy = scenario_of(view), other_sides(view, side)[0]
    own: BattleOwn = view.own
    fallen = {
        "enemy_destroyed": destroyed(view, enemy),
        "enemy_character": lost_characters(view, enemy),
        "enemy_reduced": reduced(view, enemy),
        "own_destroyed": destroyed(view, side),
    }
    rows: list[Row] = []
    for row in rules.scores:
        points = sum(_worth(view, row, thing) for thing in fallen[row.key]) if side in row.sides else 0
        if points:
            rows.append((Text(row.name), float(points), row.clause))
    for place in rules.objectives:
        if side in place.sides and holder(view, place) == side:
            rows.append((Text(place.name), float(place.worth(own.size)), "WMA-SET-06"))
    return sum_of(T("Points of {side}", side=Thing(side)), rows)


def settle(run: Run) -> bool:
    """Look at the end of a player turn whether the battle is over, and say how it ended (WMA-VIC-01, WMA-S35)."""
    state = run.state
    fallen = [side for side in state.sides if broken(state, side)]
    late = turns.fought_out(state)
    if not fallen and not late:
        return False
    sums = {side: score(state, side) for side in state.sides}
    points = points_of(sums)
    for side in fallen:
        told = {"lost": len(destroyed(state, side)), "began": initial(state, side)}
        text = T("{side} has lost {lost} of {began} units and must withdraw", side=Thing(side), **told)
        run.emit("army_broken", "score", text, clauses=("WMA-VIC-01", "WMA-S35"), side=side, data=told)
    listed = ", ".join(str(points[side]) for side in state.sides)
    if len(fallen) == 1:
        winner = other_sides(state, fallen[0])[0]
        why = T("{side} withdraws from the field: {winner} wins", side=Thing(fallen[0]), winner=Thing(winner))
    elif winner := leader(points):
        why = T("{winner} wins by points: {points}", winner=Thing(winner), points=listed)
    else:
        why = T("The battle is drawn: {points} points", points=listed)
    over = own_field("state", "", phase="over")
    battle_ends(run, winner, why, sums, ("WMA-VIC-01", "WMA-VIC-02", "WMA-S35"), over, broken=fallen)
    return True


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle: ``turn`` and ``side`` of the player turn that is played; ``deployed`` once the armies stand."""

    turn: int = 0
    side: str = ""


BATTLE = FrameOf("wma.battle", BattleData)


class TurnData(msgspec.Struct, frozen=True):
    """One player turn: whose, and its number (from 1)."""

    side: str
    turn: int = 1


TURN = FrameOf("wma.turn", TurnData)


PHASES: tuple[tuple[Phase, str, Text], ...] = (
    ("initiative", "wma.initiative", T("Initiative phase")),
    ("command", "wma.command", T("Manoeuvre phase")),
    ("characters", "wma.characters", T("Characters move")),
    ("shooting", "wma.shooting", T("Shooting phase")),
    ("melee", "wma.melee", T("Melee phase")),
)
"""The phases of a player turn in their order (WMA-TRN-02, WMA-CHR-01), with the frame that plays each."""


phase_name = partial(turns.phase_name, phases=PHASES, more={"reform": T("Reforming")})
"""The name of a phase for players."""

_TURNS = turns.Alternating("wma.deployment", "wma.turn", BattleData, TurnData, settle, ("WMA-SET-01",))
"""Turn after turn; the battle is settled after each (WMA-S35)."""


@TURN.named("begin")
def _turn_begin(run: Run, data: TurnData, got: Any) -> Outcome:
    changes = list(marks.battle(run.state, active=data.side, turn=data.turn, commanding="", ordering=""))
    for one in run.state.units.values():
        changes += marks.unit(run.state, one.id, **FRESH)
        if one.side == data.side:  # confusion that it brings into its owner's turn ends with that turn (WMA-S20)
            changes += marks.unit(run.state, one.id, confused_before=one.own.confused)
    turns.turn_begins(run, data.side, data.turn, "WMA-TRN-01", *changes)
    return Goto("phase0", data)


@TURN.named("end")
def _turn_end(run: Run, data: TurnData, got: Any) -> Outcome:
    recover(run, data.side)
    status.cut_contacts(run)
    turns.turn_ends(run, data.side, "WMA-TRN-01")
    return Done()


def recover(run: Run, side: str) -> None:
    """Take away the confusion that the side's units already had when its turn began (WMA-S20)."""
    recovered(run, (u.id for u in run.state.units_of(side) if u.own.confused and u.own.confused_before))


def recovered(run: Run, units: Iterable[str]) -> None:
    """Units are confused no longer."""
    for unit in units:
        clear = marks.unit(run.state, unit, confused=False, confused_before=False)
        text = T("{unit} recovered from confusion", unit=Thing(unit))
        run.tell(unit, "recovered", "status", text, ("WMA-S20",), *clear)


BATTLE.also(_TURNS.steps)
TURN.also(turns.phase_steps(PHASES, ("WMA-TRN-02",)))
