"""What rulesets measure of their own: the same situation again and again, but for somebody far off."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from msgspec.structs import replace

from game.engine.state import State


def stirred(view: State, base: str) -> Callable[[], State]:
    """The view at each call with a base moved east by another thousandth of a mm, so that all is asked anew."""
    moves, spot = itertools.count(1), view.bases[base].pose
    assert spot is not None

    def elsewhere() -> State:
        return view.with_poses({base: replace(spot, x=round(spot.x + 0.001 * next(moves), 3))})

    return elsewhere
