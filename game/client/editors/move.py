"""The editor of moves: drag a unit, end a leg, turn it, form it up, charge; every step checked as it is drawn."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors.base import Editor
from game.client.editors.deeds import take_instead
from game.client.editors.desk import Desk, Marks, Spot
from game.client.editors.frontages import stepped
from game.client.editors.move_hand import MoveHand
from game.client.editors.move_marks import move_marks
from game.client.editors.move_rows import move_rows
from game.client.editors.nudge_words import FINE_STEP, TURN_STEP
from game.client.editors.nudges import Nudges
from game.client.editors.shorten import may_shorten, shorten, why_so_near
from game.client.editors.way import Way
from game.client.ui.rows import Press, Row
from game.client.ui.text import say
from game.client.words import Spans, clause_spans
from game.engine.decision import Answer, Bar, MoveAnswer, MoveSpace, Reason


class MoveEditor(Editor):
    """A course for one unit among those that may move, by mouse and by keyboard.

    Attributes
    ----------
    way, nudges, hand
        The course as it is drawn, small changes of it, the mouse on it.
    stopped
        Whether the last drag ended where nobody may stand, so that the unit stayed where it might.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        space = desk.asked.space
        assert isinstance(space, MoveSpace)
        self.way = Way(desk, space, self.judged)
        self.nudges = Nudges(self.way)
        self.hand = MoveHand(self.way, self.nudges)
        self.stopped = False
        free = [m for m in space.among if m.bar is None]
        if isinstance(desk.asked.draft, MoveAnswer):
            self.load(desk.asked.draft)
        elif len(free) == 1:
            self.way.take_unit(free[0].id)

    # -- the draft --------------------------------------------------------------------------------------------

    def prefer(self, thing: str) -> None:
        """Begin with the unit that was selected, if it may move."""
        if not self.way.unit:
            self.way.take_unit(thing)

    def answer(self) -> Answer | None:
        """The move as far as it is drawn."""
        return self.way.answer()

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        self.way.load(answer)

    def clear(self) -> None:
        """Nothing is drawn."""
        self.way.clear()

    def undo_part(self) -> bool:
        """Take the last leg back; of a single base chosen, all of its way."""
        return self.way.undo_part()

    def barred(self) -> dict[str, Bar]:
        """The enemies that the unit may not move at."""
        return {thing: bar for thing, bar in self.way.aims().items() if bar is not None}

    def may_shorten(self) -> bool:
        """Whether something drawn is refused and the rules name no place instead: part of the way may be allowed."""
        return may_shorten(self.way)

    def why_so_near(self) -> tuple[Reason, ...]:
        """What the rules say of the way drawn, cut a little beyond where the nearest legal answer ends."""
        return why_so_near(self.way)

    def take_nearest(self) -> bool:
        """Take the nearest legal answer; where the rules name none, go as far along the way drawn as is allowed."""
        return shorten(self.way) if self.may_shorten() else super().take_nearest()

    # -- the mouse --------------------------------------------------------------------------------------------

    def click(self, spot: Spot) -> bool:
        """A click on a mark aims at it; on a unit that may move chooses it."""
        way = self.way
        for thing in (spot.unit, spot.marker, spot.feature):
            if thing and thing != way.unit and way.unit and self._is_mark(thing):
                way.take_mark(thing)
                return True
        return bool(spot.unit) and spot.unit != way.unit and way.take_unit(spot.unit)

    def _is_mark(self, thing: str) -> bool:
        way = self.way
        mover = way.mover()
        return mover is not None and any(c.id == thing for m in mover.modes if m.bar is None for c in m.marks)

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """Take the unit (or, alone, one base of it) by the mouse, where it stands or where its ghost does."""
        return self.hand.grab(spot, alone)

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The block (or the single base) follows the pointer; dragged while it is to stay, it moves after all."""
        self.hand.drag(spot, fine)
        self.hand.aim = self._aim_words(spot.unit) if spot.unit else ""

    def _aim_words(self, unit: str) -> str:
        """What is done to an enemy on whom the unit is let go."""
        mover = self.way.mover()
        for mode in mover.modes if mover is not None and self._may_aim(unit) else ():
            if mode.bar is None and any(c.id == unit and not c.bar for c in mode.marks):
                return f"{self.desk.say(mode.label)} – {self.desk.name(unit)}"
        return ""

    def face(self, spot: Spot) -> None:
        """Turn the unit at the end of its course towards a point."""
        self.hand.face(spot)

    def drop(self, spot: Spot) -> None:
        """The drag is over: on an enemy it is a charge, and what goes too far is done as the rules say instead."""
        self.hand.drop(spot)
        verdict = self.verdict()
        self.stopped = False
        if spot.unit and self._may_aim(spot.unit):
            self.way.take_mark(spot.unit)
        elif verdict is not None and verdict.status == "refused" and not take_instead(self):
            self.stopped = self.hand.back(verdict.nearest, self._why_it_stays)
        self.hand.let_go()

    def _why_it_stays(self) -> Spans:
        """What keeps the unit from where it was let go."""
        verdict = self.verdict()
        reasons = verdict.reasons[:1] if verdict is not None else ()
        for reason in self.why_so_near() or reasons:
            return say(self.desk.say(reason.text), "small", "text_dim") + clause_spans([reason.clause])
        return ()

    def _may_aim(self, unit: str) -> bool:
        """Whether a unit is an open mark of a way of moving."""
        mover = self.way.mover()
        modes = mover.modes if mover is not None and unit != self.way.unit else ()
        return any(c.id == unit and not c.bar and not c.short for m in modes if m.bar is None for c in m.marks)

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """Turn what is dragged."""
        return self.hand.wheel(notches, fine)

    # -- the keyboard and the rows ----------------------------------------------------------------------------

    def action(self, action: str, step: float = 1.0) -> bool:
        """Nudges, turns, legs, formations, the next unit, the next way."""
        way = self.way
        far = self.desk.unit_mm * step
        nudges = {"forward": (far, 0.0), "backward": (-far, 0.0), "left": (0.0, -far), "right": (0.0, far)}
        if action in nudges and way.unit:
            self.nudges.shift_by(*nudges[action])
            return True
        if action in ("turn_left", "turn_right") and way.unit:
            degrees = FINE_STEP if step < 1 else TURN_STEP if step == 1 else 3 * TURN_STEP
            self.nudges.turn_by(degrees if action == "turn_right" else -degrees, self.hand.held)
            return True
        if action == "leg":
            return way.end_leg()
        if action == "leap":
            return way.leap()
        if action == "formation":
            return self._next_formation()
        if action == "mode":
            return self._next_mode()
        if action in ("next", "previous"):
            by = 1 if action == "next" else -1
            return self._next_base(by) if way.each and len(way.space.among) == 1 else self._next_unit(by)
        return False

    def _next_formation(self) -> bool:
        way = self.way
        mode = way.mode
        if mode is None or not mode.formations:
            return False
        ids = [c.id for c in mode.formations if c.bar is None]
        now = way.leg().formation
        at = ids.index(now) + 1 if now in ids else 0
        if at < len(ids):
            way.take_formation(ids[at])
        else:
            way.put(replace(way.leg(), formation=""))
        return True

    def _next_mode(self) -> bool:
        way = self.way
        mover = way.mover()
        if mover is None:
            return False
        ids = [m.id for m in mover.modes if m.bar is None]
        if len(ids) > 1:
            way.take_mode(ids[(ids.index(way.mode_id) + 1) % len(ids) if way.mode_id in ids else 0])
        return True

    def _next_unit(self, by: int) -> bool:
        way = self.way
        free = [m.id for m in way.space.among if m.bar is None]
        if not free:
            return False
        at = free.index(way.unit) if way.unit in free else (-1 if by > 0 else 0)
        way.take_unit(free[(at + by) % len(free)])
        return True

    def _next_base(self, by: int) -> bool:
        """Choose one base after the other to be moved alone, then all together again."""
        way = self.way
        if len(way.start) < 2:
            return False
        order = ["", *way.start]
        way.alone = order[(order.index(way.alone) + by) % len(order)] if way.alone in order else ""
        self.changed()
        return True

    def digit(self, digit: int) -> bool:
        """Digits choose a mark of the present way, else the way."""
        way = self.way
        mode, mover = way.mode, way.mover()
        if mode is not None and mode.marks and 1 <= digit <= len(mode.marks):
            way.take_mark(mode.marks[digit - 1].id)
            return True
        if mover is not None and 1 <= digit <= len(mover.modes):
            way.take_mode(mover.modes[digit - 1].id)
            return True
        return False

    def press(self, press: Press) -> bool:
        """A row of the panel."""
        way = self.way
        kind, _newline, name = press.id.partition("\n")
        if press.what == "press":
            if kind == "unit":
                way.take_unit(name)
            elif kind == "mode":
                if name == way.mode_id:
                    verdict = self.verdict()
                    return verdict is not None and verdict.legal and not self._has_course()
                way.take_mode(name)
            elif kind == "mark":
                return way.take_mark(name)
            elif kind == "formation":
                way.take_formation(name)
            elif kind == "part":
                way.alone = "" if way.alone == name else name
                self.changed()
            elif kind == "leap":
                way.leap()
            elif kind == "leg":
                self.undo_part()
            elif kind == "newleg":
                way.end_leg()
        elif kind == "facing":
            self.nudges.turn_by(TURN_STEP if press.what == "more" else -TURN_STEP, self.hand.held)
        elif kind == "frontage" and way.mode is not None:
            by = 1 if press.what == "more" else -1
            way.take_formation(stepped(way.mode.formations, way.leg().formation, by, none=True))
        elif kind == "ahead":
            self.nudges.shift_by(self.desk.unit_mm * (1 if press.what == "more" else -1), 0.0)
        return False

    def _has_course(self) -> bool:
        """Whether the way of moving is drawn (a halt or a placed charge is not)."""
        mode = self.way.mode
        return mode is not None and bool(mode.verbs) and mode.ends != "placed"

    def rows(self) -> list[Row]:
        """Who, how, at whom, along which legs."""
        return move_rows(self, self.way)

    def chief_row(self) -> str:
        """The last step drawn."""
        return next((r.id for r in self.rows() if r.id.startswith("leg\n")), "")

    def subject(self) -> str:
        """The unit that moves."""
        way = self.way
        return way.unit

    def marks(self) -> Marks:
        """The ghost, its way, what it costs, who may move, who may be charged."""
        return move_marks(self, self.way, self.hand.seen())
