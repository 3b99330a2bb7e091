"""An army of one's own being edited: its rows as fields of a form, by the types that the system's files have.

For every system. Fields are those of the rows' types; parts that are lists of tables (weapons, models one by one) are
left to the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import tomlkit
from msgspec import inspect
from msgspec.structs import replace

from game.engine.lists import OWN, ArmyField
from game.engine.looks import LOOK, LOOKS
from game.engine.ruleset import SideSetup
from game.engine.text import T, Text
from game.kit.muster.fields import Asked, declared, with_choices
from game.kit.muster.own import MOST_ROWS, RULESET, OwnArmies, bare
from game.kit.muster.renaming import is_row, recodes, rename, row_type, tables_of

MINE = "my_"
"""What the id of a shipped army begins with when it becomes one of one's own."""
FILE = "army"
NEW = "NEW"
"""What codes of new rows begin with."""
HEAD = {"id": T("Called in files"), "name": T("Name")}
"""What is asked of every army."""


class Desk(msgspec.Struct, frozen=True):
    """A side's list with its whole army (:class:`game.engine.lists.ArmyDesk`); changes give another desk."""

    armies: Any
    chosen: SideSetup

    @property
    def doc(self) -> dict[str, Any]:
        """The army as plain values."""
        found: dict[str, Any] = self.chosen.own[OWN]
        return found

    def rows(self) -> Sequence[tuple[str, str]]:
        """Code and name of each row."""
        return [(row["code"], row["name"]) for _, row in tables_of(self.doc)]

    def fields(self, code: str, values: Mapping[str, str | bool] | None = None) -> Sequence[ArmyField]:
        """The fields of a row, those of the army for ""; as they would be with other values, sound or not."""
        doc = self._changed(code, values) if values else self.doc
        form = self.armies.form
        if not code:
            found = [ArmyField(key, "text", str(doc.get(key, "")), label=label) for key, label in HEAD.items()]
            return [*found, *(form.army_fields(doc) if form is not None else ())]
        code = str((values or {}).get("code", code))
        table, row = next((t, r) for t, r in tables_of(doc) if r["code"] == code)
        found = _fields(_type_of(self.armies.kind, table), row, "", self._hidden())
        look = str(doc.get("looks", {}).get(code, ""))
        looks = ("", *LOOKS) if look in LOOKS else ("", *([look] if look else []), *LOOKS)
        names = tuple(T("by its name") if not one else Text(one.replace("_", " ")) for one in looks)
        drawn = ArmyField(LOOK, "choice", look, looks, T("Drawn as"), names=names)
        if form is not None:
            return [*form.fields(doc, row, found), drawn]
        kinds = declared(row_type(self.armies.kind, table))
        return [*(with_choices(doc, row, f, kinds[f.key]) if f.key in kinds else f for f in found), drawn]

    def put(self, code: str, values: Mapping[str, str | bool]) -> Desk:
        """The same with other values for fields of a row. Raises DataError with what would be right."""
        new = str(values.get("code", code)).strip() if code else ""
        counts = {new if c == code else c: n for c, n in self.chosen.counts.items()}
        return self._checked(self._changed(code, values), counts)

    def _changed(self, code: str, values: Mapping[str, str | bool]) -> dict[str, Any]:
        """The army with other values for fields of a row, sound or not."""
        doc: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.doc))
        if not code:
            head = {f.key: f for f in self.fields("")}
            for key, value in values.items():
                if value != head[key].value:  # what is shown as usual and was never told stays untold
                    _put(doc, key, _value(head[key], value))
            return doc
        table, row = next((t, r) for t, r in tables_of(doc) if r["code"] == code)
        kinds = {f.key: f for f in _fields(_type_of(self.armies.kind, table), row, "", set())}
        looks = doc.setdefault("looks", {})
        for key, value in values.items():
            if key == LOOK:
                looks[code] = value
            elif value != kinds[key].value:  # a table that is not there stays so, though it is shown with what is usual
                _put(row, key, _value(kinds[key], value))
        if self.armies.form is not None:
            doc[table][doc[table].index(row)] = row = self.armies.form.fitted(row)
        new = str(row["code"])
        if new != code:
            rename(self.armies.kind, doc, code, new)
            looks = doc["looks"]
        doc["looks"] = {c: look for c, look in looks.items() if look}
        return doc

    def copy(self, code: str) -> tuple[Desk, str]:
        """The same with a copy of a row after it, and the code of that."""
        doc = msgspec.json.decode(msgspec.json.encode(self.doc))
        codes = [row["code"] for _, row in tables_of(doc)]
        new = recodes([code], lambda _row, one: one not in codes)[code]
        table, row = next((t, r) for t, r in tables_of(doc) if r["code"] == code)
        doc[table].insert(doc[table].index(row) + 1, {**row, "code": new})
        return self._checked(doc, dict(self.chosen.counts)), new

    def drop(self, code: str) -> Desk:
        """The same without a row. Raises DataError where the army cannot be without it."""
        doc = msgspec.json.decode(msgspec.json.encode(self.doc))
        table, row = next((t, r) for t, r in tables_of(doc) if r["code"] == code)
        doc[table].remove(row)
        rename(self.armies.kind, doc, code, "")
        return self._checked(doc, {c: n for c, n in self.chosen.counts.items() if c != code})

    @property
    def begins(self) -> bool:
        """Whether the system says what a new row is."""
        return self.armies.form is not None

    def begin(self, code: str = "", *, alone: bool = False) -> tuple[Desk, str]:
        """The same with a new row after another, once in the list, and its code; or a new army that has no other."""
        doc: dict[str, Any] = {"id": f"{MINE}{FILE}", "name": "My army"}
        if not alone:
            doc = msgspec.json.decode(msgspec.json.encode(self.doc))
        codes = [row["code"] for _, row in tables_of(doc)]
        new = next(f"{NEW}{n}" for n in range(1, MOST_ROWS + 2) if f"{NEW}{n}" not in codes)
        table, row = self.armies.form.blank(new)
        rows = doc.setdefault(table, [])
        at = next((n for n, other in enumerate(rows, 1) if other["code"] == code), len(rows))
        rows.insert(at, row)
        return self._checked(doc, {**({} if alone else self.chosen.counts), new: 1}), new

    def count(self, code: str, n: int) -> Desk:
        """The same with so many of a row in the list."""
        counts = {c: k for c, k in {**self.chosen.counts, code: n}.items() if k > 0}
        return Desk(self.armies, replace(self.chosen, counts=counts))

    def text(self) -> str:
        """The army as a file."""
        form, doc = self.armies.form, dict(self.doc)
        if form is not None:
            doc |= {table: [form.fitted(row) for row in rows] for table, rows in _rows_by_table(doc).items()}
        return tomlkit.dumps({RULESET: self.armies.ruleset, **doc})

    def _hidden(self) -> set[str]:
        return set(self.armies.needless[1])

    def _checked(self, doc: dict[str, Any], counts: dict[str, int]) -> Desk:
        army = self.armies.sound(doc, FILE)
        own = {**self.chosen.own, OWN: self.armies.plain(army)}
        return Desk(self.armies, replace(self.chosen, army=army.id, counts=counts, own=own))


