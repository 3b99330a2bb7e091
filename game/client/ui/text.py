"""Rich text: spans flowed into lines of a width, with links that can be clicked."""

from __future__ import annotations

import functools
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import cast

import msgspec
import pygame

from game.client.theme import FontStyle, Theme
from game.client.words import Link, Span, Spans

_GLUED = re.compile(r"(?<=\d) (?=(?:%|cm|mm|pkt|D6|k6)(?![^\W\d]))")
"""A space between a number and its unit: no line ends there."""
_APART = re.compile(r"(?<=\d) (?=\d)")
_WIDE = "\N{EN SPACE}"
_BOLD = frozenset(("name", "title", "heading", "lead", "bold", "small_bold", "tiny", "table"))
_WORDS = re.compile(rf"\n|[ {_WIDE}]+|[^ {_WIDE}\n]+")


@dataclass(frozen=True)
class Piece:
    """A run of text at its place within a block."""

    x: int
    y: int
    text: str
    style: str
    colour: str
    link: Link | None
    width: int
    height: int

    @property
    def rect(self) -> pygame.Rect:
        """Its rectangle within the block."""
        return pygame.Rect(self.x, self.y, self.width, self.height)


@dataclass
class Block:
    """Text laid out in lines. Sizes are pixels."""

    pieces: list[Piece] = field(default_factory=list)
    width: int = 0
    height: int = 0

    def link_at(self, x: float, y: float) -> Link | None:
        """The link below a point of the block."""
        for piece in self.pieces:
            if piece.link is not None and piece.rect.collidepoint(x, y):
                return piece.link
        return None

    def draw(
        self,
        surface: pygame.Surface,
        theme: Theme,
        at: tuple[int, int],
        hover: Link | None = None,
        colour: str = "",
    ) -> None:
        """Draw at a place; ``hover`` is underlined, ``colour`` replaces the ordinary text colour."""
        for piece in self.pieces:
            name = colour if colour and piece.colour in ("text", "text_dim") else piece.colour
            image = _glyphs(theme, piece.text, piece.style, name)
            surface.blit(image, (at[0] + piece.x, at[1] + piece.y))
            if piece.link is not None and piece.link == hover:
                y = at[1] + piece.y + piece.height - theme.px(2)
                x = at[0] + piece.x
                pygame.draw.line(surface, theme.colour("link"), (x, y), (x + piece.width, y), theme.px(1))

    def lines(self) -> int:
        """The number of lines."""
        return len({piece.y for piece in self.pieces})


def _font(theme: Theme, style: str) -> pygame.font.Font:
    return theme.font(cast(FontStyle, style))


def _glyphs(theme: Theme, text: str, style: str, colour: str) -> pygame.Surface:
    c = theme.colour(colour)
    return _rendered(_font(theme, style), text, (c.r, c.g, c.b))


@functools.lru_cache(maxsize=4096)
def _rendered(font: pygame.font.Font, text: str, rgb: tuple[int, int, int]) -> pygame.Surface:
    return font.render(drawable(text), True, rgb)


@functools.lru_cache(maxsize=16384)
def _size(font: pygame.font.Font, text: str) -> tuple[int, int]:
    return font.size(drawable(text))


_UNDRAWABLE = re.compile(r"[\x00\ud800-\udfff]")


def drawable(text: str) -> str:
    """Text as a font takes it: files may hold half letters and zeros, and no font does."""
    return _UNDRAWABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def apart(text: str, style: str) -> str:
    """Bold text with a wider space between two numbers: set small, "1808 1" would be read as one number."""
    return _APART.sub(_WIDE, text) if style in _BOLD else text


def text_size(theme: Theme, text: str, style: str = "body") -> tuple[int, int]:
    """Width and height of one line of text, pixels."""
    return _size(_font(theme, style), apart(text, style))


def cut_to(spans: Spans, width: int, theme: Theme) -> Spans:
    """Spans on one line, what is beyond a width (pixels) left out; three dots stand for it."""
    out: list[Span] = []
    room = width
    for span in spans:
        text = apart(span.text.replace("\n", " "), span.style)
        wide = text_size(theme, text, span.style)[0]
        if wide <= room:
            out.append(msgspec.structs.replace(span, text=text))
            room -= wide
            continue
        while text and text_size(theme, text.rstrip() + "…", span.style)[0] > room:
            text = text[:-1]
        out.append(msgspec.structs.replace(span, text=text.rstrip() + "…"))
        break
    return tuple(out)


