"""The Close combat phase: all combats, then all Break tests, then Panic, then flights and pursuits (WAB-TRN-07).

And the odds of a round as rows, each with the sums that it rests on; where one unit fights one, what follows a broken
enemy is exact too: whether he is run down. WAB-BRK-05 to WAB-BRK-08, WAB-S24, WAB-S30, WAB-S36.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Answer, Choice, Decision, PickAnswer, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.steps import Step
from game.kit.sums import Row, on_average, sum_of
from game.kit.which_next import WhichNext, picked
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import combat_odds, strikes
from rulesets.ancient_battles.fight.combat_odds import RoundOdds
from rulesets.ancient_battles.fight.combat_round import FIGHT, FightData, Fought
from rulesets.ancient_battles.fight.pursuit import ROUT, RoutData, catch_chance
from rulesets.ancient_battles.fight.results import BREAKS, BreaksData, Giving
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData
from rulesets.ancient_battles.own import Facing
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData


class CombatData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Close combat phase.

    ``todo`` are combats still to be fought, from left to right, ``fought`` what came of the others. Who ``fled`` when
    the phase began runs no more in it; ``giving`` units will give ground.
    """

    todo: tuple[tuple[str, ...], ...] = ()
    fought: tuple[Fought, ...] = ()
    fled: tuple[str, ...] = ()
    giving: tuple[str, ...] = ()


COMBAT = FrameOf("wab.combat", CombatData)


