"""The undead, beasts and monsters seen from above for skirmish bases, as SVG fragments in mm: front up."""

from __future__ import annotations

import numpy as np

from game.client.art.fighters import axe, cape, hood, staff, sword
from game.client.art.figures import STRING, WOOD, Coat, pick
from game.client.art.pieces import hexed, tint
from game.client.art.svg import dot, ellipse, glow, group, line, mirrored, path, stroke, way

BONE = "#e6dcc0"
DEAD = ("#8f9a78", "#98a183", "#84906f")
FUR = ("#6f6257", "#857460", "#54493f")
HIDE = ("#6f8a5c", "#7d8f66", "#64805a")
GHOST = "#cfe9f2"
EMBER = "#ff6a4a"
FEL = "#9ff08a"


# --- the undead --------------------------------------------------------------------------------------------------


def skull(r: float = 1.2, eyes: str = "#1c130d") -> str:
    """A skull that looks ahead."""
    return (
        ellipse(0, -0.1, r, r * 1.05, BONE, 0.24)
        + ellipse(0, -0.95 * r, r * 0.62, r * 0.5, BONE, 0.2)
        + dot(-0.42 * r, -0.62 * r, r * 0.26, eyes)
        + dot(0.42 * r, -0.62 * r, r * 0.26, eyes)
    )


def ribs(colour: str = BONE) -> str:
    """A rib cage with bare arms."""
    spine = line(0, -0.9, 0, 1.5, colour, 0.4, 0.22)
    bars = "".join(
        stroke(way("M", -1.8 + 0.2 * k, y, "Q", 0, y + 0.7, 1.8 - 0.2 * k, y), colour, 0.36, 0.18)
        for k, y in enumerate((-0.7, 0.0, 0.7))
    )
    arms = line(-1.9, -0.5, -2.3, -2.2, colour, 0.44, 0.22) + line(1.9, -0.5, 2.3, -2.2, colour, 0.44, 0.22)
    return ellipse(0, 0.2, 2.0, 1.4, "#4a4034", 0.2) + arms + spine + bars


def barrow_lord(c: Coat, rng: np.random.Generator) -> str:
    """A crowned dead king: tattered cape, a great blade, embers for eyes."""
    iron = "#54565e"
    crown = "".join(
        path(way("M", x - 0.32, y, "L", x * 1.35, y * 1.5 - 0.25, "L", x + 0.32, y, "Z"), "#d9b24a", width=0.16)
        for x, y in ((-1.1, -0.5), (-0.6, -1.1), (0.0, -1.3), (0.6, -1.1), (1.1, -0.5))
    )
    plates = ellipse(-2.2, 0, 1.1, 1.3, iron, 0.26) + ellipse(2.2, 0, 1.1, 1.3, iron, 0.26)
    return (
        cape(hexed(tint(c.main, 0.72)))
        + sword(2.5, -1.2, 12, 5.6, "#b9c6cc")
        + ellipse(0, 0.2, 2.4, 1.5, hexed(tint(iron, 0.8)), 0.26)
        + plates
        + dot(-2.3, -0.3, 0.4, c.trim)
        + dot(2.1, -0.3, 0.4, c.trim)
        + skull(1.25, EMBER)
        + crown
    )


def necromancer(c: Coat, rng: np.random.Generator) -> str:
    """A robed caller of the dead: hood, sickle, pale green fire."""
    robe = hexed(tint(c.dark, 0.72))
    sickle = stroke("M -2.6 -0.8 C -4.4 -2.0 -3.8 -4.2 -1.8 -4.2", "#c9ced3", 0.5, 0.24)
    return (
        cape(robe)
        + sickle
        + ellipse(0, 0.1, 2.35, 1.5, robe, 0.25)
        + line(-1.4, 1.0, 1.4, 1.0, c.main, 0.5, 0.16)
        + staff(2.4, -3.9, FEL)
        + hood(hexed(tint(robe, 1.3)), "#10180c")
        + dot(-0.3, -1.25, 0.2, FEL)
        + dot(0.3, -1.25, 0.2, FEL)
    )


