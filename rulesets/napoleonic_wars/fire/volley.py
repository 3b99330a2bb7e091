"""What fire does: groups of equal factor, fire through screens, roundshot through unit after unit.

NAP-CAS-01 to -03, NAP-PRP, NAP-LOF, NAP-SCR-04 to -07, NAP-R128, NAP-S25, NAP-S86, NAP-S91.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace

from game.engine.memo import Latest
from game.engine.state import State
from game.geometry.shapes import Point
from game.kit.sums import Row
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.data_files import whole
from rulesets.napoleonic_wars.field import facts, sight, standing
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import aims, arcs, cover, guns, lanes, shots, small_arms, tables, timing
from rulesets.napoleonic_wars.fire.aims import Aim
from rulesets.napoleonic_wars.fire.arcs import Bears, Part
from rulesets.napoleonic_wars.fire.guns import GunShot
from rulesets.napoleonic_wars.fire.small_arms import Shot
from rulesets.napoleonic_wars.measures import cm
from rulesets.napoleonic_wars.own import Hit as Told


class Step(msgspec.Struct, frozen=True):
    """A body that a group's fire reaches, in the order in which it does.

    ``shot`` is what tables 9 or 10 ask; ``exposed`` are the bases that may be removed, ``struck`` those on the lines of
    fire; ``loose`` it is in open order.
    """

    body: str
    shot: Shot | GunShot
    exposed: tuple[str, ...]
    part: Part = ""
    loose: bool = False
    struck: tuple[str, ...] = ()

    @property
    def figures(self) -> int:
        """How many of its figures are on the lines of fire (NAP-S91)."""
        return len(self.struck)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of its factor, dice not among them."""
        return guns.rows(self.shot) if isinstance(self.shot, GunShot) else small_arms.rows(self.shot)

    @property
    def factor(self) -> int:
        """The sum of its rows."""
        return sum(int(value) for _, value, _ in self.rows)


class Group(msgspec.Struct, frozen=True):
    """Figures of one body with the same factor at the same target (NAP-S86).

    ``steps`` are the bodies that their fire reaches one after the other; ``ball``: open order on the way neither takes
    from who is behind nor is spared by who is before it (NAP-LOF-06).
    """

    figures: int
    steps: tuple[Step, ...]
    quarters: int = 4
    ball: bool = False


class Reckoned(msgspec.Struct, frozen=True):
    """Of a step the factor with the die, what table 14 says of it, the casualties in men."""

    factor: int
    full: int
    men: int


class Blow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Casualties in men of a body by an aim of another."""

    body: str
    men: int
    told: Told
    exposed: tuple[str, ...] = ()
    part: Part = ""
    solid: bool = False


def casualties(group: Group, random: int) -> tuple[int, ...]:
    """Casualties in men of each body that a group's fire reaches."""
    return tuple(told.men for told in reckoned(group, random))


def reckoned(group: Group, random: int) -> tuple[Reckoned, ...]:
    """How the casualties of each body come about (NAP-CAS-03, NAP-PRP-02, NAP-LOF-03 to -06, NAP-R63, NAP-S91)."""
    out: list[Reckoned] = []
    taken = 0
    figure = whole("figure")
    for step in group.steps:
        factor = step.factor + random
        full = 0 if step.shot.cover == "total" else tables.t14(group.figures, factor)  # (NAP-R58)
        share = math.floor(full * group.quarters / timing.QUARTERS + 0.5)
        men = share if group.ball and step.loose else max(0, share - taken)
        out.append(Reckoned(factor, full, men))
        if not (group.ball and step.loose):
            taken += min(men, figure * step.figures)
    return tuple(out)


def added(view: State, aim: Aim, faces: tuple[int, ...]) -> int:
    """What the dice add to an aim's factor, or what stands for them (NAP-SMA-31, NAP-ART-25, NAP-ART-26)."""
    if not aim.ammunition:
        return small_arms.random_of(faces[0]) if faces else 0
    piece, ammunition = facts.figure(view.bases[aim.figures[0]]).piece, guns.ammunition(aim.ammunition)
    return guns.random_of(piece, ammunition, faces) if faces else guns.without_dice(piece, ammunition)


