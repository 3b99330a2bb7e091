"""The Shooting phase: all shooters and targets are nominated, then the volleys are shot in that order, then Panic.

WAB-TRN-06, WAB-SHT-01, WAB-R34, WAB-PAN-09, WAB-R23, WAB-R54, WAB-WPN-05, WAB-WPN-06.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.changes import unit as of_unit
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
    Reply,
    Sum,
    TargetsAnswer,
    TargetsSpace,
    Verdict,
    refused,
    unfinished,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.kit.shown.words import unit_name
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData, owe_for_missiles
from rulesets.ancient_battles.shoot import missiles, volley
from rulesets.ancient_battles.shoot.volley import VOLLEY_FRAME, VolleyData

NONE = "none"
VOLLEY, MASSED, FRONT = "volley", "massed", "front"
"""Means of an aim: all who may shoot; front and rear ranks; the front rank alone."""


class ShootingData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phase: the volleys still to be shot, in the order nominated."""

    volleys: tuple[VolleyData, ...] = ()


SHOOTING = FrameOf("wab.shooting", ShootingData)


def shooters(view: State, side: str) -> tuple[str, ...]:
    """The units of a side that have missile weapons, in the order of the army list."""
    return tuple(u for u in facts.fielded(view, side) if missiles.weapon_of(view, u) is not None)


def means_of(view: State, unit: str) -> tuple[str, ...]:
    """How a unit may shoot: with its rear ranks or without, where it has the choice."""
    return (MASSED, FRONT) if missiles.may_mass(view, unit) else (VOLLEY,)


def nearest_aims(view: State, side: str) -> tuple[Aim, ...]:
    """Every unit that may shoot, at its nearest target, with its rear ranks: what is proposed."""
    marks = {u: missiles.targets(view, u) for u in shooters(view, side)}
    return tuple(Aim(unit, means_of(view, unit)[0], each[0]) for unit, each in marks.items() if each)


def volley_of(view: State, aim: Aim) -> VolleyData:
    """The volley of an aim; its range is measured now (WAB-S17)."""
    return VolleyData(aim.actor, aim.mark, gap=missiles.distance(view, aim.actor, aim.mark), massed=aim.means != FRONT)


