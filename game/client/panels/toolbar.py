"""The tools beside the table: a column of icons with tooltips and keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.client.art.icons import icon
from game.client.theme import Theme


@dataclass(frozen=True)
class Tool:
    """One tool: its action, icon, what it says when hovered, and whether it is on and may be used.

    ``group`` is the pill it floats in: "record", "measure" or "camera".
    """

    id: str
    icon: str
    tip: str
    key: str = ""
    on: bool = False
    enabled: bool = True
    group: str = "record"


class Toolbar:
    """A column (or several, where one is not enough) of tools at the left edge of the table."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.tools: Sequence[Tool] = ()
        self.hover = ""
        self._rects: dict[str, pygame.Rect] = {}

    def place(self, area: pygame.Rect) -> None:
        """Lay the tools out within an area of the window."""
        px = self.theme.px
        side, gap = px(32), px(4)
        x, y = area.left + px(6), area.top + px(8)
        self._rects = {}
        for tool in self.tools:
            if y + side > area.bottom - px(4):
                x, y = x + side + gap, area.top + px(8)
            self._rects[tool.id] = pygame.Rect(x, y, side, side)
            y += side + gap

    def width(self, count: int, height: int) -> int:
        """How wide the strip must be for so many tools in a height, pixels."""
        px = self.theme.px
        rows = max(1, (height - px(8)) // px(36))
        return px(12) + -(-count // rows) * px(36)

    def set(self, tools: Sequence[Tool], area: pygame.Rect) -> None:
        """Show other tools."""
        if [t.id for t in tools] != list(self._rects):
            self.tools = tools
            self.place(area)
        self.tools = tools

    def at(self, pos: tuple[int, int]) -> Tool | None:
        """The tool under a window pixel."""
        for tool in self.tools:
            rect = self._rects.get(tool.id)
            if rect is not None and rect.collidepoint(pos):
                return tool
        return None

    def rect(self, tool: str) -> pygame.Rect | None:
        """Where a tool is."""
        return self._rects.get(tool)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all tools."""
        theme = self.theme
        for tool in self.tools:
            rect = self._rects.get(tool.id)
            if rect is None:
                continue
            back = pygame.Surface(rect.size, pygame.SRCALPHA)
            fill = theme.colour("row_selected" if tool.on else "panel")
            if tool.id == self.hover and tool.enabled:
                fill = theme.colour("button_hover")
            pygame.draw.rect(back, (fill.r, fill.g, fill.b, 225), back.get_rect(), border_radius=theme.px(6))
            surface.blit(back, rect)
            edge = theme.colour("accent" if tool.on else "edge")
            pygame.draw.rect(surface, edge, rect, theme.px(1), theme.px(6))
            ink = theme.colour("text" if tool.enabled else "text_disabled")
            size = theme.px(20)
            surface.blit(icon(tool.icon, size, ink), icon(tool.icon, size, ink).get_rect(center=rect.center))
