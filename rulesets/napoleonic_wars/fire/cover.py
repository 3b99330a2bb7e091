"""What stands between firer and target: cover, screens, what stops roundshot, overhead fire (NAP-COV, NAP-OVH).

Asked of the situation at the moment of fire; ``ways`` are the lines of fire, from the firing figures to the target.
NAP-SCR, NAP-R55 to -R60, NAP-S91.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.crossing import area_depths
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Pose, to_local
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.body.screen import effective
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import Grade, Piece
from rulesets.napoleonic_wars.field.standing import GRADES
from rulesets.napoleonic_wars.fire import arcs
from rulesets.napoleonic_wars.fire.arcs import Bears
from rulesets.napoleonic_wars.fire.guns import HOWITZERS, Ammunition
from rulesets.napoleonic_wars.fire.small_arms import Cover
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm
from rulesets.napoleonic_wars.own import Nation

AIMED: tuple[Ammunition, ...] = ("roundshot", "shell", "shrapnel")
"""What may be fired over heads and over obstacles (NAP-OVH-02, NAP-COV-09)."""


def grade(view: State, body: str, target: str, ways: Floats, ammunition: str = "", *, fires: bool = False) -> Cover:
    """The cover of a target against fire along some ways (l, 2, 2): of ground and obstacles, by the majority.

    ``fires``: the target fires in the same step, or has fired before it in this move (NAP-COV-12).
    """
    inside = board_of(view).inside.get(target)
    if inside is not None:
        return _in_building(view, body, target, inside, fires)
    mounted = facts.is_mounted(view, target)
    lines = board_of(view).ground.lines
    void = tuple(p.id for p in lines if p.kind.cover and not _counts(view, body, target, p, ammunition))
    best: list[Grade] = [standing.in_cover(view, target, body, void=void)]
    starts, ends = ways[:, 0], ways[:, 1]
    for piece in board_of(view).ground.woods:
        if ammunition not in ("shell", "shrapnel", "incendiary"):
            deep = area_depths(starts, ends, piece.edges) >= cm(number("trees")) - SLACK
            best += [standing.grade(piece.kind, mounted=mounted)] if _most(deep) else []
    for piece in _obstacles(view, body, target, ways):
        if piece.id not in void:
            best.append(standing.grade(piece.kind, mounted=mounted))
    found = max(best, key=GRADES.index)
    return "none" if found == "" else found


def _most(so: np.ndarray) -> bool:
    return 2 * int(so.sum()) > len(so)


def _in_building(view: State, body: str, target: str, inside: Piece, fires: bool) -> Cover:
    """Who fires out of a building gives up its cover against those within 2 cm of it (NAP-COV-11, NAP-COV-12)."""
    if is_breached(view, target, inside):
        return "none"
    near = board_of(view).gap(body, target) < cm(number("at_the_wall")) - SLACK
    return "none" if fires and near else inside.kind.cover or "none"


def breach_before(view: State, target: str, piece: Piece) -> float:
    """Mm of breach in an obstacle before the front of a body, in a building all of it (NAP-BLD-03)."""
    front = board_of(view).front(target) if piece.own.breaches else None
    if front is None:
        return sum(breach.width for breach in piece.own.breaches)
    half = shape.width(view, target) / 2.0
    spots = ((to_local(Pose(*front.middle, front.facing), b.at)[0], b.width / 2.0) for b in piece.own.breaches)
    return sum(max(0.0, min(half, u + wide) - max(-half, u - wide)) for u, wide in spots)


def is_breached(view: State, target: str, piece: Piece) -> bool:
    """Whether the breach is half as wide as the body behind it: its cover counts no longer (NAP-BLD-03)."""
    wide = breach_before(view, target, piece)
    long = shape.width(view, target) if board_of(view).fronts(target) else 10.0 * facts.strength(view, target)
    return bool(piece.own.breaches) and 2.0 * wide >= long - SLACK


def is_safe(view: State, target: str) -> bool:
    """Whether a body is inside a fortification that is not breached wide enough: fire does not hurt it (NAP-R58)."""
    inside = board_of(view).inside.get(target)
    return inside is not None and inside.kind.cover == "total" and not is_breached(view, target, inside)


def _obstacles(view: State, body: str, target: str, ways: Floats) -> Iterator[Piece]:
    """The linear obstacles that most of the ways cross."""
    lines = shapely.linestrings(ways)
    for piece in board_of(view).ground.lines:
        if piece.kind.cover and _most(np.asarray(shapely.intersects(lines, piece.shape))):
            yield piece


def _counts(view: State, body: str, target: str, piece: Piece, ammunition: str) -> bool:
    """Whether an obstacle covers: the target is nearer to it than the firer; against canister always (NAP-COV-06, -10).

    Canister of guns that touch the obstacle does not meet it. A wide breach covers nobody.
    """
    board = board_of(view)
    if is_breached(view, target, piece):
        return False
    mine = board.to_shape(body, piece.shape)
    if ammunition == "canister":
        return mine > CONTACT + SLACK
    return board.to_shape(target, piece.shape) < mine - SLACK


def stops(view: State, body: str, target: str, start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether roundshot on its way to a body is stopped: by a building, enough trees, a hard obstacle.

    NAP-COV-05, NAP-COV-07, NAP-COV-13, NAP-LOF-02; who is in a building, or touches the obstacle, is hit.
    """
    board = board_of(view)
    starts, ends = np.array([start]), np.array([end])
    way = shapely.LineString((start, end))
    inside = board.inside.get(target)
    mine = board.inside.get(body)
    for piece in board.ground.blocks:
        if piece is not inside and piece is not mine and way.intersects(piece.shape):
            return True
    for piece in board.ground.woods:
        most = number("ball_dense_wood" if piece.kind.sight == "dense_wood" else "ball_open_wood")
        if float(area_depths(starts, ends, piece.edges)[0]) >= cm(most) - SLACK:
            return True
    for piece in board.ground.lines:
        hard = piece.kind.cover in ("hard", "total") and piece.kind.melee  # a ditch is none in melee
        behind = hard and board.to_shape(target, piece.shape) > CONTACT + SLACK
        if behind and way.intersects(piece.shape) and _counts(view, body, target, piece, "roundshot"):
            return True
    return False


