"""Deployment (WAB-S31): a die each for the edge, units in turn, the loser first, another die for the first turn."""

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
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.deploy import array
from rulesets.ancient_battles.field.blocks import files_words, formed

PLACE, EDGE = "wab.deploy", "wab.edge"


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Deployment: who won the edge, whose placing is due, sides that let the rest be placed."""

    winner: str = ""
    due: str = ""
    auto: tuple[str, ...] = ()


def unplaced(view: State, side: str) -> tuple[str, ...]:
    """Units of a side in reserve, troops before characters."""
    return tuple(u.id for u in sorted(deploying.in_reserve(view, side), key=lambda u: u.own.character))


# --- edges -------------------------------------------------------------------------------------------------------


def _begin(run: Run, data: DeployData | None, got: Any) -> Outcome:
    run.emit(
        "deployment_begins",
        "flow",
        T("The armies deploy"),
        ev.SetField("state", "", "own.phase", "deployment"),
        clauses=("WAB-S31",),
    )
    return Goto("roll", DeployData())


def _dice(run: Run, why: Any) -> ev.Request:
    return ev.Request(tuple(ev.DiceRow(side, 1) for side in run.state.sides), why, "WAB-S31")


def _higher(run: Run, got: ev.Rolled) -> str:
    """The side that rolled higher, "" for a tie."""
    south, north = got.faces[0][0], got.faces[1][0]
    sides = tuple(run.state.sides)
    if south == north:
        run.emit("tied", "flow", T("A tie: both roll again"), clauses=("WAB-S31",))
        return ""
    return sides[0] if south > north else sides[1]


def _roll(run: Run, data: DeployData, got: Any) -> Outcome:
    return Roll(_dice(run, T("Who chooses the edge? The higher die")), "rolled", data)


def _rolled(run: Run, data: DeployData, got: ev.Rolled) -> Outcome:
    winner = _higher(run, got)
    if not winner:
        return Goto("roll", data)
    message = T("{side}: which edge is yours?", side=Thing(winner))
    return Ask((Question(EDGE, winner, message, clauses=("WAB-S31",)),), "edged", replace(data, winner=winner))


def _edged(run: Run, data: DeployData, got: Reply) -> Outcome:
    assert isinstance(got.answer, OptionAnswer)
    mine = got.answer.parts["edge"]
    loser = other_sides(run.state, data.winner)[0]
    theirs = "north" if mine == "south" else "south"
    run.emit(
        "edges",
        "flow",
        T("{side} stands in the south", side=Thing(data.winner if mine == "south" else loser)),
        ev.SetField("side", data.winner, "own.edge", mine),
        ev.SetField("side", loser, "own.edge", theirs),
        clauses=("WAB-S31",),
        side=data.winner,
        data={data.winner: mine, loser: theirs},
    )
    return Goto("place", replace(data, due=loser))


# --- placing -----------------------------------------------------------------------------------------------------


def _place(run: Run, data: DeployData, got: Any) -> Outcome:
    """Whose unit is next: alternately, as long as both have any left."""
    state = run.state
    left = {side: unplaced(state, side) for side in state.sides}
    if not any(left.values()):
        return Goto("first", data)
    side = data.due if left[data.due] else other_sides(state, data.due)[0]
    data = replace(data, due=side)
    if all(array.usual(state, u) is None for u in left[side]):
        deploying.leave_out(run, side, left[side], deploying.no_room(side, left[side]), "WAB-S31")
        return Goto("place", data)
    if side in data.auto:
        return Goto("placed", data, Reply(default_answer(state, side)))
    message = T("{side}: place a unit", side=Thing(side))
    return Ask((Question(PLACE, side, message, clauses=("WAB-S31", "WAB-S03")),), "placed", data)


def _placed(run: Run, data: DeployData, got: Reply) -> Outcome:
    side = data.due
    if got.exit == deploying.AUTO:
        deploying.leave_to_usual(run, side, deploying.usual_array(side), "WAB-S31")
        return Goto("place", replace(data, auto=(*data.auto, side)))
    assert isinstance(got.answer, PlaceAnswer)
    standing = got.answer.places[0]
    files = files_of(run.state, standing)
    poses = poses_of(run.state, standing)
    changes: list[ev.Change] = [ev.SetPose(base, pose) for base, pose in poses.items()]
    if files != own(run.state, standing.thing).files:
        changes.append(ev.SetField("unit", standing.thing, "own.files", files))
    run.emit(
        "deployed",
        "place",
        T("{side} placed {unit}", side=Thing(side), unit=Thing(standing.thing)),
        *changes,
        clauses=("WAB-S31",),
        about=(standing.thing,),
        side=side,
    )
    return Goto("place", replace(data, due=other_sides(run.state, side)[0]))


# --- the first turn ----------------------------------------------------------------------------------------------


def _first(run: Run, data: DeployData, got: Any) -> Outcome:
    return Roll(_dice(run, T("Who has the first turn? The higher die")), "first_rolled", data)


def _first_rolled(run: Run, data: DeployData, got: ev.Rolled) -> Outcome:
    first = _higher(run, got)
    if not first:
        return Goto("first", data)
    run.emit(
        "first_turn",
        "flow",
        T("The first turn goes to {side}", side=Thing(first)),
        ev.SetField("state", "", "own.first", first),
        clauses=("WAB-S31",),
        side=first,
    )
    return Done()


# --- the questions -----------------------------------------------------------------------------------------------


def files_of(view: State, standing: Standing) -> int:
    """The frontage that an answer gives a unit."""
    if formed(view, standing.thing) and standing.formation.isdigit():
        return int(standing.formation)
    return own(view, standing.thing).files


def poses_of(view: State, standing: Standing) -> dict[str, Pose]:
    """The poses that an answer gives a unit, by base: those told, or made about the pose of the whole unit's middle."""
    if standing.thing in standing.poses:
        return array.poses_about(view, standing.thing, standing.poses[standing.thing], files_of(view, standing))
    return {b: rounded(standing.poses[b]) for b in view.units[standing.thing].bases if b in standing.poses}


