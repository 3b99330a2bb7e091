"""Army lists: what an army may field for its points, and what is wrong with a list (WAB-S33, WAB-S34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.engine.ruleset import ArmyEntry, Problem
from game.engine.text import T, Text, Word
from game.kit.muster.own import OwnArmies
from game.kit.shown.words import measured, number
from rulesets.ancient_battles import data_files
from rulesets.ancient_battles.army import charts
from rulesets.ancient_battles.army.profiles import of_row, profiles
from rulesets.ancient_battles.data_files import NUMBERS, Army, UnitRow

SAMPLE = NUMBERS.sample.value
"""Points of the sample armies: one unit of every row."""


OWN = OwnArmies(
    "WAB",
    Army,
    data_files.checked,
    lambda: {army: [code for code, p in profiles().items() if p.army == army] for army in data_files.armies()},
    lambda row: row.models,
    "arm",
    ({"summary": "", "summary_pl": ""}, {"clause": ""}),
)
"""Armies of the players' own."""


TRAITS: dict[str, tuple[Text, str]] = {
    "stubborn": (T("Stubborn: gives ground once instead of breaking"), "WAB-STB-02"),
    "frenzy": (T("Frenzy: must charge and pursue, one attack more, never panics"), "WAB-FRZ-01"),
    "fear": (T("Causes Fear"), "WAB-FEA-01"),
    "terror": (T("Causes Terror"), "WAB-TRR-02"),
    "large": (T("Large target"), "WAB-SHT-13"),
}


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
    return ArmyEntry(row.code, row.name, row.points, least, most, sample, _rows(row), row.models, _clauses(row))


def _clauses(row: UnitRow) -> tuple[str, ...]:
    """The clauses of what a row is armed with and of what is special about it, then of its army."""
    found = [clause for piece in row.armour for clause in data_files.armours()[piece].clauses]
    if row.weapon:
        found += data_files.weapons()[row.weapon].clauses
    found += [TRAITS[trait][1] for trait in row.traits]
    if row.hates:
        found.append("WAB-HAT-01")
    return tuple(clause for clause in dict.fromkeys([*found, row.clause]) if clause)


def _rows(row: UnitRow) -> tuple[tuple[Text, Text], ...]:
    model = of_row(row)
    p = row.profile
    found = [
        (T("Type"), Text(model.arm.name)),
        (T("Models"), number(row.models)),
        (T("Move"), measured(charts.movement_rate(model).total)),
        (T("WS / BS"), T("{a} / {b}", a=p.ws, b=p.bs)),
        (T("S / T / W"), T("{a} / {b} / {c}", a=p.s, b=p.t, c=p.w)),
        (T("I / A / Ld"), T("{a} / {b} / {c}", a=p.i, b=p.a, c=p.ld)),
    ]
    if row.armour:
        found.append((T("Armour"), T("{names}", names=[Word(data_files.armours()[a].name) for a in row.armour])))
    if row.weapon:
        found.append((T("Missiles"), Text(data_files.weapons()[row.weapon].name)))
    found += [(T("Command"), group)] if (group := command_group(row)) is not None else []
    found += [(T("Special"), TRAITS[trait][0]) for trait in row.traits]
    if row.hates:
        found.append((T("Hates"), T("{armies}", armies=[Word(data_files.load_army(a).name) for a in row.hates])))
    return tuple(found)


def cost(army: Army, counts: Mapping[str, int]) -> int:
    """Points of a list."""
    return sum(row.points * counts.get(row.code, 0) for row in army.units)


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
    for code, n in counts.items():
        if code not in rows:
            known = ", ".join(rows)
            text = T("{army} has no unit {code}; known are: {known}", army=Word(army.name), code=code, known=known)
            found.append(Problem(f"{where}.{code}", text, "WAB-S33"))
        elif n < 0:
            found.append(Problem(f"{where}.{code}", T("a number of units is not negative"), "WAB-S33"))
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
