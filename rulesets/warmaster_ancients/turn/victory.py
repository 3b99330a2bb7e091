"""The end of the battle: broken armies, the time limit, the reckoning in points, places held.

WMA-VIC-01, WMA-VIC-02, WMA-SET-06, WMA-S35. The scenario's numbers stand in its file.
"""

from __future__ import annotations

import math
from functools import cache

import shapely

from game.engine.changes import own_field
from game.engine.decision import Sum
from game.engine.endings import battle_ends, leader, points_of
from game.engine.flow import Run
from game.engine.frames import turns
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.planar import Shape
from game.kit.sums import Row, sum_of
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_scenario import Objective, Scenario, Score
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.own import BattleOwn, SideOwn

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
