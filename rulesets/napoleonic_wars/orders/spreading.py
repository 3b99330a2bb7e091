"""A game order written for a brigade, as each of its units gets it (NAP-S75)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from game.engine.state import State
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import cm


def middle(view: State, bodies: Sequence[str]) -> Point:
    """The middle of some bodies."""
    centres = [shape.centre(view, body) for body in bodies]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def ahead(view: State, body: str, other: str) -> float | None:
    """Mm that another body stands straight ahead of a body's front; None where it does not stand before it."""
    front = shape.standing(view, body)
    angle = math.radians(front.front.facing)
    x, y = shape.centre(view, other)
    dx, dy = x - front.front.x, y - front.front.y
    forward = dx * math.sin(angle) + dy * math.cos(angle)
    across = dx * math.cos(angle) - dy * math.sin(angle)
    beside = (front.width + shape.width(view, other)) / 2.0
    return forward if forward > 0.0 and abs(across) < beside else None


def front_line(view: State, body: str, bodies: Sequence[str]) -> str:
    """The unit of its brigade that a body of a rear line stands behind, within 25 cm; "" of one in the front line."""
    board, far = board_of(view), number("support")
    found = [
        (way, other)
        for other in bodies
        if other != body and facts.is_close(view, other) and (way := ahead(view, body, other)) is not None
        if board.within(body, other, far)
    ]
    return min(found, default=(0.0, ""))[1]


def screened(view: State, body: str, bodies: Sequence[str]) -> str:
    """The body in close order behind skirmishers that stand ahead of it; "" where there is none."""
    behind = [
        (way, other)
        for other in bodies
        if other != body and facts.is_close(view, other) and (way := ahead(view, other, body)) is not None
    ]
    return min(behind, default=(0.0, ""))[1]


def for_units(view: State, bodies: Sequence[str], order: GameOrder) -> dict[str, GameOrder]:
    """The order of a brigade as each of its bodies gets it: its route shifted by the body's place in the brigade.

    A rear line supports the front line, skirmishers ahead screen it.
    """
    if not bodies:
        return {}
    about = middle(view, bodies)
    found: dict[str, GameOrder] = {}
    for body in bodies:
        at = shape.centre(view, body)
        ward = screened(view, body, bodies) if facts.is_skirmishing(view, body) else ""
        if ward:
            found[body] = GameOrder("screen", supported=ward, place=at)
            continue
        first = front_line(view, body, bodies) if facts.is_close(view, body) else ""
        if first:
            found[body] = GameOrder("support", supported=first, place=at)
            continue
        dx, dy = at[0] - about[0], at[1] - about[1]
        route = tuple(_on_table(view, x + dx, y + dy) for x, y in order.route)
        found[body] = replace(order, route=route, place=at, passed=0, used=False)
    return found


def _on_table(view: State, x: float, y: float) -> Point:
    edge = cm(1.0)
    return (
        round(min(max(x, edge), view.table.width - edge), 3),
        round(min(max(y, edge), view.table.depth - edge), 3),
    )
