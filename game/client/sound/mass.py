"""The mass: who moves, as loops that last as long as the move is shown, by what they are and how many."""

from __future__ import annotations

import numpy as np

from game.client.sound.grains import Placed, clink, footfall, hoof, kinds, scattered, spread, strewn, tread
from game.client.sound.level import voices
from game.client.sound.synth import Wave, noise, ring, samples, silence, slowly, struck, swelling, times, tone

STEP = 0.52
"""Seconds from one step of a march to the next."""


def steps() -> Wave:
    """A few on foot, each with a pace of his own: single footfalls, heel before sole, and now and then a buckle."""
    long = 8 * STEP
    soles = kinds(footfall, 5, 100)
    parts: list[Placed] = []
    for man, (paces, late) in enumerate(((8, 0.0), (7, 0.19), (9, 0.31))):
        moments = [late + n * long / paces + s for n, s in enumerate(scattered(110 + man, paces, 0.0, 0.014))]
        parts += strewn(120 + man, moments, soles)
    parts += [(at, 0.05, clink(k)) for k, at in enumerate(spread(130, 3, 0.0, long))]
    return ring(long, parts)


def march() -> Wave:
    """A body of men in step.

    A score of feet come down within a fifth of a second, then the pause before the next step; scabbards and
    straps clink among them.
    """
    long = 8 * STEP
    soles = kinds(lambda seed: footfall(seed, 0.012), 8, 140)
    parts: list[Placed] = []
    for step in range(8):
        moments = [step * STEP + 0.1 + s for s in scattered(150 + step, 20, 0.0, 0.045)]
        heavy = 1.0 if step % 2 == 0 else 0.82
        parts += [(at, heavy * s, w) for at, s, w in strewn(170 + step, moments, soles)]
    parts += [(at, 0.16, clink(k)) for k, at in enumerate(spread(190, 26, 0.0, long))]
    return ring(long, parts)


def _beaten(seed: int, strides: int, stride: float, beats: tuple[float, ...], riders: int, loose: float) -> Wave:
    """Horses at a pace: ``beats`` are the hooves of a stride (seconds), ``loose`` how far riders are out of step."""
    hooves = kinds(hoof, 5, seed)
    parts: list[Placed] = []
    for rider, late in enumerate(scattered(seed + 1, riders, 0.05, loose)):
        for n in range(strides):
            moments = [n * stride + late + b for b in beats]
            rows = strewn(seed + 10 * rider + n, moments, hooves, 0.08)
            parts += [(at, s * (1.3 if k == len(beats) - 1 else 1.0), w) for k, (at, s, w) in enumerate(rows)]
    return ring(strides * stride, parts)


def horse() -> Wave:
    """One or two on horseback at a canter: three beats and a pause, over and over, hollow and quick."""
    near = _beaten(200, 8, 0.58, (0.0, 0.13, 0.26), 1, 0.0)
    far = np.roll(_beaten(210, 8, 0.58, (0.0, 0.13, 0.26), 1, 0.0), samples(0.05))
    return near + 0.2 * far


def ride() -> Wave:
    """Many horses at a gallop.

    Four beats to the stride, rolling like a drum, a tremble of the ground below them and harness above.
    """
    stride, strides = 0.46, 10
    long = stride * strides
    body = _beaten(230, strides, stride, (0.0, 0.07, 0.15, 0.24), 7, 0.018)
    ground = noise(long, 45, 160, 260) * (0.6 + 0.4 * np.cos(2 * np.pi * (times(long) / stride - 0.4)))
    harness = ring(long, [(at, 0.35, clink(k)) for k, at in enumerate(spread(261, 20, 0.0, long))])
    return body + 0.25 * ground + harness


def wheels() -> Wave:
    """Chariots, wagons and guns on wheels.

    Tyres that grind over stones without a pause, a rumble as the wheels come round, an axle that complains at
    every turn, hooves in front.
    """
    long, round_ = 4.8, 0.6
    t = times(long)
    rumble = noise(long, 50, 220, 270) * (0.75 + 0.25 * np.cos(2 * np.pi * t / round_))
    gravel = kinds(lambda s: struck(0.05, [(900 + 170 * (s % 9), 0.8, 0.006), (2300 + 90 * (s % 7), 0.5, 0.003)]), 8, 0)
    stones = ring(long, strewn(271, spread(272, 300, 0.0, long), gravel, 0.3))
    axle = swelling(tone(0.2, 950, 1250, (1.0, 0.6, 0.3, 0.2)), 0.6)
    squeaks = ring(long, [(n * round_ + 0.2, 0.25 + 0.1 * (n % 3), axle) for n in range(8)])
    grind = noise(long, 400, 3000, 274) * slowly(long, 275, 2.0, 0.5, 1.0)
    return 0.5 * rumble + 1.4 * stones + 1.2 * squeaks + 0.2 * grind + 0.8 * _beaten(276, 12, 0.4, (0.0, 0.2), 2, 0.02)


