"""The editor of places: pieces from a tray onto the table, in formation, turned, into carriers."""

from __future__ import annotations

from dataclasses import replace

from game.client.editors.base import Editor
from game.client.editors.desk import Desk, Marks, Spot
from game.client.editors.frontages import stepped
from game.client.editors.nudge_words import FINE_STEP, TURN_STEP
from game.client.editors.pieces import Piece
from game.client.editors.place_hand import PlaceHand
from game.client.editors.place_marks import place_marks
from game.client.editors.place_rows import place_rows
from game.client.editors.tray import Tray
from game.client.ui.rows import Press, Row
from game.engine.decision import Answer, PlaceSpace
from game.geometry.shapes import forward, right


class PlaceEditor(Editor):
    """Things of the tray, one in hand.

    Attributes
    ----------
    tray, hand
        The pieces, and the mouse on them.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        space = desk.asked.space
        assert isinstance(space, PlaceSpace)
        self.tray = Tray(desk, space, self.judged)
        self.hand = PlaceHand(self.tray)
        if desk.asked.draft is not None:
            self.load(desk.asked.draft)
        free = [c.id for c in space.things if c.bar is None]
        if not self.tray.hand and free:
            self.tray.hand = free[0]

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The pieces put down so far."""
        return self.tray.answer()

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        self.tray.load(answer)

    def clear(self) -> None:
        """All pieces back into the tray."""
        self.tray.clear()

    def undo_part(self) -> bool:
        """The last piece back into the tray."""
        return self.tray.undo_part()

    # -- the mouse --------------------------------------------------------------------------------------------

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """Take a piece by its ghost (or, alone, one base of it); or put the one in hand down here and hold it."""
        return self.hand.grab(spot, alone)

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The piece in hand, or the one base taken out of it, follows the pointer."""
        self.hand.drag(spot, fine)

    def drop(self, spot: Spot) -> None:
        """Put down; on a carrier it gets in."""
        self.hand.drop(spot)

    def click(self, spot: Spot) -> bool:
        """A click on a carrier lets the piece in hand get in."""
        return self.hand.click(spot)

    def hover(self, spot: Spot | None) -> None:
        """The piece carried follows the pointer before it is put down."""
        self.hand.hover(spot)

    def face(self, spot: Spot) -> None:
        """Turn the piece in hand towards a point."""
        self.hand.face(spot)

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """Turn the piece in hand while it is carried or held."""
        self.tray.turn_by(notches * (FINE_STEP if fine else TURN_STEP))
        return True

    # -- the keyboard and the rows ----------------------------------------------------------------------------

    def action(self, action: str, step: float = 1.0) -> bool:
        """Nudges, turns, formations, the next piece."""
        tray = self.tray
        far = self.desk.unit_mm * step
        nudges = {"forward": (far, 0.0), "backward": (-far, 0.0), "left": (0.0, -far), "right": (0.0, far)}
        if action in nudges and tray.hand:
            piece = tray.piece()
            (fx, fy), (rx, ry) = forward(piece.facing), right(piece.facing)
            ahead, aside = nudges[action]
            tray.carrying = False
            tray.put(
                replace(
                    piece, x=piece.x + fx * ahead + rx * aside, y=piece.y + fy * ahead + ry * aside, poses=(), inside=""
                )
            )
            return True
        if action in ("turn_left", "turn_right") and tray.hand:
            degrees = FINE_STEP if step < 1 else TURN_STEP if step == 1 else 3 * TURN_STEP
            tray.turn_by(degrees if action == "turn_right" else -degrees)
            return True
        if action == "formation" and tray.formations():
            ids = [c.id for c in tray.formations() if c.bar is None]
            now = tray.piece().formation
            tray.form(ids[(ids.index(now) + 1) % len(ids)] if now in ids else ids[0])
            return True
        if action in ("next", "previous"):
            free = [c.id for c in tray.space.things if c.bar is None]
            if free:
                at = free.index(tray.hand) if tray.hand in free else 0
                tray.take(free[(at + (1 if action == "next" else -1)) % len(free)])
            return bool(free)
        return False

    def press(self, press: Press) -> bool:
        """A row of the panel."""
        tray = self.tray
        kind, _newline, name = press.id.partition("\n")
        if kind == "facing":
            tray.turn_by(TURN_STEP if press.what == "more" else -TURN_STEP)
        elif kind == "frontage":
            tray.form(stepped(tray.formations(), tray.piece().formation, 1 if press.what == "more" else -1, none=False))
        elif press.what == "press" and kind == "thing":
            tray.take(name)
        elif press.what == "press" and kind == "formation":
            tray.form(name)
        elif press.what == "press" and kind == "carrier":
            again = tray.pieces.get(tray.hand) == Piece(inside=name)
            tray.put(Piece(inside=name))
            return again
        return False

    def digit(self, digit: int) -> bool:
        """Digits take pieces."""
        tray = self.tray
        if not 1 <= digit <= len(tray.space.things):
            return False
        tray.take(tray.space.things[digit - 1].id)
        return True

    def rows(self) -> list[Row]:
        """The tray, formations, facing, carriers."""
        return place_rows(self, self.tray)

    def chief_row(self) -> str:
        """The piece in hand."""
        tray = self.tray
        return f"thing\n{tray.hand}" if tray.hand else ""

    def subject(self) -> str:
        """The piece in hand."""
        tray = self.tray
        return tray.hand

    def marks(self) -> Marks:
        """The zone, the ghosts, the piece carried."""
        return place_marks(self, self.tray, self.hand.at, self.hand.snapped, self.hand.array)
