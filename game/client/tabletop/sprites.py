"""Turned and scaled pictures of bases, kept as long as there is room.

A base is painted once (:mod:`game.client.art.stands`), scaled once per zoom, and turned once per angle step; the light
stays in the upper left because base and figures are turned apart and throw their shadows afterwards.
"""

from __future__ import annotations

from collections import OrderedDict

import msgspec
import pygame

from game.client.art.blocks import Block, Cell, block_picture
from game.client.art.light import NOON, Light
from game.client.art.plants import shadow_of
from game.client.art.stands import (
    FAR,
    INSIGNIA,
    MARGIN,
    MIDDLE,
    NEAR,
    Stand,
    figure_count,
    layers,
    lying_svg,
    mip_for,
    picture,
    warm_base,
    warm_figures,
)
from game.client.tabletop.looks import arm_of
from game.client.tabletop.scene import BlockArt
from game.client.theme import Theme

Sprite = tuple[pygame.Surface, int, int]
"""A premultiplied picture and the offset of its top left corner from the base's centre, pixels."""
VARIANTS = 4
FAR_BELOW, NEAR_FROM = 1.1, 1.6
"""Pixels per mm under which bases are drawn as blocks, and from which their figures are painted."""
FIGURE_FAR, FIGURE_NEAR = 0.8, 36.0
"""The same for single figures; they are painted by the pixels across their bases."""
TOKEN_PX, LESSER_PX = 38.0, 32.0
"""Commanders are drawn at least as many pixels across: they have no footprint that this could falsify."""
STAFF = ("marshal", "brigadier")
"""Looks of commanders on bases with corners, who are drawn as tokens from afar all the same."""
LEADERS = ("hero", "wizard", "leader")
"""Arms of figures that are drawn above the troops they stand among."""
VIOLET = "#b98cf0"
"""The ring of a wizard; of heroes it is the metal of their rank."""

GHOST = 130
"""How much of 255 is left of a base that only its owner knows of."""
WHOLE = Cell()


def angle_step(scale: float) -> float:
    """Degrees between kept angles at a scale (px/mm): corners are off by less than half a pixel.

    >>> angle_step(0.7), angle_step(3.0), angle_step(8.0)
    (2.0, 0.5, 0.25)
    """
    for step in (2.0, 1.0, 0.5):
        if 22.4 * scale * step * 0.0174533 / 2 <= 0.45:
            return step
    return 0.25


def level_of(block: BlockArt, scale: float) -> int:
    """How a base is drawn at a scale: :data:`FAR`, :data:`MIDDLE` or :data:`NEAR`."""
    if block.shape == "oval" and block.look not in INSIGNIA:
        across = min(block.width, block.depth) * scale
        return NEAR if across >= FIGURE_NEAR else FAR if scale < FIGURE_FAR else MIDDLE
    return FAR if scale < FAR_BELOW else MIDDLE if scale < NEAR_FROM else NEAR


def is_token(block: BlockArt) -> bool:
    """Whether a base is drawn from afar as a commander's token: it has no footprint, or one too small to be read."""
    return block.look in INSIGNIA and (block.shape == "oval" or block.look in STAFF)


def leads(block: BlockArt) -> bool:
    """Whether a figure is one that leads others and stands among them on a base of his own."""
    return block.shape == "oval" and (block.arm or arm_of(block.look)) in LEADERS and not is_token(block)


def token_px(block: BlockArt) -> float:
    """The least pixels across a commander's token."""
    return LESSER_PX if block.look in ("officer", "brigadier") else TOKEN_PX


def block_of(block: BlockArt, scale: float, cell: Cell = WHOLE, skirt: float = 0.0) -> Block:
    """How a base is drawn from afar at a scale; with a ``skirt`` (pixels), what is added behind it."""
    width, depth = block.width * scale, block.depth * scale
    if is_token(block):
        across = max(token_px(block), width)
        return Block(across, across, True, ring=INSIGNIA[block.look], faces=False)
    if block.shape != "oval":
        return Block(round(width, 1), round(depth, 1), cell=cell, skirt=round(skirt, 1))
    ring = VIOLET if block.arm == "wizard" else INSIGNIA["general"] if block.arm == "hero" else ""
    return Block(round(width, 1), round(depth, 1), True, ring=ring)


