"""Being broken: what happens to a unit at the moment it breaks, and who near it must test for it.

A broken unit flees from that moment but runs only when the Close combat phase comes to the flights (WAB-BRK-06,
WAB-BRK-08): it keeps its place and its contacts until then. The same mark is put on a unit that fails a Panic test in
that phase (WAB-FLE-06, WAB-S24).
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.event import Change, SetField
from game.engine.flow import Run
from game.engine.text import T, Text, Thing
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.own import BattleOwn


def turn_number(battle: BattleOwn) -> int:
    """Number of the player turn: 2 x turn, + 1 for the second side (WAB-R53)."""
    return 2 * battle.turn + int(battle.active != battle.first)


def mark_broken(
    run: Run, unit: str, text: Text | None = None, clauses: Sequence[str] = ("WAB-BRK-04",), combat: bool = True
) -> None:
    """Let a unit be broken; it runs with the others of the phase.

    Parameters
    ----------
    combat
        Broken in close combat: that ends its frenzy (WAB-FRZ-06).
    """
    changes: list[Change] = [
        SetField("unit", unit, "own.fleeing", True),
        SetField("unit", unit, "own.fled_turn", turn_number(run.state.own)),
    ]
    told = list(clauses)
    if combat and facts.frenzied(run.state, unit):
        changes.append(SetField("unit", unit, "own.calm", True))
        told.append("WAB-FRZ-06")
    run.tell(unit, "broken", "test", text or T("{unit} broke", unit=Thing(unit)), told, *changes, combat=combat)
