"""Sub-units sent out and called in: what they have to do for it (NAP-S74, NAP-S70)."""

from __future__ import annotations

import math
from string import ascii_lowercase

import shapely

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from game.geometry.planar import Shape
from game.geometry.shapes import Pose, forward, moved
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups, layouts, shape
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march.way import Way
from rulesets.napoleonic_wars.measures import SLACK, cm


def new_id(view: State, body: str) -> str:
    """An id for a part of a unit that nobody has: the unit's with a letter."""
    unit = facts.unit_of(view, body)
    letters = (first + second for first in ("", *ascii_lowercase) for second in ascii_lowercase)
    found: str = next(unit + name for name in letters if unit + name not in view.units)
    return found


def may(view: State, body: str, told: act.SendOut) -> Bar | None:
    """Why sub-units may not be sent out so, None where they may."""
    bar = groups.no_sending(view, body, told.subs, detach=told.detach)
    if bar is not None:
        return bar
    far = number("parts_together") * bases.longer(view)
    if not told.detach and distance(view, body, told) > cm(far) + SLACK:
        return Bar(
            T("Too far from the unit: parts that are not detached stay within {far} cm of it.", far=far), "NAP-ORG-11"
        )
    return None


def send_out(way: Way, told: act.SendOut) -> bool:
    """In the way of the body itself: it takes no time of its own, the rest close up."""
    bar = may(way.view, way.body, told)
    if bar is not None:
        way.fault(bar)
    return True


def place(view: State, body: str, told: act.SendOut) -> Pose:
    """Where the middle of their front edge will be: straight ahead of the body by the gap, where nothing is told."""
    front = shape.front(view, body)
    facing = front.facing if told.facing is None else told.facing
    if told.to is not None:
        return Pose(*told.to, facing)
    # the gap is between the rear of those sent out and the front of the body
    ahead = moved(front, told.gap + _depth(view, body, told))
    return Pose(round(ahead.x, 3), round(ahead.y, 3), facing)


def _depth(view: State, body: str, told: act.SendOut) -> float:
    sent = [b for b in facts.left(view, body) if facts.figure(b).sub in told.subs]
    size = bases.footprint(view, sent[0], told.formation)
    counts = tuple(sum(facts.figure(b).sub == s for b in sent) for s in told.subs)
    found = layouts.slots(told.formation, counts, size, told.abreast, False)
    return size.depth / 2.0 - min(v for _, v, _ in found)


def distance(view: State, body: str, told: act.SendOut) -> float:
    """About how far (mm) from the body they will be."""
    if told.to is None:
        return told.gap
    stand = shape.standing(view, body)
    near = shape.line(stand.left, stand.right)
    return max(0.0, float(near.distance(shape.line(told.to, told.to))) - _depth(view, body, told))


def distance_to(view: State, body: str, told: act.SendOut, end: Shape) -> float:
    """About how far (mm) from an outline, where their body ends, those sent out will be."""
    at = place(view, body, told)
    return max(0.0, float(end.distance(shapely.Point(at.x, at.y))) - _depth(view, body, told))


def orders(view: State, body: str, told: act.SendOut) -> act.Actions:
    """What those sent out do: they change their order and go to their place (NAP-S74).

    The time of the change is theirs alone; close order wheels on its way as it must.
    """
    end = place(view, body, told)
    depth = _depth(view, body, told)
    x, y = forward(end.facing)
    centre = (round(end.x - x * depth / 2.0, 3), round(end.y - y * depth / 2.0, 3))
    form = (act.Form(told.formation, abreast=told.abreast),) if told.formation != "line" else ()
    return (*form, act.Advance(path=(centre,)))


def call_in(view: State, body: str, unit: str) -> act.Actions:
    """What a part does that falls in: it comes up behind the unit and joins it (NAP-S70, NAP-S74)."""
    stand = shape.standing(view, unit)
    sine, cosine = forward(stand.front.facing)
    behind = stand.depth + shape.depth(view, body) / 2.0
    point = (round(stand.front.x - sine * behind, 3), round(stand.front.y - cosine * behind, 3))
    if math.dist(shape.centre(view, body), point) <= 1.0:
        return (act.Join(unit),)
    return (act.Advance(path=(point,)), act.Join(unit))
