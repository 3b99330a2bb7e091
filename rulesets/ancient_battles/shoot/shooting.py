"""The Shooting phase: all shooters and targets are nominated, then the volleys are shot in that order, then Panic.

A volley, there or at a charger, comes to hits, second dice, wounds, saves, losses, in that order; its odds are spread
from the dice that will be thrown, the numbers are those of ``missiles``. WAB-TRN-06, WAB-SHT-01 to WAB-SHT-14,
WAB-RCT-03, WAB-PAN-09, WAB-R23, WAB-R34, WAB-R54, WAB-WPN-05, WAB-WPN-06, WAB-S17 to WAB-S20, WAB-S30.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.changes import unit as of_unit
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.odds import Spread, spread
from game.engine.ruleset import Forecast, ForecastRow, Goal, Unforced
from game.engine.state import State
from game.engine.text import TN, Length, T, Thing
from game.kit import situation
from game.kit.attack import Attack, Stage, Throws
from game.kit.shown.words import unit_name
from game.kit.sums import spread_row
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.attack.casualties import endures, falling, wound
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.measures import inches
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData, owe_for_missiles, owes, quarter_lost
from rulesets.ancient_battles.shoot import missiles


class VolleyData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A volley; as a ``reaction`` stand and shoot, or fire and flee. ``massed``: rear ranks shoot too, where they may.

    ``gap`` is that at which it is shot (mm); 0 to measure it, or to take the gap at the declaration of the charge. What
    it has come to so far: ``mm``, ``hits``, ``wounds``.
    """

    unit: str
    target: str
    reaction: bool = False
    gap: float = 0.0
    massed: bool = True
    mm: float = 0.0
    hits: int = 0
    wounds: int = 0


VOLLEY_FRAME = FrameOf("wab.volley", VolleyData)


def _attack(view: State, data: VolleyData) -> Attack:
    return missiles.attack(view, data.unit, data.target, data.mm, data.reaction)


def _request(view: State, data: VolleyData, stage: Stage, n: int) -> ev.Request:
    """The dice of a stage: the shooters', but for the saves of those shot at (WAB-ARM-13)."""
    who, mark = Thing(data.unit), Thing(data.target)
    match stage.step:
        case "hit":
            why = T("Shots of {unit} at {target}", unit=who, target=mark)
        case "second":
            why = T("{unit}: {n} needed, second roll of the sixes", unit=who, n=int(stage.need.total))
        case "wounded":
            why = TN("{n} hit on {target}: to wound", "{n} hits on {target}: to wound", n, target=mark)
        case _:
            why = TN("Saves of {target} against {n} wound", "Saves of {target} against {n} wounds", n, target=mark)
    thrower = data.target if stage.step == "saved" else data.unit
    return stage.request(situation.side_of(view, thrower), n, why, (data.unit, data.target))


def _noted(data: VolleyData, stage: Stage, n: int) -> VolleyData:
    return replace(data, **{stage.gives: n}) if stage.gives else data


THROWS = Throws[VolleyData](_attack, _request, _noted)


@VOLLEY_FRAME.step
def _begin(run: Run, data: VolleyData, got: Any) -> Outcome:
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    if not situation.on_table(view, data.target) or not situation.on_table(view, data.unit):
        text = T("{unit}: the target is gone, the shots are lost", unit=who)
        run.tell(data.unit, "shots_lost", "shot", text, ("WAB-R34",), unit=data.unit, target=data.target)
        return Done()
    mm = missiles.range_to(view, data.unit, data.target, data.reaction, data.gap)
    data, shots = replace(data, mm=mm), missiles.dice(view, data.unit, mm, data.massed, data.reaction)
    text, clauses = T("{unit} shot at {target}", unit=who, target=mark), ("WAB-SHT-01", "WAB-S17")
    changes: tuple[ev.Change, ...] = (own_field("unit", data.unit, shot=True),)
    if data.reaction:
        text, clauses = T("{unit} shot at {target} during the charge", unit=who, target=mark), ("WAB-RCT-03", "WAB-S17")
        changes = ()
    what: dict[str, Any] = {"unit": data.unit, "target": data.target, "reaction": data.reaction}
    what |= {"inches": round(inches(mm), 2), "dice": int(shots.total)}
    sums = (shots, _attack(view, data).sums[0])
    run.tell(data.unit, "volley", "shot", text, clauses, *changes, also=(data.target,), sums=sums, **what)
    return THROWS.throw(run, data, int(shots.total))


