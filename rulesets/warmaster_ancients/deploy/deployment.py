"""Deployment: a die each, the lower places first, unit by unit in turn, characters last; then who has the first turn.

WMA-S34, WMA-SET-01, WMA-SET-05. Rows 3 and 4 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import deploying
from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Asked,
    Bar,
    Choice,
    Decision,
    Exit,
    Ghost,
    Kind,
    OptionAnswer,
    OptionSpace,
    PlaceAnswer,
    PlaceSpace,
    Reply,
    Standing,
    Verdict,
    refused,
    unfinished,
)
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Roll, Run
from game.engine.ruleset import Discrete, Goal, Unforced
from game.engine.state import State, other_sides
from game.engine.text import T, Thing
from game.geometry.shapes import Pose, rounded
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_scenario import Deploy
from rulesets.warmaster_ancients.deploy import battle_line, zones
from rulesets.warmaster_ancients.field import formations

PLACE = "deploy"
FIRST_TURN = "first_turn"


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Deployment: who placed first, whose placing is due, who chooses the first turn, and who lets the rest be placed.

    ``auto`` are the sides that asked for the automatic set-up of all that is left.
    """

    first: str = ""
    due: str = ""
    chooser: str = ""
    auto: tuple[str, ...] = ()


def _rules(state: State) -> Deploy:
    return data_files.load_scenario(state.own.scenario).deploy


def unplaced(view: State, side: str) -> tuple[str, ...]:
    """What a side may place now: its units in reserve; once there are none, its characters (WMA-S34)."""
    waiting = deploying.in_reserve(view, side)
    troops = tuple(u.id for u in waiting if not u.own.character)
    return troops or tuple(u.id for u in waiting)


# --- steps -------------------------------------------------------------------------------------------------------


def _begin(run: Run, data: DeployData | None, got: Any) -> Outcome:
    rules = _rules(run.state)
    run.emit(
        "deployment_begins",
        "flow",
        T("The armies deploy"),
        ev.SetField("state", "", "own.phase", "deployment"),
        clauses=("WMA-S34",),
    )
    if "roll" in (rules.first, rules.first_turn):
        return Goto("roll", DeployData())
    return Goto("place", DeployData(rules.first, rules.first))


def _roll(run: Run, data: DeployData, got: Any) -> Outcome:
    rows = tuple(ev.DiceRow(side, 1) for side in run.state.sides)
    return Roll(ev.Request(rows, T("Who deploys first? The lower die"), "WMA-S34"), "rolled", data)


def _rolled(run: Run, data: DeployData, got: ev.Rolled) -> Outcome:
    rules = _rules(run.state)
    sides = tuple(run.state.sides)
    south, north = got.faces[0][0], got.faces[1][0]
    if south == north:
        run.emit("tied", "flow", T("A tie: both roll again"), clauses=("WMA-S34",))
        return Goto("roll", data)
    lower, higher = sides if south < north else sides[::-1]
    first = lower if rules.first == "roll" else rules.first
    run.emit(
        "places_first",
        "flow",
        T("The first unit is for {side} to place", side=Thing(first)),
        clauses=("WMA-S34",),
        side=first,
        data={"rolled": {sides[0]: south, sides[1]: north}},
    )
    return Goto("place", DeployData(first, first, higher))


def _place(run: Run, data: DeployData, got: Any) -> Outcome:
    """Whose unit is next: alternately, or the whole army of one side and then the other's."""
    state = run.state
    other = other_sides(state, data.first)[0]
    left = {side: unplaced(state, side) for side in (data.first, other)}
    if not any(left.values()):
        return Goto("stands", data)
    if _rules(state).order == "whole":
        side = data.first if left[data.first] else other
    else:
        side = data.due if _may_place(state, data.due, left) else other_sides(state, data.due)[0]
    if all(default_standing(state, unit) is None for unit in left[side]):
        deploying.leave_out(run, side, left[side], deploying.no_room(side, left[side]), "WMA-S34")
        return Goto("place", replace(data, due=side))
    if side in data.auto:
        return Goto("placed", replace(data, due=side), Reply(default_answer(state, side)))
    character = bool(state.units[left[side][0]].own.character)
    message = (
        T("{side}: place a character", side=Thing(side)) if character else T("{side}: place a unit", side=Thing(side))
    )
    return Ask((Question(PLACE, side, message, clauses=("WMA-S34",)),), "placed", replace(data, due=side))


