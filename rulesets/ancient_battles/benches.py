"""What ancient battles measure of their own: charges solved and moves judged among forty blocks, beside plain ways."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import shapely

from game.engine.decision import Course, MoveAnswer
from game.engine.ruleset import Bench
from game.engine.state import State
from game.geometry.steps import Advance, Hand, Wheel
from rulesets.ancient_battles.charge import solver
from rulesets.ancient_battles.deploy.positions import build
from rulesets.ancient_battles.field import facts, metering
from rulesets.ancient_battles.field.blocks import block_of, quads
from rulesets.ancient_battles.move import judging

FINE = 1.0
"""Millimetres and degrees by which the plain search feels its way."""


def crowd() -> State:
    """Forty blocks in two lines and a second line each, one of them to charge, one to be charged."""
    rows = []
    for k in range(20):
        x, y = 4.5 + 7.0 * (k % 10), 15.0 - 6.0 * (k // 10)
        rows.append({"id": f"PHA{k + 1 if k else ''}", "kind": "PHA", "at": [x, y], "models": 16, "files": 4})
        rows.append(
            {
                "id": f"WAR{k + 1 if k else ''}",
                "kind": "WAR",
                "at": [x + 0.7, 48.0 - y - 9.5 + (k % 3) * 0.4],
                "facing": 180.0 - (k % 5) * 4.0,
                "models": 15,
            }
        )
    wood = {"kind": "wood", "box": [50.0, 17.0, 56.0, 21.0]}
    return build({"units": rows, "terrain": [wood]}, "forty blocks")


def plain_charge(view: State, charger: str, target: str) -> float | None:
    """The least cost (mm) of a charge, felt for bit by bit with plain polygons; None where none is found."""
    block = block_of(view, charger)
    aim = shapely.union_all([shapely.Polygon(q) for q in quads(view, target)])
    others = [shapely.Polygon(q) for u in facts.standing(view) if u not in (charger, target) for q in quads(view, u)]
    best: float | None = None
    hands: tuple[Hand, ...] = ("left", "right")
    for hand, degrees in itertools.product(hands, range(0, 91, 5)):
        turned = metering.wheeled(block, hand, float(degrees))
        reach = solver.charge_reach(view, charger) - metering.wheel_way(block, float(degrees))
        way = 0.0
        while way <= reach:
            shape = turned.at(metering.end_pose(turned.front, way)).polygon
            if any(shape.intersection(o).area > 1.0 for o in others):
                break
            if shape.distance(aim) <= FINE:
                cost = metering.wheel_way(block, float(degrees)) + way
                best = cost if best is None else min(best, cost)
                break
            way += FINE
    return best


def plain_wheel(view: State, unit: str, degrees: float) -> bool:
    """Whether a wheel is free, felt for degree by degree with plain polygons."""
    block = block_of(view, unit)
    others = [
        shapely.Polygon(q).buffer(25.0 * (view.units[u].side != view.units[unit].side))
        for u in facts.standing(view)
        if u != unit
        for q in quads(view, u)
    ]
    for k in range(math.ceil(degrees / 0.1)):
        shape = metering.wheeled(block, "right", k * 0.1).polygon
        if any(shape.intersection(o).area > 1.0 for o in others):
            return False
    return True


def benches() -> Sequence[Bench]:
    """The jobs to measure."""
    view = crowd()
    pairs = itertools.cycle([(f"PHA{k}", f"WAR{k}") for k in range(2, 11)])
    again = itertools.cycle([(f"PHA{k}", f"WAR{k}") for k in range(2, 11)])
    units = itertools.cycle([f"PHA{k}" for k in range(2, 11)])
    more = itertools.cycle([f"PHA{k}" for k in range(2, 11)])

    def solve() -> object:
        return solver.solve(view.with_poses({}), *next(pairs))

    def plain_solve() -> object:
        return plain_charge(view.with_poses({}), *next(again))

    def judge() -> object:
        unit = next(units)
        steps = (Wheel(12.0, "right"), Advance(25.0))
        return judging.plan(view.with_poses({}), MoveAnswer(unit, "normal", courses=(Course(unit, steps),)))

    return (
        Bench("a charge solved among 40 blocks", plain_solve, solve, 10.0),
        Bench("a wheel and an advance judged among 40 blocks", lambda: plain_wheel(view, next(more), 12.0), judge, 5.0),
    )
