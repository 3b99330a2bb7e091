"""Settings: language, size of text, theme, speed, keys. Every change shows at once."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.client import destinations
from game.client.art.files import asset
from game.client.art.swatch import swatch
from game.client.keymap import ACTIONS, Keys, key_name
from game.client.navigation import Window
from game.client.screen import Screen
from game.client.screens.frame import draw_frame, framed
from game.client.settings import SCALES, SPEED_WORDS, SPEEDS
from game.client.sound.level import Layer
from game.client.theme import read_theme, theme_ids
from game.client.ui.form import Form
from game.client.ui.form_layout import Swatch
from game.client.ui.row_list import Sheet
from game.client.ui.rows import Row
from game.client.ui.text import say
from game.client.words import N_, _
from game.engine.languages import languages

SWATCH = 26
"""Height of a swatch, pixels at scale 1."""
COLOUR_WORDS = (
    *(N_("Red"), N_("Blue"), N_("Green"), N_("Ochre"), N_("Vermilion"), N_("Yellow"), N_("Purple")),
    *(N_("Madder"), N_("Indigo")),
)
"""Names of the colours of sides in the themes, for their translation."""

LAYER_WORDS: dict[Layer, str] = {
    "ground": N_("Volume: wind and birds"),
    "mass": N_("Volume: marching, hooves, wheels"),
    "blow": N_("Volume: shots, blows, losses"),
    "horn": N_("Volume: horns and drums"),
    "hand": N_("Volume: dice and hand sounds"),
}
"""Names of the layers of sounds."""
THEME_WORDS = (N_("Campaign tent"),)
"""Names of the themes that come with the program, for their translation."""


class SettingsScreen(Screen):
    """The player's settings."""

    def build(self) -> None:
        """Lay out the controls by the settings as they are."""
        inner = framed(self.app, 640)
        last = [
            ("keys", _("Keys…"), lambda: self.app.go(destinations.Keys()), False),
            ("back", _("Back"), self.back, True),
        ]
        foot = self.foot(inner, lambda form: form.buttons(last))
        tall = inner.height - foot.rect.height - self.app.theme.px(8)
        form = self.form(pygame.Rect(inner.left, inner.top, inner.width, tall))
        self.forms = [form, foot]  # the keyboard begins with the first
        self._looks(form)
        self._pace(form)
        self._seats(form)
        form.finish()

    def _looks(self, form: Form) -> None:
        """Language, size, colours."""
        s = self.app.settings
        sides = self.app.theme.file.sides
        form.choice(
            "language",
            _("Language"),
            list(languages().items()),
            s.language,
            lambda v: self.app.change(language=v),
        )
        form.choice(
            "scale",
            _("Size of text and controls"),
            [(str(n), f"{n} %") for n in SCALES],
            str(s.ui_scale),
            lambda v: self.app.change(ui_scale=int(v)),
        )
        form.choice(
            "theme",
            _("Colours"),
            [(t, _(read_theme(asset("themes", f"{t}.toml")).name)) for t in theme_ids()],
            self.app.theme.id,
            lambda v: self.app.change(theme=v),
        )
        tall = self.app.theme.px(SWATCH)
        form.swatches("theme", [Swatch(str(n), swatch(x, tall), _(x.name)) for n, x in enumerate(sides)])

    def _pace(self, form: Form) -> None:
        """Speed, sound, motion, the curtain, the window."""
        s = self.app.settings
        form.choice(
            "speed",
            _("Speed of moves and dice"),
            [(v, _(SPEED_WORDS[v])) for v in SPEEDS],
            s.speed,
            lambda v: self.app.change(speed=v),
        )
        self._heard(form)
        form.gap(4)
        form.check(
            "motion",
            _("Reduced motion"),
            s.reduced_motion,
            lambda v: self.app.change(reduced_motion=v),
            _("Units and dice appear at once where they end."),
        )
        form.check(
            "curtain",
            _("Curtain between two people"),
            s.curtain,
            lambda v: self.app.change(curtain=v),
            _("Cover the table whenever the other person decides, even where nothing is secret."),
        )
        form.check(
            "own_side_down",
            _("Turn the table to the player"),
            s.own_side_down,
            lambda v: self.app.change(own_side_down=v),
            _("The deciding player sits at the lower edge, until you turn the table by hand."),
        )
        form.check(
            "follow",
            _("Follow the events"),
            s.follow,
            lambda v: self.app.change(follow=v),
            _("The camera moves to events out of sight."),
        )
        form.check(
            "asks_all",
            _("Ask even when there is no choice"),
            s.asks_all,
            lambda v: self.app.change(asks_all=v),
            _(
                "Otherwise an answer without an alternative, or without a better one, is given at once and noted in "
                "the log."
            ),
        )
        form.check(
            "since_last",
            _("Since you last decided"),
            s.since_last,
            lambda v: self.app.change(since_last=v),
            _("A report before your first answer: the events of your units while the others acted, and the losses."),
        )
        form.check("fullscreen", _("Full screen"), s.fullscreen, lambda v: self.app.change(fullscreen=v))

    def _heard(self, form: Form) -> None:
        """Sound on or off, its volume, its layers."""
        s = self.app.settings
        form.check("sound", _("Sound"), s.sound, lambda v: self.app.change(sound=v))
        if s.sound and self.app.sound.deaf:
            said = _("No sound device was found. Change the volume to search again.")
            form.text(say(said, "small", "warning"))
        if s.sound:
            steps = sorted({*range(10, 101, 10), s.volume})
            form.choice("volume", _("Volume"), [(str(n), f"{n} %") for n in steps], str(s.volume), self._volume)
            for layer, words in LAYER_WORDS.items():
                form.check(f"sound-{layer}", _(words), layer not in s.silent, self._layer(layer))

    def _seats(self, form: Form) -> None:
        """The colours of the seats."""
        sides, tall = self.app.theme.file.sides, self.app.theme.px(SWATCH)
        form.heading(_("Colours of the seats"))
        for seat in range(2):
            form.choice(
                f"colour-{seat}",
                _("First seat") if seat == 0 else _("Second seat"),
                [(str(n), _(style.name)) for n, style in enumerate(sides)],
                str(self._colours()[seat]),
                self._colours_of(seat),
            )
            shown = [
                Swatch(str(n), swatch(style, tall), _(style.name), n == self._colours()[seat])
                for n, style in enumerate(sides)
            ]
            form.swatches(f"colour-{seat}", shown, self._colours_of(seat))

    def _colours(self) -> tuple[int, int]:
        most = len(self.app.theme.file.sides)
        first, second, *_rest = (*self.app.settings.colours, *range(len(self.app.settings.colours), 2))
        return first % most, second % most

    def _colours_of(self, seat: int) -> Callable[[str], None]:
        """What takes other colours for a seat; where the other seat has them, the two change places."""

        def take(chosen: str) -> None:
            old, colour = self._colours(), int(chosen)
            new = [colour if n == seat else old[seat] if old[n] == colour else old[n] for n in range(2)]
            self.app.change(colours=tuple(new))

        return take

    def _volume(self, volume: str) -> None:
        """Another volume, which is heard at once."""
        self.app.change(volume=int(volume))
        self.app.sound.play("dice")

    def _layer(self, layer: Layer) -> Callable[[bool], None]:
        """What turns a layer of sounds on or off."""

        def take(heard: bool) -> None:
            silent = {*self.app.settings.silent} - {layer} if heard else {*self.app.settings.silent, layer}
            self.app.change(silent=tuple(sorted(silent)))

        return take

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel behind the form."""
        draw_frame(self.app, surface, _("Settings"), 640)


class KeysScreen(Screen):
    """All keys, each of which may be changed."""

    def __init__(self, app: Window) -> None:
        super().__init__(app)
        self.sheet = Sheet(app.theme, pygame.Rect(0, 0, 10, 10))
        self.waiting = ""
        self.trouble = ""

    def build(self) -> None:
        """Lay out the list and the buttons below."""
        inner = framed(self.app, 640)
        px = self.app.theme.px
        buttons = [("usual", _("Default keys"), self._usual, False), ("back", _("Back"), self.back, True)]
        foot = self.foot(inner, lambda form: form.buttons(buttons)).rect.height + px(8)
        focus = self.sheet.focus
        self.sheet = Sheet(self.app.theme, pygame.Rect(inner.left, inner.top, inner.width, inner.height - foot))
        self.sheet.active = True
        self.sheet.focus, self.sheet.walked = focus, bool(focus)
        self._refresh()

    def _refresh(self) -> None:
        keys = Keys(self.app.settings.keys)
        rows = [Row("text", label=say(_("Choose an action, then press its new key."), "small", "text_dim"))]
        group = ""
        for action in ACTIONS:
            if action.group != group:
                group = action.group
                rows.append(Row("heading", label=say(_(group), "bold", "accent")))
            waits = action.id == self.waiting
            clash = keys.takers(action.id, keys.by_action[action.id])
            note = (
                say(_("also: {actions}").format(actions=", ".join(_(_label(a)) for a in clash)), "small")
                if clash
                else ()
            )
            rows.append(
                Row(
                    "value",
                    action.id,
                    say(_(action.label)),
                    note,
                    say(_("press a key") if waits else keys.shown(action.id), "bold", "accent" if waits else "text"),
                    tone="warning" if clash else "normal",
                )
            )
        self.sheet.set_rows(rows)

    def event(self, event: pygame.event.Event) -> bool:
        """A key for the action that waits, else the list and the buttons."""
        if self.waiting and event.type == pygame.KEYDOWN:
            if event.key not in (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT):
                self._take(event)
            return True
        if event.type == pygame.MOUSEWHEEL or (hasattr(event, "pos") and self.sheet.rect.collidepoint(event.pos)):
            press = self.sheet.mouse(event)
            if press is not None and press.what == "press":
                self.waiting = press.id
                self._refresh()
            return True
        if event.type == pygame.KEYDOWN and event.key != pygame.K_TAB:
            used, press = self.sheet.key(event)
            if press is not None and press.what == "press":
                self.waiting = press.id
                self._refresh()
            if used:
                return True
        return super().event(event)

    def _take(self, event: pygame.event.Event) -> None:
        action, self.waiting = self.waiting, ""
        if event.key != pygame.K_ESCAPE:
            usual = {a.id: a.key for a in ACTIONS}
            chosen = {**self.app.settings.keys, action: key_name(event)}
            self.app.change(keys={a: k for a, k in chosen.items() if usual.get(a) != k})
        self._refresh()

    def _usual(self) -> None:
        self.app.change(keys={})

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel and the list."""
        draw_frame(self.app, surface, _("Keys"), 640)
        self.sheet.draw(surface)


def _label(action: str) -> str:
    return next(a.label for a in ACTIONS if a.id == action)
