"""The dice tray: the last throw, tumbling in, over the corner of the table."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.client.panels.log_entry import good, result_words
from game.client.panels.tumbling import LINES_UP, Tumbling, lying
from game.client.theme import Theme
from game.client.ui.dice import draw_die
from game.client.ui.rows import Die
from game.client.ui.text import Block, flow, say
from game.client.words import Words
from game.engine.event import Event, Request, Rolled
from game.engine.records.transcript import need_text
from game.engine.state import State

TUMBLE = 0.75
"""Seconds that dice tumble at normal speed."""
TURNS = 540.0
"""Degrees that a die turns while it rolls in."""
STAYS = 6.0
"""Seconds that the tray stays after the throw."""


CORNERS = ("bottomright", "topright", "bottomleft", "topleft")


@dataclass(frozen=True)
class _Laid:
    """A throw as it is laid out: what is said of it, the side of a die and from one to the next, in pixels."""

    title: Block
    under: Block | None
    result: Block | None
    side: int
    pitch: int
    columns: int
    size: tuple[int, int]


class DiceTray:
    """Shows one throw at a time."""

    def __init__(self, theme: Theme, words: Words) -> None:
        self.theme, self.words = theme, words
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._corner, self._chosen_for = "bottomright", ""
        self._tumbling = Tumbling()

    def chooses(self, occasion: str) -> bool:
        """Whether the corner would be chosen anew on an occasion."""
        return occasion != self._chosen_for

    def draw(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        event: Event,
        names: State,
        age: float,
        keep_clear: Sequence[tuple[float, float]] = (),
        occasion: str = "",
    ) -> None:
        """Draw a throw in a corner of an area: the lower right one, if that hides nothing.

        Parameters
        ----------
        age
            Seconds since it was thrown.
        keep_clear
            Window pixels that should stay in sight (bases, the zone to be filled).
        occasion
            The corner is chosen anew whenever this is another one.
        """
        if age > STAYS + TUMBLE or event.request is None or event.rolled is None:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        laid = self._laid(event.request, event.rolled, names, area, age)
        self._choose(area, laid, keep_clear, occasion)
        self._paint(surface, laid, event.request, event.rolled, names, age)

    def _laid(self, request: Request, rolled: Rolled, names: State, area: pygame.Rect, age: float) -> _Laid:
        """The words of a throw, and how its dice lie."""
        theme, px = self.theme, self.theme.px
        width = min(px(330), area.width - px(24))
        inner = width - px(24)
        title = flow(self.words.spans(request.why, names, "small_bold"), inner, theme)
        need = need_text(request)
        under = flow(say(self.words.say(need, names), "small", "accent"), inner, theme) if need is not None else None
        most = max((len(f) for f in rolled.faces), default=1)
        side = px(34) if most <= 10 else px(26)
        gap = px(5)
        columns = max(1, (inner + gap) // (side + gap))
        rows = sum(max(1, -(-len(f) // columns)) for f in rolled.faces if f)
        outcome = result_words(request, rolled) if age >= TUMBLE else ""
        result = flow(say(outcome or " ", "bold", "text"), inner, theme) if need is not None else None
        tall = px(16) + title.height + (under.height if under else 0) + rows * (side + gap) + px(4)
        tall += result.height if result else 0
        return _Laid(title, under, result, side, side + gap, columns, (width, tall))

    def _choose(self, area: pygame.Rect, laid: _Laid, keep_clear: Sequence[tuple[float, float]], occasion: str) -> None:
        """Take the corner in which it hides least."""
        px = self.theme.px
        room = area.inflate(-px(24), -px(24))
        places = {name: pygame.Rect((0, 0), laid.size) for name in CORNERS}
        for name, rect in places.items():
            setattr(rect, name, getattr(room, name))
        if self.chooses(occasion):
            self._chosen_for = occasion
            about = {name: rect.inflate(px(36), px(36)) for name, rect in places.items()}
            hidden = {name: sum(map(rect.collidepoint, keep_clear)) for name, rect in about.items()}
            self._corner = min(CORNERS, key=lambda name: (hidden[name], name != self._corner))
        self.rect = places[self._corner]

    def _paint(
        self, surface: pygame.Surface, laid: _Laid, request: Request, rolled: Rolled, names: State, age: float
    ) -> None:
        theme, px = self.theme, self.theme.px
        back = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        panel = theme.colour("panel")
        pygame.draw.rect(back, (panel.r, panel.g, panel.b, 238), back.get_rect(), border_radius=px(8))
        surface.blit(back, self.rect)
        pygame.draw.rect(surface, theme.colour("edge_light"), self.rect, px(1), px(8))
        x, y = self.rect.left + px(12), self.rect.top + px(8)
        laid.title.draw(surface, theme, (x, y))
        y += laid.title.height
        if laid.under is not None:
            laid.under.draw(surface, theme, (x, y))
            y += laid.under.height
        y += px(4)
        if age < TUMBLE and self._paint_tumbling(surface, laid, request, rolled, names, age, (x, y)):
            return
        for row, faces in zip(request.rows, rolled.faces, strict=False):
            slot = names.sides[row.side].colour if row.side in names.sides else -1
            for k, face in enumerate(faces):
                left, top = x + k % laid.columns * laid.pitch, y + k // laid.columns * laid.pitch
                at = pygame.Rect(left, top, laid.side, laid.side)
                self._die(surface, at, Die(face, slot, good(request, face), len(row.faces)), row.faces, age, k)
            if faces:
                y += -(-len(faces) // laid.columns) * laid.pitch
        if laid.result is not None:
            laid.result.draw(surface, theme, (x, y))

    def _paint_tumbling(
        self,
        surface: pygame.Surface,
        laid: _Laid,
        request: Request,
        rolled: Rolled,
        names: State,
        age: float,
        origin: tuple[int, int],
    ) -> bool:
        """Draw the dice as they tumble through the tray; False where they do not."""
        thrown: list[tuple[Die, tuple[int, ...], tuple[int, int]]] = []
        y = 0
        for row, faces in zip(request.rows, rolled.faces, strict=False):
            seat = names.sides[row.side].colour if row.side in names.sides else -1
            for k, face in enumerate(faces):
                at = k % laid.columns * laid.pitch + laid.side // 2, y + k // laid.columns * laid.pitch + laid.side // 2
                thrown.append((Die(face, seat, None, len(row.faces)), row.faces, at))
            y += -(-len(faces) // laid.columns) * laid.pitch if faces else 0
        sides = max((len(shown) for _die, shown, _at in thrown), default=0)
        ends = [shown.index(die.face) if die.face in shown else 0 for die, shown, _at in thrown]
        room = laid.columns * laid.pitch, max(y, 2 * laid.side)
        course = self._tumbling.course(id(rolled), ends, sides, room, laid.side)
        if course is None:
            return False
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        for k, (die, shown, at) in enumerate(thrown):
            now = lying(course, k, age / TUMBLE, laid.side, at)
            face = die.face if age / TUMBLE >= LINES_UP else shown[now.face % len(shown)]
            picture = pygame.Surface((laid.side, laid.side), pygame.SRCALPHA)
            draw_die(picture, picture.get_rect(), replace(die, face=face), self.theme)
            turned = pygame.transform.rotozoom(picture, -now.angle, 1.0)
            surface.blit(turned, turned.get_rect(center=(round(origin[0] + now.x), round(origin[1] + now.y))))
        surface.set_clip(clip)
        return True

    def _die(
        self, surface: pygame.Surface, at: pygame.Rect, die: Die, faces: tuple[int, ...], age: float, k: int
    ) -> None:
        """A die; while it is young it rolls in from the left, turning over to other faces, and hops ever lower."""
        lands = landing(k)
        if age >= lands:
            draw_die(surface, at, die if age >= TUMBLE else replace(die, good=None), self.theme)
            return
        left = 1.0 - age / lands
        rolls = random.Random(f"{k} {int(left * 7)}")
        shown = replace(die, face=rolls.choice(faces) if faces and left > 1 / 7 else die.face, good=None)
        side = at.width
        picture = pygame.Surface((side, side), pygame.SRCALPHA)
        draw_die(picture, picture.get_rect(), shown, self.theme)
        turned = pygame.transform.rotozoom(picture, (TURNS + 90 * (k % 3)) * left**1.5, 1.0)
        hop = abs(math.sin(3 * math.pi * left)) * left * side * 0.8
        x = at.centerx - left**1.6 * (at.centerx - self.rect.left + side)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        surface.blit(turned, turned.get_rect(center=(round(x), round(at.centery - hop))))
        surface.set_clip(clip)


def landing(k: int) -> float:
    """Seconds after which the k-th die of a throw has come to rest: all of them by the end of the tumble."""
    return TUMBLE * (0.55 + 0.45 * ((k * 37) % 10) / 10)
