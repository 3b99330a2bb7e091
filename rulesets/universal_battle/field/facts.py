"""Who belongs together, who is in the battle, what is left of whom: facts of the state, without any measuring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import is_not
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.memo import Recalled, Remembering, alike
from game.engine.state import Base, State, Tie, Unit
from game.engine.text import T, Thing
from rulesets.universal_battle.own import CardOwn, ModelOwn, UnitOwn

LOCKED = "locked"
"""Kind of the ties between units in continuing melee (USB-S14)."""


class Roll:
    """Who there is, who is in whom, aboard, locked with whom, in which formation, and which models are left.

    ``known`` is what has been worked out of it: shared as long as none of that changes, whatever else happens.
    """

    __slots__ = ("bases", "known", "secrets", "ties", "units")

    def __init__(self, view: State, known: dict[Any, Any] | None = None) -> None:
        self.units, self.bases, self.ties, self.secrets = view.units, view.bases, view.ties, tuple(view.secret.values())
        self.known: dict[Any, Any] = {} if known is None else known

    def is_of(self, view: State) -> bool:
        """Whether a view has the very parts of this one."""
        if self.units is not view.units or self.bases is not view.bases or self.ties is not view.ties:
            return False
        return len(self.secrets) == len(view.secret) and not any(map(is_not, self.secrets, view.secret.values()))

    def holds_for(self, view: State) -> bool:
        """Whether a view differs in nothing that counts here."""
        if len(self.secrets) != len(view.secret) or any(map(is_not, self.secrets, view.secret.values())):
            return False
        return (
            (self.ties is view.ties or _locks(self.ties) == _locks(view.ties))
            and alike(self.units, view.units, _same_unit)
            and alike(self.bases, view.bases, _same_base)
        )


def _same_unit(one: Unit, other: Unit) -> bool:
    if one.bases != other.bases or one.side != other.side or one.kind != other.kind:
        return False
    a, b = one.own, other.own
    if (a.joined, a.joins, a.aboard, a.flag) != (b.joined, b.joins, b.aboard, b.flag):
        return False
    return bool(a.formation == b.formation and a.initial == b.initial)


def _same_base(one: Base, other: Base) -> bool:
    """Whether a model is the same and there as before: it may stand elsewhere, and have lost Standfast."""
    if one.where != other.where or (one.pose is None) != (other.pose is None) or one.unit != other.unit:
        return False
    return one.own is other.own or replace(model(one), lost=model(other).lost) == other.own


def _locks(ties: Mapping[str, Tie]) -> list[tuple[str, str]]:
    return [(t.a, t.b) for t in ties.values() if t.kind == LOCKED]


class _Rolls:
    """The latest rolls."""

    MOST = 8

    def __init__(self) -> None:
        self._latest: tuple[Roll, ...] = ()

    def __call__(self, view: State) -> Roll:
        """The roll of a view."""
        for roll in self._latest:
            if roll.is_of(view):
                return roll
        same = next((roll for roll in self._latest if roll.holds_for(view)), None)
        found = Roll(view, None if same is None else same.known)
        self._latest = (found, *self._latest[: self.MOST - 1])
        return found


_rolls = _Rolls()
known = Recalled(lambda view: _rolls(view).known)
"""What is known of the roll of a view."""
on_roll = Remembering(known).__call__
"""For functions of what a :class:`Roll` tells alone."""


def own(view: State, unit: str) -> UnitOwn:
    """The own part of a unit."""
    found: UnitOwn = view.units[unit].own
    return found


def model(base: Base) -> ModelOwn:
    """The own part of a model."""
    found: ModelOwn = base.own
    return found


def host(view: State, unit: str) -> str:
    """The unit by which an activation goes: that in which a hero is, else the unit itself (USB-HRO-10)."""
    return own(view, unit).joined or unit


def laid(view: State, unit: str) -> CardOwn | None:
    """How a unit lies as a card; None where it does not, or where the view does not know of it (USB-SET-06)."""
    secret = view.secret.get(view.units[unit].side) if view.secret else None
    note = None if secret is None else secret.notes.get(unit)
    return None if note is None else msgspec.convert(note, CardOwn)


def company(view: State, unit: str) -> tuple[str, ...]:
    """The units of one activation: the host, then the hero who is in it (USB-HRO-09)."""
    first = host(view, unit)
    return (first, *_joined(view).get(first, ()))


@on_roll
def _joined(view: State) -> dict[str, tuple[str, ...]]:
    """The heroes in other units, by the unit in which they are."""
    found: dict[str, tuple[str, ...]] = {}
    for one in view.units.values():
        if one.own.joined:
            found[one.own.joined] = (*found.get(one.own.joined, ()), one.id)
    return found


def models(view: State, unit: str) -> tuple[Base, ...]:
    """The models of an activation on the table: troops first, then the hero."""
    bases = view.bases
    return tuple([bases[b] for b in _ids_on_table(view, unit)])


@on_roll
def _ids_on_table(view: State, unit: str) -> tuple[str, ...]:
    return tuple(b.id for u in company(view, unit) for b in view.bases_of(u))


def left(view: State, unit: str) -> tuple[Base, ...]:
    """The models of an activation that are not lost, wherever they are."""
    bases = view.bases
    return tuple([bases[b] for b in ids_left(view, unit)])


@on_roll
def ids_left(view: State, unit: str) -> tuple[str, ...]:
    """The ids of the models of an activation that are not lost."""
    bases = view.bases
    return tuple(b for u in company(view, unit) for b in view.units[u].bases if bases[b].where != "gone")


def is_hero(base: Base) -> bool:
    """Whether a model is a hero, on foot or mounted."""
    return bool(model(base).category)


@on_roll
def hero_base(view: State, unit: str) -> str:
    """The hero of an activation who is not lost, "" where there is none."""
    return next((b.id for b in left(view, unit) if is_hero(b)), "")


@on_roll
def heroes(view: State, side: str) -> tuple[str, ...]:
    """The models of a side that are heroes and not lost, in the order of the list."""
    every = (view.bases[b] for u in view.units_of(side) for b in u.bases)
    return tuple(b.id for b in every if is_hero(b) and b.where != "gone")


@on_roll
def is_lone_hero(view: State, unit: str) -> bool:
    """Whether a unit is a hero who acts by himself, mounted or not."""
    return not own(view, unit).joined and len(company(view, unit)) == 1 and any(is_hero(b) for b in left(view, unit))


def standfast(base: Base) -> int:
    """What Standfast a model has left (USB-WND-02)."""
    return model(base).standfast - model(base).lost if base.where != "gone" else 0


def strength(view: State, unit: str) -> int:
    """The Standfast left of an activation, on the table or not."""
    return sum(standfast(b) for b in left(view, unit))


@on_roll
def initial(view: State, unit: str) -> int:
    """The Standfast of an activation at the start, a joined hero's with it (USB-R17)."""
    return sum(own(view, u).initial for u in company(view, unit))


