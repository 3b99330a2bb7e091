"""``engine.queue``: what is due at a moment is taken together, one item per subject, in the order its owner picks."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine.decision import Asked, Choice, Decision, PickAnswer, PickSpace, Reply
from game.engine.event import Undue
from game.engine.flow import Ask, Call, Done, FrameTable, Goto, Outcome, Question, QuestionTable, Run, StepTable
from game.engine.ruleset import Discrete
from game.engine.state import Due, State
from game.engine.text import T, Text, Thing


class QueueData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The items of one moment.

    Attributes
    ----------
    moment
        Which items of ``state.due``.
    frame
        Called with an :class:`Item` for each subject.
    sides
        Whose items come first.
    message
        What to show where the order is asked.
    """

    moment: str
    frame: str
    sides: tuple[str, ...]
    message: Text
    done: int = 0


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the called frame receives: a subject and all the reasons why something is due of it."""

    subject: str
    clause: str
    causes: tuple[str, ...] = ()


def _owner(state: State, subject: str) -> str:
    return state.units[subject].side if subject in state.units else next(iter(state.sides))


def _open(state: State, moment: str) -> dict[str, list[Due]]:
    """The items of a moment by subject, in the order in which they became due."""
    items: dict[str, list[Due]] = {}
    for due in state.due:
        if due.moment == moment:
            items.setdefault(due.subject, []).append(due)
    return items


def begin(run: Run, data: QueueData, got: object) -> Outcome:
    """Take the next side's items; ask for the order where there are several."""
    items = _open(run.state, data.moment)
    for side in data.sides:
        mine = [s for s in items if _owner(run.state, s) == side]
        if len(mine) == 1:
            return Goto("take", data, mine[0])
        if mine:
            question = Question("engine.queue", side, data.message, {"subjects": mine})
            return Ask((question,), "picked")
    return Done(data.done)


def picked(run: Run, data: QueueData, got: Reply) -> Outcome:
    """Take the one that was picked."""
    assert isinstance(got.answer, PickAnswer)
    return Goto("take", data, got.answer.ids[0])


def take(run: Run, data: QueueData, got: str) -> Outcome:
    """Carry one subject's items out together."""
    items = _open(run.state, data.moment)[got]
    run.emit("due_taken", "flow", None, Undue(tuple(d.id for d in items)), about=(got,))
    causes = tuple(c for d in items for c in d.causes)
    return Call(data.frame, Item(got, items[0].clause, causes), "begin", replace(data, done=data.done + 1))


class QueueQuestion(Discrete):
    """Which of several due things comes first."""

    kind = "pick"

    def asked(self, view: State, decision: Decision) -> Asked:
        """One of the subjects."""
        subjects = decision.args["subjects"]
        space = PickSpace(tuple(Choice(s, T("{thing}", thing=Thing(s))) for s in subjects))
        return Asked(space, Reply(PickAnswer((subjects[0],))))


FRAMES: FrameTable = {"engine.queue": QueueData}
STEPS: StepTable = {
    ("engine.queue", "begin"): begin,
    ("engine.queue", "picked"): picked,
    ("engine.queue", "take"): take,
}
QUESTIONS: QuestionTable = {"engine.queue": QueueQuestion()}
