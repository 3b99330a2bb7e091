"""Who may be charged, and how a charge gets there: one model leads into contact, the others follow (USB-CHG-01 to -03).

USB-CHG-08, USB-CHG-10, USB-FRM-07, USB-R45, USB-R46, USB-R57, USB-S10, USB-S11.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from game.engine.decision import Bar, Choice, Course
from game.engine.state import State
from game.engine.text import T, Thing
from game.geometry.halving import halved_times
from game.geometry.paths import length_of
from game.geometry.shapes import Point, Pose, bearing, forward, norm_deg
from game.kit.figures.board import middle
from rulesets.universal_battle.charge.closing import TOUCH, Placing
from rulesets.universal_battle.data_files import number
from rulesets.universal_battle.field import facts, formations, near
from rulesets.universal_battle.field.ground import ground_of, standing
from rulesets.universal_battle.field.spacing import discs, off, passed, poses_of, shifted, straight
from rulesets.universal_battle.measures import SLACK, inch
from rulesets.universal_battle.move import plans
from rulesets.universal_battle.move.allowance import Meter, allowance, immobile, part_of, slow_used
from rulesets.universal_battle.move.plans import Drawn, Plan, carried
from rulesets.universal_battle.move.ways import Ways
from rulesets.universal_battle.own import Formation

TRIED, LEADS = 3, 12
"""Places in contact to which a way is looked for, for one model; ways of leaders that are followed to their end."""
STEP = 2.5
"""mm by which a model goes back to a place where it may stop."""


def charge_marks(view: State, unit: str, arrival: bool = False) -> tuple[Choice, ...]:
    """The enemies as marks of a charge, with bars."""
    foes = facts.enemies(view, unit)
    return tuple(Choice(e, T("{unit}", unit=Thing(e)), charge_bar(view, unit, e, arrival)) for e in foes)


def charge_bar(view: State, unit: str, target: str, arrival: bool = False) -> Bar | None:
    """Why a unit may not charge another, or None; ``arrival``: as it enters the table (USB-SPC-07)."""
    return who_bar(view, unit, target, arrival) or planned(view, unit, target).bar


def who_bar(view: State, unit: str, target: str, arrival: bool = False) -> Bar | None:
    """The same, whatever way it would go; whoever forms anew first need not stand before a front (USB-FRM-07)."""
    return may_charge(view, unit) or near.may_target(
        view, unit, target, "charge", "friends" if arrival else "own", front=False
    )


def may_charge(view: State, unit: str) -> Bar | None:
    """Why a unit may charge nobody, or None (USB-CHG-10, USB-R57)."""
    status, me = facts.own(view, facts.host(view, unit)).status, Thing(unit)
    if status:
        panicked = status == "panicked"
        return Bar(T("{unit}: Panicked", unit=me) if panicked else T("{unit}: Shaken", unit=me), "USB-CHG-10")
    if immobile(view, unit):
        return Bar(T("{unit} cannot move", unit=me), "USB-R57")
    return None


def planned(
    view: State,
    unit: str,
    target: str,
    courses: Sequence[Course] = (),
    formation: Formation | None = None,
    limited: bool = True,
) -> Plan:
    """A charge as it is drawn, or as it goes best where nothing is.

    The unit moves in a ``formation``, as it stands or as the courses tell; ``limited``: by its leader's allowance.
    """
    host = facts.host(view, unit)
    if courses or formation is not None or not limited:
        return _planned(view, host, target, courses, formation, limited)
    return _best(view, host, target, slow_used(view, host))


@standing
def _best(view: State, host: str, target: str, used: float) -> Plan:
    """A charge as it goes best, by who has ``used`` so many mm of the limit of slow terrain in this activation."""
    return _planned(view, host, target, (), None, True)


def _planned(
    view: State, host: str, target: str, courses: Sequence[Course], formation: Formation | None, limited: bool
) -> Plan:
    drawn = plans.read(view, host, courses)
    bar = drawn.bar
    if bar is None and drawn.formation:
        bar = plans.formation_bar(view, host, "charge", drawn.formation, drawn.start)
    moving: Formation = drawn.formation or formation or facts.own(view, host).formation  # type: ignore[assignment]
    first = Plan(formation=moving, bar=bar)
    if bar is not None:
        return first
    worst: Plan | None = None
    for apart in (inch(number("apart")), 0.0):
        quest = _Quest(view, host, target, moving, apart, limited)
        for rush in quest.blocks() if moving == "phalanx" else quest.led(drawn):
            if rush.bar is None:
                return rush
            worst = worst or rush
    reason = Bar(T("No way leads to {unit} within the allowance", unit=Thing(target)), "USB-S11")
    return worst or replace(first, bar=reason)


def farthest(view: State, unit: str, formation: Formation | None = None) -> float:
    """How far (mm) a charge of a unit may go in a formation, as it stands if not told; by road where there is one."""
    road = any(p.kind.road for p in ground_of(view).areas)
    return allowance(view, unit, "charge", formation, road).total


class _Quest:
    """A charge looked for: ways that keep so many mm apart from other enemies (USB-S11)."""

    def __init__(self, view: State, host: str, target: str, formation: Formation, apart: float, limited: bool) -> None:
        self.view, self.host, self.target = view, host, target
        self.formation, self.limited = formation, limited
        self.ways = Ways(view, host, target, apart)
        self.prey = discs(view, poses_of(view, target))
        self.here = poses_of(view, host)
        self.meter = Meter(view, host, "charge", formation)
        self.most = farthest(view, host, formation) if limited else math.inf

    def led(self, drawn: Drawn) -> Iterator[Plan]:
        """Charges with one model leading, the likeliest first."""
        for base, line, end in islice(self._leads(drawn), LEADS):
            rush = self._followed(base, line, end)
            metered = rush.metered
            assert metered is not None
            far = metered.costs[base] > metered.limit + SLACK or metered.deep(base)
            yield replace(rush, bar=plans.too_far(metered, base, "charge")) if far and self.limited else rush

    def _leads(self, drawn: Drawn) -> Iterator[tuple[str, tuple[Point, ...], Pose]]:
        """Who may lead, along which way, to which place in contact."""
        told, spots = drawn.ends, drawn.ends or self.here
        order = sorted(spots, key=lambda b: (self._off(b, spots[b]), b))
        for base in order[:1] if told else order:
            spot, meant = spots[base], inch(number("apart")) + self.ways.radius(base)
            if not told and self._off(base, spot) > self.most + SLACK:
                return
            found = Placing(self.ways, self.prey, {}).contact(base, (spot.x, spot.y))
            for end in islice(found, TRIED):
                if told and math.dist((end.x, end.y), (spot.x, spot.y)) > meant:
                    break
                line = self.ways.find(base, (end.x, end.y), self.most, drawn.via.get(base, ()))
                if line is not None:
                    yield base, line, replace(end, facing=spot.facing)

    def _off(self, base: str, pose: Pose) -> float:
        return off(pose, self.ways.radius(base), self.prey)

    def _followed(self, base: str, line: tuple[Point, ...], end: Pose) -> Plan:
        """The others in contact where they can, else behind; their paths are straight (USB-S11)."""
        wishes = shifted(self.view, self.here, end.x - self.here[base].x, end.y - self.here[base].y)
        placing = Placing(self.ways, self.prey, {base: end})
        others = sorted((b for b in self.here if b != base), key=lambda b: (self._off(b, self.here[b]), b))
        outside = placing.settle(others, wishes)
        lines = straight(self.here, self.here | placing.settled) | {base: line}
        bar = Bar(T("{model} has no free place there", model=Thing(outside)), "USB-MOV-03") if outside else None
        metered = self.meter.metered(lines)
        return Plan(lines, placing.settled, self.formation, metered, bar, leader=base)

    def blocks(self) -> Iterator[Plan]:
        """Charges of a Phalanx: shifted and turned as one block, touching with its front (USB-S10, USB-S11)."""
        now = formations.formation(self.view, self.host)
        if now == "phalanx" and not formations.in_front(self.view, self.host, self.target):
            yield Plan(formation="phalanx", bar=Bar(T("A Phalanx attacks to its front only"), "USB-FRM-07"))
            return
        own = plans.own_of(self.view, self.host, self.here)
        x, y = middle(own)
        start = self.here
        if formations.shape_bar(self.view, self.host, "phalanx", start) is not None:
            start = plans.laid_out(self.view, self.host, "phalanx", own)
        facing = next(iter(start.values())).facing
        px, py, _ = min(self.prey, key=lambda d: math.dist((x, y), d[:2]))
        turn = norm_deg(bearing(px - x, py - y) - facing + 180.0) - 180.0
        for part in (0.0, 1.0, 0.5, 0.75, 0.25):
            turned = carried(self.view, self.host, start, (x, y), facing + turn * part)
            for way in dict.fromkeys((facing + turn, facing + turn * part)):
                rush = self._block(turned, forward(way), forward(facing + turn * part))
                if rush is not None:
                    yield rush

    def _block(self, turned: Mapping[str, Pose], u: Point, front: Point) -> Plan | None:
        """The block shifted in a direction until it touches, if it does so with its front rank, and legally."""
        names, met = list(turned), passed(discs(self.view, turned), u, self.prey, TOUCH)
        first = min(((a, names[i], self.prey[j]) for a, b, i, j in met if a + b > 0.0), default=None)
        if first is None:
            return None
        far, lead, prey = first
        ends = shifted(self.view, turned, u[0] * far, u[1] * far)
        ahead = {b: p.x * front[0] + p.y * front[1] + self.ways.radius(b) for b, p in ends.items()}
        if ahead[lead] < max(ahead.values()) - SLACK - 0.01 or prey[0] * front[0] + prey[1] * front[1] < ahead[lead]:
            return None
        lines = straight(self.here, ends)
        metered = self.meter.metered(lines)
        bars = (self.ways.bar(b, line) or self.ways.place_bar(b, ends[b], ends) for b, line in lines.items())
        bar = next((b for b in bars if b is not None), None)
        if bar is None and metered.over and self.limited:
            bar = plans.too_far(metered, metered.over, "charge")
        return Plan(lines, ends, "phalanx", metered, bar, leader=lead)


def halted(view: State, unit: str, leader: str, line: Sequence[Point], length: float) -> dict[str, Pose]:
    """Where a unit stops whose leader has gone so many mm of its way, or as many as it may stop at (USB-S11)."""
    host = facts.host(view, unit)
    ways, here = Ways(view, host), poses_of(view, host)
    block = facts.own(view, host).formation == "phalanx"

    def ends(far: float) -> dict[str, Pose] | None:
        x, y = part_of(line, far)[-1]
        wishes = shifted(view, here, x - here[leader].x, y - here[leader].y)
        who = wishes if block else {leader: wishes[leader]}
        if any(ways.place_bar(b, p, who) is not None for b, p in who.items()):
            return None
        placing = Placing(ways, (), who)
        alone = placing.settle((b for b in here if b not in who), wishes, contact=False)
        return None if alone else placing.settled

    far = bad = min(length, length_of(line))
    while (found := ends(far)) is None and far > 0.0:
        bad, far = far, max(0.0, far - STEP)
    if bad > far:
        found = ends(halved_times(far, bad, 12, lambda tried: ends(tried) is not None)[0])
    return found or dict(here)


def approach(view: State, unit: str, target: str, formation: Formation) -> tuple[str, tuple[Point, ...]]:
    """Who leads a charger towards a target out of reach, and along which way, as far as its allowance (USB-S11)."""
    host = facts.host(view, unit)
    ways, prey, here = Ways(view, host, target, 0.0), discs(view, poses_of(view, target)), poses_of(view, host)
    lead = min(here, key=lambda b: (off(here[b], ways.radius(b), prey), b))
    spot = (here[lead].x, here[lead].y)
    end = next(Placing(ways, prey, {}).contact(lead, spot), None)
    goal = min(prey, key=lambda d: math.dist(spot, d[:2]))[:2] if end is None else (end.x, end.y)
    line = ways.find(lead, goal) or (spot, goal)
    meter = Meter(view, host, "charge", formation)
    ends = shifted(view, here, line[-1][0] - spot[0], line[-1][1] - spot[1])
    lines = straight(here, ends) | {lead: line}
    return lead, meter.first_part(line, meter.slow(lines), meter.metered(lines).limit)
