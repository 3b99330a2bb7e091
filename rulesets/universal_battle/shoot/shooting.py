"""Shooting: at whom, with whom, by which perfect shots; then the dice, the losses, the morale (USB-SHT-01 to -06).

USB-ACT-02, USB-ACT-05, USB-MON-08, USB-PWR-06, USB-R11 to -R15, USB-R18, USB-R24, USB-R52, USB-R64, USB-S04, USB-S26.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Answer, Bar, Choice, Decision, Exit, PickAnswer, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing, Word
from game.kit.situation import OfUnit
from game.kit.sums import spread_row
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.universal_battle import calls
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack import needs, volley
from rulesets.universal_battle.attack.arms import Arm, Attack, shots, usable
from rulesets.universal_battle.attack.hidden import HIDDEN, Found, HiddenData, barred_hero, begins_attack, uncover
from rulesets.universal_battle.attack.losses import LOSSES, LossesData, Lost
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.field import facts, near, sight
from rulesets.universal_battle.field.formations import fronts
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.measures import SLACK
from rulesets.universal_battle.shoot.smoke import SMOKE

HOLD, LAY = "hold_fire", "smoke"
PART = "perfect"


class ShootData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit's shooting.

    Attributes
    ----------
    aimed
        An Aimed Shot (USB-ACT-05).
    reaction_at
        The charger that is shot at in reaction, without choice or test (USB-R24).
    halved
        From inside a carrier (USB-TRN-06).
    target, weapon, perfect
        At whom, once it is known; with which of his weapons a hero shoots; shots that are perfect (USB-PWR-06).
    """

    unit: str
    aimed: bool = False
    reaction_at: str = ""
    halved: bool = False
    target: str = ""
    weapon: str = ""
    perfect: tuple[Arm, ...] = ()


SHOOT = FrameOf("usb.shoot", ShootData)
SHOOT.ends_at("over")


def armed(view: State, unit: str) -> tuple[str, ...]:
    """The models of an activation, aboard too, that carry anything to shoot with."""
    barred = barred_hero(view, unit)
    found = _shooters_at_all(view, unit)
    return tuple(b for b in found if b != barred) if barred else found


@facts.on_roll
def _shooters_at_all(view: State, unit: str) -> tuple[str, ...]:
    return tuple(b for b in facts.ids_left(view, unit) if shots(view, (b,), 0.0))


def reaches(view: State, base: str) -> tuple[float, ...]:
    """How far (mm) the weapons of a model reach, its mount's with them."""
    held = usable(view, base, lambda one: one.ranged)
    mount = (
        (w.item for w in facts.model(view.bases[base]).weapons) if facts.monster(view, view.bases[base].unit) else ()
    )
    return tuple(item(name).reach for name in (*held, *mount) if item(name).ranged)


def indirect(view: State, unit: str, target: str) -> bool:
    """Whether a monster can only shoot over others at a target that another friend sees (USB-MON-08, USB-R64)."""
    return facts.monster(view, unit) and near.may_target(view, unit, target, "shoot") is not None


def shooters(view: State, data: ShootData, target: str) -> tuple[str, ...]:
    """The armed models that shoot at a target: those who see it, and who needs no sight of it (USB-SHT-02)."""
    over = not data.reaction_at and indirect(view, data.unit, target)
    seers = None if over else sight.seers(view, data.unit, target)
    return tuple(b for b in armed(view, data.unit) if seers is None or b in seers)


def attack(view: State, data: ShootData, target: str) -> Attack:
    """A unit's shots at a target: with what reaches so far, a hero's with the weapon he chose; perfect ones anyhow.

    A perfect shot is that of one weapon of one model, in the place of its usual one (USB-R52).
    """
    models, chosen = shooters(view, data, target), _chosen_by(view, data)
    paid = [_shot_of(view, one.models[0], one) for one in data.perfect]
    arms = []
    for arm in shots(view, models, near.distance(view, data.unit, target), chosen):
        fire = []
        for base in arm.models:
            shot = _shot_of(view, base, arm)
            if shot in paid:
                paid.remove(shot)
            elif shot[2] or arm.item == chosen.get(base, arm.item):  # what he chose may not reach so far
                fire.append(base)
        arms += [replace(arm, models=tuple(fire))] if fire else []
    over = not data.reaction_at and indirect(view, data.unit, target)
    return Attack(
        data.unit,
        target,
        "shot",
        (*arms, *data.perfect),
        aimed=data.aimed,
        indirect=over,
        halved=data.halved,
        reply=bool(data.reaction_at),
        front=fronts(view, data.unit, target),
    )


