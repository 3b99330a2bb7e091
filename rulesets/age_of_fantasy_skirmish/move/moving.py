"""A unit's move, model by model, with dangerous terrain, Jumps and falls on the way, and what is left of it then.

AFS-MEL-12 (step 2), AFS-JUMP-03 to -05, AFS-DAN-01, AFS-R10, AFS-R20, AFS-R39, AFS-S07, AFS-S12, AFS-S31. Row 11 of
the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Goto, Outcome, Roll, Run
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, Pose, rounded
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.field import spacing
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.move import plans
from rulesets.age_of_fantasy_skirmish.move.falling import DANGER, FALL_FRAME, DangerData, FallData, of_model
from rulesets.age_of_fantasy_skirmish.own import Moved, UnitOwn
from rulesets.age_of_fantasy_skirmish.walk.walker import short_of
from rulesets.age_of_fantasy_skirmish.walk.ways import Bit, Leap, jump_need

STAY = "stay"


class MoveData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit's move on its way: action and mark as answered, the ``courses`` still to be gone, the models ``gone``.

    ``bits`` and ``end`` are the way of the model that is going, ``at`` how far it has got, ``difficult`` whether it
    leads into difficult terrain; ``capped``: a model has touched some (AFS-R42). ``before`` is the scatter (mm) that
    the rest of the move is judged against: of its beginning, or just after a loss or fall (AFS-S31). ``left`` are the
    models in play, to tell when one is lost; ``changed``: something happened that the answer did not foresee, and what
    is left is asked again. ``inside`` is False outside an activation, where every entry into danger has its roll
    (AFS-R43).
    """

    unit: str
    action: plans.Kind
    mark: str = ""
    courses: tuple[ask.Course, ...] = ()
    who: str = ""
    bits: tuple[Bit, ...] = ()
    at: int = 0
    end: Pose | None = None
    capped: bool = False
    difficult: bool = False
    before: float | None = None
    left: int = 0
    changed: bool = False
    gone: tuple[str, ...] = ()
    inside: bool = True

    @property
    def leap(self) -> Leap:
        """The Jump that the model is at."""
        leap = self.bits[self.at - 1].leap
        assert leap is not None
        return leap


MOVE = FrameOf("afs.move", MoveData, Moved)


@MOVE.step
def _begin(run: Run, data: MoveData, got: Any) -> Outcome:
    if not data.courses and data.action in plans.ATTACKS:
        courses = plans.into_contact(run.state, data.unit, data.action, data.mark)
        data = replace(data, courses=courses)
    data = replace(data, before=spacing.scatter_now(run.state, data.unit), left=len(run.state.bases_of(data.unit)))
    return Goto("next", replace(data, courses=_in_order(run, data)))


def _in_order(run: Run, data: MoveData) -> tuple[ask.Course, ...]:
    """The courses so that no model ends on a comrade who has yet to go (AFS-S07).

    Who draws back goes as he was told: his way was judged from where those before him ended (AFS-R19).
    """
    if data.action == "draw_back" or len(data.courses) < 2:
        return data.courses
    begun = plans.Begun(data.gone, data.capped, data.before)
    order = plans.judge(run.state, data.unit, data.action, data.mark, data.courses, begun, duty=False).order
    return tuple(sorted(data.courses, key=lambda c: order.index(c.who) if c.who in order else -1))


def _over(run: Run, data: MoveData) -> bool:
    """Whether the move ends here: all are lost or have fallen, or the unit became Shaken on the way (AFS-R10).

    A faller's activation ends; where nobody else is left, the unit's (AFS-FALL-04, AFS-FALL-07).
    """
    own: UnitOwn = run.state.units[data.unit].own
    able = [b for b in run.state.bases_of(data.unit) if not data.inside or b.id not in own.fell]
    return not able or (data.inside and own.shaken)


