"""Laying out a form on pygame_gui: labels, buttons, choices, numbers and text fields top to bottom.

A form measures its texts, so that nothing is cut at any scale or in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame
from pygame_gui.core import ObjectID
from pygame_gui.elements import (
    UIButton,
    UICheckBox,
    UIHorizontalSlider,
    UIImage,
    UIScrollingContainer,
    UITextEntryLine,
)

from game.client.theme import Theme
from game.client.ui.drop_down import DropDown
from game.client.ui.manager import Manager
from game.client.ui.text import Block, drawable, flow, say, text_size
from game.client.ui.tiles import Tile, painted
from game.client.words import Link, Spans


@dataclass
class Item:
    """A control of a form: its widget and what it does. ``values`` are the ids behind a choice's words."""

    id: str
    widget: Any
    kind: str
    act: Callable[..., None]
    values: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    value: Any = None


@dataclass
class _Shown:
    """A block of text in the form, for its links."""

    block: Block
    widget: Any


@dataclass(frozen=True)
class Swatch:
    """A picture of a form that can be pressed: ``words`` are its tip, the chosen one has a frame."""

    id: str
    image: pygame.Surface
    words: str
    on: bool = False


@dataclass
class _Pressable:
    """A picture in the form and what a click on it does; a tile is lit where the pointer is over it."""

    id: str
    widget: UIImage
    act: Callable[[], None]
    tile: Tile | None = None
    under: bool = False


