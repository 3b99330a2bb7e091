"""What stands still on a table, drawn: ground, markers, the fallen, bases, their signs and badges; then what moves.

Woods and houses stand open where bases stand in them; where these move, only what opens and closes is drawn anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from game.client.art.openings import Foot
from game.client.camera import Camera
from game.client.tabletop.badges import BadgeRow, badge_rows
from game.client.tabletop.base_sprites import Plan
from game.client.tabletop.borders import draw_border
from game.client.tabletop.ground_cache import GroundCache
from game.client.tabletop.hit import Pose
from game.client.tabletop.marks import draw_markers, draw_secret_edges
from game.client.tabletop.pips import draw_levels, draw_numbers, draw_pips
from game.client.tabletop.scene import BlockArt, Scene
from game.client.tabletop.signs import Signs
from game.client.tabletop.sprites import FAR_BELOW
from game.client.theme import Theme

MANY = 120
"""Bases on the move of which nothing more opens: nobody could follow it, and frames are dear then."""
MOST = 0.3
"""Share of the viewport beyond which nothing that opens under moving bases is drawn anew in one frame."""


@dataclass(frozen=True)
class Bodies:
    """What there is to draw, at one zoom; bases in ``away`` are left out, some of which are on the move."""

    scene: Scene
    blocks: Mapping[str, BlockArt]
    theme: Theme
    ground: GroundCache
    plan: Plan
    signs: Signs
    numbers: bool
    badges: bool
    away: frozenset[str] = frozenset()
    moves: Mapping[str, Pose] = field(default_factory=dict)


class AtRest:
    """Draws what stands still, and keeps what of the ground it has left open.

    Attributes
    ----------
    taken
        Where badges lie.
    """

    def __init__(self) -> None:
        self.taken: list[pygame.Rect] = []
        self._rows: list[BadgeRow] = []
        self._open: frozenset[int] = frozenset()
        self._standing: tuple[object, frozenset[int]] = (None, frozenset())

    def draw(self, surface: pygame.Surface, camera: Camera, bodies: Bodies) -> None:
        """Draw everything."""
        self._open = self._now(bodies)
        self._rows, self.taken = [], []
        if bodies.badges:
            self._rows = badge_rows(bodies.scene, bodies.blocks, {}, camera, bodies.theme, bodies.away)
            self.taken = [row.rect for row in self._rows]
        self._draw(surface, camera, bodies, (-camera.left, -camera.top))

    def follow(self, surface: pygame.Surface, camera: Camera, bodies: Bodies) -> None:
        """Open and close woods and houses under bases that move, on what has been drawn."""
        if not bodies.ground.ground.lids or len(bodies.moves) > MANY:
            return
        now = self._now(bodies)
        if now == self._open:
            return
        rects = bodies.ground.glades.rects(now ^ self._open, camera)
        if sum(r.width * r.height for r in rects) > MOST * camera.width * camera.height:
            return
        self._open = now
        for rect in rects:
            part = camera.copy()
            part.left, part.top, part.width, part.height = 0, 0, rect.width, rect.height
            part.origin = (camera.origin[0] + rect.left, camera.origin[1] + rect.top)
            shift = (-camera.left - rect.left, -camera.top - rect.top)
            self._draw(surface.subsurface(rect), part, bodies, shift)

    def _now(self, bodies: Bodies) -> frozenset[int]:
        """What is open just now: for those who stand still, and for those who move."""
        lids, blocks, moves = bodies.ground.ground.lids, bodies.blocks, bodies.moves
        opened = self.opened(bodies.scene, bodies.ground, bodies.away)
        if not moves or not lids:
            return opened
        return opened | lids.over([_foot(blocks[b], pose) for b, pose in moves.items() if b in blocks])

    def opened(self, scene: Scene, ground: GroundCache, away: frozenset[str]) -> frozenset[int]:
        """What opens for those who stand still."""
        lids = ground.ground.lids
        key = (id(lids), id(scene), away)
        if self._standing[0] != key:
            # who stands on a level of his own stands on a roof, not below it
            feet = [_foot(b) for b in scene.blocks if b.id not in away and not b.tag]
            self._standing = (key, lids.over(feet, scene.garrisoned) if lids else frozenset())
        return self._standing[1]

    def _draw(self, surface: pygame.Surface, camera: Camera, bodies: Bodies, shift: tuple[int, int]) -> None:
        """Draw what a camera sees; ``shift`` leads from pixels of the window to those of ``surface``."""
        scene, theme, plan, at, away = bodies.scene, bodies.theme, bodies.plan, (0, 0), bodies.away
        here = [b for b in scene.blocks if b.id not in away]
        bodies.ground.draw(surface, camera, opened=self._open)
        draw_levels(surface, camera, theme, scene, at)
        draw_markers(surface, camera, theme, scene, at)
        surface.fblits(plan.lying(scene.fallen, camera, at), pygame.BLEND_PREMULTIPLIED)
        _draw_tethers(surface, camera, bodies)
        surface.fblits(plan.spots(camera, at, away), pygame.BLEND_PREMULTIPLIED)
        _draw_borders(surface, camera, bodies)
        draw_secret_edges(surface, camera, theme, [b for b in here if b.secret], at)
        surface.fblits(bodies.signs.spots(camera, at, away), pygame.BLEND_PREMULTIPLIED)
        if bodies.numbers:
            draw_numbers(surface, camera, theme, here, {}, at)
        if bodies.badges:
            draw_pips(surface, camera, theme, here, {}, at)
            for row in self._rows:
                row.draw(surface, shift)


def draw_moving(target: pygame.Surface, camera: Camera, bodies: Bodies) -> None:
    """Bases on the move, above all that stands still."""
    moves, at = bodies.moves, (camera.left, camera.top)
    if not moves:
        return
    target.fblits(bodies.plan.moved(moves, camera, at), pygame.BLEND_PREMULTIPLIED)
    target.fblits(bodies.signs.spots(camera, at, (), moves), pygame.BLEND_PREMULTIPLIED)
    here = [bodies.blocks[i] for i in moves if i in bodies.blocks]
    if bodies.numbers:
        draw_numbers(target, camera, bodies.theme, here, moves, at)
    if bodies.badges:
        draw_pips(target, camera, bodies.theme, here, moves, at)
        for row in badge_rows(bodies.scene, bodies.blocks, moves, camera, bodies.theme, None):
            row.draw(target, (0, 0))


def _foot(block: BlockArt, pose: Pose | None = None) -> Foot:
    x, y, facing = pose or (block.x, block.y, block.facing)
    return (x, y, facing, block.width, block.depth)


def _draw_borders(surface: pygame.Surface, camera: Camera, bodies: Bodies) -> None:
    """A line around each unit of several bases that stands still."""
    shift = (-camera.left, -camera.top)
    x0, y0, x1, y1 = camera.visible_mm()
    for unit in bodies.scene.units:
        bases = [bodies.blocks[b] for b in unit.blocks if b in bodies.blocks]
        if len(bases) < 2 or camera.scale < FAR_BELOW or any(b.id in bodies.away or b.secret for b in bases):
            continue
        if any(x0 <= b.x <= x1 and y0 <= b.y <= y1 and b.shape == "rect" for b in bases):
            outline = tuple(((b.x, b.y, b.facing), b.width, b.depth) for b in bases)
            draw_border(surface, camera, bodies.theme.side(unit.side), outline, shift)


def _draw_tethers(surface: pygame.Surface, camera: Camera, bodies: Bodies) -> None:
    """From where tokens are drawn apart to the point they share."""
    for base, (dx, dy) in bodies.plan.shifts.items():
        if base not in bodies.away:
            x, y = camera.to_screen(bodies.blocks[base].x, bodies.blocks[base].y)
            x, y = x - camera.left, y - camera.top
            pygame.draw.line(surface, bodies.theme.colour("badge_edge"), (x, y), (x + dx, y + dy), 3)
