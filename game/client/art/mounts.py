"""Horses and riders, elephants and engines seen from above, as SVG fragments in mm: front up."""

from __future__ import annotations

import numpy as np

from game.client.art.figures import (
    BRONZE,
    STEEL,
    STRING,
    WOOD,
    Coat,
    bare_head,
    flag,
    gunner,
    helmet,
    pick,
    round_shield,
    spear,
    torso,
)
from game.client.art.pieces import hexed, tint
from game.client.art.svg import dot, ellipse, glow, group, line, mirrored, path, rect, stroke, way

HORSE = ("#7a4a28", "#96602f", "#59402f", "#b17f4c", "#ddd4c4", "#6b4128")
TIMBER = "#94693c"

TAIL = "M -0.8 6.6 C -1.6 8.4 -1.2 10.4 -0.1 11.4 C 0.5 10.6 1.5 8.6 0.8 6.6 Z"
NECK = "M -1.5 -3.2 C -1.2 -4.6 -1.15 -5.6 -1.1 -6.4 L 1.1 -6.4 C 1.15 -5.6 1.2 -4.6 1.5 -3.2 Z"
BARREL = (
    "M -2.15 -2.6 C -1.9 -4.5 1.9 -4.5 2.15 -2.6 C 2.3 -0.6 2.35 1 2.25 2.4 C 2.75 4.2 2.6 6.4 1.3 7.3 "
    "C 0.5 7.8 -0.5 7.8 -1.3 7.3 C -2.6 6.4 -2.75 4.2 -2.25 2.4 C -2.35 1 -2.3 -0.6 -2.15 -2.6 Z"
)
MUZZLE = (
    "M -1.15 -6 C -1.45 -7 -1 -8.6 -0.8 -9.6 C -0.65 -10.4 0.65 -10.4 0.8 -9.6 "
    "C 1 -8.6 1.45 -7 1.15 -6 C 0.6 -5.4 -0.6 -5.4 -1.15 -6 Z"
)
EAR = "M -1.25 -6.3 L -1.55 -5 L -0.5 -5.7 Z"
MANE = "M 0 -6.6 C 0.3 -5.2 -0.2 -3.8 0 -2.2"
SADDLE = "M -2.75 -0.8 C -1 -1.3 1 -1.3 2.75 -0.8 L 2.6 4.4 C 1 4.9 -1 4.9 -2.6 4.4 Z"


def horse(colour: str, saddle: str = "", trim: str = "") -> str:
    """A horse about 20 mm long from nose to tail, with a saddle cloth where colours are given."""
    dark, light = hexed(tint(colour, 0.5)), hexed(tint(colour, 1.32))
    hooves = ((-1.9, -3.6), (1.9, -2.9), (-2.1, 5.6), (2.1, 5.0))
    out = "".join(ellipse(x, y, 0.85, 1.5, dark) for x, y in hooves)
    out += path(TAIL, dark) + path(NECK, colour) + path(BARREL, colour, width=0.3)
    out += glow(-0.75, 5.0, 0.9, 1.7, light, 0.6) + glow(-0.7, -2.2, 0.8, 1.1, light, 0.5)
    out += path(MUZZLE, colour) + glow(0, -9.5, 0.6, 0.5, dark, 1.0)
    out += path(EAR, colour, width=0.2) + path(mirrored(EAR, -1), colour, width=0.2) + stroke(MANE, dark, 1.05)
    if saddle:
        out += path(SADDLE, saddle) + stroke("M -2.4 3.7 C -1 4.1 1 4.1 2.4 3.7", trim, 0.6)
    return out


def rider(c: Coat, rng: np.random.Generator, heavy: bool = True) -> str:
    """A man in the saddle, at the horse's middle."""
    weapon = spear(2.3, 4.2, -8.4, rng.uniform(-0.3, 0.3)) if heavy else spear(2.2, 2.4, -4.8, rng.uniform(-1.0, 0.4))
    man = torso(c.main if heavy else c.light, c.light, rng, 2.45)
    shield = round_shield(-2.4, -0.9, 1.9 if heavy else 1.6, c.main, c.trim, BRONZE)
    if heavy or rng.random() < 0.3:
        head = helmet(STEEL if rng.random() < 0.5 else BRONZE, c.trim if heavy else "")
    else:
        head = bare_head(rng)
    return weapon + group(man + shield + head, y=0.9, size=1.08)


def cavalryman(c: Coat, rng: np.random.Generator) -> str:
    """Heavy horse: saddle cloth in the side's colour, lance, crest."""
    return horse(pick(rng, HORSE), c.main, c.trim) + rider(c, rng)


