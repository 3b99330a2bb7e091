"""Entries: where play can begin in a position, from ids alone (a phase, an order, a charge, a combat)."""

from __future__ import annotations

from typing import Any

from game.engine.entries import SIDE, TURN, UNIT, Arg, Entry, as_told, at, entry, side_of, turn_of, unit_of
from game.engine.state import Frame, State
from rulesets.warmaster_ancients.charge.charging import CHARGE
from rulesets.warmaster_ancients.command.command import COMMAND
from rulesets.warmaster_ancients.command.movement import MOVE_FRAME
from rulesets.warmaster_ancients.fight.combat import COMBAT_FRAME, CombatData
from rulesets.warmaster_ancients.shoot.driveback import DrivebacksData
from rulesets.warmaster_ancients.shoot.volley import VOLLEY
from rulesets.warmaster_ancients.turn.turn import BATTLE, BattleData, TurnData


def _battle(step: str, help: str) -> Entry:
    """The battle, at a step about a player turn."""
    return Entry(lambda s, args: BATTLE.at(step, BattleData(turn_of(s, args), side_of(s, args))), (SIDE, TURN), help)


@entry(SIDE, TURN)
def _turn(state: State, args: dict[str, Any]) -> Frame:
    """One player turn of ``side``."""
    return Frame("wma.turn", data=TurnData(side_of(state, args), turn_of(state, args)))


@entry(
    Arg("casualties", "counts", "casualties of the units shot at", needed=True),
    Arg("shooters", "groups", "by whom each was shot at", needed=True),
)
def _drivebacks(state: State, args: dict[str, Any]) -> Frame:
    """Drive-backs after shooting: ``casualties`` by unit, and the ``shooters`` of each."""
    casualties = {str(u): int(n) for u, n in dict(args.get("casualties", {})).items()}
    shooters = {str(u): tuple(map(str, by)) for u, by in dict(args.get("shooters", {})).items()}
    for unit in (*casualties, *(s for by in shooters.values() for s in by)):
        unit_of(state, {"unit": unit}, "unit")
    return Frame("wma.drivebacks", data=DrivebacksData(tuple(casualties), casualties, shooters))


ENTRIES: dict[str, Entry] = {
    "battle": _battle("next", "The battle goes on with a player turn: ``side`` and ``turn``."),
    "turn": _turn,
    "turn_end": _battle("played", "The player turn of ``side`` is over; whether the battle is, too, is looked at."),
    "deployment": at("wma.deployment", "The deployment of both armies."),
    "initiative": at("wma.initiative", "The initiative part of the player turn of the active side."),
    "command": at("wma.command", "The orders of the active side."),
    "characters": at("wma.characters", "The moves of the active side's characters."),
    "shooting": at("wma.shooting", "The shooting phase of the active side."),
    "melee": at("wma.melee", "The melee phase of the active side."),
    "reform": at("wma.reform", "The reforming at the end of the active side's turn."),
    "combat": Entry(
        lambda _, args: COMBAT_FRAME.at(data=CombatData(args["unit"])),
        (UNIT,),
        "The combat that ``unit`` is in, first round and all that follows.",
    ),
    "drivebacks": _drivebacks,
    "order": as_told(
        COMMAND,
        "A command test: ``character`` and ``unit``; the manoeuvre phase goes on after it.",
        Arg("character", "unit", "who gives the order", needed=True),
        Arg("unit", "unit", "who is to move", needed=True),
        step="test",
    ),
    "move": as_told(MOVE_FRAME, "The move of ``unit`` after a passed order.", UNIT),
    "charge": as_told(
        CHARGE,
        "A charge of ``unit`` against ``target``, declared and found possible.",
        Arg("unit", "unit", "who charges", needed=True),
        Arg("target", "unit", "at whom", needed=True),
    ),
    "volley": as_told(
        VOLLEY,
        "A volley of ``shooter``: ``aims`` as pairs of stand and target.",
        Arg("shooter", "unit", "who shoots", needed=True),
        Arg("aims", "pairs", "stands with their targets", needed=True),
        Arg("reaction", "flag", "it shoots at a charger"),
    ),
}
