"""Army lists: what an army may field for its points, and what is wrong with a list (WAB-S33, WAB-S34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.engine.ruleset import ArmyEntry, CardRow, Problem
from game.engine.text import Length, T, Text, Word
from game.kit.muster.lists import cost
from game.kit.muster.own import OwnArmies
from game.kit.shown.words import measured, needed, number
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import Profile, of_row
from rulesets.ancient_battles.data_files import NUMBERS, Army, UnitRow
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.own import Order

SAMPLE = NUMBERS.sample.value
"""Points of the sample armies: one unit of every row."""


OWN: OwnArmies[Army] = OwnArmies(
    "WAB", data_files.ARMIES, lambda row: row.models, "arm", ({"summary": ""}, {"clause": ""})
)
"""Armies of the players' own."""


TRAITS: dict[str, tuple[Text, str]] = {
    "stubborn": (T("Stubborn: gives ground once instead of breaking"), "WAB-STB-02"),
    "frenzy": (T("Frenzy: must charge and pursue, one extra attack, never panics"), "WAB-FRZ-01"),
    "fear": (T("Causes Fear"), "WAB-FEA-01"),
    "terror": (T("Causes Terror"), "WAB-TRR-02"),
    "large": (T("Large target"), "WAB-SHT-13"),
}


ORDERS: dict[Order, Text] = {"close": T("close order"), "open": T("open order"), "skirmish": T("skirmish")}


def command_group(row: UnitRow) -> Text | None:
    """The standard, the musician, and what a character is; None where there is nothing of it."""
    group = [T("standard")] if row.standard else []
    group += [T("musician")] if row.musician else []
    if row.character in ("general", "standard"):
        group.append(T("General") if row.character == "general" else T("battle standard"))
    return T("{group}", group=group) if group else None


def bounds(row: UnitRow, size: int) -> tuple[int, int]:
    """Least and most units of a row in an army of so many points: its own bounds, more of what is no character."""
    if row.character:
        return row.least, row.most
    share = max(1, -(-size // SAMPLE))
    return row.least if size >= SAMPLE else min(row.least, 1), row.most * share


def entry(row: UnitRow, army: Army, size: int, sample: int) -> ArmyEntry:
    """A row of the army composer."""
    least, most = bounds(row, size)
    told = (CardRow(T("Models"), number(row.models)), *profile_rows(of_row(row, army.id)))
    shown = tuple((one.label, one.value) for one in told)
    return ArmyEntry(row.code, row.name, row.points, least, most, sample, shown, row.models, _clauses(row))


def _clauses(row: UnitRow) -> tuple[str, ...]:
    """The clauses of what a row is armed with and of what is special about it, then of its army."""
    found = [clause for piece in row.armour for clause in data_files.armours()[piece].clauses]
    if row.weapon:
        found += data_files.weapons()[row.weapon].clauses
    found += [TRAITS[trait][1] for trait in row.traits]
    if row.hates:
        found.append("WAB-HAT-01")
    return tuple(clause for clause in dict.fromkeys([*found, row.clause]) if clause)


def profile_rows(kind: Profile) -> Iterator[CardRow]:
    """What the row of a unit says of it, for its card and for the composer, each with its clause."""
    row, stats = kind.row, kind.row.profile
    rate = charts.movement_rate(kind)
    order = ORDERS[row.order] if not row.character else T("character")
    blows = stats.a + int(row.two_weapons)
    yield CardRow(T("Type"), T("{arm}, {order}", arm=Word(kind.arm.name), order=order), row.clause)
    yield CardRow(T("Movement"), measured(rate.total), "WAB-ARM-14", rate)
    yield CardRow(T("Charge"), measured(NUMBERS.charge_rate.value * rate.total), "WAB-CHG-01")
    yield CardRow(T("Weapon Skill, Ballistic Skill"), T("{ws}, {bs}", ws=stats.ws, bs=stats.bs), row.clause)
    yield CardRow(T("Strength, Toughness"), T("{s}, {t}", s=stats.s, t=stats.t), row.clause)
    yield CardRow(T("Wounds, Initiative, Attacks"), T("{w}, {i}, {a}", w=stats.w, i=stats.i, a=blows))
    yield CardRow(T("Leadership"), number(stats.ld), row.clause)
    if row.armour:
        pieces = [data_files.armours()[piece] for piece in row.armour]
        yield CardRow(T("Armour"), T("{names}", names=[Word(one.name) for one in pieces]), pieces[0].clauses[0])
    yield from _saves(kind)
    if row.weapon:
        weapon = data_files.weapons()[row.weapon]
        said = T("{weapon}, {range}", weapon=Word(weapon.name), range=Length(inch(weapon.range)))
        yield CardRow(T("Missile weapon"), said, weapon.clauses[0])
    if (group := command_group(row)) is not None:
        yield CardRow(T("Command"), group, row.clause)
    yield from (CardRow(T("Special"), *TRAITS[trait]) for trait in row.traits)
    if row.hates:
        hated = [Word(data_files.load_army(a).name) for a in row.hates]
        yield CardRow(T("Hates"), T("{armies}", armies=hated), "WAB-HAT-01")


def _saves(kind: Profile) -> list[CardRow]:
    """Saves in close combat and against missiles, one row where they are the same; those from the front."""
    blow, shot = charts.save(kind, "melee"), charts.save(kind, "missile")
    rows = [(T("Save in close combat"), blow), (T("Save against missiles"), shot)]
    if blow.total == shot.total:
        rows = [(T("Save"), blow)]
    faces = {n: needed(n) for n in range(1, 7)}
    return [CardRow(label, faces.get(charts.save_need(s.total), T("none")), "WAB-ARM-13", s) for label, s in rows]


def list_for(army: Army, size: int) -> dict[str, int]:
    """A list for an agreed size: one of each row, thinned or filled up; the armies on offer are so whole at SAMPLE."""
    counts = {row.code: 1 for row in army.units}
    left = size - cost(army, counts)
    while left < 0 and (spare := [r for r in army.units if counts[r.code] > bounds(r, size)[0]]):
        row = min(spare, key=lambda r: (r.character == "", -r.points))
        counts[row.code] -= 1
        left += row.points
    troops = [r for r in army.units if not r.character and (size > SAMPLE or army.id not in data_files.armies())]
    while more := [r for r in troops if r.points <= left and counts[r.code] < bounds(r, size)[1]]:
        row = min(more, key=lambda r: (counts[r.code], -r.points))
        counts[row.code] += 1
        left -= row.points
    return {code: n for code, n in counts.items() if n}


def check(army: Army, counts: Mapping[str, int], size: int, where: str) -> list[Problem]:
    """What is wrong with a list."""
    rows = {row.code: row for row in army.units}
    found: list[Problem] = []
    for code, row in rows.items():
        least, most = bounds(row, size)
        n = counts.get(code, 0)
        if not least <= n <= most:
            text = T("{unit}: from {least} to {most}, not {n}", unit=Word(row.name), least=least, most=most, n=n)
            found.append(Problem(f"{where}.{code}", text, row.clause))
    total = cost(army, counts)
    if total > size:
        text = T("The list costs {points} points, {over} too many", points=total, over=total - size)
        found.append(Problem(where, text, "WAB-S33"))
    return found


def muster(army: Army, counts: Mapping[str, int]) -> Iterator[tuple[UnitRow, str]]:
    """The units of a list with their ids in the order of the army list (WAB-S30)."""
    for row in army.units:
        for n in range(1, counts.get(row.code, 0) + 1):
            yield row, f"{row.code}{n if n > 1 else ''}"
