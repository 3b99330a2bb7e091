"""How marks speak: what may be chosen, is chosen, threatens or is out of reach, told by shapes and never by a tint.

Every line carries ink under it and so depends on no ground; the shapes differ and so are told apart in grey.
"""

from __future__ import annotations

import math
from collections import OrderedDict

import msgspec
import numpy as np
import pygame

from game.client.art.arms import INK
from game.client.camera import Camera
from game.client.tabletop.primitives import Outline
from game.client.tabletop.stroke import Floats, Layer, closed, dashes
from game.client.theme import Theme

Drawn = list[tuple[pygame.Surface, tuple[int, int]]]
KEPT = 512
"""Pictures of outlines that are kept."""
PARTS = 8
"""Parts of a pixel to which an outline is placed."""
OFF = 4.0
"""Pixels between a block and what is drawn about it."""
CORNER, CORNER_LEAST, CORNER_MOST = 0.38, 6.0, 11.0
"""The arms of a corner's bracket: their share of the block's short side, at least and at most so many pixels."""
ARC = 44.0
"""Degrees of each of the four arcs about a round base."""
HAIR = "#fffbe8a0"
INK_ALPHA = 225
GROWTH = 0.6
"""How much of the growth of the player's interface scale outlines take part in: the blocks do not grow."""
A_FRAME = 3
"""Pictures that are made in one frame, while others serve: after a zoom all are wanted at once."""
REACH = 26
"""Pixels beyond a base that its outline may take."""


