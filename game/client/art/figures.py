"""Small painted men seen from above, as SVG fragments in mm: front up, origin at the man's middle.

Each maker takes a :class:`Coat` (the side's colours) and a generator for what varies from man to man.
"""

from __future__ import annotations

import msgspec
import numpy as np

from game.client.art.pieces import hexed, tint
from game.client.art.svg import dot, ellipse, glow, group, line, path, stroke, way

SKIN = ("#d9a77c", "#c98f63", "#e3b88f", "#a8734d")
HAIR = ("#4a2f1b", "#7b5128", "#b98a45", "#2b1d14", "#96652f")
PELT = ("#8d8271", "#a58f68", "#6f5f4a")
WOOD = "#7d5a35"
STEEL = "#c9ced3"
BRONZE = "#d2a34a"
STRING = "#efe6d2"


class Coat(msgspec.Struct, frozen=True):
    """Colours that a side's troops wear."""

    main: str
    dark: str
    light: str
    trim: str
    cloth: str


def pick(rng: np.random.Generator, colours: tuple[str, ...]) -> str:
    """One of some colours."""
    return colours[int(rng.integers(0, len(colours)))]


# --- parts of a man ----------------------------------------------------------------------------------------------


def torso(colour: str, light: str, rng: np.random.Generator, width: float = 2.35) -> str:
    """Shoulders with arms."""
    skin = pick(rng, SKIN)
    return (
        ellipse(-width * 0.86, -0.7, 0.75, 1.15, skin, 0.2, -18)
        + ellipse(width * 0.86, -0.7, 0.75, 1.15, skin, 0.2, 18)
        + ellipse(0, 0.1, width, 1.45, colour)
        + glow(-0.5, -0.35, width * 0.6, 0.6, light, 0.55)
    )


def helmet(metal: str, crest: str = "", r: float = 1.22) -> str:
    """A helmeted head, with a crest fore and aft where a colour is given."""
    out = ellipse(0, -0.15, r, r * 1.08, metal, 0.24) + dot(-0.38, -0.6, r * 0.36, "#ffffff", 0.6)
    return out + (line(0, -1.15, 0, 1.35, crest, 0.62, 0.22) if crest else "")


def bare_head(rng: np.random.Generator, r: float = 1.15) -> str:
    """A head with hair."""
    hair = way("M", -r, -0.2, "A", r, r, 0, 0, 0, r, -0.2, "A", r, r * 0.8, 0, 0, 0, -r, -0.2, "Z")
    colour = pick(rng, HAIR)
    return ellipse(0, -0.3, r * 0.92, r, pick(rng, SKIN), 0.22) + path(hair, colour, width=0.2)


def round_shield(x: float, y: float, r: float, face: str, rim: str, boss: str) -> str:
    """A round shield held forward, tilted so that its face shows."""
    return ellipse(x, y, r, r * 0.78, rim, 0.25) + glow(x, y, r * 0.76, r * 0.56, face, 1.0) + dot(x, y, r * 0.26, boss)


def tall_shield(x: float, y: float, face: str, rim: str, half: float = 1.75) -> str:
    """A tall curved shield: its top edge bows forward."""
    body = way("M", x - half, y + 0.75, "Q", x, y - 1.55, x + half, y + 0.75, "Q", x, y + 0.1, x - half, y + 0.75, "Z")
    edge = way("M", x - half * 0.86, y + 0.46, "Q", x, y - 1.25, x + half * 0.86, y + 0.46)
    return path(body, face) + stroke(edge, rim, 0.34) + dot(x, y - 0.15, 0.36, rim)


def spear(x: float, back: float, tip: float, lean: float = 0.0) -> str:
    """A spear along the facing, its point forward."""
    top = x + lean
    point = way("M", top - 0.45, tip + 0.7, "L", top, tip - 1.0, "L", top + 0.45, tip + 0.7, "Z")
    return line(x, back, top, tip, WOOD, 0.34) + path(point, STEEL, width=0.18)


# --- men ---------------------------------------------------------------------------------------------------------


def legionary(c: Coat, rng: np.random.Generator) -> str:
    """Tall shield, javelin, bronze helmet with a crest."""
    return (
        spear(2.15, 2.6, -4.2, rng.uniform(-0.3, 0.3))
        + torso(c.cloth, c.light, rng)
        + tall_shield(-0.75, -1.75, c.main, c.trim)
        + helmet(BRONZE, c.light if rng.random() < 0.75 else c.trim)
    )


