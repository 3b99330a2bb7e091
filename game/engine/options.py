"""The options of a battle as a ruleset's options.toml tells them: rows, what the set-up screen shows, and checking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from game.engine.files.toml_reading import DataError, read, unknown
from game.engine.ruleset import OptionDef, Problem
from game.engine.text import T, Text, Word

KINDS: dict[str, Literal["number", "flag", "choice"]] = {"int": "number", "bool": "flag", "choice": "choice"}


class OptionChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several values of an option: as it stands in files, and its name on the screen."""

    id: str
    name: str


class Option(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option: a number between bounds, a flag, or one of several choices."""

    key: str
    type: Literal["int", "bool", "choice"]
    default: int | bool | str
    name: str
    help: str
    clause: str = ""
    min: int | None = None
    max: int | None = None
    step: int | None = None
    choices: tuple[OptionChoice, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The values that may be chosen, as they stand in files."""
        return tuple(choice.id for choice in self.choices)


class _Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    option: tuple[Option, ...]


def read_options(data: bytes, file: str = "options.toml") -> dict[str, Option]:
    """Read the options by key; a default must be of its type and within its bounds. Raises DataError."""
    found: dict[str, Option] = {}
    for row in read(data, _Options, file).option:
        key = f"option {row.key}"
        if row.key in found:
            raise DataError(file, key, T("two options have this key"))
        _check_default(row, file, f"{key}, default")
        found[row.key] = row
    return found


def _check_default(row: Option, file: str, key: str) -> None:
    """Refuse a default that is none of the values that may be chosen."""
    kind = {"int": int, "bool": bool, "choice": str}[row.type]
    if type(row.default) is not kind:
        raise DataError(file, key, T("the default must be of the type “{type}”", type=row.type))
    if row.type == "choice" and row.default not in row.ids:
        raise unknown(file, key, T("choice of this option"), str(row.default), list(row.ids))
    if row.type == "int":
        low, high = row.min, row.max
        if low is None or high is None or not low <= int(row.default) <= high:
            raise DataError(file, key, T("a number needs min and max, and its default between them"))


def defaults(rows: Mapping[str, Option]) -> dict[str, Any]:
    """The default of every option by key."""
    return {row.key: row.default for row in rows.values()}


def option_defs(rows: Mapping[str, Option]) -> tuple[OptionDef, ...]:
    """The options as the set-up screen shows them."""
    return tuple(
        OptionDef(
            row.key,
            Text(row.name),
            KINDS[row.type],
            row.default,
            Text(row.help),
            row.min,
            row.max,
            row.step or 1,
            {c.id: Text(c.name) for c in row.choices},
            row.clause,
        )
        for row in rows.values()
    )


def typed_options(defs: Sequence[OptionDef], words: Sequence[str]) -> dict[str, Any]:
    """Values of options as they are typed at a command line, ``KEY=VALUE`` each; what they may be is judged elsewhere.

    Raises ValueError for a word that is none, with the options that there are for a key that is none.

    >>> typed_options([OptionDef("moves", Text("Moves"), "number", 15)], ["moves=4"])
    {'moves': 4}
    """
    kinds = {option.id: option.type for option in defs}
    found: dict[str, Any] = {}
    for word in words:
        key, given, value = word.partition("=")
        if not given:
            raise ValueError(f"{word!r} sets no option: write KEY=VALUE, such as {next(iter(kinds), 'points')}=...")
        if key not in kinds:
            raise ValueError(f"there is no option {key!r}; there are: {', '.join(kinds)}")
        if kinds[key] == "flag" and value in _FLAGS:
            found[key] = _FLAGS[value]
        else:
            number = kinds[key] == "number" and value.isascii() and value.removeprefix("-").isdecimal()
            found[key] = int(value) if number else value
    return found


_FLAGS = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def check_options(rows: Mapping[str, Option], options: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with the options of a set-up."""
    found = []
    for key, value in options.items():
        where = f"options.{key}"
        row = rows.get(key)
        if row is None:
            known = ", ".join(rows)
            found.append(Problem(where, T("Unknown option {key}. Choose from: {known}", key=key, known=known)))
        elif row.type == "bool" and not isinstance(value, bool):
            found.append(Problem(where, T("{option} is either on or off", option=Word(row.name)), row.clause))
        elif row.type == "int" and (isinstance(value, bool) or not isinstance(value, int)):
            found.append(Problem(where, T("{option} is a whole number", option=Word(row.name)), row.clause))
        elif row.type == "int" and not (row.min or 0) <= value <= (row.max or value):
            text = T("{option}: from {least} to {most}", option=Word(row.name), least=row.min, most=row.max)
            found.append(Problem(where, text, row.clause))
        elif row.type == "choice" and value not in row.ids:
            text = T("{option}: one of {known}", option=Word(row.name), known=", ".join(row.ids))
            found.append(Problem(where, text, row.clause))
    return found
