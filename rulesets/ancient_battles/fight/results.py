"""Break tests: who tests when all combats are worked out, who breaks without a test, who gives ground instead.

WAB-BRK-01 to WAB-BRK-09, WAB-FEA-05, WAB-STB-02, WAB-STB-03, WAB-R20, WAB-R21, WAB-R26, WAB-R28, WAB-S30.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf
from game.engine.flow import Goto, Outcome, Roll, Run
from game.engine.odds import Pool, resolve, spread
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit import situation
from game.kit.attack import reaches
from game.kit.sums import Row
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight.combat_round import Fought
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.leadership import TestData, Tested
from rulesets.ancient_battles.nerve.panic import mark_broken
from rulesets.ancient_battles.nerve.psychology import fear_breaks

LEAST = NUMBERS.few.value
"""Models below which a beaten unit breaks by itself (WAB-BRK-09)."""
HOLDS = reaches(NUMBERS.holds.value)
"""The die by which a stubborn unit holds where it would break by itself (WAB-STB-03)."""
Fate = Literal["few", "fear", "test", ""]


class Beaten(msgspec.Struct, frozen=True, omit_defaults=True):
    """A beaten unit: by how much, and by whom."""

    unit: str
    difference: int
    enemies: tuple[str, ...] = ()


class BreaksData(msgspec.Struct, frozen=True, omit_defaults=True):
    """All Break tests of a phase: ``{"broken", "giving"}`` is the result."""

    fought: tuple[Fought, ...]
    todo: tuple[Beaten, ...] = ()
    broken: tuple[str, ...] = ()
    giving: tuple[str, ...] = ()


class Giving(msgspec.Struct, frozen=True):
    """Who gives ground and has not broken."""

    units: tuple[str, ...]


BREAKS = FrameOf("wab.breaks", BreaksData, Giving)


def beaten(view: State, fought: Sequence[Fought]) -> tuple[Beaten, ...]:
    """The units that lost, in the order of their tests; where no enemy is left there is nothing to break from."""
    found: dict[str, Beaten] = {}
    for combat in fought:
        winners = tuple(u for u in combat.units if view.units[u].side == combat.winner)
        if any(situation.on_table(view, w) for w in winners):
            losers = (u for u in combat.units if u not in winners and situation.on_table(view, u))
            found |= {u: Beaten(u, combat.difference, winners) for u in losers}
    return tuple(found[u] for u in engagement.in_order(view, found))


def fate(view: State, unit: str, left: Mapping[str, int] = facts.NOBODY) -> Fate:
    """What becomes of a beaten unit, by the models it has ``left`` in forecasts: broken for being few, by fear, a test.

    Few are fewer than five models of what began with more, so no character (WAB-BRK-09, WAB-R21).
    """
    models, began = facts.models_left(view, unit, left), own(view, unit).began
    if own(view, unit).fleeing or not models:
        return ""
    if models < LEAST <= began:
        return "few"
    return "fear" if fear_breaks(view, unit, left) else "test"


def stubborn(view: State, unit: str) -> bool:
    """Whether a unit is stubborn; frenzy drowns it (WAB-R28)."""
    return profile(view, unit).has("stubborn") and not facts.frenzied(view, unit)


def gives_ground(view: State, unit: str) -> bool:
    """Whether a failed Break test lets a unit give ground instead of breaking (WAB-STB-02, WAB-R26)."""
    return stubborn(view, unit) and not own(view, unit).stubborn_used


def lost_by(difference: int) -> Row:
    """What a Break test is modified by (WAB-BRK-02)."""
    return T("lost the combat by {n}", n=difference), -float(difference), "WAB-BRK-02"


def break_chance(
    view: State, unit: str, difference: int, enemies: Sequence[str], left: Mapping[str, int] = facts.NOBODY
) -> float:
    """Chance that a beaten unit breaks: the same fate, die and test that are played."""
    match fate(view, unit, left):
        case "few":
            return 1.0
        case "fear":
            return spread(Pool(1, HOLDS)).chance(0) if stubborn(view, unit) else 1.0
        case "test" if not gives_ground(view, unit):
            test = TestData(unit, "break", (lost_by(difference),), tuple(enemies))
            return 1.0 - leadership.chance_of(view, test)
    return 0.0


@BREAKS.step
def _begin(run: Run, data: BreaksData, got: Any) -> Outcome:
    return Goto("next", replace(data, todo=beaten(run.state, data.fought)))


@BREAKS.step
def _next(run: Run, data: BreaksData, got: Any) -> Outcome:
    """The next beaten unit (WAB-BRK-01)."""
    if not data.todo:
        return BREAKS.done(Giving(data.giving))
    view, lost = run.state, data.todo[0]
    unit = lost.unit
    match fate(view, unit):
        case "few":
            text = T("With fewer than {n} models left, {unit} broke", unit=Thing(unit), n=LEAST)
            return _broken(run, data, text, ("WAB-BRK-09", "WAB-R21"))
        case "fear" if stubborn(view, unit):
            row, need = ev.DiceRow(view.units[unit].side, 1), HOLDS.need or 0
            why = T("{unit}: breaking for fear, but stubborn, holding on {n}+", unit=Thing(unit), n=need)
            return Roll(ev.Request((row,), why, "WAB-STB-03", need, "at_least", about=(unit,)), "held")
        case "fear":
            return _by_fear(run, data)
        case "test":
            test = TestData(unit, "break", (lost_by(lost.difference),), lost.enemies, clause="WAB-BRK-02")
            return leadership.TEST.call(test, "tested")
    return Goto("next", replace(data, todo=data.todo[1:]))


def _by_fear(run: Run, data: BreaksData) -> Outcome:
    unit = data.todo[0].unit
    text = T("{unit} lost to a feared enemy of greater strength and broke", unit=Thing(unit))
    return _broken(run, data, text, ("WAB-FEA-05", "WAB-R20"))


@BREAKS.step
def _held(run: Run, data: BreaksData, got: ev.Rolled) -> Outcome:
    """WAB-STB-03: the die stands in place of the Break test."""
    if not resolve(HOLDS, got.faces[0]):
        return _by_fear(run, data)
    unit = data.todo[0].unit
    run.tell(unit, "held", "test", T("{unit} stubbornly held", unit=Thing(unit)), ("WAB-STB-03", "WAB-R26"), unit=unit)
    return Goto("next", replace(data, todo=data.todo[1:]))


@BREAKS.step
def _tested(run: Run, data: BreaksData, got: Tested) -> Outcome:
    """WAB-BRK-03, WAB-BRK-04; the first failure of a stubborn unit makes it give ground (WAB-STB-02, WAB-R26)."""
    unit = data.todo[0].unit
    if got.passed:
        return Goto("next", replace(data, todo=data.todo[1:]))
    if not gives_ground(run.state, unit):
        return _broken(run, data)
    text = T("{unit} stubbornly gave ground instead of fleeing", unit=Thing(unit))
    used = own_field("unit", unit, stubborn_used=True)
    run.tell(unit, "stubborn", "test", text, ("WAB-STB-02", "WAB-R26"), used, unit=unit)
    return Goto("next", replace(data, todo=data.todo[1:], giving=(*data.giving, unit)))


def _broken(run: Run, data: BreaksData, text: Text | None = None, clauses: Sequence[str] = ("WAB-BRK-04",)) -> Outcome:
    unit = data.todo[0].unit
    mark_broken(run, unit, text, clauses)
    return Goto("next", replace(data, todo=data.todo[1:], broken=(*data.broken, unit)))
