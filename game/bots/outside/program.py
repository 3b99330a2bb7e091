"""A bot that is a program of its own: begun once a battle, asked line by line, ended with it."""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable

import msgspec

from game.bots.outside import messages as m
from game.bots.outside.differences import changes
from game.bots.seat import Choice, Seat
from game.bots.work import Spent, Stopped
from game.engine.state import Over, State
from game.engine.text import T

PREFIX = "exec:"
"""What the name of such a bot begins with; the rest is a command line."""
MOST_LINE = 4_000_000
"""Bytes of the longest line that is read from a bot."""
MOST_STARTS = 3
"""How often a program is begun in one battle: one that keeps breaking is left out of it."""
MOST_WORDS = 300
"""Characters of a reason that are kept."""
SEED_BITS = 52
"""Bits of the seed of a bot's own chance: a number that every language reads exactly from JSON."""
_POLL = 0.05
_ENDED = b""

_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(m.FromBot).decode


class ProgramFault(Exception):
    """A program that cannot be begun, has ended, or breaks the protocol; the message says which."""


def words_of(command: str) -> list[str]:
    """The words of a command line. Raises ProgramFault where they name no program of this machine."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError as fault:
        raise ProgramFault(f"{command}: {fault}") from fault
    if not words or shutil.which(words[0].strip('"')) is None:
        raise ProgramFault(f"{PREFIX}{command}: there is no program of this name that can be started")
    return words


class _Pipe:
    """A running program and its lines. Its process ends with this object."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(words_of(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as fault:
            raise ProgramFault(f"{command}: {fault}") from fault
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        reader = threading.Thread(target=_pass_on, args=(self.process, self.lines), name="bot-lines", daemon=True)
        reader.start()
        weakref.finalize(self, _end, self.process)

    def send(self, message: m.ToBot) -> None:
        """Write a line. Raises ProgramFault if nobody reads any more."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(_write(message) + b"\n")
            self.process.stdin.flush()
        except OSError as fault:
            raise ProgramFault(f"the program takes no more lines: {fault}") from fault

    def line(self, halted: Callable[[], bool]) -> bytes:
        """The next line. Raises Stopped when nobody waits any more, ProgramFault when the program has ended."""
        while True:
            try:
                found = self.lines.get(timeout=_POLL)
            except queue.Empty:
                if halted():
                    raise Stopped from None
                continue
            if found == _ENDED:
                raise ProgramFault("the program has ended")
            if len(found) > MOST_LINE:
                raise ProgramFault(f"a line is longer than {MOST_LINE} bytes")
            if found.strip():
                return found

    @property
    def ended(self) -> bool:
        """Whether the program has ended."""
        return self.process.poll() is not None

    def end(self) -> None:
        """End the program."""
        _end(self.process)


def _pass_on(process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(MOST_LINE + 1):
            lines.put(line)
    process.stdout.close()
    lines.put(_ENDED)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program; the thread that reads its lines sees their end and closes them."""
    if process.poll() is None:
        process.kill()
    process.wait()
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()


class ProgramBot:
    """A bot behind the seat protocol (docs/seat.md).

    Parameters
    ----------
    command
        The command line of the program.
    """

    def __init__(self, command: str) -> None:
        self.name = PREFIX + command
        self.command = command
        self.starts = 0
        self._pipe: _Pipe | None = None
        self._sent: State | None = None
        self._n = 0

    def choose(self, seat: Seat) -> Choice:
        """Ask the program. Raises ProgramFault where it gives no answer; it is begun again for the next decision."""
        if self._pipe is not None and self._pipe.ended:
            self._pipe = None
        waiting = True

        def give_up() -> None:
            """End a program for which nobody waits; its thread is being stopped and may do nothing more."""
            if waiting:
                self.close()

        seat.work.at_end(give_up)
        try:
            return self._answer(self._pipe or self._begun(seat), seat)
        except (ProgramFault, Spent):
            self.close()
            raise
        finally:
            waiting = False

    def _begun(self, seat: Seat) -> _Pipe:
        self.starts += 1
        if self.starts > MOST_STARTS:
            raise ProgramFault(f"{self.command} broke down {MOST_STARTS} times and is left out of this battle")
        self._pipe = pipe = _Pipe(self.command)
        self._sent = None
        meta = seat.ruleset.meta
        seed = seat.dice.getrandbits(SEED_BITS)
        pipe.send(m.Hello(m.PROTOCOL, meta.id, str(meta.version), seat.side, seat.work.limit, seed))
        ready = self._message(pipe, seat)
        if not isinstance(ready, m.Ready):
            raise ProgramFault("the first line of a program must be of the type “ready”")
        return pipe

    def _answer(self, pipe: _Pipe, seat: Seat) -> Choice:
        self._n += 1
        first = self._sent is None
        whole = seat.view if first else None
        differences = None if self._sent is None else changes(self._sent, seat.view)
        self._sent = seat.view
        pipe.send(m.Decide(self._n, seat.decision, seat.work.left, whole, differences))
        while True:
            try:
                got = self._message(pipe, seat)
            except msgspec.MsgspecError as fault:
                seat.work.spend()  # so that a program which only talks nonsense comes to an end
                pipe.send(m.Wrong(str(fault)))
                continue
            if isinstance(got, m.Answer) and got.n in (None, self._n):
                why = T("{words}", words=got.why[:MOST_WORDS]) if got.why else None
                return Choice(got.reply, why)
            pipe.send(_reply(seat, got))

    @staticmethod
    def _message(pipe: _Pipe, seat: Seat) -> m.FromBot:
        found: m.FromBot = _read(pipe.line(lambda: seat.work.halted))
        return found

    def over(self, over: Over) -> None:
        """Say how the battle ended, and end the program."""
        if self._pipe is not None:
            with contextlib.suppress(ProgramFault):
                self._pipe.send(m.Over(over.winner, over.scores))
        self.close()

    def close(self) -> None:
        """End the program."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.end()


def _reply(seat: Seat, request: m.FromBot) -> m.ToBot:
    """What a seat says to a request; every request costs at least one unit of work."""
    match request:
        case m.AskQuestion():
            seat.work.spend()
            return m.Question(seat.asked)
        case m.AskDefault():
            seat.work.spend()
            return m.Replies((seat.default,))
        case m.AskExits():
            seat.work.spend()
            return m.Exits(seat.exits)
        case m.AskCandidates(goal, limit):
            return m.Replies(tuple(seat.candidates(goal, limit)) or _nothing(seat))
        case m.AskCheck(reply):
            return m.Judged(seat.check(reply))
        case m.AskForecast(reply):
            seat.work.spend()
            return m.Foretold(seat.forecast(reply))
        case m.AskScore():
            return m.Scores(seat.scores())
        case _:
            seat.work.spend()
            return m.Wrong("this is not to be said now")


def _nothing(seat: Seat) -> tuple[()]:
    seat.work.spend()
    return ()
