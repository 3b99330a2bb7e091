"""Fear and Terror on a charge: who must test, what failure means, and the tests of charger and charged (WAB-S29).

WAB-FEA-01 to WAB-FEA-05, WAB-TRR-01 to WAB-TRR-03, WAB-PAN-07, WAB-PAN-10, WAB-R18 to WAB-R20, WAB-R28, WAB-S28.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.changes import own_field
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit import situation
from game.kit.sums import sum_of
from rulesets.ancient_battles import calls
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested
from rulesets.ancient_battles.own import Facing

TERROR_REACH = NUMBERS.terror.value
"""Inches (WAB-TRR-03)."""


class DareData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit wishes to charge an enemy (WAB-CHG-06)."""

    unit: str
    target: str


class Dared(msgspec.Struct, frozen=True):
    """Whether the unit may charge; whether it has fled instead."""

    may: bool
    fled: bool


DARE = FrameOf("wab.dare", DareData, Dared)


class AlarmData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit is charged, or run into by a pursuer.

    ``edges`` are the facings that the chargers hit; where not told, those of their declared charges, or by where they
    stand now.
    """

    unit: str
    chargers: tuple[str, ...]
    edges: tuple[Facing, ...] = ()


class Alarmed(msgspec.Struct, frozen=True):
    """Whether the unit has fled."""

    fled: bool


ALARM = FrameOf("wab.alarm", AlarmData, Alarmed)


def feared(view: State, unit: str, among: Iterable[str]) -> tuple[str, ...]:
    """Those of some enemies that a unit fears, in their order."""
    return tuple(e for e in among if facts.fears(view, unit, e))


def terrifying(view: State, unit: str, among: Iterable[str]) -> tuple[str, ...]:
    """Those of some enemies for whose Terror a unit must test, in their order."""
    return tuple(e for e in among if facts.terrified_by(view, unit, e))


def outnumbered(view: State, unit: str, by: Iterable[str], left: Mapping[str, int] = facts.NOBODY) -> bool:
    """Whether a unit's strength is less than that of some enemies together (WAB-S23, WAB-R20)."""
    against = tuple(by)
    return bool(against) and facts.strength(view, unit, left) < sum(facts.strength(view, e, left) for e in against)


def odds_of_strength(view: State, unit: str, by: Iterable[str]) -> Sum:
    """The strength of a unit less that of some enemies; below 0 it is outnumbered (WAB-S23)."""
    strong = {unit: facts.strength(view, unit), **{e: -facts.strength(view, e) for e in by}}
    rows = ((T("strength of {unit}", unit=Thing(u)), float(n), "WAB-S23") for u, n in strong.items())
    return sum_of(T("strength"), rows)


def fear_breaks(view: State, unit: str, left: Mapping[str, int] = facts.NOBODY) -> tuple[str, ...]:
    """The feared enemies in contact who outnumber a unit after casualties: defeat breaks it (WAB-FEA-05, WAB-R20)."""
    by = feared(view, unit, facts.opponents(view, unit))
    return by if outnumbered(view, unit, by, left) else ()


def terror_near(view: State, unit: str) -> tuple[str, ...]:
    """The enemies within 8 inches for whom a unit neither engaged nor fleeing tests (WAB-TRR-03, WAB-R46, WAB-R48)."""
    if facts.fleeing(view, unit) or facts.engaged(view, unit):
        return ()
    return facts.units_within(view, unit, TERROR_REACH, terrifying(view, unit, facts.foes(view, unit)))


def nearest_terror(view: State, unit: str) -> str:
    """The nearest enemy that terrifies a unit: away from it one flees (WAB-S14)."""
    return facts.nearest(view, unit, terrifying(view, unit, facts.foes(view, unit)))


def edges_charged(view: State, unit: str, chargers: Sequence[str], told: Sequence[Facing] = ()) -> tuple[Facing, ...]:
    """The facing of a unit that each charger hits: as told, as declared, or by where it stands (WAB-S04)."""
    declared: dict[str, Facing] = {t.a: t.own.edge for t in view.ties.values() if t.kind == "charge" and t.b == unit}
    more = (declared.get(c) or facing_charged(view, c, unit) for c in chargers[len(told) :])
    return (*told[: len(chargers)], *more)


