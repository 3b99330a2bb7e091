"""The prompt: who must decide what now, on one slim line always on screen; and how the battle stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
import pygame

from game.client.art.icons import icon
from game.client.theme import Theme, mix
from game.client.ui.text import Block, cut_to, flow, say
from game.client.words import Link, Span, Spans
from game.engine.state import Secret, State

TALL = 40
"""Height at scale 1, pixels."""
SHARE = 8 / 90
"""No more of a small window's height than this."""
RIGHT_SHARE = 0.46
"""No more of the width than this tells how the battle stands."""
MANY = 20
"""More units than these have thinner pips, so that all of them stay in sight."""
NARROW = 700
"""So they are in a window narrower than this (pixels at scale 1)."""
LEAST_HINT = 90
"""A hint that does not fit takes a second line, and is left out where that has less room than this (scale 1)."""
GLOW = 1.4
"""Seconds that the bar glows when another side begins to decide."""


@dataclass(frozen=True)
class Strength:
    """How many units of a side there were, and which of them are left, in the order of its army."""

    slot: int
    name: str
    left: tuple[bool, ...]


def strengths(view: State, names: Iterable[tuple[str, str]]) -> tuple[Strength, ...]:
    """The strength of all sides, hidden troops that the view knows of among them; ``names``: (side, what it is called).

    Tokens that stand for nobody do not count.
    """
    out = []
    for side, name in names:
        left = []
        secret = view.secret.get(side, Secret())
        for unit in (*view.units_of(side), *secret.units.values()):
            bases = [there[b] for there in (view.bases, secret.bases) for b in unit.bases if b in there]
            if any(b.solid for b in bases):
                left.append(any(b.where != "gone" for b in bases))
        out.append(Strength(view.sides[side].colour, name, tuple(left)))
    return tuple(out)


