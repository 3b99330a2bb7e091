"""The automatic set-up: foot in the centre facing the enemy, missile troops ahead, mounted on the wings, the rest behind.

Every unit has a slot that depends on the army and the area alone; where the slot is barred or taken, the unit stands at
the nearest place that is free (WMA-S34).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

import msgspec

from game.engine.state import State
from game.geometry.shapes import Point, Pose, forward, right
from rulesets.warmaster_ancients import formations, zones
from rulesets.warmaster_ancients.profiles import Profile, profile

Part = Literal["skirmish", "guns", "foot", "beasts", "reserve", "horse", "command"]
Placing = tuple[str, dict[str, Pose]]

DEPTH_MM: dict[Part, float] = {
    "skirmish": 15.0,
    "guns": 25.0,
    "foot": 70.0,
    "beasts": 75.0,
    "horse": 75.0,
    "reserve": 115.0,
    "command": 160.0,
}
GAP_MM = 10.0
OPEN_GAP_MM = 40.0
WING_GAP_MM = 30.0
STEP_MM = 20.0
MARGIN_MM = 10.0


class Slot(msgspec.Struct, frozen=True):
    """Where a unit belongs: mm to the right of the middle of the front, and mm behind the front of the area."""

    aside: float
    behind: float


def part_of(troops: Profile) -> Part:
    """The part of the array in which troops stand."""
    if troops.character:
        return "command"
    if troops.artillery:
        return "guns"
    if troops.type == "elephants":
        return "beasts"
    if troops.mounted:
        return "horse"
    if troops.range is not None:
        return "skirmish"
    return "reserve" if troops.hits > 3 else "foot"


def _spread(widths: list[float], gap: float) -> list[float]:
    """Centres of a centred row of blocks with a gap between neighbours."""
    total = sum(widths) + gap * (len(widths) - 1)
    at, found = -total / 2.0, []
    for width in widths:
        found.append(at + width / 2.0)
        at += width + gap
    return found


def _width(view: State, unit: str) -> float:
    troops = profile(view, unit)
    return troops.footprint.width * troops.stands


def slots(view: State, side: str) -> dict[str, Slot]:
    """The slot of every unit and character of a side, in the order in which they are best placed."""
    low_x, low_y, high_x, high_y = zones.box(view.own.scenario, side)
    rx, ry = right(zones.front_of(view, side))
    room = abs(rx) * (high_x - low_x) + abs(ry) * (high_y - low_y) - 2 * MARGIN_MM
    parts: dict[Part, list[str]] = {part: [] for part in DEPTH_MM}
    for unit in view.units_of(side):
        parts[part_of(profile(view, unit.id))].append(unit.id)
    foot, wings = list(parts["foot"]), parts["horse"]
    left, right_wing = wings[1::2], wings[0::2]

    def row() -> list[str]:
        half = len(foot) // 2
        return [*reversed(left), *foot[:half], *parts["beasts"], *foot[half:], *right_wing]

    reserve = list(parts["reserve"])
    while foot and sum(_width(view, u) + GAP_MM for u in row()) + 2 * WING_GAP_MM > room:
        reserve.append(foot.pop())
    found: dict[str, Slot] = {}
    main = row()
    centres = _spread([_width(view, u) for u in main], GAP_MM)
    for unit, aside in zip(main, centres, strict=True):
        wing = WING_GAP_MM if unit in right_wing else -WING_GAP_MM if unit in left else 0.0
        found[unit] = Slot(aside + wing, DEPTH_MM[part_of(profile(view, unit))])
    ahead = [*parts["guns"][1::2], *parts["skirmish"], *parts["guns"][0::2]]
    for unit, aside in zip(ahead, _spread([_width(view, u) for u in ahead], OPEN_GAP_MM), strict=True):
        found[unit] = Slot(aside, DEPTH_MM[part_of(profile(view, unit))])
    for unit, aside in zip(reserve, _spread([_width(view, u) for u in reserve], OPEN_GAP_MM), strict=True):
        found[unit] = Slot(aside, DEPTH_MM["reserve"])
    found.update(_command(view, parts["command"], room))
    order = [u.id for u in view.units_of(side)]
    return {unit: found[unit] for unit in order}


def _command(view: State, characters: list[str], room: float) -> dict[str, Slot]:
    """The General in the middle, Leaders behind the halves of the line, Officers behind the wings."""
    found = {}
    share = {"general": 0.0, "leader": 0.22, "officer": 0.34}
    seen: dict[str, int] = {}
    for character in characters:
        rank = profile(view, character).rank
        number = seen[rank] = seen.get(rank, 0) + 1
        hand = -1.0 if number % 2 else 1.0
        found[character] = Slot(hand * share[rank] * room * (1.0 - 0.3 * ((number - 1) // 2)), DEPTH_MM["command"])
    return found


def _steps(reach: int) -> list[tuple[int, int]]:
    """Offsets (aside, behind) in steps, nearest first; to the side before to the rear."""
    deep = range(-9, 10)
    return sorted(product(range(-reach, reach + 1), deep), key=lambda o: (abs(o[0]) + 2 * abs(o[1]), abs(o[1]), o))


_NEAREST = _steps(80)


def _tries(view: State, side: str, slot: Slot) -> Iterator[Point]:
    """Points (mm) about a slot, nearest first."""
    low_x, low_y, high_x, high_y = zones.box(view.own.scenario, side)
    facing = zones.front_of(view, side)
    fx, fy = forward(facing)
    rx, ry = right(facing)
    middle = ((low_x + high_x) / 2.0, (low_y + high_y) / 2.0)
    half = (abs(fx) * (high_x - low_x) + abs(fy) * (high_y - low_y)) / 2.0
    for aside, behind in _NEAREST:
        u = slot.aside + STEP_MM * aside
        v = half - slot.behind - STEP_MM * behind
        x, y = middle[0] + u * rx + v * fx, middle[1] + u * ry + v * fy
        if low_x <= x <= high_x and low_y <= y <= high_y:
            yield x, y


def place(view: State, unit: str) -> Placing | None:
    """A formation and poses for a unit that is not placed yet: at its slot, else as near to it as is free.

    None where nothing in the area is free.
    """
    thing = view.units[unit]
    slot = slots(view, thing.side)[unit]
    troops = profile(view, unit)
    facing = zones.front_of(view, thing.side)
    names = ("",) if troops.character else ("line", "column")
    for name in names:
        for point in _tries(view, thing.side, slot):
            if name:
                poses = formations.formation_poses(name, troops.footprint, troops.stands, point, facing)
            else:
                poses = [Pose(round(point[0], 3), round(point[1], 3), facing)]
            if zones.place_bar(view, unit, poses) is None:
                return name, dict(zip(thing.bases, poses, strict=True))
    return None
