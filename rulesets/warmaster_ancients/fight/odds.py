"""Forecasts: what a volley and a round of combat are likely to do, exact as far as dice alone decide.

The same sums and dice that are thrown (``blows``) are chained here by convolution; nothing is sampled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from typing import Literal

import msgspec
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.sums import Row, on_average, spread_row, sum_of
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.blows import endures, stands_gone, stands_lost
from rulesets.warmaster_ancients.field import facts, scene, status
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.own import ContactOwn
from rulesets.warmaster_ancients.shoot.volley import volley_casualties, volley_sums

NOTHING = Spread.certain(0)
How = Literal["charge", "advance"]


class CombatOdds(msgspec.Struct, frozen=True):
    """A round of combat as the attackers' side sees it.

    ``margin`` is its result less the defenders', wherever both have units left; ``win``, ``draw`` and ``lose`` are
    chances, ``both`` that both sides are wiped out; ``inflicted`` and ``suffered`` are casualties that count. By unit:
    ``stands`` lost, and the chance to be ``destroyed`` in the round.
    """

    margin: Spread
    win: float
    draw: float
    lose: float
    both: float
    inflicted: Spread
    suffered: Spread
    stands: dict[str, Spread]
    destroyed: dict[str, float]


def combat_odds(
    view: State,
    attackers: Collection[str],
    defenders: Collection[str],
    number: int = 1,
    chosen: Mapping[str, str] | None = None,
    pairs: Sequence[fights.Pair] | None = None,
) -> CombatOdds:
    """Odds of a round of combat between units that touch in this view (which may be a "what if").

    ``number`` is 2 for the round of a pursuit; ``chosen`` tells stand -> enemy unit, where attacks are not directed by
    default; ``pairs`` the contacts that are fought, where these are not all between the two sides (WMA-S29).
    """
    if pairs is None:
        pairs = fights.pairs_among(view, {*attackers, *defenders})
    by_unit = dict.fromkeys(fights.units_in(view, pairs), NOTHING)
    for blow in fights.planned_blows(view, pairs, chosen or {}, number):
        by_unit[blow.enemy] += blows.strikes(view, blow.unit, blow.enemy).odds(blow.dice)
    dealt, all_theirs = _counted(view, {u: s for u, s in by_unit.items() if u not in attackers})
    taken, all_mine = _counted(view, {u: s for u, s in by_unit.items() if u in attackers})
    first, second = _certain(view, pairs, attackers, number)
    lead = int(first.total - second.total)
    chances = dict.fromkeys(("win", "draw", "lose", "both"), 0.0)
    margin: dict[int, float] = {}
    for (n, p), (k, q) in product(dealt.items(), taken.items()):
        difference = n - k + lead
        how = _outcome(difference, n >= all_theirs, k >= all_mine)
        chances[how] += p * q
        if how != "both":
            margin[difference] = margin.get(difference, 0.0) + p * q
    stands = {u: stands_gone(view, u, s) for u, s in by_unit.items()}
    destroyed = {u: s.at_least(len(facts.stands(view, u))) for u, s in stands.items()}
    spread = Spread.of(margin or {0: 0.0})
    return CombatOdds(spread, inflicted=dealt, suffered=taken, stands=stands, destroyed=destroyed, **chances)


def _counted(view: State, by_unit: Mapping[str, Spread]) -> tuple[Spread, float]:
    """Casualties on a side's units that count for the result (WMA-S23), and how many of them wipe it out."""
    total, whole = NOTHING, 0
    for unit, casualties in by_unit.items():
        most = endures(view, unit)
        total, whole = total + casualties.capped(most), whole + most
    return total, whole or math.inf


def _certain(view: State, pairs: Sequence[fights.Pair], attackers: Collection[str], number: int) -> tuple[Sum, Sum]:
    """What both sides' results hold but for casualties, the attackers' first: shots at chargers, support."""
    fighting, groups = fights.units_in(view, pairs), fights.groups_of(view, pairs)
    volleys = fights.volleys_in(view, fighting, number)
    side = next((view.units[u].side for u in fighting if u in attackers), next(iter(view.sides)))

    def result(side: str) -> Sum:
        supporting = sum(len(fights.supporters_of(view, group, side)) for group in groups)
        return blows.side_result(side, (), volleys.get(side, 0), supporting)

    return result(side), result(facts.enemy_of(view, side))


