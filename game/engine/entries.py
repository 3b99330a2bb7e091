"""Entries: where play can begin in a position, from ids alone; what they name is declared, and looked up here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from game.engine.declared import FrameOf
from game.engine.files.toml_reading import near_word, plain
from game.engine.state import Frame, State
from game.engine.text import T, Text

Play = Callable[[State, dict[str, Any]], Frame]
ArgKind = Literal["unit", "units", "side", "number", "flag", "word", "rows", "pairs", "counts", "groups", "rules"]


class EntryError(ValueError):
    """What an entry cannot begin with.

    Attributes
    ----------
    text
        The sentence, to be translated.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(plain(text))


class Arg(msgspec.Struct, frozen=True):
    """An argument of an entry.

    Attributes
    ----------
    name, kind
        Its key, and what stands there: a unit or units by id, a side, a whole number, true or false, a word; ``rows``
        are tables with ``fields``, ``pairs`` pairs of a base and a unit, ``counts`` a table of units with numbers,
        ``groups`` of units with units, ``rules`` of words with numbers.
    help
        What it is, in a few words of English, for the reference.
    needed
        Whether it must be given.
    least
        The least that a number may be.
    choices
        The words that may stand there; all where there are none.
    anywhere
        The unit need not stand on the table.
    """

    name: str
    kind: ArgKind
    help: str = ""
    needed: bool = False
    least: int = 0
    choices: tuple[str, ...] = ()
    anywhere: bool = False
    fields: tuple[Arg, ...] = ()


class Entry:
    """Where play can begin: a function that makes the frame, with the arguments that it takes.

    Parameters
    ----------
    play
        The frame of a state and arguments that were found right.
    args
        What may be given; anything else is refused.
    """

    def __init__(self, play: Play, args: Sequence[Arg] = (), help: str = "") -> None:
        self.play = play
        self.args = tuple(args)
        self.help = help or " ".join((play.__doc__ or "").split("\n\n")[0].split())

    def __call__(self, state: State, args: dict[str, Any]) -> Frame:
        """The frame. Raises EntryError with a sentence."""
        check_args(state, self.args, args)
        return self.play(state, args)


def entry(*args: Arg) -> Callable[[Play], Entry]:
    """A decorator: an entry with these arguments."""
    return lambda play: Entry(play, args)


def at(name: str, help: str = "") -> Entry:
    """The entry at the beginning of a frame that needs nothing."""
    return Entry(lambda state, args: Frame(name), (), help)


def as_told(frame: FrameOf[Any, Any], help: str, *args: Arg, step: str = "begin", **usual: Any) -> Entry:
    """The entry at a step of a frame whose data are the arguments as they stand, and what is ``usual`` beside them."""
    return Entry(lambda _, told: frame.at(step, msgspec.convert({**usual, **told}, frame.data or dict)), args, help)


def check_args(state: State, known: Sequence[Arg], given: Mapping[str, Any], where: str = "entry.args") -> None:
    """Refuse arguments that an entry does not take, that do not fit, or that lack. Raises EntryError."""
    names = [a.name for a in known]
    for name in given:
        if name not in names:
            raise EntryError(strange_word(f"{where}.{name}", T("argument of this entry"), name, names))
    for arg in known:
        if arg.name in given:
            _check(state, arg, given[arg.name], f"{where}.{arg.name}")
        elif arg.needed:
            raise EntryError(T("{where}: the argument “{name}” is missing", where=where, name=arg.name))


def strange_word(where: str, what: Text, wrong: str, known: Sequence[str]) -> Text:
    """What is told of a word that is none of those known: what it may have been, or all that there are."""
    near = near_word(wrong, known)
    if near:
        return T(
            "{where}: “{wrong}” is not a known {what}; did you mean “{near}”?",
            where=where,
            wrong=wrong,
            what=what,
            near=near,
        )
    told = ", ".join(known) if known else T("none")
    return T(
        "{where}: “{wrong}” is not a known {what}; choose from: {known}",
        where=where,
        wrong=wrong,
        what=what,
        known=told,
    )


def _check(state: State, arg: Arg, value: Any, where: str) -> None:
    if arg.kind == "unit":
        _unit(state, value, where, arg.anywhere)
    elif arg.kind == "units":
        for one in _list(value, where):
            _unit(state, one, where, arg.anywhere)
    elif arg.kind == "side":
        _word(value, tuple(state.sides), T("side"), where, empty=not arg.needed)
    elif arg.kind == "number":
        _number(value, where, arg.least)
    elif arg.kind == "flag":
        if not isinstance(value, bool):
            raise EntryError(T("{where}: this must be true or false", where=where))
    elif arg.kind == "word":
        if arg.choices:
            _word(value, arg.choices, T("word here"), where)
        elif not isinstance(value, str):
            raise EntryError(T("{where}: this must be text in quotes", where=where))
    elif arg.kind == "rows":
        for k, row in enumerate(_list(value, where), 1):
            check_args(state, arg.fields, _map(row, where), f"{where} {k}")
    elif arg.kind == "pairs":
        for row in _list(value, where):
            pair = _list(row, where)
            if len(pair) != 2:
                raise EntryError(T("{where}: this must be pairs of a base and a unit", where=where))
            _word(pair[0], tuple(state.bases), T("base"), where)
            _unit(state, pair[1], where, anywhere=False)
    else:
        for name, below in _map(value, where).items():
            if arg.kind != "rules":
                _unit(state, name, where, arg.anywhere)
            if arg.kind == "groups":
                for one in _list(below, where):
                    _unit(state, one, where, anywhere=True)
            else:
                _number(below, where, arg.least)


def _unit(state: State, value: Any, where: str, anywhere: bool) -> None:
    _word(value, tuple(state.units), T("unit"), where)
    if not anywhere and not state.bases_of(value):
        raise EntryError(T("{where}: {unit} is not on the table", where=where, unit=value))


def _word(value: Any, known: Sequence[str], what: Text, where: str, empty: bool = False) -> None:
    if value not in known and not (empty and value == ""):
        raise EntryError(strange_word(where, what, str(value), known))


def _number(value: Any, where: str, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise EntryError(T("{where}: this must be a whole number, at least {least}", where=where, least=least))


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise EntryError(T("{where}: this must be a list in [ ]", where=where))
    return list(value)


def _map(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise EntryError(T("{where}: this must be a table of keys", where=where))
    return value


def unit_of(state: State, args: Mapping[str, Any], key: str, needed: bool = True) -> str:
    """A unit that an entry names, "" where it need not. Raises ValueError with a sentence."""
    if key not in args and not needed:
        return ""
    if key not in args:
        raise ValueError(f"the entry needs {key!r}")
    if args[key] not in state.units:
        raise ValueError(f"{key}: there is no unit {args[key]!r}")
    return str(args[key])


def side_of(state: State, args: Mapping[str, Any]) -> str:
    """The side that an entry names, else the one whose turn it is, else the first. Raises ValueError."""
    side = str(args.get("side", state.own.active or next(iter(state.sides))))
    if side not in state.sides:
        raise ValueError(f"side: there is no side {side!r}")
    return side


def turn_of(state: State, args: Mapping[str, Any]) -> int:
    """The number of the turn that an entry names, else of the one that is played, else 1."""
    return int(args.get("turn", state.own.turn or 1))


UNIT = Arg("unit", "unit", "which unit", needed=True)
SIDE = Arg("side", "side", "whose turn it is; the active side unless told")
TURN = Arg("turn", "number", "number of the turn; the one being played unless told", least=1)