def stand_of(block: BlockArt, scale: float) -> Stand:
    """How the figures of a base are painted at a scale."""
    figures = figure_count(block.look, block.width, block.depth)
    down = 0 if block.fallen <= 0 else min(figures, max(1, round(block.fallen * figures)))
    token = is_token(block) and block.shape == "oval"
    grown = max(1.0, token_px(block) / (block.width * scale)) if token else 1.0
    return Stand(
        look=block.look,
        side=block.side,
        width=round(block.width * grown, 1),
        depth=round(block.depth * grown, 1),
        oval=block.shape == "oval",
        variant=block.number % VARIANTS,
        fallen=down,
        banner=block.banner,
        musician=block.musician,
        level=level_of(block, scale),
        ghost=block.secret,
    )


class Far(msgspec.Struct, frozen=True):
    """A base from afar: the block, whose it is, and whether it is shown through."""

    block: Block
    side: int
    ghost: bool = False


class Lying(msgspec.Struct, frozen=True):
    """Those who fell with a base: how many of which troops, strewn over how much ground."""

    look: str
    side: int
    width: float
    depth: float
    count: int
    number: int


Drawn = Stand | Far | Lying
"""A way of painting a base."""


def drawn_of(block: BlockArt, scale: float, cell: Cell = WHOLE, skirt: float = 0.0) -> Drawn:
    """How a base is painted at a scale; with a ``skirt`` (pixels), what is added behind it from afar."""
    if level_of(block, scale) == FAR:
        return Far(block_of(block, scale, cell, skirt), block.side, block.secret)
    return stand_of(block, scale)


Key = tuple[int, int, float]
"""(number of the way of painting, number of angle steps, scale)."""


