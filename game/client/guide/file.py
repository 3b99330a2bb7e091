"""Files of guided battles: a small fixed set-up, how it opens, and what the program says at which question.

They lie in a ruleset's folder under ``guides`` as TOML, with the English and the Polish of every sentence side by
side. Nothing in them can force the player's hand: a step only says when it is told and when it is done with. What
stands before the player sits down (the armies at charge distance) comes about by ordinary answers of both sides, so
that such a battle is kept, resumed and verified as any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from game.engine.command import Answering, Refusal
from game.engine.files.player_files import GUIDE, toml_row
from game.engine.files.toml_reading import DataError, plain
from game.engine.positions.position import CommandDoc, PositionError, reply_of
from game.engine.ruleset import Ruleset, Setup, SideSetup
from game.engine.session import Session
from game.engine.table_plans.document import TablePlan
from game.engine.text import T, Text

FOLDER = "guides"
PARTS = ("log", "card", "prompt")
KINDS = ("row", "tool", "unit")
Drafts = Literal["empty", "unfinished", "refused", "legal"]
Words = Annotated[str, msgspec.Meta(min_length=1)]


class SetupRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battle: a set-up of the ruleset, with the seed of its dice; ``table`` one to be fought on instead."""

    scenario: str
    seed: Words
    sides: dict[str, SideSetup]
    options: dict[str, Any] = {}
    table: TablePlan | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to be told.

    Attributes
    ----------
    question
        Told while one of these questions is on the desk.
    draft
        Told while the draft is in one of these states ("empty" as long as the player has not touched it); any where
        none is named.
    after
        Told only once an event of one of these types was shown; at once where empty.
    say
        What is told; the ruleset's catalogue translates it.
    point
        What is lit up: "row thing VEL*" (a row of the panel, its id with a space for the line's end), "tool odds",
        "unit VEL*" (on the table), "log", "card", "prompt".
    until
        When it is done with: the question was answered, the draft is legal, or the player has read it.
    """

    id: Words
    say: Words
    question: tuple[str, ...]
    draft: tuple[Drafts, ...] = ()
    after: tuple[str, ...] = ()
    point: tuple[str, ...] = ()
    until: Literal["answered", "legal", "read"] = "answered"


class Reminder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told at questions for which no step is left; without questions while nobody here decides.

    ``draft`` as of a step: what a draft that is refused wants to be told is no lesson, for not everybody has one.
    """

    say: Words
    question: tuple[str, ...] = ()
    draft: tuple[Drafts, ...] = ()
    point: tuple[str, ...] = ()


class GuideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided battle as written.

    ``opening``: answers of both sides, in order, that are given before the player sits down, written as in a position
    (docs/position.md).
    """

    guide: Literal[1]
    title: Words
    about: Words
    ending: Words
    setup: SetupRow
    players: dict[str, str]
    step: tuple[Step, ...]
    opening: tuple[CommandDoc, ...] = ()
    remind: tuple[Reminder, ...] = ()

    def document(self, ruleset: str) -> Setup:
        """The set-up as the ruleset takes it."""
        s = self.setup
        return Setup(ruleset, s.scenario, s.sides, s.options, seed=s.seed, table=s.table)

    def open(self, session: Session) -> Text | None:
        """Give the answers of the opening in a battle that has just begun; why one cannot be given, None if all can."""
        for n, doc in enumerate(self.opening):
            try:
                decision, reply = reply_of(session.ruleset, session.state, n, doc)
            except PositionError as fault:
                return fault.text
            got = session.submit(Answering(decision.id, decision.side, reply, "bot"))
            if isinstance(got, Refusal):
                return T("command {n}: {why}", n=n + 1, why=got.text)
        return None


def guides_of(ruleset: Ruleset) -> tuple[list[GuideFile], list[str]]:
    """The guided battles of a ruleset, and a sentence for each file that cannot be used."""
    found: list[GuideFile] = []
    problems: list[str] = []
    for path in sorted((ruleset.meta.folder / FOLDER).glob("*.toml")):
        try:
            found.append(read_guide(path, ruleset))
        except DataError as fault:
            problems.append(str(fault))
    return found, problems


def guide_of(ruleset: Ruleset, setup: Setup | None) -> GuideFile | None:
    """The guide that a battle was begun with: the one whose set-up it has; None for any other battle."""
    if setup is None:
        return None
    return next((g for g in guides_of(ruleset)[0] if g.document(ruleset.meta.id) == setup), None)


def read_guide(path: Path, ruleset: Ruleset) -> GuideFile:
    """Read and check a file. Raises DataError naming file and key."""
    guide = _written(path)
    for key, text in _faults(guide, ruleset):
        raise DataError(path.name, key, text)
    return guide


def faults_of(path: Path, ruleset: Ruleset) -> list[str]:
    """All that is wrong with a file, each with the key it is in; empty where nothing is."""
    try:
        guide = _written(path)
    except DataError as fault:
        return [f"{fault.key}: {plain(fault.message)}" if fault.key else plain(fault.message)]
    return [f"{key}: {plain(text)}" for key, text in _faults(guide, ruleset)]


def _written(path: Path) -> GuideFile:
    """A file as it is written, in the right shape. Raises DataError."""
    return toml_row(path, GUIDE, GuideFile)


def _faults(guide: GuideFile, ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    """Whatever is wrong with a file that has the right shape: the key and the sentence."""
    ids = [s.id for s in guide.step]
    for n, step in enumerate(guide.step):
        if ids.index(step.id) != n:
            yield f"step {n + 1}, id", T("the step id {id} is used twice", id=step.id)
    told: tuple[tuple[str, tuple[Step | Reminder, ...]], ...] = (("step", guide.step), ("remind", guide.remind))
    for what, rows in told:
        for n, row in enumerate(rows):
            for question in row.question:
                if question not in ruleset.questions:
                    yield f"{what} {n + 1}, question", T("there is no question {id}", id=question)
            for point in row.point:
                if point not in PARTS and point.partition(" ")[0] not in KINDS:
                    yield f"{what} {n + 1}, point", T("{id} names nothing that a step can point at", id=point)
    for side in guide.setup.sides:
        if side not in guide.players:
            yield "players", T("no player is named for {side}", side=side)
    try:
        problems = ruleset.check_setup(guide.document(ruleset.meta.id))
    except (KeyError, ValueError) as fault:
        yield "setup", T("the set-up cannot be read: {why}", why=str(fault))
        return
    fatal = [problem for problem in problems if problem.fatal]
    yield from ((f"setup.{problem.where}", problem.text) for problem in fatal)
    if not fatal:
        yield from _opened(guide, ruleset)


def _opened(guide: GuideFile, ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    """What is wrong with the opening: it is played, and the player must be asked something then."""
    if not guide.opening:
        return
    session = Session.start(ruleset, guide.document(ruleset.meta.id))
    wrong = guide.open(session)
    if wrong is not None:
        yield "opening", wrong
    elif not session.waiting:
        yield "opening", T("the battle is over before its first question")


def matches(row_id: str, pattern: str) -> bool:
    """Whether a row's id fits a pattern in which a space stands for the line's end."""
    return fnmatchcase(row_id, pattern.replace(" ", "\n"))
