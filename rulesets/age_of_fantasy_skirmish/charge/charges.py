"""A whole unit into contact: the usual way, model by model, and whether a plan shirks what a charger owes.

AFS-MEL-01, AFS-MEL-02, AFS-S12, AFS-S31, AFS-R42. A plan is right when no single model, the others standing where they
ended, had a better place; the usual plan is mended until that is so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose
from rulesets.age_of_fantasy_skirmish.army import abilities
from rulesets.age_of_fantasy_skirmish.charge.reaching import CONTACT, NEAR, REACH, Place, Quest, at_rank, best, rank_of
from rulesets.age_of_fantasy_skirmish.field import coherency, facts, spacing
from rulesets.age_of_fantasy_skirmish.field.board import remembered
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.walk.routes import straight
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker
from rulesets.age_of_fantasy_skirmish.walk.ways import Way

MENDS = 3
"""How often a plan is mended for each model."""
SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Parts of the leader's way by which a unit is shifted that would lose touch otherwise."""


class Rush(msgspec.Struct, frozen=True):
    """What a unit gets at: which one, how far (mm) each model may go, whether Jumps are allowed.

    ``gone`` are models that have moved already and stay where they are; ``inside`` as for a `Walker`; ``before`` is the
    scatter (mm) at the beginning, as the unit stands if not told (AFS-S31).
    """

    unit: str
    target: str
    limits: tuple[tuple[str, float], ...]
    jumps: bool = True
    inside: bool = True
    gone: tuple[str, ...] = ()
    before: float | None = None

    @property
    def movers(self) -> dict[str, float]:
        """The models that may go."""
        return {b: mm for b, mm in self.limits if mm > 0.0 and b not in self.gone}


def _walker(view: State, rush: Rush, base: str) -> Walker:
    return Walker(view, base, rush.target, rush.jumps, inside=rush.inside)


def standing(view: State, unit: str) -> dict[str, Pose]:
    """Where a unit's models are."""
    return {b.id: b.pose for b in view.bases_of(unit) if b.pose is not None}


# --- the usual plan ----------------------------------------------------------------------------------------------


def usual(view: State, rush: Rush) -> tuple[Way, ...]:
    """Ways of a unit into contact, the nearest models first; () where nobody can better his place."""
    return _usual(view, rush, abilities.footing(view, rush.unit))


@remembered
def _usual(view: State, rush: Rush, footing: tuple[tuple[str, bool, bool], ...]) -> tuple[Way, ...]:
    found: tuple[Way, ...] = ()
    for rough in (False, True):
        limits = rush.movers
        if rough:
            limits = {b: min(mm, inch(number("cap"))) for b, mm in limits.items()}
        ways = _plan(view, rush, limits, rough)
        if not rough or _nearer(view, rush, ways, found):
            found = ways
        if _worth(view, rush, found)[0] == CONTACT:
            break
    return found


def _worth(view: State, rush: Rush, ways: Sequence[Way]) -> tuple[int, float]:
    """How good a plan is: the rank and the distance (mm) of the model that gets nearest."""
    ends = standing(view, rush.unit) | {w.base: w.end for w in ways}
    return min((rank_of(view, b, p, rush.target) for b, p in ends.items()), default=(NEAR, float("inf")))


def _nearer(view: State, rush: Rush, ways: Sequence[Way], others: Sequence[Way]) -> bool:
    """Whether a plan is better than another."""
    (rank, far), (other, off) = _worth(view, rush, ways), _worth(view, rush, others)
    return rank < other or (rank == other and far < off - SLACK)


def _plan(view: State, rush: Rush, limits: Mapping[str, float], rough: bool) -> tuple[Way, ...]:
    """The nearest model leads; if that brings nobody into contact, any other that does."""
    before = coherency.scatter_now(view, rush.unit) if rush.before is None else rush.before
    order = sorted(limits, key=lambda b: (facts.base_to_unit(view, b, rush.target), b))
    found: tuple[Way, ...] = ()
    for lead in order:
        if lead != order[0] and not _could_touch(view, rush, lead, limits[lead], rough):
            continue
        chosen = _one_by_one(view, rush, limits, [lead, *(b for b in order if b != lead)], before, rough)
        if not _together(view, rush, chosen, before):
            chosen = _shifted(view, rush, limits, chosen, before, rough)
        ways = mended(view, rush, limits, chosen, before, rough)
        if lead == order[0] or _nearer(view, rush, ways, found):
            found = ways
        if _worth(view, rush, found)[0] == CONTACT:
            break
    return found


def _could_touch(view: State, rush: Rush, base: str, limit: float, rough: bool) -> bool:
    """Whether a model, its comrades apart, gets into contact."""
    quest = Quest(rush.target, limit, jumps=rush.jumps, rough=rough)
    return at_rank(view, _walker(view, rush, base), quest, CONTACT) is not None


def _together(view: State, rush: Rush, ways: Mapping[str, Way], before: float) -> bool:
    ends = standing(view, rush.unit) | {b: w.end for b, w in ways.items()}
    if not ways:
        return True
    if spacing.bar(view, rush.unit, {b: w.end for b, w in ways.items()}, rush.target) is not None:
        return False
    return coherency.bar(view, rush.unit, ends, before) is None