# --- over heads ------------------------------------------------------------------------------------------------------


def may_fire_over(view: State, gun: str, other: str, target: str, ammunition: Ammunition, nation: Nation) -> bool:
    """Whether a gun may fire over an own body in its lane (NAP-OVH-01 to -06, NAP-R55)."""
    board = board_of(view)
    base = view.bases[gun]
    piece = facts.figure(base).piece
    if ammunition == "canister":
        return False
    level = board.ground.level_at(base.pose.x, base.pose.y) if base.pose else 0
    there, between = standing.level(view, target), standing.level(view, other)
    from_gun = float(board.outline(other).distance(board.bases.polygons[board.index[gun]]))
    from_target = board.gap(other, target)
    if piece != "rocket" and ammunition in AIMED and between < max(level, there):
        ends = (standing.on_steep(view, gun), standing.slope(view, target) == "steep")
        return all(
            d >= cm(3.0 if steep else 6.0) - SLACK for d, steep in zip((from_gun, from_target), ends, strict=True)
        )
    near = _over_level(piece, ammunition, nation)
    return near is not None and between == level and from_gun >= cm(near) - SLACK and from_target >= cm(25.0) - SLACK


def _over_level(piece: str, ammunition: Ammunition, nation: Nation) -> float | None:
    """Cm that a body on the gun's own level must be from it to be fired over; None where that is not allowed."""
    if piece == "rocket":
        return 5.0
    if piece in HOWITZERS:
        return 10.0 if ammunition in ("shell", "shrapnel") else None
    return 25.0 if ammunition == "shrapnel" and nation == "britain" else None


def screens(view: State, then: State, body: str, target: str) -> tuple[str, ...]:
    """The skirmishers that stand before a close-order target, the nearest to the firer first (NAP-SCR-01)."""
    if not facts.is_close(view, target) or target in board_of(then).inside:
        return ()
    board, side = board_of(then), view.units[target].side
    others = [u for u in facts.bodies(view, side) if u != target and facts.is_skirmishing(view, u)]
    near = [u for u in others if board.gap(body, u) < board.gap(body, target)]
    return tuple(sorted(near, key=lambda u: board.gap(body, u)))


def drawn(then: State, screen: str) -> Shape:
    """What a screen covers: its bases, and gaps of at most one base width between them (NAP-S91)."""
    board = board_of(then)
    rows = board.rows(screen)
    half = float(board.bases.widths[rows].max()) / 2.0 + SLACK
    return board.outline(screen).buffer(half, join_style="mitre").buffer(-half, join_style="mitre")


def crosses(then: State, body: str, b: Bears, curtain: Shape) -> bool:
    """Whether a figure's line of fire goes through a screen."""
    start = next(s.start for s in arcs.shooters(then, body) if s.figure == b.figure)
    return bool(shapely.LineString((start, b.point)).intersects(curtain))


def on_lines(then: State, screen: str, lines: Sequence[Shape]) -> tuple[str, ...]:
    """The bases of a screen that some lines of fire cross; a line through a gap counts for the nearest (NAP-S91)."""
    board = board_of(then)
    rows = board.rows(screen)
    outlines = board.bases.polygons[rows]
    far = shapely.distance(np.array(lines, dtype=object)[:, None], outlines[None, :])
    found = (far <= far.min(axis=1, keepdims=True)).any(axis=0)
    return tuple(board.figures[k].id for k in rows[found])


def is_effective(then: State, screen: str, target: str) -> bool:
    """Whether a screen keeps small-arms fire from the body behind it (NAP-SCR-02, NAP-SCR-03)."""
    found = effective(then, screen, target)
    return found is not None and found.effective
