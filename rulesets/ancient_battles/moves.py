"""Step 5 of the Movement phase: all remaining moves, in the order their player likes.

WAB-TRN-03, WAB-FRM-01 to WAB-FRM-10, WAB-MAR-01 to WAB-MAR-07, WAB-FMR-01 to WAB-FMR-11, WAB-RAL-05, WAB-R13, WAB-R36,
WAB-R37, WAB-S07, WAB-S13, WAB-S16, WAB-S27, WAB-S35.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.decision import (
    Answer,
    Asked,
    Choice,
    Course,
    Decision,
    Exit,
    Ghost,
    Kind,
    MoveAnswer,
    Mover,
    MoveSpace,
    Reason,
    Reply,
    Verdict,
    refused,
)
from game.engine.decision import Mode as Way
from game.engine.event import Change, SetField, SetPose, Untie
from game.engine.flow import Ask, Call, Done, Goto, Outcome, Question, Run
from game.engine.ruleset import Forecast, ForecastRow, Goal
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import bearing, forward
from game.geometry.steps import Advance, Path, Step
from rulesets.ancient_battles import facts, joining, loose_moves, manoeuvre, marching, snakes
from rulesets.ancient_battles.blocks import formed, models
from rulesets.ancient_battles.board import remembered
from rulesets.ancient_battles.leadership import TestData, chance, need
from rulesets.ancient_battles.marching import Mode
from rulesets.ancient_battles.plans import Plan, written
from rulesets.ancient_battles.profiles import own

MOVE, DONE = "wab.move", "done"
LEGS = 8
"""Steps of a course at most."""

LABELS: dict[Mode, Text] = {
    "normal": T("Move"),
    "march": T("March"),
    "fast_march": T("Fast march"),
    "reform": T("Reform"),
    "disengage": T("Leave the combat"),
    "free": T("Move"),
}
CLAUSES: dict[str, tuple[str, ...]] = {
    "normal": ("WAB-TRN-03", "WAB-S07"),
    "march": ("WAB-MAR-02", "WAB-S07"),
    "fast_march": ("WAB-FMR-03", "WAB-S07"),
    "reform": ("WAB-FRM-08", "WAB-FRM-10", "WAB-S35"),
    "disengage": ("WAB-S16",),
    "free": ("WAB-TRN-03", "WAB-S07"),
}


class MovesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 5: the reform whose test is being taken."""

    answer: MoveAnswer | None = None


# --- judging -----------------------------------------------------------------------------------------------------


@remembered
def plan(view: State, answer: MoveAnswer) -> Plan:
    """Judge a move: whether the unit may move so at all, then its course."""
    unit, mode = answer.subject, answer.mode
    steps = steps_of(answer)
    if mode == "reform":
        if formed(view, unit):
            return manoeuvre.reformed(view, unit, steps)
        return loose_moves.regroup_plan(view, unit, steps)
    if snakes.snakes(view, unit, mode, steps):
        return snakes.judge(view, unit, steps)
    if own(view, unit).character:
        return joining.judge(view, unit, mode, steps, answer.mark)
    if facts.loose(view, unit):
        return loose_moves.judge(view, unit, mode, steps)
    cramped = snakes.straight_bar(view, unit)
    if cramped is not None:
        return Plan(unit, mode, bar=cramped)
    return manoeuvre.judge(view, unit, mode, steps)


def steps_of(answer: MoveAnswer) -> tuple[Step, ...]:
    """The steps of the one body that moves."""
    return answer.courses[0].steps if answer.courses else ()


def straight_out(view: State, unit: str) -> MoveAnswer:
    """The whole way straight out of a combat (WAB-S16)."""
    far = Course(unit, (_away(view, unit),))
    answer = MoveAnswer(unit, "disengage", courses=(far,))
    found = plan(view, answer)
    if found.legal:
        return answer
    return MoveAnswer(unit, "disengage", courses=(Course(unit, found.nearest),) if found.nearest else ())


def _away(view: State, unit: str) -> Step:
    """Straight away from its enemies by its movement rate."""
    rate = facts.rate(view, unit)
    if not facts.loose(view, unit):
        return Advance(rate)
    x, y = facts.centre(view, unit)
    foes = facts.foes(view, unit) or facts.enemies(view, unit)
    ex, ey = facts.centre(view, foes[0]) if foes else (x, y - 1.0)
    dx, dy = forward(bearing(x - ex, y - ey))
    return Path(((round(x + dx * rate, 3), round(y + dy * rate, 3)),))


