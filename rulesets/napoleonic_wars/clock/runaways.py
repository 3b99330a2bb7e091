"""Horses that were left behind bolt, and turn where the ground shuts their way (NAP-HRS-08, NAP-S29, NAP-S72)."""

from __future__ import annotations

from typing import cast

import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.fields import with_fields
from game.engine.state import Base, State
from game.geometry.shapes import Point, Pose
from game.kit.block.course import Stretch
from game.kit.block.outlines import poses_of, sizes_of
from rulesets.napoleonic_wars.clock.chases import Flight
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.giving_way import Ways
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import cm


def bolted(view: State, body: str) -> tuple[ev.Change, ...]:
    """The changes by which teams that were left behind bolt at the double, off the table too."""
    unit = view.units[body]
    if not unit.own.captivity.abandoned or unit.own.captivity.captors:
        return ()
    limbered = replace(unit, own=with_fields(unit.own, formation="limbered"))
    drawn = replace(view, units={**view.units, body: limbered})
    far, ways = cm(rates.rate(drawn, body, "double")), Ways(drawn, Clock({}, {}))
    out: list[ev.Change] = []
    for team in rates.teams(view, body):
        told = facts.figure(team)
        wish = _away(view, team) if told.horses and not told.drivers and not told.dead else None
        if wish is None or team.pose is None or not far:
            continue
        there = _runs(ways, unit.side, team, wish, Flight(body, "", far, start=0.0, what="bolt"))
        on_it = 0.0 <= there.x <= view.table.width and 0.0 <= there.y <= view.table.depth
        out.append(ev.SetPose(team.id, there) if on_it else ev.SetPose(team.id, None, "off"))
    return tuple(out)


def _runs(ways: Ways, side: str, team: Base, wish: Point, flight: Flight) -> Pose:
    """Where a team comes to in a move."""
    poses, sizes = poses_of([cast(Pose, team.pose)]), sizes_of([team.shape])
    mover = Mover(flight.body, side, (team.id,), sizes, [Stretch(0.0, 1.0, poses, sizes)])
    mover.go(ways.run(mover, 0.0, wish, flight), 0.0)
    return mover.poses_told(1.0)[team.id]


def _away(view: State, team: Base) -> Point | None:
    """Straight away from the nearest body that fired in the move before, else from the nearest enemy."""
    board = board_of(view)
    if team.pose is None:
        return None
    here = shapely.Point(team.pose.x, team.pose.y)
    fired = [u for u in board.sides if 0 < facts.own(view, u).fire.fired >= view.own.move - 1]
    foes = [u for u in board.sides if view.units[u].side != view.units[team.unit].side]
    nearest = min(fired or foes, key=lambda u: (round(float(board.outline(u).distance(here)), 2), u), default="")
    if not nearest:
        return None
    spot = board.outline(nearest).centroid
    far = float(here.distance(spot))
    return ((team.pose.x - spot.x) / far, (team.pose.y - spot.y) / far) if far else (0.0, 1.0)
