"""The foot of a replay: buttons, speed, whose eyes, and the bar with turns, phases, losses and bookmarks on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from game.client.art.icons import icon
from game.client.theme import Theme
from game.client.ui.text import flow, say

BUTTONS = (
    ("replay_start", "skip-start"),
    ("replay_turn_back", "rewind"),
    ("replay_phase_back", "chevron-left"),
    ("replay_back", "step-back"),
    ("replay_play", "play"),
    ("replay_forward", "step-forward"),
    ("replay_phase", "chevron-right"),
    ("replay_turn", "fast-forward"),
    ("replay_end", "skip-end"),
)
SPARE = ("replay_turn_back", "replay_phase_back", "replay_phase", "replay_turn")
"""Buttons that are left to the keys in a narrow window."""
ENDS = ("replay_start", "replay_end")
"""Buttons that are left to the keys and the bar in a very narrow one."""
LEAST_BAR = 170
"""Width of the bar below which buttons make room for it, pixels at scale 1."""


@dataclass
class Marked:
    """What is marked on the bar, by line.

    Attributes
    ----------
    losses
        By line and side the bases lost; ``slots`` tells the sides' colours.
    kept
        Lines with a bookmark.
    """

    turns: Sequence[int] = ()
    phases: Sequence[int] = ()
    losses: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    slots: Mapping[str, int] = field(default_factory=dict)
    kept: Sequence[int] = ()


class ReplayBar:
    """Buttons and bar below the table of a replay.

    Attributes
    ----------
    last
        The last line: the right end of the bar.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.last = 1
        self.marked = Marked()
        self.bar = pygame.Rect(0, 0, 10, 10)
        self.buttons: dict[str, pygame.Rect] = {}
        self.foot = pygame.Rect(0, 0, 10, 10)

    def height(self) -> int:
        """Room that it needs, pixels."""
        return self.theme.px(58)

    def place(self, size: tuple[int, int]) -> None:
        """Lay it out at the lower edge of the window."""
        px = self.theme.px
        w, h = size
        self.foot = pygame.Rect(0, h - self.height(), w, self.height())
        side, y, right = px(36), h - self.height() + px(14), w - px(14)
        fixed = {"leave": pygame.Rect(right - side, y, side, side)}
        fixed["speed"] = pygame.Rect(fixed["leave"].left - px(112), y, px(104), side)
        fixed["side"] = pygame.Rect(fixed["speed"].left - px(138), y, px(130), side)
        room = fixed["side"].left - px(40)
        names = [name for name, _icon in BUTTONS]
        for left_out in (SPARE, ENDS):
            if room - len(names) * (side + px(4)) < px(LEAST_BAR):
                names = [name for name in names if name not in left_out]
        self.buttons, x = {}, px(12)
        for name in names:
            self.buttons[name] = pygame.Rect(x, y, side, side)
            x += side + px(4)
        self.buttons.update(fixed)
        self.bar = pygame.Rect(x + px(12), y + px(8), max(px(40), fixed["side"].left - x - px(28)), side - px(16))

    # -- where things are -------------------------------------------------------------------------------------

    def button_at(self, pos: tuple[int, int]) -> str:
        """The button under a window pixel; "" for none."""
        return next((name for name, rect in self.buttons.items() if rect.collidepoint(pos)), "")

    def on_bar(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is on the bar, or so near that it is meant."""
        return self.bar.inflate(0, self.theme.px(14)).collidepoint(pos)

    def x_of(self, line: int) -> int:
        """Where a line is on the bar, window pixels."""
        return self.bar.left + round(self.bar.width * line / max(1, self.last))

    def line_at(self, x: int) -> int:
        """The line at a place of the bar."""
        share = (x - self.bar.left) / max(1, self.bar.width)
        return round(min(max(share, 0.0), 1.0) * self.last)

    def flag(self, line: int) -> pygame.Rect:
        """The flag of a bookmark, above the bar."""
        px = self.theme.px
        return pygame.Rect(self.x_of(line) - px(5), self.bar.top - px(17), px(11), px(13))

    def kept_at(self, pos: tuple[int, int]) -> int | None:
        """The bookmark whose flag is under a window pixel."""
        return next((n for n in self.marked.kept if self.flag(n).inflate(2, 4).collidepoint(pos)), None)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(
        self, surface: pygame.Surface, at: int, playing: bool, words: Mapping[str, str], pos: tuple[int, int]
    ) -> None:
        """Draw all of it.

        Parameters
        ----------
        at
            The line where the replay stands.
        words
            What stands on the buttons "speed" and "side".
        pos
            The pointer.
        """
        theme, px = self.theme, self.theme.px
        pygame.draw.rect(surface, theme.colour("panel"), self.foot)
        pygame.draw.line(surface, theme.colour("edge"), self.foot.topleft, self.foot.topright, px(1))
        pictures = {**dict(BUTTONS), "leave": "close"}
        if playing:
            pictures["replay_play"] = "pause"
        for name, rect in self.buttons.items():
            fill = theme.colour("button_hover" if rect.collidepoint(pos) else "button")
            pygame.draw.rect(surface, fill, rect, border_radius=px(6))
            if name in pictures:
                image = icon(pictures[name], px(20), theme.colour("text"))
                surface.blit(image, image.get_rect(center=rect.center))
            else:
                block = flow(say(words.get(name, ""), "small"), rect.width - px(8), theme, centred=True)
                block.draw(surface, theme, (rect.left + px(4), rect.centery - block.height // 2))
        self._draw_bar(surface, at)

    def _draw_bar(self, surface: pygame.Surface, at: int) -> None:
        theme, px, bar, marked = self.theme, self.theme.px, self.bar, self.marked
        pygame.draw.rect(surface, theme.colour("panel_sunken"), bar, border_radius=px(4))
        done = pygame.Rect(bar.left, bar.top, self.x_of(max(at, 0)) - bar.left, bar.height)
        pygame.draw.rect(surface, theme.colour("accent_dim"), done, border_radius=px(4))
        for n in marked.phases[1:]:
            x = self.x_of(n)
            pygame.draw.line(surface, theme.colour("edge_light"), (x, bar.bottom), (x, bar.bottom + px(3)))
        self._draw_losses(surface)
        for n in marked.turns[1:]:
            x = self.x_of(n)
            pygame.draw.line(surface, theme.colour("text_dim"), (x, bar.top - px(4)), (x, bar.bottom + px(6)), px(2))
        for n in marked.kept:
            flag = self.flag(n)
            pole = theme.colour("accent")
            pygame.draw.line(surface, pole, (flag.centerx, flag.top), (flag.centerx, bar.top), px(1))
            tip = (flag.right, flag.top + px(4))
            pygame.draw.polygon(surface, pole, [(flag.centerx, flag.top), tip, (flag.centerx, flag.top + px(8))])
        knob = pygame.Rect(0, 0, px(8), bar.height + px(10))
        knob.center = (self.x_of(max(at, 0)), bar.centery)
        pygame.draw.rect(surface, theme.colour("text"), knob, border_radius=px(3))

    def _draw_losses(self, surface: pygame.Surface) -> None:
        """Losses as strokes in the side's colour: those of the first side grow from below, the others' from above."""
        bar, slots = self.bar, self.marked.slots
        most = max((k for lost in self.marked.losses.values() for k in lost.values()), default=1)
        for n, lost in self.marked.losses.items():
            for side, k in lost.items():
                tall = max(self.theme.px(4), round(bar.height / 2 * k / most))
                x, first = self.x_of(n), side == next(iter(slots), "")
                a, b = (bar.bottom - 1, bar.bottom - tall) if first else (bar.top, bar.top + tall - 1)
                colour = self.theme.side(slots.get(side, 0)).light
                pygame.draw.line(surface, colour, (x, a), (x, b), self.theme.px(2))
