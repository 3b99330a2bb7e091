"""A unit's move judged: every model's way, what it costs, where the unit ends and in what formation.

USB-MOV-01 to -06, USB-FRM-01 to -06, USB-FRM-08, USB-TER-04 to -06, USB-R33, USB-R35, USB-R37, USB-R67, USB-R71,
USB-S05, USB-S06, USB-S10, USB-S16. A course names the unit, whose middle goes along its points and whose models are all
shifted alike, or single models. A :class:`Form` among its steps is a formation taken at the end of the move, or at its
start where the name ends in ``START``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import msgspec
from msgspec.structs import replace

from game.engine.decision import Bar, Choice, Course, MoveAnswer, Reason, Sum, Verdict
from game.engine.state import State
from game.engine.text import Length, T, Thing
from game.geometry.paths import length_of
from game.geometry.shapes import Point, Pose, norm_deg, rounded, turned_about
from game.geometry.steps import Form, Path, Step
from game.kit.figures.board import middle
from game.kit.verdicts import judged
from rulesets.universal_battle.field import facts, formations
from rulesets.universal_battle.field.ground import ground_of
from rulesets.universal_battle.field.spacing import poses_of, shifted
from rulesets.universal_battle.measures import SLACK
from rulesets.universal_battle.move.allowance import DUST, LABELS, Kind, Meter, Metered, allowance, immobile, part_of
from rulesets.universal_battle.move.ways import ways_of
from rulesets.universal_battle.own import Formation

START = "@start"
SHARES = (0.98, 0.9, 0.75, 0.5, 0.25, 0.1)
"""Parts of a way at which a move that is too long may be legal."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an answer comes to: the ways of the models that go, where the unit ends, in which formation, what it costs.

    ``bar`` tells what is wrong, ``part`` with which model ("" for the unit). Of a charge ``leader`` is who leads, whom
    the others follow, and the formation that in which it moves.
    """

    lines: dict[str, tuple[Point, ...]] = {}
    ends: dict[str, Pose] = {}
    formation: Formation = "skirmish"
    metered: Metered | None = None
    bar: Bar | None = None
    part: str = ""
    leader: str = ""

    @property
    def moves(self) -> bool:
        """Whether anybody leaves his place."""
        return any(length_of(line) > DUST for line in self.lines.values())


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Courses as they are told: the points each model passes, where it ends, the formation taken ("" for none)."""

    via: dict[str, tuple[Point, ...]] = {}
    ends: dict[str, Pose] = {}
    formation: str = ""
    start: bool = False
    block: bool = True
    bar: Bar | None = None


def judge(view: State, unit: str, kind: Kind, courses: Sequence[Course], *, direct: bool = False) -> Plan:
    """Judge a tactical, run or react move of a unit; ``direct``: nobody looks for a way round, for who tries many."""
    now = facts.own(view, facts.host(view, unit)).formation
    drawn = read(view, unit, courses)
    stuck = Bar(T("{unit} cannot move", unit=Thing(unit)), "USB-MON-04") if immobile(view, unit) else None
    bar = drawn.bar or (stuck if drawn.ends else None)
    if bar is None and drawn.formation:
        bar = formation_bar(view, unit, kind, drawn.formation, drawn.start)
    after: Formation = drawn.formation or now  # type: ignore[assignment]
    if bar is not None:
        return Plan(formation=after, ends=drawn.ends, bar=bar)
    drawn = _formed(view, unit, drawn, after)
    plan = Plan(formation=after, ends=drawn.ends)
    rigid = after == now == "phalanx" and drawn.via
    if rigid and not drawn.block:
        return replace(plan, bar=Bar(T("A Phalanx moves as one block"), "USB-S10"))
    lines: dict[str, tuple[Point, ...]] = {}
    most = 0.0 if direct or not drawn.ends else allowance(view, unit, kind, road=True).total
    for base, pose in drawn.ends.items():
        ways, via, goal = ways_of(view, unit), drawn.via.get(base, ()), (pose.x, pose.y)
        found = ways.find(base, goal, most, via)
        if found is None or (rigid and len(found) > len(via) + 2):
            here = ways.here(base)
            barred = ways.bar(base, ((here.x, here.y), *via, goal)) or Bar(T("There is no legal way"), "USB-MOV-06")
            return replace(plan, bar=barred, part=base)
        lines[base] = found
    stay: dict[str, tuple[Point, ...]] = {b: ((p.x, p.y),) for b, p in poses_of(view, unit).items()}
    metered = Meter(view, unit, kind, after if drawn.start else now).metered(stay | lines)
    plan = replace(plan, lines=lines, metered=metered)
    bar, part = _wrong(view, unit, kind, plan)
    return replace(plan, bar=bar, part=part)


