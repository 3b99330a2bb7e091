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
from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats, Point, Pose, corners_of, sin_cos, sin_cos_all, to_world
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.field import facts, formations
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.duels import worth
from rulesets.warmaster_ancients.own import UnitOwn
from rulesets.warmaster_ancients.turn import victory

PRIZE, LAST = 24.0, 260.0
"""What the destruction of any unit is worth beyond its cost, and that of the one that breaks an army."""
TOUCH = 1.5
"""Blocks whose gap is at most this (mm) are taken to touch."""


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
        return to_world(Pose(self.x, self.y, self.facing), (aside, ahead))


class Troop(msgspec.Struct, frozen=True):
    """A unit on the table.

    Attributes
    ----------
    row
        Its row in the field's arrays.
    stands, carried, whole
        Stands alive, casualties carried, stands it was bought with.
    prize
        What its destruction is worth beyond its cost.
    """

    id: str
    row: int
    side: str
    kind: Profile
    block: Block
    stands: int
    carried: int
    whole: int
    prize: float
    engaged: bool
    own: UnitOwn

    @property
    def worth(self) -> float:
        """Points that it is worth as it is."""
        return float(worth(self.kind.points, self.whole, self.stands, self.prize))

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
    facing = poses[0].facing
    sine, cosine = sin_cos(facing)
    width, depth = kind.footprint.width / 2.0, kind.footprint.depth / 2.0
    aside, ahead = [], []
    for pose in poses:
        turn = math.radians(pose.facing - facing)
        reach_u = abs(math.cos(turn)) * width + abs(math.sin(turn)) * depth
        reach_v = abs(math.sin(turn)) * width + abs(math.cos(turn)) * depth
        u, v = pose.x * cosine - pose.y * sine, pose.x * sine + pose.y * cosine
        aside += [u - reach_u, u + reach_u]
        ahead += [v - reach_v, v + reach_v]
    u, v = (min(aside) + max(aside)) / 2.0, (min(ahead) + max(ahead)) / 2.0
    x, y = u * cosine + v * sine, v * cosine - u * sine
    return Block(x, y, facing, (max(aside) - min(aside)) / 2.0, (max(ahead) - min(ahead)) / 2.0)


def moved(troop: Troop, block: Block) -> Troop:
    """The troop as it would stand elsewhere."""
    return msgspec.structs.replace(troop, block=block)


