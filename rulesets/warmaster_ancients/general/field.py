"""The field as a general sees it: every unit as one block with its strength and its worth, in arrays.

Blocks are what quick judgements are made of; what is done in the end is always judged by the rules themselves.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from game.engine.state import State
from game.geometry.bases import Bases
from game.geometry.formed import frame_of
from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats, Footprint, Point, Pose, sin_cos, sin_cos_all
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.field.scene import board, remembered, stands_there
from rulesets.warmaster_ancients.own import UnitOwn
from rulesets.warmaster_ancients.turn import turn

PRIZE, LAST = 24.0, 260.0
"""What the destruction of any unit is worth beyond its cost, and that of the one that breaks an army."""
TOUCH = 1.5
"""Blocks whose gap is at most this (mm) are taken to touch."""


def worth(points: float, whole: int, stands: Any, prize: float) -> Any:
    """What a unit with so many stands left is worth: stands lost cost more than their share, the last one the prize."""
    left = np.asarray(stands, dtype=float)
    return np.where(left > 0, points * (0.15 + 0.85 * left / whole) + prize, 0.0)


def worth_of(points: float, whole: int, stands: float, prize: float) -> float:
    """The same of one number of stands."""
    return points * (0.15 + 0.85 * stands / whole) + prize if stands > 0 else 0.0


class Block(msgspec.Struct, frozen=True):
    """A unit's stands as one rectangle: middle (mm), facing, half width and half depth (mm)."""

    x: float
    y: float
    facing: float
    half_width: float
    half_depth: float

    @property
    def middle(self) -> Point:
        """Its middle (mm)."""
        return self.x, self.y

    def point(self, aside: float, ahead: float) -> Point:
        """The point so far (mm) to the right and ahead of its middle."""
        sine, cosine = sin_cos(self.facing)
        return self.x + aside * cosine + ahead * sine, self.y - aside * sine + ahead * cosine


class Body(msgspec.Struct, frozen=True, eq=False):
    """What of a unit counts in a clash; those that are alike in it are one object, by which clashes are remembered.

    Stands alive and bought; ``prize`` is what its destruction is worth beyond its cost; half its breadth and depth, mm.
    """

    kind: Profile
    stands: int
    whole: int
    prize: float
    engaged: bool
    hits: int
    confused: bool
    reacted: bool
    half_width: float
    half_depth: float

    @property
    def shoots(self) -> bool:
        """Whether it has missiles."""
        return self.kind.range is not None


_bodies: dict[tuple[object, ...], Body] = {}
BODIES = 20_000
"""So many are remembered."""


def body_of(kind: Profile, *facts: Any) -> Body:
    """The body with these facts, in the order of its fields."""
    key = (id(kind), *facts)
    found = _bodies.get(key)
    if found is None:
        if len(_bodies) >= BODIES:
            _bodies.clear()
        found = _bodies[key] = Body(kind, *facts)
    return found


class Troop(msgspec.Struct, frozen=True):
    """A unit on the table: its row in the field's arrays, its block, what it is in a clash."""

    id: str
    row: int
    side: str
    block: Block
    body: Body
    own: UnitOwn

    @property
    def kind(self) -> Profile:
        """The kind of troops that it is."""
        return self.body.kind

    @property
    def stands(self) -> int:
        """Stands alive."""
        return self.body.stands

    @property
    def whole(self) -> int:
        """Stands bought."""
        return self.body.whole

    @property
    def prize(self) -> float:
        """What its destruction is worth beyond its cost."""
        return self.body.prize

    @property
    def engaged(self) -> bool:
        """Whether it touches an enemy."""
        return self.body.engaged

    @property
    def worth(self) -> float:
        """Points that it is worth as it is."""
        return worth_of(self.kind.points, self.whole, self.stands, self.prize)

    def at(self, poses: Mapping[str, Pose]) -> Block:
        """Its block where its stands are at some poses."""
        return block_of(self.kind, list(poses.values()))

    @property
    def shoots(self) -> bool:
        """Whether it has missiles."""
        return self.kind.range is not None

    @property
    def foot(self) -> bool:
        """Whether it is infantry."""
        return self.kind.type == "infantry"


def block_of(kind: Profile, poses: Sequence[Pose]) -> Block:
    """The block of stands at some poses: the rectangle along the first one's facing that holds them all."""
    frame = frame_of([kind.footprint] * len(poses), poses)
    at, size = frame.pose, frame.footprint
    return Block(at.x, at.y, at.facing, size.width / 2.0, size.depth / 2.0)


