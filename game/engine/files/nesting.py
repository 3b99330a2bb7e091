"""How deep a text lies in itself, told before it is parsed: parsers that call themselves end in no good way there.

Nothing here parses. Strings and comments are stepped over, brackets are counted, and so are the parts of TOML's dotted
keys, each of which is a table in a table. The same walk finds whole numbers that are too long to be any.
"""

from __future__ import annotations

import re

from game.engine.text import T, Text

MOST_DIGITS = 20
"""Digits of a whole number; what a machine counts has 19."""
MOST_SPELLED = 70
"""Signs of a whole number to another base (0x..., 0b...)."""
MOST_TOML = 40
"""How deep tables and lists of TOML may lie in each other."""

Fault = tuple[int, Text]
"""A line, from 1, and what is wrong there."""

_JSON = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]+|[\]}]+', re.DOTALL)
_OTHERS = bytes(byte for byte in range(256) if byte not in b'[]{}"\\')
_LONG = re.compile(rf"[0-9A-Fa-f_]{{{MOST_DIGITS - 1}}}")
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_TOML = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:""")?'
    r"|'''[^']*(?:'(?!'')[^']*)*(?:''')?"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|(?P<digits>(?<![\w.])[+-]?[0-9][0-9_]*(?!\w))"
    r"|(?P<spelled>(?<![\w.])0[xob][0-9A-Fa-f_]+)"
    r"|[\[\]{}.,=\n]",
    re.DOTALL,
)


def too_deep(most: int) -> Text:
    """What is said of parts that lie too deep."""
    return T("its parts lie more than {most} deep in each other", most=most)


def too_long(digits: int) -> Text:
    """What is said of a number that is too long."""
    return T("a number of {n} digits stands here; the limit is {most}", n=digits, most=MOST_DIGITS)


def json_fault(data: bytes, most: int) -> Fault | None:
    """Where brackets lie more than ``most`` deep in each other, None where they nowhere do."""
    if data.count(b"[") + data.count(b"{") <= most or _plainly_flat(data, most):
        return None
    depth = 0
    for found in _JSON.finditer(data):
        first = data[found.start()]
        if first == 0x22:  # a string
            continue
        size = found.end() - found.start()
        depth += size if first in b"[{" else -size
        if depth > most:
            return data.count(b"\n", 0, found.end()) + 1, too_deep(most)
        depth = max(depth, 0)
    return None


def _plainly_flat(data: bytes, most: int) -> bool:
    """Whether it quickly shows that nothing lies too deep; where it does not, the long way has to tell.

    What remains of the text are brackets, quotes and backslashes. Without backslashes a pair of quotes with nothing
    between may go wherever it stands: what is inside of a string stays inside. Then pairs of brackets go, level by
    level.
    """
    left = data.translate(None, _OTHERS).replace(b'""', b"")
    if b'"' in left or b"\\" in left:
        return False
    for _ in range(most // 2):
        if not left:
            return True
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    return not left


def half_letters(data: bytes) -> list[tuple[int, int]]:
    r"""The escapes of JSON that are half a letter beyond the first 65,536, as spans of bytes.

    >>> half_letters(rb'"\ud83d\ude00 \ud83d \\ud83d"')
    [(14, 20)]
    """
    if b"\\ud" not in data and b"\\uD" not in data:
        return []
    halves: list[tuple[int, int]] = []
    high: tuple[int, int] | None = None
    for found in _ESCAPE.finditer(data):
        code = int(found[1], 16) if found[1] else 0
        if high is not None:
            whole = 0xDC00 <= code < 0xE000 and found.start() == high[1]
            if not whole:
                halves.append(high)
            high = None
            if whole:
                continue
        if 0xD800 <= code < 0xDC00:
            high = found.span()
        elif 0xDC00 <= code < 0xE000:
            halves.append(found.span())
    return [*halves, high] if high is not None else halves


def toml_fault(source: str, most: int = MOST_TOML) -> Fault | None:
    """Where tables, lists and dotted keys lie too deep, or a whole number is too long; None where none does."""
    if sum(map(source.count, "[{.")) <= most and not _LONG.search(source):
        return None
    base = 0  # of the table that the lines belong to
    parts, deep = 0, 0  # tables that the key at hand opens; all that lie around it in its line
    around: list[int] = []  # what each open bracket adds
    heading = assigned = False
    for found in _TOML.finditer(source):
        token = found[0]
        if (found["digits"] and len(token) > MOST_DIGITS) or (found["spelled"] and len(token) > MOST_SPELLED):
            return _line(source, found.start()), too_long(len(token))
        if token == "\n" and not around:
            heading = assigned = False
            parts = 0
        elif token == "[" and not around and not assigned:
            base, heading = (base + 1 if heading else 1), True
        elif heading:
            base += token == "."
        elif token in ("[", "{"):
            around.append(parts + 1)
            deep += parts + 1
            parts = 0
        elif token in ("]", "}"):
            deep -= around.pop() if around else 0
            parts = 0
        elif token == ".":
            parts += 1
        elif token == ",":
            parts = 0
        elif token == "=":
            assigned = True
        if base + deep + parts > most:
            return _line(source, found.start()), too_deep(most)
    return None


def _line(source: str, at: int) -> int:
    return source.count("\n", 0, at) + 1