@MOVE.step
def _next(run: Run, data: MoveData, got: Any) -> Outcome:
    """The next model; what is left is asked again where something has changed."""
    if _over(run, data):
        return MOVE.done(Moved(True))
    alive = [b.id for b in run.state.bases_of(data.unit)]
    left = tuple(c for c in data.courses if c.who in alive)
    if data.changed and data.action == "draw_back":
        return MOVE.done(Moved(False, changed=True))
    if data.changed and any(b not in data.gone for b in alive):
        data = replace(data, courses=left, changed=False)
        side = run.state.units[data.unit].side
        message = T("{side}: the rest of the move of {unit}", side=Thing(side), unit=Thing(data.unit))
        told = ("unit", "action", "mark", "gone", "courses", "capped", "before")
        args = {name: msgspec.to_builtins(getattr(data, name)) for name in told}
        return REST.ask(side, message, args, ("AFS-S07", "AFS-S31"), then="rest", data=data)
    if not left:
        return MOVE.done(Moved(False))
    course = left[0]
    walker = plans.walker_of(run.state, course.who, data.action, data.mark)
    way = plans.way_of(walker, course.steps)
    data = replace(data, courses=left[1:], gone=(*data.gone, course.who))
    if way.bar is not None or not way.moves:
        return Goto("next", data)
    return Goto("go", replace(data, who=course.who, bits=way.bits, at=0, end=way.end, difficult=way.difficult))


@MOVE.step
def _rest(run: Run, data: MoveData, got: ask.Reply) -> Outcome:
    if not isinstance(got.answer, ask.MoveAnswer) or not got.answer.courses:
        return MOVE.done(Moved(False))
    data = replace(data, courses=got.answer.courses)
    return Goto("next", replace(data, courses=_in_order(run, data)))


@MOVE.step
def _go(run: Run, data: MoveData, got: Any) -> Outcome:
    """Walk to the next place where dice may fall."""
    if data.at >= len(data.bits):
        return Goto("next", replace(data, capped=data.capped or data.difficult))
    bit = data.bits[data.at]
    last = data.at == len(data.bits) - 1
    point = bit.points[-1]
    if bit.leap is not None and len(bit.points) > 1:
        point = short_of(bit.points[-2], point)
    _moved(run, data, point, bit.points, data.end.facing if last and data.end is not None else None)
    data = replace(data, at=data.at + 1, capped=data.capped or bit.difficult)
    if bit.danger:
        return DANGER.call(DangerData(data.unit, (data.who,)), "dared", data)
    if bit.leap is None or not bit.leap.dice:
        return Goto("land" if bit.leap is not None else "go", data)
    rows = (ev.DiceRow(run.state.units[data.unit].side, bit.leap.dice),)
    text = T("{model} jumps {length}", model=Thing(data.who), length=Length(bit.leap.length))
    need, about = jump_need(run.state, data.who), (data.who, data.unit)
    return Roll(ev.Request(rows, text, "AFS-JUMP-03", need, "at_least", (), about), "leapt", data)


def _moved(run: Run, data: MoveData, to: Point, points: tuple[Point, ...] = (), facing: float | None = None) -> None:
    """Put the model that is going somewhere on its way, turned as it is if not told otherwise."""
    state, base = run.state, run.state.bases[data.who]
    assert base.pose is not None
    pose = rounded(ground_of(state).on_level(*to, base.pose.facing if facing is None else facing))
    if base.pose == pose:
        return
    own: UnitOwn = state.units[data.unit].own
    moved = own.moved if data.who in own.moved or not data.inside else (*own.moved, data.who)
    text, clauses = T("{model} moved", model=Thing(data.who)), (plans.WORDS[data.action][2], "AFS-S07")
    deeds = ev.SetPose(data.who, pose), *changes.unit(state, data.unit, moved=moved)
    told = {"unit": data.unit, "base": data.who, "way": [list(p) for p in points], "action": data.action}
    run.emit("moved", "move", text, *deeds, clauses=clauses, data=told, **of_model(run, data.who))


@MOVE.step
def _dared(run: Run, data: MoveData, got: Any) -> Outcome:
    """After dangerous terrain: whoever is still there and not Shaken goes on (AFS-R43)."""
    on = run.state.bases[data.who].where == "table" and not _over(run, data)
    return Goto("go" if on else "next", _counted(run, data))


def _counted(run: Run, data: MoveData, fallen: bool = False) -> MoveData:
    """The move after a loss or a fall on the way: the scatter counts afresh for models that go later (AFS-S31)."""
    left = len(run.state.bases_of(data.unit))
    if left == data.left and not fallen:
        return data
    return replace(data, left=left, before=spacing.scatter_now(run.state, data.unit), changed=True)