def ghoul(c: Coat, rng: np.random.Generator) -> str:
    """A stooped eater of the dead: long arms, claws ahead, rags in the side's colour."""
    flesh = pick(rng, DEAD)
    dark = hexed(tint(flesh, 0.6))
    out = ellipse(0, 1.5, 1.5, 1.9, flesh, 0.24) + line(0, 0.2, 0, 3.0, dark, 0.36, 0.0)
    out += path("M -1.9 1.6 L -1.5 3.6 L -0.6 2.8 L 0 4.0 L 0.6 2.8 L 1.5 3.6 L 1.9 1.6 Z", c.main, width=0.22)
    sway = rng.uniform(-0.5, 0.5)
    for s in (-1, 1):
        hand = -3.6 + s * sway
        out += stroke(way("M", s * 1.7, -0.2, "L", s * 2.9, -1.6, "L", s * 2.0, hand), flesh, 0.85, 0.26)
        out += "".join(
            line(s * 2.0 + dx, hand - 0.1, s * 2.0 + dx * 2.2, hand - 1.3, "#f3ead2", 0.24, 0.16)
            for dx in (-0.4, 0.0, 0.4)
        )
    out += ellipse(0, 0.0, 2.1, 1.25, flesh, 0.24) + glow(-0.6, -0.3, 0.9, 0.5, "#ffffff", 0.22)
    head = ellipse(0, -1.2, 1.1, 1.25, hexed(tint(flesh, 1.12)), 0.24)
    return out + head + dot(-0.4, -1.75, 0.24, EMBER) + dot(0.4, -1.75, 0.24, EMBER)


def wraith(c: Coat, rng: np.random.Generator) -> str:
    """A ghost: a trailing shroud half to be seen through, a cold blade."""
    trail = (
        "M -2.4 -0.6 C -3.6 1.6 -2.6 3.2 -3.2 5.4 C -1.8 4.6 -1.6 3.8 -0.9 5.8 "
        "C 0.1 4.4 0.9 4.6 1.4 6.0 C 1.9 4.4 2.6 4.6 3.3 5.2 C 2.6 3.0 3.6 1.6 2.4 -0.6 Z"
    )
    return (
        glow(0, 0.6, 4.4, 5.0, GHOST, 0.28)
        + path(trail, GHOST, c.main, 0.3, 0.72)
        + stroke("M -1.2 1.0 C -1.6 2.6 -1.2 3.6 -1.4 4.6 M 1.0 1.0 C 1.4 2.6 1.1 3.6 1.3 4.8", "#8fb6c6", 0.3)
        + sword(2.4, -1.2, 14, 5.0, "#dff6ff")
        + stroke("M -1.9 -0.3 L -2.9 -2.4", GHOST, 0.7, 0.26)
        + ellipse(0, 0.0, 2.25, 1.35, "#a9cfdc", 0.24)
        + line(-1.5, 0.5, 1.5, 0.5, c.main, 0.6, 0.16)
        + hood("#bfe0ea", "#0f1a20")
        + dot(-0.3, -1.25, 0.2, "#7ff0ff")
        + dot(0.3, -1.25, 0.2, "#7ff0ff")
    )


def bone_archer(c: Coat, rng: np.random.Generator) -> str:
    """A skeleton with a drawn bow, a sash in the side's colour."""
    bow = way("M", -3.7, -1.1, "Q", -2.2, -3.5, 0, -3.7, "Q", 2.2, -3.5, 3.7, -1.1)
    return (
        ribs()
        + line(-1.6, 1.1, 1.6, -0.4, c.main, 0.7, 0.2)
        + stroke(bow, BONE, 0.6, 0.3)
        + stroke(way("M", -3.7, -1.1, "L", 0.2, 0.2, "L", 3.7, -1.1), STRING, 0.2)
        + line(0.2, 0.6, 0.1, -5.2, BONE, 0.3, 0.18)
        + skull(1.15)
    )


def skeleton(c: Coat, rng: np.random.Generator) -> str:
    """A skeleton with sword and shield."""
    shield = ellipse(-1.7, -1.7, 1.8, 1.4, c.main, 0.28) + dot(-1.7, -1.7, 0.5, c.trim)
    return sword(2.3, -1.6, rng.uniform(4, 20), 4.2, "#a9a595") + ribs() + shield + skull(1.2)


# --- beasts and monsters -----------------------------------------------------------------------------------------


