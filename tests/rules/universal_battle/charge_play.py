"""Charges played up to contact: the melee is told of, and not fought."""

from __future__ import annotations

import copy
from typing import Any

from game.engine.decision import Course, MoveAnswer
from game.engine.dice import ScriptedDice
from game.engine.flow import Done, Outcome, Run
from game.engine.session import Session
from game.engine.state import State
from game.engine.text import T
from rulesets.universal_battle.attack.arms import Attack, shots
from rulesets.universal_battle.attack.losses import LOSSES, LossesData
from rulesets.universal_battle.attack.volley import VOLLEY, Damage, VolleyData
from rulesets.universal_battle.charge.charges import CHARGE, ChargeData
from rulesets.universal_battle.field import facts, near
from rulesets.universal_battle.system import RULESET
from tests.rules.universal_battle.table import Play


def _melee(run: Run, data: Any, got: Any) -> Outcome:
    """The melee that a charge leads to is noted."""
    run.emit("melee", "flow", None, data=dict(data))
    return Done()


def _shoot(run: Run, data: Any, got: Any) -> Outcome:
    """A reaction shot, without what else shooting knows."""
    unit, charger = data["unit"], data["reaction_at"]
    models = [b.id for b in facts.models(run.state, unit)]
    arms = shots(run.state, models, near.distance(run.state, unit, charger))
    return VOLLEY.call(VolleyData(Attack(unit, charger, "shot", arms)), "hit", data)


def _hit(run: Run, data: Any, got: Damage) -> Outcome:
    return LOSSES.call(LossesData(data["reaction_at"], got.wounds, T("shots"), source=data["unit"]), "lost", data)


def _lost(run: Run, data: Any, got: Any) -> Outcome:
    return Done()


def _told() -> Any:
    ruleset = copy.copy(RULESET)
    gone = [key for key in RULESET.steps if key[0] in ("usb.melee", "usb.shoot")]
    kept = {key: fn for key, fn in RULESET.steps.items() if key not in gone}
    told = {"begin": _shoot, "hit": _hit, "lost": _lost}
    ruleset.steps = {**kept, ("usb.melee", "begin"): _melee, **{("usb.shoot", name): fn for name, fn in told.items()}}
    ruleset.frames = {**RULESET.frames, "usb.melee": None, "usb.shoot": None}
    return ruleset


TOLD = _told()


class Charge(Play):
    """The charge of a unit at another."""

    def __init__(self, state: State, unit: str, target: str, *dice: int, courses: tuple[Course, ...] = ()) -> None:
        self.dice = ScriptedDice(list(dice))
        frame = CHARGE.at(data=ChargeData(unit, target, courses))
        self.session = Session.from_state(TOLD, state, frame, self.dice)

    def react(self, mode: str, *courses: Course) -> Charge:
        """Answer the question for a reaction."""
        self.answer(MoveAnswer(self.asked.args["unit"], mode, "", courses))
        return self

    @property
    def melee(self) -> dict[str, Any]:
        """What the melee is told, empty if there is none."""
        return next((e.data for e in self.events if e.type == "melee"), {})

    @property
    def types(self) -> list[str]:
        """What has happened."""
        return [e.type for e in self.events]
