"""One combat: its models strike step by step, and its score is worked out (WAB-CMB-04 to WAB-CMB-10, WAB-RES-01).

Within a step both sides strike at full number and casualties are removed when the step is over (WAB-S20).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.odds import thrown_again
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit import situation
from game.kit.attack import Attack, Stage, Throws, with_at
from game.kit.which_next import OneOf
from rulesets.ancient_battles.attack.casualties import endures, restore_contact, wound
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import strikes
from rulesets.ancient_battles.fight.strikes import Blow, Stance, Strikers


class StrikeQuestion(Discrete):
    """At whom each model strikes that touches several enemies, or a character (WAB-S20, WAB-S27)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the models and the enemies each may strike."""
        parts: dict[str, list[str]] = decision.args["marks"]
        space = OptionSpace({m: tuple(self._choice(view, m, e) for e in enemies) for m, enemies in parts.items()})
        answer = OptionAnswer({m: enemies[0] for m, enemies in parts.items()})
        return Asked(space, Reply(answer), draft=answer)

    def _choice(self, view: State, model: str, enemy: str) -> Choice:
        unit = view.bases[model].unit
        hit, wounds = strikes.hit_need(view, unit, enemy).total, strikes.wound_need(view, unit, enemy).total
        note = T("hits on {hit}+, wounds on {wound}+", hit=int(hit), wound=int(wounds))
        return Choice(enemy, T("{unit}", unit=Thing(enemy)), note=note)


STRIKE = Posed("wab.strike", StrikeQuestion())


HATRED = Posed("wab.hatred", OneOf("again", {"yes": T("Re-roll the misses"), "no": T("Keep the dice")}))
"""Whether hatred throws the missed dice again (WAB-HAT-02)."""


class FightData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One combat in progress.

    As it was at the start of the round: ``corps`` who strikes, ``began`` models by unit, ``start`` what counts for the
    score, ``foes`` who touched whom, and who ``charged``. ``step`` counts those begun; of the one in progress the
    ``blows``, of which that ``at`` is thrown, and by model the enemy ``chosen``. ``wounds`` count by the enemy's unit.
    """

    units: tuple[str, ...]
    corps: tuple[Strikers, ...] = ()
    began: dict[str, int] = {}
    start: Stance = Stance(())
    foes: dict[str, tuple[str, ...]] = {}
    charged: tuple[str, ...] = ()
    step: int = 0
    asking: int = 0
    chosen: dict[str, str] = {}
    blows: tuple[Blow, ...] = ()
    at: int = 0
    wounds: dict[str, int] = {}


FIGHT = FrameOf("wab.fight", FightData)


