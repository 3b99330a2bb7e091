"""Who may shoot at whom: the nearest enemy in sight, stand by stand, and the targets of stands that do not see it.

WMA-SHT-01 to WMA-SHT-05, WMA-R10, WMA-R11, WMA-S16.
"""

from __future__ import annotations

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts, sight
from rulesets.warmaster_ancients.measures import MEASURES

HOLD = "hold"
"""The mark of a stand that does not shoot."""


class Plan(msgspec.Struct, frozen=True):
    """How a unit would shoot at the nearest enemy unit it sees (WMA-S16).

    Stands that see it shoot ``at`` it if they have it in range; too ``far`` off, they do not shoot (WMA-R10, WMA-R11).
    Stands that do not see it are ``free`` to shoot at others, each at those listed (WMA-SHT-04).
    """

    unit: str
    nearest: str
    at: tuple[str, ...]
    far: tuple[str, ...]
    free: dict[str, tuple[str, ...]]

    @property
    def idle(self) -> bool:
        """Whether no stand at all may shoot."""
        return not self.at and not self.free

    def aims(self, choices: dict[str, str] | None = None) -> tuple[tuple[str, str], ...]:
        """Every shooting stand with its target; ``choices`` for those that may switch (default: they shoot)."""
        found = dict.fromkeys(self.at, self.nearest)
        for stand, targets in self.free.items():
            mark = targets[0] if choices is None else choices.get(stand, targets[0])
            if mark != HOLD:
                found[stand] = mark
        return tuple(sorted(found.items()))


def possible_targets(view: State, unit: str) -> tuple[str, ...]:
    """The enemy units that a unit sees and that are not engaged, in order (WMA-S16)."""
    return tuple(u for u in sight.seen_enemies(view, unit) if not facts.engaged(view, u))


def nearest_targets(view: State, unit: str) -> tuple[str, ...]:
    """The nearest enemy unit that a unit sees; several where they are equally near (WMA-SHT-02)."""
    seen = possible_targets(view, unit)
    if not seen:
        return ()
    ways = facts.unit_distances(view, unit, seen)
    least = min(ways.values())
    return tuple(u for u in seen if MEASURES.same(ways[u], least))


def plan(view: State, unit: str, nearest: str) -> Plan:
    """How a unit shoots when ``nearest`` is its nearest target (WMA-SHT-03 to -05, WMA-R10, WMA-R11)."""
    reach = profile(view, unit).range or 0.0
    others = possible_targets(view, unit)
    at: list[str] = []
    far: list[str] = []
    free: dict[str, tuple[str, ...]] = {}
    for stand in (b.id for b in facts.stands(view, unit)):
        if sight.stand_sees_unit(view, stand, nearest):
            way = sight.eye_distance(view, stand, nearest)
            (at if MEASURES.within(way, reach) else far).append(stand)
            continue
        ways = {u: sight.eye_distance(view, stand, u) for u in others if sight.stand_sees_unit(view, stand, u)}
        if ways and MEASURES.within(min(ways.values()), reach):
            free[stand] = tuple(u for u, way in ways.items() if MEASURES.same(way, min(ways.values())))
    return Plan(unit, nearest, tuple(at), tuple(far), free)


def plans(view: State, unit: str) -> tuple[Plan, ...]:
    """The ways in which a unit may shoot: one for each enemy unit that is nearest."""
    return tuple(plan(view, unit, nearest) for nearest in nearest_targets(view, unit))


def firing(view: State, unit: str) -> tuple[Plan, ...]:
    """Those of its ways in which any of its stands may shoot."""
    return tuple(p for p in plans(view, unit) if not p.idle)


def shooting_bar(view: State, unit: str) -> Bar | None:
    """Why a unit may not shoot in this phase, or None where it may."""
    if view.units[unit].own.shot:
        return Bar(T("{unit} shot already", unit=Thing(unit)), "WMA-SHT-01")
    if facts.engaged(view, unit):
        return Bar(T("{unit}: engaged in combat", unit=Thing(unit)), "WMA-S16")
    found = plans(view, unit)
    if not found:
        return Bar(T("No enemy to shoot at in sight of {unit}", unit=Thing(unit)), "WMA-SHT-02")
    if not all(p.idle for p in found):
        return None
    nearest, far = found[0].nearest, found[0].far
    if not far:
        return Bar(T("No target in range of {unit}", unit=Thing(unit)), "WMA-SHT-05")
    way = min(sight.eye_distance(view, s, nearest) for s in far)
    lengths = {"way": Length(way), "range": Length(profile(view, unit).range or 0.0)}
    text = T("{target}: {way} away, beyond the range of {range}", target=Thing(nearest), **lengths)
    return Bar(text, "WMA-SHT-05")


def may_shoot(view: State, unit: str) -> bool:
    """Whether a unit may shoot in this phase; where no enemy is in range nobody need be looked for."""
    return facts.within_of_enemy(view, unit, profile(view, unit).range or 0.0) and shooting_bar(view, unit) is None


def shooters(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that have missiles, in order."""
    return tuple(u for u in facts.troops(view, side) if profile(view, u).range is not None)


def ready(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that may still shoot, those nearest to their targets first."""
    found = [u for u in shooters(view, side) if may_shoot(view, u)]
    return tuple(sorted(found, key=lambda u: facts.distance(view, u, nearest_targets(view, u)[0])))
