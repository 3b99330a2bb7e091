"""Scenarios: their tables with terrain in full, zones, objectives, length, who attacks (NAP-S02 to -S04, NAP-S34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from game.engine.documents import OUTLINES, Document
from game.engine.numbers import NumberFile
from game.engine.state import Feature, Marker, Table
from game.engine.text import T
from game.geometry.shapes import Pose
from game.kit.data import Checks, Positive, ScenarioRow
from rulesets.napoleonic_wars.data_files import DATA, PACKAGE
from rulesets.napoleonic_wars.field.ground import kinds
from rulesets.napoleonic_wars.measures import MEASURES, cm
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
    name_pl: str
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
        rows = [{k: v for k, v in row.items() if k != "name_pl"} for row in self.terrain]
        return pieces(rows, Document(f"{self.id}.toml", MEASURES))

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
