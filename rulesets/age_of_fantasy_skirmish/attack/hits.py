"""Hits on a unit, from wherever they come: Blast multiplies and divides them, then each unit resolves its own batch.

``afs.hits`` is called by shooting, by each step of a melee, by spells, and by falls and dangerous ground.
AFS-SHT-10, AFS-BLAST-02 to -05, AFS-CAST-08, AFS-R07, AFS-R26, AFS-R34, AFS-S16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.batch import Batch, EntryKind
from game.engine.decision import Reply
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Done, Goto, Outcome, Run
from game.engine.text import T, Thing, Word
from rulesets.age_of_fantasy_skirmish.attack import blast, ledger, numbers
from rulesets.age_of_fantasy_skirmish.attack.blocking import WOUNDS, Cause, WoundsData, family
from rulesets.age_of_fantasy_skirmish.attack.numbers import HitKind


class HitsData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hits (or wounds, for which nobody throws block dice) on a unit.

    Attributes
    ----------
    unit, by, cause
        The target; the attacking side, "" for falls and dangerous ground (AFS-R35).
    batch, kinds
        The hits as they stand in the ledger, and what they are like.
    weapons
        Blast weapons whose hits are still to be multiplied.
    units
        Units still to be dealt with.
    results
        What came of each, in the order of the dice.
    """

    unit: str
    by: str = ""
    cause: Cause = "shooting"
    batch: Batch = Batch()
    kinds: dict[str, HitKind] = {}
    weapons: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    results: tuple[dict[str, Any], ...] = ()


HITS = FrameOf("afs.hits", HitsData)


def _hits_of(unit: str, by: str, cause: Cause, kind: HitKind, n: int, what: EntryKind = "hit") -> HitsData:
    """What hits (or wounds) of one kind start from that no weapon deals."""
    return HitsData(unit, by, cause, ledger.plain(what, n, kind.name, unit), {ledger.key("", kind.name): kind})


def spell_hits(unit: str, by: str, caster: str, name: str, hits: int, rules: Mapping[str, int]) -> HitsData:
    """What the hits of a spell start from (AFS-R34): ``caster`` is the unit that cast it."""
    return _hits_of(unit, by, "spell", numbers.hit_kind(name, rules), hits)


def fall_hit(unit: str, ap: int) -> HitsData:
    """What the one hit of a fall starts from (AFS-FALL-01, AFS-FALL-02)."""
    rows = ((T("height of the fall"), float(ap), "AFS-FALL-02"),) if ap else ()
    return _hits_of(unit, "", "fall", HitKind("fall", rows), 1)


def danger_wounds(unit: str, wounds: int) -> HitsData:
    """What the wounds of dangerous ground start from: no block roll (AFS-DAN-03)."""
    return _hits_of(unit, "", "danger", HitKind("dangerous terrain"), wounds, "wound")


@HITS.step
def _begin(run: Run, data: HitsData, got: Any) -> Outcome:
    """A unit that is gone suffers nothing; Blast comes first (AFS-BLAST-02)."""
    if not run.state.bases_of(data.unit):
        return Done([])
    if data.cause == "danger":
        return Goto("deal", replace(data, units=(data.unit,)))
    return Goto("blast", replace(data, weapons=blast.weapons(data.batch, data.kinds)))


@HITS.step
def _blast(run: Run, data: HitsData, got: Any) -> Outcome:
    """Multiply the hits of the next Blast weapon and see among whom they are divided."""
    if not data.weapons:
        order = [data.unit, *(u for u in run.state.units if u != data.unit)]
        hit = {h.mark for h in data.batch.open("hit")}
        return Goto("deal", replace(data, units=tuple(u for u in order if u in hit)))
    name, target, by = data.weapons[0], data.unit, data.by
    batch = blast.multiply(run.state, data.batch, data.kinds, name, target, by)
    found = blast.share(run.state, batch, data.kinds, name, target, by)
    x = next(ledger.kind(data.kinds, h).blast for h in data.batch.open("hit") if h.means == name)
    sum_ = blast.multiplier(run.state, target, by, x)
    times, n, units = int(sum_.total), found.total, found.units
    so = {"weapon": Word(name), "times": times, "n": n, "units": [Thing(u) for u in units]}
    run.emit(
        "blast",
        family(data.cause),
        T("{weapon}: each hit counts as {times}; hits for {units}: {n}", **so),
        clauses=tuple(dict.fromkeys((*(c for _, _, c in sum_.rows), "AFS-BLAST-04"))),
        about=units,
        side=by,
        data={"weapon": name, "times": times, "hits": n, "units": list(units)},
        sums=(sum_,),
    )
    data = replace(data, batch=batch)
    # whether there is anything to decide (AFS-S15)
    if len(units) == 1 or not (found.odd or len(found.sorts) > 1):
        return Goto("divided", data)
    return Ask((blast.question(run.state, batch, data.kinds, name, target, found),), "divided", data)


@HITS.step
def _divided(run: Run, data: HitsData, got: Reply | None) -> Outcome:
    """Send the hits of the Blast weapon to the units (AFS-R26)."""
    name = data.weapons[0]
    found = blast.share(run.state, data.batch, data.kinds, name, data.unit, data.by)
    boxes = blast.default_boxes(run.state, found) if got is None else got.boxes
    shares = {u: sum(boxes.get(blast.box(u, s), 0) for s in range(len(found.sorts))) for u in found.units}
    if len(found.units) > 1:
        listed = [T("{unit} {n}", unit=Thing(u), n=n) for u, n in shares.items()]
        text = T("The hits of {weapon} are divided: {shares}", weapon=Word(name), shares=listed)
        clauses, others = ("AFS-BLAST-04", "AFS-R26"), found.units[1:]
        run.tell(data.unit, "divided", family(data.cause), text, clauses, also=others, weapon=name, shares=shares)
    return Goto("blast", replace(data, batch=blast.divide(data.batch, found, boxes), weapons=data.weapons[1:]))


@HITS.step
def _deal(run: Run, data: HitsData, got: Any) -> Outcome:
    """Each unit hit resolves its own batch: the target first, the others in the order of their list (AFS-S16)."""
    if not data.units:
        return Done(list(data.results))
    unit = data.units[0]
    batch = data.batch if data.cause == "danger" else ledger.at(data.batch, unit)
    used = {ledger.key(e.source, e.means) for e in batch.entries}
    kinds = {k: v for k, v in data.kinds.items() if k in used}
    return WOUNDS.call(WoundsData(unit, data.by, data.cause, batch, kinds), "dealt", data)


@HITS.step
def _dealt(run: Run, data: HitsData, got: dict[str, Any]) -> Outcome:
    return Goto("deal", replace(data, units=data.units[1:], results=(*data.results, got)))
