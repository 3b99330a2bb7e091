"""After a round: winners stay, fall back, pursue or advance by expectation; then units reform.

WMA-RES-10 to -14, WMA-S28 to -S31. Rows 21, 23 and 24 of the player decisions.
"""

from __future__ import annotations

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
from rulesets.warmaster_ancients.general.field import Block, Troop, block_of
from rulesets.warmaster_ancients.general.moves import Mind, first_best, mind_of
from rulesets.warmaster_ancients.general.temper import Temper
from rulesets.warmaster_ancients.general.threats import Outlook
from rulesets.warmaster_ancients.move import forced

BACK_MM = 50.0
GAINS = 2.0
"""Points that an advance or a reform must better the place by."""


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
    here = _place_points(mind, troop, [troop.block])[0]
    for option in free:
        if option.startswith(PURSUE):
            enemy = option.removeprefix(PURSUE)
            points = _pursuit_points(mind, at, troop, enemy) - here
            if points > max(best, mind.temper.pursuit):
                best, chosen = points, option
                why = T("pursuing {enemy} promises more than it risks", enemy=Thing(enemy))
        elif option == FALL_BACK and troop.shoots and len(at.way) == 2:
            ends = forced.shifted(view, unit, (at.way[0], at.way[1]), BACK_MM)
            points = _place_points(mind, troop, [block_of(troop.kind, list(ends.values()))])[0] - here
            if points > max(best, GAINS):
                best, chosen = points, FALL_BACK
                why = T("{unit}: fall back out of reach", unit=Thing(unit))
    return said(OptionAnswer({unit: chosen}), why)


def _pursuit_points(mind: Mind, at: after_round.Standing, troop: Troop, enemy: str) -> float:
    view = mind.field.view
    beaten = at.beaten[enemy]
    found = after_round.pursuit(view, at.unit, enemy, (beaten.dx, beaten.dy))
    if found.refusal is not None:
        return -1e6
    met = after_round.ties_made(view, at.unit, found, beaten.distance)
    round_two = odds.pursuit_odds(view, at.unit, found.ends, met)
    there = scene.what_if(view, found.ends)
    stake = combat_points(there, round_two, mind.field.side, mind.field.prizes, chase=False)
    block = block_of(troop.kind, list(found.ends.values()))
    return stake.gain(mind.temper.own_loss) + _place_points(mind, troop, [block], found.touched)[0]


def _place_points(mind: Mind, troop: Troop, blocks: list[Block], fought: Sequence[str] = ()) -> list[float]:
    """Points of standing at some places when the fighting is over: the enemy's reach, one's own, a place held.

    ``fought`` are enemies that will be fought before that: of them no danger is feared, and no further gain hoped.
    """
    outlook = mind.watch.outlook(troop, blocks, fought)
    theirs_next = mind.field.theirs_next
    weight = mind.temper.exposure * (1.0 if theirs_next else 0.35)
    found = []
    for k, block in enumerate(blocks):
        points = -weight * float(outlook.exposure[k])
        if not fought:
            points += mind.temper.opening * (0.5 if theirs_next else 1.0) * float(outlook.opening[k])
        found.append(points + mind.held(troop, block))
    return found


# --- advances ----------------------------------------------------------------------------------------------------


def advance(seat: Seat, temper: Temper) -> Choice:
    """Charge on, go ahead, or stay."""
    mind = mind_of(seat, temper)
    unit, reach = seat.decision.args["unit"], float(seat.decision.args["reach"])
    view, troop = mind.field.view, mind.field.troops[unit]
    here = _place_points(mind, troop, [troop.block])[0]
    best = mind.temper.venture
    answer = MoveAnswer(unit, "hold")
    why = T("{unit}: stay in place", unit=Thing(unit))
    for place in advancing.advance_targets(view, unit, reach):
        if place.refusal is not None:
            continue
        there = odds.charged_view(view, unit, place.ends, how="advance")
        found = odds.charge_odds(view, unit, place.target, place.ends, how="advance")
        points = combat_points(there, found, mind.field.side, mind.field.prizes).gain(temper.own_loss) - here
        if points > best:
            best, answer = points, MoveAnswer(unit, "charge", place.target)
            percent, into = round(100 * found.win), Thing(place.target)
            why = T("the advance carries on into {target}: {percent} % to win", target=into, percent=percent)
    if answer.mode == "charge":
        return said(answer, why)
    free = advancing.plain_advance(view, unit, reach).most
    ways = [mm for mm in (free, round(free / 2.0, 3)) if mm > 1.0]
    if not ways:
        return said(answer, why)
    blocks = [block_of(troop.kind, list(advancing.advanced(view, unit, mm).values())) for mm in ways]
    points_there = _place_points(mind, troop, blocks)
    k = first_best(points_there)
    if points_there[k] - here > GAINS:
        ahead = Course(unit, (Advance(ways[k]),))
        return said(MoveAnswer(unit, "advance", courses=(ahead,)), T("the ground ahead is better"))
    return said(answer, why)


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
        blocks = [troop.block, *(block_of(troop.kind, list(r.ends.values())) for r in made)]
        outlook = mind.watch.outlook(troop, blocks)
        values = [_order_points(mind, troop, outlook, k) for k in range(len(blocks))]
        now = "line" if troop.stands == 1 else facts.formation(view, unit)
        values[0] += 0.0 if now in ("line", "column") else -8.0
        for k, r in enumerate(made, 1):
            values[k] += 0.0 if r.formation == "line" else -2.0
        k = first_best(values)
        if k and values[k] > values[0] + 0.5:
            why = T("{unit}: turn in good order to face the enemy", unit=Thing(unit))
            return said(PlaceAnswer((Standing(unit, made[k - 1].ends, made[k - 1].formation),)), why)
    return left("done", T("the units stand in order"))


def _order_points(mind: Mind, troop: Troop, outlook: Outlook, k: int) -> float:
    theirs_next = mind.field.theirs_next
    points = -mind.temper.exposure * float(outlook.exposure[k]) * (1.0 if theirs_next else 0.5)
    points += mind.temper.opening * float(outlook.opening[k]) * (0.6 if theirs_next else 1.2)
    return points + 0.5 * float(outlook.shots[k])
