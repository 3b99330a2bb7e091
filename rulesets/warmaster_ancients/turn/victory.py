"""The end of the battle: broken armies, the time limit, the reckoning in points, places held.

WMA-VIC-01, WMA-VIC-02, WMA-SET-06, WMA-S35. The scenario's numbers stand in its file.
"""

from __future__ import annotations

import math

import shapely

from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.endings import battle_ends, leader, points_of
from game.engine.flow import Run
from game.engine.frames import turns
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_scenario import BreakPoint, Objective, Scenario, Score
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.own import BattleOwn, SideOwn

PLAIN = "open_field"
"""The scenario whose reckoning holds where a situation names none: that of WMA-S35."""


def scenario_of(view: State) -> Scenario:
    """The scenario played."""
    own: BattleOwn = view.own
    return data_files.load_scenario(own.scenario if own.scenario in data_files.scenarios() else PLAIN)


# --- losses ------------------------------------------------------------------------------------------------------


def destroyed(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that have lost all their stands, in order; characters are not counted (WMA-S35)."""
    return tuple(u.id for u in view.units_of(side) if not u.own.character and _gone(view, u.bases))


def lost_characters(view: State, side: str) -> tuple[str, ...]:
    """The characters of a side that are lost (WMA-S32)."""
    return tuple(u.id for u in view.units_of(side) if u.own.character and _gone(view, u.bases))


def reduced(view: State, side: str) -> tuple[str, ...]:
    """The units of a side of more than one stand that are down to a single one."""
    return tuple(
        u.id
        for u in view.units_of(side)
        if not u.own.character and len(u.bases) > 1 and sum(view.bases[b].where != "gone" for b in u.bases) == 1
    )


def _gone(view: State, bases: tuple[str, ...]) -> bool:
    return all(view.bases[b].where == "gone" for b in bases)


def initial(view: State, side: str) -> int:
    """How many units a side began with (WMA-S35); those for which deployment found no room took no part."""
    own: SideOwn = view.sides[side].own
    troops = [u for u in view.units_of(side) if not u.own.character]
    left_out = sum(all(view.bases[b].where == "off" for b in u.bases) for u in troops)
    return (own.began or len(troops)) - left_out


def broken(view: State, side: str) -> bool:
    """Whether a side has lost so many units that it must withdraw (WMA-VIC-01, WMA-S35)."""
    point: BreakPoint = scenario_of(view).break_point(side)
    return point.reached(len(destroyed(view, side)), initial(view, side))


def units_to_break(view: State, side: str) -> int:
    """How many units more a side must lose before it withdraws; 0 where it is broken."""
    point: BreakPoint = scenario_of(view).break_point(side)
    lost, began = len(destroyed(view, side)), initial(view, side)
    return next((n for n in range(began - lost + 1) if point.reached(lost + n, began)), 0)


# --- the reckoning -----------------------------------------------------------------------------------------------


def _things(view: State, row: Score, side: str) -> tuple[str, ...]:
    enemy = other_sides(view, side)[0]
    if row.key == "enemy_destroyed":
        return destroyed(view, enemy)
    if row.key == "enemy_character":
        return lost_characters(view, enemy)
    if row.key == "enemy_reduced":
        return reduced(view, enemy)
    return destroyed(view, side)


def _worth(view: State, row: Score, thing: str) -> int:
    """Points of one unit in a row of the reckoning: the factor times its cost, rounded down (WMA-S35)."""
    whole = math.floor(abs(row.factor) * profile(view, thing).points + 1e-9)
    return whole if row.factor > 0 else -whole


def holder(view: State, objective: Objective) -> str:
    """The side that alone holds a place, or "" (WMA-SET-06)."""
    area = shapely.Polygon(scenario_of(view).outline_of(objective))
    found = []
    for side in view.sides:
        for unit in facts.units(view, side):
            places = [b.pose for b in facts.stands(view, unit) if b.pose is not None]
            inside = sum(bool(shapely.intersects_xy(area, p.x, p.y)) for p in places)
            if facts.half(inside, len(places)):
                found.append(side)
                break
    return found[0] if len(found) == 1 else ""


def score(view: State, side: str) -> Sum:
    """The points of a side, row by row (WMA-VIC-02, WMA-SET-06, WMA-S35)."""
    rules = scenario_of(view)
    own: BattleOwn = view.own
    rows: list[tuple[Text, float, str]] = []
    for row in rules.scores:
        if side in row.sides:
            points = sum(_worth(view, row, thing) for thing in _things(view, row, side))
            if points:
                rows.append((Text(row.name), float(points), row.clause))
    for objective in rules.objectives:
        if side in objective.sides and holder(view, objective) == side:
            rows.append((Text(objective.name), float(objective.worth(own.size)), "WMA-SET-06"))
    return Sum(T("Points of {side}", side=Thing(side)), sum(value for _, value, _ in rows), tuple(rows))


# --- the end -----------------------------------------------------------------------------------------------------


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
        run.emit(
            "army_broken",
            "score",
            T(
                "{side} has lost {lost} of {began} units and must withdraw",
                side=Thing(side),
                lost=len(destroyed(state, side)),
                began=initial(state, side),
            ),
            clauses=("WMA-VIC-01", "WMA-S35"),
            side=side,
            data={"lost": len(destroyed(state, side)), "began": initial(state, side)},
        )
    if len(fallen) == 1:
        winner = other_sides(state, fallen[0])[0]
        why = T("{side} withdraws from the field: {winner} wins", side=Thing(fallen[0]), winner=Thing(winner))
    else:
        winner = leader(points)
        listed = ", ".join(str(points[side]) for side in state.sides)
        why = (
            T("{winner} wins by points: {points}", winner=Thing(winner), points=listed)
            if winner
            else T("The battle is drawn: {points} points", points=listed)
        )
    over = ev.SetField("state", "", "own.phase", "over")
    battle_ends(run, winner, why, sums, ("WMA-VIC-01", "WMA-VIC-02", "WMA-S35"), over, broken=fallen)
    return True
