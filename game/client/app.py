"""The window: one loop, a stack of screens, and a net under everything so that no fault takes a battle down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pygame
import pygame_gui

from game.client import destinations, outside, words
from game.client.art.icons import die
from game.client.faults import Faults
from game.client.folders import Folders, default_folders
from game.client.guard import Guard, Meddled, wanted
from game.client.keymap import Keys
from game.client.library import Library
from game.client.makers import screen_of
from game.client.settings import Settings, load_settings, save_settings, system_language
from game.client.sound.player import SoundPlayer, silent_layers
from game.client.theme import Theme, theme_ids
from game.client.ui.jobs import Jobs
from game.client.ui.manager import Pointer
from game.client.ui.notices import Notices

if TYPE_CHECKING:
    from game.client.screen import Screen
    from game.engine.eyes import Eyes

LEAST_SIZE = (1024, 700)
FRAMES = 60
ONCE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE, pygame.K_TAB)
"""Keys that do not repeat while they are held."""
WHEEL_BUTTONS = (4, 5)
"""What the toolkit calls the buttons of a wheel that is turned."""
CLICKS = (pygame_gui.UI_BUTTON_PRESSED, pygame_gui.UI_CHECK_BOX_CHECKED, pygame_gui.UI_CHECK_BOX_UNCHECKED)
"""What pygame_gui tells of that is heard as a click."""


@dataclass
class Options:
    """How the window is started.

    Attributes
    ----------
    size
        Size of a window in pixels; the player's own window, or the whole screen, where None.
    language
        Language for this time; the player's own where "".
    strict
        Let exceptions through instead of making them sentences: for tests.
    guard
        Hash the states of the battles in sight around every call of the window: the client may not change them.
        On too where the environment says so (see :mod:`game.client.guard`).
    """

    size: tuple[int, int] | None = None
    language: str = ""
    strict: bool = False
    guard: bool = field(default_factory=wanted)


class App:
    """The running client.

    Parameters
    ----------
    folders
        Where records and settings lie.
    library
        What can be played.
    options
        Size, strictness, guard.
    """

    def __init__(
        self, folders: Folders | None = None, library: Library | None = None, options: Options | None = None
    ) -> None:
        self.folders = folders or default_folders()
        self.library = library or Library()
        self.options = options or Options()
        words.use(self.options.language or system_language())
        self.settings, problem = load_settings(self.folders.settings)
        self._own_language = self.settings.language
        if self.options.language:
            self.settings = msgspec.structs.replace(self.settings, language=self.options.language)
        words.use(self.settings.language)
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(350, 40)
        self.pointer = Pointer()
        self.sound = SoundPlayer(self._volume(), silent_layers(self.settings.silent))
        self.theme = self._theme()
        whole = self.settings.fullscreen and self.options.size is None
        self.surface = self._open_window(self.options.size or self.settings.window, whole)
        self.screens: list[Screen] = []
        self.guard = Guard() if self.options.guard else None
        self.notices = Notices(self.theme)
        self.jobs = Jobs(self.theme, self.show_file)
        self.said_to = 0
        self.running = True
        self.clock = pygame.time.Clock()
        self._faults = Faults(self.folders.faults, self.notice)
        self._held: set[int] = set()
        if problem:
            self.notice(problem, "warning")

    # -- the window -------------------------------------------------------------------------------------------

    @property
    def strict(self) -> bool:
        """Whether exceptions are let through instead of becoming sentences."""
        return self.options.strict

    @property
    def size(self) -> tuple[int, int]:
        """Size of the window in pixels."""
        return self.surface.get_size()

    def _open_window(self, size: tuple[int, int], whole: bool) -> pygame.Surface:
        flags = pygame.FULLSCREEN if whole else pygame.RESIZABLE
        wanted = (0, 0) if whole else (max(size[0], LEAST_SIZE[0]), max(size[1], LEAST_SIZE[1]))
        surface = pygame.display.set_mode(wanted, flags)
        pygame.display.set_caption("Tabula Belli")
        pygame.display.set_icon(die(5, 64, "#c23b2c", "#fffdf4", "#6d1710"))
        return surface

    def _theme(self) -> Theme:
        theme_id = self.settings.theme if self.settings.theme in theme_ids() else theme_ids()[0]
        return Theme(theme_id, self.settings.ui_scale / 100, seats=self.settings.colours)

    def _volume(self) -> int:
        return self.settings.volume if self.settings.sound else 0

    def change(self, **fields: object) -> None:
        """Change settings, save them, and show everything anew by them."""
        window = self.settings.fullscreen
        if "language" in fields:
            self._own_language = str(fields["language"])
        self.remember(**fields)
        words.use(self.settings.language)
        self.sound.turn(self._volume(), silent_layers(self.settings.silent))
        self.theme = self._theme()
        self.notices.theme = self.jobs.theme = self.theme
        if window != self.settings.fullscreen:
            self.surface = self._open_window(self.settings.window, self.settings.fullscreen)
        self.rebuild()

    def remember(self, **fields: object) -> None:
        """Keep settings that nothing on the screen depends on."""
        self.settings = msgspec.structs.replace(self.settings, **fields)
        problem = self._save()
        if problem:
            self.notice(problem, "warning")

    def _save(self) -> str:
        """Keep the settings, but for a language that was asked for this time only."""
        own = msgspec.structs.replace(self.settings, language=self._own_language)
        return save_settings(self.folders.settings, own)

    def rebuild(self) -> None:
        """Lay all screens out anew."""
        for screen in self.screens:
            screen.rebuild()

    # -- screens ----------------------------------------------------------------------------------------------

    @property
    def top(self) -> Screen | None:
        """The screen that gets the events."""
        return self.screens[-1] if self.screens else None

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""
        self.screens.append(screen)
        self._guard("open")
        screen.rebuild()
        screen.opened()

    def close(self, screen: object) -> None:
        """Take a screen (and all above it) away; the program ends with the last one."""
        at = next((n for n, one in enumerate(self.screens) if one is screen), -1)
        if at < 0:
            return
        gone, self.screens = self.screens[at:], self.screens[:at]
        for one in reversed(gone):
            one.closed()
        if not self.screens:
            self.running = False
        else:
            self.screens[-1].opened()

    def home(self) -> None:
        """Back to the title."""
        while len(self.screens) > 1:
            self.close(self.screens[-1])

    def open_rules(self, clause: str = "", ruleset: str = "") -> None:
        """Open the rules reference, at a clause if one is named."""
        self.go(destinations.Rules(clause, ruleset))

    def go(self, place: destinations.Place) -> None:
        """Show a place: the screen on top does it itself, or one is put over it."""
        if self.top is None or not self.top.takes(place):
            self.open(screen_of(self, place))

    def notice(
        self, text: str, tone: str = "normal", act: Callable[[], None] | None = None, brief: bool = False
    ) -> None:
        """Show a sentence over everything for a while; a click on it takes it away and does ``act``.

        ``brief`` where it only says why nothing happened just now: it goes with the question's answer.
        """
        self.notices.add(text, tone, act, brief)

    def answered(self) -> None:
        """A question is answered: what was said about it alone is no longer shown."""
        self.notices.answered()

    def show_file(self, path: Path) -> None:
        """Open a file in the program that is meant for it; where there is none, its path goes to the clipboard."""
        if said := outside.show_or_say(path):
            self.notice(said, "warning")

    # -- the loop ---------------------------------------------------------------------------------------------

    def step(self, dt: float, events: Sequence[pygame.event.Event] | None = None) -> None:
        """One frame: events, time, drawing.

        Parameters
        ----------
        dt
            Seconds since the last frame.
        events
            Instead of those waiting in pygame's queue.
        """
        for event in pygame.event.get() if events is None else events:
            self._event(event)
            self._guard("event", event)
            if not self.running:
                return
        top = self.top
        if top is None:
            return
        self._safely(lambda: top.update(dt))
        self.sound.tick()
        self.notices.update(dt)
        self._guard("update")
        self.draw()

    def draw(self) -> None:
        """Draw all that is in sight."""
        start = max((i for i, s in enumerate(self.screens) if not s.over), default=0)
        for screen in self.screens[start:]:
            self._safely(lambda s=screen: s.draw(self.surface))
        if self.top is not None:
            area = self.top.notices_area()
            end = self.notices.draw(self.surface, area, self.jobs.draw(self.surface, area))
            self.said_to = end if end > area.top else 0
        self._guard("draw")

    def _event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button in WHEEL_BUTTONS:
            return  # a notch of the wheel comes as MOUSEWHEEL too: taken for a button, it would end a drag
        self.pointer.follow(event)
        if event.type in CLICKS:
            self.sound.play("click")
        if self._repeats(event):
            return
        if event.type == pygame.QUIT:
            self.quit()
            return
        if event.type == pygame.VIDEORESIZE:
            self._resized((event.w, event.h))
            return
        if event.type == pygame.KEYDOWN and Keys(self.settings.keys).action(event, {"fullscreen"}):
            self.change(fullscreen=not self.settings.fullscreen)
            return
        if self.notices.event(event) or self.jobs.event(event):
            return
        if (top := self.top) is not None:
            self._safely(lambda: self._to_screen(top, event))

    def _to_screen(self, top: Screen, event: pygame.event.Event) -> None:
        """An event for the screen on top; a file dropped that it has no use for is opened as what it is."""
        if not top.event(event) and event.type == pygame.DROPFILE:
            from game.client.dropped import open_dropped

            open_dropped(self, Path(event.file), any(s.guarded() is not None for s in self.screens))

    def _repeats(self, event: pygame.event.Event) -> bool:
        """Whether a held key only repeats itself: what gives an answer or leaves must be pressed anew each time."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            if event.key in self._held and (event.key in ONCE or pygame.K_F1 <= event.key <= pygame.K_F12):
                return True
            self._held.add(event.key)
        return False

    def _resized(self, size: tuple[int, int]) -> None:
        whole = (max(size[0], LEAST_SIZE[0]), max(size[1], LEAST_SIZE[1]))
        if whole == tuple(size):
            self.surface = pygame.display.get_surface() or self.surface
        else:
            self.surface = pygame.display.set_mode(whole, pygame.RESIZABLE)
        if not self.settings.fullscreen:
            self.settings = msgspec.structs.replace(self.settings, window=self.size)
        self.rebuild()

    def _safely(self, call: object) -> None:
        """Run a part of a frame; an exception becomes a sentence, and the program goes on."""
        assert callable(call)
        try:
            call()
        except Exception as fault:
            if self.options.strict:
                raise
            self.fault(fault)

    def _guard(self, call: str, event: pygame.event.Event | None = None) -> None:
        """After a call: prove that no battle in sight was changed by it, if the guard is on."""
        if self.guard is None:
            return
        what = f"{type(self.top).__name__}, {call}"
        if event is not None:
            what += f" {pygame.event.event_name(event.type)}"
        try:
            self.guard.check((screen.guarded() for screen in self.screens), what)
        except Meddled as fault:
            if self.options.strict:
                raise
            self.fault(fault)

    def fault(self, fault: BaseException, what: str = "") -> None:
        """Tell of an exception in a sentence, once, and note it in the file of faults."""
        self._faults.tell(fault, what)

    def quit(self) -> None:
        """Close everything in order and end."""
        while self.screens:
            top = self.screens.pop()
            try:
                top.closed()
            except Exception as fault:
                self.fault(fault)
        self._save()
        self.jobs.close()
        self.sound.close()
        self.running = False

    def run(self) -> int:
        """The loop, until the player quits."""
        self.sound.warm()
        while self.running:
            self.step(min(self.clock.tick(FRAMES), 100) / 1000)
            if self.running:
                pygame.display.flip()
        pygame.display.quit()
        return 0


def run(
    record: Path | None = None,
    watch: bool = False,
    guard: bool = False,
    size: tuple[int, int] | None = None,
    language: str = "",
    eyes: Eyes | None = None,
) -> int:
    """Open the window.

    Parameters
    ----------
    record, watch, eyes
        A record or a puzzle to open at once, the title screen where None; ``watch``: the record is watched with these
        eyes instead of being continued.
    guard
        Check around every call that the client does not change a battle (for development).
    size, language
        For this time; the player's own where not given.

    Returns
    -------
    int
        Exit code.
    """
    app = App(options=Options(size, language, guard=guard or wanted()))
    app.go(destinations.Title())
    if record is not None and record.suffix.lower() == ".toml":
        from game.client.puzzling import open_file

        open_file(app, record)
    elif record is not None:
        from game.client.opening import open_record

        open_record(app, record, watch, eyes)
    return app.run()


__all__ = ["App", "Options", "Settings", "run"]
