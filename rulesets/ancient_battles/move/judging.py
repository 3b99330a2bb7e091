"""Remaining moves judged: every way of moving by its own geometry; snaking columns; characters who join and leave.

A snaking column is a fast march one model wide, each model on the path of its leader (WAB-FMR-11, WAB-S13): the points
of the path are where the middle of the figures would come to if the column kept its shape, the leader's front goes
parallel to that; what it costs is the length of his path. Lengths are mm.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.changes import own_field
from game.engine.decision import Bar, Choice, Course, MoveAnswer
from game.engine.event import Change, SetPose
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.formed import snake_poses
from game.geometry.halving import halved
from game.geometry.measure import nearest_pair
from game.geometry.planar import polygons_from
from game.geometry.shapes import Floats, Footprint, Point, Pose, bearing, corners, forward, moved, rounded
from game.geometry.steps import Advance, Form, Path, Step
from game.geometry.sweep import hull_sweeps
from rulesets.ancient_battles.army.profiles import own, profile
from rulesets.ancient_battles.field import barriers, facts
from rulesets.ancient_battles.field.blocks import (
    block_at,
    block_of,
    formed,
    gap_of,
    middle,
    models,
    pose_of,
    quads,
    shared,
    slots,
)
from rulesets.ancient_battles.field.memory import remembered, settled
from rulesets.ancient_battles.measures import CONTACT, SLACK, TOUCH
from rulesets.ancient_battles.move import loose_moves, manoeuvre, plans
from rulesets.ancient_battles.move.plans import Dear, Plan, files_bar, reform_of, run, state_bar, too_far

LOOK = 2.0
"""mm between two looks at where the leader is."""
CROSSED = 0.1
"""Share of a base by which two models that are no neighbours may overlap in a bend."""


def snakes(view: State, unit: str, mode: str, steps: Sequence[Step]) -> bool:
    """Whether a course is that of a snaking column: a fast march one model wide along a path."""
    one = formed(view, unit) and block_of(view, unit).files == 1
    return one and mode == "fast_march" and bool(steps) and all(isinstance(s, Path) for s in steps)


@settled
def straight_bar(view: State, unit: str) -> Bar | None:
    """Why a snaking column cannot straighten behind its leader before it moves (WAB-S13)."""
    bar = barriers.end_bar(view, unit, [block_of(view, unit).polygon]) if own(view, unit).snake else None
    return bar and Bar(T("{unit}: no room to straighten: {why}", unit=Thing(unit), why=bar.text), "WAB-S13")


def judge(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """Judge the course of a snaking column."""
    column = _Column(view, unit)
    dx, dy = column.ahead
    points = [(x + dx, y + dy) for s in steps if isinstance(s, Path) for x, y in s.points]
    plan, whole = column.plan(points), _length([column.here, *points])
    if not points:
        return replace(plan, bar=Bar(T("Drag it to its new place"), "WAB-FMR-11"))
    free, bar = column.free(column.cut(points, plan.allowance))
    if bar is None and whole > plan.allowance + SLACK:
        bar = too_far(whole, plan.allowance, "WAB-FMR-03")
    bar = bar or column.end_bar(points)
    if bar is None:
        return plan

    def stands(way: float) -> bool:
        return column.end_bar(column.cut(points, way)) is None

    most = min(free, whole, plan.allowance)
    low = most if stands(most) else halved(0.0, most, 1.0, stands)[0]
    nearest = column.plan(column.cut(points, low - 0.001)).steps if low > 1.0 else ()
    return replace(plan, bar=bar, nearest=nearest)


def is_straight(view: State, unit: str, plan: Plan) -> bool:
    """Whether a column ends as a straight one after all."""
    assert plan.front is not None
    straight = slots(view, unit, plan.front, 1)
    return all(math.dist((p.x, p.y), (straight[b].x, straight[b].y)) <= 0.05 for b, p in plan.poses.items())


def _length(path: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(path))


class _Column:
    """A column as it snakes: ``behind`` is where its leader's front came along, to where it is (``here``)."""

    def __init__(self, view: State, unit: str) -> None:
        self.view, self.unit = view, unit
        self.ids, self.shape = models(view, unit), profile(view, unit).footprint
        self.front = block_of(view, unit).front
        self.here = (self.front.x, self.front.y)
        self.curled = straight_bar(view, unit) is not None
        heads = [moved(pose_of(view, b), view.bases[b].shape.depth / 2.0) for b in self.ids[1:] if self.curled]
        self.behind = [*((h.x, h.y) for h in reversed(heads)), self.here]
        mine = [pose_of(view, b) for b in self.ids if view.bases[b].unit == unit]
        x, y = middle((p.x, p.y) for p in mine)
        self.ahead = self.front.x - x, self.front.y - y
        """By how much (mm) the leader's front lies ahead of the middle of the figures, which a path leads."""

    def cut(self, points: Sequence[Point], way: float) -> list[Point]:
        """The first so many mm of a path."""
        out: list[Point] = []
        here, left = self.here, way
        for point in points:
            far = math.dist(here, point)
            if far >= left:
                share = left / far if far > 0.0 else 0.0
                return [*out, (here[0] + (point[0] - here[0]) * share, here[1] + (point[1] - here[1]) * share)]
            out.append(point)
            here, left = point, left - far
        return out

    def poses_on(self, points: Sequence[Point]) -> dict[str, Pose]:
        """Where the models stand whose leader's front has come along a path from where it is."""
        path = [*self.behind, *points]
        gap = gap_of(own(self.view, self.unit).order, self.shape)
        found = snake_poses(self.shape, len(self.ids), path, self._facing(path), gap)
        return {b: rounded(p) for b, p in zip(self.ids, found, strict=True)}

    def _facing(self, path: Sequence[Point]) -> float:
        """The facing of whoever stands before the beginning of a path: as the block faces, or as the tail lay."""
        if len(path) == 1 or not self.curled:
            return self.front.facing
        (ax, ay), (bx, by) = path[0], path[1]
        return bearing(bx - ax, by - ay)

    def plan(self, points: Sequence[Point]) -> Plan:
        """A fast march along a path, as it would be carried out."""
        poses, (dx, dy) = self.poses_on(points), self.ahead
        told = Path(tuple((round(px - dx, 3), round(py - dy, 3)) for px, py in points))
        front = moved(next(iter(poses.values())), self.shape.depth / 2.0)
        allowance, path = plans.allowance(self.view, self.unit, "fast_march"), (self.here, *points)
        return Plan(self.unit, "fast_march", (told,), (_length(path),), allowance, front, 1, poses, path)

    def _quads(self, poses: Sequence[Pose]) -> Floats:
        inner = Footprint("rect", self.shape.width - 2.0 * SLACK, self.shape.depth - 2.0 * SLACK)
        return np.stack([corners(inner, p) for p in poses])

    def free(self, points: Sequence[Point]) -> tuple[float, Bar | None]:
        """How far (mm) along its path the leader's base sweeps nothing that stops it, and what does."""
        reach = plans.allowance(self.view, self.unit, "fast_march") + _length(self.behind) + 50.0
        found = barriers.barriers(self.view, self.unit, reach, plans.march_clauses("fast_march"))
        whole, facing = _length([self.here, *points]), self._facing([*self.behind, *points])
        ways = np.linspace(0.0, whole, max(1, math.ceil(whole / LOOK)) + 1)
        cuts = [[*self.behind, *self.cut(points, float(way))] for way in ways]
        four = self._quads([snake_poses(self.shape, 1, cut, facing)[0] for cut in cuts])
        hulls, start = hull_sweeps(four[:-1], four[1:]), shapely.Polygon(four[0])
        first, bar = len(hulls), None
        outside = [k for k in range(len(hulls)) if facts.off_table(self.view, four[k + 1])]
        if outside:
            first, bar = outside[0], Bar(barriers.sentence(None), "WAB-S07")
        for barrier in found:
            line = barrier.what == "obstacle"
            if line and shapely.intersects(barrier.shape, start):
                continue
            met = np.nonzero(shapely.intersects(barrier.shape, hulls[:first]))[0].tolist()
            k = next((k for k in met if line or shared(hulls[k], barrier.shape) > TOUCH), None)
            if k is not None:
                first, bar = k, Bar(barriers.sentence(barrier), barrier.clause)
        return (whole if bar is None else float(ways[first])), bar

    def end_bar(self, points: Sequence[Point]) -> Bar | None:
        """Why the models cannot stand on a path as they end."""
        shapes = polygons_from(self._quads(list(self.poses_on(points).values())))
        i, j = np.triu_indices(len(shapes), 2)
        close = shapely.intersects(shapes[i], shapes[j])
        crossed = shapely.area(shapely.intersection(shapes[i[close]], shapes[j[close]]))
        if np.any(crossed > CROSSED * self.shape.width * self.shape.depth):
            return Bar(T("The column would cross itself"), "WAB-S13")
        return barriers.end_bar(self.view, self.unit, shapes.tolist())


