"""Which figures take part in a melee.

NAP-MEL-05 to -17, NAP-FLK-04, NAP-STM-01, NAP-STM-06, NAP-STM-08, NAP-R107, NAP-R114, NAP-R117.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray

from game.engine.state import Base, State, Tie
from game.geometry.bases import Indices
from game.geometry.measure import bases_matrix
from game.geometry.shapes import sin_cos
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import groups, losses
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.measures import CONTACT, EDGE, SLACK

ALIGNED = 0.5
"""Degrees within which bases lie along each other: two such have to share some edge."""
Names = tuple[str, ...]


def worth(base: Base) -> int:
    """Figures that a base counts for: a gun its crew, a team its drivers (NAP-MEL-09, NAP-MEL-10, NAP-CAM-09)."""
    told = facts.figure(base)
    if told.role == "team":
        return told.drivers
    return told.crew if told.role == "horses" else facts.count(base)


def total(view: State, names: Iterable[str]) -> int:
    """The figures of some bases that are left and count (NAP-MIC-07)."""
    found = [view.bases[b] for b in names if b in view.bases]
    worn = {losses.worn(view, unit) for unit in {b.unit for b in found}}
    return sum(worth(b) for b in found if b.where != "gone" and b.id not in worn)


# --- who touches whom ------------------------------------------------------------------------------------------------


def contacts(view: State, one: str, other: str) -> NDArray[np.bool_]:
    """Which figures (n, m) of two bodies touch: edges or a corner on an edge, not corners alone (NAP-MEL-05)."""
    board = board_of(view)
    a, b = board.rows(one), board.rows(other)
    if not len(a) or not len(b):
        return np.zeros((len(a), len(b)), dtype=np.bool_)
    near = np.asarray(bases_matrix(board.bases.take(a), board.bases.take(b))) <= CONTACT + SLACK
    for i, k in np.argwhere(near).tolist():
        near[i, k] = _along(view, int(a[i]), int(b[k]))
    return near


def _along(view: State, i: int, k: int) -> bool:
    bases = board_of(view).bases
    turned = abs((float(bases.facings[i] - bases.facings[k]) + 45.0) % 90.0 - 45.0)
    if turned > ALIGNED:
        return True
    sine, cosine = sin_cos(float(bases.facings[i]))
    spans = []
    for row in (i, k):
        corners = bases.corners[row]
        u, v = corners[:, 0] * cosine - corners[:, 1] * sine, corners[:, 0] * sine + corners[:, 1] * cosine
        spans.append((u.min(), u.max(), v.min(), v.max()))
    one, other = spans
    across = min(one[1], other[1]) - max(one[0], other[0])
    ahead = min(one[3], other[3]) - max(one[2], other[2])
    return bool(max(across, ahead) > EDGE)


def touching(view: State, one: str, other: str, point: tuple[float, float] | None = None) -> tuple[Names, Names]:
    """The figures of two bodies that are in contact (NAP-MEL-05, NAP-S63).

    Those nearest to the ``point`` at which a front met the other body are, and those that touch. Where corners alone
    meet and the point is not known, the figures of those corners are.
    """
    board, found = board_of(view), contacts(view, one, other)
    mine, theirs = _of_both(found)
    if board.touching(one, other):
        if point is not None and (at := _nearest(view, one, other, point)) is not None:
            mine, theirs = mine | at[0], theirs | at[1]
        elif not found.any() and found.size:
            first, second = (board.bases.take(board.rows(body)) for body in (one, other))
            apart = np.asarray(bases_matrix(first, second))
            mine, theirs = _of_both(apart <= apart.min() + SLACK)
    return _named(view, one, mine), _named(view, other, theirs)


def _of_both(pairs: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Who of either side is in any of some pairs (n, m)."""
    return np.asarray(pairs.any(axis=1)), np.asarray(pairs.any(axis=0))


def _nearest(view: State, one: str, other: str, point: tuple[float, float]) -> list[NDArray[np.bool_]] | None:
    """Which figures of two bodies are nearest to a point; None where one of the bodies has left it."""
    board, spot, out = board_of(view), shapely.Point(point), []
    for body in (one, other):
        away = shapely.distance(board.bases.outlines(board.rows(body)), spot)
        if not len(away) or away.min() > CONTACT + SLACK:
            return None
        out.append(away <= away.min() + SLACK)
    return out


def _named(view: State, body: str, which: NDArray[np.bool_]) -> Names:
    board = board_of(view)
    return tuple(board.figures[k].id for k in board.rows(body)[which])


def at_obstacle(view: State, body: str, name: str) -> Names:
    """The figures of a body that touch an obstacle which it defends or tries to cross (NAP-MEL-06)."""
    board, piece = board_of(view), ground_of(view).by_id.get(name)
    rows = board.rows(body)
    if piece is None or not len(rows):
        return ()
    near = shapely.distance(board.bases.outlines(rows), piece.shape) <= CONTACT + SLACK
    return tuple(board.figures[k].id for k in rows[near])


