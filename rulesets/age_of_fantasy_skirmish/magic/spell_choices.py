"""What is decided of a spell: who may cast which on whom, what the die must show, and the tokens added in secret.

AFS-CAST-03 to AFS-CAST-08, AFS-R33, AFS-S21 to AFS-S23. Rows 13 and 14 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

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
from game.engine.ruleset import Discrete, Forecast, ForecastRow, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.sums import sum_of
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.field import standing
from rulesets.age_of_fantasy_skirmish.flow_numbers import whole
from rulesets.age_of_fantasy_skirmish.magic import spells, tokens
from rulesets.age_of_fantasy_skirmish.own import UnitOwn

CAST = "cast"
ALSO = "cast_also"
TOKENS = "tokens"
CAST_EXIT = "cast"
"""The way out of the question for an action that leads to a spell first."""


# --- what may be cast --------------------------------------------------------------------------------------------


def attempted(view: State, base: str) -> tuple[str, ...]:
    """The spells that a model has attempted in this activation (AFS-CAST-05)."""
    own: UnitOwn = view.units[view.bases[base].unit].own
    return own.cast.get(base, ())


def open_spells(view: State, base: str) -> tuple[spells.Spell, ...]:
    """The spells that a Caster on the table can attempt now: tokens, not attempted yet, a legal target."""
    known = spells.known(view, view.units[view.bases[base].unit].side)
    done, purse = attempted(view, base), tokens.held(view, base)
    return tuple(s for s in known if s.value <= purse and s.id not in done and spells.works(view, base, s))


def ready(view: State, unit: str) -> tuple[str, ...]:
    """The Casters of a unit that can attempt a spell now."""
    if view.units[unit].own.shaken:
        return ()
    able = (b for b in tokens.casters(view, unit) if view.bases[b].where == "table" and standing.acts(view, b))
    return tuple(b for b in able if open_spells(view, b))


def may_cast(view: State, unit: str) -> bool:
    """Whether a unit can cast a spell now."""
    return bool(ready(view, unit))


def exits(view: State, unit: str) -> tuple[Exit, ...]:
    """The way out of the question for an action by which a spell is cast first (AFS-R33)."""
    return (Exit(CAST_EXIT, T("Cast a spell first"), back=True),) if may_cast(view, unit) else ()


def need(help: int, hinder: int) -> Sum:
    """What the casting die must show, and how it came about (AFS-CAST-06, AFS-CAST-07)."""
    added = ((T("Tokens to help"), -float(help)), (T("Tokens to hinder"), float(hinder)))
    rows = ((text, value, "AFS-CAST-07") for text, value in added if value)
    return sum_of(T("The casting die must show"), ((T("Casting"), float(whole("cast_need")), "AFS-CAST-06"), *rows))


# --- the questions -----------------------------------------------------------------------------------------------


def _spell_bar(view: State, base: str, spell: spells.Spell, purse: int) -> Bar | None:
    """Why a Caster cannot attempt a spell on anybody, or None."""
    if not standing.acts(view, base):
        return Bar(T("{model} has fallen: its activation is over", model=Thing(base)), "AFS-FALL-04")
    if spell.id in attempted(view, base):
        return Bar(T("Attempted already in this activation"), "AFS-CAST-05")
    if spell.value > purse:
        return Bar(T("It costs {cost} tokens, {n} are left", cost=spell.value, n=purse), "AFS-CAST-04")
    return None


def _actor(view: State, base: str, known: Iterable[spells.Spell]) -> Actor:
    """A Caster with its spells, each with the units that it is for and why not on them."""
    purse = tokens.held(view, base)
    rows = {}
    for spell in known:
        why = _spell_bar(view, base, spell, purse)
        marks = spells.marks(view, base, spell)
        rows[spell.id] = tuple(Choice(mark, T("{unit}", unit=Thing(mark)), why or bar) for mark, bar in marks)
    return Actor(base, T("{base}", base=Thing(base)), rows, note=TN("{n} token", "{n} tokens", purse))


class CastQuestion(Unforced):
    """Which spell on whom, or none (decision 13)."""

    kind: Kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Casters x spells x units; the default is to cast none."""
        return Asked(self._space(view, decision), self.default(view, decision), self.exits(view, decision))

    def _space(self, view: State, decision: Decision) -> TargetsSpace:
        known = spells.known(view, decision.side)
        casters = (b for b in tokens.casters(view, decision.args["unit"]) if view.bases[b].where == "table")
        means = (Choice(s.id, Text(s.name), note=T("value {n}: {text}", n=s.value, text=Word(s.text))) for s in known)
        return TargetsSpace(tuple(_actor(view, b, known) for b in casters), means=tuple(means))

    def default(self, view: State, decision: Decision) -> Reply:
        """To cast none."""
        return Reply(exit="done")

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
        actor = next((a for a in self._space(view, decision).actors if a.id == aim.actor), None)
        if actor is None:
            return refused(T("No spells from {base} here", base=Thing(aim.actor)), "AFS-CAST-03")
        if aim.means not in actor.means:
            return refused(T("There is no spell {spell} on the list", spell=aim.means), "AFS-S22")
        if not aim.mark:
            return unfinished(T("Choose its target"), "AFS-CAST-06")
        choice = next((c for c in actor.means[aim.means] if c.id == aim.mark), None)
        if choice is None:
            return refused(T("Not a target for {spell}", spell=Word(spells.spell(aim.means).name)), "AFS-S22")
        if choice.bar is not None:
            return refused(choice.bar.text, choice.bar.clause)
        return Verdict("legal", reaches=(aim.mark,), sums=(need(0, 0),))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Every caster, spell and unit that may be; then the way out."""
        found = (
            Reply(TargetsAnswer((Aim(actor.id, means, choice.id),)))
            for actor in self._space(view, decision).actors
            for means, choices in actor.means.items()
            for choice in choices
            if choice.bar is None
        )
        return islice(chain(found, (self.default(view, decision),)), limit)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The chance of the casting die without further tokens."""
        if not self.check(view, decision, answer).legal:
            return None
        die = numbers.die_for(need(0, 0).total)
        chance = sum(map(die.succeeds, die.faces)) / len(die.faces)
        return Forecast((ForecastRow(T("The spell is cast, no tokens added"), chance, sum=need(0, 0)),))


class AlsoQuestion(Discrete):
    """Which further units a spell works on."""

    kind: Kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The other units that may be its targets; none is fine."""
        args = decision.args
        spell, chosen = spells.spell(args["spell"]), args["marks"]
        marks = ((u, bar) for u, bar in spells.marks(view, args["base"], spell) if u not in chosen)
        rows = tuple(Choice(unit, T("{unit}", unit=Thing(unit)), bar) for unit, bar in marks)
        return Asked(PickSpace(rows, 0, spell.units - len(chosen)), Reply(PickAnswer(())))


class TokensQuestion(Discrete):
    """How many tokens each model adds to help or to hinder, all at once and unseen (decision 14)."""

    kind: Kind = "allocate"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A box for each model near the caster that sees it."""
        able = tokens.helpers(view, decision.side, decision.args["unit"])
        boxes = tuple(Box(base, T("{base}", base=Thing(base)), 0, tokens.held(view, base)) for base in able)
        return Asked(AllocateSpace(boxes, 0, sum(b.most for b in boxes)), Reply(AllocateAnswer({})))
