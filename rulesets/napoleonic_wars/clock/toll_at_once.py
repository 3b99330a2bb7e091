"""Disorganisation by the movement of the second pass, entered at once (NAP-S42, NAP-DIS-20, NAP-DIS-27)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from game.engine import changes
from game.engine.flow import Run
from rulesets.napoleonic_wars.clock import toll_of_move
from rulesets.napoleonic_wars.clock.clock import Clock
from rulesets.napoleonic_wars.clock.held import held
from rulesets.napoleonic_wars.clock.mixing import factors
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.known import did, known
from rulesets.napoleonic_wars.march.toll import obstacles
from rulesets.napoleonic_wars.measures import moment
from rulesets.napoleonic_wars.own import Track


def enter(run: Run, clock: Clock, before: Mapping[str, Track], since: float) -> None:
    """Enter what the ways on a clock of the second pass cost; ``before``: the ways up to it, paid for in step 7.

    An obstacle that the target of a charge defends is fought over (NAP-IMP-06), and no row of the ground yet.
    """
    fought = {
        name
        for chase in clock.chases
        if chase.stops and chase.target in clock.movers
        for name in held(clock.heading.view, clock.movers[chase.target], clock.movers[chase.body], 1.0).ids
    }
    gone = [b for b in clock.movers if b in run.state.own.tracks and toll_of_move.went(clock.movers[b], since)]
    for body in facts.by_id(gone, known(run.state)):
        ground(run, body, before.get(body), run.state.own.tracks[body], fought)
    _mixed(run, clock, since)


def ground(run: Run, body: str, before: Track | None, track: Track, fought: Collection[str] = ()) -> None:
    """Enter the rows of the ground that a body has met since on its way, or met in greater haste (NAP-S16)."""
    state = known(run.state)
    if facts.own(state, body).arm == "general":
        return
    paid = toll_of_move.rows_of(state, body, before) if before is not None and before.sizes else {}
    for name, (n, clause) in toll_of_move.rows_of(state, body, track).items():
        more = n - paid.get(name, (0, ""))[0]
        if more > 0 and name not in fought:
            book.enter(run, body, "A", more, clause, moment(track.legs[-1].start))
    begun = {name for name, _ in obstacles(state, track, toll_of_move.sizes_of(track))}
    if begun - {*fought}:
        did(run, body, "crossed")


def _mixed(run: Run, clock: Clock, since: float) -> None:
    """Own troops in the way of those who go on are passed through (NAP-S41 (3)), each pair once a move.

    A passage that was undone, for its end was no free place, has not taken place (NAP-S50).
    """
    for one in clock.happened:
        state, both = known(run.state), toll_of_move.pair(one.body, one.other)
        if one.kind != "mix" or both in run.state.own.notes or not all(b in state.units for b in (one.body, one.other)):
            continue
        if not all(toll_of_move.counts(state, b) for b in (one.body, one.other)):
            continue
        movers = clock.movers[one.body], clock.movers[one.other]
        if not toll_of_move.met(*movers, since, 1.0):
            continue
        found = factors(state, *toll_of_move.passing(state, *movers))
        marks = changes.battle(run.state, notes=(*run.state.own.notes, both))
        run.emit("mixed", "status", None, *marks, clauses=("NAP-INT-05", "NAP-S10"))
        for body, n in found.items():
            book.enter(run, body, "H", n, at=one.time)
