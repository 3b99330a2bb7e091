"""The ground of a table as arrays: grass of many tones, how high it lies, and both as colours in a light."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from game.client.art import noise
from game.client.art.landscape import Landscape
from game.client.art.light import Light
from game.client.art.plants import rgb_of

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
CELL = 2.0
"""mm to one sample of the colour map."""


class Lie(NamedTuple):
    """What does not depend on the light: colours (h, w, 3), a sample every ``CELL`` mm, and heights (mm)."""

    colour: Singles
    height: Floats


def lie_of(
    width: float, depth: float, hills: Sequence[shapely.Geometry], land: Landscape, seed: int
) -> Iterator[Lie | None]:
    """Colours, a little too light for the detail laid on them, and heights.

    Made in steps: None after each, all of it at the end.
    """
    w, h = max(8, round(width / CELL)), max(8, round(depth / CELL))
    tones: list[Singles] = []
    for name, power, coarsest in (("broad", 1.9, 0.5), ("patches", 1.35, 0.12), ("fine", 0.75, 0.03)):
        field = noise.spectral(h, w, noise.seed_of(name, seed), power, coarsest)
        tones.append(field.astype(np.float32)[..., None])
        yield None
    colour = _grass(tones, land)
    yield None
    height = noise.spectral(h, w, noise.seed_of("roll", seed), 2.6, 0.35) * 2.4 * land.relief
    yield None
    height += noise.spectral(h, w, noise.seed_of("bumps", seed), 1.9, 0.06) * 0.38 * land.relief
    yield None
    rise = np.zeros((h, w))
    for hill in hills:
        raise_hill(rise, hill, depth)
        yield None
    if hills:
        height += blur(rise, 3)
    yield None
    # the eye is drawn to the middle
    yy, xx = np.mgrid[0:h, 0:w]
    edge = (np.minimum(np.minimum(xx, w - 1 - xx), np.minimum(yy, h - 1 - yy)) * CELL).astype(np.float32)
    vignette = (0.86 + 0.14 * np.clip(edge / 120.0, 0, 1) ** 0.6)[..., None] * (255.0 / 238.0)
    yield None
    high = np.clip(height / 40.0, 0.0, 1.0).astype(np.float32)[..., None] * 0.22
    bare = colour * (1 - high) + rgb_of(land.dry).astype(np.float32) * 1.06 * high
    yield Lie((bare * vignette).astype(np.float32), height)


def lit_colours(lie: Lie, light: Light) -> Singles:
    """The colours of the ground in a light."""
    return (lie.colour * _light(lie.height, light)).astype(np.float32)


def _grass(tones: list[Singles], land: Landscape) -> Singles:
    """From lush to dry, with bare spots."""
    broad, patches, fine = tones
    lush, grass, dry, soil = (rgb_of(c).astype(np.float32) for c in (land.lush, land.grass, land.dry, land.soil))
    blend = np.clip(0.46 + 0.20 * broad + 0.15 * patches + 0.05 * fine, 0.0, 1.0)
    colour = lush + (grass - lush) * np.clip(blend * 2, 0, 1) + (dry - grass) * np.clip(blend * 2 - 1, 0, 1)
    bare = np.clip(patches * 0.6 + fine * 0.5 + broad * 0.3 - 1.6, 0.0, 0.34)
    colour = colour * (1 - bare) + soil * bare
    out: Singles = colour * (1.0 + 0.045 * fine)
    return out


def _light(height: Floats, light: Light) -> Singles:
    """How much light falls on each sample, by channel: shade is a little cooler."""
    gy, gx = (g.astype(np.float32) for g in np.gradient(smooth(height), CELL))
    nx, ny = -gx * 1.15, gy * 1.15
    east, north = (light.sun * 0.7071).tolist()
    lit = (nx * east + ny * north + 0.7071) / np.sqrt(nx * nx + ny * ny + 1.0) / 0.7071
    k = 0.75 * light.contrast
    lit = np.clip(1.0 - k + k * lit, 1.0 - 0.42 * light.contrast, 1.0 + 0.26 * light.contrast)[..., None]
    out: Singles = 1.0 + (lit - 1.0) * np.array([1.0, 0.97, 1.0], dtype=np.float32)
    return out


def raise_hill(field: Floats, hill: shapely.Geometry, depth: float) -> None:
    """Add a hill's height (mm) to a field of samples: steep at its foot, level on top."""
    h, w = field.shape
    x0, y0, x1, y1 = shapely.bounds(hill)
    i0, i1 = max(0, int(x0 / CELL) - 1), min(w, int(x1 / CELL) + 2)
    j0, j1 = max(0, int((depth - y1) / CELL) - 1), min(h, int((depth - y0) / CELL) + 2)
    if i0 >= i1 or j0 >= j1:
        return
    # every other sample is enough: the field is blurred afterwards
    gx, gy = np.meshgrid(((np.arange(i0, i1) + 0.5) * CELL)[::2], (depth - (np.arange(j0, j1) + 0.5) * CELL)[::2])
    away = shapely.distance(shapely.boundary(hill), shapely.points(gx.ravel(), gy.ravel())).reshape(gx.shape)
    away = np.where(shapely.contains_xy(hill, gx, gy), away, 0.0)
    reach = min(70.0, max(20.0, float(away.max()) * 0.8))
    s = np.clip(away / reach, 0.0, 1.0)
    rise = (1 - (1 - s) ** 2.0) * reach * 0.40 + np.minimum(away, 120.0) * 0.05
    field[j0:j1, i0:i1] += np.repeat(np.repeat(rise, 2, 0), 2, 1)[: j1 - j0, : i1 - i0]


def taps(pixels: int, first: int, pixels_a_sample: float, count: int) -> list[tuple[npt.NDArray[np.intp], Singles]]:
    """Cubic B-spline taps of a row of ``pixels`` from pixel ``first`` on: four of (samples, weights)."""
    centre = (np.arange(pixels, dtype=np.float64) + first + 0.5) / pixels_a_sample - 0.5
    base = np.floor(centre).astype(np.intp)
    t = centre - base
    weights = ((1 - t) ** 3 / 6, (3 * t**3 - 6 * t**2 + 4) / 6, (-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6, t**3 / 6)
    return [(np.clip(base + k - 1, 0, count - 1), w.astype(np.float32)) for k, w in enumerate(weights)]


def blur(field: Floats, radius: int) -> Floats:
    """Three box blurs, which together are nearly a Gaussian."""
    for axis in (0, 1):
        for _ in range(3):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (radius + 1, radius)
            total = np.cumsum(np.pad(field, pad, mode="edge"), axis=axis)
            n = 2 * radius + 1
            field = (
                np.take(total, range(n, total.shape[axis]), axis) - np.take(total, range(total.shape[axis] - n), axis)
            ) / n
    return field


def smooth(field: Floats) -> Floats:
    """A light 3 x 3 blur, so that upsampled distances do not show as steps."""
    padded = np.pad(field, 1, mode="edge")
    rows: Floats = (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4
    out: Floats = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) / 4
    return out
