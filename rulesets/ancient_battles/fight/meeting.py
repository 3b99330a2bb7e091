"""A pursuer, an overrunning unit or a follower runs into a fresh enemy: it counts as charging it (WAB-S24, WAB-S25).

The enemy tests as one charged and can only hold: it flees and the pursuer stops, or they fight in the next phase.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import shapely

from game.engine.declared import FrameOf
from game.engine.flow import Outcome, Run
from game.engine.state import State
from game.geometry.measure import nearest_pair
from game.geometry.shapes import Point
from game.kit import situation
from rulesets.ancient_battles.charge.closing import bring
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.barriers import make_way
from rulesets.ancient_battles.field.blocks import block_of, formed, quads
from rulesets.ancient_battles.field.engagement import EDGES
from rulesets.ancient_battles.nerve.psychology import ALARM, AlarmData, Alarmed
from rulesets.ancient_battles.own import Facing

_NEAR = 0.5
"""How far (mm) from a contact within which an edge counts as met."""


class MeetData(msgspec.Struct, frozen=True, omit_defaults=True):
    """``unit`` has run into ``enemy``; ``edge`` is the facing it charges by where it set out (WAB-S04)."""

    unit: str
    enemy: str
    how: Literal["pursuit", "overrun", "follow_up"]
    edge: Facing = "front"


MEET = FrameOf("wab.meet", MeetData, bool)


def edge_met(view: State, enemy: str, point: Point, wish: Facing) -> Facing:
    """The edge of an enemy that is met at a point: the facing charged if the point lies on it, else the nearest."""
    if not formed(view, enemy):
        return "front"
    four = block_of(view, enemy).corners
    sides = (shapely.LineString((four[k], four[(k + 1) % 4])) for k in range(4))
    far = {name: float(side.distance(shapely.Point(point))) for name, side in zip(EDGES, sides, strict=True)}
    return wish if far[wish] <= _NEAR else min(EDGES, key=lambda e: (round(far[e], 2), EDGES.index(e)))


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
    edge = edge_met(view, data.enemy, point, data.edge)
    bring(run, data.unit, data.enemy, data.how, front, point, edge, clauses=("WAB-S24", "WAB-S09"))
    return MEET.done(True)
