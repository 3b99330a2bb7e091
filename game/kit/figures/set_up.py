"""The question where a unit of loose figures is set up: its usual place, others, what bars them, what is said then.

Who waits, on which part of the table, where it would like to stand and what else a place must satisfy are the system's.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from game.engine import decision as ask
from game.engine.flow import Run
from game.engine.ruleset import Unforced
from game.engine.state import State
from game.engine.text import TN, T, Thing
from game.geometry.shapes import Point, Pose, right
from game.kit.deploy import AUTO, SetUp, left_out
from game.kit.figures.board import middle
from game.kit.figures.placing import Placing, Rule, levelled
from game.kit.figures.zones import Strip
from game.kit.shown.words import unit_name

NEARBY, ASIDE = 120, 400
"""Places looked at while a hand moves, and for one in nobody's way."""
TOUCH = 0.5
"""mm by which ways may overlap."""


class SetUpFigures(SetUp, Unforced):
    """Which unit is set up next, and where.

    Attributes
    ----------
    placing
        Where units may be set up.
    outside
        What is said of a base that stands outside the part of the table where its unit may.
    usually
        The arrangements that a usual place may have, the likeliest first.
    tried, alone
        Those of further places, of units and of single models; "" for as it comes.
    shifts
        How far (in the system's unit, to the east and to the north) further places are from the usual one.
    tries
        Places looked at for a usual one.
    in_array
        Whether units keep out of each other's way ahead, where there is room for that.
    brought_in
        Whether who is dragged out of the strip is looked for from its edge.
    room_clause
        The clause of those without room.
    """

    missing = T("Place all its models")
    placing: ClassVar[Placing]
    outside: ask.Bar
    usually: ClassVar[tuple[str, ...]] = ("line", "block", "open")
    tried: ClassVar[tuple[str, ...]]
    alone: ClassVar[tuple[str, ...]] = ("",)
    shifts: ClassVar[tuple[Point, ...]]
    tries: ClassVar[int] = 6000
    in_array = False
    brought_in: ClassVar[bool] = False
    room_clause: ClassVar[str]

    @abstractmethod
    def zone(self, view: State, side: str, unit: str) -> Strip:
        """The part of the table for a unit."""

    @abstractmethod
    def wish(self, view: State, unit: str) -> Pose:
        """Where a unit would like to stand."""

    def rule(self, view: State, unit: str) -> Rule | None:
        """What else a place must satisfy."""
        return None

    def clear(self, view: State, unit: str) -> float:
        """Mm that this demands between the unit and every enemy."""
        return 0.0

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The rest may be left to the usual array."""
        return (ask.Exit(AUTO, T("Set up all others in the default positions")),)

    def bases(self, view: State, unit: str) -> tuple[str, ...]:
        """Its models that are not lost."""
        return tuple(self.placing.shapes(view, unit))

    def things(self, view: State, units: Sequence[str]) -> tuple[ask.Choice, ...]:
        """Units with points and models."""
        rows = ((unit, len(self.placing.shapes(view, unit)), view.units[unit].own.points) for unit in units)
        told = ((u, TN("{points} points, {n} model", "{points} points, {n} models", n, points=p)) for u, n, p in rows)
        return tuple(ask.Choice(unit, unit_name(unit), note=note) for unit, note in told)

    def demands(self, view: State, unit: str) -> tuple[Strip, ask.Bar, Rule | None]:
        """What a place must satisfy: the strip, what is said outside it, what else."""
        return self.zone(view, view.units[unit].side, unit), self.outside, self.rule(view, unit)

    def about(self, view: State, standing: ask.Standing, middle: Pose) -> dict[str, Pose]:
        """The poses of its models, with the levels they stand on."""
        return self.placing.arranged(view, standing.thing, standing.formation or "line", middle)

    def recorded(self, view: State, pose: Pose) -> Pose:
        """Rounded, at its level."""
        return levelled(self.placing.ground_of(view).level_at, pose)

    def bar(self, view: State, standing: ask.Standing, poses: dict[str, Pose]) -> ask.Bar | None:
        """Why a unit cannot be set up so."""
        return self.placing.bar_of(view, standing.thing, poses, *self.demands(view, standing.thing))

    def usual(self, view: State, unit: str) -> ask.Standing | None:
        """Its usual place, None where there is no room for it at all: in nobody's way, if such a one is near."""
        strip, outside, rule = self.demands(view, unit)
        if self.in_array:
            taken = _ways(view, unit)

            def own_way(poses: Mapping[str, Pose]) -> ask.Bar | None:
                return outside if _crosses(view, poses, taken) else rule and rule(poses)

            found = self.somewhere(view, unit, strip, outside, own_way, ASIDE)
            if found is not None:
                return found
        return self.somewhere(view, unit, strip, outside, rule)

    def somewhere(
        self, view: State, unit: str, strip: Strip, outside: ask.Bar, rule: Rule | None, tries: int = 0
    ) -> ask.Standing | None:
        """The place nearest to where a unit would like to stand, in the likeliest arrangement that finds room."""
        wish, clear = self.wish(view, unit), self.clear(view, unit)
        for name in self.arrangements(view, unit):
            most = tries or self.tries
            found = self.placing.nearest(view, unit, name, wish, strip, outside, rule, most, clear)
            if found is not None:
                return ask.Standing(unit, found, name if len(found) > 1 else "")
        return None

    def arrangements(self, view: State, unit: str) -> tuple[str, ...]:
        """The arrangements that a unit's usual place may have."""
        return self.usually

    def nearest(self, view: State, standing: ask.Standing, poses: Mapping[str, Pose]) -> dict[str, Pose] | None:
        """The nearest free place, not searched far: this is asked while a hand moves."""
        (x, y), unit = middle(poses.values()), standing.thing
        strip, outside, rule = self.demands(view, unit)
        if self.brought_in:
            x, y = min(max(x, 0.0), strip.width), min(max(y, strip.low), strip.high)
        wish, name = Pose(x, y, next(iter(poses.values())).facing), standing.formation or "line"
        return self.placing.nearest(view, unit, name, wish, strip, outside, rule, NEARBY, self.clear(view, unit))

    def variants(self, view: State, standing: ask.Standing) -> Iterator[ask.Standing]:
        """The same unit to the sides, farther back or ahead, and in other arrangements."""
        poses, mm = list(standing.poses.values()), self.placing.figures.lengths.mm
        (x, y), names = middle(poses), self.tried if len(poses) > 1 else self.alone
        known = {"", *(one.id for one in self.formations)}
        for k, (dx, dy) in enumerate(self.shifts):
            name = names[k % len(names)]
            if name in known:
                other = ask.Standing(standing.thing, {}, name)
                at = Pose(round(x + mm(dx), 3), round(y + mm(dy), 3), poses[0].facing)
                yield ask.Standing(standing.thing, self.about(view, other, at), name)

    def leave_out(self, run: Run, side: str, units: Sequence[str]) -> None:
        """Units for which there is no room anywhere take no part; they are not destroyed."""
        text = T("{side}: no room left for {units}", side=Thing(side), units=[Thing(u) for u in units])
        left_out(run, side, units, text, self.room_clause)


