"""Puzzles in the window: beginning one, the next one, the solution, and which have been solved."""

from __future__ import annotations

from pathlib import Path

from game.client import destinations
from game.client.asking import tell
from game.client.battle.puzzles import Folder, Puzzle, folders_in, puzzle_match, read_puzzle
from game.client.navigation import Window
from game.client.words import Words, _
from game.engine.positions.examples import played
from game.engine.positions.types import PositionError


def open_file(app: Window, path: Path) -> None:
    """Open a position as a puzzle; what is wrong with it becomes a sentence."""
    found = read_puzzle(path, app.library)
    if isinstance(found, Puzzle):
        begin(app, found)
    else:
        tell(app, _("This puzzle cannot be opened"), Words(app.settings.language).say(found))


def begin(app: Window, puzzle: Puzzle) -> None:
    """Begin a puzzle, from its beginning, in the place of whatever was open."""
    try:
        match = puzzle_match(puzzle)
    except PositionError as fault:
        tell(app, _("This puzzle cannot be opened"), Words(app.settings.language, puzzle.ruleset).say(fault.text))
        return
    app.home()
    app.go(destinations.Puzzle(puzzle, match))


def to_list(app: Window, puzzle: Puzzle) -> None:
    """Back to the folder in which a puzzle lies."""
    app.home()
    folder = folder_of(app, puzzle)
    app.go(destinations.Puzzles(folder.id if folder is not None else ""))


def folder_of(app: Window, puzzle: Puzzle) -> Folder | None:
    """The folder in which a puzzle lies; None for a file from elsewhere."""
    return next((f for f in folders_in(app.library, app.folders.puzzles) if puzzle.path in f.files()), None)


def next_of(app: Window, puzzle: Puzzle) -> Puzzle | None:
    """The next puzzle of the same folder that is not solved yet; None where there is none."""
    folder = folder_of(app, puzzle)
    files = folder.files() if folder is not None else []
    at = files.index(puzzle.path) if puzzle.path in files else 0
    for path in (*files[at + 1 :], *files[:at]):
        found = read_puzzle(path, app.library)
        if isinstance(found, Puzzle) and found.key not in app.settings.solved:
            return found
    return None


def show_solution(app: Window, puzzle: Puzzle) -> None:
    """Show the answers that solve a puzzle, from its beginning."""
    try:
        session = played(puzzle.position, puzzle.ruleset)
    except PositionError as fault:
        tell(app, _("There is no solution to show"), Words(app.settings.language, puzzle.ruleset).say(fault.text))
        return
    app.go(destinations.Example(puzzle.position, session))


def remember(app: Window, puzzle: Puzzle) -> None:
    """Keep that a puzzle has been solved."""
    if puzzle.key not in app.settings.solved:
        app.remember(solved=(*app.settings.solved, puzzle.key))
