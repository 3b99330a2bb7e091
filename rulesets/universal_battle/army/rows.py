"""Rows of an army: what was bought, what that costs, and what its models are on the table, all in reserve.

USB-STA-01 to USB-STA-07, USB-PTS-01 to USB-PTS-03, USB-PTS-06 to USB-PTS-08, USB-EQP-04, USB-LDR-01, USB-LDR-02,
USB-MON-02, USB-MON-03, USB-MON-14, USB-MON-15, USB-HRO-01, USB-HRO-03 to USB-HRO-07, USB-SPC-01, USB-MAG-02,
USB-TRN-02, USB-R06, USB-R10, USB-R38, USB-R41, USB-R54, USB-S01, USB-S02.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from game.engine.state import Base, Unit
from game.geometry.shapes import Footprint
from game.kit.muster.fields import CODE, NAME
from rulesets.universal_battle.army import fields
from rulesets.universal_battle.army.items import Growth, Rank, item, items, kinds, specialisations
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.own import Category, HeroOwn, ModelOwn, UnitOwn, WeaponOwn

RowKind = Literal["troops", "monster", "hero"]
ClassId = Literal["infantry", "heavy", "riders"]
Words = tuple[str, ...]
Measures = tuple[float, ...]


class Mount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The monster or machine that a hero rides (USB-HRO-05); fields as in :class:`Row`."""

    growth: Annotated[int, fields.MOUNTED]
    hit: Annotated[int, fields.MOUNTS_HIT] = 5
    tough: Annotated[int, fields.MOUNTS_TOUGH] = 5
    items: Annotated[Words, fields.MOUNTS_ITEMS] = ()
    specialisations: Annotated[Words, fields.MOUNTS_SPECIALISATIONS] = ()
    base: Annotated[Measures, fields.MOUNTS_BASE] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of an army list: what was bought.

    ``arm``: class of troops or of a hero (``class`` in files); ``hit``, ``tough`` of troops and monsters, while a hero
    has those of his category (USB-R09). ``melee``, ``ranged``: items that each model of troops or a hero carries
    (USB-EQP-01); ``magic`` a hero's further ones (USB-MAG-01). ``growth``, ``items`` of a monster: its growth steps,
    and what it bought, as often as it stands here (USB-MON-13). ``starts``: code of the row in which it usually begins,
    a hero's unit or a carrier (USB-S08, USB-TRN-07). ``base``: measures of its bases in mm, one across for round ones,
    two (width, depth), none for the usual (USB-GEN-07).
    """

    code: Annotated[str, CODE]
    name: Annotated[str, NAME]
    summary: Annotated[str, fields.SUMMARY] = ""
    kind: Annotated[RowKind, fields.KIND]
    arm: Annotated[ClassId, fields.CLASS] = msgspec.field(default="infantry", name="class")
    models: Annotated[int, fields.MODELS] = 1
    hit: Annotated[int, fields.HIT] = 5
    tough: Annotated[int, fields.TOUGH] = 5
    leaders: Annotated[bool, fields.LEADERS] = False
    specialists: Annotated[int, fields.SPECIALISTS] = 0
    melee: Annotated[str, fields.MELEE] = ""
    shield: Annotated[bool, fields.SHIELD] = False
    ranged: Annotated[str, fields.RANGED] = ""
    specialisations: Annotated[Words, fields.SPECIALISATIONS] = ()
    growth: Annotated[int, fields.GROWTH] = 0
    items: Annotated[Words, fields.ITEMS] = ()
    category: Annotated[Category, fields.CATEGORY] = ""
    magic: Annotated[Words, fields.MAGIC] = ()
    mount: Annotated[Mount | None, fields.MOUNT] = None
    starts: Annotated[str, fields.STARTS] = ""
    base: Annotated[Measures, fields.BASE] = ()

    @property
    def points(self) -> int:
        """What it costs (USB-PTS-08, USB-MAG-02)."""
        if self.kind == "monster":
            return great_points(self)
        extra = whole("leaders") * self.leaders + whole("special_weapon") * self.specialists + magic_points(self)
        mount = great_points(self.mount) if self.mount is not None else 0
        return self.models * model_points(self) + extra + mount

    @property
    def rank(self) -> Rank:
        """A hero's category, else the rank with its Hit and Tough (USB-HRO-01, USB-PTS-02, USB-PTS-03)."""
        if self.category:
            return kinds().categories[self.category]
        price = rank_price(self.hit, self.tough)
        return msgspec.structs.replace(kinds().ranks["rookie"], hit=self.hit, tough=self.tough, price=price)

    @property
    def carried(self) -> Words:
        """What each model of troops, or a hero, carries in its slots."""
        return tuple(one for one in (self.melee, "shield" if self.shield else "", self.ranged) if one)

    @property
    def great(self) -> Row | Mount | None:
        """The monster or machine that there is in it: itself, or a hero's mount."""
        return self if self.kind == "monster" else self.mount

    @property
    def cargo(self) -> int:
        """Places of infantry that it can carry (USB-TRN-02)."""
        great = self.great
        return whole("cargo_places") * great.items.count("cargo") if great is not None else 0

    @property
    def places(self) -> int:
        """Places that it takes aboard, 0 where it cannot embark (USB-R40)."""
        return 0 if self.great is not None else self.models * kinds().classes[self.arm].places


