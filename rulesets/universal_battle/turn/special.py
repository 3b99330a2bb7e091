"""Special actions of scenarios: an objective beside a unit is dealt with, and counts at the end (USB-ACT-07)."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Exit
from game.engine.flow import Run
from game.engine.state import Marker, State
from game.engine.text import T, Thing
from game.kit.figures.outlines import point_gaps
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.ground import board
from rulesets.universal_battle.measures import within

OBJECTIVE, SPECIAL = "objective", "special-"


def at_hand(view: State, unit: str) -> tuple[str, ...]:
    """The objectives that a unit can deal with: a model of it stands beside, and no enemy's does.

    Nobody who is locked or Panicked deals with anything, and nobody with what is his own to guard.
    """
    own = facts.own(view, unit)
    if facts.is_locked(view, unit) or own.status == "panicked":
        return ()
    side = view.units[unit].side
    open_to = (m for m in view.markers.values() if m.kind == OBJECTIVE and not m.side and m.own.owner != side)
    return tuple(m.id for m in open_to if _held(view, unit, m))


def _held(view: State, unit: str, marker: Marker) -> bool:
    now, side = board(view), view.units[unit].side
    if marker.pose is None or not len(now):
        return False
    gaps = point_gaps(now.bases, marker.pose.x, marker.pose.y)
    beside = np.array([within(gap, number("objective")) for gap in gaps.tolist()], dtype=np.bool_)
    mine = np.array([facts.host(view, u) == unit for u in now.units], dtype=np.bool_)
    theirs = np.array([s != side for s in now.sides], dtype=np.bool_)
    return bool((beside & mine).any() and not (beside & theirs).any())


def exits(view: State, unit: str) -> tuple[Exit, ...]:
    """The special actions of a unit, as ways out of the question for its action."""
    return tuple(Exit(SPECIAL + m, T("Special action: {marker}", marker=Thing(m))) for m in at_hand(view, unit))


def deal(run: Run, unit: str, way_out: str) -> None:
    """An objective is its unit's side's from now on."""
    marker = run.state.markers[way_out.removeprefix(SPECIAL)]
    taken = replace(marker, side=run.state.units[unit].side)
    text = T("{unit} dealt with {marker}", unit=Thing(unit), marker=Thing(marker.id))
    told = {"worth": marker.own.worth}
    run.tell(unit, "objective", "score", text, ("USB-ACT-07",), ev.Put(marker=taken), also=(marker.id,), **told)
