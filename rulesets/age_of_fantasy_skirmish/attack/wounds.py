"""One batch on one unit: block dice, Deadly wounds, wounds ignored, casualties, markers, effects, the Push.

AFS-SHT-05 to -07, AFS-SHT-09, AFS-SHT-10, AFS-MEL-05, AFS-WND-01 to -05, AFS-KO-01, AFS-SHK-01, AFS-GRP-01 to -03,
AFS-BANE-02, AFS-DLY, AFS-FEAR, AFS-REG, AFS-TOUGH, AFS-FALL-01, AFS-DAN-03, AFS-PUSH-01, AFS-R07, AFS-R08,
AFS-R29 to -R32, AFS-R35, AFS-S14, AFS-S16.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.batch import Batch, BatchEntry, follow
from game.engine.decision import Reply, Sum
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import TN, T, Thing, Word
from game.kit.attack import at_least
from game.kit.sums import sum_of
from rulesets.age_of_fantasy_skirmish import calls
from rulesets.age_of_fantasy_skirmish.attack import casualties, numbers
from rulesets.age_of_fantasy_skirmish.attack.numbers import HitKind

Cause = Literal["shooting", "melee", "spell", "fall", "danger"]


def family(cause: Cause) -> ev.Family:
    """To which family of events what hits or wounds do belongs."""
    return "shot" if cause in ("shooting", "spell") else "blow"


class WoundsData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A batch on one ``unit``, of the side ``by``, "" for falls and dangerous ground, which nobody deals (AFS-R35).

    ``batch``, ``kinds``: open hits and wounds, and what they are like; ``ignoring``: the face that ignores a wound, as
    it stood when the batch arrived (AFS-REG-02); ``queue``: entries still to be dealt with in this step; ``who`` takes
    wounds now; ``suffered``: wounds by model; ``lost``: models; ``effect``: what the wound-effect roll brought.
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


def _left(view: State, unit: str) -> tuple[str, ...]:
    return tuple(b.id for b in view.bases_of(unit))


def _entry(data: WoundsData, entry_id: int) -> tuple[BatchEntry, HitKind]:
    """A hit or wound of the batch, and what it is like."""
    entry = data.batch.entries[entry_id - 1]
    return entry, numbers.kind_in(data.kinds, entry)


WOUNDS = FrameOf("afs.wounds", WoundsData)


@WOUNDS.step
def _begin(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Deadly hits first, the others in the order in which they arose (AFS-DLY-02, AFS-S16)."""
    if not _left(run.state, data.unit):
        return Goto("end", data)
    need = numbers.ignoring(run.state, data.unit)
    hits = sorted(data.batch.open("hit"), key=lambda h: (_entry(data, h.id)[1].deadly <= 1, h.id))
    return Goto("block", replace(data, ignoring=int(need.total) if need else 0, queue=tuple(h.id for h in hits)))


def _need(run: Run, data: WoundsData, entry_id: int) -> Sum:
    entry, kind = _entry(data, entry_id)
    return numbers.to_block(run.state, data.unit, kind, numbers.SIX in entry.tags)


def _together(run: Run, data: WoundsData) -> int:
    """How many hits are next whose dice are thrown in one go: of one weapon, alike, none thrown again in between."""
    first, kind = _entry(data, data.queue[0])
    need = _need(run, data, first.id)

    def alike(entry_id: int) -> bool:
        other, like = _entry(data, entry_id)
        return other.means == first.means and not like.reroll and _need(run, data, entry_id) == need

    return 1 if kind.reroll else len(list(takewhile(alike, data.queue)))


def _block_request(run: Run, data: WoundsData, n: int, again: bool = False) -> ev.Request:
    first, kind = _entry(data, data.queue[0])
    unit, weapon = Thing(data.unit), Word(kind.name)
    why = TN(
        "{unit} rolls to block a hit of {weapon}",
        "{unit} rolls to block {n} hits of {weapon}",
        n,
        unit=unit,
        weapon=weapon,
    )
    clause = {"melee": "AFS-MEL-05", "fall": "AFS-FALL-01"}.get(data.cause, "AFS-SHT-05")
    if again:
        why = T("{unit} re-rolls a block of 6 against {weapon}", unit=unit, weapon=weapon)
        clause = "AFS-FALL-01" if data.cause == "fall" else "AFS-BANE-02"
    about = (data.unit, first.source) if first.source else (data.unit,)
    dice = ev.DiceRow(run.state.units[data.unit].side, n)
    return at_least(_need(run, data, first.id), (dice,), why, clause, about)


