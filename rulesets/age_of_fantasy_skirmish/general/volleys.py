"""Which weapons at whom (decision 15): what shots take off, what they finish, what weapons for once are kept for."""

from __future__ import annotations

import math
from itertools import islice

from game.bots.seat import Choice, Seat
from game.engine.decision import Aim, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Thing
from rulesets.age_of_fantasy_skirmish.attack import numbers
from rulesets.age_of_fantasy_skirmish.general import worth
from rulesets.age_of_fantasy_skirmish.general.temper import Temper
from rulesets.age_of_fantasy_skirmish.own import BattleOwn
from rulesets.age_of_fantasy_skirmish.shoot import shooting, targets
from rulesets.age_of_fantasy_skirmish.turn import seizing

FINISHED = 8.0
"""Points that it is worth beyond its price to finish a unit: it acts no more, and its side is nearer to breaking."""
OFF_MARKER = 5.0
"""Points that it is worth to finish a unit that holds or contests a marker."""
KEPT = 2.5
"""Points that a weapon for once is worth for each round still to come."""

OFFERED = 60
"""Shots that are weighed at most."""


def best(seat: Seat, temper: Temper) -> Choice | None:
    """The shots that promise most of those offered; None where none is offered."""
    most, found = -math.inf, None
    for reply in list(islice(seat.candidates("any", OFFERED), OFFERED)):
        if isinstance(reply.answer, TargetsAnswer) and reply.answer.aims:
            value, mark = _value(seat.view, seat.decision.args["unit"], reply.answer.aims)
            if value > most:
                most = value + 1e-9
                found = Choice(reply, T("the shots at {target} hurt most", target=Thing(mark)))
    return found


def _value(view: State, unit: str, aims: tuple[Aim, ...]) -> tuple[float, str]:
    """Points that aims promise, and the target that suffers most."""
    own: BattleOwn = view.own
    total, most = 0.0, (-1.0, "")
    for volley in shooting.volleys(view, unit, aims):
        target, life = volley.target, worth.life(view, volley.target)
        wounds = 0.0
        for attack in volley.attacks:
            arm = numbers.weapon_of(view, attack.base, attack.weapon)
            wounds += worth.weapon(view, attack.base, arm, target, cover=attack.cover)
        gain = min(wounds, life) * worth.price(view, target)
        gain += min(wounds / life, 1.0) ** 2 * (FINISHED + (OFF_MARKER if _at_marker(view, target) else 0.0))
        total += gain
        most = max(most, (gain, target))
    for aim in aims:
        if targets.once(view, unit, aim.means):
            total -= KEPT * (own.rounds - own.round)
    return total, most[1]


def _at_marker(view: State, unit: str) -> bool:
    side = view.units[unit].side
    return any(unit in seizing.near(view, side, m.id) for m in seizing.markers(view))
