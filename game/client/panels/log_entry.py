"""One entry of the log as rows: the sentence, its dice with need and modifiers, the sums behind its numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from game.client.ui.rows import Die, Row
from game.client.ui.text import say
from game.client.words import N_, Span, Spans, Words, _, clause_spans
from game.engine import command as cmd
from game.engine.decision import Sum
from game.engine.event import Event, Family, Request, Rolled
from game.engine.records.transcript import need_text
from game.engine.session import Line, Session
from game.engine.state import State

FAMILY_GROUPS: dict[str, tuple[str, str, tuple[Family, ...]]] = {
    "flow": ("hourglass", N_("turns and phases"), ("flow", "score", "reveal")),
    "order": ("order", N_("orders and tests"), ("order", "test")),
    "move": ("arrow-up", N_("moves"), ("move", "place")),
    "dice": ("dice", N_("dice"), ("dice",)),
    "fight": ("sword", N_("shots, blows and losses"), ("shot", "blow", "loss", "status")),
    "why": ("bot", N_("the computer's reasons"), ()),
}
"""Group -> icon, name, families: what the filter of the log switches."""

_GROUP_OF: dict[str, str] = {f: g for g, (_icon, _name, families) in FAMILY_GROUPS.items() for f in families}
_TONES = {"loss": "danger", "score": "accent", "reveal": "accent"}


@dataclass(frozen=True)
class Entry:
    """One thing that happened, as the log shows it.

    Attributes
    ----------
    line, number
        Its line in the battle, and its number in the line.
    names
        The state after it: where the names of things are found.
    why
        A bot's reason instead of an event.
    slot
        The side whose deed it is, as a slot of the theme; -1 for nobody's.
    undoes
        The line that a taking back leads to.
    undone
        It has been taken back.
    said
        Words of the window instead of an event: on which table the battle is fought.
    """

    line: int
    number: int
    event: Event | None
    names: State
    why: cmd.Answering | None = None
    slot: int = -1
    undoes: int | None = None
    undone: bool = False
    said: str = ""

    @property
    def group(self) -> str:
        """Its group for the filter."""
        if self.event is None:
            return "flow" if self.said else "why"
        return _GROUP_OF.get(self.event.family, "flow")

    def faded(self) -> Entry:
        """The entry as one that has been taken back."""
        return replace(self, undone=True)


def table_entry(session: Session) -> list[Entry]:
    """The entry that names a table of the players' own, on which the battle is fought; none for a scenario's table."""
    table = session.setup.table if session.setup is not None else None
    if table is None:
        return []
    said = _("Fought on the table “{name}”").format(name=table.name or _("unnamed"))
    return [Entry(0, -1, None, session.origin, said=said)]


def entry_of(line: int, number: int, event: Event, state: State) -> Entry | None:
    """An entry for an event; None for what only moves the flow."""
    if event.text is None:
        return None
    slot = state.sides[event.side].colour if event.side in state.sides else -1
    undoes = event.data.get("to") if event.type == "undone" else None
    return Entry(line, number, event, state, slot=slot, undoes=undoes)


def why_of(number: int, line: Line, viewer: str | None) -> Entry | None:
    """An entry for a bot's reason; None where it gave none, and for the other side's sealed answers."""
    command, state = line.command, line.state
    if not isinstance(command, cmd.Answering) or command.why is None:
        return None
    if viewer not in (None, command.side) and any(e.type == "sealed" for e in line.events):
        return None
    slot = state.sides[command.side].colour if command.side in state.sides else -1
    return Entry(number, -1, None, state, command, slot)


def entry_rows(entry: Entry, words: Words, opened: set[str]) -> list[Row]:
    """The rows of an entry."""
    if entry.said:
        return [Row("text", label=say(entry.said, "small", "text_dim"))]
    if entry.why is not None:
        assert entry.why.why is not None
        said = words.say(entry.why.why, entry.names)
        return [Row("text", label=(Span(f"{words.name(entry.why.side, entry.names)}: {said}", "small", "text_dim"),))]
    event = entry.event
    assert event is not None
    if event.request is not None and event.rolled is not None:
        return _dice_rows(entry, event, event.request, event.rolled, words, opened)
    colour = "text_disabled" if entry.undone else _TONES.get(event.family, "text")
    style = "bold" if event.family in ("score", "reveal") else "small"
    assert event.said is not None
    label = words.spans(event.said, entry.names, style, colour) + clause_spans(event.clauses)
    rows = [Row("text", label=label)]
    for n, total in enumerate(event.sums):
        rows += _sum_rows(total, n, entry, words, opened)
    return rows


def _sum_rows(total: object, n: int, entry: Entry, words: Words, opened: set[str]) -> list[Row]:
    """A number that opens into its parts."""
    if isinstance(total, dict):
        total = msgspec.convert(total, Sum)
    if not isinstance(total, Sum):
        return []
    row_id = f"sum{n}"
    label = words.spans(total.label, entry.names, "small", "text_dim")
    open_now = row_id in opened
    value = say(words.part(total.total, total), "small_bold")
    rows = [Row("value", row_id, label, value=value, mark="open" if open_now else "shut")]
    if open_now:
        for text, value_of, clause in total.rows:
            rows.append(
                Row(
                    "value",
                    label=words.spans(text, entry.names, "small", "text_dim") + clause_spans([clause]),
                    value=say(words.part(value_of, total, signed=True), "small"),
                    indent=2,
                )
            )
    return rows


def _dice_rows(
    entry: Entry, event: Event, request: Request, rolled: Rolled, words: Words, opened: set[str]
) -> list[Row]:
    colour = "text_disabled" if entry.undone else "text"
    label: Spans = words.spans(request.why, entry.names, "small", colour)
    need = need_text(request)
    if need is not None:
        label += say(f": {words.say(need, entry.names)}", "small", "accent" if not entry.undone else "text_disabled")
    if request.compare in ("at_most_sum", "at_least_sum") and not request.modifiers:
        label += say("; " + _("total {n}").format(n=rolled.total), "small_bold", colour)
    rows = [Row("text", label=label + clause_spans([request.clause]))]
    for row, faces in zip(request.rows, rolled.faces, strict=False):
        slot = entry.names.sides[row.side].colour if row.side in entry.names.sides else -1
        dice = tuple(Die(f, slot, good(request, f), len(row.faces)) for f in faces)
        named = words.spans(row.label, entry.names, "tiny", "text_dim") if row.label is not None else ()
        rows.append(Row("dice", label=named, dice=dice))
    if request.modifiers:
        open_now = "mods" in opened
        text = result_words(request, rolled)
        rows.append(
            Row(
                "value",
                "mods",
                say(_("How this number was computed"), "small", "text_dim"),
                value=say(text, "small_bold"),
                mark="open" if open_now else "shut",
            )
        )
        if open_now:
            for text_of, value, clause in request.modifiers:
                rows.append(
                    Row(
                        "value",
                        label=words.spans(text_of, entry.names, "small", "text_dim") + clause_spans([clause]),
                        value=say(words.number(value, signed=True), "small"),
                        indent=2,
                    )
                )
    return rows


def good(request: Request, face: int) -> bool | None:
    """Whether a die does what is asked of each; None where only sums count or nothing is asked."""
    if request.need is None or request.compare != "at_least":
        return None
    return face >= request.need


def result_words(request: Request, rolled: Rolled) -> str:
    """The total where a total counts, the successes where each die counts."""
    if request.compare in ("at_most_sum", "at_least_sum"):
        return _("total {n}").format(n=rolled.total)
    if request.compare == "at_least" and request.need is not None:
        n = sum(f >= request.need for row in rolled.faces for f in row)
        return _("{n} of {most}").format(n=n, most=sum(map(len, rolled.faces)))
    return ""
