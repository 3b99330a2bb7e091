"""What a scenario file holds, as typed rows. Files are in inches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, field

from game.engine.documents import Document
from game.engine.state import Feature, Table
from game.engine.text import T
from game.engine.toml_reading import read
from game.kit.army.positions import pieces
from game.kit.data import in_order
from rulesets.ancient_battles.data_files import DATA, Positive, Row
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.measures import MEASURES, inch

Size = Annotated[float, Meta(gt=0)]


class TableSize(Row, frozen=True, kw_only=True):
    """The playing surface (inches)."""

    width: Size
    depth: Size


class Scenario(Row, frozen=True, kw_only=True):
    """A scenario: zones so ``deep`` from the long edges (inches, WAB-S31), ``sizes`` in points, the usual one first."""

    id: str
    name: str
    name_pl: str
    order: int
    briefing: str
    briefing_pl: str
    sizes: tuple[Positive, ...]
    turns: Positive
    deep: Size
    clauses: tuple[str, ...]
    table: TableSize
    terrain: tuple[dict[str, Any], ...] = field(default_factory=tuple)

    @property
    def surface(self) -> Table:
        """The table in mm."""
        return Table(inch(self.table.width), inch(self.table.depth))

    def land(self) -> dict[str, Feature]:
        """The terrain by id. Raises DataError."""
        rows: list[Mapping[str, Any]] = [{k: v for k, v in row.items() if k != "name_pl"} for row in self.terrain]
        return pieces(rows, kinds(), Document(f"{self.id}.toml", MEASURES))

    def zone(self, edge: str) -> tuple[tuple[float, float], ...]:
        """Outline (mm) of the deployment zone along an edge (WAB-S31)."""
        return strip(self.surface, inch(self.deep), edge)


def strip(surface: Table, deep: float, edge: str) -> tuple[tuple[float, float], ...]:
    """Outline (mm) of the strip so deep (mm) along the southern or northern edge of a table."""
    low, high = (0.0, deep) if edge == "south" else (surface.depth - deep, surface.depth)
    return ((0.0, low), (surface.width, low), (surface.width, high), (0.0, high))


@cache
def scenarios() -> tuple[str, ...]:
    """Ids of the scenarios in their order."""
    return tuple(in_order(DATA.ids("scenarios"), load_scenario))


@cache
def load_scenario(name: str) -> Scenario:
    """A scenario by id. Raises DataError."""
    return DATA.one("scenarios", name, T("scenario"), read_scenario)


def read_scenario(data: bytes, file: str) -> Scenario:
    """Read a scenario and check that its terrain can be. Raises DataError."""
    found = read(data, Scenario, file)
    found.land()
    return found
