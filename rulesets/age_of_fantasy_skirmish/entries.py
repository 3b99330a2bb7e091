"""Entries: where play can begin in a position, from ids alone (a round, an activation, a melee, the end of a round)."""

from __future__ import annotations

from typing import Any

from game.engine.entries import SIDE, UNIT, Arg, Entry, EntryError, as_told, at, entry, side_of, strange_word, unit_of
from game.engine.state import Frame, State
from game.engine.text import T
from game.kit.rounds import ROUND, RoundData, round_of
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.attack.hits import danger_wounds, fall_hit, spell_hits
from rulesets.age_of_fantasy_skirmish.fight.melee import MELEE
from rulesets.age_of_fantasy_skirmish.magic.casting import CAST_FRAME
from rulesets.age_of_fantasy_skirmish.magic.spells import names, spell
from rulesets.age_of_fantasy_skirmish.shoot.shooting import SHOOTING
from rulesets.age_of_fantasy_skirmish.turn.rounds import ACTIVATION_FRAME, ROUNDS


@entry(ROUND, SIDE)
def _round_end(state: State, args: dict[str, Any]) -> Frame:
    """The end of the round: morale, markers, what passes."""
    return Frame("afs.round", "end", RoundData(round_of(state, args), side_of(state, args)))


@entry(
    Arg("unit", "unit", "who is hit", needed=True),
    Arg("hits", "number", "how many hits"),
    Arg("rules", "rules", "special rules of these hits"),
    Arg("caster", "unit", "whose spell it is", anywhere=True),
    Arg("spell", "word", "which spell"),
    Arg("fall", "number", "a fall: the AP of its hit"),
    Arg("danger", "number", "dangerous terrain: how many wounds"),
)
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
        specials.check_rules(rules, "weapon", "entry.args", "rules")
        return Frame("afs.hits", data=spell_hits(unit, sides[0], "Hits", int(args["hits"]), rules))
    if "caster" not in args or "spell" not in args:
        raise EntryError(T("entry.args: give the number of hits, a fall, danger, or a spell (caster and spell)"))
    if args["spell"] not in names():
        raise EntryError(strange_word("entry.args.spell", T("spell"), str(args["spell"]), names()))
    side, cast = state.units[unit_of(state, args, "caster")].side, spell(str(args["spell"]))
    return Frame("afs.hits", data=spell_hits(unit, side, cast.name, cast.hits, cast.rules))


ENTRIES: dict[str, Entry] = {
    **ROUNDS.entries(),
    "round_end": _round_end,
    "activation": as_told(ACTIVATION_FRAME, "The activation of ``unit``.", UNIT),
    "cast": as_told(CAST_FRAME, "A window in which ``unit`` may cast spells.", UNIT),
    "shooting": as_told(SHOOTING, "The shooting of ``unit``.", UNIT),
    "melee": as_told(
        MELEE,
        "A melee: ``charger`` has moved in on ``target``.",
        Arg("charger", "unit", "who has moved in", needed=True),
        Arg("target", "unit", "on whom", needed=True),
    ),
    "hits": _hits,
    "morale": at("afs.morale", "The Morale tests at the end of a round."),
    "muster": at("afs.muster", "The mustering of both warbands."),
    "markers": at("afs.markers", "The placing of the markers."),
    "edge": at("afs.edge", "The choice of the table edge."),
    "aside": at("afs.aside", "The setting aside of units before deployment."),
    "deployment": at("afs.deployment", "The deployment of both warbands."),
    "scouts": at("afs.scouts", "The deployment of the scouts."),
    "arrivals": at("afs.arrivals", "The arrival of units from Ambush."),
}
