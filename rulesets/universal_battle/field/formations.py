"""Formations: their shapes, who may take them up, and what lies before the front of a Phalanx.

USB-FRM-01 to -08, USB-R35 to -R37, USB-R67, USB-S10.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import numpy as np

from game.engine.decision import Bar
from game.engine.state import Base, State
from game.engine.text import TN, Length, T, Text
from game.geometry.bases import Bases
from game.geometry.formed import Frame, body_size, frame_of, slots
from game.geometry.shapes import Footprint, Pose, rounded_at, to_local, turn_between
from game.kit.figures.outlines import plan_gaps
from rulesets.universal_battle.data_files import number, whole
from rulesets.universal_battle.field.facts import host, left, models, own
from rulesets.universal_battle.field.ground import board, rows
from rulesets.universal_battle.measures import CONTACT, SLACK, inch
from rulesets.universal_battle.own import Formation

TWO_RANKS = 12
"""Models of a Phalanx that usually stand in two ranks; more of them in three."""
NAMES: dict[Formation, Text] = {
    "skirmish": T("Skirmish"),
    "column": T("Column"),
    "phalanx": T("Phalanx"),
    "hidden": T("Hidden"),
}


def formation(view: State, unit: str) -> Formation:
    """The formation whose rules hold for an activation: a Column or Phalanx of one model is none (USB-R67)."""
    named = own(view, host(view, unit)).formation
    if named in ("column", "phalanx") and len(left(view, unit)) < whole("phalanx_kept"):
        return "skirmish"
    return named


def may_adopt(view: State, unit: str, wanted: Formation) -> Bar | None:
    """Why an activation cannot take up a formation, wherever its models stand (USB-R67, USB-R71)."""
    count, me = len(left(view, unit)), own(view, host(view, unit))
    least = whole(f"{wanted}_least") if wanted in ("column", "phalanx") else 0
    if count < least:
        text = TN("A {formation} needs {n} model", "A {formation} needs {n} models", least, formation=NAMES[wanted])
        return Bar(text, "USB-R67")
    if wanted == "hidden" and me.attacked and view.options["hide_after_attack"] == "refused":
        return Bar(T("A unit that has attacked cannot hide in the same activation"), "USB-R71")
    return None


def ranked(bases: Sequence[Base]) -> tuple[Base, ...]:
    """Those of the models of an activation that count for its shape: whose bases fit its ranks (USB-S10)."""
    return tuple(b for b in bases if b.shape == bases[0].shape)


def files_of(count: int, wanted: Formation, width: float) -> int:
    """How many models (of a width in mm) usually stand abreast: one where coherency allows it in a Column (USB-S10)."""
    if wanted == "column":
        return 1 if (count - 2) * width <= inch(number("mates")) + SLACK else whole("file")
    return math.ceil(count / (2 if count <= TWO_RANKS else 3))


def places(bases: Sequence[Base], wanted: Formation, pose: Pose, files: int = 0) -> dict[str, Pose]:
    """Where the models of an activation stand as a Column or a Phalanx about a pose, which faces its front (USB-S10).

    ``files``: models abreast, 0 as usual. The rear rank, if it is not full, stands in the middle; who does not fit the
    ranks stands behind them.
    """
    ranks = ranked(bases)
    shape, odd = ranks[0].shape, [b for b in bases if b not in ranks]
    files = min(files or files_of(len(ranks), wanted, shape.width), len(ranks))
    _, deep = body_size(shape, len(ranks), files)
    spots = [(u, v + deep / 2.0) for u, v in slots(shape, len(ranks), files).tolist()]
    back = -deep / 2.0
    for one in odd:
        spots.append((spots[-1][0], back - one.shape.depth / 2.0))
        back -= one.shape.depth
    found = dict(zip((b.id for b in (*ranks, *odd)), rounded_at(pose, spots), strict=True))
    return {b.id: found[b.id] for b in bases}


def shape_bar(view: State, unit: str, wanted: Formation, poses: Mapping[str, Pose]) -> Bar | None:
    """Why the models of an activation, at these poses, do not stand in a formation, or None (USB-S10)."""
    if wanted not in ("column", "phalanx"):
        return None
    bases = [view.bases[b] for b in poses]
    ranks = ranked(bases)
    if wanted == "column":
        return _no_column([b.shape for b in bases], [poses[b.id] for b in bases])
    bar = _no_phalanx(ranks[0].shape, [poses[b.id] for b in ranks])
    block = Bases.of([b.shape for b in ranks], [poses[b.id] for b in ranks])
    for odd in bases:
        alone = Bases.of([odd.shape], [poses[odd.id]])
        if bar is None and odd not in ranks and plan_gaps(alone, block).min() > CONTACT + SLACK:
            bar = Bar(T("A hero who fits no rank of the Phalanx stands touching it"), "USB-S10")
    return bar


def _rows(shape: Footprint, poses: Sequence[Pose]) -> list[list[tuple[float, float]]]:
    """Places (mm to the right, forward) as seen along the facing of the first, row by row from the front."""
    local = sorted((to_local(poses[0], (p.x, p.y)) for p in poses), key=lambda at: -at[1])
    found: list[list[tuple[float, float]]] = []
    for at in local:
        if found and found[-1][0][1] - at[1] < shape.depth / 2.0:
            found[-1].append(at)
        else:
            found.append([at])
    return [sorted(row) for row in found]


def _no_phalanx(shape: Footprint, poses: Sequence[Pose]) -> Bar | None:
    """Why equal bases are no Phalanx: equal ranks save the last, facing one way, touching (USB-FRM-04)."""
    turned = [abs(turn_between(poses[0].facing, p.facing)) for p in poses]
    if max(turned) > 0.01:
        return Bar(T("All models of a Phalanx must face its front"), "USB-FRM-04")
    ranks, gap = _rows(shape, poses), inch(number("gap")) + SLACK
    full = len(ranks[0])
    if any(len(r) != full for r in ranks[:-1]) or len(ranks[-1]) > full:
        return Bar(T("The ranks of a Phalanx must be equal, except the last"), "USB-S10")
    west, east = ranks[0][0][0], ranks[0][-1][0]
    for k, rank in enumerate(ranks):
        us, vs = [at[0] for at in rank], [at[1] for at in rank]
        wide = any(b - a > shape.width + gap for a, b in pairwise(us))
        out = us[0] < west - gap or us[-1] > east + gap or max(vs) - min(vs) > gap
        if wide or out or (k and ranks[k - 1][0][1] - rank[0][1] > shape.depth + gap):
            return Bar(T("The models of a Phalanx must touch each other in a rectangle"), "USB-FRM-04")
    return None


def _no_column(shapes: Sequence[Footprint], poses: Sequence[Pose]) -> Bar | None:
    """Why models are no Column: two abreast at most, one where coherency allows, row close on row (USB-FRM-03)."""
    found = _rows(shapes[0], poses)
    abreast = files_of(len(poses), "column", shapes[0].width)
    if max(map(len, found)) > abreast:
        text = TN("At most {n} model of the Column stands abreast", "At most {n} models stand abreast", abreast)
        return Bar(text, "USB-S10")
    at = {to_local(poses[0], (p.x, p.y)): k for k, p in enumerate(poses)}
    gaps = plan_gaps(*([Bases.of(shapes, poses)] * 2))
    lines = [[at[spot] for spot in row] for row in found]
    near = inch(number("row")) + SLACK
    wide = any(gaps[np.ix_(r, r)].max() > near for r in lines)
    if wide or any(gaps[np.ix_(a, b)].min() > near for a, b in pairwise(lines)):
        return Bar(T("Each row of a Column must stand within {distance} of the next", distance=Length(near)), "USB-S10")
    return None


def block(view: State, unit: str) -> Frame:
    """The rectangle about a Phalanx as it stands, facing its front."""
    ranks = ranked(models(view, unit))
    poses = [b.pose for b in ranks if b.pose is not None]
    return frame_of([b.shape for b in ranks], poses)


def in_front(view: State, phalanx: str, other: str) -> bool:
    """Whether an activation lies in the front arc of a Phalanx: its nearest model's centre does (USB-S10).

    The arc is bounded by rays from the corners of the front edge, 45 degrees outward; its borders belong to it.
    """
    now = board(view)
    mine, theirs = rows(view, phalanx), rows(view, other)
    if not len(mine) or not len(theirs):
        return False
    near = int(theirs[now.far[np.ix_(mine, theirs)].min(axis=0).argmin()])
    return before(block(view, phalanx), (float(now.bases.xs[near]), float(now.bases.ys[near])))


def fronts(view: State, a: str, b: str, turned: str = "") -> tuple[str, ...]:
    """Which of two activations are a Phalanx with its front towards the other, as they stand or ``turned`` there."""
    facing = ((u, v) for u, v in ((a, b), (b, a)) if formation(view, u) == "phalanx")
    return tuple(u for u, v in facing if u == turned or in_front(view, u, v))


def before(frame: Frame, point: tuple[float, float]) -> bool:
    """Whether a point lies in the front arc of a rectangle."""
    u, v = to_local(frame.pose, point)
    ahead = v - frame.footprint.depth / 2.0
    return bool(ahead >= -SLACK and abs(u) <= frame.footprint.width / 2.0 + ahead + SLACK)


def closed_up(view: State, unit: str, gone: Collection[str]) -> dict[str, Pose]:
    """Where models of a Phalanx, some of which are about to go, step forward: the last rank fills gaps (USB-S10)."""
    ranks = [b for b in ranked(models(view, unit)) if b.pose is not None]
    spots = {b.id: b.pose for b in ranks if b.pose is not None}
    if formation(view, unit) != "phalanx" or shape_bar(view, unit, "phalanx", spots) is not None:
        return {}
    frame = block(view, unit)
    pitch = ranks[0].shape.depth

    def order(base: str) -> tuple[int, float]:
        u, v = to_local(frame.pose, (spots[base].x, spots[base].y))
        return round((frame.footprint.depth / 2.0 - v) / pitch - 0.5), u

    in_order = sorted(spots, key=order)
    kept = [b for b in in_order if b not in gone]
    empty = [b for b in in_order[: len(kept)] if b in gone]
    return {b: spots[place] for place, b in zip(empty, kept[len(kept) - len(empty) :], strict=True)}
