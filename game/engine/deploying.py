"""Setting armies up unit by unit: who waits, what is said of it, how a place is judged, which places are offered.

Where a unit may stand, in which formation and where it stands usually is for the systems to say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import shapely

from game.engine import event as ev
from game.engine.decision import (
    Answer,
    Bar,
    Ghost,
    PlaceAnswer,
    Reason,
    Reply,
    Standing,
    Verdict,
    refused,
    unfinished,
)
from game.engine.flow import Run
from game.engine.state import State, Table, Unit
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Pose, bearing, norm_deg

Ring = tuple[tuple[float, float], ...]
"""The corners of a polygon, mm."""

AUTO = "auto"
"""The exit by which all that is left takes its usual places."""


def in_reserve(view: State, side: str) -> list[Unit]:
    """The units of a side that wait to be placed, in the order of its list."""
    return [u for u in view.units_of(side) if any(view.bases[b].where == "reserve" for b in u.bases)]


@lru_cache(maxsize=16)
def facing_across(zones: tuple[tuple[str, Ring], ...], edge: str, table: Table) -> float:
    """The facing from the zones of an edge towards the others, to the nearest quarter; to the middle without any.

    Parameters
    ----------
    zones
        Polygons, each with the edge whose it is.

    Zones that lie about each other have no way between them: the facing then leads to the middle of the table, and is
    north where that is no way either.
    """
    x, y = _middle([ring for owner, ring in zones if owner == edge], table)
    others = _middle([ring for owner, ring in zones if owner != edge], table)
    for tx, ty in (others, (table.width / 2.0, table.depth / 2.0)):
        if math.hypot(tx - x, ty - y) > 1.0:
            return norm_deg(round(bearing(tx - x, ty - y) / 90.0) * 90.0)
    return 0.0


def _middle(rings: Iterable[Ring], table: Table) -> tuple[float, float]:
    """The middle of the ground that polygons cover, mm; of the table where there are none."""
    found = shapely.union_all([shapely.Polygon(ring) for ring in rings]).centroid
    return (table.width / 2.0, table.depth / 2.0) if found.is_empty else (found.x, found.y)


# --- what happens ------------------------------------------------------------------------------------------------


def leave_out(run: Run, side: str, units: Sequence[str], text: Text, clause: str) -> None:
    """Units for which there is no room left stay away from the battle; they are not lost."""
    bases = [b for unit in units for b in run.state.units[unit].bases]
    changes = (ev.SetPose(base, None, "off") for base in bases)
    run.emit("no_room", "place", text, *changes, clauses=(clause,), about=tuple(units), side=side)


def no_room(side: str, units: Sequence[str]) -> Text:
    """What is said of units that are left out."""
    return T("No room left for {side} to place {units}", side=Thing(side), units=[Thing(u) for u in units])


def leave_to_usual(run: Run, side: str, text: Text, clause: str) -> None:
    """A side lets all that is left take its usual places."""
    run.emit("auto_placing", "flow", text, clauses=(clause,), side=side)


def usual_array(side: str) -> Text:
    """What is said of a side that lets the rest be placed."""
    return T("The rest of {side} stands in the usual array", side=Thing(side))


# --- how an answer is judged -------------------------------------------------------------------------------------


def one_unit(answer: Answer, waiting: Sequence[str], clause: str) -> Standing | Verdict:
    """The one unit that an answer places, of those that wait; or why it is no such answer."""
    if not isinstance(answer, PlaceAnswer):
        return refused(T("This is no answer to that question"))
    if not answer.places:
        return unfinished(T("Choose a unit and place it"), clause)
    if len(answer.places) > 1:
        return refused(T("One unit at a time"), clause)
    standing = answer.places[0]
    if standing.thing not in waiting:
        return refused(T("{unit}: not to be placed now", unit=Thing(standing.thing)), clause)
    if standing.inside:
        return refused(T("Nothing can be placed inside another thing"), clause)
    return standing


def judged(unit: str, poses: Mapping[str, Pose], bar: Bar | None, nearest: Callable[[], PlaceAnswer | None]) -> Verdict:
    """The verdict on poses, by what bars them; the nearest free place is looked for only where they are barred."""
    ghosts = tuple(Ghost(b, p) for b, p in poses.items())
    if bar is None:
        return Verdict("legal", ghosts=ghosts)
    return Verdict("refused", (Reason(bar.text, bar.clause, unit),), nearest(), ghosts)


def offered(
    usual: Iterable[Standing | None],
    way_out: str,
    variants: Callable[[Standing], Iterable[PlaceAnswer]],
    judge: Callable[[PlaceAnswer], Verdict | Bar],
    limit: int,
) -> Iterator[Reply]:
    """Replies in a fixed order: each unit at its usual place, then the way out, then the legal variants.

    ``judge`` gives the verdict on an answer, or what bars it where nothing more need be told.
    """
    n = 0
    found: list[Standing] = []
    for standing in usual:
        if n >= limit:
            return
        if standing is not None:
            found.append(standing)
            yield Reply(PlaceAnswer((standing,)))
            n += 1
    if n < limit:
        yield Reply(exit=way_out)
        n += 1
    for standing in found:
        for answer in variants(standing):
            if n >= limit:
                return
            found_there = judge(answer)
            if isinstance(found_there, Verdict) and found_there.legal:
                yield Reply(answer)
                n += 1