# --- the flow ----------------------------------------------------------------------------------------------------


def _begin(run: Run, data: MovesData | None, got: Any) -> Outcome:
    side = run.state.own.active
    if not marching.movers(run.state, side):
        return Done()
    message = T("{side}: move the other units", side=Thing(side))
    return Ask((Question(MOVE, side, message, {}, ("WAB-TRN-03",)),), "answered", MovesData())


def _answered(run: Run, data: MovesData, got: Reply) -> Outcome:
    side = run.state.own.active
    if got.exit == DONE:
        for unit in marching.movers(run.state, side):
            if own(run.state, unit).disengaging:
                _move(run, straight_out(run.state, unit))
        return Done()
    answer = got.answer
    assert isinstance(answer, MoveAnswer)
    if answer.mode == "reform":
        if own(run.state, answer.subject).rallied:
            _reform(run, answer)
            return Goto("begin")
        return Call("wab.test", TestData(answer.subject, "reform", clause="WAB-FRM-09"), "tested", MovesData(answer))
    _move(run, answer)
    return Goto("begin")


def _tested(run: Run, data: MovesData, got: dict[str, Any]) -> Outcome:
    answer = data.answer
    assert answer is not None
    if got["passed"]:
        _reform(run, answer)
    else:
        run.emit(
            "reform_failed",
            "move",
            T("{unit} could not reform: it stays as it is", unit=Thing(answer.subject)),
            SetField("unit", answer.subject, "own.reformed", True),
            clauses=("WAB-R36",),
            about=(answer.subject,),
            side=run.state.units[answer.subject].side,
        )
    return Goto("begin")


def _reform(run: Run, answer: MoveAnswer) -> None:
    """A new frontage and facing; that is all for this turn (WAB-FRM-10)."""
    view, unit = run.state, answer.subject
    found = plan(view, answer)
    changes: list[Change] = [SetPose(b, p) for b, p in found.poses.items()]
    changes += _flags(view, unit, reformed=True, snake=False)
    if found.files:
        changes += _flags(view, unit, files=found.files)
    text = T("{unit} reformed", unit=Thing(unit))
    if found.files:
        text = T("{unit} reformed in {files} files", unit=Thing(unit), files=found.files)
    rallied = own(view, unit).rallied
    run.emit(
        "reformed",
        "move",
        text,
        *changes,
        clauses=("WAB-RAL-05", "WAB-R37", "WAB-S35") if rallied else CLAUSES["reform"],
        about=(unit,),
        side=view.units[unit].side,
        data={"unit": unit, "files": found.files},
    )


def _flags(view: State, unit: str, **fields: Any) -> list[Change]:
    """Fields of a unit that change."""
    mine = own(view, unit)
    return [SetField("unit", unit, f"own.{k}", v) for k, v in fields.items() if getattr(mine, k) != v]


def _move(run: Run, answer: MoveAnswer) -> None:
    """Carry a legal move out: one event."""
    view, unit, mode = run.state, answer.subject, answer.mode
    found = plan(view, answer)
    mine = own(view, unit)
    changes: list[Change]
    if mine.character:
        changes = joining.changes(view, unit, found, answer.mark)
    else:
        changes = [SetPose(b, p) for b, p in found.poses.items()]
    snake = snakes.snakes(view, unit, mode, steps_of(answer)) and not snakes.is_straight(view, unit, found)
    wish: dict[str, Any] = {"moved": True, "snake": snake}
    if found.files:
        wish["files"] = found.files
    if mode in ("march", "fast_march"):
        wish["marched"] = True
    if mode == "fast_march":
        wish["fast"] = True
    if mode == "march":
        wish["ignored"] = marching.enemies_near(joining.on_his_own(view, unit), unit).ignored
    changes += _flags(view, unit, **wish)
    if mode == "disengage":
        changes += [Untie(t.id) for t in view.ties.values() if t.kind == "contact" and unit in (t.a, t.b)]
    said = written(found.steps, found.costs)
    run.emit(
        {"disengage": "disengaged"}.get(mode, "moved"),
        "move",
        _text(view, answer, found, said),
        *changes,
        clauses=_clauses(view, answer, found, snake),
        about=(unit, *((answer.mark,) if answer.mark else ())),
        side=view.units[unit].side,
        data={
            "unit": unit,
            "mode": mode,
            "steps": said,
            "cost": round(found.cost, 3),
            "allowance": round(found.allowance, 3),
        },
    )


