"""The draft of a course: legs of a block, of single stands, or plain steps where the rules know no free paths.

Converting between drafts and answers, and carrying a block about for the ghost before any verdict is in, is all that
happens here; what is legal is the ruleset's to say.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.client.editors.whereabouts import centre_of
from game.engine.decision import Course
from game.geometry.shapes import Pose, forward, norm_deg, right, turned_about
from game.geometry.steps import Advance, Back, Climb, Form, Jump, Oblique, Path, Shift, Step, Turn, Wheel

Point = tuple[float, float]


@dataclass(frozen=True)
class Leg:
    """One leg of a block: where its middle comes to stand (mm), the facing at its end, a formation formed up in."""

    x: float
    y: float
    facing: float | None = None
    formation: str = ""


@dataclass(frozen=True)
class CourseDraft:
    """A course being drawn.

    Attributes
    ----------
    legs
        Of the block, where paths are allowed.
    singles
        Poses of single stands by leg; set, they take the place of ``legs``.
    steps
        Steps of the block where there are no free paths.
    given
        Courses of single bases that were loaded as they are (with jumps, climbs) and have not been touched since.
    """

    legs: tuple[Leg, ...] = ()
    singles: tuple[dict[str, Pose], ...] = field(default=())
    steps: tuple[Step, ...] = ()
    given: dict[str, tuple[Step, ...]] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether nothing has been drawn."""
        return not self.legs and not self.singles and not self.steps

    def count(self) -> int:
        """How many legs or steps there are."""
        return len(self.legs) or len(self.singles) or len(self.steps)

    def without_last(self) -> CourseDraft:
        """The draft without its last leg or step."""
        return CourseDraft(self.legs[:-1], self.singles[:-1], self.steps[:-1])

    def with_last(self, leg: Leg) -> CourseDraft:
        """The draft with another last leg."""
        return replace(self, legs=(*self.legs[:-1], leg))


def courses_of(
    draft: CourseDraft, unit: str, start: Mapping[str, Pose], each: bool = False, leaps: Collection[str] = ()
) -> tuple[Course, ...]:
    """The draft as courses of an answer; where ``each`` base goes its own way, only those that move have one.

    Bases in ``leaps`` reach the end of their last leg straight, by jumps.
    """
    if each:
        movers = [b for b in start if b in draft.given or _moves(draft, b, start[b])]
        return tuple(Course(b, draft.given.get(b) or _way(draft, b, b in leaps)) for b in movers)
    if draft.singles:
        return tuple(
            Course(base, tuple(Path(((r(leg[base].x), r(leg[base].y)),), r(leg[base].facing)) for leg in draft.singles))
            for base in start
        )
    if draft.steps:
        return (Course(unit, draft.steps),)
    if not draft.legs:
        return ()
    steps: list[Step] = []
    for leg in draft.legs:
        facing = None if leg.facing is None else r(leg.facing)
        steps.append(Path(((r(leg.x), r(leg.y)),), facing))
        if leg.formation:
            steps.append(Form(leg.formation, facing=facing))
    return (Course(unit, tuple(steps)),)


def _way(draft: CourseDraft, base: str, leaps: bool) -> tuple[Step, ...]:
    """The legs of one base as paths, the last one as a jump where it leaps."""
    way: list[Step] = [Path(((r(leg[base].x), r(leg[base].y)),), r(leg[base].facing)) for leg in draft.singles]
    if leaps and way:
        last = draft.singles[-1][base]
        way[-1] = Jump((r(last.x), r(last.y)), last.level)
    return tuple(way)


def _moves(draft: CourseDraft, base: str, start: Pose) -> bool:
    """Whether a base is to go or turn anywhere."""
    poses = [leg[base] for leg in draft.singles if base in leg]
    return any((r(p.x), r(p.y), r(p.facing)) != (r(start.x), r(start.y), r(start.facing)) for p in poses)


def draft_of(courses: tuple[Course, ...], unit: str, start: Mapping[str, Pose], each: bool = False) -> CourseDraft:
    """The courses of an answer as a draft."""
    if not courses:
        return CourseDraft()
    if each:
        given = {c.who: c.steps for c in courses if c.who in start}
        return CourseDraft(singles=({b: _walked(p, given.get(b, ())) for b, p in start.items()},), given=given)
    if len(courses) == 1 and courses[0].who == unit:
        steps = courses[0].steps
        if not _legs_say(steps):
            return CourseDraft(steps=steps)
        legs: list[Leg] = []
        for step in steps:
            if isinstance(step, Path):
                legs += [Leg(x, y) for x, y in step.points[:-1]]
                legs.append(Leg(*step.points[-1], step.facing))
            elif isinstance(step, Form) and legs:
                facing = step.facing if step.facing is not None else legs[-1].facing
                legs[-1] = replace(legs[-1], formation=step.formation, facing=facing)
        return CourseDraft(legs=tuple(legs))
    ways: dict[str, list[Pose]] = {base: [] for base in start}
    for course in courses:
        here = start.get(course.who)
        if here is None:
            continue
        for step in course.steps:
            if isinstance(step, Path):
                for point in step.points:
                    facing = here.facing if step.facing is None else step.facing
                    here = Pose(point[0], point[1], facing, here.level)
                    ways[course.who].append(here)
    most = max((len(w) for w in ways.values()), default=0)
    singles = []
    for k in range(most):
        singles.append({b: (w[min(k, len(w) - 1)] if w else start[b]) for b, w in ways.items()})
    return CourseDraft(singles=tuple(singles))


