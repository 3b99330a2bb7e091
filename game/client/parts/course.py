"""A course at the table: a battle watched again, forwards and backwards, by steps, by play, by a bar to drag."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pygame

from game.client import destinations
from game.client.battle import stops
from game.client.battle.luck import Sees
from game.client.battle.showing import Showing
from game.client.battle.titles import title_in
from game.client.editors.desk import Marks, Spot
from game.client.exporting import offer_export
from game.client.keymap import ACTIONS
from game.client.panels.battle_prompt import set_status
from game.client.panels.log_entry import Entry
from game.client.panels.replay_bar import MORE, Marked, ReplayBar
from game.client.panels.toolbar import Tool
from game.client.panels.tray import DiceTray
from game.client.parts.around import Around
from game.client.parts.notes import Notes
from game.client.parts.part import Part, Poses
from game.client.parts.steps import Steps
from game.client.parts.telling import Telling
from game.client.settings import SPEED_WORDS
from game.client.ui.text import say
from game.client.words import N_, Spans, _
from game.engine.eyes import EVERYTHING, Eyes, persons
from game.engine.records.record import Header, Record, RecordError, read_record
from game.engine.state import view
from game.geometry.shapes import Pose

SPEEDS: tuple[str, ...] = ("slow", "normal", "fast", "quick")
REPLAY_ACTIONS = frozenset(a.id for a in ACTIONS if a.group == "Replay")
TIPS = {a.id: a.label for a in ACTIONS if a.group == "Replay"} | {
    "speed": N_("Speed of the replay"),
    "side": N_("Viewing side"),
    "leave": N_("Leave the replay"),
}


def _tip(action: str) -> str:
    """What a key does, in the player's language."""
    return _(TIPS[action])


