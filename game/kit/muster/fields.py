"""Fields of the rows of an army list, each declared once: its name, whose it is, its bounds, what is on offer for it.

A declaration stands in the type of a field: ``models: Annotated[int, asked(T("Models"), bounds=sizes)] = 1``. The door
of army files refuses what it does not allow (:func:`faults`), the form of an army asks for it (:class:`DeclaredForm`),
and rows that name each other are renamed by it (:func:`naming`). Rows are plain values here, by the keys of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from game.engine.fields import bare, extra_of, struct_of, types_of
from game.engine.lists import ArmyField
from game.engine.ruleset import Problem
from game.engine.text import T, Text

Plain = Mapping[str, Any]
Offer = tuple[str, Text, int]
"""A choice: its word in files, its name, its points."""
NONE = T("none")


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is declared of a field.

    Attributes
    ----------
    label
        Its name.
    clause
        The clause of its bounds and offers, one for all rows or by the row.
    not_for
        By sort of row the clause by which such a row has no such field; "" where the door lets it pass.
    bounds
        The least and the greatest number that a row may have.
    sold
        The only words that a row may have, also for the form.
    offers
        The choices that the form shows for a row of an army, where the door does not hold to them.
    note
        What there is to say of it before it is filled in.
    price, each
        Points of a flag; the sorts of rows that pay for each of their models.
    repeats
        Whether a word may be taken more than once.
    code
        Whether it names the code of another row.
    """

    label: Text
    clause: str | Callable[[Plain], str] = ""
    not_for: Mapping[str, str] = {}
    bounds: Callable[[Plain], tuple[float, float]] | None = None
    sold: Callable[[Plain], Sequence[Offer]] | None = None
    offers: Callable[[Plain, Plain], Sequence[Offer]] | None = None
    note: Callable[[Plain], Text | None] | None = None
    price: Callable[[], int] | None = None
    each: Collection[str] = ()
    repeats: bool = False
    code: bool = False

    def clause_for(self, row: Plain) -> str:
        """The clause of its bounds and offers."""
        return self.clause if isinstance(self.clause, str) else self.clause(row)


def asked(label: Text, **told: Any) -> msgspec.Meta:
    """The declaration of a field, for its type; ``told`` are the fields of :class:`Asked`."""
    return msgspec.Meta(extra={"asked": Asked(label=label, **told)})


def asked_in(kind: Any) -> Asked | None:
    """The declaration in a type, None where it has none."""
    found: Asked | None = extra_of(kind).get("asked")
    return found


CODE, NAME, POINTS = asked(T("Called in files")), asked(T("Name")), asked(T("Points"))
"""What rows of every system have."""


@cache
def declared(row: type[msgspec.Struct]) -> Mapping[str, Asked]:
    """The declared fields of a row by key, those of tables within it by ``table.key``."""
    found: dict[str, Asked] = {}
    for key, kind in types_of(row).items():
        if one := asked_in(kind):
            found[key] = one
        inner = struct_of(kind, None)
        if inner is not None:
            found |= {f"{key}.{below}": one for below, one in declared(bare(inner)).items()}
    return MappingProxyType(found)


