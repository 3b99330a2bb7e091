"""The numbers of the ground, of distances, of moves and of cover, from data/ground.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from game.engine.tables import DataError, read, unknown
from game.engine.text import T

FILE = "ground.toml"


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: name -> number, lengths in inches."""

    number: dict[str, float]


@cache
def _numbers() -> dict[str, float]:
    data = files("rulesets.age_of_fantasy_skirmish").joinpath("data", FILE).read_bytes()
    return read_numbers(data, FILE)


def read_numbers(data: bytes, file: str = FILE) -> dict[str, float]:
    """Read the file; numbers are not negative. Raises DataError."""
    found = read(data, Numbers, file).number
    for name, value in found.items():
        if value < 0:
            raise DataError(file, f"number.{name}", T("this must not be less than 0"))
    return found


def number(name: str) -> float:
    """A number by its name. Raises DataError where there is none."""
    found = _numbers()
    if name not in found:
        raise unknown(FILE, "number", T("number"), name, list(found))
    return found[name]


def whole(name: str) -> int:
    """A number that counts things."""
    return int(number(name))