def _may_place(state: State, side: str, left: dict[str, tuple[str, ...]]) -> bool:
    """Whether a side is to place now: it has something left, and no characters while the other still has units."""
    if not left[side]:
        return False
    other = other_sides(state, side)[0]
    mine_are_characters = bool(state.units[left[side][0]].own.character)
    return not (mine_are_characters and left[other] and not state.units[left[other][0]].own.character)


def _placed(run: Run, data: DeployData, got: Reply) -> Outcome:
    side = data.due
    if got.exit == deploying.AUTO:
        deploying.leave_to_usual(run, side, deploying.usual_array(side), "WMA-S34")
        return Goto("place", replace(data, auto=(*data.auto, side)))
    assert isinstance(got.answer, PlaceAnswer)
    standing = got.answer.places[0]
    poses = poses_of(run.state, standing)
    run.emit(
        "deployed",
        "place",
        T("{side} placed {unit}", side=Thing(side), unit=Thing(standing.thing)),
        *(ev.SetPose(base, pose) for base, pose in poses.items()),
        clauses=("WMA-S34",),
        about=(standing.thing,),
        side=side,
    )
    return Goto("place", replace(data, due=other_sides(run.state, side)[0]))


def _stands(run: Run, data: DeployData, got: Any) -> Outcome:
    """Everybody stands; the higher roller chooses who has the first turn."""
    fixed = _rules(run.state).first_turn
    if fixed != "roll":
        return Goto("begin_turns", data, fixed)
    message = T("{side}: have the first turn, or the second?", side=Thing(data.chooser))
    return Ask((Question(FIRST_TURN, data.chooser, message, clauses=("WMA-S34",)),), "chosen", data)


