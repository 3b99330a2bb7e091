"""Kinds of ground, from data/terrain.toml (WAB-TER-01, WAB-S05, WAB-S08)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import field

from game.engine.data_folder import by_id
from game.engine.toml_reading import read
from rulesets.ancient_battles.data_files import DATA, Count, Row

Rate = Literal["normal", "difficult", "very_difficult", "obstacle", "impassable"]


class Kind(Row, frozen=True, kw_only=True):
    """A kind of ground: what it does to movement, cover behind it, sight (a "wood": 2 inches), steps of height."""

    id: str
    name: str
    name_pl: str
    shape: Literal["area", "line"]
    rate: Rate
    cover: Literal["", "soft", "hard"] = ""
    sight: Literal["clear", "wood", "block"] = "clear"
    rise: Count = 0
    clauses: tuple[str, ...]


class _Kinds(Row, frozen=True, kw_only=True):
    rows: tuple[Kind, ...] = field(name="kind")


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of ground by id. Raises DataError."""
    return by_id("terrain.toml", "kind", read(DATA.raw("terrain.toml"), _Kinds, "terrain.toml").rows)
