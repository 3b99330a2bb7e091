"""The ledger of an attack as Age of Fantasy: Skirmish keeps it: hits with their kinds, extra hits, copies.

An entry's ``source`` is a model (or nothing), its ``means`` a weapon; together they name the :class:`HitKind`.
AFS-SHT-10, AFS-R26, AFS-R28, AFS-S16.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from game.engine.batch import Batch, BatchEntry, EntryKind, follow
from game.engine.odds import Die
from rulesets.age_of_fantasy_skirmish.attack.numbers import HitKind

SIX = "six"
"""Tag of a hit that came of a natural 6 itself; extra hits do not carry it."""
EXTRA = "extra"

Kinds = Mapping[str, HitKind]


def key(source: str, means: str) -> str:
    """Under which key the kind of a hit is kept."""
    return f"{source}/{means}"


def kind(kinds: Kinds, entry: BatchEntry) -> HitKind:
    """What a hit or wound is like."""
    return kinds[key(entry.source, entry.means)]


def with_dice(
    batch: Batch, faces: Sequence[int], die: Die, extra: int, source: str, means: str, mark: str, natural: int
) -> Batch:
    """Add hit dice: a hit for each success, right after that of a ``natural`` face the extra (AFS-S16, AFS-R28)."""
    for face in faces:
        entry = BatchEntry(len(batch.entries) + 1, "die", 0, source, means, mark, face=face)
        batch = Batch((*batch.entries, entry))
        if not die.succeeds(face):
            continue
        batch = follow(batch, entry, "hit", tags=(SIX,) if face == natural else ())
        if face == natural and extra:
            batch = follow(batch, entry, "hit", extra, (EXTRA,))
    return batch


def plain(kind_: EntryKind, n: int, means: str, mark: str) -> Batch:
    """A batch of hits (or wounds) of nobody's that no hit dice gave."""
    return Batch(tuple(BatchEntry(i + 1, kind_, means=means, mark=mark) for i in range(n)))


def moved(batch: Batch, mark: str, entries: Iterable[int]) -> Batch:
    """The same batch with some hits at another unit."""
    chosen = set(entries)
    return Batch(tuple(replace(e, mark=mark) if e.id in chosen else e for e in batch.entries))


def at(batch: Batch, mark: str) -> Batch:
    """The open hits at one unit as a batch of their own, in the order in which they arose, numbered anew."""
    hits = sorted((h for h in batch.open("hit") if h.mark == mark), key=lambda h: (_first(batch, h), h.id))
    return Batch(tuple(replace(h, id=i + 1, parent=0) for i, h in enumerate(hits)))


def _first(batch: Batch, hit: BatchEntry) -> int:
    """Number of the hit of which a copy was made: where it stands in the order."""
    while hit.parent and batch.entries[hit.parent - 1].kind == "hit":
        hit = batch.entries[hit.parent - 1]
    return hit.id


def settle(batch: Batch, entry: BatchEntry, stopped: bool) -> Batch:
    """Let a hit or wound be cancelled, or go on."""
    return follow(batch, entry, "cancelled" if stopped else "wound")


def entry_of(batch: Batch, entry_id: int) -> BatchEntry:
    """An entry by its number."""
    return batch.entries[entry_id - 1]
