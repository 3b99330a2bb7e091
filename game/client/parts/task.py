"""A puzzle at the table: its task above, its end judged, another try, and the solution shown."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client import destinations, puzzling
from game.client.battle.puzzles import Puzzle
from game.client.destinations import Answer
from game.client.guide.strip import SPREAD, Strip
from game.client.parts.around import Around
from game.client.parts.part import Part
from game.client.parts.seat import Seat
from game.client.screen import SETTLE
from game.client.ui.text import say
from game.client.words import Spans, _, ngettext
from game.engine.positions.puzzle import answers_given, shortfalls

WORDY = 560
"""Width of the table, in pixels at scale 1, from which on the buttons name their keys."""
SAID = 3
"""So many things that are missing are named."""


class Task(Part):
    """Says what is to be done, and tells at the end whether it is.

    Attributes
    ----------
    solved
        Whether the puzzle as it stands is solved; None as long as it is not at its end.
    folded
        The task is one line.
    """

    def __init__(self, around: Around, seat: Seat, puzzle: Puzzle) -> None:
        self.sitting, self.seat, self.puzzle = around.sitting, seat, puzzle
        seat.since.wanted = False
        self.strip = Strip(self.sitting.app.theme)
        self.solved: bool | None = None
        self.folded = False
        self._told = -1
        self._after: Puzzle | None = None
        self._room = pygame.Rect(0, 0, 10, 10)

    # -- what is said -----------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the puzzle is called."""
        return self.sitting.words.word(self.puzzle.position.title)

    def _limits(self) -> str:
        """How much may still be answered, and what follows."""
        doc, session = self.puzzle.doc, self.sitting.session
        if self.solved is not None:
            return _("Solved") if self.solved else _("Not solved")
        if not doc.answers:
            return _("You answer everything until the task is decided.")
        left = max(0, doc.answers - answers_given(doc, session.lines))
        if not left:
            return _("Your answers are given; the computer plays the rest.")
        said = ngettext("{n} answer left", "{n} answers left", left).format(n=left)
        return _("{limit}; then the computer plays both sides").format(limit=said) if doc.until else said

    def _missing(self) -> Spans:
        """What has not come about, in a few sentences."""
        missing = shortfalls(self.puzzle.position, self.sitting.session)
        words, state = self.sitting.words, self.sitting.session.state
        return say("\n".join(words.say(one, state) for one in missing[:SAID]), "small", "text_dim")

    # -- time -------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Follow the battle; at its end say how it came out."""
        seat, session = self.seat, self.sitting.session
        if not seat.match.rests:
            self.solved = None
        elif not seat.showing.busy and self.sitting.on_top and self._told != len(session.lines):
            self._told = len(session.lines)
            self.solved = not shortfalls(self.puzzle.position, session)
            if self.solved:
                puzzling.remember(self.sitting.app, self.puzzle)
            self._judge()
        keys, strip = self.sitting.keys.shown, self.strip
        strip.words = f"{self.title}: {self.sitting.words.word(self.puzzle.doc.task)}"
        strip.far = self._limits()
        again = _("Try again [{key}]").format(key=keys("puzzle_again"))
        shown = _("Show the solution [{key}]").format(key=keys("puzzle_solution"))
        if self._room.width < strip.theme.px(WORDY):
            again, shown = _("Try again"), _("Solution")
        last = ("next", _("Next puzzle")) if self.solved and self._after is not None else ("solution", shown)
        strip.buttons = (last, ("again", again))
        strip.folded = self.folded or bool(seat.gestures.kind)
        strip.place(self._room)
        if self.solved is not None:
            said = _("Solved") if self.solved else _("Not solved")
            seat.prompt.message = say(said, "bold", "good" if self.solved else "warning")

    def _judge(self) -> None:
        """Say whether it is solved, and offer what may come next."""
        app, puzzle = self.sitting.app, self.puzzle
        after = self._after = puzzling.next_of(app, puzzle)
        look: Answer = ("look", _("Look at the table"), _nothing, False)
        if self.solved:
            text = _("Your answers brought it about.")
            if puzzle.doc.chance:
                text += " " + _("The solution works with {n} of 100 other throws of the dice.").format(
                    n=puzzle.doc.chance
                )
            answers: list[Answer] = [("again", _("Try again"), self._again, False)]
            if after is not None:
                answers.insert(0, ("next", _("Next puzzle"), self._next, True))
            answers += [("list", _("To the puzzles"), self._list, after is None), look]
            app.go(destinations.Question(_("Solved"), text, answers, SETTLE))
            return
        answers = [
            ("undo", _("Take the last answer back"), self._undo, True),
            ("again", _("Try again"), self._again, False),
            ("solution", _("Show the solution"), self._solution, False),
            ("list", _("To the puzzles"), self._list, False),
            look,
        ]
        app.go(destinations.Question(_("Not solved"), self._missing(), answers, SETTLE))

    # -- what the player does ---------------------------------------------------------------------------------

    def _undo(self) -> None:
        self.seat.dealings.undo()

    def _again(self) -> None:
        puzzling.begin(self.sitting.app, self.puzzle)

    def _next(self) -> None:
        if self._after is not None:
            puzzling.begin(self.sitting.app, self._after)

    def _solution(self) -> None:
        puzzling.show_solution(self.sitting.app, self.puzzle)

    def _list(self) -> None:
        puzzling.to_list(self.sitting.app, self.puzzle)

    def use(self, action: str) -> bool:
        """Another try, the solution."""
        act: dict[str, Callable[[], None]] = {"puzzle_again": self._again, "puzzle_solution": self._solution}
        if action not in act:
            return False
        act[action]()
        return True

    # -- room and hands ---------------------------------------------------------------------------------------

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """Lie below the tools."""
        self.strip.theme = self.sitting.app.theme
        self._room = over
        self.strip.place(over)
        return over

    def brow(self) -> int:
        """What is in sight stays so below the task."""
        return self.strip.theme.px(SPREAD)

    def lies_to(self) -> int:
        """What is told is told below the task."""
        return self.strip.rect.bottom

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is the strip's."""
        return self.strip.rect.collidepoint(pos)

    def press(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The buttons of the strip."""
        if not self.covers(pos):
            return False
        pressed = self.strip.at(pos) if event.button == 1 else ""
        if pressed == "fold":
            self.folded = not self.folded
        elif pressed == "next":
            self._next()
        else:
            self.use(f"puzzle_{pressed}")
        return True

    def draw_over(self, surface: pygame.Surface) -> None:
        """The strip with the task."""
        self.strip.draw(surface, self.sitting.app.pointer.at)


def _nothing() -> None:
    """The table is looked at: nothing else."""
