"""Entries of close combat: one round of a combat, and a phase whose combats have been fought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.state import Frame, State
from rulesets.ancient_battles import engagement, facts
from rulesets.ancient_battles.combat import CombatData
from rulesets.ancient_battles.fight import FightData, Fought


def _unit(state: State, name: Any, key: str) -> str:
    if name not in state.units:
        raise ValueError(f"{key}: there is no unit {name!r}")
    return str(name)


def fight(state: State, args: dict[str, Any]) -> Frame:
    """One round of the combat that ``unit`` is in, to its result. Raises ValueError with a sentence."""
    unit = _unit(state, args.get("unit"), "unit")
    group = engagement.group_of(state, unit)
    if not group:
        raise ValueError(f"unit: {unit} touches no enemy")
    return Frame("wab.fight", data=FightData(group))


def aftermath(state: State, args: dict[str, Any]) -> Frame:
    """A Close combat phase whose combats have been fought: Break tests, Panic, flights, pursuits.

    ``fought`` are rows of ``units``, ``winner`` (a side, "" for a draw), ``difference`` and ``charged``. The position
    says ``phase = "combat"`` and the number of the phase, ``fight``. Raises ValueError with a sentence.
    """
    found = []
    for row in args.get("fought", ()):
        units = tuple(_unit(state, u, "units") for u in row.get("units", ()))
        winner = str(row.get("winner", ""))
        if winner not in ("", *state.sides):
            raise ValueError(f"winner: there is no side {winner!r}")
        foes = {u: facts.foes(state, u) for u in units}
        charged = tuple(_unit(state, u, "charged") for u in row.get("charged", ()))
        found.append(Fought(units, {}, winner, int(row.get("difference", 0)), foes, charged))
    return Frame("wab.combat", "choose", CombatData(fought=tuple(found)))


ENTRIES: dict[str, Callable[[State, dict[str, Any]], Frame]] = {"fight": fight, "aftermath": aftermath}
