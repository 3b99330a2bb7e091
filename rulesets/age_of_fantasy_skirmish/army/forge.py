"""A list of Army Forge made into a warband, with a report of what was mapped, guessed and unknown.

AFS-ARM-05, AFS-CMD-01, AFS-R57, AFS-S03, AFS-S22, AFS-S29.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from game.engine.files.toml_reading import DataError
from game.engine.lists import Finding, Findings, Kind, ListReport
from game.engine.rosters.army_forge import ForgeGear, ForgeList, ForgeRule, ForgeUnit, ForgeWeapon
from game.engine.ruleset import SideSetup
from game.engine.text import TN, T, Text, Word
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.army.builder import UPGRADES
from rulesets.age_of_fantasy_skirmish.army.data_army import (
    LEAST_BASE,
    MOST_BASE,
    Army,
    Bases,
    Fighter,
    Profile,
    Weapon,
    sizes,
)

ID = "imported"
USUAL_SPELLS = "fen_lore"
SYSTEMS = ("", "5", "aofs")
"""How the files name this system; the first where they do not say."""
ROLES = {"sergeant": "sergeant", "musician": "musician", "banner": "banner", "battle standard": "banner"}
SUMS = (
    (T("{n} points, as the file says"), T("the units cost {own} points, the file says {said}")),
    (T("models: {n}, as the file says"), T("there are {own} models, the file says {said}")),
    (T("units: {n}, as the file says"), T("there are {own} units, the file says {said}")),
)
"""What is said of the file's own sums where they agree with what it lists, and where they differ."""
MOST_DICE = 60
MOST_MODELS = 1000
"""Models of one list that are read; far fewer take the field."""


class _Kit(msgspec.Struct):
    """What a model has while its unit is read; ``shared`` counts weapons that not all models of the unit have."""

    rules: dict[str, int] = msgspec.field(default_factory=dict)
    weapons: dict[str, Weapon] = msgspec.field(default_factory=dict)
    unenforced: list[str] = msgspec.field(default_factory=list)
    shared: int = 0


