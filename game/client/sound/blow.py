"""The blow: what strikes and what is struck, by what it is done with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.client.sound.grains import (
    Placed,
    clash,
    footfall,
    glass,
    kinds,
    knock,
    report,
    scattered,
    spread,
    strewn,
    string,
    thud,
    tread,
)
from game.client.sound.level import voices
from game.client.sound.synth import Wave, airy, fading, laid, noise, struck, swelling, times, tone

FLIGHT = 0.5
"""Seconds from the shot to the strike: the middle of what is seen in the air."""


def _shots(seed: int, n: int, loose: Sequence[Wave], wide: float, air: Wave, hits: Sequence[Wave], far: float) -> Wave:
    """Things are let fly within ``wide`` seconds, hiss through the air, and strike ``far`` seconds later."""
    gone = spread(seed, n, 0.0, wide)
    parts = strewn(seed + 1, gone, loose, 0.1)
    parts.append((0.05, 1.0, air))
    late = scattered(seed + 2, n, far, 0.05)
    parts += strewn(seed + 3, [a + b for a, b in zip(gone, late, strict=True)], hits, 0.2)
    return laid(max(at + len(w) / 44100 for at, _s, w in parts), parts)


def bow() -> Wave:
    """One archer: a twang and a slap, a short hiss, one knock where it strikes."""
    return _shots(
        1, 1, [1.8 * string(190, 60)], 0.0, 0.12 * swelling(noise(0.4, 2500, 7000, 51), 0.4), [0.7 * thud(3)], FLIGHT
    )


def bows() -> Wave:
    """A volley of bows.

    Strings that ripple off within a fifth of a second, a hiss of shafts overhead, then a patter of strikes.
    """
    strings = [string(165 + 13 * k, 60 + k) for k in range(6)]
    hiss = 0.3 * swelling(noise(0.6, 1800, 6500, 51), 0.45)
    return _shots(4, 16, strings, 0.22, hiss, kinds(thud, 6, 400), FLIGHT)


def bolts() -> Wave:
    """Crossbows: the hard snap of steel and wood, lower than a bow and over at once, and a heavy thunk."""

    def snap(seed: int) -> Wave:
        lock = struck(0.16, [(740 + 40 * (seed % 4), 0.9, 0.012), (1630, 0.6, 0.007)])
        prod = fading(tone(0.16, 120, 85, (1.0, 0.8, 0.6, 0.5)), 0.035)
        return lock + 0.8 * prod + 0.6 * fading(noise(0.16, 1200, 6000, seed), 0.005)

    heavy = [1.5 * thud(70 + k) + 0.7 * knock(300 + 40 * k, 75 + k) for k in range(4)]
    return _shots(7, 5, kinds(snap, 4, 500), 0.12, 0.1 * swelling(noise(0.35, 2600, 7000, 52), 0.3), heavy, 0.4)


def javelins() -> Wave:
    """Javelins: arms swing with a low whoosh, shafts drop with a clatter of wood."""
    swing = [0.4 * swelling(noise(0.26, 250 + 60 * k, 1300 + 150 * k, 520 + k), 0.6) for k in range(4)]
    wood = [knock(420 + 60 * k, 530 + k, 0.6) + 0.8 * thud(535 + k) for k in range(5)]
    return _shots(10, 8, swing, 0.2, 0.05 * noise(0.4, 1500, 5000, 53), wood, 0.55)


def slings() -> Wave:
    """Slings: cords whirl three times round, each time faster, a crack as they let go, and stones that ping off."""
    parts: list[Placed] = []
    for at, long in ((0.0, 0.2), (0.17, 0.16), (0.3, 0.12)):
        parts += [(at + s, 0.5, swelling(noise(long, 500, 1900, 540), 0.5)) for s in spread(541, 4, 0.0, 0.04)]
    crack = fading(noise(0.05, 1500, 9000, 542), 0.005, 0.001)
    parts += [(0.42 + s, 1.2, crack) for s in spread(543, 6, 0.0, 0.12)]
    ping = [struck(0.12, [(2100 + 330 * k, 0.9, 0.012), (3700 + 210 * k, 0.5, 0.008)]) for k in range(5)]
    parts += strewn(544, spread(545, 9, 0.85, 1.1), [p + 0.7 * thud(546 + k) for k, p in enumerate(ping)])
    return laid(1.25, parts)


def musket() -> Wave:
    """One firearm: the flint's click, a crack, and what the open ground throws back of it."""
    lock = struck(0.04, [(3300, 0.25, 0.005), (5100, 0.15, 0.003)])
    shot = laid(0.55, [(0.0, 0.6, lock), (0.035, 1.0, report(560))])
    return airy(shot, 0.7, 0.16, 150, 2200, 561)


