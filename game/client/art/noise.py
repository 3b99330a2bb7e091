"""Seeded noise and tiles made of it: the same numbers on every machine."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def seed_of(*parts: object) -> int:
    """A seed from names and numbers that does not change from run to run."""
    return zlib.crc32("|".join(map(str, parts)).encode())


def rng_of(*parts: object) -> np.random.Generator:
    """A generator seeded by names and numbers."""
    return np.random.Generator(np.random.PCG64(seed_of(*parts)))


def spectral(height: int, width: int, seed: int, power: float = 1.6, coarsest: float = 1.0) -> Floats:
    """Periodic noise with a falling spectrum, mean 0, standard deviation 1.

    Parameters
    ----------
    power
        How fast fine detail falls off: 1 rough, 2.5 smooth.
    coarsest
        Longest wave, as a share of the larger side; longer ones are taken out.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    spectrum = np.fft.rfft2(rng.standard_normal((height, width)))
    fy = np.fft.fftfreq(height)[:, None]
    fx = np.fft.rfftfreq(width)[None, :]
    f = np.hypot(fy, fx)
    lowest = 1.0 / (max(height, width) * coarsest)
    weight = np.where(f < lowest * 0.99, 0.0, np.maximum(f, lowest) ** -power)
    weight[0, 0] = 0.0
    field: Floats = np.fft.irfft2(spectrum * weight, s=(height, width))
    field -= field.mean()
    deviation = float(field.std())
    return field / deviation if deviation else field


@functools.lru_cache(maxsize=32)
def tile(size: int, name: str, power: float = 1.2, coarsest: float = 0.25) -> Floats:
    """A periodic square of noise, kept. Do not write into it."""
    return spectral(size, size, seed_of("tile", name, size), power, coarsest)


def scatter(
    rng: np.random.Generator,
    box: tuple[float, float, float, float],
    spacing: float,
    keep: Callable[[Floats], npt.NDArray[np.bool_]] | None = None,
) -> Floats:
    """Points of a box (x0, y0, x1, y1), no two nearer than ``spacing``, about as dense as that allows; (n, 2).

    A jittered grid, cut to what ``keep`` says, thinned by distance in random order: quick, and the same for the same
    generator. From north to south.
    """
    x0, y0, x1, y1 = box
    cell = spacing / np.sqrt(2.0)
    columns, rows = max(1, int((x1 - x0) / cell)), max(1, int((y1 - y0) / cell))
    i, j = (a.ravel() for a in np.meshgrid(np.arange(columns), np.arange(rows)))
    points = np.stack([x0 + (i + rng.random(len(i))) * cell, y0 + (j + rng.random(len(j))) * cell], axis=1)
    chosen = np.arange(len(points)) if keep is None else np.flatnonzero(keep(points))
    cells = list(zip(i.tolist(), j.tolist(), strict=True))
    spots = points.tolist()
    taken: dict[tuple[int, int], list[float]] = {}
    near = spacing * spacing
    for k in rng.permutation(chosen).tolist():
        x, y = spots[k]
        ci, cj = cells[k]
        for di, dj in NEIGHBOURS:
            other = taken.get((ci + di, cj + dj))
            if other is not None and (other[0] - x) ** 2 + (other[1] - y) ** 2 < near:
                break
        else:
            taken[ci, cj] = spots[k]
    return np.array(sorted(taken.values(), key=lambda p: (-p[1], p[0])), dtype=np.float64).reshape(-1, 2)


NEIGHBOURS = [(di, dj) for di in (-2, -1, 0, 1, 2) for dj in (-2, -1, 0, 1, 2)]
