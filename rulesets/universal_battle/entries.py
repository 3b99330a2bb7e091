"""Entries: where play can begin in a position, from ids alone (a round, an activation, a fight, losses, nerve)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.entries import SIDE, UNIT, Arg, Entry, EntryError, as_told, at, entry, side_of, unit_of
from game.engine.state import Frame, State
from game.engine.text import T
from game.kit.rounds import ROUND, round_of
from game.kit.situation import OfUnit
from rulesets.universal_battle.attack.losses import AUTOHITS, LOSSES
from rulesets.universal_battle.charge.charges import CHARGE
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.fight.melee import FIGHT_ON, MELEE
from rulesets.universal_battle.heroes.points import SeizeData
from rulesets.universal_battle.nerve.morale import MORALE, RECOVER
from rulesets.universal_battle.shoot.shooting import ShootData
from rulesets.universal_battle.turn.activation import ACTIVATION
from rulesets.universal_battle.turn.rounds import ROUNDS, RoundData

TARGET = Arg("target", "unit", "whom", needed=True)
ANYWHERE = replace(UNIT, anywhere=True)


@entry(ROUND)
def _round(state: State, args: dict[str, Any]) -> Frame:
    """One round from its beginning, smoke and starter first: ``round``."""
    return Frame("usb.round", data=RoundData(round_of(state, args)))


@entry(SIDE)
def _seize(state: State, args: dict[str, Any]) -> Frame:
    """The gap before an activation of ``side``, which the other may seize."""
    return Frame("usb.seize", data=SeizeData(side_of(state, args)))


@entry(ANYWHERE)
def _activation(state: State, args: dict[str, Any]) -> Frame:
    """The activation of ``unit``: of one on the table, in a carrier, or due for its Sudden Attack."""
    unit = unit_of(state, args, "unit")
    if not facts.deployed(state, unit) and facts.own(state, unit).arrival != "sudden":
        text = T("entry.args.unit: {unit} is in reserve: it cannot be activated before it is deployed", unit=unit)
        raise EntryError(text)
    return ACTIVATION.at(data=OfUnit(unit))


@entry(ANYWHERE, Arg("aimed", "flag", "an Aimed Shot"), Arg("inside", "flag", "from inside a carrier"))
def _shooting(state: State, args: dict[str, Any]) -> Frame:
    """The shooting of ``unit``."""
    unit, aimed, inside = unit_of(state, args, "unit"), bool(args.get("aimed")), bool(args.get("inside"))
    return Frame("usb.shoot", data=ShootData(unit, aimed, halved=inside))


ENTRIES: dict[str, Entry] = {
    **ROUNDS.entries(),
    "deployment": at("usb.deployment", "The deployment of both armies."),
    "infiltration": at("usb.infiltration", "The deployment of the infiltrators."),
    "round": _round,
    "seize": _seize,
    "activation": _activation,
    "charge": as_told(CHARGE, "A charge of ``unit`` at ``target``, from its declaration.", UNIT, TARGET),
    "melee": as_told(
        MELEE,
        "A round of a fight: ``unit`` strikes first at ``target``.",
        *(UNIT, TARGET, Arg("charge", "flag", "whether it has charged; else they are locked")),
    ),
    "fight_on": as_told(FIGHT_ON, "The fight of a locked ``unit`` in its activation.", UNIT),
    "shooting": _shooting,
    "hits": as_told(
        AUTOHITS,
        "Automatic hits on ``unit``: saved without anything that protects it.",
        *(ANYWHERE, Arg("hits", "number", "how many", needed=True)),
        why=T("hits"),
        clause="USB-WND-07",
    ),
    "losses": as_told(
        LOSSES,
        "Wounds of ``unit`` taken off, and nothing after them.",
        *(ANYWHERE, Arg("wounds", "number", "how many", needed=True)),
        why=T("wounds"),
    ),
    "morale": as_told(
        MORALE,
        "The tests of nerve that are due: of ``units`` first, then of all others, then for dead commanders.",
        Arg("units", "units", "whose losses are looked at first", anywhere=True),
    ),
    "recovery": as_told(RECOVER, "The test by which ``unit`` pulls itself together.", ANYWHERE),
}
