"""The geometry of a state: its bases and features as a scene to measure in."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.memo import Grounds
from game.engine.state import Feature as StateFeature
from game.engine.state import State, Table
from game.geometry.scene import Scene
from game.geometry.terrain import Feature, Terrain


def _terrain(features: Mapping[str, StateFeature], table: Table) -> Terrain:
    rows = [Feature(f.id, f.kind, f.points, line=f.line) for f in features.values()]
    return Terrain(rows, table.width, table.depth)


terrain_of = Grounds(_terrain)
"""The features of a state with their index; the same object as long as the features are the same."""


def scene_of(state: State) -> Scene:
    """The solid bases on the table, grouped by unit, over the terrain."""
    bases = [b for b in state.bases.values() if b.solid and b.where == "table" and b.pose is not None]
    poses = [b.pose for b in bases if b.pose is not None]
    return Scene([b.id for b in bases], [b.unit for b in bases], [b.shape for b in bases], poses, terrain_of(state))
