"""What one body sees of another depends on few things: the answer is kept for all situations that have them alike.

Both bodies as they stand, the ranks between them, terrain, weather and smoke: a third body that moves elsewhere makes
nobody look again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import numpy as np
import shapely

from game.engine.memo import Bounded
from game.geometry.shapes import Floats
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.lines import Purpose, Target, Truths, View

R = TypeVar("R")
_kept: Bounded[Any, Any] = Bounded(6000)


def kept(look: View, body: str, whom: Target, purpose: Purpose, what: tuple[Hashable, ...], ask: Callable[[], R]) -> R:
    """The answer to a question about sight, asked only where nothing alike has been asked before.

    ``what`` is asked: which figures of the body look, all of them where none is named; for fire all that matters of it.
    """
    key = _key(look, body, whom, purpose, what)
    if key not in _kept:
        _kept[key] = ask()
    found: R = _kept[key]
    return found


def _touching(boxes: Floats, low: Floats, high: Floats) -> Truths:
    """Which boxes meet one."""
    return np.asarray((boxes[:, :2] <= high).all(axis=1) & (boxes[:, 2:] >= low).all(axis=1))


def _air(look: View, low: Floats, high: Floats) -> tuple[Any, ...]:
    """Weather, whether there is powder smoke anywhere, that within a box, the smoke of fires."""
    fires = tuple(shapely.to_wkb(fire) for fire in look.fires)
    if not look.patches:
        return look.weather, fires
    quads = np.stack(look.patches)
    boxes = np.concatenate((quads.min(axis=1), quads.max(axis=1)), axis=1)
    return look.weather, fires, quads[_touching(boxes, low, high)].tobytes()


def _key(look: View, body: str, whom: Target, purpose: Purpose, what: tuple[Hashable, ...]) -> tuple[Any, ...]:
    """All that an answer depends on: ranks and smoke count that lie in the box about both bodies.

    Skirmishers hinder the fire of their own side alone.
    """
    board, bars = look.board, look.bars
    mine, theirs = np.array(board.box(body)), np.array(board.box(whom.body))
    low, high = np.minimum(mine[:2], theirs[:2]), np.maximum(mine[2:], theirs[2:])
    hinders = bars.close | (bars.sides == board.sides[body]) if purpose == "fire" else bars.close
    near = _touching(bars.boxes, low, high) & hinders
    rows = np.flatnonzero(near & (bars.bodies != body) & (bars.bodies != whom.body))
    between: tuple[bytes, ...] = (bars.normals[rows].tobytes(), bars.rims[rows].tobytes(), bars.levels[rows].tobytes())
    if whom.mounted:
        between = (*between, bars.foot[rows].tobytes(), bars.units[rows].tobytes())
    inside = board.inside.get(body)
    return (
        board.ground,
        purpose,
        whom,
        what,
        facts.is_elephants(look.view, body),
        inside.id if inside is not None else "",
        board.stance(body),
        board.stance(whom.body),
        _air(look, low, high),
        between,
    )
