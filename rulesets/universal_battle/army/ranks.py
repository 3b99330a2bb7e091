"""What models are before anything is bought: ranks, classes, categories of heroes, growth of monsters and machines.

USB-PTS-01, USB-PTS-05 to USB-PTS-07, USB-PTS-09, USB-HRO-01, USB-MON-03, USB-R06, USB-R07, USB-S01, USB-S02.
"""

from __future__ import annotations

from functools import cache

import msgspec

from game.engine.data_folder import by_id
from game.engine.toml_reading import read
from game.kit.data import InMm
from rulesets.universal_battle.army.items import Named
from rulesets.universal_battle.data_files import DATA
from rulesets.universal_battle.measures import inch

FILE = "profiles.toml"


class Rank(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A usual Hit and Tough."""

    hit: int
    tough: int


class Class(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class: price and profile beyond the rank's, most models, base and head height (inches).

    ``base_most`` is the longest measure of a base (mm), ``places`` what a model takes of a cargo space, 0 for none.
    """

    price: int
    most: int
    initiative: int = 0
    standfast: int = 0
    base: float
    base_most: float
    height: float
    places: int = 0

    base_mm = InMm("base", inch)
    height_mm = InMm("height", inch)


class Category(Named, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A category of heroes: profile, Power Points, price."""

    hit: int
    initiative: int
    tough: int
    standfast: int
    power: int
    price: int


class Growth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A monster or machine of so many growth steps: profile, most items, base and head height (inches)."""

    initiative: int
    standfast: int
    items: int
    base: float
    height: float
    clause: str

    base_mm = InMm("base", inch)
    height_mm = InMm("height", inch)


class _Profiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rank: tuple[Rank, ...]
    classes: tuple[Class, ...] = msgspec.field(name="class")
    category: tuple[Category, ...]
    growth: tuple[Growth, ...]


@cache
def _file() -> _Profiles:
    return read(DATA.raw(FILE), _Profiles, FILE)


@cache
def classes() -> dict[str, Class]:
    """The classes by id."""
    return by_id(FILE, "class", _file().classes)


@cache
def categories() -> dict[str, Category]:
    """The categories of heroes by id, the cheapest first."""
    return by_id(FILE, "category", _file().category)


def ranks() -> tuple[Rank, ...]:
    """The ranks, the weakest first."""
    return _file().rank


def growths() -> tuple[Growth, ...]:
    """Monsters and machines by growth steps, none first."""
    return _file().growth
