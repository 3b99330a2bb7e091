"""Which bots there are: those of the program, of rulesets, of other packages, and programs of their own."""

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
from game.bots.outside.program import PREFIX, ProgramBot, ProgramFault, words_of
from game.bots.registered import bot_of_module, plays, registered
from game.bots.seat import Bot
from game.bots.simple import DefaultBot, RandomBot
from game.bots.tuned import WrongParameter, split_name, tuned
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
    """The bots that may be chosen for a ruleset: its own, the best first, then the program's, then registered ones."""
    others = [name for name, maker in registered().makers.items() if plays(maker, ruleset.meta.id)]
    return tuple(dict.fromkeys([*ruleset.bots(), *COMMON, *others]))


def best_bot(ruleset: Ruleset) -> str:
    """The best that a ruleset brings itself, whose advice is worth something; "" where it brings none."""
    return next(iter(ruleset.bots()), "")


def make_bot(ruleset: Ruleset, name: str, outside: bool = False) -> Bot:
    """A new bot by name, perhaps with parameters: ``general[loss=0.4]``.

    ``outside`` allows names that run code of the caller's choice: ``exec:`` with a command line, and ``module:Class``.
    Names that were read from a file must not be trusted with it. Raises UnknownBot.
    """
    makers = {**registered().makers, **BAD, **COMMON, **ruleset.bots()}
    if outside and name not in makers:
        if name.startswith(PREFIX):
            try:
                words_of(name.removeprefix(PREFIX))
            except ProgramFault as fault:
                raise UnknownBot(str(fault)) from fault
            return ProgramBot(name.removeprefix(PREFIX))
        if ":" in name and "[" not in name:
            try:
                return bot_of_module(name)()
            except Exception as fault:  # the module is the caller's own: whatever it does is reported
                raise UnknownBot(f"the bot {name!r} cannot be made: {type(fault).__name__}: {fault}") from fault
    if name not in makers:
        try:
            base, parameters = split_name(name)
            if parameters:
                return tuned(make_bot(ruleset, base, outside), name, parameters)
        except WrongParameter as fault:
            raise UnknownBot(str(fault)) from fault
        why = registered().faults.get(name, f"there is no bot called {name!r}")
        raise UnknownBot(f"{why}; there are: {', '.join(bot_names(ruleset))}")
    bot: Bot = makers[name]()
    return bot
