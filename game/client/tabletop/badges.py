"""States of units as shapes at their right rear corner: red squares alarm, round plates inform, two at most."""

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

ALARM = ("routed", "shaken", "hits", "wounds", "confused", "engaged", "silent")
"""Badges on a red square, the worst first."""
MOST = 2
"""Badges that are shown of a unit; the rest is on its card."""
SIZE_PX = 16.0
LEAST_PX = 20
"""Height of badges, pixels, that a large script does not go below for the sake of a small unit."""
CLEAR = 6.0
"""Pixels beside a unit that are left to its outline."""
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
    """One badge ``size`` pixels high: an icon on a plate, with a number where it is counted. Kept.

    Hits are nothing but their number.
    """
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
    counted = badge.count > 1 and badge.kind not in ("order", "orders", "hits")
    text = theme.font("tiny").render(str(badge.count), True, ink) if counted or badge.kind == "hits" else None
    width = size + (text.get_width() + 1 if text and counted else 0)
    big = pygame.Surface((width * 4, size * 4), pygame.SRCALPHA)
    box = big.get_rect()
    radius = size * 2 if not alarm else round(size * 0.9)
    pygame.draw.rect(big, ui.badge_edge, box, border_radius=radius)
    pygame.draw.rect(big, back, box.inflate(-10, -10), border_radius=radius - 5)
    if alarm:
        pygame.draw.rect(big, "#ffffff", box.inflate(-12, -12), 3, border_radius=radius - 6)
    out = pygame.transform.smoothscale(big, (width, size))
    if text and not counted:
        out.blit(text, text.get_rect(center=out.get_rect().center))
        return out
    inner = max(8, round(size * 0.72))
    out.blit(icon(name, inner, ink), ((size - inner) // 2, (size - inner) // 2))
    if text:
        out.blit(text, (size - 3, (size - text.get_height()) // 2))
    return out


def worst(badges: Sequence[Badge]) -> list[Badge]:
    """The badges that are shown of many: alarms before what informs, the worst of them first."""
    rank = {kind: n for n, kind in enumerate(ALARM)}
    return sorted(badges, key=lambda b: rank.get(b.kind, len(rank)))[:MOST]


_known: set[str] = set()


def _names() -> set[str]:
    if not _known:
        _known.update(icon_names())
    return _known


def badge_rows(
    scene: Scene,
    blocks: Mapping[str, BlockArt],
    moves: Mapping[str, Pose],
    camera: Camera,
    theme: Theme,
    away: frozenset[str] | None,
) -> list[BadgeRow]:
    """Badges of the units at rest (none of whose bases is in ``away``), or of those that move (``away`` None).

    They lie at the unit's right rear corner, or elsewhere about it where they would cover others' bases or badges.
    """
    out: list[BadgeRow] = []
    crowd: Crowd | None = None
    for unit in scene.units:
        if not unit.badges:
            continue
        present = [blocks[b] for b in unit.blocks if b in blocks]
        touched = any(b.id in moves for b in present) if away is None else any(b.id in away for b in present)
        if not present or touched != (away is None):
            continue
        size = _size(theme, present, camera)
        pictures = [badge_picture(theme, b, size) for b in worst(unit.badges)]
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


def _size(theme: Theme, bases: Sequence[BlockArt], camera: Camera) -> int:
    """How high the badges of a unit are, pixels: where all is written large no larger than its bases are seen."""
    across = max(max(b.width, b.depth) for b in bases) * camera.scale
    return min(theme.px(SIZE_PX), max(LEAST_PX, round(across)))


class Crowd:
    """What badges keep off: bases of other units, and badges already placed."""

    def __init__(self, blocks: Sequence[BlockArt], camera: Camera) -> None:
        rows = np.array([(b.x, b.y, math.radians(camera.bearing(b.facing)), b.width / 2, b.depth / 2) for b in blocks])
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
    """Where a row of badges may lie, in window pixels: at the rear corners of the unit, behind it, before it."""
    poses = [moves.get(b.id) or (b.x, b.y, b.facing) for b in present]
    facing = math.radians(poses[0][2])
    ahead, right = (math.sin(facing), math.cos(facing)), (math.cos(facing), -math.sin(facing))
    points = [c for b, p in zip(present, poses, strict=True) for c in corners(p, b.width, b.depth)]
    mx, my = sum(p[0] for p in poses) / len(poses), sum(p[1] for p in poses) / len(poses)
    along = [(x - mx) * ahead[0] + (y - my) * ahead[1] for x, y in points]
    across = [(x - mx) * right[0] + (y - my) * right[1] for x, y in points]
    behind, before, end, start = min(along), max(along), max(across), min(across)

    def spot(u: float, v: float, way: tuple[float, float], gap: float) -> tuple[float, float]:
        # a row is wider than high: how far its middle must lie off depends on the direction
        dx, dy = camera.way_on_screen(*way)
        gap += abs(dx) * width / 2 + abs(dy) * size / 2
        x, y = camera.to_screen(mx + right[0] * u + ahead[0] * v, my + right[1] * u + ahead[1] * v)
        return x + dx * gap, y + dy * gap

    rear = behind + min(5.0 / camera.scale, (before - behind) / 2)
    yield spot(end, rear, right, CLEAR)
    yield spot(start, rear, (-right[0], -right[1]), CLEAR)
    yield spot(0.0, behind, (-ahead[0], -ahead[1]), 3.0)
    yield spot(0.0, before, ahead, 3.0)
