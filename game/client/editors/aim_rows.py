"""The rows of the editor of aims."""

from __future__ import annotations

from game.client.editors.aims import Aims
from game.client.editors.base import Editor
from game.client.editors.common_rows import bar_spans, choice_row, folded
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, _
from game.engine.decision import Actor


def aim_rows(editor: Editor, aims: Aims) -> list[Row]:
    """Actors; below the chosen one his means and marks."""
    desk = aims.desk
    rows: list[Row] = []
    only = _plain_only(aims)
    if only is not None:
        return _swap_rows(aims) + _actor_rows(editor, aims, only)
    if aims.many and aims.aims:
        rows.append(Row("heading", label=say(_("Aims"), "bold", "accent")))
        for n, aim in enumerate(aims.aims):
            words = f"{desk.name(aim.actor)} > {desk.name(aim.mark)}"
            note = means_name(aims, aim.means) if aim.means else ""
            rows.append(Row("choice", f"aim\n{n}", (Span(words),), say(note, "small", "text_dim"), key="×", on=True))
        rows += [*_swap_rows(aims), Row("line")]
    groups: list[list[Row]] = []
    for n, actor in enumerate(aims.space.actors):
        chosen = actor.id == aims.actor
        group = [
            Row(
                "choice",
                f"actor\n{actor.id}",
                desk.spans(actor.label),
                desk.spans(actor.note, "small", "text_dim") if actor.note is not None else (),
                mark="radio",
                on=chosen,
                bar=bar_spans(desk, actor.bar),
                key=str(n + 1) if not aims.actor and n < 9 else "",
            )
        ]
        groups.append(group + _actor_rows(editor, aims, actor) if chosen else group)
    return rows + folded(editor, groups)


def _plain_only(aims: Aims) -> Actor | None:
    """The only actor, where nothing is to be told of him and his means have rows of their own."""
    actor = aims.space.actors[0] if len(aims.space.actors) == 1 else None
    if actor is None or actor.id != aims.actor or actor.bar is not None or actor.note is not None:
        return None
    return actor if len(actor.means) > 1 else None


def _swap_rows(aims: Aims) -> list[Row]:
    """The way to name the other target first, where there are two."""
    if not aims.many or len({a.mark for a in aims.aims}) < 2:
        return []
    return [Row("choice", "swap", say(_("The other target first"), "small"))]


def _aimed(aims: Aims, actor: Actor, means: str) -> str:
    """What a means is aimed at, with its place in the order where there are several targets."""
    order = list(dict.fromkeys(a.mark for a in aims.aims))
    said = []
    for aim in aims.aims:
        if (aim.actor, aim.means) == (actor.id, means):
            number = f"{order.index(aim.mark) + 1}. " if len(order) > 1 else ""
            said.append(number + aims.desk.name(aim.mark))
    return ", ".join(said)


def means_name(aims: Aims, means: str) -> str:
    """What a means is called."""
    told = next((c for c in aims.space.means if c.id == means), None)
    return aims.desk.say(told.label) if told is not None else aims.desk.words.word(means)


def _actor_rows(editor: Editor, aims: Aims, actor: Actor) -> list[Row]:
    if len(actor.means) == 1:
        return _mark_rows(editor, aims, actor, 2)
    groups = [_means_rows(editor, aims, actor, means) for means in actor.means]
    rows = folded(editor, groups)
    aimed = next((a.mark for a in reversed(aims.aims) if a.actor == actor.id), "")
    if aims.many and aimed and aims.could_all(actor, aimed):
        words = _("Everything at {target}").format(target=aims.desk.name(aimed))
        rows.append(Row("choice", f"all\n{aimed}", say(words, "small"), indent=1))
    return rows


def _means_rows(editor: Editor, aims: Aims, actor: Actor, means: str) -> list[Row]:
    """A means with what it is aimed at; the chosen one with its marks below."""
    told = next((c for c in aims.space.means if c.id == means), None)
    chosen = means == aims.means
    aimed = _aimed(aims, actor, means)
    note = say(f"> {aimed}", "small_bold", "accent") if aimed else ()
    if told is not None and told.note is not None and (chosen or not aimed):
        note += (*say("  ", "small"), *aims.desk.spans(told.note, "small", "text_dim"))
    bar = told.bar if told is not None else None
    marks = actor.means[means]
    if bar is None and marks and marks[0].bar is not None and all(c.bar == marks[0].bar for c in marks):
        bar = marks[0].bar
    row = Row(
        "choice",
        f"means\n{means}",
        say(means_name(aims, means)),
        note,
        mark="radio",
        on=chosen,
        bar=bar_spans(aims.desk, bar),
        indent=1,
    )
    return [row, *_mark_rows(editor, aims, actor, 2)] if chosen and bar is None else [row]


def _mark_rows(editor: Editor, aims: Aims, actor: Actor, indent: int) -> list[Row]:
    groups: list[list[Row]] = []
    for n, choice in enumerate(aims.marks()):
        on = any(a.actor == actor.id and a.means == aims.means and a.mark == choice.id for a in aims.aims)
        key = str(n + 1) if n < 9 else ""
        groups.append([choice_row(aims.desk, choice, f"mark\n{choice.id}", on, "radio", key, indent)])
    return folded(editor, groups)
