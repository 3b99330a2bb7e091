"""What must be true after every event of a battle of the Napoleonic Wars, checked without the rules' own code."""

from __future__ import annotations

from collections import Counter

from game.engine.event import Event
from game.engine.state import Base, State, view
from rulesets.napoleonic_wars.own import BattleOwn, BodyOwn
from tests.soak import ways_nap
from tests.soak.accounts_nap import Accounts
from tests.soak.inside_nap import Inside
from tests.soak.known_nap import bodies, everything

MEN = 20
"""Men of a figure (NAP-SCL)."""
DAMAGE = 8 * MEN
"""Eighths of casualties at which a gun or limber is lost (NAP-R72)."""
HAIR = 0.5
"""mm of rounding at the edge of the table."""


class Promises:
    """What must be true after every event, for one battle; ``seen`` counts what has come up."""

    def __init__(self) -> None:
        self.bases: frozenset[str] = frozenset()
        self.seen: Counter[str] = Counter()
        self.accounts, self.inside = Accounts(), Inside()

    def __call__(self, before: State, event: Event, after: State) -> None:
        self.seen[event.type] += 1
        bases = everything(after)
        self.bases = self.bases or frozenset(everything(before))
        assert bases.keys() >= self.bases, (event.type, sorted(self.bases - bases.keys()))
        self.figures(event, everything(before), bases)
        self.bodies(before, event, after)
        self.clock(before, after)
        for fault in (*self.accounts(before, event, after), *self.inside(before, event, after)):
            raise AssertionError((event.type, event.about, fault))
        self.ways(before, event, after)
        if event.type == "rest":
            self.places(after, bases)
            self.ties(after)
            self.veils(after)

    # -- numbers ----------------------------------------------------------------------------------------------

    def figures(self, event: Event, before: dict[str, Base], after: dict[str, Base]) -> None:
        """Figures are conserved, what is gone stays gone, and crews, drivers and teams only grow fewer."""
        for base in after.values():
            old = before.get(base.id)
            if old is base:
                continue
            assert base.where in ("table", "reserve", "inside", "off", "gone"), (base.id, base.where)
            assert (base.pose is not None) == (base.where == "table"), (base.id, base.where, event.type)
            if old is None:
                continue
            assert old.where != "gone" or base.where == "gone", (base.id, event.type)
            for name in ("crew", "drivers", "horses", "men"):
                now, then = getattr(base.own, name), getattr(old.own, name)
                assert now >= 0, (base.id, name, now, event.type)
                assert now <= then or base.own.role in ("gun", "team", "horses"), (base.id, name, then, now)

    def bodies(self, before: State, event: Event, after: State) -> None:
        """Losses only grow and never past all; men short of a figure are fewer than it has; no shares below none."""
        old = bodies(before)
        for unit in bodies(after).values():
            own: BodyOwn = unit.own
            was = old.get(unit.id)
            if was is unit:
                continue
            assert 0 <= own.strength.men < MEN, (unit.id, own.strength.men, event.type)
            assert own.nerve.carried >= 0, (unit.id, event.type)
            assert 0 <= own.fire.smoke <= 4, (unit.id, event.type)
            assert 0.0 <= own.march.rest <= 1.0, (unit.id, own.march.rest, event.type)
            assert own.battery.gun_hits < DAMAGE, (unit.id, event.type)
            assert own.battery.limber_hits < DAMAGE, (unit.id, event.type)
            assert own.march.doing is None or own.march.doing.left >= 0.0, (unit.id, event.type)
            assert len(set(unit.bases)) == len(unit.bases), (unit.id, event.type)

    def clock(self, before: State, after: State) -> None:
        """Moves follow each other, and no more are played than were agreed."""
        now: BattleOwn = after.own
        assert before.own.move <= now.move <= max(now.moves, before.own.move), (before.own.move, now.move)
        assert now.move - before.own.move <= 1

    def ways(self, before: State, event: Event, after: State) -> None:
        """Charges follow their fronts, nobody is ordered over the edge, couriers ride through no enemy."""
        if after.own.tracks is not before.own.tracks:
            for body, track in after.own.tracks.items():
                if before.own.tracks.get(body) is not track:
                    for fault in (*ways_nap.of_charge(track), *ways_nap.over_the_edge(after, track)):
                        raise AssertionError((event.type, body, fault))
        if "way" in event.data and event.type.startswith("courier_"):
            for fault in ways_nap.through_an_enemy(before, event, before.own.tracks):
                raise AssertionError((event.type, event.side, fault))

    # -- whenever a player is asked ---------------------------------------------------------------------------

    def places(self, state: State, bases: dict[str, Base]) -> None:
        """All figures stand on the table with their middles (NAP-S78), each in one body, which names it."""
        everybody = bodies(state)
        named = Counter(b for u in everybody.values() for b in u.bases)
        for base in bases.values():
            assert named[base.id] == 1, (base.id, named[base.id])
            assert base.id in everybody[base.unit].bases, base.id
            if base.pose is not None:
                x, y = base.pose.x, base.pose.y
                assert -HAIR <= x <= state.table.width + HAIR, (base.id, x, y)
                assert -HAIR <= y <= state.table.depth + HAIR, (base.id, x, y)

    def ties(self, state: State) -> None:
        """Charges, attacks and melees are between enemies who are there."""
        everybody, bases = bodies(state), everything(state)
        for tie in state.ties.values():
            assert everybody[tie.a].side != everybody[tie.b].side, tie.id
            for body in (tie.a, tie.b) if tie.kind == "melee" else ():
                assert any(bases[b].where != "gone" for b in everybody[body].bases), (tie.id, body)

    def veils(self, state: State) -> None:
        """No side is shown what the other keeps to itself (NAP-DET-03, NAP-S05)."""
        for side in state.sides:
            seen = view(state, side)
            assert set(seen.secret) <= {side}, (side, set(seen.secret))
            for unit in seen.units.values():
                if unit.side != side:
                    assert unit.own.march.doing is None, unit.id
