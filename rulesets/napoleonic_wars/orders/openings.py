"""How a charge or attack of the sheet opens: its manoeuvre in words, its time, the moment and the way of contact.

NAP-S75, NAP-S76, NAP-S100 (b), (h). Times are parts of a move.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from game.engine.state import State
from game.engine.tells import Span
from game.engine.text import T, Text
from game.geometry.shapes import Pose
from game.kit.block.course import Stretch
from game.kit.block.outlines import Floats
from rulesets.napoleonic_wars.charge import drafts, gestures
from rulesets.napoleonic_wars.charge.approach import approach, manoeuvred
from rulesets.napoleonic_wars.clock.chases import Chase, Pace
from rulesets.napoleonic_wars.clock.heading import Heading
from rulesets.napoleonic_wars.clock.held import held
from rulesets.napoleonic_wars.clock.looks import turn_to
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import cm

PLACES = 2
"""Digits of a part of a move."""
LEAST = 0.005
"""A part of a move so short is not said."""


@dataclass(frozen=True)
class Opening:
    """What a charge or attack comes to against targets that stand: ``number`` is that of the action in its line.

    Attributes
    ----------
    first, delay, takes
        The manoeuvre, the delay before it, the time of the manoeuvre.
    contact
        The moment of contact; infinite where there is none in the move, or where the sheet may not show the reach.
    wheel
        Degrees of the wheel at the start of the charge proper, to the right positive.
    """

    number: int
    first: act.Manoeuvre
    delay: float
    takes: float
    contact: float
    wheel: int


def opening(view: State, body: str, actions: act.Actions) -> Opening | None:
    """How some actions open that begin with a charge or attack; None where they do not, or its target is gone."""
    for number, one in enumerate(gestures.filled(view, body, actions)):
        if not isinstance(one, (*act.FREE, *act.FIGHTING)):
            return None
        if isinstance(one, act.FIGHTING):
            aims, straight, pace = _aims(view, one)
            if not aims or not all(facts.is_here(view, aim) for aim in aims):
                return None
            first = one.first or ()
            told = approach(view, body, aims, first, straight=straight, pace=pace)
            known = drafts.knows_reach(view) and told.in_time
            delay = one.delay if isinstance(one, act.Charge) else 0.0
            if known:  # it is cut down as far as contact needs (NAP-S80)
                delay = max(0.0, min(delay, 1.0 - told.time))
            contact = min(1.0, delay + told.time) if known else math.inf
            return Opening(number, first, delay, manoeuvred(view, body, first)[1], contact, told.look.wheel)
    return None


def cut(view: State, body: str, actions: act.Actions) -> act.Actions:
    """Actions with the delay of their charge cut down as far as contact needs, where the reach is known (NAP-S80)."""
    found = opening(view, body, actions)
    if found is None or not found.delay:
        return actions
    return tuple(
        replace(one, delay=found.delay) if n == found.number and isinstance(one, act.Charge) else one
        for n, one in enumerate(actions)
    )


def _aims(view: State, one: act.Charge | act.Attack) -> tuple[tuple[str, ...], bool, Pace]:
    if isinstance(one, act.Attack):
        return (one.target,) if one.target in view.units else (), True, "normal"
    return tuple(t for t in one.targets if t in view.units), one.straight or drafts.is_rigid(view), "charge"


# --- in words --------------------------------------------------------------------------------------------------------


def note(view: State, body: str, actions: act.Actions) -> Text | None:
    """What a line that holds a charge or attack says of it: manoeuvre, its time, contact; None where nothing is due."""
    found = opening(view, body, actions)
    if found is None:
        return None
    said: list[Text] = []
    if found.first:
        way = drafts.in_words(found.first)
        said.append(T("first {way}: {part} of the move", way=way, part=round(found.takes, PLACES)))
    if math.isfinite(found.contact):
        if found.wheel:
            said.append(T("{way} in the charge", way=drafts.wheel_in_words(found.wheel)))
        said.append(T("contact at {when}", when=round(found.contact, PLACES)))
    return T("{notes}", notes=said) if said else None


# --- in time ---------------------------------------------------------------------------------------------------------


def spans(view: State, body: str, actions: act.Actions) -> Iterator[Span]:
    """The charge proper, or the attack, to contact; where that is not shown only its time (NAP-S76)."""
    found = opening(view, body, actions)
    if found is None:
        return
    one = gestures.filled(view, body, actions)[found.number]
    assert isinstance(one, act.Charge | act.Attack)
    label, start = act.NAMES[act.verb(one)], found.delay + found.takes
    there, _ = manoeuvred(view, body, found.first)
    last = _posed(there, body, Mover.standing(there, body).poses_at(0.0))
    if not math.isfinite(found.contact):
        yield Span(start, 1.0, found.number, "go", label, last, last)
        return
    for part in _way(there, body, one, found):
        poses, last = (_posed(view, body, at) for at in (part.poses, part.over()[0]))
        kind: Any = "wheel" if part.pivot is not None else "go"
        yield Span(part.start, part.end, found.number, kind, label, poses, last, part.pivot)
    if found.contact < 1.0 - LEAST:
        yield Span(found.contact, 1.0, found.number, "other", T("In contact"), last, last)


def _way(there: State, body: str, one: act.Charge | act.Attack, found: Opening) -> Iterator[Stretch]:
    """The stretches of a charge proper or attack, from the end of its manoeuvre to contact."""
    aims, _, pace = _aims(there, one)
    start = found.delay + found.takes
    mover, target = Mover.standing(there, body, start), Mover.standing(there, aims[0])
    if facts.is_skirmishing(there, body):
        turn_to(mover, target, start)
    rate = approach(there, body, aims, straight=True, pace=pace).speed
    chase = Chase(body, aims[0], rate, start, near=cm(facts.attack_distance(there, body)), pace=pace)
    for part in Heading(there).way(mover, start, chase, found.wheel, held(there, target, mover, start).ids):
        if part.start < found.contact - LEAST:
            yield part.between(part.start, min(part.end, found.contact))


def _posed(view: State, body: str, poses: Floats) -> dict[str, Pose]:
    return {b.id: Pose(*row) for b, row in zip(view.bases_of(body), poses.tolist(), strict=False) if b.pose is not None}


def filled(view: State, body: str, line: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A line with the manoeuvres that were left out before its charges and attacks (NAP-S75)."""
    out: list[dict[str, Any]] = []
    for one in line:
        told = act.read([one])
        drafted = isinstance(told, tuple) and isinstance(told[0], act.FIGHTING)
        out += act.plain(gestures.filled(view, body, told)) if drafted and isinstance(told, tuple) else [dict(one)]
    return out
