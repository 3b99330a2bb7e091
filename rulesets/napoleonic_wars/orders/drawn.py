"""What is drawn on the table of a line of the sheet: the corridor of its game order, and what a hand means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely

from game.engine.state import State
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.command import notes, obedience
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.measures import cm


def corridor(view: State, body: str) -> tuple[tuple[Point, ...], ...]:
    """Where the game order of a body keeps its centre: about two legs, or about its place (NAP-S07, NAP-S73)."""
    if body in facts.generals(view, view.units[body].side):
        return ()
    order = notes.order_of(view, body)
    kind = obedience.kind_of(order)
    legs = obedience.legs(view, order) if kind in obedience.MARCHING else ()
    if kind in ("support", "screen"):
        return ()
    if legs:
        shape = shapely.union_all(list(legs)).buffer(cm(number("corridor")), quad_segs=6)
    else:
        shape = shapely.Point(order.place).buffer(cm(number("hold")), quad_segs=6)
    return (tuple((float(x), float(y)) for x, y in shape.exterior.coords),)


def drawn(view: State, body: str, point: Point, thing: str) -> Sequence[Sequence[dict[str, Any]]]:
    """What it comes to that a body is drawn to a point, or onto a unit: the likeliest first (NAP-S75).

    Onto an enemy it is a charge, else an attack (NAP-ATK-01); a general rides, or stays with whom he is drawn onto.
    """
    side = view.units[body].side
    there = [round(point[0], 1), round(point[1], 1)]
    unit = view.units.get(thing)
    if body in facts.generals(view, side):
        ride = [{"verb": "ride", "path": [there]}]
        near = unit is not None and unit.side == side and thing != body and facts.own(view, thing).arm != "general"
        return ([{"verb": "stay_with", "unit": thing}], ride) if near else (ride,)
    if unit is not None and unit.side != side:
        return [{"verb": "charge", "targets": [thing]}], [{"verb": "attack", "target": thing}]
    go: dict[str, Any] = {"verb": "advance", "path": [there]}
    if facts.is_deployed(view, body):
        return ([{"verb": "limber"}, go],)
    return ([go],)
