"""The battle, the player turns and their phases (WAB-TRN-01 to WAB-TRN-07, WAB-S31)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.changes import unit as of_unit
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.state import State
from game.engine.text import T, Text
from rulesets.ancient_battles.nerve.panic import PANIC, PanicData
from rulesets.ancient_battles.own import ANY_TURN, OWN_MOVEMENT, OWN_TURN, Phase, anew
from rulesets.ancient_battles.turn import victory


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose player turn is next, and its number."""

    turn: int = 1
    side: str = ""


BATTLE = FrameOf("wab.battle", BattleData)


class TurnData(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player turn."""

    side: str
    turn: int = 1


TURN = FrameOf("wab.turn", TurnData)


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


def phase_name(phase: str) -> Text:
    """The name of a phase for players."""
    return turns.phase_name(phase, PHASES)


_TURNS = turns.Alternating("wab.deployment", "wab.turn", BattleData, TurnData, victory.settle, ("WAB-S31",))
"""Turn after turn; the battle is settled after each (WAB-S31)."""


def fresh(state: State, side: str) -> list[ev.Change]:
    """The changes with which a player turn of ``side`` begins. That somebody charged is said of one turn alone."""
    begun = {u.id: anew(*ANY_TURN, *(OWN_TURN if u.side == side else ())) for u in state.units.values()}
    return [change for unit, fields in begun.items() for change in of_unit(state, unit, **fields)]


def rested(state: State, side: str) -> list[ev.Change]:
    """What ends with the start of a side's own Movement phase: the fast march, whom it ignored (WAB-R13, WAB-R32)."""
    return [change for u in state.units_of(side) for change in of_unit(state, u.id, **anew(*OWN_MOVEMENT))]


@TURN.named("begin")
def _turn_begin(run: Run, data: TurnData, got: Any) -> Outcome:
    now = (own_field("state", "", active=data.side), own_field("state", "", turn=data.turn))
    turns.turn_begins(run, data.side, data.turn, "WAB-TRN-01", *now, *fresh(run.state, data.side))
    return Goto("phase0", data)


def _with_phase(state: State, phase: str, side: str) -> list[ev.Change]:
    return rested(state, side) if phase == "charges" else []


def _after_phase(run: Run, data: TurnData, then: str) -> Outcome:
    """Tests for a General lost in the step (WAB-R54); a side without troops ends the battle at once."""
    if victory.swept(run.state):
        return Goto("end", data)
    if any(d.moment == "panic" for d in run.state.due):
        return PANIC.call(PanicData(), then, data)
    return Goto(then, data)


@TURN.named("end")
def _turn_end(run: Run, data: TurnData, got: Any) -> Outcome:
    turns.turn_ends(run, data.side, "WAB-TRN-01")
    return Done()


BATTLE.also(_TURNS.steps)
TURN.also(turns.phase_steps(PHASES, ("WAB-TRN-01", "WAB-TRN-03"), _with_phase, _after_phase))
