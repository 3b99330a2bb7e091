"""The small map in a lower corner of the table, the left one as a rule, while a part of the table is out of sight."""

from __future__ import annotations

import pygame

from game.client.editors.whereabouts import middle_of
from game.client.panels.decision import TERSE_BELOW
from game.client.parts.layers import Layers
from game.client.parts.part import Part
from game.client.parts.sitting import Sitting

SIZE = (162, 110)
"""Width and height, pixels at scale 1."""
EDGE, PAD = 10, 5
ABOVE = 32
CUT = 0.75
"""It is of use where no more of the table than this share is seen."""
DOT = (5, 4)


class SmallMap(Part):
    """The whole table, small, with all units and the frame of what the camera shows; it moves the camera."""

    def __init__(self, sitting: Sitting, layers: Layers) -> None:
        self.sitting, self.layers = sitting, layers
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._held = False
        self._room = self.rect
        self._corner_for: object = None
        self._ground: tuple[object, pygame.Surface | None] = (None, None)

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """Lie in a lower corner."""
        self._room, self._corner_for = over, None
        self._choose()
        return over

    def _choose(self) -> None:
        """Lie at the left, or at the right above the log's line where fewer bases are hidden there."""
        s = self.sitting
        key = (s.view, s.table.camera.key)
        if self._corner_for == key:
            return
        self._corner_for = key
        px, room = s.app.theme.px, self._room
        w, h = px(SIZE[0]), px(SIZE[1])
        left = pygame.Rect(room.left + px(EDGE), room.bottom - px(EDGE) - h, w, h)
        right = left.move(room.width - w - px(2 * EDGE), -px(ABOVE))
        spots = [b.pose for b in s.view.bases.values() if b.pose is not None and b.where == "table"]
        points = s.table.camera.many_to_screen([(p.x, p.y) for p in spots]).tolist()
        near = px(12)
        hidden = [sum(map(r.inflate(near, near).collidepoint, points)) for r in (left, right)]
        self.rect = left if hidden[0] <= hidden[1] else right

    @property
    def shown(self) -> bool:
        """Whether it is in sight: a part of the table is not, text is not large, and nothing else lies here."""
        self._choose()
        app = self.sitting.app
        if app.size[1] < app.theme.px(TERSE_BELOW) or self.layers.side_view.rect.colliderect(self.rect):
            return False
        camera = self.sitting.table.camera
        x0, y0, x1, y1 = camera.visible_mm()
        wide = max(0.0, min(x1, camera.width_mm) - max(x0, 0.0))
        deep = max(0.0, min(y1, camera.depth_mm) - max(y0, 0.0))
        return wide * deep < CUT * camera.width_mm * camera.depth_mm

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is its own."""
        return self.rect.collidepoint(pos) and self.shown

    # -- the mouse --------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A click or a drag brings a place into the middle."""
        if event.type == pygame.MOUSEBUTTONDOWN and self.covers(pos):
            self._held = event.button == 1
        elif event.type == pygame.MOUSEBUTTONUP and self._held:
            self._held = False
            return True
        elif event.type == pygame.MOUSEWHEEL and self.covers(pos):
            self.sitting.table.zoom(event.y)
            return True
        if not self._held:
            return event.type == pygame.MOUSEBUTTONDOWN and self.covers(pos)
        table, picture = self.sitting.table, self._picture_rect()
        camera = table.camera
        k = picture.width / camera.sheet_mm[0]
        table.stay()
        camera.look_at(camera.from_sheet((pos[0] - picture.left) / k, (pos[1] - picture.top) / k))
        return True

    # -- drawing ----------------------------------------------------------------------------------------------

    def _picture_rect(self) -> pygame.Rect:
        """Where the table lies in it, by its own proportions."""
        px = self.sitting.app.theme.px
        wide, deep = self.sitting.table.camera.sheet_mm
        inner = self.rect.inflate(-px(2 * PAD), -px(2 * PAD))
        k = min(inner.width / wide, inner.height / deep)
        out = pygame.Rect(0, 0, max(1, round(wide * k)), max(1, round(deep * k)))
        out.center = inner.center
        return out

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        ground, turn = self.sitting.table.picture.ground, self.sitting.table.camera.turn
        whole = ground.overview_as(turn)
        key = (whole, size)
        if self._ground[1] is None or self._ground[0] != key:
            self._ground = (key, pygame.transform.smoothscale(whole, size))
        picture = self._ground[1]
        assert picture is not None
        return picture

    def draw_beside(self, surface: pygame.Surface) -> None:
        """Draw it."""
        if not self.shown:
            return
        s, theme, px = self.sitting, self.sitting.app.theme, self.sitting.app.theme.px
        pygame.draw.rect(surface, theme.colour("window"), self.rect, border_radius=px(4))
        pygame.draw.rect(surface, theme.colour("edge_light"), self.rect, px(2), px(4))
        box = self._picture_rect()
        surface.blit(self._picture(box.size), box)
        camera = s.table.camera
        k = box.width / camera.sheet_mm[0]
        for unit in s.view.units.values():
            middle = middle_of(s.view, unit.id)
            if middle is None or unit.side not in s.view.sides:
                continue
            u, v = camera.to_sheet(*middle)
            dot = pygame.Rect(0, 0, px(DOT[0]), px(DOT[1]))
            dot.center = (box.left + round(u * k), box.top + round(v * k))
            pygame.draw.rect(surface, (16, 12, 10), dot.inflate(2, 2))
            pygame.draw.rect(surface, theme.side(s.view.sides[unit.side].colour).main, dot)
        left, top = camera.origin
        seen = pygame.Rect(
            box.left + round(left / camera.scale * k),
            box.top + round(top / camera.scale * k),
            round(camera.width / camera.scale * k),
            round(camera.height / camera.scale * k),
        ).clip(box.inflate(px(4), px(4)))
        pygame.draw.rect(surface, theme.colour("text"), seen, px(2))
