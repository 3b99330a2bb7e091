"""The shooting and melee phases: volleys and blows where they gain most, and after a round the best way to go on.

WMA-SHT-01 to -05, WMA-RES-10 to -14, WMA-S16, WMA-S21, WMA-S23, WMA-S28 to -S31, WMA-S42. Rows 14, 15, 18 to 24, 26
and 27 of the player decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice, product

import msgspec

from game.bots.seat import Choice, Seat
from game.engine import decision as ask
from game.engine.text import T, Thing
from game.geometry.steps import Advance
from game.kit.general.shell import left, said
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field import facts, scene, status
from rulesets.warmaster_ancients.fight import advance as advancing
from rulesets.warmaster_ancients.fight import after_round, fights, odds
from rulesets.warmaster_ancients.fight import reform as reforming
from rulesets.warmaster_ancients.fight.after_round import ADVANCE, FALL_BACK, PURSUE, STAY
from rulesets.warmaster_ancients.general.duels import (
    charge_clash,
    combat_points,
    lost_points,
    standing_points,
    unit_worth,
)
from rulesets.warmaster_ancients.general.field import Block, Field, Troop, field_of
from rulesets.warmaster_ancients.general.moves import Mind, first_best, mind_of
from rulesets.warmaster_ancients.general.plan import Temper
from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.shoot import shooting, volley

CONFUSED, DRIVEN = 6.0, 0.35
"""Points for confusing a unit, and for a cm that it is driven back."""
DIRECTIONS = 5
"""Ways of directing blows that are compared."""
BACK_MM = 50.0
GAINS = 2.0
"""Points that an advance or a reform must better the place by."""
Weights = tuple[tuple[float, float], tuple[float, float], float, float]
PLACED: Weights = ((1.0, 0.35), (0.5, 1.0), 0.0, 1.0)
REFORMED: Weights = ((1.0, 0.5), (0.6, 1.2), 0.5, 0.0)
"""What counts where the fighting is over: exposure and opening where the enemy's turn comes next and where one's own
does, one's shooting, and places held.
"""


def _volley_points(field: Field, target: str, found: volley.VolleyOdds) -> float:
    """Points that a volley is likely to gain."""
    kind, stands = profile(field.view, target), len(facts.stands(field.view, target))
    now = unit_worth(field.view, target, stands, field)
    points = lost_points(field.view, target, found.stands, field) + found.far * now * 0.7
    points += found.casualties.mean * now / max(stands * kind.hits, 1) * 0.3
    return points + CONFUSED * found.confused + DRIVEN * found.distance.mean


def shoot(seat: Seat, temper: Temper) -> Choice | None:
    """The volley that gains most; none where nobody can shoot."""
    view, field = seat.view, field_of(seat.view, seat.side)
    taken = volley.taken_so_far(view)
    ready = shooting.ready(view, seat.side)
    plans = [plan for unit in ready for plan in shooting.plans(view, unit) if not plan.idle]
    if not plans:
        return None
    volleys = [volley.volley_odds(view, plan.unit, plan.aims(), taken=taken) for plan in plans]
    best = plans[first_best([sum(_volley_points(field, t, o) for t, o in found.items()) for found in volleys])]
    why = T("{unit}: the best shot, at {target}", unit=Thing(best.unit), target=Thing(best.nearest))
    return said(ask.TargetsAnswer((ask.Aim(best.unit, "volley", best.nearest),)), why)


def switch(seat: Seat, temper: Temper) -> Choice:
    """Stands that do not see the nearest enemy shoot at what each can harm most."""
    view, unit, field = seat.view, seat.decision.args["unit"], field_of(seat.view, seat.side)

    def best(stand: str, targets: Sequence[str]) -> str:
        volleys = [volley.volley_odds(view, unit, ((stand, target),)) for target in targets]
        points = [_volley_points(field, t, found[t]) for t, found in zip(targets, volleys, strict=True)]
        return targets[first_best(points)]

    plan = shooting.plan(view, unit, seat.decision.args["nearest"])
    parts = {stand: best(stand, targets) for stand, targets in plan.free.items()}
    return said(ask.OptionAnswer(parts), T("no stand that can shoot holds its fire"))


def combat(seat: Seat, temper: Temper) -> Choice | None:
    """The combat with the largest expected win first."""
    field = field_of(seat.view, seat.side)
    free = [thing.id for thing in getattr(seat.asked.space, "things", ()) if thing.bar is None]
    if not free:
        return None
    points = [standing_points(seat.view, unit, field).gain(temper.own_loss) for unit in free]
    unit = free[first_best(points)]
    return said(ask.PickAnswer((unit,)), T("the combat of {unit} promises most", unit=Thing(unit)))


def direct(seat: Seat, temper: Temper) -> Choice:
    """Blows where they gain most: the default, all at one enemy where possible, and single changes are compared."""
    view, space, default, args = seat.view, seat.asked.space, seat.asked.default.parts, seat.decision.args
    assert isinstance(space, ask.OptionSpace)
    sides = fights.parted(view, dict.fromkeys(u for pair in args["pairs"] for u in pair), seat.side)
    number = int(args["number"])
    ways = list(islice(_directions(space, default), DIRECTIONS))
    found = [odds.combat_odds(view, *sides, number, parts) for parts in ways]
    field = field_of(view, seat.side)
    points = [combat_points(view, f, field, chase=number == 1).gain(temper.own_loss) for f in found]
    return said(ask.OptionAnswer(ways[first_best(points)]), T("the attacks that gain most"))


def _directions(space: ask.OptionSpace, default: dict[str, str]) -> Iterator[dict[str, str]]:
    yield default
    open_to = {part: [c.id for c in choices if c.bar is None] for part, choices in space.parts.items()}
    for enemy in dict.fromkeys(e for ids in open_to.values() for e in ids):
        yield {part: enemy if enemy in ids else default[part] for part, ids in open_to.items()}
    for combo in product(*open_to.values()):
        yield dict(zip(open_to, combo, strict=True))


def distance(seat: Seat, temper: Temper) -> Choice | None:
    """How far to withdraw: those who would be charged and had better not go far, the others stay in reach."""
    space, unit = seat.asked.space, seat.decision.args["unit"]
    field = field_of(seat.view, seat.side)
    troop = field.troops.get(unit)
    if troop is None or not isinstance(space, ask.AllocateSpace):
        return None
    foes = [field.troops[e] for e in facts.engaged_enemies(seat.view, unit) if e in field.troops]
    foes = foes or [foe for foe, _ in field.nearest(unit)[:1]]
    feared = max((charge_clash(f, troop, "front").gain() for f in foes), default=0.0)
    hoped = max((charge_clash(troop, f, "front").gain(temper.own_loss) for f in foes), default=0.0)
    if (troop.shoots and troop.foot) or (field.theirs_next and feared > hoped):
        return said(
            ask.AllocateAnswer({unit: space.boxes[0].most}), T("{unit}: go as far as possible", unit=Thing(unit))
        )
    return said(ask.AllocateAnswer({unit: 1}), T("{unit}: stay within reach of the enemy", unit=Thing(unit)))


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
    assert isinstance(space, ask.OptionSpace)
    free = [c.id for c in space.parts[unit] if c.bar is None]
    if ADVANCE in free:
        return said(ask.OptionAnswer({unit: ADVANCE}), T("{unit}: look for a new enemy", unit=Thing(unit)))
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
    return said(ask.OptionAnswer({unit: chosen}), why)


def _pursuit_points(mind: Mind, at: after_round.Standing, troop: Troop, enemy: str) -> float:
    view = mind.field.view
    beaten = at.beaten[enemy]
    found = after_round.pursuit(view, at.unit, enemy, (beaten.dx, beaten.dy))
    if found.refusal is not None:
        return -math.inf
    met = status.met(view, at.unit, found.touched, "pursuit", impetus=beaten.distance)
    round_two = odds.pursuit_odds(view, at.unit, found.ends, met)
    stake = combat_points(scene.what_if(view, found.ends), round_two, mind.field, chase=False)
    return stake.gain(mind.temper.own_loss) + _points(mind, troop, [troop.at(found.ends)], fought=found.touched)[0]


def advance(seat: Seat, temper: Temper) -> Choice:
    """Charge on, go ahead, or stay."""
    mind = mind_of(seat, temper)
    unit, reach = seat.decision.args["unit"], float(seat.decision.args["reach"])
    view, troop = mind.field.view, mind.field.troops[unit]
    here = _points(mind, troop, [troop.block])[0]
    best, stay = mind.temper.venture, said(ask.MoveAnswer(unit, "hold"), T("{unit}: stay in place", unit=Thing(unit)))
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
            best, chosen = points, said(ask.MoveAnswer(unit, "charge", place.target), why)
    free = advancing.plain_advance(view, unit, reach)[0]
    ways = [mm for mm in (free, round(free / 2.0, 3)) if mm > 1.0]
    if chosen is not stay or not ways:
        return chosen
    ahead = _points(mind, troop, [troop.at(advancing.advanced(view, unit, mm)) for mm in ways])
    k = first_best(ahead)
    if ahead[k] - here <= GAINS:
        return stay
    course = ask.Course(unit, (Advance(ways[k]),))
    return said(ask.MoveAnswer(unit, "advance", courses=(course,)), T("the ground ahead is better"))


def reform(seat: Seat, temper: Temper) -> Choice:
    """The first unit that stands better reformed: in line, facing whom it fears or hopes for."""
    mind = mind_of(seat, temper)
    view = mind.field.view
    for unit in seat.decision.args["units"]:
        troop = mind.field.troops[unit]
        made = list(reforming.changes(view, unit))
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
            return said(ask.PlaceAnswer((ask.Standing(unit, made[k - 1].ends, made[k - 1].formation),)), why)
    return left("done", T("the units stand in order"))
