"""Who acts on initiative and by order, and where characters ride: near the units to be ordered, away from enemies.

A test that fails silences the character, so what counts for the order of his tests is the chance of success against
that of failure, times what the move is worth (an index of the kind p v / (1 - p)); the General comes last.
WMA-CHR-01, WMA-CMD-02 to -16, WMA-INI-03, WMA-INI-04, WMA-S12, WMA-S32, WMA-S41. Rows 5 to 8 and 12 of the decisions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from itertools import combinations

import numpy as np

from game.bots.seat import Choice, Seat
from game.engine.decision import Aim, MoveAnswer, TargetsAnswer
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.measure import distance_matrix
from game.geometry.shapes import Floats, Point
from game.kit.general.shell import left, said
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.characters import characters
from rulesets.warmaster_ancients.command import command, movement
from rulesets.warmaster_ancients.field import facts
from rulesets.warmaster_ancients.general.field import Field, Troop
from rulesets.warmaster_ancients.general.moves import Deed, Mind, first_best, mind_of
from rulesets.warmaster_ancients.general.place_worth import REACH
from rulesets.warmaster_ancients.general.plan import Temper
from rulesets.warmaster_ancients.move import evading, forced

LEAST = 0.6
"""Points below which no order is worth the trouble."""
SURE = 0.995
THOUGHT = 15
"""Work of finding the best that a unit can do: its charges, and the marches that are tried."""
HURRY = 50
"""Work that must be left for another unit to be thought about; with less the best order found so far is taken."""
EVADES = 4.0
"""Points that an evade must save."""
RANKS = {"officer": 0, "leader": 1, "general": 2}
CLOSE_MM = 60.0
"""An enemy this near to a token is shunned."""
SHARED = 0.7
"""How much less a unit needs a character where another can order it already."""
STIR_MM = 15.0
"""Rides shorter than this are not worth making."""


def act(seat: Seat, temper: Temper) -> Choice:
    """On initiative the best charge, else the most needed evade, else the end of the phase (WMA-S12)."""
    mind = mind_of(seat, temper)
    view = mind.field.view
    able = [t for t in mind.field.mine if movement.bar_of(view, t.id) is None]
    best = mind.best_charge([t.id for t in able], REACH)
    if best is None:
        evades = [deed for deed in (_evade(mind, t) for t in able if t.shoots) if deed is not None]
        best = max(evades, key=lambda d: round(d.points, 6), default=None)
    if best is not None:
        return said(best.answer, best.why)
    return left("end_phase", T("no charge promises enough, and no unit must evade"))


def _evade(mind: Mind, troop: Troop) -> Deed | None:
    """An evade, where it saves more than the shots and the ground it gives up."""
    view = mind.field.view
    found = evading.evasion(view, troop.id)
    if not found.possible:
        return None
    ways = list(dict.fromkeys((found.least, found.most)))
    blocks = [troop.at(forced.shifted(view, troop.id, found.direction, mm)) for mm in ways]
    outlook = mind.outlook(troop, [troop.block, *blocks])
    points = outlook.shots - mind.temper.exposure * 1.5 * outlook.exposure
    k = 1 + first_best(points[1:].tolist())
    saved = float(points[k]) - float(points[0])
    if saved < EVADES:
        return None
    course = movement.evade_course(view, troop.id, ways[k - 1])
    why = T("{unit}: evade {enemy}, or be ridden down", unit=Thing(troop.id), enemy=Thing(found.enemy))
    return Deed(MoveAnswer(troop.id, "evade", courses=(course,)), saved, why)


def give(seat: Seat, temper: Temper) -> Choice:
    """The order to try next, else the end of the phase.

    The mind may have been made up before an order failed; the view tells who may still order whom.
    """
    mind, view, work = mind_of(seat, temper), seat.view, seat.work
    pairs = list(command.orderable(view, seat.side))
    thought: set[str] = set()
    for character in sorted(dict.fromkeys(c for c, _ in pairs), key=lambda c: _turn_of(view, c)):
        units = [u for c, u in pairs if c == character]
        mind.weigh(units)
        chances: dict[str, float] = {}
        for unit in units:
            if work.left < HURRY and _most_needed(mind, chances):
                break
            if unit not in thought:
                work.spend(THOUGHT)
                thought.add(unit)
            chances[unit] = float(command.chance(int(command.command_sum(view, character, unit).total)))
        unit = _most_needed(mind, chances)
        if unit:
            best, percent = mind.best(unit), round(100 * chances[unit])
            told = {"unit": Thing(unit), "character": Thing(character), "percent": percent}
            why = T("{unit}: the best use of {character} now, {percent} %: {reason}", **told, reason=best.why)
            return said(TargetsAnswer((Aim(character, "order", unit),)), why)
    return left("end_phase", T("no order is worth the risk any more"))


def _most_needed(mind: Mind, chances: Mapping[str, float]) -> str:
    """The unit whose order promises most, by the chances of the orders; "" where none is worth the trouble.

    What a unit may do at best is looked into in the order of hopes, no further than another might be ordered for it.
    """

    def index(unit: str, points: float) -> float:
        sure = min(chances[unit], SURE)
        return round(points * sure / (1.0 - sure), 6)

    able = [u for u, chance in chances.items() if chance > 0.0]
    hopes = {u: index(u, mind.hope(u)) for u in able}
    found: dict[str, float] = {}
    for unit in sorted(able, key=lambda u: -hopes[u]):
        if found and hopes[unit] < max(found.values()):
            break
        points = mind.best(unit).points
        if points >= LEAST:
            found[unit] = index(unit, points)
    return max((u for u in able if u in found), key=lambda u: found[u], default="")


def _turn_of(view: State, character: str) -> tuple[bool, int, int]:
    """The one who is ordering already, then Officers, Leaders, the General last."""
    kind = profile(view, character)
    return character != view.own.commanding, RANKS.get(kind.rank, 1), kind.command


def ride(seat: Seat, temper: Temper) -> Choice:
    """The next character's ride, the General first: the others then see to whom he is far from."""
    mind, view = mind_of(seat, temper), seat.view
    waiting = sorted(characters.unmoved(view, seat.side), key=lambda c: -RANKS.get(profile(view, c).rank, 0))
    for character in waiting:
        found = _best(mind, view, character, waiting)
        if found is not None:
            return said(found, T("{character} rides to where he can order most units", character=Thing(character)))
    return left("end_phase", T("the characters stand where they are needed"))


