"""Victory points and the end; the start of a turn; the battle, its player turns and their phases.

At the start come units off the table, routers nearby, terrifying enemies, in that order. WAB-TRN-01 to WAB-TRN-07,
WAB-PAN-04, WAB-TRR-03, WAB-R44, WAB-R46, WAB-R53, WAB-S15, WAB-S31, WAB-S32.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import msgspec
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.changes import unit as of_unit
from game.engine.decision import Asked, Choice, Decision, PickAnswer, PickSpace, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.endings import battle_ends, points_of
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.ruleset import Discrete
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose, corners, forward, right
from game.kit import situation
from game.kit.shown.words import about, unit_name
from game.kit.sums import Row, sum_of
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.barriers import fits
from rulesets.ancient_battles.field.blocks import Block, formed, loose_group, shapes, size, slots
from rulesets.ancient_battles.flee.flights import FLEE_FRAME, FleeData
from rulesets.ancient_battles.measures import BRUSH
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData, owe_for_routers, owing
from rulesets.ancient_battles.nerve.psychology import nearest_terror, terror_near
from rulesets.ancient_battles.own import ANY_TURN, OWN_MOVEMENT, OWN_TURN, Phase, anew

LEADER = NUMBERS.leader_lost.value
"""Points for the General, and for the battle standard, beside their own (WAB-S32)."""
MINOR, MAJOR = NUMBERS.minor_victory.value, NUMBERS.major_victory.value
"""Differences of points from which a victory is minor and major (WAB-S32)."""


def present(view: State, unit: str) -> bool:
    """Whether a unit is not lost: on the table, off it in pursuit (WAB-S15), or never placed for want of room."""
    return any(view.bases[b].where in ("table", "off", "reserve") for b in view.units[unit].bases)


def fights_on(view: State, unit: str) -> bool:
    """Whether a unit is still in the battle: who found no room in his zone is not lost, but takes no part (WAB-S31)."""
    where = ("table", "reserve") if own(view, unit).off_at is None else ("table", "off", "reserve")
    return any(view.bases[b].where in where for b in view.units[unit].bases)


def worth(view: State, unit: str) -> int:
    """Points that the enemy has for a unit as it stands now: all, half (rounded up), none (WAB-S32)."""
    points = profile(view, unit).row.points
    mine = own(view, unit)
    if not present(view, unit) or _runs(view, unit):
        return points
    if not mine.character and situation.on_table(view, unit) and facts.at_half(view, unit):
        return math.ceil(points / 2)
    return 0


def score(view: State, side: str) -> Sum:
    """The victory points of a side, unit by unit (WAB-S32)."""
    rows: list[Row] = []
    lost = {"general": T("General lost"), "standard": T("Battle standard lost")}
    for enemy in (u.id for u in view.units_of(other_sides(view, side)[0])):
        if points := worth(view, enemy):
            rows.append((_why(view, enemy), float(points), "WAB-S32"))
        lead = profile(view, enemy).row.character
        if lead in lost and (not present(view, enemy) or _runs(view, enemy)):
            rows.append((lost[lead], float(LEADER), "WAB-S32"))
    return sum_of(T("Points of {side}", side=Thing(side)), rows)


def _runs(view: State, unit: str) -> bool:
    """Whether a unit flees, or a character with the unit he stands in."""
    mine = own(view, unit)
    return mine.fleeing or bool(mine.joined and own(view, mine.joined).fleeing)


def _why(view: State, unit: str) -> Text:
    if not present(view, unit):
        return T("{unit}: destroyed or fled", unit=Thing(unit))
    return about(T("{unit}: fleeing") if _runs(view, unit) else T("{unit}: half strength or less"), unit)


def grade(difference: int) -> Text:
    """What a difference of points is called."""
    if difference < MINOR:
        return T("a draw")
    return T("a minor victory") if difference < MAJOR else T("a major victory")


def swept(view: State) -> bool:
    """Whether a side has nobody left in the battle, on the table or off it in pursuit."""
    return any(not any(fights_on(view, u.id) for u in view.units_of(side)) for side in view.sides)


def settle(run: Run) -> bool:
    """Look at the end of a player turn whether the battle is over, and say how it ended (WAB-S31, WAB-S32)."""
    state = run.state
    if not turns.fought_out(state) and not swept(state):
        return False
    sums = {side: score(state, side) for side in state.sides}
    points = points_of(sums)
    more, less = max(points.values()), min(points.values())
    winner = max(points, key=points.__getitem__) if more - less >= MINOR else ""
    why = T("A draw: {more} points to {less}", more=more, less=less)
    if winner:
        named = {"winner": Thing(winner), "grade": grade(more - less)}
        why = T("{winner}: {grade}, {more} points to {less}", **named, more=more, less=less)
    battle_ends(run, winner, why, sums, ("WAB-S31", "WAB-S32"), own_field("state", "", phase="over"))
    return True


STEP = 5.0
"""Millimetres between the places of an edge that are tried for a unit that comes back."""


class StartData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tests in hand: which kind, who is left, who is being tested."""

    kind: str = "return"
    left: tuple[str, ...] = ()
    unit: str = ""


