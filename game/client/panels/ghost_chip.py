"""The chip beside a ghost as it is seen: on the side with more room, never over ghost, way or enemies near by."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

import pygame

from game.client.art.icons import icon
from game.client.camera import Camera
from game.client.editors.chip import Chip, Need, Ring
from game.client.theme import Theme
from game.client.ui.text import Block, cut_to, flow, say
from game.client.words import Spans

WIDTH, HEIGHT, WIDEST = 146, 104, 220
"""Pixels at scale 1: as it is meant, and as wide as it becomes for longer words."""
LINE = 300
"""The widest that it is as one line."""
SMALL = (1100, 720)
"""In a window smaller than this (pixels at scale 1) it folds to a line."""
GAP, PAD, BAR, TIP = 18, 10, 4, 9
WORSE = 100
"""So many times as bad as lying over a friend is lying over what may not be hidden."""
OUT = (0, 36, 72, 120, 180)
ALONG = (0, 24, -24, 48, -48, 76, -76, 108, -108, 150, -150, 200, -200)
BACK = (21, 17, 14, 237)

Arm = Callable[[str], tuple[int, str]]
"""Of a thing: its side's slot and the arm whose silhouette stands for it."""


class GhostChip:
    """Draws the chip, and lets it stay on its side of the ghost while there is room.

    Attributes
    ----------
    rect
        Where it lies, window pixels; empty while there is none.
    """

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._spot: tuple[int, int] | None = None

    def rest(self) -> None:
        """There is nothing to be told."""
        self.rect, self._spot = pygame.Rect(0, 0, 0, 0), None

    def draw(
        self, surface: pygame.Surface, theme: Theme, chip: Chip, camera: Camera, area: pygame.Rect, arm: Arm
    ) -> None:
        """Draw it within an area of the window."""
        px = theme.px
        w, h = surface.get_size()
        small = w / theme.scale < SMALL[0] or h / theme.scale < SMALL[1]
        body = _line(theme, chip) if small else _card(theme, chip, arm)
        ghost = box_of(chip.ghost, camera)
        if ghost is None:
            self.rest()
            return
        off = [
            r.inflate(px(8), px(8)) for ring in (*chip.ghost, *chip.foes) if (r := box_of((ring,), camera)) is not None
        ]
        off += [r for way in chip.ways for r in _along(way, camera, px(8))]
        better = [r for ring in chip.friends if (r := box_of((ring,), camera)) is not None]
        room = area.inflate(-px(8), -px(8))
        self.rect, self._spot = placed(body.get_size(), ghost, (off, better), room, px(1), self._spot)
        edge = pygame.Color(theme.role(chip.role).line)
        edge.a = 255
        pygame.draw.rect(body, edge, body.get_rect(), px(2), px(8))
        _wedge(surface, self.rect, ghost, edge, px(TIP))
        surface.blit(body, self.rect)


def box_of(rings: Iterable[Ring], camera: Camera) -> pygame.Rect | None:
    """The box in the window about some outlines in mm."""
    points = [p for ring in rings for p in ring]
    if not points:
        return None
    seen = camera.many_to_screen(points)
    (x0, y0), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
    return pygame.Rect(int(x0), int(y0), max(1, int(x1 - x0) + 2), max(1, int(y1 - y0) + 2))


