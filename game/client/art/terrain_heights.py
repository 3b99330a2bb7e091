"""Painted terrain with levels: towers, platforms, ramparts, chasms, rubble, thorns; faces, ladders and their shade.

Height is told by three things that never move an outline from its place: the length of the shadow, a bevel that is lit
from where the light comes, and hachures on faces that cannot be climbed.
"""

from __future__ import annotations

import numpy as np
import shapely

from game.client.art.canvas import Sheet, texture
from game.client.art.pieces import Floats, Piece, Thing, along, box_at, hexed, outlines, tint

SHADE_PER_MM = 0.13
"""mm of shadow for each mm of height."""
LONGEST = 3.0
"""How many times as far as at noon, along one axis, a shadow may fall."""
LADDER_EVERY = 46.0
"""A ladder is drawn on so many mm of a face."""
LADDER_WIDE, LADDER_OUT = 9.0, 13.0
DARK = "#17100a"
WOOD_DARK = "#4a3119"


def ccw(points: Floats) -> Floats:
    """The outline counter-clockwise, its first point kept."""
    area = float(np.dot(points[:, 0], np.roll(points[:, 1], -1)) - np.dot(points[:, 1], np.roll(points[:, 0], -1)))
    return points if area > 0 else np.concatenate([points[:1], points[:0:-1]])


def inset(points: Floats, by: float) -> Floats:
    """The outline moved inwards (outwards if negative), point by point, mitred; ``points`` counter-clockwise."""
    before, after = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
    n0, n1 = _inwards(before), _inwards(after)
    bisector = n0 + n1
    share = np.maximum((bisector * n0).sum(axis=1), 0.3)[:, None]
    out: Floats = points + bisector * by / share
    return out


def _inwards(way: Floats) -> Floats:
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    return np.stack([-way[:, 1], way[:, 0]], axis=1) / length


