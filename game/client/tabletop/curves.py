"""The lines that overlays are drawn of: strips, ovals, bows, arrows' shafts, the ticks of a tape."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.client.tabletop.primitives import Ghost, Lane

Floats = npt.NDArray[np.float64]


def strip(lane: Lane) -> list[tuple[float, float]]:
    """The corners of a lane, mm."""
    dx, dy = lane.x1 - lane.x0, lane.y1 - lane.y0
    n = float(np.hypot(dx, dy)) or 1.0
    ux, uy = -dy / n * lane.width / 2, dx / n * lane.width / 2
    return [
        (lane.x0 + ux, lane.y0 + uy),
        (lane.x1 + ux, lane.y1 + uy),
        (lane.x1 - ux, lane.y1 - uy),
        (lane.x0 - ux, lane.y0 - uy),
    ]


def oval(ghost: Ghost) -> Floats:
    """The outline of an oval base, mm."""
    t = np.linspace(0.0, 2 * np.pi, 48, endpoint=False)
    across, ahead = ghost.width / 2 * np.sin(t), ghost.depth / 2 * np.cos(t)
    s, c = np.sin(np.radians(ghost.facing)), np.cos(np.radians(ghost.facing))
    return np.stack([ghost.x + across * c + ahead * s, ghost.y - across * s + ahead * c], axis=1)


def bent(a: Floats, b: Floats, bend: float) -> Floats:
    """A quadratic curve from a to b that bows to one side by a share of its length."""
    way = b - a
    c = (a + b) / 2 + np.array([way[1], -way[0]]) * bend * 2
    t = np.linspace(0.0, 1.0, 25)[:, None]
    out: Floats = (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t**2 * b
    return out


def before(points: Floats, distance: float) -> Floats:
    """The point ``distance`` pixels before the end of a polyline."""
    delta = np.diff(points, axis=0)
    ends = np.concatenate([[0.0], np.cumsum(np.hypot(delta[:, 0], delta[:, 1]))])
    at = max(0.0, float(ends[-1]) - distance)
    return np.array([np.interp(at, ends, points[:, 0]), np.interp(at, ends, points[:, 1])])


def shortened(points: Floats, by: float) -> Floats:
    """A polyline without its last ``by`` pixels."""
    delta = np.diff(points, axis=0)
    ends = np.concatenate([[0.0], np.cumsum(np.hypot(delta[:, 0], delta[:, 1]))])
    at = max(0.0, float(ends[-1]) - by)
    keep = points[ends < at]
    last = np.array([[np.interp(at, ends, points[:, 0]), np.interp(at, ends, points[:, 1])]])
    out: Floats = np.concatenate([keep if len(keep) else points[:1], last])
    return out


def ticks(points: Floats, pitch: float, width: float) -> list[Floats]:
    """Marks across a polyline every ``pitch`` pixels, every fifth longer; fewer where they would touch."""
    while pitch < 5.0:
        pitch *= 5.0
    delta = np.diff(points, axis=0)
    length = np.hypot(delta[:, 0], delta[:, 1])
    ends = np.concatenate([[0.0], np.cumsum(length)])
    out = []
    for k in range(1, int(ends[-1] / pitch) + 1):
        at = k * pitch
        segment = min(int(np.searchsorted(ends, at)) - 1, len(length) - 1)
        if length[segment] <= 0:
            continue
        u = delta[segment] / length[segment]
        c = points[segment] + u * (at - ends[segment])
        n = np.array([-u[1], u[0]]) * (width * (2.2 if k % 5 == 0 else 1.3))
        out.append(np.array([c - n, c + n]))
    return out