def _clauses(view: State, answer: MoveAnswer, found: Plan, snake: bool) -> tuple[str, ...]:
    rows = [*CLAUSES[answer.mode]]
    if snake:
        rows += ["WAB-FMR-11", "WAB-S13"]
    if answer.mark or facts.host(view, answer.subject):
        rows.append("WAB-S27")
    if own(view, answer.subject).character and answer.mode == "march":
        rows.append("WAB-R31")
    return tuple(rows)


def _text(view: State, answer: MoveAnswer, found: Plan, said: str) -> Text:
    who, cost, most = Thing(answer.subject), Length(round(found.cost, 3)), Length(round(found.allowance, 3))
    old = facts.host(view, answer.subject)
    if answer.mark and old:
        return T("{unit} left {old} and joined {host}", unit=who, old=Thing(old), host=Thing(answer.mark))
    if answer.mark:
        return T("{unit} joined {host}", unit=who, host=Thing(answer.mark))
    if old:
        return T(
            "{unit} left {old}: {steps}, {cost} of {most}", unit=who, old=Thing(old), steps=said, cost=cost, most=most
        )
    if answer.mode == "disengage":
        return T("{unit} left its combat: {steps}, {cost} of {most}", unit=who, steps=said or "-", cost=cost, most=most)
    if answer.mode == "march":
        return T("{unit} marched: {steps}, {cost} of {most}", unit=who, steps=said, cost=cost, most=most)
    if answer.mode == "fast_march":
        return T("{unit} marched fast: {steps}, {cost} of {most}", unit=who, steps=said, cost=cost, most=most)
    return T("{unit} moved: {steps}, {cost} of {most}", unit=who, steps=said, cost=cost, most=most)


# --- the question ------------------------------------------------------------------------------------------------


def _formations(view: State, unit: str, mode: Mode) -> tuple[Choice, ...]:
    """Shapes that a course may end in: the about-face, and frontages by number."""
    if mode == "normal":
        frontages = manoeuvre.may_form(view, unit)
        return (Choice("about", T("About-face")), *(Choice(str(n), _files(n)) for n in frontages))
    if mode == "reform":
        most = len(models(view, unit)) if formed(view, unit) else min(len(models(view, unit)), 12)
        return tuple(Choice(str(n), _files(n)) for n in range(most, 0, -1))
    if mode == "free" and facts.skirmishers(view, unit):
        return tuple(Choice(str(n), _files(n)) for n in range(min(len(models(view, unit)), 12), 0, -1))
    return ()


def _files(n: int) -> Text:
    return T("{n} files", n=n)


VERBS: dict[Mode, tuple[str, ...]] = {
    "normal": ("path", "advance", "wheel", "turn", "form"),
    "march": ("path", "advance", "wheel"),
    "fast_march": ("path", "advance", "wheel"),
    "reform": ("path", "form"),
    "disengage": ("advance",),
    "free": ("path", "form"),
}


def way(view: State, unit: str, mode: Mode) -> Way:
    """A way of moving as it is laid out for its player."""
    bar = marching.modes(view, unit)[mode]
    loose = facts.loose(view, unit)
    verbs = ("path",) if loose and mode in ("march", "disengage") else VERBS[mode]
    return Way(
        mode,
        LABELS[mode],
        verbs,
        None if mode == "reform" else marching.allowance(view, unit, mode),
        1 if mode in ("reform", "disengage") else LEGS,
        marks=joining.marks(view, unit) if own(view, unit).character else (),
        formations=_formations(view, unit, mode),
        duty=_duty(view, unit, mode),
        bar=bar,
    )


def _duty(view: State, unit: str, mode: Mode) -> Text | None:
    mine = own(view, unit)
    if mine.joined:
        return T("He steps out of {unit} first", unit=Thing(mine.joined))
    if mode == "reform" and mine.rallied:
        return T("Rallied: it may reform, and do nothing else")
    if mode == "reform":
        return T("A Leadership test; then it neither moves nor shoots")
    if mode == "disengage":
        return T("About-face, then straight away")
    return None


