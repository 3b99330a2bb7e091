"""Casting: who, which spell, on whom; tokens of both sides in secret; the die; the effect.

AFS-CAST-03 to AFS-CAST-08, AFS-R33, AFS-R34, AFS-S21, AFS-S22. Rows 13 and 14 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import (
    Actor,
    Aim,
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Asked,
    Bar,
    Box,
    Choice,
    Decision,
    Exit,
    Kind,
    PickAnswer,
    PickSpace,
    Reply,
    Sum,
    TargetsAnswer,
    TargetsSpace,
    Verdict,
    refused,
    unfinished,
)
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.ruleset import Discrete, Forecast, ForecastRow, Goal
from game.engine.state import State, other_sides
from game.engine.text import TN, T, Text, Thing, Word
from rulesets.age_of_fantasy_skirmish import changes, effects, spells, standing, tokens
from rulesets.age_of_fantasy_skirmish.flow_numbers import whole
from rulesets.age_of_fantasy_skirmish.hits import spell_hits
from rulesets.age_of_fantasy_skirmish.own import Effect, UnitOwn

CAST = "cast"
ALSO = "cast_also"
TOKENS = "tokens"
CAST_EXIT = "cast"
"""The way out of the question for an action that leads to a spell first."""


class CastData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Casting in one window: by whom, and the attempt under way.

    ``before`` marks the window before the action; the other one goes on until the caster is done.
    """

    unit: str
    before: bool = False
    base: str = ""
    spell: str = ""
    marks: tuple[str, ...] = ()
    help: int = 0
    hinder: int = 0
    at: int = 0


# --- what may be cast --------------------------------------------------------------------------------------------


def attempted(view: State, base: str) -> tuple[str, ...]:
    """The spells that a model has attempted in this activation (AFS-CAST-05)."""
    own: UnitOwn = view.units[view.bases[base].unit].own
    return own.cast.get(base, ())


def open_spells(view: State, base: str) -> tuple[spells.Spell, ...]:
    """The spells that a Caster on the table can attempt now: tokens, not attempted yet, a legal target."""
    side = view.units[view.bases[base].unit].side
    done, purse = attempted(view, base), tokens.held(view, base)
    return tuple(
        s
        for s in spells.known(view, side)
        if s.value <= purse and s.id not in done and any(bar is None for _, bar in spells.marks(view, base, s))
    )


def ready(view: State, unit: str) -> tuple[str, ...]:
    """The Casters of a unit that can attempt a spell now."""
    own: UnitOwn = view.units[unit].own
    if own.shaken:
        return ()
    return tuple(b for b in tokens.casters(view, unit) if view.bases[b].where == "table" and open_spells(view, b))


def may_cast(view: State, unit: str) -> bool:
    """Whether a unit can cast a spell now."""
    return bool(ready(view, unit))


def exits(view: State, unit: str) -> tuple[Exit, ...]:
    """The way out of the question for an action by which a spell is cast first (AFS-R33)."""
    if not may_cast(view, unit):
        return ()
    return (Exit(CAST_EXIT, T("Cast a spell first"), back=True),)


# --- steps -------------------------------------------------------------------------------------------------------


def _begin(run: Run, data: CastData, got: Any) -> Outcome:
    """Ask which spell, as long as there is one to cast."""
    state = run.state
    if state.over is not None or not standing.on_table(state, data.unit) or not may_cast(state, data.unit):
        return Done()
    side = state.units[data.unit].side
    message = T("{side}: cast a spell with {unit}?", side=Thing(side), unit=Thing(data.unit))
    question = Question(CAST, side, message, {"unit": data.unit, "before": data.before}, ("AFS-CAST-03", "AFS-CAST-04"))
    return Ask((question,), "named", CastData(data.unit, data.before))


def _named(run: Run, data: CastData, got: Reply) -> Outcome:
    if got.answer is None:
        return Done()
    assert isinstance(got.answer, TargetsAnswer)
    aim = got.answer.aims[0]
    data = replace(data, base=aim.actor, spell=aim.means, marks=(aim.mark,))
    more = _more(run.state, data)
    if spells.spell(data.spell).units > 1 and more:
        side = run.state.units[data.unit].side
        message = T("{side}: another unit for {spell}?", side=Thing(side), spell=Word(spells.spell(data.spell).name))
        args = {"base": data.base, "spell": data.spell, "marks": list(data.marks)}
        return Ask((Question(ALSO, side, message, args, ("AFS-S23",)),), "also", data)
    return Goto("paid", data)


