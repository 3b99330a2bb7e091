"""A situation by hand: what its document says of sides, of their troops, and of the order in which units stand.

For every system, sides and troops for those whose units are what the rows of their lists say. Where bases stand, how
they are put down, and what may not overlap are the system's own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from game.engine.documents import Document
from game.engine.own_troops import rows_of
from game.engine.state import Base, Side, Unit, Where
from game.engine.text import T, Text
from game.kit.army.setup import SIDES

WHERE: tuple[Where, ...] = ("table", "reserve", "off")
OWN_ARMIES = "armies"
"""The key of a document under which the ids of armies stand that are not on offer."""
LOOK = "look"
"""The key of troops of one's own that tells as what they are drawn."""


def in_order(
    made: Iterable[tuple[Unit, Sequence[Base]]], place: Callable[[Unit], Any], read: Document
) -> tuple[dict[str, Unit], dict[str, Base]]:
    """Units and their bases by id, in the order that the system gives them; an id stands once. Raises DataError."""
    units: dict[str, Unit] = {}
    bases: dict[str, Base] = {}
    for unit, own in sorted(made, key=lambda one: place(one[0])):
        if unit.id in units:
            raise read.fail(f"unit {unit.id}", T("two units have this id"))
        units[unit.id] = unit
        bases.update({b.id: b for b in own})
    return units, bases


def told_of(doc: Mapping[str, Any], kind: type[msgspec.Struct], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a system's own struct that a document tells, and the usual ones."""
    return {**usual, **{f.name: doc[f.name] for f in msgspec.structs.fields(kind) if f.name in doc}}


def armies_of(doc: Mapping[str, Any], read: Document, offered: Mapping[str, str]) -> dict[str, str]:
    """The armies that units may count with, and their names: those on offer, and the document's own by their ids."""
    own = [str(name) for name in read.array(doc.get(OWN_ARMIES, []), OWN_ARMIES)]
    return {**{name: name for name in own}, **offered} if own else dict(offered)


def sides(
    doc: Mapping[str, Any],
    read: Document,
    units: Mapping[str, Unit],
    keys: Sequence[str],
    armies: Mapping[str, str],
    usual: Callable[[str, Sequence[Unit]], str],
    own: Callable[[str, str, Mapping[str, Any], Sequence[Unit]], Mapping[str, Any]],
    kind: type[msgspec.Struct],
) -> dict[str, Side]:
    """The sides of a situation.

    Parameters
    ----------
    keys
        What a side's table may tell.
    armies
        Names by id.
    usual
        The army of a side with these units that does not tell it.
    own
        The fields of the system's own struct ``kind``: of a side, its army, its table, its units.
    """
    told = read.table(doc.get("sides", {}), "sides")
    for side in told:
        read.choice(side, SIDES, T("side"), "sides")
    found = {}
    for colour, side in enumerate(SIDES):
        key = f"sides.{side}"
        row = read.table(told.get(side, {}), key)
        read.known(row, keys, key)
        mine = [u for u in units.values() if u.side == side]
        army = read.choice(row.get("army") or usual(side, mine), tuple(armies), T("army"), f"{key}.army")
        held = read.own(own(side, army, row, mine), kind, key)
        found[side] = Side(side, str(row.get("name", armies[army])), int(row.get("colour", colour)), held)
    return found


def troops(
    doc: Mapping[str, Any],
    read: Document,
    known: Mapping[str, tuple[str, Callable[[], Mapping[str, Any]]]],
    armies: Collection[str],
    checked: Callable[[dict[str, Any], str], None],
) -> dict[str, tuple[str, str, str]]:
    """Troops that no list on offer has: by code their army, as what they are drawn, and their row.

    Parameters
    ----------
    known
        The troops on offer by code: their army, and their row.
    armies
        Those they may count with, the usual one first.
    checked
        Refuses a row that cannot be, at its key. Raises DataError.
    """
    found = {}
    for code, like, row in rows_of(doc, read, tuple(known), lambda of: known[of][1]()):
        key = f"profile {code}"
        usual = known[like][0] if like else next(iter(armies))
        army = read.choice(row.pop("army", usual), tuple(armies), T("army"), f"{key}, army")
        look = str(row.pop(LOOK, like))
        row.setdefault("clause", "")
        checked(row, key)
        found[code] = (army, look, msgspec.json.encode(row).decode())
    return found


def left(row: Mapping[str, Any], most: int, read: Document, key: str, strange: Callable[[Any], Text]) -> list[int]:
    """Numbers of the bases that are not ``lost``: one number, or a list of them.

    ``strange`` is what is said of a number that no base has.
    """
    told = row.get("lost", [])
    lost = [told] if isinstance(told, int) else read.array(told, f"{key}, lost")
    for one in lost:
        if one not in range(1, most + 1):
            raise read.fail(f"{key}, lost", strange(one))
    return [n for n in range(1, most + 1) if n not in lost]


def place(row: Mapping[str, Any], usual: str, read: Document, key: str) -> Where:
    """Where a unit is: on the table, in reserve, off."""
    told = read.choice(row.get("where", usual), WHERE, T("place for a unit"), f"{key}, where")
    return next(w for w in WHERE if w == told)
