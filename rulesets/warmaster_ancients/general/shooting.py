"""Shooting: who shoots first, at whom where there is a choice.

WMA-SHT-01 to -05, WMA-S16. Rows 14 and 15 of the player decisions.
"""

from __future__ import annotations

from game.bots.seat import Choice, Seat
from game.engine.decision import Aim, OptionAnswer, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Thing
from game.kit.general.shell import said
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.general.charges import Prizes, lost_points, unit_worth
from rulesets.warmaster_ancients.general.field import field_of
from rulesets.warmaster_ancients.general.moves import first_best
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.shoot import shot_odds, shot_plans
from rulesets.warmaster_ancients.shoot.shot_odds import VolleyOdds

CONFUSED, DRIVEN = 6.0, 0.35
"""Points for confusing a unit, and for a cm that it is driven back."""


def volley_points(view: State, target: str, found: VolleyOdds, prizes: Prizes) -> float:
    """Points that a volley is likely to gain."""
    kind, left = profile(view, target), len(facts.stands(view, target))
    now = unit_worth(view, target, left, prizes)
    points = lost_points(view, target, found.stands, prizes) + found.far * now * 0.7
    points += found.casualties.mean * now / max(left * kind.hits, 1) * 0.3
    return points + CONFUSED * found.confused + DRIVEN * found.distance.mean


def shoot(seat: Seat, temper: Temper) -> Choice | None:
    """The volley that gains most; none where nobody can shoot."""
    view = seat.view
    taken = shot_odds.taken_so_far(view)
    prizes = field_of(view, seat.side).prizes
    ready = shot_plans.ready(view, seat.side)
    plans = [(unit, plan) for unit in ready for plan in shot_plans.plans(view, unit) if not plan.idle]
    volleys = [shot_odds.volley_odds(view, unit, plan.aims(), taken=taken) for unit, plan in plans]
    if not plans:
        return None
    points = [sum(volley_points(view, t, o, prizes) for t, o in found.items()) for found in volleys]
    unit, plan = plans[first_best(points)]
    why = T("{unit}: the best shot, at {target}", unit=Thing(unit), target=Thing(plan.nearest))
    return said(TargetsAnswer((Aim(unit, "volley", plan.nearest),)), why)


def switch(seat: Seat, temper: Temper) -> Choice:
    """Stands that do not see the nearest enemy shoot at what each can harm most."""
    view, unit = seat.view, seat.decision.args["unit"]
    prizes = field_of(view, seat.side).prizes

    def points(stand: str, target: str) -> float:
        found = shot_odds.volley_odds(view, unit, ((stand, target),))
        return round(volley_points(view, target, found[target], prizes), 6)

    plan = shot_plans.plan(view, unit, seat.decision.args["nearest"])
    parts = {stand: max(targets, key=lambda t: points(stand, t)) for stand, targets in plan.free.items()}
    return said(OptionAnswer(parts), T("no stand that can shoot holds its fire"))
