"""The horn: signals and drums that tell what begins, what is ordered, and how it ends."""

from __future__ import annotations

from game.client.sound.grains import Placed, drum, horn
from game.client.sound.level import voices
from game.client.sound.synth import Wave, airy, laid


def _open(seconds: float, parts: list[Placed], seed: int, wet: float = 0.14) -> Wave:
    """A call over open ground: it comes back softly."""
    return airy(laid(seconds, parts), 0.8, wet, 250, 1800, seed)


def drums() -> Wave:
    """A round begins: two deep strokes of a drum, the second lower and longer."""
    return airy(laid(1.0, [(0.0, 0.8, drum(98, 0.5)), (0.26, 1.0, drum(73, 0.7))]), 0.6, 0.1, 80, 900, 1)


def first_call() -> Wave:
    """The turn of the first side: a drum, and a horn that climbs a fourth and holds."""
    return _open(1.15, [(0.0, 0.5, drum(98, 0.4)), (0.08, 0.7, horn(294, 0.22)), (0.3, 1.0, horn(392, 0.8))], 2)


def second_call() -> Wave:
    """The turn of the second side: two strokes, two short deep notes apart, and one below them, held."""
    parts: list[Placed] = [(0.0, 0.7, drum(82, 0.4)), (0.2, 0.7, drum(73, 0.4)), (0.9, 0.5, drum(73, 0.4))]
    parts += [(at, 0.9, horn(220, 0.16, 1.0, 0.5)) for at in (0.1, 0.42)]
    return _open(1.5, [*parts, (0.8, 1.0, horn(165, 0.65, 1.0, 0.5))], 3)


def order() -> Wave:
    """An order goes through: two short notes upwards, clear and near."""
    return _open(0.42, [(0.0, 0.8, horn(440, 0.16)), (0.14, 1.0, horn(587, 0.26))], 4, 0.08)


def dull() -> Wave:
    """An order fails: one low note that sags, with little breath in it."""
    return _open(0.5, [(0.0, 1.0, horn(196, 0.46, 0.8, 0.5))], 5, 0.08)


def charge() -> Wave:
    """A charge: three short notes that press on to a high one, drums driving them faster and faster."""
    notes: list[Placed] = [(0.0, 0.8, horn(392, 0.15)), (0.16, 0.85, horn(392, 0.15)), (0.31, 0.9, horn(494, 0.08))]
    at, beats = 0.0, []
    for k in range(9):
        beats.append((at, 0.3 + 0.05 * k, drum(88, 0.22)))
        at += 0.17 - 0.011 * k
    return _open(1.35, [*notes, *beats, (0.45, 1.0, horn(587, 0.85))], 6)


def rout() -> Wave:
    """A unit breaks or is lost: a horn that cannot hold its note and slides down by a fifth."""
    return _open(1.2, [(0.0, 1.0, horn(349, 1.1, 0.64))], 7, 0.2)


def rally() -> Wave:
    """A fleeing unit rallies: a drum that gathers, and the order's two notes, lower and held."""
    beats: list[Placed] = [(0.11 * k, 0.35 + 0.07 * k, drum(110, 0.2)) for k in range(5)]
    return _open(1.3, [*beats, (0.5, 0.8, horn(294, 0.22)), (0.72, 1.0, horn(440, 0.5))], 8)


def fallen() -> Wave:
    """A general falls: one very deep stroke, a breath of nothing, and a low horn of two notes that dies away."""
    calls: list[Placed] = [(0.45, 0.9, horn(220, 0.6, 1.0, 0.6)), (1.0, 1.0, horn(165, 1.2, 0.97, 0.6))]
    return _open(2.3, [(0.0, 1.3, drum(52, 0.9)), *calls], 9, 0.22)


def victory() -> Wave:
    """The battle is over: a fanfare, three notes that climb and a chord that stands with drums under it."""
    parts: list[Placed] = [(0.0, 0.8, horn(294, 0.22)), (0.2, 0.8, horn(294, 0.2)), (0.38, 0.9, horn(370, 0.26))]
    parts += [(0.62, 0.8, horn(440, 0.4)), (0.98, 0.75, horn(294, 1.2)), (0.98, 0.75, horn(440, 1.2))]
    parts += [(0.98, 1.0, horn(587, 1.2)), (0.98, 0.9, drum(73, 0.8)), (1.3, 0.6, drum(73, 0.6))]
    return _open(2.3, parts, 10, 0.18)


VOICES = voices(
    "horn",
    *(drums, first_call, second_call, order, dull, charge, rout, rally, fallen, victory),
    order=2.0,
    dull=2.0,
)
"""Sounds of horns and drums; frequent ones are a little softer."""
