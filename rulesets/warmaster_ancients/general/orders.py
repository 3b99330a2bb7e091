"""Who orders whom: the likely and the useful first, the General last.

A test that fails silences the character, so what counts for the order of his tests is the chance of success against
that of failure, times what the move is worth (an index of the kind p v / (1 - p)).
WMA-CMD-02 to -10. Rows 7 and 8 of the player decisions.
"""

from __future__ import annotations

import msgspec

from game.bots.seat import Choice, Seat
from game.bots.work import Work
from game.engine.decision import Aim, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.general.shell import left, said
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.command import orders as rules
from rulesets.warmaster_ancients.general.moves import Deed, Mind, mind_of
from rulesets.warmaster_ancients.general.temper import Temper

LEAST = 0.6
"""Points below which no order is worth the trouble."""
SURE = 0.995
THOUGHT = 15
"""Work of finding the best that a unit can do: its charges, and the marches that are tried."""
HURRY = 50
"""Work that must be left for another unit to be thought about; with less the best order found so far is taken."""
RANKS = {"officer": 0, "leader": 1, "general": 2}


class Order(msgspec.Struct, frozen=True):
    """An order to be tried: by whom, to whom, its chance, what it would bring."""

    character: str
    unit: str
    chance: float
    deed: Deed

    @property
    def index(self) -> float:
        """Its rank among the tests of one character."""
        p = min(self.chance, SURE)
        return self.deed.points * p / (1.0 - p)


def give(seat: Seat, temper: Temper) -> Choice:
    """The order to try next, else the end of the phase."""
    order = best_order(mind_of(seat, temper), seat.view, seat.work)
    if order is None:
        return left("end_phase", T("no order is worth the risk any more"))
    why = T(
        "{unit}: the best use of {character} now, {percent} %: {reason}",
        unit=Thing(order.unit),
        character=Thing(order.character),
        percent=round(100 * order.chance),
        reason=order.deed.why,
    )
    return said(TargetsAnswer((Aim(order.character, "order", order.unit),)), why)


def best_order(mind: Mind, view: State, work: Work) -> Order | None:
    """The order to try next, or None where none is worth it.

    The mind may have been made up before an order failed; ``view`` tells who may still order whom.
    """
    pairs = list(rules.orderable(view, mind.field.side))
    worth: dict[str, Deed] = {}
    for character in _in_rank(view, list(dict.fromkeys(c for c, _ in pairs))):
        found: list[Order] = []
        for who, unit in pairs:
            if who != character or (found and work.left < HURRY):
                continue
            if unit not in worth:
                work.spend(THOUGHT)
                worth[unit] = mind.best(unit)
            deed = worth[unit]
            if deed.points < LEAST:
                continue
            chance = float(rules.chance(int(rules.command_sum(view, who, unit).total)))
            if chance > 0.0:
                found.append(Order(who, unit, chance, deed))
        if found:
            return max(found, key=lambda o: (round(o.index, 6), -mind.field.troops[o.unit].row))
    return None


def _in_rank(view: State, characters: list[str]) -> list[str]:
    """The one who is ordering already, then Officers, Leaders, the General last."""
    current = view.own.commanding
    place = {c: k for k, c in enumerate(view.units)}
    return sorted(
        characters,
        key=lambda c: (c != current, RANKS.get(profile(view, c).rank, 1), profile(view, c).command, place[c]),
    )
