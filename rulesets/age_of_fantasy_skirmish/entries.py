"""Entries: where play can begin in a position, from ids alone (a round, an activation, a melee, the end of a round)."""

from __future__ import annotations

from typing import Any

from game.engine.entries import Entry, at, side_of, unit_of
from game.engine.state import Frame, State
from rulesets.age_of_fantasy_skirmish.activation import ActivationData
from rulesets.age_of_fantasy_skirmish.casting import CastData
from rulesets.age_of_fantasy_skirmish.hits import danger_wounds, fall_hit, spell_hits
from rulesets.age_of_fantasy_skirmish.melee import MeleeData
from rulesets.age_of_fantasy_skirmish.rounds import SETTING_UP, BattleData, RoundData
from rulesets.age_of_fantasy_skirmish.shooting import ShootingData
from rulesets.age_of_fantasy_skirmish.spells import spell


def _number(state: State, args: dict[str, Any]) -> int:
    return int(args.get("round", state.own.round or 1))


def _battle(state: State, args: dict[str, Any]) -> Frame:
    """The battle from the beginning of a round: ``round``."""
    return Frame("afs.battle", "next", BattleData(len(SETTING_UP), _number(state, args)))


def _set_up(state: State, args: dict[str, Any]) -> Frame:
    """The whole set-up and the battle after it."""
    return Frame("afs.battle")


def _activations(state: State, args: dict[str, Any]) -> Frame:
    """A round goes on with an activation of ``side``, and the battle after it."""
    return Frame("afs.battle", "next", BattleData(len(SETTING_UP), _number(state, args), side_of(state, args)))


def _round_end(state: State, args: dict[str, Any]) -> Frame:
    """The end of the round: morale, markers, what passes."""
    return Frame("afs.round", "end", RoundData(_number(state, args), side_of(state, args)))


def _activation(state: State, args: dict[str, Any]) -> Frame:
    """The activation of ``unit``."""
    return Frame("afs.activation", data=ActivationData(unit_of(state, args, "unit")))


def _cast(state: State, args: dict[str, Any]) -> Frame:
    """A window in which ``unit`` may cast spells."""
    return Frame("afs.cast", data=CastData(unit_of(state, args, "unit")))


def _shooting(state: State, args: dict[str, Any]) -> Frame:
    """The shooting of ``unit``."""
    return Frame("afs.shooting", data=ShootingData(unit_of(state, args, "unit")))


def _melee(state: State, args: dict[str, Any]) -> Frame:
    """A melee: ``charger`` has moved in on ``target``."""
    charger, target = unit_of(state, args, "charger"), unit_of(state, args, "target")
    return Frame("afs.melee", data=MeleeData(charger, target))


def _hits(state: State, args: dict[str, Any]) -> Frame:
    """Hits on ``unit``: ``hits`` with ``rules``, of a ``spell`` of ``caster``, a ``fall`` (AP), ``danger`` (wounds)."""
    unit = unit_of(state, args, "unit")
    if "fall" in args:
        return Frame("afs.hits", data=fall_hit(unit, int(args["fall"])))
    if "danger" in args:
        return Frame("afs.hits", data=danger_wounds(unit, int(args["danger"])))
    if "hits" in args:
        sides = [s for s in state.sides if s != state.units[unit].side]
        rules = {str(rule): int(x) for rule, x in dict(args.get("rules", {})).items()}
        return Frame("afs.hits", data=spell_hits(unit, sides[0], "", "Hits", int(args["hits"]), rules))
    caster = unit_of(state, args, "caster")
    cast = spell(str(args.get("spell", "")))
    side = state.units[caster].side
    return Frame("afs.hits", data=spell_hits(unit, side, caster, cast.name, cast.hits, cast.rules))


ENTRIES: dict[str, Entry] = {
    "battle": _battle,
    "set_up": _set_up,
    "activations": _activations,
    "round_end": _round_end,
    "activation": _activation,
    "cast": _cast,
    "shooting": _shooting,
    "melee": _melee,
    "hits": _hits,
    "morale": at("afs.morale"),
    "muster": at("afs.muster"),
    "markers": at("afs.markers"),
    "edge": at("afs.edge"),
    "aside": at("afs.aside"),
    "deployment": at("afs.deployment"),
    "scouts": at("afs.scouts"),
    "arrivals": at("afs.arrivals"),
}
