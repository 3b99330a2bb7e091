"""Frames that chapters call which stand above them: their names, and what each is given."""

from __future__ import annotations

import msgspec

from game.engine.decision import Course
from game.engine.declared import Awaited
from game.engine.text import Text
from game.kit.situation import OfUnit


class Shoots(msgspec.Struct, frozen=True):
    """A unit that shoots: aimed, in reaction to a charger, or with half its dice from inside a carrier."""

    unit: str
    aimed: bool = False
    reaction_at: str = ""
    halved: bool = False


class Fights(msgspec.Struct, frozen=True):
    """A melee: whose, against whom, by a charge or driven into him, after whom, with whom in front."""

    unit: str
    target: str
    charge: bool = False
    bumped: bool = False
    fought: tuple[str, ...] = ()
    front: tuple[str, ...] | None = None


class Tested(msgspec.Struct, frozen=True):
    """Units that test their morale, in this order; the system finds who owes a test where none is named."""

    units: tuple[str, ...]


class Seizing(msgspec.Struct, frozen=True):
    """The side that is due to act."""

    due: str


class Empowered(msgspec.Struct, frozen=True):
    """A unit whose hero may use powers, before or after it has acted."""

    unit: str
    after: bool = False


class Charges(msgspec.Struct, frozen=True):
    """A charge: whose, at whom, along which courses; as an arrival from reserve."""

    unit: str
    target: str
    courses: tuple[Course, ...] = ()
    arrival: bool = False


class Struck(msgspec.Struct, frozen=True):
    """Hits that a unit takes without an attack, and why."""

    unit: str
    hits: int
    why: Text
    clause: str


ACTIVATION = Awaited("usb.activation", OfUnit)
ARRIVAL = Awaited("usb.arrival", OfUnit)
AUTOHITS = Awaited("usb.autohits", Struck)
CHARGE = Awaited("usb.charge", Charges)
DISPERSE = Awaited("usb.disperse")
FIGHT_ON = Awaited("usb.fight_on", OfUnit)
MELEE = Awaited("usb.melee", Fights)
MORALE = Awaited("usb.morale", Tested)
PASSENGERS = Awaited("usb.passengers", OfUnit)
POWERS = Awaited("usb.powers", Empowered)
RECOVER = Awaited("usb.recover", OfUnit)
REGROUP = Awaited("usb.regroup", OfUnit)
SEIZE = Awaited("usb.seize", Seizing)
SHOOT = Awaited("usb.shoot", Shoots)
