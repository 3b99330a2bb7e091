"""Who sees whom: lines from the figures of a body to the bases of another (NAP-S17), and to places.

A base is looked for at its corners, where distance matters at its nearest points as well. ``busy`` are bodies that
moved or fired in this move besides those of which the state says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.state import State
from game.geometry.bases import Indices
from game.geometry.shapes import Floats, sin_cos_all
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import NO_POINTS, board_of, remembered
from rulesets.napoleonic_wars.field.ground import ground_number
from rulesets.napoleonic_wars.field.known import hidden
from rulesets.napoleonic_wars.field.lines import Lines, Purpose, Target, Truths, looking
from rulesets.napoleonic_wars.field.same_sight import kept
from rulesets.napoleonic_wars.measures import CONTACT, SLACK

INSET = 0.05
"""mm by which the points of a base are looked for within its outline."""
WALL = 20.0
"""mm from one place at a wall to the next from which a garrison looks."""
NOBODY: frozenset[str] = frozenset()
_CORNERS = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], dtype=np.float64)
_MIDDLE = np.zeros((1, 2))


def is_busy(view: State, body: str) -> bool:
    """Whether a body moved or fired in this move; facings, lying down, loading, reforming are neither (NAP-R18)."""
    mine = facts.own(view, body)
    return facts.has_fired(view, body) or mine.march.moved > SLACK or "formed" in mine.march.did


@remembered
def behind(view: State, body: str) -> tuple[str, ...]:
    """The linear obstacles that a body stands directly behind: its front rank touches them (NAP-S43)."""
    board = board_of(view)
    rows = [k for front in board.fronts(body) for k in front.rows]
    outlines = board.bases.outlines(rows)
    lines = board.ground.lines if rows else ()
    return tuple(p.id for p in lines if shapely.dwithin(outlines, p.shape, CONTACT + SLACK).any())


# --- the ends of lines -----------------------------------------------------------------------------------------------


def _wall(view: State, body: str) -> Floats:
    """Places along the wall of a garrison's building."""
    shape = shapely.LinearRing(shapely.get_coordinates(board_of(view).inside[body].shape))
    many = max(4, round(shape.length / WALL))
    return shapely.get_coordinates(shapely.line_interpolate_point(shape, np.arange(many) / many, normalized=True))


@remembered
def places(view: State, body: str) -> Floats:
    """The points (p, 2) by which a body is looked for."""
    board = board_of(view)
    if body in board.inside:
        return _wall(view, body)
    rows = board.rows(body)
    found = _on_bases(view, rows, _CORNERS[None]).reshape(-1, 2)
    _, first = np.unique(np.round(found * 2.0).astype(np.int64), axis=0, return_index=True)
    return found[np.sort(first)]


def _on_bases(view: State, rows: Indices, local: Floats) -> Floats:
    """Points of bases (n, k, 2), from -1 to 1 to the right and ahead."""
    bases = board_of(view).bases
    sines, cosines = (x[:, None] for x in sin_cos_all(bases.facings[rows]))
    u = local[..., 0] * (bases.widths[rows, None] / 2.0 - INSET)
    v = local[..., 1] * (bases.depths[rows, None] / 2.0 - INSET)
    xs, ys = bases.xs[rows, None] + u * cosines + v * sines, bases.ys[rows, None] - u * sines + v * cosines
    return np.stack((xs, ys), axis=-1)


def _off(view: State, rows: Indices, points: Floats) -> Floats:
    """How far (mm) points (n, 2) are off bases, pair by pair."""
    bases = board_of(view).bases
    sines, cosines = sin_cos_all(bases.facings[rows])
    dx, dy = points[:, 0] - bases.xs[rows], points[:, 1] - bases.ys[rows]
    u, v = np.abs(dx * cosines - dy * sines), np.abs(dx * sines + dy * cosines)
    u, v = u - bases.widths[rows] / 2.0, v - bases.depths[rows] / 2.0
    return np.asarray(np.hypot(np.maximum(u, 0.0), np.maximum(v, 0.0)))


def _nearest(view: State, rows: Indices, other: str) -> tuple[Indices, Floats]:
    """For each eye the points of a body's bases nearest to its centre and its corners: which eye, and the points."""
    board = board_of(view)
    if other in board.inside:
        found = np.repeat(np.arange(len(rows)), 1)
        spots = np.asarray(shapely.points(board.bases.centres[rows]), dtype=object)
        lines = shapely.shortest_line(spots, board.inside[other].shape)
        return found, np.asarray(shapely.get_coordinates(shapely.get_point(lines, 1)))
    theirs = board.rows(other)
    spots = _on_bases(view, rows, np.concatenate((_MIDDLE, _CORNERS))[None])  # (e, 5, 2)
    sines, cosines = sin_cos_all(board.bases.facings[theirs])
    dx = spots[:, :, None, 0] - board.bases.xs[theirs]
    dy = spots[:, :, None, 1] - board.bases.ys[theirs]
    a, b = board.bases.widths[theirs] / 2.0 - 1e-6, board.bases.depths[theirs] / 2.0 - 1e-6
    u = np.clip(dx * cosines - dy * sines, -a, a)
    v = np.clip(dx * sines + dy * cosines, -b, b)
    xs = board.bases.xs[theirs] + u * cosines + v * sines
    ys = board.bases.ys[theirs] - u * sines + v * cosines
    eye = np.repeat(np.arange(len(rows)), spots.shape[1] * len(theirs))
    return eye, np.stack((xs, ys), axis=-1).reshape(-1, 2)


