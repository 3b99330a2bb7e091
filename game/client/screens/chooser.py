"""A file is chosen, or a place to save one: folders and files as a list, worked by mouse and by keys alike.

The toolkit's own dialog is worked by the mouse alone, deletes files, knows no dates, kinds or places, and shows signs
that our letters do not have: so this one is made of the program's own list and form.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pygame

from game.client import destinations
from game.client.asking import confirm
from game.client.battle.shelf import ENDINGS, SORT_WORDS, Lying, about_file, lying_in, nooks, says
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.ui.form import Form
from game.client.ui.row_list import LIST_KEYS, Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import Span, _
from game.engine.files.player_files import shown

WIDE = 860
UP = "up"
HERE = "here"
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
A_FRAME = 3
"""Files that are looked into in one frame."""


class ChooserScreen(Screen):
    """A list of a folder, the places known above it, a line for a name or a path below.

    Attributes
    ----------
    folder
        What is listed.
    typed
        The name or path in the line.
    every
        Files of all kinds are listed.
    """

    def __init__(self, app: Window, to: destinations.Choose) -> None:
        super().__init__(app)
        self.to = to
        self.saving = bool(to.name)
        last = app.settings.looked_in.get(to.sort, "")
        self.folder = Path(last) if last and Path(last).is_dir() else to.folder
        self.typed = to.name
        self.every = False
        self.lying: list[Lying] = []
        self.trouble = ""
        self.told: dict[Path, str] = {}
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))

    def opened(self) -> None:
        """Look again: files come and go."""
        self._go(self.folder)

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Places above, the list, the line and the buttons below."""
        px = self.app.theme.px
        inner = framed(self.app, WIDE)
        head = self.form(pygame.Rect(inner.left, inner.top, inner.width, px(42)), bar=False)
        self._places(head)
        head.finish()
        foot = self.foot(inner, self._foot)
        top = inner.top + px(44)
        focus, scroll = self.sheet.focus, self.sheet.scroll
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, top, inner.width, foot.rect.top - px(8) - top))
        self.sheet.active = True
        self._refresh()
        self.sheet.focus, self.sheet.scroll, self.sheet.walked = focus, scroll, bool(focus)
        self._keyed = self.forms.index(foot)
        foot.focus_on("name")

    def _places(self, form: Form) -> None:
        known = nooks(self.app.folders)
        offered = [(str(n), words) for n, (words, _path) in enumerate(known)]
        at = next((str(n) for n, (_words, path) in enumerate(known) if path == self.folder), HERE)
        if at == HERE:
            offered.append((HERE, _shortened(short_path(self.folder))))
        form.label_width = self.app.theme.px(110)

        def take(chosen: str) -> None:
            if chosen.isdigit():
                self._go(known[int(chosen)][1])

        form.choice("place", _("Folder"), offered, at, take)

    def _foot(self, form: Form) -> None:
        form.label_width = self.app.theme.px(140)
        label = _("Name") if self.saving else _("Name or path")
        form.entry("name", label, self.typed, self._type)
        every = _("Only {kinds}").format(kinds=_(SORT_WORDS[self.to.sort])) if self.every else _("All files")
        form.buttons(
            [
                ("choose", _("Save") if self.saving else _("Open"), self._take, True),
                ("every", every, self._turn, False),
                ("back", _("Cancel"), self.back, False),
            ],
            right=True,
        )

    def _refresh(self) -> None:
        rows = []
        if self.folder.parent != self.folder:
            rows.append(Row("choice", UP, say(_("One folder up"), "italic")))
        for n, one in enumerate(self.lying):
            name = shown(one.path)
            if one.folder:
                rows.append(Row("choice", str(n), (Span(f"{name}/", "bold"),)))
                continue
            note = "  ·  ".join(part for part in (about_file(one), self.told.get(one.path, "")) if part)
            rows.append(
                Row("choice", str(n), say(name), say(note, "small", "text_dim"), on=one.path.name == self.typed)
            )
        if self.saving and self.folder == self.to.folder and not os.path.exists(self.folder):
            rows.append(Row("text", label=say(_("This folder is created when you save."), "body", "text_dim")))
        elif self.trouble:
            rows.append(Row("text", label=say(self.trouble, "body", "warning")))
        elif not self.lying:
            rows.append(Row("text", label=say(_("This folder has no file of this kind."), "body", "text_dim")))
        self.sheet.set_rows(rows)

    def update(self, dt: float) -> None:
        """A few files are looked into with every frame."""
        super().update(dt)
        due = [one.path for one in self.lying if not one.folder and one.path not in self.told][:A_FRAME]
        for path in due:
            self.told[path] = says(path, self.app.library, self.app.settings.language)
        if due:
            self._refresh()

    # -- what the player does ---------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """Dropped files are taken; the list walks by its keys whoever types; Enter takes what is named."""
        if event.type == pygame.DROPFILE:
            self._take_path(Path(event.file))
            return True
        if event.type == pygame.MOUSEWHEEL or (hasattr(event, "pos") and self.sheet.rect.collidepoint(event.pos)):
            if event.type == pygame.MOUSEWHEEL and not self.sheet.rect.collidepoint(self.app.pointer.at):
                return super().event(event)
            press = self.sheet.mouse(event)
            if press is not None and press.what == "press":
                self._pressed(press.id)
            return True
        if event.type == pygame.KEYDOWN and self._list_key(event):
            return True
        return super().event(event)

    def _list_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_UP and event.mod & pygame.KMOD_ALT:
            self._go(self.folder.parent)
            return True
        line = self.forms[1].item("name").widget
        if not line.is_focused:
            return False
        if event.key == pygame.K_BACKSPACE and not self.typed:
            self._go(self.folder.parent)
            return True
        if event.key in LIST_KEYS:
            self.sheet.key(event)
            self._choose(self.sheet.focus, walked=True)
            return True
        if event.key in ENTER:
            self._pressed(self.sheet.focus, again=True) if self._folder_at(self.sheet.focus) else self._take()
            return True
        return False

    def _folder_at(self, row: str) -> Path | None:
        """The folder of a row, where it is one."""
        if row == UP:
            return self.folder.parent
        one = self.lying[int(row)] if row.isdigit() and int(row) < len(self.lying) else None
        return one.path if one is not None and one.folder else None

    def _pressed(self, row: str, again: bool = False) -> None:
        """A row was pressed: a folder opens, a file is chosen, and one chosen already is taken."""
        folder = self._folder_at(row)
        if folder is not None:
            self._go(folder)
        elif row.isdigit() and self.lying[int(row)].path.name == self.typed:
            self._take()
        else:
            self._choose(row)

    def _choose(self, row: str, walked: bool = False) -> None:
        """A file's name goes into the line."""
        if row.isdigit() and not self.lying[int(row)].folder:
            self.typed = self.lying[int(row)].path.name
            self.forms[1].item("name").widget.set_text(self.typed)
        self._refresh()
        self.sheet.focus, self.sheet.walked = row, walked

    def _type(self, text: str) -> None:
        if text != self.typed:
            self.typed, self.sheet.focus = text, ""
            self._refresh()

    def _turn(self) -> None:
        self.every = not self.every
        self._go(self.folder)

    def _go(self, folder: Path) -> None:
        """List a folder; one that cannot be listed says why."""
        self.folder = folder
        self.lying, self.trouble = lying_in(folder, () if self.every else ENDINGS[self.to.sort])
        self.sheet.focus, self.sheet.scroll = "", 0
        self.rebuild()

    def _take(self) -> None:
        """Take what stands in the line: a folder is gone to, a file is opened or saved."""
        text = self.typed.strip().strip('"')
        if not text:
            return
        path = Path(text)
        with suppress(RuntimeError):  # no such home: it is looked for under this very name
            path = path.expanduser()
        self._take_path(self.folder / path)

    def _take_path(self, path: Path) -> None:
        try:
            folder, there = path.is_dir(), path.exists()
        except (OSError, ValueError):
            folder = there = False
        if folder:
            self.typed = self.to.name
            self._go(path)
        elif self.saving:
            ending = ENDINGS[self.to.sort][0]
            path = path if path.suffix.lower() == ending else path.with_name(path.name + ending)
            self._save(path)
        elif not there:
            said = _("There is no file {name} in {folder}.")
            self.app.notice(said.format(name=shown(path), folder=shown(short_path(path.parent))), "warning")
        else:
            self._done(path)

    def _save(self, path: Path) -> None:
        """Save there; where something lies already only after asking."""
        try:
            there = path.exists()
        except (OSError, ValueError):
            there = False
        if not there:
            self._done(path)
            return
        title = _("Replace this file?")
        confirm(self.app, title, shown(path), _("Replace"), lambda: self._done(path), destroys=True)

    def _done(self, path: Path) -> None:
        looked = {**self.app.settings.looked_in, self.to.sort: str(path.parent)}
        self.app.close(self)
        try:
            str(path.parent).encode()
        except UnicodeEncodeError:
            pass  # a name that is no text: it cannot stand in the settings
        else:
            self.app.remember(looked_in=looked)
        self.to.taken(path)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the list."""
        draw_frame(self.app, surface, self.to.title, WIDE)
        self.sheet.draw(surface)


def _shortened(path: str, most: int = 46) -> str:
    """A path of at most so many letters: its end."""
    return path if len(path) <= most else "…" + path[1 - most :]
