"""Bodies on the clock of a move: their courses by what stands, was planned or was gone (NAP-S09, NAP-S58)."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Pose, bearing
from game.kit.block.course import Course, Stretch
from game.kit.block.outlines import SHOULDER, Floats, poses_of, sizes_of
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.own import Leg, Track

Triples = tuple[tuple[float, float, float], ...]
NOTHING = 1e-7
"""Parts of a move of which no leg is kept."""
THICK = 2.0
"""mm of a building's wall, within its outline."""


def stretch_of(leg: Leg, sizes: Floats) -> Stretch:
    """A stretch of a planned leg, by figures of some sizes at its start."""
    poses = np.array(leg.poses, dtype=float).reshape(-1, 3)
    after = np.array(leg.ends, dtype=float).reshape(-1, 3)
    time = leg.end - leg.start
    here = Stretch(leg.start, leg.end, poses, sizes, what=leg.what, action=leg.action)
    if time > 0.0 and leg.pivot is not None:
        turn = math.radians((after[0, 2] - poses[0, 2] + 180.0) % 360.0 - 180.0)
        return replace(here, pivot=leg.pivot, spin=turn / time)
    moved = after[:, :2] - poses[:, :2]
    rigid = not leg.sizes and np.abs(after[:, 2] - poses[:, 2]).max(initial=0.0) < 0.01
    if time > 0.0 and rigid and len(moved) and np.ptp(moved, axis=0).max() < 0.01:
        x, y = (moved[0] / time).tolist()
        return replace(here, velocity=(x, y))
    new = np.array(leg.sizes, dtype=float).reshape(-1, 2) if leg.sizes else None
    return replace(here, left=after, left_sizes=new)


class Mover(Course):
    """A body on the clock: its figures, and its stretches from 0 to 1 without a gap."""

    @classmethod
    def standing(cls, state: State, body: str, since: float = 0.0) -> Mover:
        """A body that stands where it is; who is in a building is told by its walls and moves nowhere (NAP-S79)."""
        bases, front = state.bases_of(body), {b.id for b in shape.fighters(state, body)}
        if not bases and (house := ground_of(state).by_id.get(facts.own(state, body).inside)) is not None:
            poses, sizes = walls(house.shape)
            return cls(body, state.units[body].side, (), sizes, [Stretch(since, 1.0, poses, sizes)])
        poses, sizes = poses_of(b.pose for b in bases if b.pose), sizes_of(b.shape for b in bases)
        ids = tuple(b.id for b in bases)
        leads = tuple(k for k, b in enumerate(ids) if b in front) if len(front) < len(ids) else ()
        way, looks = [Stretch(since, 1.0, poses, sizes)], shape.turn(state, body)
        return cls(body, state.units[body].side, ids, sizes, way, leads=leads, looks=looks)

    @classmethod
    def gone(cls, side: str, body: str, track: Track) -> Mover:
        """A body that has gone a way that was kept."""
        sizes = np.array(track.sizes, dtype=float).reshape(-1, 2)
        here, now = cls(body, side, track.bases, sizes), sizes
        for leg in track.legs:
            here.stretches.append(stretch_of(leg, now))
            now = here.stretches[-1].over()[1]
        return here

    @classmethod
    def planned(cls, state: State, body: str, track: Track, since: float = 0.0) -> Mover:
        """A body that goes its planned way, and stands before and after it."""
        here = cls.standing(state, body, since)
        if track.bases != here.bases or not track.legs or not here.bases:
            return here
        sizes, stretches = here.sizes, []
        for leg in track.legs:
            stretches.append(stretch_of(leg, sizes))
            sizes = stretches[-1].over()[1]
        here.go(stretches, since)
        return here

    def track(self) -> Track:
        """Its way through the move, to be kept; of walls nothing is."""
        n = len(self.bases)
        legs = tuple(
            Leg(
                *(moment(s.start), moment(s.end), _triples(s.poses[:n]), _triples(s.over()[0][:n])),
                *(s.pivot, s.what, s.action),
                sizes=() if s.left_sizes is None else _pairs(s.left_sizes),
            )
            for s in self.stretches
            if s.end > s.start + NOTHING
        )
        return Track(self.bases, legs, _pairs(self.sizes[:n]))

    def poses_told(self, time: float) -> dict[str, Pose]:
        """Poses by base at a moment, rounded as they are kept."""
        if not self.bases:
            return {}
        return {base: Pose(x, y, f) for base, (x, y, f) in zip(self.bases, _triples(self.poses_at(time)), strict=True)}


def walls(house: Shape) -> tuple[Floats, Floats]:
    """A building's outer walls as poses (n, 3), facing out, and sizes (n, 2) in mm: distances are to them (NAP-S79)."""
    rings = [ring for one in shapely.get_parts(house) for ring in [shapely.get_exterior_ring(one).normalize()]]
    poses, sizes = [], []
    for ring in rings:
        corners = shapely.get_coordinates(ring)  # normalised, a ring goes about clockwise
        for (x, y), (to_x, to_y) in pairwise(corners.tolist()):
            long = math.hypot(to_x - x, to_y - y)
            if long < SHOULDER:
                continue
            out = (-(to_y - y) / long, (to_x - x) / long)
            middle = ((x + to_x - out[0] * THICK) / 2.0, (y + to_y - out[1] * THICK) / 2.0)
            poses.append((*middle, bearing(*out)))
            sizes.append((long, THICK))
    return np.array(poses).reshape(-1, 3), np.array(sizes).reshape(-1, 2)


def _pairs(sizes: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((round(width, 3), round(depth, 3)) for width, depth in sizes.tolist())


def _triples(poses: Floats) -> Triples:
    return tuple((round(x, 3), round(y, 3), round(f, 4) % 360.0) for x, y, f in poses.tolist())
