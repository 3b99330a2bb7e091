"""The command test: who may be ordered by whom, against what number, and with what chance.

WMA-CMD-02 to WMA-CMD-06, WMA-CMD-10 to WMA-CMD-16, WMA-INI-05, WMA-R02 to WMA-R07. One function makes the sum that is
tested, shown before the roll, told in the log and used by the odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from game.engine.decision import Bar, Sum
from game.engine.state import State, Unit
from game.engine.text import Length, T, Text, Thing
from game.kit.sums import Row, chance_of_total, sum_of
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.data_types import CommandRow
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.measures import MEASURES, count
from rulesets.warmaster_ancients.own import UnitOwn


def _times(view: State, row: CommandRow, character: str, unit: str) -> int:
    """How often a row of the penalties counts for this order."""
    own: UnitOwn = view.units[unit].own
    if row.id == "distance":
        return MEASURES.per_full(facts.distance(view, character, unit), row.per_mm)
    if row.id == "enemy_near":
        return int(facts.within_of_enemy(view, unit, row.within_mm))
    if row.id == "difficult":
        return int(facts.in_difficult(view, unit))
    return (own.orders if row.id == "successive" else facts.lost(view, unit)) // int(row.per)


def command_sum(view: State, character: str, unit: str) -> Sum:
    """What 2D6 must not exceed: the Command less the penalties, each with its clause (WMA-CMD-10, WMA-R02)."""
    leader = profile(view, character)
    rows: list[Row] = [(T("Command of {character}", character=Thing(character)), float(leader.command), "WMA-CMD-07")]
    for row in data_files.load_modifiers().command_rows:
        times = _times(view, row, character, unit)
        if times:
            rows.append((row.label(), float(row.value * times), row.clause))
    return sum_of(T("2D6 must not exceed"), rows)


def chance(need: int) -> Fraction:
    """The chance that the dice of a command test show ``need`` or less in all (WMA-CMD-07, WMA-R07).

    >>> chance(7), chance(1), chance(12)
    (Fraction(7, 12), Fraction(0, 1), Fraction(1, 1))
    """
    return chance_of_total(need, count("command_dice"))


def note(view: State, character: str, unit: str) -> Text:
    """What a test would need, with its chance in percent; a hopeless one says so (WMA-R07)."""
    need = int(command_sum(view, character, unit).total)
    odds = chance(need)
    if not odds:
        return T("needs {need} or less: hopeless, the dice will fail", need=need)
    return T("needs {need} or less: {percent} %", need=need, percent=round(float(odds) * 100))


def distance_step() -> float:
    """The distance (mm) each full multiple of which costs a penalty (WMA-CMD-11)."""
    return data_files.load_modifiers().command("distance").per_mm


def idle_bar(view: State, unit: Unit, engaged: str = "WMA-CMD-06", acted: str = "WMA-INI-05") -> Bar | None:
    """Why a unit is out of reach of all orders, or of initiative by the clauses of that, or None."""
    own: UnitOwn = unit.own
    if facts.engaged(view, unit.id):
        return Bar(T("It is engaged in combat"), engaged)
    if own.initiative:
        return Bar(T("It has used initiative this turn"), acted)
    if own.confused and view.options.get("harsh_confusion"):
        return Bar(T("It is confused"), "WMA-S20")
    return None


def _spent_bar(view: State, unit: Unit) -> Bar | None:
    """Why a unit can receive no further order after those it has had, or None."""
    own: UnitOwn = unit.own
    if own.orders >= count("orders_per_unit"):
        return Bar(T("It has received {n} orders already", n=own.orders), "WMA-CMD-03")
    if own.closed and unit.id != view.own.ordering:
        return Bar(T("Its orders are finished: another unit was ordered after it"), "WMA-CMD-05")
    return None


def character_bar(view: State, character: Unit) -> Bar | None:
    """Why a character can give no order now, or None."""
    own: UnitOwn = character.own
    if own.silent:
        return Bar(T("He has failed a command test this turn"), "WMA-CMD-08")
    if own.done:
        return Bar(T("His orders are finished: another character has begun after him"), "WMA-CMD-02")
    return None if view.bases_of(character.id) else Bar(T("He is lost"), "WMA-S32")


def _other_bar(unit: Unit, character: str) -> Bar | None:
    """Another character has ordered the unit, or None."""
    by = unit.own.ordered_by
    if by in ("", character):
        return None
    return Bar(T("It has received its orders from {character} this turn", character=Thing(by)), "WMA-CMD-04")


def _range_bar(view: State, character: str, unit: str) -> Bar | None:
    """The unit is beyond the character's command range, or None."""
    limit, distance = profile(view, character).command_range, facts.distance(view, character, unit)
    if not MEASURES.more_than(distance, limit):
        return None
    far, most = Length(MEASURES.round(distance)), Length(limit)
    return Bar(T("It is {distance} away, his command range is {limit}", distance=far, limit=most), "WMA-CMD-16")


def order_bar(view: State, character: str, unit: str) -> Bar | None:
    """Why this character cannot give this unit an order now, or None. His own bars come first."""
    thing = view.units[unit]
    return (
        character_bar(view, view.units[character])
        or idle_bar(view, thing)
        or _other_bar(thing, character)
        or _spent_bar(view, thing)
        or _range_bar(view, character, unit)
    )


def commanders(view: State, side: str) -> tuple[Unit, ...]:
    """The characters of a side that are on the table, in the order of the list."""
    return tuple(u for u in view.units_of(side) if u.own.character and view.bases_of(u.id))


def orderable(view: State, side: str) -> Iterator[tuple[str, str]]:
    """All pairs (character, unit) for which a command test may be made now, looked for one by one."""
    things = (view.units[u] for u in facts.troops(view, side))
    units = [u for u in things if (idle_bar(view, u) or _spent_bar(view, u)) is None]
    return (
        (c.id, u.id)
        for c in commanders(view, side)
        if character_bar(view, c) is None
        for u in units
        if (_other_bar(u, c.id) or _range_bar(view, c.id, u.id)) is None
    )
