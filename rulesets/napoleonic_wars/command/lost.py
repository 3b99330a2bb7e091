"""Generals who are off the table: killed, captured, gone. Their side keeps where that was (NAP-CMD-08, NAP-S93)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import Where
from game.engine.text import Text
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import Lost


def take_off(
    run: Run,
    general: str,
    type: str,
    text: Text | None,
    clauses: Sequence[str],
    /,
    *marks: ev.Change,
    pose: Pose | None = None,
    where: Where = "gone",
    also: Sequence[str] = (),
    **data: Any,
) -> None:
    """Tell that a general is lost, at a place or where he stands, and let his side alone note where that was.

    The news of it has yet to ride (NAP-CMD-08).
    """
    state = run.state
    (base,) = (state.bases[name] for name in state.units[general].bases)
    run.tell(general, type, "loss", text, clauses, *marks, ev.SetPose(base.id, None, where), also=also, **data)
    at = pose or base.pose
    if at is not None:
        found = Lost(state.own.move, (at.x, at.y), at.facing, (base.shape.width, base.shape.depth))
        side = notes.side_of(run.state, general)
        note = notes.lose(state, general, found)
        run.emit("loss_noted", "status", None, note, clauses=("NAP-CMD-08",), only=side)
