"""Break tests when all combats are worked out; who gives ground instead, 2 inches straight back, and is followed up.

WAB-BRK-01 to WAB-BRK-09, WAB-FEA-05, WAB-STB-02, WAB-STB-03, WAB-FRZ-04, WAB-R20, WAB-R21, WAB-R26, WAB-R28, WAB-S25,
WAB-S30.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.decision import Choice, Decision, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.odds import Pool, resolve, spread
from game.engine.state import State, Tie
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import forward
from game.kit import situation
from game.kit.attack import reaches
from game.kit.sums import Row
from game.kit.which_next import OneOf
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.attack.casualties import part
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.barriers import make_way
from rulesets.ancient_battles.field.blocks import block_of, formed, shift
from rulesets.ancient_battles.fight import chase
from rulesets.ancient_battles.fight.chase import MEET, MeetData
from rulesets.ancient_battles.fight.combat_round import Fought
from rulesets.ancient_battles.flee.flights import bearing_away
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.nerve import leadership
from rulesets.ancient_battles.nerve.leadership import TestData, Tested
from rulesets.ancient_battles.nerve.panic import mark_broken
from rulesets.ancient_battles.nerve.psychology import fear_breaks
from rulesets.ancient_battles.own import Facing

LEAST = NUMBERS.few.value
"""Models below which a beaten unit breaks by itself (WAB-BRK-09)."""
HOLDS = reaches(NUMBERS.holds.value)
"""The die by which a stubborn unit holds where it would break by itself (WAB-STB-03)."""
Fate = Literal["few", "fear", "test", ""]


class Beaten(msgspec.Struct, frozen=True, omit_defaults=True):
    """A beaten unit: by how much, and by whom."""

    unit: str
    difference: int
    enemies: tuple[str, ...] = ()


class BreaksData(msgspec.Struct, frozen=True, omit_defaults=True):
    """All Break tests of a phase; who has ``broken`` and who is ``giving`` ground so far."""

    fought: tuple[Fought, ...]
    todo: tuple[Beaten, ...] = ()
    broken: tuple[str, ...] = ()
    giving: tuple[str, ...] = ()


class Giving(msgspec.Struct, frozen=True):
    """Who gives ground and has not broken."""

    units: tuple[str, ...]


BREAKS = FrameOf("wab.breaks", BreaksData, Giving)


def beaten(view: State, fought: Sequence[Fought]) -> tuple[Beaten, ...]:
    """The units that lost, in the order of their tests; where no enemy is left there is nothing to break from."""
    found: dict[str, Beaten] = {}
    for combat in fought:
        winners = tuple(u for u in combat.units if view.units[u].side == combat.winner)
        if any(situation.on_table(view, w) for w in winners):
            losers = (u for u in combat.units if u not in winners and situation.on_table(view, u))
            found |= {u: Beaten(u, combat.difference, winners) for u in losers}
    return tuple(found[u] for u in engagement.in_order(view, found))


def fate(view: State, unit: str, left: Mapping[str, int] = facts.NOBODY) -> Fate:
    """What becomes of a beaten unit, by the models it has ``left`` in forecasts: broken for being few, by fear, a test.

    Few are fewer than five models of what began with more, so no character (WAB-BRK-09, WAB-R21).
    """
    models, began = facts.models_left(view, unit, left), own(view, unit).began
    if own(view, unit).fleeing or not models:
        return ""
    if models < LEAST <= began:
        return "few"
    return "fear" if fear_breaks(view, unit, left) else "test"


def stubborn(view: State, unit: str) -> bool:
    """Whether a unit is stubborn; frenzy drowns it (WAB-R28)."""
    return profile(view, unit).has("stubborn") and not facts.frenzied(view, unit)


def gives_ground(view: State, unit: str) -> bool:
    """Whether a failed Break test lets a unit give ground instead of breaking (WAB-STB-02, WAB-R26)."""
    return stubborn(view, unit) and not own(view, unit).stubborn_used


def lost_by(difference: int) -> Row:
    """What a Break test is modified by (WAB-BRK-02)."""
    return T("lost the combat by {n}", n=difference), -float(difference), "WAB-BRK-02"


def break_test(unit: str, difference: int, enemies: Sequence[str]) -> TestData:
    """The Break test of a unit that lost by ``difference`` to some enemies (WAB-BRK-02)."""
    rows = (lost_by(difference),) if difference else ()
    return TestData(unit, "break", rows, tuple(enemies), clause="WAB-BRK-02")


def break_chance(
    view: State, unit: str, difference: int, enemies: Sequence[str], left: Mapping[str, int] = facts.NOBODY
) -> float:
    """Chance that a beaten unit breaks: the same fate, die and test that are played."""
    match fate(view, unit, left):
        case "few":
            return 1.0
        case "fear":
            return spread(Pool(1, HOLDS)).chance(0) if stubborn(view, unit) else 1.0
        case "test" if not gives_ground(view, unit):
            return 1.0 - leadership.chance_of(view, break_test(unit, difference, enemies))
    return 0.0


@BREAKS.step
def _begin(run: Run, data: BreaksData, got: Any) -> Outcome:
    return Goto("next", replace(data, todo=beaten(run.state, data.fought)))


@BREAKS.step
def _next(run: Run, data: BreaksData, got: Any) -> Outcome:
    """The next beaten unit (WAB-BRK-01)."""
    if not data.todo:
        return BREAKS.done(Giving(data.giving))
    view, lost = run.state, data.todo[0]
    unit = lost.unit
    match fate(view, unit):
        case "few":
            text = T("With fewer than {n} models left, {unit} broke", unit=Thing(unit), n=LEAST)
            return _broken(run, data, text, ("WAB-BRK-09", "WAB-R21"))
        case "fear" if stubborn(view, unit):
            row, need = ev.DiceRow(view.units[unit].side, 1), HOLDS.need or 0
            why = T("{unit}: fear would break it, but it is stubborn and holds on {n}+", unit=Thing(unit), n=need)
            return Roll(ev.Request((row,), why, "WAB-STB-03", need, "at_least", about=(unit,)), "held")
        case "fear":
            return _by_fear(run, data)
        case "test":
            return leadership.TEST.call(break_test(unit, lost.difference, lost.enemies), "tested")
    return Goto("next", replace(data, todo=data.todo[1:]))


def _by_fear(run: Run, data: BreaksData) -> Outcome:
    text = T("{unit} lost to a feared enemy of greater strength and broke", unit=Thing(data.todo[0].unit))
    return _broken(run, data, text, ("WAB-FEA-05", "WAB-R20"))


@BREAKS.step
def _held(run: Run, data: BreaksData, got: ev.Rolled) -> Outcome:
    """WAB-STB-03: the die stands in place of the Break test."""
    if not resolve(HOLDS, got.faces[0]):
        return _by_fear(run, data)
    unit = data.todo[0].unit
    run.tell(unit, "held", "test", T("{unit} stubbornly held", unit=Thing(unit)), ("WAB-STB-03", "WAB-R26"), unit=unit)
    return Goto("next", replace(data, todo=data.todo[1:]))


@BREAKS.step
def _tested(run: Run, data: BreaksData, got: Tested) -> Outcome:
    """WAB-BRK-03, WAB-BRK-04; the first failure of a stubborn unit makes it give ground (WAB-STB-02, WAB-R26)."""
    unit = data.todo[0].unit
    if got.passed:
        return Goto("next", replace(data, todo=data.todo[1:]))
    if not gives_ground(run.state, unit):
        return _broken(run, data)
    text = T("{unit} stubbornly gave ground instead of fleeing", unit=Thing(unit))
    used = own_field("unit", unit, stubborn_used=True)
    run.tell(unit, "stubborn", "test", text, ("WAB-STB-02", "WAB-R26"), used, unit=unit)
    return Goto("next", replace(data, todo=data.todo[1:], giving=(*data.giving, unit)))


def _broken(run: Run, data: BreaksData, text: Text | None = None, clauses: Sequence[str] = ("WAB-BRK-04",)) -> Outcome:
    unit = data.todo[0].unit
    mark_broken(run, unit, text, clauses)
    return Goto("next", replace(data, todo=data.todo[1:], broken=(*data.broken, unit)))


STEP = NUMBERS.give_ground.value
"""Inches given and followed up (WAB-S25)."""
_TURN: dict[Facing, float] = {"front": 180.0, "left": 90.0, "right": 270.0, "rear": 0.0}
"""Degrees from a unit's facing in which it gives ground to enemies on this side."""


