"""The rows of bases that go their own ways: what each one's way costs, of which steps it is made, what it risks."""

from __future__ import annotations

from game.client.editors.common_rows import HAIR
from game.client.editors.step_words import step_words
from game.client.editors.way import Way
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _
from game.engine.decision import Part
from game.geometry.steps import Climb, Jump


def each_rows(way: Way) -> list[Row]:
    """A row a base; the one chosen moves alone."""
    if len(way.start) < 2:
        return [r for p in _parts(way).values() for r in _ways(way, p)] + _leap(way)
    rows = [Row("heading", label=say(_("One by one"), "small_bold", "text_dim"), indent=1)]
    parts = _parts(way)
    for base in way.start:
        part = parts.get(base)
        chosen = base == way.alone
        name = say(way.desk.name(base), "small_bold" if chosen else "small", "accent" if chosen else "text")
        rows.append(Row("value", f"part\n{base}", name, value=_cost(way, part), on=chosen, indent=1))
        if part is not None:
            rows += _ways(way, part)
    if not way.draft.empty and not way.alone:
        hint = _("Hold Alt and drag, or choose one here, to move it alone.")
        rows.append(Row("text", label=say(hint, "small", "text_dim"), indent=1))
    return rows + _leap(way)


def _leap(way: Way) -> list[Row]:
    """Whether to go straight across, by jumps."""
    if not way.may_leap or way.draft.empty:
        return []
    on = way.alone in way.leaps if way.alone else set(way.start) <= way.leaps
    words = say(_("Straight across, by jumps"), "small")
    return [Row("choice", "leap\n", words, mark="check", on=on, key=way.desk.keys.shown("leap"), indent=1)]


def _parts(way: Way) -> dict[str, Part]:
    verdict = way.verdict()
    return {p.who: p for p in verdict.parts} if verdict is not None else {}


def _cost(way: Way, part: Part | None) -> Spans:
    """What a base's way costs of what it has."""
    if part is None:
        return say(_("stays"), "small", "text_dim")
    length = way.desk.words.length
    over = not part.legal or (part.allowance is not None and part.cost > part.allowance + HAIR)
    said = length(part.cost) if part.allowance is None else f"{length(part.cost)} / {length(part.allowance)}"
    return say(said, "small", "danger" if over else "text")


def _ways(way: Way, part: Part) -> list[Row]:
    """The steps of a way that is more than a walk, and what else is to be known."""
    rows = []
    if any(isinstance(s, Jump | Climb) for s in part.steps):
        words = ", ".join(step_words(way.desk.words, s) for s in part.steps)
        rows.append(Row("text", label=say(words, "small", "text_dim"), indent=2))
    if part.note is not None:
        rows.append(Row("text", label=way.desk.spans(part.note, "small", "warning"), indent=2))
    return rows
