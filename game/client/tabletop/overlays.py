"""Overlays drawn: primitives get the colours, hatching and dashes that the theme has for their roles.

Whoever draws (screens, rulesets) says what is shown.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
import pygame

from game.client.camera import Camera
from game.client.tabletop.curves import before, bent, shortened, strip, ticks
from game.client.tabletop.labels import LabelPlacer, plate
from game.client.tabletop.outlines import A_FRAME, Outliner
from game.client.tabletop.primitives import (
    Arc,
    Area,
    Ghost,
    Label,
    Lane,
    Line,
    Link,
    Outline,
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
PALE = 158
"""How much of 255 is left of a base where it would stand."""
SHADE = 90
"""How dark of 255 the shadow of one is that is lifted."""
DRAFTS = ("legal", "refused")
"""Roles of outlines of what would be; where they mark what stands there already it may be chosen."""


class OverlayPainter:
    """Draws overlays; what does not change from frame to frame is kept."""

    def __init__(self, theme: Theme, sprite_of: SpriteOf | None = None) -> None:
        self.theme = theme
        self.sprite_of = sprite_of
        self.outliner = Outliner(theme)
        self._standing: tuple[object, Callable[[], pygame.Surface]] | None = None
        self._cover: tuple[object, pygame.Surface] | None = None
        self._kept: OrderedDict[object, Drawn] = OrderedDict()
        self._sheet: tuple[object, Drawn | None] = (None, None)
        self._laid: tuple[object, list[tuple[pygame.Surface, pygame.Rect]]] = (None, [])

    def lie_under(self, key: object, make: Callable[[], pygame.Surface]) -> None:
        """From now on fills lie under what stands on the table: ``make`` gives their cover, the same for a key."""
        self._standing = (key, make)

    def _under(self, mask: pygame.Surface, box: pygame.Rect, bounds: pygame.Rect) -> None:
        """Take from a fill's mask what stands on it."""
        if self._standing is None:
            return
        key, make = self._standing
        if self._cover is None or self._cover[0] != key:
            self._cover = (key, make())
        part = box.move(-bounds.x, -bounds.y)
        mask.blit(self._cover[1], (0, 0), part, pygame.BLEND_RGBA_MULT)

    def draw(
        self,
        target: pygame.Surface,
        camera: Camera,
        overlays: Iterable[Overlay],
        keep_off: Iterable[pygame.Rect] = (),
        signs: Drawn | None = None,
        moving: bool = False,
    ) -> list[pygame.Rect]:
        """Draw overlays in order, signs of what would be and labels last; returns where labels lie (window pixels).

        What is marked may be ``moving``: then only what comes before the marks is kept in one picture.
        """
        bounds = pygame.Rect(camera.viewport)
        labels: list[tuple[float, float, str, str]] = []
        overlays = list(overlays)
        restless = (Ghost, Tape, Outline) if moving else (Ghost, Tape)
        still = list(itertools.takewhile(lambda x: not isinstance(x, restless), overlays))
        key = (tuple(x for x in still if not isinstance(x, Label)), camera.key, bounds.topleft, self._stood)
        if key != self._sheet[0]:
            self._sheet = (key, None)
        elif key[0]:
            target.fblits(self._flattened(key[0], camera, bounds), pygame.BLEND_PREMULTIPLIED)
            overlays = [x for x in still if isinstance(x, Label)] + overlays[len(still) :]
        outlines: Drawn = []
        self.outliner.left = A_FRAME
        for overlay in overlays:
            if isinstance(overlay, Label):
                labels.append((overlay.x, overlay.y, overlay.text, overlay.role))
                continue
            if isinstance(overlay, Ghost):
                if overlay.base:
                    target.fblits(outlines)
                    outlines = []
                    self._draw_ghost_figures(target, camera, overlay)
                    continue
                overlay = outline_of(overlay)
            if isinstance(overlay, Outline):
                outlines += self.outliner.pictures(overlay, camera)
                continue
            target.fblits(outlines)
            outlines = []
            target.fblits(self._pictures(overlay, camera, bounds))
            if isinstance(overlay, Tape) and overlay.text:
                labels.append((*overlay.points[-1], overlay.text, overlay.role))
        target.fblits(outlines)
        if signs:
            target.fblits(signs, pygame.BLEND_PREMULTIPLIED)
        return self._draw_labels(target, camera, labels, bounds, keep_off)

    # --- shapes --------------------------------------------------------------------------------------------------

    def _pictures(self, overlay: Overlay, camera: Camera, bounds: pygame.Rect) -> Drawn:
        """What to blit for an overlay; kept."""
        key = (overlay, camera.key, camera.left, camera.top, self._stood)
        drawn = self._kept.get(key)
        if drawn is None:
            drawn = [piece for made in self._make(overlay, camera, bounds) for piece in _pieces(*made)]
            self._kept[key] = drawn
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return drawn

    @property
    def _stood(self) -> object:
        return self._standing[0] if self._standing else None

    def _flattened(self, still: Iterable[Overlay], camera: Camera, bounds: pygame.Rect) -> Drawn:
        """Overlays that are the same as in the frame before, upon each other in one picture."""
        key, sheet = self._sheet
        if sheet is None:
            whole = pygame.Surface(bounds.size, pygame.SRCALPHA)
            for overlay in still:
                pictures = (
                    self.outliner.pictures(overlay, camera, exact=True)
                    if isinstance(overlay, Outline)
                    else self._pictures(overlay, camera, bounds)
                )
                for surface, at in pictures:
                    spot = (at[0] - bounds.x, at[1] - bounds.y)
                    whole.blit(surface.premul_alpha(), spot, special_flags=pygame.BLEND_PREMULTIPLIED)
            sheet = _pieces(whole, bounds.topleft)
            self._sheet = (key, sheet)
        return sheet

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
                start, end = camera.bearing(overlay.start), camera.bearing(end)
                rim = circle(x, y, overlay.radius * camera.scale, start, end)
                return self._shape([np.concatenate([[[x, y]], rim])], [], style, camera, bounds)
            case Lane():
                return self._shape([px(strip(overlay))], [], style, camera, bounds)
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
            self._under(plain, layer.box, bounds)
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

    def _draw_ghost_figures(self, target: pygame.Surface, camera: Camera, ghost: Ghost) -> None:
        found = self.sprite_of(ghost.base, ghost.facing, camera.scale) if self.sprite_of else None
        if found is None:
            return
        key = ("pale", id(found[0]))
        kept = self._kept.get(key)
        if kept is None or kept[1][0] is not found[0]:
            pale = found[0].copy()
            pale.fill((PALE, PALE, PALE, PALE), special_flags=pygame.BLEND_RGBA_MULT)
            dark = found[0].copy()
            dark.fill((0, 0, 0, SHADE), special_flags=pygame.BLEND_RGBA_MULT)
            kept = [(pale, (0, 0)), (found[0], (0, 0)), (dark, (0, 0))]
            self._kept[key] = kept
        x, y = camera.to_screen(ghost.x, ghost.y)
        if ghost.lift:
            off = ghost.lift * self.theme.scale
            at = (round(x + off) + found[1], round(y + off) + found[2])
            target.blit(kept[2][0], at, special_flags=pygame.BLEND_PREMULTIPLIED)
        target.blit(
            kept[ghost.whole][0], (round(x) + found[1], round(y) + found[2]), special_flags=pygame.BLEND_PREMULTIPLIED
        )

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


def outline_of(ghost: Ghost) -> Outline:
    """The outline of one base alone."""
    draft = not ghost.of and ghost.role in DRAFTS
    role = "may" if ghost.role == "legal" and not draft else ghost.role
    return Outline(ghost.x, ghost.y, ghost.facing, ghost.width, ghost.depth, role, ghost.oval, draft)


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
    "Outline",
    "Overlay",
    "OverlayPainter",
    "Points",
    "Ring",
    "Tape",
]
