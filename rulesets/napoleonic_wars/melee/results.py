"""Results of melee set on a body: rout, pursuit, breaking off, following up; the move of it comes next (NAP-MRE-15).

NAP-MRE-10, NAP-MRE-11, NAP-MRE-22 to -26, NAP-DIS-25, NAP-DIS-26, NAP-R129, NAP-S59.
"""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine.flow import Run
from game.engine.text import T, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts

Clauses = tuple[str, ...]


def _under(run: Run, body: str, foe: str, **fields: Any) -> Any:
    return changes.unit(run.state, body, since=run.state.own.move, from_whom=foe, doing=None, **fields)


def rout(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body routs (NAP-MRE-25); what follows of it is seen to by the chapter of nerve (NAP-MRE-11, NAP-S59)."""
    if facts.own(run.state, body).result in ("rout", "surrendered"):
        return
    marks = _under(run, body, foe, result="rout")
    text = T("{unit} routs", unit=Thing(body))
    run.tell(body, "result_rout", "loss", text, clauses, *marks, also=(foe,))


def surrender(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body lays down its arms to the enemy who beat it (NAP-MRE-07, NAP-S88)."""
    marks = _under(run, body, foe, result="surrendered", uncontrolled=False, captors=foe)
    text = T("{unit} surrenders to {foe}", unit=Thing(body), foe=Thing(foe))
    run.tell(body, "surrenders", "loss", text, clauses, *around.gone(run.state, body, "surrendered"), *marks)


def pursue(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body pursues routers (NAP-MRE-26)."""
    did = (*facts.own(run.state, body).did, "pursued")
    text = T("{unit} pursues {foe}", unit=Thing(body), foe=Thing(foe))
    run.tell(
        body, "result_pursue", "status", text, clauses, *_under(run, body, foe, result="pursue", did=did), also=(foe,)
    )
    book.enter(run, body, "G", book.of("pursuit"), "NAP-DIS-26")


def break_off(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body breaks off, facing the enemy (NAP-MRE-24)."""
    text = T("{unit} breaks off", unit=Thing(body))
    run.tell(
        body, "result_break_off", "status", text, clauses, *_under(run, body, foe, result="break_off"), also=(foe,)
    )


def follow_up(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body keeps on an enemy who breaks off (NAP-MRE-22)."""
    text = T("{unit} follows up", unit=Thing(body))
    run.tell(
        body, "result_follow_up", "status", text, clauses, *_under(run, body, foe, result="follow_up"), also=(foe,)
    )


def ended(run: Run, body: str) -> None:
    """A melee of a body is over: two factors, once, where it has no other (NAP-DIS-25, NAP-R129)."""
    told = facts.own(run.state, body)
    if any(f.table == "F" for f in told.fresh) or not facts.is_here(run.state, body):
        return
    book.enter(run, body, "F", book.of("after_melee"))


def done(run: Run, body: str) -> None:
    """Who broke off or followed up in an earlier move has done it (NAP-MRE-24)."""
    told = facts.own(run.state, body) if body in run.state.units else None
    if told is not None and told.result in ("break_off", "follow_up") and told.since < run.state.own.move:
        marks = changes.unit(run.state, body, result="", from_whom="")
        run.tell(body, "result_over", "flow", None, ("NAP-MRE-24",), *marks)
