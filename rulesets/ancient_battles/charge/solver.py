"""Can this unit charge that one, and how? Why not? (WAB-S09): the wheel, the straight, the first contact, the files.

One wheel of 0 to 90 degrees, then straight ahead. Every wheel of both hands is looked at together, then the best are
looked at finely; the answer is exact to 0.001 degree and the sweeps of what is answered are free. Lengths are mm.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import msgspec
import numpy as np
import shapely

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.measure import nearest_pair
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, Point, Pose, forward, moved
from game.geometry.steps import Advance, Hand, Step, Wheel
from game.kit.block.going import Going
from rulesets.ancient_battles.charge import conforming
from rulesets.ancient_battles.charge.looking import Looked, Looks
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.barriers import fits, impassable_parts, stops, yields
from rulesets.ancient_battles.field.blocks import Block, block_of, bounds, far_off, outline, quads, shared
from rulesets.ancient_battles.field.blocks import shapes as shapes_of
from rulesets.ancient_battles.field.facts import at_rate, fielded, fleeing, loose, rate
from rulesets.ancient_battles.field.memory import stance, standing_so, tied
from rulesets.ancient_battles.field.straights import HANDS, STEP, WIDEST, Fan, beyond_table
from rulesets.ancient_battles.measures import BRUSH, SLACK
from rulesets.ancient_battles.own import Facing

CHARGE_RATE = NUMBERS.charge_rate.value
"""Times the movement rate (WAB-CHG-01)."""
BEYOND = ""
"""Name of what lies beyond the table's edge."""


class Way(msgspec.Struct, frozen=True):
    """One charge path: a wheel, and straight ahead until contact at a point (mm).

    ``cost`` counts ground and obstacles; ``files`` are those in base contact with the facing charged, in line with it,
    after the straight path (WAB-S10).
    """

    hand: Hand
    degrees: float
    straight: float
    cost: float
    files: int
    point: Point

    @property
    def steps(self) -> tuple[Step, ...]:
        """The path as steps."""
        ahead = Advance(round(self.straight, 3))
        return (Wheel(self.degrees, self.hand), ahead) if self.degrees > 0.0 else (ahead,)


def front_after(block: Block, way: Way) -> Pose:
    """The front of a block at the end of a charge path."""
    return moved(going.wheeled(block, way.hand, way.degrees).front, way.straight)


class Solution(msgspec.Struct, frozen=True):
    """The answer for a pair: the facing charged, charge allowance (mm), paths, why it does not reach, who bars it.

    The ``usual`` path hits with most files, by the smallest wheel; ``cheapest`` costs least; ``best`` is taken when
    nobody chooses: the usual one, or if it does not fit the one with most files that does. None where there is none.
    """

    edge: Facing
    reach: float
    usual: Way | None = None
    cheapest: Way | None = None
    best: Way | None = None
    bar: Bar | None = None
    blockers: tuple[str, ...] = ()

    @property
    def reaches(self) -> bool:
        """Whether some path fits into the reach (WAB-S09)."""
        return self.bar is None

    @property
    def spare(self) -> float:
        """Left over (mm) on the cheapest path; negative is what is missing."""
        return self.reach - self.cheapest.cost if self.cheapest else -math.inf


def charge_reach(view: State, unit: str) -> float:
    """Charge allowance in mm (WAB-CHG-01)."""
    return CHARGE_RATE * rate(view, unit)


@tied
def solve(view: State, charger: str, target: str, edge: Facing | None = None) -> Solution:
    """How a unit can charge another as both stand, at the facing of its declaration, or of this moment (WAB-S04)."""
    facing = facing_charged(view, charger, target) if edge is None else edge
    reach = charge_reach(view, charger)
    if loose(view, charger):
        return _direct(view, charger, target, facing, reach)
    known, way = stance(view, charger).known, in_the_way(view, charger, target, reach)
    key = (solve, target, facing, stance(view, target), *_about(view, target, way))
    if key not in known:
        known[key] = Search(view, charger, target, facing, reach, way).solution()
    found: Solution = known[key]
    return found


