"""Bots of other packages: found by entry point, and by module and class while one is being written."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

from game.bots.seat import Bot

GROUP = "tabula_belli.bots"
"""The entry point group: a name, and the class or function that makes a bot."""


class Registered(NamedTuple):
    """Bots by name, and why others were left out."""

    makers: dict[str, Callable[[], Bot]]
    faults: dict[str, str]


@cache
def registered() -> Registered:
    """The bots that installed packages bring, sorted by name. One that cannot be loaded is named and left out."""
    return load_bots(entry_points(group=GROUP))


def load_bots(entries: Iterable[EntryPoint]) -> Registered:
    """Load bots of some entry points; the first of a name counts."""
    found = Registered({}, {})
    for entry in sorted(entries, key=lambda one: (one.name, one.value)):
        if entry.name in found.makers:
            continue
        try:
            found.makers[entry.name] = _maker(entry.load(), entry.value)
        except Exception as fault:  # whatever a package does while it is loaded, the others are there
            found.faults[entry.name] = f"the bot {entry.name} ({entry.value}) cannot be loaded: {_words(fault)}"
    return found


def bot_of_module(name: str) -> Callable[[], Bot]:
    """What makes the bot ``module:Class``; modules of the current folder are found too.

    Raises
    ------
    ImportError, AttributeError, TypeError
        There is no such module or class, or it makes no bot.
    """
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    return _maker(getattr(importlib.import_module(module), attribute), name)


def plays(maker: Callable[[], Bot], ruleset: str) -> bool:
    """Whether a bot plays a system: all, unless its class names those that it plays in ``rulesets``."""
    named: Any = getattr(maker, "rulesets", None)
    return named is None or ruleset in tuple(named)


def _maker(what: Any, where: str) -> Callable[[], Bot]:
    if not callable(what) or (isinstance(what, type) and not callable(getattr(what, "choose", None))):
        raise TypeError(f"{where} must be a class with a method choose(seat), or a function that makes such a bot")
    maker: Callable[[], Bot] = what
    return maker


def _words(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
