"""Machines and soldiers of later worlds seen from above, as SVG fragments in mm: front up."""

from __future__ import annotations

import numpy as np

from game.client.art.figures import BRONZE, STEEL, WOOD, Coat, bare_head, pick, torso
from game.client.art.mounts import HORSE, horse
from game.client.art.pieces import hexed, tint
from game.client.art.svg import dot, ellipse, glow, group, line, path, rect, stroke, way

DARK = "#1d1f24"
IRON = "#4a4f57"
GLASS = "#8fe0ff"
CANVAS = "#d9cfb4"
PLANKS = "#8a6238"


def _gun(x: float, butt: float, muzzle: float, iron: str = IRON) -> str:
    """A long gun along the facing."""
    return line(x, butt, x, butt - 1.8, WOOD, 0.75, 0.3) + line(x, butt - 1.4, x, muzzle, iron, 0.5, 0.3)


def musketeer(c: Coat, rng: np.random.Generator) -> str:
    """A levelled musket, crossed belts, a tall cap with a plume; a pack behind."""
    pack = rect(-1.3, 0.9, 2.6, 1.7, "#7a5a34", "#2a1c12", 0.22, 0.3)
    belts = line(-1.5, -0.8, 1.3, 1.0, "#f4efe0", 0.36, 0.0) + line(1.5, -0.8, -1.3, 1.0, "#f4efe0", 0.36, 0.0)
    cap = ellipse(0, -0.3, 1.15, 1.25, DARK, 0.24) + ellipse(0, -0.3, 0.7, 0.8, c.main, 0.0) + dot(0, -1.4, 0.5, c.trim)
    return pack + torso(c.main, c.light, rng) + belts + _gun(1.5, 1.4, -5.6, "#9aa0a8") + cap


def trooper(c: Coat, rng: np.random.Generator) -> str:
    """A round helmet with a visor, hard plates on the shoulders, a carbine, a pack with a coil."""
    plate = hexed(tint(c.main, 0.85))
    pack = rect(-1.7, 0.7, 3.4, 2.3, IRON, DARK, 0.24, 0.5) + line(-1.0, 1.8, 1.0, 1.8, c.trim, 0.34, 0.0)
    shoulders = "".join(ellipse(s * 2.2, -0.2, 1.05, 1.25, plate, 0.26) for s in (-1, 1))
    gun = line(1.1, 0.6, 1.1, -2.6, DARK, 1.0, 0.3) + line(1.1, -2.4, 1.1, -4.8, IRON, 0.5, 0.3)
    visor = path("M -1.1 -0.9 C -0.6 -1.7 0.6 -1.7 1.1 -0.9 Z", GLASS, width=0.16)
    return pack + torso(c.cloth, c.light, rng) + shoulders + gun + ellipse(0, -0.2, 1.45, 1.5, c.main, 0.28) + visor


def hussar(c: Coat, rng: np.random.Generator) -> str:
    """A light horseman with a raised sabre, a tall cap and a jacket over the shoulder."""
    sabre = stroke(way("M", 2.4, -0.6, "C", 3.6, -2.2, 3.6, -4.2, 2.2, -5.8), STEEL, 0.55, 0.3)
    jacket = path("M -1.0 -0.6 C -3.4 -0.4 -3.8 2.0 -3.0 3.2 C -2.0 2.4 -1.2 2.2 -0.8 1.2 Z", c.trim, width=0.24)
    cap = (
        ellipse(0, -0.2, 1.1, 1.2, DARK, 0.24) + dot(0, -0.2, 0.65, c.light) + line(0, -1.2, 0, -2.4, c.trim, 0.5, 0.2)
    )
    man = torso(c.main, c.light, rng, 2.3) + jacket + sabre + cap
    return horse(pick(rng, HORSE), c.dark, c.trim) + group(man, y=0.9, size=1.1)


def walker(c: Coat, rng: np.random.Generator) -> str:
    """An armed machine on two legs: broad shoulders, an arm that grips and one that shoots."""
    plate = hexed(tint(c.main, 0.9))
    feet = "".join(rect(s * 2.3 - 1.2, 0.6, 2.4, 4.0, IRON, DARK, 0.3, 0.5) for s in (-1, 1))
    gun = rect(3.2, -1.8, 1.9, 3.8, IRON, DARK, 0.3, 0.4) + "".join(
        line(x, -1.6, x, -5.2, "#9aa0a8", 0.55, 0.3) for x in (3.7, 4.6)
    )
    fist = rect(-5.1, -1.8, 1.9, 3.4, IRON, DARK, 0.3, 0.4) + "".join(
        line(x, -1.6, x * 1.02, -3.2, STEEL, 0.5, 0.3) for x in (-4.7, -3.7)
    )
    hull = rect(-3.3, -2.0, 6.6, 4.4, plate, DARK, 0.35, 1.0) + rect(-2.2, 0.9, 4.4, 1.2, IRON, DARK, 0.2, 0.3)
    trim = line(-2.9, -1.2, -2.9, 1.8, c.trim, 0.5, 0.0) + line(2.9, -1.2, 2.9, 1.8, c.trim, 0.5, 0.0)
    head = rect(-1.3, -2.4, 2.6, 2.6, c.light, DARK, 0.3, 0.6) + rect(-1.0, -2.2, 2.0, 0.8, GLASS, DARK, 0.16, 0.3)
    return feet + gun + fist + hull + trim + head


