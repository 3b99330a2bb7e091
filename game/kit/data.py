"""Reading the data of a system: the rows of a file, lengths in mm of those in files, and what is wrong with a row."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from game.engine.files import data_folder
from game.engine.files.data_folder import by_id
from game.engine.files.toml_reading import DataError, read, unknown
from game.engine.options import Option, read_options
from game.engine.text import Text

S = TypeVar("S")
N = TypeVar("N", bound=data_folder.Named)
Positive = Annotated[int, msgspec.Meta(ge=1)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a data file. Unknown keys are refused."""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row with an id, and a name in both languages."""

    id: str
    name: str


class ScenarioRow(Named, frozen=True, kw_only=True):
    """A scenario on offer: its place among them, what it is about, ``sizes`` in points, the usual one first."""

    order: int
    briefing: str
    clauses: tuple[str, ...]
    sizes: tuple[Positive, ...]


class InMm:
    """A length in mm, of a ``field`` in the system's unit that ``mm`` converts."""

    def __init__(self, field: str, mm: Callable[[float], float]) -> None:
        self.field, self.mm = field, mm

    def __get__(self, row: Any, kind: type | None = None) -> float:
        return self.mm(getattr(row, self.field))


def listed(data: bytes, file: str, key: str, kind: type[S]) -> tuple[S, ...]:
    """The rows of a file that holds one table of them. Raises DataError."""
    rows = ("rows", GenericAlias(tuple, (kind, ...)), msgspec.field(name=key))
    whole = msgspec.defstruct("File", [rows], frozen=True, forbid_unknown_fields=True)
    found: Any = read(data, whole, file)
    of_kind: tuple[S, ...] = found.rows
    return of_kind


def table(folder: data_folder.DataFolder, file: str, key: str, kind: type[N]) -> dict[str, N]:
    """The rows of such a file by their ids. Raises DataError where one stands twice."""
    return by_id(file, key, listed(folder.raw(file), file, key, kind))


class Shelf(Generic[N]):
    """What a folder of the data tells, one thing a file, each read once.

    Attributes
    ----------
    ids
        The ids of all, in the order in which they are offered where they have one, else sorted.
    load
        One by its id. Raises DataError, also where there is none.
    all
        All by id, in the same order.
    """

    def __init__(
        self, data: data_folder.DataFolder, folder: str, what: Text, kind: type[N], checked: Callable[[N, str], N]
    ) -> None:
        self.data, self.folder, self.what, self.kind, self.checked = data, folder, what, kind, checked
        self.ids: Callable[[], tuple[str, ...]] = cache(self._ids)
        self.load: Callable[[str], N] = cache(self._load)
        self.all: Callable[[], dict[str, N]] = cache(lambda: {name: self.load(name) for name in self.ids()})

    def read(self, data: bytes, file: str) -> N:
        """One of them from its file. Raises DataError."""
        return self.checked(read(data, self.kind, file), file)

    def _load(self, name: str) -> N:
        return self.data.one(self.folder, name, self.what, self.read)

    def _ids(self) -> tuple[str, ...]:
        names = self.data.ids(self.folder)
        if "order" in getattr(self.kind, "__struct_fields__", ()):  # rows without one may name each other while read
            names.sort(key=lambda name: (getattr(self.load(name), "order", 0), name))
        return tuple(names)


class DataFiles(data_folder.DataFolder):
    """The data of a system, each file read when it is first asked for; reading raises DataError."""

    def table(self, file: str, key: str, kind: type[N]) -> Callable[[], dict[str, N]]:
        """The rows of a file that holds one table of them, by their ids."""
        return cache(lambda: table(self, file, key, kind))

    def whole(self, file: str, kind: type[S]) -> Callable[[], S]:
        """All that a file holds."""
        return cache(lambda: read(self.raw(file), kind, file))

    def made(self, file: str, reader: Callable[[bytes, str], S]) -> Callable[[], S]:
        """What a reader of its own makes of a file."""
        return cache(lambda: reader(self.raw(file), file))

    def options(self) -> Callable[[], dict[str, Option]]:
        """What the players may set before a battle, by key in the order in which it is offered."""
        return cache(lambda: read_options(self.raw("options.toml")))

    def shelf(
        self, folder: str, what: Text, kind: type[N], checked: Callable[[N, str], N] = lambda found, file: found
    ) -> Shelf[N]:
        """What a folder tells, one thing a file; ``checked`` gives it back if all that it names is there."""
        return Shelf(self, folder, what, kind, checked)


class Checks(msgspec.Struct, frozen=True):
    """What is wrong with a file of data; every method raises DataError with the key."""

    file: str

    def known(self, key: str, what: Text, name: str, known: Collection[str]) -> None:
        """Refuse a name that points nowhere; ``what`` it should have been."""
        if name not in known:
            raise unknown(self.file, key, what, name, list(known))

    def refuse(self, wrong: bool, key: str, text: Text) -> None:
        """Refuse what cannot be."""
        if wrong:
            raise DataError(self.file, key, text)
