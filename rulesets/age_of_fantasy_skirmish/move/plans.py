"""How a unit may move, and its move judged: every model's way in the order of the answer, and where the unit ends.

AFS-ACT-02 to -06, AFS-ACT-08, AFS-ACT-09, AFS-MOV-01 to -05, AFS-DIF-01, AFS-IMMO-01, AFS-MEL-01, AFS-R17, AFS-R19,
AFS-R42, AFS-R64, AFS-S07, AFS-S12, AFS-S31.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import Literal

import msgspec
from msgspec.structs import replace

from game.engine.decision import Bar, Choice, Course, Ghost, Mode, MoveAnswer, Mover, MoveSpace, Part, Reason, Verdict
from game.engine.state import State
from game.engine.text import Length, T, Text, Thing
from game.geometry.shapes import Point, Pose
from game.geometry.steps import Jump, Path, Step
from game.kit.figures.board import poses_of
from rulesets.age_of_fantasy_skirmish.army import specials
from rulesets.age_of_fantasy_skirmish.charge import charges, reaching
from rulesets.age_of_fantasy_skirmish.data_files import number
from rulesets.age_of_fantasy_skirmish.field import facts, spacing
from rulesets.age_of_fantasy_skirmish.field.ground import board, ground_of, remembered, what_if
from rulesets.age_of_fantasy_skirmish.measures import SLACK, at_least, inch
from rulesets.age_of_fantasy_skirmish.walk.routes import cut, find, straight, with_jumps
from rulesets.age_of_fantasy_skirmish.walk.spots import snapped
from rulesets.age_of_fantasy_skirmish.walk.walker import NOBODY, Walker, fallen
from rulesets.age_of_fantasy_skirmish.walk.ways import Way, walk

Kind = Literal["advance", "rush", "charge", "pile_in", "consolidate", "draw_back"]
ATTACKS: tuple[Kind, ...] = ("charge", "pile_in")
LEAPING: tuple[Kind, ...] = ("advance", "rush", "charge")
WORDS: dict[Kind, tuple[Text, Text, str]] = {
    "advance": (T("Advance"), T("May shoot after the move"), "AFS-ACT-04"),
    "rush": (T("Rush"), T("May not shoot"), "AFS-ACT-05"),
    "charge": (T("Charge"), T("Every model moves into contact if it can, otherwise as near as possible"), "AFS-ACT-06"),
    "pile_in": (
        T("Pile in"),
        T("Every model moves into contact if it can, otherwise as near as possible"),
        "AFS-MEL-02",
    ),
    "consolidate": (T("Consolidate"), T("Ends an inch from others"), "AFS-MEL-07"),
    "draw_back": (T("Draw back"), T("To an inch from the enemy"), "AFS-MEL-08"),
}
"""What each way of moving is called, what the mover is bound to do, and the clause."""
VERBS = ("path", "jump", "climb")
LEGS = 12


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an answer comes to: the ways of the models that move in their order, and mm that each may count, by base.

    ``bar`` tells what is wrong, ``part`` with which model ("" for the unit); ``order`` is the order in which the models
    can move (AFS-S07), ``capped`` whether difficult terrain limits all of them (AFS-R42).
    """

    ways: tuple[Way, ...] = ()
    limits: dict[str, float] = {}
    bar: Bar | None = None
    part: str = ""
    capped: bool = False
    order: tuple[str, ...] = ()

    @property
    def ends(self) -> dict[str, Pose]:
        """Where the models that move end."""
        return {w.base: w.end for w in self.ways}


class Begun(msgspec.Struct, frozen=True):
    """What has become of a move already: the models that have gone, and owe nothing any more.

    ``spent`` tells whether they were in difficult terrain, so that all are capped (AFS-R42); ``before`` is the scatter
    (mm) when the move began, as the unit stands if not told (AFS-S31).
    """

    gone: tuple[str, ...] = ()
    spent: bool = False
    before: float | None = None


NOT_BEGUN = Begun()


