"""Rows of an army: what was bought, its sub-units, guns and price, and the unit that it is on the table, in reserve.

NAP-BAS-01 to -05, NAP-SCL-08 to -10, NAP-PTS-09, NAP-PTS-15, NAP-ARM-03 to -07, NAP-ARM-09, NAP-ARM-70, NAP-NAT-05,
NAP-NAT-09, NAP-MIC-02 to -04, NAP-R01, NAP-R02, NAP-R07, NAP-R14, NAP-R45, NAP-R48, NAP-R49, NAP-S01, NAP-S23, NAP-S62.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Protocol

import msgspec
from msgspec.structs import replace

from game.engine.state import Base, Unit
from game.kit.muster.fields import CODE, NAME
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.army import custom, fields, nations, prices
from rulesets.napoleonic_wars.army.fields import CHIEF, GENERALS
from rulesets.napoleonic_wars.army.nations import HOWITZERS, Battery, Kind, Piece, Sub
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.own import (
    BodyOwn,
    Class,
    FigureOwn,
    Formation,
    Gunnery,
    Nation,
    Stance,
    Strength,
    SubUnit,
    Weapon,
)

GUNNERS: Weapon = "dragoon_musket"
"""Short muskets (NAP-BAS-05)."""


class Terms(msgspec.Struct, frozen=True):
    """What was agreed that changes units and prices (NAP-S38); ``early``: the armies are those of before 1807."""

    national: bool = False
    doubled: bool = False
    at_1_40: bool = False
    scale: str = "standard"
    early: bool = False

    @property
    def micro(self) -> bool:
        """Whether figures stand ten to a base (NAP-MIC-01)."""
        return self.scale == "micro"


USUAL = Terms()


class Lists(Protocol):
    """What rows must know of their army."""

    @property
    def year(self) -> int:
        """Its year, 0 for none."""
        ...

    @property
    def nation(self) -> Nation:
        """Whose army it is."""
        ...


def terms_of(options: Mapping[str, Any], army: Lists | None = None) -> Terms:
    """The terms of a battle for an army."""
    return Terms(
        bool(options.get("national")),
        bool(options.get("figures_doubled")),
        bool(options.get("guns_1_40")),
        str(options.get("scale", "standard")),
        bool(options.get("before_1807")) or (army is not None and 0 < army.year < whole("early")),
    )


MOST_COUNTED = 400
"""Figures, sub-units and models of one kind that a row may name: more than any unit has, and few enough to set up."""
Counted = Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNTED)]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A unit of an army: what was bought.

    Attributes
    ----------
    kind
        Id of a unit or battery of the nations' lists; "chief" or "general".
    cls, training, weapon
        Other than the list proposes (NAP-ARM-07, NAP-R07); "" for what it has.
    companies
        By kind how many sub-units take the field, where not as listed (NAP-R14).
    figures
        By kind how many figures those have together, shared evenly, or how many each has, where not as many as listed
        (NAP-ARM-05).
    guns
        Models by calibre; none for all of the list, or a half-battery where those take the field.
    detachments
        Paid for (NAP-PTS-09).
    combined
        Sub-units of one kind of several such units form it, howitzers of several batteries (NAP-ARM-03, NAP-ORG-27).
    brigade
        Code of the general whose brigade it is in, of a general that of his superior; "" under the chief himself.
    leads
        What a general's command is called.
    bases
        With 5 or 6 mm figures, how many bases; 0 for the usual number (NAP-MIC-03).
    own_troops, own_battery
        Of a row of kind "own" what it is, with the keys of the nations' lists.
    """

    code: Annotated[str, CODE]
    name: Annotated[str, NAME]
    kind: Annotated[str, fields.KIND]
    cls: Annotated[Class, fields.CLASS] = msgspec.field(default="", name="class")
    training: Annotated[Class, fields.TRAINING] = ""
    weapon: Annotated[Weapon, fields.WEAPON] = ""
    companies: Annotated[dict[str, Counted], fields.COMPANIES] = {}
    figures: Annotated[dict[str, Counted | tuple[Counted, ...]], fields.FIGURES] = {}
    guns: Annotated[dict[Piece, Counted], fields.GUNS] = {}
    detachments: Annotated[Counted, fields.DETACHMENTS] = 0
    combined: Annotated[bool, fields.COMBINED] = False
    brigade: Annotated[str, fields.BRIGADE] = ""
    leads: Annotated[str, fields.LEADS] = ""
    bases: Annotated[Counted, fields.BASES] = 0
    own_troops: dict[str, Any] = {}
    own_battery: dict[str, Any] = {}

    @property
    def is_general(self) -> bool:
        """Whether it is a general."""
        return self.kind in GENERALS

    @cached_property
    def troops(self) -> Kind | None:
        """The unit of foot or horse that it is, None for others."""
        if self.own_troops:
            return custom.troops_of(self.own_troops, self.name)
        return nations.kinds().get(self.kind)

    @cached_property
    def battery(self) -> Battery | None:
        """The battery that it is, None for others."""
        if self.own_battery:
            return custom.battery_of(self.own_battery, self.name)
        return nations.batteries().get(self.kind)

    @property
    def points(self) -> int:
        """What it costs at the usual terms."""
        return points(self)

    @property
    def battery_class(self) -> Class:
        """The class of a battery."""
        return self.cls or (self.battery.classes[0] if self.battery is not None else "B")


