"""Who belongs together, who is in the battle, what is left of whom: facts of the state, without any measuring."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from game.engine.decision import Bar
from game.engine.memo import Latest
from game.engine.state import Base, State
from game.engine.text import T, Thing
from rulesets.universal_battle.own import CardOwn, ModelOwn, UnitOwn

LOCKED = "locked"
"""Kind of the ties between units in continuing melee (USB-S14)."""


known = Latest(lambda view: (view.units, view.bases, view.ties, *view.secret.values())).remembered
"""For functions of who there is, what is left of him, who is locked and what a side knows, wherever they stand."""


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


@known
def _joined(view: State) -> dict[str, tuple[str, ...]]:
    """The heroes in other units, by the unit in which they are."""
    found: dict[str, tuple[str, ...]] = {}
    for one in view.units.values():
        if one.own.joined:
            found[one.own.joined] = (*found.get(one.own.joined, ()), one.id)
    return found


@known
def models(view: State, unit: str) -> tuple[Base, ...]:
    """The models of an activation on the table: troops first, then the hero."""
    return tuple(b for u in company(view, unit) for b in view.bases_of(u))


@known
def left(view: State, unit: str) -> tuple[Base, ...]:
    """The models of an activation that are not lost, wherever they are."""
    every = (view.bases[b] for u in company(view, unit) for b in view.units[u].bases)
    return tuple(b for b in every if b.where != "gone")


def is_hero(base: Base) -> bool:
    """Whether a model is a hero, on foot or mounted."""
    return bool(model(base).category)


@known
def hero_base(view: State, unit: str) -> str:
    """The hero of an activation who is not lost, "" where there is none."""
    return next((b.id for b in left(view, unit) if is_hero(b)), "")


@known
def is_lone_hero(view: State, unit: str) -> bool:
    """Whether a unit is a hero who acts by himself, mounted or not."""
    return not own(view, unit).joined and len(company(view, unit)) == 1 and any(is_hero(b) for b in left(view, unit))


def standfast(base: Base) -> int:
    """What Standfast a model has left (USB-WND-02)."""
    return model(base).standfast - model(base).lost if base.where != "gone" else 0


@known
def strength(view: State, unit: str) -> int:
    """The Standfast left of an activation, on the table or not."""
    return sum(standfast(b) for b in left(view, unit))


@known
def initial(view: State, unit: str) -> int:
    """The Standfast of an activation at the start, a joined hero's with it (USB-R17)."""
    return sum(own(view, u).initial for u in company(view, unit))


def losses(view: State, unit: str) -> int:
    """The Standfast that an activation has lost since the start (USB-R17)."""
    return initial(view, unit) - strength(view, unit)


@known
def alive(view: State, unit: str) -> bool:
    """Whether anything is left, on the table or not: of an activation by its host, of a hero in one of him alone."""
    return survives(view, unit) if own(view, unit).joined else bool(left(view, unit))


def survives(view: State, unit: str) -> bool:
    """Whether anything is left of one unit by itself: of troops without the hero who is in them."""
    return any(view.bases[b].where != "gone" for b in view.units[unit].bases)


@known
def deployed(view: State, unit: str) -> bool:
    """Whether a unit is on the table, as models or as a card, or in a carrier that is."""
    first = host(view, unit)
    carrier = own(view, first).aboard
    return bool(models(view, first)) or (bool(carrier) and deployed(view, carrier)) or laid(view, unit) is not None


@known
def activations(view: State, side: str) -> tuple[str, ...]:
    """The hosts of a side of which something is left, in the order of the list."""
    found = (u.id for u in view.units_of(side) if not u.own.joined and left(view, u.id))
    return tuple(u for u in found if not ((note := laid(view, u)) and note.joined))


@known
def eligible(view: State, side: str) -> tuple[str, ...]:
    """The activations of a side still to come in this round (USB-RND-03)."""
    fresh = (u for u in activations(view, side) if not own(view, u).activated)
    return tuple(u for u in fresh if not ((note := laid(view, u)) and note.activated))


@known
def opponents(view: State, unit: str) -> tuple[str, ...]:
    """The hosts with which an activation is locked, in the order of the locks (USB-S14)."""
    me = host(view, unit)
    return tuple(t.b if t.a == me else t.a for t in view.ties.values() if t.kind == LOCKED and me in (t.a, t.b))


def is_locked(view: State, unit: str) -> bool:
    """Whether an activation is in continuing melee."""
    return bool(opponents(view, unit))


@known
def on_table(view: State, side: str) -> tuple[str, ...]:
    """The hosts of a side on the table, in the order of the list."""
    return tuple(u for u in activations(view, side) if models(view, u))


@known
def enemies(view: State, unit: str) -> tuple[str, ...]:
    """The enemy hosts on the table, in the order of the lists."""
    side = view.units[unit].side
    return tuple(u for s in view.sides if s != side for u in on_table(view, s))


@known
def friends(view: State, unit: str) -> tuple[str, ...]:
    """The other hosts of its side on the table."""
    return tuple(u for u in on_table(view, view.units[unit].side) if u != host(view, unit))


@known
def passengers(view: State, carrier: str) -> tuple[str, ...]:
    """The hosts in a carrier, in the order of the list (USB-TRN-07)."""
    every = (u for u in view.units.values() if not u.own.joined and left(view, u.id))
    return tuple(u.id for u in every if u.own.aboard == carrier or ((n := laid(view, u.id)) and n.aboard == carrier))


def has_spec(models: Iterable[Base], spec: str) -> bool:
    """Whether all of some models have bought a specialisation; nobody has none."""
    found = list(models)
    return bool(found) and all(spec in model(b).specs for b in found)


@known
def spec(view: State, unit: str, name: str) -> bool:
    """Whether an activation as a whole has a specialisation: troops and hero both (USB-R70)."""
    return has_spec(left(view, unit), name)


@known
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