def allowances(view: State, unit: str, kind: Kind) -> dict[str, float]:
    """Mm that each model of a unit on the table may count in a move (AFS-ACT-08); none for Immobile ones."""
    own, side = view.units[unit].own, view.sides[view.units[unit].side].own
    memo, key = board(view).memo, ("allowances", unit, kind)
    kept = memo.get(key)
    # Spells, beneficiaries and options lie outside of what a situation is made of.
    if kept is None or kept[0] is not own or kept[1] is not side or kept[2] != view.options:
        limits = {b.id: _allowance(view, b.id, kind) for b in view.bases_of(unit)}
        kept = memo[key] = (own, side, view.options, limits)
    return dict(kept[3])


def _allowance(view: State, base: str, kind: Kind) -> float:
    if specials.has(view, base, "immobile"):
        return 0.0
    if kind == "advance" or kind == "rush" or kind == "charge":
        return specials.allowance(view, base, kind).total
    return inch(number(kind))


def _capped(limits: Mapping[str, float]) -> dict[str, float]:
    """What difficult terrain leaves of allowances (AFS-DIF-01)."""
    return {b: min(mm, inch(number("cap"))) for b, mm in limits.items()}


@remembered
def _charge_reaches(view: State, unit: str, target: str, limits: charges.Limits, footing: specials.Footing) -> bool:
    return reaching.within_distance(view, unit, target, dict(limits))


def charge_bar(view: State, unit: str, target: str) -> Bar | None:
    """Why a unit may not charge another, or None (AFS-MOV-04, AFS-R64)."""
    limits = allowances(view, unit, "charge")
    if _charge_reaches(view, unit, target, tuple(sorted(limits.items())), specials.footing(view, unit)):
        return None
    words = {"unit": Thing(unit), "target": Thing(target), "far": Length(facts.unit_distance(view, unit, target))}
    most = Length(max(limits.values(), default=0.0))
    text = T("No model of {unit} reaches {target}: {far} away, charge distance {most}", most=most, **words)
    return Bar(text, "AFS-MOV-04")


def mode(view: State, unit: str, kind: Kind, marks: tuple[Choice, ...] = ()) -> Mode:
    """A way of moving as the space of an answer shows it."""
    limits = allowances(view, unit, kind)
    bar = None
    if all(specials.has(view, b, "immobile") for b in limits):
        bar = Bar(T("{unit}: Immobile", unit=Thing(unit)), "AFS-IMMO-01")
    elif kind == "charge" and all(c.bar is not None for c in marks):
        bar = Bar(T("No enemy within charge distance"), "AFS-MOV-04")
    most = max(limits.values(), default=0.0)
    verbs = VERBS if kind in LEAPING else tuple(v for v in VERBS if v != "jump")
    label, duty, _ = WORDS[kind]
    return Mode(kind, label, verbs, most, LEGS, "free", marks, (), duty, bar, True)


def space(view: State, unit: str, kind: Kind, mark: str = "") -> MoveSpace:
    """The space of an answer that leaves but one way of moving, and one mark or none."""
    marks = (Choice(mark, T("{unit}", unit=Thing(mark))),) if mark else ()
    return MoveSpace((Mover(unit, T("{unit}", unit=Thing(unit)), (mode(view, unit, kind, marks),)),))


def charge_marks(view: State, unit: str) -> tuple[Choice, ...]:
    """The enemy units as marks of a charge, with bars."""
    foes = facts.foes(view, unit)
    return tuple(Choice(e, T("{unit}", unit=Thing(e)), charge_bar(view, unit, e)) for e in foes)


def walker_of(view: State, base: str, kind: Kind, target: str) -> Walker:
    """A model about to go in a move of a kind."""
    return Walker(view, base, target if kind in ATTACKS else None, kind in LEAPING, inside=kind in LEAPING)


