"""Odds as rows: chances together in a line, means each with its spread; every number opens into what it rests on."""

from __future__ import annotations

import math
from collections.abc import Collection

from game.client.editors.common_rows import MEANS_SHOWN, NBSP
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, Spans, Words, _, clause_spans
from game.engine.decision import Sum
from game.engine.playout import between
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State

WHOLE = 22
"""Letters up to which the label of a chance is kept in one line."""
LEAST = 0.0005
"""Chances below which a value of a spread is not shown."""


def sums_of(row: ForecastRow) -> tuple[Sum, ...]:
    """All sums that a row rests on."""
    return (*((row.sum,) if row.sum is not None else ()), *row.sums)


def odds_rows(
    words: Words,
    view: State,
    head: str,
    forecast: Forecast | None,
    opened: Collection[str],
    prefix: str = "odds",
    means: int = MEANS_SHOWN,
    listed: bool = False,
) -> list[Row]:
    """A forecast as rows; what cannot happen is left out beside what can.

    Parameters
    ----------
    opened
        Ids of the rows that are open.
    prefix
        Before the number of a row in its id.
    means
        How many averages are shown before the player asks for more.
    listed
        Chances with a long label have rows of their own from the beginning.
    """
    if forecast is None or not forecast.rows:
        return []
    some = any(r.chance for r in forecast.rows if not r.spread)
    chances = [
        (n, r)
        for n, r in enumerate(forecast.rows)
        if r.chance is not None and not r.spread and not (some and r.chance == 0.0)
    ]
    others = [(n, r) for n, r in enumerate(forecast.rows) if r.chance is None or r.spread]
    rows = _chance_rows(words, view, head, chances, opened, prefix, listed)
    shown = others if f"{prefix}\nmore" in opened else others[:means]
    for n, row in shown:
        rows += _one(words, view, row, f"{prefix}\n{n}", opened)
    if len(shown) < len(others):
        rows.append(Row("value", f"{prefix}\nmore", say(_("More odds"), "small", "text_dim"), mark="shut"))
    return rows


def _chance_rows(
    words: Words,
    view: State,
    head: str,
    chances: list[tuple[int, ForecastRow]],
    opened: Collection[str],
    prefix: str,
    listed: bool,
) -> list[Row]:
    """All chances in one line, which opens into a row for each."""
    if not chances:
        return [Row("heading", label=say(head, "small_bold", "accent"))]
    row_id = f"{prefix}\nall"
    if row_id in opened:
        rows = [Row("value", row_id, say(head, "small_bold", "accent"), mark="open")]
        for n, row in chances:
            rows += _one(words, view, row, f"{prefix}\n{n}", opened)
        return rows
    apart = [c for c in chances if listed and len(words.say(c[1].label, view)) > WHOLE]
    chances = [c for c in chances if c not in apart]
    below = [r for n, row in apart for r in _one(words, view, row, f"{prefix}\n{n}", opened)]
    if not chances:
        return [Row("value", label=say(head, "small_bold", "accent")), *below]
    said: list[Span] = [Span(f"{head}:  ", "small_bold", "accent")]
    for k, (_n, row) in enumerate(chances):
        label = words.say(row.label, view)
        if len(label) <= WHOLE:
            label = label.replace(" ", NBSP)
        gap = "    " if k else ""
        said += [Span(f"{gap}{label}{NBSP}", "small", "text_dim"), Span(_chance(words, row), "small_bold")]
    return [Row("value", row_id, tuple(said), mark="shut"), *below]


def _chance(words: Words, row: ForecastRow) -> str:
    """A chance; where it was counted, with the least and the most that it may be, rounded outwards."""
    said = words.percent(row.chance or 0.0)
    if not row.runs:
        return said
    least, most = between(row.chance or 0.0, row.runs)
    return f"{said}{NBSP}({math.floor(100.0 * least + 1e-9)}–{math.ceil(100.0 * most - 1e-9)}{NBSP}%)"


def _mean(words: Words, row: ForecastRow) -> str:
    said = _("{n} on average").format(n=words.number(row.mean or 0.0, 1))
    if row.runs and row.error != float("inf"):
        said += f" ±{NBSP}{words.number(row.error, 1)}"
    return said


def _one(words: Words, view: State, row: ForecastRow, row_id: str, opened: Collection[str]) -> list[Row]:
    """One number, and below it what it opens into."""
    inside = bool(row.spread) or bool(sums_of(row)) or bool(row.runs)
    open_now = inside and row_id in opened
    value = _chance(words, row) if row.chance is not None else ""
    if row.mean is not None:
        value = _mean(words, row)
    out = [
        Row(
            "value",
            row_id if inside else "",
            words.spans(row.label, view, "small", "text_dim"),
            value=say(value, "small_bold"),
            mark=("open" if open_now else "shut") if inside else "",
        )
    ]
    if not open_now:
        return out
    if row.spread:
        told = "    ".join(f"{k}:{NBSP}{words.percent(p)}" for k, p in sorted(row.spread.items()) if p >= LEAST)
        out.append(Row("text", label=say(told, "small", "text"), indent=2))
    out.append(Row("text", label=_sure(row), indent=2))
    for total in sums_of(row):
        out += _sum(words, view, total)
    return out


def _sure(row: ForecastRow) -> Spans:
    """Whether a number is exact, or counted."""
    if not row.runs:
        return say(_("Exact: all possible dice rolls"), "small", "text_dim")
    told = _("Estimated from {n} trial runs; the true value is in this range 95 times in 100")
    return say(told.format(n=row.runs), "small", "text_dim")


def _sum(words: Words, view: State, total: Sum) -> list[Row]:
    """A sum and its parts, all open."""
    label = words.spans(total.label, view, "small")
    rows = [Row("value", label=label, value=say(words.part(total.total, total), "small_bold"), indent=2)]
    for text, value, clause in total.rows:
        rows.append(
            Row(
                "value",
                label=words.spans(text, view, "small", "text_dim") + clause_spans([clause]),
                value=say(words.part(value, total, signed=True), "small"),
                indent=3,
            )
        )
    return rows


def head_of(forecast: Forecast) -> str:
    """The heading of a forecast: exact, or how many runs were counted."""
    counted = [r.runs for r in forecast.rows if r.runs] or [forecast.runs]
    if not max(counted):
        return _("Odds")
    if any(not r.runs for r in forecast.rows) and any(r.runs for r in forecast.rows):
        return _("Odds, partly counted in {n} runs").format(n=max(counted))
    return _("Odds, sampled in {n} runs").format(n=max(counted))
