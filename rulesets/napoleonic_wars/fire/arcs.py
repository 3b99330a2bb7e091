"""Who bears on whom with small arms: the wedges of figures, ranks along the line of fire.

NAP-ARC-03 to -07, NAP-ARC-10, NAP-ARC-14, NAP-CBF-02, NAP-R54, NAP-S52, NAP-S55, NAP-S56.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec
import numpy as np
import shapely

from game.engine.state import Base, State
from game.geometry.bases import Indices
from game.geometry.lanes import on_line
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, Pose, bearing, forward, right, to_world
from rulesets.napoleonic_wars.body import losses
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts, same_sight, sight
from rulesets.napoleonic_wars.field.board import board_of, remembered
from rulesets.napoleonic_wars.field.lines import looking
from rulesets.napoleonic_wars.measures import CONTACT, SLACK

Part = Literal["", "crews", "teams"]
"""What of a body is aimed at: all of it, the crews of deployed guns, their teams (NAP-CBF-02)."""
DUST = 0.005
"""Degrees by which an arc is wider than told, so that its edges are in it."""
FAR = 3000.0


class Shooter(msgspec.Struct, frozen=True):
    """A figure that may fire: where its line begins, which way it looks, how wide (degrees either side)."""

    figure: str
    start: Point
    facing: float
    half: float


class Bears(msgspec.Struct, frozen=True):
    """A figure or gun that bears on a body: how far (mm), on which of its bases, where the nearest point is."""

    figure: str
    far: float
    bases: tuple[str, ...]
    point: Point


# --- figures ---------------------------------------------------------------------------------------------------------


@remembered
def shooters(view: State, body: str) -> tuple[Shooter, ...]:
    """The figures of a body that may fire: first rank, turned flank files, outer ranks (NAP-ARC-04 to -07)."""
    board = board_of(view)
    if body in board.inside:
        return _garrison(view, body)
    loose, half = not facts.is_close(view, body), number("arc_wide" if facts.is_square(view, body) else "arc")
    if facts.is_deployed(view, body):
        rows = [k for k in board.rows(body).tolist() if facts.figure(board.figures[k]).role == "gun"]
        return tuple(_shooter(board.figures[k], number("arc")) for k in rows)
    worn = losses.worn(view, body)
    rows = [k for f in board.fronts(body) for k in f.rows if board.figures[k].id != worn]
    found = [_shooter(board.figures[k], 180.0 if loose else half) for k in rows]
    return tuple(found) if loose else (*found, *_files(view, body, {worn, *(s.figure for s in found)}))


def _shooter(base: Base, half: float, turn: float = 0.0) -> Shooter:
    """A figure with its line from the middle of the edge that it fires over."""
    pose = base.pose or Pose(0.0, 0.0)
    out = base.shape.depth / 2.0 if not turn else base.shape.width / 2.0
    facing = (pose.facing + turn) % 360.0
    return Shooter(base.id, to_world(Pose(pose.x, pose.y, facing), (0.0, out)), facing, half)


def _files(view: State, body: str, first: set[str]) -> tuple[Shooter, ...]:
    """The figures of flank files that are turned outward; who fires to the flank cannot fire forward (NAP-R54)."""
    turned = facts.own(view, body).stance.turned
    front = board_of(view).front(body)
    if not turned or front is None:
        return ()
    board = board_of(view)
    rows = board.rows(body)
    across = board.bases.centres[rows] @ np.array(right(front.facing))
    along = np.round(board.bases.centres[rows] @ np.array(forward(front.facing)) / CONTACT)
    found = []
    for rank in np.unique(along).tolist():
        here = np.flatnonzero(along == rank)
        for hand, end, turn in (("left", across[here].argmin(), -90.0), ("right", across[here].argmax(), 90.0)):
            base = board.figures[rows[here[end]]]
            if turned in (hand, "both") and base.id not in first:
                found.append(_shooter(base, number("arc"), turn))
    return tuple(found)


def _garrison(view: State, body: str) -> tuple[Shooter, ...]:
    """A garrison along its wall, one figure for 2 cm of it, each with a wedge outward (NAP-TER-05, NAP-S52)."""
    piece = board_of(view).inside[body]
    worn = losses.worn(view, body)
    members = [b for b in facts.left(view, body) if facts.count(b) and b.id != worn][: piece.shooters()]
    wall = shapely.LineString(shapely.get_coordinates(shapely.orient_polygons(piece.shape)))
    found = []
    for k, base in enumerate(members):
        at = (k + 0.5) / len(members) * wall.length
        here, on = wall.interpolate(at), wall.interpolate(min(wall.length, at + 0.1))
        back = wall.interpolate(at - 0.1)
        facing = bearing(on.y - back.y, back.x - on.x)  # outward of a ring against the clock
        found.append(Shooter(base.id, (here.x, here.y), facing, number("arc_wide")))
    return tuple(found)


@remembered
def marks(view: State, target: str, part: Part = "") -> tuple[tuple[str, ...], list[Shape]]:
    """What of a body is aimed at: its bases and their outlines; of a garrison its building."""
    board = board_of(view)
    if target in board.inside:
        return tuple(b.id for b in facts.left(view, target)), [board.inside[target].shape]
    roles = {"": (), "crews": ("gun",), "teams": ("team",)}[part]
    bases = [board.figures[k] for k in board.rows(target).tolist()]
    kept = [b for b in bases if not roles or facts.figure(b).role in roles]
    return tuple(b.id for b in kept), list(board.bases.polygons[[board.index[b.id] for b in kept]])


def wedge(start: Point, facing: float, half: float, reach: float) -> Shape:
    """The arc about a facing (degrees), at least so many mm deep."""
    deep = (reach + 100.0) / math.cos(math.radians(half / 2.0))
    rays = [forward(facing + turn) for turn in (-half, 0.0, half)]
    return shapely.Polygon([start, *((start[0] + x * deep, start[1] + y * deep) for x, y in rays)])


@remembered
def bears(
    view: State, body: str, target: str, reach: float, part: Part = "", spared: frozenset[str] = frozenset()
) -> tuple[Bears, ...]:
    """The figures of a body that bear on another within so many mm, as all stand (NAP-S52, NAP-S55).

    A target base counts where a part of it lies in the wedge and in range; the range is that to the nearest such part
    to which a line is free. ``spared`` are bases that are not fired at.
    """
    board = board_of(view)
    if board.least(body, target) > reach + SLACK:
        return ()
    firing = shooters(view, body)
    names, outlines = marks(view, target, part)
    if spared and target not in board.inside:
        kept = [k for k, name in enumerate(names) if name not in spared]
        names, outlines = tuple(names[k] for k in kept), [outlines[k] for k in kept]
    if not firing or not outlines:
        return ()
    eyes = board.stances[[board.index[s.figure] for s in firing if s.figure in board.index]].tobytes()
    asked = (reach, part, firing, eyes, names)
    whom = sight.target(view, body, target)
    return same_sight.kept(
        looking(view), body, whom, "fire", asked, lambda: _bears(view, body, target, reach, part, names, outlines)
    )


def _bears(
    view: State, body: str, target: str, reach: float, part: Part, names: tuple[str, ...], outlines: list[Shape]
) -> tuple[Bears, ...]:
    board, firing = board_of(view), shooters(view, body)
    pairs = _pairs(view, firing, np.array(outlines, dtype=object), reach)
    if not len(pairs.who):
        return ()
    barred = _barred(view, target, names) if facts.is_deployed(view, target) and part == "teams" else None
    seen = _seen(view, body, target, firing, pairs, barred)
    found = []
    for k, shooter in enumerate(firing):
        mine = np.flatnonzero(pairs.who == k)
        free = mine[seen[mine]]
        if len(free):
            near = free[pairs.far[free].argmin()]
            on = names if target in board.inside else tuple(names[j] for j in pairs.whom[mine].tolist())
            found.append(Bears(shooter.figure, float(pairs.far[near]), on, tuple(pairs.ends[near].tolist())))
    return tuple(found)


class _Pairs(msgspec.Struct, frozen=True):
    """Figures with bases in their wedge: which, how far (mm), the point there that is nearest to the line's start."""

    who: Indices
    whom: Indices
    far: Floats
    ends: Floats