def muskets() -> Wave:
    """A volley of muskets: reports that tear along the line for a third of a second, and roll away over the ground."""
    moments = sorted(scattered(562, 18, 0.16, 0.075))
    shots = [report(563 + k, 0.8 + 0.1 * k) for k in range(5)]
    return airy(laid(0.9, strewn(570, moments, shots, 0.2)), 1.0, 0.2, 120, 1800, 571)


def cannon() -> Wave:
    """A gun.

    A blow that is felt before it is heard, deep, at once at its strongest; it booms for a second and rolls.
    """
    boom = fading(tone(1.0, 92, 46, (1.0, 0.6, 0.35, 0.2)), 0.16, 0.002)
    blast = fading(noise(1.0, 70, 900, 580), 0.1, 0.001)
    crack = fading(noise(1.0, 600, 6000, 581), 0.014, 0.0008)
    return airy(boom + 0.8 * blast + 0.9 * crack, 1.3, 0.22, 50, 700, 582)


def stones() -> Wave:
    """An engine throws a stone: the arm slams into its beam, the stone hums over, then it bursts among rubble."""
    slam = struck(0.5, [(88, 1.0, 0.09), (143, 0.7, 0.06), (392, 0.4, 0.03)]) + 0.5 * fading(
        noise(0.5, 150, 1800, 590), 0.02
    )
    hum = 0.12 * swelling(tone(0.6, 170, 120, (1.0, 0.5, 0.4)), 0.7)
    land = fading(noise(0.6, 60, 700, 591), 0.07, 0.002)
    rubble = strewn(592, sorted(spread(593, 26, 0.78, 1.3)), [knock(500 + 140 * k, 594 + k) for k in range(6)], 0.3)
    fall = [(at, s * float(np.exp(-(at - 0.78) / 0.2)), w) for at, s, w in rubble]
    return laid(1.45, [(0.0, 1.0, slam), (0.12, 1.0, hum), (0.75, 1.0, land), *fall])


def ballista() -> Wave:
    """A bolt thrower: twisted cords let go with a deep crack of wood, a long hiss, one great knock."""
    frame = struck(0.4, [(176, 1.0, 0.05), (287, 0.8, 0.035), (655, 0.5, 0.02)])
    cords = fading(tone(0.4, 84, 70, (1.0, 0.9, 0.8, 0.6, 0.4)), 0.08)
    snap = frame + 0.7 * cords + 0.6 * fading(noise(0.4, 700, 5000, 600), 0.008)
    hiss = 0.2 * swelling(noise(0.45, 2200, 8000, 601), 0.25)
    strike = struck(0.3, [(231, 1.0, 0.04), (518, 0.6, 0.02)]) + 0.6 * fading(noise(0.3, 200, 2600, 602), 0.015)
    return laid(0.95, [(0.0, 1.0, snap), (0.06, 1.0, hiss), (0.52, 0.9, strike)])


def spell() -> Wave:
    """A spell: glassy tones that climb one after another, and a shimmer over them that fades slowly."""
    parts: list[Placed] = [(0.07 * k, 0.6, glass(p, 1.1, 0.4)) for k, p in enumerate((523, 622, 740, 880, 1047))]
    t = times(1.1)
    shimmer = swelling(noise(1.1, 4000, 9000, 610), 0.45) * (0.6 + 0.4 * np.sin(2 * np.pi * 11 * t))
    return laid(1.5, [*parts, (0.1, 0.14, shimmer)])


def flame() -> Wave:
    """Fire is breathed: a roar that swells for half a second and sinks again, with crackling in it to its end."""
    roar = swelling(noise(1.1, 110, 900, 620), 0.35) + 0.3 * swelling(noise(1.1, 900, 3000, 621), 0.3)
    spark = [fading(noise(0.02, 1500, 8000, 622 + k), 0.003, 0.0005) for k in range(4)]
    return laid(
        1.15, [(0.0, 1.0, roar), *((a, 1.6 * s, w) for a, s, w in strewn(630, spread(631, 40, 0.1, 1.1), spark))]
    )


