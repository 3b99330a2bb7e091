"""The editor of a sheet whose lines are lists of acts: it opens filled in, and a line is written by hand or by keys."""

from __future__ import annotations

from typing import Any

from game.client.editors.base import Editor
from game.client.editors.desk import Desk, Marks, Spot
from game.client.editors.sheets.acts import SheetActs
from game.client.editors.sheets.draft import SheetDraft
from game.client.editors.sheets.hand import SheetHand
from game.client.editors.sheets.marks import marks_of
from game.client.editors.sheets.rows import sheet_rows
from game.client.ui.rows import Press, Row
from game.client.words import _, ngettext
from game.engine.decision import Answer, OrdersSpace


class SheetEditor(Editor):
    """Line -> acts. One line is chosen; the hand on the table and the keys work at it.

    Attributes
    ----------
    draft, acts, hand
        What is written, the act that is open, the drag.
    line
        The line that is chosen; "" for none.
    folded
        Groups whose lines are not shown.
    moment, whole
        The moment that is looked at, from 0 to 1, None for none, and whether all lines are shown at it.
    clashing
        Clashes of friends, and the version of the draft of which they are.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, OrdersSpace)
        self.space = desk.asked.space
        self.draft = SheetDraft(desk, self.space)
        self.acts = SheetActs(self.draft)
        self.hand = SheetHand(desk, self.draft)
        self.line = ""
        self.folded: set[str] = set()
        self.moment: float | None = None
        self.whole = False
        self.clashing: tuple[int, list[tuple[float, str, str, tuple[float, float]]]] = (-1, [])
        usual = desk.asked.draft or desk.asked.default.answer
        if usual is not None:
            self.draft.usual = self.draft.read(usual)
            self.load(usual)

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The sheet as it stands."""
        return self.draft.answer()

    def load(self, answer: Answer) -> None:
        """Take a sheet as the draft."""
        self.draft.lines = self.draft.read(answer)
        self.acts.shut()

    def clear(self) -> None:
        """Rub out the chosen line: it is to hold."""
        self.write(self.line, [])

    def abandon(self) -> bool:
        """Put back what was drafted for the chosen line; False where that stands there."""
        if not self.line or self.draft.goes_on(self.line):
            return False
        self.write(self.line, self.draft.usual.get(self.line, []))
        return True

    def undo_part(self) -> bool:
        """Rub out a figure that is being typed, else the last act of the chosen line."""
        if self.acts.rub_out():
            self.changed()
            return True
        acts = self.draft.acts(self.line)
        if not acts:
            return False
        self.write(self.line, acts[:-1])
        return True

    def all_as_they_were(self) -> None:
        """Put back what was drafted for every line."""
        self.draft.lines = {k: [dict(a) for a in v] for k, v in self.draft.usual.items()}
        self.acts.shut()
        self.changed()

    def write(self, line: str, acts: list[dict[str, Any]]) -> None:
        """Write a line anew."""
        self.draft.put(line, acts)
        self.acts.shut()
        self.changed()

    def choose(self, line: str) -> None:
        """Open a line."""
        if line != self.line:
            self.line = line
            self.acts.open(line)
            self.changed()

    # -- what is shown ----------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """The list by group, the chosen line opened into its acts."""
        return sheet_rows(self)

    def chief_row(self) -> str:
        """The act that is open, else the line."""
        return f"act\n{self.acts.at}" if self.acts.at >= 0 else f"line\n{self.line}"

    def marks(self) -> Marks:
        """Corridor, ghosts at the quarters and at the moment looked at, clashes of friends."""
        return marks_of(self)

    def subject(self) -> str:
        """The unit of the chosen line."""
        return self.line if self.line in self.desk.view.units else ""

    # -- what the player does ---------------------------------------------------------------------------------

    def prefer(self, thing: str) -> None:
        """Open the line of what was selected."""
        if thing in self.draft.by_id:
            self.choose(thing)

    def press(self, press: Press) -> bool:
        """A row of the list."""
        kind, _newline, name = press.id.partition("\n")
        if kind == "line":
            self.choose("" if name == self.line else name)
        elif kind == "group":
            self.folded ^= {name}
            self.changed()
        elif kind == "sheet":
            self.action(name)
        elif self.acts.press(kind, name, press.what, self.desk.unit_mm):
            self.changed()
        return False

    def click(self, spot: Spot) -> bool:
        """A click fills the field that waits for one; else it opens the line of the unit clicked."""
        if self.acts.pointed(spot):
            self.changed()
            return True
        for thing in spot.things:
            if thing in self.draft.by_id:
                self.choose(thing)
                return True
        return False

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """A unit of the sheet, or the handle of its brigade."""
        if self.acts.waits:
            return False
        line = self.hand.grab(spot, self.line)
        if line:
            self.choose(line)
        return bool(line)

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The line becomes what takes its unit to the pointer; ``fine``: after what stands there already."""
        self.hand.drag(spot, fine)
        self.acts.shut()
        self.changed()

    def drop(self, spot: Spot) -> None:
        """Let go: of what the drag may mean the first that is allowed."""
        self.hand.drop()
        self.changed()

    def action(self, action: str, step: float = 1.0) -> bool:
        """Walk the lines, copy, mirror, move acts, all as they were."""
        ids = [x.id for x in self.space.lines]
        if action in ("next", "previous") and ids and not (action == "next" and self.acts.point()):
            at = ids.index(self.line) if self.line in ids else -1 if action == "next" else 0
            self.choose(ids[(at + (1 if action == "next" else -1)) % len(ids)])
        elif action == "sheet_as_were":
            self.all_as_they_were()
        elif action == "sheet_copy" and self.line:
            to = next(iter(self.draft.neighbours(self.line)), "")
            if not to:
                return False
            acts = self.draft.copied(self.line, to)
            self.write(to, acts)
            self.choose(to)
        elif action == "sheet_mirror" and self.line:
            self.write(self.line, self.draft.mirrored(self.line))
        elif action in ("act_sooner", "act_later"):
            if not self.acts.move(-1 if action == "act_sooner" else 1):
                return False
            self.changed()
        elif action == "next":
            self.changed()
        else:
            return False
        return True

    def digit(self, digit: int) -> bool:
        """Type an exact figure into the field that is open; else a digit opens an act of the line."""
        if self.acts.type(digit, self.desk.unit_mm):
            self.changed()
            return True
        if 1 <= digit <= len(self.draft.acts(self.line)):
            self.acts.at = digit - 1
            self.acts.first_figure()
            self.changed()
            return True
        return False

    def confirms(self) -> tuple[str, str]:
        """Seal the sheet; how many of its lines are unfinished."""
        late = len(self.draft.unfinished())
        told = ngettext("{n} line is unfinished: it would halt", "{n} lines are unfinished: they would halt", late)
        return _("Seal the sheet"), told.format(n=late) if late else ""
