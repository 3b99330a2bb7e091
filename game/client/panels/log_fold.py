"""What the log folds: phases in which nothing happened, and many moves of the models of one unit in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.client.panels.log_entry import Entry
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Words, _

SAID = ("note", "undone", "offered", "declined", "accepted", "conceded")
"""Types of the engine's own events that somebody meant to be read."""
LEAST_MOVES = 3
"""So many moves of one unit in a row are folded."""


@dataclass(frozen=True)
class Fold:
    """Entries from ``start`` up to, not including, ``end`` that stand in one line."""

    start: int
    end: int
    what: str


def phase_of(entry: Entry) -> str:
    """The phase that an entry opens; "" where it opens none."""
    phase = entry.event.data.get("phase") if entry.event is not None and entry.event.family == "flow" else None
    return phase if isinstance(phase, str) else ""


def heads(entry: Entry) -> bool:
    """Whether an entry begins a turn or a round."""
    event = entry.event
    return event is not None and event.family == "flow" and ("turn" in event.data or "round" in event.data)


def _quiet(entry: Entry) -> bool:
    """Whether an entry tells only of the flow."""
    event = entry.event
    if event is None or event.family != "flow" or event.type in SAID or entry.undone:
        return False
    return not (event.about or event.sums or event.rolled is not None or heads(entry))


def _mover(entry: Entry) -> tuple[str, str]:
    """The unit that moved and how, where an entry tells of a move."""
    event = entry.event
    if event is None or event.family != "move" or not event.about or event.sums or entry.undone:
        return "", ""
    thing = event.about[0]
    base = entry.names.bases.get(thing)
    return (base.unit, event.type) if base is not None else ("", "")


def folds(entries: Sequence[Entry]) -> list[Fold]:
    """The folds of a log, in order; none overlaps another."""
    out: list[Fold] = []
    n, at = len(entries), 0
    while at < n:
        end = at
        if _quiet(entries[at]):
            while end < n and _quiet(entries[end]):
                end += 1
            # what is last heads what follows it, unless another turn begins
            opens = bool(phase_of(entries[end - 1])) and (end == n or not heads(entries[end]))
            last = end - 1 if opens else end
            if sum(bool(phase_of(e)) for e in entries[at:last]) >= 2:
                out.append(Fold(at, last, "quiet"))
        elif _mover(entries[at])[0]:
            who = _mover(entries[at])
            while end < n and _mover(entries[end]) == who:
                end += 1
            if end - at >= LEAST_MOVES:
                out.append(Fold(at, end, "moves"))
        at = max(end, at + 1)
    return out


def fold_row(fold: Fold, entries: Sequence[Entry], words: Words, opened: bool) -> Row:
    """The line that stands for a fold."""
    held = entries[fold.start : fold.end]
    mark = "open" if opened else "shut"
    if fold.what == "moves":
        unit, _how = _mover(held[0])
        name = words.name(unit, held[0].names)
        return Row("value", "fold", say(_("{unit}, moves: {n}").format(unit=name, n=len(held)), "small"), mark=mark)
    said = [words.say(e.event.text, e.names) for e in held if e.event is not None and e.event.text and phase_of(e)]
    phases = ", ".join(dict.fromkeys(said))
    return Row(
        "value", "fold", say(_("Nothing happened: {phases}").format(phases=phases), "small", "text_dim"), mark=mark
    )
