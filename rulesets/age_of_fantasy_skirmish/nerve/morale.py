"""Morale at the end of a round: armies reduced to half test unit by unit, with Heroes, Banner and Fearless.

AFS-MOR-01 to AFS-MOR-07, AFS-HERO, AFS-FRLS, AFS-BAN-01, AFS-BAN-04, AFS-SHK-04, AFS-R11 to AFS-R13, AFS-R53. Rows 28
and 29 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Choice, Decision, Reply, Sum
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State, other_sides
from game.engine.text import Length, T, Text, Thing
from game.kit import situation
from game.kit.attack import at_least
from game.kit.sums import sum_of
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.age_of_fantasy_skirmish.army.specials import all_have, helped_by, rating
from rulesets.age_of_fantasy_skirmish.attack.numbers import succeeds
from rulesets.age_of_fantasy_skirmish.data_files import number, whole
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle
from rulesets.age_of_fantasy_skirmish.measures import within
from rulesets.age_of_fantasy_skirmish.own import BattleOwn

OWN = "own"


class MoraleData(msgspec.Struct, frozen=True, omit_defaults=True):
    """Morale of both armies: the ``sides`` yet to be looked at, the first of them now (AFS-R11).

    ``left`` are the units of that army that have not tested yet; ``unit`` and ``hero`` the test under way, and the Hero
    whose Quality it is taken with, "" for its own.
    """

    sides: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    unit: str = ""
    hero: str = ""


MORALE = FrameOf("afs.morale", MoraleData)


def _hero(view: State, base: str) -> bool:
    return rating(view, base, "hero") is not None


def quality(view: State, unit: str) -> int:
    """Quality of a unit: its own models' without the Heroes that march with it, the worst where they differ."""
    bases = view.bases_of(unit)
    plain = [b for b in bases if not _hero(view, b.id)]
    return max(int(b.own.quality) for b in plain or bases)


def heroes(view: State, unit: str) -> tuple[str, ...]:
    """The Heroes whose Quality a unit may use: friendly, on the table, not Shaken, near (AFS-HERO-01, AFS-R53).

    A Hero by himself uses his own; a Hero within a unit is among those it may pick.
    """
    if all(_hero(view, b.id) for b in view.bases_of(unit)):
        return ()
    reach = number("hero_reach")
    steady = (u.id for u in view.units_of(view.units[unit].side) if not u.own.shaken)
    able = (b.id for u in steady for b in view.bases_of(u) if _hero(view, b.id))
    return tuple(b for b in able if view.bases[b].unit == unit or within(facts.base_to_unit(view, b, unit), reach))


def need(view: State, unit: str, hero: str) -> Sum:
    """What a morale die must show, and how it came about (AFS-MOR-07)."""
    rows = [(T("Quality of {unit}", unit=Thing(unit)), float(quality(view, unit)), "AFS-MOR-02")]
    if hero:
        rows = [(T("Quality of {hero}", hero=Thing(hero)), float(view.bases[hero].own.quality), "AFS-HERO-01")]
    if helped_by(view, unit, "banner"):
        rows.append((T("Banner"), -float(whole("banner_bonus")), "AFS-BAN-01"))
    return sum_of(T("Morale of {unit}", unit=Thing(unit)), rows)


@MORALE.step
def _begin(run: Run, data: MoraleData | None, got: Any) -> Outcome:
    """The player who will start the next round first (AFS-R11)."""
    own: BattleOwn = run.state.own
    first = own.done[0] if own.done else own.starter or next(iter(run.state.sides))
    return Goto("army", MoraleData((first, *other_sides(run.state, first))))


@MORALE.step
def _army(run: Run, data: MoraleData, got: Any) -> Outcome:
    """Count the next army once, before its first test (AFS-MOR-01, AFS-MOR-06)."""
    if not data.sides:
        return Done()
    state, side = run.state, data.sides[0]
    units = in_battle.fielded(state, side)
    if not units or not in_battle.halved(state, side):
        return Goto("army", MoraleData(data.sides[1:]))
    count = {"left": len(in_battle.not_lost(state, side)), "began": in_battle.began(state, side)}
    text = T("{side}: {left} of {began} units left, morale must be tested", side=Thing(side), **count)
    run.emit("morale_due", "test", text, clauses=("AFS-MOR-01", "AFS-R12"), side=side, data=count)
    return Goto("pick", replace(data, left=units))


@MORALE.step
def _pick(run: Run, data: MoraleData, got: Any) -> Outcome:
    """Which unit tests next."""
    left = tuple(u for u in data.left if situation.on_table(run.state, u))
    if not left:
        return Goto("army", MoraleData(data.sides[1:]))
    side = data.sides[0]
    message = T("{side}: which unit tests morale next?", side=Thing(side))
    return ORDER.ask(
        side, message, {"units": list(left)}, ("AFS-MOR-06",), then="picked", data=replace(data, left=left)
    )


@MORALE.step
def _picked(run: Run, data: MoraleData, got: Reply) -> Outcome:
    unit = picked(got)
    side = data.sides[0]
    data = replace(data, unit=unit, hero="", left=tuple(u for u in data.left if u != unit))
    if run.state.units[unit].own.shaken:
        text = T("{unit}: Shaken, so the morale test failed", unit=Thing(unit))
        run.tell(unit, "morale_failed", "test", text, ("AFS-SHK-04",), unit=unit)
        return Goto("fearless", data)
    if not heroes(run.state, unit):
        return Goto("roll", data)
    message = T("{side}: whose Quality does {unit} use?", side=Thing(side), unit=Thing(unit))
    return QUALITY.ask(side, message, {"unit": unit}, ("AFS-HERO-01", "AFS-R53"), then="led", data=data)


