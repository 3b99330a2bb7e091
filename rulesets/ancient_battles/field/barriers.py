"""What a remaining move must stop at (WAB-S07): friends, the inch about enemies, impassable ground, the table's edge.

A march must also stop at rough ground and at obstacles (WAB-MAR-06, WAB-MAR-07, WAB-FMR-07, WAB-FMR-08). Whoever may
be passed through makes way where a charge or a pursuit ends on him: displaced, shape kept, by the least way to a place
where he stands on nobody. Swept areas are exact; what is farther off than a move can reach is not looked at. Lengths
are mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import shapely
from shapely.affinity import translate

from game.engine.decision import Bar
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import Angle, Length, T, Text, Thing
from game.geometry.align import convex_parts
from game.geometry.planar import Shape, Shapes
from game.geometry.shapes import forward, to_local, to_world
from game.geometry.steps import Hand
from game.geometry.travel import way_to_edge
from game.kit import situation
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.blocks import Block, bounds, far_off, outline, quads, shapes, shared, shift
from rulesets.ancient_battles.field.blocks import shapes as shapes_of
from rulesets.ancient_battles.field.facts import Rate, kinds
from rulesets.ancient_battles.field.memory import settled, standing_so
from rulesets.ancient_battles.field.straights import beyond_table
from rulesets.ancient_battles.field.straights import free_wheel as free_of
from rulesets.ancient_battles.measures import BRUSH, SLACK, TOUCH, inch

STEP = 2.0
"""mm between the places that are tried."""
FARTHEST = 20.0
"""Inches within which a place is looked for."""
NEARNESS = NUMBERS.nearness.value
"""Inches from enemies that everybody keeps who does not charge them (WAB-S07, WAB-S11)."""


def yields(view: State, unit: str, comer: str) -> bool:
    """Whether a unit makes way for another: it flees, or skirmishes on the same side, and fights nobody."""
    friend = situation.side_of(view, unit) == situation.side_of(view, comer)
    return (facts.fleeing(view, unit) or (friend and facts.skirmishers(view, unit))) and not facts.engaged(view, unit)


def stops(view: State, unit: str, other: str) -> bool:
    """Whether a unit cannot pass through another: no runner, no friend where one of the two skirmishes (WAB-S07)."""
    light = facts.skirmishers(view, unit) or facts.skirmishers(view, other)
    friend = situation.side_of(view, other) == situation.side_of(view, unit)
    return other != unit and not facts.fleeing(view, other) and not (light and friend)


@facts.of_land
def impassable_parts(view: State) -> tuple[tuple[str, shapely.Polygon], ...]:
    """Impassable ground in convex parts, each with its id."""
    rings = ((name, shapely.Polygon(shapely.get_coordinates(s))) for name, s in facts.at_rate(view, "impassable"))
    return tuple((name, shapely.Polygon(part)) for name, area in rings for part in convex_parts(area))


def stands_on(view: State, unit: str, comer: str) -> bool:
    """Whether a unit has to step aside for another that has come to stand where it is."""
    return yields(view, unit, comer) and shared(outline(view, unit), outline(view, comer)) > BRUSH


def fits(view: State, block: Block, but: Sequence[str], yielding: bool = False) -> bool:
    """Whether a block overlaps no other unit (``yielding``: but who makes way) or impassable ground, on the table."""
    if facts.off_table(view, block.corners):
        return False
    others = [u for u in facts.fielded(view) if u not in but and not (yielding and yields(view, u, block.unit))]
    there = [*(s for u in others for s in shapes(view, u)), *(s for _, s in facts.at_rate(view, "impassable"))]
    return all(shared(block.polygon, s) <= BRUSH for s in there)


def make_way(run: Run, comers: tuple[str, ...]) -> None:
    """Let whoever can be passed through step aside for units that have just come to stand."""
    for comer in comers:
        for unit in facts.fielded(run.state):
            view = run.state
            if unit in comers or not situation.on_table(view, comer) or not stands_on(view, unit, comer):
                continue
            way = way_aside(view, unit)
            if way is not None:
                text = T("{unit} made way for {other}", unit=Thing(unit), other=Thing(comer))
                shift(run, unit, *way, text, type="made_way", clauses=("WAB-S07",), about=(unit, comer))


def way_aside(view: State, unit: str) -> tuple[float, float] | None:
    """The least displacement after which a unit stands on nobody, an inch from enemies where it can; None if none."""
    mine, here = quads(view, unit), outline(view, unit)
    solid = [*(outline(view, u) for u in facts.fielded(view) if u != unit)]
    solid += [s for _, s in facts.at_rate(view, "impassable")]
    foes = [outline(view, u) for u in facts.foes(view, unit) if not facts.fleeing(view, u)]
    ways = [np.array(forward(15.0 * k)) for k in range(24)]
    low, high = mine.min(axis=(0, 1)) - 0.1, mine.max(axis=(0, 1)) + 0.1
    edge = np.array((view.table.width, view.table.depth))
    for apart in (inch(NEARNESS), 0.0):
        shut = shapely.union_all([*solid, *(f.buffer(apart) for f in foes if apart)])
        shapely.prepare(shut)
        for n in range(1, math.ceil(inch(FARTHEST) / STEP)):
            for by in (d * (n * STEP) for d in ways):
                if (low + by < 0.0).any() or (high + by > edge).any():
                    continue
                if shared(shut, translate(here, *by)) <= BRUSH:
                    return round(float(by[0]), 3), round(float(by[1]), 3)
    return None


ROUND = 32
"""Edges of a quarter of the round corners of the inch about enemies: no more than 0.008 mm short of it."""
_FINE = 0.001
"""Degrees, and mm, to which the last free part of a move is found."""

What = Literal["friend", "enemy", "ground", "rough", "obstacle"]


class Barrier(NamedTuple):
    """Something that stops a move: what, its id, its outline (mm) and the clause."""

    what: What
    thing: str
    shape: Shape
    clause: str = "WAB-S07"


@standing_so(2)
def kept_off(view: State, unit: str, enemy: str) -> tuple[Shape, ...]:
    """What a sweep, drawn in, may not touch of an enemy: 1 inch about, or nearer than the unit stands (WAB-S07)."""
    keep = min(inch(NEARNESS) + SLACK, facts.gap(view, unit, enemy))
    return tuple(shapely.buffer(np.array(shapes_of(view, enemy)), keep, quad_segs=ROUND).tolist())


@settled
def barriers(
    view: State, unit: str, reach: float, march: tuple[str, str] | None = None, through: tuple[str, ...] = ()
) -> tuple[Barrier, ...]:
    """What stops a unit within a reach (mm) of where it stands.

    ``march`` are the clauses by which rough ground and obstacles bar the move, None where it is no march; ``through``
    friends who do not stop it: the unit a character steps out of.
    """
    found: list[Barrier] = []
    mine, here, within = situation.side_of(view, unit), bounds(view, unit), reach + inch(NEARNESS)
    for other in facts.fielded(view):
        if far_off(here, bounds(view, other), within) or other in through or not stops(view, unit, other):
            continue
        if situation.side_of(view, other) != mine:
            found += [Barrier("enemy", other, s) for s in kept_off(view, unit, other)]
        else:
            found += [Barrier("friend", other, s) for s in shapes_of(view, other)]
    bars: dict[Rate, tuple[What, str]] = {"impassable": ("ground", "WAB-S08")}
    if march:
        rough, line = march
        bars |= {"difficult": ("rough", rough), "very_difficult": ("rough", rough), "obstacle": ("obstacle", line)}
    for feature, kind, shape in facts.land(view):
        rate = kinds()[kind].rate
        if rate in bars and not far_off(here, shape.bounds, reach):
            what, clause = bars[rate]
            found.append(Barrier(what, feature, shape, clause))
    return tuple(found)


def sentence(barrier: Barrier | None) -> Text:
    """What stops the move, as a sentence; None is the table's edge."""
    if barrier is None:
        return T("The move would leave the table")
    who = Thing(barrier.thing)
    return {
        "friend": T("The way is blocked by {unit}", unit=who),
        "enemy": T("It would come within {limit} of {unit}", limit=Length(inch(NEARNESS)), unit=who),
        "ground": T("{ground} is impassable", ground=who),
        "rough": T("No part of a march may lie in {ground}", ground=who),
        "obstacle": T("A march may not pass over {ground}", ground=who),
    }[barrier.what]


