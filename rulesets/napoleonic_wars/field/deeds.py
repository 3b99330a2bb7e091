"""What bodies did or suffered in a move, in the words of :data:`~rulesets.napoleonic_wars.own.Deed`."""

from __future__ import annotations

from game.engine.flow import Run
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import known, own_fields
from rulesets.napoleonic_wars.own import Deed


def did(run: Run, body: str, *deeds: Deed, **fields: object) -> None:
    """Note deeds of a body, hidden ones too, and other fields with them; nothing happens where nothing is new."""
    before = facts.own(known(run.state), body).did
    after = before if set(deeds) <= set(before) else tuple(sorted({*before, *deeds}))
    marks = own_fields(run.state, body, did=after, **fields)
    if marks:
        run.emit("did", "status", None, *marks, about=(body,) if body in run.state.units else ())
