"""The book of disorganisation: factors carried and fresh, what of them counts, what is entered.

NAP-DIS-01 to -05, NAP-DIS-19 to -27, NAP-R25, NAP-R29, NAP-R30, NAP-S16, NAP-S42.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.data_files import DATA
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known, own_fields
from rulesets.napoleonic_wars.measures import TICK
from rulesets.napoleonic_wars.own import Factor, Letter

Cause = Literal["scrub", "steep", "marsh", "obstacle", "building", "double_again", "charge_again", "no_contact"]
CLAUSES: dict[Letter, str] = {
    "A": "NAP-DIS-20",
    "B": "NAP-DIS-21",
    "C": "NAP-DIS-22",
    "D": "NAP-DIS-23",
    "E": "NAP-DIS-24",
    "F": "NAP-DIS-25",
    "G": "NAP-DIS-26",
    "H": "NAP-DIS-27",
}
"""By part of table 8 its clause."""
BEFORE_IMPACT: tuple[Letter, ...] = ("A", "B", "C")
"""The parts of which this move's factors count in the impact of a charge (NAP-IMP-03)."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    movement: dict[str, tuple[int, int, int, int]]
    factors: dict[str, int]
    time: dict[str, float]


_table = DATA.whole("table_8.toml", _Table)


def of(name: str) -> int:
    """A number of factors of table 8 by its name."""
    return _table().factors[name]


def by_movement(view: State, body: str, cause: Cause, *, fast: bool) -> int:
    """Factors of part A: ``fast`` at charge or double speed (NAP-DIS-20, NAP-R32); routers count as skirmishers."""
    row = _table().movement[cause]
    loose = facts.is_skirmishing(view, body) or facts.own(view, body).nerve.result == "rout"
    return row[2 * loose + fast]


def by_fire(percent: int) -> int:
    """Factors for casualties in one move: one for each 10 % (NAP-DIS-21); ``percent`` is table 15's for them."""
    return percent // 10 * of("per_tenth")


def ignored(view: State, body: str) -> int:
    """Factors that a body takes no notice of: one of class A and B (NAP-DIS-03, NAP-R25)."""
    return 1 if facts.training_class(view, body) in ("A", "B") else 0


def recorded(view: State, body: str, since: float | None = None) -> int:
    """All factors of a body, carried and fresh (NAP-S42); without those whose cause began at a moment or later."""
    told = facts.own(view, body)
    return told.nerve.carried + sum(
        f.n for f in told.nerve.fresh if since is None or f.at is None or f.at < since - TICK
    )


def counted(view: State, body: str, *, cap: bool = True, since: float | None = None) -> int:
    """The factors that count: less one for class A and B, then at most 6 where a limit holds (NAP-DIS-19, NAP-R25).

    ``since``: the moment from which on causes do not count any more, None for all of them (NAP-R172).
    """
    found = max(0, recorded(view, body, since) - ignored(view, body))
    return min(of("most"), found) if cap else found


def before_impact(view: State, body: str) -> int:
    """The factors that count in the impact of a charge: carried ones, and of this move those of A to C (NAP-IMP-03)."""
    told = facts.own(view, body)
    found = told.nerve.carried + sum(f.n for f in told.nerve.fresh if f.table in BEFORE_IMPACT)
    return max(0, found - ignored(view, body))


def entered(
    view: State, body: str, table: Letter, n: int, clause: str = "", at: float | None = None
) -> tuple[ev.Change, ...]:
    """The changes that enter fresh factors in the book, with the moment of their cause; none for none."""
    if n <= 0:
        return ()
    fresh = (*facts.own(known(view), body).nerve.fresh, Factor(table, n, clause or CLAUSES[table], at))
    return own_fields(view, body, fresh=fresh)


def enter(run: Run, body: str, table: Letter, n: int, clause: str = "", at: float | None = None) -> None:
    """Enter fresh factors, and tell of them (NAP-DIS-01, NAP-DIS-04); nothing happens for none.

    ``at``: the moment of the move at which their cause began, where that matters (NAP-R172).
    """
    if n <= 0:
        return
    clause = clause or CLAUSES[table]
    marks = entered(run.state, body, table, n, clause, at)
    if body not in run.state.units:
        run.emit("disordered", "status", None, *marks, clauses=(clause,))
        return
    text = T("{unit}: disorganisation {n}", unit=Thing(body), n=n)
    run.tell(body, "disordered", "status", text, (clause,), *marks, n=n)


def on_contact(
    *, doubling: bool, foot_by_horse_moving: bool, forming: bool, prone: bool, sector: str
) -> tuple[tuple[int, str], ...]:
    """Factors of part C with what they are for: of the starred rows the highest alone (NAP-DIS-22, NAP-R29)."""
    starred = [
        (of("forming_contact"), "forming_contact", forming),
        (of("prone_contact"), "prone_contact", prone),
        (of("flank"), "flank", sector == "flank"),
        (of("rear"), "rear", sector == "rear"),
    ]
    found = [(n, name) for n, name, so in starred if so]
    rows = [max(found)] if found else []
    rows += [(of("double_contact"), "double_contact")] if doubling else []
    rows += [(of("foot_moving"), "foot_moving")] if foot_by_horse_moving else []
    return tuple(rows)


def before_touching(view: State, router: str) -> int:
    """The factors in a router's book when he touches somebody: those of step 7 are not in it yet (NAP-R173).

    The factors of a rout are among them where the result fell in this move, before it; in later moves they come in
    step 7, as those of the ground do.
    """
    told = facts.own(view, router)
    late = ("A", "H") if told.nerve.since == view.own.move else ("A", "G", "H")
    return told.nerve.carried + sum(f.n for f in told.nerve.fresh if f.table not in late)


def by_mixing(view: State, one: str, other: str) -> int:
    """Factors of two bodies that pass through each other otherwise than for nothing (NAP-DIS-27).

    As many as the routers have where one of them routs: those take none, which is for the caller.
    """
    for body in (one, other):
        if facts.own(view, body).nerve.result == "rout":
            return before_touching(view, body)
    loose = (facts.is_skirmishing(view, b) or facts.is_deployed(view, b) for b in (one, other))
    return of("mixed_open") if any(loose) else of("mixed_close")


def time_of_a_factor(view: State, body: str) -> float:
    """The part of a move that a body takes to reform one factor (NAP-DIS-15, NAP-NAT-04, NAP-NAT-10)."""
    told, times = facts.own(view, body), _table().time
    slow = not told.regular or facts.training_class(view, body) == "D" or told.arm in ("guns", "rockets")
    if view.options.get("national") and told.arm == "foot" and told.regular:
        slow = slow or told.nation in slow_nations(view, told.nation)
    return times["slow"] if slow else times["usual"]


def slow_nations(view: State, nation: str) -> Iterable[str]:
    """The nations whose foot is slow: Austria, Russia, and Prussia before 1807 (NAP-NAT-04, -09, -10)."""
    return ("austria", "russia", *(("prussia",) if view.options.get("before_1807") else ()))
