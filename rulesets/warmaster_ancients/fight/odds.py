"""Forecasts: what a volley and a round of combat are likely to do, exact as far as dice alone decide.

The same sums and dice that are thrown (``blows``) are chained here by convolution; nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.engine.decision import Sum
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit.sums import Row, on_average, spread_row
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.attack.casualties import endures, stands_lost
from rulesets.warmaster_ancients.field import facts, scene, status
from rulesets.warmaster_ancients.fight import fights
from rulesets.warmaster_ancients.fight.pursuing import Pursuit
from rulesets.warmaster_ancients.measures import count
from rulesets.warmaster_ancients.shoot.shot_odds import volley_casualties, volley_sums

NOTHING = Spread.certain(0)


# --- combat ------------------------------------------------------------------------------------------------------


class CombatOdds(msgspec.Struct, frozen=True):
    """A round of combat as the attackers' side sees it.

    Attributes
    ----------
    margin
        Result of the attackers less that of the defenders, wherever both have units left.
    win, draw, lose
        Chances; ``both`` that both sides are wiped out.
    inflicted, suffered
        Casualties that count, dealt by the attackers and by the defenders.
    stands
        Stands lost, by unit.
    destroyed
        Chance to be destroyed in the round, by unit.
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

    Parameters
    ----------
    attackers, defenders
        Units of either side; their contacts are fought.
    number
        1 for the first round, 2 for that of a pursuit.
    chosen
        Stand -> enemy unit, where attacks are not directed by default.
    pairs
        The contacts that are fought, where these are not all between the two sides (WMA-S29).
    """
    if pairs is None:
        pairs = fights.pairs_among(view, {*attackers, *defenders})
    struck = fights.planned_blows(view, pairs, dict(chosen or {}), number)
    fighting = fights.in_order(view, {u for p in pairs for u in p})
    by_unit = dict.fromkeys(fighting, NOTHING)
    for blow in struck:
        by_unit[blow.enemy] += blows.strikes(view, blow.unit, blow.enemy).odds(blow.dice)
    mine = [u for u in fighting if u in attackers]
    theirs = [u for u in fighting if u not in attackers]
    dealt, taken = _counted(view, by_unit, theirs), _counted(view, by_unit, mine)
    volleys = fights.volleys_in(view, fighting, number)
    each = count("support_each")
    bonus = [volleys.get(s, 0) + each * _supporters(view, pairs, s) for s in _sides(view, mine, theirs)]
    return _outcome(view, by_unit, (mine, theirs), (dealt, taken), (bonus[0], bonus[1]))


def _sides(view: State, mine: Sequence[str], theirs: Sequence[str]) -> tuple[str, str]:
    if mine:
        side = view.units[mine[0]].side
        return side, facts.enemy_of(view, side)
    side = view.units[theirs[0]].side if theirs else next(iter(view.sides))
    return facts.enemy_of(view, side), side


def _supporters(view: State, pairs: Sequence[fights.Pair], side: str) -> int:
    """How many stands of a side support its fighters (WMA-RES-03)."""
    return sum(len(fights.supporters_of(view, group, side)) for group in fights.groups_of(view, pairs))


def _counted(view: State, by_unit: Mapping[str, Spread], units: Sequence[str]) -> Spread:
    """Casualties on some units that count for the result (WMA-S23)."""
    total = NOTHING
    for unit in units:
        total = total + by_unit[unit].capped(endures(view, unit))
    return total


def _outcome(
    view: State,
    by_unit: Mapping[str, Spread],
    units: tuple[Sequence[str], Sequence[str]],
    counted: tuple[Spread, Spread],
    bonus: tuple[int, int],
) -> CombatOdds:
    """Who wins: a side with no unit left loses whatever the results (WMA-R39).

    A side is wiped out just when the casualties that count have used up all that its units endure.
    """
    mine, theirs = (sum(endures(view, u) for u in side) for side in units)
    win = draw = lose = both = 0.0
    margin: dict[int, float] = {}
    for dealt, p in counted[0].items():
        for taken, q in counted[1].items():
            chance = p * q
            dead_mine, dead_theirs = bool(units[0]) and taken >= mine, bool(units[1]) and dealt >= theirs
            difference = dealt + bonus[0] - taken - bonus[1]
            if dead_mine and dead_theirs:
                both += chance
                continue
            margin[difference] = margin.get(difference, 0.0) + chance
            if dead_theirs or (not dead_mine and difference > 0):
                win += chance
            elif dead_mine or difference < 0:
                lose += chance
            else:
                draw += chance
    stands = {u: _stands(view, u, s) for u, s in by_unit.items()}
    destroyed = {u: s.at_least(len(facts.stands(view, u))) for u, s in stands.items()}
    return CombatOdds(Spread.of(margin or {0: 0.0}), win, draw, lose, both, *counted, stands, destroyed)


def _stands(view: State, unit: str, casualties: Spread) -> Spread:
    kind, carried, alive = profile(view, unit), view.units[unit].own.hits, len(facts.stands(view, unit))
    return casualties.map(lambda n: min(alive, (carried + n) // kind.hits))


# --- charges not yet made ----------------------------------------------------------------------------------------


def charged_view(
    view: State, charger: str, poses: Mapping[str, Pose], volley: int = 0, shot_by: str = "", how: str = "charge"
) -> State:
    """The view with a charge (or an advance) made: stands at their places, contact ties, marks of the charger.

    ``volley`` casualties of ``shot_by`` fall on the charger first; the highest stands go.
    """
    return _marked(
        view, _placed(view, charger, poses, stands_lost(view, charger, volley)), charger, volley, shot_by, how
    )


def _placed(view: State, charger: str, poses: Mapping[str, Pose], lost: int) -> State:
    """The view with a charger's stands at their places, the ``lost`` highest ones gone."""
    alive = facts.stands(view, charger)
    kept = [b.id for b in alive[: len(alive) - lost]]
    there = scene.what_if(view, {b: p for b, p in poses.items() if b in kept})
    if not lost:
        return there
    gone = {b.id: replace(there.bases[b.id], pose=None, where="gone") for b in alive if b.id not in kept}
    return replace(there, bases={**there.bases, **gone})


