"""What the other side did: from which line on a battle is shown again to one who wants to know."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine import command as cmd
from game.engine.session import Session


@dataclass
class Recap:
    """Whether the battle is being shown again, and from which line on."""

    on: bool = False
    start: int = -1


def answered(command: cmd.Command | None, side: str) -> bool:
    """Whether a command is a side's answer."""
    return isinstance(command, cmd.Answering) and command.side == side


def last_answer(session: Session, side: str) -> int:
    """The line of a side's last answer; the first line where it has given none."""
    return next((n for n in range(len(session.lines) - 1, 0, -1) if answered(session.lines[n].command, side)), 0)


def shown_from(session: Session, side: str, before: int) -> int | None:
    """The line after which showing again begins: the last of the side's own after which somebody else did something.

    Parameters
    ----------
    before
        The line must lie before this one: asked again, the showing reaches farther back.

    Returns
    -------
    int or None
        None where nobody else has done anything since any such line.
    """
    lines = session.lines
    for n in range(min(before, len(lines) - 1) - 1, -1, -1):
        own = n == 0 or answered(lines[n].command, side)
        if own and not answered(lines[n + 1].command, side):
            return n
    return None
