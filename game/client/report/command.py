"""The command ``report``: a record as a page or a moving picture, with a bar that tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from game.client.battle.luck import luck_of
from game.client.battle.titles import title_in
from game.client.report import facts, maps
from game.client.report.page import page
from game.client.shot_canvas import headless
from game.client.tabletop.adapter import scenery_of
from game.client.theme import Theme
from game.client.words import Words
from game.engine.files.player_files import SENSELESS
from game.engine.loader import UnknownRuleset, load_ruleset
from game.engine.records.record import RecordError, read_record
from game.engine.session import Session
from game.terminal import tell

MOST_FRAMES = 60
"""A moving picture has about so many frames at most."""

Step = Callable[[int, int], None]
"""Told after every picture how many of how many are drawn."""


class NothingToTell(Exception):
    """The record has no line yet."""


def html(session: Session, title: str, language: str, step: Step) -> str:
    """The report of a battle as a page. Its language is its own: that of the window is left alone."""
    speaking = Words(language, session.ruleset)
    played = facts.turns(session)
    theme = Theme()
    drawn = []
    for n, turn in enumerate(played, 1):
        map_ = maps.table_picture(turn.state, session.ruleset, theme, scenery=scenery_of(session.setup))
        drawn.append(maps.jpeg(map_))
        step(n, len(played))
    luck = luck_of((e for e in facts.events(session) if not e.only), session.state.sides)
    stories = [facts.turn_sentences(session, turn, speaking.plain) for turn in played]
    return page(title, speaking, session.state, played, facts.losses(played), luck, drawn, stories)


def gif(session: Session, path: Path, step: Step) -> int:
    """Write a battle as a moving picture; how many frames were drawn."""
    lines = maps.frames_of(facts.turns(session), MOST_FRAMES)
    theme = Theme()
    pictures = []
    for n, line in enumerate(lines, 1):
        state = session.lines[line].state
        pictures.append(maps.table_picture(state, session.ruleset, theme, 640, scenery_of(session.setup)))
        step(n, len(lines))
    maps.write_gif(pictures, path)
    return len(pictures)


def run(file: Path, page_to: Path | None, gif_to: Path | None, language: str = "en") -> int:
    """Write what is asked for.

    Returns
    -------
    int
        Exit code: 0, or 2 if the record cannot be read or the result not be written.
    """
    from rich.console import Console
    from rich.progress import Progress

    headless()
    pygame.font.init()
    errors = Console(stderr=True)
    try:
        record = read_record(file)
        session = record.session(load_ruleset(record.header.ruleset))
        if not session.lines:
            raise NothingToTell(f"{file.name}: nothing has happened in it yet")
        with Progress(console=errors, transient=True) as progress:
            bar = progress.add_task("Drawing", total=None)

            def step(done: int, of: int) -> None:
                progress.update(bar, completed=done, total=of)

            if page_to is not None:
                title = title_in(record.header.title or file.stem, session.ruleset, language)
                page_to.write_text(html(session, title, language, step), encoding="utf-8")
            if gif_to is not None:
                gif(session, gif_to, step)
    except (RecordError, UnknownRuleset, NothingToTell, *SENSELESS) as fault:
        tell(errors, fault, "red")
        return 2
    except OSError as fault:
        tell(errors, f"{fault.filename or file}: {fault.strerror or fault}", "red")
        return 2
    return 0
