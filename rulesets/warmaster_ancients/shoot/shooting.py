"""The shooting phase: who shoots at whom, stand by stand; then drive-backs; then surplus hits are cancelled.

WMA-SHT-01 to WMA-SHT-05, WMA-SHT-12, WMA-R03, WMA-R10 to WMA-R12, WMA-R16, WMA-R22, WMA-S16.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
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
from game.engine.declared import FrameOf
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Discrete, Forecast, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, T, Thing
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.shoot import shot_odds
from rulesets.warmaster_ancients.shoot.driveback import DrivebacksData
from rulesets.warmaster_ancients.shoot.shot_plans import HOLD, may_shoot, plan, plans, ready, shooters, shooting_bar
from rulesets.warmaster_ancients.shoot.volley import VolleyData

DONE = "done"


class ShootingData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phase so far: casualties by target, who shot at whom, and the unit that shoots now with its target."""

    taken: dict[str, int] = {}
    shooters: dict[str, tuple[str, ...]] = {}
    unit: str = ""
    nearest: str = ""
    aims: tuple[tuple[str, str], ...] = ()


SHOOTING = FrameOf("wma.shooting", ShootingData)


# --- questions ---------------------------------------------------------------------------------------------------


class ShootQuestion(Unforced):
    """Which unit shoots next, at its nearest target (decision 14)."""

    kind: Kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the shooters with their nearest targets."""
        actors = tuple(self._actor(view, u) for u in shooters(view, decision.side))
        first = ready(view, decision.side)
        default = Reply(exit=DONE)
        draft = None
        if first:
            mark = next(p.nearest for p in plans(view, first[0]) if not p.idle)
            draft = TargetsAnswer((Aim(first[0], "volley", mark),))
            default = Reply(draft)
        exits = (Exit(DONE, T("End shooting")),)
        return Asked(TargetsSpace(actors), default, exits, draft)

    def _actor(self, view: State, unit: str) -> Actor:
        bar = shooting_bar(view, unit)
        label = T("{unit}", unit=Thing(unit))
        if bar is not None:
            return Actor(unit, label, {}, bar)
        marks = tuple(
            Choice(
                p.nearest,
                T("{unit}", unit=Thing(p.nearest)),
                note=TN("{n} stand shoots", "{n} stands shoot", len(p.aims())),
            )
            for p in plans(view, unit)
            if not p.idle
        )
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
        bar = shooting_bar(view, aim.actor)
        if bar is not None:
            return refused(bar.text, bar.clause)
        found = {p.nearest: p for p in plans(view, aim.actor) if not p.idle}
        nearest = TargetsAnswer((Aim(aim.actor, "volley", next(iter(found))),))
        if not aim.mark:
            return unfinished(T("Choose the target"), "WMA-SHT-02", nearest=nearest)
        if aim.mark not in found:
            text = T(
                "{target}: not the nearest enemy in sight of {unit}", target=Thing(aim.mark), unit=Thing(aim.actor)
            )
            return refused(text, "WMA-SHT-02", nearest=nearest)
        chosen = found[aim.mark]
        targets = dict.fromkeys(t for _, t in chosen.aims())
        sums = tuple(blows.shot_need(view, aim.actor, t) for t in targets)
        dice = blows.shot_dice(view, aim.actor, [s for s, _ in chosen.aims()])
        return replace(LEGAL, reaches=tuple(targets), sums=(dice, *sums))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Every unit at every target it may choose, then the end of shooting."""
        found = [
            Reply(TargetsAnswer((Aim(u, "volley", p.nearest),)))
            for u in ready(view, decision.side)
            for p in plans(view, u)
            if not p.idle
        ]
        return [*found, Reply(exit=DONE)][:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the volley."""
        if not isinstance(answer, TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        aim = answer.aims[0]
        return shot_odds.volley_forecast(view, aim.actor, plan(view, aim.actor, aim.mark).aims())


class SwitchQuestion(Discrete):
    """Stands that do not see the nearest enemy: shoot at another or hold (decision 15)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the stands that may switch."""
        found = plan(view, decision.args["unit"], decision.args["nearest"])
        parts = {
            stand: (
                *(Choice(t, T("Shoot at {target}", target=Thing(t))) for t in targets),
                Choice(HOLD, T("Hold")),
            )
            for stand, targets in found.free.items()
        }
        answer = OptionAnswer({stand: targets[0] for stand, targets in found.free.items()})
        return Asked(OptionSpace(parts), Reply(answer), draft=answer)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of the volley as directed."""
        if not isinstance(answer, OptionAnswer):
            return None
        found = plan(view, decision.args["unit"], decision.args["nearest"])
        return shot_odds.volley_forecast(view, found.unit, found.aims(answer.parts))


# --- flow --------------------------------------------------------------------------------------------------------


@SHOOTING.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    return Goto("choose", ShootingData())


@SHOOTING.step
def _choose(run: Run, data: ShootingData, got: Any) -> Outcome:
    side = run.state.own.active
    if not any(may_shoot(run.state, u) for u in shooters(run.state, side)):
        return Goto("drivebacks", data)
    message = T("{side}: choose who shoots", side=Thing(side))
    return Ask((Question("shoot", side, message, clauses=("WMA-SHT-01", "WMA-SHT-02")),), "chosen")


@SHOOTING.step
def _chosen(run: Run, data: ShootingData, got: Reply) -> Outcome:
    if got.exit == DONE:
        return Goto("drivebacks", data)
    aim = got.aims[0]
    found = plan(run.state, aim.actor, aim.mark)
    data = replace(data, unit=aim.actor, nearest=aim.mark)
    if not found.free:
        return Goto("volley", replace(data, aims=found.aims()))
    question = Question(
        "switch",
        run.state.own.active,
        T("{unit}: stands that do not see {target}", unit=Thing(aim.actor), target=Thing(aim.mark)),
        {"unit": aim.actor, "nearest": aim.mark},
        ("WMA-SHT-04", "WMA-R11"),
    )
    return Ask((question,), "switched", data)


@SHOOTING.step
def _switched(run: Run, data: ShootingData, got: Reply) -> Outcome:
    found = plan(run.state, data.unit, data.nearest)
    return Goto("volley", replace(data, aims=found.aims(got.parts)))


@SHOOTING.step
def _volley(run: Run, data: ShootingData, got: Any) -> Outcome:
    if not data.aims:
        text = T("{unit} held fire", unit=Thing(data.unit))
        shot = ev.SetField("unit", data.unit, "own.shot", True)
        run.tell(data.unit, "held_fire", "shot", text, ("WMA-S16",), shot)
        return Goto("choose", replace(data, unit="", nearest=""))
    return Call("wma.volley", VolleyData(data.unit, data.aims), "shot")


@SHOOTING.step
def _shot(run: Run, data: ShootingData, got: dict[str, int]) -> Outcome:
    """Keep who shot at whom, hit or not (WMA-R15), and the casualties of the phase."""
    taken = dict(data.taken)
    by = dict(data.shooters)
    for target in dict.fromkeys(t for _, t in data.aims):
        by[target] = (*by.get(target, ()), data.unit)
        if got.get(target):
            taken[target] = taken.get(target, 0) + got[target]
    return Goto("choose", ShootingData(taken, by))


@SHOOTING.step
def _drivebacks(run: Run, data: ShootingData, got: Any) -> Outcome:
    """After all shooting of the phase the units hit are driven back (WMA-R16)."""
    hit = tuple(u for u in run.state.units if data.taken.get(u) and facts.alive(run.state, u))
    if not hit:
        return Goto("end", data)
    args = DrivebacksData(hit, {u: data.taken[u] for u in hit}, {u: data.shooters[u] for u in hit})
    return Call("wma.drivebacks", args, "end")


@SHOOTING.step
def _end(run: Run, data: ShootingData, got: Any) -> Outcome:
    """Cancel surplus hits but those of units in contact: they belong to a combat (WMA-SHT-12, WMA-R22, WMA-S39)."""
    cancel_surplus(run, "WMA-SHT-12")
    return Done()


def cancel_surplus(run: Run, clause: str) -> None:
    """Cancel the leftover casualties of all units that touch no enemy (WMA-SHT-12, WMA-END-01, WMA-END-02)."""
    state = run.state
    units = [
        u.id for u in state.units.values() if not u.own.character and u.own.hits and not facts.engaged(state, u.id)
    ]
    if units:
        run.emit(
            "surplus_cancelled",
            "status",
            T("Surplus hits are cancelled: {units}", units=[Thing(u) for u in units]),
            *(ev.SetField("unit", u, "own.hits", 0) for u in units),
            clauses=(clause,),
            about=units,
            side=state.own.active,
            data={"units": {u: state.units[u].own.hits for u in units}},
        )


QUESTIONS = {"shoot": ShootQuestion(), "switch": SwitchQuestion()}
