"""What an attack is: who throws how many dice with what at whom, in the order of the weapon groups.

USB-STA-03, USB-STA-07, USB-SHT-01, USB-SHT-03, USB-SHT-04, USB-CMB-01, USB-CMB-02, USB-EQP-03, USB-EQP-11, USB-LDR-02,
USB-MON-10 to USB-MON-12, USB-HRO-07, USB-SPC-08, USB-R15, USB-R47, USB-R63, USB-S15.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from game.engine.state import State
from game.engine.text import T, Text
from rulesets.universal_battle.army.items import Item, item
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import model
from rulesets.universal_battle.field.terrain import Effects
from rulesets.universal_battle.measures import SLACK
from rulesets.universal_battle.own import HeroOwn, ModelOwn, WeaponOwn

BASIC, SPECIAL = "basic", "special"
Fits = Callable[[Item], bool]


class Arm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon group: models of one unit that throw like dice with one weapon, an item by its id.

    ``rider``: the dice of a mounted hero, not of his mount (USB-HRO-07); ``perfect``: a Perfect Shot (USB-PWR-06).
    """

    models: tuple[str, ...]
    item: str = BASIC
    rider: bool = False
    perfect: bool = False


class AutoHits(msgspec.Struct, frozen=True):
    """Hits without a die: how many, what they are, and the clause (USB-WND-07)."""

    hits: int
    why: Text
    clause: str


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """One attack of an activation on another, by their hosts.

    ``arms``: its dice in the order of USB-S15; ``autos``: what hits without any, last. ``aimed``, ``indirect``,
    ``halved``: an Aimed Shot, one over others (USB-MON-08), one from inside (USB-TRN-06). ``charging``: has charged in
    this fight (ones again, lances); ``later``: in a later round of it (USB-R26); ``reply``: back at who attacks.
    ``front``: who of the two has the other before the front of its Phalanx (USB-S10). ``costly``: a shield's re-roll
    would cost the target blows that it still has to strike (USB-R48). ``fatigue``: F, where it is not each unit's own.
    ``ground``: terrain's effects for attacker and target, where it is not as they stand now (USB-R31).
    """

    unit: str
    target: str
    kind: Literal["shot", "blow", "duel"]
    arms: tuple[Arm, ...] = ()
    autos: tuple[AutoHits, ...] = ()
    aimed: bool = False
    indirect: bool = False
    halved: bool = False
    charging: bool = False
    later: bool = False
    reply: bool = False
    front: tuple[str, ...] = ()
    costly: bool = False
    fatigue: int | None = None
    ground: tuple[Effects, Effects] | None = None


def shots(view: State, models: Iterable[str], gap: float, chosen: Mapping[str, str] | None = None) -> tuple[Arm, ...]:
    """The groups of a shooting at ``gap`` mm, of every type that reaches so far (USB-SHT-01, USB-R15).

    A monster shoots with every weapon, others with one: a hero by default with the first, or as ``chosen`` by his base.
    """
    return _arms(view, models, chosen or {}, lambda arm: arm.ranged and gap <= arm.reach + SLACK)


def blows(view: State, models: Iterable[str], chosen: Mapping[str, str] | None = None) -> tuple[Arm, ...]:
    """The groups of a melee: every model with one weapon, a monster and a mount with each (USB-CMB-02, USB-R15)."""
    return _arms(view, models, chosen or {}, lambda arm: arm.melee)


def usable(view: State, base: str, fits: Fits) -> tuple[str, ...]:
    """The weapons of a sort that a model has, or the rider on it: what a hero chooses from."""
    own = model(view.bases[base])
    return _held(own, own.rider.weapons if own.rider is not None else own.weapons, fits)


def _held(own: ModelOwn, weapons: Iterable[WeaponOwn], fits: Fits) -> tuple[str, ...]:
    """The weapons that fit: a special one is in the place of what shoots, for want of another the basic one strikes."""
    held = [w.item for w in weapons if not (own.special and item(w.item).ranged)] + [SPECIAL] * own.special
    held += [] if any(item(name).melee for name in held) else [BASIC]
    return tuple(name for name in held if fits(item(name)))


def _arms(view: State, models: Iterable[str], chosen: Mapping[str, str], fits: Fits) -> tuple[Arm, ...]:
    """Troops' weapon, special weapons, hero, mount's weapons in the order of purchase (USB-S15)."""
    groups: dict[tuple[int, int, str, bool], list[str]] = {}
    for base in models:
        for key in _of_model(view, base, chosen.get(base, ""), fits):
            groups.setdefault(key, []).append(base)
    return tuple(Arm(tuple(who), name, rider) for (_, _, name, rider), who in sorted(groups.items()))


def _of_model(view: State, base: str, chosen: str, fits: Fits) -> Iterator[tuple[int, int, str, bool]]:
    """The groups in which a model throws: place, number of the weapon, weapon, whether the rider has it."""
    own = model(view.bases[base])
    held = _held(own, own.weapons, fits)
    his = usable(view, base, fits) if own.category else ()
    if his:
        yield 2, 0, chosen if chosen in his else his[0], own.rider is not None
    if own.growth >= 0:
        yield from ((3, k, name, False) for k, name in enumerate(held))
    elif not own.category:
        yield from ((int(name == SPECIAL), 0, name, False) for name in held[:1])


def thrower(view: State, base: str, arm: Arm) -> ModelOwn | HeroOwn:
    """Whose Hit and Initiative a model's dice of a group have (USB-HRO-07)."""
    own = model(view.bases[base])
    return own.rider if arm.rider and own.rider is not None else own


def count(view: State, attack: Attack, arm: Arm) -> int:
    """The dice of a group: Initiative and what the weapon makes of it (USB-STA-03, USB-EQP-11).

    From inside the unit throws half of all its dice, rounded down, one at least (USB-TRN-06, USB-S15): each group the
    half of what the groups up to it have, less what those before it throw.
    """
    n = _dice(view, arm)
    if not attack.halved or not n:
        return n
    before = sum(_dice(view, one) for one in attack.arms[: attack.arms.index(arm)]) if arm in attack.arms else 0
    return _half(before + n) - _half(before)


def _half(n: int) -> int:
    """Half a number of dice, rounded down, one at least of any (USB-S15).

    >>> [_half(n) for n in range(6)]
    [0, 1, 1, 1, 2, 2]
    """
    return max(1, n // 2) if n else 0


def _dice(view: State, arm: Arm) -> int:
    return sum(thrower(view, b, arm).initiative for b in arm.models) * item(arm.item).dice


def ram(view: State, unit: str) -> tuple[AutoHits, ...]:
    """The ram of a charging monster or mount: a hit for each growth step (USB-MON-11, USB-R63)."""
    steps = max((model(b).growth for b in facts.models(view, unit)), default=0)
    return (AutoHits(steps, T("Ram"), "USB-MON-11"),) if steps > 0 else ()


def destruction(view: State, unit: str) -> AutoHits:
    """What Self-Destruction does: twice the Standfast that is left (USB-SPC-08, USB-R47)."""
    hits = whole("destruction_hits") * facts.strength(view, unit)
    return AutoHits(hits, T("Self-Destruction"), "USB-SPC-08")
