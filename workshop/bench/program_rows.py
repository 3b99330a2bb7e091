"""What programs ask of the game: decisions of a player at random, battles played on, a seat for another program."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

from msgspec.structs import replace

from game.bots.outside.program import ProgramBot
from game.bots.referee import Table
from game.bots.seat import Choice, Seat
from game.bots.simple import RandomBot
from game.engine import command as cmd
from game.engine.decide import check_reply, decide
from game.engine.decision import Reply
from game.engine.dice import SeededDice
from game.engine.event import Event
from game.engine.lookup import question_of
from game.engine.playout import play_on
from game.engine.ruleset import Ruleset
from game.engine.session import Session
from game.engine.state import Luck, State, view
from workshop.bench.rows import Row
from workshop.bench.situations import SEED, rulesets_played, size_of

PART_ENDS = ("turn_ends", "round_ends", "move_begins")
"""Events with which a player's turn is over, or the round of a system whose players take theirs in bits.

Where both sides move at once the next move begins.
"""
MOMENTS = (0.35, 0.5, 0.65)
"""Parts of a battle after which it is played on."""
RUNS = 3
"""How often from each moment, with other dice every time."""
MOST = 60
"""Decisions of a battle that are measured with another program in a seat."""
USUAL = Path(__file__).with_name("usual_bot.py")


def rows() -> list[Row]:
    """All rows of this area, system by system."""
    return [row for one in rulesets_played() for row in (_random(one), _outside(one), *_playouts(one))]


def _session(ruleset: Ruleset, seed: str) -> Session:
    info = ruleset.scenarios()[0]
    return Session.start(ruleset, replace(ruleset.default_setup(info.id, size_of(ruleset)), seed=seed))


def _random(ruleset: Ruleset) -> Row:
    """Whole battles of players at random, before the referee, in one thread at a time."""
    Table(_session(ruleset, SEED), dict.fromkeys(_session(ruleset, SEED).state.sides, RandomBot())).play()
    count, spent = 0, 0.0
    for seed in ("bench-1", "bench-2", "bench-3"):
        session = _session(ruleset, seed)
        began = time.process_time()
        Table(session, dict.fromkeys(session.state.sides, RandomBot()), 1).play()
        spent += time.process_time() - began
        count += len(session.lines) - 1
    ours = count / spent
    what = f"{ruleset.meta.id}: decisions of the random player"
    return Row("programs", what, None, ours, "per s", "1,000 per s", ours >= 1000.0)


class _Timed(ProgramBot):
    """A program in a seat, and the processor seconds that this side of the pipe spends on it."""

    def __init__(self) -> None:
        super().__init__(f'"{sys.executable}" "{USUAL}"')
        self.spent: list[float] = []

    def choose(self, seat: Seat) -> Choice:
        """Answer as the program does; the seat's own work, which any bot would ask for, is not counted."""
        for _ in range(2):  # the first time it may be found out, the second as it is when the program asks
            began = time.process_time()
            _ = Seat(seat.ruleset, seat.view, seat.decision, Random(SEED)).default
            usual = time.process_time() - began
        began = time.process_time()
        choice = super().choose(seat)
        self.spent.append(time.process_time() - began - usual)
        return choice


def _outside(ruleset: Ruleset) -> Row:
    """A program that thinks nothing against a player at random: what views, differences and pipes cost a decision."""
    session, bot = _session(ruleset, SEED), _Timed()
    side, *others = session.state.sides
    table = Table(session, {side: bot, **dict.fromkeys(others, RandomBot())}, 1)
    while len(bot.spent) < MOST and table.step():
        pass
    bot.close()
    ours = 1000.0 * sum(bot.spent[1:]) / len(bot.spent[1:])  # the first begins the program
    what = f"{ruleset.meta.id}: a decision of another program, beside what it thinks"
    return Row("programs", what, None, ours, "ms", "under 2 ms", ours < 2.0)


def _playouts(ruleset: Ruleset) -> list[Row]:
    """From the middle of a battle with defaults: to the end of the player's turn, and to that of the battle."""
    starts = _moments(ruleset)
    found = []
    for what, until, wanted in (("turn", _part_ended, 200.0), ("battle", None, 25.0)):
        seeds = [(state, f"{what} {n} {k}") for k in range(RUNS) for n, state in enumerate(starts)]
        # dice of its own for the plain way, and a look at each start before: neither finds the other's work done
        alike = [(state, f"{what} {n} plain") for n, state in enumerate(starts)]
        for state, seed in alike:
            play_on(ruleset, state, f"{seed} before", until)
        began = time.process_time()
        for state, seed in seeds:
            play_on(ruleset, state, seed, until)
        ours = len(seeds) / (time.process_time() - began)
        began = time.process_time()
        for state, seed in alike:
            _plain(ruleset, state, seed, until is not None)
        plain = len(alike) / (time.process_time() - began)
        told = f"{ruleset.meta.id}: played on with defaults to the end of the {what}"
        found.append(Row("programs", told, plain, ours, "per s", f"{wanted:g} per s", ours >= wanted))
    return found


def _part_ended(events: Sequence[Event]) -> bool:
    return any(e.type in PART_ENDS for e in events)


def _moments(ruleset: Ruleset) -> list[State]:
    """States of one battle played at random in which somebody is asked."""
    session, dice = _session(ruleset, SEED), Random(SEED)
    while session.waiting:
        decision = session.waiting[0]
        replies = [r for r in islice(session.candidates(decision, "any", 12), 12) if r.answer is not None]
        reply = dice.choice(replies) if replies else session.default(decision)
        session.submit(cmd.Answering(decision.id, decision.side, reply))
    return [session.lines[int(len(session.lines) * part)].state for part in MOMENTS]


def _plain(ruleset: Ruleset, state: State, seed: str, part: bool) -> None:
    """The straightforward way: every question laid out for its default, and the default judged like any answer."""
    dice = SeededDice()
    state = replace(state, offers=(), luck=Luck("seeded", seed))
    while state.pending is not None and state.over is None:
        decision = state.pending.waiting[0]
        seen = view(state, decision.side)
        reply: Reply = question_of(ruleset, decision.question).asked(seen, decision).default
        assert check_reply(ruleset, seen, decision, reply).legal
        got = decide(ruleset, state, cmd.Answering(decision.id, decision.side, reply), dice)
        assert not isinstance(got, cmd.Refusal)
        state = got.state
        if part and _part_ended(got.events):
            return
