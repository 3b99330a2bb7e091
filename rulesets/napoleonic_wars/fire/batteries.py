"""What guns and rockets may fire at with what: arcs, lanes, ammunition, priorities, divided fire.

NAP-TGT-08, NAP-TGT-09, NAP-AMM-01 to -04, NAP-ART-01 to -17, NAP-ORG-23 to -25, NAP-R56, NAP-R133.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
import shapely

from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point
from rulesets.napoleonic_wars.clock import moments
from rulesets.napoleonic_wars.data_files import number
from rulesets.napoleonic_wars.field import facts, sight
from rulesets.napoleonic_wars.field.board import board_of
from rulesets.napoleonic_wars.fire import cover, guns, lanes, shots, targets, timing
from rulesets.napoleonic_wars.fire.aims import CANNON, HOWITZER, Aim
from rulesets.napoleonic_wars.fire.arcs import Part
from rulesets.napoleonic_wars.fire.guns import Ammunition
from rulesets.napoleonic_wars.fire.targets import TEAMS, Option
from rulesets.napoleonic_wars.march import actions as act
from rulesets.napoleonic_wars.measures import SLACK, TICK, cm, within

USUAL_CANISTER = 30.0
"""Cm within which canister is the usual choice."""
LAST = 4.0
"""The last place in the order of artillery targets: those that are all open to choice (NAP-TGT-08)."""
BREACHING: tuple[Ammunition, ...] = ("roundshot", "shell")
"""What guns may fire at a fortification that is whole (NAP-BLD-01, NAP-R58)."""
NAMES: dict[Ammunition, Text] = {
    "canister": T("canister"),
    "roundshot": T("roundshot"),
    "shell": T("shell"),
    "shrapnel": T("shrapnel"),
    "incendiary": T("incendiary rockets"),
}


class Ready(msgspec.Struct, frozen=True):
    """Guns of a battery that fire by one roll: which, and the part of the move that they have."""

    guns: tuple[str, ...]
    roll: str
    time: float


def time_to_fire(view: State, body: str) -> float:
    """The part of the move in which a battery in action may fire; none where it moved limbered (NAP-ART-09 to -15)."""
    told = facts.own(view, body)
    rest = timing.still(view, body)
    limbering = timing.time_of(view, body, "unlimber") + timing.time_of(view, body, "limber")
    action = timing.time_of(view, body, "action_move") > 0.0
    if told.arm == "rockets" and limbering and told.march.moved > SLACK:
        return number("shot_time")  # the rocket is placed while it is set up (NAP-R133)
    if limbering and told.march.moved > SLACK and not action:
        return 0.0
    busy = any(timing.time_of(view, body, what) for what in ("reform", "face", "form"))
    if not limbering and within(told.march.moved, number("guns_by_hand")) and not busy:
        return 1.0
    return rest


def ready(view: State, body: str) -> tuple[Ready, ...]:
    """The guns of a battery that may fire, cannon before the howitzers of a mixed one (NAP-S61)."""
    way = view.own.tracks.get(body)
    before = moments.leg_of(way, "limber", 0.0)[0] if facts.own(view, body).stance.formation == "limbered" else 1.0
    if before <= 0.0 or shots.ordered(view, body, act.Muskets):
        return ()
    time = time_to_fire(view, body)
    if time < number("shot_time") - TICK / 2.0:
        return ()
    then = view if before >= 1.0 else moments.at(view, before - TICK)
    here = [b for b in facts.figures(then, body) if facts.figure(b).role == "gun" and facts.figure(b).crew]
    here = [b for b in here if not facts.figure(b).spiked and is_supplied(view, b.id)]
    cannon = tuple(b.id for b in here if facts.figure(b).piece not in guns.HOWITZERS)
    howitzers = tuple(b.id for b in here if facts.figure(b).piece in guns.HOWITZERS)
    pairs = ((cannon, CANNON), (howitzers, HOWITZER if cannon else CANNON))
    return tuple(Ready(some, roll, time) for some, roll in pairs if some)


def is_supplied(view: State, gun: str) -> bool:
    """Whether a gun's limber, or another of its kind, stood within 5 cm when the move began (NAP-AMM-03, -04)."""
    then = moments.at(view, 0.0)
    board, base = board_of(then), then.bases[gun]
    body = base.unit
    mine = board.bases.polygons[board.index[gun]]
    pieces = {facts.figure(b).piece for b in facts.left(view, body)}
    for other in facts.bodies(view, view.units[body].side):
        told = facts.own(view, other)
        if told.arm != facts.own(view, body).arm:
            continue
        if other != body and not pieces & {facts.figure(b).piece for b in facts.left(view, other)} - {""}:
            continue
        teams = [b for b in facts.figures(then, other) if facts.figure(b).role == "team"]
        if any(
            within(float(mine.distance(board.bases.polygons[board.index[t.id]])), number("gun_supply")) for t in teams
        ):
            return True
    return False


