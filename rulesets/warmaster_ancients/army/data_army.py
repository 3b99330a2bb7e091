"""Composing an army: what a list costs, what is wrong with it, a list for a size, and what its rows show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from game.engine.ruleset import ArmyEntry, CardRow
from game.engine.text import TN, T, Text, Word
from game.kit.muster.lists import cost
from game.kit.muster.own import OwnArmies
from game.kit.shown.words import measured, needed, number
from rulesets.warmaster_ancients.army.profiles import Profile, of_row
from rulesets.warmaster_ancients.data_files import (
    ARMIES,
    Scenario,
    load_characters,
    load_specials,
    load_troops,
)
from rulesets.warmaster_ancients.data_types import Army, ArmyRow, CharacterProfile, UnitProfile
from rulesets.warmaster_ancients.measures import count


class Problem(msgspec.Struct, frozen=True):
    """Why a list is not allowed: the clause, a sentence with its numbers, and the code it speaks of ("" for all)."""

    clause: str
    text: Text
    code: str = ""


class Entry(NamedTuple):
    """One unit or character of a mustered army: the row of the army list it was bought from, and its id (``LEG-1``)."""

    profile: ArmyRow
    id: str


OWN: OwnArmies[Army] = OwnArmies(
    "WMA",
    ARMIES,
    lambda row: row.stands if isinstance(row, UnitProfile) else 1,
    "stands",
    ({"summary": "", "sample": []}, {"clause": ""}),
)
"""Armies of the players' own."""