# --- ways ahead ----------------------------------------------------------------------------------------------------


def in_the_way(view: State, unit: str, poses: Mapping[str, Pose]) -> bool:
    """Whether a unit would stand before a friend of its, or behind one."""
    return _crosses(view, poses, _ways(view, unit))


def _ways(view: State, unit: str) -> list[tuple[float, float]]:
    """From where to where (mm along the front) each friend on the table stands."""
    mine = (u.id for u in view.units_of(view.units[unit].side) if u.id != unit)
    found = ({b.id: b.pose for b in view.bases_of(u) if b.pose is not None and b.where == "table"} for u in mine)
    return [_way(view, poses) for poses in found if poses]


def _crosses(view: State, poses: Mapping[str, Pose], taken: Sequence[tuple[float, float]]) -> bool:
    low, high = _way(view, poses)
    return any(low < end - TOUCH and start < high - TOUCH for start, end in taken)


def _way(view: State, poses: Mapping[str, Pose]) -> tuple[float, float]:
    at = []
    for base, pose in poses.items():
        (rx, ry), half = right(pose.facing), view.bases[base].shape.width / 2.0
        # the same for both who look at each other
        along = abs(rx) * pose.x + abs(ry) * pose.y
        at += [along - half, along + half]
    return min(at), max(at)
