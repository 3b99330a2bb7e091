"""The figures of a table and of the piece in hand: each is shown, stepped and typed from one row of a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from game.client.table_editor.desk import TURN_STEP, Desk
from game.client.words import N_
from game.engine.table_plans import edits
from game.engine.table_plans.document import MOST_SIZE, Piece, TablePlan

LEAST_SIZE = 6.0
"""The shortest side of a table that the figures make."""


@dataclass(frozen=True)
class Figure:
    """A number that can be stepped and typed.

    Attributes
    ----------
    label
        What it is, to be translated.
    unit
        "length", "degrees" or "".
    typed
        How a typed number is taken: set to it (True), or added (False: a turn).
    """

    label: str
    value: float
    step: float
    take: Callable[[float], None]
    least: float = -MOST_SIZE
    most: float = MOST_SIZE
    unit: str = "length"
    typed: bool = True

    def set(self, value: float) -> None:
        """Take a number, within bounds."""
        if math.isfinite(value):
            self.take(round(min(max(value, self.least), self.most), 3))


def table_figures(desk: Desk) -> dict[str, Figure]:
    """Those of the table."""
    plan, step = desk.plan, desk.rules.grid

    def size(width: float, depth: float) -> None:
        desk.set(replace(desk.plan, size=(width, depth)), "size")

    found = {
        "width": Figure(
            N_("Width of the table"), plan.size[0], 6.0 * step, lambda v: size(v, desk.plan.size[1]), LEAST_SIZE
        ),
        "depth": Figure(
            N_("Depth of the table"), plan.size[1], 6.0 * step, lambda v: size(desk.plan.size[0], v), LEAST_SIZE
        ),
    }
    if desk.rules.zones == "strip" and not desk.plan.zones:
        found["zone-depth"] = Figure(
            N_("Depth of the zones"),
            plan.zone_depth,
            step,
            lambda v: desk.set(replace(desk.plan, zone_depth=v), "zones"),
            0.0,
        )
    return found


def piece_figures(desk: Desk) -> dict[str, Figure]:
    """Those of the piece in hand, and of its point in hand."""
    piece = edits.thing_of(desk.plan, desk.selected)
    if piece is None:
        return {}
    step = desk.grid or desk.rules.grid
    (x, y), (w, d) = edits.middle(piece.points), edits.extent(piece.points)

    def move(dx: float, dy: float) -> None:
        desk.change(lambda plan, p: edits.moved(plan, p, dx, dy), "place")

    def stretch(width: float, depth: float) -> None:
        desk.change(lambda plan, p: edits.reshaped(plan, p, lambda ps: edits.stretched(ps, width, depth)), "extent")

    found = {
        "p-x": Figure(N_("Middle, from the west"), x, step, lambda v: move(v - x, 0.0)),
        "p-y": Figure(N_("Middle, from the south"), y, step, lambda v: move(0.0, v - y)),
    }
    if w > 0.0:
        found["p-w"] = Figure(N_("From west to east"), w, step, lambda v: stretch(v, d), 0.1)
    if d > 0.0:
        found["p-d"] = Figure(N_("From south to north"), d, step, lambda v: stretch(w, v), 0.1)
    found["p-turn"] = Figure(N_("Turn by"), 0.0, TURN_STEP, desk.turn, -360.0, 360.0, "degrees", False)
    if piece.shape == "band":
        found["p-width"] = Figure(
            N_("Width"), piece.width, desk.rules.grid / 2.0, _field(desk, "width"), min(0.1, piece.width)
        )
    kind = desk.rules.kind(piece.kind)
    if kind is not None and kind.height is not None:
        height = piece.height if piece.height is not None else kind.height
        found["p-height"] = Figure(N_("Height"), height, desk.rules.grid, _field(desk, "height"), *kind.heights)
    if desk.point >= 0:
        px, py = piece.points[desk.point]
        found["pt-x"] = Figure(N_("Point, from the west"), px, step, lambda v: desk.nudge(v - px, 0.0))
        found["pt-y"] = Figure(N_("Point, from the south"), py, step, lambda v: desk.nudge(0.0, v - py))
    return found


def _field(desk: Desk, name: str) -> Callable[[float], None]:
    def take(value: float) -> None:
        def change(plan: TablePlan, piece_id: str) -> TablePlan:
            def other(piece: Piece) -> Piece:
                return replace(piece, **{name: value})

            return edits.changed(plan, piece_id, other)

        desk.change(change, name)

    return take


def figures(desk: Desk) -> dict[str, Figure]:
    """All that can be stepped and typed now, by the id of its row."""
    return {**table_figures(desk), **piece_figures(desk)}


def read_number(text: str) -> float | None:
    """A typed number, with a point or a comma; None for none.

    >>> read_number("12,5"), read_number("-3"), read_number("3-"), read_number("nan")
    (12.5, -3.0, None, None)
    """
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
