"""Scenarios: their tables with terrain in full, zones, objectives, length, who attacks; tables of the players' own.

NAP-S02 to -S04, NAP-S34, NAP-TER-06, NAP-VIS-10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.documents import OUTLINES, Document
from game.engine.numbers import NumberFile
from game.engine.state import Feature, Marker, Table
from game.engine.table_plans.document import TablePlan
from game.engine.table_plans.rules import TableFault, TableRules, TerrainKind
from game.engine.text import T
from game.geometry.mapmaker import MapError
from game.geometry.shapes import Point, Pose
from game.kit import maps
from game.kit.data import Checks, Positive, ScenarioRow
from game.kit.muster import tables as kit
from game.kit.muster.setup import SIDES
from rulesets.napoleonic_wars.data_files import DATA, PACKAGE, RULESET_ID
from rulesets.napoleonic_wars.field.ground import kinds
from rulesets.napoleonic_wars.measures import MEASURES, MM_PER_CM, cm
from rulesets.napoleonic_wars.own import MarkerOwn, PieceOwn

_NUMBERS = NumberFile(PACKAGE, "numbers_deploy.toml")
number = _NUMBERS.number
"""A number of this chapter, lengths in cm."""
Side = Literal["south", "north"]
Season = Literal["summer", "autumn", "winter"]
Share = Annotated[float, msgspec.Meta(gt=0, le=1)]
Ring = tuple[tuple[float, float], ...]
PIECE_OWN = tuple(f.name for f in msgspec.structs.fields(PieceOwn))
PIECE = ("id", "kind", "name", *OUTLINES, *PIECE_OWN)
"""The keys of a piece of terrain."""


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An objective: where it is (cm), what it is worth, the piece of terrain that it is, "" for a circle (NAP-S03)."""

    name: str
    at: tuple[float, float]
    worth: Positive
    feature: str = ""


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario; lengths in cm.

    Attributes
    ----------
    attacker
        Who attacks, "" where both do.
    share
        By side the share of the points agreed that its army may cost.
    size, zone
        Of the table, and by side how deep it deploys, where they are not as usual (NAP-S02).
    """

    moves: Annotated[int, msgspec.Meta(ge=8, le=30)] = 15
    season: Season = "summer"
    attacker: Literal["", "south", "north"] = ""
    share: dict[Side, Share] = msgspec.field(default_factory=dict)
    size: tuple[float, float] = (0.0, 0.0)
    zone: dict[Side, float] = msgspec.field(default_factory=dict)
    objective: tuple[Objective, ...] = ()
    terrain: tuple[dict[str, Any], ...] = ()

    @property
    def surface(self) -> Table:
        """The table in mm."""
        width, depth = self.size if any(self.size) else (number("table_width"), number("table_depth"))
        return Table(cm(width), cm(depth))

    def land(self) -> dict[str, Feature]:
        """The terrain by id. Raises DataError."""
        return pieces(self.terrain, Document(f"{self.id}.toml", MEASURES))

    def zones(self) -> tuple[tuple[str, Ring], ...]:
        """The ground where each side deploys (mm)."""
        return tuple(
            (side, zone(self.surface, edge, self.zone.get(edge, number("zone_depth")))) for side, edge in EDGES.items()
        )

    def markers(self) -> dict[str, Marker]:
        """The objectives O1, O2, ... (NAP-S03)."""
        found = {}
        for k, told in enumerate(self.objective, 1):
            own = MarkerOwn(told.worth, cm(number("reach")), told.feature)
            x, y = told.at
            found[f"O{k}"] = Marker(f"O{k}", "objective", "", Pose(cm(x), cm(y)), own, told.name)
        return found


EDGES: dict[str, Side] = {"south": "south", "north": "north"}
"""By side the long edge on which it is based (NAP-S02)."""


def zone(surface: Table, edge: Side, deep: float) -> Ring:
    """The ground within so many cm of a long edge, and not within 10 cm of a short one (NAP-S02)."""
    off, depth = cm(number("zone_side")), cm(deep)
    low, high = (0.0, depth) if edge == "south" else (surface.depth - depth, surface.depth)
    west, east = off, surface.width - off
    return ((west, low), (east, low), (east, high), (west, high))


def pieces(rows: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
    """Terrain by id, with what the system keeps of it. Raises DataError."""
    found = {}
    for plain, row in read.pieces(rows, kinds(), PIECE):
        told = {k: row[k] for k in PIECE_OWN if k in row}
        if "contours" in told:
            at = f"terrain {plain.id}, contours"
            rings = [read.outline(one, at) for one in read.array(told.pop("contours"), at)]
            own = msgspec.structs.replace(read.own(told, PieceOwn, plain.id), contours=tuple(rings))
        else:
            own = read.own(told, PieceOwn, plain.id)
        if plain.kind == "building" and not own.storeys:
            own = msgspec.structs.replace(own, storeys=1)
        found[plain.id] = msgspec.structs.replace(plain, own=own)
    return found


def _checked(found: Scenario, file: str) -> Scenario:
    """The same, if its terrain and objectives can be. Raises DataError."""
    check, land = Checks(file), found.land()
    for told in found.objective:
        if told.feature:
            check.known(f"objective ({told.name})", T("piece of terrain"), told.feature, list(land))
    deep = sum(found.zone.get(edge, number("zone_depth")) for edge in EDGES.values())
    check.refuse(cm(deep) >= found.surface.depth, "zone", T("the zones must leave ground between them"))
    return found


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _checked)
load_scenario, read_scenario = SCENARIOS.load, SCENARIOS.read


USUAL = (number("table_width"), number("table_depth"))
SIZES = (USUAL, (180.0, 120.0), (240.0, 150.0))
"""cm, the usual table first."""
DEEP = number("zone_depth")
BANDS = {"road": 2.0, "river": 6.0, "deep_river": 8.0}
"""Usual widths of bands (cm)."""
HIGHEST = 3.0
"""Contours of a hill, storeys of a building."""


@cache
def _maker() -> maps.Maker:
    return maps.read_maker(DATA.raw("mapmaker.toml"), kinds())


class _High:
    """A kind as the map maker wants it: none has a height in mm here."""

    def __init__(self, name: str) -> None:
        self.name, self.height_mm = name, 0.0


def generated(table: Table, seed: str) -> dict[str, Feature]:
    """The terrain of a table made from a seed, its north the south turned by 180 degrees. Raises MapError."""
    named = {i: _High(kind.name) for i, kind in kinds().items()}
    wish = maps.wish_of(_maker(), table, cm, "half_turn")
    found = maps.made(wish, seed, named, lambda kind, points: _own(kind, points, 1.0), lambda out: True)
    return {i: replace(f, line=kinds()[f.kind].is_line) for i, f in found.items()}


def _own(kind: str, points: tuple[Point, ...], height: float) -> PieceOwn:
    """Storeys of a building; contours of a hill one inside the other (NAP-TER-06)."""
    if kind == "building":
        return PieceOwn(storeys=max(1, int(height)))
    if kind != "hill":
        return PieceOwn()
    rings: list[tuple[Point, ...]] = []
    for k in range(1, int(height)):
        inner = shapely.Polygon(points).buffer(-k * cm(number("contour")))
        if inner.is_empty or inner.geom_type != "Polygon":
            break
        rings.append(tuple((round(x, 3), round(y, 3)) for x, y in inner.exterior.coords[:-1]))
    return PieceOwn(contours=tuple(rings))


class Tables(kit.Tables):
    """What tables of the system are; the height of a hill counts its contours, of a building its storeys."""

    mm_per_unit = MM_PER_CM
    kinds = staticmethod(kinds)

    def rules(self) -> TableRules:
        """What tables may be."""
        rows = []
        for k in kinds().values():
            high = k.id in ("building", "hill")
            shape = "line" if k.is_line else "area"
            rows.append(
                TerrainKind(
                    k.id,
                    k.name,
                    "line" if shape == "line" else "area",
                    "alone" if k.sight == "building" else "over" if k.eases else "free",
                    1.0 if high else None,
                    (1.0, HIGHEST) if high else (0.0, 0.0),
                    width=BANDS.get(k.id, 3.0),
                )
            )
        return TableRules(RULESET_ID, SIDES, tuple(rows), "strip", SIZES, DEEP, makes=True)

    def heights(self) -> dict[str, float]:
        """One storey, one contour."""
        return {"building": 1.0, "hill": 1.0}

    def of_scenario(self, scenario: str) -> TablePlan:
        """The table of a scenario."""
        row = load_scenario(scenario)
        size = (row.surface.width / MM_PER_CM, row.surface.depth / MM_PER_CM)
        return self._plan(row.land(), size, row.name)

    def _plan(self, land: dict[str, Feature], size: tuple[float, float], name: str) -> TablePlan:
        found = []
        for f in land.values():
            high = f.own.storeys if f.kind == "building" else len(f.own.contours) + 1 if f.kind == "hill" else 1
            found.append(self.piece(f, height=float(high) if high > 1 else None))
        return TablePlan(ruleset=RULESET_ID, name=name, size=size, zone_depth=DEEP, pieces=tuple(found))

    def made(self, size: tuple[float, float], number: str) -> TablePlan:
        """A table made from a number. Raises ValueError with a sentence."""
        try:
            found = generated(Table(cm(size[0]), cm(size[1])), number)
        except MapError as error:
            raise ValueError(str(error)) from None
        return self._plan(found, size, f"Map {number}")

    def land(self, plan: TablePlan) -> dict[str, Feature]:
        """The terrain in mm, with storeys and contours."""
        found = super().land(plan)
        return {i: replace(f, height=0.0, own=_own(f.kind, f.points, f.height / MM_PER_CM)) for i, f in found.items()}

    def unusual(self, plan: TablePlan, *, broken: bool) -> list[TableFault]:
        """Zones and sizes that are not the usual ones (NAP-S02)."""
        return [*self.other_zones(plan, DEEP, "NAP-S02"), *self.other_size(plan, USUAL, "NAP-S02")]


TABLES = Tables()
