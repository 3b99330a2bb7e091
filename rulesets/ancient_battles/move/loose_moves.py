"""Moves of those who move freely: skirmishers as one rigid group, lone characters (WAB-S07, WAB-S27, WAB-TER-04).

A path leads the middle of the group. What it costs is the way of the figure that goes farthest; very difficult ground
touched by any base doubles it (WAB-S08). Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Length, T
from game.geometry.convex import rectangle
from game.geometry.halving import halved
from game.geometry.paths import Slow
from game.geometry.planar import polygons_from
from game.geometry.shapes import (
    Floats,
    Footprint,
    Point,
    Pose,
    moved,
    norm_deg,
    rounded,
    shifted,
    to_local,
    turned_about,
)
from game.geometry.steps import Advance, Form, Path, Step, Turn
from game.geometry.sweep import hull_sweeps
from game.kit.block.going import looked_at
from rulesets.ancient_battles.army.profiles import profile
from rulesets.ancient_battles.field import barriers, facts
from rulesets.ancient_battles.field.barriers import Barrier
from rulesets.ancient_battles.field.blocks import loose_group, middle, models, pose_of
from rulesets.ancient_battles.field.going import slow_ground
from rulesets.ancient_battles.field.memory import array
from rulesets.ancient_battles.measures import SLACK, TOUCH, inch
from rulesets.ancient_battles.move import plans
from rulesets.ancient_battles.move.plans import Barred, Body, Plan, files_bar, files_of, judged, reform_of, run

LOOK = 2.5
"""mm between two looks at the ground under a group."""
WIDE = 5
"""Models abreast of a group that regroups without being told how wide."""
_TOUCHED = 1e-3
"""mm by which bases are drawn in for the ground that they touch: a bare touch of its edge is none."""


class Group(Body):
    """A loose unit on its move; ``through`` are friends who do not stop it."""

    def __init__(self, view: State, unit: str, mode: str, through: Sequence[str] = ()) -> None:
        super().__init__(view, unit, mode)
        self.poses = {b: pose_of(view, b) for b in models(view, unit)}
        self.spent = dict.fromkeys(self.poses, 0.0)
        self.through = tuple(through)
        self.path.append(self.at)
        self.found = barriers.barriers(view, unit, self.allowance + 1.0, plans.march_clauses(mode), self.through)
        self.slow = slow_ground(view, unit)

    @property
    def at(self) -> Point:
        """The middle of the group."""
        return middle((p.x, p.y) for p in self.poses.values())

    @property
    def facing(self) -> float:
        """Facing (degrees) of the first figure."""
        return next(iter(self.poses.values())).facing

    @property
    def cost(self) -> float:
        """Mm used up by the figure that goes farthest."""
        return max(self.spent.values())

    def quads(self, inset: float = SLACK) -> Floats:
        """Corners (n, 4, 2) of the figures, drawn in a little."""
        shapes = {b: self.view.bases[b].shape for b in self.poses}
        inner = {b: Footprint("rect", s.width - 2.0 * inset, s.depth - 2.0 * inset) for b, s in shapes.items()}
        return np.array([rectangle(inner[b], pose) for b, pose in self.poses.items()])

    def note(self, step: Step, poses: Mapping[str, Pose], costs: Mapping[str, float]) -> None:
        """A step is done."""
        before = self.cost
        self.poses = dict(poses)
        for base, cost in costs.items():
            self.spent[base] += cost
        self.left = self.allowance - self.cost
        self.steps.append(step)
        self.costs.append(round(self.cost - before, 6))
        self.path.append(self.at)

    def do(self, step: Step) -> Barred:
        """Do a step; of a path leg by leg."""
        if isinstance(step, Path):
            for k, point in enumerate(step.points, 1):
                bar, shorter = self.go(point, step.facing if k == len(step.points) else None)
                if bar is not None:
                    return bar, shorter
            return None, None
        if isinstance(step, Advance):
            there = moved(Pose(*self.at, self.facing), step.distance)
            return self.go((there.x, there.y), None)
        if isinstance(step, Turn) and step.to == "about":
            self.note(step, {b: replace(p, facing=norm_deg(p.facing + 180.0)) for b, p in self.poses.items()}, {})
            return None, None
        if isinstance(step, Form) and self.mode != "disengage":
            return self.regroup(step), None
        return Bar(T("Skirmishers and lone characters move along paths"), "WAB-S07"), None

    def go(self, to: Point, facing: float | None) -> Barred:
        """One leg: straight to a point, turned about the middle at its end; the bar, and as much as may be done."""
        x, y = self.at
        dx, dy = to[0] - x, to[1] - y
        far = math.hypot(dx, dy)
        turned = self.turned(facing)
        extra = _ways(self.poses, turned)
        if far <= 0.01 and not any(extra.values()) and turned == self.poses:
            return None, None
        free, by = self._free(dx, dy)
        price = _price(self.quads(_TOUCHED), dx, dy, self.slow)
        cost = price(1.0)
        spent = max(self.spent[b] + cost + extra[b] for b in self.poses)
        if free >= 1.0 and spent <= self.allowance + SLACK:
            there = {b: shifted(p, dx, dy) for b, p in turned.items()}
            step = Path(((round(to[0], 3), round(to[1], 3)),), facing)
            self.note(step, there, {b: cost + extra[b] for b in there})
            return None, None
        paid = 1.0
        if self.cost + cost > self.allowance:
            paid, _ = halved(0.0, 1.0, 1e-3 / max(far, 1e-3), lambda share: self.cost + price(share) <= self.allowance)
        part = min(free, paid)
        shorter: Step | None = None
        if part * far > 0.01:
            share = math.floor(part * far * 100.0) / 100.0 / far
            shorter = Path(((round(x + dx * share, 3), round(y + dy * share, 3)),))
        if free < paid:
            return barriers.bar_after(by, Length(round(free * far, 3))), shorter
        return self.dear(spent - self.cost, "WAB-TER-04" if cost > far + 1 else ""), shorter

    def turned(self, facing: float | None) -> dict[str, Pose]:
        """The figures turned about their middle until the first of them faces as told."""
        turn = 0.0 if facing is None else norm_deg(facing - self.facing)
        return {b: turned_about(p, self.at, turn) for b, p in self.poses.items()} if turn else dict(self.poses)

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
        starts = polygons_from(four)
        whole = shapely.box(*shapely.total_bounds(hull_sweeps(four, four + np.array((dx, dy)))))
        lines = [b for b in self.found if b.what == "obstacle"]
        solid = [b for b in self.found if b.what != "obstacle" and shapely.intersects(b.shape, whole)]

        def stopped(share: float) -> tuple[bool, Barrier | None]:
            there = four + np.array((dx * share, dy * share))
            hulls = hull_sweeps(four, there)
            for line in lines:  # one that a base stands on already is not passed
                if np.any(shapely.intersects(line.shape, hulls) & ~shapely.intersects(line.shape, starts)):
                    return True, line
            met = barriers.overlaps(hulls, [b.shape for b in solid], TOUCH)
            if met is not None:
                return True, solid[met]
            return facts.off_table(self.view, there), None

        if not stopped(1.0)[0]:
            return 1.0, None
        low, high = halved(0.0, 1.0, 1e-3 / max(math.hypot(dx, dy), 1e-3), lambda share: not stopped(share)[0])
        return low, stopped(high)[1]

    def regroup(self, step: Form) -> Bar | None:
        """Stand in rows about the middle again, each figure by the straight way (WAB-S03)."""
        files, facing = files_of(step) or WIDE, self.facing if step.facing is None else step.facing
        bar = files_bar(self.unit, files, len(self.poses), "WAB-S03")
        if bar is not None:
            return bar
        there = regrouped(self.view, self.unit, self.poses, Pose(*self.at, facing), files)
        ways = _ways(self.poses, there)
        spent = max(self.spent[b] + ways[b] for b in ways)
        if spent > self.allowance + SLACK:
            return self.dear(spent - self.cost, "WAB-S07")
        self.note(Form("loose", files, facing), there, ways)
        return None

    def end(self) -> Bar | None:
        """Whether it may stand where it has come to."""
        return barriers.end_bar(self.view, self.unit, polygons_from(self.quads(0.0)).tolist()) if self.steps else None

    def plan(self, drop: Path | None = None) -> Plan:
        """What has been walked, shown where it ends or where it was dropped."""
        if drop is None:
            return self.planned({b: rounded(p) for b, p in self.poses.items()})
        dx, dy = drop.points[-1][0] - self.at[0], drop.points[-1][1] - self.at[1]
        return self.planned({b: rounded(shifted(p, dx, dy)) for b, p in self.turned(drop.facing).items()})

    def shorter(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Steps whose last leg ends half inches sooner, at the first place to stand; without it if there is none."""
        last, start = steps[-1], Group(self.view, self.unit, self.mode, self.through)
        if not isinstance(last, Path):
            return steps[:-1]
        run(start, steps[:-1])
        (x, y), (tx, ty) = start.at, last.points[-1]
        far, four = math.dist((x, y), (tx, ty)), start.quads(0.0)
        way = far - inch(plans.BACK_OFF)
        while way > 0.0:
            dx, dy = (tx - x) * way / far, (ty - y) * way / far
            if barriers.end_bar(self.view, self.unit, polygons_from(four + np.array((dx, dy))).tolist()) is None:
                return (*steps[:-1], Path(((round(x + dx, 3), round(y + dy, 3)),)))
            way -= inch(plans.BACK_OFF)
        return steps[:-1]