def blows(view: State, aim: Aim, faces: tuple[int, ...]) -> tuple[Blow, ...]:
    """What an aim does with the faces that fell; with none by the optional procedure (NAP-OPT-04)."""
    random = added(view, aim, faces)
    whole = aims.whole_of(view, aim)
    men: dict[tuple[str, Part], int] = defaultdict(int)
    exposed: dict[tuple[str, Part], dict[str, None]] = defaultdict(dict)
    for group in groups(view, aim):
        for step, lost in zip(group.steps, casualties(group, random), strict=True):
            men[step.body, step.part] += lost
            exposed[step.body, step.part].update(dict.fromkeys(step.exposed))
    if len(whole) > 1:
        parts = aims.share(view, whole, men[aim.target, aim.part])
        men |= {(body, aim.part): n for body, n in parts.items()}
        exposed |= {(body, aim.part): dict.fromkeys(names) for body, names in whole.items()}
    what = aim.ammunition or ("bows" if aim.weapon == "bow" else "volley")
    solid = aim.ammunition in ("roundshot", "shell", "incendiary")
    return tuple(
        Blow(u, n, Told(aim.body, what, n, _sector(view, aim, u)), tuple(exposed[u, p]), p, solid)
        for (u, p), n in men.items()
    )


def _sector(view: State, aim: Aim, target: str) -> standing.Sector:
    """Where the fire comes from, by the firing figures at the moment of fire (NAP-R161)."""
    then = moments.at(view, aim.seen)
    rows = [board_of(then).index[f] for f in aim.figures if f in board_of(then).index]
    return standing.sector(then, target, board_of(then).bases.centres[rows])


_reckoned = Latest(lambda v: (v.bases, v.units, v.ties, v.own, v.features, v.table, v.options, v.secret))
"""Groups of the latest situations: rolls are called, thrown, told and taken off by the same ones."""


@_reckoned.remembered
def groups(view: State, aim: Aim) -> tuple[Group, ...]:
    """The groups of an aim."""
    return _of_guns(view, aim) if aim.ammunition else _of_small_arms(view, aim)


# --- small arms ------------------------------------------------------------------------------------------------------


def _of_small_arms(view: State, aim: Aim) -> tuple[Group, ...]:
    then = moments.at(view, aim.seen)
    found = aims.bearing(view, aim)
    lots: list[tuple[tuple[Bears, ...], str]] = [(found, "")]
    for screen in cover.screens(view, then, aim.body, aim.target):
        curtain = cover.drawn(then, screen)
        through = tuple(b for b in lots[0][0] if cover.crosses(then, aim.body, b, curtain))
        lots[0] = (tuple(b for b in lots[0][0] if b not in through), "")
        lots.append((through, screen))
    out: list[Group] = []
    for lot, screen in lots:
        out += _groups(view, then, aim, lot, screen) if lot else []
    return tuple(out)


def _groups(view: State, then: State, aim: Aim, lot: tuple[Bears, ...], screen: str) -> list[Group]:
    """Groups by range, of those who fire through a screen and of those who do not."""
    at_target = _shots_by_figure(view, then, aim, aim.target, lot, part=aim.part)
    front: dict[str, Shot | None] = {}
    whom: list[tuple[str, Part]] = [(aim.target, aim.part)]
    if screen:
        found = arcs.bears(then, aim.body, screen, cm(small_arms.reach(aim.weapon)))
        near = {b.figure: b for b in aims.ranged(view, aim, found)}
        front = _shots_by_figure(view, then, aim, screen, tuple(near.get(b.figure, b) for b in lot))
        only = aim.weapon == "bow" or cover.is_effective(then, screen, aim.target)
        whom = [(screen, "")] if only else [(screen, ""), *whom]
    firers: dict[tuple[int | None, ...], list[Bears]] = defaultdict(list)
    every: dict[tuple[int | None, ...], list[Shot | None]] = {}
    for b in lot:
        fired = [front[b.figure], at_target[b.figure]][: len(whom)] if screen else [at_target[b.figure]]
        key = tuple(small_arms.factor(shot) if shot is not None else None for shot in fired)
        every.setdefault(key, fired)
        firers[key].append(b)
    out = []
    for key, some in firers.items():
        pairs = zip(whom, every[key], strict=True)
        steps = [
            _step(view, then, aim, body, part, shot, some, screen=body == screen)
            for (body, part), shot in pairs
            if shot is not None
        ]
        n = sum(max(1, facts.count(view.bases[b.figure])) for b in some)
        if steps:
            out.append(Group(n, tuple(steps), 4 if aim.weapon == "bow" else aim.quarters))
    return out