def way_of(walker: Walker, steps: Sequence[Step]) -> Way:
    """The way along steps; a single point is a place to be reached, round what is in the way if need be.

    A single Jump is a place to be reached straight, by Jumps over whatever is no ordinary step on the way. In a charge
    a place near an enemy of the unit charged means contact with him.
    """
    if len(steps) == 1 and isinstance(steps[0], Jump):
        leaping = walk(walker, with_jumps(walker, (float(steps[0].to[0]), float(steps[0].to[1]))))
        return leaping if leaping.bar is None else walk(walker, steps)
    if len(steps) == 1 and isinstance(steps[0], Path) and len(steps[0].points) == 1:
        (x, y), facing = steps[0].points[0], steps[0].facing
        goal = (float(x), float(y))
        pose = _meant(walker, goal, facing)
        if pose is not None:
            goal, facing = (pose.x, pose.y), pose.facing
        found = find(walker, goal, facing, True)
        return straight(walker, goal, facing) if found is None else found
    return walk(walker, steps)


def _meant(walker: Walker, goal: Point, facing: float | None) -> Pose | None:
    """The place in contact that a charger's goal means, None where it is one already or nobody is near."""
    if walker.charge is None:
        return None
    pose = Pose(*goal, walker.start.facing if facing is None else facing)
    walker.facing = pose.facing
    if reaching.rank_of(walker.view, walker.base, pose, walker.charge)[0] == reaching.CONTACT:
        height = walker.ground.height_at(*goal)
        if walker.near_bar(walker.gaps(goal, goal), height, NOBODY) is None:
            return None
    return snapped(walker.view, walker, walker.charge, *goal, inch(number("snap")))


def judge(
    view: State,
    unit: str,
    kind: Kind,
    target: str,
    courses: Sequence[Course],
    begun: Begun = NOT_BEGUN,
    *,
    duty: bool = True,
    direct: bool = False,
) -> Plan:
    """Judge a unit's move.

    The ``target`` is the unit charged, or the charger that is piled into, "" otherwise. ``duty``: the obligations of a
    charge are looked at (AFS-S12). ``direct``: places are reached straight or not at all, quicker, for those who try
    many.
    """
    limits = allowances(view, unit, kind)
    ways: list[Way] = []
    for who, steps in ((course.who, course.steps) for course in courses):
        bar = _no_part(view, unit, who, limits, (*begun.gone, *(w.base for w in ways)))
        if bar is None:
            walker = walker_of(view, who, kind, target)
            ways.append(walk(walker, steps) if direct else way_of(walker, steps))
            bar = ways[-1].bar
        if bar is not None:
            return Plan(tuple(ways), limits, bar, who if who in limits else "")
    moving = [w for w in ways if w.moves]
    rough = begun.spent or any(w.difficult for w in moving)
    plan = Plan(tuple(ways), _capped(limits) if rough else limits, capped=rough)
    for way in moving:
        if way.walked > plan.limits[way.base] + SLACK:
            bar = _too_far(view, way, plan.limits[way.base], limits[way.base], kind)
            return replace(plan, bar=bar, part=way.base)
    was = spacing.scatter_now(view, unit) if begun.before is None else begun.before
    if moving:
        plan = _ended(view, unit, kind, target, plan, {w.base: w.end for w in moving}, was)
    if (
        plan.bar is None
        and kind in ATTACKS
        and duty
        and tuple(courses) != into_contact(view, unit, kind, target, begun)
    ):
        owed = charges.shirks(view, _rush(view, unit, kind, target, Begun(begun.gone, rough, was)), moving)
        if owed is not None:
            return replace(plan, bar=owed[1], part=owed[0])
    return plan


