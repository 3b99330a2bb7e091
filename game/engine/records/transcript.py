"""The story of a battle: every event as a sentence with its clauses, and the sum behind every number."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from game.engine.decision import Sum
from game.engine.event import Event, Request
from game.engine.eyes import EVERYTHING, Eyes
from game.engine.i18n import Speaker
from game.engine.state import State
from game.engine.text import T, Text


def sentence(event: Event, speaker: Speaker, state: State) -> str:
    """One event as one line: what happened, dice and what they needed, clauses. Empty for what only moves the flow."""
    if event.said is None:
        return ""
    said = speaker.say(event.said, state)
    if event.request is not None and event.rolled is not None:
        said += ": " + dice_line(event, speaker, state)
    if event.family == "score" and event.sums:
        said += f" ({'; '.join(sum_line(msgspec.convert(total, Sum), speaker, state) for total in event.sums)})"
    if event.clauses:
        said += f"  [{', '.join(event.clauses)}]"
    return said


def sum_line(total: Sum, speaker: Speaker, state: State) -> str:
    """A sum as "Combat result of Halberdiers 5: charged +1, wounds +4"."""
    said = f"{speaker.say(total.label, state)} {total.total:g}"
    rows = ", ".join(f"{speaker.say(text, state)} {_signed(value)}" for text, value, _ in total.rows)
    return f"{said}: {rows}" if rows else said


def dice_line(event: Event, speaker: Speaker, state: State) -> str:
    """The dice of an event: faces, need, and how the need came about."""
    assert event.request is not None
    assert event.rolled is not None
    rows = []
    for row, faces in zip(event.request.rows, event.rolled.faces, strict=True):
        label = speaker.say(row.label, state) + " " if row.label is not None else ""
        rows.append(label + (", ".join(map(str, faces)) if faces else "–"))
    said = "; ".join(rows)
    need = need_text(event.request)
    if need is not None:
        said += f" ({speaker.say(need, state)})"
    if event.request.modifiers:
        said += f" [{_reasons(event.request, speaker, state)}]"
    return said


def _reasons(request: Request, speaker: Speaker, state: State) -> str:
    """What a need is made of: of dice that must each show so much as rulebooks write it, "Hit 4+; Aimed Shot +1"."""
    rows = [(speaker.say(text, state), value) for text, value, _ in request.modifiers]
    if request.compare != "at_least":
        return "; ".join(f"{text} {_signed(value)}" for text, value in rows)
    (base, first), *others = rows
    return "; ".join((f"{base} {first:g}+", *(f"{text} {_signed(-value)}" for text, value in others)))


def need_text(request: Request) -> Text | None:
    """What the dice must show, as a sentence."""
    if request.need is None:
        return None
    if request.compare == "at_most_sum":
        return T("needs {need} or less", need=request.need)
    if request.compare == "at_least_sum":
        return T("needs {need} or more in all", need=request.need)
    total = int(sum(value for _, value, _ in request.modifiers))
    if request.compare == "at_least" and total > request.need:
        return T("each needs {need}+: a {face}, then another roll", need=total, face=request.need)
    return T("each needs {need}+", need=request.need)


def _signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def story(lines: Iterator[tuple[tuple[Event, ...], State]], speaker: Speaker, eyes: Eyes = EVERYTHING) -> Iterator[str]:
    """The story of a battle as some eyes see it, line by line, from its lines with the state after each."""
    for events, state in lines:
        seen = eyes.view(state)
        for event in events:
            said = sentence(event, speaker, seen) if eyes.sees(event) else ""
            if said:
                yield said
