"""Power Points of heroes and what they buy: the initiative, another attack, courage, a False Flag.

USB-PWR-01 to USB-PWR-08, USB-R51 to USB-R53, USB-R69, USB-R72. Dice are bent in :mod:`.luck`, Perfect Shots are bought
where they are shot.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.state import State, other_sides
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.which_next import WhichNext, picked
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack import volley
from rulesets.universal_battle.attack.arms import Arm, Attack
from rulesets.universal_battle.attack.hidden import barred_hero
from rulesets.universal_battle.attack.volley import Daring, DaringData
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.field.near import from_model
from rulesets.universal_battle.measures import SLACK, within
from rulesets.universal_battle.nerve.morale import set_status


def hero_unit(view: State, unit: str) -> str:
    """The unit of the hero of an activation, "" where there is none."""
    base = facts.hero_base(view, unit)
    return view.bases[base].unit if base else ""


def power(view: State, unit: str) -> int:
    """The Power Points that an activation can spend: those of its hero (USB-PWR-02)."""
    hero = hero_unit(view, unit)
    return facts.own(view, hero).power if hero else 0


def able(view: State, side: str) -> tuple[str, ...]:
    """The heroes of a side, alive and deployed, that have Power Points left, in the order of the list (USB-R51)."""
    found = (u.id for u in view.units_of(side) if u.own.power and facts.alive(view, u.id))
    return tuple(u for u in found if facts.deployed(view, u))


def spend(run: Run, hero: str, points: int, what: Text, clause: str, type: str) -> None:
    """A hero spends points; ``what`` tells on what, ``type`` is the event's."""
    rest = facts.own(run.state, hero).power - points
    words = {"hero": Thing(hero), "what": what}
    text = TN("{hero} spent {n} Power Point: {what}", "{hero} spent {n} Power Points: {what}", points, **words)
    run.tell(
        hero, type, "status", text, (clause, "USB-PWR-01"), *changes.unit(run.state, hero, power=rest), points=points
    )


# --- the initiative: seized between activations (USB-PWR-04, USB-R51) ------------------------------------------------


EXITS = Exit("pass", T("Leave it to the enemy")), Exit("silent", T("Not in this round: do not ask again"))


class SeizeData(msgspec.Struct, frozen=True):
    """Whose activation is next, as things are."""

    due: str


SEIZE: FrameOf[SeizeData, str] = FrameOf("usb.seize", SeizeData, str)


def _pays(view: State, decision: Decision, hero: str) -> Choice:
    left = TN("{n} Power Point left", "{n} Power Points left", facts.own(view, hero).power - 1)
    return Choice(hero, T("{hero} pays", hero=Thing(hero)), note=left)


SEIZE_INITIATIVE = Posed("seize", WhichNext("heroes", exits=EXITS, at_will=True, tells=_pays))
"""Which hero pays for the next activation; not to pay is the usual answer."""


def may(view: State, side: str) -> tuple[str, ...]:
    """The heroes by whom a side could seize the initiative: it needs a unit left to activate, and points (USB-R51)."""
    own = view.sides[side].own
    return able(view, side) if facts.eligible(view, side) and own.silent < view.own.round else ()


@SEIZE.named("begin")
def _seize_begin(run: Run, data: SeizeData, got: Any) -> Outcome:
    """The side that is not to act is asked; so in turn until one declines."""
    (side,) = other_sides(run.state, data.due)
    heroes = may(run.state, side)
    if not heroes:
        return Done(data.due)
    message = T("{side}: seize the initiative from {enemy}?", side=Thing(side), enemy=Thing(data.due))
    clauses = ("USB-PWR-04", "USB-R51")
    return SEIZE_INITIATIVE.ask(side, message, {"heroes": heroes}, clauses, then="asked", data=data)


@SEIZE.named("asked")
def _seize_asked(run: Run, data: SeizeData, got: Reply) -> Outcome:
    (side,) = other_sides(run.state, data.due)
    if got.exit == "silent":
        quiet = changes.side(run.state, side, silent=run.state.own.round)
        run.emit("silent", "order", None, *quiet, clauses=("USB-R51",), side=side)
    if got.exit:
        return Done(data.due)
    spend(run, picked(got), 1, T("the initiative is seized"), "USB-PWR-04", "seized")
    return Goto("begin", SeizeData(side))


# --- Daring Attack (USB-PWR-05, USB-R52, USB-R72) --------------------------------------------------------------------


DARING = FrameOf("usb.daring", DaringData, Daring)


def again(view: State, attack: Attack) -> dict[str, Arm]:
    """What could be done once more: one model's attack with one weapon, each sort once, by model and weapon.

    Not by a hero who may not attack twice, and not what only a Perfect Shot made possible.
    """
    gap, barred = near.distance(view, attack.unit, attack.target), barred_hero(view, attack.unit)
    found: dict[tuple[str, bool, str], Arm] = {}
    for arm in attack.arms:
        if arm.models[0] != barred and (attack.kind != "shot" or gap <= item(arm.item).reach + SLACK):
            sort = arm.item, arm.rider, view.bases[arm.models[0]].unit
            found.setdefault(sort, Arm(arm.models[:1], arm.item, arm.rider))
    return {f"{arm.models[0]} {arm.item}": arm for arm in found.values()}


def _dares(view: State, decision: Decision, row: str) -> Choice:
    base, weapon = row.split()
    label = T("{model}: another attack with {weapon}", model=Thing(base), weapon=Word(item(weapon).name))
    odds = decision.args.get("odds")  # records of earlier days have none
    return Choice(row, label, note=volley.hopes(decision.args["target"], *odds[row]) if odds else None)


