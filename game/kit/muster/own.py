"""Armies of the players' own: files of the shipped armies' schema, checked, and kept whole in the set-up.

For every system. The types of its rows, what they must name, and what a row must have to be one of this system's are
its own. A file may say ``ruleset``; ``summary`` and ``clause``, which only shipped armies need, may be left out;
 ``looks`` say by code as what a row is drawn: the name of a figure, or the code of troops on offer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from game.engine.files.toml_reading import DataError, convert, parse, printable, unknown
from game.engine.lists import OWN, ArmyField, Finding, ListReport
from game.engine.looks import LOOKS
from game.engine.ruleset import ArmyInfo, Problem, SideSetup
from game.engine.state import State
from game.engine.text import TN, T, Text, Word
from game.kit.data import Shelf

RULESET = "ruleset"
"""Key of a file that says which system it is for."""
MOST_ROWS = 100
"""Rows of an army."""
MOST_BASES = 200
"""Bases of one unit."""
MOST_UNITS, MOST_IN_ALL = 99, 1500
"""Units, and bases of them all, of a list."""
MOST_NUMBER = 100_000
"""No number of an army is beyond."""
MOST_NAME = 80
"""Letters of a name."""
EMPTY: tuple[Any, ...] = (None, "", {}, [], ())
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]{0,7}")


class Row(Protocol):
    """What the kit must know of a row of an army list."""

    @property
    def code(self) -> str:
        """What it is called in files."""
        ...

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def points(self) -> int:
        """What one costs."""
        ...


class Army(Protocol):
    """What the kit must know of an army list."""

    @property
    def id(self) -> str:
        """What it is called in files."""
        ...

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def rows(self) -> Sequence[Any]:
        """All rows in the order of the list."""
        ...

    @property
    def looks(self) -> Mapping[str, str]:
        """By code as what rows are drawn that do not go by their codes."""
        ...


A = TypeVar("A", bound=Army)


class ArmyForm(Protocol):
    """How a system wants its rows filled in: what is asked of which row, in which words, at which price."""

    def army_fields(self, doc: Mapping[str, Any]) -> Sequence[ArmyField]:
        """The fields of an army beside its id and name."""
        ...

    def fields(self, doc: Mapping[str, Any], row: Mapping[str, Any], found: Sequence[ArmyField]) -> Sequence[ArmyField]:
        """The fields of a row out of those that its type has, told in words."""
        ...

    def fitted(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """A row without what is not asked of such a row."""
        ...

    def blank(self, code: str) -> tuple[str, dict[str, Any]]:
        """A new row, and the table where it belongs."""
        ...


class OwnArmies(Generic[A]):
    """The armies of the players' own of a system.

    Parameters
    ----------
    ruleset
        Id of the system.
    lists
        The armies on offer: theirs are the type of an army and what refuses one that cannot be.
    bases
        How many bases a unit of a row has.
    mark
        A key that the rows of this system's units have, and of no other's.
    needless
        What only shipped armies must say: key and usual value, of the army and of each of its rows.
    imports
        Whether armies of a set-up may be such as other programs have made, whose bounds the system judges.
    form
        How rows are filled in, None for fields as the file has them.
    """

    def __init__(
        self,
        ruleset: str,
        lists: Shelf[Any],
        bases: Callable[[Any], int],
        mark: str,
        needless: tuple[Mapping[str, Any], Mapping[str, Any]] = ({}, {}),
        imports: bool = False,
        form: ArmyForm | None = None,
    ) -> None:
        self.ruleset, self.lists = ruleset, lists
        self.kind: type[A] = lists.kind
        self.checked: Callable[[A, str], A] = lists.checked
        self.bases, self.mark, self.needless, self.imports = bases, mark, needless, imports
        self.form = form
        self._known = lru_cache(maxsize=32)(self._read)

    def shipped(self) -> Mapping[str, Collection[str]]:
        """Codes of the troops on offer by the ids of their armies."""
        return {name: [row.code for row in army.rows] for name, army in self.lists.all().items()}

    # -- in a set-up ------------------------------------------------------------------------------------------

    def has(self, chosen: SideSetup) -> bool:
        """Whether a side's army is one of the player's own."""
        return OWN in chosen.own

    def of(self, chosen: SideSetup) -> A | None:
        """The army of the player's own that a side's list is made from, None where it is one on offer.

        Raises
        ------
        DataError
            Where a set-up brings what cannot be an army.
        """
        if OWN not in chosen.own:
            return None
        try:
            told = msgspec.json.encode(chosen.own[OWN])
        except (TypeError, ValueError):
            raise DataError(OWN, "", T("this is not an army")) from None
        return self._known(told)

    def _read(self, told: bytes) -> A:
        doc = msgspec.json.decode(told)
        return self._army(doc, OWN) if self.imports else self._within_bounds(doc, OWN)

    def _army(self, doc: Any, file: str) -> A:
        return self.checked(convert(self._in_full(doc), self.kind, file), file)

    def _within_bounds(self, doc: Any, file: str) -> A:
        _bounded(doc, file)
        army = self._army(doc, file)
        for row in army.rows:
            if self.bases(row) > MOST_BASES:
                text = T("a unit has at most {most} bases", most=MOST_BASES)
                raise DataError(file, f"unit {row.code}", text)
        return army

    def too_many(self, chosen: SideSetup, army: A, where: str) -> list[Problem]:
        """Why a list of an army of one's own is too large for a battle, whatever it costs."""
        if self.imports or not self.has(chosen):
            return []
        units = sum(chosen.counts.get(row.code, 0) for row in army.rows)
        bases = sum(chosen.counts.get(row.code, 0) * self.bases(row) for row in army.rows)
        if units <= MOST_UNITS and bases <= MOST_IN_ALL:
            return []
        text = T("{units} units with {models} models are too many for a battle", units=units, models=bases)
        return [Problem(f"{where}.counts", text)]

    # -- in a file --------------------------------------------------------------------------------------------

    def read(self, data: bytes, file: str) -> A:
        """Read an army of the player's own. Raises DataError with file, place, and what would be right."""
        doc = parse(data, file)
        told = doc.pop(RULESET, self.ruleset)
        if told != self.ruleset:
            text = T("This army is for {ruleset}, not for {id}", ruleset=printable(str(told)), id=self.ruleset)
            raise DataError(file, RULESET, text)
        units = doc.get("unit", [])
        if isinstance(units, list) and units and not any(isinstance(u, dict) and self.mark in u for u in units):
            text = T("no unit here has the key “{key}” of this system: is it an army for another?", key=self.mark)
            raise DataError(file, RULESET, text)
        return self.sound(doc, file)

    def sound(self, doc: Any, file: str) -> A:
        """The army that plain values are, named as an army of one's own must be. Raises DataError."""
        army = self._within_bounds(doc, file)
        self._named(army, file)
        return army

    def _named(self, army: A, file: str) -> None:
        """Refuse names that cannot be shown, codes that are none, looks that nobody has."""
        if army.id in self.shipped():
            raise DataError(file, "id", T("an army of the game has this id already; choose another"))
        if not army.rows:
            raise DataError(file, "unit", T("an army needs at least one unit"))
        if len(army.rows) > MOST_ROWS:
            raise DataError(file, "unit", T("an army has at most {most} rows", most=MOST_ROWS))
        looks = [*LOOKS, *(code for codes in self.shipped().values() for code in codes)]
        names = [("id", army.id), ("name", army.name), *((f"unit {row.code}, name", row.name) for row in army.rows)]
        for key, name in names:
            if not name.strip() or printable(name, MOST_NAME) != name:
                text = T("a name has from 1 to {most} letters that can be shown", most=MOST_NAME)
                raise DataError(file, key, text)
        for row in army.rows:
            if not _CODE.fullmatch(row.code):
                text = T("a code is a letter, and up to seven letters and digits after it")
                raise DataError(file, f"unit {row.code}, code", text)
        codes = [row.code for row in army.rows]
        for code, look in army.looks.items():
            if code not in codes:
                raise unknown(file, f"looks, {code}", T("code of this army"), code, codes)
            if look not in looks:
                raise unknown(file, f"looks, {code}", T("figure"), look, looks)

    def report(self, data: bytes, name: str, info: Callable[[A], ArmyInfo]) -> ListReport | None:
        """What a file holds that is an army, with a list of it; None where it is none.

        Parameters
        ----------
        info
            The army as it may be composed, with its usual list.
        """
        if not looks_like_army(data):
            return None
        try:
            army = self.read(data, name)
        except DataError as error:
            return ListReport(None, name, (Finding("wrong", error.message, error.key),), army=True)
        shown = info(army)
        counts = {entry.code: entry.sample for entry in shown.entries if entry.sample}
        findings = tuple(Finding("taken", _priced(entry.name, entry.points), entry.code) for entry in shown.entries)
        return ListReport(SideSetup(army.id, counts, "", {OWN: self.plain(army)}), army.name, findings, army=True)

    # -- as plain values --------------------------------------------------------------------------------------

    def plain(self, army: A) -> dict[str, Any]:
        """An army as plain values, without what is as usual."""
        found: dict[str, Any] = bare(army, {*self.needless[0], *self.needless[1]})
        return found

    def plain_row(self, row: msgspec.Struct) -> str:
        """A row as the state holds it (JSON)."""
        told = msgspec.to_builtins(row)
        return msgspec.json.encode({k: v for k, v in told.items() if v is not None}).decode()

    def _in_full(self, doc: Any) -> Any:
        """An army with what only shipped ones must say."""
        if not isinstance(doc, dict):
            return doc
        of_army, of_row = self.needless
        out = _without_polish({**of_army, **doc})
        for key, value in out.items():
            if isinstance(value, list):
                out[key] = [_row_in_full(one, of_row) for one in value]
        return _without_polish(out)

    def look(self, army: A, code: str) -> str:
        """As what the row of a code is drawn where it takes the field under another; "" to go by that."""
        known = any(code in codes for codes in self.shipped().values())
        return army.looks.get(code, code if known else "")


