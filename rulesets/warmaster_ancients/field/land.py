"""The terrain of a battle: what lies where, what is barred to whom, what is difficult, what hides (WMA-S14).

Where features overlap, what lies on a bridge, ford or road counts as on that alone; elsewhere the stricter holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
import shapely

from game.engine.memo import Grounds
from game.engine.state import Feature as StateFeature
from game.engine.state import Table
from game.geometry.convex import Poly, rectangle
from game.geometry.crossing import ring_edges
from game.geometry.planar import Shape, Shapes, shapes
from game.geometry.shapes import Floats, Footprint, Point, Pose
from game.geometry.terrain import Feature, Terrain
from rulesets.warmaster_ancients.data_files import load_terrain
from rulesets.warmaster_ancients.data_types import TerrainKind
from rulesets.warmaster_ancients.measures import MEASURES, length

LINE_CROSSED = length("line_crossing")


class Land:
    """The features of a table with their kinds, and the grounds made of them; it never changes.

    Parameters
    ----------
    features
        Features by id as the state holds them.
    table
        Size of the table (mm).
    """

    def __init__(self, features: Mapping[str, StateFeature], table: Table) -> None:
        kinds = load_terrain()
        self.kind: dict[str, TerrainKind] = {f.id: kinds[f.kind] for f in features.values()}
        self.names: dict[str, str] = {f.id: f.name for f in features.values()}
        self.terrain = Terrain(
            tuple(Feature(f.id, f.kind, f.points, line=f.line) for f in features.values()), table.width, table.depth
        )
        self.overlays = tuple(k.id for k in kinds.values() if k.overlay)
        self.hiding: object = None
        self._barred: dict[str, Shape] = {}
        self._barred_boxes: dict[str, Floats] = {}
        self._barred_edges: dict[str, Floats] = {}
        self._lines: dict[str, list[tuple[str, Shape]]] = {}
        self._line_boxes: dict[str, list[tuple[float, float, float, float]]] = {}
        self._blamed: dict[str, tuple[list[str], Shapes]] = {}

    # -- grounds ----------------------------------------------------------------------------------------------

    def barred(self, type_id: str) -> Shape:
        """The area a unit type may not enter (WMA-TER-07), bridges, fords and roads taken out of it; prepared."""
        if type_id not in self._barred:
            kinds = load_terrain().values()
            wild = self.terrain.ground([k.id for k in kinds if not k.overlay and not k.allows(type_id)], self.overlays)
            made = self.terrain.ground([k.id for k in kinds if k.overlay and not k.allows(type_id)])
            area = wild if made.is_empty else made if wild.is_empty else shapely.union(wild, made)
            shapely.prepare(area)
            self._barred[type_id] = area
            self._barred_boxes[type_id] = shapely.bounds(shapely.get_parts(area)).reshape(-1, 4)
        return self._barred[type_id]

    def barred_edges(self, type_id: str) -> Floats:
        """Edges (m, 2, 2) of the barred area."""
        if type_id not in self._barred_edges:
            self._barred_edges[type_id] = ring_edges(self.barred(type_id))
        return self._barred_edges[type_id]

    def barred_near(self, type_id: str, box: tuple[float, float, float, float]) -> bool:
        """Whether any part of the barred area or of a barred line comes near an upright box (mm): a quick look."""
        self.barred(type_id)
        boxes = self._barred_boxes[type_id]
        if len(boxes) and bool(
            (
                (boxes[:, 0] <= box[2]) & (box[0] <= boxes[:, 2]) & (boxes[:, 1] <= box[3]) & (box[1] <= boxes[:, 3])
            ).any()
        ):
            return True
        self.barred_lines(type_id)
        return any(
            b[0] <= box[2] and box[0] <= b[2] and b[1] <= box[3] and box[1] <= b[3] for b in self._line_boxes[type_id]
        )

    def barred_lines(self, type_id: str) -> list[tuple[str, Shape]]:
        """Lines (walls, hedges) that a unit type may not cross, as (feature, line) less what bridges and roads open."""
        if type_id not in self._lines:
            open_ground = self.terrain.ground(self.overlays)
            found = []
            for feature in self.terrain.features:
                if feature.line and not self.kind[feature.id].allows(type_id):
                    line = self.terrain.geometry(feature.id)
                    line = line if open_ground.is_empty else shapely.difference(line, open_ground)
                    if not line.is_empty:
                        shapely.prepare(line)
                        found.append((feature.id, line))
            self._line_boxes[type_id] = [line.bounds for _, line in found]
            self._lines[type_id] = found
        return self._lines[type_id]

    def difficult(self) -> Shape:
        """The area of difficult ground (WMA-TER-06); prepared."""
        return self.terrain.ground([k.id for k in load_terrain().values() if k.difficult], self.overlays)

    def difficult_areas(self, outlines: Shapes) -> Floats:
        """Area (mm2) of difficult ground under each outline."""
        return self.terrain.ground_overlaps(
            outlines, [k.id for k in load_terrain().values() if k.difficult], self.overlays
        )

    # -- points -----------------------------------------------------------------------------------------------

    def at_points(self, points: Floats) -> list[tuple[str, ...]]:
        """Areas on which each point (n, 2) lies, its outline included; on a bridge, ford or road only that."""
        out: list[tuple[str, ...]] = []
        for found in self.terrain.at_points(points):
            areas = [f for f in found if self.kind[f].shape == "area"]
            over = [f for f in areas if self.kind[f].overlay]
            out.append(tuple(over or areas))
        return out

    def at(self, point: Point) -> tuple[str, ...]:
        """Areas on which one point lies."""
        return self.at_points(np.array((point,)))[0]

    # -- what bars the way ------------------------------------------------------------------------------------

    def barred_amount(self, type_id: str, outline: Shape) -> float:
        """Area (mm2) of ground barred to the type under an outline or sweep."""
        area = self.barred(type_id)
        if area.is_empty or not shapely.intersects(area, outline):
            return 0.0
        return float(shapely.area(shapely.intersection(area, outline)))

    def barred_square(self, type_id: str, sweep: Poly, start: Point, half: float, deep: float) -> Poly | None:
        """A square of ground barred to the type, ``deep`` mm inside a sweep and as near as may be to where it starts.

        Parameters
        ----------
        half
            Half the square's side (mm).
        """
        area = self.barred(type_id)
        under = shapely.intersection(area, shapely.Polygon(sweep))
        middles = shapely.buffer(under, -(half * math.sqrt(2.0) + 2.0 * deep), join_style="mitre")
        if middles.is_empty:
            return None
        x, y = shapely.get_coordinates(shapely.shortest_line(middles, shapely.Point(start)))[0].tolist()
        square = rectangle(Footprint("rect", 2.0 * half, 2.0 * half), Pose(x, y))
        return square if shapely.covers(area, shapely.Polygon(square)) else None

    def barred_line(self, type_id: str, outline: Shape) -> str:
        """The first line that the type may not cross and of which more than 0.05 cm lies in an outline, or ""."""
        for feature, line in self.barred_lines(type_id):
            if shapely.intersects(line, outline):
                inside = float(shapely.length(shapely.intersection(line, outline)))
                if MEASURES.more_than(inside, LINE_CROSSED):
                    return feature
        return ""

    def blame(self, type_id: str, outline: Shape) -> str:
        """Id of the barred area that an outline overlaps most, or ""."""
        if type_id not in self._blamed:
            barred = [f.id for f in self.terrain.features if not f.line and not self.kind[f.id].allows(type_id)]
            self._blamed[type_id] = barred, shapes([self.terrain.geometry(f) for f in barred])
        names, areas = self._blamed[type_id]
        amounts = shapely.area(shapely.intersection(areas, outline))
        return names[int(np.argmax(amounts))] if bool((amounts > 0.0).any()) else ""

    def obstacle(self, type_id: str, outline: Shape) -> str:
        """What keeps a unit type out of an outline or sweep: id of a feature, or "" where nothing does (WMA-S09)."""
        if MEASURES.overlapping(area=self.barred_amount(type_id, outline)):
            return self.blame(type_id, outline)
        return self.barred_line(type_id, outline)

    def obstructs(self, type_id: str, outline: Shape) -> bool:
        """Whether anything keeps a unit type out of an outline or sweep, whatever it is: :meth:`obstacle`, quicker."""
        if MEASURES.overlapping(area=self.barred_amount(type_id, outline)):
            return True
        return bool(self.barred_line(type_id, outline))

    def of_protection(self, protection: str, against: str) -> list[str]:
        """Ids of the features that give a protection against some attackers, in their order (WMA-S14)."""
        return [i for i, k in self.kind.items() if k.protection == protection and k.against == against]

    def sight_kinds(self, how: str) -> list[str]:
        """Ids of the features that hide by "depth" or by "height"."""
        return [i for i, k in self.kind.items() if k.sight == how]


land_of = Grounds(Land)
"""The terrain of a view; made once for all states that share their features."""


def names(land: Land, features: Iterable[str]) -> list[str]:
    """Names of features, for sentences."""
    return [land.names[f] for f in features]
