"""Moving a unit: how far it may go, and whether a move of up to three legs is allowed (WMA-S09).

WMA-MOV-02 to WMA-MOV-09, WMA-TER-01 to WMA-TER-07, WMA-R23, WMA-R24, WMA-S05, WMA-S09.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.convex import Poly, box_of, gap, hull, rectangle, shared_area
from game.geometry.shapes import Footprint, Point, Pose, rounded
from rulesets.warmaster_ancients.facts import fort_of, poses, regular, side_of
from rulesets.warmaster_ancients.formations import connected
from rulesets.warmaster_ancients.measures import ENEMY_GAP, MEASURES, count
from rulesets.warmaster_ancients.profiles import profile
from rulesets.warmaster_ancients.scene import Board, board

Mode = Literal["march", "charge", "evade"]
LEGS = count("move_legs")
NEAREST = 0.5
"""How near (mm) to the longest allowed beginning of a refused move is looked for."""

EDGE_SLACK = 0.01
"""A base may stand this far (mm) over the table's edge: recorded poses are rounded."""

Legs = Sequence[Mapping[str, Pose]]


class Allowance(msgspec.Struct, frozen=True):
    """How far a unit may move (mm), and why."""

    mm: float
    full: float
    text: Text
    clause: str

    @property
    def halved(self) -> bool:
        """Whether it is only half of the full allowance."""
        return self.mm < self.full


class Refusal(msgspec.Struct, frozen=True):
    """Why a move or a place is not allowed.

    Attributes
    ----------
    text, clause
        For the player.
    stand
        The stand that may not, or "".
    thing
        Unit or feature in the way, or "".
    over
        mm that are missing or too many, 0 where no length is concerned.
    """

    text: Text
    clause: str
    stand: str = ""
    thing: str = ""
    over: float = 0.0


class Checked(msgspec.Struct, frozen=True):
    """The verdict on a move.

    Attributes
    ----------
    refusal
        None where it is allowed.
    travel
        mm that each stand goes, by id.
    allowance
        mm that each may go.
    ends
        Where each stand ends.
    paths
        Polyline (mm) of each stand's centre, in the order of the stands.
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


# --- allowance ---------------------------------------------------------------------------------------------------


def allowance(view: State, unit: str, mode: Mode = "march") -> Allowance:
    """How far a unit may move now (WMA-MOV-02 to WMA-MOV-05).

    Chargers and evaders always have the full allowance (WMA-MOV-03, WMA-R23, WMA-R24); else it is halved where the
    unit is fortified or its formation irregular at the start of the move.
    """
    kind = profile(view, unit)
    if mode == "charge":
        return Allowance(kind.move, kind.move, T("charging: the full move"), "WMA-MOV-03")
    if mode == "evade":
        return Allowance(kind.move, kind.move, T("retreating: the full move"), "WMA-MOV-03")
    fort = fort_of(view, unit)
    if fort:
        return Allowance(kind.half_move, kind.move, T("fortified: half the move"), "WMA-MOV-05")
    if not regular(view, unit):
        return Allowance(kind.half_move, kind.move, T("irregular formation: half the move"), "WMA-MOV-05")
    return Allowance(kind.move, kind.move, T("regular formation: the full move"), "WMA-MOV-04")


# --- what sweeps meet --------------------------------------------------------------------------------------------


class Way:
    """What may lie in the way of a unit's stands on a board, looked up for one sweep after another.

    Parameters
    ----------
    unit
        The mover: its own stands are no obstacles.
    ignored
        Units that are no obstacles either: the target of a charge.
    """

    def __init__(self, here: Board, type_id: str, side: str, unit: str, ignored: Sequence[str] = ()) -> None:
        self.here = here
        self.type = type_id
        self.friendly = here.side_names.index(side)
        names = here.order
        keep = np.ones(len(here.group_numbers), dtype=np.bool_)
        for name in (unit, *ignored):
            if name in names:
                keep &= here.group_numbers != names[name]
        self.others = np.flatnonzero(keep)
        self.boxes = here.boxes[self.others]
        self.width, self.depth = here.land.terrain.width, here.land.terrain.depth

    def near(self, box: tuple[float, float, float, float], margin: float = 0.0) -> list[int]:
        """Rows of others whose upright box comes within a margin (mm) of a box."""
        low_x, low_y, high_x, high_y = box
        b = self.boxes
        hit = (b[:, 0] < high_x + margin) & (b[:, 2] > low_x - margin)
        hit &= (b[:, 1] < high_y + margin) & (b[:, 3] > low_y - margin)
        return self.others[hit].tolist()  # type: ignore[no-any-return]

    def on_table(self, box: tuple[float, float, float, float]) -> bool:
        """Whether an upright box lies on the table."""
        return (
            box[0] >= -EDGE_SLACK
            and box[1] >= -EDGE_SLACK
            and box[2] <= self.width + EDGE_SLACK
            and box[3] <= self.depth + EDGE_SLACK
        )

    def beyond(self, box: tuple[float, float, float, float]) -> float:
        """How far (mm) a box sticks out over the table's edge."""
        return max(-box[0], -box[1], box[2] - self.width, box[3] - self.depth, 0.0)

    def unit_in(self, sweep: Poly, rows: Sequence[int]) -> str:
        """The unit whose stand, among some rows, a sweep overlaps, or ""."""
        for row in rows:
            if MEASURES.overlapping(area=shared_area(sweep, self.here.polys[row])):
                return self.here.unit_of_row(row)
        return ""

    def terrain_in(self, sweep: Poly, box: tuple[float, float, float, float]) -> str:
        """The feature barred to the unit's type that a sweep enters or crosses, or ""."""
        land = self.here.land
        if not len(land.terrain) or not land.barred_near(self.type, box):
            return ""
        return land.obstacle(self.type, shapely.Polygon(sweep))


