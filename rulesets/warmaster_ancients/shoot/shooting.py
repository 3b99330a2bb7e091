"""The shooting phase: who shoots at whom, stand by stand; then drive-backs; then surplus hits are cancelled.

WMA-SHT-01 to WMA-SHT-05, WMA-SHT-12, WMA-R03, WMA-R10 to WMA-R12, WMA-R16, WMA-R22, WMA-S16.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.changes import own_field
from game.engine.decision import (
    LEGAL,
    Actor,
    Aim,
    Answer,
    Asked,
    Choice,
    Decision,
    Exit,
    Kind,
    OptionAnswer,
    OptionSpace,
    Reply,
    TargetsAnswer,
    TargetsSpace,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete, Forecast, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.kit import situation
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.shoot import shot_odds
from rulesets.warmaster_ancients.shoot.driveback import DRIVEBACKS, DrivebacksData
from rulesets.warmaster_ancients.shoot.shot_plans import HOLD, firing, may_shoot, plan, ready, shooters, shooting_bar
from rulesets.warmaster_ancients.shoot.volley import VOLLEY, VolleyData

DONE = "done"


class ShootingData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phase so far: casualties by target, who shot at whom, and the unit that shoots now with its target."""

    taken: dict[str, int] = {}
    shooters: dict[str, tuple[str, ...]] = {}
    unit: str = ""
    nearest: str = ""
    aims: tuple[tuple[str, str], ...] = ()


SHOOTING = FrameOf("wma.shooting", ShootingData)


def _aimed(unit: str, mark: str) -> TargetsAnswer:
    return TargetsAnswer((Aim(unit, "volley", mark),))


