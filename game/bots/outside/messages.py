"""The messages of the seat protocol, version 1 (docs/seat.md).

The program speaks first with :class:`Hello`, then asks with :class:`Decide`. Until it answers, the bot may send
requests; each gets one reply. All of them are structs that msgspec writes as JSON objects with the key ``type``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine.decision import Asked, Decision, Exit, Reply, Verdict
from game.engine.ruleset import Forecast, Goal

PROTOCOL = 1
"""The version of these messages; it rises when an old bot would no longer understand them."""


class _Message(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """A message by its name in lower case."""


# --- from the program ----------------------------------------------------------------------------------------------


class Hello(_Message, frozen=True):
    """The first line: which protocol and system, which side the bot plays, units of work for each decision.

    ``seed`` is for the bot's own chance: the same battle of the same seed gives the same one.
    """

    protocol: int
    ruleset: str
    version: str
    side: str
    work: int
    seed: int = 0


class Decide(_Message, frozen=True):
    """A decision. ``view`` is the whole view of the bot's side; afterwards ``changes`` hold what became different.

    ``changes`` has the fields of the view that differ. A table by id (sides, units, bases, features, markers, ties,
    secret) holds only the entries that differ, each as a whole, and null for an entry that is gone.
    """

    n: int
    decision: Decision
    work: int
    view: Any = None
    changes: dict[str, Any] | None = None


class Question(_Message, frozen=True):
    """The decision laid out: its space, exits, default and draft."""

    asked: Asked


class Replies(_Message, frozen=True):
    """Legal replies in a fixed order, or the default alone."""

    replies: tuple[Reply, ...]


class Exits(_Message, frozen=True):
    """The ways out of the decision."""

    exits: tuple[Exit, ...]


class Judged(_Message, frozen=True):
    """What the rules say of a reply."""

    verdict: Verdict


class Foretold(_Message, frozen=True):
    """The odds of a reply, null where there are none."""

    forecast: Forecast | None


class Scores(_Message, frozen=True):
    """The points of each side as things stand, in the eyes of the bot's side."""

    scores: dict[str, float]


class Wrong(_Message, frozen=True):
    """A line that is no request: why. The bot may go on."""

    why: str


class Over(_Message, frozen=True):
    """The battle is over: the winner's side, "" for a draw."""

    winner: str
    scores: dict[str, int]


# --- from the bot ------------------------------------------------------------------------------------------------


class Ready(_Message, frozen=True):
    """The answer to the first line: the bot's name."""

    name: str = ""


class AskQuestion(_Message, frozen=True, tag="question"):
    """Lay the decision out."""


class AskDefault(_Message, frozen=True, tag="default"):
    """The least act that the rules name."""


class AskExits(_Message, frozen=True, tag="exits"):
    """The ways out."""


class AskCandidates(_Message, frozen=True, tag="candidates"):
    """Legal replies worth looking at."""

    goal: Goal = "any"
    limit: int = 64


class AskCheck(_Message, frozen=True, tag="check"):
    """Judge a reply."""

    reply: Reply


class AskForecast(_Message, frozen=True, tag="forecast"):
    """Odds of a reply."""

    reply: Reply


class AskScore(_Message, frozen=True, tag="score"):
    """The points as things stand."""


class Answer(_Message, frozen=True, tag="answer"):
    """The bot's answer to the decision ``n``, and why, in one line."""

    reply: Reply
    n: int | None = None
    why: str = ""


FromBot = Ready | AskQuestion | AskDefault | AskExits | AskCandidates | AskCheck | AskForecast | AskScore | Answer
ToBot = Hello | Decide | Question | Replies | Exits | Judged | Foretold | Scores | Wrong | Over
