"""Overlays drawn: primitives get the colours, hatching and dashes that the theme has for their roles.

Whoever draws (screens, rulesets) says what is shown.
"""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable

import msgspec
import numpy as np
import numpy.typing as npt
import pygame

from game.client.camera import Camera
from game.client.tabletop.curves import before, bent, oval, shortened, strip, ticks
from game.client.tabletop.hit import corners
from game.client.tabletop.labels import LabelPlacer, plate
from game.client.tabletop.primitives import (
    Arc,
    Area,
    Ghost,
    Label,
    Lane,
    Line,
    Link,
    Overlay,
    Points,
    Ring,
    Tape,
)
from game.client.tabletop.stroke import Layer, circle, closed, dashes, hatched
from game.client.theme import RoleStyle, Theme

Floats = npt.NDArray[np.float64]


Drawn = list[tuple[pygame.Surface, tuple[int, int]]]
SpriteOf = Callable[[str, float, float], tuple[pygame.Surface, int, int] | None]
"""(base id, facing, scale) -> sprite, or None for an unknown base."""


KEPT = 512
"""Pictures of overlays that are kept."""
TILE = 48
"""Pixels of the squares that large pictures are cut into."""
PARTS = 8
"""Parts of a pixel to which the outline of a base is placed."""


class OverlayPainter:
    """Draws overlays; what does not change from frame to frame is kept."""

    def __init__(self, theme: Theme, sprite_of: SpriteOf | None = None) -> None:
        self.theme = theme
        self.sprite_of = sprite_of
        self._kept: OrderedDict[object, Drawn] = OrderedDict()
        self._sheet: tuple[object, Drawn | None] = (None, None)
        self._laid: tuple[object, list[tuple[pygame.Surface, pygame.Rect]]] = (None, [])

    def draw(
        self,
        target: pygame.Surface,
        camera: Camera,
        overlays: Iterable[Overlay],
        keep_off: Iterable[pygame.Rect] = (),
    ) -> list[pygame.Rect]:
        """Draw overlays in order, labels last; returns where labels came to lie (window pixels)."""
        bounds = pygame.Rect(camera.viewport)
        labels: list[tuple[float, float, str, str]] = []
        overlays = list(overlays)
        still = list(itertools.takewhile(lambda x: not isinstance(x, Ghost | Tape), overlays))
        key = (tuple(x for x in still if not isinstance(x, Label)), camera.key, bounds.topleft, self.theme.key)
        if key != self._sheet[0]:
            self._sheet = (key, None)
        elif key[0]:
            target.fblits(self._flattened(key[0], camera, bounds), pygame.BLEND_PREMULTIPLIED)
            overlays = [x for x in still if isinstance(x, Label)] + overlays[len(still) :]
        for overlay in overlays:
            if isinstance(overlay, Label):
                labels.append((overlay.x, overlay.y, overlay.text, overlay.role))
                continue
            if isinstance(overlay, Ghost) and self._draw_anywhere(target, overlay, camera, bounds):
                continue
            drawn = self._pictures(overlay, camera, bounds)
            if isinstance(overlay, Ghost) and overlay.base:
                self._draw_ghost_figures(target, camera, overlay)
            target.fblits(drawn)
            if isinstance(overlay, Tape) and overlay.text:
                labels.append((*overlay.points[-1], overlay.text, overlay.role))
        return self._draw_labels(target, camera, labels, bounds, keep_off)

    # --- shapes --------------------------------------------------------------------------------------------------

    def _pictures(self, overlay: Overlay, camera: Camera, bounds: pygame.Rect) -> Drawn:
        """What to blit for an overlay; kept."""
        key = (overlay, camera.key, camera.left, camera.top)
        drawn = self._kept.get(key)
        if drawn is None:
            drawn = [piece for made in self._make(overlay, camera, bounds) for piece in _pieces(*made)]
            self._kept[key] = drawn
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return drawn

    def _flattened(self, still: Iterable[Overlay], camera: Camera, bounds: pygame.Rect) -> Drawn:
        """Overlays that are the same as in the frame before, upon each other in one picture."""
        key, sheet = self._sheet
        if sheet is None:
            whole = pygame.Surface(bounds.size, pygame.SRCALPHA)
            for overlay in still:
                for surface, at in self._pictures(overlay, camera, bounds):
                    spot = (at[0] - bounds.x, at[1] - bounds.y)
                    whole.blit(surface.premul_alpha(), spot, special_flags=pygame.BLEND_PREMULTIPLIED)
            sheet = _pieces(whole, bounds.topleft)
            self._sheet = (key, sheet)
        return sheet

    def _draw_anywhere(self, target: pygame.Surface, ghost: Ghost, camera: Camera, bounds: pygame.Rect) -> bool:
        """Draw the outline of a base by a picture that serves wherever it stands, to an eighth of a pixel.

        What moves is outlined anew in every frame. False where that will not do: at the edge of the view, with figures,
        or with a pattern that stays where the table is.
        """
        style = self.theme.role(ghost.role)
        if ghost.base or style.hatch != "none":
            return False
        x, y = camera.to_screen(ghost.x, ghost.y)
        reach = int(max(ghost.width, ghost.depth) * camera.scale) + 24
        if not bounds.contains(pygame.Rect(int(x) - reach, int(y) - reach, 2 * reach, 2 * reach)):
            return False
        left, top = math.floor(x), math.floor(y)
        part = round((x - left) * PARTS), round((y - top) * PARTS)
        key = ("ghost", ghost.width, ghost.depth, ghost.facing, ghost.oval, ghost.role, camera.scale, part)
        drawn = self._kept.get(key)
        if drawn is None:
            here = (
                ghost.x + (left + part[0] / PARTS - x) / camera.scale,
                ghost.y - (top + part[1] / PARTS - y) / camera.scale,
            )
            made = self._ghost(msgspec.structs.replace(ghost, x=here[0], y=here[1]), style, camera, bounds)
            drawn = self._kept[key] = [(s, (at[0] - left, at[1] - top)) for s, at in made]
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        for surface, at in drawn:
            target.blit(surface, (left + at[0], top + at[1]))
        return True

    def _make(self, overlay: Overlay, camera: Camera, bounds: pygame.Rect) -> Drawn:
        style = self.theme.role(overlay.role)
        px = camera.many_to_screen
        match overlay:
            case Area():
                return self._shape(
                    [px(o) for o in overlay.outlines], [px(h) for h in overlay.holes], style, camera, bounds
                )
            case Ring():
                x, y = camera.to_screen(overlay.x, overlay.y)
                holes = [circle(x, y, overlay.inner * camera.scale)] if overlay.inner > 0 else []
                return self._shape([circle(x, y, overlay.radius * camera.scale)], holes, style, camera, bounds)
            case Arc():
                x, y = camera.to_screen(overlay.x, overlay.y)
                end = overlay.end + (360.0 if overlay.end <= overlay.start else 0.0)
                rim = circle(x, y, overlay.radius * camera.scale, overlay.start, end)
                return self._shape([np.concatenate([[[x, y]], rim])], [], style, camera, bounds)
            case Lane():
                return self._shape([px(strip(overlay))], [], style, camera, bounds)
            case Ghost():
                return self._ghost(overlay, style, camera, bounds)
            case Line():
                return self._line(px(overlay.points), style, overlay.arrow, bounds)
            case Link():
                a, b = px([(overlay.x0, overlay.y0), (overlay.x1, overlay.y1)])
                return self._line(bent(a, b, overlay.bend), style, True, bounds)
            case Tape():
                return self._tape(overlay, style, camera, bounds)
            case _:
                return []

    def _shape(
        self, outlines: list[Floats], holes: list[Floats], style: RoleStyle, camera: Camera, bounds: pygame.Rect
    ) -> Drawn:
        outlines = [o for o in outlines if len(o) >= 3]
        if not outlines:
            return []
        width = max(1.0, style.width * self.theme.scale)
        layer = Layer.around(outlines, width + 2, bounds)
        if layer is None:
            return []
        fill = pygame.Color(style.fill)
        out = pygame.Surface(layer.box.size, pygame.SRCALPHA)
        if fill.a or style.hatch != "none":
            mask = layer.fill(outlines, holes)
            plain = pygame.transform.smoothscale(mask, layer.box.size) if layer.over > 1 else mask
            if fill.a:
                body = plain.copy()
                body.fill(fill, special_flags=pygame.BLEND_RGBA_MULT)
                out.blit(body, (0, 0))
            if style.hatch != "none":
                ink = pygame.Color(style.line)
                ink.a = round(ink.a * 0.34)
                anchor = (
                    camera.left - camera.origin[0] - layer.box.x,
                    camera.top - camera.origin[1] - layer.box.y,
                )
                out.blit(hatched(plain, style.hatch, ink, anchor), (0, 0))
        self._edge(out, layer, [closed(o) for o in (*outlines, *holes)], style)
        return [(out, layer.box.topleft)]

    def _edge(self, out: pygame.Surface, layer: Layer, lines: list[Floats], style: RoleStyle) -> None:
        """A dark hair around the coloured line keeps it readable on any ground."""
        width = max(1.0, style.width * self.theme.scale)
        dash = style.dash * self.theme.scale
        cut = [d for line in lines for d in dashes(line, dash)]
        ink = pygame.Color(style.line)
        out.blit(layer.finish(layer.stroke(cut, width + 1.6), pygame.Color(12, 10, 6, round(ink.a * 0.45))), (0, 0))
        out.blit(layer.finish(layer.stroke(cut, width), ink), (0, 0))

    def _line(self, points: Floats, style: RoleStyle, arrow: bool, bounds: pygame.Rect) -> Drawn:
        if len(points) < 2:
            return []
        width = max(1.0, style.width * self.theme.scale)
        head = width * 4.2 + 2
        layer = Layer.around([points], head + 3, bounds)
        if layer is None:
            return []
        out = pygame.Surface(layer.box.size, pygame.SRCALPHA)
        if not arrow:
            self._edge(out, layer, [points], style)
            return [(out, layer.box.topleft)]
        tip = points[-1]
        back = before(points, head * 0.9)
        way = (tip - back) / (float(np.hypot(*(tip - back))) or 1.0)
        side = np.array([-way[1], way[0]])
        body = shortened(points, head * 0.7)
        barb = np.array(
            [tip, tip - way * head + side * head * 0.52, tip - way * head * 0.72, tip - way * head - side * head * 0.52]
        )
        self._edge(out, layer, [body], style)
        dark = layer.fill([barb + 0.0])
        out.blit(layer.finish(layer.stroke([closed(barb)], 2.2), pygame.Color(12, 10, 6, 130)), (0, 0))
        out.blit(layer.finish(dark, style.line), (0, 0))
        return [(out, layer.box.topleft)]

    def _ghost(self, ghost: Ghost, style: RoleStyle, camera: Camera, bounds: pygame.Rect) -> Drawn:
        pose = (ghost.x, ghost.y, ghost.facing)
        if ghost.oval and ghost.width == ghost.depth:
            x, y = camera.to_screen(ghost.x, ghost.y)
            ring = circle(x, y, ghost.width / 2 * camera.scale)
            return self._shape([ring], [], style, camera, bounds)
        if ghost.oval:
            ring = camera.many_to_screen(oval(ghost))
            return self._shape([ring], [], style, camera, bounds)
        ring = camera.many_to_screen(corners(pose, ghost.width, ghost.depth))
        front = (ring[0] + ring[1]) / 2
        ahead = (ring[0] + ring[1] - ring[2] - ring[3]) / 2
        ahead = ahead / (float(np.hypot(*ahead)) or 1.0)
        across = (ring[1] - ring[0]) / (float(np.hypot(*(ring[1] - ring[0]))) or 1.0)
        reach = max(4.0, min(ghost.width, ghost.depth) * camera.scale * 0.32)
        arrow = np.array([front - across * reach * 0.8, front + ahead * reach * 0.8, front + across * reach * 0.8])
        return self._shape([ring, arrow], [], style, camera, bounds)

    def _draw_ghost_figures(self, target: pygame.Surface, camera: Camera, ghost: Ghost) -> None:
        found = self.sprite_of(ghost.base, ghost.facing, camera.scale) if self.sprite_of else None
        if found is None:
            return
        key = ("pale", id(found[0]))
        kept = self._kept.get(key)
        if kept is None or kept[1][0] is not found[0]:
            pale = found[0].copy()
            pale.fill((150, 150, 150, 150), special_flags=pygame.BLEND_RGBA_MULT)
            kept = [(pale, (0, 0)), (found[0], (0, 0))]
            self._kept[key] = kept
        x, y = camera.to_screen(ghost.x, ghost.y)
        target.blit(kept[0][0], (round(x) + found[1], round(y) + found[2]), special_flags=pygame.BLEND_PREMULTIPLIED)

    def _tape(self, tape: Tape, style: RoleStyle, camera: Camera, bounds: pygame.Rect) -> Drawn:
        points = camera.many_to_screen(tape.points)
        if len(points) < 2:
            return []
        layer = Layer.around([points], 14, bounds)
        if layer is None:
            return []
        width = max(2.0, style.width * self.theme.scale)
        out = pygame.Surface(layer.box.size, pygame.SRCALPHA)
        out.blit(layer.finish(layer.stroke([points], width + 2.4), pygame.Color(20, 14, 6, 200)), (0, 0))
        out.blit(layer.finish(layer.stroke([points], width), style.line), (0, 0))
        out.blit(layer.finish(layer.stroke(ticks(points, tape.tick * camera.scale, width), 1.4), style.line), (0, 0))
        ends = [circle(float(x), float(y), width * 1.7) for x, y in (points[0], points[-1])]
        out.blit(layer.finish(layer.fill(list(ends)), style.line), (0, 0))
        return [(out, layer.box.topleft)]

    # --- labels --------------------------------------------------------------------------------------------------

    def _draw_labels(
        self,
        target: pygame.Surface,
        camera: Camera,
        labels: list[tuple[float, float, str, str]],
        bounds: pygame.Rect,
        keep_off: Iterable[pygame.Rect],
    ) -> list[pygame.Rect]:
        taken = [tuple(r) for r in keep_off]
        key = (tuple(labels), camera.key, tuple(bounds), tuple(taken), self.theme.key)
        if key != self._laid[0]:
            self._laid = (key, self._lay_labels(camera, labels, bounds, [pygame.Rect(t) for t in taken]))
        target.fblits(self._laid[1])
        return [pygame.Rect(spot) for _, spot in self._laid[1]]

    def _lay_labels(
        self,
        camera: Camera,
        labels: list[tuple[float, float, str, str]],
        bounds: pygame.Rect,
        keep_off: list[pygame.Rect],
    ) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Labels as pictures, and where each finds room."""
        placer = LabelPlacer(bounds.inflate(-8, -8), keep_off)
        out = []
        for x, y, text, role in labels:
            px, py = camera.to_screen(x, y)
            if not bounds.inflate(60, 60).collidepoint(px, py):
                continue
            style = self.theme.role(role)
            ink = pygame.Color(style.line)
            ink.a = 255
            picture = plate(self.theme, text, ink, pygame.Color(24, 18, 12, 222))
            spot = placer.place(picture.get_size(), px, py, self.theme.px(10))
            out.append((picture, spot))
        return out


def _pieces(surface: pygame.Surface, at: tuple[int, int]) -> Drawn:
    """A picture as those squares of it in which there is anything: a long line fills little of the box about it."""
    box = surface.get_rect()
    if box.w * box.h < 4 * TILE * TILE:
        return [(surface, at)]
    out: Drawn = []
    pixels = 0
    for y in range(0, box.h, TILE):
        for x in range(0, box.w, TILE):
            square = pygame.Rect(x, y, TILE, TILE).clip(box)
            inked = surface.subsurface(square).get_bounding_rect()
            if inked.w:
                inked.move_ip(square.topleft)
                out.append((surface.subsurface(inked), (at[0] + inked.x, at[1] + inked.y)))
                pixels += inked.w * inked.h
    return out if pixels < box.w * box.h / 2 else [(surface, at)]


__all__ = [
    "Arc",
    "Area",
    "Ghost",
    "Label",
    "Lane",
    "Line",
    "Link",
    "Overlay",
    "OverlayPainter",
    "Points",
    "Ring",
    "Tape",
]