def overlaps(view: State, body: str, engaged: Names, busy: Iterable[str]) -> Names:
    """Figures of the front rank that touch one who fights: one more on each side (NAP-MEL-07, NAP-MEL-08).

    Of 5 or 6 mm figures none (NAP-MIC-08).
    """
    if bases.scale(view) == "micro":
        return ()
    board = board_of(view)
    out = set(busy) | set(engaged)
    first = {k for front in board_of(view).fronts(body) for k in front.rows}
    fight = [board.index[b] for b in engaged if board.index.get(b) in first]
    spare = [k for k in first if board.figures[k].id not in out]
    if not fight or not spare:
        return ()
    rows: Indices = np.array(sorted(spare), dtype=np.intp)
    near = bases_matrix(board.bases.take(rows), board.bases.take(np.array(fight, dtype=np.intp))) <= CONTACT + SLACK
    return tuple(board.figures[k].id for k in rows[np.asarray(near).any(axis=1)])


# --- who fights whom -------------------------------------------------------------------------------------------------


def engaged(view: State, body: str, tie: Tie) -> Names:
    """The figures of a body that meet an enemy themselves, each one enemy alone (NAP-MEL-16, NAP-FLK-04)."""
    mine = _reaching(view, body, tie)
    others = [t for t in facts.melees(view, body) if t.id != tie.id]
    if not others:
        return mine
    rank = _rank(view, body, tie)
    taken: set[str] = set()
    for other in others:
        if _rank(view, body, other) < rank:
            taken |= set(_reaching(view, body, other))
    return tuple(b for b in mine if b not in taken)


def _reaching(view: State, body: str, tie: Tie) -> Names:
    foe = facts.other(tie, body)
    found = touching(view, body, foe, facts.melee(tie).point)[0]
    if facts.melee(tie).obstacle:
        found = tuple(dict.fromkeys((*found, *at_obstacle(view, body, facts.melee(tie).obstacle))))
    return found


def _rank(view: State, body: str, tie: Tie) -> tuple[bool, int]:
    """Which enemy figures that meet several fight: one before their front, else the one of the lowest id."""
    foe = facts.other(tie, body)
    board = board_of(view)
    front = board.front(body)
    ahead = False
    if front is not None and foe in board.sides:
        spot = board.outline(foe).centroid
        sine, cosine = sin_cos(front.facing)
        x, y = front.middle
        ahead = (spot.x - x) * sine + (spot.y - y) * cosine > 0.0
    return not ahead, facts.by_id(view.units, view).index(foe)


def fighting(view: State, body: str, tie: Tie) -> Names:
    """The bases of a body that take part in a melee; of a building's those that have room are counted apart."""
    told = facts.melee(tie)
    if told.following and told.rounds:
        return tuple(b for b in told.fought.get(body, ()) if view.bases[b].where != "gone")
    if told.building:
        return tuple(b.id for b in facts.left(view, body))
    if told.broken and not told.rounds:
        return told.fought.get(body, ())
    mine = engaged(view, body, tie)
    others = {b for t in facts.melees(view, body) if t.id != tie.id for b in engaged(view, body, t)}
    return (*mine, *overlaps(view, body, mine, others))


def numbers(view: State, tie: Tie) -> dict[str, int]:
    """How many figures of each side fight (NAP-MEL-05 to -15): no more than three to one."""
    told = facts.melee(tie)
    if told.building and not (told.following and told.rounds):
        found = _at_wall(view, tie)
    else:
        times = told.ranks if told.broken and not told.rounds else 1
        found = {u: times * total(view, fighting(view, u, tie)) for u in (tie.a, tie.b)}
    most = {u: whole("most_on_one") * found[facts.other(tie, u)] for u in found}
    return {u: min(n, most[u]) for u, n in found.items()}


def _at_wall(view: State, tie: Tie) -> dict[str, int]:
    """One figure for 2 cm of wall on either side; inside, once broken into, all (NAP-MEL-11, -12, NAP-STM-06, -08)."""
    told, board = facts.melee(tie), board_of(view)
    piece = ground_of(view).by_id[told.building]
    inside = tie.a if facts.own(view, tie.a).inside == told.building else tie.b
    outside = facts.other(tie, inside)
    strong = {u: facts.strength(view, u) for u in (inside, outside)}
    room = max(1, piece.fighters(board.outline(outside))) if board.touching(inside, outside) else 0
    if told.inside:
        without = min(strong[outside] - told.entered, room)
        return {inside: strong[inside], outside: min(strong[outside], told.entered + max(0, without))}
    without = strong[outside] - min(told.entered, max(0, strong[outside] - 1))
    return {inside: min(strong[inside], room), outside: min(without, max(0, room - told.entered))}


def group(view: State, body: str, tie: Tie) -> Names:
    """The sub-group of a body that is in a melee (NAP-ORG-05 to -07)."""
    told = facts.melee(tie)
    names = fighting(view, body, tie)
    if told.building or not names:
        return tuple(b.id for b in facts.left(view, body))
    if facts.own(view, body).arm in ("guns", "rockets"):
        return _of_battery(view, body, names)
    return groups.melee_group(view, body, names)


def _of_battery(view: State, body: str, names: Names) -> Names:
    """All of a battery; of a deployed one crews or drivers alone, where the others do not fight (NAP-ORG-10)."""
    roles = {facts.figure(view.bases[b]).role for b in names}
    apart = facts.is_deployed(view, body)
    return tuple(b.id for b in facts.left(view, body) if not apart or facts.figure(b).role in roles)
