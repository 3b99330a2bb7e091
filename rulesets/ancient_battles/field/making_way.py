"""Whether there is room; whoever may be passed through makes way where a charge or a pursuit ends on him (WAB-S07).

He is displaced, shape kept, by the least way to a place where he stands on nobody. Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.align import convex_parts
from game.geometry.planar import polygons_from
from game.geometry.shapes import forward
from game.kit import situation
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import Block, outline, quads, shapes, shared, shift
from rulesets.ancient_battles.measures import BRUSH, inch

STEP = 2.0
"""mm between the places that are tried."""
FARTHEST = 20.0
"""Inches within which a place is looked for."""
NEARNESS = NUMBERS.nearness.value
"""Inches from enemies that everybody keeps who does not charge them (WAB-S07, WAB-S11)."""


def yields(view: State, unit: str, comer: str) -> bool:
    """Whether a unit makes way for another: it flees, or skirmishes on the same side, and fights nobody."""
    friend = situation.side_of(view, unit) == situation.side_of(view, comer)
    return (facts.fleeing(view, unit) or (friend and facts.skirmishers(view, unit))) and not facts.engaged(view, unit)


def stops(view: State, unit: str, other: str) -> bool:
    """Whether a unit cannot pass through another: no runner, no friend where one of the two skirmishes (WAB-S07)."""
    light = facts.skirmishers(view, unit) or facts.skirmishers(view, other)
    friend = situation.side_of(view, other) == situation.side_of(view, unit)
    return other != unit and not facts.fleeing(view, other) and not (light and friend)


@facts.of_land
def impassable_parts(view: State) -> tuple[tuple[str, shapely.Polygon], ...]:
    """Impassable ground in convex parts, each with its id."""
    rings = ((name, shapely.Polygon(shapely.get_coordinates(s))) for name, s in facts.at_rate(view, "impassable"))
    return tuple((name, shapely.Polygon(part)) for name, area in rings for part in convex_parts(area))


def stands_on(view: State, unit: str, comer: str) -> bool:
    """Whether a unit has to step aside for another that has come to stand where it is."""
    return yields(view, unit, comer) and shared(outline(view, unit), outline(view, comer)) > BRUSH


def fits(view: State, block: Block, but: Sequence[str], yielding: bool = False) -> bool:
    """Whether a block overlaps no other unit (``yielding``: but who makes way) or impassable ground, on the table."""
    if facts.off_table(view, block.corners):
        return False
    others = [u for u in facts.fielded(view) if u not in but and not (yielding and yields(view, u, block.unit))]
    there = [*(s for u in others for s in shapes(view, u)), *(s for _, s in facts.at_rate(view, "impassable"))]
    return all(shared(block.polygon, s) <= BRUSH for s in there)


def make_way(run: Run, comers: tuple[str, ...]) -> None:
    """Let whoever can be passed through step aside for units that have just come to stand."""
    for comer in comers:
        for unit in facts.fielded(run.state):
            view = run.state
            if unit in comers or not situation.on_table(view, comer) or not stands_on(view, unit, comer):
                continue
            way = way_aside(view, unit)
            if way is not None:
                text = T("{unit} made way for {other}", unit=Thing(unit), other=Thing(comer))
                shift(run, unit, *way, text, type="made_way", clauses=("WAB-S07",), about=(unit, comer))


def way_aside(view: State, unit: str) -> tuple[float, float] | None:
    """The least displacement after which a unit stands on nobody, an inch from enemies where it can; None if none."""
    mine = quads(view, unit)
    solid = [*(outline(view, u) for u in facts.fielded(view) if u != unit)]
    solid += [s for _, s in facts.at_rate(view, "impassable")]
    foes = [outline(view, u) for u in facts.foes(view, unit) if not facts.fleeing(view, u)]
    ways = [np.array(forward(15.0 * k)) for k in range(24)]
    inner = shapely.box(0.1, 0.1, view.table.width - 0.1, view.table.depth - 0.1)
    for apart in (inch(NEARNESS), 0.0):
        shut = shapely.union_all([*solid, *(f.buffer(apart) for f in foes if apart)])
        shapely.prepare(shut)
        for n in range(1, math.ceil(inch(FARTHEST) / STEP)):
            for d in ways:
                there = shapely.union_all(polygons_from(mine + d * (n * STEP)))
                if inner.covers(there) and shapely.area(shapely.intersection(there, shut)) <= BRUSH:
                    return round(float(d[0]) * n * STEP, 3), round(float(d[1]) * n * STEP, 3)
    return None
