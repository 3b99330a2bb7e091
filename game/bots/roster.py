"""Which bots there are: those of the program, and those a ruleset brings."""

from __future__ import annotations

from collections.abc import Callable

from game.bots.bad import (
    AskingBot,
    CrashingBot,
    HangingBot,
    IllegalBot,
    LateBot,
    LeavingBot,
    MeddlingBot,
    StubbornBot,
)
from game.bots.seat import Bot
from game.bots.simple import DefaultBot, RandomBot
from game.engine.ruleset import Ruleset

COMMON: dict[str, Callable[[], Bot]] = {"random": RandomBot, "default": DefaultBot}
BAD: dict[str, Callable[[], Bot]] = {
    "illegal": IllegalBot,
    "late": LateBot,
    "hanging": HangingBot,
    "stubborn": StubbornBot,
    "asking": AskingBot,
    "crashing": CrashingBot,
    "leaving": LeavingBot,
    "meddling": MeddlingBot,
}


class UnknownBot(Exception):
    """No bot has this name; the message lists those there are."""


def bot_names(ruleset: Ruleset) -> tuple[str, ...]:
    """The bots that may be chosen for a ruleset, the best first."""
    return (*ruleset.bots(), *COMMON)


def best_bot(ruleset: Ruleset) -> str:
    """The best that a ruleset brings itself, whose advice is worth something; "" where it brings none."""
    return next(iter(ruleset.bots()), "")


def make_bot(ruleset: Ruleset, name: str) -> Bot:
    """A new bot by name. Raises UnknownBot."""
    makers = {**BAD, **COMMON, **ruleset.bots()}
    if name not in makers:
        raise UnknownBot(f"there is no bot called {name!r}; there are: {', '.join(bot_names(ruleset))}")
    bot: Bot = makers[name]()
    return bot
