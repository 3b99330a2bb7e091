"""Reading TOML into typed rows, with sentences for whatever is wrong: which file, which key, what would be right."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from game.engine.files.nesting import toml_fault
from game.engine.text import T, Text

S = TypeVar("S")

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "number": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table of keys",
    "null": "nothing",
}
NEWLINE = b"\n"
MOST_TOML = 1_000_000
"""Bytes of a TOML file; what is larger takes long to read and was written by nobody."""
MOST_SHOWN = 120
"""Letters of a name that are shown."""
_MOST_SHOWN = 80
"""Letters of a wrong value that are shown."""
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")


class DataError(ValueError):
    """A data file that cannot be used.

    Attributes
    ----------
    file
        Name of the file.
    key
        Where in it, e.g. ``unit 3 (VEL), hits`` or ``line 7``; empty where the whole file is meant.
    message
        The sentence for the reader, to be translated.
    """

    def __init__(self, file: str, key: str, message: Text) -> None:
        self.file = file
        self.key = key
        self.message = message
        where = f"{file}, {printable(key)}" if key else file
        super().__init__(f"{where}: {plain(message)}")


def plain(text: Text) -> str:
    """Return the English of a sentence whose arguments are strings, numbers and such sentences."""
    return text.key.format(**{k: plain(v) if isinstance(v, Text) else v for k, v in text.args.items()})


def printable(text: str, most: int = MOST_SHOWN) -> str:
    """Text of a file as it can be printed and drawn: half letters and signs without a shape are replaced."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return _HIDDEN.sub("\N{REPLACEMENT CHARACTER}", cut)