def marching_order(view: State, unit: str, ends: Mapping[str, Pose]) -> tuple[str, ...] | None:
    """In which order models can go, so that none ends on a comrade who has not made room yet (AFS-S07).

    As near to the given one as can be; None where models would have to change places with each other.
    """
    ground = board(view).ground
    here = poses_of(view, unit)

    def blocked(base: str, other: str) -> bool:
        end, there = ends[base], here[other]
        if other == base or max(abs(there.x - end.x), abs(there.y - end.y)) > 60.0:
            return False
        rise = abs(ground.height_at(there.x, there.y) - ground.height_at(end.x, end.y))
        return spacing.overlap(view.bases[base].shape, end, view.bases[other].shape, there, rise)

    waiting = list(ends)
    order: list[str] = []
    while waiting:
        free = next((b for b in waiting if not any(blocked(b, other) for other in waiting)), None)
        if free is None:
            return None
        waiting.remove(free)
        order.append(free)
    return tuple(order)


def _no_part(view: State, unit: str, base: str, able: Collection[str], gone: Collection[str]) -> Bar | None:
    """Why somebody has no part in the rest of a unit's move, or None."""
    if base in able:
        return Bar(T("{model} cannot move twice", model=Thing(base)), "AFS-S07") if base in gone else None
    if base in view.units[unit].bases and view.bases[base].where == "gone":
        return Bar(T("{model} is out of play", model=Thing(base)), "AFS-KO-01")
    return Bar(T("{thing} is not a model of this unit", thing=base), "AFS-S07")


def _too_far(view: State, way: Way, limit: float, allowed: float, kind: Kind) -> Bar:
    """What a way that is too long runs against: Immobile, difficult terrain, or the allowance of the move."""
    if specials.has(view, way.base, "immobile"):
        return Bar(T("{model} is Immobile", model=Thing(way.base)), "AFS-IMMO-01")
    words = {"model": Thing(way.base), "length": Length(way.walked), "limit": Length(limit)}
    if limit < allowed:
        return Bar(T("{model} would move {length}, but difficult terrain allows {limit}", **words), "AFS-DIF-01")
    return Bar(T("Too far: {model} would move {length}, at most {limit}", **words), WORDS[kind][2])


def _ended(view: State, unit: str, kind: Kind, target: str, plan: Plan, ends: Mapping[str, Pose], was: float) -> Plan:
    """A plan with the order in which its models can go, or what is wrong with where they end."""
    ground = ground_of(view)
    for base, pose in ends.items():
        thing = view.bases[base]
        assert thing.pose is not None
        deep = bool(ground.pits) and fallen(ground, (thing.pose.x, thing.pose.y))
        footing = ground.may_stand(thing.shape, pose, deep)
        if footing is not None:
            return replace(plan, bar=footing, part=base)
    aim = target if kind in ATTACKS else ""
    if spacing.bar(view, unit, ends, aim) is not None:
        there = what_if(view, ends)
        for base, pose in ends.items():
            near = spacing.bar(there, unit, {base: pose}, aim)
            if near is not None and not (near.clause == "AFS-MOV-03" and _hemmed_in(view, base, kind)):
                return replace(plan, bar=near, part=base)
    loose = spacing.loose(view, unit, poses_of(view, unit) | dict(ends), was)
    if loose is not None:
        return replace(plan, bar=loose)
    order = marching_order(view, unit, ends)
    if order is None:
        text = T("Models would change places: one of them must make room first")
        return replace(plan, bar=Bar(text, "AFS-S07"), part=next(iter(ends)))
    return replace(plan, order=order)


def _hemmed_in(view: State, base: str, kind: Kind) -> bool:
    """Whether a model that began nearer than an inch to somebody cannot get an inch away (AFS-R17)."""
    unit = view.bases[base].unit
    walker = walker_of(view, base, kind, "")
    height = walker.ground.height_at(*walker.here)
    gaps = walker.gaps(walker.here, walker.here)
    if not len(gaps) or at_least(float(walker.distances(gaps, height).min()), number("apart")):
        return False
    most = allowances(view, unit, kind)[base]
    for angle, share in product((math.radians(k * 22.5) for k in range(16)), (1.0, 0.5, 0.25)):
        goal = (walker.start.x + math.sin(angle) * most * share, walker.start.y + math.cos(angle) * most * share)
        way = straight(walker, goal)
        if way.bar is None and spacing.bar(view, unit, {base: way.end}) is None:
            return False
    return True