START = FrameOf("wab.start", StartData)


def to_test(view: State, kind: str, side: str) -> tuple[str, ...]:
    """Units that take a test of some kind now: to return those that left the table in pursuit (WAB-R44, WAB-S15)."""
    if kind == "return":
        gone = (u for u in view.units_of(side) if u.own.off_at is not None)
        return tuple(u.id for u in gone if any(view.bases[b].where == "off" for b in u.bases))
    here = facts.fielded(view, side)
    if kind == "terror":
        return tuple(u for u in here if terror_near(view, u))
    return tuple(u for u in owing(view) if u in here)


ORDERS = {
    "return": T("{side}: in which order do units come back?"),
    "panic": T("{side}: in which order do units test for Panic?"),
    "terror": T("{side}: in which order do units test for Terror?"),
}
"""What is asked of each kind of tests."""


@START.step
def _begin(run: Run, data: StartData | None, got: Any) -> Outcome:
    return Goto("kind", StartData("return"))


@START.step
def _kind(run: Run, data: StartData, got: Any) -> Outcome:
    """All tests of one kind, in the order of their player, before the next kind (WAB-TRN-02)."""
    side = run.state.own.active
    if data.kind == "panic":
        owe_for_routers(run)
    if not (units := to_test(run.state, data.kind, side)):
        return _following(data)
    message, args = Text(ORDERS[data.kind].key, {"side": Thing(side)}), {"units": list(units)}
    return ORDER.ask(side, message, args, ("WAB-TRN-02",), then="ordered", data=data)


def _following(data: StartData) -> Outcome:
    after = {"return": "panic", "panic": "terror"}.get(data.kind)
    return Done() if after is None else Goto("kind", StartData(after))


@START.step
def _ordered(run: Run, data: StartData, got: Reply) -> Outcome:
    assert isinstance(got.answer, PickAnswer)
    if data.kind == "panic":
        return PANIC.call(PanicData(got.answer.ids, hold=False), "done", data)
    return Goto("next", replace(data, left=got.answer.ids))


@START.step
def _next(run: Run, data: StartData, got: Any) -> Outcome:
    if not data.left:
        return _following(data)
    unit, data = data.left[0], replace(data, left=data.left[1:], unit=data.left[0])
    if data.kind == "return":
        return TEST.call(TestData(unit, "return", clause="WAB-S15"), "returned", data)
    if not (near := terror_near(run.state, unit)):
        return Goto("next", data)
    return TEST.call(TestData(unit, "terror", causes=near, clause="WAB-TRR-03"), "terrified", data)


@START.step
def _returned(run: Run, data: StartData, got: Tested) -> Outcome:
    view, unit = run.state, data.unit
    poses = back_on(view, unit) if got.passed else {}
    if not poses:
        run.tell(unit, "stays_off", "test", T("{unit} has not come back yet", unit=Thing(unit)), ("WAB-S15",))
        return Goto("next", data)
    places = (ev.SetPose(b, p) for b, p in poses.items())
    back = (own_field("unit", unit, off_at=None), own_field("unit", unit, returned=True))
    text = T("{unit} came back onto the table", unit=Thing(unit))
    run.tell(unit, "returned", "place", text, ("WAB-S15",), *places, *back)
    return Goto("next", data)


@START.step
def _terrified(run: Run, data: StartData, got: Tested) -> Outcome:
    if got.passed:
        return Goto("next", data)
    return FLEE_FRAME.call(FleeData(data.unit, "terror", nearest_terror(run.state, data.unit)), "next", data)


@START.step
def _done(run: Run, data: StartData, got: Any) -> Outcome:
    return _following(data)


def back_on(view: State, unit: str) -> dict[str, Pose]:
    """Where the figures of a unit stand that comes back: rear on the edge at its exit, or the nearest free place."""
    at = own(view, unit).off_at
    assert at is not None
    x, y, facing = at
    along = right(facing)
    most = int(max(view.table.width, view.table.depth) / STEP)
    for n in sorted(range(most - 1, -most, -1), key=abs):
        if poses := _placed(view, unit, x + along[0] * n * STEP, y + along[1] * n * STEP, facing):
            return poses
    return {}


