"""A whole unit's move judged: every model's way in the order of the answer, and where the unit ends.

AFS-ACT-08, AFS-ACT-09, AFS-MOV-01 to -05, AFS-DIF-01, AFS-MEL-01, AFS-R17, AFS-R19, AFS-R42, AFS-S07, AFS-S12, AFS-S31.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from game.engine.decision import Bar, Course, Ghost, MoveAnswer, Part, Reason, Verdict
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Pose
from game.geometry.steps import Jump, Path, Step
from rulesets.age_of_fantasy_skirmish import abilities, coherency, facts, reaching, spacing
from rulesets.age_of_fantasy_skirmish.board import what_if
from rulesets.age_of_fantasy_skirmish.ground_numbers import number
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch
from rulesets.age_of_fantasy_skirmish.own import Action
from rulesets.age_of_fantasy_skirmish.routes import cut, find, straight, with_jumps
from rulesets.age_of_fantasy_skirmish.walker import Walker
from rulesets.age_of_fantasy_skirmish.ways import Way, walk

Kind = Literal["advance", "rush", "charge", "pile_in", "consolidate"]
ATTACKS: tuple[Kind, ...] = ("charge", "pile_in")
LEAPING: tuple[Kind, ...] = ("advance", "rush", "charge")
CLAUSES: dict[Kind, str] = {
    "advance": "AFS-ACT-04",
    "rush": "AFS-ACT-05",
    "charge": "AFS-ACT-06",
    "pile_in": "AFS-MEL-02",
    "consolidate": "AFS-MEL-07",
}


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an answer comes to.

    Attributes
    ----------
    ways
        Of the models that move, in their order.
    limits
        mm that each may count, by base.
    bar, part
        What is wrong, and with which model ("" for the unit).
    capped
        Whether difficult terrain limits all of them (AFS-R42).
    """

    ways: tuple[Way, ...] = ()
    limits: dict[str, float] = {}
    bar: Bar | None = None
    part: str = ""
    capped: bool = False
    better: Way | None = None

    @property
    def ends(self) -> dict[str, Pose]:
        """Where the models that move end."""
        return {w.base: w.end for w in self.ways}


def allowances(view: State, unit: str, kind: Kind) -> dict[str, float]:
    """Mm that each model of a unit on the table may count in a move (AFS-ACT-08); none for Immobile ones."""
    found = {}
    for base in view.bases_of(unit):
        if abilities.has(view, base.id, "immobile"):
            found[base.id] = 0.0
        elif kind in ("pile_in", "consolidate"):
            found[base.id] = inch(number(kind))
        else:
            action: Action = kind  # type: ignore[assignment]
            found[base.id] = abilities.allowance(view, base.id, action).total
    return found


def walker_of(view: State, base: str, kind: Kind, target: str) -> Walker:
    """A model about to go in a move of a kind."""
    return Walker(view, base, target if kind in ATTACKS else None, kind in LEAPING, inside=kind in LEAPING)


def way_of(walker: Walker, steps: Sequence[Step]) -> Way:
    """The way along steps; a single point is a place to be reached, round what is in the way if need be.

    A single Jump is a place to be reached straight, by Jumps over whatever is no ordinary step on the way.
    """
    if len(steps) == 1 and isinstance(steps[0], Jump):
        leaping = walk(walker, with_jumps(walker, (float(steps[0].to[0]), float(steps[0].to[1]))))
        return leaping if leaping.bar is None else walk(walker, steps)
    if len(steps) == 1 and isinstance(steps[0], Path) and len(steps[0].points) == 1:
        (x, y), facing = steps[0].points[0], steps[0].facing
        found = find(walker, (float(x), float(y)), facing, True)
        return straight(walker, (float(x), float(y)), facing) if found is None else found
    return walk(walker, steps)