class Level:
    """A level of the ground as it is painted: shadow, bevel, hachures, ladders.

    Parameters
    ----------
    bevel
        The width (mm) of the band along the edge that shows how the faces lie to the light.
    """

    def __init__(self, piece: Piece, bevel: float) -> None:
        self.feature, self.bevel = piece.feature, bevel
        self.ring = ccw(piece.points)
        self.turned = self.ring is not piece.points
        self.inner = inset(self.ring, self.bevel)
        ends, starts = np.roll(self.ring, -1, axis=0), self.ring
        inner_ends = np.roll(self.inner, -1, axis=0)
        self.faces: list[tuple[Floats, Floats]] = []
        for a, b, c, d in zip(starts, ends, inner_ends, self.inner, strict=True):
            way = (b - a) / (float(np.hypot(*(b - a))) or 1.0)
            outwards = np.array([way[1], -way[0]])
            self.faces.append((np.array([a, b, c, d]), outwards))
        self.hachures = self._hachures()
        self.rails, self.rungs = self._ladders()
        reach = max(20.0, abs(self.feature.height) * SHADE_PER_MM * LONGEST + 4.0)
        piece.box = (piece.box[0] - reach, piece.box[1] - reach, piece.box[2] + reach, piece.box[3] + reach)

    def _edges(self) -> list[tuple[int, Floats, Floats]]:
        """Edges with their number in the outline as it is given."""
        n = len(self.ring)
        out = []
        for k in range(n):
            a, b = self.ring[k], self.ring[(k + 1) % n]
            out.append(((n - 1 - k) if self.turned else k, a, b))
        return out

    def _hachures(self) -> list[Floats]:
        """Short strokes down the faces that cannot be climbed: outwards from a top, inwards into a pit."""
        if not self.feature.steep:
            return []
        sign = -1.0 if self.feature.height < 0 else 1.0
        out = []
        for number, a, b in self._edges():
            if number in self.feature.ladders:
                continue
            for k, (x, y, ux, uy) in enumerate(along(np.array([a, b]), 5.2).tolist()):
                far = (5.6 if k % 2 else 3.6) * sign
                out.append(np.array([[x, y], [x + uy * far, y - ux * far]]))
        return out

    def _ladders(self) -> tuple[list[Floats], list[Floats]]:
        rails: list[Floats] = []
        rungs: list[Floats] = []
        sign = -1.0 if self.feature.height < 0 else 1.0
        for number, a, b in self._edges():
            if number not in self.feature.ladders:
                continue
            for x, y, ux, uy in along(np.array([a, b]), LADDER_EVERY).tolist():
                way, out = np.array([ux, uy]), np.array([uy, -ux]) * sign
                for s in (-1, 1):
                    foot = np.array([x, y]) + way * s * LADDER_WIDE / 2
                    rails.append(np.array([foot - out * 3.0, foot + out * LADDER_OUT]))
                for t in np.arange(-1.5, LADDER_OUT, 3.2):
                    c = np.array([x, y]) + out * t
                    rungs.append(np.array([c - way * LADDER_WIDE / 2, c + way * LADDER_WIDE / 2]))
        return rails, rungs

    # --- painting ------------------------------------------------------------------------------------------------

    def lit(self, sheet: Sheet) -> list[tuple[Floats, float]]:
        """The faces, and how much light falls on each: 1 where it comes from, -1 away from it."""
        sun = sheet.light.sun
        return [(quad, float(outwards @ sun)) for quad, outwards in self.faces]

    def paint_shadow(self, sheet: Sheet) -> None:
        """The shadow on the ground: the longer the higher."""
        cast = max(3.0, self.feature.height * SHADE_PER_MM)
        away = sheet.light.cast(cast)
        hulls = [np.array([a, b, b + away, a + away]) for _n, a, b in self._edges()]
        whole = shapely.union_all([shapely.Polygon(h).buffer(0) for h in hulls] + [shapely.Polygon(self.ring + away)])
        sheet.paint(sheet.mask(outlines(whole), blur=1.0 * sheet.scale), "#000000", 0.42)

    def paint_faces(self, sheet: Sheet, colour: str) -> None:
        """The bevel: bright towards the light, dark away from it."""
        for quad, light in self.lit(sheet):
            sheet.polygon(quad, tint(colour, 0.82 + 0.42 * light))
        sheet.stroke([self.inner], 0.5, DARK, 0.55, closed=True)

    def paint_edges(self, sheet: Sheet) -> None:
        """The outline, hachures and ladders."""
        sheet.stroke([self.ring], 1.3, DARK, 0.85, closed=True)
        sheet.stroke(self.hachures, 1.0, DARK, 0.6)
        if self.rails:
            drop = sheet.light.cast(1.4)
            sheet.stroke([r + drop for r in self.rails + self.rungs], 1.6, "#000000", 0.4)
            sheet.stroke(self.rungs, 1.5, "#d9b27a")
            sheet.stroke(self.rails, 2.2, WOOD_DARK, least_px=1.6)
            sheet.stroke(self.rails, 1.0, "#b98849")


