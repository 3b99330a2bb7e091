"""Step 4 of the Movement phase: charge moves (WAB-TRN-03, WAB-CHG-01, WAB-CHG-03, WAB-CHG-05, WAB-S09 to WAB-S12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from game.engine.decision import (
    Answer,
    Asked,
    Choice,
    Decision,
    Ghost,
    Kind,
    Mode,
    MoveAnswer,
    Mover,
    MoveSpace,
    Reason,
    Reply,
    Verdict,
    refused,
)
from game.engine.declared import FrameOf
from game.engine.event import Change, SetField, Untie
from game.engine.flow import Ask, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State, Tie
from game.engine.text import Length, T, Text, Thing
from game.geometry.measure import nearest_pair
from game.geometry.notation import steps_text
from game.geometry.shapes import Pose
from game.geometry.steps import Step
from rulesets.ancient_battles.attack import casualties
from rulesets.ancient_battles.charge import closing
from rulesets.ancient_battles.charge.paths import (
    Meeting,
    Shortened,
    clear_straight,
    failed,
    front_after,
    met_half_way,
    on_nobody,
    planned,
)
from rulesets.ancient_battles.charge.solver import Way, charge_reach, solve
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed, place, quads, shift, slots
from rulesets.ancient_battles.fight import combat_told
from rulesets.ancient_battles.measures import MEASURES
from rulesets.ancient_battles.own import ChargeOwn

CHARGE_MOVE = "wab.charge_move"


class ChargeMovesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """All charge moves of a player turn; the declared charges are ties."""


CHARGE_MOVES = FrameOf("wab.charge_moves", ChargeMovesData)


def charges(view: State) -> tuple[Tie, ...]:
    """The declared charges still to be carried out, in the order of the army list."""
    found = [t for t in view.ties.values() if t.kind == "charge" and facts.alive(view, t.a)]
    return tuple(sorted(found, key=lambda t: (facts.place_in_list(view, t.a), t.id)))


def _own(tie: Tie) -> ChargeOwn:
    return tie.own if isinstance(tie.own, ChargeOwn) else msgspec.convert(tie.own or {}, ChargeOwn)


def gone(view: State, tie: Tie) -> bool:
    """Whether the target of a charge is not on the table any more."""
    return not facts.alive(view, tie.b)


# --- flow --------------------------------------------------------------------------------------------------------


@CHARGE_MOVES.step
def _begin(run: Run, data: ChargeMovesData, got: Any) -> Outcome:
    left = charges(run.state)
    if not left:
        stale = [Untie(t.id) for t in run.state.ties.values() if t.kind == "charge"]
        if stale:
            run.emit("charges_over", "flow", None, *stale, clauses=("WAB-TRN-03",))
        return Done()
    side = run.state.units[left[0].a].side
    message = T("{side}: carry out the charges", side=Thing(side))
    args = {"chargers": [t.a for t in left]}
    clauses = ("WAB-TRN-03", "WAB-CHG-05", "WAB-S09")
    return Ask((Question(CHARGE_MOVE, side, message, args, clauses),), "answered")


@CHARGE_MOVES.step
def _answered(run: Run, data: ChargeMovesData, got: Reply) -> Outcome:
    answer = got.answer
    assert isinstance(answer, MoveAnswer)
    tie = next(t for t in charges(run.state) if t.a == answer.subject)
    steps = answer.courses[0].steps if answer.courses else ()
    carry_out(run, tie, steps)
    return Goto("begin")


def carry_out(run: Run, tie: Tie, steps: tuple[Step, ...] = ()) -> None:
    """Carry out one charge: it comes to blows, catches its prey, or fails."""
    view, mine = run.state, _own(tie)
    if gone(view, tie):
        _fail(run, tie, None, T("its target is gone"))
        return
    met = meeting(view, tie)
    if met is not None and met.way is not None:
        _move(run, tie.b, met.move, "counter_charged", T("{unit} counter-charged", unit=Thing(tie.b)), [], ("WAB-S12",))
        _strike(run, tie, met.way, counter=True)
        return
    found, way = planned(view, tie.a, tie.b, mine.edge, () if mine.counter else steps)
    if mine.idle:
        _fail(run, tie, found.usual, T("it threatened nobody"))
        return
    if way is None or met is not None:
        _fail(run, tie, found.usual, found.bar.text if found.bar else T("it does not reach"))
        return
    if facts.fleeing(view, tie.b):
        _catch(run, tie, way)
    else:
        _strike(run, tie, way, counter=False)


def meeting(view: State, tie: Tie) -> Meeting | None:
    """How the counter-charge that answered a charge meets it now, None where there is none any more (WAB-S12).

    Who has been drawn into a combat since, or has fled, does not ride out.
    """
    if not _own(tie).counter or facts.engaged(view, tie.b) or facts.fleeing(view, tie.b):
        return None
    return met_half_way(view, tie.b, tie.a, _own(tie).edge)


def _flags(unit: str, **fields: Any) -> list[Change]:
    return [SetField("unit", unit, f"own.{name}", value) for name, value in fields.items()]


def _strike(run: Run, tie: Tie, way: Way, counter: bool) -> None:
    """The charge reaches: the charger comes to blows, the door is closed (WAB-S09)."""
    view = run.state
    front = front_after(block_of(view, tie.a), way) if formed(view, tie.a) else None
    changes = _flags(tie.a, charged=True, moved=True, snake=False)
    if counter:
        changes += _flags(tie.b, charged=True, moved=True, snake=False)
    run.emit(
        "charged",
        "move",
        T(
            "{unit} charged {enemy}: {steps}, {cost} of {reach}",
            unit=Thing(tie.a),
            enemy=Thing(tie.b),
            steps=steps_text(way.steps, MEASURES),
            cost=Length(way.cost),
            reach=Length(charge_reach(view, tie.a)),
        ),
        *changes,
        clauses=("WAB-CHG-01", "WAB-CHG-05", "WAB-S09"),
        about=(tie.a, tie.b),
        side=view.units[tie.a].side,
        data={"unit": tie.a, "target": tie.b, "cost": round(way.cost, 3), "files": way.files},
    )
    closing.bring(run, tie.a, tie.b, "counter" if counter else "charge", front, way.point, _own(tie).edge)


def _catch(run: Run, tie: Tie, way: Way) -> None:
    """A fleeing target within reach is destroyed, the charger stops where it touches it (WAB-S11)."""
    view = run.state
    text = T("{unit} rode down {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    more = [*_flags(tie.a, charged=True, moved=True, snake=False), Untie(tie.id)]
    if formed(view, tie.a):
        end = on_nobody(view, tie.a, block_of(view, tie.a), way.hand, way.degrees, way.straight, (tie.b,))
        assert end.front is not None
        place(run, tie.a, end.front, text, *more, type="caught", clauses=("WAB-S11",))
    else:
        far = _towards(view, tie, clear_straight(view, tie.a, tie.b, way.straight))
        shift(run, tie.a, *far, text, *more, type="caught", clauses=("WAB-S11",))
    casualties.destroy(run, tie.b, "caught", by=tie.a, clauses=("WAB-S11",))


def _towards(view: State, tie: Tie, distance: float) -> tuple[float, float]:
    pair = nearest_pair(quads(view, tie.a), quads(view, tie.b))
    dx, dy = pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1]
    share = distance / pair.distance if pair.distance > 0.0 else 0.0
    return dx * share, dy * share


def _fail(run: Run, tie: Tie, way: Way | None, why: Text) -> None:
    """A charge that does not reach: a normal move along its path, and no shooting (WAB-CHG-03, WAB-S11)."""
    view = run.state
    found = failed(view, tie.a, tie.b, way, _own(tie).at)
    text = T("The charge of {unit} failed: {why}", unit=Thing(tie.a), why=why)
    more = [*_flags(tie.a, charge_failed=True, moved=True, snake=False), Untie(tie.id)]
    _move(run, tie.a, found, "charge_failed", text, more, ("WAB-CHG-03", "WAB-S11"))


def _move(
    run: Run, unit: str, found: Shortened, type: str, text: Text, more: list[Change], clauses: tuple[str, ...]
) -> None:
    data = {"unit": unit, "steps": steps_text(found.steps, MEASURES)}
    if found.front is not None:
        place(run, unit, found.front, text, *more, type=type, clauses=clauses, data=data)
    else:
        shift(run, unit, *found.shift, text, *more, type=type, clauses=clauses, data=data)


# --- the question ------------------------------------------------------------------------------------------------


class ChargeMoveQuestion:
    """Which charge is carried out next, and by which wheel."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """The chargers with their targets."""
        movers = []
        for tie in charges(view):
            mark = Choice(tie.b, T("{unit}", unit=Thing(tie.b)))
            mode = Mode(
                "charge",
                T("Charge"),
                ("wheel", "advance") if formed(view, tie.a) else (),
                charge_reach(view, tie.a),
                2,
                "placed",
                (mark,),
            )
            movers.append(Mover(tie.a, T("{unit}", unit=Thing(tie.a)), (mode,)))
        default = self.default(view, decision)
        return Asked(MoveSpace(tuple(movers)), default, draft=default.answer if len(movers) == 1 else None)

    def default(self, view: State, decision: Decision) -> Reply:
        """The first of them by its best path."""
        first = charges(view)[0]
        return Reply(MoveAnswer(first.a, "charge", first.b))

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a charge path; a charge that fails anyway needs none."""
        if not isinstance(answer, MoveAnswer) or answer.mode != "charge":
            return refused(T("This is no answer to that question"))
        tie = next((t for t in charges(view) if t.a == answer.subject), None)
        if tie is None:
            return refused(T("{unit}: no charge declared", unit=Thing(answer.subject)), "WAB-CHG-04")
        if answer.mark not in ("", tie.b):
            return refused(T("The charge was declared at {unit}", unit=Thing(tie.b)), "WAB-S11")
        steps = answer.courses[0].steps if answer.courses else ()
        if gone(view, tie) or _own(tie).counter:
            return Verdict("legal", reaches=(tie.b,))
        idle = _own(tie).idle
        found, way = planned(view, tie.a, tie.b, _own(tie).edge, () if idle else steps)
        if way is not None and not idle:
            return _shown(view, tie, way, found.reach)
        if steps and not idle and solve(view, tie.a, tie.b, _own(tie).edge).reaches:
            assert found.bar is not None
            nearest = MoveAnswer(tie.a, "charge", tie.b)
            return Verdict("refused", (Reason(found.bar.text, found.bar.clause),), nearest=nearest)
        end = failed(view, tie.a, tie.b, found.usual, _own(tie).at)
        ghosts = tuple(Ghost(b, p) for b, p in slots(view, tie.a, end.front).items()) if end.front else ()
        return Verdict(
            "legal", (), ghosts=ghosts, cost=found.usual.cost if found.usual else None, allowance=found.reach
        )

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """The charges in the order of the army list, each by its best path."""
        for tie in charges(view)[:limit]:
            yield Reply(MoveAnswer(tie.a, "charge", tie.b))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The round that a charge brings along the path chosen."""
        if not isinstance(answer, MoveAnswer):
            return None
        tie = next((t for t in charges(view) if t.a == answer.subject and t.b == answer.mark), None)
        if tie is None or gone(view, tie) or _own(tie).counter or _own(tie).idle:
            return None
        steps = answer.courses[0].steps if answer.courses else ()
        return combat_told.charge_forecast(view, tie.a, tie.b, _own(tie).edge, steps)

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """A last charge that cannot but fail, or whose path nobody chooses, is no choice."""
        left = charges(view)
        if len(left) != 1:
            return None
        tie = left[0]
        if gone(view, tie) or _own(tie).counter or _own(tie).idle or not formed(view, tie.a):
            return Reply(MoveAnswer(tie.a, "charge", tie.b))
        if solve(view, tie.a, tie.b, _own(tie).edge).reaches:
            return None
        return Reply(MoveAnswer(tie.a, "charge", tie.b))


def _shown(view: State, tie: Tie, way: Way, reach: float) -> Verdict:
    """A charge that reaches: where everybody ends."""
    front = front_after(block_of(view, tie.a), way) if formed(view, tie.a) else None
    paths: tuple[tuple[tuple[float, float], ...], ...] = ()
    if front is not None:
        start = block_of(view, tie.a).front
        paths = (((start.x, start.y), (front.x, front.y)),)
    ends: dict[str, Pose] = {}
    if not facts.fleeing(view, tie.b):
        ends = closing.close(view, tie.a, tie.b, front, way.point, _own(tie).edge).poses
    elif front is not None:
        end = on_nobody(view, tie.a, block_of(view, tie.a), way.hand, way.degrees, way.straight, (tie.b,))
        ends = slots(view, tie.a, end.front or front)
    ghosts = tuple(Ghost(b, p) for b, p in ends.items())
    return Verdict("legal", ghosts=ghosts, paths=paths, cost=way.cost, allowance=reach, reaches=(tie.b,))


QUESTIONS = {CHARGE_MOVE: ChargeMoveQuestion()}
