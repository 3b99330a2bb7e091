"""Couriers, and orders on their way: sent, brought, taken in (NAP-ORD-06 to -08, NAP-GEN, NAP-R23, NAP-S22).

An order given in person or brought in move N is digested in N + 1 and followed from N + 2 on; a report that arrives in
N may be acted on in step 21 of N + 1.
"""

from __future__ import annotations

import shapely
from msgspec.structs import replace

from game.engine.flow import Run
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import notes, obedience, officers
from rulesets.napoleonic_wars.command.notes import Courier, GameOrder
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.measures import SLACK

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
    if officers.is_beside(state, body, general):
        told = replace(order, since=effective_from(move))
        mark = notes.ordered(run.state, body, told, taken_in=False)
        run.emit("order_given", "order", None, mark, only=side, side=side)
        return
    board = board_of(state)
    start = edge_of(board.outline(general), board.outline(body))
    send(run, Courier(body, start, move, order, by=general), side)


def send(run: Run, courier: Courier, side: str) -> None:
    """A courier sets out; he rides from the next move on, and his own side alone knows of him (NAP-S22)."""
    key = f"courier {run.new_id('c')}"
    run.emit("courier_sent", "order", None, notes.noted(run.state, side, key, courier), only=side, side=side)


def edge_of(sender: Shape, addressee: Shape) -> Point:
    """The point of a sender's base edge that is nearest to an addressee (mm); of equal ones that nearest its middle."""
    least = float(sender.distance(addressee))
    if least <= 0.0:
        return _xy(sender.centroid)
    corners = shapely.get_coordinates(shapely.convex_hull(sender))
    middles = (corners[:-1] + corners[1:]) / 2.0
    first = shapely.shortest_line(sender, addressee).coords[0]
    spots = shapely.points([*middles.tolist(), *corners.tolist(), list(first)])
    near = spots[shapely.distance(spots, addressee) <= least + SLACK]
    return _xy(near[int(shapely.distance(near, sender.centroid).argmin())])


def _xy(point: shapely.Point) -> Point:
    return round(point.x, 3), round(point.y, 3)


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
        text = T("{unit} got a new game order", unit=Thing(body))
        run.emit("order_in_force", "order", text, *marks, only=side, side=side)
