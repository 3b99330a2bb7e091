"""The places of the window: what a screen shows, as plain data. ``window.go(places.Replay(session))`` leads to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from game.engine.eyes import EVERYTHING, Eyes

if TYPE_CHECKING:
    from pathlib import Path

    from game.client.battle.bookmarks import Bookmarks
    from game.client.battle.chosen_setup import Plan
    from game.client.battle.luck import Sees
    from game.client.battle.match import Match
    from game.client.battle.puzzles import Puzzle as PuzzleFile
    from game.client.guide.file import GuideFile
    from game.client.words import Spans, Words
    from game.engine.decision import Decision
    from game.engine.lists import ArmyDesk
    from game.engine.positions.position import Position
    from game.engine.records.record import Record
    from game.engine.ruleset import Ruleset
    from game.engine.session import Session
    from game.engine.state import State
    from game.engine.table_plans.document import TablePlan


Answer = tuple[str, str, Callable[[], None], bool]
"""Of a question: id, words, what it does, and whether it is the one that Enter takes."""


class Seated(Protocol):
    """A battle being played, as the places over it know it: who plays, and what is seen of it."""

    @property
    def match(self) -> Match:
        """The battle with its players."""

    @property
    def words(self) -> Words:
        """The words of the one who looks."""

    @property
    def view(self) -> State:
        """What is seen of the battle."""

    def acting_side(self) -> str | None:
        """The side of the person at the window: who decides now, else who looks."""

    def act(self, action: str) -> bool:
        """Do an action of the keyboard."""


# --- from the title ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Title:
    """What to do now."""


@dataclass(frozen=True)
class NewBattle:
    """Who fights where, under which system."""


@dataclass(frozen=True)
class BattleChoices:
    """Everything of a battle that can be chosen, as a form; ``taken`` gets the system and the plan as they are left."""

    ruleset: Ruleset
    plan: Plan
    taken: Callable[[Ruleset, Plan], None]


@dataclass(frozen=True)
class Learn:
    """The guided first battles."""


@dataclass(frozen=True)
class Puzzles:
    """The folders of puzzles, opened at one of them."""

    folder: str = ""


@dataclass(frozen=True)
class Records:
    """The battles kept."""


@dataclass(frozen=True)
class Settings:
    """What the player likes."""


@dataclass(frozen=True)
class Keys:
    """Which key does what."""


@dataclass(frozen=True)
class Rules:
    """The rules reference, at a clause if one is named."""

    clause: str = ""
    ruleset: str = ""


# --- armies and tables -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Composer:
    """The army of a side; ``taken`` gets the plan with it."""

    ruleset: Ruleset
    plan: Plan
    side: str
    taken: Callable[[Plan], None]


@dataclass(frozen=True)
class Lists:
    """Army lists kept, and those of other programs; ``taken`` gets the plan with one of them.

    ``first`` is a file, or a text that was pasted, whose report is shown at once.
    """

    ruleset: Ruleset
    plan: Plan
    side: str
    taken: Callable[[Plan], None]
    first: Path | str | None = None


@dataclass(frozen=True)
class Profiles:
    """The rows of an army of the player's own, laid out for a side; ``taken`` gets the plan with it."""

    ruleset: Ruleset
    desk: ArmyDesk
    plan: Plan
    side: str
    taken: Callable[[Plan], None]


@dataclass(frozen=True)
class Tables:
    """The tables that the player has made."""


@dataclass(frozen=True)
class TableEditor:
    """A table being made, with its file where it has one."""

    ruleset: Ruleset
    plan: TablePlan
    path: Path | None = None


# --- battles -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Battle:
    """A battle being played, with a guide or without."""

    match: Match
    guide: GuideFile | None = None


@dataclass(frozen=True)
class Puzzle:
    """A puzzle being solved."""

    puzzle: PuzzleFile
    match: Match


@dataclass(frozen=True)
class Replay:
    """A battle being watched: of a record, or still in memory and perhaps recorded at ``path``; with whose eyes."""

    session: Session
    record: Record | None = None
    path: Path | None = None
    eyes: Eyes = EVERYTHING


@dataclass(frozen=True)
class Example:
    """A worked example of the rules, played to its end."""

    position: Position
    session: Session


@dataclass(frozen=True)
class Menu:
    """The menu of a battle."""

    battle: Seated


@dataclass(frozen=True)
class Curtain:
    """The curtain before a person decides; ``shown`` instead of ``lifted`` for who wants to see what happened."""

    battle: Seated
    decision: Decision
    lifted: Callable[[], None]
    shown: Callable[[], None] | None = None


@dataclass(frozen=True)
class End:
    """The end of a battle, with a parting word of its guide."""

    match: Match
    remark: str = ""


@dataclass(frozen=True)
class Dice:
    """What the dice did in the first lines of a battle, by the events that may be seen."""

    session: Session
    lines: int
    sees: Sees


@dataclass(frozen=True)
class WhatIf:
    """Who plays on from a line of a battle; see :class:`game.client.screens.what_if.WhatIfScreen`."""

    session: Session
    line: int
    title: str
    players: Mapping[str, str]
    moment: str
    seat: str = ""


@dataclass(frozen=True)
class Marks:
    """The bookmarks of a battle; see :class:`game.client.screens.bookmarks.BookmarksScreen`."""

    marks: Bookmarks
    told: Callable[[int], str]
    to: Callable[[int], None]
    edit: Callable[[int], None]
    remove: Callable[[int], None]


# --- small ones over what is there -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A question with its answers; ``settles``: seconds for which it takes no keys, where it comes up by itself."""

    title: str
    text: Spans | str
    answers: Sequence[Answer]
    settles: float = 0.0


@dataclass(frozen=True)
class Agreement:
    """What happens once all players have agreed to it; ``sides``: the id and the name of each player's side."""

    title: str
    text: str
    yes: str
    sides: Sequence[tuple[str, str]]
    act: Callable[[], None]


@dataclass(frozen=True)
class Line:
    """A line to type into; see :class:`game.client.screens.remark.RemarkScreen`."""

    said: Callable[[str], None]
    title: str = ""
    text: str = ""
    away: Callable[[], None] | None = None
    hint: str = ""
    most: int = 400


@dataclass(frozen=True)
class Choose:
    """A file to be chosen, or a place to save one; see :class:`game.client.screens.chooser.ChooserScreen`.

    ``sort`` is the kind of file (see :mod:`game.client.battle.shelf`), ``folder`` where one usually lies, ``name``
    what one to be saved would be called; "" where one is opened.
    """

    title: str
    sort: str
    folder: Path
    taken: Callable[[Path], None]
    name: str = ""


Place = (
    Title
    | NewBattle
    | BattleChoices
    | Learn
    | Puzzles
    | Records
    | Settings
    | Keys
    | Rules
    | Composer
    | Lists
    | Profiles
    | Tables
    | TableEditor
    | Battle
    | Puzzle
    | Replay
    | Example
    | Menu
    | Curtain
    | End
    | Dice
    | WhatIf
    | Marks
    | Question
    | Agreement
    | Line
    | Choose
)