def _shot_of(view: State, base: str, arm: Arm) -> tuple[str, bool, str]:
    """Which of a model's shots a weapon's is: a monster has one with each, anybody else, its rider too, but one."""
    mounts = facts.model(view.bases[base]).growth >= 0 and not arm.rider
    return base, arm.rider, arm.item if mounts else ""


def _chosen_by(view: State, data: ShootData) -> dict[str, str]:
    return {facts.hero_base(view, data.unit): data.weapon} if data.weapon else {}


def targets(view: State, data: ShootData) -> tuple[str, ...]:
    """The enemies that may be shot at now, with dice or with a Perfect Shot alone (USB-R13, USB-R14, USB-S26)."""
    unit = data.unit
    if not armed(view, unit):
        return ()
    return tuple(e for e in _in_sight(view, unit) if _fires(view, data, e))


def has_target(view: State, data: ShootData) -> bool:
    """Whether there is anybody to shoot at: no more of the enemies are looked at than it takes."""
    if not armed(view, data.unit) or not _reaches_anybody(view, data.unit):
        return False
    return any(_fires(view, data, e) for e in _in_sight(view, data.unit))


def _reaches_anybody(view: State, unit: str) -> bool:
    """Whether a weapon reaches the nearest enemy, seen or not, or a Perfect Shot does: sight takes longer to find."""
    gap = min((near.distance(view, unit, e) for e in near.attackable(view, unit, "shoot")), default=math.inf)
    return gap <= _longest(view, unit) + SLACK or points.power(view, unit) > 0


@facts.on_roll
def _longest(view: State, unit: str) -> float:
    """How far (mm) the weapons of an activation reach; less than nothing where it has none."""
    return max((reach for b in facts.ids_left(view, unit) for reach in reaches(view, b)), default=-math.inf)


def _in_sight(view: State, unit: str) -> tuple[str, ...]:
    """The enemies at whom an activation may shoot, whatever the distance, in the order of the lists."""
    found = near.targets(view, unit, "shoot")
    if not facts.monster(view, unit):
        return found
    over = near.targets(view, unit, "shoot", "friends")
    return tuple(e for e in facts.enemies(view, unit) if e in found or e in over)


def _fires(view: State, data: ShootData, target: str) -> bool:
    """Whether a die is thrown at an enemy, or could be by a Perfect Shot."""
    models = shooters(view, data, target)
    reached = models and shots(view, models, near.distance(view, data.unit, target))
    return bool(reached) or (bool(models) and points.power(view, data.unit) > 0)


def arsenal(view: State, data: ShootData) -> tuple[str, ...]:
    """The weapons among which a hero chooses: those that he has and that reach; one where he need not (USB-R15)."""
    base = facts.hero_base(view, data.unit)
    if base not in shooters(view, data, data.target):
        return ()
    gap, power = near.distance(view, data.unit, data.target), points.power(view, data.unit)
    beyond = power > 0 and not data.reaction_at
    return usable(view, base, lambda one: one.ranged and (beyond or gap <= one.reach + SLACK))


def expected(view: State, data: ShootData, target: str) -> float:
    """The Standfast that a shot takes on average."""
    return volley.spread(view, attack(view, data, target)).mean


