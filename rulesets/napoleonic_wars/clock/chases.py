"""Who goes at whom on the clock, who runs from whom, and what has happened (NAP-S09, NAP-S81, NAP-S82)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pace = Literal["charge", "normal"]
Kind = Literal["look", "evade", "pause", "contact", "halt", "stop", "way", "bar", "mix"]


@dataclass(frozen=True)
class Happened:
    """Something that happened on the clock: when, what, to whom, with whom, and how far they were apart (mm)."""

    time: float
    kind: Kind
    body: str
    other: str = ""
    gap: float = 0.0


@dataclass
class Chase:
    """A charge, counter-charge or attack on its way (NAP-S81, NAP-S82).

    Attributes
    ----------
    body, target
        Who goes at whom.
    speed
        mm a move.
    start
        When it sets out; what it was ordered before that is its own way.
    pause
        mm from the target at which both stop; None where it goes on until contact.
    near
        Its own attack distance (mm), within which it keeps its heading.
    stops
        Whether the target stops too: it stands, or counter-charges.
    pace
        That of a charge, or of an attack.
    """

    body: str
    target: str
    speed: float
    start: float = 0.0
    pause: float | None = None
    near: float = 50.0
    stops: bool = True
    pace: Pace = "charge"
    first: tuple[float, float] | None = None
    over: bool = False


@dataclass
class Flight:
    """A run straight away from somebody (NAP-EVD-02, NAP-S72): from when, or at which distance (mm) of his.

    ``beyond``: the edge of the table does not stop it: evaders and runaways. ``what`` it is called on its way.
    """

    body: str
    away_from: str
    speed: float
    start: float | None = None
    within: float = 0.0
    beyond: bool = True
    what: str = "evade"
    begun: bool = False