def bar_after(barrier: Barrier | None, after: Length | Angle) -> Bar:
    """What stops a step after so much of it."""
    return Bar(T("{why}, after {way}", why=sentence(barrier), way=after), barrier.clause if barrier else "WAB-S07")


def room_ahead(view: State, block: Block, found: Sequence[Barrier], most: float) -> tuple[float, Barrier | None]:
    """How far (mm, at most ``most``) a block may go straight ahead, and what stops it: None is the table's edge."""
    edge = way_to_edge(block.corners[:2], forward(block.front.facing), view.table.width, view.table.depth)
    room, by = min(most, edge), None
    half = block.width / 2.0 - SLACK
    local = ((-half, -SLACK), (-half, most), (half, most), (half, -SLACK))
    lane = shapely.Polygon([to_world(block.front, p) for p in local])
    for barrier in (b for b in found if shapely.intersects(b.shape, lane)):
        part, line = shapely.intersection(barrier.shape, lane), barrier.what == "obstacle"
        passed = going.straddles(block, barrier.shape) if line else shapely.area(part) <= TOUCH
        met = min(to_local(block.front, (float(x), float(y)))[1] for x, y in shapely.get_coordinates(part))
        if not passed and met < room - 1e-9:
            room, by = max(0.0, met), barrier
    return room, by


