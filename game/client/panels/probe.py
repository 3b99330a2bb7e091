"""What if a unit stood there: who can reach it next turn, what it would see from there, and who would see it.

The answers are the ruleset's own overlays of that unit, asked of a state in which it stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from game.client.editors.desk import Spot
from game.client.editors.whereabouts import centre_of, poses_of
from game.client.panels.card import overlays_of_thing
from game.client.panels.table_overlays import RIM_MM, drawn
from game.client.tabletop import overlays as o
from game.client.words import Words, _
from game.engine.ruleset import Ruleset, Shape
from game.engine.state import State
from game.geometry.measure import point_base_nearest
from game.geometry.shapes import Pose

SETTLE = 0.12
"""Seconds that the pointer must rest before it is worked out."""
GRID_MM = 2.0
"""The place is taken this exactly."""
TOUCH_MM = 3.0
"""A line that ends this near to a base ends at it."""


class Probe:
    """The tool's answer for a unit where it stands, or at a place the pointer rests on.

    Attributes
    ----------
    kind
        "threat" or "sight"; "" for nothing.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kind = ""
        self._asked: object = None
        self._made: object = None
        self._rested = 0.0
        self._view: State | None = None
        self._unit = ""
        self._poses: dict[str, Pose] = {}
        self._found: list[o.Overlay] = []
        self._due: Iterator[list[o.Overlay]] = iter(())

    def follow(self, kind: str, view: State, unit: str, spot: Spot | None, dt: float) -> None:
        """Look at a unit: the one under the pointer as it stands, else the selected one at the pointer's place."""
        self.kind = kind
        if not kind:
            self._made = self._asked = None
            self._found, self._due = [], iter(())
            return
        there = spot is not None and not spot.unit and unit in view.units
        thing = unit if spot is None or there else (spot.unit or unit)
        at = (round(spot.x / GRID_MM), round(spot.y / GRID_MM)) if there and spot is not None else None
        asked = (kind, id(view), thing, at)
        self._rested = self._rested + dt if asked == self._asked else 0.0
        self._asked = asked
        self._view, self._unit = view, thing
        self._poses = moved_to(view, thing, spot.x, spot.y) if there and spot is not None else {}

    def overlays(self, words: Words) -> list[o.Overlay]:
        """What is drawn; the last answer stands until the pointer has rested."""
        key = (self._asked, words.language)
        if not self.kind or self._view is None:
            return []
        if key != self._made and (self._rested >= SETTLE or not self._poses):
            self._made = key
            self._found = self._work_out(words)
        self._found = self._found + next(self._due, [])  # one unit of the others a frame, so that nothing stutters
        return self._found

    def _work_out(self, words: Words) -> list[o.Overlay]:
        view = self._view
        if view is None or not self._unit:
            return []
        state = view.with_poses(self._poses) if self._poses else view
        out: list[o.Overlay] = []
        for base, pose in self._poses.items():
            s = state.bases[base].shape
            rim, round_ = RIM_MM, s.kind != "rect"
            out.append(o.Ghost(pose.x, pose.y, pose.facing, s.width + rim, s.depth + rim, "hover", round_, of=base))
        out += drawn(overlays_of_thing(self.ruleset, state, self._unit, {self.kind}), words, state)
        self._due = self._seen_by(state) if self.kind == "sight" else iter(())
        found = poses_of(state, self._unit)
        if len(out) == len(self._poses) and found:
            empty = _("no unit can charge here") if self.kind == "threat" else _("nothing is visible from here")
            out.append(o.Label(*centre_of(found.values()), empty))
        return out

    def _seen_by(self, state: State) -> Iterator[list[o.Overlay]]:
        """The lines of sight of other sides' units that end at this one, unit by unit."""
        mine = state.units.get(self._unit)
        for unit in state.units.values() if mine is not None else ():
            if mine is None or unit.side == mine.side or not poses_of(state, unit.id):
                continue
            out: list[o.Overlay] = []
            for overlay in overlays_of_thing(self.ruleset, state, unit.id, {"sight"}):
                for shape in overlay.shapes:
                    if shape.role == "sight" and shape.kind == "line" and self._ends_here(state, shape):
                        out += [
                            o.Line(shape.points, "threat", True),
                            o.Label(*shape.points[0], _("sees this place"), "threat"),
                        ]
            yield out

    def _ends_here(self, state: State, shape: Shape) -> bool:
        end = shape.points[-1]
        for base, pose in poses_of(state, self._unit).items():
            near = point_base_nearest(end, state.bases[base].shape, pose)
            if (near[0] - end[0]) ** 2 + (near[1] - end[1]) ** 2 <= TOUCH_MM**2:
                return True
        return False


def moved_to(view: State, unit: str, x: float, y: float) -> dict[str, Pose]:
    """The bases of a unit on the table, moved together so that their middle is at a point (mm)."""
    poses = poses_of(view, unit)
    if not poses or any(b not in view.bases for b in poses):
        return {}
    cx, cy = centre_of(poses.values())
    return {b: replace(p, x=round(p.x + x - cx, 3), y=round(p.y + y - cy, 3)) for b, p in poses.items()}
