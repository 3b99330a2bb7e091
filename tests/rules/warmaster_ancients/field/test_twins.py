"""The quick geometry of the table rules against plain twins in shapely, on random tables."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from game.engine.state import State
from game.geometry.shapes import Footprint, Pose, eye, forward, polygon, to_local
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.charge.stand_places import place_charge
from rulesets.warmaster_ancients.field import facts, sight
from rulesets.warmaster_ancients.field.formations import connected, formation_poses
from rulesets.warmaster_ancients.field.scene import land_of
from rulesets.warmaster_ancients.move import forced, moves
from tests.rules.warmaster_ancients.table import feature, table, unit

SEEDS = st.integers(0, 2**32 - 1)
SOUTH = ("LEG-1", "LEG-2", "EQU-1", "SCO-1")
NORTH = ("GAL-1", "GAL-2", "PUN-1", "ELE-1")


def scene(seed: int) -> State:
    """A crowded corner of a table: units at random places and facings that do not overlap, and some terrain."""
    rng = random.Random(seed)
    boxes = []
    for kind in rng.sample(["wood", "hill", "marsh", "impassable", "road", "ford"], 3):
        x, y = rng.uniform(0, 50), rng.uniform(0, 40)
        boxes.append(feature(kind, points=_blob(rng, x, y)))
    if rng.random() < 0.5:
        boxes.append(feature("wall", points=[(rng.uniform(5, 55), rng.uniform(5, 40)) for _ in range(2)]))
    state = table(*(unit(u, "south") for u in SOUTH), *(unit(u, "north") for u in NORTH), terrain=boxes, size=(60, 45))
    bases = dict(state.bases)
    solid: list[shapely.Polygon] = []
    for unit_id in (*SOUTH, *NORTH):
        for _ in range(30):
            poses = _random_unit(rng, profile(state, unit_id).footprint, len(state.units[unit_id].bases))
            outlines = [polygon(profile(state, unit_id).footprint, p) for p in poses]
            whole = shapely.union_all(outlines)
            inside = shapely.box(0, 0, 600, 450).contains(whole)
            if inside and all(whole.distance(other) >= rng.choice([0.0, 0.0, 5.0]) for other in solid):
                solid += outlines
                for base, pose in zip(state.units[unit_id].bases, poses, strict=True):
                    bases[base] = replace(bases[base], pose=pose, where="table")
                break
    return replace(state, bases=bases)


def _blob(rng: random.Random, x: float, y: float) -> list[tuple[float, float]]:
    count = rng.randint(4, 7)
    angles = [360 * (k + rng.uniform(0, 0.8)) / count for k in range(count)]
    reach = [rng.uniform(3, 9) for _ in angles]
    return [
        (x + r * math.sin(math.radians(a)), y + r * math.cos(math.radians(a)))
        for a, r in zip(angles, reach, strict=True)
    ]


def _random_unit(rng: random.Random, shape: Footprint, count: int) -> list[Pose]:
    x, y, facing = rng.uniform(40, 560), rng.uniform(40, 410), float(rng.choice([0, 90, 180, 270, rng.randint(0, 359)]))
    return formation_poses(rng.choice(["line", "column"]), shape, count, (x, y), facing)


def outlines(state: State, unit_id: str) -> list[shapely.Polygon]:
    shape = profile(state, unit_id).footprint
    return [polygon(shape, p) for p in facts.poses(state, unit_id).values()]


def placed(state: State) -> list[str]:
    return [u for u in (*SOUTH, *NORTH) if facts.poses(state, u)]


def barred(state: State, type_id: str) -> shapely.Geometry:
    land = land_of(state)
    over = [g for f, g in zip(land.terrain.features, land.terrain.geometries, strict=True) if land.kind[f.id].overlay]
    wild = [
        g
        for f, g in zip(land.terrain.features, land.terrain.geometries, strict=True)
        if not f.line and not land.kind[f.id].overlay and not land.kind[f.id].allows(type_id)
    ]
    made = [
        g
        for f, g in zip(land.terrain.features, land.terrain.geometries, strict=True)
        if land.kind[f.id].overlay and not land.kind[f.id].allows(type_id)
    ]
    return shapely.union(shapely.difference(shapely.union_all(wild), shapely.union_all(over)), shapely.union_all(made))


def walls(state: State, type_id: str) -> list[shapely.Geometry]:
    land = land_of(state)
    over = shapely.union_all(
        [g for f, g in zip(land.terrain.features, land.terrain.geometries, strict=True) if land.kind[f.id].overlay]
    )
    return [
        shapely.difference(g, over)
        for f, g in zip(land.terrain.features, land.terrain.geometries, strict=True)
        if f.line and not land.kind[f.id].allows(type_id)
    ]


# --- moves -------------------------------------------------------------------------------------------------------


def plain_leg(state: State, unit_id: str, ends: dict[str, Pose], charging: str | None = None) -> bool | None:
    """Whether a leg is free, the plain way; None where it hangs on the last digits."""
    kind = profile(state, unit_id)
    free = True
    for stand, start in facts.poses(state, unit_id).items():
        sweep = shapely.union(polygon(kind.footprint, start), polygon(kind.footprint, ends[stand])).convex_hull
        low_x, low_y, high_x, high_y = sweep.bounds
        if min(low_x, low_y, 600 - high_x, 450 - high_y) < -0.011:
            free = False
        amounts = [(sweep.intersection(barred(state, kind.type)).area, 1.0)]
        amounts += [(sweep.intersection(w).length, 0.55) for w in walls(state, kind.type)]
        for other in placed(state):
            if other in (unit_id, charging):
                continue
            for outline in outlines(state, other):
                amounts.append((sweep.intersection(outline).area, 1.0))
                if state.units[other].side != state.units[unit_id].side and charging is None:
                    began = polygon(kind.footprint, start).distance(outline)
                    least = min(9.95, began - 0.05)
                    if abs(sweep.distance(outline) - least) < 0.11:
                        return None
                    if sweep.distance(outline) < least:
                        free = False
        if any(abs(amount - limit) < 0.02 for amount, limit in amounts):
            return None
        free = free and all(amount <= limit for amount, limit in amounts)
    return free


@pytest.mark.clause("WMA-S09", "WMA-MOV-08", "WMA-S05")
@given(SEEDS)
@settings(max_examples=50)
def test_moves_are_judged_as_plain_hulls_and_distances_judge_them(seed):
    state = scene(seed)
    rng = random.Random(seed + 1)
    for unit_id in placed(state)[:4]:
        angle, far = rng.uniform(0, 360), rng.choice([5.0, 20.0, 60.0, 150.0])
        dx, dy = forward(angle)
        turn = rng.choice([0.0, 0.0, 180.0])
        ends = {
            b: Pose(round(p.x + dx * far, 3), round(p.y + dy * far, 3), (p.facing + turn) % 360)
            for b, p in facts.poses(state, unit_id).items()
        }
        expected = plain_leg(state, unit_id, ends)
        found = moves.check_legs(state, unit_id, [ends], 300.0)
        if expected is not None:
            assert found.legal == expected, (unit_id, found.refusal)


# --- sight -------------------------------------------------------------------------------------------------------


def plain_sees(state: State, stand: str, other: str) -> bool | None:
    """Whether a stand sees another, the plain way; None where it hangs on the last digits."""
    land = land_of(state)
    mine, theirs = state.bases[stand], state.bases[other]
    assert mine.pose is not None
    assert theirs.pose is not None
    at = eye(mine.shape, mine.pose)
    target = polygon(theirs.shape, theirs.pose)
    points = [*list(target.exterior.coords)[:4], (theirs.pose.x, theirs.pose.y)]
    over = shapely.union_all([land.terrain.geometry(f.id) for f in land.terrain.features if land.kind[f.id].overlay])
    deep = shapely.union_all([land.terrain.geometry(f) for f in land.sight_kinds("depth")]).difference(over)
    seen, unsure = False, False
    for point in points:
        u, v = to_local(mine.pose, point)
        margin = min(v - mine.shape.depth / 2, v - mine.shape.depth / 2 - (abs(u) - mine.shape.width / 2))
        if abs(margin) < 0.01:
            unsure = True
        if margin < 0:
            continue
        line = shapely.LineString((at, point))
        checks = [(line.intersection(deep).length, 20.05)]
        for base in state.bases.values():
            if base.id == stand or base.unit == theirs.unit or base.pose is None:
                continue
            checks.append((line.intersection(polygon(base.shape, base.pose)).length, 0.55))
        for hill in land.sight_kinds("height"):
            shape = land.terrain.geometry(hill)
            if not any(hill in land.at_points(np.array(((p.x, p.y),)))[0] for p in (mine.pose, theirs.pose)):
                checks.append((line.intersection(shape.difference(over)).length, 0.1))
        if any(abs(amount - limit) < 0.1 for amount, limit in checks):
            unsure = True
        elif all(amount <= limit for amount, limit in checks):
            seen = True
    return True if seen else None if unsure else False


@pytest.mark.clause("WMA-S08")
@given(SEEDS)
@settings(max_examples=25)
def test_sight_is_as_plain_lines_see_it(seed):
    state = scene(seed)
    here = placed(state)
    for mine, theirs in itertools.product(here, here):
        if state.units[mine].side == "south" and state.units[theirs].side == "north":
            for a, b in itertools.product(state.bases_of(mine), state.bases_of(theirs)):
                expected = plain_sees(state, a.id, b.id)
                if expected is not None:
                    assert (b.id in sight.seen_by_stand(state, a.id, b.unit)) == expected, (a.id, b.id)
                    assert sight.look(state, a.id, b.id).seen == expected


# --- charges -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S11")
@given(SEEDS)
@settings(max_examples=50)
def test_a_placed_charge_keeps_every_rule_of_placing(seed):
    state = scene(seed)
    for unit_id, target in itertools.product(placed(state), placed(state)):
        if state.units[unit_id].side == state.units[target].side:
            continue
        found = place_charge(state, unit_id, target)
        if found.refusal is not None:
            continue
        kind = profile(state, unit_id)
        there = state.with_poses(dict(found.ends))
        assert facts.touches(there, unit_id, target)
        lead = [t for t in facts.contacts(there, unit_id) if (t.own, t.other) == (found.lead, found.mark)]
        back = [t for t in facts.contacts(there, target) if (t.own, t.other) == (found.mark, found.lead)]
        assert [(t.side, b.side) for t, b in zip(lead, back, strict=True)] == [("front", found.edge)]
        assert lead[0].length > 0.5 - 1e-3
        assert all(t <= kind.move + 0.05 for t in found.travel.values())
        assert connected(kind.footprint, list(found.ends.values()))
        assert len({p.facing for p in found.ends.values()}) == 1
        own = outlines(there, unit_id)
        others = [o for u in placed(state) if u != unit_id for o in outlines(state, u)]
        for a, b in itertools.combinations(own, 2):
            assert a.intersection(b).area <= 1.0
        for a, b in itertools.product(own, others):
            assert a.intersection(b).area <= 1.0 + 1e-6
        assert plain_leg(state, unit_id, dict(found.ends), charging=target) is not False
        assert found.touched == facts.engaged_enemies(there, unit_id)


# --- shifts ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WMA-S18", "WMA-S28")
@given(SEEDS)
@settings(max_examples=25)
def test_a_free_way_ends_where_the_next_step_would_be_hindered(seed):
    state = scene(seed)
    rng = random.Random(seed + 2)
    for unit_id in placed(state)[:3]:
        direction = forward(rng.choice([0.0, 90.0, 180.0, 270.0, rng.uniform(0, 360)]))
        way = forced.free_way(state, unit_id, direction, 120.0)
        assert 0.0 <= way <= 120.0
        if way > 0.5:
            assert hindered(state, unit_id, direction, way - 0.3) is not True
        if 0.0 < way < 117.0:
            assert hindered(state, unit_id, direction, way + 3.0) is not False


def hindered(state: State, unit_id: str, direction: tuple[float, float], way: float) -> bool | None:
    """Whether a shift of so many mm meets anything, the plain way; None where it hangs on the last digits."""
    kind = profile(state, unit_id)
    shape = kind.footprint
    unsure = False
    for pose in facts.poses(state, unit_id).values():
        start = polygon(shape, pose)
        end = polygon(shape, Pose(pose.x + direction[0] * way, pose.y + direction[1] * way, pose.facing))
        sweep = shapely.union(start, end).convex_hull
        low_x, low_y, high_x, high_y = sweep.bounds
        edge = min(low_x, low_y, 600 - high_x, 450 - high_y)
        if edge < -0.2:
            return True
        checks = [(sweep.intersection(barred(state, kind.type)).area, 1.0, 1.2)]
        checks += [(sweep.intersection(w).length, 0.55, 1.2) for w in walls(state, kind.type)]
        for other in placed(state):
            if other == unit_id:
                continue
            enemy = state.units[other].side != state.units[unit_id].side
            began = min(a.distance(b) for a in outlines(state, unit_id) for b in outlines(state, other))
            for outline in outlines(state, other):
                checks.append((sweep.intersection(outline).area, 1.0, 1.2))
                if enemy and began >= 9.95:
                    if sweep.distance(outline) < 9.85:
                        return True
                    unsure = unsure or sweep.distance(outline) < 10.05
                elif enemy and 9.85 <= began < 10.05:
                    unsure = True
        if any(amount > sure for amount, _, sure in checks):
            return True
        unsure = unsure or any(amount > 0.0 for amount, _, _ in checks) or edge < 0.2
    return None if unsure else False