def default_answer(view: State, side: str) -> PlaceAnswer:
    """The next unit of a side that finds room, at its place in the usual array."""
    for unit in unplaced(view, side):
        standing = _usual(view, unit)
        if standing is not None:
            return PlaceAnswer((standing,))
    raise ValueError(f"there is no room left for {side}")


def _usual(view: State, unit: str) -> Standing | None:
    """A unit at its place in the usual array, None where there is no room for it."""
    poses, files = array.usual(view, unit), own(view, unit).files
    return None if poses is None else Standing(unit, poses, str(files) if files else "")


def _frontages(view: State, unit: str) -> tuple[Choice, ...]:
    """The frontages of a formed unit with their depth: the usual one, the wider, then the narrower; none for others."""
    count, usual = len(view.units[unit].bases), own(view, unit).files
    order = sorted(array.frontages(view, unit), key=lambda n: (n < usual, n))
    return tuple(Choice(str(n), files_words(n, count)) for n in order)


class PlaceQuestion(Unforced):
    """Which unit is placed next, where, on which frontage."""

    kind: Kind = "place"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the units left, the zone, the frontages; the usual array is draft and default."""
        side = decision.side
        left = unplaced(view, side)
        answer = default_answer(view, side)
        shapes = {u: _frontages(view, u) for u in left}
        things = tuple(Choice(u, T("{unit}", unit=Thing(u))) for u in left)
        exits = (Exit(deploying.AUTO, T("Place all the rest by the usual array")),)
        return Asked(PlaceSpace(things, array.zone(view, side), shapes=shapes), Reply(answer), exits, answer)

    def default(self, view: State, decision: Decision) -> Reply:
        """The next unit at its usual place."""
        return Reply(default_answer(view, decision.side))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a placing; the nearest free place is told where it is refused."""
        found = self._judged(view, decision, answer)
        if not isinstance(found, Bar):
            return found
        assert isinstance(answer, PlaceAnswer)
        standing = answer.places[0]
        poses = poses_of(view, standing)
        return deploying.judged(standing.thing, poses, found, lambda: _nearest(view, standing, poses))

    def _judged(self, view: State, decision: Decision, answer: Answer) -> Verdict | Bar:
        """The verdict on a placing; where only the place is wrong, why."""
        standing = deploying.one_unit(answer, unplaced(view, decision.side), "WAB-S31")
        if isinstance(standing, Verdict):
            return standing
        unit = standing.thing
        bar = self._frontage(view, standing)
        if bar is not None:
            return bar
        poses = poses_of(view, standing)
        if len(poses) < len(view.units[unit].bases):
            return unfinished(T("Place all its models"), "WAB-S31")
        wrong = self._disorder(view, standing, poses)
        if wrong is not None:
            return wrong
        why = array.place_bar(view, unit, poses)
        return why or Verdict("legal", ghosts=tuple(Ghost(b, p) for b, p in poses.items()))

    @staticmethod
    def _frontage(view: State, standing: Standing) -> Verdict | None:
        """Refuse a frontage that the unit cannot have."""
        unit = standing.thing
        if not formed(view, unit):
            return None
        if standing.formation and not standing.formation.isdigit():
            return refused(T("There is no formation {name}", name=standing.formation), "WAB-S03")
        if files_of(view, standing) not in array.frontages(view, unit):
            text = T("{unit}: from 1 to {n} files", unit=Thing(unit), n=len(view.units[unit].bases))
            return refused(text, "WAB-S03")
        return None

    @staticmethod
    def _disorder(view: State, standing: Standing, poses: dict[str, Pose]) -> Verdict | None:
        """Refuse figures of a formed unit that do not stand in its ranks and files."""
        unit = standing.thing
        if not formed(view, unit):
            return None
        first = view.units[unit].bases[0]
        files = files_of(view, standing)
        origin = array.poses_about(view, unit, Pose(0.0, 0.0, poses[first].facing), files)
        dx, dy = poses[first].x - origin[first].x, poses[first].y - origin[first].y
        for base, pose in poses.items():
            there = origin[base]
            if abs(there.x + dx - pose.x) > 0.01 or abs(there.y + dy - pose.y) > 0.01 or pose.facing != there.facing:
                return refused(T("{unit}: in ranks and files only", unit=Thing(unit)), "WAB-S03")
        return None

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """Each unit left at its place in the usual array, then the exit, then shifted along the line."""
        return deploying.offered(
            (_usual(view, unit) for unit in unplaced(view, decision.side)),
            deploying.AUTO,
            _variants,
            lambda answer: self._judged(view, decision, answer),
            limit,
        )


