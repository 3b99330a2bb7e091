"""Hits on a unit, from wherever they come: Blast multiplies and divides them, then each unit resolves its own batch.

``afs.hits`` is called by shooting, by each step of a melee, by spells, and by falls and dangerous ground.
AFS-SHT-10, AFS-BLAST-01 to -05, AFS-CAST-08, AFS-R07, AFS-R25, AFS-R26, AFS-R34, AFS-S15, AFS-S16.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.batch import Batch, BatchEntry, EntryKind, follow
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Discrete, Goal
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.sums import Row, sum_of
from rulesets.age_of_fantasy_skirmish.attack import casualties, numbers
from rulesets.age_of_fantasy_skirmish.attack.numbers import HitKind, Kinds
from rulesets.age_of_fantasy_skirmish.attack.wounds import WOUNDS, Cause, WoundsData, family
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.field import facts
from rulesets.age_of_fantasy_skirmish.measures import within


class Share(msgspec.Struct, frozen=True):
    """How the hits of a weapon are divided among units: the target first, the others in the order of their list.

    ``sorts`` are the hits by sort: ids in the order in which they arose; one sort where all are alike.
    """

    units: tuple[str, ...]
    sorts: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        """All hits."""
        return sum(map(len, self.sorts))

    @property
    def each(self) -> int:
        """What every unit gets at least."""
        return self.total // len(self.units)

    @property
    def odd(self) -> int:
        """How many units get one more (AFS-R26)."""
        return self.total % len(self.units)

    @property
    def most(self) -> int:
        """What a unit gets at most."""
        return self.each + (self.odd > 0)


def _caught_models(view: State, target: str, by: str) -> tuple[str, ...]:
    """Models that the attacker may hit: those of the target, and other enemies within 3" of one of them (AFS-R25)."""
    reach = whole("blast_reach")
    others = (b.id for unit in facts.enemies(view, by) if unit != target for b in view.bases_of(unit))
    near = (b for b in others if within(facts.base_to_unit(view, b, target), reach))
    return (*(b.id for b in view.bases_of(target)), *near)


def caught_units(view: State, target: str, by: str) -> tuple[str, ...]:
    """Units among which the hits are divided: the target first, then in the order of their list (AFS-BLAST-04)."""
    found = {view.bases[b].unit for b in _caught_models(view, target, by)}
    return (target, *(u for u in view.units if u in found and u != target))


def multiplier(view: State, target: str, by: str, x: int) -> ask.Sum:
    """How many times each hit counts: X, at most the models there (AFS-BLAST-02, AFS-BLAST-03)."""
    there = len(_caught_models(view, target, by))
    rows: list[Row] = [(T("Blast({x})", x=x), float(x), "AFS-BLAST-02")]
    if there < x:
        rows.append(
            (TN("only {n} model is there", "only {n} models are there", there), float(there - x), "AFS-BLAST-03")
        )
    return sum_of(T("Each hit on {unit} counts", unit=Thing(target)), rows)


def weapons(batch: Batch, kinds: Kinds) -> tuple[str, ...]:
    """Names of the Blast weapons that have hit, in the order in which their hits arose."""
    return tuple(dict.fromkeys(h.means for h in batch.open("hit") if numbers.kind_in(kinds, h).blast > 1))


def multiply(view: State, batch: Batch, kinds: Kinds, means: str, target: str, by: str) -> Batch:
    """Every hit of a Blast weapon as many times as it counts; copies keep what the hit was (AFS-R26)."""
    for hit in batch.open("hit"):
        if hit.means == means:
            times = int(multiplier(view, target, by, numbers.kind_in(kinds, hit).blast).total)
            batch = follow(batch, hit, "hit", times)
    return batch


def share(view: State, batch: Batch, kinds: Kinds, means: str, target: str, by: str) -> Share:
    """Among whom the multiplied hits of a weapon are divided, and which of them are alike: those of most AP first."""
    sorts: dict[tuple[int, str], list[int]] = {}
    for hit in batch.open("hit"):
        if hit.means == means:
            kind = numbers.kind_in(kinds, hit)
            plain = (kind.deadly, kind.reroll, kind.denies, kind.fear)
            sorts.setdefault((_ap(kinds, hit), repr(plain)), []).append(hit.id)
    ordered = sorted(sorts.items(), key=lambda item: (-item[0][0], item[1]))
    return Share(caught_units(view, target, by), tuple(tuple(ids) for _, ids in ordered))


def _ap(kinds: Kinds, hit: BatchEntry) -> int:
    return int(sum(value for _, value, _ in numbers.hit_ap(numbers.kind_in(kinds, hit), numbers.SIX in hit.tags)))


def box(unit: str, sort: int) -> str:
    """Id of the box of hits of a sort for a unit."""
    return f"{unit}/{sort}"


