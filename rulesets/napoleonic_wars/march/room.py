"""Room for a new formation, and how near enemies are to one who would change (NAP-S49, NAP-FCH-06, NAP-LIM-04)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Pose, corners, sin_cos
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import changes, rates
from rulesets.napoleonic_wars.measures import SLACK, cm

STEP = 5.0
"""mm between two places that are tried."""
WAYS = (180.0, 270.0, 90.0, 0.0, 225.0, 135.0, 315.0, 45.0, 202.5, 157.5, 247.5, 112.5, 292.5, 67.5, 337.5, 22.5)
"""Directions to shift in, from the front: of equal ways back, left, right, forward (NAP-S49)."""


def outline_of(sizes: Sequence[Footprint], places: shape.Triples) -> Shape:
    """What figures cover."""
    found: Shape = shapely.MultiPolygon(
        [shapely.Polygon(corners(f, Pose(*place))) for f, place in zip(sizes, places, strict=True)]
    )
    return found


def enemies_near(view: State, body: str, outline: Shape, far: float) -> list[tuple[str, float]]:
    """The enemies that the view knows of within so many mm of an outline, with the distance of each."""
    board = board_of(view)
    low_x, low_y, high_x, high_y = outline.bounds
    out = []
    for enemy in facts.enemies(view, view.units[body].side):
        if enemy not in board.sides:
            continue
        box = board.box(enemy)
        if box[0] - high_x > far or low_x - box[2] > far or box[1] - high_y > far or low_y - box[3] > far:
            continue
        gap = float(board.outline(enemy).distance(outline))
        if gap <= far:
            out.append((enemy, gap))
    return out


def is_near_enemy(view: State, body: str, outline: Shape) -> bool:
    """Whether an enemy is within the body's own attack distance (NAP-FCH-06)."""
    far = cm(facts.attack_distance(view, body) * bases.longer(view))
    return any(gap < far - SLACK for _, gap in enemies_near(view, body, outline, far))


def keeps(view: State, body: str, enemy: str) -> float:
    """The greater attack distance of two bodies in mm (NAP-ORG-42)."""
    far = max(facts.attack_distance(view, body), facts.attack_distance(view, enemy))
    return cm(far * bases.longer(view))


class Place:
    """Where a body may stand: what is forbidden to it there."""

    def __init__(self, view: State, body: str, was: Shape, column: int) -> None:
        self.view, self.body = view, body
        self.near = dict(enemies_near(view, body, was, cm(60.0)))
        self.column = column
        board = board_of(view)
        self.enemies = [(board.outline(e), min(keeps(view, body, e), max(gap, 0.0))) for e, gap in self.near.items()]
        self.fought = shapely.union_all(
            [p for outline, far in self.enemies if far <= SLACK for p in shapely.get_parts(outline)]
        )

    def is_free(self, there: Shape) -> bool:
        """Whether an outline is free there (NAP-S49)."""
        low_x, low_y, high_x, high_y = there.bounds
        table = self.view.table
        if low_x < -SLACK or low_y < -SLACK or high_x > table.width + SLACK or high_y > table.depth + SLACK:
            return False
        for piece in ground_of(self.view).met(there):
            if piece.kind.shape != "area" or piece.kind.move == "full":
                continue
            if rates.factor_of((piece.kind.move,), self.column, "normal") <= 0.0:
                # base by base: bases that touch along an edge are no valid shape together
                shared = shapely.intersection(shapely.get_parts(there), ground_of(self.view).bare[piece.id])
                if shapely.area(shared).sum() > 1.0:
                    return False
        if shapely.area(shapely.intersection(shapely.get_parts(there), self.fought)).sum() > 1.0:
            return False
        return all(outline.distance(there) >= far - SLACK for outline, far in self.enemies)


def settled(
    view: State, body: str, was: Shape, poses: Mapping[str, Pose], sizes: Mapping[str, Footprint], facing: float
) -> shape.Poses | None:
    """A new formation where it finds room: as it is, or shifted by the shortest way; None where there is none.

    Asked of what the view knows, and when the time is up of what is then so (NAP-S49).
    """
    found = dict(poses)
    if not found:
        return found
    place = Place(view, body, was, rates.column_of(view, body))
    outline = outline_of([sizes[b] for b in found], shape.triples(found.values()))
    if place.is_free(outline):
        return found
    most = cm(changes.number("room") * bases.longer(view))

    def shifted(way: float, far: float) -> tuple[Shape, tuple[float, float]]:
        sine, cosine = sin_cos(facing + way)
        by = np.array((sine * far, cosine * far))
        return shapely.transform(outline, lambda points: points + by), (float(by[0]), float(by[1]))

    for n in range(1, math.floor(most / STEP) + 1):
        for way in WAYS:
            if place.is_free(shifted(way, n * STEP)[0]):
                low, high = (n - 1) * STEP, n * STEP
                while high - low > 0.05:
                    middle = (low + high) / 2.0
                    low, high = (low, middle) if place.is_free(shifted(way, middle)[0]) else (middle, high)
                dx, dy = shifted(way, high)[1]
                return {b: Pose(round(p.x + dx, 3), round(p.y + dy, 3), p.facing, p.level) for b, p in found.items()}
    return None