@cache
def _passing() -> Floats:
    """The chance of a command test that needs 0, 1, ... 12."""
    return np.array([float(command.chance(need)) for need in range(13)])


def _reach(kind: Profile, distances: Floats, hindered: Floats) -> Floats:
    """Chance that a character's first order to units at these distances (mm) gets through, penalties and all."""
    needs = kind.command - np.floor(np.round(distances, 1) / command.distance_step()) - hindered[None]
    return np.where(distances <= kind.command_range, _passing()[np.clip(needs, 0, 12).astype(int)], 0.0)


def _hindered(field: Field, troop: Troop) -> float:
    """What an order to a unit will suffer wherever the character stands: an enemy near, rough ground, losses."""
    close = field.nearest_gap(troop.id) <= REACH
    return float(close) + facts.in_difficult(field.view, troop.id) + facts.lost(field.view, troop.id)


def _expected(chances: Floats, needs: Floats) -> Floats:
    """What a character's orders will bring where these are his chances (k, n): test after test until one fails."""
    index = needs[None] * chances / np.maximum(1.0 - chances, 0.02)
    order = np.argsort(-np.round(index, 9), axis=1, kind="stable")
    sorted_chances = np.take_along_axis(chances, order, axis=1)
    worth = np.take_along_axis(np.broadcast_to(needs, chances.shape), order, axis=1)
    return np.asarray((np.cumprod(sorted_chances, axis=1) * worth).sum(axis=1))


def _need(mind: Mind, troop: Troop) -> float:
    """How much a unit will want to be ordered next turn."""
    task = mind.plan.tasks[troop.id]
    want = 0.3 if troop.kind.artillery else 1.0
    want *= 0.5 if troop.engaged else 1.0
    want *= 1.5 if 200.0 < mind.field.nearest_gap(troop.id) < 450.0 else 1.0
    return want * (0.4 if task.duty == "garrison" else 0.4 + 0.6 * min(task.weight, 1.0))


def _best(mind: Mind, view: State, character: str, waiting: list[str]) -> MoveAnswer | None:
    field = mind.field
    if not field.mine:
        return None
    kind, start = profile(view, character), facts.point_of(view, character)
    hindered = np.array([_hindered(field, troop) for troop in field.mine])
    needs = np.array([_need(mind, troop) for troop in field.mine])
    for other in facts.characters(view, field.side):
        if other != character and other not in waiting:
            mine, _ = _distances(field, np.array([facts.point_of(view, other)]))
            needs = needs * (1.0 - SHARED * _reach(profile(view, other), mine, hindered)[0])
    points = [start, *_spots(field, start, kind.move)]
    mine, foes = _distances(field, np.array(points))
    values = _expected(_reach(kind, mine, hindered), needs)
    if field.foes:
        near = foes.min(axis=1)
        values -= np.where(near < CLOSE_MM, 6.0, np.where(near < 200.0, 0.6, 0.0))
    values -= [0.0002 * math.dist(point, start) for point in points]
    for k in np.argsort(-np.round(values, 6), kind="stable").tolist():
        if values[k] <= values[0] + 0.02 or math.dist(points[k], start) < STIR_MM:
            return None
        if characters.check_ride(view, character, (points[k],)).legal:
            return characters.ride_to(character, points[k])
    return None


def _distances(field: Field, spots: Floats) -> tuple[Floats, Floats]:
    """Distances (mm) from points to the blocks of one's own units (k, n), and of the enemy's (k, m)."""
    found = distance_matrix(np.repeat(spots[:, None, :], 4, axis=1), field.corners)
    return found[:, : len(field.mine)], found[:, len(field.mine) :]


def _spots(field: Field, start: Point, limit: float) -> list[Point]:
    """Points behind the units and between pairs of them, or where the way there ends."""
    found = [troop.block.point(0.0, -back) for troop in field.mine for back in (0.0, 50.0, 120.0)]
    pairs = combinations((t.block for t in field.mine), 2)
    found += [((a.x + b.x) / 2.0, (a.y + b.y) / 2.0) for a, b in pairs]

    def reached(point: Point) -> Point:
        far = math.dist(start, point)
        share = min(1.0, (limit - 0.1) / far) if far > 1.0 else 1.0
        return round(start[0] + (point[0] - start[0]) * share, 2), round(start[1] + (point[1] - start[1]) * share, 2)

    return list(dict.fromkeys(map(reached, found)))
