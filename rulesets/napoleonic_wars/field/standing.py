"""How a body stands: front, flank and rear, cover, woods and buildings, height, secured flanks, obstacles before it.

NAP-FLK-01, NAP-S57, NAP-TER-08 to -12, NAP-COV-01 to -03, NAP-COV-11, NAP-COV-14, NAP-ORG-38, -39, -41, NAP-S43,
NAP-S65.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Literal

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.bases import Indices
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, forward, sin_cos, sin_cos_all
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import NO_POINTS, board_of, remembered
from rulesets.napoleonic_wars.field.ground import Grade, Kind, Piece, Slope
from rulesets.napoleonic_wars.field.sight import behind
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

Sector = Literal["front", "flank", "rear"]
SECTORS: tuple[Sector, ...] = ("front", "flank", "rear")
"""The mildest first."""
_DUST = 1e-6


def has_flanks(view: State, body: str) -> bool:
    """Whether a body has flanks and a rear: not squares, masses, open order, routers and garrisons (NAP-S57).

    Nor gunners who evade: they run as skirmishers do (NAP-S44).
    """
    told = facts.own(view, body)
    loose = told.stance.formation in (*facts.OPEN_FORMATIONS, "mass", "garrison") or told.nerve.result == "rout"
    if facts.is_deployed(view, body):
        loose = any(facts.charge(t).answer == "evade" for t in facts.charges_on(view, body))
    return not loose and not facts.is_square(view, body)


def front_rank(view: State, body: str) -> Floats:
    """Centres (n, 2) of the figures of a body's front rank."""
    board = board_of(view)
    front = board.front(body)
    return board.bases.centres[list(front.rows)] if front is not None else NO_POINTS


def angle(view: State, body: str, point: Point) -> float:
    """Degrees (0 to 180) between where a body looks and a point, seen from the middle of its front edge."""
    return float(_angles(view, body, np.array([point]))[0])


def _angles(view: State, body: str, points: Floats) -> Floats:
    front = board_of(view).front(body)
    if front is None:
        return np.zeros(len(points))
    away = points - np.array(front.middle)
    ahead = np.array(forward(front.facing))
    along, aside = away @ ahead, away[:, 0] * ahead[1] - away[:, 1] * ahead[0]
    return np.asarray(np.degrees(np.arctan2(np.abs(aside), along)))


def sector(view: State, defender: str, points: Floats) -> Sector:
    """The sector of a body in which a charger starts: where most centres of its front rank are (NAP-FLK-01, NAP-S57).

    Without a majority it is the mildest in which any is.
    """
    if not has_flanks(view, defender) or not len(points):
        return "front"
    angles = _angles(view, defender, points)
    flank, rear = number("flank") + _DUST, number("rear") + _DUST
    found = Counter(SECTORS[int(a > flank) + int(a > rear)] for a in angles.tolist())
    mildest = next(s for s in SECTORS if s in found)
    return next((s for s in SECTORS if 2 * found[s] > len(points)), mildest)


GRADES: tuple[Grade, ...] = ("", "soft", "hard", "total")
"""The least first."""
Flank = Literal["left", "right"]


def grade(kind: Kind, *, mounted: bool, melee: bool = False) -> Grade:
    """The cover that a kind of terrain gives foot or mounted troops (NAP-TER-08 to -12, NAP-COV-01, -02)."""
    return "" if melee and not kind.melee else kind.mounted if mounted else kind.cover


def most(view: State, body: str, holds: Callable[[Floats], list[bool]]) -> bool:
    """Whether something holds of more than half of a body's figures, asked of their centres (NAP-S65)."""
    board = board_of(view)
    rows = _counted(view, body)
    told = holds(board.bases.centres[rows])
    return 2 * sum(told) > len(told)


def _counted(view: State, body: str) -> Indices:
    """Rows of the figures that count; of a body that has none all."""
    board = board_of(view)
    rows = board.rows(body)
    counted = [k for k in rows.tolist() if facts.count(board.figures[k])]
    return np.array(counted, dtype=np.intp) if counted else rows