def troll(c: Coat, rng: np.random.Generator) -> str:
    """A hulking beast with a maul: broad back, small head, a loincloth in the side's colour."""
    hide = pick(rng, HIDE)
    dark, light = hexed(tint(hide, 0.62)), hexed(tint(hide, 1.28))
    maul = line(2.9, 2.2, 2.6, -3.6, WOOD, 0.75, 0.3) + ellipse(2.6, -4.0, 1.5, 1.15, "#77706a", 0.3)
    out = path("M -2.0 1.4 L -1.4 3.8 L 0 3.2 L 1.4 3.8 L 2.0 1.4 Z", c.main, width=0.24)
    out += ellipse(0, 0.6, 3.5, 2.3, hide, 0.3) + glow(-1.0, 0.0, 1.7, 0.9, light, 0.5)
    out += "".join(dot(x, y, 0.36, dark, 0.7) for x, y in ((-1.6, 1.4), (0.4, 1.8), (1.6, 0.9), (-0.4, 0.6)))
    for s in (-1, 1):
        out += stroke(way("M", s * 3.0, 0.0, "L", s * 3.6, -1.8, "L", s * 2.9, -3.0), hide, 1.5, 0.3)
    out += maul + ellipse(2.8, -2.3, 0.85, 0.75, hide, 0.24)
    head = ellipse(0, -1.5, 1.35, 1.35, hexed(tint(hide, 1.12)), 0.26) + ellipse(0, -2.5, 0.6, 0.5, dark, 0.2)
    tusks = line(-0.6, -2.4, -0.75, -3.1, "#f3ead2", 0.32, 0.16) + line(0.6, -2.4, 0.75, -3.1, "#f3ead2", 0.32, 0.16)
    ears = ellipse(-1.6, -1.3, 0.7, 0.35, hide, 0.2, 20) + ellipse(1.6, -1.3, 0.7, 0.35, hide, 0.2, -20)
    return out + ears + head + tusks


def ogre(c: Coat, rng: np.random.Generator) -> str:
    """A giant of a fighter with a great axe."""
    skin = "#c49a72"
    out = (
        ellipse(0, 0.8, 3.3, 2.2, c.dark, 0.3)
        + ellipse(-2.5, 0, 1.2, 1.4, skin, 0.26)
        + ellipse(2.5, 0, 1.2, 1.4, skin, 0.26)
    )
    return (
        out
        + line(-2.2, 1.4, 2.4, -0.3, c.main, 0.9, 0.22)
        + axe(2.2, -0.6, 14, 5.2)
        + ellipse(0, -0.8, 1.35, 1.35, skin, 0.26)
    )


def wolf(c: Coat, rng: np.random.Generator) -> str:
    """A great wolf; drawn for an oval of 25 by 50 mm."""
    fur = pick(rng, FUR)
    dark, light = hexed(tint(fur, 0.6)), hexed(tint(fur, 1.35))
    tail = path("M -0.7 6.4 C -2.0 8.2 -1.6 10.6 0.4 11.6 C 1.2 10.0 1.3 8.0 0.7 6.4 Z", dark, width=0.26)
    paws = "".join(ellipse(x, y, 0.8, 1.3, dark, 0.22) for x, y in ((-2.0, -4.4), (2.0, -3.6), (-2.0, 5.4), (2.0, 4.8)))
    body = (
        "M -2.1 -3.4 C -2.5 0 -1.9 2.4 -2.1 5.2 C -1.4 7.4 1.4 7.4 2.1 5.2 "
        "C 1.9 2.4 2.5 0 2.1 -3.4 C 1.2 -5.2 -1.2 -5.2 -2.1 -3.4 Z"
    )
    head = (
        "M -1.5 -4.6 C -1.8 -6.6 -0.8 -8.2 -0.5 -9.6 L 0.5 -9.6 "
        "C 0.8 -8.2 1.8 -6.6 1.5 -4.6 C 0.8 -3.9 -0.8 -3.9 -1.5 -4.6 Z"
    )
    ear = "M 0.8 -5.6 L 1.9 -4.4 L 0.9 -4.3 Z"
    out = tail + paws + path(body, fur, width=0.3) + stroke("M 0 -4.4 C 0.2 -1 -0.2 3 0 6.4", dark, 1.0)
    out += glow(-0.9, -1.5, 0.7, 2.0, light, 0.4) + path(head, fur, width=0.28) + dot(0, -9.4, 0.5, "#17120e")
    out += path(ear, dark, width=0.2) + path(mirrored(ear, -1), dark, width=0.2)
    collar = line(-1.7, -4.2, 1.7, -4.2, c.main, 1.0, 0.24)
    return out + collar + dot(-0.6, -7.2, 0.26, "#ffd76a") + dot(0.6, -7.2, 0.26, "#ffd76a")