def judge(
    view: State,
    unit: str,
    kind: Kind,
    target: str,
    courses: Sequence[Course],
    *,
    spent: bool = False,
    before: float | None = None,
    duty: bool = True,
    direct: bool = False,
) -> Plan:
    """Judge a unit's move.

    Parameters
    ----------
    target
        The unit charged, or the charger that is piled into; "" otherwise.
    spent
        Whether models that have moved before were in difficult terrain: then all are capped.
    before
        Scatter (mm) when the move began; as the unit stands if not told.
    duty
        Whether the obligations of a charge are looked at (AFS-S12).
    direct
        Whether places are reached straight or not at all: quicker, for those who try many.
    """
    limits = allowances(view, unit, kind)
    there = view
    ways: list[Way] = []
    for course in courses:
        if course.who not in limits:
            return Plan(tuple(ways), limits, Bar(T("{thing} is no model of this unit", thing=course.who), "AFS-S07"))
        if any(w.base == course.who for w in ways):
            text = T("{model} cannot move twice", model=Thing(course.who))
            return Plan(tuple(ways), limits, Bar(text, "AFS-S07"), course.who)
        walker = walker_of(there, course.who, kind, target)
        way = walk(walker, course.steps) if direct else way_of(walker, course.steps)
        ways.append(way)
        if way.bar is not None:
            return Plan(tuple(ways), limits, way.bar, course.who)
        there = what_if(there, {course.who: way.end})
    moving = [w for w in ways if w.moves]
    capped = spent or any(w.difficult for w in moving)
    if capped:
        limits = {b: min(mm, inch(number("cap"))) for b, mm in limits.items()}
    for way in moving:
        if way.walked > limits[way.base] + SLACK:
            bar = _too_far(way, limits[way.base], kind, capped)
            return Plan(tuple(ways), limits, bar, way.base, capped)
    plan = Plan(tuple(ways), limits, capped=capped)
    if moving:
        wrong, part = _ends(view, there, unit, kind, target, {w.base: w.end for w in moving}, before)
        if wrong is not None:
            return msgspec.structs.replace(plan, bar=wrong, part=part)
    if kind in ATTACKS and duty:
        return _duty(view, there, unit, kind, target, plan)
    return plan


def _too_far(way: Way, limit: float, kind: Kind, capped: bool) -> Bar:
    if capped and abs(limit - inch(number("cap"))) < SLACK:
        text = T(
            "{model} would move {length}, but difficult terrain allows {limit}",
            model=Thing(way.base),
            length=Length(way.walked),
            limit=Length(limit),
        )
        return Bar(text, "AFS-DIF-01")
    text = T(
        "{model} would move {length}: at most {limit}",
        model=Thing(way.base),
        length=Length(way.walked),
        limit=Length(limit),
    )
    return Bar(text, CLAUSES[kind])


def _ends(
    view: State, there: State, unit: str, kind: Kind, target: str, ends: Mapping[str, Pose], before: float | None
) -> tuple[Bar | None, str]:
    """What is wrong with where models end: standing, others, coherency."""
    for base, pose in ends.items():
        start = view.bases[base].pose
        assert start is not None
        walker = walker_of(view, base, kind, target)
        fallen = walker.ground.height_at(start.x, start.y) < -SLACK
        footing = walker.ground.may_stand(walker.shape, pose, fallen)
        if footing is not None:
            return footing, base
        near = spacing.bar(there, unit, {base: pose}, target if kind in ATTACKS else "")
        if near is not None and not (near.clause == "AFS-MOV-03" and _hemmed_in(view, base, kind)):
            return near, base
    now = {b.id: b.pose for b in there.bases_of(unit) if b.pose is not None}
    was = coherency.scatter_now(view, unit) if before is None else before
    return coherency.bar(there, unit, now, was), ""


def _hemmed_in(view: State, base: str, kind: Kind) -> bool:
    """Whether a model that began nearer than an inch to somebody cannot get an inch away (AFS-R17)."""
    unit = view.bases[base].unit
    walker = walker_of(view, base, kind, "")
    gaps = walker.gaps((walker.start.x, walker.start.y), (walker.start.x, walker.start.y))
    if not len(gaps) or at_least(float(gaps.min()), number("apart")):
        return False
    most = allowances(view, unit, kind)[base]
    for k in range(16):
        angle = math.radians(k * 22.5)
        for share in (1.0, 0.5, 0.25):
            goal = (walker.start.x + math.sin(angle) * most * share, walker.start.y + math.cos(angle) * most * share)
            way = straight(walker, goal)
            if way.bar is None and spacing.bar(view, unit, {base: way.end}) is None:
                return False
    return True


def _duty(view: State, there: State, unit: str, kind: Kind, target: str, plan: Plan) -> Plan:
    """Every model goes into contact if it can, else into reach, else as near as it can get (AFS-MEL-01, AFS-S12)."""
    ends = {b.id: b.pose for b in there.bases_of(unit) if b.pose is not None}
    for base, pose in ends.items():
        if plan.limits[base] <= 0.0:
            continue
        rank, gap = reaching.rank_of(there, base, pose, target)
        if rank == reaching.CONTACT:
            continue
        start = view.bases[base].pose
        assert start is not None
        others = {b: p for b, p in ends.items() if b != base}
        alone = what_if(there, {base: start})
        walker = walker_of(alone, base, kind, target)
        place = reaching.best(alone, walker, target, plan.limits[base], others, kind in LEAPING)
        if place is None:
            continue
        if place.rank < rank or (rank == reaching.NEAR and place.gap < gap - inch(number("charge_slack")) - SLACK):
            return msgspec.structs.replace(plan, bar=_shirks(base, target, place), part=base, better=place.way)
    return plan


