"""The editor of counted things in boxes: casualties, hits, tokens, dice to throw again."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.common_rows import bar_spans
from game.client.editors.desk import LEGAL, SELECT, Desk, Marks, Spot
from game.client.editors.option import mark_thing
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import _
from game.engine.decision import AllocateAnswer, AllocateSpace, Answer


class AllocateEditor(Editor):
    """A number for each box, with the sum that they must have."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, AllocateSpace)
        self.space = desk.asked.space
        self.boxes: dict[str, int] = {b.id: b.least for b in self.space.boxes}
        self.last = ""
        self._typing = False
        if desk.asked.draft is not None:
            self.load(desk.asked.draft)

    @property
    def total(self) -> int:
        """What has been given out."""
        return sum(self.boxes.values())

    def answer(self) -> Answer | None:
        """The numbers, empty boxes left out."""
        return AllocateAnswer({b: n for b, n in self.boxes.items() if n})

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, AllocateAnswer):
            self.boxes = {b.id: answer.boxes.get(b.id, b.least) for b in self.space.boxes}

    def clear(self) -> None:
        """All boxes at their least."""
        self.boxes = {b.id: b.least for b in self.space.boxes}
        self.changed()

    def undo_part(self) -> bool:
        """Take one out of the box last filled."""
        return bool(self.last) and self._add(self.last, -1)

    def _add(self, box_id: str, by: int) -> bool:
        box = next((b for b in self.space.boxes if b.id == box_id), None)
        if box is None or box.bar is not None:
            return False
        n = self.boxes[box_id] + by * box.step
        if not box.least <= n <= box.most or (by > 0 and self.total + box.step > self.space.most):
            return False
        self.boxes[box_id] = n
        self.last, self._typing = box_id, False
        self.changed()
        return True

    def rows(self) -> list[Row]:
        """A stepper a box, and what is left above them."""
        left = self.space.most - self.total
        if self.space.least == self.space.most:
            words = _("{n} of {most} allocated").format(n=self.total, most=self.space.most)
        elif not self.space.least:
            words = _("{n} allocated, at most {most}").format(n=self.total, most=self.space.most)
        else:
            words = _("{n} allocated, {least} to {most}").format(
                n=self.total, least=self.space.least, most=self.space.most
            )
        rows = [Row("text", label=say(words, "bold", "accent" if left else "good"))]
        for box in self.space.boxes:
            n = self.boxes[box.id]
            bounds = _("{least} to {most}").format(least=box.least, most=box.most)
            rows.append(
                Row(
                    "stepper",
                    box.id,
                    self.desk.spans(box.label),
                    say(bounds, "small", "text_dim"),
                    say(str(n), "bold"),
                    bar=bar_spans(self.desk, box.bar),
                    can_less=box.bar is None and n - box.step >= box.least,
                    can_more=box.bar is None and n + box.step <= box.most and left >= box.step,
                )
            )
        return rows

    def press(self, press: Press) -> bool:
        """More or less of a box; pressing its name gives one more."""
        if press.what == "less":
            self._add(press.id, -1)
        elif press.what in ("more", "press"):
            self._add(press.id, 1)
        return False

    def click(self, spot: Spot) -> bool:
        """A click on a thing gives it one more."""
        for thing in spot.things:
            if thing in self.boxes:
                self._add(thing, 1)
                return True
        return False

    def digit(self, digit: int) -> bool:
        """Digits give the box one more; a single box is given the number typed."""
        if len(self.space.boxes) == 1:
            return self._type(digit)
        if not 1 <= digit <= len(self.space.boxes):
            return False
        self._add(self.space.boxes[digit - 1].id, 1)
        return True

    def _type(self, digit: int) -> bool:
        """Put a typed number into the only box: the digits so far with this one behind, else this one alone."""
        box = self.space.boxes[0]
        for n in (self.boxes[box.id] * 10 + digit if self._typing else digit, digit):
            if box.bar is None and box.least <= n <= min(box.most, self.space.most) and (n - box.least) % box.step == 0:
                self.boxes[box.id] = n
                self._typing = True
                self.changed()
                return True
        self._typing = digit > 0 and digit * 10 <= box.most
        if self._typing:
            self.boxes[box.id] = max(box.least, digit)
            self.changed()
        return self._typing

    def marks(self) -> Marks:
        """Boxes that are things."""
        marks = Marks()
        for box in self.space.boxes:
            if box.bar is None:
                mark_thing(self.desk, marks, box.id, SELECT if self.boxes[box.id] else LEGAL)
        return marks
