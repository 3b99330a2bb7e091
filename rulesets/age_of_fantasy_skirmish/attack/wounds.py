"""One batch on one unit after its block dice: Deadly wounds, wounds ignored, casualties, markers, effects, the Push.

AFS-SHT-07, AFS-SHT-10, AFS-WND-01 to -05, AFS-KO-01, AFS-SHK-01, AFS-GRP-01 to -03, AFS-DLY, AFS-FEAR, AFS-REG,
AFS-TOUGH, AFS-PUSH-01, AFS-R07, AFS-R08, AFS-R29 to -R32, AFS-R35, AFS-S14, AFS-S16.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine import event as ev
from game.engine.batch import BatchEntry, follow
from game.engine.decision import Reply, Sum
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import TN, T, Thing
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.attack import casualties, endurance, ledger, numbers
from rulesets.age_of_fantasy_skirmish.attack.blocking import FAMILY, WOUNDS, WoundsData, entry_of, kind_of, left_of

# --- Deadly wounds -----------------------------------------------------------------------------------------------


@WOUNDS.step
def _deadly(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Each Deadly wound goes on one model, multiplied; the defender names it (AFS-DLY-01, AFS-R29)."""
    if not data.queue:
        return Goto("plain", data)
    living = left_of(run.state, data.unit)
    if len(living) == 1:
        return Goto("multiply", replace(data, who=living[0]))
    x = kind_of(data, entry_of(data, data.queue[0])).deadly
    return Ask((casualties.question(run.state, data.unit, 1, x),), "deadly_named", data)


@WOUNDS.step
def _deadly_named(run: Run, data: WoundsData, got: Reply) -> Outcome:
    return Goto("multiply", replace(data, who=got.ids[0]))


@WOUNDS.step
def _multiply(run: Run, data: WoundsData, got: Any) -> Outcome:
    """The wound counts X times; each of these may be ignored (AFS-R30)."""
    wound = entry_of(data, data.queue[0])
    kind = kind_of(data, wound)
    run.emit(
        "deadly",
        FAMILY[data.cause],
        T("Deadly({x}): the wound on {model} counts {x} times", x=kind.deadly, model=Thing(data.who)),
        clauses=("AFS-DLY-01",),
        about=(data.who, data.unit),
        side=data.by,
        data={"unit": data.unit, "base": data.who, "x": kind.deadly},
    )
    start = len(data.batch.entries)
    batch = follow(data.batch, wound, "wound", kind.deadly)
    copies = tuple(range(start + 1, start + kind.deadly + 1))
    data = replace(data, batch=batch, queue=(*copies, *data.queue[1:]))
    return _ignore(run, data, copies, "deadly_taken")


@WOUNDS.step
def _deadly_taken(run: Run, data: WoundsData, got: Any) -> Outcome:
    """What is not ignored falls on that model; what is too much for it is lost (AFS-DLY-03)."""
    data, copies = _ignored(run, data, got)
    first = entry_of(data, data.queue[0])
    n = kind_of(data, first).deadly
    data = _take(run, replace(data, queue=data.queue[n:]), data.who, len(copies), first)
    return Goto("deadly", replace(data, who=""))


# --- wounds ignored ----------------------------------------------------------------------------------------------


def _ignore(run: Run, data: WoundsData, ids: tuple[int, ...], then: str) -> Outcome:
    """Throw for wounds that may be ignored: not those of Bane, Rending and Unstoppable (AFS-REG-02)."""
    may = _ignorable(data, ids)
    if not may:
        return Goto(then, data)
    need = numbers.ignoring(run.state, data.unit)
    rows = need.rows if need else ()
    side = run.state.units[data.unit].side
    why = TN("{unit}: is the wound ignored?", "{unit}: are {n} wounds ignored?", len(may), unit=Thing(data.unit))
    request = ev.Request(
        (ev.DiceRow(side, len(may)),), why, "AFS-REG-01", data.ignoring, "at_least", rows, (data.unit,)
    )
    return Roll(request, then, data)


def _ignorable(data: WoundsData, ids: tuple[int, ...]) -> tuple[int, ...]:
    if not data.ignoring:
        return ()
    return tuple(i for i in ids if not kind_of(data, entry_of(data, i)).denies)


