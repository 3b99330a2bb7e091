"""Commands: what players, bots and clocks send to a battle."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.engine.decision import Reply
from game.engine.text import Text

By = Literal["player", "bot", "clock", "standing"]


class Answering(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """The reply of a side to a decision. ``why`` is a bot's reason in one line.

    ``salt`` is what the seal of a hidden reply is made with (:mod:`game.engine.sealing`), "" without a seal.
    """

    decision: str
    side: str
    reply: Reply
    by: By = "player"
    why: Text | None = None
    salt: str = ""


class Concede(msgspec.Struct, frozen=True, tag="concede"):
    """A side gives the battle up."""

    side: str
    by: By = "player"


class Propose(msgspec.Struct, frozen=True, tag="propose", omit_defaults=True):
    """A side offers a draw, an early end, or asks to take back to a line of the record."""

    side: str
    what: Literal["draw", "end", "takeback"]
    to: int = -1
    by: By = "player"


class Respond(msgspec.Struct, frozen=True, tag="respond"):
    """The other side accepts or declines an offer."""

    side: str
    offer: str
    accept: bool
    by: By = "player"


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A remark for the log."""

    side: str
    words: str
    by: By = "player"


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Back to the state after line ``to`` of the record. ``side`` asks for it."""

    side: str
    to: int
    by: By = "player"


class Fork(msgspec.Struct, frozen=True, tag="fork"):
    """From here on this is a battle of its own: its dice are derived from those of the other one and from ``salt``."""

    salt: str
    side: str = ""
    by: By = "player"


Command = Answering | Concede | Propose | Respond | Note | Undo | Fork


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a command was not carried out: a sentence with its numbers, and the clause. Nothing has changed."""

    text: Text
    clause: str = ""
    part: str = ""
