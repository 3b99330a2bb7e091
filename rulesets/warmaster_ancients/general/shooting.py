"""Shooting: who shoots first, at whom where there is a choice.

WMA-SHT-01 to -05, WMA-S16. Rows 14 and 15 of the player decisions.
"""

from __future__ import annotations

import msgspec

from game.engine.decision import Aim, Decision, OptionAnswer, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Text, Thing
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.general.charges import Prizes, lost_points, unit_worth
from rulesets.warmaster_ancients.general.field import field_of
from rulesets.warmaster_ancients.shoot import shot_odds, shot_plans
from rulesets.warmaster_ancients.shoot.shot_odds import VolleyOdds

CONFUSED, DRIVEN = 6.0, 0.35
"""Points for confusing a unit, and for a cm that it is driven back."""


class Shot(msgspec.Struct, frozen=True):
    """A volley to be fired: who at whom, its points."""

    unit: str
    mark: str
    points: float


def volley_points(view: State, target: str, found: VolleyOdds, prizes: Prizes) -> float:
    """Points that a volley is likely to gain."""
    kind, left = profile(view, target), len(facts.stands(view, target))
    now = unit_worth(view, target, left, prizes)
    points = lost_points(view, target, found.stands, prizes) + found.far * now * 0.7
    points += found.casualties.mean * now / max(left * kind.hits, 1) * 0.3
    return points + CONFUSED * found.confused + DRIVEN * found.distance.mean


def best_shot(view: State, side: str) -> Shot | None:
    """The volley that gains most, or None where nobody can shoot."""
    taken = shot_odds.taken_so_far(view)
    prizes = field_of(view, side).prizes
    shots = []
    for unit in shot_plans.ready(view, side):
        for plan in shot_plans.plans(view, unit):
            if plan.idle:
                continue
            found = shot_odds.volley_odds(view, unit, plan.aims(), taken=taken)
            shots.append(Shot(unit, plan.nearest, sum(volley_points(view, t, o, prizes) for t, o in found.items())))
    return max(shots, key=lambda s: round(s.points, 6), default=None)


def answer(shot: Shot) -> tuple[TargetsAnswer, Text]:
    """The answer that fires a volley, and why."""
    why = T("{unit}: the best shot, at {target}", unit=Thing(shot.unit), target=Thing(shot.mark))
    return TargetsAnswer((Aim(shot.unit, "volley", shot.mark),)), why


def switch(view: State, decision: Decision) -> tuple[OptionAnswer, Text]:
    """Stands that do not see the nearest enemy shoot at what each can harm most."""
    unit, nearest = decision.args["unit"], decision.args["nearest"]
    plan = shot_plans.plan(view, unit, nearest)
    prizes = field_of(view, decision.side).prizes
    parts = {}
    for stand, targets in plan.free.items():
        parts[stand] = max(
            targets,
            key=lambda t: round(volley_points(view, t, shot_odds.volley_odds(view, unit, ((stand, t),))[t], prizes), 6),
        )
    return OptionAnswer(parts), T("no stand that can shoot holds its fire")
