"""Shooting: at whom, with whom, by which perfect shots; then the dice, the losses, the morale (USB-SHT-01 to -06).

USB-ACT-02, USB-ACT-05, USB-MON-08, USB-PWR-06, USB-R11 to -R15, USB-R18, USB-R24, USB-R52, USB-R64, USB-S04, USB-S26.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Answer, Asked, Choice, Decision, Exit, PickAnswer, PickSpace, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Call, Done, Goto, Outcome, Run
from game.engine.ruleset import Forecast
from game.engine.state import State
from game.engine.text import TN, T, Text, Thing
from game.kit.sums import spread_row
from game.kit.which_next import OneOf, WhichNext, picked
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack import needs, volley
from rulesets.universal_battle.attack.arms import Arm, Attack, shots, usable
from rulesets.universal_battle.attack.begun import barred_hero, begins_attack
from rulesets.universal_battle.attack.hidden import HIDDEN, Found, HiddenData
from rulesets.universal_battle.attack.losses import LOSSES, LossesData, Lost
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.field import facts, near, sight
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.shoot.smoke import SMOKE, SmokeData

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
    target, perfect
        At whom, once it is known; models whose shots are perfect (USB-PWR-06).
    """

    unit: str
    aimed: bool = False
    reaction_at: str = ""
    halved: bool = False
    target: str = ""
    perfect: tuple[str, ...] = ()


SHOOT = FrameOf("usb.shoot", ShootData)


def armed(view: State, unit: str) -> tuple[str, ...]:
    """The models of an activation, aboard too, that carry anything to shoot with."""
    left = [b.id for b in facts.left(view, unit) if b.id != barred_hero(view, unit)]
    return tuple(b for b in left if usable(view, b, lambda one: one.ranged) or _mount(view, b))


def _mount(view: State, base: str) -> bool:
    """Whether the mount under a hero carries anything to shoot with."""
    return any(item(w.item).ranged for w in facts.model(view.bases[base]).weapons)


def reaches(view: State, base: str) -> tuple[float, ...]:
    """How far (mm) the weapons of a model reach, its mount's with them."""
    held = usable(view, base, lambda one: one.ranged)
    mount = (
        (w.item for w in facts.model(view.bases[base]).weapons) if facts.monster(view, view.bases[base].unit) else ()
    )
    return tuple(item(name).reach for name in (*held, *mount) if item(name).ranged)


def indirect(view: State, unit: str, target: str) -> bool:
    """Whether a monster can only shoot over others at a target that another friend sees (USB-MON-08, USB-R64)."""
    return facts.monster(view, unit) and not sight.seers(view, unit, target)


def attack(view: State, data: ShootData, target: str, perfect: Sequence[str] = ()) -> Attack:
    """A unit's shots at a target: all who see it, with what reaches so far; perfect ones with anything (USB-R52)."""
    unit = data.unit
    over = not data.reaction_at and indirect(view, unit, target)
    seers = armed(view, unit) if over else sight.seers(view, unit, target)
    models = [b for b in armed(view, unit) if b in seers]
    normal = [b for b in models if b not in perfect]
    arms = shots(view, normal, near.distance(view, unit, target))
    for base in perfect:
        arms = (*arms, *(replace(one, perfect=True) for one in shots(view, (base,), 0.0)[:1]))
    return Attack(
        unit, target, "shot", arms, aimed=data.aimed, indirect=over, halved=data.halved, reply=bool(data.reaction_at)
    )


def targets(view: State, data: ShootData) -> tuple[str, ...]:
    """The enemies that may be shot at now, with dice or with a Perfect Shot alone (USB-R13, USB-R14, USB-S26)."""
    unit = data.unit
    if not armed(view, unit):
        return ()
    found = [e for e in facts.enemies(view, unit) if near.may_target(view, unit, e, "shoot") is None]
    paid = points.power(view, unit) > 0
    return tuple(e for e in found if attack(view, data, e).arms or (paid and _sees(view, data, e)))


def _sees(view: State, data: ShootData, target: str) -> bool:
    return any(b in armed(view, data.unit) for b in sight.seers(view, data.unit, target))


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
            return Choice(row, name, note=T("beyond range: by a Perfect Shot alone"))
        note = T("{wounds} wounds on average", wounds=f"{expected(view, data, row):.1f}")
        over = T("{note}, over others", note=note) if indirect(view, data.unit, row) else note
        return Choice(row, name, note=over)

    def usual(self, view: State, decision: Decision, things: Sequence[Choice]) -> str:
        """Where most wounds are to be expected, the first of equals."""
        data = _data(decision)
        return max(things, key=lambda c: round(expected(view, data, c.id), 9)).id

    def exits(self, view: State, decision: Decision) -> tuple[Exit, ...]:
        """Not to shoot; smoke in place of it (USB-SPC-11)."""
        smoke = facts.spec(view, decision.args["unit"], "smoke")
        return (Exit(HOLD, T("Do not shoot")), *((Exit(LAY, T("Lay smoke instead")),) if smoke else ()))

    def asked(self, view: State, decision: Decision) -> Asked:
        """Lay out the targets; who has none may still lay smoke."""
        if self.rows(view, decision):
            return super().asked(view, decision)
        exits = self.exits(view, decision)
        return Asked(PickSpace(()), Reply(exit=HOLD), exits)

    def forecast(self, view: State, decision: Decision, answer: Answer) -> Forecast | None:
        """How many wounds, exactly."""
        if not isinstance(answer, PickAnswer) or answer.ids[0] not in self.rows(view, decision):
            return None
        return forecast(view, _data(decision), answer.ids[0])


