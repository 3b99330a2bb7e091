"""What two units could do to each other: whose turn is taken for granted, and what is counted when it is played.

The beginning of a moment that has not come serves all three systems: which fields begin anew with it is one value of
theirs, the same that their turn or activation sets. The rest is for systems of alternate player turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.event import Event
from game.engine.loader import load_ruleset
from game.engine.playout import Choose, Measure, Playout, Stage, Tally
from game.engine.ruleset import Forecast, ForecastRow
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.shown.words import about


def begun_anew(view: State, fields: Mapping[str, Mapping[str, Any]], **battle: object) -> State:
    """A view in which fields of some units, by unit, and of the battle are as a moment begins with them.

    Units that stand so already stay the same structs, and the view too where nothing changes: what is remembered of
    them holds.
    """
    units = dict(view.units)
    for unit, fresh in fields.items():
        clean = replace(units[unit].own, **fresh)
        if clean != units[unit].own:
            units[unit] = replace(units[unit], own=clean)
    now = replace(view.own, **battle)
    if now == view.own and all(units[u] is view.units[u] for u in fields):
        return view
    return replace(view, units=units, own=now)


def turn_notes(view: State, actor: str, bar: Bar | None) -> tuple[Text, ...]:
    """Whose turn is taken for granted where it is not the unit's own; else what forbids the deed in this one."""
    side = view.units[actor].side
    if side != view.own.active:
        return (T("In the next turn of {side}, standing as now", side=Thing(side)),)
    return () if bar is None else (T("Not in this turn: {why}", why=bar.text),)


def activation_notes(view: State, actor: str) -> tuple[Text, ...]:
    """What is taken for granted of the moment in which a unit acts."""
    if view.units[actor].own.activated:
        return (T("In the next round, standing as now"),)
    return (T("If {unit} is activated as it stands", unit=Thing(actor)),)


class Run(NamedTuple):
    """A run of a playout: the state before it, the state after it, what happened."""

    before: State
    after: State
    told: Sequence[Event]


class Outcome(NamedTuple):
    """Something that may come of a playout for a unit: its name, what is said of ``{unit}``, and how it is read off.

    It happens or not, or else is a number of things.
    """

    id: str
    label: Text
    read: Callable[[Run, str], int]
    yes_or_no: bool = True


def playout(
    start: State,
    stages: Sequence[Stage],
    what: str,
    pair: tuple[str, str],
    counted: Sequence[tuple[Outcome, str]],
    choose: Choose | None = None,
) -> Playout:
    """What two units do, played from a state, and what is counted, in the order in which it is shown.

    Each outcome comes with its unit, "" for one that is of nobody; ``what`` tells apart what the same two may do;
    ``choose`` is how both sides decide.
    """

    def read(before: State, after: State, told: Sequence[Event]) -> dict[str, int]:
        run = Run(before, after, told)
        return {_name(o, unit): int(o.read(run, unit)) for o, unit in counted}

    measures = tuple(
        Measure(_name(o, unit), about(o.label, unit) if unit else o.label, o.yes_or_no) for o, unit in counted
    )
    return Playout(start, tuple(stages), measures, read, f"{what} {pair[0]} {pair[1]}".lstrip(), choose)


def sampled(played: Playout, runs: int, *exact: ForecastRow) -> Forecast:
    """Rows that are exact, and what is counted in so many runs of a playout."""
    tally = Tally(load_ruleset(played.start.ruleset), played)
    tally.more(runs)
    return Forecast((*exact, *tally.forecast().rows), runs)


def _name(outcome: Outcome, unit: str) -> str:
    return f"{outcome.id} {unit}".rstrip()
