"""Losses: which models go, how the block closes up, contact kept, a unit wiped out, and who sees it.

WAB-S20, WAB-S27, WAB-S35, WAB-R23, WAB-R24, WAB-PAN-05, WAB-PAN-08.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.flow import Run
from game.engine.state import Base, State, Tie
from game.engine.text import TN, T, Text, Thing
from game.geometry.measure import nearest_pair, signed_matrix
from game.geometry.shapes import Pose, corners, forward
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import facts
from rulesets.ancient_battles.field.blocks import block_of, formed, quads, shift, slots
from rulesets.ancient_battles.field.making_way import make_way
from rulesets.ancient_battles.field.touching import pairs, reach_of, touch
from rulesets.ancient_battles.measures import BRUSH, SLACK, within
from rulesets.ancient_battles.nerve.panic import LOST, frightened_by, owe_for_lost, owe_panic

Cause = Literal["shooting", "reaction", "combat"]
Why = Literal["shooting", "reaction", "combat", "caught", "run_down", "fled"]
ALONG = 1.0
"""mm between the places that are tried along a block."""
COHERENCY = NUMBERS.coherency.value
"""Inches within which every skirmisher has a fellow (WAB-S03)."""


def endures(view: State, unit: str) -> int:
    """Wounds that wipe out a unit's own models (WAB-R49)."""
    return max(0, facts.count(view, unit) * profile(view, unit).row.profile.w - own(view, unit).wounds)


def falling(view: State, unit: str, wounds: int) -> tuple[int, int]:
    """Models that so many wounds take, and the wounds left on the next one: they add up on one model (WAB-S20)."""
    return down(facts.count(view, unit), profile(view, unit).row.profile.w, own(view, unit).wounds + wounds)


def down(count: int, each: int, wounds: int) -> tuple[int, int]:
    """Of so many models those that so many wounds take, and the wounds left on the next one (WAB-S20).

    >>> down(3, 2, 5), down(3, 2, 9)
    ((2, 1), (3, 0))
    """
    return divmod(min(wounds, count * each), each)


# --- which models ------------------------------------------------------------------------------------------------


def victims(view: State, unit: str, n: int) -> tuple[str, ...]:
    """The models that fall: the rear rank's highest numbers (WAB-S20).

    Of skirmishers those who touch no enemy go first, and of these the highest number whose loss leaves each of the
    rest within 2 inches of another (WAB-S03).
    """
    bases = list(facts.living(view, unit))
    if formed(view, unit) or len(bases) <= 1:
        return tuple(b.id for b in reversed(bases[-n:])) if n else ()
    fighting = _touching(view, unit, bases)
    fallen: list[str] = []
    while bases and len(fallen) < n:
        order = sorted(bases, key=lambda b: (b.id in fighting, -b.number))
        free = [b for b in order if b.id not in fighting] or order
        chosen = next((b for b in free if _coherent([o for o in bases if o.id != b.id])), free[0])
        fallen.append(chosen.id)
        bases.remove(chosen)
    return tuple(fallen)


def _touching(view: State, unit: str, bases: Sequence[Base]) -> set[str]:
    return {a for e in facts.foes(view, unit) for a, _ in pairs(view, unit, e)}


def _coherent(bases: Sequence[Base]) -> bool:
    if len(bases) < 2:
        return True
    found = np.stack([corners(b.shape, b.pose) for b in bases if b.pose is not None])
    gaps = signed_matrix(found, found)
    np.fill_diagonal(gaps, math.inf)
    return all(within(float(g), COHERENCY) for g in gaps.min(axis=1))


# --- wounds ------------------------------------------------------------------------------------------------------