def drone(c: Coat, rng: np.random.Generator) -> str:
    """Four whirling rotors about a small eye."""
    arms = "".join(line(0, 0, x, y, IRON, 0.7, 0.3) for x, y in ROTORS)
    rotors = "".join(
        ellipse(x, y, 1.9, 1.9, hexed(tint(c.light, 1.0)), 0.22)
        + glow(x, y, 1.4, 1.4, "#ffffff", 0.35)
        + dot(x, y, 0.4, DARK)
        for x, y in ROTORS
    )
    body = ellipse(0, 0, 1.6, 2.1, c.main, 0.28) + rect(-0.5, -0.2, 1.0, 1.6, c.dark, DARK, 0.16, 0.3)
    return arms + rotors + body + ellipse(0, -1.2, 0.7, 0.6, GLASS, 0.2)


ROTORS = ((-2.8, -2.6), (2.8, -2.6), (-2.8, 2.6), (2.8, 2.6))


def tank(c: Coat, rng: np.random.Generator) -> str:
    """A tracked hull with a turret and a long gun; drawn for a base of 50 mm."""
    tracks = "".join(
        rect(x, -15.0, 6.0, 31.0, DARK, DARK, 0.6, 2.0)
        + "".join(line(x + 0.8, y, x + 5.2, y, IRON, 0.8, 0.0) for y in np.arange(-13.6, 15.6, 2.6).tolist())
        for x in (-13.0, 7.0)
    )
    hull = path("M -8.6 -14 L -6 -16.6 L 6 -16.6 L 8.6 -14 L 8.6 14.6 L -8.6 14.6 Z", c.main, "#15110e", 0.6)
    deck = rect(-6.4, 8.0, 12.8, 5.0, c.dark, "#15110e", 0.4, 0.6) + "".join(
        line(-5.4, y, 5.4, y, DARK, 0.5, 0.0) for y in (9.4, 10.6, 11.8)
    )
    stripe = rect(-8.4, 4.2, 16.8, 2.2, c.trim)
    gun = line(0, -4, 0, -24.0, hexed(tint(c.dark, 1.2)), 2.0, 0.7) + rect(-1.7, -24.6, 3.4, 3.0, IRON, DARK, 0.4, 0.6)
    turret = path("M -6.6 -4 L -4 -8.6 L 4 -8.6 L 6.6 -4 L 6 5 L -6 5 Z", c.light, "#15110e", 0.6)
    hatch = ellipse(2.2, 0.6, 2.3, 2.3, c.main, 0.4) + ellipse(2.2, 0.6, 1.1, 1.1, DARK, 0.0)
    return tracks + hull + stripe + deck + gun + turret + hatch + glow(-2.6, -4.6, 2.2, 2.0, "#ffffff", 0.25)


def wagon(c: Coat, rng: np.random.Generator) -> str:
    """A covered war wagon with shields along its sides; drawn for a base of 50 mm."""
    wheels = "".join(
        rect(s * 10.4 - 1.2, y, 2.4, 7.6, "#4f3820", "#2a1c12", 0.4, 1.0) for s in (-1, 1) for y in (-9.0, 5.0)
    )
    bed = rect(-9.0, -12.6, 18.0, 27.0, PLANKS, "#2a1c12", 0.6, 0.8)
    cover = rect(-8.0, -8.0, 16.0, 20.6, CANVAS, "#2a1c12", 0.5, 3.0)
    hoops = "".join(stroke(way("M", -7.6, y, "Q", 0, y - 2.4, 7.6, y), "#a8986e", 0.7) for y in (-4.0, 1.6, 7.2))
    band = rect(-8.0, -1.6, 16.0, 2.2, c.main)
    shields = "".join(
        ellipse(s * 9.2, y, 1.3, 2.2, c.main, 0.3) + dot(s * 9.2, y, 0.6, c.trim)
        for s in (-1, 1)
        for y in (-6.0, 0.0, 6.0)
    )
    driver = group(torso(c.main, c.light, rng, 2.4) + bare_head(rng, 1.2), 0, -10.4, size=1.7)
    pole = line(0, -12.4, 0, -22.0, WOOD, 1.2, 0.5) + line(-4.0, -20.6, 4.0, -20.6, WOOD, 0.9, 0.4)
    return (
        pole
        + wheels
        + bed
        + cover
        + glow(-3.0, 2.0, 3.0, 9.0, "#ffffff", 0.3)
        + hoops
        + band
        + shields
        + driver
        + dot(0, -13.4, 0.7, BRONZE)
    )
