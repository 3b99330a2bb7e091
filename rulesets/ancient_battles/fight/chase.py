"""Where a pursuer, an overrunning unit or a follower gets to: straight on until a friend, an enemy, the edge (WAB-S24).

Pure geometry of a situation; lengths are mm. A pursuer turns about its middle to the direction of the flight where it
has the room, else it goes that way as it stands.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.measure import signed_matrix
from game.geometry.shapes import Point, Pose, forward, rounded, to_world
from game.geometry.travel import travel_times, way_to_edge
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, models, outline, quads, slots
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.field.making_way import yields
from rulesets.ancient_battles.measures import CONTACT, MM_PER_INCH, SLACK

SHORT = NUMBERS.pursuit_short.value
"""Inches by which a pursuer stops short of friends (WAB-S24)."""


class Chase(msgspec.Struct, frozen=True):
    """A straight move of a pursuer.

    Attributes
    ----------
    facing, bearing
        Facing while it moves, None where figures without formation keep their own; the direction of the move (degrees).
    way
        mm travelled.
    met
        Fresh enemy that it runs into, "" for none.
    ridden
        Fleeing enemies in the way.
    friend
        Friend that it stops short of, "" for none.
    off
        Where it leaves the table: x, y and the facing back in.
    """

    facing: float | None
    bearing: float
    way: float
    met: str = ""
    ridden: tuple[str, ...] = ()
    friend: str = ""
    off: tuple[float, float, float] | None = None


def chase(view: State, unit: str, bearing: float, mm: float, turn: bool = True, ignore: Sequence[str] = ()) -> Chase:
    """Where a unit gets to that goes straight in a direction.

    Parameters
    ----------
    turn
        It turns to that direction first, where there is room.
    ignore
        Units that are out of the way: those it has just destroyed.
    """
    others = tuple(u for u in facts.standing(view) if u != unit and u not in ignore)
    facing = _facing(view, unit, bearing, others) if turn else _own_facing(view, unit)
    movers = _movers(view, unit, facing)
    d = forward(bearing)
    side = view.units[unit].side

    def times(among: Sequence[str], gap: float) -> dict[str, float]:
        # who is touched at the very end is met too (WAB-S02)
        found = travel_times(movers, d, mm + SLACK, [outline(view, u) for u in among], gap)
        return {u: float(t) for u, t in zip(among, found, strict=True) if math.isfinite(t)}

    fresh = times([u for u in others if view.units[u].side != side and not own(view, u).fleeing], 0.0)
    routed = times([u for u in others if view.units[u].side != side and own(view, u).fleeing], 0.0)
    friends = [u for u in others if view.units[u].side == side and not own(view, u).fleeing]
    passed = [u for u in friends if facts.skirmishers(view, u) or facts.skirmishers(view, unit)]
    short = times([u for u in friends if u not in passed], SHORT * MM_PER_INCH)
    walls = [s for _, k, s in facts.land(view) if kinds()[k].rate == "impassable"]
    blocked = travel_times(movers, d, mm, walls, 0.0) if walls else np.array([math.inf])
    edge = _to_edge(view, movers, d)
    way = min((mm, *fresh.values(), *short.values(), float(blocked.min())))
    if edge < way - SLACK:
        return Chase(facing, bearing, edge, "", _before(view, routed, edge), off=_exit(view, movers, d, edge))
    met, friend = _first(view, fresh, way), _first(view, short, way)
    if met:
        short_of, before = _clear_of(view, movers, d, way, [u for u in passed if not yields(view, u, unit)], "")
        if before:
            way, friend, met = short_of, before, ""
    if not met:
        way, friend = _clear_of(view, movers, d, way, passed, friend)
    return Chase(facing, bearing, way, met, _before(view, routed, way), "" if met else friend)


def _first(view: State, times: dict[str, float], way: float) -> str:
    """Who is met first by then; of several the lower id, "" for nobody."""
    return next(iter(facts.in_list_order(view, (u for u, t in times.items() if t <= way + 1e-6))), "")


def _before(view: State, times: dict[str, float], way: float) -> tuple[str, ...]:
    return facts.in_list_order(view, (u for u, t in times.items() if t <= way + CONTACT))


def _own_facing(view: State, unit: str) -> float | None:
    return None if facts.loose(view, unit) else block_of(view, unit).front.facing


def _facing(view: State, unit: str, bearing: float, others: Sequence[str]) -> float | None:
    """The facing in which a unit sets out: that of its way where it has the room to turn, figures each on the spot."""
    turned = _movers(view, unit, bearing).corners
    found = facts.all_corners(view, tuple(others))
    shut = len(found) > 0 and float(signed_matrix(turned, found).min()) < -SLACK
    areas = shapely.polygons(turned)
    walls = (s for _, k, s in facts.land(view) if kinds()[k].rate == "impassable")
    if shut or any(shapely.intersects(areas, w).any() for w in walls):
        return _own_facing(view, unit)
    return bearing


def _movers(view: State, unit: str, facing: float | None) -> Bases:
    if facts.loose(view, unit):
        shapes = [view.bases[b].shape for b in models(view, unit)]
        return Bases.of(shapes, list(_turned(view, unit, facing).values()))
    block = block_of(view, unit)
    return Bases.of(
        [block.footprint], [Pose(block.centre.x, block.centre.y, block.front.facing if facing is None else facing)]
    )


def _turned(view: State, unit: str, facing: float | None) -> dict[str, Pose]:
    """Poses of figures without formation that turn on the spot, each about its middle."""
    poses = {b: view.bases[b].pose for b in models(view, unit)}
    return {b: p if facing is None else Pose(p.x, p.y, facing) for b, p in poses.items() if p is not None}


def _to_edge(view: State, movers: Bases, d: Point) -> float:
    """Way (mm) until any part of the movers is beyond the table's edge."""
    return way_to_edge(movers.corners, d, view.table.width, view.table.depth)


