"""Who fights whom in a round: contacts and groups, directed attacks, the blows they give, support, shots that count.

WMA-CMB-04, WMA-CMB-05, WMA-RCT-03,
WMA-RES-04, WMA-R22, WMA-R33, WMA-S20 to WMA-S24, WMA-S29.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from game.engine.state import State
from game.geometry.contact import connected_groups
from game.kit.situation import in_order
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.own import ContactOwn

Pair = tuple[str, str]
"""Two units that touch, in the order of the lists."""


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one unit does to one enemy unit in a round: stands, dice, hits, casualties; ``counts`` by WMA-S23."""

    unit: str
    enemy: str
    stands: tuple[str, ...]
    dice: int
    hits: int = 0
    casualties: int = 0
    counts: int = 0


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units linked by the contacts of a round, with what was so at its start (WMA-R32, WMA-R52).

    By unit: the ``enemies`` that it touched in the round, those with no part in a second round included (WMA-R39), and
    the direction of its retreat, a unit vector, or nothing where it is trapped (WMA-S27). ``steady`` units are defended
    or fortified against every enemy they touch (WMA-R34). By side: stands in ``support``, and casualties shot at
    chargers that count in this round (WMA-RCT-03). ``blows`` is what they did to each other.
    """

    units: tuple[str, ...]
    enemies: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[float, ...]]
    steady: tuple[str, ...] = ()
    support: dict[str, int] = {}
    volleys: dict[str, int] = {}
    blows: tuple[Blow, ...] = ()


def sides_in_order(view: State) -> tuple[str, str]:
    """The active side, then the other."""
    active = view.own.active
    return active, facts.enemy_of(view, active)


def in_turn(view: State, units: Collection[str]) -> tuple[str, ...]:
    """Units, those of the active side first, each side's by ascending id (WMA-S22)."""
    return tuple(u for side in sides_in_order(view) for u in in_order(view, units) if view.units[u].side == side)


def parted(view: State, units: Iterable[str], side: str) -> tuple[list[str], list[str]]:
    """Of some units those of a side, and the others."""
    listed = list(units)
    mine = [u for u in listed if view.units[u].side == side]
    return mine, [u for u in listed if u not in mine]


def pairs_among(view: State, units: Iterable[str]) -> tuple[Pair, ...]:
    """The contacts between some units, each once, in order."""
    among = in_order(view, units)
    rank = {u: k for k, u in enumerate(among)}
    return tuple((a, b) for a in among for b in facts.engaged_enemies(view, a) if b in rank and rank[a] < rank[b])


def units_in(view: State, pairs: Iterable[Pair]) -> tuple[str, ...]:
    """The units of some contacts by ascending id."""
    return in_order(view, {u for p in pairs for u in p})


def groups_of(view: State, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Maximal groups of units linked by the contacts of a round (WMA-S21, WMA-S29)."""
    names = units_in(view, pairs)
    index = {u: k for k, u in enumerate(names)}
    found = connected_groups(len(names), [(index[a], index[b]) for a, b in pairs])
    return tuple(tuple(names[k] for k in group) for group in found)


def touched(view: State, pairs: Sequence[Pair]) -> dict[str, tuple[str, ...]]:
    """Each fighting stand with the enemy units it touches in this round, both in order."""
    found: dict[str, set[str]] = {}
    for unit in units_in(view, pairs):
        for t in facts.contacts(view, unit):
            if (unit, t.other_unit) in pairs or (t.other_unit, unit) in pairs:
                found.setdefault(t.own, set()).add(t.other_unit)
    return {stand: in_order(view, units) for stand, units in found.items()}


def default_direction(view: State, stand: str, enemies: Sequence[str]) -> str:
    """The enemy unit at which a stand directs its attacks unless its owner chooses another (WMA-S23)."""
    if len(enemies) == 1:
        return enemies[0]
    unit = view.bases[stand].unit

    def key(enemy: str) -> tuple[int, float]:
        met = [t for t in facts.contacts(view, unit) if t.own == stand and t.other_unit == enemy]
        front = MEASURES.round(sum(t.length for t in met if t.side == "front"))
        edge = MEASURES.round(sum(t.length for t in met))
        return (0, -front) if front > 0.0 else (1, -edge) if edge > 0.0 else (2, 0.0)

    return min(enemies, key=key)


def directions(view: State, pairs: Sequence[Pair], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every fighting stand with the unit at which it strikes: as chosen, else by default."""
    return {
        stand: chosen[stand] if chosen.get(stand) in enemies else default_direction(view, stand, enemies)
        for stand, enemies in touched(view, pairs).items()
    }


def open_directions(view: State, pairs: Sequence[Pair], side: str) -> dict[str, tuple[str, ...]]:
    """Stands of a side that touch several enemy units in this round, with these units."""
    found = touched(view, pairs)
    return {s: found[s] for s in found if len(found[s]) > 1 and view.units[view.bases[s].unit].side == side}


def planned_blows(view: State, pairs: Sequence[Pair], chosen: Mapping[str, str], number: int) -> tuple[Blow, ...]:
    """All blows of a round in the order of their dice: active side first, units then enemies ascending (WMA-S22)."""
    aims = directions(view, pairs, chosen)
    out: list[Blow] = []
    for unit in in_turn(view, units_in(view, pairs)):
        own = [b.id for b in facts.stands(view, unit) if b.id in aims]
        for enemy in in_order(view, {aims[s] for s in own}):
            stands = tuple(s for s in own if aims[s] == enemy)
            out.append(Blow(unit, enemy, stands, int(blows.unit_attacks(view, unit, enemy, stands, number).total)))
    return tuple(out)


def volleys_in(view: State, units: Sequence[str], number: int) -> dict[str, int]:
    """Casualties shot at chargers of a group that count in this round, by the side that shot (WMA-R22)."""
    found: dict[str, int] = {}
    for tie in view.ties.values():
        own: ContactOwn = tie.own
        if tie.kind == "contact" and number == 1 and own.volley and not own.spent and tie.a in units and tie.b in units:
            side = view.units[tie.b].side
            found[side] = found.get(side, 0) + own.volley
    return found


def supporters_of(view: State, units: tuple[str, ...], side: str) -> tuple[str, ...]:
    """Stands that support a side of a group (WMA-S24); with harsh confusion none of a confused unit (WMA-S20)."""
    found = [s for s, _ in facts.supporters(view, units, side)]
    if view.options.get("harsh_confusion"):
        found = [s for s in found if not view.units[view.bases[s].unit].own.confused]
    return tuple(found)
