"""The manoeuvre phase: characters order units, one character and one unit after another; every order passed is a move.

WMA-CMD-01 to WMA-CMD-16, WMA-INI-05, WMA-MOV-01, WMA-R02 to WMA-R09. Rows 7 and 8 of the player decisions. One
function makes the sum that is tested, shown before the roll, told in the log and used by the odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes as marks
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.ruleset import Forecast, ForecastRow, Goal, Unforced
from game.engine.state import State
from game.engine.tells import Sketch
from game.engine.text import Length, T, Text, Thing
from game.kit.at_will import AtWill
from game.kit.situation import OfUnit
from game.kit.sums import Row, chance_of_total, sum_of
from game.kit.verdicts import barred
from rulesets.warmaster_ancients import data_files
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.characters.characters import END
from rulesets.warmaster_ancients.command.movement import MOVE_FRAME, idle_bar
from rulesets.warmaster_ancients.data_types import CommandRow
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.measures import MEASURES, count
from rulesets.warmaster_ancients.own import UnitOwn
from rulesets.warmaster_ancients.turn.turn import recovered


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


def command_sum(view: State, character: str, unit: str) -> ask.Sum:
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
        return T("needs {need} or less: hopeless, the test will fail", need=need)
    return T("needs {need} or less: {percent} %", need=need, percent=round(float(odds) * 100))


def distance_step() -> float:
    """The distance (mm) each full multiple of which costs a penalty (WMA-CMD-11)."""
    return data_files.load_modifiers().command("distance").per_mm


def _spent_bar(view: State, unit: str) -> ask.Bar | None:
    """Why a unit can receive no further order after those it has had, or None."""
    own: UnitOwn = view.units[unit].own
    if own.orders >= count("orders_per_unit"):
        return ask.Bar(T("It has already received {n} orders", n=own.orders), "WMA-CMD-03")
    if own.closed and unit != view.own.ordering:
        return ask.Bar(T("Its orders are finished: another unit was ordered after it"), "WMA-CMD-05")
    return None


def character_bar(view: State, character: str) -> ask.Bar | None:
    """Why a character can give no order now, or None."""
    own: UnitOwn = view.units[character].own
    if own.silent:
        return ask.Bar(T("He has failed a command test this turn"), "WMA-CMD-08")
    if own.done:
        return ask.Bar(T("His orders are finished: another character has begun after him"), "WMA-CMD-02")
    return None if view.bases_of(character) else ask.Bar(T("He is lost"), "WMA-S32")


def _other_bar(view: State, character: str, unit: str) -> ask.Bar | None:
    """Another character has ordered the unit, or None."""
    by = view.units[unit].own.ordered_by
    if by not in ("", character):
        return ask.Bar(T("It takes its orders from {character} this turn", character=Thing(by)), "WMA-CMD-04")
    return None


def _range_bar(view: State, character: str, unit: str) -> ask.Bar | None:
    """The unit is beyond the character's command range, or None."""
    limit, distance = profile(view, character).command_range, facts.distance(view, character, unit)
    if not MEASURES.more_than(distance, limit):
        return None
    far, most = Length(MEASURES.round(distance)), Length(limit)
    return ask.Bar(T("It is {distance} away, his command range is {limit}", distance=far, limit=most), "WMA-CMD-16")


def order_bar(view: State, character: str, unit: str) -> ask.Bar | None:
    """Why this character cannot give this unit an order now, or None. His own bars come first."""
    return (
        character_bar(view, character)
        or idle_bar(view, unit)
        or _other_bar(view, character, unit)
        or _spent_bar(view, unit)
        or _range_bar(view, character, unit)
    )


def orderable(view: State, side: str) -> Iterator[tuple[str, str]]:
    """All pairs (character, unit) for which a command test may be made now, looked for one by one."""
    units = [u for u in facts.troops(view, side) if (idle_bar(view, u) or _spent_bar(view, u)) is None]
    able = (c for c in facts.characters(view, side) if character_bar(view, c) is None)
    return ((c, u) for c in able for u in units if (_other_bar(view, c, u) or _range_bar(view, c, u)) is None)


CLOSE_UNIT = "close_unit"
"""The way out of the question by which the orders of a unit are finished."""


class CommandData(msgspec.Struct, frozen=True, omit_defaults=True):
    """The manoeuvre phase; ``character`` and ``unit`` of the test that is rolled."""

    character: str = ""
    unit: str = ""
    need: int = 0


COMMAND = FrameOf("wma.command", CommandData)


@COMMAND.named("moved")
@COMMAND.step
def _begin(run: Run, data: CommandData | None, got: Any) -> Outcome:
    return Goto("ask", CommandData())


