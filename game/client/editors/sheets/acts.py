"""The acts of the line that is open: which one is edited, its fields, figures typed into them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.client.editors.desk import Spot
from game.client.editors.sheets.draft import VERB, Act, SheetDraft
from game.engine.decision import Field

FIGURES = ("number", "length", "angle")
POINTS = ("point", "path")
THINGS = ("thing", "things")
TURN = 5.0
WITHIN = ":"
"""Between the parts of the name of a field in an act that stands in a field: "first:0:angle"."""


class SheetActs:
    """Works at one act of a draft's line.

    Attributes
    ----------
    line, at, field
        The line, the number of its act that is open (-1 for none), the field that keys and clicks fill.
    adding
        Whether the acts that may be added are shown.
    inner, adding_to
        The act within a field of the open act that is open itself ("first:0"), and the field to which one may be
        added; "" for none.
    waits
        Whether a click on the table is for the field.
    typed
        The figure as it is being typed.
    """

    def __init__(self, draft: SheetDraft) -> None:
        self.draft = draft
        self.line, self.at, self.field = "", -1, ""
        self.adding = self.waits = False
        self.inner = self.adding_to = ""
        self.typed = ""

    def open(self, line: str) -> None:
        """Another line."""
        self.line = line
        self.shut()

    def shut(self) -> None:
        """No act is open."""
        self.at, self.field, self.adding, self.waits, self.typed = -1, "", False, False, ""
        self.inner = self.adding_to = ""

    def fields(self) -> tuple[Field, ...]:
        """The fields of the act that is open."""
        acts = self.draft.acts(self.line)
        kind = self.draft.kinds(self.line).get(str(acts[self.at].get(VERB))) if 0 <= self.at < len(acts) else None
        return kind.fields if kind is not None else ()

    def value(self, field: str) -> Any:
        """What stands in a field of the act that is open, or of an act within it."""
        name, _, rest = field.partition(WITHIN)
        acts = self.draft.acts(self.line)
        if not rest:
            return acts[self.at].get(field) if 0 <= self.at < len(acts) else None
        number, _, inner = rest.partition(WITHIN)
        within = self.within(name)
        return within[int(number)].get(inner) if int(number) < len(within) else None

    def within(self, field: str) -> list[Act]:
        """The acts in a field of the act that is open: those written there, else those that are drafted."""
        acts = self.draft.filled(self.line)
        found = acts[self.at].get(field) if 0 <= self.at < len(acts) else None
        return [dict(one) for one in found or ()]

    def inner_fields(self, field: Field, number: int) -> tuple[Field, ...]:
        """The fields of an act within a field, under their long names."""
        kinds = {kind.id: kind for kind in field.acts}
        within = self.within(field.id)
        kind = kinds.get(str(within[number].get(VERB))) if number < len(within) else None
        fields = kind.fields if kind is not None else ()
        return tuple(replace(one, id=WITHIN.join((field.id, str(number), one.id))) for one in fields)

    def write(self, field: str, value: Any) -> None:
        """Write into a field of the act that is open, or of an act within it; None rubs it out."""
        name, _, rest = field.partition(WITHIN)
        if rest:
            number, _, inner = rest.partition(WITHIN)
            within = self.within(name)
            within[int(number)].pop(inner, None)
            if value is not None:
                within[int(number)][inner] = value
            field, value = name, within
        acts = [dict(a) for a in self.draft.acts(self.line)]
        acts[self.at].pop(field, None)
        if value is not None:
            acts[self.at][field] = value
        self.draft.put(self.line, acts)

    def _named(self, name: str) -> Field | None:
        field, _, rest = name.partition(WITHIN)
        found = next((f for f in self.fields() if f.id == field), None)
        if found is None or not rest:
            return found
        number = int(rest.partition(WITHIN)[0])
        return next((f for f in self.inner_fields(found, number) if f.id == name), None)

    def waiting(self) -> Field | None:
        """The field that waits for a click on the table."""
        return self._named(self.field) if self.waits else None

    def first_figure(self) -> None:
        """Digits go to the first figure of the act."""
        self.typed, self.waits = "", False
        self.field = next((f.id for f in self.fields() if f.type in FIGURES), "")

    # -- rows -------------------------------------------------------------------------------------------------

    def press(self, kind: str, name: str, what: str, unit_mm: float) -> bool:
        """A row of the line: an act, a field, one to be added or taken away; True where it was one."""
        field, _again, choice = name.partition("\n")
        if kind == "act":
            self.at = -1 if self.at == int(name) else int(name)
            self.inner = self.adding_to = ""
            self.first_figure()
        elif kind == "add":
            self.adding = not self.adding
        elif kind == "new":
            self.draft.put(self.line, [*self.draft.acts(self.line), {VERB: name}])
            self.adding, self.at = False, len(self.draft.acts(self.line)) - 1
            self.first_figure()
            point = next((f for f in self.fields() if f.needed and f.type in (*POINTS, *THINGS)), None)
            if point is not None:
                self.field, self.waits = point.id, True
        elif kind == "drop":
            acts = self.draft.acts(self.line)
            self.draft.put(self.line, acts[: self.at] + acts[self.at + 1 :])
            self.shut()
        elif kind in ("sooner", "later"):
            self.move(-1 if kind == "sooner" else 1)
        elif kind == "figure":
            self._step(field, -1 if what == "less" else 1, unit_mm)
        elif kind == "flag":
            self.write(field, None if self.value(field) else True)
        elif kind == "pick":
            self.field, self.waits = field, True
        elif kind == "choice":
            self._choose(field, choice)
        else:
            return self._press_within(kind, field, choice)
        return True

    def _press_within(self, kind: str, name: str, verb: str) -> bool:
        """A row of the acts within a field; True where it was one."""
        field, _, number = name.partition(WITHIN)
        if kind == "inner":
            self.inner = "" if self.inner == name else name
        elif kind == "inner_add":
            self.adding_to = "" if self.adding_to == name else name
        elif kind == "inner_new":
            self.write(field, [*self.within(field), {VERB: verb}])
            self.inner, self.adding_to = f"{field}{WITHIN}{len(self.within(field)) - 1}", ""
        elif kind == "inner_drop":
            within = self.within(field)
            self.write(field, within[: int(number)] + within[int(number) + 1 :])
            self.inner = ""
        elif kind == "inner_draft":
            self.write(field, None)
            self.inner = ""
        else:
            return False
        self.typed, self.field = "", ""
        return True

    def move(self, by: int) -> bool:
        """Have the act that is open done sooner or later."""
        acts, to = list(self.draft.acts(self.line)), self.at + by
        if not (0 <= self.at < len(acts) and 0 <= to < len(acts)):
            return False
        acts[self.at], acts[to] = acts[to], acts[self.at]
        self.draft.put(self.line, acts)
        self.at = to
        return True

    def _choose(self, name: str, choice: str) -> None:
        field = self._named(name)
        if field is None or any(c.id == choice and c.bar is not None for c in field.choices):
            return
        if field.type == "things":
            before = list(self.value(name) or ())
            after = [v for v in before if v != choice] if choice in before else [*before, choice]
            self.write(name, after or None)
        else:
            self.write(name, None if self.value(name) == choice and not field.needed else choice)

    def _step(self, name: str, by: int, unit_mm: float) -> None:
        field = self._named(name)
        if field is None:
            return
        small = field.most is not None and field.most <= 1.0
        step = {"length": unit_mm, "angle": TURN}.get(field.type, 0.05 if small else 1.0)
        self._figure(field, float(self.value(name) or 0.0) + by * step)
        self.field, self.typed = name, ""

    def _figure(self, field: Field, value: float) -> None:
        least = field.least if field.least is not None else -360.0 if field.type == "angle" else 0.0
        value = round(min(max(value, least), field.most if field.most is not None else 1e6), 3)
        self.write(field.id, int(value) if field.type == "number" and value == int(value) else value)

    # -- figures typed, places clicked ------------------------------------------------------------------------

    def type(self, digit: int, unit_mm: float) -> bool:
        """Type a digit of the exact figure; False where no figure is open."""
        field = self._named(self.field)
        if field is None or field.type not in FIGURES:
            return False
        self.typed += str(digit)
        self._take(field, unit_mm)
        return True

    def point(self) -> bool:
        """Type the decimal point; False where no figure is being typed."""
        if not self.typed or "." in self.typed:
            return False
        self.typed += "."
        return True

    def rub_out(self) -> bool:
        """Give up the figure that is being typed."""
        if not self.typed:
            return False
        self.typed = ""
        self.write(self.field, None)
        return True

    def _take(self, field: Field, unit_mm: float) -> None:
        self._figure(field, float(self.typed) * (unit_mm if field.type == "length" else 1.0))

    def pointed(self, spot: Spot) -> bool:
        """A click on the table for the field that waits for it."""
        field = self.waiting()
        if field is None:
            return False
        here = [round(spot.x, 1), round(spot.y, 1)]
        if field.type == "point":
            self.write(field.id, here)
        elif field.type == "path":
            self.write(field.id, [*(self.value(field.id) or []), here])
        else:
            known = {c.id for c in field.choices}
            thing = next((t for t in spot.things if t in known), "")
            if not thing:
                return False
            self._choose(field.id, thing)
        return True
