"""What the ways of Napoleonic bodies must be like: charges, the table's edge, couriers; from states and tracks."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import shapely

from game.engine.event import Event
from game.engine.state import State
from game.geometry.shapes import turn_between
from rulesets.napoleonic_wars.own import Leg, Track
from tests.soak.inside_nap import counts

Floats = npt.NDArray[np.float64]
MOST = 45.0
"""Degrees that may be wheeled in a charge proper, and turned at contact (NAP-S81 (b), NAP-S63)."""
ASKEW = 0.5
"""Degrees by which a short way may seem to go off its front, rounded to 0.001 mm as it is kept."""
SHORT = 0.5
"""mm of a way whose direction says nothing."""
HAIR = 0.5
"""mm of rounding at the edge of the table, and within which a courier touches an enemy."""
LOOKS = 64
"""Moments of a move at which a courier is looked at."""
HARMLESS = ("rout", "surrendered", "dispersed")
"""Results under which a body takes no courier (NAP-S22, NAP-S31)."""
ORDERED = ("advance", "wheel", "back", "action_move", "charge", "face", "form")
"""What is ordered, not forced: it never leads over the edge of the table (NAP-S78)."""


# --- charges ---------------------------------------------------------------------------------------------------------


def of_charge(track: Track) -> Iterator[str]:
    """What is wrong with the charge proper of a way: it goes ahead, and wheels by 45 degrees at most (NAP-R174)."""
    wheeled = 0.0
    for leg in track.legs:
        if leg.what not in ("charge", "contact"):
            continue
        turn = _turn(leg)
        if leg.what == "contact":
            if abs(turn) > MOST + ASKEW:
                yield f"it turns by {turn:.2f} degrees at contact"
            continue
        wheeled += abs(turn)
        if leg.pivot is None:
            yield from _askew(leg)
    if wheeled > MOST + ASKEW:
        yield f"it wheels by {wheeled:.2f} degrees"


def _turn(leg: Leg) -> float:
    """Degrees by which the figures turn together on a leg, that of the figure that turns most."""
    turns = [turn_between(a[2], b[2]) for a, b in zip(leg.poses, leg.after or leg.poses, strict=True)]
    return max(turns, key=abs, default=0.0)


def _askew(leg: Leg) -> Iterator[str]:
    """Where a straight leg goes off the front: the way that most of its figures look."""
    if not leg.poses or not leg.after:
        return
    looks = [round(f, 2) for _, _, f in leg.poses]
    front = max(looks, key=looks.count)
    for (x, y, _), (to_x, to_y, _) in zip(leg.poses, leg.after, strict=True):
        far = math.hypot(to_x - x, to_y - y)
        off = abs(turn_between(front, math.degrees(math.atan2(to_x - x, to_y - y))))
        if far > SHORT and off > ASKEW:
            yield f"it goes {far:.2f} mm at {off:.2f} degrees off its front"
            return


# --- where figures are -----------------------------------------------------------------------------------------------


def outlines(track: Track, time: float) -> Floats:
    """Corners (n, 4, 2) of the figures of a body on its way at a moment; none before and after it."""
    sizes = np.array(track.sizes, dtype=float).reshape(-1, 2)
    for leg in track.legs:
        if leg.start <= time <= leg.end and len(leg.poses) == len(sizes):
            return _corners(_between(leg, time), sizes)
        if leg.sizes:
            sizes = np.array(leg.sizes, dtype=float).reshape(-1, 2)
    return np.empty((0, 4, 2))


def _between(leg: Leg, time: float) -> Floats:
    """Poses (n, 3) at a moment of a leg: about its pivot, or each figure straight on."""
    one = np.array(leg.poses, dtype=float).reshape(-1, 3)
    two = np.array(leg.after or leg.poses, dtype=float).reshape(-1, 3)
    part = (time - leg.start) / (leg.end - leg.start) if leg.end > leg.start else 0.0
    turns = (two[:, 2] - one[:, 2] + 180.0) % 360.0 - 180.0
    found = one + part * (two - one)
    found[:, 2] = one[:, 2] + part * turns
    if leg.pivot is not None and len(one):
        angle, (px, py) = math.radians(part * float(turns[0])), leg.pivot
        x, y = one[:, 0] - px, one[:, 1] - py
        found[:, 0] = px + x * math.cos(angle) + y * math.sin(angle)
        found[:, 1] = py - x * math.sin(angle) + y * math.cos(angle)
    return found


def _corners(poses: Floats, sizes: Floats) -> Floats:
    angle = np.radians(poses[:, 2])
    ahead = np.stack([np.sin(angle), np.cos(angle)], axis=1)
    aside = np.stack([np.cos(angle), -np.sin(angle)], axis=1)
    signs = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
    across = signs[None, :, 0, None] * sizes[:, None, 0:1] * aside[:, None, :]
    along = signs[None, :, 1, None] * sizes[:, None, 1:2] * ahead[:, None, :]
    found: Floats = poses[:, None, :2] + across + along
    return found


# --- the edge --------------------------------------------------------------------------------------------------------


def over_the_edge(state: State, track: Track) -> Iterator[str]:
    """Where what is ordered of a body leads a figure farther over the edge than it stood before (NAP-S78)."""
    for leg in track.legs:
        if leg.what in ORDERED and len(leg.poses):
            before, after = (_beyond(state, outlines(track, t)) for t in (leg.start, leg.end))
            if after > max(0.0, before) + HAIR:
                yield f"{leg.what} leads {after:.2f} mm over the edge, from {before:.2f}"


def _beyond(state: State, corners: Floats) -> float:
    if not len(corners):
        return -math.inf
    return float(max((-corners).max(), (corners - (state.table.width, state.table.depth)).max()))


# --- couriers --------------------------------------------------------------------------------------------------------


def through_an_enemy(state: State, event: Event, tracks: dict[str, Track]) -> Iterator[str]:
    """Where a courier of a side rides through an enemy body on his way of a move, as the event tells it (NAP-S22)."""
    way = np.array(event.data["way"], dtype=float).reshape(-1, 3)
    if len(way) < 2:
        return
    end = float(way[-1, 0])
    times = [t for t in np.linspace(0.0, 1.0, LOOKS + 1).tolist() if way[0, 0] < t < end - 1e-4]
    spots = shapely.points(np.interp(times, way[:, 0], way[:, 1]), np.interp(times, way[:, 0], way[:, 2]))
    for unit in state.units.values():
        if unit.side == event.side or not counts(unit) or unit.own.nerve.result in HARMLESS or unit.id not in tracks:
            continue
        for time, spot in zip(times, spots, strict=True):
            corners = outlines(tracks[unit.id], time)
            if not len(corners) or shapely.distance(shapely.multipoints(corners.reshape(-1, 2)).envelope, spot) > 0.0:
                continue
            if shapely.union_all(shapely.polygons(corners)).buffer(-HAIR).contains(spot):
                yield f"he is in {unit.id} at {time:.3f}"
                break