class ShootQuestion(Unforced):
    """Which unit shoots next, at its nearest target (decision 14)."""

    kind: Kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the shooters with their nearest targets."""
        actors = tuple(self._actor(view, u) for u in shooters(view, decision.side))
        first = ready(view, decision.side)
        draft = _aimed(first[0], firing(view, first[0])[0].nearest) if first else None
        default = Reply(draft) if draft else Reply(exit=DONE)
        return Asked(TargetsSpace(actors), default, (Exit(DONE, T("End shooting")),), draft)

    def _actor(self, view: State, unit: str) -> Actor:
        label = T("{unit}", unit=Thing(unit))
        if bar := shooting_bar(view, unit):
            return Actor(unit, label, {}, bar)
        notes = {p.nearest: TN("{n} stand shoots", "{n} stands shoot", len(p.aims())) for p in firing(view, unit)}
        marks = tuple(Choice(mark, T("{unit}", unit=Thing(mark)), note=note) for mark, note in notes.items())
        return Actor(unit, label, {"volley": marks})

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge one aim: a unit that may shoot, at the nearest enemy it sees."""
        if not isinstance(answer, TargetsAnswer):
            return refused(T("This is no answer to that question"))
        if not answer.aims:
            return unfinished(T("Choose who shoots"), "WMA-SHT-01")
        if len(answer.aims) > 1:
            return refused(T("Units shoot one after another"), "WMA-S16")
        aim = answer.aims[0]
        if aim.actor not in shooters(view, decision.side):
            return refused(T("{unit} cannot shoot", unit=Thing(aim.actor)), "WMA-SHT-05")
        if bar := shooting_bar(view, aim.actor):
            return refused(bar.text, bar.clause)
        found = {p.nearest: p for p in firing(view, aim.actor)}
        nearest = _aimed(aim.actor, next(iter(found)))
        if not aim.mark:
            return unfinished(T("Choose the target"), "WMA-SHT-02", nearest=nearest)
        if aim.mark not in found:
            names = {"target": Thing(aim.mark), "unit": Thing(aim.actor)}
            text = T("{target}: not the nearest enemy in sight of {unit}", **names)
            return refused(text, "WMA-SHT-02", nearest=nearest)
        aims = found[aim.mark].aims()
        targets = tuple(dict.fromkeys(t for _, t in aims))
        dice = blows.shot_dice(view, aim.actor, [s for s, _ in aims])
        return replace(LEGAL, reaches=targets, sums=(dice, *(blows.shot_need(view, aim.actor, t) for t in targets)))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Every unit at every target it may choose, then the end of shooting."""
        aims = [_aimed(u, p.nearest) for u in ready(view, decision.side) for p in firing(view, u)]
        return [*map(Reply, aims), Reply(exit=DONE)][:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the volley."""
        if not isinstance(answer, TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        aim = answer.aims[0]
        return shot_odds.volley_forecast(view, aim.actor, plan(view, aim.actor, aim.mark).aims())


SHOOT = Posed("shoot", ShootQuestion())


class SwitchQuestion(Discrete):
    """Stands that do not see the nearest enemy: shoot at another or hold (decision 15)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the stands that may switch."""
        found = plan(view, decision.args["unit"], decision.args["nearest"])
        parts: dict[str, tuple[Choice, ...]] = {}
        for stand, targets in found.free.items():
            shots = (Choice(t, T("Shoot at {target}", target=Thing(t))) for t in targets)
            parts[stand] = (*shots, Choice(HOLD, T("Hold")))
        answer = OptionAnswer({stand: targets[0] for stand, targets in found.free.items()})
        return Asked(OptionSpace(parts), Reply(answer), draft=answer)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the volley as directed."""
        if not isinstance(answer, OptionAnswer):
            return None
        found = plan(view, decision.args["unit"], decision.args["nearest"])
        return shot_odds.volley_forecast(view, found.unit, found.aims(answer.parts))


SWITCH = Posed("switch", SwitchQuestion())


@SHOOTING.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    return Goto("choose", ShootingData())


@SHOOTING.step
def _choose(run: Run, data: ShootingData, got: Any) -> Outcome:
    side = run.state.own.active
    if not any(may_shoot(run.state, u) for u in shooters(run.state, side)):
        return Goto("drivebacks", data)
    message = T("{side}: choose who shoots", side=Thing(side))
    return SHOOT.ask(side, message, clauses=("WMA-SHT-01", "WMA-SHT-02"), then="chosen")


@SHOOTING.step
def _chosen(run: Run, data: ShootingData, got: Reply) -> Outcome:
    if got.exit == DONE:
        return Goto("drivebacks", data)
    aim = got.aims[0]
    found = plan(run.state, aim.actor, aim.mark)
    data = replace(data, unit=aim.actor, nearest=aim.mark)
    if not found.free:
        return Goto("volley", replace(data, aims=found.aims()))
    message = T("{unit}: stands that do not see {target}", unit=Thing(aim.actor), target=Thing(aim.mark))
    args = {"unit": aim.actor, "nearest": aim.mark}
    return SWITCH.ask(run.state.own.active, message, args, ("WMA-SHT-04", "WMA-R11"), then="switched", data=data)


@SHOOTING.step
def _switched(run: Run, data: ShootingData, got: Reply) -> Outcome:
    found = plan(run.state, data.unit, data.nearest)
    return Goto("volley", replace(data, aims=found.aims(got.parts)))


@SHOOTING.step
def _volley(run: Run, data: ShootingData, got: Any) -> Outcome:
    if not data.aims:
        text = T("{unit} held fire", unit=Thing(data.unit))
        shot = own_field("unit", data.unit, shot=True)
        run.tell(data.unit, "held_fire", "shot", text, ("WMA-S16",), shot)
        return Goto("choose", replace(data, unit="", nearest=""))
    return VOLLEY.call(VolleyData(data.unit, data.aims), "shot")


@SHOOTING.step
def _shot(run: Run, data: ShootingData, got: dict[str, int]) -> Outcome:
    """Keep who shot at whom, hit or not (WMA-R15), and the casualties of the phase."""
    taken, by = dict(data.taken), dict(data.shooters)
    for target in dict.fromkeys(t for _, t in data.aims):
        by[target] = (*by.get(target, ()), data.unit)
        if got.get(target):
            taken[target] = taken.get(target, 0) + got[target]
    return Goto("choose", ShootingData(taken, by))


@SHOOTING.step
def _drivebacks(run: Run, data: ShootingData, got: Any) -> Outcome:
    """After all shooting of the phase the units hit are driven back (WMA-R16)."""
    hit = tuple(u for u in run.state.units if data.taken.get(u) and situation.on_table(run.state, u))
    if not hit:
        return Goto("end", data)
    args = DrivebacksData(hit, {u: data.taken[u] for u in hit}, {u: data.shooters[u] for u in hit})
    return DRIVEBACKS.call(args, "end")


@SHOOTING.step
def _end(run: Run, data: ShootingData, got: Any) -> Outcome:
    """Cancel surplus hits but those of units in contact: they belong to a combat (WMA-SHT-12, WMA-R22, WMA-S39)."""
    cancel_surplus(run, "WMA-SHT-12")
    return Done()


def cancel_surplus(run: Run, clause: str) -> None:
    """Cancel the leftover casualties of all units that touch no enemy (WMA-SHT-12, WMA-END-01, WMA-END-02)."""
    state = run.state
    troops = (u for u in state.units.values() if not u.own.character and u.own.hits)
    hits = {u.id: u.own.hits for u in troops if not facts.engaged(state, u.id)}
    if hits:
        text = T("Surplus hits are cancelled: {units}", units=[Thing(u) for u in hits])
        changes = (own_field("unit", u, hits=0) for u in hits)
        about: dict[str, Any] = {"about": tuple(hits), "side": state.own.active, "data": {"units": hits}}
        run.emit("surplus_cancelled", "status", text, *changes, clauses=(clause,), **about)
