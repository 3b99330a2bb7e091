"""What it is worth that a unit stands where it stands: danger, reach and facing, shots, the line and its leaders."""

from __future__ import annotations

from game.engine.state import State
from game.kit import situation
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.charge.solver import charge_reach
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.arcs import in_front, sees
from rulesets.ancient_battles.field.blocks import formed
from rulesets.ancient_battles.general.worth import (
    BOLTS,
    Temper,
    alarms,
    chargers,
    danger,
    leads,
    might,
    points,
    runs_past,
)
from rulesets.ancient_battles.measures import inch
from rulesets.ancient_battles.move import plans
from rulesets.ancient_battles.nerve import leadership, psychology
from rulesets.ancient_battles.nerve.leadership import COMMAND
from rulesets.ancient_battles.shoot import missiles

PREY, SHUN = 20.0, 6.0
"""Points that a hundred points of troops make of going for what all others must test for, and of others going."""
QUARRY = 4.0
"""The same for going for a lone leader, whose fall counts a hundred points besides his own."""
ALOOF, EDGE = 14.0, 17.0
"""Inches that a leader keeps from enemies who might charge or terrify him, and from the edge, one failed test away."""
FRIGHT, REACHED = 25.0, 20.0
"""Points that he would give not to stand where somebody terrible may charge him, and for every enemy less who can."""
LED, HELP = 2.0, 0.25
"""Points for every unit near a General, and the share of its points for each test that he would save it."""
NEAR = 2.0
"""How much more a unit gives for the General's Leadership where it stands than he for lending it: he moves last."""
WITHIN = 0.5
"""Inches by which a unit keeps within his range."""
RALLY = 3.0
"""How much more he is needed by those who run."""


def place_value(view: State, unit: str, temper: Temper, mode: str) -> float:
    """What it is worth that a unit stands where it stands, having moved in some mode."""
    value = holding(view, unit)
    if answered(view):
        value -= danger(view, unit, temper)
    if view.own.turn < view.own.limit:
        value += approach(view, unit, temper) - alarms(view, unit, temper)
    if facts.skirmishers(view, unit):
        value -= BOLTS * runs_past(view, unit, temper)
    if missiles.weapon_of(view, unit) is not None:
        value += shots(view, unit, mode)
    return value


def answered(view: State) -> bool:
    """Whether the enemy has another turn after this one (WAB-S31): who moves last of all has nothing to fear."""
    return bool(view.own.turn < view.own.limit or view.own.active == view.own.first)


def approach(view: State, unit: str, temper: Temper) -> float:
    """Nearer to what it can beat, and facing it; near to the reach of a charge but not far inside the enemy's."""
    if facts.lone(view, unit):
        return 0.0
    return max(approaches(view, unit, temper).values(), default=0.0)


def approaches(view: State, unit: str, temper: Temper) -> dict[str, float]:
    """What it is worth to stand as a unit does towards each enemy that it may go for, in points."""
    mine, share = might(view, unit), points(view, unit) / 100.0
    shooter = facts.skirmishers(view, unit) and missiles.weapon_of(view, unit) is not None
    wish = inch(missiles.armed(view, unit).range) * 0.8 if shooter else charge_reach(view, unit) * 0.9
    found = {}
    for enemy in facts.foes(view, unit):
        if facts.lone(view, enemy) and not leads(view, enemy):
            continue
        gap = facts.gap(view, unit, enemy)
        far = abs(gap - wish) if shooter else max(0.0, gap - wish)
        ratio = min(1.6, mine / max(0.5, might(view, enemy)))
        value = -far / 25.0 * temper.push * share * 0.9 + ratio * 6.0 * share
        if facts.lone(view, enemy):
            value += QUARRY * share
        if facts.causes(view, enemy, "terror"):
            value += PREY * share if leadership.exempt(view, unit, "terror") else -SHUN * share
        if not in_front(view, unit, enemy):
            value -= 7.0 * share
        elif gap <= charge_reach(view, unit) and not shooter:
            value += 5.0 * share
        found[enemy] = value
    return found


def holding(view: State, unit: str) -> float:
    """The line holds together; formed troops keep out of woods; leaders stay near their troops and out of reach."""
    value = 0.0
    if near := [facts.gap(view, unit, f) for f in facts.friends(view, unit) if not facts.lone(view, f)]:
        value -= 0.3 * max(0.0, min(near) / 25.0 - 6.0)
    if formed(view, unit) and facts.in_rough(view, unit):
        value -= 8.0
    if facts.lone(view, unit) and near:
        value -= 2.0 * max(0.0, min(near) / 25.0 - 3.0)
    chief = facts.general(view, situation.side_of(view, unit))
    if chief and not own(view, unit).character and led(view, chief, unit):
        value += NEAR * lent(view, chief, unit)
    if unit == chief:
        base = view.bases_of(unit)[0].id
        for f in facts.friends(view, unit):
            if not facts.skirmishers(view, f) and facts.base_gap(view, base, f) <= inch(COMMAND):
                value += lent(view, unit, f) * (RALLY if facts.fleeing(view, f) else 1.0)
    if facts.lone(view, unit) and leads(view, unit):
        value -= exposed(view, unit)
    return value


def led(view: State, general: str, unit: str) -> bool:
    """Whether a unit stands well within a General's range (WAB-CMD-01), or he can still follow it: he moves last."""
    reach = inch(COMMAND - WITHIN)
    if plans.unit_bar(view, general) is None:
        reach += facts.rate(view, general)
    return facts.base_gap(view, view.bases_of(general)[0].id, unit) <= reach


def lent(view: State, general: str, unit: str) -> float:
    """Points that a General's Leadership may save of a unit's near him."""
    more = leadership.chance(facts.leadership(view, general)) - leadership.chance(facts.leadership(view, unit))
    return LED + HELP * points(view, unit) * max(0.0, more)


def exposed(view: State, unit: str) -> float:
    """Points that a leader risks by himself: enemies who reach or frighten him, and an edge he may flee across."""
    gap = min((facts.gap(view, unit, e) for e in facts.foes(view, unit) if not facts.fleeing(view, e)), default=9e9)
    at = view.bases_of(unit)[0].pose
    edge = min(at.x, at.y, view.table.width - at.x, view.table.depth - at.y) if at is not None else 0.0
    near = [e for e in chargers(view, unit) if sees(view, e, unit)]
    close = 3.0 * max(0.0, ALOOF - gap / 25.0) + 2.0 * max(0.0, EDGE - edge / 25.0)
    return close + FRIGHT * len(psychology.terrifying(view, unit, near)) + REACHED * len(near)


def shots(view: State, unit: str, mode: str) -> float:
    """A target in range and sight is worth something to those who shoot; who marched shoots nobody."""
    reach = inch(missiles.armed(view, unit).range)
    near = (e for e in facts.foes(view, unit) if facts.gap(view, unit, e) <= reach)
    return 4.0 if mode not in ("march", "fast_march", "reform") and any(in_front(view, unit, e) for e in near) else 0.0
