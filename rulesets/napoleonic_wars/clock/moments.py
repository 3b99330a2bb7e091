"""The battle as it was at a moment of the move that is played (NAP-S41, NAP-S101).

A row of a table is read at its own moment: what comes later on the clock or in the steps does not count, and nothing is
forgotten because a body has since run off, lost figures or finished a change. Tracks tell where a body was,
:attr:`BodyOwn.was` what it was before it changed, :attr:`Factor.at` when the cause of a factor began.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
from msgspec.structs import replace

from game.engine.fields import with_fields
from game.engine.memo import Latest
from game.engine.state import Base, State, Unit
from game.geometry.shapes import Footprint, Pose
from rulesets.napoleonic_wars.clock.movers import stretch_of
from rulesets.napoleonic_wars.disorder import book
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import remembered
from rulesets.napoleonic_wars.measures import TICK
from rulesets.napoleonic_wars.own import Leg, Track

T = TypeVar("T")
FORMING = ("form", "face", "mass", "limber", "unlimber", "mount", "dismount", "action_move")
"""Actions in the middle of which a body is caught changing formation or making a facing (NAP-DIS-22)."""


class Moment(msgspec.Struct, frozen=True):
    """A moment of a move, of which the rows of tables ask everything (NAP-S101).

    Attributes
    ----------
    now
        The battle at that moment: where all stood, in which formation.
    time
        Which moment of the clock it is, 1 for the end of the move and for the steps after it.
    there
        The battle from which range, arc and cover are taken: of fire at moving targets that of their range.
    firing
        The bodies that fire in the step as a whole, whoever is worked out first (NAP-COV-12).
    since
        Factors whose cause began at this moment or later do not count, None for all (NAP-R172).
    """

    now: State
    time: float
    there: State
    firing: frozenset[str] = frozenset()
    since: float | None = None

    def factors(self, body: str, *, cap: bool = True) -> int:
        """The disorganisation factors of a body that count (NAP-DIS-19, NAP-R172)."""
        return book.counted(self.now, body, cap=cap, since=self.since)

    def moved(self, body: str) -> float:
        """Mm that a body has gone in this move up to the moment (NAP-R67)."""
        track = self.now.own.tracks.get(body)
        if self.time >= 1.0 or track is None:
            return facts.own(self.now, body).march.moved
        return far(track, self.time)

    def fires(self, body: str) -> bool:
        """Whether a body fires in this step, or has fired in one before it (NAP-S101)."""
        return body in self.firing or facts.has_fired(self.now, body)


def start(view: State) -> Moment:
    """The start of a move: the sheets are sealed, and nothing has been carried out yet."""
    return Moment(view, 0.0, view)


def end(view: State) -> Moment:
    """The situation as it stands: the end of the move, or a step after it."""
    return Moment(view, 1.0, view)


def moment(view: State, time: float) -> Moment:
    """A moment of the clock."""
    then = at(view, time)
    return Moment(then, time, then, since=time if time < 1.0 else None)


# --- where and what everybody was ------------------------------------------------------------------------------------


def at(view: State, time: float) -> State:
    """The situation as it was at a moment of this move; a body without a way through the move stood."""
    return view if time >= 1.0 else _at(view, time)


_of_one = Latest(lambda view: (view,))
"""Whoever asks for a moment again is given the same situation, by which boards and sight are remembered."""


@_of_one.remembered
def _at(view: State, time: float) -> State:
    units = _units_at(view, time)
    bases = _bases_at(view, time) if view.own.tracks else view.bases
    gone = tuple(g for g in view.own.gone if g.at is None or g.at <= time + TICK)
    own = replace(view.own, gone=gone) if len(gone) < len(view.own.gone) else view.own
    return replace(view, bases=bases, units=units, own=own)


@remembered
def _units_at(view: State, time: float) -> dict[str, Unit]:
    found = {u: unit for u, unit in view.units.items() if any(w.until > time + TICK for w in unit.own.stance.was)}
    routed = {g.body: view.units[g.body] for g in view.own.gone if g.at is not None and g.at > time + TICK}
    past = {u: _unit_at(unit, time, routs=u not in routed) for u, unit in {**found, **routed}.items()}
    return {**view.units, **past} if past else view.units


def _unit_at(unit: Unit, time: float, *, routs: bool = True) -> Unit:
    """A unit as it was at a moment; ``routs``: its rout, if any, lay before it."""
    fields: dict[str, Any] = {} if routs else {"result": ""}
    for was in reversed(unit.own.stance.was):
        fields |= was.fields if was.until > time + TICK else {}
    return replace(unit, own=with_fields(unit.own, **fields))


@remembered
def _bases_at(view: State, time: float) -> dict[str, Base]:
    found: dict[str, Base] = {}
    for body, way in view.own.tracks.items():
        if body not in view.units or not way.legs:
            continue
        out = time < leg_of(way, "limber", 1.0)[0]  # guns that are limbered by now were in action then
        sizes = _sizes(way, time)
        for k, (name, (x, y, facing)) in enumerate(zip(way.bases, poses(way, time), strict=False)):
            base = view.bases.get(name)
            if base is not None and (base.where == "table" or (out and base.where == "inside")):
                size = Footprint("rect", *sizes[k]) if sizes else base.shape
                there = replace(base, pose=Pose(x, y, facing % 360.0), where="table", shape=size)
                if there != base:
                    found[name] = there
    return {**view.bases, **found} if found else view.bases


def leg_of(way: Track | None, what: str, otherwise: float) -> tuple[float, float]:
    """When a body began something and was done with it; twice ``otherwise`` if it never did."""
    legs = [leg for leg in way.legs if leg.what == what] if way is not None else []
    return (legs[0].start, legs[-1].end) if legs else (otherwise, otherwise)


def poses(way: Track, time: float) -> list[list[float]]:
    """Where the bases were: on a leg, before the first or after the last."""
    begun = [leg for leg in way.legs if leg.start <= time + TICK / 2.0]
    leg = begun[-1] if begun else way.legs[0]
    if leg.pivot is None and leg.after in ((), leg.poses):
        return list(map(list, leg.poses))
    here = stretch_of(leg, np.zeros((len(leg.poses), 2)))
    found: list[list[float]] = here.poses_at(min(max(time, leg.start), leg.end)).tolist()
    return found


def cut(way: Track, time: float) -> Track:
    """The way of a body up to a moment; a change that is not over by then has not been made."""
    legs = []
    for leg in way.legs:
        if leg.start >= time:
            break
        if leg.end > time:
            there = tuple((x, y, f % 360.0) for x, y, f in poses(way, time))
            leg = replace(leg, end=time, after=there, sizes=())
        legs.append(leg)
    return replace(way, legs=tuple(legs))


def far(way: Track, time: float) -> float:
    """Mm that a body has gone on its way up to a moment."""
    return sum(_far(leg, time) for leg in way.legs)


def _far(leg: Leg, time: float) -> float:
    """Mm that a body goes in a leg up to a moment, along the arc where it wheels."""
    pace: float = stretch_of(leg, np.zeros((len(leg.poses), 2))).pace
    return pace * max(0.0, min(leg.end, time) - leg.start)


def _sizes(way: Track, time: float) -> tuple[tuple[float, float], ...]:
    """Widths and depths of the bases, where a change of order gives them others later (mm); else empty."""
    changes = [leg for leg in way.legs if leg.sizes]
    if not changes or not way.sizes:
        return ()
    done = [leg.sizes for leg in changes if leg.end <= time + TICK]
    return done[-1] if done else way.sizes


# --- what a body was doing -------------------------------------------------------------------------------------------


def leg_at(view: State, body: str, time: float) -> Leg | None:
    """The leg of its way that a body was on at a moment: one that began before it and was not over yet."""
    legs = facts.legs(view, body)
    return next((leg for leg in legs if leg.start < time - TICK and leg.end > time + TICK), None)


def is_forming(view: State, body: str, time: float, kinds: tuple[str, ...] = FORMING) -> bool:
    """Whether a body was changing formation or making a facing at a moment; a change that is ready then is made."""
    doing = facts.own(view, body).march.doing
    if facts.legs(view, body, *kinds):
        leg = leg_at(view, body, time)
        return leg is not None and leg.what in kinds
    return doing is not None and doing.verb in kinds


def contact_of(view: State, body: str) -> float:
    """The moment at which a charger or attacker came into contact: the end of his way."""
    return next((leg.end for leg in reversed(facts.legs(view, body)) if leg.goes), 1.0)


def of_those_left(way: Track, bases: Collection[str]) -> Track:
    """The way of some figures of a body, those that are left."""
    kept = [k for k, base in enumerate(way.bases) if base in bases]

    def some(of: Sequence[T]) -> tuple[T, ...]:
        return tuple(of[k] for k in kept) if of else ()

    legs = (replace(g, poses=some(g.poses), after=some(g.after), sizes=some(g.sizes)) for g in way.legs)
    return Track(some(way.bases), tuple(legs), some(way.sizes))