def panic_of_charge(
    view: State, unit: str, chargers: Sequence[str], edges: Sequence[Facing]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Chargers for whom a unit takes a Panic test, and the clauses: flank or rear, or ignored on a march.

    WAB-PAN-07 counts in combat or not; WAB-PAN-10 with WAB-R13. Frenzied and fleeing units take none.
    """
    if facts.frenzied(view, unit) or facts.fleeing(view, unit):
        return (), ()
    aside = [c for c, edge in zip(chargers, edges, strict=True) if edge != "front"]
    ignored = [c for c in chargers if c in own(view, unit).ignored]
    clauses = (*(("WAB-PAN-07",) if aside else ()), *(("WAB-PAN-10",) if ignored else ()))
    return tuple(c for c in chargers if c in aside or c in ignored), clauses


@DARE.named("begin")
def _dare(run: Run, data: DareData, got: Any) -> Outcome:
    """Terror first, then Fear; passing the one counts for the other (WAB-TRR-02, WAB-FEA-04, WAB-S28, WAB-S29)."""
    unit, causes = data.unit, (data.target,)
    if facts.terrified_by(run.state, unit, data.target):
        return TEST.call(TestData(unit, "terror", causes=causes, clause="WAB-TRR-02"), "terror")
    if facts.fears(run.state, unit, data.target):
        return TEST.call(TestData(unit, "fear", causes=causes, clause="WAB-FEA-04"), "fear")
    return DARE.done(Dared(True, False))


@DARE.named("terror")
def _dare_terror(run: Run, data: DareData, got: Tested) -> Outcome:
    if got.passed:
        return DARE.done(Dared(True, False))
    away = nearest_terror(run.state, data.unit)
    return calls.FLEE.call(calls.Flees(data.unit, "terror", away), "ran")


@DARE.named("ran")
def _dare_ran(run: Run, data: DareData, got: Any) -> Outcome:
    return DARE.done(Dared(False, True))


@DARE.named("fear")
def _dare_fear(run: Run, data: DareData, got: Tested) -> Outcome:
    if got.passed:
        return DARE.done(Dared(True, False))
    unit, target = data.unit, data.target
    stays = own_field("unit", unit, stationary=True)
    text = T("{unit} dared not charge {target} and stayed in place", unit=Thing(unit), target=Thing(target))
    run.tell(unit, "daunted", "status", text, ("WAB-FEA-04",), stays, also=(target,), unit=unit, target=target)
    return DARE.done(Dared(False, False))


@ALARM.named("begin")
def _alarm(run: Run, data: AlarmData, got: Any) -> Outcome:
    """Terror, Fear, then Panic; each once, however many charge (WAB-S29)."""
    view = run.state
    if not situation.on_table(view, data.unit) or facts.fleeing(view, data.unit):
        return ALARM.done(Alarmed(False))
    data = replace(data, edges=edges_charged(view, data.unit, data.chargers, data.edges))
    if not (by := terrifying(view, data.unit, data.chargers)):
        return Goto("fear", data)
    return TEST.call(TestData(data.unit, "terror", causes=by, clause="WAB-TRR-02"), "terror", data)


@ALARM.named("terror")
def _alarm_terror(run: Run, data: AlarmData, got: Tested) -> Outcome:
    return Goto("panic", data) if got.passed else _run_away(run, data)


@ALARM.named("fear")
def _alarm_fear(run: Run, data: AlarmData, got: Any) -> Outcome:
    if not (by := feared(run.state, data.unit, data.chargers)):
        return Goto("panic", data)
    return TEST.call(TestData(data.unit, "fear", causes=by, clause="WAB-FEA-01"), "feared", data)


@ALARM.named("feared")
def _alarm_feared(run: Run, data: AlarmData, got: Tested) -> Outcome:
    """Outnumbered it runs; else it fights on sixes in the next Close combat phase (WAB-FEA-02, WAB-FEA-03)."""
    if got.passed:
        return Goto("panic", data)
    view, unit = run.state, data.unit
    by = feared(view, unit, data.chargers)
    sums = (odds_of_strength(view, unit, by),)
    if outnumbered(view, unit, by):
        text = T("Outnumbered by a feared enemy, {unit} fled", unit=Thing(unit))
        run.tell(unit, "outnumbered", "test", text, ("WAB-FEA-02", "WAB-R20"), also=by, sums=sums, unit=unit)
        return _run_away(run, data)
    fight, clauses = view.own.fight + 1, ("WAB-FEA-03", "WAB-R19")
    shaken = own_field("unit", unit, shaken_by_fear=fight)
    text = T("Shaken by fear, {unit} hits only on sixes in its first fight", unit=Thing(unit))
    run.tell(unit, "shaken", "status", text, clauses, shaken, also=by, sums=sums, unit=unit, fight=fight)
    return Goto("panic", data)


@ALARM.named("panic")
def _alarm_panic(run: Run, data: AlarmData, got: Any) -> Outcome:
    by, clauses = panic_of_charge(run.state, data.unit, data.chargers, data.edges)
    if not by:
        return ALARM.done(Alarmed(False))
    return TEST.call(TestData(data.unit, "panic", causes=by, clause=clauses[0]), "panicked", data)


@ALARM.named("panicked")
def _alarm_panicked(run: Run, data: AlarmData, got: Tested) -> Outcome:
    return ALARM.done(Alarmed(False)) if got.passed else _run_away(run, data)


def _run_away(run: Run, data: AlarmData) -> Outcome:
    """Away from the nearest charger: the test came of a charge (WAB-S14)."""
    away = facts.nearest(run.state, data.unit, data.chargers)
    return calls.FLEE.call(calls.Flees(data.unit, "charge", away), "ran", data)


@ALARM.named("ran")
def _alarm_ran(run: Run, data: AlarmData, got: Any) -> Outcome:
    return ALARM.done(Alarmed(True))
