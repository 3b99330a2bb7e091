"""Painted country: hills, woods, hedges, crags, fields."""

from __future__ import annotations

import numpy as np
import shapely

from game.client.art.canvas import Sheet, texture
from game.client.art.pieces import Floats, Piece, Thing, along, hexed, outlines, tint


class Hill(Piece):
    """Contours that fit the outline, over the shading of the colour map."""

    order = 10
    step = 26.0

    def prepare(self) -> None:
        """Contours: the outline, then smaller and smoother rings."""
        self.contours: list[Floats] = []
        inset = self.step
        while True:
            grown = shapely.buffer(shapely.buffer(self.shape, -inset - 14.0), 14.0, quad_segs=8)
            rings = outlines(grown)
            if not rings or inset > self.step * 5:
                break
            self.contours.extend(rings)
            inset += self.step

    def flat(self, sheet: Sheet) -> None:
        """Foot of the slope and contours, each with a lit edge."""
        if not sheet.shows(self.box, 10.0):
            return
        for ring in self.contours:
            sheet.polygon(ring, "#fff3c0", 0.045)
        down = sheet.light.off(0.64)
        for ring in (self.points, *self.contours):
            outer = ring is self.points
            sheet.stroke([ring + down], 1.3, "#2c2410", 0.30, closed=True)
            sheet.stroke([ring], 0.9, "#4b3b1c" if outer else "#5c4a26", 0.75 if outer else 0.5, closed=True)
            sheet.stroke([ring - down], 0.9, "#fff6cf", 0.22, closed=True)


def _low_first(thing: Thing) -> tuple[bool, float]:
    """The order in which what grows is painted: low things first, each lot from north to south."""
    return thing[5] > 5.0, -thing[4]


class Wood(Piece):
    """Single trees over a dark floor."""

    order = 40

    def prepare(self) -> None:
        """Where each tree stands."""
        spots = self.inside(17.5, 4.0)
        count = len(spots)
        radius = self.rng.uniform(10.0, 15.5, count)
        colour = self.rng.integers(0, len(self.land.leaves), count)
        fir = self.rng.random(count) < self.land.conifers
        variant = self.rng.integers(0, 5, count)
        self.trees: list[Thing] = [
            (
                ("white_fir" if self.land.snow > 0.5 else "conifer") if fir[i] else self.tree(i),
                self.land.leaves[colour[i]],
                int(variant[i]),
                float(spots[i, 0]),
                float(spots[i, 1]),
                float(radius[i]) * (0.85 if fir[i] else 1.0),
                float(radius[i]) * 0.9,
            )
            for i in range(count)
        ]
        scrub = self.inside(9.0, 1.0)
        size = self.rng.uniform(2.0, 4.2, len(scrub))
        self.scrub: list[Thing] = [
            ("bush", self.land.leaves[i % len(self.land.leaves)], i % 4, float(x), float(y), float(size[i]), 1.6)
            for i, (x, y) in enumerate(scrub.tolist())
        ]

    def flat(self, sheet: Sheet) -> None:
        """The floor, its edge and the shade around it."""
        if not sheet.shows(self.box, 20.0):
            return
        sheet.polygon(self.points + sheet.light.cast(4.0), "#1c2410", 0.35 * sheet.light.strength, blur_mm=5.0)
        mask = sheet.mask([self.points])
        sheet.paint_texture(mask, texture("leafmould", self.land.wood_floor, 0.2), 0.9)
        sheet.stroke([self.points], 1.2, tint(self.land.wood_floor, 0.6), 0.9, closed=True)
        sheet.stroke([self.points], 0.6, tint(self.land.lush, 1.35), 0.55, closed=True)

    def things(self) -> list[Thing]:
        """Bushes, from north to south."""
        return sorted(self.scrub, key=_low_first)

    def crowns(self) -> list[Thing]:
        """Trees, from north to south."""
        return sorted(self.trees, key=_low_first)