class Fought(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a combat: the ``winner`` ("" for a draw, WAB-R27); ``foes`` and ``charged`` as the round began."""

    units: tuple[str, ...]
    winner: str = ""
    difference: int = 0
    foes: dict[str, tuple[str, ...]] = {}
    charged: tuple[str, ...] = ()


@FIGHT.step
def _begin(run: Run, data: FightData, got: Any) -> Outcome:
    view = run.state
    units = engagement.in_order(view, data.units)
    began, foes = {u: facts.count(view, u) for u in units}, {u: facts.opponents(view, u) for u in units}
    charged = tuple(u for u in units if engagement.charged(view, u))
    data = FightData(units, strikes.corps_of(view, units), began, strikes.stance(view, units), foes, charged)
    marks = [
        own_field("tie", t.id, since=engagement.number(view))
        for t in view.ties.values()
        if t.kind == "contact" and t.a in units and t.b in units and engagement.fresh(view, t)
    ]
    text = T("Close combat: {units}", units=[Thing(u) for u in units])
    clauses, told = ("WAB-CMB-01", "WAB-CMB-04", "WAB-S36"), {"units": list(units), "charged": list(charged)}
    run.emit("fight_begins", "blow", text, *marks, clauses=clauses, about=units, side=view.own.active, data=told)
    return Goto("step", data)


@FIGHT.step
def _step(run: Run, data: FightData, got: Any) -> Outcome:
    """The next step of Initiative, or the score (WAB-CMB-04)."""
    if data.step == len(strikes.steps_of(data.corps)):
        return Goto("score", data)
    return Goto("aim", replace(data, step=data.step + 1, asking=0, chosen={}, blows=(), at=0))


def _now(data: FightData) -> tuple[Strikers, ...]:
    key = strikes.steps_of(data.corps)[data.step - 1]
    return tuple(c for c in data.corps if c.key == key)


@FIGHT.step
def _aim(run: Run, data: FightData, got: Any) -> Outcome:
    """Ask each side, the active one first, for the models that have a choice (WAB-S20)."""
    view, sides = run.state, engagement.sides_of(run.state)
    if data.asking == len(sides):
        found = (b for c in _now(data) for b in strikes.blows_of(view, c, data.began, data.chosen))
        return Goto("strike", replace(data, blows=tuple(found)))
    side = sides[data.asking]
    marks = {
        m: list(enemies)
        for c in _now(data)
        if view.units[c.unit].side == side
        for m, enemies in strikes.open_marks(view, c, data.began).items()
        if len(enemies) > 1
    }
    if not marks:
        return Goto("aim", replace(data, asking=data.asking + 1))
    message = T("{side}: which enemy do models strike that touch several?", side=Thing(side))
    return STRIKE.ask(side, message, {"marks": marks}, ("WAB-S20", "WAB-S27"), then="aimed")


@FIGHT.step
def _aimed(run: Run, data: FightData, got: Reply) -> Outcome:
    return Goto("aim", replace(data, chosen={**data.chosen, **got.parts}, asking=data.asking + 1))


def _attack(view: State, data: FightData) -> Attack:
    blow = data.blows[data.at]
    return strikes.attack(view, next(c for c in data.corps if c.unit == blow.unit), blow.target)


def _who(blow: Blow) -> dict[str, Thing]:
    return {"unit": Thing(blow.unit), "enemy": Thing(blow.target)}


def _request(view: State, data: FightData, stage: Stage, n: int) -> ev.Request:
    """The dice of the striker, or saves of the one struck."""
    blow = data.blows[data.at]
    enemy = Thing(blow.target)
    match stage.step:
        case "hit":
            why = T("{unit} struck at {enemy}", **_who(blow))
        case "wounded":
            why = TN("{n} hit on {enemy}: to wound", "{n} hits on {enemy}: to wound", n, enemy=enemy)
        case _:
            why = TN("Saves of {enemy} against {n} wound", "Saves of {enemy} against {n} wounds", n, enemy=enemy)
    thrower = blow.target if stage.step == "saved" else blow.unit
    return stage.request(view.units[thrower].side, n, why, (blow.unit, blow.target))


_GIVES = {"hit": ("hits",), "wounded": ("wounds", "through"), "saved": ("through",)}


def _noted(data: FightData, stage: Stage, n: int) -> FightData:
    return _with_blow(data, **dict.fromkeys(_GIVES[stage.step], n))


def _with_blow(data: FightData, **changed: int) -> FightData:
    return replace(data, blows=with_at(data.blows, data.at, replace(data.blows[data.at], **changed)))


THROWS = Throws[FightData](_attack, _request, _noted)
"""To hit (WAB-CMB-05), to wound (WAB-CMB-08), the saves before models are removed (WAB-CMB-09)."""


@FIGHT.step
def _strike(run: Run, data: FightData, got: Any) -> Outcome:
    if data.at == len(data.blows):
        return Goto("remove", data)
    return THROWS.throw(run, data, data.blows[data.at].dice)


@FIGHT.step
def _hit(run: Run, data: FightData, got: ev.Rolled) -> Outcome:
    """Count hits; hatred may throw the misses again (WAB-HAT-02)."""
    stage = _attack(run.state, data).stage("hit")
    hits, missed = stage.fallen(got), thrown_again(stage.die, got.faces[0])
    data = _noted(data, stage, hits)
    if not missed:
        return THROWS.throw(run, data, hits, "hit")
    blow = data.blows[data.at]
    message = TN(
        "Hatred of {unit} for {enemy}: re-roll {n} missed die?",
        "Hatred of {unit} for {enemy}: re-roll {n} missed dice?",
        missed,
        **_who(blow),
    )
    side = run.state.units[blow.unit].side
    args = {"unit": blow.unit, "target": blow.target, "missed": missed}
    return HATRED.ask(side, message, args, ("WAB-HAT-02",), then="hatred", data=data)


@FIGHT.step
def _hatred(run: Run, data: FightData, got: Reply) -> Outcome:
    blow = data.blows[data.at]
    if got.parts["again"] == "no":
        return THROWS.throw(run, data, blow.hits, "hit")
    stage = _attack(run.state, data).stage("hit")
    why = T("Hatred: {unit} re-rolled its misses against {enemy}", **_who(blow))
    side = run.state.units[blow.unit].side
    return Roll(stage.request(side, blow.dice - blow.hits, why, (blow.unit, blow.target)), "hit_again")


@FIGHT.step
def _hit_again(run: Run, data: FightData, got: ev.Rolled) -> Outcome:
    stage = _attack(run.state, data).stage("hit")
    hits = data.blows[data.at].hits + stage.fallen(got)
    return THROWS.throw(run, _noted(data, stage, hits), hits, "hit")


@FIGHT.step
def _through(run: Run, data: FightData, got: int) -> Outcome:
    """Tell what a blow did; casualties wait for the end of the step (WAB-S20)."""
    view, data = run.state, _with_blow(data, through=got)
    blow = data.blows[data.at]
    text = TN(
        "{unit} struck {enemy} (dice: {dice}): {n} hit, {wounds} wounded, {through} not saved",
        "{unit} struck {enemy} (dice: {dice}): {n} hits, {wounds} wounded, {through} not saved",
        blow.hits,
        **{"dice": blow.dice, "wounds": blow.wounds, "through": blow.through, **_who(blow)},
    )
    clauses = ("WAB-CMB-05", "WAB-CMB-08", "WAB-CMB-09")
    sums = (strikes.attacks(view, blow.unit, len(blow.models)), *_attack(view, data).sums)
    what: dict[str, Any] = {"unit": blow.unit, "target": blow.target, "models": len(blow.models), "dice": blow.dice}
    what |= {"hits": blow.hits, "wounds": blow.wounds, "through": blow.through, "step": data.step}
    run.tell(blow.unit, "blows", "blow", text, clauses, also=(blow.target,), sums=sums, **what)
    return Goto("strike", replace(data, at=data.at + 1))


@FIGHT.step
def _remove(run: Run, data: FightData, got: Any) -> Outcome:
    landed = [blow for blow in data.blows if blow.through]
    wounds = dict(data.wounds)
    for target in engagement.in_order(run.state, (b.target for b in landed)):
        mine = [b for b in landed if b.target == target]
        counted = min(sum(b.through for b in mine), endures(run.state, target))
        if counted > 0:
            wounds[target] = wounds.get(target, 0) + counted
            wound(run, target, counted, "combat", mine[0].unit, restore=False)
    return Goto("step", replace(data, wounds=wounds))


@FIGHT.step
def _score(run: Run, data: FightData, got: Any) -> Outcome:
    """Add up both sides, with characters who outlive units (WAB-CMB-10, WAB-RES-01, WAB-S27, WAB-S35)."""
    for unit in data.units:
        restore_contact(run, unit)
    view = run.state
    alone = (c.unit for c in data.corps if c.unit not in data.units and facts.lone(view, c.unit))
    units = engagement.in_order(view, (*data.units, *alone))
    side_of = {u: view.units[u].side for u in units}
    sides = tuple(s for s in engagement.sides_of(view) if s in side_of.values())
    sums = {s: strikes.score(view, data.start, s, data.wounds) for s in sides}
    totals = {s: int(x.total) for s, x in sums.items()}
    left = {u: s for u, s in side_of.items() if situation.on_table(view, u)}
    winner = strikes.winner(totals, set(left.values()))
    first, second = sides
    difference = abs(totals[first] - totals[second]) if winner else 0
    losers = tuple(u for u in units if side_of[u] != winner)
    marks: list[ev.Change] = []
    for unit in (u for u, side in left.items() if winner and side == winner):
        marks.append(own_field("unit", unit, won=engagement.number(view)))
        marks.append(own_field("unit", unit, beat=losers))
    said = {"first": Thing(first), "a": totals[first], "second": Thing(second), "b": totals[second]}
    text = (
        T("{first} {a}, {second} {b}: {winner} wins the combat by {n}", **said, winner=Thing(winner), n=difference)
        if winner
        else T("{first} {a}, {second} {b}: the combat is drawn", **said)
    )
    clauses, rows = ("WAB-RES-01", "WAB-RES-02" if winner else "WAB-R27"), tuple(sums.values())
    told = {"scores": totals, "winner": winner, "difference": difference, "units": list(units)}
    run.emit("combat_result", "score", text, *marks, clauses=clauses, about=units, side=winner, sums=rows, data=told)
    return Done(msgspec.to_builtins(Fought(units, winner, difference, data.foes, data.charged)))


FIGHT.also(THROWS.steps("wounded", "saved"))
