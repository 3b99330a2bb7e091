"""Whether a body is surrounded: by close order without a gap, half of which has it in reach (NAP-SUR-04)."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import threats
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import hidden
from rulesets.napoleonic_wars.fire import lanes
from rulesets.napoleonic_wars.march import rates, reach
from rulesets.napoleonic_wars.measures import cm


def is_surrounded(view: State, body: str) -> bool:
    """Whether enemies in close order leave it no gap wider than 5 cm that no guns cover (NAP-SUR-04).

    At least half of their line has it in range of fire or in charge reach.
    """
    board = board_of(view)
    if body not in board.bodies:
        return False
    unseen = hidden(view)
    foes = [f for f in facts.enemies(view, view.units[body].side) if f not in unseen]
    ring, fire = [f for f in foes if facts.is_close(view, f)], threats.fire_on(view, body)
    goal, beside = board.outline(body), number("surrounding_gap")
    near = {f for f in ring if f in fire or board.within(body, f, beside) or reach.comes(view, f, goal, "charge")}
    if not near:
        return False
    fence = {f: board.outline(f).buffer(cm(beside) / 2.0, quad_segs=16) for f in ring}
    covered = _covered(view, body, foes, [board.outline(f) for f in near])
    walls = shapely.union_all([*fence.values(), covered])
    far = shapely.box(*shapely.union(walls, goal.envelope).bounds).buffer(100.0)
    free = shapely.union(shapely.difference(far, walls), goal.buffer(0.01))
    mine = shapely.union_all([p for p in shapely.get_parts(free) if p.intersects(goal)])
    if mine.intersects(far.exterior):
        return False
    line = {f: _long(view, f) for f, wall in fence.items() if wall.distance(mine) <= 1.0}
    return len(line) > 1 and 2.0 * sum(line[f] for f in line if f in near) >= sum(line.values())


def _long(view: State, body: str) -> float:
    """Mm of line that a body makes; a garrison stands along the walls of its building."""
    board = board_of(view)
    return shape.width(view, body) if board.fronts(body) else float(board.outline(body).length)


def _covered(view: State, body: str, foes: Sequence[str], ring: Sequence[Shape]) -> Shape:
    """Stretches between those who surround a body that guns within a rout move of it cover: no gaps (NAP-SUR-04)."""
    board, far = board_of(view), rates.rate(view, body, "rout")
    guns = (g for f in foes if facts.is_deployed(view, f) and board.within(body, f, far) for g in rates.guns(view, f))
    arcs = [lanes.gun_arc(g, cm(far)) for g in guns if facts.figure(g).crew]
    hull = shapely.boundary(shapely.convex_hull(shapely.union_all(list(ring))))
    return shapely.intersection(hull, shapely.union_all(arcs)).buffer(1.0) if arcs else shapely.Polygon()
