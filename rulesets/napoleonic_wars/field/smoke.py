"""Powder smoke before the fronts of those who fire, and the smoke of burning buildings.

NAP-VIS-05 to -09, NAP-WTH-08, NAP-FIR-06, NAP-R16, NAP-S18, NAP-S71.
"""

from __future__ import annotations

import math

import numpy as np
import shapely

from game.engine import changes
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.planar import Shape
from game.geometry.shapes import Floats, forward
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of, remembered
from rulesets.napoleonic_wars.field.ground import Piece, ground_number, ground_of, long
from rulesets.napoleonic_wars.measures import within


def is_windy(view: State) -> bool:
    """Whether there is wind, which lets no powder smoke gather (NAP-VIS-08, NAP-WTH-08)."""
    return bool(view.own.wind >= 0.0)


def has_firearms(view: State, body: str) -> bool:
    """Whether a body makes smoke when it fires: guns, rockets, whoever has firearms; bows make none (NAP-R16)."""
    mine = facts.own(view, body)
    return facts.is_artillery(view, body) or any(sub.weapon not in ("", "bow") for sub in mine.subs)


def after(view: State, body: str) -> int:
    """The level of smoke before a body at the end of this move (NAP-R16)."""
    mine = facts.own(view, body)
    if is_windy(view) or not has_firearms(view, body):
        return 0
    if not facts.has_fired(view, body):
        return max(0, mine.fire.smoke - int(ground_number("smoke_fewer")))
    more = within(mine.march.moved, ground_number("smoke_moved"))
    return min(int(ground_number("smoke_level")), mine.fire.smoke + more)


def drift(run: Run) -> None:
    """Smoke gathers and disperses before all bodies, at the end of a move (NAP-VIS-05, -07, -08)."""
    most = int(ground_number("smoke_level"))
    for body in facts.by_id((u for u in run.state.units if run.state.units[u].own.arm != "general"), run.state):
        before, now = facts.own(run.state, body).fire.smoke, after(run.state, body)
        if before == now:
            continue
        marks = changes.unit(run.state, body, smoke=now)
        if now == most:
            text = T("Smoke hides the front of {unit}", unit=Thing(body))
            run.tell(body, "smoke", "status", text, ("NAP-VIS-05", "NAP-R16"), *marks, level=now)
        elif before == most:
            text = T("The smoke before {unit} disperses", unit=Thing(body))
            run.tell(body, "smoke_gone", "status", text, ("NAP-VIS-07", "NAP-VIS-08"), *marks, level=now)
        else:
            run.tell(body, "smoke_level", "status", None, ("NAP-R16",), *marks, level=now)


@remembered
def patches(view: State) -> tuple[tuple[str, Floats], ...]:
    """Strips of powder smoke: whose, and their corners (4, 2), along the whole front and 1 cm deep (NAP-S18)."""
    if is_windy(view):
        return ()
    board = board_of(view)
    hidden = (u for u in board.bodies if facts.own(view, u).fire.smoke >= ground_number("smoke_level"))
    return tuple((u, front.strip(long("smoke_deep"))) for u in hidden for front in board.fronts(u))


@remembered
def of_fires(view: State) -> tuple[Shape, ...]:
    """The smoke of fires out of control: a column downwind, without wind all round (NAP-FIR-06, NAP-S71)."""
    burning = (p for p in ground_of(view).areas if any(f.wild for f in p.own.fires))
    return tuple(_column(p, view.own.wind) if is_windy(view) else p.shape.buffer(long("fire_calm")) for p in burning)


def _column(piece: Piece, wind: float) -> Shape:
    """The column begins where its axis leaves the building."""
    ahead = np.array(forward(wind))
    aside = np.array((ahead[1], -ahead[0])) * long("fire_wide") / 2.0
    middle = shapely.get_coordinates(piece.shape.centroid)[0]
    far = math.hypot(piece.box[2] - piece.box[0], piece.box[3] - piece.box[1])
    axis = shapely.LineString((middle, middle + ahead * far)).intersection(piece.shape)
    foot = max(float((point - middle) @ ahead) for point in shapely.get_coordinates(axis))
    start, end = middle + ahead * foot, middle + ahead * (foot + long("fire_long"))
    return shapely.Polygon((start - aside, start + aside, end + aside, end - aside))
