"""Reading a document by hand: keys, lists, numbers, places in inches, with good sentences for whatever is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.engine.documents import Document
from game.engine.tables import DataError
from game.engine.text import T
from game.geometry.shapes import Point
from rulesets.age_of_fantasy_skirmish.measures import MEASURES, inch


def _read(file: str) -> Document:
    return Document(file, MEASURES)


def known(row: Mapping[str, Any], names: Sequence[str], file: str, key: str) -> None:
    """Refuse keys that cannot stand in a table."""
    _read(file).known(row, names, key)


def rows(doc: Mapping[str, Any], key: str, file: str) -> list[Mapping[str, Any]]:
    """A list of tables, empty where there is none."""
    return _read(file).rows(doc, key)


def mapped(value: Any, file: str, key: str) -> Mapping[str, Any]:
    """A table of keys."""
    return _read(file).table(value, key)


def listed(value: Any, file: str, key: str, count: int | None = None) -> list[Any]:
    """A list, of so many entries."""
    return _read(file).array(value, key, count)


def numbered(value: Any, file: str, key: str) -> float:
    """A number."""
    return _read(file).number(value, key)


def point(value: Any, file: str, key: str) -> Point:
    """A point in mm of [x, y] in inches."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        raise DataError(file, key, T("this must be two numbers, x and y in inches"))
    return inch(numbered(value[0], file, key)), inch(numbered(value[1], file, key))


def place(value: Any, facing: float, file: str, key: str) -> tuple[Point, float]:
    """A point in mm and a facing of [x, y] or [x, y, facing], lengths in inches."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) not in (2, 3):
        raise DataError(file, key, T("this must be x and y in inches, and perhaps a facing"))
    own = numbered(value[2], file, key) % 360.0 if len(value) == 3 else facing
    return point(value[:2], file, key), own
