"""The panel *Since you last decided*: three rows worst first, the losses, the way to the first answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.client.art.icons import icon
from game.client.theme import FontStyle, Theme
from game.client.ui.text import Block, flow, say
from game.client.words import Spans, _

ROW, GAP, PIN = 64, 6, 13
"""Pixels at scale 1: height of a row, between rows, radius of the disc with its number."""
CONFIRM, EXIT = 46, 31
WIDE = 300
"""Pixels at scale 1 of the panel where the dock is put away."""
LOST, CREAM, INK = "#c8321e", "#fff3dc", "#17110c"
GRAVE = "#4a2019"


@dataclass(frozen=True)
class Told:
    """A row: what befell whom.

    Attributes
    ----------
    arm
        The arm of the unit, for its picture.
    slot
        Its side, as a slot of the theme.
    value
        At the right: what it cost.
    lost
        Whether nothing of it is left.
    """

    name: str
    under: str
    value: str
    arm: str
    slot: int
    lost: bool


@dataclass(frozen=True)
class Count:
    """The losses of a side, in words: since then and in all."""

    name: str
    slot: int
    now: str
    ever: str


class SinceLast:
    """The panel.

    Attributes
    ----------
    rows, counts, last
        What it tells; ``last``: one line more below the losses.
    keeps
        Whether a row can be kept as a bookmark: the battle has a record.
    lit
        The row that is pointed at or was chosen last; -1 for none.
    """

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.under = ""
        self.rows: tuple[Told, ...] = ()
        self.counts: tuple[Count, ...] = ()
        self.last = ""
        self.lit = -1
        self.keys = {"confirm": "", "recap": "", "next": "", "keep": ""}
        self.keeps = False
        self._spots: dict[str, pygame.Rect] = {}

    def place(self, dock: pygame.Rect, window: tuple[int, int], theme: Theme) -> None:
        """Lie over the dock; where it is put away, at the right edge of the window."""
        if dock.width >= theme.px(200):
            self.rect = dock.copy()
            return
        wide = min(theme.px(WIDE), window[0])
        self.rect = pygame.Rect(window[0] - wide, dock.top, wide, window[1] - dock.top)

    def hide(self) -> None:
        """Lie nowhere."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._spots = {}

    def at(self, pos: tuple[int, int]) -> str:
        """What is at a place: "row 0", "confirm", "recap", "next", "keep"; "" for nothing."""
        return next((name for name, rect in self._spots.items() if rect.collidepoint(pos)), "")

    def spot(self, name: str) -> pygame.Rect:
        """Where something lies."""
        return self._spots[name]

    def draw(self, surface: pygame.Surface, theme: Theme, pointer: tuple[int, int]) -> None:
        """Draw it over the dock."""
        px, rect = theme.px, self.rect
        pygame.draw.rect(surface, theme.colour("panel"), rect)
        pygame.draw.line(surface, theme.colour("edge"), rect.topleft, rect.bottomleft, px(1))
        inner = rect.inflate(-px(20), -px(16))
        y = self._write(surface, theme, say(_("Since you last decided"), "heading", "accent"), inner, inner.top)
        y = self._write(surface, theme, say(self.under, "small", "text_dim"), inner, y) + px(8)
        self._spots = {}
        tall = min(px(ROW), max(px(36), (inner.bottom - y - px(CONFIRM)) // 4))
        for k, row in enumerate(self.rows):
            spot = pygame.Rect(inner.left, y, inner.width, tall)
            self._spots[f"row {k}"] = spot
            self._draw_row(surface, theme, k, row, spot, spot.collidepoint(pointer) or k == self.lit)
            y += tall + px(GAP)
        low = self._foot(surface, theme, inner, y, pointer)
        self._losses(surface, theme, pygame.Rect(inner.left, y + px(4), inner.width, low - y - px(12)))

    def _write(self, surface: pygame.Surface, theme: Theme, spans: Spans, inner: pygame.Rect, y: int) -> int:
        block = flow(spans, inner.width, theme)
        block.draw(surface, theme, (inner.left, y))
        return y + block.height

    def _draw_row(self, surface: pygame.Surface, theme: Theme, k: int, row: Told, spot: pygame.Rect, lit: bool) -> None:
        px = theme.px
        pygame.draw.rect(surface, GRAVE if row.lost else theme.colour("panel_raised"), spot, border_radius=px(5))
        edge = theme.colour("danger" if row.lost else "accent" if lit else "edge")
        pygame.draw.rect(surface, edge, spot, px(2 if row.lost or lit else 1), px(5))
        disc(surface, theme, (spot.left + px(6 + PIN), spot.centery), str(k + 1), row.lost)
        size = min(px(34), spot.height - px(8))
        box = pygame.Rect(0, 0, size, size)
        box.midleft = (spot.left + px(38), spot.centery)
        pygame.draw.rect(surface, theme.side(row.slot).main, box, border_radius=px(4))
        surface.blit(icon(f"arm-{row.arm}", size - px(6), CREAM), box.inflate(-px(6), -px(6)))
        if row.lost:
            pygame.draw.line(surface, CREAM, box.bottomleft, box.topright, px(2))
        value = flow(say(row.value, "small_bold", "danger"), spot.width, theme)
        left = box.right + px(8)
        room = spot.right - left - px(8)
        name = _fitting(row.name, room - value.width - px(6), theme)
        under = _cut(row.under, room, theme)
        high = name.height + under.height
        top = spot.centery - (high if high < spot.height else name.height) // 2
        name.draw(surface, theme, (left, top))
        value.draw(surface, theme, (spot.right - px(8) - value.width, top))
        if high < spot.height:
            under.draw(surface, theme, (left, top + name.height))

    def _foot(
        self, surface: pygame.Surface, theme: Theme, inner: pygame.Rect, top: int, pointer: tuple[int, int]
    ) -> int:
        """The confirm and the exits at the lower edge, as many as there is room for; where they begin."""
        px = theme.px
        exits = [("recap", _("Show it all again")), ("next", _("Next place on the table"))]
        exits += [("keep", _("Keep as a bookmark"))] if self.keeps else []
        room = inner.bottom - top - px(CONFIRM + 8)
        exits = exits[: max(0, room // px(EXIT + 4))]
        y = inner.bottom
        for name, said in reversed(exits):
            y -= px(EXIT)
            spot = pygame.Rect(inner.left, y, inner.width, px(EXIT))
            self._button(surface, theme, spot, said, self.keys[name], spot.collidepoint(pointer), "panel_raised")
            self._spots[name] = spot
            y -= px(4)
        y -= px(CONFIRM) + px(4)
        spot = pygame.Rect(inner.left, y, inner.width, px(CONFIRM))
        self._spots["confirm"] = spot
        self._button(
            surface, theme, spot, _("To my first answer"), self.keys["confirm"], spot.collidepoint(pointer), "accent"
        )
        return y

    def _button(
        self, surface: pygame.Surface, theme: Theme, spot: pygame.Rect, said: str, key: str, lit: bool, back: str
    ) -> None:
        px = theme.px
        ink = "text_on_accent" if back == "accent" else "text"
        pygame.draw.rect(surface, theme.colour(back), spot, border_radius=px(5))
        pygame.draw.rect(surface, theme.colour("edge_light" if lit else "edge"), spot, px(2 if lit else 1), px(5))
        held = flow(say(f"[{key}]", "small", ink), spot.width, theme)
        room = spot.width - held.width - px(30)
        label = _fitting(said, room, theme, ("bold" if back == "accent" else "body", "small"), ink)
        label.draw(surface, theme, (spot.left + px(12), spot.centery - label.height // 2))
        held.draw(surface, theme, (spot.right - px(10) - held.width, spot.centery - held.height // 2))

    def _losses(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        px, y = theme.px, room.top
        head = flow(say(_("Losses: since then, in all"), "small_bold", "accent"), room.width, theme)
        if head.height + 2 * px(26) > room.height:
            return
        head.draw(surface, theme, (room.left, y))
        y += head.height + px(4)
        for count in self.counts:
            name = flow(say(count.name, "small_bold"), room.width // 2, theme)
            said = say(count.now, "small_bold", "danger" if count.now != _("none") else "text_dim")
            value = flow((*said, *say(f"   {count.ever}", "small")), room.width, theme)
            beside = name.width + value.width + px(24) <= room.width
            tall = (max(name.height, value.height) if beside else name.height + value.height) + px(8)
            if y + tall > room.bottom:
                return
            spot = pygame.Rect(room.left, y, room.width, tall)
            pygame.draw.rect(surface, theme.colour("window"), spot, border_radius=px(5))
            pygame.draw.rect(surface, theme.side(count.slot).main, pygame.Rect(spot.left, y, px(4), tall))
            name.draw(surface, theme, (spot.left + px(12), y + px(4)))
            low = y + px(4) + (0 if beside else name.height)
            value.draw(surface, theme, (spot.right - px(10) - value.width, low))
            y += tall + px(4)
        if self.last:
            block = flow(say(self.last, "small", "text_dim"), room.width, theme)
            if y + px(4) + block.height <= room.bottom:
                block.draw(surface, theme, (room.left, y + px(4)))


def disc(surface: pygame.Surface, theme: Theme, at: tuple[float, float], said: str, lost: bool) -> None:
    """A disc with a number, as the rows have it and the pins on the table."""
    px = theme.px
    pygame.draw.circle(surface, INK, at, px(PIN))
    pygame.draw.circle(surface, LOST if lost else CREAM, at, px(PIN) - px(2))
    written = theme.font("small_bold").render(said, True, CREAM if lost else INK)
    surface.blit(written, written.get_rect(center=at))


def pin_disc(theme: Theme, at: tuple[float, float]) -> tuple[float, float]:
    """Where the disc of a pin is whose point is at a place, window pixels."""
    return at[0], at[1] - theme.px(PIN + 8)


def pins(surface: pygame.Surface, theme: Theme, places: Sequence[tuple[tuple[float, float], bool, float]]) -> None:
    """The numbered pins on the table: where (window pixels), whether nothing is left there, pixels of its ring."""
    px = theme.px
    for k, (at, lost, ring) in enumerate(places):
        if lost:
            box = pygame.Rect(0, 0, round(ring * 2), round(ring * 1.2))
            box.center = (round(at[0]), round(at[1]))
            for part in range(0, 24, 2):
                for colour, wide in ((INK, px(5)), ("#ff7a4d", px(3))):
                    pygame.draw.arc(surface, colour, box, part * 0.2618, (part + 1.1) * 0.2618, wide)
        x, y = pin_disc(theme, at)
        colour = LOST if lost else CREAM
        tip = [(x - px(6), y + px(PIN - 4)), (x + px(6), y + px(PIN - 4)), (x, y + px(PIN + 8))]
        pygame.draw.polygon(surface, INK, [(tip[0][0] - px(2), tip[0][1]), (tip[1][0] + px(2), tip[1][1]), tip[2]])
        disc(surface, theme, (x, y), str(k + 1), lost)
        pygame.draw.polygon(surface, colour, [(x - px(3), y + px(PIN - 1)), (x + px(3), y + px(PIN - 1)), tip[2]])


def _fitting(
    text: str,
    width: int,
    theme: Theme,
    styles: tuple[FontStyle, ...] = ("bold", "small_bold"),
    colour: str = "text",
) -> Block:
    """A line of text: smaller before it is cut."""
    for style in styles:
        block = flow(say(text, style, colour), 10_000, theme)
        if block.width <= width:
            return block
    return _cut(text, width, theme, styles[-1], colour)


def _cut(text: str, width: int, theme: Theme, style: str = "small", colour: str = "text_dim") -> Block:
    """Text on one line, cut with dots where it is too long."""
    said = text
    while True:
        block = flow(say(said, style, colour), 10_000, theme)
        if block.width <= width or len(said) < 3:
            return block
        said = said[: -2 if said[-1] == "…" else -1].rstrip() + "…"