def _ignored(run: Run, data: WoundsData, got: Any) -> tuple[WoundsData, tuple[int, ...]]:
    """Strike out what the dice ignore; the wounds that are left of the next assignment, in order."""
    ids = _now(data)
    if not isinstance(got, ev.Rolled):
        return data, ids
    die = numbers.ignoring_die(Sum(T("Regeneration"), data.ignoring))
    batch = data.batch
    gone = []
    for entry_id, face in zip(_ignorable(data, ids), got.faces[0], strict=True):
        if die.succeeds(face):
            batch = ledger.settle(batch, entry_of(data, entry_id), True)
            gone.append(entry_id)
    if gone:
        text = TN("{unit} ignores {n} wound", "{unit} ignores {n} wounds", len(gone), unit=Thing(data.unit))
        run.tell(data.unit, "ignored", "status", text, ("AFS-REG-01",), unit=data.unit, wounds=len(gone))
    return replace(data, batch=batch), tuple(i for i in ids if i not in gone)


def _now(data: WoundsData) -> tuple[int, ...]:
    """The wounds that are thrown for together: copies of one Deadly wound, or all others."""
    if not data.who:
        return data.queue
    return data.queue[: kind_of(data, entry_of(data, data.queue[0])).deadly]


@WOUNDS.step
def _plain(run: Run, data: WoundsData, got: Any) -> Outcome:
    """The other wounds."""
    ids = tuple(w.id for w in data.batch.open("wound") if kind_of(data, w).deadly <= 1)
    return _ignore(run, replace(data, queue=ids), ids, "plain_left")


@WOUNDS.step
def _plain_left(run: Run, data: WoundsData, got: Any) -> Outcome:
    data, left = _ignored(run, data, got)
    return Goto("assign", replace(data, queue=left))


# --- casualties and markers --------------------------------------------------------------------------------------


