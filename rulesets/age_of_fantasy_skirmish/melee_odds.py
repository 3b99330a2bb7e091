"""The odds of a whole charge: the exact odds of the strikes where nothing comes before them, and melees played out.

A melee has decisions, Pushes and falls in it, so it is sampled: the flow itself is run on copies with default answers
and dice of its own; the forecast states how many runs there were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import command as cmd
from game.engine.decide import begin, decide
from game.engine.decision import Decision
from game.engine.dice import SeededDice
from game.engine.event import Event
from game.engine.flow import question_of
from game.engine.odds import Spread
from game.engine.ruleset import Forecast, ForecastRow, Ruleset
from game.engine.state import Frame, Luck, State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.board import what_if
from rulesets.age_of_fantasy_skirmish.melee import MeleeData, alive

RUNS = 40
_MOST_ANSWERS = 60


class MeleeOdds(msgspec.Struct, frozen=True):
    """What came of the melees played out.

    Attributes
    ----------
    runs
        How many.
    wounds, lost
        Wounds suffered and models lost, by unit.
    shaken, destroyed
        How often a unit ended Shaken, or was destroyed, by unit.
    """

    runs: int
    wounds: dict[str, Spread]
    lost: dict[str, Spread]
    shaken: dict[str, float]
    destroyed: dict[str, float]


def charged(view: State, charger: str, target: str, poses: Mapping[str, Pose]) -> State:
    """The view with a charge made, and the charged unit piled in as it usually would; the others stay behind."""
    from rulesets.age_of_fantasy_skirmish.system import RULESET

    there = replace(what_if(view, dict(poses)), stack=(), pending=None, luck=Luck("seeded", "pile in"))
    frame = Frame("afs.pile_in", data={"charger": charger, "target": target})
    return _run(RULESET, there, frame)[0]


def sample(view: State, charger: str, target: str, counters: int, runs: int = RUNS) -> MeleeOdds:
    """Play a melee out ``runs`` times, the two units standing as in the view.

    Parameters
    ----------
    counters
        Counter models of the target when the charge is declared.
    """
    from rulesets.age_of_fantasy_skirmish.system import RULESET

    units = (charger, target)
    tallies: dict[str, dict[str, list[int]]] = {u: {"wounds": [], "lost": [], "shaken": []} for u in units}
    gone = dict.fromkeys(units, 0)
    before = {u: len(view.bases_of(u)) for u in units}
    frame = Frame("afs.melee", data=MeleeData(charger, target, counters, sketch=True))
    for n in range(runs):
        start = replace(view, stack=(), pending=None, luck=Luck("seeded", f"melee {n}"))
        end, wounds = _played(RULESET, start, frame, units)
        for unit in units:
            tallies[unit]["wounds"].append(wounds[unit])
            tallies[unit]["lost"].append(before[unit] - len(end.bases_of(unit)))
            tallies[unit]["shaken"].append(int(alive(end, unit) and end.units[unit].own.shaken))
            gone[unit] += not alive(end, unit)
    return MeleeOdds(
        runs,
        {u: _counted(tallies[u]["wounds"]) for u in units},
        {u: _counted(tallies[u]["lost"]) for u in units},
        {u: sum(tallies[u]["shaken"]) / runs for u in units},
        {u: gone[u] / runs for u in units},
    )


def _counted(values: Sequence[int]) -> Spread:
    found: dict[int, float] = {}
    for value in values:
        found[value] = found.get(value, 0.0) + 1.0 / len(values)
    return Spread.of(found)


def _run(ruleset: Ruleset, start: State, frame: Frame) -> tuple[State, list[Event]]:
    """Play a frame to its end with default answers."""
    dice = SeededDice()
    events, state = begin(ruleset, start, frame, dice)
    told = list(events)
    for _ in range(_MOST_ANSWERS):
        if state.pending is None:
            break
        decision: Decision = state.pending.waiting[0]
        reply = question_of(ruleset, decision.question).asked(state, decision).default
        got = decide(ruleset, state, cmd.Answering(decision.id, decision.side, reply), dice)
        if isinstance(got, cmd.Refusal):
            break
        told += got.events
        state = got.state
    return state, told


def _played(ruleset: Ruleset, start: State, frame: Frame, units: Sequence[str]) -> tuple[State, dict[str, int]]:
    """The state after one melee, and the wounds suffered in it."""
    state, told = _run(ruleset, start, frame)
    wounds = dict.fromkeys(units, 0)
    for event in told:
        data: dict[str, Any] = event.data
        if event.type == "suffered" and data["unit"] in wounds:
            wounds[data["unit"]] += data["wounds"]
    return state, wounds


def charge_forecast(
    view: State, charger: str, target: str, poses: Mapping[str, Pose] | None = None, runs: int = RUNS
) -> Forecast:
    """The odds of a charge that ends at these places: first the strikes alone, exactly, then the whole melee.

    The strikes are exact only where the charged unit cannot strike before them; else they are left to the sample.
    """
    there = charged(view, charger, target, poses or {})
    counters = strikes.counter_models(view, target)
    out: list[ForecastRow] = []
    attacks = strikes.blows(there, charger, target, "charge")
    impact = numbers.impact_by_model(there, strikes.in_reach(there, charger, target), counters)
    if not strikes.blows(there, target, charger, "counter"):
        out += odds.strike_forecast(there, target, attacks, impact).rows
    found = sample(there, charger, target, counters, runs)
    mine, theirs = Thing(charger), Thing(target)
    out.append(odds.spread_row(T("The melee: wounds on {unit}", unit=theirs), found.wounds[target]))
    out.append(odds.spread_row(T("The melee: wounds on {unit}", unit=mine), found.wounds[charger]))
    for unit in (target, charger):
        if len(view.bases_of(unit)) > 1:
            out.append(odds.spread_row(T("The melee: models lost by {unit}", unit=Thing(unit)), found.lost[unit]))
    for unit in (target, charger):
        out.append(ForecastRow(T("The melee: {unit} Shaken", unit=Thing(unit)), found.shaken[unit]))
        out.append(ForecastRow(T("The melee: {unit} destroyed", unit=Thing(unit)), found.destroyed[unit]))
    return Forecast(tuple(out), runs)
