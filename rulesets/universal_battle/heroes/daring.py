"""Daring Attack: a model attacks again, for a Power Point (USB-PWR-05, USB-R52, USB-R72)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.engine.decision import Choice, Decision, Exit, Reply
from game.engine.declared import FrameOf, Posed
from game.engine.flow import Outcome, Run
from game.engine.state import State
from game.engine.text import T, Thing, Word
from game.kit.which_next import WhichNext, picked
from rulesets.universal_battle.army.items import item
from rulesets.universal_battle.attack import volley
from rulesets.universal_battle.attack.arms import Arm, Attack
from rulesets.universal_battle.attack.hidden import barred_hero
from rulesets.universal_battle.attack.volley import Daring, DaringData
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.heroes import points
from rulesets.universal_battle.measures import SLACK

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


class DaringQuestion(WhichNext):
    """Who attacks again, if anybody."""

    def choice(self, view: State, decision: Decision, row: Any) -> Choice:
        """A model with a weapon, and what to expect of it."""
        base, weapon = row.split()
        label = T("{model}: another attack with {weapon}", model=Thing(base), weapon=Word(item(weapon).name))
        return Choice(row, label, note=T("{wounds} wounds on average", wounds=round(decision.args["means"][row], 2)))


DARING_QUESTION = Posed("daring", DaringQuestion("arms", exits=(Exit("enough", T("It is enough")),), at_will=True))


@DARING.step
def _begin(run: Run, data: DaringData, got: Any) -> Outcome:
    """Asked as long as there is a point to spend and anything left of who is struck."""
    state, attack = run.state, data.attack
    power, rows = points.power(state, attack.unit), again(state, attack)
    left = facts.strength(state, attack.target)
    if attack.kind == "duel":
        left = facts.standfast(state.bases[facts.hero_base(state, attack.target)])
    if not power or data.wounds >= left or not rows:
        return DARING.done(Daring())
    hero, side = points.hero_unit(state, attack.unit), state.units[attack.unit].side
    words = {"hero": Thing(hero), "n": power, "wounds": data.wounds}
    message = T("{hero} ({n} PP): a Daring Attack? Wounds so far: {wounds}", **words)
    once = {row: replace(attack, arms=(arm,), autos=()) for row, arm in rows.items()}
    means = {row: volley.spread(state, one).mean for row, one in once.items()}
    args = {"arms": [*rows], "means": means}
    return DARING_QUESTION.ask(side, message, args, ("USB-PWR-05", "USB-R52"), then="chosen", data=data)


@DARING.step
def _chosen(run: Run, data: DaringData, got: Reply) -> Outcome:
    if got.exit:
        return DARING.done(Daring())
    arm, hero = again(run.state, data.attack)[picked(got)], points.hero_unit(run.state, data.attack.unit)
    points.spend(run, hero, 1, T("a Daring Attack of {model}", model=Thing(arm.models[0])), "USB-PWR-05", "daring")
    return DARING.done(Daring((arm,)))
