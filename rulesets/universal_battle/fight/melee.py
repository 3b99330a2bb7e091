"""One round of a fight between two units: duel, blows, strike back, morale, result (USB-CMB-01 to -06).

USB-SPC-08, USB-EQP-05, USB-R18, USB-R23, USB-R26, USB-R36, USB-R42, USB-R47 to -R49, USB-R60, USB-R63. Losses of blows
that fall at the same time are taken off together.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack.arms import Attack, blows, destruction, ram
from rulesets.universal_battle.attack.begun import barred_hero, begins_attack
from rulesets.universal_battle.attack.losses import AUTOHITS, GONE, LOSSES, AutoData, GoneData, LossesData, Lost
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.charge.closing import close_up
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.fight.duel import DUEL, DuelData, Duelled, due
from rulesets.universal_battle.fight.result import RESULT, ResultData, tie_of
from rulesets.universal_battle.fight.score import Part

PART, BLOWS, DESTRUCT = "attack", "blows", "destruct"


class MeleeData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of a fight.

    Attributes
    ----------
    unit, target
        Who strikes first, and whom: charger and charged, or the activated unit and one it is locked with.
    charge, bumped
        The first has charged; by being run into (USB-RES-08).
    chain
        Enemies who have fought already in this chain of forced moves.
    front
        Who has the front of his Phalanx towards the other.
    duel, fought
        How the duel ended; whether there was one.
    dealt
        Wounds by blows and ram of the first, of the other, as they are thrown.
    poles
        Models of the other that have struck at the same time as the first (USB-EQP-05).
    silent
        Who has forfeited his blows by a shield (USB-EQP-06).
    vanished, burst
        Who has destroyed himself, and the hits of it (USB-SPC-08).
    heroes
        The heroes of both when it began, "" where there is none.
    """

    unit: str
    target: str
    charge: bool = False
    bumped: bool = False
    chain: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    duel: Duelled = Duelled()
    fought: bool = False
    dealt: tuple[int, int] = (0, 0)
    poles: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    burst: int = 0
    heroes: tuple[str, ...] = ()

    @property
    def pair(self) -> tuple[str, str]:
        """Both, who strikes first at the head."""
        return self.unit, self.target

    @property
    def apart(self) -> bool:
        """Whether a duel was fought, so that its heroes have no part in the blows of their units."""
        return self.fought and not self.duel.fled


MELEE = FrameOf("usb.melee", MeleeData)


class DestructQuestion(OneOf):
    """Whether to blow oneself up in place of striking (USB-SPC-08)."""

    def __init__(self) -> None:
        courses = {BLOWS: T("Strike"), DESTRUCT: T("Destroy ourselves: two automatic hits for each point of Standfast")}
        super().__init__(PART, courses, drafted=True)


DESTRUCTION = Posed("destruct", DestructQuestion())


