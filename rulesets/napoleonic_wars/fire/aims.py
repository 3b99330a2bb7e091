"""What figures or guns of a body fire at, and which parts of a unit are one target with it (NAP-R21, NAP-ORG-21)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import shapely
from msgspec.structs import replace

from game.engine.state import State
from rulesets.napoleonic_wars.body.groups import target_of
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.clock.moments import Moment
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import arcs, guns, lanes, shots, small_arms, timing
from rulesets.napoleonic_wars.fire.arcs import Bears, Part
from rulesets.napoleonic_wars.measures import SLACK, cm
from rulesets.napoleonic_wars.own import Weapon

CANNON, HOWITZER = "", "howitzer"
"""Rolls of a body: the one that all have, and that of the howitzers of a mixed battery (NAP-S61)."""


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some figures or guns of a body fire at.

    Attributes
    ----------
    figures
        Who fires; guns by their bases.
    time, seen, quarters
        The moment of the range, that of arc, ranks and cover (NAP-S101), and how long the target is under fire
        (NAP-R63).
    shots, weapon
        Of small arms.
    ammunition
        Of guns; "" for small arms.
    part
        What of a battery it is aimed at.
    split
        The battery's fire is divided (NAP-ART-17).
    roll
        Which of the body's rolls counts.
    inside
        Bodies in buildings that fire in the same step (NAP-COV-12, NAP-S101).
    """

    body: str
    target: str
    figures: tuple[str, ...]
    time: float = 1.0
    seen: float = 1.0
    quarters: int = 4
    shots: int = 2
    weapon: Weapon = ""
    ammunition: str = ""
    part: Part = ""
    split: bool = False
    roll: str = CANNON
    inside: tuple[str, ...] = ()


def moment_of(view: State, aim: Aim) -> Moment:
    """The moment of which the rows of an aim's factor are asked (NAP-S101, NAP-R172).

    Fire that belongs to a charge or attack has that of its cease-fire, and counts only factors whose cause lay before
    it; a gun's shot has its own; all other fire has the picture before any shot.
    """
    there, firing = moments.at(view, aim.seen), frozenset(aim.inside)
    if timing.is_of_charge(view, aim.body, aim.target):
        return Moment(there, aim.time, there, firing, aim.time)
    if aim.ammunition and aim.ammunition != "canister":
        return Moment(there, aim.time, there, firing)
    return Moment(view, 1.0, there, firing)


def bearing(view: State, aim: Aim) -> tuple[Bears, ...]:
    """The figures of an aim that bear on its target, or else on a part of its unit that is one target with it."""
    out = {b.figure: b for b in _bear(view, aim)}
    for body in one_target(view, moments.at(view, aim.seen), aim.target)[1:]:
        if len(out) == len(aim.figures):
            break
        for b in _bear(view, replace(aim, target=body)):
            out.setdefault(b.figure, b)
    return tuple(out.values())


def _bear(view: State, aim: Aim) -> tuple[Bears, ...]:
    found = bears(view, aim, cm(small_arms.reach(aim.weapon)), aim.part)
    return tuple(b for b in found if b.figure in aim.figures)


def bears(view: State, aim: Aim, reach: float, part: Part = "") -> tuple[Bears, ...]:
    """All figures of a body that bear on the target of an aim within so many mm, each at its range (NAP-S101)."""
    more = 0.0 if aim.time == aim.seen else sum(facts.own(view, u).march.moved for u in (aim.body, aim.target))
    found = arcs.aimed(moments.at(view, aim.seen), aim.body, aim.target, reach + more, part)
    return tuple(b for b in ranged(view, aim, found) if b.far <= reach + SLACK)


def ranged(view: State, aim: Aim, found: tuple[Bears, ...]) -> tuple[Bears, ...]:
    """Figures or guns with the range (mm) at which they fire, that of its own moment, to the bases they bear on."""
    if aim.time == aim.seen:
        return found
    then = moments.at(view, aim.time)
    board, starts = board_of(then), {s.figure: shapely.Point(s.start) for s in arcs.shooters(then, aim.body)}
    out = []
    for one in found:
        mine = board.bases.polygons[board.index[one.figure]] if one.figure in board.index else starts[one.figure]
        rows = [board.index[b] for b in one.bases if b in board.index]
        far = shapely.distance(mine, board.bases.polygons[rows]).min() if rows else one.far
        out.append(replace(one, far=float(far)))
    return tuple(out)


def one_target(view: State, then: State, target: str) -> tuple[str, ...]:
    """A body and the parts of its unit that are one target with it at a moment (NAP-R21).

    Parts in another order (skirmishers before their battalion), in melee or in a building are targets of their own.
    """
    if not view.units[target].parent and not any(u.parent == target for u in view.units.values()):
        return (target,)
    kind, inside = shots.small_target(view, target), board_of(then).inside

    def joins(body: str) -> bool:
        return shots.small_target(view, body) == kind and not facts.in_melee(view, body) and body not in inside

    here = joins(target)
    return (target, *(u for u in target_of(then, target) if here and u != target and joins(u)))


def whole_of(view: State, aim: Aim) -> dict[str, tuple[str, ...]]:
    """The parts of a unit that are one target with the one aimed at: their figures within arc and range (NAP-R21)."""
    then = moments.at(view, aim.seen)
    parts = one_target(view, then, aim.target)
    if len(parts) == 1:
        return {}
    out: dict[str, tuple[str, ...]] = {}
    for body in parts:
        found = _bearing_on(view, then, aim, body)
        names = tuple(dict.fromkeys(name for b in found for name in b.bases))
        if names:
            out[body] = names
    return out if aim.target in out else {}


def _bearing_on(view: State, then: State, aim: Aim, body: str) -> tuple[Bears, ...]:
    if not aim.ammunition:
        return _bear(view, replace(aim, target=body))
    ammunition = guns.ammunition(aim.ammunition)
    reaches = {g: cm(guns.reach_of(facts.figure(view.bases[g]).piece, ammunition)) for g in aim.figures}
    found = (lanes.gun_bears(then, g, body, reach, aim.part) for g, reach in reaches.items())
    return tuple(b for b in found if b is not None)


def share(view: State, whole: Mapping[str, tuple[str, ...]], men: int) -> dict[str, int]:
    """Casualties of one target in proportion to the figures that each part has there; the odd ones to the largest."""
    figures = {body: sum(max(1, facts.count(view.bases[b])) for b in names) for body, names in whole.items()}
    total = sum(figures.values())
    out = {body: men * n // total for body, n in figures.items()}
    out[max(figures, key=lambda body: figures[body])] += men - sum(out.values())
    return out