@MOVE.step
def _leapt(run: Run, data: MoveData, got: ev.Rolled) -> Outcome:
    """Every die must succeed (AFS-JUMP-04, AFS-JUMP-05)."""
    need = jump_need(run.state, data.who)
    if all(numbers.succeeds(face, need) for face in got.faces[0]):
        return Goto("land", data)
    leap, unit = data.leap, run.state.units[data.unit]
    own: UnitOwn = unit.own
    text, clauses = T("{model} did not make the Jump", model=Thing(data.who)), ("AFS-JUMP-05", "AFS-FALL-04")
    fell = changes.unit(run.state, data.unit, fell=(*own.fell, data.who))
    told, whose = {"base": data.who, "unit": data.unit}, of_model(run, data.who)
    run.emit("jump_failed", "test", text, *fell, clauses=clauses, data=told, **whose)
    fall = FallData(data.who, leap.drop, leap.edge, unit.side, leap.land)
    return FALL_FRAME.call(fall, "fell", data)


@MOVE.step
def _land(run: Run, data: MoveData, got: Any) -> Outcome:
    leap = data.leap
    text = T("{model} jumped {length}", model=Thing(data.who), length=Length(leap.length))
    told, whose = {"base": data.who, "length": leap.length}, of_model(run, data.who)
    run.emit("jumped", "move", text, clauses=("AFS-JUMP-04",), data=told, **whose)
    _moved(run, data, leap.land)
    return Goto("go", data)


@MOVE.step
def _fell(run: Run, data: MoveData, got: Any) -> Outcome:
    """The others go on (AFS-FALL-07)."""
    return Goto("next", _counted(run, data, fallen=True))


class RestQuestion(Unforced):
    """What is left of a unit's move after something happened on the way (decision 11)."""

    kind: ask.Kind = "move"

    def _draft(self, decision: ask.Decision) -> ask.MoveAnswer:
        args = decision.args
        courses = msgspec.convert(args["courses"], tuple[ask.Course, ...])
        return ask.MoveAnswer(args["unit"], args["action"], args["mark"], courses)

    def _begun(self, decision: ask.Decision) -> plans.Begun:
        args = decision.args
        return plans.Begun(tuple(args["gone"]), args["capped"], args["before"])

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The same action, among the models that have not gone yet."""
        draft = self._draft(decision)
        space = plans.space(view, draft.subject, decision.args["action"], draft.mark)
        return ask.Asked(space, self.default(view, decision), self.exits(view, decision), draft)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The others stay where they are; in a charge only where none of them can get nearer (AFS-MEL-01)."""
        bar = self._judged(view, decision, ()).bar if self._usual(view, decision) else None
        return (ask.Exit(STAY, T("The others stay"), bar),)

    def _usual(self, view: State, decision: ask.Decision) -> tuple[ask.Course, ...]:
        """In a charge: what duty leads the others to."""
        args = decision.args
        if args["action"] not in plans.ATTACKS:
            return ()
        return plans.into_contact(view, args["unit"], args["action"], args["mark"], self._begun(decision))

    def _judged(self, view: State, decision: ask.Decision, courses: tuple[ask.Course, ...]) -> plans.Plan:
        args = decision.args
        return plans.judge(view, args["unit"], args["action"], args["mark"], courses, self._begun(decision))

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The draft if it still holds; else in a charge as duty leads; else the others stay."""
        draft = self._draft(decision)
        if draft.courses and self.check(view, decision, draft).legal:
            return ask.Reply(draft)
        usual = self._usual(view, decision)
        if usual and self._judged(view, decision, usual).bar is None:
            return ask.Reply(replace(draft, courses=usual))
        return ask.Reply(exit=STAY)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge the rest as the whole was judged; those that have gone are not asked again."""
        args = decision.args
        if not isinstance(answer, ask.MoveAnswer) or answer.subject != args["unit"] or answer.mode != args["action"]:
            return ask.refused(T("Finish the same move"), "AFS-S07")
        if any(c.who in args["gone"] for c in answer.courses):
            return ask.refused(T("This model has already moved: choose another"), "AFS-S07")
        return plans.verdict(view, replace(answer, mark=args["mark"]), self._judged(view, decision, answer.courses))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The draft or what duty leads to, and to stay where that is allowed."""
        usual, stay = self.default(view, decision), ask.Reply(exit=STAY)
        open_ = usual != stay and self.exits(view, decision)[0].bar is None
        return ([usual, stay] if open_ else [usual])[:limit]


REST = Posed("act_rest", RestQuestion())
