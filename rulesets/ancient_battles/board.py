"""What follows from a situation is worked out once: a memory for all views that share bases, units, ties and land."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from game.engine.memo import Remembering
from game.engine.state import State

_KEPT = 48
_LOCK = threading.Lock()
"""The window, a thinking general and the odds may ask at once."""
_boards: OrderedDict[tuple[int, ...], tuple[tuple[Any, ...], dict[Any, Any]]] = OrderedDict()


def memory(view: State, ties: bool = True) -> dict[Any, Any]:
    """The memory of a situation. What lies in it may depend on bases, units, ties (or not), terrain and table alone."""
    parts = (view.bases, view.units, view.ties if ties else None, view.features, view.table)
    key = tuple(map(id, parts))
    with _LOCK:
        found = _boards.get(key)
        if found is not None:
            _boards.move_to_end(key)
            return found[1]
        made: dict[Any, Any] = {}
        _boards[key] = (parts, made)
        while len(_boards) > _KEPT:
            _boards.popitem(last=False)
        return made


settled = Remembering(lambda view: memory(view, ties=False))
"""As :data:`remembered`, for what does not ask who is engaged or has declared a charge: ties leave it as it is."""
remembered = Remembering(memory)
"""For functions of the situation and of nothing else, worked out once for it."""
