"""The grains that sounds are strewn from: a knock, a footfall, a hoof, a drum, a horn, a string."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import numpy as np

from game.client.sound.synth import RATE, Wave, fading, faster, noise, samples, struck, times, tone

Placed = tuple[float, float, Wave]
"""Seconds from the beginning, strength, sound."""


def spread(seed: int, n: int, low: float, high: float) -> list[float]:
    """Numbers between two bounds, always the same for a seed."""
    return [float(x) for x in np.random.default_rng(seed).uniform(low, high, n)]


def scattered(seed: int, n: int, middle: float, sigma: float) -> list[float]:
    """Numbers about a middle, always the same for a seed; none farther off than two and a half times ``sigma``."""
    drawn = np.random.default_rng(seed).standard_normal(n)
    return [float(x) for x in middle + sigma * np.clip(drawn, -2.5, 2.5)]


def strewn(seed: int, moments: Sequence[float], grains: Sequence[Wave], vary: float = 0.15) -> list[Placed]:
    """Grains at moments, each a little faster or slower, stronger or weaker than the others."""
    dice = np.random.default_rng(seed)
    out = []
    for at in moments:
        grain = grains[int(dice.integers(len(grains)))]
        out.append((at, float(dice.uniform(1 - 2 * vary, 1)), faster(grain, float(dice.uniform(1 - vary, 1 + vary)))))
    return out


def kinds(make: Callable[[int], Wave], n: int, seed: int) -> list[Wave]:
    """A few grains of a kind."""
    return [make(seed + k) for k in range(n)]


def knock(pitch: float, seed: int, hard: float = 1.0) -> Wave:
    """A small hard thing hits wood."""
    body = struck(0.12, [(pitch, 0.9, 0.016), (pitch * 1.52, 0.5, 0.010), (pitch * 2.37, 0.35 * hard, 0.006)])
    return body + 0.16 * hard * fading(noise(0.12, 1800, 9000, seed), 0.004)


def footfall(seed: int, fades: float = 0.022) -> Wave:
    """A foot comes down: the heel's thump, gone after so many seconds, and the sole that scrapes after it."""
    thump = fading(noise(0.2, 70, 260, seed), fades, 0.004)
    scrape = fading(noise(0.12, 700, 4200, seed + 5000), 0.028, 0.012)
    out = 0.9 * thump
    begin = samples(0.018)
    out[begin : begin + len(scrape)] += 0.42 * scrape[: len(out) - begin]
    return out


def hoof(seed: int) -> Wave:
    """A hoof on turf: a hollow knock, a dull thud, a little earth."""
    pitch = 130 + 17 * (seed % 5)
    body = struck(0.16, [(pitch, 1.0, 0.03), (pitch * 2.2, 0.5, 0.018), (640 + 60 * (seed % 3), 0.35, 0.01)])
    earth = fading(noise(0.16, 300, 2600, seed), 0.014, 0.002)
    return body + 0.3 * earth


def tread(seed: int, pitch: float = 62.0, crunch: float = 0.25) -> Wave:
    """Something very heavy sets its foot down: a deep push that swells for a moment, and the ground that gives."""
    push = fading(tone(0.5, pitch * 1.3, pitch, (1.0, 0.5, 0.3)), 0.1, 0.02)
    pad = fading(noise(0.5, 90, 420, seed), 0.07, 0.02)
    ground = fading(noise(0.5, 500, 2600, seed + 900), 0.05, 0.03)
    return push + 0.35 * pad + crunch * ground


def clink(seed: int) -> Wave:
    """A buckle or a scabbard: two small pieces of metal touch."""
    pitch = 2600 + 420 * (seed % 7)
    return struck(0.1, [(pitch, 0.6, 0.02), (pitch * 1.47, 0.4, 0.014), (pitch * 2.31, 0.2, 0.008)])


