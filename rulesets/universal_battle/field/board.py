"""One view's situation as arrays, made once for all states whose models stand the same."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from game.engine.state import State
from game.geometry.bases import Indices
from game.kit.figures import board as figures
from rulesets.universal_battle.field.facts import company, host, own
from rulesets.universal_battle.field.ground import FIGURES, Ground, ground_of

Board: TypeAlias = figures.Board[Ground]

board = figures.boards(ground_of, FIGURES)
"""The situation of a view; the same object for all views whose models stand the same."""
remembered = board.remembered
"""For functions of where the models stand and of nothing else, not of who has joined whom either."""
what_if = board.what_if
"""The view with some models elsewhere; its situation is derived from this one's, not made anew."""


def rows(view: State, unit: str) -> Indices:
    """Rows of an activation's models, troops first; a passenger's are those of the carrier (USB-S18)."""
    carrier = own(view, host(view, unit)).aboard
    now = board(view)
    found = [now.rows(u) for u in company(view, carrier or unit)]
    return found[0] if len(found) == 1 else np.concatenate(found)
