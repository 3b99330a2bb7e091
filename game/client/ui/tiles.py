"""Tiles: big buttons with a picture, a title and a second line, painted by the program and worked like any control."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.client.art.icons import icon
from game.client.theme import Theme, mix
from game.client.ui.text import flow, say, text_size

FOOT = 0.46
"""Share of a picture's height that darkens towards its foot, where a title stands on it."""
LOOKS = ("heading", "bold", "small_bold", "tiny")
"""Styles of a title, the first that fits the tile in one line."""


@dataclass(frozen=True)
class Tile:
    """What a tile says.

    Attributes
    ----------
    lines
        Below the title: (words, style, colour).
    picture
        At the left, or over the whole tile where ``whole`` is set.
    sign
        Name of an icon in a ring at the left.
    key
        The key that does the same, in a frame at the right.
    golden
        Framed in the accent: what is meant to be pressed first, or what is chosen.
    chosen
        Has a tick in its corner.
    bare
        Words alone, without a panel.
    plain
        A picture alone: nothing darkens its foot.
    solid
        Filled with the accent: the button of a screen.
    edge
        Colour of a band at the left ("#rrggbb"), "" for none.
    """

    title: str
    lines: tuple[tuple[str, str, str], ...] = ()
    picture: pygame.Surface | None = None
    sign: str = ""
    key: str = ""
    golden: bool = False
    chosen: bool = False
    whole: bool = False
    bare: bool = False
    plain: bool = False
    solid: bool = False
    centred: bool = False
    edge: str = ""


