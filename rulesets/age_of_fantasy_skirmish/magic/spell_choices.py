"""What is decided of a spell: who may cast which on whom, what the die must show, and the tokens added in secret.

AFS-CAST-03 to AFS-CAST-08, AFS-R33, AFS-S21 to AFS-S23. Rows 13 and 14 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable

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
from game.engine.ruleset import Discrete, Forecast, ForecastRow, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
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
    side = view.units[view.bases[base].unit].side
    done, purse = attempted(view, base), tokens.held(view, base)
    return tuple(
        s for s in spells.known(view, side) if s.value <= purse and s.id not in done and spells.works(view, base, s)
    )


def ready(view: State, unit: str) -> tuple[str, ...]:
    """The Casters of a unit that can attempt a spell now."""
    own: UnitOwn = view.units[unit].own
    if own.shaken:
        return ()
    able = (b for b in tokens.casters(view, unit) if view.bases[b].where == "table" and standing.acts(view, b))
    return tuple(b for b in able if open_spells(view, b))


def may_cast(view: State, unit: str) -> bool:
    """Whether a unit can cast a spell now."""
    return bool(ready(view, unit))


def exits(view: State, unit: str) -> tuple[Exit, ...]:
    """The way out of the question for an action by which a spell is cast first (AFS-R33)."""
    if not may_cast(view, unit):
        return ()
    return (Exit(CAST_EXIT, T("Cast a spell first"), back=True),)


# --- the die -----------------------------------------------------------------------------------------------------


def need(help: int, hinder: int) -> Sum:
    """What the casting die must show, and how it came about (AFS-CAST-06, AFS-CAST-07)."""
    base = whole("cast_need")
    rows: list[tuple[Text, float, str]] = [(T("Casting"), float(base), "AFS-CAST-06")]
    if help:
        rows.append((T("Tokens to help"), -float(help), "AFS-CAST-07"))
    if hinder:
        rows.append((T("Tokens to hinder"), float(hinder), "AFS-CAST-07"))
    return Sum(T("The casting die must show"), float(base - help + hinder), tuple(rows))


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


class CastQuestion(Unforced):
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
        return Asked(TargetsSpace(tuple(actors), means=means), self.default(view, decision), self.exits(view, decision))

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
        chance = sum(numbers.succeeds(face, int(told.total)) for face in ev.D6) / len(ev.D6)
        return Forecast((ForecastRow(T("The spell is cast, no tokens added"), chance, sum=told),))


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
