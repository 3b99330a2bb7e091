"""Single fighters seen from above for skirmish bases, as SVG fragments in mm: front up, a man about 5 mm wide.

They are made of the parts of :mod:`game.client.art.figures` and drawn larger by :mod:`game.client.art.models`.
"""

from __future__ import annotations

import numpy as np

from game.client.art.figures import (
    BRONZE,
    STEEL,
    STRING,
    WOOD,
    Coat,
    bare_head,
    helmet,
    pick,
    round_shield,
    spear,
    tall_shield,
    torso,
)
from game.client.art.pieces import hexed, tint
from game.client.art.svg import dot, ellipse, glow, group, line, path, rect, star, stroke, way

LEATHER = "#6b4a2c"
GOLD = "#e8bf4a"
FLAME = ("#ffd76a", "#f08a2c")
GLOW = "#bfe8ff"
CAPE = "M -2.2 -0.4 C -3.4 1.6 -3.2 3.6 -2.3 4.6 C -0.8 4.0 0.8 4.0 2.3 4.6 C 3.2 3.6 3.4 1.6 2.2 -0.4 Z"
FOLDS = "M -1.2 0.8 C -1.5 2.2 -1.4 3.2 -1.2 4.0 M 0 1.0 L 0 4.0 M 1.2 0.8 C 1.5 2.2 1.4 3.2 1.2 4.0"


# --- what they wear and carry ------------------------------------------------------------------------------------


def cape(colour: str) -> str:
    """A cape that hangs behind."""
    return path(CAPE, colour, width=0.24) + stroke(FOLDS, hexed(tint(colour, 0.62)), 0.28)


def sword(x: float, y: float, turn: float, long: float = 4.6, blade: str = STEEL) -> str:
    """A sword held at its hilt, the point ahead."""
    steel = way("M", -0.42, -0.4, "L", -0.34, -long + 0.8, "L", 0, -long, "L", 0.34, -long + 0.8, "L", 0.42, -0.4, "Z")
    shape = path(steel, blade, width=0.2) + line(0, -0.6, 0, -long + 1.0, "#ffffff", 0.12, 0.0)
    return group(
        shape + line(-0.95, -0.3, 0.95, -0.3, GOLD, 0.4, 0.22) + line(0, -0.2, 0, 0.7, LEATHER, 0.42), x, y, turn
    )


def axe(x: float, y: float, turn: float, long: float = 4.8) -> str:
    """A two-handed axe with a broad blade."""
    edge = way("M", 0.1, -long, "C", 2.2, -long - 1.0, 2.6, -long + 1.8, 0.2, -long + 2.2, "Z")
    return group(line(0, 2.6, 0, -long - 0.2, WOOD, 0.5, 0.26) + path(edge, STEEL, width=0.22), x, y, turn)


def staff(x: float, tip: float, orb: str, r: float = 0.95) -> str:
    """A staff with a gleaming head."""
    gleam = glow(x, tip, r * 2.2, r * 2.2, orb, 0.35) + ellipse(x, tip, r, r, orb, 0.24)
    return line(x, 3.4, x, tip, WOOD, 0.5, 0.26) + gleam + dot(x - r * 0.3, tip - r * 0.35, r * 0.34, "#ffffff", 0.9)


def hood(colour: str, face: str = "#2a1c12") -> str:
    """A hooded head: a dark opening ahead."""
    cowl = way("M", -1.45, 0.7, "C", -1.7, -1.0, -0.7, -2.0, 0, -2.0, "C", 0.7, -2.0, 1.7, -1.0, 1.45, 0.7, "Z")
    return (
        path(cowl, colour, width=0.24)
        + ellipse(0, -1.15, 0.72, 0.5, face, 0.0)
        + glow(-0.45, 0.0, 0.5, 0.5, "#ffffff", 0.18)
    )


def wide_hat(colour: str, band: str) -> str:
    """A broad-brimmed pointed hat, its point bent back."""
    cone = way("M", -1.15, -0.5, "C", -0.9, 0.9, 0.2, 2.0, 1.1, 2.3, "C", 1.2, 1.2, 1.3, 0.2, 1.15, -0.5, "Z")
    return (
        ellipse(0, -0.4, 2.35, 2.0, colour, 0.26)
        + glow(-0.7, -1.1, 1.0, 0.6, "#ffffff", 0.16)
        + ellipse(0, -0.4, 1.25, 1.1, band, 0.2)
        + path(cone, hexed(tint(colour, 1.16)), width=0.24)
    )


def plume(colour: str) -> str:
    """Feathers that sweep back from a hat or helmet."""
    feather = way("M", 0.2, -0.8, "C", 1.8, -0.6, 2.4, 1.2, 1.7, 2.9, "C", 1.0, 1.9, 0.3, 1.0, -0.4, 0.4, "Z")
    return path(feather, colour, width=0.22) + stroke(
        "M 0.2 -0.4 C 1.1 0.2 1.6 1.4 1.7 2.6", hexed(tint(colour, 0.7)), 0.18
    )