@COMMAND.step
def _ask(run: Run, data: CommandData, got: Any) -> Outcome:
    side = run.state.own.active
    if next(orderable(run.state, side), None) is None:
        run.emit("no_orders_left", "flow", T("No unit can still be ordered"), side=side, clauses=("WMA-CMD-01",))
        return Goto("end", CommandData())
    message = T("{side}: order a unit, or end the phase", side=Thing(side))
    return ORDER.ask(side, message, clauses=("WMA-CMD-07",), then="answered", data=CommandData())


@COMMAND.step
def _answered(run: Run, data: CommandData, got: ask.Reply) -> Outcome:
    if got.exit == END.id:
        return Goto("end", CommandData())
    if got.exit:
        close = close_unit if got.exit == CLOSE_UNIT else close_character
        close(run, told=True)
        return Goto("ask", CommandData())
    (aim,) = got.aims
    return Goto("test", CommandData(aim.actor, aim.mark))


def close_unit(run: Run, told: bool = False) -> None:
    """The orders of the unit being ordered are finished (WMA-CMD-05); told where it is the player's own word."""
    if unit := run.state.own.ordering:
        ends = (*marks.unit(run.state, unit, closed=True), *marks.battle(run.state, ordering=""))
        text = T("The orders of {unit} are finished", unit=Thing(unit)) if told else None
        run.tell(unit, "unit_closed", "order", text, ("WMA-CMD-05",), *ends)


def close_character(run: Run, told: bool = False) -> None:
    """The character who has been giving orders is finished (WMA-CMD-02), and with him the unit he ordered."""
    character = run.state.own.commanding
    close_unit(run)
    if character:
        ends = (*marks.unit(run.state, character, done=True), *marks.battle(run.state, commanding=""))
        text = T("{character} has finished giving orders", character=Thing(character)) if told else None
        run.tell(character, "character_closed", "order", text, ("WMA-CMD-02",), *ends)


@COMMAND.step
def _test(run: Run, data: CommandData, got: Any) -> Outcome:
    """Begin an attempt: earlier character and unit are finished, the number to roll is fixed, the dice fall."""
    state = run.state
    if state.own.commanding not in ("", data.character):
        close_character(run)
    if run.state.own.ordering not in ("", data.unit):
        close_unit(run)
    total = command_sum(run.state, data.character, data.unit)
    need = int(total.total)
    both = {"character": Thing(data.character), "unit": Thing(data.unit)}
    begins, clauses = marks.battle(run.state, commanding=data.character), ("WMA-CMD-07", "WMA-CMD-10")
    text = T("{character} sent an order to {unit}: {need} or less", **both, need=need)
    run.tell(
        data.character, "order_attempted", "order", text, clauses, *begins, also=(data.unit,), sums=(total,), need=need
    )
    row = ev.DiceRow(state.units[data.unit].side, count("command_dice"))
    why, about = T("Command test of {character} for {unit}", **both), (data.character, data.unit)
    request = ev.Request((row,), why, "WMA-CMD-07", need, "at_most_sum", total.rows, about)
    return Roll(request, "tested", replace(data, need=need))


@COMMAND.step
def _tested(run: Run, data: CommandData, got: ev.Rolled) -> Outcome:
    passed = got.total <= data.need
    told: dict[str, Any] = {"rolled": got.total, "need": data.need, "passed": passed}
    state, character, unit = run.state, data.character, data.unit
    if passed:
        ordered = marks.unit(state, unit, orders=state.units[unit].own.orders + 1, ordered_by=character)
        text, clauses = T("{unit} received the order", unit=Thing(unit)), ("WMA-CMD-07", "WMA-MOV-01")
        changes = (*ordered, *marks.battle(state, ordering=unit))
        run.tell(unit, "ordered", "order", text, clauses, *changes, also=(character,), **told)
        return MOVE_FRAME.call(OfUnit(unit), "moved", CommandData())
    general = profile(state, character).rank == "general"
    text = T("The order did not get through: {character} gives no more orders this turn", character=Thing(character))
    failed = ("WMA-CMD-08", "WMA-CMD-09") if general else ("WMA-CMD-08",)
    silenced = marks.unit(state, character, silent=True, done=True)
    run.tell(character, "order_failed", "order", text, failed, *silenced, also=(unit,), **told)
    close_unit(run)
    run.emit("command_passes", "flow", None, *marks.battle(run.state, commanding=""))
    if general:
        text = T("The General has failed: no more orders this turn")
        run.tell(character, "general_failed", "flow", text, ("WMA-CMD-09", "WMA-R08"))
    return Goto("end" if general else "ask", CommandData())