def thousands(size: int) -> int:
    """How often minima and maxima count: once per full 1000 points of the agreed size, at least once.

    WMA-SET-03, WMA-R53, WMA-S40.

    >>> [thousands(size) for size in (500, 999, 1000, 1999, 2500)]
    [1, 1, 1, 1, 2]
    """
    return max(1, size // count("full_points"))


def bounds(row: ArmyRow, size: int) -> tuple[int, int | None]:
    """The least and the greatest number of a row in an army of the agreed size; None is no limit."""
    times = 1 if row.per == "army" else thousands(size)
    return row.min * times, None if row.max is None else row.max * times


def is_general(row: ArmyRow) -> bool:
    """Whether a row is that of a General."""
    return isinstance(row, CharacterProfile) and row.rank == "general"


def least_cost(size: int) -> int:
    """The least that an army of the agreed size costs, unless both players agree to less (WMA-S40).

    >>> least_cost(1000), least_cost(610)
    (950, 580)
    """
    return -(-size * count("least_percent") // 100)


def muster(army: Army, counts: Mapping[str, int]) -> list[Entry]:
    """The units, then the characters of a list in the order of their ids (WMA-S03).

    >>> [entry.id for entry in muster(load_army("rome"), {"CONS": 1, "TRI": 1, "LEG": 2})]
    ['LEG-1', 'LEG-2', 'TRI-1', 'CONS-1']
    """
    return [Entry(row, f"{row.code}-{n}") for row in army.rows for n in range(1, counts.get(row.code, 0) + 1)]


def check_army(
    army: Army, counts: Mapping[str, int], size: int, scenario: Scenario | None = None, *, allow_shortfall: bool = False
) -> list[Problem]:
    """Find what is wrong with a list (WMA-SET-02 to 04, WMA-R53, WMA-S40); an allowed list has no problem.

    ``size`` is that of this army (points, :meth:`Scenario.size_for`); a ``scenario`` with fixed armies allows these
    alone (WMA-SET-07). ``allow_shortfall``: both players have agreed to a cost below 95 percent of the size.
    """
    if scenario is not None and scenario.rosters:
        return _fixed(army, counts, scenario)
    found = [*_limits(army, counts, size), *_generals(army, counts)]
    total, least = cost(army, counts), least_cost(size)
    told = {"total": total, "size": size}
    if total > size:
        text = T("The army costs {total} points, {over} more than the agreed {size}.", **told, over=total - size)
        found.append(Problem("WMA-S40", text))
    excused = allow_shortfall or (scenario is not None and scenario.allow_shortfall)
    if total < least and not excused:
        told |= {"least": least, "percent": count("least_percent")}
        text = T(
            "The army costs {total} points; at least {least} are needed, {percent} percent of {size}, "
            "unless both players agree to less.",
            **told,
        )
        found.append(Problem("WMA-S40", text))
    return found


def check_sizes(scenario: Scenario, points: int) -> list[Problem]:
    """Find whether a scenario is made for a battle of that size (WMA-SET-05)."""
    if points in scenario.sizes:
        return []
    name, sizes = Word(scenario.name), ", ".join(map(str, scenario.sizes))
    text = T("{scenario} is made for {sizes} points, not for {points}.", scenario=name, sizes=sizes, points=points)
    return [Problem("WMA-SET-05", text)]


def list_for(army: Army, size: int) -> dict[str, int]:
    """A list for an agreed size: the army's own sample where there is one, else one made in its proportions."""
    sample = army.sample(size)
    if sample is not None:
        return dict(sample.counts)
    model = army.sample(1000) or next(iter(army.samples), None)
    counts = {row.code: bounds(row, size)[0] for row in army.rows}
    counts.update({row.code: 1 for row in army.staff if is_general(row)})
    # without a sample, the least of each row in a thousand points, at least one
    shares, of = (model.counts, model.size) if model else ({row.code: max(1, row.min) for row in army.rows}, 1000)
    wanted = {code: n * size / of for code, n in shares.items()}
    left = size - cost(army, counts)

    def more(row: ArmyRow) -> bool:
        """Whether the list may hold one more of a row."""
        room = counts[row.code] < (bounds(row, size)[1] or 10_000)
        return row.points <= left and room and not is_general(row) and wanted.get(row.code, 0) > 0

    while open_rows := [row for row in army.rows if more(row)]:
        best = max(open_rows, key=lambda row: (wanted[row.code] - counts[row.code], row.points))
        counts[best.code] += 1
        left -= best.points
    return {code: n for code, n in counts.items() if n}


def _fixed(army: Army, counts: Mapping[str, int], scenario: Scenario) -> list[Problem]:
    """Find where a list differs from the army that a historical battle fixes."""
    roster = next((r for r in scenario.rosters if r.army == army.id), None)
    if roster is None:
        text = T("{army} did not fight at {scenario}.", army=Word(army.name), scenario=Word(scenario.name))
        return [Problem("WMA-SET-07", text)]
    found = []
    for code in dict.fromkeys([*roster.counts, *sorted(counts)]):
        told = {"right": roster.counts.get(code, 0), "code": code, "count": counts.get(code, 0)}
        if told["count"] != told["right"]:
            fixed = Word(scenario.name)
            text = T("{scenario} is fought with fixed armies: {right} of {code}, not {count}.", scenario=fixed, **told)
            found.append(Problem("WMA-SET-07", text, code))
    return found


def _limits(army: Army, counts: Mapping[str, int], size: int) -> list[Problem]:
    """Find rows below their minimum or above their maximum (WMA-SET-03)."""
    found = []
    for row in army.rows:
        family = army.family(row.code)
        if is_general(row) or row.code != family[0]:
            continue
        chosen = sum(max(0, counts.get(code, 0)) for code in family)
        least, most = bounds(row, size)
        said = {"name": Word(row.name), "count": chosen, "size": size}
        if chosen < least:
            text = TN(
                "{name}: {count} chosen, at least {n} is needed in an army of {size} points.",
                "{name}: {count} chosen, at least {n} are needed in an army of {size} points.",
                least,
                **said,
            )
            found.append(Problem("WMA-SET-03", text, row.code))
        elif most is not None and chosen > most:
            text = TN(
                "{name}: {count} chosen, at most {n} is allowed in an army of {size} points.",
                "{name}: {count} chosen, at most {n} are allowed in an army of {size} points.",
                most,
                **said,
            )
            found.append(Problem("WMA-SET-03", text, row.code))
    return found


def _generals(army: Army, counts: Mapping[str, int]) -> list[Problem]:
    """Find armies that have not exactly one General."""
    generals = [row for row in army.staff if is_general(row)]
    number = sum(counts.get(row.code, 0) for row in generals)
    if number == 1:
        return []
    row = generals[0]
    return [Problem(row.clause, T("An army has exactly one General; this one has {count}.", count=number), row.code)]


def entry(row: ArmyRow, army: Army, size: int, sample: int) -> ArmyEntry:
    """A row with its bounds for an agreed size (WMA-SET-03)."""
    least, most = (1, 1) if is_general(row) else bounds(row, size)
    kind = of_row(row, army.id)
    shown = tuple((told.label, told.value) for told in profile_rows(kind, number(kind.stands)))
    top = size // row.points if most is None else most
    return ArmyEntry(row.code, row.name, row.points, least, top, sample, shown, kind.stands, _clauses(row))


def profile_rows(kind: Profile, stands: Text) -> Iterator[CardRow]:
    """What the row of troops or of a character says of them, for their card and for the composer, with the clauses.

    ``stands`` says how many stands troops have.
    """
    if kind.character:
        mount = load_characters().mount(kind.mount)
        yield CardRow(T("Rank"), Text(kind.rank_name), "WMA-CMD-16")
        yield CardRow(T("Command"), number(kind.command), kind.clause)
        yield CardRow(T("Command range"), measured(kind.command_range), "WMA-CMD-16")
        yield CardRow(T("Move"), measured(kind.move), "WMA-MOV-02")
        yield CardRow(T("Mount"), Text(mount.name), mount.clauses[0])
        return
    specials = load_specials()
    yield CardRow(T("Type"), Text(load_troops()[kind.type].name), kind.clause)
    yield CardRow(T("Move"), measured(kind.move), "WMA-MOV-02")
    yield CardRow(T("Stands"), stands, "WMA-S03")
    yield CardRow(T("Attacks"), number(kind.attacks), kind.clause)
    yield CardRow(T("Hits"), number(kind.hits), kind.clause)
    yield CardRow(T("Armour"), T("none") if kind.armour is None else needed(kind.armour), kind.clause)
    yield CardRow(T("Range"), T("none") if kind.range is None else measured(kind.range), kind.clause)
    yield from (CardRow(T("Special"), Text(specials[f].name), specials[f].clauses[0]) for f in kind.flags)


def _clauses(row: ArmyRow) -> tuple[str, ...]:
    """The clauses of a type and its special rules, or of characters and their rank, and that of the row."""
    if isinstance(row, UnitProfile):
        specials = load_specials()
        found = [*load_troops()[row.type].clauses, *(clause for f in row.flags for clause in specials[f].clauses)]
    else:
        characters = load_characters()
        found = [*characters.clauses, *characters.rank(row.rank).clauses]
    return tuple(clause for clause in dict.fromkeys([*found, row.clause]) if clause)
