"""What is drawn above the bases: outlines of what is marked, overlays chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.client.editors.desk import LEGAL, Marks
from game.client.editors.whereabouts import poses_of
from game.client.tabletop import overlays as o
from game.client.tabletop.adapter import overlays_of
from game.client.words import Words
from game.engine.ruleset import Overlay
from game.engine.state import State

Poses = Mapping[str, tuple[float, float, float]]
RIM_MM = 2.0
"""How much wider than the base an outline is drawn."""


def outlines(view: State, thing: str, role: str, moving: Poses) -> list[o.Overlay]:
    """The outlines of a thing's bases, where they are now."""
    out: list[o.Overlay] = []
    for base, pose in poses_of(view, thing).items():
        shape = view.bases[base].shape if base in view.bases else None
        if shape is None:
            continue
        x, y, facing = moving.get(base, (pose.x, pose.y, pose.facing))
        round_ = shape.kind != "rect"
        out.append(o.Ghost(x, y, facing, shape.width + RIM_MM, shape.depth + RIM_MM, role, round_, of=base))
    return out


def marked(view: State, marks: Marks, selected: str, under: str, moving: Poses) -> list[o.Overlay]:
    """The outlines of what an editor marks, of what is selected and of what is under the pointer."""
    out: list[o.Overlay] = []
    for thing, role in (*marks.units.items(), *marks.bases.items()):
        out += outlines(view, thing, role, moving)
    marked_units = {view.bases[b].unit for b in marks.bases if b in view.bases}
    if selected in view.units and selected not in marks.units and selected not in marked_units:
        out += outlines(view, selected, "select", moving)
    if under and marks.units.get(under, LEGAL) == LEGAL and under != selected:
        out += outlines(view, under, "hover", moving)
    return out


def drawn(shown: Iterable[Overlay], words: Words, view: State) -> list[o.Overlay]:
    """A ruleset's overlays in the reader's words."""
    out: list[o.Overlay] = []
    for overlay in shown:
        out += overlays_of(overlay.shapes, lambda t: words.say(t, view))
    return out
