"""The battle and the player turn: whose turn it is, the phases in their order, what a turn's end takes away.

WMA-TRN-01 to WMA-TRN-03, WMA-R01, WMA-R08, WMA-S20, WMA-S35.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from game.engine import changes as marks
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.frames import turns
from game.engine.text import T, Text, Thing
from rulesets.warmaster_ancients.field import status
from rulesets.warmaster_ancients.own import FRESH, Phase
from rulesets.warmaster_ancients.turn import victory


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle: ``turn`` and ``side`` of the player turn that is played; ``deployed`` once the armies stand."""

    turn: int = 0
    side: str = ""


BATTLE = FrameOf("wma.battle", BattleData)


class TurnData(msgspec.Struct, frozen=True):
    """One player turn: whose, and its number (from 1)."""

    side: str
    turn: int = 1


TURN = FrameOf("wma.turn", TurnData)


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
    return turns.phase_name(phase, PHASES, {"reform": T("Reforming")})


_TURNS = turns.Alternating("wma.deployment", "wma.turn", BattleData, TurnData, victory.settle, ("WMA-SET-01",))
"""Turn after turn; the battle is settled after each (WMA-S35)."""


@TURN.named("begin")
def _turn_begin(run: Run, data: TurnData, got: Any) -> Outcome:
    changes = list(marks.battle(run.state, active=data.side, turn=data.turn, commanding="", ordering=""))
    for one in run.state.units.values():
        changes += marks.unit(run.state, one.id, **FRESH)
        if one.side == data.side:  # confusion that it brings into its owner's turn ends with that turn (WMA-S20)
            changes += marks.unit(run.state, one.id, confused_before=one.own.confused)
    turns.turn_begins(run, data.side, data.turn, "WMA-TRN-01", *changes)
    return Goto("phase0", data)


@TURN.named("end")
def _turn_end(run: Run, data: TurnData, got: Any) -> Outcome:
    recover(run, data.side)
    status.cut_contacts(run)
    turns.turn_ends(run, data.side, "WMA-TRN-01")
    return Done()


def recover(run: Run, side: str) -> None:
    """Take away the confusion that the side's units already had when its turn began (WMA-S20)."""
    recovered(run, (u.id for u in run.state.units_of(side) if u.own.confused and u.own.confused_before))


def recovered(run: Run, units: Iterable[str]) -> None:
    """Units are confused no longer."""
    for unit in units:
        clear = marks.unit(run.state, unit, confused=False, confused_before=False)
        text = T("{unit} recovered from confusion", unit=Thing(unit))
        run.tell(unit, "recovered", "status", text, ("WMA-S20",), *clear)


BATTLE.also(_TURNS.steps)
TURN.also(turns.phase_steps(PHASES, ("WMA-TRN-02",)))