def _priced(name: str, points: int) -> Text:
    """A row with what it costs."""
    return TN("{name}, {n} point", "{name}, {n} points", points, name=Word(name))


def _row_in_full(row: Any, of_row: Mapping[str, Any]) -> Any:
    if not isinstance(row, dict):
        return row
    return _without_polish({**(of_row if "code" in row else {}), **row})


def _without_polish(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out the Polish names that older files hold: names are translated by the catalogues."""
    return {key: value for key, value in row.items() if not key.endswith("_pl")}


def look(view: State, unit: str) -> str:
    """The code whose look a unit has, or the figure itself: its own, or that which troops of one's own have."""
    kind = view.units[unit].kind
    own = view.own.troops.get(kind)
    return own[1] or kind if own is not None else kind


def bare(value: Any, needless: Collection[str]) -> Any:
    """Plain values without what is empty, unless it must be there."""
    if isinstance(value, msgspec.Struct):
        told = ((f, getattr(value, f.name)) for f in msgspec.structs.fields(value))
        out = {f.encode_name: bare(v, needless) for f, v in told if v not in EMPTY or f.required}
        return {k: v for k, v in out.items() if v not in EMPTY or k not in needless}
    if isinstance(value, (list, tuple)):
        return [bare(v, needless) for v in value]
    return {k: bare(v, needless) for k, v in value.items()} if isinstance(value, dict) else value


def looks_like_army(data: bytes) -> bool:
    """Whether a file is an army and no list: it has units of its own, and no numbers of them."""
    units = head = False
    for line in data.splitlines():
        words = line.replace(b" ", b"").replace(b"\t", b"")
        if words.startswith(b"[counts]") or (not head and words.startswith(b"counts=")):
            return False
        units = units or words.startswith((b"[[unit", b"unit="))
        head = head or words.startswith(b"[")
    return units


def _bounded(value: Any, file: str) -> None:
    """Refuse numbers that no army has. Raises DataError."""
    for key, number in _numbers(value, ""):
        if not math.isfinite(number) or abs(number) > MOST_NUMBER:
            raise DataError(file, key, T("no number in an army may exceed {most}", most=MOST_NUMBER))


def _numbers(value: Any, key: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for k, v in value.items():
            yield from _numbers(v, f"{key}.{k}" if key else str(k))
    elif isinstance(value, list):
        for n, v in enumerate(value, 1):
            yield from _numbers(v, f"{key} {n}")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield key, value