def _wrong(view: State, unit: str, kind: Kind, plan: Plan) -> tuple[Bar | None, str]:
    """What is wrong with a plan whose ways are open, of whom: too long, bad ends, no coherency, no formation."""
    assert plan.metered is not None
    far = plan.metered.over
    if far:
        return too_far(plan.metered, far, kind), far
    every = poses_of(view, unit) | plan.ends
    for base in (b for b, line in plan.lines.items() if length_of(line) > DUST):
        bar = ways_of(view, unit).place_bar(base, every[base], every)
        if bar is not None:
            return bar, base
    now = facts.own(view, facts.host(view, unit)).formation
    if not plan.moves and plan.formation == now:
        return None, ""
    return ways_of(view, unit).loose(every) or formations.shape_bar(view, unit, plan.formation, every), ""


def too_far(metered: Metered, base: str, kind: Kind) -> Bar:
    """What a way that is too long runs against: the limit of slow terrain, or the allowance."""
    model = Thing(base)
    if metered.deep(base):
        words = {"length": Length(metered.inside[base]), "limit": Length(metered.left)}
        text = T(
            "{model} would go {length} through slow terrain: {limit} left in this activation", model=model, **words
        )
        return Bar(text, "USB-TER-04")
    words = {"length": Length(metered.costs[base]), "limit": Length(metered.limit)}
    return Bar(T("Too far: {model} would move {length}, at most {limit}", model=model, **words), LABELS[kind][1])


def read(view: State, unit: str, courses: Sequence[Course]) -> Drawn:
    """What courses tell: of the whole unit, or model by model; a hero nobody leads goes with the others."""
    host = facts.host(view, unit)
    here = poses_of(view, unit)
    drawn = Drawn()
    for course in courses:
        whole = course.who == host
        if (not whole and course.who not in here) or (whole and len(courses) > 1):
            return Drawn(bar=Bar(T("{thing} is not a model of this unit", thing=course.who), "USB-ACT-02"))
        if course.who in drawn.ends:
            return Drawn(bar=Bar(T("{model} cannot move twice", model=Thing(course.who)), "USB-ACT-02"))
        of = here if whole else {course.who: here[course.who]}
        drawn = _followed(view, host if whole else "", of, course.steps, replace(drawn, block=whole))
        if drawn.bar is not None:
            return drawn
    return _led(view, host, here, drawn)


def _followed(view: State, host: str, of: Mapping[str, Pose], steps: Sequence[Step], drawn: Drawn) -> Drawn:
    """Steps followed by some models, all alike; ``host`` where they are a whole unit, whose middle is led."""
    via: dict[str, list[Point]] = {b: [] for b in of}
    now = dict(of)
    for step in steps:
        if isinstance(step, Form):
            if drawn.formation:
                return replace(drawn, bar=Bar(T("A unit changes its formation only once in a move"), "USB-FRM-01"))
            drawn = replace(drawn, formation=step.formation.removesuffix(START), start=step.formation.endswith(START))
        elif isinstance(step, Path):
            for k, point in enumerate(step.points):
                facing = step.facing if k == len(step.points) - 1 else None
                for base, pose in now.items():
                    via[base].append((pose.x, pose.y))
                now = carried(view, host, now, (float(point[0]), float(point[1])), facing)
        else:
            return replace(drawn, bar=Bar(T("Models move along paths"), "USB-ACT-02"))
    if not any(isinstance(step, Path) for step in steps):
        return drawn
    told = {b: tuple(points[1:]) for b, points in via.items()}
    return replace(drawn, via=drawn.via | told, ends=drawn.ends | {b: rounded(p) for b, p in now.items()})


