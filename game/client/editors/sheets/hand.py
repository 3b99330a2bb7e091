"""The hand on a sheet of orders: a unit dragged on the table, or a whole brigade by its handle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.client.editors.desk import Desk, Spot
from game.client.editors.sheets.draft import VERB, SheetDraft
from game.client.editors.whereabouts import middle_of
from game.engine.lookup import question_of
from game.engine.tells import TellsDrawn

HANDLE_MM = 12.0
"""Half the size of a brigade's handle."""
ASIDE = 60.0
"""Mm from the middle of a brigade to its handle, towards the middle of the table."""
Acts = list[dict[str, Any]]


class SheetHand:
    """What a drag writes: ``held`` are the lines in the hand, with where they and their acts were when it began."""

    def __init__(self, desk: Desk, draft: SheetDraft) -> None:
        self.desk, self.draft = desk, draft
        self.held: tuple[str, ...] = ()
        self._start = (0.0, 0.0)
        self._before: dict[str, Acts] = {}
        self._meant: dict[str, Sequence[Sequence[dict[str, Any]]]] = {}
        self._fine = False

    def handle(self, line: str) -> tuple[float, float] | None:
        """Where the handle of a line's brigade is (mm); None where it is alone."""
        if line not in self.draft.by_id or not self.draft.neighbours(line):
            return None
        found = [middle_of(self.desk.view, x) for x in (line, *self.draft.neighbours(line))]
        places = [p for p in found if p is not None]
        if len(places) < 2:
            return None
        x, y = (sum(p[k] for p in places) / len(places) for k in (0, 1))
        return x, y + (-ASIDE if y > self.desk.view.table.depth / 2 else ASIDE)

    def grab(self, spot: Spot, chosen: str) -> str:
        """The line whose unit lies at a place, or the chosen one where its brigade's handle does; "" for none."""
        line = next((t for t in spot.things if t in self.draft.by_id), "")
        at = self.handle(chosen)
        near = max(HANDLE_MM, spot.reach)
        if not line and at is not None and max(abs(at[0] - spot.x), abs(at[1] - spot.y)) <= near:
            self.held, line = (chosen, *self.draft.neighbours(chosen)), chosen
        else:
            self.held = (line,) if line else ()
        self._start = (spot.x, spot.y)
        self._before = {x: self.draft.acts(x) for x in self.held}
        self._meant = {}
        return line

    def drag(self, spot: Spot, fine: bool) -> None:
        """Every line in the hand becomes what takes its unit along; a single one to the place itself."""
        question = question_of(self.desk.session.ruleset, self.desk.decision.question)
        if not isinstance(question, TellsDrawn):
            return
        self._fine = fine
        for line in self.held:
            point, thing = (spot.x, spot.y), spot.unit
            if len(self.held) > 1:
                middle = middle_of(self.desk.view, line)
                if middle is None:
                    continue
                point = (middle[0] + spot.x - self._start[0], middle[1] + spot.y - self._start[1])
                thing = ""
            thing = "" if thing == line else thing
            self._meant[line] = question.drawn(self.desk.view, self.desk.decision, line, point, thing)
            if self._meant[line]:
                self._put(line, self._meant[line][0])

    def drop(self) -> None:
        """Take of what was meant the first that is allowed; where none is, the likeliest stays and is judged."""
        for line, meant in self._meant.items():
            for acts in meant if len(meant) > 1 else ():
                self._put(line, acts)
                verdict = self.desk.check(self.draft.answer())
                if not any(r.part == line for r in verdict.reasons):
                    break
            else:
                if meant:
                    self._put(line, meant[0])
        self._meant = {}

    def _put(self, line: str, acts: Sequence[dict[str, Any]]) -> None:
        before = self._before[line] if self._fine else []
        last = before[-1] if before else {}
        if len(acts) == 1 and acts[0].get("path") and last.get("path") and last.get(VERB) == acts[0][VERB]:
            joined = {**last, "path": [*last["path"], *acts[0]["path"]]}
            self.draft.put(line, [*before[:-1], joined])
        else:
            self.draft.put(line, [*before, *acts])