def painted(tile: Tile, size: tuple[int, int], theme: Theme, hover: bool = False) -> pygame.Surface:
    """The picture of a tile, ``size`` pixels, lit where the pointer is over it."""
    px = theme.px
    out = pygame.Surface(size, pygame.SRCALPHA)
    rect = out.get_rect()
    if tile.bare:
        style, colour = "body", "accent" if hover else "text"
        w, h = text_size(theme, tile.title, style)
        flow(say(tile.title, style, colour), size[0] * 2, theme).draw(out, theme, (0, (size[1] - h) // 2))
        if hover:
            pygame.draw.line(out, theme.colour(colour), (0, size[1] - px(3)), (min(w, size[0]), size[1] - px(3)), px(1))
        return out
    round_ = px(10 if size[1] >= px(60) else 8)
    base = theme.colour("accent" if tile.solid else "panel_raised" if tile.golden and not tile.whole else "panel")
    pygame.draw.rect(out, (*_rgb(mix(base, "#ffffff", 0.06 if hover else 0.0)), 240), rect, border_radius=round_)
    if tile.whole and tile.picture is not None:
        out.blit(_on_foot(tile.picture, size, round_, not tile.plain), (0, 0))
    if tile.edge:
        band = pygame.Rect(0, 0, px(6), size[1])
        pygame.draw.rect(out, tile.edge, band, border_top_left_radius=round_, border_bottom_left_radius=round_)
    left = _left(tile, out, theme)
    _words(tile, out, theme, left)
    if tile.chosen:
        pygame.draw.circle(out, theme.colour("accent"), (size[0] - px(18), px(18)), px(10))
        mark = icon("check", px(14), theme.colour("text_on_accent"))
        out.blit(mark, mark.get_rect(center=(size[0] - px(18), px(18))))
    edge = "accent" if tile.golden else "edge_light" if hover else "edge"
    pygame.draw.rect(out, theme.colour(edge), rect, px(2 if tile.golden else 1), round_)
    return out


def _rgb(colour: pygame.Color) -> tuple[int, int, int]:
    return colour.r, colour.g, colour.b


def _left(tile: Tile, out: pygame.Surface, theme: Theme) -> int:
    """Draw what stands at the left; where the words begin."""
    px, height = theme.px, out.get_height()
    if tile.whole:
        return px(12)
    if tile.picture is not None:
        tall = height - 2 * px(9)
        wide = min(round(tall * 1.65), out.get_width() // 2)
        shown = covering(tile.picture, (wide, tall))
        out.blit(shown, (px(9), px(9)))
        pygame.draw.rect(out, theme.colour("panel_sunken"), (px(9), px(9), wide, tall), px(2), px(4))
        return px(9) + wide + px(16)
    if tile.sign and height < px(40):
        sign = icon(tile.sign, px(16), theme.colour("text"))
        out.blit(sign, sign.get_rect(midleft=(px(10), height // 2)))
        return px(10 + 16 + 8)
    if tile.sign:
        reach = min(px(21), height // 2 - px(6))
        middle = (px(13) + reach, height // 2)
        pygame.draw.circle(out, theme.colour("panel_raised"), middle, reach)
        pygame.draw.circle(out, theme.colour("edge_light"), middle, reach, px(1))
        sign = icon(tile.sign, round(reach * 1.15), theme.colour("accent"))
        out.blit(sign, sign.get_rect(center=middle))
        return middle[0] + reach + px(13)
    return px(14)


def _words(tile: Tile, out: pygame.Surface, theme: Theme, left: int) -> None:
    """The title and the lines below it, the key at the right."""
    px = theme.px
    width, height = out.get_size()
    right = width - px(12)
    if tile.key:
        right -= _key(tile.key, out, theme, tile.solid)
    colour = "text_on_accent" if tile.solid else "accent" if tile.golden and not tile.whole else "text"
    looks = ("small",) if height < px(40) else LOOKS[1:] if height < px(48) or tile.whole else LOOKS
    style = next((look for look in looks if text_size(theme, tile.title, look)[0] <= right - left), looks[-1])
    rows = [(tile.title, style, colour), *tile.lines]
    gaps = px(3)
    blocks = []
    for n, (words, look, tone) in enumerate(rows):
        room = (right if n == 0 else width - px(12)) - left
        block = flow(say(words, look, tone), max(room, px(20)), theme, tile.centred)
        blocks.append(block)
    while len(blocks) > 1 and sum(b.height + gaps for b in blocks) > height - px(8):
        blocks.pop()
    tall = sum(b.height for b in blocks) + gaps * (len(blocks) - 1)
    y = height - tall - px(8) if tile.whole else (height - tall) // 2
    for block in blocks:
        block.draw(out, theme, (left, y))
        y += block.height + gaps


def _key(key: str, out: pygame.Surface, theme: Theme, solid: bool) -> int:
    """The key in its frame at the right; the room that it takes."""
    px = theme.px
    w, h = text_size(theme, key, "small_bold")
    high = out.get_height()
    y = px(16) if high > px(100) else (high - h) // 2
    frame = pygame.Rect(out.get_width() - px(14) - w - px(12), y - px(2), w + px(12), h + px(4))
    ink = "text_on_accent" if solid else "text_dim"
    pygame.draw.rect(out, theme.colour("text_on_accent" if solid else "edge_light"), frame, px(1), px(4))
    flow(say(key, "small_bold", ink), w + px(8), theme).draw(out, theme, (frame.left + px(6), y))
    return frame.width + px(10)


def covering(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture scaled and cut so that it fills a size."""
    w, h = picture.get_size()
    scale = max(size[0] / max(1, w), size[1] / max(1, h))
    wide, tall = max(size[0], round(w * scale)), max(size[1], round(h * scale))
    large = pygame.transform.smoothscale(picture, (wide, tall))
    return large.subsurface(((wide - size[0]) // 2, (tall - size[1]) // 2, *size)).copy()


def _on_foot(picture: pygame.Surface, size: tuple[int, int], round_: int, dark: bool) -> pygame.Surface:
    """A picture over a whole tile, dark at its foot where words stand on it, with the tile's round corners."""
    shown = covering(picture.convert_alpha(), size)
    tall = round(min(size[1] * FOOT, 90)) if dark else 0
    if tall:
        shade = pygame.Surface((1, tall), pygame.SRCALPHA)
        for y in range(tall):
            shade.set_at((0, y), (14, 10, 7, round(235 * ((y + 1) / tall) ** 0.7)))
        shown.blit(pygame.transform.scale(shade, (size[0], tall)), (0, size[1] - tall))
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=round_)
    shown.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return shown