class GroundData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit gives ground; the ``foes`` that touched it have still to decide."""

    unit: str
    foes: tuple[str, ...] = ()


GIVE_GROUND = FrameOf("wab.give_ground", GroundData)


def way_back(view: State, unit: str) -> float | None:
    """Bearing in which a unit gives ground, None where it cannot: enemies on several sides, or no room (WAB-S25)."""
    if not (foes := facts.opponents(view, unit)):
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


def _follows(view: State, decision: Decision) -> tuple[Choice, ...]:
    """Yes or no; the frenzied must (WAB-FRZ-04)."""
    both = (Choice("yes", T("Follow up")), Choice("no", T("Stand")))
    return both[:1] if facts.frenzied(view, decision.args["unit"]) else both


FOLLOW = Posed("wab.follow", OneOf("follow", courses=_follows))
"""Whether an enemy follows up a unit that gave ground (WAB-S25)."""


@GIVE_GROUND.named("begin")
def _step_back(run: Run, data: GroundData, got: Any) -> Outcome:
    """Step back, or stay in contact: the one use is spent either way (WAB-S25)."""
    view, unit = run.state, data.unit
    if not situation.on_table(view, unit) or not facts.opponents(view, unit):
        return Done()
    if (bearing := way_back(view, unit)) is None:
        text = T("{unit} could not give ground and stayed in contact", unit=Thing(unit))
        run.tell(unit, "ground_kept", "move", text, ("WAB-S25",))
        return Done()
    # straight ahead is after it for those alone whose front lies along it
    along = (
        f for f in facts.opponents(view, unit) if not formed(view, f) or engagement.edge(view, f, unit) is not None
    )
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


@GIVE_GROUND.named("next")
def _who_follows(run: Run, data: GroundData, got: Any) -> Outcome:
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
