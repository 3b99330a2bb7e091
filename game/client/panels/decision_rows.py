"""The rows below an editor: what is known of the draft, confirming, the ways out; and a list's rows made tight."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

import msgspec

from game.bots.roster import best_bot
from game.client.editors.base import Editor
from game.client.editors.common_rows import bar_spans, reason_rows, sum_rows
from game.client.editors.deeds import instead_rows
from game.client.editors.plain import may_run, run_words
from game.client.keymap import EXITS
from game.client.panels.odds_rows import head_of, odds_rows
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _, clause_spans
from game.engine.ruleset import Forecast

CONFIRM = "act:give"
MORE = "act:more"
TALL, SLIM, TERSE = 42, 36, 30
"""Height of a choice (pixels at scale 1): usually, in a small window, in one with large text."""
EXIT, EXIT_TERSE = 31, 30
GIVE, GIVE_TERSE = 46, 36
_CHANCE = re.compile(r"^(.*?)[\s:,;(]*(\d+\s?%)\)?$", re.DOTALL)


def tightened(rows: list[Row], size: str) -> list[Row]:
    """Choices as tight rows: "" usually, "slim" with a note for what is chosen alone, "terse" without notes."""
    return [_tight(row, size) if row.look == "choice" else row for row in rows]


def _tight(row: Row, size: str) -> Row:
    note, chance = chance_of(row.note) if not row.value else (row.note, row.value)
    if size == "terse" or (size == "slim" and not row.on):
        note = ()
    tall = {"slim": SLIM, "terse": TERSE}.get(size, TALL if note or row.bar else SLIM)
    tall = min(row.tall, tall) if row.tall else tall
    return replace(row, note=note, value=chance, tall=tall, indent=0 if size == "terse" else row.indent)


def chance_of(note: Spans) -> tuple[Spans, Spans]:
    """A note without the chance that it ends with, and the chance by itself."""
    found = _CHANCE.match(note[-1].text) if note and note[-1].link is None else None
    if found is None:
        return note, ()
    rest = msgspec.structs.replace(note[-1], text=found[1])
    kept = (*note[:-1], rest) if found[1] else note[:-1]
    return kept, say(found[2].replace(" ", "\N{NO-BREAK SPACE}"), "bold", "accent")


def told_rows(editor: Editor, odds: Forecast | None, reckoning: bool, opened: Collection[str]) -> list[Row]:
    """Reasons, sums and odds of the draft."""
    desk = editor.desk
    verdict = editor.verdict()
    rows: list[Row] = []
    if verdict is not None:
        rows += reason_rows(desk, verdict, editor.may_shorten(), instead_rows(editor), editor.judged.so_near())
        if verdict.legal:
            rows += [
                Row("text", label=desk.spans(r.text, "body", "warning") + clause_spans([r.clause]))
                for r in verdict.reasons
            ]
        for n, total in enumerate(verdict.sums):
            rows += sum_rows(desk, total, f"sum\n{n}" in opened, f"sum\n{n}")
    if odds is not None:
        rows += odds_rows(desk.words, desk.view, head_of(odds), odds, set(opened))
    elif reckoning:
        rows.append(Row("text", label=say(_("Computing the odds…"), "small", "text_dim")))
    return rows


def confirm_row(editor: Editor, size: str, alone: bool) -> Row:
    """The button that gives the answer; ``alone``: what keeps it from being given is said nowhere else."""
    verdict = editor.verdict()
    legal = verdict is not None and verdict.legal and editor.answer() is not None
    why: Spans = () if legal else say(_("Nothing is chosen yet"), "small", "text_dim")
    if not legal and verdict is not None and verdict.reasons:
        why = say(_("Not yet: see above"), "small", "text_dim")
        if alone:
            why = editor.desk.spans(verdict.reasons[0].text, "small", "warning")
    words, told = editor.confirms()
    label, note = say(words or _("Confirm"), "bold"), say(told, "small") if told and size != "terse" else ()
    if size == "terse" and not legal:
        return Row("button", CONFIRM, label, tone="dim", tall=GIVE_TERSE)
    tall = GIVE_TERSE if size == "terse" else GIVE
    key = editor.desk.keys.shown("confirm")
    return Row("button", CONFIRM, label, note, bar=why, tone="accent", key=key, tall=tall)


def way_rows(editor: Editor, size: str) -> list[Row]:
    """The suggestion, and the exits."""
    desk = editor.desk
    tall = EXIT_TERSE if size == "terse" else EXIT
    rows: list[Row] = []
    usual = desk.asked.draft is not None or desk.asked.default.answer is not None
    if (usual or best_bot(desk.session.ruleset)) and desk.decision.kind != "roll":
        key = desk.keys.shown("default")
        rows.append(Row("choice", "act:default", say(_("Suggest an answer")), key=key, tall=tall))
    if may_run(desk):
        key = desk.keys.shown("resolve")
        rows.append(Row("choice", "act:run", say(run_words(desk)), key=key, tall=tall))
    for n, way in enumerate(desk.asked.exits):
        key = desk.keys.shown(EXITS[n]) if n < len(EXITS) and way.bar is None else ""
        bar = bar_spans(desk, way.bar)
        rows.append(Row("choice", f"exit\n{way.id}", desk.spans(way.label), bar=bar, key=key, tall=tall))
    return rows


def more_row(count: int, size: str, opened: bool) -> Row:
    """The row that stands for ways out there is no room for."""
    said = _("Back to the choices") if opened else _("More ({n})").format(n=count)
    tall = EXIT_TERSE if size == "terse" else EXIT
    return Row("choice", MORE, say(said), mark="open" if opened else "shut", tall=tall)
