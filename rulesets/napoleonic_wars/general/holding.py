"""Who goes for an objective to stay there: a body for each, into the house where it is one (NAP-VIC-02, -03)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import permutations
from typing import Any

from game.engine.state import Marker, State
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.general import last_steps, routes
from rulesets.napoleonic_wars.turn import victory

FAR = (900.0, 1500.0)
"""mm of way, on foot and mounted, at which an objective is too far to be sent to."""
BY_HORSE = 0.3
"""What horse that holds ground is worth beside foot: it is wanted elsewhere."""


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
    piece = last_steps.house(view, victory.marker_own(marker).feature)
    if piece is not None and (mounted or facts.strength(view, body) > piece.room()):
        return 0.0
    far = math.dist(shape.centre(view, body), (marker.pose.x, marker.pose.y))
    near = max(0.0, 1.0 - far / FAR[mounted])
    return victory.marker_own(marker).worth * near * (BY_HORSE if mounted else 1.0)


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
    piece = ground_of(view).by_id.get(victory.marker_own(marker).feature)
    route, more = routes.to(view, body, (marker.pose.x, marker.pose.y)), {}
    if piece is not None and (piece.kind.move == "building" or piece.kind.id in last_steps.NARROW):
        first, middle = last_steps.approach(view, body, piece)[0], piece.whole.centroid
        route = [*routes.to(view, body, first), (middle.x, middle.y)]
        if piece.kind.id not in last_steps.NARROW:
            del route[-2]  # who comes past that place would have to go back to it (NAP-S07)
        more = {"feature": piece.id}
    line = {"kind": "attack", "route": [[round(x, 1), round(y, 1)] for x, y in route], **more}
    return line | ({"targets": targets} if targets else {})
