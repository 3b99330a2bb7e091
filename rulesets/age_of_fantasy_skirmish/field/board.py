"""One view's situation as arrays, made once for all states whose bases stand the same (AFS-S04, AFS-S05, AFS-S16)."""

from __future__ import annotations

from typing import TypeAlias

from game.kit.figures import board as figures
from rulesets.age_of_fantasy_skirmish.field.ground import FIGURES, Ground, ground_of

Board: TypeAlias = figures.Board[Ground]

board = figures.boards(ground_of, FIGURES)
"""The situation of a view; the same object for all views whose models stand the same."""
remembered = board.remembered
"""For functions of where the models stand and of nothing else: worked out once for a situation."""
what_if = board.what_if
"""The view with some models elsewhere; its situation is derived from this one's, not made anew."""
