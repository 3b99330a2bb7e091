"""A unit as the composer shows it: what it is, its profile, what it carries and what that does, what it costs.

USB-STA-01, USB-PTS-08, USB-EQP-04, USB-MON-03, USB-MON-14, USB-HRO-01, USB-HRO-05, USB-SPC-02, USB-MAG-01.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from game.engine.ruleset import ArmyEntry
from game.engine.text import T, Text, Word
from game.kit.shown.words import measured, number
from rulesets.universal_battle.army.data_army import Army
from rulesets.universal_battle.army.items import Item, item, kinds, specialisations
from rulesets.universal_battle.army.limits import limits_for
from rulesets.universal_battle.army.rows import Mount, Row, great_points, magic_points, model, model_points
from rulesets.universal_battle.own import ModelOwn

Shown = tuple[Text, Text]


def profile(of: ModelOwn) -> Text:
    """Hit, Initiative, Tough, Standfast in this order: "4+, 1, 4+, 1" (USB-STA-01)."""
    return T("{h}+, {i}, {t}+, {s}", h=of.hit, i=of.initiative, t=of.tough, s=of.standfast)


def effect(one: Item) -> Text:
    """What an item does, in a few words."""
    found = [measured(one.reach)] if one.ranged else []
    found += [T("on the charge +{n} to Hit", n=one.hit)] if one.lance else []
    found += [T("enemy's Tough {n}", n=one.tough)] if one.tough else []
    found += [T("dice per point of Initiative: {n}", n=one.dice)] if one.dice > 1 else []
    found += [T("D{n} Standfast per wound", n=int(one.damage[1:]))] if one.damage != "1" else []
    found += [T("strikes simultaneously when charged")] if one.pole else []
    found += [T("re-rolls failed saves in melee")] if one.slot == "shield" else []
    found += [T("carries infantry")] if one.slot == "cargo" else []
    return T("{effects}", effects=found) if found else T("no effect")


def _carried(names: Iterable[str], *, costly: bool = False) -> Iterator[Shown]:
    for name, n in Counter(names).items():
        one = item(name)
        shield = costly and one.slot == "shield"
        done = T("re-rolls failed saves in melee, at the cost of its blows") if shield else effect(one)
        yield (T("{n} × {name}", n=n, name=Word(one.name)) if n > 1 else Text(one.name)), done


def _names(of: Iterable[str]) -> Text:
    return T("{names}", names=[Word(specialisations()[name].name) for name in of])


def _what(row: Row) -> Text:
    """Rank or category, and class."""
    kind = T("monster or machine") if row.kind == "monster" else Text(kinds().classes[row.arm].name)
    alike = [r for r in kinds().ranks.values() if (r.hit, r.tough) == (row.hit, row.tough)]
    rank = kinds().categories[row.category] if row.category else next(iter(alike), None)
    return T("{rank}, {kind}", rank=Word(rank.name), kind=kind) if rank is not None else kind


def rows(row: Row, army: Army) -> Iterator[Shown]:
    """All that there is to say of a unit."""
    yield T("Type"), _what(row)
    yield T("Models"), number(row.models)
    yield T("Profile"), profile(model(row))
    yield from _great(row) if row.kind == "monster" else _carried(row.carried, costly=True)
    if row.kind == "troops":
        yield T("Price"), T("{n} × {price}", n=row.models, price=model_points(row))
    if row.leaders:
        yield T("Leaders"), T("1 inch farther, and 1s to hit re-rolled in the first melee")
    if row.specialists:
        special = item("special")
        yield T("{n} × {name}", n=row.specialists, name=Word(special.name)), effect(special)
    if row.specialisations:
        yield T("Specialisations"), _names(row.specialisations)
    if row.category:
        yield from _heroic(row)
    yield from ((T("Begins with"), Text(one.name)) for one in army.unit if one.code == row.starts)
    if row.summary:
        yield T("About it"), Text(row.summary)


def _great(great: Row | Mount) -> Iterator[Shown]:
    """Growth and items of a monster, machine or mount."""
    yield T("Growth steps"), number(great.growth) if great.growth else T("none: it cannot move")
    yield from _carried(great.items)


def _heroic(row: Row) -> Iterator[Shown]:
    """Power Points, magic, mount."""
    category = row.rank
    yield T("Power Points"), number(category.power)
    if row.magic:
        yield T("Magic"), T("{n} of {most} points", n=magic_points(row), most=category.price)
        yield from _carried(row.magic)
    if row.mount is not None:
        yield T("Rider"), T("{h}+, {i}", h=category.hit, i=category.initiative)
        yield T("Mount"), T("{n} points", n=great_points(row.mount))
        yield from _great(row.mount)
        if row.mount.specialisations:
            yield T("Specialisations of the mount"), _names(row.mount.specialisations)


def _clauses(row: Row) -> tuple[str, ...]:
    """The clauses of what it is, and of all that it has bought."""
    bought = [*row.carried, *(row.great.items if row.great is not None else ()), *row.magic]
    kinds = ["USB-HRO-01"] * bool(row.category) + ["USB-MON-03"] * (row.great is not None)
    found = [*(kinds or ["USB-PTS-09"]), *(item(name).clause for name in bought)]
    found += ["USB-LDR-01"] * row.leaders + ["USB-LDR-02"] * bool(row.specialists)
    return tuple(dict.fromkeys([*found, *(specialisations()[name].clause for name in row.specialisations)]))


def entry(row: Row, army: Army, size: int, sample: int = 0) -> ArmyEntry:
    """A row for the composer."""
    allowed = limits_for(size)
    most = min(size // max(1, row.points), allowed.heroes if row.kind == "hero" else allowed.activations)
    return ArmyEntry(row.code, row.name, row.points, 0, most, sample, tuple(rows(row, army)), row.models, _clauses(row))
