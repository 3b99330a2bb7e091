"""What a row's models are on the table: profiles, bases, and the unit with all of it in reserve.

USB-STA-01 to USB-STA-07, USB-PTS-01, USB-PTS-06, USB-PTS-07, USB-MON-03, USB-MON-15, USB-HRO-01, USB-HRO-04 to
USB-HRO-07, USB-TRN-02, USB-R06, USB-R41, USB-S01, USB-S02.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from game.engine.state import Base, Unit
from game.geometry.shapes import Footprint
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.army.prices import Mount, Row
from rulesets.universal_battle.army.ranks import Growth, kinds
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.own import HeroOwn, ModelOwn, UnitOwn, WeaponOwn


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