class MoveQuestion:
    """Which unit moves next, in which way, along which course."""

    kind: Kind = "move"

    def asked(self, view: State, decision: Decision) -> Asked:
        """All who may still act, each with its ways; to be done with it is always possible."""
        movers = tuple(
            Mover(u, T("{unit}", unit=Thing(u)), tuple(way(view, u, m) for m in marching.modes(view, u)))
            for u in marching.movers(view, decision.side)
        )
        return Asked(MoveSpace(movers), Reply(exit=DONE), self.exits(view, decision))

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """Nobody else moves."""
        return (Exit(DONE, T("Move nobody else")),)

    def check(self, view: State, decision: Decision, answer: Answer) -> Verdict:
        """Judge a move."""
        if not isinstance(answer, MoveAnswer):
            return refused(T("This is no answer to that question"))
        unit = answer.subject
        if unit not in view.units or view.units[unit].side != decision.side or not facts.alive(view, unit):
            return refused(T("{unit} is none of yours to move", unit=Thing(unit)), "WAB-TRN-03")
        bar = marching.unit_bar(view, unit)
        if bar is not None:
            return refused(bar.text, bar.clause)
        ways = marching.modes(view, unit)
        mode = next((m for m in marching.MODES if m == answer.mode), None)
        if mode is None or mode not in ways:
            return refused(T("{unit} cannot move that way now", unit=Thing(unit)), "WAB-TRN-03")
        bar = ways[mode]
        if bar is not None:
            return refused(bar.text, bar.clause)
        if len(answer.courses) > 1 or any(c.who != unit for c in answer.courses):
            return refused(T("A unit moves as one body"), "WAB-S07")
        if answer.mark and not any(c.id == answer.mark for c in joining.marks(view, unit)):
            return refused(T("{unit} joins no such unit", unit=Thing(unit)), "WAB-S27")
        found = plan(view, answer)
        return self._shown(view, answer, found)

    def _shown(self, view: State, answer: MoveAnswer, found: Plan) -> Verdict:
        allowance = None if answer.mode == "reform" else found.allowance
        ghosts = tuple(Ghost(b, p) for b, p in found.poses.items())
        shown = Verdict(
            "legal",
            ghosts=ghosts,
            paths=(found.path,) if len(found.path) > 1 else (),
            cost=round(found.cost, 3),
            allowance=allowance,
        )
        if found.bar is None:
            if not found.steps and not answer.mark and answer.mode != "disengage":
                reason = Reason(T("Show where it goes"), "WAB-S07")
                return replace(shown, status="unfinished", reasons=(reason,))
            return shown
        nearest = None
        if found.nearest:
            nearest = replace(answer, mark="", courses=(Course(answer.subject, found.nearest),))
        return replace(shown, status="refused", reasons=(Reason(found.bar.text, found.bar.clause),), nearest=nearest)

    def candidates(self, view: State, decision: Decision, goal: Goal, limit: int) -> Iterable[Reply]:
        """A move of each unit in turn, then a second one of each, and so on; at last to be done with it."""
        from rulesets.ancient_battles import move_ideas

        streams = [move_ideas.legal(view, u, goal) for u in marching.movers(view, decision.side)]
        given = 0
        while streams and given < limit - 1:
            for stream in list(streams):
                answer = next(stream, None)
                if answer is None:
                    streams.remove(stream)
                elif given < limit - 1:
                    given += 1
                    yield Reply(answer)
        yield Reply(exit=DONE)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """The odds of the test to reform."""
        if not isinstance(answer, MoveAnswer) or answer.mode != "reform" or own(view, answer.subject).rallied:
            return None
        found = need(view, answer.subject, "reform")
        return Forecast((ForecastRow(T("passed"), chance(found.total), sum=found),))

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """A move is always a choice."""
        return None


FRAMES: dict[str, type | None] = {"wab.moves": MovesData}
STEPS = {
    ("wab.moves", "begin"): _begin,
    ("wab.moves", "answered"): _answered,
    ("wab.moves", "tested"): _tested,
}
QUESTIONS = {MOVE: MoveQuestion()}
