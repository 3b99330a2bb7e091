"""The order of battle: which units stand in the first row and which behind it, from left to right, touching each other.

Neighbours and units behind support a fight (WMA-RES-04), a unit may not pass through another (WMA-MOV-08), and orders
get through to what is near (WMA-CMD-11): so foot stands shoulder to shoulder, nearly half of it in a second row that
touches the first from behind, missile troops at its ends and horse on the wings.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from game.geometry.shapes import Point, Pose, to_world
from rulesets.warmaster_ancients.army.profiles import Profile

GAP_MM = 0.2
WING_MM = 30.0
RESERVE = 0.45
"""Share of the foot that stands in the second row."""


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


def part(kind: Profile) -> str:
    """The part of the array that a kind belongs to: "guns", "horse", "skirmish" or "foot"."""
    if kind.artillery:
        return "guns"
    if kind.mounted:
        return "horse"
    return "skirmish" if kind.range is not None else "foot"


def _halves(bodies: Sequence[Body]) -> tuple[list[Body], list[Body]]:
    """The left and the right half of some bodies as they stand from left to right."""
    order = sorted(bodies, key=lambda b: round(b.aside, 1))
    middle = len(order) // 2
    return order[:middle], order[middle:]


def _reserve(foot: Sequence[Body]) -> list[Body]:
    """Those of the foot that stand behind: the toughest, then the ones in the middle of the line."""
    count = int(len(foot) * RESERVE + 0.5)
    able = [b for b in foot if b.kind.type == "infantry"]
    order = sorted(able, key=lambda b: round(b.aside, 1))
    middle = (len(order) - 1) / 2.0
    ranked = sorted(range(len(order)), key=lambda k: (-order[k].kind.hits, order[k].kind.attacks, abs(k - middle), k))
    return [order[k] for k in ranked[:count]] if len(able) > 2 else []


def array(bodies: Sequence[Body]) -> dict[str, Slot]:
    """The slots of some units."""
    parts: dict[str, list[Body]] = {"guns": [], "horse": [], "skirmish": [], "foot": []}
    for body in bodies:
        parts[part(body.kind)].append(body)
    reserve = _reserve(parts["foot"])
    line = sorted((b for b in parts["foot"] if b not in reserve), key=lambda b: round(b.aside, 1))
    left, right_end = _halves(parts["skirmish"])
    wing_left, wing_right = _halves(parts["horse"])
    row: list[tuple[Body, float]] = []
    for bodies_here, gap in (
        (wing_left, WING_MM),
        (left, GAP_MM),
        (line, GAP_MM),
        (right_end, GAP_MM),
        (parts["guns"], WING_MM),
        (wing_right, WING_MM),
    ):
        for k, body in enumerate(bodies_here):
            row.append((body, GAP_MM if k and gap == GAP_MM else gap))
    found = _row(row)
    middle = sum(found[b.id].aside for b in line) / len(line) if line else 0.0
    found = {u: Slot(s.aside - middle, s.behind, 0) for u, s in found.items()}
    deep = max((b.depth for b in line), default=20.0)
    if reserve:
        fronts = sorted(line, key=lambda b: (abs(found[b.id].aside), found[b.id].aside))[: len(reserve)]
        fronts.sort(key=lambda b: found[b.id].aside)
        for body, front in zip(sorted(reserve, key=lambda b: round(b.aside, 1)), fronts, strict=False):
            found[body.id] = Slot(found[front.id].aside, front.depth + GAP_MM + body.depth / 2.0, 1)
        for body in reserve:
            found.setdefault(body.id, Slot(0.0, deep * 2 + body.depth, 1))
    return found


def _row(row: Sequence[tuple[Body, float]]) -> dict[str, Slot]:
    """Bodies side by side, each with the gap before it."""
    found: dict[str, Slot] = {}
    at = 0.0
    for k, (body, gap) in enumerate(row):
        at += body.breadth / 2.0 + (gap if k else 0.0)
        found[body.id] = Slot(at, body.depth / 2.0, 0)
        at += body.breadth / 2.0
    return found


def point_of(slot: Slot, middle: Point, facing: float) -> Point:
    """The point (mm) of a slot for an array whose front has its middle at a point and faces a way."""
    return to_world(Pose(*middle, facing), (slot.aside, -slot.behind))
