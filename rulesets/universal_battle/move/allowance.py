"""How far a unit may move, and what its paths cost: slow terrain, roads, heights, and what is crossed on them.

USB-MOV-01, USB-MOV-02, USB-R33, USB-R34, USB-S05, USB-S23. A path is the polyline of a base's centre, its start
included. What concerns terrain goes by the half rule: at least half of the unit's models, those that stay counted too
(USB-R27).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec
import shapely
from shapely.ops import substring

from game.engine.decision import Sum
from game.engine.state import State
from game.engine.text import T, Text
from game.geometry.halving import halved_times
from game.geometry.paths import length_of
from game.geometry.planar import Shape, union
from game.geometry.shapes import Point
from game.kit.sums import Row
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.field.ground import Ground, Piece, ground_of
from rulesets.universal_battle.field.terrain import proof
from rulesets.universal_battle.measures import SLACK, full, inch
from rulesets.universal_battle.own import Formation

Kind = Literal["tactical", "run", "charge", "react", "flee", "back"]
FLAT: tuple[Kind, ...] = ("react", "back")
"""Moves to which nothing is added (USB-R33, USB-S13)."""
LABELS: dict[Kind, tuple[Text, str]] = {
    "tactical": (T("Tactical Move"), "USB-ACT-02"),
    "run": (T("Run"), "USB-ACT-03"),
    "charge": (T("Charge"), "USB-ACT-04"),
    "react": (T("Reaction move"), "USB-CHG-05"),
    "flee": (T("Flight"), "USB-RES-06"),
    "back": (T("Giving ground"), "USB-RES-05"),
}


def immobile(view: State, unit: str) -> bool:
    """Whether nothing of an activation can move: a machine without a growth step (USB-MON-04)."""
    return any(facts.model(b).growth == 0 for b in facts.left(view, unit))


def ignores_slow(view: State, unit: str) -> bool:
    """Whether slow terrain is nothing to a unit (USB-SPC-04, USB-SPC-10, USB-MON-06)."""
    return flies(view, unit) or facts.spec(view, unit, "hunters") or proof(view, unit)


def ignores_road(view: State, unit: str) -> bool:
    """Whether roads are nothing to a unit (USB-R32, USB-R46)."""
    return flies(view, unit) or proof(view, unit)


def flies(view: State, unit: str) -> bool:
    """Whether a unit flies, troops and hero both (USB-SPC-04, USB-R70)."""
    return facts.spec(view, unit, "fliers")


def allowance(view: State, unit: str, kind: Kind, formation: Formation | None = None, road: bool = False) -> Sum:
    """Mm that every model of a unit may move, in a formation (as it stands if not told), on a road or not (USB-R34)."""
    label, clause = LABELS[kind]
    rows: list[Row] = [(label, inch(number("run" if kind == "flee" else kind)), clause)]
    if immobile(view, unit):
        return Sum(label, 0.0, ((T("Immobile"), 0.0, "USB-MON-04"),), lengths=True)
    shape = formations.formation(view, unit) if formation is None else formation
    if kind not in FLAT:
        rows += _added(view, unit, shape)
        if road and not ignores_road(view, unit):
            rows.append((T("Road"), inch(number("road_move")), "USB-TER-09"))
    total = max(0.0, sum(mm for _, mm, _ in rows))
    if shape == "hidden" and kind not in FLAT:
        rows.append((T("Hidden: half"), -total / 2.0, "USB-FRM-08"))
        total /= 2.0
    return Sum(label, total, tuple(rows), lengths=True)


def _added(view: State, unit: str, formation: Formation) -> Iterator[Row]:
    """What is added before anything is halved (USB-R33); of troops and hero the lesser (USB-S17)."""
    parts = [_of_models(view, u) for u in facts.company(view, unit) if view.bases_of(u)]
    yield from min(parts, key=lambda rows: sum(mm for _, mm, _ in rows), default=[])
    if any(facts.own(view, u).leaders for u in facts.company(view, unit)):
        yield T("Leaders"), inch(number("leaders_move")), "USB-LDR-01"
    if flies(view, unit):
        yield T("Fliers"), inch(number("fliers_move")), "USB-SPC-04"
    if formation == "column":
        yield T("Column"), inch(number("column_move")), "USB-FRM-03"
    if formation == "phalanx":
        yield T("Phalanx"), -inch(number("phalanx_move")), "USB-FRM-06"


def _of_models(view: State, unit: str) -> list[Row]:
    """What the models of one unit add by themselves."""
    first = facts.model(view.bases_of(unit)[0])
    if first.kind == "riders":
        return [(T("Riders"), inch(number("riders_move")), "USB-PTS-07")]
    if first.growth >= number("fast_growth"):
        return [(T("Great monster"), inch(number("fast_move")), "USB-MON-07")]
    return []


Line = Sequence[Point]
DUST = 0.05
"""mm below which a stretch of a path is nothing."""
HALVINGS = 32
FORCED: tuple[Kind, ...] = ("flee", "back")
"""Moves in which nobody climbs down: whoever is pushed over an edge falls, and that costs nothing (USB-CLB-01)."""
Box = tuple[float, ...]


class Metered(msgspec.Struct, frozen=True):
    """What the paths of a unit come to: mm of allowance (``costs``) and mm ``inside`` slow terrain by base.

    ``limit`` is their allowance, with the road's bonus where a ``road`` is used (USB-R34), ``left`` what each may still
    go inside slow terrain. ``dangers`` are the dangerous pieces crossed, ``falls`` the batches of hits for heights.
    """

    costs: dict[str, float]
    inside: dict[str, float]
    limit: float
    left: float
    road: bool = False
    dangers: tuple[str, ...] = ()
    falls: int = 0

    @property
    def over(self) -> str:
        """The first base that goes too far, "" where none does."""
        return next((b for b, mm in self.costs.items() if mm > self.limit + SLACK or self.deep(b)), "")

    def deep(self, base: str) -> bool:
        """Whether a base goes too far inside slow terrain (USB-TER-04)."""
        return self.inside[base] > self.left + SLACK


def slow_used(view: State, host: str) -> float:
    """What an activation has gone inside slow terrain (mm) while it acts (USB-S05)."""
    return float(facts.own(view, host).slow) if view.own.acting == host else 0.0


class Meter:
    """Meters the paths of one unit in a move of a kind; ``formation`` in which it moves, as it stands if not told."""

    def __init__(self, view: State, unit: str, kind: Kind, formation: Formation | None = None) -> None:
        self.view, self.unit, self.kind, self.formation = view, unit, kind, formation
        self.ground: Ground = ground_of(view)
        self.free = ignores_slow(view, unit) or kind == "back"
        self.flies = flies(view, unit)
        used = slow_used(view, facts.host(view, unit))
        self.left = math.inf if self.free else max(0.0, inch(number("slow_most")) - used)

    def metered(self, lines: Mapping[str, Line]) -> Metered:
        """What paths of all models on the table come to; of those that stay, the point where they are."""
        slow = self.slow(lines)
        inside = {b: _within(line, slow) for b, line in lines.items()}
        costs = {b: self.cost(line, slow) for b, line in lines.items()}
        limit = allowance(self.view, self.unit, self.kind, self.formation).total
        road = self._road(lines, slow, limit)
        if road:
            limit = allowance(self.view, self.unit, self.kind, self.formation, True).total
        dangers = () if self.flies else tuple(p.id for p in self.crossed(lines, "dangerous"))
        return Metered(costs, inside, limit, self.left, road, dangers, self._falls(lines))

    def slow(self, lines: Mapping[str, Line]) -> Shape | None:
        """The slow areas that concern the unit: at least half its paths come into each (USB-S05); None for none."""
        if self.free:
            return None
        found = self.crossed(lines, "slow")
        if not found:
            return None
        key = ("slow", *(p.id for p in found))
        return self.ground.kept.once(key, lambda: union([p.area for p in found]))

    def crossed(self, lines: Mapping[str, Line], what: str) -> list[Piece]:
        """The pieces of a sort into which at least half the paths come (USB-R27)."""
        boxes = [_box(line) for line in lines.values()]
        found = []
        areas = [p for p in self.ground.areas if getattr(p.kind, what)]
        for box, piece in self.ground.kept.once(("boxes", what), lambda: [(p.area.bounds, p) for p in areas]):
            # only paths that come near are cut: most are nowhere near most pieces
            near = [line for line, about in zip(lines.values(), boxes, strict=True) if _meet(box, about)]
            if 2 * len(near) >= len(lines) and 2 * sum(_enters(line, piece.area) for line in near) >= len(lines):
                found.append(piece)
        return found

    def cost(self, line: Line, slow: Shape | None) -> float:
        """Mm of allowance that a path costs: its length, again what lies inside slow areas, and heights (USB-S23)."""
        long = length_of(line)
        extra = (number("slow_cost") - 1.0) * _within(line, slow)
        climbs = self.steps(line)
        return long + extra + sum(-mm if mm < 0.0 and self.kind not in FORCED else max(mm, 0.0) for mm, _ in climbs)

    def first_part(self, line: Line, slow: Shape | None, most: float) -> tuple[Point, ...]:
        """The first part of a path, as far as so many mm of allowance and the limit of slow terrain lead."""
        whole = shapely.LineString(line) if len(line) > 1 else None
        if whole is None or (self.cost(line, slow) <= most + SLACK and _within(line, slow) <= self.left + SLACK):
            return tuple(line)

        def pays(length: float) -> bool:
            part = part_of(line, length)
            return self.cost(part, slow) <= most and _within(part, slow) <= self.left

        return part_of(line, halved_times(0.0, whole.length, HALVINGS, pays)[0])

    def steps(self, line: Line) -> list[tuple[float, Point]]:
        """Heights (mm, down negative) that a path climbs or falls, each with the place (USB-S23)."""
        if self.flies or len(line) < 2 or not (self.ground.tops or self.ground.pits):
            return []
        found: list[tuple[float, Point]] = []
        height = self.ground.height_at(*line[0])
        for a, b in pairwise(line):
            for part in self.ground.profile(a, b):
                if abs(part.height - height) > SLACK:
                    spot = (a[0] + (b[0] - a[0]) * part.start, a[1] + (b[1] - a[1]) * part.start)
                    found.append((part.height - height, spot))
                    height = part.height
        end = self.ground.height_at(*line[-1])
        return [*found, (end - height, line[-1])] if abs(end - height) > SLACK else found

    def _falls(self, lines: Mapping[str, Line]) -> int:
        """Batches of hits that at least half the models' paths call for; ladders call for none (USB-MOV-07)."""
        each = []
        for line in lines.values():
            steps = [mm for mm, spot in self.steps(line) if not self.ground.ladder_near(*spot, 1.0)]
            each.append(sum(full(abs(mm), number("fall_step")) for mm in steps))
        each.sort(reverse=True)
        return each[(len(each) + 1) // 2 - 1] if each else 0

    def _road(self, lines: Mapping[str, Line], slow: Shape | None, limit: float) -> bool:
        """Whether at least half the paths touch a road before the allowance is used up (USB-R34)."""
        if self.kind in ("react", "back") or ignores_road(self.view, self.unit):
            return False
        roads = [p.area for p in self.ground.areas if p.kind.road]
        if not roads or all(len(line) < 2 for line in lines.values()):
            return False
        road = self.ground.kept.once("road", lambda: union(roads).buffer(SLACK))
        ways = [(line, _line(line)) for line in lines.values()]
        touching = [(line, way) for line, way in ways if way.intersects(road)]
        if 2 * len(touching) < len(lines):
            return False

        def in_time(line: Line, way: Shape) -> bool:
            both = way.intersection(road)  # of what touches by a hair it is nothing: then where they come nearest
            met = shapely.get_coordinates(shapely.shortest_line(way, road) if both.is_empty else both).tolist()
            part = part_of(line, min(way.project(shapely.Point(x, y)) for x, y in met) if len(line) > 1 else 0.0)
            return self.cost(part, slow) <= limit + SLACK and _within(part, slow) <= self.left + SLACK

        return 2 * sum(in_time(line, way) for line, way in touching) >= len(lines)


def _box(line: Line) -> Box:
    """West, south, east and north of a path."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return min(xs), min(ys), max(xs), max(ys)


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _line(line: Line) -> Shape:
    return shapely.LineString(line) if len(line) > 1 else shapely.Point(line[0])


def _within(line: Line, area: Shape | None) -> float:
    """Mm of a path that lie in an area."""
    if area is None or len(line) < 2:
        return 0.0
    return float(shapely.LineString(line).intersection(area).length)


def _enters(line: Line, area: Shape) -> bool:
    """Whether a path starts in an area, enters it or ends in it; along its outline is outside."""
    if len(line) < 2 or all(math.dist(a, b) <= DUST for a, b in pairwise(line)):
        spot = shapely.Point(line[0])
        return bool(area.contains(spot)) and float(area.boundary.distance(spot)) > DUST
    return _within(line, area) > DUST


def part_of(line: Line, length: float) -> tuple[Point, ...]:
    """The first so many mm of a path."""
    if len(line) < 2:
        return tuple(line)
    found = substring(shapely.LineString(line), 0.0, max(0.0, length))
    return tuple((x, y) for x, y in found.coords)
