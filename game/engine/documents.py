"""Reading a situation by hand: keys, lists, numbers, places, outlines, with good sentences for whatever is wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
import shapely

from game.engine.fields import in_parts, scaled, strange_keys, types_of
from game.engine.files.toml_reading import DataError, convert, unknown
from game.engine.state import Feature, Table, Tie
from game.engine.text import T
from game.geometry.shapes import Point
from game.geometry.tolerance import Measures

S = TypeVar("S", bound=msgspec.Struct)

COMPASS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0, "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}
OUTLINES = ("points", "polygon", "line", "box", "circle")
"""Keys of which a piece of terrain has one."""
MOST_LENGTH = 100_000.0
"""The greatest length of a document in mm; no table is a tenth as long."""
ROUND = 12
"""Into how many edges a quarter of a circle is cut."""


class GroundKind(Protocol):
    """What a document must know of a kind of terrain: its name, and whether it is a "line"."""

    @property
    def name(self) -> str:
        """Its name for players."""
        ...

    @property
    def shape(self) -> str:
        """What its pieces are."""
        ...


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
        if not math.isfinite(value):
            raise self.fail(key, T("this must be a number"))
        return float(value)

    def whole(self, value: Any, key: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.fail(key, T("this must be a whole number from {least} to {most}", least=least, most=most))
        return value

    def length(self, value: Any, key: str) -> float:
        """Millimetres of a length in the document's unit, to 0.001 mm."""
        found = self.number(value, key) * self.measures.mm_per_unit
        if abs(found) > MOST_LENGTH:
            raise self.fail(key, T("this length is too large"))
        return round(found, 3) + 0.0

    def point(self, value: Any, key: str) -> Point:
        """A point in mm."""
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
            raise self.fail(key, T("this must be two numbers, x and y"))
        x, y = value
        return self.length(x, key), self.length(y, key)

    def facing(self, value: Any, key: str) -> float:
        """Degrees, or a compass word."""
        if isinstance(value, str):
            return COMPASS[self.choice(value.upper(), tuple(COMPASS), T("compass point"), key)]
        return self.number(value, key) % 360.0

    def place(self, value: Any, facing: float, key: str) -> tuple[Point, float]:
        """A point in mm and a facing of [x, y] or [x, y, facing]."""
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) not in (2, 3):
            raise self.fail(key, T("this must be x and y, optionally followed by a facing"))
        return self.point(value[:2], key), self.facing(value[2], key) if len(value) == 3 else facing

    def surface(self, value: Any, key: str) -> Table:
        """A table by its [width, depth]."""
        width, depth = self.point(value, key)
        if width <= 0.0 or depth <= 0.0:
            raise self.fail(key, T("the table needs a size above zero"))
        return Table(width, depth)

    def outline(self, row: Mapping[str, Any], key: str, line: bool = False, segments: int = ROUND) -> tuple[Point, ...]:
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
            ring = shapely.Point(x, y).buffer(radius, quad_segs=segments).exterior.coords[:-1]
            return tuple((round(px, 3) + 0.0, round(py, 3) + 0.0) for px, py in ring)
        points = tuple(self.point(p, at) for p in self.array(value, at))
        least = 2 if line else 3
        if len(points) < least:
            raise self.fail(at, T("at least {least} points are needed", least=least))
        if not line and not shapely.Polygon(points).is_valid:
            raise self.fail(at, T("this outline crosses itself"))
        return points

    def pieces(
        self,
        rows: Sequence[Mapping[str, Any]],
        kinds: Mapping[str, GroundKind],
        keys: Sequence[str],
        segments: int = ROUND,
    ) -> Iterator[tuple[Feature, Mapping[str, Any]]]:
        """Pieces of terrain, each with its row; their ids are kind and number unless told."""
        seen: set[str] = set()
        numbers: dict[str, int] = {}
        for row in rows:
            code = str(row.get("kind", ""))
            key = f"terrain {row.get('id') or code or len(seen) + 1}"
            self.known(row, keys, key)
            kind = kinds[self.choice(code, tuple(kinds), T("terrain kind"), f"{key}, kind")]
            numbers[code] = numbers.get(code, 0) + 1
            name = str(row.get("id") or f"{code}-{numbers[code]}")
            if name in seen:
                raise self.fail(key, T("two features have this id"))
            seen.add(name)
            line = kind.shape == "line"
            points = self.outline(row, key, line, segments)
            yield Feature(name, code, str(row.get("name", kind.name)), points, line), row

    def own(self, given: Mapping[str, Any], kind: type[S], key: str = "") -> S:
        """What a system keeps of a thing, from plain fields with lengths in the document's unit.

        Unknown keys, also of tables within, and values that do not fit are refused.
        """
        for where, wrong, known in strange_keys(kind, given, key):
            raise unknown(self.file, f"{where}.{wrong}" if where else wrong, T("key here"), wrong, known)
        try:
            plain = scaled(kind, given, self.measures.mm_per_unit)
            return convert(in_parts(kind, plain), kind, self.file)
        except DataError as fault:
            where = ", ".join(part for part in (key, fault.key) if part)
            raise DataError(fault.file, where, fault.message) from None

    def typed(self, row: Mapping[str, Any], kind: type[S], key: str) -> S:
        """A row of a system's data as its type has it, lengths as they are; what does not fit is refused."""
        try:
            return convert(dict(row), kind, self.file)
        except DataError as fault:
            where = ", ".join(part for part in (key, fault.key) if part)
            raise DataError(fault.file, where, fault.message) from None

    def tie(self, name: str, kind: str, row: Mapping[str, Any], things: Sequence[str], own: type, key: str) -> Tie:
        """A tie of two things, ``a`` and ``b``, with the fields of what a system keeps of such ties."""
        fields = tuple(types_of(own))
        self.known(row, ("id", "a", "b", *fields), key)
        a, b = (self.choice(row.get(end), things, T("unit"), f"{key}, {end}") for end in ("a", "b"))
        if a == b:
            raise self.fail(key, T("{unit} cannot be tied to itself", unit=a))
        return Tie(str(row.get("id") or name), kind, a, b, self.own({f: row[f] for f in fields if f in row}, own, key))