def preferred(view: State, units: Sequence[str]) -> tuple[str, ...]:
    """Units in the order in which odd hits go to them: best Defense, most wounds left, first in the list (AFS-S15)."""

    def key(unit: str) -> tuple[int, int]:
        return numbers.defense(view, unit), -casualties.wounds_left(view, unit)

    return tuple(sorted((u for u in view.units if u in units), key=key))


def default_boxes(view: State, found: Share) -> dict[str, int]:
    """The division nobody has to think about: odd hits and the worse hits to those who bear them best (AFS-S15)."""
    order = preferred(view, found.units)
    return _fill(found, order, order[: found.odd])


def _fill(found: Share, order: Sequence[str], odd: Collection[str]) -> dict[str, int]:
    """The sorts given out in an order of units, some of which get an odd hit."""
    left = {u: found.each + (u in odd) for u in order}
    boxes: dict[str, int] = {}
    for sort, ids in enumerate(found.sorts):
        n = len(ids)
        for unit in order:
            take = min(n, left[unit])
            if take:
                boxes[box(unit, sort)] = take
                left[unit] -= take
                n -= take
    return boxes


def divide(batch: Batch, found: Share, boxes: Mapping[str, int]) -> Batch:
    """Send the hits where the boxes say, those that arose first to the first unit."""
    for sort, ids in enumerate(found.sorts):
        rest = list(ids)
        for unit in found.units:
            n = boxes.get(box(unit, sort), 0)
            batch = Batch(tuple(replace(e, mark=unit) if e.id in rest[:n] else e for e in batch.entries))
            rest = rest[n:]
    return batch


def _share_of(decision: ask.Decision) -> Share:
    return msgspec.convert(decision.args["share"], Share)


