"""Who acts: on initiative where a charge pays or an evade saves; by order the likely first, the General last.

A test that fails silences the character, so what counts for the order of his tests is the chance of success against
that of failure, times what the move is worth (an index of the kind p v / (1 - p)).
WMA-CMD-02 to -10, WMA-INI-03, WMA-INI-04, WMA-S12. Rows 5 to 8 of the player decisions.
"""

from __future__ import annotations

import msgspec

from game.bots.seat import Choice, Seat
from game.bots.work import Work
from game.engine.decision import Aim, MoveAnswer, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.general.shell import left, said
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.command import initiative
from rulesets.warmaster_ancients.command import orders as rules
from rulesets.warmaster_ancients.general.field import Troop
from rulesets.warmaster_ancients.general.moves import Deed, Mind, first_best, mind_of
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.general.threats import REACH
from rulesets.warmaster_ancients.move import evading, forced

LEAST = 0.6
"""Points below which no order is worth the trouble."""
SURE = 0.995
THOUGHT = 15
"""Work of finding the best that a unit can do: its charges, and the marches that are tried."""
HURRY = 50
"""Work that must be left for another unit to be thought about; with less the best order found so far is taken."""
EVADES = 4.0
"""Points that an evade must save."""
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


def act(seat: Seat, temper: Temper) -> Choice:
    """On initiative the best charge, else the most needed evade, else the end of the phase (WMA-S12)."""
    mind = mind_of(seat, temper)
    view = mind.field.view
    able = [t for t in mind.field.mine if not t.own.initiative and initiative.bar_of(view, t.id) is None]
    for think in (lambda t: mind.best_charge(t.id, REACH), lambda t: _evade(mind, t) if t.shoots else None):
        found = [deed for deed in map(think, able) if deed is not None]
        if found:
            best = max(found, key=lambda d: round(d.points, 6))
            return said(best.answer, best.why)
    return left("end_phase", T("no charge promises enough, and nobody has to run"))


def _evade(mind: Mind, troop: Troop) -> Deed | None:
    """An evade, where it saves more than the shots and the ground it gives up."""
    view = mind.field.view
    found = evading.evasion(view, troop.id)
    if not found.possible:
        return None
    ways = list(dict.fromkeys((found.least, found.most)))
    blocks = [troop.at(forced.shifted(view, troop.id, found.direction, mm)) for mm in ways]
    outlook = mind.outlook(troop, [troop.block, *blocks])
    points = outlook.shots - mind.temper.exposure * 1.5 * outlook.exposure
    k = 1 + first_best(points[1:].tolist())
    saved = float(points[k]) - float(points[0])
    if saved < EVADES:
        return None
    course = initiative.evade_course(view, troop.id, ways[k - 1])
    why = T("{unit}: evade {enemy}, or be ridden down", unit=Thing(troop.id), enemy=Thing(found.enemy))
    return Deed(MoveAnswer(troop.id, "evade", courses=(course,)), saved, why)


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
        for unit in (u for c, u in pairs if c == character):
            if found and work.left < HURRY:
                break
            if unit not in worth:
                work.spend(THOUGHT)
                worth[unit] = mind.best(unit)
            if worth[unit].points < LEAST:
                continue
            chance = float(rules.chance(int(rules.command_sum(view, character, unit).total)))
            if chance > 0.0:
                found.append(Order(character, unit, chance, worth[unit]))
        if found:
            return max(found, key=lambda o: (round(o.index, 6), -mind.field.troops[o.unit].row))
    return None


def _in_rank(view: State, characters: list[str]) -> list[str]:
    """The one who is ordering already, then Officers, Leaders, the General last."""
    place = list(view.units)

    def rank(character: str) -> tuple[bool, int, int, int]:
        kind = profile(view, character)
        return character != view.own.commanding, RANKS.get(kind.rank, 1), kind.command, place.index(character)

    return sorted(characters, key=rank)
