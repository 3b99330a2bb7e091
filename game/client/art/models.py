"""Single figures that fill a skirmish base: which drawing serves which look, how large, and its map symbol."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from game.client.art import creatures as cr
from game.client.art import fighters as fi
from game.client.art.figures import Coat
from game.client.art.svg import dot, ellipse, line, path, star, stroke, way
from game.client.theme import SideStyle

Maker = Callable[[Coat, np.random.Generator], str]


class Model(msgspec.Struct, frozen=True):
    """A drawing: who makes it, the width (mm) of the base that it is drawn for, the glyph of its map symbol."""

    make: Maker
    span: float
    glyph: str


MODELS: dict[str, Model] = {
    "captain": Model(fi.captain, 9.4, "hero"),
    "swordsman": Model(fi.swordsman, 8.4, "blade"),
    "spear_fighter": Model(fi.spear_fighter, 8.4, "pole"),
    "pike_fighter": Model(fi.pike_fighter, 8.8, "pole"),
    "crossbowman": Model(fi.crossbowman, 8.8, "crossbow"),
    "bowman": Model(fi.bowman, 8.8, "bow"),
    "ranger": Model(fi.ranger, 9.0, "bow"),
    "gunman": Model(fi.gunman, 8.6, "gun"),
    "witch": Model(fi.witch, 8.8, "spark"),
    "wizard": Model(fi.wizard, 8.8, "spark"),
    "brute": Model(fi.brute, 9.0, "axe"),
    "rogue": Model(fi.rogue, 8.4, "blade"),
    "mortar": Model(fi.mortar, 42.0, "mortar"),
    "ballista": Model(fi.ballista, 47.0, "engine"),
    "lancer": Model(fi.lancer, 10.6, "horse"),
    "rider": Model(fi.rider, 10.6, "horse"),
    "barrow_lord": Model(cr.barrow_lord, 9.6, "hero"),
    "necromancer": Model(cr.necromancer, 8.8, "spark"),
    "ghoul": Model(cr.ghoul, 8.8, "claws"),
    "wraith": Model(cr.wraith, 10.0, "ghost"),
    "bone_archer": Model(cr.bone_archer, 8.8, "bow"),
    "skeleton": Model(cr.skeleton, 8.6, "blade"),
    "troll": Model(cr.troll, 9.6, "hammer"),
    "ogre": Model(cr.ogre, 9.6, "axe"),
    "wolf": Model(cr.wolf, 9.6, "claws"),
    "drake": Model(cr.drake, 44.0, "wings"),
    "imp": Model(cr.imp, 8.2, "pole"),
}
"""Looks of single figures, by name."""


def model_svg(look: str, coat: Coat, rng: np.random.Generator) -> str:
    """The figure of a look at the size it is drawn for."""
    return MODELS[look].make(coat, rng)


def model_size(look: str, width: float, depth: float) -> float:
    """By how much the figure of a look is grown for a base (mm)."""
    return min(width, depth) / MODELS[look].span


# --- from afar -----------------------------------------------------------------------------------------------------

PALE = "#fffaf0"


def model_symbol(look: str, width: float, depth: float, style: SideStyle) -> str:
    """A disc in the side's colour with a bold glyph, an arrow that shows the facing."""
    w, d = width, depth
    hero = MODELS[look].glyph == "hero"
    ring = "#f0c850" if hero else style.light
    out = ellipse(0, 0, w / 2, d / 2, style.dark, 0.0) + ellipse(0, 0, w / 2 - 1.0, d / 2 - 1.0, ring, 0.0)
    out += ellipse(0, 0, w / 2 - 2.6, d / 2 - 2.6, style.main, 0.0)
    if style.pattern != "plain":
        for s in (-1, 1):
            out += path(
                way("M", s * w * 0.46, -d * 0.12, "L", s * w * 0.34, 0, "L", s * w * 0.46, d * 0.12, "Z"),
                style.trim,
                "",
                0,
            )
    return out + glyph(MODELS[look].glyph, min(w, d) * 0.36)


def glyph(kind: str, s: float) -> str:
    """A glyph that fits a disc of radius ``s`` mm, drawn with a broad pen."""
    drawn = GLYPHS.get(kind)
    return drawn(s, max(1.6, s * 0.34)) if drawn is not None else dot(0, 0, s * 0.5, PALE)


def _hero(s: float, _pen: float) -> str:
    """A star."""
    return star(0, 0, s * 1.12, PALE)


def _spark(s: float, _pen: float) -> str:
    """A spark of eight points."""
    points: list[float | str] = []
    for k, (x, y) in enumerate(
        ((0, -1.2), (0.3, -0.3), (1.2, 0), (0.3, 0.3), (0, 1.2), (-0.3, 0.3), (-1.2, 0), (-0.3, -0.3))
    ):
        points += ["L" if k else "M", x * s, y * s]
    return path(way(*points, "Z"), PALE, "", 0.0)


