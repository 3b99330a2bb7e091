"""A body's way in the making: leg by leg on the ground as it is, with the time that each takes (NAP-S13 to -S15).

The verbs of an order are told in :mod:`rulesets.napoleonic_wars.march.planned_way`; here is what they are made of: to
stand, to go straight, to wheel, to stand elsewhere when the time is up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import shapely
from msgspec.structs import replace

from game.engine.decision import Bar
from game.engine.fields import with_fields
from game.engine.state import State
from game.engine.text import T
from game.geometry.planar import Shape
from game.geometry.shapes import Footprint, Point, Pose, forward
from game.kit.block.going import Crossing, Edge, Going, Span
from rulesets.napoleonic_wars import bases
from rulesets.napoleonic_wars.body import shape
from rulesets.napoleonic_wars.body.goals import Goal
from rulesets.napoleonic_wars.field import facts
from rulesets.napoleonic_wars.march import going, rates, snake
from rulesets.napoleonic_wars.march.duty import Become, Fault, Mark
from rulesets.napoleonic_wars.measures import SLACK, moment
from rulesets.napoleonic_wars.own import BodyOwn, Deed, Doing, Leg

EXACT = 9
"""Digits of the moments between which a leg lies: a charge that follows it has its reach to the last of them."""
NOW = 1e-7
"""Parts of a move that are nothing."""
IN_HASTE = "away_at_double"
"""A leg of a way that a result makes at double speed, and no order (NAP-R32, NAP-R135)."""


@dataclass
class Way:
    """A body on its way: where it is now, at which moment, and what it has done so far.

    ``beyond``: a result moves it, and the edge of the table does not stop it (NAP-S78); ``goal``: where a move at the
    double ends, ``arrived``: it has come there (NAP-S92); ``looks``: degrees to the wall that a square goes with.
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
    goal: Goal | None = None
    arrived: bool = False
    looks: float = 0.0

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
        marching = self.own.stance.formation == "march_column" and bases.scale(self.view) == "micro"
        return 90.0 if marching else self.looks

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
        changed = replace(unit, own=with_fields(unit.own, **fields))
        self.view = replace(self.view, units={**self.view.units, self.body: changed})

    def leg(self, time: float, after: shape.Triples, what: str, pivot: Point | None = None, **more: Any) -> None:
        """A leg of so much time to other places."""
        start, self.time = self.time, self.time + time
        if time > NOW or after != self.places:
            ends = after if after != self.places else ()
            self.legs.append(
                Leg(round(start, EXACT), round(self.time, EXACT), self.places, ends, pivot, what, self.number, **more)
            )
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

    def edges(self, direction: Point, *, front: bool) -> tuple[Edge, ...]:
        """The edges that lead in a direction: its front edge, or where it goes any other way those of its outline."""
        stand = self.standing()
        if front:
            return ((stand.left, stand.right),)
        found = going.leading_edges(shapely.get_coordinates(self.outline()), direction)
        return found or (going.leading_edge(self.sizes, self.places, direction),)

    def go(
        self,
        direction: Point,
        distance: float | None,
        pace: rates.Speed,
        what: str,
        *,
        front: bool = True,
        most: float | None = None,
    ) -> float:
        """Go straight as far as told, or as the move allows; the way gone (mm).

        ``most``: mm a move over open ground, where that is less than the pace.
        """
        rate = self.speed(pace, backwards=what == "back")
        rate = rate if most is None else min(rate, most)
        if rate <= 0.0 or self.over():
            return 0.0
        far = rate * self.left
        wanted = far if distance is None else min(distance, far)
        unchosen: rates.Speed = (
            "normal" if what in ("pursue", IN_HASTE) else pace
        )  # it goes where nobody may double (NAP-R32)
        who = going.walker(self.view, self.body, unchosen, self.ranks())
        edges = self.edges(direction, front=front)
        found = going.over(self.view, who, edges, direction, wanted, tuple(self.passed), beyond=self.beyond)
        goal = self._goal_ahead(direction, found.stop)
        if goal is not None:
            found = going.over(self.view, who, edges, direction, goal, tuple(self.passed), beyond=self.beyond)
        gone = 0.0
        for part in found.in_order(SLACK):
            if isinstance(part, Span):
                gone += self._straight(direction, part.end - gone, rate * part.factor, what)
            if self.over() or (isinstance(part, Crossing) and not self.cross(part.piece, who.crosses[part.row])):
                return gone
        if goal is not None:
            self.arrive()
        elif found.stopped_by and gone < wanted - SLACK:
            self._shut(found)
        return gone

    def _goal_ahead(self, direction: Point, distance: float) -> float | None:
        """After how many mm straight on a double comes to its objective; None where it does not."""
        if self.goal is None or self.pace != "double":
            return None
        return self.goal.on_way(self.standing(), self.outline(), direction, distance)

    def outline(self) -> Shape:
        """What its figures cover."""
        return shape.cover(self.sizes, self.places)

    def arrive(self) -> None:
        """End a double at its objective (NAP-DBL-03)."""
        self.arrived = True
        self.mark("goal")

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
            self.followed(ranks, frames, head, step, rate, what)
            left -= step
        return gone

    def followed(self, ranks: snake.Ranks, frames: list[Pose], head: Pose, way: float, rate: float, what: str) -> None:
        """Move the head of a bent column to a pose, the others along the line of those before."""
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

    def _shut(self, found: Going) -> None:
        self.mark("shut", found.stopped_by)
        if found.stopped_by == "edge":
            self.fault(Bar(T("This leads over the edge of the table. Stop before it."), "NAP-S78"))

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

    def ahead(self) -> Point:
        """Straight ahead."""
        return forward(self.standing().front.facing)
