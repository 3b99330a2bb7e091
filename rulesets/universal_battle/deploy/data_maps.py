"""Scenarios as typed rows, and the tables they are fought on (USB-SET-01 to -04, USB-ORG-03, USB-R05, USB-S07)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Annotated, Literal

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.state import Feature, Table
from game.engine.text import T
from game.geometry.mapmaker import Symmetry
from game.geometry.shapes import Point
from game.kit import maps
from game.kit.data import Checks, Positive, ScenarioRow
from rulesets.universal_battle.data_files import DATA, number
from rulesets.universal_battle.field.ground import kinds
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.own import PieceOwn

Share = Annotated[float, msgspec.Meta(gt=0, le=1)]
Side = Literal["south", "north"]


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A thing that units deal with by a special action (USB-ACT-07): where it lies, as shares of width and depth.

    ``worth``: for how many activations it counts; ``owner``: whose it is, so that the enemy alone can deal with it.
    """

    name: str
    name_pl: str
    at: tuple[Share, Share]
    worth: Positive = 1
    owner: Literal["", "south", "north"] = ""


class Scenario(ScenarioRow, frozen=True, kw_only=True):
    """A scenario.

    Attributes
    ----------
    capped
        Whether no activation may cost more than a third (USB-ORG-07, USB-ORG-08).
    share
        By side the share of the points agreed that its army may cost (USB-ORG-02).
    zone
        By side the depth of its zone as a share of the table's, where it is not a quarter (USB-SET-04).
    """

    capped: bool = True
    share: dict[Side, Share] = msgspec.field(default_factory=dict)
    zone: dict[Side, Share] = msgspec.field(default_factory=dict)
    objective: tuple[Objective, ...] = ()


def _checked(found: Scenario, file: str) -> Scenario:
    """The same, if both zones leave ground between them. Raises DataError."""
    deep = sum(found.zone.get(side, number("zone_share")) for side in ("south", "north"))
    Checks(file).refuse(deep >= 1.0, "zone", T("the zones must leave ground between them"))
    return found


SCENARIOS = DATA.shelf("scenarios", T("scenario"), Scenario, _checked)
load_scenario, read_scenario = SCENARIOS.load, SCENARIOS.read


def surface(points: int) -> Table:
    """The table for so many points: 2 x 2 feet for small games, else 3 x 3 (USB-ORG-03, USB-S07)."""
    side = inch(number("small_table") if points <= number("small_game") else number("table"))
    return Table(side, side)


def zone_depth(scenario: Scenario, table: Table, side: str) -> float:
    """How deep (mm) a side's zone is: a quarter of the table, unless the scenario has it otherwise (USB-R05)."""
    share = next((s for who, s in scenario.zone.items() if who == side), number("zone_share"))
    return round(table.depth * share, 3)


def least_pieces(table: Table) -> int:
    """One piece of terrain for each foot of the table's perimeter at least (USB-SET-01)."""
    return int(2.0 * (table.width + table.depth) / inch(number("foot")) + 1e-6)


@cache
def _maker() -> maps.Maker:
    return maps.read_maker(DATA.raw("mapmaker.toml"), kinds())


def generated(
    table: Table, seed: str, *, symmetric: bool = True, open_at: Collection[Point] = ()
) -> dict[str, Feature]:
    """The terrain of a table made from a seed: as many pieces as it needs, with a way for every base across it.

    ``symmetric``: the northern half is the southern one turned by 180 degrees; nothing that no model could stand on
    lies at the points of ``open_at``. Raises MapError if the table is too small.
    """
    symmetry: Symmetry = "half_turn" if symmetric else "none"
    wish = maps.wish_of(_maker(), table, inch, symmetry)
    # of each piece of a kind that there must be one of, a symmetric table has two
    usual = least_pieces(table)
    least = max(usual, sum(kind.least for kind in wish.kinds))
    wish = replace(wish, pieces=(least, max(least, usual + 2)))
    return maps.made(wish, seed, kinds(), _own, lambda out: passable(out, table) and _open(out, open_at))


def _own(kind: str, points: tuple[Point, ...]) -> PieceOwn:
    return PieceOwn()


def _open(pieces: dict[str, Feature], points: Collection[Point]) -> bool:
    """Whether models can stand at some points and about them."""
    shut = [p for p in pieces.values() if kinds()[p.kind].solid or kinds()[p.kind].dangerous]
    near = shapely.MultiPoint(list(points)).buffer(inch(number("widest")) / 2.0)
    return not any(near.intersects(shapely.Polygon(p.points)) for p in shut)


def passable(pieces: dict[str, Feature], table: Table) -> bool:
    """Whether the largest base finds a way from edge to edge."""
    shut = (p for p in pieces.values() if kinds()[p.kind].solid)
    return maps.way_across(shut, table, table.depth / 4.0, inch(number("widest")))
