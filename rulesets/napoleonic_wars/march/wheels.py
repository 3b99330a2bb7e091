"""Wheels: about the front corner of a hand, of a body as a whole or of a column by its sub-units (NAP-WHL, NAP-S13)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.engine.decision import Bar
from game.engine.text import T
from game.geometry.shapes import Point, norm_deg, turned_about
from game.kit.block.going import Span
from game.kit.block.outlines import arm, sizes_of
from rulesets.napoleonic_wars.march import going, rates, snake, turning
from rulesets.napoleonic_wars.march.way import NOW, Way


def pivot_of(way: Way, hand: str) -> Point:
    """The front corner about which a body wheels to a hand (NAP-S13)."""
    stand = way.standing()
    return stand.left if hand == "left" else stand.right


def arc(way: Way, hand: str) -> float:
    """Mm that the outer front corner that goes farthest goes for each degree of a wheel (NAP-S13)."""
    poses = np.array([way.places[k] for k in way.leads])
    sizes = sizes_of(way.sizes[k] for k in way.leads)
    return math.radians(arm(poses, sizes, pivot_of(way, hand), 0.5 if hand == "left" else -0.5))


def wheel(way: Way, hand: str, angle: float, pace: rates.Speed, *, partly: bool = False) -> bool:
    """Wheel by an angle, or not at all where it does not fit; False where it was not done.

    ``partly``: where the whole does not fit, as far as time and ground allow.
    """
    rate, pivot, each = way.speed(pace), pivot_of(way, hand), arc(way, hand)
    stand, who = way.standing(), going.walker(way.view, way.body, pace, way.ranks())
    sign = 1.0 if hand == "right" else -1.0
    edge = (stand.left, stand.right)
    goal = way.goal if pace == "double" else None
    there = None if goal is None else goal.on_wheel(stand, way.outline(), pivot, sign * angle)
    angle = angle if there is None else there
    found = turning.wheeled(way.view, who, edge, pivot, sign * angle, tuple(way.passed))
    shut = found.stop < angle - 1e-6
    if rate <= 0.0 or (shut and not partly):
        text = (
            T("The wheel leads onto forbidden ground. Choose a smaller angle.")
            if rate
            else T("This body cannot wheel in its formation.")
        )
        way.fault(Bar(text, "NAP-MOV-07" if rate else "NAP-MOV-02"))
        return False
    turn = sum(s.cost for s in found.spans) * each / rate
    time = turn + sum(who.crosses[c.row] for c in found.crossings)
    fits = (turn if partly else time) <= way.left + NOW and not shut  # a crossing goes on in the next move
    if not fits and not partly:
        _too_far(way, rate / each if each else 0.0, angle, time)
        return False
    _turned(way, sign, found.spans if fits else _in_time(found.spans, way.left * rate / each), each / rate, pivot)
    crossings = found.crossings if fits else ()
    crossed = [way.cross(c.piece, who.crosses[c.row]) for c in crossings if not way.doing]
    if shut and not way.over():
        way.mark("shut", found.stopped_by)
    if fits and there is not None:
        way.arrive()
    return fits and all(crossed) and not way.arrived


def _in_time(spans: Sequence[Span], degrees: float) -> tuple[Span, ...]:
    """So much of a turn as the time for so many degrees over open ground allows."""
    found = []
    for span in spans:
        end = min(span.end, span.start + degrees * span.factor)
        found.append(Span(span.start, end, span.factor))
        degrees -= found[-1].cost
    return tuple(span for span in found if span.end > span.start)


def _too_far(way: Way, a_move: float, angle: float, time: float) -> None:
    """Say why a wheel does not fit; ``a_move`` is how many degrees it turns in a move over open ground."""
    most = a_move * way.left
    if time > 1.0 + NOW and way.left >= 1.0 - NOW and most < angle:
        text = T("The wheel is too wide. At most {most} is possible in this move.", most=f"{most:.3f}°")
    else:
        text = T("There is no time left for this wheel in the move. Shorten the actions before it.")
    way.fault(Bar(text, "NAP-WHL-02"))


def _turned(way: Way, sign: float, spans: Sequence[Span], each: float, pivot: Point) -> None:
    px, py = pivot
    for span in spans:
        degrees = span.end - span.start
        turn = math.radians(sign * degrees)
        cos, sin = math.cos(turn), math.sin(turn)
        after = tuple(
            (
                round(px + (x - px) * cos + (y - py) * sin, 4),
                round(py + (y - py) * cos - (x - px) * sin, 4),
                round(norm_deg(f + sign * degrees), 6),
            )
            for x, y, f in way.places
        )
        time = degrees * each / span.factor
        way.busy += time
        way.moved += time * way.speed("normal")
        way.leg(time, after, "wheel", pivot)


def bend(way: Way, hand: str, angle: float, pace: rates.Speed) -> bool:
    """Wheel the head of a column, the others follow; it costs what the widest rank's wheel does (NAP-S13)."""
    ranks = snake.ranks_of(way.view, way.body, way.ids, inverted=way.inverted)
    if not ranks:
        return wheel(way, hand, angle, pace)
    way.leads, way.bent = ranks[0], True
    rate, pivot = way.speed(pace), pivot_of(way, hand)
    stand = way.standing()
    widest = max(math.fsum(way.sizes[k].width for k in rank) for rank in ranks)
    sign = 1.0 if hand == "right" else -1.0
    who = going.walker(way.view, way.body, pace, len(ranks))
    edge = (stand.left, stand.right)
    found = turning.wheeled(way.view, who, edge, pivot, sign * angle, tuple(way.passed))
    if rate <= 0.0 or found.stop < angle - 1e-6:
        way.fault(Bar(T("The wheel leads onto forbidden ground. Choose a smaller angle."), "NAP-MOV-07"))
        return False
    each = widest * math.pi / 180.0 / rate
    if sum(s.cost for s in found.spans) * each > way.left + NOW:
        way.fault(
            Bar(T("There is no time left for this wheel in the move. Shorten the actions before it."), "NAP-WHL-02")
        )
        return False
    for span in found.spans:
        degrees = span.end - span.start
        n = max(1, math.ceil(degrees / snake.ARC))
        for _ in range(n):
            frames = snake.frames_of(ranks, way.places, way.sizes)
            head = turned_about(frames[0], pivot, sign * degrees / n)
            length = widest * math.radians(degrees / n)
            way.followed(ranks, frames, head, length, rate * span.factor, "wheel")
    for one in found.crossings:
        way.cross(one.piece, who.crosses[one.row])
    return True
