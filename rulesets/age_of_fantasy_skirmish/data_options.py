"""What the players may set before a battle, as data/options.toml tells it, as typed rows."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from game.engine.tables import DataError, read
from game.engine.text import T

FILE = "options.toml"


class Option(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option: a number between bounds, a flag, or one of several choices."""

    key: str
    type: Literal["int", "bool", "choice"]
    default: int | bool | str
    name: str
    name_pl: str
    help: str
    help_pl: str
    clause: str = ""
    min: int | None = None
    max: int | None = None
    step: int | None = None
    choices: tuple[str, ...] = ()


class _Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    option: tuple[Option, ...]


def read_options(data: bytes, file: str = FILE) -> dict[str, Option]:
    """Read the options by key; defaults are of their own type. Raises DataError."""
    found: dict[str, Option] = {}
    for row in read(data, _Options, file).option:
        key = f"option ({row.key})"
        if row.key in found:
            raise DataError(file, key, T("two options have this key"))
        kind = {"int": int, "bool": bool, "choice": str}[row.type]
        if type(row.default) is not kind or (row.type == "choice" and row.default not in row.choices):
            raise DataError(file, f"{key}, default", T("the default does not fit the type of the option"))
        found[row.key] = row
    return found


@cache
def options() -> dict[str, Option]:
    """All options by key, in the order in which they are shown."""
    return read_options(files("rulesets.age_of_fantasy_skirmish").joinpath("data", FILE).read_bytes())
