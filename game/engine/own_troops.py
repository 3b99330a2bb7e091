"""Troops of one's own in a position: rows of the army's schema, written as far as they differ from a known row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from game.engine.documents import Document
from game.engine.text import T

KEY = "profile"
"""The tables of a position that hold them."""


def merged(like: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """A row with what is given otherwise; tables within it key by key, lists as a whole."""
    out = {k: v for k, v in like.items() if v is not None}
    for key, value in given.items():
        old = out.get(key)
        out[key] = merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return out


def rows_of(
    doc: Mapping[str, Any], read: Document, known: Sequence[str], row_of: Callable[[str], Mapping[str, Any]]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The rows of one's own: code, the code that they are ``like`` ("" for none), and the row put together.

    Raises
    ------
    DataError
        For a code that is there already, and an unknown one.
    """
    seen = set(known)
    for n, row in enumerate(read.rows(doc, KEY), 1):
        code = str(row.get("code", ""))
        key = f"{KEY} {code or n}"
        if not code:
            raise read.fail(key, T("the key “{key}” is missing", key="code"))
        if code in seen:
            raise read.fail(key, T("troops with this code exist already; choose another"))
        like = str(row.get("like", ""))
        if like:
            read.choice(like, known, T("kind of troops"), f"{key}, like")
        given = {k: v for k, v in row.items() if k not in ("like", "name_pl")}  # older files name troops in Polish too
        start = dict(row_of(like)) if like else {}
        seen.add(code)
        yield code, like, merged(start, given)
