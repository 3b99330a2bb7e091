"""The way of a charge as the sheet and step 2 see it: its manoeuvre, its wheel, straight on to a target that stands.

NAP-S80, NAP-S81, NAP-CHG-08. Times are parts of a move, lengths mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from game.engine.fields import with_fields
from game.engine.memo import Latest
from game.engine.state import State
from game.geometry.planar import Shape
from game.geometry.shapes import Pose
from game.kit.block import meeting
from game.kit.block.outlines import between
from rulesets.napoleonic_wars.body import squares
from rulesets.napoleonic_wars.clock.chases import Chase, Pace
from rulesets.napoleonic_wars.clock.heading import Heading, Look, charger
from rulesets.napoleonic_wars.clock.held import Aim, held
from rulesets.napoleonic_wars.clock.looks import turn_to
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.march.planned_way import plan
from rulesets.napoleonic_wars.measures import SLACK, cm


@dataclass(frozen=True)
class Approach:
    """What a charge comes to against a target that stands where it is.

    Attributes
    ----------
    gap
        mm between both when the charge proper begins.
    spent
        Parts of a move that the manoeuvre takes.
    time
        The whole of it to contact; infinite where there is none.
    look
        The wheel, whether its front will be on the target, what stops it.
    swept
        What its front passes over in the charge proper; None where it comes to no contact.
    speed
        mm a move of the charge.
    """

    gap: float
    spent: float
    time: float
    look: Look
    swept: Shape | None
    speed: float

    @property
    def in_time(self) -> bool:
        """Whether it makes contact within the move: on exact lengths (NAP-S80)."""
        return self.time <= 1.0 + SLACK / max(self.speed, 1.0)


def speed(view: State, body: str) -> float:
    """Mm a move of a charge; after a double move in the move before it is made at double speed (NAP-CTC-07)."""
    told = facts.own(view, body)
    doubled = told.march.doubled > 0 and told.march.doubled == view.own.move - 1
    return cm(rates.rate(view, body, "double" if doubled else "charge"))


def manoeuvred(view: State, body: str, first: act.Manoeuvre) -> tuple[State, float]:
    """The situation in which a charge proper begins, after its manoeuvre, and the time that takes (NAP-CHG-08)."""
    if not first:
        return view, 0.0
    told = plan(view, body, first, freed=True)
    if not told.track.legs:
        return view, told.over
    last = told.track.legs[-1]
    sizes = {base: size for one in told.becomes for base, size in one.sizes.items()}
    bases = dict(view.bases)
    for base, (x, y, facing) in zip(told.track.bases, last.ends, strict=True):
        bases[base] = replace(bases[base], pose=Pose(x, y, facing), shape=sizes.get(base, bases[base].shape))
    unit = view.units[body]
    became = {name: value for one in told.becomes for name, value in one.fields.items()}
    units = {**view.units, body: replace(unit, own=with_fields(unit.own, **became))}
    return replace(view, bases=bases, units=units), told.over


def approach(
    view: State,
    body: str,
    targets: Sequence[str],
    first: act.Manoeuvre = (),
    *,
    straight: bool = False,
    known_reach: bool = True,
    pace: Pace = "charge",
    middle: bool = False,
) -> Approach:
    """The way of a charge at one target or several, the first of which leads (NAP-S81).

    Parameters
    ----------
    straight
        It makes no wheel.
    known_reach
        False where every contact counts as in time, so that nothing betrays the reach (NAP-S100 (h)).
    pace
        That of a charge, or of an attack.
    middle
        Nothing is asked but whether the middle of its front comes upon the first of them in time.
    """
    return _approach(view, body, tuple(targets), tuple(first), straight, known_reach, pace, middle)


_same = Latest(lambda view: (view.bases, view.units, view.features, view.secret, view.own, view.options))
"""What a way depends on: the draft of a charge, its judgement and its answer ask for the same."""


@_same.remembered
def _approach(
    view: State,
    body: str,
    targets: tuple[str, ...],
    first: act.Manoeuvre,
    straight: bool,
    known_reach: bool,
    pace: Pace,
    middle: bool,
) -> Approach:
    there, spent = manoeuvred(view, body, first)
    rate = speed(there, body) if pace == "charge" else cm(rates.rate(there, body, "normal"))
    mine, theirs = Mover.standing(there, body), [Mover.standing(there, target) for target in targets]
    mine.looks += squares.wall_towards(view, body, targets[0])
    gap = meeting.gap(mine, theirs[0], 0.0)
    if rate <= 0.0 or not mine.bases or not math.isfinite(gap):
        return Approach(gap, spent, math.inf, Look(0, math.inf, False, False, False, math.inf), None, rate)
    chase = Chase(body, targets[0], rate, near=cm(facts.attack_distance(there, body)), pace=pace)
    loose, heading = facts.is_skirmishing(there, body), Heading(there)
    if loose:
        turn_to(mine, theirs[0], 0.0)
    who = charger(there, mine, 0.0, chase)
    aims = [Aim(m.outline_at(0.0), held=held(there, m, mine, 0.0)) for m in theirs]
    if loose:
        look = heading.loose(who, gap, aims[0].held.ids)
    else:
        spare = 1.0 - spent if known_reach else math.inf
        look = heading.look(who, aims, number("charge_wheel"), straight=straight, spare=spare, middle=middle)
    return Approach(gap, spent, spent + look.time, look, heading.swept(who, look), rate)


def can_face(view: State, body: str, foe: str) -> bool:
    """Whether a body can bring its front on an enemy by the wheels of a charge, both standing (NAP-S81, NAP-S100 (a)).

    Nothing is asked of the distance, nor of the ground.
    """
    return approach(view, body, (foe,), known_reach=False).look.possible


def way_towards(view: State, body: str, target: str) -> float:
    """Mm straight ahead, of a move at normal speed, as long as that brings a body nearer to a target (NAP-CSQ-07)."""
    mine, theirs = Mover.standing(view, body), Mover.standing(view, target).outline_at(0.0)
    if not mine.bases or not len(theirs):
        return 0.0
    outline, ahead = mine.outline_at(0.0), np.array(mine.front_at(0.0).ahead)
    low, high = 0.0, cm(rates.rate(view, body, "normal"))
    while high - low > SLACK:
        one, other = low + (high - low) / 3.0, high - (high - low) / 3.0
        if between(outline + ahead * one, theirs) <= between(outline + ahead * other, theirs):
            high = other
        else:
            low = one
    return (low + high) / 2.0
