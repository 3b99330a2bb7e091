"""Which event has which sound: a table of the program for all systems, and one that a ruleset brings."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec

from game.client.art.files import asset, brought
from game.client.sound.voices import VOICES
from game.client.theatre.script import Missile
from game.engine.event import Event, Family
from game.engine.looks import Arm

FILE = "sounds.toml"
"""Name of the table in the folder of a ruleset."""
FAMILIES: tuple[str, ...] = get_args(Family)
CHOICES = ("volley", "blows", "loss", "turn")
"""What a table may say in place of a sound: it is chosen by what is shot, who strikes, who falls, whose turn it is."""

BLADES, FELLED = "blades", "felled"
"""How they strike, and how they fall, of whom no table says otherwise."""


class CuesError(Exception):
    """A table of sounds that cannot be used; the sentence says which, where and why."""


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is written.

    Attributes
    ----------
    family
        Sound by family of the event, "" for silence.
    type
        Sound by type of the event, or by ``family.type`` where a type has several families; goes before the family.
    volley
        Sound of one and of many by what they shoot.
    mass
        Sound of a few and of many by the arm of those who move; it lasts as long as their move is shown.
    blows, loss
        Sound by the arm of who strikes, and of who falls.
    turn
        Sound by side of the one whose turn it is, in the order of the sides, and of no side at last.
    """

    family: dict[Family, str] = {}
    type: dict[str, str] = {}
    volley: dict[Missile, tuple[str, str]] = {}
    mass: dict[Arm, tuple[str, str]] = {}
    blows: dict[Arm, str] = {}
    loss: dict[Arm, str] = {}
    turn: tuple[str, ...] = ()

    def moving(self, arm: str, many: bool) -> str:
        """The sound of an arm that moves, "" for none."""
        return next((pair[many] for known, pair in self.mass.items() if known == arm), "")

    def striking(self, arm: str) -> str:
        """The sound of an arm that strikes."""
        return next((name for known, name in self.blows.items() if known == arm), BLADES)

    def falling(self, arm: str) -> str:
        """The sound of an arm that falls."""
        return next((name for known, name in self.loss.items() if known == arm), FELLED)

    def sounds(self) -> Iterator[str]:
        """All sounds that it names, but for those of movers."""
        for names in (self.family, self.type, self.blows, self.loss):
            yield from (str(name) for name in names.values())
        for pair in self.volley.values():
            yield from pair
        yield from self.turn


def read_cues(path: Path) -> Cues:
    """A table of sounds.

    Raises
    ------
    CuesError
        The file cannot be read, is no TOML, has unknown keys, or names a sound that does not exist, one that goes on
        without an end for an event, or one that ends for those who move.
    """
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Cues)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise CuesError(f"{path.name}: not a TOML file ({e})") from e
    except msgspec.ValidationError as e:
        raise CuesError(f"{path.name}: {e}") from e
    once = {v.name for v in VOICES.values() if not v.loop} | {*CHOICES, ""}
    moving = {v.name for v in VOICES.values() if v.layer == "mass"}
    wrong = sorted({*found.sounds()} - once)
    if wrong:
        raise CuesError(
            f"{path.name}: no sound of an event is called {wrong[0]}; known are {', '.join(sorted(once)[1:])}"
        )
    wrong = sorted({name for pair in found.mass.values() for name in pair} - moving)
    if wrong:
        raise CuesError(f"{path.name}: no sound of movers is called {wrong[0]}; known are {', '.join(sorted(moving))}")
    return found


@functools.lru_cache(maxsize=16)
def cues_of(ruleset: str) -> Cues:
    """The program's table and that of a ruleset as one; one that cannot be used counts as none, ``check`` says why."""
    common, path = read_cues(asset("sounds", "common.toml")), brought(ruleset, FILE)
    try:
        own = read_cues(path) if path is not None else Cues()
    except CuesError:
        own = Cues()
    return Cues(
        {**common.family, **own.family},
        {**common.type, **own.type},
        {**common.volley, **own.volley},
        {**common.mass, **own.mass},
        {**common.blows, **own.blows},
        {**common.loss, **own.loss},
        own.turn or common.turn,
    )


def cue_of(ruleset: str, event: Event) -> str:
    """The name of the sound of an event, or one of :data:`CHOICES`; "" for none.

    >>> from game.engine.text import T
    >>> cue_of("", Event("fell", "loss", T("fell"))), cue_of("", Event("moved", "move", T("moved")))
    ('loss', '')
    """
    if event.text is None and event.rolled is None:
        return ""
    cues = cues_of(ruleset)
    by_type = next((cues.type[k] for k in (f"{event.family}.{event.type}", event.type) if k in cues.type), None)
    return by_type if by_type is not None else cues.family.get(event.family, "")