def _rims(view: State, rows: Indices) -> Floats:
    """How deep (mm) each base is inside the edge of the wood that its middle is in, measured at its nearest corner."""
    board = board_of(view)
    out = np.full(len(rows), np.inf)
    for piece in board.ground.woods:
        within = shapely.contains_xy(piece.shape, board.bases.xs[rows], board.bases.ys[rows])
        for k in np.flatnonzero(within).tolist():
            outline = board.bases.outlines([rows[k]])[0]
            out[k] = float(outline.distance(piece.shape.boundary))
    return out


def lines_from(
    view: State, rows: Indices, starts: Floats, ends: Floats, which: Indices | None = None, levels: Floats | None = None
) -> Lines:
    """Lines of sight from figures (rows, -1 for none), pair by pair; ``levels`` are those under the ends."""
    board = board_of(view)
    based = rows >= 0
    far = np.hypot(*(ends - starts).T)
    far[based] = _off(view, rows[based], ends[based])
    rims, eyes = np.full(len(rows), np.inf), np.zeros(len(rows))
    own, back = np.unique(rows[based], return_inverse=True)
    if board.ground.woods:
        rims[based] = _rims(view, own)[back]
    if board.ground.hills:
        eyes[based] = board.levels[own][back]
        eyes[~based] = board.ground.levels_at(starts[~based])
    levels = board.ground.levels_at(ends) if levels is None else levels
    return Lines(starts, ends, far, rims, eyes, levels, np.zeros(len(rows), dtype=np.intp) if which is None else which)


def _eyes(view: State, body: str) -> tuple[Indices, Floats]:
    """The figures of a body, and their centres; of a garrison none, and places at the wall."""
    board = board_of(view)
    if body in board.inside:
        wall = _wall(view, body)
        return np.full(len(wall), -1), wall
    rows = board.rows(body)
    return rows, board.bases.centres[rows]


def target(view: State, body: str, other: str, busy: Collection[str] = NOBODY) -> Target:
    """A body as one to be looked for."""
    board = board_of(view)
    mine = facts.own(view, other)
    screens = [p for p in behind(view, other) if board.ground.by_id[p].kind.sight == "screen"]
    if screens and body and board.within(body, other, ground_number("unnoticed")):
        screens = []
    mounted = facts.is_mounted(view, other) or mine.arm == "general"
    inside = board.inside[other].id if other in board.inside else ""
    acts = other in busy or is_busy(view, other)
    return Target(other, mounted, facts.is_elephants(view, other), acts, inside, tuple(screens))


# --- who sees whom ---------------------------------------------------------------------------------------------------


def _between(view: State, rows: Indices, eyes: Floats, points: Floats) -> Lines:
    """All lines from some eyes, one after the other, to some points."""
    starts, ends = np.repeat(eyes, len(points), axis=0), np.tile(points, (len(eyes), 1))
    levels = np.tile(board_of(view).ground.levels_at(points), len(eyes))
    return lines_from(view, np.repeat(rows, len(points)), starts, ends, levels=levels)


@remembered
def _hull(view: State, body: str) -> Floats:
    """Corners of the convex hull of what a body covers."""
    return np.asarray(shapely.get_coordinates(board_of(view).outline(body).convex_hull)[:-1])


