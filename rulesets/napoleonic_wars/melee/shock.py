"""What a charge that comes into contact counts, and what is broken through by it: the rows of table 12.

NAP-IMP-03, NAP-IMP-12, NAP-IMP-16, NAP-MEL-13, NAP-NAT-08, NAP-R96, NAP-R107, NAP-R113, NAP-S68.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Pose, moved
from game.geometry.travel import way_to_edge
from game.kit import factors
from game.kit.block.going import Crossing, Going, Span
from game.kit.factors import Entry
from game.kit.sums import Row
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.charge import approach, parties
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.march import going
from rulesets.napoleonic_wars.measures import CONTACT, SLACK
from rulesets.napoleonic_wars.melee import meeting
from rulesets.napoleonic_wars.melee.tables import Place, Troops, table_11
from rulesets.napoleonic_wars.own import Leg, Track

LINES = ("line", "double_line")
SQUARES = ("square", "double_square")


def troops(view: State, body: str) -> Troops:
    """The row of table 11 that is a body's (NAP-MEL-19, NAP-CAM-09): irregular horse and lancers are light."""
    told = facts.own(view, body)
    if not facts.is_mounted(view, body):
        return "foot"
    if facts.is_elephants(view, body):
        return "heavy_horse"
    light = told.light or not told.regular or has_most(view, body, "lance")
    return "light_horse" if light else "heavy_horse"


def has_most(view: State, body: str, what: Literal["lance", "armour", "melee"]) -> bool:
    """Whether more than half of a body's figures have lances, cuirasses, or melee weapons."""
    by_id = {s.id: s for s in facts.own(view, body).subs}
    found = [b for b in facts.left(view, body) if facts.count(b)]
    n = sum(bool(getattr(by_id.get(facts.figure(b).sub), what, False)) for b in found)
    return 2 * n > len(found)


def is_line(view: State, body: str) -> bool:
    """Whether a body is foot in line (NAP-R96); irregular foot in close order is neither line nor column."""
    told = facts.own(view, body)
    return facts.is_foot(view, body) and told.regular and told.stance.formation in LINES


def charges_as_column(view: State, body: str) -> bool:
    """Whether a body charges as a closed column: regular foot alone (NAP-R96)."""
    told = facts.own(view, body)
    return facts.is_foot(view, body) and told.regular and told.stance.formation in parties.CLOSED


def slope(view: State, charger: str, target: str) -> Literal["", "uphill", "downhill"]:
    """Whether it charged up or down: by the level from which it came in this move (NAP-S65)."""
    here = standing.level(view, target)
    places = facts.stood(view, charger).values()
    there = standing.level(view, charger)
    if places:
        there = ground_of(view).level_at(*(sum(p[k] for p in places) / len(places) for k in (0, 1)))
    return "downhill" if there > here else "uphill" if there < here else ""


def place(view: State, charger: str, target: str) -> Place:
    """Where the defender is met (NAP-IMP-17, NAP-R113)."""
    if meeting.defended(view, charger, target) is not None:
        return "obstacle"
    return "wood" if standing.in_wood(view, target) else "open"


def rows(m: Moment, charger: str, target: str) -> tuple[Row, ...]:
    """The score of an impact row by row (NAP-IMP-03, NAP-IMP-16)."""
    first: tuple[Row, ...] = (
        (T("defender's disorganisation"), book.before_impact(m.now, target), "NAP-IMP-03"),
        (T("charger's disorganisation"), -book.before_impact(m.now, charger), "NAP-IMP-03"),
    )
    return (*(row for row in first if row[1]), *factors.rows(table_11().impact, _rows(m.now, charger, target)))


