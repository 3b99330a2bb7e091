"""What a game order lets a body do: legs, corridors, places, whom it may strike (NAP-ORD-02, NAP-S07, NAP-S73)."""

from __future__ import annotations

import math

import shapely
import shapely.affinity
from msgspec.structs import replace
from shapely.ops import substring

from game.engine import event as ev
from game.engine.decision import Bar
from game.engine.state import Feature, State
from game.engine.text import Length, T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Point, to_local
from rulesets.napoleonic_wars.body import goals, shape
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.command.notes import GameKind, GameOrder
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known
from rulesets.napoleonic_wars.measures import SLACK, cm, within

MARCHES = ("advance", "wheel", "back", "action_move")
"""Legs that count towards the distance that a body which holds may go (NAP-S73 (4))."""
STILL = 0.5
"""mm that rounding and figures that close up may move the middle of a body."""
MARCHING: tuple[GameKind, ...] = ("move", "attack", "retire")
"""Kinds that go by a route."""


def kind_of(order: GameOrder) -> GameKind:
    """What an order is now: carried out, it is to hold (NAP-S73 (7))."""
    return "hold" if order.used else order.kind


def points(view: State, order: GameOrder) -> tuple[Point, ...]:
    """The points of a route as they are now: the last one is where the unit or the enemy stands (NAP-S73 (1))."""
    route = order.route
    if order.towards:
        there = order.seen_at
        if order.towards in view.units and view.bases_of(order.towards):
            there = shape.centre(view, order.towards)
        if there is not None:
            route = (*route, beside(view, order) if order.beside else there)
    return route


def beside(view: State, order: GameOrder) -> Point:
    """The place beside the unit that an order names (NAP-S06)."""
    front = shape.standing(view, order.towards)
    turn = {"ahead": 0.0, "right": 90.0, "behind": 180.0, "left": 270.0}[order.beside]
    half = (front.depth if turn in (0.0, 180.0) else front.width) / 2.0
    angle = math.radians(front.front.facing + turn)
    way = half + order.gap
    return front.centre[0] + math.sin(angle) * way, front.centre[1] + math.cos(angle) * way


def legs(view: State, order: GameOrder) -> tuple[shapely.LineString, ...]:
    """The legs that count: the present one, and the one after it (NAP-S73 (2), (3)); none where nothing is left."""
    route = points(view, order)
    left = route[order.passed :]
    start = route[order.passed - 1] if order.passed else order.place
    found, at = [], start
    for point in left[:2]:
        found.append(shapely.LineString([at, point]))
        at = point
    return tuple(found)


def next_point(view: State, order: GameOrder) -> Point | None:
    """The point that a body goes for; None where it has passed them all."""
    left = points(view, order)[order.passed :]
    return left[0] if left else None


def off(line: tuple[shapely.LineString, ...], what: shapely.Geometry) -> float:
    """How far (mm) the farthest point of something is from the nearest of some legs."""
    corridor = shapely.union_all(list(line))
    return max((shapely.Point(p).distance(corridor) for p in shapely.get_coordinates(what).tolist()), default=0.0)


def march_bar(view: State, body: str, order: GameOrder, path: shapely.LineString) -> Bar | None:
    """Why a body may not go a path (of its centre, mm) by its game order; None where it may."""
    kind = kind_of(order)
    if kind in MARCHING:
        return _route_bar(view, order, path, part=notes.keeper_of(view, body) != body)
    start, end = ((x, y) for x, y, *_ in (path.coords[0], path.coords[-1]))
    if kind == "hold":
        return _hold_bar(view, order, path)
    ward = order.supported
    if ward not in view.units or not view.bases_of(ward):
        return _hold_bar(view, order, path)
    before, after = (_to(view, body, ward, p) for p in (start, end))
    if kind == "support" and not within(after, number("support")) and after > before - SLACK:
        far = _mm("support")
        text = T(
            "Too far from {unit}, which this unit supports. End within {far} of it, or nearer than now.",
            unit=Thing(ward),
            far=far,
        )
        return Bar(text, "NAP-S07")
    if kind == "screen" and not _screens(view, ward, _moved(view, body, end)) and after > before - SLACK:
        near, far = _mm("screen_near"), _mm("screen_far")
        text = T(
            "Out of place before {unit}, which this unit screens. End {near} to {far} ahead of it.",
            unit=Thing(ward),
            near=near,
            far=far,
        )
        return Bar(text, "NAP-S07")
    return None


def _mm(name: str) -> Length:
    return Length(cm(number(name)))


def _route_bar(view: State, order: GameOrder, path: shapely.LineString, *, part: bool) -> Bar | None:
    """Why a path breaks an order with a route; a ``part`` of a unit that is off it may stay so far off (NAP-S94)."""
    found, goal = legs(view, order), next_point(view, order)
    if not found or goal is None:
        return _hold_bar(view, order, path)
    start, end = path.coords[0], path.coords[-1]
    began = off(found, shapely.Point(start))
    most = began + SLACK if part else began - SLACK
    if not within(off(found, path), number("corridor")) and off(found, shapely.Point(end)) > most:
        text = T("Too far from the route of the game order. Stay within {far} of it.", far=_mm("corridor"))
        return Bar(text, "NAP-S07")
    # passing the point on the way counts as coming to it (NAP-S73 (2))
    if within(path.distance(shapely.Point(goal)), number("passing")):
        return None
    if math.dist(end[:2], goal) > math.dist(start[:2], goal) + SLACK:
        return Bar(T("This leads away from the next point of the route. End nearer to it."), "NAP-S07")
    return None