@WOUNDS.step
def _assign(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Wounds kill models of a group one by one; what is left goes on the last one (AFS-GRP-01, AFS-GRP-02)."""
    living = left_of(run.state, data.unit)
    if not data.queue:
        return Goto("check", data)
    if len(living) == 1:
        first = entry_of(data, data.queue[0])
        return Goto("check", _take(run, replace(data, queue=()), living[0], len(data.queue), first))
    return Ask((casualties.question(run.state, data.unit, len(data.queue)),), "assigned", data)


@WOUNDS.step
def _assigned(run: Run, data: WoundsData, got: Reply) -> Outcome:
    for base in got.ids:
        left = endurance.endures(run.state, base) - run.state.bases[base].own.wounds
        n = max(1, min(left, len(data.queue)))
        first = entry_of(data, data.queue[0])
        data = _take(run, replace(data, queue=data.queue[n:]), base, n, first)
    return Goto("assign", data)


def _take(run: Run, data: WoundsData, base: str, n: int, first: BatchEntry) -> WoundsData:
    """Let a model suffer ``n`` wounds: markers on a lone model, tokens or death in a group (AFS-R31, AFS-S14)."""
    if not n:
        return data
    data = replace(data, suffered={**data.suffered, base: data.suffered.get(base, 0) + n})
    group = len(left_of(run.state, data.unit)) > 1
    now = run.state.bases[base].own.wounds + n
    if group and now >= endurance.endures(run.state, base):
        clauses = ("AFS-S14", "AFS-R31") if endurance.toughness(run.state, base) > 1 else ()
        casualties.lose(run, base, "wounds", clauses)
        return replace(data, lost=(*data.lost, base))
    model = Thing(base)
    text = (
        TN(
            "{model} takes a wound token, {now} in all",
            "{model} takes {n} wound tokens, {now} in all",
            n,
            model=model,
            now=now,
        )
        if group
        else TN(
            "{model} takes a wound marker, {now} in all",
            "{model} takes {n} wound markers, {now} in all",
            n,
            model=model,
            now=now,
        )
    )
    run.emit(
        "marked",
        "status",
        text,
        *changes.model(run.state, base, wounds=now),
        clauses=("AFS-S14",) if group else ("AFS-WND-01",),
        about=(base, data.unit, *((first.source,) if first.source else ())),
        side=run.state.units[data.unit].side,
        data={"unit": data.unit, "base": base, "wounds": n, "markers": now},
    )
    return data


# --- wound effects -----------------------------------------------------------------------------------------------


def fear_of(data: WoundsData) -> int:
    """Fear of the models at least one of whose wounds was suffered (AFS-FEAR-02, AFS-R32)."""
    feared = {w.source: kind_of(data, w).fear for w in data.batch.open("wound")}
    return sum(feared.values())


@WOUNDS.step
def _check(run: Run, data: WoundsData, got: Any) -> Outcome:
    """A lone model that was wounded rolls once for the whole batch (AFS-WND-02, AFS-R07)."""
    living = left_of(run.state, data.unit)
    if len(living) != 1 or not data.suffered.get(living[0]):
        return Goto("end", data)
    base = living[0]
    markers, fear = run.state.bases[base].own.wounds, fear_of(data)
    if not endurance.checks(run.state, base, markers, fear):
        return Goto("end", data)
    bonus, out = endurance.effect_bonus(run.state, base, markers, fear), endurance.knocked_out_at(run.state, base)
    need = int(out.total - bonus.total)
    rows = (*out.rows, *((text, -value, clause) for text, value, clause in bonus.rows))
    request = ev.Request(
        (ev.DiceRow(run.state.units[data.unit].side, 1),),
        T("Wound effects on {model}: Knocked Out on {need} or more", model=Thing(base), need=need),
        "AFS-WND-02",
        need,
        "at_least",
        rows,
        (base, data.unit),
    )
    return Roll(request, "effect", replace(data, who=base))


@WOUNDS.step
def _effect(run: Run, data: WoundsData, got: ev.Rolled) -> Outcome:
    """Shaken, or Knocked Out (AFS-WND-03, AFS-TOUGH-02); a natural 6 or 1 means nothing here (AFS-R05)."""
    base = data.who
    bonus = endurance.effect_bonus(run.state, base, run.state.bases[base].own.wounds, fear_of(data))
    out = endurance.knocked_out_at(run.state, base)
    total = got.total + int(bonus.total)
    about = {"unit": data.unit, "base": base, "die": got.total, "total": total, "needed": int(out.total)}
    side = run.state.units[data.unit].side
    who, sums = (base, data.unit), (bonus, out)
    if total >= out.total:
        text = T("{model}: {total}, Knocked Out", model=Thing(base), total=total)
        clauses = tuple(dict.fromkeys(c for _, _, c in out.rows))
        lost = {**about, "effect": "knocked_out"}
        run.emit("effect", "loss", text, clauses=clauses, about=who, side=side, sums=sums, data=lost)
        casualties.lose(run, base, "knocked_out")
        return Goto("end", replace(data, effect="knocked_out", lost=(*data.lost, base)))
    text = T("{model}: {total}, Shaken", model=Thing(base), total=total)
    shaken = {**about, "effect": "shaken"}
    marks = changes.unit(run.state, data.unit, shaken=True)
    run.emit("effect", "status", text, *marks, clauses=("AFS-WND-03",), about=who, side=side, sums=sums, data=shaken)
    data = replace(data, effect="shaken")
    if not data.by:
        return Goto("end", data)
    return Call("afs.push", push_data(base, data.by), "end", data)


def push_data(base: str, by: str) -> Any:
    """What a Push starts from (AFS-PUSH-01, AFS-R35)."""
    return {"base": base, "by": by}


@WOUNDS.step
def _end(run: Run, data: WoundsData, got: Any) -> Outcome:
    """Keep for statistics what the batch has done in all."""
    result = _result(run.state, data)
    if data.suffered:
        run.emit("suffered", "loss", None, about=(data.unit,), side=data.by, data={**result, "cause": data.cause})
    return Done(result)


def _result(view: State, data: WoundsData) -> dict[str, Any]:
    """What the batch did: plain data for whoever called."""
    return {
        "unit": data.unit,
        "wounds": sum(data.suffered.values()),
        "lost": list(data.lost),
        "effect": data.effect,
        "destroyed": not left_of(view, data.unit),
    }
