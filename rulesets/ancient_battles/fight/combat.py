"""The Close combat phase: all combats, then all Break tests, then Panic, then flights and pursuits (WAB-TRN-07).

WAB-BRK-05 to WAB-BRK-08, WAB-S30, WAB-S36.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Answer, Choice, Decision, PickAnswer, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import WhichNext, picked
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight import combat_told
from rulesets.ancient_battles.fight.combat_round import FIGHT, FightData, Fought
from rulesets.ancient_battles.fight.pursuit import ROUT, RoutData
from rulesets.ancient_battles.fight.results import BREAKS, BreaksData, Giving
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData


class CombatData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Close combat phase.

    ``todo`` are combats still to be fought, from left to right, ``fought`` what came of the others. Who ``fled`` when
    the phase began runs no more in it; ``giving`` units will give ground.
    """

    todo: tuple[tuple[str, ...], ...] = ()
    fought: tuple[Fought, ...] = ()
    fled: tuple[str, ...] = ()
    giving: tuple[str, ...] = ()


COMBAT = FrameOf("wab.combat", CombatData)


class CombatQuestion(WhichNext):
    """Which combat the active player has fought next (WAB-TRN-07)."""

    def choice(self, view: State, decision: Decision, row: list[str]) -> Choice:
        """A combat, by its first unit."""
        return Choice(row[0], T("{units}", units=[Thing(u) for u in row]))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the round of the combat picked."""
        if not isinstance(answer, PickAnswer) or not self.check(view, decision, answer).legal:
            return None
        return combat_told.forecast(view, answer.ids[0])


COMBAT_ORDER = Posed("wab.combat_order", CombatQuestion("combats", drafted=True))


def _fleeing(view: State) -> tuple[str, ...]:
    return tuple(u for u in facts.fielded(view) if own(view, u).fleeing)


@COMBAT.step
def _begin(run: Run, data: CombatData, got: Any) -> Outcome:
    fight = run.state.own.fight + 1
    marks = changes.battle(run.state, fight=fight, phase="combat")
    run.emit("combat_phase", "flow", None, *marks, clauses=("WAB-TRN-07",), data={"fight": fight})
    return Goto("choose", CombatData(engagement.combats(run.state), fled=_fleeing(run.state)))


@COMBAT.step
def _choose(run: Run, data: CombatData, got: Any) -> Outcome:
    """The active player orders the combats; without any the phase still takes the tests that are owed."""
    if not data.todo:
        return BREAKS.call(BreaksData(data.fought), "broken")
    if len(data.todo) == 1:
        return FIGHT.call(FightData(data.todo[0]), "fought", replace(data, todo=()))
    side, args = run.state.own.active, {"combats": [list(g) for g in data.todo]}
    message = T("{side}: which combat is fought next?", side=Thing(side))
    return COMBAT_ORDER.ask(side, message, args, ("WAB-TRN-07",), then="chosen")


@COMBAT.step
def _chosen(run: Run, data: CombatData, got: Reply) -> Outcome:
    group = next(g for g in data.todo if g[0] == picked(got))
    left = tuple(g for g in data.todo if g != group)
    return FIGHT.call(FightData(group), "fought", replace(data, todo=left))


@COMBAT.step
def _fought(run: Run, data: CombatData, got: Fought) -> Outcome:
    return Goto("choose", replace(data, fought=(*data.fought, got)))


@COMBAT.step
def _broken(run: Run, data: CombatData, got: Giving) -> Outcome:
    """Panic before anybody runs (WAB-BRK-08)."""
    return PANIC.call(PanicData(), "panicked", replace(data, giving=got.units))


@COMBAT.step
def _panicked(run: Run, data: CombatData, got: Any) -> Outcome:
    """Everybody who has begun to flee in this phase runs now (WAB-BRK-06, WAB-S24)."""
    return ROUT.call(RoutData(data.fought, _runners(run.state, data), data.giving), "routed")


def _runners(view: State, data: CombatData) -> tuple[str, ...]:
    return engagement.in_order(view, (u for u in _fleeing(view) if u not in data.fled))


@COMBAT.step
def _routed(run: Run, data: CombatData, got: Any) -> Outcome:
    """A General lost in the pursuits: tests at the end of the phase (WAB-R54); those who fail run, nobody pursues."""
    if not any(d.moment == "panic" for d in run.state.due):
        return Done()
    return PANIC.call(PanicData(), "late", replace(data, fled=_fleeing(run.state)))


@COMBAT.step
def _late(run: Run, data: CombatData, got: Any) -> Outcome:
    runners = _runners(run.state, data)
    return ROUT.call(RoutData((), runners), "routed", replace(data, giving=())) if runners else Done()
