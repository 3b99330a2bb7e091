"""Losses: which models go, how the block closes up, contact kept, a unit wiped out, and who sees it.

WAB-S20, WAB-S27, WAB-S35, WAB-R23, WAB-R24, WAB-PAN-05, WAB-PAN-08.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any, Literal

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.changes import own_field
from game.engine.flow import Run
from game.engine.state import State, Tie
from game.engine.text import TN, T, Text, Thing
from game.geometry.measure import nearest_pair, signed_matrix
from game.geometry.shapes import Floats, Point, Pose, corners, forward
from game.kit import situation
from game.kit.shown.words import about
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import engagement, facts
from rulesets.ancient_battles.field.barriers import make_way
from rulesets.ancient_battles.field.blocks import block_of, formed, quads, shapes, shift, slots
from rulesets.ancient_battles.field.engagement import pairs, reach_of, touch
from rulesets.ancient_battles.measures import BRUSH, SLACK, within
from rulesets.ancient_battles.nerve.panic import owe_for_lost

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


def victims(view: State, unit: str, n: int) -> tuple[str, ...]:
    """The models that fall: the rear rank's highest numbers (WAB-S20).

    Of skirmishers those who touch no enemy go first, and of these the highest number whose loss leaves each of the
    rest within 2 inches of another (WAB-S03).
    """
    bases = list(view.bases_of(unit))
    if formed(view, unit) or len(bases) <= 1:
        return tuple(b.id for b in reversed(bases[-n:])) if n else ()
    fighting = {a for e in facts.opponents(view, unit) for a, _ in pairs(view, unit, e)}
    found = np.stack([corners(b.shape, b.pose) for b in bases if b.pose is not None])
    gaps = signed_matrix(found, found)
    np.fill_diagonal(gaps, math.inf)
    left, fallen = list(range(len(bases))), list[int]()

    def coherent_without(k: int) -> bool:
        rest = [o for o in left if o != k]
        return len(rest) < 2 or all(within(float(g), COHERENCY) for g in gaps[np.ix_(rest, rest)].min(axis=1))

    while left and len(fallen) < n:
        order = sorted(left, key=lambda k: (bases[k].id in fighting, -bases[k].number))
        free = [k for k in order if bases[k].id not in fighting] or order
        fallen.append(next(filter(coherent_without, free), free[0]))
        left.remove(fallen[-1])
    return tuple(bases[k].id for k in fallen)


def wound(run: Run, unit: str, wounds: int, cause: Cause, by: str = "", restore: bool = True) -> int:
    """Let a unit or character suffer unsaved wounds at once; the models lost.

    The cause is "shooting" in a Shooting phase (counted for WAB-PAN-09), "reaction" at a charger, or "combat". Contacts
    that losses have opened are mended (WAB-S35), unless :func:`restore_contact` is called later. Missiles strike joined
    characters only when no other model of the unit is left; blows do not carry over (WAB-S27).
    """
    if wounds <= 0 or not situation.on_table(run.state, unit):
        return 0
    before = run.state
    left = wounds - endures(before, unit)
    lost = _suffer(run, unit, wounds, cause, by)
    if not situation.on_table(run.state, unit):
        _wiped_out(run, before, unit, cause, by)
        for fellow in facts.characters_in(before, unit) if cause != "combat" else ():
            part = min(left, endures(run.state, fellow))
            lost += wound(run, fellow, part, cause, by)
            left -= part
    if lost and restore:
        restore_contact(run, own(before, unit).joined or unit)
    return lost


def _suffer(run: Run, unit: str, wounds: int, cause: Cause, by: str) -> int:
    """The models lost, the wounds left on the next one, and the rest closed up."""
    view, mine = run.state, own(run.state, unit)
    lost, carried = falling(view, unit, wounds)
    gone = victims(view, unit, lost)
    changes: list[ev.Change] = [ev.SetPose(b, None, "gone") for b in gone]
    if carried != mine.wounds:
        changes.append(own_field("unit", unit, wounds=carried))
    if cause == "shooting":
        if not mine.shot_from:
            changes.append(own_field("unit", unit, shot_from=facts.count(view, unit)))
        changes.append(own_field("unit", unit, shot_down=mine.shot_down + lost))
    text: Text | None = TN("{unit} suffered {n} wound", "{unit} suffered {n} wounds", wounds, unit=Thing(unit))
    if lost:  # a character who falls is told of once, as destroyed
        text = None if mine.character else TN("{unit} lost a model", "{unit} lost {n} models", lost, unit=Thing(unit))
    changes += [ev.SetPose(b, pose) for b, pose in closed_up(view, mine.joined or unit, gone).items()]
    told: dict[str, Any] = {"wounds": wounds, "models": lost, "carried": carried, "cause": cause, "by": by}
    run.tell(unit, "losses", "loss", text, ("WAB-S20",), *changes, unit=unit, **told)
    return lost


def closed_up(view: State, unit: str, gone: Sequence[str]) -> dict[str, Pose]:
    """Where those of a block stand who move up when models are gone (WAB-S35).

    The front's middle stays, so a vanished rank shortens it at the rear and a single rank shortens at both ends.
    """
    if not formed(view, unit) or own(view, unit).snake:
        return {}
    after = replace(view, bases={**view.bases, **{b: replace(view.bases[b], where="gone") for b in gone}})
    found = slots(after, unit, block_of(view, unit).front) if after.bases_of(unit) else {}
    return {b: pose for b, pose in found.items() if pose != view.bases[b].pose}


def untied(view: State, gone: Sequence[str]) -> list[ev.Change]:
    """What no longer binds units that are no more; a charge declared at them does, for it fails in step 4 (WAB-S11)."""
    found = (t for t in view.ties.values() if t.a in gone or (t.b in gone and t.kind != "charge"))
    return [ev.Untie(t.id) for t in found]


_LOST = {
    "caught": T("{unit}: caught in flight and destroyed"),
    "run_down": T("{unit}: run down"),
    "fled": T("{unit} fled from the table"),
}


DESTROYED = T("{unit}: destroyed")


def _wiped_out(run: Run, before: State, unit: str, why: Cause, by: str) -> None:
    """Tell that no model is left; characters who stood there fight on (WAB-S27), friends saw it there (WAB-R54)."""
    mine = own(before, unit)
    if why == "combat" and not mine.fleeing:
        owe_for_lost(run, unit, before)
    fellows = facts.characters_in(before, unit)
    changes = [c for f in fellows for c in (own_field("unit", f, joined=""), *_inherited(run, before, unit, f))]
    changes += untied(run.state, (unit,))
    if mine.character and mine.joined:
        changes.append(own_field("unit", unit, joined=""))
    changes.append(own_field("unit", unit, wounds=0))
    run.tell(unit, "destroyed", "loss", about(DESTROYED, unit), ("WAB-S20",), *changes, unit=unit, why=why, by=by)


def _inherited(run: Run, before: State, unit: str, fellow: str) -> list[ev.Change]:
    """Contacts of a unit that its character keeps: those whose bases he touches."""
    base = before.bases_of(fellow)[0].id
    found: list[ev.Change] = []
    for tie in engagement.contact_ties(before, unit):
        enemy = tie.b if tie.a == unit else tie.a
        if situation.on_table(before, enemy) and any(a == base for a, _ in pairs(before, unit, enemy)):
            ends = (fellow, enemy) if tie.a == unit else (enemy, fellow)
            found.append(ev.AddTie(Tie(run.new_id("contact"), "contact", *ends, tie.own)))
    return found


def destroy(run: Run, unit: str, why: Why, by: str = "", clauses: tuple[str, ...] = ("WAB-S24",)) -> None:
    """Take a whole unit off the table for good, its joined characters with it.

    ``why`` "combat" and "caught" frighten friends within 12 inches (WAB-PAN-05, WAB-S11); a unit that was reported as
    broken and is then run down does not do so again (WAB-R24), nor one that leaves the table ("fled": the event is
    "routed_off" then).
    """
    if why in ("combat", "caught"):
        owe_for_lost(run, unit)
    view = run.state
    fellows = facts.characters_in(view, unit)
    ids = (unit, *fellows)
    changes: list[ev.Change] = [ev.SetPose(b.id, None, "gone") for u in ids for b in view.bases_of(u)]
    changes += untied(view, ids)
    changes += [own_field("unit", u, wounds=0) for u in ids if own(view, u).wounds]
    changes += [own_field("unit", u, joined="") for u in fellows]
    told: dict[str, Any] = {"why": why, "by": by, "models": len(view.bases_of(unit))}
    name, text = "routed_off" if why == "fled" else "destroyed", about(_LOST.get(why, DESTROYED), unit)
    run.tell(unit, name, "loss", text, clauses, *changes, also=fellows, unit=unit, **told)


def restore_contact(run: Run, unit: str) -> None:
    """Mend the contacts of a unit that its losses have opened (WAB-S35).

    The unit with no other enemy in contact (both or neither: the active player's) is moved straight up to the other,
    free; where it finds no room, or the gap is gone with the unit, the contact ends.
    """
    for tie in engagement.contact_ties(run.state, unit):
        enemy = tie.b if tie.a == unit else tie.a
        view = run.state
        if not situation.on_table(view, unit) or not situation.on_table(view, enemy) or touch(view, unit, enemy):
            continue
        pair = (unit, enemy)
        mover, other = sorted(
            pair, key=lambda u: (len(facts.opponents(view, u)) > 1, view.units[u].side != view.own.active)
        )
        if (way := _way_up(view, mover, other)) is None:
            part(run, tie, pair, "WAB-S35")
            continue
        text = T("{unit} closed up to {enemy}", unit=Thing(mover), enemy=Thing(other))
        shift(run, mover, *way, text, type="closed_up", clauses=("WAB-S35",), about=(mover, other))
        make_way(run, (mover,))


def part(run: Run, tie: Tie, pair: tuple[str, str], clause: str) -> None:
    """Let a contact be over."""
    text = T("{unit} and {enemy} no longer touch", unit=Thing(pair[0]), enemy=Thing(pair[1]))
    side, untied = run.state.own.active, ev.Untie(tie.id)
    run.emit("contact_lost", "status", text, untied, clauses=(clause,), about=pair, side=side)


def _way_up(view: State, mover: str, other: str) -> tuple[float, float] | None:
    """The displacement (mm) that brings a unit up to another, None where somebody is in the way.

    Straight up to its figures; where that leads into the empty part of a rectangle, be it the other's or its own, up to
    the rectangle and along it to the first figure (WAB-S10).
    """
    straight = _between(reach_of(view, mover)[1], reach_of(view, other)[1])
    if not _free_there(view, mover, straight, other):
        return None
    edged = next((u for u in (other, mover) if formed(view, u)), "")
    if not edged or not _stands_in(view, mover, straight, other):
        return straight
    x, y = _between(quads(view, mover), quads(view, other))
    block = block_of(view, edged)
    ways = (forward(block.front.facing), forward(block.front.facing + 90.0))
    for n, (dx, dy), sign in product(range(math.ceil((block.width + block.depth) / ALONG)), ways, (1.0, -1.0)):
        by = (x + dx * n * sign * ALONG, y + dy * n * sign * ALONG)
        clear = _free_there(view, mover, by, other) and not _stands_in(view, mover, by, other)
        if clear and touch(_moved(view, mover, by), mover, other):
            return by
    return None


def _between(mine: Floats, theirs: Floats) -> Point:
    """From what one unit covers to the nearest of what another does."""
    pair = nearest_pair(mine, theirs)
    return pair.on_b[0] - pair.on_a[0], pair.on_b[1] - pair.on_a[1]


def _moved(view: State, unit: str, by: tuple[float, float]) -> State:
    bases = [b for u in (unit, *facts.characters_in(view, unit)) for b in view.bases_of(u)]
    poses = {b.id: b.pose for b in bases if b.pose is not None}
    return view.with_poses({b: Pose(p.x + by[0], p.y + by[1], p.facing) for b, p in poses.items()})


def _free_there(view: State, mover: str, by: tuple[float, float], other: str) -> bool:
    """Whether a unit displaced so stands on the table and in no third unit, runners left aside."""
    mine = quads(_moved(view, mover, by), mover)
    if facts.off_table(view, mine):
        return False
    there = shapely.union_all(shapely.polygons(mine)).buffer(-2.0 * SLACK)
    thirds = [u for u in facts.fielded(view) if u not in (mover, other) and not facts.fleeing(view, u)]
    return not any(shapely.intersects(there, shape) for u in thirds for shape in shapes(view, u))


def _stands_in(view: State, mover: str, by: tuple[float, float], other: str) -> bool:
    """Whether a unit displaced so stands in the rectangle of another."""
    mine = shapes(_moved(view, mover, by), mover)
    return any(shapely.area(shapely.intersection(a, b)) > BRUSH for a in mine for b in shapes(view, other))
