"""What a screen is: built for a size of window, fed events, drawn every frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.client.guard import Guarded
from game.client.ui.form import Form, step_of
from game.client.ui.manager import Manager
from game.client.words import Link

if TYPE_CHECKING:
    from game.client.destinations import Place
    from game.client.navigation import Window


SETTLE = 0.5
"""Seconds for which what comes up by itself takes no keys (:attr:`Screen.settles`)."""
PASTING = pygame.KMOD_CTRL | pygame.KMOD_META
"""With one of these held, V pastes."""


class Screen:
    """A screen of the window.

    Subclasses build their controls in :meth:`build`, which is called again on every change of size, language, theme
    or scale.

    Attributes
    ----------
    over
        Set for what lies over the screen below (dialogs, the curtain): that one is drawn first and gets no events.
    settles
        Seconds after its opening for which keys do nothing: :data:`SETTLE` where it comes up by itself, for they were
        meant for the screen below.
    """

    over = False
    settles = 0.0

    def __init__(self, app: Window) -> None:
        self.app = app
        self.manager: Manager = Manager(app.size, app.theme, app.pointer, app.settings.language)
        self.forms: list[Form] = []
        self._keyed = 0
        self._stood = 0.0

    # -- life -------------------------------------------------------------------------------------------------

    def rebuild(self) -> None:
        """Make all controls anew. The focus of each form is kept, and how far it is scrolled."""
        kept = [(f.focused.id if f.focused else "", f.by_keys, f.scrolled) for f in self.forms]
        self.manager = Manager(self.app.size, self.app.theme, self.app.pointer, self.app.settings.language)
        self.forms = []
        self.build()
        for form, (control, by_keys, scrolled) in zip(self.forms, kept, strict=False):
            form.by_keys = by_keys
            form.scroll_to(scrolled)
            if control and any(i.id == control and i.widget.is_enabled for i in form.items):
                form.focus = next(n for n, i in enumerate(form.items) if i.id == control)
                if by_keys or form.items[form.focus].kind == "entry":
                    form.focus_on(control)

    def build(self) -> None:
        """Make the controls for the window's present size."""

    def opened(self) -> None:
        """The screen has come to the top."""

    def closed(self) -> None:
        """The screen has been taken away."""

    # -- the frame --------------------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """Take an event; True when it was used."""
        if event.type == pygame.KEYDOWN and not self.settled:
            return True
        used: bool = self.manager.process_events(event)
        if event.type == pygame.KEYDOWN:
            if self._key(event):
                return True
        else:
            if event.type == pygame.MOUSEBUTTONDOWN:
                self._keyed = next((n for n, f in enumerate(self.forms) if f.rect.collidepoint(event.pos)), self._keyed)
            for form in self.forms:
                if form.event(event):
                    return True
        if used:
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False

    @property
    def settled(self) -> bool:
        """Whether it has stood long enough for keys to be meant for it."""
        return self._stood >= self.settles

    @property
    def keyed(self) -> Form | None:
        """The form that the keyboard works."""
        return self.forms[min(self._keyed, len(self.forms) - 1)] if self.forms else None

    def _key(self, event: pygame.event.Event) -> bool:
        """A key to the form that the keyboard works; walking beyond its end leads into the next one."""
        form, by = self.keyed, step_of(event)
        if form is None:
            return False
        if by and len(self.forms) > 1 and form.at_end(by):
            self._keyed = (self.forms.index(form) + by) % len(self.forms)
            form.by_keys = False
            self.forms[self._keyed].enter(by)
            return True
        return form.event(event)

    def back(self) -> None:
        """Escape was pressed."""
        self.app.close(self)

    def takes(self, place: Place) -> bool:
        """Show another place itself, where it can: True when it does."""
        return False

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        self._stood += dt
        self.manager.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""
        self.draw_below(surface)
        self.manager.draw_ui(surface)
        for form in self.forms:
            form.draw_focus(surface)
        self.draw_above(surface)

    def draw_below(self, surface: pygame.Surface) -> None:
        """What lies under the controls."""
        surface.fill(self.app.theme.colour("window"))

    def notices_area(self) -> pygame.Rect:
        """Where in the window (pixels) the program's sentences are shown, from its top downwards."""
        top = self.app.theme.px(76)
        return pygame.Rect(0, top, self.app.size[0], self.app.size[1] - top)

    def draw_above(self, surface: pygame.Surface) -> None:
        """What lies over the controls."""

    def guarded(self) -> Guarded | None:
        """The battle that this screen shows, if any, and the view it holds (see :mod:`game.client.guard`)."""
        return None

    # -- shared -----------------------------------------------------------------------------------------------

    def form(self, rect: pygame.Rect, bar: bool = True) -> Form:
        """A new form of this screen; ``bar`` keeps room for a scroll bar."""
        form = Form(self.manager, self.app.theme, rect, self.follow, bar)
        self.forms.append(form)
        return form

    def foot(self, inner: pygame.Rect, fill: Callable[[Form], None]) -> Form:
        """A form at the lower edge of a rectangle, as tall as what ``fill`` puts into it, without a scroll bar."""
        px = self.app.theme.px
        trial = Form(self.manager, self.app.theme, inner, self.follow, False)
        fill(trial)
        tall = min(trial.height + px(4), inner.height // 2)
        trial.box.kill()
        form = self.form(pygame.Rect(inner.left, inner.bottom - tall, inner.width, tall), bar=False)
        fill(form)
        form.finish()
        return form

    def follow(self, link: Link) -> None:
        """A link was clicked: a clause opens the rules."""
        if link.kind == "clause":
            self.app.open_rules(link.id)


def pastes(event: pygame.event.Event) -> bool:
    """Whether the keys of pasting were pressed."""
    return event.type == pygame.KEYDOWN and event.key == pygame.K_v and bool(event.mod & PASTING)