def _nearest(view: State, standing: Standing, poses: dict[str, Pose]) -> PlaceAnswer | None:
    """The nearest free place in the same ranks and files."""
    free = array.nearest(view, standing.thing, poses)
    return None if free is None else PlaceAnswer((Standing(standing.thing, free, standing.formation),))


def _variants(standing: Standing) -> Iterable[PlaceAnswer]:
    """The same unit a little to the sides."""
    for dx in (-150.0, 150.0, -300.0, 300.0):
        poses = {b: rounded(Pose(p.x + dx, p.y, p.facing)) for b, p in standing.poses.items()}
        yield PlaceAnswer((replace(standing, poses=poses),))


class EdgeQuestion(Discrete):
    """Which long edge the winner of the roll-off takes."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """South or north."""
        choices = (Choice("south", T("The southern edge")), Choice("north", T("The northern edge")))
        return Asked(OptionSpace({"edge": choices}), Reply(OptionAnswer({"edge": decision.side})))


FRAMES: dict[str, type | None] = {"wab.deployment": DeployData}
STEPS = {
    ("wab.deployment", "begin"): _begin,
    ("wab.deployment", "roll"): _roll,
    ("wab.deployment", "rolled"): _rolled,
    ("wab.deployment", "edged"): _edged,
    ("wab.deployment", "place"): _place,
    ("wab.deployment", "placed"): _placed,
    ("wab.deployment", "first"): _first,
    ("wab.deployment", "first_rolled"): _first_rolled,
}
QUESTIONS = {PLACE: PlaceQuestion(), EDGE: EdgeQuestion()}