class Crag(Piece):
    """Broken rock that nobody crosses."""

    order = 35

    def prepare(self) -> None:
        """Boulders of all sizes, the largest in the middle."""
        found: list[Thing] = []
        depth = max(1.0, float(shapely.maximum_inscribed_circle(shapely.Polygon(self.points)).length))
        for spacing, low, high in ((19.0, 11.0, 16.0), (12.0, 6.0, 9.0), (7.0, 2.5, 4.5)):
            for x, y in self.inside(spacing, spacing * 0.25).tolist():
                share = min(1.0, float(shapely.distance(shapely.boundary(self.shape), shapely.Point(x, y))) / depth)
                r = low + (high - low) * self.rng.random() * (0.5 + 0.5 * share)
                shade = hexed(tint(self.land.rock, 0.85 + 0.25 * self.rng.random() // 0.125 * 0.125))
                found.append(("rock", shade, int(self.rng.integers(0, 6)), x, y, float(r), float(r) * 0.8))
        self.rocks = sorted(found, key=lambda t: (t[5], -t[4]))

    def flat(self, sheet: Sheet) -> None:
        """Scree."""
        if not sheet.shows(self.box, 20.0):
            return
        sheet.polygon(self.points + sheet.light.cast(5.0), "#1b1812", 0.4 * sheet.light.strength, blur_mm=4.0)
        sheet.paint_texture(sheet.mask([self.points]), texture("scree", hexed(tint(self.land.rock, 0.66)), 0.22, 0.7))
        sheet.stroke([self.points], 1.4, tint(self.land.rock, 0.4), 0.9, closed=True)

    def things(self) -> list[Thing]:
        """Rocks."""
        return self.rocks


class Field(Piece):
    """A ploughed or sown field: furrows along its longer side."""

    order = 12

    def prepare(self) -> None:
        """Furrows, cut to the outline."""
        frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(self.shape)))[:4]
        sides = np.diff(np.concatenate([frame, frame[:1]]), axis=0)
        length = np.hypot(sides[:, 0], sides[:, 1])
        k = int(np.argmax(length))
        ahead = sides[k] / length[k]
        across = np.array([-ahead[1], ahead[0]])
        middle = frame.mean(axis=0)
        reach = float(length.max())
        rows = [
            shapely.LineString([middle + across * d - ahead * reach, middle + across * d + ahead * reach])
            for d in np.arange(-reach / 2, reach / 2, 5.0)
        ]
        cut = shapely.intersection(np.array(rows), shapely.buffer(self.shape, -2.0))
        self.furrows = [np.asarray(g.coords) for row in cut for g in shapely.get_parts(row) if len(g.coords) > 1]

    def flat(self, sheet: Sheet) -> None:
        """Soil and rows."""
        if not sheet.shows(self.box, 4.0):
            return
        sheet.paint_texture(sheet.mask([self.points]), texture("soil", self.land.crop, 0.1), 0.55)
        sheet.stroke(self.furrows, 1.6, tint(self.land.soil, 0.9), 0.45)
        sheet.stroke([f + sheet.light.off(-0.7) for f in self.furrows], 0.7, tint(self.land.crop, 1.2), 0.4)
        sheet.stroke([self.points], 1.0, tint(self.land.soil, 0.7), 0.6, closed=True)


class Scrub(Piece):
    """Broken ground: bushes and stones without trees."""

    order = 40

    def prepare(self) -> None:
        """Bushes and stones."""
        spots = self.inside(12.0, 2.0)
        stone = self.rng.random(len(spots)) < 0.3
        size = self.rng.uniform(2.6, 5.4, len(spots))
        self.bushes: list[Thing] = [
            ("rock", self.land.rock, i % 6, x, y, float(size[i]) * 0.6, 1.2)
            if stone[i]
            else ("bush", self.land.leaves[i % len(self.land.leaves)], i % 4, x, y, float(size[i]), 2.5)
            for i, (x, y) in enumerate(spots.tolist())
        ]

    def flat(self, sheet: Sheet) -> None:
        """Rank grass with a soft edge and a thin outline."""
        if not sheet.shows(self.box, 8.0):
            return
        soft = sheet.mask([self.points], blur=2.0 * sheet.scale)
        sheet.paint_texture(soft, texture("rank", hexed(tint(self.land.dry, 0.86)), 0.2), 0.6)
        sheet.stroke([self.points], 0.9, tint(self.land.wood_floor, 0.7), 0.7, closed=True)

    def things(self) -> list[Thing]:
        """Low ones first, then from north to south."""
        return sorted(self.bushes, key=_low_first)


class Hedge(Piece):
    """A line of bushes."""

    order = 45

    def prepare(self) -> None:
        """Bushes in a row."""
        row = along(self.points, 3.6, not self.feature.line)
        wobble = self.rng.uniform(-0.7, 0.7, (len(row), 2))
        self.bushes: list[Thing] = [
            ("bush", self.land.leaves[i % len(self.land.leaves)], i % 4, x + w[0], y + w[1], float(r), 2.2)
            for i, ((x, y, _, _), w, r) in enumerate(
                zip(row.tolist(), wobble, self.rng.uniform(2.6, 4.0, len(row)), strict=True)
            )
        ]

    def flat(self, sheet: Sheet) -> None:
        """A dark foot."""
        sheet.stroke([self.points], 5.0, "#23301a", 0.55, closed=not self.feature.line)

    def things(self) -> list[Thing]:
        """Bushes."""
        return self.bushes


class HedgeBank(Piece):
    """A hedge that is given as an area: bushes all over it."""

    order = 45

    def prepare(self) -> None:
        """Bushes in the outline, denser than scrub."""
        spots = self.inside(4.6, 1.6)
        size = self.rng.uniform(3.4, 5.2, len(spots))
        self.bushes: list[Thing] = [
            ("bush", self.land.leaves[i % len(self.land.leaves)], i % 4, float(x), float(y), float(size[i]), 4.0)
            for i, (x, y) in enumerate(spots.tolist())
        ]

    def flat(self, sheet: Sheet) -> None:
        """A dark foot with an outline, so that its exact extent shows."""
        sheet.polygon(self.points, "#23301a", 0.85)
        sheet.stroke([self.points], 1.2, "#141d0e", 0.9, closed=True)

    def things(self) -> list[Thing]:
        """Bushes."""
        return self.bushes
