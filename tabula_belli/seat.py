"""A seat at the table: the class that a bot inherits, and all that it sees and says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from game.bots.seat import Choice, Seat
from game.bots.work import Work
from game.engine.decision import (
    Aim,
    AllocateAnswer,
    Asked,
    Course,
    Decision,
    Exit,
    MoveAnswer,
    OptionAnswer,
    OrdersAnswer,
    PickAnswer,
    PlaceAnswer,
    Reply,
    Standing,
    TargetsAnswer,
    Verdict,
)
from game.engine.ruleset import Forecast, ForecastRow, Goal
from game.engine.state import Base, Feature, Marker, Side, State, Unit
from game.engine.text import T
from game.geometry.shapes import Footprint, Pose

__all__ = [
    "Aim",
    "AllocateAnswer",
    "Asked",
    "Base",
    "Bot",
    "Choice",
    "Course",
    "Decision",
    "Exit",
    "Feature",
    "Footprint",
    "Forecast",
    "ForecastRow",
    "Goal",
    "Marker",
    "MoveAnswer",
    "OptionAnswer",
    "OrdersAnswer",
    "PickAnswer",
    "PlaceAnswer",
    "Pose",
    "Reply",
    "Seat",
    "Side",
    "Standing",
    "State",
    "TargetsAnswer",
    "Unit",
    "Verdict",
    "Work",
    "choice",
]


class Bot(ABC):
    """A player. Inherit it, name it and answer decisions.

    Attributes
    ----------
    name
        Its name in records and tables; the class's name in lower case where nothing else is set.
    rulesets
        The ids of the systems that it plays; None for all.
    """

    name: str = ""
    rulesets: ClassVar[tuple[str, ...] | None] = None

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()

    @abstractmethod
    def choose(self, seat: Seat) -> Choice:
        """Answer the decision of a seat; :func:`choice` makes the answer."""


def choice(reply: Reply, why: str = "") -> Choice:
    """Return an answer with its reason in one line, for the log."""
    return Choice(reply, T("{words}", words=why) if why else None)
