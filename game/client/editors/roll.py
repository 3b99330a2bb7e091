"""The editor of real dice: the faces that the players have thrown, typed in or pressed one after the other."""

from __future__ import annotations

from game.client.editors.base import Editor
from game.client.editors.desk import Desk
from game.client.ui.rows import Die, Press, Row
from game.client.ui.text import say
from game.client.words import _
from game.engine.decision import Answer, RollAnswer, RollSpace


class RollEditor(Editor):
    """Faces, row by row of the request."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(desk.asked.space, RollSpace)
        self.space = desk.asked.space
        self.faces: list[int] = []

    @property
    def wanted(self) -> int:
        """How many dice are asked for in all."""
        return sum(n for _side, _faces, n in self.space.rows)

    def _row_of(self, index: int) -> tuple[str, tuple[int, ...], int]:
        """The row that the die with an index belongs to."""
        for row in self.space.rows:
            if index < row[2]:
                return row
            index -= row[2]
        return self.space.rows[-1]

    def answer(self) -> Answer | None:
        """The faces so far."""
        if not self.faces:
            return None
        out: list[tuple[int, ...]] = []
        at = 0
        for _side, _faces, n in self.space.rows:
            out.append(tuple(self.faces[at : at + n]))
            at += n
        return RollAnswer(tuple(out))

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        if isinstance(answer, RollAnswer):
            self.faces = [f for row in answer.faces for f in row]

    def clear(self) -> None:
        """No dice yet."""
        self.faces = []
        self.changed()

    def undo_part(self) -> bool:
        """Take the last die back."""
        if not self.faces:
            return False
        self.faces.pop()
        self.changed()
        return True

    def take_default(self) -> bool:
        """There is no default for the players' own dice."""
        return False

    def _add(self, face: int) -> bool:
        if len(self.faces) >= self.wanted or face not in self._row_of(len(self.faces))[1]:
            return False
        self.faces.append(face)
        self.changed()
        return True

    def digit(self, digit: int) -> bool:
        """The next die shows this."""
        return self._add(digit)

    def press(self, press: Press) -> bool:
        """A face was pressed, or the last die is taken back."""
        kind, _newline, face = press.id.partition("\n")
        if press.what == "press" and kind == "face":
            self._add(int(face))
        elif press.what == "press" and kind == "back":
            self.undo_part()
        return False

    def rows(self) -> list[Row]:
        """The dice so far, then the faces to choose for the next."""
        view = self.desk.view
        rows: list[Row] = []
        at = 0
        for side, faces, n in self.space.rows:
            slot = view.sides[side].colour if side in view.sides else -1
            thrown = self.faces[at : at + n]
            at += n
            words = _("{side}, dice: {n} of {most}").format(side=self.desk.name(side), n=len(thrown), most=n)
            rows.append(
                Row("dice", label=say(words, "bold"), dice=tuple(Die(f, slot, faces=len(faces)) for f in thrown))
            )
        if len(self.faces) < self.wanted:
            side, faces, _n = self._row_of(len(self.faces))
            slot = view.sides[side].colour if side in view.sides else -1
            rows.append(Row("text", label=say(_("The next die shows:"), "small", "text_dim")))
            for face in dict.fromkeys(faces):
                key = str(face) if 0 <= face <= 9 else ""
                rows.append(Row("choice", f"face\n{face}", say(str(face), "bold"), key=key))
        if self.faces:
            rows.append(Row("choice", "back", say(_("Undo the last die")), key=self.desk.keys.shown("undo_part")))
        return rows
