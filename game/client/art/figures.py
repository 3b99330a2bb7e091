"""Small painted figures seen from above, as SVG fragments in mm: front up, origin at the figure's middle.

Each maker takes a :class:`Coat` (the side's colours) and a generator for what varies from man to man.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np

from game.client.art.pieces import hexed, tint

INK = "#2a1c12"
SKIN = ("#d9a77c", "#c98f63", "#e3b88f", "#a8734d")
HAIR = ("#4a2f1b", "#7b5128", "#b98a45", "#2b1d14", "#96652f")
HORSE = ("#7a4a28", "#96602f", "#59402f", "#b17f4c", "#ddd4c4", "#6b4128")
WOOD = "#7d5a35"
STEEL = "#c9ced3"
BRONZE = "#d2a34a"


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


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, edge: float = 0.22, turn: float = 0.0) -> str:
    """An ellipse with an ink outline."""
    spin = f' transform="rotate({turn:.0f} {x:.2f} {y:.2f})"' if turn else ""
    return (
        f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{rx:.2f}" ry="{ry:.2f}" fill="{fill}" '
        f'stroke="{INK}" stroke-width="{edge}"{spin}/>'
    )


def dot(x: float, y: float, r: float, fill: str, opacity: float = 1.0) -> str:
    """A disc without outline."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}" fill="{fill}" fill-opacity="{opacity}"/>'


def line(x0: float, y0: float, x1: float, y1: float, colour: str, width: float, ink: float = 0.24) -> str:
    """A stick: ink underneath, colour above."""
    out = ""
    if ink:
        out = (
            f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}" stroke="{INK}" '
            f'stroke-width="{width + ink:.2f}" stroke-linecap="round"/>'
        )
    return out + (
        f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}" stroke="{colour}" '
        f'stroke-width="{width:.2f}" stroke-linecap="round"/>'
    )


def path(d: str, fill: str = "none", stroke: str = INK, width: float = 0.25) -> str:
    """A path with an outline."""
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>'


def group(parts: str, x: float = 0.0, y: float = 0.0, turn: float = 0.0, size: float = 1.0) -> str:
    """Parts moved, turned (degrees clockwise on the picture) and scaled."""
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.1f}) scale({size:.3f})">{parts}</g>'


# --- men ---------------------------------------------------------------------------------------------------------


def torso(colour: str, light: str, rng: np.random.Generator, width: float = 2.35) -> str:
    """Shoulders with arms, seen from above."""
    skin = pick(rng, SKIN)
    return (
        ellipse(-width * 0.86, -0.7, 0.75, 1.15, skin, 0.22, -18)
        + ellipse(width * 0.86, -0.7, 0.75, 1.15, skin, 0.22, 18)
        + ellipse(0, 0.1, width, 1.45, colour)
        + f'<ellipse cx="-0.5" cy="-0.35" rx="{width * 0.6:.2f}" ry="0.6" fill="{light}" fill-opacity="0.55"/>'
    )


def helmet(metal: str, crest: str = "", r: float = 1.22) -> str:
    """A helmeted head, with a crest fore and aft where a colour is given."""
    out = ellipse(0, -0.15, r, r * 1.08, metal, 0.26) + dot(-0.38, -0.6, r * 0.36, "#ffffff", 0.6)
    if crest:
        out += line(0, -1.15, 0, 1.35, crest, 0.62, 0.24)
    return out


def bare_head(rng: np.random.Generator, r: float = 1.15) -> str:
    """A head with hair."""
    hair = pick(rng, HAIR)
    return ellipse(0, -0.3, r * 0.92, r, pick(rng, SKIN), 0.24) + path(
        f"M{-r:.2f} -0.2 A{r:.2f} {r:.2f} 0 0 0 {r:.2f} -0.2 A{r:.2f} {r * 0.8:.2f} 0 0 0 {-r:.2f} -0.2Z",
        hair,
        INK,
        0.2,
    )


def round_shield(x: float, y: float, r: float, face: str, rim: str, boss: str) -> str:
    """A round shield held forward, tilted so that its face shows."""
    return (
        ellipse(x, y, r, r * 0.78, rim, 0.28)
        + f'<ellipse cx="{x:.2f}" cy="{y:.2f}" rx="{r * 0.76:.2f}" ry="{r * 0.56:.2f}" fill="{face}"/>'
        + dot(x, y - 0.08, r * 0.26, boss)
    )


