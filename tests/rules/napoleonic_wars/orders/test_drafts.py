"""Whatever is drafted can be sealed: game orders and sheets of set-ups drawn at random, move by move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.engine import command as cmd
from game.engine.decision import Decision, OrdersAnswer, Reply
from game.engine.session import Session
from game.engine.state import State
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.orders import judging
from rulesets.napoleonic_wars.orders.game_orders import brigades
from rulesets.napoleonic_wars.orders.writing import DO
from rulesets.napoleonic_wars.system import RULESET
from tests.soak.drawn import drawn

SHEETS = ("write", "quarter", "game_orders")
LARGEST = 1000
Lines = dict[str, dict[str, Any]]


def hasty(view: State, side: str, dice: Random) -> Lines:
    """Game orders by which most brigades go at the double to a piece of terrain, some hold or support."""
    pieces = sorted(view.features)
    found: Lines = {}
    for name, bodies in brigades(view, side).items():
        kind = dice.choice(["attack", "move", "move", "hold", "support"])
        line: dict[str, Any] = {"kind": kind}
        if kind == "support":
            line["supported"] = dice.choice(sorted(bodies))
        elif kind != "hold" and pieces:
            piece = view.features[dice.choice(pieces)]
            x, y = piece.points[0]
            line |= {"route": [[x, y]], "feature": piece.id, "pace": "double"}
        found["brigade " + name] = line if kind in ("hold", "support") or "route" in line else {"kind": "hold"}
    return found


def busy(view: State, side: str, lines: Lines, dice: Random) -> Lines:
    """A sheet with some other lines that are legal by themselves: doubles, sub-units sent out, troopers on foot."""
    found = dict(lines)
    for body in facts.bodies(view, side):
        own, here = facts.own(view, body), facts.companies(view, body)
        tries: list[list[dict[str, Any]]] = [[{"verb": "advance", "pace": "double"}], [{"verb": "dismount"}]]
        if len(here) > 1 and facts.unit_of(view, body) == body:
            tries.append([{"verb": "send_out", "subs": [min(here)], "formation": "line", "gap": 120.0}])
        line = dice.choice(tries)
        if dice.random() < 0.5 and own.arm != "general" and not judging.line_bars(view, body, line):
            found[body] = {DO: line}
    return found


def played(seed: int, rests: int) -> list[str]:
    """Play a drawn battle for some rests; what was drafted and refused."""
    session, dice = Session.start(RULESET, drawn(RULESET, seed, LARGEST)), Random(seed)
    wrong: list[str] = []
    for _ in range(rests):
        if not session.waiting:
            break
        decision = session.waiting[0]
        asked = session.asked(decision)
        reply = asked.default
        if decision.question in SHEETS:
            for one in (asked.default, Reply(asked.draft) if asked.draft is not None else asked.default):
                verdict = session.check(decision, one)
                if not verdict.legal:
                    reasons = [(str(r.text.key), r.clause, r.part) for r in verdict.reasons]
                    wrong.append(f"{seed} {decision.question} {decision.side} move {session.state.own.move}: {reasons}")
                    return wrong
            reply = other(session, decision, reply, dice)
        got = session.submit(cmd.Answering(decision.id, decision.side, reply))
        assert not isinstance(got, cmd.Refusal), (seed, decision.question, got.text)
    return wrong


def other(session: Session, decision: Decision, usual: Reply, dice: Random) -> Reply:
    """Another answer than the drafted one, where it is legal."""
    view, answer = session.view(decision.side), usual.answer
    assert isinstance(answer, OrdersAnswer)
    if decision.question == "game_orders":
        lines = hasty(view, decision.side, dice) if decision.args.get("first") else {}
    else:
        lines = busy(view, decision.side, {k: dict(v) for k, v in answer.lines.items()}, dice)
    tried = Reply(OrdersAnswer(lines))
    return tried if session.check(decision, tried).legal else usual


@pytest.mark.clause("NAP-S75", "NAP-S92", "NAP-S94")
@pytest.mark.parametrize("seed", [0, 2, 4, 7, 26])
def test_every_drafted_sheet_is_accepted_by_its_own_check(seed: int) -> None:
    assert played(seed, 60) == []
