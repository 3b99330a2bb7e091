"""Moving a unit: how far it may go, and whether a move of up to three legs is allowed (WMA-S09).

WMA-MOV-02 to WMA-MOV-09, WMA-TER-01 to WMA-TER-07, WMA-R23, WMA-R24, WMA-S05, WMA-S09.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.convex import box_of, gap, rectangle
from game.geometry.shapes import Footprint, Point, Pose, rounded
from game.kit.situation import side_of
from rulesets.warmaster_ancients.army.profiles import profile
from rulesets.warmaster_ancients.field.facts import fort_of, poses, regular
from rulesets.warmaster_ancients.field.formations import Refusal, Way, arrangement_refusal, sweep_refusal
from rulesets.warmaster_ancients.field.scene import Box, board, remembered
from rulesets.warmaster_ancients.measures import MEASURES, count

Mode = Literal["march", "charge", "evade"]
LEGS = count("move_legs")
NEAREST = 0.5
"""How near (mm) to the longest allowed beginning of a refused move is looked for."""

Legs = Sequence[Mapping[str, Pose]]


class Allowance(msgspec.Struct, frozen=True):
    """How far a unit may move (mm), and why."""

    mm: float
    text: Text
    clause: str


class Checked(msgspec.Struct, frozen=True):
    """The verdict on a move: why it is refused, mm that each stand goes and may go, where it ends.

    ``paths`` are the polylines (mm) of the stands' centres, in the order of the stands.
    """

    refusal: Refusal | None
    travel: dict[str, float]
    allowance: float
    ends: dict[str, Pose]
    paths: tuple[tuple[Point, ...], ...]

    @property
    def legal(self) -> bool:
        """Whether the move is allowed."""
        return self.refusal is None

    @property
    def farthest(self) -> float:
        """Mm that the stand goes that goes farthest."""
        return max(self.travel.values(), default=0.0)


def allowance(view: State, unit: str, mode: Mode = "march") -> Allowance:
    """How far a unit may move now (WMA-MOV-02 to WMA-MOV-05).

    Chargers and evaders always have the full allowance (WMA-MOV-03, WMA-R23, WMA-R24); else it is halved where the
    unit is fortified or its formation irregular at the start of the move.
    """
    kind = profile(view, unit)
    full, half = kind.move, kind.half_move
    if mode == "charge":
        return Allowance(full, T("charging: the full move"), "WMA-MOV-03")
    if mode == "evade":
        return Allowance(full, T("retreating: the full move"), "WMA-MOV-03")
    if fort_of(view, unit):
        return Allowance(half, T("fortified: half the move"), "WMA-MOV-05")
    if not regular(view, unit):
        return Allowance(half, T("irregular formation: half the move"), "WMA-MOV-05")
    return Allowance(full, T("regular formation: the full move"), "WMA-MOV-04")


def paths(starts: Mapping[str, Pose], legs: Legs) -> tuple[tuple[Point, ...], ...]:
    """Polyline (mm) of each stand's centre, in the order of the stands."""
    return tuple(tuple((at[s].x, at[s].y) for at in (starts, *legs) if s in at) for s in starts)


def travels(starts: Mapping[str, Pose], legs: Legs) -> dict[str, float]:
    """Mm that each stand goes: the sum of the straight distances of its centre over the legs (WMA-S09)."""
    return {
        stand: sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
        for stand, path in zip(starts, paths(starts, legs), strict=True)
    }


def whole_legs(starts: Mapping[str, Pose], legs: Legs) -> list[dict[str, Pose]]:
    """Legs with every stand in each: one that is not named stays, and all poses as they would be recorded."""
    now = dict(starts)
    out = []
    for leg in legs:
        now = {stand: rounded(leg.get(stand, pose)) for stand, pose in now.items()}
        out.append(now)
    return out


