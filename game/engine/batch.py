"""The ledger of an attack: every die, hit and wound is an entry that points to where it came from.

A batch is plain data held in a frame. Losses of a simultaneous step wait in it together; allocations name entries;
results sum accounts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

EntryKind = Literal["die", "hit", "wound", "cancelled"]


class BatchEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One die, hit or wound.

    Attributes
    ----------
    id, parent
        Its number in the batch, and the entry it came from (0 for none).
    source, means, mark
        Who, with what, at whom.
    tags
        Words of the ruleset ("AP", "Deadly", "cover").
    account
        Under which heading it counts ("duel", "ram", "fire").
    face
        What the die showed.
    """

    id: int
    kind: EntryKind
    parent: int = 0
    source: str = ""
    means: str = ""
    mark: str = ""
    tags: tuple[str, ...] = ()
    account: str = ""
    face: int = 0


class Batch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The entries in the order in which they came about."""

    entries: tuple[BatchEntry, ...] = ()

    def open(self, kind: EntryKind) -> tuple[BatchEntry, ...]:
        """The entries of a kind from which nothing has come yet."""
        parents = {e.parent for e in self.entries}
        return tuple(e for e in self.entries if e.kind == kind and e.id not in parents)

    def origin(self, entry: BatchEntry) -> BatchEntry:
        """The entry at the root: the die behind a wound."""
        by_id = {e.id: e for e in self.entries}
        while entry.parent:
            entry = by_id[entry.parent]
        return entry

    def total(self, kind: EntryKind, account: str | None = None, mark: str | None = None) -> int:
        """How many open entries of a kind there are, of one account or at one mark where told."""
        return sum(
            (account is None or e.account == account) and (mark is None or e.mark == mark) for e in self.open(kind)
        )


def follow(batch: Batch, parent: BatchEntry, kind: EntryKind, copies: int = 1, tags: Iterable[str] = ()) -> Batch:
    """Let ``copies`` entries come of another: a hit of a die, extra hits of a hit, wounds of a hit."""
    entries = list(batch.entries)
    for _ in range(copies):
        entries.append(
            replace(parent, id=len(entries) + 1, parent=parent.id, kind=kind, tags=(*parent.tags, *tags), face=0)
        )
    return Batch(tuple(entries))