class Course(Part):
    """What is at play where a battle is watched.

    Parameters
    ----------
    around
        The parts around the table.
    record
        The file it came from; None where it is still in memory.
    path
        Where the battle is recorded, if it is and ``record`` does not tell.
    eyes
        Whose eyes it is watched with; with all secrets, any side's can be chosen.
    """

    def __init__(
        self, around: Around, record: Record | None, path: Path | None = None, eyes: Eyes = EVERYTHING
    ) -> None:
        s, app = around.sitting, around.sitting.app
        self.sitting, self.dock, self.prompt, self.record = s, around.dock, around.prompt, record
        self.path = record.path if record is not None else path
        self.speed: str = app.settings.speed if app.settings.speed != "instant" else "normal"
        self.showing = Showing(s.session, self.speed, app.settings.reduced_motion)
        self.eyes = eyes
        self.showing.viewer = eyes.side
        self.telling = Telling(s, around.dock.log, self.showing, eyes.side, open_cards=eyes.whole)
        self.steps = Steps(s.session, self.telling)
        self.showing.begun.append(s.eye.happens)
        self.tray = DiceTray(app.theme, s.words)
        self.bar = ReplayBar(app.theme)
        self.bar.last = self.steps.last
        lines = s.session.lines
        self.bar.marked = Marked(
            stops.turn_starts(lines),
            stops.phase_starts(lines),
            stops.losses(lines),
            {side: of.colour for side, of in s.session.state.sides.items()},
        )
        self.steps.go_to(0)
        self.notes = Notes(app, self.path, self.steps, self.bar.marked, self.told_of)
        self._dragging = False

    # -- room and time ----------------------------------------------------------------------------------------

    def wear(self) -> None:
        """The bar, the tray and the prompt by the window's theme, scale and language."""
        s = self.sitting
        self.tray.theme, self.tray.words = s.app.theme, s.words
        self.bar.theme = s.app.theme
        self._set_prompt()

    def foot(self) -> int:
        """The buttons and the bar lie over the table's foot."""
        return self.bar.height()

    def floats(self, over: pygame.Rect) -> pygame.Rect:
        """Place the buttons and the bar; the rest floats above them."""
        return self.bar.place(over)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a window pixel is the bar's or a button's."""
        return self.bar.foot.collidepoint(pos)

    def update(self, dt: float) -> None:
        """Time passes: play on."""
        self.steps.update(dt)
        self.sitting.eye.keep()
        self.telling.stage.update(dt)
        self._set_prompt()

    def _set_prompt(self) -> None:
        s, p, steps = self.sitting, self.prompt, self.steps
        p.message = say(_("Replay"), "bold", "accent")
        n = max(steps.at, 0)
        p.hint = say(_("Answer {n} of {most}").format(n=n, most=steps.last), "small", "text_dim")
        line = s.session.lines[min(n, steps.last)]
        side = line.command.side if line.command is not None else ""
        p.side = s.inspector.slot(side) if side else -1
        over = s.view.over
        if over is not None:
            p.message = s.words.spans(over.why, s.view, "bold")
        set_status(p, s.session.ruleset.status(s.view), s.words, s.view)
        note = self.notes.here()
        if note:
            p.hint += say(f"    {note}", "small", "accent")

    def told_of(self, line: int) -> str:
        """What the bar says of a line: the turn, the phase, what was lost."""
        s = self.sitting
        state = view(s.session.lines[line].state, self.telling.side)
        status = s.session.ruleset.status(state)[:2]
        parts = [f"{s.words.say(a, state)}: {s.words.say(b, state)}" for a, b in status]
        parts.append(_("Answer {n} of {most}").format(n=line, most=self.steps.last))
        for side, k in self.bar.marked.losses.get(line, {}).items():
            parts.append(_("{side} loses {n}").format(side=s.words.name(side, state), n=k))
        return ".  ".join(parts)

    def closed(self) -> None:
        """What could not be saved is tried once more."""
        self.notes.close()

    # -- tools and keys ---------------------------------------------------------------------------------------

    def tools(self) -> Sequence[Tool]:
        """What can be made of the battle."""
        if self.path is None:
            return ()
        k, kept = self.sitting.keys.shown, self.bar.marked.kept
        along = _("Export: page, animation, picture")
        return [
            Tool("replay_mark", "bookmark", _tip("replay_mark"), k("replay_mark"), self.steps.at in kept),
            Tool("replay_marks", "log", _tip("replay_marks"), k("replay_marks"), False, bool(kept)),
            Tool("replay_fork", "fork", _tip("replay_fork"), k("replay_fork")),
            Tool("replay_export", "export", along, k("replay_export")),
            Tool("report_fault", "edit", _("Report a fault: write this moment as a position"), k("report_fault")),
        ]

    def use(self, action: str) -> bool:
        """Actions of the replay."""
        marked, steps, notes = self.bar.marked, self.steps, self.notes
        acts: dict[str, Callable[[], None]] = {
            "replay_play": steps.toggle_play,
            "replay_start": lambda: steps.step_to((), -1),
            "replay_end": lambda: steps.step_to((), 1),
            "replay_back": lambda: steps.step(-1),
            "replay_forward": lambda: steps.step(1),
            "replay_event_back": lambda: steps.step_event(-1),
            "replay_event": lambda: steps.step_event(1),
            "replay_phase_back": lambda: steps.step_to(marked.phases, -1),
            "replay_phase": lambda: steps.step_to(marked.phases, 1),
            "replay_turn_back": lambda: steps.step_to(marked.turns, -1),
            "replay_turn": lambda: steps.step_to(marked.turns, 1),
            "replay_ten_back": lambda: steps.step_to((steps.at - 10,), -1),
            "replay_ten": lambda: steps.step_to((steps.at + 10,), 1),
            "replay_mark": notes.mark,
            "replay_mark_back": lambda: notes.step(-1),
            "replay_mark_next": lambda: notes.step(1),
            "replay_marks": notes.list_all,
            "replay_fork": self._fork,
            "replay_export": self._export,
        }
        if action not in acts:
            return False
        acts[action]()
        return True

    def key(self, event: pygame.event.Event) -> bool:
        """Keys of the replay, unless the keyboard is led to the log or the card."""
        action = "" if self.dock.reads else self.sitting.keys.action(event, REPLAY_ACTIONS)
        return bool(action) and self.use(action)

    def back(self) -> bool:
        """Escape leaves."""
        return False

    def _fork(self) -> None:
        """Go on from here as a new battle, where somebody decides something here."""
        if self.path is None:
            return
        s, at = self.sitting, self.steps.at
        self.steps.stay()
        header = self._header()
        players = header.players if header is not None else {}
        trouble = stops.why_no_fork(s.session, at)
        if not self.eyes.whole and len(persons(s.session.state.sides, players)) > 1:
            trouble = _("This battle is not over. To continue from here, both players must agree to watch everything.")
        if trouble:
            s.app.notice(trouble, "warning")
            return
        title = header.title if header is not None and header.title else self.path.stem
        title = title_in(title, s.session.ruleset, s.app.settings.language)
        seat = self.eyes.side or ""
        s.app.go(destinations.WhatIf(s.session, at, title, players, self.told_of(at), seat))

    def _header(self) -> Header | None:
        """The first line of the record: title and players."""
        if self.record is not None:
            return self.record.header
        try:
            return read_record(self.path).header if self.path is not None else None
        except RecordError:
            return None  # the battle goes on without them

    def _export(self) -> None:
        if self.path is not None:
            offer_export(self.sitting.app, self.path, max(self.steps.at, 0))

    # -- the mouse --------------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """The bar and its buttons; a click on dice skips."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._pressed(pos):
            return True
        if not self._dragging:
            return self.covers(pos) and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL)
        if event.type == pygame.MOUSEMOTION:
            self._drag_to(pos[0])
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        return True

    def _pressed(self, pos: tuple[int, int]) -> bool:
        kept = self.bar.kept_at(pos)
        if kept is not None:
            self.steps.playing = False
            self.steps.go_to(kept)
            return True
        if self.bar.on_bar(pos):
            self._dragging = True
            self.steps.playing = False
            self._drag_to(pos[0])
            return True
        button = self.bar.button_at(pos)
        if button:
            self.press_button(button)
            return True
        if self.tray.rect.collidepoint(pos):
            self.showing.skip()
            return True
        return False

    def _drag_to(self, x: int) -> None:
        line = self.bar.line_at(x)
        if line != self.steps.at or self.showing.busy:
            self.steps.go_to(line)

    def press_button(self, button: str) -> None:
        """A button over the table's foot."""
        if button == MORE:
            self.bar.opened = not self.bar.opened
            self.sitting.lay_out()
        elif button == "speed":
            self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
            self.showing.speed = self.speed
        elif button == "side":
            if not self.eyes.whole:
                self.sitting.app.notice(_("This battle is not over, so you watch it as one side sees it."), "warning")
                return
            sides = [None, *self.sitting.session.state.sides]
            side = sides[(sides.index(self.telling.side) + 1) % len(sides)]
            self.telling.look_as(side)
            self.showing.viewer = side
            self.telling.tell(self.showing.line, self.showing.event)
            self.telling.see()
        elif button == "leave":
            self.sitting.app.close(self.sitting.screen)
        else:
            self.use(button)

    def table_mouse(self, event: pygame.event.Event, pos: tuple[int, int], spot: Spot | None) -> bool:
        """Nothing on the table can be moved."""
        return False

    def clicked(self, spot: Spot) -> None:
        """A click selects what is there."""
        self.sitting.pick(spot)
        if self.sitting.selected:
            self.dock.show("card")

    def panel_mouse(self, event: pygame.event.Event, pos: tuple[int, int]) -> bool:
        """There is nothing but card and log."""
        return False

    def entry(self, entry: Entry, button: int) -> None:
        """A line of the log: the table as it was then."""
        if button == 3:
            return
        self.steps.playing = False
        self.steps.go_to(entry.line)
        self.sitting.show_entry(entry)

    # -- what is shown ----------------------------------------------------------------------------------------

    def known(self) -> tuple[int, Sees]:
        """The lines up to where the replay stands, and what may be seen of them."""
        return self.showing.line, self.telling.may_see

    def hidden_from(self) -> Sequence[str]:
        """The sides that people still play, unless everything is seen by agreement."""
        header = None if self.eyes.whole else self._header()
        return persons(self.sitting.session.state.sides, header.players) if header is not None else ()

    def marks(self) -> Marks:
        """Nothing is drafted."""
        return Marks()

    def points_elsewhere(self) -> bool:
        """There are no marks to tell of."""
        return False

    def thought_of(self) -> tuple[Mapping[str, Pose], str]:
        """Nothing is drafted."""
        return {}, ""

    def measuring_side(self) -> str:
        """Whoever watches measures freely."""
        return ""

    def moving(self) -> Poses:
        """Bases on their way."""
        return {b: p for b, p in self.showing.poses().items() if b in self.sitting.view.bases}

    def draw_over_table(self, surface: pygame.Surface) -> None:
        """The dice tray."""
        s, rolling = self.sitting, self.showing.rolling
        self.telling.stage.draw(surface, s.app.theme)
        if rolling is not None:
            self.tray.draw(surface, s.free_area(), rolling, s.view, self.showing.rolled_for)

    def draw_beside(self, surface: pygame.Surface) -> None:
        """The bar over the table's foot."""
        s, side = self.sitting, self.telling.side
        seen = _("as it was") if side is None else s.words.name(side, s.view)
        said = {"speed": _("speed: {speed}").format(speed=_(SPEED_WORDS[self.speed])), "side": seen}
        self.bar.draw(surface, self.steps.at, self.steps.playing, said, s.app.pointer.at)

    def tip_at(self, pos: tuple[int, int], tip: Spans) -> Spans:
        """What a button of the foot does, and its key; what is at a place of the bar."""
        button = self.bar.button_at(pos)
        if button:
            key = f"  [{self.sitting.keys.shown(button)}]" if button in REPLAY_ACTIONS else ""
            if button == MORE:
                return say(_("Fewer buttons") if self.bar.opened else _("All buttons"), "small")
            return say(_(TIPS[button]) + key, "small")
        kept = self.bar.kept_at(pos)
        if kept is not None and self.notes.bookmarks is not None:
            note = self.notes.of(kept) or _("Without a note")
            return say(note, "small_bold") + say(f"  {self.told_of(kept)}", "small")
        if self.bar.on_bar(pos):
            return say(self.told_of(self.bar.line_at(pos[0])), "small")
        return tip
