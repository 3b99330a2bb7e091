"""An answer in a few words, as it is spoken of: what is chosen, who does what to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.client.editors.base import Editor
from game.client.editors.desk import Desk, named_in
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Spans, _
from game.engine.decision import (
    Actor,
    AllocateAnswer,
    AllocateSpace,
    Answer,
    Box,
    Choice,
    MoveAnswer,
    MoveSpace,
    OptionAnswer,
    OptionSpace,
    PickAnswer,
    PickSpace,
    PlaceAnswer,
    PlaceSpace,
    Reply,
    TargetsAnswer,
    TargetsSpace,
)

MOST = 3
"""As many things of one answer are named."""


def instead_rows(editor: Editor) -> list[Row]:
    """What the rules would allow instead of the draft, as buttons; the first has a key."""
    rows = []
    for n, answer in enumerate(editor.judged.instead()):
        key = editor.desk.keys.shown("instead") if n == 0 else ""
        words = say(_instead(editor.desk, answer), "bold")
        rows.append(Row("button", f"act:instead\n{n}", words, tone="accent", key=key))
    return rows


def take_instead(editor: Editor, n: int = 0) -> bool:
    """Take one of the answers that would be allowed instead as the draft; False where there is none."""
    offered = editor.judged.instead(now=True)
    if n >= len(offered):
        return False
    editor.load(offered[n])
    editor.changed()
    return True


def instead_words(editor: Editor) -> Spans:
    """The first of what the rules would allow instead, with its key, for the pointer."""
    for answer in editor.judged.instead()[:1]:
        key = editor.desk.keys.shown("instead")
        return say(f"\n{_instead(editor.desk, answer)}  [{key}]", "small_bold", "accent")
    return ()


def _instead(desk: Desk, answer: Answer) -> str:
    """An answer that would be allowed instead; who moves is known already."""
    space = desk.asked.space
    told = _moved(desk, space, answer, False) if isinstance(answer, MoveAnswer) and isinstance(space, MoveSpace) else ""
    return _("Instead: {deed}").format(deed=told or deed(desk, Reply(answer)))


def deed(desk: Desk, reply: Reply) -> str:
    """What a reply does, in a few words; "" where there are none for it."""
    space, answer = desk.asked.space, reply.answer
    if answer is None:
        return next((desk.say(e.label) for e in desk.asked.exits if e.id == reply.exit), "")
    if isinstance(answer, OptionAnswer) and isinstance(space, OptionSpace):
        return _listed(_label(desk, space.parts.get(p, ()), c) for p, c in answer.parts.items())
    if isinstance(answer, PickAnswer) and isinstance(space, PickSpace):
        return _listed(_label(desk, space.things, i) for i in answer.ids) or _("nobody")
    if isinstance(answer, TargetsAnswer) and isinstance(space, TargetsSpace):
        return _listed(
            _at(_label(desk, space.actors, a.actor), _mark(desk, space, a.actor, a.means, a.mark)) for a in answer.aims
        )
    if isinstance(answer, PlaceAnswer) and isinstance(space, PlaceSpace):
        things = _listed(_label(desk, space.things, s.thing) for s in answer.places)
        return _("{things} here").format(things=things) if things else ""
    if isinstance(answer, MoveAnswer) and isinstance(space, MoveSpace):
        return _moved(desk, space, answer)
    if isinstance(answer, AllocateAnswer) and isinstance(space, AllocateSpace):
        given = ((_label(desk, space.boxes, b), n) for b, n in answer.boxes.items() if n)
        return _listed(f"{label} {n}" for label, n in given) or _("nothing")
    return _("the present entries")


def _moved(desk: Desk, space: MoveSpace, answer: MoveAnswer, whom: bool = True) -> str:
    """How somebody moves, and at whom; ``whom``: who it is too, where the question does not say so."""
    mover = next((m for m in space.among if m.id == answer.subject), None)
    mode = next((m for m in mover.modes if m.id == answer.mode), None) if mover is not None else None
    if mover is None or mode is None:
        return ""
    how = _at(desk.say(mode.label), _label(desk, mode.marks, answer.mark))
    if not whom or answer.subject in named_in(desk.decision.message):
        return how
    return f"{desk.say(mover.label)}, {how}"


def _mark(desk: Desk, space: TargetsSpace, actor: str, means: str, mark: str) -> str:
    found = next((a for a in space.actors if a.id == actor), None)
    return _label(desk, found.means.get(means, ()), mark) if found is not None else ""


def _label(desk: Desk, choices: Sequence[Choice | Actor | Box], wanted: str) -> str:
    return next((desk.say(c.label) for c in choices if c.id == wanted), "")


def _at(who: str, whom: str) -> str:
    """Somebody and whom he acts on."""
    return f"{who} – {whom}" if whom else who


def _listed(words: Iterable[str]) -> str:
    """Words as a list, the first few of them."""
    found = [w for w in words if w]
    return ", ".join(found[:MOST]) + (", …" if len(found) > MOST else "")
