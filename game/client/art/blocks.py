"""Bases from afar: the true footprint in two tones, a strong front edge with teeth, ends that tell the side.

Drawn in pixels for the scale they are shown at, so that edges stay as broad as they must be to be seen.
"""

from __future__ import annotations

import functools
import io
import math

import msgspec
import pygame

from game.client.art.arms import INK
from game.client.art.svg import document, line, path, stroke, way
from game.client.theme import SideStyle, hex_of, mix

FRONT, RIGHT, REAR, LEFT = 1, 2, 4, 8
"""Edges of a base beyond which no comrade stands."""
OUTLINE = 1.2
"""Pixels of ink about a block."""
BLEED = 0.8
"""Pixels by which bases of a block lap over each other, so that no ground is seen between them."""
PAD = 10
"""Pixels about a block for teeth and ink."""
BROAD = 24.0
"""Pixels of a front that bears its tooth in the middle; the block of a narrower one has them at its corners."""
CROWDED = 12.0
"""Pixels of a base below which no seams part it from its comrades."""
SLIM = 15.0
"""Pixels of a lone front that has room for but one tooth."""
FACE, FACE_MOST, FACE_LEAST = 0.22, 5.0, 3.0
"""The front edge: its share of the depth, at most and at least so many pixels."""
STRIPES = (3.4, 7.6)
"""Pixels from the ends of a block where its side's stripes lie."""


class Cell(msgspec.Struct, frozen=True):
    """What a base is of its unit's block.

    Attributes
    ----------
    free
        Edges beyond which no comrade stands (:data:`FRONT` and so on, added).
    light
        Share of its depth from the front that has the lighter tone.
    """

    free: int = FRONT + RIGHT + REAR + LEFT
    light: float = 0.5


class Block(msgspec.Struct, frozen=True):
    """What decides how a base is drawn from afar; sizes in pixels. ``ring`` is the metal of a disc, "" for none.

    ``skirt`` is what is drawn behind the rear edge of a base that is too thin to be read; with one, the skirt alone is
    drawn, so that skirts lie below all bases.
    """

    width: float
    depth: float
    oval: bool = False
    cell: Cell = Cell()
    ring: str = ""
    faces: bool = True
    skirt: float = 0.0