def _about(view: State, target: str, way: InTheWay) -> tuple[Any, ...]:
    """How those stand that the path of a formed charge depends on, wherever all the others are.

    Where it may end on one who is to make way, all count: he may have to do so in another place.
    """
    if way.soft:
        return tuple((stance(view, u), facts.engaged(view, u)) for u in fielded(view))
    return tuple(way.names), *(stance(view, name) for name in dict.fromkeys(way.names) if name in view.units)


class InTheWay(msgspec.Struct, frozen=True):
    """Units, impassable ground and the table's edge within reach of a charge, as names and convex shapes.

    Whoever is passed through and would not make way is ``soft``: no charge may end on him (WAB-S07).
    """

    names: list[str]
    solid: list[shapely.Polygon]
    soft: list[tuple[str, shapely.Polygon]]


def in_the_way(view: State, charger: str, target: str, reach: float) -> InTheWay:
    """What a formed charge may meet (WAB-S07, WAB-S08): nothing that no wheel of it comes to.

    Runners and friendly skirmishers are passed through and make way; those who fight stay where they are: the rest.
    """
    block, near, box = block_of(view, charger), *_around(view, charger, reach)
    others = [u for u in fielded(view) if u not in (charger, target) and not far_off(box, bounds(view, u), 1.0)]
    passed = [u for u in others if not stops(view, charger, u)]
    soft = [(u, s) for u in passed if not yields(view, u, charger) for s in shapes_of(view, u)]
    solid = [(u, s) for u in others if u not in passed for s in shapes_of(view, u)]
    solid += [*impassable_parts(view), *((BEYOND, beyond) for beyond in beyond_table(view))]
    met = _ahead(block, _meeting(solid, near))
    return InTheWay([n for n, _ in met], [s for _, s in met], _meeting(soft, near))


@standing_so(1)
def _around(view: State, charger: str, reach: float) -> tuple[Shape, tuple[float, float, float, float]]:
    """Where a charge may come, and its box."""
    block = block_of(view, charger)
    far, x, y = reach + math.hypot(block.width, block.depth), block.centre.x, block.centre.y
    return shapely.Point(x, y).buffer(far), (x - far, y - far, x + far, y + far)


def _ahead(block: Block, named: list[tuple[str, shapely.Polygon]]) -> list[tuple[str, shapely.Polygon]]:
    """Those of some shapes that can matter: no wheel sweeps farther back than the block is wide."""
    points, which = shapely.get_coordinates([s for _, s in named], return_index=True)
    dx, dy = forward(block.front.facing)
    v = (points[:, 0] - block.front.x) * dx + (points[:, 1] - block.front.y) * dy
    seen = set(which[v > -block.width - block.depth].tolist())
    return [row for k, row in enumerate(named) if k in seen]


def _direct(view: State, charger: str, target: str, edge: Facing, reach: float) -> Solution:
    """The path of skirmishers and lone characters: straight between the closest points (WAB-S09)."""
    pair = nearest_pair(quads(view, charger), quads(view, target))
    (x, y), line = pair.on_b, shapely.LineString([pair.on_a, pair.on_b])
    cost = round(going.line_cost(view, charger, line), 3)
    way = Way("left", 0.0, round(line.length, 3), cost, 1, (round(x, 3), round(y, 3)))
    blockers = _crossed(view, charger, target, line)
    bar = _blocked(blockers[0]) if blockers else _too_far(way, reach)
    if bar is None and not fleeing(view, target) and not conforming.has_room(view, charger, target, pair.on_b, edge):
        bar = Bar(T("There is no room beside {unit}", unit=Thing(target)), "WAB-S10")
    return Solution(edge, reach, way, way, way, bar, tuple(blockers))


def _blocked(by: str) -> Bar:
    return Bar(T("{blocker} stands in the way", blocker=Thing(by)), "WAB-S07")


def _crossed(view: State, charger: str, target: str, line: shapely.LineString) -> list[str]:
    """What a straight line runs into."""
    units = [(u, outline(view, u)) for u in fielded(view) if u != target and stops(view, charger, u)]
    met = [(name, s) for name, s in (*units, *at_rate(view, "impassable")) if shapely.intersects(line, s)]
    return [name for name, shape in met if shapely.length(shapely.intersection(line, shape)) > SLACK]