def check_legs(
    view: State, unit: str, legs: Legs, allowance_mm: float, charge_target: str | None = None, most_legs: int = LEGS
) -> Checked:
    """Whether a unit may make a move of so many legs, no stand farther than so many mm (WMA-S09, WMA-MOV-07, WMA-S05).

    A stand that is not named in a leg stays where it is. Before the last leg of a charge, which :mod:`places` adds, the
    unit charged does not hinder the sweep, and the distance to enemies does not matter.
    """
    starts = poses(view, unit)
    moves = whole_legs(starts, legs)
    ends = moves[-1] if moves else dict(starts)
    travel = travels(starts, moves)
    refusal: Refusal | None
    if not starts:
        refusal = Refusal(T("{unit}: not on the table", unit=Thing(unit)), "WMA-S09")
    elif len(moves) > most_legs:
        refusal = Refusal(T("A move has at most {n} legs", n=most_legs), "WMA-S09")
    else:
        refusal = _too_far(travel, allowance_mm) or _refusal(view, unit, starts, moves, charge_target)
    return Checked(refusal, {s: round(t, 3) for s, t in travel.items()}, allowance_mm, ends, paths(starts, moves))


def _too_far(travel: Mapping[str, float], allowance_mm: float) -> Refusal | None:
    """Why no stand may exceed the allowance (WMA-MOV-07), where the farthest does."""
    rounded_mm = {stand: MEASURES.round(mm) for stand, mm in travel.items()}
    farthest = max(rounded_mm, key=rounded_mm.__getitem__)
    if MEASURES.within(travel[farthest], allowance_mm):
        return None
    over = round(rounded_mm[farthest] - allowance_mm, 3)
    lengths = {"travel": Length(rounded_mm[farthest]), "over": Length(over), "allowance": Length(allowance_mm)}
    text = T("The farthest stand goes {travel}, {over} more than {allowance}", **lengths)
    return Refusal(text, "WMA-MOV-07", farthest, "", over)


def _refusal(
    view: State, unit: str, starts: Mapping[str, Pose], moves: list[dict[str, Pose]], charge_target: str | None
) -> Refusal | None:
    """What hinders the legs, one after the other, or the place in which the last of them ends."""
    shape = profile(view, unit).footprint
    way = _way(view, unit, charge_target).about(_around(shape, [p for leg in (starts, *moves) for p in leg.values()]))
    for now, leg in pairwise((starts, *moves)):
        found = _leg_refusal(way, shape, now, leg, charging=charge_target is not None)
        if found is not None:
            return found
    return None if charge_target is not None else arrangement_refusal(shape, moves[-1] if moves else starts)


@remembered
def _way(view: State, unit: str, charge_target: str | None = None) -> Way:
    """What may lie in the way of a unit, the target of its charge apart."""
    ignored = (charge_target,) if charge_target else ()
    return Way(board(view), profile(view, unit).type, side_of(view, unit), unit, ignored)


def _leg_refusal(
    way: Way, shape: Footprint, starts: Mapping[str, Pose], ends: Mapping[str, Pose], charging: bool
) -> Refusal | None:
    """What hinders a leg (WMA-S09); where nothing lies near its sweeps together, they are not looked at one by one."""
    moving = [(stand, starts[stand], end) for stand, end in ends.items() if end != starts[stand]]
    if not moving or way.open(_around(shape, [p for _, start, end in moving for p in (start, end)])):
        return None
    found = (sweep_refusal(way, shape, stand, start, end, charging) for stand, start, end in moving)
    return next((refusal for refusal in found if refusal is not None), None)


def _around(shape: Footprint, poses: Sequence[Pose]) -> Box:
    """An upright box about stands, however they are turned."""
    half = math.hypot(shape.width, shape.depth) / 2.0
    xs, ys = [p.x for p in poses], [p.y for p in poses]
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _lengths(starts: Mapping[str, Pose], moves: list[dict[str, Pose]]) -> list[float]:
    """The way (mm) in each leg of the stand that goes farthest in it."""
    legs = pairwise((starts, *moves))
    return [max(math.hypot(leg[s].x - now[s].x, leg[s].y - now[s].y) for s in leg) for now, leg in legs]


