"""The title screen: what to do now, before a battle that plays by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from game import __version__
from game.client import destinations, memory
from game.client.asking import confirm
from game.client.battle.backstage import Backstage
from game.client.battle.found import Found, last_battle, names_of, records_in, turn_told
from game.client.battle.glimpse import Glimpses, end_of_record, settle
from game.client.battle.titles import title_of
from game.client.folders import short_path
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.ui.backdrop import backdrop
from game.client.ui.form import Form
from game.client.ui.text import flow, say, text_size
from game.client.ui.tiles import Tile
from game.client.words import N_, _, ngettext

EDGE, WIDE = 64, 420
"""Left edge and width of the column of tiles, pixels at scale 1."""
TALL = 660
"""Height of window (pixels at scale 1) below which the tiles are laid out closely."""
PATIENCE = 0.4
"""Seconds after which the battle behind is looked for: who goes on at once waits for nothing."""
TRACKING = 5
"""Pixels at scale 1 between the letters of the name."""
NAME = "TABULA BELLI"
WORDS = (
    ("records", N_("Battles"), destinations.Records),
    ("tables", N_("Tables"), destinations.Tables),
    ("settings", N_("Settings"), destinations.Settings),
)


class TitleScreen(Screen):
    """Go on, new battle, learn, puzzles; battles, tables, rules, settings, quit."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.last: Found | None = None
        self.glimpses = Glimpses(app.theme)
        self.stage: Backstage | None = None
        self._sought = False
        self._top = self._wide = 0
        self._close = False
        self._met = self._back = False

    def opened(self) -> None:
        """Look again for the last battle: one may have been begun or ended meanwhile. What it was drawn with goes."""
        self.rebuild()
        self._back, self._met = self._met, True  # when the program begins there is nothing yet

    def closed(self) -> None:
        """Nothing plays behind any more."""
        self.glimpses.close()
        settle()
        if self.stage is not None:
            self.stage.close()

    # -- layout -----------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the tiles, the words below them, and what tells of the battle behind."""
        px = self.app.theme.px
        w, h = self.app.size
        if self.glimpses.theme is not self.app.theme:
            self.glimpses.close()
            self.glimpses = Glimpses(self.app.theme)
        self.last = last_battle(self.app.folders.saves)
        self._close = h < px(TALL)
        wide = min(px(WIDE), w - 2 * px(24))
        left = min(px(EDGE), w - wide - px(24))
        self._top = px(24 if self._close else 88)
        top = self._top + px(70 if self._close else 136)
        self._wide = wide
        form = self.form(pygame.Rect(left, top, w - left - px(12), h - top - px(34)), bar=False)
        y = self._tiles(form, wide)
        self._word_row(form, y + px(10 if self._close else 28))
        form.finish()
        self._playing()

    def _tiles(self, form: Form, wide: int) -> int:
        """Go on, new battle, learn, puzzles; where they end."""
        px = self.app.theme.px
        gap, tall = px(8 if self._close else 12), px(50 if self._close else 64)
        y = px(2)
        fresh = self.last is None and not records_in(self.app.folders.saves)
        if self.last is not None:
            high = px(72 if self._close else 132)
            form.tile("resume", self._go_on_tile(self.last), pygame.Rect(px(2), y, wide, high), self._resume)
            y += high + gap
        n = len(self.app.library.ids())
        systems = ngettext("{n} system, ready to play with one click", "{n} systems, ready to play with one click", n)
        new = Tile(_("New battle"), self._second(systems), sign="sword", key="N", golden=not fresh and not self.last)
        first = _("a first victory within ten minutes")
        learn = Tile(_("Learn to play"), self._second(first), sign="book", key="L", golden=fresh)
        puzzle = Tile(_("Puzzles"), self._second(_("one position, one task")), sign="target", key="P")
        tiles = (("new", new, self._new), ("learn", learn, self._learn), ("puzzles", puzzle, self._puzzles))
        share = (wide - gap * (len(tiles) - 1)) // len(tiles)
        for k, (name, tile, act) in enumerate(tiles):
            if self._close:
                tile = replace(tile, sign="", key="", centred=True)
                form.tile(name, tile, pygame.Rect(px(2) + k * (share + gap), y, share, tall), act)
            else:
                form.tile(name, tile, pygame.Rect(px(2), y + k * (tall + gap), wide, tall), act)
        return y + (tall if self._close else len(tiles) * (tall + gap) - gap)

    def _second(self, words: str) -> tuple[tuple[str, str, str], ...]:
        return () if self._close else ((words, "small", "text_dim"),)

    def _go_on_tile(self, found: Found) -> Tile:
        """The battle that was played last: its picture, who against whom, how far."""
        name = names_of(found, self.app.library, self.app.settings.language)
        sides = " – ".join(name(side) for side, _name in found.names)
        title = title_of(found.title, found.ruleset, self.app.library, self.app.settings.language)
        lines = [(sides or title, "bold", "text"), (turn_told(found), "small", "text_dim")]
        picture = self._picture(found) or _blank(self.app)
        return Tile(_("Continue"), tuple(lines), picture, key="Enter", golden=True)

    def _picture(self, found: Found) -> pygame.Surface | None:
        """How its table stands, once that is painted."""
        return self.glimpses.of((found.path, found.when), lambda: end_of_record(found.path, self.app.library))

    def _word_row(self, form: Form, top: int) -> None:
        """The rest, as words."""
        entries: list[tuple[str, str, Callable[[], None]]] = [
            (name, _(words), self._goes(place())) for name, words, place in WORDS
        ]
        entries.insert(2, ("rules", _("Rules"), self.app.open_rules))
        entries.append(("quit", _("Quit"), self.app.quit))
        px = self.app.theme.px
        x, y, tall = px(2), top, px(30)
        for name, words, act in entries:
            wide = text_size(self.app.theme, words)[0]
            if x + wide > form.width:
                x, y = px(2), y + tall
            form.tile(name, Tile(words, bare=True), pygame.Rect(x, y, wide + px(2), tall), act)
            x += wide + px(26)

    def _goes(self, place: destinations.Place) -> Callable[[], None]:
        return lambda: self.app.go(place)

    def _playing(self) -> None:
        """What plays behind, held and hidden by a click."""
        stage, on = self.stage, self.app.settings.title_battle
        if stage is None and on:
            return
        px = self.app.theme.px
        w, h = self.app.size
        said = _("Battle behind the title")
        if stage is not None:
            said = _("In the background: {title}").format(title=stage.title)
        sign = "pause" if stage is not None and not stage.paused else "play"
        wide = min(text_size(self.app.theme, said, "small")[0] + px(54), w // 2)
        rect = pygame.Rect(0, 0, wide + px(48), px(38))
        rect.bottomright = (w - px(20), h - px(18))
        form = self.form(rect, bar=False)
        if stage is not None and not stage.still:
            form.tile("hold", Tile(said, sign=sign), pygame.Rect(0, 0, wide, px(34)), self._hold)
        eye = Tile("", sign="eye-off" if on else "eye")
        tip = _("Show no battle here") if on else _("Show a battle here")
        form.tile("unseen", eye, pygame.Rect(wide + px(8), 0, px(36), px(34)), self._show_or_hide, tip)
        form.finish()

    # -- time -------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """The battle behind goes on; pictures come when they are there."""
        super().update(dt)
        if self.app.top is not self:
            return
        if self._back:
            self._back = False
            memory.give_back()
        if self.glimpses.update() and self.last is not None:
            self.rebuild()
        if self._stood > PATIENCE and not self._sought and self.app.settings.title_battle:
            self._sought = True
            self._seek()
        if self.stage is not None:
            before = self.stage.shown
            self.stage.theme = self.app.theme
            self.stage.dark = round((self.forms[0].rect.left + self._wide) * 1.45)
            self.stage.update(dt, pygame.Rect((0, 0), self.app.size))
            if self.stage.shown != before:
                self.rebuild()

    def _seek(self) -> None:
        """Look for a battle that has ended; without one the cloth stays."""
        ended = [f for f in records_in(self.app.folders.saves) if f.over and not f.trouble]
        if ended:
            one = max(ended, key=lambda f: (f.path.parent != self.app.folders.saves, f.turn))  # samples first
            still = self.app.settings.reduced_motion
            title = title_of(one.title, one.ruleset, self.app.library, self.app.settings.language)
            self.stage = Backstage(one.path, title, self.app.library, self.app.theme, still)

    # -- the picture ------------------------------------------------------------------------------------------

    def draw_below(self, surface: pygame.Surface) -> None:
        """The battle behind, the name of the program."""
        theme = self.app.theme
        px = theme.px
        w, h = surface.get_size()
        surface.blit(backdrop((w, h), theme), (0, 0))
        if self.stage is not None:
            self.stage.draw(surface)
        left = self.forms[0].rect.left + px(2)
        self._name(surface, left)
        foot = flow(say(_("Version {n}").format(n=__version__), "small", "text_dim"), w, theme)
        foot.draw(surface, theme, (left, h - foot.height - px(14)))
        if self.stage is None:
            where = _("Battles are kept in {folder}").format(folder=short_path(self.app.folders.saves))
            kept = flow(say(where, "small", "text_dim"), w // 2, theme)
            kept.draw(surface, theme, (w - kept.width - px(36), h - kept.height - px(14)))

    def _name(self, surface: pygame.Surface, left: int) -> None:
        """The name in gold, a line with a stud, the motto."""
        theme, px = self.app.theme, self.app.theme.px
        image = _lettered(self.app, "title" if self._close else "name")
        surface.blit(image, (left, self._top))
        y = self._top + image.get_height() + px(2)
        if not self._close:
            gold = theme.colour("accent_dim")
            pygame.draw.line(surface, gold, (left, y), (left + image.get_width(), y), px(2))
            middle, r = left + image.get_width() // 2, px(6)
            pygame.draw.polygon(
                surface, theme.colour("accent"), [(middle - r, y), (middle, y - r), (middle + r, y), (middle, y + r)]
            )
        motto = flow(say(_("A table, two armies, and the rules kept."), "italic", "text"), surface.get_width(), theme)
        motto.draw(surface, theme, (left, y + px(0 if self._close else 14)))

    # -- what the player does ---------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> bool:
        """N, L and P lead where their tiles do."""
        if event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            act = {pygame.K_n: self._new, pygame.K_l: self._learn, pygame.K_p: self._puzzles}.get(event.key)
            if act is not None:
                act()
                return True
        return super().event(event)

    def back(self) -> None:
        """Escape asks before it quits."""
        confirm(self.app, _("Quit the program?"), "", _("Quit"), self.app.quit)

    def _new(self) -> None:
        self.app.go(destinations.NewBattle())

    def _learn(self) -> None:
        self.app.go(destinations.Learn())

    def _puzzles(self) -> None:
        self.app.go(destinations.Puzzles())

    def _resume(self) -> None:
        from game.client.opening import open_record

        if self.last is not None:
            open_record(self.app, self.last.path)

    def _hold(self) -> None:
        if self.stage is not None:
            self.stage.paused = not self.stage.paused
            self.rebuild()

    def _show_or_hide(self) -> None:
        if self.stage is not None:
            self.stage.close()
            self.stage = None
        self._sought = False
        self.app.remember(title_battle=not self.app.settings.title_battle)
        self.rebuild()


def _blank(app: Window) -> pygame.Surface:
    """What stands for a picture until it is there."""
    out = pygame.Surface((165, 100))
    out.fill(app.theme.colour("panel_sunken"))
    return out


def _lettered(app: Window, style: str) -> pygame.Surface:
    """The name of the program in gold that is lighter above, its letters set apart."""
    theme = app.theme
    font = theme.font("name" if style == "name" else "title")
    letters = [font.render(c, True, "#ffffff") for c in NAME]
    gap = theme.px(TRACKING)
    wide = sum(one.get_width() + gap for one in letters)
    tall = font.get_height()
    out = pygame.Surface((wide, tall), pygame.SRCALPHA)
    x = 0
    for one in letters:
        out.blit(one, (x, 0))
        x += one.get_width() + gap
    light, dark = theme.colour("accent").lerp("#ffffff", 0.35), theme.colour("accent").lerp("#7a4a10", 0.3)
    fade = pygame.Surface((1, tall), pygame.SRCALPHA)
    for y in range(tall):
        fade.set_at((0, y), light.lerp(dark, y / max(1, tall - 1)))
    out.blit(pygame.transform.scale(fade, out.get_size()), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return out
