"""Moves of formed units: advance, wheel, about-face, change of formation; what they cost and what stops them.

WAB-FRM-01 to WAB-FRM-07, WAB-TER-01 to WAB-TER-04, WAB-MAR-05 to WAB-MAR-07, WAB-FMR-06 to WAB-FMR-08, WAB-R14 to
WAB-R17, WAB-S06 to WAB-S08, WAB-S16, WAB-S35. Lengths are mm.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from copy import copy

import msgspec

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import Angle, Length, T, Thing
from game.geometry.halving import halved
from game.geometry.shapes import Point, Pose, bearing, moved, norm_deg, to_local, to_world, turn_between
from game.geometry.steps import Advance, Form, Hand, Path, Step, Turn, Wheel
from rulesets.ancient_battles.army.profiles import own
from rulesets.ancient_battles.data_files import NUMBERS
from rulesets.ancient_battles.field import barriers, facts, going
from rulesets.ancient_battles.field.blocks import Block, block_at, block_of, corner, middle, slots
from rulesets.ancient_battles.field.memory import array, remembered, settled
from rulesets.ancient_battles.field.straights import HANDS
from rulesets.ancient_battles.measures import SLACK, inch
from rulesets.ancient_battles.move import plans
from rulesets.ancient_battles.move.plans import Barred, Body, Plan, files_bar, files_of, judged, run

QUARTER, HALF, ALL = NUMBERS.about_face.value, NUMBERS.one_rank.value, NUMBERS.two_ranks.value
"""Shares of the movement rate that an about-face and a change of formation surrender (WAB-FRM-04 to WAB-FRM-07)."""
WIDEST = 180.0
"""Degrees of the widest wheel in one step."""
LEAST = 0.01
"""mm and degrees below which a step is none."""


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
        other = copy(self)
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
        if self.mode == "disengage" and not isinstance(step, Advance):
            return Bar(T("A unit leaves its combat straight ahead, without manoeuvres"), "WAB-S16"), None
        if isinstance(step, Path):
            return follow(self, step), None
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
        cost = going.advance_cost(self.view, self.unit, self.block, distance, self.allowance)
        if room >= distance - SLACK and cost <= self.left + SLACK:
            self.take(Advance(round(distance, 3)), cost, self.block.at(moved(self.front, distance)))
            return None, None
        far, halt = distance, ""
        if cost > self.left + SLACK:
            far, halt = going.advance_reach(self.view, self.unit, self.block, max(self.left, 0.0), self.allowance)
        part = math.floor(min(far, room) * 1000.0 + 1e-6) / 1000.0
        shorter = Advance(part) if part > LEAST else None
        if room < far:
            return barriers.bar_after(by, Length(round(room, 3))), shorter
        if halt:
            here, toll = Thing(halt), Length(going.TOLL * self.allowance)
            text = T(
                "The unit halts before {ground}: crossing costs {cost}, and it has less than that left",
                ground=here,
                cost=toll,
            )
            return Bar(text, "WAB-TER-03"), shorter
        return self.dear(cost, "WAB-TER-02" if cost > distance + SLACK else ""), shorter

    def wheel(self, step: Wheel) -> Barred:
        """A wheel forward about a front corner (WAB-FRM-01, WAB-FRM-02, WAB-S06)."""
        angle, hand = step.angle, step.hand
        if step.back or angle < -LEAST:
            return Bar(T("A unit cannot wheel backward"), "WAB-S06"), None
        if angle <= LEAST:
            return None, None
        if angle > WIDEST:
            return Bar(T("A wheel turns by at most {most}", most=Angle(WIDEST)), "WAB-S06"), Wheel(WIDEST, hand)
        free, by = barriers.free_wheel(self.view, self.block, hand, self.found, angle)
        under = going.wheel_spans(self.view, self.unit, self.block, hand, angle)

        def cost(degrees: float) -> float:
            return going.spans_cost(self.block, under, degrees, self.allowance)

        whole = cost(angle)
        if free >= angle - LEAST and whole <= self.left + SLACK:
            self.take(Wheel(round(angle, 3), hand), whole, going.wheeled(self.block, hand, angle))
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
        march = Bar(T("The wheel is the only manoeuvre of a march"), "WAB-MAR-05")
        fast = Bar(T("The wheel is the only manoeuvre of a fast march"), "WAB-FMR-06")
        return {"march": march, "fast_march": fast}.get(self.mode)

    def about(self) -> Bar | None:
        """Every model turns in its place: a quarter of the movement; open order twice (WAB-FRM-03 to WAB-FRM-05)."""
        twice = own(self.view, self.unit).order == "open"
        if twice and self.abouts >= 2:
            return Bar(T("Open order may face about at most twice in a move"), "WAB-FRM-05")
        if not twice and self.abouts:
            return Bar(T("Close order may face about only once in a move"), "WAB-FRM-03")
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
        old, new = self.block.ranks, changed.ranks
        if old == new:
            return Bar(
                T(
                    "The number of files {files} keeps the present number of ranks ({ranks}): choose another",
                    files=files,
                    ranks=new,
                ),
                "WAB-S35",
            )
        if abs(old - new) > 2:
            return Bar(T("A change from {old} to {new} ranks needs a reform", old=old, new=new), "WAB-FRM-07")
        share, clause = (HALF, "WAB-FRM-06") if abs(old - new) == 1 else (ALL, "WAB-FRM-07")
        if share * self.rate > self.left + SLACK:
            return self.dear(share * self.rate, clause)
        bar = barriers.end_bar(self.view, self.unit, [changed.polygon])
        if bar is None:
            self.take(Form("ranks", files), share * self.rate, changed)
        return bar

    def end(self) -> Bar | None:
        """Whether it may stand where it has come to: those it passed through must be clear (WAB-S07)."""
        return _end_bar(self.view, self.unit, self.front, self.block.files) if self.steps else None

    def plan(self, drop: Path | None = None) -> Plan:
        """What has been walked, shown where it ends or where it was dropped."""
        front = self.front
        if drop is not None:
            front = front_at(self, drop.points[-1], front.facing if drop.facing is None else drop.facing)
        return self.planned(slots(self.view, self.unit, front, self.block.files), front, self.block.files)

    def shorter(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Steps whose last advance ends half an inch sooner; without the last one if it is none."""
        last = steps[-1]
        if isinstance(last, Advance) and last.distance > inch(plans.BACK_OFF):
            return (*steps[:-1], Advance(round(last.distance - inch(plans.BACK_OFF), 3)))
        return steps[:-1]


