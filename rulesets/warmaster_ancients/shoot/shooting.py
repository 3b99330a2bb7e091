"""The shooting phase: who shoots at whom, stand by stand; then drive-backs; then surplus hits are cancelled.

WMA-SHT-01 to WMA-SHT-05, WMA-SHT-12, WMA-R03, WMA-R10 to WMA-R12, WMA-R16, WMA-R22, WMA-S16.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.changes import own_field
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete, Forecast, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, Length, T, Thing
from game.kit import situation
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack import blows
from rulesets.warmaster_ancients.field import facts, sight
from rulesets.warmaster_ancients.measures import MEASURES
from rulesets.warmaster_ancients.shoot.driveback import DRIVEBACKS, DrivebacksData
from rulesets.warmaster_ancients.shoot.volley import VOLLEY, VolleyData, volley_forecast

HOLD = "hold"
"""The mark of a stand that does not shoot."""


class Plan(msgspec.Struct, frozen=True):
    """How a unit would shoot at the nearest enemy unit it sees (WMA-S16).

    Stands that see it shoot ``at`` it if they have it in range; too ``far`` off, they do not shoot (WMA-R10, WMA-R11).
    Stands that do not see it are ``free`` to shoot at others, each at those listed (WMA-SHT-04).
    """

    unit: str
    nearest: str
    at: tuple[str, ...]
    far: tuple[str, ...]
    free: dict[str, tuple[str, ...]]

    @property
    def idle(self) -> bool:
        """Whether no stand at all may shoot."""
        return not self.at and not self.free

    def aims(self, choices: dict[str, str] | None = None) -> tuple[tuple[str, str], ...]:
        """Every shooting stand with its target; ``choices`` for those that may switch (default: they shoot)."""
        found = dict.fromkeys(self.at, self.nearest)
        for stand, targets in self.free.items():
            mark = targets[0] if choices is None else choices.get(stand, targets[0])
            if mark != HOLD:
                found[stand] = mark
        return tuple(sorted(found.items()))


def possible_targets(view: State, unit: str) -> tuple[str, ...]:
    """The enemy units that a unit sees and that are not engaged, in order (WMA-S16)."""
    return tuple(u for u in sight.seen_enemies(view, unit) if not facts.engaged(view, u))


def nearest_targets(view: State, unit: str) -> tuple[str, ...]:
    """The nearest enemy unit that a unit sees; several where they are equally near (WMA-SHT-02)."""
    seen = possible_targets(view, unit)
    if not seen:
        return ()
    ways = facts.unit_distances(view, unit, seen)
    least = min(ways.values())
    return tuple(u for u in seen if MEASURES.same(ways[u], least))


def plan(view: State, unit: str, nearest: str) -> Plan:
    """How a unit shoots when ``nearest`` is its nearest target (WMA-SHT-03 to -05, WMA-R10, WMA-R11)."""
    reach = profile(view, unit).range or 0.0
    others = possible_targets(view, unit)
    at: list[str] = []
    far: list[str] = []
    free: dict[str, tuple[str, ...]] = {}
    for stand in (b.id for b in facts.stands(view, unit)):
        if sight.stand_sees_unit(view, stand, nearest):
            way = sight.eye_distance(view, stand, nearest)
            (at if MEASURES.within(way, reach) else far).append(stand)
            continue
        ways = {u: sight.eye_distance(view, stand, u) for u in others if sight.stand_sees_unit(view, stand, u)}
        if ways and MEASURES.within(min(ways.values()), reach):
            free[stand] = tuple(u for u, way in ways.items() if MEASURES.same(way, min(ways.values())))
    return Plan(unit, nearest, tuple(at), tuple(far), free)


def plans(view: State, unit: str) -> tuple[Plan, ...]:
    """The ways in which a unit may shoot: one for each enemy unit that is nearest."""
    return tuple(plan(view, unit, nearest) for nearest in nearest_targets(view, unit))


def firing(view: State, unit: str) -> tuple[Plan, ...]:
    """Those of its ways in which any of its stands may shoot."""
    return tuple(p for p in plans(view, unit) if not p.idle)


def shooting_bar(view: State, unit: str) -> ask.Bar | None:
    """Why a unit may not shoot in this phase, or None where it may."""
    if view.units[unit].own.shot:
        return ask.Bar(T("{unit} has already shot", unit=Thing(unit)), "WMA-SHT-01")
    if facts.engaged(view, unit):
        return ask.Bar(T("{unit}: engaged in combat", unit=Thing(unit)), "WMA-S16")
    found = plans(view, unit)
    if not found:
        return ask.Bar(T("{unit} sees no enemy to shoot at", unit=Thing(unit)), "WMA-SHT-02")
    if not all(p.idle for p in found):
        return None
    nearest, far = found[0].nearest, found[0].far
    if not far:
        return ask.Bar(T("No target in range of {unit}", unit=Thing(unit)), "WMA-SHT-05")
    way = min(sight.eye_distance(view, s, nearest) for s in far)
    lengths = {"way": Length(way), "range": Length(profile(view, unit).range or 0.0)}
    text = T("{target}: {way} away, beyond the range of {range}", target=Thing(nearest), **lengths)
    return ask.Bar(text, "WMA-SHT-05")


def may_shoot(view: State, unit: str) -> bool:
    """Whether a unit may shoot in this phase; where no enemy is in range nobody need be looked for."""
    return facts.within_of_enemy(view, unit, profile(view, unit).range or 0.0) and shooting_bar(view, unit) is None


def shooters(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that have missiles, in order."""
    return tuple(u for u in facts.troops(view, side) if profile(view, u).range is not None)


