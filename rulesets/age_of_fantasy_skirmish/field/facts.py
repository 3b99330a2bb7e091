"""Where models are to each other (AFS-S05, AFS-S12, AFS-S13), in mm: whoever is not on the table is infinitely far."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game.engine.state import Base, State
from game.geometry.bases import Indices
from game.geometry.shapes import Floats, Point, Pose
from game.kit.figures.board import bases_at
from game.kit.figures.outlines import Truths, plan_gaps, point_gaps
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field.ground import FIGURES, Board, board, remembered
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch


def living(view: State, unit: str) -> tuple[Base, ...]:
    """The models of a unit that are not lost, on the table or in reserve."""
    return tuple(b for b in map(view.bases.__getitem__, view.units[unit].bases) if b.where != "gone")


def enemies(view: State, side: str) -> tuple[str, ...]:
    """The units on the table that are not of a side, in the order of the lists."""
    return tuple(u.id for u in view.units.values() if u.side != side and view.bases_of(u.id))


def foes(view: State, unit: str) -> tuple[str, ...]:
    """The enemy units of a unit on the table, in the order of the lists."""
    return enemies(view, view.units[unit].side)


def distance(view: State, a: str, b: str) -> float:
    """Distance of two models (AFS-S05)."""
    now = board(view)
    if a not in now.index or b not in now.index:
        return math.inf
    return float(now.far[now.index[a], now.index[b]])


def base_to_unit(view: State, base: str, unit: str) -> float:
    """Distance of a model from the nearest model of a unit (AFS-S05)."""
    now = board(view)
    return now.off(unit)[now.index[base]] if base in now.index else math.inf


def unit_distance(view: State, a: str, b: str) -> float:
    """Distance of the nearest models of two units."""
    now = board(view)
    return float(now.far[np.ix_(now.rows(a), now.rows(b))].min(initial=math.inf))


def _first(far: Floats) -> int:
    """Which of some distances is the least, the first of those equally near."""
    return int(np.flatnonzero(far <= far.min() + 1e-6)[0])


def between(view: State, a: str, b: str) -> tuple[float, Point, Point]:
    """Distance of two units on the table with the points on the outlines where it is measured."""
    now = board(view)
    return now.between(now.rows(a), now.rows(b))


def to_marker(view: State, unit: str, marker: str) -> float:
    """Distance of the nearest model of a unit from the centre of a marker (AFS-S05)."""
    pose = view.markers[marker].pose
    return math.inf if pose is None else to_point(view, unit, (pose.x, pose.y))


def to_point(view: State, unit: str, point: Point) -> float:
    """Distance of the nearest model of a unit from a point on the surface there."""
    return float(_from_point(view, point)[board(view).rows(unit)].min(initial=math.inf))


@remembered
def _from_point(view: State, point: Point) -> Floats:
    """Distances (n,) of all models from a point on the surface there."""
    now = board(view)
    return np.hypot(point_gaps(now.bases, *point), now.heights - now.ground.height_at(*point))


def nearest_enemy(view: State, unit: str) -> tuple[str, float] | None:
    """The enemy unit nearest to a unit, with the distance; the first of those equally near."""
    now = board(view)
    rows, foes = now.rows(unit), now.rows_of(view.units[unit].side, enemies=True)
    return _nearest(now, foes, now.far[np.ix_(rows, foes)])


def nearest_enemy_of(view: State, unit: str, poses: Mapping[str, Pose]) -> tuple[str, float] | None:
    """`nearest_enemy` as if models of the unit stood at some poses, whether they are on the table or not."""
    now = board(view)
    foes = now.rows_of(view.units[unit].side, enemies=True)
    if not poses:
        return None
    mine = bases_at(view, poses)
    rise = now.ground.heights_at(mine.centres)[:, None] - now.heights[foes][None, :]
    return _nearest(now, foes, np.hypot(plan_gaps(mine, now.bases.take(foes)), rise))


def _nearest(now: Board, foes: Indices, far: Floats) -> tuple[str, float] | None:
    """Whose row (m,) is the nearest by the distances (n, m) to a unit's models, with the least; None without any."""
    if not far.size:
        return None
    least = far.min(axis=0)
    k = _first(least)
    return now.units[foes[k]], float(least[k])


is_contact = FIGURES.is_contact
"""Which distances in plan and differences of heights (mm) make base contact (AFS-S12)."""


def is_reach(h: Floats | float, v: Floats | float) -> Truths:
    """Which distances in plan and differences of heights (mm) are within melee reach (AFS-S13)."""
    return np.asarray((h <= inch(number("reach")) + SLACK) & (v <= inch(number("reach_up")) + SLACK))


def in_reach(view: State, base: str, unit: str) -> bool:
    """Whether a model can strike at a unit: 2 inches in plan and 4 in height from one of its models (AFS-S13)."""
    now = board(view)
    if base not in now.index:
        return False
    k, rows = now.index[base], now.rows(unit)
    return bool(is_reach(now.plan[k, rows], now.rise[k, rows]).any())