_SHUT = ((T("{unit}: fleeing"), "WAB-S27", "fleeing"), (T("{unit}: in close combat"), "WAB-S27", "engaged"))


def on_his_own(view: State, character: str) -> State:
    """The situation in which a character has stepped out of his unit, whose front stays and whose ranks close up."""
    host = facts.host(view, character)
    if not host:
        return view
    there = _joined(view, character, "")
    return there.with_poses(slots(there, host, block_of(view, host).front, own(view, host).files))


def _joined(view: State, character: str, host: str) -> State:
    unit = view.units[character]
    changed = replace(unit, own=replace(own(view, character), joined=host))
    return replace(view, units={**view.units, character: changed})


def join_bar(view: State, character: str, host: str) -> Bar | None:
    """Why a character may not join a unit at all: mounted ones join cavalry, those on foot infantry (WAB-S27)."""
    if not formed(view, host) or own(view, host).snake:
        return Bar(T("{unit}: not in ranks", unit=Thing(host)), "WAB-S27")
    found = state_bar(view, host, _SHUT)
    if found is None and not facts.suited(view, character, host):
        on_foot = facts.is_infantry(view, character)
        text = T("A character on foot joins infantry") if on_foot else T("A mounted character joins cavalry")
        return Bar(text, "WAB-S27")
    return found