@functools.lru_cache(maxsize=512)
def block_picture(block: Block, style: SideStyle, over: float) -> pygame.Surface:
    """A base from afar, front up, premultiplied, ``over`` times as fine as it is shown, with :data:`PAD` around it."""
    parts = _disc(block, style) if block.oval else _board(block, style)
    wide, high = block.width + 2 * PAD, block.depth + 2 * (PAD + block.skirt)
    px = max(2, round(wide * over)), max(2, round(high * over))
    loaded = pygame.image.load_sized_svg(io.BytesIO(document(parts, wide, high, px)), px).premul_alpha()
    out = pygame.Surface(px, pygame.SRCALPHA)  # our own order of channels: mixed orders blit slowly
    out.blit(loaded, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return out


def tones(style: SideStyle) -> tuple[str, str]:
    """The tones of a side's blocks at the front and at the rear."""
    return style.bright or style.main, style.deep or hex_of(mix(style.main, style.dark, 0.45))


def _box(x0: float, y0: float, x1: float, y1: float, fill: str) -> str:
    return path(way("M", x0, y0, "L", x1, y0, "L", x1, y1, "L", x0, y1, "Z"), fill, "", 0.0)


def _board(block: Block, style: SideStyle) -> str:
    """A rectangular base."""
    free, (bright, deep) = block.cell.free, tones(style)
    half_w, half_d = block.width / 2, block.depth / 2
    x0, x1 = -half_w - (0 if free & LEFT else BLEED), half_w + (0 if free & RIGHT else BLEED)
    if block.skirt:
        return _skirt(block, style, x0, x1)
    y0, y1 = -half_d - (0 if free & FRONT else BLEED), half_d + (0 if free & REAR else BLEED)
    split = -half_d + block.depth * block.cell.light
    out = _box(x0, y0, x1, y1, bright)
    if block.cell.light < 1.0:
        out += _box(x0, max(y0, split), x1, y1, deep)
    out += _stripes(block, style, y0, y1)
    for bit, ends in ((LEFT, (x0, y0, x0, y1)), (RIGHT, (x1, y0, x1, y1))):
        if not free & bit and block.width >= CROWDED:
            out += _seam(*ends, 1.1, 0.8)
    if not free & REAR:
        out += _seam(x0, half_d, x1, half_d, 0.8, 0.35)
    if free & FRONT:
        face = y0 + min(FACE_MOST, max(FACE_LEAST, block.depth * FACE))
        out += _box(x0, y0, x1, face, style.trim) + _seam(x0, face, x1, face, 0.9, 0.9)
    for bit, ends in (
        (FRONT, (x0, y0, x1, y0)),
        (REAR, (x0, y1, x1, y1)),
        (LEFT, (x0, y0, x0, y1)),
        (RIGHT, (x1, y0, x1, y1)),
    ):
        if free & bit:
            out += line(*ends, INK, OUTLINE, 0.0)
    return out + _teeth(block, style)


def _skirt(block: Block, style: SideStyle, x0: float, x1: float) -> str:
    """What is added behind a thin base: dark, with a line of ink where the true footprint ends."""
    free, rear = block.cell.free, block.depth / 2
    y0, y1 = rear - BLEED, rear + block.skirt
    out = _box(x0, y0, x1, y1, tones(style)[1]) + _stripes(block, style, y0, y1) + _seam(x0, rear, x1, rear, 1.0, 1.0)
    for bit, x in ((LEFT, x0), (RIGHT, x1)):
        if free & bit:
            out += line(x, y0, x, y1, INK, OUTLINE, 0.0)
    return out + line(x0, y1, x1, y1, INK, OUTLINE, 0.0)


def _seam(x0: float, y0: float, x1: float, y1: float, width: float, alpha: float) -> str:
    """A line within a block."""
    across = width / 2
    level = abs(y1 - y0) < abs(x1 - x0)
    dx, dy = (0.0, across) if level else (across, 0.0)
    ring = way("M", x0 - dx, y0 - dy, "L", x1 - dx, y1 - dy, "L", x1 + dx, y1 + dy, "L", x0 + dx, y0 + dy, "Z")
    return path(ring, INK, "", 0.0, alpha)


def _stripes(block: Block, style: SideStyle, y0: float, y1: float) -> str:
    """The side's pattern at the free ends of a block."""
    if style.pattern == "plain":
        return ""
    out = ""
    if block.width < CROWDED and not (block.cell.free & LEFT and block.cell.free & RIGHT):
        end = block.width / 2 - 2.2
        sides = ((LEFT, -end), (RIGHT, end))
        return "".join(_box(x - 1.1, y0, x + 1.1, y1, style.trim) for bit, x in sides if block.cell.free & bit)
    if block.width < SLIM:
        return _box(-1.1, y0, 1.1, y1, style.trim) if block.cell.free & LEFT and block.cell.free & RIGHT else ""
    for bit, end, inwards in ((LEFT, -block.width / 2, 1), (RIGHT, block.width / 2, -1)):
        if not block.cell.free & bit:
            continue
        for n, far in enumerate(STRIPES):
            x = end + inwards * far
            if style.pattern == "stripes":
                out += _box(x - 1.1, y0, x + 1.1, y1, style.trim)
                continue
            steps = max(2, round((y1 - y0) / 4.4))
            pitch = (y1 - y0) / steps
            for k in range(steps):
                top = y0 + k * pitch
                if style.pattern == "checks" and (k + n) % 2 == 0:
                    out += _box(x - 2.1, top, x + 2.1, top + pitch, style.trim)
                elif style.pattern == "dots":
                    out += f'<circle cx="{x:.2f}" cy="{top + pitch / 2:.2f}" r="1.5" fill="{style.trim}"/>'
                elif style.pattern in ("chevrons", "waves"):
                    bend = way("M", x - 1.4, top, "L", x + 1.4, top + pitch / 2, "L", x - 1.4, top + pitch)
                    out += stroke(bend, style.trim, 1.6)
    return out


def _teeth(block: Block, style: SideStyle) -> str:
    """Teeth beyond the front edge: one in the middle of a broad base, else at the corners of its block."""
    free = block.cell.free
    if not free & FRONT:
        return ""
    half, high = min(8.5, block.width * 0.24), 6.2
    spots = [0.0]
    if block.width < SLIM and free & LEFT and free & RIGHT:
        half, high = block.width * 0.32, 3.6
    elif block.width < BROAD:
        half = 5.0 if block.width < CROWDED else min(5.0, block.width * 0.25)
        high = 5.2
        inset = block.width / 2 - half
        spots = [x for bit, x in ((LEFT, -inset), (RIGHT, inset)) if free & bit]
    front = -block.depth / 2
    return "".join(
        path(
            way("M", x - half, front + 0.2, "L", x, front - high, "L", x + half, front + 0.2, "Z"), style.trim, INK, 1.1
        )
        for x in spots
    )


def _disc(block: Block, style: SideStyle) -> str:
    """A round or oval base, or a commander's token."""
    bright, deep = tones(style)
    rx, ry = block.width / 2, block.depth / 2
    ring = min(3.6, min(rx, ry) * 0.24) if block.ring else 0.0
    out = _oval(rx, ry, block.ring or bright, OUTLINE)
    out += _oval(rx - ring, ry - ring, bright, 1.0 if ring else 0.0)
    a, b = rx - ring - 0.5, ry - ring - 0.5
    out += path(way("M", -a, 0, "A", a, b, 0, 0, 0, a, 0, "Z"), deep, "", 0.0)
    if style.pattern != "plain":
        for x in (-0.8, -0.52, 0.52, 0.8):
            tall = b * math.sqrt(1.0 - x * x) * 0.94
            out += _box(a * x - 0.9, -tall, a * x + 0.9, tall, style.trim)
    if not block.faces:
        return out
    s, c = math.sin(math.radians(52)), math.cos(math.radians(52))
    arc = way("M", -(rx - 1) * s, -(ry - 1) * c, "A", rx - 1, ry - 1, 0, 0, 1, (rx - 1) * s, -(ry - 1) * c)
    half = min(5.0, rx * 0.42)
    tooth = way("M", -half, -ry + 0.8, "L", 0, -ry - 4.8, "L", half, -ry + 0.8, "Z")
    return out + stroke(arc, INK, 3.6) + path(tooth, style.trim, INK, 1.1) + stroke(arc, style.trim, 2.2)


def _oval(rx: float, ry: float, fill: str, edge: float) -> str:
    lined = f' stroke="{INK}" stroke-width="{edge}"' if edge else ""
    return f'<ellipse cx="0" cy="0" rx="{rx:.2f}" ry="{ry:.2f}" fill="{fill}"{lined}/>'
