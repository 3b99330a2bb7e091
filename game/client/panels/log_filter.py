"""What of a log is shown: by kind, side, unit, phase, and by words that are searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.client.panels.log_entry import Entry
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Words, _
from game.engine.records.transcript import need_text
from game.engine.state import State
from game.engine.text import Text


@dataclass
class LogFilter:
    """What is left out.

    Attributes
    ----------
    off
        Kinds (groups of :data:`game.client.panels.log_entry.FAMILY_GROUPS`) that are hidden.
    slots_off
        Sides that are hidden, as slots of the theme; -1 for what is nobody's.
    unit
        Only what concerns this unit; "" for all.
    phase
        Only what happened in this phase; "" for all.
    search
        Only what says all of these words.
    fold
        Whether empty steps are folded.
    """

    off: set[str] = field(default_factory=set)
    slots_off: set[int] = field(default_factory=set)
    unit: str = ""
    phase: str = ""
    search: str = ""
    fold: bool = True

    @property
    def narrow(self) -> bool:
        """Whether anything but the kind is filtered."""
        return bool(self.slots_off or self.unit or self.phase or self.search.strip())

    @property
    def key(self) -> object:
        """What the list of shown entries depends on."""
        return (frozenset(self.off), frozenset(self.slots_off), self.unit, self.phase, self.search, self.fold)

    def clear(self) -> None:
        """Show everything again."""
        self.off.clear()
        self.slots_off.clear()
        self.unit = self.phase = self.search = ""

    def lets(self, entry: Entry, phase: str, said: str) -> bool:
        """Whether an entry is shown; ``phase`` is the one it stands in, ``said`` its words in small letters."""
        if entry.group in self.off or entry.slot in self.slots_off:
            return False
        if self.phase and phase != self.phase:
            return False
        if self.unit and not concerns(entry, self.unit):
            return False
        return all(word in said for word in self.search.casefold().split())


def concerns(entry: Entry, unit: str) -> bool:
    """Whether an entry is about a unit or one of its bases."""
    if entry.event is None:
        return False
    about = (*entry.event.about, *(entry.event.request.about if entry.event.request is not None else ()))
    bases = entry.names.bases
    return any(thing == unit or (thing in bases and bases[thing].unit == unit) for thing in about)


def said_of(entry: Entry, words: Words) -> str:
    """All words of an entry, in small letters: sentence, reason, need, modifiers, clauses."""
    texts: list[Text] = []
    more: list[str] = []
    event = entry.event
    if entry.said:
        more.append(entry.said)
    if entry.why is not None and entry.why.why is not None:
        texts.append(entry.why.why)
        more.append(words.name(entry.why.side, entry.names))
    if event is not None:
        if event.said is not None:
            texts.append(event.said)
        more += event.clauses
        request = event.request
        if request is not None:
            need = need_text(request)
            texts += [request.why, *([need] if need is not None else []), *(t for t, _value, _c in request.modifiers)]
            more.append(request.clause)
    return " ".join([*(words.say(t, entry.names) for t in texts), *more]).casefold()


def filter_rows(
    of: LogFilter, view: State, words: Words, selected: str, phases: Sequence[tuple[str, str]]
) -> list[Row]:
    """The filter as rows: sides, the unit selected, phases by (id, words), folding, and everything again."""

    def check(row: str, label: str, on: bool, mark: str = "check") -> Row:
        return Row("choice", row, say(label), mark=mark, on=on)

    rows = [Row("button", "done", say(_("To the log"), "bold"), tone="accent")]
    if of.narrow or of.off:
        rows.append(Row("button", "all", say(_("Show everything"))))
    rows.append(Row("heading", label=say(_("Owner"), "bold", "accent")))
    for side in view.sides.values():
        on = side.colour not in of.slots_off
        rows.append(check(f"side\n{side.colour}", words.name(side.id, view), on))
    rows.append(check("side\n-1", _("no owner"), -1 not in of.slots_off))
    unit = of.unit or (selected if selected in view.units else "")
    rows.append(Row("heading", label=say(_("Unit"), "bold", "accent")))
    if unit:
        label = _("only {unit}").format(unit=words.name(unit, view))
        rows.append(check(f"unit\n{unit}", label, bool(of.unit)))
    else:
        rows.append(Row("text", label=say(_("Select a unit to see its entries only."), "small", "text_dim")))
    rows.append(Row("heading", label=say(_("Phase"), "bold", "accent")))
    rows.append(check("phase\n", _("all"), not of.phase, mark="radio"))
    rows += [check(f"phase\n{phase}", name, of.phase == phase, mark="radio") for phase, name in phases]
    rows.append(Row("gap"))
    rows.append(check("fold", _("fold empty steps"), of.fold))
    return rows


def pressed(of: LogFilter, row: str) -> bool:
    """Do what a row of :func:`filter_rows` says; True where the list of entries is wanted again."""
    what, _newline, value = row.partition("\n")
    if what == "side":
        of.slots_off ^= {int(value)}
    elif what == "unit":
        of.unit = "" if of.unit == value else value
    elif what == "phase":
        of.phase = value
    elif what == "fold":
        of.fold = not of.fold
    elif what == "all":
        of.clear()
    return what == "done"


__all__ = ["LogFilter", "concerns", "filter_rows", "pressed", "said_of"]
