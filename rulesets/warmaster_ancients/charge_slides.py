"""Sliding a charge's lead stand along the contact edge to the nearest free place (WMA-S11 (3)).

What hinders, bases in the place or stands and ground on the way to it, bars stretches of the edge; the place is the end
of a stretch that lies in no other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from game.geometry.convex import Poly, box_of, hull, meeting, rectangle, shared_area
from game.geometry.shapes import Point, Pose
from rulesets.warmaster_ancients.measures import EDGE, MEASURES

if TYPE_CHECKING:
    from rulesets.warmaster_ancients.charge_solver import Solver

GRID = 1.0
"""Steps (mm) in which a lead stand feels its way along an edge past forbidden ground."""

FINE = 0.01
"""How exactly (mm) the end of a hindered stretch is found by halving."""

MOST = 64
"""So many hindered stretches are looked at before an edge is given up."""

Span = tuple[float, float]


class PoseAt(Protocol):
    """A function from a place along an edge (mm) to the pose of the lead stand there."""

    def __call__(self, e: float) -> Pose:
        """Pose of the lead whose eye is at a place along the edge."""
        ...


def slide(solver: Solver, lead: str, at: float, length: float, along: Point, pose_at: PoseAt) -> Pose | None:
    """The nearest free place along an edge of ``length`` mm that keeps more than 0.05 cm of it, or None.

    Parameters
    ----------
    at
        Where along the edge (mm) the lead's eye would go if nothing hindered.
    along
        Unit vector of the edge, clockwise round its owner.
    """
    reach = solver.shape.width / 2.0 - EDGE
    low, high = -reach - at, length + reach - at
    barred = _overlapping(solver, rectangle(solver.shape, pose_at(at)), along, low, high)
    for _ in range(MOST):
        tried = []
        for s in {0.0, *(end for span in barred for end in span)}:
            if low < s < high and not any(a + FINE / 2.0 < s < b - FINE / 2.0 for a, b in barred):
                # the edge runs clockwise round its owner: going on along it is to the lead's left
                left = 0 if s > 0.0 else 1
                tried.append((round(abs(s), 3), round(solver.travel(lead, pose_at(at + s)), 2), left, s))
        if not tried:
            return None
        s = min(tried)[3]
        span = _hindered(solver, lead, at, s, (low, high), pose_at)
        if span is None:
            return pose_at(at + s)
        barred.append(span)
    return None


def _overlapping(solver: Solver, outline: Poly, along: Point, low: float, high: float) -> list[Span]:
    """Slides (from, to) at which the base would overlap another; at their ends it touches."""
    ends = [(x + along[0] * s, y + along[1] * s) for x, y in outline for s in (low, high)]
    spans = (meeting(outline, solver.here.polys[row], along) for row in solver.near(box_of(hull(ends))))
    return [span for span in spans if span is not None]


def _hindered(solver: Solver, lead: str, at: float, s: float, bounds: Span, pose_at: PoseAt) -> Span | None:
    """The stretch about a hindered slide in which the same thing hinders; None where nothing does.

    One stand on the way hinders one stretch, as everything is convex; ground may hinder several and is felt along.
    """
    if not solver.hindered(lead, pose_at(at + s)):
        return None
    row = _on_the_way(solver, lead, pose_at(at + s))

    def hindered(slide_to: float) -> bool:
        pose = pose_at(at + slide_to)
        if row is None:
            return solver.hindered(lead, pose)
        return MEASURES.overlapping(area=shared_area(_sweep(solver, lead, pose), solver.here.polys[row]))

    step = math.inf if row is not None else GRID
    return (
        min(_end(hindered, s, bounds[0], -step), s - MEASURES.rounding),
        max(_end(hindered, s, bounds[1], step), s + MEASURES.rounding),
    )


class _Hindered(Protocol):
    def __call__(self, slide_to: float) -> bool: ...


def _end(hindered: _Hindered, s: float, limit: float, step: float) -> float:
    """Where a hindered stretch about a slide ends, in the direction of a step; beyond the limit if it does not.

    Outwards to a whole 0.01 cm (WMA-S01), so that equal stretches on both sides end equally far.
    """
    sign = math.copysign(1.0, step)
    inside = s
    while inside != limit:
        outside = max(inside + step, limit) if sign < 0.0 else min(inside + step, limit)
        if not hindered(outside):
            break
        inside = outside
    else:
        return limit + sign
    while abs(outside - inside) > FINE:
        middle = (outside + inside) / 2.0
        if hindered(middle):
            inside = middle
        else:
            outside = middle
    return sign * math.ceil(sign * outside / MEASURES.rounding - FINE) * MEASURES.rounding


def _sweep(solver: Solver, stand: str, pose: Pose) -> Sequence[Point]:
    return hull((*rectangle(solver.shape, solver.mids[stand]), *rectangle(solver.shape, pose)))


def _on_the_way(solver: Solver, stand: str, pose: Pose) -> int | None:
    """The row of the stand that the sweep to a place overlaps, if one does."""
    sweep = _sweep(solver, stand, pose)
    for row in solver.near(box_of(sweep)):
        if row not in solver.target_rows and MEASURES.overlapping(area=shared_area(sweep, solver.here.polys[row])):
            return row
    return None