def spearman(c: Coat, rng: np.random.Generator) -> str:
    """Big round shield and a thrusting spear."""
    face = c.main if rng.random() < 0.7 else c.dark
    return (
        spear(2.1, 3.0, -6.4, rng.uniform(-0.25, 0.25))
        + torso(c.cloth, c.light, rng)
        + round_shield(-0.9, -1.7, 1.95, face, c.trim, BRONZE)
        + helmet(STEEL if rng.random() < 0.4 else BRONZE, c.trim if rng.random() < 0.35 else "")
    )


def veteran(c: Coat, rng: np.random.Generator) -> str:
    """Long spear, tall shield, tall crest: the heaviest foot."""
    return (
        spear(2.1, 3.2, -6.8, rng.uniform(-0.2, 0.2))
        + torso(c.dark, c.main, rng, 2.45)
        + tall_shield(-0.75, -1.8, c.main, c.trim, 1.85)
        + helmet(STEEL, c.trim)
    )


def pikeman(c: Coat, rng: np.random.Generator) -> str:
    """A pike twice as long as the man's file is deep."""
    return (
        spear(1.5, 4.2, -11.0, rng.uniform(-0.2, 0.2))
        + torso(c.cloth, c.light, rng)
        + round_shield(-1.1, -1.35, 1.55, c.main, c.trim, BRONZE)
        + helmet(BRONZE, c.light if rng.random() < 0.3 else "")
    )


def warrior(c: Coat, rng: np.random.Generator) -> str:
    """A tribesman: long hair, oval shield, sword up or spear, clothes of all colours."""
    cloth = pick(rng, (c.cloth, c.cloth, "#a08a5c", c.main, c.light))
    face = pick(rng, (c.main, c.main, c.light, c.dark, c.trim))
    if rng.random() < 0.4:
        arm = spear(2.2, 2.4, -4.6, rng.uniform(-0.8, 0.8))
    else:
        arm = line(2.0, -0.6, 2.0 + rng.uniform(-0.4, 1.4), -4.1, STEEL, 0.5, 0.3)
    shield = ellipse(-1.15, -1.75, 1.05, 1.9, face, 0.26, 62 + rng.uniform(-14, 14)) + dot(-1.15, -1.8, 0.42, BRONZE)
    return arm + torso(cloth, c.light, rng) + shield + (bare_head(rng) if rng.random() < 0.8 else helmet(BRONZE))


def archer(c: Coat, rng: np.random.Generator) -> str:
    """A drawn bow with an arrow on it."""
    bow = way("M", -3.3, -1.3, "Q", -2.0, -3.5, 0, -3.7, "Q", 2.0, -3.5, 3.3, -1.3)
    string = way("M", -3.3, -1.3, "L", 0.2, 0.3, "L", 3.3, -1.3)
    head = bare_head(rng) if rng.random() < 0.5 else helmet(c.light)
    return (
        ellipse(1.5, 1.3, 0.7, 1.3, "#6b4a2c", 0.22, 28)
        + torso(c.cloth, c.light, rng, 2.2)
        + stroke(bow, "#b98849", 0.5, 0.34)
        + stroke(string, STRING, 0.2)
        + line(0.2, 0.6, 0.2, -5.2, "#e9dfc5", 0.24, 0.16)
        + head
    )


def slinger(c: Coat, rng: np.random.Generator) -> str:
    """A whirled sling, a bag of stones, a buckler."""
    turn = rng.uniform(-40, 40)
    sling = stroke(way("M", 0, 0, "Q", 2.4, -1.4, 1.6, -3.6), "#cbb68a", 0.28, 0.22) + ellipse(
        1.6, -3.6, 0.55, 0.5, "#8d877b", 0.2
    )
    return (
        ellipse(-1.3, 1.2, 0.9, 0.8, "#8a6a42", 0.22)
        + torso(pick(rng, (c.cloth, c.main, "#c9b48a")), c.light, rng, 2.15)
        + round_shield(-1.7, -0.9, 1.15, c.main, c.dark, c.trim)
        + group(sling, 1.8, -1.0, turn)
        + bare_head(rng)
    )


