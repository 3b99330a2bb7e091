"""The usual array before it stands: where what is left to be placed would come to stand, piece after piece.

It is worked out on a copy of what the side knows, by what the rules draft for each (:mod:`game.client.editors.ahead`),
the other side doing what is usual in between. Nothing of it counts: what is dragged is a draft of the question on the
desk, and waits for its own question once another piece is dragged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from game.client.editors.ahead import Hoped
from game.client.editors.desk import Desk, Spot
from game.client.editors.pieces import TOKEN_MM, inside
from game.client.editors.whereabouts import all_bases, bases_of, poses_of
from game.client.tabletop.garrisons import ranks
from game.engine import command as cmd
from game.engine.decision import Answer, Decision, Ghost, PlaceAnswer, PlaceSpace, Reply, Standing
from game.engine.session import Line, Session
from game.engine.state import Luck, State

MOST = 160
"""So many answers are looked ahead at most."""
A_FRAME = 2
"""So many of them in a frame."""


@dataclass(frozen=True)
class Placed:
    """Where a piece would stand."""

    standing: Standing
    ghosts: tuple[Ghost, ...]


class Array:
    """What a side has left to place, as it would stand.

    Attributes
    ----------
    places
        By thing; of the side asked alone, and empty while nobody is asked.
    moved
        What was dragged elsewhere and still waits for its question, by thing.
    """

    def __init__(self) -> None:
        self.places: dict[str, Placed] = {}
        self.moved: dict[str, Standing] = {}
        self._steps: Iterator[None] | None = None
        self._for = ""

    def follow(self, desk: Desk | None) -> None:
        """Go on working out where all would stand by the question on a desk; None: nobody here places anything."""
        if desk is None or not isinstance(desk.asked.space, PlaceSpace):
            self.places, self._steps, self._for = {}, None, ""
            return
        if desk.decision.id != self._for:
            left = {c.id for c in desk.asked.space.things}
            self._for, self._steps = desk.decision.id, self._going(desk)
            self.places = {t: p for t, p in self.places.items() if t in left}
        for _ in range(A_FRAME if self._steps is not None else 0):
            if self._steps is None or next(self._steps, self) is self:
                self._steps = None

    def again(self) -> None:
        """Something was dragged elsewhere: the rest may stand otherwise now."""
        self._for = ""

    def _going(self, desk: Desk) -> Iterator[None]:
        """One answer after the other, of both sides, until this one is asked something else."""
        side, view = desk.decision.side, msgspec.structs.replace(desk.view, offers=(), luck=Luck("seeded", "array"))
        session = Session(desk.session.ruleset, None, Hoped(True), [Line(None, (), view)])
        decision: Decision = desk.decision
        for _ in range(MOST):
            try:
                asked = session.asked(decision)
                answer = self.answer(session, decision) or asked.draft or asked.default.answer
                if decision.side == side and not isinstance(answer, PlaceAnswer):
                    return
                reply = Reply(answer) if answer is not None else asked.default
                if decision.side == side:
                    self._note(session.state, reply, session.check(decision, reply).ghosts)
                refused = isinstance(session.submit(cmd.Answering(decision.id, decision.side, reply)), cmd.Refusal)
            except Exception:  # a side does not know all that the flow may ask for: no farther than this
                return
            waiting = session.waiting
            if refused or not waiting or waiting[0].question != desk.decision.question:
                return
            decision = waiting[0]
            yield

    def _note(self, view: State, reply: Reply, ghosts: tuple[Ghost, ...]) -> None:
        """Keep where the pieces of an answer would stand."""
        if isinstance(reply.answer, PlaceAnswer):
            for standing in reply.answer.places:
                self.places[standing.thing] = Placed(standing, ghosts)
                if standing.inside:
                    self._house(view, standing.inside)

    def _house(self, view: State, host: str) -> None:
        """Those who begin in somebody are seen in ranks about his middle; no rule knows of these places."""
        bases, room = all_bases(view), list[tuple[float, float]]()
        for base, pose in poses_of(view, host).items():
            far = max(bases[base].shape.width, bases[base].shape.depth) / 2
            room += [(pose.x - far, pose.y - far), (pose.x + far, pose.y + far)]
        if not room:
            return
        (x0, x1), (y0, y1) = ((min(a), max(a)) for a in zip(*room, strict=True))
        guests = {t: bases_of(view, t) for t, p in self.places.items() if p.standing.inside == host}
        poses = ranks(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), [bases[b] for own in guests.values() for b in own])
        for thing, own in guests.items():
            self.places[thing] = replace(self.places[thing], ghosts=tuple(Ghost(b, poses[b]) for b in own))

    # -- what was dragged -------------------------------------------------------------------------------------

    def keep(self, standing: Standing, ghosts: tuple[Ghost, ...]) -> None:
        """A piece was dragged where it may stand: it waits there for its question."""
        self.moved[standing.thing] = standing
        self.places[standing.thing] = Placed(standing, ghosts)
        self.again()

    def answer(self, session: Session, decision: Decision) -> Answer | None:
        """The answer by which something that was dragged is placed, if that is asked and it may stand there."""
        space = session.asked(decision).space
        if not isinstance(space, PlaceSpace):
            return None
        for thing in (c.id for c in space.things if c.bar is None and c.id in self.moved):
            found = PlaceAnswer((self.moved[thing],))
            if session.check(decision, Reply(found)).legal:
                return found
        return None

    @property
    def spots(self) -> list[tuple[float, float]]:
        """Where bases would stand, mm."""
        return [(g.pose.x, g.pose.y) for placed in self.places.values() for g in placed.ghosts]

    def under(self, desk: Desk, spot: Spot) -> str:
        """The piece whose ghost is at a place; "" for none."""
        bases = all_bases(desk.view)
        for thing, placed in self.places.items():
            for ghost in placed.ghosts:
                shape = bases[ghost.base].shape if ghost.base in bases else None
                wide, deep = (shape.width, shape.depth) if shape is not None else (2 * TOKEN_MM, 2 * TOKEN_MM)
                if inside(ghost.pose, wide, deep, spot):
                    return thing
        return ""
