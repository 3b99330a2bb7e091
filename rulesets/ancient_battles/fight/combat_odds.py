"""Odds of a round of close combat, as it is or after a charge: who wins by how much, what is lost, who breaks.

WAB-CMB-04, WAB-CMB-05, WAB-RES-01, WAB-BRK-02, WAB-RCT-03, WAB-S20, WAB-S35 and what these lead to.

The steps, dice and sums that are thrown are chained: the situation within a round is how many wounds each enemy has
taken, and each step leads from every such situation to others with known chances. That is exact; where there are too
many situations (long chains of units) rounds are sampled. Choices are taken as they stand by default, hatred re-rolls.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from game.engine.odds import Spread
from game.engine.state import State, Tie
from game.geometry.shapes import Pose
from game.geometry.steps import Step
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.attack.casualties import closed_up, down, endures, falling, victims
from rulesets.ancient_battles.charge.conforming import close
from rulesets.ancient_battles.charge.paths import planned
from rulesets.ancient_battles.charge.solver import front_after
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.blocks import block_of, formed
from rulesets.ancient_battles.fight import results, strikes
from rulesets.ancient_battles.fight.strikes import Key, Strikers
from rulesets.ancient_battles.own import ContactOwn, Facing
from rulesets.ancient_battles.shoot import shooting
from rulesets.ancient_battles.shoot.shooting import VolleyData

MOST = 4000
"""Situations within a round up to which it is worked out exactly."""
RUNS = 2000
"""Rounds that are sampled beyond that."""
_NEVER = 1e-12
RARE = 1e-6
"""Chances of a volley below which its round is not looked at."""

Wounds = tuple[int, ...]
Chances = dict[Wounds, float]


class RoundOdds(msgspec.Struct, frozen=True):
    """A round as one side sees it: its chances, its score less the enemy's, the wounds that count by and against it.

    By unit: models lost, the chance to be wiped out in the round, and to break after it (giving ground is none).
    ``runs`` is 0 where all this is exact, else the number of sampled rounds.
    """

    side: str
    win: float
    draw: float
    lose: float
    margin: Spread
    dealt: Spread
    taken: Spread
    lost: dict[str, Spread]
    wiped: dict[str, float]
    breaks: dict[str, float]
    runs: int = 0

    @property
    def error(self) -> float:
        """How far a sampled chance may be off (95 %); 0 where it is exact."""
        return 1.96 * math.sqrt(0.25 / self.runs) if self.runs else 0.0


class _Round:
    """A round of one combat, with all that its steps ask for looked up once."""

    def __init__(self, view: State, group: Sequence[str]) -> None:
        self.view = view
        self.units = engagement.in_order(view, group)
        self.corps = strikes.corps_of(view, self.units)
        self.start = strikes.stance(view, self.units)
        self.steps: tuple[Key, ...] = strikes.steps_of(self.corps)
        marked = (t for c in self.corps for m in c.marks.values() for t in m)
        fellows = (f for u in self.units for f in (u, *facts.characters_in(view, u)))
        self.targets = tuple(dict.fromkeys((*fellows, *marked)))
        self.index = {t: k for k, t in enumerate(self.targets)}
        self.side_of = {t: view.units[t].side for t in self.targets}
        self.most = tuple(endures(view, t) for t in self.targets)
        self.each = tuple(profile(view, t).row.profile.w for t in self.targets)
        self.carried = tuple(own(view, t).wounds for t in self.targets)
        self.count = tuple(facts.count(view, t) for t in self.targets)
        aims = [(c, t) for c in self.corps for t in dict.fromkeys(x for m in c.marks.values() for x in m)]
        attack = {(c.unit, t): strikes.attack(view, c, t) for c, t in aims}
        self.attacks = {c.unit: int(strikes.attacks(view, c.unit, 1).total) for c in self.corps}
        self.through = cache(lambda unit, target, dice: attack[unit, target].odds(dice))
        self.bonus = cache(lambda s, gone: int(sum(v for _, v, _ in strikes.bonuses(view, self.start, s, gone))))

    def dead(self, k: int, wounds: int) -> int:
        """Models of a target that so many wounds take."""
        return down(self.count[k], self.each[k], self.carried[k] + wounds)[0]

    def left(self, taken: Wounds) -> dict[str, int]:
        """Models that each target has left after these wounds."""
        return {t: self.count[k] - self.dead(k, taken[k]) for k, t in enumerate(self.targets)}

    def aims(self, corps: Strikers, taken: Wounds) -> dict[str, int]:
        """Enemy -> dice thrown at it, by default choices, after these wounds."""
        k = self.index[corps.unit]
        found: dict[str, int] = {}
        for marks in strikes.still_open(corps, self.dead(k, taken[k]), lambda t: self.stands(t, taken)).values():
            found[marks[0]] = found.get(marks[0], 0) + self.attacks[corps.unit]
        return found

    def stands(self, target: str, taken: Wounds) -> bool:
        """Whether a target has anybody left after these wounds."""
        k = self.index[target]
        return self.dead(k, taken[k]) < self.count[k]

    def step(self, key: Key, taken: Wounds) -> dict[int, Spread]:
        """What one step adds to the wounds of each target, as chances, from these wounds on."""
        found: dict[int, Spread] = {}
        for corps in (c for c in self.corps if c.key == key):
            for target, dice in self.aims(corps, taken).items():
                t = self.index[target]
                more = self.through(corps.unit, target, dice)
                found[t] = found[t] + more if t in found else more
        return found

    def exact(self) -> Chances | None:
        """All situations at the end of the round with their chances; None where they are too many."""
        now: Chances = {(0,) * len(self.targets): 1.0}
        for key in self.steps:
            after: Chances = defaultdict(float)
            for taken, p in now.items():
                ways = [[(t, n, q) for n, q in more.items() if q > _NEVER] for t, more in self.step(key, taken).items()]
                for way in itertools.product(*ways):
                    wounds, chance = list(taken), p
                    for t, n, q in way:
                        wounds[t] = min(self.most[t], wounds[t] + n)
                        chance *= q
                    after[tuple(wounds)] += chance
                    if len(after) > MOST:
                        return None
            now = after
        return now

    def sampled(self, runs: int) -> Chances:
        """The ends of some rounds thrown, always the same for the same situation."""
        chance = random.Random(f"{self.units}{self.count}{self.carried}")
        found: Chances = defaultdict(float)
        for _ in range(runs):
            taken = [0] * len(self.targets)
            for key in self.steps:
                for t, more in self.step(key, tuple(taken)).items():
                    (n,) = chance.choices(range(more.low, more.high + 1), more.chances)
                    taken[t] = min(self.most[t], taken[t] + n)
            found[tuple(taken)] += 1.0 / runs
        return found

    def end(self, side: str, taken: Wounds) -> tuple[str, int, int, int]:
        """Who wins with these wounds, the margin of a side, and the wounds by and against it."""
        gone = frozenset(t for t in self.targets if not self.stands(t, taken))
        enemy = next(s for s in self.view.sides if s != side)
        by = {
            s: sum(n for t, n in zip(self.targets, taken, strict=True) if self.side_of[t] != s) for s in (side, enemy)
        }
        totals = {s: by[s] + self.bonus(s, gone) for s in (side, enemy)}
        winner = strikes.winner(totals, {s for t, s in self.side_of.items() if t not in gone})
        return winner, totals[side] - totals[enemy], by[side], by[enemy]


def round_odds(view: State, group: Sequence[str], side: str, runs: int = RUNS) -> RoundOdds:
    """Odds of the next round of the combat of a group (WAB-S36); so many are sampled where exact ones take too long."""
    found = _Round(view, group)
    exact = found.exact()
    ends = found.sampled(runs) if exact is None else exact
    won = defaultdict[str, float](float)
    margins, dealt, taken = (defaultdict[int, float](float) for _ in range(3))
    lost = {t: defaultdict[int, float](float) for t in found.targets}
    breaks = dict.fromkeys(found.units, 0.0)
    for wounds, p in ends.items():
        winner, margin, by, against = found.end(side, wounds)
        won[winner] += p
        margins[margin] += p
        dealt[by] += p
        taken[against] += p
        for k, target in enumerate(found.targets):
            lost[target][found.dead(k, wounds[k])] += p
        enemies = tuple(u for u in found.units if view.units[u].side == winner)
        for unit in (u for u in found.units if winner and u not in enemies):
            breaks[unit] += p * results.break_chance(view, unit, abs(margin), enemies, found.left(wounds))
    wiped = {t: lost[t].get(found.count[k], 0.0) for k, t in enumerate(found.targets)}
    each = {t: Spread.of(chances) for t, chances in lost.items()}
    spreads = Spread.of(margins), Spread.of(dealt), Spread.of(taken)
    chances = won[side], won[""], sum((p for who, p in won.items() if who not in (side, "")), 0.0)
    return RoundOdds(side, *chances, *spreads, each, wiped, breaks, 0 if exact is not None else runs)


def contact_view(view: State, charger: str, target: str, poses: Mapping[str, Pose], edge: Facing) -> State:
    """The view with a unit in contact with an enemy: figures at their places, and the tie of the charge."""
    there = view.with_poses(dict(poses))
    ties = {k: t for k, t in there.ties.items() if t.kind != "charge" or t.a != charger}
    return replace(there, ties={**ties, "if": Tie("if", "contact", charger, target, ContactOwn("charge", edge))})


def charged_view(
    view: State, charger: str, target: str, edge: Facing | None = None, steps: tuple[Step, ...] = ()
) -> State | None:
    """The view with a charge come home, by the best way if none is told, the target holding; None if out of reach."""
    facing = facing_charged(view, charger, target) if edge is None else edge
    found, way = planned(view, charger, target, facing, steps)
    if way is None or not found.reaches or facts.fleeing(view, target):
        return None
    front = front_after(block_of(view, charger), way) if formed(view, charger) else None
    return contact_view(view, charger, target, close(view, charger, target, front, way.point, facing).poses, facing)


def charge_odds(view: State, charger: str, target: str) -> RoundOdds | None:
    """Odds of the round that a charge brings (:func:`charged_view`); None where it does not reach."""
    there = charged_view(view, charger, target)
    group = engagement.group_of(there, charger) if there is not None else ()
    return round_odds(there, group, view.units[charger].side) if there is not None and group else None


class ShotCharge(msgspec.Struct, frozen=True):
    """A charge under fire: models that the volley takes, the chance that it leaves nobody, and the odds of the round.

    The wounds of the volley are exact, losses told with its own. Where the charger is shot down whole it has lost;
    characters who would be left of it are not followed any farther.
    """

    shot: Spread
    stopped: float
    odds: RoundOdds


def thinned(view: State, unit: str, wounds: int) -> State:
    """The view with a unit that has suffered wounds: its models fallen, the rest closed up (WAB-S20, WAB-S35)."""
    lost, carried = falling(view, unit, wounds)
    gone = victims(view, unit, lost)
    bases = {**view.bases, **{b: replace(view.bases[b], pose=None, where="gone") for b in gone}}
    bases |= {b: replace(bases[b], pose=pose) for b, pose in closed_up(view, unit, gone).items()}
    mine = replace(view.units[unit], own=replace(own(view, unit), wounds=carried))
    return replace(view, bases=bases, units={**view.units, unit: mine})


def shot_charge(view: State, charger: str, target: str) -> ShotCharge | None:
    """Odds of a charge at which the target shoots; None where it does not come home even unharmed."""
    if charged_view(view, charger, target) is None:
        return None
    shot = shooting.volleys(view, [VolleyData(target, charger, reaction=True)])
    rounds: list[tuple[float, int, RoundOdds]] = []
    stopped = 0.0
    for wounds, p in shot.wounds.items():
        if p < RARE:
            continue
        left = wounds < endures(view, charger)
        odds = charge_odds(thinned(view, charger, wounds), charger, target) if left else None
        if odds is None:
            stopped += p
        else:
            rounds.append((p, falling(view, charger, wounds)[0], odds))
    if not rounds:
        return None
    return ShotCharge(shot.lost, stopped, _mixed(rounds, charger, facts.count(view, charger), stopped))


def _mixed(rounds: Sequence[tuple[float, int, RoundOdds]], charger: str, count: int, stopped: float) -> RoundOdds:
    """The rounds taken together; a charge that was stopped counts as lost."""
    units = dict.fromkeys(u for _, _, o in rounds for u in o.lost)
    lost: dict[str, Spread] = {}
    for unit in units:
        ways = [(p, o.lost[unit] + Spread.certain(n if unit == charger else 0)) for p, n, o in rounds]
        lost[unit] = _blend([*ways, (stopped, Spread.certain(count if unit == charger else 0))])
    wiped = {u: sum(p * o.wiped.get(u, 0.0) for p, _, o in rounds) for u in units}
    wiped[charger] += stopped
    first = rounds[0][2]
    breaks = {u: sum(p * o.breaks.get(u, 0.0) for p, _, o in rounds) for u in first.breaks}
    win, draw = sum(p * o.win for p, _, o in rounds), sum(p * o.draw for p, _, o in rounds)
    lose = sum(p * o.lose for p, _, o in rounds) + stopped
    margin = _blend((p, o.margin) for p, _, o in rounds)
    dealt, taken = _blend((p, o.dealt) for p, _, o in rounds), _blend((p, o.taken) for p, _, o in rounds)
    runs = max(o.runs for _, _, o in rounds)
    return RoundOdds(first.side, win, draw, lose, margin, dealt, taken, lost, wiped, breaks, runs)


def _blend(parts: Iterable[tuple[float, Spread]]) -> Spread:
    """A number drawn from one of several distributions; chances are taken as shares of their sum."""
    out: dict[int, float] = {}
    whole = 0.0
    for p, spread in parts:
        whole += p
        for v, q in spread.items():
            out[v] = out.get(v, 0.0) + p * q
    return Spread.of({v: q / whole for v, q in out.items()})
