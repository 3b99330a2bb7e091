"""The parts that sounds are put together from: coloured noise, tones, envelopes, and the levelling at the end.

Everything is computed from numbers, with a fixed seed for each noise: the same call gives the same samples. Samples
are floats about -1..1, :data:`RATE` of them a second.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Wave = npt.NDArray[np.float64]

RATE = 44100
"""Samples a second."""
PEAK = 0.8
"""How loud the loudest sample of a finished sound is; 1 would be as loud as a sample can be."""
FADE = 0.006
"""Seconds over which a finished sound comes and goes, so that nothing clicks that is not meant to."""


def samples(seconds: float) -> int:
    """How many samples last so long."""
    return max(1, round(seconds * RATE))


def silence(seconds: float) -> Wave:
    """Nothing, for a while (seconds)."""
    return np.zeros(samples(seconds))


def times(seconds: float) -> Wave:
    """The moment of every sample, seconds from the beginning."""
    return np.arange(samples(seconds)) / RATE


def noise(seconds: float, low: float, high: float, seed: int) -> Wave:
    """Noise between two frequencies (Hz), with soft edges and a root mean square of 1."""
    n = samples(seconds)
    raw = np.random.default_rng(seed).standard_normal(n)
    spectrum = np.fft.rfft(raw)
    freqs = np.fft.rfftfreq(n, 1 / RATE)
    rise = 1 / (1 + (low / np.maximum(freqs, 1.0)) ** 6)
    fall = 1 / (1 + (freqs / high) ** 6)
    out = np.fft.irfft(spectrum * rise * fall, n)
    return out / max(float(np.sqrt(np.mean(out**2))), 1e-9)


def tone(seconds: float, start: float, end: float | None = None, partials: Sequence[float] = (1.0,)) -> Wave:
    """A tone that glides from one pitch to another (Hz); ``partials`` are the strengths of its harmonics."""
    t = times(seconds)
    last = start if end is None else end
    phase = 2 * np.pi * np.cumsum(start + (last - start) * t / max(seconds, 1e-9)) / RATE
    out = np.zeros_like(t)
    for k, strength in enumerate(partials, start=1):
        if k * max(start, last) < RATE / 2:
            out += strength * np.sin(k * phase)
    return out / max(sum(partials), 1e-9)


def struck(seconds: float, modes: Sequence[tuple[float, float, float]]) -> Wave:
    """A body that is struck: each mode is (pitch in Hz, strength, seconds after which it has faded to a third)."""
    t = times(seconds)
    out = np.zeros_like(t)
    for pitch, strength, fades in modes:
        out += strength * np.sin(2 * np.pi * pitch * t) * np.exp(-t / fades)
    return out


def fading(wave: Wave, seconds: float, attack: float = 0.002) -> Wave:
    """A sound that rises at once and falls away: to a third after so many seconds."""
    t = np.arange(len(wave)) / RATE
    return wave * np.minimum(1.0, t / max(attack, 1e-6)) * np.exp(-t / seconds)


def swelling(wave: Wave, peak: float = 0.5) -> Wave:
    """A sound that grows up to a share of its length and falls again."""
    x = np.linspace(0.0, 1.0, len(wave))
    rise = np.clip(x / max(peak, 1e-6), 0, 1)
    fall = np.clip((1 - x) / max(1 - peak, 1e-6), 0, 1)
    shape: Wave = np.sin(np.minimum(rise, fall) * np.pi / 2) ** 2
    return wave * shape


def laid(seconds: float, parts: Sequence[tuple[float, float, Wave]]) -> Wave:
    """Sounds laid over each other: (seconds from the beginning, strength, sound); what reaches beyond is cut."""
    out = silence(seconds)
    for at, strength, wave in parts:
        begin = min(samples(at) - 1 if at > 0 else 0, len(out))
        piece = wave[: len(out) - begin]
        out[begin : begin + len(piece)] += strength * piece
    return out


def finished(wave: Wave, peak: float = PEAK) -> Wave:
    """A sound ready to be played: no direct current, soft ends, the loudest sample at ``peak``."""
    out = wave - float(np.mean(wave))
    n = min(samples(FADE), len(out) // 2)
    ramp = np.sin(np.linspace(0, np.pi / 2, n)) ** 2
    window = np.ones(len(out))
    window[:n] = ramp
    window[len(out) - n :] = ramp[::-1]
    out = out * window
    out = out - window * (float(np.sum(out)) / float(np.sum(window)))
    return out * (peak / max(float(np.max(np.abs(out))), 1e-9))
