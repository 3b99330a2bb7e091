"""Generals who are off the table: killed, captured, gone. Their side keeps where that was (NAP-CMD-08, NAP-S93)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine import event as ev
from game.engine.state import State, Where
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import Lost


def gone(state: State, general: str, pose: Pose | None = None, where: Where = "gone") -> Iterator[ev.Change]:
    """The changes that take a general off the table: from a place, or from where he is."""
    for name in state.units[general].bases:
        base = state.bases[name]
        place = pose or base.pose
        yield ev.SetPose(name, None, where)
        if place is not None:
            size = (base.shape.width, base.shape.depth)
            yield notes.lose(state, general, Lost(state.own.move, (place.x, place.y), place.facing, size))
