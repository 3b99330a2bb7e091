"""Records: the list of battles kept, and opening one to go on with it or to watch it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import pygame

from game.client.app import App
from game.client.battle import played
from game.client.battle.bookmarks import file_of
from game.client.screen import Screen
from game.client.screens import keeping
from game.client.screens.dialog import tell
from game.client.screens.frame import draw_frame, framed
from game.client.ui.rows import Row
from game.client.ui.sheet import Sheet
from game.client.ui.text import say
from game.client.words import Span, Words, _, data_words
from game.engine.kept_file import Taken, held
from game.engine.loader import UnknownRuleset
from game.engine.player_files import RECORD, changed, first_line, line_depth, printable, shown, tail
from game.engine.record import SUFFIX, Record, RecordError, read_record
from game.engine.session import Session
from game.engine.tables import DataError


@dataclass(frozen=True)
class Found:
    """A record in the folder: what its first and last lines say, or why it cannot be read."""

    path: Path
    title: str
    ruleset: str
    players: dict[str, str]
    when: float
    trouble: str = ""


class _Head(msgspec.Struct):
    """As much of a record's header as the list shows."""

    tabula_belli: int
    ruleset: str
    players: dict[str, str] = {}
    title: str = ""


_head = msgspec.json.Decoder(_Head)
MOST_NAME = 40
"""Letters of a player's name and of a side that a row shows."""
MOST_SIDES = 8
"""Sides that a row shows."""


def records_in(folder: Path) -> list[Found]:
    """The records of a folder and its samples, newest first. Only first lines are read."""
    paths: list[Path] = []
    for place in (folder, folder / "samples"):
        try:
            paths += [p for p in place.iterdir() if p.suffix == SUFFIX]
        except OSError:
            continue
    return sorted((_found(path) for path in paths), key=lambda f: (-f.when, f.path.name))


def _found(path: Path) -> Found:
    """What a file of the folder says of itself; whatever is wrong with it is told in the row."""
    try:
        line = first_line(path, RECORD)
        if fault := line_depth(line, RECORD):
            raise DataError(shown(path), "line 1", fault)
        head = _head.decode(line)
    except DataError as fault:
        return Found(path, shown(path.stem), "", {}, 0.0, data_words(fault))
    except ValueError:  # what cannot be decoded, and text that is none
        why = _("cannot be read: its first line is damaged, or it is no battle of this program")
        return Found(path, shown(path.stem), "", {}, 0.0, why)
    players = {printable(side, MOST_NAME): printable(kind, MOST_NAME) for side, kind in head.players.items()}
    seen = dict(list(players.items())[:MOST_SIDES])
    return Found(path, shown(head.title or path.stem), printable(head.ruleset, MOST_NAME), seen, changed(path))


def last_battle(folder: Path) -> Path | None:
    """The record played last that is not over, or None; the newest of those never played here. Samples do not count."""
    sound = {f.path.name: f.path for f in records_in(folder) if not f.trouble and f.path.parent == folder}
    names = dict.fromkeys([*(n for n in played.last_first(folder) if n in sound), *sound])
    return next((sound[name] for name in names if not _ended(sound[name])), None)


def _ended(path: Path) -> bool:
    """Whether the last line of a record tells of an end: read from the end of the file, for there may be many."""
    try:
        last = tail(path, 200_000)
    except DataError:
        return True
    return b'"type":"over"' in last.rsplit(b"\n", 2)[-2] if last.count(b"\n") >= 2 else False


def open_record(app: App, path: Path, watch: bool = False) -> None:
    """Open a record: to go on with it, or to watch it. What is wrong becomes a sentence."""
    words = Words(app.settings.language)
    try:
        record = read_record(path)
    except RecordError as fault:
        tell(app, _("This battle cannot be opened"), words.say(fault.text))
        return
    try:
        ruleset = app.library.ruleset(record.header.ruleset)
    except UnknownRuleset:
        why = _("There is no ruleset called {name} here.").format(name=printable(record.header.ruleset, MOST_NAME))
        tell(app, _("This battle cannot be opened"), why)
        return
    try:
        session = record.session(ruleset)
    except RecordError as fault:
        tell(app, _("This battle cannot be opened"), words.say(fault.text))
        return
    if not session.lines:
        tell(app, _("This battle cannot be opened"), _("Nothing has happened in it yet."))
        return
    ended = session.state.over is not None
    if record.damaged and not watch and not ended:
        keeping.offer_sound_part(app, record, session)
        return
    for problem in record.problems:
        app.notice(words.say(problem), "warning")
    if watch or ended:
        keeping.watch(app, record, session)
        return
    try:
        _resume(app, record, session)
    except Taken:
        keeping.offer_second(app, record, session)
    except RecordError as fault:
        tell(app, _("This battle cannot be opened"), words.say(fault.text))


