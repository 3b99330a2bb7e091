"""The units of a roster: which selections are units, how many, of how many models, for how many points."""

from __future__ import annotations

import msgspec

from game.engine.rosters.nodes import MOST_PARTS
from game.engine.rosters.tree import Roster, Selection


class RosterOption(msgspec.Struct, frozen=True):
    """Something a unit has: how many of it, and its points for all of them."""

    name: str
    number: int
    points: float


class RosterUnit(msgspec.Struct, frozen=True):
    """A unit of a roster.

    Attributes
    ----------
    name, title
        What it is, and what the player calls it.
    catalogue
        The army list it is from, "" where the file does not say.
    kind
        "unit", "model", or "upgrade" for what only seems to be one.
    number, models
        How many units, and how many models in all (0: not said).
    points
        With everything it has.
    parts, left
        It and everything it has, in order, and how many further parts are left out.
    """

    name: str
    title: str
    catalogue: str
    kind: str
    number: int
    models: int
    points: float
    parts: tuple[Selection, ...]
    left: int = 0

    @property
    def options(self) -> tuple[RosterOption, ...]:
        """What was chosen for it."""
        rows = [p for p in self.parts[1:] if p.kind == "upgrade"]
        return tuple(RosterOption(p.name, p.number, p.points) for p in rows)

    @property
    def bare(self) -> bool:
        """Whether nothing speaks for a unit: no models, no points, no profile."""
        return (
            self.kind == "upgrade" and not self.models and not self.points and not any(p.profiles for p in self.parts)
        )


def units_of(roster: Roster) -> tuple[RosterUnit, ...]:
    """All units in the order of the file; those within others stand alone, behind what they lie in."""
    found: list[RosterUnit] = []
    for force in roster.forces:
        catalogue = force.catalogue or force.name
        for selection in force.selections:
            _add(selection, catalogue, found)
    return tuple(found)


def _add(top: Selection, catalogue: str, found: list[RosterUnit]) -> None:
    """Add a unit, or the units that a mere group holds."""
    parts: list[Selection] = []
    inner: list[Selection] = []
    _sort(top, parts, inner)
    group = top.kind == "upgrade" and inner and not any(p.kind == "model" for p in parts)
    if not group or any(p.points for p in parts):
        found.append(_unit(top, tuple(parts), catalogue))
    for unit in inner:
        _add(unit, catalogue, found)


def _sort(top: Selection, parts: list[Selection], inner: list[Selection]) -> None:
    """What belongs to a unit itself, and the units within it."""
    parts.append(top)
    for one in top.selections:
        if one.kind == "unit":
            inner.append(one)
        else:
            _sort(one, parts, inner)


def _unit(top: Selection, parts: tuple[Selection, ...], catalogue: str) -> RosterUnit:
    return RosterUnit(
        top.name,
        top.custom or top.name,
        catalogue,
        top.kind,
        max(1, top.number),
        _models(top),
        sum(p.points for p in parts),
        parts[:MOST_PARTS],
        max(0, len(parts) - MOST_PARTS),
    )


def _models(top: Selection) -> int:
    """Models in all; what a model carries or rides is no further model."""
    if top.kind == "model":
        return top.number
    return sum(_models(one) for one in top.selections if one.kind != "unit")
