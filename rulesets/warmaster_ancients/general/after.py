"""After a round: winners stay, fall back, pursue or advance by expectation; then units reform.

WMA-RES-10 to -14, WMA-S28 to -S31. Rows 21, 23 and 24 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from game.bots.seat import Choice, Seat
from game.engine.decision import Course, MoveAnswer, OptionAnswer, OptionSpace, PlaceAnswer, Standing
from game.engine.text import T, Thing
from game.geometry.steps import Advance
from game.kit.general.shell import left, said
from rulesets.warmaster_ancients.field import facts, scene
from rulesets.warmaster_ancients.fight import advance as advancing
from rulesets.warmaster_ancients.fight import after_round, odds
from rulesets.warmaster_ancients.fight import reform as reforming
from rulesets.warmaster_ancients.fight.after_round import ADVANCE, FALL_BACK, PURSUE, STAY
from rulesets.warmaster_ancients.general.charges import combat_points
from rulesets.warmaster_ancients.general.field import Block, Troop
from rulesets.warmaster_ancients.general.moves import Mind, first_best, mind_of
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.move import forced

BACK_MM = 50.0
GAINS = 2.0
"""Points that an advance or a reform must better the place by."""


Weights = tuple[tuple[float, float], tuple[float, float], float, float]
PLACED: Weights = ((1.0, 0.35), (0.5, 1.0), 0.0, 1.0)
REFORMED: Weights = ((1.0, 0.5), (0.6, 1.2), 0.5, 0.0)
"""What counts where the fighting is over: exposure and opening where the enemy's turn comes next and where one's own
does, one's shooting, and places held.
"""


def _points(
    mind: Mind, troop: Troop, blocks: Sequence[Block], weights: Weights = PLACED, fought: Sequence[str] = ()
) -> list[float]:
    """Points of standing at some places when the fighting is over.

    ``fought`` are enemies that will be fought before that: of them no danger is feared, and no further gain hoped.
    """
    exposure, opening, shots, held = weights
    following = 0 if mind.field.theirs_next else 1
    outlook = mind.outlook(troop, blocks, fought)
    points = -mind.temper.exposure * exposure[following] * outlook.exposure + shots * outlook.shots
    if not fought:
        points += mind.temper.opening * opening[following] * outlook.opening
    return [float(p) + held * mind.held(block) for p, block in zip(points, blocks, strict=True)]


def after(seat: Seat, temper: Temper) -> Choice:
    """Stay, fall back, pursue or announce an advance."""
    mind = mind_of(seat, temper)
    at = msgspec.convert(seat.decision.args, after_round.Standing)
    unit = at.unit
    view = mind.field.view
    space = seat.asked.space
    assert isinstance(space, OptionSpace)
    free = [c.id for c in space.parts[unit] if c.bar is None]
    if ADVANCE in free:
        return said(OptionAnswer({unit: ADVANCE}), T("{unit}: look for a new enemy", unit=Thing(unit)))
    troop = mind.field.troops[unit]
    best, chosen, why = 0.0, STAY, T("{unit}: stay in order after the victory", unit=Thing(unit))
    here = _points(mind, troop, [troop.block])[0]
    for option in free:
        points, least, reason = -math.inf, 0.0, why
        if option.startswith(PURSUE):
            enemy = option.removeprefix(PURSUE)
            points, least = _pursuit_points(mind, at, troop, enemy) - here, mind.temper.pursuit
            reason = T("pursuing {enemy} promises more than it risks", enemy=Thing(enemy))
        elif option == FALL_BACK and troop.shoots and len(at.way) == 2:
            ends = forced.shifted(view, unit, (at.way[0], at.way[1]), BACK_MM)
            points, least = _points(mind, troop, [troop.at(ends)])[0] - here, GAINS
            reason = T("{unit}: fall back out of reach", unit=Thing(unit))
        if points > max(best, least):
            best, chosen, why = points, option, reason
    return said(OptionAnswer({unit: chosen}), why)


def _pursuit_points(mind: Mind, at: after_round.Standing, troop: Troop, enemy: str) -> float:
    view = mind.field.view
    beaten = at.beaten[enemy]
    found = after_round.pursuit(view, at.unit, enemy, (beaten.dx, beaten.dy))
    if found.refusal is not None:
        return -math.inf
    met = after_round.ties_made(view, at.unit, found, beaten.distance)
    round_two = odds.pursuit_odds(view, at.unit, found.ends, met)
    stake = combat_points(scene.what_if(view, found.ends), round_two, mind.field, chase=False)
    return stake.gain(mind.temper.own_loss) + _points(mind, troop, [troop.at(found.ends)], fought=found.touched)[0]


# --- advances ----------------------------------------------------------------------------------------------------


def advance(seat: Seat, temper: Temper) -> Choice:
    """Charge on, go ahead, or stay."""
    mind = mind_of(seat, temper)
    unit, reach = seat.decision.args["unit"], float(seat.decision.args["reach"])
    view, troop = mind.field.view, mind.field.troops[unit]
    here = _points(mind, troop, [troop.block])[0]
    best, stay = mind.temper.venture, said(MoveAnswer(unit, "hold"), T("{unit}: stay in place", unit=Thing(unit)))
    chosen = stay
    for place in advancing.advance_targets(view, unit, reach):
        if place.refusal is not None:
            continue
        there = odds.charged_view(view, unit, place.ends, how="advance")
        found = odds.charge_odds(view, unit, place.target, place.ends, how="advance")
        points = combat_points(there, found, mind.field).gain(temper.own_loss) - here
        if points > best:
            percent, into = round(100 * found.win), Thing(place.target)
            why = T("the advance carries on into {target}: {percent} % to win", target=into, percent=percent)
            best, chosen = points, said(MoveAnswer(unit, "charge", place.target), why)
    free = advancing.plain_advance(view, unit, reach).most
    ways = [mm for mm in (free, round(free / 2.0, 3)) if mm > 1.0]
    if chosen is not stay or not ways:
        return chosen
    ahead = _points(mind, troop, [troop.at(advancing.advanced(view, unit, mm)) for mm in ways])
    k = first_best(ahead)
    if ahead[k] - here <= GAINS:
        return stay
    course = Course(unit, (Advance(ways[k]),))
    return said(MoveAnswer(unit, "advance", courses=(course,)), T("the ground ahead is better"))


# --- reforming ---------------------------------------------------------------------------------------------------


def reform(seat: Seat, temper: Temper) -> Choice:
    """The first unit that stands better reformed: in line, facing whom it fears or hopes for."""
    mind = mind_of(seat, temper)
    view = mind.field.view
    for unit in seat.decision.args["units"]:
        troop = mind.field.troops[unit]
        made = [r for r in reforming.reforms(view, unit) if not reforming.unchanged(view, unit, r)]
        if not made:
            continue
        blocks = [troop.block, *(troop.at(r.ends) for r in made)]
        values = _points(mind, troop, blocks, REFORMED)
        now = "line" if troop.stands == 1 else facts.formation(view, unit)
        values[0] -= 0.0 if now in ("line", "column") else 8.0
        values[1:] = [v - (0.0 if r.formation == "line" else 2.0) for v, r in zip(values[1:], made, strict=True)]
        k = first_best(values)
        if k and values[k] > values[0] + 0.5:
            why = T("{unit}: turn in good order to face the enemy", unit=Thing(unit))
            return said(PlaceAnswer((Standing(unit, made[k - 1].ends, made[k - 1].formation),)), why)
    return left("done", T("the units stand in order"))