class _Reader:
    """One file on its way to a warband; ``borne`` are the command upgrades that a model of it has already."""

    def __init__(self, told: Iterable[Finding]) -> None:
        self.findings = Findings(told)
        self.models = 0
        self.known = {row.name.lower(): row.id for row in specials.specials().values() if row.bearer != "unit"}
        self.borne: set[str] = set()

    def note(self, kind: Kind, text: Text, where: str = "", clause: str = "") -> None:
        """Add to the report."""
        self.findings.add(Finding(kind, text, where, clause))

    def rules(self, rows: Iterable[ForgeRule], bearer: specials.Bearer, where: str) -> tuple[dict[str, int], list[str]]:
        """The rules known for a bearer, and those only shown; numbers add up, flags do not (AFS-R57)."""
        into: dict[str, int] = {}
        strange: list[str] = []
        for row in rows:
            rule = self.known.get(row.name.lower(), "")
            number = row.rating if rule and specials.specials()[rule].number else 0
            try:
                specials.check_rules({rule: number}, bearer, "", "")
            except DataError:
                strange.append(row.shown)
                self.note("unknown", T("{rule} is kept and shown, not enforced", rule=row.shown), where)
                continue
            into[rule] = into.get(rule, 0) + number
        return into, strange

    def arm(self, row: ForgeWeapon, kits: list[_Kit], where: str) -> None:
        """Give the copies of a weapon to models: alike as far as they go, the rest to those with least of their own."""
        rules, strange = self.rules(row.rules, "weapon", where)
        weapon = Weapon(name=row.name, range=float(row.range), attacks=row.attacks, rules=rules)
        shown = [f"{row.name}: {one}" for one in strange]
        whole, rest = divmod(row.count or len(kits), len(kits))
        for kit in kits if whole else ():
            _take(kit, weapon, whole)
            kit.unenforced += shown
        if rest:
            self.note("guessed", T("the models with {weapon} are a guess", weapon=row.name), where)
        for kit in sorted(kits, key=lambda k: k.shared)[:rest]:
            _take(kit, weapon, 1)
            kit.shared += 1
            kit.unenforced += shown

    def equip(self, row: ForgeGear, kits: list[_Kit], roles: dict[str, int], where: str) -> None:
        """Give gear to models: what rules it gives; a command upgrade to one that has none."""
        role = ROLES.get(row.name.lower())
        if role:
            self.promote(role, kits, roles, where)
            return
        rules, strange = self.rules(row.rules, "model", where)
        if not row.rules:
            strange.append(row.name)
            self.note("unknown", T("{rule} is kept and shown, not enforced", rule=row.name), where)
        some = kits[: row.count] if row.count else kits
        if len(some) < len(kits):
            self.note("guessed", T("the models with {weapon} are a guess", weapon=row.name), where)
        for kit in some:
            kit.unenforced += strange
            for rule, x in rules.items():
                kit.rules[rule] = kit.rules.get(rule, 0) + x

    def promote(self, role: str, kits: list[_Kit], roles: dict[str, int], where: str) -> None:
        """Make a model the bearer of a command upgrade, one for the army (AFS-CMD-01)."""
        number = next((k for k in range(1, len(kits) + 1) if k not in roles.values()), 0)
        name = Word(UPGRADES[role])
        if role in self.borne or not number:
            kits[0].unenforced.append(UPGRADES[role])
            text = T("another {upgrade} is kept and shown, not enforced: one is allowed", upgrade=name)
            self.note("unknown", text, where, "AFS-CMD-01")
            return
        self.borne.add(role)
        roles[role] = number
        if len(kits) > 1:
            self.note("guessed", T("the bearer of {upgrade} is a guess", upgrade=name), where)

    def fighters(self, row: ForgeUnit) -> tuple[list[Fighter], dict[str, int]]:
        """The models of a unit after all upgrades, and which of them bears a command upgrade."""
        size = max(1, min(row.size, MOST_MODELS - self.models))
        self.models += size
        roles: dict[str, int] = {}
        if row.said_size > size:
            self.note("differs", T("{n} of {said} models used", n=size, said=row.said_size), row.name)
        own = [r for r in row.rules if r.name.lower() not in ROLES]
        rules, strange = self.rules(own, "model", row.name)
        kits = [_Kit(dict(rules), unenforced=list(strange)) for _ in range(size)]
        for gear in (*(ForgeGear(r.name, 0, ()) for r in row.rules if r not in own), *row.gear):
            self.equip(gear, kits, roles, row.name)
        for weapon in row.weapons:
            self.arm(weapon, kits, row.name)
        if row.loose:
            self.note("guessed", T("weapons that upgrades replaced may still be among its own"), row.name)
        if row.quality is None or row.defense is None:
            self.note("guessed", T("Quality and Defense are missing: 4+ used"), row.name)
        size_id, base = self.size(row)
        alike = Fighter(name=row.name, size=size_id, base=base, quality=row.quality or 4, defense=row.defense or 4)
        made = []
        for kit in kits:
            shown = tuple(dict.fromkeys(kit.unenforced))
            made.append(replace(alike, rules=kit.rules, weapon=tuple(kit.weapons.values()), unenforced=shown))
        return made, roles

    def size(self, row: ForgeUnit) -> tuple[str, Bases]:
        """The size nearest to the base that the file gives, and that base where it is another (AFS-S03, AFS-R70)."""
        if not row.bases:
            self.note("guessed", T("no base given: infantry base used"), row.name, "AFS-S03")
            return "infantry", ()
        rows = [r for r in sizes().values() if (r.shape == "circle") == (len(row.bases) == 1)]
        best = min(rows, key=lambda r: abs(max(r.width_mm, r.depth_mm) - max(row.bases)))
        if sorted(row.bases) == sorted({best.width_mm, best.depth_mm}):
            return best.id, ()
        given, known = _measures(row.bases), _measures((best.width_mm, best.depth_mm))
        if not all(LEAST_BASE <= x <= MOST_BASE for x in row.bases):
            text = T("a base of {given} mm is impossible: {taken} mm used", given=given, taken=known)
            self.note("guessed", text, row.name, "AFS-S03")
            return best.id, ()
        text = T(
            "its base of {given} mm is used; for sight it is as tall as one on {known} mm", given=given, known=known
        )
        self.note("taken", text, row.name, "AFS-R70")
        return best.id, row.bases


def _measures(lengths: Iterable[float]) -> str:
    return "×".join(f"{x:g}" for x in dict.fromkeys(lengths))


def _take(kit: _Kit, weapon: Weapon, times: int) -> None:
    """Put weapons into a kit: more of one are one with more dice, another of the same name gets a name of its own."""
    name, n = weapon.name, 1
    while (other := kit.weapons.get(name)) is not None:
        if (other.range, other.rules) == (weapon.range, weapon.rules):
            dice = min(MOST_DICE, other.attacks + min(MOST_DICE, weapon.attacks * times))
            kit.weapons[name] = replace(other, attacks=dice)
            return
        n += 1
        name = f"{weapon.name} ({n})"
    dice = min(MOST_DICE, weapon.attacks * times)
    alike = name == weapon.name and dice == weapon.attacks
    kit.weapons[name] = weapon if alike else replace(weapon, name=name, attacks=dice)