@VOLLEY_FRAME.step
def _through(run: Run, data: VolleyData, got: int) -> Outcome:
    """Tell what came of it; losses are taken at once (WAB-RCT-03, WAB-S20)."""
    view = run.state
    who, mark = Thing(data.unit), Thing(data.target)
    text = T("{unit} missed {target}", unit=who, target=mark)
    if data.hits:
        text = TN(
            "{unit} hit {target} once: {wounds} wounded, {through} not saved",
            "{unit} hit {target} {n} times: {wounds} wounded, {through} not saved",
            data.hits,
            unit=who,
            target=mark,
            wounds=data.wounds,
            through=got,
        )
    sums = _attack(view, data).sums
    what: dict[str, Any] = {"unit": data.unit, "target": data.target, "hits": data.hits, "wounds": data.wounds}
    what |= {"through": got, "reaction": data.reaction}
    run.tell(data.unit, "shots", "shot", text, ("WAB-SHT-03", "WAB-SHT-14"), also=(data.target,), sums=sums, **what)
    wound(run, data.target, got, "reaction" if data.reaction else "shooting", data.unit)
    return Done()


VOLLEY_FRAME.also(THROWS.steps("hit", "second", "wounded", "saved"))


class ShotOdds(msgspec.Struct, frozen=True):
    """What volleys do to one target: hits, wounds not saved (no more than it has), models, the chance to destroy it.

    ``tests`` is the chance that missile losses call for a Panic test (``need`` as it stands now), ``panics`` that it is
    failed (WAB-PAN-09).
    """

    hits: Spread
    wounds: Spread
    lost: Spread
    destroyed: float
    tests: float
    panics: float
    need: ask.Sum


def attack_of(view: State, shot: VolleyData) -> tuple[ask.Sum, Attack]:
    """How many dice a volley throws, and what each needs."""
    mm = missiles.range_to(view, shot.unit, shot.target, shot.reaction, shot.gap)
    dice = missiles.dice(view, shot.unit, mm, shot.massed, shot.reaction)
    return dice, missiles.attack(view, shot.unit, shot.target, mm, shot.reaction)


def volleys(view: State, shots: Sequence[VolleyData]) -> ShotOdds:
    """What one or several volleys do to the one target they share."""
    target = shots[0].target
    hits = through = Spread.certain(0)
    for shot in shots:
        dice, attack = attack_of(view, shot)
        hits += spread(attack.hits(int(dice.total)))
        through += attack.odds(int(dice.total))
    most = endures(view, target) + sum(endures(view, c) for c in facts.characters_in(view, target))
    wounds = through.capped(most)
    lost = wounds.map(lambda n: falling(view, target, n)[0])
    tests, panics = (0.0, 0.0) if shots[0].reaction else _panic(view, target, lost)
    return ShotOdds(hits, wounds, lost, wounds.chance(most), tests, panics, leadership.need(view, target, "panic"))


def _panic(view: State, target: str, lost: Spread) -> tuple[float, float]:
    """Chance to have to test at the end of the phase, and to fail (WAB-PAN-09, WAB-R23, WAB-PAN-02)."""
    if not owes(view, target, "WAB-PAN-09"):
        return 0.0, 0.0
    mine, count = own(view, target), facts.count(view, target)
    now = leadership.need(view, target, "panic").total
    half = sum(m.value for m in data_files.modifiers().panic)
    tests = panics = 0.0
    for n, p in lost.items():
        if n >= count or not quarter_lost(mine.shot_down + n, mine.shot_from or count):
            continue
        falls = facts.at_half(view, target, {target: count - n}) and not facts.at_half(view, target)
        tests += p
        panics += p * (1.0 - leadership.chance(now + (half if falls else 0)))
    return tests, panics


