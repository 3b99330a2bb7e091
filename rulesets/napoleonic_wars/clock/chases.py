"""Who goes at whom on the clock, who runs from whom, and what has happened (NAP-S09, NAP-S81, NAP-S82)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, Protocol

from game.kit.block.course import Stretch
from rulesets.napoleonic_wars.clock.movers import Mover
from rulesets.napoleonic_wars.measures import TICK

Pace = Literal["charge", "normal"]
Kind = Literal[
    "look",
    "evade",
    "away",
    "contact",
    "touch",
    "pause",
    "bar",
    "halt",
    "stop",
    "way",
    "near",
    "mix",
    "found",
    "taken",
]


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
    waits
        From when to when it crosses which obstacles on the way that it is on now (NAP-S80).
    passed
        Obstacles that it has begun to cross.
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
    waits: list[tuple[float, float, str]] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)

    def crosses(self, time: float) -> bool:
        """Whether it is at an obstacle at a moment, and takes no new heading; what it has come to is passed."""
        self.passed |= {name for start, _, name in self.waits if start <= time + TICK / 2.0}
        return any(start - TICK / 2.0 <= time < end - TICK / 2.0 for start, end, _ in self.waits)


def straight_on(mover: Mover, time: float, chase: Chase, velocity: tuple[float, float]) -> list[Stretch]:
    """The rest of a charge where nothing is in its way."""
    return [Stretch(time, 1.0, mover.poses_at(time), mover.at(time).sizes, velocity, what="charge")]


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


class Watcher(Protocol):
    """Something beside marches and charges that has its moments on the clock: hidden troops, generals."""

    def follow(self, bodies: Collection[str]) -> set[str]:
        """Give new ways to those who go as some bodies do, whose ways are new; who they are."""

    def watch(self, one: str, other: str, since: float) -> None:
        """Put on the clock what comes next between two enemies, the ids in order."""

    def meet(self, kind: Kind, body: str, other: str) -> None:
        """What has come, if it is the watcher's; after a pause too."""
