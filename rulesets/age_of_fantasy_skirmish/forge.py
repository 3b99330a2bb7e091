"""Reading a list that Army Forge has written (JSON), with a report of what was mapped, guessed and unknown.

Combined units become one, joined heroes stand in the unit they join; what the loadout says each model carries is
shared out among the models; rules granted by upgrades count; unknown rules are kept and shown, never applied
(AFS-R57 for numbers that add up).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from game.engine.lists import Finding, ListReport
from game.engine.ruleset import SideSetup
from game.engine.text import T, Text
from rulesets.age_of_fantasy_skirmish import specials
from rulesets.age_of_fantasy_skirmish.data_army import Army, Fighter, Profile, Weapon, sizes

ID = "imported"
USUAL_SPELLS = "fen_lore"
ROLES = {"sergeant": "sergeant", "musician": "musician", "banner": "banner", "battle standard": "banner"}
MOST_RULES = 40


class _Kit(msgspec.Struct):
    """What the models of a unit have while it is read."""

    name: str
    rules: dict[str, int]
    weapons: list[Weapon]
    unenforced: list[str]


class _Reader:
    """One file on its way to a warband."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.known = specials.specials()
        self.by_name = {row.name.lower(): row.id for row in self.known.values()}

    def note(self, kind: Any, text: Text, where: str = "", clause: str = "") -> None:
        """Add to the report, each line once."""
        finding = Finding(kind, text, where, clause)
        if finding not in self.findings:
            self.findings.append(finding)

    # -- rules ------------------------------------------------------------------------------------------------

    def rules(self, rows: Iterable[Any], bearer: str, where: str, into: dict[str, int], strange: list[str]) -> None:
        """Sort rules into those known for a bearer and those that are only shown; numbers add up, flags do not."""
        for row in list(rows)[:MOST_RULES]:
            name, rating = _rule(row)
            if not name:
                continue
            rule_id = self.by_name.get(name.lower())
            if rule_id is None and name.lower() in ROLES:
                continue
            row_known = self.known.get(rule_id or "")
            if row_known is None or row_known.bearer not in (bearer, "both") or (row_known.number and not rating):
                shown = f"{name}({rating})" if rating else name
                strange.append(shown)
                self.note("unknown", T("{rule} is kept and shown, not enforced", rule=shown), where)
            elif row_known.number:
                into[row_known.id] = into.get(row_known.id, 0) + rating
            else:
                into[row_known.id] = 0

    def weapon(self, row: Mapping[str, Any], where: str) -> tuple[Weapon, list[str]]:
        """A weapon and what is not known of it."""
        rules: dict[str, int] = {}
        strange: list[str] = []
        name = _word(row.get("name")) or "?"
        self.rules(_list(row.get("specialRules")) or _list(row.get("rules")), "weapon", where, rules, strange)
        weapon = Weapon(
            name=name,
            range=float(max(0, _number(row.get("range")))),
            attacks=max(1, _number(row.get("attacks"), 1)),
            rules=rules,
        )
        return weapon, [f"{name}: {s}" for s in strange]

    # -- units ------------------------------------------------------------------------------------------------

    def fighters(self, row: Mapping[str, Any]) -> tuple[list[Fighter], dict[str, int]]:
        """The models of a unit as they stand after all upgrades, and which of them bears a command upgrade."""
        where = _word(row.get("customName")) or _word(row.get("name")) or "?"
        n = min(max(1, _number(row.get("size"), 1)), 100)
        kits = [_Kit(where, {}, [], []) for _ in range(n)]
        given: dict[str, int] = {}
        strange: list[str] = []
        roles: dict[str, int] = {}
        everything = [*_list(row.get("rules")), *_list(row.get("specialRules")), *_granted(row)]
        self.rules(everything, "model", where, given, strange)
        for rule in everything:
            role = ROLES.get(_rule(rule)[0].lower())
            if role and role not in roles:
                roles[role] = len(roles) % n + 1
                self.note("guessed", T("which model bears {upgrade} is a guess", upgrade=role), where)
        for kit in kits:
            kit.rules.update(given)
            kit.unenforced += strange
        loadout = _list(row.get("loadout")) or [*_list(row.get("weapons")), *_list(row.get("equipment"))]
        for item in _flat(loadout):
            self._share_out(item, kits, where)
        size = self._size(row, where)
        quality, defense = _target(row.get("quality")), _target(row.get("defense"))
        if quality is None or defense is None:
            self.note("guessed", T("Quality and Defense are missing: 4+ is taken"), where)
        made = [
            Fighter(
                name=where,
                size=size,
                quality=quality or 4,
                defense=defense or 4,
                rules=kit.rules,
                weapon=tuple(kit.weapons),
                unenforced=tuple(dict.fromkeys(kit.unenforced)),
            )
            for kit in kits
        ]
        return made, roles

    def _share_out(self, item: Mapping[str, Any], kits: list[_Kit], where: str) -> None:
        """Give the copies of an item to models: one each where there are enough, else to those with least."""
        count = max(1, _number(item.get("count"), len(kits)))
        if "attacks" not in item and "range" not in item:
            rules: dict[str, int] = {}
            strange: list[str] = []
            self.rules([item] if _rule(item)[0].lower() in self.by_name else (), "model", where, rules, strange)
            for kit in kits[:count]:
                kit.rules.update({r: kit.rules.get(r, 0) + x for r, x in rules.items()})
                kit.unenforced += strange
            return
        weapon, strange = self.weapon(item, where)
        whole, rest = divmod(count, len(kits))
        for kit in kits:
            kit.weapons += [weapon] * min(whole, 4)
            if whole:
                kit.unenforced += strange
        if rest:
            if len(kits) > 1:
                self.note("guessed", T("which models carry {weapon} is a guess", weapon=weapon.name), where)
            for kit in sorted(kits, key=lambda k: len(k.weapons))[:rest]:
                kit.weapons.append(weapon)
                kit.unenforced += strange

    def _size(self, row: Mapping[str, Any], where: str) -> str:
        """The size of base nearest to what the file says."""
        bases = row.get("bases")
        told = str(bases.get("round") or "") if isinstance(bases, dict) else ""
        found = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", told)]
        if not found:
            self.note("guessed", T("no base is given: that of infantry is taken"), where, "AFS-S03")
            return "infantry"
        if len(found) > 1 and found[0] != found[1]:
            return "cavalry"
        rows = [r for r in sizes().values() if r.shape == "circle"]
        best = min(rows, key=lambda r: abs(r.width_mm - found[0]))
        if best.width_mm != found[0]:
            text = T("a base of {given} mm stands on one of {taken} mm", given=found[0], taken=best.width_mm)
            self.note("guessed", text, where, "AFS-S03")
        return best.id