def _rows(view: State, charger: str, target: str) -> Iterator[Entry]:
    """Table 12A; lancers are told apart from the light horse that they are (NAP-R113)."""
    clause, row, foe = "NAP-IMP-16", troops(view, charger), facts.own(view, target)
    horse, foe_foot = row != "foot", facts.is_foot(view, target)
    lancers = row == "light_horse" and has_most(view, charger, "lance")
    by_arm = "lancers_foot" if lancers else "heavy_foot" if row == "heavy_horse" else "light_foot"
    heavy_light = row == "heavy_horse" and troops(view, target) == "light_horse"
    loose = facts.is_skirmishing(view, target)
    shaken = is_line(view, target) or facts.is_deployed(view, target) or (foe_foot and loose)
    square, form = foe_foot and foe.stance.formation in SQUARES, foe.stance.formation
    wood = standing.in_wood(view, charger) or standing.in_wood(view, target)
    steep = slope(view, charger, target)
    first_charge = facts.is_mamelukes(view, charger) and facts.charges_first(view, charger)
    yield T("close order charges skirmishers"), "loose", facts.is_close(view, charger) and loose, clause
    yield T("cavalry charges foot"), by_arm, horse and foe_foot, clause
    yield T("closed column"), "column", charges_as_column(view, charger) and shaken, clause
    yield T("heavy cavalry charges light"), "heavy_light", heavy_light, clause
    yield T("cavalry charges a square"), form, horse and square, clause
    yield T("cavalry in a wood or orchard"), "wood", horse and wood, clause
    yield T("defended obstacle"), "obstacle", place(view, charger, target) == "obstacle", clause
    yield T("slope"), steep, bool(steep), clause
    yield T("first charge of Mamelukes"), "mamelukes", first_charge, clause


# --- breaking through ------------------------------------------------------------------------------------------------


class Through(msgspec.Struct, frozen=True):
    """How a charger goes on through a body: mm, ranks of it passed, own ranks after the first, clear of it or not."""

    far: float
    ranks: int
    further: int
    clear: bool
    meets: str = ""


def through(view: State, charger: str, target: str, far: float) -> Through:
    """Straight on by the distance that is left, no farther than to the next body (NAP-S68, NAP-IMP-09)."""
    stop, meets = _stop(view, charger, target, far)
    ground = over_ground(view, charger, far)
    if ground < stop - SLACK:
        stop, meets = ground, ""
    mine, own = shape.ranks(view, charger), shape.depth(view, charger)
    entered = min(mine - 1, int((stop + 1e-6) / (own / mine)))
    clear = stop >= _beyond(view, charger, target) + own - CONTACT
    return Through(round(stop, 3), _reached(view, charger, target, stop), entered, clear, meets if clear else "")


def _beyond(view: State, charger: str, target: str) -> float:
    """Mm from a charger's front to the far side of what of its target lies ahead of it, of all where nothing does."""
    board = board_of(view)
    front, outline = board.front(charger), board.outline(target)
    if front is None or outline.is_empty:
        return 0.0
    deep = (shapely.get_coordinates(outline) - np.array(front.left)) @ np.array(front.ahead)
    ahead = shapely.intersection(shapely.get_parts(outline), shapely.Polygon(front.strip(float(deep.max()) + 1.0)))
    points = shapely.get_coordinates(ahead[shapely.area(ahead) > CONTACT])
    if len(points):
        deep = (points - np.array(front.left)) @ np.array(front.ahead)
    return max(0.0, float(deep.max()))


def _reached(view: State, charger: str, target: str, far: float) -> int:
    """The ranks of a target that a charger's front reaches in so many mm, at least one (NAP-MEL-13).

    Those of squares and masses, which only count so many, are reached in shares of the depth (NAP-FRM-13, NAP-R71).
    """
    ranks, board = shape.ranks(view, target), board_of(view)
    deep, front = _beyond(view, charger, target), board.front(charger)
    if (
        front is None
        or deep <= 0.0
        or facts.is_square(view, target)
        or facts.own(view, target).stance.formation == "mass"
    ):
        return min(ranks, 1 + int((far + 1e-6) / (deep / ranks))) if deep > 0.0 else 1
    found = [b for b in shape.fighters(view, target) if b.id in board.index]
    outlines = board.bases.outlines(np.array([board.index[b.id] for b in found], dtype=np.intp))
    hit = shapely.distance(outlines, shapely.Polygon(front.strip(max(far, SLACK)))) <= SLACK
    places = shape.rank_of(tuple(b.shape for b in found), shape.triples(b.pose for b in found if b.pose))
    return max(1, len({place for place, met in zip(places, hit.tolist(), strict=True) if met}))