def desk(armies: OwnArmies[Any], army: Any, chosen: SideSetup) -> Desk:
    """An army laid out to be edited; one on offer under an id of one's own. Raises DataError."""
    doc = armies.plain(army)
    if OWN not in chosen.own:
        codes = {row.code for row in army.rows}
        # ready lists are the shipped army's, and what is drawn by its code still is
        doc = {**{k: v for k, v in doc.items() if k != "sample"}, "id": MINE + army.id}
        chosen = replace(chosen, counts={c: n for c, n in chosen.counts.items() if c in codes})
    own = {**chosen.own, OWN: doc}
    return Desk(armies, replace(chosen, army=doc["id"], own=own))


def _rows_by_table(doc: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {k: rows for k, rows in doc.items() if isinstance(rows, list) and rows and all(map(is_row, rows))}


def _type_of(kind: type, table: str) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    rows = next(f.type for f in found.fields if f.encode_name == table)
    assert isinstance(rows, inspect.VarTupleType)
    assert isinstance(rows.item_type, inspect.StructType)
    return rows.item_type


def _fields(kind: inspect.StructType, row: Mapping[str, Any], before: str, hidden: set[str]) -> list[ArmyField]:
    """The fields of a row that a form can hold, those of tables within it by ``table.key``, by their declared names."""
    found: list[ArmyField] = []
    for field in kind.fields:
        key, (of, one) = field.encode_name, _told_type(field.type)
        value = row.get(key, None if field.required else bare(field.default, ()))
        if key in hidden:
            continue
        if isinstance(of, inspect.StructType):
            found += _fields(of, value or {}, f"{before}{key}.", hidden)
        elif (shown := _field(of, before + key, value)) is not None:
            found.append(replace(shown, label=one.label, repeats=one.repeats) if one is not None else shown)
    return found


def _told_type(kind: inspect.Type) -> tuple[inspect.Type, Asked | None]:
    """The type that a value of a field has where it has one, and what is declared of the field."""
    one = None
    while isinstance(kind, inspect.Metadata | inspect.UnionType):
        if isinstance(kind, inspect.Metadata):
            one = (kind.extra or {}).get("asked", one)
            kind = kind.type
        else:
            kind = next(t for t in kind.types if not isinstance(t, inspect.NoneType))
    return kind, one


def _field(of: inspect.Type, key: str, value: Any) -> ArmyField | None:
    """A field of a type with its value, None where a form cannot hold it."""
    match of:
        case inspect.BoolType():
            return ArmyField(key, "flag", bool(value))
        case inspect.LiteralType(values=values):
            choices = tuple(str(v) for v in values)
            return ArmyField(key, "choice", str(value or choices[0]), choices)
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            both = least is not None and most is not None
            note = T("from {least} to {most}", least=least, most=most) if both else None
            return ArmyField(key, "number", "" if value is None else str(value), note=note)
        case inspect.StrType():
            return ArmyField(key, "text", str(value or ""))
        case inspect.DictType():
            given = value if isinstance(value, dict) else {}
            return ArmyField(key, "numbers", ", ".join(f"{k} {n}" if n else k for k, n in given.items()))
        case inspect.VarTupleType(item_type=item) if not isinstance(item, inspect.StructType):
            return ArmyField(key, "words", ", ".join(map(str, value or ())))
    return None


def _value(field: ArmyField, told: str | bool) -> Any:
    """What is told of a field as its file has it, None for nothing; what is no number stays a word, to be refused."""
    if isinstance(told, bool):
        return told
    words = [word.strip() for word in told.split(",") if word.strip()]
    match field.kind:
        case "number":
            return _number(told.strip())
        case "words":
            numbers = [_number(word) for word in words]
            return numbers if all(isinstance(n, float) for n in numbers) else words
        case "numbers":
            pairs = [word.rpartition(" ") if word[-1].isdigit() and " " in word else (word, "", "0") for word in words]
            return {name.strip(): _number(n) for name, _, n in pairs}
        case _:
            return told.strip()


def _number(word: str) -> Any:
    if not word:
        return None
    try:
        return int(word) if word.lstrip("-").isdigit() else float(word)
    except ValueError:
        return word


def _put(row: dict[str, Any], key: str, value: Any) -> None:
    """A value at a key, or at one within a table; nothing takes the key away, and with its last key the table."""
    table, _, inner = key.rpartition(".")
    place = row.setdefault(table, {}) if table else row
    if value is None or (table and value == []):
        place.pop(inner, None)
        if table and not place:
            del row[table]
    else:
        place[inner] = value
