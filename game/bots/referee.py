"""The referee between a bot and the battle: so much work and no more, and a legal answer whatever the bot does."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random

import msgspec

from game.bots.mind import Mind
from game.bots.outside.program import ProgramBot
from game.bots.seat import Bot, Choice, Seat, written
from game.bots.simple import DefaultBot, RandomBot
from game.bots.work import WORK, Spent, Stopped, Work
from game.engine import command as cmd
from game.engine.decide import check_reply
from game.engine.decision import Decision, Reply
from game.engine.glass import Glass, thawed
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import State, view
from game.engine.text import T, Text

PATIENCE = 20.0
"""Seconds after which nobody waits for a bot any more. Its work is counted; this is the net under one that hangs."""
HUNG = 0.05
"""Share of them that is left to a bot until it has answered again, once it has hung."""
READERS: frozenset[type] = frozenset({ProgramBot})
"""Bots of the program's own that only write a view down: they need no glass."""
PLAIN: frozenset[type] = frozenset({RandomBot, DefaultBot})
"""Bots of the program's own that think nothing over and keep nothing: they need neither a thread nor glass."""


@dataclass
class Watch:
    """How a bot has behaved: times in seconds per decision, and how often the referee had to step in.

    Attributes
    ----------
    spent, illegal, crashed
        How often the work was used up, the answer not legal, the bot broken: the same wherever the battle is fought.
    late
        How often nobody waited any more. That depends on the machine, and so does what comes of the battle.
    """

    times: list[float] = field(default_factory=list)
    late: int = 0
    illegal: int = 0
    crashed: int = 0
    spent: int = 0
    hangs: bool = False

    @property
    def faults(self) -> int:
        """How often the default was taken instead of the bot's answer."""
        return self.late + self.illegal + self.crashed + self.spent

    def p95(self) -> float:
        """The 95th percentile of the times, in seconds."""
        if not self.times:
            return 0.0
        return sorted(self.times)[int(0.95 * (len(self.times) - 1))]


@dataclass
class Referee:
    """Asks bots and answers for them where they fail.

    Parameters
    ----------
    patience
        Seconds after which nobody waits for an answer.
    work
        Units of work per decision.
    """

    patience: float = PATIENCE
    work: int = WORK
    watches: dict[str, Watch] = field(default_factory=dict)
    _glasses: dict[str, Glass] = field(default_factory=dict)

    def answer(
        self, ruleset: Ruleset, state: State, decision: Decision, bot: Bot, dice: Random, work: Work | None = None
    ) -> cmd.Answering:
        """The command of a bot's side: the bot's reply if it comes in time and is legal, else the default.

        The bot thinks in a thread of its own, before a view that it cannot change, unless it is a plain one. Raises
        Stopped if the ``work`` is halted meanwhile: then nobody waits for the answer any more.
        """
        work = work or Work(self.work)
        side = decision.side
        watch = self.watches.setdefault(side, Watch())
        seen = view(state, side)
        began = time.monotonic()
        if type(bot) in PLAIN:
            seat = Seat(ruleset, seen, decision, dice, work)
            got: Choice | BaseException | None = _at_once(bot, seat)
        else:
            if type(bot) in READERS:
                seat = Seat(ruleset, seen, decision, dice, work)
            else:
                glass = self._glasses.setdefault(side, Glass())
                seat = Seat(ruleset, glass(seen), glass(decision), dice, work)
            got = Mind(lambda: bot.choose(seat), work).wait(self.patience * (HUNG if watch.hangs else 1.0))
        watch.times.append(time.monotonic() - began)
        watch.hangs = got is None
        reply = self._legal(seat, seen, decision, got) if isinstance(got, Choice) and not work.exceeded else None
        if reply is not None and isinstance(got, Choice):
            return cmd.Answering(decision.id, side, reply, "bot", reason(got.why))
        if got is None:
            watch.late += 1
            why = T("the referee took the default: no answer came in time")
        elif work.exceeded or isinstance(got, Spent):
            watch.spent += 1
            why = T("the referee took the default: the work budget was used up")
        elif isinstance(got, Choice):
            watch.illegal += 1
            why = T("the referee took the default: the answer was not legal")
        else:
            watch.crashed += 1
            why = T("the referee took the default: the bot crashed ({fault})", fault=type(got).__name__)
        fresh = Seat(ruleset, seen, decision, dice)
        return cmd.Answering(decision.id, side, fresh.default, "bot", why)

    @staticmethod
    def _legal(seat: Seat, seen: State, decision: Decision, choice: Choice) -> Reply | None:
        """A copy of what a bot replies, which it cannot change any more; None where it is not legal.

        What its seat has offered to it, letter by letter, is legal already.
        """
        try:
            reply = thawed(choice.reply)
            if written(reply) in seat.offered or check_reply(seat.ruleset, seen, decision, reply).legal:
                return reply
            return None
        except Exception:  # an answer so odd that even judging it fails is no answer
            return None


def reason(why: object) -> Text | None:
    """A copy of the reason that a bot gives; None where it is no text that a record can keep."""
    try:
        found = thawed(why)
        return found if msgspec.json.decode(msgspec.json.encode(found), type=Text) and type(found) is Text else None
    except Exception:  # whatever a bot hands over instead of a reason, its answer counts
        return None


def _at_once(bot: Bot, seat: Seat) -> Choice | BaseException:
    """What a plain bot chooses, or what went wrong. Raises Stopped where nobody waits for it any more."""
    try:
        got: Choice | BaseException = bot.choose(seat)
    except (Exception, Spent) as fault:
        got = fault
    if seat.work.halted:
        raise Stopped
    return got


@dataclass
class Table:
    """A battle with bots on some or all sides: asks whoever is to decide, until a person must be waited for."""

    session: Session
    bots: dict[str, Bot]
    seed: int = 0
    referee: Referee = field(default_factory=Referee)
    _dice: dict[str, Random] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.session.seals = True

    def dice(self, side: str) -> Random:
        """The own chance of a side's bot."""
        if side not in self._dice:
            self._dice[side] = Random(f"{self.seed}:{side}")
        return self._dice[side]

    def step(self) -> bool:
        """Let one bot decide. False where no bot is to decide now, or the battle is over."""
        for decision in self.session.waiting:
            bot = self.bots.get(decision.side)
            if bot is None:
                continue
            session = self.session
            command = self.referee.answer(session.ruleset, session.state, decision, bot, self.dice(decision.side))
            got = session.submit(command, judged=True)
            if isinstance(got, cmd.Refusal):
                raise RuntimeError(f"{decision.question}: the default of a decision was refused: {got.text}")
            return True
        return False

    def close(self) -> None:
        """Say to the bots that want to know how the battle ended."""
        over = self.session.state.over
        for bot in self.bots.values():
            if isinstance(bot, ProgramBot):
                bot.over(over) if over is not None else bot.close()

    def play(self, limit: int = 20_000) -> None:
        """Play until the battle is over or a person is asked. Raises RuntimeError after ``limit`` decisions."""
        for _ in range(limit):
            if not self.step():
                return
        raise RuntimeError(f"the battle does not end within {limit} decisions")
