"""Composing an army: what a list costs, what is wrong with it, and the files in which players keep their own lists."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from game.engine.player_files import LIST, load, shown
from game.engine.text import TN, T, Text, Word
from game.engine.toml_reading import convert, parse, unknown
from game.kit.army.own import OwnArmies
from rulesets.warmaster_ancients.data_files import armies, checked, load_army, load_numbers
from rulesets.warmaster_ancients.data_scenario import Scenario
from rulesets.warmaster_ancients.data_types import (
    Army,
    CharacterProfile,
    Count,
    MountedProfile,
    Positive,
    Row,
    UnitProfile,
)


class Problem(msgspec.Struct, frozen=True):
    """Why a list is not allowed: the clause, a sentence with its numbers, and the code it speaks of ("" for all)."""

    clause: str
    text: Text
    code: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One unit or character of a mustered army: its id (``LEG-1``) and the row of the army list it was bought from."""

    id: str
    profile: UnitProfile | CharacterProfile


class ArmyList(msgspec.Struct, frozen=True):
    """A player's list: which army, its name, the agreed size (points) and how many of each code."""

    army: str
    name: str
    size: int
    counts: dict[str, int]


R = TypeVar("R", UnitProfile, CharacterProfile, MountedProfile)
OWN = OwnArmies(
    "WMA",
    Army,
    checked,
    lambda: {name: [row.code for row in load_army(name).rows] for name in armies()},
    lambda row: row.stands if isinstance(row, UnitProfile) else 1,
    "stands",
    ({"summary": "", "summary_pl": "", "sample": []}, {"clause": ""}),
)
"""Armies of the players' own."""


class _ArmyFile(Row, frozen=True, kw_only=True):
    army: str
    name: str = ""
    size: Positive
    counts: dict[str, Count]


