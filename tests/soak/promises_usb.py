"""What must be true after every event of a battle of the Universal battle system, checked without the rules' code."""

from __future__ import annotations

import math
from collections import Counter

import shapely

from game.engine.event import Event
from game.engine.state import Base, State, Unit
from game.geometry.shapes import polygon
from rulesets.universal_battle.own import ModelOwn, UnitOwn

INCH = 25.0
HAIR = 0.08
"""mm of rounding, and of the thousandth of an inch by which bases may overlap (USB-S06)."""
APART = INCH
"""mm that whoever moves keeps from the enemy, unless he charges (USB-MOV-06)."""
LEVEL = INCH
"""mm of height within which two models stand on one level."""
SURCHARGES = 4 + 1 + 2 + 2 + 5 + 3
"""Inches that riders, Leaders, growth, wings, a Column and a road can add together (USB-MOV-02)."""


class Promises:
    """What must be true after every event, for one battle; ``seen`` counts what has come up."""

    def __init__(self) -> None:
        self.bases: frozenset[str] = frozenset()
        self.acted: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.standing: dict[str, object] = {}

    def __call__(self, before: State, event: Event, after: State) -> None:
        self.seen[event.type] += 1
        if not self.bases:
            self.bases = frozenset(before.bases)
        self.models(before, event, after)
        self.units(before, event, after)
        self.rounds(event)
        if event.type == "moved":
            self.moves(before, event, after)
        if event.type == "rest":
            self.locks(after)
            self.places(event, after)
            self.ends(after)

    # -- numbers ----------------------------------------------------------------------------------------------

    def models(self, before: State, event: Event, after: State) -> None:
        """Models are conserved, what is gone stays gone, and Standfast is only lost (USB-WND-02)."""
        assert frozenset(after.bases) >= self.bases, event.type
        for base in after.bases.values():
            old = before.bases.get(base.id, base)
            own: ModelOwn = base.own
            assert base.where in ("table", "reserve", "inside", "gone"), (base.id, base.where)
            assert (base.pose is not None) == (base.where == "table"), (base.id, event.type)
            assert own.lost >= old.own.lost >= 0, (base.id, event.type)
            assert base.where == "gone" or own.lost < own.standfast, (base.id, event.type)
            if old.where == "gone":
                assert base.where == "gone", (base.id, event.type)

    def units(self, before: State, event: Event, after: State) -> None:
        """Power Points are only spent, thresholds only reached; who is in another is in one that is there."""
        for unit in after.units.values():
            own: UnitOwn = unit.own
            old: UnitOwn = before.units[unit.id].own if unit.id in before.units else own
            assert 0 <= own.power <= old.power, (unit.id, event.type)
            assert own.tested >= old.tested, (unit.id, event.type)
            assert own.tested in (0, 25, 50, 75), unit.id
            assert own.fatigue >= 0, unit.id
            assert not (old.blessed and not own.blessed), unit.id
            if own.aboard:
                assert not after.bases_of(unit.id), (unit.id, event.type)
                assert after.units[own.aboard].side == unit.side, unit.id
            if own.joined:
                host = after.units[own.joined]
                assert host.side == unit.side, unit.id
                assert not host.own.joined, unit.id

    def rounds(self, event: Event) -> None:
        """Each unit is activated once a round at most (USB-RND-03)."""
        if event.type == "round_begins":
            self.acted.clear()
        if event.type == "activated":
            unit = event.about[0]
            self.acted[unit] += 1
            assert self.acted[unit] == 1, unit

    def locks(self, state: State) -> None:
        """Who is locked is there, and locked with an enemy (USB-S14)."""
        for tie in state.ties.values():
            if tie.kind == "locked":
                assert state.units[tie.a].side != state.units[tie.b].side, tie.id
                assert company(state, tie.a), (tie.id, tie.a)
                assert company(state, tie.b), (tie.id, tie.b)

    def ends(self, state: State) -> None:
        """The count at the end is that of the units that are lost (USB-VIC-01, USB-S09)."""
        if state.over is None:
            return
        self.seen["over"] += 1
        for side, points in state.over.scores.items():
            lost = sum(worth(state, u) for u in state.units.values() if u.side != side and fallen(state, u))
            assert points >= lost, (side, points, lost)

    # -- places -----------------------------------------------------------------------------------------------

    def moves(self, before: State, event: Event, after: State) -> None:
        """Who moves by his own will goes no farther than all that could let him, and keeps an inch from enemies."""
        unit = event.about[0]
        most = {"tactical": 5, "run": 10, "react": 3}.get(event.data.get("action", ""), 10) + SURCHARGES
        enemies = [
            b for b in after.bases.values() if b.pose is not None and after.units[b.unit].side != after.units[unit].side
        ]
        for base in company(after, unit):
            old = before.bases[base.id]
            if old.pose is None or base.pose is None:
                continue
            far = math.hypot(base.pose.x - old.pose.x, base.pose.y - old.pose.y)
            assert far <= most * INCH + HAIR, (base.id, far)
            for enemy in enemies:
                now, then = gap(base, enemy), gap(old, before.bases[enemy.id])
                assert now >= APART - HAIR or now >= then - HAIR, (base.id, enemy.id, then, now)

    def places(self, event: Event, state: State) -> None:
        """Whenever a player is asked all stand on the table, and nobody stands on anybody (USB-S06)."""
        stood = [b for b in state.bases.values() if b.pose is not None]
        moved = [b for b in stood if self.standing.get(b.id) != b.pose]
        self.standing = {b.id: b.pose for b in stood}
        for base in moved:
            assert base.pose is not None
            x0, y0, x1, y1 = polygon(base.shape, base.pose).bounds
            assert min(x0, y0) >= -HAIR, base.id
            assert x1 <= state.table.width + HAIR, base.id
            assert y1 <= state.table.depth + HAIR, base.id
            for other in stood:
                if other.id != base.id and abs(level(base) - level(other)) <= LEVEL:
                    deep = -gap(base, other)
                    assert deep <= HAIR, (base.id, other.id, deep)


def level(base: Base) -> float:
    """Height (mm) of the surface a model stands on."""
    assert base.pose is not None
    return base.pose.level * INCH


def gap(a: Base, b: Base) -> float:
    """Mm between two bases in plan; negative where they overlap, for round ones."""
    if a.pose is None or b.pose is None:
        return math.inf
    if a.shape.kind == "circle" == b.shape.kind:
        apart = math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y)
        return apart - (a.shape.width + b.shape.width) / 2.0
    return float(shapely.distance(polygon(a.shape, a.pose), polygon(b.shape, b.pose)))


def company(state: State, unit: str) -> list[Base]:
    """The models of an activation that are not lost."""
    units = [u.id for u in state.units.values() if u.id == unit or u.own.joined == unit]
    return [b for b in state.bases.values() if b.unit in units and b.where != "gone"]


def fallen(state: State, unit: Unit) -> bool:
    """Whether nothing of a unit is left."""
    return all(state.bases[b].where == "gone" for b in unit.bases)


def worth(state: State, unit: Unit) -> int:
    """What its loss counts: a hero two (USB-VIC-01)."""
    return 2 if any(state.bases[b].own.category for b in unit.bases) else 1
