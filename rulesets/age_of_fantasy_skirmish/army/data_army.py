"""What an army file holds: its units with profiles, weapons and upgrades, as typed rows. Ranges are in inches.

AFS-S03, AFS-S04, AFS-S25 to AFS-S27, AFS-S29.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec

from game.engine.state import Base, Unit
from game.engine.text import T, Text
from game.geometry.shapes import Footprint
from game.kit.data import Checks, Positive
from game.kit.muster.fields import CODE, NAME, POINTS, asked
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.data_files import DATA
from rulesets.age_of_fantasy_skirmish.measures import inch
from rulesets.age_of_fantasy_skirmish.own import ModelOwn, Role, UnitOwn, WeaponOwn

LEAST_BASE, MOST_BASE = 10.0, 200.0
"""Measures of bases (mm) that a list may bring."""
Bases = tuple[float, ...]
"""Measures of a base of a list's own in mm: one across for a round base, two for an oval, none for that of its size."""
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


sizes = DATA.table("sizes.toml", "size", Size)
"""Sizes of bases by id."""


class Weapon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon: range in inches, 0 for melee (AFS-S29)."""

    name: str
    range: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    attacks: Positive = 1
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


SIZE = asked(T("Size of base"), sold=lambda row: [(i, Text(i), 0) for i in sizes()])


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of an army list; ``roles`` says which model bears a command upgrade.

    ``fighter`` lists the models one by one where they are not all alike; ``copy_of`` tells what counts as the same
    unit where that is not the code (AFS-ARM-05).
    """

    code: Annotated[str, CODE]
    name: Annotated[str, NAME]
    copy_of: Annotated[str, asked(T("The same unit as"))] = ""
    models: Annotated[Positive, asked(T("Models"))] = 1
    size: Annotated[str, SIZE]
    base: Annotated[Bases, asked(T("Base (mm)"))] = ()
    quality: Annotated[Target, asked(T("Quality"))]
    defense: Annotated[Target, asked(T("Defense"))]
    points: Annotated[int, msgspec.Meta(ge=0), POINTS]
    rules: Annotated[dict[str, int], asked(T("Special rules"))] = {}
    roles: Annotated[dict[Literal["sergeant", "musician", "banner"], Positive], asked(T("Command group"))] = {}
    weapon: tuple[Weapon, ...] = ()
    fighter: tuple[Fighter, ...] = ()

    @property
    def heroes(self) -> int:
        """How many of its models are Heroes."""
        return sum("hero" in self.of(number).rules for number in range(1, self.models + 1))

    def of(self, number: int) -> Profile | Fighter:
        """What tells of the model with a number."""
        return self.fighter[number - 1] if self.fighter else self

    def footprint_of(self, number: int) -> Footprint:
        """The base of the model with a number: its list's own, else that of its size (AFS-S03)."""
        row = self.of(number)
        return footprint(row.size, row.base)

    def model(self, number: int) -> ModelOwn:
        """What the model with a number has."""
        one = self.of(number)
        role: Role = next((r for r, k in self.roles.items() if k == number), "")
        return ModelOwn(
            name=one.name if isinstance(one, Fighter) else "",
            quality=one.quality,
            defense=one.defense,
            height=inch(sizes()[one.size].height),
            rules=dict(one.rules),
            weapons=tuple(w.own for w in one.weapon),
            role=role,
            unenforced=one.unenforced if isinstance(one, Fighter) else (),
        )


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A warband; ``musician`` and ``banner`` name the usual beneficiaries (AFS-S27).

    ``looks``: by code the figure that a unit is drawn as, or a unit on offer that it looks like.
    """

    id: str
    name: str
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


def footprint(size: str, base: Bases) -> Footprint:
    """A base of a list's own measures, the longer along the facing; that of a size where there are none (AFS-S03)."""
    if not base:
        return sizes()[size].footprint
    across, along = min(base), max(base)
    return Footprint("circle" if across == along else "oval", across, along)


def checked(found: Army, file: str) -> Army:
    """The same army, if sizes and rules are known, and roles of models that are there. Raises DataError."""
    check, codes = Checks(file), set[str]()
    for row in found.unit:
        key = f"unit ({row.code})"
        check.refuse(row.code in codes, key, T("two units have this code"))
        codes.add(row.code)
        _check_model(row, check, key)
        text = T("models listed: {n}; models in the unit: {models}", n=len(row.fighter), models=row.models)
        check.refuse(len(row.fighter) not in (0, row.models), f"{key}, fighter", text)
        for k, one in enumerate(row.fighter, 1):
            _check_model(one, check, f"{key}, fighter {k}")
        for role, number in row.roles.items():
            text = T("there is no model {number}; the models are 1 to {most}", number=number, most=row.models)
            check.refuse(number > row.models, f"{key}, roles.{role}", text)
    for upgrade, names in (("musician", found.musician), ("banner", found.banner)):
        for code in names:
            check.known(upgrade, T("unit"), code, sorted(codes))
    return found


def _check_model(row: Profile | Fighter, check: Checks, key: str) -> None:
    """Refuse sizes, bases and rules that no model can have. Raises DataError."""
    check.known(f"{key}, size", T("size of base"), row.size, sizes())
    least, most = LEAST_BASE, MOST_BASE
    text = T("a base is one measure or two, from {least} to {most} mm", least=round(least), most=round(most))
    check.refuse(len(row.base) > 2 or not all(least <= x <= most for x in row.base), f"{key}, base", text)
    specials.check_rules(row.rules, "model", check.file, f"{key}, rules")
    for weapon in row.weapon:
        specials.check_rules(weapon.rules, "weapon", check.file, f"{key}, weapon ({weapon.name}), rules")


WARBANDS = DATA.shelf("armies", T("army"), Army, checked)
"""The warbands that come with the game."""
armies, read_army = WARBANDS.all, WARBANDS.read


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
