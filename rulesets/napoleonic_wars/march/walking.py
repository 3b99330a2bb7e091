"""The actions that bring a body from one place to another: advance, wheel, back, action moves, rides."""

from __future__ import annotations

import math

from game.engine.decision import Bar
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Point, Pose, to_local
from rulesets.napoleonic_wars.body import squares
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import changes, going, rates, standing_actions, wheels
from rulesets.napoleonic_wars.march.way import NOW, Way
from rulesets.napoleonic_wars.own import Pace

LEAST_TURN = 0.01
"""Degrees below which a bend of a path is none."""
ARRIVED = 0.5
"""mm within which a body has come to a point of its path."""
SHOTS = ("ii", "iv")
"""The kinds with a shot, in the last quarter of the move."""


def astride(way: Way) -> tuple[str, ...]:
    """Obstacles that the body already stands across."""
    return going.astride(way.view, way.sizes, way.places) if way.ids else ()


def _pace(way: Way, told: Pace = "normal") -> rates.Speed:
    return way.pace or told


def advance(way: Way, told: act.Advance) -> bool:
    """Straight ahead; along a path close order wheels, open order goes as it likes (NAP-S74)."""
    pace = _pace(way, told.pace)
    if way.speed(pace) <= 0.0:
        way.fault(Bar(T("This formation cannot move that way. Change formation first."), "NAP-MOV-02"))
        return False
    if told.stop_at is not None:
        way.stops[way.number] = told.stop_at
    if told.path:
        return _along(way, told.path, pace)
    way.go(way.ahead(), told.distance, pace, "advance")
    return not _ended(way)


def _ended(way: Way) -> bool:
    """Whether nothing follows: the move is over, an obstacle is not crossed, or a double has ended (NAP-S92)."""
    return way.over() or way.doing is not None or way.arrived or (way.pace == "double" and _is_shut(way))


def _is_shut(way: Way) -> bool:
    """Whether the ground has ended the march under way; what is ordered after it begins at that edge (NAP-S10 (6))."""
    return bool(way.marks) and way.marks[-1].what == "shut" and way.marks[-1].action == way.number


def _along(way: Way, path: tuple[Point, ...], pace: rates.Speed) -> bool:
    loose = way.own.stance.formation in facts.OPEN_FORMATIONS
    for point in path:
        done = _straight_to(way, point, pace) if loose else _wheel_to(way, point, pace)
        if not done or _ended(way):
            return False
        if _is_shut(way):
            break
    return True


def _straight_to(way: Way, point: Point, pace: rates.Speed) -> bool:
    x, y = way.standing().centre
    dx, dy = point[0] - x, point[1] - y
    far = math.hypot(dx, dy)
    if far > ARRIVED:
        way.go((dx / far, dy / far), far, pace, "advance", front=False)
    return True


def _wheel_to(way: Way, point: Point, pace: rates.Speed) -> bool:
    """Wheel until the middle of the body will come to a point straight ahead, then advance to it."""
    bend = bend_to(way, point)
    if bend is None:
        way.fault(Bar(_too_near(way, point), "NAP-WHL-01"))
        return False
    hand = "right" if bend > 0.0 else "left"
    if abs(bend) > LEAST_TURN and not wheels.wheel(way, hand, abs(bend), pace, partly=way.pace == "double"):
        return False
    _, far = to_local(Pose(*way.standing().centre, way.standing().front.facing), point)
    if far > ARRIVED:
        way.go(way.ahead(), far, pace, "advance")
    return True


def _too_near(way: Way, point: Point) -> Text:
    """Why a body cannot wheel to a point within the circle of its wheel, and what it can do instead."""
    _, far = to_local(Pose(*way.standing().centre, way.standing().front.facing), point)
    if far <= ARRIVED:
        return T("Too near for {unit} to wheel to. Choose a point farther away.", unit=Thing(way.body))
    return T(
        "Too near for {unit} to wheel to. March {far} straight ahead, or choose a point farther away.",
        unit=Thing(way.body),
        far=Length(far),
    )


def bend_to(way: Way, point: Point) -> float | None:
    """Degrees (to the right positive) of the wheel after which a point lies straight ahead of the body's middle."""
    stand = way.standing()

    def local(p: Point, origin: Point) -> Point:
        return to_local(Pose(*origin, stand.front.facing), p)

    if abs(local(point, stand.centre)[0]) <= ARRIVED and local(point, stand.centre)[1] >= 0.0:
        return 0.0
    right = local(point, stand.centre)[0] > 0.0
    pivot = stand.right if right else stand.left
    u, v = local(point, pivot)
    aside = local(stand.centre, pivot)[0]
    far = math.hypot(u, v)
    if far <= abs(aside):
        return None
    bend = math.degrees(math.atan2(u, v)) - math.degrees(math.asin(aside / far))
    bend = (bend + 180.0) % 360.0 - 180.0
    return bend if (bend > 0.0) == right else bend + (360.0 if right else -360.0)