def _more(view: State, data: CastData) -> tuple[str, ...]:
    """Further units that a spell of several targets may be cast on."""
    rows = spells.marks(view, data.base, spells.spell(data.spell))
    return tuple(unit for unit, bar in rows if bar is None and unit not in data.marks)


def _also(run: Run, data: CastData, got: Reply) -> Outcome:
    assert isinstance(got.answer, PickAnswer)
    return Goto("paid", replace(data, marks=(*data.marks, *got.answer.ids)))


def _paid(run: Run, data: CastData, got: Any) -> Outcome:
    """The tokens are spent, whatever comes of it (AFS-CAST-04); then both sides may add theirs in secret."""
    state = run.state
    spell = spells.spell(data.spell)
    side = state.units[data.unit].side
    own: UnitOwn = state.units[data.unit].own
    cast = {**own.cast, data.base: (*attempted(state, data.base), data.spell)}
    run.emit(
        "spell_named",
        "order",
        T("{spell} from {unit} on {marks}", unit=Thing(data.unit), spell=Word(spell.name), marks=_things(data.marks)),
        *tokens.spend(state, {data.base: spell.value}),
        *changes.unit(state, data.unit, cast=cast),
        clauses=("AFS-CAST-04", "AFS-CAST-05"),
        about=(data.unit, data.base, *data.marks),
        side=side,
        data={"spell": spell.id, "value": spell.value, "base": data.base},
    )
    able = [s for s in (side, *other_sides(state, side)) if tokens.helpers(run.state, s, data.unit)]
    if not able:
        return Goto("roll", data)
    questions = tuple(
        Question(
            TOKENS,
            s,
            T("{side}: tokens to help {spell}?", side=Thing(s), spell=Word(spell.name))
            if s == side
            else T("{side}: tokens to hinder {spell}?", side=Thing(s), spell=Word(spell.name)),
            {"unit": data.unit, "spell": spell.id, "marks": list(data.marks)},
            ("AFS-CAST-07", "AFS-S21"),
        )
        for s in able
    )
    if len(questions) == 1:
        return Ask(questions, "one_side", replace(data, at=0))
    return Ask(questions, "opened", data, "open")


def _things(ids: Iterable[str]) -> list[Thing]:
    return [Thing(i) for i in ids]


def _one_side(run: Run, data: CastData, got: Reply) -> Outcome:
    """Only one side had tokens to add: nothing needs to be hidden."""
    side = run.state.units[data.unit].side
    helpers = tokens.helpers(run.state, side, data.unit)
    return Goto("opened", data, {side if helpers else other_sides(run.state, side)[0]: got})


def _opened(run: Run, data: CastData, got: dict[str, Any]) -> Outcome:
    """All tokens are spent at the same time (AFS-CAST-07)."""
    state = run.state
    mine = state.units[data.unit].side
    spent: dict[str, dict[str, int]] = {}
    for side, raw in got.items():
        reply = raw if isinstance(raw, Reply) else msgspec.convert(raw, Reply)
        assert isinstance(reply.answer, AllocateAnswer)
        spent[side] = {b: n for b, n in reply.answer.boxes.items() if n}
    helped = sum(spent.get(mine, {}).values())
    hindered = sum(n for side, boxes in spent.items() if side != mine for n in boxes.values())
    run.emit(
        "tokens_spent",
        "reveal",
        T("Tokens added: {help} to help, {hinder} to hinder", help=helped, hinder=hindered),
        *(c for boxes in spent.values() for c in tokens.spend(state, boxes)),
        clauses=("AFS-CAST-07", "AFS-S21"),
        about=(data.unit,),
        side=mine,
        data={"help": helped, "hinder": hindered, "by": spent},
    )
    return Goto("roll", replace(data, help=helped, hinder=hindered))


def need(help: int, hinder: int) -> Sum:
    """What the casting die must show, and how it came about (AFS-CAST-06, AFS-CAST-07)."""
    base = whole("cast_need")
    rows: list[tuple[Text, float, str]] = [(T("Casting"), float(base), "AFS-CAST-06")]
    if help:
        rows.append((T("Tokens to help"), -float(help), "AFS-CAST-07"))
    if hinder:
        rows.append((T("Tokens to hinder"), float(hinder), "AFS-CAST-07"))
    return Sum(T("The casting die must show"), float(base - help + hinder), tuple(rows))