def quiver(feathers: str) -> str:
    """A quiver slung across the back."""
    out = group(rect(-0.75, 0, 1.5, 2.8, LEATHER, "#2a1c12", 0.22, 0.4), 0.9, 0.9, -24)
    tips = ((1.7, 3.4), (2.3, 3.5), (2.0, 4.0))
    return "".join(line(1.4, 2.4, x, y, feathers, 0.42, 0.16) for x, y in tips) + out


# --- fighters ----------------------------------------------------------------------------------------------------


def captain(c: Coat, rng: np.random.Generator) -> str:
    """A captain: cape, plumed helmet, sword drawn."""
    return (
        cape(c.main)
        + sword(2.3, -1.3, 16, 4.8)
        + torso(c.dark, c.light, rng, 2.5)
        + dot(-1.5, 0.1, 0.5, GOLD)
        + dot(1.5, 0.1, 0.5, GOLD)
        + line(-2.2, -1.0, -2.8, -3.2, WOOD, 0.62, 0.28)
        + helmet(STEEL, "", 1.3)
        + plume(c.trim)
    )


def swordsman(c: Coat, rng: np.random.Generator) -> str:
    """Sword and shield."""
    return (
        sword(2.2, -1.2, rng.uniform(4, 22), 4.2)
        + torso(c.cloth, c.light, rng)
        + tall_shield(-1.2, -1.7, c.main, c.trim, 1.7)
        + helmet(STEEL, c.trim if rng.random() < 0.4 else "", 1.25)
    )


def spear_fighter(c: Coat, rng: np.random.Generator) -> str:
    """Spear and round shield."""
    return (
        spear(2.1, 3.4, -4.9, rng.uniform(-0.2, 0.2))
        + torso(c.cloth, c.light, rng)
        + round_shield(-1.2, -1.6, 1.9, c.main, c.trim, BRONZE)
        + helmet(BRONZE, "", 1.25)
    )


def pike_fighter(c: Coat, rng: np.random.Generator) -> str:
    """A pike in both hands, a breastplate, a brimmed helmet."""
    brim = ellipse(0, -0.2, 1.75, 1.45, hexed(tint(STEEL, 0.86)), 0.24) + helmet(STEEL, "", 1.0)
    arms = line(-1.9, -0.7, 0.9, -1.9, c.main, 0.9, 0.24) + line(2.0, -0.6, 1.3, 0.4, c.main, 0.9, 0.24)
    sash = line(-1.6, 1.1, 1.6, -0.5, c.trim, 0.55, 0.18)
    return arms + torso(hexed(tint(STEEL, 0.74)), "#ffffff", rng) + sash + spear(1.25, 4.3, -6.4) + brim


def crossbowman(c: Coat, rng: np.random.Generator) -> str:
    """A crossbow at the shoulder, a quiver of bolts, a kettle hat."""
    bow = way("M", -3.2, -2.0, "C", -2.4, -3.5, 2.4, -3.5, 3.2, -2.0)
    stock = rect(-0.42, -4.0, 0.84, 4.4, WOOD, "#2a1c12", 0.22)
    return (
        quiver(c.light)
        + line(-1.9, -0.6, -0.4, -2.4, c.main, 0.9, 0.24)
        + line(1.9, -0.6, 0.5, -1.0, c.main, 0.9, 0.24)
        + torso(c.cloth, c.light, rng)
        + stock
        + stroke(bow, "#8a8f96", 0.62, 0.3)
        + stroke(way("M", -3.2, -2.0, "L", 0, -1.2, "L", 3.2, -2.0), STRING, 0.2)
        + line(0, -1.2, 0, -5.0, "#efe6d2", 0.26, 0.14)
        + ellipse(0, -0.1, 1.6, 1.35, hexed(tint(STEEL, 0.9)), 0.24)
        + helmet(STEEL, "", 0.95)
    )


def bowman(c: Coat, rng: np.random.Generator) -> str:
    """A drawn longbow."""
    bow = way("M", -3.7, -1.1, "Q", -2.2, -3.5, 0, -3.7, "Q", 2.2, -3.5, 3.7, -1.1)
    return (
        quiver(c.trim)
        + line(-1.8, -0.7, -0.1, -3.3, c.main, 0.85, 0.24)
        + torso(c.cloth, c.light, rng, 2.25)
        + stroke(bow, "#b98849", 0.6, 0.3)
        + stroke(way("M", -3.7, -1.1, "L", 0.2, 0.2, "L", 3.7, -1.1), STRING, 0.2)
        + line(0.2, 0.6, 0.1, -5.2, "#efe6d2", 0.28, 0.16)
        + bare_head(rng, 1.2)
    )


