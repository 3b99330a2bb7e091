"""Tables of the players' own: what they may hold, the scenarios' as such, and what a battle takes from one.

For every system. Its kinds of terrain, sizes and zones, and what it finds wrong beyond all others are its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from game.engine.decision import Bar
from game.engine.documents import GroundKind
from game.engine.ruleset import Problem
from game.engine.state import Feature, Table
from game.engine.table_plans import check
from game.engine.table_plans.document import Piece, TablePlan
from game.engine.table_plans.outline import land_of, surface_of, zone_rings
from game.engine.table_plans.rules import TableFault, TableRules
from game.engine.text import Length, T


class Tables(ABC):
    """What a system says of tables (:class:`game.engine.table_plans.rules.PlaysTables`).

    Attributes
    ----------
    mm_per_unit
        Millimetres of a unit of length.
    kinds
        The kinds of terrain by id.
    """

    mm_per_unit: ClassVar[float]
    kinds: Callable[[], Mapping[str, GroundKind]]

    @abstractmethod
    def rules(self) -> TableRules:
        """What tables may be."""

    @abstractmethod
    def of_scenario(self, scenario: str) -> TablePlan | None:
        """The table of a scenario, None where it is made anew for every battle."""

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """What the system finds wrong with a table, or unusual; ``broken`` where something else forbids it already."""
        return []

    def other_zones(self, plan: TablePlan, deep: float, clause: str) -> list[TableFault]:
        """What to say of strips not as deep (in the system's unit) as by default; players may agree on others."""
        if plan.zones or abs(plan.zone_depth - deep) <= 1e-6:
            return []
        text = T("Deployment zones are {n} deep by default.", n=Length(deep * self.mm_per_unit))
        return [TableFault(text, zone="*", clause=clause, fatal=False)]

    def other_size(self, plan: TablePlan, size: tuple[float, float], clause: str) -> list[TableFault]:
        """What to say of a table of another size than the default one."""
        if plan.size == size:
            return []
        width, depth = (Length(n * self.mm_per_unit) for n in size)
        text = T("The default table measures {width} by {depth}.", width=width, depth=depth)
        return [TableFault(text, clause=clause, fatal=False)]

    def bar_of_scenario(self, scenario: str) -> Bar | None:
        """Why a scenario is fought on its own table alone."""
        return None

    def heights(self) -> dict[str, float]:
        """Usual heights of terrain by kind, where it has some."""
        return {}

    def piece(self, feature: Feature, **more: Any) -> Piece:
        """A piece of a scenario's terrain as one of a table."""
        points = tuple((round(x / self.mm_per_unit, 3), round(y / self.mm_per_unit, 3)) for x, y in feature.points)
        name = "" if feature.name == self.kinds()[feature.kind].name else feature.name
        return Piece(
            id=feature.id,
            kind=feature.kind,
            name=name,
            shape="line" if feature.line else "area",
            points=points,
            **more,
        )

    def faults(self, plan: TablePlan) -> list[TableFault]:
        """What is wrong with a table, or unusual about it."""
        found = check.faults(plan, self.rules())
        return found + self.unusual(plan, broken=any(f.fatal for f in found))

    def problems(self, plan: TablePlan, scenario: str) -> list[Problem]:
        """Why a scenario cannot be fought on a table."""
        bar = self.bar_of_scenario(scenario)
        return check.problems(self.faults(plan)) if bar is None else [Problem("table", bar.text, bar.clause)]

    def land(self, plan: TablePlan) -> dict[str, Feature]:
        """The terrain in mm."""
        return land_of(plan, self.mm_per_unit, {i: kind.name for i, kind in self.kinds().items()}, self.heights())

    def surface(self, plan: TablePlan) -> Table:
        """The playing surface in mm."""
        return surface_of(plan, self.mm_per_unit)

    def zones(self, plan: TablePlan | None) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
        """The polygons (mm) in which the sides deploy, none where they are strips or the scenario's."""
        return zone_rings(plan, self.mm_per_unit) if plan is not None else ()
