"""A battle in progress: the lines so far, the state after each, and the only door for commands."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import msgspec

from game.engine import command as cmd
from game.engine.decide import begin, check_reply, decide, default_of, typed_rows
from game.engine.decision import Asked, Decision, Reply, RollSpace, Verdict
from game.engine.dice import DiceSource, SeededDice
from game.engine.event import Event
from game.engine.files.os_faults import FileFault, os_reason
from game.engine.lookup import question_of
from game.engine.ruleset import Forecast, Goal, Ruleset, Setup
from game.engine.sealing import derived_salt, new_salt
from game.engine.state import Frame, Luck, State, Table, view
from game.engine.text import T


@dataclass(frozen=True)
class Line:
    """One line of a battle: a command (None for the beginning), what it brought about, and the state after it."""

    command: cmd.Command | None
    events: tuple[Event, ...]
    state: State


class Unkept(FileFault, ValueError):
    """What cannot be kept as it is, and so is not played."""


def first_state(ruleset: Ruleset, setup: Setup) -> tuple[State, Frame]:
    """The state before the first step of a set-up's battle, its dice with it, and the frame to begin with."""
    state, frame = ruleset.begin(setup)
    luck = Luck("typed") if setup.dice == "typed" else Luck("seeded", setup.seed)
    return msgspec.structs.replace(state, luck=luck), frame


def taken_back(command: cmd.Undo) -> Event:
    """The one event of a taking back; the state after it is that of the line gone back to."""
    return Event("undone", "flow", T("Undone"), side=command.side, data={"to": command.to})


def _branched_later() -> cmd.Refusal:
    return cmd.Refusal(T("This battle was branched off later, so nothing before that can be undone"))


