"""Objective markers at the end of a round, and the end of the battle.

AFS-MIS-04 to AFS-MIS-09, AFS-R03, AFS-R56, AFS-S28.
"""

from __future__ import annotations

from itertools import chain

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Sum
from game.engine.endings import battle_ends, leader, points_of
from game.engine.flow import Run
from game.engine.state import Marker, State, other_sides
from game.engine.text import T, Thing
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, in_battle
from rulesets.age_of_fantasy_skirmish.measures import within


def markers(view: State) -> tuple[Marker, ...]:
    """The objective markers on the table."""
    return tuple(m for m in view.markers.values() if m.kind == "objective" and m.pose is not None)


def seizers(view: State, side: str, marker: str) -> tuple[str, ...]:
    """The units of a side within seizing distance of a marker that can seize and contest (AFS-MIS-04, AFS-MIS-07)."""
    reach = number("seize_reach")
    return tuple(
        unit
        for unit in in_battle.fielded(view, side)
        if in_battle.able(view, unit) and within(facts.to_marker(view, unit, marker), reach)
    )


def controller(view: State, marker: str) -> str:
    """Who would control a marker if the round ended now, "" for nobody (AFS-MIS-04 to AFS-MIS-06)."""
    return _controller(view.markers[marker], {side: seizers(view, side, marker) for side in view.sides})


def _controller(marker: Marker, by_side: dict[str, tuple[str, ...]]) -> str:
    there = [side for side, units in by_side.items() if units]
    if len(there) == 1:
        return there[0]
    return "" if there else marker.side


def seize(run: Run) -> None:
    """Look at every marker at the end of the round."""
    state = run.state
    for marker in markers(state):
        by_side = {side: seizers(state, side, marker.id) for side in state.sides}
        contested = all(by_side.values())
        holder = _controller(marker, by_side)
        if holder == marker.side and not (contested and not holder):
            continue
        thing, clause = Thing(marker.id), "AFS-MIS-06"
        if holder:
            text, clause = T("{side} seized {marker}", side=Thing(holder), marker=thing), "AFS-MIS-04"
        elif marker.side:
            text = T("{marker}: contested, now neutral", marker=thing)
        else:
            text = T("{marker}: contested, still neutral", marker=thing)
        taken = (ev.SetField("marker", marker.id, "side", holder),) if holder != marker.side else ()
        about = (marker.id, *chain.from_iterable(by_side.values()))
        told = {"marker": marker.id, "holder": holder, "before": marker.side}
        event = "seized" if holder else "contested"
        run.emit(event, "score", text, *taken, clauses=(clause,), about=about, side=holder, data=told)


def score(view: State, side: str) -> Sum:
    """The markers that a side controls (AFS-MIS-09)."""
    rows = tuple((T("{thing}", thing=Thing(m.id)), 1.0, "AFS-MIS-05") for m in markers(view) if m.side == side)
    return Sum(T("Markers of {side}", side=Thing(side)), float(len(rows)), rows)


def settled(view: State, side: str) -> bool:
    """Whether nothing can change any more: the enemy is wiped out and every marker is already this side's (AFS-S28)."""
    wiped_out = not any(in_battle.units_left(view, enemy) for enemy in other_sides(view, side))
    return wiped_out and all(m.side == side for m in markers(view))


def settle(run: Run) -> None:
    """End the battle: whoever controls more markers wins (AFS-MIS-09, AFS-R56)."""
    sums = {side: score(run.state, side) for side in run.state.sides}
    points = points_of(sums)
    winner = leader(points)
    listed = [T("{side}: {n}", side=Thing(side), n=n) for side, n in points.items()]
    why, clause = T("The battle is drawn; markers: {markers}", markers=listed), "AFS-R56"
    if winner:
        why = T("Victory for {winner} by markers: {markers}", winner=Thing(winner), markers=listed)
        clause = "AFS-MIS-09"
    over = changes.battle(run.state, phase="over", acting="", active="")
    battle_ends(run, winner, why, sums, ("AFS-MIS-08", clause), *over)
