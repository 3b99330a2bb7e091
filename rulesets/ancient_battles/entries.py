"""Entries: where play can begin in a position, from ids alone: a turn, a phase, a charge, a flight, a test, a round."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from game.engine.declared import FrameOf
from game.engine.entries import SIDE, TURN, UNIT, Arg, Entry, EntryError, as_told, at, entry, side_of, turn_of
from game.engine.state import Due, Frame, State
from game.engine.text import T
from rulesets.ancient_battles.charge.reactions import REACT_FRAME
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.fight.combat import COMBAT, phase_data
from rulesets.ancient_battles.fight.combat_round import FightData, Fought
from rulesets.ancient_battles.fight.results import break_test
from rulesets.ancient_battles.flee.flights import FLEE_FRAME, Cause
from rulesets.ancient_battles.nerve.leadership import KINDS, TEST, TestData
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData
from rulesets.ancient_battles.nerve.psychology import ALARM, DARE
from rulesets.ancient_battles.shoot.shooting import VOLLEY_FRAME
from rulesets.ancient_battles.turn.turn import BATTLE, BattleData, TurnData
from rulesets.ancient_battles.turn.turn import TURN as PLAYER_TURN


@entry(UNIT)
def _fight(state: State, args: dict[str, Any]) -> Frame:
    """One round of the combat that ``unit`` is in, to its result. Raises ValueError with a sentence."""
    if not (group := engagement.group_of(state, args["unit"])):
        raise EntryError(T("entry.args.unit: {unit} touches no enemy", unit=args["unit"]))
    return Frame("wab.fight", data=FightData(group))


_FOUGHT = (
    Arg("units", "units", "who fought in it", needed=True, anywhere=True),
    Arg("winner", "side", "who won, empty for a draw"),
    Arg("difference", "number", "by how much"),
    Arg("charged", "units", "who had charged", anywhere=True),
    Arg("foes", "groups", "whom each touched as the round began; as all stand unless told", anywhere=True),
)


@entry(Arg("fought", "rows", "the combats that have been fought", needed=True, fields=_FOUGHT))
def _aftermath(state: State, args: dict[str, Any]) -> Frame:
    """A Close combat phase whose combats have been fought: Break tests, Panic, flights, pursuits.

    ``fought`` are rows of ``units``, ``winner`` (a side, "" for a draw), ``difference``, ``charged`` and ``foes``. The
    position says ``phase = "combat"`` and the number of the phase, ``fight``.
    """
    rows = ({"foes": {u: facts.opponents(state, u) for u in row["units"]}, **row} for row in args["fought"])
    return COMBAT.at("choose", phase_data(state, fought=[msgspec.convert(row, Fought) for row in rows]))


@entry(
    Arg("unit", "unit", "who is tested", needed=True, anywhere=True),
    Arg("kind", "word", "which test; panic unless told", choices=tuple(KINDS)),
    Arg("causes", "units", "the units behind it", anywhere=True),
    Arg("lost_by", "number", "by how much a Break test was lost"),
    Arg("winner", "flag", "the winner of a combat, who may roll a Panic test again"),
)
def _test(state: State, args: dict[str, Any]) -> Frame:
    """``unit`` takes a test of a ``kind``; ``causes`` are the units behind it.

    A Break test is ``lost_by`` so much; a ``winner`` may roll a Panic test again.
    """
    unit, causes, lost = args["unit"], tuple(args.get("causes", ())), args.get("lost_by", 0)
    if args.get("kind") == "break":
        return TEST.at(data=break_test(unit, lost, causes))
    again: Literal["", "winner"] = "winner" if args.get("winner") else ""
    return TEST.at(data=TestData(unit, args.get("kind", "panic"), causes=causes, reroll=again))


_OWED = (
    UNIT,
    Arg("clause", "word", "for which clause; WAB-PAN-05 unless told"),
    Arg("causes", "units", "the units behind it", needed=True, anywhere=True),
)


@entry(Arg("owed", "rows", "the tests that are owed", needed=True, fields=_OWED))
def _panic(state: State, args: dict[str, Any]) -> Frame:
    """A batch of the Panic tests that are ``owed``: rows of ``unit``, ``clause`` and ``causes``."""
    due = tuple(
        Due(f"owed-{k}", "panic", row.get("clause", "WAB-PAN-05"), row["unit"], tuple(row["causes"]))
        for k, row in enumerate(args["owed"], 1)
    )
    return PANIC.at("next", PanicData(due=due, left=engagement.in_order(state, (d.subject for d in due))))


def _of_turn(frame: FrameOf[Any, Any], step: str, kind: type[BattleData | TurnData], help: str) -> Entry:
    """The entry at a step of a frame of the ``side`` whose ``turn`` it is."""

    def play(state: State, args: dict[str, Any]) -> Frame:
        return frame.at(step, kind(turn=turn_of(state, args), side=side_of(state, args)))

    return Entry(play, (SIDE, TURN), help)


ENTRIES: dict[str, Entry] = {
    "fight": _fight,
    "aftermath": _aftermath,
    "battle": _of_turn(BATTLE, "next", BattleData, "The battle goes on with a player turn: ``side`` and ``turn``."),
    "turn": _of_turn(PLAYER_TURN, "begin", TurnData, "One player turn of ``side``."),
    "turn_end": _of_turn(
        BATTLE, "played", BattleData, "The player turn of ``side`` is over; whether the battle is, too, is looked at."
    ),
    "start": at("wab.start", "The start of the active side's turn."),
    "charges": at("wab.charges", "The declaring of charges by the active side."),
    "rally": at("wab.rally", "The rallying of the active side's fleeing units."),
    "compulsory": at("wab.compulsory", "The compulsory moves of the active side."),
    "charge_moves": at("wab.charge_moves", "The moves of the charges that were declared."),
    "moves": at("wab.moves", "The remaining moves of the active side."),
    "shooting": at("wab.shooting", "The shooting of the active side."),
    "combat": at("wab.combat", "The Close combat phase."),
    "panic": _panic,
    "flight": as_told(
        FLEE_FRAME,
        "``unit`` flees: ``cause``, and from whom (``away``).",
        Arg("unit", "unit", "who flees", needed=True),
        Arg("cause", "word", "why; panic unless told", choices=get_args(Cause)),
        Arg("away", "unit", "from whom", anywhere=True),
        Arg("less", "flag", "it has shot at its chargers and flees less far"),
        cause="panic",
    ),
    "test": _test,
    "volley": as_told(
        VOLLEY_FRAME,
        "``unit`` shoots at ``target``; a ``reaction`` at a charger.",
        Arg("unit", "unit", "who shoots", needed=True),
        Arg("target", "unit", "at whom", needed=True),
        Arg("reaction", "flag", "it shoots at a charger"),
    ),
    "alarm": as_told(
        ALARM,
        "``unit`` takes the tests of a charge by ``chargers``.",
        UNIT,
        Arg("chargers", "units", "who charges it", needed=True),
    ),
    "dare": as_told(
        DARE,
        "``unit`` wishes to charge ``target``.",
        Arg("unit", "unit", "who would charge", needed=True),
        Arg("target", "unit", "at whom", needed=True),
    ),
    "react": as_told(REACT_FRAME, "``unit`` answers the charges declared at it.", UNIT),
}
