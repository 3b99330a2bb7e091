"""Painted houses, with and without their roofs, and what is left of them."""

from __future__ import annotations

import itertools

import numpy as np
import shapely

from game.client.art.canvas import Sheet, texture
from game.client.art.landscape import Landscape
from game.client.art.pieces import Floats, Piece, Thing, box_at, hexed, outlines, tint


class House:
    """One gabled roof."""

    def __init__(
        self, centre: Floats, ahead: Floats, half_long: float, half_wide: float, colour: str, snow: float = 0.0
    ) -> None:
        self.colour, self.snow = colour, snow
        across = np.array([-ahead[1], ahead[0]])
        self.outline = box_at(centre[0], centre[1], ahead[0], ahead[1], half_long, half_wide)
        ends = [centre - ahead * half_long, centre + ahead * half_long]
        self.ridge = np.array(ends)
        self.slopes = [
            (
                np.array([ends[0], ends[1], ends[1] + across * s * half_wide, ends[0] + across * s * half_wide]),
                s * across,
            )
            for s in (-1.0, 1.0)
        ]
        rows = max(2, round(half_wide / 2.2))
        self.rows = [
            np.array([ends[0] + across * s * half_wide * i / rows, ends[1] + across * s * half_wide * i / rows])
            for s in (-1, 1)
            for i in range(1, rows)
        ]
        self.eaves = [s[0][2:] for s in self.slopes]
        self.height = half_wide * 0.75
        self.thick = min(3.4, max(2.0, half_wide * 0.2))
        self.joints = [
            np.array([ends[0] + across * d, ends[1] + across * d]) for d in np.arange(2.6 - half_wide, half_wide, 2.6)
        ]
        door = centre - across * half_wide
        self.sill = np.array([door - ahead * 2.6, door + ahead * 2.6])
        pot = centre + ahead * half_long * 0.5 + across * half_wide * 0.3
        self.chimney = box_at(pot[0], pot[1], ahead[0], ahead[1], 1.6, 1.6)

    def paint_open(self, sheet: Sheet, land: Landscape) -> None:
        """Without its roof: boards or flags, the shade of the walls on them, the walls."""
        floor = shapely.Polygon(self.outline)
        boards = hexed(tint(land.plank, 1.28))
        sheet.surface.fill(tint(boards, 1.0))
        sheet.paint_texture(sheet.mask([self.outline]), texture("deck", boards, 0.1, 0.8))
        sheet.stroke(self.joints, 0.5, tint(boards, 0.55), 0.8, least_px=0.7)
        cast = shapely.difference(floor, shapely.affinity.translate(floor, *sheet.light.cast(3.2)))
        sheet.polygons(outlines(cast), "#000000", 0.38)
        sheet.stroke([self.outline], self.thick, tint(land.stone, 0.42), closed=True)
        sheet.stroke([self.outline], self.thick * 0.62, tint(land.stone, 1.12), closed=True)
        sheet.stroke([self.sill], self.thick * 0.8, tint(boards, 0.7))

    def paint(self, sheet: Sheet) -> None:
        """Shadow, two slopes lit by where they face, rows of tiles, ridge."""
        h = self.height
        shade = np.concatenate([self.outline, self.outline + sheet.light.cast(h)])
        sheet.polygon(
            shapely.get_coordinates(shapely.convex_hull(shapely.MultiPoint(shade))), "#000000", 0.40, blur_mm=0.8
        )
        for slope, normal in self.slopes:
            light = float(normal @ sheet.light.sun) * sheet.light.contrast
            mask = sheet.mask([slope])
            sheet.paint_texture(mask, texture("tiles", hexed(tint(self.colour, 0.92 + 0.24 * light)), 0.07, 0.5))
            if self.snow > 0.0:
                white = hexed(tint("#dfe6ea", 0.94 + 0.1 * light))
                sheet.paint_texture(mask, texture("snow", white, 0.04, 1.2), min(1.0, self.snow * (1.05 + 0.2 * light)))
        sheet.stroke(self.rows, 0.5, "#1d0f08", 0.28, least_px=0.7)
        sheet.stroke([self.outline], 0.7, "#2a160c", 0.75, closed=True)
        sheet.stroke([self.ridge], 1.3, tint(self.colour, 1.3), 0.85)
        sheet.polygon(self.chimney + sheet.light.cast(1.6), "#000000", 0.4)
        sheet.polygon(self.chimney, "#6f625a")
        sheet.polygon(self.chimney * 0.5 + self.chimney.mean(axis=0) * 0.5, "#241d1a")


