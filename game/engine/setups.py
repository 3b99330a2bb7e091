"""Set-ups, whatever the system: one that needs no change, and what is wrong with any."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import cycle

from msgspec.structs import replace

from game.engine.options import Option, check_options
from game.engine.ruleset import ArmyInfo, Problem, Ruleset, Setup, SideSetup, usual_size
from game.engine.text import T, Word


def problems(
    setup: Setup,
    ruleset: str,
    options: Mapping[str, Option],
    scenarios: Collection[str],
    sides: Sequence[str],
    clauses: tuple[str, str],
) -> list[Problem]:
    """What must be right before a system can look any further.

    Parameters
    ----------
    options, scenarios, sides
        What the system has.
    clauses
        Those of scenarios and of sides.
    """
    if setup.ruleset != ruleset:
        return [Problem("ruleset", T("This set-up is for {ruleset}, not for {id}", ruleset=setup.ruleset, id=ruleset))]
    found = check_options(options, setup.options)
    if setup.scenario not in scenarios:
        known = ", ".join(scenarios)
        text = T("Unknown scenario {name}. Choose from: {known}", name=setup.scenario, known=known)
        found.append(Problem("scenario", text, clauses[0]))
    elif sorted(setup.sides) != sorted(sides):
        found.append(Problem("sides", T("The sides are {sides}", sides=list(sides)), clauses[1]))
    return found


def size_of(ruleset: Ruleset, setup: Setup) -> int:
    """The agreed size in points: the option of that name, else the usual one of the scenario."""
    info = next((s for s in ruleset.scenarios() if s.id == setup.scenario), ruleset.scenarios()[0])
    return int(setup.options.get("points", usual_size(ruleset, info)))


def points_of(army: ArmyInfo, counts: Mapping[str, int]) -> int:
    """What a list of an army costs."""
    return sum(entry.points * counts.get(entry.code, 0) for entry in army.entries)


def samples(ruleset: Ruleset, scenario: str, size: int) -> Setup:
    """A set-up that needs no change: the armies on offer in their order, each with its sample list."""
    info = next(s for s in ruleset.scenarios() if s.id == scenario)
    lists = (SideSetup(a.id, {e.code: e.sample for e in a.entries if e.sample}) for a in cycle(ruleset.armies(size)))
    options = {option.id: option.default for option in ruleset.meta.options}
    return Setup(ruleset.meta.id, scenario, dict(zip(info.sides, lists, strict=False)), {**options, "points": size})


def faults(ruleset: Ruleset, setup: Setup, clause: str = "") -> list[Problem]:
    """What is wrong with a set-up by what is on offer: its scenario and sides; of its lists bounds and points.

    ``clause`` is that of army lists.
    """
    scenarios = {info.id: info.sides for info in ruleset.scenarios()}
    sides = scenarios.get(setup.scenario, ())
    found = problems(replace(setup, options={}), ruleset.meta.id, {}, scenarios, sides, ("", ""))
    if found:
        return found
    size = size_of(ruleset, setup)
    armies = {army.id: army for army in ruleset.armies(size)}
    for side, chosen in setup.sides.items():
        if chosen.army not in armies:
            found.append(no_army(f"sides.{side}", chosen.army, armies, clause))
        else:
            found += _of_list(armies[chosen.army], chosen.counts, size, f"sides.{side}.counts", clause)
    return found


def _of_list(army: ArmyInfo, counts: Mapping[str, int], size: int, where: str, clause: str) -> Iterator[Problem]:
    """What is wrong with a list: entries that are not there, numbers out of bounds, points where any are agreed."""
    rows = {entry.code: entry for entry in army.entries}
    for code in counts:
        if code not in rows:
            yield Problem(f"{where}.{code}", T("There is no {code} in {army}", code=code, army=Word(army.name)), clause)
    for code, row in rows.items():
        if not row.least <= counts.get(code, 0) <= row.most:
            name = Word(row.name)
            text = T("{option}: from {least} to {most}", option=name, least=row.least, most=row.most)
            yield Problem(f"{where}.{code}", text, clause)
    cost = points_of(army, counts)
    if size and cost > size:
        yield Problem(where, T("The list costs {cost} of {size} points", cost=cost, size=size), clause)
    elif not any(counts.values()):
        yield Problem(where, T("The list is empty"), clause)


MIRROR = "n"
"""What is added to the second side's ids where armies share some."""


def told_apart(first: Collection[str], second: Collection[str]) -> str:
    """What is added to the ids of the second side so that no id is on both sides; nothing where none meet.

    The ids of both decide, not the armies' names: two armies may name some of their units alike.

    >>> told_apart(["LEG-1", "CONS-1"], ["LEG-1"]), told_apart(["LEG-1"], ["GAL-1"])
    ('n', '')
    """
    suffix = ""
    while not set(first).isdisjoint(unit + suffix for unit in second):
        suffix += MIRROR
    return suffix


def no_army(where: str, name: str, armies: Collection[str], clause: str) -> Problem:
    """The problem of a side (its key's path) whose army does not exist."""
    text = T("Unknown army {name}. Choose from: {known}", name=name, known=", ".join(armies))
    return Problem(f"{where}.army", text, clause)
