"""States of units as shapes behind their rear edge: a plate with an icon, red where it matters most."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pygame

from game.client.art.icons import icon, icon_names
from game.client.camera import Camera
from game.client.tabletop.hit import Pose, corners
from game.client.tabletop.scene import Badge, BlockArt, Scene
from game.client.theme import Theme

ALARM = {"confused", "hits", "routed", "engaged", "silent", "shaken", "wounds"}
"""Badges on a red plate."""
TINT = {
    "order": "#2f6b2f",
    "orders": "#2f6b2f",
    "initiative": "#9a6a00",
    "momentum": "#8a2f00",
    "shot": "#5a3b1c",
    "done": "#3f6f2f",
    "defended": "#4b4f57",
    "fortified": "#4b4f57",
    "tokens": "#2f55b0",
    "spell": "#6a3fa8",
    "sergeant": "#8a5f00",
    "musician": "#8a5f00",
    "banner": "#8a5f00",
    "fatigued": "#6a4a1c",
}


class BadgeRow:
    """The badges of one unit and where they are drawn."""

    def __init__(self, pictures: list[pygame.Surface], centre: tuple[float, float]) -> None:
        self.pictures = pictures
        width = sum(p.get_width() for p in pictures) + 1 * (len(pictures) - 1)
        height = max(p.get_height() for p in pictures)
        self.rect = pygame.Rect(round(centre[0] - width / 2), round(centre[1] - height / 2), width, height)

    def draw(self, target: pygame.Surface, shift: tuple[int, int]) -> None:
        """Draw in window pixels, shifted."""
        x = self.rect.x + shift[0]
        for p in self.pictures:
            target.blit(p, (x, self.rect.y + shift[1]))
            x += p.get_width() + 1


def badge_picture(theme: Theme, badge: Badge, size: int) -> pygame.Surface:
    """One badge: a round plate ``size`` pixels high with an icon; a number beside it where it is counted. Kept."""
    key = (theme.key, badge, size)
    found = _kept.get(key)
    if found is None:
        if len(_kept) > 512:
            _kept.clear()
        found = _kept[key] = _paint(theme, badge, size)
    return found


_kept: dict[tuple[tuple[object, ...], Badge, int], pygame.Surface] = {}


def _paint(theme: Theme, badge: Badge, size: int) -> pygame.Surface:
    names = _names()
    ui = theme.file.ui
    alarm = badge.kind in ALARM
    back = pygame.Color(ui.badge_alarm if alarm else ui.badge)
    ink = pygame.Color("#ffffff") if alarm else pygame.Color(TINT.get(badge.kind, ui.badge_ink))
    name = badge.kind if badge.kind in names else "info"
    if badge.kind in ("order", "orders"):
        name = f"order-{min(3, max(1, badge.count))}"
    counted = badge.count > 1 and badge.kind not in ("order", "orders")
    text = theme.font("tiny").render(str(badge.count), True, ink) if counted or badge.kind == "hits" else None
    width = size + (text.get_width() + 1 if text else 0)
    big = pygame.Surface((width * 4, size * 4), pygame.SRCALPHA)
    box = big.get_rect()
    radius = size * 2 if not alarm else size
    pygame.draw.rect(big, ui.badge_edge, box, border_radius=radius)
    pygame.draw.rect(big, back, box.inflate(-8, -8), border_radius=radius - 4)
    out = pygame.transform.smoothscale(big, (width, size))
    inner = max(8, round(size * 0.72))
    out.blit(icon(name, inner, ink), ((size - inner) // 2, (size - inner) // 2))
    if text:
        out.blit(text, (size - 3, (size - text.get_height()) // 2))
    return out


_known: set[str] = set()


def _names() -> set[str]:
    if not _known:
        _known.update(icon_names())
    return _known


def badge_size(camera: Camera, theme: Theme) -> int:
    """Badge height in pixels: smaller when far, so that they do not cover the table."""
    return theme.px(min(20.0, max(11.0, 12.0 + 6.0 * (camera.scale - 0.4))))


def badge_rows(
    scene: Scene,
    blocks: Mapping[str, BlockArt],
    moves: Mapping[str, Pose],
    camera: Camera,
    theme: Theme,
    away: frozenset[str] | None,
) -> list[BadgeRow]:
    """Badges of the units at rest (none of whose bases is in ``away``), or of those that move (``away`` None).

    They lie behind the unit, or beside or before it where they would cover others' bases or badges.
    """
    out: list[BadgeRow] = []
    size = badge_size(camera, theme)
    crowd: Crowd | None = None
    for unit in scene.units:
        if not unit.badges:
            continue
        present = [blocks[b] for b in unit.blocks if b in blocks]
        touched = any(b.id in moves for b in present) if away is None else any(b.id in away for b in present)
        if not present or touched != (away is None):
            continue
        pictures = [badge_picture(theme, b, size) for b in unit.badges]
        spots = _spots(present, moves, camera, size, _width(pictures))
        if away is None:  # what moves keeps its badges behind it: they must not jump about
            out.append(BadgeRow(pictures, next(spots)))
            continue
        rows = [BadgeRow(pictures, spot) for spot in spots]
        if crowd is None:
            crowd = Crowd(list(blocks.values()), camera)
        hidden = [crowd.covered(row.rect, unit.id) for row in rows]
        best = rows[hidden.index(min(hidden))]
        crowd.take(best.rect)
        out.append(best)
    return out


class Crowd:
    """What badges keep off: bases of other units, and badges already placed."""

    def __init__(self, blocks: Sequence[BlockArt], camera: Camera) -> None:
        rows = np.array([(b.x, b.y, math.radians(b.facing), b.width / 2, b.depth / 2) for b in blocks])
        rows = rows.reshape(-1, 5)
        s, c = np.abs(np.sin(rows[:, 2])), np.abs(np.cos(rows[:, 2]))
        reach = np.stack([rows[:, 3] * c + rows[:, 4] * s, rows[:, 3] * s + rows[:, 4] * c], axis=1) * camera.scale
        middle = camera.many_to_screen(rows[:, :2])
        self.boxes = np.concatenate([middle - reach, middle + reach], axis=1)
        self.names = np.array([b.unit for b in blocks], dtype=object)
        self.taken: list[pygame.Rect] = []

    def take(self, rect: pygame.Rect) -> None:
        """Keep off a rectangle from now on."""
        self.taken.append(rect)

    def covered(self, rect: pygame.Rect, unit: str) -> float:
        """Pixels of other units' bases and of badges that a rectangle would hide."""
        w = np.minimum(self.boxes[:, 2], rect.right) - np.maximum(self.boxes[:, 0], rect.left)
        h = np.minimum(self.boxes[:, 3], rect.bottom) - np.maximum(self.boxes[:, 1], rect.top)
        hidden = np.where(self.names != unit, np.maximum(w, 0.0) * np.maximum(h, 0.0), 0.0)
        badges = sum(rect.clip(t).w * rect.clip(t).h for t in self.taken)
        return float(hidden.sum()) + 2.0 * badges


