"""Where a beaten unit goes, and how far one may withdraw or fall back (WMA-S27, WMA-S28).

WMA-RES-05, WMA-RES-08, WMA-R34.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.state import State
from game.geometry.shapes import Point, edge_normal
from rulesets.warmaster_ancients.field.facts import contacts, poses
from rulesets.warmaster_ancients.measures import MEASURES, length
from rulesets.warmaster_ancients.move import forced
from rulesets.warmaster_ancients.move.forced import Aside, make_way

LEAST = length("retreat_least")
CM = 10.0
NO_WAY = 0.01
"""A sum of unit vectors shorter than this is zero: recorded facings are rounded."""


def direction(view: State, unit: str) -> Point | None:
    """The direction in which a unit retreats from the contacts it has now (WMA-S27): a unit vector, None for none.

    To be asked at the start of a round, before stands are removed. Every edge contact counts once, whatever its
    length; corner contacts only if there is no edge contact.
    """
    touches, own = contacts(view, unit), poses(view, unit)
    dx = dy = 0.0
    for touch in [t for t in touches if t.by_edge] or touches:
        x, y = edge_normal(own[touch.own], touch.side)
        dx, dy = dx - x, dy - y
    return None if abs(dx) < NO_WAY and abs(dy) < NO_WAY else forced.unit_vector(dx, dy)


def way_of(way: Sequence[float]) -> Point | None:
    """A direction as frames keep it, two numbers or nothing, as :func:`direction` tells it."""
    return (way[0], way[1]) if len(way) == 2 else None


def trapped(view: State, unit: str, way: Point | None, unwilling: tuple[str, ...] = ()) -> bool:
    """Whether a unit cannot move at least 1 cm in a direction, or has none (WMA-S27): it is destroyed.

    Friends that could make way, and are not named as unwilling, do not trap it.
    """
    if way is None:
        return True

    def makes_way(met: forced.Met) -> bool:
        willing = met.kind == "friend" and met.thing not in unwilling
        return willing and isinstance(make_way(view, met.thing, unit, way, LEAST), Aside)

    met = forced.obstacles(view, unit, way, LEAST)
    return any(MEASURES.less_than(m.halt, LEAST) and not makes_way(m) for m in met)


def free_cm(view: State, unit: str, way: Point | None, most: int) -> int:
    """The greatest whole number of cm, at most ``most``, that a unit can withdraw or fall back (WMA-S28).

    The way must be free of obstacles: nobody makes way. 0 where it cannot move 1 cm or has no direction; it stays.
    """
    if way is None or most <= 0:
        return 0
    return int((forced.free_way(view, unit, way, most * CM) + 0.05) // CM)