def _marked(view: State, there: State, charger: str, volley: int, shot_by: str, how: str) -> State:
    """The view after a charge, with its ties and marks: what the charger's place was before is read from ``view``."""
    own = view.units[charger].own
    left = own.hits + volley - stands_lost(view, charger, volley) * profile(view, charger).hits
    fields = {"charged": True} if how == "charge" else {"advanced": True}
    marked = replace(own, attacked=True, hits=left if facts.alive(there, charger) else 0, **fields)
    ties = dict(there.ties)
    for n, enemy in enumerate(facts.engaged_enemies(there, charger)):
        shots = volley if enemy == shot_by else 0
        contact = status.contact_own(view, charger, enemy, "charge" if how == "charge" else "advance", shots)
        ties[f"if{n}"] = Tie(f"if{n}", "contact", charger, enemy, contact)
    return replace(there, ties=ties, units={**there.units, charger: replace(there.units[charger], own=marked)})


def charge_odds(
    view: State, charger: str, target: str, poses: Mapping[str, Pose], shots: Sequence[str] = (), how: str = "charge"
) -> CombatOdds:
    """Odds of the first round that a charge to these places brings, the target's shooting at it included.

    Parameters
    ----------
    poses
        Where the charger's stands would be placed.
    shots
        The target's stands that would shoot at the charge.

    Where the volley removes stands, the rest are taken to stand where they would have stood.
    """
    volley = volley_casualties(view, target, charger, shots, reaction=True) if shots else NOTHING
    parts: list[tuple[float, CombatOdds]] = []
    wiped = 0.0
    placed: dict[int, State] = {}
    for n, p in volley.items():
        if n >= endures(view, charger):
            wiped += p
            continue
        lost = stands_lost(view, charger, n)
        if lost not in placed:
            placed[lost] = _placed(view, charger, poses, lost)
        there = _marked(view, placed[lost], charger, n, target, how)
        group = facts.combat_of(there, charger)
        side = view.units[charger].side
        mine = [u for u in group if view.units[u].side == side]
        odds = combat_odds(there, mine, [u for u in group if u not in mine])
        shot = Spread.certain(lost)
        stands = {u: s + shot if u == charger else s for u, s in odds.stands.items()}
        parts.append((p, replace(odds, stands=stands)))
    return _mixed(parts, charger, wiped)


def charge_forecast(
    view: State, charger: str, target: str, poses: Mapping[str, Pose], shots: Sequence[str]
) -> Forecast:
    """A charge's odds as rows: the volley it would meet, then the first round."""
    rows: tuple[ForecastRow, ...] = ()
    if shots:
        volley = volley_casualties(view, target, charger, shots, reaction=True)
        told = volley_sums(view, target, charger, shots, reaction=True)
        rows = (spread_row(T("Casualties of {unit} while charging", unit=Thing(charger)), volley, sums=told),)
    there = charged_view(view, charger, poses)
    group = facts.combat_of(there, charger)
    mine = [u for u in group if view.units[u].side == view.units[charger].side]
    sums = round_sums(there, mine, [u for u in group if u not in mine])
    if shots:
        shot: Row = (T("shot at the charge"), round(volley.mean, 2), "WMA-RCT-03")
        first, second = sums.results
        second = replace(second, total=second.total + shot[1], rows=(*second.rows, shot))
        sums = replace(sums, results=(first, second))
    found = combat_forecast(charge_odds(view, charger, target, poses, shots), sums)
    return replace(found, rows=(*rows, *found.rows))


