"""The way of a body that a result moves, through one move: where to, how fast, how far.

NAP-ROU-01 to -05, NAP-S87, NAP-RES-10, -18, -19, NAP-R115, NAP-R135, NAP-MRE-22, -24, NAP-PUR-01, NAP-S69. Others are
taken to be where they stand when the move begins. Lengths are mm, directions unit vectors.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Literal

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Point, norm_deg
from game.kit.block.outlines import Floats
from rulesets.napoleonic_wars.charge import legal
from rulesets.napoleonic_wars.clock import running
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.command import notes
from rulesets.napoleonic_wars.data_files import number, whole
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import hidden
from rulesets.napoleonic_wars.fire.targets import fired_at
from rulesets.napoleonic_wars.march import rates, reach
from rulesets.napoleonic_wars.march.rates import Speed
from rulesets.napoleonic_wars.march.way import IN_HASTE, Way
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm

GRAZE = 2.0
"""Mm by which a body passes friends, ground and open order without touching them."""
HAIR = 2.0 * SLACK
"""Mm by which it passes an enemy who stops it: poses are rounded."""
LOOK = 10.0
"""Mm of way between two looks for cover."""
FAST: dict[Speed, str] = {"double": IN_HASTE}
"""What a way is called that a result makes at the double."""
HOME: dict[str, Point] = {"south": (0.0, -1.0), "north": (0.0, 1.0)}


class Escape(msgspec.Struct, frozen=True):
    """Where a router goes: a direction, and whom of those in the way it meets there, the nearest first."""

    way: Point
    met: tuple[str, ...] = ()


# --- whom they go away from ------------------------------------------------------------------------------------------


def foes(view: State, body: str) -> list[str]:
    """The enemies that matter to one who runs, the nearest first: not those who rout, gave up or are not noticed."""
    board, side, unseen = board_of(view), view.units[body].side, hidden(view)
    here = (f for f in facts.enemies(view, side) if f not in unseen)
    found = [f for f in here if facts.own(view, f).nerve.result not in ("rout", "surrendered")]
    return sorted(found, key=lambda f: (board.gap(body, f), facts.natural(f)))


def under_fire(view: State, body: str, since: int = 0) -> bool:
    """Whether anybody fires at a body."""
    return any(fired_at(view, f, body, since) for f in facts.enemies(view, view.units[body].side))


def in_reach(view: State, body: str) -> list[str]:
    """Enemies who have a body in charge reach."""
    return [f for f in foes(view, body) if legal.has_reach(view, f, body)]


def away_from(view: State, body: str) -> str:
    """The enemy that a result leads away from (NAP-ROU-01, NAP-RES-10, -18, -19); "" where there is none."""
    told, found = facts.own(view, body), foes(view, body)
    if told.nerve.result in ("withdraw", "retreat"):
        firing = [f for f in found if fired_at(view, f, body)]
        near = [f for f in found if legal.has_reach(view, f, body)] if told.nerve.result == "withdraw" else []
        return next((f for f in found if f in (*firing, *near)), found[0] if found else "")
    if told.nerve.result in ("break_off", "follow_up", "pursue") and told.nerve.from_whom in view.units:
        return told.nerve.from_whom
    return found[0] if found else ""


def away(view: State, body: str, foe: str) -> Point:
    """Straight away from an enemy, along the line between the nearest points; towards home without one."""
    if foe and board_of(view).gap(body, foe) < math.inf:
        board = board_of(view)
        line = shapely.shortest_line(board.outline(body), board.outline(foe))
        (x, y), (to_x, to_y) = shapely.get_coordinates(line).tolist()
        far = math.hypot(to_x - x, to_y - y)
        if far < 1.0:
            (x, y), (to_x, to_y) = _middle(board.outline(body)), _middle(board.outline(foe))
            far = math.hypot(to_x - x, to_y - y)
        if far > 0.0:
            return (x - to_x) / far, (y - to_y) / far
    return home(view, body)


def _middle(shape: Shape) -> Point:
    return float(shape.centroid.x), float(shape.centroid.y)


def home(view: State, body: str) -> Point:
    """Straight to the body's own base line (NAP-ROU-01)."""
    edge: str = view.sides[view.units[body].side].own.edge
    return HOME.get(edge, HOME["south"])


