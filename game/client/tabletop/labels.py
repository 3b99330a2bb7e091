"""Labels that keep off each other and inside the window."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.theme import FontStyle, Theme
from game.client.ui.text import apart


class LabelPlacer:
    """Finds room for one label after another.

    Parameters
    ----------
    bounds
        Where labels may lie, window pixels.
    taken
        What they keep off from the start.
    """

    def __init__(self, bounds: pygame.Rect, taken: Sequence[pygame.Rect] = ()) -> None:
        self.bounds = bounds
        self.taken = [pygame.Rect(t) for t in taken]

    def place(self, size: tuple[int, int], x: float, y: float, gap: int = 10) -> pygame.Rect:
        """A free rectangle near a point: above it if possible, then around it, ever farther."""
        w, h = size
        best, best_cost = None, float("inf")
        for ring in range(5):
            far = gap + ring * (h + 4)
            spots = (
                (x - w / 2, y - h - far),
                (x - w / 2, y + far),
                (x + far, y - h / 2),
                (x - w - far, y - h / 2),
                (x + far * 0.7, y - h - far * 0.7),
                (x - w - far * 0.7, y - h - far * 0.7),
                (x + far * 0.7, y + far * 0.7),
                (x - w - far * 0.7, y + far * 0.7),
            )
            for k, (left, top) in enumerate(spots):
                spot = pygame.Rect(round(left), round(top), w, h).clamp(self.bounds)
                hit = (spot.clip(self.taken[n]) for n in spot.collidelistall(self.taken))
                overlap = sum(c.w * c.h for c in hit)
                cost = overlap * 4 + ring * 40 + k
                if cost < best_cost:
                    best, best_cost = spot, cost
                if overlap == 0 and ring * 40 + k <= best_cost:
                    self.taken.append(spot)
                    return spot
        assert best is not None
        self.taken.append(best)
        return best


def plate(theme: Theme, text: str, ink: pygame.Color, back: pygame.Color, small: bool = False) -> pygame.Surface:
    """A label on a rounded plate; line breaks in the text make lines. Kept: not to be drawn upon."""
    key = (theme.key, text, tuple(ink), tuple(back), small)
    found = _kept.get(key)
    if found is None:
        if len(_kept) > 512:
            _kept.clear()
        found = _kept[key] = _written(theme, text, ink, back, small)
    return found


_kept: dict[tuple[object, ...], pygame.Surface] = {}


def _written(theme: Theme, text: str, ink: pygame.Color, back: pygame.Color, small: bool) -> pygame.Surface:
    style: FontStyle = "tiny" if small else "table"
    font = theme.font(style)
    lines = [font.render(apart(line, style), True, ink) for line in text.split("\n")]
    pad_x, pad_y = theme.px(6), theme.px(2)
    w = max(s.get_width() for s in lines) + 2 * pad_x
    h = sum(s.get_height() for s in lines) + 2 * pad_y
    out = pygame.Surface((w, h), pygame.SRCALPHA)
    pygame.draw.rect(out, back, out.get_rect(), border_radius=theme.px(5))
    pygame.draw.rect(out, (*ink[:3], 130), out.get_rect(), 1, border_radius=theme.px(5))
    y = pad_y
    for s in lines:
        out.blit(s, ((w - s.get_width()) // 2, y))
        y += s.get_height()
    return out
