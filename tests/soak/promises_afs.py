"""What must be true after every event of a battle of Age of Fantasy: Skirmish, checked without the rules' own code."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, lru_cache
from itertools import combinations

import shapely

from game.engine.event import Event
from game.engine.state import Base, Feature, State, view
from game.geometry.shapes import Footprint, Pose, polygon
from rulesets.age_of_fantasy_skirmish.field.ground import kinds

INCH = 25.4
HAIR = 0.06
"""mm: the slack of 0.001 inch on both sides, the outline of a round base, rounding."""
LEVEL = 0.5 * INCH + 0.1
"""mm up to which surfaces count as one level."""
FREE = ("deployed", "arrived")
"""Events that set units up."""
SET_UP = ("muster", "markers", "edge", "aside", "deployment", "scouts")


class Promises:
    """What must be true after every event, for one battle; ``seen`` counts what happened."""

    def __init__(self) -> None:
        self.bases: frozenset[str] = frozenset()
        self.standing: dict[str, object] = {}
        self.acted: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.before: dict[str, float] = {}
        self.mover = ""
        self.lost = False
        self.near: dict[frozenset[str], float] = {}

    def __call__(self, before: State, event: Event, after: State) -> None:
        self.seen[event.type] += 1
        if not self.bases:
            self.bases = frozenset(before.bases)
        self.counts(before, event, after)
        self.rounds(event)
        self.markers(before, event, after)
        if event.type == "rest":
            self.at_rest(after)
        self.activations(event, after)
        if event.type in FREE:
            self.spacing(event, after)
        if event.type in ("rest", "activation_ends"):
            self.places(event, after)

    # -- numbers ----------------------------------------------------------------------------------------------

    def counts(self, before: State, event: Event, after: State) -> None:
        """Models are conserved and what is gone stays gone; tokens, wounds and phases keep within bounds."""
        assert frozenset(after.bases) == self.bases
        for base in after.bases.values():
            old = before.bases[base.id]
            assert base.where in ("table", "reserve", "gone", "off"), base.id
            assert (base.pose is not None) == (base.where == "table"), base.id
            if old.where == "gone":
                assert base.where == "gone", base.id
            if old.where == "table" and base.where != "table":
                assert base.where == "gone", (base.id, event.type)
            assert 0 <= base.own.tokens <= 6, base.id
            assert base.own.wounds >= old.own.wounds >= 0, (base.id, event.type)
        assert 0 <= after.own.round <= after.own.rounds == 4
        for unit in after.units.values():
            own = unit.own
            if own.arrived:
                assert 2 <= own.arrived <= after.own.round
            if own.aside and after.own.phase not in ("aside", "deployment", "scouts"):
                assert own.aside == "ambush", unit.id

    def rounds(self, event: Event) -> None:
        """Each unit is activated once a round at most."""
        if event.type == "round_begins":
            self.acted.clear()
        if event.type == "activated":
            unit = event.data["unit"]
            self.acted[unit] += 1
            assert self.acted[unit] == 1, unit

    def markers(self, before: State, event: Event, after: State) -> None:
        """Three to five markers, more than nine inches apart, outside the zones; they change hands at a round's end."""
        if event.type not in ("seized", "contested"):
            held = {m.id: m.side for m in before.markers.values()}
            assert all(held.get(m.id, "") == m.side for m in after.markers.values()), event.type
        if event.type == "marker_placed":
            laid = [m.pose for m in after.markers.values() if m.pose is not None]
            assert len(laid) <= 5
            for a, b in combinations(laid, 2):
                assert math.dist((a.x, a.y), (b.x, b.y)) > 9 * INCH
            for p in laid:
                assert after.own.zone <= p.y <= after.table.depth - after.own.zone

    def at_rest(self, state: State) -> None:
        """While a player thinks nothing is hidden but sealed answers; wounded lone models are not dead."""
        seen = [view(state, s) for s in (*state.sides, None)]
        assert all(not v.secret or set(v.secret) <= {s} for v, s in zip(seen, (*state.sides, ""), strict=True))
        if state.pending is not None and not state.pending.mode:
            assert not any(x.units or x.bases or x.markers for x in state.secret.values())
        if state.over is not None:
            assert state.own.phase == "over" or not state.over.scores

    # -- activations ------------------------------------------------------------------------------------------

    def activations(self, event: Event, after: State) -> None:
        """A unit that moved in its own activation is coherent at the end of its move, or less scattered (AFS-S31)."""
        if event.type == "activated":
            self.mover = event.data["unit"]
            self.before = {self.mover: scatter(after, self.mover)}
            self.lost = False
        if any(b.where == "gone" and b.unit == self.mover for b in after.bases.values()) and event.family == "loss":
            self.lost = True
        if event.type in ("move_ends", "unit_moved") and self.mover in event.about and not self.lost:
            now = scatter(after, self.mover)
            was = self.before.get(self.mover, 0.0)
            assert now <= HAIR or now < was, (self.mover, was, now)

    # -- places -----------------------------------------------------------------------------------------------

    def places(self, event: Event, after: State) -> None:
        """Whenever a player is asked, and when an activation ends: nobody overlaps, everybody stands where one can.

        On their ways models may pass through comrades, and fliers over everybody. A model is on its way, too, while
        its owner is asked for the casualties of the thorns that it has just entered, or where it falls from the edge it
        jumped from (AFS-S07, AFS-R43): only then may it stand among comrades.
        """
        asked = after.pending.waiting[0].question if after.pending and after.pending.waiting else "act_rest"
        under_way = event.type == "rest" and asked != "act_rest"
        going = {f.data.who for f in after.stack if f.name == "afs.move"} if under_way else set()
        stood = [b for b in after.bases.values() if b.pose is not None]
        moved = [b for b in stood if self.standing.get(b.id) != b.pose]
        self.standing = {b.id: b.pose for b in stood}
        heights = {b.id: height(after, b) for b in stood}
        for base in moved:
            assert base.pose is not None
            shape = _outline(base.shape, base.pose)
            x0, y0, x1, y1 = shape.bounds
            assert min(x0, y0) >= -HAIR, (base.id, event.type)
            assert x1 <= after.table.width + HAIR, (base.id, event.type)
            assert y1 <= after.table.depth + HAIR, (base.id, event.type)
            assert base.pose.level == round(heights[base.id] / INCH), (base.id, event.type, base.pose)
            self.footing(base, heights[base.id], event, after)
            for other in stood:
                if other.id == base.id or abs(heights[base.id] - heights[other.id]) > LEVEL:
                    continue
                assert other.pose is not None
                if other.unit == base.unit and going & {base.id, other.id}:
                    continue
                there = _outline(other.shape, other.pose)
                deep = depth(shape, there)
                assert deep <= HAIR, (base.id, other.id, event.type, deep)

    def footing(self, base: Base, here: float, event: Event, state: State) -> None:
        """No centre in a wall or hedge, no base in what rises more than half an inch above its surface."""
        assert base.pose is not None
        centre = shapely.Point(base.pose.x, base.pose.y)
        for piece in state.features.values():
            kind = kinds()[piece.kind]
            area = _area(piece.points)
            if kind.shape in ("wall", "hedge") and here <= 0.0:
                assert not area.buffer(-HAIR).contains(centre), (base.id, piece.id, event.type)
            if kind.shape in ("wall", "top") and (piece.height or kind.height_mm) > here + LEVEL:
                deep = _outline(base.shape, base.pose).intersection(area.buffer(-2 * HAIR)).area
                assert deep <= 1.0, (base.id, piece.id, event.type, deep)

    def spacing(self, event: Event, state: State) -> None:
        """Who is set up keeps an inch from other units."""
        unit = event.about[0]
        mine = state.bases_of(unit)
        others = [b for b in state.bases.values() if b.pose is not None and b.unit != unit]
        for a in mine:
            for b in others:
                assert distance(state, a, b) >= INCH - HAIR, (a.id, b.id, event.type)


