"""Lists of the player's own: an army list kept as a file, and files of other programs read in with a report.

Optional for a ruleset. What its data does not hold (profiles of imported units) travels in ``SideSetup.own``, so that
a record needs no other file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from game.engine.ruleset import ArmyInfo, Setup, SideSetup
from game.engine.text import TN, Text

Kind = Literal["taken", "guessed", "unknown", "differs", "wrong"]


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a report on a list that was read.

    Attributes
    ----------
    kind
        "taken": understood as written; "guessed": understood by a rule of thumb; "unknown": kept and shown, not
        enforced; "differs": the file's own sums do not agree with what it lists; "wrong": it, or a line of it,
        cannot be used.
    where
        The unit or key that it is about, "" for the file.
    """

    kind: Kind
    text: Text
    where: str = ""
    clause: str = ""


class ListReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of reading a list: ``chosen`` is a side of a set-up, None where nothing could be made of the file.

    ``army``: the file is a whole army of the player's own, and the list one that it makes for the size.
    """

    chosen: SideSetup | None
    name: str
    findings: tuple[Finding, ...] = ()
    army: bool = False


MOST_FINDINGS = 400
"""Lines of one report; nobody reads more, and no window shows more at ease."""


class Findings:
    """A report on its way: each line once, and not more of them than anybody reads."""

    def __init__(self, told: Iterable[Finding] = ()) -> None:
        self._rows: list[Finding] = []
        self._seen: set[tuple[str, ...]] = set()
        self._left = 0
        for one in told:
            self.add(one)

    def add(self, finding: Finding) -> None:
        """Add a line, unless it is there."""
        text = finding.text
        key = (finding.kind, text.key, repr(text.args), str(text.n), finding.where, finding.clause)
        if key in self._seen:
            return
        if len(self._rows) >= MOST_FINDINGS:
            self._left += 1
            return
        self._seen.add(key)
        self._rows.append(finding)

    def findings_in_order(self) -> tuple[Finding, ...]:
        """All lines, and how many are left out."""
        if not self._left:
            return tuple(self._rows)
        text = TN("{n} further line is not listed", "{n} further lines are not listed", self._left)
        return (*self._rows, Finding("differs", text))


OWN = "army"
"""Key of ``SideSetup.own`` under which an army of the player's own lies, whole."""
UNENFORCED = "unenforced"
"""Key of ``SideSetup.own`` under which lies what a list names and its system does not have."""


class Unenforced(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something of a list that is kept and shown, but has no place in the battle.

    ``unit`` is what it belongs to, "" for what would have been a unit; ``points`` are for all ``number`` of it.
    """

    name: str
    number: int = 1
    points: int = 0
    unit: str = ""


def unenforced(chosen: SideSetup) -> tuple[Unenforced, ...]:
    """What a side's list names and its system does not have; nothing where that is not to be read."""
    found: Any = chosen.own.get(UNENFORCED, [])
    try:
        return msgspec.convert(found, tuple[Unenforced, ...])
    except msgspec.ValidationError:
        return ()


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a list has of something that is limited: how much, the least and the most (None: no such bound)."""

    label: Text
    have: int
    least: int | None = None
    most: int | None = None
    clause: str = ""

    @property
    def kept(self) -> bool:
        """Whether it lies within the bounds."""
        return (self.least is None or self.have >= self.least) and (self.most is None or self.have <= self.most)


@runtime_checkable
class TellsLimits(Protocol):
    """A ruleset that says what is limited in a list, and how much of it the list has."""

    def side_size(self, setup: Setup, side: str) -> int:
        """The agreed size (points) of one side's army, which may be a share of the battle's."""
        ...

    def limits(self, setup: Setup, side: str) -> Sequence[Limit]:
        """The limits of a side's list, points first."""
        ...


@runtime_checkable
class KeepsLists(Protocol):
    """A ruleset whose lists can be kept as files."""

    def list_file(self, setup: Setup, side: str) -> str:
        """A side's list as the text of a TOML file."""
        ...

    def read_list(self, data: bytes, name: str, size: int) -> ListReport:
        """What a file holds: a list of our own making, or one of another program whose format is known.

        Parameters
        ----------
        data, name
            The file's bytes and name; its ending says nothing that the bytes do not.
        size
            The agreed size in points, for what the report has to say of limits.
        """
        ...

    def list_army(self, chosen: SideSetup, size: int) -> ArmyInfo | None:
        """The entries that a side's list is composed from, where they are not those of an army on offer."""
        ...


class ArmyField(msgspec.Struct, frozen=True):
    """A field of a row of an army as a form shows it, by the key that it has in the file.

    ``kind``: "text", "number", "flag" (its value is a bool), "choice" of ``choices``, "words" with commas between them
    (of ``choices``, where there are any), "numbers": words with a number each ("tough 3, hero").

    Attributes
    ----------
    label, note
        What it is called, None to go by its key, and what there is to say of it.
    names, prices
        What the choices are called, and the points that each costs, as many as there are choices; or none.
    price, each
        Points that a flag costs; whether this and the prices are for each model.
    repeats
        Whether a word may be taken more than once.
    """

    key: str
    kind: Literal["text", "number", "flag", "choice", "words", "numbers"]
    value: str | bool
    choices: tuple[str, ...] = ()
    label: Text | None = None
    note: Text | None = None
    names: tuple[Text, ...] = ()
    prices: tuple[int, ...] = ()
    price: int = 0
    each: bool = False
    repeats: bool = False


class ArmyDesk(Protocol):
    """An army of the player's own being edited; every change gives another desk, or raises DataError."""

    @property
    def chosen(self) -> SideSetup:
        """The list with the army as it is by now."""
        ...

    def rows(self) -> Sequence[tuple[str, str]]:
        """Code and name of each row."""
        ...

    def fields(self, code: str, values: Mapping[str, str | bool] | None = None) -> Sequence[ArmyField]:
        """The fields of a row, those of the army for ""; as they would be with other ``values``, sound or not."""
        ...

    def put(self, code: str, values: Mapping[str, str | bool]) -> ArmyDesk:
        """Other values for fields of a row."""
        ...

    def copy(self, code: str) -> tuple[ArmyDesk, str]:
        """A copy of a row, and its code."""
        ...

    def drop(self, code: str) -> ArmyDesk:
        """The army without a row."""
        ...

    @property
    def begins(self) -> bool:
        """Whether it can begin a row, and an army, from nothing."""
        ...

    def begin(self, code: str = "", *, alone: bool = False) -> tuple[ArmyDesk, str]:
        """A new row after another, once in the list, and its code; ``alone``: of a new army that has no other."""
        ...

    def count(self, code: str, n: int) -> ArmyDesk:
        """The list with so many of a row."""
        ...

    def text(self) -> str:
        """The army as a file."""
        ...


@runtime_checkable
class EditsArmies(Protocol):
    """A ruleset whose armies can be edited."""

    def army_desk(self, chosen: SideSetup) -> ArmyDesk | None:
        """A side's army to be edited, one on offer under an id of its own; None where there is no such army."""
        ...
