"""Painted works of men: roads, bridges, walls, buildings, ruins, fortifications."""

from __future__ import annotations

import itertools

import numpy as np
import shapely

from game.client.art.pieces import Floats, Piece, Thing, along, box_at, hexed, outlines, tint
from game.client.art.sheet import Sheet, texture

ROAD_WIDTH = 22.0
"""mm; a road given as a line is painted as wide as this."""


class Road(Piece):
    """A dirt road with ruts: along a line, or an area."""

    order = 22

    def prepare(self) -> None:
        """The road's area and its ruts."""
        if self.feature.line:
            area = shapely.buffer(self.shape, ROAD_WIDTH / 2, cap_style="flat", quad_segs=6)
            self.area = outlines(area)
            self.soft = outlines(shapely.buffer(self.shape, ROAD_WIDTH / 2 + 2.5, cap_style="flat", quad_segs=6))
            sides = [shapely.offset_curve(self.shape, d, quad_segs=6) for d in (-4.5, 4.5)]
            self.ruts = [np.asarray(g.coords) for s in sides for g in shapely.get_parts(s) if len(g.coords) > 1]
        else:
            self.area, self.ruts = [self.points], []
            self.soft = self.rings(-2.5)

    def flat(self, sheet: Sheet) -> None:
        """Worn grass, dirt, ruts."""
        if not sheet.shows(self.box, ROAD_WIDTH):
            return
        sheet.paint(sheet.mask(self.soft, blur=2.0 * sheet.scale), tint(self.land.road, 0.82), 0.55)
        sheet.paint_texture(sheet.mask(self.area, blur=0.6 * sheet.scale), texture("road", self.land.road, 0.07), 0.9)
        sheet.stroke(self.ruts, 1.6, tint(self.land.road, 0.72), 0.55)
        sheet.stroke([r + np.array([0.5, -0.5]) for r in self.ruts], 0.7, tint(self.land.road, 1.16), 0.5)


class Bridge(Piece):
    """Planks across, rails along; the long axis of the outline is the way over."""

    order = 60

    def prepare(self) -> None:
        """Planks and rails from the least rectangle around the outline."""
        frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(self.shape)))[:4]
        sides = np.diff(np.concatenate([frame, frame[:1]]), axis=0)
        length = np.hypot(sides[:, 0], sides[:, 1])
        k = int(np.argmax(length))
        ahead, span = sides[k] / length[k], float(length[k])
        across = np.array([-ahead[1], ahead[0]])
        half = float(length[(k + 1) % 4]) / 2
        middle = frame.mean(axis=0)
        self.planks: list[tuple[Floats, float]] = []
        for d in np.arange(-span / 2 + 2.0, span / 2, 4.0):
            c = middle + ahead * d
            self.planks.append((box_at(c[0], c[1], across[0], across[1], half, 1.85), self.rng.uniform(0.82, 1.15)))
        self.rails = [
            np.array([middle + across * s * half - ahead * span / 2, middle + across * s * half + ahead * span / 2])
            for s in (-1, 1)
        ]
        self.posts = [box_at(x, y, ux, uy, 1.3, 1.3) for r in self.rails for x, y, ux, uy in along(r, 15.0)]
        self.box = _grown(self.box, 6.0)

    def low(self, sheet: Sheet) -> None:
        """Shadow on the water, planks, rails."""
        if not sheet.shows(self.box, 8.0):
            return
        sheet.polygon(self.points + np.array([3.5, -3.5]), "#000000", 0.38, blur_mm=1.5)
        sheet.polygon(self.points, tint(self.land.plank, 0.45))
        for shade in (0.86, 0.96, 1.06, 1.16):
            some = [p for p, tone in self.planks if abs(tone - shade) <= 0.05]
            sheet.polygons(some, tint(self.land.plank, shade))
        sheet.stroke([r + np.array([1.0, -1.0]) for r in self.rails], 2.0, "#000000", 0.4)
        sheet.stroke(self.rails, 2.0, tint(self.land.plank, 0.7))
        sheet.stroke([r + np.array([-0.4, 0.4]) for r in self.rails], 0.7, tint(self.land.plank, 1.45))
        sheet.polygons(self.posts, tint(self.land.plank, 0.55))


