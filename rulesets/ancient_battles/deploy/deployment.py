"""Deployment (WAB-S31): a die each for the edge, units in turn, the loser first, another die for the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import (
    Bar,
    Choice,
    Decision,
    PlaceSpace,
    Reply,
    Standing,
    Verdict,
    refused,
)
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.state import State, other_sides
from game.engine.text import T, Thing
from game.geometry.shapes import Pose, rounded
from game.kit.deploy import OneByOne, SetUp, in_reserve
from game.kit.rolloff import higher, roll_off
from game.kit.shown.words import unit_name
from game.kit.which_next import OneOf
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.deploy import array
from rulesets.ancient_battles.field.blocks import files_words, formed

PLACE, EDGE = "wab.deploy", "wab.edge"


class DeployData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Deployment: who won the edge, whose placing is due, sides that let the rest be placed."""

    winner: str = ""
    due: str = ""
    auto: tuple[str, ...] = ()


DEPLOYMENT = FrameOf("wab.deployment", DeployData)


def unplaced(view: State, side: str) -> tuple[str, ...]:
    """Units of a side in reserve, troops before characters."""
    return tuple(u.id for u in sorted(in_reserve(view, side), key=lambda u: u.own.character))


@DEPLOYMENT.step
def _begin(run: Run, data: DeployData | None, got: Any) -> Outcome:
    turns.deployment_begins(run, "WAB-S31")
    return roll_off(T("Who chooses the edge? The higher die"), "WAB-S31", "rolled", DeployData())


@DEPLOYMENT.step
def _rolled(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    winner = higher(got)
    message = T("{side}: which edge is yours?", side=Thing(winner))
    return EDGE_QUESTION.ask(winner, message, clauses=("WAB-S31",), then="edged", data=replace(data, winner=winner))


@DEPLOYMENT.step
def _edged(run: Run, data: DeployData, got: Reply) -> Outcome:
    mine, loser = got.parts["edge"], other_sides(run.state, data.winner)[0]
    theirs = "north" if mine == "south" else "south"
    run.emit(
        "edges",
        "flow",
        T("{side} stands in the south", side=Thing(data.winner if mine == "south" else loser)),
        own_field("side", data.winner, edge=mine),
        own_field("side", loser, edge=theirs),
        clauses=("WAB-S31",),
        side=data.winner,
        data={data.winner: mine, loser: theirs},
    )
    return Goto("place", replace(data, due=loser))


@DEPLOYMENT.step
def _first(run: Run, data: DeployData, got: Any) -> Outcome:
    return roll_off(T("Who has the first turn? The higher die"), "WAB-S31", "first_rolled")


@DEPLOYMENT.step
def _first_rolled(run: Run, data: DeployData, got: dict[str, int]) -> Outcome:
    turns.first_turn_goes(run, higher(got), "WAB-S31")
    return Done()


# --- the questions -----------------------------------------------------------------------------------------------


def files_of(view: State, standing: Standing) -> int:
    """The frontage that an answer gives a unit."""
    if formed(view, standing.thing) and standing.formation.isdigit():
        return int(standing.formation)
    return own(view, standing.thing).files


def _frontages(view: State, unit: str) -> tuple[Choice, ...]:
    """The frontages of a formed unit with their depth: the usual one, the wider, then the narrower; none for others."""
    count, usual = len(view.units[unit].bases), own(view, unit).files
    order = sorted(array.frontages(view, unit), key=lambda n: (n < usual, n))
    return tuple(Choice(str(n), files_words(n, count)) for n in order)


class PlaceQuestion(SetUp):
    """Which unit is placed next, where, on which frontage."""

    clause = "WAB-S31"
    missing = T("Place all its models")

    waiting = staticmethod(unplaced)

    def space(self, view: State, side: str, waiting: Sequence[str]) -> PlaceSpace:
        """The units left, the zone, the frontages."""
        things = tuple(Choice(u, unit_name(u)) for u in waiting)
        return PlaceSpace(things, array.zone(view, side), shapes={u: _frontages(view, u) for u in waiting})

    def usual(self, view: State, unit: str) -> Standing | None:
        """Its place in the usual array."""
        poses, files = array.usual(view, unit), own(view, unit).files
        return None if poses is None else Standing(unit, poses, str(files) if files else "")

    def about(self, view: State, standing: Standing, middle: Pose) -> dict[str, Pose]:
        """The poses of its models about the whole unit's middle."""
        return array.poses_about(view, standing.thing, middle, files_of(view, standing))

    def unknown(self, view: State, standing: Standing) -> Verdict | None:
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

    def bar(self, view: State, standing: Standing, poses: dict[str, Pose]) -> Verdict | Bar | None:
        """Refuse figures of a formed unit that do not stand in its ranks and files; else why it may not stand there."""
        unit = standing.thing
        if formed(view, unit) and not _in_order(view, unit, files_of(view, standing), poses):
            return refused(T("{unit}: in ranks and files only", unit=Thing(unit)), "WAB-S03")
        return array.place_bar(view, unit, poses)

    def nearest(self, view: State, standing: Standing, poses: dict[str, Pose]) -> dict[str, Pose] | None:
        """The nearest free place in the same ranks and files."""
        return array.nearest(view, standing.thing, poses)

    def variants(self, view: State, standing: Standing) -> Iterator[Standing]:
        """The same unit a little to the sides."""
        for dx in (-150.0, 150.0, -300.0, 300.0):
            poses = {b: rounded(Pose(p.x + dx, p.y, p.facing)) for b, p in standing.poses.items()}
            yield replace(standing, poses=poses)

    def marks(self, view: State, standing: Standing) -> list[ev.Change]:
        """Another frontage than its usual one."""
        files = files_of(view, standing)
        usual = files == own(view, standing.thing).files
        return [] if usual else [own_field("unit", standing.thing, files=files)]


def _in_order(view: State, unit: str, files: int, poses: Mapping[str, Pose]) -> bool:
    """Whether figures stand in ranks and files as a unit's do on a frontage."""
    first = poses[view.units[unit].bases[0]]
    block = array.poses_about(view, unit, Pose(0.0, 0.0, first.facing), files)
    origin = block[view.units[unit].bases[0]]
    dx, dy = first.x - origin.x, first.y - origin.y
    return all(
        max(abs(there.x + dx - poses[base].x), abs(there.y + dy - poses[base].y)) <= 0.01
        and poses[base].facing == there.facing
        for base, there in block.items()
    )


class EdgeQuestion(OneOf):
    """Which long edge the winner of the roll-off takes: by default its own."""

    def usual(self, view: State, decision: Decision, choices: Sequence[Choice]) -> str:
        """That of its name."""
        return decision.side


EDGES = {"south": T("The southern edge"), "north": T("The northern edge")}
EDGE_QUESTION = Posed(EDGE, EdgeQuestion("edge", EDGES))


PLACING = PlaceQuestion()
PLACE_QUESTION = Posed(PLACE, PLACING)
DEPLOYMENT.also(OneByOne(PLACE_QUESTION, PLACING, Goto("first"), ("WAB-S31", "WAB-S03")).steps)
