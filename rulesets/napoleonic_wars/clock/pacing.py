"""Riders straight over the ground: the time that terrain and obstacles take, what ends the way (NAP-S31, NAP-S15)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from game.engine.state import State
from game.geometry.shapes import Point
from game.kit.block.course import Stretch
from game.kit.block.going import Crossing, Edge, Span
from game.kit.block.outlines import Floats
from rulesets.napoleonic_wars.march import going
from rulesets.napoleonic_wars.measures import SLACK

CROSS = "cross "
"""How a stretch is called in which a rider crosses an obstacle, before its id."""
ASIDE = 0.02
"""mm to either side of a point at which the ground is looked at."""


def edge_of(outline: Floats, way: Point) -> Edge:
    """The edge of an outline that leads in a direction, over its whole width."""
    points, (x, y) = outline.reshape(-1, 2), way
    along, across = points @ np.array((x, y)), points @ np.array((y, -x))
    first, low, high = float(along.max()), float(across.min()), float(across.max())
    if high - low < ASIDE:  # a point
        low, high = low - ASIDE, high + ASIDE
    left, right = ((x * first + y * end, y * first - x * end) for end in (low, high))
    return left, right


def straight(
    view: State,
    here: Stretch,
    way: Point,
    long: float,
    rate: float,
    passed: tuple[str, ...] = (),
    *,
    runs: tuple[going.Walker, str, bool] | None = None,
) -> tuple[list[Stretch], bool]:
    """The stretches of a rider for so many mm in a direction, and whether the ground ends them before.

    Parameters
    ----------
    here
        A stretch that starts where and when he does.
    rate
        mm a move over open ground.
    passed
        Obstacles that he has begun to cross already.
    runs
        Of a body that runs how the ground sees it, what its way is called, and whether it may leave the table.
    """
    who, what, beyond = runs or (going.rider(), "ride", False)
    edges = going.leading_edges(here.outline.reshape(-1, 2), way) or (edge_of(here.outline, way),)
    found = going.over(view, who, edges, way, long, passed, beyond=beyond)
    time, gone, out = here.start, 0.0, list[Stretch]()
    ahead = np.array([*way, 0.0])
    end = found.spans[-1].end if found.spans else 0.0
    last = [Span(end, found.stop, 1.0)] if found.stop > end else []  # a span of a hair is left out of the others
    for part in (*found.in_order(), *last):
        poses = here.poses + ahead * gone
        if isinstance(part, Crossing):
            takes = who.crosses[part.row]
            out.append(Stretch(time, time + takes, poses, here.sizes, what=what if runs else CROSS + part.piece))
        else:
            pace, gone = rate * part.factor, part.end
            takes = (part.end - part.start) / pace
            velocity = (way[0] * pace, way[1] * pace)
            out.append(Stretch(time, time + takes, poses, here.sizes, velocity, what=what))
        time += takes
    return out, found.stop < long - SLACK


def along(
    view: State, here: Stretch, points: Sequence[Point], rate: float, passed: tuple[str, ...] = ()
) -> tuple[list[Stretch], bool]:
    """The stretches of a rider by a way from where he is, as :func:`straight`; those after the move are left out."""
    out, time, first = list[Stretch](), here.start, np.array([*points[0], 0.0]) if points else np.zeros(3)
    for (x, y), (to_x, to_y) in pairwise(points):
        long = math.hypot(to_x - x, to_y - y)
        if long <= 0.0:
            continue
        there = Stretch(time, 1.0, here.poses + (np.array([x, y, 0.0]) - first), here.sizes)
        legs, stopped = straight(view, there, ((to_x - x) / long, (to_y - y) / long), long, rate, passed)
        out += legs
        time = out[-1].end if out else time
        if stopped or time >= 1.0:
            return out, stopped
    return out, False
