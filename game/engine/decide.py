"""``decide(state, command, dice) -> Decided or refusal``: the rules' answer to a command, without changing anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, cast

import msgspec

from game.engine import command as cmd
from game.engine.apply import apply
from game.engine.decision import LEGAL, Decision, Exit, Reply, RollAnswer, Verdict, refused
from game.engine.dice import DiceSource, ScriptError
from game.engine.event import DiceRow, End, Event, Request, Reseed, Seen, SetOffers
from game.engine.lookup import question_of
from game.engine.loop import Loop
from game.engine.ruleset import Question, Ruleset
from game.engine.state import Frame, Offer, Over, State, view
from game.engine.tells import TellsDefault, TellsExits
from game.engine.text import T, Thing


def check_reply(ruleset: Ruleset, seen: State, decision: Decision, reply: Reply) -> Verdict:
    """Judge a whole reply from the view of the side asked: the one predicate for clients, bots and the game."""
    if decision.question == "engine.roll":
        return _check_faces(decision, reply)
    question = question_of(ruleset, decision.question)
    if reply.exit:
        exits = {e.id: e for e in exits_of(question, seen, decision)}
        way_out = exits.get(reply.exit)
        if way_out is None:
            return refused(T("This question has no exit called {exit}", exit=reply.exit))
        if way_out.bar is not None:
            return refused(way_out.bar.text, way_out.bar.clause)
        return Verdict("legal")
    if reply.answer is None:
        return refused(T("No answer was given"))
    return question.check(seen, decision, reply.answer)


def exits_of(question: Question, seen: State, decision: Decision) -> tuple[Exit, ...]:
    """The ways out of a decision; from the question itself where it can tell them without laying out the rest."""
    # asked for by name: whether it is an instance of a protocol takes longer than many a question to answer
    if hasattr(question, "exits"):
        return cast(TellsExits, question).exits(seen, decision)
    return question.asked(seen, decision).exits


def default_of(ruleset: Ruleset, seen: State, decision: Decision) -> Reply:
    """The default of a decision, always legal; from the question itself where it can tell it without laying out."""
    if decision.question == "engine.roll":
        return Reply(RollAnswer(tuple(tuple(r.faces[:1]) * r.n for r in typed_rows(decision))))
    question = question_of(ruleset, decision.question)
    if hasattr(question, "default"):
        return cast(TellsDefault, question).default(seen, decision)
    return question.asked(seen, decision).default


def typed_rows(decision: Decision) -> tuple[DiceRow, ...]:
    """The rows of the request behind a decision of kind "roll"."""
    return msgspec.convert(decision.args["request"], Request).rows


def _check_faces(decision: Decision, reply: Reply) -> Verdict:
    rows = typed_rows(decision)
    if not isinstance(reply.answer, RollAnswer):
        return refused(T("Type the faces of the dice"))
    faces = reply.answer.faces
    if len(faces) != len(rows) or any(len(f) != r.n for f, r in zip(faces, rows, strict=True)):
        return refused(T("Dice needed: {n}", n=sum(r.n for r in rows)))
    for got, row in zip(faces, rows, strict=True):
        for face in got:
            if face not in row.faces:
                return refused(T("This die has no face {face}", face=face))
    return Verdict("legal")


class Decided(NamedTuple):
    """What a command brought about, and the state after it: these events applied, with what is kept for its parts."""

    events: tuple[Event, ...]
    state: State


@contextmanager
def _told_of(run: Loop) -> Iterator[None]:
    """Let scripted dice that do not fit tell what had happened until they were asked."""
    try:
        yield
    except ScriptError as fault:
        fault.run = run
        raise


def begin(ruleset: Ruleset, state: State, frame: Frame, dice: DiceSource) -> Decided:
    """The events from a prepared state to the first rest, playing ``frame``."""
    run = Loop(state, ruleset, dice)
    with _told_of(run):
        run.start(frame)
    return Decided(tuple(run.events), run.state)


def decide(
    ruleset: Ruleset, state: State, command: cmd.Command, dice: DiceSource, judged: bool = False
) -> Decided | cmd.Refusal:
    """What a command brings about.

    Undo is not decided here: it is the session's, which keeps the states.

    Parameters
    ----------
    judged
        Whether its reply is known to be legal in this very state: it has been checked, it is the default, or it was
        among the candidates. It is not judged again then.
    """
    if isinstance(command, cmd.Answering) and state.over is None and command.side in state.sides:
        return _answer(ruleset, state, command, dice, judged)
    if isinstance(command, cmd.Fork):
        event = forked(command)
        return Decided((event,), apply(state, event))
    got = _beside(state, command)
    return got if isinstance(got, cmd.Refusal) else Decided((got,), apply(state, got))


def _beside(state: State, command: cmd.Command) -> Event | cmd.Refusal:
    """What commands that answer no question bring about, and what none may do."""
    if state.over is not None and not isinstance(command, cmd.Note):
        return cmd.Refusal(T("The battle is over"))
    if command.side not in state.sides:
        return cmd.Refusal(T("There is no side called {side}", side=command.side))
    if isinstance(command, cmd.Concede):
        return _concession(state, command)
    if isinstance(command, cmd.Propose):
        return _propose(state, command)
    if isinstance(command, cmd.Respond):
        return _respond(state, command)
    if isinstance(command, cmd.Note):
        text = T("{side} notes: {words}", side=Thing(command.side), words=command.words)
        return Event("note", "flow", text, side=command.side)
    return cmd.Refusal(T("This cannot be undone here"))


def _answer(
    ruleset: Ruleset, state: State, command: cmd.Answering, dice: DiceSource, judged: bool
) -> Decided | cmd.Refusal:
    pending = state.pending
    decision = None if pending is None else next((d for d in pending.waiting if d.id == command.decision), None)
    if decision is None:
        return cmd.Refusal(T("This question has already been answered"))
    if decision.side != command.side:
        return cmd.Refusal(T("It is for {side} to decide", side=Thing(decision.side)))
    verdict = LEGAL if judged else check_reply(ruleset, view(state, command.side), decision, command.reply)
    if not verdict.legal:
        reason = verdict.reasons[0]
        return cmd.Refusal(reason.text, reason.clause, reason.part)
    run = Loop(state, ruleset, dice)
    with _told_of(run):
        run.resume(decision, command.reply, command.salt)
    return Decided(tuple(run.events), run.state)


def forked(command: cmd.Fork) -> Event:
    """The one event of a battle that was branched off: its dice are its own from here on."""
    text = T("From here on this is a separate battle with its own dice")
    return Event("forked", "flow", text, changes=(Reseed(command.salt), Seen()))


def _concession(state: State, command: cmd.Concede) -> Event:
    winner = next(s for s in state.sides if s != command.side)
    text = T("{side} concedes the battle", side=Thing(command.side))
    return Event("conceded", "score", text, side=command.side, changes=(End(Over(winner, text)),))


def _propose(state: State, command: cmd.Propose) -> Event | cmd.Refusal:
    if any(o.side == command.side for o in state.offers):
        return cmd.Refusal(T("Your last offer has not been answered yet"))
    what = {
        "draw": T("{side} offers a draw", side=Thing(command.side)),
        "end": T("{side} offers to end the battle now and count", side=Thing(command.side)),
        "takeback": T("{side} asks to undo", side=Thing(command.side)),
    }[command.what]
    offer = Offer(f"o{len(state.offers) + 1}-{command.side}", command.side, command.what, command.to)
    return Event("offered", "flow", what, side=command.side, changes=(SetOffers((*state.offers, offer)),))


def _respond(state: State, command: cmd.Respond) -> Event | cmd.Refusal:
    offer = next((o for o in state.offers if o.id == command.offer), None)
    if offer is None:
        return cmd.Refusal(T("There is no such offer"))
    if offer.side == command.side and command.accept:
        return cmd.Refusal(T("The other side must accept"))
    rest = tuple(o for o in state.offers if o.id != offer.id)
    if not command.accept:
        return Event("declined", "flow", T("The offer is declined"), side=command.side, changes=(SetOffers(rest),))
    text = T("The offer is accepted")
    if offer.what == "takeback":
        return Event("accepted", "flow", text, side=command.side, changes=(SetOffers(rest),))
    over = End(Over("", T("The battle ends by agreement")))
    return Event("accepted", "score", text, side=command.side, changes=(SetOffers(()), over))