class Tower(Piece):
    """A stone tower: flagstones behind battlements, a trapdoor."""

    def prepare(self) -> None:
        """Battlements, flagstones, trapdoor."""
        self.level = Level(self, 6.5)
        ring = inset(self.level.ring, 3.4)
        self.crenels = [box_at(x, y, ux, uy, 3.4, 2.7) for x, y, ux, uy in along(ring, 11.0, True).tolist()]
        floor = shapely.Polygon(inset(self.level.ring, self.level.bevel + 0.5)).buffer(0)
        x0, y0, x1, y1 = shapely.bounds(floor)
        rows = [shapely.LineString([(x0, y), (x1, y)]) for y in np.arange(y0 + 12.0, y1, 12.0)]
        joints = [
            shapely.LineString([(x, y), (x, y + 12.0)])
            for j, y in enumerate(np.arange(y0, y1, 12.0))
            for x in np.arange(x0 + (6.0 if j % 2 else 14.0), x1, 16.0)
        ]
        self.joints = _cut(rows + joints, floor)
        middle = np.asarray(shapely.point_on_surface(self.shape).coords)[0]
        self.hatch = box_at(middle[0], middle[1], 1.0, 0.0, 8.0, 8.0)
        self.boards = [np.array([middle + np.array([d, -8.0]), middle + np.array([d, 8.0])]) for d in (-4.0, 0.0, 4.0)]

    def low(self, sheet: Sheet) -> None:
        """Shadow, floor, battlements."""
        if not sheet.shows(self.box):
            return
        stone = self.land.stone
        self.level.paint_shadow(sheet)
        sheet.paint_texture(sheet.mask([self.level.ring]), texture("flags", hexed(tint(stone, 1.1)), 0.07, 0.6))
        sheet.stroke(self.joints, 0.6, tint(stone, 0.62), 0.8)
        self.level.paint_faces(sheet, hexed(tint(stone, 0.92)))
        # the parapet towards the light throws its shade on the floor
        floor = shapely.Polygon(self.level.inner).buffer(0)
        cast = shapely.difference(floor, shapely.affinity.translate(floor, *sheet.light.cast(5.0)))
        sheet.polygons(outlines(cast), "#000000", 0.32)
        sheet.polygons([c + sheet.light.cast(1.2) for c in self.crenels], "#000000", 0.45)
        sheet.polygons(self.crenels, tint(stone, 1.24))
        sheet.stroke(self.crenels, 0.5, DARK, 0.6, closed=True)
        sheet.polygon(self.hatch, "#6d4c2a")
        sheet.stroke(self.boards, 0.7, WOOD_DARK, 0.9)
        sheet.stroke([self.hatch], 1.0, WOOD_DARK, closed=True)
        self.level.paint_edges(sheet)


class Platform(Piece):
    """A wooden scaffold: planks on posts."""

    def prepare(self) -> None:
        """Planks along the longer side."""
        self.level = Level(self, 3.4)
        frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(self.shape)))[:4]
        sides = np.diff(np.concatenate([frame, frame[:1]]), axis=0)
        length = np.hypot(sides[:, 0], sides[:, 1])
        k = int(np.argmax(length))
        ahead = sides[k] / length[k]
        across = np.array([-ahead[1], ahead[0]])
        middle, reach = frame.mean(axis=0), float(length.max())
        wide = float(length[(k + 1) % 4])
        rows = [
            shapely.LineString([middle + across * d - ahead * reach, middle + across * d + ahead * reach])
            for d in np.arange(-wide / 2 + 6.5, wide / 2, 6.5)
        ]
        deck = shapely.Polygon(self.level.inner).buffer(0)
        self.planks = _cut(rows, deck)
        self.posts = [box_at(x, y, 1.0, 0.0, 2.8, 2.8) for x, y in inset(self.level.ring, 2.8).tolist()]

    def low(self, sheet: Sheet) -> None:
        """Shadow, planks, rim, posts."""
        if not sheet.shows(self.box):
            return
        plank = hexed(tint(self.land.plank, 1.14))
        self.level.paint_shadow(sheet)
        sheet.paint_texture(sheet.mask([self.level.ring]), texture("deck", plank, 0.12, 0.8))
        sheet.stroke(self.planks, 0.8, tint(plank, 0.5), 0.9)
        sheet.stroke([p + sheet.light.off(-0.7) for p in self.planks], 0.5, tint(plank, 1.3), 0.5)
        self.level.paint_faces(sheet, plank)
        sheet.polygons(self.posts, tint(plank, 0.5))
        self.level.paint_edges(sheet)


