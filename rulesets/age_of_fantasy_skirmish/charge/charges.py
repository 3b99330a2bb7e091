"""A whole unit into contact: the usual way, model by model, and whether a plan shirks what a charger owes.

AFS-MEL-01, AFS-MEL-02, AFS-S12, AFS-S31, AFS-R42. A plan is right when no single model, the others standing where they
ended, had a better place; the usual plan is mended until that is so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.shapes import Pose
from game.kit.figures.board import poses_of
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.charge.reaching import CONTACT, NEAR, REACH, Place, Quest, at_rank, best, rank_of
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, spacing
from rulesets.age_of_fantasy_skirmish.field.ground import ground_of, remembered
from rulesets.age_of_fantasy_skirmish.measures import SLACK, inch
from rulesets.age_of_fantasy_skirmish.walk.routes import straight
from rulesets.age_of_fantasy_skirmish.walk.walker import Walker
from rulesets.age_of_fantasy_skirmish.walk.ways import Way

MENDS = 3
"""How often a plan is mended for each model."""
SHARES = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Parts of the leader's way by which a unit is shifted that would lose touch otherwise."""


Limits = tuple[tuple[str, float], ...]
"""How far (mm) each model may go."""


class Rush(msgspec.Struct, frozen=True):
    """What a unit gets at: which one, how far (mm) each model may go, how it stands, whether Jumps are allowed.

    ``gone`` are models that have moved already and stay where they are; ``inside`` as for a `Walker`; ``before`` is the
    scatter (mm) at the beginning, as the unit stands if not told (AFS-S31).
    """

    unit: str
    target: str
    limits: Limits
    footing: specials.Footing
    jumps: bool = True
    inside: bool = True
    gone: tuple[str, ...] = ()
    before: float | None = None


@remembered
def usual(view: State, rush: Rush) -> tuple[Way, ...]:
    """Ways of a unit into contact, the nearest models first; () where nobody can better his place."""
    found: tuple[Way, ...] = ()
    for rough in (False, True):
        draft = _Draft(view, rush, rough)
        ways = draft.planned()
        if not rough or draft.nearer(ways, found):
            found = ways
        if draft.worth(found)[0] == CONTACT:
            break
    return found


def shirks(view: State, rush: Rush, ways: Sequence[Way]) -> tuple[str, Bar] | None:
    """The first model that does not do what a charger owes, and what that is; None where all do (AFS-S12)."""
    found = next(_Draft(view, rush, rough=False).shirkers({w.base: w for w in ways}), None)
    if found is None:
        return None
    base, place = found
    model, unit = Thing(base), Thing(rush.target)
    if place.rank == CONTACT:
        return base, Bar(
            T("{model} can get into contact with {unit}, so it must", model=model, unit=unit), "AFS-MEL-01"
        )
    if place.rank == REACH:
        return base, Bar(T("{model} can get within reach of {unit}, so it must", model=model, unit=unit), "AFS-S12")
    text = T("{model} can get as near as {gap} to {unit}, so it must", model=model, gap=Length(place.gap), unit=unit)
    return base, Bar(text, "AFS-S12")


