"""Odds of a round of close combat: who wins by how much, what is lost, who breaks.

WAB-CMB-04, WAB-CMB-05, WAB-RES-01, WAB-BRK-02 and what these lead to.

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

import msgspec
from msgspec.structs import replace

from game.engine.odds import Spread
from game.engine.state import State, Tie
from game.geometry.shapes import Pose
from game.geometry.steps import Step
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.attack.casualties import down, endures
from rulesets.ancient_battles.charge.closing import close
from rulesets.ancient_battles.charge.paths import planned
from rulesets.ancient_battles.charge.solver import front_after
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.blocks import block_of, formed
from rulesets.ancient_battles.fight import results, scores, strikes
from rulesets.ancient_battles.fight.strikes import Corps, Key
from rulesets.ancient_battles.own import ContactOwn, Facing

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
        aims = [(c, t) for c in self.corps for t in dict.fromkeys(x for m in c.marks.values() for x in m)]
        self.attack = {(c.unit, t): strikes.attack(view, c, t) for c, t in aims}
        self.attacks = {c.unit: int(strikes.attacks(view, c.unit, 1).total) for c in self.corps}
        self._through: dict[tuple[str, str, int], Spread] = {}

    def dead(self, k: int, wounds: int) -> int:
        """Models of a target that so many wounds take."""
        return down(self.count[k], self.each[k], self.carried[k] + wounds)[0]

    def left(self, taken: Wounds) -> dict[str, int]:
        """Models that each target has left after these wounds."""
        return {t: self.count[k] - self.dead(k, taken[k]) for k, t in enumerate(self.targets)}

    def aims(self, corps: Corps, taken: Wounds) -> dict[str, int]:
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

    def through(self, unit: str, target: str, dice: int) -> Spread:
        """Wounds of so many dice of a unit that a target does not save."""
        known = self._through.get((unit, target, dice))
        if known is None:
            known = self._through[unit, target, dice] = self.attack[unit, target].odds(dice)
        return known

    def step(self, key: Key, taken: Wounds) -> dict[int, Spread]:
        """What one step adds to the wounds of each target, as chances, from these wounds on."""
        found: dict[int, Spread] = {}
        for corps in self.corps:
            if corps.key != key:
                continue
            for target, dice in self.aims(corps, taken).items():
                t = self.index[target]
                more = self.through(corps.unit, target, dice)
                found[t] = found[t] + more if t in found else more
        return found

    def exact(self) -> Chances | None:
        """All situations at the end of the round with their chances; None where they are too many."""
        now: Chances = {(0,) * len(self.targets): 1.0}
        for key in self.steps:
            after: Chances = {}
            for taken, p in now.items():
                added = self.step(key, taken)
                ways = [[(t, n, q) for n, q in more.items() if q > _NEVER] for t, more in added.items()]
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
                for t, more in added.items():
                    (n,) = chance.choices(range(more.low, more.high + 1), more.chances)
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
    gone = frozenset(t for t in found.targets if not found.stands(t, taken))
    enemy = next(s for s in engagement.sides_of(view) if s != side)
    by = {s: sum(n for k, n in enumerate(taken) if view.units[found.targets[k]].side != s) for s in (side, enemy)}
    totals = {s: by[s] + bonus(s, gone) for s in (side, enemy)}
    left = {view.units[t].side for t in found.targets if t not in gone}
    return _End(totals[side] - totals[enemy], scores.winner(totals, left), by[side], by[enemy])


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
            if end.winner and view.units[unit].side != end.winner:
                key = unit, abs(end.margin), taken
                if key not in tests:
                    enemies = tuple(u for u in found.units if view.units[u].side == end.winner)
                    tests[key] = results.break_chance(view, unit, abs(end.margin), enemies, found.left(taken))
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
