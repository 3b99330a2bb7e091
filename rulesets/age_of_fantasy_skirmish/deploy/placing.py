"""Setting a unit up: the zones and strips, a unit's arrangements, what forbids a place, the nearest free one.

AFS-DEP-03, AFS-MIS-03, AFS-MOV-01 to AFS-MOV-03, AFS-R14, AFS-R49, AFS-R55, AFS-R60, AFS-S02, AFS-S08, AFS-S31.
"""

from __future__ import annotations

from game.engine.state import State
from game.geometry.shapes import forward
from game.kit.deploy import facing_across
from game.kit.figures import zones
from game.kit.figures.placing import FORMATIONS, Placing, Rule, levelled, shapes
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import spacing
from rulesets.age_of_fantasy_skirmish.field.board import board
from rulesets.age_of_fantasy_skirmish.field.figures import FIGURES
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch

__all__ = ["FORMATIONS", "Rule", "Strip", "arranged", "bar_of", "levelled", "nearest", "offsets", "shapes", "spots"]


class Strip(zones.Strip, frozen=True):
    """A part of the table in which bases stand wholly (AFS-R60)."""

    slack: float = SLACK


def strip(view: State, edge: str, depth: float) -> Strip:
    """The strip so deep (mm) along an edge."""
    return Strip.along(view.table, edge, depth)


def whole(view: State) -> Strip:
    """The table."""
    return Strip.whole(view.table)


def own_zone(view: State, side: str) -> Strip:
    """The deployment zone of a side that has its edge (AFS-DEP-03)."""
    battle, edge = view.own, view.sides[side].own.edge
    return Strip.of(view.table, zones.of_edge(battle.zones, edge)) if battle.zones else strip(view, edge, battle.zone)


def scout_zone(view: State, side: str) -> Strip:
    """Where a side's Scouts may be set up: its zone and the strip before it (AFS-R49)."""
    battle, edge, far = view.own, view.sides[side].own.edge, inch(number("scout_strip"))
    if not battle.zones:
        return strip(view, edge, battle.zone + far)
    fx, fy = forward(facing_of(view, side))
    dx, dy = round(fx * far, 3) + 0.0, round(fy * far, 3) + 0.0
    rings = zones.of_edge(battle.zones, edge)
    return Strip.of(view.table, zones.ahead(rings, view.table.width, view.table.depth, dx, dy))


def between(view: State) -> Strip:
    """The ground between the two zones, whichever side has which: where markers lie (AFS-MIS-03, AFS-R14)."""
    battle = view.own
    if battle.zones:
        return Strip.of(view.table, zones.besides(battle.zones, view.table.width, view.table.depth))
    return Strip(view.table.width, battle.zone, round(view.table.depth - battle.zone, 3))


def facing_of(view: State, side: str) -> float:
    """Degrees: towards the enemy's edge; on a table with zones of its own, from one zone towards the other."""
    battle, edge = view.own, view.sides[side].own.edge
    if battle.zones:
        return facing_across(battle.zones, edge, view.table)
    return 180.0 if edge == "north" else 0.0


_PLACING = Placing(FIGURES, board, ground_of, spacing.bar, spacing.loose)
offsets, arranged, bar_of = _PLACING.offsets, _PLACING.arranged, _PLACING.bar_of
"""Where the models of an arrangement stand; about a point; why they cannot (AFS-DEP-03)."""
spots, nearest = _PLACING.spots, _PLACING.nearest
"""Points of a strip, a wish first; the place nearest to a wish where a unit may be set up."""
