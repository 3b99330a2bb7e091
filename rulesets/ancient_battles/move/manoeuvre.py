"""Moves of formed units: advance, wheel, about-face, change of formation; what they cost and what stops them.

WAB-FRM-01 to WAB-FRM-07, WAB-TER-01 to WAB-TER-04, WAB-MAR-05 to WAB-MAR-07, WAB-FMR-06 to WAB-FMR-08, WAB-R14 to
WAB-R17, WAB-S06 to WAB-S08, WAB-S16, WAB-S35. Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Angle, Length, T, Thing
from game.geometry.shapes import Point, Pose, norm_deg, to_world
from game.geometry.steps import Advance, Form, Path, Step, Turn, Wheel
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_numbers import NUMBERS
from rulesets.ancient_battles.field import barriers, facts, metering
from rulesets.ancient_battles.field.barriers import Barrier
from rulesets.ancient_battles.field.blocks import Block, block_at, block_of, formed, slots
from rulesets.ancient_battles.field.board import array
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.move import marching
from rulesets.ancient_battles.move.plans import Plan, dear

QUARTER, HALF, ALL = NUMBERS.about_face.value, NUMBERS.one_rank.value, NUMBERS.two_ranks.value
"""Shares of the movement rate that an about-face and a change of formation surrender (WAB-FRM-04 to WAB-FRM-07)."""
WIDEST = 180.0
"""Degrees of the widest wheel in one step."""
LEAST = 0.01
"""mm and degrees below which a step is none."""
BACK_OFF = 0.5
"""Inches by which a move is shortened until it ends clear of those it passes through."""


ENOUGH = 1e6
"""mm that are more than any move costs."""


class _Done(NamedTuple):
    """What came of a step: what bars it, as much of it as may be done, the step taken with its cost, the walk after."""

    bar: Bar | None
    shorter: Step | None
    taken: tuple[Step, float] | None
    left: float
    block: Block
    abouts: int


class Walk:
    """A formed unit on its move: where it stands, what it has used up, how often it faced about."""

    def __init__(self, view: State, unit: str, mode: str) -> None:
        self.view, self.unit, self.mode = view, unit, mode
        self.allowance = marching.allowance(view, unit, mode)
        self.rate = facts.rate(view, unit)
        self.block = block_of(view, unit)
        self.left = self.allowance
        self.abouts = 0
        self.steps: list[Step] = []
        self.costs: list[float] = []
        self.path: list[Point] = [(self.block.front.x, self.block.front.y)]
        reach = self.allowance + math.hypot(self.block.width, self.block.depth)
        self.found: Sequence[Barrier] = barriers.barriers(view, unit, reach, marching.march_clauses(mode))

    def copy(self) -> Walk:
        """The same walk, to be tried on from here."""
        other = Walk.__new__(Walk)
        other.__dict__.update(self.__dict__)
        other.steps, other.costs, other.path = list(self.steps), list(self.costs), list(self.path)
        return other

    @property
    def front(self) -> Pose:
        """The front now."""
        return self.block.front

    def take(self, step: Step, cost: float, block: Block) -> None:
        """A step is done."""
        self.steps.append(step)
        self.costs.append(round(cost, 6))
        self.left -= cost
        self.block = block
        self.path.append((block.front.x, block.front.y))

    # -- the steps ----------------------------------------------------------------------------------------------

    def do(self, step: Step) -> tuple[Bar | None, Step | None]:
        """Do a step; where it is barred, why, and as much of it as may be done (None for nothing).

        A move that is refused is walked again until it may be done: each step from each place is judged once.
        """
        known = array(self.view).known
        key = (Walk, self.unit, self.mode, self.front, self.block.files, self.left, self.abouts, step)
        found: _Done | None = known.get(key)
        if found is None:
            before = len(self.steps)
            bar, shorter = self._do(step)
            taken = (self.steps[-1], self.costs[-1]) if len(self.steps) > before else None
            known[key] = _Done(bar, shorter, taken, self.left, self.block, self.abouts)
            return bar, shorter
        self.left, self.block, self.abouts = found.left, found.block, found.abouts
        if found.taken is not None:
            self.steps.append(found.taken[0])
            self.costs.append(found.taken[1])
            self.path.append((self.front.x, self.front.y))
        return found.bar, found.shorter

    def _do(self, step: Step) -> tuple[Bar | None, Step | None]:
        if isinstance(step, Advance):
            return self.advance(step.distance)
        if isinstance(step, Wheel):
            return self.wheel(step)
        about = isinstance(step, Turn) and step.to == "about"
        if about or (isinstance(step, Form) and step.formation == "about"):
            return self.about(), None
        if isinstance(step, Form):
            return self.form(step), None
        return Bar(T("Formed units only go straight ahead, wheel, face about or change formation"), "WAB-S07"), None

    def advance(self, distance: float) -> tuple[Bar | None, Step | None]:
        """Straight ahead (WAB-S07, WAB-S08)."""
        if distance < -LEAST:
            return Bar(T("Formed units do not move backward"), "WAB-S07"), None
        if distance <= LEAST:
            return None, None
        room, by = barriers.room_ahead(self.view, self.block, self.found, distance)
        cost = metering.advance_cost(self.view, self.unit, self.block, distance, self.allowance)
        if room >= distance - SLACK and cost <= self.left + SLACK:
            self.take(Advance(round(distance, 3)), cost, self._ahead(distance))
            return None, None
        far, halt = distance, ""
        if cost > self.left + SLACK:
            far, halt = metering.advance_reach(self.view, self.unit, self.block, max(self.left, 0.0), self.allowance)
        part = math.floor(min(far, room) * 1000.0 + 1e-6) / 1000.0
        shorter = Advance(part) if part > LEAST else None
        if room < far:
            return barriers.bar_after(by, Length(round(room, 3))), shorter
        if halt:
            text = T(
                "It halts before {ground}: crossing costs {cost}, and too little is left",
                ground=Thing(halt),
                cost=Length(metering.TOLL * self.allowance),
            )
            return Bar(text, "WAB-TER-03"), shorter
        return dear(
            self.mode, cost, self.left, self.allowance, "WAB-TER-02" if cost > distance + SLACK else ""
        ), shorter

    def _ahead(self, distance: float) -> Block:
        return self.block.at(metering.end_pose(self.front, distance))

    def wheel(self, step: Wheel) -> tuple[Bar | None, Step | None]:
        """A wheel forward about a front corner (WAB-FRM-01, WAB-FRM-02, WAB-S06)."""
        angle, hand = step.angle, step.hand
        if step.back or angle < -LEAST:
            return Bar(T("There are no wheels backward"), "WAB-S06"), None
        if angle <= LEAST:
            return None, None
        if angle > WIDEST:
            return Bar(T("A wheel turns by at most {most}", most=Angle(WIDEST)), "WAB-S06"), Wheel(WIDEST, hand)
        free, by = barriers.free_wheel(self.view, self.block, hand, self.found, angle)
        under = metering.wheel_spans(self.view, self.unit, self.block, hand, angle)
        cost = metering.spans_cost(self.block, under, angle, self.allowance)
        if free >= angle - LEAST and cost <= self.left + SLACK:
            self.take(Wheel(round(angle, 3), hand), cost, metering.wheeled(self.block, hand, angle))
            return None, None
        paid = angle
        if cost > self.left + SLACK:
            low, paid = 0.0, angle
            while paid - low > 1e-4:
                middle = (low + paid) / 2.0
                fine = metering.spans_cost(self.block, under, middle, self.allowance) <= self.left
                low, paid = (middle, paid) if fine else (low, middle)
            paid = low
        part = math.floor(min(free, paid) * 1000.0) / 1000.0
        shorter = Wheel(part, hand) if part > LEAST else None
        if free < paid:
            return barriers.bar_after(by, Angle(round(free, 1))), shorter
        return dear(self.mode, cost, self.left, self.allowance, "WAB-FRM-02"), shorter

    def _plain(self) -> Bar | None:
        """Marches know wheels alone (WAB-MAR-05, WAB-FMR-06)."""
        if self.mode == "march":
            return Bar(T("The wheel is the only manoeuvre of a march"), "WAB-MAR-05")
        if self.mode == "fast_march":
            return Bar(T("The wheel is the only manoeuvre of a fast march"), "WAB-FMR-06")
        return None

    def about(self) -> Bar | None:
        """Every model turns in its place: a quarter of the movement; open order twice (WAB-FRM-03 to WAB-FRM-05)."""
        found = self._plain()
        if found is not None:
            return found
        twice = own(self.view, self.unit).order == "open"
        if self.abouts >= (2 if twice else 1):
            if twice:
                return Bar(T("Open order faces about twice in a move"), "WAB-FRM-05")
            return Bar(T("Close order faces about once in a move"), "WAB-FRM-03")
        cost = QUARTER * self.rate
        if cost > self.left + SLACK:
            return dear(self.mode, cost, self.left, self.allowance, "WAB-FRM-04")
        self.abouts += 1
        self.take(Turn("about"), cost, faced_about(self.block))
        return None

    def form(self, step: Form) -> Bar | None:
        """One or two ranks more or fewer (WAB-FRM-06, WAB-FRM-07, WAB-S35)."""
        found = self._plain()
        if found is not None:
            return found
        files = files_of(step)
        if not 1 <= files <= self.block.count:
            text = T("{unit}: from 1 to {n} files", unit=Thing(self.unit), n=self.block.count)
            return Bar(text, "WAB-S35")
        changed = block_at(self.view, self.unit, self.front, files)
        ranks = abs(changed.ranks - self.block.ranks)
        if ranks == 0:
            if files == self.block.files:
                return None
            text = T("{files} files make {ranks} ranks, as many as now", files=files, ranks=changed.ranks)
            return Bar(text, "WAB-S35")
        if ranks > 2:
            text = T("From {old} to {new} ranks it takes a reform", old=self.block.ranks, new=changed.ranks)
            return Bar(text, "WAB-FRM-07")
        clause = "WAB-FRM-06" if ranks == 1 else "WAB-FRM-07"
        cost = (HALF if ranks == 1 else ALL) * self.rate
        if cost > self.left + SLACK:
            return dear(self.mode, cost, self.left, self.allowance, clause)
        found = barriers.end_bar(self.view, self.unit, [changed.polygon])
        if found is not None:
            return found
        self.take(Form("ranks", files), cost, changed)
        return None

    def end(self) -> Bar | None:
        """Whether it may stand where it has come to: those it passed through must be clear (WAB-S07)."""
        if not self.steps:
            return None
        known, key = array(self.view).known, (Walk, self.unit, self.front, self.block.files)
        if key not in known:
            known[key] = barriers.end_bar(self.view, self.unit, [self.block.polygon])
        bar: Bar | None = known[key]
        return bar


def files_of(step: Form) -> int:
    """The frontage that a step names: in its count, or as the name of the formation."""
    return step.files or (int(step.formation) if step.formation.isdigit() else 0)


def faced_about(block: Block) -> Block:
    """The footprint stays, the rear edge becomes the front (WAB-S35)."""
    x, y = to_world(block.front, (0.0, -block.depth))
    return block.at(Pose(x, y, norm_deg(block.front.facing + 180.0)))


# --- a whole move ------------------------------------------------------------------------------------------------


def judge(view: State, unit: str, mode: str, steps: Sequence[Step]) -> Plan:
    """Judge a move of a formed unit in ``normal``, ``march``, ``fast_march`` or ``disengage``.

    Whether the unit may move in that way at all is asked of :func:`marching.modes`; here it is the course alone.
    """
    walk = Walk(view, unit, mode)
    if mode == "disengage":
        walk.block = faced_about(walk.block)
        walk.path = [(walk.front.x, walk.front.y)]
    bar, shorter = run(walk, steps)
    if bar is None:
        bar = walk.end()
        shorter = None
    if bar is None:
        return plan_of(walk)
    nearest = tuple(walk.steps) + ((shorter,) if shorter is not None else ())
    wished = plan_of(walk)
    drop = next((s for s in reversed(steps) if isinstance(s, Path)), None)
    if drop is not None and drop.points:
        wished = _dropped(walk, drop)
    return replace(wished, bar=bar, nearest=_clear(view, unit, mode, nearest))


def whole_cost(view: State, unit: str, mode: str, steps: Sequence[Step]) -> float:
    """Mm that steps would use up if there were enough of it; as far as they lead where something else bars them."""
    walk = Walk(view, unit, mode)
    if mode == "disengage":
        walk.block = faced_about(walk.block)
    walk.left = ENOUGH
    run(walk, steps)
    return sum(walk.costs)


def _dropped(walk: Walk, path: Path) -> Plan:
    """The place where a unit was dropped, reached or not: what its player sees with the refusal."""
    from rulesets.ancient_battles.move import reach_solver

    facing = walk.front.facing if path.facing is None else path.facing
    front = reach_solver.front_at(walk, path.points[-1], facing)
    poses = slots(walk.view, walk.unit, front, walk.block.files)
    return replace(plan_of(walk), front=front, poses=poses)


def run(walk: Walk, steps: Sequence[Step]) -> tuple[Bar | None, Step | None]:
    """Do steps in their order, paths solved; the first bar, and as much of the barred step as may be done."""
    from rulesets.ancient_battles.move import reach_solver

    for step in steps:
        if walk.mode == "disengage" and not isinstance(step, Advance):
            return Bar(T("It leaves its combat straight away, without manoeuvres"), "WAB-S16"), None
        if isinstance(step, Path):
            bar = reach_solver.follow(walk, step)
            if bar is not None:
                return bar, None
            continue
        bar, shorter = walk.do(step)
        if bar is not None:
            return bar, shorter
    return None, None


def plan_of(walk: Walk) -> Plan:
    """What has been walked, as a plan."""
    poses = slots(walk.view, walk.unit, walk.front, walk.block.files)
    return Plan(
        walk.unit,
        walk.mode,
        tuple(walk.steps),
        tuple(walk.costs),
        walk.allowance,
        walk.front,
        walk.block.files,
        poses,
        tuple(walk.path),
    )


def _clear(view: State, unit: str, mode: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps shortened at their end until the unit ends clear of everybody; nothing where that takes all of them."""
    while steps:
        walk = Walk(view, unit, mode)
        if mode == "disengage":
            walk.block = faced_about(walk.block)
        bar, _ = run(walk, steps)
        if bar is None and walk.end() is None:
            return tuple(walk.steps)
        last = steps[-1]
        if isinstance(last, Advance) and last.distance > inch(BACK_OFF):
            steps = (*steps[:-1], Advance(round(last.distance - inch(BACK_OFF), 3)))
        else:
            steps = steps[:-1]
    return ()


