"""A whole battle of the toy, always the same, as a record in the window's folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from msgspec.structs import replace

from game.bots.referee import Referee
from game.bots.simple import RandomBot
from game.client.battle.chosen_setup import first_plan, named
from game.engine.records.record import Writer
from game.engine.session import Session
from tests.client.window import Window
from tests.toy import TOY

LINES = 40
"""The battle has more lines than this."""


@cache
def _fought() -> Session:
    """Fought out at random."""
    setup = replace(named(first_plan(TOY)), seed="toy-record-2")
    session = Session.start(TOY, setup)
    dice, referee, bot = Random(2), Referee(300.0), RandomBot()
    while session.state.over is None:
        session.submit(referee.answer(TOY, session.state, session.waiting[0], bot, dice))
    assert len(session.lines) > LINES
    return session


def toy_record(folder: Path) -> Path:
    """Keep it in a folder."""
    session = _fought().branch(len(_fought().lines) - 1)
    path = folder / "2026-01-01 12.00 Red - Blue.tabula"
    Writer.create(path, session, {"red": "person", "blue": "random"}, title="Red – Blue, A field").close()
    return path


def watched(window: Window) -> Window:
    """Watch the newest battle of the folder."""
    window.press("records")
    window.press("watch")
    window.step(3)
    return window
