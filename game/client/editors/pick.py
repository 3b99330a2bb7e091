"""The editor of picks: things from a list, by click on the table or in the list; in order where it matters."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.common_rows import choice_row, folded
from game.client.editors.desk import LEGAL, SELECT, Desk, Marks, Spot
from game.client.editors.option import mark_thing
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import _
from game.engine.decision import Answer, PickAnswer, PickSpace


class PickEditor(Editor):
    """Things picked from those offered."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, PickSpace)
        self.space = desk.asked.space
        self.ids: list[str] = []
        if isinstance(desk.asked.draft, PickAnswer):
            self.load(desk.asked.draft)

    def answer(self) -> Answer | None:
        """The ids in the order in which they were picked."""
        if not self.ids and self.space.least > 0:
            return None
        return PickAnswer(tuple(self.ids))

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, PickAnswer):
            self.ids = list(answer.ids)

    def clear(self) -> None:
        """Nothing is picked."""
        self.ids = []
        self.changed()

    def undo_part(self) -> bool:
        """Take the last pick back."""
        if not self.ids:
            return False
        self.ids.pop()
        self.changed()
        return True

    def rows(self) -> list[Row]:
        """The things, with their number where order matters."""
        rows = []
        if self.space.most > 1:
            count = _("{n} chosen, {least} to {most} allowed").format(
                n=len(self.ids), least=self.space.least, most=self.space.most
            )
            if self.space.least == self.space.most:
                count = _("{n} of {most} chosen").format(n=len(self.ids), most=self.space.most)
            elif not self.space.least:
                count = _("{n} chosen, at most {most}").format(n=len(self.ids), most=self.space.most)
            rows.append(Row("value", label=say(_("Picked"), "small", "text_dim"), value=say(count, "small_bold")))
        groups = []
        for n, choice in enumerate(self.space.things):
            on = choice.id in self.ids
            mark = "radio" if self.space.most == 1 else "check"
            if self.space.ordered and self.space.most > 1 and on:
                mark = str(self.ids.index(choice.id) + 1)
            groups.append([choice_row(self.desk, choice, choice.id, on, mark, str(n + 1) if n < 9 else "")])
        return rows + folded(self, groups)

    def _toggle(self, thing: str) -> bool:
        choice = next((c for c in self.space.things if c.id == thing), None)
        if choice is None or choice.bar is not None:
            return False
        if thing in self.ids:
            if self.space.most == 1:
                return True
            self.ids.remove(thing)
        elif self.space.most == 1:
            self.ids = [thing]
        elif len(self.ids) < self.space.most:
            self.ids.append(thing)
        self.changed()
        return False

    def press(self, press: Press) -> bool:
        """Pick or put back what was pressed."""
        return press.what == "press" and self._toggle(press.id)

    def click(self, spot: Spot) -> bool:
        """A click on a thing picks it, or the unit it belongs to."""
        known = {c.id for c in self.space.things}
        for thing in spot.things:
            if thing in known:
                self._toggle(thing)
                return True
        return False

    def digit(self, digit: int) -> bool:
        """Digits pick from the list."""
        if not 1 <= digit <= len(self.space.things):
            return False
        self._toggle(self.space.things[digit - 1].id)
        return True

    def action(self, action: str, step: float = 1.0) -> bool:
        """Walk what may be picked, where one is to be picked."""
        free = [c.id for c in self.space.things if c.bar is None]
        if action in ("next", "previous") and self.space.most == 1 and free:
            at = free.index(self.ids[0]) if self.ids and self.ids[0] in free else -1 if action == "next" else 0
            self.ids = [free[(at + (1 if action == "next" else -1)) % len(free)]]
            self.changed()
            return True
        return False

    def subject(self) -> str:
        """What is picked last, where it is a unit or a base of one."""
        last = self.ids[-1] if self.ids else ""
        if last in self.desk.view.bases:
            return self.desk.view.bases[last].unit
        return last if last in self.desk.view.units else ""

    def marks(self) -> Marks:
        """What may be picked and what is."""
        marks = Marks()
        for choice in self.space.things:
            if choice.id in self.ids:
                mark_thing(self.desk, marks, choice.id, SELECT)
            elif choice.bar is None:
                mark_thing(self.desk, marks, choice.id, LEGAL)
        return marks
