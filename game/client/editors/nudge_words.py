"""What one press of a key does to a draft: how far it moves, how much it turns."""

from __future__ import annotations

from game.client.editors.desk import Desk
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import _

FINE, FAR = 0.1, 5.0
"""Factors of a nudge with Shift and with Ctrl (or Alt)."""
FINE_STEP = 1.0
"""Degrees of a turn with Shift."""
TURN_STEP = 15.0
"""Degrees of a turn; with Ctrl (or Alt) three times as much."""


def nudge_row(desk: Desk, turns: bool = True, indent: int = 0) -> Row:
    """The steps of the keys in the system's own unit; ``turns`` where the thing can be turned."""
    one, fine, far = (desk.words.length(desk.unit_mm * factor) for factor in (1.0, FINE, FAR))
    if not turns:
        said = _("A key moves it {one}, with Shift {fine}, with Ctrl {far}.").format(one=one, fine=fine, far=far)
        return Row("text", label=say(said, "small", "text_dim"), indent=indent)
    turn, few, many = (f"{degrees:g}" for degrees in (TURN_STEP, FINE_STEP, 3 * TURN_STEP))
    said = _("A key moves it {one} or turns it {turn}°; with Shift {fine} or {few}°, with Ctrl {far} or {many}°.")
    said = said.format(one=one, turn=turn, fine=fine, few=few, far=far, many=many)
    return Row("text", label=say(said, "small", "text_dim"), indent=indent)
