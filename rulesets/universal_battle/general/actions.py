"""What a unit could do now, and what it is worth: charges, shots, moves, digging in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from game.bots.work import Work
from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Goal
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.steps import Form
from game.kit.figures.moves import Idea
from rulesets.universal_battle.attack.hidden import is_hidden
from rulesets.universal_battle.charge.reach import who_bar
from rulesets.universal_battle.field import facts, formations, near
from rulesets.universal_battle.field.ground import what_if
from rulesets.universal_battle.field.terrain import effects
from rulesets.universal_battle.fight import odds
from rulesets.universal_battle.general import worth
from rulesets.universal_battle.general.worth import Temper
from rulesets.universal_battle.measures import inches
from rulesets.universal_battle.move import ideas, plans
from rulesets.universal_battle.move.allowance import Kind, allowance
from rulesets.universal_battle.own import Formation
from rulesets.universal_battle.shoot.shooting import ShootData
from rulesets.universal_battle.turn import victory

STAYS = T("no other place is better")
COVER = 4.0
"""Points of standing in cover where the enemy shoots."""
LOST = 0.3
"""Part of what may be done to a unit that counts for its turn being early."""
DUG = 0.4
"""Part of a danger that digging in keeps off."""
EXPOSED = 12.0
"""Points by which it is worse to stand as a Column after a charge."""
MARCH = 560.0
"""mm from the nearest enemy beyond which a unit marches in a Column."""
SOONER = 0.7
"""What is left of an objective's worth for each round that a unit is away from it."""
OTHERS = 0.3
"""What is left of it for whom a friend is before."""
FORMED: dict[Formation, Text] = {"phalanx": T("in close order"), "hidden": T("out of sight until it attacks")}
"""Formations that are taken up at the end of a move, and why."""
LOOKED = 14
"""Ideas for moves that are worked out, at most: not all come to anything."""
WEIGHED = 9
"""Moves that are looked into, at most."""
IDEA = 4
"""Work of weighing one of them."""


class Deed(NamedTuple):
    """Something a unit could do, its worth in points and why."""

    value: float
    answer: MoveAnswer | None
    why: Text
    exit: str = ""