@settled
def _end_bar(view: State, unit: str, front: Pose, files: int) -> Bar | None:
    return barriers.end_bar(view, unit, [block_at(view, unit, front, files).polygon])


def faced_about(block: Block) -> Block:
    """The footprint stays, the rear edge becomes the front (WAB-S35)."""
    rear = moved(block.front, -block.depth)
    return block.at(Pose(rear.x, rear.y, norm_deg(block.front.facing + 180.0)))


def judge(view: State, unit: str, mode: str, steps: Sequence[Step]) -> Plan:
    """Judge the course of a formed unit; whether it may move in that way at all is asked of :func:`plans.modes`."""
    return judged(lambda: Walk(view, unit, mode), steps)


# A wheel, an advance and a wheel have as many freedoms as a place with a facing: one course at most for each pair of
# hands; about-faces widen the choice. Without a facing one wheel leads there, or two that leave the front as it was.
STEEPEST = 179.0
"""Degrees of the widest wheel that is thought of."""
EXACT = 0.03
"""mm and degrees within which a place is reached."""
TRIED = 6
"""Courses that are judged at most, the cheapest first."""
DEAR = 2
"""Courses that are judged where even level ground would cost too much: how near they come."""


class Route(msgspec.Struct, frozen=True):
    """Steps that lead to a place on even ground without hindrance, and what they cost (mm)."""

    steps: tuple[Step, ...]
    cost: float


def _route(width: float, first: tuple[float, Hand], ahead: float, last: tuple[float, Hand] = (0.0, "left")) -> Route:
    """A wheel, an advance and a wheel of a front so wide; what is none is left out."""
    a, b = ((Wheel(round(angle, 3), hand),) if angle > EXACT / 3.0 else () for angle, hand in (first, last))
    straight = (Advance(round(ahead, 3)),) if ahead > EXACT / 3.0 else ()
    return Route((*a, *straight, *b), width * math.radians(first[0] + last[0]) + ahead)


def _turn(start: float, end: float, hand: Hand) -> float:
    """Degrees of a turn towards a hand, in [0, 360); a hair the wrong way is none."""
    by = norm_deg(end - start if hand == "right" else start - end)
    return 0.0 if by > 360.0 - 1e-4 else by


def to_front(front: Pose, width: float, goal: Pose) -> Iterator[Route]:
    """Wheel, advance, wheel to a front: every such course with wheels below 180 degrees."""
    for first, last in itertools.product(HANDS, HANDS):
        start, end = corner(front, width, first), corner(goal, width, last)
        dx, dy = end[0] - start[0], end[1] - start[1]
        far = math.hypot(dx, dy)
        aside = 0.0 if first == last else (width if first == "left" else -width)
        if far < abs(aside) - 1e-6:
            continue
        ahead = math.sqrt(max(0.0, far * far - aside * aside))
        if far <= EXACT / 3.0 and first == last:
            a, b = _turn(front.facing, goal.facing, first), 0.0
        else:
            lean = math.degrees(math.asin(max(-1.0, min(1.0, aside / far)))) if far > 0.0 else 0.0
            heading = bearing(dx, dy) - lean
            a, b = _turn(front.facing, heading, first), _turn(heading, goal.facing, last)
        if max(a, b) <= STEEPEST:
            yield _route(width, (a, first), ahead, (b, last))


