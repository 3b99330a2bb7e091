"""What a scenario file holds: table, zones, map, sizes, as typed rows. Files are in inches, ``_mm`` in millimetres."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec

from game.engine.state import Table
from game.engine.tables import DataError, read, unknown
from game.engine.text import T
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import inch

Positive = Annotated[int, msgspec.Meta(ge=1)]
LengthIn = Annotated[float, msgspec.Meta(gt=0)]


class TableSize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The playing surface and the depth of both zones (inches)."""

    width_in: LengthIn
    depth_in: LengthIn
    zone_in: LengthIn

    @property
    def table(self) -> Table:
        """The surface in mm."""
        return Table(inch(self.width_in), inch(self.depth_in))

    @property
    def zone_mm(self) -> float:
        """Depth of a deployment zone (mm)."""
        return inch(self.zone_in)


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: how large the table is, whose map is played on, for how many points.

    Attributes
    ----------
    map
        Id of a map, "" where it is generated.
    sizes
        Points it is made for, the usual size first.
    """

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


def _folder() -> list[str]:
    folder = files("rulesets.age_of_fantasy_skirmish").joinpath("data", "scenarios")
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))


def read_scenario(data: bytes, file: str) -> Scenario:
    """Read a scenario; the zones lie far enough apart (AFS-TBL-03, AFS-R55). Raises DataError."""
    found = read(data, Scenario, file)
    apart = found.table.depth_in - 2 * found.table.zone_in
    if apart < number("zones_apart"):
        text = T(
            "the deployment zones are {apart} inches apart, but must be at least {least}",
            apart=apart,
            least=number("zones_apart"),
        )
        raise DataError(file, "table, zone_in", text)
    return found


@cache
def load_scenario(scenario_id: str) -> Scenario:
    """A scenario by its id. Raises DataError, also where there is none."""
    known = _folder()
    if scenario_id not in known:
        raise unknown("scenarios", "", T("scenario"), scenario_id, known)
    file = f"{scenario_id}.toml"
    data = files("rulesets.age_of_fantasy_skirmish").joinpath("data", "scenarios", file).read_bytes()
    found = read_scenario(data, file)
    if found.id != scenario_id:
        raise DataError(file, "id", T("this must be “{right}”, the name of the file", right=scenario_id))
    return found


@cache
def scenarios() -> tuple[str, ...]:
    """Ids of the scenarios in the order in which they are offered."""
    return tuple(sorted(_folder(), key=lambda name: (load_scenario(name).order, name)))
