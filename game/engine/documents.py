"""Reading a situation by hand: keys, lists, numbers, places, outlines, with good sentences for whatever is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import shapely

from game.engine.tables import DataError, unknown
from game.engine.text import T
from game.geometry.shapes import Point
from game.geometry.tolerance import Measures

COMPASS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0, "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}
OUTLINES = ("points", "polygon", "line", "box", "circle")
"""Keys of which a piece of terrain has one."""


class Document(msgspec.Struct, frozen=True):
    """A document being read: its name for messages, and the measures in which its lengths are written.

    Every method takes the key at which the value stands and raises DataError naming it.
    """

    file: str
    measures: Measures

    def fail(self, key: str, text: Any) -> DataError:
        """The error to raise for a key."""
        return DataError(self.file, key, text)

    def known(self, row: Mapping[str, Any], names: Sequence[str], key: str = "") -> None:
        """Refuse keys that cannot stand in a table."""
        for name in row:
            if name not in names:
                raise unknown(self.file, f"{key}.{name}" if key else name, T("key here"), name, list(names))

    def choice(self, value: Any, names: Sequence[str], what: Any, key: str) -> str:
        """One of some names."""
        if value not in names:
            raise unknown(self.file, key, what, str(value), list(names))
        return str(value)

    def rows(self, doc: Mapping[str, Any], *keys: str) -> list[Mapping[str, Any]]:
        """The tables listed under some keys, none where there is none."""
        out: list[Mapping[str, Any]] = []
        for key in keys:
            found = doc.get(key, [])
            if not isinstance(found, Sequence) or not all(isinstance(r, Mapping) for r in found):
                raise self.fail(key, T("this must be a list of tables"))
            out += found
        return out

    def table(self, value: Any, key: str) -> Mapping[str, Any]:
        """A table of keys."""
        if not isinstance(value, Mapping):
            raise self.fail(key, T("this must be a table of keys"))
        return value

    def array(self, value: Any, key: str, count: int | None = None) -> list[Any]:
        """A list, of so many entries."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self.fail(key, T("this must be a list in [ ]"))
        if count is not None and len(value) != count:
            raise self.fail(
                key, T("this list must have {right} entries, but has {wrong}", right=count, wrong=len(value))
            )
        return list(value)

    def number(self, value: Any, key: str) -> float:
        """A number as it stands."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(key, T("this must be a number"))
        return float(value)

    def whole(self, value: Any, key: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fail(key, T("this must be a whole number from {least} to {most}", least=least, most=most))
        return value

    def length(self, value: Any, key: str) -> float:
        """Millimetres of a length in the document's unit, to 0.001 mm."""
        return round(self.number(value, key) * self.measures.mm_per_unit, 3) + 0.0

    def point(self, value: Any, key: str) -> Point:
        """A point in mm."""
        x, y = self.array(value, key, 2)
        return self.length(x, key), self.length(y, key)

    def facing(self, value: Any, key: str) -> float:
        """Degrees, or a compass word."""
        if isinstance(value, str):
            return COMPASS[self.choice(value.upper(), tuple(COMPASS), T("compass point"), key)]
        return self.number(value, key) % 360.0

    def place(self, value: Any, facing: float, key: str) -> tuple[Point, float]:
        """A point in mm and a facing of [x, y] or [x, y, facing]."""
        found = self.array(value, key)
        if len(found) not in (2, 3):
            raise self.fail(key, T("this must be x and y, and perhaps a facing"))
        return self.point(found[:2], key), self.facing(found[2], key) if len(found) == 3 else facing

    def outline(self, row: Mapping[str, Any], key: str, line: bool = False) -> tuple[Point, ...]:
        """Points (mm) of an outline: ``points``, ``box`` [west, south, east, north] or ``circle`` [x, y, radius]."""
        given = [k for k in OUTLINES if k in row and not isinstance(row[k], bool)]
        if len(given) != 1:
            raise self.fail(key, T("give its outline once: points, box or circle"))
        value, at = row[given[0]], f"{key}, {given[0]}"
        if given[0] == "box":
            west, south, east, north = (self.length(v, at) for v in self.array(value, at, 4))
            if west >= east or south >= north:
                raise self.fail(at, T("a box goes from west to east and from south to north"))
            return ((west, south), (east, south), (east, north), (west, north))
        if given[0] == "circle":
            x, y, radius = (self.length(v, at) for v in self.array(value, at, 3))
            ring = shapely.Point(x, y).buffer(radius, quad_segs=12).exterior.coords[:-1]
            return tuple((round(px, 3) + 0.0, round(py, 3) + 0.0) for px, py in ring)
        points = tuple(self.point(p, at) for p in self.array(value, at))
        least = 2 if line else 3
        if len(points) < least:
            raise self.fail(at, T("at least {least} points are needed", least=least))
        if not line and not shapely.Polygon(points).is_valid:
            raise self.fail(at, T("this outline crosses itself"))
        return points
