"""Giving ground and following up: 2 inches straight back, still facing the enemy (WAB-STB-02, WAB-S25, WAB-FRZ-04)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Discrete
from game.engine.state import State, Tie
from game.engine.text import Length, T, Thing
from game.geometry.shapes import forward
from game.kit import situation
from rulesets.ancient_battles.attack.casualties import part
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.barriers import make_way
from rulesets.ancient_battles.field.blocks import block_of, formed, shift
from rulesets.ancient_battles.fight import chase
from rulesets.ancient_battles.fight.meeting import MEET, MeetData
from rulesets.ancient_battles.flee.flights import bearing_away
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.own import Facing

STEP = NUMBERS.give_ground.value
"""Inches given and followed up (WAB-S25)."""
_TURN: dict[Facing, float] = {"front": 180.0, "left": 90.0, "right": 270.0, "rear": 0.0}
"""Degrees from a unit's facing in which it gives ground to enemies on this side."""


class GroundData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit gives ground.

    Attributes
    ----------
    foes
        Enemies that touched it, still to decide.
    """

    unit: str
    foes: tuple[str, ...] = ()


GIVE_GROUND = FrameOf("wab.give_ground", GroundData)


def way_back(view: State, unit: str) -> float | None:
    """Bearing in which a unit gives ground, None where it cannot: enemies on several sides, or no room (WAB-S25)."""
    foes = facts.opponents(view, unit)
    if not foes:
        return None
    if formed(view, unit):
        held, *more = {engagement.side_struck(view, foe, unit) for foe in foes}
        if more:
            return None
        bearing = (block_of(view, unit).front.facing + _TURN[held]) % 360.0
    else:
        away = min(foes, key=lambda f: (-facts.strength(view, f), facts.place_in_list(view, f)))
        bearing = bearing_away(view, unit, away)
    found = chase.chase(view, unit, bearing, inch(STEP), turn=False, ignore=foes)
    blocked = found.met or found.ridden or found.way < inch(STEP) - SLACK
    return None if blocked else bearing


class FollowQuestion(Discrete):
    """Whether an enemy follows up a unit that gave ground; the frenzied must (WAB-S25, WAB-FRZ-04)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """Yes or no."""
        unit = decision.args["unit"]
        choices = [Choice("yes", T("Follow up"))]
        if not facts.frenzied(view, unit):
            choices.append(Choice("no", T("Stand")))
        return Asked(OptionSpace({"follow": tuple(choices)}), Reply(OptionAnswer({"follow": "yes"})))


FOLLOW = Posed("wab.follow", FollowQuestion())


@GIVE_GROUND.step
def _begin(run: Run, data: GroundData, got: Any) -> Outcome:
    """Step back, or stay in contact: the one use is spent either way (WAB-S25)."""
    view, unit = run.state, data.unit
    if not situation.on_table(view, unit) or not facts.opponents(view, unit):
        return Done()
    bearing = way_back(view, unit)
    if bearing is None:
        text = T("{unit} could not give ground and stayed in contact", unit=Thing(unit))
        run.tell(unit, "ground_kept", "move", text, ("WAB-S25",))
        return Done()
    # straight ahead is after it for those alone whose front lies along it
    along = (f for f in facts.opponents(view, unit) if not formed(view, f) or engagement.edge(view, f, unit))
    foes = engagement.in_order(view, along)
    text = T("{unit} gave ground by {length}", unit=Thing(unit), length=Length(inch(STEP)))
    dx, dy = (c * inch(STEP) for c in forward(bearing))
    told = {"unit": unit, "inches": 2}
    shift(run, unit, dx, dy, text, type="gave_ground", clauses=("WAB-STB-02", "WAB-S25"), data=told)
    make_way(run, (unit,))
    return Goto("next", replace(data, foes=foes))


def may_follow(view: State, foe: str, unit: str) -> bool:
    """Whether an enemy may follow up: nobody else against whom it stands is in its way."""
    if not situation.on_table(view, foe) or facts.fleeing(view, foe):
        return False
    found = chase.chase(view, foe, _ahead(view, foe, unit), inch(STEP), turn=False, ignore=(unit,))
    return found.met not in facts.opponents(view, foe)


@GIVE_GROUND.step
def _next(run: Run, data: GroundData, got: Any) -> Outcome:
    """Each enemy that touched it decides; who does not follow has lost contact."""
    if not data.foes:
        loosen(run, data.unit)
        return Done()
    foe = data.foes[0]
    if not may_follow(run.state, foe, data.unit):
        return Goto("next", replace(data, foes=data.foes[1:]))
    message = T("Does {unit} follow up {enemy}?", unit=Thing(foe), enemy=Thing(data.unit))
    side, args = run.state.units[foe].side, {"unit": foe, "enemy": data.unit}
    return FOLLOW.ask(side, message, args, ("WAB-S25", "WAB-FRZ-04"), then="answered")


@GIVE_GROUND.step
def _answered(run: Run, data: GroundData, got: Reply) -> Outcome:
    """Two inches straight ahead; another enemy met on the way is charged (WAB-S25)."""
    foe, rest = data.foes[0], replace(data, foes=data.foes[1:])
    if got.parts["follow"] == "no":
        return Goto("next", rest)
    view = run.state
    bearing = _ahead(view, foe, data.unit)
    found = chase.chase(view, foe, bearing, inch(STEP), turn=False, ignore=(data.unit,))
    text = T("{unit} followed up {enemy}", unit=Thing(foe), enemy=Thing(data.unit))
    dx, dy = (c * found.way for c in forward(bearing))
    shift(run, foe, dx, dy, text, type="followed_up", clauses=("WAB-S25",), about=(foe, data.unit))
    make_way(run, (foe,))
    if engagement.touch(run.state, foe, data.unit):
        _renew(run, foe, data.unit)
    loosen(run, foe, (data.unit,))
    if not found.met:
        return Goto("next", rest)
    return MEET.call(MeetData(foe, found.met, "follow_up", facing_charged(view, foe, found.met)), "next", rest)


def _ahead(view: State, foe: str, unit: str) -> float:
    """Straight ahead; skirmishers and lone characters go where the unit went."""
    if formed(view, foe):
        return block_of(view, foe).front.facing
    return facts.direction(view, facts.centre(view, foe), facts.centre(view, unit), view.units[foe].side)


def _renew(run: Run, foe: str, unit: str) -> None:
    """The follower ran into the enemy: it has Momentum, and counts as having charged (WAB-S21)."""
    again = engagement.number(run.state) + 1
    for tie in (t for t in engagement.contact_ties(run.state, foe) if unit in (t.a, t.b)):
        new = Tie(run.new_id("c"), "contact", foe, unit, replace(tie.own, how="follow_up", again=again))
        run.emit("contact_kept", "status", None, ev.Untie(tie.id), ev.AddTie(new), clauses=("WAB-S25",))


def loosen(run: Run, unit: str, kept: tuple[str, ...] = ()) -> None:
    """End the contacts of a unit with enemies it no longer touches."""
    view = run.state
    for tie in engagement.contact_ties(view, unit):
        enemy = tie.b if tie.a == unit else tie.a
        there = situation.on_table(view, enemy) and situation.on_table(view, unit)
        if enemy not in kept and not (there and engagement.touch(view, unit, enemy)):
            part(run, tie, (tie.a, tie.b), "WAB-S25")
