"""Who has met whom in this move, when, over what, and in what state he was met (NAP-DIS-22, NAP-IMP-02, NAP-IMP-11)."""

from __future__ import annotations

from typing import Literal

import msgspec
import shapely

from game.engine.state import State, Tie
from game.geometry.planar import Shape
from game.geometry.shapes import sin_cos
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.field import facts, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import Piece, ground_of
from rulesets.napoleonic_wars.field.standing import Sector
from rulesets.napoleonic_wars.fire import cover
from rulesets.napoleonic_wars.measures import CONTACT, SLACK
from rulesets.napoleonic_wars.own import MeleeOwn

Across = Literal["", "soft", "hard", "building"]
RISING = ("stand_up",)
GUNNERS = ("guns", "rockets")


class Met(msgspec.Struct, frozen=True):
    """A body that has come into contact with another by a charge, a counter-charge or an attack.

    ``sector`` is where it struck, seen from the other; ``pause`` the moment when it was at attack distance; ``point``
    where its front met the other (mm).
    """

    by: str
    on: str
    charge: bool = True
    sector: Sector = "front"
    pause: float | None = None
    point: tuple[float, float] | None = None


def ties_home(view: State) -> tuple[Tie, ...]:
    """The charges and attacks of this move that struck home."""
    both = (*facts.ties(view, facts.CHARGE), *facts.ties(view, facts.ATTACK))
    here = (t for t in both if facts.charge(t).home == "home")
    return tuple(t for t in here if all(u in view.units and facts.is_here(view, u) for u in (t.a, t.b)))


def met(view: State) -> tuple[Met, ...]:
    """Who made contact in this move; who counter-charged has made it too (NAP-IMP-01, NAP-IMP-02)."""
    out = []
    for tie in ties_home(view):
        told = facts.charge(tie)
        charge = tie.kind == facts.CHARGE
        out.append(Met(tie.a, tie.b, charge, told.sector_home if charge else "front", told.pause, told.point))
        if told.answer == "counter_charge":
            out.append(Met(tie.b, tie.a, pause=told.pause, point=told.point))
    return tuple(out)


# --- the moment of contact -------------------------------------------------------------------------------------------


def is_moving(view: State, body: str, charger: str, time: float) -> bool:
    """Whether a body was moving when a charger met it (NAP-R171).

    Who is charged because another target ran stands where the first pass has left him: his march is over (NAP-S41 (3)).
    """
    leg = next((leg for leg in facts.legs(view, body) if leg.start < time <= leg.end + 1e-6), None)
    if leg is None or not leg.goes or leg.what in moments.FORMING:
        return False
    before = (t for t in facts.charges_by(view, charger) if t.b != body and not facts.charge(t).role)
    return leg.what in ("charge", "attack") or not any(facts.charge(t).home == "gone" for t in before)


def is_down(view: State, body: str, pause: float | None) -> bool:
    """Whether a prone body was not up when the enemy was at attack distance (NAP-IMP-14, NAP-R125)."""
    if facts.own(view, body).stance.prone:
        return True
    up = facts.legs(view, body, *RISING)
    return bool(up) and pause is not None and up[0].end > pause + 1e-6


# --- impetus ---------------------------------------------------------------------------------------------------------


def doubles(view: State, body: str) -> bool:
    """Whether a body moves at the double by its order in this move (NAP-R29)."""
    return "double" in facts.own(view, body).march.did


def is_barred(view: State, charger: str, target: str) -> bool:
    """Whether there is no impetus whatever table 12 says (NAP-IMP-11)."""
    told = facts.own(view, charger)
    doubled = told.march.doubled > 0 and told.march.doubled == view.own.move - 1
    on_horse = facts.is_foot(view, charger) and facts.is_mounted(view, target)
    fights = any(facts.melee(t).rounds and charger not in (t.a, t.b) for t in facts.melees(view, target))
    return doubled or doubles(view, charger) or on_horse or (fights and hits_fighters(view, charger, target))


def hits_fighters(view: State, charger: str, target: str) -> bool:
    """Whether all whom a charger touches are in another melee already (NAP-IMP-11)."""
    board = board_of(view)
    busy = {b for t in facts.melees(view, target) for b in facts.melee(t).fought.get(target, ())}
    outline = board.outline(charger)
    hit = [b for b in facts.figures(view, target) if _comes_near(board.bases.outlines([board.index[b.id]])[0], outline)]
    return bool(hit) and all(b.id in busy for b in hit)


def _comes_near(one: Shape, other: Shape) -> bool:
    return bool(one.distance(other) <= CONTACT + SLACK)


# --- obstacles -------------------------------------------------------------------------------------------------------


def defended(view: State, by: str, on: str) -> Piece | None:
    """The linear obstacle that a body defends against another in contact: at its front, between both (NAP-MEL-06)."""
    board = board_of(view)
    if on not in board.sides or by not in board.sides or on in board.inside:
        return None
    across = shapely.LineString((board.outline(by).centroid, board.outline(on).centroid))
    edges = [front.line for front in board.fronts(on)]
    for piece in ground_of(view).lines:
        wall = _counting(view, piece, on)
        held = any(_comes_near(edge, wall) for edge in edges)
        if held and across.intersects(wall) and faces(view, on, by):
            return piece
    return None


def _counting(view: State, piece: Piece, body: str) -> Shape:
    """An obstacle as it counts in the melee of a body behind it: breaches do not that are narrower (NAP-BLD-03)."""
    if not piece.own.breaches or cover.breach_before(view, body, piece) >= shape.width(view, body) - SLACK:
        return piece.shape
    return piece.unbreached


def faces(view: State, body: str, other: str) -> bool:
    """Whether a body faces another."""
    board = board_of(view)
    spot = board.outline(other).centroid
    for front in board.fronts(body):
        sine, cosine = sin_cos(front.facing)
        if (spot.x - front.middle[0]) * sine + (spot.y - front.middle[1]) * cosine > 0.0:
            return True
    return False


def hindrance(view: State, told: MeleeOwn, body: str) -> Across:
    """Across what a body attacks: "soft", "hard", "building" or "" (NAP-MEL-17, NAP-MEL-21)."""
    if told.building and not told.inside:
        return "building" if facts.own(view, body).inside != told.building else ""
    if not told.obstacle or told.crossing != body:
        return ""
    kind = ground_of(view).by_id[told.obstacle].kind
    return "soft" if standing.grade(kind, mounted=False, melee=True) == "soft" else "hard"
