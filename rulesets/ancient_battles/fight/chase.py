"""Where a pursuer, an overrunning unit or a follower gets to: straight on until a friend, an enemy, the edge (WAB-S24).

Lengths are mm. A pursuer first turns about its middle to the direction of the flight, where it has the room. A fresh
enemy that is run into counts as charged: it tests and can only hold; it flees and the pursuer stops, or they fight in
the next phase (WAB-S25).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
import shapely

from game.engine.declared import FrameOf
from game.engine.flow import Outcome, Run
from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.measure import nearest_pair, signed_matrix
from game.geometry.shapes import Point, Pose, forward, rounded, to_world
from game.geometry.travel import travel_times, way_to_edge
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.charge.conforming import bring, edge_at
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.barriers import make_way, yields
from rulesets.ancient_battles.field.blocks import block_of, bounds, far_off, formed, models, outline, quads, slots
from rulesets.ancient_battles.measures import CONTACT, MM_PER_INCH, SLACK
from rulesets.ancient_battles.nerve.psychology import ALARM, AlarmData, Alarmed
from rulesets.ancient_battles.own import Facing

SHORT = NUMBERS.pursuit_short.value
"""Inches by which a pursuer stops short of friends (WAB-S24)."""


class Chase(msgspec.Struct, frozen=True):
    """A straight move of a pursuer, ``way`` mm long; ``facing`` is None where figures without formation keep their own.

    It may run into a fresh enemy (``met``), over fleeing ones (``ridden``), stop short of a ``friend``, or leave the
    table (``off``: x, y and the facing back in).
    """

    facing: float | None
    bearing: float
    way: float
    met: str = ""
    ridden: tuple[str, ...] = ()
    friend: str = ""
    off: tuple[float, float, float] | None = None


def chase(view: State, unit: str, bearing: float, mm: float, turn: bool = True, ignore: Sequence[str] = ()) -> Chase:
    """Where a unit gets to that goes straight, turned so first where there is room; those to ``ignore`` are no more."""
    others = tuple(u for u in facts.fielded(view) if u != unit and u not in ignore)
    facing = _facing(view, unit, bearing, others) if turn else _own_facing(view, unit)
    movers, d = _movers(view, unit, facing), forward(bearing)

    points = np.concatenate((movers.corners, movers.corners + np.array(d) * mm)).reshape(-1, 2)
    swept = (*points.min(axis=0).tolist(), *points.max(axis=0).tolist())

    def times(among: Sequence[str], gap: float) -> dict[str, float]:
        # who is touched at the very end is met too (WAB-S02)
        near = [u for u in among if not far_off(swept, bounds(view, u), gap + 1.0)]
        found = travel_times(movers, d, mm + SLACK, [outline(view, u) for u in near], gap)
        return {u: float(t) for u, t in zip(near, found, strict=True) if math.isfinite(t)}

    enemies = [u for u in others if view.units[u].side != view.units[unit].side]
    fresh = times([u for u in enemies if not own(view, u).fleeing], 0.0)
    routed = times([u for u in enemies if own(view, u).fleeing], 0.0)
    friends = [u for u in others if u not in enemies and not own(view, u).fleeing]
    passed = [u for u in friends if facts.skirmishers(view, u) or facts.skirmishers(view, unit)]
    short = times([u for u in friends if u not in passed], SHORT * MM_PER_INCH)
    blocked = travel_times(movers, d, mm, [wall for _, wall in facts.at_rate(view, "impassable")]).tolist()
    edge = way_to_edge(movers.corners, d, view.table.width, view.table.depth)
    way = min((mm, *fresh.values(), *short.values(), *blocked))
    if edge < way - SLACK:
        ridden = _until(view, routed, edge + CONTACT)
        return Chase(facing, bearing, edge, "", ridden, off=_exit(view, movers, d, edge))
    met, friend = (next(iter(_until(view, found, way + 1e-6)), "") for found in (fresh, short))
    if met:
        short_of, before = _clear_of(view, movers, d, way, [u for u in passed if not yields(view, u, unit)], "")
        if before:
            way, friend, met = short_of, before, ""
    if not met:
        way, friend = _clear_of(view, movers, d, way, passed, friend)
    return Chase(facing, bearing, way, met, _until(view, routed, way + CONTACT), "" if met else friend)


def _until(view: State, times: dict[str, float], way: float) -> tuple[str, ...]:
    """Who is met by then, the lower id first."""
    return situation.in_order(view, (u for u, t in times.items() if t <= way))


def _own_facing(view: State, unit: str) -> float | None:
    return None if facts.loose(view, unit) else block_of(view, unit).front.facing


def _facing(view: State, unit: str, bearing: float, others: Sequence[str]) -> float | None:
    """The facing in which a unit sets out: that of its way where it has the room to turn, figures each on the spot."""
    turned = _movers(view, unit, bearing).corners
    found = facts.all_corners(view, tuple(others))
    shut = len(found) > 0 and float(signed_matrix(turned, found).min()) < -SLACK
    areas = shapely.polygons(turned)
    if shut or any(shapely.intersects(areas, wall).any() for _, wall in facts.at_rate(view, "impassable")):
        return _own_facing(view, unit)
    return bearing


def _movers(view: State, unit: str, facing: float | None) -> Bases:
    if facts.loose(view, unit):
        return Bases.of([view.bases[b].shape for b in models(view, unit)], list(_turned(view, unit, facing).values()))
    block = block_of(view, unit)
    ahead = block.front.facing if facing is None else facing
    return Bases.of([block.footprint], [Pose(block.centre.x, block.centre.y, ahead)])


def _turned(view: State, unit: str, facing: float | None) -> dict[str, Pose]:
    """Poses of figures without formation that turn on the spot, each about its middle."""
    poses = {b: view.bases[b].pose for b in models(view, unit)}
    return {b: p if facing is None else Pose(p.x, p.y, facing) for b, p in poses.items() if p is not None}


def _exit(view: State, movers: Bases, d: Point, way: float) -> tuple[float, float, float]:
    """The point of the edge that is crossed, and the facing straight back in (WAB-S15)."""
    after = movers.corners.reshape(-1, 2) + np.array(d) * way
    width, depth = view.table.width, view.table.depth
    (west, south), (east, north) = after.min(axis=0), after.max(axis=0)
    gaps = {270.0: west, 90.0: width - east, 180.0: south, 0.0: depth - north}
    out = min(gaps, key=lambda k: (round(float(gaps[k]), 3), k))
    x, y = float(after[:, 0].mean()), float(after[:, 1].mean())
    x = {270.0: 0.0, 90.0: width}.get(out, min(max(x, 0.0), width))
    y = {180.0: 0.0, 0.0: depth}.get(out, min(max(y, 0.0), depth))
    return round(x, 3), round(y, 3), (out + 180.0) % 360.0


def _clear_of(
    view: State, movers: Bases, d: Point, way: float, passed: Sequence[str], friend: str
) -> tuple[float, str]:
    """A move that may pass through friends ends on none of them: it halts short of each it would end upon."""
    while other := next((u for u in passed if _stands_on(view, movers, d, way, u)), ""):
        there = travel_times(movers, d, way, [outline(view, other)], SHORT * MM_PER_INCH)
        halt = float(there.min())
        way, friend = halt if halt < way else 0.0, other
        passed = [u for u in passed if u != other]
    return way, friend


def _stands_on(view: State, movers: Bases, d: Point, way: float, other: str) -> bool:
    """Whether movers that have gone so far (mm) stand on another unit."""
    return float(signed_matrix(movers.corners + np.array(d) * way, quads(view, other)).min()) < -SLACK


def ends(view: State, unit: str, found: Chase) -> dict[str, Pose]:
    """Where every figure of a unit stands after a chase, rounded as recorded."""
    dx, dy = (c * found.way for c in forward(found.bearing))
    if facts.loose(view, unit):
        return {b: rounded(Pose(p.x + dx, p.y + dy, p.facing)) for b, p in _turned(view, unit, found.facing).items()}
    block = block_of(view, unit)
    facing = block.front.facing if found.facing is None else found.facing
    x, y = to_world(Pose(block.centre.x + dx, block.centre.y + dy, facing), (0.0, block.depth / 2.0))
    return slots(view, unit, Pose(x, y, facing))


class MeetData(msgspec.Struct, frozen=True, omit_defaults=True):
    """``unit`` has run into ``enemy``; ``edge`` is the facing it charges by where it set out (WAB-S04)."""

    unit: str
    enemy: str
    how: Literal["pursuit", "overrun", "follow_up"]
    edge: Facing = "front"


MEET = FrameOf("wab.meet", MeetData, bool)


@MEET.step
def _begin(run: Run, data: MeetData, got: Any) -> Outcome:
    return ALARM.call(AlarmData(data.enemy, (data.unit,), (data.edge,)), "alarmed")


@MEET.step
def _alarmed(run: Run, data: MeetData, got: Alarmed) -> Outcome:
    view = run.state
    if got.fled or not situation.on_table(view, data.enemy) or facts.fleeing(view, data.enemy):
        if situation.on_table(view, data.unit):
            make_way(run, (data.unit,))
        return MEET.done(False)
    point = nearest_pair(quads(view, data.unit), quads(view, data.enemy)).on_b
    front = block_of(view, data.unit).front if formed(view, data.unit) else None
    formed_foe = formed(view, data.enemy)
    edge = edge_at(block_of(view, data.enemy).corners, point, data.edge) if formed_foe else "front"
    bring(run, data.unit, data.enemy, data.how, front, point, edge, clauses=("WAB-S24", "WAB-S09"))
    return MEET.done(True)
