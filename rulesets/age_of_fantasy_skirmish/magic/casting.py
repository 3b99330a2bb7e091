"""Casting: who may cast which spell on whom, the tokens of both sides in secret, the die, the effect.

AFS-CAST-03 to AFS-CAST-08, AFS-R33, AFS-R34, AFS-S21 to AFS-S23. Rows 13 and 14 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Ask, Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Discrete, Forecast, ForecastRow, Goal, Unforced
from game.engine.state import State, other_sides
from game.engine.text import TN, T, Text, Thing, Word
from game.kit import situation
from game.kit.at_will import AtWill
from game.kit.attack import at_least
from game.kit.sums import sum_of
from rulesets.age_of_fantasy_skirmish import calls
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.attack.hits import HITS, spell_hits
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.field import in_battle
from rulesets.age_of_fantasy_skirmish.magic import spells
from rulesets.age_of_fantasy_skirmish.own import Effect, UnitOwn

CAST_EXIT = "cast"
"""The way out of the question for an action that leads to a spell first."""


def attempted(view: State, base: str) -> tuple[str, ...]:
    """The spells that a model has attempted in this activation (AFS-CAST-05)."""
    own: UnitOwn = view.units[view.bases[base].unit].own
    return own.cast.get(base, ())


def open_spells(view: State, base: str) -> tuple[spells.Spell, ...]:
    """The spells that a Caster on the table can attempt now: tokens, not attempted yet, a legal target."""
    return tuple(_open_spells(view, base))


def _open_spells(view: State, base: str) -> Iterator[spells.Spell]:
    known = spells.known(view, view.units[view.bases[base].unit].side)
    purse = spells.held(view, base)
    return (s for s in known if _spell_bar(view, base, s, purse) is None and spells.works(view, base, s))


def ready(view: State, unit: str) -> tuple[str, ...]:
    """The Casters of a unit that can attempt a spell now."""
    return tuple(_ready(view, unit))


def _ready(view: State, unit: str) -> Iterator[str]:
    if view.units[unit].own.shaken:
        return iter(())
    casters = (b for b in spells.casters(view, unit) if view.bases[b].where == "table")
    return (b for b in casters if next(_open_spells(view, b), None) is not None)


def may_cast(view: State, unit: str) -> bool:
    """Whether a unit can cast a spell now."""
    return next(_ready(view, unit), None) is not None


def exits(view: State, unit: str) -> tuple[ask.Exit, ...]:
    """The way out of the question for an action by which a spell is cast first (AFS-R33)."""
    return (ask.Exit(CAST_EXIT, T("Cast a spell first"), back=True),) if may_cast(view, unit) else ()


def need(help: int, hinder: int) -> ask.Sum:
    """What the casting die must show, and how it came about (AFS-CAST-06, AFS-CAST-07)."""
    added = ((T("Tokens to help"), -float(help)), (T("Tokens to hinder"), float(hinder)))
    rows = ((text, value, "AFS-CAST-07") for text, value in added if value)
    return sum_of(T("The casting die must show"), ((T("Casting"), float(whole("cast_need")), "AFS-CAST-06"), *rows))


def _spell_bar(view: State, base: str, spell: spells.Spell, purse: int) -> ask.Bar | None:
    """Why a Caster cannot attempt a spell on anybody, or None."""
    if not in_battle.acts(view, base):
        return ask.Bar(T("{model} has fallen: its activation is over", model=Thing(base)), "AFS-FALL-04")
    if spell.id in attempted(view, base):
        return ask.Bar(T("Already attempted in this activation: choose another spell"), "AFS-CAST-05")
    if spell.value > purse:
        return ask.Bar(T("Too few tokens: it costs {cost}, {n} are left", cost=spell.value, n=purse), "AFS-CAST-04")
    return None


def _actor(view: State, base: str, known: Iterable[spells.Spell]) -> ask.Actor:
    """A Caster with its spells, each with the units that it is for and why not on them."""
    purse = spells.held(view, base)
    rows = {}
    for spell in known:
        why = _spell_bar(view, base, spell, purse)
        marks = spells.marks(view, base, spell)
        rows[spell.id] = tuple(ask.Choice(mark, T("{unit}", unit=Thing(mark)), why or bar) for mark, bar in marks)
    return ask.Actor(base, T("{base}", base=Thing(base)), rows, note=TN("{n} token", "{n} tokens", purse))


class CastQuestion(AtWill, Unforced):
    """Which spell on whom, or none (decision 13)."""

    kind: ask.Kind = "targets"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Casters x spells x units; the default is to cast none."""
        return ask.Asked(self._space(view, decision), self.default(view, decision), self.exits(view, decision))

    def _space(self, view: State, decision: ask.Decision) -> ask.TargetsSpace:
        known = spells.known(view, decision.side)
        casters = (b for b in spells.casters(view, decision.args["unit"]) if view.bases[b].where == "table")
        means = (
            ask.Choice(s.id, Text(s.name), note=T("value {n}: {text}", n=s.value, text=Word(s.text))) for s in known
        )
        return ask.TargetsSpace(tuple(_actor(view, b, known) for b in casters), means=tuple(means))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """Casting nothing (more)."""
        label = T("Back to the action") if decision.args.get("before") else T("No more spells")
        return (ask.Exit("done", label),)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """One aim, at a unit that is no barred mark."""
        if not isinstance(answer, ask.TargetsAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if not answer.aims:
            return ask.unfinished(T("Choose a spell and its target"), "AFS-CAST-06")
        if len(answer.aims) > 1:
            return ask.refused(T("Cast one spell at a time"), "AFS-CAST-04")
        aim = answer.aims[0]
        actor = next((a for a in self._space(view, decision).actors if a.id == aim.actor), None)
        if actor is None:
            return ask.refused(T("{base} cannot cast a spell now", base=Thing(aim.actor)), "AFS-CAST-03")
        if aim.means not in actor.means:
            return ask.refused(T("There is no spell {spell} on the list", spell=aim.means), "AFS-S22")
        if not aim.mark:
            return ask.unfinished(T("Choose its target"), "AFS-CAST-06")
        choice = next((c for c in actor.means[aim.means] if c.id == aim.mark), None)
        if choice is None:
            return ask.refused(
                T("{spell} cannot target this unit", spell=Word(spells.spell(aim.means).name)), "AFS-S22"
            )
        if choice.bar is not None:
            return ask.refused(choice.bar.text, choice.bar.clause)
        return ask.Verdict("legal", reaches=(aim.mark,), sums=(need(0, 0),))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Every caster, spell and unit that may be; then the way out."""
        found = (
            ask.Reply(ask.TargetsAnswer((ask.Aim(actor.id, means, choice.id),)))
            for actor in self._space(view, decision).actors
            for means, choices in actor.means.items()
            for choice in choices
            if choice.bar is None
        )
        return islice(chain(found, (self.default(view, decision),)), limit)

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """The chance of the casting die without further tokens."""
        if not self.check(view, decision, answer).legal:
            return None
        die = numbers.die_for(need(0, 0).total)
        chance = sum(map(die.succeeds, die.faces)) / len(die.faces)
        return Forecast((ForecastRow(T("The spell is cast, no tokens added"), chance, sum=need(0, 0)),))


CAST_QUESTION = Posed("cast", CastQuestion())


class AlsoQuestion(Discrete):
    """Which further units a spell works on."""

    kind: ask.Kind = "pick"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The other units that may be its targets; none is fine."""
        args = decision.args
        spell, chosen = spells.spell(args["spell"]), args["marks"]
        marks = ((u, bar) for u, bar in spells.marks(view, args["base"], spell) if u not in chosen)
        rows = tuple(ask.Choice(unit, T("{unit}", unit=Thing(unit)), bar) for unit, bar in marks)
        return ask.Asked(ask.PickSpace(rows, 0, spell.units - len(chosen)), ask.Reply(ask.PickAnswer(())))


ALSO_QUESTION = Posed("cast_also", AlsoQuestion())


class TokensQuestion(Discrete):
    """How many tokens each model adds to help or to hinder, all at once and unseen (decision 14)."""

    kind: ask.Kind = "allocate"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """A box for each model near the caster that sees it."""
        able = spells.helpers(view, decision.side, decision.args["unit"])
        boxes = tuple(ask.Box(base, T("{base}", base=Thing(base)), 0, spells.held(view, base)) for base in able)
        return ask.Asked(ask.AllocateSpace(boxes, 0, sum(b.most for b in boxes)), ask.Reply(ask.AllocateAnswer({})))


TOKENS_QUESTION = Posed("tokens", TokensQuestion())


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
    if state.over is not None or not may_cast(state, data.unit):
        return Done()
    side = state.units[data.unit].side
    message = T("{side}: cast a spell with {unit}?", side=Thing(side), unit=Thing(data.unit))
    args = {"unit": data.unit, "before": data.before}
    return CAST_QUESTION.ask(
        side, message, args, ("AFS-CAST-03", "AFS-CAST-04"), then="named", data=CastData(data.unit, data.before)
    )


@CAST_FRAME.step
def _named(run: Run, data: CastData, got: ask.Reply) -> Outcome:
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
def _also(run: Run, data: CastData, got: ask.Reply) -> Outcome:
    return Goto("paid", replace(data, marks=(*data.marks, *got.ids)))


@CAST_FRAME.step
def _paid(run: Run, data: CastData, got: Any) -> Outcome:
    """The tokens are spent, whatever comes of it (AFS-CAST-04); then both sides may add theirs in secret."""
    state, spell = run.state, spells.spell(data.spell)
    side = state.units[data.unit].side
    cast = {**state.units[data.unit].own.cast, data.base: (*attempted(state, data.base), data.spell)}
    marks, also = [Thing(m) for m in data.marks], (data.base, *data.marks)
    text = T("{spell} from {unit} on {marks}", unit=Thing(data.unit), spell=Word(spell.name), marks=marks)
    paid = (*spells.spend(state, {data.base: spell.value}), *changes.unit(state, data.unit, cast=cast))
    told: dict[str, Any] = {"spell": spell.id, "value": spell.value, "base": data.base}
    run.tell(data.unit, "spell_named", "order", text, ("AFS-CAST-04", "AFS-CAST-05"), *paid, also=also, **told)
    able = [s for s in (side, *other_sides(state, side)) if spells.helpers(run.state, s, data.unit)]
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
def _one_side(run: Run, data: CastData, got: ask.Reply) -> Outcome:
    """Only one side had tokens to add: nothing needs to be hidden."""
    side = run.state.units[data.unit].side
    helpers = spells.helpers(run.state, side, data.unit)
    return Goto("opened", data, {side if helpers else other_sides(run.state, side)[0]: got})


@CAST_FRAME.step
def _opened(run: Run, data: CastData, got: dict[str, ask.Reply]) -> Outcome:
    """All tokens are spent at the same time (AFS-CAST-07)."""
    state = run.state
    mine = state.units[data.unit].side
    spent = {side: {b: n for b, n in reply.boxes.items() if n} for side, reply in got.items()}
    helped = sum(spent.get(mine, {}).values())
    hindered = sum(n for side, boxes in spent.items() if side != mine for n in boxes.values())
    text = T("Tokens added: {help} to help, {hinder} to hinder", help=helped, hinder=hindered)
    taken = (c for boxes in spent.values() for c in spells.spend(state, boxes))
    told: dict[str, Any] = {"help": helped, "hinder": hindered, "by": spent}
    run.tell(data.unit, "tokens_spent", "reveal", text, ("AFS-CAST-07", "AFS-S21"), *taken, **told)
    return Goto("roll", replace(data, help=helped, hinder=hindered))


@CAST_FRAME.step
def _roll(run: Run, data: CastData, got: Any) -> Outcome:
    why = T("{spell} from {unit}", unit=Thing(data.unit), spell=Word(spells.spell(data.spell).name))
    dice, about = ev.DiceRow(run.state.units[data.unit].side, 1), (data.unit, *data.marks)
    return Roll(at_least(need(data.help, data.hinder), (dice,), why, "AFS-CAST-06", about), "rolled", data)


@CAST_FRAME.step
def _rolled(run: Run, data: CastData, got: ev.Rolled) -> Outcome:
    sum_, spell = need(data.help, data.hinder), spells.spell(data.spell)
    least, face = int(sum_.total), got.faces[0][0]
    text, event, then = T("{spell}: failed", spell=Word(spell.name)), "cast_failed", "after"
    if numbers.succeeds(face, least):
        text, event, then = T("{spell}: cast", spell=Word(spell.name)), "cast", "effect"
    told: dict[str, Any] = {"spell": spell.id, "face": face, "need": least}
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
            return calls.PUSH.call(calls.Pushed(base, side, sure=True), "effect", data)
        given = Effect(spell.id, dict(spell.gives), spell.to_hit, spell.until, mark == run.state.own.acting)
        spells.give(run, mark, given, spell.name, side)
    return Goto("after", data)


@CAST_FRAME.step
def _after(run: Run, data: CastData, got: Any) -> Outcome:
    """After an attempt: before the action that question comes back; after it the next spell may follow."""
    if data.before or run.state.units[data.unit].own.shaken:
        return Done()
    return Goto("begin", CastData(data.unit))