@remembered
def in_cover(view: State, body: str, against: str = "", *, melee: bool = False, void: tuple[str, ...] = ()) -> Grade:
    """The cover that more than half of a body's figures have (NAP-S65), in melee or otherwise.

    Woods and buildings cover who is in them; linear obstacles those directly behind, towards ``against``, or towards
    their front where nobody is named; ``void`` are obstacles that do not count.
    """
    board = board_of(view)
    mounted = facts.is_mounted(view, body)
    if body in board.inside:
        return grade(board.inside[body].kind, mounted=mounted, melee=melee)
    rows = _counted(view, body)
    centres = board.bases.centres[rows]
    best = np.zeros(len(rows), dtype=np.intp)
    for piece in board.ground.areas:
        if piece.kind.cover:
            of = GRADES.index(grade(piece.kind, mounted=mounted, melee=melee))
            best = np.where(_within(piece, centres), np.maximum(best, of), best)
    for name in behind(view, body):
        if name in void:
            continue
        piece = board.ground.by_id[name]
        of = GRADES.index(grade(piece.kind, mounted=mounted, melee=melee))
        best = np.where(_faces(view, body, rows, piece, against), np.maximum(best, of), best)
    return next((GRADES[k] for k in (3, 2, 1) if 2 * int((best >= k).sum()) > len(rows)), "")


def _faces(view: State, body: str, rows: Indices, piece: Piece, against: str) -> Floats:
    """Which figures have an obstacle between them and an enemy, or before them."""
    board = board_of(view)
    centres = board.bases.centres[rows]
    if against and against in board.bodies:
        ends = shapely.get_coordinates(
            shapely.get_point(
                shapely.shortest_line(np.asarray(shapely.points(centres), dtype=object), board.outline(against)), 1
            )
        )
    else:
        west, south, east, north = board.box(body)
        deep = math.hypot(east - west, north - south) + CONTACT + SLACK
        sines, cosines = sin_cos_all(board.bases.facings[rows])
        ends = centres + np.stack((sines, cosines), axis=1) * deep
    ways = shapely.linestrings(np.stack((centres, ends), axis=1))
    return np.asarray(shapely.intersects(ways, piece.shape))


def _within(piece: Piece, points: Floats) -> Floats:
    return np.asarray(shapely.contains_xy(piece.shape, points[:, 0], points[:, 1]))


@remembered
def in_wood(view: State, body: str) -> bool:
    """Whether a body is in a wood or orchard (NAP-COV-03, NAP-S65)."""
    woods = board_of(view).ground.woods
    return most(view, body, lambda spots: np.any([_within(w, spots) for w in woods], axis=0).tolist() if woods else [])


def in_building(view: State, body: str) -> Piece | None:
    """The building or fortification that a body is in, or None (NAP-COV-11)."""
    return board_of(view).inside.get(body)


@remembered
def in_ditch(view: State, body: str) -> bool:
    """Whether a body is in a ditch, moat or trench: more than half of its bases lie across one (NAP-TER-11)."""
    board = board_of(view)
    lines = [p.shape for p in board.ground.lines if p.kind.cover and not p.kind.melee]
    outlines = board.bases.outlines(_counted(view, body))
    met = [bool(shapely.intersects(lines, outline).any()) for outline in outlines] if lines else []
    return 2 * sum(met) > len(outlines)


@remembered
def level(view: State, body: str) -> int:
    """Contour level of a body: of the centre of its front, of a garrison that of its building (NAP-S65)."""
    board = board_of(view)
    front = board.front(body)
    if front is None:
        return board.inside[body].level if body in board.inside else 0
    return board.ground.level_at(*front.middle)


def is_higher(view: State, body: str, other: str, *, melee: bool = False) -> bool:
    """Whether a body is higher than another (NAP-S65); in melee also than one in a ditch, if it is not (NAP-TER-11)."""
    if melee and in_ditch(view, other) and not in_ditch(view, body):
        return True
    return level(view, body) > level(view, other)


@remembered
def slope(view: State, body: str) -> Slope:
    """The slope on which more than half of a body's figures are (NAP-S65)."""
    ground = board_of(view).ground
    board = board_of(view)
    found = [ground.slope_at(x, y) for x, y in board.bases.centres[_counted(view, body)].tolist()]
    if 2 * found.count("steep") > len(found):
        return "steep"
    return "gentle" if 2 * sum(map(bool, found)) > len(found) else ""


