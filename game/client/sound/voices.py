"""The sounds of a battle, each a function of nothing: made of struck bodies, noises and tones, none recorded."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.client.sound.synth import Wave, fading, finished, laid, noise, samples, struck, swelling, tone


def _spread(seed: int, n: int, low: float, high: float) -> list[float]:
    """Numbers between two bounds, always the same for a seed."""
    return [float(x) for x in np.random.default_rng(seed).uniform(low, high, n)]


def _knock(pitch: float, seed: int, hard: float = 1.0) -> Wave:
    """A small hard thing hits wood."""
    body = struck(0.12, [(pitch, 0.9, 0.016), (pitch * 1.52, 0.5, 0.010), (pitch * 2.37, 0.35 * hard, 0.006)])
    return body + 0.16 * hard * fading(noise(0.12, 1800, 9000, seed), 0.004)


def _drum(pitch: float, seconds: float = 0.5) -> Wave:
    """A deep drum."""
    skin = fading(tone(seconds, pitch * 1.6, pitch, (1.0, 0.2)), seconds / 4, 0.003)
    return skin + 0.05 * fading(noise(seconds, 120, 1400, 11), 0.02)


def _horn(pitch: float, seconds: float, bend: float = 1.0) -> Wave:
    """A signal horn: many harmonics, a soft beginning, a breath of noise."""
    n = samples(seconds)
    t = np.arange(n) / n
    body = tone(seconds, pitch, pitch * bend, (1.0, 0.75, 0.62, 0.42, 0.3, 0.2, 0.12, 0.07))
    shake = 1 + 0.06 * np.sin(2 * np.pi * 5.2 * t * seconds)
    shape = np.minimum(1.0, t / 0.08) * np.minimum(1.0, (1 - t) / 0.25)
    out: Wave = (body * shake + 0.02 * noise(seconds, 500, 4000, 23)) * shape
    return out


def dice() -> Wave:
    """Dice tumble over wood: many knocks that grow weaker and rarer."""
    parts = []
    at = 0.0
    for k, (jump, pitch) in enumerate(zip(_spread(3, 17, 0.7, 1.3), _spread(4, 17, 900, 2100), strict=True)):
        weak = 0.93**k
        parts.append((at, weak * (0.55 + 0.45 * (k % 3 == 0)), _knock(pitch, 100 + k, weak)))
        at += 0.018 * jump * (1 + 0.13 * k)
    return finished(laid(0.8, parts), 0.7)


def click() -> Wave:
    """A short, quiet click of a button."""
    return finished(laid(0.05, [(0.0, 1.0, _knock(1500, 9, 0.6))]), 0.35)


def place() -> Wave:
    """A base is set down on the table."""
    body = struck(0.2, [(210, 1.0, 0.03), (340, 0.4, 0.02)]) + 0.12 * fading(noise(0.2, 300, 2500, 14), 0.012)
    return finished(body, 0.5)


def march() -> Wave:
    """Many feet in step, and a drum with them."""
    parts = []
    for step in range(4):
        at = 0.04 + 0.27 * step
        for k, late in enumerate(_spread(40 + step, 7, 0.0, 0.05)):
            parts.append((at + late, 0.3, fading(noise(0.14, 90, 1100, 200 + 10 * step + k), 0.026, 0.006)))
        parts.append((at, 0.8 if step % 2 == 0 else 0.45, _drum(72, 0.26)))
    return finished(laid(1.2, parts), 0.55)


def ride() -> Wave:
    """Hooves at a gallop."""
    parts = []
    for beat in range(5):
        for k, late in enumerate((0.0, 0.075, 0.15)):
            at = 0.02 + 0.235 * beat + late
            hoof = struck(0.09, [(165 + 22 * k, 1.0, 0.018), (420 + 30 * k, 0.4, 0.009)])
            parts.append((at, 0.6 + 0.2 * (k == 2), hoof + 0.1 * fading(noise(0.09, 200, 2200, 300 + k), 0.008)))
    return finished(laid(1.25, parts), 0.6)


def volley() -> Wave:
    """Bows are loosed: strings, then shafts in flight, then they strike."""
    parts = []
    for k, late in enumerate(_spread(50, 8, 0.0, 0.13)):
        parts.append((late, 0.5, fading(tone(0.12, 190 + 9 * k, 120, (1.0, 0.6, 0.4)), 0.025)))
    hiss = swelling(noise(0.6, 1800, 6500, 51), 0.35)
    parts.append((0.06, 0.22, hiss))
    for k, late in enumerate(_spread(52, 7, 0.5, 0.72)):
        parts.append((late, 0.45, _knock(420 + 35 * k, 400 + k, 0.7)))
    return finished(laid(0.95, parts), 0.65)


def blows() -> Wave:
    """Iron upon iron and shields."""
    parts = []
    for k, at in enumerate((0.0, 0.13, 0.21, 0.37, 0.48)):
        pitch = (1240, 980, 1530, 1110, 1380)[k]
        modes = [(pitch, 0.7, 0.09), (pitch * 1.83, 0.45, 0.06), (pitch * 2.71, 0.3, 0.04), (pitch * 3.9, 0.16, 0.03)]
        parts.append((at, 0.55 if k % 2 else 0.8, struck(0.35, modes)))
        parts.append((at, 0.6, fading(noise(0.1, 150, 900, 500 + k), 0.02)))
    return finished(laid(0.85, parts), 0.6)


def charge() -> Wave:
    """A horn calls, and hooves and feet come on."""
    parts = [(0.0, 0.8, _horn(294, 0.3)), (0.3, 1.0, _horn(392, 0.75))]
    rumble = swelling(noise(1.2, 45, 260, 60), 0.75)
    parts.append((0.15, 0.35, rumble))
    parts += [(0.3 + 0.11 * k, 0.25 + 0.04 * k, _drum(85, 0.2)) for k in range(8)]
    return finished(laid(1.4, parts), 0.7)


def rout() -> Wave:
    """A falling horn, and feet that run out of step."""
    parts = [(0.0, 0.85, _horn(330, 0.9, 0.62))]
    for k, at in enumerate(_spread(70, 26, 0.15, 1.35)):
        parts.append((at, 0.4 * (1.4 - at), fading(noise(0.09, 110, 1500, 600 + k), 0.018)))
    return finished(laid(1.5, parts), 0.6)


def loss() -> Wave:
    """Something heavy falls."""
    parts = [(0.0, 1.0, _drum(58, 0.45)), (0.0, 0.25, fading(noise(0.3, 100, 1600, 80), 0.04))]
    parts.append((0.1, 0.3, _knock(520, 81, 0.6)))
    return finished(laid(0.5, parts), 0.6)


def turn() -> Wave:
    """Two strokes of a drum: another turn."""
    return finished(laid(0.9, [(0.0, 0.8, _drum(98, 0.4)), (0.24, 1.0, _drum(73, 0.6))]), 0.5)


def order() -> Wave:
    """A short call: an order goes through."""
    return finished(laid(0.42, [(0.0, 0.8, _horn(440, 0.16)), (0.14, 1.0, _horn(587, 0.26))]), 0.4)


def dull() -> Wave:
    """A call that comes to nothing."""
    return finished(laid(0.45, [(0.0, 1.0, _horn(247, 0.42, 0.84))]), 0.4)


def reveal() -> Wave:
    """Something comes to light, or a spell is spoken: glassy tones that rise."""
    parts = []
    for k, pitch in enumerate((523, 659, 784, 1047)):
        modes = [(pitch, 1.0, 0.28), (pitch * 2.76, 0.3, 0.12), (pitch * 5.4, 0.12, 0.06)]
        parts.append((0.07 * k, 0.7, struck(0.8, modes)))
    return finished(laid(1.0, parts), 0.45)


def victory() -> Wave:
    """A fanfare."""
    parts = [(0.0, 0.8, _horn(294, 0.22)), (0.2, 0.8, _horn(294, 0.2)), (0.38, 0.9, _horn(370, 0.26))]
    parts += [(0.62, 0.8, _horn(440, 0.4)), (0.98, 0.75, _horn(294, 1.2)), (0.98, 0.75, _horn(440, 1.2))]
    parts += [(0.98, 1.0, _horn(587, 1.2)), (0.98, 0.9, _drum(73, 0.8)), (1.3, 0.6, _drum(73, 0.6))]
    return finished(laid(2.3, parts), 0.7)


VOICES: dict[str, Callable[[], Wave]] = {
    f.__name__: f
    for f in (
        dice,
        click,
        place,
        march,
        ride,
        volley,
        blows,
        charge,
        rout,
        loss,
        turn,
        order,
        dull,
        reveal,
        victory,
    )
}
"""Every sound by its name."""
