"""Ways in which a file is damaged, by chance with a seed: bytes, pieces, tokens, numbers, nesting, encodings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

MOST = 400_000
"""Bytes of a damaged file, for the most part; a few are blown up on purpose."""
MOST_SPANS = 3000
NUMBERS = (
    b"0", b"-1", b"1e308", b"-1e308", b"1e999", b"NaN", b"nan", b"inf", b"-inf", b"99999999999999999999",
    b"9" * 5000, b"0x" + b"f" * 99, b"4294967296", b"0.1e-400", b"true", b"null", b'"1"', b"[]", b"{}", b"[1, 2]",
)  # fmt: skip
WORDS = (
    b"", b"[/x]", b"{0} {name}", b"%s%n", b"\\ud83d", b"\\u0000", b"\xff", b"\xed\xa0\xbd", b"\xe2\x80\xae", b"\x00",
    b"\x1b[2J", b"../../../etc/passwd", b"x" * 3000, b"\\", b'\\"', b"\n", b"$", b"<b>", b"&lt;", b"&nope;", b"]]>",
)  # fmt: skip
TOML_NUMBERS = (
    b"0", b"-1", b"1", b"2", b"7", b"999", b"-0.0", b"1e308", b"-1e308", b"inf", b"nan", b"9" * 18, b"0.001", b"true",
    b'"x"', b"[]", b"{}", b"[1, 2]", b"[[0]]", b"1979-05-27", b"07:32:00", b"0b1", b"{a = 1}",
)  # fmt: skip
TOML_WORDS = (b"", b"x", b"[/x]", b"{0}", b"\\u0000", b"N", b"south", b"1", b"y" * 3000, b"../..", b"own.x", b"*", b" ")
MARKS = (b"[", b"]", b"{", b"}", b'"', b",", b":", b"=", b"<", b">", b"/", b"\n", b"#", b"'''", b'"""', b"[[", b"]]")
DEEP = (b"[", b"{", b'{"a":', b"[[", b"a.", b"<a>", b'{"units":[', b"{a=", b'{"selections":[')
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb'"[^"\n]{0,200}"')
_VALUE = re.compile(rb"[=:]\s*")
_TOKEN = re.compile(rb"\w+|\S")

Way = Callable[[Random, bytes, Sequence[bytes]], bytes]


def _at(dice: Random, data: bytes) -> int:
    return dice.randrange(len(data) + 1)


def _span(dice: Random, data: bytes, most: int = 2000) -> tuple[int, int]:
    a = _at(dice, data)
    return a, min(len(data), a + dice.randrange(1, 1 + dice.choice((4, 40, most))))


def _bits(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 8, 60))):
        if out:
            out[dice.randrange(len(out))] ^= 1 << dice.randrange(8)
    return bytes(out)


def _byte(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    at = _at(dice, data)
    return data[:at] + bytes([dice.randrange(256)]) + data[at + dice.randrange(2) :]


def _torn(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    return data[: _at(dice, data)] if dice.random() < 0.8 else data[_at(dice, data) :]


def _gone(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    a, b = _span(dice, data)
    return data[:a] + data[b:]


def _twice(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    a, b = _span(dice, data)
    return data[:b] + data[a:b] * dice.choice((1, 1, 2, 50)) + data[b:]


def _spliced(dice: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = dice.choice(others)
    a, b = _span(dice, other)
    at = _at(dice, data)
    return data[:at] + (other[a:b] if dice.random() < 0.7 else other[a:]) + data[at + dice.randrange(3) :]


def _swapped(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    tokens = [m.span() for m in islice(_TOKEN.finditer(data, _at(dice, data)), 400)]
    if len(tokens) < 2:
        return data
    (a, b), (c, d) = sorted(dice.sample(tokens, 2))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _spans(dice: Random, pattern: re.Pattern[bytes], data: bytes) -> list[tuple[int, int]]:
    """Where a pattern stands, or some of the places: it is the memory of the reader that is watched, not ours."""
    start = dice.randrange(len(data)) if len(data) > MOST // 4 else 0
    return [m.span() for m in islice(pattern.finditer(data, start), MOST_SPANS)]


def _put(dice: Random, data: bytes, pattern: re.Pattern[bytes], new: Sequence[bytes], quote: bytes) -> bytes:
    found = _spans(dice, pattern, data)
    if not found:
        return data
    for a, b in sorted(dice.sample(found, min(len(found), dice.choice((1, 1, 1, 3)))), reverse=True):
        data = data[:a] + quote + dice.choice(new) + quote + data[b:]
    return data


def _number(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    return _put(dice, data, _NUMBER, NUMBERS, b"")


def _word(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    return _put(dice, data, _WORD, WORDS, b'"')


def _retyped(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """A text where a number is, a list where a text is."""
    return _put(dice, data, dice.choice((_NUMBER, _WORD)), (*NUMBERS, b'"a"', b"[[]]", b'{"a": 1}', b"[0]"), b"")


def _mark(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    at = _at(dice, data)
    return data[:at] + dice.choice(MARKS) + data[at:]


def _deep(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    at = dice.choice((_at(dice, data), 0, len(data)))
    if spots := [end for _start, end in _spans(dice, _VALUE, data)]:
        at = dice.choice((at, dice.choice(spots)))
    return data[:at] + dice.choice(DEEP) * dice.choice((3, 30, 61, 300, 3000, 30_000)) + data[at:]


def _coded(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    way = dice.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1250", "utf-7", "mark", "zeros"))
    if way == "mark":
        return b"\xef\xbb\xbf" * dice.choice((1, 2)) + data
    if way == "zeros":
        return data + b"\0" * dice.choice((1, 4096))
    return text.encode(way, "replace")


def _blown(dice: Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """One piece again and again: lists and names of absurd length."""
    a, b = _span(dice, data, 60)
    piece = data[a:b] or b"x"
    size = MOST if dice.random() < 0.97 else 10 * MOST
    return data[:b] + piece * (dice.randrange(10, size) // len(piece)) + data[b:]


WAYS: tuple[tuple[Way, int], ...] = (
    (_bits, 14), (_byte, 10), (_torn, 8), (_gone, 8), (_twice, 8), (_spliced, 8), (_swapped, 10), (_number, 12),
    (_word, 10), (_retyped, 10), (_mark, 8), (_deep, 6), (_coded, 4), (_blown, 2),
)  # fmt: skip


def still_toml(dice: Random, sound: Sequence[bytes]) -> bytes:
    """A TOML file whose values are others: it is still TOML, but says what makes no sense."""
    data = dice.choice(sound)
    for _ in range(dice.choice((1, 1, 2, 4))):
        if not data:
            break
        way = dice.randrange(5)
        if way == 0:
            data = _put(dice, data, _NUMBER, TOML_NUMBERS, b"")
        elif way == 1:
            data = _put(dice, data, _WORD, TOML_WORDS, b'"')
        elif way == 2:
            data = _put(dice, data, _WORD, [m[0] for m in islice(_WORD.finditer(data), MOST_SPANS)], b"")
        else:
            rows = data.splitlines(keepends=True)
            at = dice.randrange(len(rows))
            row = rows.pop(at)
            if way == 3:
                rows.insert(dice.randrange(len(rows) + 1), row)
            data = b"".join(rows)
    return data


def damaged(dice: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A file damaged in one way, or in some."""
    ways, weights = zip(*WAYS, strict=True)
    for way in dice.choices(ways, weights, k=dice.choice((1, 1, 1, 2, 4))):
        data = way(dice, data, others)
        if len(data) > 12 * MOST:
            data = data[: 12 * MOST]
    return data