def _pole(s: float, pen: float) -> str:
    """A spear."""
    return line(0, s * 1.1, 0, -s * 0.5, PALE, pen, 0.0) + path(
        way("M", -s * 0.5, -s * 0.3, "L", 0, -s * 1.25, "L", s * 0.5, -s * 0.3, "Z"), PALE, "", 0.0
    )


def _blade(s: float, pen: float) -> str:
    """A sword."""
    return line(0, s, 0, -s * 1.1, PALE, pen, 0.0) + line(-s * 0.6, s * 0.35, s * 0.6, s * 0.35, PALE, pen, 0.0)


def _bow(s: float, pen: float) -> str:
    """A bow."""
    bend = stroke(way("M", -s * 1.05, s * 0.1, "Q", 0, -s * 1.1, s * 1.05, s * 0.1), PALE, pen)
    return bend + line(0, s * 1.05, 0, -s * 1.0, PALE, pen * 0.8, 0.0)


def _crossbow(s: float, pen: float) -> str:
    """A bow with a bar."""
    return _bow(s, pen) + line(-s * 0.5, s * 0.5, s * 0.5, s * 0.5, PALE, pen, 0.0)


def _gun(s: float, pen: float) -> str:
    """A barrel."""
    return line(s * 0.6, s * 0.9, -s * 0.4, -s * 1.0, PALE, pen * 1.2, 0.0) + dot(s * 0.5, s * 0.7, s * 0.4, PALE)


def _mortar(s: float, pen: float) -> str:
    """A ring with a shot in it."""
    ring = stroke(
        way(
            "M",
            -s * 0.8,
            0,
            "A",
            s * 0.8,
            s * 0.8,
            0,
            1,
            0,
            s * 0.8,
            0,
            "A",
            s * 0.8,
            s * 0.8,
            0,
            1,
            0,
            -s * 0.8,
            0,
        ),
        PALE,
        pen,
    )
    return ring + dot(0, 0, s * 0.3, PALE)


def _engine(s: float, pen: float) -> str:
    """An engine that throws."""
    bend = stroke(way("M", -s * 1.1, s * 0.1, "L", 0, s * 0.6, "L", s * 1.1, s * 0.1), PALE, pen)
    return bend + line(0, s * 1.0, 0, -s * 0.9, PALE, pen, 0.0) + dot(0, -s * 0.9, s * 0.35, PALE)


def _horse(s: float, pen: float) -> str:
    """A horseshoe."""
    shoe = way("M", -s * 0.6, s * 0.9, "C", -s * 1.2, -s * 1.3, s * 1.2, -s * 1.3, s * 0.6, s * 0.9)
    return stroke(shoe, PALE, pen * 1.1)


def _claws(s: float, pen: float) -> str:
    """Three scratches."""
    return "".join(
        line(x + s * 0.3, -s * 0.9, x - s * 0.3, s * 0.9, PALE, pen * 0.85, 0.0) for x in (-s * 0.65, 0, s * 0.65)
    )


def _ghost(s: float, _pen: float) -> str:
    """A shroud."""
    body = way("M", -s * 0.8, s, "L", -s * 0.8, -s * 0.2, "C", -s * 0.8, -s * 1.4, s * 0.8, -s * 1.4, s * 0.8, -s * 0.2)
    hem = ("L", s * 0.8, s, "L", s * 0.4, s * 0.5, "L", 0, s, "L", -s * 0.4, s * 0.5, "Z")
    return path(body + " " + way(*hem), PALE, "", 0.0)


def _hammer(s: float, pen: float) -> str:
    """A hammer."""
    return line(0, s * 1.1, 0, -s * 0.4, PALE, pen, 0.0) + line(
        -s * 0.6, -s * 0.6, s * 0.6, -s * 0.6, PALE, pen * 1.7, 0.0
    )


def _axe(s: float, pen: float) -> str:
    """An axe."""
    blade = way("M", 0, -s, "L", s * 1.0, -s * 0.9, "L", s * 0.8, s * 0.1, "L", 0, -s * 0.1, "Z")
    return line(-s * 0.1, s * 1.1, -s * 0.1, -s * 1.0, PALE, pen, 0.0) + path(blade, PALE, "", 0.0)


def _wings(s: float, pen: float) -> str:
    """A pair of wings."""
    return stroke(
        way(
            "M",
            -s * 1.1,
            -s * 0.5,
            "L",
            -s * 0.4,
            s * 0.5,
            "L",
            0,
            -s * 0.2,
            "L",
            s * 0.4,
            s * 0.5,
            "L",
            s * 1.1,
            -s * 0.5,
        ),
        PALE,
        pen,
    )


GLYPHS: dict[str, Callable[[float, float], str]] = {
    "hero": _hero,
    "spark": _spark,
    "pole": _pole,
    "blade": _blade,
    "bow": _bow,
    "crossbow": _crossbow,
    "gun": _gun,
    "mortar": _mortar,
    "engine": _engine,
    "horse": _horse,
    "claws": _claws,
    "ghost": _ghost,
    "hammer": _hammer,
    "axe": _axe,
    "wings": _wings,
}
"""By kind: drawn within a radius (mm) with a pen of a width."""
