"""Decisions inside the melee phase: which combat first, whom the stands strike, how far to withdraw.

WMA-S21, WMA-S23, WMA-S28, WMA-S42. Rows 18 to 20, 22, 26 and 27 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from game.bots.seat import Choice, Seat
from game.engine.decision import AllocateAnswer, AllocateSpace, OptionAnswer, OptionSpace, PickAnswer
from game.engine.text import T, Thing
from game.kit.general.shell import said
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.fight import odds
from rulesets.warmaster_ancients.general.charges import combat_points, standing_points
from rulesets.warmaster_ancients.general.field import field_of
from rulesets.warmaster_ancients.general.matchups import charge_clash
from rulesets.warmaster_ancients.general.moves import first_best
from rulesets.warmaster_ancients.general.temper import Temper

DIRECTIONS = 5
"""Ways of directing blows that are compared."""


def combat(seat: Seat, temper: Temper) -> Choice | None:
    """The combat with the largest expected win first."""
    field = field_of(seat.view, seat.side)
    free = [thing.id for thing in getattr(seat.asked.space, "things", ()) if thing.bar is None]
    if not free:
        return None
    points = [standing_points(seat.view, unit, field).gain(temper.own_loss) for unit in free]
    unit = free[first_best(points)]
    return said(PickAnswer((unit,)), T("the combat of {unit} promises most", unit=Thing(unit)))


def direct(seat: Seat, temper: Temper) -> Choice | None:
    """Blows where they gain most: the default, all at one enemy where possible, and single changes are compared."""
    view, space, default, args = seat.view, seat.asked.space, seat.asked.default.answer, seat.decision.args
    if not isinstance(space, OptionSpace) or not isinstance(default, OptionAnswer):
        return None
    units = dict.fromkeys(u for pair in args["pairs"] for u in pair)
    mine = [u for u in units if view.units[u].side == seat.side]
    foes = [u for u in units if u not in mine]
    number = int(args["number"])
    ways = list(islice(_directions(space, default.parts), DIRECTIONS))
    found = [odds.combat_odds(view, mine, foes, number, parts) for parts in ways]
    field = field_of(view, seat.side)
    points = [combat_points(view, f, field, chase=number == 1).gain(temper.own_loss) for f in found]
    return said(OptionAnswer(ways[first_best(points)]), T("the blows fall where they gain most"))


def _directions(space: OptionSpace, default: dict[str, str]) -> Iterator[dict[str, str]]:
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
    if troop is None or not isinstance(space, AllocateSpace):
        return None
    foes = [field.troops[e] for e in facts.engaged_enemies(seat.view, unit) if e in field.troops]
    near = field.nearest_foe(unit)
    foes = foes or ([near[0]] if near is not None else [])
    feared = max((charge_clash(f, troop, "front").gain() for f in foes), default=0.0)
    hoped = max((charge_clash(troop, f, "front").gain(temper.own_loss) for f in foes), default=0.0)
    if (troop.shoots and troop.foot) or (field.theirs_next and feared > hoped):
        return said(AllocateAnswer({unit: space.boxes[0].most}), T("{unit}: go as far as possible", unit=Thing(unit)))
    return said(AllocateAnswer({unit: 1}), T("{unit}: stay within reach of the enemy", unit=Thing(unit)))