def drake(c: Coat, rng: np.random.Generator) -> str:
    """A winged monster; drawn for a base of 50 mm."""
    hide = hexed(tint(c.dark, 1.1))
    light, dark = hexed(tint(hide, 1.35)), hexed(tint(hide, 0.6))
    wing = (
        "M 3.0 -4.0 C 9 -9 16 -8 19.5 -2 C 16 -2.4 14.6 -0.6 14.2 3.0 C 12 0.6 9.6 1.0 8.6 5.0 C 7 2.6 5 2.6 3.2 4.0 Z"
    )
    bones = "M 3.0 -4.0 C 8 -5.6 12 -3.6 14.2 3.0 M 3.0 -4.0 C 6 -3.6 8 -0.8 8.6 5.0"
    out = ""
    for s in (-1, 1):
        out += path(mirrored(wing, s), c.main, width=0.45, alpha=0.95) + stroke(mirrored(bones, s), dark, 0.55)
    out += stroke("M 0 8 C 0.6 13 -2.0 16 1.4 20.5", hide, 2.2, 0.6) + path(
        "M 0.4 20 L 1.8 23.4 L 3.0 20.4 Z", c.trim, width=0.3
    )
    body = "M -3.4 -6 C -4.6 -1 -4.2 5 -2.2 9.4 C -1 11 1 11 2.2 9.4 C 4.2 5 4.6 -1 3.4 -6 C 2.2 -9 -2.2 -9 -3.4 -6 Z"
    out += path(body, hide, width=0.45) + glow(-1.4, -1.0, 1.4, 4.0, light, 0.4)
    out += "".join(path(f"M -0.8 {y} L 0 {y - 1.8} L 0.8 {y} Z", c.trim, width=0.2) for y in (-4, -1, 2, 5, 8))
    neck = stroke("M 0 -7 C -1.2 -10 1.2 -12 0 -14.5", hide, 3.0, 0.6)
    head = path(
        "M -2.1 -14 C -2.3 -16 -1.2 -18.6 0 -20 C 1.2 -18.6 2.3 -16 2.1 -14 C 1 -13 -1 -13 -2.1 -14 Z", hide, width=0.4
    )
    horns = line(-1.4, -14.2, -3.0, -11.4, BONE, 0.7, 0.26) + line(1.4, -14.2, 3.0, -11.4, BONE, 0.7, 0.26)
    return out + neck + head + horns + dot(-0.9, -16.4, 0.4, EMBER) + dot(0.9, -16.4, 0.4, EMBER)


def imp(c: Coat, rng: np.random.Generator) -> str:
    """A small horned fighter with a spear."""
    skin = pick(rng, ("#8aa05a", "#a0653f", "#7d9a58"))
    horns = line(-0.8, -0.9, -1.7, -1.9, BONE, 0.4, 0.18) + line(0.8, -0.9, 1.7, -1.9, BONE, 0.4, 0.18)
    ears = ellipse(-1.5, -0.2, 0.9, 0.4, skin, 0.2, 18) + ellipse(1.5, -0.2, 0.9, 0.4, skin, 0.2, -18)
    pole = line(1.9, 2.6, 1.9, -4.2, WOOD, 0.4) + path("M 1.4 -4.0 L 1.9 -5.6 L 2.4 -4.0 Z", "#c9ced3", width=0.18)
    body = ellipse(0, 0.3, 1.9, 1.3, c.main, 0.24) + group(ellipse(0, 0, 0.7, 1.0, skin, 0.2), -1.8, -0.6, -20)
    return pole + body + ears + ellipse(0, -0.4, 1.2, 1.15, skin, 0.24) + horns
