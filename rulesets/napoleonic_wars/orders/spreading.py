"""A game order written for a brigade, as each of its units gets it (NAP-S75)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from game.engine.state import State
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command.notes import GameOrder
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import cm

UNKNOWN = "?"
"""Whom a body supports whose ward is not known yet, or not of its brigade."""


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


class Lines:
    """The lines of a brigade: which of its bodies stands behind which (NAP-S75).

    ``supporting``: bodies that are known to support or screen another by orders of their own.
    """

    def __init__(self, view: State, bodies: Sequence[str], supporting: Collection[str] = ()) -> None:
        self.view, self.bodies = view, tuple(bodies)
        self._wards: dict[str, str] = dict.fromkeys(supporting, UNKNOWN)

    def front(self, body: str) -> str:
        """The foremost unit near straight ahead that supports nobody itself; "" of a body in the front line."""
        if body not in self._wards:
            self._wards[body] = UNKNOWN  # two that look at each other do not support each other
            near = [] if not facts.is_close(self.view, body) else self._ahead(body)
            found = [(way, other) for way, other in near if not self.front(other)]
            self._wards[body] = max(found, default=(0.0, ""))[1]
        return self._wards[body]

    def _ahead(self, body: str) -> list[tuple[float, str]]:
        board, far = board_of(self.view), number("support")
        return [
            (way, other)
            for other in self.bodies
            if other != body and facts.is_close(self.view, other)
            if (way := ahead(self.view, body, other)) is not None and board.within(body, other, far)
        ]

    def screened(self, body: str) -> str:
        """The nearest body in close order that skirmishers stand ahead of and that supports nobody; "" for none."""
        behind = [
            (way, other)
            for other in self.bodies
            if other != body and facts.is_close(self.view, other) and not self.front(other)
            if (way := ahead(self.view, other, body)) is not None
        ]
        return min(behind, default=(0.0, ""))[1]


def for_units(
    view: State, bodies: Sequence[str], order: GameOrder, supporting: Collection[str] = ()
) -> dict[str, GameOrder]:
    """The order of a brigade as each of its bodies gets it: its route shifted by the body's place in the brigade.

    A rear line supports the front line, skirmishers ahead screen it. Where the brigade itself supports or screens a
    unit, so do all of them, and that unit holds if it is one of theirs.
    """
    if not bodies:
        return {}
    about, lines = middle(view, bodies), Lines(view, bodies, supporting)
    found: dict[str, GameOrder] = {}
    for body in bodies:
        at = shape.centre(view, body)
        if order.kind in ("support", "screen"):
            found[body] = GameOrder("hold", place=at) if body == order.supported else replace(order, place=at)
            continue
        ward = lines.screened(body) if facts.is_skirmishing(view, body) else ""
        first = "" if ward or body in supporting else lines.front(body)
        if ward or first:
            found[body] = GameOrder("screen" if ward else "support", supported=ward or first, place=at)
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
