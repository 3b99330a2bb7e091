"""Frames, questions and reactors, declared where they are: no table of them is kept by hand.

A module of a ruleset makes a :class:`FrameOf` for each of its frames and marks the functions that are its steps, a
:class:`Posed` for each question it asks, and marks its reactors with :func:`on`. The system reads them off the module
(:class:`game.engine.system.System`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Generic, TypeVar, get_type_hints, overload

import msgspec

from game.engine.flow import Ask, Call, Done, Outcome, Question, Reactor, Run, StepFn
from game.engine.ruleset import Question as Asks
from game.engine.state import Frame
from game.engine.text import Text

D = TypeVar("D")
R = TypeVar("R")
F = TypeVar("F", bound=StepFn)
K = TypeVar("K", "FrameOf[Any, Any]", "Posed")


class FrameOf(Generic[D, R]):
    """A frame: what it is called, and its steps.

    Parameters
    ----------
    name
        As records have it, with the system's prefix: "wab.panic".
    data
        The struct of its data; None where it keeps none, or plain data.
    result
        The struct of what it gives its caller; None where it gives nothing, or plain data.

    Examples
    --------
    >>> FIGHT = FrameOf("x.fight")
    >>> @FIGHT.step
    ... def _begin(run, data, got): ...
    >>> @FIGHT.named("again")
    ... def _once_more(run, data, got): ...
    >>> list(FIGHT.steps)
    ['begin', 'again']
    """

    @overload
    def __init__(self: FrameOf[None, None], name: str) -> None: ...
    @overload
    def __init__(self: FrameOf[D, None], name: str, data: type[D]) -> None: ...
    @overload
    def __init__(self: FrameOf[None, R], name: str, *, result: type[R]) -> None: ...
    @overload
    def __init__(self, name: str, data: type[D], result: type[R]) -> None: ...
    def __init__(self, name: str, data: type | None = None, result: type | None = None) -> None:
        self.name, self.data, self.result = name, data, result
        self.steps: dict[str, StepFn] = {}

    def step(self, fn: F) -> F:
        """Mark a function as the step of its own name, but for the underscores before it."""
        return self.named(fn.__name__.lstrip("_"))(fn)

    def named(self, name: str) -> Callable[[F], F]:
        """Mark a function as the step of a name. Raises ValueError where there is one."""

        def mark(fn: F) -> F:
            self.also({name: fn})
            return fn

        return mark

    def also(self, steps: Mapping[str, StepFn]) -> None:
        """Take in steps that a shared piece brings, by name. Raises ValueError where there is one of that name."""
        twice = [name for name in steps if name in self.steps]
        if twice:
            raise ValueError(f"the frame {self.name} has two steps of the names {twice}")
        self.steps.update(steps)

    def ends_at(self, *steps: str) -> None:
        """Steps at which it is finished whatever it gets, and gives nothing. Raises ValueError as :meth:`also` does."""
        self.also(dict.fromkeys(steps, _over))

    def call(self, args: D | None, then: str, data: object = None) -> Call:
        """Run it as the child of another frame, whose step ``then`` gets the result; ``data`` is that one's own."""
        return Call(self.name, args, then, data)

    def done(self, result: R) -> Done:
        """It is finished, with this result."""
        return Done(result)

    def at(self, step: str = "begin", data: D | None = None) -> Frame:
        """A frame of this kind before one of its steps."""
        return Frame(self.name, step, data)


class Awaited(Generic[D]):
    """A frame of a chapter above, as the chapters below call it: its name, and the struct of what it is given.

    A test holds that a system has the frame and that its data has these fields.

    Examples
    --------
    >>> class OfUnit(msgspec.Struct):
    ...     unit: str
    ...     aimed: bool = False
    >>> Awaited("x.shoot", OfUnit).call(OfUnit("A1"), "shot").args
    {'unit': 'A1'}
    """

    @overload
    def __init__(self: Awaited[None], name: str) -> None: ...
    @overload
    def __init__(self, name: str, args: type[D]) -> None: ...
    def __init__(self, name: str, args: type | None = None) -> None:
        self.name, self.args = name, args

    def call(self, args: D, then: str, data: object = None) -> Call:
        """Run it as a child; the caller's step ``then`` gets its result, ``data`` is the caller's own from now on."""
        return Call(self.name, given(args), then, data)


def given(args: object) -> dict[str, Any] | None:
    """What a struct of arguments says beyond its defaults, by field; None for no arguments."""
    if not isinstance(args, msgspec.Struct):
        return None
    fields = ((name, default, getattr(args, name)) for name, default in _defaults_of(type(args)))
    return {name: value for name, default, value in fields if default is msgspec.NODEFAULT or value != default}


@cache
def _defaults_of(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct, each with its default."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def _over(run: Run, data: Any, got: Any) -> Outcome:
    return Done()


class Posed:
    """A question by the name that records have, and who lays it out and judges its answers."""

    def __init__(self, name: str, asks: Asks) -> None:
        self.name, self.asks = name, asks

    def to(
        self,
        side: str,
        message: Text,
        args: Mapping[str, Any] | None = None,
        clauses: Sequence[str] = (),
        *,
        measuring: str = "free",
    ) -> Question:
        """It, asked of a side."""
        return Question(self.name, side, message, dict(args or {}), tuple(clauses), measuring)

    def ask(
        self,
        side: str,
        message: Text,
        args: Mapping[str, Any] | None = None,
        clauses: Sequence[str] = (),
        *,
        then: str,
        data: object = None,
        measuring: str = "free",
    ) -> Ask:
        """Ask a side; the step ``then`` gets its reply, ``data`` is the asking frame's own from now on."""
        return Ask((self.to(side, message, args, clauses, measuring=measuring),), then, data)


_EVENTS = "reacts_to"


def on(*events: str) -> Callable[[Reactor], Reactor]:
    """Mark a function as what is called after events of these types; several in the order in which they stand."""

    def mark(fn: Reactor) -> Reactor:
        setattr(fn, _EVENTS, events)
        return fn

    return mark


def by_name(modules: Iterable[ModuleType], kind: type[K]) -> dict[str, K]:
    """What of a kind some modules have, their own and what they import, by name.

    Raises
    ------
    ValueError
        If one name stands for two of them.
    """
    found: dict[str, K] = {}
    for one in (value for module in modules for value in vars(module).values() if isinstance(value, kind)):
        if found.setdefault(one.name, one) is not one:
            raise ValueError(f"{one.name!r} is declared twice")
    return found


def data_types(declared: Mapping[str, FrameOf[Any, Any]]) -> dict[str, type[msgspec.Struct] | None]:
    """The structs of frames' data, by frame."""
    return {name: frame.data for name, frame in declared.items()}


def step_table(declared: Mapping[str, FrameOf[Any, Any]]) -> dict[tuple[str, str], StepFn]:
    """All steps of frames, by frame and step."""
    return {(name, step): fn for name, frame in declared.items() for step, fn in frame.steps.items()}


def reactors_of(module: ModuleType) -> Iterator[tuple[str, Reactor]]:
    """The reactors that are written in a module, by event type."""
    for fn in vars(module).values():
        if getattr(fn, "__module__", "") == module.__name__:
            yield from ((event, fn) for event in getattr(fn, _EVENTS, ()))


_got_types: dict[StepFn, Any] = {}


def got_type(step: StepFn) -> Any:
    """What a step is written to get; Any where it does not say."""
    if step not in _got_types:
        written = getattr(step, "func", step)
        kind = get_type_hints(written).get("got", Any) if hasattr(written, "__annotations__") else Any
        _got_types[step] = Any if kind is object else kind
    return _got_types[step]
