"""The rows of a sheet of orders: by brigade, what each does in words, and the acts of the line that is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.client.editors.common_rows import bar_spans, choice_row
from game.client.editors.sheets.acts import FIGURES, POINTS, THINGS, WITHIN
from game.client.editors.sheets.draft import VERB, Act
from game.client.editors.sheets.marks import part_note, reasons_of, refused_words
from game.client.editors.sheets.shown import Shown
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _, ngettext
from game.engine.decision import Field, SheetLine

TALL, HEAD, ACT = 35, 24, 30


def sheet_rows(editor: Shown) -> list[Row]:
    """The whole list."""
    draft, desk = editor.draft, editor.desk
    late = set(draft.unfinished())
    on = sum(draft.goes_on(x.id) for x in editor.space.lines)
    new = len(editor.space.lines) - on
    counts = [_("{n} unchanged").format(n=on), _("{n} new").format(n=new)]
    if late:
        counts.append(_("{n} unfinished").format(n=len(late)))
    rows = [Row("value", label=say(_("Sheet"), "bold", "accent"), value=say(", ".join(counts), "small", "text_dim"))]
    group: object = object()
    for line in editor.space.lines:
        name = desk.say(line.group) if line.group is not None else ""
        if line.group != group:
            group = line.group
            shut = name in editor.folded
            if name:
                mark = "shut" if shut else "open"
                rows.append(Row("choice", f"group\n{name}", say(name, "small_bold"), mark=mark, tall=HEAD))
        if name in editor.folded and line.id != editor.line:
            continue
        rows.append(line_row(editor, line, late))
        if line.id == editor.line:
            rows += _opened(editor)
    rows.append(_deed(editor, "sheet_as_were", _("Restore all lines")))
    return rows


def line_row(editor: Shown, line: SheetLine, late: set[str]) -> Row:
    """One line: who, what, whether it is new, and its bar of the move."""
    draft, desk = editor.draft, editor.desk
    refused = bool(reasons_of(editor, line.id))
    if refused:
        state = say(_("refused"), "small_bold", "warning")
    elif line.id in late:
        state = say(_("unfinished"), "small_bold", "accent")
    elif draft.goes_on(line.id):
        state = say(_("in progress"), "small", "text_dim")
    else:
        state = say(_("new"), "small_bold", "accent")
    note = refused_words(editor, line.id) if refused else say(words_of(editor, line.id), "small", "text_dim")
    known = None if refused else part_note(editor, line.id)
    if known is not None:
        note = (*note, *say("  ", "small"), *desk.spans(known, "small", "accent"))
    strip = tuple((s.start, s.end, strip_kind(editor, line.id, s.act, s.kind)) for s in draft.spans(line.id))
    chosen = line.id == editor.line
    label = desk.spans(line.label, "bold" if chosen else "body")
    return Row("choice", f"line\n{line.id}", label, note, value=state, on=chosen, tall=TALL, strip=strip)


def strip_kind(editor: Shown, line: str, act: int, kind: str) -> str:
    """How a stretch is coloured: what goes on of itself is told from time left over."""
    if act >= 0 and kind == "wait":
        return "other"
    if kind == "wait":
        return "on" if editor.draft.goes_on(line) else "none"
    return kind


def words_of(editor: Shown, line: str) -> str:
    """What a line has done, in a few words."""
    acts = editor.draft.acts(line)
    kinds = editor.draft.kinds(line)
    said = [editor.desk.say(kinds[a[VERB]].label) for a in acts if a.get(VERB) in kinds]
    lacks = editor.draft.lacks(line)
    if lacks is not None:
        return _("{what}: missing").format(what=editor.desk.say(lacks[1].label))
    left = editor.draft.left_over(line)
    if left > 0.0:
        said.append(_("idle for {part} of the move").format(part=editor.desk.words.number(left, 2)))
    unsaid = editor.draft.by_id[line].unsaid
    return ", ".join(said) or (_("Stands") if unsaid is None else editor.desk.say(unsaid))


def _opened(editor: Shown) -> list[Row]:
    """The acts of the chosen line, the open one with its fields, and what may be added."""
    rows: list[Row] = []
    desk, draft, at = editor.desk, editor.draft, editor.acts.at
    kinds = draft.kinds(editor.line)
    acts = draft.filled(editor.line)
    note = part_note(editor, editor.line)
    if note is not None and not reasons_of(editor, editor.line):  # the line itself has no room for all of it
        rows.append(Row("text", label=desk.spans(note, "small", "accent"), indent=1))
    for n, act in enumerate(acts):
        kind = kinds.get(str(act.get(VERB)))
        label = desk.spans(kind.label) if kind is not None else say(str(act.get(VERB)))
        told = say(act_words(editor, act), "small", "text_dim")
        rows.append(Row("choice", f"act\n{n}", label, value=told, mark=str(n + 1), on=n == at, indent=1, tall=ACT))
        if n == at:
            for field in editor.acts.fields():
                rows += field_rows(editor, field)
            if len(acts) > 1:
                k = desk.keys.shown
                rows.append(Row("choice", "sooner", say(_("Move earlier")), key=k("act_sooner"), indent=2, tall=ACT))
                rows.append(Row("choice", "later", say(_("Move later")), key=k("act_later"), indent=2, tall=ACT))
            rows.append(Row("choice", "drop", say(_("Remove")), indent=2, tall=ACT))
    mark = "open" if editor.acts.adding else "shut"
    rows.append(Row("choice", "add", say(_("Add an act")), mark=mark, indent=1, tall=ACT))
    if editor.acts.adding:
        free = sorted(kinds.values(), key=lambda a: a.bar is not None)
        for kind in free:
            bar = bar_spans(desk, kind.bar)
            rows.append(Row("choice", f"new\n{kind.id}", desk.spans(kind.label), bar=bar, indent=2, tall=ACT))
    if acts:
        if draft.neighbours(editor.line):
            rows.append(_deed(editor, "sheet_copy", _("Copy to the next")))
        rows.append(_deed(editor, "sheet_mirror", _("Mirror left and right")))
    return rows


def _deed(editor: Shown, action: str, words: str) -> Row:
    key = editor.desk.keys.shown(action)
    return Row("choice", f"sheet\n{action}", say(words), key=key, tall=ACT)


def act_words(editor: Shown, act: Act) -> str:
    """The figures of an act."""
    kind = editor.draft.kinds(editor.line).get(str(act.get(VERB)))
    return _figures(editor, kind.fields if kind is not None else (), act)


def _figures(editor: Shown, fields: Sequence[Field], act: Act) -> str:
    return ", ".join(said(editor, f, act[f.id]) for f in fields if act.get(f.id) not in (None, "", [], False))


def said(editor: Shown, field: Field, value: Any) -> str:
    """What stands in a field, in words."""
    desk = editor.desk
    if field.type == "length":
        return desk.words.length(float(value))
    if field.type == "angle":
        return f"{desk.words.number(float(value), 1)}°"
    if field.type == "number":
        return desk.words.number(float(value), 2)
    if field.type == "flag":
        return desk.say(field.label)
    if field.type == "acts":
        kinds = {kind.id: kind for kind in field.acts}
        found = ((kinds[str(one.get(VERB))], one) for one in value if str(one.get(VERB)) in kinds)
        return ", ".join(" ".join((desk.say(k.label), _figures(editor, k.fields, one))).strip() for k, one in found)
    if field.type in POINTS:
        return ngettext("{n} point", "{n} points", 1 if field.type == "point" else len(value))
    ids = value if field.type == "things" else [value]
    labels = {c.id: desk.say(c.label) for c in field.choices}
    return ", ".join(labels.get(str(v), str(v)) for v in ids)


def field_rows(editor: Shown, field: Field) -> list[Row]:
    """One field of the open act with the input of its type."""
    desk, acts = editor.desk, editor.acts
    value, label = acts.value(field.id), desk.spans(field.label)
    if field.type == "acts":
        return _within_rows(editor, field, drafted=value is None)
    if field.type == "flag":
        return [Row("choice", f"flag\n{field.id}", label, mark="check", on=bool(value), indent=2, tall=ACT)]
    if field.type in FIGURES:
        typed = acts.typed if acts.field == field.id else ""
        shown: Spans = say(typed or (said(editor, field, value) if value is not None else "–"), "bold")
        return [Row("stepper", f"figure\n{field.id}", label, value=shown, can_less=True, can_more=True, indent=2)]
    if field.type in POINTS or (field.type in THINGS and len(field.choices) > 6):
        told = said(editor, field, value) if value else _("click it on the table")
        on = acts.waits and acts.field == field.id
        return [Row("choice", f"pick\n{field.id}", label, value=say(told, "small"), on=on, indent=2, tall=ACT)]
    if not field.choices:
        return []  # nothing to choose from: a heading alone says nothing
    rows = [Row("heading", label=say(desk.say(field.label), "small_bold", "accent"), indent=2)]
    for choice in field.choices:
        taken = value == choice.id or (field.type == "things" and choice.id in (value or ()))
        mark = "check" if field.type == "things" else "radio"
        rows.append(choice_row(desk, choice, f"choice\n{field.id}\n{choice.id}", taken, mark, indent=2))
    return rows


def _within_rows(editor: Shown, field: Field, *, drafted: bool) -> list[Row]:
    """The acts within a field: what is drafted there can be changed, left out, or had back."""
    desk, acts = editor.desk, editor.acts
    kinds, within = {kind.id: kind for kind in field.acts}, acts.within(field.id)
    state = _("none") if not within else _("drafted") if drafted else _("written")
    rows = [Row("value", label=say(desk.say(field.label), "small_bold", "accent"), value=say(state, "small"), indent=2)]
    for n, act in enumerate(within):
        kind, name = kinds.get(str(act.get(VERB))), f"{field.id}{WITHIN}{n}"
        label = desk.spans(kind.label) if kind is not None else say(str(act.get(VERB)))
        told = say(_figures(editor, kind.fields if kind is not None else (), act), "small", "text_dim")
        on = acts.inner == name
        rows.append(Row("choice", f"inner\n{name}", label, value=told, on=on, indent=2, tall=ACT))
        if on:
            for one in acts.inner_fields(field, n):
                rows += field_rows(editor, one)
            rows.append(Row("choice", f"inner_drop\n{name}", say(_("Leave it out")), indent=2, tall=ACT))
    adding = acts.adding_to == field.id
    mark = "open" if adding else "shut"
    rows.append(Row("choice", f"inner_add\n{field.id}", say(_("Add an act")), mark=mark, indent=2, tall=ACT))
    for kind in field.acts if adding else ():
        label = desk.spans(kind.label)
        rows.append(Row("choice", f"inner_new\n{field.id}\n{kind.id}", label, indent=2, tall=ACT))
    if not drafted:
        rows.append(Row("choice", f"inner_draft\n{field.id}", say(_("As drafted")), indent=2, tall=ACT))
    return rows
