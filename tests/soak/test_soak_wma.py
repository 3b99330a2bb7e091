"""Warmaster Ancients under random play, with every invariant after every event."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import shapely
from msgspec.structs import replace

from game.engine.loader import load_ruleset
from game.engine.state import State
from game.geometry.shapes import polygon
from tests.soak import soak

WMA = load_ruleset("WMA")
OVERLAP = 1.0
"""mm2 of shared area that is still touching (WMA-S05)."""


class Invariants:
    """What must be true after every event of a battle."""

    def __init__(self) -> None:
        self.bases: frozenset[str] = frozenset()
        self.last: dict[str, object] = {}

    def __call__(self, state: State) -> None:
        self.stands_are_conserved(state)
        standing = {b.id: (b.pose, b.shape) for b in state.bases.values() if b.solid and b.pose is not None}
        if standing == self.last:
            return
        self.last = dict(standing)
        self.nobody_overlaps(state)
        self.all_stand_on_the_table(state)

    def stands_are_conserved(self, state: State) -> None:
        ids = frozenset(state.bases)
        self.bases = self.bases or ids
        assert ids == self.bases
        for unit in state.units.values():
            own = unit.own
            if own.character:
                continue
            assert own.hits >= 0
            assert 0 <= own.orders <= 3
            numbers = [state.bases[b].number for b in unit.bases]
            assert numbers == sorted(numbers)
        for base in state.bases.values():
            assert base.where in ("table", "reserve", "gone")
            assert (base.pose is not None) == (base.where == "table"), base.id

    def nobody_overlaps(self, state: State) -> None:
        bases = [b for b in state.bases.values() if b.solid and b.where == "table" and b.pose is not None]
        if not bases:
            return
        shapes = np.array([polygon(b.shape, b.pose) for b in bases if b.pose is not None])
        tree = shapely.STRtree(shapes)
        left, right = tree.query(shapes, predicate="intersects")
        pairs = left < right
        shared = shapely.area(shapely.intersection(shapes[left[pairs]], shapes[right[pairs]]))
        bad = np.flatnonzero(shared > OVERLAP + 1e-6)
        told = [(bases[left[pairs][k]].id, bases[right[pairs][k]].id, float(shared[k])) for k in bad]
        assert not told, told

    def all_stand_on_the_table(self, state: State) -> None:
        for base in state.bases.values():
            pose = base.pose
            if pose is None:
                continue
            reach = math.hypot(base.shape.width, base.shape.depth) / 2 if base.solid else 0.0
            assert -0.01 <= pose.x <= state.table.width + 0.01, base.id
            assert -0.01 <= pose.y <= state.table.depth + 0.01, base.id
            if base.solid:
                x0, y0, x1, y1 = polygon(base.shape, pose).bounds
                assert x0 >= -0.2, base.id
                assert y0 >= -0.2, base.id
                assert x1 <= state.table.width + 0.2, (base.id, reach)
                assert y1 <= state.table.depth + 0.2, base.id


SCENARIOS = tuple(s.id for s in WMA.scenarios())


@pytest.mark.parametrize("part", range(4))
def test_random_battles(tmp_path: Path, battles: int, part: int) -> None:
    """A share of the battles in each of four parts, so that processes can take them side by side."""
    for seed in range(part, battles, 4):
        info = WMA.scenarios()[seed % len(SCENARIOS)]
        size = info.sizes[0] if info.sizes else 1000
        setup = replace(WMA.default_setup(info.id, size), seed=f"soak-{seed}")
        soak(WMA, setup, seed, tmp_path, (Invariants(),), offered=12)