@MELEE.step
def _begin(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Both close up (USB-S12); the front of a Phalanx holds until the fight ends (USB-S10)."""
    state = run.state
    if data.charge:
        front = tuple(u for u, v in (data.pair, data.pair[::-1]) if formations.in_front(state, u, v))
    else:
        tie = tie_of(state, *data.pair)
        front = tie.own.front if tie is not None else ()
    for unit in data.pair:
        begins_attack(run, unit)
    close_up(run, data.unit, data.target)
    text = T("{unit} fights {target}", unit=Thing(data.unit), target=Thing(data.target))
    run.tell(data.unit, "fight", "blow", text, ("USB-CMB-06",), also=(data.target,), charge=data.charge)
    heroes = tuple(facts.hero_base(run.state, u) for u in data.pair)
    data = replace(data, front=front, heroes=heroes)
    if due(run.state, *data.pair):
        return DUEL.call(DuelData(*_active_first(run.state, data), data.charge), "duelled", data)
    return Goto("strike", data)


def _active_first(view: State, data: MeleeData) -> tuple[str, str]:
    """Both units, that of the active side at the head (USB-R42)."""
    first, second = data.pair
    return (first, second) if view.units[first].side == view.own.active else (second, first)


@MELEE.step
def _duelled(run: Run, data: MeleeData, got: Duelled) -> Outcome:
    """A duel that was fought is the melee where not both heroes have a unit (USB-R42)."""
    straight = got.fled or _active_first(run.state, data) == data.pair
    found = got if straight else replace(got, wounds=got.wounds[::-1])
    data = replace(data, duel=found, fought=True)
    if got.fled or all(_troops(run.state, u, data) for u in data.pair):
        return Goto("strike", data)
    return Goto("morale", replace(data, dealt=found.wounds))


def _troops(view: State, unit: str, data: MeleeData) -> bool:
    """Whether an activation has anybody beside its hero."""
    return any(b.id not in data.heroes for b in facts.models(view, unit))


def striking(view: State, unit: str, data: MeleeData) -> tuple[str, ...]:
    """The models of a unit that strike at the other unit, not at a hero: none of a duel fought, none who fled."""
    out = set(data.heroes) if data.apart else set()
    if data.duel.fled == unit:
        out.add(facts.hero_base(view, unit))
    out.add(barred_hero(view, unit))
    return tuple(b.id for b in facts.models(view, unit) if b.id not in out)


@MELEE.step
def _strike(run: Run, data: MeleeData, got: Any) -> Outcome:
    """The first strikes; who may destroy himself is asked (USB-CMB-01, USB-SPC-08)."""
    return _ask_or(run, data, data.unit, "chosen", "blows")


@MELEE.step
def _strike_back(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Then the other closes up and strikes back with all who are left (USB-CMB-04)."""
    state = run.state
    if not all(facts.alive(state, u) for u in data.pair):
        return Goto("morale", data)
    close_up(run, data.target, data.unit)
    return _ask_or(run, data, data.target, "chosen_back", "blows_back")


def _ask_or(run: Run, data: MeleeData, unit: str, asked: str, otherwise: str) -> Outcome:
    if unit in data.silent or not facts.spec(run.state, unit, "destruct") or not striking(run.state, unit, data):
        return Goto(otherwise, data)
    side = run.state.units[unit].side
    message = T("{unit}: strike, or destroy yourselves?", unit=Thing(unit))
    enemy = data.target if unit == data.unit else data.unit
    return DESTRUCTION.ask(
        side, message, {"unit": unit, "enemy": enemy}, ("USB-SPC-08", "USB-R47"), then=asked, data=data
    )


@MELEE.step
def _chosen(run: Run, data: MeleeData, got: Reply) -> Outcome:
    return _destroys(run, data, data.unit, data.target) if got.parts[PART] == DESTRUCT else Goto("blows", data)


@MELEE.step
def _chosen_back(run: Run, data: MeleeData, got: Reply) -> Outcome:
    return _destroys(run, data, data.target, data.unit) if got.parts[PART] == DESTRUCT else Goto("blows_back", data)


def _destroys(run: Run, data: MeleeData, unit: str, target: str) -> Outcome:
    """Hits for twice the Standfast that is left; the unit is gone and counts as lost (USB-SPC-08, USB-R47)."""
    hits = destruction(run.state, unit).hits
    text = T("{unit} destroys itself: {n} hits", unit=Thing(unit), n=hits)
    run.tell(unit, "destructs", "blow", text, ("USB-SPC-08", "USB-R47"), also=(target,), hits=hits)
    data = replace(data, vanished=(unit,), burst=hits)
    return GONE.call(GoneData(unit, T("Self-Destruction"), "USB-SPC-08"), "vanished", data)


@MELEE.step
def _vanished(run: Run, data: MeleeData, got: Any) -> Outcome:
    target = data.target if data.vanished == (data.unit,) else data.unit
    return AUTOHITS.call(AutoData(target, data.burst, T("Self-Destruction"), "USB-SPC-08"), "burst", data)


@MELEE.step
def _burst(run: Run, data: MeleeData, got: Lost) -> Outcome:
    return Goto("morale", data)


def _blow(view: State, data: MeleeData, unit: str, models: tuple[str, ...]) -> Attack:
    """The blows of some models; a charger's ram with them, where the one that rams is among them (USB-R63)."""
    first = unit == data.unit
    rams = data.charge and first and any(facts.model(view.bases[b]).growth > 0 for b in models)
    return Attack(
        unit,
        data.target if first else data.unit,
        "blow",
        blows(view, models),
        ram(view, unit) if rams else (),
        charging=data.charge and first,
        later=not data.charge,
        reply=not first,
        front=data.front,
        # who strikes second has still to strike; who has struck loses nothing by his shields (USB-R48)
        costly=first,
    )


@MELEE.step
def _blows(run: Run, data: MeleeData, got: Any) -> Outcome:
    """All models of the first, touching or not, each with every Initiative point (USB-CMB-01)."""
    models = striking(run.state, data.unit, data)
    if not models or not facts.models(run.state, data.target):
        return Goto("strike_back", data)
    return VOLLEY.call(VolleyData(_blow(run.state, data, data.unit, models)), "struck", data)


@MELEE.step
def _struck(run: Run, data: MeleeData, got: Damage) -> Outcome:
    """Pole weapons of who was charged strike at the same time, unless a shield has forfeited that (USB-R49)."""
    silent = (data.target,) if got.shielded else ()
    data = replace(data, dealt=(got.wounds, 0), silent=silent)
    poles = () if silent or not data.charge else _poles(run.state, data)
    if not poles:
        return Goto("losses", data)
    data = replace(data, poles=poles)
    return VOLLEY.call(VolleyData(_blow(run.state, data, data.target, poles)), "poles", data)


def _poles(view: State, data: MeleeData) -> tuple[str, ...]:
    """The models with pole weapons among those who will strike back."""
    able = striking(view, data.target, data)
    held = {b: facts.model(view.bases[b]).weapons for b in able}
    return tuple(b for b, weapons in held.items() if any(item(w.item).pole for w in weapons))


@MELEE.named("poles")
def _poles_struck(run: Run, data: MeleeData, got: Damage) -> Outcome:
    return Goto("losses", replace(data, dealt=(data.dealt[0], got.wounds)))


@MELEE.step
def _losses(run: Run, data: MeleeData, got: Any) -> Outcome:
    """What the other has lost; with pole weapons then what the first has lost to them."""
    why = T("blows")
    return LOSSES.call(LossesData(data.target, data.dealt[0], why, "USB-CMB-03", data.unit), "other_losses", data)


@MELEE.step
def _other_losses(run: Run, data: MeleeData, got: Lost) -> Outcome:
    data = replace(data, dealt=(got.wounds, data.dealt[1]))
    if not data.poles:
        return Goto("strike_back", data)
    return LOSSES.call(
        LossesData(data.unit, data.dealt[1], T("pole weapons"), "USB-EQP-05", data.target), "pole_losses", data
    )


@MELEE.step
def _pole_losses(run: Run, data: MeleeData, got: Lost) -> Outcome:
    return Goto("strike_back", replace(data, dealt=(data.dealt[0], got.wounds)))


@MELEE.step
def _blows_back(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Those left who have not struck yet, unless they have forfeited it (USB-CMB-04, USB-R48)."""
    models = tuple(b for b in striking(run.state, data.target, data) if b not in data.poles)
    fled = data.duel.fled == data.target and not models
    if data.target in data.silent or not models or fled:
        return Goto("morale", data)
    return VOLLEY.call(VolleyData(_blow(run.state, data, data.target, models)), "struck_back", data)


@MELEE.step
def _struck_back(run: Run, data: MeleeData, got: Damage) -> Outcome:
    return LOSSES.call(LossesData(data.unit, got.wounds, T("blows"), "USB-CMB-03", data.target), "back_losses", data)


@MELEE.step
def _back_losses(run: Run, data: MeleeData, got: Lost) -> Outcome:
    return Goto("morale", replace(data, dealt=(data.dealt[0], data.dealt[1] + got.wounds)))


@MELEE.step
def _morale(run: Run, data: MeleeData, got: Any) -> Outcome:
    """Morale for thresholds crossed, the active side's unit first; both are the more tired (USB-R18, USB-R23)."""
    for unit in data.pair:
        for one in facts.company(run.state, unit):
            own = facts.own(run.state, one)
            mine = run.state.own.acting in facts.company(run.state, unit)
            marks = changes.unit(run.state, one, melees=own.melees + 1, fatigue=own.fatigue + (not mine))
            run.tell(one, "fought", "status", None, ("USB-R23",), *marks)
    return Call("usb.morale", {"units": _active_first(run.state, data)}, "result", data)


@MELEE.step
def _result(run: Run, data: MeleeData, got: Any) -> Outcome:
    """The scores, where both are still there (USB-R18)."""
    state = run.state
    if not all(facts.models(state, u) for u in data.pair):
        return Done()
    lone = data.apart and not any(_troops(state, u, data) for u in data.pair)
    counted = data.dealt
    mine, theirs = (
        Part(
            unit,
            charged=data.charge and (unit == data.unit or lone),
            wounds=wounds,
            fled=data.duel.fled == unit,
            died=unit in data.duel.died,
        )
        for unit, wounds in zip(data.pair, counted, strict=True)
    )
    return RESULT.call(ResultData(mine, theirs, data.front, data.chain), "done", data)


@MELEE.step
def _done(run: Run, data: MeleeData, got: Any) -> Outcome:
    return Done()


# --- an activation in continuing melee ---------------------------------------------------------------------------


class FightOnData(msgspec.Struct, frozen=True):
    """Who is activated while locked (USB-CMB-05)."""

    unit: str


FIGHT_ON = FrameOf("usb.fight_on", FightOnData)
LOCKED_ENEMY = Posed("locked_enemy", WhichNext("enemies"))


@FIGHT_ON.named("begin")
def _fight_on(run: Run, data: FightOnData, got: Any) -> Outcome:
    """With one of those it is locked with, as its owner chooses (USB-R60)."""
    enemies = facts.opponents(run.state, data.unit)
    if len(enemies) == 1:
        return MELEE.call(MeleeData(data.unit, enemies[0]), "over", data)
    side = run.state.units[data.unit].side
    message = T("{unit}: fight which of the enemies it is locked with?", unit=Thing(data.unit))
    clauses = ("USB-CMB-05", "USB-R60")
    return LOCKED_ENEMY.ask(side, message, {"enemies": list(enemies)}, clauses, then="chosen", data=data)


@FIGHT_ON.named("chosen")
def _enemy_chosen(run: Run, data: FightOnData, got: Reply) -> Outcome:
    return MELEE.call(MeleeData(data.unit, picked(got)), "over", data)


@FIGHT_ON.step
def _over(run: Run, data: FightOnData, got: Any) -> Outcome:
    return Done()
