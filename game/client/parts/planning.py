"""A plan of the hand: answers that are given one after the other, as their questions come, once the last is confirmed.

A unit dragged while it has yet to be ordered says who, how and where in one: the order and the way are two answers to
two questions. The first is tried on a copy, the way is drawn in the question that would come, and confirming gives the
first and keeps the rest. What comes otherwise than planned is asked as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from game.client.editors.ahead import Ahead, ahead_to_aim, ahead_to_move
from game.client.editors.base import Editor
from game.client.editors.chip import Need
from game.client.editors.deeds import deed
from game.client.editors.desk import Desk, Marks
from game.client.editors.make import make_editor
from game.client.editors.move import MoveEditor
from game.client.ui.text import say
from game.client.words import Spans, _
from game.engine.decision import Decision, Reply, Sum, TargetsAnswer


@dataclass
class Link:
    """An answer before the one that is drawn: where it is given, what is said, and the editor it was drawn with."""

    desk: Desk
    reply: Reply
    editor: Editor | None = None
    told: Need | None = None


@dataclass
class Planning:
    """The answers before the one on the desk, and those that wait for their questions.

    Attributes
    ----------
    links
        What is to be given before the draft on the desk; empty while the draft answers what is really asked.
    root
        The editor of what is really asked, while another lies over it.
    kept
        Replies that were confirmed and wait, each with its question; ``side`` gives them.
    """

    links: list[Link] = field(default_factory=list)
    root: Editor | None = None
    kept: list[tuple[str, Reply]] = field(default_factory=list)
    side: str = ""

    # -- drawing ahead ----------------------------------------------------------------------------------------

    def drag(self, editor: Editor, unit: str) -> Editor | None:
        """The editor in which a unit can be dragged that has yet to be set to work; None where it cannot be."""
        found = ahead_to_move(editor.desk, unit)
        return self._over(editor, found, drawn=False) if found is not None else None

    def strike(self, editor: Editor, unit: str, mark: str, fresh: bool) -> Editor | None:
        """The editor in which a unit acts on a mark after the draft (``fresh``: after being set to work)."""
        reply = None if fresh else editor.reply()
        if not fresh and reply is None:
            return None
        found = ahead_to_aim(editor.desk, reply, unit, mark)
        if found is None:
            return None
        ahead, answer = found
        over = self._over(editor, ahead, drawn=not fresh)
        over.load(answer)
        over.changed()
        return over

    def _over(self, editor: Editor, found: Ahead, drawn: bool) -> Editor:
        """Lay the next question over an editor, whose draft stays in sight where it was drawn."""
        if self.root is None:
            self.root = editor
        new = [Link(desk, reply) for desk, reply in found.replies]
        if drawn:
            new[0].editor = editor
        self.links += new
        over = make_editor(found.desk)
        over.fresh = over.answer()
        return over

    def drop(self) -> Editor | None:
        """Give the plan up before it was confirmed: the editor of what is really asked, None where none was covered."""
        root, self.root = self.root, None
        self.links = []
        return root

    # -- what is shown ----------------------------------------------------------------------------------------

    def said(self) -> Spans:
        """What is given first, with what it needs."""
        rows: list[str] = []
        for link in self.links:
            said = deed(link.desk, link.reply)
            need = need_of(link)
            rows.append(f"{said}: {need}" if need else said)
        return say(_("First: {what}").format(what="; ".join(rows)), "small_bold", "accent") if rows else ()

    def marks(self, marks: Marks) -> Marks:
        """Beside what is drawn now, the ways drawn before it."""
        for link in self.links:
            if isinstance(link.editor, MoveEditor):
                marks.overlays[:0] = link.editor.marks().overlays
        if marks.chip is not None:
            needs = (needed(link) for link in self.links if link.editor is None)
            marks.chip = replace(marks.chip, needs=tuple(n for n in needs if n.need))
        if self.links and not marks.pointer:
            marks.pointer = self.said()
        return marks

    # -- giving -----------------------------------------------------------------------------------------------

    def confirm(self, decision: Decision, reply: Reply) -> tuple[Decision, Reply]:
        """The answer on the desk is given: what is to be said first, to which question; the rest is kept."""
        chain = [(link.desk.decision, link.reply) for link in self.links] + [(decision, reply)]
        self.drop()
        self.kept, self.side = [(d.question, r) for d, r in chain[1:]], decision.side
        return chain[0]

    def next(self, decision: Decision) -> Reply | None:
        """The reply kept for a question; another question of the same side ends the plan."""
        if not self.kept or decision.side != self.side:
            return None
        question, reply = self.kept[0]
        if question != decision.question:
            self.kept = []
            return None
        self.kept = self.kept[1:]
        return reply

    def forget(self) -> None:
        """Nothing is planned any more."""
        self.drop()
        self.kept = []


def needed(link: Link) -> Need:
    """What an answer needs, whose it is, and why so much; worked out once."""
    if link.told is not None:
        return link.told
    desk, answer = link.desk, link.reply.answer
    need, chance, why = need_of(link), "", ""
    odds = desk.forecast(answer) if answer is not None and need else None
    row = next((r for r in odds.rows if r.chance is not None), None) if odds is not None else None
    if row is not None and row.chance is not None:
        chance = desk.words.percent(row.chance)
        need = need.removesuffix(chance).rstrip(" :")
        if row.sum is not None:
            why = sum_words(desk, row.sum)
    who = next((aim.actor for aim in answer.aims), "") if isinstance(answer, TargetsAnswer) else ""
    link.told = Need(who, need, chance, why)
    return link.told


def sum_words(desk: Desk, of: Sum) -> str:
    """What a number is made of: what it begins with, then what is added and taken away."""
    said = []
    for n, (label, value, _clause) in enumerate(of.rows):
        number = desk.words.part(value, of, signed=n > 0)
        said.append(f"{desk.say(label)} {number}")
    return ", ".join(said)


def need_of(link: Link) -> str:
    """What an answer needs, in the words of the choice itself (an order: the roll, its chance)."""
    space, answer = link.desk.asked.space, link.reply.answer
    for aim in getattr(answer, "aims", ()):
        actors: Sequence[object] = getattr(space, "actors", ())
        for actor in actors:
            for choice in (
                getattr(actor, "means", {}).get(aim.means, ()) if getattr(actor, "id", "") == aim.actor else ()
            ):
                if choice.id == aim.mark and choice.note is not None:
                    return link.desk.say(choice.note)
    return ""
