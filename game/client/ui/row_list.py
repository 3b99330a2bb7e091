"""A sheet: a scrolling list of rows, worked by mouse and by keyboard alike.

It holds no meaning: it is given rows and tells what was pressed. Editors, cards and the composer are sheets.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.theme import Theme
from game.client.ui.row_paint import Laid, lay, paint
from game.client.ui.rows import Press, Row
from game.client.words import Link, Spans

LIST_KEYS = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)
"""The keys that walk through a list."""


class Sheet:
    """A list of rows in a rectangle of the window.

    Parameters
    ----------
    theme
        Colours, fonts and scale.
    rect
        Where it lies, in window pixels.

    Attributes
    ----------
    bar
        Whether a bar at the side shows that there is more; else a small arrow at the foot does.
    gap
        Pixels at scale 1 between two rows that can be pressed, and below the last.
    focus, walked
        The row that the keyboard would press, and whether the keyboard led there (a click only leaves a trace).
    """

    def __init__(self, theme: Theme, rect: pygame.Rect) -> None:
        self.theme = theme
        self.rect = rect
        self.rows: tuple[Row, ...] = ()
        self.scroll = 0
        self.focus = ""
        self.hover = ""
        self.link: Link | None = None
        self.active = False
        self.walked = False
        self.bar = True
        self.gap = 4
        self._laid: list[Laid] = []
        self._tops: list[int] = []
        self._held = ""
        self._grip: int | None = None
        self._width = 0

    # -- content ----------------------------------------------------------------------------------------------

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows. The focus stays with a row of the same id."""
        rows = tuple(rows)
        if rows == self.rows and self._width == self._inner:
            return
        self.rows = rows
        self._lay()
        if self.focus and all(r.id != self.focus or not r.live for r in rows):
            self.focus = ""
        self.hover = ""

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the sheet."""
        if rect != self.rect:
            self.rect = rect
            self._lay()

    @property
    def _inner(self) -> int:
        return self.rect.width - self.theme.px(10)

    def _lay(self) -> None:
        self._width = self._inner
        self._laid = [lay(r, self._inner, self.theme) for r in self.rows]
        self._tops = []
        y = 0
        for laid in self._laid:
            self._tops.append(y)
            y += laid.height + self._gap(laid.row)
        self._clamp()

    def _gap(self, row: Row) -> int:
        return self.theme.px(self.gap) if row.look in ("choice", "button", "stepper") else self.theme.px(1)

    @property
    def content_height(self) -> int:
        """The height of all rows together, pixels."""
        if not self._laid:
            return 0
        return self._tops[-1] + self._laid[-1].height + self.theme.px(self.gap)

    def natural_height(self, rows: Sequence[Row], width: int) -> int:
        """The height that rows would need at a width."""
        inner = width - self.theme.px(10)
        last = self._gap(rows[-1]) if rows else 0
        return sum(lay(r, inner, self.theme).height + self._gap(r) for r in rows) - last + self.theme.px(self.gap)

    @property
    def max_scroll(self) -> int:
        """How far it can be scrolled, pixels."""
        return max(0, self.content_height - self.rect.height)

    def _clamp(self) -> None:
        self.scroll = min(max(self.scroll, 0), self.max_scroll)

    def row_rect(self, row_id: str) -> pygame.Rect | None:
        """Where a row is drawn in the window (it may be scrolled out of sight)."""
        for row, laid, top in zip(self.rows, self._laid, self._tops, strict=True):
            if row.id == row_id:
                return pygame.Rect(self.rect.left, self.rect.top + top - self.scroll, self._inner, laid.height)
        return None

    def reveal(self, row_id: str) -> None:
        """Scroll so that a row is seen whole."""
        rect = self.row_rect(row_id)
        if rect is None:
            return
        margin = self.theme.px(4)
        if rect.top < self.rect.top + margin:
            self.scroll -= self.rect.top + margin - rect.top
        elif rect.bottom > self.rect.bottom - margin:
            self.scroll += rect.bottom - self.rect.bottom + margin
        self._clamp()

    def bottom(self) -> None:
        """Scroll to the end."""
        self.scroll = self.max_scroll

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is in sight."""
        clip = surface.get_clip()
        margin = self.theme.px(3)
        surface.set_clip(self.rect.inflate(2 * margin, 2).clip(clip) if clip.width else self.rect)
        for row, laid, top in zip(self.rows, self._laid, self._tops, strict=True):
            y = self.rect.top + top - self.scroll
            if y + laid.height < self.rect.top or y > self.rect.bottom:
                continue
            rect = pygame.Rect(self.rect.left, y, self._inner, laid.height)
            hovered = bool(row.id) and row.id == self.hover and not row.bar
            paint(
                surface,
                laid,
                rect,
                self.theme,
                self.active and self.walked and row.id != "" and row.id == self.focus,
                hovered,
                self.link,
            )
        surface.set_clip(clip)
        if self.max_scroll and not self.bar:
            self._draw_more(surface)
        elif self.max_scroll:
            pygame.draw.rect(surface, self.theme.colour("panel_sunken"), self._track, border_radius=self.theme.px(3))
            pygame.draw.rect(surface, self.theme.colour("edge_light"), self._thumb, border_radius=self.theme.px(3))

    @property
    def more(self) -> pygame.Rect:
        """Where the arrow is that tells of more, for a sheet without a bar; empty where all is in sight."""
        px = self.theme.px
        if self.bar or not self.max_scroll:
            return pygame.Rect(0, 0, 0, 0)
        return pygame.Rect(self.rect.right - px(26), self.rect.bottom - px(20), px(26), px(20))

    def _draw_more(self, surface: pygame.Surface) -> None:
        box, px = self.more, self.theme.px
        pygame.draw.rect(surface, self.theme.colour("button"), box, border_radius=px(4))
        x, y = box.center
        points = [(x - px(5), y - px(3)), (x + px(5), y - px(3)), (x, y + px(4))]
        pygame.draw.polygon(surface, self.theme.colour("text"), points)

    @property
    def _track(self) -> pygame.Rect:
        w = self.theme.px(6)
        return pygame.Rect(self.rect.right - w, self.rect.top, w, self.rect.height)

    @property
    def _thumb(self) -> pygame.Rect:
        track = self._track
        height = max(self.theme.px(24), track.height * self.rect.height // max(1, self.content_height))
        y = track.top + (track.height - height) * self.scroll // max(1, self.max_scroll)
        return pygame.Rect(track.left, y, track.width, height)

    # -- the mouse --------------------------------------------------------------------------------------------

    def _at(self, pos: tuple[int, int]) -> tuple[int, Laid] | None:
        if not self.rect.collidepoint(pos):
            return None
        y = pos[1] - self.rect.top + self.scroll
        for i, (laid, top) in enumerate(zip(self._laid, self._tops, strict=True)):
            if top <= y < top + laid.height:
                return i, laid
        return None

    def tip_at(self, pos: tuple[int, int]) -> Spans:
        """What to say of the row under the pointer."""
        found = self._at(pos)
        return self.rows[found[0]].tip if found else ()

    def mouse(self, event: pygame.event.Event) -> Press | None:
        """Take a mouse event; what was done, if anything. Events elsewhere only end what was begun here."""
        if event.type == pygame.MOUSEMOTION:
            return self._motion(event)
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= round(event.y * self.theme.px(48))
            self._clamp()
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.max_scroll and self.bar and self._track.inflate(self.theme.px(6), 0).collidepoint(event.pos):
                self._grip = event.pos[1]
                return None
            if self.more.collidepoint(event.pos):
                self.scroll = 0 if self.scroll >= self.max_scroll else self.scroll + self.rect.height * 3 // 4
                self._clamp()
                return None
            found = self._at(event.pos)
            self._held = self.rows[found[0]].id if found else ""
            return self._link_press(event.pos) if found else None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._grip = None
            return self._release(event.pos)
        return None

    def _motion(self, event: pygame.event.Event) -> Press | None:
        if self._grip is not None:
            travel = self._track.height - self._thumb.height
            if travel > 0:
                self.scroll += round((event.pos[1] - self._grip) * self.max_scroll / travel)
                self._clamp()
            self._grip = event.pos[1]
            return None
        found = self._at(event.pos)
        hover = self.rows[found[0]].id if found else ""
        self.link = self._link_at(event.pos)
        if hover != self.hover:
            self.hover = hover
            return Press("hover", hover)
        return None

    def _link_at(self, pos: tuple[int, int]) -> Link | None:
        found = self._at(pos)
        if found is None:
            return None
        i, laid = found
        return laid.link_at(pos[0] - self.rect.left, pos[1] - self.rect.top + self.scroll - self._tops[i])

    def _link_press(self, pos: tuple[int, int]) -> Press | None:
        link = self._link_at(pos)
        found = self._at(pos)
        if link is None or (found and self.rows[found[0]].live and link.kind == "thing"):
            return None
        self._held = ""
        return Press("link", link.id, link.kind)

    def _release(self, pos: tuple[int, int]) -> Press | None:
        held, self._held = self._held, ""
        found = self._at(pos)
        if not held or found is None or self.rows[found[0]].id != held:
            return None
        i, laid = found
        row = self.rows[i]
        if not row.live:
            return None
        self.focus, self.walked = row.id, False
        if row.look == "stepper":
            x, y = pos[0] - self.rect.left, pos[1] - self.rect.top + self.scroll - self._tops[i]
            if laid.less is not None and laid.less.collidepoint(x, y):
                return Press("less", row.id) if row.can_less else None
            if laid.more is not None and laid.more.collidepoint(x, y):
                return Press("more", row.id) if row.can_more else None
        return Press("press", row.id)

    # -- the keyboard -----------------------------------------------------------------------------------------

    def step_focus(self, by: int) -> bool:
        """Move the focus among the rows that can be pressed; False at the end (the focus then stays)."""
        live = [r.id for r in self.rows if r.live]
        if not live:
            return False
        self.walked = True
        if self.focus not in live:
            self.focus = live[0] if by > 0 else live[-1]
        else:
            at = live.index(self.focus) + by
            if not 0 <= at < len(live):
                return False
            self.focus = live[at]
        self.reveal(self.focus)
        return True

    def choice(self, event: pygame.event.Event) -> tuple[bool, str]:
        """Take an event as a list of which one row is chosen: whether it was used, and the row now chosen ("" if none).

        Clicks choose, and so does walking by the keys of lists; other keys are left to the screen.
        """
        if event.type == pygame.MOUSEWHEEL or (hasattr(event, "pos") and self.rect.collidepoint(event.pos)):
            press = self.mouse(event)
            return True, press.id if press is not None and press.what == "press" else ""
        if event.type == pygame.KEYDOWN and event.key in LIST_KEYS:
            self.key(event)
            return True, self.focus
        return False, ""

    def key(self, event: pygame.event.Event) -> tuple[bool, Press | None]:
        """Take a key: whether it was used, and what was done."""
        if event.key in (pygame.K_DOWN, pygame.K_UP):
            return self.step_focus(1 if event.key == pygame.K_DOWN else -1), None
        if event.key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            self.scroll += (self.rect.height - self.theme.px(30)) * (1 if event.key == pygame.K_PAGEDOWN else -1)
            self._clamp()
            return True, None
        row = next((r for r in self.rows if r.id == self.focus and r.live), None)
        if row is None:
            return False, None
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return True, Press("press", row.id)
        if row.look == "stepper" and event.key in (pygame.K_LEFT, pygame.K_MINUS, pygame.K_KP_MINUS):
            return True, Press("less", row.id) if row.can_less else None
        if row.look == "stepper" and event.key in (pygame.K_RIGHT, pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS):
            return True, Press("more", row.id) if row.can_more else None
        return False, None