def _paths(starts: Mapping[str, Pose], legs: Legs) -> tuple[tuple[Point, ...], ...]:
    out = []
    for stand, pose in starts.items():
        points = [(pose.x, pose.y)]
        for leg in legs:
            now = leg.get(stand)
            if now is not None:
                points.append((now.x, now.y))
        out.append(tuple(points))
    return tuple(out)


def travels(starts: Mapping[str, Pose], legs: Legs) -> dict[str, float]:
    """Mm that each stand goes: the sum of the straight distances of its centre over the legs (WMA-S09)."""
    return {
        stand: sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
        for stand, path in zip(starts, _paths(starts, legs), strict=True)
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
    view: State,
    unit: str,
    legs: Legs,
    allowance_mm: float,
    charge_target: str | None = None,
    most_legs: int = LEGS,
) -> Checked:
    """Whether a unit may make a move (WMA-S09, WMA-MOV-07, WMA-MOV-08, WMA-S05).

    Parameters
    ----------
    legs
        Poses of the stands by id after each leg; a stand not named in a leg stays where it is.
    allowance_mm
        mm that no stand may exceed.
    charge_target
        The unit charged: it does not hinder the sweep, and the distance to enemies does not matter (legs before the
        last leg of a charge, which :mod:`charge_places` adds).
    most_legs
        How many legs there may be.
    """
    starts = poses(view, unit)
    moves = whole_legs(starts, legs)
    ends = moves[-1] if moves else dict(starts)
    travel = travels(starts, moves)
    refusal = _refusal(view, unit, starts, moves, travel, allowance_mm, charge_target, most_legs)
    return Checked(refusal, {s: round(t, 3) for s, t in travel.items()}, allowance_mm, ends, _paths(starts, moves))


def _refusal(
    view: State,
    unit: str,
    starts: Mapping[str, Pose],
    moves: list[dict[str, Pose]],
    travel: Mapping[str, float],
    allowance_mm: float,
    charge_target: str | None,
    most_legs: int,
) -> Refusal | None:
    if not starts:
        return Refusal(T("{unit} is not on the table", unit=Thing(unit)), "WMA-S09")
    if len(moves) > most_legs:
        return Refusal(T("A move has at most {n} legs", n=most_legs), "WMA-S09")
    farthest = max(travel, key=lambda s: MEASURES.round(travel[s]))
    if MEASURES.more_than(travel[farthest], allowance_mm):
        over = round(MEASURES.round(travel[farthest]) - allowance_mm, 3)
        text = T(
            "The farthest stand goes {travel}, {over} more than {allowance}",
            travel=Length(MEASURES.round(travel[farthest])),
            over=Length(over),
            allowance=Length(allowance_mm),
        )
        return Refusal(text, "WMA-MOV-07", farthest, "", over)
    kind = profile(view, unit)
    ignored = (charge_target,) if charge_target else ()
    way = Way(board(view), kind.type, side_of(view, unit), unit, ignored)
    now = starts
    for leg in moves:
        found = _leg_refusal(way, kind.footprint, now, leg, charging=charge_target is not None)
        if found is not None:
            return found
        now = leg
    if charge_target is None:
        return arrangement_refusal(kind.footprint, now)
    return None