class Mind:
    """A general's view of one moment."""

    def __init__(self, view: State, side: str, temper: Temper) -> None:
        self.view, self.side, self.temper = view, side, temper
        self._threats: dict[tuple[str, Formation], tuple[worth.Threat, ...]] = {}
        self._screens: dict[str, dict[str, float]] = {}
        self._charges: dict[tuple[str, str, str], tuple[float, float]] = {}

    def charge(self, unit: str, target: str, form: Formation | None = None) -> tuple[float, float]:
        """What a charge is expected to cost the target and the unit, made in a formation or as it stands."""
        now = facts.own(self.view, unit).formation
        key = (unit, target, form or now)
        if key not in self._charges:
            self._charges[key] = worth.fight(odds.formed(self.view, unit, form or now), unit, target, charge=True)
        return self._charges[key]

    def threats(self, unit: str, form: Formation) -> tuple[worth.Threat, ...]:
        """What the enemies may do to a unit in a formation, and it to them, wherever it goes."""
        if form == "hidden":
            form = "skirmish"
        if (unit, form) not in self._threats:
            now = facts.own(self.view, unit).formation
            view = odds.formed(self.view, unit, form)
            same = now == form or (now, form) == ("hidden", "skirmish")
            told = worth.threats(view, unit, self.temper.loss, self.charge if same else None)
            self._threats[unit, form] = told
        return self._threats[unit, form]

    def danger(self, view: State, unit: str, *, now: bool = False) -> float:
        """Points that may be done to a unit where it stands in a view, now by those alone who have still to act."""
        form = facts.own(view, unit).formation
        told = tuple(one for one in self.threats(unit, form) if one.share == 1.0 or not now)
        return worth.danger(self.view, unit, told, self.gaps(view, unit), self.screen(unit), is_hidden(view, unit))

    def after(self, unit: str, target: str) -> float:
        """Points that others may do to a unit that has charged a target, and stands about where that stood."""
        told = tuple(one for one in self.threats(unit, "skirmish") if one.enemy != target)
        gaps = {one.enemy: near.distance(self.view, target, one.enemy) for one in told}
        return worth.danger(self.view, unit, told, gaps, self.screen(unit), secret=False)

    def strike(self, unit: str) -> float:
        """What a unit can do to an enemy at once."""
        shot = worth.best_shot(self.view, ShootData(unit))[0]
        return max(shot, max((d.value for d in self.charges(unit)), default=0.0))

    def screen(self, unit: str) -> dict[str, float]:
        """How far the nearest of a unit's friends is from each enemy."""
        if unit not in self._screens:
            view, others = self.view, facts.friends(self.view, unit)
            far = {e: (near.distance(view, f, e) for f in others) for e in facts.enemies(view, unit)}
            self._screens[unit] = {e: min(gaps, default=math.inf) for e, gaps in far.items()}
        return self._screens[unit]

    def gaps(self, view: State, unit: str) -> dict[str, float]:
        """How far the enemies are from a unit in a view."""
        return {e: near.distance(view, unit, e) for e in facts.enemies(view, unit)}

    def prize(self, view: State, unit: str) -> float:
        """Points of the objective that a unit wins most by from where it stands in a view: the less the farther off.

        Whom a friend has a shorter way to, it leaves to him for the most part.
        """
        left = view.own.rounds - view.own.round
        values = [0.0]
        for prize in worth.prizes(view, self.side):
            way = worth.rounds(view, unit, prize)
            if way <= left - 1:
                first = min((worth.rounds(self.view, f, prize) for f in facts.friends(view, unit)), default=math.inf)
                alone = 1.0 if worth.rounds(self.view, unit, prize) <= first else OTHERS
                values.append(prize.points * alone * SOONER**way)
        return max(values)

    @property
    def last(self) -> bool:
        """Whether no round comes after this one."""
        return bool(self.view.own.round >= self.view.own.rounds)

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
        found = max(self.strike(unit), worth.PRIZE * len(victory.at_hand(view, unit)))
        return found + LOST * self.danger(view, unit) + 0.05 * worth.price(view, unit)

    def reachable(self, unit: str) -> bool:
        """Whether an enemy is near enough for who gets out of a carrier."""
        gaps = (near.distance(self.view, unit, e) for e in facts.enemies(self.view, unit))
        return min(gaps, default=math.inf) <= allowance(self.view, unit, "charge").total * 1.4

    # -- what it does -----------------------------------------------------------------------------------------

    def charges(self, unit: str) -> Iterator[Deed]:
        """The charges in reach, by what the fight is expected to come to; whether a way leads there is seen later.

        As it stands, or formed anew: loosely where it stands as a Column, as a Phalanx where that does better.
        """
        view, now = self.view, facts.own(self.view, unit).formation
        wanted: tuple[Formation, ...] = ("skirmish", "phalanx", "column")
        forms = [f for f in wanted if f == now or (f == "skirmish") or formations.may_adopt(view, unit, f) is None]
        for target in facts.enemies(view, unit):
            gap = near.distance(view, unit, target)
            if gap > allowance(view, unit, "charge", "column").total or who_bar(view, unit, target) is not None:
                continue
            why = T("the charge on {target} promises most", target=Thing(target))
            bare = self.temper.danger * max(0.0, self.after(unit, target) - self.danger(view, unit))
            for form in forms:
                if gap > allowance(view, unit, "charge", form).total:
                    continue
                gain, loss = self.charge(unit, target, form)
                steps = () if form == now else (Course(unit, (Form(form + plans.START),)),)
                value = (gain - self.temper.loss * loss) * worth.chance_to_find(view, unit, target)
                value -= bare + (EXPOSED if form == "column" else 0.0)
                yield Deed(value, MoveAnswer(unit, "charge", target, steps), why)

    def place(self, view: State, unit: str) -> float:
        """What it is worth to stand where a unit stands in a view: cover, dangers, whom it may attack from there."""
        gaps = self.gaps(view, unit)
        if not gaps:
            return 0.0
        lie, told = effects(view, unit), self.threats(unit, facts.own(view, unit).formation)
        value = COVER if lie.entrenched or lie.attackers else 0.0
        value -= self.temper.danger * self.danger(view, unit)
        if not self.last:
            value += self.temper.hope * max(one.chance(gaps[one.enemy]) for one in told)
        return value + self.prize(view, unit) - self.temper.nearer * inches(min(gaps.values()))

    def moves(self, unit: str, kinds: tuple[Kind, ...], work: Work) -> Iterator[Deed]:
        """Moves worth thinking of, by where they lead and what can be shot from there."""
        view, now = self.view, self.place(self.view, unit)
        seen: set[tuple[int, int]] = set()
        count = 0
        for idea in islice(self._ideas(unit, kinds), LOOKED):
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
            there = odds.formed(what_if(view, plan.ends), unit, plan.formation)
            value = self.place(there, unit) - now
            why = T("nearer to the enemy") if value > 0.0 else T("a better place")
            if not any(isinstance(s, Form) for c in answer.courses for s in c.steps):
                yield from self.formed(unit, kind, answer, now)
            if kind == "tactical":
                best, target = worth.best_shot(there, ShootData(unit))
                value += best
                why = T("from there it can shoot at {target}", target=Thing(target)) if best > 1.0 else why
            yield Deed(value, answer, why)

    def formed(self, unit: str, kind: Kind, answer: MoveAnswer, now: float) -> Iterator[Deed]:
        """A move at whose end a unit takes up a formation: out of sight, and without a shot, or in close order."""
        view, own = self.view, facts.own(self.view, unit).formation
        for form, why in FORMED.items():
            if form == own or formations.may_adopt(view, unit, form) is not None:
                continue
            ended = _formed(answer, form)
            plan = plans.judge(view, unit, kind, ended.courses)
            if plan.bar is None:
                there = odds.formed(what_if(view, plan.ends), unit, form)
                shoots = kind == "tactical" and form != "hidden"
                shot = worth.best_shot(there, ShootData(unit))[0] if shoots else 0.0
                yield Deed(self.place(there, unit) - now + shot, ended, why)

    def _ideas(self, unit: str, kinds: tuple[Kind, ...]) -> Iterator[Idea]:
        """Moves to look at: in a Column where everybody is far off, out of it where somebody is near."""
        view, now = self.view, facts.own(self.view, unit).formation
        far = min(self.gaps(view, unit).values(), default=0.0) > MARCH
        if far and "run" in kinds and (now == "column" or formations.may_adopt(view, unit, "column") is None):
            here, goal = (ideas.middle_of(view, u) for u in (unit, ideas.nearest_enemy(view, unit)))
            most = allowance(view, unit, "run", "column").total
            share = min(1.0, most / max(math.dist(here, goal), 1.0))
            spot = (here[0] + (goal[0] - here[0]) * share, here[1] + (goal[1] - here[1]) * share)
            yield partial(ideas.led, view, unit, "run", [spot], "" if now == "column" else "column" + plans.START)
        way = sorted(worth.prizes(view, self.side), key=lambda p: worth.rounds(view, unit, p))[:2]
        yield from (partial(ideas.towards, view, unit, kind, p.at) for p in way for kind in kinds)
        goals: tuple[Goal, ...] = ("towards", "cover")
        if now == "hidden" or (now == "column" and not far):
            free = odds.formed(view, unit, "skirmish")
            loose = (partial(_loosely, i) for goal in goals for i in ideas.ideas(free, unit, goal, kinds))
            yield from islice(loose, WEIGHED - 2)
        if now != "column" or far:
            yield from (i for goal in goals for i in ideas.ideas(view, unit, goal, kinds))

    def still(self, unit: str) -> Iterator[Deed]:
        """What is done without a step: shots, digging in, nothing."""
        view = self.view
        aimed, target = worth.best_shot(view, ShootData(unit, aimed=True))
        if target:
            yield Deed(aimed, MoveAnswer(unit, "aimed"), T("an aimed shot at {target}", target=Thing(target)))
        threatened = self.temper.danger * self.danger(view, unit)
        for marker in victory.at_hand(view, unit):
            points = worth.PRIZE * view.markers[marker].own.worth
            yield Deed(
                points, None, T("{marker} counts towards victory", marker=Thing(marker)), victory.SPECIAL + marker
            )
        lie = effects(view, unit)
        if not (lie.entrenched or lie.no_entrench):
            yield Deed(DUG * threatened, MoveAnswer(unit, "entrench"), T("an attack is coming, so it digs in"))
        yield from self.formed(unit, "tactical", MoveAnswer(unit, "tactical"), self.place(view, unit))
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


def _loosely(idea: Idea) -> MoveAnswer | None:
    """A move that begins with leaving a formation."""
    found = idea()
    return None if found is None else _formed(found, "skirmish" + plans.START)


def _formed(answer: MoveAnswer, form: str) -> MoveAnswer:
    """A move with a formation that is taken in it."""
    courses = answer.courses or (Course(answer.subject, ()),)
    return replace(answer, courses=tuple(Course(c.who, (*c.steps, Form(form))) for c in courses))
