"""Exams: positions whose right answer is known, given to players; how many points each gets.

A position of an exam ends with the right answer, so that ``resolve`` proves it. The exam plays the commands before it
and then asks the player. The task is solved by the same answer, or by any that brings about what the position expects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from game.bots.referee import Referee
from game.bots.roster import make_bot
from game.bots.work import WORK
from game.engine import command as cmd
from game.engine.decide import decide
from game.engine.decision import Reply
from game.engine.dice import Faces, ScriptedDice, ScriptError, SeededDice
from game.engine.event import DiceRow, Event
from game.engine.files.player_files import PLAN, shown, toml_row
from game.engine.files.toml_reading import DataError
from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset
from game.engine.positions.expect import differences
from game.engine.positions.position import Position, Resolution, read_position, reply_of, resolve
from game.engine.positions.types import Expect
from game.engine.ruleset import Ruleset
from game.engine.state import Luck, State
from game.engine.text import T, Text

LIST = "exam.toml"
"""File of a folder that says more about its tasks; without it every position is a task of one point."""

MOST_STEPS = 1000
"""Answers of both sides after which a try ends."""

Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]
_written = msgspec.json.Encoder().encode


class TaskDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task as the list tells it: the position, its points, and how many of the last commands are the player's."""

    position: str
    points: Count = 1
    answers: Count = 1


class ExamDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list of an exam."""

    version: Literal[1] = msgspec.field(name="exam")
    title: str = ""
    tasks: tuple[TaskDoc, ...] = msgspec.field(name="task", default=())


class Task(msgspec.Struct, frozen=True):
    """A task that is ready: the name of its file, what comes before the player's answers, and the right ones."""

    name: str
    position: Position
    points: int
    answers: int


class Mark(msgspec.Struct, frozen=True):
    """How a player did a task.

    Attributes
    ----------
    solved
        The share of the tries that solved it.
    why
        What the first try that did not solve it lacked, "" where all did.
    """

    task: str
    player: str
    points: int
    solved: float
    why: str = ""


def read_exam(folder: Path) -> list[Task]:
    """The tasks of a folder, in the order of its list or by name.

    Raises
    ------
    DataError
        Where the list is wrong, or a position does not end with a right answer.
    PositionError
        Where a position cannot be read.
    """
    listed = folder / LIST
    if listed.is_file():
        docs = toml_row(listed, PLAN, ExamDoc).tasks
    else:
        docs = tuple(TaskDoc(path.name) for path in sorted(folder.glob("*.toml")))
    tasks = []
    for doc in docs:
        path = folder / doc.position
        position = read_position(path)
        right = position.command[-doc.answers :]
        if len(right) < doc.answers or any(one.refused is not None for one in right):
            if not listed.is_file():
                continue  # a folder of all kinds of positions
            raise DataError(shown(path), "command", T("the position ends without the right answer"))
        ruleset = load_ruleset(position.ruleset)
        proof = resolve(position, ruleset)
        if proof.failures:
            told = Speaker("en", ruleset).say(proof.failures[0], proof.state)
            raise DataError(shown(path), "expect", T("its own answer does not solve it: {why}", why=told))
        tasks.append(Task(Path(doc.position).stem, position, doc.points, doc.answers))
    if not tasks:
        raise DataError(shown(folder), "", T("there is no position with a right answer here"))
    return tasks


def marked(task: Task, player: str, tries: int = 1) -> Mark:
    """Give a task to a player, each try with other dice of the player's own."""
    ruleset = load_ruleset(task.position.ruleset)
    before = resolve(replace(task.position, command=task.position.command[: -task.answers], expect=Expect()), ruleset)
    lacks = [_lacks(task, ruleset, before, player, n) for n in range(tries)]
    wrong = [why for why in lacks if why]
    return Mark(task.name, player, task.points, 1 - len(wrong) / tries, wrong[0] if wrong else "")


def _lacks(task: Task, ruleset: Ruleset, before: Resolution, player: str, seed: int) -> str:
    """What a player's answers lack, "" where they solve the task. ``before`` is the position that they begin from."""
    position, right = task.position, task.position.command[-task.answers :]
    state, events = before.state, before.events
    _, answer = reply_of(ruleset, state, len(position.command) - task.answers, right[0])
    side = right[0].side or (state.pending.waiting[0].side if state.pending else "")
    taker = _Taker(ruleset, player, side, seed, position.dice)
    given: list[Reply] = []
    for _ in range(MOST_STEPS):
        found = taker.step(state) if len(given) < task.answers else None
        if found is None:
            break
        reply, more, state = found
        events = [*events, *more]
        given += [reply] if reply is not None else []
    if task.answers == 1 and given and _written(given[0]) == _written(answer):
        return ""
    if position.expect == Expect():
        return "another answer"
    speaker = Speaker("en", ruleset)
    return next(
        (speaker.say(text, state) for text in differences(position.expect, ruleset, state, events, before.problems)), ""
    )


class _Taker:
    """A player who takes an exam; the others take the rules' default."""

    def __init__(self, ruleset: Ruleset, player: str, side: str, seed: int, script: Sequence[int]) -> None:
        self.ruleset, self.side = ruleset, side
        self.bots = {True: make_bot(ruleset, player, outside=True), False: make_bot(ruleset, "default")}
        self.referee = Referee(work=WORK)
        self.own = Random(f"{seed}:{side}")
        self.dice = WrittenThenSeeded(script, f"exam {seed}")

    def step(self, state: State) -> tuple[Reply | None, tuple[Event, ...], State] | None:
        """Let whoever is asked first answer: the player's reply, the events, the state; None where nobody is asked."""
        if state.pending is None or not state.pending.waiting:
            return None
        decision = state.pending.waiting[0]
        mine = decision.side == self.side
        answer = self.referee.answer(self.ruleset, state, decision, self.bots[mine], self.own)
        got = decide(self.ruleset, state, answer, self.dice, judged=True)
        if isinstance(got, cmd.Refusal):
            return None
        return answer.reply if mine else None, got.events, got.state


class WrittenThenSeeded:
    """The dice of a position as far as they fit, then dice from a seed: another answer may throw others."""

    def __init__(self, script: Sequence[int], seed: str) -> None:
        self._written, self._seeded = ScriptedDice(script), SeededDice()
        self._luck = Luck("seeded", seed)
        self._fits = True

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: Text | str) -> tuple[Faces, Luck]:
        """See :class:`~game.engine.dice.DiceSource`."""
        if self._fits:
            try:
                return self._written.roll(luck, rows, why)
            except ScriptError:
                self._fits = False
        faces, self._luck = self._seeded.roll(self._luck, rows, why)
        return faces, luck


def totals(marks: Sequence[Mark]) -> Iterator[tuple[str, float, int]]:
    """The points of each player, and those that could be had."""
    for player in dict.fromkeys(mark.player for mark in marks):
        mine = [mark for mark in marks if mark.player == player]
        yield player, sum(mark.points * mark.solved for mark in mine), sum(mark.points for mark in mine)