def may_fire_at(then: State, gun: str, target: str, ammunition: Ammunition, part: Part = "") -> bool:
    """Whether a gun may fire an ammunition at a body as all stand: arc, sight, lane, what stops roundshot."""
    base = then.bases[gun]
    body, piece = base.unit, facts.figure(base).piece
    found = lanes.gun_bears(then, gun, target, cm(guns.reach_of(piece, ammunition)), part)
    if found is None or guns.entry(piece, ammunition, found.far / 10.0) is None:
        return False
    seen = sight.figures_see(then, body, target, (gun,)) or _observed(then, gun, target, found.point)
    if target not in then.units or not seen:
        return False
    if ammunition not in BREACHING and cover.is_safe(then, target):
        return False
    if part == "teams" and _masked(then, gun, target, found.point):
        return False
    start = lanes.muzzle(base)
    if ammunition == "roundshot" and cover.stops(then, body, target, start, found.point):
        return False
    side, nation = then.units[body].side, facts.own(then, body).nation
    for other, _ in lanes.in_lane(then, gun, found.point):
        own = then.units[other].side == side and facts.own(then, other).arm != "general"
        if own and (other == body or not cover.may_fire_over(then, gun, other, target, ammunition, nation)):
            return False
    return True


def _observed(then: State, gun: str, target: str, point: Point) -> bool:
    """Whether an observer within 5 cm of a gun sees what it fires at over heads (NAP-OVH-07)."""
    body = then.bases[gun].unit
    mine = board_of(then).bases.polygons[board_of(then).index[gun]]
    for told in shots.ordered(then, body, act.Observer):
        if told.to is not None and within(float(mine.distance(shapely.Point(told.to))), number("gun_supply")):
            lines = np.array([told.to]), np.array([point])
            if bool(sight.lines_are_free(then, body, target, ("",), *lines, purpose="see")[0]):
                return True
    return False


def _masked(then: State, gun: str, target: str, point: tuple[float, float]) -> bool:
    """Whether the guns of a battery mask its teams (NAP-CBF-02)."""
    before = lanes.in_lane(then, gun, point)
    names = next((bases for u, bases in before if u == target), ())
    return any(facts.figure(then.bases[b]).role == "gun" for b in names)


def item(view: State, body: str, other: str) -> float:
    """The place of an enemy in the order of artillery targets (NAP-TGT-08)."""
    if other in timing.chargers(view, body) or other in timing.attackers(view, body):
        return 1
    if (place := targets.rank(view, body, other)) is not None:
        return 2 + place
    return 3 if timing.nearer(view, body, other) else LAST


def _aim(view: State, one: Ready, target: str, ammunition: Ammunition, part: Part) -> Aim | None:
    """The fire of all guns that may fire an ammunition at a target; None where none may."""
    body = view.bases[one.guns[0]].unit
    charged = target in timing.chargers(view, body) or target in timing.attackers(view, body)
    told = facts.own(view, body)
    last = (
        told.battery.shot_at
        if told.fire.fired and told.fire.fired == view.own.move - 1 and ammunition != "canister"
        else 0.0
    )

    def able(then: State) -> Iterator[str]:
        ahead = (g for g in one.guns if lanes.is_ahead(then, g, target))
        return (g for g in ahead if may_fire_at(then, g, target, ammunition, part))

    def may(then: State) -> bool:
        return any(able(then))

    if charged:
        runs = timing.evades_after(view, body)  # gunners who run fire before they do (NAP-EVD-05)
        moment = 1.0 if runs is None else runs - TICK  # before they have turned about
        due = may(moments.at(view, moment))
        when: timing.Exposed | None = timing.Exposed(timing.QUARTERS, moment, moment) if due else None
        ends = timing.pause(view, target, body)
        time = one.time if ends is None else min(one.time, timing.still(view, body, ends))
    else:
        end = 0 if "evaded" in told.march.did else timing.last_quarter(view, target)
        way = view.own.tracks.get(body)
        since, until = moments.leg_of(way, "unlimber", 0.0)[1] - TICK, moments.leg_of(way, "limber", 1.0)[0] + TICK
        until = until if since <= until else 1.0  # it limbered first (NAP-ART-09)
        acts = [k for k in range(1, end + 1) if since <= k / timing.QUARTERS <= until]
        when = timing.exposed(view, body, target, may, acts) if end else None
        near = timing.comes_near(view, target)
        if when is not None and near is not None and ammunition == "canister" and may(moments.at(view, near)):
            when = timing.Exposed(when.quarters, near, near)  # (NAP-R63)
        time = min(one.time, when.quarters / timing.QUARTERS) if when else 0.0
    if when is None or when.time < last - 0.5 - TICK:
        return None
    many = timing.canister(time) if ammunition == "canister" else 1 if one.time >= number("shot_time") - TICK else 0
    many = min(many, 1) if timing.time_of(view, body, "reform") else many  # one canister (NAP-ART-08)
    seen = when.seen if ammunition == "canister" else when.time
    firing = tuple(able(moments.at(view, seen)))
    if not many or not firing:
        return None
    return Aim(
        *(body, target, firing, when.time, seen, when.quarters, many), ammunition=ammunition, part=part, roll=one.roll
    )


