"""What a straight move or a wheel of a block costs on its ground (WAB-S08, WAB-TER-01 to WAB-TER-04).

At each point of the move the worst ground touched by any part of the footprint sets the rate; an obstacle is paid for
once, when the front edge passes it, with half the whole allowance of the move (WAB-R16). Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.align import convex_parts
from game.geometry.halving import halved
from game.geometry.paths import Slow, cost_of
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, to_world, turned_about
from game.geometry.steps import Hand
from game.geometry.sweep import wheel_sweep
from game.kit.block.going import Crossing, Going, Lane, Span, cut_at, looked_at
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field.blocks import Block, corner, far_off, formed
from rulesets.ancient_battles.field.facts import Rate, at_rate, kinds, land, of_land
from rulesets.ancient_battles.field.straights import Fan
from rulesets.ancient_battles.measures import SLACK

FACTORS: dict[Literal["close", "loose"], dict[Rate, float]] = {
    "close": {"difficult": NUMBERS.difficult.value, "very_difficult": NUMBERS.very_difficult.value},
    "loose": {"very_difficult": NUMBERS.very_difficult_open.value},
}
"""mm of allowance a mm costs (WAB-TER-02); open order, skirmishers and lone characters: WAB-TER-04."""
TOLL = NUMBERS.obstacle.value
"""Share of the whole allowance that an obstacle costs formed troops in close order (WAB-R16)."""
_HAIR = 1e-6
"""mm by which a least cost stays below what is surely paid."""
_LOOK = 1.0
"""Degrees between two looks of a wheel at the ground under it."""


def pace(view: State, unit: str) -> dict[Rate, float]:
    """How ground slows a unit: formed close order, or all who move more loosely (WAB-TER-04)."""
    return FACTORS["close" if pays_tolls(view, unit) else "loose"]


def pays_tolls(view: State, unit: str) -> bool:
    """Whether obstacles slow a unit at all (WAB-TER-04)."""
    return formed(view, unit) and own(view, unit).order == "close"


def slow_ground(view: State, unit: str) -> list[Slow]:
    """The ground that slows a unit (WAB-TER-02, WAB-TER-04)."""
    rates = pace(view, unit)
    return [Slow(shape, rates[rate]) for _, kind, shape in land(view) if (rate := kinds()[kind].rate) in rates]


def _lines(view: State, unit: str) -> Sequence[tuple[str, Shape]]:
    return at_rate(view, "obstacle") if pays_tolls(view, unit) else ()


def even(view: State, unit: str, block: Block, reach: float) -> bool:
    """Whether nothing within reach (mm) of a block slows the unit."""
    far = reach + math.hypot(block.width, block.depth)
    x, y = block.front.x, block.front.y
    rough = [*(s.area for s in slow_ground(view, unit)), *(s for _, s in _lines(view, unit))]
    rough = [s for s in rough if not far_off(s.bounds, (x - far, y - far, x + far, y + far), 0.0)]
    return not rough or not shapely.intersects(np.array(rough), shapely.Point(x, y).buffer(far)).any()


def straight_spans(view: State, unit: str, block: Block, distance: float) -> Going:
    """The rates of an advance, exactly, and the obstacles that its front edge passes, in order."""
    lane = Lane.before(block.front, block.width / 2.0 - SLACK, distance, block.depth - SLACK)
    cuts = [
        (low, high + block.depth, slow.factor) for slow in slow_ground(view, unit) for low, high in lane.met(slow.area)
    ]
    crossings = []
    for name, shape in _lines(view, unit):
        at = min((low for low, _ in lane.met(shape) if low >= -SLACK), default=math.inf)
        if at < distance - SLACK:
            crossings.append(Crossing(max(0.0, at), name))

    def factor(at: float) -> float:
        return 1.0 / max((cost for low, high, cost in cuts if low <= at <= high), default=1.0)

    spans = cut_at((end for cut in cuts for end in cut[:2]), distance, factor)
    return Going(spans, _ordered(crossings))


def _ordered(crossings: Iterable[Crossing]) -> tuple[Crossing, ...]:
    return tuple(sorted(crossings, key=lambda c: (c.at, c.piece)))


def advance_cost(view: State, unit: str, block: Block, distance: float, allowance: float) -> float:
    """Allowance (mm) that an advance uses up, of a move with a whole ``allowance`` (mm)."""
    found = straight_spans(view, unit, block, distance)
    return sum(s.cost for s in found.spans) + len(found.crossings) * TOLL * allowance


def advance_reach(view: State, unit: str, block: Block, budget: float, allowance: float) -> tuple[float, str]:
    """How far (mm) a block gets straight ahead on what is left, and the obstacle that it halts before ("" for none)."""
    left, toll = budget, TOLL * allowance
    for part in straight_spans(view, unit, block, max(budget, 0.0)).in_order():
        if isinstance(part, Crossing):
            if left < toll - SLACK:
                return part.at, part.piece
            left -= toll
        elif part.cost > left:
            return part.start + max(left, 0.0) * part.factor, ""
        else:
            left -= part.cost
    return max(budget, 0.0), ""


@of_land
def _outlines(view: State) -> tuple[tuple[Rate, tuple[Floats, ...]], ...]:
    """Corners (k, 2) of the terrain by what it does to movement: an area in convex parts, a line there and back."""
    found = []
    for _, kind, shape in land(view):
        points = shapely.get_coordinates(shape)
        parts = convex_parts(shape) if isinstance(shape, shapely.Polygon) else [(*points, *points[-2:0:-1])]
        found.append((kinds()[kind].rate, tuple(np.array(part) for part in parts)))
    return tuple(found)


def advance_least(view: State, unit: str, fan: Fan, distances: Floats, allowance: float) -> Floats:
    """What advances (n,) after many wheels cost at the least, for all of them at once: :func:`advance_cost` is no less.

    Of slow ground the widest stretch under the block counts, an obstacle where its line lies wholly ahead.
    """
    rates, tolls = pace(view, unit), pays_tolls(view, unit)
    half, deep = fan.block.width / 2.0 - SLACK - _HAIR, fan.block.depth - SLACK - _HAIR
    slow, paid = np.zeros(len(distances)), np.zeros(len(distances))
    for rate, outlines in _outlines(view):
        factor = rates.get(rate, 1.0)
        for outline in outlines if factor > 1.0 else ():
            low, high = (np.clip(v, -deep, distances - _HAIR) for v in fan.stretch(outline, half))
            under = np.minimum(distances, high + fan.block.depth) - np.maximum(0.0, low)
            np.maximum(slow, np.where(low < high, under * (factor - 1.0), 0.0), out=slow)
        for outline in outlines if tolls and rate == "obstacle" else ():
            low, least = fan.stretch(outline, half)[0], fan.stretch(outline, half + 2.0 * _HAIR)[0]
            paid += np.where((least >= 0.0) & (low < distances - 2.0 * SLACK), TOLL * allowance, 0.0)
    cost: Floats = distances + slow + paid - _HAIR
    return cost


def wheeled(block: Block, hand: Hand, degrees: float) -> Block:
    """The block after a wheel forward about its front corner of a hand; the same one after none."""
    if degrees <= 0.0:
        return block
    pivot = corner(block.front, block.width, hand)
    return block.at(turned_about(block.front, pivot, -degrees if hand == "left" else degrees))


def wheel_way(block: Block, degrees: float) -> float:
    """Arc (mm) of the outer front corner (WAB-S06)."""
    return block.width * math.radians(degrees)


def wheel_spans(view: State, unit: str, block: Block, hand: Hand, widest: float) -> Going:
    """The rates of a wheel by degrees, to 0.01 degree, and where its front edge begins to pass obstacles."""
    slow, lines = slow_ground(view, unit), _lines(view, unit)
    if (not slow and not lines) or widest <= 0.0:
        return Going((Span(0.0, widest, 1.0),))
    area = wheel_sweep(block.corners, "L" if hand == "left" else "R", widest)
    slow = [s for s in slow if shapely.intersects(s.area, area)]
    lines = [(n, s) for n, s in lines if shapely.intersects(s, area)]
    crossings = _ordered(
        Crossing(at, name) for name, line in lines if (at := passes(block, hand, widest, line)) is not None
    )
    if not slow:
        return Going((Span(0.0, widest, 1.0),), crossings)
    half, deep = block.width / 2.0 - SLACK, block.depth - SLACK
    inner = ((-half, -SLACK), (half, -SLACK), (half, -deep), (-half, -deep))

    def factors(degrees: Floats) -> Floats:
        rings = shapely.polygons(Fan(block, hand, degrees).placed(inner))
        costs = [np.where(shapely.intersects(s.area, rings), s.factor, 1.0) for s in slow]
        found: Floats = 1.0 / np.max(costs, axis=0)
        return found

    angles = _angles(widest)
    spans = looked_at(angles, factors(angles), lambda degrees: float(factors(np.array((degrees,)))[0]), 0.01)
    return Going(spans, crossings)


def spans_cost(block: Block, under: Going, degrees: float, allowance: float) -> float:
    """Allowance (mm) of a wheel over ground looked at before."""
    way = sum(wheel_way(block, min(s.end, degrees) - s.start) / s.factor for s in under.spans if s.start < degrees)
    return way + sum(1 for c in under.crossings if c.at < degrees) * TOLL * allowance


def spans_least(block: Block, under: Going, degrees: Floats, allowance: float) -> Floats:
    """What many wheels (n,) over such ground cost at the least: :func:`spans_cost`, less a hair."""
    way = sum(np.clip(degrees - s.start, 0.0, s.end - s.start) / s.factor for s in under.spans)
    passed = sum((degrees > c.at).astype(np.float64) for c in under.crossings)
    least: Floats = block.width * np.radians(way) + passed * TOLL * allowance - _HAIR
    return least


def wheel_cost(view: State, unit: str, block: Block, hand: Hand, degrees: float, allowance: float) -> float:
    """Allowance (mm) that a wheel uses up (WAB-FRM-02, WAB-S06, WAB-S08)."""
    return spans_cost(block, wheel_spans(view, unit, block, hand, degrees), degrees, allowance)


def _angles(widest: float) -> Floats:
    return np.linspace(0.0, widest, max(1, math.ceil(widest / _LOOK)) + 1)


def straddles(block: Block, line: Shape) -> bool:
    """Whether the front edge stands across a line: it has begun to pass it. A line that it stands before is not."""
    half = block.width / 2.0 - SLACK
    edge = [to_world(block.front, (u, -2.0 * SLACK)) for u in (-half, half)]
    return bool(shapely.intersects(shapely.LineString(edge), line))


def passes(block: Block, hand: Hand, widest: float, line: Shape) -> float | None:
    """Degrees (to 0.001) of a wheel at which the front edge begins to pass a line, None where it never does."""
    if straddles(block, line):
        return None
    half = block.width / 2.0 - SLACK
    angles = _angles(widest)
    edges = Fan(block, hand, angles).placed(((-half, 0.0), (half, 0.0)))
    hulls = shapely.convex_hull(shapely.multipoints(np.concatenate((edges[:-1], edges[1:]), axis=1)))
    hits = np.nonzero(shapely.intersects(line, hulls))[0]
    if not len(hits):
        return None
    k = int(hits[0])

    def clear(degrees: float) -> bool:
        there = Fan(block, hand, np.array((degrees,))).placed(((-half, 0.0), (half, 0.0)))[0]
        return not shapely.intersects(line, shapely.MultiPoint(np.concatenate((edges[k], there))).convex_hull)

    return halved(float(angles[k]), float(angles[k + 1]), 0.001, clear)[0]


def wheel_reach(view: State, unit: str, block: Block, hand: Hand, degrees: float, budget: float) -> float:
    """Degrees of a wheel that a budget (mm) pays for, at most those wished for."""
    if wheel_cost(view, unit, block, hand, degrees, budget) <= budget + SLACK:
        return degrees
    return halved(0.0, degrees, 1e-7, lambda by: wheel_cost(view, unit, block, hand, by, budget) <= budget)[0]


def line_cost(view: State, unit: str, line: shapely.LineString) -> float:
    """Allowance (mm) used up along a line for troops without formation (WAB-TER-04)."""
    return cost_of(shapely.get_coordinates(line).tolist(), slow_ground(view, unit))