def _resume(app: App, record: Record, session: Session) -> None:
    from game.client.battle.match import resume_match
    from game.client.guide.file import guide_of
    from game.client.screens.battle import BattleScreen
    from game.client.screens.guided import GuidedBattleScreen

    match = resume_match(record, session, app.settings.curtain)
    guide = guide_of(session.ruleset, session.setup)
    if guide is not None and match.players == guide.players:
        app.open(GuidedBattleScreen(app, match, guide))
    else:
        app.open(BattleScreen(app, match))


def _side(side: str) -> str:
    """A side in words: the plain sides of a ruleset are named in every language."""
    return _(side.capitalize())


class RecordsScreen(Screen):
    """The battles kept: go on, watch, delete."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.found = records_in(app.folders.saves)
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.chosen = 0

    def opened(self) -> None:
        """Look again: a battle may have gone on meanwhile."""
        self.found = records_in(self.app.folders.saves)
        self.rebuild()

    def build(self) -> None:
        """The list, the buttons below."""
        inner = framed(self.app, 760)
        px = self.app.theme.px
        self.chosen = min(self.chosen, max(0, len(self.found) - 1))
        buttons = []
        if self.found and not self.found[self.chosen].trouble:
            path = self.found[self.chosen].path
            if path.parent == self.app.folders.saves and not _ended(path):
                buttons.append(("go_on", _("Go on"), self._go_on, True))
            buttons.append(("watch", _("Watch"), self._watch, not buttons))
        if self.found and self.found[self.chosen].path.parent == self.app.folders.saves:
            buttons.append(("delete", _("Delete…"), self._delete, False))
        buttons.append(("back", _("Back"), self.back, False))
        foot = self.foot(inner, lambda form: form.buttons(buttons)).rect.height
        focus = self.sheet.focus
        self.sheet = Sheet(
            self.app.theme, pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot - px(10))
        )
        self.sheet.active = True
        self.sheet.focus, self.sheet.walked = focus, bool(focus)
        self._refresh()

    def _refresh(self) -> None:
        from game.client.screens.new_battle import player_title

        rows = []
        if not self.found:
            rows.append(Row("text", label=say(_("No battle has been fought yet."), "body", "text_dim")))
        for n, found in enumerate(self.found):
            who = ", ".join(f"{_side(side)} – {player_title(kind)}" for side, kind in found.players.items())
            note = found.trouble or f"{found.ruleset}  {who}"
            if found.path.parent != self.app.folders.saves:
                note = _("sample") + f"  {note}"
            rows.append(
                Row(
                    "choice",
                    str(n),
                    (Span(found.title, "bold"),),
                    say(note, "small", "text_dim"),
                    on=n == self.chosen,
                    tone="warning" if found.trouble else "normal",
                )
            )
        self.sheet.set_rows(rows)

    def event(self, event: pygame.event.Event) -> bool:
        """The list, then the buttons."""
        used, row = self.sheet.choice(event)
        if row:
            self.chosen = int(row)
            self.rebuild()
        return used or super().event(event)

    def _go_on(self) -> None:
        open_record(self.app, self.found[self.chosen].path)

    def _watch(self) -> None:
        open_record(self.app, self.found[self.chosen].path, watch=True)

    def _delete(self) -> None:
        from game.client.screens.dialog import confirm

        found = self.found[self.chosen]
        if held(found.path):
            self.app.notice(_("It is being played in another window, and cannot be deleted."), "warning")
            return

        def away() -> None:
            try:
                found.path.unlink()
                file_of(found.path).unlink(missing_ok=True)
            except OSError as fault:
                self.app.notice(_("It cannot be deleted: {why}").format(why=fault.strerror or fault), "warning")
            self.opened()

        text = found.title
        if file_of(found.path).exists():
            text = f"{text}. {_('Its bookmarks and notes go with it.')}"
        confirm(self.app, _("Delete this battle?"), text, _("Delete"), away, destroys=True)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the list."""
        draw_frame(self.app, surface, _("Battles and replays"), 760)
        self.sheet.draw(surface)
