"""Who is where, in words that mean the same in every system; ``docs/glossary.md`` has them all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from game.engine.state import State
from game.geometry.contact import connected_groups


class OfUnit(msgspec.Struct, frozen=True):
    """The data of a frame that is about one unit."""

    unit: str


def on_table(view: State, unit: str) -> bool:
    """Whether a unit still has a base that stands on the table."""
    bases = view.bases
    for name in view.units[unit].bases:  # the first one mostly tells: asked too often for a generator
        base = bases[name]
        if base.where == "table" and base.pose is not None:
            return True
    return False


def side_of(view: State, unit: str) -> str:
    """The side whose a unit is."""
    return view.units[unit].side


def in_order(view: State, units: Iterable[str]) -> tuple[str, ...]:
    """Some units, each once, in the order of the army lists: that is what a lower id means."""
    wanted = set(units)
    return tuple(unit for unit in view.units if unit in wanted)


def linked(touched: Mapping[str, Iterable[str]]) -> list[tuple[str, ...]]:
    """Groups of units joined by chains of contact, each and all in the order of those who touch somebody."""
    names = list(touched)
    index = {unit: k for k, unit in enumerate(names)}
    pairs = [(index[unit], index[enemy]) for unit in names for enemy in touched[unit] if enemy in index]
    return [tuple(names[k] for k in group) for group in connected_groups(len(names), pairs)]