class Outliner:
    """Draws outlines; the pictures serve wherever they stand, to an eighth of a pixel.

    Attributes
    ----------
    left
        So many pictures may still be made in this frame: one made for another part of a pixel does until the next.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.left = A_FRAME
        self._kept: OrderedDict[object, Drawn] = OrderedDict()
        self._alike: dict[object, Drawn] = {}

    def pictures(self, outline: Outline, camera: Camera, exact: bool = False) -> Drawn:
        """What to blit for an outline; ``exact``: whatever it takes."""
        x, y = camera.to_screen(outline.x, outline.y)
        left, top = math.floor(x), math.floor(y)
        part = round((x - left) * PARTS), round((y - top) * PARTS)
        o = outline = msgspec.structs.replace(outline, facing=camera.bearing(outline.facing))
        kind = (o.width, o.depth, o.facing, o.oval, o.role, o.ghost, camera.scale)
        key = (kind, part)
        drawn = self._kept.get(key)
        if drawn is None and not exact and self.left <= 0:
            drawn = self._alike.get(kind)
        elif drawn is not None:
            self._kept.move_to_end(key)
        if drawn is None:
            self.left -= 1
            drawn = self._kept[key] = _Shape(self.theme, outline, camera.scale).pictures(
                part[0] / PARTS, part[1] / PARTS
            )
            if len(self._alike) > KEPT:
                self._alike.clear()
            self._alike[kind] = drawn
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return [(surface, (left + at[0], top + at[1])) for surface, at in drawn]


TURNS = np.radians(np.arange(0.0, 360.0, 5.0))
SIN, COS = np.sin(TURNS), np.cos(TURNS)
"""Of the points of a round outline, clockwise from its front."""


class _Shape:
    """The lines of one outline about a middle, pixels."""

    def __init__(self, theme: Theme, outline: Outline, scale: float) -> None:
        self.style = theme.role(outline.role)
        self.large = 1.0 + GROWTH * (theme.scale - 1.0)
        self.off = OFF * self.large
        self.outline = outline
        self.half = outline.width / 2 * scale, outline.depth / 2 * scale
        angle = math.radians(outline.facing)
        self.right = np.array([math.cos(angle), math.sin(angle)])
        self.ahead = np.array([math.sin(angle), -math.cos(angle)])
        self.middle = np.zeros(2)
        self.layer: Layer

    def pictures(self, x: float, y: float) -> Drawn:
        """The picture with its top left corner, for a middle at (x, y)."""
        self.middle = np.array([x, y])
        reach = math.hypot(*self.half) + REACH * self.large
        box = pygame.Rect(math.floor(x - reach), math.floor(y - reach), math.ceil(2 * reach), math.ceil(2 * reach))
        self.layer = Layer(box)
        self.out = pygame.Surface(box.size, pygame.SRCALPHA)
        if self.outline.ghost:
            self._draft()
        else:
            draw = {
                "may": self._may,
                "hover": self._hover,
                "select": self._chosen,
                "target": self._target,
                "threat": self._target,
                "barred": self._barred,
            }
            draw.get(self.outline.role, self._plain)()
        seen = self.out.get_bounding_rect()
        return [(self.out.subsurface(seen).copy(), (box.x + seen.x, box.y + seen.y))]

    # --- geometry ------------------------------------------------------------------------------------------------

    def _at(self, u: float, v: float) -> Floats:
        """The point so many pixels to the right and ahead of the middle."""
        point: Floats = self.middle + self.right * u + self.ahead * v
        return point

    def _many_at(self, u: Floats, v: Floats) -> Floats:
        """As :meth:`_at`, for many points."""
        points: Floats = self.middle + self.right * u[:, None] + self.ahead * v[:, None]
        return points

    def _ring(self, off: float) -> Floats:
        """The outline so many pixels off the base; of a rectangle its corners from the front left one clockwise."""
        w, d = self.half[0] + off, self.half[1] + off
        if self.outline.oval:
            return self._many_at(w * SIN, d * COS)
        return np.array([self._at(-w, d), self._at(w, d), self._at(w, -d), self._at(-w, -d)])

    def _brackets(self) -> list[Floats]:
        """Four corners, or four arcs about a round base."""
        w, d = self.half[0] + self.off, self.half[1] + self.off
        if self.outline.oval:
            arcs = []
            for middle in (45.0, 135.0, 225.0, 315.0):
                turns = np.radians(np.linspace(middle - ARC / 2, middle + ARC / 2, 12))
                arcs.append(self._many_at(w * np.sin(turns), d * np.cos(turns)))
            return arcs
        arm = min(CORNER_MOST, max(CORNER_LEAST, CORNER * 2 * min(self.half))) * self.large
        arm = min(arm, w, d)
        return [
            np.array([self._at(a * (w - arm), b * d), self._at(a * w, b * d), self._at(a * w, b * (d - arm))])
            for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ]

    # --- lines ---------------------------------------------------------------------------------------------------

    def _stroke(self, lines: list[Floats], width: float, ink: float, colour: str = "") -> None:
        """Lines of a width over ink of another, pixels."""
        back = pygame.Color(INK)
        back.a = INK_ALPHA
        layer, at = self._about(lines, max(width, ink) * self.large)
        if ink:
            self.out.blit(layer.finish(layer.stroke(lines, ink * self.large), back), at)
        self.out.blit(layer.finish(layer.stroke(lines, width * self.large), colour or self.style.line), at)

    def _fill(self, shape: Floats, colour: str = "") -> None:
        """A small shape with ink about it."""
        layer, at = self._about([shape], 3.0 * self.large)
        self.out.blit(layer.finish(layer.stroke([closed(shape)], 3.0 * self.large), INK), at)
        self.out.blit(layer.finish(layer.fill([shape]), colour or self.style.line), at)

    def _about(self, lines: list[Floats], wide: float) -> tuple[Layer, tuple[int, int]]:
        """A canvas no larger than some lines of a width need, as fine as the whole one, and where it lies on that."""
        whole = self.layer.box
        layer = Layer.around(lines, wide / 2.0 + 3.0, whole)
        if layer is None or layer.over != self.layer.over:
            return self.layer, (0, 0)
        return layer, (layer.box.x - whole.x, layer.box.y - whole.y)

    # --- states --------------------------------------------------------------------------------------------------

    def _may(self) -> None:
        self._stroke(self._brackets(), self.style.width, self.style.width + 2.4)

    def _hover(self) -> None:
        self._stroke([closed(self._ring(self.off))], self.style.width, self.style.width + 1.8)
        self._stroke(self._brackets(), 2.6, 5.0)

    def _chosen(self) -> None:
        ring = [closed(self._ring(self.off))]
        self._stroke(ring, self.style.width, self.style.width + 3.0)
        self._stroke(ring, 0.8, 0.0, HAIR)

    def _target(self) -> None:
        self._stroke(
            dashes(closed(self._ring(self.off)), 7.0 * self.large, 5.0 * self.large),
            self.style.width,
            self.style.width + 2.4,
        )
        w, d = self.half
        for side, reach in (((0, 1), d), ((1, 0), w), ((0, -1), d), ((-1, 0), w)):
            near, far, half = reach - 1.0, reach + 9.0 * self.large, 5.0 * self.large
            across = (side[1], side[0])
            tooth = [
                self._at(side[0] * near, side[1] * near),
                self._at(side[0] * far + across[0] * half, side[1] * far + across[1] * half),
                self._at(side[0] * far - across[0] * half, side[1] * far - across[1] * half),
            ]
            self._fill(np.array(tooth))

    def _barred(self) -> None:
        self._stroke(
            dashes(closed(self._ring(self.off)), self.large, 6.0 * self.large), self.style.width, self.style.width + 2.2
        )
        w, d = self.half
        spot = self._at(-w * 0.72, d * 0.72) if self.outline.oval else self._at(-w - 1.0, d + 1.0)
        size = 6.4 * self.large
        disc = np.array([spot + size * np.array([math.sin(t), math.cos(t)]) for t in np.radians(np.arange(0, 360, 12))])
        self._fill(disc, INK)
        self._stroke([closed(disc)], 1.6, 0.0)
        slope = np.array([1.0, -1.0]) * size * 0.64
        self._stroke([np.array([spot - slope, spot + slope])], 2.0, 0.0)

    def _draft(self) -> None:
        """Where a unit would stand: an arrow off its front, or a cross through it."""
        ring = self._ring(1.0)
        lines = [closed(ring)]
        w, d = self.half
        if self.outline.role == "refused":
            k = 0.7071 if self.outline.oval else 1.0
            lines += [np.array([self._at(-w * k, d * k), self._at(w * k, -d * k)])]
            lines += [np.array([self._at(w * k, d * k), self._at(-w * k, -d * k)])]
        self._stroke(lines, self.style.width, self.style.width + 2.0)
        reach = min(9.0, max(5.0, 0.6 * min(self.half))) * self.large
        front = d + 5.0
        self._fill(np.array([self._at(-reach, front), self._at(0, front + reach), self._at(reach, front)]))

    def _plain(self) -> None:
        """Any other role: its line, whole or in dashes."""
        lines = dashes(closed(self._ring(self.off)), self.style.dash * self.large)
        self._stroke(lines, self.style.width, self.style.width + 1.8)