def _outcome(difference: int, beaten: bool, lost: bool) -> str:
    """Who wins, as the attackers see it: a side with no unit left loses whatever the results (WMA-R39)."""
    if beaten or lost:
        return "both" if beaten and lost else "win" if beaten else "lose"
    return "win" if difference > 0 else "lose" if difference < 0 else "draw"


def charged_view(
    view: State, charger: str, poses: Mapping[str, Pose], how: How = "charge", volley: int = 0, shot_by: str = ""
) -> State:
    """The view with a charge (or an advance) made: stands at their places, contact ties, marks of the charger.

    ``volley`` casualties of ``shot_by`` count in its first round; they have been taken already.
    """
    return _marked(view, _placed(view, charger, poses, 0), charger, how, volley, shot_by)


def _placed(view: State, charger: str, poses: Mapping[str, Pose], lost: int) -> State:
    """The view with a charger's stands at their places, the ``lost`` highest ones gone."""
    alive = facts.stands(view, charger)
    kept, gone = alive[: len(alive) - lost], alive[len(alive) - lost :]
    there = scene.what_if(view, {b.id: poses[b.id] for b in kept if b.id in poses})
    if not gone:
        return there
    return replace(there, bases={**there.bases, **{b.id: replace(b, pose=None, where="gone") for b in gone}})


def _marked(view: State, there: State, charger: str, how: How, volley: int, shot_by: str, **own: int) -> State:
    """The view after a charge, with its ties and marks: what the charger's place was before is read from ``view``."""
    met = status.met(view, charger, facts.engaged_enemies(there, charger), how, volley=volley, shot_by=shot_by)
    mark = {"charged": True} if how == "charge" else {"advanced": True}
    return _met(there, charger, met, **mark, **own)


def _met(there: State, unit: str, found: Mapping[str, ContactOwn], **own: object) -> State:
    """A view in which a unit has attacked the enemies that it touches."""
    ties = {f"if{n}": Tie(f"if{n}", "contact", unit, enemy, tie) for n, (enemy, tie) in enumerate(found.items())}
    marked = replace(there.units[unit], own=replace(there.units[unit].own, attacked=True, **own))
    return replace(there, ties={**there.ties, **ties}, units={**there.units, unit: marked})


def charge_odds(
    view: State, charger: str, target: str, poses: Mapping[str, Pose], shots: Sequence[str] = (), how: How = "charge"
) -> CombatOdds:
    """Odds of the first round that a charge to these places brings, the target's shooting at it included.

    ``shots`` are the target's stands that would shoot at the charge. Where the volley removes stands, the rest are
    taken to stand where they would have stood.
    """
    volley = volley_casualties(view, target, charger, shots, reaction=True) if shots else NOTHING
    most = endures(view, charger)
    borne = {n: p for n, p in volley.items() if n < most}
    placed: dict[int, State] = {}
    found: dict[int, CombatOdds] = {}
    for n in borne:
        lost = stands_lost(view, charger, n)
        if lost not in placed:
            placed[lost] = _placed(view, charger, poses, lost)
        hits = view.units[charger].own.hits + n - lost * profile(view, charger).hits
        there = _marked(view, placed[lost], charger, how, n, target, hits=hits)
        odds = combat_odds(there, *_sides(there, charger))
        shot = Spread.certain(lost)
        found[n] = replace(odds, stands={u: s + shot if u == charger else s for u, s in odds.stands.items()})
    return _mixed(Spread.of(borne), found, charger, sum(p for n, p in volley.items() if n >= most))


def _sides(view: State, unit: str) -> tuple[list[str], list[str]]:
    """The units of the combat that a unit is in: of its side, and of the other."""
    return fights.parted(view, facts.combat_of(view, unit), view.units[unit].side)


def _mixed(volley: Spread, found: Mapping[int, CombatOdds], charger: str, wiped: float) -> CombatOdds:
    """Odds over the ways in which the volley may fall; ``wiped`` is the chance that it stops the charge."""

    def chance(of: Callable[[CombatOdds], float]) -> float:
        return sum(p * of(found[n]) for n, p in volley.items())

    def stands(unit: str) -> Spread:
        return volley.mix(lambda n: found[n].stands.get(unit, NOTHING))

    def destroyed(unit: str) -> float:
        return chance(lambda o: o.destroyed.get(unit, 0.0)) + (wiped if unit == charger else 0.0)

    units = dict.fromkeys(u for o in found.values() for u in o.stands)
    return CombatOdds(
        volley.mix(lambda n: found[n].margin),
        chance(lambda o: o.win),
        chance(lambda o: o.draw),
        chance(lambda o: o.lose) + wiped,
        chance(lambda o: o.both),
        volley.mix(lambda n: found[n].inflicted),
        volley.mix(lambda n: found[n].suffered),
        {u: stands(u) for u in units},
        {u: destroyed(u) for u in (*units, charger)},
    )


