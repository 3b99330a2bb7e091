"""The battle screens as they are put together: a battle played, with a coach or without, one watched, an example."""

from __future__ import annotations

from pathlib import Path

from game.client.battle.match import Match
from game.client.battle.puzzles import Puzzle
from game.client.guide.file import GuideFile
from game.client.navigation import Window
from game.client.parts.around import around
from game.client.parts.coach import Coach
from game.client.parts.course import Course
from game.client.parts.lesson import Lesson
from game.client.parts.move_bar import MoveBar
from game.client.parts.part import Part
from game.client.parts.seat import Seat
from game.client.parts.task import Task
from game.client.screens.battle import BattleScreen
from game.engine.eyes import EVERYTHING, Eyes
from game.engine.positions.position import Position
from game.engine.records.record import Record
from game.engine.session import Session


def battle_screen(app: Window, match: Match, guide: GuideFile | None = None) -> BattleScreen[Seat]:
    """A battle being played; with a coach, where there is a guide."""
    parts = around(app, match.session, answers=True)
    seat = Seat(parts, match)
    plugged: list[Part] = [seat, MoveBar(parts.sitting, seat)]
    if guide is not None:
        plugged.append(Coach(parts, seat, guide))
    return BattleScreen(parts, seat, plugged)


def puzzle_screen(app: Window, puzzle: Puzzle, match: Match) -> BattleScreen[Seat]:
    """A puzzle being solved, its task over the table."""
    parts = around(app, match.session, answers=True)
    seat = Seat(parts, match)
    plugged: list[Part] = [seat, MoveBar(parts.sitting, seat), Task(parts, seat, puzzle)]
    return BattleScreen(parts, seat, plugged)


def replay_screen(
    app: Window, session: Session, record: Record | None, path: Path | None = None, eyes: Eyes = EVERYTHING
) -> BattleScreen[Course]:
    """A battle being watched; ``path``: where it is recorded, if it is and ``record`` does not tell."""
    parts = around(app, session, answers=False)
    course = Course(parts, record, path, eyes)
    return BattleScreen(parts, course, [course])


def example_screen(app: Window, position: Position, session: Session) -> BattleScreen[Course]:
    """A worked example being watched, as :func:`game.engine.positions.examples.played` plays it to its end."""
    parts = around(app, session, answers=False)
    course = Course(parts, None)
    lesson = Lesson(parts.sitting, parts.prompt, position, course.steps)
    return BattleScreen(parts, course, [course, lesson])
