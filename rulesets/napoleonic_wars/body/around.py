"""What a body that is tested counts of the units about it (NAP-ORG-36, -37, NAP-RCT-14 to -17, NAP-R160, NAP-S59).

A unit and its detachments count once in one row; those of its parts that meet the row are added up for "half as
strong". The own unit of the body counts for nothing here (NAP-MRE-14).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from game.engine import changes
from game.engine import event as ev
from game.engine.state import State
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.own import Gone, Result

LEAVING: tuple[Result, ...] = ("break_off", "withdraw")
LOST = ("destroyed", "surrendered", "rout")
What = Literal["destroyed", "surrendered", "rout", "general"]


class Around(msgspec.Struct, frozen=True):
    """Units of one side about a body: breaking off or withdrawing; retreating; routing, destroyed or surrendered."""

    leaving: int = 0
    retreating: int = 0
    routing: int = 0


def in_sight(view: State, body: str, side: str) -> tuple[str, ...]:
    """Bodies of a side near enough to be felt that a body sees, itself and the rest of its unit not among them."""
    unit = facts.unit_of(view, body)
    board = board_of(view)
    near = (
        u for u in facts.bodies(view, side) if facts.unit_of(view, u) != unit and board.within(body, u, number("felt"))
    )
    return tuple(u for u in near if sight.sees(view, body, u))


def units(view: State, body: str, others: Iterable[str], so: Callable[[str], bool], *, half: bool = True) -> set[str]:
    """The units of which some parts meet a row, together at least half as strong as the body (NAP-R160)."""
    strong: dict[str, int] = defaultdict(int)
    for other in others:
        if so(other):
            strong[facts.unit_of(view, other)] += facts.strength(view, other)
    least = facts.strength(view, body) if half else 0
    return {unit for unit, n in strong.items() if 2 * n >= least}


def around(view: State, body: str, side: str) -> Around:
    """The units of a side under results about a body, or lost or made to rout in this move (NAP-RCT-16, NAP-S59).

    What befell in this move counts by where both were then, though routers have run off since; each unit counts once.
    """
    others = in_sight(view, body, side)

    def under(*results: Result) -> set[str]:
        return units(view, body, others, lambda u: facts.own(view, u).nerve.result in results)

    strong = facts.strength(view, body)
    lost = {
        g.unit
        for g in view.own.gone
        if g.side == side and g.what in LOST and body in g.near and 2 * g.strength >= strong
    } - {facts.unit_of(view, body)}
    return Around(len(under(*LEAVING)), len(under("retreat")), len(under("rout") | lost))


def advancing(view: State, body: str, nearer: Callable[[str], bool]) -> int:
    """Enemy units within 25 cm that advance on a body (NAP-ORG-36): ``nearer`` tells who came nearer in this move."""
    side = view.units[body].side

    def comes(other: str) -> bool:
        told = facts.own(view, other)
        away = told.nerve.result in (*LEAVING, "retreat", "rout") or "evaded" in told.march.did
        return not away and not facts.in_melee(view, other) and nearer(other)

    found: set[str] = set()
    for foe in view.sides:
        if foe != side:
            found |= units(view, body, in_sight(view, body, foe), comes)
    return len(found)


def gone(
    state: State, body: str, what: What, then: State | None = None, at: float | None = None
) -> tuple[ev.Change, ...]:
    """The changes that keep in mind that a body was destroyed, surrendered or made to rout, and who saw it.

    ``then``: the situation before it lost its last figures, or at the moment ``at`` of the clock; else the present one.
    """
    told = lost(state if then is None else then, body, what, at)
    return changes.battle(state, gone=(*state.own.gone, told))


def lost(there: State, body: str, what: What, at: float | None = None) -> Gone:
    """What is kept of a body that is lost, as all stood then: its strength, who was near and saw it (NAP-S59)."""
    board, side = board_of(there), there.units[body].side
    others = (u for u in facts.bodies(there) if u != body and board.within(body, u, number("felt")))
    near = tuple(u for u in others if sight.sees(there, u, body))
    mates = (u for u in near if what == "general" and there.units[u].side == side)
    close = tuple(u for u in mates if board.within(body, u, number("loss_felt")))
    return Gone(body, facts.unit_of(there, body), side, what, facts.strength(there, body), near, close, at)
