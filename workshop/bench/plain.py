"""The straightforward way, pair by pair with shapely: what the fast ways are measured and checked against."""

from __future__ import annotations

import heapq
import math

import numpy as np
import shapely

from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point


def all_pairs_sight(
    centres: Floats, outlines: list[Shape], features: list[Shape], depth: float
) -> list[tuple[int, int]]:
    """Pairs (i < j) whose centres see each other: no other base and at most `depth` mm of any one feature between."""
    found = []
    blockers = [*outlines, *features]
    tree = shapely.STRtree(blockers)
    for i in range(len(centres)):
        for j in range(i + 1, len(centres)):
            line = shapely.LineString((centres[i], centres[j]))
            lengths = {k: line.intersection(blockers[k]).length for k in tree.query(line).tolist() if k not in (i, j)}
            if all(length <= (depth if k >= len(outlines) else 0.0) for k, length in lengths.items()):
                found.append((i, j))
    return found


def shortest_way(start: Point, end: Point, walls: list[Shape]) -> float:
    """Length (mm) of the shortest way past walls: Dijkstra over all corners, every line held against all walls."""
    solid = shapely.union_all([w.buffer(-1e-3, join_style="mitre") for w in walls])
    shapely.prepare(solid)
    nodes = [start, end] + [p for w in walls for p in shapely.get_coordinates(w)[:-1].tolist()]
    nodes = [p for k, p in enumerate(nodes) if k < 2 or not solid.contains(shapely.Point(p))]
    points = np.array(nodes)
    best, heap = np.full(len(nodes), math.inf), [(0.0, 0)]
    best[0], done = 0.0, np.zeros(len(nodes), dtype=np.bool_)
    while heap:
        cost, k = heapq.heappop(heap)
        if k == 1:
            return cost
        if done[k]:
            continue
        done[k] = True
        reach = cost + np.hypot(*(points - points[k]).T)
        rows = np.flatnonzero(~done & (reach < best))
        lines = [shapely.LineString((points[k], points[n])) for n in rows]
        rows = rows[[not solid.intersects(line) for line in lines]] if lines else rows
        best[rows] = reach[rows]
        for n in rows.tolist():
            heapq.heappush(heap, (float(best[n]), n))
    return math.inf
