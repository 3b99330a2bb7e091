"""Entries: where play can begin in a position, from ids alone (a phase, an order, a charge, a combat)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.state import Frame, State
from rulesets.warmaster_ancients.charging import ChargeData
from rulesets.warmaster_ancients.combat import CombatData
from rulesets.warmaster_ancients.command import CommandData
from rulesets.warmaster_ancients.driveback import DrivebacksData
from rulesets.warmaster_ancients.movement import MoveData
from rulesets.warmaster_ancients.turn import BattleData, TurnData
from rulesets.warmaster_ancients.volley import VolleyData

Entry = Callable[[State, dict[str, Any]], Frame]


def _need(state: State, args: dict[str, Any], *keys: str) -> None:
    """Refuse an entry without its arguments, or with ids of nothing."""
    for key in keys:
        if key not in args:
            raise ValueError(f"the entry needs {key!r}")
        if args[key] not in state.units:
            raise ValueError(f"{key}: there is no unit {args[key]!r}")


def _battle(state: State, args: dict[str, Any]) -> Frame:
    """The battle goes on with a player turn: ``side`` and ``turn``."""
    own = state.own
    data = BattleData(int(args.get("turn", own.turn or 1)), str(args.get("side", own.active or "south")))
    return Frame("wma.battle", "next", data)


def _turn(state: State, args: dict[str, Any]) -> Frame:
    """One player turn of ``side``."""
    own = state.own
    return Frame("wma.turn", data=TurnData(str(args.get("side", own.active)), int(args.get("turn", own.turn or 1))))


def _turn_end(state: State, args: dict[str, Any]) -> Frame:
    """The player turn of ``side`` is over; whether the battle is, too, is looked at."""
    own = state.own
    data = BattleData(int(args.get("turn", own.turn or 1)), str(args.get("side", own.active or "south")))
    return Frame("wma.battle", "played", data)


def _phase(name: str) -> Entry:
    def entry(state: State, args: dict[str, Any]) -> Frame:
        return Frame(name)

    return entry


def _order(state: State, args: dict[str, Any]) -> Frame:
    """A command test: ``character`` and ``unit``; the manoeuvre phase goes on after it."""
    _need(state, args, "character", "unit")
    return Frame("wma.command", "test", CommandData(args["character"], args["unit"]))


def _move(state: State, args: dict[str, Any]) -> Frame:
    """The move of ``unit`` after a passed order."""
    _need(state, args, "unit")
    return Frame("wma.move", data=MoveData(args["unit"]))


def _charge(state: State, args: dict[str, Any]) -> Frame:
    """A charge of ``unit`` against ``target``, declared and found possible."""
    _need(state, args, "unit", "target")
    return Frame("wma.charge", data=ChargeData(args["unit"], args["target"]))


def _volley(state: State, args: dict[str, Any]) -> Frame:
    """A volley of ``shooter``: ``aims`` as pairs of stand and target."""
    _need(state, args, "shooter")
    aims = tuple((str(stand), str(target)) for stand, target in args.get("aims", ()))
    return Frame("wma.volley", data=VolleyData(args["shooter"], aims, bool(args.get("reaction", False))))


def _combat(state: State, args: dict[str, Any]) -> Frame:
    """The combat that ``unit`` is in, first round and all that follows."""
    _need(state, args, "unit")
    return Frame("wma.combat", data=CombatData(args["unit"]))


def _drivebacks(state: State, args: dict[str, Any]) -> Frame:
    """Drive-backs after shooting: ``casualties`` by unit, and the ``shooters`` of each."""
    casualties = {str(u): int(n) for u, n in dict(args.get("casualties", {})).items()}
    shooters = {str(u): tuple(map(str, by)) for u, by in dict(args.get("shooters", {})).items()}
    for unit in (*casualties, *(s for by in shooters.values() for s in by)):
        _need(state, {"unit": unit}, "unit")
    return Frame("wma.drivebacks", data=DrivebacksData(tuple(casualties), casualties, shooters))


ENTRIES: dict[str, Entry] = {
    "battle": _battle,
    "turn": _turn,
    "turn_end": _turn_end,
    "deployment": _phase("wma.deployment"),
    "initiative": _phase("wma.initiative"),
    "command": _phase("wma.command"),
    "characters": _phase("wma.characters"),
    "shooting": _phase("wma.shooting"),
    "melee": _phase("wma.melee"),
    "reform": _phase("wma.reform"),
    "combat": _combat,
    "drivebacks": _drivebacks,
    "order": _order,
    "move": _move,
    "charge": _charge,
    "volley": _volley,
}
