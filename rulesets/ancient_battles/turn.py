"""The battle, the player turns and their phases (WAB-TRN-01 to WAB-TRN-07, WAB-S31)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from rulesets.ancient_battles import victory
from rulesets.ancient_battles.own import BattleOwn, Phase, UnitOwn
from rulesets.ancient_battles.panic import PanicData


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose player turn is next, and its number."""

    turn: int = 1
    side: str = ""


class TurnData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player turn."""

    side: str
    turn: int = 1


PHASES: tuple[tuple[Phase, str, Text], ...] = (
    ("start", "wab.start", T("Start of turn")),
    ("charges", "wab.charges", T("Movement: charges are declared")),
    ("rally", "wab.rally", T("Movement: rallying")),
    ("compulsory", "wab.compulsory", T("Movement: those who flee")),
    ("charge_moves", "wab.charge_moves", T("Movement: charges are carried out")),
    ("moves", "wab.moves", T("Movement: everybody else")),
    ("shooting", "wab.shooting", T("Shooting")),
    ("combat", "wab.combat", T("Close combat")),
)
"""Phases and steps of a player turn in their order (WAB-TRN-01, WAB-TRN-03), with the frame that plays each."""

ONCE: dict[str, Any] = {
    "moved": False,
    "marched": False,
    "reformed": False,
    "charge_failed": False,
    "rallied": False,
    "stationary": False,
    "shot": False,
    "disengaging": False,
    "returned": False,
}
"""What is said of a unit's latest own turn: it begins anew with that."""


def phase_name(phase: str) -> Text:
    """The name of a phase for players."""
    names: dict[str, Text] = {name: text for name, _, text in PHASES}
    names["deployment"] = T("Deployment")
    names["over"] = T("The battle is over")
    return names.get(phase, Text(phase))


# --- the battle --------------------------------------------------------------------------------------------------


def _battle_begin(run: Run, data: BattleData | None, got: Any) -> Outcome:
    run.emit(
        "battle_begins",
        "flow",
        T("{south} against {north}", **{s: Thing(s) for s in run.state.sides}),
        clauses=("WAB-S31",),
        data={"options": run.state.options, "scenario": run.state.own.scenario},
    )
    return Call("wab.deployment", None, "deployed", BattleData())


def _battle_deployed(run: Run, data: BattleData, got: Any) -> Outcome:
    return Goto("next", BattleData(1, run.state.own.first))


def _battle_next(run: Run, data: BattleData, got: Any) -> Outcome:
    return Call("wab.turn", TurnData(data.side, data.turn), "played", data)


def _battle_played(run: Run, data: BattleData, got: Any) -> Outcome:
    """After a player turn: is the battle over, else whose turn is next (WAB-S31)."""
    if victory.settle(run):
        return Done()
    own: BattleOwn = run.state.own
    following = other_sides(run.state, data.side)[0]
    turn = data.turn + 1 if following == own.first else data.turn
    return Goto("next", BattleData(turn, following))


# --- the player turn ---------------------------------------------------------------------------------------------


def fresh(state: State, side: str) -> list[ev.Change]:
    """The changes with which a player turn of ``side`` begins. That somebody charged is said of one turn alone."""
    changes: list[ev.Change] = []
    for unit in state.units.values():
        mine: UnitOwn = unit.own
        wish = {"charged": False, **(ONCE if unit.side == side else {})}
        changes += [ev.SetField("unit", unit.id, f"own.{k}", v) for k, v in wish.items() if getattr(mine, k) != v]
    return changes


def rested(state: State, side: str) -> list[ev.Change]:
    """What ends with the start of a side's own Movement phase: the fast march, whom it ignored (WAB-R13, WAB-R32)."""
    changes: list[ev.Change] = []
    for unit in state.units_of(side):
        if unit.own.fast:
            changes.append(ev.SetField("unit", unit.id, "own.fast", False))
        if unit.own.ignored:
            changes.append(ev.SetField("unit", unit.id, "own.ignored", ()))
    return changes


def _turn_begin(run: Run, data: TurnData, got: Any) -> Outcome:
    run.emit(
        "turn_begins",
        "flow",
        T("Turn {turn} of {side}", turn=data.turn, side=Thing(data.side)),
        ev.SetField("state", "", "own.active", data.side),
        ev.SetField("state", "", "own.turn", data.turn),
        *fresh(run.state, data.side),
        clauses=("WAB-TRN-01",),
        side=data.side,
        data={"turn": data.turn},
    )
    return Goto("phase0", data)


def _phase_step(index: int) -> Any:
    phase, frame, name = PHASES[index]
    then = f"after{index}"

    def step(run: Run, data: TurnData, got: Any) -> Outcome:
        more = rested(run.state, data.side) if phase == "charges" else []
        run.emit(
            "phase_begins",
            "flow",
            name,
            ev.SetField("state", "", "own.phase", phase),
            *more,
            clauses=("WAB-TRN-01", "WAB-TRN-03"),
            side=data.side,
            data={"phase": phase},
        )
        return Call(frame, None, then, data)

    return step


def _after_step(index: int) -> Any:
    then = f"phase{index + 1}" if index + 1 < len(PHASES) else "end"

    def step(run: Run, data: TurnData, got: Any) -> Outcome:
        """Tests for a General lost in the step (WAB-R54); a side without troops ends the battle at once."""
        if victory.swept(run.state):
            return Goto("end", data)
        if any(d.moment == "panic" for d in run.state.due):
            return Call("wab.panic", PanicData(), then, data)
        return Goto(then, data)

    return step


def _turn_end(run: Run, data: TurnData, got: Any) -> Outcome:
    run.emit(
        "turn_ends",
        "flow",
        T("The turn of {side} ends", side=Thing(data.side)),
        clauses=("WAB-TRN-01",),
        side=data.side,
    )
    return Done()


FRAMES: dict[str, type | None] = {"wab.battle": BattleData, "wab.turn": TurnData}

STEPS = {
    ("wab.battle", "begin"): _battle_begin,
    ("wab.battle", "deployed"): _battle_deployed,
    ("wab.battle", "next"): _battle_next,
    ("wab.battle", "played"): _battle_played,
    ("wab.turn", "begin"): _turn_begin,
    **{("wab.turn", f"phase{i}"): _phase_step(i) for i in range(len(PHASES))},
    **{("wab.turn", f"after{i}"): _after_step(i) for i in range(len(PHASES))},
    ("wab.turn", "end"): _turn_end,
}
