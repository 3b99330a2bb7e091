"""The table on the desk as it will look in a battle: terrain painted, everything that cannot be left out."""

from __future__ import annotations

import shapely

from game.client.panels.table_area import TableArea
from game.client.theme import Theme
from game.engine.ruleset import Ruleset
from game.engine.state import State, Table
from game.engine.table_plans.document import Piece, TablePlan
from game.engine.table_plans.outline import ground_of
from game.engine.table_plans.rules import PlaysTables, TableRules


def drawable(piece: Piece, plan: TablePlan, rules: TableRules) -> bool:
    """Whether a piece can be painted at all."""
    kind = rules.kind(piece.kind)
    if kind is None or (kind.shape == "line") != (piece.shape == "line"):
        return False
    if piece.shape == "line":
        return True
    ring = shapely.Polygon(ground_of(piece, plan.size))
    return bool(ring.is_valid and ring.area > 0.0)


def state_of(plan: TablePlan, ruleset: Ruleset, rules: TableRules) -> State:
    """The bare table as a state to be drawn."""
    assert isinstance(ruleset, PlaysTables)
    mm = ruleset.meta.measures.mm_per_unit
    sound = tuple(p for p in plan.pieces if drawable(p, plan, rules))
    land = ruleset.table_land(TablePlan(ruleset=plan.ruleset, size=plan.size, pieces=sound))
    return State(ruleset.meta.id, Table(plan.size[0] * mm, plan.size[1] * mm, plan.landscape), features=land)


class Picture:
    """The painted table with its camera; painted anew where the table has changed."""

    def __init__(self, theme: Theme, ruleset: Ruleset, rules: TableRules, plan: TablePlan) -> None:
        self.ruleset, self.rules = ruleset, rules
        self._of = plan
        self.area = TableArea(theme, ruleset, state_of(plan, ruleset, rules))

    def show(self, plan: TablePlan, theme: Theme) -> None:
        """Show a table."""
        old = self._of
        if plan is old:
            return
        self._of = plan
        if (plan.pieces, plan.size, plan.landscape) == (old.pieces, old.size, old.landscape):
            return
        state = state_of(plan, self.ruleset, self.rules)
        if plan.size != old.size:
            rect = self.area.rect
            self.area = TableArea(theme, self.ruleset, state)
            self.area.place(rect)
        else:
            self.area.show(state)