class BlastQuestion(Discrete):
    """How the defender divides the hits of a Blast (decision 18)."""

    kind = "allocate"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out a box for each unit and sort of hit."""
        found = _share_of(decision)

        def label(unit: str, sort: int) -> Text:
            if len(found.sorts) == 1:
                return T("{unit}", unit=Thing(unit))
            return T("{unit}: hits with AP({ap})", unit=Thing(unit), ap=decision.args["aps"][sort])

        boxes = tuple(
            ask.Box(box(u, s), label(u, s), 0, min(len(ids), found.most))
            for u in found.units
            for s, ids in enumerate(found.sorts)
        )
        answer = ask.AllocateAnswer(default_boxes(view, found))
        return ask.Asked(ask.AllocateSpace(boxes, found.total, found.total), ask.Reply(answer), draft=answer)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a division: as equal as possible, every hit given once (AFS-BLAST-04, AFS-R26)."""
        verdict = super().check(view, decision, answer)
        if not verdict.legal:
            return verdict
        assert isinstance(answer, ask.AllocateAnswer)
        found = _share_of(decision)
        for sort, ids in enumerate(found.sorts):
            given = sum(answer.boxes.get(box(u, sort), 0) for u in found.units)
            if given != len(ids):
                ap = decision.args["aps"][sort]
                text = T("Hits with AP({ap}): {n}, not {given}", n=len(ids), ap=ap, given=given)
                return ask.refused(text, "AFS-R26")
        least, most = found.each, found.most
        for unit in found.units:
            if sum(answer.boxes.get(box(unit, s), 0) for s in range(len(found.sorts))) not in (least, most):
                text = T("{unit}, hits: {least} or {most}", unit=Thing(unit), least=least, most=most)
                return ask.refused(text, "AFS-BLAST-04")
        return ask.LEGAL

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The default, then the other divisions: who gets the odd hits, and the sorts in either order."""
        return islice((ask.Reply(ask.AllocateAnswer(b)) for b in self._divisions(view, _share_of(decision))), limit)

    def _divisions(self, view: State, found: Share) -> Iterator[dict[str, int]]:
        seen: list[dict[str, int]] = []
        order = preferred(view, found.units)
        for odd in combinations(order, found.odd):
            for way in (order, order[::-1]) if len(found.sorts) > 1 else (order,):
                boxes = _fill(found, way, odd)
                if boxes not in seen:
                    seen.append(boxes)
                    yield boxes


BLAST = Posed("blast", BlastQuestion())


def question(view: State, batch: Batch, kinds: Kinds, name: str, target: str, found: Share) -> Question:
    """Ask the owner of the target how to divide."""
    message = T("Divide {n} hits of {weapon} as equally as possible", n=found.total, weapon=Word(name))
    aps = [_ap(kinds, batch.entries[ids[0] - 1]) for ids in found.sorts]
    args = {"target": target, "share": msgspec.to_builtins(found), "aps": aps}
    return BLAST.to(view.units[target].side, message, args, ("AFS-BLAST-04", "AFS-R26", "AFS-S15"))


class HitsData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hits (or wounds, for which nobody throws block dice) on a ``unit``, of the side ``by``, "" for nobody (AFS-R35).

    ``batch``, ``kinds``: the hits, and what they are like; ``weapons``: those with Blast whose hits are still to be
    multiplied; ``units``: those still to be dealt with; ``results``: what came of each, in the order of the dice.
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
    batch = Batch(tuple(BatchEntry(i + 1, what, means=kind.name, mark=unit) for i in range(n)))
    return HitsData(unit, by, cause, batch, {numbers.kind_key("", kind.name): kind})


def spell_hits(unit: str, by: str, name: str, hits: int, rules: Mapping[str, int]) -> HitsData:
    """What the hits of a spell start from (AFS-R34)."""
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
    return Goto("blast", replace(data, weapons=weapons(data.batch, data.kinds)))


@HITS.step
def _blast(run: Run, data: HitsData, got: Any) -> Outcome:
    """Multiply the hits of the next Blast weapon and see among whom they are divided."""
    if not data.weapons:
        order = [data.unit, *(u for u in run.state.units if u != data.unit)]
        hit = {h.mark for h in data.batch.open("hit")}
        return Goto("deal", replace(data, units=tuple(u for u in order if u in hit)))
    name, target, by = data.weapons[0], data.unit, data.by
    batch = multiply(run.state, data.batch, data.kinds, name, target, by)
    found = share(run.state, batch, data.kinds, name, target, by)
    x = next(numbers.kind_in(data.kinds, h).blast for h in data.batch.open("hit") if h.means == name)
    sum_ = multiplier(run.state, target, by, x)
    times, n, units, sums = int(sum_.total), found.total, found.units, (sum_,)
    so = {"weapon": Word(name), "times": times, "n": n, "units": [Thing(u) for u in units]}
    text = T("{weapon}: each hit counts as {times}; hits for {units}: {n}", **so)
    clauses = tuple(dict.fromkeys((*(c for _, _, c in sum_.rows), "AFS-BLAST-04")))
    told = {"weapon": name, "times": times, "hits": n, "units": list(units)}
    run.emit("blast", family(data.cause), text, clauses=clauses, about=units, side=by, data=told, sums=sums)
    data = replace(data, batch=batch)
    # whether there is anything to decide (AFS-S15)
    if len(units) == 1 or not (found.odd or len(found.sorts) > 1):
        return Goto("divided", data)
    return Ask((question(run.state, batch, data.kinds, name, target, found),), "divided", data)


@HITS.step
def _divided(run: Run, data: HitsData, got: ask.Reply | None) -> Outcome:
    """Send the hits of the Blast weapon to the units (AFS-R26)."""
    name = data.weapons[0]
    found = share(run.state, data.batch, data.kinds, name, data.unit, data.by)
    boxes = default_boxes(run.state, found) if got is None else got.boxes
    shares = {u: sum(boxes.get(box(u, s), 0) for s in range(len(found.sorts))) for u in found.units}
    if len(found.units) > 1:
        listed = [T("{unit} {n}", unit=Thing(u), n=n) for u, n in shares.items()]
        text = T("The hits of {weapon} are divided: {shares}", weapon=Word(name), shares=listed)
        clauses, others = ("AFS-BLAST-04", "AFS-R26"), found.units[1:]
        run.tell(data.unit, "divided", family(data.cause), text, clauses, also=others, weapon=name, shares=shares)
    return Goto("blast", replace(data, batch=divide(data.batch, found, boxes), weapons=data.weapons[1:]))


def _at(batch: Batch, unit: str) -> Batch:
    """The open hits at one unit as a batch of their own, in the order in which they arose, numbered anew."""
    hits = sorted((h for h in batch.open("hit") if h.mark == unit), key=lambda h: (_first(batch, h), h.id))
    return Batch(tuple(replace(h, id=i + 1, parent=0) for i, h in enumerate(hits)))


def _first(batch: Batch, hit: BatchEntry) -> int:
    """Number of the hit of which a copy was made: where it stands in the order."""
    while hit.parent and batch.entries[hit.parent - 1].kind == "hit":
        hit = batch.entries[hit.parent - 1]
    return hit.id


@HITS.step
def _deal(run: Run, data: HitsData, got: Any) -> Outcome:
    """Each unit hit resolves its own batch: the target first, the others in the order of their list (AFS-S16)."""
    if not data.units:
        return Done(list(data.results))
    unit = data.units[0]
    batch = data.batch if data.cause == "danger" else _at(data.batch, unit)
    used = {numbers.kind_key(e.source, e.means) for e in batch.entries}
    kinds = {k: v for k, v in data.kinds.items() if k in used}
    return WOUNDS.call(WoundsData(unit, data.by, data.cause, batch, kinds), "dealt", data)


@HITS.step
def _dealt(run: Run, data: HitsData, got: dict[str, Any]) -> Outcome:
    return Goto("deal", replace(data, units=data.units[1:], results=(*data.results, got)))