class Knoll(Piece):
    """A flat-topped rise of earth: grassy slopes around a level top."""

    order = 11

    def prepare(self) -> None:
        """The level."""
        self.level = Level(self, 11.0)

    def flat(self, sheet: Sheet) -> None:
        """Shadow, slopes, turf."""
        if not sheet.shows(self.box):
            return
        self.level.paint_shadow(sheet)
        turf = self.land.grass
        sheet.paint_texture(sheet.mask([self.level.ring]), texture("turf", turf, 0.06))
        for quad, light in self.level.lit(sheet):
            sheet.polygon(quad, tint(turf, 0.8 + 0.5 * light), 0.8)
        top = sheet.mask([self.level.inner], blur=3.0 * sheet.scale)
        sheet.paint_texture(top, texture("turf", hexed(tint(turf, 1.16)), 0.06))
        sheet.stroke([inset(self.level.ring, self.level.bevel * 0.5)], 0.6, "#5c4a26", 0.5, closed=True)
        sheet.stroke([self.level.inner], 0.7, "#5c4a26", 0.6, closed=True)
        sheet.stroke([self.level.ring], 1.2, "#3b2f17", 0.85, closed=True)
        sheet.stroke(self.level.hachures, 1.0, DARK, 0.6)


class Rampart(Piece):
    """A thick wall seen from above: coping stones, crenels where it is broad enough."""

    def prepare(self) -> None:
        """Coping stones across the wall."""
        self.level = Level(self, 1.6)
        frame = np.asarray(shapely.get_coordinates(shapely.minimum_rotated_rectangle(self.shape)))[:4]
        sides = np.diff(np.concatenate([frame, frame[:1]]), axis=0)
        length = np.hypot(sides[:, 0], sides[:, 1])
        k = int(np.argmax(length))
        ahead, span = sides[k] / (length[k] or 1.0), float(length[k])
        across = np.array([-ahead[1], ahead[0]])
        half = float(length[(k + 1) % 4]) / 2
        middle = frame.mean(axis=0)
        self.joints = [
            np.array([middle + ahead * d - across * half, middle + ahead * d + across * half])
            for d in np.arange(-span / 2 + 7.0, span / 2 - 2.0, 7.0)
        ]
        self.crenels = [
            box_at(x, y, ahead[0], ahead[1], 2.6, max(1.2, half - 2.2))
            for x, y in (middle + ahead * d for d in np.arange(-span / 2 + 6.0, span / 2 - 3.0, 11.0))
        ]

    def low(self, sheet: Sheet) -> None:
        """Shadow, stones, crenels."""
        if not sheet.shows(self.box):
            return
        stone = self.land.stone
        self.level.paint_shadow(sheet)
        sheet.paint_texture(sheet.mask([self.level.ring]), texture("ashlar", stone, 0.1, 0.6))
        sheet.stroke(self.joints, 0.6, tint(stone, 0.5), 0.8)
        self.level.paint_faces(sheet, stone)
        sheet.polygons([c + sheet.light.cast(0.7) for c in self.crenels], "#000000", 0.4)
        sheet.polygons(self.crenels, tint(stone, 1.28))
        self.level.paint_edges(sheet)


class Chasm(Piece):
    """A cleft in the ground: strata down to a dark floor, shade from the rim."""

    order = 14

    def prepare(self) -> None:
        """Strata."""
        self.level = Level(self, 7.0)
        narrow = float(shapely.maximum_inscribed_circle(shapely.Polygon(self.level.ring)).length)
        self.strata = [
            (self.rings(d), 0.2 + 0.2 * k)
            for k, d in enumerate((self.level.bevel * 0.55, self.level.bevel, self.level.bevel * 1.6))
            if d < narrow * 0.9
        ]

    def flat(self, sheet: Sheet) -> None:
        """Walls of rock, dark floor, the rim's shade."""
        if not sheet.shows(self.box, 10.0):
            return
        rock = hexed(tint(self.land.rock, 0.62))
        sheet.stroke([self.level.ring], 5.0, tint(self.land.soil, 0.8), 0.6, closed=True)
        sheet.paint_texture(sheet.mask([self.level.ring]), texture("scree", rock, 0.2, 0.7))
        for quad, light in self.level.lit(sheet):
            sheet.polygon(quad, tint(rock, 1.0 - 0.42 * light), 0.75)
        for rings, strength in self.strata:
            if rings:
                sheet.paint(sheet.mask(rings, blur=1.2 * sheet.scale), "#0c0a0c", strength)
        pit = shapely.Polygon(self.level.ring).buffer(0)
        cast = max(5.0, abs(self.feature.height) * SHADE_PER_MM)
        shade = shapely.difference(pit, shapely.affinity.translate(pit, *sheet.light.cast(cast)))
        sheet.paint(sheet.mask(outlines(shade), blur=1.5 * sheet.scale), "#000000", 0.6)
        sheet.stroke([self.level.ring], 1.6, DARK, 0.95, closed=True)
        sheet.stroke([self.level.ring + sheet.light.off(-0.9)], 0.6, tint(self.land.dry, 1.2), 0.6, closed=True)
        sheet.stroke(self.level.hachures, 1.1, "#d8cbb0", 0.6)
        if self.level.rails:
            self.level.paint_edges(sheet)


