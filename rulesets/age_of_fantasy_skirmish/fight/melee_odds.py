"""The odds of a whole charge: the exact odds of the strikes where nothing comes before them, and melees played out.

A melee has decisions, Pushes and falls in it, so it is sampled: the flow itself is run on copies with default answers
and dice of its own (:mod:`game.engine.playout`); the forecast states how many runs there were, and its error.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from game.engine.loader import load_ruleset
from game.engine.playout import Playout, Tally, play
from game.engine.ruleset import Forecast
from game.engine.state import Frame, State
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from game.kit import situation
from game.kit.shown import prospects as kit
from game.kit.shown.prospects import Outcome
from rulesets.age_of_fantasy_skirmish.attack import numbers, odds, strikes
from rulesets.age_of_fantasy_skirmish.field import standing
from rulesets.age_of_fantasy_skirmish.field.board import what_if
from rulesets.age_of_fantasy_skirmish.fight.melee import MeleeData

RUNS = 40
WOUNDS = Outcome(
    "wounds",
    T("The melee: wounds on {unit}"),
    lambda run, unit: sum(e.data["wounds"] for e in run.told if e.type == "suffered" and e.data["unit"] == unit),
    False,
)
LOST = Outcome(
    "lost",
    T("The melee: models lost by {unit}"),
    lambda run, unit: len(run.before.bases_of(unit)) - len(run.after.bases_of(unit)),
    False,
)
SHAKEN = Outcome(
    "shaken",
    T("The melee: {unit} Shaken"),
    lambda run, unit: situation.on_table(run.after, unit) and run.after.units[unit].own.shaken,
)
GONE = Outcome("gone", T("The melee: {unit} destroyed"), lambda run, unit: not situation.on_table(run.after, unit))


def charged(view: State, charger: str, target: str, poses: Mapping[str, Pose]) -> State:
    """The view with a charge made, and the charged unit piled in as it usually would; the others stay behind."""
    frame = Frame("afs.pile_in", data={"charger": charger, "target": target})
    there = play(load_ruleset(view.ruleset), what_if(view, dict(poses)), frame, "pile in")[0]
    return replace(there, luck=None, stack=(), pending=None)


def playout(there: State, charger: str, target: str, counters: int) -> Playout:
    """A melee to be played from where the two units stand (AFS-MEL-12); nobody moves before and after the strikes.

    ``counters`` is how many Counter models the target has when the charge is declared. Counted are wounds and models
    lost, who is Shaken or gone, and which army is down to half (AFS-MOR-01).
    """
    both = (target, charger)
    counted = [(WOUNDS, u) for u in both]
    counted += [(LOST, u) for u in both if len(there.bases_of(u)) > 1]
    counted += [(what, u) for u in both for what in (SHAKEN, GONE)]
    sides = dict.fromkeys(there.units[u].side for u in both)
    counted += [(_halved(side), "") for side in sides if not standing.halved(there, side)]
    frame = Frame("afs.melee", data=MeleeData(charger, target, counters, sketch=True))
    return kit.playout(there, (frame,), "", (charger, target), counted)


def _halved(side: str) -> Outcome:
    label = T("{side} must test morale at the end of the round", side=Thing(side))
    return Outcome(f"halved {side}", label, lambda run, _: standing.halved(run.after, side))


def strikes_forecast(there: State, charger: str, target: str, counters: int) -> Forecast | None:
    """The exact odds of the chargers' strikes; None where the charged unit can strike before them (AFS-CNTR-01)."""
    if strikes.blows(there, target, charger, "counter"):
        return None
    attacks = strikes.blows(there, charger, target, "charge")
    impact = numbers.impact_by_model(there, strikes.in_reach(there, charger, target), counters)
    return odds.strike_forecast(there, target, attacks, impact)


def charge_forecast(view: State, charger: str, target: str, poses: Mapping[str, Pose], runs: int = RUNS) -> Forecast:
    """The odds of a charge that ends at these places: first the strikes alone, exactly, then the whole melee.

    The strikes are exact only where the charged unit cannot strike before them; else they are left to the sample.
    """
    there = charged(view, charger, target, poses)
    counters = strikes.counter_models(view, target)
    exact = strikes_forecast(there, charger, target, counters)
    melee = Tally(load_ruleset(view.ruleset), playout(there, charger, target, counters))
    melee.more(runs)
    return Forecast((*(exact.rows if exact is not None else ()), *melee.forecast().rows), runs)
