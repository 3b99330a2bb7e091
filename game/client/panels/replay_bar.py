"""The bar of a replay, over the table's foot: buttons, speed, whose eyes, and turns, phases, losses, bookmarks."""

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
STEPS = ("replay_back", "replay_play", "replay_forward")
"""What stays in sight of a bar that is folded, if there is room for it."""
MORE = "more"
"""What opens a folded bar."""
LEAST_BAR = 170
"""Width of the bar below which buttons make room for it, pixels at scale 1."""
TARGET, PILL, EDGE, GAP = 32, 44, 10, 4
"""A button, the height of the pill, its way from the table's edge and between buttons, pixels at scale 1."""
WIDTHS = {"side": 130, "speed": 104}
"""Buttons with words."""
TALL = 14
"""Height of the bar itself."""
BACK = (26, 21, 18, 225)


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
    """Buttons and bar in a pill over the table of a replay; where there is little room it is folded, and opens.

    Attributes
    ----------
    last
        The last line: the right end of the bar.
    folded, opened
        Whether most buttons are folded away, and whether they are shown nevertheless, in rows above the bar.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.last = 1
        self.marked = Marked()
        self.folded = self.opened = False
        self.bar = pygame.Rect(0, 0, 10, 10)
        self.buttons: dict[str, pygame.Rect] = {}
        self.foot = pygame.Rect(0, 0, 10, 10)

    def height(self) -> int:
        """What it always lies over at the table's lower edge, pixels."""
        return self.theme.px(PILL + EDGE)

    def place(self, room: pygame.Rect) -> pygame.Rect:
        """Float at the lower edge of a room over the table; gives back what is left of it."""
        px = self.theme.px
        self.foot = pygame.Rect(
            room.left + px(EDGE), room.bottom - px(EDGE + PILL), room.width - px(2 * EDGE), px(PILL)
        )
        names = [name for name, _icon in BUTTONS]
        fixed = ["side", "speed", "leave"]
        for left_out in (SPARE, ENDS):
            if self._room_for(names, fixed) < px(LEAST_BAR):
                names = [name for name in names if name not in left_out]
        self.folded = self._room_for(names, fixed) < px(LEAST_BAR)
        if not self.folded:
            self._line(names, fixed)
            return room_above(room, self.foot)
        names, fixed = list(STEPS), [MORE]
        if self._room_for(names, fixed) < px(LEAST_BAR):
            names = ["replay_play"]
        self._line(names, fixed)
        if self.opened:
            away = [name for name in (*(n for n, _icon in BUTTONS), "side", "speed", "leave") if name not in names]
            self._rows(away)
        return room_above(room, self.foot)

    def _wide(self, name: str) -> int:
        return self.theme.px(WIDTHS.get(name, TARGET))

    def _room_for(self, left: Sequence[str], right: Sequence[str]) -> int:
        """How wide the bar is between so many buttons, pixels."""
        px = self.theme.px
        taken = sum(self._wide(name) + px(GAP) for name in (*left, *right))
        return self.foot.width - taken - px(2 * 6 + 2 * 12)

    def _line(self, left: Sequence[str], right: Sequence[str]) -> None:
        """Buttons left and right of the bar."""
        px, inner = self.theme.px, self.foot.inflate(-self.theme.px(2 * 6), 0)
        top = inner.top + px(PILL - TARGET - 4)
        self.buttons, x = {}, inner.left
        for name in left:
            self.buttons[name] = pygame.Rect(x, top, self._wide(name), px(TARGET))
            x += self._wide(name) + px(GAP)
        begins, x = x, inner.right
        for name in reversed(right):
            x -= self._wide(name)
            self.buttons[name] = pygame.Rect(x, top, self._wide(name), px(TARGET))
            x -= px(GAP)
        self.bar = pygame.Rect(begins + px(12), top + px(12), x - begins - px(24), px(TALL))

    def _rows(self, names: Sequence[str]) -> None:
        """Rows of buttons above the bar, in the same pill."""
        px, inner = self.theme.px, self.foot.inflate(-self.theme.px(2 * 6), 0)
        rows: list[list[str]] = [[]]
        for name in names:
            if sum(self._wide(n) + px(GAP) for n in (*rows[-1], name)) > inner.width + px(GAP):
                rows.append([])
            rows[-1].append(name)
        step = px(TARGET + GAP)
        top = self.foot.top - len(rows) * step + px(PILL - TARGET - 4)
        self.foot = pygame.Rect(self.foot.left, self.foot.top - len(rows) * step, self.foot.width, self.foot.height)
        self.foot.height += len(rows) * step
        for n, row in enumerate(rows):
            x = inner.left
            for name in row:
                self.buttons[name] = pygame.Rect(x, top + n * step, self._wide(name), px(TARGET))
                x += self._wide(name) + px(GAP)

    # -- where things are -------------------------------------------------------------------------------------

    def button_at(self, pos: tuple[int, int]) -> str:
        """The button under a window pixel; "" for none."""
        return next((name for name, rect in self.buttons.items() if rect.collidepoint(pos)), "")

    def on_bar(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is on the bar, or so near that it is meant."""
        return self.bar.inflate(0, self.theme.px(14)).collidepoint(pos) and not self.button_at(pos)

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
        return pygame.Rect(self.x_of(line) - px(5), self.bar.top - px(18), px(11), px(14))

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
        back = pygame.Surface(self.foot.size, pygame.SRCALPHA)
        pygame.draw.rect(back, BACK, back.get_rect(), border_radius=px(8))
        pygame.draw.rect(back, theme.colour("edge"), back.get_rect(), px(1), px(8))
        surface.blit(back, self.foot)
        pictures = {**dict(BUTTONS), "leave": "close", MORE: "chevron-down" if self.opened else "chevron-up"}
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


def room_above(room: pygame.Rect, foot: pygame.Rect) -> pygame.Rect:
    """What of a room lies above what floats at its foot."""
    return pygame.Rect(room.left, room.top, room.width, foot.top - room.top)