def works(face: int, need: int) -> bool:
    """Whether a casting die succeeds: a natural 6 does, a natural 1 does not (AFS-CAST-08).

    >>> works(6, 9), works(1, 0), works(3, 4), works(4, 4)
    (True, False, False, True)
    """
    return face == 6 or (face != 1 and face >= need)


def _roll(run: Run, data: CastData, got: Any) -> Outcome:
    side = run.state.units[data.unit].side
    told = need(data.help, data.hinder)
    request = ev.Request(
        (ev.DiceRow(side, 1),),
        T("{spell} from {unit}", unit=Thing(data.unit), spell=Word(spells.spell(data.spell).name)),
        "AFS-CAST-06",
        int(told.total),
        "at_least",
        told.rows,
        (data.unit, *data.marks),
    )
    return Roll(request, "rolled", data)


def _rolled(run: Run, data: CastData, got: ev.Rolled) -> Outcome:
    told = need(data.help, data.hinder)
    spell = spells.spell(data.spell)
    side = run.state.units[data.unit].side
    success = works(got.faces[0][0], int(told.total))
    text = T("{spell}: cast", spell=Word(spell.name)) if success else T("{spell}: failed", spell=Word(spell.name))
    run.emit(
        "cast" if success else "cast_failed",
        "test",
        text,
        clauses=("AFS-CAST-06", "AFS-CAST-08"),
        about=(data.unit, *data.marks),
        side=side,
        data={"spell": spell.id, "face": got.faces[0][0], "need": int(told.total)},
        sums=(told,),
    )
    return Goto("effect" if success else "after", data)


def _effect(run: Run, data: CastData, got: Any) -> Outcome:
    """What the spell does, target by target."""
    state = run.state
    spell = spells.spell(data.spell)
    side = state.units[data.unit].side
    while data.at < len(data.marks):
        mark = data.marks[data.at]
        data = replace(data, at=data.at + 1)
        if not standing.on_table(run.state, mark):
            continue
        if spell.hits:
            return Call(
                "afs.hits", spell_hits(mark, side, data.unit, spell.name, spell.hits, spell.rules), "effect", data
            )
        if spell.push:
            base = run.state.bases_of(mark)[0].id
            return Call("afs.push", {"base": base, "by": side, "sure": True}, "effect", data)
        given = Effect(spell.id, dict(spell.gives), spell.to_hit, spell.until, mark == state.own.acting)
        effects.give(run, mark, given, spell.name, side)
    return Goto("after", data)


def _after(run: Run, data: CastData, got: Any) -> Outcome:
    """After an attempt: before the action that question comes back; after it the next spell may follow."""
    own: UnitOwn = run.state.units[data.unit].own
    if data.before or own.shaken:
        return Done()
    return Goto("begin", CastData(data.unit))


# --- the questions -----------------------------------------------------------------------------------------------


def _spell_bar(view: State, base: str, spell: spells.Spell, purse: int) -> Bar | None:
    """Why a Caster cannot attempt a spell on anybody, or None."""
    if spell.id in attempted(view, base):
        return Bar(T("Attempted already in this activation"), "AFS-CAST-05")
    if spell.value > purse:
        return Bar(T("It costs {cost} tokens, {n} are left", cost=spell.value, n=purse), "AFS-CAST-04")
    return None


