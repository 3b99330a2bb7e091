"""The last steps to an objective: into a house, onto a bridge, through a ford, however near an enemy is."""

from __future__ import annotations

import math
from typing import Any

import shapely

from game.engine.state import State
from game.geometry.shapes import Point, Pose, bearing, turn_between
from rulesets.napoleonic_wars.body import rights, shape
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.general import routes
from rulesets.napoleonic_wars.orders import drafting, judging
from rulesets.napoleonic_wars.own import Formation
from rulesets.napoleonic_wars.turn import victory

NARROW = ("bridge", "ford")
"""Ground that is come upon from before it."""
NEAR = 300.0
"""mm from an objective within which the way is looked for move by move."""
SOON = 600.0
"""mm from a bridge or a ford within which a body that is to go on over it comes up to it straight."""
BEFORE = 150.0
"""mm before the wall of a house at which who goes in has turned towards it."""
AT_WALL = 4.0
"""mm off the wall at which he stops to go in."""
COLUMNS: tuple[Formation, ...] = ("closed_divisional", "closed_column", "march_column")
"""In what close order goes over a bridge or through a ford."""
OF_WAY = 0.6
"""How much of the way through irregulars fill."""
ROOM = 4.0
"""mm that the way through must be wider than a body."""
ASKEW = 15.0
"""mm beside the middle of the way through from which a body goes straight on."""
BACK = 135.0
"""Degrees off its way from which a body faces about to it rather than wheel."""
ASIDE = 45.0
"""Degrees off its way from which it may face to a flank where it cannot wheel."""
Line = list[dict[str, Any]]


def house(view: State, feature: str) -> Piece | None:
    """A building by its id."""
    piece = ground_of(view).by_id.get(feature)
    return piece if piece is not None and piece.kind.move == "building" else None


def approach(view: State, body: str, piece: Piece) -> tuple[Point, Point]:
    """Two places of a body's centre on the way into a house: before the wall that is nearest to it, and at the wall."""
    x, y = shape.centre(view, body)
    low_x, low_y, high_x, high_y = piece.whole.bounds
    mid_x, mid_y = (low_x + high_x) / 2.0, (low_y + high_y) / 2.0
    off = shape.depth(view, body) / 2.0 + AT_WALL
    walls = (
        ((mid_x, low_y - off), (0.0, -1.0)),
        ((mid_x, high_y + off), (0.0, 1.0)),
        ((low_x - off, mid_y), (-1.0, 0.0)),
        ((high_x + off, mid_y), (1.0, 0.0)),
    )
    ways = [((at[0] + dx * BEFORE, at[1] + dy * BEFORE), at) for at, (dx, dy) in walls]
    ground = ground_of(view)
    open_ = [w for w in ways if not any(p.kind.is_forbidden for p in ground.met(shapely.Point(w[0])))] or ways
    return min(open_, key=lambda way: (round(math.dist((x, y), way[0])), way))


def is_coming(view: State, body: str) -> bool:
    """Whether a body is on its way to an objective that it is to hold."""
    order = notes.order_of(view, body)
    return bool(order.feature and order.route and not order.used)


def to_objective(view: State, body: str) -> Line | None:
    """A line by which a body goes on to the objective before it, however near an enemy is; None where it need not."""
    order = notes.order_of(view, body)
    if not order.route or order.used or house(view, order.feature) is not None:
        return None
    places = [(m.pose.x, m.pose.y) for m in victory.objectives(view) if m.pose is not None]
    goal, piece = order.route[-1], ground_of(view).by_id.get(order.feature)
    if goal not in places or math.dist(shape.centre(view, body), goal) > NEAR:
        return None
    head: Line = [{"verb": "reform"}] if reform.must_reform(view, body) else []
    first = approach(view, body, piece)[0] if piece is not None else goal
    tries: list[Line] = [[_to(goal)], [_to(first, goal)], [_to(first)]]
    if piece is not None and piece.kind.id in NARROW:
        tries = _from_before(view, body, piece, goal)
    if piece is not None and (column := _narrowed(view, body, piece)):
        tries = [[*column, *one] for one in tries] + [column, *tries]
    return next((line for one in tries if (line := head + one) and not judging.line_bars(view, body, line)), None)


def _from_before(view: State, body: str, piece: Piece, goal: Point) -> list[Line]:
    """Ways onto a bridge or into a ford: straight where a body stands before it, else by a place before it."""
    first, at = approach(view, body, piece)
    (x, y), (dx, dy) = shape.centre(view, body), (at[0] - first[0], at[1] - first[1])
    aside = abs((x - at[0]) * dy - (y - at[1]) * dx) / BEFORE
    far = math.dist((x, y), at) - ASKEW
    places = [(at[0] - dx * part, at[1] - dy * part) for part in (1.0, 0.6, 0.3) if part * BEFORE < far]
    straight: list[Line] = [[_to(goal)]]
    round_about: list[Line] = [[_to(place, goal)] for place in places] + [[_to(place)] for place in places]
    return [
        *(straight + round_about if aside <= ASKEW else round_about + straight),
        *_turned(view, body, _turn(view, body, first, at), goal),
        *([_to(first, goal)], [_to(first)], [{"verb": "face", "to": "about"}, _to(first)]),
    ]