def _shots_by_figure(
    view: State, then: State, aim: Aim, target: str, lot: tuple[Bears, ...], part: Part = ""
) -> dict[str, Shot | None]:
    """Each figure's shot at a target: equal ones by equal range; None where it may not fire at it."""
    starts = {s.figure: s.start for s in arcs.shooters(then, aim.body)}
    ways = np.array([(starts[b.figure], b.point) for b in lot])
    borne = tuple(dict.fromkeys(name for b in lot for name in b.bases))
    on = tuple(name for name in borne if then.bases[name].unit == target) or borne
    ranks = arcs.ranks(then, starts[lot[len(lot) // 2].figure], target, on)
    lost = timing.QUARTERS - aim.quarters
    out: dict[str, Shot | None] = {}
    made: dict[int, Shot | None] = {}
    for b in sorted(lot, key=lambda b: b.far):
        band = small_arms.entry(aim.weapon, b.far / 10.0)
        if band is None:
            out[b.figure] = None
            continue
        if band not in made:
            shot = shots.small(
                *(aims.moment_of(view, aim), aim.body, target, aim.weapon, b.far, ways),
                shots=aim.shots,
                lost=lost,
                ranks=ranks,
                part=part,
            )
            loose = shot.target == "loose" and target not in board_of(then).inside
            barred = loose and not small_arms.may_fire_at_loose(aim.weapon, shot.far, skirmishers=shot.skirmishers)
            made[band] = None if barred else shot
        out[b.figure] = made[band]
    return out


def _step(
    view: State, then: State, aim: Aim, body: str, part: Part, shot: Shot, some: Sequence[Bears], *, screen: bool
) -> Step:
    aimed = arcs.marks(then, body, part)[0]
    on = {name for b in some for name in b.bases}
    exposed = tuple(n for n in aimed if n in on) or aimed
    starts = {s.figure: s.start for s in arcs.shooters(then, aim.body)} if screen else {}
    lines = [shapely.LineString((starts[b.figure], b.point)) for b in some if screen]
    struck = cover.on_lines(then, body, lines) if screen else exposed
    return Step(body, shot, exposed, part, shots.small_target(view, body) == "loose", struck)


# --- guns ------------------------------------------------------------------------------------------------------------


def _of_guns(view: State, aim: Aim) -> tuple[Group, ...]:
    """Guns whose fire reaches the same bodies with the same factors are one group (NAP-S86)."""
    merged: dict[tuple[tuple[str, Part, int], ...], tuple[int, tuple[Step, ...]]] = {}
    for gun in aim.figures:
        crew = shots.crew(view, gun)
        steps = steps_of(view, aim, gun)
        if not steps or not crew:
            continue
        key = tuple((s.body, s.part, s.factor) for s in steps)
        n, before = merged.get(key, (0, steps))
        joined = (
            replace(s, exposed=_both(b.exposed, s.exposed), struck=_both(b.struck, s.struck))
            for s, b in zip(steps, before, strict=True)
        )
        merged[key] = (n + crew, tuple(joined))
    return tuple(Group(n, steps, ball=aim.ammunition == "roundshot") for n, steps in merged.values())


def _both(some: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*some, *others)))


def steps_of(view: State, aim: Aim, gun: str) -> tuple[Step, ...]:
    """The bodies that a gun's fire reaches: its target, what its canister passes, what its ball goes on to."""
    then, ammunition = moments.at(view, aim.seen), guns.ammunition(aim.ammunition)
    told = facts.figure(view.bases[gun])
    reach = cm(guns.reach_of(told.piece, ammunition))
    bears = lanes.gun_bears(then, gun, aim.target, reach, aim.part)
    if bears is None:
        return ()
    (found,) = aims.ranged(view, aim, (bears,))
    start = lanes.muzzle(then.bases[gun])
    if ammunition == "roundshot":
        return _along(view, then, aim, gun, found, reach)
    ranks = lanes.depth(then, gun, aim.target, found.point)
    target = _gun_step(view, then, aim, gun, found, aim.target, ranks, (start, found.point))
    steps = [target]
    if ammunition == "canister":
        way = shapely.LineString((start, found.point))
        for screen in cover.screens(view, then, aim.body, aim.target)[:1]:
            if way.intersects(cover.drawn(then, screen)):
                inside = dict(lanes.in_lane(then, gun, found.point)).get(screen, ())
                struck = inside or cover.on_lines(then, screen, [way])
                screened = lanes.gun_bears(then, gun, screen, reach)
                for near in aims.ranged(view, aim, (screened,)) if screened is not None else ():
                    step = _gun_step(view, then, aim, gun, near, screen, 1, (start, near.point))
                    steps.insert(0, replace(step, struck=struck) if step is not None else None)
    return tuple(s for s in steps if s is not None)


def _gun_step(
    view: State,
    then: State,
    aim: Aim,
    gun: str,
    found: Bears,
    body: str,
    ranks: int,
    way: tuple[Point, Point],
    *,
    free: bool = False,
) -> Step | None:
    ammunition = guns.ammunition(aim.ammunition)
    part: Part = aim.part if body == aim.target else "crews" if facts.is_deployed(view, body) else ""
    piece = facts.figure(view.bases[gun]).piece
    if guns.entry(piece, ammunition, found.far / 10.0) is None:
        return None
    shot = shots.big(
        *(aims.moment_of(view, aim), gun, body, ammunition, found.far, way),
        aimed=aim.target,
        shots=aim.shots,
        ranks=ranks,
        split=aim.split,
        part=part,
        free=free,
    )
    loose = shot.target == "loose"
    if ammunition == "roundshot" and shot.target in ("square", "mass"):
        shot = replace(shot, target="close")  # its depth is in the ranks
    return Step(body, shot, found.bases, part, loose, found.bases)


def _along(view: State, then: State, aim: Aim, gun: str, found: Bears, reach: float) -> tuple[Step, ...]:
    """The bodies that roundshot hits one after the other (NAP-LOF-01 to -06): depths add up, artillery ends it."""
    start = lanes.muzzle(then.bases[gun])
    alone = standing.on_steep(then, gun) or view.own.weather == "rain"
    lane = lanes.in_lane(then, gun, found.point, reach)
    here = dict(lane).get(aim.target, ())
    if here:
        found = replace(found, bases=here)
    else:  # it is aimed at a corner that barely reaches into the lane
        found = replace(found, bases=lanes.at_point(then, found))
        lane = ((aim.target, found.bases), *lane)
    out: list[Step] = []
    depth, passed = 0, False
    for body, bases in lane:
        passed = passed or body == aim.target
        if body != aim.target and (alone or _is_spared(then, aim, gun, body, bases, passed=passed)):
            continue
        near = found if body == aim.target else lanes.on_lane(then, gun, body, bases, found.point)
        if cover.stops(then, aim.body, body, start, near.point):
            continue
        loose = shots.gun_target(view, body) == "loose"
        ranks = lanes.depth(then, gun, body, found.point)
        step = _gun_step(view, then, aim, gun, near, body, ranks if loose else depth + ranks, (start, near.point))
        if step is None:
            break
        out.append(step)
        depth += 0 if loose else ranks
        if facts.is_artillery(view, body):
            break
    return tuple(out)


def _is_spared(then: State, aim: Aim, gun: str, body: str, bases: tuple[str, ...], *, passed: bool) -> bool:
    """Whether roundshot spares a body on its lane: over its head, in dead ground, its own battery (NAP-LOF-02).

    ``passed``: the body is behind the target, where nobody is fired over.
    """
    own, told = then.units[aim.body], facts.own(then, body)
    if body == own.id or told.arm == "general":
        return True
    if not passed:
        is_own = then.units[body].side == own.side  # nobody fires at his own: they are fired over, or bar the shot
        if is_own or cover.may_fire_over(then, gun, body, aim.target, "roundshot", facts.own(then, own.id).nation):
            return True
    return body not in board_of(then).inside and sight.in_dead_ground(then, gun, bases)