class _Draft:
    """A plan in the making: who may go how far (mm), capped where it leads through rough ground (AFS-R42)."""

    def __init__(self, view: State, rush: Rush, rough: bool) -> None:
        self.view, self.rush, self.rough = view, rush, rough
        self.starts = poses_of(view, rush.unit)
        self.before = spacing.scatter_now(view, rush.unit) if rush.before is None else rush.before
        most = inch(number("cap")) if rough else math.inf
        self.limits = {b: min(mm, most) for b, mm in rush.limits if mm > 0.0 and b not in rush.gone}
        self.nearest_first = sorted(self.limits, key=lambda b: (facts.base_to_unit(view, b, rush.target), b))

    def _walker(self, base: str) -> Walker:
        return Walker(self.view, base, self.rush.target, self.rush.jumps, inside=self.rush.inside)

    def _quest(self, base: str, mates: Mapping[str, Pose], before: float | None) -> Quest:
        return Quest(self.rush.target, self.limits[base], mates, before, self.rush.jumps, self.rough)

    def _rank(self, base: str, pose: Pose) -> tuple[int, float]:
        return rank_of(self.view, base, pose, self.rush.target)

    def _ends(self, ways: Iterable[Way]) -> dict[str, Pose]:
        """Where all models of the unit stand after some ways."""
        return self.starts | {w.base: w.end for w in ways}

    def worth(self, ways: Iterable[Way]) -> tuple[int, float]:
        """How good a plan is: the rank and the distance (mm) of the model that gets nearest."""
        return min((self._rank(b, p) for b, p in self._ends(ways).items()), default=(NEAR, math.inf))

    def nearer(self, ways: Iterable[Way], others: Iterable[Way]) -> bool:
        """Whether a plan is better than another."""
        (rank, far), (other, off) = self.worth(ways), self.worth(others)
        return rank < other or (rank == other and far < off - SLACK)

    def planned(self) -> tuple[Way, ...]:
        """The nearest model leads; if that brings nobody into contact, any other that gets there, comrades apart."""
        found: tuple[Way, ...] = ()
        for lead in self.nearest_first:
            first = lead == self.nearest_first[0]
            if not first and at_rank(self.view, self._walker(lead), self._quest(lead, {}, None), CONTACT) is None:
                continue
            chosen = self._one_by_one([lead, *(b for b in self.nearest_first if b != lead)])
            ways = self._mended(chosen if self._together(chosen) else self._shifted(chosen))
            if first or self.nearer(ways, found):
                found = ways
            if self.worth(found)[0] == CONTACT:
                break
        return found

    def _one_by_one(self, order: Sequence[str]) -> dict[str, Way]:
        """The first model goes where it likes, the others join those that have gone."""
        chosen: dict[str, Way] = {}
        settled = {b: p for b, p in self.starts.items() if b not in self.limits}
        for base in order:
            quest = self._quest(base, dict(settled), self.before if settled else None)
            place = best(self.view, self._walker(base), quest, *self._rank(base, self.starts[base]))
            if place is not None:
                chosen[base] = place.way
            settled[base] = self.starts[base] if place is None else place.way.end
        return chosen

    def _together(self, ways: Mapping[str, Way]) -> bool:
        """Whether models may end so together."""
        view, unit, ends = self.view, self.rush.unit, {b: w.end for b, w in ways.items()}
        if spacing.bar(view, unit, ends, self.rush.target) is not None:
            return False
        return not ways or spacing.loose(view, unit, self.starts | ends, self.before) is None

    def _shifted(self, chosen: Mapping[str, Way]) -> dict[str, Way]:
        """The unit shifted as it stands, along the way of the model that comes nearest, as far as that is possible."""
        lead = min(chosen.values(), key=lambda w: (*self._rank(w.base, w.end), w.base))
        start, ground = self.starts[lead.base], ground_of(self.view)
        for share in SHARES:
            dx, dy = (lead.end.x - start.x) * share, (lead.end.y - start.y) * share
            ways = {}
            for base in self.limits:
                pose = self.starts[base]
                way = straight(self._walker(base), (round(pose.x + dx, 3), round(pose.y + dy, 3)))
                if way.bar is None and self._quest(base, {}, None).pays(way):
                    ways[base] = way
            stand = (ground.may_stand(self.view.bases[b].shape, w.end) is None for b, w in ways.items())
            if all(stand) and self._together(ways):
                return ways
        return {}

    def _mended(self, chosen: Mapping[str, Way]) -> tuple[Way, ...]:
        """A plan in which models with a better place take it, one after the other."""
        ways = dict(chosen)
        for _ in range(MENDS * len(self.limits)):
            found = next(self.shirkers(ways), None)
            if found is None:
                break
            ways[found[0]] = found[1].way
        return tuple(ways[b] for b in self.nearest_first if b in ways)

    def shirkers(self, ways: Mapping[str, Way]) -> Iterator[tuple[str, Place]]:
        """The models that had a better place, the others standing where they end, with that place."""
        ends, cap, slack = self._ends(ways.values()), inch(number("cap")), inch(number("charge_slack"))
        for base in sorted(self.limits):
            now, off = self._rank(base, ends[base])
            if now == CONTACT:
                continue
            others = [w for b, w in ways.items() if b != base]
            wet, short = any(w.difficult for w in others), all(w.walked <= cap + SLACK for w in others)
            quest = self._quest(base, {b: p for b, p in ends.items() if b != base}, self.before)
            limit = min(quest.allowance, cap) if wet else quest.allowance
            quest = msgspec.structs.replace(quest, allowance=limit, rough=self.rough or wet or short)
            place = best(self.view, self._walker(base), quest, now, off - slack)
            if place is not None and (place.rank < now or (now == NEAR and place.gap < off - slack)):
                yield base, place