def forecast(view: State, data: ShootData, target: str) -> Forecast:
    """The odds of a shot (wounds)."""
    shot = attack(view, data, target)
    sums = tuple(needs.hit_need(view, shot, arm) for arm in shot.arms)
    return Forecast((replace(spread_row(T("Wounds"), volley.spread(view, shot)), sums=sums),))


def _data(decision: Decision) -> ShootData:
    return ShootData(decision.args["unit"], decision.args["aimed"], halved=decision.args["halved"])


class PerfectQuestion(OneOf):
    """How many Perfect Shots are bought (USB-PWR-06)."""

    def __init__(self) -> None:
        super().__init__(PART, drafted=True)

    def choices(self, view: State, decision: Decision) -> tuple[Choice, ...]:
        """None, where there is anything to shoot without; or so many, for the models that gain most."""
        least = 0 if decision.args["arms"] else 1
        most = min(decision.args["power"], len(decision.args["models"]))
        return tuple(Choice(str(n), _perfect(n)) for n in range(least, most + 1))


def _perfect(n: int) -> Text:
    return TN("{n} Perfect Shot", "{n} Perfect Shots", n) if n else T("No Perfect Shot")


TARGET, PERFECT = Posed("shoot_at", TargetQuestion("targets")), Posed("perfect_shot", PerfectQuestion())


@SHOOT.step
def _begin(run: Run, data: ShootData, got: Any) -> Outcome:
    """A reaction goes at the charger; else a target is chosen, where there is any."""
    state, unit = run.state, data.unit
    if data.reaction_at:
        shot = attack(state, data, data.reaction_at)
        return Goto("fire", replace(data, target=data.reaction_at)) if shot.arms else Done()
    if not targets(state, data) and not facts.spec(state, unit, "smoke"):
        return Done()
    side, message = state.units[unit].side, T("{unit} may shoot: at whom?", unit=Thing(unit))
    args = {"unit": unit, "aimed": data.aimed, "halved": data.halved}
    return TARGET.ask(side, message, args, ("USB-SHT-05", "USB-SHT-06"), then="chosen", data=data)


@SHOOT.step
def _chosen(run: Run, data: ShootData, got: Reply) -> Outcome:
    if got.exit == LAY:
        return SMOKE.call(SmokeData(data.unit), "laid", data)
    if got.exit:
        return Done()
    target = picked(got)
    data = replace(data, target=target)
    begins_attack(run, data.unit)
    if facts.own(run.state, target).formation == "hidden":  # tested before anything else is paid for
        return HIDDEN.call(HiddenData(data.unit, target), "tested", data)
    return Goto("perfect", data)


@SHOOT.step
def _laid(run: Run, data: ShootData, got: Any) -> Outcome:
    return Done()


@SHOOT.step
def _tested(run: Run, data: ShootData, got: Found) -> Outcome:
    """A failed test loses the shot, and no other target may be chosen (USB-R12)."""
    return Goto("perfect", data) if got.passed else Done()


@SHOOT.named("perfect")
def _ask_perfect(run: Run, data: ShootData, got: Any) -> Outcome:
    """Perfect Shots are paid for before the dice, where they would change anything (USB-R52)."""
    state = run.state
    power, shot = points.power(state, data.unit), attack(state, data, data.target)
    models = improved(state, data) if power else ()
    if not models:
        return Goto("fire", data)
    hero = points.hero_unit(state, data.unit)
    message = T("{hero} ({n} PP): buy Perfect Shots?", hero=Thing(hero), n=power)
    args = {"unit": data.unit, "models": list(models), "arms": bool(shot.arms), "power": power}
    side, clauses = state.units[data.unit].side, ("USB-PWR-06", "USB-R52")
    return PERFECT.ask(side, message, args, clauses, then="bought", data=data)


def improved(view: State, data: ShootData) -> tuple[str, ...]:
    """The models that see the target and would gain by a Perfect Shot, those who gain most first."""
    gains = []
    for base in sight.seers(view, data.unit, data.target):
        if base not in armed(view, data.unit):
            continue
        plain = shots(view, (base,), near.distance(view, data.unit, data.target))[:1]
        perfect = tuple(replace(one, perfect=True) for one in shots(view, (base,), 0.0)[:1])
        gain = _mean(view, data, perfect) - _mean(view, data, plain)
        if gain > 1e-9:
            gains.append((-gain, base))
    return tuple(base for _, base in sorted(gains))


def _mean(view: State, data: ShootData, arms: tuple[Arm, ...]) -> float:
    if not arms:
        return 0.0
    return volley.spread(view, Attack(data.unit, data.target, "shot", arms, aimed=data.aimed)).mean


@SHOOT.step
def _bought(run: Run, data: ShootData, got: Reply) -> Outcome:
    n = int(got.parts[PART])
    if not n:
        return Goto("fire", data)
    models = improved(run.state, data)[:n]
    points.spend(run, points.hero_unit(run.state, data.unit), n, _perfect(n), "USB-PWR-06", "perfect_shot")
    return Goto("fire", replace(data, perfect=models))


@SHOOT.step
def _fire(run: Run, data: ShootData, got: Any) -> Outcome:
    shot = attack(run.state, data, data.target, data.perfect)
    text = T("{unit} shoots at {target}", unit=Thing(data.unit), target=Thing(data.target))
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
        return Call("usb.morale", {"units": (data.target,)}, "over", data)
    for one in facts.company(run.state, data.unit):
        tired = changes.unit(run.state, one, fatigue=facts.own(run.state, one).fatigue + 1)
        run.tell(one, "fatigue", "status", None, ("USB-R23",), *tired)
    return Done()


@SHOOT.step
def _over(run: Run, data: ShootData, got: Any) -> Outcome:
    return Done()
