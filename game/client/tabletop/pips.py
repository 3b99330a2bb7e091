"""What is written on single bases and on terrain: wounds, tokens, ranks, the level they stand on or rise to."""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Mapping

import pygame

from game.client.art.arms import BODY, INK
from game.client.art.stands import FAR as FAR_LEVEL
from game.client.camera import Camera
from game.client.tabletop.badges import badge_picture
from game.client.tabletop.hit import Pose
from game.client.tabletop.scene import BlockArt, FeatureArt, Scene
from game.client.tabletop.sprites import level_of
from game.client.theme import Theme

FAR = 1.0
"""Pixels per mm under which only what cannot wait is written on bases."""
LEAST_NUMBERED = 0.9
"""Pixels per mm under which bases have no numbers."""
URGENT = ("wounds",)
"""What is written even then."""
RANKS = ("sergeant",)
"""States written at the left of a base, where they do not change."""
CARRIED = ("musician", "banner")
"""States that the figures themselves show."""
LIFE_PX, TOKEN_PX = 6.4, 10.0
"""Pixels of a square for a life and of a diamond for a token, and from one to the next of each."""
LIFE_PITCH, TOKEN_PITCH, ROW_PITCH = 8.0, 12.0, 9.0
MOST_LIVES = 6
"""Lives in one row."""
LOST, WARD = "#c8321e", "#d6b3ff"
SIGN_PX = 18.0
"""Pixels from the middle of a base from afar to what is written under its silhouette."""
LEAST_TAG = 12
"""The least height in pixels that a level on terrain is written with."""
TAG_MOST = 36.0
"""The most that its plate takes of the table in mm, so that it does not hide what is small or far."""


def pip_size(camera: Camera, theme: Theme) -> int:
    """Height of a pip in pixels."""
    return theme.px(min(17.0, max(10.0, 8.0 + 4.0 * camera.scale)))


def draw_pips(
    target: pygame.Surface,
    camera: Camera,
    theme: Theme,
    blocks: Collection[BlockArt],
    moves: Mapping[str, Pose],
    at: tuple[int, int],
) -> None:
    """Draw the pips of bases with the viewport's top left at ``at``."""
    size = pip_size(camera, theme)
    far = camera.scale < FAR
    for b in blocks:
        if not b.pips and not b.tag and not b.tokens and b.strength[1] < 2:
            continue
        afar = level_of(b, camera.scale) == FAR_LEVEL
        lives = b.strength[1] > 1 and not afar
        x, y, facing = moves.get(b.id) or (b.x, b.y, b.facing)
        px, py = camera.to_screen(x, y)
        px, py = px - camera.left + at[0], py - camera.top + at[1]
        r = min(b.width, b.depth) / 2 * camera.scale
        if not (-60 < px < target.get_width() + 60 and -60 < py < target.get_height() + 60):
            continue
        pips = [p for p in b.pips if p.kind not in CARRIED and (not far or p.kind in URGENT)]
        ranks = [badge_picture(theme, p, size) for p in pips if p.kind in RANKS]
        states = [badge_picture(theme, p, size) for p in pips if p.kind not in RANKS]
        _column(target, ranks, px - r * 0.78, py + r * 0.62, left=True)
        _column(target, states, px + r * 0.72, py - r * 0.72, left=False)
        angle = math.radians(facing)
        tall = (abs(math.sin(angle)) * b.width + abs(math.cos(angle)) * b.depth) / 2 * camera.scale
        below = py + max(tall, SIGN_PX if afar else 0.0) + theme.px(6)
        if lives:
            picture = lives_picture(*b.strength, theme.scale)
            target.blit(picture, (round(px - picture.get_width() / 2), round(below - LIFE_PX / 2)))
            below += picture.get_height() + 2
        if b.tokens:
            picture = tokens_picture(b.tokens, theme.scale)
            target.blit(picture, (round(px - picture.get_width() / 2), round(below - TOKEN_PX / 2)))
        if b.tag and not far:
            picture = tag_picture(theme, b.tag)
            target.blit(picture, (round(px + r * 0.35), round(py + r * 0.55)))


def draw_numbers(
    target: pygame.Surface,
    camera: Camera,
    theme: Theme,
    blocks: Collection[BlockArt],
    moves: Mapping[str, Pose],
    at: tuple[int, int],
) -> None:
    """Write the numbers of bases within their units, unless they are too small for it."""
    if camera.scale < LEAST_NUMBERED:
        return
    font = theme.font("tiny")
    for b in blocks:
        if b.number:
            x, y, _ = moves.get(b.id) or (b.x, b.y, b.facing)
            text = font.render(str(b.number), True, "#fffaf0")
            px, py = camera.to_screen(x, y)
            spot = text.get_rect(center=(px - camera.left + at[0], py - camera.top + at[1]))
            pygame.draw.rect(target, "#1c130d", spot.inflate(4, 0), border_radius=3)
            target.blit(text, spot)


