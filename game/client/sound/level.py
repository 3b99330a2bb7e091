"""How loud the sounds of each layer are, so that any of them is heard beside the others and none drowns them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from game.client.sound.measure import loudness
from game.client.sound.synth import FADE, Wave, faded, limited, silence

TRIES = 4
"""What is limited becomes softer, and is levelled anew so many times at most."""
Layer = Literal["ground", "mass", "blow", "horn", "hand"]
"""What is heard together: the ground, who moves, what strikes, what calls, and what the player's hand does."""


@dataclass(frozen=True)
class Level:
    """How loud a layer's sounds are.

    Attributes
    ----------
    loudness
        LUFS, see :mod:`game.client.sound.measure`.
    peak
        The loudest sample at most; 1 would be full scale.
    """

    loudness: float
    peak: float


LEVELS: dict[Layer, Level] = {
    "ground": Level(-37.0, 0.15),
    "mass": Level(-28.0, 0.25),
    "blow": Level(-22.0, 0.44),
    "horn": Level(-23.0, 0.31),
    "hand": Level(-26.0, 0.31),
}
"""Levels by layer, at full volume: low enough that as many as there are channels for do not clip together."""
BEHIND = 0.7
"""What begins while others of its layer are heard stands behind them: so strong beside the one before it."""


def together(n: int) -> list[float]:
    """How strong each of so many single sounds of a layer is that are heard together, the first one first."""
    return [BEHIND**k for k in range(n)]


def abreast(n: int) -> float:
    """How strong each of so many loops of a layer is that are heard together."""
    return 1.0 / math.sqrt(max(1, n))


@dataclass(frozen=True)
class Voice:
    """A sound by name.

    Attributes
    ----------
    words
        What it is like, for the page of sounds.
    loop
        Whether it goes on for as long as it is wanted: its end leads into its beginning.
    softer
        LU below its layer.
    """

    name: str
    layer: Layer
    words: str
    raw: Callable[[], Wave]
    loop: bool = False
    softer: float = 0.0

    def made(self) -> Wave:
        """Its samples, as they are played at full volume."""
        level = LEVELS[self.layer]
        wave = self.raw()
        wave = wave - float(wave.mean()) if self.loop else faded(np.concatenate([silence(FADE), wave]))
        for _ in range(TRIES):
            wave = wave * 10 ** ((level.loudness - self.softer - loudness(wave, self.loop)) / 20)
            if float(np.max(np.abs(wave))) <= level.peak:
                break
            wave = limited(wave, level.peak)
        return wave


def voices(layer: Layer, *makers: Callable[[], Wave], loop: bool = False, **softer: float) -> dict[str, Voice]:
    """The voices of a layer from what makes them: each has its maker's name, and its docstring in its own words."""
    return {
        f.__name__: Voice(f.__name__, layer, " ".join((f.__doc__ or "").split()), f, loop, softer.get(f.__name__, 0.0))
        for f in makers
    }
