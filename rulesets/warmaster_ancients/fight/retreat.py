"""The beaten side goes: artillery is lost, the others retreat one after another; what is trapped is destroyed.

WMA-RES-08, WMA-RES-09, WMA-PUR-02, WMA-R41, WMA-S27, WMA-S42 (5).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Answer, Decision, PickAnswer, Reply, Verdict
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit import situation
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.attack.casualties import destroy
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.move import retreating
from rulesets.warmaster_ancients.shoot.driveback import FORCED, ForcedData, Gone, forced_ghosts


class RetreatData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Beaten units that must go ``distance`` mm, each in its direction (none: trapped).

    ``starts`` is where each stood (the middle of its first stand, mm); ``went`` how far each has retreated (mm);
    ``unit`` is the one that goes now.
    """

    units: tuple[str, ...]
    distance: float
    ways: dict[str, tuple[float, ...]]
    starts: dict[str, tuple[float, float]] = {}
    went: dict[str, float] = {}
    unit: str = ""


RETREATS = FrameOf("wma.retreats", RetreatData)


def first_stand(view: State, unit: str) -> tuple[float, float]:
    """Centre (mm) of a unit's first stand."""
    pose = next(iter(facts.poses(view, unit).values()))
    return pose.x, pose.y


class RetreatQuestion(WhichNext):
    """Which beaten unit retreats next (decision 26), with the way it would go."""

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge the pick, and show where the unit would end at the first thing that stops it."""
        verdict = super().check(view, decision, answer)
        if not verdict.legal or not isinstance(answer, PickAnswer):
            return verdict
        unit, distance = answer.ids[0], float(decision.args["distance"])
        way = retreating.way_of(decision.args["ways"][unit])
        if way is None:
            return verdict
        return replace(verdict, ghosts=forced_ghosts(view, unit, way, distance), cost=distance)


RETREAT = Posed("retreat", RetreatQuestion())


@RETREATS.step
def _begin(run: Run, data: RetreatData, got: Any) -> Outcome:
    """Beaten artillery never flees: it is destroyed (WMA-PUR-02, WMA-R41)."""
    for unit in data.units:
        if profile(run.state, unit).artillery:
            destroy(run, unit, ("WMA-PUR-02", "WMA-R41"), "artillery")
    starts = {u: first_stand(run.state, u) for u in data.units if situation.on_table(run.state, u)}
    return Goto("next", replace(data, starts=starts))


@RETREATS.step
def _next(run: Run, data: RetreatData, got: Any) -> Outcome:
    units = tuple(u for u in data.units if situation.on_table(run.state, u))
    if not units:
        return Done({u: _moved(run.state, data, u) for u in data.went})
    side = run.state.units[units[0]].side
    message = T("{side}: which beaten unit retreats next?", side=Thing(side))
    args = {"units": list(units), "ways": {u: list(data.ways[u]) for u in units}, "distance": data.distance}
    return RETREAT.ask(side, message, args, ("WMA-S42", "WMA-RES-08"), then="picked", data=replace(data, units=units))


def _moved(view: State, data: RetreatData, unit: str) -> list[float]:
    """Dx, dy (mm) from where a unit stood, making way for others included, and the mm of its retreat (WMA-R44)."""
    (x, y), (start_x, start_y) = first_stand(view, unit), data.starts[unit]
    return [round(x - start_x, 3), round(y - start_y, 3), data.went[unit]]


@RETREATS.step
def _picked(run: Run, data: RetreatData, got: Reply) -> Outcome:
    unit = picked(got)
    way = retreating.way_of(data.ways[unit])
    rest = replace(data, units=tuple(u for u in data.units if u != unit), unit=unit)
    if way is None:
        destroy(run, unit, ("WMA-S27",), "trapped")
        return Goto("next", rest)
    return FORCED.call(ForcedData(unit, "retreat", way, data.distance), "gone", rest)


@RETREATS.step
def _gone(run: Run, data: RetreatData, got: Gone) -> Outcome:
    if got.destroyed:
        return Goto("next", data)
    return Goto("next", replace(data, went={**data.went, data.unit: got.distance}))
