"""Step 5 of the Movement phase: all remaining moves, in the order their player likes, and the question of each.

WAB-TRN-03, WAB-FRM-01 to WAB-FRM-10, WAB-MAR-01 to WAB-MAR-07, WAB-FMR-01 to WAB-FMR-11, WAB-RAL-05, WAB-R13, WAB-R32,
WAB-R36, WAB-R37, WAB-S13, WAB-S16, WAB-S27, WAB-S35.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from itertools import islice, zip_longest
from typing import Any, TypeGuard

import msgspec
from msgspec.structs import replace

from game.engine import decision as ask
from game.engine.changes import unit as of_unit
from game.engine.decision import Mode as Way
from game.engine.declared import FrameOf, Posed
from game.engine.event import Untie
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, ForecastRow, Goal, Unforced
from game.engine.state import State
from game.engine.tells import Sketch, worked_out
from game.engine.text import Length, T, Text, Thing
from game.geometry.steps import Advance
from game.kit import situation
from game.kit.at_will import AtWill
from game.kit.shown.words import unit_name
from game.kit.verdicts import ghosts
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, files_words, formed, models, posed
from rulesets.ancient_battles.field.engagement import contact_ties
from rulesets.ancient_battles.move import ideas, judging, plans
from rulesets.ancient_battles.move.judging import plan, reckoned, steps_of, straight_out
from rulesets.ancient_battles.move.plans import Dear, Mode, Plan, step_texts, written
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested, chance, need

MOVE, DONE = "wab.move", "done"
LEGS = 8
"""Steps of a course at most."""

WAYS: dict[str, tuple[Text, tuple[str, ...], tuple[str, ...]]] = {
    "normal": (T("Move"), ("path", "advance", "wheel", "turn", "form"), ("WAB-TRN-03", "WAB-S07")),
    "march": (T("March"), ("path", "advance", "wheel"), ("WAB-MAR-02", "WAB-S07")),
    "fast_march": (T("Fast march"), ("path", "advance", "wheel"), ("WAB-FMR-03", "WAB-S07")),
    "reform": (T("Reform"), ("path", "form"), ("WAB-FRM-08", "WAB-FRM-10", "WAB-S35")),
    "disengage": (T("Leave the combat"), ("advance",), ("WAB-S16",)),
    "free": (T("Move"), ("path", "form"), ("WAB-TRN-03", "WAB-S07")),
}
"""The name of each way of moving, the verbs that its course may hold, its clauses."""


def _formations(view: State, unit: str, mode: Mode) -> tuple[ask.Choice, ...]:
    """Shapes that a course may end in: the about-face, and frontages by number."""
    if mode == "normal":  # a change of formation gives one or two ranks more or fewer (WAB-S35)
        block = block_of(view, unit)
        frontages = (n for n in range(1, block.count + 1) if 1 <= abs(math.ceil(block.count / n) - block.ranks) <= 2)
        return (ask.Choice("about", T("About-face")), *_by_files(view, unit, frontages))
    if mode == "reform" or (mode == "free" and facts.skirmishers(view, unit)):
        count = len(models(view, unit))
        return _by_files(view, unit, range(1, (count if formed(view, unit) else min(count, 12)) + 1))
    return ()


def _by_files(view: State, unit: str, frontages: Iterable[int]) -> tuple[ask.Choice, ...]:
    """Frontages as choices, up and down from the one it has: the next wider and wider, then the narrowest and up."""
    count, now = len(models(view, unit)), own(view, unit).files
    return tuple(ask.Choice(str(n), files_words(n, count)) for n in sorted(frontages, key=lambda n: (n < now, n)))


def way(view: State, unit: str, mode: Mode) -> Way:
    """A way of moving as it is laid out for its player."""
    loose = facts.loose(view, unit)
    label, verbs, _ = WAYS[mode]
    return Way(
        mode,
        label,
        ("path",) if loose and mode in ("march", "disengage") else verbs,
        None if mode == "reform" else plans.allowance(view, unit, mode),
        1 if mode in ("reform", "disengage") else LEGS,
        marks=judging.marks(view, unit) if own(view, unit).character else (),
        formations=_formations(view, unit, mode),
        duty=_duty(view, unit, mode),
        bar=plans.modes(view, unit)[mode],
        rigid=not loose and mode != "reform",
    )


def _duty(view: State, unit: str, mode: Mode) -> Text | None:
    mine = own(view, unit)
    if mine.joined:
        return T("The character leaves {unit} first", unit=Thing(mine.joined))
    if mode == "reform":
        rallied = T("A unit that rallied this turn may only reform")
        return rallied if mine.rallied else T("This needs a Leadership test; then the unit neither moves nor shoots")
    return T("About-face, then straight ahead") if mode == "disengage" else None


def _marches(answer: ask.Answer) -> TypeGuard[ask.MoveAnswer]:
    """Whether a march along the same way is another answer."""
    return isinstance(answer, ask.MoveAnswer) and answer.mode in ("normal", "free") and bool(answer.courses)


class MoveQuestion(AtWill, Unforced):
    """Which unit moves next, in which way, along which course."""

    kind: ask.Kind = "move"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """All who may still act, each with its ways; to be done with it is always possible."""
        ways = {u: tuple(way(view, u, m) for m in plans.modes(view, u)) for u in plans.movers(view, decision.side)}
        movers = tuple(ask.Mover(u, unit_name(u), mine) for u, mine in ways.items())
        return ask.Asked(ask.MoveSpace(movers), self.default(view, decision), self.exits(view, decision))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a move."""
        if not isinstance(answer, ask.MoveAnswer):
            return ask.refused(T("That answer does not fit this question"))
        unit = answer.subject
        if unit not in view.units or view.units[unit].side != decision.side or not situation.on_table(view, unit):
            return ask.refused(T("{unit} is not a unit that you may move now", unit=Thing(unit)), "WAB-TRN-03")
        bar = plans.unit_bar(view, unit)
        ways = {str(mode): bar for mode, bar in plans.modes(view, unit).items()}
        if bar is None and answer.mode not in ways:
            return ask.refused(T("{unit} cannot move that way now", unit=Thing(unit)), "WAB-TRN-03")
        bar = bar or ways[answer.mode]
        if bar is not None:
            return ask.refused(bar.text, bar.clause)
        if len(answer.courses) > 1 or any(c.who != unit for c in answer.courses):
            return ask.refused(T("A unit moves as one body"), "WAB-S07")
        if answer.mark and not any(c.id == answer.mark for c in judging.marks(view, unit)):
            return ask.refused(T("{unit}: the character cannot join this unit", unit=Thing(unit)), "WAB-S27")
        return self._shown(view, answer, reckoned(view, answer, plan(view, answer)))

    def _shown(self, view: State, answer: ask.MoveAnswer, found: Plan) -> ask.Verdict:
        bar, formed = found.bar, found.front is not None
        shown = ask.Verdict(
            "legal",
            ghosts=ghosts(found.poses),
            paths=(found.path,) if len(found.path) > 1 else (),
            cost=round(bar.whole if isinstance(bar, Dear) else found.cost, 3),
            allowance=None if answer.mode == "reform" else found.allowance,
            steps=found.steps if formed else (),
            costs=tuple(round(c, 3) for c in found.costs) if formed else (),
        )
        if bar is not None:
            courses = (ask.Course(answer.subject, found.nearest),)
            nearest = replace(answer, mark="", courses=courses) if found.nearest else None
            reasons = (ask.Reason(bar.text, bar.clause), *self._in_reach_of_a_march(view, answer, found))
            return replace(shown, status="refused", reasons=reasons, nearest=nearest)
        if found.steps or answer.mark or answer.mode == "disengage":
            return shown
        return replace(shown, status="unfinished", reasons=(ask.Reason(T("Drag it to its new place"), "WAB-S07"),))

    def _in_reach_of_a_march(self, view: State, answer: ask.MoveAnswer, found: Plan) -> tuple[ask.Reason, ...]:
        """That a march would lead there, where an ordinary move is too short for it and the unit may march."""
        unit, bar = answer.subject, found.bar
        if not _marches(answer) or not isinstance(bar, Dear) or bar.whole > plans.allowance(view, unit, "march"):
            return ()
        barred = plans.modes(view, unit).get("march", bar) is not None
        if barred or not plan(view, replace(answer, mode="march")).legal:
            return ()
        return (ask.Reason(T("A march would bring it there, but then it cannot shoot"), "WAB-MAR-02"),)

    def instead(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Iterable[ask.Answer]:
        """A march, where an ordinary move is too short (WAB-MAR-02)."""
        return (replace(answer, mode="march"),) if _marches(answer) else ()

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """A move of each unit in turn, then a second one of each, and so on; at last to be done with it."""
        streams = [ideas.legal(view, u, goal) for u in plans.movers(view, decision.side)]
        given = 0
        while streams and given < limit - 1:
            for stream in list(streams):
                answer = next(stream, None)
                if answer is None:
                    streams.remove(stream)
                elif given < limit - 1:
                    given += 1
                    yield ask.Reply(answer)
        yield ask.Reply(exit=DONE)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """The same moves, none of them judged yet."""
        rows = zip_longest(*(ideas.ideas(view, u, "any") for u in plans.movers(view, decision.side)))
        moves = (partial(ideas.worked_out, view, idea) for row in rows for idea in row if idea is not None)
        return [partial(worked_out, move) for move in islice(moves, limit)]

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """The odds of the test to reform."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode != "reform" or own(view, answer.subject).rallied:
            return None
        found = need(view, answer.subject, "reform")
        return Forecast((ForecastRow(T("passed"), chance(found.total), sum=found),))


MOVE_QUESTION = Posed(MOVE, MoveQuestion(ask.Exit(DONE, T("Move no other units"))))


class MovesData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Step 5: the reform whose test is being taken."""

    answer: ask.MoveAnswer | None = None


MOVES = FrameOf("wab.moves", MovesData)


@MOVES.step
def _begin(run: Run, data: MovesData | None, got: Any) -> Outcome:
    side = run.state.own.active
    if not plans.movers(run.state, side):
        return Done()
    message = T("{side}: move the other units", side=Thing(side))
    return MOVE_QUESTION.ask(side, message, {}, ("WAB-TRN-03",), then="answered", data=MovesData())


@MOVES.step
def _answered(run: Run, data: MovesData, got: ask.Reply) -> Outcome:
    side = run.state.own.active
    if got.exit == DONE:
        for unit in plans.movers(run.state, side):
            if own(run.state, unit).disengaging:
                _move(run, straight_out(run.state, unit))
        return Done()
    answer = got.answer
    assert isinstance(answer, ask.MoveAnswer)
    rallied = own(run.state, answer.subject).rallied
    if answer.mode == "reform" and not rallied:
        return TEST.call(TestData(answer.subject, "reform", clause="WAB-FRM-09"), "tested", MovesData(answer))
    (_reform if answer.mode == "reform" else _move)(run, answer)
    return Goto("begin")


@MOVES.step
def _tested(run: Run, data: MovesData, got: Tested) -> Outcome:
    answer = data.answer
    assert answer is not None
    if got.passed:
        _reform(run, answer)
    else:
        text = T("{unit} could not reform and stayed in place", unit=Thing(answer.subject))
        changes = of_unit(run.state, answer.subject, reformed=True)
        run.tell(answer.subject, "reform_failed", "move", text, ("WAB-R36",), *changes)
    return Goto("begin")


def _reform(run: Run, answer: ask.MoveAnswer) -> None:
    """A new frontage and facing; that is all for this turn (WAB-FRM-10)."""
    view, unit = run.state, answer.subject
    found = plan(view, answer)
    files = found.files or own(view, unit).files
    changes = [*posed(found.poses), *of_unit(view, unit, reformed=True, snake=False, files=files)]
    text = T("{unit} reformed", unit=Thing(unit))
    if found.files:
        text = T("{unit} reformed, files: {files}", unit=Thing(unit), files=found.files)
    clauses = ("WAB-RAL-05", "WAB-R37", "WAB-S35") if own(view, unit).rallied else WAYS["reform"][2]
    run.tell(unit, "reformed", "move", text, clauses, *changes, unit=unit, files=found.files)


def _move(run: Run, answer: ask.MoveAnswer) -> None:
    """Carry a legal move out: one event."""
    view, unit, mode = run.state, answer.subject, answer.mode
    found, mine = plan(view, answer), own(view, unit)
    changes = judging.changes(view, unit, found, answer.mark) if mine.character else posed(found.poses)
    snake = judging.snakes(view, unit, mode, steps_of(answer)) and not judging.is_straight(view, unit, found)
    changes += of_unit(view, unit, moved=True, snake=snake, files=found.files or mine.files)
    if mode in ("march", "fast_march"):
        changes += of_unit(view, unit, marched=True, fast=mine.fast or mode == "fast_march")
    if mode == "march":
        changes += of_unit(view, unit, ignored=plans.enemies_near(judging.on_his_own(view, unit), unit).ignored)
    if mode == "disengage":
        changes += [Untie(t.id) for t in contact_ties(view, unit)]
    told: dict[str, Any] = {"unit": unit, "mode": mode, "steps": written(found.steps, found.costs)}
    told |= {"cost": round(found.cost, 3), "allowance": round(found.allowance, 3)}
    name, also = {"disengage": "disengaged"}.get(mode, "moved"), (answer.mark,) if answer.mark else ()
    text, clauses = _text(view, answer, found), _clauses(view, answer, snake)
    run.tell(unit, name, "move", text, clauses, *changes, also=also, **told)


def _clauses(view: State, answer: ask.MoveAnswer, snake: bool) -> tuple[str, ...]:
    rows = [*WAYS[answer.mode][2], *(("WAB-FMR-11", "WAB-S13") if snake else ())]
    if answer.mark or facts.host(view, answer.subject):
        rows.append("WAB-S27")
    if own(view, answer.subject).character and answer.mode == "march":
        rows.append("WAB-R31")
    return tuple(rows)


def _text(view: State, answer: ask.MoveAnswer, found: Plan) -> Text:
    who, host, old = Thing(answer.subject), Thing(answer.mark), facts.host(view, answer.subject)
    if answer.mark:
        left = T("{unit} left {old} and joined {host}", unit=who, old=Thing(old), host=host)
        return left if old else T("{unit} joined {host}", unit=who, host=host)
    deeds = {
        "disengage": T("{unit} left the combat", unit=who),
        "march": T("{unit} marched", unit=who),
        "fast_march": T("{unit} marched fast", unit=who),
    }
    deed = deeds.get(answer.mode, T("{unit} moved", unit=who))
    if old:
        deed = T("{unit} left {old}", unit=who, old=Thing(old))
    cost, most = Length(round(found.cost, 3)), Length(round(found.allowance, 3))
    steps = [] if len(found.steps) == 1 and isinstance(found.steps[0], Advance) else list(step_texts(found.steps))
    if steps:
        return T("{deed}: {steps}, {cost} of {most}", deed=deed, steps=steps, cost=cost, most=most)
    return T("{deed} {cost} of {most}", deed=deed, cost=cost, most=most)
