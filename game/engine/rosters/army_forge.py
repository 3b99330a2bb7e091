"""What a list of Army Forge holds (JSON), read as far as it goes: units, weapons, gear, rules, the file's own sums.

Numbers may stand as text, ratings in brackets behind names, keys may be missing; what upgrades grant is in
``option.gains``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from game.engine.files.player_files import json_values, printable
from game.engine.files.toml_reading import DataError
from game.engine.text import T

MOST_MODELS, MOST_PARTS, MOST_RULES = 100, 100, 30
"""Models and parts of one unit's kit that are read, rules of one unit or weapon."""
MOST_UNITS = 400
"""Units of one list."""


class ForgeRule(msgspec.Struct, frozen=True):
    """A special rule: its name without brackets, and its rating, 0 where it has none."""

    name: str
    rating: int = 0

    @property
    def shown(self) -> str:
        """As it is printed."""
        return f"{self.name}({self.rating})" if self.rating else self.name


class ForgeWeapon(msgspec.Struct, frozen=True):
    """A weapon: range in inches (0 melee), dice, and how many the whole unit has (0: not said)."""

    name: str
    range: int
    attacks: int
    count: int
    rules: tuple[ForgeRule, ...]

    @classmethod
    def weapon_of(cls, name: str, reach: int, dice: int, count: int, rules: Iterable[ForgeRule]) -> ForgeWeapon:
        """A weapon within bounds: up to 120 inches, from one die to 60."""
        return cls(name or "?", min(120, max(0, reach)), min(60, max(1, dice)), count, tuple(rules))


class ForgeGear(msgspec.Struct, frozen=True):
    """Something that is no weapon: the rules that it gives, and to how many models (0: not said)."""

    name: str
    count: int
    rules: tuple[ForgeRule, ...]


class ForgeUnit(msgspec.Struct, frozen=True):
    """A unit as the file lists it: what the player calls it (``name``), and what it is (``kind``).

    ``size`` is what is read of ``said_size``; some files count the points of ``upgrades`` in ``cost``; ``quality`` and
    ``defense`` are None where there is no such number; ``bases`` are in mm, one for round, two for oval, or none.
    ``loose``: there was no final kit, weapons that upgrades replaced may still be listed.
    """

    name: str
    kind: str
    size: int
    said_size: int
    cost: int
    quality: int | None
    defense: int | None
    bases: tuple[float, ...]
    rules: tuple[ForgeRule, ...]
    weapons: tuple[ForgeWeapon, ...]
    gear: tuple[ForgeGear, ...]
    id: str = ""
    join: str = ""
    combined: bool = False
    upgrades: int = 0
    loose: bool = False


class ForgeList(msgspec.Struct, frozen=True):
    """A list: its units and the sums that the file itself tells, None where it does not."""

    name: str
    system: str
    points: int | None
    models: int | None
    activations: int | None
    units: tuple[ForgeUnit, ...]


def parse(data: bytes, file: str) -> ForgeList:
    """Read a file. Raises DataError with a sentence where it is no such list."""
    raw = json_values(data, file, mend=True)
    outer = raw if isinstance(raw, dict) else {}
    inner = outer.get("list")
    top: dict[str, Any] = {**outer, **inner} if isinstance(inner, dict) else outer
    rows = top.get("units")
    units = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    if len(units) > MOST_UNITS:
        raise DataError(file, "units", T("it has more than {most} units, too many for a battle", most=MOST_UNITS))
    if not units:
        raise DataError(file, "units", T("this is not a list of Army Forge: it has no units"))
    return ForgeList(
        word(top.get("name")) or file.rsplit(".", 1)[0],
        word(top.get("gameSystem")).lower(),
        _sum(top, "listPoints", "points"),
        _sum(top, "modelCount"),
        _sum(top, "activationCount"),
        tuple(_unit(row) for row in units),
    )


def _sum(top: Mapping[str, Any], *keys: str) -> int | None:
    return next((number(top[key], -1) for key in keys if top.get(key) is not None), None)


def _unit(row: Mapping[str, Any]) -> ForgeUnit:
    kind = word(row.get("name"))
    name = word(row.get("customName")) or kind or "?"
    said = max(1, number(row.get("size"), 1))
    weapons: list[ForgeWeapon] = []
    gear: list[ForgeGear] = []
    upgrades = [u.get("option") for u in parts(row.get("selectedUpgrades"))[:MOST_PARTS] if isinstance(u, dict)]
    options = [option for option in upgrades if isinstance(option, dict)]
    loadout = parts(row.get("loadout"))
    own = (part for key in ("weapons", "equipment", "items") for part in parts(row.get(key)))
    _sort(loadout or own, weapons, gear)
    listed = {g.name.lower() for g in gear} | {r.name.lower() for g in gear for r in g.rules}
    granted_weapons: list[ForgeWeapon] = []
    granted: list[ForgeGear] = []
    for option in options:
        gains, label = parts(option.get("gains")), word(option.get("label"))
        _sort(gains, granted_weapons, granted)
        if label and not gains:
            granted.append(ForgeGear(label, 0, ()))
    gear += [g for g in granted if g.name.lower() not in listed]
    if not loadout:
        weapons += granted_weapons
    rules = [*_rules(row, "rules"), *_rules(row, "specialRules")]
    bases = row.get("bases")
    return ForgeUnit(
        id=word(row.get("selectionId")),
        join=word(row.get("joinToUnit")),
        combined=bool(row.get("combined")),
        name=name,
        kind=kind or name,
        size=min(said, MOST_MODELS),
        said_size=said,
        cost=max(0, number(row.get("cost"))),
        upgrades=sum(_cost(option, row.get("id")) for option in options),
        quality=target(row.get("quality")),
        defense=target(row.get("defense")),
        bases=_bases(bases) if isinstance(bases, dict) else (),
        rules=tuple(rules),
        weapons=tuple(weapons),
        gear=tuple(gear),
        loose=bool(granted_weapons) and not loadout,
    )


