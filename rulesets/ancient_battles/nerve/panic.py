"""Panic: what makes a unit owe a test, the batches in which the tests are taken, and being broken.

WAB-PAN-01, WAB-PAN-03 to WAB-PAN-06, WAB-PAN-08, WAB-PAN-09, WAB-STB-01, WAB-BRK-07, WAB-R23, WAB-R24, WAB-R46,
WAB-R48, WAB-R54, WAB-R55, WAB-S27, WAB-S29, WAB-S30. Tests caused by a charge: psychology.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.declared import FrameOf, on
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import Due, Frame, State
from game.engine.text import T, Text, Thing
from game.kit import situation
from rulesets.ancient_battles import calls
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.nerve.leadership import TEST, TestData, Tested
from rulesets.ancient_battles.own import SHOOTING, BattleOwn, anew

MOMENT = "panic"
ROUTERS = NUMBERS.routers.value
"""Inches from fleeing friends (WAB-PAN-04)."""
LOST = NUMBERS.lost.value
"""Inches from friends lost in close combat (WAB-PAN-05)."""


class PanicData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A batch of Panic tests.

    ``units`` are to test in the order their player named; without any, all that owe a test in the order of WAB-S30. On
    ``hold`` those that fail are marked broken and run later; None: so it is in the Close combat phase (WAB-S24).
    ``due`` is what is owed, ``left`` who has still to test, ``failed`` who has failed so far.
    """

    units: tuple[str, ...] = ()
    hold: bool | None = None
    due: tuple[Due, ...] = ()
    left: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


PANIC = FrameOf("wab.panic", PanicData)


def owes(view: State, unit: str, clause: str) -> bool:
    """Whether a unit takes a Panic test for this reason at all.

    Fleeing, frenzied units do not (WAB-R48, WAB-FRZ-05), for routers nor stubborn, engaged ones (WAB-STB-01, WAB-R46).
    """
    if not situation.on_table(view, unit) or own(view, unit).joined:
        return False
    if facts.fleeing(view, unit) or facts.frenzied(view, unit):
        return False
    return clause != "WAB-PAN-04" or not (profile(view, unit).has("stubborn") or facts.engaged(view, unit))


def owe_panic(run: Run, unit: str, clause: str, causes: Sequence[str]) -> bool:
    """Let a unit owe a Panic test, if it takes one for this reason; whether it does now."""
    if not owes(run.state, unit, clause):
        return False
    owed = MOMENT, clause, unit, tuple(causes)
    if owed not in ((d.moment, d.clause, d.subject, d.causes) for d in run.state.due):
        added = ev.AddDue(Due(run.new_id("due"), *owed))
        run.emit("panic_owed", "flow", None, added, clauses=(clause,), about=(unit, *causes))
    return True


def frightened_by(view: State, unit: str, friend: str) -> bool:
    """Whether the flight or loss of a friend counts: no character's, skirmishers' to no lone one (WAB-R55, WAB-S27)."""
    return not own(view, friend).character and not (facts.lone(view, unit) and facts.skirmishers(view, friend))


def routers_near(view: State, unit: str) -> tuple[str, ...]:
    """The fleeing friends within 4 inches for which a unit tests at its start of turn (WAB-PAN-04)."""
    if not owes(view, unit, "WAB-PAN-04"):
        return ()
    running = tuple(f for f in facts.friends(view, unit) if facts.fleeing(view, f) and frightened_by(view, unit, f))
    return facts.units_within(view, unit, ROUTERS, running)


def owe_for_routers(run: Run) -> tuple[str, ...]:
    """Let the active player's units owe the tests of trigger 1; the units that do."""
    near = {u: routers_near(run.state, u) for u in facts.fielded(run.state, run.state.own.active)}
    return tuple(u for u, routers in near.items() if routers and owe_panic(run, u, "WAB-PAN-04", routers))


def owe_for_lost(run: Run, friend: str, before: State | None = None) -> None:
    """Let friends within 12 inches of a unit that breaks, or stood so ``before``, owe a test (WAB-PAN-05, WAB-R54)."""
    view = before or run.state
    for unit in facts.units_within(view, friend, LOST, facts.friends(view, friend)):
        if frightened_by(view, unit, friend):
            owe_panic(run, unit, "WAB-PAN-05", (friend,))


def quarter_lost(lost: int, present: int) -> bool:
    """Whether losses to shooting call for a test: 25 % of the models present at first (WAB-PAN-09, WAB-R23).

    >>> quarter_lost(4, 15), quarter_lost(4, 16), quarter_lost(4, 17)
    (True, True, False)
    """
    return lost > 0 and lost >= NUMBERS.shot_down.value * present


def owe_for_missiles(run: Run) -> None:
    """At the end of the Shooting phase: tests of trigger 5; the count of the phase is closed."""
    marked = [u for u in run.state.units.values() if u.own.shot_down or u.own.shot_from]
    for unit in marked:
        if quarter_lost(unit.own.shot_down, unit.own.shot_from):
            owe_panic(run, unit.id, "WAB-PAN-09", ())
    if marked:
        changes = [own_field("unit", u.id, **{f: n}) for u in marked for f, n in anew(*SHOOTING).items()]
        run.emit("losses_counted", "flow", None, *changes, clauses=("WAB-R23",))


