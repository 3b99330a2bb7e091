"""The rows of the editor of moves."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.common_rows import HAIR, bar_spans, choice_row, folded
from game.client.editors.desk import cost_of
from game.client.editors.each_rows import each_rows
from game.client.editors.frontages import formation_rows
from game.client.editors.legs import Leg
from game.client.editors.nudge_words import nudge_row
from game.client.editors.step_words import step_words
from game.client.editors.way import Way
from game.client.editors.whereabouts import centre_of
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, _
from game.engine.decision import Mode


def move_rows(editor: Editor, way: Way) -> list[Row]:
    """Who moves, how, at whom, along which legs."""
    desk = editor.desk
    rows: list[Row] = []
    if len(way.space.among) > 1:
        rows.append(Row("heading", label=say(_("Moving units"), "small_bold", "accent")))
        groups: list[list[Row]] = []
        for mover in way.space.among:
            row = Row(
                "choice",
                f"unit\n{mover.id}",
                desk.spans(mover.label),
                mark="radio",
                on=mover.id == way.unit,
                bar=bar_spans(desk, mover.bar),
            )
            groups.append([row, *_how(editor, way)] if mover.id == way.unit else [row])
        return rows + folded(editor, groups)
    return rows + _how(editor, way)


def _how(editor: Editor, way: Way) -> list[Row]:
    desk = editor.desk
    mover = way.mover()
    if mover is None:
        return []
    rows: list[Row] = []
    now = way.mode
    # what is drawn is told below all the ways; targets to choose from stay with the way that leads to them
    below = now is not None and not now.marks and not now.each
    barred: list[Row] = []
    for n, mode in enumerate(mover.modes):
        chosen = mode.id == way.mode_id
        note = desk.spans(mode.duty, "small", "text_dim") if mode.duty is not None and chosen else ()
        numbered = not (now is not None and now.marks)
        (barred if below and mode.bar is not None else rows).append(
            Row(
                "choice",
                f"mode\n{mode.id}",
                desk.spans(mode.label),
                note,
                mark="radio",
                on=chosen,
                bar=bar_spans(desk, mode.bar),
                key=str(n + 1) if numbered and len(mover.modes) > 1 and n < 9 else "",
                indent=1 if len(way.space.among) > 1 else 0,
            )
        )
        if chosen and not below:
            rows += _mode(editor, way, mode)
    return [*rows, *_mode(editor, way, now), *barred] if below and now is not None else rows


def _mode(editor: Editor, way: Way, mode: Mode) -> list[Row]:
    desk = editor.desk
    groups: list[list[Row]] = []
    for n, choice in enumerate(mode.marks):
        on, key = choice.id == way.mark, str(n + 1) if n < 9 else ""
        groups.append([choice_row(desk, choice, f"mark\n{choice.id}", on, "radio", key, 1)])
    rows = folded(editor, groups)
    if not mode.verbs:
        return rows
    verdict = editor.verdict()
    if mode.allowance is not None:
        spent = cost_of(verdict) or 0.0
        limit = verdict.allowance if verdict is not None and verdict.allowance is not None else mode.allowance
        over = spent > limit + HAIR
        rows.append(
            Row(
                "value",
                label=say(_("Path used"), "body", "text_dim"),
                value=say(
                    f"{desk.words.length(spent)} / {desk.words.length(limit)}", "bold", "danger" if over else "text"
                ),
                indent=1,
            )
        )
    if mode.each:
        rows += each_rows(way)
    if mode.ends == "placed" and way.draft.empty:
        return rows
    rows += _legs(way, mode)
    if way.free_path and not way.draft.singles and not mode.each:
        rows.append(
            Row(
                "stepper",
                "facing",
                say(_("Facing")),
                value=say(f"{desk.words.number(way.facing(), 1)}°", "bold"),
                can_less=True,
                can_more=True,
                key="",
                indent=1,
            )
        )
        now = way.draft.legs[-1].formation if way.draft.legs else ""
        rows += formation_rows(desk, mode.formations, now, "check", 1)
    return rows


def _legs(way: Way, mode: Mode) -> list[Row]:
    desk = way.desk
    rows: list[Row] = []
    draft = way.draft
    if draft.empty:
        keys = desk.keys
        hint = _("Drag it on the table, or nudge it with {a} {b} {c} {d} and turn it with {e} {f}.").format(
            a=keys.shown("forward"),
            b=keys.shown("left"),
            c=keys.shown("backward"),
            d=keys.shown("right"),
            e=keys.shown("turn_left"),
            f=keys.shown("turn_right"),
        )
        rows.append(Row("text", label=say(hint, "small", "text_dim"), indent=1))
        rows.append(nudge_row(desk, indent=1))
        return rows
    x, y = centre_of(way.start.values()) if way.start else (0.0, 0.0)
    verdict = way.verdict()
    said: list[str] = []
    costs: tuple[float, ...] = ()
    if verdict is not None and verdict.legal and verdict.steps and not draft.singles:
        said = [step_words(desk.words, step) for step in verdict.steps]
        costs = verdict.costs
    else:
        for leg in draft.legs:
            said.append(_leg_words(way, leg, ((leg.x - x) ** 2 + (leg.y - y) ** 2) ** 0.5))
            x, y = leg.x, leg.y
        said += [_("each one by itself") for _leg in draft.singles if not mode.each]
        said += [step_words(desk.words, step) for step in draft.steps]
    if not said:
        return rows
    last = len(said) - 1
    for n, words in enumerate(said):
        label = (Span(_("Leg {n}").format(n=n + 1) + "  ", "small_bold", "text_dim"), Span(words, "small"))
        value = say(desk.words.length(costs[n]), "small", "text_dim") if n < len(costs) else ()
        if n == last:
            value += say(("   " if value else "") + desk.keys.shown("undo_part"), "tiny", "text_dim")
        rows.append(Row("value", f"leg\n{n}" if n == last else "", label, value=value, indent=1))
    if draft.count() < mode.legs and not draft.steps:
        words = _("End this leg, begin the next ({n} of {most})").format(n=draft.count(), most=mode.legs)
        rows.append(Row("choice", "newleg", say(words, "small"), key=desk.keys.shown("leg"), indent=1))
    return rows


def _leg_words(way: Way, leg: Leg, mm: float) -> str:
    words = [way.desk.words.length(mm)]
    if leg.facing is not None:
        words.append(_("facing {angle}").format(angle=f"{way.desk.words.number(leg.facing, 1)}°"))
    mode = way.mode
    if leg.formation and mode is not None:
        named = next((c for c in mode.formations if c.id == leg.formation), None)
        words.append(way.desk.say(named.label) if named is not None else leg.formation)
    return ", ".join(words)