def thousands(size: int) -> int:
    """Return how often minima and maxima count: once per full 1000 points of the agreed size, at least once.

    WMA-SET-03, WMA-R53, WMA-S40.

    >>> [thousands(size) for size in (500, 999, 1000, 1999, 2500)]
    [1, 1, 1, 1, 2]
    """
    return max(1, size // int(load_numbers()["full_points"].value))


def bounds(row: UnitProfile | CharacterProfile, size: int) -> tuple[int, int | None]:
    """Return the least and the greatest number of a row in an army of the agreed size; None is no limit."""
    times = 1 if row.per == "army" else thousands(size)
    return row.min * times, None if row.max is None else row.max * times


def cost(army: Army, counts: Mapping[str, int]) -> int:
    """Return what a list costs (WMA-SET-02). Codes the army does not have cost nothing."""
    return sum(row.points * max(0, counts.get(row.code, 0)) for row in army.rows)


def least_cost(size: int) -> int:
    """Return the least that an army of the agreed size costs, unless both players agree to less (WMA-S40).

    >>> least_cost(1000), least_cost(610)
    (950, 580)
    """
    percent = int(load_numbers()["least_percent"].value)
    return -(-size * percent // 100)


def muster(army: Army, counts: Mapping[str, int]) -> list[Entry]:
    """Return the units, then the characters of a list in the order of their ids (WMA-S03).

    >>> [entry.id for entry in muster(load_army("rome"), {"CONS": 1, "TRI": 1, "LEG": 2})]
    ['LEG-1', 'LEG-2', 'TRI-1', 'CONS-1']
    """
    return [Entry(f"{row.code}-{n}", row) for row in army.rows for n in range(1, counts.get(row.code, 0) + 1)]


def check_army(
    army: Army, counts: Mapping[str, int], size: int, scenario: Scenario | None = None, *, allow_shortfall: bool = False
) -> list[Problem]:
    """Find what is wrong with a list (WMA-SET-02 to 04, WMA-R53, WMA-S40); an allowed list has no problem.

    Parameters
    ----------
    army
        The army list it is bought from.
    counts
        How many of each code; codes left out are none.
    size
        Agreed size of this army (points), see :meth:`Scenario.size_for`.
    scenario
        Whose permission for small armies counts; one with fixed armies allows these alone (WMA-SET-07).
    allow_shortfall
        Both players have agreed to a cost below 95 percent of the size.
    """
    if scenario is not None and scenario.rosters:
        return _fixed(army, counts, scenario)
    found = [*_strange(army, counts), *_limits(army, counts, size), *_generals(army, counts)]
    total = cost(army, counts)
    if total > size:
        found.append(
            Problem(
                "WMA-S40",
                T(
                    "The army costs {total} points, {over} more than the agreed {size}.",
                    total=total,
                    over=total - size,
                    size=size,
                ),
            )
        )
    excused = allow_shortfall or (scenario is not None and scenario.allow_shortfall)
    least = least_cost(size)
    if total < least and not excused:
        percent = int(load_numbers()["least_percent"].value)
        found.append(
            Problem(
                "WMA-S40",
                T(
                    "The army costs {total} points; at least {least} are needed, {percent} percent of {size}, "
                    "unless both players agree to less.",
                    total=total,
                    least=least,
                    percent=percent,
                    size=size,
                ),
            )
        )
    return found


def check_sizes(scenario: Scenario, points: int) -> list[Problem]:
    """Find whether a scenario is made for a battle of that size (WMA-SET-05)."""
    if points in scenario.sizes:
        return []
    text = T(
        "{scenario} is made for {sizes} points, not for {points}.",
        scenario=Word(scenario.name),
        sizes=", ".join(str(s) for s in scenario.sizes),
        points=points,
    )
    return [Problem("WMA-SET-05", text)]


def recoded(army: Army, codes: Mapping[str, str]) -> Army:
    """The same army with other codes for some of its rows, samples included."""

    def named(rows: Iterable[R]) -> tuple[R, ...]:
        return tuple(replace(row, code=codes.get(row.code, row.code)) for row in rows)

    mounted = tuple(replace(m, of=codes.get(m.of, m.of)) for m in named(army.mounted))
    return replace(army, units=named(army.units), characters=named(army.characters), mounted=mounted)


def list_for(army: Army, size: int) -> dict[str, int]:
    """A list for an agreed size: the army's own sample where there is one, else one made in its proportions."""
    sample = army.sample(size)
    if sample is not None:
        return dict(sample.counts)
    model = army.sample(1000) or next(iter(army.samples), None)
    counts = {row.code: bounds(row, size)[0] for row in army.rows}
    for row in army.staff:
        if row.rank == "general":
            counts[row.code] = 1
    shares, of = (model.counts, model.size) if model else _even(army)
    wanted = {code: n * size / of for code, n in shares.items()}
    left = size - cost(army, counts)
    while True:
        open_rows = [
            row
            for row in army.rows
            if row.points <= left
            and counts[row.code] < (bounds(row, size)[1] or 10_000)
            and getattr(row, "rank", "") != "general"
            and wanted.get(row.code, 0) > 0
        ]
        if not open_rows:
            return {code: n for code, n in counts.items() if n}
        best = max(open_rows, key=lambda row: (wanted[row.code] - counts[row.code], row.points))
        counts[best.code] += 1
        left -= best.points


def _even(army: Army) -> tuple[dict[str, int], int]:
    """The proportions of an army that has no sample: the least of each row in a thousand points, at least one."""
    return {row.code: max(1, row.min) for row in army.rows}, 1000


def read_army(data: bytes, file: str) -> ArmyList:
    """Read a player's list from the bytes of its file. Raises DataError; whether it is allowed, check_army tells."""
    table = parse(data, file)
    found = convert(table, _ArmyFile, file)
    if found.army not in armies():
        raise unknown(file, "army", T("army"), found.army, armies())
    army = load_army(found.army)
    codes = [row.code for row in army.rows]
    for code in found.counts:
        if code not in codes:
            raise unknown(file, f"counts, {code}", T("code of {army}", army=army.name), code, codes)
    counts = {code: found.counts[code] for code in codes if found.counts.get(code)}
    return ArmyList(found.army, found.name or army.name, found.size, counts)


def load_army_file(path: Path) -> ArmyList:
    """Read a player's list. Raises DataError, also for a file that cannot be opened."""
    return read_army(load(path, LIST), shown(path))


def army_file_text(army_list: ArmyList) -> str:
    """Return the TOML of a player's list, as :func:`read_army` reads it."""
    rows = "".join(f"{code} = {count}\n" for code, count in army_list.counts.items() if count)
    head = f"army = {_quoted(army_list.army)}\nname = {_quoted(army_list.name)}\nsize = {army_list.size}\n"
    return f"{head}\n[counts]\n{rows}"


def _quoted(text: str) -> str:
    """Return a TOML string: JSON writes the same, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _fixed(army: Army, counts: Mapping[str, int], scenario: Scenario) -> list[Problem]:
    """Find where a list differs from the army that a historical battle fixes."""
    roster = next((r for r in scenario.rosters if r.army == army.id), None)
    if roster is None:
        text = T("{army} did not fight at {scenario}.", army=Word(army.name), scenario=Word(scenario.name))
        return [Problem("WMA-SET-07", text)]
    return [
        Problem(
            "WMA-SET-07",
            T(
                "{scenario} is fought with fixed armies: {right} of {code}, not {count}.",
                scenario=Word(scenario.name),
                right=roster.counts.get(code, 0),
                code=code,
                count=counts.get(code, 0),
            ),
            code,
        )
        for code in dict.fromkeys([*roster.counts, *sorted(counts)])
        if counts.get(code, 0) != roster.counts.get(code, 0)
    ]


def _strange(army: Army, counts: Mapping[str, int]) -> list[Problem]:
    """Find codes that the army does not have, and counts below zero."""
    codes = {row.code for row in army.rows}
    found = [
        Problem("WMA-SET-02", T("{army} has no troops called {code}.", army=Word(army.name), code=code), code)
        for code in sorted(counts)
        if code not in codes
    ]
    found += [
        Problem("WMA-SET-02", T("There cannot be {count} of {code}.", count=counts[code], code=code), code)
        for code in sorted(counts)
        if counts[code] < 0
    ]
    return found


def _limits(army: Army, counts: Mapping[str, int], size: int) -> list[Problem]:
    """Find rows below their minimum or above their maximum (WMA-SET-03)."""
    found = []
    for row in army.rows:
        if isinstance(row, CharacterProfile) and row.rank == "general":
            continue
        family = army.family(row.code)
        if row.code != family[0]:
            continue
        count = sum(max(0, counts.get(code, 0)) for code in family)
        least, most = bounds(row, size)
        if count < least:
            text = TN(
                "{name}: {count} chosen, at least {n} is needed in an army of {size} points.",
                "{name}: {count} chosen, at least {n} are needed in an army of {size} points.",
                least,
                name=Word(row.name),
                count=count,
                size=size,
            )
            found.append(Problem("WMA-SET-03", text, row.code))
        elif most is not None and count > most:
            text = TN(
                "{name}: {count} chosen, at most {n} is allowed in an army of {size} points.",
                "{name}: {count} chosen, at most {n} are allowed in an army of {size} points.",
                most,
                name=Word(row.name),
                count=count,
                size=size,
            )
            found.append(Problem("WMA-SET-03", text, row.code))
    return found


def _generals(army: Army, counts: Mapping[str, int]) -> list[Problem]:
    """Find armies that have not exactly one General."""
    generals = [row for row in army.staff if row.rank == "general"]
    number = sum(counts.get(row.code, 0) for row in generals)
    if number == 1:
        return []
    row = generals[0]
    return [Problem(row.clause, T("An army has exactly one General, this one has {count}.", count=number), row.code)]
