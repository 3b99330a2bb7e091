"""A result of a test as it falls on a body, and what it brings with it at once (NAP-RES-16 to -20, NAP-R109, NAP-R129).

Whatever part of the rules finds a result calls :func:`apply_result`. Charges tell theirs by the events ``result_rout``
and the like, and a reactor here sees to the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import on
from game.engine.flow import Run
from game.engine.state import Frame, State
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.body import around
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.nerve import crews, surrender, surrounded
from rulesets.napoleonic_wars.own import RESULT_EVENTS, Deed, Result

TEXTS: dict[Result, Text] = {
    "": T("{unit} carried out orders"),
    "halt": T("{unit} halted"),
    "withdraw": T("{unit} withdrew to cover"),
    "retreat": T("{unit} retreated"),
    "rout": T("{unit} routed"),
    "break_off": T("{unit} broke off"),
    "follow_up": T("{unit} followed up"),
    "pursue": T("{unit} pursued"),
}
CLAUSES: dict[Result, str] = {
    "": "NAP-RES-16",
    "halt": "NAP-RES-17",
    "withdraw": "NAP-RES-18",
    "retreat": "NAP-RES-19",
    "rout": "NAP-RES-20",
    "break_off": "NAP-MRE-24",
    "follow_up": "NAP-MRE-22",
    "pursue": "NAP-MRE-26",
}
TOLL: dict[Result, tuple[str, Deed]] = {
    "retreat": ("retreat", "retreated"),
    "rout": ("rout", "routed"),
    "pursue": ("pursuit", "pursued"),
}
"""What costs factors in every move in which it holds (NAP-DIS-26), and the deed that keeps a body from reforming."""


def apply_result(run: Run, body: str, result: Result, foe: str = "", clause: str = "") -> None:
    """Put a body under a result from now on, with all that follows at once.

    Parameters
    ----------
    foe
        The enemy that it goes away from or after.
    clause
        By which it falls; the clause of the result where none is told.
    """
    state = run.state
    marks = [*changes.unit(state, body, result=result, since=state.own.move, from_whom=foe)]
    if result != "":
        marks += changes.unit(state, body, doing=None)
    also = (foe,) if foe in state.units else ()
    said = Text(TEXTS[result].key, {"unit": Thing(body)})
    said_by = tuple(dict.fromkeys((clause or CLAUSES[result], CLAUSES[result])))
    run.tell(body, RESULT_EVENTS[result], "test", said, said_by, *marks, also=also, settled=True)
    follow(run, body, result)


@on("result_rout", "result_withdraw", "result_retreat", "result_pursue", "routs")
def settle(run: Run, event: ev.Event) -> Sequence[Frame]:
    """What follows of a result that another chapter told of; surrounded troops do not rout (NAP-SUR-03)."""
    body = event.about[0]
    if body not in run.state.units or event.data.get("settled"):
        return ()
    follow(run, body, facts.own(run.state, body).nerve.result)
    if facts.own(run.state, body).nerve.result in ("rout", "retreat") and surrounded.is_surrounded(
        known(run.state), body
    ):
        surrender.give_up(run, body, surrender.captor(known(run.state), body), "NAP-SUR-03")
    return ()


def follow(run: Run, body: str, result: Result) -> None:
    """What a result brings at once: factors, an event that others see, orders and frenzy that end (NAP-R129)."""
    for other, new, clause in crews.react(run, body, result):
        apply_result(run, other, new, facts.own(run.state, body).nerve.from_whom, clause)
    charge(run, body, result)
    if result == "rout":
        _routs(run, body)
    _generals_with(run, body, result)


def charge(run: Run, body: str, result: Result) -> None:
    """Factors of table 8G, once in a move in which a body routs, retreats or pursues (NAP-DIS-26, NAP-R129)."""
    if result not in TOLL:
        return
    name, deed = TOLL[result]
    told = facts.own(run.state, body)
    if deed in told.march.did:
        return
    did = tuple(sorted({*told.march.did, deed}))
    run.emit("result_costs", "status", None, *changes.unit(run.state, body, did=did), about=(body,))
    already = sum(f.n for f in told.nerve.fresh if f.table == "G")
    book.enter(run, body, "G", book.of(name) - already)


def _routs(run: Run, body: str) -> None:
    """A rout is kept in mind, ends frenzy and cancels game orders (NAP-UNC-07, NAP-ORD-04, NAP-S59)."""
    state = run.state
    marks = [*changes.unit(state, body, uncontrolled=False)]
    if not any(g.body == body and g.what == "rout" for g in state.own.gone):
        marks += around.gone(state, body, "rout")
    if marks:
        run.emit("rout_noted", "status", None, *marks, clauses=("NAP-UNC-07", "NAP-S59"), about=(body,))
    order = notes.order_of(run.state, body)
    if notes.has_order(run.state, body) and not order.used:
        used = notes.used_up(order, order.place)
        side = notes.side_of(run.state, body)
        run.emit("orders_cancelled", "order", None, notes.ordered(run.state, body, used), only=side, side=side)


def _generals_with(run: Run, body: str, result: Result) -> None:
    """Generals in contact with a body withdraw and rout with it (NAP-RGN-06)."""
    if result not in ("rout", "withdraw"):
        return
    for general in companions(run.state, body):
        if facts.own(run.state, general).nerve.result == result:
            continue
        marks = [*changes.unit(run.state, general, result=result, since=run.state.own.move, from_whom=body)]
        if result == "rout":
            marks += around.gone(run.state, general, "general")
        text = T("{unit} went along with {other}", unit=Thing(general), other=Thing(body))
        run.tell(general, "carried_along", "test", text, ("NAP-RGN-06",), *marks, also=(body,))


def companions(view: State, body: str) -> tuple[str, ...]:
    """The generals of a body's side in base contact with it (NAP-RGN-06)."""
    board = board_of(view)
    return tuple(g for g in facts.generals(view, view.units[body].side) if board.touching(g, body))


# --- uncontrolled troops ---------------------------------------------------------------------------------------------


def is_wild(view: State, body: str, dice: Sequence[int]) -> bool:
    """Whether the three dice of a morale test carry a body away (NAP-UNC-01)."""
    told = facts.own(view, body)
    if not told.regular:
        return dice.count(6) >= 2
    if facts.morale_class(view, body) == "D":
        return dice.count(5) >= 2
    if told.nation == "britain" and told.arm == "horse":
        return len(set(dice)) == 1 and dice[0] in (3, 4)
    return len(set(dice)) == 1 and dice[0] == 4


def calm(run: Run, body: str, clause: str) -> None:
    """A body is in hand again (NAP-UNC-07, NAP-R100)."""
    if facts.own(run.state, body).nerve.uncontrolled:
        text = T("{unit} under control again", unit=Thing(body))
        run.tell(body, "in_hand", "status", text, (clause,), *changes.unit(run.state, body, uncontrolled=False))


def end(run: Run, body: str, text: Text, *clauses: str, result: Result = "", **more: Any) -> None:
    """A result is over: the body acts by orders again, or halts to reform."""
    marks = changes.unit(run.state, body, result=result, since=run.state.own.move, from_whom="")
    run.tell(body, "result_over", "status", text, clauses, *marks, **more)
