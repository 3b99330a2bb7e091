"""An army on parade: its units side by side in rows, as large as a picture takes them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from game.client.battle.drawn_up import drawn_up
from game.client.battle.glimpse import Sight
from game.client.tabletop.adapter import scene_of
from game.client.tabletop.scene import BlockArt, Scene
from game.engine.ruleset import Ruleset, Setup
from game.engine.state import view

GAP_MM = 22.0
"""Between units, mm."""
EDGE_MM = 24.0
"""Round them all, mm."""
BEYOND_MM = 60.0
"""Ground beyond what is seen, mm: its own edge is not."""
FOOT = 0.3
"""Share of the depth of all rows that is left free before them: words stand there."""
CLOSE_MM = 130.0
"""Width of what is seen of an army from close by, mm."""
TRIES = 40
"""Widths of the parade that are tried."""


def parade(ruleset: Ruleset, setup: Setup, side: str, aspect: float) -> Sight | None:
    """The units of a side in rows that suit a picture ``aspect`` times as wide as it is high."""
    state = drawn_up(ruleset, setup)
    if state is None or side not in state.sides:
        return None
    scene = scene_of(view(state, side), ruleset)
    mine = {u.id for u in state.units_of(side)}
    groups: dict[str, list[BlockArt]] = {}
    for block in scene.blocks:
        if block.unit in mine:
            groups.setdefault(block.unit, []).append(block)
    if not groups:
        return None
    return _in_rows(scene, [_dressed(g) for g in groups.values()], aspect)


def _dressed(blocks: Sequence[BlockArt]) -> tuple[list[BlockArt], float, float]:
    """A unit turned to face north with its corner at the origin, and its width and depth in mm."""
    turn = math.radians(blocks[0].facing)
    c, s = math.cos(turn), math.sin(turn)
    turned = [
        msgspec.structs.replace(b, x=b.x * c - b.y * s, y=b.x * s + b.y * c, facing=b.facing - blocks[0].facing)
        for b in blocks
    ]
    west = min(b.x - b.width / 2 for b in turned)
    south = min(b.y - b.depth / 2 for b in turned)
    wide = max(b.x + b.width / 2 for b in turned) - west
    deep = max(b.y + b.depth / 2 for b in turned) - south
    return [msgspec.structs.replace(b, x=b.x - west, y=b.y - south) for b in turned], wide, deep


def _in_rows(scene: Scene, units: list[tuple[list[BlockArt], float, float]], aspect: float) -> Sight:
    """The units packed into rows of the width that makes the picture largest."""
    least = max(wide for _b, wide, _d in units)
    whole = sum(wide + GAP_MM for _b, wide, _d in units)
    widths = [least + (whole - least) * n / TRIES for n in range(TRIES + 1)]
    rows = min((_rows(units, w) for w in widths), key=lambda r: max(_size(r)[0] / aspect, _size(r)[1]))
    wide, deep = _size(rows)
    across, up = wide / 2 + EDGE_MM, (deep * (1.0 + FOOT)) / 2 + EDGE_MM
    across, up = max(across, up * aspect), max(up, across / aspect)
    middle = (across + BEYOND_MM, up + BEYOND_MM)
    y = middle[1] + deep * (1.0 + FOOT) / 2
    placed: list[BlockArt] = []
    for row in rows:
        tall = max(d for _b, _w, d in row)
        x = middle[0] - (sum(w + GAP_MM for _b, w, _d in row) - GAP_MM) / 2
        for blocks, w, d in row:
            foot = y - tall + (tall - d) / 2
            placed += [msgspec.structs.replace(b, x=b.x + x, y=b.y + foot) for b in blocks]
            x += w + GAP_MM
        y -= tall + GAP_MM
    mine = {b.id for b in placed}
    kept = tuple(u for u in scene.units if mine & set(u.blocks))
    field = (2 * middle[0], 2 * middle[1])
    ground = Scene(*field, (), tuple(placed), kept, landscape=scene.landscape, seed=scene.seed)
    return Sight(ground, (middle[0] - across, middle[1] - up, middle[0] + across, middle[1] + up))


def close_by(ruleset: Ruleset, setup: Setup, side: str, aspect: float) -> Sight | None:
    """The middle of a side's parade from close by: figures, in their system's manner."""
    found = parade(ruleset, setup, side, aspect)
    if found is None:
        return None
    blocks = found.scene.blocks
    first = max((b for b in blocks), key=lambda b: sum(o.unit == b.unit for o in blocks))
    mine = [b for b in blocks if b.unit == first.unit]
    x, y = sum(b.x for b in mine) / len(mine), sum(b.y for b in mine) / len(mine)
    half = max(CLOSE_MM, 3.0 * max(first.width, first.depth)) / 2
    return Sight(found.scene, (x - half, y - half / aspect * 1.25, x + half, y + half / aspect * 0.75))


Rows = list[list[tuple[list[BlockArt], float, float]]]


def _rows(units: list[tuple[list[BlockArt], float, float]], width: float) -> Rows:
    """Units one after the other in rows not wider than a width, mm."""
    rows: Rows = []
    left = -1.0
    for unit in units:
        if unit[1] > left:
            rows.append([])
            left = width
        rows[-1].append(unit)
        left -= unit[1] + GAP_MM
    return rows


def _size(rows: Rows) -> tuple[float, float]:
    """Width and depth of all rows, mm."""
    wide = max(sum(w + GAP_MM for _b, w, _d in row) - GAP_MM for row in rows)
    return wide, sum(max(d for _b, _w, d in row) + GAP_MM for row in rows) - GAP_MM
