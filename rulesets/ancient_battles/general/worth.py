"""What generals differ in, and what things are worth to them, in victory points: a unit, a round, an enemy's reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from game.engine.odds import Die, Pool, spread
from game.engine.state import State
from game.geometry.shapes import forward
from game.kit import situation
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.charge.solver import charge_reach
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged, in_front, sees
from rulesets.ancient_battles.field.blocks import bounds
from rulesets.ancient_battles.field.memory import remembered
from rulesets.ancient_battles.fight.combat_odds import RoundOdds, charge_odds, round_odds
from rulesets.ancient_battles.flee import flights
from rulesets.ancient_battles.flee.flights import bearing_away
from rulesets.ancient_battles.measures import MM_PER_INCH
from rulesets.ancient_battles.nerve import leadership, panic, psychology
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData

SAFE = 100.0
"""Victory points of a lead from which a battle is won (WAB-S32): until then the fight is sought."""
STAKED, DARED, BRAVED, PUSHED = 0.7, 8.0, 0.5, 2.0
"""Who seeks it: how he weighs his losses, how much less a charge must promise, how he weighs danger, how he pushes."""


class Temper(msgspec.Struct, frozen=True):
    """What generals differ in.

    To him a point of his own lost is ``loss`` beside the enemy's; of what may be done to a unit he fears ``danger``. A
    charge must promise ``dare`` points; an inch towards the enemy is worth ``push`` to a hundred points of troops. Of
    its points a broken unit of the enemy's counts ``run_down``, one that runs in panic ``panicked``; a chance of
    winning a round counts ``later`` of the enemy's points in the rounds to come. The bearer of his standard fights in
    the ``ranks`` of the foot, or stands behind them by himself.
    """

    name: str
    loss: float = 0.85
    dare: float = 3.0
    danger: float = 0.35
    push: float = 1.3
    run_down: float = 0.6
    panicked: float = 0.4
    later: float = 0.35
    ranks: bool = False

    def in_turn(self, turn: int, last: int, lead: float = 0.0) -> Temper:
        """The same in a turn of so many, with a lead of so many victory points.

        Who runs in the last turn is lost whole, and no round comes after it. Who has not won yet when half of the
        turns are gone seeks the fight: a draw gives him nothing that a lost charge could take.
        """
        now = self
        if turn > last // 2 and lead < SAFE:
            loss, danger, push = STAKED * now.loss, BRAVED * now.danger, PUSHED * now.push
            now = replace(now, loss=loss, dare=now.dare - DARED, danger=danger, push=push)
        return replace(now, run_down=0.95, panicked=0.9, later=0.0) if turn >= last else now


STEADY = Temper("general", ranks=True)
TEMPERS = (STEADY, Temper("bold", 0.6, 0.0, 0.2, 1.7, ranks=True), Temper("cautious", 1.1, 15.0, 0.8, 0.6))
"""The best first."""


SHOT = 0.5
"""What a unit's losses to missiles are worth: they count half of its points only when half of it is gone."""
FLANKED = {"front": 0.12, "left": 0.4, "right": 0.4, "rear": 0.5}
"""Share of its points that a unit risks which may be charged on this side."""


def points(view: State, unit: str) -> float:
    """Points of a unit with its characters, as far as it has not lost half of them."""
    both = (unit, *facts.characters_in(view, unit))
    whole = sum(profile(view, u).row.points + 100 * leads(view, u) for u in both)
    left = max(0, view.own.limit - view.own.turn) / view.own.limit
    return float(whole) + (DREAD * left if facts.causes(view, unit, "terror") else 0.0)


def leads(view: State, unit: str) -> bool:
    """Whether it is a General or a bearer, whose fall counts a hundred points besides his own (WAB-S32)."""
    return profile(view, unit).row.character in LEADERS


def ran(view: State, unit: str, temper: Temper) -> float:
    """Share of its points that a unit costs which runs: all of them where it is too few ever to rally (WAB-RAL-02)."""
    return temper.panicked if flights.no_rally(view, unit) is None else 1.0