class CastQuestion:
    """Which spell on whom, or none (decision 13)."""

    kind: Kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Casters x spells x units; the default is to cast none."""
        unit = decision.args["unit"]
        side = decision.side
        actors = []
        for base in tokens.casters(view, unit):
            if view.bases[base].where != "table":
                continue
            purse = tokens.held(view, base)
            rows = {}
            for spell in spells.known(view, side):
                why = _spell_bar(view, base, spell, purse)
                rows[spell.id] = tuple(
                    Choice(mark, T("{unit}", unit=Thing(mark)), why or bar)
                    for mark, bar in spells.marks(view, base, spell)
                )
            actors.append(Actor(base, T("{base}", base=Thing(base)), rows, note=TN("{n} token", "{n} tokens", purse)))
        means = tuple(
            Choice(s.id, Text(s.name), note=T("value {n}: {text}", n=s.value, text=Word(s.text)))
            for s in spells.known(view, side)
        )
        return Asked(TargetsSpace(tuple(actors), means=means), Reply(exit="done"), self.exits(view, decision))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """Casting nothing (more)."""
        label = T("Back to the action") if decision.args.get("before") else T("No more spells")
        return (Exit("done", label),)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """One aim, at a unit that is no barred mark."""
        if not isinstance(answer, TargetsAnswer):
            return refused(T("This is no answer to that question"))
        if not answer.aims:
            return unfinished(T("Choose a spell and its target"), "AFS-CAST-06")
        if len(answer.aims) > 1:
            return refused(T("One spell at a time"), "AFS-CAST-04")
        aim = answer.aims[0]
        asked = self.asked(view, decision)
        assert isinstance(asked.space, TargetsSpace)
        actor = next((a for a in asked.space.actors if a.id == aim.actor), None)
        if actor is None:
            return refused(T("No spells from {base} here", base=Thing(aim.actor)), "AFS-CAST-03")
        if aim.means not in actor.means:
            return refused(T("There is no spell {spell} on the list", spell=aim.means), "AFS-S22")
        choice = next((c for c in actor.means[aim.means] if c.id == aim.mark), None)
        if choice is None:
            text = T("Not a target for {spell}", spell=Word(spells.spell(aim.means).name))
            return refused(text, "AFS-S22") if aim.mark else unfinished(T("Choose its target"), "AFS-CAST-06")
        if choice.bar is not None:
            return refused(choice.bar.text, choice.bar.clause)
        return Verdict("legal", reaches=(aim.mark,), sums=(need(0, 0),))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Every caster, spell and unit that may be; then the way out."""
        asked = self.asked(view, decision)
        assert isinstance(asked.space, TargetsSpace)
        n = 0
        for actor in asked.space.actors:
            for means, choices in actor.means.items():
                for choice in choices:
                    if choice.bar is None and n < limit:
                        n += 1
                        yield Reply(TargetsAnswer((Aim(actor.id, means, choice.id),)))
        if n < limit:
            yield Reply(exit="done")

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The chance of the casting die without further tokens."""
        if not isinstance(answer, TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        told = need(0, 0)
        chance = sum(works(face, int(told.total)) for face in ev.D6) / len(ev.D6)
        return Forecast((ForecastRow(T("The spell is cast, no tokens added"), chance, sum=told),))

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """There is always the choice not to cast."""
        return None


class AlsoQuestion(Discrete):
    """Which further units a spell works on."""

    kind: Kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The other units that may be its targets; none is fine."""
        args = decision.args
        spell = spells.spell(args["spell"])
        rows = tuple(
            Choice(unit, T("{unit}", unit=Thing(unit)), bar)
            for unit, bar in spells.marks(view, args["base"], spell)
            if unit not in args["marks"]
        )
        return Asked(PickSpace(rows, 0, spell.units - len(args["marks"])), Reply(PickAnswer(())))


class TokensQuestion(Discrete):
    """How many tokens each model adds to help or to hinder, all at once and unseen (decision 14)."""

    kind: Kind = "allocate"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A box for each model near the caster that sees it."""
        boxes = tuple(
            Box(base, T("{base}", base=Thing(base)), 0, tokens.held(view, base))
            for base in tokens.helpers(view, decision.side, decision.args["unit"])
        )
        return Asked(AllocateSpace(boxes, 0, sum(b.most for b in boxes)), Reply(AllocateAnswer({})))


FRAMES: dict[str, type | None] = {"afs.cast": CastData}

STEPS = {
    ("afs.cast", "begin"): _begin,
    ("afs.cast", "named"): _named,
    ("afs.cast", "also"): _also,
    ("afs.cast", "paid"): _paid,
    ("afs.cast", "one_side"): _one_side,
    ("afs.cast", "opened"): _opened,
    ("afs.cast", "roll"): _roll,
    ("afs.cast", "rolled"): _rolled,
    ("afs.cast", "effect"): _effect,
    ("afs.cast", "after"): _after,
}

QUESTIONS = {CAST: CastQuestion(), ALSO: AlsoQuestion(), TOKENS: TokensQuestion()}
