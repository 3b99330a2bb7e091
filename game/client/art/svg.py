"""SVG fragments written short: shapes in mm around the origin, y down, the front of a figure up."""

from __future__ import annotations

import math

INK = "#2a1c12"
"""The colour of outlines."""


def number(value: float) -> str:
    """A number as short as it can be said to a hundredth.

    >>> number(1.0), number(-0.004), number(2.346)
    ('1', '0', '2.35')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def way(*parts: float | str) -> str:
    """The data of a path from letters and numbers.

    >>> way("M", 0, 1.5, "L", 2, 3, "Z")
    'M 0 1.5 L 2 3 Z'
    """
    return " ".join(p if isinstance(p, str) else number(p) for p in parts)


def mirrored(data: str, side: int) -> str:
    """A path whose x are turned over where ``side`` is -1: what is drawn once serves both sides."""
    if side == 1:
        return data
    out, nth = [], 0
    for part in data.split():
        if part.isalpha():
            out.append(part)
            nth = 0
        else:
            out.append(number(-float(part)) if nth % 2 == 0 else part)
            nth += 1
    return " ".join(out)


def _style(fill: str, stroke: str, width: float, alpha: float, cap: bool) -> str:
    out = f' fill="{fill}"'
    if fill != "none" and alpha < 1.0:
        out += f' fill-opacity="{number(alpha)}"'
    if stroke and width > 0:
        out += f' stroke="{stroke}" stroke-width="{number(width)}" stroke-linejoin="round"'
        if cap:
            out += ' stroke-linecap="round"'
    return out


def path(data: str, fill: str = "none", stroke: str = INK, width: float = 0.25, alpha: float = 1.0) -> str:
    """A path with an outline."""
    return f'<path d="{data}"{_style(fill, stroke, width, alpha, False)}/>'


def stroke(data: str, colour: str, width: float, ink: float = 0.0) -> str:
    """A line along a path, with ink under it where ``ink`` mm are given."""
    out = f'<path d="{data}"{_style("none", INK, width + ink, 1.0, True)}/>' if ink else ""
    return out + f'<path d="{data}"{_style("none", colour, width, 1.0, True)}/>'


def line(x0: float, y0: float, x1: float, y1: float, colour: str, width: float, ink: float = 0.24) -> str:
    """A stick: ink underneath, colour above."""
    return stroke(way("M", x0, y0, "L", x1, y1), colour, width, ink)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, edge: float = 0.22, turn: float = 0.0) -> str:
    """An ellipse with an outline, turned clockwise."""
    spin = f' transform="rotate({number(turn)} {number(x)} {number(y)})"' if turn else ""
    where = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f"<ellipse {where}{_style(fill, INK, edge, 1.0, False)}{spin}/>"


def glow(x: float, y: float, rx: float, ry: float, fill: str, alpha: float) -> str:
    """A part of an ellipse's light or shade: no outline, half transparent."""
    where = f'cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
    return f"<ellipse {where}{_style(fill, '', 0.0, alpha, False)}/>"


def dot(x: float, y: float, r: float, fill: str, alpha: float = 1.0) -> str:
    """A disc without outline."""
    return glow(x, y, r, r, fill, alpha)


def rect(x: float, y: float, w: float, h: float, fill: str, edge: str = "", width: float = 0.0, rx: float = 0.0) -> str:
    """A rectangle from its top left corner."""
    where = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
    corner = f' rx="{number(rx)}"' if rx else ""
    return f"<rect {where}{corner}{_style(fill, edge, width, 1.0, False)}/>"


def group(parts: str, x: float = 0.0, y: float = 0.0, turn: float = 0.0, size: float = 1.0, alpha: float = 1.0) -> str:
    """Parts moved, turned (degrees clockwise on the picture) and scaled; each of them see-through where told."""
    move = f"translate({number(x)} {number(y)})"
    spin = f" rotate({number(turn)})" if turn else ""
    grow = f" scale({size:.3f})" if size != 1.0 else ""
    pale = f' opacity="{number(alpha)}"' if alpha < 1.0 else ""
    return f'<g transform="{move}{spin}{grow}"{pale}>{parts}</g>'


def star(x: float, y: float, r: float, fill: str, edge: float = 0.0) -> str:
    """A five-pointed star."""
    spots: list[float | str] = []
    for k in range(10):
        reach = r if k % 2 == 0 else r * 0.42
        a = k * math.pi / 5
        spots += ["L" if k else "M", x + reach * math.sin(a), y - reach * math.cos(a)]
    return path(way(*spots, "Z"), fill, INK if edge else "", edge)


def document(parts: str, width: float, height: float, px: tuple[int, int]) -> bytes:
    """A whole SVG picture ``px`` pixels large that shows ``width`` x ``height`` mm around the origin."""
    box = f"{number(-width / 2)} {number(-height / 2)} {number(width)} {number(height)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{px[0]}" height="{px[1]}" viewBox="{box}">'
    return f"{head}{parts}</svg>".encode()
