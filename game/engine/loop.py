"""The loop: a stack of frames, run until the game must ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Decision, Reply, RollAnswer
from game.engine.declared import got_type
from game.engine.dice import DiceSource
from game.engine.flow import Ask, Done, FlowError, Goto, Question, Roll, Run, thaw, thaw_got
from game.engine.lookup import code_of, question_of
from game.engine.ruleset import Ruleset
from game.engine.sealing import seal_of, short_seal
from game.engine.state import Frame, Luck, Pending, State, view
from game.engine.text import T, Thing


class AskData(msgspec.Struct, frozen=True):
    """The data of the engine's own frame that asks."""

    questions: tuple[Question, ...]
    mode: Literal["", "open", "closed"] = ""


class Loop(Run):
    """A run of the flow with the code of its frames, and the dice: what resumes a battle and brings it to rest."""

    LIMIT = 100_000

    def __init__(self, state: State, ruleset: Ruleset, dice: DiceSource) -> None:
        super().__init__(state)
        self.ruleset = ruleset
        self.dice = dice
        self._seen_by_reactors = 0

    def start(self, frame: Frame) -> None:
        """Begin a battle or an entry with this frame and run to the first rest."""
        self._loop([frame])

    def resume(self, decision: Decision, reply: Reply, salt: str = "") -> None:
        """Give a reply to the pending decision (already checked) and run to the next rest.

        ``salt`` is what a sealed reply is sealed with, "" for no seal.
        """
        stack = list(self.state.stack)
        ask = stack[-1]
        if ask.name == "engine.roll":
            assert isinstance(reply.answer, RollAnswer)
            request = msgspec.convert(ask.data, ev.Request)
            stack.pop()
            self._rolled(request, ev.Rolled(reply.answer.faces))
            stack[-1] = replace(stack[-1], got=ev.Rolled(reply.answer.faces))
            self._loop(stack)
            return
        pending = self.state.pending
        assert pending is not None
        if not pending.mode:
            stack.pop()
            stack[-1] = replace(stack[-1], got=reply)
            self._loop(stack)
            return
        self._sealed(pending, decision, reply, salt, stack)

    def _sealed(self, pending: Pending, decision: Decision, reply: Reply, salt: str, stack: list[Frame]) -> None:
        """Lay a reply down unseen; with a salt all are shown its seal, by which it is bound."""
        side = decision.side
        text, data = T("{side} has decided", side=Thing(side)), {}
        if salt:
            seal = seal_of(reply, salt)
            text = T("{side} has decided. Seal of the answer: {seal}", side=Thing(side), seal=short_seal(seal))
            data = {"seal": seal}
        self.emit("sealed", "flow", text, ev.Seal(side, pending.group, reply, salt), ev.Seen(), side=side, data=data)
        pending = replace(pending, answered=(*pending.answered, decision.side))
        if pending.waiting:
            self._rest(stack, pending)
            return
        stack.pop()
        got: Any = pending.group
        if pending.mode == "open":
            got = {d.side: self.state.secret[d.side].sealed[pending.group] for d in pending.decisions}
            salts = {d.side: self.state.secret[d.side].salts.get(pending.group, "") for d in pending.decisions}
            self.emit(
                "opened",
                "reveal",
                T("The sealed answers are opened"),
                *(ev.Seal(d.side, pending.group, None) for d in pending.decisions),
                data={s: msgspec.to_builtins(r) for s, r in got.items()},
            )
            for side, salt in salts.items():
                if salt:
                    self._unsealed(side, seal_of(got[side], salt), salt)
        stack[-1] = replace(stack[-1], got=got)
        self._loop(stack)

    def _unsealed(self, side: str, seal: str, salt: str) -> None:
        """Show the salt of an answer that lies open now, so that everybody can make its seal again."""
        text = T("The answer of {side} has the seal {seal}", side=Thing(side), seal=short_seal(seal))
        self.emit("unsealed", "reveal", text, side=side, data={"seal": seal, "salt": salt})

    def _loop(self, stack: list[Frame]) -> None:
        for _ in range(self.LIMIT):
            if self.state.over is None:
                self._react(stack)
            if not stack or self.state.over is not None:
                self._rest([], None)
                return
            top = stack[-1]
            if top.name == "engine.ask":
                if self._pose(stack):
                    return
                continue
            if top.name == "engine.roll":
                if self._throw(stack):
                    return
                continue
            self._step(stack, top)
        raise FlowError(f"the flow of {self.ruleset.meta.id} does not come to rest: {[f.name for f in stack]}")

    def _step(self, stack: list[Frame], top: Frame) -> None:
        fn, kind = code_of(self.ruleset, top)
        data = thaw(kind, top.data)
        out = fn(self, data, thaw_got(top.got, lambda: got_type(fn)))
        if isinstance(out, Done):
            stack.pop()
            if stack and not top.quiet:
                stack[-1] = replace(stack[-1], got=out.result)
            return
        kept = data if out.data is None else out.data
        if isinstance(out, Goto):
            stack[-1] = replace(top, step=out.step, data=kept, got=out.got)
            return
        stack[-1] = replace(top, step=out.then, data=kept, got=None)
        if isinstance(out, Ask):
            stack.append(Frame("engine.ask", data=AskData(out.questions, out.mode)))
        elif isinstance(out, Roll):
            stack.append(Frame("engine.roll", data=out.request))
        else:
            stack.append(Frame(out.name, data=out.args))

    def _react(self, stack: list[Frame]) -> None:
        """Call the ruleset's reactors on the events not yet shown to them, first event on top of the stack."""
        if self._seen_by_reactors == len(self.events):
            return
        fresh = self.events[self._seen_by_reactors :]
        self._seen_by_reactors = len(self.events)
        frames: list[Frame] = []
        for event in fresh:
            for reactor in self.ruleset.reactors.get(event.type, ()):
                frames.extend(replace(f, quiet=True) for f in reactor(self, event))
        stack.extend(reversed(frames))
        self._react(stack)

    def _pose(self, stack: list[Frame]) -> bool:
        """Ask, unless there is only one thing to say. True when the game now rests."""
        data = msgspec.convert(stack[-1].data, AskData) if isinstance(stack[-1].data, dict) else stack[-1].data
        decisions = tuple(
            Decision(
                self.new_id("d"),
                q.name,
                q.side,
                question_of(self.ruleset, q.name).kind,
                q.message,
                q.args,
                q.clauses,
                "own" if q.measuring == "own" else "free",
            )
            for q in data.questions
        )
        if not data.mode:
            forced = question_of(self.ruleset, decisions[0].question).forced(
                view(self.state, decisions[0].side), decisions[0]
            )
            if forced is not None:
                stack.pop()
                stack[-1] = replace(stack[-1], got=forced)
                return False
        self._rest(stack, Pending(decisions, data.mode, self.new_id("g") if data.mode else ""))
        return True

    def _throw(self, stack: list[Frame]) -> bool:
        """Throw the requested dice, or ask for the players' own. True when the game now rests."""
        raw = stack[-1].data
        request = msgspec.convert(raw, ev.Request) if isinstance(raw, dict) else raw
        luck = self.state.luck
        if luck is None:
            raise FlowError("dice were asked of a state that has none (a view?)")
        if luck.kind == "typed" and any(r.n for r in request.rows):
            side = next(r.side for r in request.rows if r.n)
            args = {"request": msgspec.to_builtins(request)}
            d = Decision(self.new_id("d"), "engine.roll", side, "roll", request.why, args, (request.clause,))
            self._rest(stack, Pending((d,)))
            return True
        stack.pop()
        faces, after = self.dice.roll(luck, request.rows, request.why)
        rolled = ev.Rolled(faces)
        self._rolled(request, rolled, after)
        stack[-1] = replace(stack[-1], got=rolled)
        return False

    def _rolled(self, request: ev.Request, rolled: ev.Rolled, luck: Luck | None = None) -> None:
        changes: list[ev.Change] = [ev.Seen()]
        if luck is not None and luck != self.state.luck:
            changes.append(ev.SetLuck(luck.used))
        self.emit(
            "rolled",
            "dice",
            request.why,
            *changes,
            clauses=(request.clause,) if request.clause else (),
            about=request.about,
            side=request.rows[0].side if request.rows else "",
            request=request,
            rolled=rolled,
        )

    def _rest(self, stack: Sequence[Frame], pending: Pending | None) -> None:
        """Write the stack and what is waited for into the state, in the last event if it carries changes anyway."""
        self.add(ev.Event("rest", "flow", changes=(ev.Flow(tuple(stack), pending, self._serial),)))
