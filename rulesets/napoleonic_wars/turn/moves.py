"""A battle and its moves: what comes in which of the 21 steps (NAP-SEQ-01 to -45).

Every step that decides, throws or moves is a frame of its chapter, called by name; the steps between them are here.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.text import T, Text, Thing
from rulesets.napoleonic_wars.clock import messengers
from rulesets.napoleonic_wars.command import couriers, notes, obedience
from rulesets.napoleonic_wars.field import facts, smoke, weather
from rulesets.napoleonic_wars.field.known import known, own_fields
from rulesets.napoleonic_wars.own import MOVE as AT_FIRST
from rulesets.napoleonic_wars.turn import victory

SET_UP = ("nap.weather", "nap.deploy", "nap.first_orders")
"""Weather and wind, deployment, game orders: the frames before the first move (NAP-SEQ-03 to -06)."""
STEPS: tuple[tuple[str, str, Text], ...] = (
    ("nap.write", "NAP-SEQ-21", T("Step 1: move orders")),
    ("nap.declare", "NAP-SEQ-22", T("Step 2: charges and attacks")),
    ("nap.first_pass", "NAP-SEQ-23", T("Steps 3 to 6: movement, detection, evades")),
    ("nap.moved", "NAP-SEQ-27", T("Step 7: disorganisation of movement")),
    ("nap.fire", "NAP-SEQ-28", T("Steps 8 and 9: fire and its disorganisation")),
    ("nap.final", "NAP-SEQ-30", T("Step 10: charges strike home or not")),
    ("nap.attacks", "NAP-SEQ-31", T("Step 11: attackers' morale")),
    ("nap.contact", "NAP-SEQ-32", T("Step 12: disorganisation of contact")),
    ("nap.impact", "NAP-SEQ-33", T("Step 13: impact")),
    ("nap.melee", "NAP-SEQ-34", T("Steps 14 and 15: melee")),
    ("nap.melee_reaction", "NAP-SEQ-36", T("Step 16: melee reactions")),
    ("nap.morale", "NAP-SEQ-37", T("Step 17: morale")),
    ("nap.morale_of_routs", "NAP-SEQ-38", T("Step 18: morale after routs")),
    ("nap.rally", "NAP-SEQ-39", T("Step 19: rallying")),
    ("nap.reform", "NAP-SEQ-40", T("Step 20: reforming")),
    ("nap.game_orders", "NAP-SEQ-41", T("Step 21: game orders")),
)
"""The frames of a move in their order, with the clause of each and what it is called."""


class BattleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Parts of the set-up that are done, and the move to be played."""

    set_up: int = 0
    move: int = 1


class MoveData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and the step to be taken next."""

    move: int
    step: int = 0


BATTLE = FrameOf("nap.battle", BattleData)
MOVE = FrameOf("nap.move", MoveData)


@BATTLE.named("begin")
def _battle_begins(run: Run, data: BattleData | None, got: Any) -> Outcome:
    text = T("{south} against {north}", **{s: Thing(s) for s in run.state.sides})
    what = {"options": run.state.options, "scenario": run.state.own.scenario}
    run.emit("battle_begins", "flow", text, clauses=("NAP-SEQ-01",), data=what)
    return Goto("set_up", data or BattleData())


@BATTLE.step
def _set_up(run: Run, data: BattleData, got: Any) -> Outcome:
    """The next part of the set-up, or the first move (NAP-SEQ-03 to -08)."""
    if data.set_up >= len(SET_UP):
        return Goto("next", data)
    return Call(SET_UP[data.set_up], {}, "set_up", replace(data, set_up=data.set_up + 1))


@BATTLE.named("next")
def _next_move(run: Run, data: BattleData, got: Any) -> Outcome:
    """Another move, unless the last has been played or a side has nobody left to command (NAP-S04, NAP-SEQ-13)."""
    if data.move > run.state.own.moves or victory.beaten(run.state):
        victory.settle(run)
        return Done()
    return Call(MOVE.name, MoveData(data.move), "next", replace(data, move=data.move + 1))


@MOVE.named("begin")
def _move_begins(run: Run, data: MoveData, got: Any) -> Outcome:
    """A move begins: what was of the last one is forgotten, orders taken in are in force (NAP-SEQ-08, NAP-ORD-06)."""
    state = run.state
    text = T("Move {move} of {moves}", move=data.move, moves=state.own.moves)
    marks: list[ev.Change] = [*changes.battle(state, move=data.move, step="write", tracks={}, gone=(), notes=())]
    marks += [ev.Untie(t.id) for t in (*facts.ties(state, facts.CHARGE), *facts.ties(state, facts.ATTACK))]
    marks += notes.of_the_move(state)
    for unit in known(state).units.values():
        fields = {**AT_FIRST, "before": unit.own.march.did}
        marks += own_fields(state, unit.id, at_start=facts.strength(known(state), unit.id), **fields)
    run.emit("move_begins", "flow", text, *marks, clauses=("NAP-SEQ-08",), data={"move": data.move})
    couriers.take_in(run)
    if weather.changes_now(run.state):
        return Call(weather.WEATHER.name, weather.Changed(drift=True), "step", data)
    return Goto("step", data)


@MOVE.named("step")
def _next_step(run: Run, data: MoveData, got: Any) -> Outcome:
    """The next step (NAP-SEQ-21 to -41)."""
    if run.state.over is not None or data.step >= len(STEPS):
        return Goto("ended", data)
    name, clause, text = STEPS[data.step]
    told = changes.battle(run.state, step="write" if data.step == 0 else "move")
    run.emit("step_begins", "flow", text, *told, clauses=(clause,), data={"step": data.step + 1})
    return Call(name, {}, "step", replace(data, step=data.step + 1))


@MOVE.step
def _ended(run: Run, data: MoveData, got: Any) -> Outcome:
    """The move is over: orders carried out are known to be, couriers have ridden (NAP-ORD-04, NAP-S22)."""
    smoke.drift(run)
    victory.passed_through(run)
    messengers.ride_on(run)
    state = known(run.state)
    if state.options.get("order_free"):  # no game orders are used there (NAP-S77)
        return Done()
    for body in facts.bodies(state):
        if notes.keeper_of(state, body) != body or not notes.has_order(state, body):
            continue
        order = notes.order_of(state, body)
        main = body if facts.own(state, body).detachment else facts.main_body(state, body)
        after = obedience.after_march(state, main, order)
        marks = obedience.places_of_parts(run.state, body, unless_noted=not after.used or order.used)
        side = notes.side_of(run.state, body)
        if after != replace(order, moved_to=after.moved_to):
            text = T("{unit} carried out the game order", unit=Thing(body)) if after.used else None
            marks.append(notes.ordered(run.state, body, after))
            run.emit("order_carried_out", "order", text, *marks, only=side, side=side)
        elif marks or after != order:
            marks += [notes.ordered(run.state, body, after)] if after != order else []
            run.emit("places_noted", "order", None, *marks, clauses=("NAP-S73", "NAP-S94"), only=side, side=side)
    return Done()