class CombatQuestion(WhichNext):
    """Which combat the active player has fought next (WAB-TRN-07)."""

    def choice(self, view: State, decision: Decision, row: list[str]) -> Choice:
        """A combat, by its first unit."""
        return Choice(row[0], T("{units}", units=[Thing(u) for u in row]))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the round of the combat picked."""
        if not isinstance(answer, PickAnswer) or not self.check(view, decision, answer).legal:
            return None
        return forecast(view, answer.ids[0])


COMBAT_ORDER = Posed("wab.combat_order", CombatQuestion("combats", drafted=True, all_in_turn=True))


def _fleeing(view: State) -> tuple[str, ...]:
    return tuple(u for u in facts.fielded(view) if own(view, u).fleeing)


def phase_data(view: State, todo: Sequence[tuple[str, ...]] = (), fought: Sequence[Fought] = ()) -> CombatData:
    """Data of the phase before any unit breaks in it: combats still to fight, those fought, units that flee already."""
    return CombatData(tuple(todo), tuple(fought), _fleeing(view))


@COMBAT.step
def _begin(run: Run, data: CombatData, got: Any) -> Outcome:
    fight = run.state.own.fight + 1
    marks = changes.battle(run.state, fight=fight, phase="combat")
    run.emit("combat_phase", "flow", None, *marks, clauses=("WAB-TRN-07",), data={"fight": fight})
    return Goto("choose", phase_data(run.state, engagement.combats(run.state)))


@COMBAT.step
def _choose(run: Run, data: CombatData, got: Any) -> Outcome:
    """The active player orders the combats; without any the phase still takes the tests that are owed."""
    if not data.todo:
        return BREAKS.call(BreaksData(data.fought), "broken")
    if len(data.todo) == 1:
        return FIGHT.call(FightData(data.todo[0]), "fought", replace(data, todo=()))
    side, args = run.state.own.active, {"combats": [list(g) for g in data.todo]}
    message = T("{side}: which combat is fought next?", side=Thing(side))
    return COMBAT_ORDER.ask(side, message, args, ("WAB-TRN-07",), then="chosen")


@COMBAT.step
def _chosen(run: Run, data: CombatData, got: Reply) -> Outcome:
    group = next(g for g in data.todo if g[0] == picked(got))
    return FIGHT.call(FightData(group), "fought", replace(data, todo=tuple(g for g in data.todo if g != group)))


@COMBAT.step
def _fought(run: Run, data: CombatData, got: Fought) -> Outcome:
    return Goto("choose", replace(data, fought=(*data.fought, got)))


@COMBAT.step
def _broken(run: Run, data: CombatData, got: Giving) -> Outcome:
    """Panic before anybody runs (WAB-BRK-08)."""
    return PANIC.call(PanicData(), "panicked", replace(data, giving=got.units))


@COMBAT.step
def _panicked(run: Run, data: CombatData, got: Any) -> Outcome:
    """Everybody who has begun to flee in this phase runs now (WAB-BRK-06, WAB-S24)."""
    return ROUT.call(RoutData(data.fought, _runners(run.state, data), data.giving), "routed")


def _runners(view: State, data: CombatData) -> tuple[str, ...]:
    return engagement.in_order(view, (u for u in _fleeing(view) if u not in data.fled))


@COMBAT.step
def _routed(run: Run, data: CombatData, got: Any) -> Outcome:
    """A General lost in the pursuits: tests at the end of the phase (WAB-R54); those who fail run, nobody pursues."""
    if not any(d.moment == "panic" for d in run.state.due):
        return Done()
    return PANIC.call(PanicData(), "late", replace(data, fled=_fleeing(run.state)))


@COMBAT.step
def _late(run: Run, data: CombatData, got: Any) -> Outcome:
    runners = _runners(run.state, data)
    return ROUT.call(RoutData((), runners), "routed", replace(data, giving=())) if runners else Done()


LEAST, SELDOM = 5e-4, 5e-6
"""Chances below which a value of a distribution is not told, and something that may happen."""


def rests(view: State, group: Sequence[str], found: RoundOdds) -> tuple[tuple[Sum, ...], ...]:
    """What a round rests on as it begins: the blows by and against a side, the scores to be expected of both."""
    units = engagement.in_order(view, group)
    dealt: list[Sum] = []
    taken: list[Sum] = []
    for corps in strikes.corps_of(view, units):
        into = dealt if view.units[corps.unit].side == found.side else taken
        for target, models in Counter(marks[0] for marks in corps.marks.values()).items():
            into += [strikes.attacks(view, corps.unit, models), *strikes.attack(view, corps, target).sums]
    start = strikes.stance(view, units)
    told = []
    for side in (found.side, *(s for s in view.sides if s != found.side)):
        mean = found.dealt.mean if side == found.side else found.taken.mean
        first: Row = (T("wounds, on average"), round(mean, 2), "WAB-RES-01")
        rows = (first, *strikes.bonuses(view, start, side))
        told.append(on_average(T("Score of {side}, on average", side=Thing(side)), rows))
    return tuple(dealt), tuple(taken), tuple(told)


def combat_rows(view: State, group: Sequence[str], found: RoundOdds) -> Forecast:
    """A round's odds as rows: who wins, by how much, what is lost, who breaks, who is run down."""
    dealt, taken, of_both = rests(view, group, found)
    runs, rows = found.runs, list[ForecastRow]()

    def spread_row(label: Text, what: Spread, sums: tuple[Sum, ...]) -> None:
        unsure = _error_of(what, runs) if runs else 0.0
        rows.append(ForecastRow(label, None, what.as_dict(LEAST), what.mean, sums=sums, error=unsure, runs=runs))

    def chance_row(label: Text, chance: float, sums: tuple[Sum, ...]) -> None:
        rows.append(ForecastRow(label, chance, sums=sums, error=found.error, runs=runs))

    chance_row(T("Win"), found.win, of_both)
    chance_row(T("Draw"), found.draw, of_both)
    chance_row(T("Lose"), found.lose, of_both)
    spread_row(T("Wins by (below zero: loses by)"), found.margin, of_both)
    spread_row(T("Wounds dealt"), found.dealt, dealt)
    spread_row(T("Wounds suffered"), found.taken, taken)
    for unit, lost in found.lost.items():
        against = taken if view.units[unit].side == found.side else dealt
        if lost.high:
            spread_row(T("Models lost by {unit}", unit=Thing(unit)), lost, against)
        if found.wiped[unit] > SELDOM:
            chance_row(T("{unit} wiped out", unit=Thing(unit)), found.wiped[unit], against)
    for unit, chance in found.breaks.items():
        if chance > SELDOM:
            chance_row(T("{unit}: broken", unit=Thing(unit)), chance, (_break_need(view, unit, found),))
    for unit, hunter in permutations(group) if len(group) == 2 else ():
        chance = found.breaks.get(unit, 0.0) * catch_chance(view, hunter, unit)
        if chance > SELDOM:
            label = T("{unit}: broken and run down, if pursued by {hunter}", unit=Thing(unit), hunter=Thing(hunter))
            chance_row(label, chance, tuple(_run_dice(view, u) for u in (hunter, unit)))
    return Forecast(tuple(rows), runs)