def pursuit_odds(view: State, unit: str, ends: Mapping[str, Pose], met: Mapping[str, ContactOwn]) -> CombatOdds:
    """Odds of the second round that a pursuit to these places would bring: the pursuer against all that it meets."""
    return combat_odds(_met(scene.what_if(view, ends), unit, met), (unit,), met, number=2)


class RoundSums(msgspec.Struct, frozen=True):
    """What a round's numbers rest on: dice, need and armour of every blow struck by and against the attackers."""

    dealt: tuple[Sum, ...] = ()
    suffered: tuple[Sum, ...] = ()
    results: tuple[Sum, ...] = ()


def round_sums(view: State, attackers: Collection[str], defenders: Collection[str], number: int = 1) -> RoundSums:
    """The sums of a round between units that touch in this view; results hold what is certain, without casualties."""
    pairs = fights.pairs_among(view, {*attackers, *defenders})
    dealt: list[Sum] = []
    suffered: list[Sum] = []
    for blow in fights.planned_blows(view, pairs, {}, number):
        dice = blows.unit_attacks(view, blow.unit, blow.enemy, blow.stands, number)
        needs = blows.strikes(view, blow.unit, blow.enemy).sums
        (dealt if blow.unit in attackers else suffered).extend((dice, *needs))
    return RoundSums(tuple(dealt), tuple(suffered), _certain(view, pairs, attackers, number))


def charge_forecast(
    view: State, charger: str, target: str, poses: Mapping[str, Pose], shots: Sequence[str]
) -> Forecast:
    """A charge's odds as rows: the volley it would meet, then the first round."""
    there = charged_view(view, charger, poses)
    sums = round_sums(there, *_sides(there, charger))
    rows: tuple[ForecastRow, ...] = ()
    if shots:
        volley = volley_casualties(view, target, charger, shots, reaction=True)
        told = volley_sums(view, target, charger, shots, reaction=True)
        rows = (spread_row(T("Casualties of {unit} while charging", unit=Thing(charger)), volley, sums=told),)
        first, second = sums.results
        shot: Row = (T("shot at the charge"), round(volley.mean, 2), "WMA-RCT-03")
        sums = replace(sums, results=(first, sum_of(second.label, (*second.rows, shot))))
    found = combat_forecast(charge_odds(view, charger, target, poses, shots), sums)
    return replace(found, rows=(*rows, *found.rows))


def _expected(certain: Sum, casualties: float) -> Sum:
    """A side's result as it is to be expected: the casualties that it deals, and what is certain."""
    row: Row = (T("casualties that count, on average"), round(casualties, 2), "WMA-RES-02")
    return on_average(T("{what}, on average", what=certain.label), (row, *certain.rows))


def combat_forecast(odds: CombatOdds, sums: RoundSums | None = None) -> Forecast:
    """A round's odds as rows: who wins, by how much, what is lost; ``sums`` are what they rest on."""
    told = sums or RoundSums()
    both, means = told.dealt + told.suffered, (odds.inflicted.mean, odds.suffered.mean)
    sides = tuple(_expected(s, n) for s, n in zip(told.results, means, strict=False))
    rows = [
        ForecastRow(T("Win"), odds.win, sums=sides),
        ForecastRow(T("Draw"), odds.draw, sums=sides),
        ForecastRow(T("Lose"), odds.lose, sums=sides),
        spread_row(T("Wins by (below zero: loses by)"), odds.margin, sums=sides),
        spread_row(T("Casualties dealt"), odds.inflicted, sums=told.dealt),
        spread_row(T("Casualties suffered"), odds.suffered, sums=told.suffered),
    ]
    for unit, lost in odds.stands.items():
        rows.append(spread_row(T("Stands lost by {unit}", unit=Thing(unit)), lost, sums=both))
        if odds.destroyed[unit]:
            rows.append(ForecastRow(T("{unit} destroyed", unit=Thing(unit)), odds.destroyed[unit], sums=both))
    return Forecast(tuple(rows))
