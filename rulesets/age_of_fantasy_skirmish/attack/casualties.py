"""Models lost: who dies in a group, who takes a Deadly wound, and a unit destroyed.

AFS-KO-01, AFS-GRP-01, AFS-DLY-01, AFS-R29, AFS-R31, AFS-R43, AFS-R52, AFS-S14.
"""

from __future__ import annotations

from typing import Literal

from game.engine import event as ev
from game.engine.decision import Asked, Bar, Choice, Decision, PickAnswer, PickSpace, Reply
from game.engine.declared import Posed
from game.engine.flow import Question, Run
from game.engine.ruleset import Discrete
from game.engine.state import Base, State
from game.engine.text import TN, T, Text, Thing
from rulesets.age_of_fantasy_skirmish import changes
from rulesets.age_of_fantasy_skirmish.attack import endurance
from rulesets.age_of_fantasy_skirmish.field import facts, standing
from rulesets.age_of_fantasy_skirmish.own import ModelOwn

Why = Literal["wounds", "knocked_out", "fall"]

_LOST: dict[Why, tuple[Text, tuple[str, ...]]] = {
    "wounds": (T("{model} is killed"), ("AFS-GRP-01",)),
    "knocked_out": (T("{model} is Knocked Out"), ("AFS-KO-01", "AFS-WND-03")),
    "fall": (T("{model} falls to death"), ("AFS-FALL-05",)),
}


def lose(run: Run, base: str, why: Why, clauses: tuple[str, ...] = ()) -> None:
    """Take a model out of play, by these ``clauses`` too; say so where that destroys its unit."""
    thing = run.state.bases[base]
    pattern, cited = _LOST[why]
    run.emit(
        "model_lost",
        "loss",
        Text(pattern.key, {"model": Thing(base)}),
        ev.SetPose(base, None, "gone"),
        # the spell tokens of a model out of play are lost (AFS-CAST-08)
        *changes.model(run.state, base, tokens=0),
        clauses=tuple(dict.fromkeys((*cited, *clauses))),
        about=(base, thing.unit),
        side=run.state.units[thing.unit].side,
        data={"unit": thing.unit, "base": base, "why": why},
    )
    if not standing.alive(run.state, thing.unit):
        text = T("{unit} is destroyed", unit=Thing(thing.unit))
        run.tell(thing.unit, "unit_destroyed", "loss", text, ("AFS-KO-01",), unit=thing.unit, why=why)


def choosable(view: State, unit: str) -> dict[str, Bar | None]:
    """The models of a group on which the next wound may go, and why not on the others.

    Those that carry wound tokens already are chosen first (AFS-R29, AFS-S14).
    """
    models = view.bases_of(unit)
    hurt = next((b.id for b in models if b.own.wounds), None)
    if hurt is None:
        return {b.id: None for b in models}
    bar = Bar(T("{model} already has wounds and goes first", model=Thing(hurt)), "AFS-S14")
    return {b.id: None if b.own.wounds else bar for b in models}


def _die_at_once(view: State, unit: str) -> bool:
    """Whether each wound kills a model of the group."""
    return all(endurance.endures(view, b.id) == 1 and not b.own.wounds for b in view.bases_of(unit))


def by_worth(view: State, unit: str) -> tuple[str, ...]:
    """The models of a unit, the one most easily spared first.

    No command upgrade, few special rules, then farthest from the enemy, then the highest number.
    """
    foes = facts.foes(view, unit)

    def key(base: Base) -> tuple[bool, int, float, int]:
        own: ModelOwn = base.own
        way = min((facts.base_to_unit(view, base.id, u) for u in foes), default=0.0)
        return bool(own.role), len(own.rules) + len(own.weapons), -round(way, 3), -base.number

    return tuple(b.id for b in sorted(view.bases_of(unit), key=key))


class CasualtiesQuestion(Discrete):
    """Which models of a group die, or take the next wounds (decisions 16 and 17)."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the models."""
        unit, count = decision.args["unit"], int(decision.args["count"])
        bars = choosable(view, unit)
        things = tuple(Choice(b, T("{model}", model=Thing(b)), bar, _note(view, b)) for b, bar in bars.items())
        free = tuple(b for b in by_worth(view, unit) if bars[b] is None)[:count]
        answer = PickAnswer(free)
        return Asked(PickSpace(things, count, count), Reply(answer), draft=answer)


CASUALTIES = Posed("casualties", CasualtiesQuestion())
DEADLY = Posed("deadly", CasualtiesQuestion())


def _note(view: State, base: str) -> Text | None:
    tough = endurance.endures(view, base)
    return T("{n} of {most} wounds", n=view.bases[base].own.wounds, most=tough) if tough > 1 else None


def question(view: State, unit: str, wounds: int, deadly: int = 0) -> Question:
    """Ask the owner of a group who dies of ``wounds``, or who takes a Deadly wound of ``deadly``.

    As many as die are named in one answer where all die of their first wound, the last always staying; else one, who
    takes wounds until dead.
    """
    thing, each = Thing(unit), _die_at_once(view, unit)
    count = min(wounds, len(view.bases_of(unit)) - 1) if each and not deadly else 1
    posed, clauses = CASUALTIES, ("AFS-GRP-01", "AFS-S14")
    if deadly:
        message = T("{unit}: who takes the Deadly({x}) wound?", unit=thing, x=deadly)
        posed, clauses = DEADLY, ("AFS-DLY-01", "AFS-R29")
    elif wounds > 1 and not each:
        message = TN(
            "{n} wound on {unit}: who takes it?", "{n} wounds on {unit}: who takes them first?", wounds, unit=thing
        )
    else:
        message = TN("A model of {unit} is lost: which?", "{n} models of {unit} are lost: which?", count, unit=thing)
    return posed.to(view.units[unit].side, message, {"unit": unit, "count": count}, clauses)
