"""Maps made from a number: what the rows of a system's map maker say, in its unit, and the pieces that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Protocol

import msgspec
import shapely

from game.engine.files.toml_reading import read
from game.engine.state import Feature, Table
from game.engine.text import T
from game.geometry.mapmaker import MapError, MapWish, PieceKind, Symmetry, joined, make_map
from game.geometry.planar import Shape
from game.geometry.shapes import Point
from game.kit.data import Checks

NoLess = Annotated[float, msgspec.Meta(ge=0)]
Span = tuple[Annotated[float, msgspec.Meta(gt=0)], Annotated[float, msgspec.Meta(gt=0)]]
TRIES = 20
"""How many maps are made until one will do."""


class MadeKind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of the map maker's kinds, in the system's unit."""

    kind: str
    form: str = "box"
    width: Span
    depth: Span
    weight: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    least: Annotated[int, msgspec.Meta(ge=0)] = 0
    most: Annotated[int, msgspec.Meta(ge=0)] = 99
    gap: NoLess = 0.0
    edge: NoLess = 0.0
    beside: str = ""
    beside_gap: tuple[float, float] = (0.0, 0.0)


class MadeMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many pieces, at least and at most, and the grid they lie on."""

    pieces: tuple[int, int]
    grid: float = 0.0


class Maker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A system's map maker."""

    map: MadeMap
    kind: tuple[MadeKind, ...]


class Kind(Protocol):
    """What the kit must know of a kind of terrain."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def height_mm(self) -> float:
        """Its usual height in mm."""
        ...


def read_maker(data: bytes, kinds: Collection[str], file: str = "mapmaker.toml") -> Maker:
    """Read a map maker. Raises DataError for a kind of terrain that is not known."""
    found = read(data, Maker, file)
    for row in found.kind:
        Checks(file).known(f"kind ({row.kind})", T("terrain kind"), row.kind, kinds)
    return found


def wish_of(
    maker: Maker,
    table: Table,
    mm: Callable[[float], float],
    symmetry: Symmetry = "half_turn",
    pieces: tuple[int, int] = (0, 0),
) -> MapWish:
    """What a made map of this table is to be like; ``pieces``: other numbers of pieces than the maker's."""
    rows = []
    for row in maker.kind:
        told = msgspec.structs.asdict(row)
        told |= {k: mm(told[k]) for k in ("gap", "edge")}
        told |= {k: tuple(map(mm, told[k])) for k in ("width", "depth", "beside_gap")}
        # A piece and its twin are two: odd numbers could never be reached.
        if symmetry != "none":
            told |= {k: told[k] + told[k] % 2 for k in ("least", "most")}
        rows.append(msgspec.convert(told, PieceKind))
    size, made = (table.width, table.depth), maker.map
    wanted = pieces if any(pieces) else made.pieces
    return MapWish(table=size, pieces=wanted, kinds=tuple(rows), symmetry=symmetry, grid=mm(made.grid))


def made(
    wish: MapWish,
    seed: str,
    kinds: Mapping[str, Kind],
    own: Callable[[str, tuple[Point, ...]], Any],
    will_do: Callable[[dict[str, Feature]], bool],
) -> dict[str, Feature]:
    """The pieces of the first map made from a seed that will do.

    Parameters
    ----------
    own
        The system's own part of a piece, by kind and outline.

    Raises
    ------
    MapError
        If none of many will do, or the table is too small for so many pieces.
    """
    for k in range(TRIES):
        out: dict[str, Feature] = {}
        counts = Counter[str]()
        for row in make_map(wish, f"{seed}#{k}" if k else seed):
            kind = kinds[row.kind]
            counts[row.kind] += 1
            name = f"{row.kind}-{counts[row.kind]}"
            out[name] = Feature(name, row.kind, kind.name, row.points, False, kind.height_mm, own(row.kind, row.points))
        if will_do(out):
            return out
    raise MapError("no map with ways from zone to zone was found")


def way_across(shut: Iterable[Feature], table: Table, deep: float, widest: float, areas: Sequence[Shape] = ()) -> bool:
    """Whether a base so wide (mm) finds a way past pieces from zone to zone: from edge to edge, or ``areas``.

    ``deep``: mm of the zones along the edges.
    """
    strips = (shapely.box(0.0, low, table.width, low + deep) for low in (0.0, table.depth - deep))
    outlines = [shapely.Polygon(piece.points) for piece in shut]
    return joined((table.width, table.depth), outlines, widest / 2.0, areas or tuple(strips))
