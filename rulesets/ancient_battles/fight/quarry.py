"""Who may pursue whom after a combat, who must, from whom the broken run: judgements, their questions, their odds.

WAB-FRZ-04, WAB-HAT-03, WAB-S14, WAB-S24, WAB-S26, WAB-S37.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.decision import Answer, Asked, Bar, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.odds import Die, Pool, spread
from game.engine.ruleset import Discrete, Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.attack import charts
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight.combat_round import Fought

STAND = "stand"
OVERRUN = "overrun"


def quarries(view: State, unit: str, runners: Sequence[str], fought: Sequence[Fought]) -> tuple[str, ...]:
    """What a unit may do after its combat: the broken enemies it may pursue, or "overrun"; () for nothing (WAB-S24).

    It must have won, and all the enemies it touched must have broken or died.
    """
    combat = next((f for f in fought if unit in f.units and f.winner == view.units[unit].side), None)
    if combat is None or not facts.alive(view, unit) or own(view, unit).fleeing:
        return ()
    if foes := facts.foes(view, unit):
        return engagement.in_order(view, foes) if set(foes) <= set(runners) else ()
    died = any(not facts.alive(view, f) for f in combat.foes.get(unit, ()))
    return (OVERRUN,) if died and unit in combat.charged else ()


def must_pursue(view: State, unit: str, among: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Those one of whom a unit must pursue, and why: the frenzied any, a hater those it hates (WAB-FRZ-04, WAB-HAT-03).

    A unit in a defended position need not pursue those it hates (WAB-S26).
    """
    broken = tuple(u for u in among if u != OVERRUN)
    if broken and facts.frenzied(view, unit):
        return broken, "WAB-FRZ-04"
    hated = tuple(u for u in broken if facts.hates(view, unit, u))
    if hated and not engagement.defended(view, unit):
        return hated, "WAB-HAT-03"
    return (), ""


def away_from(view: State, unit: str) -> tuple[str, ...]:
    """The enemies from one of whom a unit runs: the strongest in contact, else the nearest (WAB-S14)."""
    strong = {f: facts.strength(view, f) for f in facts.foes(view, unit)}
    if strong:
        return tuple(f for f, strength in strong.items() if strength == max(strong.values()))
    nearest = facts.nearest(view, unit, facts.enemies(view, unit))
    return (nearest,) if nearest else ()


class AwayQuestion(Discrete):
    """From which of several equally strong enemies a broken unit runs (WAB-S14, WAB-S37)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The enemies; by default the lowest id."""
        among: list[str] = decision.args["enemies"]
        choices = tuple(Choice(e, T("From {enemy}", enemy=Thing(e))) for e in among)
        return Asked(OptionSpace({"away": choices}), Reply(OptionAnswer({"away": facts.in_list_order(view, among)[0]})))


def catches(pursuit: int, flight: int) -> bool:
    """Whether a pursuit runs down a flight: it is at least as long (WAB-S24)."""
    return pursuit >= flight


def catch_chance(view: State, unit: str, enemy: str) -> float:
    """Chance that a pursuit runs a broken enemy down (WAB-S24)."""
    mine, theirs = (spread(Pool(charts.flight_dice(facts.rate(view, u)), Die())) for u in (unit, enemy))
    return math.fsum(p * q for a, p in mine.items() for b, q in theirs.items() if catches(a, b))


class PursueQuestion(Discrete):
    """Whom a unit pursues, or whether it stands; whether it overruns (WAB-S24)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the broken enemies, and standing where it is free to."""
        unit: str = decision.args["unit"]
        among: list[str] = decision.args["quarries"]
        must, clause = must_pursue(view, unit, among)
        free = [e for e in among if not must or e in must]
        hated = Bar(T("{unit} must pursue an enemy it hates", unit=Thing(unit)), clause)
        stay = Bar(T("{unit} must pursue", unit=Thing(unit)), clause) if must else None
        label = {e: T("Overrun") if e == OVERRUN else T("Pursue {enemy}", enemy=Thing(e)) for e in among}
        choices = [Choice(e, label[e], None if e in free else hated) for e in among]
        best = STAND if free == [OVERRUN] else max(free, key=lambda e: (self._worth(view, e), -among.index(e)))
        space = OptionSpace({"pursue": (*choices, Choice(STAND, T("Stand"), stay))})
        return Asked(space, Reply(OptionAnswer({"pursue": best})))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The chance to run the enemy down."""
        if not isinstance(answer, OptionAnswer) or not self.check(view, decision, answer).legal:
            return None
        enemy = answer.parts["pursue"]
        if enemy in (STAND, OVERRUN):
            return None
        chance = catch_chance(view, decision.args["unit"], enemy)
        return Forecast((ForecastRow(T("{enemy}: run down", enemy=Thing(enemy)), chance),))

    @staticmethod
    def _worth(view: State, unit: str) -> int:
        return sum(profile(view, u).row.points for u in (unit, *facts.characters_in(view, unit)))