def on_steep(view: State, figure: str) -> bool:
    """Whether a figure stands on a steep slope."""
    pose = view.bases[figure].pose
    return pose is not None and board_of(view).ground.slope_at(pose.x, pose.y) == "steep"


# --- flanks ----------------------------------------------------------------------------------------------------------


def flank_edge(view: State, body: str, flank: Flank) -> Shape:
    """The flank of a body as a line, from its front back."""
    board = board_of(view)
    front = board.fronts(body)[0]
    sine, cosine = sin_cos(front.facing)
    corners = board.bases.corners[board.rows(body)].reshape(-1, 2)
    u, v = corners[:, 0] * cosine - corners[:, 1] * sine, corners[:, 0] * sine + corners[:, 1] * cosine
    side = float(u.min() if flank == "left" else u.max())
    ends = [_world(side, float(at), sine, cosine) for at in (v.max(), v.min())]
    return shapely.LineString(ends)


def _world(u: float, v: float, sine: float, cosine: float) -> Point:
    return u * cosine + v * sine, v * cosine - u * sine


def flank_is_secured(view: State, body: str, flank: Flank, normal_move: Callable[[str], float]) -> bool:
    """Whether a flank is secured (NAP-ORG-38, NAP-MOR-12).

    It rests on an impassable obstacle, an own unit or own cover; or own troops are within one normal move of it
    (``normal_move``: cm by body, 0 for who cannot get there) and nearer to it than any enemy. The table edge is none.
    """
    board = board_of(view)
    if not board.fronts(body):
        return False
    edge, side = flank_edge(view, body, flank), view.units[body].side
    far = {u: board.to_shape(u, edge) for u in board.bodies if u != body and facts.own(view, u).arm != "general"}
    own = {u: d for u, d in far.items() if view.units[u].side == side}
    touched = [p for p in board.ground.pieces if p.shape.distance(edge) <= CONTACT + SLACK]
    rests = any(p.kind.is_forbidden or is_own_cover(view, p, side) for p in touched)
    if rests or any(d <= CONTACT + SLACK and facts.own(view, u).nerve.result != "rout" for u, d in own.items()):
        return True
    enemy = min((d for u, d in far.items() if u not in own), default=math.inf)
    able = {u: cm(far) for u, far in ((u, normal_move(u)) for u in own) if far > 0.0}
    return any(own[u] < enemy - SLACK and own[u] <= far + SLACK for u, far in able.items())


def is_own_cover(view: State, piece: Piece, side: str) -> bool:
    """Whether a wood, orchard or building is held by a side and known to hold no enemy (NAP-ORG-39, NAP-COV-14)."""
    if not piece.kind.is_wood and piece.kind.sight != "building":
        return False
    board = board_of(view)
    inside = {board.sides[u] for u, p in board.inside.items() if p.id == piece.id}
    among = shapely.contains_xy(piece.shape, board.bases.xs, board.bases.ys)
    inside |= {board.sides[board.figures[k].unit] for k in np.flatnonzero(among).tolist()}
    return inside == {side}


def defenders(view: State, piece: Piece, against: str) -> tuple[str, ...]:
    """Who defends a linear obstacle against a body: in contact with it, facing it and him beyond (NAP-ORG-41)."""
    board = board_of(view)
    if not piece.kind.is_line:
        return ()
    found = []
    for body in board.bodies:
        if board.sides[body] == board.sides.get(against) or piece.id not in behind(view, body):
            continue
        fronts = [f for f in board.fronts(body) if f.line.distance(piece.shape) <= CONTACT + SLACK]
        ways = [shapely.shortest_line(f.line, board.outline(against)) for f in fronts]
        ahead = (_is_ahead(f.facing, way) for f, way in zip(fronts, ways, strict=True))
        if facts.own(view, body).nerve.result != "rout" and any(
            a and way.intersects(piece.shape) for a, way in zip(ahead, ways, strict=True)
        ):
            found.append(body)
    return tuple(found)


def _is_ahead(facing: float, way: Shape) -> bool:
    (ax, ay), (bx, by) = shapely.get_coordinates(way).tolist()
    sine, cosine = sin_cos(facing)
    return bool((bx - ax) * sine + (by - ay) * cosine > 0.0)