@WOUNDS.step
def _block(run: Run, data: WoundsData, got: Any) -> Outcome:
    if not data.queue:
        return Goto("blocks_told", data)
    return Roll(_block_request(run, data, _together(run, data)), "blocked", data)


@WOUNDS.step
def _blocked(run: Run, data: WoundsData, got: ev.Rolled) -> Outcome:
    if got.faces[0][0] in _entry(data, data.queue[0])[1].reroll:
        return Roll(_block_request(run, data, 1, again=True), "settled", data)
    return Goto("settled", data, got)


@WOUNDS.step
def _settled(run: Run, data: WoundsData, got: ev.Rolled) -> Outcome:
    """A hit that is not blocked is a wound (AFS-SHT-06); of a die thrown again the second face counts."""
    faces = got.faces[0]
    die = numbers.stopping(_need(run, data, data.queue[0]).total)
    batch = data.batch
    for entry_id, face in zip(data.queue, faces, strict=False):
        batch = follow(batch, _entry(data, entry_id)[0], "cancelled" if die.succeeds(face) else "wound")
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
    cited, side = ("AFS-MEL-05" if data.cause == "melee" else clause,), data.by or run.state.units[data.unit].side
    told = {"unit": data.unit, "hits": hits, "wounds": n, "cause": data.cause}
    run.emit("wounds", family(data.cause), text, clauses=cited, about=(data.unit,), side=side, data=told)
    return Goto("deadly", replace(data, queue=tuple(w.id for w in wounds if _entry(data, w.id)[1].deadly > 1)))


