"""The odds of a round as rows for a player, each with the sums that it rests on (:mod:`combat_odds`).

Where one unit fights one, what follows a broken enemy is exact too: whether he is run down (WAB-S24).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from game.engine.decision import Sum
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.steps import Step
from game.kit.sums import Row, on_average, sum_of
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.attack import charts
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import combat_odds, strikes
from rulesets.ancient_battles.fight.combat_odds import RoundOdds
from rulesets.ancient_battles.fight.pursuit import catch_chance
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.own import Facing
from rulesets.ancient_battles.shoot import volley
from rulesets.ancient_battles.shoot.volley import VolleyData

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
    spread_row(T("Wins by (less than nothing: loses by)"), found.margin, of_both)
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
    return _after(dare_rows(view, charger, target), forecast(there, charger) if there is not None else None)


def _after(rows: tuple[ForecastRow, ...], told: Forecast | None) -> Forecast | None:
    return Forecast((*rows, *told.rows), told.runs) if told is not None else None


def held_forecast(view: State, charger: str, target: str) -> Forecast | None:
    """The odds of holding against a charge, as those charged see them; None where it does not reach."""
    there = combat_odds.charged_view(view, charger, target)
    return _after(alarm_rows(view, charger, target), forecast(there, target) if there is not None else None)


def shot_charge_forecast(view: State, charger: str, target: str) -> Forecast | None:
    """The odds of a charge at a unit that stands and shoots: whether it is dared, the volley, then the round."""
    found = combat_odds.shot_charge(view, charger, target)
    there = combat_odds.charged_view(view, charger, target)
    if found is None or there is None:
        return None
    sums = volley.volley_sums(view, [VolleyData(target, charger, reaction=True)])
    label = T("Models of {unit} shot down on the way", unit=Thing(charger))
    rows = [ForecastRow(label, None, found.shot.as_dict(LEAST), found.shot.mean, sums=sums)]
    if found.stopped > SELDOM:
        rows.append(ForecastRow(T("{unit} stopped by the shots", unit=Thing(charger)), found.stopped, sums=sums))
    told = combat_rows(there, engagement.group_of(there, charger), found.odds)
    return _after((*dare_rows(view, charger, target), *rows), told)


def dare_rows(view: State, charger: str, target: str) -> tuple[ForecastRow, ...]:
    """The test of a unit that would charge an enemy it fears (WAB-FEA-04, WAB-TRR-02); nothing where there is none."""
    kind: leadership.TestKind = "terror" if facts.terrified_by(view, charger, target) else "fear"
    if kind == "fear" and not facts.fears(view, charger, target):
        return ()
    if own(view, charger).fleeing:
        return ()
    return _test_rows(view, charger, kind, (target,), T("{unit}: daring to charge", unit=Thing(charger)))


def alarm_rows(view: State, charger: str, target: str) -> tuple[ForecastRow, ...]:
    """The test of a unit charged by an enemy it fears (WAB-FEA-01, WAB-TRR-02); nothing where there is none."""
    kind: leadership.TestKind = "terror" if facts.terrified_by(view, target, charger) else "fear"
    if kind == "fear" and not facts.fears(view, target, charger):
        return ()
    return _test_rows(view, target, kind, (charger,), T("{unit}: standing the charge", unit=Thing(target)))


def _test_rows(
    view: State, unit: str, kind: leadership.TestKind, causes: tuple[str, ...], label: Text
) -> tuple[ForecastRow, ...]:
    if leadership.exempt(view, unit, kind):
        return ()
    need = leadership.need(view, unit, kind, causes=causes)
    return (ForecastRow(label, leadership.chance(need.total), sum=need),)
