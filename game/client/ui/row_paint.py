"""How a row of a sheet is measured and drawn."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec
import pygame

from game.client.theme import Theme, mix
from game.client.ui.dice import draw_die
from game.client.ui.legs import STRIP, draw_strip
from game.client.ui.rows import TONE_COLOURS, Row
from game.client.ui.text import Block, cut_to, flow, text_size
from game.client.words import Link, Span, Spans


@dataclass
class Laid:
    """A row with its texts laid out for a width; rectangles are relative to the row's top left corner."""

    row: Row
    height: int
    label: Block
    label_at: tuple[int, int]
    note: Block | None = None
    note_at: tuple[int, int] = (0, 0)
    value: Block | None = None
    value_at: tuple[int, int] = (0, 0)
    less: pygame.Rect | None = None
    more: pygame.Rect | None = None
    dice: list[pygame.Rect] = field(default_factory=list)
    key_y: int | None = None

    def link_at(self, x: float, y: float) -> Link | None:
        """The link below a point of the row."""
        for block, at in ((self.label, self.label_at), (self.note, self.note_at), (self.value, self.value_at)):
            if block is not None:
                found = block.link_at(x - at[0], y - at[1])
                if found is not None:
                    return found
        return None


_LAID: OrderedDict[object, Laid] = OrderedDict()
_MOST_KEPT = 4096


def lay(row: Row, width: int, theme: Theme) -> Laid:
    """Measure a row for a width in pixels; what was measured before is kept (what is laid is never changed)."""
    key = (row, width, theme.key)
    found = _LAID.get(key)
    if found is None:
        found = _LAID[key] = _lay(row, width, theme)
        if len(_LAID) > _MOST_KEPT:
            _LAID.popitem(last=False)
    return found