def ranger(c: Coat, rng: np.random.Generator) -> str:
    """A hooded archer in a long cloak."""
    green = "#4f6a3a"
    bow = way("M", -3.6, -0.9, "Q", -2.3, -3.6, 0, -3.9, "Q", 2.3, -3.6, 3.6, -0.9)
    return (
        cape(green)
        + quiver(c.main)
        + torso(hexed(tint(green, 0.8)), c.light, rng, 2.2)
        + stroke(bow, "#8a5c30", 0.6, 0.3)
        + stroke(way("M", -3.6, -0.9, "L", 0.2, 0.3, "L", 3.6, -0.9), STRING, 0.2)
        + line(0.2, 0.7, 0.1, -5.4, "#efe6d2", 0.28, 0.16)
        + hood(green)
        + dot(0, 0.45, 0.42, c.main)
    )


def gunman(c: Coat, rng: np.random.Generator) -> str:
    """A long gun levelled, a feathered hat."""
    return (
        line(-1.9, -0.6, 0.5, -2.6, c.main, 0.9, 0.24)
        + torso(c.cloth, c.light, rng)
        + line(0.9, 0.6, 0.7, -5.8, "#3c3a3a", 0.62, 0.28)
        + line(1.0, 1.6, 0.9, -1.6, WOOD, 0.85, 0.26)
        + ellipse(0, -0.1, 1.8, 1.5, c.main, 0.24)
        + ellipse(0, 0.0, 1.0, 0.9, c.dark, 0.2)
        + group(plume(c.trim), 0.4, 0.2, 20, 0.7)
    )


def witch(c: Coat, rng: np.random.Generator) -> str:
    """A caster: wide hat, long robe, a staff that glows."""
    robe = hexed(tint(c.dark, 0.9))
    return (
        path(CAPE, robe, width=0.24)
        + stroke(FOLDS, hexed(tint(robe, 0.6)), 0.26)
        + torso(robe, c.main, rng, 2.3)
        + staff(2.4, -3.9, GLOW)
        + star(-2.6, -2.4, 0.95, FLAME[0], 0.16)
        + wide_hat(hexed(tint(c.main, 0.8)), c.trim)
    )


def wizard(c: Coat, rng: np.random.Generator) -> str:
    """A bearded caster with a staff."""
    beard = way("M", -0.9, -0.7, "L", 0, -3.0, "L", 0.9, -0.7, "Z")
    return (
        path(CAPE, c.main, width=0.24)
        + stroke(FOLDS, c.dark, 0.26)
        + torso(c.main, c.light, rng, 2.3)
        + staff(2.5, -4.2, GLOW)
        + path(beard, "#e8e4da", width=0.2)
        + ellipse(0, 0, 1.15, 1.15, "#e8e4da", 0.22)
    )


def brute(c: Coat, rng: np.random.Generator) -> str:
    """A heavy fighter with a two-handed axe and a pelt."""
    pelt = "#7a6a52"
    return (
        ellipse(0, 1.0, 2.9, 2.0, pelt, 0.3)
        + "".join(line(x, 1.4, x * 1.15, 3.2, pelt, 0.8, 0.22) for x in (-2.0, -1.0, 0.0, 1.0, 2.0))
        + torso(c.dark, c.light, rng, 2.9)
        + axe(1.8, -0.4, 18)
        + bare_head(rng, 1.3)
        + line(-0.9, -0.9, -2.0, -2.2, "#efe6d2", 0.5, 0.22)
        + line(0.9, -0.9, 2.0, -2.2, "#efe6d2", 0.5, 0.22)
    )


def rogue(c: Coat, rng: np.random.Generator) -> str:
    """A light fighter with two knives."""
    return (
        sword(2.4, -1.0, 26, 3.0)
        + sword(-2.4, -1.0, -26, 3.0)
        + torso(c.cloth, c.light, rng, 2.1)
        + hood(c.dark)
        + dot(0, 0.5, 0.4, c.trim)
    )


# --- crews and riders --------------------------------------------------------------------------------------------


