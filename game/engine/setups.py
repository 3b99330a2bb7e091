"""What is wrong with any set-up, whatever the system: its ruleset, options, scenario, sides, armies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from game.engine.options import Option, check_options
from game.engine.ruleset import Problem, Setup
from game.engine.text import T


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
        text = T("There is no scenario {name}; known are: {known}", name=setup.scenario, known=known)
        found.append(Problem("scenario", text, clauses[0]))
    elif sorted(setup.sides) != sorted(sides):
        found.append(Problem("sides", T("The sides are {sides}", sides=list(sides)), clauses[1]))
    return found


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
    text = T("There is no army {name}; known are: {known}", name=name, known=", ".join(armies))
    return Problem(f"{where}.army", text, clause)
