"""The state of a battle: plain typed data, cheap to copy, to hash and to send.

Nothing here decides a rule. Lengths are millimetres, angles compass degrees, the origin is the table's south-west
corner. What one system alone has lies in the ``own`` fields as a struct of that system (a plain map when a record is
read without its ruleset). Mappings are never changed in place: :mod:`game.engine.apply` makes new ones.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from game.engine.decision import Decision
from game.engine.fields import out_of_parts
from game.engine.text import Text
from game.geometry.shapes import Footprint, Pose

Where = Literal["table", "reserve", "inside", "off", "gone"]


class Base(msgspec.Struct, frozen=True, omit_defaults=True):
    """The footprint of one figure or stand.

    Attributes
    ----------
    unit
        Id of the unit it belongs to.
    number
        Its number within the unit, kept for life.
    shape
        Footprint in mm, ``width`` along the front.
    pose
        Centre (mm) and facing (degrees), or None while it is not on the table.
    where, place
        On the table, in reserve, inside another thing (``place`` its id), off the table at a ``place``, or gone.
    solid
        False for tokens that lie on the table without hindering anybody.
    """

    id: str
    unit: str
    number: int
    shape: Footprint
    pose: Pose | None = None
    where: Where = "table"
    place: str = ""
    solid: bool = True
    own: Any = None


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bases that act together. ``kind`` is its profile in the ruleset's data, ``parent`` a unit that it is part of.

    ``bases`` lists all it ever had, in the order of their numbers; those lost are ``gone``.
    """

    id: str
    side: str
    kind: str
    name: str
    bases: tuple[str, ...] = ()
    parent: str = ""
    own: Any = None


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's army. ``colour`` is a slot of the client's theme (0, 1, ...)."""

    id: str
    name: str
    colour: int = 0
    own: Any = None


class Feature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of terrain: a polygon, or a line where ``line`` is set. Points in mm, not closed."""

    id: str
    kind: str
    name: str
    points: tuple[tuple[float, float], ...]
    line: bool = False
    height: float = 0.0
    own: Any = None


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something laid on the table or beside it that is no base: an objective, a smoke, a card."""

    id: str
    kind: str
    side: str = ""
    pose: Pose | None = None
    own: Any = None
    name: str = ""


class Tie(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lasting relation from thing ``a`` to thing ``b``: a declared charge, a joined hero, passengers."""

    id: str
    kind: str
    a: str
    b: str
    own: Any = None


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something owed at a later moment: a test to take, a move to make."""

    id: str
    moment: str
    clause: str
    subject: str
    causes: tuple[str, ...] = ()


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One suspended procedure. ``data`` is the ruleset's typed struct for ``name``; ``got`` what its step will receive.

    A ``quiet`` frame was called by a reactor: its result is dropped.
    """

    name: str
    step: str = "begin"
    data: Any = None
    got: Any = None
    quiet: bool = False
    v: int = 1


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the game waits for: one decision, or a sealed group with one decision a side.

    ``mode`` is "" for a single decision, "open" for a group that is shown when all are in, "closed" for one that
    stays secret. ``answered`` names the sides whose sealed answer is in.
    """

    decisions: tuple[Decision, ...]
    mode: Literal["", "open", "closed"] = ""
    group: str = ""
    answered: tuple[str, ...] = ()

    @property
    def waiting(self) -> tuple[Decision, ...]:
        """The decisions not answered yet, in the order in which they are asked."""
        return tuple(d for d in self.decisions if d.side not in self.answered)


class Secret(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side alone knows: things not shown yet, sealed answers by group, and the salts of their seals."""

    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    markers: dict[str, Marker] = {}
    sealed: dict[str, Any] = {}
    notes: dict[str, Any] = {}
    salts: dict[str, str] = {}


