"""What a ruleset may also tell for the eyes alone: heights of the ground, single bases, a cut through the table.

All of it is optional: a ruleset that brings one of these methods is asked, for the others the plain answer does. No
rule depends on anything here.
"""

from __future__ import annotations

import itertools
import math
from typing import Literal, Protocol, runtime_checkable

import msgspec

from game.engine.state import Base, Feature, State
from game.engine.text import Text
from game.geometry.shapes import Pose

Form = Literal["flat", "solid", "barrier", "screen", "pit"]
Point = tuple[float, float]


class Relief(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a piece of terrain rises.

    Attributes
    ----------
    form
        "flat": no height that matters; "solid": one stands on its top; "barrier": solid, nobody stands on it;
        "screen": high, but not solid (a wood); "pit": its floor lies below the ground.
    height
        mm of its top, or of its floor (negative), above the ground.
    steep
        Its faces can neither be climbed nor descended without more ado: drawn with hachures.
    ladders
        Edges of its polygon (edge i runs from point i) on which a ladder leans.
    """

    form: Form = "flat"
    height: float = 0.0
    steep: bool = False
    ladders: tuple[int, ...] = ()


class BaseInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one base has beside the card of its unit.

    Attributes
    ----------
    look
        How its figure looks (a unit's code or the name of a look), "" for as its unit.
    badges
        States of this base alone, by name of a symbol, counted where the sentence has an ``n`` ("wounds", "tokens").
    height
        mm from the surface it stands on to its eyes or top.
    strength
        Of one with several lives: how many are left, and of how many.
    """

    look: str = ""
    badges: tuple[tuple[str, Text], ...] = ()
    height: float = 0.0
    strength: tuple[int, int] = (0, 0)


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of terrain along a cut: from ``start`` to ``end`` (mm along it), between two heights (mm)."""

    feature: str
    start: float
    end: float
    low: float
    high: float
    form: Form


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """A base along a cut: where its middle lies, half its width, the surface it stands on, its top (mm).

    ``drafted`` where it would stand by a draft only.
    """

    base: str
    at: float
    half: float
    foot: float
    top: float
    drafted: bool = False


class Ray(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of sight within a cut, from (mm along, height) to the same; ``stop`` is where it is blocked."""

    start: Point
    end: Point
    stop: Point | None = None
    by: str = ""


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cut through the table, seen from the side.

    Attributes
    ----------
    length
        mm from its one end to the other.
    says
        What it comes to: "seen: 6 of 9 lines are free".
    free
        Whether sight is free along it, None where nobody says.
    """

    length: float
    spans: tuple[Span, ...] = ()
    bodies: tuple[Body, ...] = ()
    rays: tuple[Ray, ...] = ()
    says: Text | None = None
    free: bool | None = None


@runtime_checkable
class TellsRelief(Protocol):
    """A ruleset whose terrain has heights."""

    def relief(self, view: State, feature: str) -> Relief:
        """How a piece of terrain rises."""
        ...


@runtime_checkable
class TellsSurface(Protocol):
    """A ruleset that says itself on which surface a point lies: on the outline of a top its rules decide."""

    def surface_at(self, view: State, point: Point) -> float:
        """Height (mm) of the surface under a point."""
        ...


@runtime_checkable
class TellsBases(Protocol):
    """A ruleset in which the bases of a unit differ."""

    def base_info(self, view: State, base: str) -> BaseInfo:
        """What one base has beside its unit's card."""
        ...


@runtime_checkable
class TellsMarkers(Protocol):
    """A ruleset whose markers reach about them."""

    def marker_ring(self, view: State, marker: str) -> float:
        """Radius (mm) about a marker that matters to it (who holds an objective), 0 for none."""
        ...


@runtime_checkable
class TellsSection(Protocol):
    """A ruleset that says what is seen along a cut."""

    def section(self, view: State, base: str, to: Point, target: str = "") -> Section | None:
        """The cut from the middle of a base to a point (mm), or to the base ``target`` there."""
        ...


def relief_of(ruleset: object, view: State, feature: Feature) -> Relief:
    """How a piece of terrain rises: the ruleset's word, else by its height alone."""
    if isinstance(ruleset, TellsRelief):
        return ruleset.relief(view, feature.id)
    if feature.height > 0:
        return Relief("solid", feature.height)
    return Relief("pit", feature.height) if feature.height < 0 else Relief()


def base_info_of(ruleset: object, view: State, base: str) -> BaseInfo:
    """What one base has beside its unit's card."""
    return ruleset.base_info(view, base) if isinstance(ruleset, TellsBases) else BaseInfo()


def marker_ring_of(ruleset: object, view: State, marker: str) -> float:
    """Radius (mm) about a marker that matters to it."""
    return ruleset.marker_ring(view, marker) if isinstance(ruleset, TellsMarkers) else 0.0


def tells_relief(ruleset: object) -> bool:
    """Whether a ruleset tells of heights."""
    return isinstance(ruleset, TellsRelief)


def has_heights(ruleset: object, view: State) -> bool:
    """Whether there is any height on the table, so that a cut shows something."""
    return any(relief_of(ruleset, view, f).form != "flat" for f in view.features.values())


# --- the plain cut -------------------------------------------------------------------------------------------------


def section_of(ruleset: object, view: State, base: str, to: Point, target: str = "") -> Section | None:
    """A cut from a base to a point, or to a base there: the ruleset's, else terrain and bases without any sight."""
    found = ruleset.section(view, base, to, target) if isinstance(ruleset, TellsSection) else None
    return found if found is not None else plain_section(ruleset, view, base, to, target)


def plain_section(ruleset: object, view: State, base: str, to: Point, target: str = "") -> Section | None:
    """Terrain and bases along a cut. None where the base is not on the table or the cut has no length."""
    first = view.bases.get(base)
    if first is None or first.pose is None:
        return None
    a = (first.pose.x, first.pose.y)
    second = view.bases.get(target)
    b = (second.pose.x, second.pose.y) if second is not None and second.pose is not None else to
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if length < 1.0:
        return None
    spans = []
    for feature in view.features.values():
        relief = relief_of(ruleset, view, feature)
        if relief.form == "flat" or len(feature.points) < 3:
            continue
        low, high = min(0.0, relief.height), max(0.0, relief.height)
        spans += [
            Span(feature.id, round(s * length, 3), round(e * length, 3), low, high, relief.form)
            for s, e in crossings(feature.points, a, b)
        ]
    spans.sort(key=lambda s: (s.start, s.feature))
    shown = [first] if second is None else [first, second]
    bodies = tuple(_body(ruleset, view, one, 0.0 if one is first else length) for one in shown)
    return Section(round(length, 3), tuple(spans), bodies)


def way_section(ruleset: object, view: State, base: str, pose: Pose) -> Section | None:
    """The cut from a base to where a draft would bring it: it is shown at both ends, on the surfaces there."""
    cut = plain_section(ruleset, view, base, (pose.x, pose.y))
    if cut is None:
        return None
    there = view.with_poses({base: pose})
    led = msgspec.structs.replace(_body(ruleset, there, there.bases[base], cut.length), drafted=True)
    return msgspec.structs.replace(cut, bodies=(*cut.bodies, led))


def drafted_section(
    ruleset: object, view: State, drafted: dict[str, Pose], base: str, to: Point, target: str = ""
) -> Section | None:
    """The cut of :func:`section_of` from where a draft would bring a base, as if it stood there."""
    cut = section_of(ruleset, view.with_poses(drafted), base, to, target)
    if cut is None:
        return None
    bodies = tuple(msgspec.structs.replace(b, drafted=True) if b.base in drafted else b for b in cut.bodies)
    return msgspec.structs.replace(cut, bodies=bodies)


def _body(ruleset: object, view: State, base: Base, at: float) -> Body:
    foot = surface(ruleset, view, base)
    half = (base.shape.width + base.shape.depth) / 4
    return Body(base.id, at, half, foot, foot + base_info_of(ruleset, view, base.id).height)


def surface(ruleset: object, view: State, base: Base) -> float:
    """Height (mm) under a base's middle: the ruleset's word, else the highest top, else a pit's floor, else 0."""
    if base.pose is None:
        return 0.0
    if isinstance(ruleset, TellsSurface):
        return ruleset.surface_at(view, (base.pose.x, base.pose.y))
    tops = [
        r.height
        for f in view.features.values()
        if (r := relief_of(ruleset, view, f)).form in ("solid", "pit") and holds(f.points, (base.pose.x, base.pose.y))
    ]
    return max(tops, default=0.0)


def crossings(points: tuple[Point, ...], a: Point, b: Point) -> list[tuple[float, float]]:
    """Where a straight way runs inside a polygon: shares (0 to 1) of the way, in order.

    >>> crossings(((1, -1), (2, -1), (2, 1), (1, 1)), (0, 0), (4, 0))
    [(0.25, 0.5)]
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {0.0, 1.0}
    for (px, py), (qx, qy) in zip(points, (*points[1:], points[0]), strict=True):
        ex, ey = qx - px, qy - py
        cross = dx * ey - dy * ex
        if cross == 0.0:
            continue
        t = ((px - a[0]) * ey - (py - a[1]) * ex) / cross
        u = ((px - a[0]) * dy - (py - a[1]) * dx) / cross
        if 0.0 < t < 1.0 and 0.0 <= u <= 1.0:
            cuts.add(t)
    out: list[tuple[float, float]] = []
    ends = sorted(cuts)
    for s, e in itertools.pairwise(ends):
        middle = (s + e) / 2
        if e - s > 1e-9 and holds(points, (a[0] + dx * middle, a[1] + dy * middle)):
            if out and abs(out[-1][1] - s) < 1e-9:
                out[-1] = (out[-1][0], e)
            else:
                out.append((s, e))
    return out


def holds(points: tuple[Point, ...], point: Point) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found
