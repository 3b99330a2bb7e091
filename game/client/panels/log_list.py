"""What the log holds: its entries with what was taken back, the filter, and folds of empty steps; nothing is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.client.panels.log_entry import Entry
from game.client.panels.log_filter import LogFilter, said_of
from game.client.panels.log_fold import Fold, fold_row, folds, phase_of
from game.client.ui.row_paint import Laid
from game.client.ui.rows import Row
from game.client.words import Words


@dataclass
class Item:
    """An entry, laid out as soon as it is in sight: rows, height in pixels; or a fold of entries in one line."""

    entry: Entry
    phase: str = ""
    said: str | None = None
    row: Row | None = None
    laid: list[Laid] | None = None
    height: int = 0
    opened: set[str] = field(default_factory=set)


class LogList:
    """The entries of a log in order, and which of them are in sight.

    Attributes
    ----------
    phases
        The entry with which each phase began.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.items: list[Item] = []
        self.filter = LogFilter()
        self.phases: dict[str, Entry] = {}
        self._phase = ""
        self._unfolded: set[tuple[int, int]] = set()
        self._fold_items: dict[tuple[int, int], Item] = {}
        self._listed: tuple[object, list[Item]] = (None, [])
        self._serial = 0

    def clear(self) -> None:
        """No entries."""
        self.items = []
        self._phase, self.phases = "", {}
        self._fold_items = {}
        self._serial += 1

    def set(self, entries: Sequence[Entry]) -> None:
        """Other entries, from the beginning."""
        self.clear()
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """One more entry at the end; what it takes back fades."""
        if entry.undoes is not None:
            gone = range(entry.undoes + 1, entry.line)
            for item in self.items:
                if item.entry.line in gone and not item.entry.undone:
                    item.entry = item.entry.faded()
                    item.laid = None
        phase = phase_of(entry)
        if phase:
            self._phase = phase
            self.phases.setdefault(phase, entry)
        self._serial += 1
        self.items.append(Item(entry, self._phase))

    def relay(self) -> None:
        """Everything is to be laid out and said anew."""
        for item in self.items:
            item.laid = None
            item.said = None
        self._fold_items = {}
        self._serial += 1

    def unfold(self, item: Item) -> None:
        """Open a fold, or close it."""
        self._unfolded ^= {(item.entry.line, item.entry.number)}
        self._serial += 1

    def shown(self) -> list[Item]:
        """The items in sight, with the lines that stand for folds."""
        key = (self._serial, len(self._unfolded), self.filter.key)
        if self._listed[0] == key:
            return self._listed[1]
        shown = [i for i in self.items if self._lets(i)]
        if self.filter.fold and not self.filter.narrow:
            shown = self._folded(shown)
        self._listed = (key, shown)
        return shown

    def _lets(self, item: Item) -> bool:
        if item.said is None and self.filter.search:
            item.said = said_of(item.entry, self.words)
        return self.filter.lets(item.entry, item.phase, item.said or "")

    def _folded(self, shown: list[Item]) -> list[Item]:
        entries = [i.entry for i in shown]
        out: list[Item] = []
        at = 0
        for fold in folds(entries):
            out += shown[at : fold.start]
            first = entries[fold.start]
            opened = (first.line, first.number) in self._unfolded
            out.append(self._fold_item(fold, entries, opened))
            if opened:
                out += shown[fold.start : fold.end]
            at = fold.end
        return out + shown[at:]

    def _fold_item(self, fold: Fold, entries: list[Entry], opened: bool) -> Item:
        first = entries[fold.start]
        key = (first.line, first.number)
        row = fold_row(fold, entries, self.words, opened)
        kept = self._fold_items.get(key)
        if kept is None or kept.row != row:
            kept = self._fold_items[key] = Item(first, row=row)
        return kept
