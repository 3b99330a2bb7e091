"""Painted water: rivers and lakes, shallows, fords, marshes."""

from __future__ import annotations

import numpy as np
import shapely

from game.client.art.canvas import Sheet, texture
from game.client.art.pieces import Floats, Piece, Thing, along, hexed, outlines, tint


class Stream:
    """Water as it is painted: banks, depth, ripples along the stream, stones where it is shallow."""

    def __init__(self, piece: Piece, shallow: bool = False) -> None:
        self.piece, self.shallow = piece, shallow
        self.depths = [piece.rings(d) for d in (2.5, 6.0, 11.0)]
        spots = piece.inside(8.5, 3.0)
        edge = shapely.LineString(np.concatenate([piece.points, piece.points[:1]]))
        at = shapely.line_locate_point(edge, shapely.points(spots))
        before, after = (
            shapely.get_coordinates(shapely.line_interpolate_point(edge, np.clip(at + d, 0.0, edge.length)))
            for d in (-2.0, 2.0)
        )
        way = after - before
        way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
        self.ripples: list[Floats] = []
        for (x, y), (ux, uy) in zip(spots.tolist(), way.tolist(), strict=True):
            half = 1.2 + 3.0 * piece.rng.random() ** 2
            bend = piece.rng.uniform(-0.9, 0.9)
            s = np.linspace(-1, 1, 7)
            line = np.stack(
                [x + ux * s * half - uy * bend * (1 - s * s), y + uy * s * half + ux * bend * (1 - s * s)], 1
            )
            self.ripples.append(line)
        self.stones: list[Thing] = [
            ("rock", piece.land.rock, i % 5, float(x), float(y), float(r), float(r) * 0.5)
            for i, ((x, y), r) in enumerate(
                zip(piece.inside(11.0, 2.0).tolist(), piece.rng.uniform(0.8, 1.9, 4000).tolist(), strict=False)
            )
            if shallow
        ]

        self.banks: list[Floats] = [piece.points]
        self.beyond: list[Floats] = []

    def meet(self, water: shapely.Geometry) -> None:
        """Other water joins this: there is no bank between them."""
        ring = shapely.LinearRing(self.piece.points)
        left = shapely.line_merge(shapely.difference(ring, shapely.buffer(water, 1.5)))
        self.banks = [np.asarray(g.coords) for g in shapely.get_parts(left) if len(g.coords) > 1]
        self.beyond = outlines(water)

    def paint(self, sheet: Sheet) -> None:
        """Bank, water, ripples."""
        piece = self.piece
        if not sheet.shows(piece.box, 12.0):
            return
        land = piece.land
        sheet.paint(sheet.mask(piece.rings(-5.0), self.beyond, 3.0 * sheet.scale), land.bank, 0.75)
        sheet.stroke(self.banks, 2.4, tint(land.soil, 0.72), 0.9, closed=not self.beyond)
        base = hexed(tint(land.shallow, 1.06)) if self.shallow else land.shallow
        mouth = 1.8 * sheet.scale if self.beyond else 0.0
        sheet.paint_texture(sheet.mask([piece.points], blur=mouth), texture("water", base, 0.035, 1.4))
        for share, rings in zip((0.45, 0.6, 0.55), self.depths, strict=True):
            if rings:
                strength = share * (0.28 if self.shallow else 1.0)
                sheet.paint(sheet.mask(rings, blur=2.5 * sheet.scale), land.deep, strength)
        # the bank towards the light throws its shade on the water
        shade = shapely.difference(piece.shape, shapely.affinity.translate(piece.shape, *sheet.light.cast(1.6)))
        sheet.polygons(outlines(shade), "#0c2230", 0.35)
        few = self.ripples if sheet.scale > 1.2 else self.ripples[::3]
        sheet.stroke(few, 0.4, land.foam, 0.22, least_px=0.8)
        sheet.stroke([r + np.array([0.5, -0.8]) for r in few], 0.4, "#0f2c3c", 0.14, least_px=0.8)


class Water(Piece):
    """A river or lake."""

    order = 20

    def prepare(self) -> None:
        """Ripples."""
        self.stream = Stream(self)

    def flat(self, sheet: Sheet) -> None:
        """Bank, water, ripples."""
        self.stream.paint(sheet)


