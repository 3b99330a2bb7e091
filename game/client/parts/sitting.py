"""What all parts of a battle screen share: the battle, what is seen of it, what is selected and pointed at."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client.editors.desk import Spot
from game.client.keymap import Keys
from game.client.navigation import Window
from game.client.panels.inspector import Inspector
from game.client.panels.log_entry import Entry
from game.client.panels.table_area import TableArea
from game.client.parts.eye import Eye
from game.client.tabletop.adapter import scenery_of
from game.client.tabletop.looks import arm_of, look_of
from game.client.words import Link, Words
from game.engine.session import Session
from game.engine.state import State

FLASH, FLASH_BEAT = 1.5, 0.25
"""Seconds for which the place of a line of the log is marked, and seconds of one beat of the flashing."""


class Flash:
    """A thing marked for a moment, so that the eye finds it."""

    def __init__(self) -> None:
        self.thing, self._left = "", 0.0

    def mark(self, thing: str) -> None:
        """Mark a thing from now on for a moment."""
        self.thing, self._left = thing, FLASH

    def update(self, dt: float) -> None:
        """Time passes (seconds)."""
        self._left = max(0.0, self._left - dt)

    def lit(self, still: bool) -> bool:
        """Whether it is marked just now; ``still``: without flashing."""
        return self._left > 0 and (still or int(self._left / FLASH_BEAT) % 2 == 0)


class Sitting:
    """One's time at a table.

    Attributes
    ----------
    view
        What is seen of the battle.
    eye
        Where the camera looks.
    under
        The place of the table under the pointer; None where it is elsewhere.
    tool
        The measuring tool in hand; "" for none.
    on_select
        Called with what has been selected.
    lay_out, act
        The screen's own: share the window anew, do an action of the keyboard.
    screen
        The screen, to know whether it is on top.
    """

    def __init__(self, app: Window, session: Session) -> None:
        self.app, self.session = app, session
        self.words = Words(app.settings.language, session.ruleset, session.state)
        self.keys = Keys(app.settings.keys)
        self.view: State = session.view(None)
        self.table = TableArea(app.theme, session.ruleset, self.view, scenery_of(session.setup))
        self.eye = Eye(app, self.table)
        self.inspector = Inspector(app.theme, session.ruleset, self.view, self.words, self.keys)
        self.flash = Flash()
        self.under: Spot | None = None
        self.tool = ""
        self.on_select: list[Callable[[str], None]] = []
        self.lay_out: Callable[[], None] = _nothing
        self.act: Callable[[str], bool] = _not_at_all
        self.screen: object = None

    def wear(self) -> None:
        """The window's theme, scale or language is another one."""
        app = self.app
        self.words = Words(app.settings.language, self.session.ruleset, self.session.state)
        self.keys = Keys(app.settings.keys)
        self.table.set_theme(app.theme)
        self.inspector.sheet.theme = app.theme
        self.inspector.words, self.inspector.keys = self.words, self.keys
        self.inspector.refresh()

    @property
    def on_top(self) -> bool:
        """Whether the screen gets the events."""
        return self.app.top is self.screen

    @property
    def selected(self) -> str:
        """What is selected."""
        return self.inspector.selected

    def see(self, view: State) -> None:
        """Show another view of the battle."""
        self.view = view
        self.table.show(view)
        self.inspector.show(view)

    def select(self, thing: str, look: bool = False) -> None:
        """Select a thing; its card is shown."""
        self.inspector.select(thing)
        for listener in self.on_select:
            listener(self.selected)
        if look and thing:
            self.table.look_at(thing)
        self.lay_out()

    def pick(self, spot: Spot) -> None:
        """Select what lies at a place."""
        self.select(next((t for t in (spot.unit, spot.marker, spot.feature) if t), ""))

    def follow(self, link: Link) -> None:
        """A link leads to the rules or to a thing on the table."""
        if link.kind == "clause":
            self.app.open_rules(link.id)
        elif link.kind == "thing" and self.inspector.known(link.id):
            self.select(link.id, look=True)

    def show_entry(self, entry: Entry) -> None:
        """Look at what a line of the log is about."""
        about = entry.event.about if entry.event is not None else ()
        thing = next((t for t in about if self.table.outline(t)), "")
        if thing:
            self.select(thing, look=True)
            self.flash.mark(thing)

    def arm(self, unit_id: str, state: State | None = None) -> tuple[int, str]:
        """The slot of a unit's side, and the arm whose silhouette stands for it ("" for what is no unit)."""
        state = state or self.view
        unit = state.units.get(unit_id)
        if unit is None:
            return 0, ""
        slot = state.sides[unit.side].colour if unit.side in state.sides else 0
        shape = next((state.bases[b].shape for b in unit.bases if b in state.bases), None)
        card = self.session.ruleset.card(state, unit_id)
        code = card.look or unit.kind
        size = (shape.width, shape.depth, shape.kind != "rect") if shape is not None else (0.0, 0.0, False)
        return slot, arm_of(look_of(state.ruleset, code, unit.name, *size, card.likely), state.ruleset, code)

    def free_area(self) -> pygame.Rect:
        """The part of the table (window pixels) that neither tools, log nor a sentence of the program lie over."""
        whole, (_left, above, _right, below) = self.table.rect, self.table.camera.inset
        top = max(whole.top + above, min(self.app.said_to, whole.centery))
        return pygame.Rect(whole.left, top, whole.width, whole.bottom - below - top)


def _nothing() -> None:
    """Nothing is laid out before there is a screen."""


def _not_at_all(_action: str) -> bool:
    """Nothing can be done before there is a screen."""
    return False
