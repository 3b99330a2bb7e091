"""Evaders who are safe before the end of their move, and may halt there: step 6 (NAP-EVD-03, NAP-SEQ-26)."""

from __future__ import annotations

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine import changes
from game.engine.decision import Asked, Choice, Decision, OptionAnswer, OptionSpace, Reply
from game.engine.declared import Posed
from game.engine.flow import Question, Run
from game.engine.ruleset import Discrete
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.halving import halved
from game.geometry.planar import Shape
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.field.ground import ground_of
from rulesets.napoleonic_wars.field.known import known, moved
from rulesets.napoleonic_wars.march import going, reach
from rulesets.napoleonic_wars.measures import TICK, moment

STEP = 0.05
"""Part of a move at which an evader looks whether he is safe."""
HALT, RUN = "halt", "run"


def safe_from(view: State, body: str) -> float | None:
    """The first moment of its flight at which an evader is safe from its charger; None where it is not before the end.

    Behind own close order, on ground that the charger may not charge over, or beyond such ground or an obstacle
    that he may not cross and does not get round in the rest of his move. Looked at every twentieth of a move, the
    moment then found to 0.0001 of a move.
    """
    ties = [t for t in facts.charges_on(view, body) if not facts.charge(t).home]
    legs = facts.legs(view, body, "evade")
    if not ties or not legs or not facts.figures(view, body):
        return None
    charger, mine = ties[0].a, Mover.gone(view.units[body].side, body, view.own.tracks[body])
    theirs = view.own.tracks.get(charger)
    foe = Mover.gone("", charger, theirs) if theirs and theirs.legs else Mover.standing(view, charger)
    shut, bars = _shut(view, charger)
    left = 1.0 - (facts.charge(ties[0]).pause or 0.0)
    mates = [u for u in facts.bodies(view, view.units[body].side) if u != body and facts.is_close(view, u)]
    walls = [board_of(view).outline(u) for u in mates if not facts.runs(view, u)]

    def is_safe(time: float) -> bool:
        here: Shape = shapely.MultiPoint(mine.outline_at(time).reshape(-1, 2))
        sight = shapely.LineString((here.centroid, shapely.MultiPoint(foe.outline_at(time).reshape(-1, 2)).centroid))
        clear = not any(here.intersects(wall) for wall in walls)
        if any(s.covers(here) for s in shut) or (clear and any(sight.intersects(wall) for wall in walls)):
            return True
        beyond = any(sight.intersects(bar) and not here.intersects(bar) for bar in bars)
        place = here.convex_hull
        held = (
            beyond and reach.least(view, charger, place, "charge") <= left
        )  # he would come there but for what bars him
        return held and not reach.comes(view, charger, place, "charge", left)

    low = legs[0].start
    for high in np.arange(low + STEP, 1.0 - STEP / 2.0, STEP).tolist():
        if is_safe(high):
            return moment(halved(low, high, TICK / 10.0, lambda time: not is_safe(time))[1])
        low = high
    return None


def _shut(view: State, charger: str) -> tuple[list[Shape], list[Shape]]:
    """Ground over which a body may not charge, and what bars its way: that ground, obstacles it may not cross."""
    bare, who = ground_of(view).bare, going.walker(view, charger, "charge", shape.ranks(view, charger))
    pieces = reach.shut(view, who)
    return [bare[p.id] for p in pieces if not p.kind.is_line], [bare[p.id] for p in pieces]


class SafeQuestion(Discrete):
    """Whether evaders who are safe halt there (NAP-EVD-03)."""

    kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part a body: run on, as usual, or halt."""
        rows: dict[str, tuple[Choice, ...]] = {
            body: (
                Choice(RUN, T("{unit}: continue to evade", unit=Thing(body))),
                Choice(HALT, T("{unit}: halt where it is safe", unit=Thing(body))),
            )
            for body in decision.args["bodies"]
        }
        return Asked(OptionSpace(rows), Reply(OptionAnswer(dict.fromkeys(rows, RUN))))


SAFE = Posed("evaders_safe", SafeQuestion())


def questions(state: State) -> tuple[Question, ...]:
    """What sides with evaders who are safe are asked."""
    asked: dict[str, list[str]] = {}
    for body in facts.bodies(state):
        if "evaded" in facts.own(state, body).march.did and safe_from(state, body) is not None:
            asked.setdefault(state.units[body].side, []).append(body)
    text, clauses = T("The evaders are safe. Do they halt?"), ("NAP-EVD-03", "NAP-SEQ-26")
    return tuple(SAFE.to(side, text, {"bodies": found}, clauses) for side, found in asked.items())


def halt(run: Run, body: str) -> None:
    """Stop an evader at the first moment at which it is safe."""
    time = safe_from(run.state, body)
    if time is None:
        return
    track = run.state.own.tracks[body]
    mover = Mover.gone(run.state.units[body].side, body, track)
    mover.stop(time, "stand")
    bases = known(run.state).bases
    marks = [moved(run.state, b, p) for b, p in mover.poses_told(1.0).items() if bases[b].pose != p]
    legs = mover.track().legs
    tracks = {**run.state.own.tracks, body: replace(track, legs=legs)}
    text = T("{unit}: halt where it is safe", unit=Thing(body))
    run.tell(body, "halts_safe", "move", text, ("NAP-EVD-03",), *marks, *changes.battle(run.state, tracks=tracks))
