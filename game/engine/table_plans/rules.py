"""What the tables of a system may be, and what is wrong with one: told to whoever makes or chooses a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, runtime_checkable

import msgspec

from game.engine.decision import Bar
from game.engine.state import Feature
from game.engine.table_plans.document import TablePlan
from game.engine.text import Text


class TerrainKind(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of terrain. Lengths in the ruleset's unit.

    Attributes
    ----------
    shape
        "area": polygons and bands; "line": lines without a width.
    ground
        "free": may share its ground with others; "over": lies over others as a bridge does; "alone": two such cannot
        lie on the same ground.
    height
        The usual one, None where the system knows no heights of terrain; ``heights`` the least and the greatest.
    edges
        What its edges may bear ("ladder"), None for nothing.
    width
        Of a band of it, to begin with.
    """

    id: str
    name: str
    shape: Literal["area", "line"] = "area"
    ground: Literal["free", "over", "alone"] = "free"
    height: float | None = None
    heights: tuple[float, float] = (0.0, 0.0)
    edges: Text | None = None
    width: float = 0.0


class TableRules(msgspec.Struct, frozen=True):
    """What tables of a system are like. Lengths in the ruleset's unit.

    Attributes
    ----------
    zones
        "strip": both sides deploy in strips along the long edges, equally deep, unless the table has polygons of each
        side; "areas": always in such polygons.
    sizes
        Sizes on offer, the usual one first; ``zone_depth`` the usual depth of a strip.
    makes
        Whether the system makes tables from a number.
    grid
        A step that lengths are usually multiples of.
    """

    ruleset: str
    sides: tuple[str, ...]
    kinds: tuple[TerrainKind, ...]
    zones: Literal["strip", "areas"]
    sizes: tuple[tuple[float, float], ...]
    zone_depth: float
    makes: bool = False
    grid: float = 1.0

    def kind(self, kind_id: str) -> TerrainKind | None:
        """A kind by id."""
        return next((k for k in self.kinds if k.id == kind_id), None)


class TableFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something wrong with a table: a sentence, at which piece or whose zone. Only ``fatal`` ones forbid to play."""

    text: Text
    piece: str = ""
    zone: str = ""
    clause: str = ""
    fatal: bool = True


@runtime_checkable
class PlaysTables(Protocol):
    """A ruleset that plays on tables of the players' own making (``Setup.table``)."""

    def table_rules(self) -> TableRules | None:
        """What its tables may be, None where it plays on those of its scenarios alone."""
        ...

    def scenario_table(self, scenario: str) -> TablePlan | None:
        """The table of a scenario, None where that is made anew for every battle."""
        ...

    def made_table(self, size: tuple[float, float], number: str) -> TablePlan:
        """A table made from a number. Raises ValueError with a sentence where none can be."""
        ...

    def table_faults(self, plan: TablePlan) -> Sequence[TableFault]:
        """What is wrong with a table, the fatal first."""
        ...

    def table_bar(self, scenario: str) -> Bar | None:
        """Why a scenario is fought on its own table alone, None where others will do."""
        ...

    def table_land(self, plan: TablePlan) -> dict[str, Feature]:
        """The terrain (mm) that a battle on the table has."""
        ...
