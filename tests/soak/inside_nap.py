"""Who stands in an enemy in the Napoleonic Wars, and whether an event has said so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt
import shapely

from game.engine.event import Event
from game.engine.state import Base, State, Unit
from game.geometry.shapes import all_corners
from tests.soak.known_nap import bodies, everything

Floats = npt.NDArray[np.float64]
DEEP = 1.0
"""mm by which figures stand in each other where that is more than a touch."""
SAYS = (
    *("struck_home", "melee_begins", "impact", "round", "breaks_through", "runs_through", "burst_through", "storms"),
    *("surrenders", "surrender_ignored", "guns_taken", "runs_from", "lined_up", "chases"),
)
"""Events that say of two bodies that they meet, mix, or that one goes through the other."""
TIES = ("melee", "pursuit")
"""Ties of those who may stand in each other (NAP-S68, NAP-MEL-08)."""
LATER = ("ran", "ran_unseen", "charged_home", "tracks")
"""Events that set down where everybody is by the clock: who has met whom is told in the steps that follow at once."""
Pair = tuple[str, str]


class Inside:
    """Nobody stands in an enemy but who met him, as an event has said; in one battle.

    Attributes
    ----------
    met
        Units of which that was said in this move, and those that have stood in each other since.
    now
        Bodies that stand in each other, and how deep (mm).
    """

    def __init__(self) -> None:
        self.met: set[Pair] = set()
        self.now: dict[Pair, float] = {}
        self.begun = False

    def __call__(self, before: State, event: Event, after: State) -> Iterator[str]:
        """Who stands in whom though nothing was said of it."""
        units = bodies(after)
        if not self.begun:
            self.begun, self.now = True, inside_each_other(bodies(before), everything(before))
            self.met = {_units(units, *pair) for pair in self.now}
        if event.type == "move_begins":
            self.met = {_units(units, *pair) for pair in self.now}
        if event.type in SAYS:
            about = [u for u in event.about if u in units]
            self.met |= {_units(units, a, b) for a in about[:1] for b in about[1:]}
        if after.ties is not before.ties:
            self.met |= {_units(units, t.a, t.b) for t in after.ties.values() if t.kind in TIES}
        if after.bases is not before.bases or after.units is not before.units or after.secret is not before.secret:
            self.now = inside_each_other(units, everything(after))
        if event.type not in LATER and (event.type in ("rest", "step_begins") or after.bases is not before.bases):
            for pair, deep in self.now.items():
                if _units(units, *pair) not in self.met:
                    yield f"{pair[0]} and {pair[1]} stand {deep:.2f} mm in each other"


def _units(units: Mapping[str, Unit], a: str, b: str) -> Pair:
    """The units that two bodies are parts of."""
    one, other = sorted((units[a].parent or a, units[b].parent or b))
    return one, other


def counts(unit: Unit) -> bool:
    """Whether a body hinders an enemy: generals, prisoners and what was left behind do not (NAP-S10 (3), NAP-S44)."""
    own = unit.own
    return own.arm != "general" and not own.captivity.abandoned and own.nerve.result not in ("surrendered", "dispersed")


def inside_each_other(units: Mapping[str, Unit], bases: Mapping[str, Base]) -> dict[Pair, float]:
    """Pairs of enemy bodies whose figures stand in each other, and how deep (mm)."""
    here = [b for b in bases.values() if b.pose is not None and b.solid and counts(units[b.unit])]
    if not here:
        return {}
    corners = all_corners([b.shape for b in here], [b.pose for b in here if b.pose is not None])
    shapes = shapely.polygons(corners)
    left, right = shapely.STRtree(shapes).query(shapes, predicate="overlaps")
    found: dict[Pair, float] = {}
    for i, j in zip(left.tolist(), right.tolist(), strict=True):
        a, b = here[i].unit, here[j].unit
        if a < b and units[a].side != units[b].side:
            deep = _depth(corners[i], corners[j])
            if deep > DEEP:
                found[a, b] = max(deep, found.get((a, b), 0.0))
    return found


def _depth(one: Floats, two: Floats) -> float:
    """How far (mm) two rectangles must be moved apart: the least over the directions of their edges."""
    best = math.inf
    for shape in (one, two):
        for k in (0, 1):
            edge = shape[k + 1] - shape[k]
            axis = edge / np.hypot(*edge)
            p, q = one @ axis, two @ axis
            best = min(best, float(p.max() - q.min()), float(q.max() - p.min()))
    return best