def turned(way: Point, degrees: float) -> Point:
    """A direction turned clockwise."""
    turn = math.radians(degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    return way[0] * cos + way[1] * sin, way[1] * cos - way[0] * sin


# --- who is in the way -----------------------------------------------------------------------------------------------


def swept(shape: Shape, way: Point, distance: float, graze: float = GRAZE) -> Shape:
    """What a body goes over, to the very end of its way, less what it only grazes beside it."""
    ends = shapely.get_coordinates(shape)
    both = np.concatenate([ends + np.array(way) * graze, ends + np.array(way) * (distance + graze)])
    return shapely.MultiPoint(both).convex_hull.buffer(-graze)


def met(view: State, body: str, shape: Shape, way: Point, distance: float) -> tuple[str, ...]:
    """The bodies in the way, the nearest first; those it stands among already are none."""
    board, side = board_of(view), view.units[body].side
    wide, whole_of_it = swept(shape, way, distance), swept(shape, way, distance, HAIR)
    others = [u for u in facts.bodies(view) if u != body and facts.own(view, u).nerve.result != "surrendered"]
    walls = {u for u in others if view.units[u].side != side and running.stops(view, u)}
    areas = {u: whole_of_it if u in walls else wide for u in others}
    found = [u for u in others if areas[u].intersects(board.outline(u)) and not shape.intersects(board.outline(u))]
    return tuple(sorted(found, key=lambda u: (float(board.outline(u).distance(shape)), facts.natural(u))))


def is_shut(view: State, body: str, shape: Shape, way: Point, distance: float) -> bool:
    """Whether ground or an obstacle that it cannot pass lies on a way."""
    area = swept(shape, way, distance)
    return any(
        p.kind.is_forbidden or p.kind.move == "building" for p in ground_of(view).met(area) if p.shape.intersects(area)
    )


def escape(view: State, body: str, shape: Shape, way: Point, distance: float) -> Escape:
    """The smallest turn off a direction that leaves the way free; straight on where there is none (NAP-S87)."""
    near = next(iter(foes(view, body)), "")

    def off(turn: int) -> float:
        if not near:
            return 0.0
        there = shapely.transform(shape, lambda p: p + np.array(turned(way, turn)) * distance)
        return -round(float(there.distance(board_of(view).outline(near))), 1)

    step, most = whole("rout_turn"), whole("rout_turns_most")
    turns = [sign * k for k in range(step, most + 1, step) for sign in (1, -1)]
    for turn in (0, *sorted(turns, key=lambda t: (abs(t), off(t), t))):
        here = turned(way, turn)
        if not met(view, body, shape, here, distance) and not is_shut(view, body, shape, here, distance):
            return Escape(here)
    return Escape(way, met(view, body, shape, way, distance))


# --- ways ------------------------------------------------------------------------------------------------------------


def begun(view: State, body: str, since: float = 0.0) -> Way:
    """A body at the start of its way; no table edge stops it (NAP-S78)."""
    way = Way.begun(view, body, since, 1.0)
    way.beyond = facts.own(view, body).nerve.result != "pursue"
    return way


def side_of(way: Way, theirs: Floats) -> Literal["left", "right", "about"] | None:
    """On which side a body has an enemy (pieces), behind it "about"; None where he is before its front or amid it."""
    edge, mine = way.standing().edge, shapely.get_coordinates(way.outline())
    ahead = np.array(edge.ahead)
    right = np.array((ahead[1], -ahead[0]))
    u, v = (mine - np.array(edge.left)) @ right, (mine - np.array(edge.left)) @ ahead
    points = theirs.reshape(-1, 2) - np.array(edge.left)
    x, y = points @ right, points @ ahead
    if y.min() >= -CONTACT:
        return None
    if y.max() <= v.min() + CONTACT:
        return "about"
    if x.max() <= u.min() + CONTACT:
        return "left"
    return "right" if x.min() >= u.max() - CONTACT else None


def about(way: Way, direction: Point, time: float) -> None:
    """Face about where a body does not look that way already; a part of the move goes on it."""
    facing = math.radians(way.places[0][2])
    if direction[0] * math.sin(facing) + direction[1] * math.cos(facing) >= 0.0:
        return
    if time > 0.0:
        way.stand(time, "face", busy=True)
    way.places = tuple((x, y, norm_deg(f + 180.0)) for x, y, f in way.places)


def clear(way: Way, direction: Point) -> None:
    """Set a body that stands amid enemies down clear of them, on the side that it leaves to (NAP-S68)."""
    board, side = board_of(way.view), way.view.units[way.body].side
    ahead = np.array(direction)
    for foe in facts.enemies(way.view, side):
        mine = way.outline()
        if foe not in board.bodies or not way.ids or foe in board.inside:
            continue
        if shapely.intersection(shapely.union_all(mine), shapely.union_all(board.outline(foe))).area <= GRAZE:
            continue
        low, high = (shapely.get_coordinates(one) @ ahead for one in (mine, board.outline(foe)))
        x, y = (ahead * max(0.0, float(high.max()) - float(low.min()))).tolist()
        way.places = tuple((round(px + x, 4), round(py + y, 4), facing) for px, py, facing in way.places)


def rout(view: State, body: str, since: float = 0.0, refused: Collection[str] = ()) -> tuple[Way, Escape]:
    """Away from the nearest enemy until out of his charge reach, then home (NAP-ROU-01, NAP-S87).

    ``refused``: who does not let it pass; an enemy in close order never does. It stops before them.
    """
    way = begun(view, body, since)
    far = way.speed("rout") * way.left
    near = next(iter(foes(view, body)), "")
    first = min(far, max(0.0, _reach(view, near, body) - board_of(view).gap(body, near))) if near else 0.0
    straight = away(view, body, near) if first > 0.0 else home(view, body)
    clear(way, straight)
    found = escape(view, body, way.outline(), straight, first or far)
    about(way, found.way, 0.0)
    stopped = _run(way, found, first or far, refused)
    if first and not stopped and not way.over():
        then = escape(view, body, way.outline(), home(view, body), way.speed("rout") * way.left)
        _run(way, then, way.speed("rout") * way.left, refused)
        found = Escape(then.way, tuple(dict.fromkeys((*found.met, *then.met))))
    return way, found


def _reach(view: State, foe: str, body: str) -> float:
    """How far (mm) an enemy could charge; not at all where the ground lets him come to a body in no charge move."""
    may = not facts.is_forced(view, foe) and reach.comes(view, foe, board_of(view).outline(body), "charge")
    return cm(rates.rate(view, foe, "charge")) if may else 0.0


def _run(way: Way, one: Escape, distance: float, refused: Collection[str]) -> bool:
    """Run as far as told, or to whoever refuses; whether somebody or something stopped it."""
    outlines = (board_of(way.view).outline(u) for u in one.met if u in refused)
    far = min([distance, *(ahead(way.outline(), one.way, there, distance) for there in outlines)])
    gone = way.go(one.way, far, "rout", "rout", front=False)
    return gone < distance - 1.0


def ahead(shape: Shape, way: Point, other: Shape, most: float) -> float:
    """How far (mm) a shape goes in a direction until it touches another; ``most`` where it does not before that."""

    def gap(far: float) -> float:
        return float(shapely.transform(shape, lambda points: points + np.array(way) * far).distance(other))

    far = 0.0
    while far < most:
        left = gap(far)
        if left <= SLACK:
            return far
        far += left
    return most


def withdraw(view: State, body: str, pace: Speed = "normal", turn: float = 0.0, since: float = 0.0) -> Way:
    """Away from whoever fires or may charge, until in cover (NAP-RES-10, NAP-RES-18); ``turn``: degrees off."""
    told = facts.own(view, body)
    way = begun(view, body, since)
    direction = turned(away(view, body, away_from(view, body)), turn)
    clear(way, direction)
    at_once = told.nerve.since == view.own.move or facts.is_skirmishing(view, body)
    about(way, direction, 0.0 if at_once else number("about_face"))
    far = way.speed(pace) * way.left
    way.go(direction, to_cover(way, direction, far), pace, FAST.get(pace, "withdraw"), front=False)
    return way


def to_cover(way: Way, direction: Point, far: float) -> float:
    """How far it is along a way until more than half of a body is in cover; all of it where there is none."""
    mounted = facts.is_mounted(way.view, way.body)
    area = swept(way.outline(), direction, far)
    cover = [
        p for p in ground_of(way.view).met(area) if (p.kind.mounted if mounted else p.kind.cover) and not p.kind.is_line
    ]
    cover = [p for p in cover if p.kind.sight != "building"]
    if not cover or far <= 0.0:
        return far
    centres = np.array([(x, y) for x, y, _ in way.places])
    steps = np.arange(LOOK, far, LOOK)
    spots = centres[None] + steps[:, None, None] * np.array(direction)
    inside = np.zeros(spots.shape[:2], dtype=bool)
    for piece in cover:
        inside |= shapely.contains_xy(piece.shape, spots[..., 0], spots[..., 1])
    enough = np.flatnonzero(2 * inside.sum(axis=1) > len(centres))
    return float(steps[enough[0]]) if len(enough) else far


def retreat(view: State, body: str, pace: Speed = "normal", turn: float = 0.0, since: float = 0.0) -> Way:
    """Away from who fires, or from the nearest enemy (NAP-RES-19)."""
    way = begun(view, body, since)
    direction = turned(away(view, body, away_from(view, body)), turn)
    clear(way, direction)
    about(way, direction, 0.0 if facts.is_skirmishing(view, body) else number("about_face"))
    way.go(direction, None, pace, FAST.get(pace, "retreat"), front=False)
    return way


def break_off(view: State, body: str, since: float = 0.0) -> Way:
    """Straight back from the enemy with the face to him; who was broken through stays (NAP-MRE-24)."""
    way = begun(view, body, since)
    broken = any(facts.melee(t).broken == body for t in facts.melees(view, body))
    foe = away_from(view, body)
    if broken or not way.ids:
        return way
    theirs = Mover.standing(view, foe).outline_at(0.0) if foe else np.zeros((0, 4, 2))
    to = side_of(way, theirs) if len(theirs) else None
    x, y = way.ahead()
    back = {None: (-x, -y), "about": (x, y), "left": (y, -x), "right": (-y, x)}[to]
    clear(way, back)
    far = cm(number("break_off_mounted" if facts.is_mounted(view, body) else "break_off_foot"))
    way.go(back, far, "normal", "break_off", front=False)
    return way


# --- what the owner wishes -------------------------------------------------------------------------------------------


def wish(view: State, body: str) -> tuple[Speed, float]:
    """Pace and turn that the owner wrote for a body that goes away; at most 90 degrees (NAP-S05, NAP-RES-18).

    The line is one map with the verb "go_away": ``pace`` and ``turn`` (degrees, right positive). Without it: normal
    pace, straight away. By charge reaction the pace is normal, or double where table 16A says so (NAP-R135).
    """
    told = facts.own(view, body)
    if told.nerve.result == "withdraw" and told.nerve.since == view.own.move:
        high = max((facts.charge(t).initial or 0 for t in facts.charges_on(view, body)), default=0)
        return ("double" if high >= 6 and facts.is_mounted(view, body) else "normal"), 0.0
    line = next((one for one in notes.line_of(view, body) if one.get("verb") == "go_away"), {})
    pace: Speed = "double" if line.get("pace") == "double" and rates.rate(view, body, "double") > 0.0 else "normal"
    turn = line.get("turn", 0.0)
    return pace, max(-90.0, min(90.0, float(turn))) if isinstance(turn, int | float) else 0.0
