"""Puzzles found in battles: moments at which few answers reach a goal, and the default does not.

The tree below a moment is searched with fixed dice: the side that solves takes each of its candidates in turn, up to a
number of answers; after them, and for the other side, defaults are answered. What some lines reach and most do not is a
goal. A line counts only if it also works with most other throws of the dice::

    .venv/bin/python -m workshop.puzzles saves/sample-meeting.tabula --until activation_ends --event shaken
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import click
from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from game.engine import command as cmd
from game.engine.decide import check_reply, decide, default_of
from game.engine.decision import Decision, Reply
from game.engine.dice import SeededDice
from game.engine.event import Event
from game.engine.loader import load_ruleset
from game.engine.lookup import question_of
from game.engine.positions.types import PuzzleDoc
from game.engine.positions.write import Stretch, puzzle_text
from game.engine.records.record import read_record
from game.engine.ruleset import Goal, Ruleset
from game.engine.session import Line
from game.engine.state import Luck, State, view

MOST_STEPS = 120
"""Answers after which a line is given up."""
DICE = SeededDice()
GOALS: tuple[Goal, ...] = ("contact", "any")
"""Which candidates of a move are tried: those that come to blows, then all sorts."""


@dataclass(frozen=True)
class Limits:
    """How a puzzle is looked for.

    Attributes
    ----------
    until
        Types of events with which a line ends.
    depth
        Answers of the side that solves which are all tried; defaults after them.
    wide
        Candidates of one decision that are tried.
    told
        Types of events that are goals where they are about an enemy's unit or of the side itself.
    lines
        Lines of a moment that are played at most.
    """

    until: tuple[str, ...]
    depth: int = 2
    wide: int = 24
    told: tuple[str, ...] = ()
    lines: int = 400


@dataclass(frozen=True)
class Played:
    """A line: the replies of the side that solves, all commands, and the goals that hold at its end."""

    own: tuple[tuple[str, Reply], ...]
    commands: tuple[cmd.Answering, ...]
    goals: frozenset[str]
    state: State


@dataclass
class Found:
    """A moment and a goal of it that few lines reach: those lines, all of them, and the default's."""

    state: State
    side: str
    goal: str
    lines: list[Played] = field(default_factory=list)
    all: int = 0
    firsts: int = 0
    all_firsts: int = 0
    chance: float = 0.0
    other: float = 0.0


@dataclass
class Search:
    """The search below one moment."""

    ruleset: Ruleset
    start: State
    side: str
    limits: Limits
    played: int = 0

    def lines(self) -> Iterator[Played]:
        """All lines, each with the goals that it reaches."""
        yield from self._below(self.start, (), (), (), self.limits.depth)

    def _below(
        self,
        state: State,
        events: tuple[Event, ...],
        own: tuple[tuple[str, Reply], ...],
        commands: tuple[cmd.Answering, ...],
        depth: int,
    ) -> Iterator[Played]:
        while True:
            if self.played >= self.limits.lines:
                return
            decision = self._next(state)
            if decision is None or len(commands) > MOST_STEPS or any(e.type in self.limits.until for e in events):
                self.played += 1
                yield Played(own, commands, goals_of(self.start, state, events, self.side, self.limits.told), state)
                return
            if decision.side == self.side and depth > 0:
                replies = self._replies(state, decision)
                if len(replies) > 1:
                    for reply in replies:
                        got = answered(self.ruleset, state, decision, reply)
                        if got is not None:
                            command, told, after = got
                            mine = (*own, (decision.question, reply))
                            yield from self._below(after, events + told, mine, (*commands, command), depth - 1)
                    return
            got = answered(
                self.ruleset, state, decision, default_of(self.ruleset, view(state, decision.side), decision)
            )
            if got is None:
                return
            command, told, state = got
            if decision.side == self.side:
                own = (*own, (decision.question, command.reply))
            events, commands = events + told, (*commands, command)

    @staticmethod
    def _next(state: State) -> Decision | None:
        waiting = state.pending.waiting if state.pending is not None and state.over is None else ()
        return waiting[0] if waiting else None

    def _replies(self, state: State, decision: Decision) -> list[Reply]:
        return replies_of(self.ruleset, state, decision, self.limits.wide)