def _rush(view: State, unit: str, kind: Kind, target: str, begun: Begun) -> charges.Rush:
    limits = allowances(view, unit, kind)
    most = tuple(sorted((_capped(limits) if begun.spent else limits).items()))
    footing, leaping = specials.footing(view, unit), kind in LEAPING
    return charges.Rush(unit, target, most, footing, leaping, leaping, begun.gone, begun.before)


def into_contact(view: State, unit: str, kind: Kind, target: str, begun: Begun = NOT_BEGUN) -> tuple[Course, ...]:
    """The usual way into a charge or a pile-in: every model as its duty is, nearest first; () where nobody can move."""
    ways = charges.usual(view, _rush(view, unit, kind, target, begun))
    return tuple(Course(w.base, _as_told(view, w)) for w in ways)


def _as_told(view: State, way: Way) -> tuple[Step, ...]:
    """A way's steps so that they are gone as they are: a single point would be a place to be reached somehow."""
    step = way.steps[0]
    start = view.bases[way.base].pose
    if len(way.steps) > 1 or not isinstance(step, Path) or len(step.points) > 1 or start is None:
        return way.steps
    # From where it stands: any other point between might lie over a gap that is stepped over.
    return (Path(((start.x, start.y), step.points[0]), step.facing),)


def verdict(view: State, answer: MoveAnswer, plan: Plan) -> Verdict:
    """What a check says of a plan: ghosts, ways, costs model by model, and why it is refused."""
    costs = [(w.walked, plan.limits.get(w.base, 0.0)) for w in plan.ways]
    cost, allowance = max(costs, default=(0.0, max(plan.limits.values(), default=0.0)))
    legal = Verdict(
        "legal",
        ghosts=tuple(Ghost(w.base, w.end) for w in plan.ways),
        paths=tuple(tuple(p for bit in w.bits for p in bit.points) for w in plan.ways),
        cost=cost,
        allowance=allowance,
        parts=tuple(_part(w, plan) for w in plan.ways),
        reaches=(answer.mark,) if answer.mark else (),
    )
    if plan.bar is None:
        return legal
    reason = Reason(plan.bar.text, plan.bar.clause, plan.part)
    return replace(legal, status="refused", reasons=(reason,), nearest=_nearest(view, answer, plan))


def _part(way: Way, plan: Plan) -> Part:
    notes = [T("Jump of {length}, dice: {n}", length=Length(leap.length), n=leap.dice) for leap in way.leaps]
    if way.dangers:
        notes.append(T("enters dangerous terrain"))
    legal = plan.bar is None or plan.part != way.base
    limit = plan.limits.get(way.base)
    return Part(way.base, way.walked, limit, way.steps, T("{notes}", notes=notes) if notes else None, legal)


def _nearest(view: State, answer: MoveAnswer, plan: Plan) -> MoveAnswer | None:
    """The same move as far as it is legal: ways that are too long cut back; in a charge the usual one."""
    unit = answer.subject
    kind: Kind = answer.mode  # type: ignore[assignment]
    if kind in ATTACKS:
        courses = into_contact(view, unit, kind, answer.mark)
        legal = bool(courses) and judge(view, unit, kind, answer.mark, courses).bar is None
        return MoveAnswer(unit, kind, answer.mark, courses) if legal else None
    if len(plan.ways) < len(answer.courses) or any(w.bar is not None for w in plan.ways):
        return None
    if all(w.walked <= plan.limits[w.base] + SLACK for w in plan.ways):
        return None
    cuts = [cut(walker_of(view, w.base, kind, ""), w, plan.limits[w.base]) for w in plan.ways]
    short = tuple(Course(w.base, w.steps) for w in cuts if w.moves)
    if not short or judge(view, unit, kind, "", short).bar is not None:
        return None
    return MoveAnswer(unit, kind, answer.mark, short)
