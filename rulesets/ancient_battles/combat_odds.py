"""Odds of a round of close combat: who wins by how much, what is lost, who breaks (WAB-CMB-*, WAB-RES-*, WAB-BRK-*).

The same steps, dice and sums that are thrown are chained here: the situation within a round is how many wounds each
enemy has taken, and each step leads from every such situation to others with known chances. That is exact. Where there
are too many situations (long chains of units) rounds are sampled instead, and :attr:`RoundOdds.error` tells how far the
chances may be off. Choices within the round are taken as they stand by default; a re-roll of hatred is always taken.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from game.engine.odds import Spread
from game.engine.state import State, Tie
from game.engine.text import T
from game.geometry.shapes import Pose
from game.geometry.steps import Step
from rulesets.ancient_battles import armour, engagement, facts, leadership, psychology, results, scores, strikes
from rulesets.ancient_battles.arcs import facing_charged
from rulesets.ancient_battles.blocks import block_of, formed
from rulesets.ancient_battles.casualties import endures
from rulesets.ancient_battles.charge_paths import front_after, planned
from rulesets.ancient_battles.closing import close
from rulesets.ancient_battles.own import ContactOwn, Facing
from rulesets.ancient_battles.profiles import own, profile
from rulesets.ancient_battles.strikes import Corps, Key

MOST = 4000
"""Situations within a round up to which it is worked out exactly."""
RUNS = 2000
"""Rounds that are sampled beyond that."""
_NEVER = 1e-12

Wounds = tuple[int, ...]
Chances = dict[Wounds, float]


class RoundOdds(msgspec.Struct, frozen=True):
    """A round as one side sees it.

    Attributes
    ----------
    win, draw, lose
        Chances of the side.
    margin
        Its score less the enemy's.
    dealt, taken
        Wounds that count, by and against the side.
    lost
        Models lost, by unit.
    wiped, breaks
        Chance to be wiped out in the round, and to break after it (giving ground is none), by unit.
    runs
        0 where all this is exact, else the number of sampled rounds.
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


