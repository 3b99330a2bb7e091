"""Step 4 of the Movement phase: charge moves (WAB-TRN-03, WAB-CHG-01, WAB-CHG-03, WAB-CHG-05, WAB-S09 to WAB-S12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from game.engine import decision as ask
from game.engine.changes import own_field
from game.engine.declared import FrameOf, Posed
from game.engine.event import Change, Untie
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State, Tie
from game.engine.text import Length, T, Text, Thing
from game.geometry.notation import steps_text
from game.geometry.shapes import Pose
from game.geometry.steps import Step
from game.kit import situation
from game.kit.verdicts import barred, ghosts
from rulesets.ancient_battles.attack import casualties
from rulesets.ancient_battles.charge import conforming
from rulesets.ancient_battles.charge.paths import (
    Meeting,
    Shortened,
    caught,
    failed,
    met_half_way,
    planned,
)
from rulesets.ancient_battles.charge.solver import Way, charge_reach, front_after, solve
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed, place, shift, slots
from rulesets.ancient_battles.fight import combat
from rulesets.ancient_battles.measures import MEASURES
from rulesets.ancient_battles.move.judging import steps_of


class ChargeMovesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """All charge moves of a player turn; the declared charges are ties."""


CHARGE_MOVES = FrameOf("wab.charge_moves", ChargeMovesData)


def charges(view: State) -> tuple[Tie, ...]:
    """The declared charges still to be carried out, in the order of the army list."""
    found = [t for t in view.ties.values() if t.kind == "charge" and situation.on_table(view, t.a)]
    return tuple(sorted(found, key=lambda t: (facts.place_in_list(view, t.a), t.id)))


@CHARGE_MOVES.step
def _begin(run: Run, data: ChargeMovesData, got: Any) -> Outcome:
    left = charges(run.state)
    if not left:
        stale = [Untie(t.id) for t in run.state.ties.values() if t.kind == "charge"]
        if stale:
            run.emit("charges_over", "flow", None, *stale, clauses=("WAB-TRN-03",))
        return Done()
    side, args = situation.side_of(run.state, left[0].a), {"chargers": [t.a for t in left]}
    message, clauses = T("{side}: carry out the charges", side=Thing(side)), ("WAB-TRN-03", "WAB-CHG-05", "WAB-S09")
    return CHARGE_MOVE.ask(side, message, args, clauses, then="answered")


@CHARGE_MOVES.step
def _answered(run: Run, data: ChargeMovesData, got: ask.Reply) -> Outcome:
    answer = got.answer
    assert isinstance(answer, ask.MoveAnswer)
    _carry_out(run, next(t for t in charges(run.state) if t.a == answer.subject), steps_of(answer))
    return Goto("begin")


def _carry_out(run: Run, tie: Tie, steps: tuple[Step, ...]) -> None:
    """Carry out one charge: it comes to blows, catches its prey, or fails."""
    view = run.state
    if not situation.on_table(view, tie.b):
        _fail(run, tie, None, T("its target is gone"))
        return
    met = meeting(view, tie)
    if met is not None and met.way is not None:
        _move(run, tie.b, met.move, T("{unit} counter-charged", unit=Thing(tie.b)), "counter_charged", ("WAB-S12",))
        _strike(run, tie, met.way, "counter")
        return
    if tie.own.idle and not formed(view, tie.a):  # no path is asked for: it goes straight at its target in any case
        _fail(run, tie, None, T("it threatened no enemy"))
        return
    found, way = planned(view, tie.a, tie.b, tie.own.edge, () if tie.own.counter else steps)
    if tie.own.idle:
        _fail(run, tie, found.usual, T("it threatened no enemy"))
    elif way is None or met is not None:
        _fail(run, tie, found.usual, found.bar.text if found.bar else T("it is out of reach"))
    elif facts.fleeing(view, tie.b):
        _catch(run, tie, way)
    else:
        _strike(run, tie, way, "charge")


def meeting(view: State, tie: Tie) -> Meeting | None:
    """How the counter-charge that answered a charge meets it now, None where there is none any more (WAB-S12).

    Who has been drawn into a combat since, or has fled, does not ride out.
    """
    if not tie.own.counter or facts.engaged(view, tie.b) or facts.fleeing(view, tie.b):
        return None
    return met_half_way(view, tie.b, tie.a, tie.own.edge)


def _marked(unit: str, deed: str) -> list[Change]:
    fields = {deed: True, "moved": True, "snake": False}
    return [own_field("unit", unit, **{name: value}) for name, value in fields.items()]


def _front(view: State, tie: Tie, way: Way) -> Pose | None:
    return front_after(block_of(view, tie.a), way) if formed(view, tie.a) else None


def _strike(run: Run, tie: Tie, way: Way, how: conforming.How) -> None:
    """The charge reaches: the charger comes to blows, the door is closed (WAB-S09)."""
    front = _front(run.state, tie, way)
    said: dict[str, Any] = {"unit": Thing(tie.a), "enemy": Thing(tie.b), "steps": steps_text(way.steps, MEASURES)}
    said |= {"cost": Length(way.cost), "reach": Length(charge_reach(run.state, tie.a))}
    text = T("{unit} charged {enemy}: {steps}, {cost} of {reach}", **said)
    changes = [*_marked(tie.a, "charged"), *(_marked(tie.b, "charged") if how == "counter" else ())]
    clauses = ("WAB-CHG-01", "WAB-CHG-05", "WAB-S09")
    told: dict[str, Any] = {"unit": tie.a, "target": tie.b, "cost": round(way.cost, 3), "files": way.files}
    run.tell(tie.a, "charged", "move", text, clauses, *changes, also=(tie.b,), **told)
    conforming.bring(run, tie.a, tie.b, how, front, way.point, tie.own.edge)


def _catch(run: Run, tie: Tie, way: Way) -> None:
    """A fleeing target within reach is destroyed, the charger stops where it touches it (WAB-S11)."""
    found, more = caught(run.state, tie.a, tie.b, way), [*_marked(tie.a, "charged"), Untie(tie.id)]
    text = T("{unit} rode down {enemy}", unit=Thing(tie.a), enemy=Thing(tie.b))
    if found.front is not None:
        place(run, tie.a, found.front, text, *more, type="caught", clauses=("WAB-S11",))
    else:
        shift(run, tie.a, *found.shift, text, *more, type="caught", clauses=("WAB-S11",))
    casualties.destroy(run, tie.b, "caught", by=tie.a, clauses=("WAB-S11",))


def _fail(run: Run, tie: Tie, way: Way | None, why: Text) -> None:
    """A charge that does not reach: a normal move along its path, and no shooting (WAB-CHG-03, WAB-S11)."""
    found = failed(run.state, tie.a, tie.b, way, tie.own.at)
    text = T("The charge of {unit} failed: {why}", unit=Thing(tie.a), why=why)
    more = [*_marked(tie.a, "charge_failed"), Untie(tie.id)]
    _move(run, tie.a, found, text, "charge_failed", ("WAB-CHG-03", "WAB-S11"), *more)


def _move(
    run: Run, unit: str, found: Shortened, text: Text, type: str, clauses: tuple[str, ...], *more: Change
) -> None:
    told = {"unit": unit, "steps": steps_text(found.steps, MEASURES)}
    if found.front is not None:
        place(run, unit, found.front, text, *more, type=type, clauses=clauses, data=told)
    else:
        shift(run, unit, *found.shift, text, *more, type=type, clauses=clauses, data=told)


class ChargeMoveQuestion:
    """Which charge is carried out next, and by which wheel."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The chargers with their targets."""
        movers = tuple(_mover(view, tie) for tie in charges(view))
        default = self.default(view, decision)
        return ask.Asked(ask.MoveSpace(movers), default, draft=default.answer if len(movers) == 1 else None)

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The first of them by its best path."""
        return ask.Reply(_best(charges(view)[0]))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """None: who has declared a charge carries it out."""
        return ()

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a charge path; a charge that fails anyway needs none."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode != "charge":
            return ask.refused(T("That answer does not fit this question"))
        tie = next((t for t in charges(view) if t.a == answer.subject), None)
        if tie is None:
            return ask.refused(T("{unit}: no charge declared", unit=Thing(answer.subject)), "WAB-CHG-04")
        if answer.mark not in ("", tie.b):
            return ask.refused(T("The charge was declared at {unit}", unit=Thing(tie.b)), "WAB-S11")
        if _bound(view, tie):
            return ask.Verdict("legal", reaches=(tie.b,))
        steps = () if tie.own.idle else steps_of(answer)
        found, way = planned(view, tie.a, tie.b, tie.own.edge, steps)
        if way is not None and not tie.own.idle:
            return _shown(view, tie, way, found.reach)
        if steps and solve(view, tie.a, tie.b, tie.own.edge).reaches:
            assert found.bar is not None
            return barred(found.bar, nearest=_best(tie))
        end = failed(view, tie.a, tie.b, found.usual, tie.own.at)
        shown = ghosts(slots(view, tie.a, end.front)) if end.front else ()
        cost = found.usual.cost if found.usual else None
        return ask.Verdict("legal", (), ghosts=shown, cost=cost, allowance=found.reach)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The charges in the order of the army list, each by its best path."""
        return (ask.Reply(_best(tie)) for tie in charges(view)[:limit])

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """The round that a charge brings along the path chosen."""
        if not isinstance(answer, ask.MoveAnswer):
            return None
        tie = next((t for t in charges(view) if t.a == answer.subject and t.b == answer.mark), None)
        if tie is None or _bound(view, tie) or tie.own.idle:
            return None
        return combat.charge_forecast(view, tie.a, tie.b, tie.own.edge, steps_of(answer))

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """A last charge that cannot but fail, or whose path nobody chooses, is no choice."""
        left = charges(view)
        if len(left) != 1:
            return None
        tie = left[0]
        free = not _bound(view, tie) and not tie.own.idle and formed(view, tie.a)
        return None if free and solve(view, tie.a, tie.b, tie.own.edge).reaches else ask.Reply(_best(tie))


