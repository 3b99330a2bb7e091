"""The manoeuvre that the sheet drafts before an attack: a facing, and the wheel that lays its front along an edge.

NAP-S100 (b), NAP-ASQ-02. Angles are whole degrees, to the right positive.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from game.engine.state import State
from game.geometry.shapes import turn_between
from game.kit.block import conform
from game.kit.block.front import Edges, Front, shared, sights
from game.kit.block.outlines import Floats
from rulesets.napoleonic_wars.body import squares
from rulesets.napoleonic_wars.charge.approach import manoeuvred
from rulesets.napoleonic_wars.charge.drafts import SAME, facings
from rulesets.napoleonic_wars.clock.chases import Chase
from rulesets.napoleonic_wars.clock.heading import charger
from rulesets.napoleonic_wars.clock.held import met
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import SLACK, cm

MOST = 180
"""Degrees of the widest wheel."""


@dataclass(frozen=True)
class Turned:
    """A wheel before an attack, and the part of a move to contact that it comes to over open ground."""

    angle: int
    time: float


def of_attack(view: State, body: str, target: str) -> act.Manoeuvre:
    """The facing and the wheel of the earliest contact; none where none is needed, or none helps."""
    if target not in view.units or facts.is_skirmishing(view, body):
        return ()
    found = []
    for k, facing in enumerate(facings(view, body)):
        one = _turned(view, body, target, facing)
        if one is not None:
            wheel = (act.Wheel("right" if one.angle > 0 else "left", float(abs(one.angle))),) if one.angle else ()
            found.append((round(one.time, 9), len((*facing, *wheel)), k, (*facing, *wheel)))
    return min(found)[3] if found else ()


def _turned(view: State, body: str, target: str, facing: act.Manoeuvre) -> Turned | None:
    there, spent = manoeuvred(view, body, facing)
    pace = cm(rates.rate(there, body, "normal"))
    mine = Mover.standing(there, body)
    mine.looks += squares.wall_towards(view, body, target)
    theirs = met(there, Mover.standing(there, target), mine)
    if pace <= 0.0 or not mine.bases or not len(theirs):
        return None
    who = charger(there, mine, 0.0, Chase(body, target, pace, pace="normal"))

    def meets(angle: int) -> bool:
        width, whole = shared(wheeled(who.front, angle), theirs, slack=SLACK)
        return width > 0.0 and width >= min(who.figure, whole) - SLACK

    angle = angle_of(who.front, theirs, meets)
    if angle is None:
        return None
    far = float(sights(Edges.of([wheeled(who.front, angle)]), theirs, slack=SLACK).contact[0])
    return Turned(angle, spent + (who.arc(angle) + far) / pace)


def wheeled(front: Front, angle: int) -> Front:
    """A front edge after a wheel."""
    return front.wheeled(float(angle)) if angle else front


def angle_of(front: Front, outline: Floats, meets: Callable[[int], bool]) -> int | None:
    """The wheel that is drafted, 0 for none; None where no wheel makes the front meet the target.

    The least wheel after which the front meets it; on to the same side until it is parallel to the edge that it meets,
    or as far as it still meets it; where parallel lies to the other side it keeps the least.
    """
    turns = sorted(range(-MOST + 1, MOST + 1), key=lambda t: (abs(t), t))
    least = next((t for t in turns if meets(t)), None)
    if least is None:
        return None
    edge = wheeled(front, least)
    met = conform.contact(edge, outline, math.inf)
    if met is None:
        return least
    on = turn_between(edge.facing, met.edge.facing + 180.0)
    steps = round(abs(on) + SAME)
    side = int(math.copysign(1, on))
    if not steps or (least and side != int(math.copysign(1, least))):
        return least
    return next((least + side * k for k in range(steps, 0, -1) if meets(least + side * k)), least)
