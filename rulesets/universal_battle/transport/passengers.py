"""Who comes onto the table from elsewhere: carriers and those inside, their wrecks, arrivals from off the table.

USB-TRN-02 to USB-TRN-09, USB-SPC-03, USB-SPC-07, USB-R40, USB-R45, USB-S18.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import decision as ask
from game.engine import event as ev
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.deploy import SetUp
from game.kit.situation import OfUnit
from game.kit.sums import sum_of
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.universal_battle import calls
from rulesets.universal_battle.attack.losses import AUTOHITS, LOSSES, AutoData, LossesData, Lost, in_order
from rulesets.universal_battle.attack.throws import THROW, ThrowData, Thrown
from rulesets.universal_battle.charge.reach import charge_marks
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.deploy.set_up import ARRIVE, ARRIVING, FLEE, FLEEING, LAND, LANDING
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.measures import within
from rulesets.universal_battle.shoot.shooting import ShootData, has_target

PART, OUT, SHOOT, STAY = "inside", "out", "shoot", "stay"


INSIDE = FrameOf("usb.passengers", OfUnit, bool)
"""It gives whether the unit got out, and acts like anybody."""


def _courses(view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
    """To get out, to stay and shoot, or to stay (USB-TRN-04, USB-TRN-06)."""
    unit = decision.args["unit"]
    full = T("There is no place beside {carrier}", carrier=Thing(facts.own(view, unit).aboard))
    return (
        ask.Choice(OUT, T("Get out, and act"), ask.Bar(full, "USB-S18") if LANDING.usual(view, unit) is None else None),
        ask.Choice(SHOOT, T("Stay inside and shoot, with half the dice"), _shot_bar(view, unit)),
        ask.Choice(STAY, T("Stay inside")),
    )


def _shot_bar(view: State, unit: str) -> ask.Bar | None:
    """Why nobody shoots from inside: a Panicked unit, a carrier in melee, nobody to shoot at (USB-S18, USB-S26)."""
    if facts.own(view, unit).status == "panicked":
        return ask.Bar(T("{unit}: Panicked", unit=Thing(unit)), "USB-MOR-05")
    carrier = facts.own(view, unit).aboard
    if facts.is_locked(view, carrier):
        return ask.Bar(T("{unit}: locked in melee", unit=Thing(carrier)), "USB-S18")
    if not has_target(view, ShootData(unit, halved=True)):
        return ask.Bar(T("No enemy can be shot at"), "USB-S26")
    return None


class InsideQuestion(OneOf):
    """What a unit does in a carrier."""

    def forced(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """To stay, where it can do nothing else; whether there is room outside is looked at last."""
        return None if _shot_bar(view, decision.args["unit"]) is None else super().forced(view, decision)


INSIDE_QUESTION = Posed("inside", InsideQuestion(PART, drafted=True, courses=_courses))


@INSIDE.step
def _begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    side, unit = run.state.units[data.unit].side, Thing(data.unit)
    message = T("{unit}: inside {carrier}", unit=unit, carrier=Thing(facts.own(run.state, data.unit).aboard))
    return INSIDE_QUESTION.ask(side, message, {"unit": data.unit}, ("USB-TRN-04",), then="chosen", data=data)


@INSIDE.step
def _chosen(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    way = got.parts[PART]
    if way == STAY:
        return INSIDE.done(False)
    if way == SHOOT:
        return calls.SHOOT.call(calls.Shoots(data.unit, halved=True), "shot", data)
    side = run.state.units[data.unit].side
    message = T("{side}: where to get {unit} out?", side=Thing(side), unit=Thing(data.unit))
    return LAND.ask(side, message, {"unit": data.unit}, ("USB-TRN-05",), then="landed", data=data)


@INSIDE.step
def _shot(run: Run, data: OfUnit, got: Any) -> Outcome:
    return INSIDE.done(False)


@INSIDE.step
def _landed(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    """In Skirmish, within 5 inches of the carrier; then it acts (USB-TRN-05, USB-S18)."""
    stand(run, data.unit, LANDING, got)
    return INSIDE.done(True)


def stand(run: Run, unit: str, where: SetUp, got: ask.Reply) -> None:
    """A unit is put where its owner says, or at its usual place."""
    standing = where.usual(run.state, unit) if got.answer is None else got.places[0]
    assert standing is not None
    where.place(run, run.state.units[unit].side, standing)


# --- boarding ----------------------------------------------------------------------------------------------------


BOARD = FrameOf("usb.board", OfUnit)
BOARD_QUESTION = Posed("board", WhichNext("carriers", exits=(ask.Exit("walk", T("Stay outside")),), at_will=True))
"""Which carrier a unit boards after its move, if any (USB-TRN-03)."""


def carriers(view: State, unit: str) -> tuple[str, ...]:
    """The carriers that a unit may board: all its models within 5 inches, room for all, not in melee (USB-S18)."""
    mine = facts.models(view, unit)
    found = []
    for other in facts.on_table(view, view.units[unit].side):
        if other == facts.host(view, unit) or not any(facts.model(b).cargo for b in facts.models(view, other)):
            continue
        near_all = all(within(near.base_distance(view, b.id, other), number("board")) for b in mine)
        if near_all and facts.cargo_bar(view, unit, other) is None and not facts.is_locked(view, other):
            found.append(other)
    return tuple(found) if mine else ()


@BOARD.named("begin")
def _may_board(run: Run, data: OfUnit, got: Any) -> Outcome:
    offered = carriers(run.state, data.unit)
    if not offered:
        return BOARD.done(None)
    side = run.state.units[data.unit].side
    message = T("{unit} may board", unit=Thing(data.unit))
    return BOARD_QUESTION.ask(side, message, {"carriers": list(offered)}, ("USB-TRN-03",), then="boards", data=data)


@BOARD.step
def _boards(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    if not got.exit:
        embark(run, data.unit, picked(got))
    return BOARD.done(None)


def embark(run: Run, unit: str, carrier: str) -> None:
    """A unit goes inside: off the table, in Skirmish, dug in no longer (USB-S18, USB-R59)."""
    state = run.state
    marks: list[ev.Change] = [ev.SetPose(b.id, None, "inside", carrier) for b in facts.models(state, unit)]
    for one in facts.company(state, unit):
        marks += changes.unit(state, one, aboard=carrier, formation="skirmish", entrenched=False)
    text = T("{unit} boarded {carrier}", unit=Thing(unit), carrier=Thing(carrier))
    run.tell(unit, "boarded", "place", text, ("USB-TRN-03", "USB-S18"), *marks, also=(carrier,), carrier=carrier)


# --- a wreck -----------------------------------------------------------------------------------------------------


class WreckData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A carrier that is gone, who of its passengers has been hit, and who gets out now."""

    carrier: str
    hit: tuple[str, ...] = ()
    unit: str = ""