def to_point(front: Pose, width: float, spot: tuple[float, float], goal: Point) -> Iterator[Route]:
    """Wheel and advance that bring a spot of the block (local, from the front's middle) to a point, facing any way."""
    u, v = to_local(front, goal)
    if abs(u - spot[0]) <= EXACT and v - spot[1] >= -EXACT:
        yield _route(width, (0.0, "left"), max(0.0, v - spot[1]))
        return
    for hand in HANDS:
        x, y = corner(front, width, hand)
        aside = spot[0] + (width / 2.0 if hand == "left" else -width / 2.0)
        far = math.hypot(goal[0] - x, goal[1] - y)
        if far < abs(aside) or far <= 0.0:
            continue
        lean, deep = math.degrees(math.asin(aside / far)), math.sqrt(max(0.0, far * far - aside * aside))
        # the spot lies behind the front: its way may end behind the front line that the wheel leaves
        for off, v in ((lean, deep), (180.0 - lean, -deep)):
            ahead = v - spot[1]
            angle = _turn(front.facing, bearing(goal[0] - x, goal[1] - y) - off, hand)
            if ahead >= -EXACT and angle <= STEEPEST:
                yield _route(width, (angle, hand), max(0.0, ahead))


def spot_of(walk: Walk) -> tuple[float, float]:
    """The middle of the unit's own figures, from the middle of its front: what a path leads (local, mm)."""
    return _spot(walk.view, walk.unit, walk.block.files)


@remembered
def _spot(view: State, unit: str, files: int) -> tuple[float, float]:
    places = slots(view, unit, Pose(0.0, 0.0, 0.0), files)
    return middle((p.x, p.y) for b, p in places.items() if view.bases[b].unit == unit)


def front_at(walk: Walk, point: Point, facing: float) -> Pose:
    """The front of a unit whose figures have their middle at a point."""
    u, v = spot_of(walk)
    x, y = to_world(Pose(*point, facing), (-u, -v))
    return Pose(x, y, norm_deg(facing))


def courses(walk: Walk, point: Point, facing: float | None) -> list[Route]:
    """All courses to a place on even ground, the cheapest first."""
    about, block, spot = QUARTER * walk.rate, walk.block, spot_of(walk)
    goal = front_at(walk, point, block.front.facing if facing is None else facing)

    def leads(start: Pose) -> Iterator[Route]:
        return to_point(start, block.width, spot, point) if facing is None else to_front(start, block.width, goal)

    found = list(leads(block.front))
    if not found and facing is None:  # too far aside for one wheel: there and back again with two, front as before
        found += to_front(block.front, block.width, goal)
    if walk.mode == "normal":
        turned = leads(faced_about(block).front)
        found += [Route((Turn("about"), *c.steps), c.cost + about) for c in turned]
        other = faced_about(block.at(goal)).front
        before = to_front(block.front, block.width, other) if facing is not None else ()
        found += [Route((*c.steps, Turn("about")), c.cost + about) for c in before]
    found = [c for c in found if c.cost <= 20.0 * max(walk.allowance, 1.0)]
    return sorted(found, key=lambda c: (round(c.cost, 3), len(c.steps)))


def follow(walk: Walk, path: Path) -> Bar | None:
    """Walk along a path, the facing at its last point; as near as it can, and why, where a point cannot be reached."""
    last = len(path.points)
    legs = (reach(walk, p, path.facing if k == last else None) for k, p in enumerate(path.points, 1))
    return next((bar for bar in legs if bar is not None), None)


def reach(walk: Walk, point: Point, facing: float | None) -> Bar | None:
    """Walk to a place by the cheapest course that is free; else as near to it as the tried ones lead, and why."""
    if max(_off(walk, point, facing)) <= EXACT:
        return None
    tried: list[tuple[float, int, Bar, Walk]] = []
    found = courses(walk, point, facing)
    paid = sum(1 for c in found if c.cost <= walk.left + SLACK)
    for n, course in enumerate(found[: min(TRIED, max(paid, DEAR))]):
        there = walk.copy()
        bar, shorter = run(there, course.steps)
        bar = bar or there.end()
        if bar is None:
            walk.become(there)
            return None
        if shorter is not None:
            there.do(shorter)
        tried.append((round(sum(_off(there, point, facing)), 1), n, bar, there))
    if facing is not None:
        loose = walk.copy()
        bar = reach(loose, point, None)
        why = (
            tried[0][2]
            if tried
            else Bar(T("No wheel and advance lead there with that facing: choose another facing"), "WAB-S07")
        )
        tried.append((round(sum(_off(loose, point, facing)), 1), TRIED, bar or why, loose))
    if tried:
        walk.become(min(tried, key=lambda t: t[:2])[3])
        return tried[0][2]
    ahead = to_local(walk.front, point)[1] - spot_of(walk)[1]
    if ahead > EXACT:
        _, shorter = walk.advance(ahead)
        if shorter is not None:
            walk.do(shorter)
    return Bar(T("The unit cannot step aside: choose a place that a wheel and an advance reach"), "WAB-S07")


def _off(walk: Walk, point: Point, facing: float | None) -> tuple[float, float]:
    """How far from a place a walk has ended: mm, and degrees."""
    x, y = to_world(walk.front, spot_of(walk))
    turn = abs(turn_between(walk.front.facing, facing)) if facing is not None else 0.0
    return math.hypot(x - point[0], y - point[1]), turn
