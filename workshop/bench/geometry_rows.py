"""Geometry: sight of all pairs, distances, shortest ways, each beside the loop over shapely objects."""

from __future__ import annotations

import time

import numpy as np
import shapely
from numpy.typing import NDArray

from game.geometry.bases import Bases
from game.geometry.measure import distance_matrix
from game.geometry.paths import shortest, walls_for
from game.geometry.planar import Shape
from game.geometry.scene import Scene
from game.geometry.shapes import Footprint, Pose
from game.geometry.sight import Screen
from game.geometry.sightfield import SightField
from game.geometry.terrain import Feature, Terrain
from workshop.bench import plain
from workshop.bench.rows import Row, clock, median

WIDTH, DEPTH = 1800.0, 1200.0
BASES, FEATURES, ROUTES = 200, 30, 6
WOOD_DEPTH = 20.0
GRAZE = 0.05
"""mm of a corner that a line may graze: there floating-point dust decides, and both ways are right."""


def rows() -> list[Row]:
    """All rows of this area."""
    return [_sight(), _distances(), _routes()]


def _table(seed: int = 7) -> Scene:
    """Bases and woods at random, none of the bases upon another."""
    rng = np.random.default_rng(seed)
    footprint = Footprint("rect", 40.0, 20.0)
    poses: list[Pose] = []
    while len(poses) < BASES:
        x, y, facing = rng.uniform(30, WIDTH - 30), rng.uniform(30, DEPTH - 30), rng.uniform(0, 360)
        if all((p.x - x) ** 2 + (p.y - y) ** 2 > 46.0**2 for p in poses):
            poses.append(Pose(float(x), float(y), float(facing)))
    features = []
    for k in range(FEATURES):
        x, y, r = rng.uniform(80, WIDTH - 80), rng.uniform(80, DEPTH - 80), rng.uniform(25, 60)
        turns = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)
        points = tuple((float(x + r * np.cos(t)), float(y + r * np.sin(t))) for t in turns)
        features.append(Feature(f"w{k}", "wood", points))
    ids = [f"b{k}" for k in range(BASES)]
    return Scene(ids, ids, [footprint] * BASES, poses, Terrain(features, WIDTH, DEPTH))


def _sight() -> Row:
    """Who sees whom, centre to centre, blocked by bases and by more than 20 mm of a wood: 19,900 pairs."""
    scene = _table()
    outlines: list[Shape] = [shapely.Polygon(c) for c in scene.bases.corners]
    woods: list[Shape] = list(scene.terrain.geometries)
    screens = (Screen(("wood",), WOOD_DEPTH),)
    everybody = np.arange(BASES)
    i, j = np.triu_indices(BASES, 1)
    centres = scene.bases.centres

    def ours() -> NDArray[np.bool_]:
        return ~SightField(scene, screens).blocked(centres[i], centres[j], everybody[i], everybody[j])

    slow = plain.all_pairs_sight(centres, outlines, woods, WOOD_DEPTH)
    seen = ours()
    for a, b in sorted(set(slow) ^ set(zip(i[seen].tolist(), j[seen].tolist(), strict=True))):
        line = shapely.LineString((centres[a], centres[b]))
        deepest = max(line.intersection(shape).length for k, shape in enumerate(outlines) if k not in (a, b))
        if deepest > GRAZE:
            raise RuntimeError(f"the two ways of sight differ about bases {a} and {b} by {deepest} mm")
    pairs = float(len(i))
    loop = median(clock(lambda: plain.all_pairs_sight(centres, outlines, woods, WOOD_DEPTH), 1.0, 5))
    fast = median(clock(ours, 1.0, 50))
    what = f"all-pairs sight, {BASES} bases + {FEATURES} features ({len(i):,} pairs)"
    return Row("geometry", what, pairs / loop, pairs / fast, "pairs/s", "at least 8 times", loop / fast >= 8.0)


def _distances() -> Row:
    """Least distances between 100 and 100 bases."""
    scene = _table(13)
    a, b = scene.bases.corners[:100], scene.bases.corners[100:]
    left = [shapely.Polygon(c) for c in a]
    right = [shapely.Polygon(c) for c in b]

    def loop() -> float:
        return min(x.distance(y) for x in left for y in right)

    slow = 1e4 / median(clock(loop, 0.5, 20))
    fast = 1e4 / median(clock(lambda: float(distance_matrix(a, b).min()), 0.5, 200))
    return Row("geometry", "distances of 100 x 100 bases", slow, fast, "pairs/s")


def _routes() -> Row:
    """Shortest ways of a figure of 25 mm round 12 stands and 6 buildings, at any angle, across half a table."""
    rng = np.random.default_rng(17)
    spots = [Pose(float(x), float(y), float(f)) for x, y, f in rng.uniform((0, 0, 0), (900, 900, 360), (12, 3))]
    others = Bases.of([Footprint("rect", 50.0, 25.0)] * len(spots), spots)
    corners = rng.uniform((0, 0, 60, 60), (900, 900, 160, 160), (6, 4))
    houses: list[Shape] = [shapely.box(x, y, x + w, y + d) for x, y, w, d in corners]
    walls = walls_for(Footprint("circle", 25.0, 25.0), 0.0, others, houses)
    ends = [((-40.0, float(a)), (1100.0, float(b))) for a, b in rng.uniform(0, 900, (ROUTES, 2))]

    def ours() -> list[float]:
        found = [shortest(a, b, walls) for a, b in ends]
        return [f.length for f in found if f is not None]

    def loop() -> list[float]:
        return [plain.shortest_way(a, b, walls) for a, b in ends]

    began = time.perf_counter()
    slow = loop()
    once = ROUTES / (time.perf_counter() - began)
    for mine, other in zip(ours(), slow, strict=True):
        if abs(mine - other) > 0.5:
            raise RuntimeError(f"the two ways round differ: {mine} and {other} mm")
    often = ROUTES / median(clock(ours, 1.0, 50))
    what = f"shortest ways round {len(walls)} obstacles, at any angle"
    return Row("geometry", what, once, often, "routes/s", "at least 8 times", often / once >= 8.0)
