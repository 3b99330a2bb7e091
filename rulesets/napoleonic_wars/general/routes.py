"""Ways for bodies that march by game orders: round what is closed to them, over bridges, through fords (NAP-MOV-07)."""

from __future__ import annotations

import shapely

from game.engine.state import State
from game.geometry.planar import Shape, Shapes
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.march import going, reach

SHY = ("dense_wood", "marsh", "building")
"""Ground that close order goes round though it may be let in."""
IN_COLUMN = 30.0
"""mm that the middle of a column keeps from a river's bank: so it finds bridges and fords."""
MOST = 90.0
"""mm that the middle of a body in line keeps from a wood at most."""
BESIDE = 15.0
"""mm beyond half of its front that it keeps from other ground."""


def to(view: State, body: str, goal: Point) -> list[Point]:
    """The bends of the shortest open way of a body to a place, and the place; it alone where there is no open way."""
    start = shape.centre(view, body)
    ends = shapely.points([start, goal])
    walls = [_kept_off(view, body, piece, ends) for piece in ground_of(view).areas if is_closed(view, body, piece)]
    found = reach.shortest_way(view, start, goal, [w for w in walls if not w.contains(ends[1])])
    return [goal] if found is None else [(round(x, 1), round(y, 1)) for x, y in found.points[1:]]


def are_parted(view: State, one: str, other: str) -> bool:
    """Whether ground that nobody enters lies on the straight way between two bodies."""
    way = shapely.LineString([shape.centre(view, one), shape.centre(view, other)])
    return any(p.kind.is_forbidden and p.shape.intersects(way) for p in ground_of(view).met(way))


def is_closed(view: State, body: str, piece: Piece) -> bool:
    """Whether a body's way does not lead through a piece of terrain: nobody may go in, or it would come to no good."""
    if piece.kind.shape != "area":
        return False
    who = going.walker(view, body, "normal", shape.ranks(view, body))
    return reach.is_shut(who, piece) or (piece.kind.move in SHY and facts.is_close(view, body))


def _kept_off(view: State, body: str, piece: Piece, ends: Shapes) -> Shape:
    """Where the middle of a body does not go for a piece; less wide where the way begins or ends beside it."""
    wide = IN_COLUMN if piece.kind.is_forbidden else min(MOST, shape.width(view, body) / 2.0 + BESIDE)
    hull = shapely.convex_hull(piece.whole)
    beside = float(shapely.distance(hull, ends).min()) - 1.0
    return hull.buffer(max(0.0, min(wide, beside)), join_style="mitre")