CHARGE_MOVE = Posed("wab.charge_move", ChargeMoveQuestion())


def _best(tie: Tie) -> ask.MoveAnswer:
    """A charge by its best path."""
    return ask.MoveAnswer(tie.a, "charge", tie.b)


def _bound(view: State, tie: Tie) -> bool:
    """Whether nothing can be said of a charge's path: its target is gone, or rides out to meet it."""
    return not situation.on_table(view, tie.b) or tie.own.counter


def _mover(view: State, tie: Tie) -> ask.Mover:
    verbs = ("wheel", "advance") if formed(view, tie.a) else ()
    mark = ask.Choice(tie.b, T("{unit}", unit=Thing(tie.b)))
    mode = ask.Mode("charge", T("Charge"), verbs, charge_reach(view, tie.a), 2, "placed", (mark,))
    return ask.Mover(tie.a, T("{unit}", unit=Thing(tie.a)), (mode,))


def _shown(view: State, tie: Tie, way: Way, reach: float) -> ask.Verdict:
    """A charge that reaches: where everybody ends."""
    front = _front(view, tie, way)
    paths: tuple[tuple[tuple[float, float], ...], ...] = ()
    ends: dict[str, Pose] = {}
    if front is not None:
        start = block_of(view, tie.a).front
        paths = (((start.x, start.y), (front.x, front.y)),)
    if not facts.fleeing(view, tie.b):
        ends = conforming.close(view, tie.a, tie.b, front, way.point, tie.own.edge).poses
    elif front is not None:
        ends = slots(view, tie.a, caught(view, tie.a, tie.b, way).front or front)
    return ask.Verdict("legal", ghosts=ghosts(ends), paths=paths, cost=way.cost, allowance=reach, reaches=(tie.b,))
