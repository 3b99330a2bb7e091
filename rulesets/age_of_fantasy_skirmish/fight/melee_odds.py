"""The odds of a whole charge: the exact odds of the strikes where nothing comes before them, and melees played out.

A melee has decisions, Pushes and falls in it, so it is sampled: the flow itself is run on copies with default answers
and dice of its own (:mod:`game.engine.playout`); the forecast states how many runs there were, and its error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from game.engine.event import Event
from game.engine.odds import Spread
from game.engine.playout import Measure, Playout, Read, Tally, play
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import Frame, State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.attack import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.field import standing
from rulesets.age_of_fantasy_skirmish.field.board import what_if
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData

RUNS = 40


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

    frame = Frame("afs.pile_in", data={"charger": charger, "target": target})
    there = play(RULESET, what_if(view, dict(poses)), frame, "pile in")[0]
    return replace(there, luck=None, stack=(), pending=None)


def playout(there: State, charger: str, target: str, counters: int) -> Playout:
    """A melee to be played from where the two units stand (AFS-MEL-12); nobody moves before and after the strikes.

    Parameters
    ----------
    counters
        Counter models of the target when the charge is declared.
    """
    frame = Frame("afs.melee", data=MeleeData(charger, target, counters, sketch=True))
    return Playout(there, (frame,), _measures(there, charger, target), _read(charger, target), f"{charger} {target}")


def _measures(view: State, charger: str, target: str) -> tuple[Measure, ...]:
    both = (target, charger)
    found = [Measure(f"wounds {u}", T("The melee: wounds on {unit}", unit=Thing(u)), False) for u in both]
    found += [
        Measure(f"lost {u}", T("The melee: models lost by {unit}", unit=Thing(u)), False)
        for u in both
        if len(view.bases_of(u)) > 1
    ]
    for unit in both:
        found.append(Measure(f"shaken {unit}", T("The melee: {unit} Shaken", unit=Thing(unit))))
        found.append(Measure(f"gone {unit}", T("The melee: {unit} destroyed", unit=Thing(unit))))
    for side in dict.fromkeys(view.units[u].side for u in both):
        if not standing.halved(view, side):
            label = T("{side} must test morale at the end of the round", side=Thing(side))
            found.append(Measure(f"halved {side}", label))
    return tuple(found)


def _read(charger: str, target: str) -> Read:
    """Read off wounds and models lost, who is Shaken or gone, and which army is down to half (AFS-MOR-01)."""

    def read(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
        found = {f"halved {s}": int(standing.halved(after, s)) for s in after.sides}
        for unit in (charger, target):
            found[f"wounds {unit}"] = sum(
                e.data["wounds"] for e in told if e.type == "suffered" and e.data["unit"] == unit
            )
            found[f"lost {unit}"] = len(before.bases_of(unit)) - len(after.bases_of(unit))
            found[f"shaken {unit}"] = int(standing.on_table(after, unit) and after.units[unit].own.shaken)
            found[f"gone {unit}"] = int(not standing.on_table(after, unit))
        return found

    return read


def sample(view: State, charger: str, target: str, counters: int, runs: int = RUNS) -> MeleeOdds:
    """Play a melee out ``runs`` times, the two units standing as in the view (see :func:`playout`)."""
    from rulesets.age_of_fantasy_skirmish.system import RULESET

    units = (charger, target)
    tally = Tally(RULESET, playout(view, charger, target, counters))
    tally.more(runs)
    return MeleeOdds(
        runs,
        {u: Spread.of(tally.chances(f"wounds {u}")) for u in units},
        {u: Spread.of(tally.chances(f"lost {u}") or tally.chances(f"gone {u}")) for u in units},
        {u: tally.mean(f"shaken {u}") for u in units},
        {u: tally.mean(f"gone {u}") for u in units},
    )


def strikes_forecast(there: State, charger: str, target: str, counters: int) -> Forecast | None:
    """The exact odds of the chargers' strikes; None where the charged unit can strike before them (AFS-CNTR-01)."""
    if strikes.blows(there, target, charger, "counter"):
        return None
    attacks = strikes.blows(there, charger, target, "charge")
    impact = numbers.impact_by_model(there, strikes.in_reach(there, charger, target), counters)
    return odds.strike_forecast(there, target, attacks, impact)


def charge_forecast(
    view: State, charger: str, target: str, poses: Mapping[str, Pose] | None = None, runs: int = RUNS
) -> Forecast:
    """The odds of a charge that ends at these places: first the strikes alone, exactly, then the whole melee.

    The strikes are exact only where the charged unit cannot strike before them; else they are left to the sample.
    """
    from rulesets.age_of_fantasy_skirmish.system import RULESET

    there = charged(view, charger, target, poses or {})
    counters = strikes.counter_models(view, target)
    out: list[ForecastRow] = []
    exact = strikes_forecast(there, charger, target, counters)
    if exact is not None:
        out += exact.rows
    tally = Tally(RULESET, playout(there, charger, target, counters))
    tally.more(runs)
    return Forecast((*out, *tally.forecast().rows), runs)
