"""What all editors have in common: a draft of an answer, what is shown of it, what the player does to it."""

from __future__ import annotations

from game.client.editors.desk import Desk, Marks, Spot
from game.client.editors.judged import Judged
from game.client.ui.rows import Press, Row
from game.engine.decision import Answer, Bar, Reason, Reply, Verdict


class Editor:
    """Builds one answer.

    Each kind of decision has its own, which keeps the draft and overrides what it needs. ``judged`` is what the engine
    says of the draft; ``fresh`` is the answer as it stood when the question came.
    """

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.judged = Judged(desk, self)
        self.unfolded = False
        self.fresh: Answer | None = None

    # -- the draft --------------------------------------------------------------------------------------------

    def answer(self) -> Answer | None:
        """The draft as an answer, finished or not; None where there is nothing yet to judge."""
        raise NotImplementedError

    def load(self, answer: Answer) -> None:
        """Take an answer as the draft."""
        raise NotImplementedError

    def clear(self) -> None:
        """Begin anew."""

    def abandon(self) -> bool:
        """Drop what was drawn or chosen since the question came; False where nothing was.

        What the rules had planned already (the way of a charge) is the draft again.
        """
        if self.answer() == self.fresh:
            return False
        planned = self.desk.asked.draft
        if planned is not None and planned == self.fresh:
            self.load(planned)
            self.changed()
        else:
            self.clear()
            self.fresh = self.answer()  # what cannot be cleared (the unit chosen) is no draft
        return True

    def undo_part(self) -> bool:
        """Take the last part of the draft back; False where there is none."""
        return False

    @property
    def version(self) -> int:
        """Rises with every change of the draft, so that whoever shows it knows when to look again."""
        return self.judged.version

    def changed(self) -> None:
        """The draft is another one now."""
        self.judged.changed()

    def verdict(self) -> Verdict | None:
        """What the engine says of the draft."""
        return self.judged.verdict()

    def reply(self) -> Reply | None:
        """The draft as a reply, where it is legal."""
        answer, verdict = self.answer(), self.verdict()
        return Reply(answer) if answer is not None and verdict is not None and verdict.legal else None

    def take_nearest(self) -> bool:
        """Take the nearest legal answer that the verdict names."""
        verdict = self.verdict()
        if verdict is None or verdict.nearest is None:
            return False
        self.load(verdict.nearest)
        self.changed()
        return True

    def why_so_near(self) -> tuple[Reason, ...]:
        """What keeps the nearest legal answer from giving half of the move; empty where nothing does."""
        return ()

    def may_shorten(self) -> bool:
        """Whether the draft is refused, and a part of it might do where the rules name nothing instead."""
        return False

    def take_default(self) -> bool:
        """Take the usual answer as the draft: the one to start from, else the least that is always legal."""
        found = self.desk.asked.draft or self.desk.asked.default.answer
        if found is None:
            return False
        self.load(found)
        self.changed()
        return True

    # -- what is shown ----------------------------------------------------------------------------------------

    def confirms(self) -> tuple[str, str]:
        """What giving the draft is called, and what should be known before; "" for the usual."""
        return "", ""

    def rows(self) -> list[Row]:
        """The rows of the editor itself."""
        return []

    def chief_row(self) -> str:
        """The row to be kept in sight; "" for the last that is taken."""
        return ""

    def marks(self) -> Marks:
        """What is seen of the draft on the table."""
        return Marks()

    def subject(self) -> str:
        """The thing that the draft is about, to be selected; "" for none."""
        return ""

    def barred(self) -> dict[str, Bar]:
        """Enemies that one might think of and that may not be chosen now, or would not be reached: why, by id."""
        return {}

    # -- what the player does ---------------------------------------------------------------------------------

    def prefer(self, thing: str) -> None:
        """What was selected when the question came: begin with it, where that costs nothing."""

    def press(self, press: Press) -> bool:
        """A row was pressed. True means: the draft is meant as it is, give it (a second press on what is taken)."""
        return False

    def click(self, spot: Spot) -> bool:
        """The table was clicked; True when it was used."""
        return False

    def grab(self, spot: Spot, alone: bool = False) -> bool:
        """The button went down on the table (``alone``: on a single base); True when the editor takes the drag."""
        return False

    def drag(self, spot: Spot, fine: bool = False) -> None:
        """The pointer moves with the button down."""

    def drop(self, spot: Spot) -> None:
        """The button is released."""

    def hover(self, spot: Spot | None) -> None:
        """The pointer moves over the table (None: it has left it)."""

    def wheel(self, notches: float, fine: bool = False) -> bool:
        """The wheel turns over the table; True when it was used (for turning a piece)."""
        return False

    def action(self, action: str, step: float = 1.0) -> bool:
        """An action of the keyboard. ``step`` is the factor of nudges (fine or far)."""
        return False

    def digit(self, digit: int) -> bool:
        """A digit key was pressed."""
        return False
