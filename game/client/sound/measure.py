"""What can be measured of a sound: how loud, how long, how bright, how it begins and how it dies away.

Loudness is that of ITU-R BS.1770-5: the sound weighted as a head in a field of sound hears it, the power of both
loudspeakers, in the loudest 400 ms for a single sound, over the whole for a loop. A sound of the program comes out of
both loudspeakers alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from game.client.sound.synth import RATE, Wave, samples

MOMENT = 0.4
"""Seconds over which loudness is taken."""
FINE = 0.005
"""Seconds over which an envelope is taken."""
RISE = 6
"""A rise has ended where so many of the envelope's steps bring nothing stronger."""
SILENT = -120.0
"""Decibels told of silence."""
BANDS = tuple(44.0 * 2**k for k in range(10))
"""Lower edges (Hz) of the octaves in which spectra are compared."""
SHAPE = 24
"""Into how many parts the course of a sound is cut for a comparison."""


@dataclass(frozen=True)
class Figures:
    """What was measured of a sound.

    Attributes
    ----------
    seconds
        How long it lasts.
    peak
        Its loudest sample, decibels below full scale.
    loudness
        LUFS; see the module.
    centre, breadth
        Middle of its spectrum and how far it reaches about it, both by power, Hz.
    attack
        Milliseconds from where it is first heard (a tenth of its greatest strength) to the top of its first rise.
    top
        Milliseconds from its beginning to its greatest strength.
    decay
        Milliseconds from its greatest strength until it stays below a tenth of it.
    offset
        Direct current, per cent of full scale.
    pulse, swing
        For a loop: how often a second its strength comes back, and how far that lies apart at its strongest and weakest
        tenth, decibels.
    seam
        For a loop: the step from its last to its first sample, as a share of the greatest step within it.
    """

    seconds: float
    peak: float
    loudness: float
    centre: float
    breadth: float
    attack: float
    top: float
    decay: float
    offset: float
    pulse: float = 0.0
    swing: float = 0.0
    seam: float = 0.0


def decibels(amplitude: float) -> float:
    """A strength in decibels.

    >>> decibels(1.0), round(decibels(0.5), 2), decibels(0.0)
    (0.0, -6.02, -120.0)
    """
    return max(SILENT, 20 * float(np.log10(max(amplitude, 1e-12))))


