"""Generals who are off the table: killed, captured, gone. Their side keeps where that was (NAP-CMD-08, NAP-S93)."""

from __future__ import annotations

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State, Where
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import Lost


def gone(state: State, general: str, where: Where = "gone") -> list[ev.Change]:
    """The changes that take a general off the table."""
    return [ev.SetPose(name, None, where) for name in state.units[general].bases]


def place(state: State, general: str, pose: Pose | None = None) -> tuple[ev.Change, ...]:
    """The note of where a general was lost: at a place, or where he is; asked before he is gone."""
    bases = [state.bases[name] for name in state.units[general].bases]
    lost = [(base, pose or base.pose) for base in bases]
    return tuple(
        notes.lose(state, general, Lost(state.own.move, (at.x, at.y), at.facing, (base.shape.width, base.shape.depth)))
        for base, at in lost
        if at is not None
    )


def keep(run: Run, general: str, noted: tuple[ev.Change, ...]) -> None:
    """Let his side alone note where a general was lost; its news has yet to ride (NAP-CMD-08)."""
    if noted:
        side = notes.side_of(run.state, general)
        run.emit("loss_noted", "status", None, *noted, clauses=("NAP-CMD-08",), only=side)
