"""Events: what happened, as facts, and the changes of state that they carry.

The log, the replay, sounds, statistics and reports read events; the state changes only by them
(:mod:`game.engine.apply`). Types are a ruleset's, families and changes are closed sets.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.state import Base, Due, Feature, Frame, Marker, Offer, Over, Pending, Side, Tie, Unit
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose

Family = Literal["flow", "order", "move", "dice", "shot", "blow", "loss", "test", "status", "place", "reveal", "score"]


# --- changes -----------------------------------------------------------------------------------------------------


class SetPose(msgspec.Struct, frozen=True, tag="pose", omit_defaults=True):
    """A base stands elsewhere. ``where`` is "table" unless told; a pose of None takes it off."""

    base: str
    pose: Pose | None
    where: Literal["table", "reserve", "inside", "off", "gone"] = "table"
    place: str = ""


class Put(msgspec.Struct, frozen=True, tag="put", omit_defaults=True):
    """A new thing, or a whole thing anew; exactly one field is set. ``secret`` names the side that alone knows it."""

    unit: Unit | None = None
    base: Base | None = None
    feature: Feature | None = None
    marker: Marker | None = None
    side: Side | None = None
    secret: str = ""


class Take(msgspec.Struct, frozen=True, tag="take", omit_defaults=True):
    """A thing is gone for good (markers, features; lost bases stay, as ``gone``)."""

    kind: Literal["unit", "base", "feature", "marker"]
    id: str
    secret: str = ""


class SetField(msgspec.Struct, frozen=True, tag="set"):
    """A field of a thing has a new value.

    ``kind`` is "state" (with an empty id), "side", "unit", "base", "feature", "marker", "tie", or "note" (``id`` a
    side, ``field`` a key of its secret notes). ``field`` is a field of the thing, or ``own.`` and a field of the
    system's struct.
    """

    kind: Literal["state", "side", "unit", "base", "feature", "marker", "tie", "note"]
    id: str
    field: str
    value: Any


class AddTie(msgspec.Struct, frozen=True, tag="tie"):
    """A tie begins."""

    tie: Tie


class Untie(msgspec.Struct, frozen=True, tag="untie"):
    """A tie ends."""

    id: str


class AddDue(msgspec.Struct, frozen=True, tag="due"):
    """Something is owed later."""

    due: Due


class Undue(msgspec.Struct, frozen=True, tag="undue"):
    """What was owed has been done or has lapsed."""

    ids: tuple[str, ...]


class Reveal(msgspec.Struct, frozen=True, tag="reveal"):
    """A hidden unit (with its bases), base or marker moves out of a side's secret into everybody's sight."""

    kind: Literal["unit", "base", "marker"]
    id: str
    side: str


class Seal(msgspec.Struct, frozen=True, tag="seal", omit_defaults=True):
    """A side's sealed answer to a group is laid down (or, with None, taken up).

    ``salt`` is what the seal shown to the other sides was made with (:mod:`game.engine.sealing`), "" without a seal.
    """

    side: str
    group: str
    reply: Any
    salt: str = ""


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """Something came to light that cannot be unseen: undo is not free past here."""


class Flow(msgspec.Struct, frozen=True, tag="flow"):
    """The new stack of frames, what is waited for, and the counter of ids."""

    stack: tuple[Frame, ...]
    pending: Pending | None
    serial: int


class SetLuck(msgspec.Struct, frozen=True, tag="luck"):
    """How many places of the dice's source have been used up."""

    used: int


class Reseed(msgspec.Struct, frozen=True, tag="reseed"):
    """The dice to come are others from here on: the seed is derived from the old one and this salt."""

    salt: str


class SetOffers(msgspec.Struct, frozen=True, tag="offers"):
    """The proposals that stand."""

    offers: tuple[Offer, ...]


class End(msgspec.Struct, frozen=True, tag="over"):
    """The battle has ended."""

    over: Over


Change = (
    SetPose
    | Put
    | Take
    | SetField
    | AddTie
    | Untie
    | AddDue
    | Undue
    | Reveal
    | Seal
    | Seen
    | Flow
    | SetLuck
    | Reseed
    | SetOffers
    | End
)


# --- dice --------------------------------------------------------------------------------------------------------

D6 = (1, 2, 3, 4, 5, 6)


class DiceRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """``n`` dice of one side, each with the listed faces. ``label`` tells what for where there are several rows."""

    side: str
    n: int
    faces: tuple[int, ...] = D6
    label: Text | None = None


class Request(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice to be thrown.

    Attributes
    ----------
    why
        What for, a sentence.
    clause
        The clause that asks for them.
    need
        What a die (or, with ``compare`` "sum", the total) must show; None where there is no target.
    compare
        "at_least" per die, "at_most_sum" or "at_least_sum" for totals, "" for plain numbers.
    modifiers
        How ``need`` came about: (sentence, value, clause).
    about
        Ids of the things concerned, for the log and the table.
    """

    rows: tuple[DiceRow, ...]
    why: Text
    clause: str = ""
    need: int | None = None
    compare: Literal["", "at_least", "at_most_sum", "at_least_sum"] = ""
    modifiers: tuple[tuple[Text, float, str], ...] = ()
    about: tuple[str, ...] = ()


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    """The faces thrown, row by row."""

    faces: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        """The sum of all faces."""
        return sum(map(sum, self.faces))


# --- the event itself --------------------------------------------------------------------------------------------


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One fact.

    Attributes
    ----------
    type
        A name of the ruleset's, e.g. ``"charge_declared"``.
    family
        One of the closed set: which sound, icon and colour it has.
    text
        Its sentence in the log; None for what only moves the flow.
    about
        Ids of the things concerned, most important first.
    side
        The side whose deed it is.
    only
        Set where the fact is one side's alone.
    data
        Numbers for statistics and reports.
    request, rolled
        For thrown dice.
    sums
        Numbers that the sentence rests on, open to inspection.
    """

    type: str
    family: Family
    text: Text | None = None
    clauses: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    side: str = ""
    only: str = ""
    data: dict[str, Any] = {}
    request: Request | None = None
    rolled: Rolled | None = None
    sums: tuple[Any, ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def said(self) -> Text | None:
        """Its sentence as it is shown; an order that names nothing gets the name of its side before it."""
        if self.text is None or self.family != "order" or not self.side or self.about or self.text.args:
            return self.text
        return T("{side}: {what}", side=Thing(self.side), what=self.text)
