"""Arrivals from off the table: Sudden Attack, and Assault on the way in (USB-SPC-03, USB-SPC-07, USB-R45)."""

from __future__ import annotations

from typing import Any

from game.engine import changes
from game.engine import decision as ask
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.text import T, Thing
from game.kit.situation import OfUnit
from game.kit.sums import sum_of
from game.kit.which_next import WhichNext
from rulesets.universal_battle.attack.throws import THROW, ThrowData, Thrown
from rulesets.universal_battle.charge.reach import charge_marks
from rulesets.universal_battle.deploy.set_up import ARRIVE, ARRIVING
from rulesets.universal_battle.field import facts

STAND = "stand"


ARRIVAL = FrameOf("usb.arrival", OfUnit)
ARRIVAL.ends_at("over")


ASSAULT = Posed("assault", WhichNext("targets", exits=(ask.Exit(STAND, T("It stands, Entrenched")),), at_will=True))
"""Whom an arriving unit charges at once, if anybody (USB-SPC-07)."""


@ARRIVAL.step
def _begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    """A test of bare Tough; who waits inside a carrier off the table comes with it (USB-R45)."""
    state, unit = run.state, data.unit
    if facts.own(state, unit).arrival != "sudden" or facts.own(state, unit).aboard:
        return Done()
    tough = min(facts.model(b).tough for b in facts.left(state, unit))
    need = sum_of(T("To arrive"), [(T("Tough of {unit}", unit=Thing(unit)), float(tough), "USB-SPC-03")])
    why = T("{unit}: Sudden Attack", unit=Thing(unit))
    return THROW.call(ThrowData(unit, 1, need, why, "USB-SPC-03", (unit,)), "tested", data)


@ARRIVAL.step
def _tested(run: Run, data: OfUnit, got: Thrown) -> Outcome:
    """Failed, or without a legal place, it tries again in the next round."""
    state, unit = run.state, data.unit
    side = state.units[unit].side
    if not got.passed or ARRIVING.usual(state, unit) is None:
        text = T("{unit} did not arrive yet", unit=Thing(unit))
        run.tell(unit, "not_arrived", "test", text, ("USB-R45",))
        return Done()
    message = T("{side}: where to bring {unit} on?", side=Thing(side), unit=Thing(unit))
    return ARRIVE.ask(side, message, {"unit": unit}, ("USB-SPC-03", "USB-R45"), then="placed", data=data)


@ARRIVAL.step
def _placed(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    """It stands; with Assault it may charge the nearest whom another friend sees, instead of digging in."""
    unit = data.unit
    side = run.state.units[unit].side
    standing = ARRIVING.usual(run.state, unit)
    if isinstance(got.answer, ask.PlaceAnswer):
        standing = got.answer.places[0]
    assert standing is not None
    ARRIVING.place(run, side, standing)
    if facts.spec(run.state, unit, "assault"):
        targets = [c.id for c in charge_marks(run.state, unit, arrival=True) if c.bar is None]
        if targets:
            message = T("Arrival of {unit}: with a charge?", unit=Thing(unit))
            clauses = ("USB-SPC-07", "USB-R45")
            return ASSAULT.ask(side, message, {"targets": targets}, clauses, then="assault", data=data)
    return Goto("dug_in", data)


@ARRIVAL.step
def _assault(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    if got.exit:
        return Goto("dug_in", data)
    return Call("usb.charge", {"unit": data.unit, "target": got.ids[0], "arrival": True}, "over", data)


@ARRIVAL.step
def _dug_in(run: Run, data: OfUnit, got: Any) -> Outcome:
    text, dug = T("{unit} dug in", unit=Thing(data.unit)), changes.unit(run.state, data.unit, entrenched=True)
    run.tell(data.unit, "entrenched", "status", text, ("USB-SPC-03",), *dug)
    return Done()
