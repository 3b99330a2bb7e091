"""Who goes for an objective to stay there: a body for each, into the house where it is one (NAP-VIC-02, -03)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import permutations
from typing import Any

from game.engine.state import Marker, State
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.orders import writing
from rulesets.napoleonic_wars.turn import victory

BEFORE = 150.0
"""mm before the wall of a house at which who goes in has turned towards it."""
AT_WALL = 4.0
"""mm off the wall at which he stops to go in."""
NARROW = ("bridge", "ford")
"""Ground that is come upon from before it."""
FAR = (900.0, 1500.0)
"""mm of way, on foot and mounted, at which an objective is too far to be sent to."""
BY_HORSE = 0.3
"""What horse that holds ground is worth beside foot: it is wanted elsewhere."""
NEAR = 300.0
"""mm from that place within which his way in is looked for move by move."""


def holders(view: State, side: str, bodies: Iterable[str]) -> dict[str, Marker]:
    """Who of some bodies is to hold which objective: what brings most, by worth and by how near it is to whom.

    Objectives on which others of the side stand to stay are left to them.
    """
    free = sorted((u for u in bodies if may_hold(view, u)), key=facts.natural)
    taken = {m.id for u in facts.bodies(view, side) if u not in free and (m := held_by(view, u)) is not None}
    goals = [m for m in victory.objectives(view) if m.pose is not None and m.id not in taken]
    gains = [[_gain(view, u, m) for u in free] for m in goals]
    nobody = [None] * len(goals)
    best = max(
        permutations([*range(len(free)), *nobody], len(goals)),
        key=lambda who: sum(row[k] for row, k in zip(gains, who, strict=True) if k is not None),
        default=(),
    )
    found = zip(goals, gains, best, strict=True)
    return {free[k]: goal for goal, row, k in found if k is not None and row[k] > 0.0}


def _gain(view: State, body: str, marker: Marker) -> float:
    """What a body that is sent to an objective promises: its points, the fewer the longer the way."""
    assert marker.pose is not None
    mounted = facts.is_mounted(view, body)
    piece = house(view, victory.told(marker).feature)
    if piece is not None and (mounted or facts.strength(view, body) > piece.room()):
        return 0.0
    far = math.dist(shape.centre(view, body), (marker.pose.x, marker.pose.y))
    near = max(0.0, 1.0 - far / FAR[mounted])
    return victory.told(marker).worth * near * (BY_HORSE if mounted else 1.0)


def may_hold(view: State, body: str) -> bool:
    """Whether a body is fit to hold ground: regular troops in close order that are masters of themselves."""
    told = facts.own(view, body)
    fit = told.arm in ("foot", "horse") and told.regular and facts.is_close(view, body)
    return fit and not facts.is_forced(view, body) and not facts.in_melee(view, body)


def held_by(view: State, body: str) -> Marker | None:
    """The objective on which a body stands as the first of its side, to stay there."""
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
    piece = ground_of(view).by_id.get(victory.told(marker).feature)
    line: dict[str, Any] = {"kind": "attack", "route": [[marker.pose.x, marker.pose.y]]}
    if piece is not None and (piece.kind.move == "building" or piece.kind.id in NARROW):
        first, middle = approach(view, body, piece)[0], piece.whole.centroid
        line["route"] = [[round(x, 1), round(y, 1)] for x, y in (first, (middle.x, middle.y))]
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


def last_steps(view: State, body: str) -> list[dict[str, Any]] | None:
    """A line by which a body goes on to the objective before it, however near an enemy is; None where it need not."""
    order = notes.order_of(view, body)
    if not order.route or order.used or not may_hold(view, body) or house(view, order.feature) is not None:
        return None
    places = [(m.pose.x, m.pose.y) for m in victory.objectives(view) if m.pose is not None]
    goal, piece = order.route[-1], ground_of(view).by_id.get(order.feature)
    if goal not in places or math.dist(shape.centre(view, body), goal) > NEAR:
        return None
    head = [{"verb": "reform"}] if reform.must_reform(view, body) else []
    first = approach(view, body, piece)[0] if piece is not None else goal
    tries = ([_to(goal)], [_to(first, goal)], [_to(first)])
    return next((line for one in tries if not writing.line_bars(view, body, line := head + one)), None)


def going_in(view: State, body: str) -> list[dict[str, Any]] | None:
    """A line of the sheet by which a body goes into the house that it is to hold; None where it cannot in this move."""
    told, piece = facts.own(view, body), house(view, notes.order_of(view, body).feature)
    if piece is None or told.inside or not may_hold(view, body):
        return None
    enter = {"verb": "enter", "building": piece.id}
    first, at = approach(view, body, piece)
    if math.dist(shape.centre(view, body), at) > NEAR:
        return None
    head = [{"verb": "reform"}] if reform.must_reform(view, body) else []
    tries = ([enter], [_to(at), enter], [_to(first, at), enter], [_to(at)], [_to(first)])
    return next((line for one in tries if not writing.line_bars(view, body, line := head + one)), None)


def _to(*places: Point) -> dict[str, Any]:
    return {"verb": "advance", "path": [[round(x, 1), round(y, 1)] for x, y in places]}