class Shallows(Piece):
    """A shallow river: pale water over stones."""

    order = 24

    def prepare(self) -> None:
        """Ripples and stones."""
        self.stream = Stream(self, shallow=True)

    def flat(self, sheet: Sheet) -> None:
        """Bank, water, ripples."""
        self.stream.paint(sheet)

    def things(self) -> list[Thing]:
        """Stones."""
        return self.stream.stones


class Ford(Piece):
    """Where a river may be waded: a bar of gravel under thin water, gravel on the banks."""

    order = 25

    def prepare(self) -> None:
        """Ripples and stones."""
        self.stream = Stream(self, shallow=True)

    def flat(self, sheet: Sheet) -> None:
        """Gravel with soft edges, thin water where there is a river, a dotted outline."""
        if not sheet.shows(self.box, 12.0):
            return
        land = self.land
        gravel = hexed(tint(land.bank, 1.12))
        soft = sheet.mask([self.points], blur=1.6 * sheet.scale)
        sheet.paint_texture(soft, texture("gravel", gravel, 0.16, 0.5), 0.8)
        wet = outlines(shapely.intersection(self.shape, self.water)) if self.water is not None else [self.points]
        sheet.paint(sheet.mask(wet, blur=1.2 * sheet.scale), land.shallow, 0.66)
        sheet.stroke(self.stream.ripples, 0.5, land.foam, 0.6, least_px=0.8)
        dots = [np.array([row[:2] - row[2:] * 0.9, row[:2] + row[2:] * 0.9]) for row in along(self.points, 5.0, True)]
        sheet.stroke(dots, 1.0, tint(land.soil, 0.6), 0.8)

    def things(self) -> list[Thing]:
        """Stones."""
        return self.stream.stones


class Marsh(Piece):
    """Mud, pools and reeds."""

    order = 30

    def prepare(self) -> None:
        """Pools and clumps of reeds."""
        self.pools: list[Floats] = []
        for x, y in self.inside(34.0, 9.0).tolist():
            t = np.linspace(0, 2 * np.pi, 18, endpoint=False)
            wobble = 1 + 0.22 * np.cos(3 * t + self.rng.random() * 6) + 0.12 * np.cos(5 * t + self.rng.random() * 6)
            rx, ry = self.rng.uniform(7, 15), self.rng.uniform(4, 8)
            pool = shapely.Polygon(np.stack([x + rx * wobble * np.cos(t), y + ry * wobble * np.sin(t)], 1))
            self.pools.extend(outlines(shapely.intersection(shapely.buffer(pool, 0), shapely.buffer(self.shape, -3))))
        self.reeds: list[Thing] = [
            ("reeds", self.land.reed, i % 5, x, y, float(r), 1.5)
            for i, ((x, y), r) in enumerate(
                zip(self.inside(14.0, 2.0).tolist(), self.rng.uniform(3.2, 6.0, 5000).tolist(), strict=False)
            )
        ]

    def flat(self, sheet: Sheet) -> None:
        """Mud with a ragged soft edge, pools with a rim."""
        if not sheet.shows(self.box, 12.0):
            return
        sheet.polygon(self.points, tint(self.land.mud, 1.0), 0.5, blur_mm=5.0)
        sheet.paint_texture(sheet.mask([self.points]), texture("mud", self.land.mud, 0.16), 0.72)
        sheet.stroke([self.points], 0.9, tint(self.land.mud, 0.6), 0.8, closed=True)
        sheet.stroke(self.pools, 1.8, tint(self.land.mud, 0.62), 0.8, closed=True)
        sheet.polygons(self.pools, tint(self.land.shallow, 0.82), 0.95)
        sheet.polygons([p * 0.55 + p.mean(axis=0) * 0.45 for p in self.pools], self.land.deep, 0.45)
        middles = [p.mean(axis=0) for p in self.pools]
        glint = [np.array([[x - 4, y + 1], [x + 3, y + 1]]) for x, y in middles]
        sheet.stroke(glint, 0.5, self.land.foam, 0.5)

    def things(self) -> list[Thing]:
        """Reeds."""
        return self.reeds
