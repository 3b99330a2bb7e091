"""Colours, fonts and sizes of everything the client draws, read from ``assets/themes/*.toml`` and checked.

A theme file fixes the interface colours, the sides (hue *and* pattern, so that nobody depends on hue), and a style for
each overlay role. :class:`Theme` adds the player's interface scale and hands out fonts, colours and sizes.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Annotated, Literal, cast, get_args

import msgspec
import pygame

from game.client.art.files import asset, font_file

Hex = Annotated[str, msgspec.Meta(pattern=r"^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")]
Pattern = Literal["plain", "stripes", "checks", "dots", "chevrons", "waves"]
Hatch = Literal["none", "lines", "back", "cross", "dots", "level", "upright"]
RoleName = Literal[
    "reach",
    "forbidden",
    "threat",
    "command",
    "sight",
    "blocked",
    "coherency",
    "path",
    "contact",
    "measure",
    "legal",
    "refused",
    "select",
    "hover",
    "target",
    "zone",
    "support",
    "barred",
    "may",
]
ROLES: tuple[str, ...] = get_args(RoleName)
FontStyle = Literal[
    "name", "title", "heading", "lead", "body", "bold", "italic", "small", "small_bold", "tiny", "table"
]

MIN_SCALE, MAX_SCALE = 1.0, 2.0


class ThemeError(Exception):
    """A theme file that cannot be used; the sentence says which, where and why."""


class Ui(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of the interface."""

    window: Hex
    panel: Hex
    panel_raised: Hex
    panel_sunken: Hex
    edge: Hex
    edge_light: Hex
    button: Hex
    button_hover: Hex
    button_pressed: Hex
    button_disabled: Hex
    text: Hex
    text_dim: Hex
    text_disabled: Hex
    text_on_accent: Hex
    accent: Hex
    accent_dim: Hex
    good: Hex
    warning: Hex
    danger: Hex
    link: Hex
    row: Hex
    row_alternate: Hex
    row_selected: Hex
    tooltip: Hex
    curtain: Hex
    table_frame: Hex
    table_frame_dark: Hex
    table_frame_light: Hex
    table_under: Hex
    badge: Hex
    badge_edge: Hex
    badge_ink: Hex
    badge_alarm: Hex


class SideStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one side is told apart: colours and a pattern. ``bright`` and ``deep`` are the tones of blocks from afar."""

    name: str
    main: Hex
    dark: Hex
    light: Hex
    trim: Hex
    cloth: Hex
    pattern: Pattern
    bright: Hex | Literal[""] = ""
    deep: Hex | Literal[""] = ""


class RoleStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an overlay of one role is drawn: line, fill, hatch, line width in pixels, dash in pixels (0 = unbroken)."""

    line: Hex
    fill: Hex = "#00000000"
    hatch: Hatch = "none"
    width: float = 2.0
    dash: float = 0.0


class Fonts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of text in points at scale 100 %."""

    name: int = 60
    title: int = 34
    heading: int = 20
    lead: int = 17
    body: int = 15
    small: int = 13
    tiny: int = 11
    table: int = 13


class ThemeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme as it is written."""

    name: str
    ui: Ui
    sides: Annotated[list[SideStyle], msgspec.Meta(min_length=2)]
    roles: dict[RoleName, RoleStyle]
    fonts: Fonts = Fonts()


def read_theme(path: Path) -> ThemeFile:
    """Read and check a theme file.

    Raises
    ------
    ThemeError
        The file is missing, no TOML, or has wrong, missing or unknown keys; the message names file and key.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise ThemeError(f"{path.name}: cannot be read ({e.strerror or e})") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise ThemeError(f"{path.name}: not a TOML file ({e})") from e
    try:
        theme = msgspec.convert(data, ThemeFile)
    except msgspec.ValidationError as e:
        raise ThemeError(f"{path.name}: {e}") from e
    missing = [r for r in ROLES if r not in theme.roles]
    if missing:
        raise ThemeError(f"{path.name}: missing overlay roles: {', '.join(missing)} - at `$.roles`")
    return theme


@functools.cache
def _shipped(theme_id: str) -> ThemeFile:
    """A theme that comes with the program, read once."""
    return read_theme(asset("themes", f"{theme_id}.toml"))


def theme_ids() -> tuple[str, ...]:
    """Ids of the themes that come with the program, the default first."""
    found = sorted(p.stem for p in asset("themes").glob("*.toml"))
    return tuple(sorted(found, key=lambda t: (t != DEFAULT_THEME, t)))


DEFAULT_THEME = "campaign"


class Theme:
    """A theme at the player's interface scale: colours, fonts, sizes.

    Parameters
    ----------
    theme_id
        Name of a file in ``assets/themes`` without its ending.
    scale
        Interface scale, 1.0 to 2.0.
    file
        A theme already read, instead of the file named.
    seats
        By slot of a side the number of its colours, where the player chose others.
    """

    def __init__(
        self,
        theme_id: str = DEFAULT_THEME,
        scale: float = 1.0,
        file: ThemeFile | None = None,
        seats: tuple[int, ...] = (),
    ) -> None:
        self.id = theme_id
        self.file = file or _shipped(theme_id)
        self.scale = min(MAX_SCALE, max(MIN_SCALE, scale))
        self.seats = seats
        self._colours = {k: pygame.Color(v) for k, v in msgspec.structs.asdict(self.file.ui).items()}

    @property
    def key(self) -> tuple[str, float, tuple[int, ...]]:
        """What pictures drawn with this theme depend on."""
        return (self.id, self.scale, self.seats)

    def px(self, pixels: float) -> int:
        """A size in pixels at the player's scale, at least 1."""
        return max(1, round(pixels * self.scale))

    def colour(self, name: str) -> pygame.Color:
        """An interface colour by its name in the theme file, e.g. ``"panel"``."""
        return self._colours[name]

    def side(self, slot: int) -> SideStyle:
        """Colours and pattern of a side's slot; slots beyond the last begin again."""
        chosen = self.seats[slot] if 0 <= slot < len(self.seats) else slot
        return self.file.sides[chosen % len(self.file.sides)]

    def role(self, name: str) -> RoleStyle:
        """The style of an overlay role; an unknown one is drawn as ``zone``."""
        return self.file.roles.get(cast(RoleName, name), self.file.roles["zone"])

    def font(self, style: FontStyle = "body") -> pygame.font.Font:
        """A font of a style at the player's scale; kept, so asking again is free."""
        f = self.file.fonts
        size, bold, italic = {
            "name": (f.name, True, False),
            "title": (f.title, True, False),
            "heading": (f.heading, True, False),
            "lead": (f.lead, True, False),
            "body": (f.body, False, False),
            "bold": (f.body, True, False),
            "italic": (f.body, False, True),
            "small": (f.small, False, False),
            "small_bold": (f.small, True, False),
            "tiny": (f.tiny, True, False),
            "table": (f.table, True, False),
        }[style]
        return _font(round(size * self.scale), bold, italic)


@functools.lru_cache(maxsize=64)
def _font(size: int, bold: bool, italic: bool) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(font_file(bold, italic)), size)


def hex_of(colour: pygame.Color) -> str:
    """``#rrggbb`` of a colour, as pygame_gui's theme files want it."""
    return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


def mix(a: pygame.Color | str, b: pygame.Color | str, share: float) -> pygame.Color:
    """The colour that lies ``share`` (0..1) of the way from ``a`` to ``b``."""
    return pygame.Color(a).lerp(pygame.Color(b), min(1.0, max(0.0, share)))