def pursuit_odds(view: State, unit: str, found: Pursuit, impetus: float) -> CombatOdds:
    """Odds of the second round that a pursuit would bring: the pursuer against all that it touches then.

    ``impetus`` is how far (mm) the pursued was forced back (WMA-MOD-04).
    """
    there = scene.what_if(view, found.ends)
    ties = dict(view.ties)
    for n, enemy in enumerate(found.touched):
        own = replace(status.contact_own(view, unit, enemy, "pursuit"), impetus=impetus)
        ties[f"if{n}"] = Tie(f"if{n}", "contact", unit, enemy, own)
    marked = replace(view.units[unit], own=replace(view.units[unit].own, attacked=True))
    there = replace(there, ties=ties, units={**there.units, unit: marked})
    return combat_odds(there, (unit,), found.touched, number=2)


def _mixed(parts: Sequence[tuple[float, CombatOdds]], charger: str, wiped: float) -> CombatOdds:
    """Odds over several ways in which the volley may fall; ``wiped`` is the chance that it stops the charge."""

    def blend(of: Sequence[tuple[float, Spread]]) -> Spread:
        out: dict[int, float] = {}
        for p, part in of:
            for v, q in part.items():
                out[v] = out.get(v, 0.0) + p * q
        return Spread.of(out or {0: 0.0})

    units = dict.fromkeys(u for _, o in parts for u in o.stands)
    destroyed = {u: sum(p * o.destroyed.get(u, 0.0) for p, o in parts) for u in units}
    destroyed[charger] = destroyed.get(charger, 0.0) + wiped
    return CombatOdds(
        blend([(p, o.margin) for p, o in parts]),
        sum(p * o.win for p, o in parts),
        sum(p * o.draw for p, o in parts),
        sum(p * o.lose for p, o in parts) + wiped,
        sum(p * o.both for p, o in parts),
        blend([(p, o.inflicted) for p, o in parts]),
        blend([(p, o.suffered) for p, o in parts]),
        {u: blend([(p, o.stands.get(u, NOTHING)) for p, o in parts]) for u in units},
        destroyed,
    )


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
    fighting = fights.in_order(view, {u for p in pairs for u in p})
    volleys = fights.volleys_in(view, fighting, number)
    mine = [u for u in fighting if u in attackers]
    sides = _sides(view, mine, [u for u in fighting if u not in attackers])
    results = tuple(blows.side_result(s, (), volleys.get(s, 0), _supporters(view, pairs, s)) for s in sides)
    return RoundSums(tuple(dealt), tuple(suffered), results)


def _expected(certain: Sum, casualties: float) -> Sum:
    """A side's result as it is to be expected: the casualties that it deals, and what is certain."""
    row: Row = (T("casualties that count, on average"), round(casualties, 2), "WMA-RES-02")
    return on_average(T("{what}, on average", what=certain.label), (row, *certain.rows))


def combat_forecast(odds: CombatOdds, sums: RoundSums | None = None) -> Forecast:
    """A round's odds as rows: who wins, by how much, what is lost; ``sums`` are what they rest on."""
    told = RoundSums() if sums is None else sums
    both = told.dealt + told.suffered
    means = (odds.inflicted.mean, odds.suffered.mean)
    sides = tuple(_expected(s, n) for s, n in zip(told.results, means, strict=False))
    rows = [
        ForecastRow(T("Win"), odds.win, sums=sides),
        ForecastRow(T("Draw"), odds.draw, sums=sides),
        ForecastRow(T("Lose"), odds.lose, sums=sides),
        spread_row(T("Wins by (less than nothing: loses by)"), odds.margin, sums=sides),
        spread_row(T("Casualties dealt"), odds.inflicted, sums=told.dealt),
        spread_row(T("Casualties suffered"), odds.suffered, sums=told.suffered),
    ]
    for unit, lost in odds.stands.items():
        rows.append(spread_row(T("Stands lost by {unit}", unit=Thing(unit)), lost, sums=both))
        if odds.destroyed[unit]:
            rows.append(ForecastRow(T("{unit} destroyed", unit=Thing(unit)), odds.destroyed[unit], sums=both))
    return Forecast(tuple(rows))
