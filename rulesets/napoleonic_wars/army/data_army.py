"""What an army file holds: generals with their brigades, units, ready lists; and what a row may not be.

NAP-ARM-03 to -05, NAP-ARM-08, NAP-ARM-09, NAP-ARM-11, NAP-CMD-02, NAP-BAS-01, NAP-ORG-12, NAP-ORG-26, NAP-ORG-27,
NAP-ORG-29, NAP-R02, NAP-R14.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from game.engine.files.toml_reading import unknown
from game.engine.ruleset import Problem
from game.engine.text import T, Text
from game.kit.data import Checks
from game.kit.muster.bought import Sample, check_rows, check_samples
from game.kit.muster.fields import bounded
from game.kit.muster.own import OwnArmies
from rulesets.napoleonic_wars.army import custom, nations, prices
from rulesets.napoleonic_wars.army.fields import CHIEF, GENERALS
from rulesets.napoleonic_wars.army.form import Form
from rulesets.napoleonic_wars.army.nations import HOWITZERS, Battery, Kind
from rulesets.napoleonic_wars.army.rows import Row, companies, shares, spare, strength
from rulesets.napoleonic_wars.data_files import DATA, RULESET_ID
from rulesets.napoleonic_wars.own import Nation

MOST_COMBINED, MOST_BASES, MOST_MASSED = 12, 12, 3
"""Sub-units of a combined unit; bases of a unit of 5 or 6 mm figures; batteries whose howitzers are massed."""
Faults = Iterator[Problem]


def faults(row: Row) -> list[Problem]:
    """What is wrong with a row: the key, a sentence, the clause; nothing where it is legal."""
    own = custom.faults(row.kind, row.own_troops, row.own_battery, row.name)
    if own:
        return own
    known = (*GENERALS, *nations.kinds(), *nations.batteries(), custom.OWN_KIND)
    found = list(_known(row.kind, known, T("unit of the lists"), "kind", "NAP-ARM-01"))
    if found or row.is_general:
        return found
    if row.battery is not None:
        return [*_battery(row, row.battery), *_detachments(row)]
    assert row.troops is not None
    found = [*_troops(row, row.troops), *_sizes(row, row.troops)]
    return found or [*_even(row, row.troops), *_detachments(row)]


def _known(name: str, known: Collection[str], what: Text, key: str, clause: str) -> Faults:
    if name not in known:
        yield Problem(key, unknown("", key, what, name, list(known)).message, clause)


def _battery(row: Row, battery: Battery) -> Faults:
    """Models of the pieces that the list gives, as many as take the field at most (NAP-R02, NAP-R14, NAP-ORG-27)."""
    whole, most = battery.models(), sum(battery.usual().values())
    if row.combined and (not row.guns or set(row.guns) - set(HOWITZERS)):
        yield Problem("guns", T("only howitzers of several batteries are massed"), "NAP-ORG-27")
    for piece, n in row.guns.items():
        yield from _known(piece, whole, T("piece of this battery"), "guns", battery.clause)
        times = MOST_MASSED if row.combined else 1
        yield from bounded(n, 1, times * whole.get(piece, most), f"guns.{piece}", "NAP-R02")
    if row.guns and not row.combined:
        yield from bounded(sum(row.guns.values()), 1, most, "guns", "NAP-R02")
    crews = prices.table().crew["horse" if battery.horse else "foot"]
    yield from _known(row.battery_class, crews, T("class of gunners"), "class", "NAP-PTS-06")


def _troops(row: Row, kind: Kind) -> Faults:
    """A class that such troops can have, weapons that the list knows (NAP-ORG-29, NAP-ARM-11)."""
    classes = [c for c in "ABCDE" if c in prices.table().figure[nations.troops(kind, kind.sub[0]).row]]
    for key, cls in (("class", row.cls), ("training", row.training)):
        if cls:
            yield from _known(cls, classes, T("class of such troops"), key, "NAP-ORG-29")
    if row.weapon:
        yield from _known(row.weapon, kind.weapons, T("weapon of this unit"), "weapon", kind.clause)


def _sizes(row: Row, kind: Kind) -> Faults:
    """Sub-units and figures no more than listed, two figures in each at least (NAP-ARM-04, NAP-R14)."""
    for key, told in (("companies", row.companies), ("figures", row.figures)):
        for name in told:
            yield from _known(name, kind.kinds(), T("sub-unit of this unit"), f"{key}.{name}", kind.clause)
    for sub in kind.sub:
        most = max(sub.n, sub.most, MOST_COMBINED if row.combined else 0)
        n = row.companies.get(sub.kind, 0 if row.combined else sub.n)
        yield from bounded(n, 0, most, f"companies.{sub.kind}", "NAP-ARM-04")
        if sub.kind in row.figures:
            figures = row.figures[sub.kind]
            if isinstance(figures, int):
                bounds = (n * sub.fewest, n * sub.figures)
                yield from bounded(figures, *bounds, f"figures.{sub.kind}", "NAP-R14")
                continue
            if len(figures) != n:
                text = T("sub-units of this kind: {n}, not {told}", n=n, told=len(figures))
                yield Problem(f"figures.{sub.kind}", text, "NAP-ARM-04")
            for each in figures:
                yield from bounded(each, sub.fewest, sub.figures, f"figures.{sub.kind}", "NAP-R14")
    here = [s.kind for s in kind.sub if row.companies.get(s.kind, 0 if row.combined else s.n) > 0]
    if not here:
        yield Problem("companies", T("a unit needs at least one sub-unit"), "NAP-R14")
    if row.combined and len(here) > 1:
        yield Problem("companies", T("a combined unit has sub-units of one kind"), "NAP-ARM-03")
    yield from bounded(row.bases, 0, MOST_BASES, "bases", "NAP-MIC-03")


def _even(row: Row, kind: Kind) -> Faults:
    """Sub-units of a unit differ by one figure at most, unless the list has them different (NAP-ARM-05, NAP-R14)."""
    here, listed = companies(row), {s.kind: s for s in kind.sub}
    for size in {s.figures for s in kind.sub if not s.within}:
        found = [
            n
            for name in here
            if listed[name].figures == size and not listed[name].within
            for n in _each(row, name, len(here[name]), size)
        ]
        if found and max(found) - min(found) > 1:
            text = T("its sub-units have from {least} to {most} figures", least=min(found), most=max(found))
            yield Problem("figures", text, "NAP-ARM-05")


def _each(row: Row, name: str, n: int, size: int) -> tuple[int, ...]:
    """Figures of each sub-unit of a kind, those of an elite part of it among them."""
    told = row.figures.get(name, n * size)
    return shares(told, n) if isinstance(told, int) else told


def _detachments(row: Row) -> Faults:
    """No more detachments than sub-units that may be detached (NAP-ORG-12, NAP-ORG-26)."""
    yield from bounded(row.detachments, 0, spare(row), "detachments", "NAP-ORG-12")


class Army(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An army: ``order`` is its place among those on offer, ``year`` when it fights (NAP-ARM-08), 0 for whenever.

    ``sample`` are its ready lists, the smallest first; ``looks`` by code as what rows are drawn.
    """

    id: str
    name: str
    summary: str = ""
    order: int = 0
    nation: Nation = "other"
    year: int = 0
    unit: tuple[Row, ...] = ()
    sample: tuple[Sample, ...] = ()
    looks: dict[str, str] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows in the order of the file."""
        return self.unit


def checked(found: Army, file: str) -> Army:
    """The same army, if all of it is legal and all that it names is there. Raises DataError."""
    check, rows = Checks(file), {row.code: row for row in found.unit}
    generals = [row.code for row in found.unit if row.is_general]
    for key, row in check_rows(check, found.unit, faults):
        if row.brigade:
            check.known(f"{key}, brigade", T("general"), row.brigade, generals)
            check.refuse(_circle(row, rows), f"{key}, brigade", T("a general cannot be his own superior"))
    chiefs = [row.code for row in found.unit if row.kind == CHIEF]
    check.refuse(len(chiefs) > 1, "unit", T("an army has one commander-in-chief"))
    check_samples(check, found.sample, list(rows))
    return found


def _circle(row: Row, rows: dict[str, Row]) -> bool:
    seen, at = {row.code}, row.brigade
    while at:
        if at in seen:
            return True
        seen.add(at)
        at = rows[at].brigade if at in rows else ""
    return False


ARMIES = DATA.shelf("armies", T("army"), Army, checked)
"""The armies that come with the game."""
armies, load_army, read_army = ARMIES.all, ARMIES.load, ARMIES.read

OWN_ARMIES: OwnArmies[Army] = OwnArmies(RULESET_ID, ARMIES, lambda row: max(1, strength(row)), "kind", form=Form())
"""Armies of the players' own."""
