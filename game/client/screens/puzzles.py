"""Puzzles: folders of positions with a task, in pictures, and which of them have been solved."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame

from game.client import destinations, puzzling
from game.client.battle.glimpse import Glimpses
from game.client.battle.puzzles import Folder, Puzzle, folders_in, picture_of, read_puzzle
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_bands
from game.client.ui.form import Form
from game.client.ui.text import flow, say
from game.client.ui.tiles import Tile
from game.client.words import Words, _
from game.engine.text import Text

HEAD, FOOT = 56, 62
"""Heights of what stands above and below, pixels at scale 1."""
WHOLE, COLUMN, TALL, GAP = 900, 250, 116, 12
"""Pixels at scale 1: from which width on folders have a column, its width; the height of a puzzle, room between."""
PICTURE = (330, 200)
"""Size of a picture as it is painted, in pixels."""


class PuzzlesScreen(Screen):
    """Choose a folder, then a puzzle of it.

    Parameters
    ----------
    folder
        Id of the folder that is shown first; that of the system played last where it is none.
    """

    def __init__(self, app: Window, folder: str = "") -> None:
        super().__init__(app)
        self.folders = folders_in(app.library, app.folders.puzzles)
        ids = [f.id for f in self.folders]
        self.chosen = next((i for i in (folder, app.settings.system) if i in ids), ids[0])
        self.glimpses = Glimpses(app.theme)
        self._read: dict[Path, Puzzle | Text] = {}

    def closed(self) -> None:
        """No picture is made any more."""
        self.glimpses.close()

    @property
    def folder(self) -> Folder:
        """The folder that is shown."""
        return next(f for f in self.folders if f.id == self.chosen)

    def _puzzle(self, path: Path) -> Puzzle | Text:
        if path not in self._read:
            self._read[path] = read_puzzle(path, self.app.library)
        return self._read[path]

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Folders at the left or above, the puzzles of one of them beside."""
        if self.glimpses.theme is not self.app.theme:
            self.glimpses.close()
            self.glimpses = Glimpses(self.app.theme)
        px = self.app.theme.px
        w, h = self.app.size
        head = self.form(pygame.Rect(px(8), px(8), px(44), px(HEAD - 12)), bar=False)
        head.tile("back", Tile("", sign="arrow-left"), pygame.Rect(0, px(4), px(36), px(34)), self.back, _("Back"))
        head.finish()
        area = pygame.Rect(px(16), px(HEAD + 12), w - px(32), h - px(HEAD + FOOT + 24))
        whole = w >= px(WHOLE)
        if whole:
            side = self.form(pygame.Rect(area.left, area.top, px(COLUMN), area.height))
            self._folders(side)
            side.finish()
            area = pygame.Rect(area.left + px(COLUMN + 20), area.top, area.width - px(COLUMN + 20), area.height)
        form = self.form(area)
        if not whole:
            names = [(f.id, f"{self._name(f)} ({self._count(f)})") for f in self.folders]
            form.choice("folder", _("Folder"), names, self.chosen, self._show)
        self._puzzles(form)
        form.finish()
        self._keyed = self.forms.index(form)
        foot = self.form(pygame.Rect(w // 2, h - px(FOOT - 10), w // 2 - px(16), px(FOOT - 14)), bar=False)
        foot.buttons(
            [("other", _("Open a file…"), self._other, False), ("title", _("Back"), self.back, False)], right=True
        )
        foot.finish()

    def _name(self, folder: Folder) -> str:
        if folder.ruleset is None:
            return _("Own puzzles")
        return Words(self.app.settings.language, folder.ruleset).word(folder.ruleset.meta.name)

    def _count(self, folder: Folder) -> str:
        files = folder.files()
        solved = sum(f"{folder.id}/{p.stem}" in self.app.settings.solved for p in files)
        if folder.ruleset is None:
            return str(len(files))
        return _("{n} of {all} solved").format(n=solved, all=len(files))

    def _folders(self, form: Form) -> None:
        px = self.app.theme.px
        for n, folder in enumerate(self.folders):
            sign = "target" if folder.ruleset is not None else "edit"
            lines = ((self._count(folder), "small", "text_dim"),)
            tile = Tile(self._name(folder), lines, sign=sign, golden=folder.id == self.chosen)
            rect = pygame.Rect(0, n * px(64 + GAP), form.width, px(64))
            form.tile(f"folder-{folder.id}", tile, rect, partial(self._show, folder.id))

    def _puzzles(self, form: Form) -> None:
        px = self.app.theme.px
        files = self.folder.files()
        if not files:
            where = short_path(self.folder.path)
            form.text(_("Put positions with a task into {folder}, and they appear here.").format(folder=where))
        across = max(1, min(2, form.width // px(440)))
        wide = (form.width - px(GAP) * (across - 1)) // across
        top = form.y + px(4 if form.y else 0)
        for n, path in enumerate(files):
            rect = pygame.Rect(n % across * (wide + px(GAP)), top + n // across * px(TALL + GAP), wide, px(TALL))
            found = self._puzzle(path)
            form.tile(f"puzzle-{path.stem}", self._tile(path, found), rect, partial(self._begin, path))

    def _tile(self, path: Path, found: Puzzle | Text) -> Tile:
        """A puzzle in its picture and its task; a file that is none, with the reason."""
        if not isinstance(found, Puzzle):
            why = Words(self.app.settings.language).say(found)
            return Tile(path.name, ((why, "small", "danger"),), self._blank())
        words = Words(self.app.settings.language, found.ruleset)
        make = partial(picture_of, found)
        picture = self.glimpses.of(("puzzle", str(path)), make, PICTURE) or self._blank()
        lines = ((words.word(found.doc.task), "small", "text_dim"),)
        return Tile(words.word(found.position.title), lines, picture, chosen=found.key in self.app.settings.solved)

    def _blank(self) -> pygame.Surface:
        out = pygame.Surface(PICTURE)
        out.fill(self.app.theme.colour("panel_sunken"))
        return out

    # -- what the player does ---------------------------------------------------------------------------------

    def _show(self, folder: str) -> None:
        self.chosen = folder
        self.rebuild()

    def _begin(self, path: Path) -> None:
        puzzling.open_file(self.app, path)

    def _other(self) -> None:
        title, folder = _("Open a puzzle"), self.app.folders.puzzles
        self.app.go(destinations.Choose(title, "position", folder, partial(puzzling.open_file, self.app)))

    # -- time and picture -------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Pictures come when they are there."""
        super().update(dt)
        if self.glimpses.update():
            self.rebuild()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The bands above and below, the title, what it is about."""
        draw_bands(self.app, surface, HEAD, FOOT)
        theme, px = self.app.theme, self.app.theme.px
        w, _h = surface.get_size()
        title = flow(say(_("Puzzles"), "heading", "accent"), w // 2, theme)
        title.draw(surface, theme, (px(56), (px(HEAD) - title.height) // 2))
        said = _("Positions with a task. The same answers throw the same dice.")
        left = px(76) + title.width
        hint = flow(say(said, "small", "text_dim"), w - left - px(12), theme)
        if hint.height <= px(HEAD - 8):
            hint.draw(surface, theme, (left, (px(HEAD) - hint.height) // 2 + px(2)))
