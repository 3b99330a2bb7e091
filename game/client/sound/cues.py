"""Which event has which sound: a table of the program for all systems, and one that a ruleset brings."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import get_args

import msgspec

from game.client.art.files import asset, brought
from game.client.sound.voices import VOICES
from game.engine.event import Event, Family

FILE = "sounds.toml"
"""Name of the table in the folder of a ruleset."""
FAMILIES: tuple[str, ...] = get_args(Family)


class CuesError(Exception):
    """A table of sounds that cannot be used; the sentence says which, where and why."""


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is written.

    Attributes
    ----------
    ridden
        Looks of troops that ride (or are drawn).
    family
        Sound by family of the event, "" for silence.
    type
        Sound by type of the event, or by ``family.type`` where a type has several families; goes before the family.
    by_horse
        What a sound becomes where the troops ride.
    """

    ridden: tuple[str, ...] = ()
    family: dict[Family, str] = {}
    type: dict[str, str] = {}
    by_horse: dict[str, str] = {}


def read_cues(path: Path) -> Cues:
    """A table of sounds.

    Raises
    ------
    CuesError
        The file cannot be read, is no TOML, has unknown keys, or names a sound that does not exist.
    """
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Cues)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise CuesError(f"{path.name}: not a TOML file ({e})") from e
    except msgspec.ValidationError as e:
        raise CuesError(f"{path.name}: {e}") from e
    named = {*found.family.values(), *found.type.values(), *found.by_horse, *found.by_horse.values()}
    wrong = sorted(n for n in named if n and n not in VOICES)
    if wrong:
        raise CuesError(f"{path.name}: no sound is called {wrong[0]}; known are {', '.join(VOICES)}")
    return found


@functools.lru_cache(maxsize=16)
def _cues(ruleset: str) -> tuple[Cues, Cues]:
    """The program's table and that of a ruleset; one that cannot be used counts as none, ``check`` says why."""
    common, path = read_cues(asset("sounds", "common.toml")), brought(ruleset, FILE)
    try:
        return common, read_cues(path) if path is not None else Cues()
    except CuesError:
        return common, Cues()


def cue_of(ruleset: str, event: Event, look: str = "") -> str:
    """The name of the sound of an event, "" for none.

    Parameters
    ----------
    ruleset
        Id of the system.
    event
        What happened; what has no sentence makes no sound either.
    look
        How the troops look whose deed it is: riders are heard as such.

    >>> from game.engine.text import T
    >>> cue_of("", Event("moved", "move", T("moved"))), cue_of("", Event("moved", "move", T("moved")), "cavalry")
    ('march', 'ride')
    """
    if event.text is None and event.rolled is None:
        return ""
    common, own = _cues(ruleset)
    by_type = (f"{event.family}.{event.type}", event.type)
    found = next((t.type[k] for t in (own, common) for k in by_type if k in t.type), None)
    if found is None:
        found = next((t.family[event.family] for t in (own, common) if event.family in t.family), "")
    if look in (*common.ridden, *own.ridden):
        return {**common.by_horse, **own.by_horse}.get(found, found)
    return found
