"""A body's way in the making: leg by leg on the ground as it is, with the time that each takes (NAP-S13 to -S15).

The verbs of an order are told in :mod:`rulesets.napoleonic_wars.march.plan`; here is what they are made of: to stand,
to go straight, to wheel, to stand elsewhere when the time is up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.state import State
from game.engine.text import T
from game.geometry.shapes import Footprint, Point, Pose, forward, norm_deg, sin_cos
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import going, rates, snake, turning
from rulesets.napoleonic_wars.march.duty import Become, Fault, Mark
from rulesets.napoleonic_wars.measures import SLACK, moment
from rulesets.napoleonic_wars.own import BodyOwn, Deed, Doing, Leg

NOW = 1e-7
"""Parts of a move that are nothing."""


@dataclass
class Way:
    """A body on its way: where it is now, at which moment, and what it has done so far.

    ``beyond``: a result moves it, and the edge of the table does not stop it (NAP-S78).
    """

    view: State
    body: str
    ids: tuple[str, ...]
    sizes: tuple[Footprint, ...]
    places: shape.Triples
    leads: tuple[int, ...]
    time: float
    until: float
    inverted: bool
    pace: rates.Speed | None = None
    number: int = 0
    legs: list[Leg] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    becomes: list[Become] = field(default_factory=list)
    did: set[Deed] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    stops: dict[int, Any] = field(default_factory=dict)
    doing: Doing | None = None
    busy: float = 0.0
    moved: float = 0.0
    waits_until: float = 0.0
    firing: bool = False
    bent: bool = False
    trail: list[Point] = field(default_factory=list)
    behind: list[float] = field(default_factory=list)
    beyond: bool = False

    @classmethod
    def begun(cls, view: State, body: str, since: float, until: float) -> Way:
        """A body where it stands."""
        here = facts.figures(view, body)
        poses = [b.pose for b in here if b.pose is not None]
        front = {b.id for b in shape.fighters(view, body)}
        way = cls(
            view,
            body,
            tuple(b.id for b in here),
            tuple(b.shape for b in here),
            shape.triples(poses),
            tuple(k for k, b in enumerate(here) if b.id in front),
            since,
            until,
            bool(here) and shape.is_inverted(view, body),
        )
        ranks = snake.ranks_of(view, body, way.ids, inverted=way.inverted) if here else ()
        if ranks and snake.is_bent(snake.frames_of(ranks, way.places, way.sizes)):
            way.bent, way.leads = True, ranks[0]
        return way

    # --- where it stands

    @property
    def own(self) -> BodyOwn:
        """The body's own part, as it is by now."""
        return facts.own(self.view, self.body)

    def over(self) -> bool:
        """Whether the move is over."""
        return self.time >= self.until - NOW

    @property
    def left(self) -> float:
        """What is left of the move."""
        return max(0.0, self.until - self.time)

    def _turn(self) -> float:
        marching = self.own.formation == "march_column" and bases.scale(self.view) == "micro"
        return 90.0 if marching else 0.0

    def standing(self) -> shape.Standing:
        """Its outline."""
        sizes = tuple(self.sizes[k] for k in self.leads)
        return shape.outline(sizes, tuple(self.places[k] for k in self.leads), self._turn())

    def ranks(self) -> int:
        """Its ranks as it stands and faces."""
        found = shape.rows_in(tuple(self.sizes[k] for k in self.leads), tuple(self.places[k] for k in self.leads))
        return max(1, len(found))

    def speed(self, pace: rates.Speed, *, backwards: bool = False) -> float:
        """Mm a move over open ground."""
        return rates.rate(self.view, self.body, pace, backwards, firing=self.firing) * 10.0

    # --- making legs

    def fault(self, bar: Bar) -> None:
        """Note why the action under way cannot be done."""
        self.faults.append(Fault(self.number, bar))

    def mark(self, what: str, thing: str = "", n: int = 0) -> None:
        """Note something that happens now."""
        self.marks.append(Mark(moment(self.time), what, thing, self.number, n))

    def become(self, verb: str, **fields: Any) -> None:
        """Be something else from now on."""
        sizes = {b: f for b, f in zip(self.ids, self.sizes, strict=True) if f != self.view.bases[b].shape}
        self.becomes.append(Become(moment(self.time), self.number, verb, fields, sizes))
        self.alter(**fields)

    def alter(self, **fields: Any) -> None:
        """Go on as if fields of the own part were others."""
        unit = self.view.units[self.body]
        changed = replace(unit, own=replace(unit.own, **fields))
        self.view = replace(self.view, units={**self.view.units, self.body: changed})

    def leg(self, time: float, after: shape.Triples, what: str, pivot: Point | None = None, **more: Any) -> None:
        """A leg of so much time to other places."""
        start, self.time = self.time, self.time + time
        if time > NOW or after != self.places:
            ends = after if after != self.places else ()
            self.legs.append(Leg(moment(start), moment(self.time), self.places, ends, pivot, what, self.number, **more))
        self.places = after

    def stand(self, time: float, what: str, *, busy: bool = False) -> float:
        """Stand for some time, or as long as there is; what of it does not fit is given back."""
        spent = min(time, self.left)
        self.busy += spent if busy else 0.0
        self.leg(spent, self.places, what)
        return time - spent if time - spent > NOW else 0.0

    def settle(self, poses: shape.Poses, sizes: dict[str, Footprint], what: str, time: float) -> None:
        """Stand for some time and then elsewhere (NAP-S49); ``time`` must fit."""
        after = tuple(
            (poses[b].x, poses[b].y, poses[b].facing) if b in poses else self.places[k] for k, b in enumerate(self.ids)
        )
        new = tuple(sizes.get(b, self.sizes[k]) for k, b in enumerate(self.ids))
        more: dict[str, Any] = {}
        if new != self.sizes:
            more["sizes"] = tuple((f.width, f.depth) for f in new)
        self.leg(time, after, what, **more)
        self.sizes = new

    # --- going

    def edge(self, direction: Point, *, front: bool) -> going.Edge:
        """The leading edge in a direction: its front edge, or where it goes any other way its whole width there."""
        stand = self.standing()
        if front:
            return stand.left, stand.right
        return going.leading_edge(self.sizes, self.places, direction)

    def go(
        self, direction: Point, distance: float | None, pace: rates.Speed, what: str, *, front: bool = True
    ) -> float:
        """Go straight as far as told, or as the move allows; the way gone (mm)."""
        rate = self.speed(pace, backwards=what == "back")
        if rate <= 0.0 or self.over():
            return 0.0
        far = rate * self.left
        wanted = far if distance is None else min(distance, far)
        who = going.mover(self.view, self.body, pace, self.ranks())
        edge = self.edge(direction, front=front)
        found = going.straight(self.view, who, edge, direction, wanted, tuple(self.passed), beyond=self.beyond)
        gone = 0.0
        crossings = list(found.crossings)
        for stretch in found.stretches:
            while crossings and crossings[0].at < stretch.end - SLACK:
                one = crossings.pop(0)
                gone += self._straight(direction, max(0.0, one.at - gone), rate * stretch.factor, what)
                if self.over() or not self.cross(one.piece, who.crosses[one.row]):
                    return gone
            gone += self._straight(direction, stretch.end - gone, rate * stretch.factor, what)
            if self.over():
                return gone
        if found.stopped_by and gone < wanted - SLACK:
            self._shut(found)
        return gone

    def _straight(self, direction: Point, distance: float, rate: float, what: str) -> float:
        if distance <= SLACK / 100.0:
            return 0.0
        gone = min(distance, rate * self.left)
        if self.ranks_bent():
            return self._winds(direction, gone, rate, what)
        dx, dy = direction[0] * gone, direction[1] * gone
        after = tuple((round(x + dx, 4), round(y + dy, 4), f) for x, y, f in self.places)
        self.busy += gone / rate
        self.moved += gone
        self.leg(gone / rate, after, what)
        return gone

    # --- columns that bend

    def ranks_bent(self) -> snake.Ranks:
        """The ranks of the body where it is a column that does not stand straight; none otherwise."""
        if not self.bent:
            return ()
        ranks = snake.ranks_of(self.view, self.body, self.ids, inverted=self.inverted)
        self.bent = bool(ranks) and snake.is_bent(snake.frames_of(ranks, self.places, self.sizes))
        if ranks and not self.bent:
            self.leads, self.trail = tuple(sorted(k for rank in ranks for k in rank)), []
            self.places = self._riding(ranks, snake.dressed(ranks, self.places, self.sizes))
        return ranks if self.bent else ()

    def _winds(self, direction: Point, gone: float, rate: float, what: str) -> float:
        """A bent column goes on: the head straight, the others along the line of those before."""
        left = gone
        while left > SLACK / 100.0:
            ranks = self.ranks_bent()
            if not ranks:
                self._straight(direction, left, rate, what)
                break
            frames = snake.frames_of(ranks, self.places, self.sizes)
            step = min(left, snake.STEP)
            head = replace(frames[0], x=frames[0].x + direction[0] * step, y=frames[0].y + direction[1] * step)
            self._followed(ranks, frames, head, step, rate, what)
            left -= step
        return gone

    def _followed(self, ranks: snake.Ranks, frames: list[Pose], head: Pose, way: float, rate: float, what: str) -> None:
        if not self.trail:
            self.trail, self.behind = snake.trail_of(frames)
        self.trail.append((head.x, head.y))
        found = snake.followed(ranks, frames, self.trail, self.behind, head, self.places)
        after = self._riding(ranks, found)
        self.busy += way / rate
        self.moved += way
        self.leg(way / rate, after, what)

    def _riding(self, ranks: snake.Ranks, places: shape.Triples) -> shape.Triples:
        """The same places with limbered guns on their teams."""
        subs = [facts.figure(self.view.bases[b]).sub for b in self.ids]
        teams = {subs[k]: places[k] for rank in ranks for k in rank}
        walks = {k for rank in ranks for k in rank}
        last = places[ranks[-1][0]]
        return tuple(place if k in walks else teams.get(subs[k], last) for k, place in enumerate(places))

    def bend(self, hand: str, angle: float, pace: rates.Speed) -> bool:
        """Wheel the head of a column, the others follow; it costs what the widest rank's wheel does (NAP-S13)."""
        ranks = snake.ranks_of(self.view, self.body, self.ids, inverted=self.inverted)
        if not ranks:
            return self.wheel(hand, angle, pace)
        self.leads, self.bent = ranks[0], True
        rate, pivot = self.speed(pace), self.pivot(hand)
        stand = self.standing()
        widest = max(math.fsum(self.sizes[k].width for k in rank) for rank in ranks)
        sign = 1.0 if hand == "right" else -1.0
        who = going.mover(self.view, self.body, pace, len(ranks))
        edge = (stand.left, stand.right)
        parts, met, free = turning.wheeled(self.view, who, edge, pivot, sign * angle, tuple(self.passed))
        if rate <= 0.0 or free < angle - 1e-6:
            self.fault(Bar(T("It cannot wheel: the ground there may not be entered"), "NAP-MOV-07"))
            return False
        each = widest * math.pi / 180.0 / rate
        if sum(degrees * each / factor for degrees, factor in parts) > self.left + NOW:
            self.fault(Bar(T("There is no time left for this wheel in the move"), "NAP-WHL-02"))
            return False
        for degrees, factor in parts:
            n = max(1, math.ceil(degrees / snake.ARC))
            for _ in range(n):
                frames = snake.frames_of(ranks, self.places, self.sizes)
                x, y = turning.about((frames[0].x, frames[0].y), pivot, sign * degrees / n)
                head = Pose(x, y, norm_deg(frames[0].facing + sign * degrees / n))
                length = widest * math.radians(degrees / n)
                self._followed(ranks, frames, head, length, rate * factor, "wheel")
        for _, piece in met:
            self.cross(piece.id, who.crosses[piece.kind.move])
        return True

    def _shut(self, found: going.Going) -> None:
        self.mark("shut", found.stopped_by)
        if found.stopped_by == "edge":
            self.fault(Bar(T("This leads over the edge of the table"), "NAP-S78"))

    def cross(self, obstacle: str, time: float) -> bool:
        """Lose the time of crossing an obstacle; False where the move ends before it is crossed (NAP-S39)."""
        self.mark("crossed", obstacle)
        self.passed.add(obstacle)
        self.did.add("crossed")
        left = self.stand(time, "cross", busy=True)
        if left or self.over():
            self.doing = Doing("cross", moment(left), {"obstacle": obstacle})
            return False
        return True

    # --- wheeling

    def pivot(self, hand: str) -> Point:
        """The front corner about which it wheels to a hand (NAP-S13)."""
        stand = self.standing()
        return stand.left if hand == "left" else stand.right

    def arc(self, hand: str) -> float:
        """Mm that the outer front corner that goes farthest goes for each degree of a wheel (NAP-S13)."""
        px, py = self.pivot(hand)
        side = 0.5 if hand == "left" else -0.5
        best = 0.0
        for k in self.leads:
            footprint, (x, y, f) = self.sizes[k], self.places[k]
            s, c = sin_cos(f)
            u, v = side * footprint.width, footprint.depth / 2.0
            best = max(best, math.hypot(x + u * c + v * s - px, y - u * s + v * c - py))
        return best * math.pi / 180.0

    def most(self, hand: str, pace: rates.Speed) -> float:
        """The greatest angle (degrees) of a wheel over open ground in what is left of the move."""
        arc = self.arc(hand)
        return self.speed(pace) * self.left / arc if arc else 0.0

    def wheel(self, hand: str, angle: float, pace: rates.Speed, what: str = "wheel") -> bool:
        """Wheel by an angle, or not at all where it does not fit; False where it was not done."""
        rate, pivot, arc = self.speed(pace), self.pivot(hand), self.arc(hand)
        stand = self.standing()
        who = going.mover(self.view, self.body, pace, self.ranks())
        sign = 1.0 if hand == "right" else -1.0
        edge = (stand.left, stand.right)
        parts, met, free = turning.wheeled(self.view, who, edge, pivot, sign * angle, tuple(self.passed))
        if rate <= 0.0 or free < angle - 1e-6:
            text = T("It cannot wheel: the ground there may not be entered") if rate else T("It may not wheel")
            self.fault(Bar(text, "NAP-MOV-07" if rate else "NAP-MOV-02"))
            return False
        time = sum(degrees * arc / (rate * factor) for degrees, factor in parts)
        time += sum(who.crosses[p.kind.move] for _, p in met)
        if time > self.left + NOW:
            self._too_far(hand, angle, pace, time)
            return False
        self._turned(sign, parts, arc / rate, pivot, what)
        for _, piece in met:
            self.cross(piece.id, who.crosses[piece.kind.move])
        return True

    def _too_far(self, hand: str, angle: float, pace: rates.Speed, time: float) -> None:
        most = self.most(hand, pace)
        if time * 1.0 > 1.0 + NOW and self.left >= 1.0 - NOW and most < angle:
            text = T("No figure may exceed its move: it can wheel by {most} at most", most=f"{most:.3f}°")
        else:
            text = T("There is no time left for this wheel in the move")
        self.fault(Bar(text, "NAP-WHL-02"))

    def _turned(
        self, sign: float, parts: tuple[tuple[float, float], ...], each: float, pivot: Point, what: str
    ) -> None:
        px, py = pivot
        for degrees, factor in parts:
            turn = math.radians(sign * degrees)
            cos, sin = math.cos(turn), math.sin(turn)
            after = tuple(
                (
                    round(px + (x - px) * cos + (y - py) * sin, 4),
                    round(py + (y - py) * cos - (x - px) * sin, 4),
                    round(norm_deg(f + sign * degrees), 6),
                )
                for x, y, f in self.places
            )
            time = degrees * each / factor
            self.busy += time
            self.moved += time * self.speed("normal")
            self.leg(time, after, what, pivot)

    def ahead(self) -> Point:
        """Straight ahead."""
        return forward(self.standing().front.facing)
