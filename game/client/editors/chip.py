"""The chip beside a ghost: what the way costs of what there is, who orders it and what he needs, and why.

Only what it says and what it must not lie over; where it finds room, and how it looks, is the panel's.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.client.words import Spans
from game.engine.decision import Verdict

Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Need:
    """What somebody needs so that a draft comes about: an order, by whom.

    Attributes
    ----------
    who
        The thing that gives it; "" for nobody.
    """

    who: str = ""
    need: str = ""
    chance: str = ""
    why: str = ""


@dataclass(frozen=True)
class Held:
    """What the hand knows of a drag.

    Attributes
    ----------
    snapped
        What the unit snapped to, in words.
    formed
        The formation that it took to get there, in words.
    at
        Where the pointer is (mm); None while nothing is dragged.
    stop
        Where it stays while the draft is refused: the verdict on the last legal pose of this drag, or the nearest one.
    why
        Why it stands where it does and not where it was let go.
    aim
        What is done to the enemy under the pointer once it is let go there, in words.
    """

    snapped: str = ""
    formed: str = ""
    at: tuple[float, float] | None = None
    stop: Verdict | None = None
    why: Spans = ()
    aim: str = ""


@dataclass(frozen=True)
class Chip:
    """What is written beside a ghost.

    Attributes
    ----------
    spent, of
        What it costs, and of how much; "" where nothing is told.
    share
        How much of it that is, 0 to 1; None where nothing is told.
    notes
        How it goes, what it snapped to, or why it is refused, with the remedy.
    needs
        Orders that come before.
    ghost
        Outlines (mm) of what it stands beside; ``foes`` of the enemies near it; ``ways`` the lines drawn.
    friends
        Outlines (mm) of what else stands there: it keeps off that where there is room.
    """

    role: str
    spent: str = ""
    of: str = ""
    share: float | None = None
    notes: Spans = ()
    needs: tuple[Need, ...] = ()
    ghost: tuple[Ring, ...] = ()
    foes: tuple[Ring, ...] = ()
    ways: tuple[Ring, ...] = ()
    friends: tuple[Ring, ...] = ()