def _pairs(view: State, firing: tuple[Shooter, ...], shapes: np.ndarray, reach: float) -> _Pairs:
    board = board_of(view)
    bases = [board.index.get(s.figure, -1) for s in firing]
    starts = np.array([shapely.Point(s.start) for s in firing], dtype=object)
    own = [board.bases.polygons[k] if k >= 0 else starts[n] for n, k in enumerate(bases)]
    bodies = np.array(own, dtype=object)
    who, whom = np.nonzero(shapely.distance(bodies[:, None], shapes[None, :]) <= reach + SLACK)
    arcs = np.array([None] * len(firing), dtype=object)
    narrow = np.array([s.half < 180.0 for s in firing])
    for k in np.unique(who[narrow[who]]).tolist():
        arcs[k] = wedge(firing[k].start, firing[k].facing, firing[k].half + DUST, reach)
    clipped = shapes[whom]
    cut = narrow[who]
    clipped[cut] = shapely.intersection(arcs[who[cut]], clipped[cut])
    far = shapely.distance(bodies[who], clipped) if len(who) else np.empty(0)
    kept = ~shapely.is_empty(clipped) & (far <= reach + SLACK) if len(who) else np.empty(0, dtype=np.bool_)
    who, whom, far, clipped = who[kept], whom[kept], far[kept], clipped[kept]
    lines = shapely.shortest_line(starts[who], clipped)
    ends = shapely.get_coordinates(shapely.get_point(lines, 1)) if len(who) else np.empty((0, 2))
    return _Pairs(who, whom, np.asarray(far), ends)


