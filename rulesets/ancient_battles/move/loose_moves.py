"""Moves of those who move freely: skirmishers as one rigid group, lone characters (WAB-S07, WAB-S27, WAB-TER-04).

A path leads the middle of the group. What it costs is the way of the figure that goes farthest; very difficult ground
touched by any base doubles it (WAB-S08). Lengths are mm.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.convex import rectangle
from game.geometry.planar import Shape, polygons_from
from game.geometry.shapes import (
    Floats,
    Footprint,
    Point,
    Pose,
    forward,
    norm_deg,
    rounded,
    to_local,
    turned_about,
)
from game.geometry.steps import Advance, Form, Path, Step, Turn
from game.geometry.sweep import hull_sweeps
from rulesets.ancient_battles.army.profiles import profile
from rulesets.ancient_battles.field import barriers, facts
from rulesets.ancient_battles.field.barriers import Barrier, middle
from rulesets.ancient_battles.field.blocks import loose_group, models
from rulesets.ancient_battles.field.board import array
from rulesets.ancient_battles.field.data_terrain import kinds
from rulesets.ancient_battles.field.metering import pace
from rulesets.ancient_battles.measures import SLACK, TOUCH, inch
from rulesets.ancient_battles.move import marching
from rulesets.ancient_battles.move.plans import Plan, dear

LOOK = 2.5
"""mm between two looks at the ground under a group."""
WIDE = 5
"""Models abreast of a group that regroups without being told how wide."""
_TOUCHED = 1e-3
"""mm by which bases are drawn in for the ground that they touch: a bare touch of its edge is none."""
BACK_OFF = 0.5
"""Inches by which a move is shortened until it ends clear of those it passes through."""


class Group:
    """A loose unit on its move."""

    def __init__(self, view: State, unit: str, mode: str, through: Sequence[str] = ()) -> None:
        self.view, self.unit, self.mode = view, unit, mode
        self.allowance = marching.allowance(view, unit, mode)
        self.poses: dict[str, Pose] = {}
        for base in models(view, unit):
            pose = view.bases[base].pose
            assert pose is not None
            self.poses[base] = pose
        self.spent = dict.fromkeys(self.poses, 0.0)
        self.through = tuple(through)
        self.steps: list[Step] = []
        self.costs: list[float] = []
        self.path: list[Point] = [self.at]
        self.found = barriers.barriers(view, unit, self.allowance + 1.0, marching.march_clauses(mode), self.through)
        rates = pace(view, unit)
        land = [(s, rates.get(kinds()[k].rate, 1.0)) for _, k, s in facts.land(view)]
        self.slow = [(s, f) for s, f in land if f > 1.0]

    @property
    def at(self) -> Point:
        """The middle of the group."""
        return middle((p.x, p.y) for p in self.poses.values())

    @property
    def cost(self) -> float:
        """Mm used up by the figure that goes farthest."""
        return max(self.spent.values())

    @property
    def left(self) -> float:
        """Mm left."""
        return self.allowance - self.cost

    def quads(self, inset: float = SLACK) -> Floats:
        """Corners (n, 4, 2) of the figures, drawn in a little."""
        found = []
        for base, pose in self.poses.items():
            shape = self.view.bases[base].shape
            found.append(rectangle(Footprint("rect", shape.width - 2.0 * inset, shape.depth - 2.0 * inset), pose))
        return np.array(found)

    def shapes(self) -> list[Shape]:
        """Outlines of the figures."""
        found: list[Shape] = polygons_from(self.quads(0.0)).tolist()
        return found

    def note(self, step: Step, poses: Mapping[str, Pose], costs: Mapping[str, float]) -> None:
        """A step is done."""
        before = self.cost
        self.poses = dict(poses)
        for base, cost in costs.items():
            self.spent[base] += cost
        self.steps.append(step)
        self.costs.append(round(self.cost - before, 6))
        self.path.append(self.at)

    # -- steps --------------------------------------------------------------------------------------------------

    def go(self, to: Point, facing: float | None) -> tuple[Bar | None, Step | None]:
        """One leg: straight to a point, turned about the middle at its end; the bar, and as much as may be done."""
        x, y = self.at
        dx, dy = to[0] - x, to[1] - y
        far = math.hypot(dx, dy)
        turned = self.turned(facing)
        extra = {b: math.dist((p.x, p.y), (turned[b].x, turned[b].y)) for b, p in self.poses.items()}
        if far <= 0.01 and not any(extra.values()) and turned == self.poses:
            return None, None
        free, by = self._free(dx, dy)
        price = _price(self.quads(_TOUCHED), dx, dy, self.slow)
        cost = price(1.0)
        step = Path(((round(to[0], 3), round(to[1], 3)),), facing)
        spent = max(self.spent[b] + cost + extra[b] for b in self.poses)
        if free >= 1.0 and spent <= self.allowance + SLACK:
            there = {b: Pose(p.x + dx, p.y + dy, p.facing, p.level) for b, p in turned.items()}
            self.note(step, there, {b: cost + extra[b] for b in there})
            return None, None
        paid = 1.0
        if self.cost + cost > self.allowance:
            low, paid = 0.0, 1.0
            while (paid - low) * far > 1e-3:
                half = (low + paid) / 2.0
                low, paid = (half, paid) if self.cost + price(half) <= self.allowance else (low, half)
            paid = low
        part = min(free, paid)
        shorter: Step | None = None
        if part * far > 0.01:
            share = math.floor(part * far * 100.0) / 100.0 / far
            shorter = Path(((round(x + dx * share, 3), round(y + dy * share, 3)),))
        if free < paid:
            return barriers.bar_after(by, Length(round(free * far, 3))), shorter
        return dear(
            self.mode, spent - self.cost, self.left, self.allowance, "WAB-TER-04" if cost > far + 1 else ""
        ), shorter

    def turned(self, facing: float | None) -> dict[str, Pose]:
        """The figures turned about their middle until the first of them faces as told."""
        if facing is None:
            return dict(self.poses)
        turn = norm_deg(facing - next(iter(self.poses.values())).facing)
        if not turn:
            return dict(self.poses)
        return {b: turned_about(p, self.at, turn) for b, p in self.poses.items()}

    def _free(self, dx: float, dy: float) -> tuple[float, Barrier | None]:
        """The share of a straight displacement that nothing stops, and what stops it; looked for once."""
        known = array(self.view).known
        key = (Group, self.unit, self.mode, self.through, tuple(self.poses.items()), dx, dy)
        if key not in known:
            known[key] = self._looked(dx, dy)
        found: tuple[float, Barrier | None] = known[key]
        return found

    def _looked(self, dx: float, dy: float) -> tuple[float, Barrier | None]:
        four = self.quads()
        lines = [b for b in self.found if b.what == "obstacle"]
        whole = shapely.box(*shapely.total_bounds(hull_sweeps(four, four + np.array((dx, dy)))))
        solid = [b for b in self.found if b.what != "obstacle" and shapely.intersects(b.shape, whole)]

        def stopped(share: float) -> tuple[bool, Barrier | None]:
            there = four + np.array((dx * share, dy * share))
            hulls = hull_sweeps(four, there)
            for line in lines:
                if any(_crosses(line.shape, h, q) for h, q in zip(hulls, four, strict=True)):
                    return True, line
            met = barriers.overlaps(hulls, [b.shape for b in solid], TOUCH)
            if met is not None:
                return True, solid[met]
            return facts.off_table(self.view, there), None

        bad, culprit = stopped(1.0)
        if not bad:
            return 1.0, None
        low, high, far = 0.0, 1.0, math.hypot(dx, dy)
        while (high - low) * far > 1e-3:
            half = (low + high) / 2.0
            bad, by = stopped(half)
            if bad:
                high, culprit = half, by
            else:
                low = half
        return low, culprit

    def regroup(self, step: Form) -> tuple[Bar | None, Step | None]:
        """Stand in rows about the middle again, each figure by the straight way (WAB-S03)."""
        files = step.files or (int(step.formation) if step.formation.isdigit() else WIDE)
        first = next(iter(self.poses.values()))
        facing = first.facing if step.facing is None else step.facing
        if not 1 <= files <= len(self.poses):
            return Bar(T("{unit}: from 1 to {n} files", unit=Thing(self.unit), n=len(self.poses)), "WAB-S03"), None
        there = regrouped(self.view, self.unit, self.poses, Pose(*self.at, facing), files)
        ways = {b: math.dist((p.x, p.y), (there[b].x, there[b].y)) for b, p in self.poses.items()}
        spent = max(self.spent[b] + ways[b] for b in ways)
        if spent > self.allowance + SLACK:
            return dear(self.mode, spent - self.cost, self.left, self.allowance, "WAB-S07"), None
        self.note(Form("loose", files, facing), there, ways)
        return None, None

    def end(self) -> Bar | None:
        """Whether it may stand where it has come to."""
        if not self.steps:
            return None
        return barriers.end_bar(self.view, self.unit, self.shapes())


def _crosses(line: Shape, hull: Shape, start: Floats) -> bool:
    """Whether a line is passed in a sweep: one that a base stands on already is not."""
    return bool(shapely.intersects(line, hull)) and not bool(shapely.intersects(line, shapely.Polygon(start)))


def regrouped(view: State, unit: str, poses: Mapping[str, Pose], about: Pose, files: int) -> dict[str, Pose]:
    """Figures in loose rows about a middle; whoever stands foremost comes to the front, from left to right."""
    there = loose_group(profile(view, unit).footprint, len(poses), about, files)
    order = sorted(poses, key=lambda b: tuple(-round(c, 1) for c in to_local(about, (poses[b].x, poses[b].y))[::-1]))
    rows = [order[k : k + files] for k in range(0, len(order), files)]
    found: dict[str, Pose] = {}
    k = 0
    for row in rows:
        for base in sorted(
            row, key=lambda b: (round(to_local(about, (poses[b].x, poses[b].y))[0], 1), view.bases[b].number)
        ):
            found[base] = there[k]
            k += 1
    return {b: found[b] for b in poses}


def _price(four: Floats, dx: float, dy: float, slow: Sequence[tuple[Shape, float]]) -> Callable[[float], float]:
    """What a share of a straight displacement costs: mm by the worst ground that any base touches at each point."""
    far = math.hypot(dx, dy)
    there = four + np.array((dx, dy))
    hulls = hull_sweeps(four, there)
    near = [(s, f) for s, f in slow if bool(np.any(shapely.intersects(s, hulls)))]
    if not near or far <= 0.0:
        return lambda share: far * share

    def factor(way: float) -> float:
        shift = np.array((dx, dy)) * (way / far)
        bases = shapely.polygons(four + shift)
        return max((f for s, f in near if bool(np.any(shapely.intersects(s, bases)))), default=1.0)

    count = max(1, math.ceil(far / LOOK))
    marks = [far * k / count for k in range(count + 1)]
    spans: list[tuple[float, float, float]] = []
    start, before = 0.0, factor(0.0)
    for a, b in itertools.pairwise(marks):
        now = factor(b)
        if now == before:
            continue
        low, high = a, b
        while high - low > 1e-3:
            half = (low + high) / 2.0
            low, high = (half, high) if factor(half) == before else (low, half)
        spans.append((start, high, before))
        start, before = high, now
    spans.append((start, far, before))
    return lambda share: sum((min(e, far * share) - s) * f for s, e, f in spans if s < far * share)


# --- a whole move ------------------------------------------------------------------------------------------------


def judge(view: State, unit: str, mode: str, steps: Sequence[Step], through: Sequence[str] = ()) -> Plan:
    """Judge a free move: the group by its middle along paths, regrouped if asked.

    Parameters
    ----------
    through
        Friends who do not stop it: the unit that a character steps out of.
    """
    group = Group(view, unit, mode, through)
    bar, shorter = run(group, steps)
    if bar is None:
        bar, shorter = group.end(), None
    if bar is None:
        return plan_of(group)
    nearest = tuple(group.steps) + ((shorter,) if shorter is not None else ())
    wished = plan_of(group)
    drop = next((s for s in reversed(steps) if isinstance(s, Path)), None)
    if drop is not None and drop.points:
        x, y = group.at
        dx, dy = drop.points[-1][0] - x, drop.points[-1][1] - y
        poses = {b: rounded(Pose(p.x + dx, p.y + dy, p.facing)) for b, p in group.turned(drop.facing).items()}
        wished = replace(wished, poses=poses)
    return replace(wished, bar=bar, nearest=_clear(view, unit, mode, nearest, through))


def run(group: Group, steps: Sequence[Step]) -> tuple[Bar | None, Step | None]:
    """Do steps in their order; the first bar, and as much of the barred step as may be done."""
    for step in steps:
        bar: Bar | None = None
        shorter: Step | None = None
        if isinstance(step, Path):
            for k, point in enumerate(step.points):
                bar, shorter = group.go(point, step.facing if k == len(step.points) - 1 else None)
                if bar is not None:
                    return bar, shorter
            continue
        if isinstance(step, Advance):
            facing = next(iter(group.poses.values())).facing
            (fx, fy), (x, y) = forward(facing), group.at
            bar, shorter = group.go((x + fx * step.distance, y + fy * step.distance), None)
        elif isinstance(step, Turn) and step.to == "about":
            facing = next(iter(group.poses.values())).facing
            group.note(step, {b: replace(p, facing=norm_deg(p.facing + 180.0)) for b, p in group.poses.items()}, {})
        elif isinstance(step, Form) and group.mode != "disengage":
            bar, shorter = group.regroup(step)
        else:
            bar = Bar(T("Skirmishers and lone characters go along paths"), "WAB-S07")
        if bar is not None:
            return bar, shorter
    return None, None


def plan_of(group: Group) -> Plan:
    """What has been walked, as a plan."""
    poses = {b: rounded(p) for b, p in group.poses.items()}
    return Plan(
        group.unit,
        group.mode,
        tuple(group.steps),
        tuple(group.costs),
        group.allowance,
        poses=poses,
        path=tuple(group.path),
    )


def _clear(view: State, unit: str, mode: str, steps: tuple[Step, ...], through: Sequence[str]) -> tuple[Step, ...]:
    """Steps shortened at their end until the group ends clear of everybody."""
    while steps:
        group = Group(view, unit, mode, through)
        bar, _ = run(group, steps)
        if bar is None and group.end() is None:
            return tuple(group.steps)
        steps = _shorter(view, unit, mode, steps, through)
    return ()


def _shorter(view: State, unit: str, mode: str, steps: tuple[Step, ...], through: Sequence[str]) -> tuple[Step, ...]:
    """Steps whose last leg ends half inches sooner, at the first place to stand; without it if there is none."""
    last, start = steps[-1], Group(view, unit, mode, through)
    run(start, steps[:-1])
    if not isinstance(last, Path):
        return steps[:-1]
    (x, y), (tx, ty) = start.at, last.points[-1]
    far, four = math.dist((x, y), (tx, ty)), start.quads(0.0)
    way = far - inch(BACK_OFF)
    while way > 0.0:
        dx, dy = (tx - x) * way / far, (ty - y) * way / far
        if barriers.end_bar(view, unit, polygons_from(four + np.array((dx, dy))).tolist()) is None:
            return (*steps[:-1], Path(((round(x + dx, 3), round(y + dy, 3)),)))
        way -= inch(BACK_OFF)
    return steps[:-1]


def regroup_plan(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """A rallied loose unit stands in rows again about its middle: all that it may do (WAB-RAL-05, WAB-S35)."""
    group = Group(view, unit, "reform")
    files, facing = min(WIDE, len(group.poses)), next(iter(group.poses.values())).facing
    for step in steps:
        if isinstance(step, Path | Form) and step.facing is not None:
            facing = step.facing
        if isinstance(step, Form):
            files = step.files or (int(step.formation) if step.formation.isdigit() else files)
    if not 1 <= files <= len(group.poses):
        text = T("{unit}: from 1 to {n} files", unit=Thing(unit), n=len(group.poses))
        return Plan(unit, "reform", bar=Bar(text, "WAB-S35"))
    group.poses = regrouped(view, unit, group.poses, Pose(*group.at, round(norm_deg(facing), 3)), files)
    group.steps, group.costs = [Form("loose", files, round(norm_deg(facing), 3))], [0.0]
    return replace(plan_of(group), bar=group.end())