# --- reform ------------------------------------------------------------------------------------------------------


def reformed(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """A reform: the centre of the footprint stays, any frontage, any facing (WAB-FRM-08, WAB-S35)."""
    block = block_of(view, unit)
    files, facing = block.files, block.front.facing
    for step in steps:
        if isinstance(step, Path):
            facing = facing if step.facing is None else step.facing
        elif isinstance(step, Form):
            files = files_of(step) or files
            facing = facing if step.facing is None else step.facing
        else:
            return Plan(unit, "reform", bar=Bar(T("A reform is a frontage and a facing, and no more"), "WAB-FRM-08"))
    facing = round(norm_deg(facing), 3)
    if not 1 <= files <= block.count:
        text = T("{unit}: from 1 to {n} files", unit=Thing(unit), n=block.count)
        return Plan(unit, "reform", bar=Bar(text, "WAB-S35"))
    changed = block_at(view, unit, block.front, files)
    centre = Pose(block.centre.x, block.centre.y, facing)
    x, y = to_world(centre, (0.0, changed.depth / 2.0))
    there = changed.at(Pose(round(x, 3), round(y, 3), facing))
    course = (Form("ranks", files, facing),)
    bar = barriers.end_bar(view, unit, [there.polygon])
    poses = slots(view, unit, there.front, files)
    return Plan(unit, "reform", course, (0.0,), 0.0, there.front, files, poses, bar=bar)


def may_form(view: State, unit: str) -> tuple[int, ...]:
    """Frontages that a change of formation could give now, the widest first (WAB-S35)."""
    if not formed(view, unit):
        return ()
    block = block_of(view, unit)
    found = []
    for files in range(block.count, 0, -1):
        if 1 <= abs(math.ceil(block.count / files) - block.ranks) <= 2:
            found.append(files)
    return tuple(found)
