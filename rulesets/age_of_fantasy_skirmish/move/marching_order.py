"""In which order the models of a unit can go, so that none ends on a comrade who has not made room yet (AFS-S07)."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.state import State
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.field.board import board
from rulesets.age_of_fantasy_skirmish.field.spacing import overlap


def feasible(view: State, unit: str, ends: Mapping[str, Pose]) -> tuple[str, ...] | None:
    """An order as near to the given one as can be; None where models would have to change places with each other."""
    ground = board(view).ground
    here = {b.id: b.pose for b in view.bases_of(unit) if b.pose is not None}
    shapes = {b: view.bases[b].shape for b in here}

    def blocked(base: str, waiting: list[str]) -> bool:
        end = ends[base]
        height = ground.height_at(end.x, end.y)
        for other in waiting:
            there = here[other]
            if other == base or max(abs(there.x - end.x), abs(there.y - end.y)) > 60.0:
                continue
            rise = abs(ground.height_at(there.x, there.y) - height)
            if overlap(shapes[base], end, shapes[other], there, rise):
                return True
        return False

    waiting = list(ends)
    order: list[str] = []
    while waiting:
        free = next((b for b in waiting if not blocked(b, waiting)), None)
        if free is None:
            return None
        waiting.remove(free)
        order.append(free)
    return tuple(order)
