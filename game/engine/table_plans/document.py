"""A table as a document: its size, its terrain piece by piece, where the sides deploy; kept as TOML.

Lengths are in the unit of its ruleset (inches, centimetres), the origin is the south-west corner. A battle holds the
document of the table that it is fought on in its set-up, so that its record needs no other file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
import tomlkit

from game.engine.files.player_files import TABLE
from game.engine.files.toml_reading import DataError, convert, parse
from game.engine.text import T

Point = tuple[float, float]
Shape = Literal["area", "line", "band"]

MOST_PIECES = 200
MOST_POINTS = 400
MOST_ZONES = 20
MOST_SIZE = 1000.0
"""The longest side of a table, in its ruleset's unit."""
MOST_NAME = 60

_Name = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]


class Piece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of terrain.

    Attributes
    ----------
    name
        What it is called, "" for the name of its kind.
    shape
        "area": ``points`` are the corners of its outline; "line": the corners of a wall or hedge without a width;
        "band": those of the middle line of a river or road ``width`` wide.
    curved
        Whether the line through the points is smooth.
    height
        Of its top (a pit's floor: negative), None for the usual height of its kind.
    edges
        Edges of the outline (edge i runs from point i) that bear something: ladders.
    """

    id: str
    kind: str
    name: _Name = ""
    shape: Shape = "area"
    points: tuple[Point, ...]
    width: float = 0.0
    curved: bool = False
    height: float | None = None
    edges: tuple[int, ...] = ()


class Zone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the ground in which a side deploys; its zones together are where it may stand."""

    side: str
    points: tuple[Point, ...]


class TablePlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table.

    Attributes
    ----------
    version
        Of this format; ``table = 1`` in the file.
    landscape
        Id of what it is drawn as, "" for the usual one.
    size
        From west to east and from south to north.
    zone_depth
        How deep the strips along both long edges are, where the ruleset's sides deploy in such; where there are
        ``zones``, these tell instead.
    """

    version: Literal[1] = msgspec.field(default=1, name="table")
    ruleset: str
    name: _Name = ""
    landscape: str = ""
    size: tuple[float, float]
    zone_depth: float = 0.0
    zones: tuple[Zone, ...] = msgspec.field(default=(), name="zone")
    pieces: tuple[Piece, ...] = msgspec.field(default=(), name="piece")

    def piece(self, piece_id: str) -> Piece | None:
        """A piece by its id."""
        return next((p for p in self.pieces if p.id == piece_id), None)

    def zones_of(self, side: str) -> tuple[Zone, ...]:
        """The zones of a side."""
        return tuple(z for z in self.zones if z.side == side)


def read_plan(data: bytes, file: str) -> TablePlan:
    """Read a table. Raises DataError naming the line or key that is wrong."""
    if len(data) > TABLE.most:
        raise DataError(file, "", TABLE.large)
    if not data.strip():
        raise DataError(file, "", T("the file is empty"))
    table = parse(data, file)
    if "table" not in table:
        raise DataError(file, "", T("this is not a table: the key “{key}” is missing", key="table"))
    if isinstance(table["table"], int) and table["table"] > 1:
        text = T("this table was written by a later version of the program ({n})", n=table["table"])
        raise DataError(file, "table", text)
    plan = convert(table, TablePlan, file)
    sound(plan, file)
    return plan


def sound(plan: TablePlan, file: str) -> None:
    """Refuse what could not even be shown. Raises DataError."""
    for length in plan.size:
        if not 0.0 < length <= MOST_SIZE:
            raise DataError(file, "size", T("a table is between 0 and {most} long and wide", most=round(MOST_SIZE)))
    if not math.isfinite(plan.zone_depth):
        raise DataError(file, "zone_depth", T("this must be a number"))
    if len(plan.pieces) > MOST_PIECES:
        raise DataError(
            file, "piece", T("{n} pieces are too many: at most {most}", n=len(plan.pieces), most=MOST_PIECES)
        )
    seen: set[str] = set()
    for number, piece in enumerate(plan.pieces, 1):
        key = f"piece {number} ({piece.id})"
        if not piece.id or piece.id in seen:
            raise DataError(file, f"{key}, id", T("every piece needs its own id"))
        seen.add(piece.id)
        _points(piece.points, 3 if piece.shape == "area" else 2, file, f"{key}, points")
        if not math.isfinite(piece.width) or (piece.shape == "band" and not 0.0 < piece.width <= MOST_SIZE):
            raise DataError(file, f"{key}, width", T("a band needs a width above zero"))
        if piece.height is not None and not math.isfinite(piece.height):
            raise DataError(file, f"{key}, height", T("this must be a number"))
        if any(not 0 <= edge < len(piece.points) for edge in piece.edges):
            raise DataError(file, f"{key}, edges", T("the edges are 0 to {most}", most=len(piece.points) - 1))
    if len(plan.zones) > MOST_ZONES:
        raise DataError(file, "zone", T("{n} zones are too many: at most {most}", n=len(plan.zones), most=MOST_ZONES))
    for number, zone in enumerate(plan.zones, 1):
        _points(zone.points, 3, file, f"zone {number}, points")


def _points(points: tuple[Point, ...], least: int, file: str, key: str) -> None:
    if len(points) < least:
        raise DataError(file, key, T("at least {least} points are needed", least=least))
    if len(points) > MOST_POINTS:
        raise DataError(file, key, T("{n} points are too many: at most {most}", n=len(points), most=MOST_POINTS))
    for x, y in points:
        if not (abs(x) <= 2.0 * MOST_SIZE and abs(y) <= 2.0 * MOST_SIZE):  # false for what is no number, too
            raise DataError(file, key, T("the point {x}, {y} lies too far away", x=x, y=y))


# --- writing -----------------------------------------------------------------------------------------------------


def write_plan(plan: TablePlan) -> str:
    """The table as the text of a TOML file, which :func:`read_plan` reads as the same table."""
    out = ["table = 1", f"ruleset = {_text(plan.ruleset)}"]
    if plan.name:
        out.append(f"name = {_text(plan.name)}")
    if plan.landscape:
        out.append(f"landscape = {_text(plan.landscape)}")
    out.append(f"size = [{_number(plan.size[0])}, {_number(plan.size[1])}]")
    if plan.zone_depth:
        out.append(f"zone_depth = {_number(plan.zone_depth)}")
    for zone in plan.zones:
        out += ["", "[[zone]]", f"side = {_text(zone.side)}", f"points = {_list(zone.points)}"]
    for piece in plan.pieces:
        out += ["", "[[piece]]", f"id = {_text(piece.id)}", f"kind = {_text(piece.kind)}"]
        if piece.name:
            out.append(f"name = {_text(piece.name)}")
        if piece.shape != "area":
            out.append(f"shape = {_text(piece.shape)}")
        if piece.width:
            out.append(f"width = {_number(piece.width)}")
        if piece.curved:
            out.append("curved = true")
        if piece.height is not None:
            out.append(f"height = {_number(piece.height)}")
        if piece.edges:
            out.append(f"edges = [{', '.join(str(e) for e in piece.edges)}]")
        out.append(f"points = {_list(piece.points)}")
    return "\n".join(out) + "\n"


def _text(value: str) -> str:
    return str(tomlkit.item(value).as_string())


def _number(value: float) -> str:
    """The shortest way to write it to 0.001, always as a number with a decimal point."""
    return repr(round(float(value), 3) + 0.0)


def _list(points: Iterable[Point]) -> str:
    """Points in lines of at most 120 characters."""
    rows, row = [], ""
    for x, y in points:
        one = f"[{_number(x)}, {_number(y)}], "
        if row and len(row) + len(one) > 116:
            rows.append(row.rstrip())
            row = ""
        row += one
    rows.append(row.rstrip(", "))
    if len(rows) == 1:
        return f"[{rows[0]}]"
    return "[\n" + "".join(f"    {r}\n" for r in rows) + "]"
