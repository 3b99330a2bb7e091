"""What a model endures, who falls in a group, who takes a Deadly wound, and a unit destroyed.

AFS-WND-02 to AFS-WND-05, AFS-TOUGH-01, AFS-TOUGH-02, AFS-FEAR-01, AFS-SHK-01, AFS-KO-01, AFS-GRP-01, AFS-DLY-01,
AFS-R06, AFS-R08, AFS-R29, AFS-R31, AFS-R32, AFS-R43, AFS-R52, AFS-S14.
"""

from __future__ import annotations

from typing import Literal

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Bar, Choice, Decision, PickAnswer, PickSpace, Reply, Sum
from game.engine.declared import Posed
from game.engine.flow import Question, Run
from game.engine.ruleset import Discrete
from game.engine.state import Base, State
from game.engine.text import TN, T, Text, Thing
from game.kit.sums import Row, sum_of
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import whole
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle
from rulesets.age_of_fantasy_skirmish.own import ModelOwn


def toughness(view: State, base: str) -> int:
    """Wounds from which a lone model checks: X of Tough(X), else 1 (AFS-TOUGH-01)."""
    return specials.rating(view, base, "tough") or 1


def _every_wound_kills(view: State) -> bool:
    """Whether the players have chosen that in a group each wound kills, Tough or not (AFS-R31)."""
    return bool(view.options.get("tough_in_groups") == "every_wound")


def endures(view: State, base: str) -> int:
    """Wounds that kill a model while a comrade lives: X of Tough(X), else 1; 1 where every wound kills (AFS-R31)."""
    return 1 if _every_wound_kills(view) else toughness(view, base)


def wounds_left(view: State, unit: str) -> int:
    """Wounds that a unit can still suffer until its last model has as many as its threshold."""
    left: list[int] = [toughness(view, b.id) - b.own.wounds for b in view.bases_of(unit)]
    if _every_wound_kills(view) and left:
        return len(left) - 1 + max(left)
    return sum(left)


def knocked_out_at(view: State, base: str) -> Sum:
    """The total that knocks a model out (AFS-WND-03, AFS-TOUGH-02, AFS-R06)."""
    label = T("Knocked Out, {model}", model=Thing(base))
    x = specials.rating(view, base, "tough")
    if x is None:
        return sum_of(label, ((T("any model"), float(whole("knocked_out")), "AFS-WND-03"),))
    clause = "AFS-TOUGH-02"
    rows = ((T("Tough models"), float(whole("tough_base")), clause), (T("Tough({x})", x=x), float(x), clause))
    return sum_of(label, rows)


def effect_bonus(view: State, base: str, markers: int, fear: int) -> Sum:
    """What is added to the wound-effect die: markers, Shaken before, Fear (AFS-WND-02, AFS-WND-05, AFS-R08)."""
    rows: list[Row] = [(T("wound markers"), float(markers), "AFS-WND-02")]
    if view.units[view.bases[base].unit].own.shaken:
        rows.append((T("already Shaken"), float(whole("shaken")), "AFS-SHK-01"))
    if fear:
        rows.append((T("Fear({x})", x=fear), float(fear), "AFS-FEAR-01"))
    return sum_of(T("Wound effects, {model}", model=Thing(base)), rows)


def checks(view: State, base: str, markers: int, fear: int) -> bool:
    """Whether a lone model that was wounded rolls for wound effects (AFS-TOUGH-01, AFS-R32)."""
    return markers + fear >= toughness(view, base)


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
    text, side = Text(pattern.key, {"model": Thing(base)}), run.state.units[thing.unit].side
    # the spell tokens of a model out of play are lost (AFS-CAST-08)
    gone = (ev.SetPose(base, None, "gone"), *changes.base(run.state, base, tokens=0))
    clauses, about = tuple(dict.fromkeys((*cited, *clauses))), (base, thing.unit)
    told = {"unit": thing.unit, "base": base, "why": why}
    run.emit("model_lost", "loss", text, *gone, clauses=clauses, about=about, side=side, data=told)
    if not in_battle.alive(run.state, thing.unit):
        text = T("{unit}: destroyed", unit=Thing(thing.unit))
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
    tough = endures(view, base)
    return T("{n} of {most} wounds", n=view.bases[base].own.wounds, most=tough) if tough > 1 else None


def question(view: State, unit: str, wounds: int, deadly: int = 0) -> Question:
    """Ask the owner of a group who dies of ``wounds``, or who takes a Deadly wound of ``deadly``.

    As many as die are named in one answer where all die of their first wound, the last always staying; else one, who
    takes wounds until dead.
    """
    thing, each = Thing(unit), all(endures(view, b.id) == 1 and not b.own.wounds for b in view.bases_of(unit))
    count = min(wounds, len(view.bases_of(unit)) - 1) if each and not deadly else 1
    posed, clauses = CASUALTIES, ("AFS-GRP-01", "AFS-S14")
    if deadly:
        message = T("{unit}: which model takes the Deadly({x}) wound?", unit=thing, x=deadly)
        posed, clauses = DEADLY, ("AFS-DLY-01", "AFS-R29")
    elif wounds > 1 and not each:
        message = TN(
            "{n} wound on {unit}: which model takes it?",
            "{n} wounds on {unit}: which model takes them first?",
            wounds,
            unit=thing,
        )
    else:
        message = TN("A model of {unit} is lost: which?", "{n} models of {unit} are lost: which?", count, unit=thing)
    return posed.to(view.units[unit].side, message, {"unit": unit, "count": count}, clauses)