def options(view: State, one: Ready) -> tuple[Option, ...]:
    """What some guns may fire with what at whom, the usual course first (NAP-TGT-08)."""
    body = view.bases[one.guns[0]].unit
    most = max(guns.reach(facts.figure(view.bases[g]).piece, facts.own(view, body).nation) for g in one.guns)
    places: dict[str, float] = {}
    for other in targets.enemies(view, body):
        if board_of(view).least(body, other) <= cm(most) + facts.own(view, other).march.moved + SLACK:
            places[other] = item(view, body, other)
    allowed: list[tuple[float, Aim]] = []
    # who comes later in the order is not looked at where somebody before him may be fired at
    for place in sorted({min(p, LAST) for p in places.values()}):
        some = [other for other, p in places.items() if min(p, LAST) == place]
        allowed = [(board_of(view).gap(body, aim.target), aim) for other in some for aim in _aims(view, one, other)]
        if allowed:
            break
    allowed.sort(key=lambda one: _usual(view, *one))
    out = [Option(_id(aim), _label(aim), (aim,)) for _, aim in allowed]
    return tuple(out + [o for _, aim in allowed for o in _divided(view, one, aim, [a for _, a in allowed])])


def _aims(view: State, one: Ready, target: str) -> list[Aim]:
    """What some guns may fire at a target, by ammunition and part."""
    body = view.bases[one.guns[0]].unit
    parts: tuple[Part, ...] = ("crews", "teams") if facts.is_deployed(view, target) else ("",)
    pieces = dict.fromkeys(facts.figure(view.bases[g]).piece for g in one.guns)
    kinds = dict.fromkeys(a for p in pieces for a in guns.has(p, facts.own(view, body).nation))
    aims = [_aim(view, one, target, ammunition, part) for ammunition in kinds for part in parts]
    return [aim for aim in aims if aim is not None]


def _divided(view: State, one: Ready, aim: Aim, others: list[Aim]) -> list[Option]:
    """The same fire, the guns that do not bear on its target firing at the next (NAP-ART-17, NAP-ORG-23)."""
    left = tuple(g for g in one.guns if g not in aim.figures)
    for other in others:
        some = tuple(g for g in left if g in other.figures)
        if some and other.target != aim.target:
            split = tuple(
                msgspec.structs.replace(a, figures=f, split=True) for a, f in ((aim, aim.figures), (other, some))
            )
            label = T("{one}; the others at {target}", one=_label(aim), target=Thing(other.target))
            return [Option(f"{_id(aim)}+{other.target}", label, split)]
    return []


def _usual(view: State, gap: float, aim: Aim) -> tuple[int, int, float, int, tuple[object, ...]]:
    """The usual course: close order before others, the nearest, canister within 30 cm, else ball or shell, at crews."""
    near = within(gap, USUAL_CANISTER)
    first = ("canister", "roundshot", "shell", "shrapnel") if near else ("roundshot", "shell", "shrapnel", "canister")
    rank = first.index(aim.ammunition) if aim.ammunition in first else len(first)
    loose = 0 if facts.is_close(view, aim.target) else 1
    return (loose, int(aim.part == "teams"), round(gap, 3), rank, facts.natural(aim.target))


def _id(aim: Aim) -> str:
    return f"{aim.target}{TEAMS if aim.part == 'teams' else ''}:{aim.ammunition}"


def _label(aim: Aim) -> Text:
    what = NAMES[guns.ammunition(aim.ammunition)]
    if aim.part == "teams":
        return T("{unit}: teams and drivers, {what}", unit=Thing(aim.target), what=what)
    return T("{what}: {unit}", what=what, unit=Thing(aim.target))
