"""What must be true after every event of a battle of Warmaster Ancients, checked without the rules' own code."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import shapely

from game.engine.event import Event
from game.engine.state import Base, State, view
from game.geometry.shapes import polygon
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profiles
from rulesets.warmaster_ancients.field.scene import land_of

OVERLAP = 1.0
"""mm2 of shared area that is still touching (WMA-S05)."""
TOUCH = 0.5
"""mm of gap that is still touching (WMA-S05)."""
APART = 10.0
"""mm that whoever does not charge keeps from the enemy (WMA-S05)."""
HAIR = 0.02
"""mm of rounding."""
TENTH = 0.05
"""mm by which a way may be longer than a limit of whole mm: ways are compared to 0.01 cm (WMA-S01)."""

MEETING = ("charged", "pursued", "advance_charged")
"""Moves that may lead into contact."""
OWN = ("moved", "evaded", "advanced", "charge_failed", "makes_way")
"""Moves that keep their distance from the enemy, unless they began nearer and do not come nearer still."""
FORCED = ("driven_back", "retreated", "fell_back", "withdrew")
"""Moves that keep their distance from enemies that they did not begin near to (WMA-S18, WMA-S28)."""
RIGID = ("evaded", "advanced", "fell_back", "withdrew", "makes_way", "driven_back", "retreated", "charge_failed")
"""Moves that shift the unit as a block, facing kept."""
MOVES = (*MEETING, *OWN, *FORCED, "reformed")
FREE = ("moved", "charged", "evaded", "reformed", "makes_way", "charge_failed", "driven_back")
"""Moves of units that are not engaged."""


class Promises:
    """What must be true after every event, for one battle; ``seen`` counts what has been proved on what.

    Attributes
    ----------
    ground
        Whether nobody may ever stand on ground forbidden to him.
    """

    def __init__(self, *, ground: bool = True) -> None:
        self.bases: frozenset[str] = frozenset()
        self.standing: dict[str, object] = {}
        self.touching: frozenset[tuple[str, str]] = frozenset()
        self.seen: Counter[str] = Counter()
        self.ground = ground

    def __call__(self, before: State, event: Event, after: State) -> None:
        self.seen[event.type] += 1
        if not self.bases:
            self.bases = frozenset(after.bases)
            self.touching = touching(before)
        self.counts(before, after)
        if event.type == "turn_ends":
            self.at_turn_end(after)
        if event.type == "rest":
            self.at_rest(after)
        standing = {b.id: (b.pose, b.shape) for b in after.bases.values() if b.solid and b.pose is not None}
        if standing == self.standing:
            return
        self.standing = dict(standing)
        self.nobody_overlaps(after)
        self.all_stand_on_the_table(after)
        if after.own.phase == "deployment":
            return
        self.who_meets(before, event, after)
        self.who_moved(before, event, after)

    # -- numbers ----------------------------------------------------------------------------------------------

    def counts(self, before: State, after: State) -> None:
        """Stands are conserved and what is gone stays gone; orders, rounds and casualties keep within bounds."""
        assert frozenset(after.bases) == self.bases
        for unit in after.units.values():
            own = unit.own
            if own.character:
                continue
            kind = profiles()[unit.kind]
            left = len(after.bases_of(unit.id))
            assert len(unit.bases) == kind.stands
            assert 0 <= own.orders <= 3, unit.id
            assert 0 <= own.rounds <= 4, unit.id
            assert own.hits < kind.hits or own.hits <= kind.hits * left, unit.id
            assert not (own.initiative and own.orders), unit.id
            if unit.side != after.own.active:
                assert own.orders == 0, unit.id
                assert not own.initiative, unit.id
        for base in after.bases.values():
            assert base.where in ("table", "reserve", "gone")
            assert (base.pose is not None) == (base.where == "table"), base.id
            if before.bases[base.id].where == "gone":
                assert base.where == "gone", base.id

    def at_rest(self, state: State) -> None:
        """While a player thinks: units hang together, no casualties wait, both sides see the same."""
        if state.own.phase == "deployment":
            return
        for unit in state.units.values():
            if unit.own.character:
                continue
            assert connected(state.bases_of(unit.id)), unit.id
        assert view(state, "south") == view(state, "north") == view(state, None)
        if state.pending is None or state.pending.waiting[0].question != "escape":
            self.characters_are_safe(state)

    def characters_are_safe(self, state: State) -> None:
        """No token stands within 1 cm of an enemy (WMA-S32, WMA-S41)."""
        for unit in state.units.values():
            pose = state.bases[unit.bases[0]].pose
            if not unit.own.character or pose is None:
                continue
            enemies = [b for b in state.bases.values() if b.solid and state.units[b.unit].side != unit.side]
            shapes = [polygon(b.shape, b.pose) for b in enemies if b.pose is not None]
            near = shapely.distance(np.array(shapes), shapely.Point(pose.x, pose.y)).min() if shapes else APART * 2
            assert near > APART - TENTH, (unit.id, near)

    def at_turn_end(self, state: State) -> None:
        """Contacts join units that touch; whoever has left combat has no casualties left over (WMA-END-01)."""
        pairs = touching(state)
        for tie in state.ties.values():
            if tie.kind == "contact":
                assert tuple(sorted((tie.a, tie.b))) in pairs, (tie.a, tie.b)
        engaged = {u for pair in pairs for u in pair}
        for unit in state.units.values():
            if not unit.own.character and unit.id not in engaged:
                assert unit.own.hits == 0, unit.id

    # -- places -----------------------------------------------------------------------------------------------

    def nobody_overlaps(self, state: State) -> None:
        """No two stands share ground (WMA-S05)."""
        bases = [b for b in state.bases.values() if b.solid and b.where == "table" and b.pose is not None]
        if not bases:
            return
        shapes = np.array([polygon(b.shape, b.pose) for b in bases if b.pose is not None])
        tree = shapely.STRtree(shapes)
        left, right = tree.query(shapes, predicate="intersects")
        pairs = left < right
        shared = shapely.area(shapely.intersection(shapes[left[pairs]], shapes[right[pairs]]))
        bad = np.flatnonzero(shared > OVERLAP + 1e-6)
        told = [(bases[left[pairs][k]].id, bases[right[pairs][k]].id, float(shared[k])) for k in bad]
        assert not told, told

    def all_stand_on_the_table(self, state: State) -> None:
        """Whatever has a place has it on the table, and not on ground forbidden to it."""
        for base in state.bases.values():
            pose = base.pose
            if pose is None:
                continue
            assert -0.01 <= pose.x <= state.table.width + 0.01, base.id
            assert -0.01 <= pose.y <= state.table.depth + 0.01, base.id
            if not base.solid:
                continue
            shape = polygon(base.shape, pose)
            x0, y0, x1, y1 = shape.bounds
            assert min(x0, y0) >= -0.2, base.id
            assert x1 <= state.table.width + 0.2, base.id
            assert y1 <= state.table.depth + 0.2, base.id
            if self.ground and state.own.phase != "deployment":
                barred = land_of(state).bars(profiles()[state.units[base.unit].kind].type).area
                assert shapely.intersection(barred, shape).area <= OVERLAP + 1e-6, base.id

    # -- moves ------------------------------------------------------------------------------------------------

    def who_meets(self, before: State, event: Event, after: State) -> None:
        """Only charges, pursuits and advances bring enemies into contact (WMA-S05, WMA-S39).

        A forced move may brush past enemies that it began near to, as long as it overlaps none (WMA-S18).
        """
        now = touching(after)
        new = now - self.touching
        self.touching = now
        if event.type in FORCED:
            new = frozenset(
                pair for pair in new if gap(before.bases_of(pair[0]), before.bases_of(pair[1])) >= APART - HAIR
            )
        assert not new or event.type in MEETING, (event.type, event.about, sorted(new))
        mover = event.data.get("unit", event.about[0] if event.about else "")
        assert all(mover in pair for pair in new), (event.type, mover, sorted(new))

    def who_moved(self, before: State, event: Event, after: State) -> None:
        """A move moves one unit as it may: how far, how near to the enemy, as a block or not."""
        moved = {b.unit for b in after.bases.values() if b.solid and b.pose and before.bases[b.id].pose != b.pose}
        if not moved:
            return
        assert event.type in MOVES, event.type
        assert len(moved) == 1, (event.type, sorted(moved))
        (unit,) = moved
        kind = profiles()[after.units[unit].kind]
        old = {b.id: b for b in before.bases_of(unit)}
        new = after.bases_of(unit)
        ways = {
            b.id: (b.pose.x - o.pose.x, b.pose.y - o.pose.y)
            for b in new
            if (o := old[b.id]).pose is not None and b.pose is not None
        }
        if event.type in RIGID:
            (dx, dy), *rest = ways.values()
            assert all(math.hypot(x - dx, y - dy) <= HAIR for x, y in rest), (event.type, unit)
            assert all(b.pose.facing == old[b.id].pose.facing for b in new if b.pose), (event.type, unit)  # type: ignore[union-attr]
        longest = max(math.hypot(x, y) for x, y in ways.values())
        if event.type in ("moved", "charged", "evaded", "makes_way", "charge_failed", "advance_charged", "advanced"):
            assert longest <= data_files.load_troops()[kind.type].move_mm + TENTH, (event.type, unit, longest)
        assert connected(new), (event.type, unit)
        if event.type in FREE:
            assert not any(unit in pair for pair in touching(before)), (event.type, unit)
        if event.type in MEETING or event.type == "advanced":
            assert kind.type != "artillery", (event.type, unit)
        self.seen["checked " + event.type] += 1
        if event.type in (*OWN, *FORCED, "reformed"):
            self.keeps_away(before, event, after, unit)

    def keeps_away(self, before: State, event: Event, after: State, unit: str) -> None:
        """Who does not charge ends 1 cm away from every enemy, or began nearer."""
        side = after.units[unit].side
        for enemy in after.units.values():
            if enemy.side == side or enemy.own.character or not after.bases_of(enemy.id):
                continue
            now = gap(after.bases_of(unit), after.bases_of(enemy.id))
            if now >= APART - 0.05 - HAIR:
                continue
            then = gap(before.bases_of(unit), before.bases_of(enemy.id))
            assert then < APART, (event.type, unit, enemy.id, then, now)
            if event.type in OWN:
                assert now >= then - TOUCH, (event.type, unit, enemy.id, then, now)


def gap(one: tuple[Base, ...] | list[Base], two: tuple[Base, ...] | list[Base]) -> float:
    """mm between the nearest stands of two units."""
    shapes = [np.array([polygon(b.shape, b.pose) for b in bases if b.pose is not None]) for bases in (one, two)]
    return float(shapely.distance(shapes[0][:, None], shapes[1][None, :]).min())


def connected(bases: tuple[Base, ...] | list[Base]) -> bool:
    """Whether stands hang together."""
    shapes = [polygon(b.shape, b.pose) for b in bases if b.pose is not None]
    if not shapes:
        return True
    reached, todo = {0}, [0]
    while todo:
        k = todo.pop()
        for j in range(len(shapes)):
            if j not in reached and shapes[k].distance(shapes[j]) <= TOUCH + HAIR:
                reached.add(j)
                todo.append(j)
    return len(reached) == len(shapes)


def touching(state: State) -> frozenset[tuple[str, str]]:
    """Pairs of enemy units that touch."""
    bases = [b for b in state.bases.values() if b.solid and b.where == "table" and b.pose is not None]
    if not bases:
        return frozenset()
    shapes = np.array([polygon(b.shape, b.pose) for b in bases if b.pose is not None])
    left, right = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=TOUCH + 0.005)
    found = set()
    for i, j in zip(left, right, strict=True):
        a, b = bases[i].unit, bases[j].unit
        if a < b and state.units[a].side != state.units[b].side:
            found.add((a, b))
    return frozenset(found)
