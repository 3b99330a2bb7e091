"""What hides those who stand below it, and opens where they do: crowns of trees, roofs of houses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np
import shapely

from game.client.art.canvas import Sheet, Thing
from game.client.art.light import Light
from game.client.art.terrain_houses import Buildings, House

Foot = tuple[float, float, float, float, float]
"""Where a base stands: x, y, facing, width, depth (mm, degrees)."""
Box = tuple[float, float, float, float]
CROWN = 0.86
"""Share of a crown's radius that its leaves reach."""
CLEAR = 1.5
"""mm round a base that are kept free of leaves, and of roofs."""
CELL = 40.0
REACH = 2
"""mm and number of cells: farther than this no base reaches under a crown."""


class Lids:
    """The crowns and roofs of a table. Each has a number: crowns from 0 up, roofs from -1 down."""

    def __init__(self, crowns: Sequence[Thing], buildings: Iterable[Buildings]) -> None:
        self.crowns = list(crowns)
        self._at = np.array([t[3:7] for t in crowns], dtype=np.float64).reshape(-1, 4)
        self._buildings = [(b, range(0)) for b in buildings]
        self.houses: list[House] = []
        for k, (building, _) in enumerate(self._buildings):
            first = len(self.houses)
            self.houses.extend(building.houses)
            self._buildings[k] = (building, range(first, len(self.houses)))
        self._walls = [shapely.Polygon(h.outline) for h in self.houses]
        cells = {(int(x // CELL), int(y // CELL)) for x, y, _, _ in self._at.tolist()}
        steps = range(-REACH, REACH + 1)
        self._cells = {(i + di, j + dj) for i, j in cells for di in steps for dj in steps}

    def __bool__(self) -> bool:
        return bool(self.crowns or self.houses)

    def near(self, sheet: Sheet, but: Collection[int] = ()) -> list[Thing]:
        """Crowns near a sheet, in the order in which they are painted; those in ``but`` left out."""
        if not self.crowns:
            return []
        px = sheet.px(self._at[:, :2])
        margin = self._at[:, 2] * 3.0 * sheet.scale
        w, h = sheet.size
        near = (px > -margin[:, None]).all(axis=1) & (px[:, 0] < w + margin) & (px[:, 1] < h + margin)
        return [self.crowns[i] for i in np.flatnonzero(near).tolist() if i not in but]

    def over(self, feet: Sequence[Foot], garrisoned: Collection[str] = ()) -> frozenset[int]:
        """What opens for bases that stand somewhere, and for garrisons of features (ids)."""
        return frozenset(self._crowns_over(feet)) | frozenset(self._roofs_over(feet, garrisoned))

    def _crowns_over(self, feet: Sequence[Foot]) -> list[int]:
        cells = self._cells
        among = np.array([f for f in feet if (int(f[0] // CELL), int(f[1] // CELL)) in cells], dtype=np.float64)
        if not len(among):
            return []
        x, y, facing, width, depth = (among[:, k, None] for k in range(5))
        reach = float(np.hypot(width, depth).max()) / 2 + float(self._at[:, 2].max()) + CLEAR
        lo, hi = among[:, :2].min(axis=0) - reach, among[:, :2].max(axis=0) + reach
        rows = np.flatnonzero(((self._at[:, :2] >= lo) & (self._at[:, :2] <= hi)).all(axis=1))
        cx, cy, r = self._at[rows, 0], self._at[rows, 1], self._at[rows, 2]
        s, c = np.sin(np.radians(facing)), np.cos(np.radians(facing))
        dx, dy = cx - x, cy - y
        u = np.maximum(np.abs(dx * c - dy * s) - width / 2, 0.0)
        v = np.maximum(np.abs(dx * s + dy * c) - depth / 2, 0.0)
        found: list[int] = rows[(np.hypot(u, v) < CROWN * r + CLEAR).any(axis=0)].tolist()
        return found

    def _roofs_over(self, feet: Sequence[Foot], garrisoned: Collection[str]) -> list[int]:
        """Roofs over bases; where they stand among the houses, that of the nearest; all where somebody is inside."""
        if not self.houses:
            return []
        found: list[int] = []
        middles = np.array([f[:2] for f in feet], dtype=np.float64).reshape(-1, 2)
        for building, rows in self._buildings:
            if building.feature.id in garrisoned:
                found.extend(rows)
                continue
            inside = np.flatnonzero(shapely.contains_xy(building.shape, middles[:, 0], middles[:, 1])).tolist()
            if not inside or not rows:
                continue
            for foot in (outline_of(feet[i]) for i in inside):
                away = [float(shapely.distance(self._walls[n], foot)) for n in rows]
                found.extend(n for n, gap in zip(rows, away, strict=True) if gap <= max(CLEAR, min(away)))
        return [-1 - n for n in found]

    def box(self, lid: int, light: Light) -> Box:
        """Where a lid and its shadow lie (mm)."""
        if lid < 0:
            lo, hi = self.houses[-1 - lid].outline.min(axis=0), self.houses[-1 - lid].outline.max(axis=0)
            return float(lo[0]), float(lo[1]), float(hi[0]), float(hi[1])
        x, y, r, height = self._at[lid].tolist()
        east, north = light.cast(0.6 * height).tolist()
        return x - r + min(east, 0), y - r + min(north, 0), x + r + max(east, 0), y + r + max(north, 0)


def outline_of(foot: Foot) -> shapely.Polygon:
    """The outline of a base."""
    x, y, facing, width, depth = foot
    s, c = np.sin(np.radians(facing)), np.cos(np.radians(facing))
    u, v = np.array([-1, 1, 1, -1]) * width / 2, np.array([1, 1, -1, -1]) * depth / 2
    return shapely.Polygon(np.stack([x + u * c + v * s, y - u * s + v * c], 1))
