"""Columns that bend: the head wheels, and whoever follows goes where it went (NAP-S13).

A column is told by its ranks, each by the middle of its front edge; those behind go along the line of those before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from game.engine.state import State
from game.geometry.shapes import Footprint, Point, Pose, bearing, to_local, to_world, turn_between
from rulesets.napoleonic_wars.body import layouts, shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import rates

STEP = 10.0
"""mm of way in which a bent column is moved on at a time."""
ARC = 6.0
"""Degrees in which its head turns at a time."""
STRAIGHT = 1.0
"""Degrees and mm within which a column is straight and dresses."""
Ranks = tuple[tuple[int, ...], ...]


def ranks_of(view: State, body: str, ids: Sequence[str], *, inverted: bool) -> Ranks:
    """The ranks of a column from its head, as rows of ``ids``; none where the body is no column."""
    told = facts.own(view, body)
    if told.stance.formation not in (*facts.COLUMNS, "limbered") or told.stance.formation == "mass":
        return ()
    if told.stance.formation == "limbered":
        members, sizes = rates.teams(view, body), (1,) * len(rates.teams(view, body))
    else:
        members, sizes = shape.order(view, body), shape.company_sizes(view, body)
    rows = (
        layouts.rows_of(told.stance.formation, sizes[::-1] if inverted else sizes, told.stance.abreast) if sizes else ()
    )
    index = {b: k for k, b in enumerate(ids)}
    line = [index[b.id] for b in (reversed(members) if inverted else members) if b.id in index]
    out: list[tuple[int, ...]] = []
    for n in rows:
        out.append(tuple(line[:n]))
        line = line[n:]
    found = tuple(r for r in out if r)
    return found if len(found) > 1 else ()


def frames_of(ranks: Ranks, places: shape.Triples, sizes: Sequence[Footprint]) -> list[Pose]:
    """The middle of the front edge of each rank, with its facing."""
    out = []
    for rank in ranks:
        facing = places[rank[0]][2]
        x = math.fsum(places[k][0] for k in rank) / len(rank)
        y = math.fsum(places[k][1] for k in rank) / len(rank)
        out.append(Pose(*to_world(Pose(x, y, facing), (0.0, sizes[rank[0]].depth / 2.0)), facing))
    return out


def is_bent(frames: Sequence[Pose]) -> bool:
    """Whether the ranks of a column do not stand straight behind each other."""
    return any(
        abs(turn_between(frames[0].facing, f.facing)) > STRAIGHT or abs(to_local(frames[0], (f.x, f.y))[0]) > STRAIGHT
        for f in frames[1:]
    )


def dressed(ranks: Ranks, places: shape.Triples, sizes: Sequence[Footprint]) -> shape.Triples:
    """The figures of a column that is as good as straight, exactly behind its head."""
    frames = frames_of(ranks, places, sizes)
    head = frames[0]
    out = list(places)
    for rank, was in zip(ranks, frames, strict=True):
        now = Pose(*to_world(head, (0.0, to_local(head, (was.x, was.y))[1])), head.facing)
        for k in rank:
            x, y = to_world(now, to_local(was, places[k][:2]))
            out[k] = (round(x, 4), round(y, 4), head.facing)
    return tuple(out)


def trail_of(frames: Sequence[Pose]) -> tuple[list[Point], list[float]]:
    """The line that a column stands on, from its tail to its head, and how far behind the head each rank is on it.

    Between ranks that look different ways it bends where the line ahead of the one meets that behind the other.
    """
    trail: list[Point] = [(frames[-1].x, frames[-1].y)]
    marks = [0]
    for before, rank in zip(frames[-2::-1], frames[:0:-1], strict=True):
        corner = _corner(rank, before)
        trail += [*([corner] if corner else []), (before.x, before.y)]
        marks.append(len(trail) - 1)
    steps = [math.dist(a, b) for a, b in pairwise(trail)]
    total = math.fsum(steps)
    behind = [total - math.fsum(steps[:mark]) for mark in marks]
    return trail, behind[::-1]


def _corner(rank: Pose, before: Pose) -> Point | None:
    """Where a rank will turn after the one before it; None where it need not."""
    u, v = to_local(rank, (before.x, before.y))
    turn = math.radians(turn_between(rank.facing, before.facing))
    if abs(math.sin(turn)) < math.sin(math.radians(STRAIGHT)) or abs(u) < STRAIGHT:
        return None
    back = u / math.sin(turn)
    ahead = v - back * math.cos(turn)
    return to_world(rank, (0.0, ahead)) if back > 0.0 and ahead > 0.0 else None


def followed(
    ranks: Ranks, frames: Sequence[Pose], trail: Sequence[Point], behind: Sequence[float], head: Pose,
    places: shape.Triples,
) -> shape.Triples:  # fmt: skip
    """Where all figures stand when the head of a column is at the end of a trail, each rank so far behind it."""
    steps = [math.dist(a, b) for a, b in pairwise(trail)]
    total = math.fsum(steps)
    ends = [head, *(_on(trail, steps, total - far) for far in behind[1:])]
    out = list(places)
    for rank, was, now in zip(ranks, frames, ends, strict=True):
        for k in rank:
            x, y = to_world(now, to_local(was, places[k][:2]))
            out[k] = (round(x, 4), round(y, 4), round(now.facing, 6))
    return tuple(out)


def _on(trail: Sequence[Point], steps: Sequence[float], at: float) -> Pose:
    """The place on a trail so far from its beginning, looking along it."""
    for (a, b), step in zip(pairwise(trail), steps, strict=True):
        if at <= step + 1e-9 and step > 0.0:
            share = min(1.0, at / step)
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            return Pose(x, y, bearing(b[0] - a[0], b[1] - a[1]))
        at -= step
    a, b = trail[-2], trail[-1]
    return Pose(*b, bearing(b[0] - a[0], b[1] - a[1]))