class Bodies:
    """Some blocks as arrays."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = list(blocks)

    @cached_property
    def middles(self) -> Floats:
        """Middles (n, 2)."""
        return np.array([b.middle for b in self.blocks]).reshape(-1, 2)

    @cached_property
    def halves(self) -> Floats:
        """Half widths and half depths (n, 2)."""
        return np.array([(b.half_width, b.half_depth) for b in self.blocks]).reshape(-1, 2)

    @cached_property
    def axes(self) -> Floats:
        """Sine and cosine of the facings (n, 2): the forward unit vectors."""
        return np.column_stack(sin_cos_all([b.facing for b in self.blocks]))

    @cached_property
    def corners(self) -> Floats:
        """Corners (n, 4, 2)."""
        (x, y), (width, depth) = self.middles.T, 2.0 * self.halves.T
        return corners_of(width, depth, x, y, [b.facing for b in self.blocks])


def in_frame(rel: Floats, axes: Floats) -> tuple[Any, Any]:
    """Vectors (..., 2) as bodies with these axes see them: mm to the right and mm ahead."""
    sine, cosine = axes[..., 0], axes[..., 1]
    return rel[..., 0] * cosine - rel[..., 1] * sine, rel[..., 0] * sine + rel[..., 1] * cosine


def prize(view: State, side: str) -> float:
    """What destroying a unit of a side is worth beyond its cost: the more, the nearer the army is to breaking."""
    left = float(max(victory.units_to_break(view, side), 1))
    return PRIZE + LAST / math.pow(left, 1.6)


class Field(Bodies):
    """All units on the table of a view, seen by one side.

    Attributes
    ----------
    mine, foes
        Troops of the side and of the enemy, in the order of the lists.
    prizes
        What the destruction of a unit is worth beyond its cost, by its side.
    """

    def __init__(self, view: State, side: str) -> None:
        self.view, self.side = view, side
        self.memo: dict[object, Any] = {}
        self.enemy = facts.enemy_of(view, side)
        self.prizes = {s: prize(view, s) for s in view.sides}
        touched = board(view).touched
        self.troops: dict[str, Troop] = {}
        for owner in (side, self.enemy):
            for unit in facts.units(view, owner):
                kind = profile(view, unit)
                places = list(facts.poses(view, unit).values())
                own: UnitOwn = view.units[unit].own
                block, whole = block_of(kind, places), len(view.units[unit].bases)
                strength = (len(places), own.hits, whole, self.prizes[owner])
                self.troops[unit] = Troop(unit, len(self.troops), owner, kind, block, *strength, unit in touched, own)
        self.rows = list(self.troops.values())
        self.mine = [t for t in self.rows if t.side == side]
        self.foes = [t for t in self.rows if t.side != side]
        super().__init__([t.block for t in self.rows])

    @cached_property
    def foe_rows(self) -> list[int]:
        """Rows of the enemy's units."""
        return [t.row for t in self.foes]

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
        rows = self.foe_rows
        touch = distance_matrix(self.corners[rows], self.corners[rows]) <= TOUCH
        np.fill_diagonal(touch, val=False)
        found = {}
        for k, foe in enumerate(self.foes):
            near = [self.foes[n] for n in np.flatnonzero(touch[k]).tolist() if not self.foes[n].engaged]
            total = 0
            for other in near:
                _, ahead = self.locals(foe.row, self.middles[other.row])
                if ahead < -foe.block.half_depth:
                    total += min(other.stands, 3)
                elif abs(ahead) <= foe.block.half_depth + 1.0:
                    total += 1
            found[foe.id] = total
        return found

    @property
    def theirs_next(self) -> bool:
        """Whether the enemy's turn comes next."""
        return bool(self.view.own.active == self.side)

    # -- questions --------------------------------------------------------------------------------------------

    def gap(self, mine: str, foe: str) -> float:
        """Gap (mm) between the block of an own unit and that of an enemy."""
        return float(self.gaps[self.troops[mine].row, self.troops[foe].row - len(self.mine)])

    def nearest_foe(self, mine: str) -> tuple[Troop, float] | None:
        """The nearest enemy and the gap to it (mm), ties by order; None where there is none."""
        if not self.foes:
            return None
        row = self.gaps[self.troops[mine].row]
        k = int(np.argmin(np.round(row, 2)))
        return self.foes[k], float(row[k])

    def locals(self, row: int, points: Floats) -> tuple[Any, Any]:
        """Points in the frame of a block: mm to its right and mm ahead of its middle."""
        return in_frame(points - self.middles[row], self.axes[row])

    def centre(self, side: str) -> tuple[float, float]:
        """The middle of a side's units, by their worth; of the table where it has none."""
        own = [t for t in self.rows if t.side == side]
        total = sum(t.worth for t in own)
        if not total:
            return self.view.table.width / 2.0, self.view.table.depth / 2.0
        return sum(t.block.x * t.worth for t in own) / total, sum(t.block.y * t.worth for t in own) / total


_FIELDS: dict[tuple[object, ...], tuple[Mapping[str, object], Field]] = {}
_KEPT = 24


def _condition(view: State) -> tuple[object, ...]:
    """What may change about the units while nobody moves, as far as a general minds it."""
    return tuple(
        (o.hits, o.confused, o.attacked, o.charged, o.shot, o.reacted, o.initiative)
        for o in (u.own for u in view.units.values())
    )


def field_of(view: State, side: str) -> Field:
    """The field of a view; made once for views in which everybody stands the same and is as he was."""
    told = (view.own.turn, view.own.active, view.own.phase, len(view.ties))
    key = (id(view.bases), id(view.features), side, told, _condition(view))
    found = _FIELDS.get(key)
    if found is not None and found[0] is view.bases:
        return found[1]
    made = Field(view, side)
    _FIELDS[key] = (view.bases, made)
    for old in list(_FIELDS)[:-_KEPT]:
        _FIELDS.pop(old, None)
    return made


def formed(troop: Troop, formation: str, x: float, y: float, facing: float) -> Block:
    """The block of a troop set in a formation about a point."""
    poses = formations.formation_poses(formation, troop.kind.footprint, troop.stands, (x, y), facing)
    return block_of(troop.kind, poses)
