"""Answers without a choice: the only one there is, one that none can better, and things that are merely in a row."""

from __future__ import annotations

from game.client.editors.desk import Desk
from game.client.editors.whereabouts import bases_of, poses_of
from game.client.words import _
from game.engine.decision import (
    Actor,
    Aim,
    Answer,
    Choice,
    MoveAnswer,
    MoveSpace,
    OptionAnswer,
    OptionSpace,
    PickAnswer,
    PickSpace,
    PlaceSpace,
    Reply,
    TargetsAnswer,
    TargetsSpace,
)
from game.engine.lookup import question_of
from game.engine.tells import TellsDominant, TellsOrder
from game.engine.text import T, Text

ONLY = T("resolved automatically: there is no other answer")
BEST = T("resolved automatically: there is no better choice")
RUN = T("resolved without a choice")


def taken(desk: Desk) -> tuple[Reply, Text] | None:
    """What is answered without asking, with why; None where there is something to choose."""
    if desk.decision.question == "engine.roll":
        return None
    only = _only(desk)
    if only is not None and desk.check(only).legal:
        return Reply(only), ONLY
    question = question_of(desk.session.ruleset, desk.decision.question)
    best = question.dominant(desk.view, desk.decision) if isinstance(question, TellsDominant) else None
    return (best, BEST) if best is not None else None


def _open(choices: tuple[Choice, ...]) -> list[str]:
    return [c.id for c in choices if c.bar is None]


def _only(desk: Desk) -> Answer | None:
    """The answer of a question that has one alone, by what may be chosen in it."""
    space = desk.asked.space
    if any(e.bar is None for e in desk.asked.exits):
        return None
    if isinstance(space, OptionSpace):
        parts = {part: _open(choices) for part, choices in space.parts.items()}
        return OptionAnswer({p: x[0] for p, x in parts.items()}) if all(len(x) == 1 for x in parts.values()) else None
    if isinstance(space, PickSpace):
        free = _open(space.things)
        return PickAnswer(tuple(free)) if len(free) == space.least and (len(free) == 1 or not space.ordered) else None
    if isinstance(space, TargetsSpace):
        return _only_aims(space)
    return _only_move(space) if isinstance(space, MoveSpace) else None


def _only_aims(space: TargetsSpace) -> Answer | None:
    """The aims of a question that must be answered by all there are."""
    aims = [
        Aim(actor.id, means, mark)
        for actor in space.actors
        if actor.bar is None
        for means, marks in actor.means.items()
        for mark in _open(marks)
    ]
    return TargetsAnswer(tuple(aims)) if aims and len(aims) == space.least else None


def _only_move(space: MoveSpace) -> Answer | None:
    """The move of a question in which one alone may move, in one way, and draws nothing of it himself."""
    free = [(mover, mode) for mover in space.among if mover.bar is None for mode in mover.modes if mode.bar is None]
    if len(free) != 1:
        return None
    (mover, mode) = free[0]
    marks = _open(mode.marks)
    if mode.verbs or len(marks) > 1 or (mode.marks and not marks):
        return None
    return MoveAnswer(mover.id, mode.id, marks[0] if marks else "")


def following(desk: Desk) -> Reply | None:
    """What is resolved next where nothing depends on the choice; None where something does.

    Of things of which the order alone is asked (combats) the one that would be taken as usual; of those who may act
    (shots) the first who has but one to act on; of what is to be placed what is drafted. Where the usual answer is a
    way out (spells, charges, orders), to act spends what the player may want to keep: nobody acts unasked.
    """
    space = desk.asked.space
    if isinstance(space, PlaceSpace):
        drafted = desk.asked.draft or desk.asked.default.answer
        return Reply(drafted) if drafted is not None and desk.check(drafted).legal else None
    if isinstance(space, PickSpace) and _in_a_row(desk):
        found = desk.asked.draft or desk.asked.default.answer
        return Reply(found) if found is not None else None
    if isinstance(space, TargetsSpace) and space.least <= 1 and not desk.asked.default.exit:
        usual = desk.asked.default.answer
        aims = usual.aims if isinstance(usual, TargetsAnswer) else ()
        for actor in space.actors:
            answer = _single(actor, space.most, {a.means for a in aims if a.actor == actor.id})
            if answer is not None and desk.check(answer).legal:
                return Reply(answer)
    return None


def passing(desk: Desk) -> Reply | None:
    """The way out of a question in which nothing may be chosen any more, where there is one alone; else None."""
    space, ways = desk.asked.space, [e for e in desk.asked.exits if e.bar is None]
    barred = isinstance(space, PickSpace) and not _open(space.things)
    if isinstance(space, TargetsSpace):
        marks = (c for a in space.actors if a.bar is None for choices in a.means.values() for c in choices)
        barred = all(c.bar is not None for c in marks)
    return Reply(exit=ways[0].id) if barred and len(ways) == 1 else None


def run_words(desk: Desk) -> str:
    """What resolving the rest is called."""
    placing = isinstance(desk.asked.space, PlaceSpace)
    return _("Set up the rest as drafted") if placing else _("Resolve everything without a choice")


def _in_a_row(desk: Desk) -> bool:
    """Whether a question asks no more than what comes first of things that are all dealt with."""
    question = question_of(desk.session.ruleset, desk.decision.question)
    return isinstance(question, TellsOrder) and question.order_alone()


def _single(actor: Actor, most: int, usual: set[str]) -> Answer | None:
    """All that an actor can do, where it is to one alone; by his usual means if he has any (the rest is saved)."""
    means = {name: marks for name, marks in actor.means.items() if not usual or name in usual}
    if len({mark for marks in actor.means.values() for mark in _open(marks)}) != 1:
        return None
    aims = [Aim(actor.id, name, mark) for name, marks in means.items() for mark in _open(marks)]
    if actor.bar is not None or not aims or len(aims) > most:
        return None
    return TargetsAnswer(tuple(aims))


def may_run(desk: Desk) -> bool:
    """Whether several things are asked about one after the other, of which at least one needs no choice."""
    return desk.decision.question != "engine.roll" and not _last(desk) and following(desk) is not None


def _last(desk: Desk) -> bool:
    """Whether a unit is placed and no other of its side is left to be (it has fallen, it is the last)."""
    space, units = desk.asked.space, desk.view.units
    if not isinstance(space, PlaceSpace) or len(space.things) != 1 or space.things[0].id not in units:
        return False
    one = units[space.things[0].id]
    return bool(poses_of(desk.view, one.id)) or all(
        poses_of(desk.view, u.id) or not bases_of(desk.view, u.id)
        for u in desk.view.units_of(one.side)
        if u.id != one.id
    )
