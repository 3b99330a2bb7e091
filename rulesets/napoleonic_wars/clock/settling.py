"""No two own bodies in one place when the clock stops (NAP-S50)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import numpy as np

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.halving import halved
from game.kit.block import meeting, outlines
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known, moved
from rulesets.napoleonic_wars.march.changes import settled
from rulesets.napoleonic_wars.measures import SLACK, TICK

LOOK = 0.005
"""Part of a move by which a body is taken back along its way at a time."""


def part(run: Run, clock: Clock) -> frozenset[str]:
    """Of two bodies of one side that overlap at the end the one that came later goes back, the latest overlap first.

    Who has come into contact with an enemy stays. Tells who went back.
    """
    back: dict[str, float] = {}
    since = cache(partial(_contact_since, clock))
    for _ in range(4 * len(clock.movers)):
        pairs = [(since(a, b), a, b) for a, b in _overlapping(run.state, clock, back)]
        if not pairs:
            break
        _, a, b = max(pairs, key=lambda one: (one[0][0], one[2], one[1]))
        who = _later(run.state, clock, a, b)
        if who == "" or back.get(who) == 0.0:  # who overlaps where he began, too, can go no farther back
            break
        back[who] = 0.0 if who in back else _last_free(run.state, clock, who, back)
    for body, time in back.items():
        clock.movers[body].stop(time, "put_back")
    for body in sorted(back, key=lambda one: not _is_free(run.state, clock, one)):
        _set_down(run, clock.movers[body], aside=_shift(run, clock, body))
    return frozenset(back)


def _counts(state: State, body: str) -> bool:
    told = facts.own(known(state), body)
    return told.arm != "general" and not told.inside


def _at(body: str, back: dict[str, float]) -> float:
    return back.get(body, 1.0)


def _depth(clock: Clock, a: str, b: str, at: float, to: float) -> float:
    """How far (mm) two bodies stand in each other, each at a moment of its own; above 0 where that is too far."""
    one, other = clock.movers[a].outline_at(at), clock.movers[b].outline_at(to)
    if not len(one) or not len(other):
        return -np.inf
    if (one.max((0, 1)) < other.min((0, 1))).any() or (other.max((0, 1)) < one.min((0, 1))).any():
        return -np.inf
    return -outlines.between(one, other) - SLACK * 5.0


def _before(time: float, depth: float, pace: float, *going: Mover) -> float:
    """The next moment to look at, going back from one at which bodies stand so deep (mm) in each other.

    Moments at which straight motions of that pace (mm a move) to each other cannot have parted them are passed over.
    """
    ways = [mover.at(time) for mover in going]
    sure = max(0.0, *(way.start for way in ways))
    if any(way.pivot is not None or way.left is not None for way in ways):
        sure = time
    elif pace > 0.0:
        sure = max(sure, time - depth / pace + TICK / 100.0)
    time = max(0.0, time - LOOK)
    while time > sure:
        time = max(0.0, time - LOOK)
    return time


def _overlapping(state: State, clock: Clock, back: dict[str, float]) -> list[tuple[str, str]]:
    bodies = [b for b in clock.movers if _counts(state, b)]
    found = []
    for k, a in enumerate(bodies):
        for b in bodies[k + 1 :]:
            if clock.movers[a].side == clock.movers[b].side and _depth(clock, a, b, _at(a, back), _at(b, back)) > 0.0:
                found.append((a, b))
    return found


def _contact_since(clock: Clock, a: str, b: str) -> tuple[float, str]:
    """When the overlap that there is at the end began."""
    one, other, time = clock.movers[a], clock.movers[b], 1.0
    while time > 0.0 and (depth := _depth(clock, a, b, time, time)) > 0.0:
        time = _before(time, depth, meeting.closing(one, other, time), one, other)
    return time, b


def _later(state: State, clock: Clock, a: str, b: str) -> str:
    """Who goes back: whoever moved into the overlap later, of equal ones the higher id; who touches an enemy stays."""
    here = known(state)
    moving = [body for body in (a, b) if any(s.pace > 0.0 for s in clock.movers[body].stretches)]
    struck = {u for one in clock.happened if one.kind == "contact" for u in (one.body, one.other)}
    stays = {b for b in moving if b in struck or facts.in_melee(here, b) or facts.is_forced(here, b)}
    free = [body for body in moving if body not in stays]
    if not free:
        return ""
    last = {b: max((s.end for s in clock.movers[b].stretches if s.pace > 0.0), default=0.0) for b in free}
    return max(free, key=lambda body: (last[body], facts.natural(body)))


def _last_free(state: State, clock: Clock, body: str, back: dict[str, float]) -> float:
    """The last moment of its own way at which a body overlapped nobody where all stand at the end, no enemy either."""
    others = [b for b in clock.movers if b != body and _counts(state, b)]

    def deep(time: float) -> float:
        found = (_depth(clock, body, other, time, _at(other, back)) for other in others)
        return next((depth for depth in found if depth > 0.0), 0.0)

    late, time = 1.0, 1.0 - LOOK
    while time > 0.0:
        depth = deep(time)
        if not depth:
            return halved(time, late, TICK / 10.0, lambda at: not deep(at))[0]
        late, time = time, _before(time, depth, clock.movers[body].at(time).pace, clock.movers[body])
    return 0.0


def _is_free(state: State, clock: Clock, body: str) -> bool:
    """Whether a body overlaps nobody where all stand at the end."""
    others = (b for b in clock.movers if b != body and _counts(state, b))
    return all(_depth(clock, body, other, 1.0, 1.0) <= 0.0 for other in others)


def _shift(run: Run, clock: Clock, body: str) -> bool:
    """Move a body whose place is taken aside, by the shortest way without turning; whether it is (NAP-S49)."""
    if _is_free(run.state, clock, body):
        return False
    mover, here = clock.movers[body], known(run.state)
    poses, board = mover.poses_told(1.0), board_of(here)
    own = [
        board.outline(b)
        for b, other in clock.movers.items()
        if b != body and other.side == mover.side and b in board.sides and _counts(run.state, b)
    ]
    sizes, way = {b: here.bases[b].shape for b in poses}, mover.front_at(1.0).facing
    found = settled(here, body, mover.cover_at(1.0), poses, sizes, way, own)
    if found is None:
        return False
    stands = mover.at(1.0)
    there = np.array([(found[b].x, found[b].y, found[b].facing) for b in mover.bases])
    mover.go([replace(stands, start=0.0, end=mover.whole, what="put_back", left=there)], 0.0)
    return True


def _set_down(run: Run, mover: Mover, *, aside: bool) -> None:
    """Set a body down where it has been put, with a message to its owner; ``aside``: beside its first place."""
    here = known(run.state)
    marks: list[ev.Change] = [
        moved(run.state, base, pose) for base, pose in mover.poses_told(1.0).items() if here.bases[base].pose != pose
    ]
    text = T("{unit} found no free place and stayed behind", unit=Thing(mover.body))
    if aside:
        text = T("Place of {unit} taken: set down beside it", unit=Thing(mover.body))
    about = (mover.body,) if mover.body in run.state.units else ()
    clauses = ("NAP-S49", "NAP-S50") if aside else ("NAP-S50",)
    run.emit("put_back", "move", text if about else None, *marks, clauses=clauses, about=about)
