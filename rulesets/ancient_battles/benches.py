"""What ancient battles measure of their own: charges solved and moves judged among forty blocks, beside plain ways."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from game.engine.decision import Course, MoveAnswer
from game.engine.state import State
from game.engine.tells import Bench
from game.geometry.shapes import moved
from game.geometry.steps import Advance, Hand, Wheel
from game.kit.benches import stirred
from rulesets.ancient_battles.charge import solver
from rulesets.ancient_battles.deploy.positions import build
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.blocks import block_of, outline, shapes
from rulesets.ancient_battles.move import judging

FINE = 1.0
"""Millimetres and degrees by which the plain search feels its way."""


def crowd() -> State:
    """Forty blocks in two lines and a second line each, one of them to charge, one to be charged."""
    rows: list[dict[str, object]] = []
    for k in range(20):
        x, y, number = 4.5 + 7.0 * (k % 10), 15.0 - 6.0 * (k // 10), str(k + 1) if k else ""
        there, facing = [x + 0.7, 48.0 - y - 9.5 + (k % 3) * 0.4], 180.0 - (k % 5) * 4.0
        rows.append({"id": f"PHA{number}", "kind": "PHA", "at": [x, y], "models": 16, "files": 4})
        rows.append({"id": f"WAR{number}", "kind": "WAR", "at": there, "facing": facing, "models": 15})
    wood = {"kind": "wood", "box": [50.0, 17.0, 56.0, 21.0]}
    return build({"units": rows, "terrain": [wood]}, "forty blocks")


def plain_charge(view: State, charger: str, target: str) -> float | None:
    """The least cost (mm) of a charge, felt for bit by bit with plain polygons; None where none is found."""
    block = block_of(view, charger)
    aim = outline(view, target)
    others = [shape for u in facts.fielded(view) if u not in (charger, target) for shape in shapes(view, u)]
    costs: list[float] = []
    hands: tuple[Hand, ...] = ("left", "right")
    for hand, degrees in itertools.product(hands, range(0, 91, 5)):
        turned, wheel = going.wheeled(block, hand, float(degrees)), going.wheel_way(block, float(degrees))
        way = 0.0
        while way <= solver.charge_reach(view, charger) - wheel:
            shape = turned.at(moved(turned.front, way)).polygon
            if any(shape.intersection(o).area > 1.0 for o in others):
                break
            if shape.distance(aim) <= FINE:
                costs.append(wheel + way)
                break
            way += FINE
    return min(costs, default=None)


def plain_wheel(view: State, unit: str, degrees: float) -> bool:
    """Whether a wheel is free, felt for degree by degree with plain polygons."""
    block = block_of(view, unit)
    others = [shape for u in facts.friends(view, unit) for shape in shapes(view, u)]
    others += [shape.buffer(25.0) for u in facts.foes(view, unit) for shape in shapes(view, u)]
    turned = (going.wheeled(block, "right", k * 0.1).polygon for k in range(math.ceil(degrees / 0.1)))
    return not any(shape.intersection(o).area > 1.0 for shape in turned for o in others)


def benches() -> Sequence[Bench]:
    """The jobs to measure."""
    view, steps = crowd(), (Wheel(12.0, "right"), Advance(25.0))
    anew = stirred(view, "WAR20.1")

    def each(job: Callable[[State, int], object]) -> Callable[[], object]:
        """The job with the next of nine blocks."""
        numbers = itertools.cycle(range(2, 11))
        return lambda: job(anew(), next(numbers))

    def judge(there: State, k: int) -> object:
        return judging.plan(there, MoveAnswer(f"PHA{k}", "normal", courses=(Course(f"PHA{k}", steps),)))

    plainly = each(lambda there, k: plain_charge(there, f"PHA{k}", f"WAR{k}"))
    solved = each(lambda there, k: solver.solve(there, f"PHA{k}", f"WAR{k}"))
    wheeled = each(lambda there, k: plain_wheel(there, f"PHA{k}", 12.0))
    return (
        Bench("a charge solved among 40 blocks", plainly, solved, 10.0),
        Bench("a wheel and an advance judged among 40 blocks", wheeled, each(judge), 5.0),
    )
