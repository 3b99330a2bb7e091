"""The fields of an army of one's own in a form: by name, with prices, what is refused beside its field."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from game.client.art.swatch import figure
from game.client.ui.form import Form
from game.client.ui.form_layout import Swatch
from game.client.ui.text import say
from game.client.words import Span, Spans, Words, _, clause_spans, place_words
from game.engine.files.toml_reading import DataError, printable
from game.engine.lists import ArmyField
from game.engine.looks import LOOK, LOOKS

WORDY = {"words": "a, b", "numbers": "a, b 3"}
"""How fields of several words are written."""
MINUS, PLUS = "−", "+"
CLAUSE = re.compile(r"(.*) \(([A-Z]{3}(?:-[A-Z0-9]+)+)\)", re.DOTALL)
"""A sentence that ends with the clause that it rests on."""
FIGURE = 40
"""Height of the pictures of figures, pixels at scale 1."""
Take = Callable[[ArmyField, str | bool], None]


def field_of(fields: Sequence[ArmyField], code: str, fault: DataError) -> str:
    """The key of the field of a row, or of the army for "", that a fault is about; "" where it is of none."""
    told = "." + fault.key.replace(", ", ".")
    if code and code not in fault.key:
        return ""
    meant = [f.key for f in fields if told.endswith(f".{f.key}") or f".{f.key}." in f"{told.rstrip('0123456789 ')}."]
    within = [f.key for f in fields if f.key.partition(".")[0] == told.rpartition(".")[2]]
    return max(meant, key=len, default=within[0] if within else "")


def told_fault(words: Words, fault: DataError, *, place: bool) -> Spans:
    """What is wrong, in red; with its place in the file where that is asked for."""
    head = (Span(f"{printable(place_words(fault.key))}: ", "bold"),) if place and fault.key else ()
    said = words.say(fault.message)
    found = CLAUSE.fullmatch(said)
    clause = clause_spans([found[2]]) if found is not None else ()
    return (*head, Span(found[1] if found is not None else said, "body", "danger"), *clause)


class ArmyFields:
    """Fills a form with the fields of a row.

    Parameters
    ----------
    words
        The reader's words.
    take
        Gets a field and its other value.
    side
        In whose colours figures are shown, a slot of the theme.
    """

    def __init__(self, words: Words, take: Take, side: int) -> None:
        self.words, self.take, self.side = words, take, side

    def fill(self, form: Form, fields: Sequence[ArmyField], code: str, fault: DataError | None) -> None:
        """Lay out all fields, a fault below the field that it is about, or above them all."""
        at = field_of(fields, code, fault) if fault is not None else ""
        if fault is not None and not at:
            form.text(told_fault(self.words, fault, place=True))
        for field in fields:
            self._field(form, field)
            if fault is not None and field.key == at:
                form.text(told_fault(self.words, fault, place=False))

    def _field(self, form: Form, field: ArmyField) -> None:
        label = self._label(field)
        act = partial(self.take, field)
        if field.kind == "flag":
            form.check(field.key, self._priced(label, field.price, field), bool(field.value), act, self._note(field))
        elif field.kind == "choice":
            options = [(one, self._choice(field, n)) for n, one in enumerate(field.choices)]
            form.choice(field.key, label, options, str(field.value), act)
            self._field_row(form, field)
            if field.key == LOOK:
                style, tall = form.theme.file.sides[self.side], form.theme.px(FIGURE)
                names = {one: self._name(field, n) for n, one in enumerate(field.choices)}
                shown = [Swatch(one, figure(one, style, tall), names[one], one == field.value) for one in LOOKS]
                form.swatches(field.key, shown, act)
        elif field.kind == "words" and field.choices:
            self._bought(form, field, label)
        else:
            hint = self._note(field) if field.label is not None else ""
            form.entry(field.key, label, str(field.value), act, hint or WORDY.get(field.kind, ""))

    def _label(self, field: ArmyField) -> str:
        return field.key if field.label is None else self.words.say(field.label)

    def _note(self, field: ArmyField) -> str:
        return "" if field.note is None else self.words.say(field.note)

    def _field_row(self, form: Form, field: ArmyField) -> None:
        if field.note is not None:
            form.text(say(self._note(field), "small", "text_dim"))

    def _name(self, field: ArmyField, n: int) -> str:
        """A choice in words: those of the system, of data, or what the file has."""
        if not field.names:
            return field.choices[n] or "—"
        name = field.names[n]
        return self.words.say(name) if name.args else self.words.word(name.key)

    def _choice(self, field: ArmyField, n: int) -> str:
        return self._priced(self._name(field, n), field.prices[n] if field.prices else 0, field)

    def _priced(self, name: str, price: int, field: ArmyField) -> str:
        if not price:
            return name
        words = _("{name}, {n} pts a model") if field.each else _("{name}, {n} pts")
        return words.format(name=name, n=price)

    def _bought(self, form: Form, field: ArmyField, label: str) -> None:
        """What is bought, to be given back, and below it what may be bought."""
        words = [word for word in str(field.value).split(", ") if word]
        note = f"{label} — {self._note(field)}" if field.note is not None else label
        form.gap(4)
        form.text(say(note, "body"))
        have = []
        for n, word in enumerate(words):
            rest = ", ".join(words[:n] + words[n + 1 :])
            name = self._name(field, field.choices.index(word))
            have.append((f"{field.key}-{n}", f"{MINUS} {name}", partial(self.take, field, rest), True))
        more = []
        for n, one in enumerate(field.choices):
            if field.repeats or one not in words:
                shown = f"{PLUS} {self._choice(field, n)}"
                more.append((f"{field.key}+{one}", shown, partial(self.take, field, ", ".join([*words, one])), False))
        for row in (have, more):
            if row:
                form.buttons(row)
        form.gap(4)
