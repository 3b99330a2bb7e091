"""What models are before anything is bought, what they carry, and what whole units are besides, with their prices.

USB-PTS-01, USB-PTS-05 to USB-PTS-07, USB-PTS-09, USB-EQP-04 to USB-EQP-11, USB-LDR-02, USB-MON-03, USB-MON-14,
USB-MON-15, USB-HRO-01, USB-SPC-01, USB-SPC-02, USB-R06, USB-R07, USB-S01, USB-S02.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from game.kit import data
from game.kit.data import InMm, Row
from rulesets.universal_battle.data_files import DATA
from rulesets.universal_battle.measures import inch


class Rank(Row, frozen=True, kw_only=True):
    """A rank of troops or a category of heroes: profile, Power Points, price."""

    name: str
    hit: int
    initiative: int = 1
    tough: int
    standfast: int = 1
    power: int = 0
    price: int
    clause: str


class Growth(Row, frozen=True, kw_only=True):
    """A monster or machine of so many growth steps: profile, most items, base and head height (inches)."""

    initiative: int = 0
    standfast: int = 0
    items: int = 0
    base: float
    height: float
    clause: str

    base_mm = InMm("base", inch)
    height_mm = InMm("height", inch)


class Class(Growth, frozen=True, kw_only=True):
    """A class: price and profile beyond the rank's, most models.

    ``base_most`` is the longest measure of a base (mm), ``places`` what a model takes of a cargo space, 0 for none.
    """

    name: str
    price: int
    most: int
    base_most: float
    places: int = 0


class Kinds(Row, frozen=True):
    """All of these by id, the weakest first; monsters and machines by growth steps."""

    ranks: dict[str, Rank] = msgspec.field(name="rank")
    classes: dict[str, Class] = msgspec.field(name="class")
    categories: dict[str, Rank] = msgspec.field(name="category")
    growth: tuple[Growth, ...]


kinds = DATA.whole("profiles.toml", Kinds)


Slot = Literal["melee", "shield", "ranged", "cargo"]


class Named(data.Named, frozen=True, kw_only=True):
    """A row of a table: id, name, clause."""

    clause: str


class Item(Named, frozen=True, kw_only=True):
    """An item: prices for ``troops`` and heroes, and for monsters and machines, None where these cannot buy it.

    ``range`` in inches, ``reach`` in mm; ``tough`` is added to the enemy's Tough and ``hit`` to one's own Hit, of a
    ``lance`` only on the charge; ``dice`` for each point of Initiative; ``damage``: Standfast that each costs.
    """

    slot: Slot
    troops: int | None = None
    monster: int | None = None
    range: float = 0.0
    tough: int = 0
    hit: int = 0
    dice: int = 1
    damage: Literal["1", "d2", "d3"] = "1"
    pole: bool = False
    lance: bool = False

    reach = InMm("range", inch)

    @property
    def ranged(self) -> bool:
        """Whether it shoots."""
        return self.slot == "ranged"

    @property
    def melee(self) -> bool:
        """Whether it strikes."""
        return self.slot == "melee"

    @property
    def magic(self) -> int | None:
        """Price as magic (USB-R54): a shield is the monsters', who strike back with it; None: not to be had so."""
        if self.slot == "cargo":
            return None
        return self.monster if self.slot == "shield" or self.troops is None else self.troops


class Specialisation(Named, frozen=True, kw_only=True):
    """A specialisation: its price for each model of ``troops``, for a ``single`` monster, machine or hero."""

    troops: int
    single: int


items = DATA.table("items.toml", "item", Item)
specialisations = DATA.table("specialisations.toml", "specialisation", Specialisation)
"""All of them by id."""


def item(item_id: str) -> Item:
    """An item by its id."""
    return items()[item_id]
