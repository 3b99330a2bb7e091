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
BLOCK = 32
"""Samples over which a limited sound changes its strength at the fastest."""
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
    return closing(out)


def fading(wave: Wave, seconds: float, attack: float = 0.002) -> Wave:
    """A sound that rises at once and falls away: to a third after so many seconds."""
    t = np.arange(len(wave)) / RATE
    return closing(wave * np.minimum(1.0, t / max(attack, 1e-6)) * np.exp(-t / seconds))


def closing(wave: Wave) -> Wave:
    """A sound whose last sixth sinks to nothing, so that nothing clicks where it is cut off."""
    n = max(1, len(wave) // 6)
    out = wave.copy()
    out[len(out) - n :] *= np.cos(np.linspace(0.0, np.pi / 2, n)) ** 2
    return out


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


def ring(seconds: float, parts: Sequence[tuple[float, float, Wave]]) -> Wave:
    """Sounds laid over each other on a loop: what reaches beyond the end goes on at the beginning."""
    out = silence(seconds)
    n = len(out)
    for at, strength, wave in parts:
        begin = round(at * RATE) % n
        for k in range(0, len(wave), n):
            piece = wave[k : k + n]
            head = min(len(piece), n - begin)
            out[begin : begin + head] += strength * piece[:head]
            out[: len(piece) - head] += strength * piece[head:]
    return out


def slowly(seconds: float, seed: int, fastest: float, low: float = 0.0, high: float = 1.0) -> Wave:
    """A curve that wanders between two bounds, no faster than ``fastest`` (Hz), and ends where it begins."""
    dice = np.random.default_rng(seed)
    lines = max(1, int(fastest * seconds))
    turn = np.linspace(0.0, 2 * np.pi, 64 * lines + 1)
    curve = np.zeros_like(turn)
    for k in range(1, lines + 1):
        curve += dice.standard_normal() / np.sqrt(k) * np.cos(k * turn + dice.uniform(0, 2 * np.pi))
    least, most = float(curve.min()), float(curve.max())
    curve = low + (high - low) * (curve - least) / max(most - least, 1e-9)
    n = samples(seconds)
    found: Wave = np.interp(np.arange(n) / n * 2 * np.pi, turn, curve)
    return found


def faster(wave: Wave, factor: float) -> Wave:
    """The same sound, played so many times as fast: higher and shorter."""
    n = max(2, round(len(wave) / factor))
    return np.interp(np.linspace(0, len(wave) - 1, n), np.arange(len(wave)), wave)


def airy(wave: Wave, tail: float, wet: float, low: float, high: float, seed: int) -> Wave:
    """A sound in the open: what the ground, woods and hills throw back dies away within ``tail`` seconds after it.

    ``wet`` is the strength of that as a share of the sound itself; it keeps to a band (Hz), for far things are dull.
    """
    back = fading(noise(tail, low, high, seed), tail / 5, 0.012)
    back /= max(float(np.sqrt(np.sum(back**2))), 1e-9)
    n = len(wave) + len(back)
    size = 1 << (n - 1).bit_length()
    thrown = np.fft.irfft(np.fft.rfft(wave, size) * np.fft.rfft(back, size), size)[:n]
    out: Wave = np.concatenate([wave, np.zeros(len(back))]) + wet * thrown
    return out


def faded(wave: Wave) -> Wave:
    """A sound with soft ends and no direct current."""
    out = wave - float(np.mean(wave))
    n = min(samples(FADE), len(out) // 2)
    ramp = np.sin(np.linspace(0, np.pi / 2, n)) ** 2
    window = np.ones(len(out))
    window[:n] = ramp
    window[len(out) - n :] = ramp[::-1]
    out = out * window
    done: Wave = out - window * (float(np.sum(out)) / float(np.sum(window)))
    return done


def limited(wave: Wave, peak: float) -> Wave:
    """A sound none of whose samples is beyond ``peak``: around those that were, all is softer for two milliseconds.

    It is taken for a loop: the softness before the first sample reaches back to the last ones.
    """
    blocks = -(-len(wave) // BLOCK)
    loud = np.abs(np.concatenate([wave, np.zeros(blocks * BLOCK - len(wave))])).reshape(blocks, BLOCK).max(axis=1)
    widest = np.maximum.reduce([np.roll(loud, k) for k in (-2, -1, 0, 1, 2)])
    gain = np.minimum(1.0, peak / np.maximum(widest, 1e-12))
    middles = (np.arange(-1, blocks + 1) + 0.5) * BLOCK
    out: Wave = wave * np.interp(np.arange(len(wave)), middles, np.concatenate([gain[-1:], gain, gain[:1]]))
    return out
