"""Painted works of men: roads, bridges, walls, fortifications."""

from __future__ import annotations

import numpy as np
import shapely

from game.client.art.canvas import Sheet, texture
from game.client.art.pieces import Floats, Piece, along, box_at, hexed, outlines, polygons, tint

ROAD_WIDTH = 22.0
"""mm; a road given as a line is painted as wide as this."""


class Road(Piece):
    """A dirt road with ruts: along a line, or an area."""

    order = 22

    def prepare(self) -> None:
        """The road's area and its ruts."""
        self.shown = True
        if self.feature.line:
            self.bed: shapely.Geometry = shapely.buffer(self.shape, ROAD_WIDTH / 2, cap_style="flat", quad_segs=6)
            self.area = outlines(self.bed)
            self.soft = outlines(shapely.buffer(self.shape, ROAD_WIDTH / 2 + 2.5, cap_style="flat", quad_segs=6))
            sides = [shapely.offset_curve(self.shape, d, quad_segs=6) for d in (-4.5, 4.5)]
            self.ruts = [np.asarray(g.coords) for s in sides for g in shapely.get_parts(s) if len(g.coords) > 1]
        else:
            self.bed = self.shape
            self.area, self.ruts = [self.points], []
            self.soft = self.rings(-2.5)
        self.holes: list[Floats] = []

    def joins(self) -> None:
        """Another road is painted with this one."""
        self.shown = False

    def carries(self, whole: shapely.Geometry, ruts: list[Floats]) -> None:
        """Roads that join are painted as one, here."""
        self.area, self.ruts = outlines(whole), ruts
        self.holes = [np.asarray(ring.coords)[:-1] for p in polygons(whole) for ring in p.interiors]
        self.soft = outlines(shapely.buffer(whole, 2.5, quad_segs=6))
        self.box = shapely.bounds(whole).tolist()

    def flat(self, sheet: Sheet) -> None:
        """Worn grass, dirt, ruts."""
        if not self.shown or not sheet.shows(self.box, ROAD_WIDTH):
            return
        sheet.paint(sheet.mask(self.soft, self.holes, 2.0 * sheet.scale), tint(self.land.road, 0.82), 0.55)
        dirt = sheet.mask(self.area, self.holes, 0.6 * sheet.scale)
        sheet.paint_texture(dirt, texture("road", self.land.road, 0.07), 0.9)
        sheet.stroke(self.ruts, 1.6, tint(self.land.road, 0.72), 0.55)
        sheet.stroke([r + sheet.light.off(0.5) for r in self.ruts], 0.7, tint(self.land.road, 1.16), 0.5)


class Bridge(Piece):
    """Planks across, rails along; the long axis of the outline is the way over."""

    order = 60

    def prepare(self) -> None:
        """Planks and rails from the least rectangle around the outline."""
        frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(self.shape)))[:4]
        sides = np.diff(np.concatenate([frame, frame[:1]]), axis=0)
        length = np.hypot(sides[:, 0], sides[:, 1])
        k = int(np.argmax(length))
        self.lead(frame.mean(axis=0), sides[k] / length[k], float(length[k]), float(length[(k + 1) % 4]) / 2)

    def lead(self, middle: Floats, ahead: Floats, span: float, half: float) -> None:
        """Planks and rails: its middle, the way over it, its length, half its width (mm)."""
        across = np.array([-ahead[1], ahead[0]])
        self.planks: list[tuple[Floats, float]] = []
        for d in np.arange(-span / 2 + 2.0, span / 2, 4.0):
            c = middle + ahead * d
            self.planks.append((box_at(c[0], c[1], across[0], across[1], half, 1.85), self.rng.uniform(0.82, 1.15)))
        self.rails = [
            np.array([middle + across * s * half - ahead * span / 2, middle + across * s * half + ahead * span / 2])
            for s in (-1, 1)
        ]
        self.posts = [box_at(x, y, ux, uy, 1.3, 1.3) for r in self.rails for x, y, ux, uy in along(r, 15.0)]
        lo, hi = self.points.min(axis=0) - 6.0, self.points.max(axis=0) + 6.0
        self.box = (float(lo[0]), float(lo[1]), float(hi[0]), float(hi[1]))

    def low(self, sheet: Sheet) -> None:
        """Shadow on the water, planks, rails."""
        if not sheet.shows(self.box, 8.0):
            return
        sheet.polygon(self.points + sheet.light.cast(3.5), "#000000", 0.38, blur_mm=1.5)
        sheet.polygon(self.points, tint(self.land.plank, 0.45))
        for shade in (0.86, 0.96, 1.06, 1.16):
            some = [p for p, tone in self.planks if abs(tone - shade) <= 0.05]
            sheet.polygons(some, tint(self.land.plank, shade))
        sheet.stroke([r + sheet.light.cast(1.0) for r in self.rails], 2.0, "#000000", 0.4)
        sheet.stroke(self.rails, 2.0, tint(self.land.plank, 0.7))
        sheet.stroke([r + sheet.light.off(-0.4) for r in self.rails], 0.7, tint(self.land.plank, 1.45))
        sheet.polygons(self.posts, tint(self.land.plank, 0.55))


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
        sheet.stroke([self.points + sheet.light.cast(1.8)], self.thick * 2, "#000000", 0.36, closed=closed)
        sheet.stroke([self.points], self.thick * 2 + 0.8, tint(self.land.stone, 0.45), closed=closed)
        for t, shade in enumerate((0.82, 0.94, 1.05, 1.16)):
            sheet.polygons([s for s, tone in self.stones if tone == t], tint(self.land.stone, shade))
        sheet.stroke([self.points + sheet.light.off(-0.5)], 0.7, "#ffffff", 0.25, closed=closed)


