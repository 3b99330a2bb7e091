"""Whoever follows up or pursues goes forward along its front, and whom it still has before it (NAP-S69, NAP-S100).

Lengths are mm, directions unit vectors.
"""

from __future__ import annotations

import math

import numpy as np

from game.engine.state import State
from game.geometry.shapes import bearing, turn_between
from game.kit.block import conform
from game.kit.block import front as fronts
from game.kit.block.front import Front
from game.kit.block.outlines import Floats, turned
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates, standing_actions
from rulesets.napoleonic_wars.march.rates import Speed
from rulesets.napoleonic_wars.march.way import Way
from rulesets.napoleonic_wars.measures import CONTACT, cm
from rulesets.napoleonic_wars.nerve import forced_ways
from rulesets.napoleonic_wars.own import Track

STILL = 1.0
"""Mm of way below which a body has no direction."""


def after(view: State, body: str, foe: str, flight: Track, pace: Speed) -> Way:
    """After one who breaks off or routs, along the front, no farther than a move (NAP-S69, NAP-PUR-01).

    Followers go at most their normal move, pursuers their double or the rout speed of the enemy, the less of both.
    Whoever fought to a flank or to the rear faces there first; then it turns with those it follows. It goes as far as
    its front comes upon them, and not at all after those who are no longer before it.
    """
    way = forced_ways.begun(view, body)
    if pace == "normal":  # the obstacle fought over costs a follower no time, a pursuer all of it (NAP-MOV-11)
        way.passed |= {facts.melee(t).obstacle for t in facts.melees(view, body)}
    runner = Mover.planned(view, foe, flight)
    there = runner.outline_at(1.0)
    if not len(there) or not way.ids:
        return way
    to = forced_ways.side_of(way, runner.outline_at(0.0))
    if to:
        standing_actions.face(way, act.Face(to))
    _turn(way, runner)
    far = _before(way.standing().edge, there)
    if math.isinf(far) or way.over():
        return way
    pursues = pace == "double"
    most = cm(rates.rate(view, foe, "rout")) if pursues else None
    way.go(way.ahead(), far, pace, "pursue" if pursues else "follow_up", most=most)
    return way


def is_before(view: State, body: str, foe: str) -> bool:
    """Whether an enemy is before the front of a body that follows him: otherwise he has got away (NAP-S100)."""
    here, there = Mover.standing(view, body), Mover.standing(view, foe).outline_at(0.0)
    if board_of(view).touching(body, foe):
        return True
    return bool(len(here.bases) and len(there)) and not math.isinf(_before(here.front_at(0.0), there))


def _before(front: Front, there: Floats) -> float:
    """Mm of way straight ahead until a front comes upon pieces; infinite where it never does."""
    return float(fronts.sights(fronts.Edges.of([front]), there, slack=CONTACT).contact[0])


def _turn(way: Way, runner: Mover) -> None:
    """Turn about the middle of the front with those it follows, at no cost (NAP-S100).

    It turns to where they went. Where that would leave them aside of its front, it turns so far that it does not.
    """
    there = runner.outline_at(1.0)
    x, y = _middle(there) - _middle(runner.outline_at(0.0))
    front = way.standing().edge
    degrees, most = 0.0, number("following_turn")
    if math.hypot(x, y) > STILL:
        degrees = max(-most, min(most, turn_between(front.facing, bearing(x, y))))
    others = sorted(range(-int(most), int(most) + 1), key=lambda turn: (abs(turn - degrees), turn))
    tried = (degrees, *map(float, others))
    degrees = next(
        (turn for turn in tried if not math.isinf(_before(conform.front_turned(front, front.middle, turn), there))),
        degrees,
    )
    if degrees:
        found = turned(np.array(way.places), front.middle, degrees)
        way.places = tuple((round(px, 4), round(py, 4), round(facing, 6)) for px, py, facing in found.tolist())


def _middle(outline: Floats) -> Floats:
    return np.asarray(outline.reshape(-1, 2).mean(axis=0))
