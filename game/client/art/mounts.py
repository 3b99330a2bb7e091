"""Horses, riders, chariots, elephants and engines seen from above, as SVG fragments in mm: front up."""

from __future__ import annotations

import numpy as np

from game.client.art.figures import (
    BRONZE,
    HORSE,
    INK,
    STEEL,
    WOOD,
    Coat,
    bare_head,
    dot,
    ellipse,
    flag,
    group,
    gunner,
    helmet,
    line,
    path,
    pick,
    round_shield,
    spear,
    torso,
)
from game.client.art.pieces import hexed, tint


def horse(colour: str, saddle: str = "", trim: str = "") -> str:
    """A horse about 20 mm long from nose to tail."""
    dark, light = hexed(tint(colour, 0.5)), hexed(tint(colour, 1.32))
    out = "".join(ellipse(x, y, 0.85, 1.5, dark, 0.22) for x, y in ((-1.9, -3.6), (1.9, -2.9), (-2.1, 5.6), (2.1, 5.0)))
    out += path("M-0.8 6.6 C-1.6 8.4 -1.2 10.4 -0.1 11.4 C0.5 10.6 1.5 8.6 0.8 6.6Z", dark, INK, 0.28)
    neck = "M-1.5 -3.2 C-1.2 -4.6 -1.15 -5.6 -1.1 -6.4 L1.1 -6.4 C1.15 -5.6 1.2 -4.6 1.5 -3.2Z"
    barrel = (
        "M-2.15 -2.6 C-1.9 -4.5 1.9 -4.5 2.15 -2.6 C2.3 -0.6 2.35 1.0 2.25 2.4 C2.75 4.2 2.6 6.4 1.3 7.3 "
        "C0.5 7.8 -0.5 7.8 -1.3 7.3 C-2.6 6.4 -2.75 4.2 -2.25 2.4 C-2.35 1.0 -2.3 -0.6 -2.15 -2.6Z"
    )
    head = "M-1.15 -6.0 C-1.45 -7.0 -1.0 -8.6 -0.8 -9.6 C-0.65 -10.4 0.65 -10.4 0.8 -9.6 C1.0 -8.6 1.45 -7.0 1.15 -6.0 C0.6 -5.4 -0.6 -5.4 -1.15 -6.0Z"
    out += path(neck, colour, INK, 0.3) + path(barrel, colour, INK, 0.34)
    out += f'<ellipse cx="-0.75" cy="5.0" rx="0.9" ry="1.7" fill="{light}" fill-opacity="0.6"/>'
    out += f'<ellipse cx="-0.7" cy="-2.2" rx="0.8" ry="1.1" fill="{light}" fill-opacity="0.5"/>'
    out += path(head, colour, INK, 0.3) + f'<ellipse cx="0" cy="-9.5" rx="0.6" ry="0.5" fill="{dark}"/>'
    out += path("M-1.25 -6.3L-1.55 -5.0L-0.5 -5.7Z", colour, INK, 0.2) + path(
        "M1.25 -6.3L1.55 -5.0L0.5 -5.7Z", colour, INK, 0.2
    )
    out += f'<path d="M0 -6.6 C0.3 -5.2 -0.2 -3.8 0 -2.2" stroke="{dark}" stroke-width="1.05" fill="none" stroke-linecap="round"/>'
    if saddle:
        out += f'<path d="M-2.75 -0.8 C-1 -1.3 1 -1.3 2.75 -0.8 L2.6 4.4 C1 4.9 -1 4.9 -2.6 4.4Z" fill="{saddle}" stroke="{INK}" stroke-width="0.3"/>'
        out += f'<path d="M-2.4 3.7 C-1 4.1 1 4.1 2.4 3.7" fill="none" stroke="{trim}" stroke-width="0.6"/>'
    return out


def rider(c: Coat, rng: np.random.Generator, heavy: bool = True) -> str:
    """A man in the saddle, at the horse's middle."""
    weapon = (
        spear(2.3, 4.2, -8.4, lean=rng.uniform(-0.3, 0.3))
        if heavy
        else spear(2.2, 2.4, -4.8, lean=rng.uniform(-1.0, 0.4))
    )
    man = torso(c.main if heavy else c.light, c.light, rng, 2.45)
    shield = round_shield(-2.4, -0.9, 1.9 if heavy else 1.6, c.main, c.trim, BRONZE)
    head = (
        helmet(STEEL if rng.random() < 0.5 else BRONZE, c.trim if heavy else "")
        if heavy or rng.random() < 0.3
        else bare_head(rng)
    )
    return weapon + group(man + shield + head, y=0.9, size=1.08)


