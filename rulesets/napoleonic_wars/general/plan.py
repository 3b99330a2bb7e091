"""A general's plan: which brigade goes for what, which waits, what a charge is worth, and its orders (NAP-ORD-01)."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import shapely

from game.engine.decision import Bar
from game.engine.state import Marker, State
from game.engine.text import T, Text, Thing, Word
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import approach, legal, parties, reaction, threats
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.general import holding, routes
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.orders import drafting, game_orders, judging, spreading
from rulesets.napoleonic_wars.orders.game_orders import BRIGADE
from rulesets.napoleonic_wars.turn import victory

ATTACKS = ("NAP-CHG-04", "NAP-CTC-04", "NAP-CTC-05")
"""Clauses that make an attack of a charge: it is too near, goes over ground or into a house, or is not seen."""
BEYOND = 5.0
"""Cm that enemy horse is given beyond its charge."""


class Temper(msgspec.Struct, frozen=True):
    """What generals differ in.

    Attributes
    ----------
    charge
        The value that a charge must promise before the dice.
    reserve
        From how many brigades on one is held back.
    square
        The value of a charge of enemy horse at a line from which on foot forms square.
    stands
        The value of a charge up to which who could evade stands.
    """

    name: str
    charge: int
    reserve: int
    square: int
    stands: int


TEMPERS = (Temper("general", -3, 4, 2, 3), Temper("bold", -1, 4, 3, 4), Temper("cautious", 2, 3, 0, 1))
"""The best first."""


def value(view: State, body: str, foe: str) -> int:
    """The value of a charge as things stand: the dice of both sides have the same mean (NAP-RCT-04, NAP-RCT-06)."""
    return parties.value(parties.sides(moments.start(view), body, foe))


def may_strike(view: State, body: str, foe: str) -> bool:
    """Whether a charge reaches an enemy, or an attack goes for it where it is too near or sees nobody (NAP-ATK-01)."""
    bar = legal.charge_bar(view, body, foe, free=True)
    return bar is None or (bar.clause in ATTACKS and legal.attack_bar(view, body, foe) is None)


def best_strike(view: State, body: str, order: GameOrder | None, least: int) -> tuple[int, str] | None:
    """The charge or attack that promises most, with its value; None where none promises enough or may be made.

    ``order`` is the game order that binds it, None where none does (NAP-S77).
    """
    if approach.speed(view, body) <= 0.0 or facts.is_deployed(view, body):
        return None
    if order is not None and obedience.kind_of(order) != "attack":
        return None
    board, far = board_of(view), approach.speed(view, body) / 10.0
    found = []
    for foe in facts.enemies(view, view.units[body].side):
        if not board.within(body, foe, far) or facts.own(view, foe).nerve.result in ("surrendered", "dispersed"):
            continue
        if facts.is_mounted(view, body) and facts.is_square(view, foe):
            continue
        promised = value(view, body, foe)
        if promised < least or reaction.charger_does(promised, "final") != "home":
            continue
        if order is not None and obedience.strike_bar(view, body, order, foe) is not None:
            continue
        if may_strike(view, body, foe):
            found.append((promised, -board.gap(body, foe), foe))
    if not found:
        return None
    promised, _, foe = max(found)
    return promised, foe


def horse_near(view: State, body: str, least: int) -> str:
    """Enemy horse that may soon charge a body, and would be worth so much against it in line; "" for none."""
    board = board_of(view)
    for foe in facts.enemies(view, view.units[body].side):
        if not facts.is_mounted(view, foe) or facts.is_forced(view, foe) or facts.in_melee(view, foe):
            continue
        gap, reach = board.gap(body, foe), approach.speed(view, foe)
        near = gap <= reach + cm(BEYOND) and not (gap <= reach and legal.charge_bar(view, foe, body, free=True))
        if (
            near
            and not routes.are_parted(view, foe, body)
            and standing.sector(view, foe, standing.front_rank(view, body)) == "front"
            and parties.value(parties.sides(moments.start(view), foe, body, form="line")) >= least
        ):
            return foe
    return ""


ON = 250.0
"""mm that an attack goes on behind its objective, so that it is not over before the enemy is met."""
STUCK = 5.0
"""mm that a march must lead on."""
BEHIND = 300.0
"""mm before an objective that horse keeps, to charge who comes there."""
ASTRAY = 450.0
"""mm from the middle of its brigade beyond which a body is given an order of its own."""
Lines = dict[str, dict[str, Any]]


class Task(msgspec.Struct, frozen=True):
    """What a brigade is to do: "main", "wing" or "reserve"; the objective, where there is one."""

    brigade: str
    role: str
    goal: str = ""
    at: Point | None = None


def tasks(view: State, side: str, temper: Temper) -> tuple[Task, ...]:
    """The tasks of the brigades: the strongest goes for the best objective, the others for theirs, one may wait."""
    groups = game_orders.brigades(view, side)
    strength = {name: sum(facts.strength(view, u) for u in bodies) for name, bodies in groups.items()}
    names = sorted(groups, key=lambda name: (-strength[name], name))
    waits = names[-1] if len(names) >= temper.reserve else None
    taken: list[str] = []
    found = []
    for k, name in enumerate(names):
        at = spreading.middle(view, groups[name])
        if name == waits:
            found.append(Task(name, "reserve"))
            continue
        goal, place = _goal(view, side, at, taken)
        if goal:
            taken.append(goal)
        found.append(Task(name, "main" if k == 0 else "wing", goal, place))
    return tuple(found)


def _goal(view: State, side: str, at: Point, taken: list[str]) -> tuple[str, Point | None]:
    """The objective worth most for its distance that nobody goes for yet, else the nearest; without any, the enemy."""
    goals = [m for m in victory.objectives(view) if m.pose is not None]
    open_ = [m for m in goals if m.id not in taken and victory.share_held(view, m, side)[0] < 1.0] or goals

    def pull(marker: Marker) -> float:
        assert marker.pose is not None
        worth = max(50, victory.marker_own(marker).worth)
        return worth / (200.0 + math.dist(at, (marker.pose.x, marker.pose.y)))

    best = max(open_, key=lambda m: (pull(m), m.id), default=None)
    if best is not None and best.pose is not None:
        return best.id, (best.pose.x, best.pose.y)
    foes = facts.enemies(view, side)
    return "", spreading.middle(view, foes) if foes else None


def first(view: State, side: str, temper: Temper) -> tuple[Lines, Text]:
    """The first game orders, a line a brigade, and the plan in a sentence."""
    found = tasks(view, side, temper)
    groups = game_orders.brigades(view, side)
    active = [u for t in found if t.role != "reserve" for u in groups[t.brigade]]
    holders = holding.holders(view, side, active)
    taken = [m.id for m in holders.values()]
    lines: Lines = {}
    for task in found:
        lines[BRIGADE + task.brigade] = order(view, side, task.at)
        middle = spreading.middle(view, groups[task.brigade])
        for body in groups[task.brigade] if task.at is not None else ():
            at = shape.centre(view, body)
            if facts.is_mounted(view, body) and facts.is_close(view, body):
                lines[body] = _behind(view, side, body, taken)
            elif math.dist(at, middle) > ASTRAY:  # its brigade's route beside its own would lead past everything
                lines[body] = order(view, side, _goal(view, side, at, [])[1], body)
            elif (own := _round_about(view, side, body, task, middle)) is not None:
                lines[body] = own
    for body, marker in holders.items():
        lines[body] = holding.order(view, body, marker, _nearest(view, side, marker))
    return lines, said(view, side, found)


def _behind(view: State, side: str, body: str, taken: list[str]) -> dict[str, Any]:
    """Horse goes for the objective that nobody else is sent to, else it waits behind its own to charge from there."""
    at = shape.centre(view, body)
    goal, place = _goal(view, side, at, taken)
    if place is None or goal not in taken:
        return order(view, side, place, body)
    way = math.dist(at, place)
    part = max(0.0, 1.0 - BEHIND / way) if way else 0.0
    spot = (at[0] + (place[0] - at[0]) * part, at[1] + (place[1] - at[1]) * part)
    return {"kind": "attack", "route": [_point(view, p) for p in routes.to(view, body, spot)]}


def _round_about(view: State, side: str, body: str, task: Task, middle: Point) -> dict[str, Any] | None:
    """An order of its own for a body of a brigade's first line that cannot go straight by the brigade's route."""
    assert task.at is not None
    if not facts.is_close(view, body) or spreading.Lines(view, game_orders.brigades(view, side)[task.brigade]).front(
        body
    ):
        return None
    x, y = shape.centre(view, body)
    beside = (task.at[0] + x - middle[0], task.at[1] + y - middle[1])
    shut = any(routes.is_closed(view, body, p) for p in ground_of(view).met(shapely.Point(beside)))
    goal = task.at if shut else beside
    return order(view, side, goal, body) if shut or len(routes.to(view, body, goal)) > 1 else None


def _nearest(view: State, side: str, marker: Marker) -> list[str]:
    """The enemies nearest to an objective, to go for first."""
    assert marker.pose is not None
    return _first_targets(view, side, (marker.pose.x, marker.pose.y))


def _first_targets(view: State, side: str, goal: Point) -> list[str]:
    foes = facts.enemies(view, side)
    return sorted(foes, key=lambda u: (math.dist(shape.centre(view, u), goal), facts.natural(u)))[
        : whole("priority_targets")
    ]


def order(view: State, side: str, goal: Point | None, body: str = "") -> dict[str, Any]:
    """A line of the sheet: to attack by way of a place and on behind it; to hold where there is none.

    ``body`` is who gets it, and goes round what lies in its way.
    """
    if goal is None:
        return {"kind": "hold"}
    foes = facts.enemies(view, side)
    near = _first_targets(view, side, goal)
    route = [_point(view, at) for at in (routes.to(view, body, goal) if body else [goal])]
    if foes:
        x, y = spreading.middle(view, foes)
        far = math.dist(goal, (x, y))
        if far > cm(10.0):
            part = min(1.0, ON / far)
            route.append(_point(view, (goal[0] + (x - goal[0]) * part, goal[1] + (y - goal[1]) * part)))
    return {"kind": "attack", "route": route, **({"targets": near} if near else {})}


def _point(view: State, at: Point) -> list[float]:
    edge = cm(5.0)
    width, depth = view.table.width, view.table.depth
    return [round(min(max(at[0], edge), width - edge), 1), round(min(max(at[1], edge), depth - edge), 1)]


def said(view: State, side: str, found: tuple[Task, ...]) -> Text:
    """The plan in a sentence: the main effort, and who waits."""
    names = {b.id: Word(b.name) for b in view.sides[side].own.brigades}
    main = next((t for t in found if t.role == "main"), None)
    waits = next((names.get(t.brigade) for t in found if t.role == "reserve"), None)
    if main is None or not main.at:
        return T("every unit holds its ground")
    who = names.get(main.brigade)
    goal = T("{marker}", marker=Thing(main.goal)) if main.goal else T("the enemy's centre")
    if not who:
        return T("all march on {goal}", goal=goal)
    if waits:
        return T("{brigade} marches on {goal}, {reserve} waits in reserve", brigade=who, goal=goal, reserve=waits)
    return T("{brigade} marches on {goal}, the others beside it", brigade=who, goal=goal)


def is_stuck(view: State, body: str) -> bool:
    """Whether a body that is to march finds no way on, though no enemy holds it up."""
    old, told = notes.order_of(view, body), facts.own(view, body)
    if not old.route or obedience.kind_of(old) not in obedience.MARCHING or told.march.doing is not None:
        return False
    line = act.read(drafting.drafted(view, body))
    if isinstance(line, Bar) or threats.has_in_range(view, body):
        return False
    marches = all(isinstance(one, act.Advance) for one in line)
    return marches and judging.planned(view, body, line).moved < STUCK


def later(view: State, side: str, able: tuple[str, ...]) -> Lines:
    """New game orders for whom the old ones are carried out or lead nowhere (NAP-ORD-04).

    Who has done his part goes on to the objective that is not ours, who is stuck by another way to his.
    """
    lines: Lines = {}
    stays = {u for u in able if holding.held_by(view, u) is not None}
    idle = []
    for body in able:
        old = notes.order_of(view, body)
        busy = facts.is_forced(view, body) or facts.in_melee(view, body)
        if busy or body in stays or notes.coming(view, body) is not None:
            continue
        if old.used or not notes.has_order(view, body):
            idle.append(body)
        elif is_stuck(view, body):
            lines[body] = _again(view, side, body, old)
    found = holding.holders(view, side, idle)
    for body in idle:
        if body in found:
            lines[body] = holding.order(view, body, found[body], _nearest(view, side, found[body]))
            continue
        _, goal = _goal(view, side, shape.centre(view, body), [])
        if goal is not None:
            lines[body] = order(view, side, goal, body)
    return lines


def _again(view: State, side: str, body: str, old: GameOrder) -> dict[str, Any]:
    """What was ordered, by a way from where the body stands now."""
    marker = next(
        (m for m in victory.objectives(view) if old.feature and victory.marker_own(m).feature == old.feature), None
    )
    if marker is None or marker.pose is None:
        return order(view, side, old.route[-1], body)
    return holding.order(view, body, marker, _nearest(view, side, marker))