def _legs_say(steps: Sequence[Step]) -> bool:
    """Whether legs can hold the steps: paths, and formations formed up in at their ends, as wide as is usual."""
    formed = all(isinstance(s, Path) or (isinstance(s, Form) and not s.files) for s in steps)
    return formed and bool(steps) and isinstance(steps[0], Path)


def _walked(pose: Pose, steps: tuple[Step, ...]) -> Pose:
    """Where a single base comes to by its steps."""
    for step in steps:
        if isinstance(step, Path):
            facing = pose.facing if step.facing is None else step.facing
            pose = Pose(*step.points[-1], facing, pose.level)
        elif isinstance(step, Jump | Climb):
            pose = Pose(*step.to, pose.facing, step.level)
    return pose


def carried(poses: Mapping[str, Pose], to: Point, facing: float | None) -> dict[str, Pose]:
    """A block with its middle at a point, turned so that its first base faces as told."""
    if not poses:
        return {}
    x, y = centre_of(poses.values())
    turn = 0.0 if facing is None else norm_deg(facing - next(iter(poses.values())).facing)
    out = {}
    for base, pose in poses.items():
        there = turned_about(pose, (x, y), turn) if turn else pose
        out[base] = Pose(there.x + to[0] - x, there.y + to[1] - y, there.facing, there.level)
    return out


def ends(draft: CourseDraft, start: Mapping[str, Pose]) -> dict[str, Pose]:
    """Where the bases would end, formations left out of account: the ghost while the ruleset has none."""
    if draft.singles:
        return dict(draft.singles[-1])
    here = dict(start)
    for leg in draft.legs:
        here = carried(here, (leg.x, leg.y), leg.facing)
    for step in draft.steps:
        here = _stepped(here, step)
    return here


def _stepped(poses: dict[str, Pose], step: Step) -> dict[str, Pose]:
    """A block after one step along its own axes."""
    if not poses:
        return poses
    x, y = centre_of(poses.values())
    facing = next(iter(poses.values())).facing
    if isinstance(step, Wheel):
        turn = step.angle * (1 if (step.hand == "right") != step.back else -1)
        (fx, fy), (rx, ry) = forward(facing), right(facing)
        sign = 1.0 if step.hand == "right" else -1.0
        pivot = max(
            ((p.x, p.y) for p in poses.values()), key=lambda q: (sign * (q[0] * rx + q[1] * ry), q[0] * fx + q[1] * fy)
        )
        return {b: turned_about(p, pivot, turn) for b, p in poses.items()}
    if isinstance(step, Turn):
        turn = {"left": -90.0, "right": 90.0, "about": 180.0}[step.to]
        return {b: Pose(p.x, p.y, norm_deg(p.facing + turn), p.level) for b, p in poses.items()}
    ahead, aside = displacement(step)
    (fx, fy), (rx, ry) = forward(facing), right(facing)
    return carried(poses, (x + fx * ahead + rx * aside, y + fy * ahead + ry * aside), None)


def shortened(draft: CourseDraft, start: Mapping[str, Pose], share: float) -> CourseDraft:
    """The draft with a share (0 to 1) of its last leg; what was turned stays turned."""
    if draft.singles:
        before = draft.singles[-2] if len(draft.singles) > 1 else start
        last = {b: _between(before[b], p, share) for b, p in draft.singles[-1].items()}
        return replace(draft, singles=(*draft.singles[:-1], last), given={})
    if not draft.legs:
        return draft
    leg = draft.legs[-1]
    x, y = (draft.legs[-2].x, draft.legs[-2].y) if len(draft.legs) > 1 else centre_of(start.values())
    return draft.with_last(replace(leg, x=x + (leg.x - x) * share, y=y + (leg.y - y) * share))


def _between(a: Pose, b: Pose, share: float) -> Pose:
    return Pose(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, b.facing, b.level)


def displacement(step: Step) -> tuple[float, float]:
    """How far ahead and to the right a step goes, mm."""
    if isinstance(step, Advance):
        return step.distance, 0.0
    if isinstance(step, Back):
        return -step.distance, 0.0
    if isinstance(step, Shift):
        return 0.0, step.distance if step.hand == "right" else -step.distance
    if isinstance(step, Oblique):
        angle = math.radians(step.angle)
        return step.distance * math.cos(angle), step.distance * math.sin(angle)
    return 0.0, 0.0


def step_towards(ahead: float, aside: float, verbs: tuple[str, ...]) -> Step | None:
    """The step that leads best to a point so far ahead and to the right (mm), among the verbs allowed."""
    if "oblique" in verbs and ahead > 0 and abs(aside) > 1.0:
        return Oblique(r(math.hypot(ahead, aside)), r(math.degrees(math.atan2(aside, ahead))))
    if abs(aside) > abs(ahead) and "shift" in verbs:
        return Shift(r(abs(aside)), "right" if aside > 0 else "left")
    if ahead >= 0 and "advance" in verbs:
        return Advance(r(ahead))
    if ahead < 0 and "back" in verbs:
        return Back(r(-ahead))
    return Advance(0.0) if "advance" in verbs else None


def r(value: float) -> float:
    """As it is recorded: 0.001 mm, 0.001 degree."""
    return round(value, 3) + 0.0
