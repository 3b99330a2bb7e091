"""What would be asked next: an answer tried on a copy of what its side knows, with dice as they are hoped for.

Nothing of it ever counts. A copy of the view goes on by one answer, so that the hand can draw what follows (the way of
a unit that has yet to be ordered) in the ruleset's own next question, judged by the ruleset itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from game.client.editors.desk import Desk
from game.engine import command as cmd
from game.engine.decision import Aim, Answer, MoveSpace, PickAnswer, PickSpace, Reply, TargetsAnswer, TargetsSpace
from game.engine.event import DiceRow
from game.engine.session import Line, Session
from game.engine.state import Luck
from game.engine.text import Text

FARTHEST = 3
"""So many questions lie between an answer and the one that is looked for, at most."""

ALIKE = 50
"""After so many throws for the same reason one after the other it is a tie that dice as hoped for never break."""

Faces = tuple[tuple[int, ...], ...]


class Hoped:
    """Dice that all show their lowest face, or all their highest.

    Attributes
    ----------
    thrown
        Whether any were asked for: else what follows is certain.
    """

    def __init__(self, highest: bool) -> None:
        self.highest, self.thrown = highest, False
        self._last: tuple[object, object] = ((), "")
        self._alike = 0

    def roll(self, luck: Luck, rows: Sequence[DiceRow], why: Text | str) -> tuple[Faces, Luck]:
        """See :class:`game.engine.dice.DiceSource`.

        Raises
        ------
        RuntimeError
            A tie is thrown for again and again: what follows cannot be told.
        """
        self.thrown = True
        asked = tuple(rows), why
        self._alike = self._alike + 1 if asked == self._last else 1
        self._last = asked
        if self._alike > ALIKE:
            raise RuntimeError(f"dice that are all alike never break a tie: {why}")
        best = max if self.highest else min
        return tuple((best(row.faces),) * row.n for row in rows), luck


@dataclass(frozen=True)
class Ahead:
    """A question that would come: the replies that lead there, each with the desk that it is given at, and its desk."""

    replies: tuple[tuple[Desk, Reply], ...]
    desk: Desk


def tried(desk: Desk, reply: Reply) -> Iterator[Desk]:
    """The questions that the same side would be asked after a reply: by the lowest dice, and by the highest."""
    side = desk.decision.side
    for highest in (False, True):
        dice = Hoped(highest)
        start = msgspec.structs.replace(desk.view, offers=(), luck=Luck("seeded", "ahead"))
        session = Session(desk.session.ruleset, None, dice, [Line(None, (), start)])
        try:
            got = session.submit(cmd.Answering(desk.decision.id, side, reply))
            found = [] if isinstance(got, cmd.Refusal) else [d for d in session.waiting if d.side == side]
            desks = [replace(desk, session=session, decision=d, asked=session.asked(d)) for d in found]
        except Exception:  # a side does not know all that the flow may ask for: then it cannot be looked ahead
            desks = []
        for one in desks:
            yield replace(one, view=session.view(side))
        if not dice.thrown:
            return


def about(desk: Desk, unit: str) -> list[Answer]:
    """Answers by which a question sets a unit to work, the likeliest to succeed first: an order, an activation."""
    space, found = desk.asked.space, list[Answer]()
    if isinstance(space, TargetsSpace) and space.least <= 1:
        for actor in space.actors:
            for means, marks in actor.means.items() if actor.bar is None else ():
                found += [TargetsAnswer((Aim(actor.id, means, c.id),)) for c in marks if c.id == unit and not c.bar]
    elif isinstance(space, PickSpace) and space.least <= 1:
        found += [PickAnswer((c.id,)) for c in space.things if c.id == unit and c.bar is None]
    legal = [a for a in found if desk.check(a).legal]
    return sorted(legal, key=lambda a: -_chance(desk, a)) if len(legal) > 1 else legal


def _chance(desk: Desk, answer: Answer) -> float:
    """How likely an answer succeeds, by the first line of its odds; 1 where nothing is told."""
    odds = desk.forecast(answer)
    told = next((r.chance for r in odds.rows if r.chance is not None), None) if odds is not None else None
    return told if told is not None else 1.0


def moves(desk: Desk, unit: str) -> bool:
    """Whether a question lets a unit move."""
    space = desk.asked.space
    return isinstance(space, MoveSpace) and any(
        m.bar is None and (m.id == unit or unit in m.also) and any(x.bar is None and x.verbs for x in m.modes)
        for m in space.among
    )


def aimed(desk: Desk, unit: str, mark: str) -> Answer | None:
    """The answer by which a unit acts on a mark, where a question asks for that; None where it does not."""
    space = desk.asked.space
    if isinstance(space, PickSpace) and space.least <= 1:
        return PickAnswer((mark,)) if any(c.id == mark and c.bar is None for c in space.things) else None
    if not isinstance(space, TargetsSpace) or space.least > 1:
        return None
    aims = [
        Aim(actor.id, means, mark)
        for actor in sorted(space.actors, key=lambda a: _of(desk, a.id) != unit)
        for means, marks in (actor.means.items() if actor.bar is None else ())
        if any(c.id == mark and c.bar is None for c in marks)
    ]
    mine = [a for a in aims if a.actor == aims[0].actor and _of(desk, a.actor) == unit]
    for some in (tuple(mine[: space.most]), tuple(mine[:1])):
        if some and desk.check(TargetsAnswer(some)).legal:
            return TargetsAnswer(some)
    return TargetsAnswer(tuple(mine[:1])) if mine else None


def _of(desk: Desk, thing: str) -> str:
    """The unit that a thing is, or belongs to."""
    base = desk.view.bases.get(thing)
    return base.unit if base is not None else thing


def ahead_to_move(desk: Desk, unit: str) -> Ahead | None:
    """The question in which a unit would move, once what is asked now has set it to work; None where there is none."""
    for answer in about(desk, unit):
        found = _to_move(((desk, Reply(answer)),), unit)
        if found is not None:
            return found
    return None


def _to_move(replies: tuple[tuple[Desk, Reply], ...], unit: str) -> Ahead | None:
    """Go on by the least answers (no spell, no charge) until the unit may move."""
    for after in tried(*replies[-1]):
        if moves(after, unit):
            return Ahead(replies, after)
        least = after.asked.default
        if least.exit and len(replies) < FARTHEST:
            found = _to_move((*replies, (after, least)), unit)
            if found is not None:
                return found
    return None


def ahead_to_aim(desk: Desk, reply: Reply | None, unit: str, mark: str) -> tuple[Ahead, Answer] | None:
    """The question in which a unit would act on a mark after a reply, with the answer that does so; None for none.

    Without a reply it is set to work by what is asked now, and stays where it is.
    """
    starts = [reply] if reply is not None else [Reply(a) for a in about(desk, unit)]
    if not starts and moves(desk, unit):
        starts = _standing(desk)
    for start in starts:
        found = _to_aim(((desk, start),), unit, mark)
        if found is not None:
            return found
    return None


def _standing(desk: Desk) -> list[Reply]:
    """The ways out (a spell first), after which the unit may still move; then the least that may be done (to hold)."""
    return [*(Reply(exit=e.id) for e in desk.asked.exits if e.bar is None), desk.asked.default]


def _to_aim(replies: tuple[tuple[Desk, Reply], ...], unit: str, mark: str) -> tuple[Ahead, Answer] | None:
    """Go on without a move until the unit may act on the mark."""
    for after in tried(*replies[-1]):
        answer = aimed(after, unit, mark)
        if answer is not None:
            return Ahead(replies, after), answer
        for least in _standing(after) if len(replies) < FARTHEST and moves(after, unit) else ():
            found = _to_aim((*replies, (after, least)), unit, mark)
            if found is not None:
                return found
    return None
