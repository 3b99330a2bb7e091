"""Forecasts of shooting: hits, wounds, models lost, Panic; exact by convolution of the dice that will be thrown."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.engine.decision import Sum
from game.engine.odds import Spread, spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.attack import Attack
from game.kit.sums import spread_row
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.attack.casualties import endures, falling
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.panic import owes, quarter_lost
from rulesets.ancient_battles.shoot import missiles
from rulesets.ancient_battles.shoot.volley import VolleyData


class ShotOdds(msgspec.Struct, frozen=True):
    """What volleys do to one target: hits, wounds not saved (no more than it has), models, the chance to destroy it.

    ``tests`` is the chance that missile losses call for a Panic test (``need`` as it stands now), ``panics`` that it is
    failed (WAB-PAN-09).
    """

    hits: Spread
    wounds: Spread
    lost: Spread
    destroyed: float
    tests: float
    panics: float
    need: Sum


def attack_of(view: State, shot: VolleyData) -> tuple[Sum, Attack]:
    """How many dice a volley throws, and what each needs."""
    mm = missiles.range_to(view, shot.unit, shot.target, shot.reaction, shot.gap)
    dice = missiles.dice(view, shot.unit, mm, shot.massed, shot.reaction)
    return dice, missiles.attack(view, shot.unit, shot.target, mm, shot.reaction)


def hit_chance(view: State, shot: VolleyData) -> float:
    """Chance of one die to hit, second dice included (WAB-S19)."""
    return spread(attack_of(view, shot)[1].hits(1)).chance(1)


def volleys(view: State, shots: Sequence[VolleyData]) -> ShotOdds:
    """What one or several volleys do to the one target they share."""
    target = shots[0].target
    hits = through = Spread.certain(0)
    for shot in shots:
        dice, attack = attack_of(view, shot)
        hits += spread(attack.hits(int(dice.total)))
        through += attack.odds(int(dice.total))
    most = endures(view, target) + sum(endures(view, c) for c in facts.characters_in(view, target))
    wounds = through.capped(most)
    lost = wounds.map(lambda n: falling(view, target, n)[0])
    tests, panics = (0.0, 0.0) if shots[0].reaction else _panic(view, target, lost)
    need = leadership.need(view, target, "panic")
    return ShotOdds(hits, wounds, lost, wounds.chance(most), tests, panics, need)


def _panic(view: State, target: str, lost: Spread) -> tuple[float, float]:
    """Chance to have to test at the end of the phase, and to fail (WAB-PAN-09, WAB-R23, WAB-PAN-02)."""
    if not owes(view, target, "WAB-PAN-09"):
        return 0.0, 0.0
    mine, count = own(view, target), facts.count(view, target)
    present = mine.shot_from or count
    now = leadership.need(view, target, "panic").total
    half = sum(m.value for m in data_files.modifiers().panic)
    tests = panics = 0.0
    for n, p in lost.items():
        if n >= count or not quarter_lost(mine.shot_down + n, present):
            continue
        falls = facts.at_half(view, target, {target: count - n}) and not facts.at_half(view, target)
        tests += p
        panics += p * (1.0 - leadership.chance(now + (half if falls else 0)))
    return tests, panics


def rows(view: State, shots: Sequence[VolleyData]) -> tuple[ForecastRow, ...]:
    """The odds of volleys at one target as rows."""
    target = Thing(shots[0].target)
    found = volleys(view, shots)
    sums = volley_sums(view, shots)
    hit = sums[1]
    panic = (*sums, found.need)
    out = [
        spread_row(T("Hits on {unit}", unit=target), found.hits, hit, sums[:1]),
        spread_row(T("Wounds of {unit}", unit=target), found.wounds, sums=sums),
        spread_row(T("Models lost by {unit}", unit=target), found.lost, sums=sums),
    ]
    if found.destroyed > 1e-6:
        out.append(ForecastRow(T("{unit} destroyed", unit=target), found.destroyed, sums=sums))
    if found.tests > 1e-6:
        out.append(ForecastRow(T("Panic test of {unit}", unit=target), found.tests, sum=found.need))
        out.append(ForecastRow(T("{unit} fled in panic", unit=target), found.panics, sums=panic))
    return tuple(out)


def volley_sums(view: State, shots: Sequence[VolleyData]) -> tuple[Sum, ...]:
    """What the odds of volleys rest on: of each its dice, what hits, what wounds, what saves."""
    thrown = (attack_of(view, shot) for shot in shots)
    return tuple(s for dice, attack in thrown for s in (dice, *attack.sums))


def forecast(view: State, shots: Sequence[VolleyData]) -> Forecast:
    """The odds of volleys, target by target in the order in which they are shot."""
    marks = dict.fromkeys(s.target for s in shots)
    return Forecast(tuple(r for mark in marks for r in rows(view, [s for s in shots if s.target == mark])))