WRECK = FrameOf("usb.wreck", WreckData)


@WRECK.named("begin")
def _wreck(run: Run, data: WreckData, got: Any) -> Outcome:
    """Unit by unit in the order of the list: as many hits as it has models, then its place (USB-TRN-09, USB-S18)."""
    left = [u for u in facts.passengers(run.state, data.carrier) if u not in data.hit]
    if not left:
        return WRECK.done(None)
    unit = left[0]
    hits, why = len(facts.left(run.state, unit)), T("the wreck of {carrier}", carrier=Thing(data.carrier))
    data = replace(data, hit=(*data.hit, unit), unit=unit)
    return AUTOHITS.call(AutoData(unit, hits, why, "USB-TRN-09"), "survive", data)


@WRECK.step
def _survive(run: Run, data: WreckData, got: Lost | None) -> Outcome:
    """The survivors' owner places them; models that find no place are lost."""
    state, unit = run.state, data.unit
    if not facts.left(state, unit):
        return Goto("begin", data)
    if FLEEING.usual(state, unit) is None:
        worst = in_order(state, unit)[:1]
        wounds = facts.standfast(state.bases[worst[0]])
        lost = LossesData(unit, wounds, T("no place beside the wreck"), "USB-S18", order=worst)
        return LOSSES.call(lost, "survive", data)
    side = state.units[unit].side
    message = T("{side}: where to get {unit} out of the wreck?", side=Thing(side), unit=Thing(unit))
    return FLEE.ask(side, message, {"unit": unit}, ("USB-TRN-09", "USB-S18"), then="placed", data=data)


