"""The odds of a round as rows for a player, each with the sums that it rests on (:mod:`combat_odds`).

Where one unit fights one, what follows a broken enemy is exact too: whether he is run down (WAB-S24).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

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
from rulesets.ancient_battles.fight import combat_odds, scores, shot_charges, strikes
from rulesets.ancient_battles.fight.combat_odds import RoundOdds
from rulesets.ancient_battles.fight.quarry import catch_chance
from rulesets.ancient_battles.nerve import leadership, psychology
from rulesets.ancient_battles.own import Facing
from rulesets.ancient_battles.shoot import shot_odds

LEAST = 5e-4
"""Chances below which a value of a distribution is not told."""


class Rests(msgspec.Struct, frozen=True):
    """What a round's numbers rest on: the blows by and against a side, the scores to be expected of both."""

    dealt: tuple[Sum, ...]
    taken: tuple[Sum, ...]
    scores: tuple[Sum, ...]


def rests(view: State, group: Sequence[str], found: RoundOdds) -> Rests:
    """The sums of a round as it begins: nobody has fallen yet."""
    units = engagement.in_order(view, group)
    dealt: list[Sum] = []
    taken: list[Sum] = []
    for corps in strikes.corps_of(view, units):
        into = dealt if view.units[corps.unit].side == found.side else taken
        aims: dict[str, int] = {}
        for marks in corps.marks.values():
            aims[marks[0]] = aims.get(marks[0], 0) + 1
        for target, models in aims.items():
            into += [strikes.attacks(view, corps.unit, models), *strikes.attack(view, corps, target).sums]
    start = scores.stance(view, units)
    told = []
    for side in (found.side, *(s for s in view.sides if s != found.side)):
        mean = found.dealt.mean if side == found.side else found.taken.mean
        first: Row = (T("wounds, on average"), round(mean, 2), "WAB-RES-01")
        rows = (first, *scores.bonuses(view, start, side))
        told.append(on_average(T("Score of {side}, on average", side=Thing(side)), rows))
    return Rests(tuple(dealt), tuple(taken), tuple(told))


def combat_rows(view: State, group: Sequence[str], found: RoundOdds) -> Forecast:
    """A round's odds as rows: who wins, by how much, what is lost, who breaks, who is run down."""
    on = rests(view, group, found)
    off, runs = found.error, found.runs

    def spread_row(label: Text, what: Spread, sums: tuple[Sum, ...]) -> ForecastRow:
        unsure = _error_of(what, runs) if runs else 0.0
        return ForecastRow(label, None, what.as_dict(LEAST), what.mean, sums=sums, error=unsure, runs=runs)

    def chance_row(label: Text, chance: float, sums: tuple[Sum, ...]) -> ForecastRow:
        return ForecastRow(label, chance, sums=sums, error=off, runs=runs)

    rows = [
        chance_row(T("Win"), found.win, on.scores),
        chance_row(T("Draw"), found.draw, on.scores),
        chance_row(T("Lose"), found.lose, on.scores),
        spread_row(T("Wins by (less than nothing: loses by)"), found.margin, on.scores),
        spread_row(T("Wounds dealt"), found.dealt, on.dealt),
        spread_row(T("Wounds suffered"), found.taken, on.taken),
    ]
    for unit, lost in found.lost.items():
        against = on.taken if view.units[unit].side == found.side else on.dealt
        if lost.high:
            rows.append(spread_row(T("Models lost by {unit}", unit=Thing(unit)), lost, against))
        if found.wiped[unit] > LEAST / 100.0:
            rows.append(chance_row(T("{unit} wiped out", unit=Thing(unit)), found.wiped[unit], against))
    for unit, chance in found.breaks.items():
        if chance > LEAST / 100.0:
            rows.append(chance_row(T("{unit}: broken", unit=Thing(unit)), chance, (_break_need(view, unit, found),)))
    for unit, hunter in _alone(view, group):
        chance = found.breaks.get(unit, 0.0) * catch_chance(view, hunter, unit)
        if chance > LEAST / 100.0:
            label = T("{unit}: broken and run down, if pursued by {hunter}", unit=Thing(unit), hunter=Thing(hunter))
            rows.append(chance_row(label, chance, tuple(_run_dice(view, u) for u in (hunter, unit))))
    return Forecast(tuple(rows), found.runs)


def _error_of(what: Spread, runs: int) -> float:
    """How far the mean of a sampled number may be off (95 %)."""
    squares = sum(v * v * p for v, p in what.items())
    return float(1.96 * (max(squares - what.mean**2, 0.0) / runs) ** 0.5)


def _alone(view: State, group: Sequence[str]) -> list[tuple[str, str]]:
    """Where one unit fights one: each with the other as its pursuer."""
    if len(group) != 2:
        return []
    a, b = group
    return [(a, b), (b, a)]


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
    found = forecast(there, charger) if there is not None else None
    if found is None:
        return None
    return Forecast((*dare_rows(view, charger, target), *found.rows), found.runs)


def held_forecast(view: State, charger: str, target: str) -> Forecast | None:
    """The odds of holding against a charge, as those charged see them; None where it does not reach."""
    there = combat_odds.charged_view(view, charger, target)
    found = forecast(there, target) if there is not None else None
    if found is None:
        return None
    return Forecast((*alarm_rows(view, charger, target), *found.rows), found.runs)


def shot_charge_forecast(view: State, charger: str, target: str) -> Forecast | None:
    """The odds of a charge at a unit that stands and shoots: whether it is dared, the volley, then the round."""
    found = shot_charges.shot_charge(view, charger, target)
    there = combat_odds.charged_view(view, charger, target)
    if found is None or there is None:
        return None
    sums = shot_odds.volley_sums(view, [shot_odds.Shot(target, charger, reaction=True)])
    label = T("Models of {unit} shot down on the way", unit=Thing(charger))
    rows = [ForecastRow(label, None, found.shot.as_dict(LEAST), found.shot.mean, sums=sums)]
    if found.stopped > LEAST / 100.0:
        rows.append(ForecastRow(T("{unit} stopped by the shots", unit=Thing(charger)), found.stopped, sums=sums))
    told = combat_rows(there, engagement.group_of(there, charger), found.odds)
    return Forecast((*dare_rows(view, charger, target), *rows, *told.rows), told.runs)


def dare_rows(view: State, charger: str, target: str) -> tuple[ForecastRow, ...]:
    """The test of a unit that would charge an enemy it fears (WAB-FEA-04, WAB-TRR-02); nothing where there is none."""
    kind: leadership.TestKind = "terror" if facts.terrified_by(view, charger, target) else "fear"
    if kind == "fear" and not facts.fears(view, charger, target):
        return ()
    if leadership.exempt(view, charger, kind) or own(view, charger).fleeing:
        return ()
    need = leadership.need(view, charger, kind, causes=(target,))
    return (ForecastRow(T("{unit}: daring to charge", unit=Thing(charger)), leadership.chance(need.total), sum=need),)


def alarm_rows(view: State, charger: str, target: str) -> tuple[ForecastRow, ...]:
    """The test of a unit charged by an enemy it fears (WAB-FEA-01, WAB-TRR-02); nothing where there is none."""
    by = psychology.terrifying(view, target, (charger,)) or psychology.feared(view, target, (charger,))
    kind: leadership.TestKind = "terror" if psychology.terrifying(view, target, (charger,)) else "fear"
    if not by or leadership.exempt(view, target, kind):
        return ()
    need = leadership.need(view, target, kind, causes=by)
    return (ForecastRow(T("{unit}: standing the charge", unit=Thing(target)), leadership.chance(need.total), sum=need),)
