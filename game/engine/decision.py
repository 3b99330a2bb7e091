"""Decisions: what the game waits for, the spaces of answers, answers, and the verdict on an answer.

The kinds are few and closed, so that the client and the bots can handle a system they have never heard of. A
:class:`Decision` in the state is light (a question's name and its arguments); the ruleset lays out the
:class:`Space` from the view of the side asked, on demand.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from game.engine.text import Text
from game.geometry.shapes import Pose
from game.geometry.steps import Step

Kind = Literal["option", "pick", "targets", "place", "move", "allocate", "orders", "roll"]


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question put to one side.

    Attributes
    ----------
    id
        Unique in the battle; a command names it.
    question
        Its name in the ruleset, e.g. ``"order"``.
    args
        Ids, numbers and words that the ruleset needs to lay out the space again: plain data.
    message
        What to show: who must do what now.
    measuring
        "free", or "own" where only distances among one's own may be measured.
    """

    id: str
    question: str
    side: str
    kind: Kind
    message: Text
    args: dict[str, Any] = {}
    clauses: tuple[str, ...] = ()
    measuring: Literal["free", "own"] = "free"


class Bar(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something may not be chosen: a sentence with its numbers, and the clause."""

    text: Text
    clause: str = ""


# --- answers -----------------------------------------------------------------------------------------------------


class OptionAnswer(msgspec.Struct, frozen=True, tag="option"):
    """Part -> option."""

    parts: dict[str, str]


class PickAnswer(msgspec.Struct, frozen=True, tag="pick"):
    """Ids of the things picked, in order."""

    ids: tuple[str, ...]


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who uses what on whom. ``actor`` and ``mark`` are thing ids, ``means`` a name of the ruleset's."""

    actor: str
    means: str = ""
    mark: str = ""
    extras: dict[str, Any] = {}


class TargetsAnswer(msgspec.Struct, frozen=True, tag="targets"):
    """A list of aims."""

    aims: tuple[Aim, ...]


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where one thing stands: poses by base id, and the formation these were made from or what it is inside of."""

    thing: str
    poses: dict[str, Pose] = {}
    formation: str = ""
    inside: str = ""


class PlaceAnswer(msgspec.Struct, frozen=True, tag="place"):
    """Where things stand."""

    places: tuple[Standing, ...]


class Course(msgspec.Struct, frozen=True, omit_defaults=True):
    """The steps of one body: a base id or a unit id that moves as a block."""

    who: str
    steps: tuple[Step, ...] = ()


class MoveAnswer(msgspec.Struct, frozen=True, tag="move", omit_defaults=True):
    """A course on the table: which unit, in which mode, at which mark, along which steps.

    Where the rules place (a charge), ``courses`` may be empty: the mark says it all.
    """

    subject: str
    mode: str
    mark: str = ""
    courses: tuple[Course, ...] = ()


class AllocateAnswer(msgspec.Struct, frozen=True, tag="allocate"):
    """Counted things in boxes."""

    boxes: dict[str, int]


class OrdersAnswer(msgspec.Struct, frozen=True, tag="orders"):
    """A written sheet: line -> field -> value."""

    lines: dict[str, dict[str, Any]]


class RollAnswer(msgspec.Struct, frozen=True, tag="roll"):
    """Faces of real dice, row by row of the request."""

    faces: tuple[tuple[int, ...], ...]


Answer = (
    OptionAnswer | PickAnswer | TargetsAnswer | PlaceAnswer | MoveAnswer | AllocateAnswer | OrdersAnswer | RollAnswer
)


class Reply(msgspec.Struct, frozen=True, tag="reply", omit_defaults=True):
    """What a side says to a decision: an answer, or the name of an exit."""

    answer: Answer | None = None
    exit: str = ""

    @property
    def parts(self) -> dict[str, str]:
        """What an option answer chooses, by part; to be asked of such an answer alone, as are those below."""
        assert isinstance(self.answer, OptionAnswer)
        return self.answer.parts

    @property
    def ids(self) -> tuple[str, ...]:
        """What a pick names."""
        assert isinstance(self.answer, PickAnswer)
        return self.answer.ids

    @property
    def boxes(self) -> dict[str, int]:
        """What an allocation puts into each box."""
        assert isinstance(self.answer, AllocateAnswer)
        return self.answer.boxes

    @property
    def places(self) -> tuple[Standing, ...]:
        """Where things stand."""
        assert isinstance(self.answer, PlaceAnswer)
        return self.answer.places

    @property
    def aims(self) -> tuple[Aim, ...]:
        """Who is to strike or shoot at whom."""
        assert isinstance(self.answer, TargetsAnswer)
        return self.answer.aims


# --- spaces ------------------------------------------------------------------------------------------------------


class Exit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named answer beside the space: done, pass, end phase. ``back`` says that this question comes again."""

    id: str
    label: Text
    bar: Bar | None = None
    back: bool = False


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One course or thing that may be chosen, or why not.

    Attributes
    ----------
    note
        A short fact beside it ("needs 7 or less").
    short
        It may be chosen, but would not be reached as things stand; ``note`` tells by how much.
    """

    id: str
    label: Text
    bar: Bar | None = None
    note: Text | None = None
    short: bool = False


class OptionSpace(msgspec.Struct, frozen=True, tag="option", omit_defaults=True):
    """Per part its options; ``names`` call the parts that are neither a thing nor a word of the system."""

    parts: dict[str, tuple[Choice, ...]]
    names: dict[str, Text] = {}


class PickSpace(msgspec.Struct, frozen=True, tag="pick"):
    """Things to pick from, at least ``least`` and at most ``most``; ``ordered`` where the order matters."""

    things: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """One who may act, its means, and per means its marks."""

    id: str
    label: Text
    means: dict[str, tuple[Choice, ...]]
    bar: Bar | None = None
    note: Text | None = None


class TargetsSpace(msgspec.Struct, frozen=True, tag="targets"):
    """Actors x means x marks; at least ``least`` and at most ``most`` aims in one answer.

    ``means`` names the means and tells what they do, where their ids alone would not; one with a bar may not be used.
    """

    actors: tuple[Actor, ...]
    least: int = 1
    most: int = 1
    means: tuple[Choice, ...] = ()


class PlaceSpace(msgspec.Struct, frozen=True, tag="place", omit_defaults=True):
    """Things to place, where (polygons in mm), in which formations; ``facings`` empty for any, ``carriers`` by id.

    ``least``/``most`` tell how many things one answer places. ``shapes`` holds, by thing, the formations of those that
    have others than ``formations``.
    """

    things: tuple[Choice, ...]
    zone: tuple[tuple[tuple[float, float], ...], ...] = ()
    formations: tuple[Choice, ...] = ()
    facings: tuple[float, ...] = ()
    carriers: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    shapes: dict[str, tuple[Choice, ...]] = {}


class Mode(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way of moving: which verbs, how far (mm, per base), at which marks.

    Attributes
    ----------
    verbs
        Verbs of :mod:`game.geometry.steps` that a course may hold; empty where the rules place.
    allowance
        mm that each base may travel, None for no limit.
    legs
        The greatest number of steps in a course.
    ends
        "free", "whole" (allowance in whole units), or "placed" where the mark says it all.
    formations
        Arrangements that the steps may end in, where a change is free.
    duty
        What the mover is bound to do, shown to the player.
    each
        Every base goes its own way (skirmish figures): an answer holds a course for each base that moves, by its id.
    rigid
        A body that cannot turn in its place: what a hand turns is a wheel after what was drawn, not the facing of
        its end.
    """

    id: str
    label: Text
    verbs: tuple[str, ...] = ()
    allowance: float | None = None
    legs: int = 1
    ends: Literal["free", "whole", "placed"] = "free"
    marks: tuple[Choice, ...] = ()
    formations: tuple[Choice, ...] = ()
    duty: Text | None = None
    bar: Bar | None = None
    each: bool = False
    rigid: bool = False


class Mover(msgspec.Struct, frozen=True, omit_defaults=True):
    """One unit that may move, and how; ``also``: units that go with it, and lead it where none of its bases is left."""

    id: str
    label: Text
    modes: tuple[Mode, ...]
    bar: Bar | None = None
    also: tuple[str, ...] = ()


class MoveSpace(msgspec.Struct, frozen=True, tag="move"):
    """Among whom the subject of a move is chosen, with the modes of each."""

    among: tuple[Mover, ...]


class Box(msgspec.Struct, frozen=True, omit_defaults=True):
    """One box of an allocation: from ``least`` to ``most`` by ``step``."""

    id: str
    label: Text
    least: int = 0
    most: int = 0
    step: int = 1
    bar: Bar | None = None


class AllocateSpace(msgspec.Struct, frozen=True, tag="allocate"):
    """Boxes and the sum that they must hold: from ``least`` to ``most``."""

    boxes: tuple[Box, ...]
    least: int
    most: int


FieldType = Literal["choice", "flag", "number", "length", "angle", "point", "path", "thing", "things", "steps", "acts"]


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a sheet's line. ``least``/``most`` bound numbers (mm, degrees), ``choices`` words and things.

    What stands in a field of type "acts" is a list of maps, done one after another: each has the ``id`` of one of its
    ``acts`` under "verb", and that act's fields.
    """

    id: str
    label: Text
    type: FieldType
    choices: tuple[Choice, ...] = ()
    least: float | None = None
    most: float | None = None
    needed: bool = True
    acts: tuple[SheetAct, ...] = ()


class SheetAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that a line of a sheet may have done: its fields, or why it may not be ordered now."""

    id: str
    label: Text
    fields: tuple[Field, ...] = ()
    bar: Bar | None = None


class SheetLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of an order sheet; lines of one ``group`` (a brigade) stand under its heading.

    ``unsaid``: what it does while nothing is written in it, None where it stands.
    """

    id: str
    label: Text
    fields: tuple[Field, ...]
    needed: bool = True
    group: Text | None = None
    note: Text | None = None
    unsaid: Text | None = None


class OrdersSpace(msgspec.Struct, frozen=True, tag="orders"):
    """The lines of a sheet."""

    lines: tuple[SheetLine, ...]


class RollSpace(msgspec.Struct, frozen=True, tag="roll"):
    """Per row of the request: who throws, the faces of one die, how many."""

    rows: tuple[tuple[str, tuple[int, ...], int], ...]


Space = OptionSpace | PickSpace | TargetsSpace | PlaceSpace | MoveSpace | AllocateSpace | OrdersSpace | RollSpace


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision laid out: its space, exits, a default that is always legal, and an answer to start from."""

    space: Space
    default: Reply
    exits: tuple[Exit, ...] = ()
    draft: Answer | None = None


# --- verdicts ----------------------------------------------------------------------------------------------------


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an answer, or one part of it, is refused or unfinished."""

    text: Text
    clause: str = ""
    part: str = ""


class Ghost(msgspec.Struct, frozen=True):
    """Where a base would stand."""

    base: str
    pose: Pose


class Sum(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number and how it came about: rows of (sentence, value, clause); ``total`` is what counts.

    ``lengths``: all values are mm, shown in the unit of the ruleset.
    """

    label: Text
    total: float
    rows: tuple[tuple[Text, float, str], ...] = ()
    lengths: bool = False


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a check says of one part of an answer: the way of one base among several.

    Attributes
    ----------
    who
        The base.
    cost, allowance
        mm spent and to spend.
    steps
        Its course as the rules walk it: jumps and climbs put in where they are needed.
    note
        What else there is to know: dice to be thrown, terrain entered.
    legal
        False where this part alone is refused.
    """

    who: str
    cost: float = 0.0
    allowance: float | None = None
    steps: tuple[Step, ...] = ()
    note: Text | None = None
    legal: bool = True


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a check says of an answer, finished or not.

    Attributes
    ----------
    status
        "legal", "unfinished" (``reasons`` say what is missing) or "refused".
    nearest
        The nearest legal answer, where there is one.
    ghosts, paths
        Where bases would end, and the polylines (mm) of their ways.
    cost, allowance
        mm spent and to spend, of the part that goes farthest.
    reaches
        Ids of the things that it would touch or reach.
    sums
        Numbers that it would depend on, open to inspection.
    parts
        The bases that go their own ways, one by one, in the order in which they go.
    steps, costs
        The course of a body as the rules walk it, paths solved into what they take, and mm spent by each step.
    """

    status: Literal["legal", "unfinished", "refused"]
    reasons: tuple[Reason, ...] = ()
    nearest: Answer | None = None
    ghosts: tuple[Ghost, ...] = ()
    paths: tuple[tuple[tuple[float, float], ...], ...] = ()
    cost: float | None = None
    allowance: float | None = None
    reaches: tuple[str, ...] = ()
    sums: tuple[Sum, ...] = ()
    parts: tuple[Part, ...] = ()
    steps: tuple[Step, ...] = ()
    costs: tuple[float, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the answer may be given as it is."""
        return self.status == "legal"


def refused(text: Text, clause: str = "", **more: Any) -> Verdict:
    """A verdict of refusal with one reason."""
    return Verdict("refused", (Reason(text, clause),), **more)


def unfinished(text: Text, clause: str = "", **more: Any) -> Verdict:
    """A verdict on an answer that lacks something."""
    return Verdict("unfinished", (Reason(text, clause),), **more)


LEGAL = Verdict("legal")