DREAD = 150.0
"""What it is worth besides to be rid of a unit whose every charge must be tested for: less each turn."""
LEADERS = ("general", "standard")
SHAKEN = 0.6
"""Least share of its points that a unit costs which runs from what it meant to charge."""
BESIDE = 8.0
"""Inches about a unit within which its flight may come to pass others."""
NEXT, CLOSER = 8.0, 15.0
"""Inches at which terror must be tested for as a turn starts (WAB-TRR-03), and from which it may come so near."""
SURELY = 6.0
"""Inches nearer than that at which Terror is certain to come close to who stays where a charge has brought him."""
COMES = 0.45
"""Chance that somebody terrifying who stands just outside those inches is within them as the turn starts."""
PICKED = 0.6
"""Chance that an enemy within reach declares his charge at this very unit."""
BOLTS = 0.35
"""Chance that skirmishers near the enemy run in the turn to come: how much they trouble those whom they run past."""
WARY = 2.5
"""How much more such tests cost than the unit that fails: what it masks, and those whom it runs past."""


def of_round(view: State, odds: RoundOdds, temper: Temper) -> float:
    """Victory points that a round of combat promises to a side, less what it stands to lose."""
    total = 0.0
    for unit, chance in odds.breaks.items():
        gone = odds.wiped.get(unit, 0.0)
        broken = max(temper.run_down, ran(view, unit, temper))
        value = points(view, unit) * (broken * chance + (1.0 - broken) * gone)
        value += alarm(view, unit, temper) * max(chance, gone)
        total += value if situation.side_of(view, unit) != odds.side else -temper.loss * value
    stake = sum(points(view, u) for u in odds.breaks if situation.side_of(view, u) != odds.side)
    mine = sum(points(view, u) for u in odds.breaks if situation.side_of(view, u) == odds.side)
    return total + temper.later * (odds.win * stake - temper.loss * odds.lose * mine) * 0.5


@remembered
def alarm(view: State, unit: str, temper: Temper) -> float:
    """Points of friends that may be expected to be lost in the panic if a unit breaks (WAB-PAN-05, WAB-PAN-08)."""
    friends = facts.friends(view, unit)
    if facts.general(view, situation.side_of(view, unit)) in (unit, *facts.characters_in(view, unit)):
        near = tuple(f for f in friends if panic.owes(view, f, "WAB-PAN-08"))
    else:
        frightened = (f for f in friends if panic.frightened_by(view, f, unit))
        near = facts.units_within(
            view, unit, panic.LOST, tuple(f for f in frightened if panic.owes(view, f, "WAB-PAN-05"))
        )
    runs = {f: 1.0 - leadership.chance(leadership.need(view, f, "panic").total) for f in near}
    return sum(ran(view, f, temper) * points(view, f) * chance for f, chance in runs.items())


@remembered
def charge_value(view: State, charger: str, target: str, temper: Temper) -> float | None:
    """Victory points that a charge promises, the tests before it weighed; None where it does not reach."""
    if facts.fleeing(view, target):
        found = charge_reach(view, charger) >= facts.gap(view, charger, target)
        return max(temper.run_down, ran(view, target, temper)) * points(view, target) if found else None
    if (odds := charge_odds(view, charger, target)) is None:
        return None
    goes, flight = dares(view, charger, target, temper)
    stands = awaits(view, charger, target)
    runs = lost_share(view, target, charger, temper) * points(view, target)
    fight = of_round(view, odds, temper) - odds.win * beside_terror(view, charger, target, temper)
    fight -= running(view, target, view.units[charger].side, temper)
    return goes * (stands * fight + (1.0 - stands) * runs) - flight


def running(view: State, unit: str, side: str, temper: Temper) -> float:
    """Points that the next round of a unit's combat promises to a side as it is: a charge into it adds to that."""
    group = engagement.group_of(view, unit) if facts.engaged(view, unit) else ()
    return of_round(view, round_odds(view, group, side), temper) if group else 0.0


def beside_terror(view: State, unit: str, place: str, temper: Temper) -> float:
    """Points that a unit may lose in its next turn by standing where an enemy stands now: to Terror close by."""
    terrible = psychology.terrifying(view, unit, facts.foes(view, unit))
    near = (e for e in terrible if e != place and not facts.fleeing(view, e))
    closer = max([0.0, *(CLOSER - facts.gap(view, place, e) / MM_PER_INCH for e in near)])
    runs = min(1.0, closer / SURELY) * (1.0 - _passes(view, unit, "terror", ""))
    return runs * max(ran(view, unit, temper), SHAKEN) * points(view, unit)