@dataclass
class Session:
    """A battle that is being played.

    Attributes
    ----------
    setup
        The checked document it began from (None for positions).
    lines
        All lines, the undone ones too: ``undo`` appends a line whose state is an older one.
    origin
        The state before the first step.
    solo
        One person plays (against bots or himself): taking back needs no agreement.
    seals
        Hidden answers are sealed as they come in (:mod:`game.engine.sealing`). Off where recorded commands are played
        again: those that were sealed bring their salts.
    before_line
        Called with every new line before it counts: what raises here keeps it from being played.
    on_line
        Called after every new line: the record's writer hangs here, and above.
    """

    ruleset: Ruleset
    setup: Setup | None
    dice: DiceSource = field(default_factory=SeededDice)
    lines: list[Line] = field(default_factory=list)
    before_line: list[Callable[[Line], None]] = field(default_factory=list)
    on_line: list[Callable[[Line], None]] = field(default_factory=list)
    solo: bool = False
    seals: bool = False
    origin: State = field(default_factory=lambda: State("", Table(0.0, 0.0)))

    # -- beginning --------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, ruleset: Ruleset, setup: Setup) -> Session:
        """Begin a battle from a checked set-up. Raises ValueError with the problems where it is not in order."""
        problems = [p for p in ruleset.check_setup(setup) if p.fatal]
        if problems:
            raise ValueError(problems)
        if not setup.seed:
            setup = msgspec.structs.replace(setup, seed=secrets.token_hex(16))
        session = cls(ruleset, setup)
        session._open(*first_state(ruleset, setup))
        return session

    @classmethod
    def from_state(cls, ruleset: Ruleset, state: State, frame: Frame, dice: DiceSource) -> Session:
        """Begin in the middle: a position's entry, with its own dice."""
        session = cls(ruleset, None, dice)
        session._open(state, frame)
        return session

    def _open(self, state: State, frame: Frame) -> None:
        self.origin = state
        self.lines.append(Line(None, *begin(self.ruleset, state, frame, self.dice)))

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now, with everything secret in it: for the referee and the record, not for players."""
        return self.lines[-1].state

    def view(self, side: str | None) -> State:
        """The state as a side may know it."""
        return view(self.state, side)

    @property
    def waiting(self) -> tuple[Decision, ...]:
        """The decisions that wait for an answer; the first is asked first."""
        pending = self.state.pending
        return pending.waiting if pending is not None else ()

    def asked(self, decision: Decision) -> Asked:
        """A decision laid out, from the view of the side asked."""
        if decision.question == "engine.roll":
            rows = typed_rows(decision)
            space = RollSpace(tuple((r.side, r.faces, r.n) for r in rows))
            return Asked(space, self.default(decision))
        return question_of(self.ruleset, decision.question).asked(self.view(decision.side), decision)

    def default(self, decision: Decision) -> Reply:
        """The default of a decision, found without laying it out where that can be."""
        return default_of(self.ruleset, self.view(decision.side), decision)

    def check(self, decision: Decision, reply: Reply) -> Verdict:
        """Judge a reply, finished or not, without changing anything."""
        return check_reply(self.ruleset, self.view(decision.side), decision, reply)

    def candidates(self, decision: Decision, goal: Goal = "any", limit: int = 64) -> Iterable[Reply]:
        """Legal replies in a fixed order."""
        if decision.question == "engine.roll":
            return (self.default(decision),)
        question = question_of(self.ruleset, decision.question)
        return question.candidates(self.view(decision.side), decision, goal, limit)

    def forecast(self, decision: Decision, reply: Reply) -> Forecast | None:
        """Odds of a reply, from the view of the side asked."""
        if reply.answer is None or decision.question == "engine.roll":
            return None
        question = question_of(self.ruleset, decision.question)
        return question.forecast(self.view(decision.side), decision, reply.answer)

    # -- playing ----------------------------------------------------------------------------------------------

    def submit(self, command: cmd.Command, judged: bool = False) -> tuple[Event, ...] | cmd.Refusal:
        """Carry out a command: its events, or a refusal that has changed nothing.

        ``judged``: its reply is known to be legal now (:func:`game.engine.decide.decide`).
        """
        try:
            return self._submit(command, judged)
        except Unkept as fault:
            return cmd.Refusal(T("This was not done, because it cannot be kept in the record: {why}", why=fault.text))

    def _submit(self, command: cmd.Command, judged: bool) -> tuple[Event, ...] | cmd.Refusal:
        if isinstance(command, cmd.Undo):
            return self._undo(command)
        if isinstance(command, cmd.Propose) and command.what == "takeback" and self.is_forked_after(command.to):
            return _branched_later()
        state = self.state
        if self.seals and isinstance(command, cmd.Answering):
            command = self._salted(command)
        got = decide(self.ruleset, state, command, self.dice, judged)
        if isinstance(got, cmd.Refusal):
            return got
        self._append(command, *got)
        if isinstance(command, cmd.Respond) and command.accept:
            offer = next(o for o in state.offers if o.id == command.offer)
            if offer.what == "takeback":
                self._back(cmd.Undo(offer.side, offer.to))
        return got.events

    def _salted(self, command: cmd.Answering) -> cmd.Answering:
        """A hidden answer with the salt of its seal; a bot derives it from the seed: same seed, same battle."""
        pending, luck = self.state.pending, self.state.luck
        if command.salt or pending is None or not pending.mode:
            return command
        derived = command.by != "player" and luck is not None and luck.seed
        salt = derived_salt(luck.seed, command.decision) if derived and luck is not None else new_salt()
        return msgspec.structs.replace(command, salt=salt)

    def _append(self, command: cmd.Command, events: tuple[Event, ...], state: State) -> None:
        line = Line(command, events, state)
        for gate in self.before_line:
            try:
                gate(line)
            except Exception as fault:
                raise Unkept(os_reason(fault)) from fault
        self.lines.append(line)
        for listener in self.on_line:
            listener(line)

    # -- undo -------------------------------------------------------------------------------------------------

    def free_undo(self, side: str) -> int | None:
        """The line to which ``side`` may go back freely from here, or None.

        Free is the way back past answers of this side alone, as long as nothing new came to light in them
        (the ``seen`` counter did not rise).
        """
        here = self.state
        best = None
        for n in range(len(self.lines) - 1, 0, -1):
            before = self.lines[n - 1].state
            command = self.lines[n].command
            if isinstance(command, cmd.Note):
                continue
            mine = isinstance(command, cmd.Answering) and command.side == side
            if not mine or before.seen != here.seen or before.pending is None:
                break
            best = n - 1
            break
        return best

    def _undo(self, command: cmd.Undo) -> tuple[Event, ...] | cmd.Refusal:
        if not 0 <= command.to < len(self.lines) - 1:
            return cmd.Refusal(T("There is nothing to undo"))
        if self.is_forked_after(command.to):
            return _branched_later()
        target = self.lines[command.to].state
        free = target.seen == self.state.seen and all(
            not isinstance(x.command, cmd.Answering) or x.command.side == command.side
            for x in self.lines[command.to + 1 :]
        )
        if not free and not self.solo:
            return cmd.Refusal(
                T("Dice have been rolled or the other side has acted since then, so the other side must agree")
            )
        return self._back(command)

    def _back(self, command: cmd.Undo) -> tuple[Event, ...]:
        event = taken_back(command)
        self._append(command, (event,), self.lines[command.to].state)
        return (event,)

    # -- branches ---------------------------------------------------------------------------------------------

    def is_forked_after(self, line: int) -> bool:
        """Whether this battle was branched off, later than at a line, from one that was not over."""
        return cmd.Fork in [type(later.command) for later in self.lines[line + 1 :]]

    def branch(self, line: int) -> Session:
        """A copy of this battle up to ``line``, for looking at and trying out: its dice are the same."""
        session = Session(self.ruleset, self.setup, self.dice, solo=self.solo, origin=self.origin)
        session.lines = self.lines[: line + 1]
        return session

    def fork(self, line: int) -> Session:
        """A battle to be played on from ``line`` beside this one.

        From a battle that is over the dice continue as they did. Where this one, or the one that it was branched off
        from, may still be played on from that line, the dice to come are others: nobody rehearses with those to come.
        """
        session = self.branch(line)
        if self.own_dice_from(line):
            session.submit(cmd.Fork(new_salt()))
        return session

    def own_dice_from(self, line: int) -> bool:
        """Whether a battle that is played on from a line beside this one has other dice than this one."""
        luck = self.lines[line].state.luck
        return (self.state.over is None or self.is_forked_after(line)) and luck is not None and luck.kind == "seeded"