@WOUNDS.step
def _deadly(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Each Deadly wound goes on one model, multiplied; the defender names it (AFS-DLY-01, AFS-R29)."""
    if not data.queue:
        return Goto("plain", data)
    living = _left(run.state, data.unit)
    if len(living) == 1:
        return Goto("multiply", replace(data, who=living[0]))
    x = _entry(data, data.queue[0])[1].deadly
    return Ask((casualties.question(run.state, data.unit, 1, x),), "deadly_named", data)


@WOUNDS.step
def _deadly_named(run: Run, data: WoundsData, got: Reply) -> Outcome:
    return Goto("multiply", replace(data, who=got.ids[0]))


@WOUNDS.step
def _multiply(run: Run, data: WoundsData, got: Any) -> Outcome:
    """The wound counts X times; each of these may be ignored (AFS-R30)."""
    wound, kind = _entry(data, data.queue[0])
    text = T("Deadly({x}): the wound on {model} counts {x} times", x=kind.deadly, model=Thing(data.who))
    who, told = (data.who, data.unit), {"unit": data.unit, "base": data.who, "x": kind.deadly}
    run.emit("deadly", family(data.cause), text, clauses=("AFS-DLY-01",), about=who, side=data.by, data=told)
    start = len(data.batch.entries) + 1
    copies = tuple(range(start, start + kind.deadly))
    batch = follow(data.batch, wound, "wound", kind.deadly)
    return _ignore(run, replace(data, batch=batch, queue=(*copies, *data.queue[1:])), copies, "deadly_taken")


@WOUNDS.step
def _deadly_taken(run: Run, data: WoundsData, got: Any) -> Outcome:
    """What is not ignored falls on that model; what is too much for it is lost (AFS-DLY-03)."""
    first, kind = _entry(data, data.queue[0])
    data, left = _ignored(run, data, data.queue[: kind.deadly], got)
    data = _take(run, replace(data, queue=data.queue[kind.deadly :]), data.who, len(left), first)
    return Goto("deadly", replace(data, who=""))


def _ignore(run: Run, data: WoundsData, ids: tuple[int, ...], then: str) -> Outcome:
    """Throw for wounds that may be ignored: not those of Bane, Rending and Unstoppable (AFS-REG-02)."""
    may = _ignorable(data, ids)
    if not may:
        return Goto(then, data)
    why = TN("{unit}: is the wound ignored?", "{unit}: are {n} wounds ignored?", len(may), unit=Thing(data.unit))
    need = numbers.ignoring(run.state, data.unit) or Sum(why, data.ignoring)
    dice = ev.DiceRow(run.state.units[data.unit].side, len(may))
    return Roll(at_least(need, (dice,), why, "AFS-REG-01", (data.unit,), data.ignoring), then, data)


def _ignorable(data: WoundsData, ids: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i for i in ids if not _entry(data, i)[1].denies) if data.ignoring else ()


def _ignored(run: Run, data: WoundsData, ids: tuple[int, ...], got: Any) -> tuple[WoundsData, tuple[int, ...]]:
    """Strike out which of some wounds the dice ignore; those that are left, in order."""
    if not isinstance(got, ev.Rolled):
        return data, ids
    die = numbers.stopping(data.ignoring)
    gone = [i for i, face in zip(_ignorable(data, ids), got.faces[0], strict=True) if die.succeeds(face)]
    batch = data.batch
    for entry_id in gone:
        batch = follow(batch, _entry(data, entry_id)[0], "cancelled")
    if gone:
        text = TN("{unit} ignores {n} wound", "{unit} ignores {n} wounds", len(gone), unit=Thing(data.unit))
        run.tell(data.unit, "ignored", "status", text, ("AFS-REG-01",), unit=data.unit, wounds=len(gone))
    return replace(data, batch=batch), tuple(i for i in ids if i not in gone)


@WOUNDS.step
def _plain(run: Run, data: WoundsData, got: Any) -> Outcome:
    ids = tuple(w.id for w in data.batch.open("wound") if _entry(data, w.id)[1].deadly <= 1)
    return _ignore(run, replace(data, queue=ids), ids, "plain_left")


@WOUNDS.step
def _plain_left(run: Run, data: WoundsData, got: Any) -> Outcome:
    data, left = _ignored(run, data, data.queue, got)
    return Goto("assign", replace(data, queue=left))


@WOUNDS.step
def _assign(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Wounds kill models of a group one by one; what is left goes on the last one (AFS-GRP-01, AFS-GRP-02)."""
    if not data.queue:
        return Goto("check", data)
    living, first = _left(run.state, data.unit), _entry(data, data.queue[0])[0]
    if len(living) == 1:
        return Goto("check", _take(run, replace(data, queue=()), living[0], len(data.queue), first))
    return Ask((casualties.question(run.state, data.unit, len(data.queue)),), "assigned", data)


@WOUNDS.step
def _assigned(run: Run, data: WoundsData, got: Reply) -> Outcome:
    for base in got.ids:
        left = casualties.endures(run.state, base) - run.state.bases[base].own.wounds
        n = max(1, min(left, len(data.queue)))
        data = _take(run, replace(data, queue=data.queue[n:]), base, n, _entry(data, data.queue[0])[0])
    return Goto("assign", data)


def _take(run: Run, data: WoundsData, base: str, n: int, first: BatchEntry) -> WoundsData:
    """Let a model suffer ``n`` wounds: markers on a lone model, tokens or death in a group (AFS-R31, AFS-S14)."""
    if not n:
        return data
    data = replace(data, suffered={**data.suffered, base: data.suffered.get(base, 0) + n})
    now = run.state.bases[base].own.wounds + n
    group = len(_left(run.state, data.unit)) > 1
    if group and now >= casualties.endures(run.state, base):
        clauses = ("AFS-S14", "AFS-R31") if casualties.toughness(run.state, base) > 1 else ()
        casualties.lose(run, base, "wounds", clauses)
        return replace(data, lost=(*data.lost, base))
    who = {"model": Thing(base), "now": now}
    text = TN("{model} takes a wound marker, {now} in all", "{model} takes {n} wound markers, {now} in all", n, **who)
    if group:
        text = TN("{model} takes a wound token, {now} in all", "{model} takes {n} wound tokens, {now} in all", n, **who)
    marks, clause = changes.base(run.state, base, wounds=now), "AFS-S14" if group else "AFS-WND-01"
    about, side = [base, data.unit, *filter(None, [first.source])], run.state.units[data.unit].side
    told = {"unit": data.unit, "base": base, "wounds": n, "markers": now}
    run.emit("marked", "status", text, *marks, clauses=(clause,), about=about, side=side, data=told)
    return data


def _threshold(run: Run, data: WoundsData, base: str) -> tuple[int, Sum, Sum]:
    """Fear that counts, what is added to the wound-effect die, and the total that knocks the model out.

    Fear is that of the models at least one of whose wounds was suffered (AFS-FEAR-02, AFS-R32).
    """
    fear = sum({w.source: _entry(data, w.id)[1].fear for w in data.batch.open("wound")}.values())
    bonus = casualties.effect_bonus(run.state, base, run.state.bases[base].own.wounds, fear)
    return fear, bonus, casualties.knocked_out_at(run.state, base)


@WOUNDS.step
def _check(run: Run, data: WoundsData, got: Any) -> Outcome:
    """A lone model that was wounded rolls once for the whole batch (AFS-WND-02, AFS-R07)."""
    living = _left(run.state, data.unit)
    if len(living) != 1 or not data.suffered.get(living[0]):
        return Goto("end", data)
    base = living[0]
    fear, bonus, out = _threshold(run, data, base)
    if not casualties.checks(run.state, base, run.state.bases[base].own.wounds, fear):
        return Goto("end", data)
    need = sum_of(out.label, (*out.rows, *((text, -value, clause) for text, value, clause in bonus.rows)))
    why = T("Wound effects on {model}: Knocked Out on {need} or more", model=Thing(base), need=int(need.total))
    dice = ev.DiceRow(run.state.units[data.unit].side, 1)
    return Roll(at_least(need, (dice,), why, "AFS-WND-02", (base, data.unit)), "effect", replace(data, who=base))


@WOUNDS.step
def _effect(run: Run, data: WoundsData, got: ev.Rolled) -> Outcome:
    """Shaken, or Knocked Out (AFS-WND-03, AFS-TOUGH-02); a natural 6 or 1 means nothing here (AFS-R05)."""
    base = data.who
    _, bonus, out = _threshold(run, data, base)
    total = got.total + int(bonus.total)
    data = replace(data, effect="knocked_out" if total >= out.total else "shaken")
    who, side, sums = (base, data.unit), run.state.units[data.unit].side, (bonus, out)
    rolled = {"unit": data.unit, "base": base, "die": got.total, "total": total, "needed": int(out.total)}
    told = {**rolled, "effect": data.effect}
    if data.effect == "knocked_out":
        clauses = tuple(dict.fromkeys(c for _, _, c in out.rows))
        text = T("{model}: {total}, Knocked Out", model=Thing(base), total=total)
        run.emit("effect", "loss", text, clauses=clauses, about=who, side=side, sums=sums, data=told)
        casualties.lose(run, base, "knocked_out")
        return Goto("end", replace(data, lost=(*data.lost, base)))
    marks = changes.unit(run.state, data.unit, shaken=True)
    text = T("{model}: {total}, Shaken", model=Thing(base), total=total)
    run.emit("effect", "status", text, *marks, clauses=("AFS-WND-03",), about=who, side=side, sums=sums, data=told)
    # a Push (AFS-PUSH-01), but for wounds that nobody dealt (AFS-R35)
    return calls.PUSH.call(calls.Pushed(base, data.by), "end", data) if data.by else Goto("end", data)


@WOUNDS.step
def _end(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Tell whoever called, as plain data, what the batch has done in all; keep it for statistics."""
    result = {
        "unit": data.unit,
        "wounds": sum(data.suffered.values()),
        "lost": list(data.lost),
        "effect": data.effect,
        "destroyed": not _left(run.state, data.unit),
    }
    if data.suffered:
        run.emit("suffered", "loss", None, about=(data.unit,), side=data.by, data={**result, "cause": data.cause})
    return Done(result)
