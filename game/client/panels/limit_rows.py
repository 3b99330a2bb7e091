"""The rows that tell what is limited in a list."""

from __future__ import annotations

from collections.abc import Sequence

from game.army.paper_list import bounds
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Words, clause_spans
from game.engine.lists import Limit


def limit_rows(words: Words, limits: Sequence[Limit]) -> list[Row]:
    """What is limited in a list, one row each: red beyond its bounds."""
    rows = []
    for limit in limits:
        tone = "danger" if not limit.kept else "text" if limit.most is None and limit.least is None else "good"
        label = words.spans(limit.label, None) + clause_spans([limit.clause])
        rows.append(Row("value", label=label, value=say(bounds(limit), "bold", tone)))
    return rows
