"""The editor of aims: who uses what on whom. One aim or several."""

from __future__ import annotations

from game.client.editors.base import (
    BARRED,
    LEGAL,
    SELECT,
    TARGET,
    Desk,
    Editor,
    Marks,
    Spot,
    bar_spans,
    choice_row,
    folded,
)
from game.client.editors.option import mark_thing
from game.client.editors.places import middle_of
from game.client.table import overlays as o
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Span, _
from game.engine.decision import Actor, Aim, Answer, Bar, Choice, TargetsAnswer, TargetsSpace


class TargetsEditor(Editor):
    """Choose an actor, a means (where there are several) and a mark; several aims where that is asked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, TargetsSpace)
        self.space = desk.asked.space
        self.aims: list[Aim] = []
        self.actor = ""
        self.means = ""
        if isinstance(desk.asked.draft, TargetsAnswer):
            self.load(desk.asked.draft)
        self._take_only()

    # -- the draft --------------------------------------------------------------------------------------------

    @property
    def many(self) -> bool:
        """Whether several aims may be given at once."""
        return self.space.most > 1

    def answer(self) -> Answer | None:
        """The aims so far; for a single one also an actor without a mark."""
        if self.aims:
            return TargetsAnswer(tuple(self.aims))
        return TargetsAnswer(()) if self.space.least == 0 else None

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, TargetsAnswer):
            self.aims = list(answer.aims)
            if self.aims:
                self.actor, self.means = self.aims[-1].actor, self.aims[-1].means

    def clear(self) -> None:
        """No aims."""
        self.aims, self.actor, self.means = [], "", ""
        self._take_only()
        self.changed()

    def _take_only(self) -> None:
        """Choose the actor where there is but one."""
        free = [a for a in self.space.actors if a.bar is None]
        if not self.actor and len(free) == 1:
            self._take_actor(free[0].id)

    def undo_part(self) -> bool:
        """Take the last aim back, or the actor chosen."""
        if self.aims:
            self.aims.pop()
        elif self.actor:
            self.actor = self.means = ""
        else:
            return False
        self.changed()
        return True

    def _find(self, actor: str) -> Actor | None:
        return next((a for a in self.space.actors if a.id == actor), None)

    def _take_actor(self, actor_id: str) -> None:
        actor = self._find(actor_id)
        if actor is None or actor.bar is not None:
            return
        self.actor = actor_id
        open_means = [m for m, marks in actor.means.items() if any(c.bar is None for c in marks)] or list(actor.means)
        if self.means not in actor.means:
            self.means = open_means[0] if open_means else ""
        if not self.many and (not self.aims or self.aims[0].actor != actor_id):
            self.aims = []
        marks = [c for c in actor.means.get(self.means, ()) if c.bar is None]
        if len(marks) == 1 and len(actor.means) == 1 and not self.many:
            self.aims = [Aim(self.actor, self.means, marks[0].id)]
        self.changed()

    def _take_mark(self, mark: str) -> bool:
        """Aim at a mark; True where that was the aim already."""
        choice = next((c for c in self._marks() if c.id == mark), None)
        if choice is None or choice.bar is not None:
            return False
        aim = Aim(self.actor, self.means, mark)
        if aim in self.aims:
            if not self.many:
                return True
            self.aims.remove(aim)
        elif self.many:
            self.aims = [a for a in self.aims if (a.actor, a.means) != (self.actor, self.means)]
            if len(self.aims) < self.space.most:
                self.aims.append(aim)
        else:
            self.aims = [aim]
        self.changed()
        return False

    def _marks(self) -> tuple[Choice, ...]:
        actor = self._find(self.actor)
        return actor.means.get(self.means, ()) if actor is not None else ()

    # -- what is shown ----------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """Actors; below the chosen one its means and marks."""
        desk = self.desk
        rows: list[Row] = []
        only = self._plain_only()
        if only is not None:
            return self._swap_rows() + self._actor_rows(only)
        if self.many and self.aims:
            rows.append(Row("heading", label=say(_("Aims"), "bold", "accent")))
            for n, aim in enumerate(self.aims):
                words = f"{desk.name(aim.actor)} > {desk.name(aim.mark)}"
                note = self.means_name(aim.means) if aim.means else ""
                rows.append(
                    Row("choice", f"aim\n{n}", (Span(words),), say(note, "small", "text_dim"), key="×", on=True)
                )
            rows += [*self._swap_rows(), Row("line")]
        groups: list[list[Row]] = []
        for n, actor in enumerate(self.space.actors):
            chosen = actor.id == self.actor
            group = [
                Row(
                    "choice",
                    f"actor\n{actor.id}",
                    desk.spans(actor.label),
                    desk.spans(actor.note, "small", "text_dim") if actor.note is not None else (),
                    mark="radio",
                    on=chosen,
                    bar=bar_spans(desk, actor.bar),
                    key=str(n + 1) if not self.actor and n < 9 else "",
                )
            ]
            groups.append(group + self._actor_rows(actor) if chosen else group)
        return rows + folded(self, groups)

    def _plain_only(self) -> Actor | None:
        """The only actor, where nothing is to be told of him and his means have rows of their own."""
        actor = self.space.actors[0] if len(self.space.actors) == 1 else None
        if actor is None or actor.id != self.actor or actor.bar is not None or actor.note is not None:
            return None
        return actor if len(actor.means) > 1 else None

    def _swap_rows(self) -> list[Row]:
        """The way to name the other target first, where there are two."""
        if not self.many or len({a.mark for a in self.aims}) < 2:
            return []
        return [Row("choice", "swap", say(_("The other target first"), "small"))]

    def _aimed(self, actor: Actor, means: str) -> str:
        """What a means is aimed at, with its place in the order where there are several targets."""
        order = list(dict.fromkeys(a.mark for a in self.aims))
        said = []
        for aim in self.aims:
            if (aim.actor, aim.means) == (actor.id, means):
                number = f"{order.index(aim.mark) + 1}. " if len(order) > 1 else ""
                said.append(number + self.desk.name(aim.mark))
        return ", ".join(said)

    def means_name(self, means: str) -> str:
        """What a means is called."""
        told = next((c for c in self.space.means if c.id == means), None)
        return self.desk.say(told.label) if told is not None else self.desk.words.word(means)

    def _actor_rows(self, actor: Actor) -> list[Row]:
        if len(actor.means) == 1:
            return self._mark_rows(actor, 2)
        groups = [self._means_rows(actor, means) for means in actor.means]
        rows = folded(self, groups)
        aimed = next((a.mark for a in reversed(self.aims) if a.actor == actor.id), "")
        if self.many and aimed and self._could_all(actor, aimed):
            words = _("Everything at {target}").format(target=self.desk.name(aimed))
            rows.append(Row("choice", f"all\n{aimed}", say(words, "small"), indent=1))
        return rows

    def _means_rows(self, actor: Actor, means: str) -> list[Row]:
        """A means with what it is aimed at; the chosen one with its marks below."""
        told = next((c for c in self.space.means if c.id == means), None)
        chosen = means == self.means
        aimed = self._aimed(actor, means)
        note = say(f"> {aimed}", "small_bold", "accent") if aimed else ()
        if told is not None and told.note is not None and (chosen or not aimed):
            note += (*say("  ", "small"), *self.desk.spans(told.note, "small", "text_dim"))
        bar = told.bar if told is not None else None
        marks = actor.means[means]
        if bar is None and marks and marks[0].bar is not None and all(c.bar == marks[0].bar for c in marks):
            bar = marks[0].bar
        row = Row(
            "choice",
            f"means\n{means}",
            say(self.means_name(means)),
            note,
            mark="radio",
            on=chosen,
            bar=bar_spans(self.desk, bar),
            indent=1,
        )
        return [row, *self._mark_rows(actor, 2)] if chosen and bar is None else [row]

    def _mark_rows(self, actor: Actor, indent: int) -> list[Row]:
        groups: list[list[Row]] = []
        for n, choice in enumerate(self._marks()):
            on = any(a.actor == actor.id and a.means == self.means and a.mark == choice.id for a in self.aims)
            key = str(n + 1) if n < 9 else ""
            groups.append([choice_row(self.desk, choice, f"mark\n{choice.id}", on, "radio", key, indent)])
        return folded(self, groups)

    def _could_all(self, actor: Actor, mark: str) -> list[str]:
        """Means that could be aimed at a mark and are not."""
        aimed = {a.means for a in self.aims if (a.actor, a.mark) == (actor.id, mark)}
        return [
            m for m, marks in actor.means.items() if m not in aimed and any(c.id == mark and not c.bar for c in marks)
        ]

    def _all_at(self, mark: str) -> None:
        """Aim everything that can be at one mark."""
        actor = self._find(self.actor)
        if actor is None:
            return
        more = self._could_all(actor, mark)
        kept = [a for a in self.aims if (a.actor, a.means) not in {(actor.id, m) for m in more}]
        self.aims = [*kept, *(Aim(actor.id, m, mark) for m in more)][: self.space.most]
        self.changed()

    def _swap(self) -> None:
        """Name the aims at the other target first."""
        first = self.aims[0].mark
        self.aims.sort(key=lambda a: a.mark == first)
        self.changed()

    def subject(self) -> str:
        """The actor."""
        return self.actor if self.actor in self.desk.view.units else ""

    def marks(self) -> Marks:
        """Who may act, at whom, and arrows for the aims."""
        marks = Marks()
        view = self.desk.view
        for actor in self.space.actors:
            if actor.bar is None:
                mark_thing(self.desk, marks, actor.id, SELECT if actor.id == self.actor else "command")
        for choice in self._marks():
            if choice.bar is None:
                mark_thing(self.desk, marks, choice.id, LEGAL if self._own(choice.id) else TARGET)
        for thing in self.barred():
            mark_thing(self.desk, marks, thing, BARRED)
        for aim in self.aims:
            a, b = middle_of(view, aim.actor), middle_of(view, aim.mark)
            if a is not None and b is not None and a != b:
                marks.overlays.append(o.Link(*a, *b, "target"))
        return marks

    def barred(self) -> dict[str, Bar]:
        """The enemies at which the means may not be used."""
        return {thing: bar for thing, bar in self.enemies(self._marks()).items() if bar is not None}

    def _own(self, thing: str) -> bool:
        """Whether a mark is one of one's own (an order, a help)."""
        view = self.desk.view
        unit = view.units.get(view.bases[thing].unit if thing in view.bases else thing)
        return unit is not None and unit.side == self.desk.decision.side

    # -- what the player does ---------------------------------------------------------------------------------

    def press(self, press: Press) -> bool:
        """Choose what was pressed."""
        if press.what != "press":
            return False
        kind, _newline, name = press.id.partition("\n")
        if kind == "actor":
            again = name == self.actor and not self.many and bool(self.aims)
            self._take_actor(name)
            return again
        if kind == "means":
            self.means = name
            if not self.many:
                self.aims = []
            self.changed()
        elif kind == "mark":
            return self._take_mark(name)
        elif kind == "aim":
            self.aims.pop(int(name))
            self.changed()
        elif kind == "all":
            self._all_at(name)
        elif kind == "swap":
            self._swap()
        return False

    def click(self, spot: Spot) -> bool:
        """A click on a mark aims at it, a click on one who may act chooses him."""
        for thing in spot.things:
            if any(c.id == thing and c.bar is None for c in self._marks()):
                self._take_mark(thing)
                return True
            actor = self._find(thing)
            if actor is not None and actor.bar is None:
                self._take_actor(thing)
                return True
            able = self._able(thing)
            if able:
                self._take_actor(able)
                self._take_mark(thing)
                return True
        return False

    def _able(self, mark: str) -> str:
        """The first who may act on a mark, where the one chosen (if any) may not."""
        for actor in self.space.actors:
            if actor.bar is None and any(c.id == mark and c.bar is None for x in actor.means.values() for c in x):
                return actor.id
        return ""

    def digit(self, digit: int) -> bool:
        """Digits choose the mark of the actor, or the actor while there is none."""
        if not self.actor:
            if 1 <= digit <= len(self.space.actors):
                self._take_actor(self.space.actors[digit - 1].id)
                return True
            return False
        marks = self._marks()
        if 1 <= digit <= len(marks):
            self._take_mark(marks[digit - 1].id)
            return True
        return False

    def action(self, action: str, step: float = 1.0) -> bool:
        """Walk those who may act; walk the means of one."""
        free = [a.id for a in self.space.actors if a.bar is None]
        if action in ("next", "previous") and free:
            at = free.index(self.actor) if self.actor in free else -1 if action == "next" else 0
            self._take_actor(free[(at + (1 if action == "next" else -1)) % len(free)])
            return True
        actor = self._find(self.actor)
        if action == "mode" and actor is not None and len(actor.means) > 1:
            means = list(actor.means)
            self.means = means[(means.index(self.means) + 1) % len(means)]
            self.changed()
            return True
        return False