def skirmisher(c: Coat, rng: np.random.Generator) -> str:
    """Javelins, a small shield, a pelt over the head."""
    pelt = pick(rng, PELT)
    return (
        spear(2.2, 1.8, -4.4, rng.uniform(-1.3, 0.6))
        + line(-1.9, 2.4, -2.3, -2.6, WOOD, 0.26, 0.2)
        + torso(c.cloth, c.light, rng, 2.15)
        + round_shield(-1.45, -1.35, 1.45, c.main, c.light, c.trim)
        + ellipse(0, 0.5, 1.2, 1.6, pelt)
        + ellipse(0, -0.35, 1.05, 1.1, pelt)
        + dot(-0.5, -0.95, 0.28, pelt)
        + dot(0.5, -0.95, 0.28, pelt)
    )


def gunner(c: Coat, rng: np.random.Generator) -> str:
    """A man of a crew: bare arms, no shield."""
    return torso(c.cloth, c.light, rng, 2.2) + (helmet(BRONZE) if rng.random() < 0.5 else bare_head(rng))


def fallen(c: Coat, rng: np.random.Generator) -> str:
    """A man on the ground beside his shield."""
    turn = rng.uniform(0, 360)
    dark = hexed(tint(c.dark, 0.9))
    body = (
        glow(0.4, 0.6, 3.1, 2.2, "#6b1c12", 0.55)
        + line(0.4, 1.5, 1.2, 3.6, dark, 0.8)
        + line(-0.4, 1.5, -1.2, 3.5, dark, 0.8)
        + line(-1.0, -0.6, -3.0, -1.4, pick(rng, SKIN), 0.6)
        + line(1.0, -0.6, 2.8, 0.4, pick(rng, SKIN), 0.6)
        + ellipse(0, 0.3, 1.35, 1.9, c.cloth)
        + ellipse(0, -2.3, 0.95, 1.0, pick(rng, HAIR))
    )
    shield = round_shield(3.0, 1.9, 1.4, c.main, c.dark, c.trim)
    return group(body, turn=turn, size=0.95) + (shield if rng.random() < 0.5 else "")


def wreck(rng: np.random.Generator) -> str:
    """Charred beams and iron."""
    out = glow(0, 0, 4.2, 3.4, "#1b1512", 0.7)
    for _ in range(5):
        x, y, turn = rng.uniform(-2.6, 2.6), rng.uniform(-2.2, 2.2), rng.uniform(0, 180)
        out += group(line(-1.6, 0, 1.6, 0, "#4b3a2a" if rng.random() < 0.6 else "#70757c", 0.7), x, y, turn)
    return out


# --- standards ---------------------------------------------------------------------------------------------------


def flag(c: Coat, pattern: str, x: float, y: float, long: float = 8.0, high: float = 4.6) -> str:
    """A flag that streams to the right from the top of its pole, with the side's pattern on it."""
    outline = _flag_outline(x, y, long, high)
    out = path(outline, c.main, width=0.4) + _flag_pattern(c, pattern, x, y, long, high)
    return out + path(outline, width=0.4) + ellipse(x, y, 0.6, 0.6, BRONZE, 0.25)


def _flag_outline(x: float, y: float, long: float, high: float) -> str:
    x1, y0, y1, wave = x + long, y - high / 2, y + high / 2, high * 0.22
    a, b = x + long * 0.3, x + long * 0.6
    top = ("M", x, y0, "C", a, y0 - wave, b, y0 + wave, x1, y0)
    return way(*top, "L", x1 - 1.3, y, "L", x1, y1, "C", b, y1 + wave, a, y1 - wave, x, y1, "Z")


def _flag_pattern(c: Coat, pattern: str, x: float, y: float, long: float, high: float) -> str:
    y0, y1 = y - high / 2, y + high / 2
    if pattern == "stripes":
        bars = ((x + long * k) for k in (0.16, 0.42, 0.68))
        return "".join(line(at, y0 + 0.5, at, y1 - 0.5, c.trim, long * 0.1, 0.0) for at in bars)
    if pattern == "checks":
        s = high / 3
        cells = ((i, j) for i in range(4) for j in range(3) if (i + j) % 2 == 0)
        return "".join(dot(x + 0.9 + (i + 0.3) * s, y0 + (j + 0.5) * s, s * 0.48, c.trim) for i, j in cells)
    if pattern == "dots":
        spots = ((0.2, 0.28), (0.2, 0.72), (0.45, 0.5), (0.68, 0.28), (0.68, 0.72))
        return "".join(dot(x + long * i, y0 + high * j, high * 0.12, c.trim) for i, j in spots)
    if pattern in ("chevrons", "waves"):
        out = ""
        for k in (0.12, 0.4):
            at = x + long * k
            out += stroke(way("M", at, y0 + 0.4, "L", at + long * 0.2, y, "L", at, y1 - 0.4), c.trim, 0.8)
        return out
    at = x + long * 0.42
    return dot(at, y, high * 0.30, c.trim) + dot(at, y, high * 0.16, c.main)