def _width(pictures: list[pygame.Surface]) -> int:
    return sum(p.get_width() for p in pictures) + len(pictures) - 1


def _spots(
    present: list[BlockArt], moves: Mapping[str, Pose], camera: Camera, size: int, width: int
) -> Iterator[tuple[float, float]]:
    """Where a row of badges may lie, in window pixels: behind the unit, on its flanks, before it."""
    poses = [moves.get(b.id) or (b.x, b.y, b.facing) for b in present]
    facing = math.radians(poses[0][2])
    ahead, right = (math.sin(facing), math.cos(facing)), (math.cos(facing), -math.sin(facing))
    points = [c for b, p in zip(present, poses, strict=True) for c in corners(p, b.width, b.depth)]
    mx, my = sum(p[0] for p in poses) / len(poses), sum(p[1] for p in poses) / len(poses)
    along = [(x - mx) * ahead[0] + (y - my) * ahead[1] for x, y in points]

    def spot(way: tuple[float, float], reach: float) -> tuple[float, float]:
        # a row is wider than high: how far its middle must lie off depends on the direction
        gap = abs(way[0]) * width / 2 + abs(way[1]) * size / 2 + 3
        x, y = camera.to_screen(mx + way[0] * reach, my + way[1] * reach)
        return x + way[0] * gap, y - way[1] * gap

    yield spot((-ahead[0], -ahead[1]), -min(along))
    across = [(x - mx) * right[0] + (y - my) * right[1] for x, y in points]
    yield spot(right, max(across))
    yield spot((-right[0], -right[1]), -min(across))
    yield spot(ahead, max(along))