def replies_of(ruleset: Ruleset, state: State, decision: Decision, most: int) -> list[Reply]:
    """Candidates of a decision, spread over all that there are, and its exits; the default first."""
    seen = view(state, decision.side)
    usual = default_of(ruleset, seen, decision)
    if decision.question == "engine.roll":
        return [usual]
    question = question_of(ruleset, decision.question)
    out = [usual]
    for goal in GOALS if decision.kind in ("move", "place") else GOALS[-1:]:
        found = list(islice(question.candidates(seen, decision, goal, 64), 64))
        step = max(1, -(-len(found) // most))
        out += [reply for reply in found[::step] if reply not in out]
    return out[: 2 * most]


def answered(
    ruleset: Ruleset, state: State, decision: Decision, reply: Reply
) -> tuple[cmd.Answering, tuple[Event, ...], State] | None:
    """An answer given: its command, its events and the state after it; None where it is refused."""
    command = cmd.Answering(decision.id, decision.side, reply)
    got = decide(ruleset, state, command, DICE)
    return None if isinstance(got, cmd.Refusal) else (command, tuple(got.events), got.state)


def goals_of(start: State, end: State, events: Sequence[Event], side: str, told: Sequence[str] = ()) -> frozenset[str]:
    """What holds at the end of a line and is worth a puzzle: enemies gone, own units whole, events, the victory."""
    out: set[str] = set()
    if end.over is not None and start.over is None:
        out.add("over")
        if end.over.winner == side:
            out.add("winner")
    for unit in start.units.values():
        before, after = len(start.bases_of(unit.id)), len(end.bases_of(unit.id)) if unit.id in end.units else 0
        if before and unit.side != side and after == 0:
            out.add(f"dead {unit.id}")
        if before and unit.side == side and after == before:
            out.add(f"whole {unit.id}")
        if before and unit.side == side and after:
            out.add(f"alive {unit.id}")
    for event in events:
        if event.type in told:
            own = {unit.id for unit in start.units_of(side)}
            out.update(f"event {event.type} {one}" for one in event.about if one not in own)
    return frozenset(out)


def works(search: Search, line: Played, goal: str, seed: str) -> bool:
    """Whether a line reaches a goal with other dice: its replies where they are asked and legal, else defaults."""
    state = replace(search.start, luck=Luck("seeded", seed))
    events: tuple[Event, ...] = ()
    mine = list(line.own)
    for _ in range(MOST_STEPS):
        decision = Search._next(state)
        if decision is None or any(e.type in search.limits.until for e in events):
            break
        seen = view(state, decision.side)
        reply = default_of(search.ruleset, seen, decision)
        if decision.side == search.side and mine:
            question, planned = mine[0]
            if question == decision.question:
                mine.pop(0)
                if check_reply(search.ruleset, seen, decision, planned).legal:
                    reply = planned
        got = answered(search.ruleset, state, decision, reply)
        if got is None:
            return False
        _command, told, state = got
        events += told
    return goal in goals_of(search.start, state, events, search.side, search.limits.told)


def puzzles_at(
    ruleset: Ruleset, state: State, side: str, limits: Limits, seeds: int = 16, rare: float = 0.2, only: str = ""
) -> Iterator[Found]:
    """The goals at a moment that few first answers reach and the default does not, with the chance of the best line."""
    search = Search(ruleset, state, side, limits)
    lines = list(search.lines())
    if len(lines) < 6:
        return
    usual, others = lines[0], lines[1:]
    firsts = {first_of(line) for line in lines}
    for goal in sorted({g for line in others for g in line.goals} - usual.goals - {"over"}):
        if only not in ("", goal):
            continue
        good = [line for line in lines if goal in line.goals]
        opening = {first_of(line) for line in good}
        if len(opening) > max(1, rare * len(firsts)) or len(good) > rare * len(lines):
            continue
        found = Found(state, side, goal, good, len(lines), len(opening), len(firsts))
        rated = [(sum(works(search, x, goal, f"{k}") for k in range(seeds)) / seeds, n) for n, x in enumerate(good[:6])]
        found.chance, best = max(rated, key=lambda pair: (pair[0], -pair[1]))
        found.lines.insert(0, found.lines.pop(best))
        sample = [x for x in lines if first_of(x) not in opening][:: max(1, len(lines) // 12)][:12]
        if sample:
            found.other = max(sum(works(search, x, goal, f"{k}") for k in range(seeds // 2)) for x in sample) / (
                seeds // 2
            )
        yield found


def first_of(line: Played) -> str:
    """The first answer of a line, as it would be written."""
    return repr(line.own[0]) if line.own else ""


# --- as files ----------------------------------------------------------------------------------------------------


def expected(found: Found) -> dict[str, object]:
    """What a position must expect for the goal of a find."""
    what, _space, rest = found.goal.partition(" ")
    if what == "winner":
        return {"winner": found.side}
    if what == "event":
        type_, _space, about = rest.partition(" ")
        return {"events": [{"type": type_, **({"about": [about]} if about else {})}]}
    alive = {"dead": 0, "whole": len(found.state.bases_of(rest))}.get(what, {"least": 1})
    return {"things": {rest: {"alive": alive}}}


def text_of(ruleset: Ruleset, found: Found, limits: Limits, source: str = "", title: str = "", task: str = "") -> str:
    """A find as a puzzle that plays; the task is said by its goal where none is given."""
    lines = []
    state = found.state
    for command in found.lines[0].commands:
        got = decide(ruleset, state, command, DICE)
        assert not isinstance(got, cmd.Refusal)
        state = got.state
        lines.append(Line(command, tuple(got.events), state))
    assert found.state.luck is not None
    doc = PuzzleDoc(
        task or found.goal,
        found.side,
        found.state.luck.seed,
        until=limits.until,
        chance=int(100 * found.chance),
    )
    stretch = Stretch(found.state, tuple(lines))
    return puzzle_text(ruleset, stretch, title or found.goal, doc, expected(found), source)


# --- the command -------------------------------------------------------------------------------------------------


def moments(path: Path) -> tuple[Ruleset, list[tuple[int, State, Decision]]]:
    """A record's system, and the moments when one side alone is asked: line, state, decision. Raises RecordError."""
    record = read_record(path)
    ruleset = load_ruleset(record.header.ruleset)
    asked = []
    for n, line in enumerate(record.lines(ruleset), 1):
        waiting = line.state.pending.waiting if line.state.pending is not None else ()
        if len(waiting) == 1 and waiting[0].question != "engine.roll":
            asked.append((n, replace(line.state, luck=Luck("seeded", "puzzle")), waiting[0]))
    return ruleset, asked


@click.command()
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--until", multiple=True, required=True, help="Type of events that end a puzzle; may be given again.")
@click.option("--event", "told", multiple=True, help="Type of events that are goals; may be given again.")
@click.option("--out", default=Path("puzzles"), type=click.Path(file_okay=False, path_type=Path), show_default=True)
@click.option("--every", default=1, show_default=True, help="Look at every n-th moment.")
@click.option("--least", default=0.4, show_default=True, help="Least chance of the solution with other dice.")
def main(
    records: tuple[Path, ...], until: tuple[str, ...], told: tuple[str, ...], out: Path, every: int, least: float
) -> None:
    """Find puzzles in RECORDS and write each as a position; a person chooses among them and words the task."""
    out.mkdir(parents=True, exist_ok=True)
    limits = Limits(until, told=told)
    written = 0
    for path in records:
        ruleset, asked = moments(path)
        for n, state, decision in track(asked[::every], path.name, console=Console(stderr=True), transient=True):
            for found in puzzles_at(ruleset, state, decision.side, limits, seeds=12):
                if found.chance >= least:
                    written += 1
                    text = text_of(ruleset, found, limits, f"{path.name}, line {n}")
                    (out / f"{path.stem}-{n:03}-{written:02}.toml").write_text(text, encoding="utf-8")
    click.echo(f"{written} puzzles in {out}")


if __name__ == "__main__":
    main()
