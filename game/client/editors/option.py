"""The editor of named courses: one option for each part."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.common_rows import choice_row
from game.client.editors.desk import LEGAL, SELECT, TARGET, Desk, Marks, Spot, named_in
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.engine.decision import Answer, OptionAnswer, OptionSpace


class OptionEditor(Editor):
    """Part by part a choice; parts and options that are things can be chosen on the table."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, OptionSpace)
        self.space = desk.asked.space
        self.parts: dict[str, str] = {}
        self.part = next(iter(self.space.parts), "")
        if isinstance(desk.asked.draft, OptionAnswer):
            self.load(desk.asked.draft)
        for part, choices in self.space.parts.items():
            free = [c for c in choices if c.bar is None]
            if len(self.space.parts) > 1 and len(free) == 1:
                self.parts.setdefault(part, free[0].id)

    @property
    def single(self) -> bool:
        """Whether there is only one part to choose for."""
        return len(self.space.parts) == 1

    def answer(self) -> Answer | None:
        """Part -> option, as far as chosen."""
        return OptionAnswer(dict(self.parts)) if self.parts else None

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, OptionAnswer):
            self.parts = {p: c for p, c in answer.parts.items() if p in self.space.parts}

    def clear(self) -> None:
        """Nothing is chosen."""
        self.parts = {}
        self.changed()

    def undo_part(self) -> bool:
        """Take the last choice back."""
        if not self.parts:
            return False
        self.parts.pop(next(reversed(self.parts)))
        self.changed()
        return True

    def rows(self) -> list[Row]:
        """A heading a part, its options below."""
        rows: list[Row] = []
        for part, choices in self.space.parts.items():
            silent = part in self.desk.view.units and part not in named_in(self.desk.decision.message)
            if not self.single or silent:  # whom it is about is said here, where the question does not
                colour = "accent" if part == self.part else "text_dim"
                rows.append(Row("heading", label=say(self._part_name(part), "bold", colour)))
            for n, choice in enumerate(choices):
                key = str(n + 1) if part == self.part and n < 9 else ""
                rows.append(
                    choice_row(self.desk, choice, f"{part}\n{choice.id}", self.parts.get(part) == choice.id, key=key)
                )
        return rows

    def _part_name(self, part: str) -> str:
        if part in self.space.names:
            return self.desk.say(self.space.names[part])
        known = self.desk.name(part)
        return known if known != part else self.desk.words.word(part)

    def _choose(self, part: str, option: str) -> bool:
        """Choose; True where it was chosen already and nothing is missing."""
        choice = next((c for c in self.space.parts[part] if c.id == option), None)
        if choice is None or choice.bar is not None:
            return False
        again = self.parts.get(part) == option
        self.parts.pop(part, None)
        self.parts[part] = option
        self.part = part
        if not again:
            self.part = next((p for p in self.space.parts if p not in self.parts), part)
        self.changed()
        return again

    def press(self, press: Press) -> bool:
        """Choose what was pressed."""
        part, _newline, option = press.id.partition("\n")
        return press.what == "press" and part in self.space.parts and self._choose(part, option)

    def click(self, spot: Spot) -> bool:
        """A click on a thing chooses its option for the present part, or makes its part the present one."""
        for thing in spot.things:
            if any(c.id == thing for c in self.space.parts.get(self.part, ())):
                self._choose(self.part, thing)
                return True
            if thing in self.space.parts:
                self.part = thing
                self.changed()
                return True
        return False

    def digit(self, digit: int) -> bool:
        """Digits choose for the present part."""
        choices = self.space.parts.get(self.part, ())
        if not 1 <= digit <= len(choices):
            return False
        self._choose(self.part, choices[digit - 1].id)
        return True

    def action(self, action: str, step: float = 1.0) -> bool:
        """Walk the parts."""
        if action in ("next", "previous") and not self.single:
            parts = list(self.space.parts)
            self.part = parts[(parts.index(self.part) + (1 if action == "next" else -1)) % len(parts)]
            self.changed()
            return True
        return False

    def subject(self) -> str:
        """The present part, where it is a thing."""
        return self.part if self.part in self.desk.view.units else ""

    def marks(self) -> Marks:
        """Parts and options that are things."""
        marks = Marks()
        for part in self.space.parts:
            mark_thing(self.desk, marks, part, SELECT if part == self.part else LEGAL)
        for choice in self.space.parts.get(self.part, ()):
            if choice.bar is None:
                mark_thing(self.desk, marks, choice.id, TARGET)
        view, side = self.desk.view, self.desk.decision.side
        for thing in named_in(self.desk.decision.message):  # the enemy that the question is about is seen at once
            unit = view.units.get(view.bases[thing].unit if thing in view.bases else thing)
            if unit is not None and unit.side != side:
                marks.units.setdefault(unit.id, TARGET)
        return marks


def mark_thing(desk: Desk, marks: Marks, thing: str, role: str) -> None:
    """Mark a unit or a base by a role."""
    if thing in desk.view.units:
        marks.units[thing] = role
    elif thing in desk.view.bases:
        marks.bases[thing] = role
