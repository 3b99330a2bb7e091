"""What follows from a situation, worked out once for it: memories that a ruleset keeps beside a situation."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from game.engine.state import State

P = ParamSpec("P")
R = TypeVar("R")


class Remembering:
    """A decorator for functions of a situation and of nothing else but their arguments.

    Parameters
    ----------
    memory
        The memory of a situation; views that may share results share it. Arguments must be hashable.
    """

    def __init__(self, memory: Callable[[State], MutableMapping[Any, Any]]) -> None:
        self.memory = memory

    def __call__(self, fn: Callable[Concatenate[State, P], R]) -> Callable[Concatenate[State, P], R]:
        """The same function, asked but once for a situation."""
        memory = self.memory

        @wraps(fn)
        def asked(view: State, *args: P.args, **more: P.kwargs) -> R:
            memo = memory(view)
            key = (fn, args, *more.items())
            if key not in memo:
                memo[key] = fn(view, *args, **more)
            found: R = memo[key]
            return found

        return asked