def _seen(
    view: State, body: str, target: str, firing: tuple[Shooter, ...], pairs: _Pairs, barred: Shape | None
) -> np.ndarray:
    """Which pairs have a free line: each figure's nearest is asked first, the rest where that is not free."""
    names = np.array(["" if body in board_of(view).inside else s.figure for s in firing])
    starts = np.array([s.start for s in firing])
    seen = np.zeros(len(pairs.who), dtype=np.bool_)

    def ask(rows: Indices) -> None:
        if not len(rows):
            return
        who = pairs.who[rows]
        free = sight.lines_are_free(view, body, target, names[who].tolist(), starts[who], pairs.ends[rows])
        if barred is not None:
            ways = shapely.linestrings(np.stack((starts[who], pairs.ends[rows]), axis=1))
            free = free & ~shapely.intersects(ways, barred)
        seen[rows] = free

    order = np.lexsort((pairs.far, pairs.who))
    first = order[np.unique(pairs.who[order], return_index=True)[1]]
    ask(first)
    left = ~np.isin(pairs.who, pairs.who[first[seen[first]]])
    left[first] = False
    ask(np.flatnonzero(left))
    return seen


def _barred(view: State, target: str, names: tuple[str, ...]) -> Shape:
    """What masks the teams of a deployed battery: its guns (NAP-CBF-02)."""
    guns = marks(view, target, "crews")[1]
    return shapely.MultiPolygon([g.buffer(-SLACK) for g in guns])


# --- ranks -----------------------------------------------------------------------------------------------------------


def ranks(view: State, start: Point, target: str, on: tuple[str, ...]) -> int:
    """Figures of a body one behind another on the line of fire from a point to the middle of the bases borne on.

    NAP-S56: the line of small arms and bows.
    """
    board = board_of(view)
    rows = [board.index[b] for b in on if b in board.index]
    if not rows:
        return 1
    x, y = board.bases.centres[rows].mean(axis=0).tolist()
    return crossed(view, start, (x, y), target)


def crossed(view: State, start: Point, towards: Point, target: str) -> int:
    """Bases of a body that a line from a point through another crosses, or the same line 1 mm aside, if more (NAP-S56).

    At least one; a line that runs along the edge of a base does not cross it.
    """
    board = board_of(view)
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    length = math.hypot(dx, dy)
    if length < SLACK:
        return 1
    shift = number("ranks_aside")
    ahead, aside = (dx / length, dy / length), (dy / length * shift, -dx / length * shift)
    theirs = board.bases.take(board.rows(target))
    found = 1
    for hand in (-1.0, 0.0, 1.0):
        begin = (start[0] + hand * aside[0], start[1] + hand * aside[1])
        end = (begin[0] + ahead[0] * (length + FAR), begin[1] + ahead[1] * (length + FAR))
        found = max(found, len(on_line(begin, end, theirs)))
    return found


def aimed(view: State, body: str, target: str, reach: float, part: Part = "") -> tuple[Bears, ...]:
    """The figures of a body that bear on another with small arms: on nobody in a melee or touching it (NAP-ARC-10)."""
    return bears(view, body, target, reach, part, in_melee(view, target))


def in_melee(view: State, target: str) -> frozenset[str]:
    """The bases of a body that fight in a melee, or touch figures that do (NAP-ARC-10)."""
    fighting: list[str] = []
    for tie in facts.melees(view):
        for body in (tie.a, tie.b):
            fighting += facts.melee(tie).fought.get(body) or view.units[body].bases
    return _touching(view, target, tuple(fighting)) if fighting else frozenset()


@remembered
def _touching(view: State, target: str, fighting: tuple[str, ...]) -> frozenset[str]:
    """The bases of a body that are some bases on the table, or touch them."""
    near = _about(view, fighting)
    names, outlines = marks(view, target)
    return frozenset(n for n, o in zip(names, outlines, strict=False) if near.intersects(o))


@remembered
def _about(view: State, bases: tuple[str, ...]) -> Shape:
    """Where a base touches some bases on the table."""
    board = board_of(view)
    rows = [board.index[b] for b in bases if b in board.index]
    return shapely.union_all(board.bases.polygons[rows]).buffer(CONTACT + SLACK)