def losses(view: State, unit: str) -> int:
    """The Standfast that an activation has lost since the start (USB-R17)."""
    return initial(view, unit) - strength(view, unit)


@on_roll
def alive(view: State, unit: str) -> bool:
    """Whether anything is left, on the table or not: of an activation by its host, of a hero in one of him alone."""
    return survives(view, unit) if own(view, unit).joined else bool(ids_left(view, unit))


def survives(view: State, unit: str) -> bool:
    """Whether anything is left of one unit by itself: of troops without the hero who is in them."""
    return any(view.bases[b].where != "gone" for b in view.units[unit].bases)


@on_roll
def deployed(view: State, unit: str) -> bool:
    """Whether a unit is on the table, as models or as a card, or in a carrier that is."""
    first = host(view, unit)
    carrier = own(view, first).aboard
    return (
        bool(_ids_on_table(view, first)) or (bool(carrier) and deployed(view, carrier)) or laid(view, unit) is not None
    )


@on_roll
def activations(view: State, side: str) -> tuple[str, ...]:
    """The hosts of a side of which something is left, in the order of the list."""
    found = (u.id for u in view.units_of(side) if not u.own.joined and ids_left(view, u.id))
    return tuple(u for u in found if not ((note := laid(view, u)) and note.joined))


def eligible(view: State, side: str) -> tuple[str, ...]:
    """The activations of a side still to come in this round (USB-RND-03)."""
    fresh = (u for u in activations(view, side) if not own(view, u).activated)
    return tuple(u for u in fresh if not ((note := laid(view, u)) and note.activated))


@on_roll
def opponents(view: State, unit: str) -> tuple[str, ...]:
    """The hosts with which an activation is locked, in the order of the locks (USB-S14)."""
    me = host(view, unit)
    return tuple(t.b if t.a == me else t.a for t in view.ties.values() if t.kind == LOCKED and me in (t.a, t.b))


def is_locked(view: State, unit: str) -> bool:
    """Whether an activation is in continuing melee."""
    return bool(opponents(view, unit))


@on_roll
def on_table(view: State, side: str) -> tuple[str, ...]:
    """The hosts of a side on the table, in the order of the list."""
    return tuple(u for u in activations(view, side) if _ids_on_table(view, u))


@on_roll
def enemies(view: State, unit: str) -> tuple[str, ...]:
    """The enemy hosts on the table, in the order of the lists."""
    side = view.units[unit].side
    return tuple(u for s in view.sides if s != side for u in on_table(view, s))


@on_roll
def friends(view: State, unit: str) -> tuple[str, ...]:
    """The other hosts of its side on the table."""
    return tuple(u for u in on_table(view, view.units[unit].side) if u != host(view, unit))


@on_roll
def passengers(view: State, carrier: str) -> tuple[str, ...]:
    """The hosts in a carrier, in the order of the list (USB-TRN-07)."""
    every = (u for u in view.units.values() if not u.own.joined and left(view, u.id))
    return tuple(u.id for u in every if u.own.aboard == carrier or ((n := laid(view, u.id)) and n.aboard == carrier))


def has_spec(models: Iterable[Base], spec: str) -> bool:
    """Whether all of some models have bought a specialisation; nobody has none."""
    found = list(models)
    return bool(found) and all(spec in model(b).specs for b in found)


@on_roll
def spec(view: State, unit: str, name: str) -> bool:
    """Whether an activation as a whole has a specialisation: troops and hero both (USB-R70)."""
    return has_spec(left(view, unit), name)


@on_roll
def monster(view: State, unit: str) -> bool:
    """Whether a unit is a monster, a machine or a mounted hero."""
    return any(model(b).growth >= 0 for b in left(view, unit))


def cargo_bar(view: State, unit: str, carrier: str) -> Bar | None:
    """Why a unit does not fit into a carrier of its side, or None (USB-TRN-02, USB-R40)."""
    places = {"infantry": 1, "heavy": 2}
    mine = left(view, unit)
    if any(model(b).kind not in places for b in mine):
        return Bar(T("Riders, monsters and machines cannot embark"), "USB-R40")
    most = sum(model(b).cargo for b in left(view, carrier))
    aboard = [b for u in passengers(view, carrier) if u != host(view, unit) for b in left(view, u)]
    need = sum(places[model(b).kind] for b in (*aboard, *mine))
    if need > most:
        text = T("{carrier} has {most} places: {need} would be taken", carrier=Thing(carrier), most=most, need=need)
        return Bar(text, "USB-TRN-02")
    return None