def _chosen(run: Run, data: DeployData, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    goes_first = got.answer.parts["turn"] == "first"
    return Goto("begin_turns", data, data.chooser if goes_first else other_sides(run.state, data.chooser)[0])


def _begin_turns(run: Run, data: DeployData, got: str) -> Outcome:
    run.emit(
        "first_turn",
        "flow",
        T("The first turn goes to {side}", side=Thing(got)),
        ev.SetField("state", "", "own.first", got),
        clauses=("WMA-S34",),
        side=got,
    )
    return Done()


# --- the questions -----------------------------------------------------------------------------------------------


def poses_of(view: State, standing: Standing) -> dict[str, Pose]:
    """The poses that an answer gives a unit, by base, rounded as they are recorded.

    A formation with the pose of one stand alone, or of the unit under its own id, gives all: the pose is then that of
    the block's centre.
    """
    bases = view.units[standing.thing].bases
    if standing.thing in standing.poses and standing.formation:
        at = standing.poses[standing.thing]
        shape = profile(view, standing.thing).footprint
        made = formations.formation_poses(standing.formation, shape, len(bases), (at.x, at.y), at.facing)
        return dict(zip(bases, made, strict=True))
    if standing.thing in standing.poses and len(bases) == 1:
        return {bases[0]: rounded(standing.poses[standing.thing])}
    return {b: rounded(standing.poses[b]) for b in bases if b in standing.poses}


def default_standing(view: State, unit: str) -> Standing | None:
    """The place of a unit in the usual array, None where its area has no room left."""
    found = battle_line.place(view, unit)
    return None if found is None else Standing(unit, found[1], found[0])


def default_answer(view: State, side: str) -> PlaceAnswer:
    """The next unit of a side that finds room, in the order of the list, at its place in the usual array."""
    for unit in unplaced(view, side):
        standing = default_standing(view, unit)
        if standing is not None:
            return PlaceAnswer((standing,))
    raise ValueError(f"there is no room left for {side}")


class PlaceQuestion(Unforced):
    """Which unit is placed next, where, in which formation (decision 3)."""

    kind: Kind = "place"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the units left, the area, the formations; the usual array is draft and default."""
        side = decision.side
        left = unplaced(view, side)
        characters = bool(view.units[left[0]].own.character)
        answer = default_answer(view, side)
        shapes = () if characters else (Choice("line", T("Line")), Choice("column", T("Column")))
        space = PlaceSpace(
            tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in left),
            zones.rings(zones.field_of(view), side),
            shapes,
        )
        exits = (Exit(deploying.AUTO, T("Place all the rest by the usual array")),)
        return Asked(space, Reply(answer), exits, answer)

    def default(self, view: State, decision: Decision) -> Reply:
        """The next unit at its usual place."""
        return Reply(default_answer(view, decision.side))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a placing; the nearest free place in the same formation is told where it is refused."""
        found = self._judged(view, decision, answer)
        if not isinstance(found, Bar):
            return found
        assert isinstance(answer, PlaceAnswer)
        standing = answer.places[0]
        poses = poses_of(view, standing)
        return deploying.judged(standing.thing, poses, found, lambda: _nearest(view, standing, poses))

    def _judged(self, view: State, decision: Decision, answer: Answer) -> Verdict | Bar:
        """The verdict on a placing; where only the place is wrong, why."""
        standing = deploying.one_unit(answer, unplaced(view, decision.side), "WMA-S34")
        if isinstance(standing, Verdict):
            return standing
        unit = standing.thing
        if standing.formation not in ("", "line", "column"):
            return refused(T("There is no formation {name}", name=standing.formation), "WMA-S04")
        poses = poses_of(view, standing)
        if len(poses) < len(view.units[unit].bases):
            return unfinished(T("Place all its stands"), "WMA-S34")
        bar = zones.place_bar(view, unit, list(poses.values()))
        return bar or Verdict("legal", ghosts=tuple(Ghost(b, p) for b, p in poses.items()))

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Each unit left at its place in the usual array, then the exit, then shifted and in column."""
        return deploying.offered(
            (default_standing(view, unit) for unit in unplaced(view, decision.side)),
            deploying.AUTO,
            lambda standing: _variants(view, standing),
            lambda answer: self._judged(view, decision, answer),
            limit,
        )


def _nearest(view: State, standing: Standing, poses: dict[str, Pose]) -> PlaceAnswer | None:
    """The nearest free place in the same formation."""
    free = zones.nearest_place(view, standing.thing, list(poses.values()))
    if free is None:
        return None
    return PlaceAnswer((Standing(standing.thing, dict(zip(poses, free, strict=True)), standing.formation),))


def _variants(view: State, standing: Standing) -> Iterable[PlaceAnswer]:
    """The same unit a little to the sides, farther back, and in column."""
    poses = list(standing.poses.values())
    x, y = formations.centre_of(poses)
    facing = poses[0].facing
    for name in (standing.formation, "column") if standing.formation else ("",):
        for dx in (-100.0, 100.0, -250.0, 250.0, 0.0):
            at = Pose(round(x + dx, 3), round(y, 3), facing)
            made = Standing(standing.thing, {standing.thing: at}, name)
            yield PlaceAnswer((replace(made, poses=poses_of(view, made)),))


class FirstTurnQuestion(Discrete):
    """Who has the first turn (decision 4)."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """First or second."""
        choices = (Choice("first", T("The first turn")), Choice("second", T("The second turn")))
        return Asked(OptionSpace({"turn": choices}), Reply(OptionAnswer({"turn": "first"})))


FRAMES: dict[str, type | None] = {"wma.deployment": DeployData}

STEPS = {
    ("wma.deployment", "begin"): _begin,
    ("wma.deployment", "roll"): _roll,
    ("wma.deployment", "rolled"): _rolled,
    ("wma.deployment", "place"): _place,
    ("wma.deployment", "placed"): _placed,
    ("wma.deployment", "stands"): _stands,
    ("wma.deployment", "chosen"): _chosen,
    ("wma.deployment", "begin_turns"): _begin_turns,
}

QUESTIONS = {PLACE: PlaceQuestion(), FIRST_TURN: FirstTurnQuestion()}
