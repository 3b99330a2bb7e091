"""The melee phase: the active player chooses the order of combats; at its end surplus hits go and units reform.

WMA-CMB-01, WMA-END-01 to WMA-END-03, WMA-R46, WMA-S21, WMA-S39.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.changes import own_field
from game.engine.decision import Answer, Choice, Decision, PickAnswer, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients.field import contacts, facts
from rulesets.warmaster_ancients.fight import fights, odds
from rulesets.warmaster_ancients.fight.combat import COMBAT_FRAME, CombatData
from rulesets.warmaster_ancients.fight.fights import Pair, pairs_among
from rulesets.warmaster_ancients.shoot.shooting import cancel_surplus


class MeleeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phase: contacts that it began with and that have not had their first round yet."""

    owed: tuple[Pair, ...] = ()


MELEE = FrameOf("wma.melee", MeleeData)


def waiting(view: State, owed: tuple[Pair, ...]) -> tuple[tuple[str, ...], ...]:
    """The combats still to be fought: those with a contact that is owed its first round (WMA-S21).

    Contacts that pursuits and retreats of this phase have brought about, with no round of their own, wait for the
    next phase (WMA-R46, WMA-S39).
    """
    left = [a for a, b in owed if facts.touches(view, a, b)]
    return tuple(units for units in facts.combats(view) if any(a in units for a in left))


class CombatQuestion(WhichNext):
    """Which combat is fought next (decision 18); each goes by the name of its first unit of the active side."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """Who fights whom in it."""
        mine, foes = fights.parted(view, facts.combat_of(view, row), decision.side)
        said = T("{mine} against {foes}", mine=[Thing(u) for u in mine], foes=[Thing(u) for u in foes])
        return Choice(row, said)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of its first round."""
        if not isinstance(answer, PickAnswer) or not answer.ids:
            return None
        sides = fights.parted(view, facts.combat_of(view, answer.ids[0]), decision.side)
        return odds.combat_forecast(odds.combat_odds(view, *sides))


COMBAT = Posed("combat", CombatQuestion("combats"))


@MELEE.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    contacts.cut(run)
    return Goto("next", MeleeData(pairs_among(run.state, run.state.units)))


@MELEE.step
def _next(run: Run, data: MeleeData, got: Any) -> Outcome:
    found = waiting(run.state, data.owed)
    if not found:
        return Goto("end", data)
    side = run.state.own.active
    message = T("{side}: which combat is fought next?", side=Thing(side))
    args = {"combats": [fights.parted(run.state, units, side)[0][0] for units in found]}
    return COMBAT.ask(side, message, args, ("WMA-S21",), then="picked")


@MELEE.step
def _picked(run: Run, data: MeleeData, got: Reply) -> Outcome:
    return COMBAT_FRAME.call(CombatData(picked(got)), "fought")


@MELEE.step
def _fought(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Strike off the contacts that have had their round."""
    done = {frozenset((str(a), str(b))) for a, b in got}
    return Goto("next", replace(data, owed=tuple(p for p in data.owed if frozenset(p) not in done)))


@MELEE.step
def _end(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Surplus hits are cancelled but for units still in contact (WMA-END-01, WMA-END-02); then units may reform."""
    cancel_surplus(run, "WMA-END-01")
    run.emit("reforming", "flow", None, own_field("state", "", phase="reform"), clauses=("WMA-END-03",))
    return Call("wma.reform", None, "over")


@MELEE.step
def _over(run: Run, data: MeleeData, got: Any) -> Outcome:
    return Done()