def wound(run: Run, unit: str, wounds: int, cause: Cause, by: str = "", restore: bool = True) -> int:
    """Let a unit or character suffer unsaved wounds at once; the models lost.

    Parameters
    ----------
    cause
        "shooting" in a Shooting phase (counted for WAB-PAN-09), "reaction" at a charger, "combat" in close combat.
    by
        Unit that dealt them.
    restore
        Mend contacts that losses have opened (WAB-S35); False where :func:`restore_contact` is called later.

    Missiles strike joined characters only when no other model of the unit is left; blows do not carry over (WAB-S27).
    """
    if wounds <= 0 or not facts.alive(run.state, unit):
        return 0
    before = run.state
    left = wounds - endures(before, unit)
    fellows = facts.characters_in(before, unit)
    lost, carried = falling(before, unit, wounds)
    _suffer(run, unit, wounds, lost, carried, cause, by)
    if not facts.alive(run.state, unit):
        _wiped_out(run, before, unit, cause, by)
        for fellow in fellows:
            if cause == "combat" or left <= 0:
                break
            part = min(left, endures(run.state, fellow))
            lost += wound(run, fellow, part, cause, by)
            left -= part
    if lost and restore:
        restore_contact(run, own(before, unit).joined or unit)
    return lost


def _suffer(run: Run, unit: str, wounds: int, lost: int, carried: int, cause: Cause, by: str) -> None:
    view = run.state
    mine = own(view, unit)
    at = mine.joined or unit
    gone = victims(view, unit, lost)
    changes: list[ev.Change] = [ev.SetPose(b, None, "gone") for b in gone]
    if carried != mine.wounds:
        changes.append(ev.SetField("unit", unit, "own.wounds", carried))
    if cause == "shooting":
        if not mine.shot_from:
            changes.append(ev.SetField("unit", unit, "own.shot_from", facts.count(view, unit)))
        changes.append(ev.SetField("unit", unit, "own.shot_down", mine.shot_down + lost))
    text = (
        TN("{unit} lost a model", "{unit} lost {n} models", lost, unit=Thing(unit))
        if lost
        else TN("{unit} suffered {n} wound", "{unit} suffered {n} wounds", wounds, unit=Thing(unit))
    )
    data = {"unit": unit, "wounds": wounds, "models": lost, "carried": carried, "cause": cause, "by": by}
    changes += closed_up(view, at, changes)
    run.add(
        ev.Event("losses", "loss", text, ("WAB-S20",), (unit,), view.units[unit].side, "", data, changes=tuple(changes))
    )


def closed_up(view: State, unit: str, losses: Sequence[ev.Change]) -> list[ev.Change]:
    """Where the rest of a block stands (WAB-S35).

    The front's middle stays, so a vanished rank shortens it at the rear and a single rank shortens at both ends.
    """
    if not formed(view, unit) or own(view, unit).snake:
        return []
    front = block_of(view, unit).front
    fallen = {c.base for c in losses if isinstance(c, ev.SetPose)}
    after = replace(view, bases={k: replace(b, where="gone") if k in fallen else b for k, b in view.bases.items()})
    if not after.bases_of(unit):
        return []
    found = slots(after, unit, front)
    return [ev.SetPose(b, pose) for b, pose in found.items() if pose != view.bases[b].pose]


def untied(view: State, gone: Sequence[str]) -> list[ev.Change]:
    """What no longer binds units that are no more; a charge declared at them does, for it fails in step 4 (WAB-S11)."""
    found = (t for t in view.ties.values() if t.a in gone or (t.b in gone and t.kind != "charge"))
    return [ev.Untie(t.id) for t in found]


# --- wiped out ---------------------------------------------------------------------------------------------------


def _lost_text(unit: str, why: str) -> Text:
    who = Thing(unit)
    if why == "caught":
        return T("{unit}: caught in flight and destroyed", unit=who)
    if why == "run_down":
        return T("{unit}: run down", unit=who)
    if why == "fled":
        return T("{unit} fled from the table", unit=who)
    return T("{unit}: destroyed", unit=who)


