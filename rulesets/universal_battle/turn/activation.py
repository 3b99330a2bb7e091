"""One activation: powers, recovery, one action, powers again, and who joins or leaves (USB-RND-06, USB-ACT-01).

USB-ACT-07, USB-MOR-03, USB-MOR-06, USB-CMB-05, USB-R20, USB-R23, USB-R26, USB-R59, USB-R69, USB-S09, USB-S26. What
each action is lies with its chapter; a locked unit fights, a unit off the table tests for its arrival, passengers have
choices of their own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine.decision import Bar, MoveAnswer, Reply
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.kit.situation import OfUnit
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.move.allowance import Kind
from rulesets.universal_battle.move.movement import AFTER
from rulesets.universal_battle.move.moving import MOVE, Moved, MoveData
from rulesets.universal_battle.own import ACTIVATION as AT_FIRST
from rulesets.universal_battle.shoot.shooting import ShootData, may_smoke, targets
from rulesets.universal_battle.transport.passengers import BOARD, InsideResult
from rulesets.universal_battle.turn import special, victory
from rulesets.universal_battle.turn.acts import ACT

SHOOT_FIRST = "shoot_first"
TOLD: dict[str, tuple[Text | None, str]] = {
    "tactical": (T("{unit} made a Tactical Move"), "USB-ACT-02"),
    "run": (T("{unit} ran"), "USB-ACT-03"),
    "aimed": (T("{unit} took aim"), "USB-ACT-05"),
    "entrench": (T("{unit} entrenched"), "USB-ACT-06"),
    "charge": (None, "USB-ACT-04"),
    "special": (None, "USB-ACT-07"),
}
"""What is said of an action, and its clause; a charge and a special action are told where they are carried out."""


ACTIVATION = FrameOf("usb.activation", OfUnit)


def _here(run: Run, unit: str) -> bool:
    """Whether a unit is still there to act, on the table or in a carrier, and has an enemy left (USB-S09)."""
    left = facts.left(run.state, unit) and facts.deployed(run.state, unit)
    return bool(left) and not victory.wiped_out(run.state)


@ACTIVATION.step
def _begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    """It counts as activated; whoever was Entrenched is so no longer (USB-R59)."""
    state, unit = run.state, data.unit
    marks = [c for u in facts.company(state, unit) for c in changes.unit(state, u, **AT_FIRST)]
    marks += changes.unit(state, unit, entrenched=False)
    side = state.units[unit].side
    marks += changes.battle(state, active=side, acting=unit)
    text = T("{side} activated {unit}", side=Thing(side), unit=Thing(unit))
    run.tell(unit, "activated", "order", text, ("USB-RND-01", "USB-R59"), *marks)
    if not facts.deployed(state, unit):
        return Call("usb.arrival", {"unit": unit}, "acted", data)
    return Call("usb.powers", {"unit": unit}, "recover", data)


@ACTIVATION.step
def _recover(run: Run, data: OfUnit, got: Any) -> Outcome:
    """First the test to recover (USB-RND-06), then the points again (USB-R69)."""
    if facts.own(run.state, data.unit).status:
        return Call("usb.recover", {"unit": data.unit}, "recovered", data)
    return Goto("act", data)


@ACTIVATION.step
def _recovered(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Who is still Shaken or Panicked may be inspired yet, and acts freely (USB-R69)."""
    still = facts.own(run.state, data.unit).status
    return Call("usb.powers", {"unit": data.unit}, "act", data) if still else Goto("act", data)