def _too_far(way: Way, reach: float) -> Bar | None:
    if way.cost <= reach + SLACK:
        return None
    cost, far, short = Length(way.cost), Length(reach), Length(way.cost - reach)
    text = T("The path costs {cost}, the charge reaches {reach}: {missing} short", cost=cost, reach=far, missing=short)
    return Bar(text, "WAB-CHG-01")


class Search:
    """The search for one pair."""

    def __init__(
        self, view: State, charger: str, target: str, edge: Facing, reach: float, way: InTheWay | None = None
    ) -> None:
        self.view, self.charger, self.target, self.edge, self.reach = view, charger, target, edge, reach
        self.block = block_of(view, charger)
        way = in_the_way(view, charger, target, reach) if way is None else way
        self.names, self.soft = way.names, way.soft
        self.looks = Looks(view, charger, target, edge, way.solid)
        self.under: dict[Hand, Going] = {}
        self.even = going.even(view, charger, self.block, self.reach)

    def ends_on(self, way: Way) -> str:
        """The friends on whom a charge would end and who cannot make way, "" for none (WAB-S07)."""
        if not self.soft or fleeing(self.view, self.target):
            return ""
        front = front_after(self.block, way)
        area = self.block.at(front).polygon
        hit = next((u for u, s in self.soft if shared(area, s) > BRUSH), "")
        if not hit or self.looks.edge is None:
            return hit
        flush = self.block.at(conforming.flush_front(front, self.looks.edge, way.point))
        return "" if fits(self.view, flush, (self.charger, self.target)) else hit

    def solution(self) -> Solution:
        """The best paths, or why there is none."""
        coarse = np.arange(0.0, WIDEST + STEP / 2.0, STEP)
        first = self.looks.at([(hand, coarse) for hand in HANDS if self.looks.may_meet(hand)])
        finer = self.looks.at([(looked.hand, degrees) for looked in first for degrees in self._finer(looked)])
        found = sorted((*first, *finer), key=lambda looked: HANDS.index(looked.hand))
        worth = (self._way(looked, k) for looked in found for k in self._worth(looked))
        upon = {w: self.ends_on(w) for w in worth}
        ways = [w for w, unit in upon.items() if not unit]
        if not ways:
            return self.none(found, next(filter(None, upon.values()), ""))
        cheapest = self._cheapest(ways)
        best = usual = self._metered(_most_files(ways))
        fitting = [w for w in ways if w.cost <= self.reach + SLACK]
        while best.cost > self.reach + SLACK and fitting:
            fitting.remove(wish := _most_files(fitting))
            best = self._metered(wish)
        best = best if best.cost <= self.reach + SLACK else cheapest
        return Solution(self.edge, self.reach, usual, cheapest, best, _too_far(cheapest, self.reach))

    def by_one_wheel(self, hand: Hand, degrees: float) -> Solution:
        """The charge by a wheel of the player's choice: ``usual`` is its path, None if it leads elsewhere (WAB-S09)."""
        (looked,) = self.looks.at([(hand, np.array([degrees]))])
        if not bool(looked.good[0]):
            return self.none([looked])
        way = self._metered(self._way(looked, 0))
        if upon := self.ends_on(way):
            return self.none([], upon)
        return Solution(self.edge, self.reach, way, way, way, _too_far(way, self.reach))

    def _cheapest(self, ways: list[Way]) -> Way:
        """The way that costs least; ground only adds to what is known already."""
        best: Way | None = None
        if self.even:  # nothing is added to any
            return min(ways, key=_by_cost)
        ways = sorted(ways, key=_by_cost)
        for way, least in zip(ways, self._least(ways), strict=True):
            if best is not None and way.cost >= best.cost - SLACK:
                break
            if best is not None and least >= best.cost - SLACK:
                continue  # the ground under it is too dear, however exactly it is metered
            now = self._metered(way)
            if best is None or now.cost < best.cost - SLACK:
                best = now
        assert best is not None
        return best

    def _finer(self, looked: Looked) -> list[Floats]:
        """Angles to look at once more: about the cheapest, and where most files begin to hit."""
        good = np.flatnonzero(looked.good)
        edges = {int(k) for k in np.flatnonzero(looked.on_edge)[:1]}
        if len(good):
            best = int(good[np.argmin(looked.cost[good])])
            first = int(good[np.argmax(looked.files[good] == looked.files[good].max())])
            edges = {k for k in (best - 1, best, first - 1, int(good[0]) - 1) if 0 <= k < len(looked.degrees) - 1}
        last = len(looked.degrees) - 1
        return [np.linspace(looked.degrees[k], looked.degrees[min(k + 1, last)], 101) for k in sorted(edges)]

    def _worth(self, looked: Looked) -> list[int]:
        """Indices worth metering: the cheapest, and the smallest wheel for each number of files."""
        good = np.flatnonzero(looked.good)
        if not len(good):
            return []
        chosen: set[int] = set() if self.even else set(good[:: max(1, len(good) // 24)].tolist())
        firsts = np.unique(looked.files[good], return_index=True)[1]
        return sorted(chosen | {int(good[np.argmin(looked.cost[good])]), *good[firsts].tolist()})

    def _way(self, looked: Looked, k: int) -> Way:
        degrees, straight = round(float(looked.degrees[k]), 3), round(float(looked.straight[k]), 3)
        x, y = (round(float(c), 3) for c in looked.points[k])
        return Way(looked.hand, degrees, straight, float(looked.cost[k]), int(looked.files[k]), (x, y))

    def _least(self, ways: list[Way]) -> list[float]:
        """What ways cost at the least, worked out for all of them at once: metering one by one is slow."""
        found = np.array([w.cost for w in ways])
        for hand in HANDS if not self.even else ():
            mine = [k for k, w in enumerate(ways) if w.hand == hand]
            if mine:
                fan = Fan(self.block, hand, np.array([ways[k].degrees for k in mine]))
                straight = np.array([ways[k].straight for k in mine])
                wheels = going.spans_least(self.block, self._under(hand), fan.degrees, self.reach)
                found[mine] = wheels + going.advance_least(self.view, self.charger, fan, straight, self.reach)
        return [float(cost) for cost in found]

    def _under(self, hand: Hand) -> Going:
        """The ground under the widest wheel of a hand."""
        if hand not in self.under:
            self.under[hand] = going.wheel_spans(self.view, self.charger, self.block, hand, WIDEST)
        return self.under[hand]

    def _metered(self, way: Way) -> Way:
        """A way with what its ground costs; an obstacle that the target lines costs nothing (WAB-S08)."""
        if self.even:
            return way
        wheel = going.spans_cost(self.block, self._under(way.hand), way.degrees, self.reach)
        after = going.wheeled(self.block, way.hand, way.degrees)
        ahead = going.advance_cost(self.view, self.charger, after, way.straight, self.reach)
        return msgspec.structs.replace(way, cost=wheel + ahead)

    def none(self, found: list[Looked], upon: str = "") -> Solution:
        """Why no path leads there; ``upon`` is who stands where it would end."""
        met: dict[str, None] = {}
        for looked in found if not upon else ():
            for number in looked.blocker[looked.on_edge & ~looked.free].tolist():
                met[self.names[number] if 0 <= number < len(self.names) else self.target] = None
        units = (upon,) if upon else tuple(name for name in met if name != BEYOND)
        if upon:
            bar = Bar(T("The move would end on {unit}", unit=Thing(upon)), "WAB-S07")
        elif units:
            bar = _blocked(units[0])
        elif met:
            bar = Bar(T("The move would leave the table"), "WAB-S07")
        else:
            bar = Bar(T("No single wheel brings it straight onto the side it would charge"), "WAB-S09")
        return Solution(self.edge, self.reach, bar=bar, blockers=units)


def _meeting(named: list[tuple[str, shapely.Polygon]], area: Shape) -> list[tuple[str, shapely.Polygon]]:
    """Those of many shapes that lie in an area or touch it."""
    return list(itertools.compress(named, shapely.intersects(np.array([s for _, s in named], dtype=object), area)))


def _by_cost(way: Way) -> tuple[float, float, Hand]:
    return round(way.cost, 3), way.degrees, way.hand


def _most_files(ways: list[Way]) -> Way:
    """The smallest wheel among the ways that hit with most files (WAB-S09)."""
    return min(ways, key=lambda w: (-w.files, w.degrees, w.cost, w.hand))
