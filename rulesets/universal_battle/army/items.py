"""What is carried, and what whole units are besides: items and specialisations with their prices.

USB-EQP-04 to USB-EQP-11, USB-LDR-02, USB-MON-14, USB-MON-15, USB-SPC-01, USB-SPC-02.
"""

from __future__ import annotations

from typing import Literal

from game.kit import data
from game.kit.data import InMm
from rulesets.universal_battle.data_files import DATA
from rulesets.universal_battle.measures import inch

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
