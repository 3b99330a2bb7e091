"""Where straight lines run through bases and areas: the stretches inside, for many lines at once.

A line that merely grazes an outline is not inside: every test is made with the line moved `GRAZE` mm to one side and to
the other, and the lesser result holds. Stretches are shares of the line, 0 at its start and 1 at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from .bases import Bases, Indices
from .planar import Shape
from .shapes import Floats, Point, sin_cos_all

GRAZE = 0.01
"""Lines that run no deeper than this (mm) inside an outline touch it only."""
AT_ONCE = 2000
"""Pairs of line and quadrangle looked at in one go: as many as stay near the processor."""


def through_bases(
    starts: Floats, ends: Floats, bases: Bases, rows: Indices, inset: float = GRAZE
) -> tuple[Floats, Floats]:
    """Shares of line k inside base `rows[k]`: (k,) from and to; equal where it does not run through.

    Parameters
    ----------
    inset
        How far (mm) within an outline a line must come to be inside.

    >>> from .shapes import Footprint, Pose
    >>> wall = Bases.of([Footprint("rect", 40.0, 20.0)], [Pose(0.0, 50.0)])
    >>> low, high = through_bases(np.array([[0.0, 0.0]]), np.array([[0.0, 100.0]]), wall, np.array([0]))
    >>> round(float(low[0]), 3), round(float(high[0]), 3)
    (0.4, 0.6)
    """
    sines, cosines = sin_cos_all(bases.facings)
    sine, cosine = sines[rows], cosines[rows]
    dx, dy = starts[:, 0] - bases.xs[rows], starts[:, 1] - bases.ys[rows]
    u, v = dx * cosine - dy * sine, dx * sine + dy * cosine
    dx, dy = ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1]
    du, dv = dx * cosine - dy * sine, dx * sine + dy * cosine
    a, b = bases.widths[rows] / 2.0 - inset, bases.depths[rows] / 2.0 - inset
    round_rows = bases.kinds[rows] > 0
    if round_rows.all():
        low, high = _through_ovals(u, v, du, dv, a, b)
    else:
        (low, high), (low_v, high_v) = _slab(u, du, a), _slab(v, dv, b)
        low, high = np.maximum(np.maximum(low, low_v), 0.0), np.minimum(np.minimum(high, high_v), 1.0)
        if round_rows.any():
            low_o, high_o = _through_ovals(u, v, du, dv, a, b)
            low, high = np.where(round_rows, low_o, low), np.where(round_rows, high_o, high)
    low = np.minimum(low, 1.0)
    return low, np.maximum(low, high)


def quad_sides(quads: Floats, inset: float) -> tuple[Floats, Floats]:
    """What :func:`through_sides` asks of convex quadrangles (m, 4, 2): inward normals (m, 4, 2) and where each begins.

    Parameters
    ----------
    inset
        How far (mm) within an outline a line must come to be inside.
    """
    ways = np.roll(quads, -1, axis=1) - quads
    turn = np.sign(ways[:, 0, 0] * ways[:, 1, 1] - ways[:, 0, 1] * ways[:, 1, 0])
    normals = np.stack((-ways[..., 1], ways[..., 0]), axis=-1) * turn[:, None, None]
    normals /= np.hypot(normals[..., 0], normals[..., 1])[..., None]
    return normals, np.einsum("mkc,mkc->mk", normals, quads) + inset


def through_sides(starts: Floats, ends: Floats, normals: Floats, rims: Floats) -> NDArray[np.bool_]:
    """Which lines (n, 2) to (n, 2) run through which convex quadrangles, given by their `quad_sides`: (n, m).

    >>> wall = np.array([[[-20.0, 40.0], [20.0, 40.0], [20.0, 60.0], [-20.0, 60.0]]])
    >>> starts, ends = np.array([[0.0, 0.0], [20.0, 0.0]]), np.array([[0.0, 99.0], [20.0, 99.0]])
    >>> through_sides(starts, ends, *quad_sides(wall, GRAZE)).tolist()
    [[True], [False]]
    """
    step = max(1, AT_ONCE // max(1, len(normals)))
    if len(starts) <= step:
        return _through(starts, ends, normals, rims)
    found = [_through(starts[k : k + step], ends[k : k + step], normals, rims) for k in range(0, len(starts), step)]
    return np.concatenate(found)


def _through(starts: Floats, ends: Floats, normals: Floats, rims: Floats) -> NDArray[np.bool_]:
    """All four sides at once, the lines along the last axis: many short calls cost more than the sums in them."""
    us, vs = np.ascontiguousarray(normals.T)[..., None]
    (xs, ys), (dx, dy) = np.ascontiguousarray(starts.T), np.ascontiguousarray((ends - starts).T)
    at = xs * us + ys * vs - rims.T[..., None]
    slope = dx * us + dy * vs
    enters, leaves = slope >= 1e-12, slope <= -1e-12
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -at / slope
    low = np.where(enters, share, 0.0).max(axis=0, initial=0.0)
    high = np.where(leaves, share, 1.0).min(axis=0, initial=1.0)
    flat = ~(enters | leaves)
    if flat.any():
        low[(flat & (at < 0.0)).any(axis=0)] = 2.0
    found: NDArray[np.bool_] = (low <= high).T
    return found


def _through_ovals(u: Floats, v: Floats, du: Floats, dv: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Shares at which lines from (u, v) by (du, dv) enter and leave the ovals of half-axes a, b about the origin."""
    p, q = u / a, v / b
    dp, dq = du / a, dv / b
    aa, bb, cc = dp * dp + dq * dq, p * dp + q * dq, p * p + q * q - 1.0
    root = bb * bb - aa * cc
    safe = np.where(aa == 0.0, 1.0, aa)
    reach = np.sqrt(np.maximum(root, 0.0))
    hit = (root > 0.0) & (aa > 0.0)
    low = np.where(hit, np.maximum((-bb - reach) / safe, 0.0), 1.0)
    return low, np.where(hit, np.minimum((-bb + reach) / safe, 1.0), 0.0)


