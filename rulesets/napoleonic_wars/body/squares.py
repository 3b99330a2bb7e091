"""The front of a square that attacks: its wall nearest to the target (NAP-S100 (b))."""

from __future__ import annotations

from game.engine.state import State
from game.geometry.shapes import bearing, turn_between
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import FrontRank, board_of


def wall_towards(view: State, body: str, target: str) -> float:
    """Degrees from the facing of a square to its wall nearest to a target; 0 for other bodies.

    Of equal ones it is the wall that looks more nearly at the middle of the target.
    """
    board = board_of(view)
    if not facts.is_square(view, body) or body not in board.sides or target not in board.sides:
        return 0.0
    there = board.inside[target].shape if target in board.inside else board.outline(target)

    def far(front: FrontRank) -> tuple[float, float]:
        to = bearing(there.centroid.x - front.middle[0], there.centroid.y - front.middle[1])
        return round(float(front.line.distance(there)), 2), round(abs(turn_between(front.facing, to)), 2)

    wall = min(board.fronts(body), key=far)
    return float(round(turn_between(shape.front(view, body).facing, wall.facing) / 90.0) * 90)