class Prompt:
    """A bar at the top of the battle.

    Attributes
    ----------
    side
        Slot of the theme for the side that decides, -1 for nobody.
    who, message
        Who decides, and what.
    hint
        What to do, smaller; in two lines or left out where there is no room for it.
    status
        (label, value) pairs: turn, phase, points. The first stands at the right, all are told where the pointer rests.
    strengths
        The units of each side, a pip each.
    progress
        Share of its time that a bot has used, None where nobody thinks.
    saved
        Whether the record takes every answer; None where nothing is recorded.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.rect = pygame.Rect(0, 0, 10, 10)
        self.side = -1
        self.who: Spans = ()
        self.message: Spans = ()
        self.hint: Spans = ()
        self.status: Sequence[tuple[Spans, Spans]] = ()
        self.strengths: tuple[Strength, ...] = ()
        self.progress: float | None = None
        self.saved: bool | None = None
        self.link: Link | None = None
        self.fresh = 0.0
        self._flown = -1
        self._laid: list[tuple[Block, tuple[int, int]]] = []
        self._pips: list[tuple[Strength, pygame.Rect]] = []
        self._compact = False
        self._key: object = None
        self._drawn: tuple[object, pygame.Surface | None] = (None, None)

    def tall(self, height: int) -> int:
        """How tall the bar is in a window of a height."""
        return min(self.theme.px(TALL), max(TALL, round(height * SHARE)))

    @property
    def compact(self) -> bool:
        """Whether there is no room for the hint."""
        self._lay()
        return self._compact

    def update(self, dt: float, still: bool) -> None:
        """Time passes (seconds): the bar glows in the colours of a side that begins to decide, unless all is still."""
        self.fresh = max(0.0, self.fresh - dt / GLOW)
        if self.side != self._flown:
            self.fresh = 1.0 if self.side >= 0 and not still else 0.0
            self._flown = self.side

    def place(self, rect: pygame.Rect) -> None:
        """Move or resize the bar."""
        self.rect = rect

    # -- one line ---------------------------------------------------------------------------------------------

    def _lay(self) -> None:
        shown = (self.who, self.message, self.hint, tuple(self.status), self.strengths, self.saved)
        key = (*shown, self.rect.size, self.theme.key)
        if key == self._key:
            return
        self._key = key
        self._laid, self._pips = [], []
        px = self.theme.px
        left, right = px(22), self.rect.width - px(16)
        if self.saved is False:
            right -= px(26)
        right = self._lay_right(right) - px(20)
        said = self._fitting(right - left)
        self._put(said, left)
        x = left + said.width + px(14)
        said_small = tuple(s for s in self.hint if s.text != "\n")
        hint = flow(said_small, 100_000, self.theme)
        if x + hint.width > right and right - x >= px(LEAST_HINT):
            hint = self._two_lines(said_small, right - x, ("small", "tiny")) or hint
        self._compact = bool(self.hint) and x + hint.width > right
        if not self._compact:
            self._put(hint, x)

    def _two_lines(self, spans: Spans, room: int, styles: Sequence[str]) -> Block | None:
        """Spans in the largest of some hands in which two lines hold them; None where none does."""
        for style in styles:
            block = flow(tuple(_restyled(s, style) for s in spans), room, self.theme)
            if block.lines() <= 2 and block.height <= self.rect.height:
                return block
        return None

    def _put(self, block: Block, x: int) -> int:
        """A block in the middle of the height, from ``x`` on; where it ends."""
        self._laid.append((block, (x, (self.rect.height - block.height) // 2)))
        return x + block.width

    def _fitting(self, room: int) -> Block:
        """Who and what in the largest hand that fits one line, then without clauses, then two lines; at last cut."""
        said = self.who + self.message
        plain = tuple(s for s in said if s.link is None or s.link.kind != "clause")
        for spans in (said, plain):
            for style in ("lead", "bold", "small_bold"):
                block = flow(tuple(_restyled(s, style) for s in spans), 100_000, self.theme)
                if block.width <= room:
                    return block
        folded = self._two_lines(plain, room, ("small_bold", "tiny"))
        if folded is not None:
            return folded
        return flow(cut_to(tuple(_restyled(s, "small_bold") for s in plain), room, self.theme), 100_000, self.theme)

    def _lay_right(self, right: int) -> int:
        """Turn and strengths, with the names of the sides where there is room; where they begin."""
        most = round(self.rect.width * RIGHT_SHARE)
        for named in (2, 1, 0):
            wide = self._right_width(named)
            if wide <= most or not named:
                break
        x = right - wide
        px = self.theme.px
        turn = self._turn()
        if turn:
            x = self._put(flow(turn, 100_000, self.theme), x) + px(18)
        for strength in self.strengths:
            name = self._name(strength, named)
            if name:
                x = self._put(flow(name, 100_000, self.theme), x) + px(8)
            wide = self._pips_width(strength)
            box = pygame.Rect(x, (self.rect.height - px(12)) // 2, wide, px(12))
            self._pips.append((strength, box))
            x += wide + px(16)
        return right - self._right_width(named)

    def _right_width(self, named: int) -> int:
        px = self.theme.px
        turn = self._turn()
        wide = flow(turn, 100_000, self.theme).width + px(18) if turn else 0
        for strength in self.strengths:
            name = self._name(strength, named)
            wide += flow(name, 100_000, self.theme).width + px(8) if name else 0
            wide += self._pips_width(strength) + px(16)
        return max(0, wide - px(16))

    def _turn(self) -> Spans:
        """The first fact of the status, as one says it: turn 3 of 8."""
        if not self.status:
            return ()
        label, value = self.status[0]
        if not any(char.isdigit() for s in value for char in s.text):
            label = ()  # a phase says itself what it is
        return tuple(_restyled(s, "small_bold", "text") for s in (*label, Span(" "), *value))

    def _name(self, strength: Strength, named: int) -> Spans:
        style = {2: "small_bold", 1: "tiny", 0: ""}[named]
        return say(strength.name, style) if style else ()

    def _pip(self, strength: Strength) -> tuple[int, int]:
        """Width of a pip and from one to the next, pixels."""
        px = self.theme.px
        thin = len(strength.left) > MANY or self.rect.width < px(NARROW)
        return (px(3), px(4)) if thin else (px(5), px(7))

    def _pips_width(self, strength: Strength) -> int:
        wide, pitch = self._pip(strength)
        return max(0, len(strength.left) - 1) * pitch + wide if strength.left else 0

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bar; as it was drawn before, where nothing about it has changed."""
        self._lay()
        key = (self._key, self.side, self.link, self.progress, round(self.fresh, 3), self.rect.topleft)
        before, picture = self._drawn
        if key != before:
            self._paint(surface)
            self._drawn = (key, None)
        elif picture is None:
            self._paint(surface)
            self._drawn = (key, surface.subsurface(self.rect.clip(surface.get_rect())).copy())
        else:
            surface.blit(picture, self.rect)

    def _paint(self, surface: pygame.Surface) -> None:
        theme, px = self.theme, self.theme.px
        fill = theme.colour("panel")
        if self.side >= 0 and self.fresh > 0:
            fill = mix(fill, theme.side(self.side).cloth, 0.4 * self.fresh)
        pygame.draw.rect(surface, fill, self.rect)
        pygame.draw.line(
            surface,
            theme.colour("edge"),
            (self.rect.left, self.rect.bottom - 1),
            (self.rect.right, self.rect.bottom - 1),
            px(1),
        )
        if self.side >= 0:
            style = theme.side(self.side)
            flag = pygame.Rect(self.rect.left, self.rect.top, px(10), self.rect.height)
            pygame.draw.rect(surface, style.main, flag)
            pygame.draw.rect(surface, style.light, pygame.Rect(flag.right - px(2), flag.top, px(2), flag.height))
        for block, (x, y) in self._laid:
            block.draw(surface, theme, (self.rect.left + x, self.rect.top + y), self.link)
        for strength, box in self._pips:
            self._draw_pips(surface, strength, box.move(self.rect.topleft))
        if self.progress is not None:
            bar = pygame.Rect(self.rect.left, self.rect.bottom - px(3), round(self.rect.width * self.progress), px(3))
            pygame.draw.rect(surface, theme.colour("accent"), bar)
        if self.saved is False:
            size = px(18)
            at = (self.rect.right - size - px(12), self.rect.centery - size // 2)
            surface.blit(icon("warning", size, theme.colour("warning")), at)

    def _draw_pips(self, surface: pygame.Surface, strength: Strength, box: pygame.Rect) -> None:
        """The units that are left first, then those lost: hollow, with a stroke."""
        wide, pitch = self._pip(strength)
        style, edge = self.theme.side(strength.slot), self.theme.colour("edge_light")
        here = sum(strength.left)
        for n in range(len(strength.left)):
            pip = pygame.Rect(box.left + n * pitch, box.top, wide, box.height)
            if n < here:
                pygame.draw.rect(surface, style.main, pip)
                pygame.draw.rect(surface, style.light, pip, 1)
            else:
                pygame.draw.rect(surface, edge, pip, 1)
                pygame.draw.line(surface, edge, (pip.left, pip.bottom - 1), (pip.right - 1, pip.top))

    def tip(self) -> Spans:
        """All that the line is about, with what there was no room for."""
        out: list[Span] = [*self.who, *self.message]
        if self.hint:
            out += [Span("\n", "small"), *self.hint]
        for label, value in self.status:
            out += [Span("\n", "small"), *label, Span(": ", "small", "text_dim"), *value]
        return tuple(out)

    def link_at(self, pos: tuple[int, int]) -> Link | None:
        """The link under a window pixel."""
        for block, (x, y) in self._laid:
            found = block.link_at(pos[0] - self.rect.left - x, pos[1] - self.rect.top - y)
            if found is not None:
                return found
        return None


def _restyled(span: Span, style: str, colour: str = "") -> Span:
    """A span in another hand; clauses keep theirs."""
    if span.link is not None and span.link.kind == "clause":
        return span
    return msgspec.structs.replace(span, style=style, colour=colour or span.colour)