def _shirks(base: str, target: str, place: reaching.Place) -> Bar:
    model, unit = Thing(base), Thing(target)
    if place.rank == reaching.CONTACT:
        return Bar(T("{model} can get into contact with {unit} and has to", model=model, unit=unit), "AFS-MEL-01")
    if place.rank == reaching.REACH:
        return Bar(T("{model} can get within reach of {unit} and has to", model=model, unit=unit), "AFS-S12")
    text = T("{model} can get as near as {gap} to {unit} and has to", model=model, gap=Length(place.gap), unit=unit)
    return Bar(text, "AFS-S12")


def into_contact(view: State, unit: str, kind: Kind, target: str) -> tuple[Course, ...]:
    """The usual way into a charge or a pile-in: every model as its duty is, nearest first; () where nobody can move."""
    limits = {b: mm for b, mm in allowances(view, unit, kind).items() if mm > 0.0}
    if kind == "pile_in":
        limits = {b: mm for b, mm in limits.items() if not _touches(view, b, target)}
    ways = reaching.charge(view, unit, target, limits, kind in LEAPING)
    if any(w.difficult for w in ways):
        limits = {b: min(mm, inch(number("cap"))) for b, mm in limits.items()}
        ways = reaching.charge(view, unit, target, limits, kind in LEAPING)
    return tuple(Course(w.base, w.steps) for w in ways)


def _touches(view: State, base: str, target: str) -> bool:
    return any(facts.touching(view, base, other.id) for other in view.bases_of(target))


# --- verdicts ----------------------------------------------------------------------------------------------------


def verdict(view: State, answer: MoveAnswer, plan: Plan, note: Text | None = None) -> Verdict:
    """What a check says of a plan: ghosts, ways, costs model by model, and why it is refused."""
    parts = tuple(_part(w, plan) for w in plan.ways)
    ghosts = tuple(Ghost(w.base, w.end) for w in plan.ways)
    paths = tuple(tuple(p for bit in w.bits for p in bit.points) for w in plan.ways)
    costs = [(w.walked, plan.limits.get(w.base, 0.0)) for w in plan.ways]
    cost, allowance = max(costs, default=(0.0, max(plan.limits.values(), default=0.0)))
    more = {"ghosts": ghosts, "paths": paths, "cost": cost, "allowance": allowance, "parts": parts}
    if answer.mark:
        more["reaches"] = (answer.mark,)
    if plan.bar is None:
        return Verdict("legal", **more)  # type: ignore[arg-type]
    reason = Reason(plan.bar.text, plan.bar.clause, plan.part)
    return Verdict("refused", (reason,), nearest=_nearest(view, answer, plan), **more)  # type: ignore[arg-type]


def _part(way: Way, plan: Plan) -> Part:
    notes: list[Text] = []
    for leap in way.leaps:
        notes.append(T("Jump of {length}: {n} dice", length=Length(leap.length), n=leap.dice))
    if way.dangers:
        notes.append(T("enters dangerous terrain"))
    note = T("{notes}", notes=notes) if notes else None
    legal = not (plan.bar is not None and plan.part == way.base)
    return Part(way.base, way.walked, plan.limits.get(way.base), way.steps, note, legal)


def _nearest(view: State, answer: MoveAnswer, plan: Plan) -> MoveAnswer | None:
    """The same move as far as it is legal: ways that are too long cut back; what a charger owes put in."""
    unit, kind = answer.subject, answer.mode
    if kind not in ("advance", "rush", "consolidate"):
        return None
    kind_: Kind = kind  # type: ignore[assignment]
    there, courses = view, []
    for way in plan.ways:
        walker = walker_of(there, way.base, kind_, answer.mark)
        short = cut(walker, way, plan.limits[way.base]) if way.bar is None else walk(walker, ())
        if short.moves:
            courses.append(Course(way.base, short.steps))
            there = what_if(there, {way.base: short.end})
    if not courses or judge(view, unit, kind_, answer.mark, courses).bar is not None:
        return None
    return MoveAnswer(unit, kind, answer.mark, tuple(courses))