def listed(found: ForgeList, told: Iterable[Finding] = ()) -> ListReport:
    """The warband of a list that was read, with the report; ``told`` is what reading it already told."""
    reader = _Reader(told)
    army = _army(reader, found)
    own = {"army": msgspec.to_builtins(army)}
    chosen = SideSetup(army.id, {row.code: 1 for row in army.unit}, army.name, own)
    return ListReport(chosen, army.name, reader.findings.findings_in_order())


def _army(reader: _Reader, found: ForgeList) -> Army:
    """The warband: heads of units with what joins them."""
    if (system := found.system) not in SYSTEMS:
        text = T("the list is made for {system}, not for Skirmish; its units are used as they are", system=system)
        reader.note("guessed", text)
    dear = _with_upgrades(reader, found)
    ids = {unit.id: unit for unit in found.units if unit.id}
    joined: dict[str, list[ForgeUnit]] = {}
    heads = []
    for unit in found.units:
        if unit.join in ids and not _loops(unit, ids):
            joined.setdefault(unit.join, []).append(unit)
            continue
        if unit.join:
            reader.note("differs", T("the unit that it joins is missing, so it stands alone"), unit.name)
        heads.append(unit)
    units = tuple(_profile(reader, head, joined, n, dear) for n, head in enumerate(heads, 1))
    caster = any("caster" in f.rules for u in units for f in u.fighter)
    if caster:
        reader.note("guessed", T("its Casters get the spell list Fen-lore"), "", "AFS-S22")
    army = Army(id=ID, name=found.name, spells=USUAL_SPELLS if caster else "", unit=units)
    _sums(reader, found, army)
    return army


def _with_upgrades(reader: _Reader, found: ForgeList) -> bool:
    """Whether the prices of upgrades are still to be added: files do it either way, their own sum tells."""
    plain = sum(u.cost for u in found.units)
    whole = plain + sum(u.upgrades for u in found.units)
    if whole == plain or found.points == plain:
        return False
    if found.points is None:
        reader.note("guessed", T("the prices of upgrades are added to those of the units"))
    return True


def _loops(unit: ForgeUnit, ids: dict[str, ForgeUnit]) -> bool:
    """Whether joining leads back to where it began."""
    seen: set[str] = set()
    now = unit.join
    while now in ids and now not in seen and ids[now] is not unit:
        seen.add(now)
        now = ids[now].join
    return now in ids


def _profile(reader: _Reader, head: ForgeUnit, joined: dict[str, list[ForgeUnit]], n: int, dear: bool) -> Profile:
    """A unit with all that joins it; it counts as a copy of what it is, whatever it is called (AFS-ARM-05)."""
    fighters, roles = reader.fighters(head)
    points = head.cost + head.upgrades * dear
    todo = list(joined.get(head.id, ()))
    while todo:
        other = todo.pop(0)
        todo += joined.get(other.id, ())
        more, others = reader.fighters(other)
        roles |= {r: k + len(fighters) for r, k in others.items()}
        fighters += more
        points += other.cost + other.upgrades * dear
        half = TN("its second half, {n} model, is part of it", "its second half, {n} models, is part of it", len(more))
        reader.note("taken", half if other.combined else T("led by {hero}", hero=other.name), head.name)
    said = TN("{n} model, {points} points", "{n} models, {points} points", len(fighters), points=points)
    reader.note("taken", said, head.name)
    first = fighters[0]
    return Profile(
        code=f"U{n}",
        name=head.name,
        copy_of=head.kind,
        models=len(fighters),
        size=first.size,
        base=first.base,
        quality=first.quality,
        defense=first.defense,
        points=max(0, points),
        roles=roles,  # type: ignore[arg-type]
        fighter=tuple(fighters),
    )


def _sums(reader: _Reader, found: ForgeList, army: Army) -> None:
    """Whether the file's own sums agree with what it lists."""
    said = (found.points, found.models, found.activations)
    own = (army.points, sum(u.models for u in army.unit), len(army.unit))
    for told, counted, (agrees, differs) in zip(said, own, SUMS, strict=True):
        if told == counted:
            reader.note("taken", Text(agrees.key, {"n": counted}))
        elif told is not None:
            reader.note("differs", Text(differs.key, {"own": counted, "said": told}))
