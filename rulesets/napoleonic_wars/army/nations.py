"""The lists of the nations: units and batteries as they are organised, and what their figures cost (NAP-ARM).

NAP-ARM-01 to -06, NAP-ARM-11, NAP-ARM-20 to -63, NAP-R02, NAP-R04 to -R09, NAP-S23, NAP-CAM-02, NAP-CAM-03.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Annotated, Literal

import msgspec

from game.engine.text import T
from game.kit.data import Checks, Named, Positive
from rulesets.napoleonic_wars.army import prices
from rulesets.napoleonic_wars.data_files import DATA, whole
from rulesets.napoleonic_wars.own import Class, Nation, Weapon

Piece = Literal["3", "4", "6", "8", "9", "12", "howitzer", "siege", "siege_howitzer", "rocket"]
HOWITZERS = ("howitzer", "siege_howitzer")
Animals = Annotated[int, msgspec.Meta(ge=4, le=8)]


class Sub(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sub-units of one kind in a unit.

    Attributes
    ----------
    n, most
        How many the list has, and how many there may be where that is more: companies that may be attached.
    figures, fewest
        Figures of each, at most and at least (NAP-ARM-04).
    cls, training, open_training, weapon, light, open, detach
        Where they differ from the unit's; see :class:`rulesets.napoleonic_wars.own.SubUnit`.
    points
        The printed price of a figure; 0: as table 1 has it; None: as the unit's.
    within
        Its figures are some of the last sub-unit of this kind (French elite companies).
    """

    kind: str
    n: int = 1
    most: int = 0
    figures: Positive
    fewest: Positive = 2
    cls: Class = msgspec.field(default="", name="class")
    training: Class = ""
    open_training: Class = ""
    points: int | None = None
    weapon: Weapon | None = None
    light: bool | None = None
    open: bool | None = None
    detach: bool | None = None
    within: str = ""