def dares(view: State, charger: str, target: str, temper: Temper) -> tuple[float, float]:
    """Chance that a unit goes through with a charge at what it fears, and the points that its own flight may cost."""
    if not facts.terrified_by(view, charger, target):
        return _passes(view, charger, "fear", target) if facts.fears(view, charger, target) else 1.0, 0.0
    goes = _passes(view, charger, "terror", target)
    lost = lost_share(view, charger, target, temper, SHAKEN)
    return goes, (1.0 - goes) * (lost * points(view, charger) + runs_past(view, charger, temper))


def lost_share(view: State, unit: str, away: str, temper: Temper, least: float = 0.0) -> float:
    """Share of its points that a unit costs which runs from an enemy: all where that leads it off the table."""
    stays = 1.0 - max(ran(view, unit, temper), least)
    return 1.0 - stays * (1.0 - off_table(view, unit, away))


def off_table(view: State, unit: str, away: str) -> float:
    """Chance that a unit that flees from an enemy leaves the table at once."""
    west, south, east, north = bounds(view, unit)
    dx, dy = forward(bearing_away(view, unit, away))
    across = ((view.table.width - east) if dx > 0.0 else west) / max(abs(dx), 1e-6)
    deep = ((view.table.depth - north) if dy > 0.0 else south) / max(abs(dy), 1e-6)
    room = min(across, deep)
    return _farther(charts.flight_dice(facts.rate(view, unit)), math.ceil(room / MM_PER_INCH))


def flight_cost(view: State, unit: str, foes: Sequence[str], less: int, temper: Temper) -> float:
    """Points that running from charges may cost, with dice less: caught, off the table, never rallied, past friends."""
    dice = charts.flight_dice(facts.rate(view, unit)) - less
    escapes, lost = 1.0, 0.0
    for foe in foes:
        ahead = (charge_reach(view, foe) - facts.gap(view, foe, unit)) / MM_PER_INCH
        escapes = min(escapes, _farther(dice, math.floor(ahead) + 1) if ahead >= 0.0 else 1.0)
        lost = max(lost, lost_share(view, unit, foe, temper))
    caught = (1.0 - escapes) * (points(view, unit) + alarm(view, unit, temper))
    return caught + escapes * lost * points(view, unit) + runs_past(view, unit, temper)


@cache
def _farther(dice: int, inches: int) -> float:
    """Chance that a flight of so many dice goes at least so far."""
    return spread(Pool(1, Die())).power(dice).at_least(inches)


def runs_past(view: State, unit: str, temper: Temper) -> float:
    """Points of friends who may run in their turn because a unit runs past them (WAB-PAN-04), reckoned with half."""
    near = facts.units_within(view, unit, BESIDE, tuple(_free(view, facts.friends(view, unit))))
    return 0.5 * sum(ran(view, f, temper) * points(view, f) * (1.0 - _passes(view, f, "panic", "")) for f in near)


def awaits(view: State, charger: str, target: str) -> float:
    """Chance that the charged do not run at once, in terror or because they are taken in flank or rear."""
    terror = _passes(view, target, "terror", charger) if facts.terrified_by(view, target, charger) else 1.0
    edges = psychology.edges_charged(view, target, (charger,))
    panics = psychology.panic_of_charge(view, target, (charger,), edges)[0]
    return terror * _passes(view, target, "panic", charger) if panics else terror


def _passes(view: State, unit: str, kind: leadership.TestKind, cause: str) -> float:
    if leadership.exempt(view, unit, kind):
        return 1.0
    return leadership.chance(leadership.need(view, unit, kind, causes=(cause,) if cause else ()).total)


@remembered
def frights(view: State, unit: str, temper: Temper) -> float:
    """Points that a unit may lose to the tests of charges alone, by who is within reach: terror, flank (WAB-S11)."""
    among = chargers(view, unit) if _free(view, (unit,)) else ()
    runs = {e: 1.0 - awaits(view, e, unit) for e in among if sees(view, e, unit)}
    worst = max(runs, key=runs.__getitem__, default="")
    if not worst or runs[worst] <= 0.0:
        return 0.0
    stands = math.prod(1.0 - PICKED * chance for chance in runs.values())
    stake = lost_share(view, unit, worst, temper) * points(view, unit) + 0.3 * alarm(view, unit, temper)
    return (1.0 - stands) * stake