# --- what a row comes to ---------------------------------------------------------------------------------------------


def shares(total: int, n: int) -> tuple[int, ...]:
    """Figures of each of n sub-units, as equal as can be (NAP-ARM-05).

    >>> shares(11, 4)
    (3, 3, 3, 2)
    """
    return tuple(total // n + (k < total % n) for k in range(n))


def companies(row: Row) -> dict[str, tuple[int, ...]]:
    """Figures of each sub-unit that takes the field, by kind, in the order of the list (NAP-ARM-04)."""
    kind = row.troops
    assert kind is not None
    found: dict[str, tuple[int, ...]] = {}
    for sub in kind.sub:
        n = row.companies.get(sub.kind, 0 if row.combined else sub.n)
        if n > 0:
            told = row.figures.get(sub.kind, n * sub.figures)
            found[sub.kind] = shares(told, n) if isinstance(told, int) else told
    for sub in kind.sub:  # an elite company is part of a squadron
        if sub.within in found and sub.kind in found:
            *others, last = found[sub.within]
            found[sub.within] = (*others, max(1, last - sum(found[sub.kind])))
    return found


def price(row: Row, sub: Sub, terms: Terms = USUAL) -> int:
    """What a figure of a sub-unit costs; Austrian foot one point less with national characteristics (NAP-NAT-05)."""
    kind = row.troops
    assert kind is not None
    weapon: Weapon | None = row.weapon or None
    found = nations.price(kind, sub, row.cls, row.training, weapon) or 0
    slow = kind.nation == "austria" or (kind.nation == "prussia" and terms.early)
    return found - (terms.national and kind.arm == "foot" and slow)


def subs(row: Row, terms: Terms = USUAL) -> tuple[SubUnit, ...]:
    """The sub-units of a unit of foot or horse as they take the field; irregulars have one alone (NAP-ORG-30)."""
    kind = row.troops
    assert kind is not None
    if terms.micro:
        return tuple(_micro(row, kind, terms))
    found: list[SubUnit] = []
    by_kind = {s.kind: s for s in kind.sub}
    for name, sizes in companies(row).items():
        if not kind.regular:
            sizes = (sum(sizes),)
        for n in sizes:
            found.append(_sub(row, by_kind[name], f"c{len(found) + 1}", n * (2 if terms.doubled else 1), terms))
    return tuple(found)


def _micro(row: Row, kind: Kind, terms: Terms) -> Iterator[SubUnit]:
    """A base is a sub-unit, of the most numerous kind that the unit has (NAP-MIC-03, NAP-MIC-04)."""
    usual = whole(f"micro_{kind.arm}") if kind.regular else 1
    listed = sum(map(sum, companies(row).values())) // prices.table().micro["figures"]
    n = row.bases or max(usual, min(listed, whole("micro_foot")))
    main = max(kind.sub, key=lambda s: s.n * s.figures)
    for k in range(n):
        yield replace(_sub(row, main, f"c{k + 1}", 1, terms), detach=False)


def _sub(row: Row, sub: Sub, name: str, figures: int, terms: Terms) -> SubUnit:
    kind = row.troops
    assert kind is not None
    weapon: Weapon | None = row.weapon or None
    told = nations.troops(kind, sub, row.cls, row.training, weapon)
    return SubUnit(
        name,
        sub.kind,
        told.cls,
        row.training or sub.training or kind.training or told.cls,
        sub.open_training,
        told.weapon,
        told.lance,
        told.armour,
        told.melee,
        told.light,
        kind.open if sub.open is None else sub.open,
        kind.detach if sub.detach is None else sub.detach,
        figures,
        price(row, sub, terms),
    )


def models(row: Row, terms: Terms = USUAL) -> tuple[tuple[Piece, int], ...]:
    """The guns of a battery as they take the field, cannon first: calibre and crew of each (NAP-R02)."""
    battery = row.battery
    assert battery is not None
    wanted: Mapping[Piece, int] = row.guns or battery.usual()
    if terms.at_1_40:
        most = battery.usual(at_1_40=True)
        wanted = {p: min(n, most[p]) for p, n in wanted.items() if p in most}
    listed = [p for p, n in sorted(wanted.items(), key=lambda one: one[0] in HOWITZERS) for _ in range(n)]
    return tuple(zip(listed, battery.crew(len(listed), at_1_40=terms.at_1_40), strict=True))


def points(row: Row, terms: Terms = USUAL) -> int:
    """What a row costs with its command points (NAP-PTS, NAP-ARM-70, NAP-MIC-04)."""
    if row.is_general:
        found = prices.command(row.kind)
        return prices.tenth(found) if terms.micro else found
    command = prices.command("unit") + prices.command("detachment") * row.detachments
    if terms.micro:
        command = prices.tenth(command)
    if row.battery is not None:
        guns = gun_points(row, terms)
        return command + (prices.tenth(guns) if terms.micro else guns)
    if row.troops is None:
        return command
    found = sum(s.figures * s.points for s in subs(row, terms))
    return command + (prices.tenth(found) if terms.micro and row.troops.mount == "elephant" else found)


def gun_points(row: Row, terms: Terms = USUAL) -> int:
    """Guns, teams, gunners and drivers of a battery (NAP-PTS-04 to -07, NAP-S23)."""
    battery, cls = row.battery, row.battery_class
    assert battery is not None
    teams = prices.team(battery.horses) + prices.drivers(battery.horses) * prices.driver(cls)
    gunner = prices.gunner(cls, horse=battery.horse)
    return sum(prices.piece(piece) + teams + crew * gunner for piece, crew in models(row, terms))


def spare(row: Row) -> int:
    """How many detachments may be paid for: sub-units that the list lets go, but one stays (NAP-ORG-12, -26)."""
    if row.battery is not None:
        return int(len({p in HOWITZERS for p, _ in models(row)}) == 2)
    kind = row.troops
    if kind is None:
        return 0
    here = companies(row)
    free = sum(len(here.get(s.kind, ())) for s in kind.sub if (kind.detach if s.detach is None else s.detach))
    return min(free, sum(map(len, here.values())) - 1)


def strength(row: Row, terms: Terms = USUAL) -> int:
    """Figures of a row, gunners among them, of a general none (NAP-S60)."""
    if row.battery is not None:
        return sum(crew for _, crew in models(row, terms))
    return 0 if row.troops is None else sum(s.figures for s in subs(row, terms))


# --- on the table ----------------------------------------------------------------------------------------------------


def new_unit(
    row: Row, army: Lists | None, side: str, unit_id: str, options: Mapping[str, Any] | None = None
) -> tuple[Unit, tuple[Base, ...]]:
    """A unit with its figures, all in reserve, in the formation that it usually has."""
    agreed = options or {}
    terms = terms_of(agreed, army)
    if row.is_general:
        own, figures = _general(row, army, terms)
    elif row.battery is not None:
        own, figures = _guns(row, row.battery, terms)
    else:
        own, figures = _men(row, terms)
    kinds = {s.id: s.kind for s in own.subs}
    out = []
    for k, told in enumerate(figures, 1):
        size = bases.of_options(agreed, told, own.stance.formation, kinds.get(told.sub, ""))
        out.append(Base(f"{unit_id}.{k}", unit_id, k, size, None, "reserve", own=told))
    return Unit(unit_id, side, row.code, row.name, tuple(b.id for b in out), own=own), tuple(out)


def _men(row: Row, terms: Terms) -> tuple[BodyOwn, list[FigureOwn]]:
    kind, mine = row.troops, subs(row, terms)
    assert kind is not None
    riders = whole("elephant_crew") if kind.mount == "elephant" else 0
    figures = [FigureOwn(s.id, kind.arm, crew=riders) for s in mine for _ in range(s.figures)]
    formation: Formation = "line" if kind.regular else "irregular"
    n = sum(max(1, one.crew) for one in figures)
    own = BodyOwn(
        nation=kind.nation,
        arm=kind.arm,
        light=kind.light,
        regular=kind.regular,
        brigade=row.brigade,
        subs=mine,
        spare=0 if terms.micro else row.detachments,
        stance=Stance(formation, mounted=kind.arm == "horse"),
        strength=Strength(began=n, at_start=n),
        paid=_tenth(sum(s.figures * s.points for s in mine)) if terms.micro and riders else 1.0,
    )
    return own, figures


def _guns(row: Row, battery: Battery, terms: Terms) -> tuple[BodyOwn, list[FigureOwn]]:
    """Guns with their crews, then a team for each (NAP-BAS-04); cannon and howitzers are sub-units (NAP-ORG-25)."""
    cls, told = row.battery_class, models(row, terms)
    pay, driver = prices.gunner(cls, horse=battery.horse), prices.driver(cls)
    mine: list[SubUnit] = []
    for name, shells in (("cannon", False), ("howitzer", True)):
        crew = sum(n for p, n in told if (p in HOWITZERS) == shells)
        if crew:
            sub = f"c{len(mine) + 1}"
            mine.append(SubUnit(sub, name, cls, cls, weapon=GUNNERS, detach=shells, figures=crew, points=pay,
                                driver=driver))  # fmt: skip
    by_kind = {s.kind: s.id for s in mine}
    names = [by_kind["howitzer" if p in HOWITZERS else "cannon"] for p, _ in told]
    animals, whips = battery.horses, prices.drivers(battery.horses)
    guns = [
        FigureOwn(s, "gun", piece=p, crew=n, mounts=n * battery.horse, points=prices.piece(p))
        for s, (p, n) in zip(names, told, strict=True)
    ]
    cost = prices.team(animals)
    teams = [FigureOwn(s, "team", drivers=whips, horses=animals, team=animals, points=cost) for s in names]
    n = sum(crew for _, crew in told)
    own = BodyOwn(
        nation=battery.nation,
        arm="rockets" if battery.rockets else "guns",
        regular=battery.regular,
        brigade=row.brigade,
        subs=tuple(mine),
        spare=row.detachments,
        stance=Stance("deployed"),
        strength=Strength(began=n, at_start=n),
        battery=Gunnery(battery.horse),
        paid=_tenth(gun_points(row, terms)) if terms.micro else 1.0,
    )
    return own, [*guns, *teams]


def _tenth(points: int) -> float:
    """Which part of some points is paid where they cost a tenth, rounded (NAP-MIC-04, NAP-R49)."""
    return prices.tenth(points) / points


def _general(row: Row, army: Lists | None, terms: Terms) -> tuple[BodyOwn, list[FigureOwn]]:
    nation: Nation = "other" if army is None else army.nation
    chief = row.kind == CHIEF
    own = BodyOwn(nation, "general", brigade="" if chief else row.code, stance=Stance("single", mounted=True))
    return own, [FigureOwn(role="general", men=whole("general_men"), chief=chief, points=points(row, terms))]
