"""Where figures stand in each formation, from the middle of its front edge: pure geometry, worked out once (NAP-S12).

A *slot* is (u, v, turn): mm to the right of and ahead of the middle of the front edge, and by how many degrees the
figure is turned from the front. Slots come in the order of the figures: company by company, the first leading a column
or standing at the right of a line; in *inverted* order the last leads, or the first stands at the left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from game.geometry.shapes import Footprint
from rulesets.napoleonic_wars.data_files import number

Slot = tuple[float, float, float]
Slots = tuple[Slot, ...]


@lru_cache(maxsize=4096)
def slots(formation: str, companies: tuple[int, ...], size: Footprint, abreast: int, inverted: bool) -> Slots:
    """The slots of a formation for companies of so many figures on bases of one size."""
    count = sum(companies)
    if count == 0:
        return ()
    if formation in ("square", "double_square"):
        return _square(count, size, 2 if formation == "double_square" else 1)
    if formation == "circle":
        return _circle(count, size)
    if formation == "march_column" and size.width > 2.0 * size.depth:
        return _strips(count, size)
    rows = rows_of(formation, companies[::-1] if inverted else companies, abreast)
    order = reversed(range(count)) if inverted else range(count)
    places = _in_rows(rows, size, _spacing(formation, rows, size))
    out: list[Slot] = [(0.0, 0.0, 0.0)] * count
    for figure, place in zip(order, places, strict=True):
        out[figure] = place
    return tuple(out)


@lru_cache(maxsize=4096)
def rows_of(formation: str, companies: tuple[int, ...], abreast: int) -> tuple[int, ...]:
    """How many figures stand in each rank, front to rear."""
    count = sum(companies)
    if formation in ("closed_column", "open_column", "mass"):
        return _rows(companies, max(1, abreast)) if abreast else companies
    if formation in ("closed_divisional", "open_divisional"):
        return _rows(companies, 2)
    if formation == "double_line":
        half = math.ceil(len(companies) / 2)
        front = sum(companies[:half]) if len(companies) > 1 else math.ceil(count / 2)
        return (front, count - front) if count > front else (front,)
    if formation == "march_column":
        return _files(count, 2)
    if formation == "irregular":
        return _files(count, abreast or math.ceil(count / 2))
    if formation == "limbered":
        return _files(count, abreast or 1)
    return _files(count, abreast or count)


def _rows(companies: Sequence[int], beside: int) -> tuple[int, ...]:
    return tuple(sum(companies[k : k + beside]) for k in range(0, len(companies), beside))


def _files(count: int, files: int) -> tuple[int, ...]:
    full, rest = divmod(count, min(files, count))
    return (*(min(files, count) for _ in range(full)), *((rest,) if rest else ()))


def _spacing(formation: str, rows: tuple[int, ...], size: Footprint) -> float:
    """How far (mm) it is from the front edge of a rank to that of the next."""
    if formation in ("open_column", "open_divisional"):
        return max(size.depth, max(rows) * size.width)
    return size.depth + (number("lines_apart") if formation == "double_line" else 0.0)


def _in_rows(rows: tuple[int, ...], size: Footprint, step: float) -> list[Slot]:
    """Ranks with touching bases, each in the middle, from right to left."""
    out: list[Slot] = []
    for rank, n in enumerate(rows):
        v = -size.depth / 2.0 - rank * step
        out += [(((n - 1) / 2.0 - k) * size.width, v, 0.0) for k in range(n)]
    return out


def wall(count: int, ranks: int = 1) -> int:
    """Figures along the wall of a square of so many, of one or two ranks (NAP-S12)."""
    return math.ceil(count / (4 * ranks))


def _square(count: int, size: Footprint, ranks: int) -> Slots:
    """Four walls that face outwards, each from the left end of its front: front, right, rear, left.

    Each wall reaches from a corner to the next wall's flank, so that the outer side is the wall and one depth.
    """
    along = wall(count, ranks)
    side = along * size.width + ranks * size.depth
    each = [count // 4 + (k < count % 4) for k in range(4)]
    out: list[Slot] = []
    for turns, n in enumerate(each):
        for k in range(n):
            rank, place = divmod(k, along)
            in_rank = min(along, n - rank * along)
            u = -side / 2.0 + size.width * (along - in_rank) / 2.0 + size.width * (place + 0.5)
            v = side / 2.0 - size.depth * (rank + 0.5)
            for _ in range(turns):
                u, v = v, -u
            out.append((u, v - side / 2.0, 90.0 * turns))
    return tuple(out)


def _circle(count: int, size: Footprint) -> Slots:
    """Riders in a ring, one base from the next, all with the front of the body (NAP-FRM-29)."""
    radius = count * size.width / math.pi
    angles = (2.0 * math.pi * k / count for k in range(count))
    ring = [(radius * math.sin(a), radius * (math.cos(a) - 1.0) - size.depth / 2.0, 0.0) for a in angles]
    return tuple(ring)


def _strips(count: int, size: Footprint) -> Slots:
    """The march column of strips of ten figures: two side by side, gone along with their flank ahead (NAP-MIC-06)."""
    out: list[Slot] = []
    for k in range(count):
        rank, file = divmod(k, 2)
        u = size.depth * (0.5 - file) if count > 1 else 0.0
        out.append((u, -size.width * (rank + 0.5), -90.0))
    return tuple(out)


@lru_cache(maxsize=256)
def battery(guns: tuple[Footprint, ...], teams: tuple[Footprint, ...], apart: float) -> tuple[Slots, Slots]:
    """Slots of guns side by side from the right, and of their teams that touch them behind (NAP-S28, NAP-LIM-03)."""
    wide = [max(g.width, teams[k].width if k < len(teams) else 0.0) for k, g in enumerate(guns)]
    total = sum(wide) + apart * (len(wide) - 1)
    ends = list(accumulate(w + apart for w in wide))
    middles = [total / 2.0 - end + apart + w / 2.0 for end, w in zip(ends, wide, strict=True)]
    front = tuple((u, -g.depth / 2.0, 0.0) for u, g in zip(middles, guns, strict=True))
    places = middles + [
        (-total / 2.0) - sum(t.width for t in teams[len(guns) : k + 1]) + teams[k].width / 2.0
        for k in range(len(guns), len(teams))
    ]
    deep = max((g.depth for g in guns), default=0.0)
    behind = tuple((places[k], -deep - t.depth / 2.0, 0.0) for k, t in enumerate(teams))
    return front, behind
