"""Idle sub-units that come up into a melee from its second round on (NAP-MEL-03, NAP-MRE-22, NAP-MRE-23).

They form up in one rank beside those who fight, along the edge of the enemy that is met; the others close up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

from game.engine import changes
from game.engine import event as ev
from game.engine.decision import Asked, Choice, Decision, Kind, OptionAnswer, OptionSpace, Reply
from game.engine.declared import Posed
from game.engine.flow import Run
from game.engine.ruleset import Discrete
from game.engine.state import Base, State, Tie
from game.engine.text import TN, T, Text, Thing
from game.geometry.shapes import Point, Pose, to_local, to_world
from game.kit.block import conform
from game.kit.block.outlines import poses_of, sizes_of
from rulesets.napoleonic_wars.charge import conforming
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import rates
from rulesets.napoleonic_wars.measures import CONTACT, SLACK, cm
from rulesets.napoleonic_wars.melee import fighters
from rulesets.napoleonic_wars.melee.fighters import ALIGNED

Poses = dict[str, Pose]


class Company(msgspec.Struct, frozen=True):
    """A sub-unit that does not fight: its figures, and where its middle and its front are (mm, right and ahead)."""

    sub: str
    bases: tuple[Base, ...]
    u: float
    v: float
    width: float


def may_feed(view: State, body: str, tie: Tie) -> bool:
    """Whether sub-units of a body may come up: regular close order in one melee, not pushed back (NAP-MEL-03)."""
    told = facts.own(view, body)
    formed = told.regular and told.arm in ("foot", "horse") and facts.is_close(view, body)
    free = not (told.inside or facts.is_square(view, body) or facts.melee(tie).building or told.march.doing)
    goes_on = facts.melee(tie).rounds > 0 and told.nerve.result in ("", "follow_up")
    return formed and free and goes_on and len(facts.melees(view, body)) == 1 and len(told.subs) > 1


class MeleeFront:
    """A body in a melee, seen from the left end of its front: u to the right, v ahead (mm)."""

    def __init__(self, view: State, body: str, tie: Tie) -> None:
        self.view, self.body, self.foe = view, body, facts.other(tie, body)
        mover = Mover.standing(view, body)
        self.front = mover.front_at(0.0)
        self.corner = Pose(*self.front.left, self.front.facing)
        self.room = conforming.Room(view, body, self.foe, mover.sizes, mover.outline_at(0.0))
        met = conform.contact(self.front, Mover.standing(view, self.foe).outline_at(0.0), conforming.REACH)
        self.edge = (0.0, 0.0)
        if met is not None and abs((met.edge.facing - self.front.facing) % 360.0 - 180.0) <= ALIGNED:
            ends = [self.place(Pose(*p))[0] for p in (met.edge.start, met.edge.end)]
            self.edge = (min(ends), max(ends))
        busy = set(fighters.fighting(view, body, tie))
        parts = facts.companies(view, body)
        self.fights = {sub for sub, part in parts.items() if busy & {b.id for b in part}}
        self.idle = [self.company(sub, part) for sub, part in parts.items() if sub not in self.fights]

    def place(self, pose: Pose) -> Point:
        """Where a pose is: mm to the right of and ahead of the left end of the front."""
        return to_local(self.corner, (pose.x, pose.y))

    def pose(self, u: float, v: float) -> Pose:
        """The pose of somebody who looks ahead."""
        x, y = to_world(self.corner, (u, v))
        return Pose(round(x, 3), round(y, 3), self.front.facing)

    def company(self, sub: str, part: Iterable[Base]) -> Company:
        """A sub-unit where it stands."""
        bases = tuple(b for b in part if b.pose is not None)
        spots = np.array([self.place(b.pose) for b in bases if b.pose is not None]).reshape(-1, 2)
        wide = math.fsum(b.shape.width for b in bases)
        return Company(sub, bases, float(spots[:, 0].mean()), float(spots[:, 1].max()), wide)

    def moved(self, company: Company, du: float, dv: float) -> Poses:
        """The figures of a company so far aside and ahead."""
        out = {}
        for base in company.bases:
            if base.pose is not None:
                u, v = self.place(base.pose)
                out[base.id] = self.pose(u + du, v + dv)
        return out

    def ranked(self, company: Company, low: float) -> Poses:
        """The figures of a company in one rank along the front, from a place on."""
        out, u = {}, low
        order = sorted(company.bases, key=lambda b: self.place(b.pose)[0] if b.pose is not None else 0.0)
        for base in order:
            out[base.id] = self.pose(u + base.shape.width / 2.0, -base.shape.depth / 2.0)
            u += base.shape.width
        return out


def courses(view: State, body: str, tie: Tie) -> list[Poses]:
    """Where all figures that move stand after one, two, ... idle sub-units have come up, the nearest first."""
    if not may_feed(view, body, tie):
        return []
    ground = MeleeFront(view, body, tie)
    most, ends = cm(rates.rate(view, body, "normal")), [0.0, ground.front.width]
    out: list[Poses] = []
    came: Poses = {}
    left = list(ground.idle)
    while left:
        found = [one for company in left for one in _ways(ground, company, ends, most)]
        if not found:
            break
        _, _, company, low = min(found, key=lambda f: f[:2])
        came |= ground.ranked(company, low)
        left.remove(company)
        ends = [min(ends[0], low), max(ends[1], low + company.width)]
        out.append(came | _closed_up(ground, left))
    return out


def _ways(
    ground: MeleeFront, company: Company, ends: list[float], most: float
) -> list[tuple[float, int, Company, float]]:
    """How a company may come up at either end: mm of way, its number, itself, where it would begin."""
    out = []
    share = min(b.shape.width for b in company.bases)
    for low in (ends[1], ends[0] - company.width):
        shared = min(low + company.width, ground.edge[1]) - max(low, ground.edge[0])
        deep = company.bases[0].shape.depth / 2.0
        way = math.hypot(low + company.width / 2.0 - company.u, company.v + deep)
        if shared < share - SLACK or way > most + SLACK:
            continue
        poses = ground.ranked(company, low)
        if ground.room.is_free(poses_of(poses.values()), sizes_of(b.shape for b in company.bases)):
            out.append((round(way, 3), ground.idle.index(company), company, low))
    return out


def _closed_up(ground: MeleeFront, left: list[Company]) -> Poses:
    """Those who do not come up close the gaps: in the front rank towards those who fight, behind them forward."""
    out: Poses = {}
    parts = facts.companies(ground.view, ground.body)
    fights = [ground.company(sub, parts[sub]) for sub in parts if sub in ground.fights]
    if not fights:
        return out
    beside = [c for c in left if abs(c.v - max(f.v for f in fights)) <= CONTACT]
    low, high = min(f.u - f.width / 2.0 for f in fights), max(f.u + f.width / 2.0 for f in fights)
    for company in sorted((c for c in beside if c.u < low), key=lambda c: -c.u):
        out |= ground.moved(company, low - company.width / 2.0 - company.u, 0.0)
        low -= company.width
    for company in sorted((c for c in beside if c.u > high), key=lambda c: c.u):
        out |= ground.moved(company, high + company.width / 2.0 - company.u, 0.0)
        high += company.width
    files: dict[int, list[Company]] = {}
    for company in ground.idle:
        files.setdefault(round(company.u / CONTACT), []).append(company)
    for of in files.values():
        places = sorted((c.v for c in of if c not in beside), reverse=True)
        stay = sorted((c for c in of if c in left and c not in beside), key=lambda c: -c.v)
        for company, v in zip(stay, places, strict=False):
            out |= ground.moved(company, 0.0, v - company.v)
    return out


# --- asked and done --------------------------------------------------------------------------------------------------


def _words(body: str, n: int) -> Text:
    return TN("{unit}: {n} idle sub-unit comes up", "{unit}: {n} idle sub-units come up", n, unit=Thing(body))


class FeedQuestion(Discrete):
    """How many idle sub-units of each body come up into its melee: all that fit, unless the owner says otherwise."""

    kind: Kind = "option"

    def asked(self, view: State, decision: Decision) -> Asked:
        """A part for each body: from all of them to none."""
        most: Mapping[str, int] = decision.args["most"]
        parts = {body: tuple(Choice(str(k), _words(body, k)) for k in range(n, -1, -1)) for body, n in most.items()}
        answer = OptionAnswer({body: str(n) for body, n in most.items()})
        return Asked(OptionSpace(parts), Reply(answer), draft=answer)


FEED = Posed("nap_feed_melee", FeedQuestion())


def questions(view: State, due: Iterable[Tie]) -> tuple[Any, ...]:
    """Whom to ask: each side whose idle sub-units may come up somewhere (NAP-MEL-03)."""
    sides: dict[str, dict[str, int]] = {}
    for tie in due:
        for body in (tie.a, tie.b):
            if tie.kind == facts.MELEE and (n := len(courses(view, body, tie))):
                sides.setdefault(view.units[body].side, {})[body] = n
    clauses = ("NAP-MEL-03", "NAP-MRE-23")
    text = T("Do idle sub-units join the melee?")
    return tuple(FEED.to(side, text, {"most": most}, clauses) for side, most in sides.items())


def feed(run: Run, due: Iterable[Tie], answers: Mapping[str, str]) -> None:
    """Bring up as many as was said, all seen on the situation as it is."""
    view, marks = run.state, dict[str, tuple[int, Poses]]()
    for tie in due:
        for body in (tie.a, tie.b):
            if (n := int(answers.get(body, "0"))) and len(found := courses(view, body, tie)) >= n:
                marks[body] = (n, found[n - 1])
    for body, (n, poses) in marks.items():
        text = _words(body, n)
        moved: list[ev.Change] = [ev.SetPose(base, pose) for base, pose in poses.items()]
        run.tell(body, "comes_up", "move", text, ("NAP-MEL-03", "NAP-MRE-23"), *moved, n=n)
        ranks = {round(float(v), 0) for v in _depths(run.state, body)}
        if facts.own(run.state, body).stance.formation != "line" and len(ranks) == 1:
            run.emit("forms_line", "status", None, *changes.unit(run.state, body, formation="line"), about=(body,))


def _depths(view: State, body: str) -> list[float]:
    """How far ahead (mm) the figures of a body stand."""
    front = Mover.standing(view, body).front_at(0.0)
    x, y = front.ahead
    return [b.pose.x * x + b.pose.y * y for b in facts.figures(view, body) if b.pose is not None]