def _lay(row: Row, width: int, theme: Theme) -> Laid:
    px = theme.px
    if row.look == "gap":
        return Laid(row, px(8), Block(), (0, 0))
    if row.look == "line":
        return Laid(row, px(13), Block(), (0, 0))
    if row.look == "dice":
        return _lay_dice(row, width, theme)
    boxed = row.look in ("choice", "button", "stepper")
    if row.tall and row.look in ("choice", "button"):
        return _lay_tight(row, width, theme)
    pad_x = px(10) if boxed else px(4) if row.look == "value" else px(2)
    pad_y = px(6) if boxed else px(3) if row.look == "value" else px(2)
    left = pad_x + px(14) * row.indent
    if row.mark:
        left += px(24)
    if row.swatch >= 0:
        left += px(16)
    right = width - pad_x
    less = more = None
    value = None
    value_at = (0, 0)
    if row.look == "stepper":
        side = px(28)
        more = pygame.Rect(right - side, 0, side, side)
        number = max(px(34), flow(row.value, width, theme).width + px(10))
        less = pygame.Rect(more.left - number - side, 0, side, side)
        value = flow(row.value, number, theme, centred=True)
        value_at = (less.right, 0)
        right = less.left - px(8)
    elif row.value:
        room = right - left - px(8)
        word = max((text_size(theme, w, x.style)[0] for x in row.label for w in x.text.split()), default=0)
        value = flow(row.value, max(px(40), min(room * 65 // 100, room - word)), theme)
        value_at = (right - value.width, pad_y)
        right = value_at[0] - px(8)
    if row.key:
        right -= text_size(theme, row.key, "tiny")[0] + px(14)
    label = flow(row.label, right - left, theme, centred=False)
    height = pad_y + label.height
    below: Spans = row.bar or row.note
    note = None
    note_at = (left, height)
    if below:
        note = flow(below, right - left, theme)
        height += note.height
    height = max(height + pad_y, (value.height + 2 * pad_y) if value is not None else 0)
    if boxed:
        height = max(height, px(32))
    if row.look == "heading":
        height += px(4)
    top = pad_y
    if boxed:
        top = (height - label.height - (note.height if note else 0)) // 2
        note_at = (left, top + label.height)
    if less is not None and more is not None and value is not None:
        less.centery = more.centery = height // 2
        value_at = (value_at[0], (height - value.height) // 2)
    return Laid(row, height, label, (left, top), note, note_at, value, value_at, less, more)


def _lay_tight(row: Row, width: int, theme: Theme) -> Laid:
    """A row of a tight list: one line and, where there is a note, a second; key and value at the right."""
    px = theme.px
    left = px(10) + px(14) * row.indent + (px(24) if row.mark else 0) + (px(16) if row.swatch >= 0 else 0)
    right = width - px(8)
    key = text_size(theme, row.key, "tiny")[0] + px(14) if row.key else 0
    value = flow(row.value, right - left, theme) if row.value else None
    below: Spans = row.bar or row.note
    beside = value.width + px(8) if value is not None else 0
    if row.strip:
        label = flow(cut_to(row.label, right - left - beside, theme), right - left, theme)
        short = flow(cut_to(below, right - left - px(STRIP[0] + 8), theme), right - left, theme) if below else None
        below_at = label.height - px(4)
        height = max(px(row.tall), below_at + (short.height if short is not None else px(12)))
        laid = Laid(row, height, label, (left, -px(1)), short, (left, below_at))
        if value is not None:
            laid.value, laid.value_at = value, (right - value.width, px(1))
        return laid
    most = px(row.tall + 4) if row.mark else width  # what is one of a list may be cut, what stands alone may not
    label = _shortest(row.label, right - left - key - (0 if below else beside), most, theme)
    note = flow(below, right - left - (beside or key if row.key or value else 0), theme) if below else None
    content = label.height + (note.height if note is not None else 0)
    height = max(px(row.tall), content + px(3))
    top = (height - content) // 2
    laid = Laid(row, height, label, (left, top), note, (left, top + label.height))
    laid.key_y = top + label.height // 2 if value is not None and note is not None else height // 2
    if value is not None:
        y = top + label.height if note is not None else (height - value.height) // 2
        x = right - value.width - (0 if note is not None else key)
        laid.value, laid.value_at = value, (x, y)
    return laid


SMALLER = {"body": "small", "bold": "small_bold"}


def _shortest(label: Spans, width: int, most: int, theme: Theme) -> Block:
    """A label on one line, in a smaller hand where need be; else in as few lines as that hand makes it.

    Where those are taller than ``most`` pixels it is cut, but for its last word: the number tells it from the others.
    """
    block = flow(label, width, theme)
    if block.lines() <= 1:
        return block
    smaller = tuple(msgspec.structs.replace(s, style=SMALLER.get(s.style, s.style)) for s in label)
    block = flow(smaller, width, theme)
    if block.height <= most:
        return block
    first, space, last = smaller[-1].text.rstrip().rpartition(" ")
    if len(smaller) > 1 or not space:
        return flow(cut_to(smaller, width, theme), width, theme)
    end = msgspec.structs.replace(smaller[0], text=space + last)
    room = width - text_size(theme, end.text, end.style)[0] - theme.px(3)
    head = cut_to((msgspec.structs.replace(smaller[0], text=first),), room, theme)
    return flow((*head, end), width, theme)


def _lay_dice(row: Row, width: int, theme: Theme) -> Laid:
    px = theme.px
    side, gap = px(22), px(4)
    left = px(4) + px(14) * row.indent
    label = flow(row.label, width - left, theme)
    top = label.height + px(3) if row.label else px(2)
    rects = []
    x, y = left, top
    for _die in row.dice:
        if x + side > width - px(4) and x > left:
            x, y = left, y + side + gap
        rects.append(pygame.Rect(x, y, side, side))
        x += side + gap
    height = (y + side + px(4)) if row.dice else top
    note = flow(row.note, width - left, theme) if row.note else None
    return Laid(row, height + (note.height if note else 0), label, (left, px(1)), note, (left, height), dice=rects)


def paint(
    surface: pygame.Surface,
    laid: Laid,
    rect: pygame.Rect,
    theme: Theme,
    focused: bool = False,
    hovered: bool = False,
    link: Link | None = None,
) -> None:
    """Draw a row that was measured, in its rectangle."""
    row = laid.row
    if row.look == "gap":
        return
    if row.look == "line":
        y = rect.centery
        pygame.draw.line(surface, theme.colour("edge"), (rect.left, y), (rect.right, y), theme.px(1))
        return
    if row.look in ("choice", "button", "stepper"):
        _box(surface, row, rect, theme, hovered)
    elif row.live and (hovered or row.on):
        pygame.draw.rect(surface, theme.colour("row_selected"), rect, border_radius=theme.px(3))
    if focused:
        pygame.draw.rect(
            surface, theme.colour("text"), rect.inflate(theme.px(2), theme.px(2)), theme.px(2), theme.px(6)
        )
    colour = _ink(row)
    ink = colour if colour != "text" else ""
    x, y = rect.topleft
    if row.mark:
        _mark(surface, row, (x + laid.label_at[0] - theme.px(24), y + laid.label_at[1]), laid.label, theme, colour)
    if row.swatch >= 0:
        style = theme.side(row.swatch)
        chip = pygame.Rect(0, 0, theme.px(11), theme.px(11))
        first = laid.label.pieces[0].height if laid.label.pieces else theme.px(20)
        chip.midleft = (x + laid.label_at[0] - theme.px(16), y + laid.label_at[1] + first // 2 + theme.px(1))
        pygame.draw.rect(surface, style.main, chip, border_radius=theme.px(2))
        pygame.draw.rect(surface, style.light, chip, theme.px(1), theme.px(2))
    laid.label.draw(surface, theme, (x + laid.label_at[0], y + laid.label_at[1]), link, ink)
    if laid.note is not None:
        tint = colour if row.look == "button" and row.tone == "accent" and not row.bar else ""
        laid.note.draw(surface, theme, (x + laid.note_at[0], y + laid.note_at[1]), link, tint)
    if laid.value is not None:
        laid.value.draw(surface, theme, (x + laid.value_at[0], y + laid.value_at[1]), link, ink)
    if row.strip:
        bar = pygame.Rect(0, 0, theme.px(STRIP[0]), theme.px(STRIP[1]))
        bar.bottomright = (rect.right - theme.px(8), rect.bottom - theme.px(7))
        draw_strip(surface, theme, row.strip, bar)
    if row.key:
        key_y = rect.centery if laid.key_y is None else rect.top + laid.key_y
        _key(surface, row.key, (rect.right - theme.px(8), key_y), theme, colour)
    for sign, box, can in (("-", laid.less, row.can_less), ("+", laid.more, row.can_more)):
        if box is not None:
            _step(surface, sign, box.move(x, y), can, theme)
    for die, box in zip(row.dice, laid.dice, strict=False):
        draw_die(surface, box.move(x, y), die, theme)


def _ink(row: Row) -> str:
    if row.bar:
        return "text_disabled"
    if row.look == "button" and row.tone == "accent":
        return "text_on_accent"
    if row.look == "heading":
        return "accent"
    return TONE_COLOURS[row.tone]


def _box(surface: pygame.Surface, row: Row, rect: pygame.Rect, theme: Theme, hovered: bool) -> None:
    radius = theme.px(5)
    fill, edge = theme.colour("button"), theme.colour("edge")
    if row.look == "stepper":
        fill = theme.colour("panel_raised")
    if row.bar:
        fill, edge = theme.colour("button_disabled"), theme.colour("button_disabled")
    elif row.look == "button" and row.tone == "accent":
        fill = theme.colour("accent")
        edge = fill
        if hovered:
            fill = mix(fill, "#ffffff", 0.18)
    elif row.on:
        fill, edge = theme.colour("row_selected"), theme.colour("accent")
    elif hovered:
        fill, edge = theme.colour("button_hover"), theme.colour("edge_light")
    pygame.draw.rect(surface, fill, rect, border_radius=radius)
    pygame.draw.rect(surface, edge, rect, theme.px(1), radius)
    if row.on and not row.bar:
        strip = pygame.Rect(rect.left, rect.top + theme.px(4), theme.px(3), rect.height - theme.px(8))
        pygame.draw.rect(surface, theme.colour("accent"), strip, border_radius=theme.px(1))


def _mark(surface: pygame.Surface, row: Row, at: tuple[int, int], label: Block, theme: Theme, colour: str) -> None:
    px = theme.px
    first = label.pieces[0].height if label.pieces else px(18)
    centre = (at[0] + px(9), at[1] + first // 2 + px(1))
    ink = theme.colour(colour)
    if row.mark == "radio":
        pygame.draw.circle(surface, ink, centre, px(7), px(2))
        if row.on:
            pygame.draw.circle(surface, theme.colour("accent"), centre, px(4))
    elif row.mark == "check":
        box = pygame.Rect(0, 0, px(14), px(14))
        box.center = centre
        pygame.draw.rect(surface, ink, box, px(2), px(3))
        if row.on:
            x, y = box.topleft
            points = [(x + px(3), y + px(7)), (x + px(6), y + px(10)), (x + px(11), y + px(3))]
            pygame.draw.lines(surface, theme.colour("accent"), False, points, px(3))
    elif row.mark in ("open", "shut"):
        x, y = centre
        r = px(4)
        down = row.mark == "open"
        points = (
            [(x - r, y - r // 2), (x + r, y - r // 2), (x, y + r)]
            if down
            else [(x - r // 2, y - r), (x + r, y), (x - r // 2, y + r)]
        )
        pygame.draw.polygon(surface, theme.colour("text_dim"), points)
    else:
        pygame.draw.circle(surface, theme.colour("accent" if row.on else "panel_sunken"), centre, px(9))
        number = flow((Span(row.mark, "tiny", "text_on_accent" if row.on else "text"),), px(40), theme)
        number.draw(surface, theme, (centre[0] - number.width // 2, centre[1] - number.height // 2))


def _key(surface: pygame.Surface, key: str, right_centre: tuple[int, int], theme: Theme, colour: str) -> None:
    """A key cap with the key's name."""
    w, h = text_size(theme, key, "tiny")
    box = pygame.Rect(0, 0, w + theme.px(8), h + theme.px(2))
    box.midright = right_centre
    ink = theme.colour(colour)
    pygame.draw.rect(surface, mix(ink, theme.colour("panel"), 0.55), box, theme.px(1), theme.px(3))
    cap = flow((Span(key, "tiny", colour),), box.width, theme)
    cap.draw(surface, theme, (box.left + theme.px(4), box.top + theme.px(1)))


def _step(surface: pygame.Surface, sign: str, box: pygame.Rect, can: bool, theme: Theme) -> None:
    pygame.draw.rect(surface, theme.colour("button" if can else "button_disabled"), box, border_radius=theme.px(4))
    ink = theme.colour("text" if can else "text_disabled")
    arm = theme.px(5)
    x, y = box.center
    pygame.draw.line(surface, ink, (x - arm, y), (x + arm, y), theme.px(2))
    if sign == "+":
        pygame.draw.line(surface, ink, (x, y - arm), (x, y + arm), theme.px(2))