def _wiped_out(run: Run, before: State, unit: str, why: Cause, by: str) -> None:
    """Tell that no model is left; characters who stood there fight on alone (WAB-S27)."""
    if why == "combat" and not own(before, unit).fleeing:
        _owe_from(run, before, unit)
    changes: list[ev.Change] = []
    for fellow in facts.characters_in(before, unit):
        changes.append(ev.SetField("unit", fellow, "own.joined", ""))
        changes += _inherited(run, before, unit, fellow)
    at = own(before, unit).joined
    changes += untied(run.state, (unit,))
    if own(before, unit).character and at:
        changes.append(ev.SetField("unit", unit, "own.joined", ""))
    changes.append(ev.SetField("unit", unit, "own.wounds", 0))
    run.emit(
        "destroyed",
        "loss",
        _lost_text(unit, why),
        *changes,
        clauses=("WAB-S20",),
        about=(unit,),
        side=before.units[unit].side,
        data={"unit": unit, "why": why, "by": by},
    )


def _owe_from(run: Run, before: State, unit: str) -> None:
    """Let friends owe the test for a unit that is off the table already, by where it last stood (WAB-R54)."""
    for friend in facts.near(before, unit, LOST, facts.friends(before, unit)):
        if frightened_by(before, friend, unit):
            owe_panic(run, friend, "WAB-PAN-05", (unit,))


def _inherited(run: Run, before: State, unit: str, fellow: str) -> list[ev.Change]:
    """Contacts of a unit that its character keeps: those whose bases he touches."""
    base = before.bases_of(fellow)[0].id
    found: list[ev.Change] = []
    for tie in before.ties.values():
        if tie.kind != "contact" or unit not in (tie.a, tie.b):
            continue
        enemy = tie.b if tie.a == unit else tie.a
        if facts.alive(before, enemy) and any(a == base for a, _ in pairs(before, unit, enemy)):
            ends = (fellow, enemy) if tie.a == unit else (enemy, fellow)
            found.append(ev.AddTie(Tie(run.new_id("contact"), "contact", *ends, tie.own)))
    return found


def destroy(run: Run, unit: str, why: Why, by: str = "", clauses: Sequence[str] = (), **more: Any) -> None:
    """Take a whole unit off the table for good, its joined characters with it.

    ``why`` "combat" and "caught" frighten friends within 12 inches (WAB-PAN-05, WAB-S11); a unit that was reported as
    broken and is then run down does not do so again (WAB-R24), nor one that leaves the table ("fled": the event is
    "routed_off" then).
    """
    view = run.state
    if why in ("combat", "caught"):
        owe_for_lost(run, unit)
    view = run.state
    fellows = facts.characters_in(view, unit)
    ids = (unit, *fellows)
    changes: list[ev.Change] = [ev.SetPose(b.id, None, "gone") for u in ids for b in view.bases_of(u)]
    changes += untied(view, ids)
    changes += [ev.SetField("unit", u, "own.wounds", 0) for u in ids if own(view, u).wounds]
    changes += [ev.SetField("unit", u, "own.joined", "") for u in fellows]
    more.setdefault("side", view.units[unit].side)
    run.emit(
        "routed_off" if why == "fled" else "destroyed",
        "loss",
        _lost_text(unit, why),
        *changes,
        clauses=tuple(clauses) or ("WAB-S24",),
        about=ids,
        data={"unit": unit, "why": why, "by": by, "models": len(view.bases_of(unit))},
        **more,
    )


# --- contact kept ------------------------------------------------------------------------------------------------


def restore_contact(run: Run, unit: str) -> None:
    """Mend the contacts of a unit that its losses have opened (WAB-S35).

    The unit with no other enemy in contact (both or neither: the active player's) is moved straight up to the other,
    free; where it finds no room, or the gap is gone with the unit, the contact ends.
    """
    for tie in [t for t in run.state.ties.values() if t.kind == "contact" and unit in (t.a, t.b)]:
        enemy = tie.b if tie.a == unit else tie.a
        view = run.state
        if not facts.alive(view, unit) or not facts.alive(view, enemy) or touch(view, unit, enemy):
            continue
        mover = _mover(view, unit, enemy)
        other = enemy if mover == unit else unit
        way = _way_up(view, mover, other)
        if way is None:
            part(run, tie, (unit, enemy), "WAB-S35")
            continue
        text = T("{unit} closed up to {enemy}", unit=Thing(mover), enemy=Thing(other))
        shift(run, mover, *way, text, type="closed_up", clauses=("WAB-S35",), about=(mover, other))
        make_way(run, (mover,))