class Luck(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the dice come from: a seed and how many faces it has given, a script, or the players' own dice."""

    kind: Literal["seeded", "scripted", "typed"]
    seed: str = ""
    used: int = 0


class Offer(msgspec.Struct, frozen=True):
    """A proposal to the other side: a draw, an early end, a take-back to a line of the record."""

    id: str
    side: str
    what: Literal["draw", "end", "takeback"]
    to: int = -1


class Over(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the battle ended: the ``winner``'s side id or "" for a draw, why, and the scores by side."""

    winner: str
    why: Text
    scores: dict[str, int] = {}


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """Size of the playing surface in mm (x, y). ``landscape`` is what it is drawn as, "" for the usual one."""

    width: float
    depth: float
    landscape: str = ""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything there is to know of a battle at one moment."""

    ruleset: str
    table: Table
    options: dict[str, Any] = {}
    sides: dict[str, Side] = {}
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    features: dict[str, Feature] = {}
    markers: dict[str, Marker] = {}
    ties: dict[str, Tie] = {}
    due: tuple[Due, ...] = ()
    own: Any = None
    stack: tuple[Frame, ...] = ()
    pending: Pending | None = None
    secret: dict[str, Secret] = {}
    seen: int = 0
    luck: Luck | None = None
    serial: int = 0
    offers: tuple[Offer, ...] = ()
    over: Over | None = None

    def bases_of(self, unit: str) -> tuple[Base, ...]:
        """The bases of a unit that stand on the table, in the order of their numbers."""
        found = map(self.bases.__getitem__, self.units[unit].bases)
        return tuple([b for b in found if b.where == "table" and b.pose is not None])

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """The units of a side in the order of the army list."""
        return tuple(u for u in self.units.values() if u.side == side)

    def with_poses(self, poses: dict[str, Pose]) -> State:
        """The same state with some bases elsewhere: a what-if that shares all the rest."""
        bases = dict(self.bases)
        for base_id, pose in poses.items():
            bases[base_id] = msgspec.structs.replace(bases[base_id], pose=pose)
        return msgspec.structs.replace(self, bases=bases)


def other_sides(state: State, side: str) -> tuple[str, ...]:
    """The ids of the sides that are not ``side``."""
    return tuple(s for s in state.sides if s != side)


def view(state: State, side: str | None) -> State:
    """The state as ``side`` may know it; None gives what everybody may know.

    The random state and the other sides' secrets are left out, and of their units whatever the own part of a unit says
    that nobody else sees (its ``veiled``). Where nothing is hidden and the dice are not in the state, the very same
    object comes back.
    """
    secret = {s: x for s, x in state.secret.items() if s == side}
    units = _as_seen(state.units, side)
    if state.luck is None and len(secret) == len(state.secret) and units is state.units:
        return state
    return msgspec.structs.replace(state, units=units, secret=secret, luck=None)


def _as_seen(units: dict[str, Unit], side: str | None) -> dict[str, Unit]:
    """The units as a side sees them; the same table for who looks again, and the very same where all lies open."""
    if not hasattr(getattr(next(iter(units.values()), None), "own", None), "veiled"):
        return units
    found = next((seen for had, who, seen in _seen if had is units and who == side), None)
    if found is None:
        found = {key: unit if unit.side == side else _veiled(unit) for key, unit in units.items()}
        if all(found[key] is unit for key, unit in units.items()):
            found = units
        _seen[:] = [*_seen[-5:], (units, side, found)]
    return found


def _veiled(unit: Unit) -> Unit:
    had, found = _veils.get(id(unit), (None, unit))
    if had is not unit:
        own = unit.own.veiled()
        # equal is not enough: a zero that was computed is written, one that was always there is not
        same = own == unit.own and _encoder.encode(own) == _encoder.encode(unit.own)
        found = unit if same else msgspec.structs.replace(unit, own=own)
        if len(_veils) >= _MOST_VEILS:
            _veils.clear()
        _veils[id(unit)] = (unit, found)
    return found


_encoder = msgspec.json.Encoder(order="sorted")
_MOST_VEILS = 2000
_veils: dict[int, tuple[Unit, Unit]] = {}
_seen: list[tuple[dict[str, Unit], str | None, dict[str, Unit]]] = []
"""What the latest units look like to others, and the latest tables of them."""


def state_hash(state: State) -> str:
    """A hash of the whole state, the same on every machine (32 hex digits).

    The whole of it is encoded every time: only so is a change found out that nobody may make, in place.
    """
    return hashlib.blake2b(_encoder.encode(state), digest_size=16).hexdigest()


def state_hash_without_parts(state: State) -> str:
    """The hash of a state as records of formats 1 and 2 have it: what a system keeps of a unit lies in no parts."""
    plain = msgspec.to_builtins(state)
    secrets = plain.get("secret", {})
    for told, units in [(plain, state.units), *((secrets[s], x.units) for s, x in state.secret.items())]:
        for name, unit in units.items():
            if isinstance(unit.own, msgspec.Struct):
                told["units"][name]["own"] = out_of_parts(type(unit.own), told["units"][name]["own"])
    return hashlib.blake2b(_encoder.encode(plain), digest_size=16).hexdigest()
