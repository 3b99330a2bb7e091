"""Tables of the players' own on which loose figures stand: pieces of terrain with heights, and edges with ladders."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Protocol

from msgspec.structs import replace

from game.engine.state import Feature, Table
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import TableRules, TerrainKind
from game.engine.text import T
from game.geometry.mapmaker import MapError
from game.kit.muster import tables as kit
from game.kit.muster.setup import SIDES

HIGHEST = 24.0
"""Units that a piece may rise, or a pit go down."""
WIDTH = 3.0
"""Usual width of a band of terrain in units."""


class Kind(Protocol):
    """What the kit must know of a kind of terrain; its height is in the system's unit."""

    @property
    def id(self) -> str:
        """What it is called in files."""
        ...

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def shape(self) -> Literal["area", "top", "wall", "hedge", "pit"]:
        """How models see it (:class:`game.kit.figures.ground.GroundKind`)."""
        ...

    @property
    def height(self) -> float:
        """Its usual height."""
        ...


class Tables(kit.Tables):
    """What a system of loose figures says of tables.

    Attributes
    ----------
    ruleset
        Id of the system.
    sizes, deep
        Sizes on offer in its unit, the usual one first; usual depth of a zone.
    bands
        Usual widths of bands of some kinds in its unit.
    mm
        Millimetres of a length in its unit.
    piece_own
        The system's own part of a piece, by the edges on which ladders lean.
    """

    ruleset: ClassVar[str]
    sizes: ClassVar[tuple[tuple[float, float], ...]]
    deep: ClassVar[float]
    bands: ClassVar[Mapping[str, float]]
    mm: Callable[[float], float]
    piece_own: Callable[[tuple[int, ...]], Any]
    kinds: Callable[[], Mapping[str, Kind]]

    @abstractmethod
    def generated(self, table: Table, number: str) -> dict[str, Feature]:
        """The terrain of a table made from a number. Raises MapError."""

    def heights_of(self, kind: Kind) -> tuple[float, float]:
        """The least and the greatest height of a kind."""
        return (-HIGHEST, -0.1) if kind.shape == "pit" else (0.0, HIGHEST)

    def rules(self) -> TableRules:
        """What tables may be."""
        rows = []
        for kind in self.kinds().values():
            lies: Literal["alone", "free"] = "alone" if kind.shape in ("top", "wall", "pit") else "free"
            ladder = T("Ladder") if kind.shape == "top" else None
            width, heights = self.bands.get(kind.id, WIDTH), self.heights_of(kind)
            rows.append(TerrainKind(kind.id, kind.name, "area", lies, kind.height, heights, ladder, width))
        return TableRules(self.ruleset, SIDES, tuple(rows), "strip", self.sizes, self.deep, makes=True, grid=0.5)

    def made(self, size: tuple[float, float], number: str) -> TablePlan:
        """A table made from a number. Raises ValueError with a sentence."""
        try:
            found = self.generated(Table(self.mm(size[0]), self.mm(size[1])), number)
        except MapError as error:
            raise ValueError(str(error)) from None
        return self.plan(found, size, self.zone_of(size), f"Map {number}")

    def zone_of(self, size: tuple[float, float]) -> float:
        """The usual depth of a zone on a table of some size."""
        return self.deep

    def plan(self, found: Mapping[str, Feature], size: tuple[float, float], deep: float, name: str) -> TablePlan:
        """Terrain as a table."""
        pieces = []
        for f in found.values():
            height = round(f.height / self.mm_per_unit, 3)
            usual = height == self.kinds()[f.kind].height
            edges = f.own.ladders if f.own is not None else ()
            pieces.append(self.piece(f, height=None if usual else height, edges=edges))
        return TablePlan(ruleset=self.ruleset, name=name, size=size, zone_depth=deep, pieces=tuple(pieces))

    def heights(self) -> dict[str, float]:
        """The usual height of each kind."""
        return {k.id: k.height for k in self.kinds().values()}

    def land(self, plan: TablePlan) -> dict[str, Feature]:
        """The terrain in mm, with its heights and ladders."""
        edges = {p.id: p.edges for p in plan.pieces}
        return {i: replace(f, own=self.piece_own(edges[i])) for i, f in super().land(plan).items()}
