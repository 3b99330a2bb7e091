"""Map symbols: what a base looks like from far away. A block in the side's colour with the glyph of its arm."""

from __future__ import annotations

from game.client.art.models import MODELS, model_symbol
from game.client.art.svg import dot, ellipse, line, path, rect, star, stroke, way
from game.client.theme import SideStyle

INSIGNIA = {"general": "#f0c850", "leader": "#e3e6ea", "officer": "#c98f5a"}
"""The metal of a commander's star."""
CLOSE = {"legion", "heavy_foot", "spear_foot", "pike", "warband"}
GLYPH = "#fffaf0"


def glyph(look: str, half_w: float, half_d: float) -> str:
    """The glyph of an arm inside a block of the given half sizes (mm)."""
    s = min(half_w, half_d)
    pen = max(1.5, s * 0.24)
    if look in CLOSE:
        cross = line(-half_w, -half_d, half_w, half_d, GLYPH, pen, 0.0) + line(
            half_w, -half_d, -half_w, half_d, GLYPH, pen, 0.0
        )
        return cross + (dot(0, 0, s * 0.42, GLYPH) if look == "warband" else "")
    if look == "archers":
        head = stroke(way("M", -s * 0.8, s * 0.3, "L", 0, -s * 0.6, "L", s * 0.8, s * 0.3), GLYPH, pen)
        return head + line(0, s * 0.9, 0, -s * 0.6, GLYPH, pen, 0.0)
    if look in ("slingers", "skirmish"):
        return "".join(dot(x, 0, s * 0.3, GLYPH) for x in (-half_w * 0.7, 0.0, half_w * 0.7))
    if look in ("cavalry", "light_cavalry"):
        slash = line(-half_w, half_d, half_w, -half_d, GLYPH, pen, 0.0)
        return slash + (dot(-half_w * 0.5, -half_d * 0.5, s * 0.28, GLYPH) if look == "light_cavalry" else "")
    if look.endswith("chariot"):
        return _wheel(look, half_w, half_d, s, pen)
    if look == "elephant":
        return path(_elephant(s), GLYPH, "", 0.0)
    if look in ("bolt_thrower", "stone_thrower"):
        return dot(0, 0, s * 0.6, GLYPH)
    return ""


def _wheel(look: str, half_w: float, half_d: float, s: float, pen: float) -> str:
    r = s * 0.85
    out = stroke(way("M", -r, 0, "A", r, r, 0, 1, 0, r, 0, "A", r, r, 0, 1, 0, -r, 0), GLYPH, pen)
    if look != "light_chariot":
        out += line(-r, 0, r, 0, GLYPH, pen, 0.0) + line(0, -r, 0, r, GLYPH, pen, 0.0)
    if look == "scythed_chariot":
        out += line(-half_w, -half_d * 0.8, -half_w * 0.4, -half_d * 0.5, GLYPH, pen, 0.0)
        out += line(half_w, -half_d * 0.8, half_w * 0.4, -half_d * 0.5, GLYPH, pen, 0.0)
    return out


def _elephant(s: float) -> str:
    """A broad back on two legs."""
    a, b = s * 0.9, s * 0.3
    return way(
        "M",
        -a,
        a,
        "L",
        -a,
        -b,
        "C",
        -a,
        -1.3 * s,
        a,
        -1.3 * s,
        a,
        -b,
        "L",
        a,
        a,
        "L",
        b,
        a,
        "L",
        b,
        b,
        "L",
        -b,
        b,
        "L",
        -b,
        a,
        "Z",
    )


def symbol_svg(look: str, width: float, depth: float, oval: bool, style: SideStyle) -> str:
    """The whole symbol: block, pattern, glyph, and an arrow that shows the facing."""
    w, d = width, depth
    if look in MODELS:
        return model_symbol(look, w, d, style)
    if oval:
        metal = INSIGNIA.get(look, style.light)
        disc = ellipse(0, 0, w / 2, d / 2, style.dark, 0.0) + ellipse(0, 0, w / 2 - 1.2, d / 2 - 1.2, metal, 0.0)
        disc += ellipse(0, 0, w / 2 - 3.0, d / 2 - 3.0, style.main, 0.6)
        if style.pattern != "plain":
            disc += line(-w * 0.33, 0, w * 0.33, 0, style.trim, d * 0.16, 0.0)
        return disc + star(0, 0, min(w, d) * 0.40, metal, 0.9)
    edge, inner = 1.3, w - 2.6
    out = rect(-w / 2, -d / 2, w, d, style.dark) + rect(-w / 2 + edge, -d / 2 + edge, inner, d - 2.6, style.main)
    out += rect(-w / 2 + edge, -d / 2 + edge, inner, d * 0.16, style.light)
    if style.pattern != "plain":
        out += rect(-w / 2 + edge, d / 2 - edge - d * 0.16, inner, d * 0.16, style.trim)
    half = min(6.0, w * 0.28)
    arrow = way("M", -half, -d / 2 + 0.6, "L", 0, -d / 2 - half * 0.8, "L", half, -d / 2 + 0.6, "Z")
    return out + path(arrow, style.trim, style.dark, 1.0) + glyph(look, w * 0.3, d * 0.26)