def rows(view: State, shots: Sequence[VolleyData]) -> tuple[ForecastRow, ...]:
    """The odds of volleys at one target as rows."""
    target, found, sums = Thing(shots[0].target), volleys(view, shots), volley_sums(view, shots)
    out = [
        spread_row(T("Hits on {unit}", unit=target), found.hits, sums[1], sums[:1]),
        spread_row(T("Wounds of {unit}", unit=target), found.wounds, sums=sums),
        spread_row(T("Models lost by {unit}", unit=target), found.lost, sums=sums),
    ]
    if found.destroyed > 1e-6:
        out.append(ForecastRow(T("{unit} destroyed", unit=target), found.destroyed, sums=sums))
    if found.tests > 1e-6:
        out.append(ForecastRow(T("Panic test of {unit}", unit=target), found.tests, sum=found.need))
        out.append(ForecastRow(T("{unit} fled in panic", unit=target), found.panics, sums=(*sums, found.need)))
    return tuple(out)


def volley_sums(view: State, shots: Sequence[VolleyData]) -> tuple[ask.Sum, ...]:
    """What the odds of volleys rest on: of each its dice, what hits, what wounds, what saves."""
    return tuple(s for dice, attack in (attack_of(view, shot) for shot in shots) for s in (dice, *attack.sums))


def forecast(view: State, shots: Sequence[VolleyData]) -> Forecast:
    """The odds of volleys, target by target in the order in which they are shot."""
    marks = dict.fromkeys(s.target for s in shots)
    return Forecast(tuple(r for mark in marks for r in rows(view, [s for s in shots if s.target == mark])))


NONE = "none"
VOLLEY, MASSED, FRONT = "volley", "massed", "front"
MEANS = (
    ask.Choice(MASSED, T("With the rear ranks"), note=T("front rank and half of the models behind")),
    ask.Choice(FRONT, T("The front rank alone")),
    ask.Choice(VOLLEY, T("Shoot")),
)
"""Means of an aim."""


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


def nearest_aims(view: State, side: str) -> tuple[ask.Aim, ...]:
    """Every unit that may shoot, at its nearest target, with its rear ranks: what is proposed."""
    marks = {u: missiles.targets(view, u) for u in shooters(view, side)}
    return tuple(ask.Aim(unit, means_of(view, unit)[0], each[0]) for unit, each in marks.items() if each)


def volley_of(view: State, aim: ask.Aim) -> VolleyData:
    """The volley of an aim; its range is measured now (WAB-S17)."""
    return VolleyData(aim.actor, aim.mark, gap=missiles.distance(view, aim.actor, aim.mark), massed=aim.means != FRONT)


