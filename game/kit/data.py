"""Reading the data of a system: the rows of a file, lengths in mm of those in files, and what is wrong with a row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from types import GenericAlias
from typing import Any, Protocol, TypeVar

import msgspec

from game.engine.data_folder import DataFolder, Named, by_id
from game.engine.text import Text
from game.engine.toml_reading import DataError, read, unknown

S = TypeVar("S")
N = TypeVar("N", bound=Named)


class Offered(Protocol):
    """What stands in an order in which it is offered."""

    @property
    def order(self) -> int:
        """Its place."""
        ...


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


def table(folder: DataFolder, file: str, key: str, kind: type[N]) -> dict[str, N]:
    """The rows of such a file by their ids. Raises DataError where one stands twice."""
    return by_id(file, key, listed(folder.raw(file), file, key, kind))


def in_order(ids: Iterable[str], load: Callable[[str], Offered]) -> list[str]:
    """Ids in the order in which what they stand for is offered."""
    return sorted(ids, key=lambda name: (load(name).order, name))


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