def _turned(view: State, body: str, off: float, goal: Point) -> list[Line]:
    """Ways to a place for a body that cannot wheel to it: it faces about or to a flank, or wheels as far as it can."""
    facing = "about" if abs(off) > BACK else "right" if off > 0.0 else "left"
    faced: Line = [{"verb": "face", "to": facing}]
    wheeled = drafting.feasible(view, body, [_to(goal)])
    if abs(off) > BACK:
        return [[*faced, _to(goal)], faced]
    return [wheeled, [*faced, _to(goal)], faced] if abs(off) > ASIDE else [wheeled]


def over(view: State, body: str) -> Line | None:
    """A line onto the bridge or into the ford by which a body's way leads on; None where none is before it."""
    order = notes.order_of(view, body)
    if not order.route or order.used or order.feature:
        return None
    way = shapely.LineString([shape.centre(view, body), *routes.to(view, body, order.route[-1])])
    pieces = [p for p in ground_of(view).areas if p.kind.id in NARROW and way.intersects(p.whole)]
    piece = min(pieces, key=lambda p: board_of(view).to_shape(body, p.whole), default=None)
    if piece is None or not 0.0 < board_of(view).to_shape(body, piece.whole) <= SOON:
        return None
    middle = (piece.whole.centroid.x, piece.whole.centroid.y)
    tries, column = _from_before(view, body, piece, middle), _narrowed(view, body, piece)
    tries = [[*column, *one] for one in tries] + [column, *tries] if column else tries
    head: Line = [{"verb": "reform"}] if reform.must_reform(view, body) else []
    return next((line for one in tries if (line := head + one) and not judging.line_bars(view, body, line)), None)


def goes_through(view: State, body: str) -> bool:
    """Whether a body is on its way onto a bridge or into a ford, or holds it: there it keeps its column."""
    piece = ground_of(view).by_id.get(notes.order_of(view, body).feature)
    if piece is None or piece.kind.id not in NARROW:
        return False
    return math.dist(shape.centre(view, body), (piece.whole.centroid.x, piece.whole.centroid.y)) <= NEAR


def _narrowed(view: State, body: str, piece: Piece) -> Line:
    """The change of formation by which a body that is too wide for a bridge or a ford goes onto it; the widest."""
    low_x, low_y, high_x, high_y = piece.whole.bounds
    first, at = approach(view, body, piece)
    room = high_x - low_x if abs(first[1] - at[1]) > abs(first[0] - at[0]) else high_y - low_y
    if shape.width(view, body) <= room - ROOM:
        return []
    if not facts.own(view, body).regular:  # in column of any width (NAP-FRM-28)
        abreast = int(room * OF_WAY // facts.figures(view, body)[0].shape.width)
        files: Line = [{"verb": "form", "formation": "irregular", "abreast": abreast}]
        return files if abreast and not judging.line_bars(view, body, files) else []
    found = []
    for formation in COLUMNS:
        line: Line = [{"verb": "form", "formation": formation}]
        if rights.may_form(view, body, formation) is None and not judging.line_bars(view, body, line):
            wide = _width(view, body, formation)
            found.append((wide <= room - ROOM, wide if wide <= room - ROOM else -wide, line))
    return max(found, key=lambda one: one[:2])[2] if found else []


def _width(view: State, body: str, formation: Formation) -> float:
    """The width (mm) that a body would have in a formation."""
    across = [pose.x for pose in shape.poses(view, body, formation, Pose(0.0, 0.0, 0.0)).values()]
    return max(across) - min(across) + facts.figures(view, body)[0].shape.width


def going_in(view: State, body: str) -> Line | None:
    """A line of the sheet by which a body goes into the house that it is to hold; None where it cannot in this move."""
    told, piece = facts.own(view, body), house(view, notes.order_of(view, body).feature)
    if piece is None or told.inside:
        return None
    enter = {"verb": "enter", "building": piece.id}
    first, at = approach(view, body, piece)
    if math.dist(shape.centre(view, body), at) > NEAR:
        return None
    head: Line = [{"verb": "reform"}] if reform.must_reform(view, body) else []
    turned = _to_face(view, body, first, at)
    tries: tuple[Line, ...] = (
        *([enter], [_to(at), enter], [*turned, enter], [_to(first, at), enter]),
        *([_to(at)], turned, [_to(first)], turned[:1], []),
    )
    return next((line for one in tries if (line := head + one) and not judging.line_bars(view, body, line)), None)


def _to_face(view: State, body: str, first: Point, at: Point) -> Line:
    """A wheel that faces a wall, and the way on up to it: for who stands so near that he cannot wheel to a place."""
    off = _turn(view, body, first, at)
    turned: Line = [{"verb": "wheel", "hand": "right" if off > 0.0 else "left", "angle": round(abs(off), 1)}]
    return [*(turned if abs(off) >= 0.1 else []), {"verb": "advance"}]


def _turn(view: State, body: str, first: Point, at: Point) -> float:
    """Degrees to the right by which a body must turn to face from one place to another; negative to the left."""
    return turn_between(shape.front(view, body).facing, bearing(at[0] - first[0], at[1] - first[1]))


def _to(*places: Point) -> dict[str, Any]:
    return {"verb": "advance", "path": [[round(x, 1), round(y, 1)] for x, y in places]}
