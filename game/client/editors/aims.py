"""Aims as they are chosen: who uses what on whom."""

from __future__ import annotations

from game.client.editors.desk import Desk
from game.client.editors.judged import Judged
from game.engine.decision import Actor, Aim, Answer, Choice, TargetsAnswer, TargetsSpace


class Aims:
    """The aims taken, and the actor and the means chosen for the next.

    Attributes
    ----------
    aims
        Those taken, in their order.
    actor, means
        Who acts, and with what; "" for none.
    """

    def __init__(self, desk: Desk, space: TargetsSpace, judged: Judged) -> None:
        self.desk, self.space, self.judged = desk, space, judged
        self.aims: list[Aim] = []
        self.actor = ""
        self.means = ""

    def changed(self) -> None:
        """The draft is another one now."""
        self.judged.changed()

    @property
    def many(self) -> bool:
        """Whether several aims may be given at once."""
        return self.space.most > 1

    def answer(self) -> Answer | None:
        """The aims so far; for a single one also an actor without a mark."""
        if self.aims:
            return TargetsAnswer(tuple(self.aims))
        return TargetsAnswer(()) if self.space.least == 0 else None

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, TargetsAnswer):
            self.aims = list(answer.aims)
            if self.aims:
                self.actor, self.means = self.aims[-1].actor, self.aims[-1].means

    def clear(self) -> None:
        """No aims."""
        self.aims, self.actor, self.means = [], "", ""
        self.take_only()
        self.changed()

    def take_only(self) -> None:
        """Choose the actor where there is but one."""
        free = [a for a in self.space.actors if a.bar is None]
        if not self.actor and len(free) == 1:
            self.take_actor(free[0].id)

    def undo_part(self) -> bool:
        """Take the last aim back, or the actor chosen."""
        if self.aims:
            self.aims.pop()
        elif self.actor:
            self.actor = self.means = ""
        else:
            return False
        self.changed()
        return True

    def find(self, actor: str) -> Actor | None:
        """One who might act."""
        return next((a for a in self.space.actors if a.id == actor), None)

    def take_actor(self, actor_id: str) -> None:
        """Choose who acts."""
        actor = self.find(actor_id)
        if actor is None or actor.bar is not None:
            return
        self.actor = actor_id
        open_means = [m for m, marks in actor.means.items() if any(c.bar is None for c in marks)] or list(actor.means)
        if self.means not in actor.means:
            self.means = open_means[0] if open_means else ""
        if not self.many and (not self.aims or self.aims[0].actor != actor_id):
            self.aims = []
        marks = [c for c in actor.means.get(self.means, ()) if c.bar is None]
        if len(marks) == 1 and len(actor.means) == 1 and not self.many:
            self.aims = [Aim(self.actor, self.means, marks[0].id)]
        self.changed()

    def take_means(self, means: str) -> None:
        """Use another means; whom the one before was aimed at is its mark too, where it may be."""
        mark = self.aims[-1].mark if self.aims and not self.many else ""
        self.means = means
        if not self.many:
            self.aims = []
        if any(c.id == mark and c.bar is None for c in self.marks()):
            self.aims = [Aim(self.actor, self.means, mark)]
        self.changed()

    def take_mark(self, mark: str) -> bool:
        """Aim at a mark; True where that was the aim already."""
        choice = next((c for c in self.marks() if c.id == mark), None)
        if choice is None or choice.bar is not None:
            return False
        aim = Aim(self.actor, self.means, mark)
        if aim in self.aims:
            if not self.many:
                return True
            self.aims.remove(aim)
        elif self.many:
            self.aims = [a for a in self.aims if (a.actor, a.means) != (self.actor, self.means)]
            if len(self.aims) < self.space.most:
                self.aims.append(aim)
        else:
            self.aims = [aim]
        self.changed()
        return False

    def marks(self) -> tuple[Choice, ...]:
        """What the one chosen may aim at by the means chosen."""
        actor = self.find(self.actor)
        return actor.means.get(self.means, ()) if actor is not None else ()

    def could_all(self, actor: Actor, mark: str) -> list[str]:
        """Means that could be aimed at a mark and are not."""
        aimed = {a.means for a in self.aims if (a.actor, a.mark) == (actor.id, mark)}
        return [
            m for m, marks in actor.means.items() if m not in aimed and any(c.id == mark and not c.bar for c in marks)
        ]

    def all_at(self, mark: str) -> None:
        """Aim everything that can be at one mark."""
        actor = self.find(self.actor)
        if actor is None:
            return
        more = self.could_all(actor, mark)
        kept = [a for a in self.aims if (a.actor, a.means) not in {(actor.id, m) for m in more}]
        self.aims = [*kept, *(Aim(actor.id, m, mark) for m in more)][: self.space.most]
        self.changed()

    def swap(self) -> None:
        """Name the aims at the other target first."""
        first = self.aims[0].mark
        self.aims.sort(key=lambda a: a.mark == first)
        self.changed()

    def able(self, mark: str) -> str:
        """The first who may act on a mark, where the one chosen (if any) may not."""
        for actor in self.space.actors:
            if actor.bar is None and any(c.id == mark and c.bar is None for x in actor.means.values() for c in x):
                return actor.id
        return ""

    def step_actor(self, by: int) -> bool:
        """Choose the next of those who may act."""
        free = [a.id for a in self.space.actors if a.bar is None]
        if free:
            at = free.index(self.actor) if self.actor in free else -1 if by > 0 else 0
            self.take_actor(free[(at + by) % len(free)])
        return bool(free)

    def step_means(self) -> bool:
        """Choose the next of several means."""
        actor = self.find(self.actor)
        if actor is None or len(actor.means) < 2:
            return False
        means = list(actor.means)
        self.means = means[(means.index(self.means) + 1) % len(means)]
        self.changed()
        return True
