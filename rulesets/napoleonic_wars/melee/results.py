"""Results of melee set on a body: rout, pursuit, breaking off, following up; the move of it comes next (NAP-MRE-15).

NAP-MRE-10, NAP-MRE-11, NAP-MRE-22 to -26, NAP-DIS-25, NAP-DIS-26, NAP-R129, NAP-S59.
"""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine import event as ev
from game.engine.flow import Run
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.own import RESULT_EVENTS, Result

Clauses = tuple[str, ...]
TOLD: dict[Result, Text] = {
    "rout": T("{unit} routs"),
    "pursue": T("{unit} pursues {foe}"),
    "break_off": T("{unit} breaks off"),
    "follow_up": T("{unit} follows up"),
}


def put(run: Run, body: str, result: Result, foe: str, clauses: Clauses) -> None:
    """Put a body under a result; what follows of a rout or pursuit the chapter of nerve sees to (NAP-DIS-26)."""
    if result == "rout" and facts.own(run.state, body).result in ("rout", "surrendered"):
        return
    marks = changes.unit(run.state, body, result=result, since=run.state.own.move, from_whom=foe, doing=None)
    text = Text(TOLD[result].key, {"unit": Thing(body), "foe": Thing(foe)})
    kind: ev.Family = "loss" if result == "rout" else "status"
    run.tell(body, RESULT_EVENTS[result], kind, text, clauses, *marks, also=(foe,))


def surrender(run: Run, body: str, foe: str, clauses: Clauses) -> None:
    """A body lays down its arms to the enemy who beat it (NAP-MRE-07, NAP-S88)."""
    now = run.state.own.move
    fields: dict[str, Any] = {"since": now, "from_whom": foe, "doing": None, "captors": foe, "uncontrolled": False}
    marks = changes.unit(run.state, body, result="surrendered", **fields)
    text = T("{unit} surrenders to {foe}", unit=Thing(body), foe=Thing(foe))
    run.tell(body, "surrenders", "loss", text, clauses, *around.gone(run.state, body, "surrendered"), *marks)


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
