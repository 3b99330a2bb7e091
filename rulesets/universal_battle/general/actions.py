"""What a unit could do now, and what it is worth: charges, shots, moves, digging in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.bots.work import Work
from game.engine.decision import MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.universal_battle.charge.reach import who_bar
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.field.board import what_if
from rulesets.universal_battle.field.terrain import effects
from rulesets.universal_battle.general import worth
from rulesets.universal_battle.general.worth import Temper
from rulesets.universal_battle.measures import inches
from rulesets.universal_battle.move import ideas, plans
from rulesets.universal_battle.move.allowance import Kind, allowance
from rulesets.universal_battle.shoot import shooting
from rulesets.universal_battle.shoot.shooting import ShootData

STAYS = T("it stands well where it is")
COVER = 4.0
"""Points of standing in cover where the enemy shoots."""
SEEN = 0.6
"""Part of a shot's points that a move into range promises: the enemy moves as well."""
WEIGHED = 9
"""Moves that are looked into, at most."""
IDEA = 4
"""Work of weighing one of them."""


class Deed(NamedTuple):
    """Something a unit could do, its worth in points and why."""

    value: float
    answer: MoveAnswer
    why: Text


class Mind:
    """A general's view of one moment."""

    def __init__(self, view: State, side: str, temper: Temper) -> None:
        self.view, self.side, self.temper = view, side, temper
        self._threats: dict[str, tuple[worth.Threat, ...]] = {}

    def threats(self, unit: str) -> tuple[worth.Threat, ...]:
        """What the enemies may do to a unit, wherever it goes."""
        if unit not in self._threats:
            self._threats[unit] = worth.threats(self.view, unit)
        return self._threats[unit]

    # -- who is next ------------------------------------------------------------------------------------------

    def urgency(self, unit: str) -> float:
        """How much it matters that a unit acts now: what it can do at once, and what may be done to it before."""
        view = self.view
        if not facts.deployed(view, unit):
            return 30.0
        if facts.is_locked(view, unit):
            gains = [worth.fight(view, unit, e, charge=False) for e in facts.opponents(view, unit)]
            return max(gain - self.temper.loss * loss for gain, loss in gains)
        if facts.own(view, unit).aboard or facts.own(view, unit).status == "panicked":
            return 0.0
        found = worth.best_shot(view, ShootData(unit))[0]
        return max(found, max((d.value for d in self.charges(unit)), default=0.0)) + 0.1 * worth.price(view, unit)

    def reachable(self, unit: str) -> bool:
        """Whether an enemy is near enough for who gets out of a carrier."""
        gaps = (near.distance(self.view, unit, e) for e in facts.enemies(self.view, unit))
        return min(gaps, default=worth.CHARGE * 9.0) <= worth.CHARGE * 1.4

    # -- what it does -----------------------------------------------------------------------------------------

    def charges(self, unit: str) -> Iterator[Deed]:
        """The charges in reach, by what the fight is expected to come to; whether a way leads there is seen later."""
        view, far = self.view, allowance(self.view, unit, "charge").total
        for target in facts.enemies(view, unit):
            if near.distance(view, unit, target) > far or who_bar(view, unit, target) is not None:
                continue
            gain, loss = worth.fight(view, unit, target, charge=True)
            why = T("the charge on {target} promises most", target=Thing(target))
            yield Deed(gain - self.temper.loss * loss, MoveAnswer(unit, "charge", target), why)

    def place(self, view: State, unit: str) -> float:
        """What it is worth to stand where a unit stands in a view: cover, dangers, and how near the enemy is."""
        enemies = facts.enemies(view, unit)
        if not enemies:
            return 0.0
        lie = effects(view, unit)
        value = COVER if lie.entrenched or lie.attackers else 0.0
        value -= self.temper.danger * worth.danger(view, unit, self.threats(unit))
        return value - self.temper.nearer * self._off(view, unit, enemies)

    def _off(self, view: State, unit: str, enemies: tuple[str, ...]) -> float:
        """Inches that a unit is farther than it likes from the enemy: in range for who shoots, else in contact."""
        gap = min(near.distance(view, unit, e) for e in enemies)
        reach = max((r for b in facts.models(view, unit) for r in shooting.reaches(view, b.id)), default=0.0)
        likes = 0.7 * reach if reach else 0.0
        return max(0.0, inches(gap - likes))

    def moves(self, unit: str, kinds: tuple[Kind, ...], work: Work) -> Iterator[Deed]:
        """Moves worth thinking of, by where they lead and what can be shot from there."""
        view, now = self.view, self.place(self.view, unit)
        seen: set[tuple[int, int]] = set()
        goals: tuple[Goal, ...] = ("towards", "cover")
        count = 0
        for idea in (i for goal in goals for i in ideas.ideas(view, unit, goal, kinds)):
            if count >= WEIGHED or work.left < 10 * IDEA:
                return
            answer = idea()
            if answer is None:
                continue
            kind: Kind = "run" if answer.mode == "run" else "tactical"
            plan = plans.judge(view, unit, kind, answer.courses)
            if plan.bar is not None or not plan.ends:
                continue
            spot = next(iter(plan.ends.values()))
            key = (round(spot.x / 20.0), round(spot.y / 20.0))
            if key in seen:
                continue
            seen.add(key)
            count += 1
            work.spend(IDEA)
            there = what_if(view, plan.ends)
            value = self.place(there, unit) - now
            why = T("nearer to the enemy") if value > 0.0 else T("a better place")
            if kind == "tactical":
                best, target = worth.best_shot(there, ShootData(unit))
                value += best
                why = T("from there it can shoot at {target}", target=Thing(target)) if best > 1.0 else why
            yield Deed(value, answer, why)

    def still(self, unit: str) -> Iterator[Deed]:
        """What is done without a step: shots, digging in, nothing."""
        view = self.view
        aimed, target = worth.best_shot(view, ShootData(unit, aimed=True))
        if target:
            yield Deed(aimed, MoveAnswer(unit, "aimed"), T("an aimed shot at {target}", target=Thing(target)))
        threatened = self.temper.danger * worth.danger(view, unit, self.threats(unit))
        if not effects(view, unit).entrenched:
            yield Deed(0.35 * threatened, MoveAnswer(unit, "entrench"), T("it will be attacked: it digs in"))
        yield Deed(0.0, MoveAnswer(unit, "tactical"), STAYS)

    def best(self, unit: str, work: Work) -> list[Deed]:
        """All that it could do, the best first."""
        status = facts.own(self.view, unit).status
        if status == "panicked":
            found = [Deed(0.0, MoveAnswer(unit, "run"), STAYS), *self.moves(unit, ("run",), work)]
            return sorted(found, key=lambda d: -round(d.value, 6))
        found = [*self.still(unit), *self.charges(unit)]
        found += self.moves(unit, ("tactical", "run"), work)
        return sorted(found, key=lambda d: -round(d.value, 6))