def _error_of(what: Spread, runs: int) -> float:
    """How far the mean of a sampled number may be off (95 %)."""
    squares = sum(v * v * p for v, p in what.items())
    return float(1.96 * (max(squares - what.mean**2, 0.0) / runs) ** 0.5)


def _run_dice(view: State, unit: str) -> Sum:
    dice = charts.flight_dice(facts.rate(view, unit))
    row: Row = (T("dice by its rate of movement"), float(dice), "WAB-FLE-03")
    return sum_of(T("Dice of the run of {unit}", unit=Thing(unit)), [row])


def _break_need(view: State, unit: str, found: RoundOdds) -> Sum:
    """The Break test after the defeat that is likeliest: what 2D6 may show at most."""
    mine = view.units[unit].side == found.side
    beaten = {abs(m): p for m, p in found.margin.items() if (m < 0) == mine and m}
    by = max(sorted(beaten), key=lambda m: beaten[m]) if beaten else 1
    row: Row = (T("lost the combat by {n}, the likeliest defeat", n=by), -float(by), "WAB-BRK-02")
    enemies = tuple(u for u in found.breaks if view.units[u].side != view.units[unit].side)
    return leadership.need(view, unit, "break", (row,), enemies)


def forecast(view: State, unit: str) -> Forecast | None:
    """Odds of the next round of the combat that a unit is in, as its side sees them."""
    group = engagement.group_of(view, unit)
    return combat_rows(view, group, combat_odds.round_odds(view, group, view.units[unit].side)) if group else None


def charge_forecast(
    view: State, charger: str, target: str, edge: Facing | None = None, steps: tuple[Step, ...] = ()
) -> Forecast | None:
    """The odds of a charge as rows: whether it is dared, then the round that it brings."""
    there = combat_odds.charged_view(view, charger, target, edge, steps)
    return _after(dare_rows(view, charger, target), there, charger)


def _after(rows: tuple[ForecastRow, ...], there: State | None, unit: str) -> Forecast | None:
    """Some rows, and the odds of the round that they lead to."""
    told = forecast(there, unit) if there is not None else None
    return Forecast((*rows, *told.rows), told.runs) if told is not None else None


def held_forecast(view: State, charger: str, target: str) -> Forecast | None:
    """The odds of holding against a charge, as those charged see them; None where it does not reach."""
    return _after(alarm_rows(view, charger, target), combat_odds.charged_view(view, charger, target), target)


def shot_charge_forecast(view: State, charger: str, target: str) -> Forecast | None:
    """The odds of a charge at a unit that stands and shoots: whether it is dared, the volley, then the round."""
    found = combat_odds.shot_charge(view, charger, target)
    there = combat_odds.charged_view(view, charger, target)
    if found is None or there is None:
        return None
    sums = shooting.volley_sums(view, [VolleyData(target, charger, reaction=True)])
    label = T("Models of {unit} shot down on the way", unit=Thing(charger))
    rows = [ForecastRow(label, None, found.shot.as_dict(LEAST), found.shot.mean, sums=sums)]
    if found.stopped > SELDOM:
        rows.append(ForecastRow(T("{unit} stopped by the shots", unit=Thing(charger)), found.stopped, sums=sums))
    told = combat_rows(there, engagement.group_of(there, charger), found.odds)
    return Forecast((*dare_rows(view, charger, target), *rows, *told.rows), told.runs)


def dare_rows(view: State, charger: str, target: str) -> tuple[ForecastRow, ...]:
    """The test of a unit that would charge an enemy it fears (WAB-FEA-04, WAB-TRR-02); nothing where there is none."""
    return _fright_rows(view, charger, target, T("{unit}: dares to charge", unit=Thing(charger)))


def alarm_rows(view: State, charger: str, target: str) -> tuple[ForecastRow, ...]:
    """The test of a unit charged by an enemy it fears (WAB-FEA-01, WAB-TRR-02); nothing where there is none."""
    return _fright_rows(view, target, charger, T("{unit}: stands against the charge", unit=Thing(target)))


def _fright_rows(view: State, unit: str, enemy: str, label: Text) -> tuple[ForecastRow, ...]:
    kind: leadership.TestKind = "terror" if facts.terrified_by(view, unit, enemy) else "fear"
    if leadership.exempt(view, unit, kind) or (kind == "fear" and not facts.fears(view, unit, enemy)):
        return ()
    need = leadership.need(view, unit, kind, causes=(enemy,))
    return (ForecastRow(label, leadership.chance(need.total), sum=need),)
