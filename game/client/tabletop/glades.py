"""Where the painted ground stands open: patches of it without the crowns and roofs that hide those below."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import pygame

from game.client.art.light import light_of
from game.client.art.painted_table import Ground
from game.client.camera import Camera
from game.client.tabletop.squares import SQUARE, Square, Squares, turned

HOUSES, ZOOMS = 128, 8
"""Houses without roofs that are kept, and zooms of which patches are."""


class Made(NamedTuple):
    """What is open at a zoom: which crowns are left out, where (on the sheet that is not turned), patches by corner."""

    opened: frozenset[int]
    rects: list[pygame.Rect]
    kept: dict[tuple[int, int], pygame.Surface]


class Glades:
    """Paints what is open over the squares of a ground."""

    def __init__(self, ground: Ground, squares: Squares) -> None:
        self.ground, self.squares = ground, squares
        self._houses: OrderedDict[tuple[int, float, int], pygame.Surface] = OrderedDict()
        self._patches: OrderedDict[tuple[float, int], Made] = OrderedDict()

    def draw(self, target: pygame.Surface, camera: Camera, at: tuple[int, int], opened: frozenset[int]) -> None:
        """Draw what is open over the ground, the viewport's top left at ``at``."""
        seen = pygame.Rect(camera.origin, (camera.width, camera.height))
        shift = (at[0] - camera.origin[0], at[1] - camera.origin[1])
        scale, turn = camera.scale, camera.turn
        made = self._made(opened, scale, turn)
        for rect in made.rects:
            shown = self._shown(rect, scale, turn)
            if not shown.colliderect(seen):
                continue
            kept = made.kept.get(rect.topleft)
            if kept is not None:
                target.blit(kept, shown.move(shift))
                continue
            part = shown.clip(seen)
            patch, whole = self._patch(self._laid(part, scale, turn), camera, opened)
            patch = turned(patch, turn)
            target.blit(patch, part.move(shift))
            if whole and part == shown:
                made.kept[rect.topleft] = patch
        for n in sorted(n for n in opened if n < 0):
            rect = self._rect(n, scale, turn)
            shown = self._shown(rect, scale, turn)
            if shown.colliderect(seen):
                target.blit(turned(self._house(n, rect, camera), turn), shown.move(shift))

    def making(self, camera: Camera, opened: frozenset[int]) -> Iterator[None]:
        """Make what is open in small steps, where all of it is seen."""
        seen = pygame.Rect(camera.origin, (camera.width, camera.height))
        for n in sorted(n for n in opened if n < 0):
            rect = self._rect(n, camera.scale, camera.turn)
            missing = (n, camera.scale, camera.turn) not in self._houses
            if missing and seen.colliderect(self._shown(rect, camera.scale, camera.turn)):
                self._house(n, rect, camera)
                yield
        made = self._made(opened, camera.scale, camera.turn)
        for rect in made.rects:
            if rect.topleft not in made.kept and seen.contains(self._shown(rect, camera.scale, camera.turn)):
                patch, whole = self._patch(rect, camera, opened)
                if whole:
                    made.kept[rect.topleft] = turned(patch, camera.turn)
                yield

    def _made(self, opened: frozenset[int], scale: float, turn: int) -> Made:
        """The patches of a zoom; those painted when other crowns were left out are dropped."""
        found = self._patches.get((scale, turn))
        if found is None or found.opened != opened:
            rects = merged(self._rect(n, scale, turn) for n in opened if n >= 0)
            found = self._patches[scale, turn] = Made(opened, rects, {})
        self._patches.move_to_end((scale, turn))
        while len(self._patches) > ZOOMS:
            self._patches.popitem(last=False)
        return found

    def rects(self, lids: Iterable[int], camera: Camera) -> list[pygame.Rect]:
        """Where lids lie in the viewport, those that touch in one."""
        seen = pygame.Rect(0, 0, camera.width, camera.height)
        found = merged(self._rect(n, camera.scale, camera.turn) for n in lids)
        shown = (self._shown(r, camera.scale, camera.turn).move(-camera.origin[0], -camera.origin[1]) for r in found)
        return [r.clip(seen) for r in shown if r.colliderect(seen)]

    def _rect(self, lid: int, scale: float, turn: int) -> pygame.Rect:
        """Where a lid lies on the sheet that is not turned, pixels."""
        x0, y0, x1, y1 = self.ground.lids.box(lid, light_of(self.ground.hour, turn))
        left, top = int(x0 * scale) - 3, int((self.ground.depth - y1) * scale) - 3
        return pygame.Rect(left, top, int(x1 * scale) + 4 - left, int((self.ground.depth - y0) * scale) + 4 - top)

    def _shown(self, rect: pygame.Rect, scale: float, turn: int) -> pygame.Rect:
        """Where a rectangle of the sheet that is not turned lies on the one shown."""
        wide, deep = round(self.ground.width * scale), round(self.ground.depth * scale)
        left, top = (
            (rect.left, rect.top),
            (rect.top, wide - rect.right),
            (wide - rect.right, deep - rect.bottom),
            (deep - rect.bottom, rect.left),
        )[turn]
        return pygame.Rect(left, top, *(rect.size if turn % 2 == 0 else (rect.height, rect.width)))

    def _laid(self, shown: pygame.Rect, scale: float, turn: int) -> pygame.Rect:
        """The other way round: where a rectangle of the sheet shown lies on the one that is not turned."""
        wide, deep = round(self.ground.width * scale), round(self.ground.depth * scale)
        left, top = (
            (shown.left, shown.top),
            (wide - shown.bottom, shown.left),
            (wide - shown.right, deep - shown.bottom),
            (shown.top, deep - shown.right),
        )[turn]
        return pygame.Rect(left, top, *(shown.size if turn % 2 == 0 else (shown.height, shown.width)))

    def _patch(self, rect: pygame.Rect, camera: Camera, opened: Collection[int]) -> tuple[pygame.Surface, bool]:
        """A rectangle of the ground with the crowns that are left, and whether all squares for it were there."""
        out = pygame.Surface(rect.size, 0, 32)
        sheet = self.ground.sheet(out, camera.scale, rect.topleft, camera.turn)
        plain: list[tuple[pygame.Surface, tuple[int, int]]] = []
        whole = True
        shown = self._shown(rect, camera.scale, camera.turn)
        for i in range(shown.left // SQUARE, (shown.right - 1) // SQUARE + 1):
            for j in range(shown.top // SQUARE, (shown.bottom - 1) // SQUARE + 1):
                square = Square(camera.scale, i, j, camera.turn)
                x, y = self.squares.corner(square)
                at = (x - rect.left, y - rect.top)
                floor, picture = self.squares.floor(square), self.squares.picture(square)
                if floor is not None:
                    out.blit(floor, at)
                elif picture is not None:
                    plain.append((turned(picture, -camera.turn % 4), at))
                else:
                    whole = False
        out.set_clip(self.ground.inside(sheet))
        crowns = self.ground.lids.near(sheet, opened)
        sheet.sprites(crowns)
        self.ground.tint(out, sheet)
        out.set_clip(None)
        out.fblits(plain)
        return out, whole

    def _house(self, lid: int, rect: pygame.Rect, camera: Camera) -> pygame.Surface:
        """A house without its roof, see-through around it."""
        key = (lid, camera.scale, camera.turn)
        found = self._houses.get(key)
        if found is not None:
            self._houses.move_to_end(key)
            return found
        picture = pygame.Surface(rect.size, 0, 32)
        sheet = self.ground.sheet(picture, camera.scale, rect.topleft, camera.turn)
        house = self.ground.lids.houses[-1 - lid]
        house.paint_open(sheet, self.ground.land)
        self.ground.tint(picture, sheet)
        out = pygame.Surface(rect.size, pygame.SRCALPHA)
        out.blit(picture, (0, 0))
        shape = sheet.stroke_mask([house.outline], house.thick, closed=True)
        area = sheet.mask([house.outline])
        cut = pygame.Surface(rect.size, pygame.SRCALPHA)
        cut.fill((255, 255, 255, 0))
        for part in (area, shape):
            if part is not None:
                cut.blit(*part)
        out.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self._houses[key] = out
        while len(self._houses) > HOUSES:
            self._houses.popitem(last=False)
        return out


def merged(rects: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles, those that touch put into one."""
    found: list[pygame.Rect] = []
    for rect in rects:
        whole = rect
        while (n := whole.collidelist(found)) >= 0:
            whole = whole.union(found.pop(n))
        found.append(whole)
    return found
