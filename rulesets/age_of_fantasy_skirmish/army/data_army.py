"""What an army file holds: its units with profiles, weapons and upgrades, as typed rows. Ranges are in inches.

AFS-S03, AFS-S04, AFS-S25 to AFS-S27, AFS-S29.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec

from game.engine.state import Base, Unit
from game.engine.text import T
from game.engine.toml_reading import DataError, read, unknown
from game.geometry.shapes import Footprint
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import DATA
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, Role, UnitOwn, WeaponOwn

LEAST_BASE, MOST_BASE = 10.0, 200.0
"""Measures of bases (mm) that a list may bring."""
Bases = tuple[float, ...]
"""Measures of a base of a list's own in mm: one across for a round base, two for an oval, none for that of its size."""
Count = Annotated[int, msgspec.Meta(ge=1)]
Target = Annotated[int, msgspec.Meta(ge=2, le=6)]


class Size(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A size of base, and the height of its models for sight in inches (AFS-S03, AFS-S04)."""

    id: str
    shape: Literal["circle", "oval"]
    width_mm: float
    depth_mm: float
    height: float

    @property
    def footprint(self) -> Footprint:
        """The base."""
        return Footprint(self.shape, self.width_mm, self.depth_mm)


class Weapon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon: range in inches, 0 for melee (AFS-S29)."""

    name: str
    name_pl: str = ""
    range: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    attacks: Count = 1
    rules: dict[str, int] = {}

    @property
    def own(self) -> WeaponOwn:
        """As a model holds it."""
        return WeaponOwn(self.name, self.attacks, inch(self.range), dict(self.rules))


class Fighter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One model of a unit whose models are not all alike: upgrades, joined heroes, halves of combined units.

    ``unenforced`` are rules that the program does not know: shown, never applied.
    """

    name: str = ""
    size: str
    base: Bases = ()
    quality: Target
    defense: Target
    rules: dict[str, int] = {}
    weapon: tuple[Weapon, ...] = ()
    unenforced: tuple[str, ...] = ()


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of an army list; ``roles`` says which model bears a command upgrade.

    ``fighter`` lists the models one by one where they are not all alike; ``copy_of`` tells what counts as the same
    unit where that is not the code (AFS-ARM-05).
    """

    code: str
    name: str
    name_pl: str = ""
    copy_of: str = ""
    models: Count = 1
    size: str
    base: Bases = ()
    quality: Target
    defense: Target
    points: Annotated[int, msgspec.Meta(ge=0)]
    rules: dict[str, int] = {}
    roles: dict[Literal["sergeant", "musician", "banner"], Count] = {}
    weapon: tuple[Weapon, ...] = ()
    fighter: tuple[Fighter, ...] = ()

    @property
    def bearers(self) -> tuple[str, ...]:
        """The command upgrades of its models."""
        return tuple(self.roles)

    @property
    def heroes(self) -> int:
        """How many of its models are Heroes."""
        return sum("hero" in f.rules for f in self.fighter) if self.fighter else self.models * ("hero" in self.rules)

    def size_of(self, number: int) -> str:
        """The size of base of the model with a number."""
        return self.fighter[number - 1].size if self.fighter else self.size

    def footprint_of(self, number: int) -> Footprint:
        """The base of the model with a number: its list's own, else that of its size (AFS-S03)."""
        row: Profile | Fighter = self.fighter[number - 1] if self.fighter else self
        return footprint(row.size, row.base)

    def model(self, number: int) -> ModelOwn:
        """What the model with a number has."""
        role: Role = next((r for r, k in self.roles.items() if k == number), "")
        if self.fighter:
            one = self.fighter[number - 1]
            return ModelOwn(
                name=one.name,
                quality=one.quality,
                defense=one.defense,
                height=inch(sizes()[one.size].height),
                rules=dict(one.rules),
                weapons=tuple(w.own for w in one.weapon),
                role=role,
                unenforced=one.unenforced,
            )
        return ModelOwn(
            quality=self.quality,
            defense=self.defense,
            height=inch(sizes()[self.size].height),
            rules=dict(self.rules),
            weapons=tuple(w.own for w in self.weapon),
            role=role,
        )


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A warband; ``musician`` and ``banner`` name the usual beneficiaries (AFS-S27).

    ``looks``: by code the figure that a unit is drawn as, or a unit on offer that it looks like.
    """

    id: str
    name: str
    name_pl: str = ""
    clause: str = ""
    order: int = 0
    spells: str = ""
    musician: tuple[str, ...] = ()
    banner: tuple[str, ...] = ()
    unit: tuple[Profile, ...] = ()
    looks: dict[str, str] = {}

    @property
    def rows(self) -> tuple[Profile, ...]:
        """All units in the order of the file."""
        return self.unit

    @property
    def points(self) -> int:
        """What it costs."""
        return sum(u.points for u in self.unit)


class _Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: tuple[Size, ...]


@cache
def sizes() -> dict[str, Size]:
    """Sizes of bases by id."""
    return {row.id: row for row in read(DATA.raw("sizes.toml"), _Sizes, "sizes.toml").size}


def footprint(size: str, base: Bases) -> Footprint:
    """A base of a list's own measures, the longer along the facing; that of a size where there are none (AFS-S03)."""
    if not base:
        return sizes()[size].footprint
    across, along = min(base), max(base)
    return Footprint("circle" if across == along else "oval", across, along)


def _check_base(base: Bases, file: str, key: str) -> None:
    if len(base) > 2 or not all(LEAST_BASE <= x <= MOST_BASE for x in base):
        text = T(
            "a base is one measure or two, from {least} to {most} mm", least=round(LEAST_BASE), most=round(MOST_BASE)
        )
        raise DataError(file, f"{key}, base", text)


def read_army(data: bytes, file: str) -> Army:
    """Read an army file. Raises DataError for unknown sizes and rules, and roles of models that are not there."""
    return checked(read(data, Army, file), file)


def checked(found: Army, file: str) -> Army:
    """The same army, if all that it names is there. Raises DataError."""
    codes: set[str] = set()
    for row in found.unit:
        key = f"unit ({row.code})"
        if row.code in codes:
            raise DataError(file, key, T("two units have this code"))
        codes.add(row.code)
        if row.size not in sizes():
            raise unknown(file, f"{key}, size", T("size of base"), row.size, list(sizes()))
        _check_base(row.base, file, key)
        specials.check_rules(row.rules, "model", file, f"{key}, rules")
        for weapon in row.weapon:
            specials.check_rules(weapon.rules, "weapon", file, f"{key}, weapon ({weapon.name}), rules")
        if row.fighter and len(row.fighter) != row.models:
            text = T("{n} models are listed, but there are {models}", n=len(row.fighter), models=row.models)
            raise DataError(file, f"{key}, fighter", text)
        for k, one in enumerate(row.fighter, 1):
            if one.size not in sizes():
                raise unknown(file, f"{key}, fighter {k}, size", T("size of base"), one.size, list(sizes()))
            _check_base(one.base, file, f"{key}, fighter {k}")
            specials.check_rules(one.rules, "model", file, f"{key}, fighter {k}, rules")
            for weapon in one.weapon:
                specials.check_rules(weapon.rules, "weapon", file, f"{key}, fighter {k}, weapon ({weapon.name}), rules")
        for role, number in row.roles.items():
            if number > row.models:
                text = T("there is no model {number}; the models are 1 to {most}", number=number, most=row.models)
                raise DataError(file, f"{key}, roles.{role}", text)
    for upgrade, names in (("musician", found.musician), ("banner", found.banner)):
        for code in names:
            if code not in codes:
                raise unknown(file, upgrade, T("unit"), code, sorted(codes))
    return found


@cache
def armies() -> dict[str, Army]:
    """The warbands that come with the game, in the order in which they are offered."""
    found = [DATA.one("armies", name, T("army"), read_army) for name in DATA.ids("armies")]
    return {army.id: army for army in sorted(found, key=lambda a: (a.order, a.id))}


def load_army(army_id: str) -> Army:
    """A warband by its id. Raises DataError where there is none."""
    found = armies().get(army_id)
    if found is None:
        raise unknown("armies", "", T("army"), army_id, list(armies()))
    return found


@cache
def profiles() -> dict[str, tuple[Army, Profile]]:
    """Units of the warbands by code."""
    return {row.code: (army, row) for army in armies().values() for row in army.unit}


def new_unit(row: Profile, side: str, unit_id: str) -> tuple[Unit, tuple[Base, ...]]:
    """A unit with its models, all in reserve."""
    bases = tuple(
        Base(f"{unit_id}.{k}", unit_id, k, row.footprint_of(k), None, "reserve", own=row.model(k))
        for k in range(1, row.models + 1)
    )
    own = UnitOwn(points=row.points, began=row.models)
    return Unit(unit_id, side, row.code, row.name, tuple(b.id for b in bases), own=own), bases