def read(data: bytes, name: str) -> ListReport:
    """Read a file of Army Forge; the report says what came of it, whatever the file is."""
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return ListReport(None, name, (Finding("wrong", T("this is no JSON file, or it is torn")),))
    if isinstance(raw, dict) and isinstance(raw.get("list"), dict):
        raw = raw["list"]
    if not isinstance(raw, dict) or not isinstance(raw.get("units"), list) or not raw["units"]:
        return ListReport(None, name, (Finding("wrong", T("this is no list of Army Forge: it has no units")),))
    rows = [u for u in raw["units"] if isinstance(u, dict)]
    reader = _Reader()
    try:
        army, points = _army(reader, raw, rows, name)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        text = T("the list is damaged: {reason}", reason=str(error)[:120])
        return ListReport(None, name, (Finding("wrong", text),))
    _sums(reader, raw, army, points)
    counts = {row.code: 1 for row in army.unit}
    own = {"army": msgspec.to_builtins(army)}
    return ListReport(SideSetup(army.id, counts, army.name, own), army.name, tuple(reader.findings))


def _army(reader: _Reader, raw: Mapping[str, Any], rows: list[dict[str, Any]], name: str) -> tuple[Army, int]:
    """The warband: heads of units with what joins them."""
    ids = {_word(r.get("selectionId")): r for r in rows if r.get("selectionId")}
    joined: dict[str, list[dict[str, Any]]] = {}
    heads = []
    for row in rows:
        to = _word(row.get("joinToUnit"))
        if to and to in ids and ids[to] is not row and not _loops(row, ids):
            joined.setdefault(to, []).append(row)
        else:
            heads.append(row)
    units, total = [], 0
    for number, head in enumerate(heads, 1):
        units.append(_unit(reader, head, joined, number))
        total += units[-1].points
    caster = any("caster" in f.rules for u in units for f in u.fighter)
    if caster:
        reader.note("guessed", T("its Casters are given the spells of the Fen-lore"), "", "AFS-S22")
    told = _word(raw.get("name")) or name.rsplit(".", 1)[0]
    return Army(id=ID, name=told, spells=USUAL_SPELLS if caster else "", unit=tuple(units)), total