@ACTIVATION.step
def _act(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Locked units fight (USB-CMB-05), passengers get out or stay (USB-TRN-04), the others choose an action."""
    state, unit = run.state, data.unit
    if facts.is_locked(state, unit):
        marks = changes.unit(state, unit, action="fight")
        text = T("{unit}, still locked, fought on", unit=Thing(unit))
        run.tell(unit, "action", "order", text, ("USB-CMB-05",), *marks, action="fight")
        return Call("usb.fight_on", {"unit": unit}, "acted", data)
    if facts.own(state, unit).aboard:
        return Call("usb.passengers", {"unit": unit}, "landed", data)
    side = state.units[unit].side
    message = T("{side}: an action for {unit}", side=Thing(side), unit=Thing(unit))
    also = msgspec.to_builtins(special.exits(state, unit))
    args = {"unit": unit, "bars": _bars(state, unit), "exits": also}
    return ACT.ask(side, message, args, ("USB-ACT-01",), then="chosen", data=data)


def _bars(view: State, unit: str) -> dict[str, Any]:
    """An attack that could roll no die is not offered (USB-S26); smoke is laid in place of a shot (USB-SPC-11)."""
    if may_smoke(view, unit):
        return {}
    bar = msgspec.to_builtins(Bar(T("Nobody can be shot at"), "USB-S26"))
    return {
        mode: bar
        for mode, aimed in ((SHOOT_FIRST, False), ("aimed", True))
        if not targets(view, ShootData(unit, aimed))
    }


@ACTIVATION.step
def _landed(run: Run, data: OfUnit, got: InsideResult) -> Outcome:
    """Whoever got out acts like anybody; whoever stayed has acted (USB-TRN-05)."""
    return Goto("act" if got.out and _here(run, data.unit) else "acted", data)


@ACTIVATION.step
def _chosen(run: Run, data: OfUnit, got: Reply) -> Outcome:
    answer, unit = got.answer, data.unit
    mode = answer.mode if isinstance(answer, MoveAnswer) else "special"
    action = "tactical" if mode == SHOOT_FIRST else mode
    said, clause = TOLD[action]
    text = said and Text(said.key, {"unit": Thing(unit)})
    run.tell(unit, "action", "order", text, (clause,), *changes.unit(run.state, unit, action=action), action=action)
    if not isinstance(answer, MoveAnswer):
        special.deal(run, unit, got.exit)
    elif action == "charge":
        return Call("usb.charge", {"unit": unit, "target": answer.mark, "courses": answer.courses}, "acted", data)
    elif mode in (SHOOT_FIRST, "aimed"):
        return Call("usb.shoot", {"unit": unit, "aimed": mode == "aimed"}, "then_move", data)
    elif action == "entrench":
        run.tell(unit, "entrenched", "status", None, (clause,), *changes.unit(run.state, unit, entrenched=True))
    else:
        kind: Kind = "run" if action == "run" else "tactical"
        return MOVE.call(MoveData(unit, kind, answer.courses), "moved", data)
    return Goto("acted", data)


@ACTIVATION.step
def _then_move(run: Run, data: OfUnit, got: Any) -> Outcome:
    """The move after the shot, asked for when its result is seen (USB-ACT-02)."""
    state, unit = run.state, data.unit
    if facts.own(state, unit).action != "tactical" or not _here(run, unit) or facts.is_locked(state, unit):
        return Goto("acted", data)
    side = state.units[unit].side
    message = T("{side}: the move of {unit} after its shot", side=Thing(side), unit=Thing(unit))
    return AFTER.ask(side, message, {"unit": unit}, ("USB-ACT-02",), then="moving", data=data)


@ACTIVATION.step
def _moving(run: Run, data: OfUnit, got: Reply) -> Outcome:
    if not isinstance(got.answer, MoveAnswer):
        return Goto("acted", data)
    return MOVE.call(MoveData(data.unit, "tactical", got.answer.courses), "acted", data)


@ACTIVATION.step
def _moved(run: Run, data: OfUnit, got: Moved) -> Outcome:
    """After a move: a carrier may be boarded, in place of the shot of a Tactical Move (USB-TRN-03, USB-S18)."""
    return Goto("end", data) if got.ended else BOARD.call(OfUnit(data.unit), "boarded", data)


@ACTIVATION.step
def _boarded(run: Run, data: OfUnit, got: Any) -> Outcome:
    """After a Tactical Move that came first: the shot (USB-ACT-02)."""
    own = facts.own(run.state, data.unit)
    shoots = own.action == "tactical" and _here(run, data.unit) and not own.aboard
    return Call("usb.shoot", {"unit": data.unit}, "acted", data) if shoots else Goto("acted", data)


@ACTIVATION.step
def _acted(run: Run, data: OfUnit, got: Any) -> Outcome:
    """After the action a hero may still inspire, and change his unit (USB-R69, USB-HRO-09, USB-HRO-11).

    Where one side has nothing left, nothing more is asked (USB-S09).
    """
    if not _here(run, data.unit):
        return Goto("end", data)
    return Call("usb.powers", {"unit": data.unit, "after": True}, "regroup", data)


@ACTIVATION.step
def _regroup(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Fatigue rises at the end of one's own activation, whatever was done in it (USB-R23)."""
    worn = {u: facts.own(run.state, u).fatigue + 1 for u in facts.company(run.state, data.unit)}
    tired = [c for u, fatigue in worn.items() for c in changes.unit(run.state, u, fatigue=fatigue)]
    run.tell(data.unit, "fatigue", "status", None, ("USB-R23",), *tired)
    return Call("usb.regroup", {"unit": data.unit}, "end", data)


@ACTIVATION.step
def _end(run: Run, data: OfUnit, got: Any) -> Outcome:
    every = [u for u, unit in run.state.units.items() if unit.own.action or unit.own.attacked or unit.own.slow]
    marks = [c for u in every for c in changes.unit(run.state, u, action="", attacked=False, slow=0.0)]
    marks += changes.battle(run.state, acting="")
    run.tell(data.unit, "activation_ends", "flow", None, (), *marks)
    return Done()