def standard_bearer(c: Coat, rng: np.random.Generator, pattern: str) -> str:
    """A man with the unit's standard."""
    man = torso(c.dark, c.main, rng) + line(1.9, 0.8, 1.9, -1.6, WOOD, 0.6, 0.3) + helmet(BRONZE, c.trim)
    return man + flag(c, pattern, 1.6, -1.2, 7.6, 4.6)


def horn() -> str:
    """A great curved horn of bronze."""
    bend = way("M", 0.6, 1.4, "C", -2.6, 1.6, -3.4, -2.6, -0.4, -3.4, "C", 1.2, -3.8, 2.4, -3.2, 3.0, -2.2)
    return stroke(bend, BRONZE, 0.7, 0.4) + ellipse(3.2, -1.9, 0.9, 1.1, BRONZE, 0.25, 30)


def musician(c: Coat, rng: np.random.Generator) -> str:
    """A man with a great horn about him."""
    return torso(c.light, c.trim, rng) + helmet(BRONZE, c.light) + group(horn(), -0.4, 0.2)


# --- seen from far away ------------------------------------------------------------------------------------------

LOOSE = {"archer", "slinger", "skirmisher", "warrior"}
PALE = "#efe4c8"
HEAD = "#f3dfa6"


def far_man(c: Coat, rng: np.random.Generator, kind: str) -> str:
    """A man from far away: a body in the side's colour, a bright head, what he carries as one stroke."""
    loose = kind in LOOSE
    body = c.light if kind in ("archer", "slinger", "skirmisher") else c.main
    if kind == "warrior":
        body = pick(rng, (c.main, c.light, c.trim, c.main))
    out = ""
    if kind in ("spearman", "veteran", "pikeman"):
        out += line(1.9, 2.5, 1.9, -10.0 if kind == "pikeman" else -5.6, PALE, 0.7, 0.0)
    if kind == "archer":
        out += stroke(way("M", -3.2, -1.6, "Q", 0, -5.0, 3.2, -1.6), PALE, 0.7)
    out += ellipse(0, 0, 2.5 if loose else 2.9, 1.9 if loose else 2.2, body, 0.4)
    if kind in ("legionary", "veteran"):
        out += line(-2.1, -1.7, 2.1, -1.7, c.trim, 1.1, 0.0)
    elif kind == "spearman":
        out += ellipse(-0.9, -1.3, 1.7, 1.3, c.trim, 0.25) + dot(-0.9, -1.3, 0.8, c.main)
    head = HAIR[2] if loose and rng.random() < 0.6 else HEAD
    return out + ellipse(0, 0.1, 1.15, 1.15, head, 0.25)


def far_rider(c: Coat, rng: np.random.Generator, heavy: bool, coat: str) -> str:
    """A horseman from far away: a lean horse of a ``coat``, a saddle cloth, a bright head."""
    half = ("C", 2.3, -3, 2.6, 1, 2.2, 5.5, "C", 1.4, 8, -1.4, 8, -2.2, 5.5, "Z")
    body = way("M", -2.2, 5.5, "C", -2.6, 1, -2.3, -3, -1.2, -5, "L", -0.9, -9.4, "L", 0.9, -9.4, "L", 1.2, -5, *half)
    return (
        path(body, coat, width=0.4)
        + ellipse(0, 1.4, 3.0, 2.6, c.main if heavy else c.light, 0.4)
        + line(2.4, 3.5, 2.4, -6.8 if heavy else -3.6, PALE, 0.7, 0.0)
        + ellipse(0, 0.9, 1.3, 1.3, HEAD if heavy else HAIR[2], 0.25)
    )
