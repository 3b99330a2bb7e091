"""The ground: what is heard of the place itself, as loops that nobody hears begin anew, and which of them when."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.client.sound.grains import Placed, spread
from game.client.sound.level import voices
from game.client.sound.synth import Wave, fading, noise, ring, samples, slowly, struck, swelling, tone
from game.engine.scenery import Hour, Season, Sky

BED = 16.0
"""Seconds of a bed."""


@dataclass(frozen=True)
class Ground:
    """What the place is like at the time; of it depends what is heard of it."""

    sky: Sky = "fair"
    season: Season = ""
    hour: Hour = ""


def beds(ground: Ground) -> tuple[str, ...]:
    """What is heard of a place, two beds at most.

    >>> beds(Ground()), beds(Ground("rain", "spring", "evening")), beds(Ground(hour="evening")), beds(Ground("snow"))
    (('wind', 'birds'), ('wind', 'rain'), ('wind', 'crickets'), ('wind',))
    """
    if ground.sky == "rain":
        return ("wind", "rain")
    if ground.sky != "fair" or ground.season == "winter" or ground.hour == "overcast":
        return ("wind",)
    return ("wind", "crickets" if ground.hour == "evening" else "birds")


def wind() -> Wave:
    """Wind over open ground.

    Three bands of breath that swell and sink each in its own time, never as fast as once a second, with a thin
    whistle in the strongest gusts.
    """
    gusts = slowly(BED, 1, 0.3, 0.25, 1.0)
    low = noise(BED, 60, 260, 2) * gusts
    mid = noise(BED, 220, 800, 3) * slowly(BED, 4, 0.45, 0.1, 1.0) * gusts
    high = noise(BED, 700, 2400, 5) * slowly(BED, 6, 0.6, 0.0, 1.0) * gusts**2
    whistle: Wave = noise(BED, 560, 640, 7) * np.maximum(0.0, gusts - 0.7) ** 2
    return low + 0.6 * mid + 0.28 * high + 0.5 * whistle


def _chirp(high: float, low: float, seconds: float) -> Wave:
    return swelling(tone(seconds, high, low), 0.3)


def birds() -> Wave:
    """Birds by day.

    A finch's falling run, a tit's two notes, a lark's trill, a dove far off, with pauses between them; no two
    calls of a bird are quite alike.
    """
    parts: list[Placed] = []
    for at, near in ((0.6, 1.0), (5.9, 0.5), (11.4, 0.8)):
        for k, slip in enumerate(spread(int(at * 10), 9, 0.0, 0.02)):
            parts.append((at + 0.09 * k + slip, near * (0.5 + 0.06 * k), _chirp(5200 - 220 * k, 3900 - 180 * k, 0.06)))
    for at, near in ((2.9, 0.7), (8.3, 0.9), (14.1, 0.45)):
        for k in range(4):
            parts.append((at + 0.24 * k, near * 0.8, _chirp(4300, 4250, 0.1)))
            parts.append((at + 0.24 * k + 0.11, near * 0.65, _chirp(3300, 3250, 0.1)))
    for at, near in ((4.2, 0.45), (10.2, 0.6)):
        for k in range(22):
            swell = np.sin(np.pi * (k + 1) / 23)
            parts.append((at + 0.05 * k, near * swell, _chirp(3500 + 300 * (k % 3), 2900 + 300 * (k % 3), 0.04)))
    for at in (7.1, 12.9):
        for k, (late, long) in enumerate(((0.0, 0.22), (0.3, 0.42), (0.85, 0.24))):
            parts.append((at + late, 0.28, swelling(tone(long, 470 + 12 * (k == 1), 455, (1.0, 0.15)), 0.4)))
    calls = ring(BED, parts)
    return calls + 0.22 * np.roll(calls, samples(0.09)) + 0.12 * np.roll(calls, samples(0.21))


def crickets() -> Wave:
    """Crickets after dark: four of them, each chirping by threes on its own high note and in its own time."""
    parts: list[Placed] = []
    pulse = [swelling(tone(0.018, pitch, pitch), 0.4) for pitch in (4050, 4400, 4720, 3860)]
    for who, (chirps, near) in enumerate(((40, 1.0), (36, 0.6), (47, 0.45), (33, 0.35))):
        slips = spread(30 + who, chirps, -0.02, 0.02)
        for n in range(chirps):
            at = n * BED / chirps + slips[n] + 0.11 * who + 0.05
            parts += [(at + 0.03 * k, near * (0.7, 1.0, 0.85)[k], pulse[who]) for k in range(3)]
    return ring(BED, parts) + 0.02 * noise(BED, 3500, 6000, 34)


def rain() -> Wave:
    """Rain on grass and canvas: a broad hiss that thickens and thins slowly, and single drops in it that patter."""
    hiss = noise(BED, 900, 8500, 41) * slowly(BED, 42, 0.2, 0.65, 1.0)
    patter = [
        fading(noise(0.03, 1500, 7000, 43), 0.004),
        struck(0.03, [(1900, 0.8, 0.005), (3100, 0.4, 0.003)]),
        fading(noise(0.04, 500, 2500, 44), 0.007),
    ]
    moments, strengths = spread(45, 900, 0.0, BED), spread(46, 900, 0.3, 1.0)
    drops: list[Placed] = [
        (at, 6.0 * s**3, patter[k % 3]) for k, (at, s) in enumerate(zip(moments, strengths, strict=True))
    ]
    return hiss + 0.6 * ring(BED, drops) + 0.35 * noise(BED, 120, 500, 47)


VOICES = voices("ground", wind, birds, crickets, rain, loop=True, birds=2.0, crickets=4.0)
"""The beds; birds and crickets stand behind wind and rain."""