class TargetQuestion(WhichNext):
    """At whom a unit shoots: the nearest, anybody where a hero is in it (USB-SHT-05, USB-SHT-06)."""

    def rows(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Who may be shot at."""
        return targets(view, _data(decision))

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A target, and what is to be expected."""
        data, name = _data(decision), T("{unit}", unit=Thing(row))
        if not attack(view, data, row).arms:
            return Choice(row, name, note=T("beyond range: only by a Perfect Shot"))
        note = T("{wounds} wounds on average", wounds=round(expected(view, data, row), 1))
        over = T("{note}, over others", note=note) if indirect(view, data.unit, row) else note
        return Choice(row, name, note=over)

    def named(self, view: State, decision: Decision, row: str) -> tuple[str, Bar | None]:
        """A target: who may not be shot at is none."""
        return row, None

    def forced(self, view: State, decision: Decision) -> Reply | None:
        """It is always asked: not to shoot is a choice wherever there is a target or smoke to lay."""
        return None

    def default(self, view: State, decision: Decision) -> Reply:
        """Where most wounds are to be expected; not to shoot where there is smoke alone to choose."""
        found = self.rows(view, decision)
        return Reply(PickAnswer((self._best(view, decision, found),))) if found else Reply(exit=HOLD)

    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        """Where most wounds are to be expected, the first of equals."""
        return self._best(view, decision, [c.id for c in things])

    def _best(self, view: State, decision: Decision, among: Sequence[str]) -> str:
        data = _data(decision)
        return max(among, key=lambda e: round(expected(view, data, e), 9)) if len(among) > 1 else among[0]

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """Not to shoot; smoke in place of it, but from inside (USB-SPC-11, USB-S21)."""
        smoke = may_smoke(view, decision.args["unit"])
        return (Exit(HOLD, T("Do not shoot")), *((Exit(LAY, T("Lay smoke instead")),) if smoke else ()))

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """How many wounds, exactly."""
        if not isinstance(answer, PickAnswer) or answer.ids[0] not in self.rows(view, decision):
            return None
        shot = attack(view, _data(decision), answer.ids[0])
        sums = tuple(needs.hit_need(view, shot, arm) for arm in shot.arms)
        return Forecast((replace(spread_row(T("Wounds"), volley.spread(view, shot)), sums=sums),))


def _data(decision: Decision) -> ShootData:
    return ShootData(decision.args["unit"], decision.args["aimed"], halved=decision.args["halved"])


def may_smoke(view: State, unit: str) -> bool:
    """Whether a unit may lay smoke in place of its shot: in a Tactical Move or an Aimed Shot (USB-S21)."""
    return facts.spec(view, unit, "smoke") and not facts.own(view, unit).aboard


class WeaponQuestion(WhichNext):
    """With which of his weapons a hero shoots: with that which does most, unless he says otherwise (USB-R15)."""

    def choice(self, view: State, decision: Decision, row: str) -> Choice:
        """A weapon, and what to expect of the whole shot."""
        note = T("{wounds} wounds on average", wounds=round(_hope(view, decision, row), 1))
        return Choice(row, T("{weapon}", weapon=Word(item(row).name)), note=note)

    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        """What costs most on average, the first of equals."""
        return max(things, key=lambda c: round(_hope(view, decision, c.id), 9)).id


def _hope(view: State, decision: Decision, weapon: str) -> float:
    data = msgspec.convert(decision.args["shot"], ShootData)
    return expected(view, replace(data, weapon=weapon), data.target)


def _perfect(n: int) -> Text:
    return TN("{n} Perfect Shot", "{n} Perfect Shots", n) if n else T("No Perfect Shot")


def _numbers(view: State, decision: Decision) -> tuple[Choice, ...]:
    """None, where there is anything to shoot without; or so many, for the models that gain most (USB-PWR-06)."""
    numbers, shot = range(decision.args["least"], decision.args["most"] + 1), decision.args.get("shot")
    if shot is None:  # in records of earlier days
        return tuple(Choice(str(n), _perfect(n)) for n in numbers)
    data = msgspec.convert(shot, ShootData)
    gains = improved(view, data)
    return tuple(Choice(str(n), _perfect(n), note=_hopes(view, replace(data, perfect=gains[:n]))) for n in numbers)


def _hopes(view: State, data: ShootData) -> Text:
    found = volley.spread(view, attack(view, data, data.target))
    return volley.hopes(data.target, found.mean, found.at_least(facts.strength(view, data.target)))


TARGET = Posed("shoot_at", TargetQuestion("targets"))
PERFECT = Posed("perfect_shot", OneOf(PART, drafted=True, courses=_numbers))
WEAPON = Posed("hero_weapon", WeaponQuestion("weapons"))


@SHOOT.step
def _begin(run: Run, data: ShootData, got: Any) -> Outcome:
    """A reaction goes at the charger; else a target is chosen, where there is any."""
    state, unit = run.state, data.unit
    if data.reaction_at:
        shot = attack(state, data, data.reaction_at)
        return Goto("weapon", replace(data, target=data.reaction_at)) if shot.arms else Done()
    if not has_target(state, data) and not may_smoke(state, unit):
        return Done()
    side, message = state.units[unit].side, T("{unit} may shoot: at which target?", unit=Thing(unit))
    args = {"unit": unit, "aimed": data.aimed, "halved": data.halved}
    return TARGET.ask(side, message, args, ("USB-SHT-05", "USB-SHT-06"), then="chosen", data=data)


@SHOOT.step
def _chosen(run: Run, data: ShootData, got: Reply) -> Outcome:
    if got.exit == LAY:
        return SMOKE.call(OfUnit(data.unit), "over", data)
    if got.exit:
        return Done()
    target = picked(got)
    data = replace(data, target=target)
    begins_attack(run, data.unit)
    _shows_carrier(run, data.unit)
    if facts.own(run.state, target).formation == "hidden":  # tested before anything else is paid for
        return HIDDEN.call(HiddenData(data.unit, target), "tested", data)
    return Goto("weapon", data)


def _shows_carrier(run: Run, unit: str) -> None:
    """A shot from inside ends the carrier's hiding, and a False Flag on it (USB-S18)."""
    carrier = facts.own(run.state, unit).aboard
    if carrier:
        uncover(run, carrier)
        if facts.own(run.state, carrier).flag:
            text = T("{unit} lost the protection of a False Flag", unit=Thing(carrier))
            marks = changes.unit(run.state, carrier, flag=False)
            run.tell(carrier, "flag_struck", "status", text, ("USB-S18",), *marks)


@SHOOT.step
def _tested(run: Run, data: ShootData, got: Found) -> Outcome:
    """A failed test loses the shot, and no other target may be chosen (USB-R12)."""
    return Goto("weapon", data) if got.passed else Done()


@SHOOT.named("weapon")
def _ask_weapon(run: Run, data: ShootData, got: Any) -> Outcome:
    """A hero with several weapons says which he uses (USB-R15)."""
    weapons = arsenal(run.state, data)
    if len(set(weapons)) < 2:
        return Goto("fire" if data.reaction_at else "perfect", data)
    hero, side = points.hero_unit(run.state, data.unit), run.state.units[data.unit].side
    message = T("{hero}: which weapon?", hero=Thing(hero))
    args = {"weapons": list(dict.fromkeys(weapons)), "shot": msgspec.to_builtins(data)}
    return WEAPON.ask(side, message, args, ("USB-R15", "USB-R54"), then="takes", data=data)


@SHOOT.step
def _takes(run: Run, data: ShootData, got: Reply) -> Outcome:
    return Goto("fire" if data.reaction_at else "perfect", replace(data, weapon=picked(got)))


@SHOOT.named("perfect")
def _ask_perfect(run: Run, data: ShootData, got: Any) -> Outcome:
    """Perfect Shots are paid for before the dice, where they would change anything (USB-R52)."""
    state = run.state
    power = points.power(state, data.unit)
    gains = improved(state, data) if power else ()
    least = 0 if attack(state, data, data.target).arms else 1
    if not gains:
        return Done() if least else Goto("fire", data)
    hero = points.hero_unit(state, data.unit)
    message = T("{hero} ({n} PP): buy Perfect Shots?", hero=Thing(hero), n=power)
    args = {"least": least, "most": min(power, len(gains)), "shot": msgspec.to_builtins(data)}
    side, clauses = state.units[data.unit].side, ("USB-PWR-06", "USB-R52")
    return PERFECT.ask(side, message, args, clauses, then="bought", data=data)


def improved(view: State, data: ShootData) -> tuple[Arm, ...]:
    """The shots, each of one weapon of one model, that would gain by being perfect, those that gain most first."""
    gap, chosen, gains = near.distance(view, data.unit, data.target), _chosen_by(view, data), []
    for base in shooters(view, data, data.target):
        reach = shots(view, (base,), gap, chosen)
        for arm in shots(view, (base,), 0.0, chosen):
            gain = _mean(view, data, replace(arm, perfect=True)) - (_mean(view, data, arm) if arm in reach else 0.0)
            gains += [(-gain, base, arm)] if gain > 1e-9 else []
    return tuple(replace(arm, perfect=True) for _, _, arm in sorted(gains, key=lambda one: one[:2]))


def _mean(view: State, data: ShootData, arm: Arm) -> float:
    return volley.spread(view, replace(attack(view, data, data.target), arms=(arm,))).mean


@SHOOT.step
def _bought(run: Run, data: ShootData, got: Reply) -> Outcome:
    n = int(got.parts[PART])
    if not n:
        return Goto("fire", data)
    perfect = improved(run.state, data)[:n]
    points.spend(run, points.hero_unit(run.state, data.unit), n, _perfect(n), "USB-PWR-06", "perfect_shot")
    return Goto("fire", replace(data, perfect=perfect))


@SHOOT.step
def _fire(run: Run, data: ShootData, got: Any) -> Outcome:
    shot = attack(run.state, data, data.target)
    text = T("{unit} shot at {target}", unit=Thing(data.unit), target=Thing(data.target))
    run.tell(data.unit, "shot", "shot", text, ("USB-SHT-03",), also=(data.target,), aimed=data.aimed)
    if data.reaction_at:
        begins_attack(run, data.unit)
    return VOLLEY.call(VolleyData(shot), "hit", data)


@SHOOT.step
def _hit(run: Run, data: ShootData, got: Damage) -> Outcome:
    return LOSSES.call(LossesData(data.target, got.wounds, T("shots"), "USB-WND-02", data.unit), "lost", data)


@SHOOT.step
def _lost(run: Run, data: ShootData, got: Lost) -> Outcome:
    """A reaction tires who is not acting; morale follows at once, but in a charge at its end (USB-R18, USB-R23)."""
    if not data.reaction_at:
        return calls.MORALE.call(calls.Tested((data.target,)), "over", data)
    for one in facts.company(run.state, data.unit):
        tired = changes.unit(run.state, one, fatigue=facts.own(run.state, one).fatigue + 1)
        run.tell(one, "fatigue", "status", None, ("USB-R23",), *tired)
    return Done()