class NominateQuestion(Unforced):
    """Which units shoot at which targets, all of them before the first die (WAB-SHT-01, WAB-R34)."""

    kind: ask.Kind = "targets"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out all shooters with all their targets."""
        actors = tuple(self._actor(view, u) for u in shooters(view, decision.side))
        used = {m for a in actors for m in a.means}
        space = ask.TargetsSpace(actors, 1, max(1, len(actors)), tuple(m for m in MEANS if m.id in used))
        default = self.default(view, decision)
        return ask.Asked(space, default, self.exits(view, decision), default.answer or ask.TargetsAnswer(()))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """All at their nearest; nobody where there is none."""
        aims = nearest_aims(view, decision.side)
        return ask.Reply(ask.TargetsAnswer(aims)) if aims else ask.Reply(exit=NONE)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The way out."""
        return (ask.Exit(NONE, T("No unit shoots")),)

    def _actor(self, view: State, unit: str) -> ask.Actor:
        """A shooter with its targets: the legal ones first, each kind by distance."""
        if (bar := missiles.silent(view, unit)) is not None:
            return ask.Actor(unit, unit_name(unit), {}, bar)
        legal = missiles.targets(view, unit)
        rest = sorted((e for e in facts.foes(view, unit) if e not in legal), key=lambda e: facts.gap(view, unit, e))
        marks = tuple(self._mark(view, unit, e) for e in (*legal, *rest))
        return ask.Actor(unit, unit_name(unit), dict.fromkeys(means_of(view, unit), marks))

    def _mark(self, view: State, unit: str, target: str) -> ask.Choice:
        bar, mm = missiles.spared(view, unit, target), missiles.distance(view, unit, target)
        need = int(missiles.to_hit(view, unit, target, mm).total) if bar is None else 0
        note = T("{mm}, hits on {need}+", mm=Length(mm), need=need) if need else None
        return ask.Choice(target, unit_name(target), bar, note)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the aims: each unit once, each at a legal target."""
        if not isinstance(answer, ask.TargetsAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if not answer.aims:
            return ask.unfinished(T("Choose the unit that shoots"), "WAB-SHT-01")
        actors, able = [a.actor for a in answer.aims], shooters(view, decision.side)
        sums: list[ask.Sum] = []
        for aim in answer.aims:
            unit, who = aim.actor, Thing(aim.actor)
            if unit not in able:
                return ask.refused(T("{unit} cannot shoot", unit=who), "WAB-TRN-06")
            if actors.count(unit) > 1:
                return ask.refused(T("{unit} shoots only one volley, at one target", unit=who), "WAB-S17")
            if (bar := missiles.silent(view, unit)) is not None:
                return ask.refused(bar.text, bar.clause)
            if aim.means not in means_of(view, unit):
                return ask.refused(T("{unit} cannot shoot this way", unit=who), "WAB-WPN-05")
            if not aim.mark:
                return ask.unfinished(T("Choose the target of {unit}", unit=who), "WAB-SHT-01")
            if aim.mark not in facts.foes(view, unit):
                return ask.refused(T("This is not an enemy on the table"), "WAB-SHT-01")
            if (bar := missiles.spared(view, unit, aim.mark)) is not None:
                return ask.refused(bar.text, bar.clause)
            shot = volley_of(view, aim)
            sums += [missiles.dice(view, unit, shot.gap, shot.massed), missiles.to_hit(view, unit, aim.mark, shot.gap)]
        return replace(ask.LEGAL, reaches=tuple(dict.fromkeys(a.mark for a in answer.aims)), sums=tuple(sums))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """All at their nearest, all who can at one target, every unit alone at each of its targets, nobody."""
        side = decision.side
        usual = nearest_aims(view, side)
        marks = {u: missiles.targets(view, u) for u in shooters(view, side)}
        found: list[tuple[ask.Aim, ...]] = [usual] if usual else []
        for enemy in dict.fromkeys(e for each in marks.values() for e in each):
            found.append(tuple(replace(a, mark=enemy) if enemy in marks[a.actor] else a for a in usual))
        found += [(ask.Aim(u, m, e),) for u, each in marks.items() for e in each for m in means_of(view, u)]
        told = [aims for k, aims in enumerate(found) if aims not in found[:k]]
        return [*(ask.Reply(ask.TargetsAnswer(aims)) for aims in told[: limit - 1]), ask.Reply(exit=NONE)][:limit]

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """Odds of all volleys, target by target."""
        if not isinstance(answer, ask.TargetsAnswer) or not self.check(view, decision, answer).legal:
            return None
        return forecast(view, [volley_of(view, a) for a in answer.aims])


NOMINATE = Posed("wab.nominate", NominateQuestion())


@SHOOTING.named("begin")
def _nominate(run: Run, data: Any, got: Any) -> Outcome:
    """Ask the active player alone (WAB-TRN-06), if anybody may shoot."""
    side = run.state.own.active
    if ready := [c for u in shooters(run.state, side) for c in of_unit(run.state, u, shot=False)]:
        run.emit("ready_to_shoot", "flow", None, *ready, clauses=("WAB-S17",), side=side)
    if not nearest_aims(run.state, side):
        return Goto("end", ShootingData())
    message = T("{side}: which units shoot, and at which targets?", side=Thing(side))
    return NOMINATE.ask(side, message, clauses=("WAB-SHT-01", "WAB-R34"), then="nominated", data=ShootingData())


@SHOOTING.step
def _nominated(run: Run, data: ShootingData, got: ask.Reply) -> Outcome:
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
