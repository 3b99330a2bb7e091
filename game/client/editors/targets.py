"""The editor of aims: who uses what on whom. One aim or several."""

from __future__ import annotations

from game.client.editors.aim_rows import aim_rows
from game.client.editors.aims import Aims
from game.client.editors.base import Editor
from game.client.editors.desk import BARRED, LEGAL, SELECT, TARGET, Desk, Marks, Spot, enemies
from game.client.editors.option import mark_thing
from game.client.editors.whereabouts import middle_of
from game.client.tabletop import overlays as o
from game.client.ui.rows import Press, Row
from game.engine.decision import Answer, Bar, TargetsAnswer, TargetsSpace


class TargetsEditor(Editor):
    """Choose an actor, a means (where there are several) and a mark; several aims where that is asked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        space = desk.asked.space
        assert isinstance(space, TargetsSpace)
        self.aims = Aims(desk, space, self.judged)
        if isinstance(desk.asked.draft, TargetsAnswer):
            self.load(desk.asked.draft)
        self.aims.take_only()

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The aims so far; for a single one also an actor without a mark."""
        return self.aims.answer()

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        self.aims.load(answer)

    def clear(self) -> None:
        """No aims."""
        self.aims.clear()

    def undo_part(self) -> bool:
        """Take the last aim back, or the actor chosen."""
        return self.aims.undo_part()

    # -- what is shown ----------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """Actors; below the chosen one his means and marks."""
        return aim_rows(self, self.aims)

    def subject(self) -> str:
        """The actor."""
        aims = self.aims
        return aims.actor if aims.actor in self.desk.view.units else ""

    def marks(self) -> Marks:
        """Who may act, at whom, and arrows for the aims."""
        aims = self.aims
        marks = Marks()
        view = self.desk.view
        for actor in aims.space.actors:
            if actor.bar is None:
                mark_thing(self.desk, marks, actor.id, SELECT if actor.id == aims.actor else "command")
        for choice in aims.marks():
            if choice.bar is None:
                mark_thing(self.desk, marks, choice.id, LEGAL if self._own(choice.id) else TARGET)
        for thing in self.barred():
            mark_thing(self.desk, marks, thing, BARRED)
        for aim in aims.aims:
            a, b = middle_of(view, aim.actor), middle_of(view, aim.mark)
            if a is not None and b is not None and a != b:
                marks.overlays.append(o.Link(*a, *b, "target"))
        return marks

    def barred(self) -> dict[str, Bar]:
        """The enemies at which the means may not be used."""
        aims = self.aims
        return {thing: bar for thing, bar in enemies(self.desk, aims.marks()).items() if bar is not None}

    def _own(self, thing: str) -> bool:
        """Whether a mark is one of one's own (an order, a help)."""
        view = self.desk.view
        unit = view.units.get(view.bases[thing].unit if thing in view.bases else thing)
        return unit is not None and unit.side == self.desk.decision.side

    # -- what the player does ---------------------------------------------------------------------------------

    def press(self, press: Press) -> bool:
        """Choose what was pressed."""
        aims = self.aims
        if press.what != "press":
            return False
        kind, _newline, name = press.id.partition("\n")
        if kind == "actor":
            again = name == aims.actor and not aims.many and bool(aims.aims)
            aims.take_actor(name)
            return again
        if kind == "means":
            aims.take_means(name)
        elif kind == "mark":
            return aims.take_mark(name)
        elif kind == "aim":
            aims.aims.pop(int(name))
            self.changed()
        elif kind == "all":
            aims.all_at(name)
        elif kind == "swap":
            aims.swap()
        return False

    def click(self, spot: Spot) -> bool:
        """A click on a mark aims at it, a click on one who may act chooses him."""
        aims = self.aims
        for thing in spot.things:
            if any(c.id == thing and c.bar is None for c in aims.marks()):
                aims.take_mark(thing)
                return True
            actor = aims.find(thing)
            if actor is not None and actor.bar is None:
                aims.take_actor(thing)
                return True
            able = aims.able(thing)
            if able:
                aims.take_actor(able)
                aims.take_mark(thing)
                return True
        return False

    def aim(self, unit: str, mark: str) -> bool:
        """Aim a unit (or the first of its own who may) at a mark, as a drag does; False where it may not."""
        aims, bases = self.aims, self.desk.view.bases
        for actor in aims.space.actors:
            mine = actor.id == unit or (actor.id in bases and bases[actor.id].unit == unit)
            if (
                actor.bar is None
                and mine
                and any(c.id == mark and c.bar is None for x in actor.means.values() for c in x)
            ):
                aims.take_actor(actor.id)
                if not any(c.id == mark and c.bar is None for c in aims.marks()):
                    aims.means = next(
                        m for m, x in actor.means.items() if any(c.id == mark and c.bar is None for c in x)
                    )
                aims.take_mark(mark)
                return True
        return False

    def digit(self, digit: int) -> bool:
        """Digits choose the mark of the actor, or the actor while there is none."""
        aims = self.aims
        if not aims.actor:
            if 1 <= digit <= len(aims.space.actors):
                aims.take_actor(aims.space.actors[digit - 1].id)
                return True
            return False
        marks = aims.marks()
        if 1 <= digit <= len(marks):
            aims.take_mark(marks[digit - 1].id)
            return True
        return False

    def action(self, action: str, step: float = 1.0) -> bool:
        """Walk those who may act; walk the means of one."""
        if action in ("next", "previous"):
            return self.aims.step_actor(1 if action == "next" else -1)
        return action == "mode" and self.aims.step_means()
