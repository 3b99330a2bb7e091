"""What the engine says of a draft: asked once for each version of it."""

from __future__ import annotations

from typing import Protocol

from game.client.editors.desk import Desk
from game.engine.decision import Answer, Reason, Verdict


class Drafted(Protocol):
    """Who keeps the draft."""

    def answer(self) -> Answer | None:
        """The draft as an answer, finished or not; None where there is nothing yet to judge."""

    def why_so_near(self) -> tuple[Reason, ...]:
        """What keeps the nearest legal answer from giving half of the move; empty where nothing does."""


class Judged:
    """The verdict on a draft, and what else the rules say where it is refused.

    Attributes
    ----------
    version
        Rises with every change of the draft.
    rested
        The last version that was not changed for a moment: a drag is not held up by what is asked of it alone.
    """

    def __init__(self, desk: Desk, drafted: Drafted) -> None:
        self.desk, self.drafted = desk, drafted
        self.version = 0
        self.rested = -1
        self._verdict: tuple[int, Verdict | None] = (-1, None)
        self._near: tuple[int, Verdict | None] = (-1, None)
        self._instead: tuple[int, tuple[Answer, ...]] = (-1, ())
        self._so_near: tuple[int, tuple[Reason, ...]] = (-1, ())

    def changed(self) -> None:
        """The draft is another one now."""
        self.version += 1

    def verdict(self) -> Verdict | None:
        """What the engine says of the draft."""
        if self._verdict[0] != self.version:
            answer = self.drafted.answer()
            self._verdict = (self.version, None if answer is None else self.desk.check(answer))
        return self._verdict[1]

    def nearest(self) -> Verdict | None:
        """What the engine says of the nearest legal answer, where the draft is refused and there is one."""
        if self._near[0] != self.version:
            verdict = self.verdict()
            near = verdict.nearest if verdict is not None and verdict.status == "refused" else None
            self._near = (self.version, self.desk.check(near) if near is not None else None)
        return self._near[1]

    def instead(self, now: bool = False) -> tuple[Answer, ...]:
        """What the rules would allow instead of a draft that they refuse and that rests; ``now``: even of another."""
        if self._instead[0] != self.version:
            if not now and self.rested != self.version:
                return ()
            answer, verdict = self.drafted.answer(), self.verdict()
            refused = answer is not None and verdict is not None and verdict.status == "refused"
            self._instead = (self.version, self.desk.instead(answer) if refused and answer is not None else ())
        return self._instead[1]

    def so_near(self) -> tuple[Reason, ...]:
        """Why the nearest legal answer is so near, where it gives less than half of the move of a draft that rests."""
        if self._so_near[0] != self.version:
            if self.rested != self.version:
                return ()
            self._so_near = (self.version, self.drafted.why_so_near())
        return self._so_near[1]