def _slab(at: Floats, way: Floats, half: Floats) -> tuple[Floats, Floats]:
    """Shares at which a coordinate running from `at` by `way` enters and leaves (-half, half)."""
    still = np.abs(way) < 1e-12
    safe = np.where(still, 1.0, way)
    first, last = (-half - at) / safe, (half - at) / safe
    inside = np.abs(at) < half
    low = np.where(still, np.where(inside, -np.inf, np.inf), np.minimum(first, last))
    high = np.where(still, np.where(inside, np.inf, -np.inf), np.maximum(first, last))
    return low, high


def ring_edges(area: Shape) -> Floats:
    """All edges (m, 2, 2) of a polygon's outlines, holes included, or of a line."""
    parts = []
    for piece in shapely.get_parts(area):
        rings = [piece.exterior, *piece.interiors] if isinstance(piece, shapely.Polygon) else [piece]
        for ring in rings:
            points = shapely.get_coordinates(ring)
            parts.append(np.stack((points[:-1], points[1:]), axis=1))
    return np.concatenate(parts) if parts else np.empty((0, 2, 2))


def padded_edges(edges: Sequence[Floats]) -> Floats:
    """Edges of several areas in one array (f, m, 2, 2), filled up with edges of no length."""
    most = max((len(own) for own in edges), default=0)
    out = np.zeros((len(edges), most, 2, 2))
    for k, own in enumerate(edges):
        out[k] = own[-1, 1]
        out[k, : len(own)] = own
    return out


def crossings(starts: Floats, ends: Floats, edges: Floats, aside: float | Floats = 0.0) -> Floats:
    """Shares (s, m) in ascending order at which lines enter and leave an area by turns, clipped to [0, 1].

    Odd columns close what even columns open; what is not needed is filled with 1. `aside` moves the lines (mm), all or
    each by its own (s, 1). Edges are (m, 2, 2), the same for all lines, or (s, m, 2, 2).
    """
    way = ends - starts
    length = np.hypot(way[:, 0], way[:, 1])
    unit = way / np.where(length == 0.0, 1.0, length)[:, None]
    ux, uy = unit[:, None, 0], unit[:, None, 1]
    firsts, lasts = edges[..., 0, :], edges[..., 1, :]
    x0, y0 = firsts[..., 0] - starts[:, None, 0], firsts[..., 1] - starts[:, None, 1]
    x1, y1 = lasts[..., 0] - starts[:, None, 0], lasts[..., 1] - starts[:, None, 1]
    first, last = y0 * ux - x0 * uy - aside, y1 * ux - x1 * uy - aside
    cuts = (first > 0.0) != (last > 0.0)
    fall = np.where(cuts, first - last, 1.0)
    near, far = x0 * ux + y0 * uy, x1 * ux + y1 * uy
    share = (near + (far - near) * first / fall) / np.where(length == 0.0, 1.0, length)[:, None]
    shares = np.where(cuts, share, np.inf)
    shares.sort(axis=1)
    if shares.shape[1] % 2:
        shares = np.concatenate((shares, np.full((len(shares), 1), np.inf)), axis=1)
    np.maximum(shares, 0.0, out=shares)
    return np.minimum(shares, 1.0, out=shares)