def rank_price(hit: int, tough: int) -> int:
    """What Hit and Tough cost a model (USB-PTS-01 to USB-PTS-03).

    >>> rank_price(5, 5), rank_price(4, 4), rank_price(3, 3), rank_price(3, 5), rank_price(5, 3)
    (7, 14, 21, 13, 15)
    """
    worst = whole("worst")
    return whole("rookie") + whole("hit_step") * (worst - hit) + whole("tough_step") * (worst - tough)


def model_points(row: Row) -> int:
    """What one model of troops, or a hero without magic and mount, costs (USB-PTS-08, USB-HRO-01)."""
    carried = sum(item(name).troops or 0 for name in row.carried)
    specs = (specialisations()[name] for name in row.specialisations)
    besides = sum(one.single if row.category else one.troops for one in specs)
    return row.rank.price + kinds().classes[row.arm].price + carried + besides


def great_points(great: Row | Mount) -> int:
    """What a monster or machine costs (USB-MON-02, USB-MON-14, USB-R10)."""
    bare = rank_price(great.hit, great.tough) + whole("great") + whole("growth_step") * great.growth
    specs = sum(specialisations()[name].single for name in great.specialisations)
    return bare + specs + sum(item(name).monster or 0 for name in great.items)


def magic_points(row: Row) -> int:
    """What a hero's magic costs (USB-MAG-01, USB-R54)."""
    return sum(items()[name].magic or 0 for name in row.magic if name in items())


def _weapons(names: Iterable[str], magic: bool = False) -> tuple[WeaponOwn, ...]:
    return tuple(WeaponOwn(name, magic) for name in names if item(name).slot in ("melee", "ranged"))


def model(row: Row, number: int = 1) -> ModelOwn:
    """What the model with a number has; the first of a unit are its specialists (USB-LDR-02).

    A special weapon stands beside the ranged one that was swapped for it: ``special`` says that it is used.
    """
    if row.kind == "monster":
        return _great(row)
    kind, rank = kinds().classes[row.arm], row.rank
    own = ModelOwn(
        kind=row.arm,
        hit=rank.hit,
        initiative=rank.initiative + kind.initiative,
        tough=rank.tough,
        standfast=rank.standfast + kind.standfast,
        height=kind.height_mm,
        weapons=_weapons(row.carried) + _weapons(row.magic, True),
        special=number <= row.specialists,
        shield="free" if "shield" in row.magic else "costly" if row.shield else "",
        category=row.category,
        specs=row.specialisations,
    )
    return own if row.mount is None else _mounted(own, _great(row.mount))


def _great(row: Row | Mount) -> ModelOwn:
    grown = kinds().growth[row.growth]
    return ModelOwn(
        kind="monster",
        hit=row.hit,
        initiative=grown.initiative,
        tough=row.tough,
        standfast=grown.standfast,
        height=grown.height_mm,
        weapons=_weapons(row.items),
        shield="free" if "shield" in row.items else "",
        growth=row.growth,
        specs=row.specialisations,
        cargo=whole("cargo_places") * row.items.count("cargo"),
    )


def _mounted(hero: ModelOwn, mount: ModelOwn) -> ModelOwn:
    """Both on one base: Standfast of both, the worse Tough, each his own attack (USB-HRO-06, USB-HRO-07, USB-R41)."""
    return replace(
        mount,
        tough=max(hero.tough, mount.tough),
        standfast=hero.standfast + mount.standfast,
        shield=mount.shield or hero.shield,
        category=hero.category,
        rider=HeroOwn(hero.hit, hero.initiative, hero.weapons),
        specs=tuple(name for name in hero.specs if name in mount.specs),
    )


def footprint(row: Row) -> Footprint:
    """The base of its models: the row's own, else the usual one of its class or growth (USB-GEN-07, USB-S01)."""
    great = row.great
    measures = row.base if great is None else great.base
    if len(measures) == 2:
        return Footprint("rect", measures[0], measures[1])
    usual: Growth = kinds().classes[row.arm] if great is None else kinds().growth[great.growth]
    width = measures[0] if measures else usual.base_mm
    return Footprint("circle", width, width)


def new_unit(row: Row, side: str, unit_id: str) -> tuple[Unit, tuple[Base, ...]]:
    """A unit with its models, all in reserve."""
    outline = footprint(row)
    bases = tuple(
        Base(f"{unit_id}.{k}", unit_id, k, outline, None, "reserve", own=model(row, k))
        for k in range(1, row.models + 1)
    )
    specs = bases[0].own.specs
    own = UnitOwn(
        points=row.points,
        initial=sum(b.own.standfast for b in bases),
        leaders=row.leaders,
        starts=row.starts,
        arrival="sudden" if "sudden" in specs else "infiltrator" if "infiltration" in specs else "",
        power=row.rank.power,
    )
    return Unit(unit_id, side, row.code, row.name, tuple(b.id for b in bases), own=own), bases
