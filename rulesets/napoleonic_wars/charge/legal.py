"""Whether a charge or an attack may be ordered: sight, ground, distance, a clear path (NAP-CTC, NAP-CHG, NAP-ATK-01).

Reach is no part of it while orders are written (NAP-S05, NAP-S76); it is found in step 2 (NAP-S80).
"""

from __future__ import annotations

import math
from collections.abc import Collection

import msgspec
import shapely
from msgspec.structs import replace
from shapely.ops import substring

from game.engine.decision import Bar
from game.engine.state import State, Unit
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Point, Pose
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.command import doubling, officers
from rulesets.napoleonic_wars.disorder import reform
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import going, rates
from rulesets.napoleonic_wars.march.plan import plan
from rulesets.napoleonic_wars.measures import SLACK, TICK, cm, moment

FAR = 1.5
"""Charge moves beyond which a charge is refused even where distances are estimated (NAP-S76)."""
HALF = 0.5
"""The part of a move that may go before a charge: a manoeuvre, or a delay (NAP-CHG-08, NAP-RES-01)."""
Manoeuvre = tuple[act.Wheel | act.Form, ...]


class Course(msgspec.Struct, frozen=True):
    """The straight way of a charge to its target where it stands.

    Attributes
    ----------
    gap
        Mm between both.
    time
        Parts of a move from the start of the charge proper to contact, obstacles included; infinite where it is barred.
    stopped_by
        The ground or obstacle that bars it, "" for none.
    swept
        What its front passes over.
    """

    gap: float
    time: float
    stopped_by: str
    swept: shapely.Polygon | None


def manoeuvred(view: State, body: str, first: Manoeuvre) -> tuple[State, float]:
    """The situation in which a charge proper begins, after its manoeuvre, and the time that takes (NAP-CHG-08)."""
    if not first:
        return view, 0.0
    told = plan(view, body, first)
    if not told.track.legs:
        return view, told.time
    last = told.track.legs[-1]
    bases = dict(view.bases)
    for base, (x, y, facing) in zip(told.track.bases, last.after or last.poses, strict=True):
        bases[base] = replace(bases[base], pose=Pose(x, y, facing))
    unit = view.units[body]
    became = {name: value for one in told.becomes for name, value in one.fields.items()}
    units = {**view.units, body: replace(unit, own=replace(unit.own, **became))}
    return replace(view, bases=bases, units=units), told.time


def speed(view: State, body: str) -> float:
    """Mm a move of a charge; after a double move in the move before it is made at double speed (NAP-CTC-07)."""
    told = facts.own(view, body)
    doubled = told.doubled > 0 and told.doubled == view.own.move - 1
    return cm(rates.rate(view, body, "double" if doubled else "charge"))


def course(view: State, body: str, target: str) -> Course:
    """The way from a body's front to the nearest point of a target that stands."""
    board = board_of(view)
    gap = board.gap(body, target)
    ends = shapely.get_coordinates(shapely.shortest_line(board.outline(body), board.outline(target))).tolist()
    (x, y), (to_x, to_y) = ends
    far = math.hypot(to_x - x, to_y - y)
    pace = speed(view, body)
    if far <= SLACK or pace <= 0.0:
        return Course(gap, 0.0 if pace > 0.0 else math.inf, "", None)
    way: Point = ((to_x - x) / far, (to_y - y) / far)
    stand = shape.standing(view, body)
    edge = (stand.left, stand.right)
    who = going.mover(view, body, "charge", shape.ranks(view, body))
    found = going.straight(view, who, edge, way, max(0.0, far - SLACK))
    swept = shapely.Polygon([*edge, *((px + way[0] * far, py + way[1] * far) for px, py in reversed(edge))])
    if found.stop < far - 2.0 * SLACK and found.stopped_by:
        return Course(gap, math.inf, found.stopped_by, swept)
    defended = {c.piece for c in found.crossings if far - c.at <= cm(going.DEFENDED)}
    crossing = sum(who.crosses[c.row] for c in found.crossings if c.piece not in defended)
    return Course(gap, moment(far / pace + crossing), "", swept)


def sees(view: State, body: str, target: str) -> bool:
    """Whether a body sees a target, or a general within 5 cm of it does (NAP-CHG-02)."""
    if sight.sees(view, body, target):
        return True
    side = view.units[body].side
    return any(sight.sees(view, g, target) for g in facts.generals(view, side) if officers.near(view, body, g))


def in_the_way(view: State, body: str, targets: Collection[str], found: Course) -> str:
    """An enemy in close order or deployed guns on the path that is no target; "" for none (NAP-CHG-05)."""
    if found.swept is None:
        return ""
    board = board_of(view)
    for foe in facts.enemies(view, view.units[body].side):
        blocks = facts.is_close(view, foe) or facts.is_deployed(view, foe)
        if foe not in targets and blocks and board.outline(foe).intersects(found.swept):
            return foe
    return ""


def _whom_bar(view: State, body: str, target: str) -> Bar | None:
    """Whom skirmishers may go for (NAP-CTC-06)."""
    if not facts.is_skirmishing(view, body):
        return None
    own = facts.own(view, target)
    if facts.is_close(view, target) and not own.inside:
        return Bar(T("Skirmishers charge and attack no close order"), "NAP-CTC-06")
    return None


