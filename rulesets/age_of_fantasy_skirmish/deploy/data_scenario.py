"""What a scenario file holds: table, zones, map, sizes, as typed rows. Files are in inches, ``_mm`` in millimetres."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from game.engine.state import Table
from game.engine.text import T
from game.engine.toml_reading import read
from game.kit.data import Checks, InMm, in_order
from rulesets.age_of_fantasy_skirmish.data_files import DATA
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import inch

Positive = Annotated[int, msgspec.Meta(ge=1)]
LengthIn = Annotated[float, msgspec.Meta(gt=0)]


class TableSize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario, made for some ``sizes`` in points, the usual one first; ``map`` "" is generated."""

    id: str
    name: str
    name_pl: str
    order: int
    briefing: str
    briefing_pl: str
    clauses: tuple[str, ...]
    sizes: tuple[Positive, ...]
    table: TableSize
    map: str = ""


def read_scenario(data: bytes, file: str) -> Scenario:
    """Read a scenario; the zones lie far enough apart (AFS-TBL-03, AFS-R55). Raises DataError."""
    found = read(data, Scenario, file)
    apart, least = found.table.depth_in - 2 * found.table.zone_in, number("zones_apart")
    text = T("the deployment zones are {apart} inches apart, but must be at least {least}", apart=apart, least=least)
    Checks(file).refuse(apart < least, "table, zone_in", text)
    return found


@cache
def load_scenario(scenario_id: str) -> Scenario:
    """A scenario by its id. Raises DataError, also where there is none."""
    return DATA.one("scenarios", scenario_id, T("scenario"), read_scenario)


@cache
def scenarios() -> tuple[str, ...]:
    """Ids of the scenarios in the order in which they are offered."""
    return tuple(in_order(DATA.ids("scenarios"), load_scenario))
