"""Objectives that are dealt with, who has lost what, and the end (USB-VIC-01, USB-ACT-07, USB-S09)."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Exit, Sum
from game.engine.endings import battle_ends, leader, points_of
from game.engine.flow import Run
from game.engine.state import Marker, State, other_sides
from game.engine.text import T, Thing
from game.kit.figures.outlines import point_gaps
from rulesets.universal_battle.data_files import number, whole
from rulesets.universal_battle.field import facts
from rulesets.universal_battle.field.ground import board
from rulesets.universal_battle.measures import within

OBJECTIVE, SPECIAL = "objective", "special-"


def at_hand(view: State, unit: str) -> tuple[str, ...]:
    """The objectives that a unit can deal with: a model of it stands beside, and no enemy's does.

    Nobody who is locked or Panicked deals with anything, and nobody with what is his own to guard.
    """
    own = facts.own(view, unit)
    if facts.is_locked(view, unit) or own.status == "panicked":
        return ()
    side = view.units[unit].side
    open_to = (m for m in view.markers.values() if m.kind == OBJECTIVE and not m.side and m.own.owner != side)
    return tuple(m.id for m in open_to if _held(view, unit, m))


def _held(view: State, unit: str, marker: Marker) -> bool:
    now, side = board(view), view.units[unit].side
    if marker.pose is None or not len(now):
        return False
    gaps = point_gaps(now.bases, marker.pose.x, marker.pose.y)
    beside = np.array([within(gap, number("objective")) for gap in gaps.tolist()], dtype=np.bool_)
    mine = np.array([facts.host(view, u) == unit for u in now.units], dtype=np.bool_)
    theirs = np.array([s != side for s in now.sides], dtype=np.bool_)
    return bool((beside & mine).any() and not (beside & theirs).any())


def special_actions(view: State, unit: str) -> tuple[Exit, ...]:
    """The special actions of a unit, as ways out of the question for its action."""
    return tuple(Exit(SPECIAL + m, T("Special action: {marker}", marker=Thing(m))) for m in at_hand(view, unit))


def deal(run: Run, unit: str, way_out: str) -> None:
    """An objective is its unit's side's from now on."""
    marker = run.state.markers[way_out.removeprefix(SPECIAL)]
    taken = replace(marker, side=run.state.units[unit].side)
    text = T("{unit} dealt with {marker}", unit=Thing(unit), marker=Thing(marker.id))
    told = {"worth": marker.own.worth}
    run.tell(unit, "objective", "score", text, ("USB-ACT-07",), ev.Put(marker=taken), also=(marker.id,), **told)


def worth(view: State, unit: str) -> int:
    """What the loss of a unit counts: a hero two, also with his mount, anybody else one (USB-VIC-01, USB-S09)."""
    return whole("hero_counts") if any(facts.is_hero(view.bases[b]) for b in view.units[unit].bases) else 1


def lost(view: State, side: str) -> tuple[str, ...]:
    """The units that a side has lost, a joined hero apart from his unit; after the last round also who never came."""
    ended = view.own.round >= view.own.rounds and not any(facts.eligible(view, s) for s in view.sides)
    return tuple(
        u.id
        for u in view.units_of(side)
        if not facts.survives(view, u.id) or (ended and not facts.deployed(view, u.id))
    )


def score(view: State, side: str) -> Sum:
    """What a side's enemies have lost, and the objectives that it has dealt with; the higher sum wins (USB-VIC-01)."""
    fallen = [u for enemy in other_sides(view, side) for u in lost(view, enemy)]
    rows = tuple((T("{unit}", unit=Thing(u)), float(worth(view, u)), "USB-VIC-01") for u in fallen)
    won = (m for m in view.markers.values() if m.kind == OBJECTIVE and m.side == side)
    rows += tuple((T("{marker}", marker=Thing(m.id)), float(m.own.worth), "USB-ACT-07") for m in won)
    return Sum(T("Activations that {side} has won", side=Thing(side)), sum(row[1] for row in rows), rows)


def wiped_out(view: State) -> tuple[str, ...]:
    """The sides that have nothing left on or off the table (USB-S09)."""
    return tuple(s for s in view.sides if not facts.activations(view, s))


def settle(run: Run) -> None:
    """End the battle: one side left alone wins, else whoever has lost fewer activations (USB-VIC-01, USB-S09)."""
    sums = {side: score(run.state, side) for side in run.state.sides}
    gone = wiped_out(run.state)
    winner = leader(points_of(sums))
    if len(gone) == 1:
        winner = other_sides(run.state, gone[0])[0]
        why = T("Victory for {winner}: nothing is left of {loser}", winner=Thing(winner), loser=Thing(gone[0]))
    elif winner:
        why = T("Victory for {winner}: fewer activations lost", winner=Thing(winner))
    else:
        why = T("The battle is drawn: both sides have lost the same number of activations")
    over = changes.battle(run.state, phase="over", acting="", active="")
    battle_ends(run, winner, why, sums, ("USB-VIC-01", "USB-S09"), *over)
