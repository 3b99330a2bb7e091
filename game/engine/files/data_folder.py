"""The data that comes with a ruleset: the files of its folder ``data``, some of which tell one thing each by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Protocol, TypeVar

from game.engine.files.toml_reading import DataError, unknown
from game.engine.text import T, Text


class Named(Protocol):
    """A row with an id."""

    @property
    def id(self) -> str:
        """What it is called in files."""
        ...


N = TypeVar("N", bound=Named)


class DataFolder:
    """The files of a package.

    Parameters
    ----------
    package
        The ruleset's package.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def at(self, *path: str) -> Traversable:
        """A file or folder of the package."""
        place: Traversable = resources.files(self.package)
        for part in path:
            place = place.joinpath(part)
        return place

    def raw(self, *path: str) -> bytes:
        """What a file of the folder ``data`` holds."""
        return self.at("data", *path).read_bytes()

    def ids(self, folder: str) -> list[str]:
        """The ids of what a folder below ``data`` tells: the names of its TOML files, sorted."""
        names = (f.name for f in self.at("data", folder).iterdir())
        return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))

    def one(self, folder: str, name: str, what: Text, reader: Callable[[bytes, str], N]) -> N:
        """What a file of a folder tells. Raises DataError, also where there is none, or its id is not its name."""
        known = self.ids(folder)
        if name not in known:
            raise unknown(folder, "", what, name, known)
        file = f"{name}.toml"
        found = reader(self.raw(folder, file), file)
        if found.id != name:
            raise DataError(file, "id", T("this must be “{right}”, the name of the file", right=name))
        return found


def unique(file: str, key: str, values: Iterable[str]) -> None:
    """Refuse a file in which a name stands twice. Raises DataError."""
    for value, times in Counter(values).items():
        if times > 1:
            text = T("this name is used {times} times; every name must be used once", times=times)
            raise DataError(file, f"{key} {value}", text)


def by_id(file: str, key: str, rows: Iterable[N]) -> dict[str, N]:
    """Rows by their ids, in their order. Raises DataError where one stands twice."""
    listed = list(rows)
    unique(file, key, (row.id for row in listed))
    return {row.id: row for row in listed}
