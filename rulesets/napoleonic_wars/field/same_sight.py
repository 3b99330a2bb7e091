"""What one body sees of another depends on few things: the answer is kept for all situations that have them alike.

Both bodies as they stand, the ranks between them, terrain, weather and smoke: a third body that moves elsewhere makes
nobody look again.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import shapely

from game.geometry.shapes import Floats
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.lines import Purpose, Target, Truths, View

_MOST = 6000
"""Answers that are kept; beyond that the oldest half goes."""
_kept: dict[Any, bool] = {}


def kept(
    look: View, body: str, whom: Target, purpose: Purpose, figures: tuple[str, ...], ask: Callable[[], bool]
) -> bool:
    """The answer to a question about sight, asked only where nothing alike has been asked before.

    ``figures`` are those of the body that look; all of them where none is named.
    """
    key = _key(look, body, whom, purpose, figures)
    found = _kept.get(key)
    if found is None:
        found = ask()
        if len(_kept) >= _MOST:
            for old in list(islice(_kept, _MOST // 2)):
                _kept.pop(old, None)
        _kept[key] = found
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


def _key(look: View, body: str, whom: Target, purpose: Purpose, figures: tuple[str, ...]) -> tuple[Any, ...]:
    """All that an answer depends on: ranks and smoke count that lie in the box about both bodies."""
    board, bars = look.board, look.bars
    mine, theirs = np.array(board.box(body)), np.array(board.box(whom.body))
    low, high = np.minimum(mine[:2], theirs[:2]), np.maximum(mine[2:], theirs[2:])
    near = _touching(bars.boxes, low, high) & bars.close
    rows = np.flatnonzero(near & (bars.bodies != body) & (bars.bodies != whom.body))
    between: tuple[bytes, ...] = (bars.normals[rows].tobytes(), bars.rims[rows].tobytes(), bars.levels[rows].tobytes())
    if whom.mounted:
        between = (*between, bars.foot[rows].tobytes(), bars.units[rows].tobytes())
    inside = board.inside.get(body)
    return (
        board.ground,
        purpose,
        whom,
        figures,
        facts.is_elephants(look.view, body),
        inside.id if inside is not None else "",
        board.stance(body),
        board.stance(whom.body),
        _air(look, low, high),
        between,
    )