def drum(pitch: float, seconds: float = 0.5, seed: int = 11) -> Wave:
    """A deep drum: the skin falls in pitch as it comes to rest, the stick is heard at its beginning."""
    skin = fading(tone(seconds, pitch * 1.5, pitch, (1.0, 0.35, 0.2)), seconds / 4.5, 0.003)
    ring = struck(seconds, [(pitch * 1.59, 0.25, seconds / 7), (pitch * 2.14, 0.16, seconds / 9)])
    return skin + ring + 0.12 * fading(noise(seconds, 200, 2400, seed), 0.012)


@functools.lru_cache(maxsize=64)
def horn(pitch: float, seconds: float, bend: float = 1.0, bright: float = 1.0) -> Wave:
    """A horn: it is blown in from a little below, and its high harmonics come with strength and go with it first."""
    t = times(seconds)
    rise, fall = np.minimum(1.0, t / 0.05), np.minimum(1.0, (seconds - t) / min(0.3, seconds * 0.45))
    shape = np.clip(rise * fall, 0.0, 1.0) ** 0.8
    shake = 1 + 0.004 * np.sin(2 * np.pi * 5.4 * t) * np.minimum(1.0, t / 0.3)
    scoop = 1 - 0.035 * np.exp(-t / 0.03)
    glide = 1 + (bend - 1) * t / seconds
    phase = 2 * np.pi * np.cumsum(pitch * glide * scoop * shake) / RATE
    out = np.zeros_like(t)
    for k in range(1, 15):
        if k * pitch < 7000:
            near = np.exp(-(((k * pitch - 1100) / 1500) ** 2))  # a horn's bell favours what is about 1 kHz
            out += (0.3 + near) / k**0.55 * shape ** (1 + 0.3 * k / bright) * np.sin(k * phase)
    out /= max(float(np.max(np.abs(out))), 1e-9)
    breath: Wave = 0.02 * shape * noise(seconds, 600, 3800, 23)
    return out + breath


def string(pitch: float, seed: int) -> Wave:
    """A bow's string is let go: a short low twang and a slap at the arm."""
    twang = fading(tone(0.14, pitch, pitch * 0.8, (1.0, 0.7, 0.5, 0.3)), 0.03)
    return twang + 0.25 * fading(noise(0.14, 900, 5000, seed), 0.006)


def thud(seed: int) -> Wave:
    """An arrow or a spear strikes ground, shield or man."""
    wood = struck(0.12, [(330 + 30 * (seed % 6), 0.8, 0.018), (760 + 50 * (seed % 5), 0.4, 0.01)])
    return wood + 0.35 * fading(noise(0.12, 200, 2400, seed), 0.01)


def clash(seed: int) -> Wave:
    """Iron on iron: a bright ring with no harmony in it, over the knock of the blow."""
    dice = np.random.default_rng(seed)
    pitch = float(dice.uniform(900, 1600))
    modes = [
        (pitch * r, w, f) for r, w, f in ((1.0, 0.6, 0.08), (1.83, 0.5, 0.06), (2.71, 0.4, 0.05), (4.13, 0.3, 0.03))
    ]
    return (
        struck(0.4, modes)
        + 0.9 * fading(noise(0.4, 250, 1800, seed), 0.016)
        + 0.2 * fading(noise(0.4, 3000, 9000, seed + 70), 0.02)
    )


def report(seed: int, sharp: float = 1.0) -> Wave:
    """A firearm: a crack of a few thousandths of a second, the push of the powder's gas, a breath of smoke."""
    crack = fading(noise(0.5, 500, 9000, seed), 0.009 / sharp, 0.0008)
    push = fading(noise(0.5, 90, 700, seed + 40), 0.035, 0.002)
    smoke = fading(noise(0.5, 300, 2500, seed + 80), 0.11, 0.006)
    return 1.1 * crack + 0.8 * push + 0.16 * smoke


def glass(pitch: float, seconds: float, fades: float = 0.28) -> Wave:
    """A glassy tone: partials that stand in no harmony, as of a struck bowl."""
    return struck(seconds, [(pitch, 1.0, fades), (pitch * 2.76, 0.3, fades * 0.45), (pitch * 5.4, 0.12, fades * 0.2)])