def _stop(view: State, charger: str, target: str, far: float) -> tuple[float, str]:
    """How far a body can go straight on: to the table edge or the next body that it does not touch yet."""
    board = board_of(view)
    swept = board.front(charger)
    if swept is None or far <= 0.0:
        return 0.0, ""
    edge = way_to_edge(np.array(swept.middle), swept.ahead, view.table.width, view.table.depth)
    best, meets = min(far, edge), ""
    strip = shapely.Polygon(swept.strip(best))
    for other in board.bodies:
        if other in (charger, target) or facts.own(view, other).arm == "general":
            continue
        # base by base: bases that touch along an edge are no valid shape together
        hit = shapely.intersection(shapely.get_parts(board.outline(other)), strip)
        hit = hit[~shapely.is_empty(hit)]
        gap = float(shapely.distance(hit, swept.line).min()) if len(hit) else math.inf
        if gap < best:
            best, meets = gap, other
    return max(0.0, best), meets


def over_ground(view: State, charger: str, far: float) -> float:
    """How far (mm) a charger comes straight on with so much way over open ground left (NAP-S81 (e), NAP-R39)."""
    found, who = _ahead(view, charger, far)
    gone, budget = 0.0, far
    for part in found.in_order(SLACK):
        need = _cost(view, charger, who, part)
        if need > budget - SLACK:
            return part.at if isinstance(part, Crossing) else part.start + budget * part.factor
        budget -= need
        gone = gone if isinstance(part, Crossing) else part.end
    return min(found.stop, gone + budget)


def used_up(view: State, charger: str, far: float) -> float:
    """Mm of way over open ground that a charger needs to come so far straight on."""
    found, who = _ahead(view, charger, far)
    slow = sum(_cost(view, charger, who, part) - (part.end - part.start) for part in found.spans)
    return far + slow + sum(_cost(view, charger, who, one) for one in found.crossings)


def way_on(view: State, charger: str, far: float) -> Track:
    """The whole way of a charger who goes straight on into his target (NAP-IMP-05).

    He stands at the end of it where his move ends in the crossing of an obstacle.
    """
    before, ahead = view.own.tracks.get(charger, Track(())), poses_after(view, charger, far)
    here = [(b.id, b.pose) for b in facts.figures(view, charger) if b.pose is not None]
    poses = tuple((pose.x, pose.y, pose.facing) for _, pose in here)
    after = tuple((ahead[base].x, ahead[base].y, ahead[base].facing) for base, _ in here)
    time, budget = moments.contact_of(view, charger), left(view, charger)
    legs = [Leg(time, 1.0, poses, after, what="charge")]
    crossings = _ahead(view, charger, budget)[0].crossings
    if any(abs(one.at - far) <= SLACK for one in crossings) and used_up(view, charger, far) < budget - SLACK:
        legs.append(Leg(1.0 - SLACK / 1000.0, 1.0, after, after, what="charge"))
    bases = tuple(base for base, _ in here)
    kept = moments.of_those_left(before, bases)
    if kept.bases == bases and kept.sizes:
        return Track(bases, (*kept.legs, *legs), kept.sizes)
    sizes = tuple((b.shape.width, b.shape.depth) for b in facts.figures(view, charger) if b.pose is not None)
    return Track(bases, tuple(legs), sizes)


def _ahead(view: State, charger: str, far: float) -> tuple[Going, going.Walker]:
    who, front = going.walker(view, charger, "charge", shape.ranks(view, charger)), board_of(view).front(charger)
    if front is None or far <= 0.0:
        return Going((), (), 0.0), who
    edge = (front.left, front.right)
    return going.straight(view, who, edge, front.ahead, far), who


def _cost(view: State, charger: str, who: going.Walker, part: Span | Crossing) -> float:
    """Mm of way over open ground that a part of a way takes."""
    if isinstance(part, Crossing):
        return who.crosses[part.row] * approach.speed(view, charger)
    return (part.end - part.start) / part.factor


def left(view: State, charger: str) -> float:
    """Mm that a charger has left in this move when it comes into contact (NAP-IMP-07)."""
    return approach.speed(view, charger) * max(0.0, 1.0 - moments.contact_of(view, charger))


def poses_after(view: State, body: str, far: float) -> dict[str, Pose]:
    """Where the figures of a body are when it has gone straight on by so many mm."""
    facing = shape.front(view, body).facing
    out = {}
    for base in facts.figures(view, body):
        if base.pose is not None:
            at = moved(Pose(base.pose.x, base.pose.y, facing), far)
            out[base.id] = Pose(round(at.x, 3), round(at.y, 3), base.pose.facing, base.pose.level)
    return out
