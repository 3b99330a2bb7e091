"""Charge moves in tests, and the plain search that the solver is compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar, Course, Decision, MoveAnswer
from game.engine.state import Frame, State, Tie
from game.engine.text import Text
from game.geometry.shapes import moved
from game.geometry.steps import Hand, Step
from game.kit import situation
from rulesets.ancient_battles import RULESET
from rulesets.ancient_battles.charge import declaring, reactions
from rulesets.ancient_battles.charge.solver import Search, Solution, charge_reach
from rulesets.ancient_battles.field import facts, going
from rulesets.ancient_battles.field.arcs import facing_charged
from rulesets.ancient_battles.field.blocks import block_of, quads
from rulesets.ancient_battles.field.engagement import EDGES
from rulesets.ancient_battles.own import ChargeOwn, Facing
from tests.rules.playing import Playing


def path_of(view: State, charger: str, target: str, hand: Hand, degrees: float, edge: Facing | None = None) -> Solution:
    """The charge by one wheel of the player's choice, at the facing of this moment where none is told."""
    facing = edge or facing_charged(view, charger, target)
    return Search(view, charger, target, facing, charge_reach(view, charger)).by_one_wheel(hand, degrees)


def bars(view: State, unit: str) -> dict[str, Bar | None]:
    """Every reaction of a charged unit with its bar."""
    side = situation.side_of(view, unit)
    decision = Decision("", reactions.REACT, side, "option", Text(""), {"unit": unit})
    return {c.id: c.bar for c in reactions.REACTIONS.choices(view, decision)}


def declared(state: State, charger: str, target: str, counter: bool = False) -> State:
    """The state after a charge has been declared and answered."""
    edge, gap = facing_charged(state, charger, target), facts.gap(state, charger, target)
    x, y = facts.closest(state, charger, target)[1]
    own = ChargeOwn(edge, gap, counter, not declaring.threatens(state, charger, target), (round(x, 3), round(y, 3)))
    name = f"charge{len(state.ties)}"
    return replace(state, ties={**state.ties, name: Tie(name, "charge", charger, target, own)})


class Play(Playing):
    """A frame that is being played from a state, with scripted dice."""

    def __init__(self, state: State, frame: Frame, dice: Sequence[int] = ()) -> None:
        super().__init__(RULESET, state, frame, dice)

    def types(self, *only: str) -> list[str]:
        """As of any play, but for the rests."""
        return [t for t in super().types(*only) if t != "rest"]

    def front(self, unit: str) -> tuple[float, float, float]:
        """Front of a unit: x and y in inches, facing."""
        pose = block_of(self.state, unit).front
        return round(pose.x / 25.0, 3), round(pose.y / 25.0, 3), round(pose.facing, 2) % 360.0


def charge(unit: str, target: str, *steps: Step) -> MoveAnswer:
    """A charge by steps of one's own, or by the best path."""
    return MoveAnswer(unit, "charge", target, (Course(unit, steps),) if steps else ())


# --- the plain search --------------------------------------------------------------------------------------------


def plain_charge(
    state: State, charger: str, target: str, hand: Hand, degrees: float, fine: float, strict: bool
) -> float | None:
    """Cost (mm) of a charge by one wheel, moved bit by bit with plain polygons; None where it does not work.

    ``strict``: what is met first must be the facing charged beyond doubt.
    """
    block = block_of(state, charger)
    aim = shapely.union_all([shapely.Polygon(q) for q in quads(state, target)])
    others = [shapely.Polygon(q) for u in facts.fielded(state) if u not in (charger, target) for q in quads(state, u)]
    for angle in np.arange(0.0, degrees, 1.0):
        shape = going.wheeled(block, hand, float(angle)).polygon
        if any(shape.intersection(o).area > 1.0 for o in [*others, aim]):
            return None
    turned = going.wheeled(block, hand, degrees) if degrees else block
    if any(turned.polygon.intersection(o).area > 1.0 for o in others):
        return None
    reach = 2.0 * facts.rate(state, charger) - going.wheel_way(block, degrees)
    way = 0.0
    while way <= reach:
        shape = turned.at(moved(turned.front, way)).polygon
        if any(shape.intersection(o).area > 1.0 for o in others):
            return None
        if shape.distance(aim) <= fine:
            return (
                going.wheel_way(block, degrees) + way
                if _on_facing(state, charger, target, shape, 1e-6 if strict else fine)
                else None
            )
        way += fine
    return None


def _on_facing(state: State, charger: str, target: str, shape: shapely.Polygon, fine: float) -> bool:
    if facts.loose(state, target):
        return True
    four = block_of(state, target).corners
    k = EDGES.index(facing_charged(state, charger, target))
    edges = [shapely.LineString((four[i], four[(i + 1) % 4])) for i in range(4)]
    return bool(edges[k].distance(shape) <= min(e.distance(shape) for e in edges) + fine)
