"""How a battle looks and what the sky does: for the eyes alone. No rule depends on anything here."""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

import msgspec

from game.engine.state import State

Season = Literal["", "spring", "summer", "autumn", "winter"]
Hour = Literal["", "morning", "noon", "evening", "overcast"]
Sky = Literal["fair", "rain", "snow", "fog", "wind"]
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
HOURS: tuple[Hour, ...] = ("morning", "noon", "evening", "overcast")


class Scenery(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the players chose a table to look like; it stands in the set-up of a battle, and nowhere in its state.

    Attributes
    ----------
    ground
        Id of a landscape, "" for the table's own.
    season, hour
        "" for the usual: summer, noon.
    """

    ground: str = ""
    season: Season = ""
    hour: Hour = ""


class Weather(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the sky does over the table, ``strength`` from 0 to 1; ``wind`` is the bearing that it blows to."""

    sky: Sky = "fair"
    strength: float = 1.0
    wind: float = 110.0


FAIR = Weather()


@runtime_checkable
class TellsWeather(Protocol):
    """What a ruleset may also have whose rules know weather: what of it is to be seen."""

    def weather(self, view: State) -> Weather:
        """The weather at this moment."""
        ...


def weather_of(ruleset: object, view: State) -> Weather:
    """The weather at a moment; fair where a ruleset knows none."""
    return ruleset.weather(view) if isinstance(ruleset, TellsWeather) else FAIR
