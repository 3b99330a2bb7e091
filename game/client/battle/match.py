"""A battle with its players: the session, who sits where, the record that is kept, and the only door for commands."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from game.bots.referee import Referee
from game.bots.roster import UnknownBot, make_bot
from game.bots.seat import Bot
from game.client.battle.chosen_setup import Plan, named
from game.client.battle.thinking import Thinking
from game.client.folders import free_path
from game.client.words import Words, _, language, os_words
from game.engine import command as cmd
from game.engine.decide import typed_rows
from game.engine.decision import Decision, Reply
from game.engine.eyes import PERSON
from game.engine.records.record import Record, Writer, autosave_name
from game.engine.ruleset import Ruleset
from game.engine.session import Session, Unkept
from game.engine.state import State
from game.engine.text import T, Text


@dataclass
class Match:
    """A battle being played.

    Attributes
    ----------
    players
        By side "person" or the name of a bot.
    writer
        What keeps the record; None where nothing is kept.
    faults
        Sentences about what went wrong since they were last taken.
    rests
        Nobody is asked anything for now, though the battle is not over.
    steady
        A bot's chance depends on the question alone, not on how often it was asked before.
    """

    session: Session
    players: dict[str, str]
    writer: Writer | None = None
    curtain: bool = False
    title: str = ""
    faults: list[str] = field(default_factory=list)
    thinking: Thinking | None = None
    rests: bool = False
    steady: bool = False
    _referee: Referee = field(default_factory=Referee)
    _bots: dict[str, Bot] = field(default_factory=dict)
    _dice: dict[str, Random] = field(default_factory=dict)
    _stuck: str = ""
    _told: str = ""
    _gone: bool = False

    def __post_init__(self) -> None:
        for side, name in self.players.items():
            if name == PERSON:
                continue
            try:
                self._bots[side] = make_bot(self.session.ruleset, name)
            except UnknownBot as fault:
                self.players[side] = PERSON
                self.faults.append(str(fault))
        self.session.solo = len(self.persons) < 2
        self.session.seals = True

    # -- who --------------------------------------------------------------------------------------------------

    def sit(self, side: str, player: str) -> None:
        """Let another one play a side from now on: a person, or a bot by its name. Raises UnknownBot."""
        if player != PERSON and side not in self._bots:
            self._bots[side] = make_bot(self.session.ruleset, player)
        self.players[side] = player

    @property
    def persons(self) -> tuple[str, ...]:
        """The sides that people play."""
        return tuple(s for s, p in self.players.items() if p == PERSON)

    def is_person(self, side: str) -> bool:
        """Whether a person plays a side."""
        return self.players.get(side, PERSON) == PERSON

    def asks_person(self, decision: Decision) -> bool:
        """Whether a person answers a decision: that of his side, and a throw of real dice in which he has any."""
        if self.is_person(decision.side):
            return True
        return decision.question == "engine.roll" and any(self.is_person(r.side) for r in typed_rows(decision) if r.n)

    @property
    def decision(self) -> Decision | None:
        """The decision that is asked first, None when the battle is over (or rests for good)."""
        waiting = self.session.waiting
        return waiting[0] if waiting and self.session.state.over is None and not self.rests else None

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.session.state.over is not None

    def view(self, side: str | None) -> State:
        """The state as a side may know it."""
        return self.session.view(side)

    @property
    def secret(self) -> bool:
        """Whether there is anything that one side knows alone."""
        state = self.session.state
        hidden = any(s.units or s.bases or s.markers or s.sealed or s.notes for s in state.secret.values())
        return hidden or bool(state.pending is not None and state.pending.mode)

    # -- commands ---------------------------------------------------------------------------------------------

    def submit(self, command: cmd.Command) -> cmd.Refusal | None:
        """Carry out a command; why not, if it was refused. Whatever breaks in the rules changes nothing and is told."""
        try:
            got = self.session.submit(command)
        except Exception as fault:
            self.faults.append(
                _("The rules failed on this answer ({fault}). Nothing has changed.").format(
                    fault=f"{type(fault).__name__}: {fault}"
                )
            )
            return cmd.Refusal(T("The rules failed on this answer"))
        self._watch_writer()
        return got if isinstance(got, cmd.Refusal) else None

    def answer(
        self, decision: Decision, reply: Reply, by: cmd.By = "player", why: Text | None = None
    ) -> cmd.Refusal | None:
        """Give a reply to a decision."""
        return self.submit(cmd.Answering(decision.id, decision.side, reply, by, why))

    def _watch_writer(self) -> None:
        """Tell once when the record cannot be written, and once when it can again."""
        fault = self.unsaved
        gone = self.writer is not None and self.writer.lost  # asked about, see newly_gone
        if fault and fault != self._told and not gone:
            self.faults.append(
                _("{fault}. The battle continues, and the program tries again after every answer.").format(fault=fault)
            )
        elif self._told and not fault:
            self.faults.append(_("The record can be written again. Nothing is missing."))
        self._told = fault

    @property
    def unsaved(self) -> str:
        """Why the last answers are not in the file, in the language of the window; "" where they are."""
        if self.writer is None or self.writer.why is None:
            return ""
        return _("{name} cannot be written: {why}").format(name=self.writer.path.name, why=os_words(self.writer.why))

    @property
    def saved(self) -> bool:
        """Whether everything so far is in the file."""
        return self.writer is not None and not self.writer.fault

    def newly_gone(self) -> bool:
        """Whether it has just been found out that the file was taken away, or is no longer the same."""
        lost = self.writer is not None and self.writer.lost
        news, self._gone = lost and not self._gone, lost
        return news

    def write_anew(self, places: Sequence[Path]) -> Path | None:
        """Write the whole battle into another file, in the first of these folders that takes it; None where none does.

        The battle is kept there from now on.
        """
        if self.writer is None:
            return None
        for place in places:
            other = self.writer.elsewhere(free_path(place, self.writer.path.name))
            if not other.fault:
                self.writer, self._told = other, ""
                return other.path
        return None

    def close(self, places: Sequence[Path] = ()) -> Path | None:
        """Close the record; whoever still thinks is not waited for.

        What its file does not take is written anew in one of these folders: where it lies then.
        """
        self._stop_thinking()
        if self.writer is None:
            return None
        anew = None
        if not self.writer.flush(safe=True):
            anew = self.write_anew(places)
        self.writer.close()
        return anew

    # -- bots -------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Set the bot whose turn it is to work, and carry out what it answers."""
        if self.thinking is not None:
            got = self.thinking.result()
            if got is None:
                return
            decision, self.thinking = self.thinking.decision, None
            self._take(decision, got)
            return
        decision_now = self.decision
        if decision_now is None or self.asks_person(decision_now) or decision_now.id == self._stuck:
            return
        side = decision_now.side
        if self.steady:
            self._dice[side] = Random(f"{self._seed()}:{side}:{decision_now.id}")
        dice = self._dice.setdefault(side, Random(f"{self._seed()}:{side}"))
        self.thinking = Thinking(
            self._referee, self.session.ruleset, self.session.state, decision_now, self._bots[side], dice
        )

    def _seed(self) -> str:
        """What the chance of bots begins with: the dice's seed, another one in a branch; that of the set-up if none."""
        luck, setup = self.session.state.luck, self.session.setup
        return (luck.seed if luck is not None else "") or (setup.seed if setup is not None else "")

    def _take(self, decision: Decision, got: cmd.Answering | Exception) -> None:
        if self.decision is None or self.decision.id != decision.id:
            return  # taken back meanwhile
        if isinstance(got, Exception):
            self._stuck = decision.id
            self.faults.append(
                _("The computer cannot answer ({fault}). Answer for it this once.").format(
                    fault=f"{type(got).__name__}: {got}"
                )
            )
            return
        before = len(self.session.lines)
        refusal = self.submit(got)
        if refusal is not None and len(self.session.lines) == before:
            self._stuck = decision.id
            why = Words(language(), self.session.ruleset).say(refusal.text, self.session.state)
            self.faults.append(_("The computer cannot answer ({fault}). Answer for it this once.").format(fault=why))

    def _stop_thinking(self) -> None:
        """Nobody waits for the bot that thinks now."""
        if self.thinking is not None:
            self.thinking.drop()
            self.thinking = None

    @property
    def stuck(self) -> bool:
        """Whether a bot has failed for good at the present decision, so that a person must answer it."""
        decision = self.decision
        return decision is not None and decision.id == self._stuck

    # -- taking back ------------------------------------------------------------------------------------------

    def undo_target(self, side: str) -> int | None:
        """The line to which ``side`` may go back at once: its own last decision.

        Free where nothing came to light since; a player alone may always.
        """
        if self.session.solo:
            for n in range(len(self.session.lines) - 1, 0, -1):
                command = self.session.lines[n].command
                if isinstance(command, cmd.Fork):
                    return None
                if isinstance(command, cmd.Undo):
                    return self._before_undo(n, side)
                if isinstance(command, cmd.Answering) and command.side == side and command.by == "player":
                    return n - 1
            return None
        return self.session.free_undo(side)

    def _before_undo(self, n: int, side: str) -> int | None:
        """Where a further step back leads, when the last thing done was itself a taking back."""
        while n >= 0:
            command = self.session.lines[n].command
            if isinstance(command, cmd.Undo):
                n = command.to
                continue
            if isinstance(command, cmd.Fork):
                return None
            if isinstance(command, cmd.Answering) and command.side == side and command.by == "player":
                return n - 1
            n -= 1
        return None

    def takeback_target(self, side: str) -> int | None:
        """The line to which ``side`` may ask to go back."""
        for n in range(len(self.session.lines) - 1, 0, -1):
            command = self.session.lines[n].command
            if isinstance(command, cmd.Fork):
                return None
            if isinstance(command, cmd.Answering) and command.side == side:
                return n - 1
        return None

    def undo(self, side: str, to: int) -> cmd.Refusal | None:
        """Go back to a line."""
        self._stop_thinking()
        return self.submit(cmd.Undo(side, to))