ENOUGH = (Exit("enough", T("No more attacks")),)
DARING_QUESTION = Posed("daring", WhichNext("arms", exits=ENOUGH, at_will=True, tells=_dares))
"""Who attacks again, if anybody."""


@DARING.named("begin")
def _daring_begin(run: Run, data: DaringData, got: Any) -> Outcome:
    """Asked as long as there is a point to spend and anything left of who is struck."""
    state, attack = run.state, data.attack
    rest, rows = power(state, attack.unit), again(state, attack)
    left = volley.in_play(state, attack) - data.wounds
    if not rest or left <= 0 or not rows:
        return DARING.done(Daring())
    hero, side = hero_unit(state, attack.unit), state.units[attack.unit].side
    words = {"hero": Thing(hero), "n": rest, "wounds": data.wounds}
    message = T("{hero} ({n} PP): a Daring Attack? Wounds so far: {wounds}", **words)
    once = {row: volley.spread(state, replace(attack, arms=(arm,), autos=())) for row, arm in rows.items()}
    odds = {row: (found.mean, found.at_least(left)) for row, found in once.items()}
    args = {"arms": [*rows], "target": attack.target, "odds": odds}
    return DARING_QUESTION.ask(side, message, args, ("USB-PWR-05", "USB-R52"), then="chosen", data=data)


@DARING.named("chosen")
def _daring_chosen(run: Run, data: DaringData, got: Reply) -> Outcome:
    if got.exit:
        return DARING.done(Daring())
    arm, hero = again(run.state, data.attack)[picked(got)], hero_unit(run.state, data.attack.unit)
    spend(run, hero, 1, T("a Daring Attack of {model}", model=Thing(arm.models[0])), "USB-PWR-05", "daring")
    return DARING.done(Daring((arm,)))


# --- Inspire and False Flag (USB-PWR-07, USB-PWR-08, USB-R53, USB-R69) -----------------------------------------------


FLAG = Exit("flag", T("Raise a False Flag: no target until the end of the round"))
PASS = Exit("pass", T("Spend nothing"))


class PowersData(msgspec.Struct, frozen=True):
    """In whose activation; after its action or before."""

    unit: str
    after: bool = False


POWERS = FrameOf("usb.powers", PowersData)


def to_inspire(view: State, unit: str) -> tuple[str, ...]:
    """The friends within 10 inches of an activation's hero that are Shaken or Panicked, his own with them."""
    hero, mine, reach = facts.hero_base(view, unit), facts.host(view, unit), number("hero_reach")
    found = (u for u in facts.activations(view, view.units[unit].side) if facts.own(view, u).status)
    return tuple(u for u in found if u == mine or within(from_model(view, hero, u), reach))


def may_flag(view: State, unit: str) -> bool:
    """Whether a False Flag may be raised, and matters: not locked, not after an attack in this round (USB-R53)."""
    mine = [facts.own(view, u) for u in facts.company(view, unit)]
    if facts.is_locked(view, unit) or any(own.attacked_round or own.flag for own in mine):
        return False
    sides = other_sides(view, view.units[unit].side)
    return any(not facts.is_locked(view, enemy) for side in sides for enemy in facts.eligible(view, side))


class PowersQuestion(WhichNext):
    """Whom to inspire, a False Flag, or nothing: asked before his action and after it, neither being one.

    A flag is offered after it only, since his own attack would strike it, and only while an enemy who is free to attack
    him has still to act.
    """

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """To keep the points, or the flag."""
        return (PASS, FLAG) if decision.args["flag"] else (PASS,)

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit, and what it is freed from."""
        panicked = facts.own(view, row).status == "panicked"
        return Choice(row, T("Inspire {unit}", unit=Thing(row)), note=T("Panicked") if panicked else T("Shaken"))


POWERS_QUESTION = Posed("powers", PowersQuestion(at_will=True))


@POWERS.named("begin")
def _powers_begin(run: Run, data: PowersData, got: Any) -> Outcome:
    state, unit, rest = run.state, data.unit, power(run.state, data.unit)
    units = to_inspire(state, unit) if rest else ()
    flag = bool(rest) and data.after and may_flag(state, unit)
    if not units and not flag:
        return Done()
    message = T("{hero}: spend a point?", hero=Thing(hero_unit(state, unit)))
    args = {"units": units, "flag": flag}
    side, clauses = state.units[unit].side, ("USB-PWR-07", "USB-PWR-08")
    return POWERS_QUESTION.ask(side, message, args, clauses, then="chosen", data=data)


@POWERS.named("chosen")
def _powers_chosen(run: Run, data: PowersData, got: Reply) -> Outcome:
    """The unit he is in is protected too (USB-R53); who is inspired is steady again at once (USB-R69)."""
    hero = hero_unit(run.state, data.unit)
    if got.exit == PASS.id:
        return Done()
    if got.exit == FLAG.id:
        spend(run, hero, 1, T("a False Flag"), "USB-PWR-08", "false_flag")
        marks = [c for u in facts.company(run.state, data.unit) for c in changes.unit(run.state, u, flag=True)]
        text = T("{unit} may not be attacked in this round", unit=Thing(data.unit))
        run.tell(data.unit, "flagged", "status", text, ("USB-PWR-08", "USB-R53"), *marks)
        return Goto("begin", data)
    unit = picked(got)
    spend(run, hero, 1, T("to inspire {unit}", unit=Thing(unit)), "USB-PWR-07", "inspiring")
    set_status(run, unit, "", "USB-PWR-07")
    return Goto("begin", data)
