"""Entries: where play can begin in a position, from ids alone (a turn, a phase, a charge, a flight, a test)."""

from __future__ import annotations

from typing import Any, Literal

from game.engine.entries import SIDE, TURN, UNIT, Arg, Entry, at, entry, side_of, turn_of, unit_of
from game.engine.state import Due, Frame, State
from game.engine.text import T
from rulesets.ancient_battles.charge.reactions import ReactData
from rulesets.ancient_battles.field import engagement
from rulesets.ancient_battles.flee.flights import FleeData
from rulesets.ancient_battles.nerve.leadership import KINDS, TestData
from rulesets.ancient_battles.nerve.panic import PanicData
from rulesets.ancient_battles.nerve.psychology import AlarmData, DareData
from rulesets.ancient_battles.shoot.volley import VolleyData
from rulesets.ancient_battles.turn.turn import BattleData, TurnData

CAUSES = ("charge", "combat", "terror", "panic", "compulsory")


@entry(SIDE, TURN)
def _battle(state: State, args: dict[str, Any]) -> Frame:
    """The battle goes on with a player turn: ``side`` and ``turn``."""
    return Frame("wab.battle", "next", BattleData(turn_of(state, args), side_of(state, args)))


@entry(SIDE, TURN)
def _turn(state: State, args: dict[str, Any]) -> Frame:
    """One player turn of ``side``."""
    return Frame("wab.turn", data=TurnData(side_of(state, args), turn_of(state, args)))


@entry(SIDE, TURN)
def _turn_end(state: State, args: dict[str, Any]) -> Frame:
    """The player turn of ``side`` is over; whether the battle is, too, is looked at."""
    return Frame("wab.battle", "played", BattleData(turn_of(state, args), side_of(state, args)))


@entry(
    Arg("unit", "unit", "who flees", needed=True),
    Arg("cause", "word", "why; panic unless told", choices=CAUSES),
    Arg("away", "unit", "from whom", anywhere=True),
    Arg("less", "flag", "it has shot at its chargers and flees less far"),
)
def _flight(state: State, args: dict[str, Any]) -> Frame:
    """``unit`` flees: ``cause``, and from whom (``away``)."""
    cause = args.get("cause", "panic")
    data = FleeData(
        unit_of(state, args, "unit"), cause, unit_of(state, args, "away", False), bool(args.get("less", False))
    )
    return Frame("wab.flee", data=data)


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
    kind = args.get("kind", "panic")
    causes = tuple(str(c) for c in args.get("causes", ()))
    lost = int(args.get("lost_by", 0))
    rows = ((T("lost by {n}", n=lost), -float(lost), "WAB-BRK-02"),) if lost else ()
    again: Literal["", "winner"] = "winner" if args.get("winner") else ""
    return Frame("wab.test", data=TestData(unit_of(state, args, "unit"), kind, rows, causes, again))


@entry(
    Arg(
        "owed",
        "rows",
        "the tests that are owed",
        needed=True,
        fields=(
            UNIT,
            Arg("clause", "word", "for which clause; WAB-PAN-05 unless told"),
            Arg("causes", "units", "the units behind it", needed=True, anywhere=True),
        ),
    ),
)
def _panic(state: State, args: dict[str, Any]) -> Frame:
    """A batch of the Panic tests that are ``owed``: rows of ``unit``, ``clause`` and ``causes``."""
    due = tuple(
        Due(
            f"owed-{k}",
            "panic",
            str(row.get("clause", "WAB-PAN-05")),
            unit_of(state, row, "unit"),
            tuple(row["causes"]),
        )
        for k, row in enumerate(args.get("owed", ()), 1)
    )
    units = engagement.in_order(state, (d.subject for d in due))
    return Frame("wab.panic", "next", PanicData(due=due, left=units))


@entry(
    Arg("unit", "unit", "who shoots", needed=True),
    Arg("target", "unit", "at whom", needed=True),
    Arg("reaction", "flag", "it shoots at a charger"),
)
def _volley(state: State, args: dict[str, Any]) -> Frame:
    """``unit`` shoots at ``target``; a ``reaction`` at a charger."""
    unit, target = unit_of(state, args, "unit"), unit_of(state, args, "target")
    return Frame("wab.volley", data=VolleyData(unit, target, bool(args.get("reaction", False))))


@entry(UNIT, Arg("chargers", "units", "who charges it", needed=True))
def _alarm(state: State, args: dict[str, Any]) -> Frame:
    """``unit`` takes the tests of a charge by ``chargers``."""
    return Frame("wab.alarm", data=AlarmData(unit_of(state, args, "unit"), tuple(args.get("chargers", ()))))


@entry(Arg("unit", "unit", "who would charge", needed=True), Arg("target", "unit", "at whom", needed=True))
def _dare(state: State, args: dict[str, Any]) -> Frame:
    """``unit`` wishes to charge ``target``."""
    return Frame("wab.dare", data=DareData(unit_of(state, args, "unit"), unit_of(state, args, "target")))


@entry(UNIT)
def _react(state: State, args: dict[str, Any]) -> Frame:
    """``unit`` answers the charges declared at it."""
    return Frame("wab.react", data=ReactData(unit_of(state, args, "unit")))


ENTRIES: dict[str, Entry] = {
    "battle": _battle,
    "turn": _turn,
    "turn_end": _turn_end,
    "start": at("wab.start", "The start of the active side's turn."),
    "charges": at("wab.charges", "The declaring of charges by the active side."),
    "rally": at("wab.rally", "The rallying of the active side's fleeing units."),
    "compulsory": at("wab.compulsory", "The compulsory moves of the active side."),
    "charge_moves": at("wab.charge_moves", "The moves of the charges that were declared."),
    "moves": at("wab.moves", "The remaining moves of the active side."),
    "shooting": at("wab.shooting", "The shooting of the active side."),
    "combat": at("wab.combat", "The Close combat phase."),
    "panic": _panic,
    "flight": _flight,
    "test": _test,
    "volley": _volley,
    "alarm": _alarm,
    "dare": _dare,
    "react": _react,
}