def _ways(before: Mapping[str, Pose], after: Mapping[str, Pose]) -> dict[str, float]:
    """How far (mm) each figure comes to stand from where it stood."""
    return {b: math.dist((p.x, p.y), (after[b].x, after[b].y)) for b, p in before.items()}


def regrouped(view: State, unit: str, poses: Mapping[str, Pose], about: Pose, files: int) -> dict[str, Pose]:
    """Figures in loose rows about a middle; whoever stands foremost comes to the front, from left to right."""
    there = loose_group(profile(view, unit).footprint, len(poses), about, files)
    at = {b: tuple(round(c, 1) for c in to_local(about, (p.x, p.y))) for b, p in poses.items()}
    order = sorted(poses, key=lambda b: (-at[b][1], -at[b][0]))
    rows = [order[k : k + files] for k in range(0, len(order), files)]
    filled = [b for row in rows for b in sorted(row, key=lambda b: (at[b][0], view.bases[b].number))]
    found = dict(zip(filled, there, strict=True))
    return {b: found[b] for b in poses}


def _price(four: Floats, dx: float, dy: float, slow: Sequence[Slow]) -> Callable[[float], float]:
    """What a share of a straight displacement costs: mm by the worst ground that any base touches at each point."""
    far = math.hypot(dx, dy)
    hulls = hull_sweeps(four, four + np.array((dx, dy)))
    near = [s for s in slow if bool(np.any(shapely.intersects(s.area, hulls)))]
    if not near or far <= 0.0:
        return lambda share: far * share

    def factor(way: float) -> float:
        bases = shapely.polygons(four + np.array((dx, dy)) * (way / far))
        return 1.0 / max((s.factor for s in near if bool(np.any(shapely.intersects(s.area, bases)))), default=1.0)

    looks = np.linspace(0.0, far, max(1, math.ceil(far / LOOK)) + 1)
    spans = looked_at(looks, np.array([factor(float(way)) for way in looks]), factor, 1e-3, late=True)
    return lambda share: sum((min(s.end, far * share) - s.start) / s.factor for s in spans if s.start < far * share)


def judge(view: State, unit: str, mode: str, steps: Sequence[Step], through: Sequence[str] = ()) -> Plan:
    """Judge a free move: the group by its middle along paths, through some friends perhaps, regrouped if asked."""
    return judged(lambda: Group(view, unit, mode, through), steps)


def regroup_plan(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """A rallied loose unit stands in rows again about its middle: all that it may do (WAB-RAL-05, WAB-S35)."""
    group = Group(view, unit, "reform")
    files, facing = reform_of(steps, min(WIDE, len(group.poses)), group.facing)
    bar = files_bar(unit, files, len(group.poses))
    if bar is not None:
        return Plan(unit, "reform", bar=bar)
    group.poses = regrouped(view, unit, group.poses, Pose(*group.at, facing), files)
    group.steps, group.costs = [Form("loose", files, facing)], [0.0]
    return replace(group.plan(), bar=group.end())
