"""Reforming: who must, who may not, what step 20 strikes out; evaders who left the table come back.

NAP-DIS-06 to -18, NAP-R26, NAP-R27, NAP-R126, NAP-S21, NAP-S42, NAP-EVD-08, NAP-EVD-09, NAP-S78.
"""

from __future__ import annotations

from typing import Any

import shapely

from game.engine import changes
from game.engine import event as ev
from game.engine.apply import apply
from game.engine.declared import FrameOf
from game.engine.flow import Done, Outcome, Run
from game.engine.state import Base, State
from game.engine.text import TN, T, Thing
from game.geometry.shapes import Point, Pose, sin_cos
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import Deed

ASIDE = tuple(cm(sign * step) for step in range(0, 41, 2) for sign in (1, -1))
"""Mm along the edge from the place where it left, the nearest first, at which a body may come back."""


def leave(run: Run, body: str) -> None:
    """Figures of an evader whose centres are off the table have left; with more than half the rest follow (NAP-S78)."""
    here = facts.figures(run.state, body)
    wide, deep = run.state.table.width, run.state.table.depth
    off = [b for b in here if b.pose and not (0.0 <= b.pose.x <= wide and 0.0 <= b.pose.y <= deep)]
    if not off:
        return
    front = shape.front(run.state, body)
    out = (round(min(max(front.x, 0.0), wide), 3), round(min(max(front.y, 0.0), deep), 3))
    whole = 2 * len(off) > len(here)
    marks = [ev.SetPose(b.id, None, "off") for b in (here if whole else off)]
    text = T("{unit} evaded off the table", unit=Thing(body))
    if not whole:
        text = TN(
            "{n} figure of {unit} evades off the table",
            "{n} figures of {unit} evade off the table",
            len(off),
            unit=Thing(body),
        )
    clause = "NAP-EVD-09" if whole else "NAP-EVD-08"
    run.tell(body, "ran_off", "move", text, (clause, "NAP-S78"), *marks, *changes.unit(run.state, body, out=out))


def come_back(run: Run, body: str) -> None:
    """In step 20 figures come back to their body as it reforms, a whole body when it has reformed where it is."""
    told = facts.own(run.state, body)
    if told.engagement.out is None or "evaded" in told.march.did:
        return
    if not facts.figures(run.state, body):
        _whole(run, body, told.engagement.out)
    elif not book.recorded(run.state, body):
        gone = [b for b in facts.left(run.state, body) if b.where == "off"]
        poses = shape.poses(run.state, body, told.stance.formation, shape.front(run.state, body), told.stance.abreast)
        marks = [ev.SetPose(b, pose) for b, pose in poses.items()]
        text = TN("{n} figure of {unit} returns", "{n} figures of {unit} return", len(gone), unit=Thing(body))
        run.tell(body, "came_back", "move", text, ("NAP-EVD-08",), *marks, *changes.unit(run.state, body, out=None))


def _whole(run: Run, body: str, out: Point) -> None:
    """It reforms off the table, and comes back in a later move if no enemy keeps the place (NAP-EVD-09)."""
    told = facts.own(run.state, body)
    if told.nerve.carried:
        left = max(0, told.nerve.carried - int(1.0 / book.time_of_a_factor(run.state, body) + 1e-6))
        run.emit("reformed_off", "status", None, *changes.unit(run.state, body, carried=left), clauses=("NAP-EVD-09",))
        return
    found = next((poses for poses in _places(run.state, body, out) if _is_free(run.state, body, poses)), None)
    if found is None or _is_kept(run.state, body, out):
        return
    marks = (*(ev.SetPose(b, pose) for b, pose in found.items()), *changes.unit(run.state, body, out=None))
    text = T("{unit} returned to the table", unit=Thing(body))
    run.tell(body, "came_back", "move", text, ("NAP-EVD-09", "NAP-S78"), *marks)


def _is_kept(view: State, body: str, out: Point) -> bool:
    """Whether an enemy is within attack distance of the place where it left."""
    board = board_of(view)
    foes = facts.enemies(view, view.units[body].side)
    spot = shapely.Point(out)
    return any(board.outline(f).distance(spot) <= cm(facts.attack_distance(view, f)) for f in foes)


def _places(view: State, body: str, out: Point) -> list[dict[str, Pose]]:
    """Where it may stand: its rear at the edge, looking in, at the place where it left or beside it."""
    wide, deep = view.table.width, view.table.depth
    x, y = out
    room = {90.0: x, 270.0: wide - x, 0.0: y, 180.0: deep - y}
    facing = min(room, key=lambda f: room[f])
    ahead_x, ahead_y = sin_cos(facing)
    told = facts.own(view, body)
    found = []
    for aside in ASIDE:
        at = Pose(x + ahead_y * aside, y + ahead_x * aside, facing)
        poses = shape.poses(view, body, told.stance.formation, at, told.stance.abreast)
        rear = max(
            (at.x - p.x) * ahead_x + (at.y - p.y) * ahead_y + view.bases[b].shape.depth / 2.0 for b, p in poses.items()
        )
        moved = {b: Pose(p.x + ahead_x * rear, p.y + ahead_y * rear, p.facing) for b, p in poses.items()}
        found.append({b: Pose(round(p.x, 3), round(p.y, 3), p.facing) for b, p in moved.items()})
    return found