@cache
def _area(points: tuple[tuple[float, float], ...]) -> shapely.Polygon:
    """The outline of a piece, which never changes."""
    return shapely.Polygon(points)


@lru_cache(maxsize=4096)
def _outline(shape: Footprint, pose: Pose) -> shapely.Polygon:
    """The outline of a base at a pose; most stand still from one event to the next."""
    return polygon(shape, pose)


def height(state: State, base: Base) -> float:
    """Height (mm) of the surface under the centre of a base."""
    assert base.pose is not None
    return _height(tuple(state.features.values()), base.pose.x, base.pose.y)


@lru_cache(maxsize=4096)
def _height(features: tuple[Feature, ...], x: float, y: float) -> float:
    centre = shapely.Point(x, y)
    tops, pits = [], []
    for piece in features:
        kind = kinds()[piece.kind]
        top = piece.height or kind.height_mm
        area = _area(piece.points)
        if kind.shape == "top" and area.distance(centre) <= 1e-4:
            tops.append(top)
        if kind.shape == "pit" and area.contains(centre) and area.boundary.distance(centre) > 1e-4:
            pits.append(top)
    return max(tops) if tops else min(pits, default=0.0)


def depth(a: shapely.Polygon, b: shapely.Polygon) -> float:
    """How deep (mm) two outlines overlap, roughly: the shared area over its longer side."""
    if not a.intersects(b):
        return 0.0
    shared = a.intersection(b)
    if shared.area <= 1e-9:
        return 0.0
    x0, y0, x1, y1 = shared.minimum_rotated_rectangle.bounds if shared.area > 1e-6 else (0.0, 0.0, 1.0, 1.0)
    return float(shared.area / max(math.hypot(x1 - x0, y1 - y0), 1e-6))


def distance(state: State, a: Base, b: Base) -> float:
    """Distance (mm) of two models by outline and height."""
    assert a.pose is not None
    assert b.pose is not None
    flat = _outline(a.shape, a.pose).distance(_outline(b.shape, b.pose))
    return math.hypot(flat, height(state, a) - height(state, b))


def scatter(state: State, unit: str) -> float:
    """How scattered (mm) a unit is: over an inch to the nearest comrade, over six to each."""
    bases = state.bases_of(unit)
    if len(bases) < 2:
        return 0.0
    far = {(a.id, b.id): distance(state, a, b) for a, b in combinations(bases, 2)}
    near = [min(d for pair, d in far.items() if b.id in pair) for b in bases]
    return sum(max(0.0, d - INCH) for d in near) + sum(max(0.0, d - 6 * INCH) for d in far.values())
