"""Who goes for an objective to stay there: foot, a body for each, into the house where it is one (NAP-VIC-02, -03)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from game.engine.state import Marker, State
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.orders import writing
from rulesets.napoleonic_wars.turn import victory

BEFORE = 150.0
"""mm before the wall of a house at which who goes in has turned towards it."""
AT_WALL = 4.0
"""mm off the wall at which he stops to go in."""
NEAR = 300.0
"""mm from that place within which his way in is looked for move by move."""


def holders(view: State, side: str, bodies: Iterable[str]) -> dict[str, Marker]:
    """Who of some bodies holds what: the dearest objective that nobody of the side is on first, by who is nearest."""
    free = [u for u in bodies if may_hold(view, u)]
    found: dict[str, Marker] = {}
    taken = {m.id for u in facts.bodies(view, side) if (m := held_by(view, u)) is not None and u not in free}
    for marker in sorted(victory.objectives(view), key=lambda m: (-victory.told(m).worth, m.id)):
        if marker.pose is None or marker.id in taken or not free:
            continue
        place = (marker.pose.x, marker.pose.y)
        best = min(free, key=lambda u: (round(math.dist(shape.centre(view, u), place)), facts.natural(u)))
        found[best] = marker
        free.remove(best)
    return found


def may_hold(view: State, body: str) -> bool:
    """Whether a body is fit to hold ground: regular foot in close order that is master of itself."""
    told = facts.own(view, body)
    fit = told.arm == "foot" and told.regular and facts.is_close(view, body)
    return fit and not facts.is_forced(view, body) and not facts.in_melee(view, body)


def held_by(view: State, body: str) -> Marker | None:
    """The objective on which a body of foot stands as the first of its side, to stay there."""
    if not may_hold(view, body):
        return None
    side = view.units[body].side
    for marker in victory.objectives(view):
        here = [u for u in victory.on_it(view, marker, side) if may_hold(view, u)]
        if here and min(here, key=facts.natural) == body:
            return marker
    return None


def order(view: State, body: str, marker: Marker, targets: list[str]) -> dict[str, Any]:
    """A line of the sheet of game orders: to attack as far as the objective, and there it stays (NAP-S73 (7))."""
    assert marker.pose is not None
    piece = house(view, victory.told(marker).feature)
    line: dict[str, Any] = {"kind": "attack", "route": [[marker.pose.x, marker.pose.y]]}
    if piece is not None:
        line["route"] = [[round(x, 1), round(y, 1)] for x, y in approach(view, body, piece)]
        line["feature"] = piece.id
    return line | ({"targets": targets} if targets else {})


def house(view: State, feature: str) -> Piece | None:
    """A building by its id."""
    piece = ground_of(view).by_id.get(feature)
    return piece if piece is not None and piece.kind.move == "building" else None


def approach(view: State, body: str, piece: Piece) -> tuple[Point, Point]:
    """Two places of a body's centre on the way into a house: before the wall that is nearest to it, and at the wall."""
    x, y = shape.centre(view, body)
    low_x, low_y, high_x, high_y = piece.whole.bounds
    mid_x, mid_y = (low_x + high_x) / 2.0, (low_y + high_y) / 2.0
    off = shape.depth(view, body) / 2.0 + AT_WALL
    walls = (
        ((mid_x, low_y - off), (0.0, -1.0)),
        ((mid_x, high_y + off), (0.0, 1.0)),
        ((low_x - off, mid_y), (-1.0, 0.0)),
        ((high_x + off, mid_y), (1.0, 0.0)),
    )
    ways = [((at[0] + dx * BEFORE, at[1] + dy * BEFORE), at) for at, (dx, dy) in walls]
    return min(ways, key=lambda way: (round(math.dist((x, y), way[0])), way))


def going_in(view: State, body: str) -> list[dict[str, Any]] | None:
    """A line of the sheet by which a body goes into the house that it is to hold; None where it cannot in this move."""
    told, piece = facts.own(view, body), house(view, notes.order_of(view, body).feature)
    if piece is None or told.inside or not may_hold(view, body):
        return None
    enter = {"verb": "enter", "building": piece.id}
    first, at = approach(view, body, piece)
    if math.dist(shape.centre(view, body), at) > NEAR:
        return None
    tries = ([enter], [_to(at), enter], [_to(first, at), enter], [_to(at)], [_to(first)])
    return next((line for line in tries if not writing.line_bars(view, body, line)), None)


def _to(*places: Point) -> dict[str, Any]:
    return {"verb": "advance", "path": [[round(x, 1), round(y, 1)] for x, y in places]}
