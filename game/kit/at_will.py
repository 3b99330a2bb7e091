"""Questions that nobody need answer, to leave them being the usual; and where one thing lies, asked with or without it.

For all systems: the ends of phases, moves and spells that are offered, markers and cards.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from game.engine import decision as ask
from game.engine.ruleset import Goal, Unforced
from game.engine.state import State
from game.engine.text import T, Text, Thing
from game.geometry.shapes import Point, Pose
from game.kit.verdicts import barred


class AtWill:
    """A question with ways out, of which the first is the usual answer."""

    def __init__(self, *ways_out: ask.Exit) -> None:
        self.ways_out = ways_out

    def default(self, view: State, decision: ask.Decision) -> ask.Reply:
        """The first way out."""
        return ask.Reply(exit=self.exits(view, decision)[0].id)

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The ways out, without laying out the rest."""
        return self.ways_out


def or_leave(answers: Iterable[ask.Answer], way_out: ask.Reply, limit: int) -> Iterator[ask.Reply]:
    """Replies with some answers, as far as there is room, and with a way out."""
    return islice(chain(islice(map(ask.Reply, answers), max(limit - 1, 0)), (way_out,)), limit)


class OnePlace(AtWill, Unforced, ABC):
    """Where one thing lies that an argument of the decision names.

    The system says why not at a place (``bar``), in which outlines it is looked for (``ground``), and what is told of
    the thing (``label``); where the nearest free place is told in place of a refused one, ``free`` gives them.

    Parameters
    ----------
    key
        The argument that names it.
    missing, clause
        What is told where no place is named, and the clause that asks for one.
    facings
        Ways it may face, in degrees; all where there are none.
    """

    kind: ask.Kind = "place"

    def __init__(
        self, key: str, missing: Text, clause: str, *ways_out: ask.Exit, facings: tuple[float, ...] = ()
    ) -> None:
        super().__init__(*ways_out)
        self.key, self.missing, self.clause, self.facings = key, missing, clause, facings

    @abstractmethod
    def bar(self, view: State, decision: ask.Decision, at: Pose) -> ask.Bar | None:
        """Why it may not lie at a place, or None."""

    @abstractmethod
    def ground(self, view: State, decision: ask.Decision) -> tuple[tuple[Point, ...], ...]:
        """The outlines (mm) in which places are looked for."""

    def free(self, view: State, decision: ask.Decision) -> Iterable[Point]:
        """Places (mm) where it may lie, the best first."""
        return ()

    def label(self, view: State, decision: ask.Decision) -> Text:
        """What the thing is called: by its name."""
        return T("{thing}", thing=Thing(decision.args[self.key]))

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """The thing and the ground; a usual place is the draft."""
        thing, usual = decision.args[self.key], self.default(view, decision)
        things = (ask.Choice(thing, self.label(view, decision)),)
        space = ask.PlaceSpace(things, self.ground(view, decision), facings=self.facings)
        return ask.Asked(space, usual, self.exits(view, decision), usual.answer)

    def check(self, view: State, decision: ask.Decision, answer: ask.Answer) -> ask.Verdict:
        """Judge a place; where it is refused, the nearest of those that are free is told."""
        thing = decision.args[self.key]
        if not isinstance(answer, ask.PlaceAnswer) or any(one.thing != thing for one in answer.places):
            return ask.refused(T("That answer does not fit this question"))
        at = answer.places[0].poses.get(thing) if answer.places else None
        if at is None:
            return ask.unfinished(self.missing, self.clause)
        bar, spot = self.bar(view, decision, at), (at.x, at.y)
        if bar is None:
            return ask.LEGAL
        near = min(self.free(view, decision), key=lambda p: (math.dist(p, spot), p), default=None)
        return barred(bar, thing, None if near is None else lying(thing, near))

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """The places that are free, then the way out."""
        found = (lying(decision.args[self.key], p) for p in self.free(view, decision))
        return or_leave(found, self.default(view, decision), limit)


def lying(thing: str, at: Point) -> ask.PlaceAnswer:
    """The answer that one thing lies at a place (mm)."""
    return ask.PlaceAnswer((ask.Standing(thing, {thing: Pose(*at)}),))
