"""Deployment: a die each, the lower places first, unit by unit in turn, characters last; then who has the first turn.

WMA-S34, WMA-SET-01, WMA-SET-05 (rows 3 and 4 of the decisions).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import Bar, Choice, PlaceSpace, Reply, Standing
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.ruleset import Unforced
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose, rounded
from game.kit.deploy import OneByOne, SetUp, in_reserve
from game.kit.rolloff import higher, lower, roll_off
from game.kit.shown.words import unit_name
from game.kit.which_next import OneOf, whose_next
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_files import Deploy
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import formations


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Deployment: who placed first, whose placing is due, who chooses the first turn, who lets the rest be placed."""

    first: str = ""
    due: str = ""
    chooser: str = ""
    auto: tuple[str, ...] = ()


DEPLOYMENT = FrameOf("wma.deployment", DeployData)


def _rules(state: State) -> Deploy:
    return data_files.load_scenario(state.own.scenario).deploy


@DEPLOYMENT.step
def _begin(run: Run, data: DeployData | None, got: Any) -> Outcome:
    rules = _rules(run.state)
    turns.deployment_begins(run, "WMA-S34")
    if "roll" in (rules.first, rules.first_turn):
        return roll_off(
            T("Roll-off for the deployment: the lower die deploys first"), "WMA-S34", "rolled", DeployData()
        )
    return Goto("place", DeployData(rules.first, rules.first))


@DEPLOYMENT.step
def _rolled(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    rules = _rules(run.state)
    first = lower(got) if rules.first == "roll" else rules.first
    text = T("{side} places the first unit", side=Thing(first))
    run.emit("places_first", "flow", text, clauses=("WMA-S34",), side=first, data={"rolled": got})
    return Goto("place", DeployData(first, first, higher(got)))


def _whose(state: State, data: DeployData) -> str:
    """Whose unit is next: alternately, characters once nobody has units left; or one whole army, then the other."""
    left = {side: [state.units[u] for u in PLACING.waiting(state, side)] for side in state.sides}
    if _rules(state).order == "whole":
        return whose_next(state, data.first, lambda side: left[side])
    units = any(not u.own.character for waiting in left.values() for u in waiting)
    return whose_next(state, data.due, lambda side: any(not (units and u.own.character) for u in left[side]))


@DEPLOYMENT.step
def _stands(run: Run, data: DeployData, got: Any) -> Outcome:
    """Everybody stands; the higher roller chooses who has the first turn."""
    fixed = _rules(run.state).first_turn
    if fixed != "roll":
        return Goto("begin_turns", data, fixed)
    message = T("{side}: have the first turn, or the second?", side=Thing(data.chooser))
    return FIRST_TURN.ask(data.chooser, message, clauses=("WMA-S34",), then="chosen", data=data)


@DEPLOYMENT.step
def _chosen(run: Run, data: DeployData, got: Reply) -> Outcome:
    goes_first = got.parts["turn"] == "first"
    return Goto("begin_turns", data, data.chooser if goes_first else other_sides(run.state, data.chooser)[0])


@DEPLOYMENT.step
def _begin_turns(run: Run, data: DeployData, got: str) -> Outcome:
    turns.first_turn_goes(run, got, "WMA-S34")
    return Done()


class PlaceQuestion(SetUp, Unforced):
    """Which unit is placed next, where, in which formation (decision 3)."""

    clause = "WMA-S34"
    form_clause = "WMA-S04"
    formations = (Choice("line", T("Line")), Choice("column", T("Column")))
    missing = T("Place all its stands")

    def waiting(self, view: State, side: str) -> tuple[str, ...]:
        """The units of a side in reserve; once there are none, its characters (WMA-S34)."""
        waiting = in_reserve(view, side)
        return tuple(u.id for u in waiting if not u.own.character) or tuple(u.id for u in waiting)

    def space(self, view: State, side: str, waiting: Sequence[str]) -> PlaceSpace:
        """The units left, the area, the formations."""
        things = tuple(Choice(u, unit_name(u)) for u in waiting)
        return PlaceSpace(
            things, zones.rings(view, side), () if view.units[waiting[0]].own.character else self.formations
        )

    def message(self, view: State, side: str) -> Text:
        """A unit, or a character."""
        character = view.units[self.waiting(view, side)[0]].own.character
        return T("{side}: place a character", side=Thing(side)) if character else super().message(view, side)

    def usual(self, view: State, unit: str) -> Standing | None:
        """Its place in the usual array."""
        found = zones.place(view, unit)
        return None if found is None else Standing(unit, found[1], found[0])

    def about(self, view: State, standing: Standing, middle: Pose) -> dict[str, Pose]:
        """The poses of its stands; a token, or a unit of one stand, has no formation but where one is told."""
        bases = view.units[standing.thing].bases
        if standing.formation:
            shape = profile(view, standing.thing).footprint
            at = (middle.x, middle.y)
            made = formations.formation_poses(standing.formation, shape, len(bases), at, middle.facing)
            return dict(zip(bases, made, strict=True))
        return {bases[0]: rounded(middle)} if len(bases) == 1 else {}

    def bar(self, view: State, standing: Standing, poses: dict[str, Pose]) -> Bar | None:
        """Why a unit may not stand there."""
        return zones.place_bar(view, standing.thing, list(poses.values()))

    def nearest(self, view: State, standing: Standing, poses: dict[str, Pose]) -> dict[str, Pose] | None:
        """The nearest free place in the same formation."""
        free = zones.nearest_place(view, standing.thing, list(poses.values()))
        return None if free is None else dict(zip(poses, free, strict=True))

    def variants(self, view: State, standing: Standing) -> Iterator[Standing]:
        """The same unit a little to the sides, and in column."""
        poses = list(standing.poses.values())
        x, y = formations.centre_of(poses)
        for name in (standing.formation, "column") if standing.formation else ("",):
            for dx in (-100.0, 100.0, -250.0, 250.0, 0.0):
                made = replace(standing, formation=name)
                at = Pose(round(x + dx, 3), round(y, 3), poses[0].facing)
                yield replace(made, poses=self.about(view, made, at))


FIRST_TURN = Posed("first_turn", OneOf("turn", {"first": T("The first turn"), "second": T("The second turn")}))
"""Who has the first turn (decision 4)."""
PLACING = PlaceQuestion()
PLACE = Posed("deploy", PLACING)
DEPLOYMENT.also(OneByOne(PLACE, PLACING, Goto("stands"), ("WMA-S34",), _whose).steps)
