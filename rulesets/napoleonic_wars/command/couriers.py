"""Couriers, and orders on their way: sent, brought, taken in (NAP-ORD-06 to -08, NAP-GEN, NAP-R23, NAP-S22).

An order given in person or brought in move N is digested in N + 1 and followed from N + 2 on; a report that arrives in
N may be acted on in step 21 of N + 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import notes, obedience, officers
from rulesets.napoleonic_wars.command.notes import Courier, GameOrder
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known, own_fields
from rulesets.napoleonic_wars.measures import cm

TO_TAKE_IN = "digest"


def effective_from(move: int) -> int:
    """The move from which a game order is followed that a body received in a move (NAP-R23)."""
    return move + 1 + whole(TO_TAKE_IN)


def give(run: Run, general: str, body: str, order: GameOrder) -> None:
    """Step 21: a general gives a body a new game order, in person within 5 cm, else by courier (NAP-ORD-07, -08)."""
    state = known(run.state)
    side, move = notes.side_of(run.state, body), run.state.own.move
    at = shape.centre(state, body)
    order = replace(order, by=general, place=at, passed=0, used=False)
    if officers.near(state, body, general):
        told = replace(order, since=effective_from(move))
        mark = notes.ordered(run.state, body, told, taken_in=False)
        run.emit("order_given", "order", None, mark, only=side, side=side)
        return
    courier = Courier(body, shape.centre(state, general), move, order)
    key = f"courier {run.new_id('c')}"
    run.emit("courier_sent", "order", None, notes.noted(run.state, side, key, courier), only=side, side=side)


def ride_on(run: Run) -> None:
    """All couriers ride for a move (NAP-GEN-01): who meets an enemy is lost, who arrives hands over (NAP-S22)."""
    for side in run.state.sides:
        for key, courier in notes.couriers(run.state, side).items():
            if courier.sent < run.state.own.move:
                run.emit("courier_rides", "order", None, *_ridden(run.state, side, key, courier), only=side, side=side)


def _ridden(state: State, side: str, key: str, courier: Courier) -> Iterator[ev.Change]:
    here = known(state)
    if courier.to not in here.units or not here.bases_of(courier.to):
        yield notes.noted(state, side, key, None)
        return
    goal, reach = shape.centre(here, courier.to), cm(number("courier"))
    way = path_of(here, side, courier.at, goal)
    if way.length <= reach + cm(number("arrives")):
        yield notes.noted(state, side, key, None)
        if courier.order is not None:
            told = replace(courier.order, since=effective_from(state.own.move))
            yield notes.ordered(state, courier.to, told, taken_in=False)
        elif courier.news:
            yield from _told(state, courier)
        return
    at = way.interpolate(reach)
    yield notes.noted(state, side, key, replace(courier, at=(round(at.x, 3), round(at.y, 3))))


def _told(state: State, courier: Courier) -> Iterator[ev.Change]:
    """A body learns of its new general (NAP-CMD-11)."""
    general, here = courier.news, known(state)
    if general in here.units:
        left = tuple(u for u in facts.own(here, general).untold if u != facts.unit_of(here, courier.to))
        yield from own_fields(state, general, untold=left)


def path_of(view: State, side: str, start: Point, goal: Point) -> shapely.LineString:
    """The way (mm) of a courier: straight, or round the enemies in it by their attack distance (NAP-S22)."""
    straight = shapely.LineString([start, goal])
    board = board_of(view)
    zones = [
        board.outline(foe).buffer(cm(facts.attack_distance(view, foe)), quad_segs=4)
        for foe in facts.enemies(view, side)
        if board.outline(foe).distance(straight) < cm(facts.attack_distance(view, foe))
    ]
    if not zones:
        return straight
    points: list[Point] = [start]
    for zone in sorted(zones, key=lambda z: z.distance(shapely.Point(start))):
        points += _round(points[-1], goal, zone)
    return shapely.LineString([*points, goal])


def _round(start: Point, goal: Point, zone: shapely.Geometry) -> list[Point]:
    """The corners by which a way leads round a convex zone, on the shorter side."""
    hull = shapely.convex_hull(shapely.union(zone, shapely.MultiPoint([start, goal])))
    ring = [(x, y) for x, y in shapely.get_coordinates(hull).tolist()][:-1]
    places = [min(range(len(ring)), key=lambda k: math.dist(ring[k], p)) for p in (start, goal)]
    if math.dist(ring[places[0]], start) > 1e-6 or math.dist(ring[places[1]], goal) > 1e-6:
        return []
    first, last = places
    one = [ring[k % len(ring)] for k in range(first, first + (last - first) % len(ring) + 1)]
    two = [ring[k % len(ring)] for k in range(first, first - (first - last) % len(ring) - 1, -1)]
    best = min((one, two), key=lambda r: shapely.LineString(r).length if len(r) > 1 else math.inf)
    return best[1:-1]


def take_in(run: Run) -> None:
    """The beginning of a move: what has been taken in is in force now, from where the body stands (NAP-S73 (10))."""
    state = known(run.state)
    for body in (*facts.bodies(state), *facts.generals(state)):
        order = notes.coming(run.state, body)
        if order is None or order.since > run.state.own.move:
            continue
        side = notes.side_of(run.state, body)
        told = replace(order, place=shape.centre(state, body))
        marks = [notes.ordered(run.state, body, told), notes.ordered(run.state, body, None, taken_in=False)]
        marks += obedience.places_of_parts(run.state, body)
        text = T("{unit} follows a new game order", unit=Thing(body))
        run.emit("order_in_force", "order", text, *marks, only=side, side=side)
