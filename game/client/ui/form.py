"""Forms on pygame_gui: labels, buttons, choices, numbers and text fields laid out top to bottom, worked by both hands.

A form measures its texts, so that nothing is cut at any scale or in any language, and keeps one focus for the keyboard:
Tab and the arrows walk, Enter presses, left and right change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame
import pygame_gui
from pygame_gui.core import ObjectID
from pygame_gui.elements import (
    UIButton,
    UICheckBox,
    UIDropDownMenu,
    UIHorizontalSlider,
    UIImage,
    UIScrollingContainer,
    UITextEntryLine,
)

from game.client.theme import Theme
from game.client.ui.manager import Manager
from game.client.ui.text import Block, flow, say, text_size
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


class Form:
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
        self.on_link = on_link
        self.items: list[Item] = []
        self.focus = -1
        self.by_keys = False
        self.y = 0
        self._texts: list[_Shown] = []
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
            text,
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

    def buttons(self, row: Sequence[tuple[str, str, Callable[[], None], bool]], right: bool = False) -> None:
        """Several buttons (id, text, what, primary) side by side, going on in the next line where they do not fit."""
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
                self._add(Item(name, self._button(max(0, x), w, h, text, primary, ""), "button", act), True)
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
        x, room = self._field(label, min(widest, px(180)))
        words = dict(options)
        start = words.get(value, options[0][1] if options else "")
        widget = UIDropDownMenu(
            [(w, i) for i, w in options] or [("", "")],
            (start, value),
            pygame.Rect(x, self.y, min(room, max(widest, px(180))), px(32)),
            self.manager,
            container=self.box,
        )
        ids = tuple(i for i, _w in options)
        self._add(Item(id, widget, "choice", act, ids, tuple(w for _i, w in options), value), len(options) > 1)
        self.y = self._below

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
            initial_text=value,
            placeholder_text=hint or None,
        )
        self._add(Item(id, widget, "entry", act, value=value), True)
        self.y = self._below

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

    @property
    def scrolled(self) -> int:
        """How far the form is scrolled, pixels."""
        bar = self.box.vert_scroll_bar
        return round(bar.start_percentage * self.y) if bar is not None and self.y else 0

    def scroll_to(self, pixels: int) -> None:
        """Scroll so far."""
        bar = self.box.vert_scroll_bar
        if bar is not None and self.y > self.rect.height and pixels:
            bar.set_scroll_from_start_percentage(min(max(pixels / self.y, 0.0), 1.0))

    # -- playing ----------------------------------------------------------------------------------------------

    def item(self, id: str) -> Item:
        """A control by its id."""
        return next(i for i in self.items if i.id == id)

    def focus_on(self, id: str) -> None:
        """Lead the keyboard to a control."""
        for i, item in enumerate(self.items):
            if item.id == id and item.widget.is_enabled:
                self._focus(i)

    @property
    def focused(self) -> Item | None:
        """The control that the keyboard works."""
        return self.items[self.focus] if 0 <= self.focus < len(self.items) else None

    def _focus(self, index: int) -> None:
        self.focus = index
        item = self.items[index]
        self.manager.set_focus_set(item.widget if item.kind == "entry" else None)
        self._reveal(item)

    def _reveal(self, item: Item) -> None:
        bar = self.box.vert_scroll_bar
        if bar is None or not bar.visible:
            return
        top = item.widget.relative_rect.top
        bottom = top + item.widget.rect.height
        view = self.rect.height
        at = round(bar.start_percentage * self.y)
        margin = self.theme.px(40)
        want = at
        if top - margin < at:
            want = max(0, top - margin)
        elif bottom + margin > at + view:
            want = bottom + margin - view
        if want != at and self.y:
            bar.set_scroll_from_start_percentage(min(max(want / self.y, 0.0), 1.0))

    def step_focus(self, by: int) -> None:
        """Walk to the next control that can be worked."""
        n = len(self.items)
        for k in range(1, n + 1):
            i = (self.focus + by * k) % n
            if self.items[i].widget.is_enabled:
                self._focus(i)
                return

    def event(self, event: pygame.event.Event) -> bool:
        """Take an event after pygame_gui has seen it. True when it was for this form."""
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.by_keys = False
            return self._click(event.pos)
        item = next((i for i in self.items if i.widget is getattr(event, "ui_element", None)), None)
        if item is None:
            return False
        if event.type == pygame_gui.UI_BUTTON_PRESSED and item.kind == "button":
            item.act()
        elif event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            item.act(event.selected_option_id)
        elif event.type in (pygame_gui.UI_CHECK_BOX_CHECKED, pygame_gui.UI_CHECK_BOX_UNCHECKED):
            item.act(event.type == pygame_gui.UI_CHECK_BOX_CHECKED)
        elif event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED:
            _value, least, _most, step = item.value
            item.act(least + round((event.value - least) / step) * step)
        elif event.type in (pygame_gui.UI_TEXT_ENTRY_CHANGED, pygame_gui.UI_TEXT_ENTRY_FINISHED):
            item.act(event.text)
        else:
            return False
        return True

    def _click(self, pos: tuple[int, int]) -> bool:
        if self.on_link is None or not self.rect.collidepoint(pos):
            return False
        for shown in self._texts:
            if shown.widget.rect.collidepoint(pos):
                link = shown.block.link_at(pos[0] - shown.widget.rect.left, pos[1] - shown.widget.rect.top)
                if link is not None:
                    self.on_link(link)
                    return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        item = self.focused
        typing = item is not None and item.kind == "entry" and item.widget.is_focused
        if event.key == pygame.K_TAB:
            self.by_keys = True
            self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in (pygame.K_DOWN, pygame.K_UP):
            self.by_keys = True
            self.step_focus(1 if event.key == pygame.K_DOWN else -1)
            return True
        if item is None or typing:
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.by_keys = True
            self._press(item)
            return True
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT) and item.kind in ("choice", "number"):
            self.by_keys = True
            self._change(item, 1 if event.key == pygame.K_RIGHT else -1)
            return True
        return False

    def _press(self, item: Item) -> None:
        if item.kind == "button":
            item.act()
        elif item.kind == "check":
            item.act(not item.value)
        elif item.kind == "choice":
            self._change(item, 1)

    def _change(self, item: Item, by: int) -> None:
        if item.kind == "choice" and item.values:
            at = item.values.index(item.value) if item.value in item.values else 0
            item.act(item.values[(at + by) % len(item.values)])
        elif item.kind == "number":
            value, least, most, step = item.value
            item.act(min(max(value + by * step, least), most))

    def draw_focus(self, surface: pygame.Surface) -> None:
        """Draw the ring round the control that the keyboard works, once the keyboard has been used."""
        item = self.focused
        if item is None or not self.by_keys:
            return
        clip = surface.get_clip()
        surface.set_clip(self.rect.inflate(self.theme.px(8), 0))
        rect = item.widget.rect.inflate(self.theme.px(6), self.theme.px(6))
        pygame.draw.rect(surface, self.theme.colour("text"), rect, self.theme.px(2), self.theme.px(6))
        surface.set_clip(clip)


def _tick(side: int, theme: Theme) -> pygame.Surface:
    """A tick to lie in a box."""
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    points = [(side * 0.22, side * 0.52), (side * 0.42, side * 0.72), (side * 0.8, side * 0.26)]
    pygame.draw.lines(image, theme.colour("text"), False, points, max(2, side // 8))
    return image