class Ditch(Piece):
    """A ditch or trench: its floor in the shade of one side, the earth thrown up along both."""

    order = 23
    wide = 7.0

    def prepare(self) -> None:
        """Its floor and the thrown-up earth, for a line and for an area."""
        line = self.feature.line
        self.floor = outlines(shapely.buffer(self.shape, self.wide / 2, cap_style="flat") if line else self.shape)
        self.spoil = outlines(shapely.buffer(self.shape, self.wide / 2 + 3.0 if line else 3.0, quad_segs=6))

    def flat(self, sheet: Sheet) -> None:
        """Earth, floor, the shade of the side towards the light."""
        if not sheet.shows(self.box, 20.0):
            return
        sheet.paint_texture(sheet.mask(self.spoil, blur=1.6 * sheet.scale), texture("soil", self.land.soil, 0.14), 0.75)
        sheet.polygons(self.floor, tint(self.land.soil, 0.52))
        shape = shapely.union_all([shapely.Polygon(ring) for ring in self.floor])
        shade = shapely.difference(shape, shapely.affinity.translate(shape, *sheet.light.cast(2.4)))
        sheet.polygons(outlines(shade), "#000000", 0.5)
        sheet.stroke(self.floor, 0.8, tint(self.land.soil, 0.36), 0.9, closed=True)


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
        sheet.stroke([self.points + sheet.light.cast(1.4)], 1.2, "#000000", 0.35, closed=closed)
        sheet.stroke([self.points], 1.3, tint(self.land.plank, 0.95), closed=closed)
        sheet.polygons(self.posts, tint(self.land.plank, 0.55))


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
        ring_mask = sheet.mask([self.points + sheet.light.cast(5.0)], blur=1.2 * sheet.scale)
        sheet.paint(ring_mask, "#000000", 0.34)
        sheet.paint_texture(sheet.mask([self.points]), texture("yard", hexed(tint(self.land.road, 0.92)), 0.09))
        for r in self.inner:
            cast = shapely.difference(
                shapely.Polygon(r), shapely.affinity.translate(shapely.Polygon(r), *sheet.light.cast(5.0))
            )
            sheet.polygons(outlines(cast), "#000000", 0.34)
        rampart = sheet.mask([self.points], holes=self.inner)
        sheet.paint_texture(rampart, texture("ashlar", stone, 0.1, 0.6))
        sheet.stroke([self.points], 1.0, tint(stone, 0.35), closed=True)
        sheet.stroke(self.inner, 0.9, tint(stone, 0.4), closed=True)
        sheet.polygons([c + sheet.light.cast(0.8) for c in self.crenels], "#000000", 0.4)
        sheet.polygons(self.crenels, tint(stone, 1.22))
        for tower in self.corners:
            middle = tower.mean(axis=0)
            sheet.polygon(tower + sheet.light.cast(4.5), "#000000", 0.36, blur_mm=0.8)
            sheet.paint_texture(sheet.mask([tower]), texture("ashlar", hexed(tint(stone, 1.08)), 0.08, 0.6))
            sheet.stroke([tower], 1.2, tint(stone, 0.35), closed=True)
            sheet.stroke([tower * 0.72 + middle * 0.28], 1.0, tint(stone, 0.55), 0.9, closed=True)
            sheet.polygon(tower * 0.68 + middle * 0.32, tint(stone, 0.86))


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    """By how many degrees a way a-b-c turns at b."""
    u, v = b - a, c - b
    return abs(float(np.degrees(np.arctan2(u[0] * v[1] - u[1] * v[0], u @ v))))
