"""Reforming: who must, who may not, what step 20 strikes out.

NAP-DIS-06 to -18, NAP-R26, NAP-R27, NAP-R126, NAP-S21, NAP-S42.
"""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine.declared import FrameOf
from game.engine.flow import Done, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.disorder import book, returning
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import Deed

NEVER: frozenset[Deed] = frozenset(
    {
        *("fired", "charged", "out_of_reach", "was_charged", "attacked", "was_attacked", "contacted"),
        *("melee", "pursued", "retreated", "routed", "double"),
    }
)
"""Deeds of a move in which a body cannot reform at all (NAP-DIS-12, NAP-R126)."""
NOT_BY_ITSELF: frozenset[Deed] = frozenset({"crossed", "left_bad", "loaded"})
"""Deeds of a move in which it does not reform by itself (NAP-DIS-08, NAP-DIS-09)."""
SLACK = 1e-6


def by_itself(view: State, body: str) -> bool:
    """Whether the factors of this move go by themselves (NAP-DIS-06, -08, -09, -12).

    A unit that halted for it may choose to begin where it has just crossed (NAP-DIS-10): that takes time instead.
    """
    did = frozenset(facts.own(view, body).did)
    return not did & (NEVER | NOT_BY_ITSELF)


def may_take_time(view: State, body: str) -> bool:
    """Whether a body may use time of this move for reforming (NAP-DIS-10, -12, -17, NAP-R27).

    Gunners may fire in one half of the move and reform in the other; who crossed an obstacle must have chosen to begin.
    """
    told = facts.own(view, body)
    did = frozenset(told.did)
    if "gives_up_half" in did and told.arm in ("guns", "rockets"):
        did -= {"fired", "loaded"}
    if did & NEVER:
        return False
    return not did & {"crossed", "left_bad"} or "begins_reforming" in did


def time_for_it(view: State, body: str) -> float:
    """The part of the move that a body reforms in (NAP-S21); half of it where gunners fire in the other."""
    told = facts.own(view, body)
    if not may_take_time(view, body):
        return 0.0
    return min(told.rest, 0.5) if "gives_up_half" in told.did and "fired" in told.did else told.rest


def removable(view: State, body: str) -> int:
    """Whole factors that the time of this move removes (NAP-DIS-15, NAP-S21)."""
    return int(time_for_it(view, body) / book.time_of_a_factor(view, body) + SLACK)


def after(view: State, body: str) -> int:
    """What is carried into the next move: step 20 of the book (NAP-S42, NAP-R26, NAP-DIS-07)."""
    told = facts.own(view, body)
    carried = told.carried if by_itself(view, body) else book.recorded(view, body)
    return max(0, carried - removable(view, body))


def must_reform(view: State, body: str) -> bool:
    """Whether a body has to halt and reform, where nothing of NAP-DIS-13 and NAP-R43 frees it."""
    told = facts.own(view, body)
    return told.carried > 0 and not facts.in_melee(view, body) and told.result not in ("rout", "retreat", "follow_up")


def may_charge_again(view: State, body: str) -> bool:
    """Whether a body with factors may charge: it charged in the move before, without contact (NAP-DIS-14)."""
    told = facts.own(view, body)
    return told.charged > 0 and told.charged == view.own.move - 1


REFORM = FrameOf("nap.reform")


@REFORM.step
def begin(run: Run, data: Any, got: object) -> Outcome:
    """Step 20: every body strikes out what it has reformed, and carries the rest (NAP-SEQ-40)."""
    for body in facts.by_id((u for u in run.state.units if run.state.units[u].own.arm != "general"), run.state):
        told = facts.own(run.state, body)
        carried = after(run.state, body)
        before = book.recorded(run.state, body)
        if not before:
            continue
        marks = changes.unit(run.state, body, carried=carried, fresh=())
        text = T("{unit} reforms: disorganisation {n} left of {before}", unit=Thing(body), n=carried, before=before)
        gone = before - carried
        clauses = ("NAP-SEQ-40", "NAP-DIS-06" if told.fresh and by_itself(run.state, body) else "NAP-DIS-15")
        if gone:
            run.tell(body, "reformed", "status", text, clauses, *marks, n=carried, gone=gone)
        else:
            kept = T("{unit} carries disorganisation {n}", unit=Thing(body), n=carried)
            run.tell(body, "factors_carried", "status", kept, ("NAP-SEQ-40", "NAP-DIS-12"), *marks, n=carried)
    for body in facts.by_id(run.state.units, run.state):
        returning.come_back(run, body)
    return Done()
