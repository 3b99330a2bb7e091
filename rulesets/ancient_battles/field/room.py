"""Whether there is room for a block where it would stand."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from game.engine.state import State
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import Block, quads
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.field.making_way import yields
from rulesets.ancient_battles.measures import BRUSH


def fits(view: State, block: Block, but: Sequence[str], yielding: bool = False) -> bool:
    """Whether a block overlaps no other unit, no impassable ground and lies on the table.

    ``yielding``: whoever makes way for it does not matter.
    """
    shape = block.polygon
    if facts.off_table(view, block.corners):
        return False
    for unit in facts.standing(view):
        if unit in but or (yielding and yields(view, unit, block.unit)):
            continue
        for four in quads(view, unit):
            other = shapely.Polygon(four)
            if shapely.intersects(shape, other) and shapely.area(shapely.intersection(shape, other)) > BRUSH:
                return False
    for _, kind, ground in facts.land(view):
        if kinds()[kind].rate == "impassable" and shapely.area(shapely.intersection(shape, ground)) > BRUSH:
            return False
    return True
