"""Skirmishers before a target: who they are, what they cover, whether they screen it well (NAP-SCR, NAP-S91)."""

from __future__ import annotations

import shapely

from game.engine.state import State
from game.geometry.planar import Shape
from rulesets.napoleonic_wars.body.screen import effective
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import arcs
from rulesets.napoleonic_wars.fire.arcs import Bears
from rulesets.napoleonic_wars.measures import SLACK


def screens(view: State, then: State, body: str, target: str) -> tuple[str, ...]:
    """The skirmishers that stand before a close-order target, the nearest to the firer first (NAP-SCR-01)."""
    if not facts.is_close(view, target) or target in board_of(then).inside:
        return ()
    board, side = board_of(then), view.units[target].side
    others = [u for u in facts.bodies(view, side) if u != target and facts.is_skirmishing(view, u)]
    near = [u for u in others if board.gap(body, u) < board.gap(body, target)]
    return tuple(sorted(near, key=lambda u: board.gap(body, u)))


def drawn(then: State, screen: str) -> Shape:
    """What a screen covers: its bases, and gaps of at most one base width between them (NAP-S91)."""
    board = board_of(then)
    rows = board.rows(screen)
    half = float(board.bases.widths[rows].max()) / 2.0 + SLACK
    return board.outline(screen).buffer(half, join_style="mitre").buffer(-half, join_style="mitre")


def crosses(then: State, body: str, b: Bears, curtain: Shape) -> bool:
    """Whether a figure's line of fire goes through a screen."""
    start = next(s.start for s in arcs.shooters(then, body) if s.figure == b.figure)
    return bool(shapely.LineString((start, b.point)).intersects(curtain))


def is_effective(then: State, screen: str, target: str) -> bool:
    """Whether a screen keeps small-arms fire from the body behind it (NAP-SCR-02, NAP-SCR-03)."""
    found = effective(then, screen, target)
    return found is not None and found.effective
