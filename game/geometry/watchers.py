"""Watchers: what to look for while courses are run, as plain data."""

from __future__ import annotations

import msgspec


class Nearer(msgspec.Struct, frozen=True, tag="nearer"):
    """The gap between a body of `of` and a group of `to` falls to `distance` mm; 0 is contact. Empty means any."""

    distance: float = 0.0
    of: tuple[str, ...] = ()
    to: tuple[str, ...] = ()


class Enters(msgspec.Struct, frozen=True, tag="enters"):
    """A base of a body comes to overlap an area by more than `least` mm2 (with `centre`: has its centre in it)."""

    area: str
    of: tuple[str, ...] = ()
    centre: bool = False
    least: float = 1.0


class Leaves(msgspec.Struct, frozen=True, tag="leaves"):
    """The last base of a body leaves an area."""

    area: str
    of: tuple[str, ...] = ()
    centre: bool = False
    least: float = 1.0


class Crosses(msgspec.Struct, frozen=True, tag="crosses"):
    """A base of a body comes to lie across a line by more than `least` mm."""

    line: str
    of: tuple[str, ...] = ()
    least: float = 0.5


class OffSurface(msgspec.Struct, frozen=True, tag="off_surface"):
    """The centre of a base of a body no longer stands on any of some areas."""

    areas: tuple[str, ...]
    of: tuple[str, ...] = ()


class TableEdge(msgspec.Struct, frozen=True, tag="table_edge"):
    """A base of a body reaches beyond the table."""

    of: tuple[str, ...] = ()


class Arrived(msgspec.Struct, frozen=True, tag="arrived"):
    """A body has gone all its legs."""

    of: tuple[str, ...] = ()


Watcher = Nearer | Enters | Leaves | Crosses | OffSurface | TableEdge | Arrived
