"""Kinds of terrain as data/terrain.toml tells them, as typed rows (AFS-S09)."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from game.engine.text import T
from game.engine.toml_reading import DataError, read
from rulesets.age_of_fantasy_skirmish.data_files import DATA
from rulesets.age_of_fantasy_skirmish.measures import inch

FILE = "terrain.toml"

Shape = Literal["area", "top", "wall", "hedge", "pit"]


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain; the keys are explained at the head of the file. Lengths in inches."""

    id: str
    name: str
    name_pl: str
    shape: Shape
    height: float
    sight: Literal["", "solid", "veil"] = ""
    cover: bool = False
    difficult: bool = False
    dangerous: bool = False
    ladder: bool = False

    @property
    def height_mm(self) -> float:
        """Its usual height in mm."""
        return inch(self.height)

    @property
    def rises(self) -> bool:
        """Whether it is solid terrain that a base may not overlap from below (AFS-S08)."""
        return self.shape in ("top", "wall")


class _Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: tuple[Kind, ...]


def read_kinds(data: bytes, file: str = FILE) -> dict[str, Kind]:
    """Read the kinds by id. Raises DataError for one that is told twice or cannot be."""
    found: dict[str, Kind] = {}
    for row in read(data, _Kinds, file).kind:
        key = f"kind ({row.id})"
        if row.id in found:
            raise DataError(file, key, T("this kind of terrain is told twice"))
        if (row.shape == "pit") != (row.height < 0):
            raise DataError(file, f"{key}, height", T("only the floor of a pit lies below the ground"))
        if row.sight and row.height <= 0:
            raise DataError(file, f"{key}, sight", T("what blocks sight needs a height"))
        if row.ladder and row.shape != "top":
            raise DataError(file, f"{key}, ladder", T("a ladder needs a top to lead to"))
        found[row.id] = row
    return found


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of terrain by id."""
    return read_kinds(DATA.raw(FILE))
