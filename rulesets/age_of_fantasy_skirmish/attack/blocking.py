"""The block dice of a batch on one unit: which hits get through (the first half of ``afs.wounds``).

AFS-SHT-05, AFS-SHT-06, AFS-SHT-09, AFS-MEL-05, AFS-BANE-02, AFS-DLY-02, AFS-FALL-01, AFS-DAN-03, AFS-S16.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.batch import Batch, BatchEntry
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import TN, T, Thing, Word
from game.kit.attack import at_least
from rulesets.age_of_fantasy_skirmish.attack import ledger, numbers
from rulesets.age_of_fantasy_skirmish.attack.numbers import HitKind

Cause = Literal["shooting", "melee", "spell", "fall", "danger"]


def family(cause: Cause) -> ev.Family:
    """To which family of events what hits or wounds do belongs."""
    return "shot" if cause in ("shooting", "spell") else "blow"


class WoundsData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A batch on one unit.

    Attributes
    ----------
    unit, by, cause
        The unit hit; the attacking side, "" for falls and dangerous ground, which nobody deals (AFS-R35).
    batch, kinds
        Open hits and wounds, and what they are like.
    ignoring
        The face that ignores a wound, as it stood when the batch arrived; 0 for none (AFS-REG-02).
    queue
        Entries still to be dealt with in this step.
    who
        The model that takes wounds now.
    suffered
        Wounds suffered by model in this batch.
    lost
        Models lost to it.
    effect
        What the wound-effect roll brought.
    """

    unit: str
    by: str = ""
    cause: Cause = "shooting"
    batch: Batch = Batch()
    kinds: dict[str, HitKind] = {}
    ignoring: int = 0
    queue: tuple[int, ...] = ()
    who: str = ""
    suffered: dict[str, int] = {}
    lost: tuple[str, ...] = ()
    effect: Literal["", "shaken", "knocked_out"] = ""


def left_of(view: State, unit: str) -> tuple[str, ...]:
    """Models of a unit that are left."""
    return tuple(b.id for b in view.bases_of(unit))


def kind_of(data: WoundsData, entry: BatchEntry) -> HitKind:
    """What a hit or wound of the batch is like."""
    return ledger.kind(data.kinds, entry)


def entry_of(data: WoundsData, entry_id: int) -> BatchEntry:
    """An entry of the batch."""
    return ledger.entry_of(data.batch, entry_id)


def first_of(data: WoundsData) -> tuple[BatchEntry, HitKind]:
    """The hit or wound that is dealt with next, and what it is like."""
    first = entry_of(data, data.queue[0])
    return first, kind_of(data, first)


WOUNDS = FrameOf("afs.wounds", WoundsData)


@WOUNDS.step
def _begin(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Deadly hits first, the others in the order in which they arose (AFS-DLY-02, AFS-S16)."""
    if not left_of(run.state, data.unit):
        return Goto("end", data)
    need = numbers.ignoring(run.state, data.unit)
    hits = sorted(data.batch.open("hit"), key=lambda h: (kind_of(data, h).deadly <= 1, h.id))
    return Goto("block", replace(data, ignoring=int(need.total) if need else 0, queue=tuple(h.id for h in hits)))


def _need(run: Run, data: WoundsData, entry: BatchEntry) -> Sum:
    return numbers.to_block(run.state, data.unit, kind_of(data, entry), ledger.SIX in entry.tags)


def _together(run: Run, data: WoundsData) -> int:
    """How many hits are next whose dice are thrown in one go: of one weapon, alike, none thrown again in between."""
    first, kind = first_of(data)
    need = _need(run, data, first)
    n = 1
    while not kind.reroll and n < len(data.queue):
        other = entry_of(data, data.queue[n])
        if other.means != first.means or kind_of(data, other).reroll or _need(run, data, other) != need:
            break
        n += 1
    return n


def _block_request(run: Run, data: WoundsData, n: int, again: bool = False) -> ev.Request:
    first, kind = first_of(data)
    unit, weapon = Thing(data.unit), Word(kind.name)
    why = TN("{unit} blocks a hit of {weapon}", "{unit} blocks {n} hits of {weapon}", n, unit=unit, weapon=weapon)
    clause = {"melee": "AFS-MEL-05", "fall": "AFS-FALL-01"}.get(data.cause, "AFS-SHT-05")
    if again:
        why = T("{unit} throws a block of 6 again against {weapon}", unit=unit, weapon=weapon)
        clause = "AFS-FALL-01" if data.cause == "fall" else "AFS-BANE-02"
    about = (data.unit, first.source) if first.source else (data.unit,)
    dice = ev.DiceRow(run.state.units[data.unit].side, n)
    return at_least(_need(run, data, first), (dice,), why, clause, about)


@WOUNDS.step
def _block(run: Run, data: WoundsData, got: Any) -> Outcome:
    if not data.queue:
        return Goto("blocks_told", data)
    return Roll(_block_request(run, data, _together(run, data)), "blocked", data)


@WOUNDS.step
def _blocked(run: Run, data: WoundsData, got: ev.Rolled) -> Outcome:
    if got.faces[0][0] in first_of(data)[1].reroll:
        return Roll(_block_request(run, data, 1, again=True), "settled", data)
    return Goto("settled", data, got)


@WOUNDS.step
def _settled(run: Run, data: WoundsData, got: ev.Rolled) -> Outcome:
    """A hit that is not blocked is a wound (AFS-SHT-06); of a die thrown again the second face counts."""
    faces = got.faces[0]
    die = numbers.stopping(_need(run, data, first_of(data)[0]).total)
    batch = data.batch
    for entry_id, face in zip(data.queue, faces, strict=False):
        batch = ledger.settle(batch, entry_of(data, entry_id), die.succeeds(face))
    return Goto("block", replace(data, batch=batch, queue=data.queue[len(faces) :]))


@WOUNDS.step
def _blocks_told(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Say how many hits got through; Deadly wounds come first."""
    hits = sum(e.kind == "hit" for e in data.batch.entries)
    wounds = data.batch.open("wound")
    unit, n = Thing(data.unit), len(wounds)
    text, clause = T("{unit} blocks everything", unit=unit), "AFS-SHT-05"
    if data.cause == "danger":
        text, clause = TN("{unit} suffers {n} wound", "{unit} suffers {n} wounds", n, unit=unit), "AFS-DAN-03"
    elif wounds:
        text, clause = T("Hits on {unit}: {hits}; not blocked: {n}", unit=unit, hits=hits, n=n), "AFS-SHT-06"
    run.emit(
        "wounds",
        family(data.cause),
        text,
        clauses=("AFS-MEL-05" if data.cause == "melee" else clause,),
        about=(data.unit,),
        side=data.by or run.state.units[data.unit].side,
        data={"unit": data.unit, "hits": hits, "wounds": n, "cause": data.cause},
    )
    return Goto("deadly", replace(data, queue=tuple(w.id for w in wounds if kind_of(data, w).deadly > 1)))