@cache
def naming(row: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys of a row that name the code of another."""
    return tuple(key for key, one in declared(row).items() if one.code)


# --- the door ------------------------------------------------------------------------------------------------------


def bounded(value: float, least: float, most: float, key: str, clause: str) -> Iterator[Problem]:
    """The fault of a number that lies outside its bounds."""
    if not least <= value <= most:
        yield Problem(key, T("from {least} to {most}, not {n}", least=least, most=most, n=value), clause)


def faults(row: msgspec.Struct, sort: str = "", called: Mapping[str, Text] = {}) -> Iterator[Problem]:
    """What declared fields of a row hold that they may not: the key, a sentence with what would be right, the clause.

    Parameters
    ----------
    sort, called
        Which sort of row it is, and what the sorts are called.
    """
    plain, usual = msgspec.to_builtins(row), {f.encode_name: f for f in msgspec.structs.fields(row)}
    fields = {key: one for key, one in declared(type(row)).items() if key in plain}
    for key, one in fields.items():
        clause = one.not_for.get(sort)
        if clause and getattr(row, usual[key].name) != usual[key].default:
            text = T("this is not for {kind}: leave the key “{key}” out", kind=called[sort], key=key)
            yield Problem(key, text, clause)
    for key, one in fields.items():
        if sort not in one.not_for:
            yield from _faults_of(one, plain[key], key, plain)


def _faults_of(one: Asked, value: Any, key: str, row: Plain) -> Iterator[Problem]:
    """What a field holds that is not within its bounds, or not sold."""
    if one.bounds is not None:
        yield from bounded(value, *one.bounds(row), key, one.clause_for(row))
    if one.sold is None:
        return
    words = [value] if isinstance(value, str) else list(value)
    sold = [word for word, _, _ in one.sold(row)]
    for word in words:
        if word not in sold:
            known = ", ".join(filter(None, sold))
            text = T("“{name}” cannot be bought here; choose from: {known}", name=word, known=known)
            yield Problem(key, text, one.clause_for(row))
    if not one.repeats and len(set(words)) < len(words):
        yield Problem(key, T("the same thing is bought twice; once is enough"), one.clause_for(row))


# --- the form ------------------------------------------------------------------------------------------------------


def offered(field: ArmyField, offers: Sequence[Offer]) -> ArmyField:
    """A field whose choices are these, each with its name and points; one that is no longer sold stays in sight."""
    told = str(field.value).split(", ") if field.kind == "words" else [str(field.value)]
    kept = "" if field.kind == "words" else None  # of words there may be none
    ids = [word for word, _, _ in offers]
    offers = [*offers, *((one, Text(one), 0) for one in told if one != kept and one not in ids)]
    choices, names, prices = zip(*offers, strict=True)
    kind: Literal["words", "choice"] = "words" if field.kind == "words" else "choice"
    return replace(field, kind=kind, choices=choices, names=names, prices=prices if any(prices) else ())


def with_choices(doc: Plain, row: Plain, field: ArmyField, one: Asked) -> ArmyField:
    """A field with the choices that are declared for it."""
    if one.offers is not None:
        return offered(field, one.offers(doc, row))
    return field if one.sold is None else offered(field, one.sold(row))


class DeclaredForm:
    """How rows are filled in whose fields are declared (:class:`game.kit.muster.own.ArmyForm`).

    Attributes
    ----------
    row
        The type of a row.
    order
        The keys in the order in which they are asked, the most important first.
    new
        A new row without its code.
    """

    row: ClassVar[type[msgspec.Struct]]
    order: ClassVar[Sequence[str]]
    new: ClassVar[Plain]

    def sort(self, row: Plain) -> str:
        """Which sort of row it is."""
        return str(row.get("kind"))

    def asks(self, row: Plain, key: str) -> bool:
        """Whether a field that the sort of a row has is asked of this row."""
        return True

    def army_fields(self, doc: Plain) -> Sequence[ArmyField]:
        """The fields of an army beside its id and name."""
        return ()

    def fields(self, doc: Plain, row: Plain, found: Sequence[ArmyField]) -> Sequence[ArmyField]:
        """The fields of a row out of those that its type has, told in words."""
        by_key, sort, fields = {field.key: field for field in found}, self.sort(row), declared(self.row)
        asked = [key for key in self.order if not self._strange(key, sort) and self.asks(row, key)]
        return [self._shown(doc, row, by_key[key], fields[key], sort) for key in asked]

    def note(self, row: Plain, key: str) -> Text | None:
        """What there is to say of a field of a row before it is filled in."""
        told = declared(self.row)[key].note
        return told(row) if told is not None else None

    def _shown(self, doc: Plain, row: Plain, field: ArmyField, one: Asked, sort: str) -> ArmyField:
        """A field with its choices and prices, and what there is to say of it."""
        price = one.price() if one.price is not None else field.price
        field = replace(field, note=self.note(row, field.key) or field.note, price=price, each=sort in one.each)
        return with_choices(doc, row, field, one)

    def _strange(self, key: str, sort: str) -> bool:
        """Whether a sort of row has no such field, or not the table that it lies in."""
        fields = declared(self.row)
        return any(sort in fields[at].not_for for at in (key, key.partition(".")[0]) if at in fields)

    def fitted(self, row: Plain) -> dict[str, Any]:
        """A row without what is not for its sort."""
        sort = self.sort(row)
        return {key: value for key, value in row.items() if not self._strange(key, sort)}

    def blank(self, code: str) -> tuple[str, dict[str, Any]]:
        """A new row, and the table where it belongs."""
        return "unit", {"code": code, **self.new}
