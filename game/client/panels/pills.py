"""The tools that float on the table, in pills: record left, measuring beside it, camera right."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.client.art.icons import icon
from game.client.panels.toolbar import Tool
from game.client.theme import Theme
from game.client.words import _

TARGET, PILL, EDGE, GAP = 32, 38, 10, 12
"""A tool, a pill's height, its way from the edge and from the next one, pixels at scale 1."""
BACK = (26, 21, 18)
OPAQUE, FADED = 0.86, 0.35
"""How much of a pill covers the table, usually and while something is dragged below it."""
OPENS = "tools"
"""The tool that opens what is folded away where there is little room."""
KEPT = ("menu", "undo")
"""What stays in sight then."""


class Pills:
    """Tools in pills at the upper edge of the table; where there is no room for all, in one pill that opens.

    Attributes
    ----------
    hover
        The tool below the pointer.
    opened
        Whether a folded pill is open.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.tools: Sequence[Tool] = ()
        self.hover = ""
        self.opened = False
        self.folded = False
        self.area = pygame.Rect(0, 0, 10, 10)
        self._rects: dict[str, pygame.Rect] = {}
        self._pills: list[pygame.Rect] = []

    def set(self, tools: Sequence[Tool], area: pygame.Rect) -> None:
        """Show these tools over an area of the window, the table's."""
        same = [t.id for t in tools] == [t.id for t in self.tools if t.id != OPENS] and area == self.area
        self.area = area
        groups = {g: [t for t in tools if t.group == g] for g in ("record", "measure", "camera")}
        self.folded = sum(map(self._width, groups.values())) + 2 * self._px(GAP + EDGE) > area.width
        said = _("Fewer tools") if self.opened else _("All tools")
        more = Tool(OPENS, "chevron-up" if self.opened else "chevron-down", said)
        self.tools = (*tools, more) if self.folded else tuple(tools)
        if not same or not self._rects or (OPENS in self._rects) != self.folded:
            self.place()

    def _px(self, pixels: float) -> int:
        return self.theme.px(pixels)

    def _width(self, tools: Sequence[Tool]) -> int:
        return len(tools) * self._px(TARGET) + self._px(PILL - TARGET) if tools else 0

    def place(self) -> None:
        """Lay the pills out."""
        px, area = self._px, self.area
        self._rects, self._pills = {}, []
        top = area.top + px(EDGE)
        if self.folded:
            self._place_folded(area.left + px(EDGE), top)
            return
        x = area.left + px(EDGE)
        for group in ("record", "measure"):
            tools = [t for t in self.tools if t.group == group]
            if tools:
                self._pill(tools, x, top)
                x += self._width(tools) + px(GAP)
        camera = [t for t in self.tools if t.group == "camera"]
        if camera:
            self._pill(camera, area.right - px(EDGE) - self._width(camera), top)

    def _place_folded(self, left: int, top: int) -> None:
        """One pill with the chief tools; open, it has the others in rows below."""
        px = self._px
        kept = [t for t in self.tools if t.id in KEPT or t.id == OPENS]
        self._pill(kept, left, top)
        if not self.opened:
            return
        others = [t for t in self.tools if t not in kept]
        across = max(1, (self.area.width - px(2 * EDGE + PILL - TARGET)) // px(TARGET))
        for first in range(0, len(others), across):
            top += px(PILL + 4)
            self._pill(others[first : first + across], left, top)

    def _pill(self, tools: Sequence[Tool], left: int, top: int) -> None:
        px = self._px
        self._pills.append(pygame.Rect(left, top, self._width(tools), px(PILL)))
        pad = px(PILL - TARGET) // 2
        for n, tool in enumerate(tools):
            self._rects[tool.id] = pygame.Rect(left + pad + n * px(TARGET), top + pad, px(TARGET), px(TARGET))

    # -- asking -----------------------------------------------------------------------------------------------

    def at(self, pos: tuple[int, int]) -> Tool | None:
        """The tool under a window pixel."""
        return next((t for t in self.tools if t.id in self._rects and self._rects[t.id].collidepoint(pos)), None)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel lies on a pill."""
        return any(p.collidepoint(pos) for p in self._pills)

    def rect(self, tool: str) -> pygame.Rect | None:
        """Where a tool is; None where it is folded away."""
        return self._rects.get(tool)

    @property
    def bottom(self) -> int:
        """Where the first row of pills ends, a window pixel."""
        return self.area.top + self._px(EDGE + PILL)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, dragged: tuple[int, int] | None) -> None:
        """Draw all pills; ``dragged`` is where something is being dragged, a window pixel."""
        px = self._px
        for pill in self._pills:
            faded = dragged is not None and pill.inflate(px(60), px(60)).collidepoint(dragged)
            back = pygame.Surface(pill.size, pygame.SRCALPHA)
            box = back.get_rect()
            pygame.draw.rect(back, (*BACK, 255), box, border_radius=px(8))
            pygame.draw.rect(back, self.theme.colour("edge"), box, px(1), px(8))
            for tool in self.tools:
                rect = self._rects.get(tool.id)
                if rect is not None and pill.contains(rect):
                    self._draw_tool(back, tool, rect.move(-pill.left, -pill.top))
            back.set_alpha(round(255 * (FADED if faded else OPAQUE + 0.08 * bool(self._under(pill)))))
            surface.blit(back, pill)

    def _under(self, pill: pygame.Rect) -> bool:
        rect = self._rects.get(self.hover)
        return rect is not None and pill.contains(rect)

    def _draw_tool(self, surface: pygame.Surface, tool: Tool, rect: pygame.Rect) -> None:
        theme, px = self.theme, self._px
        box = rect.inflate(-px(2), -px(2))
        if tool.on:
            pygame.draw.rect(surface, theme.colour("row_selected"), box, border_radius=px(6))
            pygame.draw.rect(surface, theme.colour("accent"), box, px(1), px(6))
        elif tool.id == self.hover and tool.enabled:
            pygame.draw.rect(surface, theme.colour("button_hover"), box, border_radius=px(6))
        size = px(20)
        picture = icon(tool.icon, size, theme.colour("text" if tool.enabled else "text_disabled"))
        surface.blit(picture, picture.get_rect(center=rect.center))