def _placed(view: State, unit: str, x: float, y: float, facing: float) -> dict[str, Pose]:
    """Poses with the rear on the edge at a point, none where there is no room."""
    mine, model, (dx, dy) = own(view, unit), profile(view, unit), forward(facing)
    ids = [b for b in view.units[unit].bases if view.bases[b].where == "off"]
    if formed(view, unit):
        fellows = (b for u in view.units.values() if u.own.joined == unit for b in u.bases)
        ids += [b for b in fellows if view.bases[b].where == "off"]
        width, depth = size(view, unit, mine.files, len(ids))
        front = Pose(x + dx * depth, y + dy * depth, facing)
        if not fits(view, Block(unit, front, mine.files, len(ids), width, depth), (unit,)):
            return {}
        back = {b: replace(view.bases[b], pose=front, where="table") for b in ids}
        return slots(replace(view, bases={**view.bases, **back}), unit, front)
    poses = [Pose(x, y, facing)] if mine.character else loose_group(model.footprint, len(ids), Pose(x, y, facing))
    low = min((p.x - x) * dx + (p.y - y) * dy for p in poses) - model.footprint.depth / 2.0
    poses = [Pose(p.x - dx * low, p.y - dy * low, facing) for p in poses]
    found = dict(zip(ids, poses, strict=True))
    return found if _room(view, unit, found) else {}


def _room(view: State, unit: str, poses: dict[str, Pose]) -> bool:
    places = [corners(view.bases[b].shape, p) for b, p in poses.items()]
    if any(facts.off_table(view, place) for place in places):
        return False
    others = [s for other in facts.fielded(view) if other != unit for s in shapes(view, other)]
    mine = shapely.polygons(places)
    return not any((shapely.area(shapely.intersection(mine, other)) > BRUSH).any() for other in others)


class OrderQuestion(Discrete):
    """In which order tests of one kind are taken."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """All of them, in any order."""
        units: list[str] = decision.args["units"]
        things, answer = tuple(Choice(u, unit_name(u)) for u in units), PickAnswer(tuple(units))
        return Asked(PickSpace(things, len(units), len(units), ordered=True), Reply(answer), draft=answer)


ORDER = Posed("wab.order_of_tests", OrderQuestion())


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose player turn is next, and its number."""

    turn: int = 1
    side: str = ""


BATTLE = FrameOf("wab.battle", BattleData)


class TurnData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player turn."""

    side: str
    turn: int = 1


TURN = FrameOf("wab.turn", TurnData)


PHASES: tuple[tuple[Phase, str, Text], ...] = (
    ("start", "wab.start", T("Start of turn")),
    ("charges", "wab.charges", T("Movement: charges are declared")),
    ("rally", "wab.rally", T("Movement: rallying")),
    ("compulsory", "wab.compulsory", T("Movement: fleeing units")),
    ("charge_moves", "wab.charge_moves", T("Movement: charges are carried out")),
    ("moves", "wab.moves", T("Movement: other units")),
    ("shooting", "wab.shooting", T("Shooting")),
    ("combat", "wab.combat", T("Close combat")),
)
"""Phases and steps of a player turn in their order (WAB-TRN-01, WAB-TRN-03), with the frame that plays each."""


phase_name = partial(turns.phase_name, phases=PHASES)
"""The name of a phase for players."""

_TURNS = turns.Alternating("wab.deployment", "wab.turn", BattleData, TurnData, settle, ("WAB-S31",))
"""Turn after turn; the battle is settled after each (WAB-S31)."""


def fresh(state: State, side: str) -> list[ev.Change]:
    """The changes with which a player turn of ``side`` begins. That somebody charged is said of one turn alone."""
    begun = {u.id: anew(*ANY_TURN, *(OWN_TURN if u.side == side else ())) for u in state.units.values()}
    return [change for unit, fields in begun.items() for change in of_unit(state, unit, **fields)]


def rested(state: State, side: str) -> list[ev.Change]:
    """What ends with the start of a side's own Movement phase: the fast march, whom it ignored (WAB-R13, WAB-R32)."""
    return [change for u in state.units_of(side) for change in of_unit(state, u.id, **anew(*OWN_MOVEMENT))]


@TURN.named("begin")
def _turn_begin(run: Run, data: TurnData, got: Any) -> Outcome:
    now = (own_field("state", "", active=data.side), own_field("state", "", turn=data.turn))
    turns.turn_begins(run, data.side, data.turn, "WAB-TRN-01", *now, *fresh(run.state, data.side))
    return Goto("phase0", data)


def _with_phase(state: State, phase: str, side: str) -> list[ev.Change]:
    return rested(state, side) if phase == "charges" else []


def _after_phase(run: Run, data: TurnData, then: str) -> Outcome:
    """Tests for a General lost in the step (WAB-R54); a side without troops ends the battle at once."""
    if swept(run.state):
        return Goto("end", data)
    if any(d.moment == "panic" for d in run.state.due):
        return PANIC.call(PanicData(), then, data)
    return Goto(then, data)


@TURN.named("end")
def _turn_end(run: Run, data: TurnData, got: Any) -> Outcome:
    turns.turn_ends(run, data.side, "WAB-TRN-01")
    return Done()


BATTLE.also(_TURNS.steps)
TURN.also(turns.phase_steps(PHASES, ("WAB-TRN-01", "WAB-TRN-03"), _with_phase, _after_phase))
