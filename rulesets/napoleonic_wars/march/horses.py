"""Teams and led horses: dead animals cut free, horses that bolt, into the saddle and out of it (NAP-HRS, NAP-R36)."""

from __future__ import annotations

import math

import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.fields import with_fields
from game.engine.state import Base, State
from game.geometry.shapes import bearing, moved
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import changes, rates
from rulesets.napoleonic_wars.march.duty import Become
from rulesets.napoleonic_wars.measures import SLACK, cm
from rulesets.napoleonic_wars.own import FigureOwn

LED = "h"
"""What the led horses of a body are called after it."""


def cut_free(view: State, body: str) -> tuple[ev.Change, ...]:
    """The changes at the end of a move by which dead animals are cut out of their harness (NAP-HRS-04, NAP-R36).

    Two drivers or gunners of the battery within 5 cm free one; two pairs work on two animals at once.
    """
    near = cm(changes.number("cutters_near") * bases.longer(view))
    free = {b.id: _men(b.own) for b in facts.left(view, body)}
    out: list[ev.Change] = []
    for team in rates.teams(view, body):
        told = facts.figure(team)
        done = 0
        for _ in range(told.dead):
            reach = [b for b in free if _gap(view, team.id, b) <= near + SLACK]
            if sum(free[b] for b in reach) < changes.number("cutters"):
                break
            wanted = int(changes.number("cutters"))
            for b in sorted(reach, key=lambda b: (b != team.id, b)):
                taken = min(wanted, free[b])
                free[b] -= taken
                wanted -= taken
            done += 1
        if done:
            out.append(own_field("base", team.id, dead=told.dead - done))
    return tuple(out)


def _men(told: FigureOwn) -> int:
    return told.drivers if told.role == "team" else told.crew


def _gap(view: State, a: str, b: str) -> float:
    if a == b:
        return 0.0
    board = board_of(view)
    if a not in board.index or b not in board.index:
        return math.inf
    one, other = (board.bases.outlines([board.index[x]])[0] for x in (a, b))
    return float(one.distance(other))


def bolted(view: State, body: str) -> tuple[ev.Change, ...]:
    """The changes by which teams that were left behind bolt at the double, off the table too (NAP-HRS-08, NAP-S29)."""
    unit = view.units[body]
    if not unit.own.captivity.abandoned or unit.own.captivity.captors:
        return ()
    limbered = replace(unit, own=with_fields(unit.own, formation="limbered"))
    far = cm(rates.rate(replace(view, units={**view.units, body: limbered}), body, "double"))
    out: list[ev.Change] = []
    for team in rates.teams(view, body):
        told = facts.figure(team)
        facing = _away(view, team) if told.horses and not told.drivers and not told.dead else None
        if facing is None or team.pose is None or not far:
            continue
        there = moved(replace(team.pose, facing=facing), far)
        on_it = 0.0 <= there.x <= view.table.width and 0.0 <= there.y <= view.table.depth
        out.append(ev.SetPose(team.id, there) if on_it else ev.SetPose(team.id, None, "off"))
    return tuple(out)


def _away(view: State, team: Base) -> float | None:
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
    return bearing(team.pose.x - spot.x, team.pose.y - spot.y)


def in_the_saddle(state: State, body: str, one: Become, percent: int = 0) -> tuple[ev.Change, ...]:
    """The changes by which a body mounts or dismounts where it stands, when its plan says so (NAP-SPM-02).

    ``percent`` are its casualties so far (NAP-ORG-20).
    """
    if one.verb == "mount":
        return groups.mount(state, body)
    return groups.dismount(state, body, f"{body}{LED}", one.fields.get("formation", "line"), percent=percent)