def tall_shield(x: float, y: float, face: str, rim: str, half: float = 1.75) -> str:
    """A tall curved shield: its top edge bows forward."""
    h = half
    d = f"M{x - h:.2f} {y + 0.75:.2f} Q{x:.2f} {y - 1.55:.2f} {x + h:.2f} {y + 0.75:.2f} Q{x:.2f} {y + 0.1:.2f} {x - h:.2f} {y + 0.75:.2f}Z"
    return (
        path(d, face, INK, 0.3)
        + f'<path d="M{x - h * 0.86:.2f} {y + 0.46:.2f} Q{x:.2f} {y - 1.25:.2f} {x + h * 0.86:.2f} {y + 0.46:.2f}" '
        f'fill="none" stroke="{rim}" stroke-width="0.34"/>' + dot(x, y - 0.15, 0.36, rim)
    )


def spear(x: float, back: float, tip: float, colour: str = WOOD, lean: float = 0.0) -> str:
    """A spear along the facing, its point forward."""
    return line(x, back, x + lean, tip, colour, 0.34, 0.26) + path(
        f"M{x + lean - 0.45:.2f} {tip + 0.7:.2f}L{x + lean:.2f} {tip - 1.0:.2f}L{x + lean + 0.45:.2f} {tip + 0.7:.2f}Z",
        STEEL,
        INK,
        0.18,
    )


def legionary(c: Coat, rng: np.random.Generator) -> str:
    """Tall shield, javelin, bronze helmet with a crest."""
    return (
        spear(2.15, 2.6, -4.2, lean=rng.uniform(-0.3, 0.3))
        + torso(c.cloth, c.light, rng)
        + tall_shield(-0.75, -1.75, c.main, c.trim)
        + helmet(BRONZE, c.light if rng.random() < 0.75 else c.trim)
    )


def spearman(c: Coat, rng: np.random.Generator) -> str:
    """Big round shield and a thrusting spear."""
    face = c.main if rng.random() < 0.7 else c.dark
    return (
        spear(2.1, 3.0, -6.4, lean=rng.uniform(-0.25, 0.25))
        + torso(c.cloth, c.light, rng)
        + round_shield(-0.9, -1.7, 1.95, face, c.trim, BRONZE)
        + helmet(STEEL if rng.random() < 0.4 else BRONZE, c.trim if rng.random() < 0.35 else "")
    )


def veteran(c: Coat, rng: np.random.Generator) -> str:
    """Long spear, tall shield, tall crest: the heaviest foot."""
    return (
        spear(2.1, 3.2, -6.8, lean=rng.uniform(-0.2, 0.2))
        + torso(c.dark, c.main, rng, 2.45)
        + tall_shield(-0.75, -1.8, c.main, c.trim, 1.85)
        + helmet(STEEL, c.trim)
    )


def pikeman(c: Coat, rng: np.random.Generator) -> str:
    """A pike twice as long as the man's file is deep."""
    return (
        spear(1.5, 4.2, -11.0, lean=rng.uniform(-0.2, 0.2))
        + torso(c.cloth, c.light, rng)
        + round_shield(-1.1, -1.35, 1.55, c.main, c.trim, BRONZE)
        + helmet(BRONZE, c.light if rng.random() < 0.3 else "")
    )


def warrior(c: Coat, rng: np.random.Generator) -> str:
    """A tribesman: long hair, oval shield, sword up or spear, clothes of all colours."""
    cloth = pick(rng, (c.cloth, c.cloth, "#a08a5c", c.main, c.light))
    face = pick(rng, (c.main, c.main, c.light, c.dark, c.trim))
    arm = (
        spear(2.2, 2.4, -4.6, lean=rng.uniform(-0.8, 0.8))
        if rng.random() < 0.4
        else line(2.0, -0.6, 2.0 + rng.uniform(-0.4, 1.4), -4.1, STEEL, 0.5, 0.3)
    )
    shield = ellipse(-1.15, -1.75, 1.05, 1.9, face, 0.3, 62 + rng.uniform(-14, 14)) + dot(-1.15, -1.8, 0.42, BRONZE)
    return arm + torso(cloth, c.light, rng) + shield + (bare_head(rng) if rng.random() < 0.8 else helmet(BRONZE))


def archer(c: Coat, rng: np.random.Generator) -> str:
    """A drawn bow with an arrow on it."""
    bow = (
        f'<path d="M-3.3 -1.3 Q-2.0 -3.5 0 -3.7 Q2.0 -3.5 3.3 -1.3" fill="none" stroke="{INK}" stroke-width="0.85" stroke-linecap="round"/>'
        f'<path d="M-3.3 -1.3 Q-2.0 -3.5 0 -3.7 Q2.0 -3.5 3.3 -1.3" fill="none" stroke="#a97a42" stroke-width="0.5" stroke-linecap="round"/>'
        f'<path d="M-3.3 -1.3 L0.2 0.3 L3.3 -1.3" fill="none" stroke="#efe6d2" stroke-width="0.2"/>'
    )
    arrow = line(0.2, 0.6, 0.2, -5.2, "#e9dfc5", 0.24, 0.16)
    quiver = ellipse(1.5, 1.3, 0.7, 1.3, "#6b4a2c", 0.24, 28)
    head = bare_head(rng) if rng.random() < 0.5 else helmet(c.light)
    return quiver + torso(c.cloth, c.light, rng, 2.2) + bow + arrow + head


