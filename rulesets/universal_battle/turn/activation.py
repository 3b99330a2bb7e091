"""One activation: powers, recovery, one action, powers again, and who joins or leaves (USB-RND-06, USB-ACT-01 to -07).

USB-CHG-10, USB-CMB-05, USB-FRM-03, USB-MOR-03, USB-MOR-05, USB-MOR-06, USB-R20, USB-R23, USB-R26, USB-R59, USB-R69,
USB-S09, USB-S26. What each action is lies with its chapter; a locked unit fights, a unit off the table tests for its
arrival, passengers have choices of their own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast, Goal
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose
from game.kit.figures.moves import Idea
from game.kit.situation import OfUnit
from rulesets.universal_battle import calls
from rulesets.universal_battle.charge.charges import drawn_charge
from rulesets.universal_battle.charge.reach import charge_bar, charge_marks, may_charge, planned, who_bar
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations, spacing
from rulesets.universal_battle.fight.odds import charge_forecast
from rulesets.universal_battle.measures import inch
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import Kind
from rulesets.universal_battle.move.movement import AFTER, Drawing, mode
from rulesets.universal_battle.move.moving import MOVE, Moved, MoveData
from rulesets.universal_battle.own import ACTIVATION as AT_FIRST
from rulesets.universal_battle.shoot.shooting import ShootData, has_target, may_smoke
from rulesets.universal_battle.transport.passengers import BOARD
from rulesets.universal_battle.turn import victory

SHOOT_FIRST = "shoot_first"


class ActQuestion(Drawing):
    """The action of an activation.

    ``args``: ``unit`` the host; ``bars`` what other chapters have against a mode, by mode (nobody to shoot at);
    ``exits`` what else there is to do, as plain data (getting out of a carrier, powers of heroes).
    """

    modes = ("tactical", "run", "charge", SHOOT_FIRST, "aimed", "entrench")

    def mode(self, view: State, decision: ask.Decision, name: str) -> ask.Mode:
        """A charge has its marks."""
        if name != "charge":
            return super().mode(view, decision, name)
        unit = decision.args["unit"]
        found = mode(view, unit, "charge", charge_marks(view, unit))
        none = ask.Bar(T("No enemy can be charged"), "USB-S11")
        return replace(found, bar=may_charge(view, unit) or (None if any(c.bar is None for c in found.marks) else none))

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """What other chapters bring."""
        return msgspec.convert(decision.args.get("exits", ()), tuple[ask.Exit, ...])

    def bar(self, view: State, decision: ask.Decision, name: str) -> ask.Bar | None:
        """What status and formation have against an action, or other chapters."""
        unit = decision.args["unit"]
        if facts.own(view, unit).status == "panicked" and name != "run":
            return ask.Bar(T("{unit}: Panicked, so it can only Run", unit=Thing(unit)), "USB-MOR-05")
        if name == "entrench" and formations.formation(view, unit) == "column":
            return ask.Bar(T("A Column cannot Entrench: change its formation first"), "USB-FRM-03")
        told = decision.args.get("bars", {}).get(name)
        return None if told is None else msgspec.convert(told, ask.Bar)

    def judged(self, view: State, decision: ask.Decision, answer: ask.MoveAnswer) -> ask.Verdict:
        """Judge a way, and who is charged."""
        if answer.mode != "charge":
            return super().judged(view, decision, answer)
        unit, mark = answer.subject, answer.mark
        if not mark:
            return ask.unfinished(T("Choose the unit to charge"), "USB-CHG-02")
        if mark not in facts.enemies(view, unit):
            return ask.refused(T("{thing} cannot be charged", thing=mark), "USB-CHG-03")
        bar = who_bar(view, unit, mark)
        if bar is not None:
            return ask.refused(bar.text, bar.clause)
        return drawn_charge(view, answer, planned(view, unit, mark, answer.courses))

    def forecast(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Forecast | None:
        """The odds of the fight that a charge leads to, by the way it would go."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode != "charge" or not answer.mark:
            return None
        rush = planned(view, answer.subject, answer.mark, answer.courses)
        if rush.bar is not None:
            return None
        return charge_forecast(view, answer.subject, answer.mark, rush.ends, rush.formation)

    def instead(self, view: State, decision: ask.Decision, answer: ask.Answer) -> Iterator[ask.Answer]:
        """A Run where a Tactical Move is too short; a Charge at whom a model was led to."""
        if not isinstance(answer, ask.MoveAnswer) or answer.mode not in ("tactical", "run") or not answer.courses:
            return
        if answer.mode == "tactical":
            yield replace(answer, mode="run")
        target = met(view, answer)
        if target:
            yield replace(answer, mode="charge", mark=target)
            yield ask.MoveAnswer(answer.subject, "charge", target)

    def ideas(self, view: State, decision: ask.Decision, goal: Goal) -> Iterator[Idea]:
        """Charges first."""
        unit = decision.args["unit"]
        if goal in ("contact", "any", "towards") and self.bar(view, decision, "charge") is None:
            yield from (partial(charge, view, unit, target) for target in facts.enemies(view, unit))
        yield from super().ideas(view, decision, goal)


ACT = Posed("act", ActQuestion())


def charge(view: State, unit: str, target: str) -> ask.MoveAnswer | None:
    """A charge as it goes best, None where there is none."""
    return ask.MoveAnswer(unit, "charge", target) if charge_bar(view, unit, target) is None else None