def _leg_refusal(
    way: Way, shape: Footprint, starts: Mapping[str, Pose], ends: Mapping[str, Pose], charging: bool
) -> Refusal | None:
    """What hinders a leg (WMA-S09)."""
    for stand, pose in ends.items():
        start = starts[stand]
        if pose == start:
            continue
        found = sweep_refusal(way, shape, stand, start, pose, charging)
        if found is not None:
            return found
    return None


def sweep_refusal(way: Way, shape: Footprint, stand: str, start: Pose, end: Pose, charging: bool) -> Refusal | None:
    """What hinders one stand on one straight leg: the table's edge, terrain, other units, enemies within 1 cm."""
    before, after = rectangle(shape, start), rectangle(shape, end)
    sweep = hull((*before, *after))
    box = box_of(sweep)
    if not way.on_table(box):
        over = round(way.beyond(box), 3)
        text = T("The move would leave the table by {over}", over=Length(over))
        return Refusal(text, "WMA-S09", stand, "", over)
    feature = way.terrain_in(sweep, box)
    if feature:
        text = T("{feature} bars the way", feature=Thing(feature))
        return Refusal(text, _access_clause(way.type), stand, feature)
    rows = way.near(box, 0.0 if charging else ENEMY_GAP)
    if not rows:
        return None
    unit = way.unit_in(sweep, rows)
    if unit:
        return Refusal(T("{unit} stands in the way", unit=Thing(unit)), "WMA-MOV-08", stand, unit)
    if charging:
        return None
    return _too_near(way, rows, stand, before, sweep)


def _too_near(way: Way, rows: Sequence[int], stand: str, before: Poly, sweep: Poly) -> Refusal | None:
    """An enemy to which the sweep comes nearer than 1 cm, unless it began nearer and only goes away (WMA-S05)."""
    for row in rows:
        if int(way.here.sides[row]) == way.friendly:
            continue
        nearest = gap(sweep, way.here.polys[row], 2.0 * ENEMY_GAP)
        if MEASURES.at_least(nearest, ENEMY_GAP):
            continue
        at_start = gap(before, way.here.polys[row])
        if MEASURES.at_least(nearest, min(ENEMY_GAP, MEASURES.round(at_start))):
            continue
        enemy = way.here.unit_of_row(row)
        text = T(
            "This comes within {gap} of {enemy}; {least} must be kept",
            gap=Length(MEASURES.round(nearest)),
            enemy=Thing(enemy),
            least=Length(ENEMY_GAP),
        )
        return Refusal(text, "WMA-S05", stand, enemy, round(ENEMY_GAP - MEASURES.round(nearest), 3))
    return None


def arrangement_refusal(shape: Footprint, ends: Mapping[str, Pose]) -> Refusal | None:
    """What is wrong with where a unit's stands end: overlaps among them, no connected group (WMA-S03, WMA-S05)."""
    ids = list(ends)
    outlines = [rectangle(shape, ends[s]) for s in ids]
    for i, one in enumerate(outlines):
        for j in range(i):
            shared = shared_area(one, outlines[j])
            if MEASURES.overlapping(area=shared):
                return Refusal(T("Two of its stands would overlap"), "WMA-S05", ids[i], "", shared)
    if not connected(shape, list(ends.values())):
        return Refusal(T("The unit's stands must touch one another"), "WMA-S03")
    return None


def _access_clause(type_id: str) -> str:
    """The clause that says what a type may not enter."""
    return {
        "infantry": "WMA-TER-01",
        "cavalry": "WMA-TER-03",
        "elephants": "WMA-TER-03",
        "chariots": "WMA-TER-05",
        "artillery": "WMA-TER-05",
    }[type_id]


# --- the nearest legal move --------------------------------------------------------------------------------------


