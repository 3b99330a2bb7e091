"""What the gallery's pictures are taken on: a window of its own, its own folders, and battles to look at."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.client import destinations
from game.client.app import App, Options
from game.client.battle.match import Match
from game.client.folders import Folders
from game.client.guide.file import guides_of
from game.client.library import Library
from game.client.panels.table_area import TableArea
from game.client.parts.seat import Seat
from game.client.screen import Screen
from game.client.screens.at_table import battle_screen
from game.client.screens.battle import BattleScreen
from game.client.screens.battle_pictures import BattlePicturesScreen
from game.client.screens.records import RecordsScreen
from game.client.screens.title import TitleScreen
from game.client.settings import Settings, save_settings
from game.engine.eyes import PERSON
from game.engine.records.record import SUFFIX, RecordError, read_record
from game.engine.ruleset import Ruleset
from game.engine.session import Session

FRAME = 0.05
BOT_SECONDS = 40.0
"""A battle that the gallery has to play itself is played no longer than this."""


@dataclass
class Stage:
    """A window on the dummy driver.

    Attributes
    ----------
    home
        A folder of its own for settings and saves.
    sessions
        A battle that was fought, by system; kept between languages.
    """

    home: Path
    language: str
    size: tuple[int, int]
    library: Library
    sessions: dict[str, Session] = field(default_factory=dict)
    app: App = field(init=False)

    def __post_init__(self) -> None:
        folders = Folders(self.home / "saves", self.home)
        settings = Settings(language=self.language, speed="instant", reduced_motion=True, since_last=False)
        save_settings(folders.settings, settings)
        self.app = App(folders, self.library, Options(size=self.size, language=self.language, strict=True))
        self.app.go(destinations.Title())
        self.frames(2)

    # -- time and hands ---------------------------------------------------------------------------------------

    def frames(self, n: int) -> None:
        """Let frames pass."""
        for _frame in range(n):
            self.app.step(FRAME)

    def until(self, ready: Callable[[], bool], seconds: float = 120.0) -> None:
        """Let frames pass until something is so, or the time is over."""
        end = time.monotonic() + seconds
        while not ready() and time.monotonic() < end:
            self.frames(1)
            time.sleep(0.002)

    def key(self, code: int, mod: int = 0, text: str = "") -> None:
        """Press a key."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode=text, scancode=0))
        self.frames(2)

    def point(self, pos: tuple[float, float]) -> None:
        """Move the pointer."""
        at = (round(pos[0]), round(pos[1]))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        self.frames(8)

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.app.open(screen)
        self.frames(3)

    def go(self, place: destinations.Place) -> None:
        """Show a place."""
        self.app.go(place)
        self.frames(3)

    def settle(self) -> None:
        """Let the table of whatever is in sight be painted to the end."""
        for screen in self.app.screens:
            area = getattr(screen, "table", None) or getattr(getattr(screen, "picture", None), "area", None)
            if isinstance(area, TableArea):
                area.picture.prepare_all()
        self.frames(2)

    def wait(self) -> None:
        """Let everything come that is worked out beside the window: pictures of battles, the title's battle, odds."""
        self.until(lambda: not self._awaited())
        self.frames(2)

    def _awaited(self) -> bool:
        top = self.app.top
        if isinstance(top, TitleScreen):
            return not top.glimpses.idle or (top.stage is None or top.stage.since < 1.0)
        if isinstance(top, BattlePicturesScreen | RecordsScreen):
            return not top.glimpses.idle
        return isinstance(top, BattleScreen) and isinstance(top.play, Seat) and top.play.decision.reckoning

    def clean(self) -> None:
        """Back to the title, the pointer out of the way."""
        self.app.home()
        self.app.notices.shown = []
        self.point((self.size[0] - 1, self.size[1] - 1))

    # -- battles ----------------------------------------------------------------------------------------------

    def session(self, ruleset: Ruleset) -> Session:
        """A battle of a system: its sample, else one that two generals fight now."""
        known = ruleset.meta.id
        if known not in self.sessions:
            self.sessions[known] = self._sample(ruleset) or self._fought(ruleset)
        return self.sessions[known]

    def _sample(self, ruleset: Ruleset) -> Session | None:
        for path in sorted(self.app.folders.saves.glob(f"sample-*{SUFFIX}")):
            try:
                record = read_record(path)
                if record.header.ruleset == ruleset.meta.id:
                    return record.session(ruleset)
            except (RecordError, KeyError, ValueError):
                continue
        return None

    def _fought(self, ruleset: Ruleset) -> Session:
        found, _problems = guides_of(ruleset)
        info = ruleset.scenarios()[0]
        setup = found[0].document(ruleset.meta.id) if found else ruleset.default_setup(info.id, min(info.sizes))
        session = Session.start(ruleset, setup)
        match = Match(session, dict.fromkeys(session.state.sides, "general"))
        end = time.monotonic() + BOT_SECONDS
        while not match.over and time.monotonic() < end:
            match.tick()
            time.sleep(0.001)
        return session

    def battle(self, ruleset: Ruleset, kinds: tuple[str, ...], share: float) -> BattleScreen[Seat]:
        """A battle at its first question of a kind after a share of its lines, asked of a person."""
        whole = self.session(ruleset)
        first = int(len(whole.lines) * share)
        at = next((n for n in range(first, len(whole.lines)) if _asks(whole, n, kinds)), first)
        return self.battle_at(ruleset, at)

    def battle_at(self, ruleset: Ruleset, line: int) -> BattleScreen[Seat]:
        """A battle as it stands after a line, its question asked of a person."""
        branch = self.session(ruleset).branch(line)
        match = Match(branch, dict.fromkeys(branch.state.sides, PERSON))
        screen = battle_screen(self.app, match)
        self.open(screen)
        self.until(lambda: screen.play.decision.editor is not None or match.over or self.app.top is not screen)
        if self.app.top is not screen:  # the curtain between two people who decide in secret
            self.until(lambda: self.app.top is not None and self.app.top.settled)
            self.key(pygame.K_RETURN)
            self.until(lambda: screen.play.decision.editor is not None or match.over)
        self.frames(6)
        return screen


def _asks(session: Session, line: int, kinds: tuple[str, ...]) -> bool:
    pending = session.lines[line].state.pending
    return bool(pending and pending.waiting and pending.waiting[0].kind in kinds)