def ripe(view: State, due: Due) -> bool:
    """Whether a test is taken in a batch of the present phase: trigger 2 waits for the Close combat phase (WAB-S11)."""
    return due.moment == MOMENT and (due.clause != "WAB-PAN-05" or view.own.phase == "combat")


def owing(view: State) -> tuple[str, ...]:
    """Units that owe a Panic test now, in the order in which they take it."""
    return engagement.in_order(view, (d.subject for d in view.due if ripe(view, d) and owes(view, d.subject, d.clause)))


@PANIC.step
def _begin(run: Run, data: PanicData, got: Any) -> Outcome:
    view = run.state
    taken = tuple(d for d in view.due if ripe(view, d) and (not data.units or d.subject in data.units))
    if not taken:
        return Done()
    run.emit("panic_begun", "flow", None, ev.Undue(tuple(d.id for d in taken)), clauses=("WAB-R54",))
    units = data.units or engagement.in_order(view, (d.subject for d in taken))
    return Goto("next", replace(data, units=(), due=taken, left=units))


@PANIC.step
def _next(run: Run, data: PanicData, got: Any) -> Outcome:
    """The next unit tests, once for all causes (WAB-S29); who has won in this phase may throw again (WAB-PAN-06)."""
    if not data.left:
        return Done()
    unit = data.left[0]
    if not (due := [d for d in data.due if d.subject == unit and owes(run.state, unit, d.clause)]):
        return Goto("next", replace(data, left=data.left[1:]))
    reasons = {clause: [c for d in due if d.clause == clause for c in d.causes] for clause in (d.clause for d in due)}
    clauses, causes = tuple(sorted(reasons)), tuple(dict.fromkeys(c for d in due for c in d.causes))
    text = T("{unit}: {causes}", unit=Thing(unit), causes=[_why(*reason) for reason in reasons.items()])
    run.tell(unit, "panic_cause", "test", text, clauses, also=causes, unit=unit, causes=list(clauses))
    battle: BattleOwn = run.state.own
    won = battle.phase == "combat" and battle.fight > 0 and own(run.state, unit).won == battle.fight
    reroll: Literal["", "winner"] = "winner" if won and "WAB-PAN-05" in clauses else ""
    return TEST.call(TestData(unit, "panic", causes=causes, reroll=reroll, clause=clauses[0]), "tested", data)


def _why(clause: str, causes: Sequence[str]) -> Text:
    """One reason, the friends of several put together."""
    units = [Thing(c) for c in dict.fromkeys(causes)]
    match clause:
        case "WAB-PAN-04":
            return T("friends flee nearby ({units})", units=units)
        case "WAB-PAN-05":
            return T("friends lost in close combat ({units})", units=units)
        case "WAB-PAN-08":
            return T("the General is lost")
    return T("heavy losses to missiles")


@PANIC.step
def _tested(run: Run, data: PanicData, got: Tested) -> Outcome:
    unit, *left = data.left
    if got.passed:
        return Goto("next", replace(data, left=tuple(left)))
    rest = replace(data, left=tuple(left), failed=(*data.failed, unit))
    if run.state.own.phase == "combat" if data.hold is None else data.hold:
        text = T("{unit} panicked and will flee with the broken units", unit=Thing(unit))
        mark_broken(run, unit, text, ("WAB-PAN-01", "WAB-S24"), combat=False)
        return Goto("next", rest)
    away = facts.nearest(run.state, unit, facts.foes(run.state, unit))
    return calls.FLEE.call(calls.Flees(unit, "panic", away), "next", rest)


def mark_broken(
    run: Run, unit: str, text: Text | None = None, clauses: Sequence[str] = ("WAB-BRK-04",), combat: bool = True
) -> None:
    """Let a unit be broken; it keeps its place and its contacts until it runs with the others of the phase.

    WAB-BRK-06, WAB-BRK-08; so do those who fail a Panic test in that phase (WAB-FLE-06, WAB-S24). What breaks in
    ``combat`` is frenzied no longer (WAB-FRZ-06).
    """
    marks: dict[str, Any] = {"fleeing": True, "fled_turn": run.state.own.player_turn}
    if combat and facts.frenzied(run.state, unit):
        marks, clauses = {**marks, "calm": True}, (*clauses, "WAB-FRZ-06")
    changes = (own_field("unit", unit, **{name: value}) for name, value in marks.items())
    run.tell(unit, "broken", "test", text or T("{unit} broke", unit=Thing(unit)), clauses, *changes, combat=combat)


@on("broken")
def _on_broken(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Friends of a unit that breaks in close combat owe a test (WAB-BRK-07); flight from Panic is none (WAB-R24)."""
    if event.data.get("combat"):
        owe_for_lost(run, event.about[0])
    return ()


@on("destroyed", "routed_off")
def _on_lost(run: Run, event: ev.Event) -> Sequence[Frame]:
    """Every unit of an army owes a test when its General is slain or routed off the table (WAB-PAN-08)."""
    view = run.state
    generals = (u for u in event.about if u in view.units and profile(view, u).row.character == "general")
    for general in (u for u in generals if not situation.on_table(view, u)):
        for unit in facts.fielded(view, situation.side_of(view, general)):
            owe_panic(run, unit, "WAB-PAN-08", (general,))
    return ()
