"""The terrain of a battle: what lies where, what is barred to whom, what is difficult, what hides (WMA-S14).

Where features overlap, what lies on a bridge, ford or road counts as on that alone; elsewhere the stricter holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec
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


class Bars(msgspec.Struct, frozen=True):
    """What a unit type may not enter: an area, with its edges (m, 2, 2), and lines (walls, hedges) by their features.

    ``boxes`` (n, 4) are of the area's parts and the lines; ``areas`` are those of whole features.
    """

    area: Shape
    edges: Floats
    lines: list[tuple[str, Shape]]
    boxes: Floats
    features: list[str]
    areas: Shapes


class Land:
    """The features of a table with their kinds, and the grounds made of them; it never changes."""

    def __init__(self, features: Mapping[str, StateFeature], table: Table) -> None:
        kinds = load_terrain()
        self.kind: dict[str, TerrainKind] = {f.id: kinds[f.kind] for f in features.values()}
        self.terrain = Terrain(
            tuple(Feature(f.id, f.kind, f.points, line=f.line) for f in features.values()), table.width, table.depth
        )
        self.overlays = tuple(k.id for k in kinds.values() if k.overlay)
        self._bars: dict[str, Bars] = {}

    def bars(self, type_id: str) -> Bars:
        """What a unit type may not enter or cross (WMA-TER-07), less what bridges, fords and roads open."""
        if type_id not in self._bars:
            kinds = load_terrain().values()
            wild = self.terrain.ground([k.id for k in kinds if not k.overlay and not k.allows(type_id)], self.overlays)
            made = self.terrain.ground([k.id for k in kinds if k.overlay and not k.allows(type_id)])
            area = wild if made.is_empty else made if wild.is_empty else shapely.union(wild, made)
            opened = self.terrain.ground(self.overlays)
            shut = [f for f in self.terrain.features if not self.kind[f.id].allows(type_id)]
            walls = ((f.id, self.terrain.geometry(f.id)) for f in shut if f.line)
            cut = ((f, wall if opened.is_empty else shapely.difference(wall, opened)) for f, wall in walls)
            lines = [(f, line) for f, line in cut if not line.is_empty]
            shapely.prepare([area, *(line for _, line in lines)])
            boxes = shapely.bounds(shapes([*shapely.get_parts(area), *(line for _, line in lines)])).reshape(-1, 4)
            features = [f.id for f in shut if not f.line]
            areas = shapes([self.terrain.geometry(f) for f in features])
            self._bars[type_id] = Bars(area, ring_edges(area), lines, boxes, features, areas)
        return self._bars[type_id]

    def barred(self, type_id: str) -> Shape:
        """The area a unit type may not enter; prepared."""
        return self.bars(type_id).area

    def barred_near(self, type_id: str, box: tuple[float, float, float, float]) -> bool:
        """Whether any part of the barred area or of a barred line comes near an upright box (mm): a quick look."""
        boxes = self.bars(type_id).boxes
        near = (boxes[:, 0] <= box[2]) & (box[0] <= boxes[:, 2])
        return bool((near & (boxes[:, 1] <= box[3]) & (box[1] <= boxes[:, 3])).any())

    def difficult_areas(self, outlines: Shapes) -> Floats:
        """Area (mm2) of difficult ground (WMA-TER-06) under each outline."""
        difficult = [k.id for k in load_terrain().values() if k.difficult]
        return self.terrain.ground_overlaps(outlines, difficult, self.overlays)

    def at_points(self, points: Floats) -> list[tuple[str, ...]]:
        """Areas on which each point (n, 2) lies, its outline included; on a bridge, ford or road only that."""
        found = ([f for f in under if self.kind[f].shape == "area"] for under in self.terrain.at_points(points))
        return [tuple([f for f in areas if self.kind[f].overlay] or areas) for areas in found]

    def at(self, point: Point) -> tuple[str, ...]:
        """Areas on which one point lies."""
        return self.at_points(np.array((point,)))[0]

    def barred_amount(self, type_id: str, outline: Shape) -> float:
        """Area (mm2) of ground barred to the type under an outline or sweep."""
        area = self.barred(type_id)
        if area.is_empty or not shapely.intersects(area, outline):
            return 0.0
        return float(shapely.area(shapely.intersection(area, outline)))

    def barred_square(self, type_id: str, sweep: Poly, start: Point, half: float, deep: float) -> Poly | None:
        """A square (half a side in mm) of barred ground, ``deep`` mm inside a sweep, as near its start as can be."""
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
        for feature, line in self.bars(type_id).lines:
            if shapely.intersects(line, outline):
                inside = float(shapely.length(shapely.intersection(line, outline)))
                if MEASURES.more_than(inside, LINE_CROSSED):
                    return feature
        return ""

    def blame(self, type_id: str, outline: Shape) -> str:
        """Id of the barred area that an outline overlaps most, or ""."""
        bars = self.bars(type_id)
        amounts = shapely.area(shapely.intersection(bars.areas, outline))
        return bars.features[int(np.argmax(amounts))] if bool((amounts > 0.0).any()) else ""

    def obstacle(self, type_id: str, outline: Shape) -> str:
        """What keeps a unit type out of an outline or sweep: id of a feature, or "" where nothing does (WMA-S09)."""
        if MEASURES.overlapping(area=self.barred_amount(type_id, outline)):
            return self.blame(type_id, outline)
        return self.barred_line(type_id, outline)

    def obstructs(self, type_id: str, outline: Shape) -> bool:
        """Whether anything keeps a unit type out of an outline or sweep, whatever it is: :meth:`obstacle`, quicker."""
        covered = MEASURES.overlapping(area=self.barred_amount(type_id, outline))
        return covered or bool(self.barred_line(type_id, outline))

    def of_protection(self, protection: str, against: str) -> list[str]:
        """Ids of the features that give a protection against some attackers, in their order (WMA-S14)."""
        return [i for i, k in self.kind.items() if k.protection == protection and k.against == against]

    def sight_kinds(self, how: str) -> list[str]:
        """Ids of the features that hide by "depth" or by "height"."""
        return [i for i, k in self.kind.items() if k.sight == how]


land_of = Grounds(Land)
"""The terrain of a view; made once for all states that share their features."""
