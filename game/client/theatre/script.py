"""Which events are seen how: a table of the program for all systems, and one that a ruleset brings."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Literal, cast

import msgspec

from game.client.art.files import asset, brought
from game.engine.event import Event
from game.engine.looks import Look

FILE = "theatre.toml"
"""Name of the table in the folder of a ruleset, and of the program's among the assets."""
Missile = Literal["arrow", "bolt", "javelin", "spear", "pebble", "stone", "bullet", "ball", "spell", "flame"]
Kind = Literal["turn", "lost", "broken", "general", "victory"]
"""What an event changes, for a headline: a turn begins, a unit is lost, many break, the general falls, it is over."""


class ScriptError(Exception):
    """A table that cannot be used; the sentence says which and why."""


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is written. Types of events are named alone, or as ``family.type``.

    Attributes
    ----------
    generals
        Looks of those whose fall holds the table.
    missile
        What flies, by the look of who shoots.
    weapon
        What flies, by a word in the name of the weapon that the event tells; goes before the look.
    volleys, blows
        Types of events in which missiles fly, in which blows fall.
    number
        Type of event -> the key of its data that rises from who is hit.
    headline
        Type of event -> what it changes.
    """

    generals: tuple[Look, ...] = ()
    missile: dict[Look, Missile] = {}
    weapon: dict[str, Missile] = {}
    volleys: tuple[str, ...] = ()
    blows: tuple[str, ...] = ()
    number: dict[str, str] = {}
    headline: dict[str, Kind] = {}


def read_script(path: Path) -> Script:
    """A table of what is seen.

    Raises
    ------
    ScriptError
        The file cannot be read, is no TOML, has unknown keys, looks, missiles or kinds.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Script)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise ScriptError(f"{path.name}: not a TOML file ({e})") from e
    except msgspec.ValidationError as e:
        raise ScriptError(f"{path.name}: {e}") from e


@functools.lru_cache(maxsize=16)
def script_of(ruleset: str) -> Script:
    """The tables of the program and of a ruleset as one; one that cannot be used counts as none, ``check`` says why."""
    common, path = read_script(asset(FILE)), brought(ruleset, FILE)
    try:
        own = read_script(path) if path is not None else Script()
    except ScriptError:
        own = Script()
    return Script(
        (*common.generals, *own.generals),
        {**common.missile, **own.missile},
        {**common.weapon, **own.weapon},
        (*common.volleys, *own.volleys),
        (*common.blows, *own.blows),
        {**common.number, **own.number},
        {**common.headline, **own.headline},
    )


def names_of(event: Event) -> tuple[str, str]:
    """Under which names a table may list an event."""
    return f"{event.family}.{event.type}", event.type


def among(event: Event, types: tuple[str, ...]) -> bool:
    """Whether types of events hold an event's."""
    return any(name in types for name in names_of(event))


def number_of(event: Event, script: Script) -> int:
    """How many were lost by an event; 0 where it tells of none."""
    key = next((script.number[n] for n in names_of(event) if n in script.number), "")
    found = event.data.get(key, 0) if key else 0
    return found if isinstance(found, int) else 0


def kind_of(event: Event, script: Script) -> Kind | None:
    """What an event changes; None where it deserves no headline."""
    return next((script.headline[n] for n in names_of(event) if n in script.headline), None)


def missile_of(look: str, weapon: str, script: Script) -> Missile:
    """What flies from troops of a look, by a weapon ("" where none is told)."""
    for word, missile in script.weapon.items():
        if word.lower() in weapon.lower():
            return missile
    return script.missile.get(cast(Look, look), "arrow")
