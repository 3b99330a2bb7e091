"""Which of several comes next: a frame keeps what is left, lets one be picked, deals with it and asks again.

And whose turn it is, where sides take turns until nothing is left. For all three systems: combats, tests of nerve,
answers to charges, retreats and withdrawals. Who picks, by which clause, what is told of each and which is the usual
one are theirs; so is whether it is asked with one left. And one of a few courses, of which the first is the usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from game.engine import decision as ask
from game.engine.ruleset import Discrete, Goal
from game.engine.state import State, other_sides
from game.engine.text import T, Text, Thing


def whose_next(state: State, due: str, has: Callable[[str], object]) -> str:
    """Whose turn it is, one after the other: the side that is due; the next where it has nothing left; "" for none."""
    return next((side for side in (due, *other_sides(state, due)) if has(side)), "")


def picked(got: ask.Reply) -> str:
    """The one that was picked."""
    assert isinstance(got.answer, ask.PickAnswer)
    return got.answer.ids[0]


class WhichNext(Discrete):
    """One of what is left, as the decision's arguments list it.

    Parameters
    ----------
    key
        The argument that lists them: ids, or rows of which :meth:`choice` makes something.
    drafted
        Whether the usual one is picked already where the question is shown.
    exits
        Where none of them need be picked: the first is the usual answer where there is nothing to pick.
    at_will
        The first way out is the usual answer in any case.
    tells
        What is told of a row, in place of :meth:`choice`.
    all_in_turn
        All of them are dealt with, and hardly anything hangs on their order.
    """

    kind: ask.Kind = "pick"

    def __init__(
        self,
        key: str = "units",
        *,
        drafted: bool = False,
        exits: tuple[ask.Exit, ...] = (),
        at_will: bool = False,
        tells: Callable[[State, ask.Decision, str], ask.Choice] | None = None,
        all_in_turn: bool = False,
    ) -> None:
        self.key, self.drafted, self.ways_out, self.at_will, self.tells = key, drafted, exits, at_will, tells
        self.all_in_turn = all_in_turn

    def order_alone(self) -> bool:
        """Whether it asks no more than which comes first."""
        return self.all_in_turn

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out all of them in the order of the list."""
        things = tuple(self.choice(view, decision, row) for row in self.rows(view, decision))
        space, exits = ask.PickSpace(things), self.exits(view, decision)
        if exits and (self.at_will or not things):
            return ask.Asked(space, ask.Reply(exit=exits[0].id), exits)
        answer = ask.PickAnswer((self.usual(view, decision, things),))
        return ask.Asked(space, ask.Reply(answer), exits, answer if self.drafted else None)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Each that may be picked, in the order of the list, then the ways out, one after the other."""
        return islice(self._replies(view, decision), limit)

    def _replies(self, view: State, decision: ask.Decision) -> Iterator[ask.Reply]:
        for row in self.rows(view, decision):
            name, bar = self.named(view, decision, row)
            if bar is None:
                yield ask.Reply(ask.PickAnswer((name,)))
        yield from (ask.Reply(exit=way_out.id) for way_out in self.exits(view, decision) if way_out.bar is None)

    def named(self, view: State, decision: ask.Decision, row: Any) -> tuple[str, ask.Bar | None]:
        """The id of one of them, and why it may not be picked: as :meth:`choice` says, without what else is told."""
        choice = self.choice(view, decision, row)
        return choice.id, choice.bar

    def rows(self, view: State, decision: ask.Decision) -> Iterable[Any]:
        """Those left: what the decision's arguments list, unless the situation tells."""
        listed: Iterable[Any] = decision.args[self.key]
        return listed

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """The ways out, without laying out the rest."""
        return self.ways_out

    def choice(self, view: State, decision: ask.Decision, row: Any) -> ask.Choice:
        """What is told of one of them; of a unit without more to be said, its name."""
        return self.tells(view, decision, row) if self.tells else ask.Choice(row, T("{unit}", unit=Thing(row)))

    def usual(self, view: State, decision: ask.Decision, things: Sequence[ask.Choice]) -> str:
        """The default: the first that may be picked."""
        return next(c.id for c in things if c.bar is None)


class OneOf(Discrete):
    """One of a few courses: yes or no, which edge, which reaction.

    Parameters
    ----------
    part
        The name under which an answer tells which.
    labels
        The courses by id, the usual one first, where they are always the same.
    courses, usually
        The courses as things stand, and which is the usual one, in place of :meth:`choices` and :meth:`usual`.
    by
        The decision's argument that is the name, in place of ``part``: the unit whose course it is.
    drafted
        Whether the usual one is chosen already where the question is shown.
    best
        Whether the usual one is never worse than another: there is nothing to weigh.
    """

    kind: ask.Kind = "option"

    def __init__(
        self,
        part: str = "",
        labels: Mapping[str, Text] | None = None,
        *,
        by: str = "",
        drafted: bool = False,
        best: bool = False,
        courses: Callable[[State, ask.Decision], tuple[ask.Choice, ...]] | None = None,
        usually: Callable[[State, ask.Decision], str] | None = None,
    ) -> None:
        self.part, self.labels, self.by, self.drafted = part, labels or {}, by, drafted
        self.courses, self.usually, self.best = courses, usually, best

    def dominant(self, view: State, decision: ask.Decision) -> ask.Reply | None:
        """The usual one, where no other can be better."""
        return self.asked(view, decision).default if self.best else None

    def asked(self, view: State, decision: ask.Decision) -> ask.Asked:
        """Lay out the courses."""
        choices, part = self.choices(view, decision), self._part(decision)
        answer = ask.OptionAnswer({part: self.usual(view, decision, choices)})
        return ask.Asked(ask.OptionSpace({part: choices}), ask.Reply(answer), draft=answer if self.drafted else None)

    def candidates(self, view: State, decision: ask.Decision, goal: Goal, limit: int) -> Iterable[ask.Reply]:
        """Those that may be chosen, in their order, without looking which of them is the usual one."""
        part = self._part(decision)
        free = [c.id for c in self.choices(view, decision) if c.bar is None]
        return [ask.Reply(ask.OptionAnswer({part: course})) for course in free[:limit]]

    def exits(self, view: State, decision: ask.Decision) -> tuple[ask.Exit, ...]:
        """None: one of them is taken."""
        return ()

    def choices(self, view: State, decision: ask.Decision) -> tuple[ask.Choice, ...]:
        """The courses as things stand, each with why it is barred."""
        if self.courses is not None:
            return self.courses(view, decision)
        return tuple(ask.Choice(*course) for course in self.labels.items())

    def usual(self, view: State, decision: ask.Decision, choices: Sequence[ask.Choice]) -> str:
        """The default: the first that may be chosen."""
        return self.usually(view, decision) if self.usually else next(c.id for c in choices if c.bar is None)

    def chosen(self, decision: ask.Decision, answer: ask.Answer) -> str:
        """Which an answer takes, "" where it tells none."""
        return answer.parts.get(self._part(decision), "") if isinstance(answer, ask.OptionAnswer) else ""

    def _part(self, decision: ask.Decision) -> str:
        return str(decision.args[self.by]) if self.by else self.part
