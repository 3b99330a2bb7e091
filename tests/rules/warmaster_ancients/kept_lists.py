"""A list in a file of its own, as the first tests of reading keep it: army, name, size, counts."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from game.engine.player_files import LIST, load, shown
from game.engine.text import T
from game.engine.toml_reading import convert, parse, unknown
from rulesets.warmaster_ancients.data_files import armies, load_army
from rulesets.warmaster_ancients.data_types import Count, Positive, Row


class ArmyList(msgspec.Struct, frozen=True):
    """A player's list: which army, its name, the agreed size (points) and how many of each code."""

    army: str
    name: str
    size: int
    counts: dict[str, int]


class _ArmyFile(Row, frozen=True, kw_only=True):
    army: str
    name: str = ""
    size: Positive
    counts: dict[str, Count]


def read_army(data: bytes, file: str) -> ArmyList:
    """Read a player's list from the bytes of its file. Raises DataError; whether it is allowed, check_army tells."""
    table = parse(data, file)
    found = convert(table, _ArmyFile, file)
    if found.army not in armies():
        raise unknown(file, "army", T("army"), found.army, armies())
    army = load_army(found.army)
    codes = [row.code for row in army.rows]
    for code in found.counts:
        if code not in codes:
            raise unknown(file, f"counts, {code}", T("code of {army}", army=army.name), code, codes)
    counts = {code: found.counts[code] for code in codes if found.counts.get(code)}
    return ArmyList(found.army, found.name or army.name, found.size, counts)


def load_army_file(path: Path) -> ArmyList:
    """Read a player's list. Raises DataError, also for a file that cannot be opened."""
    return read_army(load(path, LIST), shown(path))


def army_file_text(army_list: ArmyList) -> str:
    """Return the TOML of a player's list, as :func:`read_army` reads it."""
    rows = "".join(f"{code} = {count}\n" for code, count in army_list.counts.items() if count)
    head = f"army = {_quoted(army_list.army)}\nname = {_quoted(army_list.name)}\nsize = {army_list.size}\n"
    return f"{head}\n[counts]\n{rows}"


def _quoted(text: str) -> str:
    """Return a TOML string: JSON writes the same, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