def elephants() -> Wave:
    """Elephants.

    Slow, deep and soft, four feet to a stride of almost two seconds; leather creaks, a small bell swings.
    """
    stride, strides = 1.9, 3
    long = stride * strides
    pads = [tread(300 + k, 54.0 + 4 * k, 0.1) for k in range(3)]
    feet: list[Placed] = []
    for beast, late in enumerate((0.0, 0.62)):
        for n in range(strides):
            moments = [late + n * stride + b for b in (0.0, 0.42, 0.95, 1.37)]
            feet += [(at, s * (1.0, 0.5)[beast], w) for at, s, w in strewn(310 + 10 * beast + n, moments, pads, 0.1)]
    creak = swelling(noise(0.3, 420, 900, 320), 0.5)
    bell = struck(0.7, [(1870, 0.5, 0.16), (2990, 0.25, 0.09), (4510, 0.12, 0.05)])
    more: list[Placed] = [(n * 0.95 + 0.3, 0.07, creak) for n in range(6)]
    more += [(n * 0.95 + 0.1, 0.05 + 0.03 * (n % 2), bell) for n in range(6)]
    return ring(long, feet) + ring(long, more)


def giants() -> Wave:
    """Giants, trolls and monsters on foot.

    Single heavy treads, one after the other, and gravel that crunches under each.
    """
    long, pace = 4.8, 0.8
    feet = [tread(330 + k, 70.0 + 6 * k, 0.75) for k in range(4)]
    grit = kinds(lambda s: struck(0.05, [(700 + 130 * (s % 8), 0.8, 0.007), (1900 + 110 * s, 0.5, 0.003)]), 6, 1)
    parts = strewn(340, [n * pace + 0.05 for n in range(6)], feet, 0.08)
    for n in range(6):
        parts += [
            (at, 0.35 * s, w) for at, s, w in strewn(341 + n, scattered(350 + n, 14, n * pace + 0.14, 0.05), grit)
        ]
    return ring(long, parts)


def engines() -> Wave:
    """Machines: a motor's even growl that never rests, tracks or joints that clank over it many times a second."""
    long = 4.0
    t = times(long)
    phase = 2 * np.pi * 52 * t + 1.5 * np.sin(2 * np.pi * t / 2.0)
    motor = np.zeros_like(t)
    for k in range(1, 12):
        motor += np.sin(k * phase) / k**0.8
    plates = kinds(lambda s: struck(0.09, [(620 + 90 * (s % 4), 0.7, 0.02), (1480 + 130 * s, 0.5, 0.01)]), 5, 0)
    clank = ring(long, strewn(360, [n / 9.0 for n in range(36)], plates, 0.1))
    return motor * (0.85 + 0.15 * np.cos(2 * np.pi * 13 * t)) + 2.6 * clank + 0.2 * noise(long, 300, 2200, 361)


def drones() -> Wave:
    """Drones in the air: several rotors, a little out of tune with each other, that beat and buzz high up."""
    long = 4.0
    t = times(long)
    out = np.zeros_like(t)
    for who, pitch in enumerate((212.0, 215.5, 219.25, 318.0)):
        sway = 2 * np.pi * pitch * t + 2.0 * np.sin(2 * np.pi * (t / 2.0 + who / 4))
        for k in range(1, 9):
            out += np.sin(k * sway) / k**0.5 * (1.0 if who < 3 else 0.4)
    return out + 0.8 * noise(long, 1800, 6000, 370)


def ghosts() -> Wave:
    """Ghosts: a cold breath that rises and sinks in pitch, and a far voice of two notes in it."""
    long = 6.0
    t = times(long)
    breath = silence(long)
    for k, low in enumerate((420.0, 540.0, 700.0, 880.0, 700.0, 540.0)):
        near = np.maximum(0.0, np.cos(2 * np.pi * (t / long * 2 - k / 6))) ** 2
        breath += noise(long, low, low * 1.25, 380 + k) * near
    far: Wave = np.sin(2 * np.pi * 311 * t) + np.sin(2 * np.pi * 329.5 * t)
    return breath * slowly(long, 391, 0.8, 0.35, 1.0) + 0.15 * far * slowly(long, 390, 0.7, 0.0, 1.0)


VOICES = voices(
    "mass",
    steps,
    march,
    horse,
    ride,
    wheels,
    elephants,
    giants,
    engines,
    drones,
    ghosts,
    loop=True,
    steps=4.0,
    horse=3.0,
)
"""Sounds of movers; a few movers are softer than many."""