def cut_at(start: Point, end: Point, edges: Iterable[Sequence[Point]]) -> list[float]:
    """Shares at which one line crosses some edges, not clipped, in no order: :func:`crossings` of few, and quicker."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = float(np.hypot(dx, dy)) or 1.0  # not math.hypot, which may round otherwise
    ux, uy = dx / length, dy / length
    found = []
    for (ax, ay), (bx, by) in edges:
        x0, y0, x1, y1 = ax - start[0], ay - start[1], bx - start[0], by - start[1]
        first, last = y0 * ux - x0 * uy, y1 * ux - x1 * uy
        if (first > 0.0) != (last > 0.0):
            near, far = x0 * ux + y0 * uy, x1 * ux + y1 * uy
            found.append((near + (far - near) * first / (first - last)) / length)
    return found


def area_depths(starts: Floats, ends: Floats, edges: Floats, enough: float = 0.0) -> Floats:
    """Length (mm, (s,)) of each line inside an area given by its `ring_edges`.

    Parameters
    ----------
    edges
        (m, 2, 2), the same area for all lines, or (s, m, 2, 2), an area for each; edges without length fill up.
    enough
        Lengths up to this need not be exact from above: they are not looked at from the other side.

    >>> wood = ring_edges(shapely.box(0.0, 0.0, 100.0, 100.0))
    >>> lines = np.array([[-50.0, 50.0], [-50.0, 100.0]]), np.array([[150.0, 50.0], [150.0, 100.0]])
    >>> area_depths(*lines, wood).round(6).tolist()
    [100.0, 0.0]
    """
    length = np.hypot(ends[:, 0] - starts[:, 0], ends[:, 1] - starts[:, 1])
    shares = crossings(starts, ends, edges, GRAZE)
    depths: Floats = (shares[:, 1::2].sum(axis=1) - shares[:, 0::2].sum(axis=1)) * length
    rest = np.flatnonzero(depths > enough)
    if len(rest):
        own = edges if edges.ndim == 3 else edges[rest]
        shares = crossings(starts[rest], ends[rest], own, -GRAZE)
        other = (shares[:, 1::2].sum(axis=1) - shares[:, 0::2].sum(axis=1)) * length[rest]
        depths[rest] = np.minimum(depths[rest], other)
    return depths


def stretches(start: Floats, end: Floats, edges: Floats) -> list[tuple[float, float]]:
    """Stretches (shares of the line, in order) that one line runs inside an area; grazing ones left out."""
    best: list[tuple[float, float]] | None = None
    for aside in (GRAZE, -GRAZE):
        shares = crossings(start[None], end[None], edges, aside)[0].tolist()
        found = [(a, b) for a, b in zip(shares[0::2], shares[1::2], strict=True) if b > a]
        if best is None or sum(b - a for a, b in found) < sum(b - a for a, b in best):
            best = found
    return best or []


def lines_cross(starts: Floats, ends: Floats, edges: Floats) -> NDArray[np.bool_]:
    """Whether each line (s,) crosses any edge of a wall (m, 2, 2): from one side of it to the other."""
    if not len(edges):
        return np.zeros(len(starts), dtype=np.bool_)

    def side(a: Floats, b: Floats, p: Floats) -> Floats:
        return np.asarray(
            (b[..., 0] - a[..., 0]) * (p[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (p[..., 0] - a[..., 0])
        )

    s, e = starts[:, None], ends[:, None]
    a, b = edges[None, :, 0], edges[None, :, 1]
    apart = side(a, b, s) * side(a, b, e) < 0.0
    first, last = side(s, e, a), side(s, e, b)
    return np.asarray((apart & ((first > 0.0) != (last > 0.0))).any(axis=1))


def under_heights(
    low: Floats, high: Floats, z_start: Floats, z_end: Floats, foot: Floats, top: Floats
) -> tuple[Floats, Floats]:
    """The part of stretches (shares) on which a sloping line runs between `foot` and `top` (all mm)."""
    rise = z_end - z_start
    level = np.abs(rise) < 1e-12
    safe = np.where(level, 1.0, rise)
    first, last = (foot - z_start) / safe, (top - z_start) / safe
    inside = (z_start > foot) & (z_start < top)
    floor = np.where(level, np.where(inside, -np.inf, np.inf), np.minimum(first, last))
    roof = np.where(level, np.where(inside, np.inf, -np.inf), np.maximum(first, last))
    low, high = np.maximum(low, floor), np.minimum(high, roof)
    low = np.minimum(low, 1.0)
    return low, np.maximum(low, high)