def _part(a: Pose, b: Pose, share: float) -> Pose:
    """A share (0 to 1) of the way from a pose to another, turned already."""
    return rounded(Pose(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, b.facing, b.level))


def _cut(
    starts: dict[str, Pose], moves: list[dict[str, Pose]], lengths: list[float], share: float
) -> list[dict[str, Pose]]:
    """The same move gone only in part: a share (0 to 1) of the way of the stand that goes farthest.

    Whole legs are kept as they are; in the leg that is cut short every stand goes the same share of its way and has
    the facing of the leg's end, as pivoting is free.
    """
    left = sum(lengths) * share
    out: list[dict[str, Pose]] = []
    for (now, leg), length in zip(pairwise((starts, *moves)), lengths, strict=True):
        if left < length:
            return [*out, {s: _part(now[s], end, left / length) for s, end in leg.items()}]
        out.append(leg)
        left -= length
    return out


def nearest_legs(
    view: State, unit: str, legs: Legs, allowance_mm: float, most_legs: int = LEGS
) -> list[dict[str, Pose]] | None:
    """The longest beginning of a refused move that is allowed, or None where there is none worth the name.

    Found by halving, as what hinders a move goes on hindering it; at worst it is shorter than need be, never illegal.
    """
    starts = poses(view, unit)
    whole = whole_legs(starts, legs[:most_legs])
    total = max(travels(starts, whole).values(), default=0.0)
    if total <= 0.0:
        return None
    shape = profile(view, unit).footprint
    way = _way(view, unit).about(_around(shape, [p for leg in (starts, *whole) for p in leg.values()]))
    lengths = _lengths(starts, whole)
    # what nothing lies near to on the whole of its way is not looked at again on a part of it
    tight = [s for s in starts if not way.open(_around(shape, [starts[s], *(leg[s] for leg in whole)]))]

    def allowed(tried: list[dict[str, Pose]]) -> bool:
        legs = ((now, {s: leg[s] for s in tight}) for now, leg in pairwise((starts, *tried)))
        hindered = any(_leg_refusal(way, shape, now, leg, charging=False) for now, leg in legs)
        return not hindered and arrangement_refusal(shape, tried[-1]) is None

    high = min(1.0, allowance_mm / total)
    if MEASURES.more_than(total, allowance_mm):
        tried = _cut(starts, whole, lengths, high)
        if allowed(tried):
            return tried
    low = 0.0
    best: list[dict[str, Pose]] | None = None
    while (high - low) * total > NEAREST:
        middle = (low + high) / 2.0
        tried = _cut(starts, whole, lengths, middle)
        if allowed(tried):
            low, best = middle, tried
        else:
            high = middle
    return best


def shift_poses(starts: Mapping[str, Pose], dx: float, dy: float) -> dict[str, Pose]:
    """The stands shifted as a rigid block by (dx, dy) mm, facing kept, as it is recorded."""
    return {s: rounded(Pose(p.x + dx, p.y + dy, p.facing, p.level)) for s, p in starts.items()}


def touched_enemies(view: State, unit: str, ends: Mapping[str, Pose]) -> tuple[str, ...]:
    """The enemy units that a unit's stands would touch at some poses, in order."""
    found = {enemy for enemy, away in enemies_near(view, unit, ends, 1.0) if MEASURES.touching(away)}
    return tuple(sorted(found, key=board(view).order.__getitem__))


def enemies_near(view: State, unit: str, ends: Mapping[str, Pose], margin: float) -> Iterator[tuple[str, float]]:
    """Enemy units about a unit's stands at some poses and how far off (mm), stand by stand; exact within a margin."""
    here = board(view)
    shape = profile(view, unit).footprint
    enemies = here.enemy_rows(side_of(view, unit))
    for pose in ends.values():
        outline = rectangle(shape, pose)
        for row in here.near(enemies, box_of(outline), margin):
            yield here.unit_of_row(row), gap(outline, here.polys[row], 2.0 * margin)
