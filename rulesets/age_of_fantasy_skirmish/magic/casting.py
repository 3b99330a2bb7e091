"""Casting step by step: the spell named and paid for, tokens of both sides in secret, the die, the effect.

What may be chosen is in ``spell_choices``. AFS-CAST-03 to AFS-CAST-08, AFS-R33, AFS-R34, AFS-S21, AFS-S22.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Roll, Run
from game.engine.state import other_sides
from game.engine.text import T, Thing, Word
from game.kit import situation
from game.kit.attack import at_least
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.attack.hits import HITS, spell_hits
from rulesets.age_of_fantasy_skirmish.magic import effects, spells, tokens
from rulesets.age_of_fantasy_skirmish.magic import spell_choices as choices
from rulesets.age_of_fantasy_skirmish.magic.spell_choices import (
    ALSO,
    CAST,
    TOKENS,
    AlsoQuestion,
    CastQuestion,
    TokensQuestion,
)
from rulesets.age_of_fantasy_skirmish.own import Effect


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


@CAST_FRAME.step
def _begin(run: Run, data: CastData, got: Any) -> Outcome:
    """Ask which spell, as long as there is one to cast."""
    state = run.state
    if state.over is not None or not choices.may_cast(state, data.unit):
        return Done()
    side = state.units[data.unit].side
    message = T("{side}: cast a spell with {unit}?", side=Thing(side), unit=Thing(data.unit))
    args = {"unit": data.unit, "before": data.before}
    return CAST_QUESTION.ask(
        side, message, args, ("AFS-CAST-03", "AFS-CAST-04"), then="named", data=CastData(data.unit, data.before)
    )


@CAST_FRAME.step
def _named(run: Run, data: CastData, got: Reply) -> Outcome:
    if got.answer is None:
        return Done()
    aim = got.aims[0]
    data = replace(data, base=aim.actor, spell=aim.means, marks=(aim.mark,))
    spell = spells.spell(data.spell)
    # further units that a spell of several targets may be cast on
    more = [u for u, bar in spells.marks(run.state, data.base, spell) if bar is None and u not in data.marks]
    if spell.units > 1 and more:
        side = run.state.units[data.unit].side
        message = T("{side}: another unit for {spell}?", side=Thing(side), spell=Word(spell.name))
        args = {"base": data.base, "spell": data.spell, "marks": list(data.marks)}
        return ALSO_QUESTION.ask(side, message, args, ("AFS-S23",), then="also", data=data)
    return Goto("paid", data)


@CAST_FRAME.step
def _also(run: Run, data: CastData, got: Reply) -> Outcome:
    return Goto("paid", replace(data, marks=(*data.marks, *got.ids)))


@CAST_FRAME.step
def _paid(run: Run, data: CastData, got: Any) -> Outcome:
    """The tokens are spent, whatever comes of it (AFS-CAST-04); then both sides may add theirs in secret."""
    state, spell = run.state, spells.spell(data.spell)
    side = state.units[data.unit].side
    cast = {**state.units[data.unit].own.cast, data.base: (*choices.attempted(state, data.base), data.spell)}
    marks = [Thing(m) for m in data.marks]
    run.tell(
        data.unit,
        "spell_named",
        "order",
        T("{spell} from {unit} on {marks}", unit=Thing(data.unit), spell=Word(spell.name), marks=marks),
        ("AFS-CAST-04", "AFS-CAST-05"),
        *tokens.spend(state, {data.base: spell.value}),
        *changes.unit(state, data.unit, cast=cast),
        also=(data.base, *data.marks),
        spell=spell.id,
        value=spell.value,
        base=data.base,
    )
    able = [s for s in (side, *other_sides(state, side)) if tokens.helpers(run.state, s, data.unit)]
    if not able:
        return Goto("roll", data)
    args = {"unit": data.unit, "spell": spell.id, "marks": list(data.marks)}
    helping, hindering = T("{side}: tokens to help {spell}?"), T("{side}: tokens to hinder {spell}?")
    questions = []
    for one in able:
        so = replace(helping if one == side else hindering, args={"side": Thing(one), "spell": Word(spell.name)})
        questions.append(TOKENS_QUESTION.to(one, so, args, ("AFS-CAST-07", "AFS-S21")))
    if len(questions) == 1:
        return Ask(tuple(questions), "one_side", replace(data, at=0))
    return Ask(tuple(questions), "opened", data, "open")


@CAST_FRAME.step
def _one_side(run: Run, data: CastData, got: Reply) -> Outcome:
    """Only one side had tokens to add: nothing needs to be hidden."""
    side = run.state.units[data.unit].side
    helpers = tokens.helpers(run.state, side, data.unit)
    return Goto("opened", data, {side if helpers else other_sides(run.state, side)[0]: got})


@CAST_FRAME.step
def _opened(run: Run, data: CastData, got: dict[str, Reply]) -> Outcome:
    """All tokens are spent at the same time (AFS-CAST-07)."""
    state = run.state
    mine = state.units[data.unit].side
    spent = {side: {b: n for b, n in reply.boxes.items() if n} for side, reply in got.items()}
    helped = sum(spent.get(mine, {}).values())
    hindered = sum(n for side, boxes in spent.items() if side != mine for n in boxes.values())
    text = T("Tokens added: {help} to help, {hinder} to hinder", help=helped, hinder=hindered)
    taken = (c for boxes in spent.values() for c in tokens.spend(state, boxes))
    told: dict[str, Any] = {"help": helped, "hinder": hindered, "by": spent}
    run.tell(data.unit, "tokens_spent", "reveal", text, ("AFS-CAST-07", "AFS-S21"), *taken, **told)
    return Goto("roll", replace(data, help=helped, hinder=hindered))


@CAST_FRAME.step
def _roll(run: Run, data: CastData, got: Any) -> Outcome:
    why = T("{spell} from {unit}", unit=Thing(data.unit), spell=Word(spells.spell(data.spell).name))
    dice, about = ev.DiceRow(run.state.units[data.unit].side, 1), (data.unit, *data.marks)
    return Roll(at_least(choices.need(data.help, data.hinder), (dice,), why, "AFS-CAST-06", about), "rolled", data)


@CAST_FRAME.step
def _rolled(run: Run, data: CastData, got: ev.Rolled) -> Outcome:
    sum_, spell = choices.need(data.help, data.hinder), spells.spell(data.spell)
    need, face = int(sum_.total), got.faces[0][0]
    text, event, then = T("{spell}: failed", spell=Word(spell.name)), "cast_failed", "after"
    if numbers.succeeds(face, need):
        text, event, then = T("{spell}: cast", spell=Word(spell.name)), "cast", "effect"
    told: dict[str, Any] = {"spell": spell.id, "face": face, "need": need}
    run.tell(data.unit, event, "test", text, ("AFS-CAST-06", "AFS-CAST-08"), also=data.marks, sums=(sum_,), **told)
    return Goto(then, data)


@CAST_FRAME.step
def _effect(run: Run, data: CastData, got: Any) -> Outcome:
    """What the spell does, target by target."""
    spell, side = spells.spell(data.spell), run.state.units[data.unit].side
    while data.at < len(data.marks):
        mark = data.marks[data.at]
        data = replace(data, at=data.at + 1)
        if not situation.on_table(run.state, mark):
            continue
        if spell.hits:
            hits = spell_hits(mark, side, spell.name, spell.hits, spell.rules)
            return HITS.call(hits, "effect", data)
        if spell.push:
            base = run.state.bases_of(mark)[0].id
            return Call("afs.push", {"base": base, "by": side, "sure": True}, "effect", data)
        given = Effect(spell.id, dict(spell.gives), spell.to_hit, spell.until, mark == run.state.own.acting)
        effects.give(run, mark, given, spell.name, side)
    return Goto("after", data)


@CAST_FRAME.step
def _after(run: Run, data: CastData, got: Any) -> Outcome:
    """After an attempt: before the action that question comes back; after it the next spell may follow."""
    if data.before or run.state.units[data.unit].own.shaken:
        return Done()
    return Goto("begin", CastData(data.unit))


CAST_QUESTION = Posed(CAST, CastQuestion())
ALSO_QUESTION = Posed(ALSO, AlsoQuestion())
TOKENS_QUESTION = Posed(TOKENS, TokensQuestion())