def cavalryman(c: Coat, rng: np.random.Generator) -> str:
    """Heavy horse: saddle cloth in the side's colour, lance, crest."""
    return horse(pick(rng, HORSE), c.main, c.trim) + rider(c, rng)


def light_horseman(c: Coat, rng: np.random.Generator) -> str:
    """Light horse: no saddle cloth, javelins."""
    return horse(pick(rng, HORSE), c.light if rng.random() < 0.5 else "", c.main) + rider(c, rng, heavy=False)


def captain(c: Coat, rng: np.random.Generator, cloak: str, crest: str) -> str:
    """A mounted commander with a cloak."""
    white = "#d9d3c6" if rng.random() < 0.5 else "#4a3020"
    return (
        horse(white, c.main, c.trim)
        + path(
            "M-2.0 0.6 C-3.3 3.6 -2.8 6.6 -1.8 8.2 C-0.4 7.2 0.9 7.5 2.0 8.0 C2.9 6.0 3.2 3.4 2.0 0.6Z",
            cloak,
            INK,
            0.32,
        )
        + f'<path d="M-0.9 2.2 C-1.4 4.6 -1.2 6.2 -1.0 7.2 M0.8 2.2 C1.2 4.6 1.1 6.0 1.0 7.2" fill="none" stroke="{hexed(tint(cloak, 0.6))}" stroke-width="0.4"/>'
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


def wheel(x: float, y: float, long: float = 6.0) -> str:
    """A chariot wheel from above."""
    return (
        f'<rect x="{x - 0.6:.2f}" y="{y - long / 2:.2f}" width="1.2" height="{long:.2f}" rx="0.5" fill="#4a3320" stroke="{INK}" stroke-width="0.28"/>'
        f'<path d="M{x:.2f} {y - long / 2 + 0.6:.2f}L{x:.2f} {y + long / 2 - 0.6:.2f}" stroke="#8a6238" stroke-width="0.4"/>'
    )


def chariot(c: Coat, rng: np.random.Generator, kind: str, pattern: str) -> str:
    """A chariot 38 mm long: ``light`` (two horses), ``heavy`` (four), ``scythed`` (four and blades)."""
    heavy = kind != "light"
    out = line(0, -2, 0, -13, WOOD, 0.9, 0.35)
    places = (-6.0, -2.1, 2.1, 6.0) if heavy else (-3.2, 3.2)
    out += line(places[0], -10.0, places[-1], -10.0, WOOD, 0.8, 0.35)
    for x in places:
        cloth = c.main if heavy else ""
        out += group(horse(pick(rng, HORSE), cloth, c.trim), x=x, y=-8.2, turn=rng.uniform(-2, 2), size=0.88)
        out += f'<path d="M{x:.2f} -8 L{x * 0.3:.2f} 4.5" stroke="#2a1c10" stroke-width="0.26" fill="none"/>'
    half = 6.0 if heavy else 4.8
    axle = half + 1.6
    out += line(-axle, 8.6, axle, 8.6, "#5a4028", 1.0, 0.35)
    if kind == "scythed":
        for s in (-1, 1):
            out += path(
                f"M{s * axle:.2f} 8.0 C{s * (axle + 1.6):.2f} 6.2 {s * (axle + 2.2):.2f} 5.2 {s * (axle + 2.6):.2f} 2.6 "
                f"C{s * (axle + 1.2):.2f} 5.0 {s * (axle + 0.6):.2f} 6.4 {s * axle:.2f} 9.0Z",
                "#e6eaee",
                INK,
                0.26,
            )
            out += path(f"M{s * 1.2:.1f} -19.0L{s * 2.1:.1f} -15.5L{s * 0.6:.1f} -15.5Z", "#e6eaee", INK, 0.2)
    out += wheel(-axle + 0.2, 8.6) + wheel(axle - 0.2, 8.6)
    floor = f"M{-half} 4.6 C{-half} 2.6 {-half * 0.5} 1.8 0 1.8 C{half * 0.5} 1.8 {half} 2.6 {half} 4.6 L{half} 13.2 L{-half} 13.2Z"
    out += path(floor, "#8a6238", INK, 0.35)
    out += f'<path d="M{-half + 1} 6 H{half - 1} M{-half + 1} 8.4 H{half - 1} M{-half + 1} 10.8 H{half - 1}" stroke="#6b4a2a" stroke-width="0.35"/>'
    rail = f"M{-half} 12.8 L{-half} 4.6 C{-half} 2.6 {-half * 0.5} 1.8 0 1.8 C{half * 0.5} 1.8 {half} 2.6 {half} 4.6 L{half} 12.8"
    out += f'<path d="{rail}" fill="none" stroke="{INK}" stroke-width="1.9"/><path d="{rail}" fill="none" stroke="{c.main}" stroke-width="1.3"/>'
    out += f'<path d="{rail}" fill="none" stroke="{c.trim}" stroke-width="0.35"/>'
    out += group(gunner(c, rng), x=-1.9 if heavy else -1.6, y=5.6, size=0.95)
    if kind == "light":
        from game.client.art.figures import archer

        out += group(archer(c, rng), x=1.7, y=9.0, size=0.95)
    elif kind == "heavy":
        out += group(
            spear(2.1, 3, -8)
            + torso(c.cloth, c.light, rng)
            + round_shield(-1.4, -1.2, 1.6, c.main, c.trim, BRONZE)
            + helmet(STEEL, c.trim),
            x=2.4,
            y=6.6,
            size=0.95,
        )
        out += group(spear(2.1, 3, -7) + torso(c.main, c.light, rng) + helmet(BRONZE), x=-1.2, y=10.4, size=0.95)
        out += flag(c, pattern, 0.2, 12.2, 7.0, 4.2)
    return out


def elephant(c: Coat, rng: np.random.Generator, pattern: str) -> str:
    """An elephant about 34 mm long with a tower and crew."""
    hide = pick(rng, ("#7d7a76", "#6e6b69", "#8a857d"))
    dark, light = hexed(tint(hide, 0.68)), hexed(tint(hide, 1.2))
    out = path("M-0.5 13.6 C-0.8 15.4 -0.4 16.6 0.3 17.2 C0.6 16.0 0.6 14.8 0.5 13.6Z", dark, INK, 0.25)
    for x, y in ((-5.0, -4.6), (5.0, -4.6), (-4.8, 9.6), (4.8, 9.6)):
        out += ellipse(x, y, 1.8, 2.3, dark, 0.3)
    out += path(
        "M-5.4 -5 C-7.2 0 -7.2 7 -4.8 11.6 C-2.8 14.6 2.8 14.6 4.8 11.6 C7.2 7 7.2 0 5.4 -5 C3.6 -7.8 -3.6 -7.8 -5.4 -5Z",
        hide,
        INK,
        0.4,
    )
    out += f'<ellipse cx="-2.2" cy="3" rx="2.6" ry="7" fill="{light}" fill-opacity="0.35"/>'
    for s in (-1, 1):
        out += path(
            f"M{s * 2.8} -8.4 C{s * 6.4} -11.2 {s * 8.8} -9.2 {s * 8.2} -6.2 C{s * 7.4} -3.8 {s * 4.6} -4.2 {s * 3.0} -6.0Z",
            hexed(tint(hide, 0.9)),
            INK,
            0.35,
        )
        out += path(f"M{s * 3.6} -8.0 C{s * 6.0} -9.6 {s * 7.4} -8.4 {s * 7.0} -6.6", "none", dark, 0.35)
        out += f'<path d="M{s * 1.7} -12.2 C{s * 2.6} -14.0 {s * 2.8} -15.8 {s * 1.7} -17.4" fill="none" stroke="{INK}" stroke-width="1.2" stroke-linecap="round"/>'
        out += f'<path d="M{s * 1.7} -12.2 C{s * 2.6} -14.0 {s * 2.8} -15.8 {s * 1.7} -17.4" fill="none" stroke="#f4ecd8" stroke-width="0.8" stroke-linecap="round"/>'
    sway = rng.uniform(-2.2, 2.2)
    trunk = f"M0 -12.6 C{sway * 0.4:.2f} -15.2 {-sway:.2f} -16.8 {sway:.2f} -19.6"
    out += f'<path d="{trunk}" fill="none" stroke="{INK}" stroke-width="2.5" stroke-linecap="round"/>'
    out += f'<path d="{trunk}" fill="none" stroke="{hide}" stroke-width="1.9" stroke-linecap="round"/>'
    out += (
        ellipse(0, -9.6, 3.6, 4.0, hide, 0.4)
        + f'<ellipse cx="-0.9" cy="-10.6" rx="1.4" ry="1.6" fill="{light}" fill-opacity="0.5"/>'
    )
    out += path("M-2.3 -11.2 L2.3 -11.2 L1.3 -7.4 L-1.3 -7.4Z", c.main, INK, 0.28) + dot(0, -9.8, 0.6, c.trim)
    cloth = "M-6.6 -2.2 H6.6 V8.6 H-6.6Z"
    out += path(cloth, c.main, INK, 0.35)
    out += f'<path d="M-5.8 -1.4 H5.8 V7.8 H-5.8Z" fill="none" stroke="{c.trim}" stroke-width="0.7"/>'
    out += group(torso(c.light, c.trim, rng, 1.9) + bare_head(rng, 1.05), y=-5.4, size=0.92)
    out += path("M-4.4 -0.6 H4.4 V7.0 H-4.4Z", "#8a6238", INK, 0.5)
    out += '<path d="M-3.4 0.4 H3.4 V6.0 H-3.4Z" fill="#5e4227" stroke="#c79a5c" stroke-width="0.5"/>'
    out += group(
        spear(2.0, 2, -9, lean=-0.6) + torso(c.cloth, c.light, rng, 2.0) + helmet(BRONZE), x=-1.7, y=2.0, size=0.82
    )
    out += group(
        spear(2.0, 2, -8, lean=0.8) + torso(c.cloth, c.light, rng, 2.0) + helmet(STEEL, c.trim), x=1.9, y=4.4, size=0.82
    )
    return out + flag(c, pattern, -2.6, 6.2, 6.0, 3.8)


def bolt_thrower(c: Coat, rng: np.random.Generator) -> str:
    """A scorpion on its stand, with two of its crew."""
    out = line(-5.2, 7.6, 0, 1.0, WOOD, 1.3, 0.4) + line(5.2, 7.6, 0, 1.0, WOOD, 1.3, 0.4)
    out += path("M-1.3 10.5 L-1.3 -9.5 L1.3 -9.5 L1.3 10.5Z", "#94693c", INK, 0.4)
    out += '<path d="M0 10 L0 -9" stroke="#5a3e22" stroke-width="0.7"/>'
    out += line(0, 6.5, 0, -14.5, "#efe3c8", 0.5, 0.3) + path("M-0.8 -13.4L0 -16.4L0.8 -13.4Z", STEEL, INK, 0.25)
    out += '<path d="M-7.6 -1.6 L0 4.2 L7.6 -1.6" fill="none" stroke="#efe6d2" stroke-width="0.35"/>'
    for s in (-1, 1):
        out += f'<path d="M{s * 2.6} -6.4 C{s * 5.4} -6.4 {s * 7.2} -4.4 {s * 7.7} -1.4" fill="none" stroke="{INK}" stroke-width="1.7" stroke-linecap="round"/>'
        out += f'<path d="M{s * 2.6} -6.4 C{s * 5.4} -6.4 {s * 7.2} -4.4 {s * 7.7} -1.4" fill="none" stroke="#a9793f" stroke-width="1.1" stroke-linecap="round"/>'
        out += ellipse(s * 2.5, -6.4, 1.5, 1.7, BRONZE, 0.35) + dot(s * 2.5 - 0.3, -6.9, 0.5, "#fff2c8", 0.7)
    out += path("M-4.4 -8.2 H4.4 V-7.1 H-4.4Z", c.main, INK, 0.35)
    out += line(-2.6, 9.0, 2.6, 9.0, "#5a4028", 0.8, 0.3)
    return out + group(gunner(c, rng), x=-5.6, y=11.2, turn=20) + group(gunner(c, rng), x=5.6, y=12.4, turn=-25)


def stone_thrower(c: Coat, rng: np.random.Generator) -> str:
    """A one-armed engine with a pile of stones."""
    out = path("M-4.4 12 L-4.4 -9 L-3.0 -9 L-3.0 12Z", "#94693c", INK, 0.4) + path(
        "M4.4 12 L4.4 -9 L3.0 -9 L3.0 12Z", "#94693c", INK, 0.4
    )
    for y in (-8.2, 0.6, 10.6):
        out += line(-4.4, y, 4.4, y, WOOD, 1.2, 0.4)
    out += ellipse(-3.7, 0.6, 1.2, 1.9, BRONZE, 0.3) + ellipse(3.7, 0.6, 1.2, 1.9, BRONZE, 0.3)
    out += (
        line(0, 0.6, 0, 9.6, "#a9793f", 1.5, 0.4)
        + ellipse(0, 10.4, 2.0, 1.8, "#5a4028", 0.35)
        + ellipse(0, 10.4, 1.3, 1.2, "#a39c8e", 0.3)
    )
    out += path("M-4.6 -10 H4.6 V-8.6 H-4.6Z", c.main, INK, 0.35)
    for x, y in ((-7.4, -4.0), (-6.4, -2.4), (-8.2, -2.2)):
        out += ellipse(x, y, 1.05, 0.95, "#a39c8e", 0.28)
    return out + group(gunner(c, rng), x=-6.6, y=9.6, turn=25) + group(gunner(c, rng), x=6.6, y=7.0, turn=-70)