def alarms(view: State, unit: str, temper: Temper) -> float:
    """Points that a unit may lose to the tests of its next start of turn: friends who run, and Terror, close by."""
    if facts.fleeing(view, unit) or facts.engaged(view, unit):
        return 0.0
    stands = _passes(view, unit, "panic", "") if panic.routers_near(view, unit) else 1.0
    stands *= 1.0 - _terror_comes(view, unit) * (1.0 - _passes(view, unit, "terror", ""))
    return (1.0 - stands) * max(WARY * temper.panicked, ran(view, unit, temper)) * points(view, unit)


def _terror_comes(view: State, unit: str) -> float:
    """Chance that a unit must test for Terror close by at its next start of turn."""
    chance = 0.0
    for enemy in psychology.terrifying(view, unit, facts.foes(view, unit)):
        gap = facts.gap(view, unit, enemy) / MM_PER_INCH
        if gap <= NEXT:
            return 1.0
        if _free(view, (enemy,)):
            share = max(0.0, CLOSER - gap) / (CLOSER - NEXT)
            chance = max(chance, COMES * share * (1.0 if in_front(view, enemy, unit) else 0.4))
    return chance


def volley_value(view: State, shots: Sequence[VolleyData], temper: Temper) -> float:
    """Points that volleys at one target promise: its losses as shares of its points, and its panic."""
    target = shots[0].target
    odds = shooting.volleys(view, shots)
    whole, share = points(view, target), odds.lost.mean / max(1, facts.count(view, target))
    panicked = ran(view, target, temper) * whole + 0.5 * alarm(view, target, temper)
    return whole * (SHOT * share + odds.destroyed) + odds.panics * panicked


def danger(view: State, unit: str, temper: Temper) -> float:
    """Points that a unit stands to lose where it stands: enemies who may charge it next, by the side they would hit."""
    worst = rest = 0.0
    for enemy in chargers(view, unit):
        weight = min(2.0, max(0.25, might(view, enemy) / max(0.5, might(view, unit))))
        share = FLANKED[facing_charged(view, enemy, unit)] * weight
        worst, rest = max(worst, share), rest + share
    return temper.danger * points(view, unit) * min(1.0, worst + 0.3 * (rest - worst))


def chargers(view: State, unit: str) -> list[str]:
    """Enemies free to charge who have a unit before them and within their reach."""
    return [e for e in _free(view, facts.foes(view, unit)) if _reaches(view, e, unit)]


def _reaches(view: State, enemy: str, unit: str) -> bool:
    return facts.gap(view, enemy, unit) <= charge_reach(view, enemy) and in_front(view, enemy, unit)


CHAMPION = 4.0
"""How much better a character fights than his blows alone tell: few can strike back at him."""


@remembered
def might(view: State, unit: str) -> float:
    """A rough number for how well a unit fights hand to hand: front rank, skill, ranks, armour."""
    row, mine, count = profile(view, unit).row, own(view, unit), facts.count(view, unit)
    p = row.profile
    blows = min(mine.files or min(count, 5), count) * p.a * (p.ws / 3.0) * (p.s / 3.0)
    if mine.order == "skirmish":
        blows *= 0.5
    steady = 2.0 + (1.0 if row.standard else 0.0) if mine.order == "close" else 0.0
    if row.character:
        steady += CHAMPION
    frightening = 2.0 if facts.causes(view, unit, "fear") else 0.0
    return frightening + blows * 0.6 + steady + 0.15 * count * (p.t / 3.0) + (1.5 if row.standard else 0.0)


def threat(view: State, unit: str, temper: Temper) -> float:
    """Points that the worst charge by an enemy would cost a unit where it stands, worked out by its odds."""
    return max([0.0, *(_promise(view, enemy, unit, temper) for enemy in _enemies_near(view, unit))])


def chance(view: State, unit: str, temper: Temper) -> float:
    """Points that the best charge of a unit from where it stands would promise."""
    return max([0.0, *(_promise(view, unit, enemy, temper) for enemy in _enemies_near(view, unit))])


def _promise(view: State, charger: str, target: str, temper: Temper) -> float:
    return (charge_value(view, charger, target, temper) or 0.0) if _reaches(view, charger, target) else 0.0


def _enemies_near(view: State, unit: str) -> list[str]:
    """The two nearest enemies that may fight."""
    return sorted(_free(view, facts.foes(view, unit)), key=lambda e: round(facts.gap(view, unit, e), 1))[:2]


def _free(view: State, units: Sequence[str]) -> list[str]:
    return [u for u in units if not facts.fleeing(view, u) and not facts.engaged(view, u)]
