"""The plain player whom a general is measured against, and whole battles between two players."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.bots.referee import Table
from game.bots.roster import make_bot
from game.bots.seat import Bot, Choice, Seat
from game.engine.decision import OrdersAnswer, Reply
from game.engine.ruleset import SideSetup
from game.engine.session import Session
from game.engine.state import State
from game.engine.text import T
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.orders import game_orders, judging, writing
from rulesets.napoleonic_wars.system import RULESET

PLAIN = T("straight the nearest target enemy")
POINTS = 1000
SCENARIOS = ("meeting", "river", "village")
"""Battles between equals."""


class Plain:
    """A player who orders everybody straight the nearest target enemy, and to charge him as soon as that is legal.

    What else there is to say he leaves to the rules' defaults.
    """

    name = "plain"

    def choose(self, seat: Seat) -> Choice:
        """See :class:`~game.bots.seat.Bot`."""
        answer = {"game_orders": _orders, "write": _sheet}.get(seat.decision.question)
        lines = answer(seat) if answer is not None else None
        reply = seat.asked.default if lines is None else Reply(OrdersAnswer(lines))
        if lines and not (verdict := seat.check(reply)).legal:
            wrong = {reason.part for reason in verdict.reasons}
            reply = Reply(OrdersAnswer({who: told for who, told in lines.items() if who not in wrong}))
            reply = reply if seat.check(reply).legal else seat.asked.default
        return Choice(reply, PLAIN)


def _nearest(view: State, body: str) -> str:
    """The nearest enemy of whom a body's side knows; "" for none."""
    board = board_of(view)
    foes = [f for f in facts.enemies(view, view.units[body].side) if not facts.is_forced(view, f)]
    return min(foes, key=lambda f: (board.gap(body, f), facts.natural(f)), default="")


def _orders(seat: Seat) -> dict[str, Any]:
    view, first = known(seat.view), bool(seat.decision.args.get("first"))
    lines = {}
    for body in game_orders.may_be_told(view, seat.side, first=first):
        foe = _nearest(view, body)
        idle = first or notes.order_of(view, body).used or not notes.has_order(view, body)
        if foe and idle and notes.coming(view, body) is None:
            lines[body] = {"kind": "attack", "towards": foe}
    return lines


def _sheet(seat: Seat) -> dict[str, Any] | None:
    view, draft = known(seat.view), seat.default.answer
    if not isinstance(draft, OrdersAnswer):
        return None
    lines = {who: dict(told) for who, told in draft.lines.items()}
    for body in writing.bodies_of(view, seat.side):
        foe = _nearest(view, body)
        if foe and legal.charge_bar(view, body, foe) is None:
            line = [{"verb": "charge", "targets": [foe]}]
            if not judging.line_bars(view, body, line):
                lines[body] = {writing.DO: line}
    return lines


def bot(name: str) -> Bot:
    """A player by name; "plain" is this module's."""
    return Plain() if name == "plain" else make_bot(RULESET, name)


def fought(south: str, north: str, seed: int, **options: Any) -> tuple[Session, Table]:
    """A whole battle of 1,000 points, by turns with all armies in all battles between equals."""
    names = [a.id for a in RULESET.armies(POINTS)]
    setup = RULESET.default_setup(SCENARIOS[seed % len(SCENARIOS)], POINTS)
    lists = {a.id: {e.code: e.sample for e in a.entries if e.sample} for a in RULESET.armies(POINTS)}
    chosen = (names[seed % len(names)], names[(seed + 1 + seed // len(names)) % len(names)])
    sides = {s: SideSetup(a, lists[a]) for s, a in zip(setup.sides, chosen, strict=True)}
    options = {**setup.options, **options}
    setup = replace(setup, seed=f"strength {seed}", options=options, sides=sides)
    assert not RULESET.check_setup(setup)
    table = Table(Session.start(RULESET, setup), {"south": bot(south), "north": bot(north)}, 1)
    table.referee.patience = 300.0
    table.play()
    assert table.session.state.over is not None
    return table.session, table
