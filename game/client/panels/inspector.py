"""What is selected: its card, and the overlays that the ruleset has for it."""

from __future__ import annotations

import pygame

from game.client.keymap import Keys
from game.client.panels.card import card_of, card_rows, is_hidden, overlays_of_thing
from game.client.theme import Theme
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Span, Spans, Words, _
from game.engine.ruleset import Overlay, Ruleset
from game.engine.state import State

MOST_OVERLAYS = 2


class Inspector:
    """The card of one thing, with switches for its overlays.

    Attributes
    ----------
    selected
        Id of the thing; "" for none.
    overlay_ids
        Kinds of overlays that are shown for whatever is selected, at most two, the newest last.
    """

    def __init__(self, theme: Theme, ruleset: Ruleset, view: State, words: Words, keys: Keys) -> None:
        self.ruleset, self.view, self.words, self.keys = ruleset, view, words, keys
        self.sheet = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.selected = ""
        self.overlay_ids: list[str] = []
        self.opened: set[str] = set()
        self._overlays: tuple[Overlay, ...] = ()
        self._overlays_of: tuple[State | None, str] = (None, "")
        self._shown: tuple[State | None, object] = (None, None)
        self._states_of: tuple[State | None, str, Words] = (None, "", words)
        self._states: Spans = ()

    # -- content ----------------------------------------------------------------------------------------------

    def known(self, thing: str) -> bool:
        """Whether the view knows a thing."""
        v = self.view
        return is_hidden(v, thing) or any(thing in t for t in (v.units, v.bases, v.features, v.markers, v.sides))

    def slot(self, thing: str) -> int:
        """The side of a thing as a slot of the theme; -1 for nobody's."""
        unit = self.view.units.get(self.view.bases[thing].unit if thing in self.view.bases else thing)
        if unit is None:
            unit = next((s.units[thing] for s in self.view.secret.values() if thing in s.units), None)
        side = unit.side if unit is not None else thing
        return self.view.sides[side].colour if side in self.view.sides else -1

    def states(self, thing: str) -> Spans:
        """What the badges beside a unit on the table mean, a line each."""
        view, known, words = self._states_of
        if view is not self.view or known != thing or words is not self.words:
            self._states_of = (self.view, thing, self.words)
            card = card_of(self.ruleset, self.view, thing)
            badges = card.badges if card is not None else ()
            lines = [self.words.spans(text, self.view, "small", "warning") for _badge, text in badges]
            self._states = tuple(s for line in lines for s in (Span("\n", "small"), *line))
        return self._states

    def select(self, thing: str) -> None:
        """Select another thing; a base stands for its unit."""
        if thing in self.view.bases:
            thing = self.view.bases[thing].unit
        if thing != self.selected:
            self.selected = thing
            self.opened = set()
            self.sheet.scroll = 0
        self.refresh()

    def show(self, view: State) -> None:
        """Look at another view."""
        self.view = view
        self.refresh()

    def refresh(self) -> None:
        """Bring the rows up to date, where anything has changed."""
        key = (self.selected, frozenset(self.opened), tuple(self.overlay_ids), self.words, self.sheet.theme.key)
        if self._shown[0] is self.view and self._shown[1] == key:
            return
        if self.selected and not self.known(self.selected):
            self.selected = ""
        self._shown = (self.view, key)
        card = card_of(self.ruleset, self.view, self.selected)
        rows: list[Row] = []
        if card is not None:
            rows = card_rows(card, self.words, self.view, self.opened, self.slot(self.selected))
            rows += self._overlay_rows()
        self.sheet.set_rows(rows)

    def offered(self) -> tuple[Overlay, ...]:
        """The overlays that the ruleset has for what is selected."""
        if self._overlays_of[0] is not self.view or self._overlays_of[1] != self.selected:
            self._overlays_of = (self.view, self.selected)
            self._overlays = overlays_of_thing(self.ruleset, self.view, self.selected)
        return self._overlays

    def shown(self) -> list[Overlay]:
        """The overlays that are switched on."""
        return [x for x in self.offered() if x.id in self.overlay_ids] if self.overlay_ids else []

    def _overlay_rows(self) -> list[Row]:
        offered = self.offered()
        if not offered:
            return []
        rows = [Row("line"), Row("heading", label=say(_("Show on the table"), "small_bold", "accent"))]
        for n, overlay in enumerate(offered):
            rows.append(
                Row(
                    "choice",
                    f"overlay\n{overlay.id}",
                    self.words.spans(overlay.label, self.view, "small"),
                    mark="check",
                    on=overlay.id in self.overlay_ids,
                    key=self.keys.shown("overlays") if n == 0 else "",
                )
            )
        return rows

    # -- what the player does ---------------------------------------------------------------------------------

    def toggle(self, overlay_id: str) -> None:
        """Show or hide an overlay; the oldest goes when there would be more than two."""
        if overlay_id in self.overlay_ids:
            self.overlay_ids.remove(overlay_id)
        else:
            self.overlay_ids = [*self.overlay_ids, overlay_id][-MOST_OVERLAYS:]
        self.refresh()

    def next_overlay(self) -> None:
        """One overlay of the selected thing after the other, then none."""
        ids = [x.id for x in self.offered()]
        if not ids:
            return
        shown = [i for i in ids if i in self.overlay_ids]
        at = ids.index(shown[0]) + 1 if shown else 0
        self.overlay_ids = [ids[at]] if at < len(ids) else []
        self.refresh()

    def press(self, press: Press) -> None:
        """A row was pressed: it opens, or an overlay is switched."""
        kind, _newline, name = press.id.partition("\n")
        if kind == "overlay":
            self.toggle(name)
        else:
            self.opened ^= {press.id}
            self.refresh()
