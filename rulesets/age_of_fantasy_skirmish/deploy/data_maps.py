"""Scenarios as typed rows (in inches, ``_mm`` in millimetres), and maps: drawn ones and those made from a number.

AFS-TBL-01 to AFS-TBL-03, AFS-R55, AFS-S02, AFS-S09, AFS-S19.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.documents import Document
from game.engine.state import Feature, Table
from game.engine.text import Length, T
from game.geometry.mapmaker import MapWish, Symmetry, joined, twin
from game.geometry.planar import Shape as Planar
from game.geometry.shapes import Point
from game.kit import maps
from game.kit.data import Checks, InMm, Row, ScenarioRow
from game.kit.figures import by_hand
from rulesets.age_of_fantasy_skirmish.data_files import DATA, number, whole
from rulesets.age_of_fantasy_skirmish.field.ground import Kind, kinds
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, SLACK, inch
from rulesets.age_of_fantasy_skirmish.own import PieceOwn

LengthIn = Annotated[float, msgspec.Meta(gt=0)]


class TableSize(Row, frozen=True, kw_only=True):
    """The playing surface and the depth of both zones (inches)."""

    width_in: LengthIn
    depth_in: LengthIn
    zone_in: LengthIn

    zone_mm = InMm("zone_in", inch)
    """Depth of a deployment zone (mm)."""

    @property
    def table(self) -> Table:
        """The surface in mm."""
        return Table(inch(self.width_in), inch(self.depth_in))


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario; ``map`` "" is generated."""

    table: TableSize
    map: str = ""


def _checked(found: Scenario, file: str) -> Scenario:
    """The same, if its zones lie far enough apart (AFS-TBL-03, AFS-R55). Raises DataError."""
    apart, least = found.table.depth_in - 2 * found.table.zone_in, number("zones_apart")
    text = T("the deployment zones are {apart} inches apart, but must be at least {least}", apart=apart, least=least)
    Checks(file).refuse(apart < least, "table, zone_in", text)
    return found


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _checked)
scenarios, load_scenario, read_scenario = SCENARIOS.ids, SCENARIOS.load, SCENARIOS.read

WIDEST = 50.0
"""mm of the largest base (AFS-S03): maps made from a number leave it a way from zone to zone."""

SpanIn = tuple[Annotated[float, msgspec.Meta(gt=0)], Annotated[float, msgspec.Meta(gt=0)]]


class Drawn(Row, frozen=True, kw_only=True):
    """A drawn map: its table in inches, the rows of its pieces; ``twin`` gives one again, turned by 180 degrees."""

    id: str
    name: str
    name_pl: str = ""
    clause: str = ""
    table: SpanIn
    piece: tuple[dict[str, Any], ...]

    @property
    def size(self) -> Table:
        """The table in mm."""
        return Table(inch(self.table[0]), inch(self.table[1]))

    @property
    def features(self) -> dict[str, Feature]:
        """The pieces by id."""
        return features_of(self)


def features(found: Sequence[Mapping[str, Any]], read: Document) -> dict[str, Feature]:
    """Features by id. Raises DataError for a kind that is not known or an outline that cannot be."""

    def high(kind: Kind, height: float) -> bool:
        return (height < 0.0) == (kind.shape == "pit") and not (kind.sight and height <= 0.0)

    return by_hand.pieces(found, kinds(), read, PieceOwn, high=high, leaning=lambda kind: kind.ladder)


def features_of(drawn: Drawn, file: str = "map") -> dict[str, Feature]:
    """The pieces of a drawn map by id, each followed by its twin (``-2``)."""
    rows = [{k: v for k, v in row.items() if k != "twin"} for row in drawn.piece]
    firsts = features(rows, Document(file, MEASURES))
    out: dict[str, Feature] = {}
    size = (drawn.size.width, drawn.size.depth)
    for first, row in zip(firsts.values(), drawn.piece, strict=True):
        out[first.id] = first
        if row.get("twin", False):
            again = f"{first.id}-2"
            out[again] = replace(first, id=again, points=twin(first.points, size, "half_turn"))
    table, text = shapely.box(0.0, 0.0, *size).buffer(SLACK), T("this piece does not lie wholly on the table")
    for piece in out.values():
        Checks(file).refuse(not table.covers(shapely.Polygon(piece.points)), f"piece {piece.id}", text)
    return out


def _drawable(found: Drawn, file: str) -> Drawn:
    """The same, if all its pieces can be and lie on the table. Raises DataError."""
    features_of(found, file)
    return found


MAPS = DATA.shelf("maps", T("map"), Drawn, _drawable)
load_map, read_map = MAPS.load, MAPS.read


@cache
def _maker() -> maps.Maker:
    return maps.read_maker(DATA.raw("mapmaker.toml"), kinds())


def wish_of(table: Table, symmetry: Symmetry = "half_turn") -> MapWish:
    """What a made map of this table is to be like."""
    return maps.wish_of(_maker(), table, inch, symmetry)


def generated(table: Table, zone: float, seed: str, *, symmetric: bool = True) -> dict[str, Feature]:
    """The pieces of a map made from a seed: legal for a standard game, with ways from zone to zone for every base.

    ``zone`` is the depth of the deployment zones (mm); ``symmetric``: the northern half is the southern one turned by
    180 degrees. Raises MapError if the table is too small for 20 pieces.
    """

    def own(kind: str, points: tuple[Point, ...]) -> PieceOwn:
        # A ladder leans on the southern face, on a twin's therefore on the face that was turned with it.
        return PieceOwn((0,) if kinds()[kind].ladder else ())

    def will_do(out: dict[str, Feature]) -> bool:
        return bar_of(out, table, zone) is None and reachable(out, table, zone)

    return maps.made(wish_of(table, "half_turn" if symmetric else "none"), seed, kinds(), own, will_do)


def bar_of(pieces: Mapping[str, Feature], table: Table, zone: float, areas: Sequence[Planar] = ()) -> Bar | None:
    """Why a map cannot be used for a standard game, or None (AFS-TBL-02, AFS-TBL-03, AFS-R55).

    ``areas`` are the zones of both sides, where they are no strips ``zone`` deep.
    """
    apart, gap = shapely.distance(*areas) if areas else table.depth - 2.0 * zone, inch(number("zones_apart"))
    if apart < gap - SLACK:
        text = T("the deployment zones are {apart} apart: at least {least}", apart=Length(apart), least=Length(gap))
        return Bar(text, "AFS-TBL-03")
    if len(pieces) < whole("pieces"):
        text = T("{count} pieces of terrain: at least {least}", count=len(pieces), least=whole("pieces"))
        return Bar(text, "AFS-TBL-02")
    return None


def reachable(pieces: Mapping[str, Feature], table: Table, zone: float, areas: Sequence[Planar] = ()) -> bool:
    """Whether the largest base can walk on the ground from one zone to the other, and each zone has room in it."""
    shut = [shapely.Polygon(p.points) for p in pieces.values() if kinds()[p.kind].shape in ("top", "wall", "pit")]
    south = shapely.box(0.0, 0.0, table.width, zone)
    north = shapely.box(0.0, table.depth - zone, table.width, table.depth)
    return joined((table.width, table.depth), shut, WIDEST / 2.0, areas or (south, north))
