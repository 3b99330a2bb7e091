"""Before the first answer after others acted: what happened since one last decided, to be looked at place by place."""

from __future__ import annotations

import pygame
from msgspec.structs import replace

from game.client.battle.bookmarks import Bookmarks
from game.client.battle.since import Befallen, Since, since_last
from game.client.panels.since_last import PIN, Count, SinceLast, Told, pin_disc, pins
from game.client.parts.dock import Dock
from game.client.parts.recall import Recall
from game.client.parts.sitting import Sitting
from game.client.parts.telling import Telling
from game.client.words import _, ngettext
from game.engine.decision import Decision
from game.engine.state import State
from game.engine.tells import TellsBreak

FLIGHT = 0.3
"""Seconds that flying to a place takes."""
RING = 60.0
"""mm: half the width of the ring where a lost unit stood."""


class SinceYouDecided:
    """What holds the first question back until it has been read.

    Attributes
    ----------
    found
        What is told; None where nothing is.
    wanted
        Whether it is to be told at all, where the settings say nothing else.
    """

    def __init__(self, sitting: Sitting, telling: Telling, recall: Recall) -> None:
        self.sitting, self.telling, self.recall = sitting, telling, recall
        self.panel = SinceLast()
        self.found: Since | None = None
        self.wanted = True
        self._read: set[tuple[str, int, int]] = set()
        self._looked: object = None
        self._of = ("", 0, 0)

    @property
    def on(self) -> bool:
        """Whether it is in sight."""
        return self.found is not None

    # -- when it is told --------------------------------------------------------------------------------------

    def holds(self, decision: Decision) -> bool:
        """Whether a question has to wait until what happened before it has been read."""
        s = self.sitting
        if not self.wanted or not s.app.settings.since_last:
            self.found = None
            return False
        key = (decision.side, decision.id, len(s.session.lines))
        if key != self._looked:
            self._looked = key
            self.found = since_last(s.session, decision.side, self.telling.may_see)
            if self.found is not None:
                self._of = (decision.side, self.found.start, len(s.session.lines))
                if self._of in self._read:
                    self.found = None
                else:
                    self._fill(decision)
        return self.on

    def drop(self) -> None:
        """The battle stands elsewhere: nothing is told of it any more."""
        self.found, self._looked = None, None

    def close(self) -> None:
        """It has been read: on to the first answer."""
        if self.found is not None:
            self._read.add(self._of)
            self.found = None

    # -- what it tells ----------------------------------------------------------------------------------------

    def _fill(self, decision: Decision) -> None:
        s, found = self.sitting, self.found
        assert found is not None
        words, state, panel = s.words, s.session.state, self.panel
        n = found.told
        panel.under = ngettext("{n} event", "{n} events", n).format(n=n)
        panel.rows = tuple(self._row(one, state) for one in found.rows)
        panel.counts = tuple(
            Count(words.name(side, state), of.colour, self._lost(*found.now[side]), self._lost(*found.ever[side]))
            for side, of in state.sides.items()
        )
        status = s.session.ruleset.status(s.view)
        near = [f"{words.say(a, s.view)}: {words.say(b, s.view)}" for a, b in status[:2]]
        panel.last = ".  ".join([*self._breaks(state), *near])
        panel.lit = -1
        keys = s.keys.shown
        panel.keys = {"confirm": keys("confirm"), "recap": keys("recap"), "next": "Tab", "keep": keys("replay_mark")}
        panel.keeps = self.recall.match.writer is not None

    def _lost(self, units: int, bases: int) -> str:
        """Losses in the system's words."""
        if not bases:
            return _("none")
        pieces = self.sitting.session.ruleset.meta.pieces
        said = self.sitting.words.say(replace(pieces, args={"n": bases}, n=bases))
        whole = ngettext("{n} unit", "{n} units", units).format(n=units)
        return f"{whole}, {said}" if units else said

    def _breaks(self, state: State) -> list[str]:
        """By how many losses more each side breaks, where the system can tell."""
        s = self.sitting
        ruleset = s.session.ruleset
        if not isinstance(ruleset, TellsBreak):
            return []
        out = []
        for side in state.sides:
            left = ruleset.to_break(s.view, side)
            if left:
                said = ngettext("{side} breaks with {n} unit more lost", "{side} breaks with {n} units more lost", left)
                out.append(said.format(side=s.words.name(side, state), n=left))
        return out

    def _row(self, one: Befallen, state: State) -> Told:
        s = self.sitting
        unit = state.units[one.unit]
        event = one.event
        assert event is not None
        after = s.session.lines[one.at[0]].state
        told = s.words.say(event.text, after) if event.text is not None else ""
        value = ""
        if one.bases:
            value = f"−{one.bases}"
        elif one.hits:
            value = ngettext("{n} hit", "{n} hits", one.hits).format(n=one.hits)
        slot = state.sides[unit.side].colour if unit.side in state.sides else 0
        return Told(s.words.name(one.unit, state), told, value, s.arm(one.unit, state)[1], slot, one.lost)

    # -- looking at it ----------------------------------------------------------------------------------------

    def visit(self, k: int) -> None:
        """Fly to the place of a row, and see its event once more."""
        if self.found is None or not 0 <= k < len(self.found.rows):
            return
        self.panel.lit = k
        one = self.found.rows[k]
        camera = self.sitting.table.camera
        if one.place is not None:
            goal = camera.copy()
            goal.look_at(one.place)
            self.sitting.table.go_to(goal, 0.0 if self.sitting.app.settings.reduced_motion else FLIGHT)
        self.recall.show_once(*one.at)

    def keep(self) -> None:
        """The row looked at last (the worst where none was) becomes a bookmark in the record."""
        writer = self.recall.match.writer
        if self.found is None or writer is None:
            return
        k = max(self.panel.lit, 0)
        row, told = self.found.rows[k], self.panel.rows[k]
        marks = Bookmarks(writer.path)
        note = told.under if told.name in told.under else f"{told.name}: {told.under}"
        trouble = marks.problem or marks.put(row.at[0], marks.notes.get(row.at[0]) or note)
        said = _("Kept as a bookmark: {note}").format(note=note)
        self.sitting.app.notice(trouble or said, "warning" if trouble else "good")

    # -- hands ------------------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> bool:
        """Enter goes on, Tab to the next place, a digit to its row."""
        if self.found is None:
            return False
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
            self.close()
            return True
        if event.key == pygame.K_TAB:
            back = bool(event.mod & pygame.KMOD_SHIFT)
            n = len(self.found.rows)
            self.visit((self.panel.lit - 1) % n if back else (self.panel.lit + 1) % n)
            return True
        if self.sitting.keys.action(event, {"replay_mark"}):
            self.keep()
            return True
        if pygame.K_1 <= event.key < pygame.K_1 + len(self.found.rows):
            self.visit(event.key - pygame.K_1)
            return True
        return False

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """A click on its rows and buttons, or on a pin; nothing below it is reached."""
        if self.found is None:
            return False
        if not self.panel.rect.collidepoint(pos):
            pin = self._pin_at(pos) if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 else -1
            if pin >= 0:
                self.visit(pin)
            return pin >= 0
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            name = self.panel.at(pos)
            if name.startswith("row "):
                self.visit(int(name[4:]))
            elif name == "confirm":
                self.close()
            elif name == "recap":
                self.sitting.act("recap")
            elif name == "next":
                self.visit((self.panel.lit + 1) % len(self.found.rows))
            elif name == "keep":
                self.keep()
        return True

    def _pin_at(self, pos: tuple[int, int]) -> int:
        """The row whose pin on the table is under a window pixel, the one drawn last first; -1 for none."""
        s = self.sitting
        if self.found is None or not s.table.rect.collidepoint(pos):
            return -1
        far = s.app.theme.px(PIN + 2)
        for k, one in reversed(list(enumerate(self.found.rows))):
            if one.place is not None:
                x, y = pin_disc(s.app.theme, s.table.camera.to_screen(*one.place))
                if (pos[0] - x) ** 2 + (pos[1] - y) ** 2 <= far**2:
                    return k
        return -1

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_pins(self, surface: pygame.Surface) -> None:
        """The numbers of the rows on the table."""
        if self.found is None:
            return
        s = self.sitting
        camera = s.table.camera
        clip = surface.get_clip()
        surface.set_clip(s.table.rect)
        places = [
            (camera.to_screen(*one.place), one.lost, RING * camera.scale)
            for one in self.found.rows
            if one.place is not None
        ]
        pins(surface, s.app.theme, places)
        surface.set_clip(clip)

    def draw(self, surface: pygame.Surface, dock: Dock) -> None:
        """The panel where the answers are; nowhere while another tab is in front."""
        if self.found is None or dock.answer is None:
            return
        px = self.sitting.app.theme.px
        if not dock.shows("decision"):
            self.panel.hide()
            return
        room = pygame.Rect(0, dock.rect.top, 0, 0)
        if not dock.folded:
            head, answer = dock.rect.top + dock.arrow.height, dock.answer.rect
            room = pygame.Rect(dock.rect.left, head, answer.right + px(10) - dock.rect.left, dock.rect.bottom - head)
        self.panel.place(room, self.sitting.app.size, self.sitting.app.theme)
        self.panel.draw(surface, self.sitting.app.theme, self.sitting.app.pointer.at)