def _loops(row: Mapping[str, Any], ids: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether joining leads back to where it began."""
    seen, now = set(), _word(row.get("joinToUnit"))
    while now and now in ids:
        if now in seen or ids[now] is row:
            return True
        seen.add(now)
        now = _word(ids[now].get("joinToUnit"))
    return False


def _unit(reader: _Reader, head: dict[str, Any], joined: Mapping[str, list[dict[str, Any]]], number: int) -> Profile:
    where = _word(head.get("customName")) or _word(head.get("name")) or "?"
    fighters, roles = reader.fighters(head)
    points = max(0, _number(head.get("cost")))
    todo = list(joined.get(_word(head.get("selectionId")), ()))
    while todo:
        other = todo.pop(0)
        todo += joined.get(_word(other.get("selectionId")), ())
        more, others = reader.fighters(other)
        roles |= {r: k + len(fighters) for r, k in others.items() if r not in roles}
        fighters += more
        points += max(0, _number(other.get("cost")))
        told = _word(other.get("customName")) or _word(other.get("name")) or "?"
        if other.get("combined"):
            reader.note("taken", T("its second half, {n} models, is part of it", n=len(more)), where)
        else:
            reader.note("taken", T("{hero} stands in it", hero=told), where)
    reader.note("taken", T("{n} models, {points} points", n=len(fighters), points=points), where)
    first = fighters[0]
    return Profile(
        code=f"U{number}",
        name=where,
        models=len(fighters),
        size=first.size,
        quality=first.quality,
        defense=first.defense,
        points=points,
        roles=roles,  # type: ignore[arg-type]
        fighter=tuple(fighters),
    )


def _sums(reader: _Reader, raw: Mapping[str, Any], army: Army, points: int) -> None:
    """Whether the file's own sums agree with what it lists."""
    models = sum(u.models for u in army.unit)
    for key, told, own in (
        ("points", raw.get("listPoints", raw.get("points")), points),
        ("modelCount", raw.get("modelCount"), models),
    ):
        if told is None:
            continue
        said = _number(told, -1)
        if said == own:
            text = (
                T("{n} points, as the file says", n=own)
                if key == "points"
                else T("{n} models, as the file says", n=own)
            )
            reader.note("taken", text)
        else:
            text = (
                T("the units cost {own} points, the file says {said}", own=own, said=said)
                if key == "points"
                else T("there are {own} models, the file says {said}", own=own, said=said)
            )
            reader.note("differs", text)


# --- odds and ends of the format ---------------------------------------------------------------------------------


def _list(value: Any) -> list[Any]:
    return [v for v in value if isinstance(v, (dict, str))] if isinstance(value, list) else []


def _word(value: Any) -> str:
    return str(value).strip()[:80] if isinstance(value, (str, int, float)) else ""


def _number(value: Any, usual: int = 0) -> int:
    """A whole number from a number or text such as 4+ or 12", else the usual one."""
    if isinstance(value, bool) or value is None:
        return usual
    if isinstance(value, (int, float)):
        return int(value) if abs(value) < 1e6 else usual
    found = re.search(r"-?\d{1,6}", str(value))
    return int(found[0]) if found else usual


def _target(value: Any) -> int | None:
    number = _number(value, 0)
    return number if 2 <= number <= 6 else None


def _rule(row: Any) -> tuple[str, int]:
    """Name and rating of a rule: rating as text, number, nothing, or in brackets behind the name."""
    if isinstance(row, str):
        name, rating = row, None
    elif isinstance(row, dict):
        name, rating = _word(row.get("name")), row.get("rating")
    else:
        return "", 0
    found = re.fullmatch(r"(.*?)\s*\(\s*\+?(\d+)\s*\)", name)
    if found:
        name, rating = found[1], rating or found[2]
    return name.strip(), _number(rating, 0)


def _flat(items: Iterable[Any]) -> list[dict[str, Any]]:
    """Items with what is inside them, weapons and rules alike."""
    found: list[dict[str, Any]] = []
    todo = [i for i in items if isinstance(i, dict)]
    while todo and len(found) < 400:
        item = todo.pop(0)
        inside = [
            {**i, "count": i.get("count", item.get("count", 1))}
            for i in _list(item.get("content"))
            if isinstance(i, dict)
        ]
        if inside:
            todo = [*inside, *todo]
        else:
            found.append(item)
    return found


def _granted(row: Mapping[str, Any]) -> list[Any]:
    """Rules that upgrades grant and that stand nowhere else (``option.gains``)."""
    found: list[Any] = []
    in_loadout = {_rule(i)[0].lower() for i in _flat(_list(row.get("loadout")))}
    for upgrade in _list(row.get("selectedUpgrades")):
        option = upgrade.get("option") if isinstance(upgrade, dict) else None
        if not isinstance(option, dict):
            continue
        for gain in _flat(_list(option.get("gains"))):
            weapon = "attacks" in gain
            if not weapon and _rule(gain)[0].lower() not in in_loadout:
                found.append(gain)
        label = _word(option.get("label")).lower()
        if label in ROLES:
            found.append({"name": label})
    return found
