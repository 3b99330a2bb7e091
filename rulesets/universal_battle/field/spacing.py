"""How near models may end to others, and how well an activation holds together.

USB-MOV-03, USB-MOV-06, USB-R55, USB-S06, USB-S16.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import Base, State
from game.geometry.bases import Indices
from game.geometry.measure import base_nearest
from game.geometry.shapes import Point, Pose, rounded
from game.kit.figures.board import bases_at
from game.kit.figures.outlines import Truths
from game.kit.figures.placing import levelled
from game.kit.figures.spacing import Spacing
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field.facts import host, models
from rulesets.universal_battle.field.ground import FIGURES, Piece, board, ground_of, rows
from rulesets.universal_battle.measures import CONTACT, SLACK, at_least, inch

Disc = tuple[float, float, float]
"""A base: its centre and radius (mm)."""
RAYS = 48
OFF = (0.0, 0.1, 0.25, 0.5, 0.75, 0.99)
"""Inches off another model at which a free place for one is looked for, and how many ways."""
Passed = tuple[float, float, int, int]
_SPACING = Spacing(FIGURES, board, ground_of)
gaps_to, loose = _SPACING.gaps_to, _SPACING.loose
"""Distances in plan and height to others; why models are out of coherency (USB-MOV-03)."""


def poses_of(view: State, unit: str) -> dict[str, Pose]:
    """Where the models of an activation stand that are on the table, by base id."""
    return {b.id: b.pose for b in models(view, unit) if b.pose is not None}


def shifted(view: State, poses: Mapping[str, Pose], dx: float, dy: float) -> dict[str, Pose]:
    """Where models come that are all shifted alike (mm), as it is recorded: on the level of the ground there."""
    ground = ground_of(view)
    return {b: rounded(ground.on_level(p.x + dx, p.y + dy, p.facing)) for b, p in poses.items()}


def straight(here: Mapping[str, Pose], ends: Mapping[str, Pose]) -> dict[str, tuple[Point, ...]]:
    """Straight ways of models to where they end."""
    return {b: ((here[b].x, here[b].y), (p.x, p.y)) for b, p in ends.items()}


def discs(view: State, poses: Mapping[str, Pose]) -> list[Disc]:
    """The bases of models at some poses."""
    return [(p.x, p.y, view.bases[b].shape.width / 2.0) for b, p in poses.items()]


def off(pose: Pose, radius: float, others: Sequence[Disc]) -> float:
    """How far (mm, rounded) a base of a radius is off the nearest of some others."""
    return min(round(math.dist((pose.x, pose.y), (x, y)) - size - radius, 3) for x, y, size in others)


def passed(movers: Sequence[Disc], u: Point, others: Sequence[Disc], gap: float) -> Iterator[Passed]:
    """From where to where (mm) bases shifted in a direction are nearer than a gap to others, with the numbers of both.

    What they have behind them at the start is told too.
    """
    for (i, (x, y, r)), (j, (ox, oy, size)) in product(enumerate(movers), enumerate(others)):
        along, aside = (ox - x) * u[0] + (oy - y) * u[1], (ox - x) * u[1] - (oy - y) * u[0]
        reach = r + size + gap
        if abs(aside) < reach:
            half = math.sqrt(reach * reach - aside * aside)
            yield along - half, along + half, i, j


def scatter_now(view: State, unit: str) -> float:
    """How scattered (mm) an activation is as it stands, beyond 1" to the nearest, 10" to all (USB-R55, USB-S16)."""
    return _SPACING.scatter(view, {b.id: b.shape for b in models(view, unit)}, poses_of(view, unit))


def others(view: State, unit: str) -> Indices:
    """Rows of the models of other activations."""
    me = host(view, unit)
    return np.array([k for k, u in enumerate(board(view).units) if host(view, u) != me], dtype=np.intp)


def touching(view: State, poses: Mapping[str, Pose], which: Indices) -> Truths:
    """Which models at some poses are in contact with which rows (n, m), over a screen between them too (USB-S06)."""
    plan, rise = gaps_to(view, poses, which)
    found = FIGURES.is_contact(plan, rise)
    ground, now = ground_of(view), board(view)
    thick = inch(number("screen")) + 2.0 * CONTACT + SLACK
    mine = bases_at(view, poses)
    if ground.screens:
        for i, j in np.argwhere(~found & (plan <= thick) & (rise <= FIGURES.level + SLACK)).tolist():
            a, b = (mine.footprint(i), mine.pose(i)), (now.bases.footprint(which[j]), now.bases.pose(which[j]))
            near = base_nearest(*a, *b)
            found[i, j] = any(_parted(s, near.on_a, near.on_b) for s in ground.screens)
    return found


def _parted(screen: Piece, a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether the nearest points of two bases lie at a screen on two sides of it."""
    at = all(screen.area.distance(shapely.Point(p)) <= CONTACT + SLACK for p in (a, b))
    return at and bool(screen.area.intersects(shapely.LineString((a, b))))


def in_contact(view: State, unit: str, other: str) -> bool:
    """Whether a model of an activation touches one of another as they stand."""
    return bool(touching(view, poses_of(view, unit), rows(view, other)).any())


def bar(view: State, unit: str, poses: Mapping[str, Pose], target: str = "") -> Bar | None:
    """Why an activation's models may not end at these poses because of other models, or None.

    Those not named stay where they are. While a ``target`` is charged the inch towards enemies is lifted (USB-S11).
    """
    now, side = board(view), view.units[unit].side

    def wrong(base: str, row: int, off: float, touching: bool) -> Bar | None:
        if target or now.sides[row] == side or at_least(off, number("apart")):
            return None
        return _SPACING.too_near(base, host(view, now.units[row]), off, "USB-MOV-06")

    return _SPACING.bar(view, poses_of(view, unit), poses, others(view, unit), wrong)


def beside(view: State, base: Base, mates: tuple[Base, ...]) -> Pose | None:
    """The free place within an inch of the nearest of some models that is nearest to where a model stands, or None.

    One that does not stand on the table yet is placed beside the first.
    """
    here = base.pose or next((m.pose for m in mates if m.pose is not None), None)
    if here is None:
        return None
    (mate, there) = min(
        ((m, m.pose) for m in mates if m.pose is not None),
        key=lambda one: (
            math.hypot(one[1].x - here.x, one[1].y - here.y) - max(one[0].shape.width, one[0].shape.depth) / 2.0
        ),
    )
    far = (max(base.shape.width, base.shape.depth) + max(mate.shape.width, mate.shape.depth)) / 2.0
    angles = np.arange(RAYS) * (2.0 * math.pi / RAYS)
    rings = [far + inch(gap) + 0.05 for gap in OFF]
    level = ground_of(view).level_at
    found = [
        Pose(there.x + r * math.sin(a), there.y + r * math.cos(a), here.facing) for r in rings for a in angles.tolist()
    ]
    if base.pose is not None and math.hypot(here.x - there.x, here.y - there.y) <= far + inch(number("near")) + SLACK:
        found.insert(0, here)
    found.sort(key=lambda p: round(math.hypot(p.x - here.x, p.y - here.y), 3))
    return next((levelled(level, p) for p in found if _free(view, base, p)), None)


def _free(view: State, base: Base, pose: Pose) -> bool:
    """Whether a model can stand at a pose: where the ground bears it, on no other, an inch off enemies."""
    return ground_of(view).may_stand(base.shape, pose) is None and bar(view, base.unit, {base.id: pose}) is None
