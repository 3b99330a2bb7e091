"""The geometry of a state: its bases and features as a scene to measure in."""

from __future__ import annotations

from game.engine.state import State
from game.geometry.scene import Scene
from game.geometry.terrain import Feature, Terrain

_terrains: list[tuple[object, Terrain]] = []
_KEPT = 8


def terrain_of(state: State) -> Terrain:
    """The features of a state with their index; the same object as long as the features are the same."""
    for features, terrain in _terrains:
        if features is state.features:
            return terrain
    rows = [Feature(f.id, f.kind, f.points, line=f.line) for f in state.features.values()]
    terrain = Terrain(rows, state.table.width, state.table.depth)
    _terrains.insert(0, (state.features, terrain))
    del _terrains[_KEPT:]
    return terrain


def scene_of(state: State) -> Scene:
    """The solid bases on the table, grouped by unit, over the terrain."""
    bases = [b for b in state.bases.values() if b.solid and b.where == "table" and b.pose is not None]
    poses = [b.pose for b in bases if b.pose is not None]
    return Scene([b.id for b in bases], [b.unit for b in bases], [b.shape for b in bases], poses, terrain_of(state))
