"""Rows of an army as what was bought, and what that costs.

USB-PTS-01 to USB-PTS-03, USB-PTS-08, USB-EQP-04, USB-LDR-01, USB-LDR-02, USB-MON-02, USB-MON-14, USB-HRO-01,
USB-HRO-03, USB-HRO-04, USB-SPC-01, USB-MAG-02, USB-R10, USB-R38, USB-R54.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rulesets.universal_battle.army.items import item, items, specialisations
from rulesets.universal_battle.army.ranks import Rank, kinds
from rulesets.universal_battle.data_files import whole
from rulesets.universal_battle.own import Category

RowKind = Literal["troops", "monster", "hero"]
ClassId = Literal["infantry", "heavy", "riders"]
Words = tuple[str, ...]


class Mount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The monster or machine that a hero rides (USB-HRO-05); fields as in :class:`Row`."""

    growth: int
    hit: int = 5
    tough: int = 5
    items: Words = ()
    specialisations: Words = ()
    base: tuple[float, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit of an army list: what was bought.

    ``arm``: class of troops or of a hero (``class`` in files); ``hit``, ``tough`` of troops and monsters, while a hero
    has those of his category (USB-R09). ``melee``, ``ranged``: items that each model of troops or a hero carries
    (USB-EQP-01); ``magic`` a hero's further ones (USB-MAG-01). ``growth``, ``items`` of a monster: its growth steps,
    and what it bought, as often as it stands here (USB-MON-13). ``starts``: code of the row in which it usually begins,
    a hero's unit or a carrier (USB-S08, USB-TRN-07). ``base``: measures of its bases in mm, one across for round ones,
    two (width, depth), none for the usual (USB-GEN-07).
    """

    code: str
    name: str
    name_pl: str = ""
    summary: str = ""
    summary_pl: str = ""
    kind: RowKind
    arm: ClassId = msgspec.field(default="infantry", name="class")
    models: int = 1
    hit: int = 5
    tough: int = 5
    leaders: bool = False
    specialists: int = 0
    melee: str = ""
    shield: bool = False
    ranged: str = ""
    specialisations: Words = ()
    growth: int = 0
    items: Words = ()
    category: Category = ""
    magic: Words = ()
    mount: Mount | None = None
    starts: str = ""
    base: tuple[float, ...] = ()

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
