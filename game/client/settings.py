"""What the player has set: language, sizes, speed, keys. Kept as a small JSON file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from game.client.folders import aside_of
from game.client.words import N_, _, data_words
from game.engine.files.player_files import SETTINGS, json_row
from game.engine.files.toml_reading import DataError
from game.engine.languages import SOURCE, language_of
from game.engine.scenery import Scenery

Pixels = Annotated[int, msgspec.Meta(ge=1, le=7680)]
Speed = Literal["slow", "normal", "fast", "instant"]
SPEEDS: tuple[Speed, ...] = ("slow", "normal", "fast", "instant")
SPEED_WORDS = {
    "slow": N_("slow"),
    "normal": N_("normal"),
    "fast": N_("fast"),
    "quick": N_("very fast"),
    "instant": N_("at once"),
}
SCALES = (100, 110, 125, 150, 175, 200)


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The player's settings.

    Attributes
    ----------
    ui_scale
        Size of text and controls in per cent.
    speed
        How fast moves and dice of a battle are shown.
    reduced_motion
        Nothing glides or tumbles: things stand where they end at once.
    curtain
        Draw the curtain between two people even where nothing is secret.
    keys
        Keys chosen by the player, by action.
    system
        Id of the system whose battle was begun last: a new battle is offered of the same.
    sound, volume
        Whether anything is heard, and how loud in per cent.
    silent
        Layers of sounds that are not heard.
    own_side_down
        The table is turned so that whoever decides sits at its lower edge.
    follow
        What happens out of sight is looked at.
    names
        By seat the name given last.
    colours
        By seat the number of its colours in the theme, from 0; seats beyond the list have their own.
    lately
        By system the armies taken last, the last first.
    asks_all
        Also what has one answer alone, or one that no other can better, is asked.
    title_battle
        A recorded battle plays behind the title.
    since_last
        Before the first answer after others acted: what happened since one last decided.
    scenery
        Ground, season and hour of the battle begun last.
    solved
        Puzzles that have been solved: "WMA/name of the file".
    looked_in
        By kind of file the folder in which one was chosen last.
    """

    language: str = "en"
    ui_scale: Annotated[int, msgspec.Meta(ge=100, le=200)] = 100
    theme: str = "campaign"
    speed: Speed = "normal"
    reduced_motion: bool = False
    curtain: bool = False
    own_side_down: bool = True
    follow: bool = False
    fullscreen: bool = False
    window: tuple[Pixels, Pixels] = (1280, 720)
    keys: dict[str, str] = {}
    system: str = ""
    sound: bool = True
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 80
    silent: tuple[Annotated[str, msgspec.Meta(max_length=24)], ...] = ()
    names: tuple[Annotated[str, msgspec.Meta(max_length=24)], ...] = ()
    colours: tuple[Annotated[int, msgspec.Meta(ge=0, le=15)], ...] = ()
    lately: dict[str, tuple[Annotated[str, msgspec.Meta(max_length=200)], ...]] = {}
    asks_all: bool = False
    title_battle: bool = True
    since_last: bool = True
    scenery: Scenery | None = None
    solved: tuple[Annotated[str, msgspec.Meta(max_length=200)], ...] = ()
    looked_in: dict[str, Annotated[str, msgspec.Meta(max_length=4096)]] = {}


def load_settings(path: Path) -> tuple[Settings, str]:
    """The settings of a file, and a sentence where it could not be read (then all is as it was delivered)."""
    own = Settings(language=system_language())
    if not os.path.lexists(path):
        return own, ""
    try:
        return json_row(path, SETTINGS, Settings), ""
    except DataError as fault:
        said = _("The settings cannot be used ({why}). Defaults apply, and the file is kept as {name}.")
        return own, said.format(why=data_words(fault), name=aside_of(path).name)


def save_settings(path: Path, settings: Settings) -> str:
    """Write the settings whole or not at all; a sentence where that fails, else an empty string.

    What lies there and cannot be read is not written over but kept beside them, and that is told as well.
    """
    part = path.with_suffix(".part")
    told = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path):
            told = _put_aside(path)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=1))
        os.replace(part, path)
    except OSError as fault:
        return _("The settings cannot be saved ({why}).").format(why=fault.strerror or fault)
    return told


def _put_aside(path: Path) -> str:
    """Move settings that cannot be read out of the way; a sentence where that was so. Raises OSError."""
    try:
        json_row(path, SETTINGS, Settings)
    except DataError as fault:
        aside = aside_of(path)
        path.rename(aside)
        said = _("The existing settings file cannot be used ({why}). It is kept as {name}.")
        return said.format(why=data_words(fault), name=aside.name)
    return ""


def system_language() -> str:
    """The language that the system is set to, of those the program speaks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return language_of(value)
    return SOURCE
