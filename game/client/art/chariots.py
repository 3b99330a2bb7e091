"""Chariots seen from above, as SVG fragments in mm: front up, about 38 mm long."""

from __future__ import annotations

import numpy as np

from game.client.art.figures import (
    BRONZE,
    STEEL,
    WOOD,
    Coat,
    archer,
    flag,
    gunner,
    helmet,
    pick,
    round_shield,
    spear,
    torso,
)
from game.client.art.mounts import HORSE, horse
from game.client.art.svg import INK, group, line, mirrored, path, rect, stroke, way

BLADE = "#e6eaee"
AXLE_Y = 8.6


def chariot(c: Coat, rng: np.random.Generator, kind: str, pattern: str) -> str:
    """A chariot: ``light`` (two horses), ``heavy`` (four), ``scythed`` (four, and blades)."""
    heavy = kind != "light"
    half = 6.0 if heavy else 4.8
    axle = half + 1.6
    out = _team(c, rng, heavy)
    out += line(-axle, AXLE_Y, axle, AXLE_Y, "#5a4028", 1.0, 0.35)
    if kind == "scythed":
        out += _blades(axle)
    out += wheel(-axle + 0.2, AXLE_Y) + wheel(axle - 0.2, AXLE_Y) + _car(c, half)
    return out + _crew(c, rng, kind, pattern)


def wheel(x: float, y: float, long: float = 6.0) -> str:
    """A wheel on its edge."""
    tread = line(x, y - long / 2 + 0.6, x, y + long / 2 - 0.6, "#8a6238", 0.4, 0.0)
    return rect(x - 0.6, y - long / 2, 1.2, long, "#4a3320", INK, 0.28, 0.5) + tread


def _team(c: Coat, rng: np.random.Generator, heavy: bool) -> str:
    """Pole, yoke, horses and reins."""
    places = (-6.0, -2.1, 2.1, 6.0) if heavy else (-3.2, 3.2)
    out = line(0, -2, 0, -13, WOOD, 0.9, 0.35) + line(places[0], -10.0, places[-1], -10.0, WOOD, 0.8, 0.35)
    for x in places:
        team = horse(pick(rng, HORSE), c.main if heavy else "", c.trim)
        out += group(team, x, -8.2, rng.uniform(-2, 2), 0.88)
        out += stroke(way("M", x, -8, "L", x * 0.3, 4.5), "#2a1c10", 0.26)
    return out


def _blades(axle: float) -> str:
    """Scythes on the axle, spikes on the yoke."""
    a = axle
    scythe = way(
        "M", a, 8.0, "C", a + 1.6, 6.2, a + 2.2, 5.2, a + 2.6, 2.6, "C", a + 1.2, 5.0, a + 0.6, 6.4, a, 9.0, "Z"
    )
    spike = "M 1.2 -19 L 2.1 -15.5 L 0.6 -15.5 Z"
    return "".join(path(mirrored(scythe, s), BLADE) + path(mirrored(spike, s), BLADE, width=0.2) for s in (-1, 1))


def _car(c: Coat, half: float) -> str:
    """Floor boards and the rail, which bows round the front."""
    bow = ("C", -half, 2.6, -half * 0.5, 1.8, 0, 1.8, "C", half * 0.5, 1.8, half, 2.6, half, 4.6)
    out = path(way("M", -half, 4.6, *bow, "L", half, 13.2, "L", -half, 13.2, "Z"), "#8a6238", width=0.35)
    out += "".join(line(-half + 1, y, half - 1, y, "#6b4a2a", 0.35, 0.0) for y in (6.0, 8.4, 10.8))
    rail = way("M", -half, 12.8, "L", -half, 4.6, *bow, "L", half, 12.8)
    return out + stroke(rail, c.main, 1.3, 0.6) + stroke(rail, c.trim, 0.35)


def _crew(c: Coat, rng: np.random.Generator, kind: str, pattern: str) -> str:
    """A driver; an archer, or two spearmen with the standard."""
    out = group(gunner(c, rng), -1.9 if kind != "light" else -1.6, 5.6, size=0.95)
    if kind == "light":
        return out + group(archer(c, rng), 1.7, 9.0, size=0.95)
    if kind == "scythed":
        return out
    shield = round_shield(-1.4, -1.2, 1.6, c.main, c.trim, BRONZE)
    first = spear(2.1, 3, -8) + torso(c.cloth, c.light, rng) + shield + helmet(STEEL, c.trim)
    second = spear(2.1, 3, -7) + torso(c.main, c.light, rng) + helmet(BRONZE)
    out += group(first, 2.4, 6.6, size=0.95) + group(second, -1.2, 10.4, size=0.95)
    return out + flag(c, pattern, 0.2, 12.2, 7.0, 4.2)
