"""Where bases hide the ground: fills of overlays lie on the ground, so they never tint what stands there."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pygame

from game.client.camera import Camera
from game.client.tabletop.hit import corners
from game.client.tabletop.scene import BlockArt
from game.client.tabletop.sprites import is_token, token_px


def cover_of(camera: Camera, blocks: Iterable[BlockArt]) -> pygame.Surface:
    """White as large as the viewport, with holes where bases stand: what fills are multiplied by."""
    out = pygame.Surface((camera.width, camera.height), pygame.SRCALPHA)
    out.fill((255, 255, 255, 255))
    shift = np.array([camera.left, camera.top])
    bounds = out.get_rect().inflate(80, 80)
    for b in blocks:
        x, y = camera.to_screen(b.x, b.y)
        x, y = x - shift[0], y - shift[1]
        if not bounds.collidepoint(x, y):
            continue
        if b.shape == "oval" and b.width == b.depth:
            across = max(token_px(b), b.width * camera.scale) if is_token(b) else b.width * camera.scale
            pygame.draw.circle(out, (255, 255, 255, 0), (x, y), across / 2)
            continue
        ring = camera.many_to_screen(corners((b.x, b.y, b.facing), b.width, b.depth)) - shift
        pygame.draw.polygon(out, (255, 255, 255, 0), ring.tolist())
    return out