def cut_legs(starts: Mapping[str, Pose], legs: Legs, share: float) -> list[dict[str, Pose]]:
    """The same move gone only in part: a share (0 to 1) of the way of the stand that goes farthest.

    Whole legs are kept as they are; in the leg that is cut short every stand goes the same share of its way and has
    the facing of the leg's end, as pivoting is free.
    """
    moves = whole_legs(starts, legs)
    lengths = []
    now = dict(starts)
    for leg in moves:
        lengths.append(max(math.hypot(leg[s].x - now[s].x, leg[s].y - now[s].y) for s in leg))
        now = leg
    left = sum(lengths) * share
    out: list[dict[str, Pose]] = []
    now = dict(starts)
    for leg, length in zip(moves, lengths, strict=True):
        if left >= length:
            out.append(leg)
            left -= length
            now = leg
            continue
        t = left / length
        out.append(
            {
                s: rounded(Pose(now[s].x + (p.x - now[s].x) * t, now[s].y + (p.y - now[s].y) * t, p.facing, p.level))
                for s, p in leg.items()
            }
        )
        break
    return out


def nearest_legs(
    view: State,
    unit: str,
    legs: Legs,
    allowance_mm: float,
    charge_target: str | None = None,
    most_legs: int = LEGS,
) -> list[dict[str, Pose]] | None:
    """The longest beginning of a refused move that is allowed, or None where there is none worth the name.

    Found by halving, as what hinders a move goes on hindering it; at worst it is shorter than need be, never illegal.
    """
    starts = poses(view, unit)
    whole = whole_legs(starts, legs[:most_legs])
    total = max(travels(starts, whole).values(), default=0.0)
    if total <= 0.0:
        return None
    kind = profile(view, unit)
    ignored = (charge_target,) if charge_target else ()
    way = Way(board(view), kind.type, side_of(view, unit), unit, ignored)

    def allowed(tried: list[dict[str, Pose]]) -> bool:
        now: Mapping[str, Pose] = starts
        for leg in tried:
            if _leg_refusal(way, kind.footprint, now, leg, charge_target is not None) is not None:
                return False
            now = leg
        return charge_target is not None or arrangement_refusal(kind.footprint, now) is None

    high = min(1.0, allowance_mm / total)
    if MEASURES.more_than(total, allowance_mm):
        tried = cut_legs(starts, whole, high)
        if allowed(tried):
            return tried
    low = 0.0
    best: list[dict[str, Pose]] | None = None
    while (high - low) * total > NEAREST:
        middle = (low + high) / 2.0
        tried = cut_legs(starts, whole, middle)
        if allowed(tried):
            low, best = middle, tried
        else:
            high = middle
    return best


# --- rigid moves -------------------------------------------------------------------------------------------------


def shift_poses(starts: Mapping[str, Pose], dx: float, dy: float) -> dict[str, Pose]:
    """The stands shifted as a rigid block by (dx, dy) mm, facing kept, as it is recorded."""
    return {s: rounded(Pose(p.x + dx, p.y + dy, p.facing, p.level)) for s, p in starts.items()}


def touched_enemies(view: State, unit: str, ends: Mapping[str, Pose]) -> tuple[str, ...]:
    """The enemy units that a unit's stands would touch at some poses, in order."""
    here = board(view)
    shape = profile(view, unit).footprint
    enemies = here.enemy_rows(side_of(view, unit))
    found = set()
    for pose in ends.values():
        outline = rectangle(shape, pose)
        low_x, low_y, high_x, high_y = box_of(outline)
        boxes = here.boxes[enemies]
        hit = (boxes[:, 0] < high_x + 1.0) & (boxes[:, 2] > low_x - 1.0)
        hit &= (boxes[:, 1] < high_y + 1.0) & (boxes[:, 3] > low_y - 1.0)
        for row in enemies[hit].tolist():
            if MEASURES.touching(gap(outline, here.polys[row], 2.0)):
                found.add(here.unit_of_row(row))
    return tuple(sorted(found, key=here.order.__getitem__))


__all__ = [
    "LEGS",
    "Allowance",
    "Checked",
    "Refusal",
    "Way",
    "allowance",
    "arrangement_refusal",
    "check_legs",
    "cut_legs",
    "nearest_legs",
    "shift_poses",
    "sweep_refusal",
    "touched_enemies",
    "travels",
    "whole_legs",
]
