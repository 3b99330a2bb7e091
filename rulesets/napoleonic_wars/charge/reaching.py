"""The second pass of the clock: charges and attacks that go on come into contact, or not (NAP-S41 (3), NAP-CSQ-05)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import shapely

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import T, Thing
from game.geometry.shapes import Pose
from rulesets.napoleonic_wars.clock import gaps
from rulesets.napoleonic_wars.clock.chases import Chase, Flight
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.giving_way import Ways
from rulesets.napoleonic_wars.clock.movers import Floats, Mover, about, axes, pieces
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.known import known, moved
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import CONTACT, cm

MOST_TURN = 45.0
"""Degrees by which a charger turns at contact to lie flush (NAP-S63)."""


def pass_on(run: Run, going: Sequence[Tie], since: float, routed: Iterable[str]) -> Clock:
    """Take up some charges at their pause, with the rest of the move; who routs now runs (NAP-S41 (3), NAP-CSQ-05)."""
    here = known(run.state)
    movers = {b: _mover(here, b, since) for b in facts.bodies(here)}
    chases = [
        Chase(t.a, t.b, facts.charge(t).speed, since, None, cm(facts.attack_distance(here, t.a)), stops=_stops(here, t))
        for t in going
        if not facts.charge(t).support
    ]
    chases += [
        Chase(t.b, t.a, facts.charge(t).answer_speed, since, None, cm(facts.attack_distance(here, t.b)))
        for t in going
        if facts.charge(t).answer == "counter_charge" and facts.own(here, t.b).result == ""
    ]
    flights = [
        Flight(b, _nearest(here, b, going), cm(rates.rate(here, b, "rout")), start=since) for b in dict.fromkeys(routed)
    ]
    clock = Clock(movers, {}, chases=chases, flights=flights, time=since)
    clock.way_out = Ways(here, clock)
    clock.run(1.0)
    _set_down(run, clock)
    return clock


def in_path(view: State, charger: str, target: str, left: float) -> str:
    """The enemy that stands first in the way of a charger who follows one who ran; "" for none (NAP-CHG-13)."""
    mine, theirs = Mover.standing(view, charger), Mover.standing(view, target)
    if not len(mine.bases):
        return ""
    facing = math.radians(float(mine.poses_at(0.0)[0, 2]))
    way = gaps.towards(mine, theirs, 0.0) if len(theirs.bases) else (math.sin(facing), math.cos(facing))
    outline = mine.outline_at(0.0)
    swept = shapely.MultiPoint(np.concatenate([outline, outline + np.array(way) * left]).reshape(-1, 2)).convex_hull
    board, found = board_of(view), []
    for foe in facts.enemies(view, view.units[charger].side):
        told = facts.own(view, foe)
        runs = told.result in ("rout", "withdraw", "retreat") or "evaded" in told.did
        stands = facts.is_close(view, foe) or facts.is_deployed(view, foe)
        if foe != target and stands and not runs and not told.inside and board.outline(foe).intersects(swept):
            found.append((board.gap(charger, foe), foe))
    return min(found, default=(0.0, ""))[1]


def _mover(view: State, body: str, since: float) -> Mover:
    """A body in the second pass: a runner as his way has it, everybody else where he stands (NAP-S41 (3))."""
    track = view.own.tracks.get(body)
    runs = facts.own(view, body).result in ("rout", "withdraw", "retreat") or "evaded" in facts.own(view, body).did
    if track is None or not runs:
        return Mover.standing(view, body, since)
    mover = Mover.planned(view, body, track)
    # where the table has put it back or closed it up since, its way ends there
    stands = Mover.standing(view, body, since)
    return mover if len(mover.bases) == len(stands.bases) else stands


def _stops(view: State, tie: Tie) -> bool:
    return facts.own(view, tie.b).result not in ("rout", "withdraw", "retreat") and facts.charge(tie).answer != "evade"


def _nearest(view: State, body: str, going: Sequence[Tie]) -> str:
    return next((t.a for t in going if t.b == body), next((t.b for t in going if t.a == body), going[0].a))


def _set_down(run: Run, clock: Clock) -> None:
    here = known(run.state)
    marks: list[ev.Change] = []
    about_: list[str] = []
    for body, mover in clock.movers.items():
        new = [
            moved(run.state, base, pose)
            for base, pose in mover.poses_told(1.0).items()
            if here.bases[base].pose != pose and here.bases[base].where == "table"
        ]
        if new:
            marks += new
            about_.append(body)
    if marks:
        run.emit("charged_home", "move", T("They close"), *marks, clauses=("NAP-SEQ-30", "NAP-S41"), about=about_)


def contacts(clock: Clock) -> dict[tuple[str, str], float]:
    """Who came into contact with whom, and when."""
    return {(h.body, h.other): h.time for h in clock.happened if h.kind == "contact"}


def line_up(run: Run, charger: str, target: str) -> None:
    """Turn the charger by up to 45 degrees about the first contact, flush with the edge it hit (NAP-S63)."""
    here = known(run.state)
    mine, theirs = Mover.standing(here, charger), Mover.standing(here, target)
    if not len(mine.bases) or not len(theirs.bases):
        return
    poses = mine.poses_at(0.0)
    facing, met = float(poses[0, 2]), float(theirs.poses_at(0.0)[0, 2])
    turns = [((met + quarter + 180.0 - facing + 180.0) % 360.0) - 180.0 for quarter in (0.0, 90.0, 180.0, 270.0)]
    turn = min(turns, key=abs)
    if abs(turn) < 0.01 or abs(turn) > MOST_TURN:
        return
    pivot = _touch(mine.outline_at(0.0), theirs.outline_at(0.0))
    places = about(poses[:, :2], pivot, math.radians(turn))
    turned = np.concatenate([places, (poses[:, 2:] + turn) % 360.0], axis=1)
    settled = _flush(turned, mine.sizes, theirs.outline_at(0.0))
    if settled is None or _blocked(here, charger, target, pieces(settled, mine.sizes)):
        return
    marks = [
        moved(run.state, base, Pose(round(x, 3), round(y, 3), round(f, 4) % 360.0))
        for base, (x, y, f) in zip(mine.bases, settled.tolist(), strict=True)
    ]
    text = T("{unit} lines up on {enemy}", unit=Thing(charger), enemy=Thing(target))
    run.tell(charger, "lined_up", "move", text, ("NAP-S63",), *marks, also=(target,))


def _touch(mine: Floats, theirs: Floats) -> tuple[float, float]:
    """The corner of the charger's front that is nearest to the target."""
    points = mine.reshape(-1, 2)
    apart = [gaps.between(np.repeat(p[None, None, :], 4, axis=1) + np.zeros((1, 4, 2)), theirs) for p in points]
    x, y = points[int(np.argmin(apart))].tolist()
    return x, y


def _flush(poses: Floats, sizes: Floats, theirs: Floats) -> Floats | None:
    """Push a turned body back or on until its front just touches."""
    ahead, _ = axes(poses[:1, 2])
    for _ in range(40):
        apart = gaps.between(pieces(poses, sizes), theirs)
        if abs(apart) <= CONTACT / 20.0:
            return poses
        poses = poses.copy()
        poses[:, :2] += ahead[0] * apart
    return poses if abs(gaps.between(pieces(poses, sizes), theirs)) <= CONTACT else None


def _blocked(view: State, charger: str, target: str, outline: Floats) -> bool:
    """Whether somebody else stands where the charger would."""
    others = (b for b in facts.bodies(view) if b not in (charger, target))
    return any(gaps.between(outline, Mover.standing(view, b).outline_at(0.0)) < -CONTACT / 20.0 for b in others)