def light_horseman(c: Coat, rng: np.random.Generator) -> str:
    """Light horse: bare back or a light cloth, javelins."""
    return horse(pick(rng, HORSE), c.light if rng.random() < 0.5 else "", c.main) + rider(c, rng, heavy=False)


CLOAK = "M -2 0.6 C -3.3 3.6 -2.8 6.6 -1.8 8.2 C -0.4 7.2 0.9 7.5 2 8 C 2.9 6 3.2 3.4 2 0.6 Z"


def captain(c: Coat, rng: np.random.Generator, cloak: str, crest: str) -> str:
    """A mounted commander with a cloak."""
    coat = "#e2dccf" if rng.random() < 0.5 else "#6b4530"
    folds = "M -0.9 2.2 C -1.4 4.6 -1.2 6.2 -1 7.2 M 0.8 2.2 C 1.2 4.6 1.1 6 1 7.2"
    return (
        horse(coat, c.main, c.trim)
        + path(CLOAK, cloak, width=0.3)
        + stroke(folds, hexed(tint(cloak, 0.6)), 0.4)
        + line(2.0, -0.6, 2.9, -4.6, STEEL, 0.5, 0.3)
        + group(torso(c.dark, c.light, rng, 2.2) + helmet(BRONZE, crest, 1.3), y=0.6)
    )


def ensign(c: Coat, rng: np.random.Generator, pattern: str, long: float = 11.0, high: float = 7.0) -> str:
    """A mounted standard bearer."""
    return (
        horse(pick(rng, HORSE), c.dark, c.trim)
        + group(torso(c.main, c.light, rng, 2.1) + helmet(BRONZE), y=1.0)
        + line(1.8, 1.2, 1.8, -1.2, WOOD, 0.7, 0.3)
        + flag(c, pattern, 1.7, -0.8, long, high)
    )


def trumpeter(c: Coat, rng: np.random.Generator) -> str:
    """A mounted man with a trumpet."""
    man = torso(c.light, c.trim, rng, 2.1) + helmet(BRONZE, c.light)
    trumpet = line(0.6, -1.4, 2.6, -5.6, BRONZE, 0.6, 0.3) + ellipse(2.8, -6.0, 0.9, 0.6, BRONZE, 0.25, 25)
    return horse(pick(rng, HORSE), c.dark, c.trim) + group(man, y=1.0) + trumpet


# --- elephants ---------------------------------------------------------------------------------------------------

TRUNK_BODY = (
    "M -5.4 -5 C -7.2 0 -7.2 7 -4.8 11.6 C -2.8 14.6 2.8 14.6 4.8 11.6 "
    "C 7.2 7 7.2 0 5.4 -5 C 3.6 -7.8 -3.6 -7.8 -5.4 -5 Z"
)
BIG_EAR = "M 2.8 -8.4 C 6.4 -11.2 8.8 -9.2 8.2 -6.2 C 7.4 -3.8 4.6 -4.2 3 -6 Z"
EAR_FOLD = "M 3.6 -8 C 6 -9.6 7.4 -8.4 7 -6.6"
TUSK = "M 1.7 -12.2 C 2.6 -14 2.8 -15.8 1.7 -17.4"