def _cost(option: Mapping[str, Any], unit: Any) -> int:
    """The price of an upgrade: one for all, or its own for each kind of unit."""
    costs = [c for c in parts(option.get("costs")) if isinstance(c, dict)]
    found = next((c for c in costs if c.get("unitId") == unit), costs[0] if costs else option)
    return number(found.get("cost"))


def _bases(bases: Mapping[str, Any]) -> tuple[float, ...]:
    for key in ("round", "square"):
        found = [float(x) for x in re.findall(r"\d{1,4}(?:\.\d+)?", str(bases.get(key) or ""))][:2]
        if found:
            return (found[0],) if len(found) == 1 or found[0] == found[1] else (found[0], found[1])
    return ()


def _sort(items: Iterable[Any], weapons: list[ForgeWeapon], gear: list[ForgeGear]) -> None:
    """Sort parts of a kit into weapons and other gear; what is inside gear is looked at too."""
    todo = deque([item for item in items if isinstance(item, (dict, str))][:MOST_PARTS])
    for _ in range(10 * MOST_PARTS):
        if not todo or len(weapons) + len(gear) >= MOST_PARTS:
            return
        item = todo.popleft()
        if isinstance(item, str):
            gear.append(ForgeGear(rule(item).name, 0, (rule(item),)))
            continue
        count = max(0, number(item.get("count")))
        if "attacks" in item or "range" in item:
            rules = _rules(item, "specialRules" if _list_at(item, "specialRules") else "rules")
            reach, dice = number(item.get("range")), number(item.get("attacks"), 1)
            weapons.append(ForgeWeapon.weapon_of(word(item.get("name")), reach, dice, count, rules))
            continue
        content = [c for c in parts(item.get("content")) if isinstance(c, (dict, str))][:MOST_PARTS]
        bearing = [c for c in content if isinstance(c, dict) and ("attacks" in c or "range" in c or "content" in c)]
        borne = set(map(id, bearing))
        inner = tuple(r for r in (rule(c) for c in content if id(c) not in borne) if r.name)[:MOST_RULES]
        own = rule(item)
        if own.name:
            gear.append(ForgeGear(own.name, count, inner if content else (own,)))
        todo.extendleft({**c, "count": c.get("count", count)} for c in reversed(bearing))


def parts(value: Any) -> list[Any]:
    """The entries of a list, nothing where it is none."""
    return value if isinstance(value, list) else []


def _list_at(row: Mapping[str, Any], key: str) -> list[Any]:
    """The rules at a key as they are told."""
    return [r for r in parts(row.get(key)) if isinstance(r, (dict, str))][:MOST_RULES]


def _rules(row: Mapping[str, Any], key: str) -> list[ForgeRule]:
    """The rules at a key that have a name."""
    return [found for found in map(rule, _list_at(row, key)) if found.name]


def word(value: Any) -> str:
    """Text on one line and not too long; numbers as text, nothing for anything else."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return " ".join(printable(str(value), 400).split())[:80]


def number(value: Any, usual: int = 0) -> int:
    """A whole number from a number or from text such as 4+ or A2, else the usual one."""
    if isinstance(value, bool) or value is None:
        return usual
    if isinstance(value, (int, float)):
        return int(value) if abs(value) < 1e9 else usual
    found = re.search(r"-?\d{1,6}", str(value)) if isinstance(value, str) else None
    return int(found[0]) if found else usual


def target(value: Any) -> int | None:
    """A number that a roll must reach, None where there is no such number."""
    found = number(value)
    return found if 2 <= found <= 6 else None


def rule(row: Any) -> ForgeRule:
    """A rule: its rating as text, number, nothing, or in brackets behind the name.

    >>> rule({"name": "Tough(3)"}), rule({"name": "AP", "rating": "1"}), rule("Hero").shown
    (ForgeRule(name='Tough', rating=3), ForgeRule(name='AP', rating=1), 'Hero')
    """
    name, rating = (word(row), None) if not isinstance(row, dict) else (word(row.get("name")), row.get("rating"))
    found = re.fullmatch(r"(.*?)\s*\(\s*\+?(\d{1,3})\s*\+?\s*\)", name)
    if found:
        name, rating = found[1], rating or found[2]
    return ForgeRule(name.strip(), max(0, min(99, number(rating))))