def _few(count: int) -> Indices:
    """The first, the middle and the last of so many."""
    return np.unique(np.array([0, count // 2, count - 1]))


@remembered
def _sees(view: State, body: str, other: str, purpose: Purpose, busy: frozenset[str]) -> bool:
    board, look = board_of(view), looking(view)
    if body not in board.bodies or other not in board.bodies or body == other:
        return False
    if board.least(body, other) > look.most() + SLACK:
        return False
    whom = target(view, body, other, busy)

    def ask() -> bool:
        if purpose == "notice" and _is_wrapped(view, whom):
            return False
        rows, eyes = _eyes(view, body)
        few = _few(len(eyes))
        if _at_a_glance(view, body, whom, rows[few], eyes[few], purpose):
            return True
        return bool(len(_seen_points(view, body, other, purpose, busy, None, first=True)))

    return kept(look, body, whom, purpose, (), ask)


def _at_a_glance(view: State, body: str, whom: Target, rows: Indices, eyes: Floats, purpose: Purpose) -> bool:
    """Whether eyes of a body see the first, the middle or the last figures of another."""
    theirs = _eyes(view, whom.body)[1]
    if not len(eyes) or not len(theirs):
        return False
    lines = _between(view, rows, eyes, theirs[_few(len(theirs))])
    return bool(looking(view).clear(body, lines, (whom,), purpose).any())


def _is_wrapped(view: State, whom: Target) -> bool:
    """Whether all of a still body is in a building, or within one wood or scrub, so that nobody notices it."""
    board = board_of(view)
    if whom.busy or whom.inside:
        return not whom.busy
    outline = board.outline(whom.body)
    return any(shapely.contains_properly(piece.shape, outline) for piece in board.ground.hiding)


def _seen_points(
    view: State,
    body: str,
    other: str,
    purpose: Purpose,
    busy: Collection[str],
    figures: tuple[str, ...] | None,
    *,
    first: bool = False,
) -> Floats:
    """The points of a body's bases that figures of another see, all of them or those that some figures see."""
    board, look = board_of(view), looking(view)
    rows, eyes = _eyes(view, body)
    if figures is not None and body not in board.inside:
        rows = np.array([board.index[f] for f in figures if f in board.index], dtype=np.intp)
        eyes = board.bases.centres[rows]
    whom = (target(view, body, other, busy),)
    if len(eyes) and body not in board.inside:
        hull = _hull(view, other)
        ways = _between(view, rows, eyes, hull)
        level = np.full(len(ways.far), ways.levels.max())
        kept = ~look.hidden_by_one(body, replace(ways, levels=level), whom[0], len(hull))
        rows, eyes = rows[kept], eyes[kept]
    if not len(eyes):
        return NO_POINTS
    points = places(view, other)
    lots = [_between(view, rows, eyes, points)]
    if rows[0] >= 0 and look.is_sharp(board.gap(body, other), board.box(other)):
        eye, nearest = _nearest(view, rows, other)
        lots.insert(0, lines_from(view, rows[eye], eyes[eye], nearest))
    found = []
    for lines in lots:
        free = look.clear(body, lines, whom, purpose)
        found.append(lines.ends[free])
        if first and free.any():
            return found[-1]
    return np.unique(np.concatenate(found), axis=0)


def sees(view: State, body: str, other: str, busy: Collection[str] = NOBODY) -> bool:
    """Whether a body sees another (NAP-S17)."""
    return _sees(view, body, other, "see", frozenset(busy))


def notices(view: State, body: str, other: str, busy: Collection[str] = NOBODY) -> bool:
    """Whether a body sees another and notices it where it stands (NAP-DET-01, -02)."""
    return _sees(view, body, other, "notice", frozenset(busy))


@remembered
def figures_see(view: State, body: str, other: str, figures: tuple[str, ...]) -> bool:
    """Whether some figures of a body see another: the engaged sub-group (NAP-S59), a gun (NAP-S55)."""
    board = board_of(view)
    rows = np.array([board.index[f] for f in figures if f in board.index], dtype=np.intp)
    if other not in board.bodies or (not len(rows) and body not in board.inside):
        return False
    if len(rows) and board.least(body, other) > looking(view).most() + SLACK:
        return False
    whom = target(view, body, other)

    def ask() -> bool:
        if _at_a_glance(view, body, whom, rows, board.bases.centres[rows], "see"):
            return True
        return bool(len(_seen_points(view, body, other, "see", NOBODY, figures, first=True)))

    return kept(looking(view), body, whom, "see", figures, ask)


def in_dead_ground(view: State, figure: str, bases: Sequence[str]) -> bool:
    """Whether bases on the table lie wholly in ground that hills and woods hide from a figure (NAP-VIS-14, NAP-S40)."""
    board = board_of(view)
    if not board.ground.hills or not bases:
        return False
    rows = np.array([board.index[b] for b in bases], dtype=np.intp)
    points = _on_bases(view, rows, _CORNERS[None]).reshape(-1, 2)
    own = np.array([board.index[figure]], dtype=np.intp)
    return bool(looking(view).dead(_between(view, own, board.bases.centres[own], points)).all())


def in_fire_range(view: State, body: str, reach: Callable[[str], float]) -> tuple[str, ...]:
    """The detected enemies in whose range a body is: they see it and reach it, whatever their arcs (NAP-S45).

    ``reach`` is the longest range (cm) of a body's weapons, 0 for who has none.
    """
    board, unknown = board_of(view), hidden(view)
    others = (u for u in board.bodies if board.sides[u] != board.sides[body] and u not in unknown)
    near = (u for u in others if (far := reach(u)) > 0.0 and board.within(u, body, far))
    return tuple(u for u in near if sees(view, u, body))


def lines_are_free(
    view: State,
    body: str,
    other: str,
    figures: Sequence[str],
    starts: Floats,
    ends: Floats,
    purpose: Purpose = "fire",
) -> Truths:
    """Which lines (l,) from points at figures of a body to points of another are free, for small arms (NAP-S55).

    ``figures`` names the figure of each line, "" for a place at the wall of a garrison; ``other`` is "" for a place.
    """
    board = board_of(view)
    rows = np.array([board.index.get(f, -1) for f in figures], dtype=np.intp)
    lines = lines_from(view, rows, starts, ends)
    whom = target(view, body, other) if other else Target()
    return looking(view).clear(body, lines, (whom,), purpose)