class NominateQuestion(Unforced):
    """Which units shoot at which targets, all of them before the first die (WAB-SHT-01, WAB-R34)."""

    kind: Kind = "targets"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out all shooters with all their targets."""
        actors = tuple(self._actor(view, u) for u in shooters(view, decision.side))
        means = (
            Choice(MASSED, T("With the rear ranks"), note=T("front rank and half of those behind")),
            Choice(FRONT, T("The front rank alone")),
            Choice(VOLLEY, T("Shoot")),
        )
        used = {m for a in actors for m in a.means}
        space = TargetsSpace(actors, 1, max(1, len(actors)), tuple(m for m in means if m.id in used))
        default = self.default(view, decision)
        return Asked(space, default, self.exits(view, decision), default.answer or TargetsAnswer(()))

    def default(self, view: State, decision: Decision) -> Reply:
        """All at their nearest; nobody where there is none."""
        aims = nearest_aims(view, decision.side)
        return Reply(TargetsAnswer(aims)) if aims else Reply(exit=NONE)

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """The way out."""
        return (Exit(NONE, T("Nobody shoots")),)

    def _actor(self, view: State, unit: str) -> Actor:
        """A shooter with its targets: the legal ones first, each kind by distance."""
        bar = missiles.silent(view, unit)
        if bar is not None:
            return Actor(unit, unit_name(unit), {}, bar)
        legal = missiles.targets(view, unit)
        rest = sorted((e for e in facts.foes(view, unit) if e not in legal), key=lambda e: facts.gap(view, unit, e))
        marks = tuple(self._mark(view, unit, e) for e in (*legal, *rest))
        return Actor(unit, unit_name(unit), dict.fromkeys(means_of(view, unit), marks))

    def _mark(self, view: State, unit: str, target: str) -> Choice:
        bar = missiles.spared(view, unit, target)
        mm = missiles.distance(view, unit, target)
        need = int(missiles.to_hit(view, unit, target, mm).total) if bar is None else 0
        note = T("{mm}, hits on {need}+", mm=Length(mm), need=need) if need else None
        return Choice(target, unit_name(target), bar, note)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the aims: each unit once, each at a legal target."""
        if not isinstance(answer, TargetsAnswer):
            return refused(T("This is no answer to that question"))
        if not answer.aims:
            return unfinished(T("Choose who shoots"), "WAB-SHT-01")
        actors, able = [a.actor for a in answer.aims], shooters(view, decision.side)
        sums: list[Sum] = []
        for aim in answer.aims:
            unit, who = aim.actor, Thing(aim.actor)
            if unit not in able:
                return refused(T("{unit} cannot shoot", unit=who), "WAB-TRN-06")
            if actors.count(unit) > 1:
                return refused(T("{unit}: one volley, at one target", unit=who), "WAB-S17")
            if (bar := missiles.silent(view, unit)) is not None:
                return refused(bar.text, bar.clause)
            if aim.means not in means_of(view, unit):
                return refused(T("{unit} cannot shoot like that", unit=who), "WAB-WPN-05")
            if not aim.mark:
                return unfinished(T("Choose the target of {unit}", unit=who), "WAB-SHT-01")
            if aim.mark not in facts.foes(view, unit):
                return refused(T("That is no enemy on the table"), "WAB-SHT-01")
            if (bar := missiles.spared(view, unit, aim.mark)) is not None:
                return refused(bar.text, bar.clause)
            shot = volley_of(view, aim)
            sums.append(missiles.dice(view, unit, shot.gap, shot.massed))
            sums.append(missiles.to_hit(view, unit, aim.mark, shot.gap))
        return replace(LEGAL, reaches=tuple(dict.fromkeys(a.mark for a in answer.aims)), sums=tuple(sums))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """All at their nearest, all who can at one target, every unit alone at each of its targets, nobody."""
        side = decision.side
        usual = nearest_aims(view, side)
        marks = {u: missiles.targets(view, u) for u in shooters(view, side)}
        found: list[tuple[Aim, ...]] = [usual] if usual else []
        for enemy in dict.fromkeys(e for each in marks.values() for e in each):
            found.append(tuple(replace(a, mark=enemy) if enemy in marks[a.actor] else a for a in usual))
        found += [(Aim(u, m, e),) for u, each in marks.items() for e in each for m in means_of(view, u)]
        told = [aims for k, aims in enumerate(found) if aims not in found[:k]]
        return [*(Reply(TargetsAnswer(aims)) for aims in told[: limit - 1]), Reply(exit=NONE)][:limit]

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """Odds of all volleys, target by target."""
        if not isinstance(answer, TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        return volley.forecast(view, [volley_of(view, a) for a in answer.aims])


NOMINATE = Posed("wab.nominate", NominateQuestion())


@SHOOTING.step
def _begin(run: Run, data: Any, got: Any) -> Outcome:
    """Ask the active player alone (WAB-TRN-06), if anybody may shoot."""
    side = run.state.own.active
    ready = [c for u in shooters(run.state, side) for c in of_unit(run.state, u, shot=False)]
    if ready:
        run.emit("ready_to_shoot", "flow", None, *ready, clauses=("WAB-S17",), side=side)
    if not nearest_aims(run.state, side):
        return Goto("end", ShootingData())
    message = T("{side}: who shoots at whom?", side=Thing(side))
    return NOMINATE.ask(side, message, clauses=("WAB-SHT-01", "WAB-R34"), then="nominated", data=ShootingData())


@SHOOTING.step
def _nominated(run: Run, data: ShootingData, got: Reply) -> Outcome:
    if got.exit == NONE:
        return Goto("end", data)
    return Goto("next", ShootingData(tuple(volley_of(run.state, a) for a in got.aims)))


@SHOOTING.step
def _next(run: Run, data: ShootingData, got: Any) -> Outcome:
    """The volleys in the order nominated; whose target is gone loses its shots (WAB-R34)."""
    if not data.volleys:
        return Goto("end", data)
    return VOLLEY_FRAME.call(data.volleys[0], "next", ShootingData(data.volleys[1:]))


@SHOOTING.step
def _end(run: Run, data: ShootingData, got: Any) -> Outcome:
    """Panic for missile losses and the General, together at the end of the phase (WAB-R54)."""
    owe_for_missiles(run)
    return PANIC.call(PanicData(), "over", data)


@SHOOTING.step
def _over(run: Run, data: ShootingData, got: Any) -> Outcome:
    return Done()