def elephant(c: Coat, rng: np.random.Generator, pattern: str) -> str:
    """An elephant about 34 mm long with a tower and crew."""
    hide = pick(rng, ("#8a8783", "#7d7a78", "#98938a"))
    dark, light = hexed(tint(hide, 0.68)), hexed(tint(hide, 1.2))
    out = path("M -0.5 13.6 C -0.8 15.4 -0.4 16.6 0.3 17.2 C 0.6 16 0.6 14.8 0.5 13.6 Z", dark)
    out += "".join(ellipse(x, y, 1.8, 2.3, dark, 0.3) for x, y in ((-5, -4.6), (5, -4.6), (-4.8, 9.6), (4.8, 9.6)))
    out += path(TRUNK_BODY, hide, width=0.4) + glow(-2.2, 3, 2.6, 7, light, 0.35)
    for s in (-1, 1):
        out += path(mirrored(BIG_EAR, s), hexed(tint(hide, 0.9)), width=0.35) + stroke(
            mirrored(EAR_FOLD, s), dark, 0.35
        )
        out += stroke(mirrored(TUSK, s), "#f4ecd8", 0.8, 0.4)
    sway = rng.uniform(-2.2, 2.2)
    out += stroke(way("M", 0, -12.6, "C", sway * 0.4, -15.2, -sway, -16.8, sway, -19.6), hide, 1.9, 0.6)
    out += ellipse(0, -9.6, 3.6, 4.0, hide, 0.4) + glow(-0.9, -10.6, 1.4, 1.6, light, 0.5)
    out += path("M -2.3 -11.2 L 2.3 -11.2 L 1.3 -7.4 L -1.3 -7.4 Z", c.main) + dot(0, -9.8, 0.6, c.trim)
    out += rect(-6.6, -2.2, 13.2, 10.8, c.main, "#2a1c12", 0.35) + rect(-5.8, -1.4, 11.6, 9.2, "none", c.trim, 0.7)
    out += group(torso(c.light, c.trim, rng, 1.9) + bare_head(rng, 1.05), y=-5.4, size=0.92)
    out += rect(-4.4, -0.6, 8.8, 7.6, "#8a6238", "#2a1c12", 0.5) + rect(-3.4, 0.4, 6.8, 5.6, "#5e4227", "#c79a5c", 0.5)
    first = spear(2.0, 2, -9, -0.6) + torso(c.cloth, c.light, rng, 2.0) + helmet(BRONZE)
    second = spear(2.0, 2, -8, 0.8) + torso(c.cloth, c.light, rng, 2.0) + helmet(STEEL, c.trim)
    out += group(first, -1.7, 2.0, size=0.82) + group(second, 1.9, 4.4, size=0.82)
    return out + flag(c, pattern, -2.6, 6.2, 6.0, 3.8)


# --- engines -----------------------------------------------------------------------------------------------------


def bolt_thrower(c: Coat, rng: np.random.Generator) -> str:
    """A scorpion on its stand, with two of its crew."""
    out = line(-5.2, 7.6, 0, 1.0, WOOD, 1.3, 0.4) + line(5.2, 7.6, 0, 1.0, WOOD, 1.3, 0.4)
    out += rect(-1.3, -9.5, 2.6, 20.0, TIMBER, "#2a1c12", 0.4) + line(0, 10, 0, -9, "#5a3e22", 0.7, 0.0)
    out += line(0, 6.5, 0, -14.5, "#efe3c8", 0.5, 0.3) + path("M -0.8 -13.4 L 0 -16.4 L 0.8 -13.4 Z", STEEL)
    out += stroke("M -7.6 -1.6 L 0 4.2 L 7.6 -1.6", STRING, 0.35)
    arm = "M 2.6 -6.4 C 5.4 -6.4 7.2 -4.4 7.7 -1.4"
    for s in (-1, 1):
        out += stroke(mirrored(arm, s), "#b98849", 1.1, 0.6) + ellipse(s * 2.5, -6.4, 1.5, 1.7, BRONZE, 0.35)
        out += dot(s * 2.5 - 0.3, -6.9, 0.5, "#fff2c8", 0.7)
    out += rect(-4.4, -8.2, 8.8, 1.1, c.main, "#2a1c12", 0.35) + line(-2.6, 9.0, 2.6, 9.0, "#5a4028", 0.8, 0.3)
    return out + group(gunner(c, rng), -5.6, 11.2, 20, 1.15) + group(gunner(c, rng), 5.6, 12.4, -25, 1.15)


def stone_thrower(c: Coat, rng: np.random.Generator) -> str:
    """A one-armed engine with a pile of stones."""
    out = rect(-4.4, -9, 1.4, 21, TIMBER, "#2a1c12", 0.4) + rect(3.0, -9, 1.4, 21, TIMBER, "#2a1c12", 0.4)
    out += "".join(line(-4.4, y, 4.4, y, WOOD, 1.2, 0.4) for y in (-8.2, 0.6, 10.6))
    out += ellipse(-3.7, 0.6, 1.2, 1.9, BRONZE, 0.3) + ellipse(3.7, 0.6, 1.2, 1.9, BRONZE, 0.3)
    out += line(0, 0.6, 0, 9.6, "#b98849", 1.5, 0.4) + ellipse(0, 10.4, 2.0, 1.8, "#5a4028", 0.35)
    out += ellipse(0, 10.4, 1.3, 1.2, "#a39c8e", 0.3) + rect(-4.6, -10, 9.2, 1.4, c.main, "#2a1c12", 0.35)
    out += "".join(ellipse(x, y, 1.05, 0.95, "#a39c8e", 0.28) for x, y in ((-7.4, -4.0), (-6.4, -2.4), (-8.2, -2.2)))
    return out + group(gunner(c, rng), -6.6, 9.6, 25, 1.15) + group(gunner(c, rng), 6.6, 7.0, -70, 1.15)