class Bodies:
    """Some blocks as arrays: middles (n, 2), corners (n, 4, 2), half widths and depths, forward unit vectors (n, 2)."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        shapes = [Footprint("rect", 2.0 * b.half_width, 2.0 * b.half_depth) for b in blocks]
        self.bases = Bases.of(shapes, [Pose(b.x, b.y, b.facing) for b in blocks])
        self.middles, self.corners = self.bases.centres, self.bases.corners
        self.halves = np.column_stack((self.bases.widths, self.bases.depths)) / 2.0
        self.axes = np.column_stack(sin_cos_all(self.bases.facings))


def in_frame(rel: Floats, axes: Floats) -> tuple[Any, Any]:
    """Vectors (..., 2) as bodies with these axes see them: mm to the right and mm ahead."""
    sine, cosine = axes[..., 0], axes[..., 1]
    return rel[..., 0] * cosine - rel[..., 1] * sine, rel[..., 0] * sine + rel[..., 1] * cosine


class Field(Bodies):
    """All units on the table of a view, seen by one side: its own troops and the enemy's, in the order of the lists.

    ``prizes`` tells what the destruction of a unit is worth beyond its cost, by its side: the more, the nearer that is
    to breaking.
    """

    def __init__(self, view: State, side: str) -> None:
        self.view, self.side = view, side
        self.memo: dict[object, Any] = {}
        self._nearest: dict[str, list[tuple[Troop, float]]] = {}
        self.enemy = facts.enemy_of(view, side)
        self.prizes = {s: PRIZE + LAST / math.pow(float(max(turn.units_to_break(view, s), 1)), 1.6) for s in view.sides}
        touched = board(view).touched
        self.troops: dict[str, Troop] = {}
        for owner in (side, self.enemy):
            for unit in facts.troops(view, owner):
                kind, bought = profile(view, unit), view.units[unit]
                places = list(facts.poses(view, unit).values())
                row, block, own = len(self.troops), block_of(kind, places), bought.own
                strength = (len(places), len(bought.bases), self.prizes[owner], unit in touched)
                worn = (own.hits, own.confused, own.reacted)
                body = body_of(kind, *strength, *worn, block.half_width, block.half_depth)
                self.troops[unit] = Troop(unit, row, owner, block, body, own)
        self.rows = list(self.troops.values())
        self.mine = [t for t in self.rows if t.side == side]
        self.foes = [t for t in self.rows if t.side != side]
        super().__init__([t.block for t in self.rows])

    @cached_property
    def gaps(self) -> Floats:
        """Gaps (mm) between the blocks of one's own units and the enemy's (k, m)."""
        if not self.mine or not self.foes:
            return np.zeros((len(self.mine), len(self.foes)))
        return distance_matrix(self.corners[: len(self.mine)], self.corners[len(self.mine) :])

    @cached_property
    def supported(self) -> dict[str, int]:
        """Stands that support each enemy unit where it stands: unengaged friends behind it, one at each side."""
        if not self.foes:
            return {}
        behind = self.corners[len(self.mine) :]
        touch = distance_matrix(behind, behind) <= TOUCH
        np.fill_diagonal(touch, val=False)
        found = {foe.id: 0 for foe in self.foes}
        for k, n in np.argwhere(touch).tolist():
            foe, other = self.foes[k], self.foes[n]
            _, ahead = in_frame(self.middles[other.row] - self.middles[foe.row], self.axes[foe.row])
            if not other.engaged and ahead < -foe.block.half_depth:
                found[foe.id] += min(other.stands, 3)
            elif not other.engaged and ahead <= foe.block.half_depth + 1.0:
                found[foe.id] += 1
        return found

    @property
    def theirs_next(self) -> bool:
        """Whether the enemy's turn comes next."""
        return bool(self.view.own.active == self.side)

    def gap(self, mine: str, foe: str) -> float:
        """Gap (mm) between the block of an own unit and that of an enemy."""
        return float(self.gaps[self.troops[mine].row, self.troops[foe].row - len(self.mine)])

    def nearest(self, mine: str) -> list[tuple[Troop, float]]:
        """The enemies and the gaps to them (mm), the nearest first, ties by order."""
        if mine not in self._nearest:
            gaps = self.gaps[self.troops[mine].row]
            order = np.argsort(np.round(gaps, 2), kind="stable").tolist()
            self._nearest[mine] = [(self.foes[k], float(gaps[k])) for k in order]
        return self._nearest[mine]

    def nearest_gap(self, mine: str) -> float:
        """The gap (mm) to the nearest enemy, infinite where there is none."""
        return next((gap for _, gap in self.nearest(mine)), math.inf)

    def centre(self, side: str) -> tuple[float, float]:
        """The middle of a side's units, by their worth; of the table where it has none."""
        own = [(t.worth, t.block) for t in self.rows if t.side == side]
        total = sum(worth for worth, _ in own)
        if not total:
            return self.view.table.width / 2.0, self.view.table.depth / 2.0
        return sum(b.x * worth for worth, b in own) / total, sum(b.y * worth for worth, b in own) / total


def field_of(view: State, side: str) -> Field:
    """The field of a view; made once for views in which everybody stands the same and is as he was.

    A situation is one of stands: where characters are, who have none, is asked besides.
    """
    now = (view.own.turn, view.own.active, view.own.phase, len(view.ties))
    off = tuple((b.where, b.pose) for b in view.bases.values() if not stands_there(b))
    owns = (u.own for u in view.units.values())
    minded = tuple((o.hits, o.confused, o.attacked, o.charged, o.shot, o.reacted, o.initiative) for o in owns)
    return _field(view, side, now, minded, off)


@remembered
def _field(view: State, side: str, *_: object) -> Field:
    return Field(view, side)