def mortar(c: Coat, rng: np.random.Generator) -> str:
    """A squat barrel on its bed with two of its crew and a pile of shot; drawn for a base of 50 mm."""
    bed = rect(-7.6, -8.6, 15.2, 18.0, "#7d5a35", "#2a1c12", 0.5, 0.8)
    planks = "".join(line(x, -8.2, x, 9.0, "#5d4225", 0.5, 0.0) for x in (-3.8, 0.0, 3.8))
    wheels = "".join(rect(x, -5.4, 2.2, 9.4, "#4f3820", "#2a1c12", 0.4, 0.9) for x in (-10.0, 7.8))
    iron = hexed(tint("#70757c", 0.8))
    barrel = (
        ellipse(0, 1.0, 6.0, 6.6, iron, 0.5)
        + ellipse(0, -1.4, 5.5, 5.9, "#7c828a", 0.45)
        + ellipse(0, -3.2, 4.7, 4.9, "#8f959d", 0.4)
        + ellipse(0, -3.6, 3.1, 3.2, "#17130f", 0.4)
        + glow(-2.4, -6.4, 1.2, 0.8, "#ffffff", 0.6)
        + rect(-8.4, -0.6, 16.8, 1.6, BRONZE, "#2a1c12", 0.35)
    )
    shot = "".join(
        ellipse(x, y, 1.7, 1.7, "#3a3a3c", 0.3) + dot(x - 0.5, y - 0.5, 0.4, "#ffffff", 0.6)
        for x, y in ((11.6, 8.8), (14.6, 9.6), (12.8, 11.6))
    )
    loader = torso(c.main, c.light, rng, 2.5) + line(1.8, -1.2, 3.4, -5.2, WOOD, 0.5) + helmet(STEEL, "", 1.2)
    gunner = torso(c.cloth, c.light, rng, 2.4) + line(1.6, -1.0, 2.6, -3.6, FLAME[1], 0.5) + bare_head(rng, 1.2)
    crew = group(loader, -13.2, 9.2, 38, 2.0) + group(gunner, 9.6, 14.8, -42, 1.9)
    return wheels + bed + planks + barrel + shot + crew


def ballista(c: Coat, rng: np.random.Generator) -> str:
    """A bolt thrower of bone and timber, with two of its crew; drawn for a base of 50 mm."""
    bone, dark = "#e6dcc0", "#2a1c12"
    legs = line(-9.0, 11.0, 0, 0, WOOD, 2.0, 0.6) + line(9.0, 11.0, 0, 0, WOOD, 2.0, 0.6)
    rail = rect(-2.0, -13.0, 4.0, 29.0, "#8a6238", dark, 0.5) + line(0, 15, 0, -12.5, "#4c351d", 1.0, 0.0)
    ribs = "".join(
        stroke(way("M", s * 3.0, -9.0, "C", s * 9.0, -10.5, s * 13.0, -6.5, s * 13.6, -1.5), bone, 1.8, 0.7)
        + stroke(way("M", s * 3.0, -6.6, "C", s * 7.0, -7.4, s * 10.0, -5.0, s * 10.8, -2.0), bone, 1.0, 0.5)
        for s in (-1, 1)
    )
    cord = stroke("M -13.6 -1.5 L 0 7.0 L 13.6 -1.5", STRING, 0.5, 0.2)
    bolt = line(0, 8.0, 0, -18.0, bone, 0.9, 0.4) + path("M -1.5 -16.6 L 0 -21.0 L 1.5 -16.6 Z", STEEL, width=0.4)
    skull = ellipse(0, -10.5, 2.6, 2.3, bone, 0.4) + dot(-0.9, -11.0, 0.6, dark) + dot(0.9, -11.0, 0.6, dark)
    man = torso(c.cloth, c.light, rng, 2.4) + bare_head(rng, 1.2)
    other = torso(c.main, c.light, rng, 2.4) + helmet(BRONZE, "", 1.2)
    return (
        legs + rail + ribs + cord + bolt + skull + group(man, -9.0, 14.0, 25, 1.9) + group(other, 9.6, 13.0, -30, 1.9)
    )


def lancer(c: Coat, rng: np.random.Generator) -> str:
    """A mounted fighter with a couched lance and a streaming pennon; drawn for an oval of 25 by 50 mm."""
    from game.client.art.mounts import HORSE, horse

    pennon = path("M 2.5 -9.2 L 5.4 -8.2 L 2.5 -7.2 Z", c.trim, width=0.2)
    lance = line(2.4, 5.0, 2.4, -11.5, WOOD, 0.6, 0.26) + path("M 1.9 -11.2 L 2.4 -13.2 L 2.9 -11.2 Z", STEEL)
    man = torso(c.main, c.light, rng, 2.6) + tall_shield(-2.0, -1.2, c.main, c.trim, 1.6) + helmet(STEEL, c.trim, 1.25)
    return horse(pick(rng, HORSE), c.main, c.trim) + lance + pennon + group(man, y=0.9, size=1.1)


def rider(c: Coat, rng: np.random.Generator) -> str:
    """A mounted fighter with a sword; drawn for an oval of 25 by 50 mm."""
    from game.client.art.mounts import HORSE, horse

    man = sword(2.4, -0.8, 24, 4.4) + torso(c.cloth, c.light, rng, 2.5) + helmet(STEEL, "", 1.2)
    cloak = group(cape(c.main), y=0.6, size=0.9)
    return horse(pick(rng, HORSE), c.dark, c.trim) + group(cloak + man, y=0.9, size=1.1)
