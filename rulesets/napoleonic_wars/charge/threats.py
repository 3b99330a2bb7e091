"""Who threatens a body where it stands, by fire or a charge, and what is a move to safety from them (NAP-DIS-13).

NAP-S45, NAP-S73 (8), NAP-R43.
"""

from __future__ import annotations

from game.engine.state import State
from game.geometry.planar import Shape
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import hidden
from rulesets.napoleonic_wars.fire import guns, small_arms
from rulesets.napoleonic_wars.march.planned_way import Planned
from rulesets.napoleonic_wars.measures import SLACK


def reach(view: State, body: str) -> float:
    """Cm that a body's weapons reach, as it stands."""
    told = facts.own(view, body)
    if told.arm in ("guns", "rockets"):
        if told.stance.formation != "deployed":
            return 0.0
        pieces = {facts.figure(b).piece for b in facts.left(view, body) if facts.figure(b).role == "gun"}
        return max((guns.reach(piece, told.nation) for piece in pieces), default=0.0)
    return max((small_arms.reach(s.weapon) for s in told.subs), default=0.0)


def has_in_range(view: State, body: str) -> bool:
    """Whether an enemy that a body sees is in range of its weapons (NAP-R43 (b), NAP-S75)."""
    far = reach(view, body)
    if far <= 0.0:
        return False
    board, side = board_of(view), view.units[body].side
    return any(board.within(body, foe, far) and sight.sees(view, body, foe) for foe in facts.enemies(view, side))


def fire_on(view: State, body: str) -> tuple[str, ...]:
    """The detected enemies in whose range of fire a body is (NAP-S45)."""
    return sight.in_fire_range(view, body, lambda foe: reach(view, foe))


def threats(view: State, body: str) -> tuple[str, ...]:
    """The detected enemies who have a body in range of their fire or in reach of a charge (NAP-DIS-13)."""
    unseen, fire = hidden(view), fire_on(view, body)
    foes = (f for f in facts.enemies(view, view.units[body].side) if f not in unseen)
    return tuple(f for f in foes if f in fire or legal.has_reach(view, f, body))


def end_of(view: State, body: str, told: Planned) -> Shape:
    """What a body covers where its plan leads."""
    return Mover.planned(view, body, told.track).cover_at(1.0)


def leads_to_safety(view: State, body: str, told: Planned) -> bool:
    """Whether a plan takes who has to reform out of danger first: farther from all who threaten it (NAP-S73 (8))."""
    if not told.moved or not reform.must_reform(view, body):
        return False
    board, there, found = board_of(view), end_of(view, body, told), threats(view, body)
    return bool(found) and all(board.to_shape(f, there) > board.gap(body, f) + SLACK for f in found)
