"""Who stands in the path of a charger whose target ran, and whom he touched on his way (NAP-CHG-13, NAP-S82)."""

from __future__ import annotations

from game.engine.state import State
from game.kit.block import meeting
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import CONTACT


def bars(view: State, body: str) -> bool:
    """Whether a body in the course of a charge stops it: close order or deployed guns that do not run (NAP-S82 (c))."""
    told = facts.own(view, body)
    runs = facts.runs(view, body) or told.nerve.result == "surrendered" or "evaded" in told.march.did
    return not (runs or told.inside) and (facts.is_close(view, body) or facts.is_deployed(view, body))


def in_path(view: State, charger: str, target: str, left: float) -> str:
    """The enemy that stands first in the way of a charger whose target ran, so many mm straight on (NAP-CHG-13)."""
    mine = Mover.standing(view, charger)
    if not len(mine.bases):
        return ""
    swept = mine.front_at(0.0).swept(left).buffer(-meeting.GRAZE)
    board, found = board_of(view), []
    for foe in facts.enemies(view, view.units[charger].side):
        if foe != target and bars(view, foe) and board.outline(foe).intersects(swept):
            found.append((board.gap(charger, foe), foe))
    return min(found, default=(0.0, ""))[1]


def touched(view: State, one: str, other: str) -> float | None:
    """The moment of the move at which two bodies first touched by the ways they really went; None if never."""
    tracks = notes.tracks(view)
    if one not in tracks or other not in tracks:
        return None
    a, b = (Mover.gone(notes.side_of(view, u), u, tracks[u]) for u in (one, other))
    return meeting.comes_near(a, b, CONTACT, 0.0)
