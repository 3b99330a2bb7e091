"""Numbers of the rules that a ruleset keeps by name in a TOML file: ``[number]`` and below it ``name = value``."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files

import msgspec

from game.engine.text import T
from game.engine.toml_reading import DataError, read, unknown


class _Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: dict[str, float]


def read_numbers(data: bytes, file: str, whole: bool = False) -> dict[str, float]:
    """Read such a file; numbers are not negative, and whole where that is asked for. Raises DataError."""
    found = read(data, _Numbers, file).number
    for name, value in found.items():
        if value < 0:
            raise DataError(file, f"number.{name}", T("this must not be less than 0"))
        if whole and value != int(value):
            raise DataError(file, f"number.{name}", T("this must be a whole number"))
    return found


class NumberFile:
    """The numbers of one file, read when the first of them is asked for.

    Parameters
    ----------
    package, file
        The ruleset's package and the file in its folder ``data``.
    whole
        Whether all of them count things or faces.
    """

    def __init__(self, package: str, file: str, whole: bool = False) -> None:
        self.package, self.file, self.all_whole = package, file, whole

    @cached_property
    def found(self) -> dict[str, float]:
        """All numbers by name."""
        data = files(self.package).joinpath("data", self.file).read_bytes()
        return read_numbers(data, self.file, self.all_whole)

    def number(self, name: str) -> float:
        """A number by its name. Raises DataError where there is none."""
        if name not in self.found:
            raise unknown(self.file, "number", T("number"), name, list(self.found))
        return self.found[name]

    def whole(self, name: str) -> int:
        """A number that counts things or faces."""
        return int(self.number(name))