def slinger(c: Coat, rng: np.random.Generator) -> str:
    """A whirled sling, a bag of stones, a buckler."""
    turn = rng.uniform(-40, 40)
    sling = (
        f'<g transform="rotate({turn:.0f} 1.8 -1)"><path d="M1.8 -1.0 Q4.2 -2.4 3.4 -4.6" fill="none" stroke="{INK}" stroke-width="0.5"/>'
        f'<path d="M1.8 -1.0 Q4.2 -2.4 3.4 -4.6" fill="none" stroke="#cbb68a" stroke-width="0.28"/></g>'
    )
    a = math.radians(turn)
    sx, sy = 1.8 + 1.6 * math.cos(a) + 3.6 * math.sin(a), -1 + 1.6 * math.sin(a) - 3.6 * math.cos(a)
    return (
        ellipse(-1.3, 1.2, 0.9, 0.8, "#8a6a42", 0.24)
        + torso(pick(rng, (c.cloth, c.main, "#c9b48a")), c.light, rng, 2.15)
        + round_shield(-1.7, -0.9, 1.15, c.main, c.dark, c.trim)
        + sling
        + ellipse(sx, sy, 0.55, 0.5, "#8d877b", 0.22)
        + bare_head(rng)
    )


def skirmisher(c: Coat, rng: np.random.Generator) -> str:
    """Javelins, a small shield, a pelt over the head."""
    pelt = pick(rng, ("#8d8271", "#a58f68", "#6f5f4a"))
    return (
        spear(2.2, 1.8, -4.4, lean=rng.uniform(-1.3, 0.6))
        + line(-1.9, 2.4, -2.3, -2.6, WOOD, 0.26, 0.2)
        + torso(c.cloth, c.light, rng, 2.15)
        + round_shield(-1.45, -1.35, 1.45, c.main, c.light, c.trim)
        + ellipse(0, 0.5, 1.2, 1.6, pelt, 0.25)
        + ellipse(0, -0.35, 1.05, 1.1, pelt, 0.22)
        + dot(-0.5, -0.95, 0.28, pelt)
        + dot(0.5, -0.95, 0.28, pelt)
    )


def gunner(c: Coat, rng: np.random.Generator) -> str:
    """A man of a crew: bare arms, no shield."""
    return torso(c.cloth, c.light, rng, 2.2) + (helmet(BRONZE) if rng.random() < 0.5 else bare_head(rng))


def fallen(c: Coat, rng: np.random.Generator) -> str:
    """A man on the ground beside his shield."""
    turn = rng.uniform(0, 360)
    body = (
        '<ellipse cx="0.4" cy="0.6" rx="3.1" ry="2.2" fill="#6b1c12" fill-opacity="0.55"/>'
        + line(0.4, 1.5, 1.2, 3.6, hexed(tint(c.dark, 0.9)), 0.8, 0.24)
        + line(-0.4, 1.5, -1.2, 3.5, hexed(tint(c.dark, 0.9)), 0.8, 0.24)
        + line(-1.0, -0.6, -3.0, -1.4, pick(rng, SKIN), 0.6, 0.22)
        + line(1.0, -0.6, 2.8, 0.4, pick(rng, SKIN), 0.6, 0.22)
        + ellipse(0, 0.3, 1.35, 1.9, c.cloth, 0.26)
        + ellipse(0, -2.3, 0.95, 1.0, pick(rng, HAIR), 0.22)
    )
    shield = round_shield(3.0, 1.9, 1.4, c.main, c.dark, c.trim)
    return group(body, turn=turn, size=0.95) + (shield if rng.random() < 0.5 else "")


# --- standards ---------------------------------------------------------------------------------------------------