def _is_free(view: State, body: str, poses: dict[str, Pose]) -> bool:
    """Whether nobody stands at a place, and all of it is on the table."""
    there = apply(view, ev.Event("set", "status", changes=tuple(ev.SetPose(b, pose) for b, pose in poses.items())))
    board = board_of(there)
    mine: list[Base] = [there.bases[b] for b in poses]
    inside = all(0.0 <= b.pose.x <= there.table.width and 0.0 <= b.pose.y <= there.table.depth for b in mine if b.pose)
    return inside and not any(board.gap(body, other) <= 0.0 for other in board.bodies if other != body)


NEVER: frozenset[Deed] = frozenset(
    {
        *("fired", "charged", "out_of_reach", "was_charged", "attacked", "was_attacked", "contacted"),
        *("melee", "pursued", "retreated", "routed", "double", "disarmed"),
    }
)
"""Deeds of a move in which a body cannot reform at all (NAP-DIS-12, NAP-R126, NAP-S88)."""
NOT_BY_ITSELF: frozenset[Deed] = frozenset({"crossed", "left_bad", "loaded"})
"""Deeds of a move in which it does not reform by itself (NAP-DIS-08, NAP-DIS-09)."""
SLACK = 1e-6


def by_itself(view: State, body: str) -> bool:
    """Whether the factors of this move go by themselves (NAP-DIS-06, -08, -09, -12).

    A unit that halted for it may choose to begin where it has just crossed (NAP-DIS-10): that takes time instead.
    """
    did = frozenset(facts.own(view, body).march.did)
    return not did & (NEVER | NOT_BY_ITSELF)


def may_take_time(view: State, body: str) -> bool:
    """Whether a body may use time of this move for reforming (NAP-DIS-10, -12, -17, NAP-R27).

    Gunners may fire in one half of the move and reform in the other; who crossed an obstacle must have chosen to begin.
    """
    told = facts.own(view, body)
    did = frozenset(told.march.did)
    if "gives_up_half" in did and told.arm in ("guns", "rockets"):
        did -= {"fired", "loaded"}
    if did & NEVER:
        return False
    return not did & {"crossed", "left_bad"} or "begins_reforming" in did


def time_for_it(view: State, body: str) -> float:
    """The part of the move that a body reforms in (NAP-S21); half of it where gunners fire in the other."""
    told = facts.own(view, body)
    if not may_take_time(view, body):
        return 0.0
    return (
        min(told.march.rest, 0.5)
        if "gives_up_half" in told.march.did and "fired" in told.march.did
        else told.march.rest
    )


def removable(view: State, body: str) -> int:
    """Whole factors that the time of this move removes (NAP-DIS-15, NAP-S21)."""
    return int(time_for_it(view, body) / book.time_of_a_factor(view, body) + SLACK)


def after(view: State, body: str) -> int:
    """What is carried into the next move: step 20 of the book (NAP-S42, NAP-R26, NAP-DIS-07)."""
    told = facts.own(view, body)
    carried = told.nerve.carried if by_itself(view, body) else book.recorded(view, body)
    return max(0, carried - removable(view, body))


def must_reform(view: State, body: str) -> bool:
    """Whether a body has to halt and reform, where nothing of NAP-DIS-13 and NAP-R43 frees it."""
    told = facts.own(view, body)
    return (
        told.nerve.carried > 0
        and not facts.in_melee(view, body)
        and told.nerve.result not in ("rout", "retreat", "follow_up")
    )


def may_charge_again(view: State, body: str) -> bool:
    """Whether a body with factors may charge: it charged in the move before, without contact (NAP-DIS-14)."""
    told = facts.own(view, body)
    return told.engagement.charged > 0 and told.engagement.charged == view.own.move - 1


REFORM = FrameOf("nap.reform")


@REFORM.step
def begin(run: Run, data: Any, got: object) -> Outcome:
    """Step 20: every body strikes out what it has reformed, and carries the rest (NAP-SEQ-40)."""
    for body in facts.by_id((u for u in run.state.units if run.state.units[u].own.arm != "general"), run.state):
        told = facts.own(run.state, body)
        carried = after(run.state, body)
        before = book.recorded(run.state, body)
        if not before:
            continue
        marks = changes.unit(run.state, body, carried=carried, fresh=())
        text = T("{unit} reformed: disorganisation {n}, was {before}", unit=Thing(body), n=carried, before=before)
        gone = before - carried
        clauses = ("NAP-SEQ-40", "NAP-DIS-06" if told.nerve.fresh and by_itself(run.state, body) else "NAP-DIS-15")
        if gone:
            run.tell(body, "reformed", "status", text, clauses, *marks, n=carried, gone=gone)
        else:
            kept = T("{unit} kept disorganisation {n}", unit=Thing(body), n=carried)
            run.tell(body, "factors_carried", "status", kept, ("NAP-SEQ-40", "NAP-DIS-12"), *marks, n=carried)
    for body in facts.by_id(run.state.units, run.state):
        come_back(run, body)
    return Done()
