"""Casting step by step: the spell named and paid for, tokens of both sides in secret, the die, the effect.

What may be chosen is in ``spell_choices``. AFS-CAST-03 to AFS-CAST-08, AFS-R33, AFS-R34, AFS-S21, AFS-S22.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import AllocateAnswer, PickAnswer, Reply, TargetsAnswer
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Roll, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Thing, Word
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.attack.hits import spell_hits
from rulesets.age_of_fantasy_skirmish.field import standing
from rulesets.age_of_fantasy_skirmish.magic import effects, spells, tokens
from rulesets.age_of_fantasy_skirmish.magic.spell_choices import (
    ALSO,
    CAST,
    CAST_EXIT,
    TOKENS,
    AlsoQuestion,
    CastQuestion,
    TokensQuestion,
    attempted,
    exits,
    may_cast,
    need,
    open_spells,
    ready,
)
from rulesets.age_of_fantasy_skirmish.own import Effect, UnitOwn


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


CAST_FRAME = FrameOf("afs.cast", CastData)


# --- steps -------------------------------------------------------------------------------------------------------


@CAST_FRAME.step
def _begin(run: Run, data: CastData, got: Any) -> Outcome:
    """Ask which spell, as long as there is one to cast."""
    state = run.state
    if state.over is not None or not standing.on_table(state, data.unit) or not may_cast(state, data.unit):
        return Done()
    side = state.units[data.unit].side
    message = T("{side}: cast a spell with {unit}?", side=Thing(side), unit=Thing(data.unit))
    question = Question(CAST, side, message, {"unit": data.unit, "before": data.before}, ("AFS-CAST-03", "AFS-CAST-04"))
    return Ask((question,), "named", CastData(data.unit, data.before))


@CAST_FRAME.step
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


@CAST_FRAME.step
def _also(run: Run, data: CastData, got: Reply) -> Outcome:
    assert isinstance(got.answer, PickAnswer)
    return Goto("paid", replace(data, marks=(*data.marks, *got.answer.ids)))


@CAST_FRAME.step
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


@CAST_FRAME.step
def _one_side(run: Run, data: CastData, got: Reply) -> Outcome:
    """Only one side had tokens to add: nothing needs to be hidden."""
    side = run.state.units[data.unit].side
    helpers = tokens.helpers(run.state, side, data.unit)
    return Goto("opened", data, {side if helpers else other_sides(run.state, side)[0]: got})


@CAST_FRAME.step
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


@CAST_FRAME.step
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


@CAST_FRAME.step
def _rolled(run: Run, data: CastData, got: ev.Rolled) -> Outcome:
    told = need(data.help, data.hinder)
    spell = spells.spell(data.spell)
    side = run.state.units[data.unit].side
    success = numbers.succeeds(got.faces[0][0], int(told.total))
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


@CAST_FRAME.step
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


@CAST_FRAME.step
def _after(run: Run, data: CastData, got: Any) -> Outcome:
    """After an attempt: before the action that question comes back; after it the next spell may follow."""
    own: UnitOwn = run.state.units[data.unit].own
    if data.before or own.shaken:
        return Done()
    return Goto("begin", CastData(data.unit))


QUESTIONS = {CAST: CastQuestion(), ALSO: AlsoQuestion(), TOKENS: TokensQuestion()}

__all__ = [
    "CAST_EXIT",
    "QUESTIONS",
    "CastData",
    "attempted",
    "exits",
    "may_cast",
    "need",
    "open_spells",
    "ready",
]
