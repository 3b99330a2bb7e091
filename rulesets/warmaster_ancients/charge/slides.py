"""Sliding a charge's lead stand along the contact edge to the nearest free place (WMA-S11 (3)).

What hinders, bases in the place or stands and ground on the way to it, bars stretches of the edge; the place is the end
of a stretch that lies in no other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from game.geometry.convex import Poly, box_of, holds, meeting, rectangle, shared_area
from game.geometry.shapes import Footprint, Point, Pose
from rulesets.warmaster_ancients.field.formations import Way
from rulesets.warmaster_ancients.field.scene import Board, Box
from rulesets.warmaster_ancients.measures import EDGE, MEASURES

GRID = 1.0
"""Steps (mm) in which a lead stand feels its way along an edge past forbidden ground."""

FINE = 0.01
"""How exactly (mm) the end of a hindered stretch is found by halving."""

STONE = 1.0
"""Half the side (mm) of a piece of barred ground: 4 mm2, well above what bars a way (WMA-S05)."""

INSIDE = 0.01
"""How deep (mm) such a piece must lie in sweeps: their places are rounded by less."""

MOST = 64
"""So many hindered stretches are looked at before an edge is given up."""

Span = tuple[float, float]


PoseAt = Callable[[float], Pose]
"""From a place along an edge (mm) to the pose of the lead stand whose eye is there."""


class Charge(Protocol):
    """What a slide asks of the charge whose lead stand it is: where all stand, and what hinders a leg to a place."""

    here: Board
    shape: Footprint
    mids: dict[str, Pose]
    way: Way

    def travel(self, stand: str, pose: Pose) -> float:
        """Mm in all."""
        ...

    def sweep(self, stand: str, pose: Pose) -> list[Point]:
        """The ground of the last leg."""
        ...

    def on_the_way(self, box: Box) -> list[int]:
        """Rows of stands that hinder it."""
        ...

    def hindered(self, stand: str, pose: Pose) -> bool:
        """Whether it cannot be made."""
        ...


def slide(solver: Charge, lead: str, at: float, length: float, along: Point, pose_at: PoseAt) -> Pose | None:
    """The nearest free place along an edge of ``length`` mm that keeps more than 0.05 cm of it, or None.

    ``at`` mm along the edge the lead's eye would go if nothing hindered; ``along`` is its unit vector, clockwise round
    its owner.
    """
    reach = solver.shape.width / 2.0 - EDGE
    low, high = -reach - at, length + reach - at
    barred = _overlapping(solver, rectangle(solver.shape, pose_at(at)), along, low, high)

    def slid(s: float) -> Pose:
        return pose_at(at + s)

    for _ in range(MOST):
        tried = []
        for s in {0.0, *(end for span in barred for end in span)}:
            if low < s < high and not any(a + FINE / 2.0 < s < b - FINE / 2.0 for a, b in barred):
                # the edge runs clockwise round its owner: going on along it is to the lead's left
                left = 0 if s > 0.0 else 1
                tried.append((round(abs(s), 3), round(solver.travel(lead, slid(s)), 2), left, s))
        if not tried:
            return None
        s = min(tried)[3]
        span = _hindered(solver, lead, s, (low, high), slid)
        if span is None:
            return slid(s)
        barred.append(span)
    return None


def _overlapping(solver: Charge, outline: Poly, along: Point, low: float, high: float) -> list[Span]:
    """Slides (from, to) at which the base would overlap another; at their ends it touches."""
    ends = [(x + along[0] * s, y + along[1] * s) for x, y in outline for s in (low, high)]
    spans = (meeting(outline, solver.here.polys[row], along) for row in solver.way.near(box_of(ends)))
    return [span for span in spans if span is not None]


def _hindered(solver: Charge, lead: str, s: float, bounds: Span, slid: PoseAt) -> Span | None:
    """The stretch about a hindered slide in which the same thing hinders; None where nothing does: not so at 0.

    One stand on the way hinders one stretch, as everything is convex; ground may hinder several and is felt along.
    """
    if s and not solver.hindered(lead, slid(s)):
        return None
    sweep = solver.sweep(lead, slid(s))
    row = next((r for r in solver.on_the_way(box_of(sweep)) if _overlaps(solver, sweep, r)), None)
    if row is None:
        leap = _Leap(solver, lead, slid)
        ends = [_end(lambda to: solver.hindered(lead, slid(to)), _places(s, bound), leap) for bound in bounds]
    else:
        ends = [_end(lambda to: _overlaps(solver, solver.sweep(lead, slid(to)), row), [s, bound]) for bound in bounds]
    return min(ends[0], s - MEASURES.rounding), max(ends[1], s + MEASURES.rounding)


def _places(s: float, limit: float) -> list[float]:
    """The places from a slide to a limit at which ground is felt for."""
    places, step = [s], math.copysign(GRID, limit - s)
    while places[-1] != limit:
        places.append(max(places[-1] + step, limit) if step < 0.0 else min(places[-1] + step, limit))
    return places


class _Leap:
    """How far a stretch of an edge is hindered beyond doubt by one piece of barred ground.

    A point that lies in the sweeps to two places along an edge lies in those to all places between: the sweep is the
    hull of the base where it starts and of the base shifted along a line. So does a small square, by its corners.
    """

    def __init__(self, solver: Charge, lead: str, pose: PoseAt) -> None:
        self.solver, self.lead, self.pose = solver, lead, pose
        self.stone = cache(self._stone)

    def __call__(self, places: Sequence[float], k: int) -> int:
        """The last of some places in a row to which the way is barred as it is to the ``k``-th; ``k`` if none is."""
        stone = self.stone(places[k])

        def barred(place: int) -> bool:
            return stone is not None and holds(self.solver.sweep(self.lead, self.pose(places[place])), stone, INSIDE)

        if not barred(k):
            return k
        low, high = k, len(places) - 1
        if barred(high):
            return high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if barred(middle) else (low, middle)
        return low

    def _stone(self, s: float) -> Poly | None:
        """A piece of ground that bars the way to a place."""
        solver, start = self.solver, self.solver.mids[self.lead]
        sweep = solver.sweep(self.lead, self.pose(s))
        return solver.here.land.barred_square(solver.way.type, sweep, (start.x, start.y), STONE, INSIDE)


def _end(hindered: Callable[[float], bool], places: Sequence[float], leap: _Leap | None = None) -> float:
    """Where a hindered stretch ends that begins at the first of some places in a row; beyond the last if it does not.

    Outwards to a whole 0.01 cm (WMA-S01), so that equal stretches on both sides end equally far.
    """
    limit = places[-1]
    sign = math.copysign(1.0, limit - places[0])
    k = 0
    while k + 1 < len(places):
        if leap is not None:
            far = leap(places, k)
            leap = leap if far > k + 1 else None  # what hinders is not ground, or narrow: leaps no longer pay
            k = far
        if k + 1 < len(places) and not hindered(places[k + 1]):
            break
        k += 1
    else:
        return limit + sign
    inside, outside = places[k], places[k + 1]
    while abs(outside - inside) > FINE:
        middle = (outside + inside) / 2.0
        inside, outside = (middle, outside) if hindered(middle) else (inside, middle)
    return sign * math.ceil(sign * outside / MEASURES.rounding - FINE) * MEASURES.rounding


def _overlaps(solver: Charge, sweep: Poly, row: int) -> bool:
    return MEASURES.overlapping(area=shared_area(sweep, solver.here.polys[row]))