def _hold_bar(view: State, order: GameOrder, path: shapely.LineString) -> Bar | None:
    end = shapely.Point(path.coords[-1])
    feature = view.features.get(order.feature)
    if feature is not None and ground_of_feature(feature).covers(end):
        return None
    far = number("hold")
    start = shapely.Point(path.coords[0])
    place = shapely.Point(order.place)
    if order.moved_to is not None and within(end.distance(shapely.Point(order.moved_to)), far):
        return None
    if within(end.distance(place), far) or end.distance(place) < start.distance(place) - SLACK:
        return None
    return Bar(
        T("Too far from the place to hold. Keep the centre of the unit within {far} of it.", far=_mm("hold")), "NAP-S07"
    )


def _to(view: State, body: str, ward: str, centre: Point) -> float:
    """How far (mm) a body would be from another, if its centre were somewhere else."""
    return float(_moved(view, body, centre).distance(board_of(view).outline(ward)))


def _moved(view: State, body: str, centre: Point) -> Shape:
    """What a body would cover, if its centre were somewhere else."""
    x, y = shape.centre(view, body)
    return shapely.affinity.translate(board_of(view).outline(body), centre[0] - x, centre[1] - y)


def _screens(view: State, ward: str, mine: Shape) -> bool:
    """Whether somebody stands straight before a ward's front or part of it, and as far ahead as a screen is to be."""
    front, half = shape.front(view, ward), shape.width(view, ward) / 2.0
    places = [to_local(front, (x, y)) for x, y in shapely.get_coordinates(mine).tolist()]
    aside, ahead = [u for u, _ in places], min(v for _, v in places)
    before = min(aside) < half + SLACK and max(aside) > -half - SLACK
    return before and cm(number("screen_near")) - SLACK <= ahead <= cm(number("screen_far")) + SLACK


def strike_bar(view: State, body: str, order: GameOrder, target: str) -> Bar | None:
    """Why a body may not charge or attack an enemy by its game order (NAP-S07, NAP-S73 (3)); None where it may."""
    if kind_of(order) != "attack":
        return Bar(
            T("The game order forbids charges and attacks. Give an order to attack, or command in person."),
            "NAP-S07",
        )
    if target in order.targets or target == order.towards:
        return None
    found = legs(view, order)
    corridor = shapely.union_all(list(found)) if found else shapely.Point(order.place)
    if within(float(board_of(view).outline(target).distance(corridor)), number("corridor")):
        return None
    far = _mm("corridor")
    text = T(
        "Too far from the route: {unit}. Choose an enemy within {far} of it, or a priority target.",
        unit=Thing(target),
        far=far,
    )
    return Bar(text, "NAP-S07")


def double_bar(order: GameOrder) -> Bar | None:
    """Why a body may not move at the double by its game order (NAP-DBL-01, NAP-DBL-04, NAP-S07)."""
    if kind_of(order) == "hold" or order.pace != "double":
        return Bar(T("The game order does not allow the double. March at normal speed."), "NAP-S07")
    if not order.feature and not (order.towards and order.beside):
        text = T("A double move needs a piece of terrain or a place beside own troops as its goal.")
        return Bar(text, "NAP-DBL-04")
    return None


def ground_of_feature(feature: Feature) -> Shape:
    """What a piece of terrain covers: its area, or its line."""
    return shapely.LineString(feature.points) if feature.line else shapely.Polygon(feature.points)


def goal(view: State, order: GameOrder) -> goals.Goal | None:
    """The objective that an order names: terrain, or a place beside own troops as they stand now (NAP-S92 (a))."""
    piece = view.features.get(order.feature)
    if piece is not None:
        return goals.Goal(area=ground_of_feature(piece))
    if not order.beside or order.towards not in view.units or not view.bases_of(order.towards):
        return None
    if order.beside in ("left", "right"):
        return goals.Goal(point=beside(view, order), near=cm(number("passing")))
    stand, outline = shape.standing(view, order.towards), board_of(view).outline(order.towards)
    return goals.Goal(beside=goals.beside(outline, stand, ahead=order.beside == "ahead", gap=order.gap))


def has_arrived(view: State, body: str, order: GameOrder) -> bool:
    """Whether a body that doubled in this move has come to its objective."""
    found = goal(view, order) if double_bar(order) is None else None
    did = facts.own(view, body).march.did
    if found is None or not {"double", "double_over"} <= set(did):
        return False
    return "arrived" in did or found.is_reached(shape.standing(view, body), board_of(view).outline(body))