def _one_by_one(
    view: State, rush: Rush, limits: Mapping[str, float], order: Sequence[str], before: float, rough: bool
) -> dict[str, Way]:
    """The first model goes where it likes, the others join those that have gone."""
    chosen: dict[str, Way] = {}
    fixed = {b: p for b, p in standing(view, rush.unit).items() if b not in limits}
    settled = dict(fixed)
    for base in order:
        now, off = rank_of(view, base, _pose(view, base), rush.target)
        place: Place | None = None
        if now != CONTACT:
            loose = None if not settled else before
            quest = Quest(rush.target, limits[base], dict(settled), loose, rush.jumps, rough)
            place = best(view, _walker(view, rush, base), quest, now, off)
        if place is not None:
            chosen[base] = place.way
        settled[base] = _pose(view, base) if place is None else place.way.end
    return chosen


def _pose(view: State, base: str) -> Pose:
    pose = view.bases[base].pose
    assert pose is not None
    return pose


def _shifted(
    view: State, rush: Rush, limits: Mapping[str, float], chosen: Mapping[str, Way], before: float, rough: bool
) -> dict[str, Way]:
    """The unit shifted as it stands, along the way of the model that comes nearest, as far as that is possible."""
    lead = min(chosen.values(), key=lambda w: (*rank_of(view, w.base, w.end, rush.target), w.base))
    start = _pose(view, lead.base)
    for share in SHARES:
        dx, dy = (lead.end.x - start.x) * share, (lead.end.y - start.y) * share
        ways = {}
        for base in limits:
            pose = _pose(view, base)
            quest = Quest(rush.target, limits[base], {}, None, rush.jumps, rough)
            way = straight(_walker(view, rush, base), (round(pose.x + dx, 3), round(pose.y + dy, 3)))
            if way.bar is None and quest.pays(way):
                ways[base] = way
        if all(_stands(view, w) for w in ways.values()) and _together(view, rush, ways, before):
            return ways
    return {}


def _stands(view: State, way: Way) -> bool:
    return ground_of(view).may_stand(view.bases[way.base].shape, way.end) is None


def mended(
    view: State, rush: Rush, limits: Mapping[str, float], chosen: Mapping[str, Way], before: float, rough: bool
) -> tuple[Way, ...]:
    """A plan in which models with a better place take it, one after the other."""
    ways = dict(chosen)
    for _ in range(MENDS * len(limits)):
        found = next(_shirkers(view, rush, limits, ways, before, rough), None)
        if found is None:
            break
        ways[found[0]] = found[1].way
    return tuple(ways[b] for b in _order(view, rush, ways))


def _order(view: State, rush: Rush, ways: Mapping[str, Way]) -> list[str]:
    return sorted(ways, key=lambda b: (facts.base_to_unit(view, b, rush.target), b))


# --- duty --------------------------------------------------------------------------------------------------------


def _shirkers(
    view: State, rush: Rush, limits: Mapping[str, float], ways: Mapping[str, Way], before: float, rough: bool
) -> Iterator[tuple[str, Place]]:
    """The models that had a better place, the others standing where they end, with that place."""
    ends = standing(view, rush.unit) | {b: w.end for b, w in ways.items()}
    cap = inch(number("cap"))
    for base in sorted(limits):
        now, off = rank_of(view, base, ends[base], rush.target)
        if now == CONTACT or (base not in rush.movers):
            continue
        mates = {b: p for b, p in ends.items() if b != base}
        others = [w for b, w in ways.items() if b != base]
        wet = any(w.difficult for w in others)
        limit = min(limits[base], cap) if wet else limits[base]
        short = all(w.walked <= cap + SLACK for w in others)
        quest = Quest(rush.target, limit, mates, before, rush.jumps, rough or wet or short)
        place = best(view, _walker(view, rush, base), quest, now, off - inch(number("charge_slack")))
        if place is not None and (place.rank < now or (now == NEAR and place.gap < off - inch(number("charge_slack")))):
            yield base, place


def shirks(view: State, rush: Rush, ways: Sequence[Way], before: float) -> tuple[str, Bar] | None:
    """The first model that does not do what a charger owes, and what that is; None where all do (AFS-S12)."""
    found = next(_shirkers(view, rush, rush.movers, {w.base: w for w in ways}, before, False), None)
    if found is None:
        return None
    base, place = found
    model, unit = Thing(base), Thing(rush.target)
    if place.rank == CONTACT:
        return base, Bar(T("{model} can get into contact with {unit} and has to", model=model, unit=unit), "AFS-MEL-01")
    if place.rank == REACH:
        return base, Bar(T("{model} can get within reach of {unit} and has to", model=model, unit=unit), "AFS-S12")
    text = T("{model} can get as near as {gap} to {unit} and has to", model=model, gap=Length(place.gap), unit=unit)
    return base, Bar(text, "AFS-S12")