def ready(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that may still shoot, those nearest to their targets first."""
    found = [u for u in shooters(view, side) if may_shoot(view, u)]
    return tuple(sorted(found, key=lambda u: facts.distance(view, u, nearest_targets(view, u)[0])))


DONE = "done"


class ShootingData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phase so far: casualties by target, who shot at whom, and the unit that shoots now with its target."""

    taken: dict[str, int] = {}
    shooters: dict[str, tuple[str, ...]] = {}
    unit: str = ""
    nearest: str = ""
    aims: tuple[tuple[str, str], ...] = ()


SHOOTING = FrameOf("wma.shooting", ShootingData)


def _aimed(unit: str, mark: str) -> ask.TargetsAnswer:
    return ask.TargetsAnswer((ask.Aim(unit, "volley", mark),))


class ShootQuestion(Unforced):
    """Which unit shoots next, at its nearest target (decision 14)."""

    kind: ask.Kind = "targets"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the shooters with their nearest targets."""
        actors = tuple(self._actor(view, u) for u in shooters(view, decision.side))
        first = ready(view, decision.side)
        draft = _aimed(first[0], firing(view, first[0])[0].nearest) if first else None
        default = ask.Reply(draft) if draft else ask.Reply(exit=DONE)
        return ask.Asked(ask.TargetsSpace(actors), default, (ask.Exit(DONE, T("End shooting")),), draft)

    def _actor(self, view: State, unit: str) -> ask.Actor:
        label = T("{unit}", unit=Thing(unit))
        if bar := shooting_bar(view, unit):
            return ask.Actor(unit, label, {}, bar)
        notes = {p.nearest: TN("{n} stand shoots", "{n} stands shoot", len(p.aims())) for p in firing(view, unit)}
        marks = tuple(ask.Choice(mark, T("{unit}", unit=Thing(mark)), note=note) for mark, note in notes.items())
        return ask.Actor(unit, label, {"volley": marks})

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge one aim: a unit that may shoot, at the nearest enemy it sees."""
        if not isinstance(answer, ask.TargetsAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if not answer.aims:
            return ask.unfinished(T("Choose the unit that shoots"), "WMA-SHT-01")
        if len(answer.aims) > 1:
            return ask.refused(T("Units shoot one after another"), "WMA-S16")
        aim = answer.aims[0]
        if aim.actor not in shooters(view, decision.side):
            return ask.refused(T("{unit} cannot shoot", unit=Thing(aim.actor)), "WMA-SHT-05")
        if bar := shooting_bar(view, aim.actor):
            return ask.refused(bar.text, bar.clause)
        found = {p.nearest: p for p in firing(view, aim.actor)}
        nearest = _aimed(aim.actor, next(iter(found)))
        if not aim.mark:
            return ask.unfinished(T("Choose the target"), "WMA-SHT-02", nearest=nearest)
        if aim.mark not in found:
            names = {"target": Thing(aim.mark), "unit": Thing(aim.actor)}
            text = T("{target} is not the nearest enemy that {unit} sees", **names)
            return ask.refused(text, "WMA-SHT-02", nearest=nearest)
        aims = found[aim.mark].aims()
        targets = tuple(dict.fromkeys(t for _, t in aims))
        dice = blows.shot_dice(view, aim.actor, [s for s, _ in aims])
        return replace(ask.LEGAL, reaches=targets, sums=(dice, *(blows.shot_need(view, aim.actor, t) for t in targets)))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Every unit at every target it may choose, then the end of shooting."""
        aims = [_aimed(u, p.nearest) for u in ready(view, decision.side) for p in firing(view, u)]
        return [*map(ask.Reply, aims), ask.Reply(exit=DONE)][:limit]

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the volley."""
        if not isinstance(answer, ask.TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        aim = answer.aims[0]
        return volley_forecast(view, aim.actor, plan(view, aim.actor, aim.mark).aims())


SHOOT = Posed("shoot", ShootQuestion())


class SwitchQuestion(Discrete):
    """Stands that do not see the nearest enemy: shoot at another or hold (decision 15)."""

    kind = "option"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the stands that may switch."""
        found = plan(view, decision.args["unit"], decision.args["nearest"])
        parts: dict[str, tuple[ask.Choice, ...]] = {}
        for stand, targets in found.free.items():
            shots = (ask.Choice(t, T("Shoot at {target}", target=Thing(t))) for t in targets)
            parts[stand] = (*shots, ask.Choice(HOLD, T("Hold")))
        answer = ask.OptionAnswer({stand: targets[0] for stand, targets in found.free.items()})
        return ask.Asked(ask.OptionSpace(parts), ask.Reply(answer), draft=answer)

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of the volley as directed."""
        if not isinstance(answer, ask.OptionAnswer):
            return None
        found = plan(view, decision.args["unit"], decision.args["nearest"])
        return volley_forecast(view, found.unit, found.aims(answer.parts))


SWITCH = Posed("switch", SwitchQuestion())


@SHOOTING.named("begin")
@SHOOTING.step
def _choose(run: Run, data: ShootingData | None, got: Any) -> Outcome:
    side, data = run.state.own.active, data or ShootingData()
    if not any(may_shoot(run.state, u) for u in shooters(run.state, side)):
        return Goto("drivebacks", data)
    message = T("{side}: choose the unit that shoots", side=Thing(side))
    return SHOOT.ask(side, message, clauses=("WMA-SHT-01", "WMA-SHT-02"), then="chosen", data=data)


@SHOOTING.step
def _chosen(run: Run, data: ShootingData, got: ask.Reply) -> Outcome:
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
def _switched(run: Run, data: ShootingData, got: ask.Reply) -> Outcome:
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
