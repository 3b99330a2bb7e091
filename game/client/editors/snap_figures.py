"""Snapping of single figures: the whole of a move, contact, distances that the rules know, edges of terrain.

As for blocks (:mod:`game.client.editors.snap`) places are only offered here; ``check`` decides whether they will do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import shapely

from game.client.editors.snap import REACH_MM, Snap
from game.client.editors.whereabouts import all_bases
from game.client.words import Words, _
from game.engine.decision import Part
from game.engine.snapping import TellsGaps, UsualGap
from game.engine.state import State
from game.geometry.measure import base_distance
from game.geometry.shapes import Footprint, Pose

NEAR_MM = 70.0
"""Only figures with their centres nearer than this are looked at."""
MOST = 3
"""Places that are offered at most: each is checked while the hand moves."""
LEAST_MM = 0.005
"""A place nearer than this is the one where the figure stands already."""


def figure_snaps(
    view: State,
    words: Words,
    unit: str,
    poses: Mapping[str, Pose],
    start: Mapping[str, Pose],
    parts: Sequence[Part],
    alone: str = "",
) -> list[Snap]:
    """Places near the one where a unit's figures stand by ``poses``, the nearest first.

    Parameters
    ----------
    start
        Where they began to move.
    parts
        What the rules say of each one's way: cost and allowance.
    alone
        The only figure that is dragged; "" for all of them.
    """
    moved = {b: p for b, p in poses.items() if not alone or b == alone}
    found = [
        *_whole_move(words, moved, start, parts),
        *_gaps(view, words, unit, poses, moved),
        *_edges(view, words, moved),
    ]
    near = [s for s in found if math.hypot(s.dx, s.dy) <= REACH_MM]
    there = sorted(near, key=lambda s: round(math.hypot(s.dx, s.dy), 6))
    return there[:MOST]


def _whole_move(
    words: Words, moved: Mapping[str, Pose], start: Mapping[str, Pose], parts: Sequence[Part]
) -> list[Snap]:
    """As far as the figure may that has the least left."""
    left = [(p.allowance - p.cost, p) for p in parts if p.allowance is not None and p.who in moved]
    if not left:
        return []
    slack, part = min(left, key=lambda x: x[0])
    a, b = start[part.who], moved[part.who]
    way = math.hypot(b.x - a.x, b.y - a.y)
    if way < REACH_MM or part.allowance is None:
        return []
    said = _("the whole move, {length}").format(length=words.length(part.allowance))
    return [_snap((b.x - a.x) / way * slack, (b.y - a.y) / way * slack, said)]


def _gaps(view: State, words: Words, unit: str, poses: Mapping[str, Pose], moved: Mapping[str, Pose]) -> Iterable[Snap]:
    """Contact with others, and the distances from them that the rules know."""
    usual: Sequence[UsualGap] = ()
    ruleset: object = words.ruleset
    if isinstance(ruleset, TellsGaps):
        usual = ruleset.usual_gaps(view, unit)
    bases = all_bases(view)
    side = view.units[unit].side
    others = {b.id: b.pose for b in view.bases.values() if b.where == "table" and b.pose is not None}
    others = {**others, **poses}
    for mine, pose in moved.items():
        for other, there in others.items():
            if other in moved or there is None or math.hypot(pose.x - there.x, pose.y - there.y) > NEAR_MM:
                continue
            of = view.bases[other].unit
            kind = "mate" if of == unit else "friend" if view.units[of].side == side else "enemy"
            name = words.name(of, view)
            wanted = [(0.0, _("in contact with {unit}").format(unit=name))]
            wanted += [(g.mm, f"{words.say(g.text)}: {name}") for g in usual if g.to == kind]
            for mm, said in wanted:
                shift = _to_gap(bases[mine].shape, pose, bases[other].shape, there, mm)
                if shift is not None:
                    yield _snap(*shift, said)


def _to_gap(shape: Footprint, pose: Pose, other: Footprint, there: Pose, mm: float) -> tuple[float, float] | None:
    """The shift along the line of centres that leaves so many mm between two outlines; None where it is far."""
    dx, dy = pose.x - there.x, pose.y - there.y
    far = math.hypot(dx, dy)
    if far < LEAST_MM:
        return None
    ux, uy = dx / far, dy / far
    total = 0.0
    for _again in range(4):  # exact at once for discs; ovals and corners need a few steps
        at = Pose(pose.x + ux * total, pose.y + uy * total, pose.facing)
        gap = base_distance(shape, at, other, there)
        if gap <= 0.0 and mm <= 0.0:
            gap = min(0.0, far + total - _half(shape) - _half(other))
        step = mm - gap
        total += step
        if abs(total) > REACH_MM:
            return None
        if abs(step) < LEAST_MM:
            break
    return ux * total, uy * total


def _half(shape: Footprint) -> float:
    return min(shape.width, shape.depth) / 2.0


def _edges(view: State, words: Words, moved: Mapping[str, Pose]) -> Iterable[Snap]:
    """Just outside of a piece of terrain, or wholly inside: for round bases."""
    shapes = {b: view.bases[b].shape for b in moved}
    for thing in view.features.values():
        if thing.line or len(thing.points) < 3:
            continue
        area = shapely.Polygon(thing.points)
        for base, pose in moved.items():
            if shapes[base].kind != "circle":
                continue
            half = shapes[base].width / 2.0
            point = shapely.Point(pose.x, pose.y)
            edge = area.exterior.interpolate(area.exterior.project(point))
            far = math.hypot(pose.x - edge.x, pose.y - edge.y)
            if far > half + REACH_MM or far < LEAST_MM:
                continue
            out = 1.0 if not area.contains(point) else -1.0
            ux, uy = (pose.x - edge.x) / far, (pose.y - edge.y) / far
            said = _("at the edge of {thing}") if out > 0 else _("wholly within {thing}")
            yield _snap(ux * (half - far), uy * (half - far), said.format(thing=words.name(thing.id, view)))


def _snap(dx: float, dy: float, said: str) -> Snap:
    return Snap(round(dx, 3), round(dy, 3), said)