def free_wheel(
    view: State, block: Block, hand: Hand, found: Sequence[Barrier], most: float
) -> tuple[float, Barrier | None]:
    """How far (degrees, at most ``most``) a block may wheel, and what stops it (None: the table's edge)."""
    free, line = most, None
    for barrier in found:
        if barrier.what == "obstacle" and (at := going.passes(block, hand, free, barrier.shape)) is not None:
            free, line = at, barrier
    if free <= _FINE:
        return 0.0, line
    solid = [b for b in found if b.what != "obstacle"]
    reached, culprit = free_of(block, hand, [*(b.shape for b in solid), *beyond_table(view)], free)
    if culprit < 0:
        return free, line
    return reached, solid[culprit] if culprit < len(solid) else None


def overlaps(areas: Shapes, shapes: Sequence[Shape], least: float) -> int | None:
    """Which of some shapes shares more than ``least`` mm2 with one of some areas: the first, None for none."""
    if not len(areas) or not shapes:
        return None
    others = np.array(shapes)
    i, j = np.nonzero(shapely.intersects(areas[:, None], others[None, :]))
    met = j[shapely.area(shapely.intersection(areas[i], others[j])) > least]
    return int(met.min()) if len(met) else None


def end_bar(view: State, unit: str, shapes: Sequence[Shape], but: Iterable[str] = ()) -> Bar | None:
    """Why a unit may not end there: off the table, on a unit (save ``but``), within 1 inch of an enemy, impassable."""
    mine_at, nearness = np.array(shapes), inch(NEARNESS)
    box = shapely.total_bounds(mine_at).tolist()
    if facts.off_table(view, np.array(box)):
        return Bar(sentence(None), "WAB-S07")
    for other in facts.fielded(view):
        if other == unit or other in but or far_off(box, bounds(view, other), nearness):
            continue
        meets = not far_off(box, bounds(view, other), 0.0)
        if meets and overlaps(mine_at, shapes_of(view, other), BRUSH) is not None:
            return Bar(T("The move would end on {unit}", unit=Thing(other)), "WAB-S07")
        if situation.side_of(view, other) != situation.side_of(view, unit) and not facts.fleeing(view, other):
            theirs = np.array(shapes_of(view, other))
            keep = min(nearness, facts.gap(view, unit, other))
            if shapely.distance(mine_at[:, None], theirs[None, :]).min() < keep - 2.0 * SLACK:
                return Bar(sentence(Barrier("enemy", other, theirs[0])), "WAB-S07")
    for feature, shape in facts.at_rate(view, "impassable"):
        if not far_off(box, shape.bounds, 0.0) and overlaps(mine_at, (shape,), BRUSH) is not None:
            return Bar(T("{ground} is impassable", ground=Thing(feature)), "WAB-S08")
    return None
