"""Overlays out of declared rows: which there are of a thing, under what heading, and who draws them.

For all three systems. What is drawn, and by which rule, stays with the system: a row's function yields shapes; here are
the shapes that every system draws, and the lines of sight that are told in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from game.engine.ruleset import Overlay, Role, Shape
from game.engine.state import Base, State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point
from game.kit.shown.words import about, distance


class Row(NamedTuple):
    """An overlay that a thing may have.

    Attributes
    ----------
    id, label
        Its name for the client; its heading, in which ``{unit}`` is whose it is.
    shapes
        Draws it.
    has
        Whether the thing has it now.
    of
        Whose it is, where that is not the thing itself: the character in a unit.
    """

    id: str
    label: Text
    shapes: Callable[[State, str], Iterable[Shape]]
    has: object = True
    of: str = ""


def drawn(view: State, thing: str, rows: Iterable[Row], only: Collection[str] | None = None) -> tuple[Overlay, ...]:
    """The overlays that a thing has, in the order of the rows; of these only some, by id."""
    return tuple(
        Overlay(row.id, about(row.label, row.of or thing), tuple(row.shapes(view, row.of or thing)))
        for row in rows
        if row.has and (only is None or row.id in only)
    )


# --- shapes ------------------------------------------------------------------------------------------------------


def ring(role: Role, at: Point, mm: float, text: Text | None = None) -> Shape:
    """A circle about a point."""
    return Shape("ring", role, (at,), mm, text=text)


def middle(base: Base) -> Point:
    """Where a base on the table stands."""
    assert base.pose is not None
    return base.pose.x, base.pose.y


def ring_about(role: Role, base: Base, mm: float, text: Text | None = None) -> Shape:
    """So far from the outline of a base, the longer way of an oval."""
    return ring(role, middle(base), mm + max(base.shape.width, base.shape.depth) / 2.0, text)


def line(role: Role, points: Sequence[Point], text: Text | None = None) -> Shape:
    """A line from point to point."""
    return Shape("line", role, tuple(points), text=text)


def label(role: Role, at: Point, text: Text) -> Shape:
    """Words at a point."""
    return Shape("label", role, (at,), text=text)


def ghost(role: Role, points: Sequence[Point], text: Text | None = None) -> Shape:
    """A body where it would stand."""
    return Shape("ghost", role, tuple(points), text=text)


def areas(role: Role, outlines: Iterable[tuple[Point, ...]], text: Text | None = None) -> Iterator[Shape]:
    """Polygons."""
    return (Shape("area", role, outline, text=text) for outline in outlines)


def deployment_area(side: str, outlines: Iterable[tuple[Point, ...]]) -> tuple[Overlay, ...]:
    """Where a side deploys."""
    return (Overlay("zone", T("Deployment area of {side}", side=Thing(side)), tuple(areas("zone", outlines))),)


def sight_line(ends: Sequence[Point], mm: float, hidden: Sequence[str] | None) -> Shape:
    """A line to an enemy: how far he is (mm), or what hides him; None where nothing does."""
    if hidden is None:
        return line("sight", ends, distance(mm))
    said = T("hidden by {features}", features=[Thing(f) for f in hidden]) if hidden else T("not seen")
    return line("forbidden", ends, said)