def decoded(data: bytes, file: str) -> str:
    """The text of a file. Raises DataError with line and byte where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        start = len(data) - len(error.object) + error.start  # the codec does not see the mark at the beginning
        place = f"line {data.count(NEWLINE, 0, start) + 1}, byte {start + 1}"
        raise DataError(file, place, T("this is not text in UTF-8; is it another kind of file?")) from None


def parse(data: bytes, file: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Parse TOML, its decimal numbers by ``parse_float``.

    Raises DataError with the line where the file stops making sense.
    """
    if len(data) > MOST_TOML:
        raise DataError(file, "", T("the file is too large: at most {most} MB of TOML are read", most=1))
    source = decoded(data, file)
    if "\0" in source:
        raise DataError(file, "", T("this is not a text file: it contains zero bytes"))
    if fault := toml_fault(source):
        raise DataError(file, f"line {fault[0]}", fault[1])
    try:
        return tomllib.loads(source, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        raise _broken(file, source, str(error)) from None
    except (ValueError, RecursionError, OverflowError) as error:
        raise DataError(file, "", T("this is not valid TOML: {reason}", reason=str(error)[:_MOST_SHOWN])) from None


def read(data: bytes, kind: type[S], file: str) -> S:
    """Parse TOML into a typed row. Raises DataError naming the key that is wrong."""
    return convert(parse(data, file), kind, file)


def convert(table: Any, kind: type[S], file: str) -> S:
    """Turn plain TOML values into a typed row. Raises DataError naming the key that is wrong."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise _misfit(file, kind, table, str(error)) from None


def unknown(file: str, key: str, what: Text, wrong: str, known: list[str]) -> DataError:
    """Make the error for a name that points nowhere; ``what`` it should have been ("unit type")."""
    wrong = printable(wrong, _MOST_SHOWN)
    near = near_word(wrong, known)
    if near:
        message = T("“{wrong}” is not a known {what}; did you mean “{near}”?", what=what, wrong=wrong, near=near)
    else:
        told = ", ".join(known) if known else T("none")
        message = T("“{wrong}” is not a known {what}; choose from: {known}", what=what, wrong=wrong, known=told)
    return DataError(file, key, message)


def near_word(wrong: str, known: Sequence[str]) -> str:
    """The known word that was probably meant, "" where none is like it."""
    found = difflib.get_close_matches(wrong, known, n=1, cutoff=0.7)
    return found[0] if found else ""


def _broken(file: str, source: str, reason: str) -> DataError:
    """Make the error for text that is not TOML."""
    found = re.search(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", reason, re.DOTALL)
    if found and found[2]:
        lines = source.splitlines()
        number = int(found[2])
        shown = printable(lines[number - 1].strip()[:60]) if number <= len(lines) else ""
        if number >= len(lines) and not source.endswith("\n"):
            return DataError(
                file,
                f"line {number}",
                T("the file breaks off here, after “{shown}”; its end is missing", shown=shown),
            )
        return DataError(
            file,
            f"line {number}",
            T("“{shown}” is not valid TOML: {reason}", shown=shown, reason=found[1][:1].lower() + found[1][1:]),
        )
    number = len(source.splitlines()) or 1
    if found:
        return DataError(file, f"line {number}", T("the file breaks off in the middle; its end is missing"))
    return DataError(file, "", T("this is not valid TOML: {reason}", reason=reason))


def _misfit(file: str, kind: type, table: Any, reason: str) -> DataError:
    """Make the error for values that do not fit the row they are in."""
    sentence, _, where = reason.partition(" - at `")
    path = where.rstrip("`").removeprefix("$").removeprefix(".")
    path = _offender(kind, path, table)
    key = _named(path, table)
    if found := re.match(r"Object contains unknown field `(.+)`", sentence):
        at = f"{key}, {found[1]}" if key else found[1]
        return unknown(file, at, T("key here"), found[1], _keys(_type_at(kind, path)))
    if found := re.match(r"Object missing required field `(.+)`", sentence):
        return DataError(file, key, T("the key “{key}” is missing", key=found[1]))
    if found := re.match(r"Expected `(.+)`, got `(.+)`", sentence):
        return DataError(
            file,
            key,
            T(
                "this must be {right}, not {wrong}",
                right=_words(found[1]),
                wrong=_words(found[2]).replace("a number", "a number with a decimal point"),
            ),
        )
    if found := re.match(r"Expected `(\w+)` (>=|<=|>|<) (.+)", sentence):
        sign = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}[found[2]]
        return DataError(
            file,
            key,
            T(
                "this is {value}, but must be {sign} {bound}",
                value=printable(repr(_value(table, path)), _MOST_SHOWN),
                sign=sign,
                bound=found[3],
            ),
        )
    if found := re.match(r"Invalid enum value '(.*)'", sentence):
        allowed = _choices(kind, path)
        wrong = printable(found[1], _MOST_SHOWN)
        return DataError(
            file,
            key,
            T(
                "“{value}” cannot stand here; choose from: {known}",
                value=wrong,
                known=", ".join(allowed),
            ),
        )
    if found := re.match(r"Expected `array` of length (\d+), got (\d+)", sentence):
        return DataError(
            file, key, T("this list must have {right} entries, but has {wrong}", right=found[1], wrong=found[2])
        )
    return DataError(file, key, T("this does not fit: {reason}", reason=sentence))


def _words(types: str) -> str:
    """Return ``int | null`` in words."""
    if types.strip() == "null":
        return "nothing"
    return " or ".join(_WORDS.get(t.strip(), t.strip()) for t in types.split("|") if t.strip() != "null")


def _parts(path: str) -> list[str]:
    """Split ``unit[2].hits`` into ``unit``, ``[2]``, ``hits``."""
    return re.findall(r"\[[^\]]*\]|[^.\[\]]+", path)


def _step(kind: Any, part: str) -> Any:
    """Return the type of a part of a type: a field of a row, an item of a list, a value of a map."""
    kind = _bare(kind)
    if part.startswith("[") or get_origin(kind) is dict:
        inner = [a for a in get_args(kind) if a is not Ellipsis]
        return inner[-1] if inner else Any
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for info in msgspec.structs.fields(kind):
            if info.encode_name == part:
                return info.type
    return Any


def _bare(kind: Any) -> Any:
    """Strip ``Annotated`` and ``| None`` from a type."""
    while get_origin(kind) is not None and hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    arms = [a for a in get_args(kind) if a is not type(None)]
    if type(None) in get_args(kind) and len(arms) == 1:
        return _bare(arms[0])
    return kind


def _type_at(kind: Any, path: str) -> Any:
    for part in _parts(path):
        kind = _step(kind, part)
    return _bare(kind)


def _offender(kind: Any, path: str, table: Any) -> str:
    """Return the path with ``[...]``, any key of a map, replaced by the first key whose value is wrong."""
    head, dots, rest = path.partition("[...]")
    if not dots:
        return path
    inner = _step(_type_at(kind, head), "[]")
    found = _value(table, head)
    for key, value in found.items() if isinstance(found, dict) else ():
        try:
            msgspec.convert(value, inner)
        except msgspec.ValidationError:
            return f"{head}.{key}{rest}"
    return head


def _keys(kind: Any) -> list[str]:
    """Return the keys that a row may have."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [info.encode_name for info in msgspec.structs.fields(kind)]
    return [key for one in get_args(kind) if isinstance(one, type) for key in _keys(one)]


def _choices(kind: Any, path: str) -> list[str]:
    """Return the words that may stand at a path."""
    return [str(a) for a in get_args(_type_at(kind, path)) if isinstance(a, str)]


def _value(table: Any, path: str) -> Any:
    """Return what stands at a path, None where it cannot be followed."""
    for part in _parts(path):
        try:
            table = table[int(part[1:-1])] if part.startswith("[") else table[part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return table


def _named(path: str, table: Any) -> str:
    """Return the path for readers: ``unit[2].hits`` becomes ``unit 3 (VEL), hits``."""
    done, shown = "", ""
    for part in _parts(path):
        if not part.startswith("["):
            done += f".{part}" if done else part
            shown += f", {part}" if shown else part
            continue
        done += part
        if not part[1:-1].isdigit():  # a key of a map that is not known
            continue
        row = _value(table, done)
        names = [row[k] for k in ("id", "code", "key") if isinstance(row.get(k), str)] if isinstance(row, dict) else []
        shown += f" {int(part[1:-1]) + 1}" + (f" ({names[0]})" if names else "")
    return shown