# --- beginnings --------------------------------------------------------------------------------------------------


def begin_match(ruleset: Ruleset, plan: Plan, saves: Path, language: str = "en") -> Match:
    """Begin a battle from a plan, with its record. Raises ValueError where the plan is not in order."""
    words = Words(language, ruleset)
    try:
        session = Session.start(ruleset, named(plan))
    except ValueError as fault:
        problems = fault.args[0] if fault.args and isinstance(fault.args[0], list) else []
        raise ValueError("; ".join(words.say(p.text) for p in problems) or str(fault)) from fault
    title = _title(session, words)
    now = datetime.datetime.now()
    path = free_path(saves, autosave_name(now.strftime("%Y-%m-%d %H.%M"), title))
    players = dict(plan.players)
    try:
        writer = Writer.create(path, session, players, title=title, began=now.isoformat(timespec="seconds"))
    except Unkept as fault:
        raise ValueError(words.say(fault.text)) from fault
    match = Match(session, players, writer, plan.curtain, title)
    match._watch_writer()
    return match


def fork_match(
    session: Session, line: int, players: dict[str, str], saves: Path, title: str, curtain: bool = False
) -> Match:
    """Begin a new battle that has everything of another up to a line, with a record of its own.

    Its dice are its own where the other one is not over (:meth:`game.engine.session.Session.fork`).
    """
    branch = session.fork(line)
    now = datetime.datetime.now()
    path = free_path(saves, autosave_name(now.strftime("%Y-%m-%d %H.%M"), title))
    writer = Writer.create(path, branch, players, title=title, began=now.isoformat(timespec="seconds"))
    match = Match(branch, dict(players), writer, curtain, title)
    match._watch_writer()
    return match


def _title(session: Session, words: Words) -> str:
    state = session.state
    sides = " – ".join(words.word(s.name) for s in state.sides.values())
    scenario = ""
    if session.setup is not None:
        found = next((s for s in session.ruleset.scenarios() if s.id == session.setup.scenario), None)
        scenario = words.word(found.name) if found is not None else ""
        table = session.setup.table
        if table is not None and table.name:
            scenario = ", ".join(x for x in (scenario, words.word(table.name)) if x)
    return f"{sides}, {scenario}" if scenario else sides


def resume_match(record: Record, session: Session, curtain: bool = False) -> Match:
    """Go on with a battle that was read from its record.

    Raises
    ------
    Taken
        Where another window is playing it.
    RecordError
        Where its file has changed since.
    """
    players = {s: record.header.players.get(s, PERSON) for s in session.state.sides}
    writer = Writer.follow(record, session)
    return Match(session, players, writer, curtain, record.header.title)