def marks(view: State, character: str) -> tuple[Choice, ...]:
    """The units that a character could join, each with its bar."""
    others = [u for u in facts.friends(view, character) if formed(view, u) and u != facts.host(view, character)]
    return tuple(Choice(u, T("Join {unit}", unit=Thing(u)), join_bar(view, character, u)) for u in others)


def seated(view: State, character: str, host: str) -> tuple[dict[str, Pose], Bar | None]:
    """Poses of a unit and of the character who has taken the middle of its front rank; why there is no room."""
    front, files = block_of(view, host).front, own(view, host).files
    there = _joined(view, character, host)
    grown = block_at(there, host, front, files)
    bar = barriers.end_bar(view, host, [grown.polygon], but=(character,))
    return slots(there, host, front, files), bar


def judged(view: State, character: str, mode: str, steps: Sequence[Step], host: str = "") -> Plan:
    """Judge the move of a character: out of his unit if he is in one, and into another if asked.

    The way to the unit that he joins is made for him from where his course ends.
    """
    old = facts.host(view, character)
    through = (old,) if old else ()
    apart = on_his_own(view, character)
    plan = loose_moves.judge(apart, character, mode, steps, through)
    if not host:
        return plan
    bar = join_bar(view, character, host)
    if bar is not None:
        return replace(plan, bar=bar, nearest=())
    # where his steps end he need not be able to stand: he goes on
    group = loose_moves.Group(apart, character, mode, through)
    barred, _ = run(group, steps)
    if barred is not None:
        return plan
    pair = nearest_pair(group.quads(0.0), quads(apart, host))
    if pair.distance > CONTACT / 2.0:
        x, y = group.at
        barred, _ = group.go((x + pair.on_b[0] - pair.on_a[0], y + pair.on_b[1] - pair.on_a[1]), None)
        if barred is not None:
            gap = Length(round(pair.distance, 3))
            text = T("{gap} short of {unit}: {why}", gap=gap, unit=Thing(host), why=barred.text)
            return replace(group.plan(), bar=Bar(text, barred.clause))
    plan = group.plan()
    poses, bar = seated(apart.with_poses(plan.poses), character, host)
    return replace(plan, poses=poses, bar=bar)