class FormLayout:
    """Controls in a rectangle, one below the other, scrolling where they do not fit.

    Parameters
    ----------
    manager, theme
        pygame_gui's manager and the client's theme.
    rect
        Where, in window pixels.
    on_link
        Called with a link that was clicked in a text.
    bar
        Keep room for a scroll bar; without it the controls fill the whole width, and must fit the height.
    """

    def __init__(
        self,
        manager: Manager,
        theme: Theme,
        rect: pygame.Rect,
        on_link: Callable[[Link], None] | None = None,
        bar: bool = True,
    ) -> None:
        self.manager, self.theme, self.rect = manager, theme, rect
        self.on_link, self.scrolls = on_link, bar
        self.items: list[Item] = []
        self.focus = -1
        self.by_keys = False
        self.y = 0
        self._texts: list[_Shown] = []
        self.pictures: list[_Pressable] = []
        self.box = UIScrollingContainer(rect, manager, allow_scroll_x=False, allow_scroll_y=bar)
        self.width = rect.width - (theme.px(22) if bar else 0)
        self.label_width = 0
        self._below = 0

    # -- building ---------------------------------------------------------------------------------------------

    def gap(self, pixels: int = 10) -> None:
        """Leave room (pixels at scale 1)."""
        self.y += self.theme.px(pixels)

    def text(self, spans: Spans | str, style: str = "body", colour: str = "text", centred: bool = False) -> None:
        """A paragraph."""
        if isinstance(spans, str):
            spans = say(spans, style, colour)
        self._paint(flow(spans, self.width, self.theme, centred), 0, self.width)
        self.y += self.theme.px(4)

    def heading(self, text: str) -> None:
        """A heading over what follows."""
        if self.y:
            self.gap(8)
        self.text(text, "heading", "accent")

    def _paint(self, block: Block, x: int, width: int) -> None:
        """Put a laid out block at the present height."""
        if not block.pieces:
            return
        image = pygame.Surface((max(1, width), max(1, block.height)), pygame.SRCALPHA)
        block.draw(image, self.theme, (0, 0))
        rect = pygame.Rect(x, self.y, image.get_width(), image.get_height())
        widget = UIImage(rect, image, self.manager, container=self.box)
        self._texts.append(_Shown(block, widget))
        self.y += block.height

    def _button(self, x: int, width: int, height: int, text: str, primary: bool, tip: str) -> UIButton:
        return UIButton(
            pygame.Rect(x, self.y, width, height),
            drawable(text),
            self.manager,
            container=self.box,
            tool_tip_text=tip or None,
            object_id=ObjectID(None, "@primary" if primary else None),
        )

    def button_size(self, text: str, bold: bool = False) -> tuple[int, int]:
        """The size that a button needs for its text."""
        w, _h = text_size(self.theme, text, "bold" if bold else "body")
        return w + self.theme.px(32), self.theme.px(34)

    def button(
        self,
        id: str,
        text: str,
        act: Callable[[], None],
        primary: bool = False,
        enabled: bool = True,
        wide: bool = False,
        tip: str = "",
    ) -> None:
        """One button on a line of its own; ``wide`` fills the line."""
        w, h = self.button_size(text, primary)
        w = self.width if wide else min(w, self.width)
        widget = self._button(0, w, h, text, primary, tip)
        self._add(Item(id, widget, "button", act), enabled)
        self.y += h + self.theme.px(6)

    def buttons(
        self,
        row: Sequence[tuple[str, str, Callable[[], None], bool]],
        right: bool = False,
        off: Collection[str] = (),
    ) -> None:
        """Several buttons (id, text, what, primary) side by side, going on in the next line where they do not fit.

        Those in ``off`` keep their place but cannot be pressed.
        """
        gap = self.theme.px(8)
        lines: list[list[int]] = [[]]
        sizes = [self.button_size(text, primary) for _id, text, _act, primary in row]
        x = 0
        for i, (w, _h) in enumerate(sizes):
            if x and x + w > self.width:
                lines.append([])
                x = 0
            lines[-1].append(i)
            x += w + gap
        for line in lines:
            wide = sum(sizes[i][0] for i in line) + gap * (len(line) - 1)
            x = self.width - wide if right else 0
            for i in line:
                name, text, act, primary = row[i]
                w, h = sizes[i]
                w = min(w, self.width)
                self._add(Item(name, self._button(max(0, x), w, h, text, primary, ""), "button", act), name not in off)
                x += w + gap
            self.y += self.theme.px(34 + 6)

    def grid(self, entries: Sequence[tuple[str, str, Callable[[], None], bool]]) -> None:
        """Wide buttons (id, text, what, primary) one below the other; in columns where the height is not enough."""
        px = self.theme.px
        tall, gap = px(34), px(8)
        room = self.rect.height - self.y
        least = max((self.button_size(text, primary)[0] for _id, text, _act, primary in entries), default=1)
        columns = 1
        while (
            -(-len(entries) // columns) * (tall + gap) > room and (self.width - gap * columns) // (columns + 1) >= least
        ):
            columns += 1
        wide = (self.width - gap * (columns - 1)) // columns
        top = self.y
        for n, (name, text, act, primary) in enumerate(entries):
            self.y = top + n // columns * (tall + gap)
            x = n % columns * (wide + gap)
            self._add(Item(name, self._button(x, wide, tall, text, primary, ""), "button", act), True)
        self.y = top + -(-len(entries) // columns) * (tall + gap)

    def _field(self, label: str, least: int) -> tuple[int, int]:
        """Draw a label; x and width of its field. The label stands above where there is no room beside."""
        px = self.theme.px
        self._below = self.y + px(38)
        if not label:
            return 0, self.width
        beside = self.label_width or max(px(150), int(self.width * 0.34))
        block = flow(say(label), beside - px(10), self.theme)
        if self.width - beside >= least and block.lines() <= 2:
            y = self.y
            self.y += max(0, (px(32) - block.height) // 2)
            self._paint(block, 0, beside)
            self._below = max(self._below, self.y + px(6))
            self.y = y
            return beside, self.width - beside
        self._paint(flow(say(label), self.width, self.theme), 0, self.width)
        self._below = self.y + px(38)
        return 0, self.width

    def choice(
        self,
        id: str,
        label: str,
        options: Sequence[tuple[str, str]],
        value: str,
        act: Callable[[str], None],
        tip: str = "",
    ) -> None:
        """A drop-down list of (id, words)."""
        px = self.theme.px
        widest = max((text_size(self.theme, words)[0] for _id, words in options), default=0) + px(56)
        x, room = self._field(label, widest)
        words = dict(options)
        start = words.get(value, options[0][1] if options else "")
        widget = DropDown(
            [(drawable(w), i) for i, w in options] or [("", "")],
            (drawable(start), value),
            pygame.Rect(x, self.y, min(room, max(widest, px(180))), px(32)),
            self.manager,
            container=self.box,
        )
        widget.within = self.rect
        ids = tuple(i for i, _w in options)
        self._add(Item(id, widget, "choice", act, ids, tuple(w for _i, w in options), value), len(options) > 1)
        self.y = self._below

    def swatches(self, id: str, shown: Sequence[Swatch], act: Callable[[str], None] | None = None) -> None:
        """Small pictures in a row below a choice's field; a click on one chooses it, where anything can be chosen."""
        px = self.theme.px
        gap, edge = px(8), px(3)
        left = self.label_width or max(px(150), int(self.width * 0.34))
        wide = sum(s.image.get_width() + 2 * edge + gap for s in shown)
        x = left if left + wide <= self.width else 0
        tall = 0
        for one in shown:
            w, h = one.image.get_width() + 2 * edge, one.image.get_height() + 2 * edge
            if x and x + w > self.width:
                x, self.y, tall = 0, self.y + tall + gap, 0
            image = pygame.Surface((w, h), pygame.SRCALPHA)
            if one.on:
                pygame.draw.rect(image, self.theme.colour("accent"), image.get_rect(), px(2), px(4))
            image.blit(one.image, (edge, edge))
            widget = UIImage(pygame.Rect(x, self.y, w, h), image, self.manager, container=self.box)
            widget.set_tooltip(one.words)
            if act is not None:
                self.pictures.append(_Pressable(f"{id}:{one.id}", widget, partial(act, one.id)))
            x += w + gap
            tall = max(tall, h)
        self.y += tall + px(8)

    def tile(self, id: str, tile: Tile, rect: pygame.Rect, act: Callable[[], None], tip: str = "") -> None:
        """A painted button at a rectangle of the form (pixels from its corner)."""
        widget = UIImage(rect, painted(tile, rect.size, self.theme), self.manager, container=self.box)
        if tip:
            widget.set_tooltip(tip)
        self.pictures.append(_Pressable(id, widget, act, tile))
        self._add(Item(id, widget, "button", act), True)
        self.y = max(self.y, rect.bottom)

    def check(self, id: str, label: str, value: bool, act: Callable[[bool], None], note: str = "") -> None:
        """A box to tick, its words beside it."""
        px = self.theme.px
        side = px(22)
        widget = UICheckBox(pygame.Rect(0, self.y + px(3), side, side), "", self.manager, container=self.box)
        widget.check_symbol = ""
        widget.selected_images = [_tick(side, self.theme)]
        widget.rebuild()
        widget.set_state(value)
        self._add(Item(id, widget, "check", act, value=value), True)
        top = self.y
        self.y += px(2)
        self._paint(flow(say(label), self.width - px(32), self.theme), px(32), self.width - px(32))
        if note:
            block = flow(say(note, "small", "text_dim"), self.width - px(32), self.theme)
            self._paint(block, px(32), self.width - px(32))
        self.y = max(self.y, top + px(30)) + px(2)

    def number(
        self,
        id: str,
        label: str,
        value: int,
        least: int,
        most: int,
        step: int,
        act: Callable[[int], None],
        unit: str = "",
    ) -> None:
        """A slider with its number shown in the label."""
        px = self.theme.px
        x, room = self._field(f"{label}: {value}{unit}", px(160))
        widget = UIHorizontalSlider(
            pygame.Rect(x, self.y, min(room, px(280)), px(26)),
            value,
            (least, most),
            self.manager,
            container=self.box,
            click_increment=step,
        )
        self._add(Item(id, widget, "number", act, value=(value, least, most, step)), True)
        self.y = self._below

    def entry(self, id: str, label: str, value: str, act: Callable[[str], None], hint: str = "") -> None:
        """A line of text to type into."""
        px = self.theme.px
        x, room = self._field(label, px(160))
        widget = UITextEntryLine(
            pygame.Rect(x, self.y, min(room, px(340)), px(32)),
            self.manager,
            container=self.box,
            initial_text=drawable(value),
            placeholder_text=drawable(hint) or None,
        )
        self._add(Item(id, widget, "entry", act, value=value), True)
        self.y = self._below

    def digits(self, id: str, label: str, value: int, least: int, most: int, act: Callable[[int], None]) -> None:
        """A whole number to type: for ranges too wide for a slider. What lies beyond the bounds is not taken."""

        def typed(text: str) -> None:
            if text.isdigit() and least <= int(text) <= most:
                act(int(text))

        self.entry(id, label, str(value), typed)
        self.items[-1].widget.set_allowed_characters("numbers")
        self.items[-1].widget.set_text_length_limit(len(str(most)))

    def _add(self, item: Item, enabled: bool) -> None:
        if not enabled:
            item.widget.disable()
        self.items.append(item)

    def finish(self) -> None:
        """All controls are in: fix the height of what scrolls, and lead the focus to the first that can take it."""
        self.box.set_scrollable_area_dimensions((self.width, self.y + self.theme.px(4)))
        if self.focus < 0 or self.focus >= len(self.items):
            self.focus = next((i for i, it in enumerate(self.items) if it.widget.is_enabled), -1)

    @property
    def height(self) -> int:
        """The height of the content."""
        return self.y


def _tick(side: int, theme: Theme) -> pygame.Surface:
    """A tick to lie in a box."""
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    points = [(side * 0.22, side * 0.52), (side * 0.42, side * 0.72), (side * 0.8, side * 0.26)]
    pygame.draw.lines(image, theme.colour("text"), False, points, max(2, side // 8))
    return image
