"""The numbers of attacks, wounds and melee, from data/attacks.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from game.engine.tables import DataError, read, unknown
from game.engine.text import T

FILE = "attacks.toml"


class _Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: dict[str, int]


def read_numbers(data: bytes, file: str = FILE) -> dict[str, int]:
    """Read the file; numbers are not negative. Raises DataError."""
    found = read(data, _Numbers, file).number
    for name, value in found.items():
        if value < 0:
            raise DataError(file, f"number.{name}", T("this must not be less than 0"))
    return found


@cache
def _numbers() -> dict[str, int]:
    return read_numbers(files("rulesets.age_of_fantasy_skirmish").joinpath("data", FILE).read_bytes())


def number(name: str) -> int:
    """A number by its name. Raises DataError where there is none."""
    found = _numbers()
    if name not in found:
        raise unknown(FILE, "number", T("number"), name, list(found))
    return found[name]