@WRECK.step
def _placed(run: Run, data: WreckData, got: ask.Reply) -> Outcome:
    stand(run, data.unit, FLEEING, got)
    return Goto("begin", data)


# --- arrivals: Sudden Attack, and Assault on the way in (USB-SPC-03, USB-SPC-07, USB-R45) --------------------------


ARRIVAL = FrameOf("usb.arrival", OfUnit)
ARRIVAL.ends_at("over")


ASSAULT = Posed("assault", WhichNext("targets", exits=(ask.Exit("stand", T("It stands, Entrenched")),), at_will=True))
"""Whom an arriving unit charges at once, if anybody (USB-SPC-07)."""


@ARRIVAL.named("begin")
def _arrival_begin(run: Run, data: OfUnit, got: Any) -> Outcome:
    """A test of bare Tough; who waits inside a carrier off the table comes with it (USB-R45)."""
    state, unit = run.state, data.unit
    if facts.own(state, unit).arrival != "sudden" or facts.own(state, unit).aboard:
        return Done()
    tough = min(facts.model(b).tough for b in facts.left(state, unit))
    need = sum_of(T("To arrive"), [(T("Tough of {unit}", unit=Thing(unit)), float(tough), "USB-SPC-03")])
    why = T("{unit}: Sudden Attack", unit=Thing(unit))
    return THROW.call(ThrowData(unit, 1, need, why, "USB-SPC-03", (unit,)), "tested", data)


@ARRIVAL.named("tested")
def _arrival_tested(run: Run, data: OfUnit, got: Thrown) -> Outcome:
    """Failed, or without a legal place, it tries again in the next round."""
    state, unit = run.state, data.unit
    side = state.units[unit].side
    if not got.passed or ARRIVING.usual(state, unit) is None:
        text = T("{unit} has not arrived yet", unit=Thing(unit))
        run.tell(unit, "not_arrived", "test", text, ("USB-R45",))
        return Done()
    message = T("{side}: where to bring {unit} on?", side=Thing(side), unit=Thing(unit))
    return ARRIVE.ask(side, message, {"unit": unit}, ("USB-SPC-03", "USB-R45"), then="placed", data=data)


@ARRIVAL.named("placed")
def _arrival_placed(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    """It stands; with Assault it may charge the nearest whom another friend sees, instead of digging in."""
    unit = data.unit
    stand(run, unit, ARRIVING, got)
    if facts.spec(run.state, unit, "assault"):
        targets = [c.id for c in charge_marks(run.state, unit, arrival=True) if c.bar is None]
        if targets:
            message = T("Arrival of {unit}: with a charge?", unit=Thing(unit))
            side, clauses = run.state.units[unit].side, ("USB-SPC-07", "USB-R45")
            return ASSAULT.ask(side, message, {"targets": targets}, clauses, then="assault", data=data)
    return Goto("dug_in", data)


@ARRIVAL.named("assault")
def _arrival_assault(run: Run, data: OfUnit, got: ask.Reply) -> Outcome:
    if got.exit:
        return Goto("dug_in", data)
    return calls.CHARGE.call(calls.Charges(data.unit, got.ids[0], arrival=True), "over", data)


@ARRIVAL.named("dug_in")
def _arrival_dug_in(run: Run, data: OfUnit, got: Any) -> Outcome:
    text, dug = T("{unit} dug in", unit=Thing(data.unit)), changes.unit(run.state, data.unit, entrenched=True)
    run.tell(data.unit, "entrenched", "status", text, ("USB-SPC-03",), *dug)
    return Done()