def _state_bar(view: State, body: str) -> Bar | None:
    told = facts.own(view, body)
    if told.result == "halt" or facts.is_forced(view, body):
        return Bar(T("A result of a test keeps it from charging"), "NAP-RES-17")
    free = told.renew or told.uncontrolled or reform.may_charge_again(view, body) or doubling.is_bound(view, body)
    if reform.must_reform(view, body) and not free:
        return Bar(T("It has to halt and reform"), "NAP-DIS-13")
    if facts.in_melee(view, body):
        return Bar(T("It is in melee"), "NAP-MEL-01")
    return None


def charge_bar(
    view: State,
    body: str,
    target: str,
    *,
    free: bool = False,
    besides: Collection[str] = (),
    first: Manoeuvre = (),
) -> Bar | None:
    """Why a body may not be ordered to charge a target (NAP-CHG-02 to -05, -08, -11, -14).

    ``free``: distances are known; ``besides``: others that it charges at once, who are not in the way; ``first``: the
    manoeuvre before the charge proper.
    """
    if target not in view.units or not facts.is_here(view, target):
        return Bar(T("There is no such enemy"), "NAP-CHG-02")
    if speed(view, body) <= 0.0:
        return Bar(T("It cannot charge as it stands"), "NAP-MOV-02")
    bar = _state_bar(view, body) or _whom_bar(view, body, target)
    if bar is not None:
        return bar
    if not sees(view, body, target):
        return Bar(T("It does not see {unit}", unit=Thing(target)), "NAP-CHG-02")
    if facts.own(view, target).inside:
        return Bar(T("Nobody charges troops in a building: that is an attack"), "NAP-CTC-04")
    if not sight.sees(view, target, body):
        return Bar(T("{unit} does not see it: that is an attack", unit=Thing(target)), "NAP-CTC-05")
    if first and view.options.get("straight_charges"):
        return Bar(T("Charges go straight in this battle: no wheel and no change of formation"), "NAP-CHG-11")
    view, spent = manoeuvred(view, body, first)
    if spent > HALF + TICK:
        return Bar(T("A manoeuvre before a charge takes half a move at most"), "NAP-CHG-08")
    found = course(view, body, target)
    least = cm(facts.attack_distance(view, body))
    if found.gap < least - SLACK:
        return Bar(T("It is nearer than {far}: that is an attack", far=Length(least)), "NAP-CHG-04")
    if found.stopped_by:
        clause = "NAP-CHG-14" if _is_line(view, found.stopped_by) else "NAP-CTC-04"
        return Bar(T("The ground on the way forbids a charge"), clause)
    blocker = in_the_way(view, body, {target, *besides}, found)
    if blocker:
        return Bar(T("{unit} is in the way", unit=Thing(blocker)), "NAP-CHG-05")
    if found.time + spent > (1.0 if free else FAR) + TICK / 2.0:
        return Bar(T("It is out of reach of a charge"), "NAP-CHG-02" if free else "NAP-S76")
    return None


def _is_line(view: State, name: str) -> bool:
    return name in view.features and view.features[name].line


def attack_bar(view: State, body: str, target: str) -> Bar | None:
    """Why a body may not be ordered to attack a target: where a charge is possible it charges (NAP-ATK-01)."""
    if target not in view.units or not facts.is_here(view, target):
        return Bar(T("There is no such enemy"), "NAP-ATK-01")
    bar = _state_bar(view, body) or _whom_bar(view, body, target)
    if bar is not None:
        return bar
    told = charge_bar(view, body, target)
    if told is None or told.clause not in ("NAP-CTC-04", "NAP-CTC-05", "NAP-CHG-04", "NAP-CHG-02"):
        return Bar(T("It can charge: an attack is for where it cannot"), "NAP-ATK-01")
    return _wall_bar(view, body, target)


def _wall_bar(view: State, body: str, target: str) -> Bar | None:
    """Why troops in a permanent fortification cannot be attacked: no gate or breach lies in the way (NAP-S24)."""
    fort = board_of(view).inside.get(target)
    if fort is None or fort.kind.id != "fortification":
        return None
    wall = shapely.LineString(shapely.get_coordinates(fort.whole))
    ways: list[shapely.Geometry] = [substring(wall, *stretch) for stretch in fort.own.gate]
    ways += [shapely.Point(breach.at).buffer(breach.width / 2.0) for breach in fort.own.breaches]
    swept = course(view, body, target).swept
    if swept is not None and any(swept.buffer(1.0).intersects(way) for way in ways):
        return None
    return Bar(T("A fortification is entered by a gate or a breach alone"), "NAP-S24")


def has_reach(view: State, body: str, target: str) -> bool:
    """Whether a charge comes into contact within the move; who is under a result that moves him has none (NAP-CHG-16).

    Troops that halt are deemed to have it.
    """
    halted = facts.own(view, body).result == "halt"
    view = replace(view, units={**view.units, body: _freed(view.units[body])}) if halted else view
    return charge_bar(view, body, target, free=True) is None


def _freed(unit: Unit) -> Unit:
    return replace(unit, own=replace(unit.own, result=""))