@COMMAND.step
def _end(run: Run, data: CommandData, got: Any) -> Outcome:
    """The phase is over; in the harsh variant confused units recover now (WMA-S20)."""
    close_character(run)
    if run.state.options.get("harsh_confusion"):
        recovered(run, (u.id for u in run.state.units_of(run.state.own.active) if u.own.confused))
    return Done()


class OrderQuestion(AtWill, Unforced):
    """Who orders whom: actor a character, mark a unit, means "order"."""

    kind: ask.Kind = "targets"

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Every character with every unit of his side, each with what it needs or why it may not be."""
        units = facts.troops(view, decision.side)
        actors = []
        for character in facts.characters(view, decision.side):
            bar = character_bar(view, character)
            offered: list[ask.Choice] = []
            for unit in units if bar is None else ():
                why = order_bar(view, character, unit)
                said = None if why else note(view, character, unit)
                offered.append(ask.Choice(unit, T("{unit}", unit=Thing(unit)), why, said))
            label = T("{character}", character=Thing(character))
            said = T("Command {n}", n=profile(view, character).command)
            actors.append(ask.Actor(character, label, {"order": tuple(offered)}, bar, said))
        return ask.Asked(ask.TargetsSpace(tuple(actors)), self.default(view, decision), self.exits(view, decision))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The end of the phase, of the orders for a unit, and of those from a character."""
        unit, character = view.own.ordering, view.own.commanding
        for_unit = T("No more orders for {unit}", unit=Thing(unit))
        from_him = T("No more orders from {character}", character=Thing(character))
        closing = ((unit, CLOSE_UNIT, for_unit), (character, "close_character", from_him))
        # the end of the phase is always the first, so that its key stays the same
        return (END, *(ask.Exit(way, text, back=True) for thing, way, text in closing if thing))

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge one aim; a legal one carries the sum it must roll."""
        if not isinstance(answer, ask.TargetsAnswer):
            return ask.refused(T("That answer does not fit this question"))
        if len(answer.aims) > 1:
            return ask.refused(T("Choose one unit at a time"), "WMA-CMD-05")
        if not answer.aims or not answer.aims[0].actor:
            return ask.unfinished(T("Choose a character and a unit"), "WMA-CMD-07")
        aim = answer.aims[0]
        character = view.units.get(aim.actor)
        if character is None or not character.own.character or character.side != decision.side:
            return ask.refused(T("Only your own characters give orders"), "WMA-CMD-07")
        if bar := character_bar(view, aim.actor):
            return barred(bar, aim.actor)
        if not aim.mark:
            return ask.unfinished(T("Choose the unit that he orders"), "WMA-CMD-07")
        if aim.mark not in facts.troops(view, decision.side):
            return ask.refused(T("Only your own units take orders"), "WMA-CMD-07")
        if bar := order_bar(view, aim.actor, aim.mark):
            return barred(bar, aim.mark)
        total = command_sum(view, aim.actor, aim.mark)
        hopeless = chance(int(total.total)) == 0
        warning = T("Hopeless: the test will fail, with the usual consequences")
        reasons = (ask.Reason(warning, "WMA-R07", aim.mark),) if hopeless else ()
        return ask.Verdict("legal", reasons, reaches=(aim.mark,), sums=(total,))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """All pairs that may be tried, then the exits."""
        pairs = orderable(view, decision.side)
        aims = (ask.Reply(ask.TargetsAnswer((ask.Aim(character, "order", unit),))) for character, unit in pairs)
        return islice(chain(aims, (ask.Reply(exit=way.id) for way in self.exits(view, decision))), limit)

    def sketches(self, view: State, decision: ask.Decision, limit: int) -> Iterable[Sketch]:
        """All pairs, none of them looked at."""

        def made(pair: tuple[str, str]) -> ask.Reply | None:
            character, unit = pair
            barred = order_bar(view, character, unit)
            return None if barred else ask.Reply(ask.TargetsAnswer((ask.Aim(character, "order", unit),)))

        pairs = product(facts.characters(view, decision.side), facts.troops(view, decision.side))
        return [partial(made, pair) for pair in islice(pairs, limit)]

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """The exact chance of the command test."""
        if not self.check(view, decision, answer).legal or not isinstance(answer, ask.TargetsAnswer):
            return None
        total = command_sum(view, answer.aims[0].actor, answer.aims[0].mark)
        odds = float(chance(int(total.total)))
        return Forecast((ForecastRow(T("The order gets through"), odds, sum=total),))


ORDER = Posed("order", OrderQuestion(END))
