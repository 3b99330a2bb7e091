"""A coach at the table: says what to do now and lights up where; the player may do otherwise, or leave him."""

from __future__ import annotations

from fnmatch import fnmatchcase
from math import sin

import pygame

from game.client.editors.base import Editor
from game.client.guide.file import GuideFile, Reminder, Step, matches
from game.client.guide.progress import Progress
from game.client.guide.strip import SPREAD, Strip
from game.client.parts.around import Around
from game.client.parts.part import Part
from game.client.parts.seat import Seat
from game.client.tabletop.hit import corners
from game.client.words import _
from game.engine.event import Event
from game.engine.state import State

PULSE = 4.0
"""Radians per second of the light around what is pointed at."""


class Coach(Part):
    """Guides the one who sits at the table.

    Parameters
    ----------
    guide
        What is told, at which questions.

    Attributes
    ----------
    left
        The player has left the guide: it is silent.
    told
        What is told now.
    read
        What has been read (folded away, or answered to once): it is one line from then on.
    """

    def __init__(self, around: Around, seat: Seat, guide: GuideFile) -> None:
        self.sitting, self.dock, self.prompt = around.sitting, around.dock, around.prompt
        self.toolbar = around.tools.toolbar
        self.seat, self.guide = seat, guide
        seat.since.wanted = False  # the guide tells what happens
        self.progress = Progress(guide)
        self.strip = Strip(self.sitting.app.theme)
        self.left = False
        self.told: Step | Reminder | None = None
        self.read: set[str] = set()
        self._time = 0.0
        self._fresh: tuple[Editor | None, int] = (None, -1)
        self._room = pygame.Rect(0, 0, 10, 10)
        seat.showing.listeners.append(self._shown)
        seat.turns.given.append(self._answered)
        seat.turns.parting = self._parting
        lines, persons = self.sitting.session.lines, seat.match.persons
        if len(lines) > 1 and persons:  # resumed, or opened: the guide goes on where it was left
            self.progress.retrace(lines, persons[0])

    # -- what is told -----------------------------------------------------------------------------------------

    def words_of(self, row: Step | Reminder) -> str:
        """What a step says in the player's language."""
        return self.sitting.words.word(row.say)

    def _tell(self) -> None:
        gestures, keys = self.seat.gestures, self.sitting.keys.shown
        if gestures.kind and gestures.moved and self.told is not None:
            return  # what a drag passes through on its way is nothing that the player has done yet
        editor = self.seat.decision.editor
        question, draft = "", "empty"
        if editor is not None and not self.seat.showing.busy:
            question = editor.desk.decision.question
            if self._fresh[0] is not editor:
                self._fresh = (editor, editor.version)
            verdict = editor.verdict() if editor.version != self._fresh[1] else None
            draft = verdict.status if verdict is not None else "empty"
        self.told = self.progress.now(question, draft)
        strip = self.strip
        strip.words = self.words_of(self.told) if self.told is not None else _("Read the question in the line above.")
        done, of = self.progress.share
        strip.far = _("Guide: step {done} of {of}").format(done=done, of=of)
        leave = ("leave", _("Leave the guide [{key}]").format(key=keys("guide_leave")))
        label = _("Understood [{key}]") if self._waits else _("Fold away [{key}]")
        strip.buttons = (leave, ("read", label.format(key=keys("guide_read"))))
        # a hand on the table, and dice that roll on it, have it to themselves
        strip.folded = strip.words in self.read or bool(gestures.kind) or not question
        strip.place(self._room)

    @property
    def _waits(self) -> bool:
        """Whether what is told waits for nothing but that it is read."""
        return isinstance(self.told, Step) and self.told.until == "read"

    def _answered(self, question: str) -> None:
        """An answer was given: whoever gave it has read what was told."""
        if self.told is not None and question in self.told.question:
            self.read.add(self.words_of(self.told))
        self.progress.answered(question)

    def _shown(self, _line: int, _number: int, event: Event, _state: State) -> None:
        self.progress.happened.add(event.type)

    def _parting(self) -> str:
        """What the guide says at the end of the battle."""
        if self.left:
            return ""
        return self.sitting.words.word(self.guide.ending)

    def leave(self) -> None:
        """The guide is silent from now on; the battle goes on."""
        self.left = True
        self.sitting.app.notice(_("The guide is off. The battle continues as usual."))
        self.sitting.lay_out()

    # -- time and room ----------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Time passes: what is told follows what the player does."""
        self._time += dt
        if not self.left:
            self._tell()

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """Lie below the tools."""
        self.strip.theme = self.sitting.app.theme
        self._room = over
        self.strip.place(over)
        return over

    def brow(self) -> int:
        """What is in sight stays so while two lines are told."""
        return 0 if self.left else self.strip.theme.px(SPREAD)

    def lies_to(self) -> int:
        """What is told is told below the tools."""
        return 0 if self.left else self.strip.rect.bottom

    # -- hands ------------------------------------------------------------------------------------------------

    def use(self, action: str) -> bool:
        """Actions of the guide."""
        if self.left or action not in ("guide_read", "guide_leave"):
            return False
        if action == "guide_leave":
            self.leave()
        elif self._waits:
            self.progress.read()
        else:
            self.fold()
        return True

    def fold(self) -> None:
        """What is told becomes one line, or is spread out again."""
        self.read ^= {self.strip.words}

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is the strip's."""
        return not self.left and self.strip.rect.collidepoint(pos)

    def press(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The buttons of the strip; a click beside them folds it."""
        if not self.covers(pos):
            return False
        pressed = self.strip.at(pos) if event.button == 1 else ""
        if pressed == "fold":
            self.fold()
        elif pressed:
            self.use(f"guide_{pressed}")
        return True

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_over(self, surface: pygame.Surface) -> None:
        """The strip, and the light around what is pointed at."""
        if self.left:
            return
        app = self.sitting.app
        self.strip.draw(surface, app.pointer.at)
        strength = 1.0 if app.settings.reduced_motion else 0.65 + 0.35 * sin(self._time * PULSE)
        for rect in self.lit():
            self._light(surface, rect, strength)

    def lit(self) -> list[pygame.Rect]:
        """The rectangles of the window that the guide points at now."""
        dock = self.dock
        out: list[pygame.Rect] = []
        for point in self.told.point if self.told is not None else ():
            kind, _space, what = point.partition(" ")
            out += self._row_rects(what) if kind == "row" and dock.shows("decision") else []
            out += self._unit_rects(what) if kind == "unit" else []
            tool = self.toolbar.rect(what) if kind == "tool" else None
            out += [tool] if tool is not None else []
            part = {"log": dock.log.rect, "card": dock.card.rect, "prompt": self.prompt.rect}.get(point)
            out += [part] if part is not None and (point == "prompt" or dock.shows(point)) else []
        return out

    def _row_rects(self, pattern: str) -> list[pygame.Rect]:
        out = []
        for sheet in self.seat.decision.sheets:
            for row in sheet.rows:
                rect = sheet.row_rect(row.id) if row.id and matches(row.id, pattern) else None
                seen = rect.clip(sheet.rect) if rect is not None else None
                if seen is not None and seen.height > 4:
                    out.append(seen)
        return out

    def _unit_rects(self, pattern: str) -> list[pygame.Rect]:
        view, table = self.sitting.view, self.sitting.table
        out = []
        for unit in view.units.values():
            if not fnmatchcase(unit.id, pattern):
                continue
            points = []
            for base in view.bases_of(unit.id):
                if base.pose is not None:
                    p, s = base.pose, base.shape
                    points += [table.camera.to_screen(*c) for c in corners((p.x, p.y, p.facing), s.width, s.depth)]
            if points:
                xs, ys = [p[0] for p in points], [p[1] for p in points]
                rect = pygame.Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))
                out.append(rect.clip(table.rect))
        return out

    def _light(self, surface: pygame.Surface, rect: pygame.Rect, strength: float) -> None:
        theme = self.sitting.app.theme
        px = theme.px
        glow = pygame.Surface(rect.inflate(px(12), px(12)).size, pygame.SRCALPHA)
        accent = theme.colour("accent")
        for n in range(3):
            ring = glow.get_rect().inflate(-2 * px(2) * n, -2 * px(2) * n)
            alpha = round(strength * (90, 160, 255)[n])
            pygame.draw.rect(glow, (accent.r, accent.g, accent.b, alpha), ring, px(2), px(6))
        surface.blit(glow, glow.get_rect(center=rect.center))