def flag(c: Coat, pattern: str, x: float, y: float, long: float = 8.0, high: float = 4.6) -> str:
    """A flag that streams to the right from the top of its pole, with the side's pattern on it."""
    x1, y0, y1 = x + long, y - high / 2, y + high / 2
    wave = high * 0.22
    d = (
        f"M{x:.2f} {y0:.2f} C{x + long * 0.3:.2f} {y0 - wave:.2f} {x + long * 0.6:.2f} {y0 + wave:.2f} {x1:.2f} {y0:.2f} "
        f"L{x1 - 1.3:.2f} {y:.2f} L{x1:.2f} {y1:.2f} C{x + long * 0.6:.2f} {y1 + wave:.2f} {x + long * 0.3:.2f} {y1 - wave:.2f} {x:.2f} {y1:.2f}Z"
    )
    out = f'<path d="{d}" fill="{c.main}" stroke="{INK}" stroke-width="0.4"/>'
    mx = x + long * 0.42
    if pattern == "stripes":
        for k in (0.16, 0.42, 0.68):
            out += f'<path d="M{x + long * k:.2f} {y0 + 0.3:.2f}L{x + long * k:.2f} {y1 - 0.3:.2f}" stroke="{c.trim}" stroke-width="{long * 0.1:.2f}"/>'
    elif pattern == "checks":
        s = high / 3
        for i in range(4):
            for j in range(3):
                if (i + j) % 2 == 0:
                    out += f'<rect x="{x + 0.4 + i * s:.2f}" y="{y0 + 0.2 + j * s * 0.94:.2f}" width="{s:.2f}" height="{s * 0.9:.2f}" fill="{c.trim}"/>'
    elif pattern == "dots":
        for i, j in ((0.2, 0.28), (0.2, 0.72), (0.45, 0.5), (0.68, 0.28), (0.68, 0.72)):
            out += dot(x + long * i, y0 + high * j, high * 0.12, c.trim)
    elif pattern in ("chevrons", "waves"):
        for k in (0.12, 0.4):
            out += f'<path d="M{x + long * k:.2f} {y0 + 0.4:.2f}L{x + long * (k + 0.2):.2f} {y:.2f}L{x + long * k:.2f} {y1 - 0.4:.2f}" fill="none" stroke="{c.trim}" stroke-width="0.8"/>'
    else:
        out += dot(mx, y, high * 0.30, c.trim) + dot(mx, y, high * 0.16, c.main)
    return (
        out + f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="0.4"/>' + ellipse(x, y, 0.6, 0.6, BRONZE, 0.25)
    )


def standard_bearer(c: Coat, rng: np.random.Generator, pattern: str) -> str:
    """A man with the unit's standard."""
    return (
        torso(c.dark, c.main, rng)
        + line(1.9, 0.8, 1.9, -1.6, WOOD, 0.6, 0.3)
        + helmet(BRONZE, c.trim)
        + flag(c, pattern, 1.6, -1.2, 7.6, 4.6)
    )


# --- seen from far away --------------------------------------------------------------------------------------------


def far_man(c: Coat, rng: np.random.Generator, kind: str) -> str:
    """A man from far away: a body in the side's colour, a bright head, what he carries as one stroke."""
    loose = kind in ("archer", "slinger", "skirmisher", "warrior")
    body = c.light if kind in ("archer", "slinger", "skirmisher") else c.main
    if kind == "warrior":
        body = pick(rng, (c.main, c.light, c.trim, c.main))
    out = ""
    if kind in ("spearman", "veteran", "pikeman"):
        out += line(1.9, 2.5, 1.9, -10.0 if kind == "pikeman" else -5.6, "#efe4c8", 0.7, 0.0)
    if kind == "archer":
        out += '<path d="M-3.2 -1.6 Q0 -5.0 3.2 -1.6" fill="none" stroke="#efe4c8" stroke-width="0.7"/>'
    out += ellipse(0, 0, 2.5 if loose else 2.9, 1.9 if loose else 2.2, body, 0.4)
    if kind in ("legionary", "veteran"):
        out += line(-2.1, -1.7, 2.1, -1.7, c.trim, 1.1, 0.0)
    elif kind == "spearman":
        out += ellipse(-0.9, -1.3, 1.7, 1.3, c.trim, 0.25) + dot(-0.9, -1.3, 0.8, c.main)
    head = HAIR[2] if loose and rng.random() < 0.6 else "#f3dfa6"
    return out + ellipse(0, 0.1, 1.15, 1.15, head, 0.25)


def far_rider(c: Coat, rng: np.random.Generator, heavy: bool) -> str:
    """A horseman from far away: a lean horse, a saddle cloth, a bright head."""
    coat = pick(rng, HORSE)
    out = path(
        "M-2.2 5.5 C-2.6 1 -2.3 -3 -1.2 -5 L-0.9 -9.4 L0.9 -9.4 L1.2 -5 C2.3 -3 2.6 1 2.2 5.5 C1.4 8 -1.4 8 -2.2 5.5Z",
        coat,
        INK,
        0.4,
    )
    out += ellipse(0, 1.4, 3.0, 2.6, c.main if heavy else c.light, 0.4)
    out += line(2.4, 3.5, 2.4, -6.8 if heavy else -3.6, "#efe4c8", 0.7, 0.0)
    return out + ellipse(0, 0.9, 1.3, 1.3, "#f3dfa6" if heavy else HAIR[2], 0.25)
