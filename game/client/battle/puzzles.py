"""Puzzles in their folders, and a puzzle as a battle that somebody plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from game.bots.roster import UnknownBot, make_bot
from game.client.battle.glimpse import Sight, round_troops
from game.client.battle.match import Match
from game.client.library import Library
from game.client.tabletop.adapter import scene_of
from game.engine.eyes import PERSON
from game.engine.loader import UnknownRuleset
from game.engine.positions.position import Position, read_position, start_of
from game.engine.positions.puzzle import FOLDER, begun, is_at_end, plays_on
from game.engine.positions.types import PositionError, PuzzleDoc
from game.engine.ruleset import Ruleset
from game.engine.session import Line
from game.engine.state import view
from game.engine.text import T, Text

MOST = 500
"""Files of a folder that are looked at."""


@dataclass(frozen=True)
class Puzzle:
    """A position with a task, from a file."""

    path: Path
    position: Position
    ruleset: Ruleset

    @property
    def doc(self) -> PuzzleDoc:
        """The task and its limits."""
        assert self.position.puzzle is not None
        return self.position.puzzle

    @property
    def key(self) -> str:
        """Under which it is remembered as solved: its system and the name of its file."""
        return f"{self.position.ruleset}/{self.path.stem}"


@dataclass(frozen=True)
class Folder:
    """A folder of puzzles: those shipped with a system, or the player's own where it has none."""

    id: str
    path: Path
    ruleset: Ruleset | None

    def files(self) -> list[Path]:
        """Its files, those of folders in it among them."""
        return sorted(self.path.rglob("*.toml"))[:MOST] if self.path.is_dir() else []


def folders_in(library: Library, own: Path) -> list[Folder]:
    """The folders of all systems that have puzzles, then the player's own."""
    found = [Folder(r.meta.id, r.meta.folder / FOLDER, r) for r in library.rulesets()]
    return [*(f for f in found if f.files()), Folder("own", own, None)]


def read_puzzle(path: Path, library: Library) -> Puzzle | Text:
    """A puzzle from its file, or why it is none."""
    try:
        position = read_position(path)
        if position.puzzle is None:
            return T("{file} sets no task (there is no table [puzzle]): the command “resolve” plays it", file=path.name)
        return Puzzle(path, position, library.ruleset(position.ruleset))
    except PositionError as fault:
        return fault.text
    except UnknownRuleset as fault:
        return T("{why}", why=str(fault))


def puzzle_match(puzzle: Puzzle) -> Match:
    """A puzzle with a person on the side that solves it; the battle rests once it is to be judged.

    Raises
    ------
    PositionError
        Where the situation cannot be built, or nobody is called as its ``rest`` says.
    """
    doc = puzzle.doc
    try:
        make_bot(puzzle.ruleset, doc.rest)
    except UnknownBot as fault:
        where = f"{puzzle.path.name}, puzzle, rest"
        raise PositionError(T("{file}: {why}", file=where, why=str(fault))) from fault
    state, frame, _problems = start_of(puzzle.position, puzzle.ruleset)
    session = begun(puzzle.position, puzzle.ruleset, state, frame)
    players = {side: PERSON if side == doc.side else doc.rest for side in session.state.sides}
    match = Match(session, players, title=puzzle.position.title, steady=True)

    def follow(_line: Line | None = None) -> None:
        match.sit(doc.side, doc.rest if plays_on(doc, session.lines) else PERSON)
        match.rests = is_at_end(doc, session)

    session.on_line.append(follow)
    follow()
    return match


def picture_of(puzzle: Puzzle) -> Sight | None:
    """The troops of a puzzle as they stand when it begins."""
    try:
        state, _frame, _problems = start_of(puzzle.position, puzzle.ruleset)
    except PositionError:
        return None
    scene = scene_of(view(state, puzzle.doc.side), puzzle.ruleset)
    quiet = msgspec.structs.replace(scene, ties=())
    return Sight(quiet, round_troops(quiet))
