"""Moves of formed units: advance, wheel, about-face, change of formation; what they cost and what stops them.

WAB-FRM-01 to WAB-FRM-07, WAB-TER-01 to WAB-TER-04, WAB-MAR-05 to WAB-MAR-07, WAB-FMR-06 to WAB-FMR-08, WAB-R14 to
WAB-R17, WAB-S06 to WAB-S08, WAB-S16, WAB-S35. Lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Angle, Length, T, Thing
from game.geometry.shapes import Pose, moved, norm_deg, rounded
from game.geometry.steps import Advance, Form, Path, Step, Turn, Wheel
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import barriers, facts, metering
from rulesets.ancient_battles.field.blocks import Block, block_at, block_of, formed, slots
from rulesets.ancient_battles.field.board import array
from rulesets.ancient_battles.field.straights import halved
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.move import plans
from rulesets.ancient_battles.move.plans import Barred, Body, Plan, files_bar, files_of, judged, reform_of, run

QUARTER, HALF, ALL = NUMBERS.about_face.value, NUMBERS.one_rank.value, NUMBERS.two_ranks.value
"""Shares of the movement rate that an about-face and a change of formation surrender (WAB-FRM-04 to WAB-FRM-07)."""
WIDEST = 180.0
"""Degrees of the widest wheel in one step."""
LEAST = 0.01
"""mm and degrees below which a step is none."""
ENOUGH = 1e6
"""mm that are more than any move costs."""


class Walk(Body):
    """A formed unit on its move: where it stands, what it has left, how often it faced about."""

    def __init__(self, view: State, unit: str, mode: str) -> None:
        super().__init__(view, unit, mode)
        self.rate = facts.rate(view, unit)
        self.block = block_of(view, unit)
        self.abouts = 0
        reach = self.allowance + math.hypot(self.block.width, self.block.depth)
        self.found = barriers.barriers(view, unit, reach, plans.march_clauses(mode))
        if mode == "disengage":
            self.block = faced_about(self.block)
        self.path.append((self.front.x, self.front.y))

    def copy(self) -> Walk:
        """The same walk, to be tried on from here."""
        other = Walk.__new__(Walk)
        other.become(self)
        other.steps, other.costs, other.path = list(self.steps), list(self.costs), list(self.path)
        return other

    def become(self, other: Walk) -> None:
        """Have walked as another has."""
        self.__dict__.update(other.__dict__)

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

    def do(self, step: Step) -> Barred:
        """Do a step, a path solved; where it is barred, why, and as much of it as may be done (None for nothing).

        A move that is refused is walked again until it may be done: each step from each place is judged once.
        """
        from rulesets.ancient_battles.move import reach_solver

        if self.mode == "disengage" and not isinstance(step, Advance):
            return Bar(T("It leaves its combat straight away, without manoeuvres"), "WAB-S16"), None
        if isinstance(step, Path):
            return reach_solver.follow(self, step), None
        known = array(self.view).known
        key = (Walk, self.unit, self.mode, self.front, self.block.files, self.left, self.abouts, step)
        barred: Barred
        if key not in known:
            before = len(self.steps)
            barred = self._do(step)
            known[key] = barred, self.steps[before:], self.costs[before:], self.left, self.block, self.abouts
            return barred
        barred, steps, costs, self.left, self.block, self.abouts = known[key]
        self.steps += steps
        self.costs += costs
        self.path += [(self.front.x, self.front.y)] * len(steps)
        return barred

    def _do(self, step: Step) -> Barred:
        if isinstance(step, Advance):
            return self.advance(step.distance)
        if isinstance(step, Wheel):
            return self.wheel(step)
        about = isinstance(step, Turn) and step.to == "about"
        if about or (isinstance(step, Form) and step.formation == "about"):
            return self._plain() or self.about(), None
        if isinstance(step, Form):
            return self._plain() or self.form(step), None
        return Bar(T("Formed units only go straight ahead, wheel, face about or change formation"), "WAB-S07"), None

    def advance(self, distance: float) -> Barred:
        """Straight ahead (WAB-S07, WAB-S08)."""
        if distance < -LEAST:
            return Bar(T("Formed units do not move backward"), "WAB-S07"), None
        if distance <= LEAST:
            return None, None
        room, by = barriers.room_ahead(self.view, self.block, self.found, distance)
        cost = metering.advance_cost(self.view, self.unit, self.block, distance, self.allowance)
        if room >= distance - SLACK and cost <= self.left + SLACK:
            self.take(Advance(round(distance, 3)), cost, self.block.at(moved(self.front, distance)))
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
        return self.dear(cost, "WAB-TER-02" if cost > distance + SLACK else ""), shorter

    def wheel(self, step: Wheel) -> Barred:
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

        def cost(degrees: float) -> float:
            return metering.spans_cost(self.block, under, degrees, self.allowance)

        whole = cost(angle)
        if free >= angle - LEAST and whole <= self.left + SLACK:
            self.take(Wheel(round(angle, 3), hand), whole, metering.wheeled(self.block, hand, angle))
            return None, None
        paid = angle
        if whole > self.left + SLACK:
            paid, _ = halved(0.0, angle, 1e-4, lambda degrees: cost(degrees) <= self.left)
        part = math.floor(min(free, paid) * 1000.0) / 1000.0
        shorter = Wheel(part, hand) if part > LEAST else None
        if free < paid:
            return barriers.bar_after(by, Angle(round(free, 1))), shorter
        return self.dear(whole, "WAB-FRM-02"), shorter

    def _plain(self) -> Bar | None:
        """Marches know wheels alone (WAB-MAR-05, WAB-FMR-06)."""
        if self.mode == "march":
            return Bar(T("The wheel is the only manoeuvre of a march"), "WAB-MAR-05")
        if self.mode == "fast_march":
            return Bar(T("The wheel is the only manoeuvre of a fast march"), "WAB-FMR-06")
        return None

    def about(self) -> Bar | None:
        """Every model turns in its place: a quarter of the movement; open order twice (WAB-FRM-03 to WAB-FRM-05)."""
        twice = own(self.view, self.unit).order == "open"
        if self.abouts >= (2 if twice else 1):
            if twice:
                return Bar(T("Open order faces about twice in a move"), "WAB-FRM-05")
            return Bar(T("Close order faces about once in a move"), "WAB-FRM-03")
        cost = QUARTER * self.rate
        if cost > self.left + SLACK:
            return self.dear(cost, "WAB-FRM-04")
        self.abouts += 1
        self.take(Turn("about"), cost, faced_about(self.block))
        return None

    def form(self, step: Form) -> Bar | None:
        """One or two ranks more or fewer (WAB-FRM-06, WAB-FRM-07, WAB-S35)."""
        files = files_of(step)
        bar = files_bar(self.unit, files, self.block.count)
        if bar is not None or files == self.block.files:
            return bar
        changed = block_at(self.view, self.unit, self.front, files)
        ranks = abs(changed.ranks - self.block.ranks)
        if ranks == 0:
            text = T("{files} files make {ranks} ranks, as many as now", files=files, ranks=changed.ranks)
            return Bar(text, "WAB-S35")
        if ranks > 2:
            text = T("From {old} to {new} ranks it takes a reform", old=self.block.ranks, new=changed.ranks)
            return Bar(text, "WAB-FRM-07")
        share, clause = (HALF, "WAB-FRM-06") if ranks == 1 else (ALL, "WAB-FRM-07")
        if share * self.rate > self.left + SLACK:
            return self.dear(share * self.rate, clause)
        bar = barriers.end_bar(self.view, self.unit, [changed.polygon])
        if bar is None:
            self.take(Form("ranks", files), share * self.rate, changed)
        return bar

    def end(self) -> Bar | None:
        """Whether it may stand where it has come to: those it passed through must be clear (WAB-S07)."""
        if not self.steps:
            return None
        known, key = array(self.view).known, (Walk, self.unit, self.front, self.block.files)
        if key not in known:
            known[key] = barriers.end_bar(self.view, self.unit, [self.block.polygon])
        bar: Bar | None = known[key]
        return bar

    def plan(self, drop: Path | None = None) -> Plan:
        """What has been walked, shown where it ends or where it was dropped."""
        from rulesets.ancient_battles.move import reach_solver

        front = self.front
        if drop is not None:
            front = reach_solver.front_at(self, drop.points[-1], front.facing if drop.facing is None else drop.facing)
        return self.planned(slots(self.view, self.unit, front, self.block.files), front, self.block.files)

    def shorter(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Steps whose last advance ends half an inch sooner; without the last one if it is none."""
        last = steps[-1]
        if isinstance(last, Advance) and last.distance > inch(plans.BACK_OFF):
            return (*steps[:-1], Advance(round(last.distance - inch(plans.BACK_OFF), 3)))
        return steps[:-1]


