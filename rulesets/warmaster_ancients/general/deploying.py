"""The order of battle and deployment: who stands in the first row and who behind it, from left to right.

Neighbours and units behind support a fight (WMA-RES-04), a unit may not pass through another (WMA-MOV-08), and orders
get through to what is near (WMA-CMD-11): so foot stands shoulder to shoulder, nearly half of it in a second row that
touches the first from behind, missile troops at its ends and horse on the wings. The army deploys so at the front of
its area; where the ground forbids that, in the usual array. WMA-S34. Row 3 of the player decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal

import msgspec

from game.bots.seat import Choice, Seat
from game.engine.decision import PlaceAnswer, Standing
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.shapes import Point, Pose, forward, to_world
from game.kit.general.shell import said
from rulesets.warmaster_ancients.army.profiles import Profile, profile
from rulesets.warmaster_ancients.deploy import zones
from rulesets.warmaster_ancients.field import formations
from rulesets.warmaster_ancients.field.scene import board
from rulesets.warmaster_ancients.general.temper import Temper

GAP_MM = 0.2
WING_MM = 30.0
RESERVE = 0.45
"""Share of the foot that stands in the second row."""
FRONT_MM = 12.0
"""Mm between the array's front and the front of the area."""
SHIFTS = (0.0, -25.0, 25.0, -50.0, 50.0, -75.0, 75.0)

Part = Literal["line", "skirmish", "guns", "wing"]


class Body(msgspec.Struct, frozen=True):
    """A unit to be arrayed: its kind, breadth and depth in line (mm), and where it is now from left to right (mm)."""

    id: str
    kind: Profile
    breadth: float
    depth: float
    aside: float


class Slot(msgspec.Struct, frozen=True):
    """A place in the array: mm to the right of its middle and mm behind its front, both to the unit's middle."""

    aside: float
    behind: float
    row: int


def body_of(unit: str, kind: Profile, stands: int, aside: float) -> Body:
    """A unit of so many stands in line."""
    return Body(unit, kind, kind.footprint.width * stands, kind.footprint.depth, aside)


def part(kind: Profile) -> Part:
    """The part of the array that a kind belongs to."""
    if kind.artillery:
        return "guns"
    if kind.mounted:
        return "wing"
    return "line" if kind.range is None else "skirmish"


def _reserve(foot: Sequence[Body]) -> list[Body]:
    """Those of the foot (from left to right) that stand behind: the toughest, then those in the middle."""
    able = [b for b in foot if b.kind.type == "infantry"]
    middle = (len(able) - 1) / 2.0
    ranked = sorted(range(len(able)), key=lambda k: (-able[k].kind.hits, able[k].kind.attacks, abs(k - middle), k))
    return [able[k] for k in ranked[: int(len(foot) * RESERVE + 0.5)]] if len(able) > 2 else []


def array(bodies: Sequence[Body]) -> dict[str, Slot]:
    """The slots of some units."""
    parts: dict[Part, list[Body]] = {"wing": [], "skirmish": [], "line": []}
    guns = [b for b in bodies if part(b.kind) == "guns"]
    for body in sorted((b for b in bodies if b not in guns), key=lambda b: round(b.aside, 1)):
        parts[part(body.kind)].append(body)
    reserve = _reserve(parts["line"])
    line = [b for b in parts["line"] if b not in reserve]
    ends, wings = ((parts[p][: len(parts[p]) // 2], parts[p][len(parts[p]) // 2 :]) for p in ("skirmish", "wing"))
    ranks = ((wings[0], WING_MM), (ends[0], GAP_MM), (line, GAP_MM), (ends[1], GAP_MM))
    found: dict[str, Slot] = {}
    at = 0.0
    for rank, gap in (*ranks, (guns, WING_MM), (wings[1], WING_MM)):
        for body in rank:
            at += body.breadth / 2.0 + (gap if found else 0.0)
            found[body.id] = Slot(at, body.depth / 2.0, 0)
            at += body.breadth / 2.0
    middle = sum(found[b.id].aside for b in line) / len(line) if line else 0.0
    found = {u: Slot(s.aside - middle, s.behind, 0) for u, s in found.items()}
    fronts = sorted(line, key=lambda b: (abs(found[b.id].aside), found[b.id].aside))[: len(reserve)]
    fronts.sort(key=lambda b: found[b.id].aside)
    for k, body in enumerate(sorted(reserve, key=lambda b: round(b.aside, 1))):
        if k < len(fronts):
            found[body.id] = Slot(found[fronts[k].id].aside, fronts[k].depth + GAP_MM + body.depth / 2.0, 1)
        else:
            found[body.id] = Slot(0.0, max((b.depth for b in line), default=20.0) * 2 + body.depth, 1)
    return found


def point_of(slot: Slot, middle: Point, facing: float) -> Point:
    """The point (mm) of a slot for an array whose front has its middle at a point and faces a way."""
    return to_world(Pose(*middle, facing), (slot.aside, -slot.behind))


def deploy(seat: Seat, temper: Temper) -> Choice:
    """The next unit's place: in line at its slot, or a little behind or beside it."""
    view, answer = seat.view, seat.asked.default.answer
    assert isinstance(answer, PlaceAnswer)
    thing = view.units[answer.places[0].thing]
    why = T("{unit}: take the place in the array", unit=Thing(thing.id))
    # works to be manned in the side's area: the usual array is made for them
    land, area = board(view).land, zones.zone(zones.field_of(view), thing.side)
    works = [land.terrain.geometry(f) for f in land.of_protection("fortified", "outside")]
    if thing.own.character or any(area.intersects(w.centroid) for w in works):
        return said(answer, why)
    slots, middle, facing = slots_of(view, thing.side)
    slot, kind = slots[thing.id], profile(view, thing.id)
    for behind, aside in product((0.0, 30.0, 60.0, 90.0), SHIFTS):
        point = point_of(Slot(slot.aside + aside, slot.behind + behind, slot.row), middle, facing)
        poses = formations.formation_poses("line", kind.footprint, kind.stands, point, facing)
        if zones.place_bar(view, thing.id, poses) is None:
            places = dict(zip(thing.bases, poses, strict=True))
            return said(PlaceAnswer((Standing(thing.id, places, "line"),)), why)
    return said(answer, why)


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
