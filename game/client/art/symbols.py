"""Map symbols: what a base looks like from far away. A block in the side's colour with the glyph of its arm."""

from __future__ import annotations

from game.client.theme import SideStyle

FOOT = {"legion", "heavy_foot", "spear_foot", "pike", "warband", "archers", "slingers", "skirmish"}
STAR = {"general": 3, "leader": 2, "officer": 1}


def glyph(look: str, half_w: float, half_d: float, ink: str) -> str:
    """The glyph of an arm inside a block of the given half sizes (mm): strokes and fills in ``ink``."""
    s = min(half_w, half_d)
    pen = f'fill="none" stroke="{ink}" stroke-width="{max(1.5, s * 0.24):.2f}" stroke-linecap="round"'
    cross = f'<path d="M{-half_w:.2f} {-half_d:.2f}L{half_w:.2f} {half_d:.2f}M{half_w:.2f} {-half_d:.2f}L{-half_w:.2f} {half_d:.2f}" {pen}/>'
    slash = f'<path d="M{-half_w:.2f} {half_d:.2f}L{half_w:.2f} {-half_d:.2f}" {pen}/>'
    chevron = f'<path d="M{-s * 0.8:.2f} {s * 0.45:.2f}L0 {-s * 0.45:.2f}L{s * 0.8:.2f} {s * 0.45:.2f}" {pen}/>'
    if look in ("legion", "heavy_foot", "spear_foot", "pike"):
        return cross
    if look == "warband":
        return cross + f'<circle cx="0" cy="0" r="{s * 0.42:.2f}" fill="{ink}"/>'
    if look == "archers":
        return chevron + f'<path d="M0 {s * 0.9:.2f}L0 {-s * 0.45:.2f}" {pen}/>'
    if look in ("slingers", "skirmish"):
        return "".join(
            f'<circle cx="{x:.2f}" cy="0" r="{s * 0.3:.2f}" fill="{ink}"/>' for x in (-half_w * 0.7, 0, half_w * 0.7)
        )
    if look == "cavalry":
        return slash
    if look == "light_cavalry":
        return slash + f'<circle cx="{-half_w * 0.5:.2f}" cy="{-half_d * 0.5:.2f}" r="{s * 0.26:.2f}" fill="{ink}"/>'
    if look.endswith("chariot"):
        r = s * 0.85
        out = f'<circle cx="0" cy="0" r="{r:.2f}" {pen}/>'
        if look != "light_chariot":
            out += f'<path d="M{-r:.2f} 0L{r:.2f} 0M0 {-r:.2f}L0 {r:.2f}" {pen}/>'
        if look == "scythed_chariot":
            out += f'<path d="M{-half_w:.2f} {-half_d * 0.8:.2f}L{-half_w * 0.4:.2f} {-half_d * 0.45:.2f}M{half_w:.2f} {-half_d * 0.8:.2f}L{half_w * 0.4:.2f} {-half_d * 0.45:.2f}" {pen}/>'
        return out
    if look == "elephant":
        return (
            f'<path d="M{-s * 0.9:.2f} {s * 0.9:.2f}L{-s * 0.9:.2f} {-s * 0.1:.2f}C{-s * 0.9:.2f} {-s * 1.3:.2f} {s * 0.9:.2f} {-s * 1.3:.2f} {s * 0.9:.2f} {-s * 0.1:.2f}'
            f'L{s * 0.9:.2f} {s * 0.9:.2f}L{s * 0.3:.2f} {s * 0.9:.2f}L{s * 0.3:.2f} {s * 0.3:.2f}L{-s * 0.3:.2f} {s * 0.3:.2f}L{-s * 0.3:.2f} {s * 0.9:.2f}Z" fill="{ink}"/>'
        )
    if look in ("bolt_thrower", "stone_thrower"):
        return f'<circle cx="0" cy="0" r="{s * 0.6:.2f}" fill="{ink}"/>'
    if look in STAR:
        return star(0, 0, s * 0.95, ink)
    return f'<circle cx="0" cy="0" r="{s * 0.4:.2f}" {pen}/>'


def star(x: float, y: float, r: float, ink: str) -> str:
    """A five-pointed star."""
    from math import cos, pi, sin

    points = [
        (
            x + r * (1.0 if k % 2 == 0 else 0.42) * sin(k * pi / 5),
            y - r * (1.0 if k % 2 == 0 else 0.42) * cos(k * pi / 5),
        )
        for k in range(10)
    ]
    return '<path d="M' + "L".join(f"{px:.2f} {py:.2f}" for px, py in points) + f'Z" fill="{ink}"/>'


def symbol_svg(look: str, width: float, depth: float, oval: bool, style: SideStyle) -> str:
    """The whole symbol: block, pattern, glyph, and an arrow that shows the facing."""
    w, d = width, depth
    if oval:
        metal = {"general": "#f0c850", "leader": "#e3e6ea", "officer": "#c98f5a"}.get(look, style.light)
        out = f'<ellipse cx="0" cy="0" rx="{w / 2}" ry="{d / 2}" fill="{style.dark}"/><ellipse cx="0" cy="0" rx="{w / 2 - 1.6:.2f}" ry="{d / 2 - 1.6:.2f}" fill="{style.main}"/>'
        return out + star(0, 0, min(w, d) * 0.40, metal)
    out = f'<rect x="{-w / 2:.2f}" y="{-d / 2:.2f}" width="{w}" height="{d}" fill="{style.dark}"/>'
    out += f'<rect x="{-w / 2 + 1.3:.2f}" y="{-d / 2 + 1.3:.2f}" width="{w - 2.6:.2f}" height="{d - 2.6:.2f}" fill="{style.main}"/>'
    out += f'<rect x="{-w / 2 + 1.3:.2f}" y="{-d / 2 + 1.3:.2f}" width="{w - 2.6:.2f}" height="{d * 0.16:.2f}" fill="{style.light}"/>'
    if style.pattern != "plain":
        out += f'<rect x="{-w / 2 + 1.3:.2f}" y="{d / 2 - 1.3 - d * 0.16:.2f}" width="{w - 2.6:.2f}" height="{d * 0.16:.2f}" fill="{style.trim}"/>'
    half = min(6.0, w * 0.28)
    out += f'<path d="M{-half:.2f} {-d / 2 + 0.6:.2f}L0 {-d / 2 - half * 0.8:.2f}L{half:.2f} {-d / 2 + 0.6:.2f}Z" fill="{style.trim}" stroke="{style.dark}" stroke-width="1"/>'
    return out + glyph(look, w / 2 - w * 0.2, d / 2 - d * 0.24, "#fffaf0")