class Rubble(Piece):
    """Fallen masonry: broken stones of all sizes."""

    order = 33

    def prepare(self) -> None:
        """Stones, the larger ones later."""
        found: list[Thing] = []
        for spacing, low, high in ((17.0, 4.5, 7.0), (9.0, 2.4, 4.0), (5.0, 1.0, 2.0)):
            for x, y in self.inside(spacing, spacing * 0.35).tolist():
                shade = hexed(tint(self.land.stone, 0.78 + 0.34 * self.rng.random() // 0.085 * 0.085))
                r = float(self.rng.uniform(low, high))
                found.append(("rock", shade, int(self.rng.integers(0, 6)), x, y, r, r * 0.6))
        self.stones = sorted(found, key=lambda t: (t[5], -t[4]))

    def flat(self, sheet: Sheet) -> None:
        """Dust and grit with a ragged edge."""
        if not sheet.shows(self.box, 8.0):
            return
        sheet.polygon(self.points, tint(self.land.stone, 0.7), 0.5, blur_mm=3.0)
        sheet.paint_texture(
            sheet.mask([self.points]), texture("grit", hexed(tint(self.land.stone, 0.72)), 0.2, 0.5), 0.75
        )
        sheet.stroke([self.points], 1.0, tint(self.land.stone, 0.4), 0.8, closed=True)

    def things(self) -> list[Thing]:
        """Stones."""
        return self.stones


class Thorns(Piece):
    """Brambles: dark tangles with red tips, an outline that warns."""

    order = 41

    def prepare(self) -> None:
        """Tangles and a jagged outline."""
        spots = self.inside(9.5, 3.5)
        size = self.rng.uniform(5.5, 8.5, len(spots))
        self.tangles: list[Thing] = [
            ("bramble", "#57463c", i % 6, float(x), float(y), float(size[i]), 2.5)
            for i, (x, y) in enumerate(spots.tolist())
        ]
        row = along(ccw(self.points), 4.4, True)
        teeth = []
        for k, (x, y, ux, uy) in enumerate(row.tolist()):
            out = 1.7 if k % 2 else -1.7
            teeth.append((x + uy * out, y - ux * out))
        self.teeth = np.array(teeth).reshape(-1, 2)

    def flat(self, sheet: Sheet) -> None:
        """Dead undergrowth, the warning edge."""
        if not sheet.shows(self.box, 8.0):
            return
        sheet.polygon(self.points, "#2c1d1a", 0.45, blur_mm=3.0)
        sheet.paint_texture(sheet.mask([self.points]), texture("thorns", "#4b3a30", 0.22), 0.72)
        if len(self.teeth) > 2:
            sheet.stroke([self.teeth], 2.2, "#1d0f0c", 0.8, closed=True)
            sheet.stroke([self.teeth], 1.0, "#c8492f", 0.95, closed=True)

    def things(self) -> list[Thing]:
        """Tangles."""
        return self.tangles


def _cut(lines: list[shapely.LineString], area: shapely.Geometry) -> list[Floats]:
    """The parts of lines that lie in an area."""
    if not lines:
        return []
    parts = shapely.get_parts(shapely.intersection(np.array(lines), area))
    flat = [g for part in parts for g in shapely.get_parts(part)]
    return [np.asarray(g.coords) for g in flat if isinstance(g, shapely.LineString) and len(g.coords) > 1]
