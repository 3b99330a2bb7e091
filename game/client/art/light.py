"""Light on the table: from where it comes, how long and dark shadows are, what colour it gives the ground.

It belongs to the screen, not to the table: however the table is turned, light comes from the upper left.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
import numpy.typing as npt

from game.engine.scenery import Hour

Floats = npt.NDArray[np.float64]


class Light(msgspec.Struct, frozen=True):
    """The light of an hour.

    Attributes
    ----------
    bearing
        On the screen (degrees, 0 is up) from where it comes.
    length, strength
        Of shadows, as shares of those at noon.
    contrast
        Of slopes in the light and in the shade, as a share of that at noon.
    tint
        Red, green, blue (0..1) of what is left of the ground's colours.
    turn
        By how many quarters the table is turned.
    """

    bearing: float = 315.0
    length: float = 1.0
    strength: float = 1.0
    contrast: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    turn: int = 0

    @property
    def sun(self) -> Floats:
        """The way towards the light on the table, of length 1."""
        angle = math.radians(self.bearing + 90.0 * self.turn)
        return np.array([math.sin(angle), math.cos(angle)])

    def cast(self, mm: float) -> Floats:
        """The way (mm, on the table) from an edge to its shadow: so far at noon along both axes."""
        return self.sun * (-mm * math.sqrt(2.0) * self.length)

    def off(self, mm: float) -> Floats:
        """The way (mm, on the table) away from the light, as long at every hour: where edges are dark."""
        return self.sun * (-mm * math.sqrt(2.0))

    def on_screen(self, px: float) -> tuple[float, float]:
        """The way to the right and down from an edge to its shadow: so far at noon along both axes."""
        angle = math.radians(self.bearing)
        far = -px * math.sqrt(2.0) * self.length
        return math.sin(angle) * far, -math.cos(angle) * far


NOON = Light()
LIGHTS: dict[Hour, Light] = {
    "": NOON,
    "noon": NOON,
    "morning": Light(338.0, 1.7, 0.86, 1.3, (0.97, 0.93, 0.90)),
    "evening": Light(289.0, 2.1, 0.92, 1.45, (1.0, 0.90, 0.77)),
    "overcast": Light(315.0, 0.7, 0.42, 0.55, (0.86, 0.89, 0.92)),
}


def light_of(hour: Hour, turn: int = 0) -> Light:
    """The light of an hour on a table turned by so many quarters."""
    found = LIGHTS[hour]
    return msgspec.structs.replace(found, turn=turn) if turn else found