def wheel(way: Way, told: act.Wheel) -> bool:
    """About the inner front corner, a column by its sub-units where that is ordered (NAP-WHL-01, NAP-S13)."""
    if told.by_subs:
        return wheels.bend(way, told.hand, told.angle, _pace(way))
    return wheels.wheel(way, told.hand, told.angle, _pace(way))


def back(way: Way, told: act.Back) -> bool:
    """Backwards with the face to the enemy; deployed guns are pulled back (NAP-SPM-03, NAP-R37)."""
    if way.speed("normal", backwards=True) <= 0.0:
        way.fault(Bar(T("Only regular foot and deployed guns can move backwards."), "NAP-R37"))
        return False
    x, y = way.ahead()
    way.go((-x, -y), told.distance, "normal", "back", front=False)
    return not _ended(way)


def ride(way: Way, told: act.Ride) -> bool:
    """A general's way (NAP-S31)."""
    if way.own.arm != "general":
        way.fault(Bar(T("Only generals can ride by themselves."), "NAP-S31"))
        return False
    return _along(way, told.path, "normal")


def charge(way: Way, told: act.Charge) -> bool:
    """What comes before a charge: its delay, its manoeuvre at normal speed; the charge is the clock's (NAP-CHG-08)."""
    if told.delay:
        way.stand(told.delay, "wait")
    for one in told.first or ():
        if isinstance(one, act.Advance):
            done = advance(way, one)
        elif isinstance(one, act.Wheel):
            done = wheel(way, one)
        else:
            done = standing_actions.face(way, one) if isinstance(one, act.Face) else standing_actions.form(way, one)
        if not done:
            return False
    return False


def attack(way: Way, told: act.Attack) -> bool:
    """What comes before an attack: its manoeuvre at normal speed; the attack is the clock's (NAP-S100 (b))."""
    way.looks = squares.wall_towards(way.view, way.body, told.target)
    return charge(way, act.Charge((told.target,), told.first))


def action_move(way: Way, told: act.ActionMove) -> bool:
    """Teams at double speed, into action, with or without a shot (NAP-ART-09, NAP-R68)."""
    bar = _no_action_move(way, told)
    if bar is not None:
        way.fault(bar)
        return False
    end, time = way.until, changes.limbering_time(way.view, way.body)
    if told.kind in ("iii", "iv"):
        standing_actions.limber(way, act.Limber())
    heavy = rates.weight(way.view, way.body) == "heavy"
    share = number("action_heavy" if heavy else f"action_{told.kind}")
    way.until = min(end, way.time + share)
    began = way.time
    way.go(way.ahead(), told.distance, "double", "action_move")
    way.until = end
    if way.doing is not None:
        return False
    way.stand(max(0.0, end - time - (time if told.kind in SHOTS else 0.0) - way.time), "action_move")
    standing_actions.unlimber(way, act.Unlimber(told.facing))
    if way.time > began + NOW:
        way.become("action_move", acted=way.view.own.move)
    return False


def _no_action_move(way: Way, told: act.ActionMove) -> Bar | None:
    view, body = way.view, way.body
    weight = rates.weight(view, body)
    if way.own.arm != "guns" or weight == "siege":
        return Bar(T("Only field and horse artillery can make an action move."), "NAP-ART-09")
    if way.time > NOW:
        return Bar(T("An action move takes the whole move. Remove the other actions."), "NAP-ART-09")
    if way.own.march.acted and way.own.march.acted == view.own.move - 1:
        return Bar(T("These guns made an action move in the last move. Wait one move."), "NAP-ART-10")
    if weight == "heavy" and told.kind != "i":
        return Bar(T("Heavy guns can only move half a move and unlimber, without a shot."), "NAP-R68")
    limbered = way.own.stance.formation == "limbered"
    if limbered != (told.kind in ("i", "ii")):
        text = (
            T("The guns are limbered. Choose an action move for limbered guns.")
            if limbered
            else T("This action move needs limbered guns. Choose another.")
        )
        return Bar(text, "NAP-ART-09")
    still = limbered and rates.rate(view, body, "double") <= 0.0
    return (
        Bar(T("This body cannot move at the double. March at normal speed."), "NAP-HRS-05") if still else duty_of(way)
    )


def duty_of(way: Way) -> Bar | None:
    """A team with a dead animal goes nowhere (NAP-HRS-04)."""
    dead = any(facts.figure(t).dead for t in rates.teams(way.view, way.body))
    return Bar(T("The team cannot move until its dead animal is cut free."), "NAP-HRS-04") if dead else None