def faced_about(block: Block) -> Block:
    """The footprint stays, the rear edge becomes the front (WAB-S35)."""
    rear = moved(block.front, -block.depth)
    return block.at(Pose(rear.x, rear.y, norm_deg(block.front.facing + 180.0)))


def judge(view: State, unit: str, mode: str, steps: Sequence[Step]) -> Plan:
    """Judge a move of a formed unit in ``normal``, ``march``, ``fast_march`` or ``disengage``.

    Whether the unit may move in that way at all is asked of :func:`plans.modes`; here it is the course alone.
    """
    return judged(lambda: Walk(view, unit, mode), steps)


def whole_cost(view: State, unit: str, mode: str, steps: Sequence[Step]) -> float:
    """Mm that steps would use up if there were enough of it; as far as they lead where something else bars them."""
    walk = Walk(view, unit, mode)
    walk.left = ENOUGH
    run(walk, steps)
    return sum(walk.costs)


def reformed(view: State, unit: str, steps: Sequence[Step]) -> Plan:
    """A reform: the centre of the footprint stays, any frontage, any facing (WAB-FRM-08, WAB-S35)."""
    block = block_of(view, unit)
    files, facing = reform_of(steps, block.files, block.front.facing)
    bar = files_bar(unit, files, block.count)
    if not all(isinstance(s, Path | Form) for s in steps):
        bar = Bar(T("A reform is a frontage and a facing, and no more"), "WAB-FRM-08")
    if bar is not None:
        return Plan(unit, "reform", bar=bar)
    changed = block_at(view, unit, block.front, files)
    front = moved(Pose(block.centre.x, block.centre.y, facing), changed.depth / 2.0)
    there = changed.at(rounded(front))
    bar = barriers.end_bar(view, unit, [there.polygon])
    poses = slots(view, unit, there.front, files)
    return Plan(unit, "reform", (Form("ranks", files, facing),), (0.0,), 0.0, there.front, files, poses, bar=bar)


def may_form(view: State, unit: str) -> tuple[int, ...]:
    """Frontages that a change of formation could give now, the widest first (WAB-S35)."""
    if not formed(view, unit):
        return ()
    block = block_of(view, unit)
    return tuple(n for n in range(block.count, 0, -1) if 1 <= abs(math.ceil(block.count / n) - block.ranks) <= 2)