def met(view: State, answer: ask.MoveAnswer) -> str:
    """The enemy within an inch of where models are led to, the nearest; "" where there is none."""
    ends = plans.read(view, answer.subject, answer.courses).ends
    prey = {e: spacing.discs(view, spacing.poses_of(view, e)) for e in facts.enemies(view, answer.subject)}
    led = spacing.discs(view, ends)
    off = [(spacing.off(Pose(x, y), r, theirs), enemy) for x, y, r in led for enemy, theirs in prey.items()]
    gap, enemy = min(off, default=(math.inf, ""))
    return enemy if gap <= inch(number("apart")) else ""


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
        return calls.ARRIVAL.call(OfUnit(unit), "acted", data)
    return calls.POWERS.call(calls.Empowered(unit), "recover", data)


@ACTIVATION.step
def _recover(run: Run, data: OfUnit, got: Any) -> Outcome:
    """First the test to recover (USB-RND-06), then the points again (USB-R69)."""
    if facts.own(run.state, data.unit).status:
        return calls.RECOVER.call(OfUnit(data.unit), "recovered", data)
    return Goto("act", data)


@ACTIVATION.step
def _recovered(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Who is still Shaken or Panicked may be inspired yet, and acts freely (USB-R69)."""
    still = facts.own(run.state, data.unit).status
    return calls.POWERS.call(calls.Empowered(data.unit), "act", data) if still else Goto("act", data)


@ACTIVATION.step
def _act(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Locked units fight (USB-CMB-05), passengers get out or stay (USB-TRN-04), the others choose an action."""
    state, unit = run.state, data.unit
    if facts.is_locked(state, unit):
        marks = changes.unit(state, unit, action="fight")
        text = T("{unit}, still locked, fought on", unit=Thing(unit))
        run.tell(unit, "action", "order", text, ("USB-CMB-05",), *marks, action="fight")
        return calls.FIGHT_ON.call(OfUnit(unit), "acted", data)
    if facts.own(state, unit).aboard:
        return calls.PASSENGERS.call(OfUnit(unit), "landed", data)
    side = state.units[unit].side
    message = T("{side}: choose an action for {unit}", side=Thing(side), unit=Thing(unit))
    also = msgspec.to_builtins(victory.special_actions(state, unit))
    args = {"unit": unit, "bars": _bars(state, unit), "exits": also}
    return ACT.ask(side, message, args, ("USB-ACT-01",), then="chosen", data=data)


def _bars(view: State, unit: str) -> dict[str, Any]:
    """An attack that could roll no die is not offered (USB-S26); smoke is laid in place of a shot (USB-SPC-11)."""
    if may_smoke(view, unit):
        return {}
    if has_target(view, ShootData(unit)):
        return {}
    bar = msgspec.to_builtins(ask.Bar(T("No enemy can be shot at"), "USB-S26"))
    return {SHOOT_FIRST: bar, "aimed": bar}


@ACTIVATION.step
def _landed(run: Run, data: OfUnit, got: bool) -> Outcome:
    """Whoever got out acts like anybody; whoever stayed has acted (USB-TRN-05)."""
    return Goto("act" if got and _here(run, data.unit) else "acted", data)


@ACTIVATION.step
def _chosen(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    answer, unit = got.answer, data.unit
    mode = answer.mode if isinstance(answer, ask.MoveAnswer) else "special"
    action = "tactical" if mode == SHOOT_FIRST else mode
    said, clause = TOLD[action]
    text = said and Text(said.key, {"unit": Thing(unit)})
    run.tell(unit, "action", "order", text, (clause,), *changes.unit(run.state, unit, action=action), action=action)
    if not isinstance(answer, ask.MoveAnswer):
        victory.deal(run, unit, got.exit)
    elif action == "charge":
        return calls.CHARGE.call(calls.Charges(unit, answer.mark, answer.courses), "acted", data)
    elif mode in (SHOOT_FIRST, "aimed"):
        return calls.SHOOT.call(calls.Shoots(unit, aimed=mode == "aimed"), "then_move", data)
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
def _moving(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    if not isinstance(got.answer, ask.MoveAnswer):
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
    return calls.SHOOT.call(calls.Shoots(data.unit), "acted", data) if shoots else Goto("acted", data)


@ACTIVATION.step
def _acted(run: Run, data: OfUnit, got: Any) -> Outcome:
    """After the action a hero may still inspire, and change his unit (USB-R69, USB-HRO-09, USB-HRO-11).

    Where one side has nothing left, nothing more is asked (USB-S09).
    """
    if not _here(run, data.unit):
        return Goto("end", data)
    return calls.POWERS.call(calls.Empowered(data.unit, after=True), "regroup", data)


@ACTIVATION.step
def _regroup(run: Run, data: OfUnit, got: Any) -> Outcome:
    """Fatigue rises at the end of one's own activation, whatever was done in it (USB-R23)."""
    worn = {u: facts.own(run.state, u).fatigue + 1 for u in facts.company(run.state, data.unit)}
    tired = [c for u, fatigue in worn.items() for c in changes.unit(run.state, u, fatigue=fatigue)]
    run.tell(data.unit, "fatigue", "status", None, ("USB-R23",), *tired)
    return calls.REGROUP.call(OfUnit(data.unit), "end", data)


@ACTIVATION.step
def _end(run: Run, data: OfUnit, got: Any) -> Outcome:
    every = [u for u, unit in run.state.units.items() if unit.own.action or unit.own.attacked or unit.own.slow]
    marks = [c for u in every for c in changes.unit(run.state, u, action="", attacked=False, slow=0.0)]
    marks += changes.battle(run.state, acting="")
    run.tell(data.unit, "activation_ends", "flow", None, (), *marks)
    return Done()