def _column(target: pygame.Surface, pictures: list[pygame.Surface], x: float, y: float, left: bool) -> None:
    """Pictures one below the other, the first about a point."""
    for picture in pictures:
        w, h = picture.get_size()
        target.blit(picture, (round(x - w + h / 2 if left else x - h / 2), round(y - h / 2)))
        y += h * (-0.9 if left else 0.9)


@functools.lru_cache(maxsize=128)
def lives_picture(left: int, whole: int, large: float) -> pygame.Surface:
    """So many lives left of so many as squares, those that are lost in red."""
    over = 4
    rows = -(-whole // MOST_LIVES)
    columns = -(-whole // rows)
    size = round((columns * LIFE_PITCH + 2) * large), round((rows * LIFE_PITCH + 2) * large)
    big = pygame.Surface((size[0] * over, size[1] * over), pygame.SRCALPHA)
    for k in range(whole):
        x, y = (k % columns) * LIFE_PITCH + 1.8, (k // columns) * LIFE_PITCH + 1.8
        square = pygame.Rect(*(round(v * large * over) for v in (x, y, LIFE_PX, LIFE_PX)))
        pygame.draw.rect(big, INK, square.inflate(2.4 * over, 2.4 * over))
        pygame.draw.rect(big, BODY if k < left else LOST, square)
    return pygame.transform.smoothscale(big, size)


@functools.lru_cache(maxsize=64)
def tokens_picture(count: int, large: float) -> pygame.Surface:
    """So many tokens as diamonds."""
    over = 4
    size = round((count * TOKEN_PITCH + 2) * large), round((TOKEN_PX + 4) * large)
    big = pygame.Surface((size[0] * over, size[1] * over), pygame.SRCALPHA)
    for k in range(count):
        x, y = ((k + 0.5) * TOKEN_PITCH + 1) * large * over, size[1] * over / 2
        for reach, colour in ((TOKEN_PX / 2 + 1.4, INK), (TOKEN_PX / 2, WARD)):
            r = reach * large * over
            pygame.draw.polygon(big, colour, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
    return pygame.transform.smoothscale(big, size)


_tags: dict[tuple[tuple[object, ...], str], pygame.Surface] = {}


def tag_picture(theme: Theme, text: str) -> pygame.Surface:
    """A level on a small plate, dark where it lies below the ground; kept."""
    key = (theme.key, text)
    found = _tags.get(key)
    if found is None:
        if len(_tags) > 128:
            _tags.clear()
        found = _tags[key] = _paint_tag(theme, text)
    return found


def _paint_tag(theme: Theme, text: str) -> pygame.Surface:
    below = text.startswith(("-", "−"))
    back, ink = ("#1b1512", "#f6ead0") if below else ("#f6ead0", "#2a1c12")
    words = theme.font("tiny").render(text, True, ink)
    w, h = words.get_width() + theme.px(6), words.get_height()
    out = pygame.Surface((w, h), pygame.SRCALPHA)
    pygame.draw.rect(out, "#1b1512" if not below else "#8d7f68", out.get_rect(), border_radius=theme.px(3))
    pygame.draw.rect(out, back, out.get_rect().inflate(-2, -2), border_radius=theme.px(3))
    out.blit(words, ((w - words.get_width()) // 2, 0))
    return out


def draw_levels(target: pygame.Surface, camera: Camera, theme: Theme, scene: Scene, at: tuple[int, int]) -> None:
    """Write the levels of terrain at their corners, nearest to the north-west."""
    for feature in scene.features:
        if not feature.tag or not feature.points:
            continue
        box = _box(camera, feature)
        picture = _fitted(theme, feature.tag, max(LEAST_TAG, round(TAG_MOST * camera.scale)))
        x, y = _corner(camera, feature, box, picture.get_size())
        x, y = x - camera.left + at[0], y - camera.top + at[1]
        target.blit(picture, (round(x), round(y)))


def _box(camera: Camera, feature: FeatureArt) -> tuple[float, float, float, float]:
    """The window rectangle about a feature: left, top, width, height."""
    points = [camera.to_screen(x, y) for x, y in feature.points]
    left, top = min(p[0] for p in points), min(p[1] for p in points)
    return left, top, max(p[0] for p in points) - left, max(p[1] for p in points) - top


def _fitted(theme: Theme, text: str, most: int) -> pygame.Surface:
    """A level's plate at most so many pixels high: smaller from afar, and where the writing is large."""
    picture = tag_picture(theme, text)
    w, h = picture.get_size()
    if h <= most:
        return picture
    key = (theme.key, f"{text} {most}")
    found = _tags.get(key)
    if found is None:
        found = _tags[key] = pygame.transform.smoothscale(picture, (max(1, round(w * most / h)), most))
    return found


def _corner(
    camera: Camera, feature: FeatureArt, box: tuple[float, float, float, float], size: tuple[int, int]
) -> tuple[float, float]:
    """Where a feature's level is written, window pixels: within its corner, or beside it where it is narrow."""
    left, top, width, height = box
    if width < size[0] + 6 or height < size[1] + 6:
        return (left, top - size[1]) if width >= height else (left - size[0], top)
    x, y = min((camera.to_screen(*p) for p in feature.points), key=lambda p: p[0] + p[1])
    return x + 3, y + 3