def after_march(view: State, body: str, order: GameOrder) -> GameOrder:
    """The order as the body has carried it out so far: points passed, carried out (NAP-S73 (2), (7), NAP-ORD-04)."""
    if not view.bases_of(body):
        return order
    centre = shape.centre(view, body)
    if kind_of(order) == "hold":
        dx, dy = displaced(view, body)
        x, y = order.moved_to or order.place
        still = math.hypot(dx, dy) <= STILL
        return order if still else replace(order, moved_to=(round(x + dx, 3), round(y + dy, 3)))
    if order.kind in ("support", "screen"):
        ward = order.supported
        gone = ward not in view.units or not view.bases_of(ward)
        lost = gone or facts.own(view, ward).nerve.result in ("rout", "surrendered", "dispersed")
        return replace(order, used=True, place=centre) if lost else order
    if order.kind not in MARCHING:
        return order
    if order.towards in view.units and view.bases_of(order.towards):
        order = replace(order, seen_at=shape.centre(view, order.towards))
    route, passed, way = points(view, order), order.passed, way_of(view, body)
    while passed < len(route) and _has_passed(view, body, order, route[passed], way, passed == len(route) - 1):
        left = substring(way, way.project(shapely.Point(route[passed])), way.length)
        way = shapely.LineString([*left.coords, left.coords[-1]])
        passed += 1
    done = passed >= len(route) or _enemy_is_gone(view, order) or has_arrived(view, body, order)
    return replace(order, passed=passed, used=done, place=centre if done else order.place)


def places_of_parts(state: State, unit: str, *, unless_noted: bool = False) -> list[ev.Change]:
    """The changes that note where the parts of a unit are as its order takes effect (NAP-S94).

    ``unless_noted``: of those alone of which no place is noted yet.
    """
    here = known(state)
    parts = (p for p in facts.parts(here, unit) if notes.keeper_of(here, p) == unit != p and here.bases_of(p))
    return [
        notes.placed(state, part, shape.centre(here, part))
        for part in parts
        if not unless_noted or notes.kept(state, part, notes.PLACE) is None
    ]


def displaced(view: State, body: str) -> Point:
    """How far (mm) a body was brought in this move by anything but marches and wheels (NAP-S73 (4))."""
    track, way = notes.tracks(view).get(body), way_of(view, body).coords
    dx, dy = way[-1][0] - way[0][0], way[-1][1] - way[0][1]
    for leg in track.legs if track is not None else ():
        if leg.what in MARCHES and leg.after and leg.poses:
            count = len(leg.poses)
            dx -= sum(a[0] - p[0] for a, p in zip(leg.after, leg.poses, strict=True)) / count
            dy -= sum(a[1] - p[1] for a, p in zip(leg.after, leg.poses, strict=True)) / count
    return dx, dy


def way_of(view: State, body: str) -> shapely.LineString:
    """The way of a body's centre in this move, to where it is now."""
    x, y = shape.centre(view, body)
    track = notes.tracks(view).get(body)
    rows = [row for leg in track.legs for row in (leg.poses, leg.after) if row] if track is not None else []
    found = [(sum(p[0] for p in row) / len(row), sum(p[1] for p in row) / len(row)) for row in rows] or [(x, y)]
    dx, dy = x - found[-1][0], y - found[-1][1]
    return shapely.LineString([*((px + dx, py + dy) for px, py in found), (x, y)])


def _has_passed(view: State, body: str, order: GameOrder, point: Point, way: shapely.LineString, last: bool) -> bool:
    """Whether the centre of a body came by a point of its route, or the body is in the terrain that is its end."""
    feature = view.features.get(order.feature) if last else None
    if last and order.beside in ("ahead", "behind"):
        return _came_beside(view, body, order)
    stands_in = feature is not None and (
        facts.own(view, body).inside == feature.id
        or (feature.line and board_of(view).to_shape(body, ground_of_feature(feature)) <= SLACK)
        or (not feature.line and ground_of_feature(feature).covers(shapely.Point(way.coords[-1])))
    )
    return stands_in or within(float(way.distance(shapely.Point(point))), number("passing"))


def _came_beside(view: State, body: str, order: GameOrder) -> bool:
    """Whether a body came in this move to the ordered gap ahead of or behind own troops, from either side of it."""
    found = goal(view, order)
    if found is None or found.beside is None or not found.beside.has(shape.centre(view, body)):
        return False
    outline, gap, began = board_of(view).outline(body), found.beside.gap, way_of(view, body).coords[0]
    x, y = shape.centre(view, body)
    there = shapely.affinity.translate(outline, began[0] - x, began[1] - y)
    off = float(outline.distance(found.beside.outline)) - gap
    before = float(there.distance(found.beside.outline)) - gap
    if abs(off) <= SLACK:
        return True
    return off > 0.0 if not found.beside.has((began[0], began[1])) else off * before <= 0.0


def _enemy_is_gone(view: State, order: GameOrder) -> bool:
    unit = view.units.get(order.towards)
    if unit is None or order.beside:
        return False
    return not view.bases_of(unit.id) or unit.own.nerve.result in ("rout", "surrendered", "dispersed")
