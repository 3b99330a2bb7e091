"""What a move order is made of: its actions as data, read from the maps of an order sheet (NAP-S08, NAP-S74).

Lengths are mm, angles degrees, times parts of a move. Left and right are seen from the body's own front.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec

from game.engine.decision import Bar
from game.engine.fields import BaseId, PointMm, UnitId
from game.engine.text import T, Text
from rulesets.napoleonic_wars.own import Formation, Pace

Hand = Literal["left", "right"]
Whom = Literal["any", "close", "mounted"]
Way = Annotated[float, msgspec.Meta(ge=0.0, le=100000.0)]
Angle = Annotated[float, msgspec.Meta(gt=0.0, le=360.0)]
Deg = Annotated[float, msgspec.Meta(ge=-360.0, le=360.0)]
Files = Annotated[int, msgspec.Meta(ge=0, le=200)]


class Action(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="verb", forbid_unknown_fields=True):
    """One action of a move order."""


class StopAt(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """End an advance as soon as a detected enemy of a kind is so near (NAP-S74)."""

    gap: Way
    whom: Whom = "any"


class Advance(Action, frozen=True, tag="advance"):
    """Forward: by ``distance``, or as far as the move goes; along a ``path`` (of the body's centre) where one is drawn.

    Close order goes straight ahead and wheels at the bends of a path, open order goes any way (NAP-S74). At the double
    for the whole move (NAP-R42).
    """

    distance: Way | None = None
    path: tuple[PointMm, ...] = ()
    pace: Pace = "normal"
    stop_at: StopAt | None = None


class Wheel(Action, frozen=True, tag="wheel"):
    """About the front corner of a hand; a column ``by_subs``, its head first (NAP-WHL-01, NAP-S13)."""

    hand: Hand
    angle: Angle
    by_subs: bool = False


class Back(Action, frozen=True, tag="back"):
    """Backwards with the face to the enemy (NAP-SPM-03)."""

    distance: Way


class Face(Action, frozen=True, tag="face"):
    """Every figure turns on the spot (NAP-FCH-20)."""

    to: Literal["left", "right", "about"]


class Form(Action, frozen=True, tag="form"):
    """Change formation (NAP-FCH-01).

    ``hand`` is where the rest come up, or with ``flank`` the flank that it is done to (NAP-S14); ``moving``: horse goes
    on while it changes (NAP-FCH-04).
    """

    formation: Formation
    hand: Literal["", "left", "right"] = ""
    abreast: Files = 0
    flank: bool = False
    moving: bool = False


class Mass(Action, frozen=True, tag="mass"):
    """The outer figures of a closed column face outwards, or to the front again (NAP-R71)."""

    on: bool = True


class FilesOut(Action, frozen=True, tag="files_out"):
    """Flank files face outwards; "" turns them back (NAP-R54)."""

    hand: Literal["", "left", "right", "both"] = ""


class Limber(Action, frozen=True, tag="limber"):
    """Out of action (NAP-LIM-01), with so many teams abreast."""

    abreast: Files = 0


class Unlimber(Action, frozen=True, tag="unlimber"):
    """Into action, facing any way: ``facing`` is a compass angle, None for straight ahead (NAP-LIM-03).

    Guns stand ``apart`` mm from each other (NAP-S28).
    """

    facing: Deg | None = None
    apart: Annotated[float, msgspec.Meta(ge=0.0, le=30.0)] = 0.0


class ActionMove(Action, frozen=True, tag="action_move"):
    """A move of teams at double speed with fire, one of the four kinds of NAP-ART-09."""

    kind: Literal["i", "ii", "iii", "iv"]
    distance: Way | None = None
    facing: Deg | None = None


class Mount(Action, frozen=True, tag="mount"):
    """Into the saddle (NAP-SPM-02)."""


class Dismount(Action, frozen=True, tag="dismount"):
    """Out of the saddle; ``open`` for open order (NAP-SPM-02)."""

    open: bool = False


class Lie(Action, frozen=True, tag="lie"):
    """Lie down (NAP-SPM-01)."""


class StandUp(Action, frozen=True, tag="stand_up"):
    """Stand up (NAP-SPM-01)."""


class Enter(Action, frozen=True, tag="enter"):
    """Into a building that the body has come to (NAP-SPM-04)."""

    building: str


class Leave(Action, frozen=True, tag="leave"):
    """Out of a building to a place before its wall, where the middle of the front edge will be (NAP-SPM-04)."""

    to: PointMm
    facing: Deg
    formation: Formation = "line"
    abreast: Files = 0


class Wait(Action, frozen=True, tag="wait"):
    """Stand for some quarters of a move."""

    quarters: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class Reform(Action, frozen=True, tag="reform"):
    """Stand and reform as long as is needed, or after an obstacle as long as there is time (NAP-S74, NAP-R27)."""


class GiveUp(Action, frozen=True, tag="give_up"):
    """Give up what was not finished, at the start of a move (NAP-S49)."""


class Load(Action, frozen=True, tag="load"):
    """Load, rifles with patched ball or without (NAP-SMA)."""

    patched: bool = True


class Spike(Action, frozen=True, tag="spike"):
    """Spike a gun that the body stands at (NAP-SPM-05)."""

    gun: BaseId


class Muskets(Action, frozen=True, tag="muskets"):
    """Gunners take their muskets (NAP-ART-07)."""


class Observer(Action, frozen=True, tag="observer"):
    """Send a gunner to observe from a place, or call him back (NAP-OVH-07)."""

    to: PointMm | None = None


class Light(Action, frozen=True, tag="light"):
    """Set a building on fire (NAP-FIR-02)."""

    building: str


class FirePolicy(Action, frozen=True, tag="fire"):
    """Fire at these first, or not at all (NAP-S08)."""

    priority: tuple[UnitId, ...] = ()
    hold: bool = False


Manoeuvre = tuple[Advance | Wheel | Face | Form, ...]
"""What comes before a charge or an attack (NAP-CHG-08)."""


class Charge(Action, frozen=True, tag="charge"):
    """Charge: the targets, a manoeuvre before it, a delay of up to half a move (NAP-S08).

    ``first`` left out is the manoeuvre that is drafted, () none (NAP-S100 (h)). ``straight``: no wheel at the first
    look of the charge proper (NAP-S81 (c)).
    """

    targets: tuple[UnitId, ...]
    first: Manoeuvre | None = None
    delay: Annotated[float, msgspec.Meta(ge=0.0, le=0.5)] = 0.0
    straight: bool = False


class Attack(Action, frozen=True, tag="attack"):
    """Attack (NAP-ATK); ``first`` left out is the manoeuvre that is drafted, () none (NAP-S100 (b))."""

    target: UnitId
    first: Manoeuvre | None = None


class CounterChargeFor(Action, frozen=True, tag="counter_charge_for"):
    """Counter-charge whoever charges the unit that this body supports (NAP-RSP-12)."""

    unit: UnitId


class SendOut(Action, frozen=True, tag="send_out"):
    """Send out sub-units, as a sub-group or as a detachment (NAP-S74).

    ``to`` is the middle of their front edge, straight ahead by ``gap`` where it is not told.
    """

    subs: tuple[str, ...]
    formation: Formation = "open"
    to: PointMm | None = None
    gap: Way = 100.0
    facing: Deg | None = None
    abreast: Files = 0
    detach: bool = False


class Join(Action, frozen=True, tag="join"):
    """Fall in with the rest of the unit that the body touches (NAP-S74)."""

    body: UnitId


class Ride(Action, frozen=True, tag="ride"):
    """A general's own way (NAP-S31)."""

    path: tuple[PointMm, ...]


class StayWith(Action, frozen=True, tag="stay_with"):
    """A general stays with a unit; ``commands`` it in person (NAP-S31, NAP-S73)."""

    unit: UnitId
    commands: bool = False


class GiveOrders(Action, frozen=True, tag="orders"):
    """A general gives new game orders at the end of the move, though nobody waits for them (NAP-ORD-01)."""


KINDS: tuple[type[Action], ...] = (
    *(Advance, Wheel, Back, Face, Form, Mass, FilesOut, Limber, Unlimber, ActionMove, Mount, Dismount, Lie, StandUp),
    *(Enter, Leave, Wait, Reform, GiveUp, Load, Spike, Muskets, Observer, Light, FirePolicy, Charge, Attack),
    *(CounterChargeFor, SendOut, Join, Ride, StayWith, GiveOrders),
)
"""All kinds of actions."""
BY_VERB: dict[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}
Actions = tuple[Action, ...]
FREE = (FirePolicy, Muskets, Observer, CounterChargeFor, GiveOrders)
"""Actions that take no time and do not move the body."""
FIGHTING = (Charge, Attack)


def plain(actions: Iterable[Action]) -> list[dict[str, Any]]:
    """Actions as the maps of a sheet."""
    found: list[dict[str, Any]] = msgspec.to_builtins(list(actions))
    return found


def read(line: Sequence[Any]) -> Actions | Bar:
    """The actions that the maps of a sheet's line tell, or why they cannot be read."""
    out: list[Action] = []
    for number, raw in enumerate(line, 1):
        found = _one(raw, number)
        if isinstance(found, Bar):
            return found
        out.append(found)
    return tuple(out)


def _one(raw: Any, number: int) -> Action | Bar:
    if isinstance(raw, Action):
        return raw
    verb = raw.get("verb") if isinstance(raw, dict) else None
    kind = BY_VERB.get(verb) if isinstance(verb, str) else None
    if kind is None:
        text = T(
            "Action {n}: unknown action {verb}. Known actions: {known}", n=number, verb=str(verb), known=[*BY_VERB]
        )
        return Bar(text, "NAP-S08")
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        return Bar(T("Action {n}, {verb}: {problem}", n=number, verb=str(verb), problem=str(error)), "NAP-S08")


NAMES: dict[str, Text] = {
    "advance": T("Advance"),
    "wheel": T("Wheel"),
    "back": T("Move backwards"),
    "face": T("Face"),
    "form": T("Change formation"),
    "mass": T("Face outwards"),
    "files_out": T("Turn flank files"),
    "limber": T("Limber"),
    "unlimber": T("Unlimber"),
    "action_move": T("Action move"),
    "mount": T("Mount"),
    "dismount": T("Dismount"),
    "lie": T("Lie down"),
    "stand_up": T("Stand up"),
    "enter": T("Enter a building"),
    "leave": T("Leave the building"),
    "wait": T("Wait"),
    "reform": T("Reform"),
    "give_up": T("Give up the change"),
    "load": T("Load"),
    "spike": T("Spike a gun"),
    "muskets": T("Take muskets"),
    "observer": T("Observer"),
    "light": T("Set on fire"),
    "fire": T("Fire"),
    "charge": T("Charge"),
    "attack": T("Attack"),
    "counter_charge_for": T("Counter-charge for a unit"),
    "send_out": T("Send out"),
    "join": T("Join"),
    "ride": T("Ride"),
    "stay_with": T("Stay with a unit"),
    "orders": T("Give new game orders"),
}
"""What the actions are called, by verb."""
BEGUN: dict[str, Text] = {**NAMES, "cross": T("Cross an obstacle")}
"""What a body may have begun and not finished: actions, and an obstacle on its way (NAP-S08)."""


def holds_fire(actions: Iterable[Action]) -> bool:
    """Whether some actions hold a body's fire for the move (NAP-S08, NAP-S28)."""
    return any(isinstance(one, FirePolicy) and one.hold for one in actions)


def verb(action: Action) -> str:
    """The verb of an action."""
    return str(type(action).__struct_config__.tag)
