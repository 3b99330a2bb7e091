"""The battle and the player turn: whose turn it is, the phases in their order, what a turn's end takes away.

WMA-TRN-01 to WMA-TRN-03, WMA-R01, WMA-R08, WMA-S20, WMA-S35.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from rulesets.warmaster_ancients import contacts, marks, victory
from rulesets.warmaster_ancients.own import BattleOwn, Phase, UnitOwn


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle: ``turn`` and ``side`` of the player turn that is played; ``deployed`` once the armies stand."""

    turn: int = 0
    side: str = ""


class TurnData(msgspec.Struct, frozen=True):
    """One player turn: whose, and its number (from 1)."""

    side: str
    turn: int = 1


PHASES: tuple[tuple[Phase, str, Text], ...] = (
    ("initiative", "wma.initiative", T("Initiative phase")),
    ("command", "wma.command", T("Manoeuvre phase")),
    ("characters", "wma.characters", T("Characters move")),
    ("shooting", "wma.shooting", T("Shooting phase")),
    ("melee", "wma.melee", T("Melee phase")),
)
"""The phases of a player turn in their order (WMA-TRN-02, WMA-CHR-01), with the frame that plays each."""


def phase_name(phase: str) -> Text:
    """The name of a phase for players."""
    names: dict[str, Text] = {name: text for name, _, text in PHASES}
    names["deployment"] = T("Deployment")
    names["reform"] = T("Reforming")
    names["over"] = T("The battle is over")
    return names.get(phase, Text(phase))


# --- the battle --------------------------------------------------------------------------------------------------


def _battle_begin(run: Run, data: BattleData | None, got: Any) -> Outcome:
    run.emit(
        "battle_begins",
        "flow",
        T("{south} against {north}", **{s: Thing(s) for s in run.state.sides}),
        clauses=("WMA-SET-01",),
        data={"options": run.state.options, "scenario": run.state.own.scenario},
    )
    return Call("wma.deployment", None, "deployed", BattleData())


def _battle_deployed(run: Run, data: BattleData, got: Any) -> Outcome:
    return Goto("next", BattleData(1, run.state.own.first))


def _battle_next(run: Run, data: BattleData, got: Any) -> Outcome:
    return Call("wma.turn", TurnData(data.side, data.turn), "played", data)


def _battle_played(run: Run, data: BattleData, got: Any) -> Outcome:
    """After a player turn: is the battle over, else whose turn is next (WMA-S35)."""
    if victory.settle(run):
        return Done()
    own: BattleOwn = run.state.own
    following = other_sides(run.state, data.side)[0]
    turn = data.turn + 1 if following == own.first else data.turn
    return Goto("next", BattleData(turn, following))


# --- the player turn ---------------------------------------------------------------------------------------------


FRESH: dict[str, Any] = {
    "initiative": False,
    "orders": 0,
    "ordered_by": "",
    "closed": False,
    "charged": False,
    "advanced": False,
    "attacked": False,
    "shot": False,
    "reacted": False,
    "moved": False,
    "silent": False,
    "done": False,
    "rounds": 0,
    "fought": False,
}
"""What is said of a unit "this turn": it begins anew for both sides with every player turn."""


def fresh(state: State, side: str) -> tuple[ev.Change, ...]:
    """The changes with which a player turn of ``side`` begins.

    Confusion that a unit brings into its owner's turn ends with that turn (WMA-S20).
    """
    changes: list[ev.Change] = []
    for one in state.units.values():
        changes += marks.unit(state, one.id, **FRESH)
        if one.side == side:
            changes += marks.unit(state, one.id, confused_before=one.own.confused)
    return tuple(changes)


def _turn_begin(run: Run, data: TurnData, got: Any) -> Outcome:
    run.emit(
        "turn_begins",
        "flow",
        T("Turn {turn} of {side}", turn=data.turn, side=Thing(data.side)),
        *marks.battle(run.state, active=data.side, turn=data.turn, commanding="", ordering=""),
        *fresh(run.state, data.side),
        clauses=("WMA-TRN-01",),
        side=data.side,
        data={"turn": data.turn},
    )
    return Goto("phase0", data)


def _phase_step(index: int) -> Any:
    phase, frame, name = PHASES[index]
    then = f"phase{index + 1}" if index + 1 < len(PHASES) else "end"

    def step(run: Run, data: TurnData, got: Any) -> Outcome:
        run.emit(
            "phase_begins",
            "flow",
            name,
            ev.SetField("state", "", "own.phase", phase),
            clauses=("WMA-TRN-02",),
            side=data.side,
            data={"phase": phase},
        )
        return Call(frame, None, then, data)

    return step


def _turn_end(run: Run, data: TurnData, got: Any) -> Outcome:
    recover(run, data.side)
    contacts.cut(run)
    run.emit(
        "turn_ends",
        "flow",
        T("The turn of {side} ends", side=Thing(data.side)),
        clauses=("WMA-TRN-01",),
        side=data.side,
    )
    return Done()


def recover(run: Run, side: str) -> None:
    """Take away the confusion that the side's units already had when its turn began (WMA-S20)."""
    for unit in run.state.units_of(side):
        own: UnitOwn = unit.own
        if own.confused and own.confused_before:
            run.emit(
                "recovered",
                "status",
                T("{unit} recovered from confusion", unit=Thing(unit.id)),
                *marks.unit(run.state, unit.id, confused=False, confused_before=False),
                clauses=("WMA-S20",),
                about=(unit.id,),
                side=side,
            )


FRAMES: dict[str, type | None] = {"wma.battle": BattleData, "wma.turn": TurnData}

STEPS = {
    ("wma.battle", "begin"): _battle_begin,
    ("wma.battle", "deployed"): _battle_deployed,
    ("wma.battle", "next"): _battle_next,
    ("wma.battle", "played"): _battle_played,
    ("wma.turn", "begin"): _turn_begin,
    **{("wma.turn", f"phase{i}"): _phase_step(i) for i in range(len(PHASES))},
    ("wma.turn", "end"): _turn_end,
}