def weighted(wave: Wave, loop: bool = False) -> Wave:
    """A sound as a listener's head weights it (K-weighting): what is high is stronger, what is very low weaker."""
    n = len(wave) if loop else 1 << (len(wave) + RATE // 4 - 1).bit_length()
    turn = np.exp(-2j * np.pi * np.arange(n // 2 + 1) / n)
    out = np.fft.irfft(np.fft.rfft(wave, n) * _shelf(turn) * _high_pass(turn), n)
    return out if loop else out[: len(wave) + RATE // 4]


def _shelf(turn: npt.NDArray[np.complex128]) -> npt.NDArray[np.complex128]:
    """The first filter of the recommendation, from its analogue form, at e^-jw: a shelf of 4 dB from 1.7 kHz on."""
    k, q = np.tan(np.pi * 1681.974450955533 / RATE), 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    mid = high**0.4996667741545416
    over = (high + mid * k / q + k * k) + 2 * (k * k - high) * turn + (high - mid * k / q + k * k) * turn**2
    under = (1 + k / q + k * k) + 2 * (k * k - 1) * turn + (1 - k / q + k * k) * turn**2
    found: npt.NDArray[np.complex128] = over / under
    return found


def _high_pass(turn: npt.NDArray[np.complex128]) -> npt.NDArray[np.complex128]:
    """The second filter: nothing from below 38 Hz."""
    k, q = np.tan(np.pi * 38.13547087602444 / RATE), 0.5003270373238773
    under = (1 + k / q + k * k) + 2 * (k * k - 1) * turn + (1 - k / q + k * k) * turn**2
    found: npt.NDArray[np.complex128] = (1 + k / q + k * k) * (1 - turn) ** 2 / under
    return found


def loudness(wave: Wave, loop: bool = False) -> float:
    """How loud a sound is out of both loudspeakers, LUFS: its loudest 400 ms, or a loop as a whole."""
    power = weighted(wave, loop) ** 2
    if loop:
        mean = float(np.mean(power))
    else:
        n = samples(MOMENT)
        total = np.concatenate([np.zeros(n + 1), np.cumsum(power), np.full(n, power.sum())])
        mean = float(np.max(total[n:] - total[:-n])) / n
    return max(SILENT, -0.691 + 10 * float(np.log10(max(2 * mean, 1e-12))))


def envelope(wave: Wave, seconds: float = FINE) -> Wave:
    """How strong a sound is from one few milliseconds to the next."""
    n = samples(seconds)
    blocks = -(-len(wave) // n)
    square = np.concatenate([wave, np.zeros(blocks * n - len(wave))]).reshape(blocks, n) ** 2
    found: Wave = np.sqrt(square.mean(axis=1))
    return found


def spectrum(wave: Wave) -> tuple[Wave, Wave]:
    """Frequencies (Hz) and the power at each."""
    freqs = np.fft.rfftfreq(len(wave), 1 / RATE).astype(np.float64)
    power: Wave = np.abs(np.fft.rfft(wave)).astype(np.float64) ** 2
    return freqs, power


def measured(wave: Wave, loop: bool = False) -> Figures:
    """What can be measured of a sound."""
    freqs, power = spectrum(wave)
    power = power / max(float(power.sum()), 1e-30)
    centre = float((freqs * power).sum())
    breadth = float(np.sqrt((power * (freqs - centre) ** 2).sum()))
    attack, top, decay = (0.0, 0.0, 0.0) if loop else rise_and_fall(wave)
    steps = np.abs(np.diff(wave))
    return Figures(
        len(wave) / RATE,
        decibels(float(np.max(np.abs(wave)))),
        loudness(wave, loop),
        centre,
        breadth,
        attack,
        top,
        decay,
        100 * float(np.mean(wave)),
        beats(wave, 0.05, 30.0) if loop else 0.0,
        swing(wave) if loop else 0.0,
        abs(float(wave[0] - wave[-1])) / max(float(steps.max()), 1e-12) if loop else 0.0,
    )


def rise_and_fall(wave: Wave) -> tuple[float, float, float]:
    """Milliseconds of attack, to the top, and of decay, see :class:`Figures`."""
    strength = envelope(wave)
    most = float(strength.max())
    heard = np.nonzero(strength >= 0.1 * most)[0]
    first, last, top = int(heard[0]), int(heard[-1]), int(np.argmax(strength))
    rise = first
    while rise < top and strength[rise] < strength[rise + 1 : rise + 1 + RISE].max(initial=0.0):
        rise += 1
    return (rise - first + 1) * FINE * 1000, (top + 1) * FINE * 1000, (last + 1 - top) * FINE * 1000


def swing(wave: Wave) -> float:
    """How far the strongest and the weakest tenth of a sound's moments (a twentieth of a second) lie apart, dB."""
    strong = np.quantile(envelope(wave, 0.05), (0.1, 0.9))
    return decibels(float(strong[1])) - decibels(float(strong[0]))


def octaves(wave: Wave) -> Wave:
    """The share of a sound's weighted power in each octave."""
    freqs, power = spectrum(weighted(wave))
    rows = np.array([power[(freqs >= low) & (freqs < 2 * low)].sum() for low in BANDS])
    found: Wave = rows / max(float(rows.sum()), 1e-30)
    return found


def course(wave: Wave) -> Wave:
    """How a sound comes and goes: the share of its strength in each of a few parts of its first two seconds."""
    room = np.zeros(2 * RATE)
    room[: min(len(wave), len(room))] = wave[: len(room)]
    rows = envelope(room, 2.0 / SHAPE)
    found: Wave = rows / max(float(rows.sum()), 1e-30)
    return found


Kind = tuple[Wave, Wave]
"""What tells a sound from others: its octaves and its course."""


def kind_of(wave: Wave) -> Kind:
    """What tells a sound from others."""
    return octaves(wave), course(wave)


def unlike(a: Kind, b: Kind) -> float:
    """How unlike two sounds are: 0 for the same, 1 and more for nothing in common.

    The greater of what their spectra and what their courses do not share, and half of the lesser.
    """
    rows = sorted(float(np.abs(one - other).sum()) / 2 for one, other in zip(a, b, strict=True))
    return rows[1] + rows[0] / 2


def beats(wave: Wave, slowest: float, fastest: float, band: tuple[float, float] = (20.0, 20000.0)) -> float:
    """How often a second a sound's strength comes back, within bounds (Hz): the strongest line of its envelope."""
    freqs, power = np.fft.rfftfreq(len(wave), 1 / RATE), np.fft.rfft(wave)
    part = np.fft.irfft(np.where((freqs >= band[0]) & (freqs <= band[1]), power, 0), len(wave))
    strength = envelope(part)
    rate = np.fft.rfftfreq(len(strength), FINE)
    lines = np.abs(np.fft.rfft(strength - strength.mean()))
    inside = (rate >= slowest) & (rate <= fastest)
    return float(rate[inside][np.argmax(lines[inside])])


def blows_in(wave: Wave, share: float = 0.35, apart_by: float = 0.03) -> int:
    """How many separate impacts are heard: rises of the envelope to a share of its top, so many seconds apart."""
    strength = envelope(wave)
    bar, found, last = share * float(strength.max()), 0, -1e9
    for k in range(1, len(strength) - 1):
        if strength[k] >= bar and strength[k] > strength[k - 1] and strength[k] >= strength[k + 1]:
            if (k - last) * FINE >= apart_by:
                found += 1
            last = k
    return found