def changes(view: State, character: str, plan: Plan, host: str = "") -> list[Change]:
    """The changes of state that a character's move makes: his own pose, the ranks he leaves and those he enters."""
    old = facts.host(view, character)
    apart = on_his_own(view, character)
    left: list[Change] = [SetPose(b.id, apart.bases[b.id].pose) for b in apart.bases_of(old)] if old else []
    joined = [own_field("unit", character, joined=host)] if host or old else []
    return [*left, *(SetPose(b, p) for b, p in plan.poses.items()), *joined]


def reformed(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """A reform: the centre of the footprint stays, any frontage, any facing (WAB-FRM-08, WAB-S35)."""
    block = block_of(view, unit)
    files, facing = reform_of(steps, block.files, block.front.facing)
    bar = files_bar(unit, files, block.count)
    if not all(isinstance(s, Path | Form) for s in steps):
        bar = Bar(T("Give a reform only a frontage and a facing"), "WAB-FRM-08")
    if bar is not None:
        return Plan(unit, "reform", bar=bar)
    changed = block_at(view, unit, block.front, files)
    front = moved(Pose(block.centre.x, block.centre.y, facing), changed.depth / 2.0)
    there = changed.at(rounded(front))
    bar = barriers.end_bar(view, unit, [there.polygon])
    poses = slots(view, unit, there.front, files)
    return Plan(unit, "reform", (Form("ranks", files, facing),), (0.0,), 0.0, there.front, files, poses, bar=bar)


@remembered
def plan(view: State, answer: MoveAnswer) -> Plan:
    """Judge a move: whether the unit may move so at all, then its course."""
    unit, mode = answer.subject, answer.mode
    steps = steps_of(answer)
    if mode == "disengage" and not steps:
        steps = steps_of(straight_out(view, unit))
    if mode == "reform":
        return (reformed if formed(view, unit) else loose_moves.regroup_plan)(view, unit, steps)
    if snakes(view, unit, mode, steps):
        return judge(view, unit, steps)
    if own(view, unit).character:
        return judged(view, unit, mode, steps, answer.mark)
    if facts.loose(view, unit):
        return loose_moves.judge(view, unit, mode, steps)
    cramped = straight_bar(view, unit)
    return Plan(unit, mode, bar=cramped) if cramped is not None else manoeuvre.judge(view, unit, mode, steps)


def reckoned(view: State, answer: MoveAnswer, found: Plan) -> Plan:
    """A plan that costs too much, with the cost of the whole of it: the judge stops at the step that is too dear."""
    unit, steps = answer.subject, steps_of(answer)
    if not isinstance(found.bar, Dear) or found.front is None or snakes(view, unit, answer.mode, steps):
        return found
    walk = manoeuvre.Walk(view, unit, answer.mode)
    walk.left = math.inf
    run(walk, steps)  # as far as they lead where something else bars them
    whole = max(found.bar.whole, sum(walk.costs))
    return replace(found, bar=plans.too_far(whole, found.allowance, found.bar.clause, found.nearest))


def steps_of(answer: MoveAnswer) -> tuple[Step, ...]:
    """The steps of the one body that moves."""
    return answer.courses[0].steps if answer.courses else ()


def straight_out(view: State, unit: str) -> MoveAnswer:
    """The whole way straight out of a combat (WAB-S16)."""
    answer = MoveAnswer(unit, "disengage", courses=(Course(unit, (_away(view, unit),)),))
    found = plan(view, answer)
    if found.legal:
        return answer
    return replace(answer, courses=(Course(unit, found.nearest),) if found.nearest else ())


def _away(view: State, unit: str) -> Step:
    """Straight away from its enemies by its movement rate."""
    rate = facts.rate(view, unit)
    if not facts.loose(view, unit):
        return Advance(rate)
    x, y = facts.centre(view, unit)
    foes = facts.opponents(view, unit) or facts.foes(view, unit)
    ex, ey = facts.centre(view, foes[0]) if foes else (x, y - 1.0)
    dx, dy = forward(bearing(x - ex, y - ey))
    return Path(((round(x + dx * rate, 3), round(y + dy * rate, 3)),))
