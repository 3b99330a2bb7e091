"""What a position file holds, as typed documents (docs/position.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from game.engine.files.toml_reading import plain
from game.engine.ruleset import SideSetup
from game.engine.text import Text


class PositionError(Exception):
    """A position that cannot be read or played: a sentence with file and key.

    Attributes
    ----------
    text
        The sentence, to be translated.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(plain(text))


class Doc(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a position file. Unknown keys are refused."""


class EntryDoc(Doc, frozen=True):
    """Where play begins: the name of an entry of the ruleset and its arguments."""

    name: str
    args: dict[str, Any] = {}


class SetupDoc(Doc, frozen=True):
    """A set-up to be checked, and to be begun where nothing is wrong with it."""

    scenario: str
    sides: dict[str, SideSetup]
    options: dict[str, Any] = {}


class MomentDoc(Doc, frozen=True):
    """The middle of a battle, as the program writes it: what nobody would write by hand.

    Attributes
    ----------
    stack, pending, due, secret
        Frames from the bottom, what is waited for, what is owed, and what sides alone know: JSON, as in a record.
    serial, seen
        Counters of the state.
    set
        What else the situation above does not say: paths of the state, with their values as JSON; an empty value takes
        what is there away.
    order
        The order of things in the tables of the state where it is not that of the situation.
    """

    stack: tuple[str, ...]
    pending: str
    due: tuple[str, ...] = ()
    secret: str = ""
    serial: int = 0
    seen: int = 0
    set: dict[str, str] = {}
    order: dict[str, tuple[str, ...]] = {}


class ProblemDoc(Doc, frozen=True):
    """What must be found wrong with a set-up: the key's path and the clause."""

    where: str
    clause: str = ""


class CommandDoc(Doc, frozen=True):
    """One answer: exactly one of ``exit``, ``answer`` and ``default``.

    ``question`` is checked against what is asked; ``refused`` names the clause for which the answer must be refused
    ("" for a refusal without clause).
    """

    question: str = ""
    side: str = ""
    exit: str = ""
    answer: dict[str, Any] | None = None
    default: bool = False
    refused: str | None = None


class EventDoc(Doc, frozen=True):
    """An event, as far as it is told: what is not named is not compared. Lengths in ``data`` in the ruleset's unit.

    ``need`` is what its dice had to show.
    """

    type: str
    about: tuple[str, ...] | None = None
    side: str | None = None
    data: dict[str, Any] = {}
    faces: tuple[int, ...] | None = None
    need: int | None = None
    clauses: tuple[str, ...] = ()


class DistanceDoc(Doc, frozen=True):
    """How far apart two things (units, bases, terrain) are in the end, edge to edge, in the ruleset's unit."""

    between: tuple[str, str]
    exactly: float | None = None
    least: float | None = None
    most: float | None = None


class Expect(Doc, frozen=True):
    """What must come out.

    ``problems`` are all that is wrong with the set-up, in any order. ``things`` gives per id the values of fields:
    ``alive`` is the number of bases on the table of a unit, ``pose`` is [x, y, facing] of a base in the ruleset's
    unit (to 0.01), anything else a path such as ``own.hits``. ``events`` must occur in this order; those of ``never``,
    types alone or events as far as they are told, must not occur.
    """

    waiting: str | None = None
    winner: str | None = None
    problems: tuple[ProblemDoc, ...] = ()
    things: dict[str, dict[str, Any]] = {}
    distances: tuple[DistanceDoc, ...] = ()
    events: tuple[EventDoc, ...] = ()
    never: tuple[str | EventDoc, ...] = ()


class PuzzleDoc(Doc, frozen=True):
    """A task: what ``side`` has to bring about, within which limits.

    Attributes
    ----------
    task
        What is to be done, in English; the ruleset's catalogue translates it.
    answers
        How many answers the side may give, 0 for as many as it likes until the end. The bot gives those after them.
    until
        Types of events: with the first of them the puzzle ends. Without any it ends after the answers.
    seed
        Of the dice: who answers the same throws the same.
    rest
        The bot that answers for the other sides, and for this one once its answers are given.
    chance
        With how many of a hundred other seeds the solution is one too, at least; 0 where nobody counted.
    """

    task: str
    side: str
    seed: str
    answers: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    until: tuple[str, ...] = ()
    rest: str = "default"
    chance: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0


class Position(Doc, frozen=True):
    """A position as read; ``document`` is the part that the ruleset understands.

    It begins at its ``entry``, with its ``setup`` or at its ``moment``. ``title`` is English; the
    ruleset's catalogue translates it.
    """

    title: str
    ruleset: str
    document: dict[str, Any]
    entry: EntryDoc | None = None
    setup: SetupDoc | None = None
    moment: MomentDoc | None = None
    about: str = ""
    clauses: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    command: tuple[CommandDoc, ...] = ()
    expect: Expect = Expect()
    puzzle: PuzzleDoc | None = None


OWN_KEYS = tuple(f.encode_name for f in msgspec.structs.fields(Position) if f.name != "document")
"""The keys of a position that are not the ruleset's."""