def carried(view: State, host: str, poses: Mapping[str, Pose], to: Point, facing: float | None) -> dict[str, Pose]:
    """Models carried so that the middle of the host's own comes to a point, turned to a facing about it."""
    own = own_of(view, host, poses)
    x, y = middle(own)
    turn = 0.0 if facing is None else norm_deg(facing - own[0].facing)
    ground, out = ground_of(view), {}
    for base, pose in poses.items():
        there = turned_about(pose, (x, y), turn) if turn else pose
        out[base] = ground.on_level(there.x + to[0] - x, there.y + to[1] - y, there.facing)
    return out


def own_of(view: State, host: str, poses: Mapping[str, Pose]) -> list[Pose]:
    """The poses of the host's own models: of all, where none of them is left or no host is told."""
    return [p for b, p in poses.items() if view.bases[b].unit == host] or list(poses.values())


def _led(view: State, host: str, here: Mapping[str, Pose], drawn: Drawn) -> Drawn:
    """A joined hero whom no course names is shifted as the others are on the whole."""
    left = [b for b in here if b not in drawn.ends]
    if not drawn.ends or not left or any(view.bases[b].unit == host for b in left):
        return drawn
    (x, y), (was_x, was_y) = middle(drawn.ends.values()), middle(here[b] for b in drawn.ends)
    more = shifted(view, {b: here[b] for b in left}, x - was_x, y - was_y)
    return replace(drawn, ends=drawn.ends | more)


def _formed(view: State, unit: str, drawn: Drawn, after: Formation) -> Drawn:
    """The ends in the formation that is taken, or taken again after losses and closing up (USB-S10)."""
    if after not in ("column", "phalanx") or not drawn.block or not (drawn.ends or drawn.formation):
        return drawn
    here = poses_of(view, unit)
    ends = drawn.ends or here
    if not drawn.formation and formations.shape_bar(view, unit, after, here) is None:
        return drawn
    host = facts.host(view, unit)
    return replace(drawn, ends=laid_out(view, unit, after, own_of(view, host, ends)), via={})


def laid_out(view: State, unit: str, formation: Formation, about: Sequence[Pose]) -> dict[str, Pose]:
    """The models of an activation in a formation about the middle of some places, facing as the first of them."""
    ground, models = ground_of(view), facts.models(view, unit)
    spots = formations.places(models, formation, Pose(*middle(about), about[0].facing))
    # each goes to the nearest place of those his base fits
    here, left, found = poses_of(view, unit), dict(spots), {}
    pairs = sorted((math.dist((here[b].x, here[b].y), (p.x, p.y)), b, k) for b in here for k, p in spots.items())
    for _, base, spot in pairs:
        if base not in found and spot in left and view.bases[base].shape == view.bases[spot].shape:
            p = left.pop(spot)
            found[base] = rounded(ground.on_level(p.x, p.y, p.facing))
    return found


def formation_bar(view: State, unit: str, kind: Kind, name: str, start: bool) -> Bar | None:
    """Why a unit may not change into a formation in a move of a kind, or None."""
    own = facts.own(view, facts.host(view, unit))
    if name not in formations.NAMES:
        return Bar(T("Unknown formation: {name}", name=name), "USB-FRM-01")
    if kind not in ("tactical", "run", "charge") or (kind == "charge" and not start) or facts.is_locked(view, unit):
        return Bar(T("The formation cannot change here"), "USB-R37")
    if name == own.formation:
        return None if name == "column" else Bar(T("{unit}: in this formation already", unit=Thing(unit)), "USB-FRM-01")
    return formations.may_adopt(view, unit, name)