@MORALE.step
def _led(run: Run, data: MoraleData, got: Reply) -> Outcome:
    chosen = got.parts["quality"]
    return Goto("roll", replace(data, hero="" if chosen == OWN else chosen))


def _die(data: MoraleData, need: Sum, why: Text, clause: str, then: str) -> Roll:
    """A die of the army in hand for the unit that tests."""
    return Roll(at_least(need, (ev.DiceRow(data.sides[0], 1),), why, clause, (data.unit,)), then, data)


@MORALE.step
def _roll(run: Run, data: MoraleData, got: Any) -> Outcome:
    why = T("Morale of {unit}", unit=Thing(data.unit))
    return _die(data, need(run.state, data.unit, data.hero), why, "AFS-MOR-02", "rolled")


@MORALE.step
def _rolled(run: Run, data: MoraleData, got: ev.Rolled) -> Outcome:
    sum_, face = need(run.state, data.unit, data.hero), got.faces[0][0]
    text, event, then = T("{unit} failed the morale test", unit=Thing(data.unit)), "morale_failed", "fearless"
    if succeeds(face, int(sum_.total)):
        text, event, then = T("{unit} passed the morale test", unit=Thing(data.unit)), "morale_passed", "pick"
    told: dict[str, Any] = {"unit": data.unit, "face": face, "need": int(sum_.total), "hero": data.hero}
    also, clauses = (data.hero,) if data.hero else (), ("AFS-MOR-02", "AFS-MOR-07")
    run.tell(data.unit, event, "test", text, clauses, also=also, sums=(sum_,), **told)
    return Goto(then, data)


@MORALE.step
def _fearless(run: Run, data: MoraleData, got: Any) -> Outcome:
    """The Fearless get a second chance (AFS-FRLS-01, AFS-R13)."""
    if not all_have(run.state, data.unit, "fearless"):
        return Goto("failed", data)
    sum_ = sum_of(T("Fearless"), ((T("Fearless"), float(whole("fearless_need")), "AFS-FRLS-01"),))
    return _die(data, sum_, T("Fearless: {unit}", unit=Thing(data.unit)), "AFS-FRLS-01", "second")


@MORALE.step
def _second(run: Run, data: MoraleData, got: ev.Rolled) -> Outcome:
    if not succeeds(got.faces[0][0], whole("fearless_need")):
        return Goto("failed", data)
    text = T("{unit}: Fearless, so the test counts as passed", unit=Thing(data.unit))
    run.tell(data.unit, "fearless", "test", text, ("AFS-FRLS-01",), unit=data.unit)
    return Goto("pick", data)


@MORALE.step
def _failed(run: Run, data: MoraleData, got: Any) -> Outcome:
    """Shaken; routed who was Shaken already (AFS-MOR-03, AFS-MOR-04)."""
    state = run.state
    if state.units[data.unit].own.shaken:
        gone = (ev.SetPose(b.id, None, "gone") for b in state.bases_of(data.unit))
        text = T("{unit}: routed", unit=Thing(data.unit))
        run.tell(data.unit, "routed", "loss", text, ("AFS-MOR-04",), *gone, unit=data.unit)
    else:
        shaken = changes.unit(state, data.unit, shaken=True)
        text = T("{unit}: Shaken", unit=Thing(data.unit))
        run.tell(data.unit, "shaken", "status", text, ("AFS-MOR-03",), *shaken, unit=data.unit)
    return Goto("pick", data)


def _needs(view: State, unit: str) -> dict[str, int]:
    """What a unit's die must show, with its own Quality ("") and with each Hero's that it may use."""
    return {hero: int(need(view, unit, hero).total) for hero in ("", *heroes(view, unit))}


class OrderQuestion(WhichNext):
    """Which unit tests next (decision 28); Heroes and the Banner's bearer are left for last unless told."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A unit that has not tested yet, with what its die must show."""
        note = T("Shaken: the unit fails and is routed")
        if not view.units[row].own.shaken:
            note = T("needs {n}+", n=min(_needs(view, row).values()))
        return Choice(row, T("{unit}", unit=Thing(row)), note=note)

    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        """Who may best test early: others lean on Heroes and on the Banner."""

        def late(unit: str) -> tuple[bool, bool]:
            bases = view.bases_of(unit)
            return any(b.own.role == "banner" for b in bases), any(_hero(view, b.id) for b in bases)

        return min((c.id for c in things), key=late)


ORDER = Posed("morale_order", OrderQuestion())


def _qualities(view: State, decision: Decision) -> tuple[Choice, ...]:
    """Its own, or that of a Hero near it."""
    own, *lent = _needs(view, decision.args["unit"]).items()
    choices = [Choice(OWN, T("Its own Quality"), note=T("needs {n}+", n=own[1]))]
    for hero, needs in lent:
        gap = Length(facts.base_to_unit(view, hero, decision.args["unit"]))
        note = T("needs {n}+, {distance} away", n=needs, distance=gap)
        choices.append(Choice(hero, T("Quality of {hero}", hero=Thing(hero)), note=note))
    return tuple(choices)


def _best(view: State, decision: Decision) -> str:
    """Its own where no Hero's is better."""
    needs = _needs(view, decision.args["unit"])
    return min(needs, key=needs.__getitem__) or OWN


QUALITY = Posed("morale_quality", OneOf("quality", courses=_qualities, usually=_best, best=True))
"""Whose Quality a morale test is taken with (decision 29)."""
