"""Nerve: tests for losses, for the commander's death, and recovery.

USB-MOR-01 to USB-MOR-08, USB-CDR-01, USB-CDR-02, USB-SPC-05, USB-SPC-13, USB-TER-05, USB-R17 to USB-R20, USB-R44,
USB-R65.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Sum
from game.engine.declared import FrameOf
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing
from game.kit.situation import OfUnit
from game.kit.sums import Row, sum_of
from rulesets.universal_battle.attack.losses import GONE, LOSSES, GoneData, LossesData, reached
from rulesets.universal_battle.attack.throws import THROW, ThrowData, Thrown
from rulesets.universal_battle.data_files import number, whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.facts import model, own
from rulesets.universal_battle.field.near import from_model
from rulesets.universal_battle.field.terrain import effects
from rulesets.universal_battle.measures import within
from rulesets.universal_battle.own import Status

STATUS: dict[Status, Text] = {
    "": T("{unit} became steady"),
    "shaken": T("{unit} became Shaken"),
    "panicked": T("{unit} became Panicked"),
}
"""From good to bad; a unit has the worst that it was given (USB-R20)."""
BETTER: dict[Status, tuple[Status, str]] = {"shaken": ("", "USB-MOR-03"), "panicked": ("shaken", "USB-MOR-06")}
CLAUSES = {"shaken_percent": "USB-MOR-01", "panicked_percent": "USB-MOR-04", "destroyed_percent": "USB-MOR-07"}


class MoraleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose nerve is looked at, in order; then all others who have lost Standfast since (USB-R18).

    ``unit`` tests now: for losing ``at`` percent, or for the commander of its ``side``.
    """

    units: tuple[str, ...] = ()
    unit: str = ""
    at: int = 0
    side: str = ""


MORALE = FrameOf("usb.morale", MoraleData)
RECOVER = FrameOf("usb.recover", OfUnit)


def tough_of(view: State, unit: str) -> tuple[int, str]:
    """The best Tough for a company's nerve and whose base has it: its own or a friendly hero's near (USB-MOR-08)."""
    best = min(facts.left(view, unit), key=lambda b: model(b).tough)
    for hero in map(view.bases.__getitem__, facts.heroes(view, view.units[unit].side)):
        if model(hero).tough < model(best).tough and within(from_model(view, hero.id, unit), number("hero_reach")):
            best = hero
    return model(best).tough, best.id


def need(view: State, unit: str) -> Sum:
    """What a die of nerve must show: bare Tough, Brave and the pit, and nothing else (USB-R19)."""
    tough, base = tough_of(view, unit)
    who = view.bases[base].unit
    clause = "USB-MOR-01" if who in facts.company(view, unit) else "USB-MOR-08"
    rows: list[Row] = [(T("Tough of {unit}", unit=Thing(who)), float(tough), clause)]
    if facts.spec(view, unit, "brave"):
        rows.append((T("Brave"), -float(whole("brave_bonus")), "USB-SPC-13"))
    rows.append((T("Terrain of {unit}", unit=Thing(unit)), -float(effects(view, unit).morale), "USB-TER-05"))
    rows = [row for row in rows if row[1]]
    return sum_of(T("Morale of {unit}", unit=Thing(unit)), rows)


def _test(view: State, unit: str, why: Text, clause: str, then: str, data: object = None) -> Call:
    return THROW.call(ThrowData(unit, 1, need(view, unit), why, clause, (unit,)), then, data)


def set_status(run: Run, unit: str, status: Status, clause: str) -> None:
    """Let a company be steady, Shaken or Panicked from now on."""
    first = facts.host(run.state, unit)
    made, text = changes.unit(run.state, first, status=status), replace(STATUS[status], args={"unit": Thing(first)})
    event = {"": "steady", "shaken": "shaken", "panicked": "panicked"}[status]
    run.tell(first, event, "status", text, (clause,), *made, unit=first)


def worsen(run: Run, unit: str, status: Status, clause: str) -> None:
    """Let a company be Shaken or Panicked, unless it is so or worse already (USB-R20)."""
    ranks = [*STATUS]
    if ranks.index(status) > ranks.index(own(run.state, facts.host(run.state, unit)).status):
        set_status(run, unit, status, clause)