@lru_cache(maxsize=4096)
def binomial(n: int, p: float) -> tuple[float, ...]:
    """Chances of 0 to n successes.

    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    return tuple(math.comb(n, k) * p**k * (1.0 - p) ** (n - k) for k in range(n + 1))


def chance_through(view: State, corps: Corps, target: str) -> float:
    """Chance of one attack to hit, wound and not be saved, a re-roll of hatred included (WAB-HAT-02)."""
    hit = max(0.0, 7.0 - strikes.hit_need(view, corps.unit, target).total) / 6.0
    if strikes.may_reroll(view, corps, target):
        hit += (1.0 - hit) * hit
    wound = max(0.0, 7.0 - strikes.wound_need(view, corps.unit, target).total) / 6.0
    save = armour.save_need(strikes.save_need(view, corps.unit, target, corps.sides.get(target, "front")).total)
    return hit * wound * (1.0 - max(0.0, 7.0 - save) / 6.0)


class _Round:
    """A round of one combat, with all that its steps ask for looked up once."""

    def __init__(self, view: State, group: Sequence[str]) -> None:
        self.view = view
        self.units = engagement.in_order(view, group)
        self.corps = strikes.corps_of(view, self.units)
        self.start = scores.stance(view, self.units)
        self.steps: tuple[Key, ...] = strikes.steps_of(self.corps)
        marked = (t for c in self.corps for m in c.marks.values() for t in m)
        fellows = (f for u in self.units for f in (u, *facts.characters_in(view, u)))
        self.targets = tuple(dict.fromkeys((*fellows, *marked)))
        self.index = {t: k for k, t in enumerate(self.targets)}
        self.most = tuple(endures(view, t) for t in self.targets)
        self.each = tuple(profile(view, t).row.profile.w for t in self.targets)
        self.carried = tuple(own(view, t).wounds for t in self.targets)
        self.count = tuple(facts.count(view, t) for t in self.targets)
        self.through = {
            (c.unit, t): chance_through(view, c, t)
            for c in self.corps
            for t in {x for m in c.marks.values() for x in m}
        }
        self.attacks = {c.unit: int(strikes.attacks(view, c.unit, 1).total) for c in self.corps}

    def dead(self, k: int, wounds: int) -> int:
        """Models of a target that so many wounds take."""
        return min(self.count[k], (self.carried[k] + wounds) // self.each[k])

    def aims(self, corps: Corps, taken: Wounds) -> dict[str, int]:
        """Enemy -> dice thrown at it, by default choices, after these wounds."""
        k = self.index[corps.unit]
        models = list(corps.marks)
        fallen = self.dead(k, taken[k])
        if own(self.view, corps.unit).character:
            models = [] if fallen >= self.count[k] else models
        else:
            models = models[: max(0, len(models) - fallen)]
        found: dict[str, int] = {}
        for model in models:
            for target in corps.marks[model]:
                t = self.index[target]
                if self.dead(t, taken[t]) < self.count[t]:
                    found[target] = found.get(target, 0) + self.attacks[corps.unit]
                    break
        return found

    def step(self, key: Key, taken: Wounds) -> dict[int, tuple[float, ...]]:
        """What one step adds to the wounds of each target, as chances, from these wounds on."""
        found: dict[int, Spread] = {}
        for corps in self.corps:
            if corps.key != key:
                continue
            for target, dice in self.aims(corps, taken).items():
                t = self.index[target]
                more = Spread(0, binomial(dice, self.through[corps.unit, target]))
                found[t] = found[t] + more if t in found else more
        return {t: s.chances for t, s in found.items()}

    def exact(self) -> Chances | None:
        """All situations at the end of the round with their chances; None where they are too many."""
        now: Chances = {(0,) * len(self.targets): 1.0}
        for key in self.steps:
            after: Chances = {}
            for taken, p in now.items():
                added = self.step(key, taken)
                ways = [[(t, n, q) for n, q in enumerate(chances) if q > _NEVER] for t, chances in added.items()]
                for way in itertools.product(*ways):
                    wounds, chance = list(taken), p
                    for t, n, q in way:
                        wounds[t] = min(self.most[t], wounds[t] + n)
                        chance *= q
                    end = tuple(wounds)
                    after[end] = after.get(end, 0.0) + chance
                    if len(after) > MOST:
                        return None
            now = after
        return now

    def sampled(self, runs: int) -> Chances:
        """The ends of some rounds thrown, always the same for the same situation."""
        chance = random.Random(f"{self.units}{self.count}{self.carried}")
        found: Chances = {}
        for _ in range(runs):
            taken = [0] * len(self.targets)
            for key in self.steps:
                added = self.step(key, tuple(taken))
                for t, chances in added.items():
                    (n,) = chance.choices(range(len(chances)), chances)
                    taken[t] = min(self.most[t], taken[t] + n)
            end = tuple(taken)
            found[end] = found.get(end, 0.0) + 1.0 / runs
        return found


# --- the end of a round ------------------------------------------------------------------------------------------


class _End(msgspec.Struct, frozen=True):
    """One way in which a round may end, as a side sees it."""

    margin: int
    winner: str
    dealt: int
    taken: int


def _end(found: _Round, side: str, taken: Wounds, bonus: Callable[[str, frozenset[str]], int]) -> _End:
    view = found.view
    gone = frozenset(t for k, t in enumerate(found.targets) if found.dead(k, taken[k]) >= found.count[k])
    enemy = next(s for s in engagement.sides_of(view) if s != side)
    by = {s: sum(n for k, n in enumerate(taken) if view.units[found.targets[k]].side != s) for s in (side, enemy)}
    totals = {s: by[s] + bonus(s, gone) for s in (side, enemy)}
    left = [s for s in (side, enemy) if any(view.units[t].side == s and t not in gone for t in found.targets)]
    margin = totals[side] - totals[enemy]
    winner = left[0] if len(left) == 1 else "" if not left or not margin else side if margin > 0 else enemy
    return _End(margin, winner, by[side], by[enemy])


def _break_chance(found: _Round, unit: str, taken: Wounds, difference: int) -> float:
    """Chance that a beaten unit breaks after these losses (WAB-BRK-02, WAB-BRK-09, WAB-FEA-05, WAB-STB-02)."""
    view, mine = found.view, own(found.view, unit)
    k = found.index[unit]
    count = found.count[k] - found.dead(k, taken[k])
    if count <= 0 or mine.fleeing:
        return 0.0
    if not mine.character and mine.began >= results.LEAST and count < results.LEAST:
        return 1.0
    if _outnumbered_by_fear(found, unit, taken):
        return (results.HOLDS - 1) / 6.0 if results.stubborn(view, unit) else 1.0
    if results.stubborn(view, unit) and not mine.stubborn_used:
        return 0.0
    enemies = tuple(u for u in found.units if view.units[u].side != view.units[unit].side)
    row = (T("lost the combat by {n}", n=difference), -float(difference), "WAB-BRK-02")
    need = leadership.need(view, unit, "break", (row,), enemies)
    again = bool(leadership.may_reroll(view, leadership.TestData(unit, "break")))
    return 1.0 - leadership.chance(need.total, again)


def _strength(found: _Round, unit: str, taken: Wounds) -> int:
    total = 0
    for who in (unit, *facts.characters_in(found.view, unit)):
        k = found.index[who]
        total += profile(found.view, who).arm.strength * (found.count[k] - found.dead(k, taken[k]))
    return total


def _outnumbered_by_fear(found: _Round, unit: str, taken: Wounds) -> bool:
    feared = psychology.feared(found.view, unit, facts.foes(found.view, unit))
    return bool(feared) and _strength(found, unit, taken) < sum(_strength(found, e, taken) for e in feared)


def round_odds(view: State, group: Sequence[str], side: str, runs: int = RUNS) -> RoundOdds:
    """Odds of the next round of a combat.

    Parameters
    ----------
    view
        The situation, or a what-if in which the units touch.
    group
        All units of the combat (WAB-S36).
    runs
        Rounds to sample where exact odds would take too long.
    """
    found = _Round(view, group)
    exact = found.exact()
    ends = found.sampled(runs) if exact is None else exact
    known: dict[tuple[str, frozenset[str]], int] = {}

    def bonus(of: str, gone: frozenset[str]) -> int:
        if (of, gone) not in known:
            known[of, gone] = int(sum(v for _, v, _ in scores.bonuses(view, found.start, of, gone)))
        return known[of, gone]

    tests: dict[tuple[str, int, Wounds], float] = {}
    sums: dict[str, dict[int, float]] = {"margin": {}, "dealt": {}, "taken": {}}
    chance = {"win": 0.0, "draw": 0.0, "lose": 0.0}
    lost: dict[str, dict[int, float]] = {t: {} for t in found.targets}
    breaks = dict.fromkeys(found.units, 0.0)
    for taken, p in ends.items():
        end = _end(found, side, taken, bonus)
        for name, value in (("margin", end.margin), ("dealt", end.dealt), ("taken", end.taken)):
            _add(sums[name], value, p)
        chance["draw" if not end.winner else "win" if end.winner == side else "lose"] += p
        for k, target in enumerate(found.targets):
            _add(lost[target], found.dead(k, taken[k]), p)
        for unit in found.units:
            if end.winner and view.units[unit].side != end.winner and _stands(found, taken, end.winner):
                key = unit, abs(end.margin), taken
                if key not in tests:
                    tests[key] = _break_chance(found, unit, taken, abs(end.margin))
                breaks[unit] += p * tests[key]
    return RoundOdds(
        side,
        chance["win"],
        chance["draw"],
        chance["lose"],
        Spread.of(sums["margin"]),
        Spread.of(sums["dealt"]),
        Spread.of(sums["taken"]),
        {t: Spread.of(s) for t, s in lost.items()},
        {t: lost[t].get(found.count[k], 0.0) for k, t in enumerate(found.targets)},
        breaks,
        0 if exact is not None else runs,
    )


def _stands(found: _Round, taken: Wounds, side: str) -> bool:
    """Whether a side has anybody left from whom to break."""
    return any(
        found.view.units[t].side == side and found.dead(k, taken[k]) < found.count[k]
        for k, t in enumerate(found.targets)
    )


def _add(to: dict[int, float], value: int, p: float) -> None:
    to[value] = to.get(value, 0.0) + p


# --- contacts not made yet ---------------------------------------------------------------------------------------


def contact_view(
    view: State, charger: str, target: str, poses: Mapping[str, Pose], how: str = "charge", edge: Facing = "front"
) -> State:
    """The view with a unit in contact with an enemy: figures at their places, and the tie of the charge."""
    there = view.with_poses(dict(poses))
    mine = msgspec.convert({"how": how, "edge": edge}, ContactOwn)
    ties = {k: t for k, t in there.ties.items() if t.kind != "charge" or t.a != charger}
    return replace(there, ties={**ties, "if": Tie("if", "contact", charger, target, mine)})


def charged_view(
    view: State, charger: str, target: str, edge: Facing | None = None, steps: tuple[Step, ...] = ()
) -> State | None:
    """The view with a charge come home, the target holding; None where it does not reach.

    Parameters
    ----------
    edge
        Facing charged as declared; by default the one of this moment.
    steps
        The player's own wheel; by default the best path.
    """
    facing = facing_charged(view, charger, target) if edge is None else edge
    found, way = planned(view, charger, target, facing, steps)
    if way is None or not found.reaches or facts.fleeing(view, target):
        return None
    front = front_after(block_of(view, charger), way) if formed(view, charger) else None
    closed = close(view, charger, target, front, way.point, facing)
    return contact_view(view, charger, target, closed.poses, "charge", facing)


def charge_odds(
    view: State, charger: str, target: str, edge: Facing | None = None, steps: tuple[Step, ...] = ()
) -> RoundOdds | None:
    """Odds of the round that a charge brings (:func:`charged_view`); None where it does not reach."""
    there = charged_view(view, charger, target, edge, steps)
    group = engagement.group_of(there, charger) if there is not None else ()
    return round_odds(there, group, view.units[charger].side) if there is not None and group else None
