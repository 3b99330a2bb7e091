"""Numbers of the rules that a ruleset keeps by name in a TOML file: ``[number]`` and below it ``name = value``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files

import msgspec

from game.engine.files.toml_reading import DataError, read, unknown
from game.engine.text import T


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
    """The numbers of a file, or of several with names of their own, read when the first of them is asked for.

    Parameters
    ----------
    package, files
        The ruleset's package and the files in its folder ``data``.
    whole
        Files of which all numbers count things or faces.
    """

    def __init__(self, package: str, *files: str, whole: Sequence[str] = ()) -> None:
        self.package, self.files, self.all_whole = package, (*files, *whole), whole

    @cached_property
    def values(self) -> dict[str, float]:
        """All numbers by name."""
        found: dict[str, float] = {}
        for file in self.files:
            more = read_numbers(files(self.package).joinpath("data", file).read_bytes(), file, file in self.all_whole)
            if twice := found.keys() & more.keys():
                raise DataError(
                    file,
                    f"number.{min(twice)}",
                    T("this name is used {times} times; every name must be used once", times=2),
                )
            found |= more
        return found

    def number(self, name: str) -> float:
        """A number by its name. Raises DataError where there is none."""
        if name not in self.values:
            raise unknown(", ".join(self.files), "number", T("number"), name, list(self.values))
        return self.values[name]

    def whole(self, name: str) -> int:
        """A number that counts things or faces."""
        return int(self.number(name))