class Kind(Named, frozen=True, kw_only=True):
    """A unit of foot or horse.

    Attributes
    ----------
    grades
        Printed prices of a figure by class, the usual class first.
    training
        Class of training where it is not the class (NAP-R07).
    weapons
        The usual weapon, and others that it may have for the price of table 1; "" for none.
    least
        Fewest sub-units where the list gives a range (NAP-R14), 0 for half of them.
    years
        The period in which it was so organised (NAP-ARM-08).
    """

    arm: Literal["foot", "horse"]
    light: bool = False
    regular: bool = True
    grades: dict[Class, int]
    training: Class = ""
    weapons: tuple[Weapon, ...] = ("musket",)
    lance: bool = False
    armour: bool = False
    melee: bool = False
    open: bool = False
    detach: bool = False
    mount: prices.Mount = ""
    sub: tuple[Sub, ...]
    least: int = 0
    years: tuple[int, int] = (1792, 1815)
    clause: str
    nation: Nation = "other"

    @property
    def usual(self) -> Class:
        """The class that the list proposes (NAP-ARM-07)."""
        return next(iter(self.grades))

    @property
    def listed(self) -> int:
        """Sub-units that the list has."""
        return sum(s.n for s in self.sub)

    @property
    def fewest(self) -> int:
        """Sub-units that there must be (NAP-R14)."""
        return self.least or -(-self.listed // 2)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of sub-units."""
        return tuple(s.kind for s in self.sub)


class Battery(Named, frozen=True, kw_only=True):
    """A battery: pieces by calibre, horses of a team, whether its crews ride; ``halves``: it may take the field so.

    ``most`` is how many such batteries an army may have, 0 for any number.
    """

    horse: bool = False
    regular: bool = True
    classes: tuple[Class, ...]
    guns: dict[Piece, Positive]
    horses: Animals
    halves: bool = False
    most: int = 0
    years: tuple[int, int] = (1792, 1815)
    clause: str
    nation: Nation = "other"

    @property
    def rockets(self) -> bool:
        """Whether it has launchers."""
        return "rocket" in self.guns

    def models(self, *, at_1_40: bool = False) -> dict[Piece, int]:
        """Models of the whole battery by calibre: howitzers are counted first, the rest are cannon (NAP-R02)."""
        a_model = whole("pieces_a_model_at_1_40" if at_1_40 else "pieces_a_model")
        left = -(-sum(self.guns.values()) // a_model)
        shells = {p: n for p, n in self.guns.items() if p in HOWITZERS}
        others = {p: n for p, n in self.guns.items() if p not in HOWITZERS}
        if others and at_1_40 and sum(shells.values()) < a_model:
            shells = {}
        found = {p: -(-n // a_model) for p, n in shells.items()}
        left -= sum(found.values())
        cannon: dict[Piece, int] = {}
        for k, piece in enumerate(others):
            cannon[piece] = -(-left // (len(others) - k))
            left -= cannon[piece]
        return {p: n for p, n in {**cannon, **found}.items() if n}

    def usual(self, *, at_1_40: bool = False) -> dict[Piece, int]:
        """The models that take the field as one unit: all, or half of them where it may be divided (NAP-ARM-63)."""
        whole = self.models(at_1_40=at_1_40)
        if not self.halves or at_1_40:
            return whole
        found: dict[Piece, int] = {}
        more = True
        for piece, n in whole.items():
            found[piece] = n // 2 + (n % 2 and more)
            more ^= bool(n % 2)
        return {p: n for p, n in found.items() if n}

    def crew(self, models: int, *, at_1_40: bool = False) -> tuple[int, ...]:
        """Gunners of each model: four, or one for each piece, shared evenly (NAP-ARM-06, NAP-R02)."""
        if not at_1_40:
            return (whole("gun_crew"),) * models
        pieces = min(sum(self.guns.values()), models * whole("pieces_a_model_at_1_40"))
        return tuple(pieces // models + (k < pieces % models) for k in range(models))


class List(Named, frozen=True, kw_only=True):
    """The list of a nation."""

    nation: Nation
    unit: tuple[Kind, ...] = ()
    battery: tuple[Battery, ...] = ()


def _checked(found: List, file: str) -> List:
    """The same, with the nation in each row. Raises DataError."""
    check = Checks(file)
    for kind in found.unit:
        for sub in kind.sub:
            if sub.within:
                check.known(f"unit ({kind.id}), sub ({sub.kind}), within", T("sub-unit"), sub.within, kind.kinds())
    units = tuple(msgspec.structs.replace(k, nation=found.nation) for k in found.unit)
    batteries = tuple(msgspec.structs.replace(b, nation=found.nation) for b in found.battery)
    return msgspec.structs.replace(found, unit=units, battery=batteries)


NATIONS = DATA.shelf("nations", T("nation"), List, _checked)


@cache
def kinds() -> Mapping[str, Kind]:
    """The units of all nations by id."""
    return {k.id: k for nation in NATIONS.all().values() for k in nation.unit}


@cache
def batteries() -> Mapping[str, Battery]:
    """The batteries of all nations by id."""
    return {b.id: b for nation in NATIONS.all().values() for b in nation.battery}


def troops(kind: Kind, sub: Sub, cls: Class = "", training: Class = "", weapon: Weapon | None = None) -> prices.Troops:
    """A figure of a sub-unit as table 1 sees it, for a class, training and weapon of the unit."""
    mine: Class = sub.cls or cls or kind.usual
    trained: Class = training or sub.training or kind.training
    first = kind.weapons[0] if weapon is None else weapon
    return prices.Troops(
        kind.arm,
        mine,
        kind.light if sub.light is None else sub.light,
        kind.regular,
        first if sub.weapon is None else sub.weapon,
        kind.lance,
        kind.armour,
        kind.melee,
        bool(trained) and trained > mine,
        kind.mount,
    )


def price(kind: Kind, sub: Sub, cls: Class = "", training: Class = "", weapon: Weapon | None = None) -> int | None:
    """What a figure costs: as printed, arms beside the usual added; else by table 1 (NAP-R04). None: there is none."""
    by_table = prices.figure(troops(kind, sub, cls, training, weapon))
    printed = sub.points if sub.points is not None else kind.grades.get(cls or kind.usual)
    if not printed or (sub.cls and sub.points is None):
        return by_table
    usual = prices.figure(troops(kind, sub, cls))
    return printed + (by_table - usual if by_table is not None and usual is not None else 0)


@cache
def differing() -> tuple[tuple[str, str, int, int], ...]:
    """Where printed prices are not those of table 1: unit, sub-unit, both prices (NAP-R04)."""
    found = []
    for kind in kinds().values():
        for cls, sub in product(kind.grades, kind.sub):
            mine, by_table = price(kind, sub, cls), prices.figure(troops(kind, sub, cls))
            if mine is not None and by_table is not None and mine != by_table:
                found.append((kind.id, sub.kind, mine, by_table))
    return tuple(found)
