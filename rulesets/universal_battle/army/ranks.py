"""What models are before anything is bought: ranks, classes, categories of heroes, growth of monsters and machines.

USB-PTS-01, USB-PTS-05 to USB-PTS-07, USB-PTS-09, USB-HRO-01, USB-MON-03, USB-R06, USB-R07, USB-S01, USB-S02.
"""

from __future__ import annotations

import msgspec

from game.kit.data import InMm, Row
from rulesets.universal_battle.data_files import DATA
from rulesets.universal_battle.measures import inch


class Rank(Row, frozen=True, kw_only=True):
    """A rank of troops or a category of heroes: profile, Power Points, price."""

    name: str
    name_pl: str = ""
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
    name_pl: str = ""
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
