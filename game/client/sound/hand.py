"""The hand: what the player's own hand does at the table, with dice, bases and cards."""

from __future__ import annotations

from game.client.sound.grains import glass, knock, spread
from game.client.sound.level import voices
from game.client.sound.synth import Wave, fading, laid, noise, struck


def dice() -> Wave:
    """Dice tumble over wood: many knocks that grow weaker and rarer."""
    parts = []
    at = 0.0
    for k, (jump, pitch) in enumerate(zip(spread(3, 17, 0.7, 1.3), spread(4, 17, 900, 2100), strict=True)):
        weak = 0.93**k
        parts.append((at, weak * (0.55 + 0.45 * (k % 3 == 0)), knock(pitch, 100 + k, weak)))
        at += 0.018 * jump * (1 + 0.13 * k)
    return laid(0.8, parts)


def click() -> Wave:
    """A button: one short, quiet knock."""
    return knock(1500, 9, 0.6)[:2205]


def place() -> Wave:
    """A base is set down on the table: felt under wood."""
    return struck(0.2, [(210, 1.0, 0.03), (340, 0.4, 0.02)]) + 0.12 * fading(noise(0.2, 300, 2500, 14), 0.012)


def reveal() -> Wave:
    """A card is turned, or a secret comes to light: a flick of paper, and two bowls rung softly one above the other."""
    flick = fading(noise(0.08, 1500, 7000, 15), 0.012, 0.004)
    return laid(0.9, [(0.0, 0.5, flick), (0.08, 0.7, glass(659, 0.8)), (0.18, 0.6, glass(988, 0.7))])


VOICES = voices("hand", dice, click, place, reveal, click=10.0, place=2.0)
"""Sounds of the player's hand; a button is almost silent."""