def blades() -> Wave:
    """Hand to hand with iron: a few blades ring on each other and on shields, unevenly, each soon dead."""
    parts: list[Placed] = []
    for k, at in enumerate((0.0, 0.14, 0.22, 0.37, 0.49, 0.58)):
        parts.append((at, (0.9, 0.6, 0.8, 0.5, 0.9, 0.55)[k], clash(500 + k)))
        if k % 2 == 0:
            parts.append((at + 0.02, 0.9, knock(330 + 25 * k, 640 + k, 0.5)))
    return laid(1.0, parts)


def crush() -> Wave:
    """Great weight falls on men: dull heavy blows, wood that splits under them, hardly any ring."""
    split = [knock(260 + 70 * k, 650 + k, 1.0) + 0.9 * fading(noise(0.12, 700, 4000, 655 + k), 0.02) for k in range(4)]
    parts: list[Placed] = [(at, s, tread(660 + k, 66.0, 0.5)) for k, (at, s) in enumerate(((0.0, 1.0), (0.34, 0.8)))]
    parts += strewn(664, [0.03, 0.06, 0.11, 0.37, 0.4, 0.46, 0.5], split, 0.2)
    return laid(1.0, parts)


def felled() -> Wave:
    """Men go down: a body and a shield strike the ground, one after the other, and something small rolls after."""
    body = tread(670, 82.0, 0.3)
    shield = struck(0.35, [(205, 1.0, 0.05), (331, 0.6, 0.04), (587, 0.3, 0.02)]) + 0.4 * fading(
        noise(0.35, 300, 2400, 671), 0.02
    )
    rattle = strewn(672, [0.3, 0.36, 0.41, 0.45, 0.48], [knock(900, 673, 0.6), knock(1150, 674, 0.6)])
    return laid(0.75, [(0.0, 0.9, body), (0.13, 0.9, shield), *((a, 0.28 * s, w) for a, s, w in rattle)])


def wreck() -> Wave:
    """A machine or an engine breaks: a burst, then sheets and beams that clatter down for most of a second."""
    burst = fading(noise(0.6, 80, 2500, 680), 0.07, 0.002)
    sheet = [
        struck(0.3, [(410 + 97 * k, 0.7, 0.07), (1070 + 131 * k, 0.5, 0.05), (2330 + 89 * k, 0.3, 0.03)])
        for k in range(6)
    ]
    rain = strewn(681, sorted(spread(682, 15, 0.1, 0.95)), sheet, 0.25)
    return laid(1.3, [(0.0, 1.6, burst), *((a, s * float(np.exp(-a / 0.6)), w) for a, s, w in rain)])


def running() -> Wave:
    """Men break and run: feet out of any step that come thick at first and thin out, cries of no word far off."""
    dice = np.random.default_rng(690)
    moments = sorted(float(x) for x in 1.5 * dice.random(60) ** 1.3)
    feet = [(a, s * (1.15 - a / 1.6), w) for a, s, w in strewn(691, moments, kinds(footfall, 6, 692), 0.2)]
    cries: list[Placed] = []
    for k, at in enumerate(spread(698, 6, 0.05, 0.9)):
        pitch = 310 + 55 * k
        cries.append((at, 0.16, swelling(tone(0.4, pitch * 1.15, pitch * 0.85, (0.5, 1.0, 0.8, 0.5, 0.3)), 0.3)))
    return laid(1.6, [*feet, *cries])


def puff() -> Wave:
    """Smoke is thrown: a dull pop and a long hiss that sinks into nothing."""
    pop = fading(noise(0.2, 120, 800, 700), 0.03, 0.003)
    return laid(1.2, [(0.0, 1.2, pop), (0.03, 0.5, fading(noise(1.1, 1200, 6000, 701), 0.35, 0.06))])


VOICES = voices(
    "blow",
    *(bow, bows, bolts, javelins, slings, musket, muskets, cannon, stones, ballista, spell, flame),
    *(blades, crush, felled, wreck, running, puff),
    bow=3.0,
    musket=1.0,
    puff=3.0,
)
"""Sounds of blows; one shot is softer than many."""