def _grown(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


class Wall(Piece):
    """Stones along a line."""

    order = 55
    thick = 2.2
    stone_length = 4.4

    def prepare(self) -> None:
        """Single stones."""
        row = along(self.points, self.stone_length, not self.feature.line)
        self.stones = [
            (box_at(x, y, ux, uy, self.stone_length * 0.46, self.thick * self.rng.uniform(0.85, 1.05)), int(t))
            for (x, y, ux, uy), t in zip(row.tolist(), self.rng.integers(0, 4, len(row)), strict=True)
        ]

    def low(self, sheet: Sheet) -> None:
        """Shadow, mortar, stones."""
        if not sheet.shows(self.box, 10.0):
            return
        closed = not self.feature.line
        sheet.stroke([self.points + np.array([1.8, -1.8])], self.thick * 2, "#000000", 0.36, closed=closed)
        sheet.stroke([self.points], self.thick * 2 + 0.8, tint(self.land.stone, 0.45), closed=closed)
        for t, shade in enumerate((0.82, 0.94, 1.05, 1.16)):
            sheet.polygons([s for s, tone in self.stones if tone == t], tint(self.land.stone, shade))
        sheet.stroke([self.points + np.array([-0.5, 0.5])], 0.7, "#ffffff", 0.25, closed=closed)


class Fence(Piece):
    """Posts and rails along a line."""

    order = 55

    def prepare(self) -> None:
        """Posts."""
        self.posts = [
            box_at(x, y, ux, uy, 1.0, 1.0) for x, y, ux, uy in along(self.points, 11.0, not self.feature.line).tolist()
        ]

    def low(self, sheet: Sheet) -> None:
        """Shadow, rails, posts."""
        closed = not self.feature.line
        sheet.stroke([self.points + np.array([1.4, -1.4])], 1.2, "#000000", 0.35, closed=closed)
        sheet.stroke([self.points], 1.3, tint(self.land.plank, 0.95), closed=closed)
        sheet.polygons(self.posts, tint(self.land.plank, 0.55))


class House:
    """One gabled roof."""

    def __init__(self, centre: Floats, ahead: Floats, half_long: float, half_wide: float, colour: str) -> None:
        self.colour = colour
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
        pot = centre + ahead * half_long * 0.5 + across * half_wide * 0.3
        self.chimney = box_at(pot[0], pot[1], ahead[0], ahead[1], 1.6, 1.6)

    def paint(self, sheet: Sheet) -> None:
        """Shadow, two slopes lit by where they face, rows of tiles, ridge."""
        h = self.height
        shade = np.concatenate([self.outline, self.outline + np.array([h, -h])])
        sheet.polygon(
            shapely.get_coordinates(shapely.convex_hull(shapely.MultiPoint(shade))), "#000000", 0.40, blur_mm=0.8
        )
        for slope, normal in self.slopes:
            light = float(normal[0] * -0.7071 + normal[1] * 0.7071)
            mask = sheet.mask([slope])
            sheet.paint_texture(mask, texture("tiles", hexed(tint(self.colour, 0.92 + 0.24 * light)), 0.07, 0.5))
        sheet.stroke(self.rows, 0.5, "#1d0f08", 0.28, least_px=0.7)
        sheet.stroke([self.outline], 0.7, "#2a160c", 0.75, closed=True)
        sheet.stroke([self.ridge], 1.3, tint(self.colour, 1.3), 0.85)
        sheet.polygon(self.chimney + np.array([1.6, -1.6]), "#000000", 0.4)
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
        house = House(spot, way, long * shrink, broad * shrink, colour)
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
        if sheet.shows(self.box, 20.0):
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
        sheet.stroke([w + np.array([2.2, -2.2]) for w in self.walls], 3.0, "#000000", 0.4)
        sheet.stroke(self.walls, 3.2, tint(self.land.stone, 0.5))
        sheet.stroke(self.walls, 2.2, tint(self.land.stone, 1.05))
        sheet.stroke([w + np.array([-0.5, 0.5]) for w in self.walls], 0.7, "#ffffff", 0.35)

    def things(self) -> list[Thing]:
        """Rubble."""
        return self.rubble


class Fortification(Piece):
    """An area behind ramparts: wall walk with crenels on the outline, towers at its corners."""

    order = 26
    thick = 9.0

    def prepare(self) -> None:
        """Rampart, crenels, towers."""
        inner = shapely.buffer(self.shape, -self.thick, join_style="mitre")
        self.inner = outlines(inner)
        ring = np.asarray(shapely.Polygon(self.points).exterior.coords)[:-1]
        ccw = shapely.is_ccw(shapely.LinearRing(ring))
        sign = 1.0 if ccw else -1.0
        self.crenels = [
            box_at(x - uy * sign * 1.2, y + ux * sign * 1.2, ux, uy, 1.7, 1.3)
            for x, y, ux, uy in along(ring, 6.2, True).tolist()
        ]
        self.corners: list[Floats] = []
        t = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        turn = [_turn(ring[i - 1], ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]
        inwards = np.asarray(shapely.point_on_surface(self.shape).coords)[0]
        for p, angle in zip(ring, turn, strict=True):
            if angle > 25.0:
                way = inwards - p
                c = p + way / (np.hypot(*way) or 1.0) * 6.0
                self.corners.append(np.stack([c[0] + 8.5 * np.cos(t), c[1] + 8.5 * np.sin(t)], 1))

    def flat(self, sheet: Sheet) -> None:
        """Trodden earth inside, a ditch outside."""
        if not sheet.shows(self.box, 20.0):
            return
        sheet.stroke([self.points], 8.0, tint(self.land.soil, 0.6), 0.35, closed=True)
        sheet.paint_texture(sheet.mask([self.points]), texture("yard", hexed(tint(self.land.road, 0.92)), 0.09))

    def low(self, sheet: Sheet) -> None:
        """Rampart and towers."""
        if not sheet.shows(self.box, 20.0):
            return
        stone = self.land.stone
        inner_shade = [r + np.array([0.0, 0.0]) for r in self.inner]
        ring_mask = sheet.mask([self.points + np.array([5.0, -5.0])], blur=1.2 * sheet.scale)
        sheet.paint(ring_mask, "#000000", 0.34)
        sheet.paint_texture(sheet.mask([self.points]), texture("yard", hexed(tint(self.land.road, 0.92)), 0.09))
        for r in inner_shade:
            cast = shapely.difference(shapely.Polygon(r), shapely.affinity.translate(shapely.Polygon(r), 5.0, -5.0))
            sheet.polygons(outlines(cast), "#000000", 0.34)
        rampart = sheet.mask([self.points], holes=self.inner)
        sheet.paint_texture(rampart, texture("ashlar", stone, 0.1, 0.6))
        sheet.stroke([self.points], 1.0, tint(stone, 0.35), closed=True)
        sheet.stroke(self.inner, 0.9, tint(stone, 0.4), closed=True)
        sheet.polygons([c + np.array([0.8, -0.8]) for c in self.crenels], "#000000", 0.4)
        sheet.polygons(self.crenels, tint(stone, 1.22))
        for tower in self.corners:
            middle = tower.mean(axis=0)
            sheet.polygon(tower + np.array([4.5, -4.5]), "#000000", 0.36, blur_mm=0.8)
            sheet.paint_texture(sheet.mask([tower]), texture("ashlar", hexed(tint(stone, 1.08)), 0.08, 0.6))
            sheet.stroke([tower], 1.2, tint(stone, 0.35), closed=True)
            sheet.stroke([tower * 0.72 + middle * 0.28], 1.0, tint(stone, 0.55), 0.9, closed=True)
            sheet.polygon(tower * 0.68 + middle * 0.32, tint(stone, 0.86))


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    """By how many degrees a way a-b-c turns at b."""
    u, v = b - a, c - b
    return abs(float(np.degrees(np.arctan2(u[0] * v[1] - u[1] * v[0], u @ v))))