def _along(way: Ring, camera: Camera, wide: int) -> list[pygame.Rect]:
    """Little boxes along a line in mm, so that nothing lies over it."""
    if len(way) < 2:
        return []
    out = []
    points = [(float(x), float(y)) for x, y in camera.many_to_screen(way)]
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        n = max(1, min(40, int(max(abs(bx - ax), abs(by - ay)) / (2 * wide))))
        for k in range(n + 1):
            x, y = ax + (bx - ax) * k / n, ay + (by - ay) * k / n
            out.append(pygame.Rect(round(x) - wide // 2, round(y) - wide // 2, wide, wide))
    return out


def placed(
    size: tuple[int, int],
    ghost: pygame.Rect,
    off: tuple[Sequence[pygame.Rect], Sequence[pygame.Rect]],
    area: pygame.Rect,
    unit: int,
    before: tuple[int, int] | None = None,
) -> tuple[pygame.Rect, tuple[int, int]]:
    """Where a chip lies: beside the ghost on the side with more room, else above or below, over nothing to keep off.

    Parameters
    ----------
    off
        What it is never to lie over, and what it had better not.
    before
        From the ghost's middle to where it lay last: it stays there while it may.

    Returns
    -------
    Rect, (int, int)
        Where it lies, and how far that is from the ghost's middle.
    """
    best, least = pygame.Rect((0, 0), size).move(area.topleft), -1
    for rect in _candidates(size, ghost, area, unit, before):
        held = rect.clamp(area)
        over = 4 * _outside(rect, area) + sum(
            weight * _shared(held, some[k])
            for weight, some in zip((WORSE, 1), off, strict=True)
            for k in held.collidelistall(some)
        )
        if least < 0 or over < least:
            best, least = held, over
        if over == 0:
            break
    return best, (best.x - ghost.centerx, best.y - ghost.centery)


def _candidates(
    size: tuple[int, int], ghost: pygame.Rect, area: pygame.Rect, unit: int, before: tuple[int, int] | None
) -> Iterable[pygame.Rect]:
    (w, h), gap = size, GAP * unit
    if before is not None:
        yield pygame.Rect(ghost.centerx + before[0], ghost.centery + before[1], w, h)
    sides = (1, -1) if area.right - ghost.right >= ghost.left - area.left else (-1, 1)
    for side in sides:
        for out in OUT:
            x = ghost.right + gap + out * unit if side > 0 else ghost.left - gap - out * unit - w
            for along in ALONG:
                yield pygame.Rect(x, ghost.centery - h // 2 + along * unit, w, h)
    for y in (ghost.bottom + gap, ghost.top - gap - h):
        for along in ALONG:
            yield pygame.Rect(ghost.centerx - w // 2 + along * unit, y, w, h)


def _shared(a: pygame.Rect, b: pygame.Rect) -> int:
    both = a.clip(b)
    return both.w * both.h + 1


def _outside(rect: pygame.Rect, area: pygame.Rect) -> int:
    """How much of a rectangle lies outside of the area."""
    seen = rect.clip(area)
    return rect.w * rect.h - seen.w * seen.h


def _wedge(surface: pygame.Surface, rect: pygame.Rect, ghost: pygame.Rect, edge: pygame.Color, size: int) -> None:
    """The corner of the chip that points at its ghost, where it stands beside it; a line where it is not level."""
    right, left = rect.left >= ghost.right, rect.right <= ghost.left
    if not (right or left):
        return
    y = min(max(ghost.centery, rect.top + 2 * size), rect.bottom - 2 * size)
    x, tip = (rect.left, rect.left - size) if right else (rect.right - 1, rect.right - 1 + size)
    at = ghost.right if right else ghost.left
    if rect.top <= ghost.centery <= rect.bottom:
        pygame.draw.polygon(surface, edge, [(x, y - size * 2 // 3), (tip, y), (x, y + size * 2 // 3)])
    else:
        pygame.draw.line(surface, edge, (x, y), (at, ghost.centery), max(1, size // 4))


def _plate(size: tuple[int, int], radius: int) -> pygame.Surface:
    out = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(out, BACK, out.get_rect(), border_radius=radius)
    return out


def _cost(chip: Chip) -> Spans:
    if not chip.spent:
        return ()
    colour = "danger" if chip.role == "refused" else "good"
    return (*say(chip.spent, "bold", colour), *say(f" {chip.of}" if chip.of else "", "body"))


def _line(theme: Theme, chip: Chip) -> pygame.Surface:
    """All of it that one line has room for."""
    px, spans = theme.px, _cost(chip)
    for need in chip.needs:
        spans += say(f"   {need.need}", "small_bold") + say(f" {need.chance}", "small_bold", "accent")
    if chip.role == "refused" or not chip.needs:
        notes = tuple(s for s in chip.notes if s.link is None)
        spans += (*say("   " if spans else "", "small"), *_flat(notes))
    block = flow(cut_to(spans, px(LINE), theme), px(LINE) + px(40), theme)
    out = _plate((block.width + 2 * px(PAD), block.height + px(10)), px(8))
    block.draw(out, theme, (px(PAD), px(5)))
    return out


def _flat(spans: Spans) -> Spans:
    """Words without the ends of their lines."""
    return tuple(s for span in spans for s in say(span.text.replace("\n", "  "), span.style, span.colour))


def _card(theme: Theme, chip: Chip, arm: Arm) -> pygame.Surface:
    """The whole chip: cost with its bar, who orders and what he needs, why."""
    px = theme.px
    inner = px(WIDTH - 2 * PAD)
    widest = px(WIDEST - 2 * PAD)
    cost = flow(_cost(chip), widest, theme) if chip.spent else None
    rows = [(need, flow(_need(need), widest - px(26), theme)) for need in chip.needs]
    wide = max([inner, cost.width if cost else 0] + [b.width + px(26) for _n, b in rows])
    if chip.role == "refused":
        wide = widest
    whys = [flow(say(n.why, "small", "text_dim"), wide, theme) if n.why else None for n in chip.needs]
    notes = flow(chip.notes, wide, theme) if chip.notes else None
    tall = 2 * px(8) + (cost.height + px(BAR + 6) if cost else 0) + (notes.height + px(4) if notes else 0)
    for (_, block), why in zip(rows, whys, strict=True):
        tall += px(10) + max(block.height, px(20)) + (why.height + px(2) if why else 0)
    least = px(HEIGHT) if rows and notes else 0
    out = _plate((wide + 2 * px(PAD), max(tall, least)), px(8))
    y = px(8)
    if cost is not None:
        y = _draw_cost(out, theme, chip, cost, wide, y)
    for (need, block), why in zip(rows, whys, strict=True):
        y = _draw_need(out, theme, (need, block, why), wide, y, arm)
    if notes is not None:
        notes.draw(out, theme, (px(PAD), y + px(2)))
    return out


def _draw_cost(out: pygame.Surface, theme: Theme, chip: Chip, cost: Block, wide: int, y: int) -> int:
    px = theme.px
    cost.draw(out, theme, (px(PAD), y))
    y += cost.height + px(3)
    groove = pygame.Rect(px(PAD), y, wide, px(BAR))
    if chip.share is not None:
        pygame.draw.rect(out, theme.colour("edge"), groove, border_radius=px(2))
        colour = theme.colour("danger" if chip.role == "refused" else "good")
        pygame.draw.rect(out, colour, (groove.x, groove.y, round(wide * chip.share), groove.h), border_radius=px(2))
    return groove.bottom + px(3)


def _need(need: Need) -> Spans:
    return (*say(need.need, "small_bold"), *say(f" {need.chance}" if need.chance else "", "small_bold", "accent"))


def _draw_need(
    out: pygame.Surface, theme: Theme, row: tuple[Need, Block, Block | None], wide: int, y: int, arm: Arm
) -> int:
    """Who orders, by his silhouette on his side's colour; what he needs; why."""
    px, (need, block, why) = theme.px, row
    if y > px(8):
        pygame.draw.line(out, theme.colour("edge"), (px(PAD), y + px(3)), (px(PAD) + wide, y + px(3)), px(1))
    y += px(8)
    tall = max(block.height, px(20))
    left = px(PAD)
    if need.who:
        slot, name = arm(need.who)
        middle = (left + px(10), y + tall // 2)
        pygame.draw.circle(out, theme.colour("accent"), middle, px(10))
        pygame.draw.circle(out, theme.side(slot).main, middle, px(9))
        if name:
            picture = icon(f"arm-{name}", px(15), "#fff6e2")
            out.blit(picture, picture.get_rect(center=middle))
        left += px(26)
    block.draw(out, theme, (left, y + (tall - block.height) // 2))
    y += tall
    if why is not None:
        why.draw(out, theme, (px(PAD), y + px(2)))
        y += why.height + px(2)
    return y + px(2)
