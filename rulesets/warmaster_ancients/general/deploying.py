"""Deployment: the army in its array at the front of its area; where the ground forbids that, the usual array.

WMA-S34. Row 3 of the player decisions.
"""

from __future__ import annotations

from itertools import product

from game.bots.seat import Choice, Seat
from game.engine.decision import PlaceAnswer, Standing
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Point, Pose, forward, to_world
from game.kit.general.shell import said
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import formations
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.ranks import Slot, array, body_of, point_of
from rulesets.warmaster_ancients.general.temper import Temper

FRONT_MM = 12.0
"""Mm between the array's front and the front of the area."""
SHIFTS = (0.0, -25.0, 25.0, -50.0, 50.0, -75.0, 75.0)


def deploy(seat: Seat, temper: Temper) -> Choice:
    """The next unit's place."""
    view, answer = seat.view, seat.asked.default.answer
    assert isinstance(answer, PlaceAnswer)
    unit = answer.places[0].thing
    side = view.units[unit].side
    why = T("{unit}: take the place in the array", unit=Thing(unit))
    if view.units[unit].own.character or _garrisoned(view, side):
        return said(answer, why)
    slots, middle, facing = slots_of(view, side)
    found = _free(view, unit, slots[unit], middle, facing)
    return said(answer if found is None else PlaceAnswer((found,)), why)


def _garrisoned(view: State, side: str) -> bool:
    """Whether the side's area holds works to be manned: then the usual array is made for them."""
    land = board(view).land
    area = zones.zone(zones.field_of(view), side)
    works = [land.terrain.geometry(f) for f in land.of_protection("fortified", "outside")]
    return any(area.intersects(w.centroid) for w in works)


def slots_of(view: State, side: str) -> tuple[dict[str, Slot], Point, float]:
    """The whole army's slots, the middle of the array's front, and its facing."""
    troops = [(u.id, profile(view, u.id)) for u in view.units_of(side) if not u.own.character]
    slots = array([body_of(unit, kind, kind.stands, float(k)) for k, (unit, kind) in enumerate(troops)])
    low_x, low_y, high_x, high_y = zones.box(zones.field_of(view), side)
    facing = zones.front_of(view, side)
    fx, fy = forward(facing)
    half = (abs(fx) * (high_x - low_x) + abs(fy) * (high_y - low_y)) / 2.0 - FRONT_MM
    middle = ((low_x + high_x) / 2.0 + fx * half, (low_y + high_y) / 2.0 + fy * half)
    asides = [s.aside for s in slots.values()]
    return slots, to_world(Pose(*middle, facing), (-(min(asides) + max(asides)) / 2.0, 0.0)), facing


def _free(view: State, unit: str, slot: Slot, middle: Point, facing: float) -> Standing | None:
    """The unit in line at its slot, or a little behind or beside it."""
    kind = profile(view, unit)
    for behind, aside in product((0.0, 30.0, 60.0, 90.0), SHIFTS):
        point = point_of(Slot(slot.aside + aside, slot.behind + behind, slot.row), middle, facing)
        poses = formations.formation_poses("line", kind.footprint, kind.stands, point, facing)
        if zones.place_bar(view, unit, poses) is None:
            return Standing(unit, dict(zip(view.units[unit].bases, poses, strict=True)), "line")
    return None
