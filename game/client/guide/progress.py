"""How far a player is in a guided battle: which step is told now. He may do whatever he likes; the steps follow him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from game.client.guide.file import GuideFile, Reminder, Step
from game.engine.command import Answering
from game.engine.session import Line


@dataclass
class Progress:
    """What was told and done.

    Attributes
    ----------
    done
        Ids of the steps that are over.
    happened
        Types of the events shown so far.
    """

    guide: GuideFile
    done: set[str] = field(default_factory=set)
    happened: set[str] = field(default_factory=set)
    _told: Step | None = None

    def now(self, question: str, draft: str) -> Step | Reminder | None:
        """What is told at a question ("" where nobody here decides) with the draft in some state.

        A step that waits for a legal draft is done as soon as there is one.
        """
        told = self._told
        if told is not None and told.until == "legal" and question in told.question and draft == "legal":
            self.done.add(told.id)
        self._told = next((s for s in self.guide.step if self._fits(s, question, draft)), None)
        if self._told is not None:
            return self._told
        return next((r for r in self.guide.remind if self._reminds(r, question, draft)), None)

    def _reminds(self, row: Reminder, question: str, draft: str) -> bool:
        if row.draft and draft not in row.draft:
            return False
        return question in row.question or not (question or row.question)

    def _fits(self, step: Step, question: str, draft: str) -> bool:
        if step.id in self.done or question not in step.question:
            return False
        if step.draft and draft not in step.draft:
            return False
        return not step.after or any(e in self.happened for e in step.after)

    def read(self) -> bool:
        """The player has read what is told; False where that does not suffice."""
        if self._told is None or self._told.until != "read":
            return False
        self.done.add(self._told.id)
        self._told = None
        return True

    def answered(self, question: str) -> None:
        """A question was answered: what was told at it, and what stood before that at the same question, is over."""
        if self._told is None or question not in self._told.question:
            return
        for step in self.guide.step:
            if set(step.question) & set(self._told.question) and not step.after:
                self.done.add(step.id)
            if step is self._told:
                self.done.add(step.id)
                break
        self._told = None

    def retrace(self, lines: Sequence[Line], side: str) -> None:
        """Go through a battle played so far: what was asked of a side was told, and is over with its answer.

        What the opening was is not told of.
        """
        lines = lines[len(self.guide.opening) :]
        for n, (before, line) in enumerate(pairwise(lines)):
            self.happened |= {e.type for e in before.events} if n or not self.guide.opening else set()
            command = line.command
            pending = before.state.pending
            asked = [d for d in pending.waiting if d.side == side] if pending is not None else []
            if not isinstance(command, Answering) or command.side != side:
                continue
            for decision in asked:
                if decision.id == command.decision:
                    self.now(decision.question, "empty")
                    self.now(decision.question, "legal")
                    self.answered(decision.question)
        self.happened |= {e.type for e in lines[-1].events} if lines[1:] else set()

    @property
    def share(self) -> tuple[int, int]:
        """How many steps are over, of how many."""
        return len(self.done), len(self.guide.step)