class SpriteBank:
    """Sprites by (how painted, angle step, scale).

    Parameters
    ----------
    theme
        Gives the colours of the sides.
    light
        Whither and how far shadows fall.
    budget
        Bytes of turned sprites to keep; the oldest go first.
    """

    def __init__(self, theme: Theme, light: Light = NOON, budget: int = 128_000_000) -> None:
        self.theme, self.light = theme, light
        self._budget = budget
        self._bytes = 0
        self._stands: list[Drawn] = []
        self._numbers: dict[Drawn, int] = {}
        self._kept: OrderedDict[Key, Sprite] = OrderedDict()
        self._scaled: OrderedDict[Stand, tuple[pygame.Surface, pygame.Surface, float]] = OrderedDict()
        self._scaled_at = 0.0

    def number(self, stand: Drawn) -> int:
        """The number under which a way of painting is known here."""
        found = self._numbers.get(stand)
        if found is None:
            found = self._numbers[stand] = len(self._stands)
            self._stands.append(stand)
        return found

    def key(self, number: int, facing: float, scale: float) -> Key:
        """Under which key the sprite of a way of painting at a facing is kept."""
        stand = self._stands[number]
        if isinstance(stand, Far) and stand.block.oval and not stand.block.faces:
            return (number, 0, scale)
        step = angle_step(scale)
        return (number, round(facing / step) % round(360.0 / step), scale)

    def has(self, key: Key) -> bool:
        """Whether a sprite is ready."""
        return key in self._kept

    def get(self, key: Key) -> Sprite:
        """The sprite of a key, made if need be. Those made longest ago are dropped first."""
        found = self._kept.get(key)
        if found is not None:
            return found
        number, steps, scale = key
        sprite = self._make(self._stands[number], steps * angle_step(scale), scale)
        self._kept[key] = sprite
        self._bytes += sprite[0].get_width() * sprite[0].get_height() * 4
        while self._bytes > self._budget and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old[0].get_width() * old[0].get_height() * 4
        return sprite

    def sprite(self, block: BlockArt, facing: float, scale: float, cell: Cell = WHOLE) -> Sprite:
        """The sprite of a base."""
        return self.get(self.key(self.number(drawn_of(block, scale, cell)), facing, scale))

    # --- making --------------------------------------------------------------------------------------------------

    def warm(self, key: Key) -> bool:
        """Do one slow step towards a sprite: paint its base, or its figures. False when no slow step is left."""
        stand = self._stands[key[0]]
        if isinstance(stand, Far | Lying):
            return False
        mip = mip_for(key[2], stand.level)
        return warm_base(stand, self.theme.side(stand.side), mip) or warm_figures(
            stand, self.theme.side(stand.side), mip
        )

    def _layers_at(self, stand: Stand, scale: float) -> tuple[pygame.Surface, pygame.Surface, float]:
        """Base and figures at twice the scale (or once, when near), and how many times that is."""
        if scale != self._scaled_at:
            self._scaled.clear()
            self._scaled_at = scale
        found = self._scaled.get(stand)
        if found is not None:
            return found
        base, figures = layers(stand, self.theme.side(stand.side), mip_for(scale, stand.level))
        over = 2.0 if scale <= 3.0 else 1.0
        size = (
            max(2, round((stand.width + 2 * MARGIN) * scale * over)),
            max(2, round((stand.depth + 2 * MARGIN) * scale * over)),
        )
        made = (pygame.transform.smoothscale(base, size), pygame.transform.smoothscale(figures, size), over)
        self._scaled[stand] = made
        while len(self._scaled) > 320:
            self._scaled.popitem(last=False)
        return made

    def _make(self, stand: Drawn, facing: float, scale: float) -> Sprite:
        if isinstance(stand, Lying):
            parts = lying_svg(
                stand.look, stand.width, stand.depth, stand.count, stand.number, self.theme.side(stand.side)
            )
            size = stand.width + 2 * MARGIN, stand.depth + 2 * MARGIN
            out = _turn(picture(parts, *size, scale * FINE), facing, FINE)
        elif isinstance(stand, Far):
            turned = _turn(block_picture(stand.block, self.theme.side(stand.side), FINE), facing, FINE)
            out = self._on_ground(turned, 2, 2)
        else:
            base, figures, over = self._layers_at(stand, scale)
            out = self._on_ground(_turn(base, facing, over), max(1, round(1.5 * scale)), max(1, round(1.2 * scale)))
            men = _turn(figures, facing, over)
            at = ((out.get_width() - men.get_width()) // 2, (out.get_height() - men.get_height()) // 2)
            right, down = self._cast(max(1, round(1.3 * scale)))
            shade = shadow_of(men, 0.36 * self.light.strength)
            out.blit(shade, (at[0] + right, at[1] + down), special_flags=pygame.BLEND_PREMULTIPLIED)
            out.blit(men, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        if not isinstance(stand, Lying) and stand.ghost:
            out.fill((GHOST, GHOST, GHOST, GHOST), special_flags=pygame.BLEND_RGBA_MULT)
        box = out.get_bounding_rect()
        return out.subsurface(box).copy(), box.x - out.get_width() // 2, box.y - out.get_height() // 2

    def _cast(self, drop: int) -> tuple[int, int]:
        """How far to the right and down the shadow falls that falls ``drop`` pixels each way at noon."""
        right, down = self.light.on_screen(drop)
        return round(right), round(down)

    def _on_ground(self, turned: pygame.Surface, drop: int, soft: int) -> pygame.Surface:
        """A base with the shadow that it throws, which falls ``drop`` pixels off."""
        w, h = turned.get_size()
        right, down = self._cast(drop)
        pad = max(right, down) + soft + 1
        out = pygame.Surface((w + 2 * pad, h + 2 * pad), pygame.SRCALPHA)
        shade = pygame.Surface(out.get_size(), pygame.SRCALPHA)
        shade.blit(shadow_of(turned, 0.55 * self.light.strength), (pad + right, pad + down))
        out.blit(pygame.transform.box_blur(shade, soft), (0, 0))
        out.blit(turned, (pad, pad), special_flags=pygame.BLEND_PREMULTIPLIED)
        return out


FINE = 2.0
"""How many times finer blocks are drawn before they are turned."""


def _turn(picture: pygame.Surface, facing: float, over: float) -> pygame.Surface:
    """A picture turned clockwise and brought to its size, smooth-edged, with even width and height."""
    turned = pygame.transform.rotate(picture, -facing) if facing % 360.0 else picture
    if over == 1.0:
        turned = pygame.transform.rotozoom(picture, -facing, 1.0) if facing % 90.0 else turned
        w, h = turned.get_size()
        if w % 2 == 0 and h % 2 == 0:
            return turned
        out = pygame.Surface((w + w % 2, h + h % 2), pygame.SRCALPHA)
        out.blit(turned, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return out
    w, h = turned.get_size()
    unit = round(2 * over)
    wide, high = -(-w // unit) * unit, -(-h // unit) * unit
    if (wide, high) != (w, h):
        canvas = pygame.Surface((wide, high), pygame.SRCALPHA)
        canvas.blit(turned, ((wide - w) // 2, (high - h) // 2), special_flags=pygame.BLEND_PREMULTIPLIED)
        turned = canvas
    return pygame.transform.smoothscale(turned, (round(wide / over), round(high / over)))
