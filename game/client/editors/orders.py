"""The editor of a written sheet: lines of fields, each with the input of its type."""

from __future__ import annotations

from typing import Any

from game.client.editors.base import Editor
from game.client.editors.common_rows import choice_row
from game.client.editors.desk import LEGAL, SELECT, Desk, Marks, Spot
from game.client.editors.option import mark_thing
from game.client.editors.whereabouts import middle_of
from game.client.tabletop import overlays as o
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Spans, _, ngettext
from game.engine.decision import Answer, Field, OrdersAnswer, OrdersSpace, SheetLine

NUMBERS = ("number", "length", "angle")
POINTS = ("point", "path")
THINGS = ("thing", "things")


class OrdersEditor(Editor):
    """Line -> field -> value. One field is being filled in; clicks on the table go to it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, OrdersSpace)
        self.space = desk.asked.space
        self.lines: dict[str, dict[str, Any]] = {}
        self.line = self.space.lines[0].id if self.space.lines else ""
        self.field = ""
        if desk.asked.draft is not None:
            self.load(desk.asked.draft)

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The sheet as far as it is written."""
        return OrdersAnswer({line: dict(fields) for line, fields in self.lines.items()})

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, OrdersAnswer):
            self.lines = {line: dict(fields) for line, fields in answer.lines.items()}

    def clear(self) -> None:
        """An empty sheet."""
        self.lines = {}
        self.changed()

    def undo_part(self) -> bool:
        """Rub out the last field written."""
        if not self.lines:
            return False
        line = next(reversed(self.lines))
        fields = self.lines[line]
        if fields:
            fields.pop(next(reversed(fields)))
        if not fields:
            self.lines.pop(line)
        self.changed()
        return True

    def _sheet_line(self) -> SheetLine | None:
        return next((x for x in self.space.lines if x.id == self.line), None)

    def _field(self, field: str) -> Field | None:
        line = self._sheet_line()
        return next((f for f in line.fields if f.id == field), None) if line is not None else None

    def value(self, field: str) -> Any:
        """What stands in a field of the present line, None where it is empty."""
        return self.lines.get(self.line, {}).get(field)

    def write(self, field: str, value: Any) -> None:
        """Write into a field of the present line; None rubs it out."""
        fields = {k: v for k, v in self.lines.get(self.line, {}).items() if k != field}
        if value is not None:
            fields[field] = value
        self.lines.pop(self.line, None)
        if fields:
            self.lines[self.line] = fields
        self.field = field
        self.changed()

    # -- rows -------------------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """All lines; the present one opened into its fields."""
        rows: list[Row] = []
        for line in self.space.lines:
            here = line.id == self.line
            rows.append(
                Row(
                    "choice",
                    f"line\n{line.id}",
                    self.desk.spans(line.label, "bold"),
                    () if here else self._summary(line),
                    mark="open" if here else "shut",
                    on=here,
                )
            )
            if here:
                for field in line.fields:
                    rows += self._field_rows(field)
        return rows

    def _summary(self, line: SheetLine) -> Spans:
        fields = self.lines.get(line.id, {})
        if not fields:
            return say(_("nothing yet"), "small", "warning" if line.needed else "text_dim")
        named = {f.id: f for f in line.fields}
        parts = [self._said(named[k], v) for k, v in fields.items() if k in named]
        return say(", ".join(parts), "small", "text_dim")

    def _said(self, field: Field, value: Any) -> str:
        words = self.desk.words
        if field.type == "length":
            return words.length(float(value))
        if field.type == "angle":
            return f"{words.number(float(value), 1)}°"
        if field.type == "flag":
            return (_("yes") if value else _("no")) + f": {self.desk.say(field.label)}"
        if field.type in ("choice", "thing"):
            found = next((c for c in field.choices if c.id == value), None)
            return self.desk.say(found.label) if found is not None else self.desk.name(str(value))
        if field.type == "things":
            return ", ".join(self.desk.name(str(v)) for v in value)
        if field.type in POINTS:
            n = 1 if field.type == "point" else len(value)
            return ngettext("{n} point", "{n} points", n)
        return words.number(float(value)) if field.type == "number" else str(value)

    def _field_rows(self, field: Field) -> list[Row]:
        value = self.value(field.id)
        label = self.desk.spans(field.label)
        if field.type == "flag":
            return [Row("choice", f"flag\n{field.id}", label, mark="check", on=bool(value), indent=1)]
        if field.type in NUMBERS:
            shown = self._said(field, value) if value is not None else "–"
            return [
                Row(
                    "stepper",
                    f"number\n{field.id}",
                    label,
                    value=say(shown, "bold"),
                    can_less=True,
                    can_more=True,
                    indent=1,
                )
            ]
        if not field.choices and field.type == "choice":
            return []  # nothing to choose from: a heading alone says nothing
        rows = [Row("heading", label=say(self.desk.say(field.label), "small_bold", "accent"), indent=1)]
        for choice in field.choices:
            on = value == choice.id or (field.type == "things" and choice.id in (value or ()))
            mark = "check" if field.type == "things" else "radio"
            rows.append(choice_row(self.desk, choice, f"choice\n{field.id}\n{choice.id}", on, mark, indent=1))
        if field.type in POINTS or (field.type in THINGS and not field.choices):
            words = self._said(field, value) if value else _("click it on the table")
            on = self.field == field.id
            rows.append(Row("choice", f"pick\n{field.id}", say(words), mark="radio", on=on, indent=1))
        return rows

    # -- what the player does ---------------------------------------------------------------------------------

    def press(self, press: Press) -> bool:
        """A row of the sheet."""
        kind, _newline, name = press.id.partition("\n")
        if kind == "line":
            self.line = name
            self.field = ""
            self.changed()
        elif kind == "flag":
            self.write(name, not self.value(name))
        elif kind == "number":
            self._step(name, -1 if press.what == "less" else 1)
        elif kind == "pick":
            self.field = name
            self.changed()
        elif kind == "choice":
            field, _again, choice = name.partition("\n")
            self._choose(field, choice)
        return False

    def _choose(self, field_id: str, choice_id: str) -> None:
        field = self._field(field_id)
        if field is None or any(c.id == choice_id and c.bar is not None for c in field.choices):
            return
        if field.type == "things":
            before = tuple(self.value(field_id) or ())
            after = tuple(v for v in before if v != choice_id) if choice_id in before else (*before, choice_id)
            self.write(field_id, list(after) or None)
        else:
            self.write(field_id, None if self.value(field_id) == choice_id and not field.needed else choice_id)

    def _step(self, field_id: str, by: int) -> None:
        field = self._field(field_id)
        if field is None:
            return
        step = {"length": self.desk.unit_mm, "angle": 15.0}.get(field.type, 1.0)
        least = field.least if field.least is not None else -360.0 if field.type == "angle" else 0.0
        most = field.most if field.most is not None else 360.0 if field.type == "angle" else 1e6
        value = self.value(field_id)
        new = (least if by > 0 else most if field.most is not None else least) if value is None else value + by * step
        self.write(field_id, min(max(float(new), least), most))

    def click(self, spot: Spot) -> bool:
        """A click fills the field that waits for one; else it opens the line of the thing clicked."""
        field = self._field(self.field)
        if field is not None and field.type in POINTS:
            point = (round(spot.x, 3), round(spot.y, 3))
            self.write(field.id, list(point) if field.type == "point" else [*(self.value(field.id) or []), list(point)])
            return True
        if field is not None and field.type in THINGS:
            known = {c.id for c in field.choices}
            for thing in spot.things:
                if not known or thing in known:
                    self._choose(field.id, thing)
                    return True
        for thing in spot.things:
            if any(x.id == thing for x in self.space.lines):
                self.line, self.field = thing, ""
                self.changed()
                return True
        return False

    def action(self, action: str, step: float = 1.0) -> bool:
        """Walk the lines."""
        if action not in ("next", "previous") or not self.space.lines:
            return False
        ids = [x.id for x in self.space.lines]
        self.line = ids[(ids.index(self.line) + (1 if action == "next" else -1)) % len(ids)]
        self.field = ""
        self.changed()
        return True

    def digit(self, digit: int) -> bool:
        """Digits choose in the first field of the line that has choices and is empty, else in the first."""
        line = self._sheet_line()
        if line is None:
            return False
        fields = [f for f in line.fields if f.choices]
        field = next((f for f in fields if self.value(f.id) is None), fields[0] if fields else None)
        if field is None or not 1 <= digit <= len(field.choices):
            return False
        self._choose(field.id, field.choices[digit - 1].id)
        return True

    def subject(self) -> str:
        """The thing of the present line."""
        return self.line if self.line in self.desk.view.units else ""

    def marks(self) -> Marks:
        """The thing of the line, points and paths written."""
        marks = Marks()
        for line in self.space.lines:
            mark_thing(self.desk, marks, line.id, SELECT if line.id == self.line else LEGAL)
        sheet = self._sheet_line()
        start = middle_of(self.desk.view, self.line)
        for field in sheet.fields if sheet is not None else ():
            value = self.value(field.id)
            if field.type not in POINTS or not value:
                continue
            points = [tuple(value)] if field.type == "point" else [tuple(p) for p in value]
            path = tuple((float(p[0]), float(p[1])) for p in ([start, *points] if start is not None else points))
            if len(path) > 1:
                marks.overlays.append(o.Line(path, "path", arrow=True))
        return marks
