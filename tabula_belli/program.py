"""A bot of your own as a program of its own: the seat protocol over standard input and output (docs/seat.md).

``python -m tabula_belli.program mybot:Mine`` lets a class speak it. The bot gets a seat as in the game's own process,
but the game answers whatever it asks of the seat.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, BinaryIO, TypeVar

import msgspec

from game.bots.outside import messages as m
from game.bots.outside.differences import changed
from game.bots.registered import bot_of_module
from game.bots.seat import Bot, Seat
from game.bots.work import Work
from game.engine.decision import Asked, Exit, Reply, Verdict
from game.engine.i18n import Speaker
from game.engine.loader import load_ruleset
from game.engine.records.thaw import Thawer
from game.engine.ruleset import Forecast, Goal, Ruleset
from game.engine.state import State
from game.engine.tells import Sketch

__all__ = ["FarSeat", "ProtocolFault", "speak"]

M = TypeVar("M")
_read = msgspec.json.Decoder(m.ToBot).decode
_write = msgspec.json.Encoder().encode


class ProtocolFault(RuntimeError):
    """The game did not understand a request, or answered with something else than was asked for."""


@dataclass
class FarSeat(Seat):
    """A seat whose means are asked of the game, line by line.

    Attributes
    ----------
    request
        Sends a request and returns the game's message.
    """

    request: Callable[[m.FromBot], m.ToBot] = field(default=lambda _: m.Wrong(""), repr=False)

    def _ask(self, request: m.FromBot, kind: type[M]) -> M:
        got = self.request(request)
        if not isinstance(got, kind):
            raise ProtocolFault(got.why if isinstance(got, m.Wrong) else f"the game answered with {type(got).__name__}")
        return got

    @property
    def asked(self) -> Asked:
        """The decision laid out."""
        if self._asked is None:
            self._asked = self._ask(m.AskQuestion(), m.Question).asked
        return self._asked

    @property
    def default(self) -> Reply:
        """What the rules name as the least act."""
        (reply,) = self._ask(m.AskDefault(), m.Replies).replies
        return reply

    @property
    def exits(self) -> tuple[Exit, ...]:
        """The ways out."""
        return self._ask(m.AskExits(), m.Exits).exits

    def check(self, reply: Reply) -> Verdict:
        """Judge a reply without changing anything."""
        return self._ask(m.AskCheck(reply), m.Judged).verdict

    def candidates(self, goal: Goal = "any", limit: int = 64) -> Iterable[Reply]:
        """Legal replies in a fixed order; all of them cost work, for they come in one message."""
        return self._ask(m.AskCandidates(goal, limit), m.Replies).replies

    def sketches(self, limit: int = 64) -> Iterable[Sketch]:
        """The candidates as ideas: nothing is left to be worked out."""
        return [partial(_same, reply) for reply in self.candidates("any", limit) if reply.answer is not None]

    def forecast(self, reply: Reply) -> Forecast | None:
        """Odds of a reply."""
        return self._ask(m.AskForecast(reply), m.Foretold).forecast

    def scores(self) -> dict[str, float]:
        """The points of each side as things stand, as far as this side knows."""
        return self._ask(m.AskScore(), m.Scores).scores


def _same(reply: Reply) -> Reply:
    return reply


def speak(bot: Bot, lines: BinaryIO | None = None, out: BinaryIO | None = None) -> None:
    """Let a bot decide by the seat protocol until the battle is over.

    Parameters
    ----------
    lines, out
        Where the game's lines come from and where the bot's go; standard input and output unless told.
    """
    heard = iter(lines or sys.stdin.buffer)
    to = out or sys.stdout.buffer

    def say(message: m.FromBot) -> None:
        to.write(_write(message) + b"\n")
        to.flush()

    def request(message: m.FromBot) -> m.ToBot:
        say(message)
        return _next(heard)

    hello = _next(heard)
    if not isinstance(hello, m.Hello):
        raise ProtocolFault("the first line must be of the type “hello”")
    ruleset = load_ruleset(hello.ruleset)
    speaker, dice = Speaker("en", ruleset), Random(hello.seed)
    say(m.Ready(bot.name))
    seen: dict[str, Any] = {}
    while isinstance(message := _next(heard), m.Decide):
        seen = message.view if message.changes is None else changed(seen, message.changes)
        view = _typed(ruleset, seen)
        chosen = bot.choose(FarSeat(ruleset, view, message.decision, dice, Work(message.work), request=request))
        why = speaker.say(chosen.why, view) if chosen.why is not None else ""
        say(m.Answer(chosen.reply, message.n, why))


def _next(heard: Iterator[bytes]) -> m.ToBot:
    line = next(heard, None)
    found: m.ToBot = m.Over("", {}) if line is None else _read(line)
    return found


def _typed(ruleset: Ruleset, seen: dict[str, Any]) -> State:
    """A view of plain values as the game has it, with the system's own structs."""
    return Thawer(ruleset.owns).state(msgspec.convert(seen, State))


if __name__ == "__main__":
    speak(bot_of_module(sys.argv[1])())
