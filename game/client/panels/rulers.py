"""The measuring tape: rulers that stay, tied to bases where they begin or end on one; measured from edge to edge."""

from __future__ import annotations

from dataclasses import dataclass

from game.client.editors.desk import Spot
from game.client.tabletop import overlays as o
from game.client.words import Words, _
from game.engine.state import State
from game.geometry.measure import base_nearest, point_base_nearest
from game.geometry.shapes import Footprint, Pose

Point = tuple[float, float]


@dataclass(frozen=True)
class End:
    """One end of a ruler: a point in mm, or a base."""

    x: float
    y: float
    base: str = ""


@dataclass(frozen=True)
class Ruler:
    """A ruler from end to end."""

    a: End
    b: End


def end_of(spot: Spot) -> End:
    """The end of a ruler at a place: the base there, else the point."""
    return End(spot.x, spot.y, spot.base)


class Rulers:
    """The rulers on the table and the one being drawn."""

    def __init__(self) -> None:
        self.kept: list[Ruler] = []
        self.start: End | None = None
        self.now: End | None = None

    def begin(self, spot: Spot) -> None:
        """A new ruler begins."""
        self.start = self.now = end_of(spot)

    def stretch(self, spot: Spot) -> None:
        """Its other end follows the pointer."""
        self.now = end_of(spot)

    def finish(self) -> None:
        """It stays where it is, unless it has no length."""
        if self.start is not None and self.now is not None and self.start != self.now:
            self.kept.append(Ruler(self.start, self.now))
        self.start = self.now = None

    def clear(self) -> None:
        """All rulers away."""
        self.kept = []
        self.start = self.now = None

    def overlays(self, view: State, words: Words, tick: float, only_own: str = "") -> list[o.Overlay]:
        """The rulers as tapes with their length.

        Parameters
        ----------
        tick
            Pitch of the marks, mm.
        only_own
            A side that may only measure among its own: other rulers say so instead of a length.
        """
        shown = list(self.kept)
        if self.start is not None and self.now is not None and self.start != self.now:
            shown.append(Ruler(self.start, self.now))
        out: list[o.Overlay] = []
        for ruler in shown:
            a, b = ends_of(view, ruler)
            foreign = only_own and any(_side(view, e) not in ("", only_own) for e in (ruler.a, ruler.b))
            if foreign:
                text = _("measuring to the enemy is not allowed")
            else:
                text = words.length(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
            if a != b:
                out.append(o.Tape((a, b), text, tick))
            else:
                out.append(o.Label(*a, text))
        return out


def _side(view: State, end: End) -> str:
    if end.base not in view.bases:
        return ""
    return view.units[view.bases[end.base].unit].side


def _stand(view: State, base: str) -> tuple[Footprint, Pose] | None:
    """A base and where it is; a token that is no obstacle counts as its point."""
    found = view.bases.get(base)
    if found is None or found.pose is None or not found.solid:
        return None
    return found.shape, found.pose


def ends_of(view: State, ruler: Ruler) -> tuple[Point, Point]:
    """The two points that a ruler is measured between, mm: the nearest ones where it lies between bases."""
    a, b = _stand(view, ruler.a.base), _stand(view, ruler.b.base)
    pa, pb = _point(view, ruler.a), _point(view, ruler.b)
    if a is not None and b is not None and ruler.a.base != ruler.b.base:
        near = base_nearest(*a, *b)
        return near.on_a, near.on_b
    if a is not None and b is None:
        return point_base_nearest(pb, *a), pb
    if b is not None and a is None:
        return pa, point_base_nearest(pa, *b)
    return pa, pb


def _point(view: State, end: End) -> Point:
    base = view.bases.get(end.base)
    if base is not None and base.pose is not None and not base.solid:
        return base.pose.x, base.pose.y
    return end.x, end.y