@MORALE.step
def _begin(run: Run, data: MoraleData, got: object) -> Outcome:
    """The next of those named, then of others who were hurt: the highest threshold reached, if it is new (USB-R17)."""
    view, active = run.state, run.state.own.active
    sides = (active, *other_sides(view, active)) if active else tuple(view.sides)
    named = [facts.host(view, u) for u in data.units if facts.left(view, u)]
    unit = next((u for u in (*named, *(u for s in sides for u in facts.activations(view, s))) if own(view, u).hurt), "")
    if not unit:
        return Goto("commander", MoraleData())
    at, tested = reached(facts.losses(view, unit), facts.initial(view, unit)), own(view, unit).tested
    looked_at = changes.unit(view, unit, hurt=False, tested=max(at, tested))
    if at <= tested:
        run.emit("calm", "flow", None, *looked_at)
        return Goto("begin")
    text = T("{unit} lost {percent}% of the Standfast or more", unit=Thing(unit), percent=at)
    run.tell(unit, "morale_due", "test", text, (_clause(at), "USB-R17"), *looked_at, unit=unit, percent=at)
    why = T("Morale of {unit}", unit=Thing(unit))
    return _test(run.state, unit, why, _clause(at), "tested", replace(data, unit=unit, at=at))


def _clause(at: int) -> str:
    return next((clause for name, clause in CLAUSES.items() if whole(name) == at), "USB-CDR-02")


@MORALE.step
def _tested(run: Run, data: MoraleData, got: Thrown) -> Outcome:
    """What a test comes to (USB-MOR-01, USB-MOR-04, USB-MOR-07, USB-CDR-02); the Unbreakable bleed (USB-R44)."""
    unit, clause, passed, then = data.unit, _clause(data.at), bool(got.passed), "mourn" if data.side else "begin"
    event, text = "morale_failed", T("{unit} failed the morale test", unit=Thing(unit))
    if passed:
        event, text = "morale_passed", T("{unit} passed the morale test", unit=Thing(unit))
    run.tell(unit, event, "test", text, (clause,), sums=(need(run.state, unit),), unit=unit, percent=data.at)
    status: Status = "shaken" if data.at == whole("shaken_percent") else "panicked"
    last = data.at == whole("destroyed_percent")
    if status == "panicked" and facts.spec(run.state, unit, "unbreakable"):
        lacking = 0 if passed else max(1, tough_of(run.state, unit)[0] - got.faces[0])
        wounds = LossesData(unit, lacking, T("Unbreakable"), "USB-SPC-05", quiet=True)
        return LOSSES.call(wounds, then, data)
    if last and not passed:
        return GONE.call(GoneData(unit, T("its morale is broken"), clause), then, data)
    if last or not passed:
        worsen(run, unit, status, clause)
    return Goto(then)


@MORALE.step
def _commander(run: Run, data: MoraleData, got: object) -> Outcome:
    """When a commander has died, all who are left to him are tested once, after the tests for losses (USB-R65)."""
    view = run.state
    for side in sorted(view.sides, key=lambda s: s != view.own.active):
        hero = view.sides[side].own.commander
        if not hero or view.sides[side].own.mourned or facts.alive(view, hero):
            continue
        text = T("{side} lost the commander: {hero}", side=Thing(side), hero=Thing(hero))
        mourned = changes.side(view, side, mourned=True)
        run.emit("commander_dead", "loss", text, *mourned, clauses=("USB-CDR-01", "USB-CDR-02"), side=side)
        units = tuple(u for u in facts.activations(view, side) if facts.deployed(view, u))
        return Goto("mourn", MoraleData(units, side=side))
    return Done()


@MORALE.step
def _mourn(run: Run, data: MoraleData, got: object) -> Outcome:
    """The next who is tested for it; then the other commander may be dead too."""
    units = tuple(u for u in data.units if facts.left(run.state, u))
    if not units:
        return Goto("commander")
    why = T("{unit} lost its commander", unit=Thing(units[0]))
    return _test(run.state, units[0], why, "USB-CDR-02", "tested", replace(data, units=units[1:], unit=units[0]))


@RECOVER.named("begin")
def _recovery(run: Run, data: OfUnit, got: object) -> Outcome:
    unit = facts.host(run.state, data.unit)
    status = own(run.state, unit).status
    if not status:
        return Done()
    why = T("Recovery of {unit}", unit=Thing(unit))
    return _test(run.state, unit, why, BETTER[status][1], "recovered")


@RECOVER.step
def _recovered(run: Run, data: OfUnit, got: Thrown) -> Outcome:
    """The Shaken are steady again, the Panicked are Shaken; who fails stays as it is (USB-R20)."""
    unit = facts.host(run.state, data.unit)
    if got.passed:
        set_status(run, unit, *BETTER[own(run.state, unit).status])
    else:
        run.tell(unit, "no_recovery", "test", T("{unit} did not recover", unit=Thing(unit)), ("USB-R20",), unit=unit)
    return Done()