def _exit(view: State, movers: Bases, d: Point, way: float) -> tuple[float, float, float]:
    """The point of the edge that is crossed, and the facing straight back in (WAB-S15)."""
    after = movers.corners.reshape(-1, 2) + np.array(d) * way
    width, depth = view.table.width, view.table.depth
    gaps = {
        270.0: after[:, 0].min(),
        90.0: width - after[:, 0].max(),
        180.0: after[:, 1].min(),
        0.0: depth - after[:, 1].max(),
    }
    out = min(gaps, key=lambda k: (round(float(gaps[k]), 3), k))
    x, y = float(after[:, 0].mean()), float(after[:, 1].mean())
    x = {270.0: 0.0, 90.0: width}.get(out, min(max(x, 0.0), width))
    y = {180.0: 0.0, 0.0: depth}.get(out, min(max(y, 0.0), depth))
    return round(x, 3), round(y, 3), (out + 180.0) % 360.0


def _clear_of(
    view: State, movers: Bases, d: Point, way: float, passed: Sequence[str], friend: str
) -> tuple[float, str]:
    """A move that may pass through friends ends on none of them: it halts short of the first it would end upon."""
    after = movers.corners + np.array(d) * way
    for other in passed:
        if float(signed_matrix(after, quads(view, other)).min()) < -SLACK:
            found = travel_times(movers, d, way, [outline(view, other)], SHORT * MM_PER_INCH)
            return _clear_of(view, movers, d, float(min(way, found.min())), (), other)
    return way, friend


def ends(view: State, unit: str, found: Chase) -> dict[str, Pose]:
    """Where every figure of a unit stands after a chase, rounded as recorded."""
    dx, dy = (c * found.way for c in forward(found.bearing))
    if facts.loose(view, unit):
        turned = _turned(view, unit, found.facing)
        return {b: rounded(Pose(p.x + dx, p.y + dy, p.facing)) for b, p in turned.items()}
    block = block_of(view, unit)
    facing = block.front.facing if found.facing is None else found.facing
    x, y = to_world(Pose(block.centre.x + dx, block.centre.y + dy, facing), (0.0, block.depth / 2.0))
    return slots(view, unit, Pose(x, y, facing))