def formation_choices(view: State, unit: str, kind: Kind) -> tuple[Choice, ...]:
    """The formations that a move of a kind may be made in or end in, with bars."""
    found = []
    for (name, said), suffix in product(formations.NAMES.items(), ("", START)):
        bar = formation_bar(view, unit, kind, name, bool(suffix))
        if bar is None or bar.clause not in ("USB-R37", "USB-FRM-01"):
            when = T("{formation}, at the start") if suffix else T("{formation}, at the end")
            found.append(Choice(name + suffix, replace(when, args={"formation": said}), bar))
    return tuple(found)


def verdict(view: State, answer: MoveAnswer, kind: Kind, plan: Plan) -> Verdict:
    """What a check says of a plan: ghosts, ways, what they cost and what hits on them, and why it is refused."""
    metered, shape = plan.metered, plan.formation if plan.leader else None
    limit = allowance(view, answer.subject, kind, shape, metered is not None and metered.road)
    paid = (plan.leader,) if plan.leader else plan.lines
    cost = 0.0 if metered is None else max((metered.costs[b] for b in paid), default=0.0)
    most = limit.total if metered is None else metered.limit
    ways = tuple(line for line in plan.lines.values() if len(line) > 1)
    why = None if plan.bar is None else Reason(plan.bar.text, plan.bar.clause, plan.part)
    found = judged(plan.ends, ways, cost, most, why, lambda: _nearest(view, answer, kind, plan))
    return replace(found, sums=(limit, *_hits(view, answer.subject, metered)))


def _hits(view: State, unit: str, metered: Metered | None) -> Iterator[Sum]:
    """What hits a unit on its way."""
    n = len(facts.models(view, unit))
    if metered is not None and (metered.dangers or metered.falls):
        rows = [(T("{piece}", piece=Thing(p)), float(n), "USB-TER-06") for p in metered.dangers]
        rows += [(T("Heights"), float(n * metered.falls), "USB-CLB-02")] * bool(metered.falls)
        yield Sum(T("Hits on the way"), sum(hits for _, hits, _ in rows), tuple(rows))


def _nearest(view: State, answer: MoveAnswer, kind: Kind, plan: Plan) -> MoveAnswer | None:
    """The same move as far as it is legal, where it is too long."""
    metered, host = plan.metered, facts.host(view, answer.subject)
    if metered is None or not metered.over or kind not in ("tactical", "run", "react"):
        return None
    worst = max(metered.costs[b] for b in plan.lines)
    for share in (min(1.0, metered.limit / worst), *(s * min(1.0, metered.limit / worst) for s in SHARES)):
        courses = tuple(_cut(view, host, c, share) for c in answer.courses)
        if judge(view, answer.subject, kind, courses).bar is None:
            return replace(answer, courses=courses)
    return None


def _cut(view: State, host: str, course: Course, share: float) -> Course:
    """A course as far as a share of its length, with the formation at its end."""
    poses = poses_of(view, host)
    here = middle(own_of(view, host, poses) if course.who == host else [poses[course.who]])
    paths = [s for s in course.steps if isinstance(s, Path)]
    line = (here, *((float(x), float(y)) for s in paths for x, y in s.points))
    part = part_of(line, max(0.0, length_of(line) * share - SLACK))
    points = tuple((math.floor(x * 1000) / 1000, math.floor(y * 1000) / 1000) for x, y in part[1:])
    forms = tuple(s for s in course.steps if isinstance(s, Form))
    path = (Path(points, paths[-1].facing),) if points else ()
    return Course(course.who, (*path, *forms))
