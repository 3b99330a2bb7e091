"""The odds of two units in a sheet over the table: what each could do to the other, there or where one is thought of.

The first is what is selected; the second is the enemy pointed at, or the one selected before, or the nearest. What is
exact is there first; what is played on copies goes on beside the window (:mod:`odds_work`), its error shrinking.
"""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.client.camera import Camera
from game.client.panels.odds_rows import odds_rows
from game.client.panels.odds_work import OddsWork
from game.client.theme import Theme
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Words, _, clause_spans, ngettext
from game.engine.prospects import Prospect
from game.engine.ruleset import Ruleset
from game.engine.state import State
from game.geometry.shapes import Pose

SETTLE = 0.15
"""Seconds that what is asked must rest before odds are worked out."""
DWELL = 0.25
"""Seconds that the pointer must stay on an enemy before he is the one asked about."""
WIDE, HIGH = 330, 0.86
"""Width in pixels at scale 1; the greatest part of the table's height that it covers."""


class OddsPanel:
    """Keeps the pair, its prospects and their counts; shows them.

    Attributes
    ----------
    on
        Whether the player wants it.
    pair
        The two units asked about; empty for none.
    work
        What is being worked out about them, or has been; None while the question rests.
    """

    def __init__(self, theme: Theme, ruleset: Ruleset, words: Words) -> None:
        self.ruleset, self.words = ruleset, words
        self.sheet = Sheet(theme, pygame.Rect(0, 0, 10, 10))
        self.on = False
        self.pair: tuple[str, str] | tuple[()] = ()
        self.work: OddsWork | None = None
        self.opened: set[str] = set()
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._view: State | None = None
        self._other = ""
        self._before = ""
        self._selected = ""
        self._under = ("", 0.0)
        self._asked: object = None
        self._rested = 0.0
        self._shown: object = None

    # -- whom it is about -------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Switch it on or off."""
        self.on = not self.on
        self.stop()

    def stop(self) -> None:
        """Nothing more is to be worked out."""
        self._asked = None
        if self.work is not None:
            self.work.stop()
            self.work = None

    def follow(
        self,
        view: State,
        selected: str,
        under: str,
        dt: float,
        poses: Mapping[str, Pose] | None = None,
        mark: str = "",
    ) -> None:
        """Time passes (seconds) with this selected, that unit under the pointer, and bases thought of elsewhere.

        ``mark`` is the enemy that a draft is about.
        """
        if not self.on:
            return
        self._view = view
        self._select(view, selected)
        self._point(view, under, dt)
        pair = self._pair(view, mark)
        drawn = tuple(sorted((poses or {}).items()))
        asked = (id(view), pair, drawn)
        if asked != self._asked:
            self.stop()
            self._asked, self._rested = asked, 0.0
            if pair != self.pair:
                self.pair, self.opened = pair, set()
                self.sheet.scroll = 0
        self._rested += dt
        if self.work is None and len(pair) == 2 and self._rested >= SETTLE:
            self.work = OddsWork(self.ruleset, view, pair, poses)
        self._refresh(view)

    def _select(self, view: State, selected: str) -> None:
        if selected != self._selected and selected in view.units:
            if self._selected in view.units and view.units[self._selected].side != view.units[selected].side:
                self._before, self._other = self._selected, ""
            self._selected = selected

    def _point(self, view: State, under: str, dt: float) -> None:
        """The enemy under the pointer, once it has stayed there, is the other."""
        unit, since = self._under
        self._under = (under, since + dt if under == unit else 0.0)
        mine = view.units.get(self._selected)
        theirs = view.units.get(under)
        if mine is not None and theirs is not None and theirs.side != mine.side and self._under[1] >= DWELL:
            self._other = under

    def _pair(self, view: State, mark: str) -> tuple[str, str] | tuple[()]:
        mine = view.units.get(self._selected)
        if mine is None or not view.bases_of(mine.id):
            return ()
        for other in (mark, self._other, self._before):
            unit = view.units.get(other)
            if unit is not None and unit.side != mine.side and view.bases_of(other):
                return mine.id, other
        near = _nearest(view, mine.id)
        return (mine.id, near) if near else ()

    # -- the odds ---------------------------------------------------------------------------------------------

    @property
    def prospects(self) -> tuple[Prospect, ...]:
        """What the two could do to each other, as far as it is known."""
        return (self.work.prospects or ()) if self.work is not None else ()

    @property
    def done(self) -> bool:
        """Whether everything that is asked is known."""
        return self.work is not None and self.work.done

    # -- rows -------------------------------------------------------------------------------------------------

    def _refresh(self, view: State) -> None:
        told = tuple(f.runs for f in self.work.told.values()) if self.work is not None else ()
        known = self.work is not None and self.work.prospects is not None
        key = (self._asked, frozenset(self.opened), known, told, self.words, self.sheet.theme.key)
        if key != self._shown:
            self._shown = key
            self.sheet.set_rows(self._rows(view))

    def _rows(self, view: State) -> list[Row]:
        if not self.pair:
            return [_heading(_("Odds")), _dim(_("Select a unit, and point at an enemy."))]
        names = " – ".join(self.words.name(u, view) for u in self.pair)
        rows = [_heading(_("Odds: {names}").format(names=names))]
        if self.work is None or self.work.prospects is None:
            return [*rows, _dim(_("Computing…"))]
        if not self.prospects:
            return [*rows, _dim(_("These two can do nothing to each other."))]
        for prospect in self.prospects:
            rows += self._prospect(view, prospect)
        return rows

    def _prospect(self, view: State, prospect: Prospect) -> list[Row]:
        words = self.words
        slot = view.sides[view.units[prospect.actor].side].colour
        rows = [Row("line"), Row("heading", label=words.spans(prospect.label, view, "small_bold"), swatch=slot)]
        if prospect.bar is not None:
            told = words.spans(prospect.bar.text, view, "small", "warning") + clause_spans([prospect.bar.clause])
            return [*rows, Row("text", label=told)]
        rows += [Row("text", label=words.spans(n, view, "small", "text_dim")) for n in prospect.notes]
        rows += odds_rows(words, view, _("Exact"), prospect.forecast, self.opened, f"{prospect.id}\nexact", listed=True)
        counted = self.work.told.get(prospect.id) if self.work is not None else None
        if counted is not None:
            head = ngettext("In the end, {n} run", "In the end, {n} runs", counted.runs)
            rows += odds_rows(words, view, head, counted, self.opened, f"{prospect.id}\ncounted", 1, listed=True)
        return rows

    # -- drawing and hands ------------------------------------------------------------------------------------

    def place(self, area: pygame.Rect, camera: Camera) -> None:
        """Take an upper corner of an area, as high as the rows are and clear of the two where that can be."""
        px = self.sheet.theme.px
        wide = min(px(WIDE), max(area.width * 6 // 10, px(180)))
        inside = wide - px(20)
        tall = min(round(area.height * HIGH), self.sheet.natural_height(self.sheet.rows, inside) + px(14))
        right = pygame.Rect(area.right - wide - px(8), area.top + px(8), wide, tall)
        left = pygame.Rect(area.left + px(8), area.top + px(8), wide, tall)
        hidden = [[p for p in self._places(camera) if r.collidepoint(p)] for r in (right, left)]
        k = 1 if len(hidden[1]) < len(hidden[0]) else 0
        self.rect = _clear_of((right, left)[k], hidden[k], area, px(24))
        self.sheet.place(self.rect.inflate(-px(20), -px(14)))

    def _places(self, camera: Camera) -> list[tuple[float, float]]:
        """Pixels of the bases of the two."""
        if self._view is None:
            return []
        bases = [b for u in self.pair if u in self._view.units for b in self._view.bases_of(u)]
        return [camera.to_screen(b.pose.x, b.pose.y) for b in bases if b.pose is not None]

    def draw(self, surface: pygame.Surface, area: pygame.Rect, camera: Camera) -> None:
        """Draw it over the table."""
        if not self.on:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        self.place(area, camera)
        theme = self.sheet.theme
        back = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pygame.draw.rect(back, (*theme.colour("panel")[:3], 243), back.get_rect(), border_radius=theme.px(8))
        pygame.draw.rect(back, theme.colour("edge_light"), back.get_rect(), theme.px(1), theme.px(8))
        surface.blit(back, self.rect)
        self.sheet.draw(surface)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a pixel of the window is under it."""
        return self.on and self.rect.collidepoint(pos)

    def mouse(self, event: pygame.event.Event) -> Press | None:
        """Take a mouse event over it; a link is handed back."""
        press = self.sheet.mouse(event)
        if press is None or press.what == "hover":
            return None
        if press.what == "link":
            return press
        self.opened ^= {press.id}
        if self._view is not None:
            self._refresh(self._view)
        return None


def _clear_of(rect: pygame.Rect, points: list[tuple[float, float]], area: pygame.Rect, margin: int) -> pygame.Rect:
    """The rectangle above or below what it would hide, where enough of it is left; else as it is."""
    if not points:
        return rect
    least = area.height * 2 // 5
    upper = round(min(y for _, y in points)) - margin
    lower = round(max(y for _, y in points)) + margin
    if upper - rect.top >= least:
        return pygame.Rect(rect.left, rect.top, rect.width, upper - rect.top)
    if area.bottom - margin // 3 - lower >= least:
        return pygame.Rect(rect.left, lower, rect.width, min(rect.height, area.bottom - margin // 3 - lower))
    return rect


def _nearest(view: State, unit: str) -> str:
    """The unit of another side whose nearest base is nearest; "" for none."""
    mine = [b.pose for b in view.bases_of(unit) if b.pose is not None]
    found: list[tuple[float, str]] = []
    for other in view.units.values():
        if other.side == view.units[unit].side:
            continue
        gaps = [
            (p.x - b.pose.x) ** 2 + (p.y - b.pose.y) ** 2
            for b in view.bases_of(other.id)
            if b.pose is not None
            for p in mine
        ]
        if gaps:
            found.append((min(gaps), other.id))
    return min(found)[1] if found else ""


def _heading(text: str) -> Row:
    return Row("heading", label=say(text, "bold", "accent"))


def _dim(text: str) -> Row:
    return Row("text", label=say(text, "small", "text_dim"))
