"""Entries: where play can begin in a position, from ids alone (a round, an activation, a fight, losses, nerve)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.entries import SIDE, UNIT, Arg, Entry, at, entry, side_of, unit_of
from game.engine.state import Frame, State
from game.engine.text import T
from rulesets.universal_battle.attack.losses import AutoData, LossesData
from rulesets.universal_battle.charge.charges import ChargeData
from rulesets.universal_battle.fight.melee import FightOnData, MeleeData
from rulesets.universal_battle.heroes.seize import SeizeData
from rulesets.universal_battle.nerve.morale import MoraleData, RecoverData
from rulesets.universal_battle.shoot.shooting import ShootData
from rulesets.universal_battle.turn.activation import ActivationData
from rulesets.universal_battle.turn.rounds import SETTING_UP, BattleData, RoundData

ROUND = Arg("round", "number", "number of the round; the one being played unless told", least=1)
TARGET = Arg("target", "unit", "whom", needed=True)
ANYWHERE = replace(UNIT, anywhere=True)


def _number(state: State, args: dict[str, Any]) -> int:
    return int(args.get("round", state.own.round or 1))


@entry(ROUND)
def _battle(state: State, args: dict[str, Any]) -> Frame:
    """The battle from the beginning of a round: ``round``."""
    return Frame("usb.battle", "next", BattleData(len(SETTING_UP), _number(state, args)))


@entry(ROUND, SIDE)
def _activations(state: State, args: dict[str, Any]) -> Frame:
    """A round goes on with an activation of ``side``, and the battle after it."""
    return Frame("usb.battle", "next", BattleData(len(SETTING_UP), _number(state, args), side_of(state, args)))


@entry(ROUND)
def _round(state: State, args: dict[str, Any]) -> Frame:
    """One round from its beginning, smoke and starter first: ``round``."""
    return Frame("usb.round", data=RoundData(_number(state, args)))


@entry(SIDE)
def _seize(state: State, args: dict[str, Any]) -> Frame:
    """The gap before an activation of ``side``, which the other may seize."""
    return Frame("usb.seize", data=SeizeData(side_of(state, args)))


@entry(ANYWHERE)
def _activation(state: State, args: dict[str, Any]) -> Frame:
    """The activation of ``unit``."""
    return Frame("usb.activation", data=ActivationData(unit_of(state, args, "unit")))


@entry(UNIT, TARGET)
def _charge(state: State, args: dict[str, Any]) -> Frame:
    """A charge of ``unit`` at ``target``, from its declaration."""
    return Frame("usb.charge", data=ChargeData(unit_of(state, args, "unit"), unit_of(state, args, "target")))


@entry(UNIT, TARGET, Arg("charge", "flag", "whether it has charged; else they are locked"))
def _melee(state: State, args: dict[str, Any]) -> Frame:
    """A round of a fight: ``unit`` strikes first at ``target``."""
    both = unit_of(state, args, "unit"), unit_of(state, args, "target")
    return Frame("usb.melee", data=MeleeData(*both, charge=bool(args.get("charge", False))))


@entry(UNIT)
def _fight_on(state: State, args: dict[str, Any]) -> Frame:
    """The fight of a locked ``unit`` in its activation."""
    return Frame("usb.fight_on", data=FightOnData(unit_of(state, args, "unit")))


@entry(ANYWHERE, Arg("aimed", "flag", "an Aimed Shot"), Arg("inside", "flag", "from inside a carrier"))
def _shooting(state: State, args: dict[str, Any]) -> Frame:
    """The shooting of ``unit``."""
    unit, aimed, inside = unit_of(state, args, "unit"), bool(args.get("aimed")), bool(args.get("inside"))
    return Frame("usb.shoot", data=ShootData(unit, aimed, halved=inside))


@entry(ANYWHERE, Arg("hits", "number", "how many", needed=True))
def _hits(state: State, args: dict[str, Any]) -> Frame:
    """Automatic hits on ``unit``: saved without anything that protects it."""
    return Frame(
        "usb.autohits", data=AutoData(unit_of(state, args, "unit"), int(args["hits"]), T("hits"), "USB-WND-07")
    )


@entry(ANYWHERE, Arg("wounds", "number", "how many", needed=True))
def _losses(state: State, args: dict[str, Any]) -> Frame:
    """Wounds of ``unit`` taken off, and nothing after them."""
    return Frame("usb.losses", data=LossesData(unit_of(state, args, "unit"), int(args["wounds"]), T("wounds")))


@entry(Arg("units", "units", "whose losses are looked at first", anywhere=True))
def _morale(state: State, args: dict[str, Any]) -> Frame:
    """The tests of nerve that are due: of ``units`` first, then of all others, then for dead commanders."""
    return Frame("usb.morale", data=MoraleData(tuple(args.get("units", ()))))


@entry(ANYWHERE)
def _recovery(state: State, args: dict[str, Any]) -> Frame:
    """The test by which ``unit`` pulls itself together."""
    return Frame("usb.recover", data=RecoverData(unit_of(state, args, "unit")))


ENTRIES: dict[str, Entry] = {
    "battle": _battle,
    "set_up": at("usb.battle", "The whole set-up and the battle after it."),
    "deployment": at("usb.deployment", "The deployment of both armies."),
    "infiltration": at("usb.infiltration", "The deployment of the infiltrators."),
    "activations": _activations,
    "round": _round,
    "seize": _seize,
    "activation": _activation,
    "charge": _charge,
    "melee": _melee,
    "fight_on": _fight_on,
    "shooting": _shooting,
    "hits": _hits,
    "losses": _losses,
    "morale": _morale,
    "recovery": _recovery,
}
