"""Entries: where play can begin in a position, from ids alone (game orders, a move, one of its steps, a volley)."""

from __future__ import annotations

from typing import Any

from game.engine.entries import UNIT, Arg, Entry, EntryError, as_told, at, entry
from game.engine.state import Frame, State
from game.engine.text import T
from rulesets.napoleonic_wars.field.weather import WEATHER
from rulesets.napoleonic_wars.fire.at_once import VOLLEY, AtOnce
from rulesets.napoleonic_wars.fire.works import WORKS, Struck, WorksData
from rulesets.napoleonic_wars.nerve.surrender import CAPTURES
from rulesets.napoleonic_wars.turn.moves import BATTLE, MOVE, SET_UP, STEPS, MoveData


@entry(Arg("step", "number", "the step with which it begins, 1 unless told; the move itself begins with 0"))
def _move(state: State, args: dict[str, Any]) -> Frame:
    """A move from one of its steps on, to the end of the move."""
    step = int(args.get("step", 0))
    clauses = [clause for _, clause, _ in STEPS]
    wanted = f"NAP-SEQ-{20 + step}"
    if step and wanted not in clauses:
        raise EntryError(T("entry.args.step: a move does not stop before step {n}", n=step))
    data = MoveData(state.own.move, clauses.index(wanted) if step else 0)
    return MOVE.at("step" if step else "begin", data)


@entry(UNIT, Arg("target", "unit", "at whom", needed=True), Arg("hundredths", "number", "of a move, in which it fires"))
def _volley(state: State, args: dict[str, Any]) -> Frame:
    """What ``unit`` fires at ``target`` who charges it, in so many ``hundredths`` of a move."""
    return VOLLEY.at("begin", AtOnce(args["unit"], args["target"], args.get("hundredths", 100) / 100.0))


@entry(
    UNIT,
    Arg("piece", "word", "the building", needed=True),
    Arg("casualties", "number", "of each gun", needed=True),
    Arg("guns", "number", "how many, 1 unless told"),
)
def _shelled(state: State, args: dict[str, Any]) -> Frame:
    """Whether a building burns that guns of ``unit`` hit with shells for so many ``casualties``."""
    if args["piece"] not in state.features:
        raise EntryError(T("entry.args.piece: there is no piece of terrain {name}", name=args["piece"]))
    each = (args["casualties"],) * args.get("guns", 1)
    hit = Struck(args["piece"], (0.0, 0.0), args["unit"], "shell", sum(each), each)
    return WORKS.at("begin", WorksData((hit,)))


ENTRIES: dict[str, Entry] = {
    "deploy": as_told(BATTLE, "Deployment, the first game orders, then the moves.", step="set_up", set_up=1),
    "orders": as_told(BATTLE, "The first game orders, then the moves.", step="set_up", set_up=len(SET_UP) - 1),
    "move": _move,
    "weather": as_told(WEATHER, "The weather of the battle, or its change.", Arg("drift", "flag", "its change")),
    "volley": _volley,
    "shelled": _shelled,
    "captures": as_told(CAPTURES, "Who gives himself up to those who pursue him."),
    **{name.removeprefix("nap."): at(name, str(text.key)) for name, _, text in STEPS},
}
