"""Tokens that an enemy comes upon: the character goes to the nearest friendly stand, or is lost.

WMA-S02, WMA-S32. Row 13 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.decision import Choice, Decision, PickAnswer, Reply
from game.engine.declared import FrameOf, Posed, on
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import Frame, State
from game.engine.text import Length, T, Thing
from game.geometry.measure import point_base_distance
from game.geometry.shapes import Point
from game.kit.situation import side_of
from game.kit.which_next import WhichNext, picked
from rulesets.warmaster_ancients.characters.characters import ENEMY_NEAR, token_pose
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.measures import MEASURES, length


class TokenData(msgspec.Struct, frozen=True):
    """A character that an enemy has come upon."""

    character: str


TOKEN = FrameOf("wma.token", TokenData)

ESCAPE_MM = length("token_escape")
MOVES = (
    "moved",
    "evaded",
    "charged",
    "charge_failed",
    "driven_back",
    "makes_way",
    "retreated",
    "withdrew",
    "fell_back",
    "pursued",
    "advanced",
    "advance_charged",
    "reformed",
)
"""Events in which a unit ends a move."""


class Escape(msgspec.Struct, frozen=True):
    """Where a token may go that an enemy has come upon: stands equally near, with their centres (mm), and how far.

    ``stands`` is empty where there is none in reach: the character is lost.
    """

    stands: tuple[str, ...]
    points: tuple[Point, ...]
    distance: float


def ridden_down(view: State, mover: str) -> tuple[str, ...]:
    """Enemy characters on whom a unit stands, or within 1 cm of whom, where its move has ended (WMA-S32), in order."""
    shape, own = facts.footprint(view, mover), list(facts.poses(view, mover).values())

    def upon(at: Point) -> bool:
        return any(MEASURES.within(point_base_distance(at, shape, p), ENEMY_NEAR) for p in own)

    enemies = facts.characters(view, facts.enemy_of(view, side_of(view, mover)))
    return tuple(character for character in enemies if upon(facts.point_of(view, character)))


def escape(view: State, character: str) -> Escape:
    """Where a token goes: the nearest stand of the nearest friendly unit within 60 cm (WMA-S32)."""
    at = facts.point_of(view, character)
    ways = [
        (MEASURES.round(point_base_distance(at, facts.footprint(view, unit), pose)), stand, (pose.x, pose.y))
        for unit in facts.troops(view, side_of(view, character))
        for stand, pose in facts.poses(view, unit).items()
    ]
    near = min((far for far, _, _ in ways), default=math.inf)
    ties = [way for way in ways if way[0] == near and MEASURES.within(near, ESCAPE_MM)]
    return Escape(tuple(stand for _, stand, _ in ties), tuple(point for _, _, point in ties), near)


@on(*MOVES)
def react(run: Run, event: ev.Event) -> Sequence[Frame]:
    """After a unit has moved: frames for the enemy characters it has come upon."""
    moved = dict.fromkeys(
        run.state.bases[c.base].unit for c in event.changes if isinstance(c, ev.SetPose) and c.where == "table"
    )
    found = dict.fromkeys(
        character
        for unit in moved
        if not run.state.units[unit].own.character
        for character in ridden_down(run.state, unit)
    )
    return tuple(Frame("wma.token", data=TokenData(character)) for character in found)


@TOKEN.step
def _begin(run: Run, data: TokenData, got: Any) -> Outcome:
    ways = escape(run.state, data.character)
    who, side = Thing(data.character), run.state.units[data.character].side
    if not ways.stands:
        gone = ev.SetPose(run.state.units[data.character].bases[0], None, "gone")
        run.tell(data.character, "character_lost", "loss", T("{character} is lost", character=who), ("WMA-S32",), gone)
        return Done()
    if len(ways.stands) == 1:
        return Goto("go", data, Reply(PickAnswer(ways.stands)))
    message = T("{side}: to which stand does {character} go?", side=Thing(side), character=who)
    return ESCAPE.ask(side, message, {"character": data.character}, ("WMA-S32",), then="go", data=data)


@TOKEN.step
def _go(run: Run, data: TokenData, got: Reply) -> Outcome:
    state = run.state
    stand = state.bases[picked(got)]
    assert stand.pose is not None
    pose = token_pose(state, data.character, (stand.pose.x, stand.pose.y))
    base = state.units[data.character].bases[0]
    if state.bases[base].pose == pose:
        return Done()
    distance, who = Length(escape(state, data.character).distance), Thing(data.character)
    text = T("{character} escaped to {unit}, {distance} away", character=who, unit=Thing(stand.unit), distance=distance)
    also = (stand.unit,)
    run.tell(data.character, "character_escapes", "move", text, ("WMA-S32",), ev.SetPose(base, pose), also=also)
    return Done()


class EscapeQuestion(WhichNext):
    """To which of the equally near stands a character goes; the first in the order of the lists is the default."""

    def rows(self, view: State, decision: Decision) -> tuple[str, ...]:
        """The stands equally near."""
        return escape(view, decision.args["character"]).stands

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A stand."""
        return Choice(row, T("{stand}", stand=Thing(row)))


ESCAPE = Posed("escape", EscapeQuestion())
