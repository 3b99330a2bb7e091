"""Entries of close combat: one round of a combat, and a phase whose combats have been fought."""

from __future__ import annotations

from typing import Any

from game.engine.entries import UNIT, Arg, Entry, EntryError, entry
from game.engine.state import Frame, State
from game.engine.text import T
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight.combat import CombatData
from rulesets.ancient_battles.fight.combat_round import FightData, Fought


@entry(UNIT)
def fight(state: State, args: dict[str, Any]) -> Frame:
    """One round of the combat that ``unit`` is in, to its result. Raises ValueError with a sentence."""
    unit = str(args["unit"])
    group = engagement.group_of(state, unit)
    if not group:
        raise EntryError(T("entry.args.unit: {unit} touches no enemy", unit=unit))
    return Frame("wab.fight", data=FightData(group))


@entry(
    Arg(
        "fought",
        "rows",
        "the combats that have been fought",
        needed=True,
        fields=(
            Arg("units", "units", "who fought in it", needed=True, anywhere=True),
            Arg("winner", "side", "who won, empty for a draw"),
            Arg("difference", "number", "by how much"),
            Arg("charged", "units", "who had charged", anywhere=True),
        ),
    )
)
def aftermath(state: State, args: dict[str, Any]) -> Frame:
    """A Close combat phase whose combats have been fought: Break tests, Panic, flights, pursuits.

    ``fought`` are rows of ``units``, ``winner`` (a side, "" for a draw), ``difference`` and ``charged``. The position
    says ``phase = "combat"`` and the number of the phase, ``fight``. Raises ValueError with a sentence.
    """
    found = []
    for row in args.get("fought", ()):
        units = tuple(map(str, row["units"]))
        winner = str(row.get("winner", ""))
        foes = {u: facts.foes(state, u) for u in units}
        charged = tuple(map(str, row.get("charged", ())))
        found.append(Fought(units, {}, winner, int(row.get("difference", 0)), foes, charged))
    return Frame("wab.combat", "choose", CombatData(fought=tuple(found)))


ENTRIES: dict[str, Entry] = {"fight": fight, "aftermath": aftermath}