def say(text: str, style: str = "body", colour: str = "text") -> Spans:
    """One plain span."""
    return (Span(text, style, colour),) if text else ()


_Run = tuple[str, Span, int, int]
"""Text, its span, width and height in pixels."""


@dataclass
class _Line:
    runs: list[_Run] = field(default_factory=list)
    width: int = 0

    def add(self, run: _Run) -> None:
        text, span, width, height = run
        if self.runs and self.runs[-1][1] is span:
            before, _span, w, h = self.runs[-1]
            self.runs[-1] = (before + text, span, w + width, max(h, height))
        else:
            self.runs.append(run)
        self.width += width


_FLOWED: OrderedDict[object, Block] = OrderedDict()
_MOST_KEPT = 4096


def flow(spans: Spans, width: int, theme: Theme, centred: bool = False) -> Block:
    """Lay spans out in lines of at most ``width`` pixels; what was laid out before is kept (blocks are never changed).

    Lines break at spaces only, also where a word is made of several spans (a link and the comma after it); a word
    longer than a line is cut.
    """
    width = max(width, theme.px(12))
    key = (spans, width, theme.key, centred)
    found = _FLOWED.get(key)
    if found is None:
        found = _FLOWED[key] = _flow(spans, width, theme, centred)
        if len(_FLOWED) > _MOST_KEPT:
            _FLOWED.popitem(last=False)
    return found


def _flow(spans: Spans, width: int, theme: Theme, centred: bool) -> Block:
    lines = [_Line()]
    word: list[_Run] = []
    space: _Run | None = None

    def put() -> None:
        nonlocal space
        if not word:
            return
        wide = sum(run[2] for run in word)
        line = lines[-1]
        if line.runs and line.width + (space[2] if space else 0) + wide > width:
            lines.append(_Line())
        elif line.runs and space is not None:
            line.add(space)
        space = None
        for run in word:
            for part in _cut(run, theme, width):
                if lines[-1].runs and lines[-1].width + part[2] > width:
                    lines.append(_Line())
                lines[-1].add(part)
        word.clear()

    for span in spans:
        font = _font(theme, span.style)
        for token in _WORDS.findall(_GLUED.sub("\N{NO-BREAK SPACE}", apart(span.text, span.style))):
            if token == "\n":
                put()
                space = None
                lines.append(_Line())
            elif token[0] in (" ", _WIDE):
                put()
                space = (token, span, *_size(font, token))
            else:
                word.append((token, span, *_size(font, token)))
    put()
    return _placed(lines, spans, width, theme, centred)


def _cut(run: _Run, theme: Theme, width: int) -> list[_Run]:
    """A run in pieces that each fit a line."""
    text, span, wide, _height = run
    if wide <= width:
        return [run]
    font = _font(theme, span.style)
    out: list[_Run] = []
    part = ""
    for char in text:
        if part and _size(font, part + char)[0] > width:
            out.append((part, span, *_size(font, part)))
            part = ""
        part += char
    out.append((part, span, *_size(font, part)))
    return out


def _placed(lines: list[_Line], spans: Spans, width: int, theme: Theme, centred: bool) -> Block:
    block = Block()
    y = 0
    default = _font(theme, spans[0].style if spans else "body").get_linesize()
    for line in lines:
        tallest = max((_font(theme, s.style).get_linesize() for _t, s, _w, _h in line.runs), default=default)
        ascent = max((_font(theme, s.style).get_ascent() for _t, s, _w, _h in line.runs), default=0)
        # words set together are narrower than one by one: each of those was rounded up
        runs = [(text, span, _size(_font(theme, span.style), text)[0], h) for text, span, _w, h in line.runs]
        wide = sum(run[2] for run in runs)
        x = (width - wide) // 2 if centred else 0
        for text, span, w, h in runs:
            drop = ascent - _font(theme, span.style).get_ascent()
            block.pieces.append(Piece(x, y + drop, text, span.style, span.colour, span.link, w, h))
            x += w
        block.width = max(block.width, wide)
        y += tallest
    block.height = y
    if centred:
        block.width = width
    return block
