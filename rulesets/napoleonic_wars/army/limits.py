"""What a list may hold for the points agreed, the usual list for a size, and the recommended shares of it.

NAP-ARM-03, NAP-ARM-04, NAP-ARM-08 to -10, NAP-PTS-08, NAP-CMD-01, NAP-R14, NAP-S38.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from game.engine.lists import Limit
from game.engine.numbers import NumberFile
from game.engine.ruleset import Problem
from game.engine.text import T, Word
from game.kit.muster.lists import taken
from rulesets.napoleonic_wars.army.data_army import Army
from rulesets.napoleonic_wars.army.rows import USUAL, Row, Terms, companies, models, points, subs
from rulesets.napoleonic_wars.data_files import PACKAGE

_NUMBERS = NumberFile(PACKAGE, "numbers_army.toml")
number, whole = _NUMBERS.number, _NUMBERS.whole
"""A number of this chapter."""
Options = Mapping[str, Any]
Counts = Mapping[str, int]


class Spent(msgspec.Struct, frozen=True):
    """What a list costs, generals apart, and on what (NAP-ARM-10)."""

    points: int = 0
    generals: int = 0
    cavalry: int = 0
    infantry: int = 0
    light: int = 0
    guns: int = 0


def spent(army: Army, counts: Counts, terms: Terms = USUAL) -> Spent:
    """What a list costs; infantry without command points, of it light companies and battalions (NAP-ARM-10)."""
    found: Counter[str] = Counter()
    for row, n in taken(army.unit, counts):
        cost = n * points(row, terms)
        if row.is_general:
            found["generals"] += cost
            continue
        found["points"] += cost
        if row.battery is not None:
            found["guns"] += n * len(models(row, terms))
        elif row.troops is not None and row.troops.arm == "horse":
            found["cavalry"] += cost
        else:
            here = subs(row, terms)
            found["infantry"] += n * sum(s.figures * s.points for s in here)
            found["light"] += n * sum(s.figures * s.points for s in here if s.light)
    return Spent(**found)


def limits(army: Army, counts: Counts, limit: int, terms: Terms = USUAL) -> tuple[Limit, ...]:
    """What is limited in a list, points first, and how much of it there is."""
    has = spent(army, counts, terms)
    return (
        Limit(T("Points"), has.points, None, limit, "NAP-ARM-10"),
        Limit(T("Points of generals"), has.generals, None, None, "NAP-PTS-08"),
        Limit(T("Gun models"), has.guns, None, whole("gun_models"), "NAP-ARM-10"),
        Limit(T("Points of cavalry"), has.cavalry, None, int(limit * number("cavalry_share")), "NAP-ARM-10"),
        Limit(T("Points of light infantry"), has.light, None, int(has.infantry * number("light_share")), "NAP-ARM-10"),
    )


def check(army: Army, counts: Counts, limit: int, options: Options, where: str, terms: Terms = USUAL) -> list[Problem]:
    """What is wrong with a list, each with its reason and clause; what is only recommended is not fatal."""
    found: list[Problem] = []
    cost, *shares = limits(army, counts, limit, terms)
    if not cost.kept:
        text = T("The army costs {n} points; {limit} are allowed. Remove units or figures.", n=cost.have, limit=limit)
        found.append(Problem(f"{where}.counts", text, cost.clause))
    for one in shares:
        if not one.kept:
            text = T("{what}: {n}; at most {most} recommended", what=one.label, n=one.have, most=one.most or 0)
            found.append(Problem(f"{where}.counts", text, one.clause, fatal=False))
    if not any(not row.is_general for row, _ in taken(army.unit, counts)):
        found.append(Problem(f"{where}.counts", T("The list is empty. Add at least one unit."), "NAP-ARM-02"))
    for row, n in taken(army.unit, counts):
        found += [Problem(f"{where}.counts.{row.code}", p.text, p.clause, p.fatal) for p in _row(row, n, options)]
    of_all = (*_combined(army, counts), *_years(army, counts))
    return [*found, *(Problem(f"{where}.counts", p.text, p.clause, p.fatal) for p in of_all)]


def _row(row: Row, n: int, options: Options) -> Iterator[Problem]:
    """Generals once, batteries as often as the list has them, units not too weak (NAP-ARM-04, NAP-R14)."""
    name = Word(row.name)
    if row.is_general and n > 1:
        yield Problem("", T("{unit}: a brigade has one general", unit=name), "NAP-ARM-09")
    battery = row.battery
    if battery is not None and 0 < battery.most * (2 if battery.halves else 1) < n:
        yield Problem("", T("{unit}: too many; at most {most} per army", unit=name, most=battery.most), battery.clause)
    if row.troops is None:
        return
    here = companies(row)
    have = sum(map(len, here.values()))
    if have < row.troops.fewest and not row.combined and not options.get("small_units"):
        text = T(
            "{unit}: too few sub-units, {n}; at least {least} must be fielded",
            unit=name,
            n=have,
            least=row.troops.fewest,
        )
        yield Problem("", text, "NAP-R14")
    for sub in row.troops.sub:
        if not sub.within and any(2 * n < sub.figures for n in here.get(sub.kind, ())):
            yield Problem("", T("{unit}: fewer than half of the listed figures", unit=name), "NAP-ARM-04", fatal=False)


def _combined(army: Army, counts: Counts) -> Iterator[Problem]:
    """Companies of combined units, massed howitzers are missing where they come from (NAP-ARM-03, NAP-ORG-27)."""
    listed: Counter[tuple[str, str]] = Counter()
    here: Counter[tuple[str, str]] = Counter()
    for row, n in taken(army.unit, counts):
        fields = _fields(row)
        for part, most in _most(row).items():
            listed[row.kind, part] += 0 if row.combined else n * max(most, fields.get(part, 0))
            here[row.kind, part] += n * fields.get(part, 0)
    for row, _ in taken(army.unit, counts):
        if not row.combined or all(here[row.kind, part] <= listed[row.kind, part] for part in _fields(row)):
            continue
        if row.battery is None:
            text = T("{unit}: no battalion in the list lacks the companies it is made of", unit=Word(row.name))
            yield Problem("", text, "NAP-ARM-03")
        else:
            text = T("{unit}: no battery in the list lacks the howitzers it is made of", unit=Word(row.name))
            yield Problem("", text, "NAP-ORG-27")


def _most(row: Row) -> dict[str, int]:
    """Sub-units or models that the list gives a row, by kind."""
    if row.battery is not None:
        return {str(piece): n for piece, n in row.battery.models().items()}
    return {s.kind: s.n for s in row.troops.sub} if row.troops is not None else {}


def _fields(row: Row) -> dict[str, int]:
    """Those that take the field."""
    if row.battery is not None:
        return Counter(str(piece) for piece, _ in models(row))
    return {kind: len(sizes) for kind, sizes in companies(row).items()} if row.troops is not None else {}


def _years(army: Army, counts: Counts) -> Iterator[Problem]:
    """Units of different periods should not be mixed (NAP-ARM-08)."""
    found = [(row, row.troops or row.battery) for row, _ in taken(army.unit, counts)]
    spans = [(row, kind.years) for row, kind in found if kind is not None]
    first = max((years[0] for _, years in spans), default=0)
    last = min((years[1] for _, years in spans), default=0)
    if army.year:
        wrong = [row for row, (a, b) in spans if not a <= army.year <= b]
    else:
        wrong = [row for row, (a, _) in spans if a == first] if first > last else []
    if wrong:
        text = T("{unit}: from a different period than the others", unit=Word(wrong[0].name))
        yield Problem("", text, "NAP-ARM-08", fatal=False)


def list_for(army: Army, size: int) -> dict[str, int]:
    """A list for an agreed size: the largest ready one that it allows, filled up with foot; without one what fits."""
    first = army.sample[0].counts if army.sample else {row.code: 1 for row in army.unit}
    counts = Counter(next((s.counts for s in reversed(army.sample) if s.points <= size), first))
    while over := [n for n, one in enumerate(limits(army, counts, size)) if not one.kept]:
        # what there is most of goes first, the last of the list; too many horse or light foot before all others
        here = [(counts[row.code], k, row) for k, row in enumerate(army.unit) if counts[row.code]]
        counts[max(one for one in here if _limited(one[2], over[-1]))[2].code] -= 1
    _fill(army, counts, size)
    return {row.code: counts[row.code] for row in army.unit if counts[row.code]}


def _limited(row: Row, limit: int) -> bool:
    """Whether fewer of a row are less of what the limit of this number is of."""
    if row.troops is None:
        return row.battery is not None and limit in (0, 2)
    of_horse = row.troops.arm == "horse"
    return limit == 0 or (limit == 3 and of_horse) or (limit == 4 and not of_horse and any(s.light for s in subs(row)))


def _fill(army: Army, counts: Counter[str], size: int) -> None:
    """Foot that the list has already, as long as it fits and nothing is too much."""
    foot = [row for row in army.unit if counts[row.code] and row.troops is not None and row.troops.arm == "foot"]
    more = True
    while more:
        more = False
        for row in foot:
            if all(one.kept for one in limits(army, counts + Counter([row.code]), size)):
                counts[row.code] += 1
                more = True