def part(run: Run, tie: Tie, pair: tuple[str, str], clause: str) -> None:
    """Let a contact be over."""
    text = T("{unit} and {enemy} no longer touch", unit=Thing(pair[0]), enemy=Thing(pair[1]))
    side, untied = run.state.own.active, ev.Untie(tie.id)
    run.emit("contact_lost", "status", text, untied, clauses=(clause,), about=pair, side=side)


def _mover(view: State, a: str, b: str) -> str:
    """Which of two units moves up."""
    others = {u: [e for e in facts.foes(view, u) if e not in (a, b)] for u in (a, b)}
    free = [u for u in (a, b) if not others[u]]
    if len(free) == 1:
        return free[0]
    active = view.own.active
    return a if facts.side_of(view, a) == active else b


def _way_up(view: State, mover: str, other: str) -> tuple[float, float] | None:
    """The displacement (mm) that brings a unit up to another, None where somebody is in the way.

    Straight up to its figures; where that leads into the empty part of a rectangle, be it the other's or its own, up to
    the rectangle and along it to the first figure (WAB-S10).
    """
    pair = nearest_pair(reach_of(view, mover)[1], reach_of(view, other)[1])
    straight = (pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1])
    if not _free_there(view, mover, straight, other):
        return None
    if not _stands_in(view, mover, straight, other):
        return straight
    edged = next((u for u in (other, mover) if formed(view, u)), "")
    if not edged:
        return straight
    met = nearest_pair(quads(view, mover), quads(view, other))
    start = (met.on_b[0] - met.on_a[0], met.on_b[1] - met.on_a[1])
    block = block_of(view, edged)
    for n in range(math.ceil((block.width + block.depth) / ALONG)):
        for way in (block.front.facing, block.front.facing + 90.0):
            for sign in (1.0, -1.0):
                d = forward(way)
                by = (start[0] + d[0] * n * sign * ALONG, start[1] + d[1] * n * sign * ALONG)
                clear = _free_there(view, mover, by, other) and not _stands_in(view, mover, by, other)
                if clear and touch(_moved(view, mover, by), mover, other):
                    return by
    return None


def _moved(view: State, unit: str, by: tuple[float, float]) -> State:
    poses = {}
    for base in (b for u in (unit, *facts.characters_in(view, unit)) for b in view.bases_of(u)):
        assert base.pose is not None
        poses[base.id] = Pose(base.pose.x + by[0], base.pose.y + by[1], base.pose.facing)
    return view.with_poses(poses)


def _free_there(view: State, mover: str, by: tuple[float, float], other: str) -> bool:
    """Whether a unit displaced so stands on the table and in no third unit, runners left aside."""
    mine = quads(_moved(view, mover, by), mover)
    if facts.off_table(view, mine):
        return False
    there = shapely.union_all([shapely.Polygon(q) for q in mine]).buffer(-2.0 * SLACK)
    thirds = [u for u in facts.standing(view) if u not in (mover, other) and not facts.fleeing(view, u)]
    return not any(shapely.intersects(there, shapely.Polygon(q)) for u in thirds for q in quads(view, u))


def _stands_in(view: State, mover: str, by: tuple[float, float], other: str) -> bool:
    """Whether a unit displaced so stands in the rectangle of another."""
    theirs = [shapely.Polygon(q) for q in quads(view, other)]
    mine = [shapely.Polygon(q) for q in quads(_moved(view, mover, by), mover)]
    return any(shapely.area(shapely.intersection(a, b)) > BRUSH for a in mine for b in theirs)