def placed_houses(piece: Piece) -> list[House]:
    """Houses in rows along the longer side of an outline."""
    frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(piece.shape)))[:4]
    sides = np.diff(np.concatenate([frame, frame[:1]]), axis=0)
    length = np.hypot(sides[:, 0], sides[:, 1])
    k = int(np.argmax(length))
    ahead = sides[k] / length[k]
    across = np.array([-ahead[1], ahead[0]])
    span, wide = float(length[k]), float(length[(k + 1) % 4])
    middle = frame.mean(axis=0)
    houses: list[House] = []
    columns, rows = max(1, round(span / 44.0)), max(1, round(wide / 40.0))
    cell_x, cell_y = span / columns, wide / rows
    for i in range(columns):
        for j in range(rows):
            c = middle + ahead * ((i + 0.5) * cell_x - span / 2) + across * ((j + 0.5) * cell_y - wide / 2)
            c = c + piece.rng.uniform(-2.5, 2.5, 2)
            house = _house(piece, c, ahead, across, cell_x, cell_y)
            if house is not None:
                houses.append(house)
    return houses


def _house(piece: Piece, centre: Floats, ahead: Floats, across: Floats, cell_x: float, cell_y: float) -> House | None:
    """A house in a cell of the village; smaller ones are tried until one lies inside the outline."""
    long, broad = cell_x * piece.rng.uniform(0.30, 0.38), cell_y * piece.rng.uniform(0.24, 0.33)
    way = ahead
    if piece.rng.random() >= 0.7:
        long, broad, way = cell_y * piece.rng.uniform(0.30, 0.36), cell_x * piece.rng.uniform(0.22, 0.3), across
    if broad > long:
        long, broad, way = broad, long, (across if way is ahead else ahead)
    colour = piece.land.roofs[int(piece.rng.integers(0, len(piece.land.roofs)))]
    roomy = shapely.buffer(piece.shape, 1.5)
    middle = np.asarray(shapely.point_on_surface(piece.shape).coords)[0]
    for k in range(4):
        shrink = 0.85**k
        spot = centre + (middle - centre) * 0.12 * k
        house = House(spot, way, long * shrink, broad * shrink, colour, piece.land.snow)
        if broad * shrink > 5.0 and shapely.contains(roomy, shapely.Polygon(house.outline)):
            return house
    return None


def paint_yard(piece: Piece, sheet: Sheet) -> None:
    """The trodden ground around houses."""
    if not sheet.shows(piece.box, 12.0):
        return
    sheet.polygon(piece.points, tint(piece.land.soil, 1.1), 0.4, blur_mm=3.0)
    sheet.paint_texture(sheet.mask([piece.points]), texture("yard", hexed(tint(piece.land.road, 0.9)), 0.09), 0.85)
    sheet.stroke([piece.points], 1.0, tint(piece.land.soil, 0.55), 0.8, closed=True)


class Buildings(Piece):
    """Houses that fit the outline, on trodden ground."""

    order = 28

    def prepare(self) -> None:
        """Place the houses."""
        self.houses = placed_houses(self)

    def flat(self, sheet: Sheet) -> None:
        """Yard."""
        paint_yard(self, sheet)

    def low(self, sheet: Sheet) -> None:
        """Houses from north to south."""
        if sheet.shows(self.box, 45.0):
            for house in sorted(self.houses, key=lambda h: -float(h.outline[:, 1].mean())):
                house.paint(sheet)


class Ruins(Piece):
    """Broken walls and rubble."""

    order = 28

    def prepare(self) -> None:
        """Turn each house into what is left of its walls."""
        self.walls: list[Floats] = []
        self.floors: list[Floats] = []
        for house in placed_houses(self):
            self.floors.append(house.outline)
            ring = np.concatenate([house.outline, house.outline[:1]])
            for a, b in itertools.pairwise(ring):
                lo, hi = sorted(self.rng.random(2))
                if hi - lo > 0.3:
                    self.walls.append(np.array([a, a + (b - a) * lo]))
                    self.walls.append(np.array([a + (b - a) * hi, b]))
                else:
                    self.walls.append(np.array([a, b]))
        self.walls = [w for w in self.walls if np.hypot(*(w[1] - w[0])) > 2.0]
        self.rubble: list[Thing] = [
            ("rock", hexed(tint(self.land.stone, 0.9)), i % 6, x, y, float(r), float(r) * 0.5)
            for i, ((x, y), r) in enumerate(
                zip(self.inside(8.0, 2.0).tolist(), self.rng.uniform(0.9, 2.4, 4000).tolist(), strict=False)
            )
        ]

    def flat(self, sheet: Sheet) -> None:
        """Yard."""
        paint_yard(self, sheet)

    def low(self, sheet: Sheet) -> None:
        """Floors and walls."""
        if not sheet.shows(self.box, 12.0):
            return
        sheet.polygons(self.floors, tint(self.land.stone, 0.78), 0.75)
        sheet.stroke([w + sheet.light.cast(2.2) for w in self.walls], 3.0, "#000000", 0.4)
        sheet.stroke(self.walls, 3.2, tint(self.land.stone, 0.5))
        sheet.stroke(self.walls, 2.2, tint(self.land.stone, 1.05))
        sheet.stroke([w + sheet.light.off(-0.5) for w in self.walls], 0.7, "#ffffff", 0.35)

    def things(self) -> list[Thing]:
        """Rubble."""
        return self.rubble
