"""Garrisons whom a result moves: they leave by the wall away from the enemy (NAP-TER-02, NAP-SPM-04, NAP-S27).

Who has to withdraw to cover is in cover already, and stays (NAP-RES-18).
"""

from __future__ import annotations

import math

import numpy as np

from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Point, Pose, bearing
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.march import changes, rates
from rulesets.napoleonic_wars.march.housing import QUARTER
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.nerve import forced_ways
from rulesets.napoleonic_wars.own import Formation

FORMATIONS: tuple[Formation, ...] = ("line", "open")
"""How they come out, the first for which there is room."""
OFF = 2.0
"""mm between the wall and the last figures."""


def is_in(view: State, body: str) -> bool:
    """Whether a body is in a house with all its figures."""
    return bool(facts.own(view, body).inside) and not facts.figures(view, body)


def come_out(run: Run, body: str) -> float:
    """Set a garrison before its house; the part of the move that this takes, the whole where it finds no room."""
    view = known(run.state)
    piece = ground_of(view).by_id[facts.own(view, body).inside]
    direction = forced_ways.away(view, body, forced_ways.away_from(view, body))
    for formation in FORMATIONS:
        for wall, outwards in _walls(piece, direction):
            front = _front(view, body, formation, wall, outwards)
            poses = shape.poses(view, body, formation, front)
            members = [b for b in facts.left(view, body) if b.id in poses]
            sizes = [bases.footprint(view, b, formation) for b in members]
            there = shape.cover(sizes, shape.triples(poses[b.id] for b in members))
            each = piece.access(there)
            if each and changes.Place(view, body, there, rates.CLOSE).is_free(there):
                text = T("{unit} left {piece}", unit=Thing(body), piece=Thing(piece.id))
                marks = shape.placed(run.state, body, formation, front)
                run.tell(body, "comes_out", "move", text, ("NAP-TER-02", "NAP-SPM-04"), *marks)
                return moment(min(1.0, QUARTER * math.ceil(len(members) / each)))
    return 1.0


def _walls(piece: Piece, direction: Point) -> list[tuple[Point, Point]]:
    """The middles of a house's walls and the way out of each, those first that lead best in a direction."""
    middle, found = piece.whole.centroid, []
    for (x, y), (to_x, to_y) in piece.edges.tolist():
        far, at = math.hypot(to_x - x, to_y - y), ((x + to_x) / 2.0, (y + to_y) / 2.0)
        nx, ny = (to_y - y) / far, (x - to_x) / far
        sign = math.copysign(1.0, nx * (at[0] - middle.x) + ny * (at[1] - middle.y))
        found.append((at, (nx * sign, ny * sign)))
    return sorted(found, key=lambda w: (-round(w[1][0] * direction[0] + w[1][1] * direction[1], 6), w[0]))


def _front(view: State, body: str, formation: Formation, wall: Point, outwards: Point) -> Pose:
    """The middle of the front of a body that stands with its back to a wall."""
    facing = bearing(*outwards)
    poses = shape.poses(view, body, formation, Pose(0.0, 0.0, 0.0))
    depths = np.array([bases.footprint(view, view.bases[b], formation).depth / 2.0 for b in poses])
    deep = float((depths - np.array([p.y for p in poses.values()])).max()) + OFF
    return Pose(round(wall[0] + outwards[0] * deep, 3), round(wall[1] + outwards[1] * deep, 3), round(facing, 4))
